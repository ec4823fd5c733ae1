/* Rays, written in lanes, and the bounding circles that they may meet, in float32.
 * all_loops.inl includes this file. */

/* Turn the directions of beams; rows are whole chunks. */
LANES_INLINE void turn_beams(double cosine, double sine, int chunks, double (*direction)[STRETCH])
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double x = direction[0][k], y = direction[1][k];
        direction[0][k] = cosine * x - sine * y;
        direction[1][k] = sine * x + cosine * y;
    }
}

/* Set rays as set_probe (raycast.pxd) does, bit for bit. */
LANES_INLINE void set_ways(double (*direction)[STRETCH], int chunks, double (*slot)[STRETCH])
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double dx = direction[0][k], dy = direction[1][k];
        const uint64_t is_tiny = where_negative(fabs(dx) + fabs(dy) - SMALLEST_SPEED);
        const double scale = choose_bits(is_tiny, ENLARGEMENT, 1.0);
        const struct ray ray = ray_along(dx * scale, dy * scale);
        slot[RAY_WAY_X][k] = ray.x;
        slot[RAY_WAY_Y][k] = ray.y;
        slot[RAY_SQUARE][k] = ray.square;
        slot[RAY_LENGTH][k] = ray.length;
    }
}

/* Copy whole chunks. Not in a loop that compilers make a memcpy of: for so few bytes it takes longer. */
LANES_INLINE void copy_floats(const float *from, int chunks, float *to)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k += FLOATS)
        floats_store(to + k, floats_load(from + k));
}

LANES_INLINE void copy_doubles(const double *from, int chunks, double *to)
{
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k += LANES)
        lanes_store(to + k, lanes_load(from + k));
}

/* Read the numbers of a stretch of rays. Fills whole chunks. */
LANES_CALLED void read_ray_numbers(const struct ray_numbers *numbers, struct walk walk,
                                   double *slot)
{
    const double *const first = numbers->first + numbers->step * walk.start;
    const ptrdiff_t step = numbers->step;
    ptrdiff_t k;
    if (step == 0) {
        for (k = 0; k < CHUNK * walk.chunks; k += LANES)
            lanes_store(slot + k, lanes_fill(*first));
        return;
    }
    if (step == 1 && walk.pairs == CHUNK * walk.chunks)
        copy_doubles(first, walk.chunks, slot);
    else
        for (k = 0; k < walk.pairs; k++)
            slot[k] = first[step * k];
    fill_chunk(walk.pairs, walk.chunks, slot);
}

/* Narrow rays to float32 about an origin. */
LANES_INLINE void narrow(double (*slot)[STRETCH], int chunks, double origin_x, double origin_y,
                         struct aimed_rays *rays, ptrdiff_t to)
{
    float x[STRETCH], y[STRETCH], way_x[STRETCH], way_y[STRETCH], end[STRETCH], slack[STRETCH];
    ptrdiff_t k;
    for (k = 0; k < CHUNK * chunks; k++) {
        const double dx = slot[RAY_X][k] - origin_x, dy = slot[RAY_Y][k] - origin_y;
        const double radius = slot[RAY_RADIUS][k], farthest = slot[RAY_END][k];
        const double size = radius + (fabs(dx) + fabs(dy)), inverse = 1.0 / slot[RAY_LENGTH][k];
        const uint64_t is_usual = where_negative(size - LARGEST_PROXY);
        const double last =
            choose_bits(where_negative(farthest - LONG_TIME), farthest, LONG_TIME);
        x[k] = (float)choose_bits(is_usual, dx, 0.0);
        y[k] = (float)choose_bits(is_usual, dy, 0.0);
        way_x[k] = (float)(slot[RAY_WAY_X][k] * inverse);
        way_y[k] = (float)(slot[RAY_WAY_Y][k] * inverse);
        end[k] = (float)(last * (1.0 + CIRCLE_ROUNDOFF));
        slack[k] = (float)choose_bits(is_usual, radius + CIRCLE_ROUNDOFF * size, INFINITY);
    }
    copy_floats(x, chunks, rays->x + to);
    copy_floats(y, chunks, rays->y + to);
    copy_floats(way_x, chunks, rays->way_x + to);
    copy_floats(way_y, chunks, rays->way_y + to);
    copy_floats(end, chunks, rays->end + to);
    copy_floats(slack, chunks, rays->slack + to);
}

