"""The narrow phase of arcade, on its own terms: sprites and hit boxes, read as they are.

Only `sepax.compat.arcade` uses this module: sprites -> sat, predicates -> hull. It knows a sprite
by the names of its attributes and imports nothing of arcade. What is arcade's and not sepax's:

- touching is no hit;
- any list of points is an outline: of either winding, closed or open, concave, or empty.
  Two convex outlines get the exact answer, and so do any two whose bounding boxes do not
  overlap. What is left gets the answer of arcade's own formula, rounding included: programs
  were tuned on it;
- a repeated point is dropped. (Arcade makes an axis of length 0 of it, on which nothing ever
  overlaps.)
"""

from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport PyObject
from cpython.sequence cimport PySequence_GetItem
from cpython.tuple cimport PyTuple_CheckExact, PyTuple_GET_SIZE
from libc.math cimport INFINITY, fabs

from sepax._core.hull cimport COORDINATE_LIMIT, Hull
from sepax._core.memory cimport count_sum, new_array
from sepax._core.predicates cimport orient2d
from sepax._core.sat cimport rings_intersect_exactly

cdef extern from "Python.h":
    PyObject* PyTuple_GET_ITEM(object, Py_ssize_t)  # borrowed

cdef enum:
    ON_STACK = 64               # points; above, memory is allocated
    STRIDE = ON_STACK + 2       # the first two points are repeated at the end

cdef enum Form:
    UNKNOWN, CONVEX, OTHER

cdef struct Outline:
    Hull hull                   # points and activity of the edges: all that exact tests need
    Form form                   # UNKNOWN until somebody asks; counter-clockwise if CONVEX
    bint bounded                # finite and within the limit of exact arithmetic
    double left, right, bottom, top
    Py_ssize_t room             # points that fit
    double* heap
    double stack[3 * STRIDE]


cdef struct Body:               # what arcade's check of distances looks at
    double x, y
    double size                 # the larger of width and height


# --- reading ----------------------------------------------------------------

cdef inline void begin(Outline* ring) noexcept:
    ring.heap = NULL
    ring.room = ON_STACK
    lay_out(ring, ring.stack)


cdef inline void lay_out(Outline* ring, double* memory) noexcept:
    ring.hull.x = memory
    ring.hull.y = memory + ring.room + 2
    ring.hull.offset = memory + 2 * (ring.room + 2)


cdef int reserve(Outline* ring, Py_ssize_t n) except -1:
    """Make room for n points; what the outline held is lost."""
    if n <= ring.room:
        return 0
    cdef double* memory = <double*>new_array(count_sum(n, 2), 3 * sizeof(double))
    if memory is NULL:
        raise MemoryError
    release(ring)
    ring.heap = memory
    ring.room = n
    lay_out(ring, memory)
    return 0


cdef inline void release(Outline* ring) noexcept:
    if ring.heap is not NULL:
        PyMem_RawFree(ring.heap)


cdef inline void append(Outline* ring, double x, double y) noexcept:
    """Add a point unless it repeats the last one."""
    cdef Py_ssize_t n = ring.hull.n
    if n and ring.hull.x[n - 1] == x and ring.hull.y[n - 1] == y:
        return
    ring.hull.x[n] = x
    ring.hull.y[n] = y
    ring.hull.n = n + 1


cdef inline int read_number_pair(object point, double* x, double* y) except -1:
    """Items 0 and 1 of anything that has them."""
    x[0] = PySequence_GetItem(point, 0)
    y[0] = PySequence_GetItem(point, 1)
    return 0


cdef bint read_float_pairs(list points, Outline* ring) except -1:
    """Read tuples of floats, which is what hit boxes hold; False if there is anything else.

    No code of the program runs here, so the list cannot change under the loop.
    """
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


