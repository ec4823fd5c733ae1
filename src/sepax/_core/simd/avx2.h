/* The kernels of AVX2: its vectors by the names of lanes.h and float_lanes.h, then all loops.
 *
 * Of the compiler this asks leave to use AVX2 and FMA, in this file at least: see levels.h and
 * avx2.c. Fused multiply-adds are for float32 alone, by name; arithmetic.h forbids all others.
 */
#ifndef SEPAX_AVX2_H
#define SEPAX_AVX2_H

#include "pair_loops.h"

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

LEVEL_INLINE void avx2_read_sizes(const double *record, double *width, double *height)
{
    const double *const size = record + HALF_WIDTH;
    const __m256d first = _mm256_castpd128_pd256(_mm_loadu_pd(size));
    const __m256d second = _mm256_castpd128_pd256(_mm_loadu_pd(size + RECORD));
    const __m256d even = _mm256_insertf128_pd(first, _mm_loadu_pd(size + 2 * RECORD), 1);
    const __m256d odd = _mm256_insertf128_pd(second, _mm_loadu_pd(size + 3 * RECORD), 1);
    _mm256_storeu_pd(width, _mm256_unpacklo_pd(even, odd));
    _mm256_storeu_pd(height, _mm256_unpackhi_pd(even, odd));
}

LEVEL_INLINE void avx2_write_records(const double *const *column, ptrdiff_t k, double *record)
{
    int i;
    for (i = 0; i < RECORD; i += 4) {
        const __m256d one = _mm256_loadu_pd(column[i] + k);
        const __m256d two = _mm256_loadu_pd(column[i + 1] + k);
        const __m256d three = _mm256_loadu_pd(column[i + 2] + k);
        const __m256d four = _mm256_loadu_pd(column[i + 3] + k);
        /* Of rows 0 and 2, of rows 1 and 3. */
        const __m256d even = _mm256_unpacklo_pd(one, two), odd = _mm256_unpackhi_pd(one, two);
        const __m256d even_too = _mm256_unpacklo_pd(three, four);
        const __m256d odd_too = _mm256_unpackhi_pd(three, four);
        double *const row = record + i;
        _mm256_storeu_pd(row, _mm256_permute2f128_pd(even, even_too, 0x20));
        _mm256_storeu_pd(row + RECORD, _mm256_permute2f128_pd(odd, odd_too, 0x20));
        _mm256_storeu_pd(row + 2 * RECORD, _mm256_permute2f128_pd(even, even_too, 0x31));
        _mm256_storeu_pd(row + 3 * RECORD, _mm256_permute2f128_pd(odd, odd_too, 0x31));
    }
}

#define avx2_put_shadows write_four_shadows

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
#undef lanes_magnitude
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
#define lanes_magnitude(x) _mm256_andnot_pd(_mm256_set1_pd(-0.0), x)
#define lanes_largest(v) avx2_largest(v)
#define lanes_equal_mask(x, y) _mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_EQ_OQ))
#define lanes_if_positive(c, x, y) \
    _mm256_blendv_pd(y, x, _mm256_cmp_pd(c, _mm256_setzero_pd(), _CMP_GT_OQ))

/* Eight shadows, as those of float_lanes.h. */
LEVEL_INLINE void avx2_columns(const float *const *row, __m256 *column)
{
    __m256 one[4], two[4]; /* rows 0 and 4, 1 and 5, ... */
    int k;
    for (k = 0; k < 4; k++)
        one[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row[k])),
                                      _mm_loadu_ps(row[k + 4]), 1);
    two[0] = _mm256_unpacklo_ps(one[0], one[1]);
    two[1] = _mm256_unpackhi_ps(one[0], one[1]);
    two[2] = _mm256_unpacklo_ps(one[2], one[3]);
    two[3] = _mm256_unpackhi_ps(one[2], one[3]);
    column[0] = _mm256_shuffle_ps(two[0], two[2], 0x44);
    column[1] = _mm256_shuffle_ps(two[0], two[2], 0xEE);
    column[2] = _mm256_shuffle_ps(two[1], two[3], 0x44);
    column[3] = _mm256_shuffle_ps(two[1], two[3], 0xEE);
}

LEVEL_INLINE void avx2_columns_in_a_row(const float *first, __m256 *column)
{
    const float *row[8];
    int k;
    for (k = 0; k < 8; k++)
        row[k] = first + SHADOW * k;
    avx2_columns(row, column);
}

