/* Vectors of sixteen float32 numbers in place of the eight of avx2_floats.h: all_loops.inl includes
 * this file before the loops that gain by them. */

#undef FLOATS
#undef X86_FLOATS
#undef floats_magnitude
#undef floats_above_mask
#undef floats_if_less
#undef floats_load_pairs
#undef floats_keep
#undef floats_merge
#undef floats_shift
#undef floats_of_integers
#undef floats_cast
#undef floats_cast_sums
#undef floats_cast_differences

/* Sixteen proxies, four a vector. Columns are in the order 0, 4, 8, 12, 1, 5, ..., which the
 * verdicts undo. */
LANES_INLINE void sixteen_columns_of_fours(const __m512 *row, __m512 *column)
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

LANES_INLINE void sixteen_columns(const float *const *row, __m512 *column)
{
    __m512 fours[4];
    int i;
    for (i = 0; i < 4; i++) {
        const __m256 two = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row[4 * i])),
                                                _mm_loadu_ps(row[4 * i + 1]), 1);
        const __m256 later = _mm256_insertf128_ps(
            _mm256_castps128_ps256(_mm_loadu_ps(row[4 * i + 2])), _mm_loadu_ps(row[4 * i + 3]), 1);
        fours[i] = _mm512_insertf32x8(_mm512_castps256_ps512(two), later, 1);
    }
    sixteen_columns_of_fours(fours, column);
}

LANES_INLINE void sixteen_adjacent(const float *first, __m512 *column)
{
    __m512 fours[4];
    int i;
    for (i = 0; i < 4; i++)
        fours[i] = _mm512_loadu_ps(first + 4 * PROXY * i);
    sixteen_columns_of_fours(fours, column);
}

/* In that order. */
LANES_INLINE void sixteen_places(const double *first, double origin_x, double origin_y,
                                 __m512 *place)
{
    const __m512i x = _mm512_setr_epi32(0, 8, 16, 24, 2, 10, 18, 26, 4, 12, 20, 28, 6, 14, 22, 30);
    const __m512i y = _mm512_add_epi32(x, _mm512_set1_epi32(1));
    const __m512d origin = _mm512_setr_pd(origin_x, origin_y, origin_x, origin_y, origin_x,
                                          origin_y, origin_x, origin_y);
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

LANES_INLINE __m512 load_sixteen_pairs(const float *p)
{
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_ps(order, _mm512_loadu_ps(p));
}

LANES_INLINE __m512 narrow_sixteen(__m512d front, __m512d back)
{
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(front)), _mm512_cvtpd_ps(back),
                              1);
}

LANES_INLINE void store_sixteen_doubles(double *p, __m512 v)
{
    _mm512_storeu_pd(p, _mm512_cvtps_pd(_mm512_castps512_ps256(v)));
    _mm512_storeu_pd(p + 8, _mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1)));
}

LANES_INLINE unsigned sixteen_verdicts(__m512 x, __m512 error, unsigned char *verdicts)
{
    const __mmask16 apart = _mm512_cmp_ps_mask(x, error, _CMP_GT_OQ);
    const __mmask16 meets =
        _mm512_cmp_ps_mask(x, _mm512_sub_ps(_mm512_setzero_ps(), error), _CMP_LT_OQ);
    const __m128i order = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m128i open = _mm_set1_epi8(PAIR_UNCERTAIN);
    const __m128i bytes = _mm_mask_mov_epi8(_mm_maskz_mov_epi8((__mmask16)~apart, open), meets,
                                            _mm_set1_epi8(PAIR_MEETS));
    const __m128i sorted = _mm_shuffle_epi8(bytes, order);
    _mm_storeu_si128((__m128i *)verdicts, sorted);
    return _mm_cmpeq_epi8_mask(sorted, open);
}

#define FLOATS 16
#define X86_FLOATS(operation) _mm512_##operation##_ps
#define floats_t __m512
#define floats_largest(v) _mm512_reduce_max_ps(v)
#define floats_magnitude(x) _mm512_abs_ps(x)
#define floats_above_mask(x, y) ((unsigned)_mm512_cmp_ps_mask(x, y, _CMP_GT_OQ))
#define floats_if_less(a, b, x, y) _mm512_mask_blend_ps(_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ), y, x)
#define floats_load_pairs(p) load_sixteen_pairs(p)
#define floats_keep(v, bits) \
    _mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(v), _mm512_set1_epi32((int)(bits))))
#define floats_merge(v, bits, w) /* 0xEA: v & bits | w */ \
    _mm512_castsi512_ps(_mm512_ternarylogic_epi32( \
        _mm512_castps_si512(v), _mm512_set1_epi32((int)(bits)), _mm512_castps_si512(w), 0xEA))
#define floats_shift(v, n) _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_castps_si512(v), n))
#define floats_of_integers(v) _mm512_cvtepi32_ps(_mm512_castps_si512(v))
#define floats_cast(p) narrow_sixteen(_mm512_loadu_pd(p), _mm512_loadu_pd((p) + 8))
#define floats_cast_sums(p, q) \
    narrow_sixteen(_mm512_add_pd(_mm512_loadu_pd(p), _mm512_loadu_pd(q)), \
                   _mm512_add_pd(_mm512_loadu_pd((p) + 8), _mm512_loadu_pd((q) + 8)))
#define floats_cast_differences(p, q) \
    narrow_sixteen(_mm512_sub_pd(_mm512_loadu_pd(p), _mm512_loadu_pd(q)), \
                   _mm512_sub_pd(_mm512_loadu_pd((p) + 8), _mm512_loadu_pd((q) + 8)))
#define floats_store_doubles(p, v) store_sixteen_doubles(p, v)
#define floats_columns(row, column) sixteen_columns(row, column)
#define floats_adjacent(first, column) sixteen_adjacent(first, column)
#define floats_places(first, x, y, place) sixteen_places(first, x, y, place)
#define floats_verdicts(x, error, verdicts) sixteen_verdicts(x, error, verdicts)
