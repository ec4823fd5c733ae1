/* Pairs of shapes, many at a time: which surely meet and which are surely apart.
 *
 * all_loops.inl includes this file, with name
 * naming that copy and transpose written for it. The loops are plain C
 * without branches, which compilers turn into vectors of any width. Every copy
 * does the same float64 operations for a pair in the same order, without fused
 * multiply-adds: all give the same bytes.
 *
 * Records
 *     Shapes come as records (record.h), four or eight of them transposed at a time. A box
 *     is modelled as the points centre + s axis + t turned axis, |s| <= half width, |t| <=
 *     half height, the turned axis being (-axis_y, axis_x). Of boxes that have the numbers
 *     of their pose there, lanes_transform (lanes.h) makes the vertices of just these.
 *
 * Error bound
 *     u is 2^-53, d the vector between the centres, r the bounding radii, and size =
 *     |dx| + |dy| + r_a + r_b bounds every difference in the pair. A pair of boxes
 *     gives four numbers, one for each axis of either; that of a's axis is
 *         (|d . axis_a| - half_width_a) - (half_width_b |axis_a . axis_b|
 *                                          + half_height_b |axis_a x axis_b|).
 *     It is off from the separation between the models along that direction by
 *         3 u |d|        a difference, two products and a sum in d . axis
 *         4.9 u r_b      |cosine| and |sine| (2 u), their products and the sum
 *         u (|d| + r_a)  the first subtraction
 *         6.5 u r_a      axis . axis is 1 only up to 6 u: the components of a unit
 *                        normal are off by 2 u for the length, 1 u for the division;
 *                        or up to 6.5 u, those of a pose being off by 2.3 u (rotation.h)
 *         4 u |separation|      the last subtraction, and |axis| as the unit of the separation
 *     which is at most 11.5 u size, as |separation| is at most the larger of |d| and r_a +
 *     r_b. The true rings are not quite their models. Let e bound how far a vertex
 *     of the ring is from where an ideal rectangle has it: half the rounding grid
 *     of the pose and the local asymmetry (pose.pxd). The normal of an edge is then
 *     turned against the model's by at most 4 e / (shortest edge), over a lever
 *     of `size`; its offset is off by 4 e; and the extent of the other shape by 3 e
 *     of that shape. No rectangle's shortest edge exceeds 1.5 size, so that e itself is
 *     at most 1.5 e / (shortest edge) size, and the share of each shape at most
 *     10 e / (shortest edge) size; its `skew` allows 16. With
 *         modelled_error(size, skew_a + skew_b) = separation_error(size) + (skew_a + skew_b) size
 *     every number is thus within this bound of the separation, in exact arithmetic, of the
 *     edge of the true ring that faces the other one. The exact answer is apart
 *     if such a separation is positive, and interiors that meet if all are negative (the
 *     separations of the edges that face away are less still). So a largest number beyond
 *     it has the sign of the exact answer, for closed shapes and for open
 *     ones, even where a ring is no longer convex. Whatever touches is uncertain.
 *
 *     The kernels for two shapes run the same: what is certain here is what is certain there.
 */

LANES_INLINE struct box box_of(double (*slot)[STRETCH], ptrdiff_t k)
{
    const struct box box = {slot[CENTRE_X][k], slot[CENTRE_Y][k],   slot[AXIS_X][k],
                            slot[AXIS_Y][k],   slot[HALF_WIDTH][k], slot[HALF_HEIGHT][k]};
    return box;
}

LANES_INLINE double size_of(double (*a)[STRETCH], double (*b)[STRETCH], ptrdiff_t k)
{
    return size_of_pair(b[CENTRE_X][k] - a[CENTRE_X][k], b[CENTRE_Y][k] - a[CENTRE_Y][k],
                        a[BOUNDING_RADIUS][k] + b[BOUNDING_RADIUS][k]);
}

LANES_INLINE double error_bound(double (*a)[STRETCH], double (*b)[STRETCH], ptrdiff_t k)
{
    const double size = size_of(a, b, k);
    return modelled_error(size, a[SKEW][k] + b[SKEW][k]);
}

LANES_INLINE struct box_separations measure(double (*a)[STRETCH], double (*b)[STRETCH], int k)
{
    const struct box box_a = box_of(a, k), box_b = box_of(b, k);
    return separations_of_boxes(&box_a, &box_b);
}

/* Boxes by their separations. */
LANES_INLINE void classify_boxes(double (*a)[STRETCH], double (*b)[STRETCH], int chunks,
                                 double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const struct box_separations measured = measure(a, b, k);
        const double error = error_bound(a, b, k);
        const double of_a = larger(measured.separation[ALONG_A], measured.separation[ACROSS_A]);
        const double of_b = larger(measured.separation[ALONG_B], measured.separation[ACROSS_B]);
        const double separation = larger(of_a, of_b);
        const double near = separation < -error ? (double)PAIR_MEETS : PAIR_UNCERTAIN;
        verdict[k] = separation > error ? PAIR_APART : near;
    }
}

