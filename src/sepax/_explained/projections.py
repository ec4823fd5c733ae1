"""Axes of the separating axis test, and the projections of two shapes on them, for `explain`.

Projections are float64. Where a separation is within rounding of zero, exact rational arithmetic
gives its sign.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np

from sepax._base.arguments import FloatArray
from sepax._explained.vectors import dot, lengths

Vector = tuple[float, float]
Convex = Any  # a shape of any kind; their classes are in a layer above
Exact = tuple[Fraction, Fraction]
Kind = Literal["edge", "vertices", "motion", "impact"]

EPSILON = 2.0**-53
UNDERFLOW = 2.0**-1000
# A unit normal is off by 3 eps, a difference of coordinates by 1, a scalar product of both by 3.
# Lengths are up to the diagonal of the box around both shapes, and there are two extremes.
PROJECTION_ROUNDOFF = 32.0 * EPSILON


# --- axes --------------------------------------------------------------------------


class Direction(NamedTuple):
    """A candidate axis: its source, and its unit vector from a to b, outward for an edge of a."""

    kind: Kind
    of_a: tuple[int, ...]
    of_b: tuple[int, ...]
    unit: Vector
    exact: Exact  # the same direction, of any length
    turn_error: float  # radians, from the rounding of the vertices


def exact_vector(x: float, y: float) -> Exact:
    return Fraction(x), Fraction(y)


def unit_vector(x: float, y: float) -> Vector:
    """Scale to length 1 without overflow or underflow."""
    _, exponent = math.frexp(max(abs(x), abs(y)))
    x, y = math.ldexp(x, -exponent), math.ldexp(y, -exponent)
    length = math.hypot(x, y)
    return x / length, y / length


def edge_normals(shape: Convex, name: Literal["a", "b"], sign: int) -> Iterator[Direction]:
    """Yield the outward normals of all edges, times `sign`."""
    corners = shape.vertices.tolist()
    count = len(corners)
    for i in range(count if count > 1 else 0):
        (x, y), (next_x, next_y) = corners[i], corners[(i + 1) % count]
        if (x, y) == (next_x, next_y):
            continue
        exact = (sign * (Fraction(next_y) - Fraction(y)), sign * (Fraction(x) - Fraction(next_x)))
        normal_x, normal_y = sign * (next_y - y), sign * (x - next_x)
        reach = max(map(abs, (x, y, next_x, next_y)))
        error = 8.0 * EPSILON * (1.0 + reach / math.hypot(normal_x, normal_y))
        of_a, of_b = ((i,), ()) if name == "a" else ((), (i,))
        yield Direction("edge", of_a, of_b, unit_vector(normal_x, normal_y), exact, error)


def _nearest_vertices(a: FloatArray, b: FloatArray) -> tuple[int, int]:
    """Return the nearest pair of vertices; ties go to the lowest index, a before b."""
    least = np.empty(len(a))
    for i, place in enumerate(a):
        least[i] = lengths(b - place).min()
    near = least.min() * (1.0 + 16.0 * EPSILON) + UNDERFLOW
    best: tuple[Fraction, int, int] | None = None
    for i in np.flatnonzero(least <= near).tolist():
        away = lengths(b - a[i])
        for j in np.flatnonzero(away <= near).tolist():
            x, y = Fraction(b[j, 0]) - Fraction(a[i, 0]), Fraction(b[j, 1]) - Fraction(a[i, 1])
            best = min(best or (x * x + y * y, i, j), (x * x + y * y, i, j))
    assert best is not None
    return best[1], best[2]


def between_vertices(a: Convex, b: Convex) -> Iterator[Direction]:
    """Yield the direction between the nearest two vertices, unless they coincide."""
    i, j = _nearest_vertices(a.vertices, b.vertices)
    (x, y), (other_x, other_y) = a.vertices[i].tolist(), b.vertices[j].tolist()
    exact = Fraction(other_x) - Fraction(x), Fraction(other_y) - Fraction(y)
    if any(exact):
        unit = unit_vector(other_x - x, other_y - y)
        yield Direction("vertices", (i,), (j,), unit, exact, 0.0)
    elif len(a.vertices) == len(b.vertices) == 1:  # `mtv` takes +x for two points at one place
        yield Direction("vertices", (i,), (j,), (1.0, 0.0), exact_vector(1.0, 0.0), 0.0)


def edges_suffice(a: Convex, b: Convex) -> bool:
    """Return whether edge normals alone decide: no radius, and at least one polygon."""
    return not (a.radius or b.radius) and max(len(a.vertices), len(b.vertices)) > 2


def parallel_groups(directions: Sequence[Direction]) -> list[list[Direction]]:
    """Group edge normals that are parallel within rounding; groups keep the order of the input."""
    groups: list[list[Direction]] = []
    units = np.empty((len(directions), 2))
    errors = np.empty(len(directions))
    for direction in directions:
        x, y = direction.unit
        known = units[: len(groups)]
        aside = np.abs(known[:, 0] * y - known[:, 1] * x)
        found = np.flatnonzero(aside <= errors[: len(groups)] + direction.turn_error)
        if direction.kind == "edge" and len(found):
            groups[found[0]].append(direction)
            continue
        units[len(groups)] = direction.unit
        errors[len(groups)] = direction.turn_error if direction.kind == "edge" else -1.0
        groups.append([direction])
    return groups


# --- projections --------------------------------------------------------------------


class Projections:
    """Two shapes in coordinates relative to a point between them, which keeps rounding small."""

    def __init__(self, a: Convex, b: Convex) -> None:
        self.a, self.b = a.vertices, b.vertices
        self.radius_a, self.radius_b = a.radius, b.radius
        both = np.concatenate((self.a, self.b))
        low, high = both.min(axis=0), both.max(axis=0)
        self.origin = 0.5 * low + 0.5 * high
        self.from_origin = self.a - self.origin, self.b - self.origin
        self.reach = float((high - low).max()) + self.radius_a + self.radius_b
        self.error = PROJECTION_ROUNDOFF * self.reach + UNDERFLOW

    def separation(self, unit: Vector, exact: Exact) -> tuple[float, int, bool]:
        """Return the separation, its exact sign, and whether float64 alone was uncertain."""
        along_a, along_b = (dot(points, unit) for points in self.from_origin)
        ends = along_b - along_b.min(), along_a.max() - along_a
        i, j = int(ends[1].argmin()), int(ends[0].argmin())
        x, y = (self.b[j] - self.a[i]).tolist()
        radius = self.radius_a + self.radius_b
        value = x * unit[0] + y * unit[1] - radius
        if abs(value) > self.error:
            return value, (1 if value > 0.0 else -1), False
        near_b = self.b[ends[0] <= 2.0 * self.error]
        near_a = self.a[ends[1] <= 2.0 * self.error]
        exact_radius = Fraction(self.radius_a) + Fraction(self.radius_b)
        return (*_exact_separation(near_a, near_b, exact_radius, exact), True)

    def intervals(self, unit: Vector) -> tuple[Vector, Vector, tuple[int, int], tuple[int, int]]:
        """Return both projections, in world units, and the vertices at their ends."""
        offset = float(dot(self.origin, unit))
        intervals, extremes = [], []
        sides = zip(self.from_origin, (self.radius_a, self.radius_b), strict=True)
        for points, radius in sides:
            along = dot(points, unit)
            low, high = float(along.min()), float(along.max())
            intervals.append((offset + (low - radius), offset + (high + radius)))
            slack = 0.25 * self.error
            first = int(np.argmax(along <= low + slack)), int(np.argmax(along >= high - slack))
            extremes.append(first)
        return intervals[0], intervals[1], extremes[0], extremes[1]


def _exact_separation(
    a: FloatArray, b: FloatArray, radius: Fraction, direction: Exact
) -> tuple[float, int]:
    """Return the separation along a direction of any length, and its exact sign."""
    x, y = direction

    def along(points: FloatArray) -> list[Fraction]:
        return [x * Fraction(px) + y * Fraction(py) for px, py in points.tolist()]

    way, square = min(along(b)) - max(along(a)), x * x + y * y
    length = math.copysign(_root(way * way / square), way)
    if way <= 0:
        sign = -1 if way < 0 or radius else 0
        return length - float(radius) if sign else 0.0, sign
    rest = way * way / square - radius * radius
    sign = (rest > 0) - (rest < 0)
    value = float(rest / (Fraction(length) + radius)) if radius else length
    return value or sign * 5e-324, sign


def _root(square: Fraction) -> float:
    """Return the square root without overflow or underflow."""
    shift = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    scale = Fraction(2) ** shift
    return math.ldexp(math.sqrt(square / (scale * scale)), shift) if square else 0.0


def _opposite(direction: Direction) -> Direction:
    (x, y), (exact_x, exact_y) = direction.unit, direction.exact
    return direction._replace(unit=(0.0 - x, 0.0 - y), exact=(-exact_x, -exact_y))


class Trial(NamedTuple):
    """The separation along one direction."""

    sign: int
    separation: float
    direction: Direction
    close: bool


def widest_separation(
    pair: Projections, group: Sequence[Direction], normal: Vector | None
) -> Trial:
    """Return the widest separation among parallel directions and their opposites.

    If both ways tie within rounding, the way of the contact normal wins.
    """
    trials = []
    for direction in (way for outward in group for way in (outward, _opposite(outward))):
        separation, sign, close = pair.separation(direction.unit, direction.exact)
        trials.append(Trial(sign, separation, direction, close))
    widest = max(trials, key=lambda trial: trial[:2])
    if normal is None:
        return widest
    least = widest.separation - 2.0 * pair.error
    tied = [trial for trial in trials if trial.sign == widest.sign and trial.separation >= least]
    return max(
        tied,
        key=lambda trial: (dot(np.array(trial.direction.unit), normal) > 0.0, trial.separation),
    )
