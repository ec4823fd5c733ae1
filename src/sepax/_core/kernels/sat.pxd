"""The separating axis test: booleans, penetration depth, contact points.

Signs and boundaries are those of convex.pxd. Every test runs in float64 with an
error bound first; what the bound leaves open goes to the exact predicates.
"""

from libc.math cimport INFINITY, fabs

from sepax._core.kernels.convex cimport BLOCK, Hull, edge_is_active, hull_blocks, unit_vector
from sepax._core.interrupts cimport (
    HUGE_STEP, WORK_BETWEEN, Watch, are_huge, heard, raise_heard, start_watch)
from sepax._core.simd.levels cimport ring_kernels
from sepax._core.kernels.predicates cimport (
    compare_distance, compare_line_distance, disc_reaches_segment, orient2d)
from sepax._core.kernels.minkowski cimport GAP_STEP, walk_is_shorter, walk_to_widest

cdef extern from "lanes.h" nogil:
    void lanes_edge_gaps(const double* normal_x, const double* normal_y, const double* offset,
                         double centre_x, double centre_y, const double* x, const double* y,
                         Py_ssize_t n, double* gaps)
    double lanes_widest_gap_of_point(const double* normal_x, const double* normal_y,
                                     const double* offset, Py_ssize_t edges, double dx, double dy)
    double lanes_gap_of_edge(double normal_x, double normal_y, double edge_x, double edge_y,
                             const double* x, const double* y, Py_ssize_t n)
    double lanes_widest_symmetric_gap(
        const double* ax, const double* ay, const double* a_normal_x, const double* a_normal_y,
        const double* a_offset, Py_ssize_t a_half, double a_centre_x, double a_centre_y,
        const double* bx, const double* by, const double* b_normal_x, const double* b_normal_y,
        const double* b_offset, Py_ssize_t b_half, double b_centre_x, double b_centre_y)

cdef enum:
    # Above this many vertex-edge products the witness walk beats the lanes.
    LANES_LIMIT = 1024
    # The same where all gaps are asked for one by one, with the lanes that every machine has.
    AXIS_LIMIT = 128
    EDGES_AT_ONCE = 32      # of huge rings, in whole steps of the lanes

cdef struct Separation:
    double gap          # between the points of the shapes, radii not yet taken off
    double normal_x     # unit, from a to b
    double normal_y
    Py_ssize_t edge     # the edge whose normal it is; -1 for a vertex or two discs
    bint on_b           # the edge is b's

cdef struct Manifold:
    int count
    double x[2]
    double y[2]


cdef inline void gaps_of_block(const Hull* a, Py_ssize_t block, const double* x, const double* y,
                               Py_ssize_t n, double* gaps) noexcept nogil:
    """Gaps between a block of a's edges and n points; -infinity for what pads the block."""
    cdef Py_ssize_t i = BLOCK * block
    lanes_edge_gaps(a.normal_x + i, a.normal_y + i, a.offset + i, a.centre_x, a.centre_y,
                    x, y, n, gaps)


cdef inline int discard_if_interrupted(const Hull* a, const Hull* b) except -1:
    """Raise what a kernel has heard, before anything is made of its answer."""
    return raise_heard() if are_huge(a.n, b.n) else 0


cdef inline double pair_size(const Hull* a, const Hull* b) noexcept nogil:
    """Upper bound of every coordinate difference in a pair."""
    return (fabs(b.centre_x - a.centre_x) + fabs(b.centre_y - a.centre_y)) + (a.reach + b.reach)


cdef inline double gap_doubt(double size) noexcept nogil:
    """Error bound of a gap: 16 units of the size (10 are used: 3.5 for the
    normal, 3 for the sums and products, times sqrt 2), and underflow."""
    return 1.78e-15 * size + 1e-290


cdef inline void project_hull(const Hull* hull, double x, double y,
                              double* low, double* high) noexcept nogil:
    """Least and greatest scalar product of the axis (x, y) with a point of the shape."""
    cdef double along, unused
    cdef double margin = hull.radius * unit_vector(x, y, &unused, &unused)
    cdef Py_ssize_t i
    low[0] = INFINITY
    high[0] = -INFINITY
    for i in range(hull.n):
        along = x * hull.x[i] + y * hull.y[i]
        low[0] = along if along < low[0] else low[0]
        high[0] = along if along > high[0] else high[0]
    low[0] -= margin
    high[0] += margin


# --- booleans ---------------------------------------------------------------

