# Written by tools/generate.py from verbs.toml: change that table, not this file.

from sepax._core.answers.intersects cimport answer_intersects
from sepax._core.answers.separating_axis cimport answer_separating_axis
from sepax._core.answers.contains cimport answer_contains
from sepax._core.answers.project cimport answer_project
from sepax._core.answers.support_point cimport answer_support_point
from sepax._core.answers.mtv cimport answer_mtv
from sepax._core.answers.collide cimport answer_collide
from sepax._core.answers.distance cimport answer_distance
from sepax._core.answers.sweep cimport answer_sweep
from sepax._core.answers.time_of_impact cimport answer_time_of_impact
from sepax._core.answers.raycast cimport answer_raycast
from sepax._core.answers.compiled cimport (compiled, VERB_COVERS, VERB_NEAREST_POINTS,
                                           VERB_OVERLAP_AREA, VERB_IOU)


def intersects(a, b, bint touching=True, *, pairs=None, out=None, workers=1):
    """Whether shapes intersect; exact for their float64 vertices.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    touching : bool, default True
        Shapes are closed: touching counts. False requires a positive penetration depth: interiors
        that intersect.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) bool array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    bool
        For arrays (n,) bool, one for each pair.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    Separating axis test (Ericson, Real-Time Collision Detection, 5.2.1) with the filtered
    orientation predicate of Shewchuk (1997).

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
    cdef Options options
    if not both_shapes(a, b):
        return intersects_of_arrays(a, b, touching, pairs, out, workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    set_plain(&options)
    options.strict = not touching
    return asked(<Shape>a, <Shape>b, answer_intersects, Kind.TRUTH, &options)


def separating_axis(a, b, *, pairs=None, out=None, workers=1):
    """The direction of an axis that separates shapes.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : tuple of an (n, 2) float64 and an (n,) bool array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    (x, y) : (float, float) or None
        Unit vector from a to b. None exactly when the shapes intersect; touching shapes do. For
        polygons it is the normal of the first edge that separates, the edges of a before those of
        b; for a circle the direction between the nearest points. For arrays a tuple: (n, 2)
        float64, zero where no axis separates, and (n,) bool, whether one does.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes. For a `Compound` whose parts have different radii.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    The axis of a `Compound` is that of its convex hull. None then means that the hulls intersect;
    the parts may still be separate.

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
        return verbs_over_arrays().of_shapes("separating_axis", "vector", a, b, pairs=pairs,
                                             out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return asked_plainly(<Shape>a, <Shape>b, answer_separating_axis, Kind.VECTOR)


@cython.embedsignature(False)
def contains(shape, point, y=..., *, pairs=None, out=None, workers=1):
    """contains(shape, point, *, pairs=None, out=None, workers=1)
--

Whether shapes contain points, the boundary included; exact.

    Parameters
    ----------
    shape : shape, Compound, ShapeArray, ShapeIndex, or any iterable of shapes and compounds
    point : pair of float or (n, 2) array-like
        World coordinates: one point, or one for each shape. A single shape and an index take one or
        many.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: shape i[k] with point j[k], instead of row by row.
    out : (n,) bool array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    bool
        For arrays (n,) bool, one for each pair. For an index the rows of the shapes that contain
        the point, (k,) intp in rising order; for many points (k, 2) intp, sorted rows of a shape
        and a point.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes. If `pairs` or `out` are given for a `ShapeIndex`.
    ValueError
        If arrays differ in length, or `out` has another length. If a point is not finite.
    IndexError
        If an index in `pairs` is out of range.

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
    if y is not ...:
        refuse_two_numbers("contains", "point", point, y)
    if not is_shape(shape):
        return verbs_over_arrays().of_places("contains", "truth", "point", False, shape, point,
                                             pairs=pairs, out=out, workers=workers)
    return asked_at_place("contains", "truth", "point", False, <Shape>shape, point, answer_contains,
                          Kind.TRUTH, pairs, out, workers)


def covers(a, b, *, pairs=None, out=None, workers=1):
    """Whether the first shape covers the second; exact.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) bool array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    bool
        Boundaries may touch: a shape covers itself. For arrays (n,) bool.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes. For a `Compound` a with a radius if only several of
        its parts together could cover a part of b: that is decided for polygons, segments and
        points alone.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    Parts of a `Compound` that leave no gap cover together what none of them covers alone.

    Examples
    --------
    >>> box = sepax.Polygon.box(4, 4)
    >>> sepax.covers(box, sepax.Circle((1, 0), 1)), sepax.covers(box, sepax.Circle((2, 0), 1))
    (True, False)
    >>> sepax.covers(box, sepax.ShapeArray.segments((0, 0), [(2, 2), (3, 0)]))
    array([ True, False])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().of_shapes("covers", "truth", a, b, pairs=pairs, out=out,
                                             workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return asked_plainly(<Shape>a, <Shape>b, compiled[VERB_COVERS], Kind.TRUTH)


@cython.embedsignature(False)
def project(shape, axis, y=..., *, pairs=None, out=None, workers=1):
    """project(shape, axis, *, pairs=None, out=None, workers=1)
--

Project shapes on axes.

    Parameters
    ----------
    shape : shape, Compound, ShapeArray, or any iterable of shapes and compounds
    axis : pair of float or (n, 2) array-like
        Used as given: scale it to length 1 for world units. One axis, or one for each shape. A
        single shape takes one or many.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: shape i[k] with axis j[k], instead of row by row.
    out : tuple of two (n,) float64 arrays, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    (low, high) : (float, float)
        Least and greatest scalar product of the axis with a point of the shape. For arrays two of
        (n,) float64.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length. If an axis is zero or not finite.
    IndexError
        If an index in `pairs` is out of range.

    Examples
    --------
    >>> sepax.project(sepax.Polygon.box(2, 4, position=(5, 0)), (1, 0))
    (4.0, 6.0)
    >>> low, high = sepax.project(sepax.Polygon.box(2, 4), [(1, 0), (0, 1)])
    >>> low, high
    (array([-1., -2.]), array([1., 2.]))
    """
    if y is not ...:
        refuse_two_numbers("project", "axis", axis, y)
    if not is_shape(shape):
        return verbs_over_arrays().of_places("project", "interval", "axis", True, shape, axis,
                                             pairs=pairs, out=out, workers=workers)
    return asked_at_place("project", "interval", "axis", True, <Shape>shape, axis, answer_project,
                          Kind.INTERVAL, pairs, out, workers)


@cython.embedsignature(False)
def support_point(shape, direction, y=..., *, pairs=None, out=None, workers=1):
    """support_point(shape, direction, *, pairs=None, out=None, workers=1)
--

The point of a shape that is farthest in a direction.

    Parameters
    ----------
    shape : shape, Compound, ShapeArray, or any iterable of shapes and compounds
    direction : pair of float or (n, 2) array-like
        Of any length. One direction, or one for each shape. A single shape takes one or many.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: shape i[k] with direction j[k], instead of row by row.
    out : (n, 2) float64 array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    (x, y) : (float, float)
        A point of the boundary, in world coordinates: a vertex, moved outwards by the radius. No
        other point is farther by more than 16 units of roundoff of the size of the shape. Ties: the
        lowest index. For arrays (n, 2) float64.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length. If a direction is zero or not
        finite.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    The support mapping of collision algorithms such as GJK (Ericson, Real-Time Collision Detection,
    3.3.4). Of a `Compound` it is the point of the part that reaches farthest, the first of several.

    Examples
    --------
    >>> box = sepax.Polygon.box(4, 2)
    >>> sepax.support_point(box, (1, 1))
    (2.0, 1.0)
    >>> sepax.support_point(sepax.Circle((5, 0), 2), [(0, 3), (-1, 0)])
    array([[5., 2.],
           [3., 0.]])
    """
    if y is not ...:
        refuse_two_numbers("support_point", "direction", direction, y)
    if not is_shape(shape):
        return verbs_over_arrays().of_places("support_point", "point", "direction", True, shape,
                                             direction, pairs=pairs, out=out, workers=workers)
    return asked_at_place("support_point", "point", "direction", True, <Shape>shape, direction,
                          answer_support_point, Kind.POINT, pairs, out, workers)


def mtv(a, b, *, pairs=None, out=None, workers=1):
    """Minimum translation vector: the shortest move of a that separates the shapes.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : tuple of an (n, 2) float64 and an (n,) bool array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    (x, y) : (float, float) or None
        In world units. (0.0, 0.0) for touching shapes; None for separate ones: write ``if v :=
        sepax.mtv(a, b): a.move(*v)``, or call `push_out_of`. Added to a's position it leaves the
        shapes just touching, to within 16 units of roundoff of the size of the pair, and the
        rounding of the moved coordinates. Ties: lowest edge index, a before b; for compounds see
        the notes. For arrays a tuple: (n, 2) float64, zero for separate shapes, and (n,) bool,
        whether the shapes intersect.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    The nearest boundary point of the Minkowski difference, containment included (van den Bergen,
    Collision Detection in Interactive 3D Environments, 2003). The direction is that of the axis,
    never that of the centres.

    A `Compound` is separated as a whole: no shorter move leaves all of its parts at most touching.
    A hole or a slot that is just wide enough counts as a way out. Of equally short moves one that
    is normal to an edge goes before others, then the one with the lesser x, then y.

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
        return verbs_over_arrays().of_shapes("mtv", "vector", a, b, pairs=pairs, out=out,
                                             workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return asked_plainly(<Shape>a, <Shape>b, answer_mtv, Kind.VECTOR)


def collide(a, b, margin=0.0, *, pairs=None, out=None, workers=1):
    """The contact of shapes: normal, penetration depth and points.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    margin : float, default 0.0
        Shapes whose distance is less than this have a contact, too. Its depth is minus their
        distance, its normal leads from a to b where they are nearest, its points lie halfway, and
        its mtv moves a until they touch. For two faces both ends count that are nearer than the
        margin.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : Contacts, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    Contact or None
        None for shapes whose distance is the margin or more; touching shapes have a contact of
        depth 0. For arrays `Contacts`: an array for each attribute of a contact, and ``hit``.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length. If the margin is negative or not
        finite.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    Contact points by clipping the facing edge to the edge of the axis, as in Catto, Fast and Simple
    Physics using Sequential Impulses (2006).

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
    cdef Options options
    if not both_shapes(a, b):
        return verbs_over_arrays().of_shapes("collide", "contact", a, b, margin=margin, pairs=pairs,
                                             out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    set_plain(&options)
    read_length(margin, "margin", &options.margin)
    return asked(<Shape>a, <Shape>b, answer_collide, Kind.CONTACT, &options)


def distance(a, b, *, pairs=None, out=None, workers=1):
    """The distance between shapes: between their nearest points.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    float
        World units. 0.0 exactly when the shapes intersect; touching shapes do. Else to within 16
        units of roundoff of the size of the pair. For arrays (n,) float64.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    From the widest separation of an edge a descent over pairs of features, as in Lin and Canny, A
    Fast Algorithm for Incremental Distance Calculation (1991).

    Examples
    --------
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((4, 5), 1)
    >>> sepax.distance(a, b)
    4.0
    >>> sepax.distance(a, sepax.ShapeArray.circles([(1, 1), (3, 0)], 1))
    array([0., 1.])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().of_shapes("distance", "number", a, b, pairs=pairs, out=out,
                                             workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return asked_plainly(<Shape>a, <Shape>b, answer_distance, Kind.NUMBER)


def nearest_points(a, b, *, pairs=None, out=None, workers=1):
    """The points where shapes are nearest to each other.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : tuple of two (n, 2) float64 arrays, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    ((x, y), (x, y))
        A world point on the boundary of a and one on that of b. Their distance is that of the
        shapes, to within 16 units of roundoff of the size of the pair. For shapes that intersect
        one common point, twice. Where several pairs of points are nearest, as between parallel
        edges, one of these. For arrays two of (n, 2) float64.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Examples
    --------
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((4, 5), 1)
    >>> sepax.nearest_points(a, b)
    ((1.0, 1.0), (3.4, 4.2))
    >>> sepax.nearest_points(a, sepax.Point((0.5, 0)))
    ((0.5, 0.0), (0.5, 0.0))
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().of_shapes("nearest_points", "points", a, b, pairs=pairs, out=out,
                                             workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return asked_plainly(<Shape>a, <Shape>b, compiled[VERB_NEAREST_POINTS], Kind.POINTS)


def overlap_area(a, b, *, pairs=None, out=None, workers=1):
    """The area that shapes share.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    float
        Square world units; exactly 0.0 where the interiors do not intersect. The order of the
        shapes does not change a bit. For sharp polygons the relative error is below 1e-11. For
        arrays (n,) float64. Parts of one `Compound` that overlap count once; then, and with a
        radius, the error is within units of roundoff of the square of the size.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    A line sweeps over both boundaries (Shamos and Hoey, Geometric Intersection Problems, 1976) and
    adds up trapezoids, in n + m steps and without a clipped polygon. Where the error bound of
    float64 is too large for the area, with twice the digits. For two boxes first by the integrals
    along the edges of one, clipped to the other (Green).

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> sepax.overlap_area(a, sepax.Polygon.box(2, 2, position=(1, 0.5)))
    1.5
    >>> sepax.overlap_area(a, sepax.ShapeArray.boxes(2, 2, [(1, 1), (2, 0)]))
    array([1., 0.])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().of_shapes("overlap_area", "number", a, b, pairs=pairs, out=out,
                                             workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return asked_plainly(<Shape>a, <Shape>b, compiled[VERB_OVERLAP_AREA], Kind.NUMBER)


def iou(a, b, *, pairs=None, out=None, workers=1):
    """Intersection over union: the area that shapes share, divided by the area that they cover.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    float
        From 0.0 to 1.0. Exactly 0.0 where the interiors do not intersect, and for shapes without
        area; exactly 1.0 for a shape with itself or with another of the same vertices. The order of
        the shapes does not change a bit. As accurate as `overlap_area`. For arrays (n,) float64.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length.
    IndexError
        If an index in `pairs` is out of range.

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> sepax.iou(a, sepax.Polygon.box(2, 2, position=(1, 0))) == 2 / 6
    True
    >>> sepax.iou(a, sepax.ShapeArray.boxes([2, 2, 1], [2, 2, 1], [(0, 0), (2, 0), (0, 0)]))
    array([1.  , 0.  , 0.25])
    """
    if not both_shapes(a, b):
        return verbs_over_arrays().of_shapes("iou", "number", a, b, pairs=pairs, out=out,
                                             workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    return asked_plainly(<Shape>a, <Shape>b, compiled[VERB_IOU], Kind.NUMBER)


@cython.embedsignature(False)
def sweep(a, b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *, angular_velocity_a=0.0,
          angular_velocity_b=0.0, bint touching=True, bint skip_leaving=False, pairs=None, out=None,
          workers=1):
    """sweep(a, b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, angular_velocity_a=0.0, \
angular_velocity_b=0.0, touching=True, skip_leaving=False, pairs=None, out=None, \
workers=1)
--

When moving shapes, which may also turn, first touch.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    velocity_a, velocity_b : pair of float
        World units per unit of time. For arrays one for all pairs, or (n, 2), one for each.
    max_time : float, default 1.0
        End of the time interval, >= 0; inf for the whole ray. For arrays one for all pairs, or
        (n,), one for each.
    angular_velocity_a, angular_velocity_b : float, default 0.0
        Radians per unit of time, counter-clockwise: each shape turns about its position while it
        moves. At most 2**31 radians until `max_time`. For arrays one for all pairs, or (n,), one
        for each.
    touching : bool, default True
        Touching counts. False ignores shapes that never overlap during the motion: that only graze
        each other, or touch at the start and move apart.
    skip_leaving : bool, default False
        Ignore shapes that intersect at the start if the motion does not press them together. A body
        that rests against a wall can then move away.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : Impacts, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    Impact or None
        None if they do not touch within [0, max_time]. For arrays `Impacts`: an array for each
        attribute of an impact, and ``hit``. `exit_time` is nan for shapes that turn.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length. If a velocity is not finite, or
        `max_time` is negative or NaN. If a shape turns by more than 2**31 radians until `max_time`,
        or `max_time` is infinite and two shapes that stay in place turn at different rates.
    IndexError
        If an index in `pairs` is out of range.

    Notes
    -----
    Without turning: closed forms without iteration, at any speed: the line of relative motion is
    clipped by the axes of both polygons (Cyrus and Beck, 1978), or by the Minkowski difference
    rounded with the radius. At `time` and at `exit_time` the separation is 0 to within 16 units of
    roundoff of the size of the pair and its motion. The same bound holds for the distances of
    `point` from both boundaries and, along `normal`, of the shapes from each other.

    Shapes that turn: conservative advancement with certificates. At a time, the nearest features
    suggest an axis. Bounds of how its separation can change prove until when that axis certainly
    separates the shapes, and the next step begins there. With E = 16 units of roundoff times the
    size of the pair and its motion: before `time` the shapes are certainly disjoint, and at `time`
    they are apart by at most 5 E. With ``touching=False`` they certainly overlap at `time`, and
    before it by at most 13 E.

    Examples
    --------
    >>> bullet = sepax.Circle((-10, 0), 0.5)
    >>> hit = sepax.sweep(bullet, sepax.Polygon.box(2, 2), (1000, 0))
    >>> hit.time, hit.normal, hit.point
    (0.0085, (1.0, 0.0), (-1.0, 0.0))
    >>> walls = sepax.ShapeArray.boxes(2, 8, [(0, 0), (5, 0), (0, 9)])
    >>> sepax.sweep(bullet, walls, (1000, 0)).time
    array([0.0085, 0.0135,    inf])
    >>> bar, post = sepax.Polygon.box(4, 0.2), sepax.Circle((0, 1.5), 0.1)
    >>> hit = sepax.sweep(bar, post, (0, 0), angular_velocity_a=6.0)  # a whole turn in about a second
    >>> round(hit.time, 4), hit.exit_time
    (0.2395, nan)
    """
    cdef Options options
    if not both_shapes(a, b):
        return verbs_over_arrays().of_motions("sweep", "impact", a, b, velocity_a=velocity_a,
                                              velocity_b=velocity_b, max_time=max_time,
                                              angular_velocity_a=angular_velocity_a,
                                              angular_velocity_b=angular_velocity_b,
                                              touching=touching, skip_leaving=skip_leaving,
                                              pairs=pairs, out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    set_plain(&options)
    read_motions(<Shape>a, <Shape>b, velocity_a, velocity_b, max_time, angular_velocity_a,
                 angular_velocity_b, &options)
    options.strict = not touching
    options.skip_leaving = skip_leaving
    return asked_in_motion(<Shape>a, <Shape>b, answer_sweep, Kind.IMPACT, &options)


@cython.embedsignature(False)
def time_of_impact(a, b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
                   angular_velocity_a=0.0, angular_velocity_b=0.0, pairs=None, out=None, workers=1):
    """time_of_impact(a, b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
angular_velocity_a=0.0, angular_velocity_b=0.0, pairs=None, out=None, workers=1)
--

When moving shapes, which may also turn, first touch: the time of `sweep` alone, for less.

    Parameters
    ----------
    a, b : shape, Compound, ShapeArray, or any iterable of shapes and compounds
        Two shapes; one shape and an array; or two arrays of equal length, row by row.
    velocity_a, velocity_b : pair of float
        World units per unit of time. For arrays one for all pairs, or (n, 2), one for each.
    max_time : float, default 1.0
        End of the time interval, >= 0; inf for the whole ray. For arrays one for all pairs, or
        (n,), one for each.
    angular_velocity_a, angular_velocity_b : float, default 0.0
        Radians per unit of time, counter-clockwise: each shape turns about its position while it
        moves. At most 2**31 radians until `max_time`. For arrays one for all pairs, or (n,), one
        for each.
    pairs : [(i, j), ...], a (k, 2) array, or a tuple (i, j) of columns, optional
        For arrays: row i[k] of a with row j[k] of b, instead of row by row.
    out : (n,) float64 array, optional
        For arrays: the result of an earlier call. It is overwritten and returned.
    workers : int, default 1
        For arrays: the largest number of threads.

    Returns
    -------
    float
        The same bits as the time of `sweep`: 0.0 for shapes that intersect at the start (touching
        counts), inf for shapes that do not touch within [0, max_time]. For arrays (n,) float64.

    Raises
    ------
    TypeError
        If an argument is not a shape; in an array the message names its index. If `pairs`, `out` or
        `workers` are given for single shapes.
    ValueError
        If arrays differ in length, or `out` has another length. As `sweep`.
    IndexError
        If an index in `pairs` is out of range.

    Examples
    --------
    >>> bullet = sepax.Circle((-10, 0), 0.5)
    >>> sepax.time_of_impact(bullet, sepax.Polygon.box(2, 2), (1000, 0))
    0.0085
    >>> walls = sepax.ShapeArray.boxes(2, 8, [(0, 0), (5, 0), (0, 9)])
    >>> sepax.time_of_impact(bullet, walls, (1000, 0))
    array([0.0085, 0.0135,    inf])
    >>> bar, post = sepax.Polygon.box(4, 0.2), sepax.Circle((0, 1.5), 0.1)
    >>> rates = [1.0, 6.0, -6.0]
    >>> sepax.time_of_impact(bar, [post] * 3, (0, 0), angular_velocity_a=rates).round(4)
    array([   inf, 0.2395, 0.2395])
    """
    cdef Options options
    if not both_shapes(a, b):
        return verbs_over_arrays().of_motions("time_of_impact", "number", a, b,
                                              velocity_a=velocity_a, velocity_b=velocity_b,
                                              max_time=max_time,
                                              angular_velocity_a=angular_velocity_a,
                                              angular_velocity_b=angular_velocity_b, pairs=pairs,
                                              out=out, workers=workers)
    if pairs is not None or out is not None or workers is not ONE:
        refuse_batch_options(pairs, out, workers)
    set_plain(&options)
    read_motions(<Shape>a, <Shape>b, velocity_a, velocity_b, max_time, angular_velocity_a,
                 angular_velocity_b, &options)
    return asked_in_motion(<Shape>a, <Shape>b, answer_time_of_impact, Kind.NUMBER, &options)


@cython.embedsignature(False)
def raycast(scene, origin, direction, max_distance=INFINITY, radius=0.0, *, bint all=False,
            min_distance=0.0, ignore=None, groups=None, ray_groups=None, out=None, workers=1):
    """raycast(scene, origin, direction, max_distance=math.inf, radius=0.0, *, all=False, \
min_distance=0.0, ignore=None, groups=None, ray_groups=None, out=None, workers=1)
--

What rays hit first in a scene.

    Parameters
    ----------
    scene : shape, Compound, ShapeArray, ShapeIndex, or any iterable of shapes and compounds
        An index answers in microseconds, however many shapes there are. Without one, cast many rays
        in one call. A compound is hit as a whole: the index is its own, and the normal is that of
        its surface even where a seam ends.
    origin : pair of float or (n, 2) array-like
        World coordinates: where all rays begin, or each.
    direction : pair of float or (n, 2) array-like
        Of any length but 0; of all rays, or of each.
    max_distance : float or (n,) array-like, default inf
        Range in world units.
    radius : float or (n,) array-like, default 0.0
        Of a disc whose centre moves along the ray: a thick ray.
    all : bool, default False
        Every hit of a ray, not only the first.
    min_distance : float, default 0.0
        Touches nearer than this, in world units, are no hits. With more than 0 a shape in which the
        ray begins, or on whose boundary it does, is not hit at all: a convex shape that the ray
        leaves does not come again. Of a compound the next part that the ray enters from outside is
        hit.
    ignore : int, (n,) or (n, k) array-like of int, optional
        For each ray the rows of the scene that it does not see; -1 for none.
    groups : (m,) array-like of int, optional
        A label for each row of the scene, such as the number of its world. An index may have labels
        of its own, which serve if none are given.
    ray_groups : int or (n,) array-like of int, optional
        A label for each ray, which sees only rows of an equal label.
    out : RayHits, optional
        For many rays: the result of an earlier call. It is overwritten and returned. Not with
        `all`.
    workers : int, default 1
        For many rays: the largest number of threads.

    Returns
    -------
    RayHit or None
        The nearest hit, of equal distances the one with the lowest index; None if the ray hits
        nothing. Touching counts. A ray that begins in a shape or on its boundary hits it there,
        which is decided exactly: the distance is 0.0, the point is the origin, the normal is minus
        the direction. If any argument has one row a ray, `RayHits`: an array for each attribute,
        and ``hit``. With `all`, `RayHits` of the hits alone, sorted by `ray`, then by distance,
        then by index.

    Raises
    ------
    ValueError
        If a direction is zero, a number is negative or not finite (`max_distance` may be infinite),
        columns differ in length, or there are labels of one side alone.
    IndexError
        For a row to ignore that the scene does not have.
    TypeError
        If an argument is not a shape; in an array the message names its index. If `out` is given
        with `all` or with a single ray.

    Notes
    -----
    The shape, rounded by the radii, is crossed in closed form, edge by edge and corner by corner,
    along the direction as given. At `distance` the ray is within 16 units of roundoff of touching,
    relative to the size of the shape and the length of the ray; a hit or miss can be wrong only
    within that.

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

    Line of sight: the ray reaches the other place without a hit.

    >>> me, you = (0, 0), (12, 0)
    >>> toward = you[0] - me[0], you[1] - me[1]
    >>> sepax.raycast(crates, me, toward, max_distance=12) is None
    False

    Cars that look ahead, each past itself:

    >>> cars = sepax.ShapeArray.boxes(4, 2, [(0, 0), (9, 0)])
    >>> sepax.raycast(cars, cars.positions, (1, 0), ignore=[0, 1]).distance
    array([ 7., inf])
    """
    if sees_all(min_distance, ignore, groups, ray_groups):
        return cast(scene, origin, direction, max_distance, radius, all, out, workers)
    return verbs_over_arrays().raycast(scene, origin, direction, max_distance, radius, every=all,
                                       min_distance=min_distance, ignore=ignore, groups=groups,
                                       ray_groups=ray_groups, out=out, workers=workers)


@cython.auto_pickle(False)
cdef class Collider(Shape):
    """A shape with the verbs as methods: each is the function of the same name, which has the whole
    description."""

    def intersects(self, other, bint touching=True, *, out=None, workers=1):
        """Whether this shape intersects another, or each of an array: see `sepax.intersects`.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.intersects(sepax.Circle((2, 0), 1))
        True
        >>> box.intersects(sepax.ShapeArray.circles([(2, 0), (5, 0)], 1))
        array([ True, False])
        """
        cdef Options options
        if is_shape(other) and out is None and workers is ONE:
            set_plain(&options)
            options.strict = not touching
            return asked(self, <Shape>other, answer_intersects, Kind.TRUTH, &options)
        return intersects(self, other, touching=touching, out=out, workers=workers)

    def separating_axis(self, other, *, out=None, workers=1):
        """The direction of an axis that separates this shape from another: see `sepax.separating_axis`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).separating_axis(sepax.Circle((5, 0), 1))
        (1.0, 0.0)
        """
        if is_shape(other) and out is None and workers is ONE:
            return asked_plainly(self, <Shape>other, answer_separating_axis, Kind.VECTOR)
        return separating_axis(self, other, out=out, workers=workers)

    @cython.embedsignature(False)
    def contains(self, point, y=..., *, out=None, workers=1):
        """contains($self, point, *, out=None, workers=1)
--

        Whether this shape contains a point, or each of many: see `sepax.contains`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).contains((1, 0.5))
        True
        """
        if y is not ...:
            refuse_two_numbers("contains", "point", point, y)
        return asked_at_place("contains", "truth", "point", False, self, point, answer_contains,
                              Kind.TRUTH, None, out, workers)

    def covers(self, other, *, out=None, workers=1):
        """Whether this shape covers another: see `sepax.covers`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).covers(sepax.Circle((0, 0), 1))
        True
        """
        if is_shape(other) and out is None and workers is ONE:
            return asked_plainly(self, <Shape>other, compiled[VERB_COVERS], Kind.TRUTH)
        return covers(self, other, out=out, workers=workers)

    @cython.embedsignature(False)
    def project(self, axis, y=..., *, out=None, workers=1):
        """project($self, axis, *, out=None, workers=1)
