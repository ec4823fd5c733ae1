"""The oracle and the judges, checked: known answers, shapely, symmetry, planted bugs.

A judge that never complains proves nothing. Each planted bug is a mistake that collision code
is known for; the judges must notice it in the family where it matters.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import oracle
import pytest
from families import PAIRS, SWEEPS, Point, Shape, sweeps
from judges import Exact, exact_pairs
from motion_judges import ExactSweep
from oracle import Body, Difference, Vector, vector

import sepax

# Known answers --------------------------------------------------------------------------


def polygon(*points: Point, radius: float = 0.0) -> Body:
    return Body(tuple(vector(point) for point in points), Fraction(radius))


def disc(x: float, y: float, radius: float) -> Body:
    return Body((vector((x, y)),), Fraction(radius))


def box(x: float, y: float, half_width: float, half_height: float) -> Body:
    return polygon(
        (x - half_width, y - half_height),
        (x + half_width, y - half_height),
        (x + half_width, y + half_height),
        (x - half_width, y + half_height),
    )


UNIT = box(0, 0, 1, 1)
ROUND = UNIT._replace(radius=Fraction(1))
SEGMENT = polygon((0, 0), (4, 0))
CAPSULE = polygon((0, 0), (4, 0), radius=1.0)


SEPARATIONS: list[tuple[Body, Body, int, float]] = [
    (UNIT, box(3, 0, 1, 1), 1, 1.0),
    (UNIT, box(2, 0.5, 1, 1), 0, 0.0),
    (UNIT, box(2, 2, 1, 1), 0, 0.0),
    (UNIT, box(1.5, 0.5, 1, 1), -1, -0.5),
    (UNIT, UNIT, -1, -2.0),
    (UNIT, box(0.25, 0, 0.5, 0.5), -1, -1.25),
    (UNIT, box(5, 6, 1, 1), 1, 5.0),
    (UNIT, disc(3, 0, 1), 1, 1.0),
    (UNIT, disc(2, 0, 1), 0, 0.0),
    (UNIT, disc(4, 5, 4), 1, 1.0),
    (UNIT, disc(4, 5, 5), 0, 0.0),
    (UNIT, disc(4, 5, 6), -1, -1.0),
    (UNIT, disc(0.5, 0, 0.25), -1, -0.75),
    (UNIT, disc(1, 0, 0), 0, 0.0),
    (UNIT, disc(0.5, 0, 0), -1, -0.5),
    (UNIT, disc(1, 1, 2), -1, -2.0),
    (disc(0, 0, 1), disc(3, 4, 4), 0, 0.0),
    (disc(0, 0, 1), disc(3, 4, 3), 1, 1.0),
    (disc(0, 0, 1), disc(0, 0, 2), -1, -3.0),
    (disc(1, 2, 0), disc(1, 2, 0), 0, 0.0),
    (disc(1, 2, 0), disc(1, 2, 1), -1, -1.0),
    (polygon((0, 0), (4, 0), (0, 4)), polygon((3, 3), (5, 3), (3, 5)), 1, math.sqrt(2)),
    (SEGMENT, polygon((1, -1), (1, 5)), -1, -1.0),
    (SEGMENT, polygon((1, 0), (1, 5)), 0, 0.0),
    (SEGMENT, polygon((4, 0), (1, 5)), 0, 0.0),
    (SEGMENT, polygon((7, 4), (9, 4)), 1, 5.0),
    (SEGMENT, polygon((1, 3), (9, 3)), 1, 3.0),
    (SEGMENT, polygon((1, 0), (9, 0)), 0, 0.0),
    (SEGMENT, polygon((4, 0), (9, 0)), 0, 0.0),
    (SEGMENT, polygon((6, 0), (9, 0)), 1, 2.0),
    (SEGMENT, SEGMENT, 0, 0.0),
    (SEGMENT, disc(2, 0, 0), 0, 0.0),
    (SEGMENT, disc(2, 0, 1), -1, -1.0),
    (SEGMENT, disc(7, 4, 5), 0, 0.0),
    (SEGMENT, UNIT, -1, -1.0),
    (SEGMENT, box(2, 1, 1, 1), 0, 0.0),
    (CAPSULE, CAPSULE, -1, -2.0),
    (CAPSULE, polygon((1, 3), (9, 3), radius=2.0), 0, 0.0),
    (CAPSULE, polygon((1, 3), (9, 3), radius=1.5), 1, 0.5),
    (CAPSULE, polygon((7, 4), (9, 9), radius=4.0), 0, 0.0),
    (CAPSULE, polygon((1, -1), (1, 5), radius=0.5), -1, -2.5),
    (CAPSULE, polygon((6, 0), (9, 0), radius=2.0), -1, -1.0),
    (CAPSULE, polygon((1, 0), (9, 0), radius=2.0), -1, -3.0),
    (ROUND, box(5, 6, 1, 1)._replace(radius=Fraction(4)), 0, 0.0),
    (ROUND, box(5, 6, 1, 1), 1, 4.0),
    (ROUND, box(1, 0, 1, 1), -1, -2.0),
    (ROUND, disc(0, 0, 0), -1, -2.0),
]


@pytest.mark.parametrize(("a", "b", "side", "separation"), SEPARATIONS)
def test_known_separations(a: Body, b: Body, side: int, separation: float) -> None:
    for difference in (Difference.between(a, b), Difference.between(b, a)):
        assert difference.side == side
        assert float(difference.separation) == pytest.approx(separation, abs=1e-15)


@pytest.mark.parametrize(
    ("a", "b", "velocity", "first", "last"),
    [
        (UNIT, box(10, 0, 1, 1), (4, 0), 2, 3),
        (UNIT, box(10, 2, 1, 1), (4, 0), 2, 3),
        (UNIT, box(10, 2.5, 1, 1), (4, 0), None, None),
        (UNIT, box(2, 0, 1, 1), (-1, 0), -4, 0),
        (UNIT, box(8, 8, 1, 1), (12, 7), None, None),
        (disc(0, 0, 1), disc(10, 0, 2), (1, 0), 7, 13),
        (disc(0, 1.75, 1), box(10, 0, 1, 1), (0, -1), None, None),
        (disc(0, 0, 1), box(10, 0, 1, 1), (1, 0), 8, 12),
        (disc(0, 5, 3), polygon((10, 0), (14, 2), (10, 2)), (1, 0), 10, 14),
        (UNIT, UNIT, (0, 0), -math.inf, math.inf),
        (UNIT, box(3, 0, 1, 1), (0, 0), None, None),
        (SEGMENT, polygon((10, -1), (10, 1)), (2, 0), 3, 5),
        (SEGMENT, polygon((10, 0), (12, 0)), (2, 0), 3, 6),
        (SEGMENT, polygon((10, 1), (12, 1)), (2, 0), None, None),
        (SEGMENT, polygon((3, 4), (8, 4)), (0, 2), 2, 2),
        (SEGMENT, polygon((3, 4), (8, 4)), (1, 0), None, None),
        (SEGMENT, disc(9, 0, 0), (1, 0), 5, 9),
        (CAPSULE, polygon((10, 0), (12, 0), radius=1.0), (2, 0), 2, 7),
        (CAPSULE, polygon((10, 2), (12, 2), radius=1.0), (2, 0), 3, 6),
        (CAPSULE, disc(12, 5, 4), (1, 0), 8, 12),
        (CAPSULE, polygon((3, 5), (8, 5), radius=1.0), (0, 1), 3, 7),
        (ROUND, box(12, 5, 1, 1)._replace(radius=Fraction(4)), (1, 0), 6, 18),
    ],
)
def test_known_windows(
    a: Body, b: Body, velocity: Point, first: float | None, last: float | None
) -> None:
    start, stop = Difference.between(a, b).window(vector(velocity))
    if first is None:
        assert start > stop
    else:
        assert (start, stop) == (first, last)


@pytest.mark.parametrize(
    ("outer", "inner", "expected"),
    [
        (UNIT, UNIT, True),
        (UNIT, box(0.5, 0, 0.5, 0.5), True),
        (UNIT, box(0.5, 0, 0.6, 0.5), False),
        (UNIT, disc(0, 0, 1), True),
        (UNIT, disc(0.25, 0, 1), False),
        (UNIT, disc(3, 0, 1), False),
        (disc(0, 0, 5), disc(1, 0, 4), True),
        (disc(0, 0, 5), disc(1, 1, 4), False),
        (disc(0, 0, 5), box(0, 0, 3, 4), True),
        (disc(0, 0, 5), box(0, 0, 4, 4), False),
        (disc(0, 0, 4), disc(0, 0, 5), False),
        (UNIT, polygon((-1, 1), (1, -1)), True),
        (UNIT, polygon((-1, 1), (1, -1.5)), False),
        (UNIT, polygon((0, 0), (0.5, 0), radius=0.5), True),
        (UNIT, polygon((0, 0), (0.75, 0), radius=0.5), False),
        (SEGMENT, polygon((1, 0), (4, 0)), True),
        (SEGMENT, polygon((1, 0), (5, 0)), False),
        (SEGMENT, disc(2, 0, 0), True),
        (SEGMENT, disc(2, 0, 0.25), False),
        (CAPSULE, disc(4, 0, 1), True),
        (CAPSULE, disc(2, 0.5, 0.5), True),
        (CAPSULE, disc(2, 0.5, 0.75), False),
        (CAPSULE, polygon((-1, 0), (5, 0)), True),
        (CAPSULE, polygon((-1, 0), (5, 0.5)), False),
        (polygon((0, 0), (4, 0), radius=5.0), polygon((-3, 4), (7, 4)), True),
        (polygon((0, 0), (4, 0), radius=5.5), polygon((-3, 4), (7, 4), radius=0.5), True),
        (polygon((0, 0), (4, 0), radius=5.5), polygon((-3, 4), (7, 4), radius=0.625), False),
        (ROUND, box(0, 0, 2, 1), True),
        (ROUND, box(0, 0, 2, 2), False),
        (ROUND, ROUND, True),
        (ROUND, polygon((0, 0), (1, 0), radius=1.0), True),
        (UNIT, polygon((0, 0), (0.5, 0), (0, 0.5), radius=0.5), True),
        (UNIT, polygon((0, 0), (0.5, 0), (0, 0.5), radius=0.625), False),
    ],
)
def test_known_containment(outer: Body, inner: Body, expected: bool) -> None:
    assert oracle.encloses(outer, inner) is expected


def test_hull_and_convexity() -> None:
    square: list[Vector] = [(0, 0), (2, 0), (2, 2), (0, 2)]
    assert oracle.hull([*square, (1, 0), (1, 1), (0, 0)]) == square
    assert oracle.is_convex(tuple(square[2:] + square[:2]))
    assert oracle.is_convex(((0, 0), (1, 0), (2, 0), (2, 2), (0, 2)))
    assert not oracle.is_convex(tuple(square[::-1]))
    assert not oracle.is_convex(((0, 0), (4, 0), (1, 1), (0, 4)))
    assert not oracle.is_convex(((0, 0), (1, 1), (2, 2)))
    assert not oracle.is_convex(((0, 0), (2, 2), (2, 0), (0, 2)))


def test_roots_have_sixty_digits() -> None:
    assert abs(oracle.root(2) ** 2 - 2) < Fraction(1, 10**58)
    assert oracle.root(Fraction(9, 4)) == Fraction(3, 2)
    assert oracle.root(0) == 0
    assert oracle.root(Fraction(1, 4**1000)) * 2**1000 == pytest.approx(1, abs=1e-50)


# Shapely --------------------------------------------------------------------------------

WELL_CONDITIONED = ["boxes", "polygons", "contained", "deep", "circle_any"]


def to_shapely(shape: Shape) -> tuple[Any, float]:
    """Return shapely's geometry of the point set, and the radius to grow it by."""
    shapely = pytest.importorskip("shapely", reason="shapely is in the extra 'test'")
    if isinstance(shape, sepax.Circle):
        return shapely.Point(shape.position), shape.radius
    return shapely.Polygon(shape.vertices), 0.0


