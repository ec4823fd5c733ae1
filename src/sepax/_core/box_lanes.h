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
 *         6 u r_a        axis . axis is 1 only up to 6 u: the components of a unit
 *                        normal are off by 2 u for the length, 1 u for the division
 *         4 u |gap|      the last subtraction, and |axis| as the unit of the gap
 *     which is at most 11 u size, as |gap| is at most the larger of |d| and r_a +
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

LEVEL_INLINE const double *LEVEL(record_of)(const struct side *side, ptrdiff_t pair)
{
    return side->frames + FRAME * (side->index ? side->index[pair] : pair);
}

/* One side of a stretch of pairs, transposed: slot[i][k] is double i of the shape
 * in pair start + k. Lanes past the last pair repeat it. */
LEVEL_INLINE void LEVEL(gather)(const struct side *side, ptrdiff_t start, ptrdiff_t count,
                                double (*slot)[STRETCH])
{
    const double *record[RECORDS];
    const ptrdiff_t stop = count - start < STRETCH ? count : start + STRETCH;
    ptrdiff_t k, pair;
    int i;
    for (k = 0; start + k < stop; k += RECORDS) {
        for (i = 0; i < RECORDS; i++) {
            pair = start + k + i < stop ? start + k + i : stop - 1;
            record[i] = LEVEL(record_of)(side, pair);
            /* In time for the next stretch; the arithmetic of this one goes on meanwhile. */
            if (pair + STRETCH < count)
                prefetch(LEVEL(record_of)(side, pair + STRETCH));
        }
        LEVEL(transpose)(record, slot, k);
    }
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
        if (!a->is_one)
            LEVEL(gather)(a, start, count, a_slot);
        if (!b->is_one)
            LEVEL(gather)(b, start, count, b_slot);
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
