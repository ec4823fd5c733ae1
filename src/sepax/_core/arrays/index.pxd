"""A packed tree of bounding boxes, and a cursor over those that meet a box; see index.pyx.

Queries (candidates.pxd) only read the tree. If another thread changes boxes meanwhile, the rows are
unspecified, but they are rows of the array.
"""

from libc.math cimport INFINITY, fabs, sqrt
from libc.stdint cimport uint32_t, uint64_t

from sepax._core.arrays.block cimport ShapeBlock
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, copy_box, set_empty
from sepax._core.arrays.visibility cimport RowGroups
from sepax._core.interrupts cimport Watch
from sepax._core.kernels.roundoff cimport (
    MOTION_ROUNDOFF, ROOT_OF_UNDERFLOW_ERROR, SMALLEST_SPEED_OF_BOXES)
from sepax._core.simd.levels cimport BoxMotion

cdef extern from "nodes.h" nogil:
    enum:
        LOG_FANOUT
        FANOUT
        NODE_COLUMNS
    int lowest_bit(unsigned mask)
    unsigned overlap_mask(const double* node, const double* box)

cdef extern from "bits.h" nogil:
    double scale_to_one(double x)

cdef enum:
    MOST_LEVELS = 11        # FANOUT ** 11 is beyond 2 ** 31 rows
    NODE = FANOUT * NODE_COLUMNS

cdef struct Tree:
    Py_ssize_t count        # rows
    int levels              # 0 where there are no rows
    # Level 0 has the boxes of the rows, FANOUT a node; box c of node k of the next level is that of
    # node FANOUT * k + c; the last level has one node.
    double* nodes
    Py_ssize_t first[MOST_LEVELS]   # node of each level
    uint32_t* row           # of each slot: box c of node k of level 0 is in slot FANOUT * k + c
    uint32_t* slot          # of each row


cdef int new_tree(Tree* tree, Py_ssize_t count) noexcept nogil
cdef void free_tree(Tree* tree) noexcept nogil
cdef int build_tree(Tree* tree, const double* bounds, bint in_order, const Py_ssize_t* group,
                    Watch* watch) noexcept nogil
cdef int tree_of_shapes(Tree* tree, ShapeBlock block, bint in_order, const Py_ssize_t* group,
                        Watch* watch) noexcept nogil
cdef void box_of_tree(const Tree* tree, double* box) noexcept nogil
cdef void clear_slot(Tree* tree, uint32_t slot) noexcept nogil
cdef int require_rows(Py_ssize_t count) except -1


cdef inline void box_of_node(const double* node, double* box) noexcept nogil:
    """The box around the boxes of a node."""
    cdef Py_ssize_t i
    set_empty(box)
    for i in range(FANOUT):
        box[LOW_X] = min(box[LOW_X], node[LOW_X * FANOUT + i])
        box[LOW_Y] = min(box[LOW_Y], node[LOW_Y * FANOUT + i])
        box[HIGH_X] = max(box[HIGH_X], node[HIGH_X * FANOUT + i])
        box[HIGH_Y] = max(box[HIGH_Y], node[HIGH_Y * FANOUT + i])


