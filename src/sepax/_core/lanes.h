/* The inner loops of the separating axis test, several edges at a time.
 *
 * Every function does the same float64 operations per edge in the same order
 * on every instruction set: only their number per instruction differs, so the
 * bits never do. Arrays of edges are padded to whole blocks of four: a padding
 * edge has the normal (0, 0) and the offset +infinity, so its gap is -infinity
 * and it separates nothing.
 */
#ifndef SEPAX_LANES_H
#define SEPAX_LANES_H

#include <math.h>
#include <stddef.h>

#if defined(_MSC_VER)
#define LANES_INLINE static __forceinline
#else
#define LANES_INLINE static inline __attribute__((always_inline))
#endif

/* A vector of LANES doubles. The minimum of x and y is (x < y ? x : y) to the
 * letter: the vector instructions of different machines differ on signed zeros
 * and this keeps their bits alike. */
#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>
#define LANES 2
typedef __m128d lanes_t;
#define lanes_load(p) _mm_loadu_pd(p)
#define lanes_store(p, v) _mm_storeu_pd(p, v)
#define lanes_fill(s) _mm_set1_pd(s)
#define lanes_add(x, y) _mm_add_pd(x, y)
#define lanes_subtract(x, y) _mm_sub_pd(x, y)
#define lanes_multiply(x, y) _mm_mul_pd(x, y)
#define lanes_divide(x, y) _mm_div_pd(x, y)
#define lanes_root(x) _mm_sqrt_pd(x)
#define lanes_minimum(x, y) _mm_min_pd(x, y)
#define lanes_maximum(x, y) _mm_max_pd(x, y)
#define lanes_magnitude(x) _mm_andnot_pd(_mm_set1_pd(-0.0), x)
LANES_INLINE lanes_t lanes_if_positive(lanes_t c, lanes_t x, lanes_t y)
{
    const lanes_t mask = _mm_cmpgt_pd(c, _mm_setzero_pd());
    return _mm_or_pd(_mm_and_pd(mask, x), _mm_andnot_pd(mask, y));
}
#elif !defined(SEPAX_NO_SIMD) && (defined(__aarch64__) || defined(_M_ARM64))
#include <arm_neon.h>
#define LANES 2
typedef float64x2_t lanes_t;
#define lanes_load(p) vld1q_f64(p)
#define lanes_store(p, v) vst1q_f64(p, v)
#define lanes_fill(s) vdupq_n_f64(s)
#define lanes_add(x, y) vaddq_f64(x, y)
#define lanes_subtract(x, y) vsubq_f64(x, y)
#define lanes_multiply(x, y) vmulq_f64(x, y)
#define lanes_divide(x, y) vdivq_f64(x, y)
#define lanes_root(x) vsqrtq_f64(x)
#define lanes_minimum(x, y) vbslq_f64(vcltq_f64(x, y), x, y)
#define lanes_maximum(x, y) vbslq_f64(vcgtq_f64(x, y), x, y)
#define lanes_magnitude(x) vabsq_f64(x)
#define lanes_if_positive(c, x, y) vbslq_f64(vcgtq_f64(c, vdupq_n_f64(0.0)), x, y)
#else
#define LANES 1
typedef double lanes_t;
#define lanes_load(p) (*(p))
#define lanes_store(p, v) (*(p) = (v))
#define lanes_fill(s) (s)
#define lanes_add(x, y) ((x) + (y))
#define lanes_subtract(x, y) ((x) - (y))
#define lanes_multiply(x, y) ((x) * (y))
#define lanes_divide(x, y) ((x) / (y))
#define lanes_root(x) sqrt(x)
#define lanes_magnitude(x) fabs(x)
#define lanes_if_positive(c, x, y) ((c) > 0.0 ? (x) : (y))
LANES_INLINE double lanes_minimum(double x, double y) { return x < y ? x : y; }
LANES_INLINE double lanes_maximum(double x, double y) { return x > y ? x : y; }
#endif

/* Squares of products of larger coordinates could overflow. */
#define COORDINATE_LIMIT 0x1p240

#define BLOCK 4 /* edges a step; also the unit of padding */
#define PARTS (BLOCK / LANES)

LANES_INLINE double lanes_largest(const lanes_t v)
{
    double each[LANES], largest;
    int i;
    lanes_store(each, v);
    largest = each[0];
    for (i = 1; i < LANES; i++)
        largest = each[i] > largest ? each[i] : largest;
    return largest;
}

LANES_INLINE double lanes_largest_of_block(const lanes_t *block)
{
    lanes_t largest = block[0];
    int part;
    for (part = 1; part < PARTS; part++)
        largest = lanes_maximum(block[part], largest);
    return lanes_largest(largest);
}

/* The first place in a block that holds a value. Without branches: which one it
 * is cannot be predicted. */
LANES_INLINE ptrdiff_t lanes_place_of(const lanes_t *block, double value)
{
    double each[BLOCK];
    ptrdiff_t place = BLOCK - 1;
    int i;
    for (i = 0; i < PARTS; i++)
        lanes_store(each + i * LANES, block[i]);
    for (i = BLOCK - 2; i >= 0; i--)
        place = each[i] == value ? i : place;
    return place;
}

