/* Rings as callers give them: are they convex, what has to be measured, do they surely meet, which
 * translation parts them, and when do they first touch? Answers have the bits of kernels/separation.pxd
 * and kernels/sweep.pxd. The functions over vectors are those of ring_lanes.inl.
 *
 * Coordinates go straight from the caller's memory to vectors. Loading a vector from numbers that were
 * stored one by one a moment ago would stall. Lanes past n repeat vertices and edges, which changes no
 * least and no largest number. */
#include "ring_measures.h"

#include "roundoff.h"
#include "tips.h"

#define MOST_FOR_MEETING 16 /* points of each ring; more are measured first */

/* Points in the memory of a caller, in their order or, but for point 0, in reverse. */
struct given_points {
    const double *x, *y;
    ptrdiff_t n, stride; /* in doubles */
    int is_reversed, is_repeated; /* repeated: in arrays of their own, two more than whole blocks */
};

/* Where the coordinates of point i are, cyclically. */
LANES_INLINE ptrdiff_t place_of_point(const struct given_points *given, ptrdiff_t i)
{
    const ptrdiff_t n = given->n, k = i < n ? i : i - n;
    return (given->is_reversed && k > 0 ? n - k : k) * given->stride;
}

/* The coordinates of points i, i + 1 and so on. Adding 0 leaves no negative zero. */
LANES_INLINE void load_given_points(const struct given_points *given, ptrdiff_t i, lanes_t *x,
                                    lanes_t *y)
{
    const lanes_t zero = lanes_fill(0.0);
    ptrdiff_t place[LANES];
    int lane;
    if (given->is_repeated) {
        *x = lanes_add(lanes_load(given->x + i), zero);
        *y = lanes_add(lanes_load(given->y + i), zero);
        return;
    }
    for (lane = 0; lane < LANES; lane++)
        place[lane] = place_of_point(given, i + lane);
    *x = lanes_add(lanes_at(given->x, place), zero);
    *y = lanes_add(lanes_at(given->y, place), zero);
}

/* Whether all coordinates are in range; false for NaN. */
LANES_INLINE int lanes_in_range(lanes_t x, lanes_t y)
{
    const lanes_t beyond = lanes_fill(0x1.0000000000001p240); /* the next above COORDINATE_LIMIT */
    return (lanes_less_mask(lanes_magnitude(x), beyond) & lanes_less_mask(lanes_magnitude(y), beyond))
           == (1u << LANES) - 1;
}

/* Of how many lanes an edge leads down, and the next one does not. Where all turns are to one side, that is
 * once in each revolution. */
LANES_INLINE int count_lowest(lanes_t edge_y, lanes_t next_y, ptrdiff_t lanes)
{
    const lanes_t zero = lanes_fill(0.0);
    unsigned mask = lanes_less_mask(edge_y, zero) & ~lanes_less_mask(next_y, zero);
    int count = 0;
    for (mask &= lanes < LANES ? (1u << lanes) - 1 : (1u << LANES) - 1; mask != 0; mask &= mask - 1)
        count++;
    return count;
}

/* Whether a ring surely turns at each of its vertices, always to the same side, and goes round once. Up to
 * four vertices cannot turn twice round to one side. */
