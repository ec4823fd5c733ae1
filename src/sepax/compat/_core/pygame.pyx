"""The sprites of pygame, read as they are: which overlap, and how to part them.

Only `sepax.compat.pygame` uses this module. It
imports pygame when it is first asked something. What a sprite's outline is, is written in
``docs/drop-ins-pygame.md``; here is how it is read:

- nothing is kept from one call to the next: rectangles move, masks change in place;
- an *outline* holds what is cheap to read, bounds above all, as most sprites are far apart;
- only of two outlines whose bounds overlap are the angles asked for and the *figures* made.
"""

cimport cython
from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDES, PyBuffer_Release, PyObject_GetBuffer)
from cpython.exc cimport PyErr_CheckSignals
from cpython.float cimport PyFloat_Check
from cpython.long cimport PyLong_Check
from cpython.mem cimport PyMem_RawFree
from cpython.object cimport PyObject, PyObject_TypeCheck, PyTypeObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from libc.math cimport INFINITY, ceil, copysign, fabs, fmod
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcpy

from sepax._core.arrays.boxes cimport BOX_DOUBLES, box_measure, box_set_points, is_box_size
from sepax._core.interrupts cimport discard_if_interrupted
from sepax._core.kernels.answers cimport Axis
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex
from sepax._core.kernels.pose cimport (
    PosedConvex, posed_lay_out, posed_measure, posed_size, posed_update)
from sepax._core.kernels.predicates cimport orient2d
from sepax._core.kernels.queries cimport convex_intersect, convex_penetration
from sepax._core.kernels.rotation cimport sine_cosine
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF
from sepax._core.memory cimport count_product, count_sum, new_array, new_zeros
from sepax._core.shape cimport Shape, require_ready

from importlib import import_module

from sepax.compat._patching import import_host
from threading import Lock
from warnings import warn

cdef extern from "Python.h":
    PyTypeObject* type_of "Py_TYPE"(object)
    PyObject* _PyType_Lookup(PyTypeObject*, object)     # borrowed, or NULL

cdef tuple OUTLINES = ("hitbox", "shape")   # attributes of a sprite that say more than its rect
cdef tuple ORIGINALS = ("original_image", "orig_image", "image_orig", "original")

cdef double RADIANS = 0.017453292519943295  # in a degree
cdef double HALF_DIAGONAL = 0.70711         # of a unit square, rounded up
cdef double ROUNDED_PIXELS = 2.0            # pygame's turned images differ by less from exact sizes

cdef enum:
    ATTEMPTS = 8    # to leave an overlap that rounding brought back, each twice as far


# --- what is installed --------------------------------------------------------

cdef struct Rectangle:
    double x, y, width, height      # as the rect has them: sizes may be negative
    bint single                     # float32 numbers, else whole ones


@cython.final
cdef class Host:
    """The classes of the installed pygame (None for what it lacks) and what their objects hold."""

    cdef type rect, float_rect, circle, mask, surface, sprite
    cdef object rect_property       # of its sprites, if it only hands out `_Sprite__rect`
    cdef bint has_ints, has_floats  # a rect's numbers lie right behind its head
    cdef Py_ssize_t head            # bytes

    def __cinit__(self):
        pygame = import_host("pygame", "pygame")
        self.rect, self.mask, self.surface = pygame.Rect, pygame.Mask, pygame.Surface
        self.float_rect = getattr(pygame, "FRect", None)
        self.sprite = import_module("pygame.sprite").Sprite
        try:
            self.circle = import_module("pygame.geometry").Circle
        except ImportError:     # pygame, or an old pygame-ce
            self.circle = None
        self.head = object.__basicsize__
        self.has_ints = self.numbers_follow(self.rect, False)
        self.has_floats = self.float_rect is not None and self.numbers_follow(self.float_rect, True)
        self.rect_property = self.find_rect_property()

    cdef bint numbers_follow(self, type kind, bint single) except -1:
        """Whether x, y, width and height are four ints, or floats, behind the head.

        So say pygame's own headers. Believed only of a class whose objects are large enough and
        prove it on samples: what is read is then always a part of the object.
        """
        if kind.__basicsize__ < self.head + 4 * <Py_ssize_t>sizeof(int):
            return False
        cdef Rectangle found
        for sample in ((1, -2, 3, 4), (-70000, 65539, 16000001, -9)):
            numbers = kind(*sample)
            read_numbers(numbers, self.head, single, &found)
            if (found.x, found.y, found.width, found.height) != sample:
                return False
        return True

    cdef object find_rect_property(self):
        """The property `rect` of sprites, if it hands out what is stored and does nothing else."""
        found = vars(self.sprite).get("rect")
        if type(found) is not property:
            return None
        probe = self.sprite()
        probe.rect = rect = self.rect(1, 2, 3, 4)
        return found if getattr(probe, "_Sprite__rect", None) is rect else None