@pytest.mark.parametrize("family", WELL_CONDITIONED)
def test_agrees_with_shapely(family: str) -> None:
    for pair in exact_pairs(family)[::2]:
        (one, radius_a), (other, radius_b) = to_shapely(pair.a), to_shapely(pair.b)
        distance = one.distance(other) - radius_a - radius_b
        if one.intersects(other):
            assert pair.side < 0
            assert pair.separation < 0
        else:
            assert float(pair.separation) == pytest.approx(distance, abs=1e-13)
            assert (pair.side < 0) == (distance < 0)


@pytest.mark.parametrize("family", ["boxes", "polygons", "contained", "deep"])
def test_depth_agrees_with_shapely(family: str) -> None:
    """Moved out by the exact depth, shapely finds contact; by a little less, an overlap."""
    affinity = pytest.importorskip("shapely.affinity", reason="shapely is in the extra 'test'")
    for pair in exact_pairs(family):
        if pair.side >= 0:
            continue
        way = pair.difference.ways_out(Fraction(0))[0]
        size = oracle.root(oracle.dot(way, way))
        depth = float(-pair.separation)
        x, y = (float(part / size) * depth for part in way)
        (one, _), (other, _) = to_shapely(pair.a), to_shapely(pair.b)
        slack = 1e-12 * (1 + depth)
        assert affinity.translate(one, x, y).intersection(other).area < slack
        assert affinity.translate(one, x, y).distance(other) < slack
        assert affinity.translate(one, 0.999 * x, 0.999 * y).intersection(other).area > 0.0