/* Write so many rays, as rays from `at` on, for circles about an origin. */
static void aim_rays(const struct given_rays *given, ptrdiff_t count, double origin_x,
                     double origin_y, struct aimed_rays *rays, ptrdiff_t at)
{
    LINE_ALIGNED double slot[RECORD][STRETCH];
    double direction[2][STRETCH];
    const double *column[RECORD];
    struct walk walk = walk_over(count);
    ptrdiff_t k;
    int i;
    for (i = 0; i < RECORD; i++)
        column[i] = slot[i];
    while (go_on(&walk)) {
        read_ray_numbers(&given->x, walk, slot[RAY_X]);
        read_ray_numbers(&given->y, walk, slot[RAY_Y]);
        read_ray_numbers(&given->direction_x, walk, direction[0]);
        read_ray_numbers(&given->direction_y, walk, direction[1]);
        read_ray_numbers(&given->end, walk, slot[RAY_END]);
        read_ray_numbers(&given->radius, walk, slot[RAY_RADIUS]);
        if (given->is_turned)
            turn_beams(given->cosine, given->sine, walk.chunks, direction);
        set_ways(direction, walk.chunks, slot);
        for (k = 0; k < CHUNK * walk.chunks; k += ROWS)
            write_records(column, k, rays->record[at + walk.start + k]);
        narrow(slot, walk.chunks, origin_x, origin_y, rays, at + walk.start);
    }
}

/* Rays and circles in lanes: one ray and many circles, or many rays and one circle. */
struct float_rays {
    floats_t x, y, way_x, way_y, end, slack;
};

struct float_circles {
    floats_t x, y, radius;
};

/* The bits of the lanes in which a ray certainly misses a circle: it passes by, leads away or ends
 * before. */
LANES_INLINE unsigned missed_circles(const struct float_rays *ray,
                                     const struct float_circles *circle)
{
    const floats_t dx = floats_subtract(circle->x, ray->x);
    const floats_t dy = floats_subtract(circle->y, ray->y);
    const floats_t reach = floats_add(circle->radius, ray->slack);
    const floats_t side = floats_subtract_product(floats_multiply(ray->way_x, dy), ray->way_y, dx);
    const floats_t ahead = floats_add_product(floats_multiply(ray->way_x, dx), ray->way_y, dy);
    const floats_t behind = floats_subtract(floats_fill(0.0f), ahead);
    const floats_t beside = floats_maximum(floats_magnitude(side), behind);
    return floats_above_mask(beside, reach)
           | floats_above_mask(ahead, floats_add(ray->end, reach));
}

#define ALL_LANES ((unsigned)((2ull << (FLOATS - 1)) - 1u))

/* The bits of lanes that there are, of so many numbers. */
LANES_INLINE unsigned lanes_below(ptrdiff_t count)
{
    return count < FLOATS ? (1u << count) - 1u : ALL_LANES;
}

/* Note a row with the rays of some lanes, the first of them ray k, but for those that ignore its
 * shape; returns their number. */
#if defined(SIMD_AVX512)
LANES_INLINE ptrdiff_t note_lanes(unsigned lanes, ptrdiff_t k, const uint32_t *ignored,
                                  uint32_t shape, uint32_t row, uint32_t *ray, uint32_t *rows)
{
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i all = _mm512_add_epi32(lane, _mm512_set1_epi32((int)k));
    const __mmask16 seeing = _mm512_mask_cmpneq_epi32_mask(
        (__mmask16)lanes, _mm512_loadu_si512(ignored + k), _mm512_set1_epi32((int)shape));
    _mm512_storeu_si512(ray, _mm512_maskz_compress_epi32(seeing, all));
    _mm512_storeu_si512(rows, _mm512_set1_epi32((int)row));
    return __builtin_popcount(seeing);
}
#else
LANES_INLINE ptrdiff_t note_lanes(unsigned lanes, ptrdiff_t k, const uint32_t *ignored,
                                  uint32_t shape, uint32_t row, uint32_t *ray, uint32_t *rows)
{
    ptrdiff_t count = 0;
    for (; lanes; lanes &= lanes - 1) {
        const ptrdiff_t lane = k + lanes_lowest_bit(lanes);
        ray[count] = (uint32_t)lane;
        rows[count] = row;
        count += ignored[lane] != shape;
    }
    return count;
}
#endif

