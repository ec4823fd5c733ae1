/* What __builtin_cpu_supports asks, for .ci/cross: GCC's and clang's own libraries have it, the one
 * of zig does not. The layout and the numbers are those of both compilers. */
#include <cpuid.h>

enum { FEATURE_AVX2 = 10, FEATURE_FMA = 14, FEATURE_AVX512F = 15 };
enum { FEATURE_AVX512VL = 20, FEATURE_AVX512BW = 21, FEATURE_AVX512DQ = 22 };
enum { SAVES_AVX = 0x6, SAVES_AVX512 = 0xe6 };

struct {
    unsigned vendor, type, subtype, features[1];
} __cpu_model;

static unsigned feature(unsigned has, int number) { return has ? 1u << number : 0; }

int __cpu_indicator_init(void);

/* The features that sepax asks for, if the system saves their registers. */
int __cpu_indicator_init(void)
{
    unsigned eax, ebx, ecx, edx, saved = 0, high, found = 0;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        return -1;
    if (ecx & bit_OSXSAVE)
        __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    if ((saved & SAVES_AVX) == SAVES_AVX)
        found |= feature(ecx & bit_FMA, FEATURE_FMA);
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        if ((saved & SAVES_AVX) == SAVES_AVX)
            found |= feature(ebx & bit_AVX2, FEATURE_AVX2);
        if ((saved & SAVES_AVX512) == SAVES_AVX512)
            found |= feature(ebx & bit_AVX512F, FEATURE_AVX512F)
                     | feature(ebx & bit_AVX512VL, FEATURE_AVX512VL)
                     | feature(ebx & bit_AVX512BW, FEATURE_AVX512BW)
                     | feature(ebx & bit_AVX512DQ, FEATURE_AVX512DQ);
    }
    __cpu_model.features[0] = found;
    return 0;
}
