"""How far two groups of convex parts are apart, and which parts are the nearest.

Of pairs of parts that are equally near the lowest one counts: the lowest part of a, then of b. So
the answer does not depend on the trees.
"""

from libc.math cimport INFINITY

from sepax._core.arrays.descent cimport (
    BoxPair, Descent, Opened, end_descent, has_box, open_pair, pop_pair, pose_entry, push_pair, push_row,
    push_whole, start_descent, top_entries)
from sepax._core.arrays.index cimport FANOUT, least_box_distance
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport Rows, entry_of_row
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_distance

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
    cdef double box[4]
    cdef double distance
    cdef Py_ssize_t i, bottom = descent.count
    open_pair(descent, at, &opened, box)
    for i in range(FANOUT):
        if has_box(&opened, i):
            distance = least_box_distance(opened.node, i, box)
            if distance <= farthest:
                push_pair(descent, bottom, at, opened.of_a, i, distance)


cdef inline int search_near_pairs(Descent* descent, bint few_are_b, bint leave_early,
                                  Nearness* nearest, Watch* watch) noexcept nogil:
    """Look for parts nearer than the nearest so far, in the pairs on the stack; 0, or INTERRUPTED.
    Leaves at parts that meet, if it may leave early."""
    cdef BoxPair at
    cdef const Convex* one
    cdef const Convex* other
    cdef double distance
    while pop_pair(descent, nearest.distance, &at):
        if at.level_a or at.level_b:
            push_near_pairs(descent, &at, nearest.distance)
            if was_interrupted(watch, 4):
                return INTERRUPTED
            continue
        one = pose_entry(&descent.a, at.a)
        other = pose_entry(&descent.b, at.b)
        distance = convex_distance(other, one) if few_are_b else convex_distance(one, other)
        if is_nearer(distance, descent.a.row, descent.b.row, nearest):
            nearest[0] = Nearness(distance, descent.a.row, descent.b.row)
        if distance == 0.0 and leave_early:
            return 0
        if was_interrupted(watch, one.n + other.n):
            return INTERRUPTED
    return 0


cdef inline int find_distance(const Rows* a, const Rows* b, Nearness* nearest,
                              Watch* watch) noexcept nogil:
    """The nearest parts of a and of b, or any two that meet; 0, or a Failure."""
    cdef Descent descent
    cdef bint few_are_b = a.stop - a.start > b.stop - b.start
    cdef Py_ssize_t i, j
    cdef int result = 0
    nearest[0] = Nearness(INFINITY, -1, -1)
    if not start_descent(&descent, a, b):
        result = NO_MEMORY
    for i in range(top_entries(a)):
        for j in range(top_entries(b)):
            if result < 0 or nearest.distance == 0.0:
                break
            push_whole(&descent, i, j)
            result = search_near_pairs(&descent, few_are_b, True, nearest, watch)
    end_descent(&descent)
    return result


cdef inline int find_lowest_meeting(const Rows* a, const Rows* b, Nearness* nearest,
                                    Watch* watch) noexcept nogil:
    """The lowest parts of groups that meet; 0, or a Failure. Part by part of a: of a crowd all
    boxes meet, and few of these pairs are needed."""
    cdef Descent descent
    cdef bint few_are_b = a.stop - a.start > b.stop - b.start
    cdef Py_ssize_t i, j
    cdef int result = 0
    nearest[0] = Nearness(0.0, -1, -1)
    if not start_descent(&descent, a, b):
        result = NO_MEMORY
    for i in range(a.start, a.stop):
        for j in range(top_entries(b)):
            if result < 0:
                break
            push_row(&descent, entry_of_row(a, i), j)
            result = search_near_pairs(&descent, few_are_b, False, nearest, watch)
        if result < 0 or nearest.i >= 0:
            break
    end_descent(&descent)
    return result


cdef inline int find_nearest(const Rows* a, const Rows* b, Nearness* nearest,
                             Watch* watch) noexcept nogil:
    """The nearest parts of a and of b, the lowest of those that are as near; 0, or a Failure."""
    cdef int result = find_distance(a, b, nearest, watch)
    if result < 0 or nearest.distance > 0.0:
        return result
    return find_lowest_meeting(a, b, nearest, watch)
