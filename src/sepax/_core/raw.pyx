"""The verbs on rings that stay the caller's: memoryviews and point sequences.

Each call copies the points into a convex on the C stack (on the heap above 64 points), makes it
counter-clockwise, and runs the kernels on it. The public functions are in raw_verbs.pxi, which
tools/generate.py writes from verbs.toml.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer)
from cpython.mem cimport PyMem_RawFree
from libc.math cimport INFINITY, fabs
from libc.string cimport memcpy

from sepax._core.arguments cimport (
    items_of, read_motion, read_pair, read_point, read_rates, require_turned, require_unmasked)
from sepax._core.interrupts cimport check_interrupts, discard_if_interrupted, raise_pending
from sepax._core.kernels.answers cimport Axis, Manifold, Meeting
from sepax._core.kernels.convex cimport (
    BLOCK, COORDINATE_LIMIT, Convex, assign_arrays, edge_blocks, point_stride, set_edges, set_point)
from sepax._core.kernels.edges cimport scan_to_widest
from sepax._core.kernels.intersect cimport rings_intersect_beyond, surely_apart
from sepax._core.kernels.minkowski cimport walk_to_times, walk_to_widest
from sepax._core.kernels.outline cimport (
    lowest_corner, measure_outline, reverse_winding, winding_by_area)
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.projection cimport convex_project
from sepax._core.kernels.queries cimport (
    convex_axis, convex_contact, convex_containment, convex_penetration, convex_sweep,
    ring_holds_point)
from sepax._core.kernels.roundoff cimport (
    SEPARATION_ROUNDOFF, UNDERFLOW_ERROR, pair_size, separation_error)
from sepax._core.kernels.sweep cimport scan_to_times
from sepax._core.kernels.turning cimport HITS, TurningMotion, still_turns, turning_sweep
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros, resized_array
from sepax._core.results cimport new_contact, new_impact, translation

cdef enum:
    AT_ONCE = 8192        # rows of a buffer of another type that are listed at a time
    ON_STACK = 64         # points; above, memory is allocated
    STACK_STRIDE = 66     # point_stride(ON_STACK)


cdef struct RawRing:
    Convex convex
    bint is_reversed    # was given clockwise
    double* heap
    double stack[5 * STACK_STRIDE]


cdef inline void release(RawRing* ring) noexcept:
    if ring.heap is not NULL:
        PyMem_RawFree(ring.heap)
        ring.heap = NULL


cdef inline int release_both(RawRing* a, RawRing* b) except -1:
    """Release two rings after a kernel has run; raise if a signal has ended that."""
    release(a)
    release(b)
    discard_if_interrupted(a.convex.n, b.convex.n)
    return 0


cdef int reserve(RawRing* ring, Py_ssize_t n) except -1:
    """Lay out the arrays for n points, in the place of any before."""
    release(ring)
    if n > ON_STACK:
        ring.heap = <double*>new_array(point_stride(n), 5 * sizeof(double))
        if ring.heap is NULL:
            raise MemoryError
    assign_arrays(&ring.convex, n, ring.heap if n > ON_STACK else ring.stack)
    return 0


cdef bint holds_doubles(const Py_buffer* view) noexcept:
    """Whether its items are float64 in the machine's own byte order."""
    cdef const char* format = view.format
    if view.itemsize != sizeof(double) or format is NULL:
        return False
    if format[0] == b"@" or format[0] == b"=":
        format += 1
    return format[0] == b"d" and format[1] == 0


cdef int require_pairs(const Py_buffer* view) except -1:
    """Refuse other shapes than (n, 2), before anything is copied. The items of one dimension may be
    pairs, so `read_points` checks these."""
    cdef int k
    if view.ndim < 2 or view.ndim == 2 and view.shape[1] == 2:
        return 0
    shape = tuple([view.shape[k] for k in range(view.ndim)])
    raise ValueError(f"vertices must have the shape (n, 2), got {shape}")


cdef int copy_doubles(const Py_buffer* view, RawRing* ring) except -1:
    cdef const char* row
    cdef Py_ssize_t i, work = 0
    for i in range(view.shape[0]):
        row = <const char*>view.buf + i * view.strides[0]
        # Not read as doubles in place: they may lie at any address.
        memcpy(ring.convex.x + i, row, sizeof(double))
        memcpy(ring.convex.y + i, row + view.strides[1], sizeof(double))
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
        points = items_of(source)
        if points is None:
            raise TypeError("vertices must be an (n, 2) array or a sequence of pairs, "
                            f"got {type(source).__name__}")
    reserve(ring, len(points))
    return fill_points(points, ring, 0)


