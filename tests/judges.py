"""What is exactly true of a pair of shapes, and judges of the answers given about it.

A judge returns None when an answer keeps the contract, else a sentence that says what is
wrong. Booleans have no tolerance. Lengths may be off by ``16 * 2**-53`` times the larger side
of the joint bounding box, which for a sweep includes the motion. A point in the world may also
be off by the rounding of its own coordinates, and nothing can be finer than a float64 is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, TypeVar

import oracle
import pytest
from families import Shape, Sweep, pairs
from oracle import EPSILON, Body, Difference, Vector, dot, minus, vector

import sepax

Place = tuple[float, float]
Case = TypeVar("Case")
Verdict = str | None

FINEST = Fraction(1, 2**1074)
SMALLEST_SIZE = Fraction(1, 2**900)  # the L from which on the bounds of points hold


class Exact:
    """A pair of shapes and what is exactly true of it."""

    def __init__(self, a: Shape, b: Shape) -> None:
        self.a = a
        self.b = b

    def __str__(self) -> str:
        return f"{self.a!r} and {self.b!r}"

    @cached_property
    def body_a(self) -> Body:
        return oracle.body(self.a)

    @cached_property
    def body_b(self) -> Body:
        return oracle.body(self.b)

    @cached_property
    def difference(self) -> Difference:
        return Difference.between(self.body_a, self.body_b)

    @cached_property
    def swapped(self) -> Exact:
        """The same pair the other way round; its difference is the same one, mirrored."""
        other, difference = Exact(self.b, self.a), self.difference
        ring = [(-x, -y) for x, y in difference.ring]
        other.difference = Difference(ring, difference.radius, difference.bits)
        return other

    @cached_property
    def side(self) -> int:
        """1 apart, 0 touching, -1 overlapping."""
        return self.difference.side

    @cached_property
    def separation(self) -> Fraction:
        return self.difference.separation

    @cached_property
    def bound(self) -> Fraction:
        """How far off a length may be."""
        return 16 * EPSILON * oracle.extent(self.body_a, self.body_b) + 4 * FINEST

    def motion_bound(self, sweep: Sweep, time: Fraction) -> Fraction:
        """How far off a position may be after a sweep of some time."""
        ends = [
            oracle.moved(self.body_a, vector(sweep.velocity_a), time),
            oracle.moved(self.body_b, vector(sweep.velocity_b), time),
        ]
        speed = sum(abs(Fraction(x)) for x in (*sweep.velocity_a, *sweep.velocity_b))
        extent = oracle.extent(self.body_a, self.body_b, *ends)
        return 16 * EPSILON * extent + (4 + speed) * FINEST


@cache
def exact_pairs(name: str) -> list[Exact]:
    """All cases of a family, with their exact answers."""
    return [Exact(a, b) for a, b in pairs(name)]


def check(cases: Iterable[Case], judge: Callable[[Case], Verdict]) -> None:
    """Fail when the judge finds fault with any case, and show the first ones."""
    verdicts = [(case, judge(case)) for case in cases]
    faults = [
        f"case {i}: {verdict}\n  {case}" for i, (case, verdict) in enumerate(verdicts) if verdict
    ]
    if faults:
        pytest.fail(f"{len(faults)} of {len(verdicts)} are wrong\n" + "\n".join(faults[:3]))


def first_fault(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the first complaint, if there is any."""
    return next((verdict for verdict in verdicts if verdict), None)


def off(what: str, found: Fraction, bound: Fraction) -> Verdict:
    """Complain when a length that should be zero is beyond its bound."""
    if abs(found) <= bound:
        return None
    share = float(abs(found) / bound) if bound else math.inf
    return f"{what} is off by {float(found):.3g}, {share:.3g} times what is allowed"


def grain(*points: Iterable[float]) -> Fraction:
    """Rounding of world coordinates as large as these."""
    return 4 * EPSILON * Fraction(max(abs(x) for point in points for x in point))


