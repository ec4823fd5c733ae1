/* The distances at which rays meet shapes, with the bits of convex_raycast (raycast.pxd).
 * all_loops.inl includes this file behind box_areas.inl.
 *
 * Certain are rays without a radius that begin outside and pass no vertex, by more than rounding.
 * Then one edge alone is crossed inwards, and its crossing is the hit, or none is. The sides of the
 * ray on which two vertices lie are off by 6 u of |dx| + |dy| each, u for every difference and 2 u
 * for products and their difference, times 2 for the way, whose coordinates are below 2.
 * FILTER_ROUNDOFF of the size has 90 u. An edge that leads from one side to the other, both certain,
 * is so long that its normal has the same certain direction. */

/* A ray of a pair. */
struct aimed {
    double x, y;
    struct ray way;
    double end, radius;
};

LANES_INLINE struct aimed aimed_at(double (*slot)[STRETCH], ptrdiff_t k)
{
    const struct aimed ray = {
        slot[RAY_X][k], slot[RAY_Y][k],
        {slot[RAY_WAY_X][k], slot[RAY_WAY_Y][k], 1.0, slot[RAY_LENGTH][k], slot[RAY_SQUARE][k]},
        slot[RAY_END][k], slot[RAY_RADIUS][k]};
    return ray;
}

/* A vertex, where it is and as seen from where the ray begins. */
struct seen_vertex {
    double at_x, at_y, x, y, side, ahead;
};

LANES_INLINE struct seen_vertex see_vertex(const struct aimed *ray, double x, double y)
{
    const double dx = x - ray->x, dy = y - ray->y;
    const struct seen_vertex seen = {x,
                                     y,
                                     dx,
                                     dy,
                                     side_of_ray(&ray->way, dx, dy),
                                     ahead_on_ray(&ray->way, dx, dy)};
    return seen;
}

LANES_INLINE struct seen_vertex choose_vertex(uint64_t mask, const struct seen_vertex *chosen,
                                              const struct seen_vertex *other)
{
    const struct seen_vertex vertex = {
        choose_bits(mask, chosen->at_x, other->at_x),
        choose_bits(mask, chosen->at_y, other->at_y),
        choose_bits(mask, chosen->x, other->x),
        choose_bits(mask, chosen->y, other->y),
        choose_bits(mask, chosen->side, other->side),
        choose_bits(mask, chosen->ahead, other->ahead)};
    return vertex;
}

/* Above 0 if the ray certainly begins inside of an edge; below 0 of the opposite if outside. */
LANES_INLINE double certain_inside(const struct seen_vertex *first, const struct seen_vertex *last,
                                   double sign)
{
    const double one = first->x * last->y, other = first->y * last->x;
    const double error = PRODUCTS_ROUNDOFF * (fabs(one) + fabs(other)) + UNDERFLOW_ERROR;
    return sign * (one - other) - error;
}

/* What becomes of a ray that enters a ring by an edge from its left to its right, if that is
 * certain: only if the ray begins outside of it. */
LANES_INLINE double verdict_at_edge(const struct aimed *ray, const struct seen_vertex *first,
                                    const struct seen_vertex *last, double *distance)
{
    const double ahead = ahead_at_edge(first->ahead, last->ahead, first->side, last->side);
    const double found = ahead / ray->way.square * ray->way.length;
    const uint64_t outside = where_negative(0.0 - certain_inside(first, last, -1.0));
    const uint64_t ends_before = where_negative(ray->end - found);
    *distance = choose_bits(ends_before, INFINITY, found);
    return choose_bits(outside & where_negative(0.0 - found),
                       choose_bits(ends_before, PAIR_APART, PAIR_MEETS), PAIR_UNCERTAIN);
}

/* A ray and a box: what is certain, and the edge by which the ray enters, if it does not begin
 * inside. */
struct box_crossing {
    double verdict, distance;
    uint64_t inside;
    struct seen_vertex first, last;
};

/* What lies behind the ray with all its vertices is missed; inside of the edges by which it would
 * enter and leave, the ray begins in the box, which is convex. */