cdef inline void box_in_tree(const Tree* tree, int level, uint32_t k, double* box) noexcept nogil:
    """The box of an entry of a level: rows at level 0, the whole at the top."""
    cdef const double* node
    if level == tree.levels:
        box_of_tree(tree, box)
        return
    node = tree.nodes + NODE * (tree.first[level] + k // FANOUT)
    k %= FANOUT
    box[LOW_X] = node[LOW_X * FANOUT + k]
    box[LOW_Y] = node[LOW_Y * FANOUT + k]
    box[HIGH_X] = node[HIGH_X * FANOUT + k]
    box[HIGH_Y] = node[HIGH_Y * FANOUT + k]


cdef class ShapeTree:
    cdef readonly ShapeBlock block
    cdef readonly RowGroups row_groups     # type: RowGroups | None; whose rows are kept together
    cdef Tree tree
    cdef uint32_t* seen             # stamps of the block when its shapes were last looked at
    cdef uint64_t seen_changes      # of poses of the block, by then
    cdef double tree_cost
    cdef double cost_when_built     # of the tree as it was built
    cdef double unit                # mean side of a box, in which tree quality is measured

    cdef int build(self) except -1
    cdef void record_stamps(self) noexcept
    cdef Py_ssize_t count_new_stamps(self) noexcept
    cdef int refit_few(self) except -1
    cdef int refit_all(self) except -1


# --- all rows whose boxes meet a box ----------------------------------------------

cdef struct BoxCursor:
    const Tree* tree
    double box[4]
    int level                       # that the cursor is at; of the tree at its end
    uint32_t node[MOST_LEVELS]      # of each level from there up
    unsigned mask[MOST_LEVELS]      # and its boxes that meet the box, still to be seen
    bint within_range               # only slots from first to last are to be seen
    uint32_t first, last


cdef inline void seek_box(BoxCursor* cursor, const Tree* tree, const double* box) noexcept nogil:
    """Begin with a closed box of finite sides."""
    cdef int top = tree.levels - 1
    cursor.tree = tree
    cursor.within_range = False
    cursor.first = cursor.last = 0
    copy_box(cursor.box, box)
    cursor.level = max(top, 0)
    if top >= 0:
        cursor.node[top] = 0
        cursor.mask[top] = overlap_mask(tree.nodes + NODE * tree.first[top], cursor.box)


cdef inline unsigned range_mask(uint32_t first, uint32_t last, int level,
                                uint32_t node) noexcept nogil:
    """A bit for each box of a node that holds slots from first to last; some of them do."""
    cdef Py_ssize_t start = <Py_ssize_t>node * FANOUT
    cdef Py_ssize_t low = <Py_ssize_t>(first >> LOG_FANOUT * level) - start
    cdef Py_ssize_t high = <Py_ssize_t>(last >> LOG_FANOUT * level) - start
    return (2u << min(high, FANOUT - 1)) - (1u << max(low, 0))


cdef inline int level_above(uint32_t first, uint32_t last, int lowest) noexcept nogil:
    """The lowest level, from this one up, with a node that holds all slots from first to last."""
    cdef int level = lowest
    while first >> LOG_FANOUT * (level + 1) != last >> LOG_FANOUT * (level + 1):
        level += 1
    return level


cdef inline void seek_box_within(BoxCursor* cursor, const Tree* tree, const double* box,
                                 uint32_t first, uint32_t last,
                                 int lowest) noexcept nogil:
    """Begin with a closed box, for the slots from first to last: at the lowest node that holds them
    all, at this level or above."""
    cdef int level = level_above(first, last, lowest), above
    seek_box(cursor, tree, box)
    cursor.within_range = True
    cursor.first = first
    cursor.last = last
    for above in range(level, tree.levels):
        cursor.mask[above] = 0
    cursor.level = level
    cursor.node[level] = first >> LOG_FANOUT * (level + 1)
    cursor.mask[level] = (range_mask(first, last, level, cursor.node[level])
                          & overlap_mask(tree.nodes + NODE * (tree.first[level] + cursor.node[level]),
                                         cursor.box))


cdef inline Py_ssize_t next_entry(BoxCursor* cursor, int lowest,
                                  bint within_range) noexcept nogil:
    """The next entry of a level whose box meets the box, in no order: a slot at level 0, else a
    node of the level below. -1 at the end."""
    cdef const Tree* tree = cursor.tree
    cdef int level = cursor.level
    cdef unsigned mask
    cdef uint32_t child
    while level < tree.levels:
        mask = cursor.mask[level]
        if mask == 0:
            level += 1
            continue
        cursor.mask[level] = mask & (mask - 1)
        child = cursor.node[level] * FANOUT + <uint32_t>lowest_bit(mask)
        if level == lowest:
            cursor.level = level
            return child
        level -= 1
        cursor.node[level] = child
        cursor.mask[level] = overlap_mask(tree.nodes + NODE * (tree.first[level] + child),
                                          cursor.box)
        if within_range:
            cursor.mask[level] &= range_mask(cursor.first, cursor.last, level, child)
    cursor.level = level
    return -1


cdef inline Py_ssize_t next_overlap(BoxCursor* cursor) noexcept nogil:
    """The next row whose box meets the box, in no order; -1 at the end."""
    cdef Py_ssize_t slot = (next_entry(cursor, 0, True) if cursor.within_range
                            else next_entry(cursor, 0, False))
    return cursor.tree.row[slot] if slot >= 0 else -1


# --- what boxes of a node cost: when a moving box meets them, or how far they are ---------

cdef inline double inverse_speed(double speed) noexcept nogil:
    """The inverse of a component of a velocity whose larger one is about 1. A smaller speed leads
    nowhere in that time: boxes that are not beside each other already are out of reach."""
    return 1.0 / (speed if fabs(speed) > SMALLEST_SPEED_OF_BOXES else SMALLEST_SPEED_OF_BOXES)


cdef inline void set_box_motion(BoxMotion* motion, double vx, double vy,
                                double extent) noexcept nogil:
    """Set a motion, without its box; for the extent see `seek_motion` in candidates.pxd."""
    cdef double speed = max(fabs(vx), fabs(vy))
    motion.unit = scale_to_one(speed) if speed > 0.0 else 1.0
    motion.inverse_x = inverse_speed(vx * motion.unit)
    motion.inverse_y = inverse_speed(vy * motion.unit)
    motion.extent = extent


cdef inline double least_box_distance(const double* node, Py_ssize_t i,
                                      const double* box) noexcept nogil:
    """A lower bound of the distance between box i of a node and a box; infinity for no box."""
    cdef double low_x = node[LOW_X * FANOUT + i], high_x = node[HIGH_X * FANOUT + i]
    cdef double low_y = node[LOW_Y * FANOUT + i], high_y = node[HIGH_Y * FANOUT + i]
    cdef double x = max(max(low_x - box[HIGH_X], box[LOW_X] - high_x), 0.0)
    cdef double y = max(max(low_y - box[HIGH_Y], box[LOW_Y] - high_y), 0.0)
    cdef double joint = ((max(high_x, box[HIGH_X]) - min(low_x, box[LOW_X]))
                         + (max(high_y, box[HIGH_Y]) - min(low_y, box[LOW_Y])))
    if low_x == INFINITY:
        return INFINITY
    return sqrt(x * x + y * y) - (MOTION_ROUNDOFF * joint + ROOT_OF_UNDERFLOW_ERROR)


cdef inline unsigned near_mask(const double* node, const double* box, double farthest,
                               double* distances) noexcept nogil:
    """Lower bounds of the distances of the boxes of a node from a box, and a bit for each that is
    no farther. Places without a box have low sides that are infinite or NaN, and no bit."""
    cdef unsigned mask = 0
    cdef int i
    for i in range(FANOUT):
        distances[i] = least_box_distance(node, i, box)
    for i in range(FANOUT):
        mask |= <unsigned>(distances[i] <= farthest and node[LOW_X * FANOUT + i] < INFINITY) << i
    return mask
