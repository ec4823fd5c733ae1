"""Judges of sweeps and rays, as `judges` has them for shapes at rest."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import oracle
from families import Shape, Sweep
from judges import (
    Exact,
    Verdict,
    dyadic,
    first_fault,
    grain,
    judge_boolean,
    judge_normal,
    judge_unit,
    off,
)
from oracle import EPSILON, Body, Difference, Vector, dot, vector

from sepax import Circle


class ExactSweep(Exact):
    """A sweep and what is exactly true of it."""

    def __init__(self, sweep: Sweep) -> None:
        super().__init__(sweep.a, sweep.b)
        self.sweep = sweep

    def __str__(self) -> str:
        return str(self.sweep)

    @cached_property
    def relative(self) -> Vector:
        """Velocity of a as seen from b."""
        return oracle.minus(vector(self.sweep.velocity_a), vector(self.sweep.velocity_b))

    def at(self, time: float | Fraction) -> Difference:
        """Return the difference at a time."""
        step = (self.relative[0] * Fraction(time), self.relative[1] * Fraction(time))
        return self.difference.after(step)

    def deepest(self, start: Fraction, stop: Fraction, allowed: Fraction) -> Fraction:
        """Return the least separation between two times.

        If the one half way is beyond what is allowed already, that one: it is found quickly.
        """
        middle = self.at((start + stop) / 2).separation
        if middle < -allowed:
            return middle
        return self.difference.lowest(self.relative, start, stop)

    def leeway(self, time: float | Fraction) -> Fraction:
        """How far off a position may be at that time."""
        return self.motion_bound(self.sweep, Fraction(time))


def judge_sweep(case: ExactSweep, impact: Any) -> Verdict:
    """Judge the answer to a sweep, in positions."""
    if impact is None:
        return _judge_miss(case)
    values = [impact.time, *impact.normal, *impact.point]
    if not all(math.isfinite(x) for x in values) or not impact.exit_time >= impact.time >= 0.0:
        return f"{impact!r} is nonsense"
    if impact.time > case.sweep.max_time:
        return f"time {impact.time} is after max_time"
    judges = [_judge_start, _judge_first_touch, _judge_sweep_normal, _judge_place, _judge_exit]
    return first_fault(judge(case, impact) for judge in judges)


def judge_grazes(case: ExactSweep, touching: Any, found: Any) -> Verdict:
    """Judge ``touching=False`` by what the plain sweep said and the depth half-way, exactly.

    The depth is a concave function of time, so half-way it is at least half of the greatest.
    """
    if found is not None and found != touching:
        return f"{found!r} instead of {touching!r}"
    first, last = case.difference.window(case.relative)
    start, stop = max(first, Fraction(0)), min(last, case.sweep.max_time)
    if case.side < 0:
        return None if found == touching else "interiors that meet at the start are left out"
    if start > stop or case.relative == (0, 0):
        return None if found is None else f"{found!r}, but they never overlap"
    half_way = dyadic((Fraction(start) + Fraction(stop)) / 2)
    depth = -case.at(half_way).separation
    if found is not None:
        return None if depth > 0 else f"{found!r}, but they only graze"
    return off("a missed overlap", max(depth, Fraction(0)), 4 * case.leeway(half_way))


def _judge_miss(case: ExactSweep) -> Verdict:
    """Allow a miss only if the shapes hardly touch while the sweep lasts."""
    if case.side <= 0:
        return "a sweep that starts in contact misses"
    max_time = case.sweep.max_time
    touch = case.difference.first_touch(case.relative, max_time)
    if touch is None:
        return None
    last = min(case.difference.window(case.relative)[1], max_time)
    allowed = case.leeway(touch)
    deepest = case.deepest(dyadic(touch), dyadic(last), allowed)
    return off("a missed hit", min(deepest, Fraction(0)), allowed)


def _judge_start(case: ExactSweep, impact: Any) -> Verdict:
    """Judge ``initial`` and ``leaving``: exact, but for ways out that tie within 256 eps L."""
    started = case.side <= 0
    if impact.initial is not started:
        return f"initial is {impact.initial}"
    if not started:
        return judge_boolean(impact.leaving, False, "leaving of a later hit")
    leaving = case.difference.departs(case.relative, 16 * case.bound)
    return first_fault(
        [
            None if impact.time == 0.0 else f"time of a start in contact is {impact.time}",
            None if leaving is None else judge_boolean(impact.leaving, leaving, "leaving"),
            judge_normal(case, impact.normal),
        ]
    )


def _judge_first_touch(case: ExactSweep, impact: Any) -> Verdict:
    """Demand that the shapes touch at the returned time, and have not overlapped before."""
    if impact.initial:
        return None
    leeway = case.leeway(impact.time)
    before = case.deepest(Fraction(0), Fraction(impact.time), leeway)
    return first_fault(
        [
            off("contact at the time of impact", case.at(impact.time).separation, leeway),
            off("no overlap before the impact", min(before, Fraction(0)), leeway),
        ]
    )


def _judge_sweep_normal(case: ExactSweep, impact: Any) -> Verdict:
    """Demand a unit normal across which the shapes meet, and against which they move."""
    wrong_length = judge_unit(impact.normal)
    if wrong_length or impact.initial:
        return wrong_length
    normal, leeway = vector(impact.normal), case.leeway(impact.time)
    gap = case.at(impact.time).gap_along(normal)
    return first_fault(
        [
            off("contact along the normal", gap, leeway),
            None if _is_closing(case, impact) else f"the shapes part along {impact.normal}",
        ]
    )


def _is_closing(case: ExactSweep, impact: Any) -> bool:
    """Whether the motion is against the normal, or across it but for rounding."""
    speed = oracle.root(dot(case.relative, case.relative))
    return bool(dot(vector(impact.normal), case.relative) >= -8 * EPSILON * speed)


def _judge_place(case: ExactSweep, impact: Any) -> Verdict:
    """Demand that the point lies on both boundaries at the time of impact."""
    if case.side < 0:
        return None
    time = Fraction(impact.time)
    slack = case.leeway(time) + grain(impact.point)
    here = Body((vector(impact.point),), Fraction(0))
    at_impact = [
        oracle.moved(case.body_a, vector(case.sweep.velocity_a), time),
        oracle.moved(case.body_b, vector(case.sweep.velocity_b), time),
    ]
    return first_fault(
        off(f"the point {impact.point}", distance, slack)
        for distance in (Difference.between(here, shape).separation for shape in at_impact)
    )


def _judge_exit(case: ExactSweep, impact: Any) -> Verdict:
    """Demand that the shapes touch at ``exit_time`` and do not overlap later."""
    last = case.difference.window(case.relative)[1]
    if case.relative == (0, 0):
        return None if impact.exit_time == math.inf else f"exit_time is {impact.exit_time}"
    if impact.exit_time == math.inf:
        return None if last > 1e308 else "exit_time is inf"
    leeway = case.leeway(impact.exit_time)
    if last < impact.exit_time:
        after = Fraction(0)
    else:
        after = case.deepest(Fraction(impact.exit_time), dyadic(last), leeway)
    return first_fault(
        [
            off("contact at exit_time", case.at(impact.exit_time).separation, leeway),
            off("no overlap after exit_time", min(after, Fraction(0)), leeway),
        ]
    )


# Rays -----------------------------------------------------------------------------------


class Ray(NamedTuple):
    """The arguments of `raycast` for one shape."""

    shape: Shape
    origin: tuple[float, float]
    direction: tuple[float, float]
    max_distance: float = math.inf
    radius: float = 0.0


class ExactRay(ExactSweep):
    """A ray as a sweep of a disc: times are distances by the length of the direction."""

    def __init__(self, ray: Ray) -> None:
        disc = Circle(ray.origin, ray.radius)
        square = sum(Fraction(x) ** 2 for x in ray.direction)
        self.ray, self.length = ray, oracle.root(square)
        end: Any = math.inf if ray.max_distance == math.inf else self.time_of(ray.max_distance)
        super().__init__(Sweep(disc, ray.shape, ray.direction, (0.0, 0.0), end))

    def __str__(self) -> str:
        return str(self.ray)

    def time_of(self, distance: float) -> Fraction:
        return dyadic(Fraction(distance) / self.length)


class _Touch(NamedTuple):
    """A hit in the words of a sweep."""

    time: Fraction
    normal: tuple[float, float]
    point: tuple[float, float]
    initial: bool


def judge_ray(case: ExactRay, hit: Any) -> Verdict:
    """Judge the answer to a ray; whether it begins in the shape is exact."""
    if hit is None:
        return _judge_miss(case)
    values = [hit.distance, *hit.normal, *hit.point]
    if not all(math.isfinite(x) for x in values) or not hit.distance >= 0.0:
        return f"{hit!r} is nonsense"
    if hit.distance > case.ray.max_distance:
        return f"distance {hit.distance} is beyond the end"
    if case.side <= 0:
        return _judge_start_of_ray(case, hit)
    touch = _Touch(case.time_of(hit.distance), (-hit.normal[0], -hit.normal[1]), hit.point, False)
    judges = [_judge_first_touch, _judge_sweep_normal, _judge_place]
    return first_fault(judge(case, touch) for judge in judges)


def _judge_start_of_ray(case: ExactRay, hit: Any) -> Verdict:
    """Demand what is said of a ray that begins in the shape or on its boundary."""
    if hit.distance != 0.0 or hit.point != tuple(map(float, case.ray.origin)):
        return f"{hit!r} is not where the ray begins"
    way = case.relative[0] / case.length, case.relative[1] / case.length
    gap = max(abs(Fraction(x) + y) for x, y in zip(hit.normal, way, strict=True))
    return off("the normal against the ray", gap, 4 * EPSILON)