LANES_INLINE struct box_crossing cross_box(const struct aimed *ray,
                                           const struct box_corners *corners, double error,
                                           double skew)
{
    const struct seen_vertex v0 = see_vertex(ray, corners->x[0], corners->y[0]);
    const struct seen_vertex v1 = see_vertex(ray, corners->x[1], corners->y[1]);
    const struct seen_vertex v2 = see_vertex(ray, corners->x[2], corners->y[2]);
    const struct seen_vertex v3 = see_vertex(ray, corners->x[3], corners->y[3]);
    const uint64_t right0 = where_negative(v0.side), right1 = where_negative(v1.side);
    const uint64_t right2 = where_negative(v2.side), right3 = where_negative(v3.side);
    const double nearest = smaller(smaller(fabs(v0.side), fabs(v1.side)),
                                   smaller(fabs(v2.side), fabs(v3.side)));
    const double farthest = larger(larger(v0.ahead, v1.ahead), larger(v2.ahead, v3.ahead));
    /* The edge that leads from left to right, and the one that leads back. */
    const uint64_t in0 = ~right0 & right1, in1 = ~right1 & right2, in2 = ~right2 & right3;
    const uint64_t out0 = right0 & ~right1, out1 = right1 & ~right2, out2 = right2 & ~right3;
    const struct seen_vertex low = choose_vertex(in0, &v0, &v1);
    const struct seen_vertex high = choose_vertex(in2, &v2, &v3);
    const struct seen_vertex low_end = choose_vertex(in0, &v1, &v2);
    const struct seen_vertex high_end = choose_vertex(in2, &v3, &v0);
    const struct seen_vertex back = choose_vertex(out0, &v0, &v1);
    const struct seen_vertex far = choose_vertex(out2, &v2, &v3);
    const struct seen_vertex back_end = choose_vertex(out0, &v1, &v2);
    const struct seen_vertex far_end = choose_vertex(out2, &v3, &v0);
    const struct seen_vertex leaving = choose_vertex(out0 | out1, &back, &far);
    const struct seen_vertex left = choose_vertex(out0 | out1, &back_end, &far_end);
    const uint64_t turns = (right0 ^ right1) & (right1 ^ right2) & (right2 ^ right3);
    const uint64_t none = ~((right0 ^ right1) | (right1 ^ right2) | (right2 ^ right3));
    const uint64_t missed = none | where_negative(farthest + error);
    const uint64_t certain =
        where_negative(error - nearest) & ~turns & ~where_nonzero(ray->radius);
    struct box_crossing crossing;
    double distance, verdict;
    crossing.first = choose_vertex(in0 | in1, &low, &high);
    crossing.last = choose_vertex(in0 | in1, &low_end, &high_end);
    crossing.inside = where_negative(0.0 - certain_inside(&crossing.first, &crossing.last, 1.0))
                      & where_negative(0.0 - certain_inside(&leaving, &left, 1.0))
                      & where_negative(skew - LARGEST_PROXY_SKEW);
    verdict = verdict_at_edge(ray, &crossing.first, &crossing.last, &distance);
    verdict = choose_bits(crossing.inside, PAIR_MEETS, verdict);
    crossing.distance = choose_bits(missed, INFINITY, choose_bits(crossing.inside, 0.0, distance));
    crossing.verdict =
        choose_bits(certain, choose_bits(missed, PAIR_APART, verdict), PAIR_UNCERTAIN);
    return crossing;
}

LANES_INLINE struct box_crossing crossing_of(struct sides *both, const struct aimed *ray,
                                             ptrdiff_t k)
{
    const struct box_corners corners = corners_of(both->b, k);
    const double size = (fabs(both->b[CENTRE_X][k] - ray->x) + fabs(both->b[CENTRE_Y][k] - ray->y))
                        + 2.0 * both->b[BOUNDING_RADIUS][k];
    return cross_box(ray, &corners, FILTER_ROUNDOFF * size + UNDERFLOW_ERROR, both->b[SKEW][k]);
}

