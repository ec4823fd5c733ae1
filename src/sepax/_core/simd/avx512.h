/* The kernels of AVX-512, beside the loops over rings of AVX2; levels.h includes this file behind
 * avx2.h, whose vectors of eight floats it goes on to use. */
#ifndef SEPAX_AVX512_H
#define SEPAX_AVX512_H

#include "avx2.h"

#undef RECORDS
#define RECORDS 8

/* Rows of eight doubles as columns. */
LEVEL_INLINE void avx512_turn(const double *const *row, __m512d *column)
{
    __m512d two[8], four[8];
    int i;
    /* Pairs of doubles, then fours of them, then all eight change places. */
    for (i = 0; i < 8; i += 2) {
        const __m512d even = _mm512_loadu_pd(row[i]), odd = _mm512_loadu_pd(row[i + 1]);
        two[i] = _mm512_unpacklo_pd(even, odd);
        two[i + 1] = _mm512_unpackhi_pd(even, odd);
    }
    for (i = 0; i < 4; i++) {
        const __m512d low = two[i % 2 + (i & 2) * 2], high = two[i % 2 + (i & 2) * 2 + 2];
        four[i] = _mm512_shuffle_f64x2(low, high, 0x88);
        four[i + 4] = _mm512_shuffle_f64x2(low, high, 0xDD);
    }
    for (i = 0; i < 2; i++) {
        column[i] = _mm512_shuffle_f64x2(four[i], four[i + 2], 0x88);
        column[i + 4] = _mm512_shuffle_f64x2(four[i], four[i + 2], 0xDD);
        column[i + 2] = _mm512_shuffle_f64x2(four[i + 4], four[i + 6], 0x88);
        column[i + 6] = _mm512_shuffle_f64x2(four[i + 4], four[i + 6], 0xDD);
    }
}

LEVEL_INLINE void avx512_transpose(const double *const *record, double (*slot)[STRETCH],
                                   ptrdiff_t k)
{
    __m512d column[RECORD];
    int i;
    avx512_turn(record, column);
    for (i = 0; i < RECORD; i++)
        _mm512_storeu_pd(slot[i] + k, column[i]);
}

/* Sixteen shadows, four a vector. Those of a column are in the order 0, 4, 8, 12, 1, 5, ..., which the
 * verdicts put right. */
LEVEL_INLINE void avx512_columns_of_fours(const __m512 *row, __m512 *column)
{
    const __m512 places = _mm512_unpacklo_ps(row[0], row[1]);
    const __m512 later_places = _mm512_unpacklo_ps(row[2], row[3]);
    const __m512 others = _mm512_unpackhi_ps(row[0], row[1]);
    const __m512 later_others = _mm512_unpackhi_ps(row[2], row[3]);
    column[0] = _mm512_shuffle_ps(places, later_places, 0x44);
    column[1] = _mm512_shuffle_ps(places, later_places, 0xEE);
    column[2] = _mm512_shuffle_ps(others, later_others, 0x44);
    column[3] = _mm512_shuffle_ps(others, later_others, 0xEE);
}

LEVEL_INLINE void avx512_columns(const float *const *row, __m512 *column)
{
    __m512 fours[4];
    int i;
    for (i = 0; i < 4; i++) {
        const __m256 two = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row[4 * i])),
                                                _mm_loadu_ps(row[4 * i + 1]), 1);
        const __m256 later =
            _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row[4 * i + 2])),
                                 _mm_loadu_ps(row[4 * i + 3]), 1);
        fours[i] = _mm512_insertf32x8(_mm512_castps256_ps512(two), later, 1);
    }
    avx512_columns_of_fours(fours, column);
}

LEVEL_INLINE void avx512_columns_in_a_row(const float *first, __m512 *column)
{
    __m512 fours[4];
    int i;
    for (i = 0; i < 4; i++)
        fours[i] = _mm512_loadu_ps(first + 4 * SHADOW * i);
    avx512_columns_of_fours(fours, column);
}

/* In that order. */
LEVEL_INLINE void avx512_places(const double *first, double origin_x, double origin_y, __m512 *place)
{
    const __m512i x =
        _mm512_setr_epi32(0, 8, 16, 24, 2, 10, 18, 26, 4, 12, 20, 28, 6, 14, 22, 30);
    const __m512i y = _mm512_add_epi32(x, _mm512_set1_epi32(1));
    const __m512d origin = _mm512_setr_pd(origin_x, origin_y, origin_x, origin_y, origin_x, origin_y,
                                          origin_x, origin_y);
    __m256 four[4]; /* points each */
    __m512 front, back;
    int k;
    for (k = 0; k < 4; k++)
        four[k] = _mm512_cvtpd_ps(_mm512_sub_pd(_mm512_loadu_pd(first + 8 * k), origin));
    front = _mm512_insertf32x8(_mm512_castps256_ps512(four[0]), four[1], 1);
    back = _mm512_insertf32x8(_mm512_castps256_ps512(four[2]), four[3], 1);
    place[0] = _mm512_permutex2var_ps(front, x, back);
    place[1] = _mm512_permutex2var_ps(front, y, back);
}

