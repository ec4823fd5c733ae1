/* Pairs of boxes in motion, in float32: which never touch, which touch at the start, and for the
 * others the edge that enters last. Proxies (proxy.h) find the first two; rounded_records.inl also
 * needs the edge. all_loops.inl includes this file behind box_proxies.inl. roundoff.h derives the
 * error bounds. */

/* The velocity of a relative to b, and the end of the motion, for the pairs of a block. */
struct motion_block {
    LINE_ALIGNED float x[CASCADE_BLOCK];
    float y[CASCADE_BLOCK], end[CASCADE_BLOCK];
};

/* The verdicts of proxies. PAIR_MEETS means that a pair meets at the start. */
struct block_result {
    LINE_ALIGNED unsigned char verdicts[CASCADE_BLOCK];
    int uncertain[CASCADE_BLOCK], count; /* the uncertain pairs and their number */
};

/* Read the motions of pairs from `row` on; whole vectors are filled up. Times are rounded up. */
static void read_motion_block(const struct motions *motions, ptrdiff_t row, int pairs,
                              struct motion_block *block)
{
    const double *const max_time = motions->max_time + (motions->one_time ? 0 : row);
    LINE_ALIGNED double x[CASCADE_BLOCK], y[CASCADE_BLOCK];
    int k;
    prefetch_motions(motions, row, pairs);
    read_speeds(motions, row, pairs, x, y);
    for (k = 0; k < pairs; k++) {
        block->x[k] = (float)x[k];
        block->y[k] = (float)y[k];
    }
    if (motions->one_time)
        for (k = 0; k < pairs; k++)
            block->end[k] = (float)(*max_time * LARGER_IN_FLOAT32 + PROXY_UNDERFLOW_ERROR);
    else
        for (k = 0; k < pairs; k++)
            block->end[k] = (float)(max_time[k] * LARGER_IN_FLOAT32 + PROXY_UNDERFLOW_ERROR);
    for (k = pairs; k % FLOATS > 0; k++)
        block->x[k] = block->y[k] = block->end[k] = 0.0f;
}

/* An axis: the shift of the other centre, the sum of both extents, and the speed. */
struct axis {
    floats_t along, extent, closing;
};

/* The axes of a box that moves with (mx, my) relative to the other: along and across. */
LANES_INLINE void axes_of(const floats_t *one, const floats_t *other, floats_t dx, floats_t dy,
                          floats_t mx, floats_t my, floats_t cosine, floats_t sine,
                          struct axis *axes)
{
    const floats_t ux = one[AXIS_X], uy = one[AXIS_Y];
    axes[0].along = product(dx, dy, ux, uy);
    axes[1].along = floats_subtract_product(floats_multiply(dy, ux), dx, uy);
    axes[0].extent = extent(one[HALF_WIDTH], other, cosine, sine);
    axes[1].extent = extent(one[HALF_HEIGHT], other, sine, cosine);
    axes[0].closing = product(mx, my, ux, uy);
    axes[1].closing = floats_subtract_product(floats_multiply(my, ux), mx, uy);
}

/* When boxes begin and cease to overlap along an axis; the edge that enters, and the time per unit
 * of length. For an axis that is nearly still: -LONG_TIME, LONG_TIME and 0, and `still` is the
 * separation there. */
struct crossing_of_axis {
    floats_t enter, leave, edge, rate, separation, still;
};

LANES_INLINE struct crossing_of_axis cross_axis(const struct axis *axis, floats_t slack,
                                                int forwards, int backwards)
{
    const floats_t zero = floats_fill(0.0f), far = floats_fill((float)LONG_TIME);
    const floats_t long_ago = floats_fill(-(float)LONG_TIME);
    const floats_t speed = floats_magnitude(axis->closing);
    const floats_t least = floats_multiply(floats_fill(4.0f), slack);
    const floats_t rate = floats_divide(floats_fill(1.0f), floats_maximum(speed, least));
    const floats_t towards =
        floats_if_less(axis->closing, zero, floats_subtract(zero, axis->along), axis->along);
    struct crossing_of_axis of;
    of.separation = floats_subtract(floats_magnitude(axis->along), axis->extent);
    of.enter = floats_if_less(speed, least, long_ago,
                              floats_multiply(floats_subtract(towards, axis->extent), rate));
    of.leave =
        floats_if_less(speed, least, far, floats_multiply(floats_add(towards, axis->extent), rate));
    of.rate = floats_if_less(speed, least, zero, rate);
    of.still = floats_if_less(speed, least, of.separation, long_ago);
    of.edge = floats_if_less(axis->closing, zero, floats_fill((float)backwards),
                             floats_fill((float)forwards));
    return of;
}

/* Along both axes of a box: `enter` is the later entry and `before` the other one, `leave` the
 * earlier exit, `rate` the larger; `separation` and `still` are the wider ones. */
struct crossings_of {
    floats_t enter, before, leave, edge, rate, separation, still;
};

