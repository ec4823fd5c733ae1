"""Exact answers about two convex shapes, from the definitions, in rational arithmetic.

The library projects shapes on axes. This module never does: it builds the Minkowski
difference *b minus a* as the convex hull of all differences of two vertices, grows it by the
sum of the radii, and locates the origin in it.

- The shapes have a point in common when the origin is in the grown polygon, and can only be
  parted by moving one of them some way when it is inside.
- The penetration depth is the way from the origin to the nearest boundary point. A difference
  that is a point or a segment, not grown, is its own boundary: the depth is 0.
- Moving a by ``step`` moves the origin to ``step``; a sweep is a ray from the origin.

A shape is exactly what its ``vertices`` (one, two or more) and ``radius`` return. Float64
numbers are dyadic rationals, so that integers over one power of two hold everything without an
error; only lengths need a square root, taken with 60 digits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

Number = Any  # int or Fraction: mypy cannot add the two
Vector = tuple[Number, Number]
Interval = tuple[Number, Number]
Corner = TypeVar("Corner", bound=Vector)

DIGITS = Context(prec=60, Emax=999_999, Emin=-999_999)
EPSILON = Fraction(1, 2**53)


class Body(NamedTuple):
    """A convex set: the hull of some points (one, two or more), grown by a radius."""

    points: tuple[Vector, ...]
    radius: Fraction


def body(shape: Any) -> Body:
    """Read the stored float64 geometry of a shape."""
    points = tuple((Fraction(x), Fraction(y)) for x, y in shape.vertices.tolist())
    return Body(points, Fraction(shape.radius))


def vector(pair: Iterable[float]) -> Vector:
    """Turn a pair of floats into a pair of rationals."""
    x, y = pair
    return Fraction(x), Fraction(y)


def root(square: Number) -> Fraction:
    """Square root with 60 digits."""
    square = Fraction(square)
    quotient = DIGITS.divide(Decimal(square.numerator), Decimal(square.denominator))
    return Fraction(DIGITS.sqrt(quotient))


def minus(p: Vector, q: Vector) -> Vector:
    return p[0] - q[0], p[1] - q[1]


def dot(p: Vector, q: Vector) -> Number:
    return p[0] * q[0] + p[1] * q[1]


def cross(p: Vector, q: Vector) -> Number:
    return p[0] * q[1] - p[1] * q[0]


def turn(p: Vector, q: Vector, r: Vector) -> Number:
    """Twice the area of the triangle p, q, r: positive when it is counter-clockwise."""
    return cross(minus(q, p), minus(r, p))


def sides(ring: Sequence[Vector]) -> Iterable[tuple[Vector, Vector]]:
    """Pairs of a vertex and the next one, all the way round."""
    return pairwise([*ring, ring[0]])


def hull(points: Iterable[Corner]) -> list[Corner]:
    """Corners of the convex hull, counter-clockwise, no three of them in one line."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def chain(sequence: Iterable[Corner]) -> list[Corner]:
        kept: list[Corner] = []
        for point in sequence:
            while len(kept) > 1 and turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return chain(ordered) + chain(reversed(ordered))


def in_whole_units(points: Sequence[Vector]) -> tuple[Vector, ...]:
    """Return points in integers, which are faster: of a power of two that all are multiples of."""
    bits = max(_bits(number) for point in points for number in point)
    return tuple(_scaled(point, bits) for point in points)


def is_convex(points: Sequence[Vector]) -> bool:
    """Whether the points, in their order, run round their convex hull once, to the left."""
    points = in_whole_units(points)
    corners = hull(points)
    if len(corners) < 3:
        return False
    where = [points.index(corner) for corner in corners]
    start = where.index(min(where))
    in_order = where[start:] + where[:start] == sorted(where)
    twice = [*points, *points[:2]]
    return in_order and all(turn(*twice[i : i + 3]) >= 0 for i in range(len(points)))


