"""The verbs for two shapes: functions, and methods of a shape.

Here are the functions that read arguments and call kernels. The public functions and the class
`Collider` are in pair_verbs.pxi, which tools/generate.py writes from verbs.toml.
"""

cimport cython
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_CheckExact
from cpython.ref cimport PyObject, Py_INCREF
from libc.math cimport INFINITY, fabs, nextafter

from sepax._core.answers.answer cimport Options, Result, answer_t, set_plain
from sepax._core.answers.compiled cimport VERB_RAYCAST, ask_rows, read_places
from sepax._core.arguments cimport (
    described, items_of, read_length, read_motion, read_pair, read_rates, read_velocity,
    refuse_motion, require_ray, require_turned, try_number, viewed, whole_number)
from sepax._core.interrupts cimport discard_if_interrupted, raise_pending
from sepax._core.kernels.answers cimport Axis, mtv_component, set_relative_velocity
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, set_point
from sepax._core.kernels.projection cimport convex_bounds
from sepax._core.kernels.queries cimport convex_intersect as shapes_overlap
from sepax._core.kernels.raycast cimport set_probe
from sepax._core.kernels.separation cimport convex_penetration
from sepax._core.kernels.turning cimport still_turns
from sepax._core.shape cimport Shape, apply_pose, is_ready, require_ready
from sepax._core.writers cimport Kind, as_python


cdef extern from "Python.h":
    ctypedef struct TypeObject "PyTypeObject":
        void* tp_new
    TypeObject* type_of "Py_TYPE"(object)
    bint is_subtype "PyType_IsSubtype"(TypeObject*, TypeObject*)

cdef extern from "publish.h":
    void publish(PyObject** place, PyObject* value)
    PyObject* published(PyObject** place)


cdef int refuse_either(Shape a, Shape b) except -1:
    require_ready(a)
    require_ready(b)
    return 0


cdef inline int require_both(Shape a, Shape b) except -1:
    return 0 if is_ready(a) and is_ready(b) else refuse_either(a, b)


cdef inline bint is_shape(object x) noexcept:
    # A type inherits tp_new, so one that has Collider's is a subclass of it. Usually this saves the
    # walk of isinstance over all bases.
    return (type_of(x).tp_new == (<TypeObject*>Collider).tp_new
            or is_subtype(type_of(x), <TypeObject*>Shape))


cdef inline bint both_shapes(object a, object b) noexcept:
    return is_shape(a) and is_shape(b)


cdef object load_over_arrays = None  # returns a module with the verbs over arrays, by their names
cdef PyObject* over_arrays = NULL    # that module


def answer_arrays_by(load):
    """Register the module for arguments that are no single shapes, _verbs/verbs.py. It is loaded at the
    first call, as that layer takes most of the time of an import."""
    global load_over_arrays
    load_over_arrays = load


cdef object verbs_over_arrays():
    if published(&over_arrays) is NULL:
        loaded = load_over_arrays()
        Py_INCREF(loaded)   # it is kept for good; several threads may come here first
        publish(&over_arrays, <PyObject*>loaded)
    return <object>published(&over_arrays)


cdef double UNIT_TIME = 1.0
cdef object ONE = 1     # worker: the usual call is recognised by this object


cdef int refuse_batch_options(object pairs, object out, object workers,
                              str given="these are single shapes") except -1:
    """Raise for options that single shapes do not take; one worker may be any integer 1."""
    if pairs is None and out is None and whole_number(workers, "workers") == 1:
        return 0
    raise TypeError(f"pairs, out and workers are for arrays: {given}")


cdef int refuse_two_numbers(str verb, str name, object x, object y) except -1:
    """Raise for a place that is given as two arguments."""
    pair = f"({x}, {y})" if isinstance(x, (int, float)) else "np.column_stack((x, y))"
    raise TypeError(f"{name} must be one argument, got {described(x)} and {described(y)}: write "
                    f"{verb}({pair})")


def _floor(Shape a not None, Shape b not None, /):
    """Do nothing: the cost of a call, the unit of the bench."""
    return True


cdef tuple items_of_point(object point, str name):
    """The items of a point that is neither a tuple nor a list; () for a matrix, a set or text."""
    cdef tuple items
    point = viewed(point, name)
    if getattr(point, "ndim", 1) != 1:
        return ()
    items = items_of(point, name)
    if items is not None:
        return items
    if not hasattr(point, "__iter__"):
        raise TypeError(f"{name} must be a pair of numbers or an array of such pairs, "
                        f"got {type(point).__name__}")
    return ()


