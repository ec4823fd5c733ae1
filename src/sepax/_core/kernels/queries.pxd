"""Kernels that are called, not inlined; see queries.pyx."""

from sepax._core.kernels.answers cimport Axis, Gap, Manifold, Meeting, Motion, Passing
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.distance cimport Witnesses

cdef void convex_approach(const Convex* a, const Convex* b, const Motion* motion,
                          Passing* passing) noexcept nogil
cdef void convex_contact(const Convex* a, const Convex* b, const Axis* widest, double depth,
                         double margin, Manifold* points) noexcept nogil
cdef bint convex_covers(const Convex* outer, const Convex* inner) noexcept nogil
cdef double convex_distance(const Convex* a, const Convex* b) noexcept nogil
cdef void convex_gap(const Convex* a, const Convex* b, Gap* gap) noexcept nogil
cdef bint convex_intersect(const Convex* a, const Convex* b, bint strict) noexcept nogil
cdef void convex_nearest_points(const Convex* a, const Convex* b,
                                Witnesses* points) noexcept nogil
cdef bint convex_penetration(const Convex* a, const Convex* b, Axis* widest,
                             double* depth) noexcept nogil
cdef bint convex_separation(const Convex* a, const Convex* b, double enough,
                            Axis* widest) noexcept nogil
cdef bint convex_sweep(const Convex* a, const Convex* b, const Motion* motion,
                       Meeting* meeting) noexcept nogil
cdef double convex_signed_distance(const Convex* a, const Convex* b) noexcept nogil
cdef double convex_time_of_impact(const Convex* a, const Convex* b,
                                  const Motion* motion) noexcept nogil
cdef bint ring_holds_point(const Convex* ring, double px, double py, double error) noexcept nogil
cdef bint rings_intersect_exactly(const Convex* a, const Convex* b, bint strict) noexcept nogil