def within(start: Number, rate: Number, low: Number, high: Number) -> Interval:
    """Return the times t with low <= start + rate * t <= high.

    An empty interval ends before it begins.
    """
    if rate == 0:
        return (-math.inf, math.inf) if low <= start <= high else (math.inf, -math.inf)
    ends = [_time(bound, start, rate) for bound in (low, high)]
    return (ends[0], ends[1]) if rate > 0 else (ends[1], ends[0])


def _time(bound: Number, start: Number, rate: Number) -> Number:
    if isinstance(bound, float):
        return bound if rate > 0 else -bound
    return Fraction(bound - start) / rate


def common(first: Interval, second: Interval) -> Interval:
    """Where two intervals overlap."""
    return max(first[0], second[0]), min(first[1], second[1])


class Difference:
    """The Minkowski difference b minus a, seen from the origin.

    Attributes
    ----------
    ring : list of pairs of int
        Corners of the difference of the two point sets, counter-clockwise.
    radius : int
        Sum of the radii, by which the ring is grown.
    bits : int
        Ring and radius are in units of ``2**-bits``.
    """

    def __init__(self, ring: Sequence[Vector], radius: Number, bits: int) -> None:
        self.ring = ring
        self.radius = radius
        self.bits = bits

    @classmethod
    def between(cls, a: Body, b: Body) -> Difference:
        numbers = [a.radius, b.radius, *(x for p in a.points + b.points for x in p)]
        bits = max(_bits(number) for number in numbers)
        corners_a, corners_b = (hull(_scaled(p, bits) for p in s.points) for s in (a, b))
        ring = hull(minus(q, p) for p in corners_a for q in corners_b)
        radius = int((a.radius + b.radius) * 2**bits)
        return cls(ring, radius, bits)

    def after(self, step: Vector) -> Difference:
        """Return the difference when a has been moved by ``step``."""
        extra = max(0, *(_bits(Fraction(x)) - self.bits for x in step))
        bits = self.bits + extra
        origin = _scaled(step, bits)
        ring = [minus((x * 2**extra, y * 2**extra), origin) for x, y in self.ring]
        return Difference(ring, self.radius * 2**extra, bits)

    def length(self, square: Number) -> Fraction:
        """Turn a square in ring units into a length in the units of the shapes."""
        return Fraction(root(square) / 2**self.bits)

    @cached_property
    def edges(self) -> list[tuple[Vector, Vector]]:
        """Start and direction of every edge."""
        return [(p, minus(q, p)) for p, q in sides(self.ring)]

    @cached_property
    def areas(self) -> list[Number]:
        """Twice the area of the triangle of the origin and every edge, negative when outside it."""
        return [cross(p, edge) for p, edge in self.edges]

    @cached_property
    def heights(self) -> list[Fraction]:
        """Squared distance from the origin to every edge's line, negative when outside it."""
        both = zip(self.areas, self.edges, strict=True)
        return [Fraction(area * abs(area), dot(edge, edge)) for area, (_, edge) in both]

    @cached_property
    def least_height(self) -> Fraction:
        """The least of the heights. To compare products is faster than to reduce all fractions."""
        least, unit = self.areas[0] * abs(self.areas[0]), dot(self.edges[0][1], self.edges[0][1])
        for area, (_, edge) in zip(self.areas, self.edges, strict=True):
            signed, square = area * abs(area), dot(edge, edge)
            if signed * unit < least * square:
                least, unit = signed, square
        return Fraction(least, unit)

    @cached_property
    def holds_origin(self) -> bool:
        """Whether the closed ring, not yet grown by the radius, holds the origin."""
        return len(self.ring) > 2 and min(self.areas) >= 0

    @cached_property
    def foot(self) -> _Foot:
        """The point of the ring nearest to the origin, which lies outside."""
        if len(self.ring) == 1:
            return _foot(self.ring[0], (0, 0))
        feet = [_foot(p, edge) for p, edge in self.edges if cross(p, edge) <= 0]
        best = feet[0]
        for foot in feet:
            if foot.square * best.unit < best.square * foot.unit:
                best = foot
        return best

    @cached_property
    def nearest(self) -> Vector:
        """The same as a vector."""
        return self.foot.point

    @property
    def side(self) -> int:
        """1 when the shapes are apart, 0 when they only touch, -1 when interiors meet."""
        if self.holds_origin:
            return 0 if self.radius == 0 and min(self.areas) == 0 else -1
        excess = self.foot.square - self.radius**2 * self.foot.unit
        return int(excess > 0) - int(excess < 0)

    @property
    def separation(self) -> Fraction:
        """Distance between the shapes, or minus the penetration depth."""
        if self.holds_origin:
            way_out = -self.length(self.least_height)
        else:
            way_out = self.length(Fraction(self.foot.square, self.foot.unit))
        return way_out - Fraction(self.radius, 2**self.bits)

    def gap_along(self, normal: Vector) -> Fraction:
        """How far b's nearest point lies beyond a's farthest along a normal of any length."""
        size = root(dot(normal, normal))
        gap = min(dot(point, normal) for point in self.ring) - self.radius * size
        return Fraction(gap / size / 2**self.bits)

    def ways_out(self, slack: Fraction) -> list[Vector]:
        """Outward normals, of any length, of all edges that are nearest within ``slack``."""
        most = self.length(self.least_height) + slack
        both = zip(self.heights, self.edges, strict=True)
        return [(edge[1], -edge[0]) for height, (_, edge) in both if self.length(height) <= most]

    def departs(self, velocity: Vector, slack: Fraction) -> bool | None:
        """Whether the penetration does not grow when a sets out with this velocity.

        None when that hangs on bits that nobody promises: two ways out that are equally short
        within ``slack``, but not exactly, or a motion along the boundary but for its rounding.
        """
        if velocity == (0, 0) or (not self.holds_origin and self.nearest == (0, 0)):
            return True
        if self.holds_origin:
            ways = self.ways_out(Fraction(0))
            others = self.ways_out(slack)
            uncertainty = 16 * EPSILON
        else:
            ways = others = [(-self.nearest[0], -self.nearest[1])]
            uncertainty = 16 * EPSILON + slack / self.length(dot(self.nearest, self.nearest))
        fastest = max(dot(way, velocity) / root(dot(way, way)) for way in ways)
        noise = uncertainty * root(dot(velocity, velocity))
        if 0 < abs(fastest) <= noise:
            return None
        if len(others) > len(ways):
            rates = [dot(way, velocity) / root(dot(way, way)) for way in others]
            if min(rates) < 0 if fastest >= 0 else max(rates) >= -noise:
                return None
        return bool(fastest >= 0)

    def window(self, velocity: Vector) -> Interval:
        """First and last time at which a, moving for ever, touches b (empty: first > last)."""
        unit = 2**self.bits
        motion = (velocity[0] * unit, velocity[1] * unit)
        if self.radius == 0 and len(self.ring) > 2:
            return self._core_window(motion)
        parts = [self._corner_window(point, motion) for point in self.ring]
        if len(self.ring) > 2:
            parts.append(self._core_window(motion))
        if len(self.ring) > 1:
            parts.extend(self._band_window(p, edge, motion) for p, edge in self.edges)
        real = [part for part in parts if part[0] <= part[1]]
        if not real:
            return math.inf, -math.inf
        return min(low for low, _ in real), max(high for _, high in real)

    def _core_window(self, motion: Vector) -> Interval:
        found: Interval = (-math.inf, math.inf)
        for p, edge in self.edges:
            found = common(found, within(cross(p, edge), -cross(motion, edge), 0, math.inf))
        return found

    def _corner_window(self, point: Vector, motion: Vector) -> Interval:
        """Return the times inside the circle round one corner."""
        speed2, along = dot(motion, motion), dot(motion, point)
        if speed2 == 0:
            return within(dot(point, point), 0, 0, self.radius**2)
        spread2 = along**2 - speed2 * (dot(point, point) - self.radius**2)
        if spread2 < 0:
            return math.inf, -math.inf
        spread = root(spread2)
        return (along - spread) / speed2, (along + spread) / speed2

    def _band_window(self, p: Vector, edge: Vector, motion: Vector) -> Interval:
        """Return the times inside the rectangle between an edge and the same edge pushed out."""
        size2 = dot(edge, edge)
        beside = within(-dot(p, edge), dot(motion, edge), 0, size2)
        above = within(-cross(p, edge), cross(motion, edge), 0, self.radius * root(size2))
        return common(beside, above)

    def first_touch(self, velocity: Vector, max_time: float) -> Number:
        """First time in [0, max_time] at which the shapes touch; None when they do not."""
        first, last = self.window(velocity)
        return max(first, Fraction(0)) if first <= min(max_time, last) and last >= 0 else None

    def lowest(self, velocity: Vector, start: Fraction, stop: Fraction) -> Fraction:
        """Least separation between two times (it is a convex function of time)."""

        def separation(tick: int) -> Fraction:
            time = start + (stop - start) * Fraction(tick, 2**70)
            return self.after((velocity[0] * time, velocity[1] * time)).separation

        low, high = 0, 2**70
        if separation(high - 1) >= separation(high):
            return separation(high)
        if separation(low + 1) >= separation(low):
            return separation(low)
        while high - low > 2:
            third = (high - low) // 3
            if separation(low + third) <= separation(high - third):
                high -= third
            else:
                low += third
        return min(separation(tick) for tick in range(low, high + 1))


