"""The convex shapes of outlines: rectangles, discs, hulls of points and of the pixels of masks."""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_RawFree
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from sepax._core.arrays.boxes cimport BOX_DOUBLES, box_measure, box_set_points, is_box_size
from sepax._core.kernels.convex cimport Convex
from sepax._core.kernels.pose cimport (
    PosedConvex, posed_assign_arrays, posed_measure, posed_size, posed_update, sine_cosine)
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros
from sepax._core.shape cimport Shape
from sepax.compat._core.pygame_outlines cimport (
    DISC, EMPTY, PIXELS, POINTS, SHAPE, TURNED, Outline, read_point)


cdef struct Box:
    double x, y, width, height      # about its centre
    double angle                    # radians, as poses have it


cdef inline Box box_of(const Outline* outline) noexcept nogil:
    """A rectangle as `Polygon.box` takes it. An upright one keeps the sides that are compared."""
    if outline.form == TURNED:
        return Box(outline.x, outline.y, outline.width, outline.height, outline.angle)
    return Box(0.5 * (outline.left + outline.right), 0.5 * (outline.top + outline.bottom),
               outline.right - outline.left, outline.bottom - outline.top, 0.0)


cdef struct Point:
    double x, y

cdef struct Figure:
    const Convex* convex
    PosedConvex posed
    double* heap
    double box[BOX_DOUBLES]


cdef inline void discard(Figure* figure) noexcept:
    PyMem_RawFree(figure.heap)
    figure.heap = NULL


cdef inline int apply_pose(Figure* figure, double x, double y, double angle) except -1:
    figure.posed.pose.x = x + 0.0    # no negative zero, as in shapes
    figure.posed.pose.y = y + 0.0
    figure.posed.pose.angle = angle + 0.0
    sine_cosine(figure.posed.pose.angle, &figure.posed.pose.sine, &figure.posed.pose.cosine)
    if not posed_update(&figure.posed):
        raise ValueError(f"the vertices of a sprite at {(x, y)} are not finite or round to a ring "
                         "without area")
    figure.convex = &figure.posed.convex
    return 0


cdef inline int build_box(Figure* figure, const Outline* outline) except -1:
    cdef Box box = box_of(outline)
    if not (is_box_size(0.5 * box.width) and is_box_size(0.5 * box.height)):
        raise ValueError(f"a rectangle must have finite sides, got {box.width} by {box.height}")
    posed_assign_arrays(&figure.posed, 4, figure.box)
    box_set_points(&figure.posed, 0.5 * box.width, 0.5 * box.height)
    box_measure(&figure.posed, 0.5 * box.width, 0.5 * box.height)
    apply_pose(figure, box.x, box.y, box.angle)
    return 0


cdef inline int allocate(Figure* figure, Py_ssize_t n) except -1:
    figure.heap = <double*>new_zeros(posed_size(n), sizeof(double))
    if figure.heap is NULL:
        raise MemoryError
    posed_assign_arrays(&figure.posed, n, figure.heap)
    return 0


cdef inline int build_disc(Figure* figure, const Outline* outline) except -1:
    allocate(figure, 1)
    posed_measure(&figure.posed, 1, 0, outline.width)
    apply_pose(figure, outline.x, outline.y, 0.0)
    return 0


cdef inline int build_ring(Figure* figure, const Point* corners, Py_ssize_t n, double x,
                           double y) except -1:
    cdef Py_ssize_t i
    allocate(figure, n)
    for i in range(n):
        figure.posed.local_x[i] = corners[i].x
        figure.posed.local_y[i] = corners[i].y
    posed_measure(&figure.posed, n, n, 0.0)
    apply_pose(figure, x, y, 0.0)
    return 0


cdef inline Point* allocate_points(Py_ssize_t n) except NULL:
    """Room for n points and for the hull of them."""
    cdef Point* points = <Point*>new_array(count_sum(count_product(3, n), 1), sizeof(Point))
    if points is NULL:
        raise MemoryError
    return points


cdef inline int by_x_and_y(const void* a, const void* b) noexcept nogil:
    cdef const Point* p = <const Point*>a
    cdef const Point* q = <const Point*>b
    if p.x != q.x:
        return 1 if p.x > q.x else -1
    return (p.y > q.y) - (p.y < q.y)


cdef inline bint turns_left(const Point* corners, Py_ssize_t last, const Point* to) noexcept nogil:
    return orient2d(corners[last - 1].x, corners[last - 1].y, corners[last].x, corners[last].y,
                    to.x, to.y) > 0


cdef inline Py_ssize_t hull_of_sorted(const Point* points, Py_ssize_t n,
                                      Point* corners) noexcept nogil:
    """The corners of the hull, counter-clockwise from the first point (Andrew's monotone chain);
    fewer than 3 if it has no area. `corners` has room for 2 n."""
    cdef Py_ssize_t i, count = 0, lower
    for i in range(n):
        while count > 1 and not turns_left(corners, count - 1, &points[i]):
            count -= 1
        corners[count] = points[i]
        count += 1
    lower = count
    for i in range(n - 2, -1, -1):
        while count > lower and not turns_left(corners, count - 1, &points[i]):
            count -= 1
        corners[count] = points[i]
        count += 1
    return count - 1


