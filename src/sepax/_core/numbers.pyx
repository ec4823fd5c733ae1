"""The verbs for boxes and circles by numbers, as functions of Python.

They are those of sepax/cython_api.pyx with results of Python. All are one function, `call`, bound
to the description of each verb. The table of these is numbers_verbs.pxi, which tools/generate.py
writes from verbs.toml.
"""

from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_AsDouble, PyFloat_CheckExact
from cpython.object cimport PyObject
from importlib import import_module
from libc.math cimport INFINITY
from os.path import dirname, join

from sepax._core.answers.answer cimport Options, Result, set_plain
from sepax._core.answers.compiled cimport compiled
from sepax._core.arguments cimport refuse_length
from sepax._core.callers cimport (
    GivenBox, GivenCircle, read_box, read_circle, set_given_axis, set_given_margin,
    set_given_motion, set_given_pivots, set_given_point, set_given_ray)
from sepax._core.kernels.convex cimport Convex
from sepax._core.writers cimport Kind, as_python

cdef extern from "Python.h":
    ctypedef struct Definition "PyMethodDef":
        const char* ml_name
        void* ml_meth
        int ml_flags
        const char* ml_doc
    int METH_FASTCALL, METH_KEYWORDS
    object new_function "PyCFunction_NewEx"(Definition* definition, object bound, object module)

cdef enum:
    MOST = 20       # numbers that a function takes
    OF_BOX = 6
    OF_CIRCLE = 3

cdef struct GivenShape:
    GivenBox box
    GivenCircle circle

cdef enum Takes:    # besides the numbers of shapes
    PLAIN           # the options of the verb
    POINT
    AXIS
    MOTION          # and then options
    RAY


def get_include():
    """The folder of ``sepax.h``, the header of the C API, for compilers.

    Returns
    -------
    str

    Examples
    --------
    >>> from pathlib import Path
    >>> Path(sepax.get_include(), "sepax.h").exists()
    True
    """
    return join(dirname(dirname(__file__)), "include")


cdef str listed(tuple names, tuple numbers, str side):
    """The numbers that were given, by name."""
    return ", ".join([f"{name}{side}={number}" for name, number in zip(names, numbers)])


cdef int take_box(double x, double y, double half_width, double half_height, double cosine,
                  double sine, str side, GivenBox* box) except -1:
    if read_box(x, y, half_width, half_height, cosine, sine, box):
        return 0
    given = listed(("x", "y", "half_width", "half_height", "cosine", "sine"),
                   (x, y, half_width, half_height, cosine, sine), side)
    raise ValueError(f"{given} are no box: its centre and corners must be finite and within "
                     "2**240, half its width and height greater than 0, and cosine and sine those "
                     "of one angle; far from the origin it must not round away")


cdef int take_circle(double x, double y, double radius, str side, GivenCircle* circle) except -1:
    if read_circle(x, y, radius, circle):
        return 0
    given = listed(("x", "y", "radius"), (x, y, radius), side)
    raise ValueError(f"{given} are no circle: its centre and radius must be finite and within "
                     "2**240, and the radius not negative")


cdef int refuse_point(double x, double y) except -1:
    raise ValueError(f"point_x={x}, point_y={y} are no point: they must be finite and within "
                     "2**240")


cdef int refuse_axis(double x, double y) except -1:
    raise ValueError(f"axis_x={x}, axis_y={y} are no axis: they must be finite and within 2**240, "
                     "and not both 0")


cdef int refuse_motion(double a_x, double a_y, double b_x, double b_y, double max_time) except -1:
    given = listed(("velocity_a_x", "velocity_a_y", "velocity_b_x", "velocity_b_y", "max_time"),
                   (a_x, a_y, b_x, b_y, max_time), "")
    raise ValueError(f"{given} are no motion: velocities must be finite and within 2**240, and "
                     "max_time not negative or NaN")


cdef int refuse_ray(double x, double y, double direction_x, double direction_y,
                    double max_distance, double radius) except -1:
    given = listed(("origin_x", "origin_y", "direction_x", "direction_y", "max_distance",
                    "ray_radius"), (x, y, direction_x, direction_y, max_distance, radius), "")
    raise ValueError(f"{given} are no ray: origin and direction must be finite and within 2**240, "
                     "the direction not zero, max_distance not negative or NaN, ray_radius finite "
                     "and not negative")


# --- one function for all ---------------------------------------------------------------

cdef class _Offered:
    """The description of a function for `call`."""

    cdef Definition definition
    cdef bytes name         # the definition points to it, and to the text
    cdef bytes text
    cdef tuple names        # of the parameters
    cdef Py_ssize_t most    # their number
    cdef Py_ssize_t required    # so many of them have no default
    cdef double[MOST] defaults
    cdef bint of_boxes, of_two
    cdef int verb
    cdef Kind kind
    cdef Takes takes
    cdef int touching       # the place of this parameter, or -1
    cdef int skip_leaving, margin

    def __reduce__(self):
        # A bound function is pickled as the object to which it is bound, and its name.
        return import_module, (__name__,)


cdef int place_of(_Offered offered, object name) except -1:
    """The place of a parameter that was given by name."""
    if name in offered.names:
        return offered.names.index(name)
    raise TypeError(f"{offered.name.decode()}() got an unexpected keyword argument {name!r}: it takes "
                    f"{', '.join(offered.names)}")


cdef int refuse_count(_Offered offered, Py_ssize_t count) except -1:
    needed = f"{offered.required}"
    if offered.required < offered.most:
        needed += f" to {offered.most}"
    raise TypeError(f"{offered.name.decode()}() takes {needed} numbers, got {count}: "
                    f"{', '.join(offered.names)}")


