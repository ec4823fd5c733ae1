"""Rings of points, exactly: winding, hull, triangles.

A ring is n finite x and n finite y. These functions run once for the points of a polygon, so they
are written for clarity.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree

from sepax._core.kernels.outline cimport winding_by_area
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.memory cimport new_array
from sepax._core.ring cimport Spot, hull_of_spots

from fractions import Fraction


cdef inline int turn(const double* x, const double* y, Py_ssize_t i, Py_ssize_t j,
                     Py_ssize_t k) noexcept nogil:
    """+1 if k is to the left of the line from i to j."""
    return orient2d(x[i], y[i], x[j], y[j], x[k], y[k])


cdef bint is_clockwise_ring(const double* x, const double* y, Py_ssize_t n) except -1:
    """Whether the signed area is negative."""
    cdef Py_ssize_t i, before = n - 1
    cdef int winding = winding_by_area(x, y, n)
    if winding:
        return winding < 0
    area = 0
    for i in range(n):
        area += Fraction(x[before]) * Fraction(y[i]) - Fraction(y[before]) * Fraction(x[i])
        before = i
    return area < 0


cdef tuple convex_of_ring(const double* x, const double* y, Py_ssize_t n):
    """Indices of the corners of the convex hull, counter-clockwise."""
    cdef dict first = {}
    cdef Py_ssize_t i
    for i in range(n):
        first.setdefault((x[i], y[i]), i)
    cdef list order = [first[point] for point in sorted(first)]
    if len(order) < 3:
        return tuple(order)
    cdef Spot* points = <Spot*>new_array(len(order), sizeof(Spot))
    if points is NULL:
        raise MemoryError
    try:
        for i in range(len(order)):
            points[i].x, points[i].y = x[<Py_ssize_t>order[i]], y[<Py_ssize_t>order[i]]
        return tuple([order[i] for i in hull_of_spots(points, len(order))])
    finally:
        PyMem_RawFree(points)


cdef bint is_corner(const double* x, const double* y, Py_ssize_t p, Py_ssize_t i) noexcept nogil:
    return x[p] == x[i] and y[p] == y[i]


cdef bint is_ear(const double* x, const double* y, list left, Py_ssize_t i, Py_ssize_t j,
                 Py_ssize_t k) except -1:
    """Whether the triangle turns left and no other point of the ring is in it or on it."""
    cdef Py_ssize_t p
    if turn(x, y, i, j, k) <= 0:
        return False
    for p in left:
        if is_corner(x, y, p, i) or is_corner(x, y, p, j) or is_corner(x, y, p, k):
            continue
        if turn(x, y, i, j, p) >= 0 and turn(x, y, j, k, p) >= 0 and turn(x, y, k, i, p) >= 0:
            return False
    return True


@cython.wraparound(True)
cdef bint cut_one(const double* x, const double* y, list left, list triangles) except -1:
    """Cut off the first ear; without one, drop the first straight point."""
    cdef Py_ssize_t i, n = len(left)
    for i in range(n):
        corners = (left[i - 1], left[i], left[(i + 1) % n])
        if is_ear(x, y, left, corners[0], corners[1], corners[2]):
            triangles.append(corners)
            del left[i]
            return True
    for i in range(n):
        if turn(x, y, left[i - 1], left[i], left[(i + 1) % n]) == 0:
            del left[i]
            return True
    return False


cdef tuple triangles_of_ring(const double* x, const double* y, Py_ssize_t n):
    """Triangles of a simple counter-clockwise ring, by ear clipping: they meet along whole edges.
    For a ring that crosses itself, those found before no ear is left."""
    cdef list left = list(range(n)), triangles = []
    while len(left) >= 3 and cut_one(x, y, left, triangles):
        pass
    return tuple(triangles)
