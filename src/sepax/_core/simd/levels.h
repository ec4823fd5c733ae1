/* The kernels of box_*.inl and ring_lanes.inl for every instruction set, and the table of them.
 *
 * x86-64 with GCC or clang has the baseline (SSE2), AVX2 and AVX-512; anything
 * else, and a build with SEPAX_NO_SIMD, has the baseline alone.
 */
#ifndef SEPAX_SIMD_LEVELS_H
#define SEPAX_SIMD_LEVELS_H

#include "box.h"
#include "box_overlap.h"
#include "float_lanes.h"
#include "lanes.h"
#include "prefetch.h"
#include "record.h"
#include "ring_shadow.h"
#include "rotation.h"
#include "roundoff.h"
#include "shadow.h"
#include "tables.h"
#include "verdicts.h"

/* Chosen by `python bench/run.py batch`. */
#define STRETCH 32 /* pairs a step: their records and verdicts stay in the nearest cache */
#define GROUP 8    /* pairs of which what is costly is left out where none of them needs it */

#define POSED 256 /* boxes a step: loops over records take their last ones one by one */

#define RECORDS 4 /* transposed at a time */

#define CLIMBING 256     /* pairs whose shadows are judged before those left open */
#define MOST_OPEN 8      /* one in so many: with more, shadows cost more than they save */
#define RINGS_AHEAD 4    /* pairs that are in doubt */
#define SHADOWS_AHEAD 48 /* pairs: their shadows are asked for so much earlier */

#if defined(__GNUC__)
#define LEVEL_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define LEVEL_INLINE static __forceinline
#else
#define LEVEL_INLINE static inline
#endif

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

