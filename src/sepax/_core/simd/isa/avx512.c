/* All loops for AVX-512 (F, VL, DQ, BW): eight doubles or sixteen floats a vector. Loops over one
 * ring use four doubles, as few rings have enough edges for more. */
#include "instruction_sets.h"

#if defined(HAS_AVX512)
#define SIMD_AVX512
#if defined(__clang__)
#include <immintrin.h> /* first: it has vectors of other widths */
#pragma clang attribute push( \
    __attribute__((target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw"))), apply_to = function)
#pragma clang attribute push(__attribute__((min_vector_width(512))), apply_to = function)
#else
#pragma GCC target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw,prefer-vector-width=512")
#endif

#include "pair_loops.h"

/* Rows of eight doubles as columns. */
LANES_INLINE void turn(const double *const *row, __m512d *column)
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

LANES_INLINE void transpose(const double *const *record, double (*slot)[STRETCH], ptrdiff_t k)
{
    __m512d column[RECORD];
    int i;
    turn(record, column);
    for (i = 0; i < RECORD; i++)
        _mm512_storeu_pd(slot[i] + k, column[i]);
}

#define BOXES_AT_ONCE 8
LANES_INLINE int count_before(const double *low_x, double x, int or_there)
{
    const __m512d eight = _mm512_loadu_pd(low_x), place = _mm512_set1_pd(x);
    const __mmask8 before = or_there ? _mm512_cmp_pd_mask(eight, place, _CMP_LE_OQ)
                                     : _mm512_cmp_pd_mask(eight, place, _CMP_LT_OQ);
    return __builtin_popcount(before);
}

LANES_INLINE uint64_t *note_meeting(const struct swept_box *box, const struct strip *others,
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

/* Half sizes of four records, each second one from this on. */
LANES_INLINE __m512d sizes(const double *record)
{
    const double *const size = record + HALF_WIDTH;
    __m512d sizes = _mm512_castpd128_pd512(_mm_loadu_pd(size));
    sizes = _mm512_insertf64x2(sizes, _mm_loadu_pd(size + 2 * RECORD), 1);
    sizes = _mm512_insertf64x2(sizes, _mm_loadu_pd(size + 4 * RECORD), 2);
    return _mm512_insertf64x2(sizes, _mm_loadu_pd(size + 6 * RECORD), 3);
}

LANES_INLINE void read_sizes(const double *record, double *width, double *height)
{
    const __m512d even = sizes(record), odd = sizes(record + RECORD);
    _mm512_storeu_pd(width, _mm512_unpacklo_pd(even, odd));
    _mm512_storeu_pd(height, _mm512_unpackhi_pd(even, odd));
}

LANES_INLINE void write_records(const double *const *column, ptrdiff_t k, double *record)
{
    const double *from[ROWS];
    __m512d row[ROWS];
    int i;
    for (i = 0; i < ROWS; i++)
        from[i] = column[i] + k;
    turn(from, row);
    for (i = 0; i < ROWS; i++)
        _mm512_storeu_pd(record + RECORD * i, row[i]);
}

LANES_INLINE void put_proxies(const double *x, const double *y, const uint64_t *words, float *proxy)
{
    const __m256 near = _mm512_cvtpd_ps(_mm512_loadu_pd(x)),
                 far = _mm512_cvtpd_ps(_mm512_loadu_pd(y));
    const __m256d low = _mm256_castps_pd(_mm256_unpacklo_ps(near, far));
    const __m256d high = _mm256_castps_pd(_mm256_unpackhi_ps(near, far));
    const __m512d places = _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
    const __m512d back = _mm512_castsi512_pd(_mm512_loadu_si512(words));
    /* low: places 0 1 4 5, high: 2 3 6 7 */
    const __m512i front_order = _mm512_setr_epi64(0, 8, 1, 9, 4, 10, 5, 11);
    const __m512i back_order = _mm512_setr_epi64(2, 12, 3, 13, 6, 14, 7, 15);
    _mm512_storeu_pd((double *)proxy, _mm512_permutex2var_pd(places, front_order, back));
    _mm512_storeu_pd((double *)(proxy + 4 * PROXY),
                     _mm512_permutex2var_pd(places, back_order, back));
}

#include "all_loops.inl"

const struct simd_level avx512_level = SIMD_LEVEL("avx512");

#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute pop
#endif
#endif