cdef Host the_host = None
cdef object learning = Lock()


cdef Host learn_host():
    global the_host
    with learning:
        if the_host is None:
            the_host = Host()
    return the_host


cdef inline Host installed():
    return the_host if the_host is not None else learn_host()


cdef inline bint is_a(object thing, type kind) noexcept:
    return kind is not None and PyObject_TypeCheck(thing, <PyTypeObject*>kind)


# --- outlines -------------------------------------------------------------------

cdef enum Form:
    EMPTY       # no area: overlaps nothing
    UPRIGHT     # a rectangle
    UNASKED     # the rectangle of a sprite that may have an angle
    TURNED      # a rectangle about its centre
    POINTS      # the hull of a list of points
    PIXELS      # the hull of the set pixels of a mask
    DISC
    SHAPE       # one of sepax

cdef struct Outline:
    double low_x, low_y, high_x, high_y     # bounds: nothing of it is outside
    Form form
    PyObject* source                        # owned: the list, mask or shape; a rectangle's sprite
    double left, top, right, bottom         # of an upright rectangle
    double x, y                             # centre of a rectangle or disc, corner of a mask
    double width, height                    # of a rectangle or mask, >= 0; of a disc its radius
    double angle                            # of a turned rectangle, radians, as poses have it


cdef inline void begin(Outline* outline) noexcept:
    outline.source = NULL


cdef inline void release(Outline* outline) noexcept:
    Py_XDECREF(outline.source)
    outline.source = NULL


cdef inline void keep(Outline* outline, object source) noexcept:
    Py_INCREF(source)
    outline.source = <PyObject*>source


cdef inline void set_bounds(Outline* outline, double low_x, double low_y, double high_x,
                            double high_y) noexcept nogil:
    outline.low_x = low_x
    outline.low_y = low_y
    outline.high_x = high_x
    outline.high_y = high_y


cdef inline void read_numbers(object rect, Py_ssize_t head, bint single,
                              Rectangle* found) noexcept:
    cdef const char* numbers = <const char*><void*>rect + head
    cdef const int* ints = <const int*>numbers
    cdef const float* floats = <const float*>numbers
    found.single = single
    if single:
        found.x, found.y, found.width, found.height = floats[0], floats[1], floats[2], floats[3]
    else:
        found.x, found.y, found.width, found.height = ints[0], ints[1], ints[2], ints[3]


cdef bint read_rectangle(object value, Host host, Rectangle* found) except -1:
    """The numbers of a `Rect` or `FRect`; False for anything else."""
    found.single = not is_a(value, host.rect)
    if found.single and not is_a(value, host.float_rect):
        return False
    if host.has_floats if found.single else host.has_ints:
        read_numbers(value, host.head, found.single, found)
    else:
        found.x, found.y, found.width, found.height = value.x, value.y, value.width, value.height
    return True


cdef inline double sum_as_stored(double a, double b, bint single) noexcept nogil:
    return <double><float>(a + b) if single else a + b


cdef inline void outline_rectangle(Outline* outline, const Rectangle* rect) noexcept nogil:
    """An upright rectangle. Its sides are those that `Rect.colliderect` compares."""
    cdef double other_x = sum_as_stored(rect.x, rect.width, rect.single)
    cdef double other_y = sum_as_stored(rect.y, rect.height, rect.single)
    outline.form = UPRIGHT if rect.width != 0.0 and rect.height != 0.0 else EMPTY
    outline.left = min(rect.x, other_x)
    outline.right = max(rect.x, other_x)
    outline.top = min(rect.y, other_y)
    outline.bottom = max(rect.y, other_y)
    outline.x = rect.x + 0.5 * rect.width
    outline.y = rect.y + 0.5 * rect.height
    outline.width = fabs(rect.width)
    outline.height = fabs(rect.height)
    set_bounds(outline, outline.left, outline.top, outline.right, outline.bottom)


cdef inline double turning_reach(const Rectangle* rect) noexcept nogil:
    """No corner is farther from the centre along x or y: at any angle, in float32, or with the
    size that `find_original` may find."""
    cdef double longer = max(fabs(rect.width), fabs(rect.height))
    return (HALF_DIAGONAL * longer + ROUNDED_PIXELS * min(longer, 1.0)
            + 1e-6 * (fabs(rect.x) + fabs(rect.y) + longer))


cdef inline bint is_far(const Rectangle* rect, const Outline* other) noexcept nogil:
    """Whether a rectangle, at any angle, is outside of the bounds of something."""
    cdef double x = rect.x + 0.5 * rect.width, y = rect.y + 0.5 * rect.height
    cdef double reach = turning_reach(rect)
    # Free of branches: on which side it is cannot be predicted.
    return ((x + reach <= other.low_x) | (x - reach >= other.high_x)
            | (y + reach <= other.low_y) | (y - reach >= other.high_y))


