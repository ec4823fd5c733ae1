/* The arithmetic that every answer is founded on: float64 operations rounded one by one.
 *
 * setup.py has compilers read this file before each source of the package; the headers include it
 * as well, for those that compile them alone. GCC is told about contraction by -ffp-contract=off.
 */
#ifndef SEPAX_ARITHMETIC_H
#define SEPAX_ARITHMETIC_H

/* float.h defines FLT_EVAL_METHOD by this; it may not come before Python.h, and Microsoft's lacks
 * it, except on 32-bit x86. */
#if defined(__FLT_EVAL_METHOD__)
#if __FLT_EVAL_METHOD__ != 0
#error "sepax needs float64 arithmetic without excess precision: on 32-bit x86, -msse2 -mfpmath=sse"
#endif
#elif defined(_M_IX86_FP) && _M_IX86_FP < 2
#error "sepax needs float64 arithmetic without excess precision: compile with /arch:SSE2"
#endif

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off) /* on by default before Visual Studio 2022: arm64, /arch:AVX2 */
#endif

#endif