/* Shapes of any kind: by the separations of boxes, and by bounding and inscribed circles. Bounding
 * circles are compared as in surely_apart (intersect.pxd). A box holds a circle of its shorter half
 * size less 3 e and rounding; the factor takes skew + 0.02. A sum that is not positive decides
 * nothing: its square keeps the sign. */
LANES_INLINE void classify_shapes(double (*a)[STRETCH], double (*b)[STRETCH], int chunks,
                                  double *verdict)
{
    ptrdiff_t k;
    classify_boxes(a, b, chunks, verdict);
    for (k = 0; k < CHUNK * chunks; k++) {
        const double dx = b[CENTRE_X][k] - a[CENTRE_X][k], dy = b[CENTRE_Y][k] - a[CENTRE_Y][k];
        const double square = dx * dx + dy * dy;
        const double bounding_radius = a[BOUNDING_RADIUS][k] + b[BOUNDING_RADIUS][k];
        const double a_inner = smaller(a[HALF_WIDTH][k], a[HALF_HEIGHT][k]) * (0.98 - a[SKEW][k]);
        const double b_inner = smaller(b[HALF_WIDTH][k], b[HALF_HEIGHT][k]) * (0.98 - b[SKEW][k]);
        const double inner = a_inner + b_inner;
        const double inner_square = inner * fabs(inner);
        const double outer_square = bounding_radius * bounding_radius;
        const double near = square + UNDERFLOW_ERROR < inner_square ? PAIR_MEETS : verdict[k];
        verdict[k] = square > outer_square + UNDERFLOW_ERROR ? PAIR_APART : near;
    }
}

/* By how far a point is beyond the sides of box k, along its axis and across; (dx, dy) from its
 * centre. */
LANES_INLINE struct seen beyond_box(double (*slot)[STRETCH], ptrdiff_t k, double dx, double dy)
{
    const struct box box = box_of(slot, k);
    const struct seen seen = see(&box, dx, dy);
    const struct seen beyond = {fabs(seen.along) - box.half_width,
                                fabs(seen.across) - box.half_height};
    return beyond;
}

/* Discs a and boxes b, by the distance of the centre from the box. Separations from the sides of
 * the model are within e of those of the ring, so the distance is within sqrt 2 e; the rest of 2 e
 * exceeds the rounding of squares. No box of an array is so small (SMALLEST_BOX) that the square of
 * e underflows. */
LANES_INLINE void classify_discs_and_boxes(double (*a)[STRETCH], double (*b)[STRETCH], int chunks,
                                           double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double dx = b[CENTRE_X][k] - a[CENTRE_X][k], dy = b[CENTRE_Y][k] - a[CENTRE_Y][k];
        const double error = 2.0 * modelled_error(size_of(a, b, k), b[SKEW][k]);
        const struct seen beyond = beyond_box(b, k, dx, dy);
        const double along = at_least_zero(beyond.along);
        const double across = at_least_zero(beyond.across);
        const double square = along * along + across * across;
        const double outer = a[BOUNDING_RADIUS][k] + error, inner = a[HALF_WIDTH][k] - error;
        const double near = square < inner * fabs(inner) ? (double)PAIR_MEETS : PAIR_UNCERTAIN;
        verdict[k] = square > outer * outer ? PAIR_APART : near;
    }
}

/* Points and shapes of any kind: by records of boxes and by circles, as above. */
LANES_INLINE void classify_points(double (*a)[STRETCH], double (*point)[STRETCH], int chunks,
                                  double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double dx = point[CENTRE_X][k] - a[CENTRE_X][k];
        const double dy = point[CENTRE_Y][k] - a[CENTRE_Y][k];
        const double size = (fabs(dx) + fabs(dy)) + a[BOUNDING_RADIUS][k];
        const double error = modelled_error(size, a[SKEW][k]);
        const struct seen beyond = beyond_box(a, k, dx, dy);
        const double separation = larger(beyond.along, beyond.across);
        const double square = dx * dx + dy * dy;
        const double inner = smaller(a[HALF_WIDTH][k], a[HALF_HEIGHT][k]) * (0.98 - a[SKEW][k]);
        const double near = separation < -error ? (double)PAIR_MEETS : PAIR_UNCERTAIN;
        const double inner_square = inner * fabs(inner);
        const double nearer = square + UNDERFLOW_ERROR < inner_square ? PAIR_MEETS : near;
        const double far = separation > error ? PAIR_APART : nearer;
        const double outer_square = a[BOUNDING_RADIUS][k] * a[BOUNDING_RADIUS][k];
        verdict[k] = square > outer_square + UNDERFLOW_ERROR ? PAIR_APART : far;
    }
}
