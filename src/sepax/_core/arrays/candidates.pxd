"""The rows of a scene that a query may concern: one iterator, whatever finds them.

A query begins with a box, which rests or moves, with a list of rows, or with all rows. Then it takes
one row after the other. A tree yields rows in about the order of their costs. The cost of a row is a
lower bound of its distance, or of the time at which it is met. The bound of the costs is given with
each row, and may fall. Rows that the query does not see never come.
"""

from libc.math cimport fabs
from libc.stdint cimport uint32_t

from sepax._core.arrays.bounds cimport copy_box
from sepax._core.arrays.index cimport (
    FANOUT, LOG_FANOUT, MOST_LEVELS, NODE, NODE_COLUMNS, BoxCursor, Tree, level_above, lowest_bit,
    near_mask, next_overlap, range_mask, seek_box, seek_box_within, set_box_motion)
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY, Found, make_room, pair_word
from sepax._core.arrays.visibility cimport SlotRange, Visible, sees, slots_of
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.raycast cimport Probe, misses_circle
from sepax._core.kernels.roundoff cimport MOTION_ROUNDOFF, ROOT_OF_UNDERFLOW_ERROR, UNDERFLOW_ERROR
from sepax._core.simd.levels cimport (
    BOUNDING_RADIUS, CENTRE_X, CENTRE_Y, RECORD, BoxMotion, node_loops)

cdef extern from "prefetch.h" nogil:
    void prefetch(const void* line)


# --- rows whose boxes meet a box, in no order ---------------------------------------------

cdef struct Neighbours:
    const Visible* visible
    Py_ssize_t query
    BoxCursor cursor


cdef inline void seek_neighbours(Neighbours* rows, const Tree* tree, const Visible* visible,
                                 Py_ssize_t query, const double* box) noexcept nogil:
    """Begin with a closed box."""
    cdef SlotRange slots = slots_of(visible, query)
    rows.visible = visible
    rows.query = query
    if slots.first < slots.end:
        seek_box_within(&rows.cursor, tree, box, slots.first, slots.end - 1, 0)
        return
    seek_box(&rows.cursor, tree, box)
    if not slots.is_whole:
        rows.cursor.level = tree.levels


cdef inline Py_ssize_t next_neighbour(Neighbours* rows) noexcept nogil:
    """The next row; -1 at the end."""
    cdef Py_ssize_t row = next_overlap(&rows.cursor)
    while row >= 0 and not sees(rows.visible, rows.query, row):
        row = next_overlap(&rows.cursor)
    return row


cdef inline int note_neighbours(const Tree* tree, const Visible* visible, Py_ssize_t query,
                                const double* box, bint query_first, Found* found,
                                Watch* watch) noexcept nogil:
    """Note the pairs of a query and the rows whose boxes meet a box; 0, or a Failure."""
    cdef Neighbours rows
    cdef Py_ssize_t row, before = found.n
    seek_neighbours(&rows, tree, visible, query, box)
    while True:
        row = next_neighbour(&rows)
        if row < 0:
            return INTERRUPTED if was_interrupted(watch, found.n - before + 4) else 0
        if make_room(found, 1) < 0:
            return NO_MEMORY
        found.words[found.n] = pair_word(query, row) if query_first else pair_word(row, query)
        found.n += 1


# --- rows by cost -------------------------------------------------------------------------

cdef struct Waiting:
    double cost             # a lower bound for all below
    uint32_t node           # or a slot
    int level               # -1 for a slot


cdef struct Candidates:
    const Visible* visible
    Py_ssize_t query
    const Tree* tree
    SlotRange slots         # that are to be seen
    bint moves              # costs are times, not distances
    BoxMotion motion        # or the box that rests
    Py_ssize_t count
    Waiting[MOST_LEVELS * FANOUT] stack     # the cheapest of each level on top
    # Without a tree:
    const uint32_t* listed  # rows; NULL for all those of the scene
    Py_ssize_t next         # row, or place in the list
    Py_ssize_t end
    const double* records   # of the rows
    const Probe* probe      # skips rows whose bounding circles it misses; or NULL, and then:
    const Convex* shape


cdef inline void push_waiting(Candidates* rows, Py_ssize_t bottom, double cost, uint32_t node,
                              int level) noexcept nogil:
    """Put a box on the stack, above those from `bottom` on that cost more. Field by field: a copy of
    a whole entry waits until its parts are written."""
    cdef Waiting* stack = rows.stack
    cdef Py_ssize_t k = rows.count
    while k > bottom and stack[k - 1].cost < cost:
        stack[k].cost = stack[k - 1].cost
        stack[k].node = stack[k - 1].node
        stack[k].level = stack[k - 1].level
        k -= 1
    stack[k].cost = cost
    stack[k].node = node
    stack[k].level = level
    rows.count += 1


