"""Whether one shape is a part of another: exact."""

from libc.math cimport fabs

from sepax._core.interrupts cimport HUGE_STEP, Watch, are_huge, heard, start_watch
from sepax._core.kernels.convex cimport Convex, edge_is_active, set_point
from sepax._core.kernels.edges cimport widest_separation_of_point
from sepax._core.kernels.intersect cimport ring_meets_disc
from sepax._core.kernels.predicates cimport compare_distance, compare_line_distance, orient2d
from sepax._core.kernels.roundoff cimport (
    FILTER_ROUNDOFF, UNDERFLOW_ERROR, pair_size, separation_error)


cdef inline bint ring_holds_point(const Convex* ring, double px, double py,
                                  double error) noexcept nogil:
    """Whether a point is inside the ring or on it, exactly."""
    cdef double separation = widest_separation_of_point(ring, px, py)
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
        if huge and heard(&watch, HUGE_STEP):
            return False
    return True


cdef inline bint core_within(const Convex* outer, const Convex* inner) noexcept nogil:
    """Whether each point of a core is within the outer shape, made smaller by the inner radius."""
    cdef Convex point
    cdef Watch watch
    cdef bint huge = are_huge(outer.n, inner.n)
    cdef double x, y
    cdef Py_ssize_t k
    start_watch(&watch)
    for k in range(inner.n):
        x = inner.x[k]
        y = inner.y[k]
        set_point(&point, &x, &y)
        point.radius = -inner.radius
        if not ring_meets_disc(outer, &point, False):
            return False
        if huge and heard(&watch, HUGE_STEP):
            return False
    return True


cdef inline bint discs_fit(const Convex* ring, const Convex* inner) noexcept nogil:
    """Whether the discs about points in a ring, as much wider as the inner radius is larger, stay
    within its edges."""
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
        if huge and heard(&watch, HUGE_STEP):
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

    Of two sets that are both rounded by as much the one covers the other where it does so without
    (convex sets cancel from Minkowski sums; Schneider, Convex Bodies, 3.1). So only the difference
    of the radii counts: it rounds the outer core, or else the inner one.
    """
    cdef double dx = inner.centre_x - outer.centre_x, dy = inner.centre_y - outer.centre_y
    cdef double spare = outer.bounding_radius - inner.inscribed_radius
    # The circle inscribed in `inner` cannot leave the circle around `outer`.
    if spare < 0.0 or dx * dx + dy * dy > spare * spare * (1.0 + FILTER_ROUNDOFF) + UNDERFLOW_ERROR:
        return False
    if not outer.edges:
        return disc_covers(outer, inner)
    if outer.radius > 0.0 and outer.radius >= inner.radius or outer.edges == 2:
        return outer.radius >= inner.radius and core_within(outer, inner)
    return ring_holds_points(outer, inner) and (inner.radius == 0.0 or discs_fit(outer, inner))


cdef inline void convex_containment(const Convex* a, const Convex* b, double depth, bint* a_in_b,
                                    bint* b_in_a) noexcept nogil:
    """Which of two shapes that meet is a part of the other, exactly.

    To part a shape from one that holds it takes a move of at least its own width.
    """
    cdef double deepest = depth + separation_error(pair_size(a, b))
    a_in_b[0] = deepest >= 2.0 * a.inscribed_radius and convex_covers(b, a)
    b_in_a[0] = deepest >= 2.0 * b.inscribed_radius and convex_covers(a, b)
