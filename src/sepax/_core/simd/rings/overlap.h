/* The area that two convex rings share: kernels/overlap.pxd says when which of these is asked. */
#ifndef SEPAX_OVERLAP_H
#define SEPAX_OVERLAP_H

#include "boxes/box_overlap.h"
#include "convex.h"
#include "roundoff.h"
#include "twofold.h"

#include <math.h>

/* A ring's lower or upper boundary, from left to right: the edge that the line is on. */
struct chain {
    const double *x, *y;
    ptrdiff_t n, step; /* 1 along the lower boundary of a ring, -1 along the upper one */
    ptrdiff_t at, next;
    ptrdiff_t left; /* edges to go: a ring that another thread moves ends, too */
};

struct sweep_line {
    struct chain low_a, low_b, high_a, high_b;
    double start, end;
    double size; /* no two coordinates of the rings differ by more, but for rounding */
};

static inline ptrdiff_t vertex_after(const struct chain *chain, ptrdiff_t i)
{
    i += chain->step;
    return i == chain->n ? 0 : (i < 0 ? chain->n - 1 : i);
}

/* Go on to the edge that leads beyond x; whether that is another one. */
static inline int follow(struct chain *chain, double x)
{
    const ptrdiff_t at = chain->at;
    while (chain->x[chain->next] <= x && chain->left > 0) {
        chain->at = chain->next;
        chain->next = vertex_after(chain, chain->at);
        chain->left--;
    }
    return chain->at != at;
}

static inline struct chain chain_from(const struct convex *ring, ptrdiff_t leftmost, ptrdiff_t step,
                                      double x)
{
    struct chain chain = {ring->x, ring->y, ring->n, step, leftmost, 0, ring->n};
    chain.next = vertex_after(&chain, leftmost);
    follow(&chain, x);
    return chain;
}

struct extent {
    double low, high;
};

static inline double width_of_both(struct extent a, struct extent b)
{
    return (a.high > b.high ? a.high : b.high) - (a.low < b.low ? a.low : b.low);
}

static inline struct extent extent_of(const double *values, ptrdiff_t n)
{
    struct extent extent = {values[0], values[0]};
    ptrdiff_t i;
    for (i = 1; i < n; i++) {
        extent.low = values[i] < extent.low ? values[i] : extent.low;
        extent.high = values[i] > extent.high ? values[i] : extent.high;
    }
    return extent;
}

static inline ptrdiff_t place_of(double value, const double *values, ptrdiff_t n)
{
    ptrdiff_t i = 0;
    while (i < n - 1 && values[i] != value)
        i++;
    return i;
}

static inline void begin_sweep(const struct convex *a, const struct convex *b,
                               struct sweep_line *line)
{
    const struct extent a_x = extent_of(a->x, a->n), b_x = extent_of(b->x, b->n);
    const ptrdiff_t leftmost_a = place_of(a_x.low, a->x, a->n);
    const ptrdiff_t leftmost_b = place_of(b_x.low, b->x, b->n);
    const double height = width_of_both(extent_of(a->y, a->n), extent_of(b->y, b->n));
    const double width = width_of_both(a_x, b_x);
    line->size = width > height ? width : height;
    line->start = a_x.low > b_x.low ? a_x.low : b_x.low;
    line->end = a_x.high < b_x.high ? a_x.high : b_x.high;
    line->low_a = chain_from(a, leftmost_a, 1, line->start);
    line->low_b = chain_from(b, leftmost_b, 1, line->start);
    line->high_a = chain_from(a, leftmost_a, -1, line->start);
    line->high_b = chain_from(b, leftmost_b, -1, line->start);
}

/* Where the first of the four edges ends: never before the line (see `follow`), or the end where
 * edges run out. */
static inline double next_stop(const struct sweep_line *line)
{
    const struct chain *chains[4] = {&line->low_a, &line->low_b, &line->high_a, &line->high_b};
    double stop = line->end;
    int k;
    for (k = 0; k < 4; k++) {
        const double x = chains[k]->x[chains[k]->next];
        stop = x < stop && chains[k]->left > 0 ? x : stop;
    }
    return stop;
}

/* --- float64 --------------------------------------------------------------- */

#define NUMBER double
#define NAME(name) name
#define ZERO 0.0
#define ONE 1.0
#define DIFFERENCE_OF(p, q) ((p) - (q))
#define SUM(p, q) ((p) + (q))
#define DIFFERENCE(p, q) ((p) - (q))
#define PRODUCT(p, q) ((p) * (q))
#define QUOTIENT(p, q) ((p) / (q))
#define HALF(p) (0.5 * (p))
#define IS_POSITIVE(p) ((p) > 0.0)
#define IS_NEGATIVE(p) ((p) < 0.0)
#define ROUNDED(p) (p)
#include "rings/overlap_sweep.inl"

