/* Points and shapes, by the shadows of these: of boxes, discs and segments first (proxy.h), of polygons where
 * their circles tell nothing (ring_proxy.h).
 *
 * all_loops.inl includes this file, behind proxy_pairs.inl. roundoff.h
 * derives the error bounds.
 */

/* The widest separation of points from the edges of a polygon, each by the length of its edge; (x, y) leads
 * to them from the centre. */
LANES_INLINE floats_t separation_from_ring(const struct ring_shadow *ring, floats_t x,
                                           floats_t y)
{
    const float *const ring_x = (const float *)(ring + 1), *const ring_y = ring_x + ring->room + 1;
    floats_t separation = floats_fill(-INFINITY);
    int i;
    for (i = 0; i < ring->n; i++) {
        const float edge_x = ring_x[i + 1] - ring_x[i], edge_y = ring_y[i + 1] - ring_y[i];
        const floats_t own = floats_fill(edge_x * ring_y[i] - edge_y * ring_x[i]);
        const floats_t way = floats_subtract_product(floats_multiply(floats_fill(edge_x), y),
                                                     floats_fill(edge_y), x);
        separation = floats_maximum(floats_subtract(own, way), separation);
    }
    return separation;
}

/* Ask for some pairs of points and the one polygon of all pairs; returns how many are left in doubt. None of
 * the points is beyond the circle around it: nothing overflows. */
LANES_INLINE ptrdiff_t judge_points_in_ring(const struct pair_side *points,
                                            const struct pair_side *shapes,
                                            const ptrdiff_t *pairs, ptrdiff_t count,
                                            unsigned char *verdicts)
{
    const struct ring_shadow *const ring = ring_of(shapes, 0);
    const floats_t radius = floats_fill((float)shapes->records[BOUNDING_RADIUS]);
    ptrdiff_t start, undecided = 0;
    if (!ring->n)
        return count;
    for (start = 0; start < count; start += FLOATS) {
        const int some = count - start < FLOATS ? (int)(count - start) : FLOATS;
        double point[FLOATS][POINT];
        unsigned char told[FLOATS];
        floats_t place[POINT], size, error;
        unsigned open;
        int k;
        for (k = 0; k < FLOATS; k++) {
            const ptrdiff_t pair = pairs[start + (k < some ? k : some - 1)];
            memcpy(point[k], points->records + POINT * row_of(points, pair),
                   sizeof point[k]);
        }
        floats_places(point[0], shapes->records[CENTRE_X], shapes->records[CENTRE_Y], place);
        size = floats_add(floats_add(floats_magnitude(place[0]), floats_magnitude(place[1])), radius);
        error = floats_multiply(floats_multiply(floats_fill((float)RING_SHADOW_ROUNDOFF), size),
                                radius);
        open = floats_verdicts(separation_from_ring(ring, place[0], place[1]), error, told);
        for (k = 0; k < some; k++) {
            verdicts[pairs[start + k]] = open >> k & 1 ? PAIR_UNDECIDED : told[k];
            undecided += open >> k & 1;
        }
    }
    return undecided;
}

/* What the shadow of a polygon says of a point. */
LANES_INLINE unsigned char judge_point_in_ring(const double *point, const double *record,
                                               const struct ring_shadow *ring)
{
    static const struct {
        struct ring_shadow header;
        float place[POINT];
    } centre = {{1, 0}, {0.0f, 0.0f}}; /* the shadow of a point */
    const double x = point[0] - record[CENTRE_X], y = point[1] - record[CENTRE_Y];
    const double size = (fabs(x) + fabs(y)) + record[BOUNDING_RADIUS];
    const float error = (float)(RING_SHADOW_ROUNDOFF * size * record[BOUNDING_RADIUS]);
    float separation;
    if (!ring->n)
        return PAIR_UNDECIDED;
    separation = ring_separation(ring, &centre.header, (float)x, (float)y);
    if (separation > error)
        return PAIR_APART;
    return separation < -error ? PAIR_MEETS : PAIR_UNDECIDED;
}

/* Ask for some pairs of points and polygons; returns how many are left in doubt. */
LANES_INLINE ptrdiff_t judge_points_in_rings(const struct pair_side *points,
                                             const struct pair_side *shapes,
                                             const ptrdiff_t *pairs, ptrdiff_t count,
                                             unsigned char *verdicts)
{
    ptrdiff_t undecided = 0, k;
    for (k = 0; k < count; k++) {
        const ptrdiff_t ahead = pairs[k + RINGS_AHEAD < count ? k + RINGS_AHEAD : count - 1];
        const ptrdiff_t row = row_of(shapes, pairs[k]);
        ask_for_ring(shapes, ahead);
        verdicts[pairs[k]] = judge_point_in_ring(
            points->records + POINT * row_of(points, pairs[k]),
            shapes->records + RECORD * row, ring_of(shapes, row));
        undecided += verdicts[pairs[k]] == PAIR_UNDECIDED;
    }
    return undecided;
}

/* Judge points and shapes that have no shadows but those of polygons; returns how many are left in doubt. */
static ptrdiff_t points_of_bodies(const struct pair_side *points,
                                  const struct pair_side *shapes, ptrdiff_t count,
                                  unsigned char *verdicts)
{
    ptrdiff_t pairs[CLIMBING], undecided = 0, start;
    if (!shapes->rings)
        return points_by_records(points, shapes, count, verdicts);
    for (start = 0; start < count; start += CLIMBING) {
        const ptrdiff_t some = count - start < CLIMBING ? count - start : CLIMBING;
        const struct pair_side rest = side_from(points, start);
        const struct pair_side rest_of_shapes = side_from(shapes, start);
        unsigned char *const found = verdicts + start;
        const ptrdiff_t asked = points_by_records(&rest, &rest_of_shapes, some, found);
        ptrdiff_t left = asked;
        if (asked > 0) {
            list_doubtful(found, some, pairs);
            left = shapes->is_one
                       ? judge_points_in_ring(&rest, &rest_of_shapes, pairs, asked, found)
                       : judge_points_in_rings(&rest, &rest_of_shapes, pairs, asked, found);
            count_shadows(asked, left);
        }
        undecided += left;
    }
    return undecided;
}

/* Judge shapes and points, of which `points` has the coordinates; returns how many are left in doubt. */
static ptrdiff_t points(const struct pair_side *shapes, const struct pair_side *points,
                        ptrdiff_t count, unsigned char *verdicts)
{
    if (!shapes->shadows)
        return points_of_bodies(points, shapes, count, verdicts);
    if (shapes->kind == OF_BOXES)
        return climb(points, OF_POINTS, shapes, OF_BOXES, count, verdicts);
    if (shapes->kind == OF_SEGMENTS)
        return climb(points, OF_POINTS, shapes, OF_SEGMENTS, count, verdicts);
    return climb(points, OF_POINTS, shapes, OF_DISCS, count, verdicts);
}