/* Note the circles that one ray may meet. */
LANES_INLINE void note_circles_of_ray(const struct aimed_rays *rays, ptrdiff_t k,
                                      const struct circles *circles, struct ray_pairs *pairs)
{
    const struct float_rays ray = {floats_fill(rays->x[k]),     floats_fill(rays->y[k]),
                                   floats_fill(rays->way_x[k]), floats_fill(rays->way_y[k]),
                                   floats_fill(rays->end[k]),   floats_fill(rays->slack[k])};
    ptrdiff_t first, count = pairs->count;
    for (first = circles->first; first < circles->end; first += FLOATS) {
        const struct float_circles some = {floats_load(circles->x + first),
                                           floats_load(circles->y + first),
                                           floats_load(circles->radius + first)};
        unsigned met = ~missed_circles(&ray, &some) & lanes_below(circles->end - first);
        for (; met; met &= met - 1) {
            const ptrdiff_t slot = first + lanes_lowest_bit(met);
            pairs->ray[count] = (uint32_t)k;
            pairs->row[count] = circles->row[slot];
            count += circles->shape[slot] != rays->ignored[k];
        }
    }
    pairs->count = count;
}

/* What some rays that begin at one place lie within: from the right to the left one, less than half
 * a turn. The way is that of one of them. */
struct ray_cone {
    struct float_rays ray; /* with the farthest end and the largest slack of all */
    float left_x, left_y, right_x, right_y;
};

#define LEAST_COSINE 0.5f /* of the angles between the way of a cone and its rays */

/* The cone of rays from k on, before `end`; 0 if there is none. */
LANES_INLINE int cone_of_rays(const struct aimed_rays *rays, ptrdiff_t k, ptrdiff_t end,
                              struct ray_cone *cone)
{
    const float way_x = rays->way_x[k], way_y = rays->way_y[k];
    float leftmost = 0.0f, rightmost = 0.0f, last = rays->end[k], slack = rays->slack[k];
    ptrdiff_t left = k, right = k, i;
    for (i = k + 1; i < end; i++) {
        const float side = way_x * rays->way_y[i] - way_y * rays->way_x[i];
        if (way_x * rays->way_x[i] + way_y * rays->way_y[i] < LEAST_COSINE
            || rays->x[i] != rays->x[k] || rays->y[i] != rays->y[k])
            return 0;
        left = side > leftmost ? i : left;
        right = side < rightmost ? i : right;
        leftmost = side > leftmost ? side : leftmost;
        rightmost = side < rightmost ? side : rightmost;
        last = rays->end[i] > last ? rays->end[i] : last;
        slack = rays->slack[i] > slack ? rays->slack[i] : slack;
    }
    cone->ray.x = floats_fill(rays->x[k]);
    cone->ray.y = floats_fill(rays->y[k]);
    cone->ray.way_x = floats_fill(way_x);
    cone->ray.way_y = floats_fill(way_y);
    cone->ray.end = floats_fill(last);
    cone->ray.slack = floats_fill(slack);
    cone->left_x = rays->way_x[left];
    cone->left_y = rays->way_y[left];
    cone->right_x = rays->way_x[right];
    cone->right_y = rays->way_y[right];
    return 1;
}

/* The bits of the lanes in which all rays of a cone certainly miss a circle: it lies to the left of
 * the left one, to the right of the right one, behind or too far ahead. The reach has room for a
 * neighbour that was taken for the leftmost ray: float32 has their angles to 4 v. */
LANES_INLINE unsigned missed_by_cone(const struct ray_cone *cone,
                                     const struct float_circles *circle)
{
    const struct float_rays *const ray = &cone->ray;
    const floats_t dx = floats_subtract(circle->x, ray->x);
    const floats_t dy = floats_subtract(circle->y, ray->y);
    const floats_t size = floats_add(floats_magnitude(dx), floats_magnitude(dy));
    const floats_t reach = floats_add_product(floats_add(circle->radius, ray->slack), size,
                                              floats_fill((float)CIRCLE_ROUNDOFF));
    const floats_t ahead = floats_add_product(floats_multiply(ray->way_x, dx), ray->way_y, dy);
    const floats_t left = floats_subtract_product(
        floats_multiply(floats_fill(cone->left_x), dy), floats_fill(cone->left_y), dx);
    const floats_t right = floats_subtract_product(
        floats_multiply(floats_fill(cone->right_y), dx), floats_fill(cone->right_x), dy);
    const floats_t behind = floats_subtract(floats_fill(0.0f), ahead);
    return floats_above_mask(floats_maximum(floats_maximum(left, right), behind), reach)
           | floats_above_mask(ahead, floats_add(ray->end, reach));
}