cdef int read_outline(object source, Outline* ring) except -1:
    """Read a list of points, or any iterable of things whose items 0 and 1 are numbers."""
    cdef tuple points
    cdef double x, y
    ring.hull.n = 0
    if type(source) is not list or not read_float_pairs(<list>source, ring):
        if hasattr(source, "tolist"):  # an array lists its numbers faster than one by one
            source = source.tolist()
        points = tuple(source)  # so that nothing can change it while its numbers are read
        reserve(ring, len(points))
        ring.hull.n = 0
        for point in points:
            read_number_pair(point, &x, &y)
            append(ring, x, y)
    complete(ring)
    return 0


cdef void complete(Outline* ring) noexcept nogil:
    """Open the ring and measure it."""
    cdef Hull* hull = &ring.hull
    while hull.n > 1 and hull.x[hull.n - 1] == hull.x[0] and hull.y[hull.n - 1] == hull.y[0]:
        hull.n -= 1
    repeat_first(hull)
    hull.edges = hull.n
    ring.form = UNKNOWN
    measure(ring)


cdef inline void measure(Outline* ring) noexcept nogil:
    """The bounding box of the points (a coordinate that is NaN is ignored)."""
    cdef Hull* hull = &ring.hull
    cdef double x, y
    cdef Py_ssize_t i
    ring.left = ring.bottom = INFINITY
    ring.right = ring.top = -INFINITY
    ring.bounded = True
    for i in range(hull.n):
        x = hull.x[i]
        y = hull.y[i]
        ring.left = x if x < ring.left else ring.left
        ring.right = x if x > ring.right else ring.right
        ring.bottom = y if y < ring.bottom else ring.bottom
        ring.top = y if y > ring.top else ring.top
        if not (fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT):
            ring.bounded = False


cdef inline void repeat_first(Hull* hull) noexcept nogil:
    if hull.n == 0:
        return
    hull.x[hull.n] = hull.x[0]
    hull.y[hull.n] = hull.y[0]
    hull.x[hull.n + 1] = hull.x[1]
    hull.y[hull.n + 1] = hull.y[1]


cdef inline bint leads_on(const Hull* hull, Py_ssize_t i) noexcept nogil:
    """Whether edge i leads to the right (or straight up)."""
    return hull.x[i + 1] > hull.x[i] or (
        hull.x[i + 1] == hull.x[i] and hull.y[i + 1] > hull.y[i])


cdef int turning(const Hull* hull) noexcept nogil:
    """+1 for a convex ring that winds counter-clockwise, -1 for clockwise, 0 for any other.

    Convex: it never turns both ways, and goes round only once, which is to say
    that its edges change between leading right and leading left just twice.
    """
    cdef int side = 0, turn, changes = 0
    cdef bint before = leads_on(hull, hull.n - 1), now
    cdef Py_ssize_t i
    for i in range(hull.n):
        now = leads_on(hull, i)
        changes += now != before
        before = now
        turn = orient2d(hull.x[i], hull.y[i], hull.x[i + 1], hull.y[i + 1],
                        hull.x[i + 2], hull.y[i + 2])
        if turn == 0:
            continue
        if turn == -side:
            return 0
        side = turn
    return side if changes == 2 else 0


cdef inline bint is_convex(Outline* ring) noexcept nogil:
    """Find out once, and turn a convex outline counter-clockwise."""
    cdef Hull* hull = &ring.hull
    cdef Py_ssize_t i
    cdef int turn
    if ring.form == UNKNOWN:
        turn = turning(hull) if ring.bounded and hull.n >= 3 else 0
        ring.form = OTHER if turn == 0 else CONVEX
        if turn < 0:
            reverse(hull)
            repeat_first(hull)
        for i in range(hull.n):
            hull.offset[i] = 0.0  # finite: an active edge
    return ring.form == CONVEX


cdef void reverse(Hull* hull) noexcept nogil:
    cdef Py_ssize_t i = 0, j = hull.n - 1
    while i < j:
        hull.x[i], hull.x[j] = hull.x[j], hull.x[i]
        hull.y[i], hull.y[j] = hull.y[j], hull.y[i]
        i += 1
        j -= 1


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