LANES_INLINE struct crossings_of cross_axes(const struct axis *axes, floats_t slack)
{
    const struct crossing_of_axis along =
        cross_axis(&axes[0], slack, FACES_ALONG, FACES_BACK_ALONG);
    const struct crossing_of_axis across =
        cross_axis(&axes[1], slack, FACES_ACROSS, FACES_BACK_ACROSS);
    struct crossings_of of;
    of.enter = floats_maximum(along.enter, across.enter);
    of.before = floats_minimum(along.enter, across.enter);
    of.leave = floats_minimum(along.leave, across.leave);
    of.edge = floats_if_less(along.enter, across.enter, across.edge, along.edge);
    of.rate = floats_maximum(along.rate, across.rate);
    of.separation = floats_maximum(along.separation, across.separation);
    of.still = floats_maximum(along.still, across.still);
    return of;
}

/* For FLOATS pairs: the path from centre to centre, the relative velocity and the end of the
 * motion; the error of the widest separation, of any separation, and of a speed. */
struct motion_lanes {
    floats_t dx, dy, mx, my, speed, end, error, tolerance, slack;
};

LANES_INLINE struct motion_lanes motion_lanes_of(const floats_t *a, const floats_t *b,
                                                 const struct origins *origins,
                                                 const struct motion_block *block, ptrdiff_t first)
{
    struct motion_lanes lanes;
    lanes.dx = floats_between(a, b, CENTRE_X, origins);
    lanes.dy = floats_between(a, b, CENTRE_Y, origins);
    lanes.mx = floats_load_pairs(block->x + first);
    lanes.my = floats_load_pairs(block->y + first);
    lanes.speed = floats_add(floats_magnitude(lanes.mx), floats_magnitude(lanes.my));
    lanes.end = floats_load_pairs(block->end + first);
    lanes.error = error_of(OF_BOXES, a, OF_BOXES, b, origins);
    lanes.tolerance =
        floats_add_product(lanes.error, floats_fill((float)PROXY_DISTANCE_ROUNDOFF),
                           floats_add(floats_magnitude(lanes.dx), floats_magnitude(lanes.dy)));
    lanes.slack = floats_multiply(floats_fill((float)PROXY_SPEED_ROUNDOFF), lanes.speed);
    return lanes;
}

/* 1 where no time over- or underflows, else 0; also 0 for an error of NaN, which a minimum or
 * maximum returns if it is second. */
LANES_INLINE floats_t is_usual(floats_t speed, floats_t error)
{
    const floats_t zero = floats_fill(0.0f), one = floats_fill(1.0f);
    const floats_t least = floats_minimum(speed, floats_multiply(floats_fill(1e3f), error));
    const floats_t most = floats_maximum(speed, floats_multiply(floats_fill(1e6f), error));
    return floats_if_less(floats_fill((float)SMALLEST_PROXY_SPEED), least,
                          floats_if_less(most, floats_fill((float)LARGEST_PROXY_SPEED), one, zero),
                          zero);
}

/* The edge that enters last, as an edge_verdict. Times are known to within half of `tolerance`. */
LANES_INLINE floats_t entering_of(const struct crossings_of *a, const struct crossings_of *b,
                                  floats_t tolerance)
{
    const floats_t lead_a = floats_subtract(a->enter, floats_maximum(a->before, b->enter));
    const floats_t lead_b = floats_subtract(b->enter, floats_maximum(b->before, a->enter));
    const floats_t lead =
        floats_minimum(floats_subtract(a->enter, a->before), floats_subtract(b->enter, b->before));
    const floats_t of_b = floats_add(b->edge, floats_fill(4.0f));
    const floats_t tied = floats_if_less(tolerance, lead, floats_fill((float)EDGE_TIED),
                                         floats_fill((float)EDGE_UNCERTAIN));
    const floats_t on_b = floats_if_less(tolerance, lead_b, of_b, tied);
    return floats_if_less(tolerance, lead_a, a->edge, on_b);
}

/* For FLOATS pairs: 1 where they certainly never touch, else 0; the edge that enters last, as an
 * edge_verdict; and the widest separation at the start. */
struct meeting {
    floats_t never, entering, separation;
};

LANES_INLINE struct meeting meeting_of(const struct crossings_of *a, const struct crossings_of *b,
                                       const struct motion_lanes *lanes)
{
    const floats_t zero = floats_fill(0.0f), one = floats_fill(1.0f), two = floats_fill(2.0f);
    const floats_t pending = floats_fill((float)EDGE_UNCERTAIN);
    const floats_t enter = floats_maximum(a->enter, b->enter);
    const floats_t leave = floats_minimum(a->leave, b->leave);
    const floats_t still = floats_maximum(a->still, b->still);
    const floats_t reach = floats_multiply(
        floats_fill(4.0f), floats_maximum(floats_magnitude(enter), floats_magnitude(leave)));
    const floats_t error =
        floats_multiply(floats_multiply(floats_fill(1.5f), floats_maximum(a->rate, b->rate)),
                        floats_add_product(lanes->tolerance, reach, lanes->slack));
    const floats_t tolerance = floats_multiply(two, error);
    const floats_t drift = floats_multiply(floats_fill(5.0f), lanes->slack);
    const floats_t aside = floats_multiply(two, lanes->tolerance);
    const floats_t first = floats_maximum(floats_subtract(enter, error), zero);
    const floats_t last = floats_minimum(floats_add(leave, error), lanes->end);
    const floats_t beside =
        floats_add_product(floats_add(still, aside), drift, floats_add(enter, error));
    struct meeting meeting;
    meeting.never = floats_if_less(floats_add_product(aside, drift, lanes->end), still, one,
                                   floats_if_less(last, first, one, zero));
    meeting.entering = floats_if_less(
        tolerance, floats_minimum(enter, floats_subtract(leave, enter)),
        floats_if_less(beside, zero, entering_of(a, b, tolerance), pending), pending);
    meeting.separation = floats_maximum(a->separation, b->separation);
    return meeting;
}

