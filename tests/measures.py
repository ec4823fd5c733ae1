"""Judges of distances, nearest points and what covers what, beside those of `judges`."""

from __future__ import annotations

import math
from fractions import Fraction

import oracle
from judges import Exact, Verdict, first_fault, grain, judge_boolean, off
from oracle import EPSILON, Body, Difference, dot, minus, vector

import sepax

Place = tuple[float, float]

SMALLEST_SIZE = Fraction(1, 2**900)  # the L from which on the bounds of points hold


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


def judge_covers(pair: Exact) -> Verdict:
    a, b = pair.body_a, pair.body_b
    return first_fault(
        [
            judge_boolean(sepax.covers(pair.a, pair.b), oracle.encloses(a, b), "a covers b"),
            judge_boolean(sepax.covers(pair.b, pair.a), oracle.encloses(b, a), "b covers a"),
        ]
    )
