"""Kernels compiled once, for modules in which a call costs little beside the work on two shapes."""

from sepax._core.kernels.approach cimport convex_approach as approach
from sepax._core.kernels.clearance cimport (
    convex_gap as gap_of, convex_signed_distance as signed_distance)
from sepax._core.kernels.contact cimport convex_contact as contact
from sepax._core.kernels.containment cimport (
    convex_covers as covers, ring_holds_point as holds_point)
from sepax._core.kernels.distance cimport (
    convex_distance as distance, convex_nearest_points as nearest_points)
from sepax._core.kernels.intersect cimport (
    convex_intersect as intersect, rings_intersect_exactly as intersect_exactly)
from sepax._core.kernels.separation cimport (
    convex_penetration as penetration, convex_separation as separation)
from sepax._core.kernels.sweep cimport (
    convex_sweep as sweep, convex_time_of_impact as time_of_impact)


cdef void convex_approach(const Convex* a, const Convex* b, const Motion* motion,
                          Passing* passing) noexcept nogil:
    approach(a, b, motion, passing)


cdef void convex_contact(const Convex* a, const Convex* b, const Axis* widest, double depth,
                         double margin, Manifold* points) noexcept nogil:
    contact(a, b, widest, depth, margin, points)


cdef bint convex_covers(const Convex* outer, const Convex* inner) noexcept nogil:
    return covers(outer, inner)


cdef double convex_distance(const Convex* a, const Convex* b) noexcept nogil:
    return distance(a, b)


cdef void convex_gap(const Convex* a, const Convex* b, Gap* gap) noexcept nogil:
    gap_of(a, b, gap)


cdef bint convex_intersect(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    return intersect(a, b, strict)


cdef void convex_nearest_points(const Convex* a, const Convex* b,
                                Witnesses* points) noexcept nogil:
    nearest_points(a, b, points)


cdef bint convex_penetration(const Convex* a, const Convex* b, Axis* widest,
                             double* depth) noexcept nogil:
    return penetration(a, b, widest, depth)


cdef bint convex_separation(const Convex* a, const Convex* b, double enough,
                            Axis* widest) noexcept nogil:
    return separation(a, b, enough, widest)


cdef double convex_signed_distance(const Convex* a, const Convex* b) noexcept nogil:
    return signed_distance(a, b)


cdef bint convex_sweep(const Convex* a, const Convex* b, const Motion* motion,
                       Meeting* meeting) noexcept nogil:
    return sweep(a, b, motion, meeting)


cdef double convex_time_of_impact(const Convex* a, const Convex* b,
                                  const Motion* motion) noexcept nogil:
    return time_of_impact(a, b, motion)


cdef bint ring_holds_point(const Convex* ring, double px, double py, double error) noexcept nogil:
    return holds_point(ring, px, py, error)


cdef bint rings_intersect_exactly(const Convex* a, const Convex* b, bint strict) noexcept nogil:
    return intersect_exactly(a, b, strict)
