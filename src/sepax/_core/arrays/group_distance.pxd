"""How far two groups of convex parts are apart, and which parts are the nearest.

Of pairs of parts that are equally near the lowest one counts: the lowest part of a, then of b. So
the answer does not depend on the trees.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint32_t

from sepax._core.arrays.descent cimport (
    BoxPair, Descent, Opened, are_few_pairs, end_descent, has_box, open_pair, pop_pair, pose_entry,
    push_pair, push_row, push_whole, start_descent, top_entries)
from sepax._core.arrays.group_meeting cimport rows_meet
from sepax._core.arrays.index cimport FANOUT, least_box_distance
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport Rows, entry_of_row
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_distance
from sepax._core.kernels.roundoff cimport MOTION_ROUNDOFF, UNDERFLOW_ERROR

cdef struct Nearness:
    double distance
    Py_ssize_t i            # the parts that are so near; -1 for none so far
    Py_ssize_t j


cdef inline bint is_nearer(double distance, Py_ssize_t i, Py_ssize_t j,
                           const Nearness* nearest) noexcept nogil:
    if distance != nearest.distance:
        return distance < nearest.distance
    return nearest.i < 0 or i < nearest.i or (i == nearest.i and j < nearest.j)


cdef inline void push_near_pairs(Descent* descent, const BoxPair* at,
                                 double farthest) noexcept nogil:
    """Put the boxes below one of a pair that are so near the other on the stack."""
    cdef Opened opened
    cdef double distances[FANOUT]
    cdef Py_ssize_t i, bottom = descent.count
    open_pair(descent, at, &opened)
    for i in range(FANOUT):
        distances[i] = least_box_distance(opened.node, i, opened.box)
    for i in range(FANOUT):
        if distances[i] <= farthest and has_box(&opened, i):
            push_pair(descent, bottom, at, opened.of_a, i, distances[i])


cdef inline bint circles_are_farther(const Convex* a, const Convex* b,
                                     double distance) noexcept nogil:
    """Whether two shapes surely are farther apart, by their bounding circles."""
    cdef double dx = b.centre_x - a.centre_x, dy = b.centre_y - a.centre_y
    cdef double reach = ((a.bounding_radius + b.bounding_radius + distance)
                         * (1.0 + MOTION_ROUNDOFF))
    return dx * dx + dy * dy > reach * reach + UNDERFLOW_ERROR


cdef inline int update_nearest_pair(Descent* descent, uint32_t a, uint32_t b, Nearness* nearest,
                                    Watch* watch) noexcept nogil:
    """Look whether two parts, by their entries, are nearer; 0, or INTERRUPTED."""
    cdef const Convex* one = pose_entry(&descent.a, a)
    cdef const Convex* other = pose_entry(&descent.b, b)
    cdef double distance
    if circles_are_farther(one, other, nearest.distance):
        return 0
    distance = convex_distance(one, other)
    if is_nearer(distance, descent.a.row, descent.b.row, nearest):
        nearest[0] = Nearness(distance, descent.a.row, descent.b.row)
    return INTERRUPTED if was_interrupted(watch, one.n + other.n) else 0


cdef inline int search_near_pairs(Descent* descent, Nearness* nearest,
                                  Watch* watch) noexcept nogil:
    """Look for parts nearer than the nearest so far, in the pairs on the stack; 0, or
    INTERRUPTED."""
    cdef BoxPair at
    while pop_pair(descent, nearest.distance, &at):
        if at.level_a or at.level_b:
            push_near_pairs(descent, &at, nearest.distance)
            if was_interrupted(watch, 4):
                return INTERRUPTED
        elif update_nearest_pair(descent, at.a, at.b, nearest, watch) < 0:
            return INTERRUPTED
    return 0


cdef inline int search_all_pairs(Descent* descent, Nearness* nearest, Watch* watch) noexcept nogil:
    """The same in all pairs of rows, without a look at their boxes."""
    cdef uint32_t i, j
    for i in range(<uint32_t>(descent.a.rows.stop - descent.a.rows.start)):
        for j in range(<uint32_t>(descent.b.rows.stop - descent.b.rows.start)):
            if nearest.distance == 0.0:
                return 0
            if update_nearest_pair(descent, i, j, nearest, watch) < 0:
                return INTERRUPTED
    return 0


cdef inline int search_apart(Descent* descent, const Rows* a, const Rows* b, Nearness* nearest,
                             Watch* watch) noexcept nogil:
    """Look for the nearest parts of a and of b, if they are apart; 0, or a Failure."""
    cdef Py_ssize_t i, j
    cdef int met = False
    if are_few_pairs(a, b):
        return search_all_pairs(descent, nearest, watch)
    if a.tree is not NULL or b.tree is not NULL:
        met = rows_meet(a, b, False, watch)     # takes less where boxes overlap: all are as near
    if met != False:
        nearest.distance = 0.0
        return min(met, 0)
    for i in range(top_entries(a)):
        for j in range(top_entries(b)):
            push_whole(descent, i, j)
            if search_near_pairs(descent, nearest, watch) < 0:
                return INTERRUPTED
    return 0


cdef inline int find_distance(const Rows* a, const Rows* b, Nearness* nearest,
                              Watch* watch) noexcept nogil:
    """The nearest parts of a and of b, if they are apart; 0, or a Failure."""
    cdef Descent descent
    cdef int result = NO_MEMORY
    nearest[0] = Nearness(INFINITY, -1, -1)
    if start_descent(&descent, a, b):
        result = search_apart(&descent, a, b, nearest, watch)
    end_descent(&descent)
    return result


cdef inline int search_lowest_meeting(Descent* descent, const Rows* a, const Rows* b,
                                      Nearness* nearest, Watch* watch) noexcept nogil:
    """Look for the lowest parts of groups that meet; 0, or INTERRUPTED. Part by part of a: of a
    crowd all boxes meet, and few of these pairs are needed."""
    cdef Py_ssize_t i, j
    for i in range(a.start, a.stop):
        for j in range(top_entries(b)):
            push_row(descent, entry_of_row(a, i), j)
            if search_near_pairs(descent, nearest, watch) < 0:
                return INTERRUPTED
        if nearest.i >= 0:
            break
    return 0


cdef inline int find_lowest_meeting(const Rows* a, const Rows* b, Nearness* nearest,
                                    Watch* watch) noexcept nogil:
    """The lowest parts of groups that meet; 0, or a Failure."""
    cdef Descent descent
    cdef int result = NO_MEMORY
    nearest[0] = Nearness(0.0, -1, -1)
    if start_descent(&descent, a, b):
        result = search_lowest_meeting(&descent, a, b, nearest, watch)
    end_descent(&descent)
    return result


cdef inline int find_nearest(const Rows* a, const Rows* b, Nearness* nearest,
                             Watch* watch) noexcept nogil:
    """The nearest parts of a and of b, the lowest of those that are as near; 0, or a Failure."""
    cdef int result = find_distance(a, b, nearest, watch)
    if result < 0 or nearest.distance > 0.0:
        return result
    return find_lowest_meeting(a, b, nearest, watch)
