"""Both rows of a search for a move that separates them: copies of their parts; see separate.pyx.
"""

from cpython.mem cimport PyMem_RawFree
from libc.limits cimport INT_MAX
from libc.math cimport frexp, ldexp
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from sepax._core.arrays.bounds cimport HIGH_X, HIGH_Y, LOW_X, LOW_Y, add_box, set_empty
from sepax._core.arrays.rows cimport RowMemory, Rows, prepare_rows, release_rows, row_at
from sepax._core.arrays.storage cimport widen_rounded
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.obstacle cimport (
    Part, Side, Vertex, next_point, point_before, set_part, set_part_edges)
from sepax._core.memory cimport new_zeros
from sepax._core.separate_room cimport Room, grow

cdef enum:
    LARGEST_EXPONENT = 1000     # of a power of two that surely is a number
    SMALL_TABLE = 128           # on the stack: for half as many edges


# --- the parts ------------------------------------------------------------------------

cdef inline bint read_side(Side* side, const Rows* rows, Room* points, Room* parts) noexcept nogil:
    """Copy all parts, as they are in the world; False without memory."""
    cdef RowMemory memory
    cdef bint enough
    side.count = rows.stop - rows.start
    side.point_count = 0
    if not grow(parts, side.count) or not prepare_rows(rows, &memory):
        return False
    side.parts = <Part*>parts.items
    enough = copy_parts(side, rows, points, &memory)
    side.points = <Vertex*>points.items
    release_rows(&memory)
    return enough


cdef inline bint copy_parts(Side* side, const Rows* rows, Room* points,
                            RowMemory* memory) noexcept nogil:
    cdef const Convex* part
    cdef Py_ssize_t k
    for k in range(side.count):
        part = row_at(rows, rows.start + k, memory)
        if side.point_count + part.n > INT_MAX or not grow(points, side.point_count + part.n):
            return False
        side.points = <Vertex*>points.items
        side.parts[k].first = side.point_count
        set_part(side, side.parts + k, part)
        side.point_count += side.parts[k].n
    return True


cdef inline void set_edges_of_side(Side* side) noexcept nogil:
    cdef Py_ssize_t k
    for k in range(side.count):
        set_part_edges(side, k)


# --- boxes ----------------------------------------------------------------------------

cdef inline void box_of_part(const Part* part, double radius, double* box) noexcept nogil:
    box[LOW_X], box[LOW_Y] = part.low_x - radius, part.low_y - radius
    box[HIGH_X], box[HIGH_Y] = part.high_x + radius, part.high_y + radius


cdef inline void box_of_side(double* box, const Side* side) noexcept nogil:
    """So wide that rounding leaves nothing outside."""
    cdef double bounds[4]
    cdef Py_ssize_t k
    set_empty(box)
    for k in range(side.count):
        box_of_part(side.parts + k, side.parts[k].radius, bounds)
        widen_rounded(side.parts[k].radius, bounds)
        add_box(box, bounds)


cdef inline void add_widest(double* box, const Side* side) noexcept nogil:
    """Enlarge a box to hold all parts as if all had the greatest radius."""
    cdef double bounds[4]
    cdef double most = 0.0
    cdef Py_ssize_t k
    for k in range(side.count):
        most = max(most, side.parts[k].radius)
    for k in range(side.count):
        box_of_part(side.parts + k, most, bounds)
        add_box(box, bounds)


cdef inline double exit_of_boxes(const double* a, const double* b) noexcept nogil:
    """How far box a has to move, along an axis, to leave box b."""
    return min(min(b[HIGH_X] - a[LOW_X], a[HIGH_X] - b[LOW_X]),
               min(b[HIGH_Y] - a[LOW_Y], a[HIGH_Y] - b[LOW_Y]))


cdef inline int order_of_boxes(const double* a, const double* b) noexcept nogil:
    """-1 if box a begins farther to the right, or else higher, or ends earlier; 1 if box b does; 0
    for equal boxes."""
    cdef int k
    for k in range(4):
        if a[k] != b[k]:
            return -1 if (a[k] > b[k]) == (k == LOW_X or k == LOW_Y) else 1
    return 0


# --- the unit -------------------------------------------------------------------------