LANES_INLINE void cross_boxes(struct sides *both, double *distance, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct aimed ray = aimed_at(both->a, k);
        const struct box_crossing crossing = crossing_of(both, &ray, k);
        distance[k] = crossing.distance;
        verdict[k] = crossing.verdict;
    }
}

/* The normal and the point of a hit: hit_on_the_way, put_on_face and meet_inside (raycast.pxd). */
LANES_INLINE void describe_boxes(struct sides *both, double (*contact)[STRETCH], double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct aimed ray = aimed_at(both->a, k);
        const struct box_crossing crossing = crossing_of(both, &ray, k);
        const double ex = crossing.last.at_x - crossing.first.at_x;
        const double ey = crossing.last.at_y - crossing.first.at_y;
        const double length = sqrt(ex * ex + ey * ey);
        const double nx = ey / length, ny = (0.0 - ex) / length;
        const double unit_x = ray.way.x / ray.way.length, unit_y = ray.way.y / ray.way.length;
        const double x = ray.x + crossing.distance * unit_x - ray.radius * nx;
        const double y = ray.y + crossing.distance * unit_y - ray.radius * ny;
        const double on_x = choose_bits(where_nonzero(ny), x, crossing.first.at_x + 0.0);
        const double on_y = choose_bits(where_nonzero(nx), y, crossing.first.at_y + 0.0);
        contact[0][k] = choose_bits(crossing.inside, 0.0 - unit_x, nx + 0.0);
        contact[1][k] = choose_bits(crossing.inside, 0.0 - unit_y, ny + 0.0);
        contact[2][k] = choose_bits(crossing.inside, ray.x, on_x);
        contact[3][k] = choose_bits(crossing.inside, ray.y, on_y);
        verdict[k] = crossing.verdict;
    }
}

/* A disc, which may move along the ray itself: disc_crossings. */
LANES_INLINE double verdict_at_disc(const struct aimed *ray, double dx, double dy, double own_radius,
                                    double *distance)
{
    const double radius = own_radius + ray->radius, scaled_radius = radius * ray->way.length;
    const double ahead = ahead_on_ray(&ray->way, dx, dy), side = side_of_ray(&ray->way, dx, dy);
    const double product = square_of_chord(side, scaled_radius), half = sqrt(product);
    const double found = (ahead - half) / ray->way.square * ray->way.length;
    const double square = dx * dx + dy * dy, limit = radius * radius;
    const double error = SQUARES_ROUNDOFF * (square + limit) + UNDERFLOW_ERROR;
    const uint64_t outside = where_negative(limit + error - square);
    const uint64_t is_usual = where_negative(SMALLEST_SQUARE - product);
    const uint64_t passes = where_negative(scaled_radius - fabs(side));
    const uint64_t leads_away = where_negative(ahead + half) & is_usual;
    const uint64_t ends_before = where_negative(ray->end - found) & is_usual;
    const uint64_t misses = passes | leads_away | ends_before;
    const uint64_t certain = outside & (misses | (is_usual & where_negative(0.0 - found)));
    *distance = choose_bits(misses, INFINITY, found);
    return choose_bits(certain, choose_bits(misses, PAIR_APART, PAIR_MEETS), PAIR_UNCERTAIN);
}

LANES_INLINE void cross_discs(struct sides *both, double *distance, double *verdict)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * both->chunks; k++) {
        const struct aimed ray = aimed_at(both->a, k);
        const double radius = both->b[EXACT_RADIUS][k];
        const uint64_t is_known = where_within(radius, INFINITY);
        const double hit = verdict_at_disc(&ray, both->b[CENTRE_X][k] - ray.x,
                                           both->b[CENTRE_Y][k] - ray.y,
                                           choose_bits(is_known, radius, 0.0), distance + k);
        verdict[k] = choose_bits(is_known, hit, PAIR_UNCERTAIN);
    }
}

/* The vertices of a ring, repeated to fill whole lanes and one more. */
struct ring_points {
    const double *x, *y;
    ptrdiff_t n;
};

#define MOST_CROSSED 64 /* vertices of a ring that lanes cross: a bit each */

/* A bit for each vertex, and of what repeats them, that lies to the right of the ray; returns how far
 * the nearest one is from the ray, less the error. */
