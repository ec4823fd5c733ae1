"""The verbs on rings that stay the caller's: memoryviews and point sequences.

Each call copies the points into a hull on the C stack (on the heap above 64
points), turned counter-clockwise, and runs the kernels on it.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer)
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs, sqrt
from libc.string cimport memcpy

from sepax._core.arguments cimport (
    items_of, read_motion, read_pair, read_point, require_unmasked)
from sepax._core.kernels.convex cimport (
    BLOCK, COORDINATE_LIMIT, Hull, hull_blocks, hull_set_edges, hull_stride, point_hull)
from sepax._core.memory cimport (
    count_product, count_sum, new_array, new_zeros, resized_array)
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.results cimport new_contact, new_impact, translation
from sepax._core.kernels.sat cimport (
    Manifold, Separation, discard_if_interrupted, gap_doubt, hulls_axis, hulls_contact, hulls_hold, hulls_penetration,
    pair_size, project_hull, ring_holds_point, rings_intersect_beyond, scan_to_widest,
    surely_apart)
from sepax._core.kernels.sweep cimport Meeting, Motion, hulls_sweep, scan_to_times
from sepax._core.kernels.minkowski cimport walk_to_times, walk_to_widest

cdef enum:
    ON_STACK = 64         # points; above, memory is allocated
    STACK_STRIDE = 66     # hull_stride(ON_STACK)


cdef struct Ring:
    Hull hull
    double* heap
    double stack[5 * STACK_STRIDE]


cdef int reserve(Ring* ring, Py_ssize_t n) except -1:
    """Lay out the arrays for n points."""
    cdef Py_ssize_t stride = hull_stride(n)
    cdef double* memory = ring.stack
    if n > ON_STACK:
        ring.heap = <double*>new_array(stride, 5 * sizeof(double))
        if ring.heap is NULL:
            raise MemoryError
        memory = ring.heap
    ring.hull.n = n
    ring.hull.x = memory
    ring.hull.y = memory + stride
    ring.hull.normal_x = memory + 2 * stride
    ring.hull.normal_y = memory + 3 * stride
    ring.hull.offset = memory + 4 * stride
    return 0


cdef inline void release(Ring* ring) noexcept:
    if ring.heap is not NULL:
        PyMem_RawFree(ring.heap)


cdef bint holds_doubles(const Py_buffer* view) noexcept:
    """Whether it is (n, 2) float64 in the machine's own byte order."""
    cdef const char* format = view.format
    if view.ndim != 2 or view.shape[1] != 2 or view.itemsize != sizeof(double) or format is NULL:
        return False
    if format[0] == b"@" or format[0] == b"=":
        format += 1
    return format[0] == b"d" and format[1] == 0


cdef bint read_buffer(object source, Ring* ring) except -1:
    """Copy an (n, 2) float64 buffer, whatever its strides; False for one of another kind."""
    cdef Py_buffer view
    cdef const char* row
    cdef Py_ssize_t i
    try:
        PyObject_GetBuffer(source, &view, PyBUF_FORMAT | PyBUF_STRIDES)
    except (BufferError, ValueError):
        return False
    try:
        if not holds_doubles(&view):
            return False
        reserve(ring, view.shape[0])
        for i in range(view.shape[0]):
            row = <const char*>view.buf + i * view.strides[0]
            # Not read as doubles in place: they may lie at any address.
            memcpy(ring.hull.x + i, row, sizeof(double))
            memcpy(ring.hull.y + i, row + view.strides[1], sizeof(double))
    finally:
        PyBuffer_Release(&view)
    return True


@cython.boundscheck(True)   # to read a number may run code that shortens the caller's list
cdef int read_points(object source, Ring* ring) except -1:
    """Copy a sequence of pairs of numbers."""
    cdef object points = source
    cdef Py_ssize_t i
    if type(source) is not list:
        points = items_of(source)
        if points is None:
            raise TypeError("vertices must be an (n, 2) array or a sequence of pairs, "
                            f"got {type(source).__name__}")
    reserve(ring, len(points))
    for i in range(ring.hull.n):
        item = (<list>points)[i] if type(points) is list else (<tuple>points)[i]
        read_point(item, "vertex", i, ring.hull.x + i, ring.hull.y + i)
    return 0