def _bits(number: Fraction | int) -> int:
    """Binary digits after the point of a dyadic rational."""
    denominator = number.denominator
    if denominator & (denominator - 1):
        raise ValueError(f"{number} is not a float64")
    return denominator.bit_length() - 1


def _scaled(point: Vector, bits: int) -> tuple[int, int]:
    """Return dyadic rationals in units of ``2**-bits``, which they are multiples of."""
    x, y = (number.numerator << bits - _bits(number) for number in point)
    return x, y


class _Foot(NamedTuple):
    """The point nearest to the origin on the segment from p to p + edge.

    Its squared distance is square / unit: to compare products is faster than to reduce fractions.
    """

    p: Vector
    edge: Vector
    along: Number  # of unit, from p: from 0 to unit
    square: Number
    unit: Number

    @property
    def point(self) -> Vector:
        if self.along == 0:
            return self.p
        share = Fraction(self.along, self.unit)
        return self.p[0] + share * self.edge[0], self.p[1] + share * self.edge[1]


def _foot(p: Vector, edge: Vector) -> _Foot:
    unit = dot(edge, edge)
    along = min(max(-dot(p, edge), 0), unit)
    if 0 < along < unit:
        return _Foot(p, edge, along, cross(p, edge) ** 2, unit)
    end = p if along == 0 else (p[0] + edge[0], p[1] + edge[1])
    return _Foot(end, edge, 0, dot(end, end), 1)


