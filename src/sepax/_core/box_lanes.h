/* Pairs of shapes, many at a time: which surely meet and which are surely apart.
 *
 * simd_levels.h includes this file once for each instruction set, with LEVEL(name)
 * naming that copy and LEVEL(transpose) written for it. The loops are plain C
 * without branches, which compilers turn into vectors of any width. Every copy
 * does the same float64 operations for a pair in the same order, without fused
 * multiply-adds: all give the same bytes.
 *
 * Frames
 *     A shape is a record of FRAME doubles: centre_x, centre_y, axis_x, axis_y,
 *     half_width, half_height, reach, skew (set_frame in simd.pxd; the names are
 *     those of Hull). A box is modelled as the points centre + s axis + t turned
 *     axis, |s| <= half_width, |t| <= half_height, the turned axis being (-axis_y,
 *     axis_x). Any other shape has a NaN axis, so that no comparison of gaps
 *     holds, and as both half sizes the radius of its inscribed circle or NaN.
 *     The boxes of an array that holds nothing else (boxes.pxd) have the place,
 *     the cosine and the sine of their pose for centre and axis, and their local
 *     half sizes: lanes_place (lanes.h) makes the vertices of just those numbers.
 *
 * Error bound
 *     u is 2^-53, d the vector between the centres, r the reaches, and size =
 *     |dx| + |dy| + r_a + r_b bounds every difference in the pair. A pair of boxes
 *     gives four numbers, one for each axis of either; that of a's axis is
 *         (|d . axis_a| - half_width_a) - (half_width_b |axis_a . axis_b|
 *                                          + half_height_b |axis_a x axis_b|).
 *     It is off from the gap between the models along that direction by
 *         3 u |d|        a difference, two products and a sum in d . axis
 *         4.9 u r_b      |cosine| and |sine| (2 u), their products and the sum
 *         u (|d| + r_a)  the first subtraction
 *         6.5 u r_a      axis . axis is 1 only up to 6 u: the components of a unit
 *                        normal are off by 2 u for the length, 1 u for the division;
 *                        or up to 6.5 u, those of a pose being off by 2.3 u (rotation.h)
 *         4 u |gap|      the last subtraction, and |axis| as the unit of the gap
 *     which is at most 11.5 u size, as |gap| is at most the larger of |d| and r_a +
 *     r_b. The true rings are not quite their models. Let e bound how far a vertex
 *     of the ring is from where an ideal rectangle has it: half the rounding grid
 *     of the pose and the local asymmetry (body.pxd). The normal of an edge is then
 *     turned against the model's by at most 4 e / (shortest edge), over a lever
 *     of `size`; its offset is off by 4 e; and the extent of the other shape by 3 e
 *     of that shape. No rectangle's shortest edge exceeds 1.5 size, so that e itself is
 *     at most 1.5 e / (shortest edge) size, and the share of each shape at most
 *     10 e / (shortest edge) size; its `skew` allows 16. With
 *         doubt = 16 u size + 1e-290 + (skew_a + skew_b) size     (1e-290: underflow)
 *     every number is thus within `doubt` of the gap, in exact arithmetic, of the
 *     edge of the true ring that faces the other one. The exact answer is apart
 *     if such a gap is positive, and interiors that meet if all are negative (the
 *     gaps of the edges that face away are less still). So a largest number beyond
 *     +-doubt has the sign of the exact answer, for closed shapes and for open
 *     ones, even where a ring is no longer convex. Whatever touches is in doubt.
 *
 *     These are the operations of box_gaps and symmetric_doubt in sat.pxd, in
 *     their order: what is certain here is what is certain there.
 */

/* One side of a stretch of pairs, transposed: slot[i][k] is double i of the shape
 * in pair start + k. Lanes past the last pair repeat it, as far as whole RECORDS.
 * The records of a later stretch are asked for in time, while the arithmetic of this
 * one goes on. */
LEVEL_INLINE void LEVEL(gather)(const struct side *side, ptrdiff_t start, int pairs,
                                double (*slot)[STRETCH])
{
    const double *const frames = side->frames;
    const double *record[RECORDS];
    int i, k;
    for (k = 0; k < pairs; k += RECORDS) {
        for (i = 0; i < RECORDS; i++) {
            record[i] = frames + FRAME * (start + (k + i < pairs ? k + i : pairs - 1));
            prefetch(record[i] + FRAME * 2 * STRETCH);
        }
        LEVEL(transpose)(record, slot, k);
    }
}

