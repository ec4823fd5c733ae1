"""Boxes around rows that are the same however a row is stored: `box_of_rows` may be wider."""

from sepax._core.arrays.bounds cimport add_box, set_empty
from sepax._core.arrays.index cimport box_of_tree
from sepax._core.arrays.rings cimport box_of_boundary
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.arrays.storage cimport widen_rounded
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.projection cimport convex_bounds


cdef inline void exact_box_of_part(const Convex* part, double* box) noexcept nogil:
    """The box of a part, as wide as blocks store it."""
    convex_bounds(part, box)
    widen_rounded(part.radius, box)


cdef inline bint exact_box(const Rows* rows, double* box) noexcept nogil:
    """The box around a row, the same however it is stored; False without memory."""
    cdef RowMemory memory
    cdef double bounds[4]
    cdef Py_ssize_t k
    if rows.boundary is not NULL:
        box_of_boundary(rows.boundary, rows.place, box)
        return True
    if rows.tree is not NULL and rows.pose is NULL:
        box_of_tree(rows.tree, box)
        return True
    set_empty(box)
    if not prepare_rows(rows, &memory):
        return False
    for k in range(rows.start, rows.stop):
        exact_box_of_part(row_at(rows, k, &memory), bounds)
        add_box(box, bounds)
    release_rows(&memory)
    return True
