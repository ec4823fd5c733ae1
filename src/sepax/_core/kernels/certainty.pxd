"""Whether two shapes meet, or are apart, by more than a margin: what holds for all that is near
them. Neither is certain of shapes in between."""

from libc.math cimport sqrt

from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.edges cimport widest_separation
from sepax._core.kernels.roundoff cimport (
    SQUARES_ROUNDOFF, UNDERFLOW_ERROR, pair_size, separation_error)
from sepax._core.simd.lanes cimport lanes_widest_separation_of_point


cdef inline double distance_of_centres(const Convex* a, const Convex* b) noexcept nogil:
    """Off by less than SQUARES_ROUNDOFF of itself, but for underflow."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    return sqrt(dx * dx + dy * dy)


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


cdef inline bint meet_surely(const Convex* a, const Convex* b, double margin) noexcept nogil:
    """Whether a place is inside of both, by more than a margin or at a vertex of one of them."""
    cdef double most = margin + separation_error(pair_size(a, b))
    cdef double reach = a.inscribed_radius + b.inscribed_radius - 2.0 * most
    if reach > 0.0 and (distance_of_centres(a, b) * (1.0 + SQUARES_ROUNDOFF)
                        + UNDERFLOW_ERROR < reach):
        return True
    return has_vertex_within(a, b, most) or has_vertex_within(b, a, most)


cdef inline bint are_apart_surely(const Convex* a, const Convex* b, double margin) noexcept nogil:
    """Whether the distance is more than a margin, as an edge or the bounding circles tell."""
    cdef double most = margin + a.radius + b.radius + separation_error(pair_size(a, b))
    cdef Py_ssize_t edge
    if (distance_of_centres(a, b) * (1.0 - SQUARES_ROUNDOFF)
            > a.bounding_radius + b.bounding_radius + most + UNDERFLOW_ERROR):
        return True
    return (a.edges and widest_separation(a, b, most, &edge) > most
            or b.edges and widest_separation(b, a, most, &edge) > most)