def contains(shape: Body, point: Vector) -> bool:
    """Whether the closed shape holds the point."""
    return Difference.between(Body((point,), Fraction(0)), shape).side <= 0


def encloses(outer: Body, inner: Body) -> bool:
    """Whether the closed outer shape holds all of the inner one.

    It does when it holds the disc round each of the inner points: as convex as they are, what
    lies between the discs is then inside as well.
    """
    numbers = [outer.radius, inner.radius, *(x for p in outer.points + inner.points for x in p)]
    bits = max(_bits(number) for number in numbers)
    corners = hull(_scaled(point, bits) for point in outer.points)
    spare = int((outer.radius - inner.radius) * 2**bits)
    places = (_scaled(point, bits) for point in inner.points)
    return all(_is_as_deep([minus(p, place) for p in corners], spare) for place in places)


def _is_as_deep(core: list[Vector], spare: int) -> bool:
    """Whether the origin lies in the core or no farther off than ``spare``.

    A negative one says how deep inside it has to be.
    """
    areas = [(cross(p, q), minus(q, p)) for p, q in sides(core)]
    if len(core) > 2 and min(area for area, _ in areas) >= 0:
        return spare >= 0 or all(area**2 >= spare**2 * dot(edge, edge) for area, edge in areas)
    nearest = Difference(core, 0, 0).nearest
    return spare >= 0 and bool(dot(nearest, nearest) <= spare**2)


