/* Pairs of boxes in motion, many at a time: when they first touch, and nothing else. The times are
 * those of box_sweeps.inl, to the bit.
 *
 * levels.h includes this file after box_sweeps.inl, once for each instruction set.
 */

/* When the boxes of a group overlap along all axes: bounds of either time, and the edges that enter
 * last. */
struct LEVEL(overlap) {
    struct LEVEL(deciding) entering;
    double enter_low[STRETCH], enter_high[STRETCH], leave_low[STRETCH], leave_high[STRETCH];
    double separation[STRETCH], error[STRETCH]; /* at the start */
    double beside[STRETCH]; /* PAIR_APART if an axis that is as good as still parts them */
};

/* Whether the boxes are apart along an axis and stay so to the end: a mask. See crossing_times. */
LEVEL_INLINE uint64_t LEVEL(stays_apart)(double separation, double closing, double error,
                                         double slack, double max_time)
{
    return where_negative(fabs(closing) - 4.0 * slack)
           & where_negative(5.0 * slack * max_time + 2.0 * error - separation);
}

/* Returns whether any edges tie. */
LEVEL_INLINE int LEVEL(find_overlap)(struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                                     ptrdiff_t first, struct LEVEL(overlap) *overlap)
{
    uint64_t tied = 0;
    ptrdiff_t k;
    for (k = first; k < first + GROUP; k++) {
        const struct box_separations measured = LEVEL(measure)(both->a, both->b, k);
        const double error = LEVEL(error_bound)(both->a, both->b, k);
        const double ux = both->a[AXIS_X][k], uy = both->a[AXIS_Y][k];
        const double vx = both->b[AXIS_X][k], vy = both->b[AXIS_Y][k];
        const double mx = course->x[k], my = course->y[k];
        const double slack =
            (SEPARATION_ROUNDOFF + both->a[SKEW][k] + both->b[SKEW][k]) * (fabs(mx) + fabs(my));
        const double closing[4] = {mx * ux + my * uy, my * ux - mx * uy, -(mx * vx + my * vy),
                                   -(my * vx - mx * vy)};
        const struct LEVEL(crossing) along_a =
            LEVEL(crossing_times)(measured.shift[ALONG_A], measured.separation[ALONG_A],
                                  closing[0], error, slack, FACES_ALONG, FACES_BACK_ALONG);
        const struct LEVEL(crossing) across_a =
            LEVEL(crossing_times)(measured.shift[ACROSS_A], measured.separation[ACROSS_A],
                                  closing[1], error, slack, FACES_ACROSS, FACES_BACK_ACROSS);
        const struct LEVEL(crossing) along_b =
            LEVEL(crossing_times)(measured.shift[ALONG_B], measured.separation[ALONG_B],
                                  closing[2], error, slack, FACES_ALONG, FACES_BACK_ALONG);
        const struct LEVEL(crossing) across_b =
            LEVEL(crossing_times)(measured.shift[ACROSS_B], measured.separation[ACROSS_B],
                                  closing[3], error, slack, FACES_ACROSS, FACES_BACK_ACROSS);
        const double end = course->max_time[k];
        const uint64_t beside =
            (LEVEL(stays_apart)(measured.separation[ALONG_A], closing[0], error, slack, end)
             | LEVEL(stays_apart)(measured.separation[ACROSS_A], closing[1], error, slack, end))
            | (LEVEL(stays_apart)(measured.separation[ALONG_B], closing[2], error, slack, end)
               | LEVEL(stays_apart)(measured.separation[ACROSS_B], closing[3], error, slack, end));
        const struct LEVEL(latest) enter_a = LEVEL(later)(
            along_a.enter_low, along_a.enter_high, along_a.entering,
            across_a.enter_low, across_a.enter_high, across_a.entering);
        const struct LEVEL(latest) enter_b = LEVEL(later)(
            along_b.enter_low, along_b.enter_high, along_b.entering,
            across_b.enter_low, across_b.enter_high, across_b.entering);
        LEVEL(decide)(&enter_a, &enter_b, k, &overlap->entering);
        overlap->enter_low[k] =
            LEVEL(larger)(LEVEL(larger)(along_a.enter_low, across_a.enter_low),
                          LEVEL(larger)(along_b.enter_low, across_b.enter_low));
        overlap->enter_high[k] = LEVEL(larger)(enter_a.high, enter_b.high);
        overlap->leave_low[k] =
            LEVEL(smaller)(LEVEL(smaller)(along_a.leave_low, across_a.leave_low),
                           LEVEL(smaller)(along_b.leave_low, across_b.leave_low));
        overlap->leave_high[k] =
            LEVEL(smaller)(LEVEL(smaller)(along_a.leave_high, across_a.leave_high),
                           LEVEL(smaller)(along_b.leave_high, across_b.leave_high));
        overlap->separation[k] =
            LEVEL(larger)(LEVEL(larger)(measured.separation[ALONG_A],
                                        measured.separation[ACROSS_A]),
                          LEVEL(larger)(measured.separation[ALONG_B],
                                        measured.separation[ACROSS_B]));
        overlap->error[k] = error;
        overlap->beside[k] = choose_bits(beside, PAIR_APART, PAIR_UNDECIDED);
        tied |= where_negative(EDGE_TIED - 0.5 - overlap->entering.edge[k]);
    }
    return tied != 0;
}

