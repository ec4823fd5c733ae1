"""Outlines of arcade: any list of points, tested exactly or by arcade's own formula."""

from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport PyObject
from cpython.sequence cimport PySequence_GetItem
from cpython.tuple cimport PyTuple_CheckExact, PyTuple_GET_SIZE
from libc.math cimport INFINITY, fabs

from sepax._core.interrupts cimport discard_if_interrupted
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex
from sepax._core.kernels.winding cimport convex_winding, reverse_winding
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport rings_intersect_exactly
from sepax._core.memory cimport count_sum, new_array

cdef extern from "Python.h":
    PyObject* PyTuple_GET_ITEM(object, Py_ssize_t)  # borrowed

cdef enum:
    ON_STACK = 64               # points; above, memory is allocated
    STRIDE = ON_STACK + 2       # the first two points are repeated at the end

cdef enum Form:
    UNKNOWN, CONVEX, OTHER
    FLAT    # by its scale, although its points may have been rounded off their line

cdef struct Outline:
    Convex convex                   # points and activity of the edges: all that exact tests need
    Form form                   # UNKNOWN until it is needed; counter-clockwise if CONVEX
    bint bounded                # finite and within the limit of exact arithmetic
    double left, right, bottom, top
    Py_ssize_t room             # points that fit
    double* heap
    double stack[3 * STRIDE]


# --- reading ----------------------------------------------------------------

cdef inline void begin(Outline* ring) noexcept:
    ring.heap = NULL
    prepare_memory(ring, ring.stack, ON_STACK)


cdef inline void prepare_memory(Outline* ring, double* memory, Py_ssize_t room) noexcept:
    ring.room = room
    ring.convex.x = memory
    ring.convex.y = memory + room + 2
    ring.convex.offset = memory + 2 * (room + 2)


cdef inline int reserve(Outline* ring, Py_ssize_t n) except -1:
    """Make room for n points; what the outline held is lost."""
    if n <= ring.room:
        return 0
    cdef double* memory = <double*>new_array(count_sum(n, 2), 3 * sizeof(double))
    if memory is NULL:
        raise MemoryError
    release(ring)
    ring.heap = memory
    prepare_memory(ring, memory, n)
    return 0


cdef inline void release(Outline* ring) noexcept:
    if ring.heap is not NULL:
        PyMem_RawFree(ring.heap)


cdef inline void append(Outline* ring, double x, double y) noexcept:
    """Add a point unless it repeats the last one."""
    cdef Py_ssize_t n = ring.convex.n
    if n and ring.convex.x[n - 1] == x and ring.convex.y[n - 1] == y:
        return
    ring.convex.x[n] = x
    ring.convex.y[n] = y
    ring.convex.n = n + 1


cdef inline int read_number_pair(object point, double* x, double* y) except -1:
    """Items 0 and 1 of anything that has them."""
    first, second = PySequence_GetItem(point, 0), PySequence_GetItem(point, 1)
    x[0] = first
    y[0] = second
    return 0


cdef inline bint read_float_pairs(list points, Outline* ring) except -1:
    """Read tuples of floats, as hit boxes hold them; False if there is anything else. No code of
    the program runs here, so the list cannot change under the loop."""
    cdef Py_ssize_t i, n = len(points)
    cdef PyObject* x
    cdef PyObject* y
    reserve(ring, n)
    for i in range(n):
        point = points[i]
        if not PyTuple_CheckExact(point) or PyTuple_GET_SIZE(point) < 2:
            return False
        x = PyTuple_GET_ITEM(point, 0)
        y = PyTuple_GET_ITEM(point, 1)
        if not PyFloat_CheckExact(<object>x) or not PyFloat_CheckExact(<object>y):
            return False
        append(ring, PyFloat_AS_DOUBLE(<object>x), PyFloat_AS_DOUBLE(<object>y))
    return True


cdef inline int read_outline(object source, Outline* ring) except -1:
    """Read a list of points, or any iterable of things whose items 0 and 1 are numbers."""
    cdef tuple points
    cdef double x, y
    ring.convex.n = 0
    if type(source) is not list or not read_float_pairs(<list>source, ring):
        if hasattr(source, "tolist"):  # an array lists its numbers faster than one by one
            reserve(ring, len(source))  # first: see `read_buffer` of _core/raw.pyx
            source = source.tolist()
        points = tuple(source)  # so that nothing can change it while its numbers are read
        reserve(ring, len(points))
        ring.convex.n = 0
        for point in points:
            read_number_pair(point, &x, &y)
            append(ring, x, y)
    complete(ring)
    return 0


cdef inline void complete(Outline* ring) noexcept nogil:
    """Open the ring and measure it."""
    cdef Convex* convex = &ring.convex
    while (convex.n > 1 and convex.x[convex.n - 1] == convex.x[0]
           and convex.y[convex.n - 1] == convex.y[0]):
        convex.n -= 1
    repeat_first(convex)
    convex.edges = convex.n
    ring.form = UNKNOWN
    measure(ring)


cdef inline void measure(Outline* ring) noexcept nogil:
    """The bounding box of the points (a coordinate that is NaN is ignored)."""
    cdef Convex* convex = &ring.convex
    cdef double x, y
    cdef Py_ssize_t i
    ring.left = ring.bottom = INFINITY
    ring.right = ring.top = -INFINITY
    ring.bounded = True
    for i in range(convex.n):
        x = convex.x[i]
        y = convex.y[i]
        ring.left = x if x < ring.left else ring.left
        ring.right = x if x > ring.right else ring.right
        ring.bottom = y if y < ring.bottom else ring.bottom
        ring.top = y if y > ring.top else ring.top
        if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
            ring.bounded = False


