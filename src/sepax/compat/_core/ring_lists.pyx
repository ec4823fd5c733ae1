"""Exact questions about rings of points: winding, convex or not, hull, triangles.

A ring is two lists of finite floats, of equal lengths. These run when a polygon
gets its points, so they are written for clarity.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree

from sepax._core.kernels.outline cimport winding_by_area
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.memory cimport new_array
from sepax._core.ring cimport Spot, hull_of_spots

from fractions import Fraction


cdef inline int turn(list x, list y, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k) except -2:
    """+1 where k is to the left of the line from i to j."""
    return orient2d(x[i], y[i], x[j], y[j], x[k], y[k])


cdef int winding_of(list x, list y) except -2:
    """`winding_by_area` of the same numbers."""
    cdef Py_ssize_t i, n = len(x)
    cdef double* points = <double*>new_array(n, 2 * sizeof(double))
    if points is NULL:
        raise MemoryError
    try:
        for i in range(n):
            points[i], points[n + i] = x[i], y[i]
        return winding_by_area(points, points + n, n)
    finally:
        PyMem_RawFree(points)


@cython.wraparound(True)
cdef bint is_clockwise_ring(list x, list y) except -1:
    """Whether the signed area is negative."""
    cdef Py_ssize_t i
    cdef int winding = winding_of(x, y)
    if winding:
        return winding < 0
    exact = 0
    for i in range(len(x)):
        exact += Fraction(x[i - 1]) * Fraction(y[i]) - Fraction(y[i - 1]) * Fraction(x[i])
    return exact < 0


@cython.wraparound(True)
cdef list without_repeats(list x, list y):
    """Indices of the points that differ from the one before them."""
    cdef Py_ssize_t i
    cdef list kept = [i for i in range(len(x)) if x[i] != x[i - 1] or y[i] != y[i - 1]]
    return kept if kept else [0]


@cython.wraparound(True)
cdef bint is_convex_ring(list x, list y) except -1:
    """Whether the ring goes once around a convex area, counter-clockwise.

    Repeated and collinear points do no harm; a ring without an area is not one.
    """
    cdef list kept = without_repeats(x, y)
    cdef Py_ssize_t i, n = len(kept), changes = 0
    cdef int side
    cdef bint forward, before = False, has_area = False
    if n < 3:
        return False
    for i in range(n):
        side = turn(x, y, kept[i - 2], kept[i - 1], kept[i])
        if side < 0:
            return False
        has_area = has_area or side > 0
    # Edges change between rightwards and leftwards twice in a revolution.
    for i in range(-1, n):
        forward = (x[kept[i - 1]], y[kept[i - 1]]) < (x[kept[i]], y[kept[i]])
        if i >= 0 and forward != before:
            changes += 1
        before = forward
    return has_area and changes == 2


cdef tuple convex_of_ring(list x, list y):
    """Indices of the corners of the convex hull, counter-clockwise."""
    cdef dict first = {}
    cdef Py_ssize_t i
    for i in range(len(x)):
        first.setdefault((x[i], y[i]), i)
    cdef list order = [first[point] for point in sorted(first)]
    if len(order) < 3:
        return tuple(order)
    cdef Spot* points = <Spot*>new_array(len(order), sizeof(Spot))
    if points is NULL:
        raise MemoryError
    try:
        for i in range(len(order)):
            points[i].x, points[i].y = x[order[i]], y[order[i]]
        return tuple([order[i] for i in hull_of_spots(points, len(order))])
    finally:
        PyMem_RawFree(points)


cdef bint is_corner(list x, list y, Py_ssize_t p, Py_ssize_t i) except -1:
    return x[p] == x[i] and y[p] == y[i]


cdef bint is_ear(list x, list y, list left, Py_ssize_t i, Py_ssize_t j, Py_ssize_t k) except -1:
    """Whether the triangle is a true one that no other point of the ring is in, or on."""
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
cdef bint cut_one(list x, list y, list left, list triangles) except -1:
    """Cut off the first ear, or if there is none, drop the first straight point."""
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


cdef tuple triangles_of_ring(list x, list y):
    """Triangles that make up a simple counter-clockwise ring, by ear clipping.

    They have the points of the ring as corners and meet along whole edges. Of a
    ring that crosses itself, those that were found before there was no ear left.
    """
    cdef list left = list(range(len(x))), triangles = []
    while len(left) >= 3 and cut_one(x, y, left, triangles):
        pass
    return tuple(triangles)