def first_separating_normal(a: Body, b: Body, *, touching: bool = True) -> Vector | None:
    """Return the normal, of any length and from a to b, of the first edge with b beyond it.

    The edges of a come first, then those of b, each in stored order; a segment has two. This is
    the definition of the axis that the library must name. With ``touching=False`` an edge that b
    only touches counts. A point that repeats has no edge to the next one.
    """
    for one, other, sign in ((a, b, 1), (b, a, -1)):
        for p, q in sides(one.points):
            if p == q:
                continue
            areas = [turn(p, q, point) for point in other.points]
            if max(areas) < 0 or (max(areas) == 0 and not touching):
                edge = minus(q, p)
                return sign * edge[1], -sign * edge[0]
    return None


def extent(*bodies: Body) -> Fraction:
    """Larger side of the joint bounding box."""
    spans = []
    for axis in (0, 1):
        low = min(min(p[axis] for p in shape.points) - shape.radius for shape in bodies)
        high = max(max(p[axis] for p in shape.points) + shape.radius for shape in bodies)
        spans.append(Fraction(high - low))
    return max(spans)


def moved(shape: Body, velocity: Vector, time: Number) -> Body:
    """Return the shape after it has travelled for some time."""
    step = (velocity[0] * time, velocity[1] * time)
    points = tuple((x + step[0], y + step[1]) for x, y in shape.points)
    return Body(points, shape.radius)


def shared_ring(first: Sequence[Vector], second: Sequence[Vector]) -> list[Vector]:
    """Corners of what two convex polygons share: the first, cut off at each line of the second."""
    ring = hull(first)
    for start, end in sides(hull(second)):
        heights = [turn(start, end, point) for point in ring]
        cut = []
        for k, (point, height) in enumerate(zip(ring, heights, strict=True)):
            before, below = ring[k - 1], heights[k - 1]
            if height * below < 0:
                part = Fraction(below, below - height)
                step = minus(point, before)
                cut.append((before[0] + part * step[0], before[1] + part * step[1]))
            if height >= 0:
                cut.append(point)
        ring = cut
    return ring


def ring_area(ring: Sequence[Vector]) -> Fraction:
    """Area of a polygon by its corners, counter-clockwise; 0 for fewer than three."""
    if len(ring) < 3:
        return Fraction(0)
    return Fraction(sum(cross(point, after) for point, after in sides(ring))) / 2


def moments(rings: Iterable[Sequence[Vector]]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Area and centroid (x, y) of rings that do not overlap, and their second moment about it."""
    area = x = y = squares = Fraction(0)
    for ring in rings:
        for p, q in sides(ring):
            part = Fraction(cross(p, q)) / 2
            area += part
            x += part * (p[0] + q[0]) / 3
            y += part * (p[1] + q[1]) / 3
            squares += part * (dot(p, p) + dot(p, q) + dot(q, q)) / 6
    return area, x / area, y / area, squares - (x * x + y * y) / area


def shared_area(first: Body, second: Body) -> Fraction:
    """Area that two sharp polygons share."""
    return ring_area(shared_ring(first.points, second.points))
