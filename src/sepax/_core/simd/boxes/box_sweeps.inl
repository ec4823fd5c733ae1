/* Pairs of boxes in motion: when and where they first touch. overlap_times (ring_lanes.inl) defines
 * the times; tests/simd/test_boxes.py holds the lanes to its bits. all_loops.inl includes this file
 * after box_contacts.inl. Records decide which edges; numbers come from the true vertices. */

/* The separation along an axis on the way of the other centre from `along` to `along + by`. */
LANES_INLINE double separation_along_motion(double along, double by, double extent)
{
    return larger(smaller(along, along + by), -larger(along, along + by)) - extent;
}

/* The extent of a box across a way, times its length. */
LANES_INLINE double extent_across(const struct box *box, const struct seen *way)
{
    return box->half_width * fabs(way->across) + box->half_height * fabs(way->along);
}

/* Boxes of a chunk that stay apart during the motion of b relative to a, PAIR_APART; other verdicts
 * stay. The path of b's centre is a segment;
 * an axis of a box, or the one across the path, separates it from the sum of the boxes. `size`
 * includes the path. The kernels bound the same separations, divided by speeds, to within another
 * error bound, and an edge moved by d moves a corner of the sum, which is not acute, by 1.5 d: 3
 * error bounds give the same answer. */
LANES_INLINE void classify_swept_boxes(double (*a)[STRETCH], double (*b)[STRETCH],
                                       const struct relative_motion *motion, ptrdiff_t first,
                                       double *verdict)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct box box_a = box_of(a, k), box_b = box_of(b, k);
        const double dx = box_b.x - box_a.x, dy = box_b.y - box_a.y;
        const double mx = -motion->x[k] * motion->max_time[k];
        const double my = -motion->y[k] * motion->max_time[k];
        const double travel = fabs(mx) + fabs(my), size = size_of(a, b, k) + travel;
        const struct seen start_a = see(&box_a, dx, dy), way_a = see(&box_a, mx, my);
        const struct seen start_b = see(&box_b, dx, dy), way_b = see(&box_b, mx, my);
        const struct box_extents extents = extents_of_boxes(&box_a, &box_b);
        const double rounding = SEPARATION_ROUNDOFF * size + MOTION_UNDERFLOW_ERROR;
        const double error = 3.0 * (rounding + (a[SKEW][k] + b[SKEW][k]) * size);
        const double separation_a =
            larger(separation_along_motion(start_a.along, way_a.along,
                                           box_a.half_width + extents.of[ALONG_A]),
                   separation_along_motion(start_a.across, way_a.across,
                                           box_a.half_height + extents.of[ACROSS_A]));
        const double separation_b =
            larger(separation_along_motion(start_b.along, way_b.along,
                                           box_b.half_width + extents.of[ALONG_B]),
                   separation_along_motion(start_b.across, way_b.across,
                                           box_b.half_height + extents.of[ACROSS_B]));
        const double aside = fabs(dy * mx - dx * my)
                             - (extent_across(&box_a, &way_a) + extent_across(&box_b, &way_b));
        /* Motions of denormal numbers are off by a unit of these, times the size. */
        const double aside_error = error * (travel + UNDERFLOW_ERROR) + UNDERFLOW_ERROR;
        const double beside = aside > aside_error ? (double)PAIR_APART : verdict[k];
        verdict[k] = larger(separation_a, separation_b) > error ? PAIR_APART : beside;
    }
}

/* Of a chunk, the edges that enter last and those that leave first. */
LANES_INLINE void find_crossing_edges(struct sides *both, const struct relative_motion *motion,
                                      ptrdiff_t first, struct leading_edges *entering,
                                      struct leading_edges *leaving)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const struct crossings of = crossings_of(both, motion, k);
        const struct latest enter_a = last_entry(&of.along_a, &of.across_a);
        const struct latest enter_b = last_entry(&of.along_b, &of.across_b);
        const struct latest leave_a = first_exit(&of.along_a, &of.across_a);
        const struct latest leave_b = first_exit(&of.along_b, &of.across_b);
        decide(&enter_a, &enter_b, k, entering);
        decide(&leave_a, &leave_b, k, leaving);
    }
}

/* The impacts of a stretch of pairs. */
struct impacts {
    double time[STRETCH], exit_time[STRETCH], normal[2][STRETCH], point[2][STRETCH];
    double initial[STRETCH], leaving[STRETCH], verdict[STRETCH];
};

/* Resolve the ties of a chunk for the widest separation. `closing` is then the certain closing
 * speed of the edge that was not chosen: it, too, may decide that boxes leave (motion_leaves in
 * sweep.pxd). It is infinite without a tie. */
