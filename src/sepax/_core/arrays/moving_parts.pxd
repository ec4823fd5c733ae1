"""The parts of two rows that may meet in motion, and copies of them."""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.copies cimport (
    Copies, copy_rows, copy_some, prepare_copies, release_copies, set_copied)
from sepax._core.arrays.descent cimport (
    FIRST, BoxPair, Descent, bound_of, end_descent, pop_pair, push_below, push_whole,
    set_both_motions, start_descent, top_entries)
from sepax._core.arrays.exact_boxes cimport exact_box
from sepax._core.arrays.near_parts cimport (
    FEW_PARTS, PartPairs, add_pair, list_near_parts, release_pairs, sort_pairs)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.part_numbers cimport keep_each_once, place_of_number
from sepax._core.arrays.rows cimport Rows, row_of_entry
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.answers cimport Motion
from sepax._core.memory cimport new_array

cdef struct MovingParts:
    # Copies of the parts that may meet, and the pairs of them by their numbers there, in order.
    Copies a, b
    PartPairs pairs
    double box_a[4]         # around all parts of a side
    double box_b[4]
    double horizon          # the time until which all pairs are listed


cdef inline bint are_few(const Rows* a, const Rows* b) noexcept nogil:
    return (a.stop - a.start) * (b.stop - b.start) <= FEW_PARTS


cdef inline int list_moving_parts(const Rows* a, const Rows* b, const Motion* motion,
                                  double latest, PartPairs* pairs, Watch* watch) noexcept nogil:
    """List pairs of parts, among them all that meet by then; 0, or a Failure. To be released."""
    cdef Descent descent
    cdef const BoxPair* at
    cdef Py_ssize_t i, j
    cdef int result = 0
    pairs.items = pairs.room
    pairs.count = 0
    pairs.capacity = FEW_PARTS
    if are_few(a, b):
        return list_near_parts(a, b, 0.0, pairs, watch)
    if not start_descent(&descent, a, b):
        end_descent(&descent)
        return NO_MEMORY
    set_both_motions(&descent.motions, a, b, motion)
    descent.most = latest
    for i in range(top_entries(a)):
        for j in range(top_entries(b)):
            descent.count = 0
            push_whole(&descent, i, j)
            while result == 0:
                at = pop_pair(&descent, bound_of(&descent, FIRST))
                if at is NULL:
                    break
                if at.level_a or at.level_b:
                    push_below(&descent, FIRST, at)
                elif not add_pair(pairs, row_of_entry(a, at.a) - a.start,
                                  row_of_entry(b, at.b) - b.start):
                    result = NO_MEMORY
                if result == 0 and was_interrupted(watch, 4):
                    result = INTERRUPTED
    end_descent(&descent)
    return result


cdef inline bint copy_listed(const Rows* a, const Rows* b, const double* origin,
                             const double* step, MovingParts* moving) noexcept nogil:
    """Copy the parts of the pairs, which are numbered anew; False without memory."""
    cdef double[2] still = [0.0, 0.0]
    cdef PartPairs* pairs = &moving.pairs
    cdef Py_ssize_t k, count = pairs.count, of_a, of_b
    cdef Py_ssize_t* numbers
    cdef bint enough
    if are_few(a, b):
        return copy_rows(a, origin, step, &moving.a) and copy_rows(b, origin, still, &moving.b)
    numbers = <Py_ssize_t*>new_array(2 * count, sizeof(Py_ssize_t))
    if numbers is NULL:
        return False
    sort_pairs(pairs)
    for k in range(count):
        numbers[k] = pairs.items[k].i
        numbers[count + k] = pairs.items[k].j
    of_a = keep_each_once(numbers, count)
    of_b = keep_each_once(numbers + count, count)
    for k in range(count):
        pairs.items[k].i = place_of_number(numbers, of_a, pairs.items[k].i)
        pairs.items[k].j = place_of_number(numbers + count, of_b, pairs.items[k].j)
    enough = (copy_some(a, numbers, of_a, origin, step, &moving.a)
              and copy_some(b, numbers + count, of_b, origin, still, &moving.b))
    PyMem_RawFree(numbers)
    return enough


cdef inline int list_after_step(const Rows* a, const Rows* b, const double* step,
                                const Motion* motion, double latest, PartPairs* pairs,
                                Watch* watch) noexcept nogil:
    """`list_moving_parts` once a has moved."""
    cdef Copies copies
    cdef Rows moved
    cdef double[2] still = [0.0, 0.0]
    cdef int result = NO_MEMORY
    if (step[0] == 0.0 == step[1]) or are_few(a, b):
        return list_moving_parts(a, b, motion, latest, pairs, watch)
    prepare_copies(&copies)
    if copy_rows(a, still, step, &copies):
        set_copied(a, &copies, &moved)
        result = list_moving_parts(&moved, b, motion, latest, pairs, watch)
    release_copies(&copies)
    return result


cdef inline int gather_moving(const Rows* a, const Rows* b, const double* origin,
                              const double* step, const Motion* motion, double latest,
                              MovingParts* moving, Watch* watch) noexcept nogil:
    """Copy the parts that may meet by then, relative to an origin, once a has moved; 0, or a
    Failure. To be released. Of few parts all are copied."""
    cdef int result
    prepare_copies(&moving.a)
    prepare_copies(&moving.b)
    moving.pairs.items = moving.pairs.room
    moving.horizon = INFINITY if are_few(a, b) else latest
    if not (exact_box(a, moving.box_a) and exact_box(b, moving.box_b)):
        return NO_MEMORY
    moving.box_a[LOW_X] += step[0]
    moving.box_a[HIGH_X] += step[0]
    moving.box_a[LOW_Y] += step[1]
    moving.box_a[HIGH_Y] += step[1]
    result = list_after_step(a, b, step, motion, latest, &moving.pairs, watch)
    if result == 0 and not copy_listed(a, b, origin, step, moving):
        result = NO_MEMORY
    return result


cdef inline void release_moving(MovingParts* moving) noexcept nogil:
    release_copies(&moving.a)
    release_copies(&moving.b)
    release_pairs(&moving.pairs)
