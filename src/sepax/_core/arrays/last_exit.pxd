"""When two rows in motion separate again; of large rows only the parts that decide it are read.

Rows that touch at a time stay together until the last exit of the parts that touch then, and so on
from there. Pairs of boxes with the latest exit come first.
"""

from libc.math cimport INFINITY, fabs

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, joint_size
from sepax._core.arrays.descent cimport (
    BoxPair, Descent, Opened, end_descent, open_pair, pop_pair, pose_entry, push_pair, push_whole,
    start_descent, top_entries)
from sepax._core.arrays.index cimport FANOUT
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport Rows
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.answers cimport Meeting, Motion
from sepax._core.kernels.convex cimport Convex, length_of
from sepax._core.kernels.queries cimport convex_sweep
from sepax._core.kernels.roundoff cimport MOTION_ROUNDOFF, TIME_ROUNDOFF, UNDERFLOW_ERROR
from sepax._core.kernels.tangent cimport place_tolerance

cdef struct Leaving:
    const Motion* motion
    double time             # at which boxes touch
    double slack            # of times
    double pad              # of boxes


cdef inline double exit_along(double a_low, double a_high, double b_low, double b_high,
                              double speed, double pad) noexcept nogil:
    """When an interval has left another; infinity for never."""
    if speed > 0.0:
        return (b_high - a_low + pad) / speed
    return (b_low - a_high - pad) / speed if speed < 0.0 else INFINITY


cdef inline double exit_of_boxes(const double* a, const double* b,
                                 const Leaving* leaving) noexcept nogil:
    """When a moving box has left another, no earlier than its parts; -1 where they do not touch at
    the time."""
    cdef double x = leaving.motion.x * leaving.time, y = leaving.motion.y * leaving.time
    cdef double pad = leaving.pad + leaving.slack * (fabs(leaving.motion.x)
                                                     + fabs(leaving.motion.y))
    if (a[LOW_X] + x > b[HIGH_X] + pad or a[HIGH_X] + x < b[LOW_X] - pad
            or a[LOW_Y] + y > b[HIGH_Y] + pad or a[HIGH_Y] + y < b[LOW_Y] - pad):
        return -1.0
    return min(exit_along(a[LOW_X], a[HIGH_X], b[LOW_X], b[HIGH_X], leaving.motion.x, pad),
               exit_along(a[LOW_Y], a[HIGH_Y], b[LOW_Y], b[HIGH_Y], leaving.motion.y, pad))


cdef inline void push_touching(Descent* descent, const BoxPair* at, const Leaving* leaving,
                               double least) noexcept nogil:
    """Push the boxes below one of a pair that touch the other one and leave it later."""
    cdef Opened opened
    cdef double box[4]
    cdef double exit
    cdef Py_ssize_t bottom = descent.count, i
    open_pair(descent, at, &opened)
    for i in range(FANOUT):
        box[LOW_X] = opened.node[LOW_X * FANOUT + i]
        box[LOW_Y] = opened.node[LOW_Y * FANOUT + i]
        box[HIGH_X] = opened.node[HIGH_X * FANOUT + i]
        box[HIGH_Y] = opened.node[HIGH_Y * FANOUT + i]
        if not box[LOW_X] <= box[HIGH_X]:
            continue
        if opened.of_a:
            exit = exit_of_boxes(box, opened.box, leaving)
        else:
            exit = exit_of_boxes(opened.box, box, leaving)
        if exit > least:
            push_pair(descent, bottom, &opened, <unsigned int>i, -exit)


cdef inline bint circles_leave_sooner(const Convex* a, const Convex* b, const Motion* motion,
                                      double exit) noexcept nogil:
    """Whether the bounding circles surely have separated by then, if they ever meet."""
    cdef double reach = a.bounding_radius + b.bounding_radius
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double speed = length_of(motion.x, motion.y), way = speed * exit
    cdef double ahead = (motion.x / speed) * dx + (motion.y / speed) * dy
    return ahead + reach < way - MOTION_ROUNDOFF * (reach + way + fabs(dx) + fabs(dy))


cdef inline double later_exit(Descent* descent, const BoxPair* at, const Leaving* leaving,
                              double exit) noexcept nogil:
    """The exit of two parts that touch at the time, if it is later."""
    cdef const Convex* one = pose_entry(&descent.a, at.a)
    cdef const Convex* other = pose_entry(&descent.b, at.b)
    cdef Meeting meeting
    cdef Motion motion = leaving.motion[0]
    motion.max_time = INFINITY
    if (not circles_leave_sooner(one, other, &motion, exit)
            and convex_sweep(one, other, &motion, &meeting)
            and meeting.time <= leaving.time + leaving.slack and meeting.exit_time > exit):
        return meeting.exit_time
    return exit


cdef inline int find_later_exit(Descent* descent, const Leaving* leaving, double* exit,
                                Watch* watch) noexcept nogil:
    """The last exit of parts that touch at the time, if it is later; 0, or INTERRUPTED."""
    cdef const BoxPair* at
    cdef Py_ssize_t i, j
    for i in range(top_entries(descent.a.rows)):
        for j in range(top_entries(descent.b.rows)):
            descent.count = 0
            push_whole(descent, i, j)
            descent.stack[0].cost = -INFINITY
            while True:
                at = pop_pair(descent, -exit[0])
                if at is NULL:
                    break
                if at.level_a or at.level_b:
                    push_touching(descent, at, leaving, exit[0])
                else:
                    exit[0] = later_exit(descent, at, leaving, exit[0])
                if was_interrupted(watch, 4):
                    return INTERRUPTED
    return 0


cdef inline int extend_exit(const Rows* a, const Rows* b, const double* box_a, const double* box_b,
                            const Motion* motion, double* exit, Watch* watch) noexcept nogil:
    """Move the exit on to the time when rows that touch until then separate; 0, or a Failure."""
    cdef Descent descent
    cdef Leaving leaving
    cdef double before = -1.0, speed = length_of(motion.x, motion.y), size
    cdef int result = 0
    leaving.motion = motion
    if not start_descent(&descent, a, b):
        result = NO_MEMORY
    while result == 0 and before < exit[0] < INFINITY:
        before = leaving.time = exit[0]
        size = joint_size(box_a, box_b, motion.x * before, motion.y * before)
        leaving.slack = place_tolerance(size) / speed + TIME_ROUNDOFF * before
        leaving.pad = MOTION_ROUNDOFF * size + UNDERFLOW_ERROR
        result = find_later_exit(&descent, &leaving, exit, watch)
    end_descent(&descent)
    return result
