"""Segments and capsules of an array of these alone: a record, an angle, a radius and a SegmentRow.
Kernels get the whole shape, restored in memory of the caller."""

from libc.math cimport fabs

from sepax._core.kernels.convex cimport Convex, repair_edges
from sepax._core.kernels.measure cimport radius_within
from sepax._core.kernels.pose cimport PosedConvex, posed_assign_arrays, posed_measure, posed_update
from sepax._core.kernels.roundoff cimport POSE_ROUNDOFF
from sepax._core.simd.levels cimport (
    BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, SegmentRow, write_segment_edges)

cdef enum:
    SEGMENT_DOUBLES = 36    # posed_size(2)
    SEGMENT_POINTS = 6      # of them point_stride(2) for each coordinate

cdef struct SegmentMemory:
    PosedConvex posed
    double memory[SEGMENT_DOUBLES]


cdef inline void segment_prepare(SegmentMemory* segment) noexcept nogil:
    """Memory for segments to be restored in, one after the other."""
    cdef Convex* convex = &segment.posed.convex
    cdef Py_ssize_t i
    for i in range(SEGMENT_DOUBLES):
        segment.memory[i] = 0.0
    posed_assign_arrays(&segment.posed, 2, segment.memory)
    convex.n = convex.edges = 2
    convex.half = 0
    convex.is_box = convex.is_rectangle = False
    convex.skew = 0.0


cdef inline void segment_set_points(PosedConvex* posed, const SegmentRow* row) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(SEGMENT_POINTS):
        posed.local_x[i] = row.local_x[i % 2]
        posed.local_y[i] = row.local_y[i % 2]


cdef inline const Convex* segment_convex(SegmentMemory* segment, const SegmentRow* row,
                                         const double* record, double radius) noexcept nogil:
    """The shape as `posed_update` leaves it, but for an inscribed circle that is smaller by as much
    as rounding may take."""
    cdef PosedConvex* posed = &segment.posed
    cdef Convex* convex = &posed.convex
    convex.centre_x = record[CENTRE_X]
    convex.centre_y = record[CENTRE_Y]
    convex.radius = radius
    convex.bounding_radius = record[BOUNDING_RADIUS]
    convex.inscribed_radius = radius_within(radius) - 3.0 * POSE_ROUNDOFF * (
        (fabs(row.x) + fabs(row.y)) + (fabs(row.local_x[0]) + fabs(row.local_y[0]))
        + (fabs(row.local_x[1]) + fabs(row.local_y[1])))
    repair_edges(convex, write_segment_edges(row, convex))
    return convex


cdef inline void segment_restore(SegmentMemory* segment, const SegmentRow* row, double angle,
                                 double radius) noexcept nogil:
    """The whole shape in its pose."""
    cdef PosedConvex* posed = &segment.posed
    segment_prepare(segment)
    segment_set_points(posed, row)
    posed_measure(posed, 2, 2, radius)
    posed.pose.x = row.x
    posed.pose.y = row.y
    posed.pose.angle = angle
    posed.pose.cosine = row.cosine
    posed.pose.sine = row.sine
    posed_update(posed)


cdef inline void write_segment(const PosedConvex* posed, SegmentRow* row) noexcept nogil:
    cdef Py_ssize_t i
    row.x = posed.pose.x
    row.y = posed.pose.y
    row.cosine = posed.pose.cosine
    row.sine = posed.pose.sine
    for i in range(2):
        row.local_x[i] = posed.local_x[i]
        row.local_y[i] = posed.local_y[i]
