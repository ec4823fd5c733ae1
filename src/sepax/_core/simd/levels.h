/* The table of the instruction sets that this build has, and the highest that the machine has. */
#ifndef SEPAX_SIMD_LEVELS_H
#define SEPAX_SIMD_LEVELS_H

#include "instruction_sets.h"
#include "tables.h"

#if defined(HAS_AVX512)
#define SIMD_LEVELS 3
static const struct simd_level *const simd_levels[SIMD_LEVELS] = {&baseline_level, &avx2_level,
                                                                  &avx512_level};

/* The machine's highest level. */
static int simd_highest_level(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return 0;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
                   && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
               ? 2
               : 1;
}
#elif defined(HAS_AVX2)
#include <intrin.h>
#define SIMD_LEVELS 2
static const struct simd_level *const simd_levels[SIMD_LEVELS] = {&baseline_level, &avx2_level};

/* What /arch:AVX2 may use, by cpuid; and by xgetbv, that the system saves these registers. */
static int simd_highest_level(void)
{
    enum { EAX, EBX, ECX, EDX, REGISTERS };
    enum { FMA = 1 << 12, MOVBE = 1 << 22, OSXSAVE = 1 << 27, AVX = 1 << 28, F16C = 1 << 29 };
    enum { BMI1 = 1 << 3, AVX2 = 1 << 5, BMI2 = 1 << 8, LZCNT = 1 << 5, KEPT = 6 };
    const int basic = FMA | MOVBE | OSXSAVE | AVX | F16C, wide = BMI1 | AVX2 | BMI2;
    int leaf[REGISTERS];
    __cpuid(leaf, 0);
    if (leaf[EAX] < 7)
        return 0;
    __cpuid(leaf, 1);
    if ((leaf[ECX] & basic) != basic || (_xgetbv(0) & KEPT) != KEPT)
        return 0;
    __cpuidex(leaf, 7, 0);
    if ((leaf[EBX] & wide) != wide)
        return 0;
    __cpuid(leaf, (int)0x80000001);
    return (leaf[ECX] & LZCNT) != 0;
}
#else
#define SIMD_LEVELS 1
static const struct simd_level *const simd_levels[SIMD_LEVELS] = {&baseline_level};

static int simd_highest_level(void) { return 0; }
#endif

#endif
