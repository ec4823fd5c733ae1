/* The kernels of AVX2 for Microsoft's compiler, which setup.py has compile this file, and no other,
 * with /arch:AVX2. All that it defines besides is static: no copy of a function made here may stand
 * in for one of a file that runs on every machine.
 */
#include <immintrin.h>

#include "avx2.h"

extern const struct simd_level avx2_level; /* which levels.h declares for its own file */
const struct simd_level avx2_level = ROW(avx2, avx2);
