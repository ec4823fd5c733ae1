"""The separation of single edges, and of all edges of one shape, from the points of another.

Signs are those of convex.pxd. One-sided: the edges of a against the points of b.
"""

from libc.math cimport INFINITY

from sepax._core.interrupts cimport WORK_BETWEEN, Watch, are_huge, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.minkowski cimport SEPARATION_STEP, walk_is_shorter, walk_to_widest
from sepax._core.simd.box cimport BoxSeparations, box_separations
from sepax._core.simd.convex cimport lanes_separation_of_edge
from sepax._core.simd.levels cimport ring_loops

cdef extern from "bits.h" nogil:
    double larger(double x, double y)
    double smaller(double x, double y)

cdef enum:
    EDGES_AT_ONCE = 32      # of huge rings, in whole steps of the lanes


cdef inline double widest_separation(const Convex* a, const Convex* b, double enough,
                                     Py_ssize_t* edge) noexcept nogil:
    """The widest separation between a's edges and the points of b, and its lowest edge."""
    return ring_loops.widest_separation(a, 0, a.edges, b, enough, edge)


cdef inline double widest_separation_of_ring(const Convex* a, const Convex* b, double enough,
                                             Py_ssize_t* edge) noexcept nogil:
    """The same; of huge rings edges by edges."""
    if are_huge(a.edges, b.n):
        return widest_separation_of_huge(a, b, enough, edge)
    return widest_separation(a, b, enough, edge)


cdef inline double widest_separation_of_huge(const Convex* a, const Convex* b, double enough,
                                             Py_ssize_t* edge) noexcept nogil:
    """The same, listening for signals between pieces of the edges."""
    cdef Watch watch
    cdef double separation, widest = -INFINITY
    cdef Py_ssize_t piece, first, found
    edge[0] = 0
    start_watch(&watch)
    for piece in range((a.edges + EDGES_AT_ONCE - 1) // EDGES_AT_ONCE):
        first = EDGES_AT_ONCE * piece
        separation = ring_loops.widest_separation(
            a, first, min(<Py_ssize_t>EDGES_AT_ONCE, a.edges - first), b, enough, &found)
        if separation > widest:
            widest = separation
            edge[0] = found
        if widest > enough or was_interrupted(&watch, WORK_BETWEEN):
            break
    return widest


cdef inline double widest_box_separation(const Convex* a, const Convex* b) noexcept nogil:
    cdef BoxSeparations separations
    box_separations(a, b, &separations)
    return larger(larger(separations.separation[0], separations.separation[1]),
                  larger(separations.separation[2], separations.separation[3]))


cdef inline Py_ssize_t active_edge(const Convex* ring, Py_ssize_t i,
                                   Py_ssize_t step) noexcept nogil:
    """The next edge of positive length, forwards (1) or backwards (-1)."""
    cdef Py_ssize_t count
    for count in range(ring.n):
        # Without branches, as the first step of most may go round the end.
        i += step
        i += (ring.n & -<Py_ssize_t>(i < 0)) - (ring.n & -<Py_ssize_t>(i >= ring.n))
        if edge_is_active(ring, i):
            break
    return i


cdef inline double along_edge(const Convex* ring, Py_ssize_t i, double px, double py,
                              Py_ssize_t origin) noexcept nogil:
    """(p - vertex `origin`) . (direction of edge i): the normal turned left."""
    return ((py - ring.y[origin]) * ring.normal_x[i] - (px - ring.x[origin]) * ring.normal_y[i])


cdef inline Py_ssize_t nearest_feature(const Convex* ring, double px, double py,
                                       Py_ssize_t* edge) noexcept nogil:
    """The vertex nearest to an outside point p, or -1 if the inside of an edge is nearest.

    `edge` is the edge of the widest separation on entry, the nearest edge on return. Rounding may
    confuse nearly parallel edges, so this walks to the minimum of the distance: a convex ring has
    one.
    """
    cdef Py_ssize_t i = edge[0], other, step
    for step in range(ring.n):
        edge[0] = i
        if along_edge(ring, i, px, py, i) < 0.0:
            other = active_edge(ring, i, -1)
            if along_edge(ring, other, px, py, i) >= 0.0:
                return i
        elif along_edge(ring, i, px, py, i + 1) > 0.0:
            other = active_edge(ring, i, 1)
            if along_edge(ring, other, px, py, i + 1) <= 0.0:
                return i + 1
        else:
            return -1
        i = other
    return -1


cdef inline double edge_separation(const Convex* a, Py_ssize_t i, const Convex* b) noexcept nogil:
    """The separation of one edge from plain differences: 4 units of the size, no centre."""
    return lanes_separation_of_edge(a, i, a.x[i], a.y[i], b)


cdef inline void set_normal(const Convex* a, const Convex* b, Py_ssize_t edge, bint on_b,
                            double* normal_x, double* normal_y) noexcept nogil:
    """The normal of an edge of a, or of b, from a to b."""
    cdef const Convex* shapes[2]
    shapes[0] = a
    shapes[1] = b
    cdef double sign = 1.0 - 2.0 * on_b
    # Adding 0 turns a negative zero into a positive one.
    normal_x[0] = 0.0 + sign * shapes[on_b].normal_x[edge]
    normal_y[0] = 0.0 + sign * shapes[on_b].normal_y[edge]


cdef inline void scan_to_widest(const Convex* a, const Convex* b, double enough, double* separation,
                                Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The widest separation of two rings and its lowest edge, a's first; or one above `enough`."""
    cdef Py_ssize_t edge_of_b
    cdef double separation_of_b
    on_b[0] = False
    separation[0] = widest_separation_of_ring(a, b, enough, edge)
    if separation[0] > enough:
        return
    separation_of_b = widest_separation_of_ring(b, a, enough, &edge_of_b)
    if separation_of_b > separation[0]:
        separation[0] = separation_of_b
        edge[0] = edge_of_b
        on_b[0] = True


cdef inline void find_widest(const Convex* a, const Convex* b, double enough, double* separation,
                             Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The same by the walk round two rings, where that is shorter."""
    if not (walk_is_shorter(a, b, SEPARATION_STEP)
            and walk_to_widest(a, b, enough, separation, edge, on_b)):
        scan_to_widest(a, b, enough, separation, edge, on_b)
