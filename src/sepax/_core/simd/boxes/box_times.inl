/* Pairs of boxes in motion: only the time at which they first touch, with the bits of
 * box_sweeps.inl. all_loops.inl includes this file after box_sweeps.inl. */

/* The motions of FLOATS pairs that are cast. */
LANES_INLINE struct motion_lanes motion_of_rounded(const struct rounded_pairs *rounded_pairs,
                                                   const struct relative_motion *motion,
                                                   ptrdiff_t first)
{
    struct motion_lanes lanes;
    lanes.dx = rounded_pairs->dx;
    lanes.dy = rounded_pairs->dy;
    lanes.mx = floats_cast(motion->x + first);
    lanes.my = floats_cast(motion->y + first);
    lanes.speed = floats_add(floats_magnitude(lanes.mx), floats_magnitude(lanes.my));
    lanes.end = floats_add_product(floats_fill((float)PROXY_UNDERFLOW_ERROR),
                                   floats_cast(motion->max_time + first),
                                   floats_fill((float)LARGER_IN_FLOAT32));
    lanes.error = lanes.tolerance = rounded_pairs->error;
    lanes.slack = floats_multiply(rounded_pairs->part, lanes.speed);
    return lanes;
}

/* An edge_verdict for each of FLOATS pairs. */
LANES_INLINE floats_t entering_edges(const struct motion_result *of)
{
    const floats_t or_none = floats_if_less(floats_fill(1.0f), of->verdict,
                                            floats_fill((float)EDGE_NONE), of->entering);
    return floats_if_less(of->verdict, floats_fill(-1.0f), floats_fill((float)EDGE_AT_START),
                          or_none);
}

/* The edges of a stretch by rounded records; returns whether some are tied or uncertain. Prefetches
 * records of a; those of b come while edges are timed: all at once took 1.05 of the time. */
LANES_CALLED int find_edges_in_float32(const struct pair_side *a, ptrdiff_t start, ptrdiff_t count,
                                       struct sides *both, const struct relative_motion *motion,
                                       float uncertainty, struct leading_edges *edges)
{
    LINE_ALIGNED float of_a[STRETCH], of_b[STRETCH];
    floats_t rare = floats_fill(0.0f);
    ptrdiff_t first, k;
    for (first = 0; first < CHUNK * both->chunks; first += FLOATS) {
        struct rounded_pairs rounded_pairs;
        struct motion_lanes lanes;
        struct motion_result of;
        floats_t edge;
        prefetch_records(a, start + first, FLOATS, count);
        round_pairs(both, floats_fill(uncertainty), first, &rounded_pairs);
        lanes = motion_of_rounded(&rounded_pairs, motion, first);
        of = classify_motion(rounded_pairs.a, rounded_pairs.b, &lanes);
        edge = entering_edges(&of);
        rare = floats_maximum(edge, rare);
        floats_store_doubles(edges->edge + first, edge);
        floats_store(of_a + first, of.of_a);
        floats_store(of_b + first, floats_add(floats_fill(4.0f), of.of_b));
    }
    if (floats_largest(rare) <= EDGE_NONE)
        return 0;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        edges->of_a[k] = of_a[k];
        edges->of_b[k] = of_b[k];
    }
    return 1;
}

/* The times of a stretch are quotients: the gap along an edge by its closing speed. */
struct closing {
    LINE_ALIGNED double gap[STRETCH];
    double speed[STRETCH];
};

/* Those of a chunk in which all edges are found. */
LANES_INLINE void find_closing(struct sides *both, const struct relative_motion *motion,
                               const double *edges, ptrdiff_t first,
                               struct closing *closing)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct chosen pair = choose(both, edges[k], k);
        closing->gap[k] = separation_from_centre(&pair.line, &pair.own, &pair.other);
        closing->speed[k] = closing_speed(&pair.line, pair.sign * motion->x[k],
                                          pair.sign * motion->y[k]);
    }
}

/* The times of a stretch. A loop of its own, as each division waits for two others and a root: 0.97
 * of the time. */
