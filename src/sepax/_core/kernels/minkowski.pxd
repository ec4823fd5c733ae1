"""The walk round the Minkowski difference: the gaps of all edges of two rings in n + m steps.

The edges of a and of the mirrored b, in the order of their directions, make up the boundary of
the difference (de Berg et al., Computational Geometry, 13.3). On the way round, the vertex where
the walk is on one ring is the nearest to the edge that comes next of the other: its gap is that
edge's.

Rounding, repeated points, edges in a line but for rounding and rings that are not convex may lead
the walk past the nearest vertex. A gap is the least over all vertices, so one of any vertex may be
too wide and is never too narrow. That makes the largest one certain once all vertices were looked
at for its edge alone and its gap stays: no other edge has a wider one. The same goes for times,
which are monotonic in the gap. Where it does not stay, the walk says so, and the caller scans all
edges. Either way the answer is that of the scan.
"""

from libc.math cimport INFINITY

from sepax._core.kernels.convex cimport Hull, edge_is_active

cdef extern from "lanes.h" nogil:
    double lanes_gap_of_edge(double normal_x, double normal_y, double x0, double y0,
                             const double* x, const double* y, Py_ssize_t n)

cdef enum:
    # A step takes as long as so many products of an edge and a vertex in the scan's lanes, because
    # whose edge comes next cannot be predicted. Measured on pairs of 24 to 80 sides: with four
    # lanes 18, and 22 if the rings move; with two 11 and 15.
    GAP_STEP = 16
    TIMES_STEP = 20
    SAMPLES = 16   # vertices to look at before the search for the first one


cdef struct Extreme:
    double value
    Py_ssize_t place   # of the edge in the order of ties: a's, then b's

cdef struct Extremes:
    Extreme gap
    Extreme enter   # the time at which an edge ceases to part the rings
    Extreme leave   # minus the time at which one begins to


cdef inline bint walk_is_shorter(const Hull* a, const Hull* b,
                                 Py_ssize_t step) noexcept nogil:
    """Whether the walk, at the price of its steps, beats the scan of all edges and vertices."""
    return a.edges * b.edges > step * (a.edges + b.edges)


cdef inline Py_ssize_t downhill(const Hull* ring, double nx, double ny, Py_ssize_t k,
                                Py_ssize_t way) noexcept nogil:
    """The last vertex from k on, forwards (1) or backwards (-1), up to which n . x does not grow."""
    cdef double least = nx * ring.x[k] + ny * ring.y[k], along
    cdef Py_ssize_t step, beyond
    for step in range(ring.n):
        beyond = k + way
        beyond = 0 if beyond == ring.n else (ring.n - 1 if beyond < 0 else beyond)
        along = nx * ring.x[beyond] + ny * ring.y[beyond]
        if along > least:
            break
        least = along
        k = beyond
    return k


cdef inline Py_ssize_t lowest_vertex(const Hull* ring, double nx, double ny) noexcept nogil:
    """The vertex of the least n . x, or one about as low: nothing depends on which."""
    cdef double least = INFINITY, along
    cdef Py_ssize_t k = 0, lowest = 0
    while k < ring.n:
        along = nx * ring.x[k] + ny * ring.y[k]
        lowest = k if along < least else lowest
        least = along if along < least else least
        k += ring.n // SAMPLES + 1
    return downhill(ring, nx, ny, downhill(ring, nx, ny, lowest, -1), 1)


cdef inline Py_ssize_t first_vertex(const Hull* a, const Hull* b) noexcept nogil:
    """The vertex of b that is the nearest to a's first edge."""
    cdef Py_ssize_t i = 0
    while i + 1 < a.edges and not edge_is_active(a, i):
        i += 1
    return lowest_vertex(b, a.normal_x[i], a.normal_y[i])


cdef inline double vertex_gap(const Hull* a, Py_ssize_t i, const Hull* b,
                              Py_ssize_t k) noexcept nogil:
    """How far vertex k of b is outside of edge i of a, by the operations of ring_lanes.inl."""
    return (a.normal_x[i] * (b.x[k] - a.centre_x)
            + a.normal_y[i] * (b.y[k] - a.centre_y)) - a.offset[i]


cdef inline bint gap_reaches(const Hull* a, Py_ssize_t i, const Hull* b, double least,
                             Py_ssize_t* witness) noexcept nogil:
    """Whether the gap of edge i is at least so wide. The search starts at the vertex that
    refuted the last edge and follows the ring, as the nearest vertex does."""
    cdef Py_ssize_t k = witness[0], step
    for step in range(b.n):
        if vertex_gap(a, i, b, k) < least:
            witness[0] = k
            return False
        k = k + 1 if k + 1 < b.n else 0
    return True


cdef inline double scanned_gap(const Hull* a, Py_ssize_t i, const Hull* b) noexcept nogil:
    """The gap of edge i, that of ring_lanes.inl but for the sign of a zero."""
    return lanes_gap_of_edge(a.normal_x[i], a.normal_y[i], a.centre_x, a.centre_y,
                             b.x, b.y, b.n) - a.offset[i]


