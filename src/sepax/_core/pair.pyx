"""The verbs for two shapes."""

cimport cython
from cpython.ref cimport Py_INCREF, PyObject
from libc.math cimport INFINITY, fabs

from sepax._core.arguments cimport (
    items_of, read_length, read_motion, read_pair, read_velocity, refuse_motion, try_number,
    whole_number)
from sepax._core.interrupts cimport discard_if_interrupted
from sepax._core.kernels.answers cimport (
    Axis, Manifold, Meeting, Motion, RayContact, set_relative_velocity)
from sepax._core.kernels.contact cimport convex_contact
from sepax._core.kernels.containment cimport convex_containment, convex_covers
from sepax._core.kernels.convex cimport COORDINATE_LIMIT, Convex, set_point
from sepax._core.kernels.distance cimport Witnesses, convex_distance
from sepax._core.kernels.grazing cimport only_grazes
from sepax._core.kernels.intersect cimport convex_intersect
from sepax._core.kernels.overlap cimport convex_iou, convex_overlap_area
from sepax._core.kernels.projection cimport convex_project
from sepax._core.kernels.queries cimport convex_nearest_points, convex_nearness
from sepax._core.kernels.raycast cimport Probe, convex_raycast, set_probe
from sepax._core.kernels.separation cimport convex_axis, convex_penetration
from sepax._core.kernels.sweep cimport convex_sweep, convex_time_of_impact
from sepax._core.results cimport new_contact, new_impact, new_ray_hit, translation
from sepax._core.shape cimport Shape, is_ready, require_ready


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
    # A type inherits tp_new, so one that has Collider's is a subclass of it. This spares the
    # usual case what isinstance does: walk over all bases of the type.
    return (type_of(x).tp_new == (<TypeObject*>Collider).tp_new
            or is_subtype(type_of(x), <TypeObject*>Shape))


cdef inline bint both_shapes(object a, object b) noexcept:
    return is_shape(a) and is_shape(b)


cdef inline bint shapes_intersect(Shape a, Shape b, bint touching) except -1:
    cdef bint hit
    require_both(a, b)
    hit = convex_intersect(&a.posed.convex, &b.posed.convex, not touching)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return hit


cdef object load_over_arrays = None  # returns what has the verbs over arrays, as they are named here
cdef PyObject* over_arrays = NULL    # what it returned


def _answer_arrays_by(load):
    """Let functions of the layer above answer where an argument is no single shape:
    ``load().mtv(a, b, pairs=pairs, out=out, workers=workers)``, and so on. Loaded at first need,
    as that layer takes most of the time of an import."""
    global load_over_arrays
    load_over_arrays = load


cdef object verbs_over_arrays():
    if published(&over_arrays) is NULL:
        loaded = load_over_arrays()
        Py_INCREF(loaded)   # by each thread that comes first, all with the same: it is kept for good
        publish(&over_arrays, <PyObject*>loaded)
    return <object>published(&over_arrays)


cdef object ONE = 1     # of the workers: so that a glance tells the usual call


cdef int refuse_batch_options(object pairs, object out, object workers,
                              str given="these are single shapes") except -1:
    """Raise for what single shapes have no use for; one worker may be written in any way."""
    if pairs is None and out is None and whole_number(workers, "workers") == 1:
        return 0
    raise TypeError(f"pairs, out and workers are for arrays: {given}")


def _floor(Shape a not None, Shape b not None, /):
    """Do nothing: the cost of a call, which the bench takes as its unit."""
    return True


cdef tuple items_of_point(object point, str name):
    """The items of something that is neither a tuple nor a list; none of a matrix, a set, text."""
    cdef tuple items
    if getattr(point, "ndim", 1) != 1:
        return ()
    items = items_of(point)
    if items is not None:
        return items
    if not hasattr(point, "__iter__"):
        raise TypeError(f"{name} must be a pair of numbers or an array of such pairs, "
                        f"got {type(point).__name__}")
    return ()


cdef inline bint read_point(object point, str name, double* x, double* y) except -1:
    """Read two numbers; or say that they are none, so that this must be an array of pairs."""
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
        read_pair(pair, name, x, y)      # says what is wrong
    return True


cdef inline object shape_project(Shape shape, object axis, object pairs, object out,
                                 object workers):
    cdef double x, y, low, high
    require_ready(shape)
    if not read_point(axis, "axis", &x, &y):
        return verbs_over_arrays().project(shape, axis, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers, "these are a single shape and a single axis")
    if x == 0.0 and y == 0.0:
        raise ValueError("axis must not be zero")
    convex_project(&shape.posed.convex, x, y, &low, &high)
    return (low, high)


def project(shape, axis, *, pairs=None, out=None, workers=1):
    """Project shapes on axes.

    Parameters
    ----------
    shape : shape, Compound, ShapeArray, or shapes and compounds in any iterable
    axis : pair of float or (n, 2) array-like
        Used as given: scale it to length 1 for world units. One axis, or one for
        each shape; of a single shape one, or many.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: shape i[k] with axis j[k], instead of row by row.
    out : tuple of two (n,) float64 arrays, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    (low, high) : (float, float)
        Least and greatest scalar product of the axis with a point of the shape.
        Of arrays two of (n,) float64.

    Raises
    ------
    ValueError
        For an axis that is zero or not finite, and for arrays whose lengths differ.
    TypeError
        For what is no shape, named by its index where there are many.
    IndexError
        For an index in pairs that is out of range.

    Examples
    --------
    >>> sepax.project(sepax.Polygon.box(2, 4, position=(5, 0)), (1, 0))
    (4.0, 6.0)
    >>> low, high = sepax.project(sepax.Polygon.box(2, 4), [(1, 0), (0, 1)])
    >>> low, high
    (array([-1., -2.]), array([1., 2.]))
    """
    if not is_shape(shape):
        return verbs_over_arrays().project(shape, axis, pairs=pairs, out=out, workers=workers)
    return shape_project(<Shape>shape, axis, pairs, out, workers)