cdef inline bint build_points(Figure* figure, tuple source) except -1:
    cdef Py_ssize_t i, n = len(source), count
    cdef Point* points = allocate_points(n)
    try:
        for i in range(n):
            read_point(source[i], i, &points[i].x, &points[i].y)
        qsort(points, n, sizeof(Point), &by_x_and_y)
        count = hull_of_sorted(points, n, points + n)
        if count >= 3:
            build_ring(figure, points + n, count, 0.0, 0.0)
        return count >= 3
    finally:
        PyMem_RawFree(points)


# --- masks ------------------------------------------------------------------------

cdef inline int highest_bit(uint64_t word) noexcept nogil:
    cdef int bit = 0, step = 32
    while step:
        if word >> step:
            word >>= step
            bit += step
        step //= 2
    return bit


cdef inline uint64_t read_word(const char* place, Py_ssize_t size) noexcept nogil:
    cdef uint32_t half
    cdef uint64_t word
    if size == 4:
        memcpy(&half, place, 4)
        return half
    memcpy(&word, place, 8)
    return word


cdef inline bint row_extent(const Py_buffer* view, Py_ssize_t y, Py_ssize_t width,
                            Py_ssize_t* first, Py_ssize_t* last) noexcept nogil:
    """Columns of the first and last set pixel of a row; False if there is none. A mask has strips,
    one word wide, with the leftmost pixel in the lowest bit. Bits beyond the width are
    undefined."""
    cdef Py_ssize_t bits = 8 * view.itemsize, strip, left
    cdef uint64_t word
    cdef bint found = False
    for strip in range(view.shape[0]):
        left = width - bits * strip
        if left <= 0:
            break
        word = read_word(<const char*>view.buf + strip * view.strides[0] + y * view.strides[1],
                         view.itemsize)
        if left < bits:
            word &= (<uint64_t>1 << left) - 1
        if word == 0:
            continue
        if not found:
            first[0] = bits * strip + highest_bit(word & (0 - word))
            found = True
        last[0] = bits * strip + highest_bit(word)
    return found


cdef inline Py_ssize_t line_extents(const Py_buffer* view, Py_ssize_t width,
                                    Point* points) noexcept nogil:
    """The ends of every line between two rows: corners of the pixels on both sides of it, sorted by
    y and then by x, with x and y swapped."""
    cdef Py_ssize_t height = view.shape[1], line, first = 0, last = 0, n = 0
    cdef Py_ssize_t first_above = width, last_above = -1
    for line in range(height + 1):
        if line == height or not row_extent(view, line, width, &first, &last):
            first = width
            last = -1
        if max(last, last_above) >= 0:
            points[n].x = points[n + 1].x = line
            points[n].y = min(first, first_above)
            points[n + 1].y = max(last, last_above) + 1
            n += 2
        first_above = first
        last_above = last
    return n


cdef inline void swap_back(Point* corners, Py_ssize_t n, Point* ring) noexcept nogil:
    """Swap x and y, which reverses the winding, and start at the leftmost, uppermost corner."""
    cdef Py_ssize_t i, start = 0
    for i in range(n):
        corners[i].x, corners[i].y = corners[i].y, corners[i].x
        if by_x_and_y(&corners[i], &corners[start]) < 0:
            start = i
    for i in range(n):
        ring[i] = corners[start - i if i <= start else start - i + n]


cdef inline Py_ssize_t mask_corners(const Outline* mask, Point** corners) except -1:
    """The hull of the set pixels, relative to the mask's corner, if any; the caller frees it."""
    cdef Py_buffer view
    cdef Py_ssize_t n, count
    PyObject_GetBuffer(<object>mask.source, &view, PyBUF_FORMAT | PyBUF_STRIDES)
    try:
        if view.ndim != 2 or not (view.itemsize == 4 or view.itemsize == 8):
            raise TypeError("a mask of this pygame shows its pixels in an unknown form")
        corners[0] = allocate_points(2 * (view.shape[1] + 1))
        n = line_extents(&view, <Py_ssize_t>mask.width, corners[0])
    finally:
        PyBuffer_Release(&view)
    if n == 0:
        return 0
    count = hull_of_sorted(corners[0], n, corners[0] + n)
    swap_back(corners[0] + n, count, corners[0])
    return count


cdef inline bint build_mask(Figure* figure, const Outline* mask) except -1:
    cdef Point* corners = NULL
    cdef Py_ssize_t n
    try:
        n = mask_corners(mask, &corners)
        if n:
            build_ring(figure, corners, n, mask.x, mask.y)
        return n > 0
    finally:
        PyMem_RawFree(corners)


cdef inline bint build(Figure* figure, const Outline* outline) except -1:
    """Make the shape of an outline; False if it has no area. The caller discards the figure."""
    if outline.form == EMPTY:
        return False
    if outline.form == SHAPE:
        figure.convex = &(<Shape>outline.source).posed.convex
        return True
    if outline.form == POINTS:
        return build_points(figure, <tuple>outline.source)
    if outline.form == PIXELS:
        return build_mask(figure, outline)
    if outline.form == DISC:
        build_disc(figure, outline)
    else:
        build_box(figure, outline)
    return True
