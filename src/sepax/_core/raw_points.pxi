"""Points of one argument of raw.pyx, copied from a buffer or a sequence into a ring."""

cdef bint holds_doubles(const Py_buffer* view) noexcept:
    """Whether its items are float64 in the machine's own byte order."""
    cdef const char* format = view.format
    if view.itemsize != sizeof(double) or format is NULL:
        return False
    if format[0] == c"@" or format[0] == c"=" or format[0] == (c"<" if LITTLE_ENDIAN else c">"):
        format += 1
    return format[0] == b"d" and format[1] == 0


cdef int require_pairs(const Py_buffer* view) except -1:
    """Refuse other shapes than (n, 2), before anything is copied. The items of one dimension may be
    pairs, so `read_points` checks these."""
    cdef int k
    if view.ndim < 2 or view.ndim == 2 and view.shape[1] == 2:
        return 0
    shape = tuple([view.shape[k] for k in range(view.ndim)])
    how = ": give the transpose" if view.ndim == 2 and view.shape[0] == 2 else ""
    raise ValueError(f"vertices must have the shape (n, 2), got {shape}{how}")


cdef int copy_doubles(const Py_buffer* view, RawRing* ring) except -1:
    cdef const char* row
    cdef Py_ssize_t i, work = 0, down = 2 * sizeof(double), across = sizeof(double)
    if view.strides is not NULL:    # ctypes gives none, whatever is asked for
        down = view.strides[0]
        across = view.strides[1]
    for i in range(view.shape[0]):
        row = <const char*>view.buf + i * down
        # Not read as doubles in place: they may lie at any address.
        memcpy(ring.convex.x + i, row, sizeof(double))
        memcpy(ring.convex.y + i, row + across, sizeof(double))
        check_interrupts(&work, 1)
    return 0


cdef bint read_buffer(object source, RawRing* ring) except -1:
    """Copy an (n, 2) float64 buffer of any strides. False for a buffer of another type: then there
    is room for its points, unless the buffer cannot be read."""
    cdef Py_buffer view
    cdef bint is_read
    ring.convex.n = -1
    try:
        PyObject_GetBuffer(source, &view, PyBUF_FORMAT | PyBUF_STRIDES)
    except (BufferError, ValueError):
        return False
    try:
        require_pairs(&view)
        # Before a list is made, which without memory may crash CPython 3.13t (PyList_New).
        if view.ndim:
            reserve(ring, view.shape[0])
        is_read = view.ndim == 2 and holds_doubles(&view)
        if is_read:
            copy_doubles(&view, ring)
    finally:
        PyBuffer_Release(&view)
    return is_read


@cython.boundscheck(True)   # reading a number can run code that shortens the caller's list
cdef int fill_points(object points, RawRing* ring, Py_ssize_t first) except -1:
    """Copy the pairs of a list or a tuple into the ring, from `first` on; it has room for them."""
    cdef Py_ssize_t i, work = 0
    for i in range(min(len(points), ring.convex.n - first)):
        item = (<list>points)[i] if type(points) is list else (<tuple>points)[i]
        read_point(item, "vertex", first + i, ring.convex.x + first + i,
                   ring.convex.y + first + i)
        check_interrupts(&work, 1)
    return 0


cdef int read_points(object source, RawRing* ring) except -1:
    """Copy a sequence of pairs of numbers."""
    cdef object points = source
    if type(source) is not list:
        points = items_of(source, "vertices")
        if points is None:
            raise TypeError("vertices must be an (n, 2) array or a sequence of pairs, "
                            f"got {type(source).__name__}")
    reserve(ring, len(points))
    return fill_points(points, ring, 0)


cdef object listed(object source):
    """The items of a buffer as a list."""
    try:
        return source.tolist()
    except NotImplementedError:     # of a memoryview in another byte order, for one
        return viewed(source, "vertices").tolist()


cdef int read_lists(object source, RawRing* ring) except -1:
    """Copy the rows of a buffer, for which there is room, AT_ONCE at a time."""
    cdef Py_ssize_t start
    for start in range(0, ring.convex.n, AT_ONCE):
        some = source if ring.convex.n <= AT_ONCE else source[start:start + AT_ONCE]
        points = listed(some)
        if type(points) is not list or len(points) != min(AT_ONCE, ring.convex.n - start):
            raise ValueError(f"vertices, of a {type(source).__name__}, must keep its length")
        fill_points(points, ring, start)
    return 0


cdef int read_any(object source, RawRing* ring) except -1:
    if type(source) is list or type(source) is tuple:
        return read_points(source, ring)
    if not PyObject_CheckBuffer(source):
        source = viewed(source, "vertices")
    if PyObject_CheckBuffer(source) and not isinstance(source, (bytes, bytearray)):
        require_unmasked(source, "vertices")
        if read_buffer(source, ring):
            return 0
        source = viewed(source, "vertices") if not hasattr(source, "tolist") else source
        if ring.convex.n >= 0:
            return read_lists(source, ring)
        source = listed(source)
    return read_points(source, ring)


cdef int require_finite(const Convex* convex) except -1:
    cdef Py_ssize_t i, work = 0
    for i in range(convex.n):
        if not (fabs(convex.x[i]) <= COORDINATE_LIMIT and fabs(convex.y[i]) <= COORDINATE_LIMIT):
            point = (convex.x[i], convex.y[i])
            raise ValueError(f"vertex {i} is not finite or beyond 2**240: {point}")
        check_interrupts(&work, 1)
    return 0


cdef bint is_clockwise(const Convex* convex) noexcept nogil:
    """By the area; where its sign is uncertain, by an exact turn."""
    cdef int winding = winding_by_area(convex.x, convex.y, convex.n)
    return winding < 0 if winding else turns_clockwise(convex)


cdef bint turns_clockwise(const Convex* convex) noexcept nogil:
    """By the turn at the lowest of the leftmost points, past any repeats of it."""
    cdef Py_ssize_t lowest = lowest_corner(convex.x, convex.y, convex.n), i, before, after
    before = after = lowest
    for i in range(convex.n):
        before = before - 1 if before else convex.n - 1
        if convex.x[before] != convex.x[lowest] or convex.y[before] != convex.y[lowest]:
            break
    for i in range(convex.n):
        after = after + 1 if after + 1 < convex.n else 0
        if convex.x[after] != convex.x[lowest] or convex.y[after] != convex.y[lowest]:
            break
    return orient2d(convex.x[before], convex.y[before], convex.x[lowest], convex.y[lowest],
                    convex.x[after], convex.y[after]) < 0
