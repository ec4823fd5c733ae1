"""Whether one shape covers another: exact."""

from libc.math cimport fabs

from sepax._core.interrupts cimport HUGE_STEP, Watch, are_huge, start_watch, was_interrupted
from sepax._core.kernels.convex cimport Convex, edge_is_active, set_point
from sepax._core.kernels.edges cimport active_edge
from sepax._core.kernels.intersect cimport ring_meets_disc
from sepax._core.kernels.nearest cimport vertex_after
from sepax._core.kernels.predicates cimport compare_distance, compare_line_distance, orient2d
from sepax._core.kernels.roundoff cimport (
    FILTER_ROUNDOFF, OPPOSITE_ROUNDOFF, UNDERFLOW_ERROR, pair_size, separation_error)
from sepax._core.kernels.support cimport support_point
from sepax._core.simd.convex cimport lanes_widest_separation_of_point

cdef enum:
    # Above so many edge-vertex products, going round is faster than lanes over all edges.
    SCAN_LIMIT = 256


cdef inline bint ring_holds_point(const Convex* ring, double px, double py,
                                  double error) noexcept nogil:
    """Whether a point is inside the ring or on it, exactly."""
    cdef double separation = lanes_widest_separation_of_point(ring, px, py)
    cdef Py_ssize_t i
    if fabs(separation) > error:
        return separation < 0.0
    for i in range(ring.edges):
        if edge_is_active(ring, i) and orient2d(
                ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], px, py) < 0:
            return False
    return True


cdef inline bint ring_holds_points(const Convex* ring, const Convex* inner) noexcept nogil:
    cdef Watch watch
    cdef double error = separation_error(pair_size(ring, inner))
    cdef bint huge = are_huge(ring.edges, inner.n)
    cdef Py_ssize_t k
    start_watch(&watch)
    for k in range(inner.n):
        if not ring_holds_point(ring, inner.x[k], inner.y[k], error):
            return False
        if huge and was_interrupted(&watch, HUGE_STEP):
            return False
    return True


# --- large rings ----------------------------------------------------------------------
#
# The point of a ring that is farthest beyond an edge of another ring goes round as the edges do, in
# n + m steps. Only points near it can be uncertain.

cdef inline bint turns_left(const Convex* ring) noexcept nogil:
    """Whether a ring is convex, within rounding."""
    cdef Py_ssize_t i, before = active_edge(ring, 0, -1)
    for i in range(ring.edges):
        if not edge_is_active(ring, i):
            continue
        if (ring.normal_x[before] * ring.normal_y[i] - ring.normal_y[before] * ring.normal_x[i]
                < -OPPOSITE_ROUNDOFF):
            return False
        before = i
    return True


cdef inline bint can_go_round(const Convex* ring, const Convex* inner) noexcept nogil:
    return (ring.n * inner.n > SCAN_LIMIT and ring.edges > 2 and inner.edges > 2
            and turns_left(ring) and turns_left(inner))


cdef inline double share_along(const Convex* ring, Py_ssize_t i, double nx,
                               double ny) noexcept nogil:
    """How far an edge, whose direction is its normal turned left, leads along n, by its length."""
    return ring.normal_x[i] * ny - ring.normal_y[i] * nx


cdef inline Py_ssize_t farther_point(const Convex* inner, Py_ssize_t k, double nx,
                                     double ny) noexcept nogil:
    """The farthest point along n, from point k on; a new search, unless k was the farthest along a
    direction less than a right angle behind n."""
    cdef Py_ssize_t step
    for step in range(inner.n):
        if edge_is_active(inner, k) and share_along(inner, k, nx, ny) <= 0.0:
            break
        k = vertex_after(inner, k)
    if share_along(inner, active_edge(inner, k, -1), nx, ny) < 0.0:
        return support_point(inner, -nx, -ny)
    return k


cdef inline bint turns_back(const Convex* ring, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """Whether the directions of two edges differ by more than a right angle."""
    return ring.normal_x[i] * ring.normal_x[j] + ring.normal_y[i] * ring.normal_y[j] < 0.0


cdef inline double beyond_edge(const Convex* ring, Py_ssize_t i, const Convex* inner,
                               Py_ssize_t k) noexcept nogil:
    return (ring.normal_x[i] * (inner.x[k] - ring.x[i])
            + ring.normal_y[i] * (inner.y[k] - ring.y[i]))


cdef inline bint edge_holds(const Convex* ring, Py_ssize_t i, const Convex* inner, Py_ssize_t k,
                            bint rounded) noexcept nogil:
    """Whether point k is behind edge i, exactly; if rounded, by the excess of the inner radius."""
    return orient2d(ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], inner.x[k],
                    inner.y[k]) >= 0 and (not rounded or compare_line_distance(
                        ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1], inner.x[k],
                        inner.y[k], inner.radius, -ring.radius) >= 0)


cdef inline bint edge_holds_about(const Convex* ring, Py_ssize_t i, const Convex* inner,
                                  Py_ssize_t farthest, bint rounded, double least) noexcept nogil:
    """`edge_holds` for the points near the farthest one that are beyond edge i by over `least`."""
    cdef Py_ssize_t step, k
    cdef bint backwards
    for backwards in range(2):
        k = farthest
        for step in range(inner.n):
            if beyond_edge(ring, i, inner, k) <= least:
                break
            if not edge_holds(ring, i, inner, k, rounded):
                return False
            k = (k if k > 0 else inner.n) - 1 if backwards else vertex_after(inner, k)
    return True


