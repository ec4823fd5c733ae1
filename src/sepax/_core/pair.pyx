"""The verbs for two shapes."""

cimport cython

from sepax._core.hull cimport Hull, point_hull
from sepax._core.results cimport new_contact, new_impact, translation
from sepax._core.sat cimport (
    Manifold, Separation, hull_holds, hulls_axis, hulls_contact, hulls_intersect,
    hulls_penetration, project_hull)
from sepax._core.shape cimport Shape, read_motion, read_pair
from sepax._core.sweep cimport Meeting, Motion, hulls_sweep


cdef inline int require_ready(Shape a, Shape b) except -1:
    if a.body.hull.n == 0 or b.body.hull.n == 0:
        a.require_ready()
        b.require_ready()
    return 0


def _floor(Shape a not None, Shape b not None, /):
    """Do nothing: the cost of a call, which the bench takes as its unit."""
    return True


def project(Shape shape not None, axis):
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
    cdef double x, y, low, high
    shape.require_ready()
    read_pair(axis, "axis", &x, &y)
    if x == 0.0 and y == 0.0:
        raise ValueError("axis must not be zero")
    project_hull(&shape.body.hull, x, y, &low, &high)
    return (low, high)


def intersects(Shape a not None, Shape b not None, bint touching=True):
    """Whether two shapes meet; exact for the float64 vertices they hold.

    Parameters
    ----------
    a, b : Polygon or Circle
    touching : bool, default True
        Shapes are closed: shared boundary points count. False asks for a
        positive penetration depth (interiors that meet).

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
    require_ready(a, b)
    return hulls_intersect(&a.body.hull, &b.body.hull, not touching)


def contains(Shape shape not None, point):
    """Whether a point is in a shape, its boundary included; exact.

    Parameters
    ----------
    shape : Polygon or Circle
    point : pair of float
        World coordinates.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        For a point that is not finite.

    Examples
    --------
    >>> sepax.contains(sepax.Circle((0, 0), 5), (3, 4))
    True
    """
    cdef double x, y
    cdef Hull disc
    shape.require_ready()
    read_pair(point, "point", &x, &y)
    point_hull(&disc, &x, &y)
    return hulls_intersect(&shape.body.hull, &disc, False)


def separating_axis(Shape a not None, Shape b not None):
    """A direction in which a line parts two shapes.

    Parameters
    ----------
    a, b : Polygon or Circle

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
    cdef Separation axis
    require_ready(a, b)
    if not hulls_axis(&a.body.hull, &b.body.hull, &axis):
        return None
    return (axis.normal_x, axis.normal_y)


def mtv(Shape a not None, Shape b not None):
    """Minimum translation vector: the shortest move of a that parts the shapes.

    Parameters
    ----------
    a, b : Polygon or Circle

    Returns
    -------
    (x, y) : (float, float) or None
        In world units; (0.0, 0.0) for touching shapes, None for shapes apart.
        Added to a's position it leaves them just touching, to within 16 units
        of roundoff of the pair's size. Ties: lowest edge index, a before b.

    Notes
    -----
    The nearest boundary point of the Minkowski difference, containment included
    (Ericson, Real-Time Collision Detection, 5.5; the direction is that of the
    axis, never that of the centres).

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> b = sepax.Polygon.box(2, 2, position=(1.5, 0.25))
    >>> sepax.mtv(a, b)
    (-0.5, 0.0)
    """
    cdef Separation widest
    cdef double depth = 0.0
    require_ready(a, b)
    if not hulls_penetration(&a.body.hull, &b.body.hull, &widest, &depth):
        return None
    return translation(widest.normal_x, widest.normal_y, depth)


def collide(Shape a not None, Shape b not None):
    """Everything about how two shapes meet.

    Parameters
    ----------
    a, b : Polygon or Circle

    Returns
    -------
    Contact or None
        None for shapes apart; touching is contact of depth 0.

    Notes
    -----
    Contact points by clipping the facing edge to the edge of the axis
    (Ericson, Real-Time Collision Detection, 5.5.8 of its contact discussion).

    Examples
    --------
    >>> a = sepax.Polygon.box(2, 2)
    >>> hit = sepax.collide(a, sepax.Polygon.box(2, 2, position=(1.5, 0)))
    >>> hit.normal, hit.depth, hit.points
    ((1.0, 0.0), 0.5, ((0.75, 1.0), (0.75, -1.0)))
    """
    cdef Separation widest
    cdef Manifold points
    cdef double depth = 0.0
    require_ready(a, b)
    if not hulls_penetration(&a.body.hull, &b.body.hull, &widest, &depth):
        return None
    hulls_contact(&a.body.hull, &b.body.hull, &widest, depth, &points)
    return new_contact(&widest, depth, &points, hull_holds(&b.body.hull, &a.body.hull),
                       hull_holds(&a.body.hull, &b.body.hull))


def sweep(Shape a not None, Shape b not None, velocity_a, velocity_b=(0.0, 0.0),
          double max_time=1.0, *, bint skip_leaving=False):
    """When two shapes in uniform motion first touch.

    Parameters
    ----------
    a, b : Polygon or Circle
    velocity_a, velocity_b : pair of float
        World units per unit of time; no rotation.
    max_time : float, default 1.0
        End of the time considered, >= 0; inf asks for the whole ray.
    skip_leaving : bool, default False
        Ignore shapes that meet at the start when the motion does not press them
        together, so that a body resting against a wall can walk away.

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
    difference rounded with the radius. At the returned time the separation is 0
    within 16 units of roundoff of the size of the pair and its motion.

    Examples
    --------
    >>> bullet = sepax.Circle((-10, 0), 0.5)
    >>> hit = sepax.sweep(bullet, sepax.Polygon.box(2, 2), (1000, 0))
    >>> hit.time, hit.normal, hit.point
    (0.0085, (1.0, 0.0), (-1.0, 0.0))
    """
    cdef Motion motion
    cdef Meeting meeting
    require_ready(a, b)
    read_motion(velocity_a, velocity_b, max_time, &motion)
    if not hulls_sweep(&a.body.hull, &b.body.hull, &motion, &meeting):
        return None
    if skip_leaving and meeting.leaving:
        return None
    return new_impact(&meeting)


@cython.auto_pickle(False)
cdef class Collider(Shape):
    """A shape with the verbs as methods: each is the function of the same name."""

    def project(self, axis):
        """(low, high) on an axis: see `sepax.project`."""
        return project(self, axis)

    def contains(self, point):
        """Whether a point is in the shape: see `sepax.contains`."""
        return contains(self, point)

    def intersects(self, Shape other not None, bint touching=True):
        """Whether the shapes meet: see `sepax.intersects`."""
        require_ready(self, other)
        return hulls_intersect(&self.body.hull, &other.body.hull, not touching)

    def separating_axis(self, Shape other not None):
        """A direction that parts the shapes: see `sepax.separating_axis`."""
        return separating_axis(self, other)

    def mtv(self, Shape other not None):
        """The shortest move of this shape that parts them: see `sepax.mtv`."""
        return mtv(self, other)

    def collide(self, Shape other not None):
        """The contact of the shapes: see `sepax.collide`."""
        return collide(self, other)

    def sweep(self, Shape other not None, velocity_a, velocity_b=(0.0, 0.0),
              double max_time=1.0, *, bint skip_leaving=False):
        """When the shapes in motion first touch: see `sepax.sweep`."""
        return sweep(self, other, velocity_a, velocity_b, max_time, skip_leaving=skip_leaving)
