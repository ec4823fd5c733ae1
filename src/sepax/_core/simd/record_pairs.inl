/* Pairs by their records: of boxes, discs, cores and whatever else, or of shapes and points.
 *
 * levels.h includes this file once for each instruction set, behind core_lanes.inl.
 */

/* Judge pairs of a shape and a point, of which `points` has the coordinates, in a loop for either way;
 * returns how many are in doubt. */
LEVEL_INLINE ptrdiff_t LEVEL(points_in_loop)(const struct pair_side *a,
                                             const struct pair_side *points, ptrdiff_t count,
                                             unsigned char *verdicts, int by_cores)
{
    double slot[RECORD][STRETCH], point[2][STRETCH], verdict[STRETCH];
    ptrdiff_t start, undecided = 0;
    LEVEL(spread)(a, slot);
    for (start = 0; start < count; start += STRETCH) {
        const int pairs = count - start < STRETCH ? (int)(count - start) : STRETCH;
        const int lanes = (pairs + GROUP - 1) / GROUP * GROUP;
        LEVEL(load)(a, start, pairs, lanes, slot);
        LEVEL(take_points)(points, start, pairs, lanes, point);
        LEVEL(ask_ahead_of)(a, start, lanes, count);
        if (by_cores)
            LEVEL(judge_points_by_cores)(slot, point, lanes, verdict);
        else
            LEVEL(judge_points)(slot, point, lanes, verdict);
        undecided += LEVEL(note)(verdict, pairs, PAIR_UNDECIDED, verdicts + start);
    }
    return undecided;
}

static ptrdiff_t LEVEL(points)(const struct pair_side *a, const struct pair_side *points,
                               ptrdiff_t count, unsigned char *verdicts)
{
    return a->has_cores ? LEVEL(points_in_loop)(a, points, count, verdicts, 1)
                        : LEVEL(points_in_loop)(a, points, count, verdicts, 0);
}

/* Judge `count` pairs; returns how many are left in doubt. Not inlined: it has its arrays itself. */
static ptrdiff_t LEVEL(judge)(const struct pair_side *a, const struct pair_side *b,
                              ptrdiff_t count, unsigned char *verdicts, enum judged_pairs of)
{
    struct LEVEL(sides) both;
    double verdict[STRETCH];
    ptrdiff_t start, undecided = 0;
    LEVEL(begin)(a, b, &both);
    for (start = 0; start < count; start += STRETCH) {
        LEVEL(take)(a, b, start, count, &both);
        LEVEL(ask_ahead)(a, b, start, both.lanes, count);
        if (of == PAIRS_OF_BOXES)
            LEVEL(judge_boxes)(both.a, both.b, both.lanes, verdict);
        else if (of == DISCS_AND_BOXES)
            LEVEL(judge_discs_and_boxes)(both.a, both.b, both.lanes, verdict);
        else if (of == PAIRS_OF_CORES)
            LEVEL(judge_cores)(both.a, both.b, both.lanes, verdict);
        else
            LEVEL(judge_shapes)(both.a, both.b, both.lanes, verdict);
        undecided += LEVEL(note)(verdict, both.pairs, PAIR_UNDECIDED, verdicts + start);
    }
    return undecided;
}
