# Written by tools/generate.py from verbs.toml: change that table, not this file.

from sepax._core.answers.compiled cimport (compiled, VERB_INTERSECTS, VERB_SEPARATING_AXIS,
                                           VERB_COVERS, VERB_MTV, VERB_COLLIDE, VERB_DISTANCE,
                                           VERB_NEAREST_POINTS, VERB_OVERLAP_AREA, VERB_IOU,
                                           VERB_SWEEP, VERB_TIME_OF_IMPACT)


def intersects(vertices_a, vertices_b, bint touching=True, *, radius_a=0.0, radius_b=0.0):
    """Whether two convex rings meet; exact.

    Parameters
    ----------
    vertices_a, vertices_b : (n, 2) array-like
        Either winding, open or closed, repeated points allowed. One point is a disc, two are a
        segment.
    touching : bool, default True
        Whether shared boundary points count.
    radius_a, radius_b : float, default 0.0
        By how much each reaches beyond its points to all sides, in world units.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        For a closed ring of fewer than 3 points, a shape other than (n, 2), a point that is not
        finite, or a radius that is negative or not finite; the message names it. For a ring that is
        not convex, if that or the other has a radius, or the other is a disc or a segment.
    TypeError
        For anything that is not pairs of real numbers.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.intersects(square, [(2, 1), (4, 0), (4, 2)])
    True
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    options.strict = not touching
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return sharp_rings_asked(&a, &b, VERB_INTERSECTS, Kind.TRUTH, &options)


def separating_axis(vertices_a, vertices_b, *, radius_a=0.0, radius_b=0.0):
    """A unit vector from a to b along which a line parts two rings, or None.

    Parameters and errors are those of `intersects`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.separating_axis(square, [(3, 1), (5, 0), (5, 2)])
    (1.0, 0.0)
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return sharp_rings_asked(&a, &b, VERB_SEPARATING_AXIS, Kind.VECTOR, &options)


def contains(vertices, point, *, radius=0.0):
    """Whether a point is in a convex ring, its boundary included; exact.

    Parameters
    ----------
    vertices : (n, 2) array-like
        As for `intersects`, with its errors.
    point : pair of float
    radius : float, default 0.0
        Of the ring.

    Returns
    -------
    bool

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.contains(square, (2, 1)), sepax.raw.contains(square, (3, 1))
    (True, False)
    """
    cdef RawRing ring
    cdef double x, y
    read_pair(point, "point", &x, &y)
    ring.heap = NULL
    try:
        read_one(vertices, radius, "radius", &ring)
        answer = ring_contains(&ring, x, y)
    finally:
        release(&ring)
    return answer


def covers(vertices_a, vertices_b, *, radius_a=0.0, radius_b=0.0):
    """Whether the first of two convex rings covers the second; exact.

    Parameters and errors are those of `intersects`, but both rings must be convex.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.covers(square, [(1, 1)], radius_b=1)
    True
    >>> sepax.raw.covers(square, [(1, 1)], radius_b=1.5)
    False
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_COVERS, Kind.TRUTH, &options, True)


def project(vertices, axis, *, radius=0.0):
    """Project a point set on an axis.

    Parameters
    ----------
    vertices : (n, 2) array-like
    axis : pair of float
        Used as given, not normalised.
    radius : float, default 0.0
        Of the points: with one, three points or more must be a convex ring.

    Returns
    -------
    (low, high) : (float, float)

    Examples
    --------
    >>> sepax.raw.project([(0, 0), (4, 0), (0, 3)], (1, 0))
    (0.0, 4.0)
    """
    cdef RawRing ring
    cdef double x, y
    read_pair(axis, "axis", &x, &y)
    if x == 0.0 and y == 0.0:
        raise ValueError("axis must not be zero")
    ring.heap = NULL
    try:
        read_one(vertices, radius, "radius", &ring)
        answer = ring_interval(&ring, x, y)
    finally:
        release(&ring)
    return answer


def mtv(vertices_a, vertices_b, *, radius_a=0.0, radius_b=0.0):
    """The shortest translation of a that parts two rings, or None when they are apart.

    Parameters and errors are those of `intersects`; see `sepax.mtv`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.mtv(square, [(1.5, 0), (3, 0), (3, 2), (1.5, 2)])
    (-0.5, 0.0)
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return sharp_rings_asked(&a, &b, VERB_MTV, Kind.VECTOR, &options)


def collide(vertices_a, vertices_b, margin=0.0, *, radius_a=0.0, radius_b=0.0):
    """Everything about how two rings meet: a `Contact`, or None when they are apart.

    Parameters and errors are those of `intersects` and `sepax.collide`; with a margin both rings must
    be convex. Features count the points as given, a closing one not counted: edge i leads from point i
    to the next corner. A corner that is given twice counts as the first of both.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> contact = sepax.raw.collide(square, [(1.5, 0), (3, 0), (3, 2), (1.5, 2)])
    >>> contact.normal, contact.depth, contact.points
    ((1.0, 0.0), 0.5, ((1.75, 2.0), (1.75, 0.0)))
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_length(margin, "margin", &options.margin)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_COLLIDE, Kind.CONTACT, &options, options.margin > 0.0)


def distance(vertices_a, vertices_b, *, radius_a=0.0, radius_b=0.0):
    """The distance of two convex rings: 0.0 exactly when they meet.

    Parameters and errors are those of `intersects`, but both rings must be convex; see
    `sepax.distance`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.distance(square, [(5, 1)]), sepax.raw.distance(square, [(5, 1)], radius_b=1)
    (3.0, 2.0)
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_DISTANCE, Kind.NUMBER, &options, True)


