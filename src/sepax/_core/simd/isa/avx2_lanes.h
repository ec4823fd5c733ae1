/* Vectors of four doubles: lanes.h includes this file, and says what each operation does. */
#ifndef SEPAX_AVX2_LANES_H
#define SEPAX_AVX2_LANES_H

#include <immintrin.h>

#define LANES 4
typedef __m256d lanes_t;

LANES_INLINE double lanes_largest(__m256d v)
{
    const __m128d half = _mm_max_pd(_mm256_extractf128_pd(v, 1), _mm256_castpd256_pd128(v));
    return _mm_cvtsd_f64(_mm_max_sd(_mm_unpackhi_pd(half, half), half));
}

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
#define lanes_equal_mask(x, y) _mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_EQ_OQ))
#define lanes_if_positive(c, x, y) \
    _mm256_blendv_pd(y, x, _mm256_cmp_pd(c, _mm256_setzero_pd(), _CMP_GT_OQ))

#endif
