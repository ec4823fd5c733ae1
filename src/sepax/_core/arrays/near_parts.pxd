"""Pairs of parts of two rows that are near each other: of few parts all pairs."""

from cpython.mem cimport PyMem_RawFree
from libc.stdlib cimport qsort

from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport Rows, bounds_of_row, box_of_rows
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.memory cimport has_room

cdef enum:
    FEW_PARTS = 256     # pairs that are all listed, without a look at their boxes

cdef struct PartPair:
    # Numbers from 0 on in both rows.
    Py_ssize_t i, j

cdef struct PartPairs:
    PartPair* items     # `room`, or the caller's to free
    Py_ssize_t count, capacity
    PartPair[FEW_PARTS] room


cdef inline void release_pairs(PartPairs* pairs) noexcept nogil:
    if pairs.items is not pairs.room:
        PyMem_RawFree(pairs.items)


cdef inline bint add_pair(PartPairs* pairs, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """False without memory."""
    cdef PartPair* larger = NULL
    cdef Py_ssize_t k
    if pairs.count == pairs.capacity and pairs.items is pairs.room:
        pairs.capacity = 0
        if not has_room(<void**>&larger, &pairs.capacity, 2 * FEW_PARTS, sizeof(PartPair)):
            return False
        for k in range(FEW_PARTS):
            larger[k] = pairs.room[k]
        pairs.items = larger
    if not (pairs.items is pairs.room or has_room(
            <void**>&pairs.items, &pairs.capacity, pairs.count + 1, sizeof(PartPair))):
        return False
    pairs.items[pairs.count] = PartPair(i, j)
    pairs.count += 1
    return True


cdef inline int by_parts(const void* first, const void* second) noexcept nogil:
    cdef const PartPair* one = <const PartPair*>first
    cdef const PartPair* other = <const PartPair*>second
    if one.i != other.i:
        return 1 if one.i > other.i else -1
    return (one.j > other.j) - (one.j < other.j)


cdef inline void sort_pairs(PartPairs* pairs) noexcept nogil:
    """Sort by parts, whatever tree has found them: of equal answers the first counts."""
    if pairs.count > 1:
        qsort(pairs.items, pairs.count, sizeof(PartPair), by_parts)


cdef inline int add_pairs_of(PartPairs* pairs, const Rows* rows, const Rows* others, Py_ssize_t k,
                             const double* whole, double reach, bint swapped,
                             Watch* watch) noexcept nogil:
    """Add the parts of a row near one of another; 0, or a Failure."""
    cdef RowSearch search
    cdef double box[4]
    cdef Py_ssize_t found
    bounds_of_row(others, k, box)
    if (box[LOW_X] - reach > whole[HIGH_X] or box[HIGH_X] + reach < whole[LOW_X]
            or box[LOW_Y] - reach > whole[HIGH_Y] or box[HIGH_Y] + reach < whole[LOW_Y]):
        return INTERRUPTED if was_interrupted(watch, 1) else 0
    seek_in_box(&search, rows, box[LOW_X] - reach, box[LOW_Y] - reach, box[HIGH_X] + reach,
                box[HIGH_Y] + reach)
    while True:
        found = next_in_box(&search)
        if found < 0:
            return 0
        if not (add_pair(pairs, k - others.start, found - rows.start) if swapped
                else add_pair(pairs, found - rows.start, k - others.start)):
            return NO_MEMORY
        if was_interrupted(watch, 2):
            return INTERRUPTED


cdef inline int list_near_parts(const Rows* a, const Rows* b, double reach, PartPairs* pairs,
                                Watch* watch) noexcept nogil:
    """List pairs of parts, in order, among them all whose boxes are no farther apart; 0, or a Failure.
    To be released."""
    cdef Py_ssize_t count_a = a.stop - a.start, count_b = b.stop - b.start, i, j
    cdef bint swapped = b.tree is not NULL and (a.tree is NULL or count_b >= count_a)
    cdef const Rows* rows = b if swapped else a
    cdef const Rows* others = a if swapped else b
    cdef double whole[4]
    cdef int result
    pairs.items = pairs.room
    pairs.count = 0
    pairs.capacity = FEW_PARTS
    if count_a * count_b <= FEW_PARTS:
        for i in range(count_a):
            for j in range(count_b):
                pairs.room[i * count_b + j] = PartPair(i, j)
        pairs.count = count_a * count_b
        return 0
    box_of_rows(rows, whole)
    for i in range(others.start, others.stop):
        result = add_pairs_of(pairs, rows, others, i, whole, reach, swapped, watch)
        if result < 0:
            return result
    sort_pairs(pairs)
    return 0
