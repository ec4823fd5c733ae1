"""The parts of a group, or a single shape, as rows that loops go over alike."""

from libc.math cimport INFINITY
from libc.stdint cimport uint32_t

from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box
from sepax._core.arrays.index cimport FANOUT, NODE, Tree, box_in_tree, box_of_node, box_of_tree
from sepax._core.arrays.storage cimport (
    Restored, Storage, convex_at, prepare_memory, read_bounds, widen_rounded)
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.projection cimport convex_bounds

cdef struct Rows:
    const Storage* shapes
    const Tree* tree        # of them all; NULL where they are few
    const Convex* lone      # a single shape, which is in no block
    Py_ssize_t start
    Py_ssize_t stop
    bint thin


cdef inline const Convex* row_at(const Rows* rows, Py_ssize_t k, Restored* memory) noexcept nogil:
    return rows.lone if rows.lone is not NULL else convex_at(rows.shapes, k, memory)


cdef inline void prepare_rows(const Rows* rows, Restored* memory) noexcept nogil:
    if rows.lone is NULL:
        prepare_memory(rows.shapes, memory)


cdef inline void bounds_of_row(const Rows* rows, Py_ssize_t k, double* bounds) noexcept nogil:
    """So wide that rounding leaves nothing outside."""
    if rows.lone is not NULL:
        convex_bounds(rows.lone, bounds)
        widen_rounded(rows.lone.radius, bounds)
    else:
        read_bounds(rows.shapes, k, True, bounds)


cdef inline void box_of_rows(const Rows* rows, double* box) noexcept nogil:
    """Around all parts."""
    cdef double bounds[4]
    cdef Py_ssize_t k
    box_of_tree(rows.tree, box)
    if rows.tree is not NULL:
        return
    for k in range(rows.start, rows.stop):
        bounds_of_row(rows, k, bounds)
        add_box(box, bounds)


# --- the boxes of rows as a tree -------------------------------------------------------
#
# Rows without a tree are entries of one level, with the nodes of a level above them. A single row
# has no level.

cdef inline int levels_of_rows(const Rows* rows) noexcept nogil:
    if rows.tree is not NULL:
        return rows.tree.levels
    return 0 if rows.stop - rows.start == 1 else 1


cdef inline Py_ssize_t row_of_entry(const Rows* rows, uint32_t k) noexcept nogil:
    """The row of an entry of level 0."""
    return rows.tree.row[k] if rows.tree is not NULL else rows.start + k


cdef inline uint32_t entry_of_row(const Rows* rows, Py_ssize_t row) noexcept nogil:
    return rows.tree.slot[row] if rows.tree is not NULL else <uint32_t>(row - rows.start)


cdef inline void fill_node(const Rows* rows, uint32_t k, double* node) noexcept nogil:
    """Node k of rows without a tree."""
    cdef double bounds[4]
    cdef Py_ssize_t i, row
    for i in range(FANOUT):
        row = rows.start + <Py_ssize_t>k * FANOUT + i
        bounds[LOW_X] = bounds[LOW_Y] = INFINITY
        bounds[HIGH_X] = bounds[HIGH_Y] = -INFINITY
        if row < rows.stop:
            bounds_of_row(rows, row, bounds)
        node[LOW_X * FANOUT + i] = bounds[LOW_X]
        node[LOW_Y * FANOUT + i] = bounds[LOW_Y]
        node[HIGH_X * FANOUT + i] = bounds[HIGH_X]
        node[HIGH_Y * FANOUT + i] = bounds[HIGH_Y]


cdef inline const double* node_in_rows(const Rows* rows, int level, uint32_t k,
                                       double* room) noexcept nogil:
    """The boxes below an entry of a level, in `room` for a node where they are in no tree. The low
    sides are infinite where there is no box."""
    if rows.tree is NULL:
        fill_node(rows, k, room)
        return room
    return rows.tree.nodes + NODE * (rows.tree.first[level - 1] + k)


cdef inline void box_in_rows(const Rows* rows, int level, uint32_t k, double* box) noexcept nogil:
    """The box of an entry of a level."""
    cdef double node[NODE]
    if rows.tree is not NULL:
        box_in_tree(rows.tree, level, k, box)
    elif level == 0:
        bounds_of_row(rows, rows.start + k, box)
    else:
        fill_node(rows, k, node)
        box_of_node(node, box)


cdef inline void set_lone(Rows* rows, const Convex* convex) noexcept nogil:
    rows.shapes = NULL
    rows.tree = NULL
    rows.lone = convex
    rows.start = 0
    rows.stop = 1
    rows.thin = convex.n <= 2 and convex.radius == 0.0
