/* Vectors of doubles, and the inner loops of the separating axis test. The vectors are those of the
 * instruction set that a file of isa/ defines (SIMD_AVX2, SIMD_AVX512), or the baseline. Every
 * function does the same float64 operations per edge in the same order, so its bits are the
 * same. */
#ifndef SEPAX_LANES_H
#define SEPAX_LANES_H

#include "arithmetic.h"
#include "convex.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* LANES_INLINE is for what each loop has inside. A function called once for many pairs, or only for
 * the last of them, is LANES_CALLED or `static`: copies in every loop would compile slowly and save
 * nothing. Arrays passed to it are LINE_ALIGNED: vectors across two cache lines are slower (times
 * of boxes 1.03). */
#if defined(__clang__)
#define LANES_CALLED static __attribute__((noinline, unused))
#elif defined(__GNUC__) /* which makes copies for constant arguments, too */
#define LANES_CALLED static __attribute__((noinline, noclone, unused))
#endif
#if defined(__GNUC__)
#define LANES_INLINE static inline __attribute__((always_inline))
#define LINE_ALIGNED __attribute__((aligned(64)))
#define lanes_lowest_bit(mask) ((ptrdiff_t)__builtin_ctz(mask))
#define lanes_lowest_bit_of_64(mask) ((ptrdiff_t)__builtin_ctzll(mask))
#elif defined(_MSC_VER)
#include <intrin.h>
#define LANES_INLINE static __forceinline
#define LANES_CALLED static __declspec(noinline)
#define LINE_ALIGNED __declspec(align(64))
LANES_INLINE ptrdiff_t lanes_lowest_bit(unsigned mask)
{
    unsigned long place;
    _BitScanForward(&place, mask);
    return (ptrdiff_t)place;
}
LANES_INLINE ptrdiff_t lanes_lowest_bit_of_64(uint64_t mask)
{
    const unsigned low = (unsigned)mask;
    return low != 0 ? lanes_lowest_bit(low) : 32 + lanes_lowest_bit((unsigned)(mask >> 32));
}
#else
#error "sepax is compiled by GCC, clang or Microsoft's compiler"
#endif

/* A vector of LANES doubles. The minimum of x and y is exactly (x < y ? x : y): vector instructions
 * of different machines differ on signed zeros. */
#if defined(SIMD_AVX2) || defined(SIMD_AVX512)
#include "isa/avx2_lanes.h"
#elif !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>
#define LANES 2
#define X86_DOUBLES(operation) _mm_##operation##_pd
typedef __m128d lanes_t;
#define lanes_largest(v) _mm_cvtsd_f64(_mm_max_sd(_mm_unpackhi_pd(v, v), v))
#define lanes_equal_mask(x, y) _mm_movemask_pd(_mm_cmpeq_pd(x, y))
#define lanes_less_mask(x, y) (unsigned)_mm_movemask_pd(_mm_cmplt_pd(x, y))
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
LANES_INLINE double lanes_largest(float64x2_t v)
{
    const double low = vgetq_lane_f64(v, 0), high = vgetq_lane_f64(v, 1);
    return high > low ? high : low;
}
#define lanes_if_positive(c, x, y) vbslq_f64(vcgtq_f64(c, vdupq_n_f64(0.0)), x, y)
LANES_INLINE unsigned lanes_less_mask(float64x2_t x, float64x2_t y)
{
    const uint64x2_t less = vcltq_f64(x, y);
    return (unsigned)(vgetq_lane_u64(less, 0) & 1) | (unsigned)(vgetq_lane_u64(less, 1) & 2);
}
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
#define lanes_largest(v) (v)
#define lanes_if_positive(c, x, y) ((c) > 0.0 ? (x) : (y))
#define lanes_less_mask(x, y) (unsigned)((x) < (y))
LANES_INLINE double lanes_minimum(double x, double y) { return x < y ? x : y; }
LANES_INLINE double lanes_maximum(double x, double y) { return x > y ? x : y; }
#endif

/* The numbers at LANES places, in registers. */
#if LANES == 4
#define lanes_at(values, place)                                                          \
    _mm256_set_pd((values)[place[3]], (values)[place[2]], (values)[place[1]], (values)[place[0]])
