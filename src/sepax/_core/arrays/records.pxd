"""What the lanes read of a shape: its record."""

from libc.math cimport NAN

from sepax._core.kernels.convex cimport Convex
from sepax._core.simd.levels cimport (
    AXIS_X, AXIS_Y, BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, EXACT_RADIUS, HALF_HEIGHT, HALF_WIDTH, SKEW)


cdef inline void write_record(const Convex* convex, double* record) noexcept nogil:
    """The record of a shape in its pose, best at a multiple of 64 bytes.

    A shape that is no box has NaN for an axis and its inscribed circle for half sizes; no
    circle at all, rather than one of radius 0, where rounding took it.
    """
    cdef double inscribed_radius = convex.inscribed_radius if convex.inscribed_radius > 0.0 else NAN
    record[CENTRE_X] = convex.centre_x
    record[CENTRE_Y] = convex.centre_y
    record[AXIS_X] = convex.axis_x if convex.is_box else NAN
    record[AXIS_Y] = convex.axis_y if convex.is_box else NAN
    record[HALF_WIDTH] = convex.half_width if convex.is_box else inscribed_radius
    record[HALF_HEIGHT] = convex.half_height if convex.is_box else inscribed_radius
    record[BOUNDING_RADIUS] = convex.bounding_radius
    record[SKEW] = convex.skew
    if convex.n == 1 and convex.inscribed_radius > 0.0:
        record[EXACT_RADIUS] = convex.radius