LANES_CALLED void resolve_tied_separations(struct sides *both, const struct relative_motion *motion,
                                           ptrdiff_t first, struct leading_edges *widest, double *closing)
{
    double tied[CHUNK];
    ptrdiff_t k;
    for (k = 0; k < CHUNK; k++)
        tied[k] = widest->edge[first + k];
    resolve_ties(both, first, widest);
    for (k = first; k < first + CHUNK; k++) {
        const uint64_t on_b = where_negative(3.5 - widest->edge[k]);
        const struct box box = choose_box(on_b, both->a, both->b, k);
        const double edge = choose_bits(on_b, widest->of_a[k], widest->of_b[k] - 4.0);
        const double s = start_s(edge), t = start_t(edge);
        /* The edge from (s, t) to (-t, s) faces along ((s - t) / 2, (s + t) / 2). */
        const double nx = 0.5 * ((s - t) * box.cosine - (s + t) * box.sine);
        const double ny = 0.5 * ((s - t) * box.sine + (s + t) * box.cosine);
        const double toward = nx * motion->x[k] + ny * motion->y[k];
        const double speed = fabs(motion->x[k]) + fabs(motion->y[k]);
        const double slack = (SEPARATION_ROUNDOFF + both->a[SKEW][k] + both->b[SKEW][k]) * speed;
        closing[k] = choose_bits(where_negative(EDGE_TIED - 0.5 - tied[k - first]),
                                 choose_bits(on_b, toward, -toward) - 2.0 * slack, INFINITY);
    }
}

/* Where boxes meet: in the middle of both ends of the clipped edge, or at the deeper one. */
LANES_INLINE struct manifold meeting_point(const struct chosen *pair, const struct clip *clip)
{
    struct manifold points = contact_points(pair, clip);
    points.x[0] = choose_bits(clip->both, 0.5 * (points.x[0] + points.x[1]),
                              choose_bits(clip->second, points.x[1], points.x[0]));
    points.y[0] = choose_bits(clip->both, 0.5 * (points.y[0] + points.y[1]),
                              choose_bits(clip->second, points.y[1], points.y[0]));
    return points;
}

/* The impacts of a chunk once its edges are found: convex_sweep (sweep.pxd). Boxes that meet at the
 * start do so along the edge of their widest separation, and leave if that edge does not
 * approach. */
LANES_INLINE void find_impacts(struct sides *both, const struct relative_motion *motion,
                               const struct velocities *velocities, const double *widest,
                               const double *closing, const double *entering, const double *leaving,
                               ptrdiff_t first, struct impacts *out)
{
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++) {
        const double mx = motion->x[k], my = motion->y[k], speed = fabs(mx) + fabs(my);
        const uint64_t initial = where_negative(widest[k] - (EDGE_NONE - 0.5));
        const double edge = choose_bits(initial, widest[k], entering[k]);
        const struct chosen pair = choose(both, edge, k);
        const struct chosen last = choose(both, leaving[k], k);
        const double nx = 0.0 + pair.sign * pair.line.nx, ny = 0.0 + pair.sign * pair.line.ny;
        const double entry =
            time_of(&pair.line, &pair.own, &pair.other, pair.sign * mx, pair.sign * my);
        const double time = choose_bits(initial, 0.0, entry);
        const double exit_time =
            time_of(&last.line, &last.own, &last.other, last.sign * mx, last.sign * my);
        const struct clip clip =
            clip_facing(&pair, size_of(both->a, both->b, k), both->a[SKEW][k] + both->b[SKEW][k],
                        choose_bits(initial, 0.0, -pair.sign * mx * time),
                        choose_bits(initial, 0.0, -pair.sign * my * time), 0.0);
        const struct manifold point = meeting_point(&pair, &clip);
        const uint64_t on_b = where_negative(pair.sign);
        const double carried_x = choose_bits(on_b, velocities->b[0][k], velocities->a[0][k]) * time;
        const double carried_y = choose_bits(on_b, velocities->b[1][k], velocities->a[1][k]) * time;
        const uint64_t leaves = ~where_negative(SPEED_ROUNDOFF * speed - (nx * mx + ny * my));
        const uint64_t miss = where_negative(exit_time - time) | where_negative(exit_time)
                              | where_negative(motion->max_time[k] - time);
        /* Boxes that are apart do not meet at time 0, unless they miss. */
        const double sound = choose_bits(initial, exit_time, larger(entry, -exit_time));
        /* Slow motions the kernel for two shapes measures in smaller units. */
        const uint64_t is_uncertain = where_negative(EDGE_NONE - 0.5 - larger(edge, leaving[k]))
                                      | where_negative(EDGE_NONE + 0.5 - widest[k])
                                      | where_negative(speed - SMALLEST_SPEED_OF_LANES)
                                      | where_negative(sound - UNDERFLOW_ERROR)
                                      | (initial & ~leaves & where_negative(closing[k]))
                                      | clip.is_uncertain;
        out->time[k] = time;
        out->exit_time[k] = exit_time;
        out->normal[0][k] = nx;
        out->normal[1][k] = ny;
        out->point[0][k] = choose_bits(initial, point.x[0], carried_x + point.x[0]);
        out->point[1][k] = choose_bits(initial, point.y[0], carried_y + point.y[0]);
        out->initial[k] = choose_bits(initial, 1.0, 0.0);
        out->leaving[k] = choose_bits(initial & leaves, 1.0, 0.0);
        out->verdict[k] =
            choose_bits(is_uncertain, PAIR_UNCERTAIN, choose_bits(miss, PAIR_APART, PAIR_MEETS));
    }
}

