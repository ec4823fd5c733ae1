"""Parts of a row in the world, all at once, and the pairs of them that are near.

`row_at` of rows.pxd has one part at a time. Here all parts with an area are held together.
"""

from cpython.mem cimport PyMem_RawFree
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from sepax._core.arrays.boundary_search cimport RowSearch, next_in_box, seek_in_box
from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y
from sepax._core.arrays.pair_list cimport INTERRUPTED, NO_MEMORY
from sepax._core.arrays.rows cimport (
    RowMemory, Rows, bounds_of_row, prepare_rows, release_rows, row_at, world_size)
from sepax._core.arrays.storage cimport has_bodies, point_count, widen_rounded
from sepax._core.interrupts cimport Watch, was_interrupted
from sepax._core.kernels.convex cimport Convex, has_area, point_stride
from sepax._core.kernels.overlap cimport shape_comes_before
from sepax._core.kernels.pose cimport edge_stride
from sepax._core.kernels.projection cimport convex_bounds
from sepax._core.memory cimport count_product, count_sum, new_array

cdef enum:
    PART = 5 + sizeof(Convex) // sizeof(double)     # doubles: a pointer, a box and a copy
    HELD_ROOM = 12 * (PART + 24)    # on the stack, for a dozen parts of four vertices
    FEW_BOXES = 4096    # pairs of parts, up to which all boxes are compared

cdef extern from *:
    const double FAR "1e300"    # beyond all shapes

cdef struct HeldParts:
    const Convex** part     # copies, unless they stand somewhere
    double* box             # 4 numbers each, so wide that rounding leaves nothing outside
    Py_ssize_t count
    Convex* copies          # by the number of the part
    double* numbers         # where the arrays of the next copy begin
    double* memory          # of all this: `room`, or to be freed
    double[HELD_ROOM] room

cdef struct Begin:
    double x                # where the box of a part begins
    Py_ssize_t k            # the part, or count + part for one of b

cdef struct PairWalk:
    # All pairs of parts whose boxes overlap, one after the other.
    const HeldParts* a
    const HeldParts* b
    Py_ssize_t i            # of all pairs the next
    Py_ssize_t j
    # Where there are many, a line sweeps over the boxes: those that begin, in order, and the parts of
    # either side that the line is in, or has passed by.
    Begin* begins           # NULL where there are few
    Py_ssize_t next_begin
    Py_ssize_t* crossed[2]
    Py_ssize_t counts[2]
    Py_ssize_t next_crossed
    Watch* watch
    bint interrupted


# --- holding parts ----------------------------------------------------------------------

cdef inline bint stand_somewhere(const Rows* rows) noexcept nogil:
    """Whether parts stay where `row_at` finds them."""
    return rows.lone is not NULL or rows.pose is NULL and has_bodies(rows.shapes)


cdef inline bint boxes_overlap(const double* a, const double* b) noexcept nogil:
    return (a[LOW_X] < b[HIGH_X] and b[LOW_X] < a[HIGH_X]
            and a[LOW_Y] < b[HIGH_Y] and b[LOW_Y] < a[HIGH_Y])


cdef inline void seek_near(RowSearch* search, const Rows* rows, const double* near) noexcept nogil:
    seek_in_box(search, rows, near[LOW_X], near[LOW_Y], near[HIGH_X], near[HIGH_Y])


cdef inline bint reserve_parts(HeldParts* held, const Rows* rows, const double* near) noexcept nogil:
    """Make room for as many parts as may come; False without memory."""
    cdef RowSearch search
    cdef Py_ssize_t k, count = 0, numbers = 0, size
    cdef bint are_kept = stand_somewhere(rows)
    seek_near(&search, rows, near)
    while True:
        k = next_in_box(&search)
        if k < 0:
            break
        count += 1
        if not are_kept:
            numbers = count_sum(numbers, world_size(point_count(rows.shapes, k)))
    size = count_sum(count_product(count, PART), numbers)
    held.memory = held.room
    if size > HELD_ROOM:
        held.memory = <double*>new_array(size, sizeof(double))
    if held.memory is NULL:
        return False
    held.part = <const Convex**>held.memory
    held.box = held.memory + count
    held.copies = <Convex*>(held.memory + 5 * count)
    held.numbers = held.memory + PART * count
    return True


