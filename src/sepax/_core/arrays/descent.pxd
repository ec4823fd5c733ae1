"""Two trees of boxes that are descended together: pairs of boxes, the most promising one first.

A pair has a cost: a lower bound of the answers of all pairs of rows below. Pairs that wait are on a
stack, those of one node in order.
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
    FEW_PAIRS = 9       # of rows, up to which their boxes do not pay

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
    # What was asked for last: one pair after the other has it. -1 for none.
    Py_ssize_t row
    const Convex* convex    # of that row
    int level
    uint32_t entry
    double box[4]           # of that entry


cdef struct Descent:
    Side a
    Side b
    Py_ssize_t count
    BoxPair stack[MOST_PAIRS]


cdef struct Opened:
    # The boxes below one box of a pair, and the other box.
    bint of_a
    const double* node
    const double* box
    double room[NODE]


cdef inline bint set_side(Side* side, const Rows* rows) noexcept nogil:
    side.rows = rows
    side.row = side.level = -1
    side.entry = 0
    return prepare_rows(rows, &side.memory)


cdef inline bint start_descent(Descent* descent, const Rows* a, const Rows* b) noexcept nogil:
    """False without memory. It has to be ended, in any case."""
    cdef bint enough = set_side(&descent.a, a)
    descent.count = 0
    return set_side(&descent.b, b) and enough


cdef inline void end_descent(Descent* descent) noexcept nogil:
    release_rows(&descent.a.memory)
    release_rows(&descent.b.memory)


cdef inline bint are_few_pairs(const Rows* a, const Rows* b) noexcept nogil:
    return (a.tree is NULL and b.tree is NULL
            and (a.stop - a.start) * (b.stop - b.start) <= FEW_PAIRS)


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


cdef inline const double* box_of_entry(Side* side, int level, uint32_t k) noexcept nogil:
    if level != side.level or k != side.entry:
        side.level = level
        side.entry = k
        box_in_rows(side.rows, level, k, side.box)
    return side.box


cdef inline bint opens_a(const Descent* descent, const BoxPair* at) noexcept nogil:
    """Whether the box of a is opened. Rows without a tree are few and large: they go first, then
    the higher level."""
    if at.level_a == 0 or at.level_b == 0:
        return at.level_a > 0
    if descent.b.rows.tree is NULL:
        return False
    return descent.a.rows.tree is NULL or at.level_a >= at.level_b


cdef inline void open_pair(Descent* descent, const BoxPair* at, Opened* opened) noexcept nogil:
    opened.of_a = opens_a(descent, at)
    if opened.of_a:
        opened.node = node_in_rows(descent.a.rows, at.level_a, at.a, opened.room)
        opened.box = box_of_entry(&descent.b, at.level_b, at.b)
    else:
        opened.node = node_in_rows(descent.b.rows, at.level_b, at.b, opened.room)
        opened.box = box_of_entry(&descent.a, at.level_a, at.a)


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
    """The convex of an entry of level 0."""
    cdef Py_ssize_t row = row_of_entry(side.rows, k)
    if row != side.row:
        side.row = row
        side.convex = row_at(side.rows, row, &side.memory)
    return side.convex
