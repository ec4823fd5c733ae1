"""The record of a shape, which the lanes read."""

from libc.math cimport NAN, fabs

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.roundoff cimport CORE_LIMIT, SMALLEST_BOX
from sepax._core.simd.levels cimport (
    AXIS_X, AXIS_Y, BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, CORE_RADIUS, CORE_TURN, EXACT_RADIUS,
    HALF_HEIGHT, HALF_WIDTH, SKEW)


cdef inline bint is_rounded_box(const Convex* convex) noexcept nogil:
    return convex.is_rectangle and not convex.is_box


cdef inline bint has_rounded_core(const Convex* convex) noexcept nogil:
    """Whether its record can be that of a core, where rounding allows it."""
    return convex.n == 2 or is_rounded_box(convex)


cdef inline void turn_core(double axis_x, double axis_y, double* record) noexcept nogil:
    """The axis or its opposite, whichever points to positive x."""
    record[CORE_TURN] = (axis_y if axis_x >= 0.0 else -axis_y) / (1.0 + fabs(axis_x))


cdef inline void write_core(const Convex* convex, double* record) noexcept nogil:
    """Write the record of a rounded core, unless rounding has bent it too much. Measured by its own
    size: the bounding radius of a small one far from zero includes the rounding there."""
    cdef double half, limit
    if convex.n != 2:
        if convex.skew <= CORE_LIMIT and convex.bounding_radius >= SMALLEST_BOX:
            turn_core(convex.axis_x, convex.axis_y, record)
            record[HALF_WIDTH] = convex.half_width
            record[HALF_HEIGHT] = convex.half_height
            record[CORE_RADIUS] = convex.radius
        return
    half = 0.5 * ((convex.y[1] - convex.y[0]) * convex.normal_x[0]
                  - (convex.x[1] - convex.x[0]) * convex.normal_y[0])
    limit = CORE_LIMIT * (half + convex.radius)
    if (half + convex.radius >= SMALLEST_BOX
            and fabs((convex.x[0] - convex.centre_x) + (convex.x[1] - convex.centre_x)) <= limit
            and fabs((convex.y[0] - convex.centre_y) + (convex.y[1] - convex.centre_y)) <= limit):
        turn_core(-convex.normal_y[0], convex.normal_x[0], record)
        record[HALF_WIDTH] = half
        record[HALF_HEIGHT] = 0.0
        record[CORE_RADIUS] = convex.radius


cdef inline void write_record(const Convex* convex, double* record) noexcept nogil:
    """The record of a shape in its pose, best at a multiple of 64 bytes.

    Without a box the axis is NaN, and half sizes are the inscribed circle, or NaN where rounding
    took it. A rounded core: see record.h.
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
    if has_rounded_core(convex):
        write_core(convex, record)