/* The same for a side with an index. */
LEVEL_INLINE void LEVEL(gather_indexed)(const struct side *side, ptrdiff_t start, ptrdiff_t count,
                                        int pairs, double (*slot)[STRETCH])
{
    const double *const frames = side->frames;
    const ptrdiff_t *const index = side->index + start;
    const ptrdiff_t left = count - start - STRETCH;
    const int ahead = left < pairs ? (int)(left > 0 ? left : 0) : pairs;
    const double *record[RECORDS];
    int i, k;
    for (k = 0; k < ahead; k++)
        prefetch(frames + FRAME * index[STRETCH + k]);
    for (k = 0; k < pairs; k += RECORDS) {
        for (i = 0; i < RECORDS; i++)
            record[i] = frames + FRAME * index[k + i < pairs ? k + i : pairs - 1];
        LEVEL(transpose)(record, slot, k);
    }
}

/* Either of them, or nothing where the slots hold the one shape of all pairs. */
LEVEL_INLINE void LEVEL(load)(const struct side *side, ptrdiff_t start, ptrdiff_t count,
                              int pairs, double (*slot)[STRETCH])
{
    if (side->index)
        LEVEL(gather_indexed)(side, start, count, pairs, slot);
    else if (!side->is_one)
        LEVEL(gather)(side, start, pairs, slot);
}

/* The same shape in every pair. */
LEVEL_INLINE void LEVEL(spread)(const double *frame, double (*slot)[STRETCH])
{
    int i, k;
    for (i = 0; i < FRAME; i++)
        for (k = 0; k < STRETCH; k++)
            slot[i][k] = frame[i];
}

LEVEL_INLINE double LEVEL(larger)(double x, double y) { return x > y ? x : y; }
LEVEL_INLINE double LEVEL(smaller)(double x, double y) { return x < y ? x : y; }

/* The gaps of one pair along the axes of both boxes, and where the other centre is. */
struct LEVEL(lane) {
    double gap_along_a, gap_across_a, gap_along_b, gap_across_b;
    double along_a, across_a, along_b, across_b;
    double doubt;
};

LEVEL_INLINE struct LEVEL(lane) LEVEL(measure)(double (*a)[STRETCH], double (*b)[STRETCH], int k)
{
    struct LEVEL(lane) lane;
    const double ux = a[2][k], uy = a[3][k], vx = b[2][k], vy = b[3][k];
    const double a_width = a[4][k], a_height = a[5][k], b_width = b[4][k], b_height = b[5][k];
    const double dx = b[0][k] - a[0][k], dy = b[1][k] - a[1][k];
    const double cosine = fabs(ux * vx + uy * vy), sine = fabs(ux * vy - uy * vx);
    const double size = (fabs(dx) + fabs(dy)) + (a[6][k] + b[6][k]);
    lane.along_a = dx * ux + dy * uy;
    lane.across_a = dy * ux - dx * uy;
    lane.along_b = -(dx * vx + dy * vy);
    lane.across_b = -(dy * vx - dx * vy);
    lane.gap_along_a = fabs(lane.along_a) - a_width - (b_width * cosine + b_height * sine);
    lane.gap_across_a = fabs(lane.across_a) - a_height - (b_width * sine + b_height * cosine);
    lane.gap_along_b = fabs(lane.along_b) - b_width - (a_width * cosine + a_height * sine);
    lane.gap_across_b = fabs(lane.across_b) - b_height - (a_width * sine + a_height * cosine);
    lane.doubt = (1.78e-15 * size + 1e-290) + (a[7][k] + b[7][k]) * size;
    return lane;
}