cdef inline void widen_for_turns(Outline* outline, const Rectangle* rect) noexcept nogil:
    cdef double reach = turning_reach(rect)
    set_bounds(outline, outline.x - reach, outline.y - reach, outline.x + reach, outline.y + reach)


cdef int outline_shape(Outline* outline, Shape shape) except -1:
    cdef const Convex* convex = &shape.posed.convex
    cdef double half
    require_ready(shape)
    half = (convex.bounding_radius * 1.000001
            + FILTER_ROUNDOFF * (fabs(convex.centre_x) + fabs(convex.centre_y)))
    outline.form = SHAPE
    keep(outline, shape)
    set_bounds(outline, convex.centre_x - half, convex.centre_y - half,
               convex.centre_x + half, convex.centre_y + half)
    return 0


cdef int outline_mask(Outline* outline, object mask, double x, double y) except -1:
    width, height = mask.get_size()
    outline.form = PIXELS
    keep(outline, mask)
    outline.x, outline.y, outline.width, outline.height = x, y, width, height
    set_bounds(outline, x, y, x + outline.width, y + outline.height)
    return 0


cdef int outline_disc(Outline* outline, object circle) except -1:
    cdef double half
    outline.form = DISC
    outline.x, outline.y, outline.width = circle.x, circle.y, circle.r
    half = outline.width * 1.000001 + FILTER_ROUNDOFF * (fabs(outline.x) + fabs(outline.y))
    set_bounds(outline, outline.x - half, outline.y - half, outline.x + half, outline.y + half)
    return 0


cdef bint is_list_of_points(object value) except -1:
    """Whether a list or tuple is meant for points: it is empty or starts with a pair."""
    if not isinstance(value, (list, tuple)):
        return False
    for first in value:
        kind = type(first)
        return (not isinstance(first, (str, bytes)) and hasattr(kind, "__getitem__")
                and hasattr(kind, "__len__") and len(first) == 2)
    return True


cdef int read_point(object point, Py_ssize_t i, double* x, double* y) except -1:
    try:
        x[0], y[0] = point
    except (TypeError, ValueError):
        raise TypeError(f"points must be pairs of numbers: point {i} is {point!r}") from None
    except OverflowError:
        x[0] = y[0] = INFINITY
    if not (fabs(x[0]) <= COORDINATE_LIMIT and fabs(y[0]) <= COORDINATE_LIMIT):
        raise ValueError(f"point {i} is not finite or beyond 2**240: {point!r}")
    return 0


cdef int outline_points(Outline* outline, object points) except -1:
    """Bounds of a list of points. It is kept as a tuple: to read numbers may run any code."""
    cdef tuple fixed = tuple(points)
    cdef double x = 0.0, y = 0.0
    cdef Py_ssize_t i
    set_bounds(outline, INFINITY, INFINITY, -INFINITY, -INFINITY)
    for i in range(len(fixed)):
        read_point(fixed[i], i, &x, &y)
        set_bounds(outline, min(outline.low_x, x), min(outline.low_y, y),
                   max(outline.high_x, x), max(outline.high_y, y))
    outline.form = POINTS
    keep(outline, fixed)
    return 0


cdef bint read_plain(object thing, Outline* outline, Host host) except -1:
    """Read anything that has a place of its own; False for anything else."""
    cdef Rectangle rect
    if read_rectangle(thing, host, &rect):
        outline_rectangle(outline, &rect)
    elif PyObject_TypeCheck(thing, <PyTypeObject*>Shape):
        outline_shape(outline, <Shape>thing)
    elif is_a(thing, host.circle):
        outline_disc(outline, thing)
    elif is_list_of_points(thing):
        outline_points(outline, thing)
    else:
        return False
    return True


cdef inline object rect_of(object sprite, Host host):
    """The attribute `rect`, without a call of pygame's own property for it."""
    if host.rect_property is not None and (
            _PyType_Lookup(type_of(sprite), "rect") == <PyObject*>host.rect_property):
        return getattr(sprite, "_Sprite__rect", None)
    return getattr(sprite, "rect", None)


cdef bint read_outline_attribute(object sprite, object value, Outline* outline,
                                 Host host) except -1:
    """Read a sprite's `hitbox` or `shape`; False if it is nothing of ours."""
    cdef Rectangle rect
    if not is_a(value, host.mask):
        return read_plain(value, outline, host)
    if not read_rectangle(rect_of(sprite, host), host, &rect):
        raise TypeError(f"the outline of {type(sprite).__name__} is a mask, which is placed at the "
                        "sprite's rect, and it has no rect")
    outline_mask(outline, value, rect.x, rect.y)
    return True