cdef int read_lists(object source, RawRing* ring) except -1:
    """Copy the rows of a buffer, for which there is room, AT_ONCE at a time."""
    cdef Py_ssize_t start
    for start in range(0, ring.convex.n, AT_ONCE):
        some = source if ring.convex.n <= AT_ONCE else source[start:start + AT_ONCE]
        points = some.tolist()
        if type(points) is not list or len(points) != min(AT_ONCE, ring.convex.n - start):
            raise ValueError(f"vertices, of a {type(source).__name__}, must keep its length")
        fill_points(points, ring, start)
    return 0


cdef int read_any(object source, RawRing* ring) except -1:
    if type(source) is list or type(source) is tuple:
        return read_points(source, ring)
    if PyObject_CheckBuffer(source) and not isinstance(source, (bytes, bytearray)):
        require_unmasked(source, "vertices")
        if read_buffer(source, ring):
            return 0
        if hasattr(source, "tolist"):
            if ring.convex.n >= 0:
                return read_lists(source, ring)
            source = source.tolist()
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


cdef Py_ssize_t given_feature(const RawRing* ring, Py_ssize_t feature) noexcept nogil:
    """A vertex or an edge (see Manifold) by its index in what was given."""
    cdef Py_ssize_t n = ring.convex.n
    if not ring.is_reversed:
        return feature
    if feature < 0:
        return -1 - (n + feature)   # edge 0 has become the last one, back to vertex 0
    return n - feature if feature else 0


cdef int read_raw_ring(object source, RawRing* ring) except -1:
    """Read, check and turn one argument; the caller releases the ring."""
    cdef Convex* convex = &ring.convex
    cdef Py_ssize_t work = 0
    read_any(source, ring)
    require_finite(convex)
    while convex.n > 1 and (convex.x[convex.n - 1] == convex.x[0]
                            and convex.y[convex.n - 1] == convex.y[0]):
        convex.n -= 1
    if convex.n < 3:
        raise ValueError(f"a ring needs at least 3 vertices, got {convex.n} "
                         "(a closing one not counted)")
    ring.is_reversed = is_clockwise(convex)
    check_interrupts(&work, convex.n)  # each of these takes some nanoseconds a vertex
    if ring.is_reversed:
        reverse_winding(convex.x, convex.y, convex.n)
    convex.edges = convex.n
    convex.half = 0
    convex.is_box = convex.is_rectangle = False
    convex.radius = convex.skew = 0.0
    measure_outline(convex)
    check_interrupts(&work, convex.n)
    return 0


cdef int read_rings(object vertices_a, object vertices_b, RawRing* a, RawRing* b) except -1:
    a.heap = b.heap = NULL
    try:
        read_raw_ring(vertices_a, a)
        read_raw_ring(vertices_b, b)
    except BaseException:
        release(a)
        release(b)
        raise
    return 0


cdef inline void set_edges_of_both(RawRing* a, RawRing* b) noexcept nogil:
    set_edges(&a.convex)
    set_edges(&b.convex)


cdef inline void set_long_normals(Convex* convex) noexcept nogil:
    """Outward normals as long as their edges, which cost no root and no division."""
    cdef Py_ssize_t i
    for i in range(convex.n):
        convex.normal_x[i] = convex.y[i + 1] - convex.y[i]
        convex.normal_y[i] = convex.x[i] - convex.x[i + 1]
        convex.offset[i] = (convex.normal_x[i] * (convex.x[i] - convex.centre_x)
                            + convex.normal_y[i] * (convex.y[i] - convex.centre_y))
        if convex.normal_x[i] == 0.0 and convex.normal_y[i] == 0.0:
            convex.offset[i] = INFINITY
    for i in range(convex.n, BLOCK * edge_blocks(convex)):
        convex.normal_x[i] = convex.normal_y[i] = 0.0
        convex.offset[i] = INFINITY


cdef inline bint rings_meet(Convex* a, Convex* b, bint strict) noexcept nogil:
    """`rings_intersect` with long normals, as unit normals would cost more than they save in one
    test. No edge is longer than 3 bounding radii, so the error bound is larger by that factor."""
    cdef double error
    if surely_apart(a, b):
        return False
    set_long_normals(a)
    set_long_normals(b)
    error = 3.0 * SEPARATION_ROUNDOFF * pair_size(a, b)
    return rings_intersect_beyond(a, b, error * a.bounding_radius + UNDERFLOW_ERROR,
                                  error * b.bounding_radius + UNDERFLOW_ERROR, strict)


# --- one call of a kernel -------------------------------------------------------------

cdef tuple ring_interval(RawRing* ring, double x, double y):
    cdef double low, high
    convex_project(&ring.convex, x, y, &low, &high)
    return (low, high)


cdef bint ring_contains(RawRing* ring, double x, double y) except -1:
    cdef Convex disc
    set_point(&disc, &x, &y)
    set_edges(&ring.convex)
    return ring_holds_point(&ring.convex, x, y, separation_error(pair_size(&ring.convex, &disc)))


cdef bint rings_intersect(RawRing* a, RawRing* b, bint strict) except -1:
    cdef bint hit = rings_meet(&a.convex, &b.convex, strict)
    release_both(a, b)
    return hit


