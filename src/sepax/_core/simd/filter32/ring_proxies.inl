/* Pairs of shapes of all kinds by their records; uncertain polygons by their proxies
 * (ring_proxy.h). all_loops.inl includes this file behind box_lanes.inl, with vectors of at most
 * eight floats. roundoff.h derives the error bound. */

LANES_INLINE const struct ring_proxy *ring_of(const struct pair_side *side, ptrdiff_t row)
{
    return (const struct ring_proxy *)(side->rings + side->places[row]);
}

/* The widest separation over the edges of a against the points of b, times the length of the edge;
 * b is (dx, dy) away. Edges that fill the last vector occur twice. */
LANES_INLINE float ring_separation(const struct ring_proxy *a, const struct ring_proxy *b,
                                   float dx, float dy)
{
    const float *const ax = (const float *)(a + 1), *const ay = ax + a->room + 1;
    const float *const bx = (const float *)(b + 1), *const by = bx + b->room + 1;
    const floats_t shift_x = floats_fill(dx), shift_y = floats_fill(dy);
    floats_t separation = floats_fill(-INFINITY);
    int i, k;
    for (i = 0; i < a->room; i += FLOATS) {
        const floats_t x = floats_load(ax + i), y = floats_load(ay + i);
        const floats_t edge_x = floats_subtract(floats_load(ax + i + 1), x);
        const floats_t edge_y = floats_subtract(floats_load(ay + i + 1), y);
        const floats_t own = floats_subtract_product(floats_multiply(edge_x, y), edge_y, x);
        const floats_t offset =
            floats_subtract_product(floats_multiply(edge_x, shift_y), edge_y, shift_x);
        floats_t inside = floats_fill(-INFINITY);
        for (k = 0; k < b->n; k++)
            inside = floats_maximum(
                floats_subtract_product(floats_multiply(edge_x, floats_fill(by[k])), edge_y,
                                        floats_fill(bx[k])), inside);
        separation =
            floats_maximum(floats_subtract(floats_subtract(own, offset), inside), separation);
    }
    return floats_largest(separation);
}

/* Classify two polygons by their proxies. */
LANES_INLINE unsigned char classify_ring_pair(const double *record_a, const double *record_b,
                                              const struct ring_proxy *a,
                                              const struct ring_proxy *b)
{
    const double x = record_b[CENTRE_X] - record_a[CENTRE_X];
    const double y = record_b[CENTRE_Y] - record_a[CENTRE_Y];
    const double size = size_of_pair(x, y, record_a[BOUNDING_RADIUS] + record_b[BOUNDING_RADIUS]);
    const double error = RING_PROXY_ROUNDOFF * size;
    const float error_a = (float)(error * record_a[BOUNDING_RADIUS]);
    const float error_b = (float)(error * record_b[BOUNDING_RADIUS]);
    float of_a, of_b;
    if (!a->n || !b->n || !(size < LARGEST_RING_PROXY))
        return PAIR_UNCERTAIN;
    of_a = ring_separation(a, b, (float)x, (float)y);
    if (of_a > error_a)
        return PAIR_APART;
    of_b = ring_separation(b, a, (float)-x, (float)-y);
    if (of_b > error_b)
        return PAIR_APART;
    return of_a < -error_a && of_b < -error_b ? PAIR_MEETS : PAIR_UNCERTAIN;
}

/* Prefetch the lines that the proxy of a shape may occupy. */
LANES_INLINE void prefetch_ring(const struct pair_side *side, ptrdiff_t pair)
{
    const char *const proxy = (const char *)ring_of(side, row_of(side, pair));
    int line;
    for (line = 0; line < RING_LINES; line++)
        prefetch(proxy + CACHE_LINE * line);
}

/* Classify the uncertain pairs by their proxies; returns how many remain uncertain. */
LANES_INLINE ptrdiff_t classify_rings(const struct pair_batch *batch, unsigned char *verdicts)
{
    const struct pair_side *const a = &batch->a, *const b = &batch->b;
    ptrdiff_t pairs[CASCADE_BLOCK + RINGS_AHEAD], uncertain = 0, k;
    const ptrdiff_t some = list_uncertain_pairs(verdicts, batch->count, pairs);
    for (k = 0; k < RINGS_AHEAD; k++)
        pairs[some + k] = some ? pairs[some - 1] : 0;
    for (k = 0; k < some; k++) {
        const ptrdiff_t row_a = row_of(a, pairs[k]), row_b = row_of(b, pairs[k]);
        prefetch_ring(a, pairs[k + RINGS_AHEAD]);
        prefetch_ring(b, pairs[k + RINGS_AHEAD]);
        verdicts[pairs[k]] =
            classify_ring_pair(a->records + RECORD * row_a, b->records + RECORD * row_b,
                               ring_of(a, row_a), ring_of(b, row_b));
        uncertain += verdicts[pairs[k]] == PAIR_UNCERTAIN;
    }
    count_proxies(some, uncertain);
    return uncertain;
}

/* Classify shapes whose only proxies are those of polygons; returns how many remain uncertain. */
static ptrdiff_t shapes_by_records(const struct pair_batch *batch, unsigned char *verdicts)
{
    const int has_cores = batch->a.has_cores || batch->b.has_cores;
    const int has_rings = batch->a.rings && batch->b.rings;
    ptrdiff_t uncertain = 0, start;
    if (!has_cores && !has_rings)
        return classify(batch, verdicts, PAIRS_OF_SHAPES);
    for (start = 0; start < batch->count; start += CASCADE_BLOCK) {
        const struct pair_batch block = batch_from(batch, start, CASCADE_BLOCK);
        ptrdiff_t left = has_cores ? classify_near_cores(&block, verdicts + start)
                                   : classify(&block, verdicts + start, PAIRS_OF_SHAPES);
        if (left > 0 && has_rings)
            left = classify_rings(&block, verdicts + start);
        uncertain += left;
    }
    return uncertain;
}
