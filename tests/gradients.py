"""The signed distance of two shapes and its derivatives by their poses, in rational arithmetic.

The oracle is the hull of all differences of vertices (`oracle.Difference`), at this pose and at
poses that are moved or turned by a step so small that differences are derivatives. A turn is by a
rational rotation, so that nothing is rounded but the root of a length, with 60 digits. There are
derivatives of both sides: where they differ, the signed distance has a kink.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import oracle
from judges import (
    SMALLEST_SIZE,
    Exact,
    Verdict,
    first_fault,
    grain,
    judge_boolean,
    judge_distance,
    off,
)
from oracle import EPSILON, Body, Difference, Vector, dot, hull, minus, vector

import sepax

ACCURACY = Fraction(1, 10**9)  # of a gradient, by the size with the positions, or 1
STEP = Fraction(1, 2**70)
CERTAIN = Fraction(1, 10**6)  # cores that are nearer, or less deep, have no bound of the gradient
ROUNDING = Fraction(1, 10**13)  # within which features count as tied, by the size

Pose = tuple[Fraction, Fraction, Fraction]


def turned(body: Body, pivot: Vector, half: Fraction) -> Body:
    """Turn about a pivot, by the angle whose half has this tangent."""
    scale = 1 + half * half
    cosine, sine = (1 - half * half) / scale, 2 * half / scale
    points = []
    for point in body.points:
        x, y = minus(point, pivot)
        points.append((pivot[0] + cosine * x - sine * y, pivot[1] + sine * x + cosine * y))
    return Body(tuple(points), body.radius)


def signed_distance(a: Body, b: Body) -> Fraction:
    """The distance of two bodies, or minus the depth: of coordinates that are any rationals.

    All become integers, which are faster, in units that they are multiples of.
    """
    numbers = [a.radius, b.radius, *(x for p in a.points + b.points for x in p)]
    unit = math.lcm(*(Fraction(number).denominator for number in numbers))
    corners_a, corners_b = (
        hull((int(x * unit), int(y * unit)) for x, y in body.points) for body in (a, b)
    )
    ring = hull(minus(q, p) for p in corners_a for q in corners_b)
    return Difference(ring, int((a.radius + b.radius) * unit), 0).separation / unit


def slopes(pair: Exact) -> list[tuple[Fraction, Fraction]]:
    """Derivatives from below and from above: by x and y of b, by the angles of a and of b."""
    a, b, size = pair.body_a, pair.body_b, oracle.extent(pair.body_a, pair.body_b)
    here, step = signed_distance(a, b), STEP * size
    pivots = [vector(shape.position) for shape in (pair.a, pair.b)]

    def change(one: Body, other: Body, by: Fraction) -> Fraction:
        return (signed_distance(one, other) - here) / by

    found = []
    for way in ((1, 0), (0, 1)):
        moved = [oracle.moved(b, (sign * way[0], sign * way[1]), step) for sign in (-1, 1)]
        found.append((change(a, moved[0], -step), change(a, moved[1], step)))
    for k in range(2):
        ends = []
        for sign in (-1, 1):
            moved = [a, b]
            moved[k] = turned(moved[k], pivots[k], sign * STEP / 2)
            ends.append(change(moved[0], moved[1], sign * STEP))
        found.append((ends[0], ends[1]))
    return found


def core_separation(pair: Exact) -> Fraction:
    """How far the cores are apart, or minus how deep they overlap."""
    return Difference(pair.difference.ring, 0, pair.difference.bits).separation


def reach_of(pair: Exact) -> Fraction:
    """How far the shapes reach from the positions about which they turn."""
    sides = ((pair.a, pair.body_a), (pair.b, pair.body_b))
    ways = [minus(p, vector(shape.position)) for shape, body in sides for p in body.points]
    return max(Fraction(abs(x)) for way in ways for x in way)


def judge_gradients(pair: Exact) -> Verdict:
    """Demand the derivatives where there is one of each, else what both sides enclose."""
    found = sepax.clearance(pair.a, pair.b)
    size = oracle.extent(pair.body_a, pair.body_b)
    if abs(core_separation(pair)) <= CERTAIN * size:
        return None
    allowed = ACCURACY * max(size, reach_of(pair), Fraction(1))
    of_a, of_b = found.gradient_a, found.gradient_b
    if of_a[:2] != (-of_b[0], -of_b[1]):
        return f"the moves of {of_a} and {of_b} are not opposite"
    both = slopes(pair)
    names = ("x", "y", "a's angle", "b's angle")
    gradients = (of_b[0], of_b[1], of_a[2], of_b[2])
    for slope, gradient, what in zip(both, gradients, names, strict=True):
        low, high = min(slope), max(slope)
        if high - low > allowed and found.unique:
            return f"the derivative by {what} is {float(low)} and {float(high)}, and unique"
        if found.unique or all(one == other for one, other in both):
            nearest = min(max(Fraction(gradient), low), high)
            fault = off(f"the derivative by {what}", Fraction(gradient) - nearest, allowed)
            if fault:
                return fault
    return None


def judge_clearance(pair: Exact, found: Any) -> Verdict:
    """Judge the distance, the normal and both points; `judge_gradients` takes far longer."""
    nx, ny = found.normal
    of_a, of_b = vector(found.point_a), vector(found.point_b)
    way = minus(of_b, of_a)
    slack = max(pair.bound, 16 * EPSILON * SMALLEST_SIZE) + grain(found.point_a, found.point_b)
    ahead = (Fraction(found.distance) * Fraction(nx), Fraction(found.distance) * Fraction(ny))
    places = [(of_a, pair.body_a, "a"), (of_b, pair.body_b, "b")]
    return first_fault(
        [
            judge_signed_distance(pair, found.distance),
            off("the length of the normal", Fraction(dot((nx, ny), (nx, ny)) - 1), ROUNDING),
            off("the way between the points in x", way[0] - ahead[0], 2 * slack),
            off("the way between the points in y", way[1] - ahead[1], 2 * slack),
            *(
                off(f"the point of {name}", Difference.between(Body((place,), Fraction(0)), body)
                    .separation, 2 * slack)
                for place, body, name in places
            ),
        ]
    )  # fmt: skip


def judge_signed_distance(pair: Exact, distance: float) -> Verdict:
    """Demand the sign exactly, and the length within the bound."""
    if pair.side > 0:
        return judge_distance(pair, distance)
    if pair.side == 0:
        return judge_boolean(str(distance) == "0.0", True, "touching")
    fault = judge_boolean(distance <= 0.0 and str(distance) != "-0.0", True, "overlapping")
    return fault or off("the depth", Fraction(distance) - pair.separation, pair.bound)
