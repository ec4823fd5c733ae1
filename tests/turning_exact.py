"""Shapes that turn while they move, posed at single times with 77 digits.

A shape is the hull of some points, grown by a radius. At the time t each point p of it is at
``pivot + velocity t + R(rate t)(p - pivot)``, exactly. The library's kernel has no part in this
module, and nothing here is taken from it.

Every length is an integer in units of ``2**-shift``, a unit that is 2**-256 of the largest
length of the case. Sines and cosines come from mpmath. All vectors are seen from a's pivot, so
the distance from the origin of the world costs no digits.

The signed separation is the largest gap along any axis: positive for the distance, negative for
the penetration depth. Only two kinds of axes can have the largest gap: the normals of the edges
of both shapes, and the direction between the nearest two vertices. So this module tries all of
them, with all vertices.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import mpmath

Place = tuple[float, float]
Spot = tuple[int, int]

BITS = 256
EPSILON = 2.0**-53


@dataclass(frozen=True)
class Mover:
    """A shape, where it turns about, and how it moves.

    The points are those of the world at the time 0, in any order.
    """

    points: tuple[Place, ...]
    radius: float = 0.0
    pivot: Place = (0.0, 0.0)
    velocity: Place = (0.0, 0.0)
    rate: float = 0.0

    @cached_property
    def offsets(self) -> list[tuple[Fraction, Fraction]]:
        """The points as seen from the pivot."""
        px, py = (Fraction(x) for x in self.pivot)
        return [(Fraction(x) - px, Fraction(y) - py) for x, y in self.points]

    @cached_property
    def reach(self) -> float:
        """Distance from the pivot to the farthest point of the shape."""
        return max(math.hypot(x, y) for x, y in self.offsets) + self.radius

    @property
    def turns(self) -> bool:
        """Whether its turning changes anything: a disc that turns about its centre stays."""
        return self.rate != 0.0 and any(x or y for x, y in self.offsets)


@dataclass(frozen=True)
class Turning:
    """Two shapes that move and turn, from the time 0 to the time ``max_time``."""

    a: Mover
    b: Mover
    max_time: float = 1.0

    @cached_property
    def base(self) -> float:
        """Distance of the pivots at the start, and both reaches."""
        (ax, ay), (bx, by) = self.a.pivot, self.b.pivot
        return math.hypot(bx - ax, by - ay) + self.a.reach + self.b.reach

    @cached_property
    def velocity(self) -> tuple[Fraction, Fraction]:
        """Velocity of b's pivot as seen from a's."""
        (ax, ay), (bx, by) = self.a.velocity, self.b.velocity
        return Fraction(bx) - Fraction(ax), Fraction(by) - Fraction(ay)

    @cached_property
    def speed(self) -> float:
        """No two points of the two shapes near each other faster than this."""
        turning = sum(abs(mover.rate) * mover.reach for mover in (self.a, self.b))
        return math.hypot(*self.velocity) + turning

    def length(self, time: float) -> float:
        """Return the L of the contract, up to a time."""
        return self.base + self.speed * time

    @property
    def turns(self) -> bool:
        return self.a.turns or self.b.turns

    @property
    def is_in_range(self) -> bool:
        """Whether the digits of this module suffice: no length is far smaller than the motion."""
        sizes = [self.base, self.a.radius, self.b.radius]
        for mover in (self.a, self.b):
            spots = mover.points
            sizes += [math.dist(spot, spots[k - 1]) for k, spot in enumerate(spots)]
        least = 2.0 ** -(BITS // 2) * self.length(self.max_time)
        if not all(size == 0.0 or size > least for size in sizes):
            return False
        gap = abs(signed_separation(self, 0.0))
        return gap == 0 or gap > least

    def swapped(self) -> Turning:
        return Turning(self.b, self.a, self.max_time)

    def with_rates(self, rate_a: float, rate_b: float) -> Turning:
        a, b = replace(self.a, rate=rate_a), replace(self.b, rate=rate_b)
        return Turning(a, b, self.max_time)


def of_shapes(
    a: Any,
    b: Any,
    velocity_a: Place,
    velocity_b: Place = (0.0, 0.0),
    max_time: float = 1.0,
    angular_velocity_a: float = 0.0,
    angular_velocity_b: float = 0.0,
) -> Turning:
    """Read the stored float64 geometry of two shapes of the library."""
    movers = []
    for shape, velocity, rate in (
        (a, velocity_a, angular_velocity_a),
        (b, velocity_b, angular_velocity_b),
    ):
        points = tuple((float(x), float(y)) for x, y in shape.vertices)
        x, y = shape.position
        pivot = (float(x), float(y))
        movers.append(Mover(points, float(shape.radius), pivot, velocity, rate))
    return Turning(movers[0], movers[1], max_time)


class Axis(NamedTuple):
    """A direction from a to b, of any length, and the gap along it without the radii."""

    gap: int
    x: int
    y: int
    size: int


class Pose(NamedTuple):
    """Both cores at a time. The points of b are seen from ``center``, its pivot."""

    time: Fraction
    center: Spot
    a: list[Spot]
    b: list[Spot]


def hull(points: Iterable[Spot]) -> list[Spot]:
    """Return the corners of the convex hull, counter-clockwise, no three of them in one line."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    halves = []
    for row in (ordered, ordered[::-1]):
        kept: list[Spot] = []
        for x, y in row:
            while len(kept) > 1:
                (ox, oy), (px, py) = kept[-2:]
                if (px - ox) * (y - oy) > (py - oy) * (x - ox):
                    break
                kept.pop()
            kept.append((x, y))
        halves.append(kept[:-1])
    return halves[0] + halves[1]


