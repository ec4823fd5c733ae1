"""Sine and cosine of an angle: the one routine that every pose goes through; see rotation.h."""

cdef extern from "rotation.h" nogil:
    # Of an allowed angle in radians.
    void sine_cosine(double angle, double* sine, double* cosine)

cdef enum:
    # The multiple of pi/2 nearest to an angle must stay an exact 31-bit integer.
    ANGLE_LIMIT_EXPONENT = 31

cdef inline bint angle_is_allowed(double angle) noexcept nogil:
    """Whether the reduction is exact; false for NaN and infinities too."""
    return -2147483648.0 <= angle <= 2147483648.0
