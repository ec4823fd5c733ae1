# Written by tools/generate.py from verbs.toml: change that table, not this file.
"""The verbs as methods of `ShapeArray` and of `Compound`.

Each is the function of the same name in `sepax`, which has the whole description.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Never, SupportsFloat, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from sepax import verbs
from sepax._arguments import BoolArray, FloatArray
from sepax._core.arrays.group import Group
from sepax._core.arrays.groups import meet
from sepax._core.pair import (
    collide,
    contains,
    covers,
    distance,
    intersects,
    iou,
    mtv,
    nearest_points,
    overlap_area,
    project,
    raycast,
    separating_axis,
    support_point,
    sweep,
    time_of_impact,
)
from sepax._core.results import Contact, Impact
from sepax._core.shape import Shape
from sepax._results import Contacts, Impacts

Pair: TypeAlias = Iterable[SupportsFloat]
Vector: TypeAlias = tuple[float, float]
Pairs: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike] | npt.ArrayLike
Single: TypeAlias = Shape | Group
Many: TypeAlias = Iterable[Shape | Group]
Others: TypeAlias = Single | Many


class ArrayMethods:
    """The verbs of an array: rows with one shape for all, or with a shape for each."""

    __slots__ = ()

    def intersects(
        self,
        other: Others,
        touching: bool = True,
        *,
        pairs: Pairs | None = None,
        out: BoolArray | None = None,
        workers: int = 1,
    ) -> BoolArray:
        """Whether the shapes intersect others, one for all or one for each: see `sepax.intersects`.

        Examples
        --------
        >>> sepax.ShapeArray.circles([(0, 0), (5, 0)], 1).intersects(sepax.Polygon.box(3, 2))
        array([ True, False])
        """
        answer: BoolArray = verbs.intersects(
            self, other, touching=touching, pairs=pairs, out=out, workers=workers
        )
        return answer

    def separating_axis(
        self,
        other: Others,
        *,
        pairs: Pairs | None = None,
        out: tuple[FloatArray, BoolArray] | None = None,
        workers: int = 1,
    ) -> tuple[FloatArray, BoolArray]:
        """Axes that separate the shapes from others: see `sepax.separating_axis`.

        Examples
        --------
        >>> circles = sepax.ShapeArray.circles([(0, 0), (5, 0)], 1)
        >>> axes, apart = circles.separating_axis(sepax.Polygon.box(3, 2))
        >>> axes[1], apart
        (array([-1.,  0.]), array([False,  True]))
        """
        answer: tuple[FloatArray, BoolArray] = verbs.of_shapes(
            "separating_axis", "vector", self, other, pairs=pairs, out=out, workers=workers
        )
        return answer

    def contains(
        self,
        point: npt.ArrayLike,
        *y: Never,
        pairs: Pairs | None = None,
        out: BoolArray | None = None,
        workers: int = 1,
    ) -> BoolArray:
        """Whether each shape contains a point, one for all or one for each: see `sepax.contains`.

        Examples
        --------
        >>> sepax.ShapeArray.circles([(0, 0), (5, 0)], 1).contains((5, 1))
        array([False,  True])
        """
        if y:
            contains(self, point, *y)  # type: ignore[call-overload]
        answer: BoolArray = verbs.of_places(
            "contains", "truth", "point", False, self, point, pairs=pairs, out=out, workers=workers
        )
        return answer

    def covers(
        self,
        other: Others,
        *,
        pairs: Pairs | None = None,
        out: BoolArray | None = None,
        workers: int = 1,
    ) -> BoolArray:
        """Whether the shapes cover others: see `sepax.covers`.

        Examples
        --------
        >>> sepax.ShapeArray.circles((0, 0), [1, 2]).covers(sepax.Polygon.box(2, 2))
        array([False,  True])
        """
        answer: BoolArray = verbs.of_shapes(
            "covers", "truth", self, other, pairs=pairs, out=out, workers=workers
        )
        return answer

    def project(
        self,
        axis: npt.ArrayLike,
        *y: Never,
        pairs: Pairs | None = None,
        out: tuple[FloatArray, FloatArray] | None = None,
        workers: int = 1,
    ) -> tuple[FloatArray, FloatArray]:
        """Project the shapes on one axis for all, or one for each: see `sepax.project`.

        Examples
        --------
        >>> low, high = sepax.ShapeArray.boxes(2, [2, 4], [(0, 0), (5, 0)]).project((1, 0))
        >>> low, high
        (array([-1.,  4.]), array([1., 6.]))
        """
        if y:
            project(self, axis, *y)  # type: ignore[call-overload]
        answer: tuple[FloatArray, FloatArray] = verbs.of_places(
            "project", "interval", "axis", True, self, axis, pairs=pairs, out=out, workers=workers
        )
        return answer

    def support_point(
        self,
        direction: npt.ArrayLike,
        *y: Never,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray:
        """The point of each shape that is farthest in a direction: see `sepax.support_point`.

        Examples
        --------
        >>> sepax.ShapeArray.circles([(0, 0), (5, 0)], 1).support_point((1, 0))
        array([[1., 0.],
               [6., 0.]])
        """
        if y:
            support_point(self, direction, *y)  # type: ignore[call-overload]
        answer: FloatArray = verbs.of_places(
            "support_point",
            "point",
            "direction",
            True,
            self,
            direction,
            pairs=pairs,
            out=out,
            workers=workers,
        )
        return answer

    def mtv(
        self,
        other: Others,
        *,
        pairs: Pairs | None = None,
        out: tuple[FloatArray, BoolArray] | None = None,
        workers: int = 1,
    ) -> tuple[FloatArray, BoolArray]:
        """The shortest moves of the shapes that separate them from others: see `sepax.mtv`.

        Examples
        --------
        >>> circles = sepax.ShapeArray.circles([(0, 0), (2, 0)], 1)
        >>> vectors, hit = circles.mtv(sepax.Polygon.box(3, 2))
        >>> vectors[1], hit
        (array([0.5, 0. ]), array([ True,  True]))
        """
        answer: tuple[FloatArray, BoolArray] = verbs.of_shapes(
            "mtv", "vector", self, other, pairs=pairs, out=out, workers=workers
        )
        return answer

    def collide(
        self,
        other: Others,
        margin: SupportsFloat = 0.0,
        *,
        pairs: Pairs | None = None,
        out: Contacts | None = None,
        workers: int = 1,
    ) -> Contacts:
        """The contacts of the shapes with others: see `sepax.collide`.

        Examples
        --------
        >>> circles = sepax.ShapeArray.circles([(0, 0), (2, 0)], 1)
        >>> circles.collide(sepax.Polygon.box(3, 2)).depth
        array([2. , 0.5])
        """
        answer: Contacts = verbs.of_shapes(
            "collide", "contact", self, other, margin=margin, pairs=pairs, out=out, workers=workers
        )
        return answer

    def distance(
        self,
        other: Others,
        *,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray:
        """The distances between the shapes and others: see `sepax.distance`.

        Examples
        --------
        >>> circles = sepax.ShapeArray.circles([(0, 0), (5, 0)], 1)
        >>> circles.distance(sepax.Polygon.box(3, 2))
        array([0. , 2.5])
        """
        answer: FloatArray = verbs.of_shapes(
            "distance", "number", self, other, pairs=pairs, out=out, workers=workers
        )
        return answer

    def nearest_points(
        self,
        other: Others,
        *,
        pairs: Pairs | None = None,
        out: tuple[FloatArray, FloatArray] | None = None,
        workers: int = 1,
    ) -> tuple[FloatArray, FloatArray]:
        """The points where the shapes and others are nearest: see `sepax.nearest_points`.

        Examples
        --------
        >>> circles = sepax.ShapeArray.circles([(5, 0), (0, 5)], 1)
        >>> of_circles, of_box = circles.nearest_points(sepax.Polygon.box(3, 2))
        >>> of_circles
        array([[4., 0.],
               [0., 4.]])
        """
        answer: tuple[FloatArray, FloatArray] = verbs.of_shapes(
            "nearest_points", "points", self, other, pairs=pairs, out=out, workers=workers
        )
        return answer

    def overlap_area(
        self,
        other: Others,
        *,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray:
        """The areas that the shapes share with others: see `sepax.overlap_area`.

        Examples
        --------
        >>> boxes = sepax.ShapeArray.boxes(2, 2, [(1, 1), (2, 0)])
        >>> boxes.overlap_area(sepax.Polygon.box(2, 2))
        array([1., 0.])
        """
        answer: FloatArray = verbs.of_shapes(
            "overlap_area", "number", self, other, pairs=pairs, out=out, workers=workers
        )
        return answer

    def iou(
        self,
        other: Others,
        *,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray:
        """The intersection over union of the shapes and others: see `sepax.iou`.

        Examples
        --------
        >>> boxes = sepax.ShapeArray.boxes(2, 2, [(0, 0), (2, 0)])
        >>> boxes.iou(sepax.Polygon.box(2, 2))
        array([1., 0.])
        """
        answer: FloatArray = verbs.of_shapes(
            "iou", "number", self, other, pairs=pairs, out=out, workers=workers
        )
        return answer

    def sweep(
        self,
        other: Others,
        velocity_a: npt.ArrayLike,
        velocity_b: npt.ArrayLike = (0.0, 0.0),
        max_time: npt.ArrayLike = 1.0,
        *,
        angular_velocity_a: npt.ArrayLike = 0.0,
        angular_velocity_b: npt.ArrayLike = 0.0,
        touching: bool = True,
        skip_leaving: bool = False,
        pairs: Pairs | None = None,
        out: Impacts | None = None,
        workers: int = 1,
    ) -> Impacts:
        """When the shapes, in motion, first touch others: see `sepax.sweep`.

        Examples
        --------
        >>> circles = sepax.ShapeArray.circles([(-5, 0), (5, 0)], 1)
        >>> circles.sweep(sepax.Polygon.box(4, 2), [(4, 0), (4, 0)]).time
        array([0.5, inf])
        """
        answer: Impacts = verbs.of_motions(
            "sweep",
            "impact",
            self,
            other,
            velocity_a=velocity_a,
            velocity_b=velocity_b,
            max_time=max_time,
            angular_velocity_a=angular_velocity_a,
            angular_velocity_b=angular_velocity_b,
            touching=touching,
            skip_leaving=skip_leaving,
            pairs=pairs,
            out=out,
            workers=workers,
        )
        return answer

    def time_of_impact(
        self,
        other: Others,
        velocity_a: npt.ArrayLike,
        velocity_b: npt.ArrayLike = (0.0, 0.0),
        max_time: npt.ArrayLike = 1.0,
        *,
        angular_velocity_a: npt.ArrayLike = 0.0,
        angular_velocity_b: npt.ArrayLike = 0.0,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray:
        """The times at which the shapes, in motion, first touch others: see `sepax.time_of_impact`.

        Examples
        --------
        >>> circles = sepax.ShapeArray.circles([(-5, 0), (5, 0)], 1)
        >>> circles.time_of_impact(sepax.Polygon.box(4, 2), [(4, 0), (4, 0)])
        array([0.5, inf])
        """
        answer: FloatArray = verbs.of_motions(
            "time_of_impact",
            "number",
            self,
            other,
            velocity_a=velocity_a,
            velocity_b=velocity_b,
            max_time=max_time,
            angular_velocity_a=angular_velocity_a,
            angular_velocity_b=angular_velocity_b,
            pairs=pairs,
            out=out,
            workers=workers,
        )
        return answer


class CompoundMethods:
    """The verbs of a compound, as a whole."""

    __slots__ = ()

    @overload
    def intersects(self, other: Single, touching: bool = True) -> bool: ...
    @overload
    def intersects(
        self,
        other: Many,
        touching: bool = True,
        *,
        pairs: Pairs | None = None,
        out: BoolArray | None = None,
        workers: int = 1,
    ) -> BoolArray: ...
    def intersects(self: Any, other: Any, touching: bool = True, **options: Any) -> Any:
        """Whether this compound intersects another shape: see `sepax.intersects`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.intersects(sepax.Circle((1, 1), 0.25))
        False
        """
        if not options and (hit := meet(self, other, not touching)) is not None:
            return hit
        return intersects(self, other, touching=touching, **options)

    @overload
    def separating_axis(self, other: Single) -> Vector | None: ...
    @overload
    def separating_axis(
        self,
        other: Many,
        *,
        pairs: Pairs | None = None,
        out: tuple[FloatArray, BoolArray] | None = None,
        workers: int = 1,
    ) -> tuple[FloatArray, BoolArray]: ...
    def separating_axis(self: Any, other: Any, **options: Any) -> Any:
        """An axis that separates the convex hulls: see `sepax.separating_axis`.

        None means that the hulls intersect; the parts may still be separate.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.separating_axis(sepax.Circle((5, 0), 1))
        (1.0, 0.0)
        """
        return separating_axis(self, other, **options)

    def contains(self: Any, point: Any, **options: Any) -> Any:
        """Whether a part contains a point: see `sepax.contains`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.contains((2.5, 0)), pair.contains([(1, 0.5), (9, 9)])
        (True, array([False, False]))
        """
        return contains(self, point, **options)

    @overload
    def covers(self, other: Single) -> bool: ...
    @overload
    def covers(
        self,
        other: Many,
        *,
        pairs: Pairs | None = None,
        out: BoolArray | None = None,
        workers: int = 1,
    ) -> BoolArray: ...
    def covers(self: Any, other: Any, **options: Any) -> Any:
        """Whether this compound covers another shape: see `sepax.covers`.

        Examples
        --------
        >>> tiles = sepax.Compound([sepax.Polygon.box(2, 2, position=(x, 0)) for x in (1, 3)])
        >>> tiles.covers(sepax.Circle((2, 0), 1)), tiles.covers(sepax.Circle((2, 0), 1.5))
        (True, False)
        """
        return covers(self, other, **options)

    def project(self: Any, axis: Any, **options: Any) -> Any:
        """Project this compound on an axis: see `sepax.project`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.project((1, 0))
        (-1.0, 3.0)
        """
        return project(self, axis, **options)

    def support_point(self: Any, direction: Any, **options: Any) -> Any:
        """The point of this compound that is farthest in a direction: see `sepax.support_point`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.support_point((1, 0))
        (3.0, 0.0)
        """
        return support_point(self, direction, **options)

    @overload
    def mtv(self, other: Single) -> Vector | None: ...
    @overload
    def mtv(
        self,
        other: Many,
        *,
        pairs: Pairs | None = None,
        out: tuple[FloatArray, BoolArray] | None = None,
        workers: int = 1,
    ) -> tuple[FloatArray, BoolArray]: ...
    def mtv(self: Any, other: Any, **options: Any) -> Any:
        """The shortest move that separates this compound from another shape: see `sepax.mtv`.

        Examples
        --------
        >>> cup = sepax.Compound.from_polygon(
        ...     [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]
        ... )
        >>> ball = sepax.Circle((2.5, 1.5), 1)
        >>> cup.mtv(ball), ball.mtv(cup)
        ((0.0, -0.5), (0.0, 0.5))
        """
        return mtv(self, other, **options)

    @overload
    def collide(self, other: Single, margin: SupportsFloat = 0.0) -> Contact | None: ...
    @overload
    def collide(
        self,
        other: Many,
        margin: SupportsFloat = 0.0,
        *,
        pairs: Pairs | None = None,
        out: Contacts | None = None,
        workers: int = 1,
    ) -> Contacts: ...
    def collide(self: Any, other: Any, margin: SupportsFloat = 0.0, **options: Any) -> Any:
        """The contact of this compound with another shape: see `sepax.collide`.

        Normal and depth are those of the shortest move that separates the whole. The points are
        those of deepest penetration along it. Features count the `vertices` of all parts, and the
        edge that begins at each.

        Examples
        --------
        >>> floor = sepax.Compound([sepax.Polygon.box(2, 2, position=(x, 0)) for x in (1, 3, 5)])
        >>> contact = floor.collide(sepax.Polygon.box(3, 1, position=(3, 1.25)))
        >>> contact.normal, contact.depth, contact.points
        ((0.0, 1.0), 0.25, ((1.5, 0.875), (4.5, 0.875)))
        """
        return collide(self, other, margin=margin, **options)

    def push_out_of(self, other: Single) -> bool:
        """Move this compound the shortest way out of another shape, if they overlap.

        Returns whether it was moved: see `Shape.push_out_of`.

        Examples
        --------
        >>> cup = sepax.Compound.from_polygon(
        ...     [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]
        ... )
        >>> cup.push_out_of(sepax.Circle((2.5, 1.5), 1)), cup.position
        (True, (0.0, -0.5))
        """
        return verbs.push_out_of(self, other)

    @overload
    def distance(self, other: Single) -> float: ...
    @overload
    def distance(
        self,
        other: Many,
        *,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray: ...
    def distance(self: Any, other: Any, **options: Any) -> Any:
        """The distance between this compound and another shape: see `sepax.distance`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.distance(sepax.Circle((5, 0), 1))
        1.0
        """
        return distance(self, other, **options)

    @overload
    def nearest_points(self, other: Single) -> tuple[Vector, Vector]: ...
    @overload
    def nearest_points(
        self,
        other: Many,
        *,
        pairs: Pairs | None = None,
        out: tuple[FloatArray, FloatArray] | None = None,
        workers: int = 1,
    ) -> tuple[FloatArray, FloatArray]: ...
    def nearest_points(self: Any, other: Any, **options: Any) -> Any:
        """The points where this compound and another shape are nearest: see `sepax.nearest_points`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.nearest_points(sepax.Circle((5, 0), 1))
        ((3.0, 0.0), (4.0, 0.0))
        """
        return nearest_points(self, other, **options)

    @overload
    def overlap_area(self, other: Single) -> float: ...
    @overload
    def overlap_area(
        self,
        other: Many,
        *,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray: ...
    def overlap_area(self: Any, other: Any, **options: Any) -> Any:
        """The area that this compound shares with another shape: see `sepax.overlap_area`.

        Examples
        --------
        >>> tiles = sepax.Compound([sepax.Polygon.box(2, 2, position=(x, 0)) for x in (1, 3)])
        >>> tiles.overlap_area(sepax.Polygon.box(2, 1, position=(2, 0)))
        2.0
        """
        return overlap_area(self, other, **options)

    @overload
    def iou(self, other: Single) -> float: ...
    @overload
    def iou(
        self,
        other: Many,
        *,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray: ...
    def iou(self: Any, other: Any, **options: Any) -> Any:
        """The intersection over union of this compound and another shape: see `sepax.iou`.

        Examples
        --------
        >>> tiles = sepax.Compound([sepax.Polygon.box(2, 2, position=(x, 0)) for x in (1, 3)])
        >>> tiles.iou(sepax.Polygon.box(4, 1, position=(2, 0))), tiles.iou(tiles)
        (0.5, 1.0)
        """
        return iou(self, other, **options)

    @overload
    def sweep(
        self,
        other: Single,
        velocity_a: Pair,
        velocity_b: Pair = (0.0, 0.0),
        max_time: float = 1.0,
        *,
        angular_velocity_a: float = 0.0,
        angular_velocity_b: float = 0.0,
        touching: bool = True,
        skip_leaving: bool = False,
    ) -> Impact | None: ...
    @overload
    def sweep(
        self,
        other: Many,
        velocity_a: npt.ArrayLike,
        velocity_b: npt.ArrayLike = (0.0, 0.0),
        max_time: npt.ArrayLike = 1.0,
        *,
        angular_velocity_a: npt.ArrayLike = 0.0,
        angular_velocity_b: npt.ArrayLike = 0.0,
        touching: bool = True,
        skip_leaving: bool = False,
        pairs: Pairs | None = None,
        out: Impacts | None = None,
        workers: int = 1,
    ) -> Impacts: ...
    def sweep(
        self: Any,
        other: Any,
        velocity_a: Any,
        velocity_b: Any = (0.0, 0.0),
        max_time: Any = 1.0,
        *,
        angular_velocity_a: Any = 0.0,
        angular_velocity_b: Any = 0.0,
        touching: bool = True,
        skip_leaving: bool = False,
        **options: Any,
    ) -> Any:
        """When this compound and another shape, in motion, first touch: see `sepax.sweep`.

        The normal is one of the true boundary, never of a seam between parts. `exit_time` is the
        time from which no part touches any more. ``skip_leaving`` ignores the parts that touch at
        the start as long as the motion does not press into them; a wall of the same shape that is
        reached later still counts.

        Examples
        --------
        >>> floor = sepax.Compound([sepax.Polygon.box(2, 2, position=(x, 0)) for x in (1, 3, 5)])
        >>> crate = sepax.Polygon.box(1, 1, position=(1, 3))
        >>> floor.sweep(crate, (0, 3)).normal
        (0.0, 1.0)
        >>> crate.position = (1, 1.5)
        >>> crate.sweep(floor, (4, 0), skip_leaving=True) is None
        True
        """
        return sweep(
            self,
            other,
            velocity_a=velocity_a,
            velocity_b=velocity_b,
            max_time=max_time,
            angular_velocity_a=angular_velocity_a,
            angular_velocity_b=angular_velocity_b,
            touching=touching,
            skip_leaving=skip_leaving,
            **options,
        )

    @overload
    def time_of_impact(
        self,
        other: Single,
        velocity_a: Pair,
        velocity_b: Pair = (0.0, 0.0),
        max_time: float = 1.0,
        *,
        angular_velocity_a: float = 0.0,
        angular_velocity_b: float = 0.0,
    ) -> float: ...
    @overload
    def time_of_impact(
        self,
        other: Many,
        velocity_a: npt.ArrayLike,
        velocity_b: npt.ArrayLike = (0.0, 0.0),
        max_time: npt.ArrayLike = 1.0,
        *,
        angular_velocity_a: npt.ArrayLike = 0.0,
        angular_velocity_b: npt.ArrayLike = 0.0,
        pairs: Pairs | None = None,
        out: FloatArray | None = None,
        workers: int = 1,
    ) -> FloatArray: ...
    def time_of_impact(
        self: Any,
        other: Any,
        velocity_a: Any,
        velocity_b: Any = (0.0, 0.0),
        max_time: Any = 1.0,
        *,
        angular_velocity_a: Any = 0.0,
        angular_velocity_b: Any = 0.0,
        **options: Any,
    ) -> Any:
        """When this compound and another shape, in motion, first touch: see `sepax.time_of_impact`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.time_of_impact(sepax.Circle((6, 0), 1), (4, 0))
        0.5
        """
        return time_of_impact(
            self,
            other,
            velocity_a=velocity_a,
            velocity_b=velocity_b,
            max_time=max_time,
            angular_velocity_a=angular_velocity_a,
            angular_velocity_b=angular_velocity_b,
            **options,
        )

    def raycast(
        self: Any,
        origin: npt.ArrayLike,
        direction: npt.ArrayLike,
        max_distance: npt.ArrayLike = np.inf,
        radius: npt.ArrayLike = 0.0,
        **options: Any,
    ) -> Any:
        """Where a ray, or each of many, hits this compound: see `sepax.raycast`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.raycast((1, 5), (0, -1)).point
        (1.0, 0.0)
        """
        return raycast(self, origin, direction, max_distance, radius, **options)