cdef inline bint read_point(object point, str name, double* x, double* y) except -1:
    """Read two numbers; False if they are none, so that this must be an array of pairs."""
    cdef tuple pair
    if type(point) is tuple:
        pair = <tuple>point
    elif isinstance(point, (tuple, list)):
        pair = tuple(point) if len(point) == 2 else ()
    else:
        pair = items_of_point(point, name)
    if len(pair) != 2 or not (try_number(pair[0], name, x) and try_number(pair[1], name, y)):
        return False
    if not (fabs(x[0]) <= COORDINATE_LIMIT and fabs(y[0]) <= COORDINATE_LIMIT):
        read_pair(pair, name, x, y)      # raises
    return True


# --- answers ----------------------------------------------------------------------------

cdef inline object asked(Shape a, Shape b, answer_t answer, Kind kind, const Options* options):
    """The answer of a verb for two shapes. Compilers know `answer` and `kind` in each call."""
    cdef Result result
    cdef int found
    require_both(a, b)
    found = answer(&a.posed.convex, &b.posed.convex, options, &result)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return as_python(kind, found, &result)


cdef inline object asked_of_rows(object a, object b, int verb, Kind kind, const Options* options,
                                 object pairs, object out, object workers):
    """The answer of a verb for two single rows of parts, or a row and a point; NotImplemented for
    anything else. No options are the defaults."""
    cdef Options plain
    if pairs is not None or out is not None or workers is not ONE or ask_rows is NULL:
        return NotImplemented
    if options is NULL:
        set_plain(&plain)
        options = &plain
    if kind == Kind.CLEARANCE and not read_places(a, b, &plain):
        return NotImplemented
    return ask_rows(a, b, verb, kind, options)


cdef object asked_of_moving_rows(object a, object b, int verb, Kind kind, object velocity_a,
                                 object velocity_b, object max_time, object angular_velocity_a,
                                 object angular_velocity_b, Options* options, object pairs,
                                 object out, object workers):
    """The same for a verb about shapes that move and may turn."""
    if (pairs is not None or out is not None or workers is not ONE or read_places is NULL
            or not read_places(a, b, options)):
        return NotImplemented
    read_motion(velocity_a, velocity_b, max_time, &options.motion.motion)
    if not (is_zero(angular_velocity_a) and is_zero(angular_velocity_b)):
        read_rates(angular_velocity_a, angular_velocity_b, &options.motion)
        options.turns = options.motion.rate_a != 0.0 or options.motion.rate_b != 0.0
    return ask_rows(a, b, verb, kind, options)


cdef inline void set_positions(Shape a, Shape b, Options* options) noexcept:
    """The places about which the shapes turn."""
    options.motion.position_a = [a.posed.pose.x, a.posed.pose.y]
    options.motion.position_b = [b.posed.pose.x, b.posed.pose.y]


cdef inline object asked_plainly(object a, object b, answer_t answer, Kind kind):
    """The same for two shapes with the defaults of all options."""
    cdef Options options
    set_plain(&options)
    if kind == Kind.CLEARANCE:
        set_positions(<Shape>a, <Shape>b, &options)
    return asked(<Shape>a, <Shape>b, answer, kind, &options)


cdef inline object asked_in_motion(Shape a, Shape b, answer_t answer, Kind kind,
                                   const Options* options):
    """The same for a verb about shapes that move and may turn."""
    cdef Result result
    cdef int found
    if not options.turns:
        return asked(a, b, answer, kind, options)
    require_both(a, b)
    with nogil:
        found = answer(&a.posed.convex, &b.posed.convex, options, &result)
    raise_pending()
    require_turned(-found, "")
    return as_python(kind, found, &result)


cdef inline object asked_at(Shape shape, double x, double y, answer_t answer, Kind kind):
    """The answer of a verb for a shape and a place."""
    cdef Convex place
    cdef Options options
    cdef Result result
    cdef int found
    set_plain(&options)
    set_point(&place, &x, &y)
    found = answer(&shape.posed.convex, &place, &options, &result)
    discard_if_interrupted(shape.posed.convex.n, 1)
    return as_python(kind, found, &result)


cdef object asked_at_place(str verb, str kind_name, str name, bint nonzero, Shape shape,
                           object place, answer_t answer, Kind kind, object pairs, object out,
                           object workers):
    """Read the place, or pass many places on to the layer above."""
    cdef double x, y
    require_ready(shape)
    if not read_point(place, name, &x, &y):
        return verbs_over_arrays().of_places(verb, kind_name, name, nonzero, shape, place,
                                             pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers, f"these are a single shape and a single {name}")
    if nonzero and x == 0.0 and y == 0.0:
        raise ValueError(f"{name} must not be zero")
    return asked_at(shape, x, y, answer, kind)


