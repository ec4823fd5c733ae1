"""The walk round the Minkowski difference: the separations of all edges of two rings in n + m
steps.

The edges of a and of the mirrored b, in the order of their directions, form the boundary of the
difference (de Berg et al., Computational Geometry, 13.3). The walk is at a vertex of one ring when
an edge of the other comes next. That vertex is the nearest to the edge, so it gives its separation.

Rounding, repeated points, nearly collinear edges and rings that are not convex may lead the walk
past the nearest vertex. A separation is the least over all vertices, so that of one vertex is never
too narrow. The largest one is therefore certain if a scan of all vertices for its edge alone
confirms it: no other edge has a wider one. The same holds for times, which are monotonic in the
separation. If the scan does not confirm it, the caller scans all edges. Either way the answer is
that of the scan.
"""

from libc.math cimport INFINITY

from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.simd.convex cimport lanes_separation_of_edge

cdef enum:
    # A step takes as long as so many edge-vertex products in the scan's lanes, because the ring of
    # the next edge cannot be predicted. Measured on pairs of 24 to 80 sides: 18 with four lanes and
    # 22 if the rings move, 11 and 15 with two (`python bench/run.py single --match 32-gons`).
    SEPARATION_STEP = 16
    TIMES_STEP = 20
    SAMPLES = 16   # vertices to look at before the search for the first one


cdef struct Extreme:
    double value
    Py_ssize_t rank   # of the edge if there are ties: a's, then b's

cdef struct Extremes:
    Extreme separation
    Extreme enter   # the time at which an edge ceases to part the rings
    Extreme leave   # minus the time at which one begins to


cdef inline bint walk_is_shorter(const Convex* a, const Convex* b,
                                 Py_ssize_t step) noexcept nogil:
    """Whether the walk is faster than the scan of all edges and vertices."""
    return a.edges * b.edges > step * (a.edges + b.edges)


cdef inline Py_ssize_t downhill(const Convex* ring, double nx, double ny, Py_ssize_t k,
                                Py_ssize_t direction) noexcept nogil:
    """The last vertex from k on, forwards (1) or backwards (-1), until n . x grows."""
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
    """The vertex of the least n . x, or one about as low: no answer depends on it."""
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
    """Whether the separation of edge i is at least so wide; searches like `edge_separates`."""
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
    """Whether edge j, mirrored, comes before edge i in the order of directions. An edge of length 0
    has no direction and comes at once."""
    cdef double turn = b.normal_x[j] * a.normal_y[i] - b.normal_y[j] * a.normal_x[i]
    return turn < 0.0 or (turn == 0.0 and not edge_is_active(b, j))


cdef inline void update_larger(Extreme* largest, double value, Py_ssize_t rank) noexcept nogil:
    if value > largest.value or (value == largest.value and rank < largest.rank):
        largest.value = value
        largest.rank = rank


cdef inline void update_with_edge(const Convex* a, Py_ssize_t i, double separation, Py_ssize_t rank,
                                  bint moving, double vx, double vy,
                                  Extremes* largest) noexcept nogil:
    """Take the separation of an edge and, if the rings move, its times, with the bits of
    `overlap_times` in ring_lanes.inl (tests/kernels/test_walk.py)."""
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
    """Take all edges of two rings, each with the vertex of the walk, until a separation is above
    `enough`. (vx, vy) is the velocity of a relative to b."""
    cdef Py_ssize_t i = 0, j = first_vertex(a, b), left = b.edges
    reset_extremes(largest)
    # With branches, as most of them can be predicted.
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
    `enough`; False if the walk is not certain."""
    cdef Extremes walked, scanned
    walk_round(a, b, enough, False, 0.0, 0.0, &walked)
    scan_edge(a, b, walked.separation.rank, False, 0.0, 0.0, &scanned)
    separation[0] = walked.separation.value
    name_edge(a, walked.separation.rank, edge, on_b)
    return scanned.separation.value == walked.separation.value


cdef inline bint walk_to_times(const Convex* a, const Convex* b, double vx, double vy,
                               double* separation, double* enter, double* leave,
                               Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The widest separation at the start and, as `overlap_times` does, the times at which two rings
    overlap on all axes and the lowest edge of the last entry, or -1; False if any is uncertain."""
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
