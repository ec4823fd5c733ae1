"""The walk round the Minkowski difference: the separations of all edges of two rings in n + m
steps.

The edges of a and of the mirrored b, in the order of their directions, make up the boundary of
the difference (de Berg et al., Computational Geometry, 13.3). On the way round, the vertex where
the walk is on one ring is the nearest to the edge that comes next of the other: its separation is
that edge's.

Rounding, repeated points, edges in a line but for rounding and rings that are not convex may lead
the walk past the nearest vertex. A separation is the least over all vertices, so one of any vertex
may be too wide and is never too narrow. That makes the largest one certain once all vertices were
looked at for its edge alone and its separation stays: no other edge has a wider one. The same goes
for times, which are monotonic in the separation. Where it does not stay, the walk says so, and the
caller scans all edges. Either way the answer is that of the scan.
"""

from libc.math cimport INFINITY

from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.simd.lanes cimport lanes_separation_of_edge

cdef enum:
    # A step takes as long as so many products of an edge and a vertex in the scan's lanes, because
    # whose edge comes next cannot be predicted. Measured on pairs of 24 to 80 sides: with four
    # lanes 18, and 22 if the rings move; with two 11 and 15. `python bench/run.py single --match
    # 32-gons` shows what they are worth.
    SEPARATION_STEP = 16
    TIMES_STEP = 20
    SAMPLES = 16   # vertices to look at before the search for the first one


cdef struct Extreme:
    double value
    Py_ssize_t rank   # of the edge in the order of ties: a's, then b's

cdef struct Extremes:
    Extreme separation
    Extreme enter   # the time at which an edge ceases to part the rings
    Extreme leave   # minus the time at which one begins to


cdef inline bint walk_is_shorter(const Convex* a, const Convex* b,
                                 Py_ssize_t step) noexcept nogil:
    """Whether the walk, at the price of its steps, beats the scan of all edges and vertices."""
    return a.edges * b.edges > step * (a.edges + b.edges)


cdef inline Py_ssize_t downhill(const Convex* ring, double nx, double ny, Py_ssize_t k,
                                Py_ssize_t direction) noexcept nogil:
    """The last vertex from k on, forwards (1) or backwards (-1), up to which n . x does not
    grow."""
    cdef double least = nx * ring.x[k] + ny * ring.y[k], along
    cdef Py_ssize_t step, beyond
    for step in range(ring.n):
        beyond = k + direction
        beyond = 0 if beyond == ring.n else (ring.n - 1 if beyond < 0 else beyond)
        along = nx * ring.x[beyond] + ny * ring.y[beyond]
        if along > least:
            break
        least = along
        k = beyond
    return k


cdef inline Py_ssize_t lowest_vertex(const Convex* ring, double nx, double ny) noexcept nogil:
    """The vertex of the least n . x, or one about as low: nothing depends on which."""
    cdef double least = INFINITY, along
    cdef Py_ssize_t k = 0, lowest = 0
    while k < ring.n:
        along = nx * ring.x[k] + ny * ring.y[k]
        lowest = k if along < least else lowest
        least = along if along < least else least
        k += ring.n // SAMPLES + 1
    return downhill(ring, nx, ny, downhill(ring, nx, ny, lowest, -1), 1)


cdef inline Py_ssize_t first_vertex(const Convex* a, const Convex* b) noexcept nogil:
    """The vertex of b that is the nearest to a's first edge."""
    cdef Py_ssize_t i = 0
    while i + 1 < a.edges and not edge_is_active(a, i):
        i += 1
    return lowest_vertex(b, a.normal_x[i], a.normal_y[i])


cdef inline double vertex_separation(const Convex* a, Py_ssize_t i, const Convex* b,
                                     Py_ssize_t k) noexcept nogil:
    """How far vertex k of b is outside of edge i of a, by the operations of ring_lanes.inl."""
    return (a.normal_x[i] * (b.x[k] - a.centre_x)
            + a.normal_y[i] * (b.y[k] - a.centre_y)) - a.offset[i]


cdef inline bint separation_reaches(const Convex* a, Py_ssize_t i, const Convex* b, double least,
                                    Py_ssize_t* start) noexcept nogil:
    """Whether the separation of edge i is at least so wide. The search starts at the vertex that
    refuted the last edge and follows the ring, as the nearest vertex does."""
    cdef Py_ssize_t k = start[0], step
    for step in range(b.n):
        if vertex_separation(a, i, b, k) < least:
            start[0] = k
            return False
        k = k + 1 if k + 1 < b.n else 0
    return True


cdef inline double scanned_separation(const Convex* a, Py_ssize_t i,
                                      const Convex* b) noexcept nogil:
    """The separation of edge i, that of ring_lanes.inl but for the sign of a zero."""
    return lanes_separation_of_edge(a, i, a.centre_x, a.centre_y, b) - a.offset[i]


