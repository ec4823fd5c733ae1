"""Whether two groups of convex parts meet."""

from libc.stdint cimport uint32_t

from sepax._core.arrays.descent cimport MOST_PAIRS
from sepax._core.arrays.index cimport FANOUT, MOST_LEVELS, NODE, lowest_bit, meeting_mask
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, bounds_of_row, box_in_rows, levels_of_rows, node_in_rows, prepare_both,
    release_both, row_at, row_of_entry)
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.queries cimport convex_intersect

cdef struct Boxes:
    # A box of either tree: number k of a level; above them all, one around the whole tree. On level
    # 0 it is that of a slot.
    uint32_t a
    uint32_t b
    int level_a
    int level_b


cdef inline Py_ssize_t push_below(const Rows* a, const Rows* b, const Boxes* at, Boxes* waiting,
                                  Py_ssize_t count) noexcept nogil:
    """Put the boxes below the higher one, that meet the other one, on the stack."""
    cdef bint of_a = at.level_a >= at.level_b
    cdef double room[NODE]
    cdef double box[4]
    cdef unsigned mask
    cdef uint32_t k
    if of_a:
        box_in_rows(b, at.level_b, at.b, box)
        mask = meeting_mask(node_in_rows(a, at.level_a, at.a, room), box)
    else:
        box_in_rows(a, at.level_a, at.a, box)
        mask = meeting_mask(node_in_rows(b, at.level_b, at.b, room), box)
    while mask:
        k = <uint32_t>lowest_bit(mask)
        mask &= mask - 1
        waiting[count] = at[0]
        if of_a:
            waiting[count].a = at.a * FANOUT + k
            waiting[count].level_a = at.level_a - 1
        else:
            waiting[count].b = at.b * FANOUT + k
            waiting[count].level_b = at.level_b - 1
        count += 1
    return count


cdef inline int trees_meet(const Rows* a, const Rows* b, bint strict, RowMemory* memory,
                           Watch* watch) noexcept nogil:
    """Both trees are gone down together, the higher one first."""
    cdef Boxes waiting[MOST_PAIRS]
    cdef Boxes at
    cdef Py_ssize_t count = 1
    cdef const Convex* one
    cdef const Convex* other
    waiting[0] = Boxes(0, 0, levels_of_rows(a), levels_of_rows(b))
    while count:
        count -= 1
        at = waiting[count]
        if at.level_a or at.level_b:
            count = push_below(a, b, &at, waiting, count)
            if was_interrupted(watch, 4):
                return INTERRUPTED
            continue
        one = row_at(a, row_of_entry(a, at.a), memory)
        other = row_at(b, row_of_entry(b, at.b), memory + 1)
        if convex_intersect(one, other, strict):
            return True
        if was_interrupted(watch, one.n + other.n):
            return INTERRUPTED
    return False


cdef struct Entry:
    uint32_t k
    int level


cdef inline int row_meets_tree(const Convex* one, const double* bounds, const Rows* many,
                               bint strict, RowMemory* memory, Watch* watch) noexcept nogil:
    cdef Entry waiting[MOST_LEVELS * FANOUT]
    cdef Entry at
    cdef double room[NODE]
    cdef Py_ssize_t count = 1
    cdef unsigned mask
    cdef const Convex* other
    waiting[0] = Entry(0, levels_of_rows(many))
    while count:
        count -= 1
        at = waiting[count]
        if at.level == 0:
            other = row_at(many, row_of_entry(many, at.k), memory)
            if convex_intersect(one, other, strict):
                return True
            if was_interrupted(watch, one.n + other.n):
                return INTERRUPTED
            continue
        mask = meeting_mask(node_in_rows(many, at.level, at.k, room), bounds)
        while mask:
            waiting[count] = Entry(at.k * FANOUT + <uint32_t>lowest_bit(mask), at.level - 1)
            mask &= mask - 1
            count += 1
        if was_interrupted(watch, 4):
            return INTERRUPTED
    return False


cdef inline int meets_tree(const Rows* few, const Rows* many, bint strict, RowMemory* memory,
                           Watch* watch) noexcept nogil:
    """Row by row of the few, by the tree of the many; `memory` is for these in this order."""
    cdef double bounds[4]
    cdef const Convex* one
    cdef Py_ssize_t k
    cdef int result
    for k in range(few.start, few.stop):
        one = row_at(few, k, memory)
        bounds_of_row(few, k, bounds)
        result = row_meets_tree(one, bounds, many, strict, memory + 1, watch)
        if result != False:
            return result
    return False


cdef inline int all_meet(const Rows* a, const Rows* b, bint strict, RowMemory* memory,
                         Watch* watch) noexcept nogil:
    cdef const Convex* one
    cdef const Convex* other
    cdef Py_ssize_t i, j
    for i in range(a.start, a.stop):
        one = row_at(a, i, memory)
        for j in range(b.start, b.stop):
            other = row_at(b, j, memory + 1)
            if convex_intersect(one, other, strict):
                return True
            if was_interrupted(watch, one.n + other.n):
                return INTERRUPTED
    return False


cdef inline int rows_meet(const Rows* a, const Rows* b, bint strict, Watch* watch) noexcept nogil:
    """Whether any parts meet; or a Failure."""
    cdef RowMemory memory[2]
    cdef int result
    if a.tree is not NULL and b.tree is NULL:
        a, b = b, a
    if not prepare_both(a, b, memory):
        return NO_MEMORY
    if a.tree is not NULL:
        result = trees_meet(a, b, strict, memory, watch)
    elif b.tree is not NULL:
        result = meets_tree(a, b, strict, memory, watch)
    else:
        result = all_meet(a, b, strict, memory, watch)
    release_both(memory)
    return result