/* The times of a group, its edges found: first_touch (sweep.pxd). */
LEVEL_INLINE void LEVEL(find_times)(struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                                    const struct LEVEL(overlap) *overlap, ptrdiff_t first,
                                    double *time, double *verdict)
{
    ptrdiff_t k;
    for (k = first; k < first + GROUP; k++) {
        const double mx = course->x[k], my = course->y[k], speed = fabs(mx) + fabs(my);
        const double edge = overlap->entering.edge[k];
        const struct LEVEL(chosen) pair = LEVEL(choose)(both, edge, k);
        const double entry = LEVEL(time_of)(&pair.line, &pair.own, &pair.other, pair.sign * mx,
                                            pair.sign * my);
        const uint64_t initial = where_negative(overlap->separation[k] + overlap->error[k]);
        const uint64_t apart = where_negative(overlap->error[k] - overlap->separation[k]);
        const uint64_t never = where_negative(overlap->leave_high[k] - overlap->enter_low[k])
                               | where_negative(overlap->leave_high[k]);
        const uint64_t meets = where_negative(overlap->enter_high[k] - overlap->leave_low[k])
                               & where_negative(edge - (EDGE_NONE - 0.5))
                               & where_negative(UNDERFLOW_ERROR - entry);
        const uint64_t late = where_negative(course->max_time[k] - entry);
        /* Slow motions the kernel for two shapes measures in smaller units. */
        const uint64_t certain = ~where_negative(speed - SMALLEST_SPEED_OF_LANES)
                                 & (initial | (apart & (never | meets)));
        const uint64_t miss = where_negative(fabs(overlap->beside[k] - PAIR_APART) - 0.5)
                              | (certain & ~initial & (never | late));
        const double sure = choose_bits(certain, PAIR_MEETS, PAIR_UNDECIDED);
        time[k] = choose_bits(miss, INFINITY, choose_bits(initial, 0.0, entry));
        verdict[k] = choose_bits(miss, PAIR_APART, sure);
    }
}

/* The times of a group. */
LEVEL_INLINE void LEVEL(time_group)(struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                                    ptrdiff_t first, double *time, double *verdict)
{
    struct LEVEL(overlap) overlap;
    if (LEVEL(find_overlap)(both, course, first, &overlap))
        LEVEL(resolve_tied_times)(both, course, first, 1.0, &overlap.entering);
    LEVEL(find_times)(both, course, &overlap, first, time, verdict);
}

/* The motions of FLOATS pairs that are cast. */
LEVEL_INLINE struct LEVEL(flight) LEVEL(cast_flight)(const struct LEVEL(casts) *casts,
                                                     const struct LEVEL(course) *course,
                                                     ptrdiff_t first)
{
    struct LEVEL(flight) flight;
    flight.dx = casts->dx;
    flight.dy = casts->dy;
    flight.mx = floats_cast(course->x + first);
    flight.my = floats_cast(course->y + first);
    flight.speed = floats_add(floats_magnitude(flight.mx), floats_magnitude(flight.my));
    flight.end = floats_add_product(floats_fill((float)SHADOW_UNDERFLOW_ERROR),
                                    floats_cast(course->max_time + first),
                                    floats_fill((float)LARGER_IN_FLOAT32));
    flight.error = flight.doubt = casts->error;
    flight.slack = floats_multiply(casts->part, flight.speed);
    return flight;
}