LANES_INLINE int lanes_winding(const struct given_points *given)
{
    const lanes_t part = lanes_fill(PRODUCTS_ROUNDOFF), least = lanes_fill(UNDERFLOW_ERROR);
    lanes_t left = lanes_fill(INFINITY), right = lanes_fill(INFINITY);
    int in_range = 1, revolutions = 0;
    ptrdiff_t i;
    for (i = 0; i < given->n; i += LANES) {
        lanes_t x[3], y[3], edge_y, next_y, first, second, turn, error;
        int k;
        for (k = 0; k < 3; k++)
            load_given_points(given, i + k, &x[k], &y[k]);
        in_range &= lanes_in_range(x[0], y[0]);
        edge_y = lanes_subtract(y[1], y[0]);
        next_y = lanes_subtract(y[2], y[1]);
        if (given->n > 4)
            revolutions += count_lowest(edge_y, next_y, given->n - i);
        first = lanes_multiply(lanes_subtract(x[1], x[0]), next_y);
        second = lanes_multiply(edge_y, lanes_subtract(x[2], x[1]));
        turn = lanes_subtract(first, second);
        error = lanes_add(lanes_magnitude(first), lanes_magnitude(second));
        error = lanes_add(lanes_multiply(part, error), least);
        left = lanes_minimum(lanes_subtract(turn, error), left);
        right = lanes_minimum(lanes_subtract(lanes_subtract(lanes_fill(0.0), turn), error), right);
    }
    if (!in_range)
        return RING_OUT_OF_RANGE;
    if (revolutions > 1)
        return RING_UNCERTAIN;
    return (lanes_least(left) > 0.0) - (lanes_least(right) > 0.0);
}

/* --- what is measured --- */

/* The centre of a ring: the mean of its points, about point 0. Dividing by a power of two is exact,
 * and so is the faster product with its inverse. */
LANES_INLINE void measure_centre(const struct given_points *given, struct convex *ring)
{
    const ptrdiff_t n = given->n;
    const double count = (double)n, inverse = 1.0 / count, x0 = given->x[0], y0 = given->y[0];
    double dx = 0.0, dy = 0.0;
    ptrdiff_t i;
    for (i = 1; i < n; i++) {
        const ptrdiff_t place = place_of_point(given, i);
        if ((n & (n - 1)) == 0) {
            dx += (given->x[place] - x0) * inverse;
            dy += (given->y[place] - y0) * inverse;
        } else {
            dx += (given->x[place] - x0) / count;
            dy += (given->y[place] - y0) / count;
        }
    }
    ring->centre_x = x0 + dx;
    ring->centre_y = y0 + dy;
}

/* How far opposite points are from mirror images about the centre. Lanes past half of the points have
 * the same pairs again. */
LANES_INLINE double measure_asymmetry(const struct given_points *given, const struct convex *ring)
{
    const ptrdiff_t half = given->n / 2;
    const lanes_t cx = lanes_fill(ring->centre_x), cy = lanes_fill(ring->centre_y);
    lanes_t largest = lanes_fill(0.0);
    ptrdiff_t i;
    for (i = 0; i < half; i += LANES) {
        lanes_t x, y, opposite_x, opposite_y;
        load_given_points(given, i, &x, &y);
        load_given_points(given, i + half, &opposite_x, &opposite_y);
        x = lanes_add(lanes_subtract(x, cx), lanes_subtract(opposite_x, cx));
        y = lanes_add(lanes_subtract(y, cy), lanes_subtract(opposite_y, cy));
        largest = lanes_maximum(lanes_magnitude(x), largest);
        largest = lanes_maximum(lanes_magnitude(y), largest);
    }
    return lanes_largest(largest);
}

/* Set the edges of a ring, and if they are only given its points, and measure them; without `of` only
 * the shortest edge, whose square is returned. */
