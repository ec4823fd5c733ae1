"""Boxes of an array of boxes alone: a record (record.h) and an angle each.

The record has position, cosine and sine of the pose and the local half sizes. The ring is symmetric
about its local origin, so its world frame follows from these. Kernels get the whole body, restored
in memory of the caller.
"""

from libc.math cimport fabs

from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, unit_vector
from sepax._core.kernels.measure cimport radius_within, skew_for_edges
from sepax._core.kernels.pose cimport (
    UPPER_RIGHT, PosedConvex, finest_of, grid_at, posed_assign_arrays, posed_update, ring_range,
    set_box_axes)
from sepax._core.kernels.projection cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.kernels.roundoff cimport POSE_ROUNDOFF, RADIUS_ROUNDOFF, SMALLEST_BOX
from sepax._core.simd.levels cimport (
    AXIS_X, AXIS_Y, BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, HALF_HEIGHT, HALF_WIDTH, SKEW, ring_loops)

cdef enum:
    BOX_DOUBLES = 36    # posed_size(4)
    BOX_POINTS = 6      # of them point_stride(4) for each coordinate

cdef struct BoxMemory:
    PosedConvex posed
    double memory[BOX_DOUBLES]
    const double* record     # from which the convex was restored; NULL at first


cdef inline bint is_box_size(double half) noexcept nogil:
    """Whether half a side is in the range where nothing underflows."""
    return SMALLEST_BOX <= half <= COORDINATE_LIMIT


cdef inline bint is_plain_box(const double* x, const double* y, Py_ssize_t n) noexcept nogil:
    """Whether the local ring is that of `Polygon.box`: (-x, -y), (x, -y), (x, y), (-x, y)."""
    return (n == 4 and is_box_size(x[2]) and is_box_size(y[2])
            and x[1] == x[2] and x[0] == -x[2] and x[3] == -x[2]
            and y[3] == y[2] and y[0] == -y[2] and y[1] == -y[2])


cdef inline double radius_in_edges(double half_width, double half_height) noexcept nogil:
    """The radius of a circle about the local origin that is inside of all edges."""
    return min(half_width, half_height) - POSE_ROUNDOFF * (half_width + half_height)


cdef inline void box_measure(PosedConvex* posed, double x, double y) noexcept nogil:
    """The measures of `posed_measure`, exact but for the same rounding."""
    cdef double shortest = 2.0 * min(x, y), unused
    cdef double in_edges = radius_in_edges(x, y)
    posed.convex.n = posed.convex.edges = 4
    posed.convex.half = 2
    posed.convex.is_box = posed.convex.is_rectangle = True
    posed.convex.radius = posed.centre_x = posed.centre_y = posed.asymmetry = 0.0
    posed.bounding_radius = unit_vector(x, y, &unused, &unused) * (1.0 + RADIUS_ROUNDOFF)
    posed.inscribed_radius = radius_within(in_edges)
    posed.pivot_extent = x + y
    posed.skew_of_grid = skew_for_edges(shortest)
    posed.finest = posed.bending = finest_of(min(shortest, in_edges))


cdef inline void box_prepare(BoxMemory* box) noexcept nogil:
    """Memory for boxes to be restored in, one after the other."""
    posed_assign_arrays(&box.posed, 4, box.memory)
    box.posed.convex.n = box.posed.convex.edges = 4
    box.posed.convex.half = 2
    box.posed.convex.is_box = box.posed.convex.is_rectangle = True
    box.posed.convex.radius = 0.0
    box.record = NULL


cdef inline void box_set_points(PosedConvex* posed, double half_width,
                                double half_height) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(BOX_POINTS):
        posed.local_x[i] = half_width if i % 4 == 1 or i % 4 == 2 else -half_width
        posed.local_y[i] = half_height if i % 4 >= 2 else -half_height


cdef inline const Convex* box_convex(BoxMemory* box, const double* record) noexcept nogil:
    """The convex as `posed_update` leaves it. The record has the bounding radius and the skew; no
    edge is so short that it needs repairing."""
    cdef PosedConvex* posed = &box.posed
    cdef Convex* convex = &posed.convex
    cdef double width = record[HALF_WIDTH], height = record[HALF_HEIGHT]
    cdef double x = record[CENTRE_X], y = record[CENTRE_Y]
    if box.record == record:      # that of the pair before
        return convex
    box.record = record
    box_set_points(posed, width, height)
    convex.centre_x = x + 0.0
    convex.centre_y = y + 0.0
    convex.bounding_radius = record[BOUNDING_RADIUS]
    convex.inscribed_radius = (radius_within(radius_in_edges(width, height))
                               - grid_at(x, y, width + height))
    convex.skew = record[SKEW]
    ring_loops.transform(posed.local_x, posed.local_y, record[AXIS_X], record[AXIS_Y], x, y,
                         convex)
    convex.x[4] = convex.x[0]
    convex.y[4] = convex.y[0]
    set_box_axes(convex)
    return convex


cdef inline void box_restore(BoxMemory* box, const double* record, double angle) noexcept nogil:
    """The whole body, settled in the pose of the record."""
    box_prepare(box)
    box_set_points(&box.posed, record[HALF_WIDTH], record[HALF_HEIGHT])
    box_measure(&box.posed, record[HALF_WIDTH], record[HALF_HEIGHT])
    box.posed.pose.x = record[CENTRE_X]
    box.posed.pose.y = record[CENTRE_Y]
    box.posed.pose.angle = angle
    box.posed.pose.cosine = record[AXIS_X]
    box.posed.pose.sine = record[AXIS_Y]
    posed_update(&box.posed)


cdef inline double box_range(double half_width, double half_height) noexcept nogil:
    """`ring_range` of a box."""
    cdef PosedConvex posed
    box_measure(&posed, half_width, half_height)
    return ring_range(&posed)


cdef inline void box_bounds(const double* record, double* bounds) noexcept nogil:
    """min_x, min_y, max_x, max_y. Rounding is monotone: the largest sum has the largest summand."""
    cdef double width = record[HALF_WIDTH], height = record[HALF_HEIGHT]
    cdef double x = fabs(record[AXIS_X] * width) + fabs(record[AXIS_Y] * height)
    cdef double y = fabs(record[AXIS_Y] * width) + fabs(record[AXIS_X] * height)
    bounds[LOW_X] = record[CENTRE_X] - x
    bounds[LOW_Y] = record[CENTRE_Y] - y
    bounds[HIGH_X] = record[CENTRE_X] + x
    bounds[HIGH_Y] = record[CENTRE_Y] + y


cdef inline void write_box_record(const PosedConvex* posed, double* record) noexcept nogil:
    """The record of a body that is such a box, settled."""
    record[CENTRE_X] = posed.pose.x
    record[CENTRE_Y] = posed.pose.y
    record[AXIS_X] = posed.pose.cosine
    record[AXIS_Y] = posed.pose.sine
    record[HALF_WIDTH] = posed.local_x[UPPER_RIGHT]
    record[HALF_HEIGHT] = posed.local_y[UPPER_RIGHT]
    record[BOUNDING_RADIUS] = posed.convex.bounding_radius
    record[SKEW] = posed.convex.skew
