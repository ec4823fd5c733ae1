"""Both groups of a search for a move that separates them: copies of their parts; see parting.pyx."""

from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, set_empty
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.obstacle cimport Part, Side, set_part
from sepax._core.kernels.projection cimport convex_bounds
from sepax._core.memory cimport has_room, new_array


cdef inline bint read_side(Side* side, const Rows* rows) noexcept nogil:
    """Copy all parts, as they are in the world; False without memory."""
    cdef RowMemory memory
    cdef const Convex* part
    cdef Py_ssize_t k, first = 0, room_x = 0, room_y = 0
    side.count = rows.stop - rows.start
    side.parts = <Part*>new_array(side.count, sizeof(Part))
    if side.parts is NULL or not prepare_rows(rows, &memory):
        return False
    for k in range(side.count):
        part = row_at(rows, rows.start + k, &memory)
        if not (has_room(<void**>&side.x, &room_x, first + part.n, sizeof(double))
                and has_room(<void**>&side.y, &room_y, first + part.n, sizeof(double))):
            release_rows(&memory)
            return False
        side.parts[k].first = first
        set_part(side, side.parts + k, part)
        first += side.parts[k].n
    release_rows(&memory)
    return True


cdef inline void add_rounded(double* box, const Side* side, bint widest) noexcept nogil:
    """Enlarge a box to hold all parts, if `widest` as if all had the greatest radius."""
    cdef const Part* part
    cdef double bounds[4]
    cdef double most = 0.0, radius
    cdef Py_ssize_t k
    for k in range(side.count):
        most = max(most, side.parts[k].radius)
    for k in range(side.count):
        part = side.parts + k
        radius = most if widest else part.radius
        bounds[LOW_X], bounds[LOW_Y] = part.low_x - radius, part.low_y - radius
        bounds[HIGH_X], bounds[HIGH_Y] = part.high_x + radius, part.high_y + radius
        add_box(box, bounds)


cdef inline void scale_side(Side* side, double scale) noexcept nogil:
    """Take another unit: exact, as it is a power of two."""
    cdef Part* part
    cdef Py_ssize_t i, k
    for k in range(side.count):
        part = side.parts + k
        for i in range(part.first, part.first + part.n):
            side.x[i] *= scale
            side.y[i] *= scale
        part.radius *= scale
        part.low_x *= scale
        part.low_y *= scale
        part.high_x *= scale
        part.high_y *= scale


cdef inline bint read_rows_box(const Rows* rows, double* box) noexcept nogil:
    """The bounding box of all parts, as they are in the world; False without memory."""
    cdef RowMemory memory
    cdef double bounds[4]
    cdef Py_ssize_t k
    set_empty(box)
    if not prepare_rows(rows, &memory):
        return False
    for k in range(rows.start, rows.stop):
        convex_bounds(row_at(rows, k, &memory), bounds)
        add_box(box, bounds)
    release_rows(&memory)
    return True


cdef inline int order_of_boxes(const double* a, const double* b) noexcept nogil:
    """-1 if box a begins farther to the right, or else higher, or ends earlier; 1 if box b does; 0
    for equal boxes."""
    cdef int k
    for k in range(4):
        if a[k] != b[k]:
            return -1 if (a[k] > b[k]) == (k == LOW_X or k == LOW_Y) else 1
    return 0
