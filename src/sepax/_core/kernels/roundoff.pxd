"""Error bounds of what the kernels compute in float64; roundoff.h derives each of them.

The unit roundoff is u = 2^-53, about 1.11e-16. Every bound has an absolute term
for underflow.
"""

from sepax._core.simd.convex cimport Convex

cdef extern from "roundoff.h" nogil:
    const double SEPARATION_ROUNDOFF, TIED_ROUNDOFF, POSE_ROUNDOFF, SAME_DIRECTION, FLUSH_ROUNDOFF
    const double SPEED_ROUNDOFF, PRODUCTS_ROUNDOFF, RING_AREA_ROUNDOFF, SQUARES_ROUNDOFF
    const double RADIUS_ROUNDOFF, AREA_SQUARES_ROUNDOFF, VERTEX_ROUNDOFF, OPPOSITE_ROUNDOFF
    const double FILTER_ROUNDOFF, MOTION_ROUNDOFF, HEIGHT_ROUNDOFF, AREA_ACCURACY, THIN_ROUNDOFF
    const double GRADIENT_ACCURACY
    const double TURNING_ROUNDOFF, ABOVE_ROUNDOFF, CIRCLE_ROUNDOFF, CROSSING_ROUNDOFF
    const double SEAM_ALONG_RAY, UNIT_AXIS_ROUNDOFF, AXIS_SLACK
    const double TIME_ROUNDOFF, MOST_ASYMMETRY, UNDERFLOW_ERROR, SMALLEST_SQUARE
    const double ROOT_OF_UNDERFLOW_ERROR
    const double SMALLEST_PRODUCT, SMALLEST_SPEED, SMALLEST_SPEED_OF_BOXES, SMALLEST_BOX, CORE_LIMIT
    const double SMALLEST_UNIT, SMALLEST_DISTANCE, ENLARGEMENT
    double size_of_pair(double dx, double dy, double radii)
    double grid_at(double x, double y, double pivot_extent)
    double separation_error(double size)    # of a separation in a pair of this size
    double modelled_error(double size, double skew)


cdef inline double pair_size(const Convex* a, const Convex* b) noexcept nogil:
    """Upper bound of every coordinate difference in a pair."""
    return size_of_pair(b.centre_x - a.centre_x, b.centre_y - a.centre_y,
                        a.bounding_radius + b.bounding_radius)


cdef inline double core_error(const Convex* a, const Convex* b) noexcept nogil:
    """Error bound of what two cores are apart by, as their radii do not enter it."""
    return SEPARATION_ROUNDOFF * (pair_size(a, b) - (a.radius + b.radius))


cdef inline double symmetric_error(const Convex* a, const Convex* b) noexcept nogil:
    """Error bound of a separation that takes a box or a symmetric ring for ideal."""
    return modelled_error(pair_size(a, b), a.skew + b.skew)