/* Boxes by their gaps. */
LEVEL_INLINE void LEVEL(judge_boxes)(double (*a)[STRETCH], double (*b)[STRETCH], int lanes,
                                     double *verdict)
{
    int k;
    for (k = 0; k < lanes; k++) {
        const struct LEVEL(lane) lane = LEVEL(measure)(a, b, k);
        const double gap =
            LEVEL(larger)(LEVEL(larger)(lane.gap_along_a, lane.gap_across_a),
                          LEVEL(larger)(lane.gap_along_b, lane.gap_across_b));
        const double near = gap < -lane.doubt ? PAIR_MEETS : PAIR_DOUBTFUL;
        verdict[k] = gap > lane.doubt ? PAIR_APART : near;
    }
}

/* Shapes of any kind: the gaps of those that are boxes, and the bounding and the
 * inscribed circles.
 *
 * The bounding circles are compared as surely_apart (sat.pxd) does. A box holds a
 * circle of its shorter half size less 3 e and the rounding, of which the factor
 * takes a part of skew + 0.02. A sum that is not positive tells nothing: its
 * square keeps the sign. */
LEVEL_INLINE void LEVEL(judge_shapes)(double (*a)[STRETCH], double (*b)[STRETCH], int lanes,
                                      double *verdict)
{
    int k;
    LEVEL(judge_boxes)(a, b, lanes, verdict);
    for (k = 0; k < lanes; k++) {
        const double dx = b[0][k] - a[0][k], dy = b[1][k] - a[1][k];
        const double square = dx * dx + dy * dy, reach = a[6][k] + b[6][k];
        const double a_inner = LEVEL(smaller)(a[4][k], a[5][k]) * (0.98 - a[7][k]);
        const double b_inner = LEVEL(smaller)(b[4][k], b[5][k]) * (0.98 - b[7][k]);
        const double inner = a_inner + b_inner;
        const double near = square + 1e-290 < inner * fabs(inner) ? PAIR_MEETS : verdict[k];
        verdict[k] = square > reach * reach + 1e-290 ? PAIR_APART : near;
    }
}

/* The edge of the widest gap of boxes that surely meet: 0 to 3 of a, 4 to 7 of b.
 *
 * Opposite edges share an axis; the one that faces away has a gap less by twice
 * the distance along it. As pick_box_edge (sat.pxd), it is certain where the next
 * axis is behind by 2 doubt and the other centre farther than the doubt to one
 * side; a depth of 3 doubt is one that hulls_penetration finds positive at once. */
LEVEL_INLINE void LEVEL(judge_edges)(double (*a)[STRETCH], double (*b)[STRETCH], int lanes,
                                     double *verdict)
{
    int k;
    for (k = 0; k < lanes; k++) {
        const struct LEVEL(lane) lane = LEVEL(measure)(a, b, k);
        const double gap_a = LEVEL(larger)(lane.gap_along_a, lane.gap_across_a);
        const double gap_b = LEVEL(larger)(lane.gap_along_b, lane.gap_across_b);
        const double gap = LEVEL(larger)(gap_a, gap_b);
        const double next_a = LEVEL(smaller)(lane.gap_along_a, lane.gap_across_a);
        const double next_b = LEVEL(smaller)(lane.gap_along_b, lane.gap_across_b);
        const double next = LEVEL(larger)(LEVEL(larger)(next_a, next_b),
                                          LEVEL(smaller)(gap_a, gap_b));
        /* Edges 1 and 3 face along the axis and against it, edges 2 and 0 across it. */
        const double along_a = lane.along_a > 0.0 ? 1.0 : 3.0;
        const double across_a = lane.across_a > 0.0 ? 2.0 : 0.0;
        const double along_b = lane.along_b > 0.0 ? 5.0 : 7.0;
        const double across_b = lane.across_b > 0.0 ? 6.0 : 4.0;
        const int is_across_a = lane.gap_across_a > lane.gap_along_a;
        const int is_across_b = lane.gap_across_b > lane.gap_along_b;
        const double edge_a = is_across_a ? across_a : along_a;
        const double edge_b = is_across_b ? across_b : along_b;
        const double shift_a = is_across_a ? lane.across_a : lane.along_a;
        const double shift_b = is_across_b ? lane.across_b : lane.along_b;
        const double shift = gap_b > gap_a ? shift_b : shift_a;
        double edge = gap_b > gap_a ? edge_b : edge_a;
        edge = gap < -3.0 * lane.doubt ? edge : EDGE_DOUBTFUL;
        edge = gap - next > 2.0 * lane.doubt ? edge : EDGE_DOUBTFUL;
        edge = fabs(shift) > lane.doubt ? edge : EDGE_DOUBTFUL;
        verdict[k] = gap > lane.doubt ? EDGE_NONE : edge;
    }
}

