"""Copies of the parts of a row, also at another place, in memory of a call.

A copy has the normals of the part: translation does not change them. Its circles allow for the
rounding of its points. It is never marked as a box or a symmetric ring, as these are answered by
records.
"""

from cpython.mem cimport PyMem_RawFree
from libc.math cimport fabs
from libc.string cimport memcpy

from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.exact_boxes cimport exact_box_of_part
from sepax._core.arrays.part_numbers cimport keep_each_once
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at, set_rows
from sepax._core.arrays.storage cimport point_count
from sepax._core.kernels.convex cimport (
    BLOCK, Convex, assign_arrays, length_of, point_stride, repeat_points, set_edges)
from sepax._core.kernels.roundoff cimport grid_at
from sepax._core.memory cimport count_product, count_sum, has_room, new_array

cdef enum:
    COPY_ROOM = 640     # doubles on the stack: about a dozen boxes
    CONVEX_DOUBLES = (sizeof(Convex) + 7) // 8

cdef struct Copies:
    Convex* parts
    Py_ssize_t* firsts  # the number of the first vertex of each part; behind the last stands the end
    Py_ssize_t count
    Py_ssize_t* chosen  # the numbers of the parts in the row; NULL for all of them
    bint spoiled        # a polygon is hardly thicker than rounding leaves it there
    double* memory      # of them all: `room`, or the caller's to free
    double[COPY_ROOM] room


cdef inline void prepare_copies(Copies* copies) noexcept nogil:
    """Before parts are copied. To be released."""
    copies.memory = copies.room
    copies.chosen = NULL


cdef inline void release_copies(Copies* copies) noexcept nogil:
    if copies.memory is not copies.room:
        PyMem_RawFree(copies.memory)
    PyMem_RawFree(copies.chosen)
    prepare_copies(copies)


cdef inline Py_ssize_t points_at(const Rows* rows, Py_ssize_t k) noexcept nogil:
    return rows.lone[k].n if rows.lone is not NULL else point_count(rows.shapes, k)


cdef inline double move_points(double* values, const double* given, Py_ssize_t n, double origin,
                               double step) noexcept nogil:
    """Translate points to another origin, and by a step; returns the largest magnitude."""
    cdef double largest = 0.0
    cdef Py_ssize_t k
    for k in range(n):
        values[k] = (given[k] - origin) + step
        largest = max(largest, fabs(values[k]))
    repeat_points(values, n)
    return largest


cdef inline void copy_part(const Convex* part, const double* origin, const double* step,
                           double* memory, Convex* copy) noexcept nogil:
    """In memory of 5 * point_stride(n) doubles. A copy that is not moved has the bits of the part,
    without the marks."""
    cdef Py_ssize_t bytes = (part.edges + BLOCK - 1) // BLOCK * BLOCK * sizeof(double)
    cdef double grid
    copy[0] = part[0]
    assign_arrays(copy, part.n, memory)
    grid = grid_at(move_points(copy.x, part.x, part.n, origin[0], step[0]),
                   move_points(copy.y, part.y, part.n, origin[1], step[1]), 0.0)
    if part.edges:
        memcpy(copy.normal_x, part.normal_x, bytes)
        memcpy(copy.normal_y, part.normal_y, bytes)
        memcpy(copy.offset, part.offset, bytes)
    copy.is_box = copy.is_rectangle = False
    copy.half = 0
    copy.skew = 0.0
    if origin[0] == 0.0 == origin[1] and step[0] == 0.0 == step[1]:
        return
    copy.centre_x = (part.centre_x - origin[0]) + step[0]
    copy.centre_y = (part.centre_y - origin[1]) + step[1]
    copy.bounding_radius += grid
    copy.inscribed_radius -= grid


cdef inline bint reserve_copies(Copies* copies, const Rows* rows, const Py_ssize_t* chosen,
                                Py_ssize_t count) noexcept nogil:
    """Make room for some parts of a row; False without memory."""
    cdef Py_ssize_t k, size = count_sum(count_product(count, CONVEX_DOUBLES), count + 1)
    copies.count = count
    copies.spoiled = False
    for k in range(count):
        size = count_sum(size, count_product(5, point_stride(points_at(
            rows, rows.start + (k if chosen is NULL else chosen[k])))))
    if size > COPY_ROOM:
        copies.memory = <double*>new_array(size, sizeof(double))
        if copies.memory is NULL:
            copies.memory = copies.room
            return False
    copies.parts = <Convex*>copies.memory
    copies.firsts = <Py_ssize_t*>(copies.memory + count * CONVEX_DOUBLES)
    return True