cdef int read_any(object source, Ring* ring) except -1:
    if type(source) is list or type(source) is tuple:
        return read_points(source, ring)
    if PyObject_CheckBuffer(source):
        require_unmasked(source, "vertices")
        if read_buffer(source, ring):
            return 0
        # Of another type: the object itself knows how to list its numbers.
        if hasattr(source, "tolist"):
            source = source.tolist()
    return read_points(source, ring)


cdef int require_finite(const Hull* hull) except -1:
    cdef Py_ssize_t i
    for i in range(hull.n):
        if not (fabs(hull.x[i]) <= COORDINATE_LIMIT and fabs(hull.y[i]) <= COORDINATE_LIMIT):
            raise ValueError(f"vertex {i} is not finite or beyond 2**240: {(hull.x[i], hull.y[i])}")
    return 0


cdef bint is_clockwise(const Hull* hull) noexcept nogil:
    """By the area, twice; where its sign is in doubt, by an exact turn."""
    cdef double area = 0.0, size = 0.0, left, right
    cdef Py_ssize_t i
    for i in range(1, hull.n - 1):
        left = (hull.x[i] - hull.x[0]) * (hull.y[i + 1] - hull.y[0])
        right = (hull.y[i] - hull.y[0]) * (hull.x[i + 1] - hull.x[0])
        area += left - right
        size += fabs(left) + fabs(right)
    # Two differences, a product and their difference: 4 units; and one a sum.
    if fabs(area) > (hull.n + 4) * 2.3e-16 * size + 1e-290:
        return area < 0.0
    return turns_clockwise(hull)


cdef bint turns_clockwise(const Hull* hull) noexcept nogil:
    """By the turn at the lowest of the leftmost points, past any repeats of it."""
    cdef Py_ssize_t i, lowest = 0, before, after
    for i in range(1, hull.n):
        if hull.x[i] < hull.x[lowest] or (
                hull.x[i] == hull.x[lowest] and hull.y[i] < hull.y[lowest]):
            lowest = i
    before = after = lowest
    for i in range(hull.n):
        before = before - 1 if before else hull.n - 1
        if hull.x[before] != hull.x[lowest] or hull.y[before] != hull.y[lowest]:
            break
    for i in range(hull.n):
        after = after + 1 if after + 1 < hull.n else 0
        if hull.x[after] != hull.x[lowest] or hull.y[after] != hull.y[lowest]:
            break
    return orient2d(hull.x[before], hull.y[before], hull.x[lowest], hull.y[lowest],
                    hull.x[after], hull.y[after]) < 0


cdef void reverse(Hull* hull) noexcept nogil:
    """Vertex 0 stays the first, as in shapes."""
    cdef Py_ssize_t i = 1, j = hull.n - 1
    while i < j:
        hull.x[i], hull.x[j] = hull.x[j], hull.x[i]
        hull.y[i], hull.y[j] = hull.y[j], hull.y[i]
        i += 1
        j -= 1


cdef void measure_circle(Hull* hull) noexcept nogil:
    """Centre (the mean of the points) and bounding circle."""
    cdef double dx = 0.0, dy = 0.0, square = 0.0, widest = 0.0
    cdef Py_ssize_t i
    for i in range(1, hull.n):
        dx += hull.x[i] - hull.x[0]
        dy += hull.y[i] - hull.y[0]
    hull.centre_x = hull.x[0] + dx / hull.n
    hull.centre_y = hull.y[0] + dy / hull.n
    for i in range(hull.n):
        dx = fabs(hull.x[i] - hull.centre_x)
        dy = fabs(hull.y[i] - hull.centre_y)
        square = max(square, dx * dx + dy * dy)
        widest = max(widest, dx + dy)
    # As in shapes, 9 units cover the rounding of the test; where squares of
    # tiny rings underflow, the sum of the coordinates bounds the length.
    hull.reach = sqrt(square) * (1.0 + 1e-15) if square > 1e-280 else widest
    hull.inner = -hull.reach   # not measured: the mean of a ring may be outside of it