LANES_INLINE void find_entering_times(const struct relative_motion *motion, const double *edges,
                                      const struct closing *closing, int chunks,
                                      double *time, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double edge = edges[k], entry = closing->gap[k] / closing->speed[k];
        const uint64_t at_start = where_negative(edge + 0.5);
        const uint64_t never = where_negative(EDGE_NONE - 0.5 - edge);
        const uint64_t apart =
            ~at_start & (never | where_negative(motion->max_time[k] - entry));
        time[k] = choose_bits(at_start, 0.0, choose_bits(apart, INFINITY, entry));
        verdict[k] = choose_bits(apart, PAIR_APART, PAIR_MEETS);
    }
}

/* Settle the ties of a stretch. */
LANES_INLINE void resolve_entering_ties(struct sides *both, const struct relative_motion *motion,
                                        struct leading_edges *edges)
{
    ptrdiff_t first;
    for (first = 0; first < CHUNK * both->chunks; first += CHUNK)
        if (has_ties(edges->edge + first))
            resolve_tied_times(both, motion, first, 1.0, edges);
}

/* The times of the pairs of a stretch whose edges are uncertain in float32: those of their impacts. */
LANES_CALLED void find_uncertain_times(const struct pair_batch *batch,
                                       const struct motions *motions, ptrdiff_t row,
                                       struct walk walk, const double *edges, double *time,
                                       double *verdict)
{
    double exit_time[STRETCH], normal[2 * STRETCH], point[2 * STRETCH];
    unsigned char hit[STRETCH], initial[STRETCH], leaving[STRETCH];
    const struct impact_arrays out = {hit, time, exit_time, normal, point, initial, leaving};
    ptrdiff_t pairs[STRETCH], lanes[STRETCH];
    struct listed_rows rows;
    struct gathered_motions gathered;
    struct pair_batch listed;
    struct motions own;
    int count = 0, k;
    for (k = 0; k < walk.pairs; k++) {
        lanes[count] = k;
        pairs[count] = walk.start + k;
        count += edges[k] == EDGE_UNCERTAIN;
    }
    if (count == 0)
        return;
    listed = batch_of_listed(batch, pairs, count, &rows);
    own = gather_motions(motions, row, pairs, count, &gathered);
    (void)sweeps_by_records(&listed, &own, &out, 0, lanes);
    for (k = 0; k < count; k++)
        verdict[lanes[k]] = hit[lanes[k]];
}

/* The times of pairs of boxes of boxes.pxd, by their records; motions begin at `row`. float32, with
 * twice as many pairs a vector and simpler bounds, nearly always decides which edge enters last;
 * float64 computes the time of that edge. Returns how many pairs are uncertain. */
