"""Two rows in motion: how near they come to each other, when first and where.

Rows that meet have the time, the normal and the point of their sweep. The distance of others is the
least of their parts. Of parts that come as near but for rounding, the first counts: so a time does
not depend on the cut of flush edges along the motion.
"""

from sepax._core.arrays.bounds cimport joint_size
from sepax._core.arrays.descent cimport Nearness, find_approach
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.exact_rows cimport find_distance
from sepax._core.arrays.pair_list cimport NO_MEMORY
from sepax._core.arrays.row_sweep cimport sweep_rows
from sepax._core.kernels.answers cimport Meeting
from sepax._core.kernels.approach cimport pass_by_meeting
from sepax._core.kernels.roundoff cimport FLUSH_ROUNDOFF, UNDERFLOW_ERROR


cdef int row_approach(const Rows* a, const Rows* b, const Motion* motion, Passing* passing,
                      Watch* watch) noexcept nogil:
    """1, or a Failure."""
    cdef double[4] box_a, box_b
    cdef double tied
    cdef Nearness nearest
    cdef Meeting meeting
    cdef int found = sweep_rows(a, b, motion, False, False, &meeting, watch)
    if found > 0:
        pass_by_meeting(&meeting, passing)
    if found != 0:
        return found
    if not (exact_box(a, box_a) and exact_box(b, box_b)):
        return NO_MEMORY
    tied = FLUSH_ROUNDOFF * joint_size(box_a, box_b, 0.0, 0.0) + UNDERFLOW_ERROR
    found = find_approach(a, b, motion, tied, passing, watch)
    if found == 0 and passing.time == 0.0:
        found = find_distance(a, b, &nearest, watch)
        passing.distance = nearest.distance
    return found if found < 0 else 1