cdef inline bint edge_separates(const Hull* a, Py_ssize_t i, const Hull* b, bint strict,
                                Py_ssize_t* witness) noexcept nogil:
    """Whether all of b is outside of edge i of a (on it counts, if strict).

    The search starts at the vertex that refuted the last edge and follows the
    ring, as the support point does: n + m steps for all edges of a convex pair.
    """
    cdef double ax = a.x[i], ay = a.y[i], bx = a.x[i + 1], by = a.y[i + 1]
    cdef int limit = 0 if strict else -1
    cdef Py_ssize_t k = witness[0], step
    for step in range(b.n):
        if orient2d(ax, ay, bx, by, b.x[k], b.y[k]) > limit:
            witness[0] = k
            return False
        k = k + 1 if k + 1 < b.n else 0
    return True


cdef inline Py_ssize_t first_separating_edge(const Hull* a, const Hull* b,
                                             bint strict) noexcept nogil:
    """Lowest edge of a that separates, in exact arithmetic; -1 if none does."""
    cdef Watch watch
    cdef Py_ssize_t i, witness = 0
    cdef bint huge = are_huge(a.edges, b.n)
    start_watch(&watch)
    for i in range(a.edges):
        if edge_is_active(a, i) and edge_separates(a, i, b, strict, &witness):
            return i
        if huge and heard(&watch, HUGE_STEP):
            return -1
    return -1


cdef inline bint rings_intersect_exactly(const Hull* a, const Hull* b, bint strict) noexcept nogil:
    return first_separating_edge(a, b, strict) < 0 and first_separating_edge(b, a, strict) < 0


cdef inline double widest_gap(const Hull* a, const double* x, const double* y, Py_ssize_t n,
                              double enough, Py_ssize_t* edge) noexcept nogil:
    """The widest gap between a's edges and n points, and its lowest edge."""
    return ring_kernels.widest_gap(
        a.normal_x, a.normal_y, a.offset, a.edges, a.centre_x, a.centre_y, x, y, n, enough, edge)


cdef inline double widest_gap_of_ring(const Hull* a, const Hull* b, double enough,
                                      Py_ssize_t* edge) noexcept nogil:
    """The widest gap between a's edges and the points of b, and its lowest edge."""
    if are_huge(a.edges, b.n):
        return widest_gap_of_huge(a, b, enough, edge)
    return widest_gap(a, b.x, b.y, b.n, enough, edge)


