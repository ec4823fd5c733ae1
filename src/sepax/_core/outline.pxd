"""Outlines with holes, read and checked on memory that is kept from one to the next: see
outline.pyx.

The corners of all rings are numbered from left to right, those straight above one another from
below. All decisions are exact: signs of `orient2d` and comparisons of coordinates.
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
    Py_ssize_t n, rings
    Py_ssize_t reflex       # the number of corners at which the inside is wider than half a turn
    bint is_convex          # nothing but a convex exterior: the corners are not numbered then
    Spot* spots             # the corners
    Py_ssize_t* previous    # along the ring, the inside to the left
    Py_ssize_t* following
    signed char* side       # 1 for a convex corner, -1 for a reflex one
    Spot* read              # the corners in the order in which they were given
    signed char* turns      # of these: 1 to the left, -1 to the right
    Py_ssize_t* given       # of these: the number of the vertex in its ring
    Py_ssize_t* ring        # of these
    Py_ssize_t* starts      # of each ring among these
    Py_ssize_t* leftmost    # of each ring: a corner
    Py_ssize_t* order       # of each corner: its place among those given
    Py_ssize_t* rank        # the inverse
    Py_ssize_t* line        # working memory
    Py_ssize_t* below       # of a corner: the number of edges straight below it
    void* memory
    Py_ssize_t room
    Watch watch
    Finding finding


cdef inline int turn(const Spot* spots, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c) noexcept nogil:
    """+1 if corner c lies to the left of a -> b, -1 to the right, 0 on that line."""
    return orient2d(spots[a].x, spots[a].y, spots[b].x, spots[b].y, spots[c].x, spots[c].y)


cdef inline bint refuse(Outline* outline, int fault, Py_ssize_t ring, Py_ssize_t first,
                        Py_ssize_t other) noexcept nogil:
    """Write down what is wrong. Returns False, as the functions do that find it."""
    outline.finding.fault = fault
    outline.finding.ring = ring
    outline.finding.first = first
    outline.finding.other = other
    return False


cdef bint read_outline(Outline* outline, const Spot* vertices, const Py_ssize_t* starts,
                       Py_ssize_t rings) noexcept nogil
