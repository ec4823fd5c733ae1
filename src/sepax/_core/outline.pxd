"""Outlines with holes, read and checked in memory that is reused: see outline.pyx.

A corner is a wedge of the inside at a point of the rings. Corners are numbered from left to right,
those straight above one another from below. All decisions are exact: signs of `orient2d` and
comparisons of coordinates.
"""

from sepax._core.interrupts cimport Watch
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.ring cimport Spot

cpdef enum:
    # Why an outline is refused. The finding has the vertices, numbered as given within their rings.
    NO_RING = 1
    OUT_OF_RANGE            # a vertex of `ring` is not finite, or beyond the limit
    TOO_FEW                 # `ring` has only `first` distinct vertices
    FLAT                    # all vertices of `ring` are on one line
    SPIKE                   # `ring` turns back at the vertex `first`
    MEETING                 # the edge first -> last of `ring` meets other_first -> other_last
    OUTSIDE                 # `ring` is a hole outside of the exterior
    NESTED                  # `ring` is a hole inside of the hole `other`
    INTERRUPTED             # an exception is pending
    NO_MEMORY

cdef struct Finding:
    int fault               # 0 for none
    Py_ssize_t ring, first, last, other, other_first, other_last

cdef struct Outline:
    Py_ssize_t n, rings     # while rings are read, n counts their vertices
    Py_ssize_t reflex       # the number of corners at which the inside is wider than half a turn
    bint is_convex          # nothing but a convex exterior: the corners are not numbered then
    bint touches            # there are points with several corners, or corners that are straight
    Spot* spots             # the corners
    Py_ssize_t* previous    # along the boundary, the inside to the left
    Py_ssize_t* following
    signed char* side       # 1 for a convex corner, -1 for a reflex one, 0 for a straight one
    Spot* read              # the vertices that are kept, in the order in which they were given
    signed char* turns      # of these: 1 to the left, -1 to the right
    Py_ssize_t* given       # of these: the number of the vertex in its ring
    Py_ssize_t* ring        # of these
    Py_ssize_t* starts      # of each ring among these
    Py_ssize_t* order       # these from left to right
    # An edge has the number of the vertex that it leads from, as given.
    Py_ssize_t* first       # of an edge: the vertex at its left end
    Py_ssize_t* last        # and at its right end
    Py_ssize_t* corner      # of an edge on the sweep line: the last corner that it begins in
    Py_ssize_t* line        # the edges on the sweep line, from below
    Py_ssize_t* ended       # those that end in a point, from below
    Py_ssize_t* begun       # those that begin there, in any order
    bint* waits             # of an edge at a point: whether its partner has not been found yet
    Py_ssize_t* below       # of a ring: the number of edges straight below its leftmost point
    Py_ssize_t* parent      # of a ring: the one that it is directly inside of, or -1
    void* memory
    Py_ssize_t room
    Watch watch
    Finding finding


cdef inline int turn(const Spot* spots, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c) noexcept nogil:
    """+1 if corner c lies to the left of a -> b, -1 to the right, 0 on that line."""
    return orient2d(spots[a].x, spots[a].y, spots[b].x, spots[b].y, spots[c].x, spots[c].y)


cdef inline bint is_one_point(const Spot* spots, Py_ssize_t a, Py_ssize_t b) noexcept nogil:
    return spots[a].x == spots[b].x and spots[a].y == spots[b].y


cdef inline bint spot_comes_before(const Spot* a, const Spot* b) noexcept nogil:
    return a.x < b.x or (a.x == b.x and a.y < b.y)


cdef inline bint refuse(Outline* outline, int fault, Py_ssize_t ring, Py_ssize_t first,
                        Py_ssize_t other) noexcept nogil:
    """Record why an outline is refused. Returns False, as the functions do that find the reason."""
    outline.finding.fault = fault
    outline.finding.ring = ring
    outline.finding.first = first
    outline.finding.other = other
    return False


cdef bint read_outline(Outline* outline, const Spot* vertices, const Py_ssize_t* starts,
                       Py_ssize_t rings) noexcept nogil