cdef inline double widest_gap_of_huge(const Hull* a, const Hull* b, double enough,
                                      Py_ssize_t* edge) noexcept nogil:
    """The same, edges by edges: signals are asked for between them."""
    cdef Watch watch
    cdef double gap, widest = -INFINITY
    cdef Py_ssize_t piece, first, found
    edge[0] = 0
    start_watch(&watch)
    for piece in range((a.edges + EDGES_AT_ONCE - 1) // EDGES_AT_ONCE):
        first = EDGES_AT_ONCE * piece
        gap = ring_kernels.widest_gap(
            a.normal_x + first, a.normal_y + first, a.offset + first,
            min(<Py_ssize_t>EDGES_AT_ONCE, a.edges - first), a.centre_x, a.centre_y, b.x, b.y, b.n,
            enough, &found)
        if gap > widest:
            widest = gap
            edge[0] = first + found
        if widest > enough or heard(&watch, WORK_BETWEEN):
            break
    return widest


cdef inline double widest_gap_of_point(const Hull* ring, double px, double py) noexcept nogil:
    return lanes_widest_gap_of_point(ring.normal_x, ring.normal_y, ring.offset, ring.edges,
                                     px - ring.centre_x, py - ring.centre_y)


cdef struct BoxGaps:
    double gap[4]       # along a's axis and across it, along b's axis and across it
    double shift[4]     # of the other centre, seen from the box whose axis it is


cdef inline void box_gaps(const Hull* a, const Hull* b, BoxGaps* gaps) noexcept nogil:
    """The gaps of two boxes from their frames (Gottschalk's test: the extent of one
    box along an axis of the other is a sum of projected half sizes)."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double along = fabs(a.axis_x * b.axis_x + a.axis_y * b.axis_y)
    cdef double across = fabs(a.axis_x * b.axis_y - a.axis_y * b.axis_x)
    gaps.shift[0] = dx * a.axis_x + dy * a.axis_y
    gaps.shift[1] = dy * a.axis_x - dx * a.axis_y
    gaps.shift[2] = -(dx * b.axis_x + dy * b.axis_y)
    gaps.shift[3] = -(dy * b.axis_x - dx * b.axis_y)
    gaps.gap[0] = (fabs(gaps.shift[0]) - a.half_width
                   - (b.half_width * along + b.half_height * across))
    gaps.gap[1] = (fabs(gaps.shift[1]) - a.half_height
                   - (b.half_width * across + b.half_height * along))
    gaps.gap[2] = (fabs(gaps.shift[2]) - b.half_width
                   - (a.half_width * along + a.half_height * across))
    gaps.gap[3] = (fabs(gaps.shift[3]) - b.half_height
                   - (a.half_width * across + a.half_height * along))


cdef inline double larger(double x, double y) noexcept nogil:
    return x if x > y else y


cdef inline double smaller(double x, double y) noexcept nogil:
    return x if x < y else y


cdef inline double widest_box_gap(const Hull* a, const Hull* b) noexcept nogil:
    cdef BoxGaps gaps
    box_gaps(a, b, &gaps)
    return larger(larger(gaps.gap[0], gaps.gap[1]), larger(gaps.gap[2], gaps.gap[3]))


cdef inline double symmetric_doubt(const Hull* a, const Hull* b) noexcept nogil:
    """Error bound of a gap that takes a box or a symmetric ring for ideal."""
    cdef double size = pair_size(a, b)
    return gap_doubt(size) + (a.skew + b.skew) * size


cdef inline double widest_symmetric_gap(const Hull* a, const Hull* b) noexcept nogil:
    return lanes_widest_symmetric_gap(
        a.x, a.y, a.normal_x, a.normal_y, a.offset, a.half, a.centre_x, a.centre_y,
        b.x, b.y, b.normal_x, b.normal_y, b.offset, b.half, b.centre_x, b.centre_y)


cdef inline bint symmetric_rings_intersect(const Hull* a, const Hull* b, double gap,
                                           bint strict) noexcept nogil:
    """Opposite edges share an axis; `skew` bounds what the stored ring differs by."""
    cdef double doubt = symmetric_doubt(a, b)
    if gap > doubt:
        return False
    if gap < -doubt:
        return True
    return rings_intersect_exactly(a, b, strict)


cdef inline bint rings_intersect_beyond(const Hull* a, const Hull* b, double doubt_a,
                                        double doubt_b, bint strict) noexcept nogil:
    """Gaps of a's and of b's edges beyond their doubt are certain; the rest is told exactly."""
    cdef double gap_a, gap_b
    cdef Py_ssize_t edge
    if a.n * b.n > LANES_LIMIT:
        return rings_intersect_exactly(a, b, strict)
    gap_a = widest_gap(a, b.x, b.y, b.n, doubt_a, &edge)
    if gap_a > doubt_a:
        return False
    gap_b = widest_gap(b, a.x, a.y, a.n, doubt_b, &edge)
    if gap_b > doubt_b:
        return False
    if gap_a < -doubt_a and gap_b < -doubt_b:
        return True
    return rings_intersect_exactly(a, b, strict)


cdef inline bint rings_intersect(const Hull* a, const Hull* b, bint strict) noexcept nogil:
    cdef double doubt = gap_doubt(pair_size(a, b))
    return rings_intersect_beyond(a, b, doubt, doubt, strict)


cdef inline Py_ssize_t active_edge(const Hull* ring, Py_ssize_t i, Py_ssize_t step) noexcept nogil:
    """The next edge of positive length, forwards (1) or backwards (-1)."""
    cdef Py_ssize_t count
    for count in range(ring.n):
        i += step
        i = 0 if i >= ring.n else (ring.n - 1 if i < 0 else i)
        if edge_is_active(ring, i):
            break
    return i


cdef inline double along_edge(const Hull* ring, Py_ssize_t i, double px, double py,
                              Py_ssize_t origin) noexcept nogil:
    """(p - vertex `origin`) . (direction of edge i): the normal turned left."""
    return ((py - ring.y[origin]) * ring.normal_x[i] - (px - ring.x[origin]) * ring.normal_y[i])


cdef inline Py_ssize_t nearest_feature(const Hull* ring, double px, double py,
                                       Py_ssize_t* edge) noexcept nogil:
    """The vertex nearest to an outside point p, or -1 where the inside of an edge is.

    `edge` is the edge of the widest gap on entry, the nearest edge on return.
    Between nearly parallel edges rounding may pick the wrong one to start, so
    this walks to where the distance has its (on a convex ring, only) minimum.
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


cdef inline bint ring_meets_disc_exactly(const Hull* ring, const Hull* disc,
                                         bint strict) noexcept nogil:
    cdef double px = disc.x[0], py = disc.y[0]
    cdef bint point_only = ring.radius + disc.radius == 0.0
    cdef bint inside = True
    cdef int limit = 1 if strict and point_only else 0
    cdef Py_ssize_t i
    for i in range(ring.edges):
        if edge_is_active(ring, i) and orient2d(
                ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], px, py) < limit:
            inside = False
            break
    if inside or point_only:
        return inside
    for i in range(ring.edges):
        if disc_reaches_segment(ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], px, py,
                                ring.radius, disc.radius, strict):
            return True
    return False


