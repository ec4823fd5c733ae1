/* The kernels of box_*.inl and ring_lanes.inl for every instruction set, and the table of them.
 *
 * x86-64 has the baseline (SSE2), AVX2 and, with GCC or clang, AVX-512; anything else, and a build
 * with SEPAX_NO_SIMD, has the baseline alone. GCC and clang switch the instruction set within a
 * file. Microsoft's compiler has it by a flag for a whole file: AVX2 is in avx2.c there.
 */
#ifndef SEPAX_SIMD_LEVELS_H
#define SEPAX_SIMD_LEVELS_H

#include "pair_loops.h"

/* transpose: slot[i][k + j] = record[j][i] for four records. */
#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
#include <emmintrin.h>
LEVEL_INLINE void baseline_transpose(const double *const *record, double (*slot)[STRETCH],
                                     ptrdiff_t k)
{
    int i, j;
    for (j = 0; j < RECORDS; j += 2)
        for (i = 0; i < RECORD; i += 2) {
            const __m128d one = _mm_loadu_pd(record[j] + i);
            const __m128d two = _mm_loadu_pd(record[j + 1] + i);
            _mm_storeu_pd(slot[i] + k + j, _mm_unpacklo_pd(one, two));
            _mm_storeu_pd(slot[i + 1] + k + j, _mm_unpackhi_pd(one, two));
        }
}
#else
LEVEL_INLINE void baseline_transpose(const double *const *record, double (*slot)[STRETCH],
                                     ptrdiff_t k)
{
    int i, j;
    for (i = 0; i < RECORD; i++)
        for (j = 0; j < RECORDS; j++)
            slot[i][k + j] = record[j][i];
}
#endif

/* Half sizes of ROWS records, as columns; and columns, from k on, as ROWS records. */
#if !defined(SEPAX_NO_SIMD) && (defined(__SSE2__) || defined(_M_X64))
LEVEL_INLINE void baseline_read_sizes(const double *record, double *width, double *height)
{
    int j;
    for (j = 0; j < ROWS; j += 2) {
        const __m128d one = _mm_loadu_pd(record + RECORD * j + HALF_WIDTH);
        const __m128d two = _mm_loadu_pd(record + RECORD * (j + 1) + HALF_WIDTH);
        _mm_storeu_pd(width + j, _mm_unpacklo_pd(one, two));
        _mm_storeu_pd(height + j, _mm_unpackhi_pd(one, two));
    }
}

LEVEL_INLINE void baseline_write_records(const double *const *column, ptrdiff_t k, double *record)
{
    int i, j;
    for (j = 0; j < ROWS; j += 2)
        for (i = 0; i < RECORD; i += 2) {
            const __m128d one = _mm_loadu_pd(column[i] + k + j);
            const __m128d two = _mm_loadu_pd(column[i + 1] + k + j);
            _mm_storeu_pd(record + RECORD * j + i, _mm_unpacklo_pd(one, two));
            _mm_storeu_pd(record + RECORD * (j + 1) + i, _mm_unpackhi_pd(one, two));
        }
}
#else
LEVEL_INLINE void baseline_read_sizes(const double *record, double *width, double *height)
{
    int j;
    for (j = 0; j < ROWS; j++) {
        width[j] = record[RECORD * j + HALF_WIDTH];
        height[j] = record[RECORD * j + HALF_HEIGHT];
    }
}

LEVEL_INLINE void baseline_write_records(const double *const *column, ptrdiff_t k, double *record)
{
    int i, j;
    for (j = 0; j < ROWS; j++)
        for (i = 0; i < RECORD; i++)
            record[RECORD * j + i] = column[i][k + j];
}
#endif

#define baseline_put_shadows write_four_shadows

#if defined(SEPAX_COUNT_SHADOWS)
long shadow_counts[SHADOW_COUNTS];
#endif

/* One box at a time. Pairs are counted without a branch, which nothing could foresee. */
#define baseline_AT_ONCE 1
LEVEL_INLINE int baseline_count_before(const double *low_x, double x, int or_there)
{
    int k, count = 0;
    for (k = 0; k < SWEPT; k++)
        count += or_there ? low_x[k] <= x : low_x[k] < x;
    return count;
}

