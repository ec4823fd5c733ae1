"""Populations of pairs for the bench of arrays: how many there are, and which share of them meets.

The shapes, and the answers known beforehand, are those of `common`.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from common.known import MARGIN, Motion, distance, first_touch, separation, shared_area
from common.shapes import Array, Index, Shapes, Truths

FORMS = ("elementwise", "indexed", "one-to-many")
MIXED = "3-16-gons"
MET = "boxes and circles"
HOLDING = ("boxes and points", "8-gons and points")
IN_CACHE = 4096
IN_MEMORY = {  # far more than any cache holds, and still a second or less for the slow ones
    "boxes": 1_000_000,
    "circles": 1_000_000,
    MET: 1_000_000,
    "4-gons": 200_000,
    "8-gons": 200_000,
    MIXED: 200_000,
    HOLDING[0]: 1_000_000,
    HOLDING[1]: 200_000,
    "capsules": 200_000,
    "rounded boxes": 200_000,
    "16-gons": 100_000,
    "64-gons": 20_000,
    "256-gons": 4_000,
}
PRODUCTS_AT_ONCE = 1_000_000  # edges times vertices, so that NumPy's temporaries stay in cache
KNOWN_PRODUCTS, KNOWN_PAIRS = 20_000_000, 200_000  # of so many pairs at most is the answer known
KNOWN_SWEEPS = 1000
KNOWN_DISTANCES = 10_000  # and areas


class Boxes(NamedTuple):
    """Boxes with the directions of their widths, one array a quantity."""

    x: Array
    y: Array
    cosine: Array
    sine: Array
    half_width: Array
    half_height: Array


class Posed(NamedTuple):
    """Boxes whose directions are still to be computed."""

    x: Array
    y: Array
    angle: Array
    half_width: Array
    half_height: Array


class Circles(NamedTuple):
    """Circles, one array a quantity."""

    x: Array
    y: Array
    radius: Array


class Capsules(NamedTuple):
    """Segments with radii, from a start on along a way, one array a quantity."""

    x: Array
    y: Array
    way_x: Array
    way_y: Array
    radius: Array


class RoundedBoxes(NamedTuple):
    """Boxes as above, rounded."""

    x: Array
    y: Array
    cosine: Array
    sine: Array
    half_width: Array
    half_height: Array
    radius: Array


class Landings(NamedTuple):
    """Where boxes in motion first touch, one array a quantity."""

    hit: Truths
    time: Array
    exit_time: Array
    normal: Array
    point: Array
    initial: Truths
    leaving: Truths


class Rings(NamedTuple):
    """World vertices, counter-clockwise, where those of each polygon begin, and a circle each."""

    x: Array
    y: Array
    start: Index
    center_x: Array
    center_y: Array
    reach: Array


@dataclass(frozen=True)
class Side:
    """One side of the pairs; polygons with fewer vertices than others have more on an edge."""

    shapes: Shapes
    sides: Index  # (n,): how many vertices there are without those

    def take(self, chosen: Index) -> "Side":
        return Side(self.shapes.take(chosen), self.sides[chosen])

    @property
    def start(self) -> Index:
        return np.concatenate(([0], np.cumsum(self.sides))).astype(np.intp)

    def ragged(self, vertices: Array) -> Array:
        """Return the (v, 2) vertices of (n, k, 2) ones: those of all polygons one after another."""
        own: Array = vertices[np.arange(vertices.shape[1]) < self.sides[:, None]]
        return own

    @cached_property
    def boxes(self) -> Boxes:
        angle = self.shapes.angle
        x, y, _, width, height = self.posed
        return Boxes(x, y, np.cos(angle), np.sin(angle), width, height)

    @cached_property
    def posed(self) -> Posed:
        half_width, half_height = np.abs(self.shapes.local[:, 0]).T
        values = (*self.shapes.position.T, self.shapes.angle, half_width, half_height)
        return Posed(*(np.ascontiguousarray(value) for value in values))

    @cached_property
    def circles(self) -> Circles:
        x, y = (np.ascontiguousarray(column) for column in self.shapes.position.T)
        return Circles(x, y, self.shapes.radius)

    @cached_property
    def points(self) -> Array:
        return np.ascontiguousarray(self.shapes.position)

    @cached_property
    def capsules(self) -> Capsules:
        ends = self.shapes.world
        x, y, way_x, way_y = (
            np.ascontiguousarray(column) for column in (*ends[:, 0].T, *(ends[:, 1] - ends[:, 0]).T)
        )
        return Capsules(x, y, way_x, way_y, self.shapes.radius)

    @cached_property
    def rounded_boxes(self) -> RoundedBoxes:
        return RoundedBoxes(*self.boxes, self.shapes.radius)

    @cached_property
    def rings(self) -> Rings:
        vertices = self.ragged(self.shapes.world)
        x, y, center_x, center_y = (
            np.ascontiguousarray(column) for column in (*vertices.T, *self.shapes.position.T)
        )
        return Rings(x, y, self.start, center_x, center_y, self.shapes.reach)


@dataclass(frozen=True)
class Setting:
    """What a population is to be like, before it is drawn."""

    family: str
    form: str
    in_memory: bool
    hits: float

    @property
    def name(self) -> str:
        return f"{self.family} {self.form} {self.place} {self.hits:.0%}"

    @property
    def place(self) -> str:
        return "memory" if self.in_memory else "cache"

    @property
    def count(self) -> int:
        return IN_MEMORY[self.family] if self.in_memory else IN_CACHE


@dataclass(frozen=True, eq=False)
class Population:
    """Pairs of shapes, with about a given share that meets, and the velocity of every a."""

    setting: Setting
    count: int
    a: Side
    b: Side
    index: tuple[Index, Index] | None
    velocity: Array

    @property
    def known_count(self) -> int:
        """Of how many pairs the answer is computed by other means."""
        return min(self.count, KNOWN_PAIRS, KNOWN_PRODUCTS // self.products)

    @property
    def products(self) -> int:
        """How many edges times vertices a pair has."""
        sides: tuple[int, int] = self.a.shapes.local.shape[1], self.b.shapes.local.shape[1]
        return sides[0] * sides[1]

    def first(self, count: int) -> tuple[Side, Side]:
        """Return both sides of the first pairs, row by row."""
        i, j = self.index or (np.arange(self.count, dtype=np.intp),) * 2
        of_a = i[:count] * (self.setting.form != "one-to-many")
        return self.a.take(of_a), self.b.take(j[:count])

    @cached_property
    def known_depths(self) -> tuple[Array, Truths]:
        """Depths of the first pairs, NaN for those apart, and which of them are clear."""
        a, b = self.first(self.known_count)
        gaps = separations(a.shapes, b.shapes)
        return np.where(gaps <= 0.0, -gaps, np.nan), np.abs(gaps) > MARGIN

    @cached_property
    def known_distances(self) -> tuple[Array, Truths]:
        """How far the first pairs are apart; all of them are clear."""
        a, b = self.first(min(self.known_count, KNOWN_DISTANCES))
        found = distance(a.shapes, b.shapes)
        return found, np.ones(len(found), dtype=np.bool_)

    @cached_property
    def known_areas(self) -> tuple[Array, Truths]:
        """The areas that the first pairs share; all of them are clear."""
        a, b = self.first(min(self.known_count, KNOWN_DISTANCES))
        found = shared_area(a.shapes, b.shapes)
        return found, np.ones(len(found), dtype=np.bool_)

    @cached_property
    def known_times(self) -> tuple[Array, Truths]:
        """When the first pairs first touch, NaN for a miss, and which of them are clear."""
        count = min(self.known_count, KNOWN_SWEEPS)
        a, b = (side.shapes for side in self.first(count))
        time, clear = first_touch(Motion(a, b, separations(a, b), self.velocity[:count]))
        return np.where(np.isfinite(time), time, np.nan), clear


def separations(a: Shapes, b: Shapes) -> Array:
    """Return `separation` of all pairs, some at a time."""
    step = max(1, PRODUCTS_AT_ONCE // (a.local.shape[1] * b.local.shape[1]))
    rows = np.arange(len(a.angle), dtype=np.intp)
    parts = (rows[k : k + step] for k in range(0, len(rows), step))
    return np.concatenate([separation(a.take(part), b.take(part)) for part in parts])