cdef inline bint edge_of_b_is_next(const Hull* a, Py_ssize_t i, const Hull* b,
                                   Py_ssize_t j) noexcept nogil:
    """Whether edge j, mirrored, comes before edge i in the order of directions. An edge of
    length 0 has none: it comes at once."""
    cdef double turn = b.normal_x[j] * a.normal_y[i] - b.normal_y[j] * a.normal_x[i]
    return turn < 0.0 or (turn == 0.0 and not edge_is_active(b, j))


cdef inline void take_larger(Extreme* largest, double value, Py_ssize_t place) noexcept nogil:
    if value > largest.value or (value == largest.value and place < largest.place):
        largest.value = value
        largest.place = place


cdef inline void take_edge(const Hull* a, Py_ssize_t i, double gap, Py_ssize_t place, bint moving,
                           double vx, double vy, Extremes* largest) noexcept nogil:
    """Take the gap of an edge and, of rings that move, its times: those of ring_lanes.inl."""
    cdef double closing
    take_larger(&largest.gap, gap, place)
    if moving:
        closing = a.normal_x[i] * vx + a.normal_y[i] * vy
        if closing < 0.0:
            take_larger(&largest.leave, gap / -closing, place)
        elif closing > 0.0:
            take_larger(&largest.enter, gap / closing, place)
        elif gap > 0.0:
            take_larger(&largest.enter, INFINITY, place)


cdef inline void forget(Extremes* largest) noexcept nogil:
    largest.gap.value = largest.enter.value = largest.leave.value = -INFINITY
    largest.gap.place = largest.enter.place = largest.leave.place = 0


cdef inline void walk_round(const Hull* a, const Hull* b, double enough, bint moving, double vx,
                            double vy, Extremes* largest) noexcept nogil:
    """Take all edges of two rings, each with the vertex that the walk has for it, or those up
    to a gap above `enough`. (vx, vy) is the velocity of a as seen from b."""
    cdef Py_ssize_t i = 0, j = first_vertex(a, b), left = b.edges
    forget(largest)
    # In branches, not by choosing what to load: most of them can be predicted.
    while (i < a.edges or left > 0) and largest.gap.value <= enough:
        if i == a.edges or (left > 0 and edge_of_b_is_next(a, i, b, j)):
            take_edge(b, j, vertex_gap(b, j, a, i), a.edges + j, moving, -vx, -vy, largest)
            j = j + 1 if j + 1 < b.edges else 0
            left -= 1
        else:
            take_edge(a, i, vertex_gap(a, i, b, j), i, moving, vx, vy, largest)
            i += 1


cdef inline void scan_edge(const Hull* a, const Hull* b, Py_ssize_t place, bint moving, double vx,
                           double vy, Extremes* largest) noexcept nogil:
    """Take one edge with all vertices of the other ring."""
    forget(largest)
    if place < a.edges:
        take_edge(a, place, scanned_gap(a, place, b), place, moving, vx, vy, largest)
    else:
        take_edge(b, place - a.edges, scanned_gap(b, place - a.edges, a), place, moving, -vx, -vy,
                  largest)


cdef inline void name_edge(const Hull* a, Py_ssize_t place, Py_ssize_t* edge,
                           bint* on_b) noexcept nogil:
    on_b[0] = place >= a.edges
    edge[0] = place - on_b[0] * a.edges


cdef inline bint walk_to_widest(const Hull* a, const Hull* b, double enough, double* gap,
                                Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The widest gap of two rings and its lowest edge, a's before b's, or a gap above `enough`;
    False where the walk is not certain of it."""
    cdef Extremes walked, scanned
    walk_round(a, b, enough, False, 0.0, 0.0, &walked)
    scan_edge(a, b, walked.gap.place, False, 0.0, 0.0, &scanned)
    gap[0] = walked.gap.value
    name_edge(a, walked.gap.place, edge, on_b)
    return scanned.gap.value == walked.gap.value


cdef inline bint walk_to_times(const Hull* a, const Hull* b, double vx, double vy, double* gap,
                               double* enter, double* leave, Py_ssize_t* edge,
                               bint* on_b) noexcept nogil:
    """The widest gap at the start and, as `clip_times` has them, the times at which two rings
    overlap on all axes and the lowest edge of the last entry, or -1; False where the walk is
    not certain of all that."""
    cdef Extremes walked, scanned
    walk_round(a, b, INFINITY, True, vx, vy, &walked)
    gap[0] = walked.gap.value
    enter[0] = walked.enter.value
    leave[0] = -walked.leave.value
    name_edge(a, walked.enter.place, edge, on_b)
    if enter[0] == -INFINITY:
        edge[0] = -1
    scan_edge(a, b, walked.gap.place, True, vx, vy, &scanned)
    if scanned.gap.value != walked.gap.value:
        return False
    scan_edge(a, b, walked.enter.place, True, vx, vy, &scanned)
    if enter[0] != -INFINITY and scanned.enter.value != walked.enter.value:
        return False
    scan_edge(a, b, walked.leave.place, True, vx, vy, &scanned)
    return walked.leave.value == -INFINITY or scanned.leave.value == walked.leave.value