/* An edge_verdict for each of FLOATS pairs; `of_b` are edges of b, 4 to 7. */
LEVEL_INLINE floats_t LEVEL(edges_told)(const struct LEVEL(flight_told) *of, floats_t of_b)
{
    const floats_t or_open =
        floats_if_less(of->entering, floats_fill(ENTERING_OPEN - 0.5f),
                       floats_fill((float)EDGE_TIED), floats_fill((float)EDGE_UNDECIDED));
    const floats_t or_tied =
        floats_if_less(of->entering, floats_fill(ON_EITHER - 0.5f), of_b, or_open);
    const floats_t edge =
        floats_if_less(of->entering, floats_fill(ON_B - 0.5f), of->of_a, or_tied);
    const floats_t or_none =
        floats_if_less(floats_fill(1.0f), of->verdict, floats_fill((float)EDGE_NONE), edge);
    return floats_if_less(of->verdict, floats_fill(-1.0f), floats_fill((float)EDGE_AT_START),
                          or_none);
}

/* The edges of a stretch by casts; returns whether some are tied or undecided. Asks for later
 * records of a; those of b come while edges are timed: from memory all at once took 1.05 of the
 * time. */
LEVEL_CALLED int LEVEL(tell_by_cast)(const struct pair_side *a, ptrdiff_t start, ptrdiff_t count,
                               struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                               float openness, struct LEVEL(deciding) *edges)
{
    LINE_ALIGNED float of_a[STRETCH], of_b[STRETCH];
    floats_t rare = floats_fill(0.0f);
    ptrdiff_t first, k;
    for (first = 0; first < GROUP * both->groups; first += FLOATS) {
        struct LEVEL(casts) casts;
        struct LEVEL(flight) flight;
        struct LEVEL(flight_told) of;
        floats_t on_b, edge;
        LEVEL(ask_ahead_of)(a, start + first, FLOATS, count);
        LEVEL(cast)(both, floats_fill(openness), first, &casts);
        flight = LEVEL(cast_flight)(&casts, course, first);
        of = LEVEL(judge_flight)(casts.a, casts.b, &flight);
        on_b = floats_add(floats_fill(4.0f), of.of_b);
        edge = LEVEL(edges_told)(&of, on_b);
        rare = floats_maximum(edge, rare);
        floats_store_doubles(edges->edge + first, edge);
        floats_store(of_a + first, of.of_a);
        floats_store(of_b + first, on_b);
    }
    count_casts(both->pairs, LEVEL(count_verdicts)(edges->edge, both->pairs, EDGE_UNDECIDED));
    if (floats_largest(rare) <= EDGE_NONE)
        return 0;
    for (k = 0; k < GROUP * both->groups; k++) {
        edges->of_a[k] = of_a[k];
        edges->of_b[k] = of_b[k];
    }
    return 1;
}

/* What the times of a stretch are quotients of, as in time_of: how far the boxes are apart along an
 * edge, and how fast that closes. */
struct LEVEL(closing) {
    LINE_ALIGNED double gap[STRETCH];
    double speed[STRETCH];
};

/* Those of a group in which all edges are found. */
LEVEL_INLINE void LEVEL(find_closing)(struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                                      const double *edges, ptrdiff_t first,
                                      struct LEVEL(closing) *closing)
{
    ptrdiff_t k;
    for (k = first; k < first + GROUP; k++) {
        const struct LEVEL(chosen) pair = LEVEL(choose)(both, edges[k], k);
        closing->gap[k] = LEVEL(separation_from_centre)(&pair.line, &pair.own, &pair.other);
        closing->speed[k] = LEVEL(closing_speed)(&pair.line, pair.sign * course->x[k],
                                                 pair.sign * course->y[k]);
    }
}

/* The times of so many groups. A loop for itself, as each division waits for two others and a root:
 * 0.97 of the time. */
LEVEL_INLINE void LEVEL(find_told_times)(const struct LEVEL(course) *course, const double *edges,
                                         const struct LEVEL(closing) *closing, int groups,
                                         double *time, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < GROUP * groups; k++) {
        const double edge = edges[k], entry = closing->gap[k] / closing->speed[k];
        const uint64_t at_start = where_negative(edge + 0.5);
        const uint64_t never = where_negative(EDGE_NONE - 0.5 - edge);
        const uint64_t apart =
            ~at_start & (never | where_negative(course->max_time[k] - entry));
        time[k] = choose_bits(at_start, 0.0, choose_bits(apart, INFINITY, entry));
        verdict[k] = choose_bits(apart, PAIR_APART, PAIR_MEETS);
    }
}