/* World points of a rigid pose: position + rotation * local, component by
 * component, over `stride` (a multiple of BLOCK) points. */
LANES_INLINE void lanes_place(const double *local_x, const double *local_y, ptrdiff_t stride,
                              double cosine, double sine, double px, double py,
                              double *x, double *y)
{
    const lanes_t c = lanes_fill(cosine), s = lanes_fill(sine);
    const lanes_t tx = lanes_fill(px), ty = lanes_fill(py);
    ptrdiff_t i;
    for (i = 0; i < stride; i += LANES) {
        const lanes_t u = lanes_load(local_x + i), v = lanes_load(local_y + i);
        lanes_store(x + i, lanes_add(tx, lanes_subtract(lanes_multiply(c, u), lanes_multiply(s, v))));
        lanes_store(y + i, lanes_add(ty, lanes_add(lanes_multiply(s, u), lanes_multiply(c, v))));
    }
}

/* Outward unit normals and offsets (normal . (point - centre)) of all edges,
 * from the world points alone; x[n], y[n] repeat the first point. Lanes at and
 * past n are left for the caller to mend. Returns the smallest squared edge
 * length, 0 for a repeated point. */
LANES_INLINE double lanes_edges(const double *x, const double *y, ptrdiff_t n, double centre_x,
                                double centre_y, double *normal_x, double *normal_y,
                                double *offset)
{
    const lanes_t cx = lanes_fill(centre_x), cy = lanes_fill(centre_y);
    double shortest = INFINITY, squares[LANES];
    ptrdiff_t i;
    int lane;
    for (i = 0; i < n; i += LANES) {
        const lanes_t x0 = lanes_load(x + i), y0 = lanes_load(y + i);
        const lanes_t ex = lanes_subtract(lanes_load(x + i + 1), x0);
        const lanes_t ey = lanes_subtract(lanes_load(y + i + 1), y0);
        const lanes_t square = lanes_add(lanes_multiply(ex, ex), lanes_multiply(ey, ey));
        const lanes_t length = lanes_root(square);
        const lanes_t nx = lanes_divide(ey, length);
        const lanes_t ny = lanes_divide(lanes_subtract(lanes_fill(0.0), ex), length);
        lanes_store(normal_x + i, nx);
        lanes_store(normal_y + i, ny);
        lanes_store(offset + i, lanes_add(lanes_multiply(nx, lanes_subtract(x0, cx)),
                                          lanes_multiply(ny, lanes_subtract(y0, cy))));
        lanes_store(squares, square);
        for (lane = 0; lane < LANES && i + lane < n; lane++)
            shortest = squares[lane] < shortest ? squares[lane] : shortest;
    }
    return shortest;
}

/* Gaps of one block of edges against all points of the other ring: for each
 * edge the least normal . (point - centre), minus the offset of the edge. The
 * centre is that of the edges' own shape: differences, never absolute
 * projections. */
LANES_INLINE void lanes_block_gaps(const double *normal_x, const double *normal_y,
                                   const double *offset, double centre_x, double centre_y,
                                   const double *x, const double *y, ptrdiff_t n, lanes_t *gap)
{
    lanes_t nx[PARTS], ny[PARTS], low[PARTS];
    ptrdiff_t k;
    int part;
    for (part = 0; part < PARTS; part++) {
        nx[part] = lanes_load(normal_x + part * LANES);
        ny[part] = lanes_load(normal_y + part * LANES);
        low[part] = lanes_fill(INFINITY);
    }
    for (k = 0; k < n; k++) {
        const lanes_t dx = lanes_fill(x[k] - centre_x), dy = lanes_fill(y[k] - centre_y);
        for (part = 0; part < PARTS; part++) {
            const lanes_t along = lanes_add(lanes_multiply(nx[part], dx), lanes_multiply(ny[part], dy));
            low[part] = lanes_minimum(along, low[part]);
        }
    }
    for (part = 0; part < PARTS; part++)
        gap[part] = lanes_subtract(low[part], lanes_load(offset + part * LANES));
}

/* The same, stored for scalar code. */
LANES_INLINE void lanes_edge_gaps(const double *normal_x, const double *normal_y,
                                  const double *offset, double centre_x, double centre_y,
                                  const double *x, const double *y, ptrdiff_t n, double *gaps)
{
    lanes_t gap[PARTS];
    int part;
    lanes_block_gaps(normal_x, normal_y, offset, centre_x, centre_y, x, y, n, gap);
    for (part = 0; part < PARTS; part++)
        lanes_store(gaps + part * LANES, gap[part]);
}

/* The widest gap over all edges and its lowest edge, or the widest up to the
 * first block with one above `enough`. */
