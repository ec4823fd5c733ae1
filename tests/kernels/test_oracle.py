"""The oracle and the judges, checked: known answers, shapely, symmetry, planted bugs.

A judge that never complains proves nothing. Each planted bug is a mistake that collision code
is known for; the judges must notice it in the family where it matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import oracle
import pytest
from families import CASES, PAIRS, POLYGON_PAIRS, SWEEPS, Point, Shape, Sweep, pairs, sweeps
from judges import (
    Exact,
    ExactSweep,
    check,
    exact_pairs,
    judge_axis,
    judge_contact,
    judge_intersects,
    judge_mtv,
    judge_sweep,
)
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


@pytest.mark.parametrize(
    ("a", "b", "side", "separation"),
    [
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
    ],
)
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
    for pair in exact_pairs(family):
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
def test_swapping_changes_nothing(family: str) -> None:
    for pair in exact_pairs(family)[::4]:
        assert_same(Difference.between(pair.body_b, pair.body_a), pair.difference, pair)


@pytest.mark.parametrize("family", PAIRS)
def test_moving_both_changes_nothing(family: str) -> None:
    step = vector((0.1, -12345.678))
    for pair in exact_pairs(family)[::8]:
        bodies = (oracle.moved(shape, step, 1) for shape in (pair.body_a, pair.body_b))
        assert_same(Difference.between(*bodies), pair.difference, pair)


@pytest.mark.parametrize("family", PAIRS)
def test_moving_a_is_moving_the_origin(family: str) -> None:
    step = vector((0.7, -0.3))
    for pair in exact_pairs(family)[::8]:
        a = oracle.moved(pair.body_a, step, 1)
        assert_same(pair.difference.after(step), Difference.between(a, pair.body_b), pair, 1)


@pytest.mark.parametrize("family", SWEEPS)
def test_windows_end_in_contact(family: str) -> None:
    """At both ends of a window the shapes touch, in the middle they meet, before they do not."""
    for sweep in sweeps(family)[::4]:
        case = ExactSweep(sweep)
        first, last = case.difference.window(case.relative)
        if first > last or math.isinf(first):
            continue
        leeway = case.leeway(max(abs(first), abs(last)))
        early, late = (Fraction(math.floor(time * 2**1100), 2**1100) for time in (first, last))
        for time in (early, late):
            step = (case.relative[0] * time, case.relative[1] * time)
            assert abs(case.difference.after(step).separation) <= leeway
        middle = (early + late) / 2
        step = (case.relative[0] * middle, case.relative[1] * middle)
        assert case.difference.after(step).separation <= leeway
        outside = early - (late - early) - 1
        step = (case.relative[0] * outside, case.relative[1] * outside)
        assert case.difference.after(step).side >= 0


def test_lowest_separation() -> None:
    for sweep in sweeps("sweep_random")[:20] + sweeps("sweep_circles")[:20]:
        case = ExactSweep(sweep)
        start, stop = Fraction(0), Fraction(8)
        lowest = case.difference.lowest(case.relative, start, stop)
        sampled = [case.at(tick / 16).separation for tick in range(129)]
        assert lowest <= min(sampled) + Fraction(1, 10**15)
        assert lowest >= min(sampled) - Fraction(2)


# The families ---------------------------------------------------------------------------


@pytest.mark.parametrize("family", PAIRS)
def test_families_of_pairs(family: str) -> None:
    assert len(pairs(family)) == CASES >= 200
    for pair in exact_pairs(family):
        for shape in (pair.body_a, pair.body_b):
            assert len(shape.points) == 1 or oracle.is_convex(shape.points)


@pytest.mark.parametrize("family", SWEEPS)
def test_families_of_sweeps(family: str) -> None:
    assert len(sweeps(family)) == CASES >= 200


SIDES = {
    "touching_edge_edge": {0},
    "touching_vertex_edge": {0},
    "touching_vertex_vertex": {0},
    "shared_edges": {0},
    "contained": {-1},
    "deep": {-1},
    "identical": {-1},
    "off_by_one_ulp": {-1, 1},
    "extreme_exponents": {-1, 0, 1},
    "circle_touching": {-1, 0, 1},
    "circle_inside": {-1, 0},
    "circle_circle_touching": {-1, 0, 1},
    "circle_extreme": {-1, 0, 1},
    "circles_alike": {-1},
}


@pytest.mark.parametrize("family", PAIRS)
def test_families_hold_what_they_say(family: str) -> None:
    """Each verdict that belongs to a family is there, and often enough to mean something."""
    found = [pair.side for pair in exact_pairs(family)]
    for side in SIDES.get(family, {-1, 1}):
        assert found.count(side) >= 10
    if SIDES.get(family, {1}) <= {-1, 0}:
        assert set(found) == SIDES[family]


def starts(family: str) -> list[int]:
    return [ExactSweep(sweep).side for sweep in sweeps(family)]


def test_sweeps_start_as_they_say() -> None:
    assert set(starts("sweep_parts")) == {0}
    assert set(starts("sweep_starts_overlapping")) >= {-1}
    assert starts("sweep_starts_touching").count(0) > 150
    assert starts("sweep_slides").count(0) > 50
    assert starts("sweep_grazes").count(1) > 100
    assert {-1, 0, 1} <= set(starts("sweep_does_not_move"))


@pytest.mark.parametrize("family", ["sweep_random", "sweep_circles", "sweep_tunnels", "sweep_far"])
def test_ordinary_sweeps_hit_and_miss(family: str) -> None:
    cases = [ExactSweep(sweep) for sweep in sweeps(family)]
    hits = [c.difference.first_touch(c.relative, c.sweep.max_time) is not None for c in cases]
    assert hits.count(True) > 40
    assert hits.count(False) > 20


def test_hits_at_max_time() -> None:
    for sweep in sweeps("sweep_hits_at_max_time"):
        case = ExactSweep(sweep)
        assert case.difference.first_touch(case.relative, sweep.max_time) == sweep.max_time


# Planted bugs ---------------------------------------------------------------------------


def complaints(cases: list[Any], judge: Callable[[Any], str | None]) -> int:
    """Count the cases that the judge refuses."""
    return sum(judge(case) is not None for case in cases)


def boxes_overlap(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: bounding boxes only."""
    one, other = a.bounds, b.bounds
    return all(one[k] <= other[k + 2] and other[k] <= one[k + 2] for k in (0, 1))