/* Settle the ties of a stretch. */
LEVEL_INLINE void LEVEL(resolve_told)(struct LEVEL(sides) *both, const struct LEVEL(course) *course,
                                      struct LEVEL(deciding) *edges)
{
    ptrdiff_t first;
    for (first = 0; first < GROUP * both->groups; first += GROUP)
        if (LEVEL(has_ties)(edges->edge + first))
            LEVEL(resolve_tied_times)(both, course, first, 1.0, edges);
}

/* The times of groups with edges that casts leave undecided; returns how many pairs are still in
 * doubt. */
LEVEL_INLINE ptrdiff_t LEVEL(time_undecided)(struct LEVEL(sides) *both,
                                             const struct LEVEL(course) *course,
                                             const double *edges, double *time, double *verdict)
{
    ptrdiff_t first;
    for (first = 0; first < GROUP * both->groups; first += GROUP)
        if (LEVEL(count_verdicts)(edges + first, GROUP, EDGE_UNDECIDED) > 0)
            LEVEL(time_group)(both, course, first, time, verdict);
    return LEVEL(count_verdicts)(verdict, both->pairs, PAIR_UNDECIDED);
}

/* The times of pairs of boxes of boxes.pxd, in `times`; the motions are those from `row` on. Returns
 * how many are in doubt. */
static ptrdiff_t LEVEL(times_by_records)(const struct pair_side *a, const struct pair_side *b,
                                         ptrdiff_t count, const struct motions *motions,
                                         double *times, unsigned char *verdicts, ptrdiff_t row)
{
    struct LEVEL(sides) both;
    struct LEVEL(course) course;
    double time[STRETCH], verdict[STRETCH];
    ptrdiff_t start, undecided = 0;
    LEVEL(begin)(a, b, &both);
    for (start = 0; start < count; start += STRETCH) {
        ptrdiff_t first;
        LEVEL(take)(a, b, start, count, &both);
        LEVEL(read_course)(motions, row + start, both.pairs, both.groups, &course);
        for (first = 0; first < GROUP * both.groups; first += GROUP) {
            LEVEL(ask_ahead)(a, b, start + first, GROUP, count);
            LEVEL(time_group)(&both, &course, first, time, verdict);
        }
        LEVEL(write_numbers)(time, both.pairs, times + start);
        undecided += LEVEL(note)(verdict, both.pairs, PAIR_UNDECIDED, verdicts + start);
    }
    return undecided;
}

/* What read_course reads, without the velocities of either side: 0.95 of the time from memory. The
 * loops of float64 become half vectors on AVX-512 with it (GCC 12), which matters where they time
 * all pairs. */
LEVEL_INLINE void LEVEL(read_flights)(const struct motions *motions, ptrdiff_t row, int pairs,
                                      int groups, struct LEVEL(course) *course)
{
    const double *const max_time = motions->max_time + (motions->one_time ? 0 : row);
    LEVEL(ask_for_motions)(motions, row, pairs);
    LEVEL(read_speeds)(motions, row, 0, pairs, course->x);
    LEVEL(read_speeds)(motions, row, 1, pairs, course->y);
    LEVEL(fill_group)(pairs, groups, course->x);
    LEVEL(fill_group)(pairs, groups, course->y);
    LEVEL(read_rows)(max_time, motions->one_time, 1, pairs, groups, course->max_time);
}

/* The same, bit by bit, of boxes that begin with float32: this tells nearly always which edge
 * enters last, twice as many pairs at a time and with simpler bounds, and float64 has the time
 * from that edge alone. */