def nearest_points(vertices_a, vertices_b, *, radius_a=0.0, radius_b=0.0):
    """The nearest points of two convex rings, one on each boundary.

    Parameters and errors are those of `intersects`, but both rings must be convex; see
    `sepax.nearest_points`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.nearest_points(square, [(5, 1), (7, 0), (7, 2)])
    ((2.0, 1.0), (5.0, 1.0))
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_NEAREST_POINTS, Kind.POINTS, &options, True)


def overlap_area(vertices_a, vertices_b, *, radius_a=0.0, radius_b=0.0):
    """The area that two convex rings have in common.

    Parameters and errors are those of `intersects`, but both rings must be convex; see
    `sepax.overlap_area`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.overlap_area(square, [(1, 1), (3, 1), (3, 3), (1, 3)])
    1.0
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_OVERLAP_AREA, Kind.NUMBER, &options, True)


def iou(vertices_a, vertices_b, *, radius_a=0.0, radius_b=0.0):
    """The area that two convex rings have in common, divided by that of their union.

    Parameters and errors are those of `intersects`, but both rings must be convex; see
    `sepax.iou`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.iou(square, [(1, 0), (3, 0), (3, 2), (1, 2)]) == 2 / 6
    True
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_IOU, Kind.NUMBER, &options, True)


@cython.embedsignature(False)
def sweep(vertices_a, vertices_b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
          angular_velocity_a=0.0, angular_velocity_b=0.0, pivot_a=None, pivot_b=None,
          bint touching=True, bint skip_leaving=False, radius_a=0.0, radius_b=0.0):
    """sweep(vertices_a, vertices_b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
angular_velocity_a=0.0, angular_velocity_b=0.0, pivot_a=None, pivot_b=None, \
touching=True, skip_leaving=False, radius_a=0.0, radius_b=0.0)
--

When two moving rings, which may also turn, first touch: an `Impact`, or None.

    Parameters and errors are those of `intersects` and `sepax.sweep`. A ring turns about its pivot,
    which moves with it: ``pivot_a`` and ``pivot_b``, pairs of float, the places at the start. TypeError
    if a ring turns and has none. Where one turns, both must be convex, or ValueError is raised.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.sweep(square, [(6, 0), (8, 0), (8, 2), (6, 2)], (8, 0)).time
    0.5
    >>> blade = [(0, 0), (4, 0), (4, 1), (0, 1)]
    >>> wall = [(-4, -5), (4, -5), (4, -3), (-4, -3)]
    >>> hit = sepax.raw.sweep(
    ...     blade, wall, (0, 0), angular_velocity_a=-1.0, max_time=9, pivot_a=(0, 0))
    >>> round(hit.time, 6)
    0.848062
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_motions(velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b, pivot_a,
                 pivot_b, &options)
    options.strict = not touching
    options.skip_leaving = skip_leaving
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_SWEEP, Kind.IMPACT, &options, options.turns)


@cython.embedsignature(False)
def time_of_impact(vertices_a, vertices_b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
                   angular_velocity_a=0.0, angular_velocity_b=0.0, pivot_a=None, pivot_b=None,
                   radius_a=0.0, radius_b=0.0):
    """time_of_impact(vertices_a, vertices_b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, \
*, angular_velocity_a=0.0, angular_velocity_b=0.0, pivot_a=None, pivot_b=None, \
radius_a=0.0, radius_b=0.0)
--

When two moving convex rings first touch: the time of `sweep` alone, inf for never.

    Parameters and errors are those of `sweep`, but both rings must be convex.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.time_of_impact(square, [(6, 0), (8, 0), (8, 2), (6, 2)], (8, 0))
    0.5
    """
    cdef RawRing a, b
    cdef Options options
    set_plain(&options)
    read_motions(velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b, pivot_a,
                 pivot_b, &options)
    read_both(vertices_a, vertices_b, radius_a, radius_b, &a, &b)
    return rings_asked(&a, &b, VERB_TIME_OF_IMPACT, Kind.NUMBER, &options, True)


@cython.embedsignature(False)
def raycast(vertices, origin, direction, max_distance=INFINITY, radius=0.0, *, ring_radius=0.0):
    """raycast(vertices, origin, direction, max_distance=math.inf, radius=0.0, *, ring_radius=0.0)
--

Where a ray hits a convex ring: a `RayHit`, or None.

    Parameters
    ----------
    vertices : (n, 2) array-like
        As for `intersects`, with its errors; must be convex.
    origin, direction : pair of float
        The direction may have any length but 0.
    max_distance : float, default inf
        Range in world units.
    radius : float, default 0.0
        Of a disc whose centre moves along the ray.
    ring_radius : float, default 0.0
        Of the ring.

    Returns
    -------
    RayHit or None
        As of `sepax.raycast`; its index is 0.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.raycast(square, (-3, 1), (1, 0)).distance
    3.0
    >>> sepax.raw.raycast(square, (-3, 1), (1, 0), ring_radius=0.5).distance
    2.5
    """
    cdef RawRing ring
    cdef Options options
    read_probe(origin, direction, max_distance, radius, &options.probe)
    ring.heap = NULL
    try:
        read_one(vertices, ring_radius, "ring_radius", &ring)
        answer = ring_raycast(&ring, &options)
    finally:
        release(&ring)
    return answer