cdef int read_ring(object source, Ring* ring) except -1:
    """Read, check and turn one argument; the caller releases the ring."""
    cdef Hull* hull = &ring.hull
    cdef Py_ssize_t i
    read_any(source, ring)
    require_finite(hull)
    while hull.n > 1 and (hull.x[hull.n - 1] == hull.x[0] and hull.y[hull.n - 1] == hull.y[0]):
        hull.n -= 1
    if hull.n < 3:
        raise ValueError(f"a ring needs at least 3 vertices, got {hull.n} (a closing one not counted)")
    if is_clockwise(hull):
        reverse(hull)
    for i in range(hull.n, hull_stride(hull.n)):
        hull.x[i] = hull.x[i - hull.n]
        hull.y[i] = hull.y[i - hull.n]
    hull.edges = hull.n
    hull.half = 0
    hull.is_box = False
    hull.radius = hull.skew = 0.0
    measure_circle(hull)
    return 0


cdef int read_rings(object vertices_a, object vertices_b, Ring* a, Ring* b) except -1:
    a.heap = b.heap = NULL
    try:
        read_ring(vertices_a, a)
        read_ring(vertices_b, b)
    except BaseException:
        release(a)
        release(b)
        raise
    return 0


cdef int read_rings_with_normals(object vertices_a, object vertices_b, Ring* a, Ring* b) except -1:
    read_rings(vertices_a, vertices_b, a, b)
    hull_set_edges(&a.hull)
    hull_set_edges(&b.hull)
    return 0


cdef inline void set_long_normals(Hull* hull) noexcept nogil:
    """Outward normals as long as their edges, which cost no root and no division."""
    cdef Py_ssize_t i
    for i in range(hull.n):
        hull.normal_x[i] = hull.y[i + 1] - hull.y[i]
        hull.normal_y[i] = hull.x[i] - hull.x[i + 1]
        hull.offset[i] = (hull.normal_x[i] * (hull.x[i] - hull.centre_x)
                          + hull.normal_y[i] * (hull.y[i] - hull.centre_y))
        if hull.normal_x[i] == 0.0 and hull.normal_y[i] == 0.0:
            hull.offset[i] = INFINITY
    for i in range(hull.n, BLOCK * hull_blocks(hull)):
        hull.normal_x[i] = hull.normal_y[i] = 0.0
        hull.offset[i] = INFINITY


cdef inline bint rings_meet(Hull* a, Hull* b, bint strict) noexcept nogil:
    """`rings_intersect` with long normals: unit ones would cost more than they spare in a single
    test. No edge is longer than 3 times the reach, and so much larger is the doubt of its gap."""
    cdef double doubt
    if surely_apart(a, b):
        return False
    set_long_normals(a)
    set_long_normals(b)
    doubt = 3.0 * 1.78e-15 * pair_size(a, b)
    return rings_intersect_beyond(a, b, doubt * a.reach + 1e-290, doubt * b.reach + 1e-290, strict)


def project(vertices, axis):
    """Project a point set on an axis.

    Parameters
    ----------
    vertices : (n, 2) float64 or sequence of pairs
    axis : pair of float
        Used as given, not normalised.

    Returns
    -------
    (low, high) : (float, float)

    Examples
    --------
    >>> sepax.raw.project([(0, 0), (4, 0), (0, 3)], (1, 0))
    (0.0, 4.0)
    """
    cdef Ring ring
    cdef double x, y, low, high
    read_pair(axis, "axis", &x, &y)
    if x == 0.0 and y == 0.0:
        raise ValueError("axis must not be zero")
    ring.heap = NULL
    try:
        read_ring(vertices, &ring)
        project_hull(&ring.hull, x, y, &low, &high)
    finally:
        release(&ring)
    return (low, high)