cdef inline bint is_zero(object rate) noexcept:
    return PyFloat_CheckExact(rate) and PyFloat_AS_DOUBLE(rate) == 0.0


cdef inline int read_motions(Shape a, Shape b, object velocity_a, object velocity_b,
                             object max_time, object angular_velocity_a, object angular_velocity_b,
                             Options* options) except -1:
    """Read the motion of two shapes, which turn about their positions."""
    require_both(a, b)
    read_motion(velocity_a, velocity_b, max_time, &options.motion.motion)
    if is_zero(angular_velocity_a) and is_zero(angular_velocity_b):     # as by default
        return 0
    read_rates(angular_velocity_a, angular_velocity_b, &options.motion)
    set_positions(a, b, options)
    options.turns = still_turns(&a.posed.convex, &b.posed.convex, &options.motion)
    return 0


cdef inline object asked_of_first(object a, object b, object velocity_a, answer_t answer,
                                  Kind kind):
    """The answer of a verb in motion, for the velocity of a and the defaults of all options."""
    cdef Options options
    require_both(<Shape>a, <Shape>b)
    if velocity_a is None:
        refuse_motion(None, UNIT_TIME)
    set_plain(&options)
    read_velocity(velocity_a, "velocity_a", &options.motion.motion.a_x,
                  &options.motion.motion.a_y)
    options.motion.motion.b_x = options.motion.motion.b_y = 0.0
    options.motion.motion.max_time = UNIT_TIME
    set_relative_velocity(&options.motion.motion)
    return asked(<Shape>a, <Shape>b, answer, kind, &options)


cdef object intersects_of_arrays(object a, object b, bint touching, object pairs, object out,
                                 object workers):
    """With a shortcut for two arrays row by row, which saves a third of the call."""
    verbs = verbs_over_arrays()
    if pairs is None and workers is ONE:
        hit = verbs.all_meet(a, b, not touching, out)
        if hit is not None:
            return hit
    return verbs.intersects(a, b, touching=touching, pairs=pairs, out=out, workers=workers)


# --- separation --------------------------------------------------------------------------

cdef enum:
    # Twice as long each: 2^7 units together are more than the bounds of an MTV and of rounding.
    STEPS_AWAY = 7


cdef bint overlap(Shape a, Shape b) except -1:
    """Whether the insides of two shapes meet."""
    cdef bint hit = shapes_overlap(&a.posed.convex, &b.posed.convex, True)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return hit


cdef double largest_coordinate(Shape shape) noexcept:
    cdef double bounds[4]
    convex_bounds(&shape.posed.convex, bounds)
    return max(max(max(-bounds[0], -bounds[1]), max(bounds[2], bounds[3])),
               max(fabs(shape.posed.pose.x), fabs(shape.posed.pose.y)))


cdef inline int move_back(Shape shape, const Axis* axis, double distance) except -1:
    apply_pose(&shape.posed, shape.posed.pose.x + mtv_component(axis.normal_x, distance),
               shape.posed.pose.y + mtv_component(axis.normal_y, distance), shape.posed.pose.angle)
    return 0


cdef int step_away(Shape shape, Shape other, const Axis* axis) except -1:
    """Move a shape back along an axis while rounding of its vertices keeps an overlap: by a unit in
    the last place of the largest coordinate, and then farther, by twice as much each time."""
    cdef double largest = max(largest_coordinate(shape), largest_coordinate(other))
    cdef double step = ((nextafter(largest, INFINITY) - largest)
                        / max(fabs(axis.normal_x), fabs(axis.normal_y)))
    for _ in range(STEPS_AWAY):
        move_back(shape, axis, step)
        if not overlap(shape, other):
            return 0
        step *= 2.0
    return 0


cdef int move_out(Shape shape, Shape other, const Axis* axis, double depth) except -1:
    """Move a shape out of another, or raise and leave it where it was."""
    cdef double x = shape.posed.pose.x, y = shape.posed.pose.y
    try:
        move_back(shape, axis, depth)
        if overlap(shape, other):
            step_away(shape, other, axis)
    except BaseException:
        apply_pose(&shape.posed, x, y, shape.posed.pose.angle)
        raise
    return 0


