/* Selection by bits, without branches: compilers make a branch of many selections by one condition,
 * and then do not vectorise the loop. Shifts, subtractions and masks of 64 bits are vector
 * instructions on every machine; comparisons are not. */
#ifndef SEPAX_BITS_H
#define SEPAX_BITS_H

#include "arithmetic.h"

#include <stdint.h>
#include <string.h>

#if defined(_MSC_VER)
#define BITS_INLINE static __forceinline
#else
#define BITS_INLINE static inline __attribute__((always_inline))
#endif

BITS_INLINE uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    return bits;
}

/* All bits where x < 0, else none; x is neither NaN nor -0. where_negative(x - y) means x < y. */
BITS_INLINE uint64_t where_negative(double x)
{
    return 0 - (bits_of(x) >> 63);
}

/* All bits where x is not 0. Not by the sign of 0 - |x|, which GCC 12 takes to be that of -|x|. */
BITS_INLINE uint64_t where_nonzero(double x)
{
    return 0 - ((0 - (bits_of(x) & INT64_MAX)) >> 63);
}

/* All bits where |x| < limit, which is positive; none for NaN. Bits of positive numbers are in
 * order. */
BITS_INLINE uint64_t where_within(double x, double limit)
{
    return 0 - (((bits_of(x) & INT64_MAX) - bits_of(limit)) >> 63);
}

/* One number where the mask is set, else the other. */
BITS_INLINE double choose_bits(uint64_t mask, double chosen, double other)
{
    uint64_t chosen_bits, other_bits;
    double choice;
    memcpy(&chosen_bits, &chosen, sizeof chosen);
    memcpy(&other_bits, &other, sizeof other);
    other_bits ^= (chosen_bits ^ other_bits) & mask;
    memcpy(&choice, &other_bits, sizeof choice);
    return choice;
}

BITS_INLINE double larger(double x, double y) { return x > y ? x : y; }
BITS_INLINE double smaller(double x, double y) { return x < y ? x : y; }

/* The larger of x (not NaN) and 0. By bits, as compilers make a branch where they compute later
 * operations for the 0 separately. */
BITS_INLINE double at_least_zero(double x)
{
    return choose_bits(where_negative(x), 0.0, x);
}

/* The power of two that scales x, positive and below 2^1023, to between 1 and 2; for a denormal x
 * as near as a power of two comes. */
BITS_INLINE double scale_to_one(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof x);
    bits = (UINT64_C(2046) << 52) - (bits & (UINT64_C(2047) << 52));
    memcpy(&x, &bits, sizeof x);
    return x;
}

#define TO_INTEGER 6755399441055744.0 /* 1.5 * 2^52: what is added to that is rounded to an integer */

/* x rounded to an integer of a few bits, in two's complement; those above are none of it. */
BITS_INLINE uint64_t round_to_bits(double x)
{
    return bits_of(x + TO_INTEGER);
}

#endif