LEVEL_INLINE void avx2_places(const double *first, double origin_x, double origin_y, __m256 *place)
{
    const __m256d origin = _mm256_setr_pd(origin_x, origin_y, origin_x, origin_y);
    __m128 two[4]; /* points each */
    __m256 front, back;
    int k;
    for (k = 0; k < 4; k++)
        two[k] = _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_loadu_pd(first + 4 * k), origin));
    front = _mm256_insertf128_ps(_mm256_castps128_ps256(two[0]), two[2], 1);
    back = _mm256_insertf128_ps(_mm256_castps128_ps256(two[1]), two[3], 1);
    place[0] = _mm256_shuffle_ps(front, back, 0x88);
    place[1] = _mm256_shuffle_ps(front, back, 0xDD);
}

LEVEL_INLINE unsigned avx2_verdicts(__m256 x, __m256 error, unsigned char *verdicts)
{
    const __m256 magnitude = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
    const __m256 told = _mm256_cmp_ps(magnitude, error, _CMP_GT_OQ);
    const uint64_t bytes = bytes_of_bits((unsigned)_mm256_movemask_ps(x));
    memcpy(verdicts, &bytes, sizeof bytes);
    return ~(unsigned)_mm256_movemask_ps(told) & 0xFFu;
}

LEVEL_INLINE float avx2_largest_float(__m256 v)
{
    const __m128 four = _mm_max_ps(_mm256_extractf128_ps(v, 1), _mm256_castps256_ps128(v));
    const __m128 two = _mm_max_ps(_mm_movehl_ps(four, four), four);
    return _mm_cvtss_f32(_mm_max_ss(_mm_shuffle_ps(two, two, 1), two));
}

LEVEL_INLINE __m256 avx2_narrow(__m256d front, __m256d back)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(front)),
                                _mm256_cvtpd_ps(back), 1);
}

LEVEL_INLINE void avx2_store_doubles(double *p, __m256 v)
{
    _mm256_storeu_pd(p, _mm256_cvtps_pd(_mm256_castps256_ps128(v)));
    _mm256_storeu_pd(p + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1)));
}

/* Four bits as the places of what they choose of four numbers of 64 bits, by halves; the other
 * places do not count. */
static const uint32_t avx2_chosen[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 2, 3, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 2, 3, 4, 5, 6, 7}, {0, 1, 4, 5, 4, 5, 6, 7},
    {2, 3, 4, 5, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {6, 7, 2, 3, 4, 5, 6, 7},
    {0, 1, 6, 7, 4, 5, 6, 7}, {2, 3, 6, 7, 4, 5, 6, 7}, {0, 1, 2, 3, 6, 7, 6, 7},
    {4, 5, 6, 7, 4, 5, 6, 7}, {0, 1, 4, 5, 6, 7, 6, 7}, {2, 3, 4, 5, 6, 7, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
};
static const unsigned char avx2_ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* The boxes that meet one, of four; room for as many pairs is needed. */
LEVEL_INLINE uint64_t *avx2_note_four(const struct swept_box *box, const struct strip *others,
                                      ptrdiff_t i, enum pair_order order, uint64_t *end)
{
    const __m256d low_x = _mm256_loadu_pd(others->low_x + i);
    const __m256d low_y = _mm256_loadu_pd(others->low_y + i);
    const __m256d high_y = _mm256_loadu_pd(others->high_y + i);
    const __m256d beside = _mm256_cmp_pd(low_x, _mm256_set1_pd(box->high_x), _CMP_LE_OQ);
    const __m256d above = _mm256_cmp_pd(low_y, _mm256_set1_pd(box->high_y), _CMP_LE_OQ);
    const __m256d below = _mm256_cmp_pd(high_y, _mm256_set1_pd(box->low_y), _CMP_GE_OQ);
    const __m256d first_met = _mm256_cmp_pd(low_y, _mm256_set1_pd(box->least_low_y), _CMP_GE_OQ);
    const int meeting = _mm256_movemask_pd(
        _mm256_and_pd(_mm256_and_pd(beside, above), _mm256_and_pd(below, first_met)));
    const __m256i other =
        _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(others->index + i)));
    const __m256i own = _mm256_set1_epi64x((long long)box->index);
    const __m256i places = _mm256_loadu_si256((const __m256i *)avx2_chosen[meeting]);
    __m256i first = order == SWEEPING_SECOND ? other : own;
    __m256i second = order == SWEEPING_SECOND ? own : other, words;
    if (order == LOWER_FIRST) {
        const __m256i later = _mm256_cmpgt_epi64(own, other);
        first = _mm256_blendv_epi8(own, other, later);
        second = _mm256_blendv_epi8(other, own, later);
    }
    words = _mm256_or_si256(_mm256_slli_epi64(first, INDEX_BITS), second);
    _mm256_storeu_si256((__m256i *)end, _mm256_permutevar8x32_epi32(words, places));
    return end + avx2_ones[meeting];
}