LANES_INLINE double measure_points(const struct given_points *given, int sets_points,
                                   struct convex *ring, struct ring_measures *of)
{
    lanes_t extent = lanes_fill(0.0), square = lanes_fill(0.0), inside = lanes_fill(INFINITY);
    lanes_t shortest = lanes_fill(INFINITY), cx, cy;
    ptrdiff_t i;
    measure_centre(given, ring);
    cx = lanes_fill(ring->centre_x);
    cy = lanes_fill(ring->centre_y);
    for (i = 0; i < given->n; i += LANES) {
        lanes_t x, y, next_x, next_y, dx, dy;
        load_given_points(given, i, &x, &y);
        load_given_points(given, i + 1, &next_x, &next_y);
        if (sets_points) {
            lanes_store(ring->x + i, x);
            lanes_store(ring->y + i, y);
        }
        extent = lanes_maximum(lanes_add(lanes_magnitude(x), lanes_magnitude(y)), extent);
        dx = lanes_subtract(x, cx);
        dy = lanes_subtract(y, cy);
        square = lanes_maximum(lanes_add(lanes_multiply(dx, dx), lanes_multiply(dy, dy)), square);
        shortest = lanes_minimum(lanes_edge(x, y, next_x, next_y, cx, cy, ring->normal_x + i,
                                            ring->normal_y + i, ring->offset + i),
                                 shortest);
        inside = lanes_minimum(lanes_load(ring->offset + i), inside);
    }
    if (sets_points) {
        repeat_points(ring->x, ring->n);
        repeat_points(ring->y, ring->n);
    }
    pad_edges(ring);
    if (of) {
        of->asymmetry = given->n % 2 == 0 && given->n > 2 ? measure_asymmetry(given, ring) : 0.0;
        of->pivot_extent = lanes_largest(extent);
        of->square = lanes_largest(square);
        of->shortest_square = lanes_least(shortest);
        of->in_edges = lanes_least(inside);
    }
    return lanes_least(shortest);
}

LANES_INLINE int read_given_points(struct given_points given, struct convex *ring,
                                   struct ring_measures *of)
{
    const int winding = lanes_winding(&given);
    ring->n = given.n;
    if (winding == RING_CLOCKWISE && given.x == ring->x) {
        reverse_winding(ring->x, ring->y, ring->n);
        repeat_points(ring->x, ring->n);
        repeat_points(ring->y, ring->n);
    } else {
        given.is_reversed = winding == RING_CLOCKWISE;
    }
    if (winding == RING_CLOCKWISE || winding == RING_COUNTER_CLOCKWISE)
        measure_points(&given, 1, ring, of);
    return winding;
}

/* Tell how n >= 3 points wind, `stride` doubles apart. If that is certain, set the points of the ring,
 * counter-clockwise, and its edges, and measure it. They may be given in the arrays of the ring. */
static int lanes_read_ring(const double *x, const double *y, ptrdiff_t n, ptrdiff_t stride,
                           struct convex *ring, struct ring_measures *of)
{
    struct given_points given = {x, y, n, stride, 0, 0};
    if (n == 4) {
        given.n = 4; /* known to the compiler */
        return read_given_points(given, ring, of);
    }
    given.is_repeated = x == ring->x;
    if (given.is_repeated) {
        repeat_points(ring->x, n);
        repeat_points(ring->y, n);
    }
    return read_given_points(given, ring, of);
}

/* Set the edges of a ring or segment whose points are set, and repeated, and measure it. */
static void lanes_measure(struct convex *ring, struct ring_measures *of)
{
    const struct given_points given = {ring->x, ring->y, ring->n, 1, 0, 1};
    measure_points(&given, 0, ring, of);
}

/* --- two rings without radii, straight from the caller's memory --- */

/* The points and edges of a counter-clockwise ring in vectors, and its least and largest coordinates. */
struct ring_vectors {
    struct given_points given;
    lanes_t x[MOST_FOR_MEETING / LANES], y[MOST_FOR_MEETING / LANES];
    lanes_t edge_x[MOST_FOR_MEETING / LANES], edge_y[MOST_FOR_MEETING / LANES];
    double low_x, high_x, low_y, high_y;
};

