"""Whether two shapes meet: in float64 within the error bound, else by exact predicates."""

from libc.math cimport INFINITY, fabs

from sepax._core.interrupts cimport HUGE_STEP, Watch, are_huge, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex, edge_is_active
from sepax._core.kernels.edges cimport (
    find_widest, larger, nearest_feature, widest_box_separation, widest_separation)
from sepax._core.kernels.nearest cimport (
    Nearest, SidesOfSegments, are_separated, measure_sides, nearest_features, nearest_of_edges,
    surely_cross)
from sepax._core.kernels.predicates cimport compare_distance, disc_reaches_segment, orient2d
from sepax._core.kernels.roundoff cimport (
    SQUARES_ROUNDOFF, UNDERFLOW_ERROR, VERTEX_ROUNDOFF, pair_size, separation_error,
    symmetric_error)
from sepax._core.simd.box cimport Box, Seen, box_of_convex, see
from sepax._core.simd.convex cimport (
    lanes_widest_separation_of_point, lanes_widest_symmetric_separation)

cdef enum:
    # Above this many vertex-edge products the search from the last vertex beats the lanes.
    LANES_LIMIT = 1024      # `python bench/run.py single --match "intersects 32-gons"`


cdef inline bint edge_separates(const Convex* a, Py_ssize_t i, const Convex* b, bint strict,
                                Py_ssize_t* start) noexcept nogil:
    """Whether all of b is outside of edge i of a; being on it counts, if strict. The search starts
    at the vertex that refuted the last edge and follows the ring: n + m steps for all edges."""
    cdef double ax = a.x[i], ay = a.y[i], bx = a.x[i + 1], by = a.y[i + 1]
    cdef int limit = 0 if strict else -1
    cdef Py_ssize_t k = start[0], step
    for step in range(b.n):
        if orient2d(ax, ay, bx, by, b.x[k], b.y[k]) > limit:
            start[0] = k
            return False
        k = k + 1 if k + 1 < b.n else 0
    return True


cdef inline Py_ssize_t first_separating_edge(const Convex* a, const Convex* b,
                                             bint strict) noexcept nogil:
    """Lowest edge of a that separates, in exact arithmetic; -1 if none does."""
    cdef Watch watch
    cdef Py_ssize_t i, start = 0
    cdef bint huge = are_huge(a.edges, b.n)
    start_watch(&watch)
    for i in range(a.edges):
        if edge_is_active(a, i) and edge_separates(a, i, b, strict, &start):
            return i
        if huge and was_interrupted(&watch, HUGE_STEP):
            return -1
    return -1


cdef inline bint rings_intersect_exactly(const Convex* a, const Convex* b,
                                         bint strict) noexcept nogil:
    return first_separating_edge(a, b, strict) < 0 and first_separating_edge(b, a, strict) < 0


cdef inline bint symmetric_rings_intersect(const Convex* a, const Convex* b, double separation,
                                           bint strict) noexcept nogil:
    """Opposite edges share an axis; `skew` bounds what the stored ring differs by."""
    cdef double error = symmetric_error(a, b)
    if separation > error:
        return False
    if separation < -error:
        return True
    return rings_intersect_exactly(a, b, strict)


cdef inline bint rings_intersect_beyond(const Convex* a, const Convex* b, double tolerance_a,
                                        double tolerance_b, bint strict) noexcept nogil:
    """Separations beyond the error bounds of a's and b's edges decide, else exact arithmetic."""
    cdef double separation_a, separation_b
    cdef Py_ssize_t edge
    if a.n * b.n > LANES_LIMIT:
        return rings_intersect_exactly(a, b, strict)
    separation_a = widest_separation(a, b, tolerance_a, &edge)
    if separation_a > tolerance_a:
        return False
    separation_b = widest_separation(b, a, tolerance_b, &edge)
    if separation_b > tolerance_b:
        return False
    if separation_a < -tolerance_a and separation_b < -tolerance_b:
        return True
    return rings_intersect_exactly(a, b, strict)


