"""Random convex shapes, in plain NumPy.

Everything is drawn in arrays of ``k`` shapes with equally many vertices, so that a bench of
single calls takes them one by one (`Shapes.outlines`) and a bench of arrays takes them whole.
Lengths are those of sprites on a screen: half sides of 4 to 16 on a field of 1000 by 1000.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Truths = NDArray[np.bool_]
Point = tuple[float, float]

FIELD = 1000.0
SMALLEST, LARGEST = 4.0, 16.0  # half sides of boxes, radii of circles and polygons
ROUND_CORNERS = 2.0, 8.0  # radii of capsules and rounded boxes


@dataclass(frozen=True)
class Outline:
    """One shape as plain numbers, from which every contestant builds its own object."""

    kind: str
    local: list[Point]
    world: list[Point]
    position: Point
    angle: float
    radius: float

    @property
    def width(self) -> float:
        """The full width of a box."""
        return 2.0 * abs(self.local[0][0])

    @property
    def height(self) -> float:
        """The full height of a box."""
        return 2.0 * abs(self.local[0][1])


@dataclass(frozen=True)
class Shapes:
    """``k`` shapes of one kind: ``local`` is (k, n, 2), with a radius round all of it.

    A circle or a point is one point, a segment or a capsule two.
    """

    kind: str
    local: Array
    radius: Array
    position: Array
    angle: Array

    @property
    def world(self) -> Array:
        """World vertices, (k, n, 2), counter-clockwise."""
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        rotation = np.stack((cosine, sine, -sine, cosine), axis=-1).reshape(-1, 2, 2)
        world: Array = self.local @ rotation + self.position[:, None, :]
        return world

    @property
    def is_sharp(self) -> bool:
        """Whether all of them are polygons without a radius."""
        return self.local.shape[1] > 2 and not self.radius.any()

    @property
    def reach(self) -> Array:
        """Radius of the circle about the position that holds the shape, (k,)."""
        reach: Array = self.radius + np.linalg.norm(self.local, axis=2).max(axis=1)
        return reach

    def at(self, position: Array) -> "Shapes":
        """Return the same shapes elsewhere."""
        return replace(self, position=position)

    def take(self, chosen: Index) -> "Shapes":
        """Return the chosen shapes only."""
        fields = (self.local, self.radius, self.position, self.angle)
        return Shapes(self.kind, *(field[chosen] for field in fields))

    def outlines(self) -> list[Outline]:
        """Return the shapes one by one, as Python numbers."""
        columns = (self.local, self.world, self.position, self.angle, self.radius)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return [
            Outline(self.kind, _points(local), _points(world), (x, y), angle, radius)
            for local, world, (x, y), angle, radius in rows
        ]


Maker = Callable[[np.random.Generator, int], Shapes]


def boxes(random: np.random.Generator, count: int) -> Shapes:
    """Draw boxes about their own origin, up to 4 times as long as wide, at any angle."""
    half = random.uniform(SMALLEST, LARGEST, (count, 1, 2))
    corners = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    return _at_origin("box", half * corners, np.zeros(count), random)


def convex(sides: int) -> Maker:
    """Return a maker of generic convex polygons: no two edges parallel, none very short."""

    def make(random: np.random.Generator, count: int) -> Shapes:
        # Points in order on a circle are convex, and a stretch keeps them so.
        jitter = random.uniform(-0.35, 0.35, (count, sides))
        turn = (np.arange(sides) + jitter) * (2.0 * np.pi / sides)
        size = random.uniform(SMALLEST, LARGEST, (count, 1, 1))
        stretch = random.uniform(0.5, 1.0, (count, 1, 1))
        ring = np.stack((np.cos(turn), np.sin(turn)), axis=-1) * size
        local = ring * np.concatenate((np.ones_like(stretch), stretch), axis=2)
        return _at_origin("polygon", local, np.zeros(count), random)

    return make


def circles(random: np.random.Generator, count: int) -> Shapes:
    """Draw circles."""
    radius = random.uniform(SMALLEST, LARGEST, count)
    return _at_origin("circle", np.zeros((count, 1, 2)), radius, random)


def points(random: np.random.Generator, count: int) -> Shapes:
    """Draw points."""
    return _at_origin("point", np.zeros((count, 1, 2)), np.zeros(count), random)


def segments(random: np.random.Generator, count: int) -> Shapes:
    """Draw segments about their own origin, at any angle."""
    half = random.uniform(SMALLEST, LARGEST, (count, 1, 1))
    ends = half * np.array([(-1.0, 0.0), (1.0, 0.0)])
    return _at_origin("segment", ends, np.zeros(count), random)


def capsules(random: np.random.Generator, count: int) -> Shapes:
    """Draw capsules about their own origin, at any angle."""
    lines = segments(random, count)
    return replace(lines, kind="capsule", radius=random.uniform(*ROUND_CORNERS, count))


def rounded_boxes(random: np.random.Generator, count: int) -> Shapes:
    """Draw boxes with round corners."""
    sharp = boxes(random, count)
    return replace(sharp, kind="rounded box", radius=random.uniform(*ROUND_CORNERS, count))


def anywhere(random: np.random.Generator, count: int) -> Array:
    """Draw points of the field, (count, 2)."""
    return random.uniform(0.0, FIELD, (count, 2))


def directions(random: np.random.Generator, count: int) -> Array:
    """Draw unit vectors, (count, 2)."""
    turn = random.uniform(-np.pi, np.pi, count)
    return np.stack((np.cos(turn), np.sin(turn)), axis=-1)


def aimed(random: np.random.Generator, a: Shapes, b: Shapes) -> Array:
    """Draw a velocity of every a, more or less towards b: most hit, some miss."""
    count = len(a.angle)
    # Aimed at a point near b and for 0.5 to 2 times the way there.
    aside = (a.reach + b.reach) * random.uniform(0.0, 1.2, count)
    way = b.position + aside[:, None] * directions(random, count) - a.position
    velocity: Array = way * random.uniform(0.5, 2.0, (count, 1))
    return velocity


def _points(rows: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in rows]


def _at_origin(kind: str, local: Array, radius: Array, random: np.random.Generator) -> Shapes:
    angle = random.uniform(-np.pi, np.pi, len(local))
    return Shapes(kind, local, radius, np.zeros((len(local), 2)), angle)