#elif LANES == 1
#define lanes_at(values, place) (values)[place[0]]
#elif defined(X86_DOUBLES)
#define lanes_at(values, place) _mm_set_pd((values)[place[1]], (values)[place[0]])
#else
#define lanes_at(values, place) \
    vcombine_f64(vld1_f64((values) + place[0]), vld1_f64((values) + place[1]))
#endif

#if defined(X86_DOUBLES) /* vectors of either width have these */
#define lanes_load(p) X86_DOUBLES(loadu)(p)
#define lanes_store(p, v) X86_DOUBLES(storeu)(p, v)
#define lanes_fill(s) X86_DOUBLES(set1)(s)
#define lanes_add(x, y) X86_DOUBLES(add)(x, y)
#define lanes_subtract(x, y) X86_DOUBLES(sub)(x, y)
#define lanes_multiply(x, y) X86_DOUBLES(mul)(x, y)
#define lanes_divide(x, y) X86_DOUBLES(div)(x, y)
#define lanes_root(x) X86_DOUBLES(sqrt)(x)
#define lanes_minimum(x, y) X86_DOUBLES(min)(x, y)
#define lanes_maximum(x, y) X86_DOUBLES(max)(x, y)
#define lanes_magnitude(x) X86_DOUBLES(andnot)(lanes_fill(-0.0), x)
#endif

#include "rings/ring_lanes.inl"

/* All edges of a ring from its world points, which are repeated cyclically past n, up to a whole
 * vector and one more. The caller repairs lanes at and past n. Returns the smallest squared edge
 * length, 0 for a repeated point. */
LANES_INLINE double lanes_edges(struct convex *ring)
{
    const lanes_t cx = lanes_fill(ring->centre_x), cy = lanes_fill(ring->centre_y);
    const double *const x = ring->x, *const y = ring->y;
    double *const normal_x = ring->normal_x, *const normal_y = ring->normal_y;
    double *const offset = ring->offset;
    const ptrdiff_t n = ring->n;
    lanes_t shortest = lanes_fill(INFINITY);
    ptrdiff_t i;
    for (i = 0; i < n; i += LANES)
        shortest = lanes_minimum(lanes_edge(lanes_load(x + i), lanes_load(y + i),
                                            lanes_load(x + i + 1), lanes_load(y + i + 1), cx, cy,
                                            normal_x + i, normal_y + i, offset + i),
                                 shortest);
    return lanes_least(shortest);
}

/* Store the separations of a block of edges of a, from `first` on, against all points of b. */
LANES_INLINE void lanes_edge_separations(const struct convex *a, ptrdiff_t first,
                                         const struct convex *b, double *separations)
{
    lanes_t separation[BLOCK / LANES];
    int part;
    lanes_separations(a, first, b, BLOCK / LANES, separation);
    for (part = 0; part < BLOCK / LANES; part++)
        lanes_store(separations + part * LANES, separation[part]);
}

/* The widest separation over all edges of a ring against the point (px, py). */
LANES_INLINE double lanes_widest_separation_of_point(const struct convex *ring, double px,
                                                     double py)
{
    const lanes_t dx = lanes_fill(px - ring->centre_x), dy = lanes_fill(py - ring->centre_y);
    lanes_t widest = lanes_fill(-INFINITY);
    ptrdiff_t i;
    for (i = 0; i < ring->edges; i += LANES) {
        const lanes_t along = lanes_add(lanes_multiply(lanes_load(ring->normal_x + i), dx),
                                        lanes_multiply(lanes_load(ring->normal_y + i), dy));
        widest = lanes_maximum(lanes_subtract(along, lanes_load(ring->offset + i)), widest);
    }
    return lanes_largest(widest);
}