--

        (low, high) on an axis, or on each of many: see `sepax.project`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 4).project((0, 1))
        (-2.0, 2.0)
        """
        if y is not ...:
            refuse_two_numbers("project", "axis", axis, y)
        return asked_at_place("project", "interval", "axis", True, self, axis, answer_project,
                              Kind.INTERVAL, None, out, workers)

    @cython.embedsignature(False)
    def support_point(self, direction, y=..., *, out=None, workers=1):
        """support_point($self, direction, *, out=None, workers=1)
--

        The point of this shape that is farthest in a direction, or in each of many: see `sepax.support_point`.

        Examples
        --------
        >>> sepax.Polygon.box(4, 2).support_point((-1, 2))
        (-2.0, 1.0)
        """
        if y is not ...:
            refuse_two_numbers("support_point", "direction", direction, y)
        return asked_at_place("support_point", "point", "direction", True, self, direction,
                              answer_support_point, Kind.POINT, None, out, workers)

    def mtv(self, other, *, out=None, workers=1):
        """The shortest move of this shape that separates it from another: see `sepax.mtv`.

        Examples
        --------
        >>> box = sepax.Polygon.box(2, 2)
        >>> box.mtv(sepax.Circle((1.5, 0), 1))
        (-0.5, 0.0)
        """
        if is_shape(other) and out is None and workers is ONE:
            return asked_plainly(self, <Shape>other, answer_mtv, Kind.VECTOR)
        return mtv(self, other, out=out, workers=workers)

    def collide(self, other, margin=0.0, *, out=None, workers=1):
        """The contact of this shape with another: see `sepax.collide`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).collide(sepax.Circle((1.5, 0), 1)).depth
        0.5
        """
        cdef Options options
        if is_shape(other) and out is None and workers is ONE:
            set_plain(&options)
            read_length(margin, "margin", &options.margin)
            return asked(self, <Shape>other, answer_collide, Kind.CONTACT, &options)
        return collide(self, other, margin=margin, out=out, workers=workers)

    def push_out_of(self, other):
        """Move this shape the shortest way out of another, if they overlap.

        Parameters
        ----------
        other : Shape or Compound
            It stays where it is.

        Returns
        -------
        bool
            Whether this shape was moved. Shapes that are separate, or only touch, are not.

        Raises
        ------
        TypeError
            If `other` is not a single shape.
        ValueError
            Where the shape would leave the range of coordinates; it stays put.

        Notes
        -----
        The move is the `mtv`, and more by a few units in the last place where rounding of the moved vertices
        would leave an overlap. Then interiors do not meet, exactly, and the next call returns False.

        Examples
        --------
        >>> ball, crate = sepax.Circle((1.25, 0), 0.5), sepax.Polygon.box(2, 1)
        >>> ball.push_out_of(crate), ball.position
        (True, (1.5, 0.0))
        >>> ball.push_out_of(crate)
        False
        """
        return push_shape_out_of(self, other)

    def distance(self, other, *, out=None, workers=1):
        """The distance between this shape and another: see `sepax.distance`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).distance(sepax.Circle((5, 0), 1))
        3.0
        """
        if is_shape(other) and out is None and workers is ONE:
            return asked_plainly(self, <Shape>other, answer_distance, Kind.NUMBER)
        return distance(self, other, out=out, workers=workers)

    def nearest_points(self, other, *, out=None, workers=1):
        """The points where this shape and another are nearest: see `sepax.nearest_points`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).nearest_points(sepax.Circle((5, 0), 1))
        ((1.0, 0.0), (4.0, 0.0))
        """
        if is_shape(other) and out is None and workers is ONE:
            return asked_plainly(self, <Shape>other, compiled[VERB_NEAREST_POINTS], Kind.POINTS)
        return nearest_points(self, other, out=out, workers=workers)

    def overlap_area(self, other, *, out=None, workers=1):
        """The area that this shape and another share: see `sepax.overlap_area`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).overlap_area(sepax.Polygon.box(2, 2, position=(1, 0.5)))
        1.5
        """
        if is_shape(other) and out is None and workers is ONE:
            return asked_plainly(self, <Shape>other, compiled[VERB_OVERLAP_AREA], Kind.NUMBER)
        return overlap_area(self, other, out=out, workers=workers)

    def iou(self, other, *, out=None, workers=1):
        """The intersection over union of this shape and another: see `sepax.iou`.

        Examples
        --------
        >>> sepax.Polygon.box(2, 2).iou(sepax.Polygon.box(1, 1))
        0.25
        """
        if is_shape(other) and out is None and workers is ONE:
            return asked_plainly(self, <Shape>other, compiled[VERB_IOU], Kind.NUMBER)
        return iou(self, other, out=out, workers=workers)

    @cython.embedsignature(False)
    def sweep(self, other, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
              angular_velocity_a=0.0, angular_velocity_b=0.0, bint touching=True,
              bint skip_leaving=False, out=None, workers=1):
        """sweep($self, other, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
angular_velocity_a=0.0, angular_velocity_b=0.0, touching=True, skip_leaving=False, \
out=None, workers=1)
--

        When this shape and another, in motion, first touch: see `sepax.sweep`.

        Examples
        --------
        >>> ball, wall = sepax.Circle((0, 0), 1), sepax.Polygon.box(2, 2, position=(10, 0))
        >>> ball.sweep(wall, (4, 0), max_time=9).time
        2.0
        """
        cdef Options options
        if is_shape(other) and out is None and workers is ONE:
            set_plain(&options)
            read_motions(self, <Shape>other, velocity_a, velocity_b, max_time, angular_velocity_a,
                         angular_velocity_b, &options)
            options.strict = not touching
            options.skip_leaving = skip_leaving
            return asked_in_motion(self, <Shape>other, answer_sweep, Kind.IMPACT, &options)
        return sweep(self, other, velocity_a=velocity_a, velocity_b=velocity_b, max_time=max_time,
                     angular_velocity_a=angular_velocity_a, angular_velocity_b=angular_velocity_b,
                     touching=touching, skip_leaving=skip_leaving, out=out, workers=workers)

    @cython.embedsignature(False)
    def time_of_impact(self, other, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
                       angular_velocity_a=0.0, angular_velocity_b=0.0, out=None, workers=1):
        """time_of_impact($self, other, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
angular_velocity_a=0.0, angular_velocity_b=0.0, out=None, workers=1)
--

        The time at which this shape and another, in motion, first touch: see `sepax.time_of_impact`.

        Examples
        --------
        >>> ball, wall = sepax.Circle((0, 0), 1), sepax.Polygon.box(2, 2, position=(10, 0))
        >>> ball.time_of_impact(wall, (4, 0)), ball.time_of_impact(wall, (4, 0), max_time=9)
        (inf, 2.0)
        """
        cdef Options options
        if is_shape(other) and out is None and workers is ONE:
            set_plain(&options)
            read_motions(self, <Shape>other, velocity_a, velocity_b, max_time, angular_velocity_a,
                         angular_velocity_b, &options)
            return asked_in_motion(self, <Shape>other, answer_time_of_impact, Kind.NUMBER, &options)
        return time_of_impact(self, other, velocity_a=velocity_a, velocity_b=velocity_b,
                              max_time=max_time, angular_velocity_a=angular_velocity_a,
                              angular_velocity_b=angular_velocity_b, out=out, workers=workers)

    @cython.embedsignature(False)
    def raycast(self, origin, direction, max_distance=INFINITY, radius=0.0, *, bint all=False,
                min_distance=0.0, ignore=None, groups=None, ray_groups=None, out=None, workers=1):
        """raycast($self, origin, direction, max_distance=math.inf, radius=0.0, *, all=False, \
min_distance=0.0, ignore=None, groups=None, ray_groups=None, out=None, workers=1)
--

        Where a ray, or each of many, hits this shape: see `sepax.raycast`.

        Examples
        --------
        >>> sepax.Circle((5, 0), 1).raycast((0, 0), (1, 0)).distance
        4.0
        """
        if sees_all(min_distance, ignore, groups, ray_groups):
            return cast(self, origin, direction, max_distance, radius, all, out, workers)
        return verbs_over_arrays().raycast(self, origin, direction, max_distance, radius, every=all,
                                           min_distance=min_distance, ignore=ignore, groups=groups,
                                           ray_groups=ray_groups, out=out, workers=workers)


cdef Call other_intersects = NULL


cdef object plain_intersects(PyObject* module, PyObject** given, Py_ssize_t count,
                             PyObject* names):
    if is_plain(2, given, count, names):
        return (<Plain>asked_plainly)(given[0], given[1], answer_intersects, Kind.TRUTH)
    return other_intersects(module, given, count, names)


put_before(intersects, plain_intersects, &other_intersects)


cdef Call other_separating_axis = NULL


cdef object plain_separating_axis(PyObject* module, PyObject** given, Py_ssize_t count,
                                  PyObject* names):
    if is_plain(2, given, count, names):
        return (<Plain>asked_plainly)(given[0], given[1], answer_separating_axis, Kind.VECTOR)
    return other_separating_axis(module, given, count, names)


put_before(separating_axis, plain_separating_axis, &other_separating_axis)


cdef Call other_mtv = NULL


cdef object plain_mtv(PyObject* module, PyObject** given, Py_ssize_t count,
                      PyObject* names):
    if is_plain(2, given, count, names):
        return (<Plain>asked_plainly)(given[0], given[1], answer_mtv, Kind.VECTOR)
    return other_mtv(module, given, count, names)


put_before(mtv, plain_mtv, &other_mtv)


cdef Call other_collide = NULL


cdef object plain_collide(PyObject* module, PyObject** given, Py_ssize_t count,
                          PyObject* names):
    if is_plain(2, given, count, names):
        return (<Plain>asked_plainly)(given[0], given[1], answer_collide, Kind.CONTACT)
    return other_collide(module, given, count, names)


put_before(collide, plain_collide, &other_collide)


cdef Call other_sweep = NULL


cdef object plain_sweep(PyObject* module, PyObject** given, Py_ssize_t count,
                        PyObject* names):
    if is_plain(3, given, count, names):
        return (<OfFirst>asked_of_first)(given[0], given[1], given[2], answer_sweep, Kind.IMPACT)
    return other_sweep(module, given, count, names)


put_before(sweep, plain_sweep, &other_sweep)
