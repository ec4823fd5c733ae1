"""The shortest translation that parts two unions of hulls; see parting.pyx."""

from sepax._core.kernels.convex cimport Convex

cdef bint part_unions(const Convex* a, Py_ssize_t count_a, const Convex* b, Py_ssize_t count_b,
                      double tolerance, double* x, double* y) except -1
