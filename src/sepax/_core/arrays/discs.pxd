"""Discs and points of an array that holds nothing else: a record, an angle and a radius each.

The record has the place; what else there is of a disc follows from its radius. Kernels get the
whole shape, restored in memory of their own.
"""

from sepax._core.kernels.pose cimport PosedConvex, posed_lay_out, posed_measure, posed_update
from sepax._core.simd.levels cimport CENTRE_X, CENTRE_Y

cdef enum:
    DISC_DOUBLES = 20   # posed_size(1)

cdef struct DiscMemory:
    PosedConvex posed
    double memory[DISC_DOUBLES]


cdef inline void disc_restore(DiscMemory* disc, const double* record, double angle,
                              double radius) noexcept nogil:
    cdef PosedConvex* posed = &disc.posed
    cdef Py_ssize_t i
    for i in range(DISC_DOUBLES):
        disc.memory[i] = 0.0    # the local point among them
    posed_lay_out(posed, 1, disc.memory)
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