cdef int read_sprite(object sprite, Outline* outline, Host host, const Outline* other) except -1:
    cdef Rectangle rect
    value = getattr(sprite, "hitbox", None)
    if value is not None:
        if not read_outline_attribute(sprite, value, outline, host):
            raise TypeError(
                f"the hitbox of {type(sprite).__name__} must be a Rect, FRect, Circle, Mask, list "
                f"of points or shape of sepax, got {type(value).__name__}")
        return 0
    value = getattr(sprite, "shape", None)
    if value is not None and read_outline_attribute(sprite, value, outline, host):
        return 0
    if not read_rectangle(rect_of(sprite, host), host, &rect):
        raise TypeError(f"{type(sprite).__name__} has no shape: no hitbox, no shape and no rect")
    if other is not NULL and is_far(&rect, other):
        outline.form = EMPTY
        return 0
    outline_rectangle(outline, &rect)
    if outline.form != EMPTY:
        outline.form = UNASKED
        keep(outline, sprite)
        widen_for_turns(outline, &rect)
    return 0


cdef int read(object thing, Outline* outline, Host host, const Outline* other=NULL) except -1:
    """Read a sprite or anything else that has a shape in pygame.

    Most sprites are far apart: one whose rectangle is far from `other` is read as `EMPTY`.
    """
    if is_a(thing, host.sprite):
        return read_sprite(thing, outline, host, other)
    if is_a(thing, host.mask):
        return outline_mask(outline, thing, 0.0, 0.0)
    if not read_plain(thing, outline, host):
        return read_sprite(thing, outline, host, other)
    return 0


# --- angles -----------------------------------------------------------------------

cdef double degrees_of(object sprite) except? -1.0:
    """The attribute `angle` if it is a number, else 0."""
    value = getattr(sprite, "angle", None)
    if value is None:
        return 0.0
    if not (PyFloat_Check(value) or PyLong_Check(value)):
        if isinstance(value, (str, bytes)) or not hasattr(value, "__float__"):
            return 0.0
    try:
        return value
    except TypeError:       # an array, say
        return 0.0
    except OverflowError:
        return INFINITY


cdef inline void bound_turned(Outline* outline, double sine, double cosine) noexcept nogil:
    """The bounding box of a turned rectangle, and room for the rounding of its corners."""
    cdef double half_x = 0.5 * (outline.width * cosine + outline.height * sine)
    cdef double half_y = 0.5 * (outline.width * sine + outline.height * cosine)
    cdef double doubt = FILTER_ROUNDOFF * (fabs(outline.x) + fabs(outline.y) + half_x + half_y)
    half_x += doubt
    half_y += doubt
    set_bounds(outline, outline.x - half_x, outline.y - half_y,
               outline.x + half_x, outline.y + half_y)


cdef int turn(Outline* outline, double degrees) except -1:
    """Turn an upright rectangle about its centre. Quarter turns are exact."""
    cdef double part = degrees if -360.0 < degrees < 360.0 else fmod(degrees, 360.0)
    cdef double quarters = part / 90.0, sine, cosine
    if not part - part == 0.0:
        raise ValueError(f"an angle must be finite, got {degrees}")
    if quarters == 1.0 or quarters == 3.0 or quarters == -1.0 or quarters == -3.0:
        outline.width, outline.height = outline.height, outline.width
        outline.left = outline.x - 0.5 * outline.width
        outline.right = outline.x + 0.5 * outline.width
        outline.top = outline.y - 0.5 * outline.height
        outline.bottom = outline.y + 0.5 * outline.height
    elif quarters != 0.0 and quarters != 2.0 and quarters != -2.0:
        # On a screen, where y points down, what looks counter-clockwise is clockwise.
        outline.form = TURNED
        outline.angle = -(part * RADIANS)
        sine_cosine(outline.angle, &sine, &cosine)
        bound_turned(outline, fabs(sine), fabs(cosine))
        return 0
    outline.form = UPRIGHT
    set_bounds(outline, outline.left, outline.top, outline.right, outline.bottom)
    return 0


cdef bint read_image_size(object sprite, str name, Host host, double* width,
                          double* height) except -1:
    """The size of an attribute, if that is an image."""
    image = getattr(sprite, name, None)
    if not is_a(image, host.surface):
        return False
    width[0], height[0] = image.get_size()
    return True


cdef bint find_original(object sprite, Outline* outline, Host host, double sine,
                        double cosine) except -1:
    """Whether an image kept from before the turn explains the size of the rect: it has that
    size, or its turned image has. The outline then gets the size of the original."""
    cdef double width = 0.0, height = 0.0
    for name in ORIGINALS:
        if not read_image_size(sprite, name, host, &width, &height):
            continue
        if width == outline.width and height == outline.height:
            return True
        if (min(outline.width, outline.height) >= 1.0
                and fabs(width * cosine + height * sine - outline.width) < ROUNDED_PIXELS
                and fabs(width * sine + height * cosine - outline.height) < ROUNDED_PIXELS):
            outline.width = width
            outline.height = height
            return True
    return False