/* A row of the table of levels, with the loops over rings of another name. */
#define ROW(level, ring_level)                                                        \
    {                                                                                 \
        #level,                                                                       \
            {ring_level##_widest_separation, ring_level##_overlap_times,              \
             ring_level##_transform, level##_box_area},                               \
            {level##_boxes, level##_shapes, level##_points, level##_edges,            \
             level##_translations, level##_axes, level##_contacts, level##_sweeps,    \
             level##_times, level##_areas, level##_poses},                            \
    }

#define LEVEL(name) baseline_##name
#include "box_lanes.inl"
#include "ring_shadows.inl"
#include "box_shadows.inl"
#include "box_edges.inl"
#include "box_areas.inl"
#include "box_contacts.inl"
#include "box_sweeps.inl"
#include "box_times.inl"
#include "box_poses.inl"
#undef LEVEL

#if !defined(SEPAX_NO_SIMD) && defined(__x86_64__) && defined(__GNUC__)
#define SIMD_LEVELS 3
#include <immintrin.h>

/* From here on the compiler may use the named instructions; fused multiply-adds
 * are not among them. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

LEVEL_INLINE void avx2_transpose(const double *const *record, double (*slot)[STRETCH], ptrdiff_t k)
{
    int i;
    for (i = 0; i < RECORD; i += 2) {
        const __m256d first = _mm256_castpd128_pd256(_mm_loadu_pd(record[0] + i));
        const __m256d second = _mm256_castpd128_pd256(_mm_loadu_pd(record[1] + i));
        const __m256d even = _mm256_insertf128_pd(first, _mm_loadu_pd(record[2] + i), 1);
        const __m256d odd = _mm256_insertf128_pd(second, _mm_loadu_pd(record[3] + i), 1);
        _mm256_storeu_pd(slot[i] + k, _mm256_unpacklo_pd(even, odd));
        _mm256_storeu_pd(slot[i + 1] + k, _mm256_unpackhi_pd(even, odd));
    }
}

/* Four lanes, as those of lanes.h. */
LEVEL_INLINE double avx2_largest(__m256d v)
{
    const __m128d half = _mm_max_pd(_mm256_extractf128_pd(v, 1), _mm256_castpd256_pd128(v));
    return _mm_cvtsd_f64(_mm_max_sd(_mm_unpackhi_pd(half, half), half));
}
#undef LANES
#undef lanes_load
#undef lanes_store
#undef lanes_fill
#undef lanes_add
#undef lanes_subtract
#undef lanes_multiply
#undef lanes_divide
#undef lanes_root
#undef lanes_minimum
#undef lanes_maximum
#undef lanes_largest
#undef lanes_equal_mask
#define LANES 4
#define lanes_t __m256d
#define lanes_load(p) _mm256_loadu_pd(p)
#define lanes_store(p, v) _mm256_storeu_pd(p, v)
#define lanes_fill(s) _mm256_set1_pd(s)
#define lanes_add(x, y) _mm256_add_pd(x, y)
#define lanes_subtract(x, y) _mm256_sub_pd(x, y)
#define lanes_multiply(x, y) _mm256_mul_pd(x, y)
#define lanes_divide(x, y) _mm256_div_pd(x, y)
#define lanes_root(x) _mm256_sqrt_pd(x)
#define lanes_minimum(x, y) _mm256_min_pd(x, y)
#define lanes_maximum(x, y) _mm256_max_pd(x, y)
#define lanes_largest(v) avx2_largest(v)
#define lanes_equal_mask(x, y) _mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_EQ_OQ))
#define lanes_if_positive(c, x, y) \
    _mm256_blendv_pd(y, x, _mm256_cmp_pd(c, _mm256_setzero_pd(), _CMP_GT_OQ))

/* Eight floats, as those of float_lanes.h. */
LEVEL_INLINE void avx2_columns(const float *const *row, __m256 *column)
{
    int i, k;
    for (i = 0; i < RECORD; i += 4) {
        __m256 one[4], two[4]; /* number i and so on of rows 0 and 4, 1 and 5, ... */
        for (k = 0; k < 4; k++)
            one[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row[k] + i)),
                                          _mm_loadu_ps(row[k + 4] + i), 1);
        two[0] = _mm256_unpacklo_ps(one[0], one[1]);
        two[1] = _mm256_unpackhi_ps(one[0], one[1]);
        two[2] = _mm256_unpacklo_ps(one[2], one[3]);
        two[3] = _mm256_unpackhi_ps(one[2], one[3]);
        column[i] = _mm256_shuffle_ps(two[0], two[2], 0x44);
        column[i + 1] = _mm256_shuffle_ps(two[0], two[2], 0xEE);
        column[i + 2] = _mm256_shuffle_ps(two[1], two[3], 0x44);
        column[i + 3] = _mm256_shuffle_ps(two[1], two[3], 0xEE);
    }
}

LEVEL_INLINE void avx2_columns_in_a_row(const float *first, __m256 *column)
{
    const float *row[8];
    int k;
    for (k = 0; k < 8; k++)
        row[k] = first + SHADOW * k;
    avx2_columns(row, column);
}

LEVEL_INLINE unsigned avx2_verdicts(__m256 x, __m256 error, unsigned char *verdicts)
{
    const __m256 apart = _mm256_cmp_ps(x, error, _CMP_GT_OQ);
    const __m256 meets =
        _mm256_cmp_ps(x, _mm256_sub_ps(_mm256_setzero_ps(), error), _CMP_LT_OQ);
    const __m256i two = _mm256_set1_epi32(PAIR_UNDECIDED);
    const __m256i wide = _mm256_add_epi32(_mm256_castps_si256(meets),
                                          _mm256_andnot_si256(_mm256_castps_si256(apart), two));
    const __m128i half =
        _mm_packs_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    _mm_storel_epi64((__m128i *)verdicts, _mm_packus_epi16(half, half));
    return ~(unsigned)_mm256_movemask_ps(_mm256_or_ps(apart, meets)) & 0xFFu;
}

LEVEL_INLINE float avx2_largest_float(__m256 v)
{
    const __m128 four = _mm_max_ps(_mm256_extractf128_ps(v, 1), _mm256_castps256_ps128(v));
    const __m128 two = _mm_max_ps(_mm_movehl_ps(four, four), four);
    return _mm_cvtss_f32(_mm_max_ss(_mm_shuffle_ps(two, two, 1), two));
}

