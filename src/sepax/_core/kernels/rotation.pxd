"""Sine and cosine of an angle: the one routine that every pose goes through; see rotation.h."""

cdef extern from "rotation.h" nogil:
    # Of an allowed angle in radians; exact for those that stand for quarter turns.
    void sine_cosine(double angle, double* sine, double* cosine)


cdef inline bint angle_is_allowed(double angle) noexcept nogil:
    """Whether the reduction is exact: within 2**31 radians the multiple of pi/2 nearest to the
    angle is a 31-bit integer. False for NaN and infinities too."""
    return -2147483648.0 <= angle <= 2147483648.0