LANES_INLINE double sides_of_ring(const struct aimed *ray, const struct ring_points *ring,
                                  uint64_t *right)
{
    const lanes_t x = lanes_fill(ray->x), y = lanes_fill(ray->y);
    const lanes_t way_x = lanes_fill(ray->way.x), way_y = lanes_fill(ray->way.y);
    lanes_t nearest = lanes_fill(INFINITY), size = lanes_fill(0.0);
    ptrdiff_t i;
    *right = 0;
    for (i = 0; i < ring->n; i += LANES) {
        const lanes_t dx = lanes_subtract(lanes_load(ring->x + i), x);
        const lanes_t dy = lanes_subtract(lanes_load(ring->y + i), y);
        const lanes_t at = lanes_subtract(lanes_multiply(way_x, dy), lanes_multiply(way_y, dx));
        *right |= (uint64_t)lanes_less_mask(at, lanes_fill(0.0)) << i;
        nearest = lanes_minimum(lanes_magnitude(at), nearest);
        size = lanes_maximum(lanes_add(lanes_magnitude(dx), lanes_magnitude(dy)), size);
    }
    return lanes_least(nearest) - (FILTER_ROUNDOFF * lanes_largest(size) + UNDERFLOW_ERROR);
}

/* A ring without a radius: cross_ring. */
LANES_INLINE double verdict_at_ring(const struct aimed *ray, const struct ring_points *ring,
                                    double *distance)
{
    struct seen_vertex first, last;
    uint64_t right, next, inwards;
    ptrdiff_t crossed;
    *distance = INFINITY;
    if (ring->n > MOST_CROSSED || ray->radius > 0.0 || !(sides_of_ring(ray, ring, &right) > 0.0))
        return PAIR_UNCERTAIN;
    right &= ~UINT64_C(0) >> (MOST_CROSSED - ring->n);
    next = right >> 1 | right << (ring->n - 1);
    inwards = ~right & next & (~UINT64_C(0) >> (MOST_CROSSED - ring->n));
    if (inwards == 0)
        return PAIR_APART;
    if (inwards & (inwards - 1))
        return PAIR_UNCERTAIN;
    crossed = lanes_lowest_bit_of_64(inwards);
    first = see_vertex(ray, ring->x[crossed], ring->y[crossed]);
    last = see_vertex(ray, ring->x[crossed + 1], ring->y[crossed + 1]);
    return verdict_at_edge(ray, &first, &last, distance);
}

/* Gather records by an index; lanes past the last pair repeat it. */
LANES_CALLED void gather_rows(const double *records, const uint32_t *row, int pairs, int chunks,
                              double (*slot)[STRETCH])
{
    const double *record[RECORDS];
    ptrdiff_t k;
    int i;
    for (k = 0; k < CHUNK * chunks; k += RECORDS) {
        for (i = 0; i < RECORDS; i++)
            record[i] = records + RECORD * (ptrdiff_t)row[k + i < pairs ? k + i : pairs - 1];
        transpose(record, slot, k);
    }
}

LANES_INLINE int load_rays(const struct aimed_rays *rays, const double *records,
                           const struct ray_pairs *pairs, struct walk *walk, struct sides *both)
{
    if (!go_on(walk))
        return 0;
    gather_rows(rays->record[0], pairs->ray + walk->start, walk->pairs, walk->chunks, both->a);
    gather_rows(records, pairs->row + walk->start, walk->pairs, walk->chunks, both->b);
    both->chunks = walk->chunks;
    return 1;
}