/* One box of a pair, by its slots. */
struct LEVEL(box) {
    double x, y, cosine, sine, half_width, half_height;
};

LEVEL_INLINE struct LEVEL(box) LEVEL(box_of)(double (*slot)[STRETCH], int k)
{
    const struct LEVEL(box) box = {slot[0][k], slot[1][k], slot[2][k],
                                   slot[3][k], slot[4][k], slot[5][k]};
    return box;
}

/* The box whose edge a verdict names, the other one, the sign of its normal and the
 * place of its edge. Number by number: compilers make a branch of many selections by
 * one condition, and no vectors then. */
LEVEL_INLINE void LEVEL(order)(double (*a)[STRETCH], double (*b)[STRETCH], int lanes,
                               const double *verdict, double (*own)[STRETCH],
                               double (*other)[STRETCH], double (*place)[STRETCH])
{
    int i, k;
    for (k = 0; k < lanes; k++)
        place[0][k] = verdict[k] >= 4.0 ? -1.0 : 1.0;
    /* Edge 0 leads from (-1, -1) to (1, -1), and so on counter-clockwise: edge i from
     * (s, t) to (-t, s). */
    for (k = 0; k < lanes; k++) {
        const double edge = verdict[k] - (2.0 - 2.0 * place[0][k]);
        place[1][k] = fabs(edge - 1.5) < 1.0 ? 1.0 : -1.0;
        place[2][k] = edge >= 2.0 ? 1.0 : -1.0;
    }
    for (i = 0; i < 6; i++)
        for (k = 0; k < lanes; k++) {
            own[i][k] = verdict[k] >= 4.0 ? b[i][k] : a[i][k];
            other[i][k] = verdict[k] >= 4.0 ? a[i][k] : b[i][k];
        }
}

/* The vertex with the local coordinates s half_width and t half_height, s and t
 * being 1 or -1: in the operations of lanes_place (lanes.h), whose bits it has. */
LEVEL_INLINE double LEVEL(vertex_x)(const struct LEVEL(box) *box, double s, double t)
{
    return box->x + (s * (box->cosine * box->half_width) - t * (box->sine * box->half_height));
}

LEVEL_INLINE double LEVEL(vertex_y)(const struct LEVEL(box) *box, double s, double t)
{
    return box->y + (s * (box->sine * box->half_width) + t * (box->cosine * box->half_height));
}

/* The translations of boxes that surely meet, along the edges that judge_edges
 * found, from the true vertices: the operations and so the bits of lanes_edge and
 * lanes_gap_of_edge (lanes.h), set_axis and write_translation (sat.pxd, batch.pyx).
 * Their order does not matter where only the least of the gaps, none of them 0, or
 * the sum of two products is taken. The verdict is PAIR_APART, PAIR_MEETS or, with
 * nonsense for a translation, PAIR_DOUBTFUL. */