def proxies(a: Shape, b: Shape, axis: Point) -> tuple[float, float, float, float]:
    """Return the projections of both on an axis, in plain floating point."""
    found = []
    for shape in (a, b):
        products = [x * axis[0] + y * axis[1] for x, y in shape.vertices.tolist()]
        found += [min(products) - shape.radius, max(products) + shape.radius]
    return found[0], found[1], found[2], found[3]


def plain_axes(a: Shape, b: Shape) -> list[Point]:
    """Return the unit normals of both, and the direction between centres for a circle."""
    axes = [(x, y) for shape in (a, b) for x, y in shape.normals.tolist()]
    if a.radius or b.radius:
        (ax, ay), (bx, by) = a.position, b.position
        size = math.hypot(bx - ax, by - ay) or 1.0
        axes.append(((bx - ax) / size, (by - ay) / size))
    return axes


def plain_intersects(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: projections rounded far from the origin, and the centres' axis for circles."""
    for axis in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        if high_a < low_b or high_b < low_a or (high_a == low_b and not touching):
            return False
    return True


def tolerant_intersects(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: an epsilon."""
    for axis in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        if high_a < low_b - 1e-9 or high_b < low_a - 1e-9:
            return False
    return True


def own_axes_intersects(a: Shape, b: Shape, touching: bool = True) -> bool:
    """Bug: only the axes of a."""
    for axis in [(x, y) for x, y in a.normals.tolist()]:
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        if high_a < low_b or high_b < low_a:
            return False
    return True


@pytest.mark.parametrize(
    ("bug", "families"),
    [
        (boxes_overlap, ["boxes", "polygons", "slivers", "circle_any"]),
        (own_axes_intersects, ["boxes", "polygons", "slivers"]),
        (plain_intersects, ["touching_edge_edge", "off_by_one_ulp", "offset_1e9"]),
        (plain_intersects, ["circle_at_vertex", "circle_touching", "extreme_exponents"]),
        (tolerant_intersects, ["touching_vertex_edge", "off_by_1e_12", "tiny", "shared_edges"]),
    ],
)
def test_wrong_booleans_are_noticed(bug: Callable[..., bool], families: list[str]) -> None:
    for family in families:
        assert complaints(exact_pairs(family), lambda pair: judge_intersects(pair, bug)) > 0


def overlap_of_proxies(a: Shape, b: Shape) -> Point | None:
    """Bug: the overlap of projections, too short where one is inside the other."""
    ways = []
    for x, y in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, (x, y))
        ways.append((min(high_a, high_b) - max(low_a, low_b), x, y))
    depth, x, y = min(ways)
    return None if depth < 0.0 else (-x * depth, -y * depth)


def towards_centres(a: Shape, b: Shape) -> Point | None:
    """Bug: the sign of the vector is taken from the centres."""
    mtv = a.mtv(b)
    if mtv is None:
        return None
    (ax, ay), (bx, by) = a.centroid, b.centroid
    sign = math.copysign(1.0, (ax - bx) * mtv[0] + (ay - by) * mtv[1])
    return (sign * mtv[0], sign * mtv[1])


def changed_mtv(change: Callable[[float, float], Point]) -> Callable[[Shape, Shape], Point | None]:
    """Return the true vector, changed."""

    def wrong(a: Shape, b: Shape) -> Point | None:
        mtv = a.mtv(b)
        return None if mtv is None else change(*mtv)

    return wrong


@pytest.mark.parametrize(
    ("bug", "families"),
    [
        (overlap_of_proxies, ["contained", "deep"]),
        (towards_centres, ["contained", "deep"]),
        (changed_mtv(lambda x, y: (-x, -y)), ["boxes", "circle_inside", "contained"]),
        (changed_mtv(lambda x, y: (-y, x)), ["boxes", "circle_any", "tiny"]),
        (changed_mtv(lambda x, y: (x * (1 + 1e-13), y * (1 + 1e-13))), ["deep", "contained"]),
        (changed_mtv(lambda x, y: (x * (1 - 1e-13), y * (1 - 1e-13))), ["deep", "huge"]),
        (changed_mtv(lambda x, y: (x, y + 1e-13)), ["touching_edge_edge", "offset_1e9"]),
        (changed_mtv(lambda x, y: (0.0, 0.0)), ["boxes", "off_by_1e_9", "tiny"]),
        (changed_mtv(lambda x, y: (2 * x, 2 * y)), ["off_by_1e_12", "circle_any"]),
        (lambda a, b: None, ["touching_vertex_vertex", "circle_inside", "shared_edges"]),
        (lambda a, b: (0.0, 0.0), ["boxes", "circle_circle"]),
    ],
)
def test_wrong_vectors_are_noticed(
    bug: Callable[[Shape, Shape], Point | None], families: list[str]
) -> None:
    for family in families:
        assert complaints(exact_pairs(family), lambda p: judge_mtv(p, bug(p.a, p.b))) > 0


def fields(result: Any, names: str) -> SimpleNamespace:
    """Return the attributes of a result, free to be changed."""
    return SimpleNamespace(**{name: getattr(result, name) for name in names.split()})


CONTACT = "normal depth mtv points a_in_b b_in_a"
IMPACT = "time exit_time normal point initial leaving"

CONTACT_BUGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "normal the other way": lambda c: {
        "normal": (-c.normal[0], -c.normal[1]),
        "mtv": (-c.mtv[0], -c.mtv[1]),
    },
    "normal not of length 1": lambda c: {"normal": (c.normal[0] * 1.00000001, c.normal[1])},
    "mtv of another length": lambda c: {"mtv": (c.mtv[0] * 1.000001, c.mtv[1])},
    "depth too large": lambda c: {"depth": c.depth * 1.000001 + 1e-12},
    "depth negative": lambda c: {"depth": -c.depth},
    "point beside": lambda c: {"points": tuple((x + 1e-9, y - 1e-9) for x, y in c.points)},
    "point on one surface": lambda c: {
        "points": tuple(
            (x + c.normal[0] * c.depth / 2, y + c.normal[1] * c.depth / 2) for x, y in c.points
        )
    },
    "no point": lambda c: {"points": ()},
    "three points": lambda c: {"points": (c.points * 3)[:3]},
    "a_in_b": lambda c: {"a_in_b": not c.a_in_b},
    "b_in_a": lambda c: {"b_in_a": not c.b_in_a},
}


@pytest.mark.parametrize("bug", CONTACT_BUGS)
@pytest.mark.parametrize("family", ["boxes", "polygons", "circle_any"])
def test_wrong_contacts_are_noticed(family: str, bug: str) -> None:
    """In most overlapping cases, not just in one."""

    def judge(pair: Exact) -> str | None:
        contact = pair.a.collide(pair.b)
        wrong = fields(contact, CONTACT)
        vars(wrong).update(CONTACT_BUGS[bug](contact))
        return judge_contact(pair, wrong)

    cases = [pair for pair in exact_pairs(family) if pair.side < 0]
    assert complaints(cases, judge) > 0.9 * len(cases)


def test_contact_of_shapes_apart_is_noticed() -> None:
    cases = [pair for pair in exact_pairs("boxes") if pair.side > 0]
    ghost = sepax.Polygon.box(1, 1).collide(sepax.Polygon.box(1, 1))
    assert complaints(cases, lambda pair: judge_contact(pair, ghost)) == len(cases)
    assert complaints(cases, lambda pair: judge_mtv(pair, (0.0, 0.0))) == len(cases)


AXIS_BUGS: dict[str, Callable[[Shape, Shape, Point], Point | None]] = {
    "the other way": lambda a, b, axis: (-axis[0], -axis[1]),
    "not of length 1": lambda a, b, axis: (2.0 * axis[0], 2.0 * axis[1]),
    "a quarter turn": lambda a, b, axis: (-axis[1], axis[0]),
    "off by 1e-9": lambda a, b, axis: (axis[0] + 1e-9 * axis[1], axis[1] - 1e-9 * axis[0]),
    "none": lambda a, b, axis: None,
}


@pytest.mark.parametrize("bug", AXIS_BUGS)
@pytest.mark.parametrize("family", ["boxes", "polygons", "circle_any"])
def test_wrong_axes_are_noticed(family: str, bug: str) -> None:
    def judge(pair: Exact) -> str | None:
        axis = pair.a.separating_axis(pair.b)
        assert axis is not None
        return judge_axis(pair, AXIS_BUGS[bug](pair.a, pair.b, axis))

    cases = [pair for pair in exact_pairs(family) if pair.side > 0]
    assert complaints(cases, judge) == len(cases)


SWEEP_BUGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "too early": lambda i: {"time": i.time * (1 - 1e-12)},
    "too late": lambda i: {"time": i.time * (1 + 1e-12)},
    "the exit as the time": lambda i: {"time": i.exit_time},
    "exit too early": lambda i: {"exit_time": i.exit_time * (1 - 1e-12)},
    "exit too late": lambda i: {"exit_time": i.exit_time * (1 + 1e-12)},
    "never an exit": lambda i: {"exit_time": math.inf},
    "normal the other way": lambda i: {"normal": (-i.normal[0], -i.normal[1])},
    "normal turned": lambda i: {"normal": (-i.normal[1], i.normal[0])},
    "point elsewhere": lambda i: {"point": (i.point[0] + 3.0, i.point[1] - 2.0)},
    "initial": lambda i: {"initial": not i.initial},
    "leaving": lambda i: {"leaving": not i.leaving},
    "nan": lambda i: {"time": math.nan},
}


def plain_hits(family: str) -> list[ExactSweep]:
    """Return the sweeps that hit after a while."""
    cases = [ExactSweep(sweep) for sweep in sweeps(family)]
    hits = [case for case in cases if case.side > 0 and sepax.sweep(*case.sweep) is not None]
    assert len(hits) > 30
    return hits[:30]


@pytest.mark.parametrize("bug", SWEEP_BUGS)
@pytest.mark.parametrize("family", ["sweep_random", "sweep_circles"])
def test_wrong_impacts_are_noticed(family: str, bug: str) -> None:
    def judge(case: ExactSweep) -> str | None:
        impact = sepax.sweep(*case.sweep)
        wrong = fields(impact, IMPACT)
        vars(wrong).update(SWEEP_BUGS[bug](impact))
        return judge_sweep(case, wrong)

    hits = plain_hits(family)
    assert complaints(hits, judge) > 0.9 * len(hits)


def extended_proxies(case: ExactSweep) -> Any:
    """Bug: projections stretched by the velocity, as in tutorials; hits that never happen."""
    a, b = case.a, case.b
    (ux, uy), time = (float(x) for x in case.relative), min(case.sweep.max_time, 1e3)
    for axis in plain_axes(a, b):
        low_a, high_a, low_b, high_b = proxies(a, b, axis)
        along = (ux * axis[0] + uy * axis[1]) * time
        if high_a + max(along, 0.0) < low_b or high_b < low_a + min(along, 0.0):
            return None
    hit = sepax.sweep(sepax.Polygon.box(1, 1), sepax.Polygon.box(1, 1, position=(2, 0)), (1, 0))
    return fields(hit, IMPACT)


def only_at_the_end(case: ExactSweep) -> Any:
    """Bug: tunnelling, a test of the last position only."""
    a, b = case.a.copy(), case.b.copy()
    time = min(case.sweep.max_time, 10.0)
    a.move(*(x * time for x in case.sweep.velocity_a))
    b.move(*(x * time for x in case.sweep.velocity_b))
    return sepax.sweep(*case.sweep) if a.intersects(b) else None


@pytest.mark.parametrize(
    ("bug", "family"),
    [
        (extended_proxies, "sweep_random"),
        (extended_proxies, "sweep_tunnels"),
        (only_at_the_end, "sweep_random"),
        (only_at_the_end, "sweep_tunnels"),
        (lambda case: None, "sweep_starts_overlapping"),
        (lambda case: None, "sweep_parts"),
        (lambda case: None, "sweep_circles"),
    ],
)
def test_wrong_sweeps_are_noticed(bug: Callable[[ExactSweep], Any], family: str) -> None:
    cases = [ExactSweep(sweep) for sweep in sweeps(family)[:40]]
    assert complaints(cases, lambda case: judge_sweep(case, bug(case))) > 3


def test_leaving_by_the_normal_alone_is_noticed() -> None:
    """Bug: only one of several edges is tested for separation."""
    box_at = sepax.Polygon.box
    case = ExactSweep(Sweep(box_at(2, 2), box_at(2, 2, position=(2, 2)), (-1, 1), (0, 0), 1.0))
    right = sepax.sweep(*case.sweep)
    wrong = fields(right, IMPACT)
    wrong.leaving = False
    assert judge_sweep(case, wrong) == "leaving gives False"


def test_check_reports_the_case() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"1 of 3 are wrong\ncase 1: bad\n  5"):
        check([4, 5, 6], lambda case: "bad" if case == 5 else None)


def test_every_family_is_listed() -> None:
    """The tests go by these lists, so that a forgotten registration would go unseen."""
    assert len(PAIRS) >= 25
    assert len(POLYGON_PAIRS) >= 18
    assert len(SWEEPS) >= 14