# Symmetry -------------------------------------------------------------------------------


def assert_same(one: Difference, other: Difference, pair: Exact, motion: int = 0) -> None:
    """Demand the same answers, up to the last of sixty digits."""
    slack = (oracle.extent(pair.body_a, pair.body_b) + motion) / 10**55
    assert one.side == other.side
    assert abs(one.separation - other.separation) <= slack


@pytest.mark.parametrize("family", PAIRS)
def test_swaps_and_moves_change_nothing(family: str) -> None:
    for pair in exact_pairs(family)[::8]:
        a, b, difference = pair.body_a, pair.body_b, pair.difference
        assert_same(Difference.between(b, a), difference, pair)
        far, step = vector((0.1, -12345.678)), vector((0.7, -0.3))
        both = Difference.between(oracle.moved(a, far, 1), oracle.moved(b, far, 1))
        assert_same(both, difference, pair)
        moved = Difference.between(oracle.moved(a, step, 1), b)
        assert_same(difference.after(step), moved, pair, 1)


@pytest.mark.parametrize("family", SWEEPS)
def test_windows_end_in_contact(family: str) -> None:
    """At both ends of a window the shapes touch, in the middle they meet, before they do not."""
    for sweep in sweeps(family)[::10]:
        case = ExactSweep(sweep)
        first, last = case.difference.window(case.relative)
        if first > last or math.isinf(first):
            continue
        leeway = case.leeway(max(abs(first), abs(last)))
        early, late = (Fraction(math.floor(time * 2**1100), 2**1100) for time in (first, last))
        for time in (early, late):
            assert abs(case.at(time).separation) <= leeway
        assert case.at((early + late) / 2).separation <= leeway
        assert case.at(early - (late - early) - 1).side >= 0


def test_lowest_separation() -> None:
    for sweep in sweeps("sweep_random")[:6] + sweeps("sweep_circles")[:6]:
        case = ExactSweep(sweep)
        start, stop = Fraction(0), Fraction(8)
        lowest = case.difference.lowest(case.relative, start, stop)
        sampled = [case.at(tick / 16).separation for tick in range(129)]
        assert lowest <= min(sampled) + Fraction(1, 10**15)
        assert lowest >= min(sampled) - Fraction(2)
