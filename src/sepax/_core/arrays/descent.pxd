"""Two trees of boxes that are descended together: pairs of boxes, the most promising one first.

A pair has a cost: a lower bound of the answers of all pairs of rows below. Of each pair the box of
the higher level is opened. Pairs that wait are on a stack, those of one node in order.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint32_t

from sepax._core.arrays.extents cimport LOW_X
from sepax._core.arrays.index cimport FANOUT, MOST_LEVELS, NODE
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, box_in_rows, levels_of_rows, node_in_rows, prepare_rows, release_rows, row_at,
    row_of_entry)
from sepax._core.kernels.convex cimport Convex

cdef enum:
    # Those of a node for each step down.
    MOST_PAIRS = 2 * MOST_LEVELS * FANOUT

cdef struct BoxPair:
    # Entries of levels of both trees, as of `box_in_rows`.
    double cost
    uint32_t a
    uint32_t b
    int level_a
    int level_b


cdef struct Side:
    const Rows* rows
    RowMemory memory
    Py_ssize_t row          # that was posed last; -1 for none
    const Convex* convex    # of that row


cdef struct Descent:
    Side a
    Side b
    Py_ssize_t count
    BoxPair stack[MOST_PAIRS]


cdef struct Opened:
    # The boxes below one box of a pair, and the other box.
    const double* node
    double room[NODE]
    bint of_a


cdef inline bint set_side(Side* side, const Rows* rows) noexcept nogil:
    side.rows = rows
    side.row = -1
    return prepare_rows(rows, &side.memory)


cdef inline bint start_descent(Descent* descent, const Rows* a, const Rows* b) noexcept nogil:
    """False without memory; to be ended in any case."""
    cdef bint enough = set_side(&descent.a, a)
    descent.count = 0
    return set_side(&descent.b, b) and enough


cdef inline void end_descent(Descent* descent) noexcept nogil:
    release_rows(&descent.a.memory)
    release_rows(&descent.b.memory)


cdef inline Py_ssize_t top_entries(const Rows* rows) noexcept nogil:
    """Entries of the highest level: more than one only of rows without a tree."""
    return 1 if rows.tree is not NULL else (rows.stop - rows.start + FANOUT - 1) // FANOUT


cdef inline void push_whole(Descent* descent, uint32_t a, uint32_t b) noexcept nogil:
    """Put a pair of entries of the highest levels on the stack."""
    descent.stack[descent.count] = BoxPair(0.0, a, b, levels_of_rows(descent.a.rows),
                                           levels_of_rows(descent.b.rows))
    descent.count += 1


cdef inline void push_row(Descent* descent, uint32_t a, uint32_t b) noexcept nogil:
    """The same with an entry of level 0 of a."""
    push_whole(descent, a, b)
    descent.stack[descent.count - 1].level_a = 0


cdef inline bint pop_pair(Descent* descent, double most, BoxPair* top) noexcept nogil:
    """The next that costs no more, which leaves the stack; False where there is none."""
    while descent.count:
        descent.count -= 1
        top[0] = descent.stack[descent.count]
        if top.cost <= most:
            return True
    return False


cdef inline void open_pair(const Descent* descent, const BoxPair* at, Opened* opened,
                           double* box) noexcept nogil:
    """The boxes below the one of the higher level; `box` is the other one."""
    cdef const Rows* a = descent.a.rows
    cdef const Rows* b = descent.b.rows
    opened.of_a = at.level_a >= at.level_b
    if opened.of_a:
        opened.node = node_in_rows(a, at.level_a, at.a, opened.room)
        box_in_rows(b, at.level_b, at.b, box)
    else:
        opened.node = node_in_rows(b, at.level_b, at.b, opened.room)
        box_in_rows(a, at.level_a, at.a, box)


cdef inline bint has_box(const Opened* opened, Py_ssize_t i) noexcept nogil:
    return opened.node[LOW_X * FANOUT + i] < INFINITY


cdef inline void push_pair(Descent* descent, Py_ssize_t bottom, const BoxPair* above, bint of_a,
                           uint32_t i, double cost) noexcept nogil:
    """Put box i below one of a pair, and the other one, on the stack, above those from `bottom` on
    that cost more."""
    cdef BoxPair* stack = descent.stack
    cdef Py_ssize_t k = descent.count
    while k > bottom and stack[k - 1].cost < cost:
        stack[k] = stack[k - 1]
        k -= 1
    stack[k] = above[0]
    stack[k].cost = cost
    if of_a:
        stack[k].a = above.a * FANOUT + i
        stack[k].level_a -= 1
    else:
        stack[k].b = above.b * FANOUT + i
        stack[k].level_b -= 1
    descent.count += 1


cdef inline const Convex* pose_entry(Side* side, uint32_t k) noexcept nogil:
    """The convex of an entry of level 0; one pair after the other has the same."""
    cdef Py_ssize_t row = row_of_entry(side.rows, k)
    if row != side.row:
        side.row = row
        side.convex = row_at(side.rows, row, &side.memory)
    return side.convex
