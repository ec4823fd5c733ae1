"""Discs and points of an array that holds nothing else: a record, an angle and a radius each.

The record has the place; what else there is of a disc follows from its radius. Kernels get the
whole shape, restored in memory of their own.
"""

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.pose cimport (
    PosedConvex, posed_lay_out, posed_measure, posed_update, radius_within)
from sepax._core.simd.levels cimport BOUNDING_RADIUS, CENTRE_X, CENTRE_Y

cdef enum:
    DISC_DOUBLES = 20   # posed_size(1)

cdef struct DiscMemory:
    PosedConvex posed
    double memory[DISC_DOUBLES]


cdef inline void disc_lay_out(DiscMemory* disc) noexcept nogil:
    """Memory for discs to be restored in, one after the other."""
    cdef PosedConvex* posed = &disc.posed
    cdef Py_ssize_t i
    for i in range(DISC_DOUBLES):
        disc.memory[i] = 0.0    # the local point among them
    posed_lay_out(posed, 1, disc.memory)
    posed_measure(posed, 1, 0, 0.0)
    posed.convex.skew = 0.0


cdef inline const Convex* disc_convex(DiscMemory* disc, const double* record,
                                      double radius) noexcept nogil:
    """The shape as `posed_update` leaves it, in memory that is laid out."""
    cdef Convex* convex = &disc.posed.convex
    convex.x[0] = convex.centre_x = record[CENTRE_X]
    convex.y[0] = convex.centre_y = record[CENTRE_Y]
    convex.radius = radius
    convex.bounding_radius = record[BOUNDING_RADIUS]
    convex.inscribed_radius = radius_within(radius)
    return convex


cdef inline void disc_restore(DiscMemory* disc, const double* record, double angle,
                              double radius) noexcept nogil:
    """The whole shape in its pose."""
    cdef PosedConvex* posed = &disc.posed
    disc_lay_out(disc)
    posed_measure(posed, 1, 0, radius)
    posed.pose.x = record[CENTRE_X]
    posed.pose.y = record[CENTRE_Y]
    posed.pose.angle = angle
    posed_update(posed)


cdef inline void disc_bounds(const double* record, double radius, double* bounds) noexcept nogil:
    bounds[0] = record[CENTRE_X] - radius
    bounds[1] = record[CENTRE_Y] - radius
    bounds[2] = record[CENTRE_X] + radius
    bounds[3] = record[CENTRE_Y] + radius
