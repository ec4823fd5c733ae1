/* Pairs by their records: of boxes, discs, cores and whatever else, or of shapes and points.
 *
 * all_loops.inl includes this file, behind core_lanes.inl.
 */

/* Judge pairs of a shape and a point, of which `points` has the coordinates, in a loop for either way;
 * returns how many are in doubt. */
LANES_INLINE ptrdiff_t points_in_loop(const struct pair_side *points,
                                      const struct pair_side *shapes, ptrdiff_t count,
                                      unsigned char *verdicts, int by_cores)
{
    struct walk walk = walk_over(count);
    struct sides both; /* a for the shapes, b for the points */
    double verdict[STRETCH];
    spread(shapes, both.a);
    while (go_on(&walk)) {
        load(shapes, walk.start, walk.pairs, walk.groups, both.a);
        take_points(points, walk.start, walk.pairs, walk.groups, both.b);
        ask_ahead_of(shapes, walk.start, GROUP * walk.groups, count);
        if (by_cores)
            judge_points_by_cores(both.a, both.b, walk.groups, verdict);
        else
            judge_points(both.a, both.b, walk.groups, verdict);
        note(&walk, verdict, PAIR_UNDECIDED, verdicts);
    }
    return walk.undecided;
}

static ptrdiff_t points_by_records(const struct pair_side *points,
                                   const struct pair_side *shapes, ptrdiff_t count,
                                   unsigned char *verdicts)
{
    return shapes->has_cores ? points_in_loop(points, shapes, count, verdicts, 1)
                             : points_in_loop(points, shapes, count, verdicts, 0);
}

/* Judge `count` pairs; returns how many are left in doubt. Not inlined: it has its arrays itself. */
static ptrdiff_t judge(const struct pair_side *a, const struct pair_side *b,
                       ptrdiff_t count, unsigned char *verdicts, enum judged_pairs of)
{
    struct walk walk = walk_over(count);
    struct sides both;
    double verdict[STRETCH];
    if (of == POINTS_AND_SHAPES)
        return points_by_records(a, b, count, verdicts);
    begin(a, b, &both);
    while (take(a, b, &walk, &both)) {
        ask_ahead(a, b, &walk, 0, GROUP * walk.groups);
        if (of == PAIRS_OF_BOXES)
            judge_boxes(both.a, both.b, walk.groups, verdict);
        else if (of == DISCS_AND_BOXES)
            judge_discs_and_boxes(both.a, both.b, walk.groups, verdict);
        else if (of == PAIRS_OF_CORES)
            judge_cores(both.a, both.b, walk.groups, verdict);
        else if (of == CIRCLES_OF_CORES)
            judge_circles(both.a, both.b, walk.groups, verdict);
        else
            judge_shapes(both.a, both.b, walk.groups, verdict);
        note(&walk, verdict, PAIR_UNDECIDED, verdicts);
    }
    return walk.undecided;
}

/* The side of some pairs alone, by an index that is written to `rows`. */
LANES_INLINE struct pair_side rows_of(const struct pair_side *side, const ptrdiff_t *pairs,
                                      ptrdiff_t count, ptrdiff_t *rows)
{
    const struct pair_side of = {
        .records = side->records, .index = rows, .origin = side->origin,
        .has_cores = side->has_cores};
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        rows[k] = row_of(side, pairs[k]);
    return of;
}

/* Judge some pairs alone, of which at most MOST_WAITING are `open`; returns how many are left in doubt. */
static ptrdiff_t judge_open(const struct pair_side *a, const struct pair_side *b,
                            enum judged_pairs of, const ptrdiff_t *open, ptrdiff_t count,
                            unsigned char *verdicts)
{
    ptrdiff_t of_a[MOST_WAITING], of_b[MOST_WAITING], k, undecided;
    unsigned char found[MOST_WAITING];
    const struct pair_side rows_a = rows_of(a, open, count, of_a);
    const struct pair_side rows_b = rows_of(b, open, count, of_b);
    undecided = judge(&rows_a, &rows_b, count, found, of);
    for (k = 0; k < count; k++)
        verdicts[open[k]] = found[k];
    return undecided;
}

/* List the pairs that are in doubt; returns their number. */
LANES_INLINE ptrdiff_t list_doubtful(const unsigned char *verdicts, ptrdiff_t count,
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
LANES_INLINE ptrdiff_t judge_near_cores(const struct pair_side *a, const struct pair_side *b,
                                        ptrdiff_t count, unsigned char *verdicts)
{
    ptrdiff_t open[CLIMBING];
    if (judge(a, b, count, verdicts, CIRCLES_OF_CORES) == 0)
        return 0;
    return judge_open(a, b, PAIRS_OF_CORES, open,
                      list_doubtful(verdicts, count, open), verdicts);
}