enum {
    LEAST_FOR_CONE = 64, /* circles: of fewer each is tested at once */
    MOST_LISTED = 256
};

/* List the circles from first on, before `end`, that a cone may meet; returns how many. */
LANES_INLINE ptrdiff_t list_in_cone(const struct ray_cone *cone, const struct circles *circles,
                                    ptrdiff_t first, ptrdiff_t end, ptrdiff_t *slots)
{
    ptrdiff_t count = 0;
    for (; first < end; first += FLOATS) {
        const struct float_circles some = {floats_load(circles->x + first),
                                           floats_load(circles->y + first),
                                           floats_load(circles->radius + first)};
        unsigned met = ~missed_by_cone(cone, &some) & lanes_below(end - first);
        for (; met; met &= met - 1)
            slots[count++] = first + lanes_lowest_bit(met);
    }
    return count;
}

/* Note the rays of a vector, from ray k on, that may meet each of some circles. */
LANES_INLINE void note_rays_of_circles(const struct aimed_rays *rays, ptrdiff_t k, ptrdiff_t end,
                                       const struct circles *circles, const ptrdiff_t *slots,
                                       ptrdiff_t n, struct ray_pairs *pairs)
{
    const struct float_rays some = {floats_load(rays->x + k),     floats_load(rays->y + k),
                                    floats_load(rays->way_x + k), floats_load(rays->way_y + k),
                                    floats_load(rays->end + k),   floats_load(rays->slack + k)};
    const unsigned present = lanes_below(end - k);
    ptrdiff_t i, count = pairs->count;
    for (i = 0; i < n; i++) {
        const ptrdiff_t slot = slots ? slots[i] : circles->first + i;
        const struct float_circles circle = {floats_fill(circles->x[slot]),
                                             floats_fill(circles->y[slot]),
                                             floats_fill(circles->radius[slot])};
        count += note_lanes(~missed_circles(&some, &circle) & present, k, rays->ignored,
                            circles->shape[slot], circles->row[slot], pairs->ray + count,
                            pairs->row + count);
    }
    pairs->count = count;
}

/* The same of all circles. Most are far from rays of one cone. */
LANES_INLINE void note_rays(const struct aimed_rays *rays, ptrdiff_t k, ptrdiff_t end,
                            const struct circles *circles, struct ray_pairs *pairs)
{
    const ptrdiff_t slots = circles->end - circles->first;
    ptrdiff_t first, listed[MOST_LISTED];
    struct ray_cone cone;
    if (slots < LEAST_FOR_CONE
        || !cone_of_rays(rays, k, end - k < FLOATS ? end : k + FLOATS, &cone)) {
        note_rays_of_circles(rays, k, end, circles, NULL, slots, pairs);
        return;
    }
    for (first = circles->first; first < circles->end; first += MOST_LISTED) {
        const ptrdiff_t left = circles->end - first;
        const ptrdiff_t n = list_in_cone(&cone, circles, first,
                                         first + (left < MOST_LISTED ? left : MOST_LISTED), listed);
        note_rays_of_circles(rays, k, end, circles, listed, n, pairs);
    }
}

#define LEAST_RAYS 4 /* a run: fewer leave too many lanes idle */

/* Note which of the circles rays from `first` on may meet, until all are done or the next ones might
 * lack room; returns the ray after the last one that is done. The pairs of a single ray are
 * adjacent. */
static ptrdiff_t near_circles(const struct aimed_rays *rays, ptrdiff_t first, ptrdiff_t end,
                              const struct circles *circles, struct ray_pairs *pairs)
{
    const ptrdiff_t slots = circles->end - circles->first, most = pairs->room - FLOATS;
    ptrdiff_t k = first;
    if (end - first >= LEAST_RAYS && FLOATS * slots <= most)
        for (; k < end && pairs->count + FLOATS * slots <= most; k += FLOATS)
            note_rays(rays, k, end, circles, pairs);
    else
        for (; k < end && pairs->count + slots <= most; k++)
            note_circles_of_ray(rays, k, circles, pairs);
    return k < end ? k : end;
}