cdef inline int box_meets_disc(const Hull* box, const Hull* disc) noexcept nogil:
    """1 or 0 where the frame of the box tells for certain, else -1."""
    cdef double dx = disc.centre_x - box.centre_x, dy = disc.centre_y - box.centre_y
    cdef double doubt = symmetric_doubt(box, disc)
    cdef double beyond_x = fabs(dx * box.axis_x + dy * box.axis_y) - box.half_width
    cdef double beyond_y = fabs(dy * box.axis_x - dx * box.axis_y) - box.half_height
    cdef double outside_x = larger(beyond_x, 0.0), outside_y = larger(beyond_y, 0.0)
    cdef double square = outside_x * outside_x + outside_y * outside_y
    if square > (disc.radius + doubt) * (disc.radius + doubt) * 1.000000000000001 + 1e-290:
        return 0
    if larger(beyond_x, beyond_y) < -doubt:
        return 1
    if disc.radius > doubt and square * 1.000000000000001 + 1e-290 < (
            (disc.radius - doubt) * (disc.radius - doubt)):
        return 1
    return -1


cdef inline bint ring_meets_disc(const Hull* ring, const Hull* disc, bint strict) noexcept nogil:
    cdef double px = disc.x[0], py = disc.y[0], radius = ring.radius + disc.radius
    cdef double size = pair_size(ring, disc), doubt = gap_doubt(size)
    cdef double dx, dy, gap, excess
    cdef Py_ssize_t edge, vertex
    cdef int verdict = box_meets_disc(ring, disc) if ring.is_box else -1
    if verdict >= 0:
        return verdict
    gap = widest_gap_of_point(ring, px, py)
    if gap > radius + doubt:
        return False
    if gap < -doubt:
        return True
    widest_gap(ring, &px, &py, 1, INFINITY, &edge)
    vertex = nearest_feature(ring, px, py, &edge)
    if vertex < 0:
        if gap < radius - doubt:
            return True
    else:
        dx = px - ring.x[vertex]
        dy = py - ring.y[vertex]
        excess = dx * dx + dy * dy - radius * radius
        # Squares: 8 units of size^2; and where the nearest feature is in doubt
        # by 4 units of length, the square of that.
        if excess > 1.8e-15 * size * size + 1e-290:
            return False
        if excess < -1.8e-15 * size * size - 1e-290:
            return True
    return ring_meets_disc_exactly(ring, disc, strict)


cdef inline bint discs_meet(const Hull* a, const Hull* b, bint strict) noexcept nogil:
    return compare_distance(a.x[0], a.y[0], b.x[0], b.y[0], a.radius, b.radius) < (0 if strict else 1)


cdef inline bint surely_apart(const Hull* a, const Hull* b) noexcept nogil:
    """The bounding circles do not meet (`reach` carries the rounding of this test)."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double reach = a.reach + b.reach
    return dx * dx + dy * dy > reach * reach + 1e-290


cdef inline bint surely_deep(const Hull* a, const Hull* b) noexcept nogil:
    """The inscribed circles overlap (`inner` carries the rounding of this test)."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double inner = a.inner + b.inner
    return inner > 0.0 and dx * dx + dy * dy + 1e-290 < inner * inner


cdef inline bint hulls_intersect(const Hull* a, const Hull* b, bint strict) noexcept nogil:
    """Whether two shapes meet: touching counts, unless strict."""
    if surely_apart(a, b):
        return False
    if a.is_box and b.is_box:
        return symmetric_rings_intersect(a, b, widest_box_gap(a, b), strict)
    if a.half and b.half and a.half * b.half <= LANES_LIMIT:
        return symmetric_rings_intersect(a, b, widest_symmetric_gap(a, b), strict)
    if surely_deep(a, b):
        return True
    if a.edges:
        return rings_intersect(a, b, strict) if b.edges else ring_meets_disc(a, b, strict)
    return ring_meets_disc(b, a, strict) if b.edges else discs_meet(a, b, strict)


# --- penetration ---------------------------------------------------------------

cdef inline double edge_gap(const Hull* a, Py_ssize_t i, const Hull* b) noexcept nogil:
    """The gap of one edge from plain differences: 4 units of the size, no centre."""
    return lanes_gap_of_edge(a.normal_x[i], a.normal_y[i], a.x[i], a.y[i], b.x, b.y, b.n)