cdef int settle_size(object sprite, Outline* outline, Host host, double degrees) except -1:
    """Find out whether the rect is that of the image before it was turned, or warn.

    A rect as large as the image says nothing: the image may be the turned one, whose box
    would be turned once more, or one that the program turns only to draw it.
    """
    cdef double sine, cosine, width = 0.0, height = 0.0
    cdef double part = fabs(fmod(degrees, 180.0))
    if part == 0.0 or (part == 90.0 and outline.width == outline.height):
        return 0        # one is like the other
    sine_cosine(part * RADIANS, &sine, &cosine)
    if find_original(sprite, outline, host, fabs(sine), fabs(cosine)):
        return 0
    if (read_image_size(sprite, "image", host, &width, &height)
            and width == outline.width and height == outline.height):
        name = type(sprite).__name__
        warn(f"{name} has an angle and a rect as large as its image: if the image is turned "
             "already, the rect is now turned a second time, which is wrong. Keep the image from "
             f"before the turn as {name}.original_image, or a shape as {name}.hitbox",
             RuntimeWarning, stacklevel=1)
    return 0


cdef int settle(Outline* outline, Host host) except -1:
    """Ask a sprite for its angle, if it was not asked yet."""
    cdef double degrees
    if outline.form != UNASKED:
        return 0
    sprite = <object>outline.source
    degrees = degrees_of(sprite)
    if degrees != 0.0 and fabs(degrees) < INFINITY:
        settle_size(sprite, outline, host, degrees)
    turn(outline, degrees)
    return 0


# --- figures ----------------------------------------------------------------------

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


cdef int take_pose(Figure* figure, double x, double y, double angle) except -1:
    figure.posed.pose.x = x + 0.0    # no negative zero, as in shapes
    figure.posed.pose.y = y + 0.0
    figure.posed.pose.angle = angle + 0.0
    sine_cosine(figure.posed.pose.angle, &figure.posed.pose.sine, &figure.posed.pose.cosine)
    if not posed_update(&figure.posed):
        raise ValueError(f"the vertices of a sprite at {(x, y)} are not finite or round to a ring "
                         "without area")
    figure.convex = &figure.posed.convex
    return 0


cdef int build_box(Figure* figure, const Outline* outline) except -1:
    cdef Box box = box_of(outline)
    if not (is_box_size(0.5 * box.width) and is_box_size(0.5 * box.height)):
        raise ValueError(f"a rectangle must have finite sides, got {box.width} by {box.height}")
    posed_lay_out(&figure.posed, 4, figure.box)
    box_set_points(&figure.posed, 0.5 * box.width, 0.5 * box.height)
    box_measure(&figure.posed, 0.5 * box.width, 0.5 * box.height)
    take_pose(figure, box.x, box.y, box.angle)
    return 0


cdef int allocate(Figure* figure, Py_ssize_t n) except -1:
    figure.heap = <double*>new_zeros(posed_size(n), sizeof(double))
    if figure.heap is NULL:
        raise MemoryError
    posed_lay_out(&figure.posed, n, figure.heap)
    return 0


cdef int build_disc(Figure* figure, const Outline* outline) except -1:
    allocate(figure, 1)
    posed_measure(&figure.posed, 1, 0, outline.width)
    take_pose(figure, outline.x, outline.y, 0.0)
    return 0


cdef int build_ring(Figure* figure, const Point* corners, Py_ssize_t n, double x,
                    double y) except -1:
    cdef Py_ssize_t i
    allocate(figure, n)
    for i in range(n):
        figure.posed.local_x[i] = corners[i].x
        figure.posed.local_y[i] = corners[i].y
    posed_measure(&figure.posed, n, n, 0.0)
    take_pose(figure, x, y, 0.0)
    return 0


cdef Point* allocate_points(Py_ssize_t n) except NULL:
    """Room for n points and for the hull of them."""
    cdef Point* points = <Point*>new_array(count_sum(count_product(3, n), 1), sizeof(Point))
    if points is NULL:
        raise MemoryError
    return points


cdef int by_x_and_y(const void* a, const void* b) noexcept nogil:
    cdef const Point* p = <const Point*>a
    cdef const Point* q = <const Point*>b
    if p.x != q.x:
        return 1 if p.x > q.x else -1
    return (p.y > q.y) - (p.y < q.y)


cdef inline bint turns_left(const Point* corners, Py_ssize_t last, const Point* to) noexcept nogil:
    return orient2d(corners[last - 1].x, corners[last - 1].y, corners[last].x, corners[last].y,
                    to.x, to.y) > 0


cdef Py_ssize_t hull_of_sorted(const Point* points, Py_ssize_t n, Point* corners) noexcept nogil:
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


cdef bint build_points(Figure* figure, tuple source) except -1:
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


