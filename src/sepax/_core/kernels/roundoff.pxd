"""Error bounds of what the kernels compute in float64, each stated and derived once.

The unit roundoff is u = 2^-53, about 1.11e-16. Every bound has an absolute term
for underflow.
"""

from libc.math cimport fabs

from sepax._core.kernels.convex cimport Convex


cdef inline double pair_size(const Convex* a, const Convex* b) noexcept nogil:
    """Upper bound of every coordinate difference in a pair."""
    return (fabs(b.centre_x - a.centre_x) + fabs(b.centre_y - a.centre_y)) + (a.bounding_radius
                                                                              + b.bounding_radius)


cdef inline double separation_error(double size) noexcept nogil:
    """Error bound of a separation: 16 units of the size (10 are used: 3.5 for the
    normal, 3 for the sums and products, times sqrt 2), and underflow."""
    return 1.78e-15 * size + 1e-290


cdef inline double symmetric_error(const Convex* a, const Convex* b) noexcept nogil:
    """Error bound of a separation that takes a box or a symmetric ring for ideal."""
    cdef double size = pair_size(a, b)
    return separation_error(size) + (a.skew + b.skew) * size