cdef inline bint ring_holds_ring(const Convex* ring, const Convex* inner,
                                 bint rounded) noexcept nogil:
    """Whether a ring holds all points of another; if rounded, by the difference of the radii."""
    cdef Watch watch
    cdef bint huge = are_huge(ring.edges, inner.n)
    cdef double error = separation_error(pair_size(ring, inner)), beyond
    cdef double limit = ring.radius - inner.radius if rounded else 0.0
    cdef Py_ssize_t before = -1, k = 0, i
    start_watch(&watch)
    for i in range(ring.edges):
        if not edge_is_active(ring, i):
            continue
        if before < 0 or turns_back(ring, before, i):
            k = support_point(inner, -ring.normal_x[i], -ring.normal_y[i])
        k = farther_point(inner, k, ring.normal_x[i], ring.normal_y[i])
        before = i
        beyond = beyond_edge(ring, i, inner, k)
        if beyond > limit + error:
            return False
        # The farthest point is known within the rounding of directions.
        if beyond >= limit - 4.0 * error and not edge_holds_about(
                ring, i, inner, k, rounded, limit - 8.0 * error):
            return False
        if huge and was_interrupted(&watch, 1):
            return False
    return True


cdef inline bint core_within(const Convex* outer, const Convex* inner) noexcept nogil:
    """Whether each point of a core is within the outer shape, made smaller by the inner radius."""
    cdef Convex point
    cdef Watch watch
    cdef bint huge = are_huge(outer.n, inner.n)
    cdef double x, y
    cdef Py_ssize_t k
    if can_go_round(outer, inner) and ring_holds_ring(outer, inner, False):
        return True
    start_watch(&watch)
    for k in range(inner.n):
        x = inner.x[k]
        y = inner.y[k]
        set_point(&point, &x, &y)
        point.radius = -inner.radius
        if not ring_meets_disc(outer, &point, False):
            return False
        if huge and was_interrupted(&watch, HUGE_STEP):
            return False
    return True


cdef inline bint discs_fit(const Convex* ring, const Convex* inner) noexcept nogil:
    """Whether discs of the excess of the inner radius, about points in a ring, stay within it."""
    cdef Watch watch
    cdef bint huge = are_huge(ring.edges, inner.n)
    cdef Py_ssize_t i, k
    start_watch(&watch)
    for i in range(ring.edges):
        for k in range(inner.n):
            if edge_is_active(ring, i) and compare_line_distance(
                    ring.x[i], ring.y[i], ring.x[i + 1], ring.y[i + 1],
                    inner.x[k], inner.y[k], inner.radius, -ring.radius) < 0:
                return False
        if huge and was_interrupted(&watch, HUGE_STEP):
            return False
    return True


cdef inline bint disc_covers(const Convex* disc, const Convex* inner) noexcept nogil:
    cdef Py_ssize_t k
    if inner.radius > disc.radius:
        return False
    for k in range(inner.n):
        if compare_distance(disc.x[0], disc.y[0], inner.x[k], inner.y[k], disc.radius,
                            -inner.radius) > 0:
            return False
    return True


cdef inline bint convex_covers(const Convex* outer, const Convex* inner) noexcept nogil:
    """Whether `inner` is a part of `outer` (boundaries may touch), exactly.

    Convex sets cancel from Minkowski sums (Schneider, Convex Bodies, 3.1), so a common radius has
    no effect: the difference of the radii rounds the outer core, or else the inner one.
    """
    cdef double dx = inner.centre_x - outer.centre_x, dy = inner.centre_y - outer.centre_y
    cdef double spare = outer.bounding_radius - inner.inscribed_radius
    # The inscribed circle of `inner` must be within the bounding circle of `outer`.
    if spare < 0.0 or dx * dx + dy * dy > spare * spare * (1.0 + FILTER_ROUNDOFF) + UNDERFLOW_ERROR:
        return False
    if not outer.edges:
        return disc_covers(outer, inner)
    if outer.radius > 0.0 and outer.radius >= inner.radius or outer.edges == 2:
        return outer.radius >= inner.radius and core_within(outer, inner)
    if can_go_round(outer, inner):
        return ring_holds_ring(outer, inner, inner.radius > 0.0)
    return ring_holds_points(outer, inner) and (inner.radius == 0.0 or discs_fit(outer, inner))


cdef inline void convex_containment(const Convex* a, const Convex* b, double depth, bint* a_in_b,
                                    bint* b_in_a) noexcept nogil:
    """Which of two shapes that meet covers the other, exactly. Separating a shape from one that
    covers it takes a move of at least its own width."""
    cdef double deepest = depth + separation_error(pair_size(a, b))
    a_in_b[0] = deepest >= 2.0 * a.inscribed_radius and convex_covers(b, a)
    b_in_a[0] = deepest >= 2.0 * b.inscribed_radius and convex_covers(a, b)
