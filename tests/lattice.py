"""Shapes on a lattice of quarters, where faces are flush, arcs are tangent and corners coincide.

A `Figure` is data: points and a radius. Moves, quarter turns and mirror images of it are exact.
`figure` draws one of a kind, `pair` two that are often flush, tangent, nested or equal. `spellings`
are all ways to write the same shape: every first vertex, both windings, both orders of two ends.
`posed` writes it at another angle, so that its vertices are rounded by the quarter turn back;
`written` does both, about another local origin.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from oracle import hull

from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, Shape

Random = random.Random
Spot = tuple[float, float]
QUARTER = 0.25


class Figure(NamedTuple):
    """A convex shape: the hull of its points, counter-clockwise, grown by a radius."""

    points: tuple[Spot, ...]
    radius: float = 0.0

    def moved(self, dx: float, dy: float) -> Figure:
        return Figure(tuple((x + dx, y + dy) for x, y in self.points), self.radius)

    def turned(self, quarters: int) -> Figure:
        """Turn by quarter turns about the origin, counter-clockwise."""
        points = self.points
        for _ in range(quarters % 4):
            points = tuple((-y, x) for x, y in points)
        return Figure(points, self.radius)

    def mirrored(self) -> Figure:
        """Swap x and y."""
        return Figure(tuple((y, x) for x, y in self.points[::-1]), self.radius)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """(min_x, min_y, max_x, max_y)."""
        (low_x, high_x), (low_y, high_y) = (
            (min(axis) - self.radius, max(axis) + self.radius)
            for axis in zip(*self.points, strict=True)
        )
        return low_x, low_y, high_x, high_y

    def shape(self) -> Shape:
        return _shape(self.points, self.radius)


def _shape(points: tuple[Spot, ...], radius: float) -> Shape:
    if len(points) == 1:
        return Circle(points[0], radius) if radius else Point(points[0])
    if len(points) == 2:
        return Capsule(*points, radius) if radius else Segment(*points)
    return Polygon(points, radius=radius)


def spellings(figure: Figure) -> Iterator[Shape]:
    """Yield the same shape from every first vertex, in both windings."""
    points, n = figure.points, len(figure.points)
    for ring in (points, points[::-1]) if n > 1 else (points,):
        for start in range(n) if n > 2 else (0,):
            yield _shape(ring[start:] + ring[:start], figure.radius)


def posed(figure: Figure, quarters: int) -> Shape:
    """Return the shape by local points turned back, and an angle of so many quarter turns."""
    shape = figure.turned(-quarters).shape()
    x, y = shape.position  # of a disc its centre, which turns with the rest
    for _ in range(quarters % 4):
        x, y = -y, x
    shape.set_pose(x, y, quarters * math.pi / 2)
    return shape


def box_of(figure: Figure, quarters: int = 0) -> Polygon:
    """Return the box around the points, rounded by the radius, made by `Polygon.box`."""
    (low_x, high_x), (low_y, high_y) = ((min(x), max(x)) for x in zip(*figure.points, strict=True))
    width, height = high_x - low_x, high_y - low_y
    return Polygon.box(
        *((height, width) if quarters % 2 else (width, height)),
        position=((low_x + high_x) / 2, (low_y + high_y) / 2),
        angle=quarters * math.pi / 2,
        radius=figure.radius,
    )


def written(source: Random, figure: Figure, quarters: int = 0) -> Shape:
    """Return the shape in any spelling, about any local origin, at an angle of quarter turns.

    Without a turn its vertices are those of the figure, exactly.
    """
    local = _spot(source)
    shape = source.choice(list(spellings(figure.moved(-local[0], -local[1]).turned(-quarters))))
    x, y = figure.points[0] if len(figure.points) == 1 else local
    shape.set_pose(x, y, quarters * math.pi / 2)
    return shape


# --- kinds of figures -------------------------------------------------------------


def quarter(source: Random, reach: float = 2.0) -> float:
    return QUARTER * source.randint(round(-4 * reach), round(4 * reach))


def _spot(source: Random, reach: float = 2.0) -> Spot:
    return quarter(source, reach), quarter(source, reach)


def _radius(source: Random) -> float:
    return QUARTER * source.randint(1, 6)


def _two(source: Random) -> tuple[Spot, Spot]:
    """Return two places, half of the time with one coordinate alike."""
    p, q = _spot(source), _spot(source)
    way = source.randrange(4)
    q = (p[0], q[1]) if way == 0 else (q[0], p[1]) if way == 1 else q
    return (p, q) if p != q else _two(source)


def _corners(source: Random) -> tuple[Spot, ...]:
    corners = hull(_spot(source) for _ in range(source.randint(3, 7)))
    return tuple(corners) if len(corners) > 2 else _corners(source)


def _box(source: Random) -> tuple[Spot, ...]:
    (x, y), width, height = _spot(source), _radius(source), _radius(source)
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


KINDS: dict[str, Callable[[Random], Figure]] = {
    "point": lambda source: Figure((_spot(source),)),
    "segment": lambda source: Figure(_two(source)),
    "circle": lambda source: Figure((_spot(source),), _radius(source)),
    "capsule": lambda source: Figure(_two(source), _radius(source)),
    "box": lambda source: Figure(_box(source)),
    "polygon": lambda source: Figure(_corners(source)),
    "rounded box": lambda source: Figure(_box(source), _radius(source)),
    "rounded polygon": lambda source: Figure(_corners(source), _radius(source)),
}
WITH_AREA = tuple(kind for kind in KINDS if kind not in ("point", "segment"))


def figure(source: Random, kind: str) -> Figure:
    """Return a figure of a kind, about as large as its distance from the origin."""
    return KINDS[kind](source)


def beside(source: Random, fixed: Figure, moving: Figure) -> Figure:
    """Move a figure so that two sides of the boxes around both are on one line."""
    low, high = source.choice((0, 2)), source.choice((0, 2))
    shift = fixed.bounds[low] - moving.bounds[high]
    slide = quarter(source, 1.0)
    if source.random() < 0.5:
        return moving.moved(shift, fixed.bounds[1] - moving.bounds[1] + slide)
    shift = fixed.bounds[low + 1] - moving.bounds[high + 1]
    return moving.moved(fixed.bounds[0] - moving.bounds[0] + slide, shift)


def pair(source: Random, kind_a: str, kind_b: str) -> tuple[Figure, Figure]:
    """Return two figures; two pairs in three are flush, tangent, concentric or alike."""
    a, b = figure(source, kind_a), figure(source, kind_b)
    way = source.randrange(6)
    if way < 2:
        b = beside(source, a, b)
    elif way == 2:  # a point of the one on a point of the other
        (x, y), (p, q) = source.choice(a.points), source.choice(b.points)
        b = b.moved(x - p, y - q)
    elif way == 3 and kind_a == kind_b:  # a copy, moved, turned or mirrored, or none of that
        b = source.choice((a, a.moved(*_spot(source, 0.5)), a.turned(2), a.mirrored()))
    return a, b


# --- compounds --------------------------------------------------------------------


def parts(source: Random, count: int) -> list[Figure]:
    """Return parts with an area that often overlap, touch, or are alike."""
    made = [figure(source, source.choice(WITH_AREA))]
    while len(made) < count:
        kind = source.choice(WITH_AREA)
        made.append(beside(source, source.choice(made), figure(source, kind)))
    return made


def cells(spots: list[tuple[int, int]], size: float = 1.0, diagonal: int = 0) -> list[Figure]:
    """Return square cells, whole (0) or cut in two along one (1) or the other diagonal (2)."""
    made = []
    for i, j in spots:
        x, y = i * size, j * size
        a, b, c, d = ((x, y), (x + size, y), (x + size, y + size), (x, y + size))
        halves = [(a, b, c), (a, c, d)] if diagonal == 1 else [(a, b, d), (b, c, d)]
        made += [Figure(points) for points in halves] if diagonal else [Figure((a, b, c, d))]
    return made


def compound(figures: list[Figure]) -> Compound:
    return Compound([one.shape() for one in figures])