LANES_INLINE double lanes_widest_gap(const double *normal_x, const double *normal_y,
                                     const double *offset, ptrdiff_t edges, double centre_x,
                                     double centre_y, const double *x, const double *y,
                                     ptrdiff_t n, double enough, ptrdiff_t *edge)
{
    double widest = -INFINITY;
    ptrdiff_t i;
    *edge = 0;
    for (i = 0; i < edges; i += BLOCK) {
        lanes_t gap[PARTS];
        double largest;
        lanes_block_gaps(normal_x + i, normal_y + i, offset + i, centre_x, centre_y, x, y, n, gap);
        largest = lanes_largest_of_block(gap);
        *edge = largest > widest ? i + lanes_place_of(gap, largest) : *edge;
        widest = largest > widest ? largest : widest;
        if (widest > enough)
            break;
    }
    return widest;
}

/* The gap of one edge through (edge_x, edge_y), from plain differences. Reads
 * whole lanes: x[n], y[n] repeat the first point. */
LANES_INLINE double lanes_gap_of_edge(double normal_x, double normal_y, double edge_x,
                                      double edge_y, const double *x, const double *y, ptrdiff_t n)
{
    const lanes_t nx = lanes_fill(normal_x), ny = lanes_fill(normal_y);
    const lanes_t px = lanes_fill(edge_x), py = lanes_fill(edge_y);
    lanes_t low = lanes_fill(INFINITY);
    ptrdiff_t k;
    for (k = 0; k < n; k += LANES) {
        const lanes_t dx = lanes_subtract(lanes_load(x + k), px);
        const lanes_t dy = lanes_subtract(lanes_load(y + k), py);
        low = lanes_minimum(lanes_add(lanes_multiply(nx, dx), lanes_multiply(ny, dy)), low);
    }
    return -lanes_largest(lanes_subtract(lanes_fill(0.0), low));
}

/* Cut [*enter, *leave] down to the times at which no edge parts two rings that
 * close in on each other with (vx, vy): the gap of an edge falls with the speed
 * along its normal. An edge that neither nears nor leaves parts them for ever
 * if it does so now. `entered` is the lowest edge of the last entry, if any. */
LANES_INLINE void lanes_clip_times(const double *normal_x, const double *normal_y,
                                   const double *offset, ptrdiff_t edges, double centre_x,
                                   double centre_y, const double *x, const double *y, ptrdiff_t n,
                                   double vx, double vy, double *enter, double *leave,
                                   ptrdiff_t *entered)
{
    const lanes_t ux = lanes_fill(vx), uy = lanes_fill(vy), zero = lanes_fill(0.0);
    const lanes_t never = lanes_fill(-INFINITY), always = lanes_fill(INFINITY);
    lanes_t last = always;
    ptrdiff_t i;
    for (i = 0; i < edges; i += BLOCK) {
        lanes_t gap[PARTS];
        double largest;
        int part;
        lanes_block_gaps(normal_x + i, normal_y + i, offset + i, centre_x, centre_y, x, y, n, gap);
        for (part = 0; part < PARTS; part++) {
            const lanes_t closing =
                lanes_add(lanes_multiply(lanes_load(normal_x + i + part * LANES), ux),
                          lanes_multiply(lanes_load(normal_y + i + part * LANES), uy));
            const lanes_t opening = lanes_subtract(zero, closing);
            const lanes_t time = lanes_divide(gap[part], closing);
            const lanes_t still = lanes_if_positive(gap[part], always, never);
            last = lanes_minimum(lanes_if_positive(opening, time, always), last);
            gap[part] = lanes_if_positive(closing, time, lanes_if_positive(opening, never, still));
        }
        largest = lanes_largest_of_block(gap);
        *entered = largest > *enter ? i + lanes_place_of(gap, largest) : *entered;
        *enter = largest > *enter ? largest : *enter;
    }
    last = lanes_subtract(zero, last);
    *leave = -lanes_largest(last) < *leave ? -lanes_largest(last) : *leave;
}

/* The same for two centrally symmetric rings: opposite edges share an axis, so
 * half of the edges of one against half of the points of the other tell all.
 * (dx, dy) leads from the centre of the edges' shape to the other centre. */
LANES_INLINE double lanes_widest_symmetric_gap(const double *normal_x, const double *normal_y,
                                               const double *offset, ptrdiff_t half_edges,
                                               const double *x, const double *y, ptrdiff_t half_n,
                                               double centre_x, double centre_y, double dx, double dy)
{
    const lanes_t x_shift = lanes_fill(dx), y_shift = lanes_fill(dy);
    lanes_t widest = lanes_fill(-INFINITY);
    ptrdiff_t i, k;
    for (i = 0; i < half_edges; i += LANES) {
        const lanes_t nx = lanes_load(normal_x + i), ny = lanes_load(normal_y + i);
        const lanes_t shift = lanes_magnitude(
            lanes_add(lanes_multiply(nx, x_shift), lanes_multiply(ny, y_shift)));
        lanes_t extent = lanes_load(offset + i), reach = lanes_fill(0.0);
        for (k = 0; k < half_n; k++) {
            const lanes_t u = lanes_fill(x[k] - centre_x), v = lanes_fill(y[k] - centre_y);
            reach = lanes_maximum(
                lanes_magnitude(lanes_add(lanes_multiply(nx, u), lanes_multiply(ny, v))), reach);
        }
        widest = lanes_maximum(lanes_subtract(shift, lanes_add(extent, reach)), widest);
    }
    return lanes_largest(widest);
}

#endif