def intersects(a, b, bint touching=True, *, pairs=None, out=None, workers=1):
    """Whether shapes meet; exact for the float64 vertices they hold.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    touching : bool, default True
        Shapes are closed: shared boundary points count. False asks for a
        positive penetration depth (interiors that meet).
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) bool array, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    bool
        Of arrays (n,) bool, one for each pair.

    Raises
    ------
    TypeError
        For what is no shape, named by its index where there are many; for pairs,
        out or workers with two single shapes.
    ValueError
        For arrays whose lengths differ, or an out of another length.
    IndexError
        For an index in pairs that is out of range.

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
    >>> crates = sepax.ShapeArray.boxes(2, 2, positions=[(0, 0), (2, 0), (9, 0)])
    >>> sepax.intersects(a, crates)
    array([ True,  True, False])
    >>> sepax.intersects(crates, crates, pairs=([0, 0], [1, 2]))
    array([ True, False])
    >>> sepax.intersects([a, b], [b, b]).tolist()
    [True, True]
    """
    if not both_shapes(a, b):
        verbs = verbs_over_arrays()
        if pairs is None and workers is ONE:
            hit = verbs.all_meet(a, b, not touching, out)
            if hit is not None:
                return hit
        return verbs.intersects(a, b, touching=touching, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_intersect(<Shape>a, <Shape>b, touching)


cdef object shape_contains(Shape shape, object point, object pairs, object out,
                           object workers):
    cdef double x, y
    cdef Convex disc
    require_ready(shape)
    if not read_point(point, "point", &x, &y):
        return verbs_over_arrays().contains(shape, point, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers, "these are a single shape and a single point")
    set_point(&disc, &x, &y)
    return convex_intersect(&shape.posed.convex, &disc, False)


def contains(shape, point, *, pairs=None, out=None, workers=1):
    """Whether points are in shapes, its boundary included; exact.

    Parameters
    ----------
    shape : shape, Compound, ShapeArray, ShapeIndex, or shapes and compounds in any iterable
    point : pair of float or (n, 2) array-like
        World coordinates: one point, or one for each shape. Of a single shape and of
        an index one, or many.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: shape i[k] with point j[k], instead of row by row.
    out : (n,) bool array, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    bool
        Of arrays (n,) bool, one for each pair. Of an index which shapes hold the point,
        (k,) intp in rising order; of many points (k, 2) intp, rows of a shape and a
        point, sorted.

    Raises
    ------
    ValueError
        For a point that is not finite, and for arrays whose lengths differ.
    TypeError
        For what is no shape, named by its index where there are many; for pairs and
        out with a `ShapeIndex`.
    IndexError
        For an index in pairs that is out of range.

    Examples
    --------
    >>> sepax.contains(sepax.Circle((0, 0), 5), (3, 4))
    True
    >>> sepax.contains(sepax.Circle((0, 0), 5), [(3, 4), (4, 4)])
    array([ True, False])
    >>> discs = sepax.ShapeArray.circles([(0, 0), (9, 0)], 5)
    >>> sepax.contains(discs, (3, 4)), sepax.contains(discs, [(3, 4), (9, 9)])
    (array([ True, False]), array([ True, False]))
    >>> sepax.contains(sepax.ShapeIndex(discs), (9, 4))
    array([1])
    """
    if not is_shape(shape):
        return verbs_over_arrays().contains(shape, point, pairs=pairs, out=out, workers=workers)
    return shape_contains(<Shape>shape, point, pairs, out, workers)


cdef object shapes_separating_axis(Shape a, Shape b):
    cdef Axis axis
    cdef bint hit
    require_both(a, b)
    hit = convex_axis(&a.posed.convex, &b.posed.convex, &axis)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    if not hit:
        return None
    return (axis.normal_x, axis.normal_y)


def separating_axis(a, b, *, pairs=None, out=None, workers=1):
    """A direction in which a line parts shapes.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : tuple of arrays, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    (x, y) : (float, float) or None
        Unit vector from a to b; None exactly when the shapes intersect (touching
        shapes do); of compounds see the notes. For polygons the normal of the first
        edge that separates, a's edges before b's; with a circle, the direction of the
        nearest points.
        Of arrays a tuple: (n, 2) float64, zero where there is none, and (n,) bool,
        whether there is one.

    Raises
    ------
    TypeError
        For what is no shape, named by its index where there are many; for pairs,
        out or workers with two single shapes; for a `Compound` of several parts
        that have different radii.
    ValueError
        For arrays whose lengths differ, or an out of another length.
    IndexError
        For an index in pairs that is out of range.

    Notes
    -----
    Of a `Compound` it is the axis of the convex hull: None says that the hulls intersect,
    and the parts may be apart all the same.

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> sepax.separating_axis(a, sepax.Polygon.box(2, 2, position=(5, 0)))
    (1.0, 0.0)
    >>> crates = sepax.ShapeArray.boxes(2, 2, positions=[(1, 0), (0, 5)])
    >>> axes, apart = sepax.separating_axis(a, crates)
    >>> axes[1], apart
    (array([0., 1.]), array([False,  True]))
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().separating_axis(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_separating_axis(<Shape>a, <Shape>b)


cdef object shapes_mtv(Shape a, Shape b):
    cdef Axis widest
    cdef double depth = 0.0
    cdef bint hit
    require_both(a, b)
    hit = convex_penetration(&a.posed.convex, &b.posed.convex, &widest, &depth)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    if not hit:
        return None
    return translation(widest.normal_x, widest.normal_y, depth)


def mtv(a, b, *, pairs=None, out=None, workers=1):
    """Minimum translation vector: the shortest move of a that parts the shapes.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : tuple of arrays, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    (x, y) : (float, float) or None
        In world units; (0.0, 0.0) for touching shapes. None for shapes apart: test
        ``is not None`` before using the numbers, or call `push_out_of`.
        Added to a's position it leaves them just touching, to within 16 units
        of roundoff of the pair's size. Ties: lowest edge index, a before b; of
        compounds see the notes.
        Of arrays a tuple: (n, 2) float64, zero where apart, and (n,) bool, whether
        the shapes meet.

    Raises
    ------
    TypeError
        For what is no shape, named by its index where there are many; for pairs,
        out or workers with two single shapes.
    ValueError
        For arrays whose lengths differ, or an out of another length.
    IndexError
        For an index in pairs that is out of range.

    Notes
    -----
    The nearest boundary point of the Minkowski difference, containment included
    (van den Bergen, Collision Detection in Interactive 3D Environments, 2003).
    The direction is that of the axis, never that of the centres.

    A `Compound` is parted as a whole: no shorter move leaves all of its parts at most touching,
    however many there are. Any place counts where they do, as a hole or a slot just wide
    enough. Of equally short ways one straight out of a single edge goes before others, then the
    one with the lesser x, then y.

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> b = sepax.Polygon.box(2, 2, position=(1.5, 0.25))
    >>> sepax.mtv(a, b)
    (-0.5, 0.0)
    >>> vectors, hit = sepax.mtv(sepax.ShapeArray([a, b, a]), b)
    >>> vectors[0], hit
    (array([-0.5,  0. ]), array([ True,  True,  True]))
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().mtv(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_mtv(<Shape>a, <Shape>b)


cdef object shapes_collide(Shape a, Shape b, double reach):
    cdef Axis widest
    cdef Manifold points
    cdef double depth = 0.0
    cdef bint hit, a_in_b, b_in_a
    require_both(a, b)
    hit = convex_penetration(&a.posed.convex, &b.posed.convex, &widest, &depth)
    if not hit and reach > 0.0:
        hit = convex_nearness(&a.posed.convex, &b.posed.convex, reach, &widest, &depth)
    if not hit:
        discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
        return None
    convex_contact(&a.posed.convex, &b.posed.convex, &widest, depth, reach, &points)
    convex_containment(&a.posed.convex, &b.posed.convex, depth, &a_in_b, &b_in_a)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return new_contact(&widest, depth, &points, a_in_b, b_in_a)


def collide(a, b, margin=0.0, *, pairs=None, out=None, workers=1):
    """Everything about how shapes meet.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    margin : float, default 0.0
        Shapes apart by less than this give a contact, too: its depth is minus their
        distance, its normal leads from a to b where they are nearest, its points lie
        halfway, and its mtv moves a until they touch. Of two faces both ends count
        that are nearer than the margin.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : Contacts, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    Contact or None
        None for shapes apart, by the margin or more; touching is contact of depth 0. Of arrays `Contacts`:
        an array for each attribute of a contact, and ``hit``.

    Raises
    ------
    TypeError
        For what is no shape, named by its index where there are many; for pairs,
        out or workers with two single shapes.
    ValueError
        For a margin that is negative or not finite, arrays whose lengths differ, or an
        out of another length.
    IndexError
        For an index in pairs that is out of range.

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
    >>> near = sepax.collide(a, sepax.Circle((2.25, 0), 1), margin=0.5)
    >>> near.depth, near.points, near.mtv
    (-0.25, ((1.125, 0.0),), (0.25, 0.0))
    >>> contacts = sepax.collide(a, sepax.ShapeArray.boxes(2, 2, [(1.5, 0), (9, 0)]))
    >>> contacts.hit, contacts[0] == hit
    (array([ True, False]), True)
    """
    cdef double reach
    if not both_shapes(a, b):
        return verbs_over_arrays().collide(a, b, margin=margin, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    read_length(margin, "margin", &reach)
    return shapes_collide(<Shape>a, <Shape>b, reach)


cdef inline double shapes_distance(Shape a, Shape b) except -1.0:
    cdef double distance
    require_both(a, b)
    distance = convex_distance(&a.posed.convex, &b.posed.convex)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return distance


def distance(a, b, *, pairs=None, out=None, workers=1):
    """How far shapes are apart: from the nearest point of one to that of the other.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    float
        World units; 0.0 exactly when the shapes intersect, as touching ones do; else to
        within 16 units of roundoff of the pair's size. Of arrays (n,) float64.

    Raises
    ------
    TypeError
        For what is no shape, named by its index where there are many; for pairs,
        out or workers with two single shapes.
    ValueError
        For arrays whose lengths differ, or an out of another length.
    IndexError
        For an index in pairs that is out of range.

    Notes
    -----
    From the widest separation of an edge a descent over pairs of features, as in Lin and
    Canny, A Fast Algorithm for Incremental Distance Calculation (1991).

    Examples
    --------
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((4, 5), 1)
    >>> sepax.distance(a, b)
    4.0
    >>> sepax.distance(a, sepax.ShapeArray.circles([(1, 1), (3, 0)], 1))
    array([0., 1.])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().distance(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_distance(<Shape>a, <Shape>b)


cdef object shapes_nearest_points(Shape a, Shape b):
    cdef Witnesses points
    require_both(a, b)
    convex_nearest_points(&a.posed.convex, &b.posed.convex, &points)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return ((points.a_x, points.a_y), (points.b_x, points.b_y))


def nearest_points(a, b, *, pairs=None, out=None, workers=1):
    """The points where shapes are nearest to each other.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : tuple of two (n, 2) float64 arrays, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    ((x, y), (x, y))
        World points on the boundary of a and of b, as far apart as `distance` says, to
        within 16 units of roundoff of the pair's size; of shapes that intersect one
        point of both, twice. Where more than one pair of points is nearest, as of
        parallel edges, one of them. Of arrays two of (n, 2) float64.

    Raises
    ------
    TypeError, ValueError, IndexError
        As of `distance`.

    Examples
    --------
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((4, 5), 1)
    >>> sepax.nearest_points(a, b)
    ((1.0, 1.0), (3.4, 4.2))
    >>> sepax.nearest_points(a, sepax.Point((0.5, 0)))
    ((0.5, 0.0), (0.5, 0.0))
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().nearest_points(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_nearest_points(<Shape>a, <Shape>b)


cdef inline bint shapes_cover(Shape a, Shape b) except -1:
    cdef bint covered
    require_both(a, b)
    covered = convex_covers(&a.posed.convex, &b.posed.convex)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return covered


def covers(a, b, *, pairs=None, out=None, workers=1):
    """Whether the second shape is a part of the first; exact.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) bool array, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    bool
        Boundaries may touch: a shape covers itself. Of arrays (n,) bool.

    Raises
    ------
    TypeError, ValueError, IndexError
        As of `distance`.
    TypeError
        For a `Compound` as a of which several parts, some with a radius, may cover a part of b
        together: that is decided only for polygons, segments and points. Alone each may cover it.

    Notes
    -----
    Parts of a `Compound` cover together what none of them covers alone, where they leave no gap.

    Examples
    --------
    >>> box = sepax.Polygon.box(4, 4)
    >>> sepax.covers(box, sepax.Circle((1, 0), 1)), sepax.covers(box, sepax.Circle((2, 0), 1))
    (True, False)
    >>> sepax.covers(box, sepax.ShapeArray.segments((0, 0), [(2, 2), (3, 0)]))
    array([ True, False])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().covers(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_cover(<Shape>a, <Shape>b)


cdef inline double shapes_overlap_area(Shape a, Shape b) except -1.0:
    cdef double area
    require_both(a, b)
    area = convex_overlap_area(&a.posed.convex, &b.posed.convex)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return area


def overlap_area(a, b, *, pairs=None, out=None, workers=1):
    """The area that shapes share.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    float
        Square world units; 0.0 exactly where the interiors do not meet. The same to the bit
        whichever shape comes first. Of sharp polygons to within 1e-11
        of itself. Of arrays (n,) float64. What parts of one `Compound` share counts once: where
        there is any, as of rounded shapes, to within units of roundoff of the square of the size.

    Raises
    ------
    TypeError
        For what is no shape, named by its index where there are many; for pairs,
        out or workers with two single shapes.
    ValueError
        For arrays whose lengths differ, or an out of another length.
    IndexError
        For an index in pairs that is out of range.

    Notes
    -----
    A line sweeps over both boundaries (Shamos and Hoey, Geometric Intersection Problems,
    1976) and adds up trapezoids; in n + m steps, without a clipped polygon. Where the
    error bound of float64 is too large for the area, with twice the digits. Of two boxes
    first by the integrals along the edges of one, kept within the other (Green).

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> sepax.overlap_area(a, sepax.Polygon.box(2, 2, position=(1, 0.5)))
    1.5
    >>> sepax.overlap_area(a, sepax.ShapeArray.boxes(2, 2, [(1, 1), (2, 0)]))
    array([1., 0.])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().overlap_area(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_overlap_area(<Shape>a, <Shape>b)


cdef inline double shapes_iou(Shape a, Shape b) except -1.0:
    cdef double share
    require_both(a, b)
    share = convex_iou(&a.posed.convex, &b.posed.convex)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return share


def iou(a, b, *, pairs=None, out=None, workers=1):
    """Intersection over union: the area that shapes share, by the area that they cover together.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    float
        From 0.0, exactly where the interiors do not meet, to 1.0: exactly that of a shape
        with itself or another of the same vertices. The same to the bit whichever shape
        comes first, and as accurate as `overlap_area`. Of shapes without area 0.0. Of arrays
        (n,) float64.

    Raises
    ------
    TypeError, ValueError, IndexError
        As of `overlap_area`.

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> sepax.iou(a, sepax.Polygon.box(2, 2, position=(1, 0))) == 2 / 6
    True
    >>> sepax.iou(a, sepax.ShapeArray.boxes([2, 2, 1], [2, 2, 1], [(0, 0), (2, 0), (0, 0)]))
    array([1.  , 0.  , 0.25])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().iou(a, b, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_iou(<Shape>a, <Shape>b)


cdef object shapes_sweep(Shape a, Shape b, const Motion* motion, bint touching,
                         bint skip_leaving):
    cdef Meeting meeting
    cdef bint hit = convex_sweep(&a.posed.convex, &b.posed.convex, motion, &meeting)
    if hit and not touching:
        hit = not only_grazes(&a.posed.convex, &b.posed.convex, motion, &meeting)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    if not hit:
        return None
    return None if skip_leaving and meeting.leaving else new_impact(&meeting)


# The velocity has a default only so that its lack can be told in words; the signature hides it.
@cython.embedsignature(False)
def sweep(a, b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *, bint touching=True,
          bint skip_leaving=False, pairs=None, out=None, workers=1):
    """sweep(a, b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, touching=True, \
skip_leaving=False, pairs=None, out=None, workers=1)
--

When shapes in uniform motion first touch.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    velocity_a, velocity_b : pair of float
        World units per unit of time; no rotation. With arrays one for all pairs,
        or (n, 2), one for each.
    max_time : float, default 1.0
        End of the time considered, >= 0; inf asks for the whole ray. With arrays
        one for all pairs, or (n,), one for each.
    touching : bool, default True
        Touching counts. False ignores shapes that only graze each other, or touch
        at the start and go apart: those that never overlap during the motion.
    skip_leaving : bool, default False
        Ignore shapes that meet at the start when the motion does not press them
        together, so that a body resting against a wall can walk away.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : Impacts, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    Impact or None
        None when they do not touch within [0, max_time]. Of arrays `Impacts`: an
        array for each attribute of an impact, and ``hit``.

    Raises
    ------
    ValueError
        For velocities that are not finite, a negative or NaN `max_time`, and arrays
        whose lengths differ.
    TypeError, IndexError
        As of `intersects`.

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
    >>> walls = sepax.ShapeArray.boxes(2, 8, [(0, 0), (5, 0), (0, 9)])
    >>> sepax.sweep(bullet, walls, (1000, 0)).time
    array([0.0085, 0.0135,    inf])
    """
    cdef Motion motion
    if not both_shapes(a, b):
        return verbs_over_arrays().sweep(
            a, b, velocity_a=velocity_a, velocity_b=velocity_b, max_time=max_time,
            touching=touching, skip_leaving=skip_leaving, pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    require_both(<Shape>a, <Shape>b)
    read_motion(velocity_a, velocity_b, max_time, &motion)
    return shapes_sweep(<Shape>a, <Shape>b, &motion, touching,
                        skip_leaving)


cdef inline object shapes_time_of_impact(Shape a, Shape b, object velocity_a, object velocity_b,
                                         object max_time):
    cdef Motion motion
    cdef double time
    require_both(a, b)
    read_motion(velocity_a, velocity_b, max_time, &motion)
    time = convex_time_of_impact(&a.posed.convex, &b.posed.convex, &motion)
    discard_if_interrupted(a.posed.convex.n, b.posed.convex.n)
    return time


@cython.embedsignature(False)
def time_of_impact(a, b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *, pairs=None,
                   out=None, workers=1):
    """time_of_impact(a, b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, pairs=None, \
out=None, workers=1)
--

When shapes in uniform motion first touch: the time of `sweep` alone, for less.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        Two shapes; a shape and an array; or two arrays, row by row.
    velocity_a, velocity_b : pair of float
        World units per unit of time; no rotation. With arrays one for all pairs,
        or (n, 2), one for each.
    max_time : float, default 1.0
        End of the time considered, >= 0; inf asks for the whole ray. With arrays
        one for all pairs, or (n,), one for each.
    pairs : (i, j) or (k, 2) array-like of int, optional
        With arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        With arrays: what an earlier call returned, to be filled again.
    workers : int, default 1
        With arrays: the most threads to work at once.

    Returns
    -------
    float
        The time, to the bit that of `sweep`: 0.0 for shapes that meet at the start
        (touching counts), inf where they do not touch within [0, max_time]. Of
        arrays (n,) float64.

    Raises
    ------
    ValueError, TypeError, IndexError
        As of `sweep`.

    Examples
    --------
    >>> bullet = sepax.Circle((-10, 0), 0.5)
    >>> sepax.time_of_impact(bullet, sepax.Polygon.box(2, 2), (1000, 0))
    0.0085
    >>> walls = sepax.ShapeArray.boxes(2, 8, [(0, 0), (5, 0), (0, 9)])
    >>> sepax.time_of_impact(bullet, walls, (1000, 0))
    array([0.0085, 0.0135,    inf])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().time_of_impact(
            a, b, velocity_a=velocity_a, velocity_b=velocity_b, max_time=max_time, pairs=pairs,
            out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return shapes_time_of_impact(<Shape>a, <Shape>b, velocity_a, velocity_b, max_time)


# --- rays -----------------------------------------------------------------------------

cdef int require_ray(double direction_x, double direction_y, double max_distance,
                     double radius) except -1:
    if direction_x == 0.0 and direction_y == 0.0:
        raise ValueError("direction must not be zero")
    if not max_distance >= 0.0:
        raise ValueError(f"max_distance must not be negative or NaN, got {max_distance}")
    if not 0.0 <= radius <= COORDINATE_LIMIT:
        raise ValueError(f"radius must be finite, within 2**240 and not negative, got {radius}")
    return 0


cdef object shape_raycast(Shape shape, double x, double y, double direction_x, double direction_y,
                          double max_distance, double radius):
    cdef Probe probe
    cdef RayContact contact
    cdef bint hit
    require_ready(shape)
    set_probe(&probe, x, y, direction_x, direction_y, max_distance, radius)
    hit = convex_raycast(&shape.posed.convex, &probe, &contact)
    discard_if_interrupted(shape.posed.convex.n, 1)
    return new_ray_hit(&contact, 0) if hit else None


# The signature in words: what the core calls INFINITY is no name that others can look up.
@cython.embedsignature(False)
def raycast(scene, origin, direction, max_distance=INFINITY, radius=0.0, *, bint all=False,
            out=None, workers=1):
    """raycast(scene, origin, direction, max_distance=math.inf, radius=0.0, *, all=False, \
out=None, workers=1)
--

What rays meet first in a scene.

    Parameters
    ----------
    scene : shape, Compound, ShapeArray, ShapeIndex, or shapes and compounds in any iterable
        An index answers in microseconds, however many shapes there are; without one,
        as many rays at once as there are. A compound is met as a whole: the index is its
        own, and the normal that of its surface, where a seam ends, too.
    origin : pair of float or (n, 2) array-like
        World coordinates: where all rays begin, or each.
    direction : pair of float or (n, 2) array-like
        Of any length but 0; of all rays, or of each.
    max_distance : float or (n,) array-like, default inf
        What is farther away, in world units, is not met.
    radius : float or (n,) array-like, default 0.0
        Of a disc whose centre moves along the ray: a thick ray.
    all : bool, default False
        Everything that a ray meets, and not just the first.
    out : RayHits, optional
        With many rays: what an earlier call returned, to be filled again; not with `all`.
    workers : int, default 1
        With many rays: the most threads to work at once.

    Returns
    -------
    RayHit or None
        The nearest hit, of equal distances that with the lowest index; None where the ray
        meets nothing. Touching counts. A ray that begins in a shape or on its boundary,
        which is told exactly, meets it there: the distance is 0.0, the point where it
        begins, the normal minus the direction. Where any argument has a row a ray,
        `RayHits`: an array for each attribute, and ``hit``. With `all`, `RayHits` of just
        the hits, sorted by `ray`, then by distance, then by index.

    Raises
    ------
    ValueError
        For a direction that is zero, numbers that are not finite (`max_distance` may be
        infinite) or negative, and columns whose lengths differ.
    TypeError
        For what is no shape, named by its index where there are many; for `out` with
        `all` or with a single ray.

    Notes
    -----
    The shape, rounded by the radii, is crossed in closed form, edge by edge and corner by
    corner, along the direction as it was given. `distance` is such that the ray is within
    16 units of roundoff of the size of the shape and the way from just touching; whether a
    ray meets a shape at all can be wrong only within that.

    Examples
    --------
    >>> crates = sepax.ShapeArray.boxes(2, 2, [(5, 0), (9, 0), (0, 7)])
    >>> hit = sepax.raycast(crates, (0, 0), (3, 0))
    >>> hit.distance, hit.point, hit.normal, hit.index
    (4.0, (4.0, 0.0), (-1.0, 0.0), 0)
    >>> hits = sepax.raycast(crates, (0, 0), [(1, 0), (0, 1), (-1, 0)])
    >>> hits.distance, hits.index
    (array([ 4.,  6., inf]), array([ 0,  2, -1]))
    >>> sepax.raycast(crates, (0, 0), (1, 0), all=True).index
    array([0, 1])

    Who sees whom: nothing is met on the way there.

    >>> me, you = (0, 0), (12, 0)
    >>> way = you[0] - me[0], you[1] - me[1]
    >>> sepax.raycast(crates, me, way, max_distance=12) is None
    False
    """
    cdef double x, y, direction_x, direction_y, end, width
    if all or not (read_point(origin, "origin", &x, &y)
                   and read_point(direction, "direction", &direction_x, &direction_y)
                   and try_number(max_distance, "max_distance", &end)
                   and try_number(radius, "radius", &width)):
        return verbs_over_arrays().raycast(scene, origin, direction, max_distance, radius, every=all,
                                   out=out, workers=workers)
    if out is not None or workers is not ONE:
        refuse_batch_options(None, out, workers, "this is a single ray")
    require_ray(direction_x, direction_y, end, width)
    if is_shape(scene):
        return shape_raycast(<Shape>scene, x, y, direction_x, direction_y, end, width)
    return verbs_over_arrays().cast_ray(scene, x, y, direction_x, direction_y, end, width)


@cython.auto_pickle(False)
cdef class Collider(Shape):
    """A shape with the verbs as methods: each is the function of the same name, where it is
    described whole."""

    def project(self, axis, *, out=None, workers=1):
        """(low, high) on an axis, or on each of many: see `sepax.project`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 4).project((0, 1))
        (-2.0, 2.0)
        """
        return shape_project(self, axis, None, out, workers)

    def contains(self, point, *, out=None, workers=1):
        """Whether a point, or each of many, is in the shape: see `sepax.contains`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).contains((1, 0.5))
        True
        """
        return shape_contains(self, point, None, out, workers)

    def intersects(self, other, bint touching=True, *, out=None, workers=1):
        """Whether this shape meets another, or each of an array: see `sepax.intersects`.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.intersects(sepax.Circle((2, 0), 1))
        True
        >>> box.intersects(sepax.ShapeArray.circles([(2, 0), (5, 0)], 1))
        array([ True, False])
        """
        if isinstance(other, Shape) and out is None and workers is ONE:
            return shapes_intersect(self, <Shape>other, touching)
        return intersects(self, other, touching, out=out, workers=workers)

    def separating_axis(self, other, *, out=None, workers=1):
        """A direction that parts this shape from another: see `sepax.separating_axis`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).separating_axis(sepax.Circle((5, 0), 1))
        (1.0, 0.0)
        """
        return separating_axis(self, other, out=out, workers=workers)

    def mtv(self, other, *, out=None, workers=1):
        """The shortest move of this shape that parts it from another: see `sepax.mtv`.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.mtv(sepax.Circle((1.5, 0), 1))
        (-0.5, 0.0)
        """
        return mtv(self, other, out=out, workers=workers)

    def collide(self, other, margin=0.0, *, out=None, workers=1):
        """The contact of this shape with another: see `sepax.collide`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).collide(sepax.Circle((1.5, 0), 1)).depth
        0.5
        """
        return collide(self, other, margin, out=out, workers=workers)

    def distance(self, other, *, out=None, workers=1):
        """How far this shape is from another: see `sepax.distance`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).distance(sepax.Circle((5, 0), 1))
        3.0
        """
        if isinstance(other, Shape) and out is None and workers is ONE:
            return shapes_distance(self, <Shape>other)
        return distance(self, other, out=out, workers=workers)

    def nearest_points(self, other, *, out=None, workers=1):
        """Where this shape and another are nearest: see `sepax.nearest_points`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).nearest_points(sepax.Circle((5, 0), 1))
        ((1.0, 0.0), (4.0, 0.0))
        """
        return nearest_points(self, other, out=out, workers=workers)

    def covers(self, other, *, out=None, workers=1):
        """Whether another shape is a part of this one: see `sepax.covers`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).covers(sepax.Circle((0, 0), 1))
        True
        """
        return covers(self, other, out=out, workers=workers)

    def overlap_area(self, other, *, out=None, workers=1):
        """The area that this shape and another share: see `sepax.overlap_area`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).overlap_area(sepax.Polygon.box(2, 2, position=(1, 0.5)))
        1.5
        """
        if isinstance(other, Shape) and out is None and workers is ONE:
            return shapes_overlap_area(self, <Shape>other)
        return overlap_area(self, other, out=out, workers=workers)

    def iou(self, other, *, out=None, workers=1):
        """What this shape and another share, by what they cover: see `sepax.iou`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).iou(sepax.Polygon.box(1, 1))
        0.25
        """
        if isinstance(other, Shape) and out is None and workers is ONE:
            return shapes_iou(self, <Shape>other)
        return iou(self, other, out=out, workers=workers)

    @cython.embedsignature(False)
    def raycast(self, origin, direction, max_distance=INFINITY, radius=0.0, *, bint all=False,
                out=None, workers=1):
        """raycast($self, origin, direction, max_distance=math.inf, radius=0.0, *, all=False, \
out=None, workers=1)
--

        Where a ray, or each of many, meets this shape: see `sepax.raycast`.

        Examples
        --------
        >>> sepax.Circle((5, 0), 1).raycast((0, 0), (1, 0)).distance
        4.0
        """
        return raycast(self, origin, direction, max_distance, radius, all=all, out=out,
                       workers=workers)

    @cython.embedsignature(False)
    def sweep(self, other, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
              bint touching=True, bint skip_leaving=False, out=None, workers=1):
        """sweep($self, other, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
touching=True, skip_leaving=False, out=None, workers=1)
--

        When this shape and another, in motion, first touch: see `sepax.sweep`.

        Examples
        --------
        >>> ball, wall = sepax.Circle((0, 0), 1), sepax.Polygon.box(2, 2, position=(10, 0))
        >>> ball.sweep(wall, (4, 0), max_time=9).time
        2.0
        """
        return sweep(self, other, velocity_a, velocity_b, max_time, touching=touching,
                     skip_leaving=skip_leaving, out=out, workers=workers)

    @cython.embedsignature(False)
    def time_of_impact(self, other, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
                       out=None, workers=1):
        """time_of_impact($self, other, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
out=None, workers=1)
--

        When this shape and another, in motion, first touch: see `sepax.time_of_impact`.

        Examples
        --------
        >>> ball, wall = sepax.Circle((0, 0), 1), sepax.Polygon.box(2, 2, position=(10, 0))
        >>> ball.time_of_impact(wall, (4, 0)), ball.time_of_impact(wall, (4, 0), max_time=9)
        (inf, 2.0)
        """
        return time_of_impact(self, other, velocity_a, velocity_b, max_time, out=out,
                              workers=workers)

    def push_out_of(self, other):
        """Move this shape the shortest way out of another, if they overlap.

        Parameters
        ----------
        other : Shape or Compound
            It stays where it is.

        Returns
        -------
        bool
            Whether this shape was moved. Shapes that are apart, or only touch, are not.

        Raises
        ------
        TypeError
            For what is no single shape.

        See Also
        --------
        sepax.mtv : the move, and how near to touching it leaves them.

        Examples
        --------
        >>> ball, crate = sepax.Circle((1.25, 0), 0.5), sepax.Polygon.box(2, 1)
        >>> ball.push_out_of(crate), ball.position
        (True, (1.5, 0.0))
        >>> ball.push_out_of(crate)
        False
        """
        if not is_shape(other):
            return verbs_over_arrays().push_out_of(self, other)
        cdef Axis widest
        cdef double depth = 0.0
        cdef bint hit
        require_both(self, <Shape>other)
        hit = convex_penetration(&self.posed.convex, &(<Shape>other).posed.convex, &widest, &depth)
        discard_if_interrupted(self.posed.convex.n, (<Shape>other).posed.convex.n)
        if not hit or depth == 0.0:
            return False
        self.move(0.0 - widest.normal_x * depth, 0.0 - widest.normal_y * depth)
        return True


# --- plain calls ----------------------------------------------------------------------
#
# To read arguments that may have names, and to set all defaults, takes longer than to test two
# boxes. At import each of these verbs gets a short function before the one that Cython made of it:
# it answers calls with two shapes (and the velocity of a sweep) and nothing else.

ctypedef object (*Call)(PyObject* module, PyObject** given, Py_ssize_t count, PyObject* names)

# Borrowed references, as Cython's own functions take them; to Cython these are others.
ctypedef bint (*AreShapes)(PyObject* a, PyObject* b) noexcept
ctypedef object (*OfTwo)(PyObject* a, PyObject* b)
ctypedef object (*OfMotion)(PyObject* a, PyObject* b, PyObject* velocity)

cdef extern from "Python.h":
    ctypedef struct Definition "PyMethodDef":
        void* ml_meth
    ctypedef struct Function "PyCFunctionObject":
        Definition* m_ml

cdef Call other_intersects = NULL
cdef Call other_separating_axis = NULL
cdef Call other_mtv = NULL
cdef Call other_collide = NULL
cdef Call other_sweep = NULL

cdef double UNIT_TIME = 1.0


cdef inline bint is_plain(Py_ssize_t wanted, PyObject** given, Py_ssize_t count,
                          PyObject* names) noexcept:
    return count == wanted and names is NULL and (<AreShapes>both_shapes)(given[0], given[1])


cdef inline object intersects_of(object a, object b):
    return shapes_intersect(<Shape>a, <Shape>b, True)


cdef inline object separating_axis_of(object a, object b):
    return shapes_separating_axis(<Shape>a, <Shape>b)


cdef inline object mtv_of(object a, object b):
    return shapes_mtv(<Shape>a, <Shape>b)


cdef inline object contact_of(object a, object b):
    return shapes_collide(<Shape>a, <Shape>b, 0.0)


cdef inline object impact_of(object a, object b, object velocity):
    cdef Motion motion
    require_both(<Shape>a, <Shape>b)
    if velocity is None:
        refuse_motion(None, UNIT_TIME)
    read_velocity(velocity, "velocity_a", &motion.a_x, &motion.a_y)
    motion.b_x = motion.b_y = 0.0
    motion.max_time = UNIT_TIME
    set_relative_velocity(&motion)
    return shapes_sweep(<Shape>a, <Shape>b, &motion, True, False)


cdef object plain_intersects(PyObject* module, PyObject** given, Py_ssize_t count, PyObject* names):
    if is_plain(2, given, count, names):
        return (<OfTwo>intersects_of)(given[0], given[1])
    return other_intersects(module, given, count, names)


cdef object plain_separating_axis(PyObject* module, PyObject** given, Py_ssize_t count,
                                  PyObject* names):
    if is_plain(2, given, count, names):
        return (<OfTwo>separating_axis_of)(given[0], given[1])
    return other_separating_axis(module, given, count, names)


cdef object plain_mtv(PyObject* module, PyObject** given, Py_ssize_t count, PyObject* names):
    if is_plain(2, given, count, names):
        return (<OfTwo>mtv_of)(given[0], given[1])
    return other_mtv(module, given, count, names)


cdef object plain_collide(PyObject* module, PyObject** given, Py_ssize_t count, PyObject* names):
    if is_plain(2, given, count, names):
        return (<OfTwo>contact_of)(given[0], given[1])
    return other_collide(module, given, count, names)


cdef object plain_sweep(PyObject* module, PyObject** given, Py_ssize_t count, PyObject* names):
    if is_plain(3, given, count, names):
        return (<OfMotion>impact_of)(given[0], given[1], given[2])
    return other_sweep(module, given, count, names)


cdef void put_before(object function, Call plain, Call* other) noexcept:
    cdef Definition* definition = (<Function*>function).m_ml
    cdef void* made = <void*>definition.ml_meth
    if made is not <void*>plain:        # as it is after a first import
        other[0] = <Call>made
        definition.ml_meth = <void*>plain


put_before(intersects, plain_intersects, &other_intersects)
put_before(separating_axis, plain_separating_axis, &other_separating_axis)
put_before(mtv, plain_mtv, &other_mtv)
put_before(collide, plain_collide, &other_collide)
put_before(sweep, plain_sweep, &other_sweep)