def contains(vertices, point):
    """Whether a point is in a convex ring, its boundary included; exact.

    Parameters
    ----------
    vertices : (n, 2) float64 or sequence of pairs
        As for `intersects`, with its errors.
    point : pair of float

    Returns
    -------
    bool

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.contains(square, (2, 1)), sepax.raw.contains(square, (3, 1))
    (True, False)
    """
    cdef Ring ring
    cdef Hull disc
    cdef double x, y
    cdef bint inside
    read_pair(point, "point", &x, &y)
    point_hull(&disc, &x, &y)
    ring.heap = NULL
    try:
        read_ring(vertices, &ring)
        hull_set_edges(&ring.hull)
        inside = ring_holds_point(&ring.hull, x, y, gap_doubt(pair_size(&ring.hull, &disc)))
    finally:
        release(&ring)
    return inside


def intersects(vertices_a, vertices_b, bint touching=True):
    """Whether two convex rings meet; exact.

    Parameters
    ----------
    vertices_a, vertices_b : (n, 2) float64 or sequence of pairs
        Either winding, open or closed, repeated points allowed.
    touching : bool, default True
        Whether shared boundary points count.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        For fewer than 3 points, a shape other than (n, 2), or a point that is
        not finite; the message names it.
    TypeError
        For anything that is not pairs of real numbers.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.intersects(square, [(2, 1), (4, 0), (4, 2)])
    True
    """
    cdef Ring a, b
    cdef bint hit
    read_rings(vertices_a, vertices_b, &a, &b)
    hit = rings_meet(&a.hull, &b.hull, not touching)
    release(&a)
    release(&b)
    discard_if_interrupted(&a.hull, &b.hull)
    return hit


def separating_axis(vertices_a, vertices_b):
    """A unit vector from a to b along which a line parts two rings, or None.

    Parameters and errors are those of `intersects`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.separating_axis(square, [(3, 1), (5, 0), (5, 2)])
    (1.0, 0.0)
    """
    cdef Ring a, b
    cdef Separation axis
    cdef bint apart
    read_rings_with_normals(vertices_a, vertices_b, &a, &b)
    apart = hulls_axis(&a.hull, &b.hull, &axis)
    release(&a)
    release(&b)
    discard_if_interrupted(&a.hull, &b.hull)
    return (axis.normal_x, axis.normal_y) if apart else None


def mtv(vertices_a, vertices_b):
    """The shortest translation of a that parts two rings, or None when they are apart.

    Parameters and errors are those of `intersects`; see `sepax.mtv`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.mtv(square, [(1.5, 0), (3, 0), (3, 2), (1.5, 2)])
    (-0.5, 0.0)
    """
    cdef Ring a, b
    cdef Separation widest
    cdef double depth = 0.0
    cdef bint hit
    read_rings_with_normals(vertices_a, vertices_b, &a, &b)
    hit = hulls_penetration(&a.hull, &b.hull, &widest, &depth)
    release(&a)
    release(&b)
    discard_if_interrupted(&a.hull, &b.hull)
    return translation(widest.normal_x, widest.normal_y, depth) if hit else None


def collide(vertices_a, vertices_b):
    """Everything about how two rings meet: a `Contact`, or None when they are apart.

    Parameters and errors are those of `intersects`; see `sepax.collide`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> contact = sepax.raw.collide(square, [(1.5, 0), (3, 0), (3, 2), (1.5, 2)])
    >>> contact.normal, contact.depth, contact.points
    ((1.0, 0.0), 0.5, ((1.75, 2.0), (1.75, 0.0)))
    """
    cdef Ring a, b
    cdef Separation widest
    cdef Manifold points
    cdef double depth = 0.0
    cdef bint hit, a_in_b, b_in_a
    read_rings_with_normals(vertices_a, vertices_b, &a, &b)
    hit = hulls_penetration(&a.hull, &b.hull, &widest, &depth)
    if hit:
        hulls_contact(&a.hull, &b.hull, &widest, depth, &points)
        hulls_hold(&a.hull, &b.hull, depth, &a_in_b, &b_in_a)
    release(&a)
    release(&b)
    discard_if_interrupted(&a.hull, &b.hull)
    return new_contact(&widest, depth, &points, a_in_b, b_in_a) if hit else None


