"""The projection of a shape on an axis, and its bounding box."""

from libc.math cimport INFINITY

from sepax._core.kernels.convex cimport Convex, unit_vector


cdef extern from "nodes.h" nogil:
    enum:                   # the places of the numbers of a box: min_x, min_y, max_x, max_y
        LOW_X
        LOW_Y
        HIGH_X
        HIGH_Y


cdef inline void convex_project(const Convex* convex, double x, double y, double* low,
                                double* high) noexcept nogil:
    """Least and greatest scalar product of the axis (x, y) with a point of the shape."""
    cdef double along, unused
    cdef double margin = convex.radius * unit_vector(x, y, &unused, &unused)
    cdef Py_ssize_t i
    low[0] = INFINITY
    high[0] = -INFINITY
    for i in range(convex.n):
        along = x * convex.x[i] + y * convex.y[i]
        low[0] = along if along < low[0] else low[0]
        high[0] = along if along > high[0] else high[0]
    low[0] -= margin
    high[0] += margin


cdef inline void convex_bounds(const Convex* convex, double* bounds) noexcept nogil:
    """min_x, min_y, max_x, max_y: exact for points, rounded with a radius."""
    cdef double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY
    cdef Py_ssize_t i
    for i in range(convex.n):
        low_x = min(low_x, convex.x[i])
        low_y = min(low_y, convex.y[i])
        high_x = max(high_x, convex.x[i])
        high_y = max(high_y, convex.y[i])
    bounds[LOW_X] = low_x - convex.radius
    bounds[LOW_Y] = low_y - convex.radius
    bounds[HIGH_X] = high_x + convex.radius
    bounds[HIGH_Y] = high_y + convex.radius
