"""Whether only one shortest move separates two convex shapes: compounds break ties differently from
single shapes."""

from libc.math cimport INFINITY

from sepax._core.kernels.convex cimport Convex, edge_is_active, length_of
from sepax._core.kernels.openings cimport Direction
from sepax._core.kernels.roundoff cimport SEPARATION_ROUNDOFF, pair_size

cdef enum:
    TIED_SIZES = 2      # roundings of the size, between the lengths of moves that may be equal
    MANY_EDGES = 1024   # edges times points, from which on a search takes less than to look for ties


cdef inline bint edges_lead_one_way(const Convex* a, const Convex* b, double reach, double sign,
                                    Direction* only) noexcept nogil:
    """Whether all edges of a that a move of this length may cross have one normal."""
    cdef double x, y, least
    cdef Py_ssize_t i, k
    for i in range(a.edges):
        if not edge_is_active(a, i):
            continue
        x, y = a.normal_x[i], a.normal_y[i]
        least = INFINITY
        for k in range(b.n):
            least = min(least, x * (b.x[k] - a.x[i]) + y * (b.y[k] - a.y[i]))
        if least < -reach or (only.x == sign * x and only.y == sign * y):
            continue
        if only.x != 0.0 or only.y != 0.0:
            return False
        only.x, only.y = sign * x, sign * y
    return True


cdef inline bint is_only_way(const Convex* a, const Convex* b, double length) noexcept nogil:
    """Whether no other move as short as this length, but for rounding, separates two shapes."""
    cdef double size = pair_size(a, b), slack = TIED_SIZES * SEPARATION_ROUNDOFF * size
    cdef double radius = a.radius + b.radius, reach = length + slack
    cdef Direction only
    if reach < radius - slack:      # the cores are apart
        return True
    only.x = only.y = 0.0
    if a.n == 1 and b.n == 1:
        return length_of(b.centre_x - a.centre_x, b.centre_y - a.centre_y) > slack
    if <double>a.n * b.n > MANY_EDGES:
        return False
    return (edges_lead_one_way(a, b, reach - radius, 1.0, &only)
            and edges_lead_one_way(b, a, reach - radius, -1.0, &only))
