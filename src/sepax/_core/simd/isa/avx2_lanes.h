/* Vectors of four doubles: lanes.h includes this file, and says what each operation does. */
#ifndef SEPAX_AVX2_LANES_H
#define SEPAX_AVX2_LANES_H

#include <immintrin.h>

#define LANES 4
#define X86_DOUBLES(operation) _mm256_##operation##_pd
typedef __m256d lanes_t;

LANES_INLINE double lanes_largest(__m256d v)
{
    const __m128d half = _mm_max_pd(_mm256_extractf128_pd(v, 1), _mm256_castpd256_pd128(v));
    return _mm_cvtsd_f64(_mm_max_sd(_mm_unpackhi_pd(half, half), half));
}

#define lanes_equal_mask(x, y) _mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_EQ_OQ))
#define lanes_less_mask(x, y) (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(x, y, _CMP_LT_OQ))
#define lanes_if_positive(c, x, y) \
    _mm256_blendv_pd(y, x, _mm256_cmp_pd(c, _mm256_setzero_pd(), _CMP_GT_OQ))

#endif