static ptrdiff_t times_by_rounded_records(const struct pair_batch *batch,
                                          const struct motions *motions, double *times,
                                          unsigned char *verdicts, ptrdiff_t row)
{
    const float uncertainty = uncertainty_of(batch);
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    struct relative_motion motion;
    struct leading_edges edges;
    struct closing closing;
    double time[STRETCH], verdict[STRETCH];
    while (load_stretch(batch, &walk, &both)) {
        ptrdiff_t first;
        int any_uncertain;
        read_relative_motion(motions, row, &walk, &motion);
        any_uncertain = find_edges_in_float32(&batch->a, walk.start, walk.count, &both, &motion,
                                          uncertainty, &edges);
        if (batch->a.proxies) /* not the pairs that were counted as proxies had them */
            count_rounded(walk.pairs, count_verdicts(edges.edge, walk.pairs, EDGE_UNCERTAIN));
        if (any_uncertain)
            resolve_entering_ties(&both, &motion, &edges);
        for (first = 0; first < CHUNK * walk.chunks; first += CHUNK) {
            prefetch_records(&batch->b, walk.start + first, CHUNK, walk.count);
            find_closing(&both, &motion, edges.edge, first, &closing);
        }
        find_entering_times(&motion, edges.edge, &closing, walk.chunks, time, verdict);
        if (any_uncertain)
            find_uncertain_times(batch, motions, row, walk, edges.edge, time, verdict);
        write_numbers(&walk, time, times);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

/* The times of the pairs that proxies leave uncertain; returns how many still are. */
static ptrdiff_t find_pending_times(const struct pair_batch *batch, const ptrdiff_t *pending,
                                    int count, const struct motions *motions, ptrdiff_t row,
                                    double *times, unsigned char *verdicts)
{
    struct listed_rows rows;
    struct gathered_motions gathered;
    const struct pair_batch listed = batch_of_listed(batch, pending, count, &rows);
    const struct motions own = gather_motions(motions, row, pending, count, &gathered);
    double time[MOST_PENDING];
    unsigned char found[MOST_PENDING];
    const ptrdiff_t uncertain = times_by_rounded_records(&listed, &own, time, found, 0);
    ptrdiff_t k;
    for (k = 0; k < count; k++) {
        times[pending[k]] = time[k];
        verdicts[pending[k]] = found[k];
    }
    return uncertain;
}

/* The times of at most CASCADE_BLOCK pairs from `start` on, where proxies find a miss or a meeting
 * at the start. Lists the others in `pending` and returns their number. */
LANES_INLINE int times_by_proxies(const struct pair_batch *batch, ptrdiff_t start, int pairs,
                                  const struct motions *motions, ptrdiff_t row, double *times,
                                  unsigned char *verdicts, ptrdiff_t *pending)
{
    struct block_result result;
    struct motion_block block;
    ptrdiff_t k;
    read_motion_block(motions, row + start, pairs, &block);
    classify_motions(batch, start, pairs, &block, &result);
    for (k = 0; k < pairs; k++)
        times[start + k] = result.verdicts[k] == PAIR_APART ? INFINITY : 0.0;
    memcpy(verdicts + start, result.verdicts, (size_t)pairs);
    for (k = 0; k < result.count; k++) { /* prefetch: the records are read a block or two later */
        pending[k] = start + result.uncertain[k];
        prefetch(batch->a.records + RECORD * row_of(&batch->a, pending[k]));
        prefetch(batch->b.records + RECORD * row_of(&batch->b, pending[k]));
    }
    count_proxies(pairs, result.count);
    return result.count;
}

/* How many pairs meet after the start: proxies find the others. */
LANES_INLINE int count_later_impacts(const double *times, int pairs)
{
    int later = 0, k;
    for (k = 0; k < pairs; k++)
        later += (times[k] > 0.0) & (times[k] < INFINITY);
    return later;
}

/* The times of pairs of boxes. Proxies come first if few pairs of the block before met after the
 * start; else records at once, as most pairs need them. `few_meet_later` is that choice for the
 * first block, and then for the next call. */
static ptrdiff_t times(const struct pair_batch *batch, const struct motions *motions, double *times,
                       unsigned char *verdicts, ptrdiff_t row, int *few_meet_later)
{
    const int is_large = batch->a.is_large || batch->b.is_large;
    const int most_meet_later = is_large ? MOST_MEET_LATER_OF_LARGE : MOST_MEET_LATER;
    ptrdiff_t pending[MOST_PENDING], start, uncertain = 0;
    int pending_count = 0;
    if (!batch->a.proxies || !batch->b.proxies)
        return times_by_rounded_records(batch, motions, times, verdicts, row);
    for (start = 0; start < batch->count; start += CASCADE_BLOCK) {
        const struct pair_batch block = batch_from(batch, start, CASCADE_BLOCK);
        const int pairs = (int)block.count;
        int later;
        if (*few_meet_later) {
            later = times_by_proxies(batch, start, pairs, motions, row, times, verdicts,
                                     pending + pending_count);
            pending_count += later;
        } else {
            uncertain += times_by_rounded_records(&block, motions, times + start, verdicts + start,
                                                  row + start);
            later = count_later_impacts(times + start, pairs);
        }
        *few_meet_later = later * 100 <= most_meet_later * pairs;
        if (pending_count > MOST_PENDING - CASCADE_BLOCK) {
            uncertain += find_pending_times(batch, pending, pending_count, motions, row, times,
                                            verdicts);
            pending_count = 0;
        }
    }
    if (pending_count > 0)
        uncertain += find_pending_times(batch, pending, pending_count, motions, row, times,
                                        verdicts);
    return uncertain;
}
