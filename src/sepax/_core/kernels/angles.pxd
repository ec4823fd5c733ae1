"""The angle between two directions, without the mathematics library: the same bits everywhere."""

from libc.math cimport fabs, sqrt

cdef extern from *:
    """
    #define SEPAX_HALF_PI 1.5707963267948966
    """
    const double HALF_PI "SEPAX_HALF_PI"


cdef inline double arctangent(double x) noexcept nogil:
    """Of 0 <= x <= 1, to a few units of rounding."""
    cdef double square, scale = 1.0
    # atan(x) = 2 atan(x / (1 + sqrt(1 + x x))): at most three times, until x is below 0.1, where
    # eight terms of the series have an error of 1e-17.
    while x > 0.1:
        x = x / (1.0 + sqrt(1.0 + x * x))
        scale *= 2.0
    square = x * x
    return scale * x * (1.0 - square * (
        1.0 / 3.0 - square * (1.0 / 5.0 - square * (1.0 / 7.0 - square * (
            1.0 / 9.0 - square * (1.0 / 11.0 - square * (1.0 / 13.0 - square / 15.0)))))))


cdef inline double turn_between(double ux, double uy, double vx, double vy) noexcept nogil:
    """The angle from u to v in radians, 0 to pi to either side: positive to the left."""
    cdef double along = ux * vx + uy * vy, across = ux * vy - uy * vx
    cdef double x = fabs(along), y = fabs(across), angle
    if x == 0.0 and y == 0.0:
        return 0.0
    angle = arctangent(y / x) if y <= x else HALF_PI - arctangent(x / y)
    if along < 0.0:
        angle = 2.0 * HALF_PI - angle
    return angle if across >= 0.0 else -angle