/* Clear the rows of a stretch that are no hits. */
LANES_INLINE void write_zero_misses(int chunks, struct impacts *out)
{
    ptrdiff_t k;
    int i;
    for (k = 0; k < CHUNK * chunks; k++) {
        const uint64_t hit = where_negative(fabs(out->verdict[k] - PAIR_MEETS) - 0.5);
        out->time[k] = choose_bits(hit, out->time[k], INFINITY);
        out->exit_time[k] = choose_bits(hit, out->exit_time[k], INFINITY);
        for (i = 0; i < 2; i++) {
            out->normal[i][k] = choose_bits(hit, out->normal[i][k], 0.0);
            out->point[i][k] = choose_bits(hit, out->point[i][k], 0.0);
        }
        out->initial[k] = choose_bits(hit, out->initial[k], 0.0);
        out->leaving[k] = choose_bits(hit, out->leaving[k], 0.0);
    }
}

/* Write so many to the rows from `row` on, or to those that are listed. */
LANES_INLINE void write_impacts(const struct impacts *from, int pairs,
                                const struct impact_arrays *out, ptrdiff_t row,
                                const ptrdiff_t *listed)
{
    ptrdiff_t k;
    int i;
    for (k = 0; k < pairs; k++) {
        const ptrdiff_t to = row + (listed ? listed[k] : k);
        out->time[to] = from->time[k];
        out->exit_time[to] = from->exit_time[k];
        for (i = 0; i < 2; i++) {
            out->normal[2 * to + i] = from->normal[i][k];
            out->point[2 * to + i] = from->point[i][k];
        }
    }
    for (k = 0; k < pairs; k++) {
        const ptrdiff_t to = row + (listed ? listed[k] : k);
        out->hit[to] = (unsigned char)(int)from->verdict[k];
        out->initial[to] = (unsigned char)(int)from->initial[k];
        out->leaving[to] = (unsigned char)(int)from->leaving[k];
    }
}

/* Sweep a chunk. The path of a centre decides nothing that edges do not, but where these are
 * uncertain. */
LANES_INLINE void sweep_chunk(struct sides *both, const struct relative_motion *motion,
                              const struct velocities *velocities, struct leading_edges *widest,
                              ptrdiff_t first, int skip_leaving, struct impacts *out)
{
    struct leading_edges entering, leaving;
    double closing[STRETCH];
    ptrdiff_t k;
    for (k = first; k < first + CHUNK; k++)
        closing[k] = INFINITY;
    if (has_ties(widest->edge + first))
        resolve_tied_separations(both, motion, first, widest, closing);
    find_crossing_edges(both, motion, first, &entering, &leaving);
    if (has_ties(entering.edge + first))
        resolve_tied_times(both, motion, first, 1.0, &entering);
    if (has_ties(leaving.edge + first))
        resolve_tied_times(both, motion, first, -1.0, &leaving);
    find_impacts(both, motion, velocities, widest->edge, closing, entering.edge, leaving.edge,
                 first, out);
    if (largest_verdict(out->verdict + first) == PAIR_UNCERTAIN)
        classify_swept_boxes(both->a, both->b, motion, first, out->verdict);
    for (k = first; skip_leaving && k < first + CHUNK; k++) {
        const int leaves = (out->verdict[k] == PAIR_MEETS) & (out->leaving[k] > 0.0);
        out->verdict[k] = leaves ? PAIR_APART : out->verdict[k];
    }
}

/* The impacts of pairs of boxes of boxes.pxd, in `out` from `row` on, also the row of the motions; or
 * of listed pairs, whose motions are gathered. Returns how many are uncertain. */
