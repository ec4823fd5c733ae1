# Written by tools/generate.py from verbs.toml: change that table, not this file.


def intersects(vertices_a, vertices_b, bint touching=True):
    """Whether two convex rings meet; exact.

    Parameters
    ----------
    vertices_a, vertices_b : (n, 2) float64 or sequence of pairs
        Either winding, open or closed, repeated points allowed.
    touching : bool, default True
        Whether shared boundary points count.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        For fewer than 3 points, a shape other than (n, 2), or a point that is
        not finite; the message names it.
    TypeError
        For anything that is not pairs of real numbers.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.intersects(square, [(2, 1), (4, 0), (4, 2)])
    True
    """
    cdef RawRing a, b
    read_rings(vertices_a, vertices_b, &a, &b)
    return rings_intersect(&a, &b, not touching)


def separating_axis(vertices_a, vertices_b):
    """A unit vector from a to b along which a line parts two rings, or None.

    Parameters and errors are those of `intersects`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.separating_axis(square, [(3, 1), (5, 0), (5, 2)])
    (1.0, 0.0)
    """
    cdef RawRing a, b
    read_rings(vertices_a, vertices_b, &a, &b)
    return rings_separating_axis(&a, &b)


def contains(vertices, point):
    """Whether a point is in a convex ring, its boundary included; exact.

    Parameters
    ----------
    vertices : (n, 2) float64 or sequence of pairs
        As for `intersects`, with its errors.
    point : pair of float

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
        read_raw_ring(vertices, &ring)
        answer = ring_contains(&ring, x, y)
    finally:
        release(&ring)
    return answer


def project(vertices, axis):
    """Project a point set on an axis.

    Parameters
    ----------
    vertices : (n, 2) float64 or sequence of pairs
    axis : pair of float
        Used as given, not normalised.

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
        read_raw_ring(vertices, &ring)
        answer = ring_interval(&ring, x, y)
    finally:
        release(&ring)
    return answer


def mtv(vertices_a, vertices_b):
    """The shortest translation of a that parts two rings, or None when they are apart.

    Parameters and errors are those of `intersects`; see `sepax.mtv`.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> sepax.raw.mtv(square, [(1.5, 0), (3, 0), (3, 2), (1.5, 2)])
    (-0.5, 0.0)
    """
    cdef RawRing a, b
    read_rings(vertices_a, vertices_b, &a, &b)
    return rings_mtv(&a, &b)


def collide(vertices_a, vertices_b):
    """Everything about how two rings meet: a `Contact`, or None when they are apart.

    Parameters and errors are those of `intersects`; see `sepax.collide`. Features count
    the points as given, a closing one not counted: edge i leads from point i to the next.

    Examples
    --------
    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> contact = sepax.raw.collide(square, [(1.5, 0), (3, 0), (3, 2), (1.5, 2)])
    >>> contact.normal, contact.depth, contact.points
    ((1.0, 0.0), 0.5, ((1.75, 2.0), (1.75, 0.0)))
    """
    cdef RawRing a, b
    read_rings(vertices_a, vertices_b, &a, &b)
    return rings_contact(&a, &b)


@cython.embedsignature(False)
def sweep(vertices_a, vertices_b, velocity_a=None, velocity_b=(0.0, 0.0), max_time=1.0, *,
          angular_velocity_a=0.0, angular_velocity_b=0.0, bint skip_leaving=False, pivot_a=None,
          pivot_b=None):
    """sweep(vertices_a, vertices_b, velocity_a, velocity_b=(0.0, 0.0), max_time=1.0, *, \
angular_velocity_a=0.0, angular_velocity_b=0.0, skip_leaving=False, pivot_a=None, pivot_b=None)
--

When two moving rings, which may also turn, first touch: an `Impact`, or None.

    Parameters and errors are those of `intersects` and `sepax.sweep`. A ring turns about its pivot,
    which moves with it: ``pivot_a`` and ``pivot_b``, pairs of float, the places at the start. TypeError
    if a ring turns and has none.

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
    cdef TurningMotion motion
    read_motion(velocity_a, velocity_b, max_time, &motion.motion)
    read_rates(angular_velocity_a, angular_velocity_b, &motion)
    read_pivots(pivot_a, pivot_b, &motion)
    read_rings(vertices_a, vertices_b, &a, &b)
    return rings_impact(&a, &b, &motion, skip_leaving)
