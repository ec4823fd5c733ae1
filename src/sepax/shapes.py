"""The kinds of shapes: their constructors, their text, and what pickles take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import MOST_POINTS, FloatArray
from sepax._base.arguments import points as as_points
from sepax._core.arguments import described, whole_number
from sepax._core.clip import share
from sepax._geometry.hull import hull_of, unit_corners
from sepax._geometry.shape import Pair as Pair
from sepax._geometry.shape import Shape as Shape
from sepax._geometry.shape import named, pose_text, positive, refuse_more, rounding
from sepax._geometry.shape import new_object as new_object


def _require_kind(shape: object, kind: type[Shape]) -> None:
    """Refuse an object whose class, by which it is copied, says that it is of another kind."""
    if next((other for other in KINDS if isinstance(shape, other)), None) is not kind:
        raise TypeError(
            f"{kind.__name__}.__init__ cannot make a {kind.__name__} of a {type(shape).__name__}"
        )


class Polygon(Shape):
    """A convex polygon of 3 or more vertices at a pose.

    Parameters
    ----------
    vertices : (n, 2) array-like of float or int, or an iterable of pairs
        Local coordinates: the pose turns them about local (0, 0) and then moves
        that to `position`. Either winding, open or closed; repeated vertices and
        those exactly on a line between their neighbours are dropped.
    position : pair of float, default (0, 0)
        World coordinates of local (0, 0).
    angle : float, default 0.0
        Radians, counter-clockwise: ``math.radians(90)`` for 90 degrees.
    radius : float, default 0.0
        Rounds the polygon: the shape is all that is no farther from it than this.

    Raises
    ------
    ValueError
        For fewer than 3 distinct vertices, no area, a reflex corner, a ring that
        crosses itself, NaN, infinity, or coordinates beyond 2**240. The message
        names the vertex. For a radius that is negative or not finite.
    TypeError
        For anything that is not real numbers.

    Examples
    --------
    >>> triangle = sepax.Polygon([(0, 0), (4, 0), (0, 3)], position=(10, 0))
    >>> triangle.vertices
    array([[10.,  0.],
           [14.,  0.],
           [10.,  3.]])
    >>> triangle.area
    6.0
    >>> sepax.Polygon([(0, 0), (4, 0), (0, 3)], radius=1).bounds
    (-1.0, -1.0, 5.0, 4.0)
    """

    __slots__ = ()
    __module__ = "sepax"

    @named(1, "Polygon(vertices, position=(x, y), angle=0.0, radius=0.0)")
    def __init__(
        self,
        vertices: npt.ArrayLike | Iterable[Pair],
        *,
        position: Pair = (0.0, 0.0),
        angle: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        if type(self) is not Polygon:
            _require_kind(self, Polygon)
        self._set_polygon(as_points(vertices, "vertices"), position, angle, radius)

    @classmethod
    @named(2, "Polygon.box(width, height, position=(x, y), angle=0.0, radius=0.0)")
    def box(
        cls,
        width: float,
        height: float,
        *,
        position: Pair = (0.0, 0.0),
        angle: float = 0.0,
        radius: float = 0.0,
    ) -> Self:
        """Rectangle about its local origin, `width` along local x.

        With a radius it is rounded, and larger by that on every side.

        Examples
        --------
        >>> sepax.Polygon.box(4, 2, position=(1, 1)).bounds
        (-1.0, 0.0, 3.0, 2.0)
        >>> sepax.Polygon.box(4, 2, radius=0.5).bounds
        (-2.5, -1.5, 2.5, 1.5)
        """
        x, y = 0.5 * positive(width, "width"), 0.5 * positive(height, "height")
        corners = np.array(((-x, -y), (x, -y), (x, y), (-x, y)))
        return cls(corners, position=position, angle=angle, **rounding(radius))

    @classmethod
    @named(2, "Polygon.regular(sides, radius, position=(x, y), angle=0.0)")
    def regular(
        cls, sides: int, radius: float, *, position: Pair = (0.0, 0.0), angle: float = 0.0
    ) -> Self:
        """Regular polygon about its local origin, its first vertex on the local x axis.

        Parameters
        ----------
        sides : int
            3 or more.
        radius : float
            From the centre to the vertices.

        Examples
        --------
        >>> sepax.Polygon.regular(4, 1).area
        2.0
        """
        count, reach = whole_number(sides, "sides"), positive(radius, "radius")
        if count < 3:
            raise ValueError(f"sides must be at least 3, got {count}")
        if count > MOST_POINTS:
            raise ValueError("sides must not be more than fit in memory")
        return cls(reach * unit_corners(count), position=position, angle=angle)

    @classmethod
    @named(1, "Polygon.hull(points, position=(x, y), angle=0.0, radius=0.0)")
    def hull(
        cls,
        points: npt.ArrayLike | Iterable[Pair],
        *,
        position: Pair = (0.0, 0.0),
        angle: float = 0.0,
        radius: float = 0.0,
    ) -> Self:
        """Convex hull of any cloud of points (Andrew's monotone chain, exact).

        Parameters
        ----------
        points : (n, 2) array-like or iterable of pairs
            Local coordinates in any order, at least three of them distinct.
        position, angle, radius
            As for the constructor.

        Raises
        ------
        ValueError
            For points on one line, fewer than three distinct ones, or one that is not finite
            or beyond 2**240, by its index.

        Examples
        --------
        >>> sepax.Polygon.hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)]).area
        4.0
        """
        cloud = as_points(points, "points")
        return cls(hull_of(cloud), position=position, angle=angle, **rounding(radius))

    def overlap(self, other: Shape) -> Polygon | None:
        """The polygon that this one and another share: see `sepax.overlap`.

        Examples
        --------
        >>> a, b = sepax.Polygon.box(2, 2), sepax.Polygon.box(2, 2, position=(1, 0.5))
        >>> shared = a.overlap(b)
        >>> shared and shared.area
        1.5
        """
        return shared_polygon(sharp_polygon(self, "the polygon"), sharp_polygon(other, "other"))

    def _arguments(self) -> tuple[Any, ...]:
        rounded = (self.radius,) if self.radius else ()
        return (self.local_vertices, self.position, self.angle, *rounded)

    def _initialise(self, *arguments: Any) -> None:
        vertices, position, angle, *rounded = arguments
        Polygon.__init__(
            self, vertices, position=position, angle=angle, radius=rounded[0] if rounded else 0.0
        )

    def __repr__(self) -> str:
        """Text that evaluates to an equal shape."""
        rounded = f", radius={self.radius}" if self.radius else ""
        return (
            f"{type(self).__name__}({self.local_vertices.tolist()}, "
            f"position={self.position}, angle={self.angle}{rounded})"
        )


def sharp_polygon(shape: object, name: str) -> Polygon:
    """Return the shape, a single polygon without a radius; raise for anything else."""
    if not isinstance(shape, Polygon):
        raise TypeError(f"{name} must be a Polygon, got {described(shape)}")
    if shape.radius:
        raise TypeError(f"{name} must be a Polygon without a radius, it has {shape.radius}")
    return shape


def shared_polygon(a: Shape, b: Shape) -> Polygon | None:
    """Return what two polygons without radii share, or None: see `sepax.overlap`."""
    polygon = Polygon.__new__(Polygon)
    return polygon if share(polygon, a, b) else None


class Circle(Shape):
    """A disc at a position.

    Parameters
    ----------
    center : pair of float
        World coordinates; it is the `position`.
    radius : float
        World units; 0 makes a point.
    angle : float, default 0.0
        Radians; it moves nothing.

    Raises
    ------
    ValueError
        For a radius that is negative or not finite, or a center that is not finite.
    TypeError
        For anything that is not real numbers.

    Examples
    --------
    >>> sepax.Circle((1, 2), 3).bounds
    (-2.0, -1.0, 4.0, 5.0)
    """

    __slots__ = ()
    __module__ = "sepax"

    def __init__(self, center: Pair, radius: float, angle: float = 0.0) -> None:
        if type(self) is not Circle:
            _require_kind(self, Circle)
        try:
            self._set_circle(center, radius, angle)
        except TypeError as error:
            if not isinstance(center, (int, float)):
                raise
            raise TypeError(f"{error}: it is Circle((x, y), radius)") from None

    @property
    def center(self) -> tuple[float, float]:
        """(x, y): world coordinates of the centre; another name of `position`."""
        return self.position

    @center.setter
    def center(self, value: Pair) -> None:
        self.position = value

    def _arguments(self) -> tuple[Any, ...]:
        return (self.position, self.radius, self.angle)

    def _initialise(self, *arguments: Any) -> None:
        center, radius, angle = arguments
        Circle.__init__(self, center, radius, angle)

    def __repr__(self) -> str:
        """Text that evaluates to an equal shape."""
        turned = f", angle={self.angle}" if self.angle else ""
        return f"{type(self).__name__}({self.position}, {self.radius}{turned})"


class Point(Shape):
    """A point in the plane: a place that takes part in every query as shapes do.

    Parameters
    ----------
    position : pair of float
        World coordinates.
    angle : float, default 0.0
        Radians; it moves nothing.

    Raises
    ------
    ValueError
        For a position that is not finite.
    TypeError
        For anything that is not real numbers.

    Notes
    -----
    It has no area, so it meets others by touching alone, unless it is inside of one:
    ``intersects(point, shape, touching=False)`` is false on the boundary.

    Examples
    --------
    >>> box = sepax.Polygon.box(2, 2)
    >>> sepax.Point((1, 0)).intersects(box), sepax.Point((1, 0)).intersects(box, touching=False)
    (True, False)
    """

    __slots__ = ()
    __module__ = "sepax"

    def __init__(self, position: Pair, *more: object, angle: float = 0.0) -> None:
        if more:
            refuse_more(1 + len(more), "Point((x, y), angle=0.0), as Point((1, 2))")
        if type(self) is not Point:
            _require_kind(self, Point)
        self._set_circle(position, 0.0, angle, "position")

    def _arguments(self) -> tuple[Any, ...]:
        return (self.position, self.angle)

    def _initialise(self, *arguments: Any) -> None:
        position, angle = arguments
        Point.__init__(self, position, angle=angle)

    def __repr__(self) -> str:
        """Text that evaluates to an equal shape."""
        turned = f", angle={self.angle}" if self.angle else ""
        return f"{type(self).__name__}({self.position}{turned})"


class _Stretched(Shape):
    """The base of segments and capsules: shapes with two ends."""

    __slots__ = ()

    @property
    def start(self) -> tuple[float, float]:
        """(x, y): world coordinates of the first end of the middle line."""
        x, y = self.vertices[0].tolist()
        return (x, y)

    @property
    def end(self) -> tuple[float, float]:
        """(x, y): world coordinates of the second end of the middle line."""
        x, y = self.vertices[1].tolist()
        return (x, y)

    def _ends(self) -> list[tuple[float, float]]:
        """Both ends in the frame of the pose."""
        return [(x, y) for x, y in self.local_vertices.tolist()]


class Segment(_Stretched):
    """A straight line between two ends, both included.

    Parameters
    ----------
    start, end : pair of float
        Local coordinates, which with the pose by default are those of the world.
    position : pair of float, default (0, 0)
        World coordinates of local (0, 0).
    angle : float, default 0.0
        Radians, counter-clockwise: ``math.radians(90)`` for 90 degrees.

    Raises
    ------
    ValueError
        For ends that are the same point (make a `Point`), or are not finite.
    TypeError
        For anything that is not real numbers.

    Notes
    -----
    It has no area. Two that cross meet with a depth, as it takes a move to part
    them; on one line they only touch.

    Examples
    --------
    >>> wall = sepax.Segment((0, -5), (0, 5))
    >>> ball = sepax.Circle((-3, 0), 1)
    >>> ball.sweep(wall, (4, 0)).time
    0.5
    >>> sepax.Segment((0, 0), (2, 2)).intersects(sepax.Segment((0, 2), (2, 0)))
    True
    """

    __slots__ = ()
    __module__ = "sepax"

    def __init__(
        self, start: Pair, end: Pair, *more: object, position: Pair = (0.0, 0.0), angle: float = 0.0
    ) -> None:
        if more:
            usage = "Segment(start, end, position=(x, y), angle=0.0), as Segment((0, 0), (1, 1))"
            refuse_more(2 + len(more), usage)
        if type(self) is not Segment:
            _require_kind(self, Segment)
        self._set_segment(start, end, 0.0, position, angle)

    def _arguments(self) -> tuple[Any, ...]:
        return (*self._ends(), self.position, self.angle)

    def _initialise(self, *arguments: Any) -> None:
        start, end, position, angle = arguments
        Segment.__init__(self, start, end, position=position, angle=angle)

    def __repr__(self) -> str:
        """Text that evaluates to an equal shape."""
        start, end = self._ends()
        return f"{type(self).__name__}({start}, {end}{pose_text(self)})"


class Capsule(_Stretched):
    """All that is no farther than a radius from a segment: a stadium.

    Parameters
    ----------
    start, end : pair of float
        Ends of the middle line in local coordinates, which with the pose by default
        are those of the world.
    radius : float
        World units; 0 makes a segment.
    position : pair of float, default (0, 0)
        World coordinates of local (0, 0).
    angle : float, default 0.0
        Radians, counter-clockwise: ``math.radians(90)`` for 90 degrees.

    Raises
    ------
    ValueError
        For ends that are the same point (make a `Circle`), or are not finite; for a
        radius that is negative or not finite.
    TypeError
        For anything that is not real numbers.

    Examples
    --------
    >>> body = sepax.Capsule((0, 0), (0, 1), 0.5)
    >>> body.bounds
    (-0.5, -0.5, 0.5, 1.5)
    >>> body.mtv(sepax.Polygon.box(4, 1, position=(0, -0.75)))
    (0.0, 0.25)
    """

    __slots__ = ()
    __module__ = "sepax"

    def __init__(
        self,
        start: Pair,
        end: Pair,
        radius: float,
        *more: object,
        position: Pair = (0.0, 0.0),
        angle: float = 0.0,
    ) -> None:
        if more:
            usage = "Capsule(start, end, radius, position=(x, y), angle=0.0)"
            refuse_more(3 + len(more), f"{usage}, as Capsule((0, 0), (1, 1), 0.5)")
        if type(self) is not Capsule:
            _require_kind(self, Capsule)
        self._set_segment(start, end, radius, position, angle)

    def _arguments(self) -> tuple[Any, ...]:
        return (*self._ends(), self.radius, self.position, self.angle)

    def _initialise(self, *arguments: Any) -> None:
        start, end, radius, position, angle = arguments
        Capsule.__init__(self, start, end, radius, position=position, angle=angle)

    def __repr__(self) -> str:
        """Text that evaluates to an equal shape."""
        start, end = self._ends()
        return f"{type(self).__name__}({start}, {end}, {self.radius}{pose_text(self)})"


AnyShape = Polygon | Circle | Point | Segment | Capsule

# A class that is of several is of the first.
KINDS: tuple[type[AnyShape], ...] = (Polygon, Circle, Point, Segment, Capsule)


def shape_of_core(
    local_vertices: FloatArray, radius: float, position: Pair, angle: float
) -> AnyShape:
    """Make the shape that so many points and a radius are: a disc of radius 0 is a point."""
    if len(local_vertices) == 1:
        return Circle(position, radius, angle) if radius else Point(position, angle=angle)
    if len(local_vertices) > 2:
        return Polygon(local_vertices, position=position, angle=angle, radius=radius)
    start, end = local_vertices
    if radius:
        return Capsule(start, end, radius, position=position, angle=angle)
    return Segment(start, end, position=position, angle=angle)
