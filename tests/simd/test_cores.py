"""Rounded boxes, capsules and segments by their cores, in lanes: never wrong, seldom uncertain."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from families import Pair, Shape, triple
from test_simd import APART, MEETS, UNCERTAIN, check_verdicts, classify, classify_pairs, frames

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment

Draw = Callable[[random.Random, float], Shape]

CORE_TURN, HALF_WIDTH, CORE_RADIUS = 3, 4, 7  # slots of a record


def capsule(source: random.Random, offset: float) -> Shape:
    return Capsule(
        (-source.uniform(0.1, 1), 0.3),
        (0.5, source.uniform(-1, 1)),
        source.uniform(0.01, 0.5),
        position=place(source, offset),
        angle=source.uniform(-4, 4),
    )


def segment(source: random.Random, offset: float) -> Shape:
    return Segment(
        (-1, 0.2),
        (source.uniform(0.5, 2), 0),
        position=place(source, offset),
        angle=source.uniform(-4, 4),
    )


def rounded_box(source: random.Random, offset: float) -> Shape:
    return Polygon.box(
        source.uniform(0.01, 1),
        source.uniform(0.01, 1),
        radius=10 ** source.uniform(-9, 0),
        position=place(source, offset),
        angle=source.uniform(-4, 4),
    )


def sharp_box(source: random.Random, offset: float) -> Shape:
    return Polygon.box(1, 0.5, position=place(source, offset), angle=source.uniform(-4, 4))


def disc(source: random.Random, offset: float) -> Shape:
    return Circle(place(source, offset), source.uniform(0.01, 1))


def hexagon(source: random.Random, offset: float) -> Shape:
    return Polygon.regular(6, 0.8, position=place(source, offset), angle=source.uniform(-4, 4))


def place(source: random.Random, offset: float) -> tuple[float, float]:
    return offset + source.uniform(-1.2, 1.2), source.uniform(-1.2, 1.2) - offset


CORES: list[Draw] = [capsule, segment, rounded_box]
OTHERS: list[Draw] = [sharp_box, disc]


def draw(one: Draw, other: Draw, count: int, offset: float = 0.0) -> list[Pair]:
    source = random.Random(f"{one.__name__} {other.__name__} {offset}")
    return [(one(source, offset), other(source, offset)) for _ in range(count)]


def uncertain_count(cases: Sequence[Pair]) -> int:
    """Return how many pairs remain uncertain; of the others all must be right."""
    verdicts = classify_pairs("cores", cases)
    check_verdicts(verdicts, cases)
    backwards = [(b, a) for a, b in cases]
    check_verdicts(classify_pairs("cores", backwards), backwards)
    return int(np.count_nonzero(verdicts == UNCERTAIN))


# What is certain is true, and that is nearly everything ---------------------------------


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e5])
@pytest.mark.parametrize("one", CORES)
@pytest.mark.parametrize("other", CORES + OTHERS)
def test_cores_are_hardly_ever_uncertain(one: Draw, other: Draw, offset: float) -> None:
    cases = draw(one, other, 400, offset)
    met = sum(a.intersects(b) for a, b in cases)
    assert 40 < met < 380
    assert uncertain_count(cases) == 0


@pytest.mark.parametrize("one", CORES)
def test_polygons_are_classified_by_their_circles(one: Draw) -> None:
    assert 0 < uncertain_count(draw(one, hexagon, 400)) < 200


@pytest.mark.parametrize("one", CORES)
def test_cores_that_rounding_has_bent(one: Draw) -> None:
    """So far from the origin records are those of any shape; some segments are straight still."""
    cases = draw(one, disc, 200, 1e10)
    bent = np.isnan(frames([a for a, _ in cases])[:, CORE_TURN])
    assert bent.all() if one is rounded_box else bent.any()
    assert uncertain_count(cases) > 0


@pytest.mark.parametrize("gap", [-1e-4, -1e-9, 0.0, 1e-9, 1e-4])
@pytest.mark.parametrize("one", CORES)
def test_right_beside_each_other(one: Draw, gap: float) -> None:
    """At the nearest points of a pair, moved until they are so far apart."""
    source = random.Random(3)
    cases: list[Pair] = []
    while len(cases) < 60:
        a, b = one(source, 0.0), source.choice(CORES + OTHERS)(source, 0.0)
        distance = sepax.distance(a, b)
        if distance > 1e-3 and a.radius + b.radius > 0.01:
            (ax, ay), (bx, by) = sepax.nearest_points(a, b)
            back = (distance - gap) / distance
            x, y = b.position
            b.position = (x - (bx - ax) * back, y - (by - ay) * back)
            cases.append((a, b))
    verdicts = classify_pairs("cores", cases)
    check_verdicts(verdicts, cases)
    expected = UNCERTAIN if abs(gap) < 1e-8 else (MEETS if gap < 0 else APART)
    assert verdicts.tolist() == [expected] * len(cases)


def test_corner_to_corner() -> None:
    """Boxes along a Pythagorean triple are farther apart than on any of their axes."""
    cases: list[Pair] = []
    expected = []
    source = random.Random(7)
    for _ in range(100):
        x, y, length = map(abs, triple(source))
        a = Polygon.box(2, 2, radius=length / 2)
        for more, verdict in ((1.0001, APART), (0.9999, MEETS), (1.0, UNCERTAIN)):
            b = Polygon.box(2, 4, radius=length / 2, position=(2 + x * more, 3 + y * more))
            cases.append((a, b))
            expected.append(verdict)
    assert classify_pairs("cores", cases).tolist() == expected


def test_cores_that_cross() -> None:
    """No vertex of either is near the other."""
    cross = Segment((-9, 0), (9, 0)), Segment((0, -9), (0, 9))
    long, high = Polygon.box(20, 1, radius=0.01), Polygon.box(1, 20, radius=0.01, angle=0.3)
    pill = Capsule((-9, -9), (9, 9), 0.25)
    cases: list[Pair] = [cross, (long, high), (pill, long), (cross[0], high), (pill, cross[1])]
    assert classify_pairs("cores", cases).tolist() == [MEETS] * len(cases)
    check_verdicts(classify_pairs("cores", cases), cases)


def test_a_centre_that_may_be_outside() -> None:
    """Of a point, and of what is so thin that rounding takes its inscribed circle."""
    needle = Polygon([(-1, -1e-16), (1, 0), (-1, 1e-16)], position=(1, 0))
    assert np.isnan(frames([needle])[0, HALF_WIDTH])
    box = Polygon.box(4, 4, radius=0.5)
    cases: list[Pair] = [(box, Point((0.5, 0.5))), (box, needle), (Segment((0, 0), (3, 1)), needle)]
    assert classify_pairs("cores", cases).tolist() == [UNCERTAIN] * 3
    far: list[Pair] = [(box, Point((5, 0.5))), (Segment((0, 3), (3, 4)), needle)]
    assert classify_pairs("cores", far).tolist() == [APART, APART]


@pytest.mark.parametrize("scale", [1e-95, 1e-40, 1e40, 1e68])
def test_any_scale(scale: float) -> None:
    source = random.Random(11)
    cases: list[Pair] = []
    for _ in range(200):
        a = Capsule((0, 0), (scale, 0.3 * scale), 0.3 * scale)
        b = Polygon.box(scale, 0.4 * scale, radius=0.2 * scale, angle=source.uniform(-4, 4))
        b.position = (scale * source.uniform(-2, 2), scale * source.uniform(-2, 2))
        cases.append((a, b))
    assert uncertain_count(cases) == 0
    assert 40 < sum(a.intersects(b) for a, b in cases) < 160


def test_too_small_for_squares() -> None:
    tiny = Capsule((0, 0), (1e-150, 0), 1e-150)
    assert np.isnan(frames([tiny])[0, CORE_TURN])
    assert classify_pairs("cores", [(tiny, tiny.copy())]).tolist() != [APART]


# Records --------------------------------------------------------------------------------


def test_records_of_cores() -> None:
    turned = Polygon.box(6, 4, radius=0.5, angle=math.pi + 0.6)
    record = frames([turned])[0]
    assert record[CORE_TURN] == pytest.approx(math.tan(0.3), abs=1e-15)
    assert record[HALF_WIDTH : HALF_WIDTH + 2] == pytest.approx([3, 2], abs=1e-14)
    assert record[CORE_RADIUS] == 0.5
    upright = frames([Capsule((1, 1), (1, 3), 0.25), Capsule((1, 3), (1, 1), 0.25)])
    assert np.abs(upright[:, CORE_TURN]).tolist() == [1.0, 1.0]
    assert upright[:, HALF_WIDTH : HALF_WIDTH + 2].tolist() == [[1.0, 0.0]] * 2


def test_other_lanes_leave_cores_uncertain() -> None:
    """What knows nothing of cores takes neither their sizes nor their radius for those of a box."""
    cases = draw(rounded_box, rounded_box, 200)
    a, b = frames([x for x, _ in cases]), frames([y for _, y in cases])
    assert (classify("boxes", a, b) == UNCERTAIN).all()
    check_verdicts(classify("shapes", a, b), cases)
