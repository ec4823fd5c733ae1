"""The boundary of the Minkowski difference of two cores, corner by corner.

The difference of a ring and another core is the set of all p - q. Its edges are those of the ring
and the mirrored ones of the other core, in the order of their directions (de Berg et al.,
Computational Geometry, 13.3). Its corners are differences of one vertex of each.
"""

from libc.math cimport fabs

from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.edges cimport active_edge
from sepax._core.kernels.roundoff cimport OPPOSITE_ROUNDOFF
from sepax._core.kernels.support cimport support_point


cdef struct Boundary:
    # A corner: the two vertices, and the edge that leads to it.
    const Convex* ring
    const Convex* other
    Py_ssize_t i, j, edge
    bint of_other           # the edge is that of the other core, mirrored
    Py_ssize_t left         # edges to come of the ring
    Py_ssize_t left_of_other

cdef struct RelativeEdge:
    # An edge of the difference, relative to a place.
    double x, y         # where it begins
    double next_x       # where it ends
    double next_y
    double normal_x, normal_y  # outward


cdef inline void corner_of(const Boundary* at, double* x, double* y) noexcept nogil:
    x[0] = at.ring.x[at.i] - at.other.x[at.j]
    y[0] = at.ring.y[at.i] - at.other.y[at.j]


cdef inline void normal_of(const Boundary* at, Py_ssize_t edge, bint of_other, double* x,
                           double* y) noexcept nogil:
    """The outward normal of an edge of the ring, or of a mirrored one."""
    x[0] = 0.0 - at.other.normal_x[edge] if of_other else at.ring.normal_x[edge]
    y[0] = 0.0 - at.other.normal_y[edge] if of_other else at.ring.normal_y[edge]


cdef inline bint other_comes_first(const Boundary* at, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Whether the mirrored edge j comes before edge i, in the order of directions from that of the
    edge that leads here. Of two opposite directions, as segments have, the one that continues is
    first."""
    cdef double nx, ny, mx, my, before_x, before_y
    normal_of(at, i, False, &nx, &ny)
    normal_of(at, j, True, &mx, &my)
    cdef double turn = mx * ny - my * nx
    if fabs(turn) < OPPOSITE_ROUNDOFF and nx * mx + ny * my < 0.0:
        normal_of(at, at.edge, at.of_other, &before_x, &before_y)
        return mx * before_x + my * before_y > 0.0
    return turn > 0.0


cdef inline double cosine_of_normals(const Convex* a, Py_ssize_t i, const Convex* b,
                                     Py_ssize_t j) noexcept nogil:
    """Cosine of the angle between the outward normals of edge i of a and edge j of b."""
    return a.normal_x[i] * b.normal_x[j] + a.normal_y[i] * b.normal_y[j]


cdef inline void start_walk(const Convex* ring, const Convex* other,
                            Boundary* at) noexcept nogil:
    """Begin at the first edge of the ring."""
    cdef Py_ssize_t first = 0 if edge_is_active(ring, 0) else active_edge(ring, 0, 1), last
    cdef bint leads_back
    at.ring = ring
    at.other = other
    at.i = at.j = 0
    at.left = ring.edges
    at.left_of_other = other.edges
    at.edge = active_edge(ring, 0, -1)
    at.of_other = False
    if other.edges:
        at.j = support_point(other, ring.normal_x[first], ring.normal_y[first])
        last = active_edge(other, at.j, -1)
        # Of the two edges that end here, the one that comes later leads here: that of a needle as
        # thin as rounding, not the side of a segment along it that leads back.
        leads_back = (cosine_of_normals(ring, first, ring, at.edge) > 0.0
                      and cosine_of_normals(ring, first, other, last) > 0.0)
        if not leads_back and not other_comes_first(at, at.edge, last):
            at.edge = last
            at.of_other = True


cdef inline void skip_points(Boundary* at) noexcept nogil:
    """Skip edges without length."""
    while at.left > 0 and not edge_is_active(at.ring, at.i):
        at.i = at.i + 1 if at.i + 1 < at.ring.n else 0
        at.left -= 1
    while at.left_of_other > 0 and not edge_is_active(at.other, at.j):
        at.j = at.j + 1 if at.j + 1 < at.other.n else 0
        at.left_of_other -= 1


cdef inline bint step_walk(Boundary* at) noexcept nogil:
    """Go to the next corner; False behind the last edge."""
    skip_points(at)
    at.of_other = at.left_of_other > 0 and (at.left == 0 or other_comes_first(at, at.i, at.j))
    if at.of_other:
        at.edge = at.j
        at.j = at.j + 1 if at.j + 1 < at.other.n else 0
        at.left_of_other -= 1
        return True
    if at.left == 0:
        return False
    at.edge = at.i
    at.i = at.i + 1 if at.i + 1 < at.ring.n else 0
    at.left -= 1
    return True


cdef inline void set_edge_end(const Boundary* at, double px, double py,
                              RelativeEdge* edge) noexcept nogil:
    """End the edge at the present corner."""
    corner_of(at, &edge.next_x, &edge.next_y)
    edge.next_x -= px
    edge.next_y -= py


cdef inline void start_edges(const Convex* ring, const Convex* other, double px, double py,
                             Boundary* at, RelativeEdge* edge) noexcept nogil:
    """Begin a round of edges relative to the place (px, py)."""
    start_walk(ring, other, at)
    set_edge_end(at, px, py, edge)


cdef inline bint next_edge(Boundary* at, double px, double py, RelativeEdge* edge) noexcept nogil:
    """Go on to the next edge; False behind the last."""
    if not step_walk(at):
        return False
    edge.x = edge.next_x
    edge.y = edge.next_y
    set_edge_end(at, px, py, edge)
    normal_of(at, at.edge, at.of_other, &edge.normal_x, &edge.normal_y)
    return True


cdef inline double height_above_edge(const RelativeEdge* edge) noexcept nogil:
    """How far outside the place is of the line of the edge; negative inside."""
    return 0.0 - (edge.normal_x * edge.x + edge.normal_y * edge.y)


cdef inline double distance_to_start(const RelativeEdge* edge) noexcept nogil:
    """How far the edge begins ahead of the place, in the direction of the edge."""
    return edge.normal_x * edge.y - edge.normal_y * edge.x


cdef inline double distance_to_end(const RelativeEdge* edge) noexcept nogil:
    return edge.normal_x * edge.next_y - edge.normal_y * edge.next_x
