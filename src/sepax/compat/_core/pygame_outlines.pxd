"""What pygame has installed, and the outlines of its sprites; see pygame_outlines.pyx."""

from cpython.object cimport PyObject, PyObject_TypeCheck, PyTypeObject
from cpython.ref cimport Py_INCREF, Py_XDECREF

cdef struct Rectangle:
    double x, y, width, height      # as the rect has them: sizes may be negative
    bint single                     # float32 numbers, else whole ones

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


cdef class Host:
    cdef type rect, float_rect, circle, mask, surface, sprite
    cdef object rect_property       # of its sprites, if it only hands out `_Sprite__rect`
    cdef object group_iterator, group_sprites   # None if groups are no dicts
    cdef bint has_ints, has_floats  # a rect's numbers lie right behind its head
    cdef Py_ssize_t head            # bytes

    cdef bint numbers_follow(self, type kind, bint single) except -1
    cdef object find_rect_property(self)
    cdef int find_group_functions(self) except -1


cdef Host installed()
cdef bint read_rectangle(object value, Host host, Rectangle* found) except -1
cdef bint is_list_of_points(object value) except -1
cdef int read_point(object point, Py_ssize_t i, double* x, double* y) except -1
cdef object rect_of(object sprite, Host host)
cdef int read(object thing, Outline* outline, Host host, const Outline* other=*) except -1
cdef object near_in(object group, const Outline* other, Host host)
cdef int turn(Outline* outline, double degrees) except -1
cdef int settle_angle(Outline* outline, Host host) except -1


cdef inline bint is_a(object thing, type kind) noexcept:
    return kind is not None and PyObject_TypeCheck(thing, <PyTypeObject*>kind)


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


cdef inline int settle(Outline* outline, Host host) except -1:
    """Read the angle of a sprite, unless that is done."""
    return settle_angle(outline, host) if outline.form == UNASKED else 0