cdef inline bint copy_some(const Rows* rows, const Py_ssize_t* chosen, Py_ssize_t count,
                           const double* origin, const double* step, Copies* copies) noexcept nogil:
    """Copy parts, by their numbers, or all for NULL, relative to an origin, and moved by a step;
    False without memory."""
    cdef RowMemory memory
    cdef const Convex* part
    cdef double* numbers
    cdef Py_ssize_t k, points = 0
    if not (reserve_copies(copies, rows, chosen, count) and prepare_rows(rows, &memory)):
        return False
    numbers = <double*>(copies.firsts + count + 1)
    for k in range(count):
        part = row_at(rows, rows.start + (k if chosen is NULL else chosen[k]), &memory)
        copies.firsts[k] = points
        points += part.n
        copy_part(part, origin, step, numbers, copies.parts + k)
        copies.spoiled |= part.n > 2 and copies.parts[k].inscribed_radius <= 0.0
        numbers += 5 * point_stride(part.n)
    copies.firsts[count] = points
    release_rows(&memory)
    return True


cdef inline bint copy_rows(const Rows* rows, const double* origin, const double* step,
                           Copies* copies) noexcept nogil:
    """Copy all parts in the same way."""
    return copy_some(rows, NULL, rows.stop - rows.start, origin, step, copies)


cdef inline bint meets_box(const double* box, const double* other, double reach) noexcept nogil:
    return (box[LOW_X] - reach <= other[HIGH_X] and other[LOW_X] <= box[HIGH_X] + reach
            and box[LOW_Y] - reach <= other[HIGH_Y] and other[LOW_Y] <= box[HIGH_Y] + reach)


cdef inline bint choose_near(const Rows* rows, const double* box, double reach,
                             Copies* copies) noexcept nogil:
    """List the parts whose boxes are so near to a box, the same however the row is stored; False
    without memory."""
    cdef RowSearch search
    cdef RowMemory memory
    cdef double bounds[4]
    cdef Py_ssize_t k, room = 0
    cdef bint enough = True
    copies.count = 0
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
            enough = has_room(<void**>&copies.chosen, &room, copies.count + 1, sizeof(Py_ssize_t))
            if enough:
                copies.chosen[copies.count] = k - rows.start
                copies.count += 1
    release_rows(&memory)
    copies.count = keep_each_once(copies.chosen, copies.count)
    return enough


cdef inline bint copy_near(const Rows* rows, const double* box, double reach, const double* step,
                           Copies* copies) noexcept nogil:
    """Copy the parts so near to a box, moved by a step: for answers that no other part can
    change."""
    cdef double[2] still = [0.0, 0.0]
    return choose_near(rows, box, reach, copies) and copy_some(
        rows, copies.chosen, copies.count, still, step, copies)


cdef inline void set_copied(const Rows* rows, const Copies* copies, Rows* copied) noexcept nogil:
    """Rows of the copies of parts of a row, without a tree and a boundary."""
    set_rows(copied, NULL, NULL, 0, copies.count, False)
    copied.lone = copies.parts
    copied.thin = rows.thin
    copied.is_compound = rows.is_compound


cdef inline void number_vertices(Copies* copies, const Rows* rows) noexcept nogil:
    """Number the vertices of copies through all parts of the row."""
    cdef Py_ssize_t k, place = 0, points = 0
    if copies.chosen is NULL:
        return
    for k in range(rows.stop - rows.start):
        if place == copies.count:
            break
        if copies.chosen[place] == k:
            copies.firsts[place] = points
            place += 1
        points += points_at(rows, rows.start + k)


cdef inline double farthest_from(const Copies* copies, const double* place) noexcept nogil:
    """The distance of the farthest point of any part from a place, plus the largest radius."""
    cdef double farthest = 0.0, radius = 0.0
    cdef const Convex* part
    cdef Py_ssize_t i, k
    for i in range(copies.count):
        part = copies.parts + i
        radius = max(radius, part.radius)
        for k in range(part.n):
            farthest = max(farthest, length_of(part.x[k] - place[0], part.y[k] - place[1]))
    return farthest + radius


cdef inline void turn_copies(Copies* copies, const double* place, double sine, double cosine,
                             const double* target) noexcept nogil:
    """Turn all parts about a place, and translate that to another one."""
    cdef Convex* part
    cdef double x, y
    cdef Py_ssize_t i, k
    for i in range(copies.count):
        part = copies.parts + i
        for k in range(part.n):
            x = part.x[k] - place[0]
            y = part.y[k] - place[1]
            part.x[k] = target[0] + (cosine * x - sine * y)
            part.y[k] = target[1] + (sine * x + cosine * y)
        repeat_points(part.x, part.n)
        repeat_points(part.y, part.n)
        x = part.centre_x - place[0]
        y = part.centre_y - place[1]
        part.centre_x = target[0] + (cosine * x - sine * y)
        part.centre_y = target[1] + (sine * x + cosine * y)
        if part.edges:
            set_edges(part)
        else:
            part.centre_x = part.x[0]
            part.centre_y = part.y[0]
        part.bounding_radius += grid_at(part.centre_x, part.centre_y, part.bounding_radius)
        part.inscribed_radius -= grid_at(part.centre_x, part.centre_y, part.bounding_radius)
