"""The parts of a row near a box, as a row of their own: for answers that no other part can change."""

from cpython.mem cimport PyMem_RawFree

from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.copies cimport (
    Copies, copy_some, points_at, release_copies, set_copied)
from sepax._core.arrays.exact_boxes cimport exact_box_of_part
from sepax._core.arrays.extents cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.part_numbers cimport keep_each_once
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.memory cimport has_room

cdef struct NearRows:
    Copies copies           # of the parts
    Py_ssize_t* chosen      # their numbers in the row; NULL for all of them
    Rows rows               # the copies


cdef inline bint meets_box(const double* box, const double* other, double reach) noexcept nogil:
    return (box[LOW_X] - reach <= other[HIGH_X] and other[LOW_X] <= box[HIGH_X] + reach
            and box[LOW_Y] - reach <= other[HIGH_Y] and other[LOW_Y] <= box[HIGH_Y] + reach)


cdef inline bint choose_near(const Rows* rows, const double* box, double reach,
                             Py_ssize_t** chosen, Py_ssize_t* count) noexcept nogil:
    """List the parts whose boxes are so near to a box, whatever the row is stored as; False without
    memory. To be freed."""
    cdef RowSearch search
    cdef RowMemory memory
    cdef double bounds[4]
    cdef Py_ssize_t k, room = 0
    cdef bint enough = True
    chosen[0] = NULL
    count[0] = 0
    if not prepare_rows(rows, &memory):
        return False
    seek_in_box(&search, rows, box[LOW_X] - reach, box[LOW_Y] - reach, box[HIGH_X] + reach,
                box[HIGH_Y] + reach)
    while enough:
        k = next_in_box(&search)
        if k < 0:
            break
        exact_box_of_part(row_at(rows, k, &memory), bounds)
        if meets_box(bounds, box, reach):
            enough = has_room(<void**>chosen, &room, count[0] + 1, sizeof(Py_ssize_t))
            if enough:
                chosen[0][count[0]] = k - rows.start
                count[0] += 1
    release_rows(&memory)
    count[0] = keep_each_once(chosen[0], count[0])
    return enough


cdef inline void prepare_near(NearRows* near) noexcept nogil:
    """Before parts are copied."""
    near.copies.memory = near.copies.room
    near.chosen = NULL


cdef inline void release_near(NearRows* near) noexcept nogil:
    release_copies(&near.copies)
    PyMem_RawFree(near.chosen)
    near.chosen = NULL


cdef inline bint copy_near(const Rows* rows, const double* box, double reach, const double* step,
                           NearRows* near) noexcept nogil:
    """Copy the parts so near to a box, moved by a step; False without memory."""
    cdef double[2] still = [0.0, 0.0]
    cdef Py_ssize_t count
    release_near(near)
    if not (choose_near(rows, box, reach, &near.chosen, &count)
            and copy_some(rows, near.chosen, count, still, step, &near.copies)):
        return False
    set_near(near, rows)
    return True


cdef inline void set_near(NearRows* near, const Rows* rows) noexcept nogil:
    set_copied(&near.rows, &near.copies)
    near.rows.thin = rows.thin
    near.rows.is_compound = rows.is_compound


cdef inline void number_vertices(NearRows* near, const Rows* rows) noexcept nogil:
    """Number the vertices of copies through all parts of the row."""
    cdef Py_ssize_t k, place = 0, points = 0
    if near.chosen is NULL:
        return
    for k in range(rows.stop - rows.start):
        if place == near.copies.count:
            break
        if near.chosen[place] == k:
            near.copies.firsts[place] = points
            place += 1
        points += points_at(rows, rows.start + k)
