/* Classify pairs by their records: boxes, discs, cores and others, or shapes and points.
 * all_loops.inl includes this file behind core_lanes.inl. */

/* Classify pairs of a point (coordinates in the records of a) and a shape of b; returns how many
 * are uncertain. */
LANES_INLINE ptrdiff_t classify_points_in_loop(const struct pair_batch *batch,
                                               unsigned char *verdicts, int by_cores)
{
    const struct pair_side *const points = &batch->a, *const shapes = &batch->b;
    struct walk walk = walk_over(batch->count);
    struct sides both; /* a for the shapes, b for the points */
    double verdict[STRETCH];
    spread(shapes, both.a);
    while (go_on(&walk)) {
        load(shapes, walk.start, walk.pairs, walk.chunks, both.a);
        load_points(points, walk.start, walk.pairs, walk.chunks, both.b);
        prefetch_records(shapes, walk.start, CHUNK * walk.chunks, walk.count);
        if (by_cores)
            classify_points_by_cores(both.a, both.b, walk.chunks, verdict);
        else
            classify_points(both.a, both.b, walk.chunks, verdict);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

static ptrdiff_t points_by_records(const struct pair_batch *batch, unsigned char *verdicts)
{
    return batch->b.has_cores ? classify_points_in_loop(batch, verdicts, 1)
                              : classify_points_in_loop(batch, verdicts, 0);
}

/* Classify pairs; returns how many remain uncertain. Not inlined: it has its arrays itself. */
static ptrdiff_t classify(const struct pair_batch *batch, unsigned char *verdicts,
                          enum pair_kind of)
{
    struct sides both;
    struct walk walk;
    double verdict[STRETCH];
    if (of == POINTS_AND_SHAPES)
        return points_by_records(batch, verdicts);
    walk = begin_walk(batch, &both);
    while (load_stretch(batch, &walk, &both)) {
        prefetch_later(batch, &walk, 0, CHUNK * walk.chunks);
        if (of == PAIRS_OF_BOXES)
            classify_boxes(both.a, both.b, walk.chunks, verdict);
        else if (of == DISCS_AND_BOXES)
            classify_discs_and_boxes(both.a, both.b, walk.chunks, verdict);
        else if (of == PAIRS_OF_CORES)
            classify_cores(both.a, both.b, walk.chunks, verdict);
        else if (of == CIRCLES_OF_CORES)
            classify_by_circles(both.a, both.b, walk.chunks, verdict);
        else
            classify_shapes(both.a, both.b, walk.chunks, verdict);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* The side of some pairs alone; writes their index to `rows`. */
LANES_INLINE struct pair_side rows_of(const struct pair_side *side, const ptrdiff_t *pairs,
                                      ptrdiff_t count, ptrdiff_t *rows)
{
    const struct pair_side of = {.records = side->records, .index = rows,
                                 .origin = side->origin, .has_cores = side->has_cores};
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        rows[k] = row_of(side, pairs[k]);
    return of;
}

/* Memory for the indices of some pairs alone. */
struct listed_rows {
    ptrdiff_t a[MOST_PENDING], b[MOST_PENDING];
};

LANES_INLINE struct pair_batch batch_of_listed(const struct pair_batch *batch,
                                               const ptrdiff_t *pairs, ptrdiff_t count,
                                               struct listed_rows *rows)
{
    const struct pair_batch listed = {rows_of(&batch->a, pairs, count, rows->a),
                                      rows_of(&batch->b, pairs, count, rows->b), count};
    return listed;
}

/* Classify some pairs alone, at most MOST_PENDING; returns how many remain uncertain. */
static ptrdiff_t classify_listed(const struct pair_batch *batch, enum pair_kind of,
                                 const ptrdiff_t *pending, ptrdiff_t count,
                                 unsigned char *verdicts)
{
    struct listed_rows rows;
    const struct pair_batch listed = batch_of_listed(batch, pending, count, &rows);
    unsigned char found[MOST_PENDING];
    const ptrdiff_t uncertain = classify(&listed, found, of);
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        verdicts[pending[k]] = found[k];
    return uncertain;
}

/* List the pairs that are uncertain; returns their number. */
LANES_INLINE ptrdiff_t list_uncertain_pairs(const unsigned char *verdicts, ptrdiff_t count,
                                            ptrdiff_t *pairs)
{
    ptrdiff_t some = 0, k;
    for (k = 0; k < count; k++) { /* overwritten unless it counts: no branch */
        pairs[some] = k;
        some += verdicts[k] == PAIR_UNCERTAIN;
    }
    return some;
}

/* Classify at most CASCADE_BLOCK pairs with rounded cores, by circles first: these decide most
 * distant pairs in a third of the time. */
LANES_INLINE ptrdiff_t classify_near_cores(const struct pair_batch *batch,
                                           unsigned char *verdicts)
{
    ptrdiff_t pending[CASCADE_BLOCK];
    if (classify(batch, verdicts, CIRCLES_OF_CORES) == 0)
        return 0;
    return classify_listed(batch, PAIRS_OF_CORES, pending,
                           list_uncertain_pairs(verdicts, batch->count, pending), verdicts);
}