cdef bint row_extent(const Py_buffer* view, Py_ssize_t y, Py_ssize_t width, Py_ssize_t* first,
                     Py_ssize_t* last) noexcept nogil:
    """Columns of the first and last set pixel of a row; False if there is none.

    A mask is stored in strips, one word wide; the lowest bit is the leftmost pixel. What the
    words hold beyond the width is anything, as in the one strip of a mask without a width.
    """
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


cdef Py_ssize_t line_extents(const Py_buffer* view, Py_ssize_t width,
                             Point* points) noexcept nogil:
    """The ends of every line between two rows: corners of the pixels on either side of it.

    They come sorted by y and then by x, and with these swapped.
    """
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


cdef void swap_back(Point* corners, Py_ssize_t n, Point* ring) noexcept nogil:
    """Swap x and y, which reverses the winding, and start at the leftmost, uppermost corner."""
    cdef Py_ssize_t i, start = 0
    for i in range(n):
        corners[i].x, corners[i].y = corners[i].y, corners[i].x
        if by_x_and_y(&corners[i], &corners[start]) < 0:
            start = i
    for i in range(n):
        ring[i] = corners[start - i if i <= start else start - i + n]


cdef Py_ssize_t mask_corners(const Outline* mask, Point** corners) except -1:
    """The hull of the set pixels, from the corner of the mask; 0 corners if none is set.

    The caller frees the memory.
    """
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


cdef bint build_mask(Figure* figure, const Outline* mask) except -1:
    cdef Point* corners = NULL
    cdef Py_ssize_t n
    try:
        n = mask_corners(mask, &corners)
        if n:
            build_ring(figure, corners, n, mask.x, mask.y)
        return n > 0
    finally:
        PyMem_RawFree(corners)


# --- testing ----------------------------------------------------------------------

cdef bint build(Figure* figure, const Outline* outline) except -1:
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


cdef inline bint bounds_overlap(const Outline* a, const Outline* b) noexcept nogil:
    return ((a.low_x < b.high_x) & (b.low_x < a.high_x)
            & (a.low_y < b.high_y) & (b.low_y < a.high_y))


cdef bint figures_overlap(const Outline* a, const Outline* b, Axis* widest,
                          double* depth) except -1:
    """Whether two outlines overlap; with `widest`, whether they meet, by which axis, how deep."""
    cdef Figure first, second
    cdef bint hit
    first.heap = second.heap = NULL
    try:
        if not (build(&first, a) and build(&second, b)):
            return False
        if widest is NULL:
            hit = convex_intersect(first.convex, second.convex, True)
        else:
            hit = convex_penetration(first.convex, second.convex, widest, depth)
        discard_if_interrupted(first.convex.n, second.convex.n)
        return hit
    finally:
        discard(&first)
        discard(&second)


cdef inline bint overlap(Outline* a, Outline* b, Host host) except -1:
    """Whether two outlines have a common area."""
    if a.form == EMPTY or b.form == EMPTY or not bounds_overlap(a, b):
        return False
    settle(a, host)
    settle(b, host)
    if a.form == UPRIGHT and b.form == UPRIGHT:
        return (a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom)
    if not bounds_overlap(a, b):    # now that the angles are known
        return False
    return figures_overlap(a, b, NULL, NULL)


def collided(a, b):
    """Whether two sprites overlap; for the `collided` of pygame's functions.

    Parameters
    ----------
    a, b : sprite, or anything that `shape_of` takes
        What has no area (a rectangle, an empty mask, points on a line) overlaps nothing.

    Returns
    -------
    bool
        False if they only touch.

    Raises
    ------
    TypeError
        For what has no shape.
    ValueError
        For numbers that are not finite.

    Warns
    -----
    RuntimeWarning
        For a turned sprite of which cannot be told whether its `rect` is that of the turned
        image.
    """
    cdef Host host = installed()
    cdef Outline outline_a, outline_b
    begin(&outline_a)
    begin(&outline_b)
    try:
        read(a, &outline_a, host)
        read(b, &outline_b, host, &outline_a)
        return overlap(&outline_a, &outline_b, host)
    finally:
        release(&outline_a)
        release(&outline_b)


cdef object the_test = collided


def outline_of(thing, double angle):
    """What `shape_of` makes a shape of.

    Parameters
    ----------
    thing : object
    angle : float
        Degrees by which a bare rectangle is turned.

    Returns
    -------
    tuple
        A kind and its numbers: ``("box", width, height, centre, radians)``,
        ``("circle", centre, radius)``, ``("ring", corners, place)``, ``("hull", points)`` or
        ``("shape", shape)``.
    """
    cdef Host host = installed()
    cdef Outline outline
    cdef Box box
    cdef Point* corners = NULL
    cdef Py_ssize_t n
    begin(&outline)
    try:
        read(thing, &outline, host)
        settle(&outline, host)
        if outline.form == UPRIGHT and (is_a(thing, host.rect) or is_a(thing, host.float_rect)):
            turn(&outline, angle)
        if outline.form == SHAPE or outline.form == POINTS:
            return ("shape" if outline.form == SHAPE else "hull", <object>outline.source)
        if outline.form == DISC:
            return "circle", (outline.x, outline.y), outline.width
        if outline.form != PIXELS:
            box = box_of(&outline)
            return "box", box.width, box.height, (box.x, box.y), box.angle
        n = mask_corners(&outline, &corners)
        return "ring", [(corners[i].x, corners[i].y) for i in range(n)], (outline.x, outline.y)
    finally:
        PyMem_RawFree(corners)
        release(&outline)


