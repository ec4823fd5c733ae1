# cython: binding=True, auto_pickle=False
# The functions that replace those of arcade bind as methods, and can be named and pickled like
# them.
"""The narrow phase of arcade, on its own terms: sprites and hit boxes, read as they are.

Only `sepax.compat.arcade` uses this module. It knows a sprite
by the names of its attributes and imports nothing of arcade. What is arcade's and not sepax's:

- touching is no hit;
- any list of points is an outline: of either winding, closed or open, concave, or empty.
  Two convex outlines get the exact answer, and so do any two whose bounding boxes do not
  overlap. What is left gets the answer of arcade's own formula, rounding included: programs
  were tuned on it;
- a repeated point is dropped. (Arcade makes an axis of length 0 of it, on which nothing ever
  overlaps.)
- an outline without area, all of whose points are on one line, never hits: so does a sprite of
  scale 0, in arcade because such outlines mostly have repeated points.
"""

from cpython.exc cimport PyErr_Clear, PyErr_Occurred
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.long cimport PyLong_CheckExact
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport PyObject
from cpython.sequence cimport PySequence_GetItem
from cpython.tuple cimport PyTuple_CheckExact, PyTuple_GET_SIZE
from libc.math cimport INFINITY, fabs

from inspect import signature
from math import cos, radians, sin

from sepax._core.interrupts cimport discard_if_interrupted, listen
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport rings_intersect_exactly
from sepax._core.kernels.roundoff cimport SMALLEST_UNIT
from sepax._core.memory cimport count_sum, new_array

cdef extern from "Python.h":
    PyObject* PyTuple_GET_ITEM(object, Py_ssize_t)  # borrowed
    double PyLong_AsDouble(object) noexcept         # -1, and sets an exception

cdef enum:
    ON_STACK = 64               # points; above, memory is allocated
    STRIDE = ON_STACK + 2       # the first two points are repeated at the end
    MOST_CELLS = 4096           # of a spatial hash in one question; arcade counts more by itself
    LARGEST_SIMPLE_LIST = 1500  # sprites; above, arcade lets the graphics card choose some

cdef double FARTHEST_PIXEL = 2.0 ** 52  # up to here, a double tells whole numbers apart

cdef enum Form:
    UNKNOWN, CONVEX, OTHER
    FLAT    # by its scale, although its points may have been rounded off their line

cdef struct Outline:
    Convex convex                   # points and activity of the edges: all that exact tests need
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
    ring.convex.x = memory
    ring.convex.y = memory + ring.room + 2
    ring.convex.offset = memory + 2 * (ring.room + 2)


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
    cdef Py_ssize_t n = ring.convex.n
    if n and ring.convex.x[n - 1] == x and ring.convex.y[n - 1] == y:
        return
    ring.convex.x[n] = x
    ring.convex.y[n] = y
    ring.convex.n = n + 1


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


cdef void complete(Outline* ring) noexcept nogil:
    """Open the ring and measure it."""
    cdef Convex* convex = &ring.convex
    while convex.n > 1 and convex.x[convex.n - 1] == convex.x[0] and convex.y[convex.n
                                                                              - 1] == convex.y[0]:
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


cdef inline bint leads_on(const Convex* convex, Py_ssize_t i) noexcept nogil:
    """Whether edge i leads to the right (or straight up)."""
    return convex.x[i + 1] > convex.x[i] or (
        convex.x[i + 1] == convex.x[i] and convex.y[i + 1] > convex.y[i])


cdef int turning(const Convex* convex) noexcept nogil:
    """+1 for a convex ring that winds counter-clockwise, -1 for clockwise, 0 for any other.

    Convex: it never turns both ways, and goes round only once, which is to say
    that its edges change between leading right and leading left just twice.
    """
    cdef int side = 0, turn, changes = 0
    cdef bint before = leads_on(convex, convex.n - 1), now
    cdef Py_ssize_t i
    for i in range(convex.n):
        now = leads_on(convex, i)
        changes += now != before
        before = now
        turn = orient2d(convex.x[i], convex.y[i], convex.x[i + 1], convex.y[i + 1],
                        convex.x[i + 2], convex.y[i + 2])
        if turn == 0:
            continue
        if turn == -side:
            return 0
        side = turn
    return side if changes == 2 else 0