cdef inline bint edge_of_b_is_next(const Convex* a, Py_ssize_t i, const Convex* b,
                                   Py_ssize_t j) noexcept nogil:
    """Whether edge j, mirrored, comes before edge i in the order of directions. An edge of
    length 0 has none: it comes at once."""
    cdef double turn = b.normal_x[j] * a.normal_y[i] - b.normal_y[j] * a.normal_x[i]
    return turn < 0.0 or (turn == 0.0 and not edge_is_active(b, j))


cdef inline void update_larger(Extreme* largest, double value, Py_ssize_t rank) noexcept nogil:
    if value > largest.value or (value == largest.value and rank < largest.rank):
        largest.value = value
        largest.rank = rank


cdef inline void update_with_edge(const Convex* a, Py_ssize_t i, double separation, Py_ssize_t rank,
                                  bint moving, double vx, double vy,
                                  Extremes* largest) noexcept nogil:
    """Take the separation of an edge and, of rings that move, its times: those of
    `overlap_times` in ring_lanes.inl, whose bits tests/kernels/test_walk.py holds them to."""
    cdef double closing
    update_larger(&largest.separation, separation, rank)
    if moving:
        closing = a.normal_x[i] * vx + a.normal_y[i] * vy
        if closing < 0.0:
            update_larger(&largest.leave, separation / -closing, rank)
        elif closing > 0.0:
            update_larger(&largest.enter, separation / closing, rank)
        elif separation > 0.0:
            update_larger(&largest.enter, INFINITY, rank)


cdef inline void reset_extremes(Extremes* largest) noexcept nogil:
    largest.separation.value = largest.enter.value = largest.leave.value = -INFINITY
    largest.separation.rank = largest.enter.rank = largest.leave.rank = 0


cdef inline void walk_round(const Convex* a, const Convex* b, double enough, bint moving, double vx,
                            double vy, Extremes* largest) noexcept nogil:
    """Take all edges of two rings, each with the vertex that the walk has for it, or those up
    to a separation above `enough`. (vx, vy) is the velocity of a as seen from b."""
    cdef Py_ssize_t i = 0, j = first_vertex(a, b), left = b.edges
    reset_extremes(largest)
    # In branches, not by choosing what to load: most of them can be predicted.
    while (i < a.edges or left > 0) and largest.separation.value <= enough:
        if i == a.edges or (left > 0 and edge_of_b_is_next(a, i, b, j)):
            update_with_edge(b, j, vertex_separation(b, j, a, i), a.edges + j, moving, -vx, -vy,
                             largest)
            j = j + 1 if j + 1 < b.edges else 0
            left -= 1
        else:
            update_with_edge(a, i, vertex_separation(a, i, b, j), i, moving, vx, vy, largest)
            i += 1


cdef inline void scan_edge(const Convex* a, const Convex* b, Py_ssize_t rank, bint moving,
                           double vx, double vy, Extremes* largest) noexcept nogil:
    """Take one edge with all vertices of the other ring."""
    reset_extremes(largest)
    if rank < a.edges:
        update_with_edge(a, rank, scanned_separation(a, rank, b), rank, moving, vx, vy, largest)
    else:
        update_with_edge(b, rank - a.edges, scanned_separation(b, rank - a.edges, a), rank, moving,
                         -vx, -vy, largest)


cdef inline void name_edge(const Convex* a, Py_ssize_t rank, Py_ssize_t* edge,
                           bint* on_b) noexcept nogil:
    on_b[0] = rank >= a.edges
    edge[0] = rank - on_b[0] * a.edges


cdef inline bint walk_to_widest(const Convex* a, const Convex* b, double enough, double* separation,
                                Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The widest separation of two rings and its lowest edge, a's before b's, or a separation above
    `enough`; False where the walk is not certain of it."""
    cdef Extremes walked, scanned
    walk_round(a, b, enough, False, 0.0, 0.0, &walked)
    scan_edge(a, b, walked.separation.rank, False, 0.0, 0.0, &scanned)
    separation[0] = walked.separation.value
    name_edge(a, walked.separation.rank, edge, on_b)
    return scanned.separation.value == walked.separation.value


cdef inline bint walk_to_times(const Convex* a, const Convex* b, double vx, double vy,
                               double* separation, double* enter, double* leave,
                               Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The widest separation at the start and, as `overlap_times` has them, the times at which two
    rings overlap on all axes and the lowest edge of the last entry, or -1; False where the walk is
    not certain of all that."""
    cdef Extremes walked, scanned
    walk_round(a, b, INFINITY, True, vx, vy, &walked)
    separation[0] = walked.separation.value
    enter[0] = walked.enter.value
    leave[0] = -walked.leave.value
    name_edge(a, walked.enter.rank, edge, on_b)
    if enter[0] == -INFINITY:
        edge[0] = -1
    scan_edge(a, b, walked.separation.rank, True, vx, vy, &scanned)
    if scanned.separation.value != walked.separation.value:
        return False
    scan_edge(a, b, walked.enter.rank, True, vx, vy, &scanned)
    if enter[0] != -INFINITY and scanned.enter.value != walked.enter.value:
        return False
    scan_edge(a, b, walked.leave.rank, True, vx, vy, &scanned)
    return walked.leave.value == -INFINITY or scanned.leave.value == walked.leave.value
