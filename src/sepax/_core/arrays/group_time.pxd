"""When two groups of convex parts in motion first meet."""

from libc.math cimport INFINITY, fabs
from libc.stdint cimport uint32_t

from sepax._core.arrays.descent cimport (
    BoxPair, Descent, Opened, are_few_pairs, end_descent, has_box, open_pair, pop_pair, pose_entry,
    push_pair, push_whole, start_descent, top_entries)
from sepax._core.arrays.extents cimport copy_box, sum_of_joint_sides
from sepax._core.arrays.index cimport FANOUT, lowest_bit, set_box_motion
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport Rows, box_of_rows
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.answers cimport Motion
from sepax._core.kernels.convex cimport Convex, unit_vector
from sepax._core.kernels.queries cimport convex_time_of_impact
from sepax._core.kernels.roundoff cimport (
    MOTION_ROUNDOFF, SMALLEST_SPEED, TIME_ROUNDOFF, UNDERFLOW_ERROR)
from sepax._core.simd.levels cimport BoxMotion, node_kernels

cdef struct BothMotions:
    BoxMotion of_a          # as b sees it
    BoxMotion of_b          # as a sees it
    double x                # direction of a as b sees it; (0, 0) for hardly any motion
    double y
    double speed


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
    motions.speed = unit_vector(motion.x, motion.y, &motions.x, &motions.y)
    if motions.speed < SMALLEST_SPEED:  # which lost digits
        motions.x = motions.y = 0.0


cdef inline void push_met_pairs(Descent* descent, BothMotions* motions, const BoxPair* at,
                                double latest) noexcept nogil:
    """Put the boxes below one of a pair that meet the other one by then on the stack."""
    cdef Opened opened
    cdef double times[FANOUT]
    cdef BoxMotion* moving
    cdef Py_ssize_t bottom = descent.count
    cdef unsigned met
    cdef int i
    open_pair(descent, at, &opened)
    moving = &motions.of_b if opened.of_a else &motions.of_a
    copy_box(moving.box, opened.box)
    met = node_kernels.meeting_times(opened.node, moving, latest, times)
    while met:
        i = lowest_bit(met)
        met &= met - 1
        if has_box(&opened, i):
            push_pair(descent, bottom, at, opened.of_a, i, times[i])


cdef inline bint circles_are_later(const Convex* a, const Convex* b, const BothMotions* motions,
                                   double latest) noexcept nogil:
    """Whether the bounding circles of two shapes surely do not meet by then."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double reach = a.bounding_radius + b.bounding_radius
    cdef double ahead = motions.x * dx + motions.y * dy
    reach += MOTION_ROUNDOFF * (reach + (fabs(dx) + fabs(dy))) + UNDERFLOW_ERROR
    return (fabs(motions.x * dy - motions.y * dx) > reach
            or ahead - reach > motions.speed * latest * (1.0 + TIME_ROUNDOFF))


cdef inline int update_time(Descent* descent, const BothMotions* motions, uint32_t a, uint32_t b,
                            const Motion* motion, double* time, Watch* watch) noexcept nogil:
    """Look whether two parts, by their entries, meet sooner; 0, or INTERRUPTED."""
    cdef const Convex* one = pose_entry(&descent.a, a)
    cdef const Convex* other = pose_entry(&descent.b, b)
    if circles_are_later(one, other, motions, min(motion.max_time, time[0])):
        return 0
    time[0] = min(time[0], convex_time_of_impact(one, other, motion))
    return INTERRUPTED if was_interrupted(watch, one.n + other.n) else 0


cdef inline int search_met_pairs(Descent* descent, BothMotions* motions, const Motion* motion,
                                 double* time, Watch* watch) noexcept nogil:
    """Look for parts that meet sooner, in the pairs on the stack; 0, or INTERRUPTED."""
    cdef BoxPair at
    while time[0] > 0.0 and pop_pair(descent, min(motion.max_time, time[0]), &at):
        if at.level_a or at.level_b:
            push_met_pairs(descent, motions, &at, min(motion.max_time, time[0]))
            if was_interrupted(watch, 4):
                return INTERRUPTED
        elif update_time(descent, motions, at.a, at.b, motion, time, watch) < 0:
            return INTERRUPTED
    return 0


cdef inline int search_all_times(Descent* descent, const BothMotions* motions,
                                 const Motion* motion, double* time, Watch* watch) noexcept nogil:
    """The same in all pairs of rows, without a look at their boxes."""
    cdef uint32_t i, j
    for i in range(<uint32_t>(descent.a.rows.stop - descent.a.rows.start)):
        for j in range(<uint32_t>(descent.b.rows.stop - descent.b.rows.start)):
            if time[0] == 0.0:
                return 0
            if update_time(descent, motions, i, j, motion, time, watch) < 0:
                return INTERRUPTED
    return 0


cdef inline int search_times(Descent* descent, BothMotions* motions, const Motion* motion,
                             double* time, Watch* watch) noexcept nogil:
    """Look for the parts that meet first; 0, or INTERRUPTED."""
    cdef const Rows* a = descent.a.rows
    cdef const Rows* b = descent.b.rows
    cdef Py_ssize_t i, j
    if are_few_pairs(a, b):
        return search_all_times(descent, motions, motion, time, watch)
    for i in range(top_entries(a)):
        for j in range(top_entries(b)):
            push_whole(descent, i, j)
            if search_met_pairs(descent, motions, motion, time, watch) < 0:
                return INTERRUPTED
            descent.count = 0
    return 0


cdef inline int find_time(const Rows* a, const Rows* b, const Motion* motion, double* time,
                          Watch* watch) noexcept nogil:
    """When any parts first meet, infinity for never; 0, or a Failure."""
    cdef Descent descent
    cdef BothMotions motions
    cdef int result = NO_MEMORY
    time[0] = INFINITY
    set_both_motions(&motions, a, b, motion)
    if start_descent(&descent, a, b):
        result = search_times(&descent, &motions, motion, time, watch)
    end_descent(&descent)
    return result