cdef bint axis_parts(double nx, double ny, const Hull* a, const Hull* b, Py_ssize_t stride_a,
                     Py_ssize_t stride_b) noexcept nogil:
    """Whether the shadows on an axis are apart or touch: arcade's formula, to the letter.

    It stops as soon as the shadows are known to overlap, which they stay.
    """
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


cdef bint formula_meets(const Hull* a, const Hull* b) noexcept nogil:
    cdef Py_ssize_t stride_a = stride_of(a.n), stride_b = stride_of(b.n)
    cdef const Hull* ring = a
    cdef Py_ssize_t i, turn
    for turn in range(2):
        for i in range(ring.n):
            if axis_parts(ring.y[i + 1] - ring.y[i], ring.x[i] - ring.x[i + 1], a, b,
                          stride_a, stride_b):
                return False
        ring = b
    return True


cdef bint outlines_meet(Outline* a, Outline* b) noexcept nogil:
    if a.right <= b.left or b.right <= a.left or a.top <= b.bottom or b.top <= a.bottom:
        return False  # also if one of them is empty: its right side is -infinity
    if is_convex(a) and is_convex(b):
        return rings_intersect_exactly(&a.hull, &b.hull, True)
    return formula_meets(&a.hull, &b.hull)


cdef inline int side_of_edge(const Outline* ring, Py_ssize_t i, double x, double y) noexcept nogil:
    cdef double ax = ring.hull.x[i], ay = ring.hull.y[i]
    cdef double bx = ring.hull.x[i + 1], by = ring.hull.y[i + 1]
    cdef double area
    if ring.bounded and fabs(x) <= COORDINATE_LIMIT and fabs(y) <= COORDINATE_LIMIT:
        return orient2d(ax, ay, bx, by, x, y)
    area = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return (area > 0.0) - (area < 0.0)


cdef bint outline_holds(const Outline* ring, double x, double y) noexcept nogil:
    """Whether a point is in a simple ring or on it: the parity of crossings to its right.

    An edge counts its lower end and not its upper one, so that a ray through
    a vertex counts it once, or twice where the ring only touches the ray.
    """
    cdef Py_ssize_t i
    cdef bint inside = False
    cdef double ay, by, ax, bx
    cdef int side
    if ring.hull.n < 3:
        return False
    if not (ring.left <= x <= ring.right and ring.bottom <= y <= ring.top):
        return False  # outside, or not a number
    for i in range(ring.hull.n):
        ax = ring.hull.x[i]
        ay = ring.hull.y[i]
        bx = ring.hull.x[i + 1]
        by = ring.hull.y[i + 1]
        if (ay > y) != (by > y):
            side = side_of_edge(ring, i, x, y)
            if side == 0:
                return True
            inside ^= (side > 0) == (by > ay)
        elif ay == y and (ax == x or (by == y and (ax < x) != (bx < x))):
            return True
    return inside


# --- sprites ----------------------------------------------------------------

cdef inline int read_body(object sprite, Body* body) except -1:
    cdef double width = sprite._width, height = sprite._height
    read_number_pair(sprite._position, &body.x, &body.y)
    body.size = width if width > height else height
    return 0


cdef inline bint too_far(const Body* a, const Body* b) noexcept nogil:
    """Arcade's first check, to the letter: circles around squares of the larger side."""
    cdef double radius = (a.size + b.size) * 0.71
    cdef double limit = radius * radius
    cdef double dx = a.x - b.x, dy = a.y - b.y
    dx *= dx
    dy *= dy
    return dx > limit or dy > limit or dx + dy > limit


cdef inline int read_hit_box(object sprite, Outline* ring) except -1:
    return read_outline(sprite.hit_box.get_adjusted_points(), ring)