# --- groups -----------------------------------------------------------------------

@cython.final
cdef class Crowd:
    """The outlines of a group's sprites, each read once."""

    cdef list sprites
    cdef Outline* outlines
    cdef Py_ssize_t n       # of them read

    def __cinit__(self):
        self.sprites = []

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.n):
            release(&self.outlines[i])
        PyMem_RawFree(self.outlines)

    cdef int fill(self, group, Host host) except -1:
        self.sprites = list(group)
        self.outlines = <Outline*>new_zeros(len(self.sprites), sizeof(Outline))
        if self.outlines is NULL:
            raise MemoryError
        for sprite in self.sprites:
            self.n += 1     # a half-read outline is released, too
            read(sprite, &self.outlines[self.n - 1], host)
        return 0

    cdef list hits(self, Outline* outline, Host host):
        cdef Py_ssize_t i
        cdef list found = []
        for i in range(self.n):
            if overlap(outline, &self.outlines[i], host):
                found.append(self.sprites[i])
        return found


cdef Crowd crowd_of(group, Host host):
    cdef Crowd crowd = Crowd()
    crowd.fill(group, host)
    return crowd


cdef bint is_other_test(collided) noexcept:
    return collided is not None and collided is not the_test


cdef list sprite_hits(sprite, group, bint first_only):
    cdef Host host = installed()
    cdef Outline outline, other_outline
    cdef list found = []
    begin(&outline)
    begin(&other_outline)
    try:
        read(sprite, &outline, host)
        for other in group:
            read(other, &other_outline, host, &outline)
            if overlap(&outline, &other_outline, host):
                found.append(other)
                if first_only:
                    break
            release(&other_outline)
    finally:
        release(&outline)
        release(&other_outline)
    return found


def spritecollide(sprite, group, dokill, collided=None):
    """The sprites of a group that overlap a sprite, in their order.

    `pygame.sprite.spritecollide` with `collided` as its test, in one compiled call.

    Parameters
    ----------
    sprite : sprite, or anything that `shape_of` takes
    group : iterable of sprite
    dokill : bool
        Whether to `kill()` those found, after all were tested.
    collided : callable, optional
        Another test: the call is then left to pygame.

    Returns
    -------
    list of sprite
    """
    if is_other_test(collided):
        return import_module("pygame.sprite").spritecollide(sprite, group, dokill, collided)
    cdef list found = sprite_hits(sprite, group, False)
    if dokill:
        for other in found:
            other.kill()
    return found


def spritecollideany(sprite, group, collided=None):
    """The first sprite of a group that overlaps a sprite, or None.

    `pygame.sprite.spritecollideany` with `collided` as its test, in one compiled call.

    Parameters
    ----------
    sprite : sprite, or anything that `shape_of` takes
    group : iterable of sprite
    collided : callable, optional
        Another test: the call is then left to pygame.

    Returns
    -------
    sprite or None
    """
    if is_other_test(collided):
        return import_module("pygame.sprite").spritecollideany(sprite, group, collided)
    cdef list found = sprite_hits(sprite, group, True)
    return found[0] if found else None


def groupcollide(groupa, groupb, dokilla, dokillb, collided=None):
    """The sprites of a group that overlap any of another group, and which.

    `pygame.sprite.groupcollide` with `collided` as its test, in one compiled call. Every sprite
    is read once, and those of `groupb` again after some were killed.

    Parameters
    ----------
    groupa, groupb : iterable of sprite
    dokilla, dokillb : bool
        Whether to `kill()` those found: of `groupb` at once, of `groupa` in the end.
    collided : callable, optional
        Another test: the call is then left to pygame.

    Returns
    -------
    dict of sprite to list of sprite
        Without the sprites that overlap none.
    """
    if is_other_test(collided):
        return import_module("pygame.sprite").groupcollide(
            groupa, groupb, dokilla, dokillb, collided)
    cdef Host host = installed()
    cdef Outline outline
    cdef Crowd crowd = None
    cdef dict found = {}
    begin(&outline)
    try:
        for sprite in groupa:
            PyErr_CheckSignals()
            release(&outline)
            read(sprite, &outline, host)
            if crowd is None:
                crowd = crowd_of(groupb, host)
            hits = crowd.hits(&outline, host)
            if not hits:
                continue
            found[sprite] = hits
            if dokillb:
                for other in hits:
                    other.kill()
                crowd = None
    finally:
        release(&outline)
    if dokilla:
        for sprite in found:
            sprite.kill()
    return found


