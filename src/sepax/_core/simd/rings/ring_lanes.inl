/* The loops of the separating axis test over the edges of a ring. lanes.h includes this file behind
 * its vectors.
 *
 * Arrays of edges are padded to whole blocks: a padding edge has the normal (0, 0) and the offset
 * infinity, so its separation is -infinity and separates nothing. */

#define PARTS (BLOCK / LANES) /* vectors a block */
#define STEP (2 * BLOCK)      /* edges at a time, in rings with so many */

LANES_INLINE double lanes_least(lanes_t v)
{
    return -lanes_largest(lanes_subtract(lanes_fill(0.0), v));
}

/* The largest of what `parts` vectors hold. */
LANES_INLINE double lanes_largest_of(const lanes_t *values, int parts)
{
    lanes_t largest = values[0];
    int part;
    for (part = 1; part < parts; part++)
        largest = lanes_maximum(values[part], largest);
    return lanes_largest(largest);
}

/* The first place in `parts` vectors of a value that they hold. Without branches. */
LANES_INLINE ptrdiff_t lanes_index_of(const lanes_t *values, int parts, double value)
{
#if defined(lanes_equal_mask)
    const lanes_t wanted = lanes_fill(value);
    unsigned mask = 1u << (parts * LANES - 1);
    int part;
    for (part = 0; part < parts; part++)
        mask |= (unsigned)lanes_equal_mask(values[part], wanted) << (part * LANES);
    return lanes_lowest_bit(mask);
#else
    double each[STEP];
    ptrdiff_t place = parts * LANES - 1;
    int i;
    for (i = 0; i < parts; i++)
        lanes_store(each + i * LANES, values[i]);
    for (i = parts * LANES - 2; i >= 0; i--)
        place = each[i] == value ? i : place;
    return place;
#endif
}

/* Outward unit normals and offsets (normal . (point - centre)) of a vector of
 * edges from (x0, y0) to (x1, y1); returns the squares of their lengths. */
LANES_INLINE lanes_t lanes_edge(lanes_t x0, lanes_t y0, lanes_t x1, lanes_t y1, lanes_t cx,
                                lanes_t cy, double *normal_x, double *normal_y, double *offset)
{
    const lanes_t ex = lanes_subtract(x1, x0), ey = lanes_subtract(y1, y0);
    const lanes_t square = lanes_add(lanes_multiply(ex, ex), lanes_multiply(ey, ey));
    const lanes_t length = lanes_root(square);
    const lanes_t nx = lanes_divide(ey, length);
    const lanes_t ny = lanes_divide(lanes_subtract(lanes_fill(0.0), ex), length);
    lanes_store(normal_x, nx);
    lanes_store(normal_y, ny);
    lanes_store(offset, lanes_add(lanes_multiply(nx, lanes_subtract(x0, cx)),
                                  lanes_multiply(ny, lanes_subtract(y0, cy))));
    return square;
}

/* The separations of `parts` vectors of edges of a, from edge i on, against all points of b: the
 * least normal . (point - centre of a) minus the offset of the edge. Differences, never absolute
 * projections. */
LANES_INLINE void lanes_separations(const struct convex *a, ptrdiff_t i, const struct convex *b,
                                    int parts, lanes_t *separation)
{
    const lanes_t cx = lanes_fill(a->centre_x), cy = lanes_fill(a->centre_y);
    const double *const x = b->x, *const y = b->y;
    const ptrdiff_t n = b->n;
    lanes_t nx[STEP / LANES], ny[STEP / LANES], low[STEP / LANES];
    ptrdiff_t k;
    int part;
    for (part = 0; part < parts; part++) {
        nx[part] = lanes_load(a->normal_x + i + part * LANES);
        ny[part] = lanes_load(a->normal_y + i + part * LANES);
        low[part] = lanes_fill(INFINITY);
    }
    for (k = 0; k < n; k++) {
        const lanes_t dx = lanes_subtract(lanes_fill(x[k]), cx);
        const lanes_t dy = lanes_subtract(lanes_fill(y[k]), cy);
        for (part = 0; part < parts; part++) {
            const lanes_t along =
                lanes_add(lanes_multiply(nx[part], dx), lanes_multiply(ny[part], dy));
            low[part] = lanes_minimum(along, low[part]);
        }
    }
    for (part = 0; part < parts; part++)
        separation[part] = lanes_subtract(low[part], lanes_load(a->offset + i + part * LANES));
}

LANES_INLINE void lanes_take_widest(const struct convex *a, ptrdiff_t i, const struct convex *b,
                                    int parts, double *widest, ptrdiff_t *edge)
{
    lanes_t separation[STEP / LANES];
    double largest;
    lanes_separations(a, i, b, parts, separation);
    largest = lanes_largest_of(separation, parts);
    if (largest > *widest) {
        *widest = largest;
        *edge = i + lanes_index_of(separation, parts, largest);
    }
}

/* The widest separation over `count` edges of a from `first`, a whole number of blocks after edge
 * 0, against all points of b, and its lowest edge; or the widest up to the first step with one
 * above `enough`. */
LANES_INLINE double lanes_widest_separation(const struct convex *a, ptrdiff_t first,
                                            ptrdiff_t count, const struct convex *b, double enough,
                                            ptrdiff_t *edge)
{
    const ptrdiff_t end = first + count;
    double widest = -INFINITY;
    ptrdiff_t i = first;
    *edge = first;
    for (; i + BLOCK < end && !(widest > enough); i += STEP)
        lanes_take_widest(a, i, b, STEP / LANES, &widest, edge);
    if (i < end && !(widest > enough))
        lanes_take_widest(a, i, b, PARTS, &widest, edge);
    return widest;
}