cdef inline bint rings_intersect(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    cdef double error = separation_error(pair_size(a, b))
    return rings_intersect_beyond(a, b, error, error, strict)


# --- cores with a radius, and segments ---------------------------------------------

cdef inline bint edges_reach_points(const Convex* ring, const Convex* other, double r1, double r2,
                                    bint strict) noexcept nogil:
    """Whether a point of the other core is within r1 + r2 of an edge, exactly."""
    cdef Watch watch
    cdef bint huge = are_huge(ring.edges, other.n)
    cdef Py_ssize_t i, k
    start_watch(&watch)
    for i in range(ring.edges):
        for k in range(other.n):
            if disc_reaches_segment(ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], other.x[k],
                                    other.y[k], r1, r2, strict):
                return True
        if huge and was_interrupted(&watch, HUGE_STEP):
            return False
    return False


cdef inline bint edges_reach(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    """Whether edges of two cores are within the sum of the radii, exactly; edges may also cross."""
    return (edges_reach_points(a, b, a.radius, b.radius, strict)
            or edges_reach_points(b, a, a.radius, b.radius, strict))


cdef inline bint rounded_rings_meet(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    """Cores of two points or more, and a positive sum of radii."""
    cdef Nearest nearest
    cdef double radius = a.radius + b.radius, error = separation_error(pair_size(a, b)), separation
    cdef Py_ssize_t edge
    cdef bint on_b
    find_widest(a, b, radius + error, &separation, &edge, &on_b)
    if separation > radius + error:
        return False
    if separation < -error:
        return True
    nearest_features(a, b, edge, on_b, error, &nearest)
    if nearest.distance < radius - error:
        return True
    if nearest.distance > radius + 2.0 * error:
        return False
    return rings_intersect_exactly(a, b, False) or edges_reach(a, b, strict)


cdef inline bint segments_cross(const Convex* a, const Convex* b) noexcept nogil:
    """Whether each of two segments has its ends on both sides of the other, exactly."""
    return (orient2d(a.x[0], a.y[0], a.x[1], a.y[1], b.x[0], b.y[0])
            * orient2d(a.x[0], a.y[0], a.x[1], a.y[1], b.x[1], b.y[1]) < 0
            and orient2d(b.x[0], b.y[0], b.x[1], b.y[1], a.x[0], a.y[0])
            * orient2d(b.x[0], b.y[0], b.x[1], b.y[1], a.x[1], a.y[1]) < 0)


cdef inline bint segments_meet(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    """Cores of two points each, of any radius. Where they do not cross, an end is nearest."""
    cdef Nearest nearest
    cdef SidesOfSegments sides
    cdef double radius = a.radius + b.radius, error = separation_error(pair_size(a, b))
    measure_sides(a, b, &sides)
    if are_separated(&sides, radius + error):
        return False
    if surely_cross(&sides, error):
        return True
    nearest_of_edges(a, 0, b, 0, &nearest)
    if nearest.distance < radius - error:
        return True
    if nearest.distance > radius + 8.0 * error:     # none of the sides says surely that they cross
        return False
    return segments_cross(a, b) or edges_reach(a, b, strict)


cdef inline bint are_segments(const Convex* a, const Convex* b) noexcept nogil:
    return a.edges + b.edges == 4 and a.edges == 2


cdef inline bint are_sharp(const Convex* a, const Convex* b) noexcept nogil:
    """Whether two shapes with edges meet exactly if no edge's line separates them: they have no
    radius and are not both segments."""
    return a.radius + b.radius == 0.0 and not are_segments(a, b)


cdef inline bint rings_meet(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    if are_sharp(a, b):
        return rings_intersect(a, b, strict)
    return segments_meet(a, b, strict) if are_segments(a, b) else rounded_rings_meet(a, b, strict)


cdef inline bint is_behind_edges(const Convex* ring, double px, double py,
                                 bint strict) noexcept nogil:
    """Whether a point is left of all edges, or on them if not strict; exact."""
    cdef Py_ssize_t i
    for i in range(ring.edges):
        if edge_is_active(ring, i) and orient2d(
                ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], px, py) < strict:
            return False
    return True


cdef inline bint ring_meets_disc_exactly(const Convex* ring, const Convex* disc,
                                         bint strict) noexcept nogil:
    cdef bint point_only = ring.radius + disc.radius == 0.0
    # On the line of a segment its ends decide.
    cdef bint inside = ring.edges > 2 and is_behind_edges(
        ring, disc.x[0], disc.y[0], strict and point_only)
    if inside or (point_only and ring.edges > 2):
        return inside
    return edges_reach_points(ring, disc, ring.radius, disc.radius, strict)


cdef inline int box_meets_disc(const Convex* box, const Convex* disc) noexcept nogil:
    """1 or 0 if the record of the box, which may be rounded, is certain; else -1."""
    cdef double radius = box.radius + disc.radius
    cdef Box frame = box_of_convex(box)
    cdef Seen centre = see(&frame, disc.centre_x - box.centre_x, disc.centre_y - box.centre_y)
    cdef double error = symmetric_error(box, disc)
    cdef double beyond_x = fabs(centre.along) - box.half_width
    cdef double beyond_y = fabs(centre.across) - box.half_height
    cdef double outside_x = larger(beyond_x, 0.0), outside_y = larger(beyond_y, 0.0)
    cdef double square = outside_x * outside_x + outside_y * outside_y
    if square > ((radius + error) * (radius + error) * (1.0 + SQUARES_ROUNDOFF)
                 + UNDERFLOW_ERROR):
        return 0
    if larger(beyond_x, beyond_y) < -error:
        return 1
    if radius > error and square * (1.0 + SQUARES_ROUNDOFF) + UNDERFLOW_ERROR < (
            (radius - error) * (radius - error)):
        return 1
    return -1


cdef inline bint ring_meets_disc(const Convex* ring, const Convex* disc,
                                 bint strict) noexcept nogil:
    cdef double px = disc.x[0], py = disc.y[0], radius = ring.radius + disc.radius
    cdef double size = pair_size(ring, disc), error = separation_error(size)
    cdef double dx, dy, separation, excess
    cdef Py_ssize_t edge, vertex
    cdef int verdict = box_meets_disc(ring, disc) if ring.is_rectangle else -1
    if verdict >= 0:
        return verdict
    separation = lanes_widest_separation_of_point(ring, px, py)
    if separation > radius + error:
        return False
    if separation < -error:
        return True
    widest_separation(ring, disc, INFINITY, &edge)
    vertex = nearest_feature(ring, px, py, &edge)
    if vertex < 0:
        if separation < radius - error:
            return True
    else:
        dx = px - ring.x[vertex]
        dy = py - ring.y[vertex]
        excess = dx * dx + dy * dy - radius * radius
        # 8 units of size^2, and 4 units of length squared where the nearest feature is uncertain.
        if excess > VERTEX_ROUNDOFF * size * size + UNDERFLOW_ERROR:
            return False
        if excess < -VERTEX_ROUNDOFF * size * size - UNDERFLOW_ERROR:
            return True
    return ring_meets_disc_exactly(ring, disc, strict)


cdef inline bint discs_meet(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    return compare_distance(a.x[0], a.y[0], b.x[0], b.y[0], a.radius,
                            b.radius) < (0 if strict else 1)


cdef inline bint surely_apart(const Convex* a, const Convex* b) noexcept nogil:
    """The bounding circles do not meet (`bounding_radius` carries the rounding of this test)."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double bounding_radius = a.bounding_radius + b.bounding_radius
    return dx * dx + dy * dy > bounding_radius * bounding_radius + UNDERFLOW_ERROR


cdef inline bint surely_deep(const Convex* a, const Convex* b) noexcept nogil:
    """The inscribed circles overlap (`inscribed_radius` carries the rounding of this test)."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double inscribed_radius = a.inscribed_radius + b.inscribed_radius
    return (inscribed_radius > 0.0
            and dx * dx + dy * dy + UNDERFLOW_ERROR < inscribed_radius * inscribed_radius)


cdef inline bint convex_intersect(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    """Whether two shapes meet: touching counts, unless strict."""
    if surely_apart(a, b):
        return False
    if a.is_box and b.is_box:
        return symmetric_rings_intersect(a, b, widest_box_separation(a, b), strict)
    if a.half and b.half and a.half * b.half <= LANES_LIMIT:
        return symmetric_rings_intersect(a, b, lanes_widest_symmetric_separation(a, b), strict)
    if surely_deep(a, b):
        return True
    if a.edges:
        return rings_meet(a, b, strict) if b.edges else ring_meets_disc(a, b, strict)
    return ring_meets_disc(b, a, strict) if b.edges else discs_meet(a, b, strict)
