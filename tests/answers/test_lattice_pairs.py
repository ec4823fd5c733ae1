"""Two shapes on a lattice of quarters, where verbs meet ties: flush, tangent, concentric, equal.

The files of the verbs judge each pair (they are families). Here an answer that is a float64 number
and the only right one must be that number, however the shapes are written.
"""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import oracle
import pytest
from judges import Exact, check, exact_pairs
from lattice import TWO_KINDS, twins, written
from oracle import Vector, dot, minus
from verdicts import judged

import sepax
from sepax import Shape

FAR = (2.0**24, -(2.0**22))
SHARP = ("box", "polygon")  # kinds without a radius that have an area

every_two = pytest.mark.parametrize(("kind_a", "kind_b"), TWO_KINDS)


def negated(step: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if step is None else (0.0 - step[0], 0.0 - step[1])


@every_two
def test_explanations(kind_a: str, kind_b: str) -> None:
    """Of the signs along axes see test_explain.py."""
    for pair in exact_pairs(f"lattice, {kind_a} and {kind_b}")[:9]:
        a, b, explained = pair.a, pair.b, sepax.explain(pair.a, pair.b)
        assert (explained.mtv, explained.contact) == (sepax.mtv(a, b), sepax.collide(a, b))
        assert (explained.intersects, explained.touching) == (pair.side <= 0, pair.side == 0)
        assert explained.distance == sepax.distance(a, b)


# What has only one right answer ---------------------------------------------------------


def straight(case: Exact) -> tuple[tuple[float, float], float] | None:
    """Return the normal and the separation, if there is only one normal and it is along an axis."""
    difference = case.difference
    if difference.holds_origin:
        ways = difference.ways_out(2 * case.bound)
        x, y = negated(ways[0]) or (0, 0)
    else:
        ways, (x, y) = [], difference.nearest
    if len(ways) > 1 or (x == 0) == (y == 0):
        return None
    return (float((x > 0) - (x < 0)), float((y > 0) - (y < 0))), float(case.separation)


def answers(a: Shape, b: Shape) -> list[Any]:
    """Return what has only one right answer where there is one straight normal."""
    contact, gap = sepax.collide(a, b, 99.0), sepax.distance(a, b)
    assert contact is not None
    on_a, on_b = sepax.nearest_points(a, b)
    way = (on_b[0] - on_a[0], on_b[1] - on_a[1]) if gap else (0.0, 0.0)
    return [sepax.mtv(a, b), contact.normal, contact.depth, max(contact.depths), gap, way]


@every_two
def test_numbers_that_are_exact(kind_a: str, kind_b: str) -> None:
    """Of all spellings, far from the origin as well, and with the arguments swapped."""
    for case in twins(kind_a, kind_b):
        plain = Exact(*case.forms[0])
        found = straight(plain)
        if found is None:
            continue
        normal, separation = found
        step = (normal[0] * separation, normal[1] * separation)
        gap = max(separation, 0.0)
        expected = [None if gap else step, normal, -separation, -separation, gap]
        expected.append(step if gap else (0.0, 0.0))
        others = [negated(row) if isinstance(row, tuple) else row for row in expected]
        source = random.Random(str(plain))
        for shift in ((0.0, 0.0), (0.0, 0.0), FAR):
            a, b = (written(source, one.moved(*shift)) for one in (case.a, case.b))
            assert answers(a, b) == expected, (a, b)
            assert answers(b, a) == others, (b, a)


def edge_ways(case: Exact) -> list[tuple[Fraction, Vector]]:
    """Return the exact separation, a signed square, and the normal of all edges in their order."""
    found = []
    for one, other, sign in ((case.body_a, case.body_b, 1), (case.body_b, case.body_a, -1)):
        for p, q in oracle.sides(one.points) if len(one.points) > 1 else ():
            x, y = minus(q, p)
            gap = min(dot(minus(point, p), (y, -x)) for point in other.points)
            square = Fraction(gap * abs(gap)) / dot((x, y), (x, y))
            found.append((square, (sign * y, -sign * x)))
    return found


@every_two
def test_the_first_of_several_straight_ways(kind_a: str, kind_b: str) -> None:
    """Of edges along the axes that are equally deep the first one decides, those of a before b's.

    Edges that slant have rounded normals, so that rounding decides among them.
    """
    for case in (Exact(*form) for two in twins(kind_a, kind_b) for form in two.forms[:2]):
        ways = edge_ways(case)
        cores_meet = case.difference.holds_origin or case.difference.nearest == (0, 0)
        if not ways or not cores_meet:
            continue
        deepest = max(square for square, _ in ways)
        first = [way for square, way in ways if square == deepest]
        if all(0 in way for way in first):
            x, y = first[0]
            contact: Any = sepax.collide(case.a, case.b)
            assert contact.normal == ((x > 0) - (x < 0), (y > 0) - (y < 0)), str(case)


def test_a_steep_edge_at_a_corner() -> None:
    """A capsule stands on a corner, upright but for rounding: its end is what touches."""
    box = sepax.Polygon([(0, -1), (1, -1), (1, 0), (0, 0)])
    ulps = [k * 2.0**-52 for k in range(-3, 4)]
    for low, high, height in itertools.product(ulps, ulps, (0.5, 1.0, 1.25)):
        upright = sepax.Capsule((1 + low, height), (1 + high, 5), 1)
        wedge = sepax.Polygon([(1 + low, height), (1 + high, 5), (2, 5)], radius=1)
        for shape in (upright, wedge):
            for verb in ("mtv", "separating_axis", "collide", "distance", "nearest_points"):
                check([Exact(box, shape)], judged(verb))