LEVEL_INLINE void LEVEL(judge_translations)(double (*a)[STRETCH], double (*b)[STRETCH], int lanes,
                                            double *verdict, double (*vector)[STRETCH])
{
    double own_slot[6][STRETCH], other_slot[6][STRETCH], place[3][STRETCH];
    int k;
    LEVEL(judge_edges)(a, b, lanes, verdict);
    LEVEL(order)(a, b, lanes, verdict, own_slot, other_slot, place);
    for (k = 0; k < lanes; k++) {
        const double sign = place[0][k], s = place[1][k], t = place[2][k];
        const struct LEVEL(box) own = LEVEL(box_of)(own_slot, k);
        const struct LEVEL(box) other = LEVEL(box_of)(other_slot, k);
        const double x = LEVEL(vertex_x)(&own, s, t), y = LEVEL(vertex_y)(&own, s, t);
        const double ex = LEVEL(vertex_x)(&own, -t, s) - x;
        const double ey = LEVEL(vertex_y)(&own, -t, s) - y;
        const double length = sqrt(ex * ex + ey * ey);
        const double nx = ey / length, ny = (0.0 - ex) / length;
        const double gap0 = nx * (LEVEL(vertex_x)(&other, -1.0, -1.0) - x)
                            + ny * (LEVEL(vertex_y)(&other, -1.0, -1.0) - y);
        const double gap1 = nx * (LEVEL(vertex_x)(&other, 1.0, -1.0) - x)
                            + ny * (LEVEL(vertex_y)(&other, 1.0, -1.0) - y);
        const double gap2 = nx * (LEVEL(vertex_x)(&other, 1.0, 1.0) - x)
                            + ny * (LEVEL(vertex_y)(&other, 1.0, 1.0) - y);
        const double gap3 = nx * (LEVEL(vertex_x)(&other, -1.0, 1.0) - x)
                            + ny * (LEVEL(vertex_y)(&other, -1.0, 1.0) - y);
        const double depth = 0.0 - LEVEL(smaller)(LEVEL(smaller)(gap0, gap1),
                                                  LEVEL(smaller)(gap2, gap3));
        vector[0][k] = 0.0 - (0.0 + sign * nx) * depth;
        vector[1][k] = 0.0 - (0.0 + sign * ny) * depth;
    }
    /* On its own: compilers would put all of the above under this condition. */
    for (k = 0; k < lanes; k++) {
        const double met = verdict[k] == EDGE_DOUBTFUL ? PAIR_DOUBTFUL : PAIR_MEETS;
        const int apart = verdict[k] == EDGE_NONE;
        vector[0][k] = apart ? 0.0 : vector[0][k];
        vector[1][k] = apart ? 0.0 : vector[1][k];
        verdict[k] = apart ? PAIR_APART : met;
    }
}

/* The translations of pairs of boxes, one after the other in `vectors`; returns
 * how many are left in doubt. */
static ptrdiff_t LEVEL(translations)(const struct side *a, const struct side *b, ptrdiff_t count,
                                     double *vectors, unsigned char *verdicts)
{
    double a_slot[FRAME][STRETCH], b_slot[FRAME][STRETCH], verdict[STRETCH], vector[2][STRETCH];
    ptrdiff_t start, doubts = 0;
    if (a->is_one)
        LEVEL(spread)(a->frames, a_slot);
    if (b->is_one)
        LEVEL(spread)(b->frames, b_slot);
    for (start = 0; start < count; start += STRETCH) {
        const int pairs = count - start < STRETCH ? (int)(count - start) : STRETCH;
        const int lanes = (pairs + RECORDS - 1) / RECORDS * RECORDS;
        int k;
        LEVEL(load)(a, start, count, pairs, a_slot);
        LEVEL(load)(b, start, count, pairs, b_slot);
        LEVEL(judge_translations)(a_slot, b_slot, lanes, verdict, vector);
        for (k = 0; k < pairs; k++) {
            vectors[2 * (start + k)] = vector[0][k];
            vectors[2 * (start + k) + 1] = vector[1][k];
        }
        for (k = 0; k < pairs; k++)
            verdicts[start + k] = (unsigned char)(int)verdict[k];
        for (k = 0; k < pairs; k++)
            doubts += verdict[k] == PAIR_DOUBTFUL;
    }
    return doubts;
}

/* The gap along an axis on the way of the other centre from `along` to `along + by`. */
LEVEL_INLINE double LEVEL(gap_on_way)(double along, double by, double extent)
{
    return LEVEL(larger)(LEVEL(smaller)(along, along + by),
                         -LEVEL(larger)(along, along + by)) - extent;
}

/* Boxes of which b is shifted as seen from a: apart all the way, or in doubt. The way
 * of b's centre is a segment, and they are apart if an axis of a box, or the one
 * across the way, parts it from the sum of the boxes. `size` holds the way, too; the
 * kernel for two shapes bounds the same gaps, divided by the speed along an edge's
 * normal, to within another doubt, and an edge moved by d moves a corner of the sum,
 * which is not acute, by 1.5 d: with 3 doubts it comes to the same answer, and 1e-200 keeps
 * its times from underflow. */