/* False for what may be no strictly convex ring. */
LANES_INLINE int read_vectors(struct given_points given, struct ring_vectors *ring)
{
    lanes_t low_x = lanes_fill(INFINITY), high_x = lanes_fill(-INFINITY);
    lanes_t low_y = low_x, high_y = high_x;
    const int winding = lanes_winding(&given);
    ptrdiff_t i;
    if (winding == RING_UNCERTAIN || winding == RING_OUT_OF_RANGE)
        return 0;
    given.is_reversed = winding == RING_CLOCKWISE;
    ring->given = given;
    for (i = 0; i * LANES < given.n; i++) {
        lanes_t next_x, next_y;
        load_given_points(&given, i * LANES, &ring->x[i], &ring->y[i]);
        load_given_points(&given, i * LANES + 1, &next_x, &next_y);
        ring->edge_x[i] = lanes_subtract(next_x, ring->x[i]);
        ring->edge_y[i] = lanes_subtract(next_y, ring->y[i]);
        low_x = lanes_minimum(ring->x[i], low_x);
        high_x = lanes_maximum(ring->x[i], high_x);
        low_y = lanes_minimum(ring->y[i], low_y);
        high_y = lanes_maximum(ring->y[i], high_y);
    }
    ring->low_x = lanes_least(low_x);
    ring->high_x = lanes_largest(high_x);
    ring->low_y = lanes_least(low_y);
    ring->high_y = lanes_largest(high_y);
    return 1;
}

/* The least (x, y) . (point of the other ring - point i) for a vector of points i. */
LANES_INLINE lanes_t least_of_points(const struct ring_vectors *ring, ptrdiff_t i, lanes_t x, lanes_t y,
                                 const struct given_points *other)
{
    lanes_t low = lanes_fill(INFINITY);
    ptrdiff_t k;
    for (k = 0; k < other->n; k++) {
        const lanes_t dx = lanes_subtract(lanes_fill(other->x[k * other->stride]), ring->x[i]);
        const lanes_t dy = lanes_subtract(lanes_fill(other->y[k * other->stride]), ring->y[i]);
        low = lanes_minimum(lanes_add(lanes_multiply(x, dx), lanes_multiply(y, dy)), low);
    }
    return low;
}

/* What bounds the differences of the coordinates of two rings. */
struct pair_extent {
    double width, height;
};

/* The separations of the edges of a ring from another, times the lengths of the edges: normals as long
 * as these need no root and no division. RINGS_APART if one is surely positive, RINGS_MEET if all are
 * surely negative. */
LANES_INLINE int long_separations(const struct ring_vectors *ring, const struct given_points *other,
                                  const struct pair_extent *pair)
{
    const lanes_t zero = lanes_fill(0.0), least = lanes_fill(UNDERFLOW_ERROR);
    const lanes_t wide = lanes_fill(PRODUCTS_ROUNDOFF * pair->width);
    const lanes_t high = lanes_fill(PRODUCTS_ROUNDOFF * pair->height);
    lanes_t deepest = lanes_fill(-INFINITY);
    ptrdiff_t i;
    for (i = 0; i * LANES < ring->given.n; i++) {
        const lanes_t ex = ring->edge_x[i], ey = ring->edge_y[i];
        const lanes_t low = least_of_points(ring, i, ey, lanes_subtract(zero, ex), other);
        lanes_t error = lanes_multiply(lanes_magnitude(ey), wide);
        error = lanes_add(lanes_add(error, lanes_multiply(lanes_magnitude(ex), high)), least);
        if (lanes_largest(lanes_subtract(low, error)) > 0.0)
            return RINGS_APART;
        deepest = lanes_maximum(lanes_add(low, error), deepest);
    }
    return lanes_largest(deepest) < 0.0 ? RINGS_MEET : RINGS_UNCERTAIN;
}

/* By the extents of two rings, which is exact, or by the separations of all edges. */
LANES_INLINE int vectors_meet(const struct ring_vectors *a, const struct ring_vectors *b,
                              struct pair_extent *pair)
{
    int by_a, by_b;
    if (a->high_x < b->low_x || b->high_x < a->low_x || a->high_y < b->low_y || b->high_y < a->low_y)
        return RINGS_APART;
    pair->width = (a->high_x > b->high_x ? a->high_x : b->high_x)
                  - (a->low_x < b->low_x ? a->low_x : b->low_x);
    pair->height = (a->high_y > b->high_y ? a->high_y : b->high_y)
                   - (a->low_y < b->low_y ? a->low_y : b->low_y);
    by_a = long_separations(a, &b->given, pair);
    if (by_a == RINGS_APART)
        return RINGS_APART;
    by_b = long_separations(b, &a->given, pair);
    return by_a == by_b || by_b == RINGS_APART ? by_b : RINGS_UNCERTAIN;
}