def judge_unit(normal: tuple[float, float]) -> Verdict:
    """Demand the length 1."""
    size2 = dot(vector(normal), vector(normal))
    return off("the length of the normal", Fraction(size2 - 1), 8 * EPSILON)


def judge_boolean(found: object, expected: bool, what: str) -> Verdict:
    """Demand exactly True or exactly False."""
    return None if found is expected else f"{what} gives {found!r}"


def judge_intersects(
    pair: Exact, intersects: Callable[..., object], a: object = None, b: object = None
) -> Verdict:
    """Judge both booleans; a and b stand for the pair's own shapes in another form."""
    a, b = (pair.a, pair.b) if a is None else (a, b)
    return first_fault(
        [
            judge_boolean(intersects(a, b), pair.side <= 0, "intersects"),
            judge_boolean(intersects(a, b, False), pair.side < 0, "intersects without touching"),
            judge_boolean(intersects(a, b, touching=True), pair.side <= 0, "touching=True"),
            judge_boolean(intersects(a, b, touching=False), pair.side < 0, "touching=False"),
        ]
    )


def judge_mtv(pair: Exact, mtv: tuple[float, float] | None) -> Verdict:
    """Judge a minimum translation vector as a user would: add it to a and look."""
    if pair.side > 0 or mtv is None:
        return judge_boolean(mtv is None, pair.side > 0, "mtv is None")
    if not all(math.isfinite(x) for x in mtv):
        return f"mtv is {mtv}"
    if pair.side == 0:
        return None if mtv == (0.0, 0.0) else f"mtv of a touching pair is {mtv}"
    step = vector(mtv)
    left = pair.difference.after(step).separation
    longer = oracle.root(dot(step, step)) + pair.separation
    return first_fault(
        [
            off("the gap or overlap left by mtv", left, pair.bound),
            off("the length of mtv", longer, pair.bound),
        ]
    )


def judge_axis(pair: Exact, axis: tuple[float, float] | None) -> Verdict:
    """Judge a separating axis: the first separating edge, or the nearest points' direction."""
    if pair.side <= 0 or axis is None:
        return judge_boolean(axis is None, pair.side <= 0, "separating_axis is None")
    return first_fault([judge_unit(axis), _judge_axis_direction(pair, axis)])


def _judge_axis_direction(pair: Exact, axis: tuple[float, float]) -> Verdict:
    """Judge the direction where only one is right; else the shapes must lie on its two sides."""
    counts = len(pair.body_a.points), len(pair.body_b.points)
    if pair.difference.radius == 0 and min(counts) > 2:
        expected = oracle.first_separating_normal(pair.body_a, pair.body_b)
        assert expected is not None
        return judge_direction(axis, expected, 8 * EPSILON)
    if min(counts) == 1:
        return judge_direction(axis, *_between_nearest_points(pair))
    gap = pair.difference.gap_along(vector(axis))
    return off("the overlap along the axis", min(gap, Fraction(0)), pair.bound)


def _between_nearest_points(pair: Exact) -> tuple[Vector, Fraction]:
    """Return the direction from a's point set to b's, and how far off it may be."""
    nearest = pair.difference.nearest
    distance = pair.difference.length(dot(nearest, nearest))
    return nearest, 8 * EPSILON + 2 * pair.bound / distance


def judge_direction(found: tuple[float, float], expected: Vector, slack: Fraction) -> Verdict:
    """Compare a unit vector with a vector of any length."""
    size = oracle.root(dot(expected, expected))
    errors = [Fraction(x) - e / size for x, e in zip(found, expected, strict=True)]
    return off(f"the direction {found}", max(errors, key=abs), slack)