LEVEL_INLINE uint64_t *baseline_note_meeting(const struct swept_box *box, const struct strip *others,
                                     ptrdiff_t i, enum pair_order order, uint64_t *end)
{
    const uint32_t own = box->index, other = others->index[i];
    const int own_first = order == LOWER_FIRST ? own < other : order == SWEEPING_FIRST;
    *end = own_first ? pair_word(own, other) : pair_word(other, own);
    return end
           + ((others->low_y[i] <= box->high_y) & (others->high_y[i] >= box->low_y)
              & (others->low_y[i] >= box->least_low_y));
}

#define LEVEL(name) baseline_##name
#include "box_lanes.inl"
#include "core_lanes.inl"
#include "record_pairs.inl"
#include "ring_shadows.inl"
#include "box_shadows.inl"
#include "disc_shadows.inl"
#include "segment_shadows.inl"
#include "shadow_pairs.inl"
#include "point_shadows.inl"
#include "box_ways.inl"
#include "box_casts.inl"
#include "box_edges.inl"
#include "box_areas.inl"
#include "box_distances.inl"
#include "box_contacts.inl"
#include "box_sweeps.inl"
#include "box_times.inl"
#include "misses.inl"
#include "disc_lanes.inl"
#include "round_lanes.inl"
#include "ranges.inl"
#include "box_poses.inl"
#include "strip_sweeps.inl"
#undef LEVEL

#if !defined(SEPAX_NO_SIMD) && defined(__x86_64__) && defined(__GNUC__)
#define SIMD_LEVELS 3
#include <immintrin.h>

/* From here on the compiler may use the named instructions; fused multiply-adds only where they
 * are asked for by name, as arithmetic.h says. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#include "avx2.h"

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(                                                          \
    __attribute__((target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw"))), apply_to = function)
#pragma clang attribute push(__attribute__((min_vector_width(512))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw,prefer-vector-width=512")
#endif

#include "avx512.h"

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

/* The machine's highest level. */
static int simd_highest_level(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return 0;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
                   && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
               ? 2
               : 1;
}

static const struct simd_level baseline_level = ROW(baseline, lanes);
static const struct simd_level avx2_level = ROW(avx2, avx2);
static const struct simd_level avx512_level = ROW(avx512, avx2);
static const struct simd_level *const simd_levels[SIMD_LEVELS] = {&baseline_level, &avx2_level,
                                                                  &avx512_level};
#elif !defined(SEPAX_NO_SIMD) && defined(_M_X64)
#define SIMD_LEVELS 2

/* What /arch:AVX2 may make use of, as cpuid tells it, and of the operating system, by xgetbv, that
 * it keeps registers of 128 and 256 bits. */
static int simd_highest_level(void)
{
    enum { EAX, EBX, ECX, EDX, REGISTERS };
    enum { FMA = 1 << 12, MOVBE = 1 << 22, OSXSAVE = 1 << 27, AVX = 1 << 28, F16C = 1 << 29 };
    enum { BMI1 = 1 << 3, AVX2 = 1 << 5, BMI2 = 1 << 8, LZCNT = 1 << 5, KEPT = 6 };
    const int basic = FMA | MOVBE | OSXSAVE | AVX | F16C, wide = BMI1 | AVX2 | BMI2;
    int leaf[REGISTERS];
    __cpuid(leaf, 0);
    if (leaf[EAX] < 7)
        return 0;
    __cpuid(leaf, 1);
    if ((leaf[ECX] & basic) != basic || (_xgetbv(0) & KEPT) != KEPT)
        return 0;
    __cpuidex(leaf, 7, 0);
    if ((leaf[EBX] & wide) != wide)
        return 0;
    __cpuid(leaf, (int)0x80000001);
    return (leaf[ECX] & LZCNT) != 0;
}

static const struct simd_level baseline_level = ROW(baseline, lanes);
extern const struct simd_level avx2_level; /* of avx2.c */
static const struct simd_level *const simd_levels[SIMD_LEVELS] = {&baseline_level, &avx2_level};
#else
#define SIMD_LEVELS 1
static int simd_highest_level(void) { return 0; }

static const struct simd_level baseline_level = ROW(baseline, lanes);
static const struct simd_level *const simd_levels[SIMD_LEVELS] = {&baseline_level};
#endif

#endif