cdef inline void set_normal(const Hull* a, const Hull* b, Py_ssize_t edge, bint on_b,
                            double* normal_x, double* normal_y) noexcept nogil:
    """The normal of an edge of a, or of b, from a to b."""
    cdef const Hull* shapes[2]
    shapes[0] = a
    shapes[1] = b
    cdef double sign = 1.0 - 2.0 * on_b
    # Adding 0 turns a negative zero into a positive one.
    normal_x[0] = 0.0 + sign * shapes[on_b].normal_x[edge]
    normal_y[0] = 0.0 + sign * shapes[on_b].normal_y[edge]


cdef inline void set_axis(const Hull* a, const Hull* b, Py_ssize_t edge, bint on_b,
                          Separation* axis) noexcept nogil:
    """The normal of an edge of a, or of b, as the axis from a to b; and its gap."""
    cdef const Hull* shapes[2]
    shapes[0] = a
    shapes[1] = b
    axis.edge = edge
    axis.on_b = on_b
    set_normal(a, b, edge, on_b, &axis.normal_x, &axis.normal_y)
    axis.gap = edge_gap(shapes[on_b], edge, shapes[1 - on_b])


cdef inline bint pick_box_edge(const Hull* a, const Hull* b, double doubt, double* gap,
                               Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The edge of the widest gap of two boxes, if it is certain: the runner-up and the
    opposite edge are farther behind than the frames' error. Free of branches, because
    which edge it is cannot be predicted."""
    cdef BoxGaps gaps
    cdef double gap_a, gap_b, second, shift
    cdef bint across_a, across_b
    box_gaps(a, b, &gaps)
    across_a = gaps.gap[1] > gaps.gap[0]
    across_b = gaps.gap[3] > gaps.gap[2]
    gap_a = larger(gaps.gap[0], gaps.gap[1])
    gap_b = larger(gaps.gap[2], gaps.gap[3])
    on_b[0] = gap_b > gap_a
    gap[0] = larger(gap_a, gap_b)
    second = larger(larger(smaller(gaps.gap[0], gaps.gap[1]), smaller(gaps.gap[2], gaps.gap[3])),
                    smaller(gap_a, gap_b))
    cdef bint across = (across_b & on_b[0]) | (across_a & (1 - on_b[0]))
    shift = gaps.shift[2 * on_b[0] + across]
    # Edges 1 and 3 face along the axis and against it, edges 2 and 0 across it.
    cdef bint forwards = shift > 0.0
    edge[0] = 3 - 2 * forwards - across * (3 - 4 * forwards)
    return gap[0] - second > 2.0 * doubt and fabs(shift) > doubt


cdef inline void scan_to_widest(const Hull* a, const Hull* b, double enough, double* gap,
                                Py_ssize_t* edge, bint* on_b) noexcept nogil:
    """The widest gap of two rings and its lowest edge, a's before b's; or one above `enough`."""
    cdef Py_ssize_t edge_of_b
    cdef double gap_of_b
    on_b[0] = False
    gap[0] = widest_gap_of_ring(a, b, enough, edge)
    if gap[0] > enough:
        return
    gap_of_b = widest_gap_of_ring(b, a, enough, &edge_of_b)
    if gap_of_b > gap[0]:
        gap[0] = gap_of_b
        edge[0] = edge_of_b
        on_b[0] = True


cdef inline bint rings_separation(const Hull* a, const Hull* b, double enough,
                                  Separation* widest) noexcept nogil:
    """The widest gap, a's edges before b's; False once one above `enough` is found."""
    cdef Py_ssize_t edge
    cdef double gap, doubt
    cdef bint on_b, certain
    if a.is_box and b.is_box:
        doubt = symmetric_doubt(a, b)
        certain = pick_box_edge(a, b, doubt, &gap, &edge, &on_b)
        if gap > enough + doubt:
            return False
        if certain:
            set_axis(a, b, edge, on_b, widest)
            return widest.gap <= enough
    if not (walk_is_shorter(a, b, GAP_STEP)
            and walk_to_widest(a, b, enough, &gap, &edge, &on_b)):
        scan_to_widest(a, b, enough, &gap, &edge, &on_b)
    if gap > enough:
        return False
    set_axis(a, b, edge, on_b, widest)
    return True


cdef inline void ring_disc_separation(const Hull* ring, const Hull* disc, bint ring_is_b,
                                      Separation* nearest) noexcept nogil:
    """Gap and normal between a ring and a disc's centre, in edge and vertex regions."""
    cdef double px = disc.x[0], py = disc.y[0], nx, ny
    cdef Py_ssize_t edge, vertex = -1
    nearest.gap = widest_gap(ring, &px, &py, 1, INFINITY, &edge)
    if nearest.gap > 0.0:
        vertex = nearest_feature(ring, px, py, &edge)
    if vertex >= 0:
        nearest.gap = unit_vector(px - ring.x[vertex], py - ring.y[vertex], &nx, &ny)
    if vertex < 0 or nearest.gap == 0.0:
        nx = ring.normal_x[edge]
        ny = ring.normal_y[edge]
        nearest.gap = nx * (px - ring.x[edge]) + ny * (py - ring.y[edge])
    else:
        edge = -1
    nearest.edge = edge
    nearest.on_b = ring_is_b
    nearest.normal_x = 0.0 - nx if ring_is_b else nx
    nearest.normal_y = 0.0 - ny if ring_is_b else ny


cdef inline void discs_separation(const Hull* a, const Hull* b, Separation* nearest) noexcept nogil:
    nearest.gap = unit_vector(b.x[0] - a.x[0], b.y[0] - a.y[0],
                              &nearest.normal_x, &nearest.normal_y)
    nearest.edge = -1
    nearest.on_b = False
    if nearest.gap == 0.0:
        nearest.normal_x = 1.0


cdef inline bint hulls_separation(const Hull* a, const Hull* b, double enough,
                                  Separation* widest) noexcept nogil:
    """The widest gap and its normal; False once one above `enough` is found."""
    if a.edges and b.edges:
        return rings_separation(a, b, enough, widest)
    widest.normal_x = widest.normal_y = 0.0
    if a.edges:
        ring_disc_separation(a, b, False, widest)
    elif b.edges:
        ring_disc_separation(b, a, True, widest)
    else:
        discs_separation(a, b, widest)
    return widest.gap <= enough


cdef inline bint touching_axis(const Hull* a, const Hull* b, Separation* axis) noexcept nogil:
    """Whether two rings that meet only touch: the lowest edge, a's before b's, that
    exactly parts their interiors is the axis."""
    cdef Py_ssize_t edge = first_separating_edge(a, b, True)
    cdef bint on_b = edge < 0
    if on_b:
        edge = first_separating_edge(b, a, True)
    if edge < 0:
        return False
    set_axis(a, b, edge, on_b, axis)
    return True


cdef inline bint hulls_penetration(const Hull* a, const Hull* b, Separation* widest,
                                   double* depth) noexcept nogil:
    """Whether two shapes meet, exactly; if so, along which axis and how deep."""
    cdef double radius = a.radius + b.radius
    cdef double doubt = gap_doubt(pair_size(a, b))
    if surely_apart(a, b) or not hulls_separation(a, b, radius + doubt, widest):
        return False
    depth[0] = radius - widest.gap
    if depth[0] > doubt:
        return True
    if not hulls_intersect(a, b, False):
        return False
    # Touching is a depth of 0 exactly; any other depth is positive.
    if a.edges and b.edges:
        depth[0] = 0.0 if touching_axis(a, b, widest) else max(depth[0], 0.0)
    elif depth[0] < 0.0 or not hulls_intersect(a, b, True):
        depth[0] = 0.0
    return True


# --- separating axis ----------------------------------------------------------

cdef inline Py_ssize_t separating_edge(const Hull* a, const Hull* b) noexcept nogil:
    """The lowest edge of a that separates exactly, or -1. Edges that surely separate,
    or surely do not, are told by their gap; the exact test decides the others."""
    cdef double gaps[BLOCK]
    cdef double doubt = gap_doubt(pair_size(a, b))
    cdef Py_ssize_t block, lane, i, witness = 0
    if a.n * b.n > AXIS_LIMIT:
        return first_separating_edge(a, b, False)
    for block in range(hull_blocks(a)):
        gaps_of_block(a, block, b.x, b.y, b.n, gaps)
        for lane in range(BLOCK):
            i = BLOCK * block + lane
            if gaps[lane] > doubt or (
                    gaps[lane] >= -doubt and edge_separates(a, i, b, False, &witness)):
                return i
    return -1


cdef inline bint hulls_axis(const Hull* a, const Hull* b, Separation* axis) noexcept nogil:
    """A separating axis, from a to b; False when the shapes intersect."""
    cdef Py_ssize_t edge
    cdef bint on_b
    axis.normal_x = axis.normal_y = 0.0
    if a.edges and b.edges:
        edge = separating_edge(a, b)
        on_b = edge < 0
        if on_b:
            edge = separating_edge(b, a)
        if edge < 0:
            return False
        set_axis(a, b, edge, on_b, axis)
        return True
    if hulls_intersect(a, b, False):
        return False
    hulls_separation(a, b, INFINITY, axis)
    return True


# --- contact points -------------------------------------------------------------

cdef inline Py_ssize_t support_point(const Hull* hull, double nx, double ny) noexcept nogil:
    """The point farthest against n (lowest index); without branches, as any may be it."""
    cdef double least = INFINITY, along
    cdef Py_ssize_t k, support = 0
    for k in range(hull.n):
        along = nx * (hull.x[k] - hull.centre_x) + ny * (hull.y[k] - hull.centre_y)
        support = k if along < least else support
        least = along if along < least else least
    return support


cdef inline Py_ssize_t facing_box_edge(const Hull* box, double nx, double ny) noexcept nogil:
    """The edge whose normal is most opposed to n; edges as in `pick_box_edge`."""
    cdef double along = nx * box.axis_x + ny * box.axis_y
    cdef double across = ny * box.axis_x - nx * box.axis_y
    cdef bint is_across = fabs(across) > fabs(along)
    cdef bint forwards = (across if is_across else along) < 0.0
    return 3 - 2 * forwards - is_across * (3 - 4 * forwards)


cdef inline Py_ssize_t facing_edge(const Hull* ring, double nx, double ny) noexcept nogil:
    """Of the two edges at the support point, the one whose normal is more opposed to n. Not the
    most opposed of all: edges in a line but for rounding have the same normal."""
    cdef Py_ssize_t support
    if ring.is_box:
        support = facing_box_edge(ring, nx, ny)
        if edge_is_active(ring, support):
            return support
    support = support_point(ring, nx, ny)
    cdef Py_ssize_t before = active_edge(ring, support, -1)
    cdef Py_ssize_t after = support if edge_is_active(ring, support) else active_edge(ring, support, 1)
    cdef double opposed_before = nx * ring.normal_x[before] + ny * ring.normal_y[before]
    cdef double opposed_after = nx * ring.normal_x[after] + ny * ring.normal_y[after]
    return before if opposed_before < opposed_after else after


cdef inline double clipped_gap(double along, const double* ends, const double* gaps) noexcept nogil:
    """The gap of a segment at a place along the reference edge, or at its nearer end."""
    cdef double part
    if ends[0] == ends[1]:
        return min(gaps[0], gaps[1])
    part = (along - ends[0]) / (ends[1] - ends[0])
    return gaps[0] + (gaps[1] - gaps[0]) * min(max(part, 0.0), 1.0)


cdef inline double straight_end(const Hull* ring, Py_ssize_t edge, Py_ssize_t step,
                                double doubt) noexcept nogil:
    """How far along an edge its line goes on, forwards (1) or backwards (-1): to the end of the
    edge, or of the last of those in a line with it but for rounding."""
    cdef Py_ssize_t i = edge, count, point
    cdef double nx = ring.normal_x[edge], ny = ring.normal_y[edge]
    cdef double end = 0.0 if step < 0 else along_edge(ring, edge, ring.x[edge + 1],
                                                      ring.y[edge + 1], edge)
    for count in range(ring.n):
        i = active_edge(ring, i, step)
        point = i if step < 0 else i + 1
        if nx * (ring.x[point] - ring.x[edge]) + ny * (ring.y[point] - ring.y[edge]) < -doubt:
            break
        end = step * max(step * end, step * along_edge(ring, edge, ring.x[point], ring.y[point],
                                                       edge))
    return end


cdef inline double contact_doubt(const Hull* reference, const Hull* incident) noexcept nogil:
    """How far apart faces may be, or out of line, that are flush but for rounding. In units of
    2^-53: 16 of the size, as of any gap; and 4 of the coordinates, which all vertices are rounded
    to (2 are used: 1 for each coordinate of the ends of either face)."""
    return (1.78e-15 * pair_size(reference, incident)
            + 4.5e-16 * (fabs(reference.centre_x) + fabs(reference.centre_y)))


cdef inline void ring_contact(const Hull* reference, Py_ssize_t edge, const Hull* incident,
                              double shift_x, double shift_y, Manifold* points) noexcept nogil:
    """Clip the facing edge of `incident`, moved by the shift, to the reference edge.

    Kept are the ends that lie behind the reference edge, each moved by half its
    depth along the normal, so that both shapes are equally far from the point.
    """
    cdef double nx = reference.normal_x[edge], ny = reference.normal_y[edge]
    cdef double origin_x = reference.x[edge], origin_y = reference.y[edge]
    cdef double doubt = contact_doubt(reference, incident)
    cdef double first = straight_end(reference, edge, -1, doubt)
    cdef double last = straight_end(reference, edge, 1, doubt)
    cdef Py_ssize_t i = facing_edge(incident, nx, ny)
    cdef double ends[2]
    cdef double gaps[2]
    cdef double clipped[2]
    cdef double clipped_gaps[2]
    cdef double dx, dy
    cdef int end, deeper, both
    for end in range(2):
        dx = (incident.x[i + end] - origin_x) + shift_x
        dy = (incident.y[i + end] - origin_y) + shift_y
        ends[end] = dy * nx - dx * ny
        gaps[end] = dx * nx + dy * ny
    for end in range(2):
        clipped[end] = min(max(ends[end], first), last)
        clipped_gaps[end] = clipped_gap(clipped[end], ends, gaps)
        points.x[end] = origin_x - ny * clipped[end] + nx * (0.5 * clipped_gaps[end])
        points.y[end] = origin_y + nx * clipped[end] + ny * (0.5 * clipped_gaps[end])
    # The deeper end always counts. Free of branches: how many do cannot be predicted.
    deeper = clipped_gaps[0] > clipped_gaps[1]
    both = (clipped_gaps[1 - deeper] <= doubt) & (clipped[0] != clipped[1])
    points.count = 1 + both
    points.x[0] = points.x[deeper & (1 - both)]
    points.y[0] = points.y[deeper & (1 - both)]


cdef inline void hulls_contact(const Hull* a, const Hull* b, const Separation* widest,
                               double depth, Manifold* points) noexcept nogil:
    """World points of contact of two shapes that meet, halfway between the surfaces."""
    cdef double inset
    cdef const Hull* shapes[2]
    if a.edges and b.edges:
        shapes[0] = a
        shapes[1] = b
        ring_contact(shapes[widest.on_b], widest.edge, shapes[1 - widest.on_b], 0.0, 0.0, points)
        return
    points.count = 1
    if b.edges:
        inset = a.radius - 0.5 * depth
        points.x[0] = a.x[0] + widest.normal_x * inset
        points.y[0] = a.y[0] + widest.normal_y * inset
    else:
        inset = b.radius - 0.5 * depth
        points.x[0] = b.x[0] - widest.normal_x * inset
        points.y[0] = b.y[0] - widest.normal_y * inset


# --- containment -----------------------------------------------------------------

cdef inline bint ring_holds_point(const Hull* ring, double px, double py,
                                  double doubt) noexcept nogil:
    """Whether a point is inside the ring or on it, exactly."""
    cdef double gap = widest_gap_of_point(ring, px, py)
    cdef Py_ssize_t i
    if fabs(gap) > doubt:
        return gap < 0.0
    for i in range(ring.edges):
        if edge_is_active(ring, i) and orient2d(
                ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], px, py) < 0:
            return False
    return True


