"""Rings of points, exactly; see ring_lists.pyx."""

cdef bint is_clockwise_ring(const double* x, const double* y, Py_ssize_t n) except -1
cdef tuple convex_of_ring(const double* x, const double* y, Py_ssize_t n)
cdef tuple triangles_of_ring(const double* x, const double* y, Py_ssize_t n)