cdef inline void repeat_first(Convex* convex) noexcept nogil:
    if convex.n == 0:
        return
    convex.x[convex.n] = convex.x[0]
    convex.y[convex.n] = convex.y[0]
    convex.x[convex.n + 1] = convex.x[1]
    convex.y[convex.n + 1] = convex.y[1]


cdef inline bint is_convex(Outline* ring) noexcept nogil:
    """Find out once, and make a convex outline counter-clockwise."""
    cdef Convex* convex = &ring.convex
    cdef Py_ssize_t i
    cdef int winding
    if ring.form == UNKNOWN:
        winding = convex_winding(convex.x, convex.y, convex.n) if ring.bounded else 0
        ring.form = OTHER if winding == 0 else CONVEX
        if winding < 0:
            reverse_winding(convex.x, convex.y, convex.n)
            repeat_first(convex)
        for i in range(convex.n):
            convex.offset[i] = 0.0  # finite: an active edge
    return ring.form == CONVEX


cdef inline bint is_flat(const Outline* ring) noexcept nogil:
    """Whether all points are on one line; False for 3 or more beyond exact arithmetic."""
    cdef const Convex* convex = &ring.convex
    cdef Py_ssize_t i
    if ring.form == FLAT or convex.n < 3:
        return True
    if ring.form == CONVEX or not ring.bounded:
        return False
    for i in range(2, convex.n):  # the first two points differ
        if orient2d(convex.x[0], convex.y[0], convex.x[1], convex.y[1], convex.x[i],
                    convex.y[i]) != 0:
            return False
    return True


# --- testing ----------------------------------------------------------------

cdef inline Py_ssize_t stride_of(Py_ssize_t n) noexcept nogil:
    """A step by which to visit all n points, each far from the ones before."""
    cdef Py_ssize_t stride = n * 5 // 13, a, b
    while stride > 1:
        a = n
        b = stride
        while b:
            a, b = b, a % b
        if a == 1:
            return stride
        stride -= 1
    return 1


cdef inline bint axis_parts(double nx, double ny, const Convex* a, const Convex* b,
                            Py_ssize_t stride_a, Py_ssize_t stride_b) noexcept nogil:
    """Whether the projections on an axis are apart or touch: arcade's formula, to the letter. It
    stops as soon as the projections overlap, since they then stay overlapping."""
    cdef double low_a = INFINITY, low_b = INFINITY, high_a = -INFINITY, high_b = -INFINITY
    cdef double along
    cdef Py_ssize_t i = 0, j = 0, step
    for step in range(max(a.n, b.n)):
        along = nx * a.x[i] + ny * a.y[i]
        low_a = along if along < low_a else low_a
        high_a = along if along > high_a else high_a
        along = nx * b.x[j] + ny * b.y[j]
        low_b = along if along < low_b else low_b
        high_b = along if along > high_b else high_b
        if high_a > low_b and high_b > low_a:
            return False
        i += stride_a
        i = i - a.n if i >= a.n else i
        j += stride_b
        j = j - b.n if j >= b.n else j
    return True


cdef inline bint formula_meets(const Outline* one, const Outline* other) noexcept nogil:
    """Arcade's answer, except that an outline without area never hits."""
    if is_flat(one) or is_flat(other):
        return False
    cdef const Convex* a = &one.convex
    cdef const Convex* b = &other.convex
    cdef Py_ssize_t stride_a = stride_of(a.n), stride_b = stride_of(b.n)
    cdef const Convex* ring = a
    cdef Py_ssize_t i, turn
    for turn in range(2):
        for i in range(ring.n):
            if axis_parts(ring.y[i + 1] - ring.y[i], ring.x[i] - ring.x[i + 1], a, b,
                          stride_a, stride_b):
                return False
        ring = b
    return True


cdef inline bint outlines_meet(Outline* a, Outline* b) except -1:
    cdef bint hit
    if a.right <= b.left or b.right <= a.left or a.top <= b.bottom or b.top <= a.bottom:
        return False  # also if one of them is empty: its right side is -infinity
    if is_convex(a) and is_convex(b):
        hit = rings_intersect_exactly(&a.convex, &b.convex, True)
        discard_if_interrupted(a.convex.n, b.convex.n)
        return hit
    return formula_meets(a, b)


cdef inline int side_of_edge(const Outline* ring, Py_ssize_t i, double x, double y) noexcept nogil:
    cdef double ax = ring.convex.x[i], ay = ring.convex.y[i]
    cdef double bx = ring.convex.x[i + 1], by = ring.convex.y[i + 1]
    cdef double area
    if ring.bounded and fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT:
        return orient2d(ax, ay, bx, by, x, y)
    area = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return (area > 0.0) - (area < 0.0)


cdef inline bint outline_holds(const Outline* ring, double x, double y) noexcept nogil:
    """Whether a point is in a simple ring or on it: the parity of crossings to its right. An edge
    counts its lower end and not its upper one, so a ray through a vertex counts it once, or twice
    where the ring only touches the ray."""
    cdef Py_ssize_t i
    cdef bint inside = False
    cdef double ay, by, ax, bx
    cdef int side
    if ring.form == FLAT or ring.convex.n < 3:
        return False
    if not (ring.left <= x <= ring.right and ring.bottom <= y <= ring.top):
        return False  # outside, or not a number
    for i in range(ring.convex.n):
        ax = ring.convex.x[i]
        ay = ring.convex.y[i]
        bx = ring.convex.x[i + 1]
        by = ring.convex.y[i + 1]
        if (ay > y) != (by > y):
            side = side_of_edge(ring, i, x, y)
            if side == 0:
                return not is_flat(ring)
            inside ^= (side > 0) == (by > ay)
        elif ay == y and (ax == x or (by == y and (ax < x) != (bx < x))):
            return not is_flat(ring)
    return inside