LEVEL_INLINE void LEVEL(judge_ways)(double (*a)[STRETCH], double (*b)[STRETCH],
                                    double (*shift)[STRETCH], int lanes, double *verdict)
{
    int k;
    for (k = 0; k < lanes; k++) {
        const double ux = a[2][k], uy = a[3][k], vx = b[2][k], vy = b[3][k];
        const double a_width = a[4][k], a_height = a[5][k], b_width = b[4][k], b_height = b[5][k];
        const double dx = b[0][k] - a[0][k], dy = b[1][k] - a[1][k];
        const double mx = shift[0][k], my = shift[1][k], way = fabs(mx) + fabs(my);
        const double cosine = fabs(ux * vx + uy * vy), sine = fabs(ux * vy - uy * vx);
        const double size = (fabs(dx) + fabs(dy)) + (a[6][k] + b[6][k]) + way;
        const double doubt = 3.0 * ((1.78e-15 * size + 1e-200) + (a[7][k] + b[7][k]) * size);
        const double gap_a = LEVEL(larger)(
            LEVEL(gap_on_way)(dx * ux + dy * uy, mx * ux + my * uy,
                              a_width + (b_width * cosine + b_height * sine)),
            LEVEL(gap_on_way)(dy * ux - dx * uy, my * ux - mx * uy,
                              a_height + (b_width * sine + b_height * cosine)));
        const double gap_b = LEVEL(larger)(
            LEVEL(gap_on_way)(dx * vx + dy * vy, mx * vx + my * vy,
                              b_width + (a_width * cosine + a_height * sine)),
            LEVEL(gap_on_way)(dy * vx - dx * vy, my * vx - mx * vy,
                              b_height + (a_width * sine + a_height * cosine)));
        const double aside = fabs(dy * mx - dx * my)
            - ((a_width * fabs(mx * uy - my * ux) + a_height * fabs(mx * ux + my * uy))
               + (b_width * fabs(mx * vy - my * vx) + b_height * fabs(mx * vx + my * vy)));
        const double beside = aside > doubt * way + 1e-290 ? PAIR_APART : PAIR_DOUBTFUL;
        verdict[k] = LEVEL(larger)(gap_a, gap_b) > doubt ? PAIR_APART : beside;
    }
}

/* Judge boxes on their ways; returns how many pairs are left in doubt. */
static ptrdiff_t LEVEL(sweeps)(const struct side *a, const struct side *b, ptrdiff_t count,
                               const double *shifts, unsigned char *verdicts)
{
    double a_slot[FRAME][STRETCH], b_slot[FRAME][STRETCH], verdict[STRETCH];
    double shift[2][STRETCH] = {{0.0}};
    ptrdiff_t start, doubts = 0;
    if (a->is_one)
        LEVEL(spread)(a->frames, a_slot);
    if (b->is_one)
        LEVEL(spread)(b->frames, b_slot);
    for (start = 0; start < count; start += STRETCH) {
        const int pairs = count - start < STRETCH ? (int)(count - start) : STRETCH;
        const int lanes = (pairs + RECORDS - 1) / RECORDS * RECORDS;
        int k;
        LEVEL(load)(a, start, count, pairs, a_slot);
        LEVEL(load)(b, start, count, pairs, b_slot);
        for (k = 0; k < pairs; k++) {
            shift[0][k] = shifts[2 * (start + k)];
            shift[1][k] = shifts[2 * (start + k) + 1];
        }
        LEVEL(judge_ways)(a_slot, b_slot, shift, lanes, verdict);
        for (k = 0; k < pairs; k++)
            verdicts[start + k] = (unsigned char)(int)verdict[k];
        for (k = 0; k < pairs; k++)
            doubts += verdict[k] == PAIR_DOUBTFUL;
    }
    return doubts;
}

/* New poses for the boxes of boxes.pxd: of the frame all but the half sizes, and
 * the angle, of which no zero is negative, as in a single shape. The caller has
 * checked the poses; should another thread have spoiled one since, the box goes to
 * the origin: no frame ever holds nonsense. */