cdef bint push_shape_out_of(Shape shape, object other) except -1:
    cdef Axis widest
    cdef double depth = 0.0
    cdef bint hit
    if not is_shape(other):
        return verbs_over_arrays().push_out_of(shape, other)
    require_both(shape, <Shape>other)
    hit = convex_penetration(&shape.posed.convex, &(<Shape>other).posed.convex, &widest, &depth)
    discard_if_interrupted(shape.posed.convex.n, (<Shape>other).posed.convex.n)
    # The depth of an overlap below rounding may be 0.0.
    if not hit or shape is other or (depth == 0.0 and not overlap(shape, <Shape>other)):
        return False
    move_out(shape, <Shape>other, &widest, depth)
    return True


# --- rays -----------------------------------------------------------------------------

cdef object shape_raycast(Shape shape, double x, double y, double direction_x, double direction_y,
                          double max_distance, double radius):
    cdef Options options
    cdef Result result
    cdef int found
    require_ready(shape)
    set_probe(&options.probe, x, y, direction_x, direction_y, max_distance, radius)
    found = answer_raycast(&shape.posed.convex, NULL, &options, &result)
    discard_if_interrupted(shape.posed.convex.n, 1)
    return as_python(Kind.RAY_HIT, found, &result)


cdef object scene_raycast(object scene, double x, double y, double direction_x,
                          double direction_y, double max_distance, double radius):
    """The same for a row of parts, or for any scene."""
    cdef Options options
    if ask_rows is not NULL:
        set_probe(&options.probe, x, y, direction_x, direction_y, max_distance, radius)
        known = ask_rows(scene, None, VERB_RAYCAST, Kind.RAY_HIT, &options)
        if known is not NotImplemented:
            return known
    return verbs_over_arrays().cast_ray(scene, x, y, direction_x, direction_y, max_distance,
                                        radius)


cdef inline bint sees_all(object min_distance, object ignore, object groups, object ray_groups):
    """Whether every touch of a ray is a hit."""
    return (ignore is None and groups is None and ray_groups is None
            and type(min_distance) is float and <double>min_distance == 0.0)


cdef object cast(object scene, object origin, object direction, object max_distance, object radius,
                 bint all, object out, object workers):
    cdef double x, y, direction_x, direction_y, end, width
    if all or not (read_point(origin, "origin", &x, &y)
                   and read_point(direction, "direction", &direction_x, &direction_y)
                   and try_number(max_distance, "max_distance", &end)
                   and try_number(radius, "radius", &width)):
        return verbs_over_arrays().raycast(scene, origin, direction, max_distance, radius,
                                           every=all, out=out, workers=workers)
    if out is not None or workers is not ONE:
        refuse_batch_options(None, out, workers, "this is a single ray")
    require_ray(direction_x, direction_y, end, width)
    if is_shape(scene):
        return shape_raycast(<Shape>scene, x, y, direction_x, direction_y, end, width)
    return scene_raycast(scene, x, y, direction_x, direction_y, end, width)


# --- plain calls ----------------------------------------------------------------------
#
# Reading arguments that may have names and setting all defaults takes longer than testing two
# boxes. At import, some verbs get a short function before the one that Cython made. It answers
# calls with two shapes (and the velocity of a sweep), and passes on all others.

ctypedef object (*Call)(PyObject* module, PyObject** given, Py_ssize_t count, PyObject* names)

# These take borrowed references, as Cython's own functions do.
ctypedef bint (*AreShapes)(PyObject* a, PyObject* b) noexcept
ctypedef object (*Plain)(PyObject* a, PyObject* b, answer_t answer, Kind kind)
ctypedef object (*OfFirst)(PyObject* a, PyObject* b, PyObject* velocity, answer_t answer,
                           Kind kind)

cdef extern from "Python.h":
    ctypedef struct Definition "PyMethodDef":
        void* ml_meth
    ctypedef struct Function "PyCFunctionObject":
        Definition* m_ml

cdef inline bint is_plain(Py_ssize_t wanted, PyObject** given, Py_ssize_t count,
                          PyObject* names) noexcept:
    return count == wanted and names is NULL and (<AreShapes>both_shapes)(given[0], given[1])


cdef void put_before(object function, Call plain, Call* other) noexcept:
    cdef Definition* definition = (<Function*>function).m_ml
    cdef void* made = <void*>definition.ml_meth
    if made is not <void*>plain:        # which it is after a second import
        other[0] = <Call>made
        definition.ml_meth = <void*>plain


include "pair_verbs.pxi"