/* Distances of boxes or discs, infinity for misses. Returns how many pairs are uncertain. */
LANES_INLINE ptrdiff_t cross_pairs(const struct aimed_rays *rays, const double *records,
                                   const struct ray_pairs *pairs, int are_boxes, double *distances,
                                   unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = walk_over(pairs->count);
    double distance[STRETCH], verdict[STRETCH];
    while (load_rays(rays, records, pairs, &walk, &both)) {
        if (are_boxes)
            cross_boxes(&both, distance, verdict);
        else
            cross_discs(&both, distance, verdict);
        write_numbers(&walk, distance, distances);
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

static ptrdiff_t ray_boxes(const struct aimed_rays *rays, const double *records,
                           const struct ray_pairs *pairs, double *distances,
                           unsigned char *verdicts)
{
    return cross_pairs(rays, records, pairs, 1, distances, verdicts);
}

static ptrdiff_t ray_discs(const struct aimed_rays *rays, const double *records,
                           const struct ray_pairs *pairs, double *distances,
                           unsigned char *verdicts)
{
    return cross_pairs(rays, records, pairs, 0, distances, verdicts);
}

/* Normals and points of hits, rows of CONTACT_NUMBERS. */
static ptrdiff_t box_hits(const struct aimed_rays *rays, const double *records,
                          const struct ray_pairs *pairs, double *contacts,
                          unsigned char *verdicts)
{
    struct sides both;
    struct walk walk = walk_over(pairs->count);
    double contact[CONTACT_NUMBERS][STRETCH], verdict[STRETCH];
    ptrdiff_t k;
    int i;
    while (load_rays(rays, records, pairs, &walk, &both)) {
        describe_boxes(&both, contact, verdict);
        for (k = 0; k < walk.pairs; k++)
            for (i = 0; i < CONTACT_NUMBERS; i++)
                contacts[CONTACT_NUMBERS * (walk.start + k) + i] = contact[i][k];
        write_and_count(&walk, verdict, PAIR_UNCERTAIN, verdicts);
    }
    return walk.uncertain;
}

LANES_INLINE struct aimed aimed_by(const double *ray)
{
    const struct aimed aimed = {
        ray[RAY_X], ray[RAY_Y],
        {ray[RAY_WAY_X], ray[RAY_WAY_Y], 1.0, ray[RAY_LENGTH], ray[RAY_SQUARE]},
        ray[RAY_END], ray[RAY_RADIUS]};
    return aimed;
}

/* Of a ray and a shape with arrays of its own. */
static int ray_convex(const double *ray, const struct convex *shape, double *distance)
{
    const struct aimed aimed = aimed_by(ray);
    const struct ring_points ring = {shape->x, shape->y, shape->edges};
    if (!shape->edges)
        return (int)verdict_at_disc(&aimed, shape->x[0] - aimed.x, shape->y[0] - aimed.y,
                                    shape->radius, distance);
    return shape->radius > 0.0 ? PAIR_UNCERTAIN : (int)verdict_at_ring(&aimed, &ring, distance);
}

/* Of a ray and a segment of segment_row.h. */
static int ray_segment(const double *ray, const struct segment_row *row, double *distance)
{
    const struct aimed aimed = aimed_by(ray);
    const struct placed_segment ends = place_segment(row);
    double x[BLOCK + 1], y[BLOCK + 1];
    const struct ring_points ring = {x, y, 2};
    int i;
    for (i = 0; i < BLOCK + 1; i++) {
        x[i] = ends.x[i % 2];
        y[i] = ends.y[i % 2];
    }
    return (int)verdict_at_ring(&aimed, &ring, distance);
}

/* Keep of the pairs of each ray the nearest, of equal distances the one with the lowest row; nearest
 * are infinity, and rows -1, at first. */
static void keep_nearest(const struct ray_pairs *pairs, const double *distances, double *nearest,
                         ptrdiff_t *rows)
{
    const ptrdiff_t count = pairs->count;
    ptrdiff_t k;
    for (k = 0; k < count; k++) {
        const ptrdiff_t ray = pairs->ray[k], row = pairs->row[k], known = rows[ray];
        const double distance = distances[k], least = nearest[ray];
        const unsigned is_tied = (unsigned)(distance <= least) & (unsigned)(row < known);
        const uint64_t is_nearer = 0 - (uint64_t)((unsigned)(distance < least) | is_tied);
        nearest[ray] = choose_bits(is_nearer, distance, least);
        rows[ray] = (ptrdiff_t)(((uint64_t)row & is_nearer) | ((uint64_t)known & ~is_nearer));
    }
}
