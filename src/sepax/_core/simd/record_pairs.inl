/* Pairs by their records: of boxes, discs, cores and whatever else, or of shapes and points.
 *
 * levels.h includes this file once for each instruction set, behind core_lanes.inl.
 */

/* Judge pairs of a shape and a point, of which `points` has the coordinates, in a loop for either way;
 * returns how many are in doubt. */
LEVEL_INLINE ptrdiff_t LEVEL(points_in_loop)(const struct pair_side *points,
                                             const struct pair_side *shapes, ptrdiff_t count,
                                             unsigned char *verdicts, int by_cores)
{
    double slot[RECORD][STRETCH], point[2][STRETCH], verdict[STRETCH];
    ptrdiff_t start, undecided = 0;
    LEVEL(spread)(shapes, slot);
    for (start = 0; start < count; start += STRETCH) {
        const int pairs = count - start < STRETCH ? (int)(count - start) : STRETCH;
        const int groups = (pairs + GROUP - 1) / GROUP;
        LEVEL(load)(shapes, start, pairs, groups, slot);
        LEVEL(take_points)(points, start, pairs, groups, point);
        LEVEL(ask_ahead_of)(shapes, start, GROUP * groups, count);
        if (by_cores)
            LEVEL(judge_points_by_cores)(slot, point, groups, verdict);
        else
            LEVEL(judge_points)(slot, point, groups, verdict);
        undecided += LEVEL(note)(verdict, pairs, PAIR_UNDECIDED, verdicts + start);
    }
    return undecided;
}

static ptrdiff_t LEVEL(points_by_records)(const struct pair_side *points,
                                          const struct pair_side *shapes, ptrdiff_t count,
                                          unsigned char *verdicts)
{
    return shapes->has_cores ? LEVEL(points_in_loop)(points, shapes, count, verdicts, 1)
                             : LEVEL(points_in_loop)(points, shapes, count, verdicts, 0);
}

/* Judge `count` pairs; returns how many are left in doubt. Not inlined: it has its arrays itself. */
static ptrdiff_t LEVEL(judge)(const struct pair_side *a, const struct pair_side *b,
                              ptrdiff_t count, unsigned char *verdicts, enum judged_pairs of)
{
    struct LEVEL(sides) both;
    double verdict[STRETCH];
    ptrdiff_t start, undecided = 0;
    if (of == POINTS_AND_SHAPES)
        return LEVEL(points_by_records)(a, b, count, verdicts);
    LEVEL(begin)(a, b, &both);
    for (start = 0; start < count; start += STRETCH) {
        LEVEL(take)(a, b, start, count, &both);
        LEVEL(ask_ahead)(a, b, start, GROUP * both.groups, count);
        if (of == PAIRS_OF_BOXES)
            LEVEL(judge_boxes)(both.a, both.b, both.groups, verdict);
        else if (of == DISCS_AND_BOXES)
            LEVEL(judge_discs_and_boxes)(both.a, both.b, both.groups, verdict);
        else if (of == PAIRS_OF_CORES)
            LEVEL(judge_cores)(both.a, both.b, both.groups, verdict);
        else if (of == CIRCLES_OF_CORES)
            LEVEL(judge_circles)(both.a, both.b, both.groups, verdict);
        else
            LEVEL(judge_shapes)(both.a, both.b, both.groups, verdict);
        undecided += LEVEL(note)(verdict, both.pairs, PAIR_UNDECIDED, verdicts + start);
    }
    return undecided;
}

/* The side of some pairs alone, by an index that is written to `rows`. */
LEVEL_INLINE struct pair_side LEVEL(rows_of)(const struct pair_side *side, const ptrdiff_t *pairs,
                                             ptrdiff_t count, ptrdiff_t *rows)
{
    const struct pair_side of = {
        .records = side->records, .index = rows, .has_cores = side->has_cores};
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        rows[k] = LEVEL(row_of)(side, pairs[k]);
    return of;
}

/* Judge some pairs alone, of which at most MOST_WAITING are `open`; returns how many are left in doubt. */
static ptrdiff_t LEVEL(judge_open)(const struct pair_side *a, const struct pair_side *b,
                                   enum judged_pairs of, const ptrdiff_t *open, ptrdiff_t count,
                                   unsigned char *verdicts)
{
    ptrdiff_t of_a[MOST_WAITING], of_b[MOST_WAITING], k, undecided;
    unsigned char found[MOST_WAITING];
    const struct pair_side rows_a = LEVEL(rows_of)(a, open, count, of_a);
    const struct pair_side rows_b = LEVEL(rows_of)(b, open, count, of_b);
    undecided = LEVEL(judge)(&rows_a, &rows_b, count, found, of);
    for (k = 0; k < count; k++)
        verdicts[open[k]] = found[k];
    return undecided;
}

/* List the pairs that are in doubt; returns their number. */
LEVEL_INLINE ptrdiff_t LEVEL(list_doubtful)(const unsigned char *verdicts, ptrdiff_t count,
                                            ptrdiff_t *pairs)
{
    ptrdiff_t some = 0, k;
    for (k = 0; k < count; k++) { /* overwritten unless it counts: no branch */
        pairs[some] = k;
        some += verdicts[k] == PAIR_UNDECIDED;
    }
    return some;
}

/* Judge at most CLIMBING pairs of which some have rounded cores, by their circles first: these tell most of
 * what is not near, in a third of the time. */
LEVEL_INLINE ptrdiff_t LEVEL(judge_near_cores)(const struct pair_side *a, const struct pair_side *b,
                                               ptrdiff_t count, unsigned char *verdicts)
{
    ptrdiff_t open[CLIMBING];
    if (LEVEL(judge)(a, b, count, verdicts, CIRCLES_OF_CORES) == 0)
        return 0;
    return LEVEL(judge_open)(a, b, PAIRS_OF_CORES, open,
                             LEVEL(list_doubtful)(verdicts, count, open), verdicts);
}