/* --- twice the digits ------------------------------------------------------- */

static const struct twofold TWOFOLD_ZERO = {0.0, 0.0}, TWOFOLD_ONE = {1.0, 0.0};

#define NUMBER struct twofold
#define NAME(name) twofold_##name
#define ZERO TWOFOLD_ZERO
#define ONE TWOFOLD_ONE
#define DIFFERENCE_OF(p, q) exact_sum((p), -(q))
#define SUM(p, q) twofold_sum((p), (q))
#define DIFFERENCE(p, q) twofold_sum((p), twofold_minus(q))
#define PRODUCT(p, q) twofold_product((p), (q))
#define QUOTIENT(p, q) twofold_quotient((p), (q))
#define HALF(p) twofold_half(p)
#define IS_POSITIVE(p) ((p).high > 0.0)
#define IS_NEGATIVE(p) ((p).high < 0.0)
#define ROUNDED(p) ((p).high)
#include "rings/overlap_sweep.inl"

/* --- rounded shapes, seen from beside what they share (kernels/arcs.pxd) ---- */

/* Of x + y + z no digits are lost that the sum has. */
static inline double sum_of_three(double x, double y, double z)
{
    const struct twofold sum = exact_sum(x, y), zed = {z, 0.0};
    return twofold_sum(sum, zed).high;
}

static inline struct twofold twofold_square(struct twofold x, struct twofold y)
{
    return twofold_sum(twofold_product(x, x), twofold_product(y, y));
}

/* The squared distance of a point from the centre of a circle, less the square of its radius. */
static inline double power_of_point(double x, double y, double radius, double point_x,
                                    double point_y)
{
    const struct twofold square = twofold_square(exact_sum(x, -point_x), exact_sum(y, -point_y));
    return twofold_sum(square, exact_product(-radius, radius)).high;
}

struct twofold_edge {
    struct twofold x, y, length;
};

static inline struct twofold_edge twofold_edge(const struct convex *ring, ptrdiff_t i)
{
    const struct twofold x = exact_sum(ring->x[i + 1], -ring->x[i]);
    const struct twofold y = exact_sum(ring->y[i + 1], -ring->y[i]);
    const struct twofold square = twofold_square(x, y);
    const double root = sqrt(square.high);
    const struct twofold rest = twofold_sum(square, exact_product(-root, root));
    const struct twofold_edge edge = {x, y, ordered_sum(root, 0.5 * rest.high / root)};
    /* Where squares underflow, the normal tells the direction. */
    const struct twofold_edge tiny = {{-ring->normal_y[i], 0.0}, {ring->normal_x[i], 0.0}, {1.0, 0.0}};
    return square.high >= SMALLEST_SQUARE ? edge : tiny;
}

/* How far an edge that is moved out by the radius is from a point, outwards. */
static inline double distance_to_edge(const struct convex *ring, ptrdiff_t i, double point_x,
                                      double point_y)
{
    const struct twofold_edge edge = twofold_edge(ring, i);
    const struct twofold x = exact_sum(ring->x[i], -point_x);
    const struct twofold y = exact_sum(ring->y[i], -point_y), radius = {ring->radius, 0.0};
    const struct twofold area =
        twofold_sum(twofold_product(edge.y, x), twofold_minus(twofold_product(edge.x, y)));
    return twofold_sum(area, twofold_product(radius, edge.length)).high / edge.length.high;
}

/* The x of a vertex of an edge, moved out by the radius along its normal; from an origin. */
static inline double end_beside_edge(const struct convex *ring, ptrdiff_t i, double vertex_x,
                                     double origin_x)
{
    const struct twofold_edge edge = twofold_edge(ring, i);
    const struct twofold shift =
        twofold_times(twofold_quotient(edge.y, edge.length), ring->radius);
    return twofold_sum(exact_sum(vertex_x, -origin_x), shift).high;
}

/* The area that two rings share. */
static double rings_shared_area(const struct convex *a, const struct convex *b)
{
    struct sweep_line line;
    double area;
    begin_sweep(a, b, &line);
    area = swept_area(&line);
    if (HEIGHT_ROUNDOFF * line.size * (line.end - line.start) <= AREA_ACCURACY * area)
        return area;
    return twofold_swept_area(&line);
}

/* The area of a box. */
static inline double area_of_box(const struct convex *box)
{
    const struct box_corners corners = {{box->x[0], box->x[1], box->x[2], box->x[3]},
                                        {box->y[0], box->y[1], box->y[2], box->y[3]}};
    const struct certain_area own = area_of_corners(&corners);
    return own.certain ? own.area : rings_shared_area(box, box);
}

#endif