static ptrdiff_t sweeps_by_records(const struct pair_batch *batch, const struct motions *motions,
                                   const struct impact_arrays *out, ptrdiff_t row,
                                   const ptrdiff_t *listed)
{
    struct sides both;
    struct walk walk = begin_walk(batch, &both);
    struct leading_edges widest;
    struct relative_motion motion;
    struct velocities velocities;
    struct impacts impacts;
    while (load_stretch(batch, &walk, &both)) {
        ptrdiff_t first;
        read_relative_motion(motions, listed ? 0 : row, &walk, &motion);
        read_velocities(motions, listed ? 0 : row, &walk, &velocities);
        find_widest_separations(&both, &widest);
        for (first = 0; first < CHUNK * walk.chunks; first += CHUNK) {
            prefetch_later(batch, &walk, first, CHUNK);
            sweep_chunk(&both, &motion, &velocities, &widest, first, motions->skip_leaving,
                        &impacts);
        }
        write_zero_misses(walk.chunks, &impacts);
        walk.uncertain += count_verdicts(impacts.verdict, walk.pairs, PAIR_UNCERTAIN);
        if (listed)
            write_impacts(&impacts, walk.pairs, out, row, listed + walk.start);
        else
            write_impacts(&impacts, walk.pairs, out, row + walk.start, NULL);
    }
    return walk.uncertain;
}

/* Rows from `row` on as misses. */
static void write_misses(const struct impact_arrays *out, ptrdiff_t row, int count)
{
    const size_t bytes = (size_t)count;
    ptrdiff_t k;
    for (k = 0; k < count; k++)
        out->time[row + k] = out->exit_time[row + k] = INFINITY;
    memset(out->normal + 2 * row, 0, 2 * bytes * sizeof *out->normal);
    memset(out->point + 2 * row, 0, 2 * bytes * sizeof *out->point);
    memset(out->hit + row, PAIR_APART, bytes);
    memset(out->initial + row, 0, bytes);
    memset(out->leaving + row, 0, bytes);
}

/* The impacts of at most CASCADE_BLOCK pairs from `start` on: only of those whose proxies do not
 * miss. Returns how many are uncertain. */
LANES_INLINE ptrdiff_t sweeps_by_proxies(const struct pair_batch *batch, ptrdiff_t start, int pairs,
                                         const struct motions *motions,
                                         const struct impact_arrays *out, ptrdiff_t row)
{
    ptrdiff_t near[CASCADE_BLOCK];
    struct listed_rows rows;
    struct motion_block block;
    struct block_result result;
    struct gathered_motions gathered;
    struct pair_batch listed;
    struct motions moving;
    int left = 0, k;
    read_motion_block(motions, row + start, pairs, &block);
    classify_motions(batch, start, pairs, &block, &result);
    for (k = 0; k < pairs; k++) {
        near[left] = start + k;
        left += result.verdicts[k] != PAIR_APART;
    }
    count_proxies(pairs, left);
    write_misses(out, row + start, pairs);
    listed = batch_of_listed(batch, near, left, &rows);
    moving = gather_motions(motions, row, near, left, &gathered);
    return sweeps_by_records(&listed, &moving, out, row, near);
}

/* Whether many of the first pairs miss, by their proxies. */
LANES_INLINE int probe_many_misses(const struct pair_batch *batch, const struct motions *motions,
                                   ptrdiff_t row)
{
    const int probed = batch->count < STRETCH ? (int)batch->count : STRETCH;
    struct motion_block block;
    struct block_result result;
    int missing = 0, k;
    read_motion_block(motions, row, probed, &block);
    classify_motions(batch, 0, probed, &block, &result);
    for (k = 0; k < probed; k++)
        missing += result.verdicts[k] == PAIR_APART;
    count_proxies(probed, probed - missing);
    return missing * 100 >= (100 - MOST_HIT) * probed;
}

/* The impacts of pairs of boxes. Proxies filter misses first if many pairs of the block before
 * missed; else this stage costs more than it saves. */
static ptrdiff_t sweeps(const struct pair_batch *batch, const struct motions *motions,
                        const struct impact_arrays *out, ptrdiff_t row)
{
    ptrdiff_t start, uncertain = 0;
    int many_miss;
    if (!batch->a.proxies || !batch->b.proxies)
        return sweeps_by_records(batch, motions, out, row, NULL);
    many_miss = probe_many_misses(batch, motions, row);
    for (start = 0; start < batch->count; start += CASCADE_BLOCK) {
        const struct pair_batch block = batch_from(batch, start, CASCADE_BLOCK);
        const int pairs = (int)block.count;
        int missing = 0, k;
        if (many_miss)
            uncertain += sweeps_by_proxies(batch, start, pairs, motions, out, row);
        else
            uncertain += sweeps_by_records(&block, motions, out, row + start, NULL);
        for (k = 0; k < pairs; k++)
            missing += out->hit[row + start + k] == PAIR_APART;
        many_miss = missing * 100 >= (100 - MOST_HIT) * pairs;
    }
    return uncertain;
}