cdef inline double number_of(PyObject* given) except? -1.0:
    if PyFloat_CheckExact(<object>given):
        return PyFloat_AS_DOUBLE(<object>given)
    return PyFloat_AsDouble(<object>given)


cdef int read_named(_Offered offered, PyObject** given, Py_ssize_t count, PyObject* names,
                    double* numbers) except -1:
    """Read the arguments that were given by name; raise if one is missing."""
    cdef Py_ssize_t k
    cdef int place
    cdef set missing = set(offered.names[count:])
    for k in range(len(<tuple>names) if names is not NULL else 0):
        name = (<tuple>names)[k]
        place = place_of(offered, name)
        if name not in missing:
            raise TypeError(f"{offered.name.decode()}() got {name} twice")
        missing.remove(name)
        numbers[place] = number_of(given[k])
    for name in offered.names[:offered.required]:
        if name in missing:
            raise TypeError(f"{offered.name.decode()}() needs {name}: it takes "
                            f"{', '.join(offered.names)}")
    return 0


cdef int read_numbers(_Offered offered, PyObject** given, Py_ssize_t count, PyObject* names,
                      double* numbers) except -1:
    """Read all arguments, or take the defaults."""
    cdef Py_ssize_t k
    if count > offered.most:
        refuse_count(offered, count)
    for k in range(count):
        numbers[k] = number_of(given[k])
    for k in range(count, offered.most):
        numbers[k] = offered.defaults[k]
    if names is not NULL or count < offered.required:
        return read_named(offered, given + count, count, names, numbers)
    return 0


cdef int read_options(_Offered offered, const double* numbers, double* rest, Convex* place,
                      Options* options) except -1:
    """Read what follows the numbers of the shapes."""
    if offered.takes == POINT and not set_given_point(rest, rest + 1, place):
        refuse_point(rest[0], rest[1])
    elif offered.takes == AXIS and not set_given_axis(rest, rest + 1, place):
        refuse_axis(rest[0], rest[1])
    elif offered.takes == RAY and not set_given_ray(rest[0], rest[1], rest[2], rest[3], rest[4],
                                                    rest[5], &options.probe):
        refuse_ray(rest[0], rest[1], rest[2], rest[3], rest[4], rest[5])
    elif offered.takes == MOTION and not set_given_motion(rest[0], rest[1], rest[2], rest[3], rest[4],
                                                          &options.motion.motion):
        refuse_motion(rest[0], rest[1], rest[2], rest[3], rest[4])
    if offered.touching >= 0:
        options.strict = numbers[offered.touching] == 0.0
    if offered.skip_leaving >= 0:
        options.skip_leaving = numbers[offered.skip_leaving] != 0.0
    if offered.margin >= 0 and not set_given_margin(numbers[offered.margin], options):
        refuse_length(numbers[offered.margin], "margin")
    return 0


cdef const Convex* take_shape(_Offered offered, const double* n, str side,
                              GivenShape* shape) except NULL:
    if offered.of_boxes:
        take_box(n[0], n[1], n[2], n[3], n[4], n[5], side, &shape.box)
        return &shape.box.posed.convex
    take_circle(n[0], n[1], n[2], side, &shape.circle)
    return &shape.circle.convex


cdef object call(PyObject* bound, PyObject** given, Py_ssize_t count, PyObject* names):
    """The function that Python calls, bound to an `_Offered`."""
    cdef _Offered offered = <_Offered>bound
    cdef int size = OF_BOX if offered.of_boxes else OF_CIRCLE, found
    cdef double[MOST] numbers
    cdef double* rest = numbers + size * (1 + offered.of_two)
    cdef GivenShape[2] shapes
    cdef Convex place
    cdef const Convex* first
    cdef const Convex* second = &place
    cdef Options options
    cdef Result result
    read_numbers(offered, given, count, names, numbers)
    set_plain(&options)
    first = take_shape(offered, numbers, "_a" if offered.of_two else "", &shapes[0])
    if offered.of_two:
        second = take_shape(offered, numbers + size, "_b", &shapes[1])
    read_options(offered, numbers, rest, &place, &options)
    if offered.kind == Kind.CLEARANCE:      # by turns about the centres
        set_given_pivots(numbers[0], numbers[1], numbers[size], numbers[size + 1], &options.motion)
    found = compiled[offered.verb](first, second, &options, &result)
    return as_python(offered.kind, found, &result)


cdef object offer(str name, str parameters, tuple defaults, bint of_boxes, bint of_two, int verb,
                  Kind kind, Takes takes, str text):
    """Make a function of this module."""
    cdef _Offered offered = _Offered()
    cdef Py_ssize_t k
    offered.names = tuple(parameters.split())
    offered.most = len(offered.names)
    offered.required = offered.most - len(defaults)
    for k in range(len(defaults)):
        offered.defaults[offered.required + k] = defaults[k]
    offered.of_boxes, offered.of_two = of_boxes, of_two
    offered.verb, offered.kind, offered.takes = verb, kind, takes
    places = {each: k for k, each in enumerate(offered.names)}
    offered.touching = places.get("touching", -1)
    offered.skip_leaving = places.get("skip_leaving", -1)
    offered.margin = places.get("margin", -1)
    offered.name, offered.text = name.encode(), text.encode()
    offered.definition.ml_name = offered.name
    offered.definition.ml_meth = <void*>call
    offered.definition.ml_flags = METH_FASTCALL | METH_KEYWORDS
    offered.definition.ml_doc = offered.text
    globals()[name] = new_function(&offered.definition, offered, __name__)


include "numbers_verbs.pxi"