def judge_contact(pair: Exact, contact: Any) -> Verdict:
    """Judge everything that ``collide`` says."""
    if pair.side > 0 or contact is None:
        return judge_boolean(contact is None, pair.side > 0, "collide is None")
    nx, ny = contact.normal
    moved_back = (-nx * contact.depth, -ny * contact.depth)
    return first_fault(
        [
            judge_unit(contact.normal),
            judge_mtv(pair, contact.mtv),
            None if contact.mtv == moved_back else f"mtv {contact.mtv} is not {moved_back}",
            None if contact.depth >= 0.0 else f"depth is {contact.depth}",
            off("the depth", Fraction(contact.depth) + pair.separation, pair.bound),
            judge_normal(pair, contact.normal),
            judge_inside(pair, contact),
            judge_points(pair, contact),
        ]
    )


def judge_support(shape: Any, direction: Iterable[float], found: tuple[float, float]) -> Verdict:
    """Demand a point of the shape that no other point surpasses in the direction."""
    body, exact = oracle.body(shape), vector(direction)
    length = oracle.root(dot(exact, exact))
    unit = exact[0] / length, exact[1] / length
    slack = 16 * EPSILON * oracle.extent(body) + grain(found, *shape.vertices.tolist()) + FINEST
    point = vector(found)
    farthest = max(dot(vertex, exact) for vertex in body.points) / length + body.radius
    centre = point[0] - body.radius * unit[0], point[1] - body.radius * unit[1]
    nearest = min(
        max(abs(vertex[0] - centre[0]), abs(vertex[1] - centre[1])) for vertex in body.points
    )
    return off("the support", Fraction(farthest - dot(point, unit)), slack) or off(
        "the vertex", Fraction(nearest), slack
    )


def judge_normal(pair: Exact, normal: tuple[float, float]) -> Verdict:
    """Judge the direction where only one is right, else the depth that it means."""
    difference = pair.difference
    if not difference.holds_origin and difference.nearest != (0, 0):
        if min(len(pair.body_a.points), len(pair.body_b.points)) == 1:
            return judge_direction(normal, *_between_nearest_points(pair))
        return _judge_way_between_cores(pair, vector(normal))
    if difference.holds_origin:
        ways = difference.ways_out(2 * pair.bound)
        if len(ways) == 1:
            # Out of b minus a leads the way of a, and the normal is the other way round.
            opposite = (-ways[0][0], -ways[0][1])
            return judge_direction(normal, opposite, 8 * EPSILON)
    gap = difference.gap_along(vector(normal))
    return off("the depth along the normal", gap - pair.separation, pair.bound)


def _judge_way_between_cores(pair: Exact, normal: Vector) -> Verdict:
    """Demand a direction of nearest points of two cores; of several pairs if but for the bound.

    Along it the cores are as far apart as at all, and from a point of a's it leads to b's.
    """
    cores = Difference(pair.difference.ring, 0, pair.difference.bits)
    distance = cores.separation
    met = cores.after((dyadic(normal[0] * distance), dyadic(normal[1] * distance))).separation
    return first_fault(
        [
            off("the distance along the normal", cores.gap_along(normal) - distance, pair.bound),
            off("the way to the other core", max(met, Fraction(0)), 2 * pair.bound),
        ]
    )


def dyadic(number: Any) -> Fraction:
    """Round a rational to a multiple of a very small power of two."""
    return Fraction(math.floor(Fraction(number) * 2**1200), 2**1200)


def judge_inside(pair: Exact, contact: Any) -> Verdict:
    """Judge the two containment flags."""
    a, b = pair.body_a, pair.body_b
    return first_fault(
        [
            judge_boolean(contact.a_in_b, oracle.encloses(b, a), "a_in_b"),
            judge_boolean(contact.b_in_a, oracle.encloses(a, b), "b_in_a"),
        ]
    )


