/* The instruction sets of a build beside the baseline: a file of isa/ for each. GCC and clang
 * switch the set by a pragma in these files, Microsoft's compiler by a flag (setup.py); it has no
 * AVX-512 here. SEPAX_NO_SIMD leaves the baseline alone. */
#ifndef SEPAX_INSTRUCTION_SETS_H
#define SEPAX_INSTRUCTION_SETS_H

#if !defined(SEPAX_NO_SIMD) && defined(__x86_64__) && defined(__GNUC__)
#define HAS_AVX2
#define HAS_AVX512
#elif !defined(SEPAX_NO_SIMD) && defined(_M_X64)
#define HAS_AVX2
#endif

#endif