cdef inline const Waiting* pop_waiting(Candidates* rows, double most) noexcept nogil:
    """The next box that costs no more, which leaves the stack; NULL where there is none."""
    while rows.count:
        rows.count -= 1
        if rows.stack[rows.count].cost <= most:
            return rows.stack + rows.count
    return NULL


cdef inline unsigned costs_of_node(const Candidates* rows, int level, uint32_t node, double most,
                                   double* costs) noexcept nogil:
    """The costs of the boxes of a node; a bit for each that costs no more and has visible slots."""
    cdef const double* boxes = rows.tree.nodes + NODE * (rows.tree.first[level] + node)
    cdef unsigned mask = (node_loops.entry_times(boxes, &rows.motion, most, costs) if rows.moves
                          else near_mask(boxes, rows.motion.box, most, costs))
    if rows.slots.is_whole:
        return mask
    return mask & range_mask(rows.slots.first, rows.slots.end - 1, level, node)


cdef inline void push_children(Candidates* rows, Py_ssize_t bottom, uint32_t node, int level,
                               double most) noexcept nogil:
    """Put the boxes of a node that cost no more on the stack, the cheapest on top."""
    cdef double costs[FANOUT]
    cdef unsigned mask = costs_of_node(rows, level, node, most, costs)
    cdef int i
    while mask:
        i = lowest_bit(mask)
        mask &= mask - 1
        push_waiting(rows, bottom, costs[i], node * FANOUT + <uint32_t>i, level - 1)


cdef inline void seek_in_tree(Candidates* rows, const Tree* tree, const Visible* visible,
                              Py_ssize_t query, double most) noexcept nogil:
    """Begin with a box that is set. A short range of slots begins with its nodes of level 0, whose
    boxes are then all in order."""
    cdef SlotRange slots = slots_of(visible, query)
    cdef int level = tree.levels - 1
    cdef uint32_t first = 0, last = 0, node
    rows.visible = visible
    rows.query = query
    rows.tree = tree
    rows.slots = slots
    rows.count = rows.next = 0
    if tree.levels == 0 or not slots.is_whole and slots.first >= slots.end:
        return
    if not slots.is_whole:
        level = 0
        first = slots.first >> LOG_FANOUT
        last = (slots.end - 1) >> LOG_FANOUT
        if last - first >= FANOUT:
            level = level_above(slots.first, slots.end - 1, 0)
            first = last = slots.first >> LOG_FANOUT * (level + 1)
    for node in range(<Py_ssize_t>first, <Py_ssize_t>last + 1):
        push_children(rows, 0, node, level, most)


cdef inline void seek_motion(Candidates* rows, const Tree* tree, const Visible* visible,
                             Py_ssize_t query, const double* box, double vx, double vy,
                             double extent, double latest) noexcept nogil:
    """Begin with a closed box that moves from time 0 to the latest. `extent` is at least the sum of
    the sides of the box around all shapes that may meet, at time 0."""
    rows.moves = True
    set_box_motion(&rows.motion, vx, vy, extent)
    copy_box(rows.motion.box, box)
    seek_in_tree(rows, tree, visible, query, latest)


cdef inline void seek_near(Candidates* rows, const Tree* tree, const Visible* visible, Py_ssize_t query,
                           const double* box, double farthest) noexcept nogil:
    """Begin with a closed box of finite sides; finds rows by their distance from it."""
    rows.moves = False
    copy_box(rows.motion.box, box)
    seek_in_tree(rows, tree, visible, query, farthest)


cdef inline void seek_rows(Candidates* rows, const uint32_t* listed, Py_ssize_t count,
                           const double* records, const Visible* visible, Py_ssize_t query,
                           const Probe* probe, const Convex* shape) noexcept nogil:
    """Begin with the rows of a list, or with all rows, without those that a probe misses or that
    are too far from a shape."""
    rows.visible = visible
    rows.query = query
    rows.tree = NULL
    rows.listed = listed
    rows.next = 0
    rows.end = count
    rows.records = records
    rows.probe = probe
    rows.shape = shape


