"""Segments and capsules of an array that holds nothing else: a record, an angle, a radius, and what
follows.

Kernels get the whole shape, restored in memory of their own.
"""

from sepax._core.kernels.pose cimport PosedConvex, posed_lay_out, posed_measure, posed_update
from sepax._core.kernels.roundoff cimport POSE_ROUNDOFF

cdef enum:
    SEGMENT_DOUBLES = 36    # posed_size(2)

cdef struct SegmentRow:
    double x            # the pose; its angle stands apart
    double y
    double cosine
    double sine
    double local_x[2]   # the ends in the frame of the pose
    double local_y[2]

cdef struct SegmentMemory:
    PosedConvex posed
    double memory[SEGMENT_DOUBLES]


cdef inline void segment_measure(SegmentMemory* segment, const SegmentRow* row,
                                 double radius) noexcept nogil:
    """All but the pose."""
    cdef PosedConvex* posed = &segment.posed
    cdef Py_ssize_t i
    for i in range(SEGMENT_DOUBLES):
        segment.memory[i] = 0.0
    posed_lay_out(posed, 2, segment.memory)
    for i in range(2):
        posed.local_x[i] = row.local_x[i]
        posed.local_y[i] = row.local_y[i]
    posed_measure(posed, 2, 2, radius)


cdef inline void segment_restore(SegmentMemory* segment, const SegmentRow* row, double angle,
                                 double radius) noexcept nogil:
    """The whole shape in its pose."""
    cdef PosedConvex* posed = &segment.posed
    segment_measure(segment, row, radius)
    posed.pose.x = row.x
    posed.pose.y = row.y
    posed.pose.angle = angle
    posed.pose.cosine = row.cosine
    posed.pose.sine = row.sine
    posed_update(posed)


cdef inline double segment_range(const PosedConvex* posed) noexcept nogil:
    """The segment survives every pose of which |x| + |y| is below this: see `posed_update`."""
    return 0.999 * (posed.finest / POSE_ROUNDOFF) - 1.001 * posed.pivot_extent


cdef inline void write_segment(const PosedConvex* posed, SegmentRow* row) noexcept nogil:
    cdef Py_ssize_t i
    row.x = posed.pose.x
    row.y = posed.pose.y
    row.cosine = posed.pose.cosine
    row.sine = posed.pose.sine
    for i in range(2):
        row.local_x[i] = posed.local_x[i]
        row.local_y[i] = posed.local_y[i]