LEVEL_INLINE __m512 avx512_load_pairs(const float *p)
{
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_ps(order, _mm512_loadu_ps(p));
}

LEVEL_INLINE void avx512_store_pairs(float *p, __m512 v)
{
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    _mm512_storeu_ps(p, _mm512_permutexvar_ps(order, v));
}

LEVEL_INLINE __m512 avx512_narrow(__m512d front, __m512d back)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(front)),
                              _mm512_cvtpd_ps(back), 1);
}

LEVEL_INLINE void avx512_store_doubles(double *p, __m512 v)
{
    _mm512_storeu_pd(p, _mm512_cvtps_pd(_mm512_castps512_ps256(v)));
    _mm512_storeu_pd(p + 8, _mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1)));
}

LEVEL_INLINE unsigned avx512_verdicts(__m512 x, __m512 error, unsigned char *verdicts)
{
    const __mmask16 apart = _mm512_cmp_ps_mask(x, error, _CMP_GT_OQ);
    const __mmask16 meets =
        _mm512_cmp_ps_mask(x, _mm512_sub_ps(_mm512_setzero_ps(), error), _CMP_LT_OQ);
    const __m128i order = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m128i open = _mm_set1_epi8(PAIR_UNDECIDED);
    const __m128i bytes =
        _mm_mask_mov_epi8(_mm_maskz_mov_epi8((__mmask16)~apart, open), meets,
                          _mm_set1_epi8(PAIR_MEETS));
    const __m128i sorted = _mm_shuffle_epi8(bytes, order);
    _mm_storeu_si128((__m128i *)verdicts, sorted);
    return _mm_cmpeq_epi8_mask(sorted, open);
}

#define avx512_AT_ONCE 8
LEVEL_INLINE int avx512_count_before(const double *low_x, double x, int or_there)
{
    const __m512d eight = _mm512_loadu_pd(low_x), place = _mm512_set1_pd(x);
    const __mmask8 before = or_there ? _mm512_cmp_pd_mask(eight, place, _CMP_LE_OQ)
                                     : _mm512_cmp_pd_mask(eight, place, _CMP_LT_OQ);
    return __builtin_popcount(before);
}

LEVEL_INLINE uint64_t *avx512_note_meeting(const struct swept_box *box, const struct strip *others,
                                   ptrdiff_t i, enum pair_order order, uint64_t *end)
{
    const __m512d low_x = _mm512_loadu_pd(others->low_x + i);
    const __m512d low_y = _mm512_loadu_pd(others->low_y + i);
    const __m512d high_y = _mm512_loadu_pd(others->high_y + i);
    const __mmask8 beside = _mm512_cmp_pd_mask(low_x, _mm512_set1_pd(box->high_x), _CMP_LE_OQ);
    const __mmask8 above =
        _mm512_mask_cmp_pd_mask(beside, low_y, _mm512_set1_pd(box->high_y), _CMP_LE_OQ);
    const __mmask8 below =
        _mm512_mask_cmp_pd_mask(above, high_y, _mm512_set1_pd(box->low_y), _CMP_GE_OQ);
    const __mmask8 meeting =
        _mm512_mask_cmp_pd_mask(below, low_y, _mm512_set1_pd(box->least_low_y), _CMP_GE_OQ);
    const __m512i other =
        _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(others->index + i)));
    const __m512i own = _mm512_set1_epi64((long long)box->index);
    const __m512i first = order == LOWER_FIRST      ? _mm512_min_epu64(own, other)
                          : order == SWEEPING_FIRST ? own
                                                    : other;
    const __m512i second = order == LOWER_FIRST      ? _mm512_max_epu64(own, other)
                           : order == SWEEPING_FIRST ? other
                                                     : own;
    const __m512i words = _mm512_or_si512(_mm512_slli_epi64(first, INDEX_BITS), second);
    _mm512_storeu_si512(end, _mm512_maskz_compress_epi64(meeting, words));
    return end + __builtin_popcount(meeting);
}

#undef ROWS
#define ROWS 8

/* Half sizes of four records, each second one from this on. */
LEVEL_INLINE __m512d avx512_sizes(const double *record)
{
    const double *const size = record + HALF_WIDTH;
    __m512d sizes = _mm512_castpd128_pd512(_mm_loadu_pd(size));
    sizes = _mm512_insertf64x2(sizes, _mm_loadu_pd(size + 2 * RECORD), 1);
    sizes = _mm512_insertf64x2(sizes, _mm_loadu_pd(size + 4 * RECORD), 2);
    return _mm512_insertf64x2(sizes, _mm_loadu_pd(size + 6 * RECORD), 3);
}

LEVEL_INLINE void avx512_read_sizes(const double *record, double *width, double *height)
{
    const __m512d even = avx512_sizes(record), odd = avx512_sizes(record + RECORD);
    _mm512_storeu_pd(width, _mm512_unpacklo_pd(even, odd));
    _mm512_storeu_pd(height, _mm512_unpackhi_pd(even, odd));
}