/* The widest separation of a ring's edges so far, its unit normal, and how many come near it. */
struct widest_edge {
    double separation, normal_x, normal_y;
    int near;
};

/* Take the edges of a ring into account; their normals, times `sign`, point from a to b. The numbers are
 * those of lanes_edges and lanes_separation_of_edge. Returns 0 if they lose digits to underflow. */
LANES_INLINE int take_widest(const struct ring_vectors *ring, const struct given_points *other,
                              double sign, double margin, struct widest_edge *widest)
{
    const lanes_t zero = lanes_fill(0.0);
    ptrdiff_t i;
    for (i = 0; i * LANES < ring->given.n; i++) {
        const lanes_t ex = ring->edge_x[i], ey = ring->edge_y[i];
        const lanes_t square = lanes_add(lanes_multiply(ex, ex), lanes_multiply(ey, ey));
        const lanes_t length = lanes_root(square);
        const lanes_t nx = lanes_divide(ey, length);
        const lanes_t ny = lanes_divide(lanes_subtract(zero, ex), length);
        double normal_x[LANES], normal_y[LANES], separation[LANES];
        int lane;
        lanes_store(normal_x, nx);
        lanes_store(normal_y, ny);
        lanes_store(separation, least_of_points(ring, i, nx, ny, other));
        if (!(lanes_least(square) >= SMALLEST_SQUARE))
            return 0;
        for (lane = 0; lane < LANES && i * LANES + lane < ring->given.n; lane++) {
            const double lead = separation[lane] - widest->separation;
            widest->near = lead > margin ? 1 : widest->near + (lead >= -margin);
            if (lead > 0.0) {
                widest->separation = separation[lane];
                widest->normal_x = sign * normal_x[lane];
                widest->normal_y = sign * normal_y[lane];
            }
        }
    }
    return 1;
}

/* The minimum translation of two rings that surely meet. RINGS_UNCERTAIN if two edges are as wide but
 * for rounding: then the order of edges decides, as in kernels/separation.pxd. */
LANES_INLINE int find_translation(const struct ring_vectors *a, const struct ring_vectors *b,
                                  const struct pair_extent *pair, double *translation)
{
    /* Twice the error of both these separations and those of the kernels, whose size of the pair is at most
     * three times the sum. */
    const double margin = 8.0 * separation_error(pair->width + pair->height);
    struct widest_edge widest = {-INFINITY, 0.0, 0.0, 0};
    if (!take_widest(a, &b->given, 1.0, margin, &widest)
        || !take_widest(b, &a->given, -1.0, margin, &widest) || widest.near != 1)
        return RINGS_UNCERTAIN;
    translation[0] = 0.0 - (0.0 + widest.normal_x) * -widest.separation;
    translation[1] = 0.0 - (0.0 + widest.normal_y) * -widest.separation;
    return RINGS_MEET;
}

/* A ring as the loops over edges take it. */
struct ring_memory {
    struct convex convex;
    double values[5][MOST_FOR_MEETING + 2];
};

/* False if squares lose digits to underflow. */
LANES_CALLED int place_ring(const struct given_points *given, struct ring_memory *ring)
{
    struct convex *const convex = &ring->convex;
    convex->n = given->n;
    convex->x = ring->values[0];
    convex->y = ring->values[1];
    convex->normal_x = ring->values[2];
    convex->normal_y = ring->values[3];
    convex->offset = ring->values[4];
    return measure_points(given, 1, convex, NULL) >= SMALLEST_SQUARE;
}