# --- parting ----------------------------------------------------------------------

cdef double grain_of(const Rectangle* rect) noexcept nogil:
    """The least distance that a rectangle can be relied on to move."""
    if not rect.single:
        return 1.0
    # An FRect holds 24 bits.
    return 2.0**-22 * max(max(fabs(rect.x), fabs(rect.x + rect.width)),
                          max(fabs(rect.y), fabs(rect.y + rect.height)))


cdef inline double outward(double step, double grain) noexcept nogil:
    """A whole number of grains, not less than the step but for noise."""
    return copysign(ceil(fabs(step) / grain - 1e-6) * grain, step)


cdef int move_outline(object sprite, str name, object value, object dx, object dy,
                      Host host) except -1:
    """Move an outline, unless the sprite derives it anew from its rect each time it is asked."""
    if getattr(sprite, name, None) is not value:
        return 0
    if isinstance(value, Shape):
        value.move(dx, dy)
    elif is_a(value, host.rect) or is_a(value, host.float_rect) or is_a(value, host.circle):
        value.move_ip(dx, dy)
    elif is_list_of_points(value):
        setattr(sprite, name, [(x + dx, y + dy) for x, y in value])
    return 0


cdef int move(object thing, object rect, double dx, double dy, bint single, Host host) except -1:
    """Move a rectangle, or a sprite's rect and whatever else says where it is."""
    cdef object step_x = dx, step_y = dy
    if not single:
        step_x, step_y = int(dx), int(dy)
    if thing is rect:
        rect.move_ip(step_x, step_y)
        return 0
    outlines = [getattr(thing, name, None) for name in OUTLINES]
    rect.move_ip(step_x, step_y)
    if rect_of(thing, host) is not rect:    # a property made a copy
        thing.rect = rect
    for name, value in zip(OUTLINES, outlines):
        if value is not None and value is not rect:
            move_outline(thing, name, value, step_x, step_y, host)
    return 0


cdef bint find_way(Outline* a, Outline* b, double* x, double* y, Host host) except -1:
    """The shortest way for a out of b; False if they do not overlap."""
    cdef Axis widest
    cdef double depth = 0.0
    widest.normal_x = widest.normal_y = 0.0
    if not overlap(a, b, host):
        return False
    figures_overlap(a, b, &widest, &depth)
    x[0] = 0.0 - widest.normal_x * depth
    y[0] = 0.0 - widest.normal_y * depth
    return True


cdef bint still_overlap(object a, Outline* outline, Outline* obstacle, Host host) except -1:
    release(outline)
    read(a, outline, host, obstacle)
    return overlap(outline, obstacle, host)


cdef int move_out(object a, object rect, Outline* outline, Outline* obstacle, double x, double y,
                  const Rectangle* start, Host host) except -1:
    """Move by (x, y), and on along its longer part for as long as rounding keeps an overlap."""
    cdef double grain = grain_of(start)
    cdef bint across = fabs(x) < fabs(y)
    cdef double nudge = copysign(grain, y if across else x)
    for _ in range(ATTEMPTS):
        move(a, rect, outward(x, grain), outward(y, grain), start.single, host)
        if not still_overlap(a, outline, obstacle, host):
            break
        x = 0.0 if across else nudge
        y = nudge if across else 0.0
        nudge *= 2.0
    return 0


def push_apart(a, b):
    """Move the first of two sprites the shortest way out of the second.

    Parameters
    ----------
    a : sprite or rectangle
        Its ``rect`` is moved in place, and so are its ``hitbox`` and ``shape``. Whole pixels
        are moved where the ``rect`` has only those.
    b : sprite, or anything that `shape_of` takes

    Returns
    -------
    (dx, dy) : (float, float)
        The move; (0.0, 0.0) if they did not overlap, or are the same.

    Raises
    ------
    TypeError
        For an `a` without a ``rect``, and what has no shape.
    """
    cdef Host host = installed()
    cdef Outline outline, obstacle
    cdef Rectangle start, end
    cdef double x = 0.0, y = 0.0
    begin(&outline)
    begin(&obstacle)
    try:
        read(a, &outline, host)
        read(b, &obstacle, host, &outline)
        if a is b or not find_way(&outline, &obstacle, &x, &y, host):
            return 0.0, 0.0
        rect = a if read_rectangle(a, host, &start) else rect_of(a, host)
        if not read_rectangle(rect, host, &start):
            raise TypeError(f"push_apart moves a rect, and {type(a).__name__} has none")
        move_out(a, rect, &outline, &obstacle, x, y, &start, host)
        read_rectangle(a if a is rect else rect_of(a, host), host, &end)
        return end.x - start.x, end.y - start.y
    finally:
        release(&outline)
        release(&obstacle)
