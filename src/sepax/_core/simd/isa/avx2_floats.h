/* Vectors of eight float32 numbers; float_lanes.h includes this file and defines the operations.
 * Fused multiply-adds are for float32 alone, by name; arithmetic.h forbids all others. */
#ifndef SEPAX_AVX2_FLOATS_H
#define SEPAX_AVX2_FLOATS_H

#define FLOATS 8
#define X86_FLOATS(operation) _mm256_##operation##_ps
typedef __m256 floats_t;
#define floats_add_product(z, x, y) X86_FLOATS(fmadd)(x, y, z)
#define floats_subtract_product(z, x, y) X86_FLOATS(fnmadd)(x, y, z)
#define floats_magnitude(x) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x)
#define floats_above_mask(x, y) \
    ((unsigned)_mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_GT_OQ)))
#define floats_if_less(a, b, x, y) _mm256_blendv_ps(y, x, _mm256_cmp_ps(a, b, _CMP_LT_OQ))
#define floats_load_pairs(p) _mm256_loadu_ps(p)
#define floats_keep(v, bits) _mm256_and_ps(v, _mm256_castsi256_ps(_mm256_set1_epi32((int)(bits))))
#define floats_merge(v, bits, w) _mm256_or_ps(floats_keep(v, bits), w)
#define floats_shift(v, n) _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_castps_si256(v), n))
#define floats_of_integers(v) _mm256_cvtepi32_ps(_mm256_castps_si256(v))

LANES_INLINE void floats_columns(const float *const *row, __m256 *column)
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

LANES_INLINE void floats_places(const double *first, double origin_x, double origin_y,
                                __m256 *place)
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

LANES_INLINE unsigned floats_verdicts(__m256 x, __m256 error, unsigned char *verdicts)
{
    const __m256 is_certain = _mm256_cmp_ps(floats_magnitude(x), error, _CMP_GT_OQ);
    const uint64_t bytes = bytes_of_bits((unsigned)_mm256_movemask_ps(x));
    memcpy(verdicts, &bytes, sizeof bytes);
    return ~(unsigned)_mm256_movemask_ps(is_certain) & 0xFFu;
}

LANES_INLINE float floats_largest(__m256 v)
{
    const __m128 four = _mm_max_ps(_mm256_extractf128_ps(v, 1), _mm256_castps256_ps128(v));
    const __m128 two = _mm_max_ps(_mm_movehl_ps(four, four), four);
    return _mm_cvtss_f32(_mm_max_ss(_mm_shuffle_ps(two, two, 1), two));
}

LANES_INLINE __m256 floats_narrow(__m256d front, __m256d back)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm256_cvtpd_ps(front)),
                                _mm256_cvtpd_ps(back), 1);
}

LANES_INLINE void floats_store_doubles(double *p, __m256 v)
{
    _mm256_storeu_pd(p, _mm256_cvtps_pd(_mm256_castps256_ps128(v)));
    _mm256_storeu_pd(p + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1)));
}

#endif