def judge_points(pair: Exact, contact: Any) -> Verdict:
    """Judge the contact points: halfway between the surfaces, the deepest one among them.

    Where shapes have a radius, only the deepest one has to be: the second may lie halfway between
    the cores, moved out along the normal by the radii, for the surface beside a slanting edge is
    farther from it than the radius.
    """
    points = contact.points
    most = 2 if len(pair.body_a.points) > 1 < len(pair.body_b.points) else 1
    if not isinstance(points, tuple) or not 1 <= len(points) <= most:
        return f"{points} are not 1 to {most} points"
    bodies, normal = (pair.body_a, pair.body_b), vector(contact.normal)
    depths = []
    for point in points:
        # The second end of faces that are flush may be off by as much as rounds both coordinates.
        slack = 2 * pair.bound + 4 * EPSILON * sum(abs(Fraction(x)) for x in point)
        fitting = [
            depth
            for depth in _depths_at(pair, vector(point), normal)
            if depth >= -2 * slack and _is_halfway(*bodies, vector(point), normal, depth, slack)
        ]
        if fitting:
            depths.append(max(fitting))
        elif not _is_between_cores(pair, vector(point), normal, slack):
            return f"{point} is not halfway between the surfaces along {contact.normal}"
    if not depths:
        return f"none of {points} is halfway between the surfaces along {contact.normal}"
    slack = 2 * (2 * pair.bound + grain(*points))
    return off("the depth at the deepest point", max(depths) + pair.separation, slack)


def judge_features(pair: Exact, contact: Any, *, margin: float = 0.0) -> Verdict:
    """Judge the depths and features of the points.

    Half the depth along the normal lies what is named, moved out by the radius, of either shape;
    two points have different names.
    """
    points, depths, features = contact.points, contact.depths, contact.features
    if not len(points) == len(depths) == len(features) == len(set(features)):
        return f"{points}, {depths} and {features} do not go together"
    if not (max(depths) <= contact.depth and (margin or min(depths) >= 0.0)):
        return f"depths are {depths} where the depth is {contact.depth}"
    return first_fault(
        _judge_feature(body, point, way, contact.normal, depth, feature, pair.bound)
        for point, depth, both in zip(points, depths, features, strict=True)
        for body, way, feature in ((pair.body_a, 1, both[0]), (pair.body_b, -1, both[1]))
    )


def _judge_feature(
    body: Body,
    point: tuple[float, float],
    way: int,
    normal: tuple[float, float],
    depth: float,
    feature: int,
    bound: Fraction,
) -> Verdict:
    """Demand a vertex or an edge of the core where it has to be.

    It lies below the surface, which is half the depth from the point, along the normal or against.
    """
    corners = body.points
    count = len(corners)
    if type(feature) is not int or not -count * (count > 1) <= feature < count:
        return f"{feature!r} is no feature of {count} vertices"
    step = way * (Fraction(depth) / 2 - body.radius)
    x, y = ((Fraction(p) + step * Fraction(n)) for p, n in zip(point, normal, strict=True))
    ends = (
        [corners[feature]] if feature >= 0 else [corners[i % count] for i in (~feature, -feature)]
    )
    place = Difference.between(Body(((x, y),), Fraction(0)), Body(tuple(ends), Fraction(0)))
    return off(f"feature {feature} of {point}", place.separation, 4 * bound + 4 * grain(point))


def _depths_at(pair: Exact, point: Vector, normal: Vector) -> list[Fraction]:
    """Return twice the way from the point to the support line of a, and to that of b."""
    to_a = _height(pair.body_a, normal) - dot(point, normal)
    to_b = _height(pair.body_b, (-normal[0], -normal[1])) + dot(point, normal)
    return [Fraction(2 * to_a), Fraction(2 * to_b)]


def _height(shape: Body, normal: Vector) -> Fraction:
    """Return how far the shape reaches along a unit vector."""
    return Fraction(max(dot(p, normal) for p in shape.points) + shape.radius)


