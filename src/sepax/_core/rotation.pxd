"""Sine and cosine of an angle: the one routine that every pose goes through.

No libm: the same bits on every platform, and branch-free, so that arrays of
angles run it in lanes. Error below 2.5e-16 in absolute terms.
"""

from libc.stdint cimport int64_t


cdef enum:
    # The multiple of pi/2 nearest to an angle must stay an exact 31-bit integer.
    ANGLE_LIMIT_EXPONENT = 31

cdef inline bint angle_is_allowed(double angle) noexcept nogil:
    """Whether the reduction is exact; false for NaN and infinities too."""
    return -2147483648.0 <= angle <= 2147483648.0


cdef inline void sine_cosine(double angle, double* sine, double* cosine) noexcept nogil:
    """Sine and cosine of an allowed angle in radians.

    Cody-Waite reduction by multiples of pi/2 in three 22-bit parts (their
    products with a 31-bit integer are exact) and a tail; then polynomials in
    the square of the rest, |rest| <= pi/4, fitted at Chebyshev nodes with 40
    digits (error 2.1e-17 and 1.3e-18 of the leading coefficient).
    """
    # Adding and taking away 1.5 * 2^52 rounds to the nearest integer.
    cdef double quarter_turns = (angle * 0.63661977236758138) + 6755399441055744.0 - 6755399441055744.0
    cdef double rest = angle - quarter_turns * 1.570796012878418
    rest = rest - quarter_turns * 3.139164164167596e-07
    rest = rest - quarter_turns * 6.223371969669989e-14
    rest = rest - quarter_turns * 2.0222662487959506e-21
    cdef double z = rest * rest
    cdef double odd = rest + rest * z * (
        -0.16666666666666666 + z * (0.008333333333330946 + z * (-0.0001984126983675497 + z * (
            2.755731610068303e-06 + z * (-2.5051131455427946e-08 + z * 1.591810123027412e-10)))))
    cdef double even = 1.0 - (0.5 * z - z * z * (
        0.041666666666666664 + z * (-0.0013888888888887395 + z * (2.4801587298763433e-05 + z * (
            -2.7557317270560326e-07 + z * (2.0876146024689747e-09 + z * -1.1382614868556325e-11))))))
    cdef int64_t quadrant = <int64_t>quarter_turns
    cdef double s = even if quadrant & 1 else odd
    cdef double c = odd if quadrant & 1 else even
    sine[0] = -s if quadrant & 2 else s
    cosine[0] = -c if (quadrant + 1) & 2 else c