/* For edges of a from edge i on with these separations: when each approaching edge ceases to
 * separate the rings, and the least time, or `last`, at which a receding edge begins to. */
LANES_INLINE lanes_t lanes_crossings(const struct convex *a, ptrdiff_t i, lanes_t ux, lanes_t uy,
                                     int parts, lanes_t last, lanes_t *separation)
{
    const lanes_t zero = lanes_fill(0.0);
    const lanes_t never = lanes_fill(-INFINITY), always = lanes_fill(INFINITY);
    int part;
    for (part = 0; part < parts; part++) {
        const lanes_t closing =
            lanes_add(lanes_multiply(lanes_load(a->normal_x + i + part * LANES), ux),
                      lanes_multiply(lanes_load(a->normal_y + i + part * LANES), uy));
        const lanes_t opening = lanes_subtract(zero, closing);
        const lanes_t time = lanes_divide(separation[part], closing);
        const lanes_t still = lanes_if_positive(separation[part], always, never);
        last = lanes_minimum(lanes_if_positive(opening, time, always), last);
        separation[part] = lanes_if_positive(closing, time,
                                             lanes_if_positive(opening, never, still));
    }
    return last;
}

/* Take `parts` vectors of edges from i on into account: see lanes_overlap_times. */
LANES_INLINE lanes_t lanes_take_times(const struct convex *a, ptrdiff_t i, const struct convex *b,
                                      lanes_t ux, lanes_t uy, int parts, lanes_t last,
                                      double *widest, double *enter, ptrdiff_t *entered)
{
    lanes_t separation[STEP / LANES];
    double largest;
    ptrdiff_t place;
    lanes_separations(a, i, b, parts, separation);
    largest = lanes_largest_of(separation, parts);
    *widest = largest > *widest ? largest : *widest;
    last = lanes_crossings(a, i, ux, uy, parts, last, separation);
    largest = lanes_largest_of(separation, parts);
    place = i + lanes_index_of(separation, parts, largest);
    *entered = largest > *enter ? place : *entered;
    *enter = largest > *enter ? largest : *enter;
    return last;
}

/* The definition of the times of two rings. Tests hold minkowski.pxd (tests/kernels/test_walk.py)
 * and box_sweeps.inl (tests/simd/test_boxes.py) to its bits.
 *
 * Cut [*enter, *leave] down to the times at which none of `count` edges of a, from `first`,
 * separates two rings that close in with (vx, vy): the separation of an edge falls with the speed
 * along its normal. An edge that does neither separates them forever if it does so now. `entered`
 * is the lowest edge of the last entry, if any. Returns the widest separation at the start. */
LANES_CALLED double lanes_overlap_times(const struct convex *a, ptrdiff_t first, ptrdiff_t count,
                                        const struct convex *b, double vx, double vy,
                                        double *enter, double *leave, ptrdiff_t *entered)
{
    const ptrdiff_t end = first + count;
    const lanes_t ux = lanes_fill(vx), uy = lanes_fill(vy);
    lanes_t last = lanes_fill(INFINITY);
    double widest = -INFINITY;
    ptrdiff_t i = first;
    for (; i + BLOCK < end; i += STEP)
        last = lanes_take_times(a, i, b, ux, uy, STEP / LANES, last, &widest, enter, entered);
    if (i < end)
        last = lanes_take_times(a, i, b, ux, uy, PARTS, last, &widest, enter, entered);
    *leave = lanes_least(last) < *leave ? lanes_least(last) : *leave;
    return widest;
}

/* The world points of a ring in a rigid pose, (px, py) + rotation * local, and their edges. The
 * caller repairs lanes at and past n. Each point is computed twice, as start and end of an edge:
 * loading the first result back, just stored and unaligned, would stall. Returns the smallest
 * squared edge length, 0 for a repeated point. */
LANES_INLINE double lanes_transform(const double *local_x, const double *local_y, double cosine,
                                    double sine, double px, double py, struct convex *ring)
{
    const lanes_t c = lanes_fill(cosine), s = lanes_fill(sine);
    const lanes_t tx = lanes_fill(px), ty = lanes_fill(py);
    const lanes_t cx = lanes_fill(ring->centre_x), cy = lanes_fill(ring->centre_y);
    double *const x = ring->x, *const y = ring->y, *const offset = ring->offset;
    double *const normal_x = ring->normal_x, *const normal_y = ring->normal_y;
    const ptrdiff_t n = ring->n;
    lanes_t shortest = lanes_fill(INFINITY);
    ptrdiff_t i;
    for (i = 0; i < n; i += LANES) {
        lanes_t world_x[2], world_y[2];
        int end;
        for (end = 0; end < 2; end++) {
            const lanes_t u = lanes_load(local_x + i + end), v = lanes_load(local_y + i + end);
            world_x[end] =
                lanes_add(tx, lanes_subtract(lanes_multiply(c, u), lanes_multiply(s, v)));
            world_y[end] = lanes_add(ty, lanes_add(lanes_multiply(s, u), lanes_multiply(c, v)));
        }
        lanes_store(x + i, world_x[0]);
        lanes_store(y + i, world_y[0]);
        shortest = lanes_minimum(lanes_edge(world_x[0], world_y[0], world_x[1], world_y[1], cx,
                                            cy, normal_x + i, normal_y + i, offset + i),
                                 shortest);
    }
    return lanes_least(shortest);
}

#undef PARTS
#undef STEP