def _is_between_cores(pair: Exact, point: Vector, normal: Vector, slack: Fraction) -> bool:
    """Whether the point is halfway between the cores, moved out along the normal by the radii."""
    core_a, core_b = (
        Body(
            tuple(
                (x + way * shape.radius * normal[0], y + way * shape.radius * normal[1])
                for x, y in shape.points
            ),
            Fraction(0),
        )
        for way, shape in ((1, pair.body_a), (-1, pair.body_b))
    )
    return any(
        depth >= -2 * slack and _is_halfway(core_a, core_b, point, normal, depth, slack)
        for depth in _depths_at(pair, point, normal)
    )


def _is_halfway(
    a: Body, b: Body, point: Vector, normal: Vector, depth: Fraction, slack: Fraction
) -> bool:
    """Whether half the depth forwards lies on a's boundary and half of it back on b's."""
    (x, y), (half_x, half_y) = point, (normal[0] * depth / 2, normal[1] * depth / 2)
    on_a = Body(((x + half_x, y + half_y),), Fraction(0))
    on_b = Body(((x - half_x, y - half_y),), Fraction(0))
    return (
        abs(Difference.between(on_a, a).separation) <= slack
        and abs(Difference.between(on_b, b).separation) <= slack
    )


# Distances -----------------------------------------------------------------------------


def judge_distance(pair: Exact, distance: float, rounding: Fraction = Fraction(0)) -> Verdict:
    """Demand 0.0 exactly where the shapes meet, else a positive number within the bound."""
    if type(distance) is not float:
        return f"distance is a {type(distance).__name__}"
    if pair.side <= 0 or distance <= 0.0:
        return judge_boolean(
            (distance, math.copysign(1, distance)) == (0.0, 1.0), pair.side <= 0, "0"
        )
    return off("the distance", Fraction(distance) - pair.separation, pair.bound + rounding)


def separation_of(place: Place, shape: Body) -> Fraction:
    """Return how far a place is from a shape; negative: how deep it is inside."""
    return Difference.between(Body((vector(place),), Fraction(0)), shape).separation


def judge_places(pair: Exact, found: tuple[Place, Place]) -> Verdict:
    """Demand points of both boundaries, as far apart as the shapes; or one point of both.

    Shapes smaller than 2^-900 lose digits to underflow, and a point may be anywhere near them.
    """
    on_a, on_b = found
    if not all(math.isfinite(x) for x in (*on_a, *on_b)):
        return f"the points are {found}"
    slack = max(pair.bound, 16 * EPSILON * SMALLEST_SIZE) + grain(on_a, on_b)
    away_a, away_b = separation_of(on_a, pair.body_a), separation_of(on_b, pair.body_b)
    if pair.side <= 0:
        return first_fault(
            [
                None if on_a == on_b else f"{on_a} is not {on_b}",
                off("the point, from a,", max(away_a, Fraction(0)), slack),
                off("the point, from b,", max(away_b, Fraction(0)), slack),
            ]
        )
    way = minus(vector(on_b), vector(on_a))
    return first_fault(
        [
            off("the point of a", away_a, slack),
            off("the point of b", away_b, slack),
            off("the way between", oracle.root(dot(way, way)) - pair.separation, slack),
        ]
    )


def judge_near(pair: Exact, margin: float) -> str | None:
    """Judge a contact of shapes that are apart: by their distance, from which all else follows."""
    contact = sepax.collide(pair.a, pair.b, margin=margin)
    distance = sepax.distance(pair.a, pair.b)
    if contact is None or not distance < margin:
        return None if (contact is None) != (distance < margin) else f"{distance}: {contact}"
    step = vector(contact.mtv)
    return first_fault(
        [
            None if contact.depth == -distance else f"{contact.depth} is not minus {distance}",
            judge_unit(contact.normal),
            off(
                "the way along the normal",
                pair.difference.gap_along(vector(contact.normal)) - pair.separation,
                2 * pair.bound,
            ),
            off("the gap left by mtv", pair.difference.after(step).separation, 4 * pair.bound),
            None if not (contact.a_in_b or contact.b_in_a) else "one is a part of the other",
            judge_features(pair, contact, margin=margin),
        ]
    )
