"""The corners of the polygon that two polygons share, exactly."""

from sepax._core.interrupts cimport check_interrupts
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport convex_intersect, ring_holds_point
from sepax._core.kernels.roundoff cimport pair_size, separation_error
from sepax._core.shape cimport Shape, require_ready


cdef list vertices_within(const Convex* ring, const Convex* other):
    """The vertices of a ring that are in the other one or on it."""
    cdef double error = separation_error(pair_size(ring, other))
    cdef Py_ssize_t i, work = 0
    cdef list found = []
    for i in range(ring.n):
        if ring_holds_point(other, ring.x[i], ring.y[i], error):
            found.append((ring.x[i], ring.y[i]))
        check_interrupts(&work, other.n)
    return found


cdef inline int side(const Convex* ring, Py_ssize_t i, const Convex* other,
                     Py_ssize_t k) noexcept nogil:
    return orient2d(ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], other.x[k], other.y[k])


cdef list crossing_edges(const Convex* a, const Convex* b):
    """The ends of the edges that cross inside of both: a's two, then b's."""
    cdef Py_ssize_t i, k, work = 0
    cdef int before, after
    cdef list found = []
    for i in range(a.edges):
        before = side(a, i, b, 0)
        for k in range(b.edges):
            after = side(a, i, b, k + 1)
            if before * after < 0 and side(b, k, a, i) * side(b, k, a, i + 1) < 0:
                found.append(((a.x[i], a.y[i]), (a.x[i + 1], a.y[i + 1]),
                              (b.x[k], b.y[k]), (b.x[k + 1], b.y[k + 1])))
            before = after
        check_interrupts(&work, b.edges)
    return found


def shared_corners(Shape a not None, Shape b not None):
    """Vertices of either ring in the other, and edges that cross; none if interiors do not meet."""
    require_ready(a)
    require_ready(b)
    cdef const Convex* first = &a.posed.convex
    cdef const Convex* second = &b.posed.convex
    if not convex_intersect(first, second, True):
        return [], []
    return (vertices_within(first, second) + vertices_within(second, first),
            crossing_edges(first, second))
