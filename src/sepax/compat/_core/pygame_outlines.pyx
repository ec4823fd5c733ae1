"""The sprites of pygame as outlines: where they are, how far they reach, and at which angle.

pygame is imported with the first query. Its objects are read as they are at the time of the call,
since rectangles move and masks change in place. Most sprites are far apart, so an outline holds
only what is cheap to read. A sprite's angle is read once its bounds overlap those of another.
"""

cimport cython
from cpython.float cimport PyFloat_Check
from cpython.long cimport PyLong_Check
from libc.math cimport INFINITY, fabs, fmod

from sepax._core.arguments cimport radians_of
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex
from sepax._core.kernels.pose cimport sine_cosine
from sepax._core.kernels.roundoff cimport FILTER_ROUNDOFF
from sepax._core.shape cimport Shape, require_ready

from importlib import import_module

from sepax.compat._patching import import_host
from threading import Lock
from warnings import warn

cdef extern from *:
    """
    static inline int reads_plainly(PyTypeObject *type) {
        return type->tp_getattro == PyObject_GenericGetAttr;
    }
    """
    bint reads_plainly(PyTypeObject*)   # no `__getattr__` or `__getattribute__` of its own

cdef extern from "Python.h":
    PyTypeObject* type_of "Py_TYPE"(object)
    PyObject* _PyType_Lookup(PyTypeObject*, object)     # borrowed, or NULL
    bint PyDict_Next(object, Py_ssize_t*, PyObject**, PyObject**)   # borrowed

cdef tuple ORIGINALS = ("original_image", "orig_image", "image_orig", "original")

cdef double HALF_DIAGONAL = 0.70711         # of a unit square, rounded up
cdef double ROUNDED_PIXELS = 2.0            # pygame's turned images differ by less from exact sizes


# --- the host -----------------------------------------------------------------