#define avx2_AT_ONCE 8
LEVEL_INLINE int avx2_count_before(const double *low_x, double x, int or_there)
{
    const __m256d four = _mm256_loadu_pd(low_x), later = _mm256_loadu_pd(low_x + 4);
    const __m256d place = _mm256_set1_pd(x);
    if (or_there)
        return avx2_ones[_mm256_movemask_pd(_mm256_cmp_pd(four, place, _CMP_LE_OQ))]
               + avx2_ones[_mm256_movemask_pd(_mm256_cmp_pd(later, place, _CMP_LE_OQ))];
    return avx2_ones[_mm256_movemask_pd(_mm256_cmp_pd(four, place, _CMP_LT_OQ))]
           + avx2_ones[_mm256_movemask_pd(_mm256_cmp_pd(later, place, _CMP_LT_OQ))];
}

LEVEL_INLINE uint64_t *avx2_note_meeting(const struct swept_box *box, const struct strip *others,
                                 ptrdiff_t i, enum pair_order order, uint64_t *end)
{
    end = avx2_note_four(box, others, i, order, end);
    return avx2_note_four(box, others, i + 4, order, end);
}

#undef FLOATS
#undef floats_fill
#undef floats_load
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
#define FLOATS 8
#define floats_t __m256
#define floats_fill(s) _mm256_set1_ps(s)
#define floats_load(p) _mm256_loadu_ps(p)
#define floats_largest(v) avx2_largest_float(v)
#define floats_add(x, y) _mm256_add_ps(x, y)
#define floats_subtract(x, y) _mm256_sub_ps(x, y)
#define floats_multiply(x, y) _mm256_mul_ps(x, y)
#define floats_add_product(z, x, y) _mm256_fmadd_ps(x, y, z)
#define floats_subtract_product(z, x, y) _mm256_fnmadd_ps(x, y, z)
#define floats_divide(x, y) _mm256_div_ps(x, y)
#define floats_root(x) _mm256_sqrt_ps(x)
#define floats_maximum(x, y) _mm256_max_ps(x, y)
#define floats_minimum(x, y) _mm256_min_ps(x, y)
#define floats_magnitude(x) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x)
#define floats_if_less(a, b, x, y) _mm256_blendv_ps(y, x, _mm256_cmp_ps(a, b, _CMP_LT_OQ))
#define floats_store(p, v) _mm256_storeu_ps(p, v)
#define floats_load_pairs(p) _mm256_loadu_ps(p)
#define floats_store_pairs(p, v) _mm256_storeu_ps(p, v)
#define floats_keep(v, bits) \
    _mm256_and_ps(v, _mm256_castsi256_ps(_mm256_set1_epi32((int)(bits))))
#define floats_merge(v, bits, w) _mm256_or_ps(floats_keep(v, bits), w)
#define floats_shift(v, n) \
    _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_castps_si256(v), n))
#define floats_of_integers(v) _mm256_cvtepi32_ps(_mm256_castps_si256(v))
#define floats_cast(p) avx2_narrow(_mm256_loadu_pd(p), _mm256_loadu_pd((p) + 4))
#define floats_cast_sums(p, q) \
    avx2_narrow(_mm256_add_pd(_mm256_loadu_pd(p), _mm256_loadu_pd(q)), \
                _mm256_add_pd(_mm256_loadu_pd((p) + 4), _mm256_loadu_pd((q) + 4)))
#define floats_cast_differences(p, q) \
    avx2_narrow(_mm256_sub_pd(_mm256_loadu_pd(p), _mm256_loadu_pd(q)), \
                _mm256_sub_pd(_mm256_loadu_pd((p) + 4), _mm256_loadu_pd((q) + 4)))
#define floats_store_doubles(p, v) avx2_store_doubles(p, v)

#define LEVEL(name) avx2_##name
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
#include "ring_lanes.inl"
#undef LEVEL

#endif
