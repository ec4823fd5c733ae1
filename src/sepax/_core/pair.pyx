"""The verbs for two shapes."""

cimport cython
from libc.math cimport fabs

from sepax._core.hull cimport COORDINATE_LIMIT, Hull, point_hull
from sepax._core.results cimport new_contact, new_impact, translation
from sepax._core.sat cimport (
    Manifold, Separation, hulls_axis, hulls_contact, hulls_hold, hulls_intersect,
    hulls_penetration, project_hull)
from sepax._core.shape cimport Shape, read_motion, read_pair
from sepax._core.sweep cimport Meeting, Motion, hulls_sweep


cdef extern from "Python.h":
    ctypedef struct TypeObject "PyTypeObject":
        void* tp_new
    TypeObject* type_of "Py_TYPE"(object)


cdef inline int require_ready(Shape a, Shape b) except -1:
    # Boxes are; where they say so is what their test reads anyway.
    if a.body.hull.is_box and b.body.hull.is_box:
        return 0
    if a.body.hull.n == 0 or b.body.hull.n == 0:
        a.require_ready()
        b.require_ready()
    return 0


cdef inline bint is_shape(object x) noexcept:
    # A type inherits tp_new, so one that has Collider's is a subclass of it. This spares the
    # usual case what isinstance does: walk over all bases of the type.
    return (type_of(x).tp_new == (<TypeObject*>Collider).tp_new) or isinstance(x, Shape)


cdef inline bint both_shapes(object a, object b) noexcept:
    return is_shape(a) and is_shape(b)


cdef inline bint shapes_intersect(Shape a, Shape b, bint touching) except -1:
    require_ready(a, b)
    return hulls_intersect(&a.body.hull, &b.body.hull, not touching)


cdef object over_arrays = None      # has the verbs over arrays, by the names that they have here


def _answer_arrays_by(verbs):
    """Let functions of the layer above, set once by it, answer where an argument is no single
    shape: ``verbs.mtv(a, b, pairs=pairs, out=out, workers=workers)``, and so on."""
    global over_arrays
    over_arrays = verbs


cdef int refuse_batch_options(str given="these are single shapes") except -1:
    raise TypeError(f"pairs, out and workers are for arrays: {given}")


def _floor(Shape a not None, Shape b not None, /):
    """Do nothing: the cost of a call, which the bench takes as its unit."""
    return True


cdef bint convert(object item, double* number) except -1:
    """Whether something strange converts to float."""
    try:
        number[0] = item
    except TypeError:
        return False
    return True


cdef inline bint read_number(object item, double* number) except -1:
    if isinstance(item, (int, float)):
        number[0] = item
        return True
    return convert(item, number)


cdef tuple items_of(object point, str name):
    """The items of something that is neither a tuple nor a list; none of a matrix."""
    if getattr(point, "ndim", 1) != 1:
        return ()
    try:
        return tuple(point)
    except TypeError:
        raise TypeError(f"{name} must be a pair of numbers or an array of such pairs, "
                        f"got {type(point).__name__}") from None


cdef bint read_point(object point, str name, double* x, double* y) except -1:
    """Read two numbers; or say that they are none, so that this must be an array of pairs."""
    cdef tuple pair
    if type(point) is tuple:
        pair = <tuple>point
    elif isinstance(point, (tuple, list)):
        pair = tuple(point) if len(point) == 2 else ()
    else:
        pair = items_of(point, name)
    if len(pair) != 2 or not (read_number(pair[0], x) and read_number(pair[1], y)):
        return False
    if not (fabs(x[0]) <= COORDINATE_LIMIT and fabs(y[0]) <= COORDINATE_LIMIT):
        read_pair(pair, name, x, y)      # says what is wrong
    return True