def are_polygons_intersecting(poly_a, poly_b):
    """Whether two polygons overlap; touching is no overlap, and an empty one overlaps nothing.

    Parameters
    ----------
    poly_a, poly_b : sequence of points
        Of either winding, open or closed. Exact if both are convex.

    Returns
    -------
    bool
    """
    cdef Outline a, b
    begin(&a)
    begin(&b)
    try:
        read_outline(poly_a, &a)
        read_outline(poly_b, &b)
        return outlines_meet(&a, &b)
    finally:
        release(&a)
        release(&b)


def is_point_in_polygon(double x, double y, polygon):
    """Whether a point is in a simple polygon or on its boundary; exact.

    Parameters
    ----------
    x, y : float
    polygon : sequence of points
        With fewer than 3 of them it holds nothing.

    Returns
    -------
    bool
    """
    cdef Outline ring
    begin(&ring)
    try:
        read_outline(polygon, &ring)
        return outline_holds(&ring, x, y)
    finally:
        release(&ring)


def sprites_collide(sprite1, sprite2):
    """Whether the hit boxes of two sprites overlap, unless the sprites are far apart."""
    cdef Body body_a, body_b
    cdef Outline a, b
    read_body(sprite1, &body_a)
    read_body(sprite2, &body_b)
    if too_far(&body_a, &body_b):
        return False
    begin(&a)
    begin(&b)
    try:
        read_hit_box(sprite1, &a)
        read_hit_box(sprite2, &b)
        return outlines_meet(&a, &b)
    finally:
        release(&a)
        release(&b)


cdef class CollisionCheck:
    """`check_for_collision` for sprites; anything else is left to the original.

    Parameters
    ----------
    sprite_class : type
        The base class of all sprites.
    original : callable
        The function of arcade.
    """

    cdef type sprite_class
    cdef object original

    def __cinit__(self, type sprite_class not None, original):
        self.sprite_class = sprite_class
        self.original = original

    def check_for_collision(self, sprite1, sprite2):
        """Whether two sprites collide."""
        if isinstance(sprite1, self.sprite_class) and isinstance(sprite2, self.sprite_class):
            return sprites_collide(sprite1, sprite2)
        return self.original(sprite1, sprite2)


def colliding(sprite, candidates):
    """The candidates that collide with a sprite, in their order, itself left out.

    Parameters
    ----------
    sprite : sprite
    candidates : iterable of sprite

    Returns
    -------
    list of sprite
    """
    cdef Body body, other_body
    cdef Outline outline, other_outline
    cdef bint known = False
    cdef list hits = []
    begin(&outline)
    begin(&other_outline)
    try:
        read_body(sprite, &body)
        for other in candidates:
            if other is sprite:
                continue
            read_body(other, &other_body)
            if too_far(&body, &other_body):
                continue
            if not known:  # most sprites are near to nothing: their points are not asked for
                read_hit_box(sprite, &outline)
                known = True
            read_hit_box(other, &other_outline)
            if outlines_meet(&outline, &other_outline):
                hits.append(other)
    finally:
        release(&outline)
        release(&other_outline)
    return hits


def at_point(double x, double y, candidates):
    """The candidates whose hit boxes hold a point, in their order."""
    cdef Outline outline
    cdef list hits = []
    begin(&outline)
    try:
        for sprite in candidates:
            read_hit_box(sprite, &outline)
            if outline_holds(&outline, x, y):
                hits.append(sprite)
    finally:
        release(&outline)
    return hits


def in_outline(points, candidates):
    """The candidates whose hit boxes overlap a polygon, in their order."""
    cdef Outline outline, other_outline
    cdef list hits = []
    begin(&outline)
    begin(&other_outline)
    try:
        read_outline(points, &outline)
        for sprite in candidates:
            read_hit_box(sprite, &other_outline)
            if outlines_meet(&outline, &other_outline):
                hits.append(sprite)
    finally:
        release(&outline)
        release(&other_outline)
    return hits