cdef inline void scale_side(Side* side, double scale) noexcept nogil:
    """Take another unit: exact, as it is a power of two."""
    cdef Part* part
    cdef Py_ssize_t k
    for k in range(side.point_count):
        side.points[k].x *= scale
        side.points[k].y *= scale
    for k in range(side.count):
        part = side.parts + k
        part.radius *= scale
        part.low_x *= scale
        part.low_y *= scale
        part.high_x *= scale
        part.high_y *= scale


cdef inline int use_unit(Side* a, Side* b) noexcept nogil:
    """Measure in the unit of both rows; returns its exponent."""
    cdef double box[4]
    cdef int exponent, half
    set_empty(box)
    add_widest(box, a)
    add_widest(box, b)
    frexp(max(box[HIGH_X] - box[LOW_X], box[HIGH_Y] - box[LOW_Y]), &exponent)
    half = exponent // 2 if abs(exponent) > LARGEST_EXPONENT else exponent
    if half != 0:
        scale_side(a, ldexp(1.0, -half))
        scale_side(b, ldexp(1.0, -half))
    if half != exponent:
        scale_side(a, ldexp(1.0, half - exponent))
        scale_side(b, ldexp(1.0, half - exponent))
    return exponent


# --- seams ----------------------------------------------------------------------------
#
# Where two polygons of a row have an edge in common, one on each side of it, it is a seam: the
# whole has no boundary there. To find such edges there is a table of those seen so far.

cdef inline size_t key_of_edge(const Vertex* start, const Vertex* end) noexcept nogil:
    """Of the coordinates of its ends, where 0.0 and -0.0 are the same."""
    cdef double[4] numbers = [start.x + 0.0, start.y + 0.0, end.x + 0.0, end.y + 0.0]
    cdef uint64_t[4] bits
    cdef uint64_t key = 0
    cdef int k
    memcpy(bits, numbers, sizeof(bits))
    for k in range(4):
        key = (key ^ bits[k]) * <uint64_t>0x9E3779B97F4A7C15
        key ^= key >> 29
    return <size_t>key


cdef inline bint is_same_place(const Vertex* one, const Vertex* other) noexcept nogil:
    return one.x == other.x and one.y == other.y


cdef inline void join_edges(Side* side, Py_ssize_t one, Py_ssize_t other) noexcept nogil:
    """Note of both sides of a seam what is behind it."""
    cdef Vertex* points = side.points
    cdef const Part* part = side.parts + points[one].part
    cdef const Part* other_part = side.parts + points[other].part
    points[one].after = <int>next_point(other_part, other)
    points[next_point(part, one)].before = <int>point_before(other_part, other)
    points[other].after = <int>next_point(part, one)
    points[next_point(other_part, other)].before = <int>point_before(part, one)


cdef inline void find_seam(Side* side, Py_ssize_t k, int* table, size_t mask) noexcept nogil:
    """Look for an edge the other way round in the table, and add this one."""
    cdef Vertex* points = side.points
    cdef Py_ssize_t end = next_point(side.parts + points[k].part, k), other
    cdef size_t slot = key_of_edge(points + end, points + k) & mask
    while table[slot] != 0:
        other = table[slot] - 1
        if points[other].part != points[k].part and is_same_place(
                points + other, points + end) and is_same_place(
                points + next_point(side.parts + points[other].part, other), points + k):
            join_edges(side, k, other)
            break
        slot = (slot + 1) & mask
    slot = key_of_edge(points + k, points + end) & mask
    while table[slot] != 0:
        other = table[slot] - 1
        if is_same_place(points + other, points + k) and is_same_place(
                points + next_point(side.parts + points[other].part, other), points + end):
            return      # of a part once more
        slot = (slot + 1) & mask
    table[slot] = <int>k + 1


cdef inline bint find_seams(Side* side) noexcept nogil:
    """Note which edges are seams; False without memory."""
    cdef int[SMALL_TABLE] small
    cdef int* table = small
    cdef size_t size = SMALL_TABLE
    cdef const Part* part
    cdef Py_ssize_t i, k
    if side.count == 1:
        return True
    while size < <size_t>side.point_count * 2:
        size *= 2
    if size == SMALL_TABLE:
        for i in range(SMALL_TABLE):
            small[i] = 0
    else:
        table = <int*>new_zeros(<Py_ssize_t>size, sizeof(int))
        if table is NULL:
            return False
    for i in range(side.count):
        part = side.parts + i
        if part.n > 2 and part.radius == 0.0:
            for k in range(part.first, part.first + part.n):
                find_seam(side, k, table, size - 1)
    if table is not small:
        PyMem_RawFree(table)
    return True