cdef object shape_project(Shape shape, object axis, object pairs, object out, Py_ssize_t workers):
    cdef double x, y, low, high
    shape.require_ready()
    if not read_point(axis, "axis", &x, &y):
        return over_arrays.project(shape, axis, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers != 1:
        refuse_batch_options("these are a single shape and a single axis")
    if x == 0.0 and y == 0.0:
        raise ValueError("axis must not be zero")
    project_hull(&shape.body.hull, x, y, &low, &high)
    return (low, high)


def project(shape, axis, *, pairs=None, out=None, Py_ssize_t workers=1):
    """Project a shape on an axis.

    Parameters
    ----------
    shape : Polygon or Circle
    axis : pair of float
        Used as given: scale it to length 1 for world units.

    Returns
    -------
    (low, high) : (float, float)
        Least and greatest scalar product of the axis with a point of the shape.

    Raises
    ------
    ValueError
        For an axis that is zero or not finite.

    Examples
    --------
    >>> sepax.project(sepax.Polygon.box(2, 4, position=(5, 0)), (1, 0))
    (4.0, 6.0)
    """
    if not is_shape(shape):
        return over_arrays.project(shape, axis, pairs=pairs, out=out, workers=workers)
    return shape_project(<Shape>shape, axis, pairs, out, workers)


def intersects(a, b, bint touching=True, *, pairs=None, out=None, Py_ssize_t workers=1):
    """Whether two shapes meet; exact for the float64 vertices they hold.

    Parameters
    ----------
    a, b : Polygon, Circle or ShapeArray
    touching : bool, default True
        Shapes are closed: shared boundary points count. False asks for a
        positive penetration depth (interiors that meet).
    pairs, out, workers
        For a ShapeArray, with which the answers are arrays: see docs/batch.md.

    Returns
    -------
    bool

    Notes
    -----
    Separating axis test (Ericson, Real-Time Collision Detection, 5.2.1) with
    the filtered orientation predicate of Shewchuk (1997).

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> b = sepax.Polygon.box(2, 2, position=(2, 0))
    >>> sepax.intersects(a, b), sepax.intersects(a, b, touching=False)
    (True, False)
    """
    if not both_shapes(a, b):
        return over_arrays.intersects(a, b, touching=touching, pairs=pairs, out=out,
                                      workers=workers)
    if pairs is not None or out is not None or workers != 1:
        refuse_batch_options()
    return shapes_intersect(<Shape>a, <Shape>b, touching)


cdef object shape_contains(Shape shape, object point, object pairs, object out,
                           Py_ssize_t workers):
    cdef double x, y
    cdef Hull disc
    shape.require_ready()
    if not read_point(point, "point", &x, &y):
        return over_arrays.contains(shape, point, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers != 1:
        refuse_batch_options("these are a single shape and a single point")
    point_hull(&disc, &x, &y)
    return hulls_intersect(&shape.body.hull, &disc, False)


def contains(shape, point, *, pairs=None, out=None, Py_ssize_t workers=1):
    """Whether a point is in a shape, its boundary included; exact.

    Parameters
    ----------
    shape : Polygon, Circle or ShapeArray
    point : pair of float or (n, 2) array-like
        World coordinates.
    pairs, out, workers
        For a ShapeArray or several points, with which the answers are arrays:
        see docs/batch.md.

    Returns
    -------
    bool, or (n,) bool

    Raises
    ------
    ValueError
        For a point that is not finite.

    Examples
    --------
    >>> sepax.contains(sepax.Circle((0, 0), 5), (3, 4))
    True
    >>> sepax.contains(sepax.Circle((0, 0), 5), [(3, 4), (4, 4)])
    array([ True, False])
    """
    if not is_shape(shape):
        return over_arrays.contains(shape, point, pairs=pairs, out=out, workers=workers)
    return shape_contains(<Shape>shape, point, pairs, out, workers)


cdef object shapes_separating_axis(Shape a, Shape b):
    cdef Separation axis
    require_ready(a, b)
    if not hulls_axis(&a.body.hull, &b.body.hull, &axis):
        return None
    return (axis.normal_x, axis.normal_y)


def separating_axis(a, b, *, pairs=None, out=None, Py_ssize_t workers=1):
    """A direction in which a line parts two shapes.

    Parameters
    ----------
    a, b : Polygon, Circle or ShapeArray
    pairs, out, workers
        For a ShapeArray, with which the answers are arrays: see docs/batch.md.

    Returns
    -------
    (x, y) : (float, float) or None
        Unit vector from a to b; None exactly when the shapes intersect (touching
        shapes do). For polygons the normal of the first edge that separates,
        a's edges before b's; with a circle, the direction of the nearest points.

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> sepax.separating_axis(a, sepax.Polygon.box(2, 2, position=(5, 0)))
    (1.0, 0.0)
    """
    if not both_shapes(a, b):
        return over_arrays.separating_axis(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers != 1:
        refuse_batch_options()
    return shapes_separating_axis(<Shape>a, <Shape>b)


cdef object shapes_mtv(Shape a, Shape b):
    cdef Separation widest
    cdef double depth = 0.0
    require_ready(a, b)
    if not hulls_penetration(&a.body.hull, &b.body.hull, &widest, &depth):
        return None
    return translation(widest.normal_x, widest.normal_y, depth)


def mtv(a, b, *, pairs=None, out=None, Py_ssize_t workers=1):
    """Minimum translation vector: the shortest move of a that parts the shapes.

    Parameters
    ----------
    a, b : Polygon, Circle or ShapeArray
    pairs, out, workers
        For a ShapeArray, with which the answers are arrays: see docs/batch.md.

    Returns
    -------
    (x, y) : (float, float) or None
        In world units; (0.0, 0.0) for touching shapes, None for shapes apart.
        Added to a's position it leaves them just touching, to within 16 units
        of roundoff of the pair's size. Ties: lowest edge index, a before b.

    Notes
    -----
    The nearest boundary point of the Minkowski difference, containment included
    (van den Bergen, Collision Detection in Interactive 3D Environments, 2003).
    The direction is that of the axis, never that of the centres.

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> b = sepax.Polygon.box(2, 2, position=(1.5, 0.25))
    >>> sepax.mtv(a, b)
    (-0.5, 0.0)
    """
    if not both_shapes(a, b):
        return over_arrays.mtv(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers != 1:
        refuse_batch_options()
    return shapes_mtv(<Shape>a, <Shape>b)


cdef object shapes_collide(Shape a, Shape b):
    cdef Separation widest
    cdef Manifold points
    cdef double depth = 0.0
    cdef bint a_in_b, b_in_a
    require_ready(a, b)
    if not hulls_penetration(&a.body.hull, &b.body.hull, &widest, &depth):
        return None
    hulls_contact(&a.body.hull, &b.body.hull, &widest, depth, &points)
    hulls_hold(&a.body.hull, &b.body.hull, depth, &a_in_b, &b_in_a)
    return new_contact(&widest, depth, &points, a_in_b, b_in_a)


def collide(a, b, *, pairs=None, out=None, Py_ssize_t workers=1):
    """Everything about how two shapes meet.

    Parameters
    ----------
    a, b : Polygon, Circle or ShapeArray
    pairs, out, workers
        For a ShapeArray, with which the answers are arrays: see docs/batch.md.

    Returns
    -------
    Contact or None
        None for shapes apart; touching is contact of depth 0.

    Notes
    -----
    Contact points by clipping the facing edge to the edge of the axis, as in Catto,
    Fast and Simple Physics using Sequential Impulses (2006).

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> hit = sepax.collide(a, sepax.Polygon.box(2, 2, position=(1.5, 0)))
    >>> hit.normal, hit.depth, hit.points
    ((1.0, 0.0), 0.5, ((0.75, 1.0), (0.75, -1.0)))
    """
    if not both_shapes(a, b):
        return over_arrays.collide(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers != 1:
        refuse_batch_options()
    return shapes_collide(<Shape>a, <Shape>b)


cdef object shapes_sweep(Shape a, Shape b, object velocity_a, object velocity_b, double max_time,
                         bint skip_leaving):
    cdef Motion motion
    cdef Meeting meeting
    require_ready(a, b)
    read_motion(velocity_a, velocity_b, max_time, &motion)
    if not hulls_sweep(&a.body.hull, &b.body.hull, &motion, &meeting):
        return None
    return None if skip_leaving and meeting.leaving else new_impact(&meeting)


def sweep(a, b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, bint skip_leaving=False,
          pairs=None, out=None, Py_ssize_t workers=1):
    """When two shapes in uniform motion first touch.

    Parameters
    ----------
    a, b : Polygon, Circle or ShapeArray
    velocity_a, velocity_b : pair of float
        World units per unit of time; no rotation.
    max_time : float, default 1.0
        End of the time considered, >= 0; inf asks for the whole ray.
    skip_leaving : bool, default False
        Ignore shapes that meet at the start when the motion does not press them
        together, so that a body resting against a wall can walk away.
    pairs, out, workers
        For a ShapeArray, with which the answers are arrays: see docs/batch.md.

    Returns
    -------
    Impact or None
        None when they do not touch within [0, max_time].

    Raises
    ------
    ValueError
        For velocities that are not finite, or a negative or NaN `max_time`.

    Notes
    -----
    Closed forms without iteration, at any speed: clipping the line of motion by
    the axes of both polygons (Cyrus and Beck, 1978), or by the Minkowski
    difference rounded with the radius. At `time` and at `exit_time` the separation
    is 0 within 16 units of roundoff of the size of the pair and its motion, and so
    are the distances of `point` from both boundaries and, along `normal`, of the
    shapes from each other.

    Examples
    --------
    >>> bullet = sepax.Circle((-10, 0), 0.5)
    >>> hit = sepax.sweep(bullet, sepax.Polygon.box(2, 2), (1000, 0))
    >>> hit.time, hit.normal, hit.point
    (0.0085, (1.0, 0.0), (-1.0, 0.0))
    """
    if not both_shapes(a, b):
        return over_arrays.sweep(
            a, b, velocity_a=velocity_a, velocity_b=velocity_b, max_time=max_time,
            skip_leaving=skip_leaving, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers != 1:
        refuse_batch_options()
    return shapes_sweep(<Shape>a, <Shape>b, velocity_a, velocity_b, max_time, skip_leaving)


@cython.auto_pickle(False)
cdef class Collider(Shape):
    """A shape with the verbs as methods: each is the function of the same name."""

    def project(self, axis, *, out=None, Py_ssize_t workers=1):
        """(low, high) on an axis, or on each of many: see `sepax.project`."""
        return shape_project(self, axis, None, out, workers)

    def contains(self, point, *, out=None, Py_ssize_t workers=1):
        """Whether a point, or each of many, is in the shape: see `sepax.contains`."""
        return shape_contains(self, point, None, out, workers)

    def intersects(self, other, bint touching=True, *, out=None, Py_ssize_t workers=1):
        """Whether the shapes meet: see `sepax.intersects`."""
        if isinstance(other, Shape) and out is None and workers == 1:
            return shapes_intersect(self, <Shape>other, touching)
        return intersects(self, other, touching, out=out, workers=workers)

    def separating_axis(self, other, *, out=None, Py_ssize_t workers=1):
        """A direction that parts the shapes: see `sepax.separating_axis`."""
        return separating_axis(self, other, out=out, workers=workers)

    def mtv(self, other, *, out=None, Py_ssize_t workers=1):
        """The shortest move of this shape that parts them: see `sepax.mtv`."""
        return mtv(self, other, out=out, workers=workers)

    def collide(self, other, *, out=None, Py_ssize_t workers=1):
        """The contact of the shapes: see `sepax.collide`."""
        return collide(self, other, out=out, workers=workers)

    def sweep(self, other, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *,
              bint skip_leaving=False, out=None, Py_ssize_t workers=1):
        """When the shapes in motion first touch: see `sepax.sweep`."""
        return sweep(self, other, velocity_a, velocity_b, max_time, skip_leaving=skip_leaving,
                     out=out, workers=workers)
