"""Error bounds of what the kernels compute in float64; roundoff.h derives each of them.

The unit roundoff is u = 2^-53, about 1.11e-16. Every bound has an absolute term
for underflow.
"""

from libc.math cimport fabs

from sepax._core.simd.convex cimport Convex

cdef extern from "roundoff.h" nogil:
    const double SEPARATION_ROUNDOFF
    const double TIED_ROUNDOFF
    const double POSE_ROUNDOFF
    const double SAME_DIRECTION
    const double FLUSH_ROUNDOFF
    const double SPEED_ROUNDOFF
    const double PRODUCTS_ROUNDOFF
    const double RING_AREA_ROUNDOFF
    const double SQUARES_ROUNDOFF
    const double RADIUS_ROUNDOFF
    const double AREA_SQUARES_ROUNDOFF
    const double VERTEX_ROUNDOFF
    const double OPPOSITE_ROUNDOFF
    const double FILTER_ROUNDOFF
    const double MOTION_ROUNDOFF
    const double HEIGHT_ROUNDOFF
    const double AREA_ACCURACY
    const double THIN_ROUNDOFF
    const double TIME_ROUNDOFF
    const double SEAM_ROUNDOFF
    const double MOST_ASYMMETRY
    const double UNDERFLOW_ERROR
    const double SMALLEST_SQUARE
    const double SMALLEST_PRODUCT
    const double SMALLEST_SPEED
    const double SMALLEST_SPEED_OF_BOXES
    const double SMALLEST_BOX
    const double CORE_LIMIT
    const double SMALLEST_UNIT
    const double SMALLEST_DISTANCE
    const double ENLARGEMENT
    double separation_error(double size)    # of a separation in a pair of this size
    double modelled_error(double size, double skew)


cdef inline double pair_size(const Convex* a, const Convex* b) noexcept nogil:
    """Upper bound of every coordinate difference in a pair."""
    return ((fabs(b.centre_x - a.centre_x) + fabs(b.centre_y - a.centre_y))
            + (a.bounding_radius + b.bounding_radius))


cdef inline double core_error(const Convex* a, const Convex* b) noexcept nogil:
    """Error bound of what two cores are apart by, as their radii do not enter it."""
    return SEPARATION_ROUNDOFF * (pair_size(a, b) - (a.radius + b.radius))


cdef inline double symmetric_error(const Convex* a, const Convex* b) noexcept nogil:
    """Error bound of a separation that takes a box or a symmetric ring for ideal."""
    return modelled_error(pair_size(a, b), a.skew + b.skew)