static ptrdiff_t LEVEL(times_by_cast)(const struct pair_side *a, const struct pair_side *b,
                                      ptrdiff_t count, const struct motions *motions,
                                      double *times, unsigned char *verdicts, ptrdiff_t row)
{
    const float openness = LEVEL(openness)(a, b);
    struct LEVEL(sides) both;
    struct LEVEL(course) course;
    struct LEVEL(deciding) edges;
    struct LEVEL(closing) closing;
    double time[STRETCH], verdict[STRETCH];
    ptrdiff_t start, undecided = 0;
    LEVEL(begin)(a, b, &both);
    for (start = 0; start < count; start += STRETCH) {
        ptrdiff_t first;
        int some_rare;
        LEVEL(take)(a, b, start, count, &both);
        LEVEL(read_flights)(motions, row + start, both.pairs, both.groups, &course);
        some_rare =
            LEVEL(tell_by_cast)(a, start, count, &both, &course, openness, &edges);
        if (some_rare)
            LEVEL(resolve_told)(&both, &course, &edges);
        for (first = 0; first < GROUP * both.groups; first += GROUP) {
            LEVEL(ask_ahead_of)(b, start + first, GROUP, count);
            LEVEL(find_closing)(&both, &course, edges.edge, first, &closing);
        }
        LEVEL(find_told_times)(&course, edges.edge, &closing, both.groups, time, verdict);
        if (some_rare)
            undecided += LEVEL(time_undecided)(&both, &course, edges.edge, time, verdict);
        LEVEL(write_numbers)(time, both.pairs, times + start);
        LEVEL(write_verdicts)(verdict, both.pairs, verdicts + start);
    }
    return undecided;
}

/* Edges that enter last, 0 to 3 of a and 4 to 7 of b, and the pairs of a block that they are of; both
 * of the edges that tie. */
struct LEVEL(entries) {
    int pair[2 * CLIMBING], edge[2 * CLIMBING], count;
};

LEVEL_INLINE void LEVEL(add_entry)(int pair, int edge, struct LEVEL(entries) *entries)
{
    entries->pair[entries->count] = pair;
    entries->edge[entries->count] = edge;
    entries->count++;
}

/* List the edges that shadows told of pairs from `start` on, and the pairs that these left open; returns
 * the number of these. */
LEVEL_INLINE int LEVEL(list_entries)(ptrdiff_t start, const struct LEVEL(ways_told) *told,
                                     struct LEVEL(entries) *entries, ptrdiff_t *open)
{
    int opened = 0, n;
    entries->count = 0;
    for (n = 0; n < told->count; n++) {
        const int pair = told->undecided[n], told_of = (int)told->entering[pair];
        const int edge_a = told_of & 3, edge_b = 4 + (told_of >> 2 & 3);
        if (told_of == ENTERING_OPEN) {
            open[opened++] = start + pair;
            continue;
        }
        LEVEL(add_entry)(pair, told_of & ON_B ? edge_b : edge_a, entries);
        if (told_of & ON_EITHER)
            LEVEL(add_entry)(pair, edge_b, entries);
    }
    return opened;
}

/* The records of a side for pairs from `start` on: `step` doubles from each to the next, or by the
 * index. */
struct LEVEL(record_rows) {
    const double *records;
    const ptrdiff_t *index;
    ptrdiff_t step;
};

LEVEL_INLINE struct LEVEL(record_rows) LEVEL(record_rows_of)(const struct pair_side *side,
                                                             ptrdiff_t start)
{
    const ptrdiff_t step = side->is_one ? 0 : RECORD;
    const struct LEVEL(record_rows) rows = {
        side->records + (side->index ? 0 : step * start),
        side->index ? side->index + start : NULL, step};
    return rows;
}

LEVEL_INLINE const double *LEVEL(record_of)(const struct LEVEL(record_rows) *rows, int pair)
{
    return rows->records + rows->step * (rows->index ? rows->index[pair] : pair);
}

/* A stretch of entries, transposed: the boxes with the edges, the others, and how the first move as
 * these see them. */
struct LEVEL(entering_sides) {
    double own[RECORD][STRETCH], other[RECORD][STRETCH];
    double edge[STRETCH], x[STRETCH], y[STRETCH], max_time[STRETCH];
    int count, groups; /* how many there are, and in how many groups */
};