cdef inline void copy_numbers(double** copy, double* place, Py_ssize_t count) noexcept nogil:
    memcpy(place, copy[0], count * sizeof(double))
    copy[0] = place


cdef inline const Convex* copied_part(HeldParts* held, const Convex* part) noexcept nogil:
    """A copy of a part with its arrays."""
    cdef Convex* copy = held.copies + held.count
    cdef Py_ssize_t points = point_stride(part.n), edges = edge_stride(part.n)
    copy[0] = part[0]
    copy_numbers(&copy.x, held.numbers, points)
    copy_numbers(&copy.y, held.numbers + points, points)
    held.numbers += 2 * points
    if part.edges:
        copy_numbers(&copy.normal_x, held.numbers, edges)
        copy_numbers(&copy.normal_y, held.numbers + edges, edges)
        copy_numbers(&copy.offset, held.numbers + 2 * edges, edges)
        held.numbers += 3 * edges
    return copy


cdef inline void hold_part(HeldParts* held, const Rows* rows, const Convex* part) noexcept nogil:
    if not has_area(part):
        return
    convex_bounds(part, held.box + 4 * held.count)
    widen_rounded(part.radius, held.box + 4 * held.count)
    held.part[held.count] = part if stand_somewhere(rows) else copied_part(held, part)
    held.count += 1


cdef inline int hold_near(HeldParts* held, const Rows* rows, const double* near,
                          Watch* watch) noexcept nogil:
    """Hold the parts of a row whose boxes overlap a box; 0, or a Failure. To be released."""
    cdef RowSearch search
    cdef RowMemory memory
    cdef double bounds[4]
    cdef Py_ssize_t k
    cdef int result = 0
    held.count = 0
    held.memory = held.room
    if not prepare_rows(rows, &memory):
        return NO_MEMORY
    if reserve_parts(held, rows, near):
        seek_near(&search, rows, near)
        while result == 0:
            k = next_in_box(&search)
            if k < 0:
                break
            bounds_of_row(rows, k, bounds)
            if boxes_overlap(bounds, near):
                hold_part(held, rows, row_at(rows, k, &memory))
            if was_interrupted(watch, 4):
                result = INTERRUPTED
    else:
        held.memory = held.room
        result = NO_MEMORY
    release_rows(&memory)
    return result


cdef inline int hold_all(HeldParts* held, const Rows* rows, Watch* watch) noexcept nogil:
    """Hold all parts."""
    # Finite: where a node of a tree has no box, low sides are infinite.
    cdef double[4] everywhere = [-FAR, -FAR, FAR, FAR]
    return hold_near(held, rows, everywhere, watch)


cdef inline void release_parts(HeldParts* held) noexcept nogil:
    if held.memory is not held.room:
        PyMem_RawFree(held.memory)
        held.memory = held.room


cdef inline int compare_parts(const void* a, const void* b) noexcept nogil:
    cdef const Convex* one = (<const Convex**>a)[0]
    cdef const Convex* other = (<const Convex**>b)[0]
    return shape_comes_before(other, one) - shape_comes_before(one, other)


cdef inline void sort_parts(HeldParts* held) noexcept nogil:
    """Sort parts into an order that does not depend on the row, without their boxes."""
    if held.count:
        qsort(held.part, held.count, sizeof(Convex*), compare_parts)


cdef inline int order_of_parts(const HeldParts* a, const HeldParts* b) noexcept nogil:
    """Compare two sides of sorted parts: negative if a comes first, 0 if they have the same."""
    cdef Py_ssize_t k
    cdef int order
    if a.count != b.count:
        return -1 if a.count < b.count else 1
    for k in range(a.count):
        order = compare_parts(a.part + k, b.part + k)
        if order:
            return order
    return 0


# --- pairs ------------------------------------------------------------------------------

