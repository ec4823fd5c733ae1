"""What the lanes read of a shape: its record."""

from libc.math cimport NAN

from sepax._core.kernels.convex cimport Convex


cdef inline void write_record(const Convex* convex, double* record) noexcept nogil:
    """The record of a shape in its pose, best at a multiple of 64 bytes.

    A shape that is no box has NaN for an axis and its inscribed circle for half sizes; no
    circle at all, rather than one of radius 0, where rounding took it.
    """
    cdef double inscribed_radius = convex.inscribed_radius if convex.inscribed_radius > 0.0 else NAN
    record[0] = convex.centre_x
    record[1] = convex.centre_y
    record[2] = convex.axis_x if convex.is_box else NAN
    record[3] = convex.axis_y if convex.is_box else NAN
    record[4] = convex.half_width if convex.is_box else inscribed_radius
    record[5] = convex.half_height if convex.is_box else inscribed_radius
    record[6] = convex.bounding_radius
    record[7] = convex.skew