cdef object rings_separating_axis(RawRing* a, RawRing* b):
    cdef Axis axis
    set_edges_of_both(a, b)
    cdef bint apart = convex_axis(&a.convex, &b.convex, &axis)
    release_both(a, b)
    return (axis.normal_x, axis.normal_y) if apart else None


cdef object rings_mtv(RawRing* a, RawRing* b):
    cdef Axis widest
    cdef double depth = 0.0
    set_edges_of_both(a, b)
    cdef bint hit = convex_penetration(&a.convex, &b.convex, &widest, &depth)
    release_both(a, b)
    return translation(widest.normal_x, widest.normal_y, depth) if hit else None


cdef object rings_contact(RawRing* a, RawRing* b):
    cdef Axis widest
    cdef Manifold points
    cdef double depth = 0.0
    cdef bint hit, a_in_b = False, b_in_a = False
    cdef int point
    set_edges_of_both(a, b)
    hit = convex_penetration(&a.convex, &b.convex, &widest, &depth)
    if hit:
        convex_contact(&a.convex, &b.convex, &widest, depth, 0.0, &points)
        for point in range(points.count):
            points.feature[point][0] = <int>given_feature(a, points.feature[point][0])
            points.feature[point][1] = <int>given_feature(b, points.feature[point][1])
        convex_containment(&a.convex, &b.convex, depth, &a_in_b, &b_in_a)
    release_both(a, b)
    return new_contact(&widest, depth, &points, a_in_b, b_in_a) if hit else None


cdef int read_pivot(object pivot, double rate, str name, double* place) except -1:
    """Read the place about which a ring turns."""
    if pivot is not None:
        return read_pair(pivot, f"pivot_{name}", &place[0], &place[1])
    place[0] = place[1] = 0.0
    if rate != 0.0:
        raise TypeError(f"pivot_{name} must be given with angular_velocity_{name}: a pair of numbers "
                        "(x, y), the place about which the ring turns")
    return 0


cdef int read_pivots(object pivot_a, object pivot_b, TurningMotion* motion) except -1:
    read_pivot(pivot_a, motion.rate_a, "a", motion.position_a)
    read_pivot(pivot_b, motion.rate_b, "b", motion.position_b)
    return 0


cdef object rings_impact(RawRing* a, RawRing* b, TurningMotion* motion, bint skip_leaving):
    cdef Meeting meeting
    cdef bint hit
    cdef int found
    motion.strict = False
    motion.skip_leaving = skip_leaving
    set_edges_of_both(a, b)
    if still_turns(&a.convex, &b.convex, motion):
        with nogil:
            found = turning_sweep(&a.convex, &b.convex, motion, &meeting)
        release_both(a, b)
        raise_pending()
        require_turned(found, "")
        return new_impact(&meeting) if found == HITS else None
    hit = convex_sweep(&a.convex, &b.convex, &motion.motion, &meeting)
    release_both(a, b)
    return new_impact(&meeting) if hit and not (skip_leaving and meeting.leaving) else None


include "raw_verbs.pxi"


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
    """(separation, edge, on_b) of two rings by the scan and by the walk, or None if uncertain."""
    cdef RawRing a, b
    cdef double separation, walked_separation
    cdef Py_ssize_t edge, walked_edge
    cdef bint on_b, walked_on_b, certain
    read_rings(vertices_a, vertices_b, &a, &b)
    set_edges_of_both(&a, &b)
    scan_to_widest(&a.convex, &b.convex, enough, &separation, &edge, &on_b)
    certain = walk_to_widest(&a.convex, &b.convex, enough, &walked_separation, &walked_edge,
                             &walked_on_b)
    release_both(&a, &b)
    return (separation, edge, on_b), (walked_separation, walked_edge,
                                      walked_on_b) if certain else None


def _times(vertices_a, vertices_b, velocity):
    """(separation, enter, leave, edge, on_b) by the scan and by the walk, or None; ring a moves."""
    cdef RawRing a, b
    cdef double x, y, separation, enter, leave, walked_separation, walked_enter, walked_leave
    cdef Py_ssize_t edge, walked_edge
    cdef bint on_b, walked_on_b, certain
    read_pair(velocity, "velocity", &x, &y)
    read_rings(vertices_a, vertices_b, &a, &b)
    set_edges_of_both(&a, &b)
    separation = scan_to_times(&a.convex, &b.convex, x, y, &enter, &leave, &edge, &on_b)
    certain = walk_to_times(&a.convex, &b.convex, x, y, &walked_separation, &walked_enter,
                            &walked_leave, &walked_edge, &walked_on_b)
    release_both(&a, &b)
    walked = (walked_separation, walked_enter, walked_leave, walked_edge, walked_on_b)
    return (separation, enter, leave, edge, on_b), walked if certain else None