@cython.final
cdef class Host:
    """Classes of the installed pygame (None if it lacks one), and how objects store numbers."""

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
        self.find_group_functions()

    cdef bint numbers_follow(self, type kind, bint single) except -1:
        """Whether x, y, width and height are four ints, or floats, behind the head.

        pygame's headers say so. It is used only for a class whose objects are large enough and
        agree on samples, so reads stay within the object.
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
        """The property `rect` of sprites, if it only returns the stored rect."""
        found = vars(self.sprite).get("rect")
        if type(found) is not property:
            return None
        probe = self.sprite()
        probe.rect = rect = self.rect(1, 2, 3, 4)
        return found if getattr(probe, "_Sprite__rect", None) is rect else None

    cdef int find_group_functions(self) except -1:
        """The functions by which a group lists its sprites, if these are the keys of a dict."""
        kind = getattr(import_module("pygame.sprite"), "Group", None)
        if kind is None:
            return 0
        probes = [self.sprite() for _ in range(3)]
        group = kind(*probes)
        if list(group) == probes == list(getattr(group, "spritedict", ())):
            self.group_iterator, self.group_sprites = kind.__iter__, kind.sprites
        return 0


cdef Host the_host = None
cdef object learning = Lock()


cdef Host learn_host():
    global the_host
    with learning:
        if the_host is None:
            the_host = Host()
    return the_host


cdef Host installed():
    return the_host if the_host is not None else learn_host()


# --- outlines -------------------------------------------------------------------

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
    """An upper bound of how far a corner is from the centre along x or y: at any angle, in float32,
    and with any size that `find_original` may find."""
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
    """Bounds of a list of points, which is kept as a tuple: reading numbers can run any code."""
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


cdef object rect_of(object sprite, Host host):
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
    """Read a sprite or anything else that has a shape in pygame. A sprite whose rectangle is far
    from `other`, as most are, is read as `EMPTY`."""
    if is_a(thing, host.sprite):
        return read_sprite(thing, outline, host, other)
    if is_a(thing, host.mask):
        return outline_mask(outline, thing, 0.0, 0.0)
    if not read_plain(thing, outline, host):
        return read_sprite(thing, outline, host, other)
    return 0


# --- groups ---------------------------------------------------------------------

cdef bint is_plain(object sprite, Host host) except -1:
    """Whether a sprite's class leaves `rect` to pygame and has no `hitbox` and `shape`, so that
    reading these three of a sprite runs no code of the program."""
    cdef PyTypeObject* kind = type_of(sprite)
    return (reads_plainly(kind) and host.has_ints
            and (host.has_floats or host.float_rect is None) and host.rect_property is not None
            and _PyType_Lookup(kind, "rect") == <PyObject*>host.rect_property
            and _PyType_Lookup(kind, "_Sprite__rect") is NULL
            and _PyType_Lookup(kind, "hitbox") is NULL and _PyType_Lookup(kind, "shape") is NULL)


cdef inline bint is_plain_and_far(object sprite, const Outline* other, Host host) except -1:
    """Whether a plain sprite has a rectangle only, and that is far from `other`."""
    cdef Rectangle rect
    value = getattr(sprite, "_Sprite__rect", None)
    if type_of(value) is <PyTypeObject*>host.rect:
        read_numbers(value, host.head, False, &rect)
    elif type_of(value) is <PyTypeObject*>host.float_rect:
        read_numbers(value, host.head, True, &rect)
    else:
        return False
    return (is_far(&rect, other) and getattr(sprite, "hitbox", None) is None
            and getattr(sprite, "shape", None) is None)


cdef bint is_group_of_dict(object group, Host host) except -1:
    """Whether a group iterates, as those of pygame do, over the keys of its `spritedict`."""
    return (host.group_iterator is not None
            and _PyType_Lookup(type_of(group), "__iter__") == <PyObject*>host.group_iterator
            and getattr(group.sprites, "__func__", None) is host.group_sprites)


cdef object near_in(object group, const Outline* other, Host host):
    """The sprites of a group, without the plain ones that are far from `other`.

    Walking along the group's dict saves the list of its sprites. Nothing in the loop runs code of
    the program that could change the group. Another iterable is returned as it is.
    """
    cdef PyTypeObject* kind = NULL      # of the sprite before
    cdef PyObject* member
    cdef Py_ssize_t place = 0
    cdef bint plain = False
    cdef list near = []
    cdef object members
    if not is_group_of_dict(group, host):
        return group
    members = group.spritedict
    if type(members) is not dict:
        return group
    with cython.critical_section(members):
        while PyDict_Next(members, &place, &member, NULL):
            sprite = <object>member
            if type_of(sprite) is not kind:
                kind = type_of(sprite)
                plain = is_plain(sprite, host)
            if not (plain and is_plain_and_far(sprite, other, host)):
                near.append(sprite)
    return near


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
    cdef double tolerance = FILTER_ROUNDOFF * (fabs(outline.x) + fabs(outline.y) + half_x + half_y)
    half_x += tolerance
    half_y += tolerance
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
        outline.angle = -radians_of(part)
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
    """Whether an image from before the turn explains the size of the rect: it has that size, or its
    turned image has. The outline then gets the size of the original."""
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
    """Find the size of the sprite before it was turned, or warn. A rect as large as the image is
    ambiguous: the image may be the turned one, or one that the program turns only to draw it."""
    cdef double sine, cosine, width = 0.0, height = 0.0
    cdef double part = fabs(fmod(degrees, 180.0))
    if part == 0.0 or (part == 90.0 and outline.width == outline.height):
        return 0        # one is like the other
    sine_cosine(radians_of(part), &sine, &cosine)
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


cdef int settle_angle(Outline* outline, Host host) except -1:
    cdef double degrees
    sprite = <object>outline.source
    degrees = degrees_of(sprite)
    if degrees != 0.0 and fabs(degrees) < INFINITY:
        settle_size(sprite, outline, host, degrees)
    turn(outline, degrees)
    return 0