static void LEVEL(poses)(double *frames, double *angles, const double *positions,
                         const double *turns, ptrdiff_t count)
{
    double slot[FRAME][STRETCH] = {{0.0}}, angle[STRETCH] = {0.0};
    ptrdiff_t start;
    for (start = 0; start < count; start += STRETCH) {
        const int boxes = count - start < STRETCH ? (int)(count - start) : STRETCH;
        double *const frame = frames + FRAME * start;
        int k;
        for (k = 0; k < boxes; k++) {
            const double x = positions[2 * (start + k)], y = positions[2 * (start + k) + 1];
            const double turn = turns[start + k];
            const int sound = fabs(x) + fabs(y) <= 0x1p241;
            slot[0][k] = sound ? x : 0.0;
            slot[1][k] = sound ? y : 0.0;
            angle[k] = fabs(turn) <= 0x1p31 ? turn + 0.0 : 0.0;
        }
        for (k = 0; k < boxes; k++) {
            slot[4][k] = frame[FRAME * k + 4];
            slot[5][k] = frame[FRAME * k + 5];
        }
        for (k = 0; k < STRETCH; k++) {
            const double width = slot[4][k], height = slot[5][k];
            /* rounding_grid, measure_points and skew as in body.pxd. */
            const double grid = 1.78e-15 * (fabs(slot[0][k]) + fabs(slot[1][k]) + (width + height));
            sine_cosine(angle[k], &slot[3][k], &slot[2][k]);
            slot[6][k] = sqrt(width * width + height * height) * (1.0 + 1e-15) + grid;
            slot[7][k] = 8.0 / LEVEL(smaller)(width, height) * grid;
        }
        for (k = 0; k < boxes; k++) {
            angles[start + k] = angle[k];
            frame[FRAME * k + 0] = slot[0][k];
            frame[FRAME * k + 1] = slot[1][k];
            frame[FRAME * k + 2] = slot[2][k];
            frame[FRAME * k + 3] = slot[3][k];
            frame[FRAME * k + 6] = slot[6][k];
            frame[FRAME * k + 7] = slot[7][k];
        }
    }
}

/* Judge `count` pairs; returns how many are left in doubt. */
LEVEL_INLINE ptrdiff_t LEVEL(judge)(const struct side *a, const struct side *b, ptrdiff_t count,
                                    unsigned char *verdicts, int kind)
{
    double a_slot[FRAME][STRETCH], b_slot[FRAME][STRETCH], verdict[STRETCH];
    const double doubtful = kind == JUDGE_EDGES ? EDGE_DOUBTFUL : PAIR_DOUBTFUL;
    ptrdiff_t start, doubts = 0;
    if (a->is_one)
        LEVEL(spread)(a->frames, a_slot);
    if (b->is_one)
        LEVEL(spread)(b->frames, b_slot);
    for (start = 0; start < count; start += STRETCH) {
        const int pairs = count - start < STRETCH ? (int)(count - start) : STRETCH;
        const int lanes = (pairs + RECORDS - 1) / RECORDS * RECORDS;
        int k;
        LEVEL(load)(a, start, count, pairs, a_slot);
        LEVEL(load)(b, start, count, pairs, b_slot);
        if (kind == JUDGE_EDGES)
            LEVEL(judge_edges)(a_slot, b_slot, lanes, verdict);
        else if (kind == JUDGE_SHAPES)
            LEVEL(judge_shapes)(a_slot, b_slot, lanes, verdict);
        else
            LEVEL(judge_boxes)(a_slot, b_slot, lanes, verdict);
        for (k = 0; k < pairs; k++)
            verdicts[start + k] = (unsigned char)(int)verdict[k];
        for (k = 0; k < pairs; k++)
            doubts += verdict[k] == doubtful;
    }
    return doubts;
}

static ptrdiff_t LEVEL(boxes)(const struct side *a, const struct side *b, ptrdiff_t count,
                              unsigned char *verdicts)
{
    return LEVEL(judge)(a, b, count, verdicts, JUDGE_BOXES);
}

static ptrdiff_t LEVEL(shapes)(const struct side *a, const struct side *b, ptrdiff_t count,
                               unsigned char *verdicts)
{
    return LEVEL(judge)(a, b, count, verdicts, JUDGE_SHAPES);
}

static ptrdiff_t LEVEL(edges)(const struct side *a, const struct side *b, ptrdiff_t count,
                              unsigned char *verdicts)
{
    return LEVEL(judge)(a, b, count, verdicts, JUDGE_EDGES);
}
