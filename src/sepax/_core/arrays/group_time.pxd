"""When two groups of convex parts in motion first meet."""

from libc.math cimport INFINITY

from sepax._core.arrays.descent cimport (
    BoxPair, Descent, Opened, end_descent, has_box, open_pair, pop_pair, pose_entry, push_pair, push_whole,
    start_descent, top_entries)
from sepax._core.arrays.extents cimport copy_box, sum_of_joint_sides
from sepax._core.arrays.index cimport FANOUT, lowest_bit, set_box_motion
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport Rows, box_of_rows
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.answers cimport Motion
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_time_of_impact
from sepax._core.simd.levels cimport BoxMotion, node_kernels

cdef struct BothMotions:
    BoxMotion of_a          # as b sees it
    BoxMotion of_b          # as a sees it


cdef inline void set_both_motions(BothMotions* motions, const Rows* a, const Rows* b,
                                  const Motion* motion) noexcept nogil:
    cdef double box[4]
    cdef double other[4]
    cdef double extent
    box_of_rows(a, box)
    box_of_rows(b, other)
    extent = sum_of_joint_sides(box, other)
    set_box_motion(&motions.of_a, motion.x, motion.y, extent)
    set_box_motion(&motions.of_b, -motion.x, -motion.y, extent)


cdef inline void push_met_pairs(Descent* descent, BothMotions* motions, const BoxPair* at,
                                double latest) noexcept nogil:
    """Put the boxes below one of a pair that meet the other one by then on the stack."""
    cdef Opened opened
    cdef double box[4]
    cdef double times[FANOUT]
    cdef BoxMotion* moving
    cdef Py_ssize_t bottom = descent.count
    cdef unsigned met
    cdef int i
    open_pair(descent, at, &opened, box)
    moving = &motions.of_b if opened.of_a else &motions.of_a
    copy_box(moving.box, box)
    met = node_kernels.meeting_times(opened.node, moving, latest, times)
    while met:
        i = lowest_bit(met)
        met &= met - 1
        if has_box(&opened, i):
            push_pair(descent, bottom, at, opened.of_a, i, times[i])


cdef inline int search_met_pairs(Descent* descent, BothMotions* motions, const Motion* motion,
                                 double* time, Watch* watch) noexcept nogil:
    """Look for parts that meet sooner, in the pairs on the stack; 0, or INTERRUPTED."""
    cdef BoxPair at
    cdef const Convex* one
    cdef const Convex* other
    cdef double latest = min(motion.max_time, time[0])
    while pop_pair(descent, latest, &at):
        if at.level_a or at.level_b:
            push_met_pairs(descent, motions, &at, latest)
            if was_interrupted(watch, 4):
                return INTERRUPTED
            continue
        one = pose_entry(&descent.a, at.a)
        other = pose_entry(&descent.b, at.b)
        time[0] = min(time[0], convex_time_of_impact(one, other, motion))
        latest = min(latest, time[0])
        if time[0] == 0.0:
            return 0
        if was_interrupted(watch, one.n + other.n):
            return INTERRUPTED
    return 0


cdef inline int find_time(const Rows* a, const Rows* b, const Motion* motion, double* time,
                          Watch* watch) noexcept nogil:
    """When any parts first meet, infinity for never; 0, or a Failure."""
    cdef Descent descent
    cdef BothMotions motions
    cdef Py_ssize_t i, j
    cdef int result = 0
    time[0] = INFINITY
    set_both_motions(&motions, a, b, motion)
    if not start_descent(&descent, a, b):
        result = NO_MEMORY
    for i in range(top_entries(a)):
        for j in range(top_entries(b)):
            if result < 0 or time[0] == 0.0:
                break
            push_whole(&descent, i, j)
            result = search_met_pairs(&descent, &motions, motion, time, watch)
    end_descent(&descent)
    return result