cdef inline bint is_convex(Outline* ring) noexcept nogil:
    """Find out once, and turn a convex outline counter-clockwise."""
    cdef Convex* convex = &ring.convex
    cdef Py_ssize_t i
    cdef int turn
    if ring.form == UNKNOWN:
        turn = turning(convex) if ring.bounded and convex.n >= 3 else 0
        ring.form = OTHER if turn == 0 else CONVEX
        if turn < 0:
            reverse(convex)
            repeat_first(convex)
        for i in range(convex.n):
            convex.offset[i] = 0.0  # finite: an active edge
    return ring.form == CONVEX


cdef bint is_flat(const Outline* ring) noexcept nogil:
    """Whether the outline has no area: all of it is on one line.

    Of points beyond exact arithmetic, only one or two are.
    """
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


cdef void reverse(Convex* convex) noexcept nogil:
    cdef Py_ssize_t i = 0, j = convex.n - 1
    while i < j:
        convex.x[i], convex.x[j] = convex.x[j], convex.x[i]
        convex.y[i], convex.y[j] = convex.y[j], convex.y[i]
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


cdef bint axis_parts(double nx, double ny, const Convex* a, const Convex* b, Py_ssize_t stride_a,
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


cdef bint formula_meets(const Outline* one, const Outline* other) noexcept nogil:
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


cdef bint outlines_meet(Outline* a, Outline* b) except -1:
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


cdef bint outline_holds(const Outline* ring, double x, double y) noexcept nogil:
    """Whether a point is in a simple ring or on it: the parity of crossings to its right.

    An edge counts its lower end and not its upper one, so that a ray through
    a vertex counts it once, or twice where the ring only touches the ray.
    """
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


# --- polygons ---------------------------------------------------------------

cdef inline bint polygons_intersect(object poly_a, object poly_b) except -1:
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


cdef inline bint polygon_holds(double x, double y, object polygon) except -1:
    cdef Outline ring
    begin(&ring)
    try:
        read_outline(polygon, &ring)
        return outline_holds(&ring, x, y)
    finally:
        release(&ring)


# --- hit boxes --------------------------------------------------------------

cdef struct Placement:          # from the points of a hit box to those in the world
    double x, y
    double scale_x, scale_y
    double cosine, sine
    bint turned
    bint scale_x_is_float, scale_y_is_float


cdef inline bint read_number(object value, double* number, bint* is_float) noexcept:
    """Read a float or an int that a double can hold; False if there is anything else."""
    is_float[0] = PyFloat_CheckExact(value)
    if is_float[0]:
        number[0] = PyFloat_AS_DOUBLE(value)
        return True
    if not PyLong_CheckExact(value):
        return False
    number[0] = PyLong_AsDouble(value)
    if number[0] == -1.0 and PyErr_Occurred():
        PyErr_Clear()
        return False
    return True


cdef inline bint read_tuple_pair(object pair, double* x, double* y, bint* x_is_float,
                                 bint* y_is_float) noexcept:
    """Read a tuple of two numbers."""
    if not PyTuple_CheckExact(pair) or PyTuple_GET_SIZE(pair) != 2:
        return False
    return (read_number(<object>PyTuple_GET_ITEM(pair, 0), x, x_is_float)
            and read_number(<object>PyTuple_GET_ITEM(pair, 1), y, y_is_float))


cdef bint read_placement(object hit_box, bint rotatable, Placement* place) except -1:
    """Read where a hit box is; False if in numbers other than Python's own."""
    cdef bint is_float
    cdef double angle = 0.0
    if rotatable:
        degrees = hit_box._angle
        if not read_number(degrees, &angle, &is_float):
            return False
    place.turned = angle != 0.0
    if place.turned:  # by Python's own functions: the bits are then arcade's
        angle_in_radians = radians(-degrees)
        place.turned = angle_in_radians != 0.0
        place.cosine = cos(angle_in_radians)
        place.sine = sin(angle_in_radians)
    return (read_tuple_pair(hit_box._position, &place.x, &place.y, &is_float, &is_float)
            and read_tuple_pair(hit_box._scale, &place.scale_x, &place.scale_y,
                                &place.scale_x_is_float, &place.scale_y_is_float))


cdef list placed_points(object source, const Placement* place):
    """The points of a hit box in the world, operation by operation as arcade has them.

    None where arcade's numbers would not all be floats, which are left to arcade.
    """
    cdef tuple points
    cdef list placed = []
    cdef double x = 0.0, y = 0.0, turned_x
    cdef bint x_is_float = False, y_is_float = False
    if type(source) is not list and type(source) is not tuple:
        return None
    points = tuple(source)  # so that nothing can change it while its numbers are read
    for point in points:
        if not read_tuple_pair(point, &x, &y, &x_is_float, &y_is_float):
            return None
        if not ((x_is_float or place.scale_x_is_float) and (y_is_float or place.scale_y_is_float)):
            return None
        x *= place.scale_x
        y *= place.scale_y
        if place.turned:
            turned_x = x * place.cosine - y * place.sine
            y = x * place.sine + y * place.cosine
            x = turned_x
        placed.append((x + place.x, y + place.y))
    return placed


cdef object adjusted_points(object hit_box, bint rotatable, object original):
    cdef Placement place
    if not hit_box._adjusted_cache_dirty:
        return hit_box._adjusted_points
    points = None
    if read_placement(hit_box, rotatable, &place):
        points = placed_points(hit_box._points, &place)
    if points is None:
        return original(hit_box)
    hit_box._adjusted_points = points
    hit_box._adjusted_cache_dirty = False
    return points


cdef bint is_out_of_reach(object hit_box, double left, double right, double bottom,
                          double top) except -1:
    """Whether a hit box of a class of arcade's is surely apart from a box, however it is turned.

    No point is farther from its position than the sum of its scaled coordinates, which is
    widened by far more than the adjusted points can be rounded.
    """
    cdef Placement place
    cdef double x = 0.0, y = 0.0, distance, reach = 0.0
    cdef bint is_float
    if not read_placement(hit_box, False, &place):
        return False
    points = hit_box._points
    if type(points) is not list and type(points) is not tuple:
        return False
    for point in points:
        if not read_tuple_pair(point, &x, &y, &is_float, &is_float):
            return False
        distance = fabs(x * place.scale_x) + fabs(y * place.scale_y)
        if not distance < INFINITY:
            return False
        reach = max(reach, distance)
    reach += (reach + fabs(place.x) + fabs(place.y)) * 1e-9 + SMALLEST_UNIT
    return (left - place.x > reach or place.x - right > reach
            or bottom - place.y > reach or place.y - top > reach)


# --- sprites ----------------------------------------------------------------

cdef inline int read_position(object position, double* x, double* y) except -1:
    cdef bint is_float
    if not read_tuple_pair(position, x, y, &is_float, &is_float):
        read_number_pair(position, x, y)
    return 0


cdef inline int read_body(object sprite, Body* body) except -1:
    cdef double width = sprite._width, height = sprite._height
    read_position(sprite._position, &body.x, &body.y)
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


cdef class Arcade:
    """What the replacements know of arcade: its classes, and its own functions.

    Parameters
    ----------
    arcade, collision, spatial_hash : module
        The package, and its modules of these names.
    """

    cdef object collision
    cdef object sprite_class, list_class, sequence_class
    cdef object hit_box_class, rotatable_class, hash_class
    cdef object basic_hit_box, sprite_hit_box   # the properties of sprites that return _hit_box
    cdef object left, right, bottom, top        # those that ask the hit box

    def __cinit__(self, arcade, collision, spatial_hash):
        self.collision = collision
        self.sprite_class = arcade.BasicSprite
        self.list_class = arcade.SpriteList
        self.sequence_class = arcade.sprite_list.SpriteSequence
        self.hit_box_class = arcade.hitbox.HitBox
        self.rotatable_class = arcade.hitbox.RotatableHitBox
        self.hash_class = spatial_hash.SpatialHash
        self.basic_hit_box = arcade.BasicSprite.hit_box
        self.sprite_hit_box = arcade.Sprite.hit_box
        self.left = arcade.BasicSprite.left
        self.right = arcade.BasicSprite.right
        self.bottom = arcade.BasicSprite.bottom
        self.top = arcade.BasicSprite.top

    cdef inline bint is_sprite(self, value):
        return isinstance(value, self.sprite_class)

    cdef inline bint is_list(self, value):
        # The second question is slow: it is put to an abstract base class.
        return type(value) is self.list_class or isinstance(value, self.sequence_class)

    cdef inline object hit_box_of(self, sprite):
        """The hit box of a sprite, past its property if that is one of arcade's own."""
        asked = getattr(type(sprite), "hit_box", None)
        if asked is self.sprite_hit_box or asked is self.basic_hit_box:
            return sprite._hit_box
        return sprite.hit_box

    cdef inline bint is_own(self, hit_box):
        """Whether the class of a hit box is one of arcade's, whose attributes tell all."""
        return type(hit_box) is self.rotatable_class or type(hit_box) is self.hit_box_class

    cdef inline int read_hit_box(self, hit_box, Outline* ring) except -1:
        cdef double scale_x = 1.0, scale_y = 1.0
        read_outline(hit_box.get_adjusted_points(), ring)
        if self.is_own(hit_box):
            read_position(hit_box._scale, &scale_x, &scale_y)
            if scale_x == 0.0 or scale_y == 0.0:
                ring.form = FLAT  # also where turning has rounded its points off their line
        return 0

    cdef inline bint asks_hit_box(self, sprite):
        """Whether the bounds of a sprite are those of its hit box."""
        kind = type(sprite)
        return (getattr(kind, "left", None) is self.left
                and getattr(kind, "right", None) is self.right
                and getattr(kind, "bottom", None) is self.bottom
                and getattr(kind, "top", None) is self.top
                and self.is_own(sprite._hit_box))


cdef object candidates(Arcade arcade, sprite, sprite_list, method, bint chooses):
    """Choose whom to test as arcade does: from the spatial hash, all, or by the graphics card.

    Method 0 is arcade's own choice, where it has one.
    """
    cdef bint choice = chooses and method == 0
    spatial_hash = sprite_list.spatial_hash
    if spatial_hash is not None and (choice or method == 1):
        return spatial_hash.get_sprites_near_sprite(sprite)
    if method == 3 or (choice and len(sprite_list) <= LARGEST_SIMPLE_LIST):
        return sprite_list
    return arcade.collision._get_nearby_sprites(sprite, sprite_list)


cdef bint sprites_collide(Arcade arcade, sprite1, sprite2) except -1:
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
        arcade.read_hit_box(arcade.hit_box_of(sprite1), &a)
        arcade.read_hit_box(arcade.hit_box_of(sprite2), &b)
        return outlines_meet(&a, &b)
    finally:
        release(&a)
        release(&b)


cdef int add_colliding(Arcade arcade, sprite, others, list hits) except -1:
    """Add those that collide with a sprite, in their order, itself left out."""
    cdef Body body, other_body
    cdef Outline outline, other_outline
    cdef bint known = False
    cdef Py_ssize_t work = 0
    begin(&outline)
    begin(&other_outline)
    try:
        read_body(sprite, &body)
        for other in others:
            listen(&work, 8)
            if other is sprite:
                continue
            read_body(other, &other_body)
            if too_far(&body, &other_body):
                continue
            if not known:  # most sprites are near to nothing: their points are not asked for
                arcade.read_hit_box(arcade.hit_box_of(sprite), &outline)
                known = True
            arcade.read_hit_box(arcade.hit_box_of(other), &other_outline)
            if outlines_meet(&outline, &other_outline):
                hits.append(other)
    finally:
        release(&outline)
        release(&other_outline)
    return 0


cdef list sprites_at_point(Arcade arcade, double x, double y, sprites):
    """Those whose hit boxes hold a point, in their order."""
    cdef Outline outline
    cdef list hits = []
    cdef Py_ssize_t work = 0
    begin(&outline)
    try:
        for sprite in sprites:
            listen(&work, 8)
            hit_box = arcade.hit_box_of(sprite)
            if arcade.is_own(hit_box) and is_out_of_reach(hit_box, x, x, y, y):
                continue
            arcade.read_hit_box(hit_box, &outline)
            if outline_holds(&outline, x, y):
                hits.append(sprite)
    finally:
        release(&outline)
    return hits


cdef list sprites_in_outline(Arcade arcade, points, sprites):
    """Those whose hit boxes overlap a polygon, in their order."""
    cdef Outline outline, other_outline
    cdef list hits = []
    cdef Py_ssize_t work = 0
    begin(&outline)
    begin(&other_outline)
    try:
        read_outline(points, &outline)
        for sprite in sprites:
            listen(&work, 8)
            hit_box = arcade.hit_box_of(sprite)
            if arcade.is_own(hit_box) and is_out_of_reach(
                    hit_box, outline.left, outline.right, outline.bottom, outline.top):
                continue
            arcade.read_hit_box(hit_box, &other_outline)
            if outlines_meet(&outline, &other_outline):
                hits.append(sprite)
    finally:
        release(&outline)
        release(&other_outline)
    return hits


# --- the spatial hash -------------------------------------------------------

cdef inline long long cell_of(double coordinate, long long size) noexcept nogil:
    """The cell of a coordinate, which is rounded to a pixel towards 0, then downwards."""
    cdef long long pixel = <long long>coordinate
    return pixel // size - (pixel % size < 0)


cdef set sprites_in_cells(dict contents, long long size, const Outline* ring):
    """All in the cells that a bounding box covers, put together as arcade does: in its order.

    None if that is for arcade: what is empty, not finite, or far too large.
    """
    cdef long long left, right, bottom, top, column, row
    cdef set near = set()
    if ring.convex.n == 0 or not ring.bounded or size <= 0 or (
            max(-ring.left, ring.right, -ring.bottom, ring.top) > FARTHEST_PIXEL):
        return None
    left = cell_of(ring.left, size)
    right = cell_of(ring.right, size)
    bottom = cell_of(ring.bottom, size)
    top = cell_of(ring.top, size)
    if right - left >= MOST_CELLS or top - bottom >= MOST_CELLS:
        return None
    for column in range(left, right + 1):
        for row in range(bottom, top + 1):
            cell = (column, row)
            bucket = contents.get(cell)
            if bucket is None:
                bucket = contents.setdefault(cell, set())  # arcade leaves one as well
            near.update(bucket)
    return near


cdef set near_sprite(Arcade arcade, spatial_hash, sprite):
    """The sprites in the cells that a sprite covers, or None: ask arcade."""
    cdef Outline outline
    if type(spatial_hash) is not arcade.hash_class or not arcade.asks_hit_box(sprite):
        return None
    contents, size = spatial_hash.contents, spatial_hash.cell_size
    if type(contents) is not dict or type(size) is not int or size > FARTHEST_PIXEL:
        return None
    begin(&outline)
    try:
        read_outline(sprite._hit_box.get_adjusted_points(), &outline)
        return sprites_in_cells(contents, size, &outline)
    finally:
        release(&outline)


# --- the functions ----------------------------------------------------------

def polygon_functions():
    """The replacements in `arcade.geometry`, by their names.

    Returns
    -------
    dict from str to callable
    """
    def are_polygons_intersecting(poly_a, poly_b):
        return polygons_intersect(poly_a, poly_b)

    def is_point_in_polygon(x, y, polygon):
        return polygon_holds(x, y, polygon)

    return {
        "are_polygons_intersecting": are_polygons_intersecting,
        "is_point_in_polygon": is_point_in_polygon,
    }


def check_functions(Arcade arcade not None):
    """The replacements in `arcade.sprite_list.collision` that test sprites, by their names.

    What is not plainly a sprite or a sprite list goes to arcade's own function, which knows
    what to say about it.

    Parameters
    ----------
    arcade : Arcade

    Returns
    -------
    dict from str to callable
    """
    stock = arcade.collision.check_for_collision
    stock_with_list = arcade.collision.check_for_collision_with_list
    stock_with_lists = arcade.collision.check_for_collision_with_lists
    default = signature(stock_with_lists).parameters["method"].default
    cdef bint chooses = default == 0  # since arcade 3.3.3; before, method 0 was like 2

    def _check_for_collision(sprite1, sprite2):
        return sprites_collide(arcade, sprite1, sprite2)

    def check_for_collision(sprite1, sprite2):
        if arcade.is_sprite(sprite1) and arcade.is_sprite(sprite2):
            return sprites_collide(arcade, sprite1, sprite2)
        return stock(sprite1, sprite2)

    def check_for_collision_with_list(sprite, sprite_list, method=0):
        cdef list hits = []
        if not (arcade.is_sprite(sprite) and arcade.is_list(sprite_list)):
            return stock_with_list(sprite, sprite_list, method)
        add_colliding(arcade, sprite, candidates(arcade, sprite, sprite_list, method, True), hits)
        return hits

    def check_for_collision_with_lists(sprite, sprite_lists, method=default):
        cdef list hits = []
        if not arcade.is_sprite(sprite):
            return stock_with_lists(sprite, sprite_lists, method)
        for sprite_list in sprite_lists:
            others = candidates(arcade, sprite, sprite_list, method, chooses)
            add_colliding(arcade, sprite, others, hits)
        return hits

    return {
        "_check_for_collision": _check_for_collision,
        "check_for_collision": check_for_collision,
        "check_for_collision_with_list": check_for_collision_with_list,
        "check_for_collision_with_lists": check_for_collision_with_lists,
    }


cdef object near_place(sprite_list, str method, place):
    """What a method of the spatial hash finds near a place; all sprites where there is none."""
    if sprite_list.spatial_hash is None:
        return sprite_list
    return getattr(sprite_list.spatial_hash, method)(place)


def place_functions(Arcade arcade not None):
    """The replacements in `arcade.sprite_list.collision` that ask for a place, by their names.

    Parameters
    ----------
    arcade : Arcade

    Returns
    -------
    dict from str to callable
    """
    stock_at_point = arcade.collision.get_sprites_at_point
    stock_in_rect = arcade.collision.get_sprites_in_rect

    def get_sprites_at_point(point, sprite_list):
        if not arcade.is_list(sprite_list):
            return stock_at_point(point, sprite_list)
        near = near_place(sprite_list, "get_sprites_near_point", point)
        return sprites_at_point(arcade, point[0], point[1], near)

    def get_sprites_in_rect(rect, sprite_list):
        if not arcade.is_list(sprite_list):
            return stock_in_rect(rect, sprite_list)
        near = near_place(sprite_list, "get_sprites_near_rect", rect)
        return sprites_in_outline(arcade, rect.to_points(), near)

    return {
        "get_sprites_at_point": get_sprites_at_point,
        "get_sprites_in_rect": get_sprites_in_rect,
    }


cdef object points_method(hit_box_class, bint rotatable):
    """The replacement of `get_adjusted_points` in one of the classes."""
    stock = hit_box_class.get_adjusted_points

    def get_adjusted_points(self):
        return adjusted_points(self, rotatable, stock)

    return get_adjusted_points


def hit_box_methods(Arcade arcade not None):
    """The replacements of methods in `arcade.hitbox`, by the names of classes and methods.

    Parameters
    ----------
    arcade : Arcade

    Returns
    -------
    dict from str to callable
    """
    return {
        "HitBox.get_adjusted_points": points_method(arcade.hit_box_class, False),
        "RotatableHitBox.get_adjusted_points": points_method(arcade.rotatable_class, True),
    }


def spatial_hash_methods(Arcade arcade not None):
    """The replacement of a method in `arcade.sprite_list.spatial_hash`, by class and method.

    Parameters
    ----------
    arcade : Arcade

    Returns
    -------
    dict from str to callable
    """
    stock = arcade.hash_class.get_sprites_near_sprite

    def get_sprites_near_sprite(self, sprite):
        near = near_sprite(arcade, self, sprite)
        return stock(self, sprite) if near is None else near

    return {"SpatialHash.get_sprites_near_sprite": get_sprites_near_sprite}