/* Those from `first` on; the last one fills up its group. */
LEVEL_INLINE void LEVEL(take_entries)(const struct LEVEL(record_rows) *a,
                                      const struct LEVEL(record_rows) *b,
                                      const struct LEVEL(ways) *ways,
                                      const struct LEVEL(entries) *entries, ptrdiff_t first,
                                      struct LEVEL(entering_sides) *sides)
{
    const double *records[2][STRETCH]; /* of a and b, changed about where the edge is one of b */
    const int left = (int)(entries->count - first);
    ptrdiff_t k;
    sides->count = left < STRETCH ? left : STRETCH;
    sides->groups = (sides->count + GROUP - 1) / GROUP;
    for (k = 0; k < GROUP * sides->groups; k++) {
        const int entry = first + (k < sides->count ? k : sides->count - 1);
        const int on_b = entries->edge[entry] >> 2, pair = entries->pair[entry];
        const double sign = 1.0 - 2.0 * on_b;
        records[on_b][k] = LEVEL(record_of)(a, pair); /* no branch, which nothing could foresee */
        records[1 - on_b][k] = LEVEL(record_of)(b, pair);
        sides->edge[k] = entries->edge[entry] & 3;
        sides->x[k] = sign * ways->exact_x[pair];
        sides->y[k] = sign * ways->exact_y[pair];
        sides->max_time[k] = ways->max_time[ways->one_time ? 0 : pair];
    }
    for (k = 0; k < GROUP * sides->groups; k += RECORDS) {
        LEVEL(transpose)(records[0] + k, sides->own, k);
        LEVEL(transpose)(records[1] + k, sides->other, k);
    }
}

/* When the edges of a stretch enter; infinite if that is too late. */
LEVEL_INLINE void LEVEL(find_entries)(struct LEVEL(entering_sides) *sides, double *time)
{
    ptrdiff_t k;
    for (k = 0; k < GROUP * sides->groups; k++) {
        const struct box own = LEVEL(box_of)(sides->own, k);
        const struct box other = LEVEL(box_of)(sides->other, k);
        const struct LEVEL(edge_line) line = LEVEL(line_of)(
            &own, LEVEL(start_s)(sides->edge[k]), LEVEL(start_t)(sides->edge[k]));
        const double entry = LEVEL(time_of)(&line, &own, &other, sides->x[k], sides->y[k]);
        time[k] = choose_bits(where_negative(sides->max_time[k] - entry), INFINITY, entry);
    }
}

/* Ask for the records of all entries. */
LEVEL_INLINE void LEVEL(ask_for_entries)(const struct LEVEL(record_rows) *a,
                                         const struct LEVEL(record_rows) *b,
                                         const struct LEVEL(entries) *entries)
{
    int n;
    for (n = 0; n < entries->count; n++) {
        prefetch(LEVEL(record_of)(a, entries->pair[n]));
        prefetch(LEVEL(record_of)(b, entries->pair[n]));
    }
}

/* The times of pairs from `start` on of which the edges are known: those of the last ones. */
LEVEL_INLINE void LEVEL(time_entries)(const struct pair_side *a, const struct pair_side *b,
                                      ptrdiff_t start, const struct LEVEL(ways) *ways,
                                      const struct LEVEL(entries) *entries, double *times,
                                      unsigned char *verdicts)
{
    const struct LEVEL(record_rows) rows_a = LEVEL(record_rows_of)(a, start);
    const struct LEVEL(record_rows) rows_b = LEVEL(record_rows_of)(b, start);
    struct LEVEL(entering_sides) sides;
    double time[STRETCH];
    ptrdiff_t first, k;
    if (a->is_large || b->is_large)
        LEVEL(ask_for_entries)(&rows_a, &rows_b, entries);
    for (first = 0; first < entries->count; first += STRETCH) {
        LEVEL(take_entries)(&rows_a, &rows_b, ways, entries, first, &sides);
        LEVEL(find_entries)(&sides, time);
        for (k = 0; k < sides.count; k++) {
            const ptrdiff_t pair = start + entries->pair[first + k];
            times[pair] = LEVEL(larger)(time[k], times[pair]);
            verdicts[pair] = times[pair] < INFINITY ? PAIR_MEETS : PAIR_APART;
        }
    }
}

/* The same of pairs that shadows leave open; returns how many are in doubt. */
static ptrdiff_t LEVEL(time_open)(const struct pair_side *a, const struct pair_side *b,
                                  const ptrdiff_t *open, int count, const struct motions *motions,
                                  ptrdiff_t row, double *times, unsigned char *verdicts)
{
    ptrdiff_t of_a[MOST_WAITING], of_b[MOST_WAITING], undecided;
    double time[MOST_WAITING];
    unsigned char found[MOST_WAITING];
    struct LEVEL(picked_motions) picked;
    const struct motions own = LEVEL(pick_motions)(motions, row, open, count, &picked);
    const struct pair_side rows_a = LEVEL(rows_of)(a, open, count, of_a);
    const struct pair_side rows_b = LEVEL(rows_of)(b, open, count, of_b);
    ptrdiff_t k;
    undecided = LEVEL(times_by_records)(&rows_a, &rows_b, count, &own, time, found, 0);
    for (k = 0; k < count; k++) {
        times[open[k]] = time[k];
        verdicts[open[k]] = found[k];
    }
    return undecided;
}