LEVEL_INLINE void avx2_to_floats(const double *x, const double *less, float *out)
{
    int i;
    for (i = 0; i < RECORD; i += 4)
        _mm_storeu_ps(out + i, _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_loadu_pd(x + i),
                                                             _mm256_loadu_pd(less + i))));
}
#undef FLOATS
#undef floats_fill
#undef floats_load
#undef floats_largest
#undef floats_add
#undef floats_subtract
#undef floats_multiply
#undef floats_maximum
#undef floats_magnitude
#define FLOATS 8
#define floats_t __m256
#define floats_fill(s) _mm256_set1_ps(s)
#define floats_load(p) _mm256_loadu_ps(p)
#define floats_largest(v) avx2_largest_float(v)
#define floats_add(x, y) _mm256_add_ps(x, y)
#define floats_subtract(x, y) _mm256_sub_ps(x, y)
#define floats_multiply(x, y) _mm256_mul_ps(x, y)
#define floats_maximum(x, y) _mm256_max_ps(x, y)
#define floats_magnitude(x) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x)

#define LEVEL(name) avx2_##name
#include "box_lanes.inl"
#include "ring_shadows.inl"
#include "box_shadows.inl"
#include "box_edges.inl"
#include "box_areas.inl"
#include "box_contacts.inl"
#include "box_sweeps.inl"
#include "box_times.inl"
#include "box_poses.inl"
#include "ring_lanes.inl"
#undef LEVEL

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512vl,avx512dq,avx512bw"), \
                                            min_vector_width(512))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512vl,avx512dq,avx512bw,prefer-vector-width=512")
#endif

#undef RECORDS
#define RECORDS 8

LEVEL_INLINE void avx512_transpose(const double *const *record, double (*slot)[STRETCH],
                                   ptrdiff_t k)
{
    __m512d two[8], four[8];
    int i;
    /* Pairs of doubles, then fours of them, then all eight change places. */
    for (i = 0; i < 8; i += 2) {
        const __m512d even = _mm512_loadu_pd(record[i]), odd = _mm512_loadu_pd(record[i + 1]);
        two[i] = _mm512_unpacklo_pd(even, odd);
        two[i + 1] = _mm512_unpackhi_pd(even, odd);
    }
    for (i = 0; i < 4; i++) {
        const __m512d low = two[i % 2 + (i & 2) * 2], high = two[i % 2 + (i & 2) * 2 + 2];
        four[i] = _mm512_shuffle_f64x2(low, high, 0x88);
        four[i + 4] = _mm512_shuffle_f64x2(low, high, 0xDD);
    }
    for (i = 0; i < 2; i++) {
        _mm512_storeu_pd(slot[i] + k, _mm512_shuffle_f64x2(four[i], four[i + 2], 0x88));
        _mm512_storeu_pd(slot[i + 4] + k, _mm512_shuffle_f64x2(four[i], four[i + 2], 0xDD));
        _mm512_storeu_pd(slot[i + 2] + k, _mm512_shuffle_f64x2(four[i + 4], four[i + 6], 0x88));
        _mm512_storeu_pd(slot[i + 6] + k, _mm512_shuffle_f64x2(four[i + 4], four[i + 6], 0xDD));
    }
}

/* Sixteen floats: column[i] has number i of two rows a vector, in the order 0, 2, 4, 6, 1, 3, 5, 7
 * and so again from 8, which the verdicts put right. */
LEVEL_INLINE void avx512_columns_of_twos(const __m512 *row, __m512 *column)
{
    __m512 two[8], four[8];
    int i;
    for (i = 0; i < 8; i += 2) {
        two[i] = _mm512_unpacklo_ps(row[i], row[i + 1]);
        two[i + 1] = _mm512_unpackhi_ps(row[i], row[i + 1]);
    }
    for (i = 0; i < 8; i += 4) {
        const __m512d low = _mm512_castps_pd(two[i]), high = _mm512_castps_pd(two[i + 1]);
        const __m512d low_too = _mm512_castps_pd(two[i + 2]);
        const __m512d high_too = _mm512_castps_pd(two[i + 3]);
        four[i] = _mm512_castpd_ps(_mm512_unpacklo_pd(low, low_too));
        four[i + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(low, low_too));
        four[i + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(high, high_too));
        four[i + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(high, high_too));
    }
    for (i = 0; i < 4; i++) {
        column[i] = _mm512_shuffle_f32x4(four[i], four[i + 4], 0x88);
        column[i + 4] = _mm512_shuffle_f32x4(four[i], four[i + 4], 0xDD);
    }
}

