"""Whether two shapes meet, or are apart, by more than a margin: then so do all shapes near them.
Shapes in between are uncertain."""

from libc.math cimport sqrt

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.edges cimport widest_separation
from sepax._core.kernels.roundoff cimport (
    SQUARES_ROUNDOFF, UNDERFLOW_ERROR, pair_size, separation_error)
from sepax._core.simd.convex cimport lanes_widest_separation_of_point

cdef enum Certainty:
    APART
    MEET
    UNCERTAIN_PAIR


cdef inline double share_of_depth(const Convex* a, double margin) noexcept nogil:
    """The greatest depth of a shape in a half-plane that does not imply a place in there with a
    margin inside of it. The shape, scaled about its centre by 1 - margin / inscribed radius, has
    that margin on all sides."""
    return margin * (2.0 * a.bounding_radius / a.inscribed_radius)


cdef inline bint has_vertex_within(const Convex* ring, const Convex* other,
                                   double margin) noexcept nogil:
    """Whether a point of the core of the other is inside of a ring by more than a margin."""
    cdef Py_ssize_t k
    if ring.edges < 3:
        return False
    for k in range(other.n):
        if lanes_widest_separation_of_point(ring, other.x[k], other.y[k]) < -margin:
            return True
    return False


cdef inline Certainty certain_by_edges(const Convex* a, const Convex* b,
                                       double most) noexcept nogil:
    """By the widest separation of edges: if two shapes, each without its margin, were apart, an
    edge of one would separate them."""
    cdef double radii = a.radius + b.radius, separation = 0.0, other, needed
    cdef Py_ssize_t edge
    if a.edges:
        separation = widest_separation(a, b, most + radii, &edge)
        if separation > most + radii:
            return APART
    if b.edges:
        other = widest_separation(b, a, most + radii, &edge)
        if other > most + radii:
            return APART
        separation = max(separation, other) if a.edges else other
    if a.edges > 2 and b.edges > 2 and min(a.inscribed_radius, b.inscribed_radius) > most:
        needed = most + max(share_of_depth(a, most), share_of_depth(b, most))
        if separation < -needed:
            return MEET
    if has_vertex_within(a, b, most) or has_vertex_within(b, a, most):
        return MEET
    return UNCERTAIN_PAIR


cdef inline Certainty meet_certainly(const Convex* a, const Convex* b,
                                     double margin) noexcept nogil:
    """MEET if a place is inside of both by more than a margin, or is a vertex of one of them; APART
    if the distance is more than that. Circles first."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double most = margin + separation_error(pair_size(a, b))
    cdef double distance = sqrt(dx * dx + dy * dy)
    cdef double reach = a.inscribed_radius + b.inscribed_radius - 2.0 * most
    if (distance * (1.0 - SQUARES_ROUNDOFF)
            > a.bounding_radius + b.bounding_radius + most + UNDERFLOW_ERROR):
        return APART
    if min(a.inscribed_radius, b.inscribed_radius) > most and (
            distance * (1.0 + SQUARES_ROUNDOFF) + UNDERFLOW_ERROR < reach):
        return MEET
    return certain_by_edges(a, b, most)
