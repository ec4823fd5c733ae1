"""The polygon that two polygons share: the hull of its exact corners, rounded.

The corners are the vertices of either ring in the other, and the places where edges cross.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree

from sepax._core.interrupts cimport are_huge, raise_pending, start_watch, was_interrupted
from sepax._core.kernels.containment cimport ring_holds_point
from sepax._core.kernels.crossing cimport edges_cross_at
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport convex_intersect
from sepax._core.kernels.roundoff cimport pair_size, separation_error
from sepax._core.memory cimport count_sum, new_array, resized_array
from sepax._core.ring cimport hull_chain, sort_spots
from sepax._core.shape cimport Shape, build, require_ready


cdef int cross_exactly(const Convex* a, Py_ssize_t i, const Convex* b, Py_ssize_t k,
                       Spot* spot) except -1:
    """Where edge i of a crosses edge k of b, rounded: with Python's integers, which divide exactly
    rounded. All coordinates are integers in units of the least power of two among them."""
    cdef list ratios = [value.as_integer_ratio() for value in (
        a.x[i], a.y[i], a.x[i + 1], a.y[i + 1], b.x[k], b.y[k], b.x[k + 1], b.y[k + 1])]
    cdef object units = max([below for _, below in ratios])
    px, py, qx, qy, rx, ry, sx, sy = [above * (units // below) for above, below in ratios]
    part = (rx - px) * (sy - ry) - (ry - py) * (sx - rx)
    whole = (qx - px) * (sy - ry) - (qy - py) * (sx - rx)
    spot.x = (px * whole + part * (qx - px)) / (whole * units)
    spot.y = (py * whole + part * (qy - py)) / (whole * units)
    return 0


cdef inline int side(const Convex* ring, Py_ssize_t i, const Convex* other,
                     Py_ssize_t k) noexcept nogil:
    return orient2d(ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], other.x[k], other.y[k])


@cython.final
cdef class SharedRing:
    """The ring that two polygons share, in memory that serves many pairs."""

    def __cinit__(self):
        start_watch(&self.watch)

    def __dealloc__(self):
        PyMem_RawFree(self.spots)
        PyMem_RawFree(self.spare)
        PyMem_RawFree(self.chain)

    cdef int find(self, const Convex* a, const Convex* b) except -1 nogil:
        """Set the ring; n is 0 if the interiors do not meet or rounding leaves no area."""
        self.count = self.n = 0
        if convex_intersect(a, b, True):
            if are_huge(a.n, b.n):
                with gil:
                    raise_pending()
            self.add_vertices_within(a, b)
            self.add_vertices_within(b, a)
            self.add_crossings(a, b)
            self.set_hull()
        return 0

    cdef int require_room(self, Py_ssize_t count) except -1 nogil:
        """Make room for so many spots more, and as many again."""
        cdef Py_ssize_t room = count_sum(2, count_sum(self.room, 2 * count_sum(self.count, count)))
        cdef void* spots
        if count_sum(self.count, count) <= self.room:
            return 0
        spots = resized_array(self.spots, room, sizeof(Spot))
        if spots is not NULL:
            self.spots = <Spot*>spots
            PyMem_RawFree(self.spare)
            PyMem_RawFree(self.chain)
            self.spare = <Spot*>new_array(room, sizeof(Spot))
            self.chain = <Py_ssize_t*>new_array(room, 2 * sizeof(Py_ssize_t))
            self.room = room
        if spots is NULL or self.spare is NULL or self.chain is NULL:
            self.room = 0
            with gil:
                raise MemoryError
        return 0

    cdef int check_signals(self, Py_ssize_t work) except -1 nogil:
        if was_interrupted(&self.watch, work):
            with gil:
                raise_pending()
        return 0

    cdef int add_vertices_within(self, const Convex* ring, const Convex* other) except -1 nogil:
        """Add the vertices of a ring that are in the other one or on it."""
        cdef double error = separation_error(pair_size(ring, other))
        cdef Py_ssize_t i
        self.require_room(ring.n)
        for i in range(ring.n):
            if ring_holds_point(other, ring.x[i], ring.y[i], error):
                self.spots[self.count] = Spot(ring.x[i], ring.y[i])
                self.count = self.count + 1     # += needs the GIL in a build with checks
            self.check_signals(other.n)
        return 0

    cdef int add_crossings(self, const Convex* a, const Convex* b) except -1 nogil:
        """Add the places where edges cross inside of both."""
        cdef Py_ssize_t i, k
        cdef int before, after
        cdef Spot spot
        for i in range(a.edges):
            self.require_room(b.edges)
            before = side(a, i, b, 0)
            for k in range(b.edges):
                after = side(a, i, b, k + 1)
                if before * after < 0 and side(b, k, a, i) * side(b, k, a, i + 1) < 0:
                    if not edges_cross_at(a, i, b, k, &spot.x, &spot.y):
                        with gil:
                            cross_exactly(a, i, b, k, &spot)
                    self.spots[self.count] = spot
                    self.count = self.count + 1
                before = after
            self.check_signals(b.edges)
        return 0

    cdef int set_hull(self) except -1 nogil:
        """Set the ring to the corners of the hull of all spots."""
        cdef Spot* spots = sort_spots(self.spots, self.spare, self.count, &self.watch)
        cdef Py_ssize_t i, n = -1
        if spots is not NULL:
            n = hull_chain(spots, self.count, self.chain, &self.watch)
        if n < 0:
            with gil:
                raise_pending()
        if n < 3:
            return 0
        self.n = n
        self.x = <double*>(self.spare if spots is self.spots else self.spots)
        self.y = self.x + n
        for i in range(n):
            self.x[i] = spots[self.chain[i]].x
            self.y[i] = spots[self.chain[i]].y
        return 0


def share(Shape ring not None, Shape a not None, Shape b not None) -> bool:
    """Make a shape without a body the polygon that two polygons share, at the origin's pose; whether
    there is one."""
    cdef SharedRing shared = SharedRing()
    require_ready(a)
    require_ready(b)
    shared.find(&a.posed.convex, &b.posed.convex)
    if shared.n:
        build(ring, shared.x, shared.y, shared.n, shared.n, 0.0, 0.0, 0.0, 0.0)
    return shared.n > 0
