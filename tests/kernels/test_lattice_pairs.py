"""Two shapes on a lattice of quarters, where verbs meet ties: flush, tangent, concentric, equal.

Each pair stands in three forms: as it was drawn; written in another way, with the same vertices;
and turned by quarter turns, where the vertices are rounded. Each form is checked by its own
vertices. Where an answer is a float64 number and the only right one, it must be that number.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import oracle
import pytest
from judges import (
    Exact,
    Verdict,
    check,
    first_fault,
    judge_axis,
    judge_boolean,
    judge_contact,
    judge_features,
    judge_intersects,
    judge_mtv,
)
from lattice import KINDS, Figure, Random, box_of, pair, spellings, written
from measures import judge_distance, judge_places
from oracle import Vector, dot, minus, vector
from test_batch import VERBS, arrays_of, assert_same_bits, one_by_one
from test_distance import swapped
from test_explain import sign_along, sources
from test_margin import judge_near

import sepax
from sepax import Shape, ShapeArray, raw

CASES = 14  # of every two kinds
FAR = (2.0**24, -(2.0**22))
SHARP = ("box", "polygon")

every_two = pytest.mark.parametrize(("kind_a", "kind_b"), list(itertools.product(KINDS, KINDS)))
every_two_sharp = pytest.mark.parametrize(
    ("kind_a", "kind_b"), list(itertools.product(SHARP, SHARP))
)


class Twins(NamedTuple):
    """Two figures, and shapes of them."""

    a: Figure
    b: Figure
    plain: Exact
    exactly: Exact  # written in another way, with the same vertices
    turned: Exact  # of these the vertices are rounded

    @property
    def forms(self) -> tuple[Exact, ...]:
        return self.plain, self.exactly, self.turned


def _twins(source: Random, kind_a: str, kind_b: str) -> Twins:
    a, b = pair(source, kind_a, kind_b)
    turns = source.choice([(1, 1), (2, 2), (3, 3), (0, 1), (2, 0), (3, 1), (1, 2)])
    return Twins(
        a,
        b,
        Exact(a.shape(), b.shape()),
        Exact(written(source, a), written(source, b)),
        Exact(written(source, a, turns[0]), written(source, b, turns[1])),
    )


@cache
def twins(kind_a: str, kind_b: str, seed: int = 0, count: int = CASES) -> list[Twins]:
    """Return seeded pairs of two kinds, in all forms."""
    source = random.Random(f"{kind_a}, {kind_b}, {seed}")
    return [_twins(source, kind_a, kind_b) for _ in range(count)]


def forms(kind_a: str, kind_b: str, seed: int = 0, count: int = CASES) -> Iterator[Exact]:
    for case in twins(kind_a, kind_b, seed, count):
        yield from case.forms


# Each form by itself --------------------------------------------------------------------


def judge_truths(case: Exact) -> Verdict:
    a_in_b, b_in_a = (
        oracle.encloses(outer, inner)
        for outer, inner in ((case.body_b, case.body_a), (case.body_a, case.body_b))
    )
    return first_fault(
        [
            judge_intersects(case, sepax.intersects),
            judge_intersects(case, sepax.intersects, case.b, case.a),
            judge_boolean(sepax.covers(case.a, case.b), b_in_a, "a covers b"),
            judge_boolean(sepax.covers(case.b, case.a), a_in_b, "b covers a"),
        ]
    )


@every_two
def test_booleans(kind_a: str, kind_b: str) -> None:
    check(forms(kind_a, kind_b), judge_truths)


def truths(a: Shape, b: Shape) -> tuple[Any, ...]:
    return (
        *(sepax.intersects(a, b, touching) for touching in (True, False)),
        *(verb(a, b) is None for verb in (sepax.separating_axis, sepax.mtv, sepax.collide)),
        *(sepax.distance(a, b) == 0.0, sepax.covers(a, b), sepax.covers(b, a)),
    )


@every_two
def test_every_spelling_has_the_same_booleans(kind_a: str, kind_b: str) -> None:
    for case in twins(kind_a, kind_b):
        a, b = case.plain.a, case.plain.b
        expected = truths(a, b)
        written_as = [(one, b) for one in spellings(case.a)]
        written_as += [(a, other) for other in spellings(case.b)]
        written_as += zip(
            spellings(case.a.moved(*FAR)), itertools.cycle(spellings(case.b.moved(*FAR)))
        )
        wrong = [pair for pair in written_as if truths(*pair) != expected]
        assert not wrong, (wrong[0], expected)


def negated(step: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if step is None else (0.0 - step[0], 0.0 - step[1])


def judge_ways(case: Exact) -> Verdict:
    """Judge what parts two shapes, in both orders of the arguments."""
    a, b = case.a, case.b
    contact = sepax.collide(a, b)
    back = Exact(b, a)
    return first_fault(
        [
            judge_mtv(case, sepax.mtv(a, b)),
            judge_mtv(case, negated(sepax.mtv(b, a))),
            judge_axis(case, sepax.separating_axis(a, b)),
            judge_contact(case, contact),
            contact and judge_features(case, contact),
            judge_contact(back, sepax.collide(b, a)),
        ]
    )


@every_two
def test_ways_out(kind_a: str, kind_b: str) -> None:
    check(forms(kind_a, kind_b), judge_ways)


def judge_apart(case: Exact) -> Verdict:
    a, b = case.a, case.b
    margins = (0.25, 0.5, 8.0) if case.side > 0 else ()
    return first_fault(
        [
            judge_distance(case, sepax.distance(a, b)),
            judge_distance(case, sepax.distance(b, a)),
            judge_places(case, sepax.nearest_points(a, b)),
            judge_places(case, swapped(sepax.nearest_points(b, a))),
            *(judge_near(case, margin) for margin in margins),
        ]
    )


@every_two
def test_distances(kind_a: str, kind_b: str) -> None:
    check(forms(kind_a, kind_b), judge_apart)


def judge_explanation(case: Exact) -> Verdict:
    """Demand the verdicts of the verbs, and of each axis the exact sign."""
    explained = sepax.explain(case.a, case.b)
    verbs = (sepax.mtv, sepax.collide, sepax.distance, sepax.intersects)
    expected = tuple(verb(case.a, case.b) for verb in verbs)
    words = {1: "gap", 0: "touching", -1: "overlap"}
    if (explained.mtv, explained.contact, explained.distance, explained.intersects) != expected:
        return f"{explained} and not {expected}"
    if explained.touching is not (case.side == 0):
        return f"touching is {explained.touching}"
    for row in explained.axes:
        ways = [way for x, y in sources(row, case.a, case.b) for way in ((x, y), (-x, -y))]
        exact = words[max(sign_along(case, way) for way in ways)]
        if row.verdict != exact:
            return f"{row.source}: {row.verdict} and not {exact}"
    return None


@every_two
def test_explanations(kind_a: str, kind_b: str) -> None:
    check(itertools.islice(forms(kind_a, kind_b), 18), judge_explanation)


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
        found = straight(case.plain)
        if found is None:
            continue
        normal, separation = found
        step = (normal[0] * separation, normal[1] * separation)
        gap = max(separation, 0.0)
        expected = [None if gap else step, normal, -separation, -separation, gap]
        expected.append(step if gap else (0.0, 0.0))
        others = [negated(row) if isinstance(row, tuple) else row for row in expected]
        source = random.Random(str(case.plain))
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
    for case in (form for two in twins(kind_a, kind_b) for form in two.forms[:2]):
        ways = edge_ways(case)
        cores_meet = case.difference.holds_origin or case.difference.nearest == (0, 0)
        if not ways or not cores_meet:
            continue
        deepest = max(square for square, _ in ways)
        first = [way for square, way in ways if square == deepest]
        if all(0 in way for way in first):
            x, y = first[0]
            contact = sepax.collide(case.a, case.b)
            assert contact is not None
            assert contact.normal == ((x > 0) - (x < 0), (y > 0) - (y < 0)), str(case)


# Rings ----------------------------------------------------------------------------------


def closed(source: Random, shape: Shape) -> list[Any]:
    """Return the ring in any spelling, which a vertex more may close."""
    ring: list[Any] = shape.vertices.tolist()[:: source.choice((1, -1))]
    start = source.randrange(len(ring))
    return [*ring[start:], *ring[:start], *ring[start : start + source.randrange(2)]]


@every_two_sharp
def test_rings(kind_a: str, kind_b: str) -> None:
    source = random.Random(f"{kind_a}, {kind_b}")

    def judge(case: Exact) -> Verdict:
        a, b = closed(source, case.a), closed(source, case.b)
        contact = raw.collide(a, b)
        return first_fault(
            [
                judge_intersects(case, raw.intersects, a, b),
                judge_mtv(case, raw.mtv(a, b)),
                judge_contact(case, contact),
                judge_boolean(raw.separating_axis(a, b) is None, case.side <= 0, "raw axis"),
                None if raw.mtv(a, b) == (contact and contact.mtv) else f"mtv {raw.mtv(a, b)}",
            ]
        )

    check(forms(kind_a, kind_b, 1, 6 * CASES), judge)


@every_two_sharp
def test_what_polygons_share(kind_a: str, kind_b: str) -> None:
    for case in forms(kind_a, kind_b, 2, 6 * CASES):
        shared = sepax.overlap(case.a, case.b)
        ring = oracle.shared_ring(case.body_a.points, case.body_b.points)
        corners = oracle.hull(vector((float(x), float(y))) for x, y in ring)
        if len(corners) < 3 or case.side >= 0:
            assert shared is None, str(case)
        else:
            assert shared is not None, str(case)
            found = [vector(corner) for corner in shared.vertices.tolist()]
            assert sorted(found) == sorted(corners), str(case)


def test_a_steep_edge_at_a_corner() -> None:
    """A capsule stands on a corner, upright but for rounding: its end is what touches."""
    box = sepax.Polygon([(0, -1), (1, -1), (1, 0), (0, 0)])
    ulps = [k * 2.0**-52 for k in range(-3, 4)]
    for low, high, height in itertools.product(ulps, ulps, (0.5, 1.0, 1.25)):
        upright = sepax.Capsule((1 + low, height), (1 + high, 5), 1)
        wedge = sepax.Polygon([(1 + low, height), (1 + high, 5), (2, 5)], radius=1)
        for shape in (upright, wedge):
            check([Exact(box, shape), Exact(shape, box)], judge_ways)
            check([Exact(box, shape), Exact(shape, box)], judge_apart)


# Arrays ---------------------------------------------------------------------------------


def rows_of(kind_a: str, kind_b: str, seed: int = 0) -> list[tuple[Shape, Shape]]:
    """Return pairs of two kinds; boxes are such as arrays of them hold as records."""
    rows: list[tuple[Shape, Shape]] = []
    for k, case in enumerate(twins(kind_a, kind_b, seed)):
        for form, quarters in ((case.plain, 0), (case.exactly, 0), (case.turned, k % 4)):
            sides = [
                box_of(figure, quarters) if kind == "box" else shape
                for kind, figure, shape in ((kind_a, case.a, form.a), (kind_b, case.b, form.b))
            ]
            rows.append((sides[0], sides[1]))
    return rows


def check_arrays(rows: list[tuple[Shape, Shape]]) -> None:
    a, b = (ShapeArray(side) for side in zip(*rows, strict=True))
    order = np.random.default_rng(0).permutation(len(rows))
    shuffled = [rows[k] for k in order]
    ones = [(rows[1][0], other) for _, other in rows], [(one, rows[2][1]) for one, _ in rows]
    for verb, (query, _) in VERBS.items():
        assert_same_bits(query(a, b), one_by_one(verb, rows))
        assert_same_bits(query(a, b, pairs=(order, order)), one_by_one(verb, shuffled))
        assert_same_bits(query(rows[1][0], b), one_by_one(verb, ones[0]))
        assert_same_bits(query(a, rows[2][1]), one_by_one(verb, ones[1]))


@every_two
def test_arrays(kind_a: str, kind_b: str) -> None:
    check_arrays(rows_of(kind_a, kind_b))


def mixed_rows(seed: int = 3) -> list[tuple[Shape, Shape]]:
    rows = [row for two in itertools.product(KINDS, KINDS) for row in rows_of(*two, seed)[:8]]
    random.Random(seed).shuffle(rows)
    return rows


def test_mixed_arrays() -> None:
    check_arrays(mixed_rows())


def said_of_arrays() -> Iterator[bytes]:
    """Yield the bytes of all answers of arrays, for `test_lattice_scenes`."""
    many = [rows_of(*two) for two in itertools.product(KINDS, KINDS)]
    for rows in (*many, mixed_rows()):
        a, b = (ShapeArray(side) for side in zip(*rows, strict=True))
        for query, _ in VERBS.values():
            for found in (query(a, b), query(b, a), query(a[0], b), query(a, b[1])):
                yield from (array.tobytes() for array in arrays_of(found))
