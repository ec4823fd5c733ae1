/* Points and shapes by proxies: of boxes, discs and segments first (proxy.h), of polygons if
 * circles are uncertain (ring_proxy.h). all_loops.inl includes this file behind proxy_pairs.inl.
 * roundoff.h derives the error bounds. */

/* The widest separation of points from the edges of a polygon, times the length of the edge; (x, y)
 * leads from the centre to the points. */
LANES_INLINE floats_t separation_from_ring(const struct ring_proxy *ring, floats_t x, floats_t y)
{
    const float *const ring_x = (const float *)(ring + 1), *const ring_y = ring_x + ring->room + 1;
    floats_t separation = floats_fill(-INFINITY);
    int i;
    for (i = 0; i < ring->n; i++) {
        const float edge_x = ring_x[i + 1] - ring_x[i], edge_y = ring_y[i + 1] - ring_y[i];
        const floats_t own = floats_fill(edge_x * ring_y[i] - edge_y * ring_x[i]);
        const floats_t offset = floats_subtract_product(floats_multiply(floats_fill(edge_x), y),
                                                        floats_fill(edge_y), x);
        separation = floats_maximum(floats_subtract(own, offset), separation);
    }
    return separation;
}

/* Classify some pairs of points and one polygon; returns how many remain uncertain. No point is
 * beyond the bounding circle, so nothing overflows. */
LANES_INLINE ptrdiff_t classify_points_in_ring(const struct pair_side *points,
                                               const struct pair_side *shapes,
                                               const ptrdiff_t *pairs, ptrdiff_t count,
                                               unsigned char *verdicts)
{
    const struct ring_proxy *const ring = ring_of(shapes, 0);
    const floats_t radius = floats_fill((float)shapes->records[BOUNDING_RADIUS]);
    ptrdiff_t start, uncertain = 0;
    if (!ring->n)
        return count;
    for (start = 0; start < count; start += FLOATS) {
        const int some = count - start < FLOATS ? (int)(count - start) : FLOATS;
        double point[FLOATS][POINT];
        unsigned char found_verdicts[FLOATS];
        floats_t place[POINT], size, error;
        unsigned pending;
        int k;
        for (k = 0; k < FLOATS; k++) {
            const ptrdiff_t pair = pairs[start + (k < some ? k : some - 1)];
            memcpy(point[k], points->records + POINT * row_of(points, pair), sizeof point[k]);
        }
        floats_places(point[0], shapes->records[CENTRE_X], shapes->records[CENTRE_Y], place);
        size =
            floats_add(floats_add(floats_magnitude(place[0]), floats_magnitude(place[1])), radius);
        error =
            floats_multiply(floats_multiply(floats_fill((float)RING_PROXY_ROUNDOFF), size), radius);
        pending =
            floats_verdicts(separation_from_ring(ring, place[0], place[1]), error, found_verdicts);
        for (k = 0; k < some; k++) {
            verdicts[pairs[start + k]] = pending >> k & 1 ? PAIR_UNCERTAIN : found_verdicts[k];
            uncertain += pending >> k & 1;
        }
    }
    return uncertain;
}

/* Classify a point by the proxy of a polygon. */
LANES_INLINE unsigned char classify_point_in_ring(const double *point, const double *record,
                                                  const struct ring_proxy *ring)
{
    static const struct {
        struct ring_proxy header;
        float place[POINT];
    } centre = {{1, 0}, {0.0f, 0.0f}}; /* the proxy of a point */
    const double x = point[0] - record[CENTRE_X], y = point[1] - record[CENTRE_Y];
    const double size = (fabs(x) + fabs(y)) + record[BOUNDING_RADIUS];
    const float error = (float)(RING_PROXY_ROUNDOFF * size * record[BOUNDING_RADIUS]);
    float separation;
    if (!ring->n)
        return PAIR_UNCERTAIN;
    separation = ring_separation(ring, &centre.header, (float)x, (float)y);
    if (separation > error)
        return PAIR_APART;
    return separation < -error ? PAIR_MEETS : PAIR_UNCERTAIN;
}

/* Classify some pairs of points and polygons; returns how many remain uncertain. */
LANES_INLINE ptrdiff_t classify_points_in_rings(const struct pair_side *points,
                                                const struct pair_side *shapes,
                                                const ptrdiff_t *pairs, ptrdiff_t count,
                                                unsigned char *verdicts)
{
    ptrdiff_t uncertain = 0, k;
    for (k = 0; k < count; k++) {
        const ptrdiff_t ahead = pairs[k + RINGS_AHEAD < count ? k + RINGS_AHEAD : count - 1];
        const ptrdiff_t row = row_of(shapes, pairs[k]);
        prefetch_ring(shapes, ahead);
        verdicts[pairs[k]] =
            classify_point_in_ring(points->records + POINT * row_of(points, pairs[k]),
                                   shapes->records + RECORD * row, ring_of(shapes, row));
        uncertain += verdicts[pairs[k]] == PAIR_UNCERTAIN;
    }
    return uncertain;
}

/* Classify points and shapes whose only proxies are those of polygons; returns how many are
 * uncertain. */
static ptrdiff_t classify_points_of_bodies(const struct pair_batch *batch, unsigned char *verdicts)
{
    ptrdiff_t pairs[CASCADE_BLOCK], uncertain = 0, start;
    if (!batch->b.rings)
        return points_by_records(batch, verdicts);
    for (start = 0; start < batch->count; start += CASCADE_BLOCK) {
        const struct pair_batch block = batch_from(batch, start, CASCADE_BLOCK);
        unsigned char *const found = verdicts + start;
        const ptrdiff_t tested = points_by_records(&block, found);
        ptrdiff_t left = tested;
        if (tested > 0) {
            list_uncertain_pairs(found, block.count, pairs);
            left = block.b.is_one
                       ? classify_points_in_ring(&block.a, &block.b, pairs, tested, found)
                       : classify_points_in_rings(&block.a, &block.b, pairs, tested, found);
            count_proxies(tested, left);
        }
        uncertain += left;
    }
    return uncertain;
}

/* Classify shapes of a and points of b; returns how many remain uncertain. */
static ptrdiff_t points(const struct pair_batch *batch, unsigned char *verdicts)
{
    const struct pair_batch points_first = swap_sides(batch);
    if (!batch->a.proxies || batch->a.kind == OF_ROUNDED_BOXES)
        return classify_points_of_bodies(&points_first, verdicts);
    if (batch->a.kind == OF_BOXES)
        return run_cascade(&points_first, OF_POINTS, OF_BOXES, verdicts);
    if (batch->a.kind == OF_SEGMENTS)
        return run_cascade(&points_first, OF_POINTS, OF_SEGMENTS, verdicts);
    return run_cascade(&points_first, OF_POINTS, OF_DISCS, verdicts);
}
