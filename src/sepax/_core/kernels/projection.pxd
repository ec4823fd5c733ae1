"""The shadow of a shape on an axis."""

from libc.math cimport INFINITY

from sepax._core.kernels.convex cimport Convex, unit_vector


cdef inline void project_hull(const Convex* convex, double x, double y,
                              double* low, double* high) noexcept nogil:
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