def _reaches(points: list[Spot]) -> int:
    return max(math.isqrt(x * x + y * y) for x, y in points) + 1


def _turned(points: list[Spot], angle: Fraction) -> list[Spot]:
    if angle == 0:
        return points
    with mpmath.workprec(BITS + 96):
        exact = mpmath.mpf(angle.numerator) / angle.denominator
        cos = int(mpmath.ldexp(mpmath.cos(exact), BITS))
        sin = int(mpmath.ldexp(mpmath.sin(exact), BITS))
    return [((cos * x - sin * y) >> BITS, (sin * x + cos * y) >> BITS) for x, y in points]


def _angle(rate: Fraction, step: Fraction) -> int:
    """Return an angle in units of 2**-BITS."""
    return ((rate.numerator * step.numerator) << BITS) // (rate.denominator * step.denominator)


class Exact:
    """A case in integers."""

    def __init__(self, case: Turning) -> None:
        self.case = case
        self.shift = BITS - math.frexp(case.length(case.max_time))[1]
        self.a, self.b = (
            hull((self.fixed(x), self.fixed(y)) for x, y in mover.offsets)
            for mover in (case.a, case.b)
        )
        self.radius = self.fixed(Fraction(case.a.radius) + Fraction(case.b.radius))
        self.reach_a, self.reach_b = _reaches(self.a), _reaches(self.b)
        ways = zip(case.a.pivot, case.b.pivot, strict=True)
        self.start = [self.fixed(Fraction(q) - Fraction(p)) for p, q in ways]
        self.rates = (Fraction(case.a.rate), Fraction(case.b.rate))

    def fixed(self, value: Fraction) -> int:
        """Turn a length into units."""
        return (value.numerator << self.shift) // value.denominator

    def units(self, length: float) -> int:
        return self.fixed(Fraction(length))

    def way(self, step: Fraction) -> Spot:
        """Return how far the velocities move b's pivot away from a's in some time."""
        x, y = (
            ((part.numerator * step.numerator) << self.shift)
            // (part.denominator * step.denominator)
            for part in self.case.velocity
        )
        return x, y

    def pose(self, time: Fraction) -> Pose:
        case = self.case
        x, y = self.way(time)
        center = (self.start[0] + x, self.start[1] + y)
        a = _turned(self.a, Fraction(case.a.rate) * time)
        b = _turned(self.b, Fraction(case.b.rate) * time)
        return Pose(time, center, a, b)

    def axis(self, pose: Pose, x: int, y: int) -> Axis:
        """Return the gap along a direction: that of all pairs of vertices which is least."""
        size = math.isqrt(x * x + y * y)
        nearest = min(x * px + y * py for px, py in pose.b)
        farthest = max(x * px + y * py for px, py in pose.a)
        gap = x * pose.center[0] + y * pose.center[1] + nearest - farthest
        return Axis(gap // size, x, y, size)

    def across_edges(self, pose: Pose) -> list[Axis]:
        """Return the axes of all edges. A segment has two, a point none."""
        found = []
        for points, sign in ((pose.a, 1), (pose.b, -1)):
            for k, (x, y) in enumerate(points):
                px, py = points[k - 1]
                if len(points) > 1:
                    found.append(self.axis(pose, sign * (y - py), sign * (px - x)))
        return found

    def across_vertices(self, pose: Pose) -> Axis:
        """Return the axis from a vertex of a to one of b where they are nearest."""
        cx, cy = pose.center
        ways = [(cx + qx - px, cy + qy - py) for px, py in pose.a for qx, qy in pose.b]
        x, y = min(ways, key=lambda way: way[0] ** 2 + way[1] ** 2)
        return self.axis(pose, x, y) if (x, y) != (0, 0) else self.axis(pose, 1 << self.shift, 0)

    def best_axes(self, pose: Pose) -> list[Axis]:
        """Return the best axis of the edges and that of the vertices, the better one first."""
        edges = self.across_edges(pose)
        found = [self.across_vertices(pose), *([max(edges)] if edges else [])]
        return sorted(found, reverse=True)

    def separation(self, time: Fraction) -> int:
        """Return the signed separation in units."""
        return self.best_axes(self.pose(time))[0].gap - self.radius

    def stays_above(
        self, pose: Pose, axes: list[Axis], steps: Iterable[Fraction], limit: int
    ) -> bool:
        """Whether the separation is certainly above a limit from the first to the last step.

        The steps are from the time of the pose; one may be 0. The bound along an axis is a
        concave function of the step, so it is least at the ends.
        """
        limit += self.radius
        return any(
            all(self.along(pose, axis, rate, step) > limit for step in steps)
            for axis in axes
            if axis.gap > limit
            for rate in self._rates(pose, axis)
        )

    def crosses(self, low: Fraction, high: Fraction) -> bool:
        """Whether a point certainly crosses a segment, well inside of it, between two times."""
        if self.radius or sorted((len(self.a), len(self.b))) != [1, 2]:
            return False
        margin, areas = 4 * self.units(self.case.speed * float(high - low)) + 4, []
        for pose in (self.pose(low), self.pose(high)):
            cx, cy = pose.center
            b = [(cx + x, cy + y) for x, y in pose.b]
            ((sx, sy),), ((px, py), (qx, qy)) = sorted((pose.a, b), key=len)
            ex, ey, dx, dy = qx - px, qy - py, sx - px, sy - py
            size, along = math.isqrt(ex * ex + ey * ey), ex * dx + ey * dy
            if not margin * size < along < (size - margin) * size:
                return False
            areas.append(ex * dy - ey * dx)
        return areas[0] * areas[1] <= 0

    def _rates(self, pose: Pose, axis: Axis) -> list[Fraction]:
        """Return how fast the axis may turn: as a shape does, not at all, or as the gap does."""
        case = self.case
        (px, py), (qx, qy) = self._supports(pose, axis)
        wa, wb = self.rates
        rates = [*dict.fromkeys((wa, wb, Fraction(0)))]
        unit = 2.0**-self.shift
        x, y = (pose.center[0] + qx - px) * unit, (pose.center[1] + qy - py) * unit
        vx = float(case.velocity[0] - wb * Fraction(qy, 1 << self.shift)) + case.a.rate * py * unit
        vy = float(case.velocity[1] + wb * Fraction(qx, 1 << self.shift)) - case.a.rate * px * unit
        square = x * x + y * y
        if square > 0.0 and math.isfinite(rate := (x * vy - y * vx) / square):
            rates.append(Fraction(rate))
        return rates

    def _supports(self, pose: Pose, axis: Axis) -> tuple[Spot, Spot]:
        def height(spot: Spot) -> int:
            return axis.x * spot[0] + axis.y * spot[1]

        return max(pose.a, key=height), min(pose.b, key=height)

    def along(self, pose: Pose, axis: Axis, rate: Fraction, step: Fraction) -> int:
        """Bound the gap along an axis that turns at a rate, after a step: a Taylor polynomial.

        In the frame of the axis the shapes turn at the rates less its own, and the velocity of
        the pivot turns, too. The second derivative is bounded by the radii of these circles.
        """
        one, turn = 1 << BITS, _angle(rate, step)
        turn_a, turn_b = (_angle(own, step) - turn for own in self.rates)
        x, y, size = axis.x, axis.y, axis.size
        (cx, cy), (vx, vy) = pose.center, self.way(step)
        middle = x * (cx + vx) + y * (cy + vy) - turn * (y * cx - x * cy) // one
        near = min(x * px + y * py + turn_b * (y * px - x * py) // one for px, py in pose.b)
        far = max(x * px + y * py + turn_a * (y * px - x * py) // one for px, py in pose.a)
        way = math.isqrt(vx * vx + vy * vy) + 1
        distance = math.isqrt(cx * cx + cy * cy) + 1
        bend = (turn * turn * (distance + way) + turn_a**2 * self.reach_a) // one
        bend += turn_b**2 * self.reach_b // one + 2 * abs(turn) * way
        return (middle + near - far) // size - bend // (2 * one) - 4


@lru_cache(maxsize=64)
def exact(case: Turning) -> Exact:
    return Exact(case)


def signed_separation(case: Turning, time: float | Fraction) -> Fraction:
    """Distance of the shapes at a time, or minus their penetration depth; 77 digits of L."""
    known = exact(case)
    return Fraction(known.separation(Fraction(time)), 1 << known.shift)