LEVEL_INLINE void avx512_columns(const float *const *row, __m512 *column)
{
    __m512 twos[8];
    int i;
    for (i = 0; i < 8; i++)
        twos[i] = _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_loadu_ps(row[2 * i])),
                                     _mm256_loadu_ps(row[2 * i + 1]), 1);
    avx512_columns_of_twos(twos, column);
}

LEVEL_INLINE void avx512_columns_in_a_row(const float *first, __m512 *column)
{
    __m512 twos[8];
    int i;
    for (i = 0; i < 8; i++)
        twos[i] = _mm512_loadu_ps(first + 2 * SHADOW * i);
    avx512_columns_of_twos(twos, column);
}

LEVEL_INLINE unsigned avx512_verdicts(__m512 x, __m512 error, unsigned char *verdicts)
{
    const __mmask16 apart = _mm512_cmp_ps_mask(x, error, _CMP_GT_OQ);
    const __mmask16 meets =
        _mm512_cmp_ps_mask(x, _mm512_sub_ps(_mm512_setzero_ps(), error), _CMP_LT_OQ);
    const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
    const __m128i open = _mm_set1_epi8(PAIR_UNDECIDED);
    const __m128i bytes =
        _mm_mask_mov_epi8(_mm_maskz_mov_epi8((__mmask16)~apart, open), meets,
                          _mm_set1_epi8(PAIR_MEETS));
    const __m128i sorted = _mm_shuffle_epi8(bytes, order);
    _mm_storeu_si128((__m128i *)verdicts, sorted);
    return _mm_cmpeq_epi8_mask(sorted, open);
}

LEVEL_INLINE void avx512_to_floats(const double *x, const double *less, float *out)
{
    _mm256_storeu_ps(out,
                     _mm512_cvtpd_ps(_mm512_sub_pd(_mm512_loadu_pd(x), _mm512_loadu_pd(less))));
}
#define LEVEL(name) avx512_##name
#include "box_lanes.inl"
#include "ring_shadows.inl" /* with eight floats */

#undef FLOATS
#undef floats_t
#undef floats_fill
#undef floats_add
#undef floats_subtract
#undef floats_multiply
#undef floats_maximum
#undef floats_magnitude
#define FLOATS 16
#define floats_t __m512
#define floats_fill(s) _mm512_set1_ps(s)
#define floats_add(x, y) _mm512_add_ps(x, y)
#define floats_subtract(x, y) _mm512_sub_ps(x, y)
#define floats_multiply(x, y) _mm512_mul_ps(x, y)
#define floats_maximum(x, y) _mm512_max_ps(x, y)
#define floats_magnitude(x) _mm512_abs_ps(x)

#include "box_shadows.inl"
#include "box_edges.inl"
#include "box_areas.inl"
#include "box_contacts.inl"
#include "box_sweeps.inl"
#include "box_times.inl"
#include "box_poses.inl"
#undef LEVEL

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

/* The machine's highest level. */
static int simd_highest_level(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2"))
        return 0;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
                   && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
               ? 2
               : 1;
}

static const struct simd_level simd_levels[SIMD_LEVELS] = {
    ROW(baseline, lanes),
    ROW(avx2, avx2),
    ROW(avx512, avx2),
};
#else
#define SIMD_LEVELS 1
static int simd_highest_level(void) { return 0; }

static const struct simd_level simd_levels[SIMD_LEVELS] = {
    ROW(baseline, lanes),
};
#endif

#endif
