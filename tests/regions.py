"""What rounded parts cover, by Green's theorem: around the region, piece by piece of its boundary.

Each boundary of a part is made of lines and arcs. They are cut wherever they meet the line or the
circle of a piece of another part; a cut too many does no harm. What is left of a piece between two
cuts bounds the region where one side of its middle is inside and the other is not. Where several
parts have the same boundary, the first of them counts.

The numbers are those of mpmath, or floats. Floats are a hundred times as fast, for shapes of sizes
about 1; they lose digits where pieces cross at a slight angle.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import mpmath
import numpy as np

from sepax import Shape

Number = Any  # a float, or one of mpmath
Spot = tuple[Number, Number]
NODES, WEIGHTS = (values.tolist() for values in np.polynomial.legendre.leggauss(14))


class Arithmetic(NamedTuple):
    """A module of functions, its numbers, and how far beside a boundary its sides are looked at."""

    module: Any
    number: Any
    aside: Any


FLOATS = Arithmetic(math, float, 1e-10)
# Of overlaps 1e-32 deep between shapes of size 1.
DIGITS = mpmath.mp.clone()
DIGITS.dps = 90
PRECISE = Arithmetic(DIGITS, DIGITS.mpf, DIGITS.mpf(10) ** -50)


class Piece(NamedTuple):
    """A line from one point to another, or an arc about a centre, counter-clockwise."""

    start: Spot  # of an arc the centre
    end: Spot
    radius: Number  # 0 for a line
    low: Number  # angles of an arc, else 0 and 1
    high: Number


class Measures(NamedTuple):
    """Of a region; the moments are integrals of x, y and x x + y y over it."""

    area: Number
    perimeter: Number
    x: Number
    y: Number
    squares: Number


class Part(NamedTuple):
    points: list[Spot]
    radius: Number
    pieces: list[Piece]
    low: Spot  # of its bounding box
    high: Spot

    @classmethod
    def of(cls, points: Iterable[Sequence[float]], radius: float, by: Arithmetic) -> Part:
        ring: list[Spot] = []
        for x, y in points:
            spot = (by.number(x), by.number(y))
            if spot not in ring:  # rounding may have made one of two
                ring.append(spot)
        r, (xs, ys) = by.number(radius), zip(*ring, strict=True)
        low, high = (min(xs) - r, min(ys) - r), (max(xs) + r, max(ys) + r)
        return cls(ring, r, list(boundary(ring, r, by)), low, high)

    def is_near(self, low: Spot, high: Spot, by: Arithmetic) -> bool:
        """Whether a box meets the bounding box, or is beside it by rounding."""
        return all(
            p <= q + by.aside
            for p, q in [*zip(low, self.high, strict=True), *zip(self.low, high, strict=True)]
        )


def boundary(ring: list[Spot], r: Number, by: Arithmetic) -> Iterator[Piece]:
    pi = by.module.pi
    if len(ring) == 1:
        for quarter in range(4):
            yield Piece(ring[0], ring[0], r, quarter * pi / 2, (quarter + 1) * pi / 2)
        return
    edges = list(zip(ring, ring[1:] + ring[:1], strict=True))
    angles = [by.module.atan2(q[1] - p[1], q[0] - p[0]) - pi / 2 for p, q in edges]
    for k, (p, q) in enumerate(edges):
        way = (q[0] - p[0], q[1] - p[1])
        length = by.module.sqrt(way[0] * way[0] + way[1] * way[1])
        shift = (r * way[1] / length, -r * way[0] / length)
        moved = [(spot[0] + shift[0], spot[1] + shift[1]) for spot in (p, q)]
        yield Piece(moved[0], moved[1], by.number(0), by.number(0), by.number(1))
        if r > 0:
            turn = angles[(k + 1) % len(edges)] - angles[k]
            turn += 0 if turn > 0 else 2 * pi
            for half in range(2):
                low = angles[k] + turn * half / 2
                yield Piece(q, q, r, low, low + turn / 2)


def spot_at(piece: Piece, t: Number, by: Arithmetic) -> Spot:
    if piece.radius == 0:
        (x, y), (p, q) = piece.start, piece.end
        return x + t * (p - x), y + t * (q - y)
    cosine, sine = by.module.cos(t), by.module.sin(t)
    return piece.start[0] + piece.radius * cosine, piece.start[1] + piece.radius * sine


def outward(piece: Piece, t: Number, by: Arithmetic) -> Spot:
    if piece.radius != 0:
        return by.module.cos(t), by.module.sin(t)
    x, y = piece.end[0] - piece.start[0], piece.end[1] - piece.start[1]
    length = by.module.sqrt(x * x + y * y)
    return y / length, -x / length


def cuts(piece: Piece, other: Piece, by: Arithmetic) -> list[Number]:
    """Where a piece meets the whole line, or the whole circle, of another."""
    (x, y), (p, q) = piece.start, other.start
    if piece.radius == 0:
        along, across = (piece.end[0] - x, piece.end[1] - y), (p - x, q - y)
        square = along[0] * along[0] + along[1] * along[1]
        if other.radius == 0:
            way = (other.end[0] - p, other.end[1] - q)
            sine = along[0] * way[1] - along[1] * way[0]
            return [(across[0] * way[1] - across[1] * way[0]) / sine] if sine != 0 else []
        foot = (along[0] * across[0] + along[1] * across[1]) / square
        far = (along[0] * across[1] - along[1] * across[0]) ** 2 / square
        root = by.module.sqrt(max(other.radius**2 - far, by.number(0)) / square)
        return [foot - root, foot + root]
    if other.radius == 0:
        nx, ny = outward(other, 0, by)
        distance = nx * (p - x) + ny * (q - y)
    else:
        nx, ny = p - x, q - y
        length = by.module.sqrt(nx * nx + ny * ny)
        if length == 0:
            return []
        nx, ny = nx / length, ny / length
        distance = (length**2 + piece.radius**2 - other.radius**2) / (2 * length)
    cosine = max(min(distance / piece.radius, by.number(1)), by.number(-1))
    middle, turn = by.module.atan2(ny, nx), by.module.acos(cosine)
    full = 2 * by.module.pi
    places = []
    for angle in (middle - turn, middle + turn):
        places.append(angle + full * math.ceil((piece.low - angle) / full))
    return places


def separation(part: Part, spot: Spot, by: Arithmetic) -> Number:
    """How far a place is outside of a part: negative inside."""
    if not part.is_near(spot, spot, by):
        return by.number(1)
    ring, (x, y) = part.points, spot
    nearest, deepest = None, None
    for (px, py), (qx, qy) in zip(ring, ring[1:] + ring[:1], strict=True):
        ux, uy, vx, vy = qx - px, qy - py, x - px, y - py
        square = ux * ux + uy * uy
        if square:
            t = max(min((ux * vx + uy * vy) / square, by.number(1)), by.number(0))
            vx, vy = vx - t * ux, vy - t * uy
            level = (uy * (x - px) - ux * (y - py)) / by.module.sqrt(square)
            deepest = level if deepest is None or level > deepest else deepest
        squared = vx * vx + vy * vy
        nearest = squared if nearest is None or squared < nearest else nearest
    if len(ring) > 2 and deepest is not None and deepest <= 0:
        return deepest - part.radius
    return by.module.sqrt(nearest) - part.radius


def region(groups: Sequence[Sequence[Part]], by: Arithmetic) -> Measures:
    """Measure what all groups cover, each group being the union of its parts."""
    parts = [part for group in groups for part in group]
    total = [by.number(0)] * 5
    for k, part in enumerate(parts):
        others = [other for other in parts if other is not part]
        others = [other for other in others if other.is_near(part.low, part.high, by)]
        for piece in part.pieces:
            places = [piece.low, piece.high]
            for other in others:
                for cutting in other.pieces:
                    places += cuts(piece, cutting, by)
            places = sorted(t for t in places if piece.low <= t <= piece.high)
            for low, high in itertools.pairwise(places):
                if high > low and bounds(groups, parts[:k], piece, (low + high) / 2, by):
                    add(total, piece._replace(low=low, high=high), by)
    return Measures(*total)


def bounds(
    groups: Sequence[Sequence[Part]], before: list[Part], piece: Piece, t: Number, by: Arithmetic
) -> bool:
    """Whether the region is on the inner side of a piece only, and no part before has the piece."""
    (x, y), (nx, ny), h = spot_at(piece, t, by), outward(piece, t, by), by.aside
    inner, outer = (x - h * nx, y - h * ny), (x + h * nx, y + h * ny)
    inside, outside = (
        all(any(separation(part, spot, by) < 0 for part in group) for group in groups)
        for spot in (inner, outer)
    )
    if not inside or outside:
        return False
    return not any(separation(part, inner, by) < 0 < separation(part, outer, by) for part in before)


def add(total: list[Number], piece: Piece, by: Arithmetic) -> None:
    """Add the integrals of (x dy - y dx) / 2 and the like along what is left of a piece."""
    (x0, y0), (x1, y1) = spot_at(piece, piece.low, by), spot_at(piece, piece.high, by)
    r, turn, (x, y), (p, q) = piece.radius, piece.high - piece.low, piece.start, piece.end
    length = by.module.sqrt((p - x) * (p - x) + (q - y) * (q - y))
    if r == 0:
        total[0] += (x0 * y1 - x1 * y0) / 2
    else:
        total[0] += (r * r * turn + x * (y1 - y0) - y * (x1 - x0)) / 2
    total[1] += turn * (r or length)
    for node, weight in zip(NODES, WEIGHTS, strict=True):
        t = piece.low + 0.5 * (node + 1.0) * turn
        (x, y), (nx, ny) = spot_at(piece, t, by), outward(piece, t, by)
        step = 0.5 * weight * turn * (r or length)
        total[2] += 0.5 * x * x * nx * step
        total[3] += 0.5 * y * y * ny * step
        total[4] += (x * x * x * nx + y * y * y * ny) / 3 * step


def part_of(shape: Shape, by: Arithmetic = FLOATS) -> Part:
    """Return a single shape as it is: its world vertices and its radius."""
    points = shape.vertices.tolist()
    return Part.of(points or [shape.position], shape.radius, by)