cdef inline Py_ssize_t next_in_tree(Candidates* rows, double most) noexcept nogil:
    cdef const Waiting* top = pop_waiting(rows, most)
    while top is not NULL:
        if top.level < 0:
            return rows.tree.row[top.node]
        push_children(rows, rows.count, top.node, top.level, most)
        top = pop_waiting(rows, most)
    return -1


cdef inline bint circles_are_farther(double dx, double dy, double radii,
                                     double distance) noexcept nogil:
    """Whether two shapes surely are farther apart, by the vector between the centres and the sum of
    the radii of their bounding circles."""
    cdef double reach = (radii + distance) * (1.0 + MOTION_ROUNDOFF)
    return dx * dx + dy * dy > reach * reach + UNDERFLOW_ERROR


cdef inline bint is_far_along_x(const double* record, double x, double reach) noexcept nogil:
    """Whether a row surely is farther along x than its bounding radius and a reach."""
    return (fabs(record[CENTRE_X] - x)
            > (record[BOUNDING_RADIUS] + reach) * (1.0 + MOTION_ROUNDOFF) + ROOT_OF_UNDERFLOW_ERROR)


cdef inline Py_ssize_t next_near(const double* record, const Convex* shape, double most,
                                 Py_ssize_t k, Py_ssize_t end) noexcept nogil:
    """The first row from k on that may be so near, by bounding circles; `end` for none. Most rows
    are far along x; four of them take one branch."""
    cdef double x = shape.centre_x, radius = shape.bounding_radius, reach = radius + most
    while k < end:
        if k + 4 <= end and (is_far_along_x(record + RECORD * k, x, reach)
                             & is_far_along_x(record + RECORD * (k + 1), x, reach)
                             & is_far_along_x(record + RECORD * (k + 2), x, reach)
                             & is_far_along_x(record + RECORD * (k + 3), x, reach)):
            k += 4
        elif circles_are_farther(record[RECORD * k + CENTRE_X] - x,
                                 record[RECORD * k + CENTRE_Y] - shape.centre_y,
                                 record[RECORD * k + BOUNDING_RADIUS] + radius, most):
            k += 1
        else:
            break
    return k


cdef inline Py_ssize_t next_of_rows(Candidates* rows, double most) noexcept nogil:
    cdef const double* record = rows.records
    cdef Py_ssize_t k = rows.next, end = rows.end
    if rows.probe is not NULL:
        while k < end and misses_circle(
                rows.probe, record[RECORD * k + CENTRE_X], record[RECORD * k + CENTRE_Y],
                record[RECORD * k + BOUNDING_RADIUS]):
            k += 1
    elif rows.shape is not NULL:
        k = next_near(record, rows.shape, most, k, end)
    rows.next = min(k + 1, end)
    if k == end:
        return -1
    return k if rows.listed is NULL else rows.listed[k]


cdef inline Py_ssize_t next_candidate(Candidates* rows, double most) noexcept nogil:
    """The next row that costs no more; -1 at the end."""
    cdef Py_ssize_t row
    while True:
        row = next_in_tree(rows, most) if rows.tree is not NULL else next_of_rows(rows, most)
        if row < 0 or sees(rows.visible, rows.query, row):
            return row


cdef inline Py_ssize_t next_candidates(Candidates* rows, double most,
                                       uint32_t* found) noexcept nogil:
    """Open one node of a tree that costs no more, and note its rows, at most FANOUT; returns their
    number, -1 at the end."""
    cdef const Waiting* top = pop_waiting(rows, most)
    cdef double costs[FANOUT]
    cdef Py_ssize_t count = 0
    cdef uint32_t first
    cdef unsigned mask = 1
    if top is NULL:
        return -1
    first = top.node
    if top.level > 0:
        push_children(rows, rows.count, first, top.level, most)
        return 0
    if top.level == 0:
        mask = costs_of_node(rows, 0, first, most, costs)
        first *= FANOUT
    while mask:
        found[count] = rows.tree.row[first + <uint32_t>lowest_bit(mask)]
        mask &= mask - 1
        count += sees(rows.visible, rows.query, found[count])
    return count


cdef inline void prefetch_node(const Candidates* rows) noexcept nogil:
    """Prefetch the node that is opened next."""
    cdef const Waiting* top = rows.stack + rows.count - 1
    cdef const double* boxes
    cdef Py_ssize_t k
    if rows.count and top.level >= 0:
        boxes = rows.tree.nodes + NODE * (rows.tree.first[top.level] + top.node)
        for k in range(NODE_COLUMNS):
            prefetch(boxes + FANOUT * k)