cdef inline int compare_begins(const void* a, const void* b) noexcept nogil:
    cdef const Begin* one = <const Begin*>a
    cdef const Begin* other = <const Begin*>b
    return (one.x > other.x) - (one.x < other.x)


cdef inline bint start_pairs(PairWalk* walk, const HeldParts* a, const HeldParts* b,
                             Watch* watch) noexcept nogil:
    """Begin with the first pair; False without memory. To be ended."""
    cdef Py_ssize_t k, count = a.count + b.count
    walk.a = a
    walk.b = b
    walk.i = walk.j = 0
    walk.begins = NULL
    walk.watch = watch
    walk.interrupted = False
    if count_product(a.count, b.count) <= FEW_BOXES:
        return True
    walk.begins = <Begin*>new_array(count, sizeof(Begin) + sizeof(Py_ssize_t))
    if walk.begins is NULL:
        return False
    walk.crossed[0] = <Py_ssize_t*>(walk.begins + count)
    walk.crossed[1] = walk.crossed[0] + a.count
    walk.counts[0] = walk.counts[1] = walk.next_begin = walk.next_crossed = 0
    for k in range(count):
        walk.begins[k].k = k
        walk.begins[k].x = (a.box + 4 * k if k < a.count else b.box + 4 * (k - a.count))[LOW_X]
    qsort(walk.begins, count, sizeof(Begin), compare_begins)
    return True


cdef inline void end_pairs(PairWalk* walk) noexcept nogil:
    PyMem_RawFree(walk.begins)


cdef inline bint next_of_all(PairWalk* walk, Py_ssize_t* i, Py_ssize_t* j) noexcept nogil:
    while walk.i < walk.a.count:
        i[0] = walk.i
        while walk.j < walk.b.count:
            j[0] = walk.j
            walk.j += 1
            if boxes_overlap(walk.a.box + 4 * i[0], walk.b.box + 4 * j[0]):
                return True
        walk.i += 1
        walk.j = 0
    return False


cdef inline bint next_crossed(PairWalk* walk, bint of_b, const double* box,
                              Py_ssize_t* found) noexcept nogil:
    """The next part of a side whose box overlaps one that begins; parts that have ended leave the
    list."""
    cdef const double* boxes = (walk.b if of_b else walk.a).box
    cdef Py_ssize_t* crossed = walk.crossed[of_b]
    cdef Py_ssize_t k
    while walk.next_crossed < walk.counts[of_b]:
        k = crossed[walk.next_crossed]
        if boxes[4 * k + HIGH_X] <= box[LOW_X]:
            walk.counts[of_b] -= 1
            crossed[walk.next_crossed] = crossed[walk.counts[of_b]]
            continue
        walk.next_crossed += 1
        if boxes_overlap(boxes + 4 * k, box):
            found[0] = k
            return True
    return False


cdef inline bint next_in_sweep(PairWalk* walk, Py_ssize_t* i, Py_ssize_t* j) noexcept nogil:
    cdef Py_ssize_t k
    cdef bint of_b
    while walk.next_begin < walk.a.count + walk.b.count and not walk.interrupted:
        k = walk.begins[walk.next_begin].k
        of_b = k >= walk.a.count
        if of_b:
            j[0] = k = k - walk.a.count
            if next_crossed(walk, False, walk.b.box + 4 * k, i):
                return True
        else:
            i[0] = k
            if next_crossed(walk, True, walk.a.box + 4 * k, j):
                return True
        walk.crossed[of_b][walk.counts[of_b]] = k
        walk.counts[of_b] += 1
        walk.next_begin += 1
        walk.interrupted = was_interrupted(walk.watch, 1 + walk.next_crossed // 4)
        walk.next_crossed = 0
    return False


cdef inline bint next_pair(PairWalk* walk, Py_ssize_t* i, Py_ssize_t* j) noexcept nogil:
    """The next pair of parts, one of each side; False at the end, or after an interrupt."""
    return next_of_all(walk, i, j) if walk.begins is NULL else next_in_sweep(walk, i, j)
