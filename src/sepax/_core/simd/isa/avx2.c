/* All loops for AVX2 with FMA: four doubles or eight floats a vector. */
#include "instruction_sets.h"

#if defined(HAS_AVX2)
#define SIMD_AVX2
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC target("avx2,fma")
#endif

#include "pair_loops.h"

LANES_INLINE void transpose(const double *const *record, double (*slot)[STRETCH], ptrdiff_t k)
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

LANES_INLINE void read_sizes(const double *record, double *width, double *height)
{
    const double *const size = record + HALF_WIDTH;
    const __m256d first = _mm256_castpd128_pd256(_mm_loadu_pd(size));
    const __m256d second = _mm256_castpd128_pd256(_mm_loadu_pd(size + RECORD));
    const __m256d even = _mm256_insertf128_pd(first, _mm_loadu_pd(size + 2 * RECORD), 1);
    const __m256d odd = _mm256_insertf128_pd(second, _mm_loadu_pd(size + 3 * RECORD), 1);
    _mm256_storeu_pd(width, _mm256_unpacklo_pd(even, odd));
    _mm256_storeu_pd(height, _mm256_unpackhi_pd(even, odd));
}

LANES_INLINE void write_records(const double *const *column, ptrdiff_t k, double *record)
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

#define put_proxies write_four_proxies

/* For four bits, the places of the chosen 64-bit numbers, by halves; other places do not count. */
static const uint32_t places_of_bits[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 2, 3, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 2, 3, 4, 5, 6, 7}, {0, 1, 4, 5, 4, 5, 6, 7},
    {2, 3, 4, 5, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {6, 7, 2, 3, 4, 5, 6, 7},
    {0, 1, 6, 7, 4, 5, 6, 7}, {2, 3, 6, 7, 4, 5, 6, 7}, {0, 1, 2, 3, 6, 7, 6, 7},
    {4, 5, 6, 7, 4, 5, 6, 7}, {0, 1, 4, 5, 6, 7, 6, 7}, {2, 3, 4, 5, 6, 7, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7},
};
static const unsigned char ones_of_bits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* The boxes that meet one, of four; room for as many pairs is needed. */
LANES_INLINE uint64_t *note_four(const struct swept_box *box, const struct strip *others,
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
    const __m256i places = _mm256_loadu_si256((const __m256i *)places_of_bits[meeting]);
    __m256i first = order == SWEEPING_SECOND ? other : own;
    __m256i second = order == SWEEPING_SECOND ? own : other, words;
    if (order == LOWER_FIRST) {
        const __m256i later = _mm256_cmpgt_epi64(own, other);
        first = _mm256_blendv_epi8(own, other, later);
        second = _mm256_blendv_epi8(other, own, later);
    }
    words = _mm256_or_si256(_mm256_slli_epi64(first, INDEX_BITS), second);
    _mm256_storeu_si256((__m256i *)end, _mm256_permutevar8x32_epi32(words, places));
    return end + ones_of_bits[meeting];
}

#define BOXES_AT_ONCE 8
LANES_INLINE int count_before(const double *low_x, double x, int or_there)
{
    const __m256d four = _mm256_loadu_pd(low_x), later = _mm256_loadu_pd(low_x + 4);
    const __m256d place = _mm256_set1_pd(x);
    if (or_there)
        return ones_of_bits[_mm256_movemask_pd(_mm256_cmp_pd(four, place, _CMP_LE_OQ))]
               + ones_of_bits[_mm256_movemask_pd(_mm256_cmp_pd(later, place, _CMP_LE_OQ))];
    return ones_of_bits[_mm256_movemask_pd(_mm256_cmp_pd(four, place, _CMP_LT_OQ))]
           + ones_of_bits[_mm256_movemask_pd(_mm256_cmp_pd(later, place, _CMP_LT_OQ))];
}

LANES_INLINE uint64_t *note_meeting(const struct swept_box *box, const struct strip *others,
                                    ptrdiff_t i, enum pair_order order, uint64_t *end)
{
    end = note_four(box, others, i, order, end);
    return note_four(box, others, i + 4, order, end);
}

#include "all_loops.inl"

const struct simd_level avx2_level = SIMD_LEVEL("avx2");

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
