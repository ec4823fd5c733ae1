"""Shapes on a lattice of quarters, where faces are flush, arcs are tangent and corners coincide.

A `Figure` is data: points and a radius. Moves, quarter turns and mirror images of it are exact.
`figure` draws one of a kind, `pair` two that are often flush, tangent, nested or equal. `spellings`
are all ways to write the same shape: every first vertex, both windings, both orders of two ends.
`posed` writes it at another angle, so that its vertices are rounded by the quarter turn back;
`written` does both, about another local origin. `twins` and `flights` are pairs in three forms: as
they were drawn, written in another way, and turned by quarter turns.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from functools import cache
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


# --- pairs and sweeps in three forms ----------------------------------------------

Three = tuple[tuple[Shape, Shape], tuple[Shape, Shape], tuple[Shape, Shape]]
TWO_KINDS = list(itertools.product(KINDS, KINDS))
# The same with boxes as arrays of boxes alone hold them: for arrays.
NAMES = [f"lattice, {one} and {other}" for one, other in TWO_KINDS]
FRAMED = [f"framed, {one} and {other}" for one, other in TWO_KINDS if "box" in (one, other)]


class Twins(NamedTuple):
    """Two figures, and shapes of them: drawn, written in another way, and turned.

    Written in another way they have the same vertices; if turned, their vertices are rounded.
    """

    a: Figure
    b: Figure
    forms: Three


def _forms(source: Random, a: Figure, b: Figure, turns: tuple[int, int]) -> Three:
    return (
        (a.shape(), b.shape()),
        (written(source, a), written(source, b)),
        (written(source, a, turns[0]), written(source, b, turns[1])),
    )


@cache
def twins(kind_a: str, kind_b: str, seed: int = 0, count: int = 14) -> list[Twins]:
    """Return seeded pairs of two kinds, in all forms."""
    source, found = random.Random(f"{kind_a}, {kind_b}, {seed}"), []
    for _ in range(count):
        a, b = pair(source, kind_a, kind_b)
        turns = source.choice([(1, 1), (2, 2), (3, 3), (0, 1), (2, 0), (3, 1), (1, 2)])
        found.append(Twins(a, b, _forms(source, a, b, turns)))
    return found


AXES = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def way(source: Random) -> Spot:
    """Return a velocity, half of the time along an axis; sometimes it is zero."""
    if source.random() < 0.5:
        x, y = source.choice(AXES)
        speed = source.choice((0.25, 0.5, 1.0))
        return x * speed, y * speed
    return quarter(source, 1.0), quarter(source, 1.0)


Motion = tuple[Spot, Spot, float]


@cache
def flights(kind_a: str, kind_b: str, seed: int = 0, count: int = 12) -> list[tuple[Twins, Motion]]:
    """Return pairs that touch or are near, or will in some steps; and their motions."""
    source, found = random.Random(f"{kind_a}, {kind_b}, {seed}"), []
    for _ in range(count):
        a, b = pair(source, kind_a, kind_b)
        of_a, of_b = way(source), source.choice([(0.0, 0.0), way(source)])
        if source.random() < 0.5:
            steps = -source.choice((0.5, 1, 4, 8))
            a = a.moved(steps * of_a[0], steps * of_a[1])
            b = b.moved(steps * of_b[0], steps * of_b[1])
        end = source.choice([0.0, 0.25, 1.0, 4.0, 16.0, math.inf])
        turns = source.choice([(1, 1), (2, 2), (0, 3), (2, 1)])
        found.append((Twins(a, b, _forms(source, a, b, turns)), (of_a, of_b, end)))
    return found


def _framed(case: Twins, kinds: tuple[str, str], k: int) -> Iterator[tuple[Shape, Shape]]:
    """Yield the forms with boxes by `box_of`."""
    for form, quarters in zip(case.forms, (0, 0, k % 4), strict=True):
        sides = zip(kinds, (case.a, case.b), form, strict=True)
        a, b = (box_of(each, quarters) if kind == "box" else one for kind, each, one in sides)
        yield a, b


def pairs_of(name: str) -> list[tuple[Shape, Shape]]:
    """Return the pairs of one of the names."""
    kinds = _kinds_of(name)
    if name in NAMES:
        return [form for case in twins(*kinds) for form in case.forms]
    return [form for k, case in enumerate(twins(*kinds)) for form in _framed(case, kinds, k)]


def sweeps_of(name: str) -> list[tuple[Shape, Shape, Spot, Spot, float]]:
    """Return the sweeps of one of the names."""
    kinds, found = _kinds_of(name), []
    for k, (case, motion) in enumerate(flights(*kinds)):
        forms = case.forms if name in NAMES else _framed(case, kinds, k)
        found += [(a, b, *motion) for a, b in forms]
    return found


def _kinds_of(name: str) -> tuple[str, str]:
    one, _, other = name.partition(", ")[2].partition(" and ")
    return one, other


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