cdef inline bint ring_holds_points(const Hull* ring, const Hull* inner) noexcept nogil:
    cdef Watch watch
    cdef double doubt = gap_doubt(pair_size(ring, inner))
    cdef bint huge = are_huge(ring.edges, inner.n)
    cdef Py_ssize_t k
    start_watch(&watch)
    for k in range(inner.n):
        if not ring_holds_point(ring, inner.x[k], inner.y[k], doubt):
            return False
        if huge and heard(&watch, HUGE_STEP):
            return False
    return True


cdef inline bint hull_holds(const Hull* outer, const Hull* inner) noexcept nogil:
    """Whether `inner` is a part of `outer` (boundaries may touch), exactly."""
    cdef double dx = inner.centre_x - outer.centre_x, dy = inner.centre_y - outer.centre_y
    cdef double spare = outer.reach - inner.inner
    cdef Py_ssize_t i
    # The circle inscribed in `inner` cannot leave the circle around `outer`.
    if spare < 0.0 or dx * dx + dy * dy > spare * spare * 1.00000000000001 + 1e-290:
        return False
    if outer.edges:
        if not ring_holds_points(outer, inner):
            return False
        if inner.radius > 0.0:
            for i in range(outer.edges):
                if edge_is_active(outer, i) and compare_line_distance(
                        outer.x[i], outer.y[i], outer.x[i + 1], outer.y[i + 1],
                        inner.x[0], inner.y[0], inner.radius, 0.0) < 0:
                    return False
        return True
    if inner.radius > outer.radius:
        return False
    for i in range(inner.n):
        if compare_distance(outer.x[0], outer.y[0], inner.x[i], inner.y[i],
                            outer.radius, -inner.radius) > 0:
            return False
    return True


cdef inline void hulls_hold(const Hull* a, const Hull* b, double depth, bint* a_in_b,
                            bint* b_in_a) noexcept nogil:
    """Which of two shapes that meet is a part of the other, exactly.

    To part a shape from one that holds it takes a move of at least its own width.
    """
    cdef double deepest = depth + gap_doubt(pair_size(a, b))
    a_in_b[0] = deepest >= 2.0 * a.inner and hull_holds(b, a)
    b_in_a[0] = deepest >= 2.0 * b.inner and hull_holds(a, b)