LEVEL_INLINE void avx512_write_records(const double *const *column, ptrdiff_t k, double *record)
{
    const double *from[ROWS];
    __m512d row[ROWS];
    int i;
    for (i = 0; i < ROWS; i++)
        from[i] = column[i] + k;
    avx512_turn(from, row);
    for (i = 0; i < ROWS; i++)
        _mm512_storeu_pd(record + RECORD * i, row[i]);
}

LEVEL_INLINE void avx512_put_shadows(const double *x, const double *y, const uint64_t *words,
                                     float *shadow)
{
    const __m256 near = _mm512_cvtpd_ps(_mm512_loadu_pd(x)), far = _mm512_cvtpd_ps(_mm512_loadu_pd(y));
    const __m256d low = _mm256_castps_pd(_mm256_unpacklo_ps(near, far));
    const __m256d high = _mm256_castps_pd(_mm256_unpackhi_ps(near, far));
    const __m512d places = _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
    const __m512d back = _mm512_castsi512_pd(_mm512_loadu_si512(words));
    /* low: places 0 1 4 5, high: 2 3 6 7 */
    const __m512i front_order = _mm512_setr_epi64(0, 8, 1, 9, 4, 10, 5, 11);
    const __m512i back_order = _mm512_setr_epi64(2, 12, 3, 13, 6, 14, 7, 15);
    _mm512_storeu_pd((double *)shadow, _mm512_permutex2var_pd(places, front_order, back));
    _mm512_storeu_pd((double *)(shadow + 4 * SHADOW), _mm512_permutex2var_pd(places, back_order, back));
}

#define LEVEL(name) avx512_##name
#include "box_lanes.inl"
#include "core_lanes.inl"
#include "record_pairs.inl"
#include "ring_shadows.inl" /* with eight floats */

#undef FLOATS
#undef floats_t
#undef floats_fill
#undef floats_largest
#undef floats_add
#undef floats_subtract
#undef floats_multiply
#undef floats_add_product
#undef floats_subtract_product
#undef floats_divide
#undef floats_root
#undef floats_maximum
#undef floats_minimum
#undef floats_magnitude
#undef floats_if_less
#undef floats_store
#undef floats_load_pairs
#undef floats_store_pairs
#undef floats_keep
#undef floats_merge
#undef floats_shift
#undef floats_of_integers
#undef floats_cast
#undef floats_cast_sums
#undef floats_cast_differences
#undef floats_store_doubles
#define FLOATS 16
#define floats_t __m512
#define floats_fill(s) _mm512_set1_ps(s)
#define floats_largest(v) _mm512_reduce_max_ps(v)
#define floats_add(x, y) _mm512_add_ps(x, y)
#define floats_subtract(x, y) _mm512_sub_ps(x, y)
#define floats_multiply(x, y) _mm512_mul_ps(x, y)
#define floats_add_product(z, x, y) _mm512_fmadd_ps(x, y, z)
#define floats_subtract_product(z, x, y) _mm512_fnmadd_ps(x, y, z)
#define floats_divide(x, y) _mm512_div_ps(x, y)
#define floats_root(x) _mm512_sqrt_ps(x)
#define floats_maximum(x, y) _mm512_max_ps(x, y)
#define floats_minimum(x, y) _mm512_min_ps(x, y)
#define floats_magnitude(x) _mm512_abs_ps(x)
#define floats_if_less(a, b, x, y) \
    _mm512_mask_blend_ps(_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ), y, x)
#define floats_store(p, v) _mm512_storeu_ps(p, v)
#define floats_load_pairs(p) avx512_load_pairs(p)
#define floats_store_pairs(p, v) avx512_store_pairs(p, v)
#define floats_keep(v, bits) \
    _mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(v), _mm512_set1_epi32((int)(bits))))
#define floats_merge(v, bits, w) /* 0xEA: v & bits | w */ \
    _mm512_castsi512_ps(_mm512_ternarylogic_epi32( \
        _mm512_castps_si512(v), _mm512_set1_epi32((int)(bits)), _mm512_castps_si512(w), 0xEA))
#define floats_shift(v, n) \
    _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_castps_si512(v), n))
#define floats_of_integers(v) _mm512_cvtepi32_ps(_mm512_castps_si512(v))
#define floats_cast(p) avx512_narrow(_mm512_loadu_pd(p), _mm512_loadu_pd((p) + 8))
#define floats_cast_sums(p, q) \
    avx512_narrow(_mm512_add_pd(_mm512_loadu_pd(p), _mm512_loadu_pd(q)), \
                  _mm512_add_pd(_mm512_loadu_pd((p) + 8), _mm512_loadu_pd((q) + 8)))
#define floats_cast_differences(p, q) \
    avx512_narrow(_mm512_sub_pd(_mm512_loadu_pd(p), _mm512_loadu_pd(q)), \
                  _mm512_sub_pd(_mm512_loadu_pd((p) + 8), _mm512_loadu_pd((q) + 8)))
#define floats_store_doubles(p, v) avx512_store_doubles(p, v)

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

#endif
