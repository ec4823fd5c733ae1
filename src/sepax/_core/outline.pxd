"""Outlines with holes: rings that follow each other in one array of points.

Ring r has the rows starts[r] to starts[r + 1] - 1, and edge i leads from vertex i to the next of
its ring. All decisions are exact: signs of `orient2d` and comparisons of coordinates.
"""

cimport cython

from sepax._core.kernels.predicates cimport orient2d

ctypedef const double[:, ::1] points_t
ctypedef const Py_ssize_t[::1] indices_t


cdef inline int turn(points_t points, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c) noexcept nogil:
    """+1 if vertex c lies to the left of a -> b, -1 to the right, 0 on that line."""
    return orient2d(points[a, 0], points[a, 1], points[b, 0], points[b, 1],
                    points[c, 0], points[c, 1])


cdef int require_rings(points_t points, indices_t starts) except -1

@cython.final
cdef class Corners:
    """For each vertex the one before and the one after in its ring, and its place in an order."""

    cdef Py_ssize_t n
    cdef Py_ssize_t* previous
    cdef Py_ssize_t* following
    cdef Py_ssize_t* rank

cdef Corners read_corners(points_t points, indices_t starts, indices_t order)
