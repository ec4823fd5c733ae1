/* Sine and cosine of an angle: the one routine that every pose goes through.
 *
 * No libm: the same bits on every platform, and branch-free, so that arrays of
 * angles run it in lanes. Error below 2.5e-16 in absolute terms. Whoever writes
 * math.pi / 2 means a quarter turn, so an angle that is nearer than QUARTER_TURN_ROUNDOFF
 * to a multiple of pi/2 is taken for it: 0, 1 and -1 are exact, and zeros positive.
 */
#ifndef SEPAX_ROTATION_H
#define SEPAX_ROTATION_H

#include "bits.h"

/* The float64 nearest to 2 pi is off by 2.4493e-16, those of smaller multiples of pi/2 by less. Turning
 * sweeps rely on an error of the sine below 2.25 u (roundoff.h), which is 2.498e-16. */
#define QUARTER_TURN_ROUNDOFF 2.45e-16

/* Sine and cosine of an angle in radians of at most 2^31.
 *
 * Cody-Waite reduction by multiples of pi/2 in three 22-bit parts (their
 * products with a 31-bit integer are exact) and a tail; then polynomials in
 * the square of the rest, |rest| <= pi/4, fitted at Chebyshev nodes with 40
 * digits (error 2.1e-17 and 1.3e-18 of the leading coefficient). */
BITS_INLINE void sine_cosine(double angle, double *sine, double *cosine)
{
    /* The lowest bits are then those of the integer. */
    const double shifted = angle * 0.63661977236758138 + TO_INTEGER;
    const double quarter_turns = shifted - TO_INTEGER;
    const double rest = (((angle - quarter_turns * 1.570796012878418)
                          - quarter_turns * 3.139164164167596e-07)
                         - quarter_turns * 6.223371969669989e-14)
                        - quarter_turns * 2.0222662487959506e-21;
    const double z = rest * rest;
    const double odd = rest + rest * z * (
        -0.16666666666666666 + z * (0.008333333333330946 + z * (-0.0001984126983675497 + z * (
            2.755731610068303e-06 + z * (-2.5051131455427946e-08 + z * 1.591810123027412e-10)))));
    const double even = 1.0 - (0.5 * z - z * z * (
        0.041666666666666664 + z * (-0.0013888888888887395 + z * (2.4801587298763433e-05 + z * (
            -2.7557317270560326e-07 + z * (2.0876146024689747e-09 + z
                                           * -1.1382614868556325e-11))))));
    const uint64_t is_quarter = where_within(rest, QUARTER_TURN_ROUNDOFF);
    uint64_t quadrant, even_bits, odd_bits, is_swapped, swap;
    memcpy(&quadrant, &shifted, sizeof shifted);
    memcpy(&even_bits, &even, sizeof even);
    memcpy(&odd_bits, &odd, sizeof odd);
    /* An odd quarter turn swaps the two. The mask is not 0 - (quadrant & 1), of which GCC 14 makes a
     * truth value, and then no vectors. */
    is_swapped = ~((quadrant & 1) - 1);
    swap = (even_bits ^ odd_bits) & is_swapped;
    odd_bits = (odd_bits ^ swap ^ ((quadrant & 2) << 62)) & ~(is_quarter & ~is_swapped);
    even_bits = (even_bits ^ swap ^ (((quadrant + 1) & 2) << 62)) & ~(is_quarter & is_swapped);
    memcpy(sine, &odd_bits, sizeof odd_bits);
    memcpy(cosine, &even_bits, sizeof even_bits);
}

#endif
