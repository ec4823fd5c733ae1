"""Judge of the closest approach: the least distance of a segment from the Minkowski difference.

In rational arithmetic: the origin travels along the segment, and the nearest points of two segments
that do not cross include an end of one. Only the root of the least square is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import oracle
from judges import SMALLEST_SIZE, Verdict, dyadic, first_fault, grain, judge_unit, off
from motion_judges import ExactSweep
from oracle import EPSILON, Body, Difference, Vector, dot, minus, vector

import sepax

SOONER = Fraction(1, 10**6)  # of the size: an earlier place that is as near shows a later time


def to_segment(point: Vector, start: Vector, end: Vector) -> Fraction:
    """The square of the distance of a point from a segment."""
    way, ahead = minus(end, start), minus(point, start)
    square = dot(way, way)
    share = min(max(Fraction(dot(ahead, way)) / square, Fraction(0)), Fraction(1)) if square else 0
    rest = (ahead[0] - share * way[0], ahead[1] - share * way[1])
    return Fraction(dot(rest, rest))


def squares(ring: Sequence[Vector], end: Vector) -> Iterable[Fraction]:
    """Squares of distances; the least is that of a ring from a segment from the origin."""
    origin: Vector = (Fraction(0), Fraction(0))
    for k, corner in enumerate(ring):
        yield to_segment(corner, origin, end)
        for place in (origin, end):
            yield to_segment(place, corner, ring[k - 1])


def least_distance(case: ExactSweep, last: Fraction) -> Fraction:
    """The least distance until a time of shapes that do not meet."""
    unit = 2**case.difference.bits  # of the ring, which has integers
    end = (case.relative[0] * last * unit, case.relative[1] * last * unit)
    nearest = oracle.root(min(squares(case.difference.ring, end)))
    return Fraction(nearest / unit - case.body_a.radius - case.body_b.radius)


def judge_approach(case: ExactSweep) -> Verdict:
    """Judge the closest approach by exact distances, and by the bits of other verbs."""
    sweep = case.sweep
    motion = sweep.velocity_a, sweep.velocity_b, sweep.max_time
    found = sepax.closest_approach(sweep.a, sweep.b, *motion)
    values = [found.time, found.distance, *found.normal, *found.point_a, *found.point_b]
    if not all(math.isfinite(x) for x in values) or not 0.0 <= found.time <= sweep.max_time:
        return f"{case}: {found!r} is nonsense"
    impact = sepax.sweep(sweep.a, sweep.b, *motion)
    if impact is not None:
        expected = (impact.time, 0.0, impact.normal, impact.point, impact.point)
        same = expected == (found.time, found.distance, found.normal, found.point_a, found.point_b)
        return None if same else f"{case}: {found!r} is not the {impact!r}"
    fault = first_fault(judge(case, found) for judge in (_judge_distance, _judge_points))
    return fault and f"{case}: {found!r}: {fault}"


def slack_at(case: ExactSweep, time: float) -> Fraction:
    """How far off a position may be. Shapes smaller than 2^-900 lose digits to underflow."""
    return max(case.leeway(time), 16 * EPSILON * SMALLEST_SIZE)


def _judge_distance(case: ExactSweep, found: Any) -> Verdict:
    """Demand the least distance at the first time, and that of `distance` at the start."""
    sweep, leeway = case.sweep, slack_at(case, found.time)
    # The motion counts only at the end of the time.
    bound = leeway if found.time == sweep.max_time else slack_at(case, 0.0)
    speed = oracle.root(dot(case.relative, case.relative))
    size = oracle.extent(case.body_a, case.body_b)
    # Later the shapes are farther apart than they are long.
    last = Fraction(sweep.max_time) if sweep.max_time < math.inf else 8 * size / (speed or 1)
    least = least_distance(case, last)
    sooner = dyadic(Fraction(found.time) - SOONER * size / (speed or 1))
    return first_fault(
        [
            None if found.distance > 0.0 else "a distance of 0 without an impact",
            off("the least distance", Fraction(found.distance) - least, bound),
            off("the distance then", case.at(found.time).separation - least, leeway),
            None
            if found.time > 0.0 or found.distance == sepax.distance(sweep.a, sweep.b)
            else "the distance at the start has other bits",
            None
            if sooner < 0 or case.at(sooner).separation > least
            else "the shapes are as near before",
        ]
    )


def _judge_points(case: ExactSweep, found: Any) -> Verdict:
    """Demand points of both boundaries at the time, along a unit normal."""
    time = Fraction(found.time)
    slack = slack_at(case, found.time) + grain(found.point_a, found.point_b)
    way = minus(vector(found.point_b), vector(found.point_a))
    x, y = vector(found.normal)
    apart = minus(way, (Fraction(found.distance) * x, Fraction(found.distance) * y))
    motions = case.sweep.velocity_a, case.sweep.velocity_b
    there = [
        oracle.moved(body, vector(velocity), time)
        for body, velocity in zip((case.body_a, case.body_b), motions, strict=True)
    ]
    return first_fault(
        [
            judge_unit(found.normal),
            off("the way along the normal", oracle.root(dot(apart, apart)), 2 * slack),
            *(
                off(
                    f"the point {point}",
                    Difference.between(Body((vector(point),), Fraction(0)), body).separation,
                    slack,
                )
                for point, body in zip((found.point_a, found.point_b), there, strict=True)
            ),
        ]
    )