# The velocity has a default only so that its lack can be told in words; the signature hides it.
@cython.embedsignature(False)
def sweep(vertices_a, vertices_b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
          bint skip_leaving=False):
    """sweep(vertices_a, vertices_b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
skip_leaving=False)
--

When two rings in uniform motion first touch: an `Impact`, or None.

    Parameters and errors are those of `intersects` and `sepax.sweep`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.sweep(square, [(6, 0), (8, 0), (8, 2), (6, 2)], (8, 0)).time
    0.5
    """
    cdef Ring a, b
    cdef Motion motion
    cdef Meeting meeting
    cdef bint hit
    read_motion(velocity_a, velocity_b, max_time, &motion)
    read_rings_with_normals(vertices_a, vertices_b, &a, &b)
    hit = hulls_sweep(&a.hull, &b.hull, &motion, &meeting)
    release(&a)
    release(&b)
    discard_if_interrupted(&a.hull, &b.hull)
    return new_impact(&meeting) if hit and not (skip_leaving and meeting.leaving) else None


# --- for tests and the bench ------------------------------------------------------

def _has_memory(Py_ssize_t rows, Py_ssize_t columns, Py_ssize_t more, Py_ssize_t size):
    """Whether there is memory for rows * columns + more items of a size: plain, zeroed, resized."""
    cdef Py_ssize_t count = count_sum(count_product(rows, columns), more)
    cdef void* array = new_array(count, size)
    cdef void* zeros = new_zeros(count, size)
    cdef void* resized = resized_array(NULL, count, size)
    found = (array is not NULL, zeros is not NULL, resized is not NULL)
    PyMem_RawFree(array)
    PyMem_RawFree(zeros)
    PyMem_RawFree(resized)
    return found


def _widest(vertices_a, vertices_b, double enough):
    """(gap, edge, on_b) of two rings: that of the scan and that of the walk, or None where the
    walk is not certain."""
    cdef Ring a, b
    cdef double gap, walked_gap
    cdef Py_ssize_t edge, walked_edge
    cdef bint on_b, walked_on_b, certain
    read_rings_with_normals(vertices_a, vertices_b, &a, &b)
    scan_to_widest(&a.hull, &b.hull, enough, &gap, &edge, &on_b)
    certain = walk_to_widest(&a.hull, &b.hull, enough, &walked_gap, &walked_edge, &walked_on_b)
    release(&a)
    release(&b)
    return (gap, edge, on_b), (walked_gap, walked_edge, walked_on_b) if certain else None


def _times(vertices_a, vertices_b, velocity):
    """(gap, enter, leave, edge, on_b) of rings of which a moves: that of the scan and that of
    the walk, or None."""
    cdef Ring a, b
    cdef double x, y, gap, enter, leave, walked_gap, walked_enter, walked_leave
    cdef Py_ssize_t edge, walked_edge
    cdef bint on_b, walked_on_b, certain
    read_pair(velocity, "velocity", &x, &y)
    read_rings_with_normals(vertices_a, vertices_b, &a, &b)
    gap = scan_to_times(&a.hull, &b.hull, x, y, &enter, &leave, &edge, &on_b)
    certain = walk_to_times(&a.hull, &b.hull, x, y, &walked_gap, &walked_enter, &walked_leave,
                            &walked_edge, &walked_on_b)
    release(&a)
    release(&b)
    walked = (walked_gap, walked_enter, walked_leave, walked_edge, walked_on_b)
    return (gap, enter, leave, edge, on_b), walked if certain else None