/* The result for FLOATS pairs: a verdict above 1 where they never touch, below -1 where they touch
 * at the start; the edge that enters last; and the last of a and of b, 0 to 3. */
struct motion_result {
    floats_t verdict, entering, of_a, of_b;
};

LANES_INLINE struct motion_result result_of_motion(const struct meeting *meeting,
                                                   const struct motion_lanes *lanes)
{
    const floats_t zero = floats_fill(0.0f), two = floats_fill(2.0f);
    const floats_t usual = is_usual(lanes->speed, lanes->error);
    const floats_t reach =
        floats_multiply(lanes->end, floats_add_product(floats_fill((float)PROXY_UNDERFLOW_ERROR),
                                                       floats_fill(1.0001f), lanes->speed));
    const floats_t never = floats_if_less(zero, usual, floats_multiply(two, meeting->never), zero);
    const floats_t apart =
        floats_if_less(floats_add(lanes->error, reach), meeting->separation, two, never);
    struct motion_result result;
    result.verdict = floats_if_less(meeting->separation, floats_subtract(zero, lanes->error),
                                    floats_fill(-2.0f), apart);
    result.entering =
        floats_if_less(zero, usual, meeting->entering, floats_fill((float)EDGE_UNCERTAIN));
    return result;
}

/* Classify FLOATS pairs of boxes in float32. */
LANES_INLINE struct motion_result classify_motion(const floats_t *a, const floats_t *b,
                                                  const struct motion_lanes *lanes)
{
    const floats_t zero = floats_fill(0.0f);
    const floats_t cosine = floats_magnitude(product(a[AXIS_X], a[AXIS_Y], b[AXIS_X], b[AXIS_Y]));
    const floats_t sine = turned_product(a[AXIS_X], a[AXIS_Y], b[AXIS_Y], b[AXIS_X]);
    struct axis axes_a[2], axes_b[2];
    struct crossings_of of_a, of_b;
    struct meeting meeting;
    struct motion_result result;
    axes_of(a, b, lanes->dx, lanes->dy, lanes->mx, lanes->my, cosine, sine, axes_a);
    axes_of(b, a, floats_subtract(zero, lanes->dx), floats_subtract(zero, lanes->dy),
            floats_subtract(zero, lanes->mx), floats_subtract(zero, lanes->my), cosine, sine,
            axes_b);
    of_a = cross_axes(axes_a, lanes->slack);
    of_b = cross_axes(axes_b, lanes->slack);
    meeting = meeting_of(&of_a, &of_b, lanes);
    result = result_of_motion(&meeting, lanes);
    result.of_a = of_a.edge;
    result.of_b = of_b.edge;
    return result;
}

/* Write what proxies decide of FLOATS pairs from `first` on, of `pairs` in all. */
LANES_INLINE void store_motion_results(const struct motion_result *of, int first, int pairs,
                                       struct block_result *result)
{
    unsigned pending = floats_verdicts(of->verdict, floats_fill(1.0f), result->verdicts + first);
    if (pairs - first < FLOATS)
        pending &= (1u << (pairs - first)) - 1;
    for (; pending; pending &= pending - 1) {
        const int pair = first + (int)lanes_lowest_bit(pending);
        result->verdicts[pair] = PAIR_UNCERTAIN;
        result->uncertain[result->count++] = pair;
    }
}

/* What proxies decide of so many pairs from `start` on, at most CASCADE_BLOCK. */
static void classify_motions(const struct pair_batch *batch, ptrdiff_t start, int pairs,
                             const struct motion_block *block, struct block_result *result)
{
    const struct origins origins = origins_of(batch);
    struct proxies of_a, of_b;
    int first;
    result->count = 0;
    spread_proxy(&batch->a, OF_BOXES, &of_a);
    spread_proxy(&batch->b, OF_BOXES, &of_b);
    for (first = 0; first < pairs; first += FLOATS) {
        struct motion_lanes lanes;
        struct motion_result of;
        load_boxes(&batch->a, start + first, batch->count, &of_a);
        load_boxes(&batch->b, start + first, batch->count, &of_b);
        lanes = motion_lanes_of(of_a.slot, of_b.slot, &origins, block, first);
        of = classify_motion(of_a.slot, of_b.slot, &lanes);
        store_motion_results(&of, first, pairs, result);
    }
}
