"""The parts of a group, or a single shape, as rows that loops go over alike."""

from sepax._core.arrays.extents cimport add_box
from sepax._core.arrays.index cimport Tree, box_of_tree
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


cdef inline void set_lone(Rows* rows, const Convex* convex) noexcept nogil:
    rows.shapes = NULL
    rows.tree = NULL
    rows.lone = convex
    rows.start = 0
    rows.stop = 1
    rows.thin = convex.n <= 2 and convex.radius == 0.0