/* The times of so many pairs from `start` on, at most CLIMBING, but for those that shadows leave
 * `open`; returns how many these are. */
LEVEL_INLINE int LEVEL(times_by_shadows)(const struct pair_side *a, const struct pair_side *b,
                                         ptrdiff_t start, int pairs, ptrdiff_t count,
                                         const struct motions *motions, ptrdiff_t row,
                                         double *times, unsigned char *verdicts, ptrdiff_t *open)
{
    struct LEVEL(ways_told) told;
    struct LEVEL(entries) entries;
    struct LEVEL(ways) ways;
    ptrdiff_t k;
    int opened;
    LEVEL(read_ways)(motions, row + start, pairs, &ways);
    LEVEL(judge_shadow_ways)(a, b, start, pairs, count, &ways, &told);
    for (k = 0; k < pairs; k++)
        times[start + k] = told.verdicts[k] == PAIR_APART ? INFINITY : 0.0;
    memcpy(verdicts + start, told.verdicts, (size_t)pairs);
    opened = LEVEL(list_entries)(start, &told, &entries, open);
    count_shadows(pairs, opened);
    LEVEL(time_entries)(a, b, start, &ways, &entries, times, verdicts);
    return opened;
}

/* How many pairs meet on their way: of the others shadows tell all. */
LEVEL_INLINE int LEVEL(count_later)(const double *times, int pairs)
{
    int later = 0, k;
    for (k = 0; k < pairs; k++)
        later += (times[k] > 0.0) & (times[k] < INFINITY);
    return later;
}

/* The times of pairs of boxes. Those that have shadows are asked by these first, as `boxes` in
 * box_shadows.inl, where few pairs of the block before met on their way; else by their records,
 * which are then read for most of them anyway. `few_later` tells of the pairs before, and then of
 * these. */
static ptrdiff_t LEVEL(times)(const struct pair_side *a, const struct pair_side *b, ptrdiff_t count,
                              const struct motions *motions, double *times,
                              unsigned char *verdicts, ptrdiff_t row, int *few_later)
{
    const int most_later = a->is_large || b->is_large ? MOST_LATER_OF_LARGE : MOST_LATER;
    ptrdiff_t open[MOST_WAITING], start, undecided = 0;
    int has_shadows = a->shadows && b->shadows, waiting = 0;
    for (start = 0; has_shadows && start < count; start += CLIMBING) {
        const int pairs = count - start < CLIMBING ? (int)(count - start) : CLIMBING;
        if (*few_later) {
            const int opened = LEVEL(times_by_shadows)(a, b, start, pairs, count, motions, row,
                                                       times, verdicts, open + waiting);
            has_shadows = opened <= pairs / MOST_OPEN;
            waiting += opened;
        } else {
            const struct pair_side rows_a = LEVEL(side_from)(a, start);
            const struct pair_side rows_b = LEVEL(side_from)(b, start);
            undecided += LEVEL(times_by_cast)(&rows_a, &rows_b, pairs, motions, times + start,
                                              verdicts + start, row + start);
        }
        *few_later = LEVEL(count_later)(times + start, pairs) * 100 <= most_later * pairs;
        if (waiting > MOST_WAITING - CLIMBING) {
            undecided +=
                LEVEL(time_open)(a, b, open, waiting, motions, row, times, verdicts);
            waiting = 0;
        }
    }
    if (waiting > 0)
        undecided += LEVEL(time_open)(a, b, open, waiting, motions, row, times, verdicts);
    if (start < count) {
        const struct pair_side rest_a = LEVEL(side_from)(a, start);
        const struct pair_side rest_b = LEVEL(side_from)(b, start);
        undecided += LEVEL(times_by_records)(&rest_a, &rest_b, count - start, motions,
                                             times + start, verdicts + start, row + start);
    }
    return undecided;
}