/* The least normal . (point - origin) over two or more points of b. Reads whole lanes. */
LANES_INLINE double lanes_least_along(double normal_x, double normal_y, double origin_x,
                                      double origin_y, const struct convex *b)
{
    const lanes_t nx = lanes_fill(normal_x), ny = lanes_fill(normal_y);
    const lanes_t px = lanes_fill(origin_x), py = lanes_fill(origin_y);
    lanes_t low = lanes_fill(INFINITY);
    ptrdiff_t k;
    for (k = 0; k < b->n; k += LANES) {
        const lanes_t dx = lanes_subtract(lanes_load(b->x + k), px);
        const lanes_t dy = lanes_subtract(lanes_load(b->y + k), py);
        low = lanes_minimum(lanes_add(lanes_multiply(nx, dx), lanes_multiply(ny, dy)), low);
    }
    return lanes_least(low);
}

/* The same along the normal of an edge of a. */
LANES_INLINE double lanes_separation_of_edge(const struct convex *a, ptrdiff_t edge,
                                             double origin_x, double origin_y,
                                             const struct convex *b)
{
    return lanes_least_along(a->normal_x[edge], a->normal_y[edge], origin_x, origin_y, b);
}

/* Separations of two centrally symmetric rings. Opposite edges share an axis: half of the edges of
 * a against half of the points of b suffice. `parts` vectors of edges at a time; lanes beyond the
 * half are opposite edges again, or padding. */
LANES_INLINE lanes_t lanes_symmetric_separation(const struct convex *a, ptrdiff_t half_edges,
                                                const struct convex *b, ptrdiff_t half_points,
                                                int parts)
{
    const lanes_t x_shift = lanes_fill(b->centre_x - a->centre_x);
    const lanes_t y_shift = lanes_fill(b->centre_y - a->centre_y);
    const double *const x = b->x, *const y = b->y;
    const double centre_x = b->centre_x, centre_y = b->centre_y;
    lanes_t nx[BLOCK / LANES], ny[BLOCK / LANES], extent[BLOCK / LANES];
    lanes_t widest = lanes_fill(-INFINITY);
    ptrdiff_t i, k;
    int part;
    for (i = 0; i < half_edges; i += parts * LANES) {
        for (part = 0; part < parts; part++) {
            nx[part] = lanes_load(a->normal_x + i + part * LANES);
            ny[part] = lanes_load(a->normal_y + i + part * LANES);
            extent[part] = lanes_fill(0.0);
        }
        for (k = 0; k < half_points; k++) {
            const lanes_t u = lanes_fill(x[k] - centre_x), v = lanes_fill(y[k] - centre_y);
            for (part = 0; part < parts; part++) {
                const lanes_t along =
                    lanes_add(lanes_multiply(nx[part], u), lanes_multiply(ny[part], v));
                extent[part] = lanes_maximum(lanes_magnitude(along), extent[part]);
            }
        }
        for (part = 0; part < parts; part++) {
            const lanes_t shift = lanes_magnitude(
                lanes_add(lanes_multiply(nx[part], x_shift), lanes_multiply(ny[part], y_shift)));
            const lanes_t free = lanes_subtract(shift, lanes_load(a->offset + i + part * LANES));
            widest = lanes_maximum(lanes_subtract(free, extent[part]), widest);
        }
    }
    return widest;
}

/* The same of all edges of a: of a box just those, of others whole blocks. */
LANES_INLINE lanes_t lanes_symmetric_separation_of(const struct convex *a, const struct convex *b)
{
    if (a->half == 2)
        return lanes_symmetric_separation(a, 2, b, b->half, (2 + LANES - 1) / LANES);
    return lanes_symmetric_separation(a, a->half, b, b->half, BLOCK / LANES);
}

/* The widest separation of both sides. Two boxes have their own copy of the loops, which the
 * compiler unrolls. */
LANES_INLINE double lanes_widest_symmetric_separation(const struct convex *a,
                                                      const struct convex *b)
{
    if (a->half == 2 && b->half == 2)
        return lanes_largest(
            lanes_maximum(lanes_symmetric_separation(a, 2, b, 2, (2 + LANES - 1) / LANES),
                          lanes_symmetric_separation(b, 2, a, 2, (2 + LANES - 1) / LANES)));
    return lanes_largest(
        lanes_maximum(lanes_symmetric_separation_of(a, b), lanes_symmetric_separation_of(b, a)));
}

#endif