struct ring_question {
    enum { OF_MEETING, OF_TRANSLATION, OF_TIME } kind;
    double velocity_x, velocity_y; /* of a, as b sees it */
    double max_time;
};

/* When two rings that are surely apart first touch; infinity for never. The time is that of
 * kernels/sweep.pxd. RINGS_UNCERTAIN if they touch at the start but for rounding. */
LANES_CALLED int find_time(const struct given_points *a, const struct given_points *b, double vx,
                           double vy, double max_time, double *time)
{
    struct ring_memory of_a, of_b;
    double enter = -INFINITY, leave = INFINITY;
    ptrdiff_t edge = -1;
    int meets;
    if (!place_ring(a, &of_a) || !place_ring(b, &of_b) || !(fabs(vx) + fabs(vy) > SMALLEST_SPEED))
        return RINGS_UNCERTAIN;
    if (has_sharp_corner(of_a.convex.normal_x, of_a.convex.normal_y, a->n)
        && has_sharp_corner(of_b.convex.normal_x, of_b.convex.normal_y, b->n))
        return RINGS_UNCERTAIN; /* tips may meet: those are not clipped */
    lanes_overlap_times(&of_a.convex, 0, a->n, &of_b.convex, vx, vy, &enter, &leave, &edge);
    lanes_overlap_times(&of_b.convex, 0, b->n, &of_a.convex, -vx, -vy, &enter, &leave, &edge);
    meets = edge >= 0 && enter <= leave && leave >= 0.0 && enter <= max_time;
    *time = meets ? enter : INFINITY;
    return meets && enter <= 0.0 ? RINGS_UNCERTAIN : RINGS_MEET;
}

LANES_INLINE int ask_vectors(struct given_points given_a, struct given_points given_b,
                             const struct ring_question *question, double *answer)
{
    struct ring_vectors a, b;
    struct pair_extent pair;
    int verdict;
    if (!read_vectors(given_a, &a) || !read_vectors(given_b, &b))
        return RINGS_UNCERTAIN;
    verdict = vectors_meet(&a, &b, &pair);
    switch (question->kind) {
    case OF_TRANSLATION:
        return verdict == RINGS_MEET ? find_translation(&a, &b, &pair, answer) : verdict;
    case OF_TIME:
        *answer = 0.0;
        return verdict == RINGS_APART
                   ? find_time(&a.given, &b.given, question->velocity_x, question->velocity_y,
                               question->max_time, answer)
                   : verdict;
    default:
        return verdict;
    }
}

/* A question about two rings of callers. Uncertain also for more points, and for what is no ring. */
LANES_INLINE int ask_rings(const struct given_rings *rings, const struct ring_question *question,
                           double *answer)
{
    struct given_points a = {rings->x_a, rings->y_a, rings->count_a, rings->stride_a, 0, 0};
    struct given_points b = {rings->x_b, rings->y_b, rings->count_b, rings->stride_b, 0, 0};
    if (a.n == 4 && b.n == 4) {
        a.n = b.n = 4; /* known to the compiler */
        return ask_vectors(a, b, question, answer);
    }
    if (a.n > MOST_FOR_MEETING || b.n > MOST_FOR_MEETING)
        return RINGS_UNCERTAIN;
    return ask_vectors(a, b, question, answer);
}

static int lanes_rings_meet(const struct given_rings *rings)
{
    const struct ring_question question = {OF_MEETING, 0.0, 0.0, 0.0};
    return ask_rings(rings, &question, NULL);
}

static int lanes_rings_part(const struct given_rings *rings, double *translation)
{
    const struct ring_question question = {OF_TRANSLATION, 0.0, 0.0, 0.0};
    return ask_rings(rings, &question, translation);
}

static int lanes_rings_time(const struct given_rings *rings, double velocity_x, double velocity_y,
                            double max_time, double *time)
{
    const struct ring_question question = {OF_TIME, velocity_x, velocity_y, max_time};
    return ask_rings(rings, &question, time);
}
