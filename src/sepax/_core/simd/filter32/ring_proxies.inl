/* Pairs of shapes of all kinds: by their records, and polygons that these leave in doubt by their
 * shadows (ring_proxy.h).
 *
 * all_loops.inl includes this file, behind box_lanes.inl, with vectors of no
 * more than eight floats. roundoff.h derives the error bound.
 */

LANES_INLINE const struct ring_shadow *ring_of(const struct pair_side *side, ptrdiff_t row)
{
    return (const struct ring_shadow *)(side->rings + side->places[row]);
}

/* The widest separation over the edges of a against the points of b, each by the length of its edge;
 * b is (dx, dy) away. Edges that fill the last vector are there twice. */
LANES_INLINE float ring_separation(const struct ring_shadow *a, const struct ring_shadow *b,
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
        const floats_t way =
            floats_subtract_product(floats_multiply(edge_x, shift_y), edge_y, shift_x);
        floats_t inside = floats_fill(-INFINITY);
        for (k = 0; k < b->n; k++)
            inside = floats_maximum(
                floats_subtract_product(floats_multiply(edge_x, floats_fill(by[k])), edge_y,
                                        floats_fill(bx[k])), inside);
        separation =
            floats_maximum(floats_subtract(floats_subtract(own, way), inside), separation);
    }
    return floats_largest(separation);
}

/* What two shadows say, of shapes that have the records. */
LANES_INLINE unsigned char judge_ring(const double *record_a, const double *record_b,
                                      const struct ring_shadow *a,
                                      const struct ring_shadow *b)
{
    const double x = record_b[CENTRE_X] - record_a[CENTRE_X];
    const double y = record_b[CENTRE_Y] - record_a[CENTRE_Y];
    const double size = (fabs(x) + fabs(y))
                        + (record_a[BOUNDING_RADIUS] + record_b[BOUNDING_RADIUS]);
    const double error = RING_SHADOW_ROUNDOFF * size;
    const float error_a = (float)(error * record_a[BOUNDING_RADIUS]);
    const float error_b = (float)(error * record_b[BOUNDING_RADIUS]);
    float of_a, of_b;
    if (!a->n || !b->n || !(size < LARGEST_RING_SHADOW))
        return PAIR_UNDECIDED;
    of_a = ring_separation(a, b, (float)x, (float)y);
    if (of_a > error_a)
        return PAIR_APART;
    of_b = ring_separation(b, a, (float)-x, (float)-y);
    if (of_b > error_b)
        return PAIR_APART;
    return of_a < -error_a && of_b < -error_b ? PAIR_MEETS : PAIR_UNDECIDED;
}

/* Ask memory for the shadow of a pair's shape: the lines that it may lie in. */
LANES_INLINE void ask_for_ring(const struct pair_side *side, ptrdiff_t pair)
{
    const char *const shadow = (const char *)ring_of(side, row_of(side, pair));
    int line;
    for (line = 0; line < RING_LINES; line++)
        prefetch(shadow + CACHE_LINE * line);
}

/* Ask the pairs that are in doubt by their shadows; returns how many are left so. */
LANES_INLINE ptrdiff_t judge_rings(const struct pair_side *a, const struct pair_side *b,
                                   ptrdiff_t count, unsigned char *verdicts)
{
    ptrdiff_t pairs[CLIMBING + RINGS_AHEAD], undecided = 0, k;
    const ptrdiff_t some = list_doubtful(verdicts, count, pairs);
    for (k = 0; k < RINGS_AHEAD; k++)
        pairs[some + k] = some ? pairs[some - 1] : 0;
    for (k = 0; k < some; k++) {
        const ptrdiff_t row_a = row_of(a, pairs[k]), row_b = row_of(b, pairs[k]);
        ask_for_ring(a, pairs[k + RINGS_AHEAD]);
        ask_for_ring(b, pairs[k + RINGS_AHEAD]);
        verdicts[pairs[k]] =
            judge_ring(a->records + RECORD * row_a, b->records + RECORD * row_b,
                       ring_of(a, row_a), ring_of(b, row_b));
        undecided += verdicts[pairs[k]] == PAIR_UNDECIDED;
    }
    count_shadows(some, undecided);
    return undecided;
}

/* Judge shapes that have no shadows but those of polygons; returns how many are left in doubt. */
static ptrdiff_t shapes_by_records(const struct pair_side *a, const struct pair_side *b,
                                   ptrdiff_t count, unsigned char *verdicts)
{
    const int has_cores = a->has_cores || b->has_cores, has_rings = a->rings && b->rings;
    ptrdiff_t undecided = 0, start;
    if (!has_cores && !has_rings)
        return judge(a, b, count, verdicts, PAIRS_OF_SHAPES);
    for (start = 0; start < count; start += CLIMBING) {
        const ptrdiff_t some = count - start < CLIMBING ? count - start : CLIMBING;
        const struct pair_side rest_a = side_from(a, start);
        const struct pair_side rest_b = side_from(b, start);
        ptrdiff_t left =
            has_cores ? judge_near_cores(&rest_a, &rest_b, some, verdicts + start)
                      : judge(&rest_a, &rest_b, some, verdicts + start, PAIRS_OF_SHAPES);
        if (left > 0 && has_rings)
            left = judge_rings(&rest_a, &rest_b, some, verdicts + start);
        undecided += left;
    }
    return undecided;
}
