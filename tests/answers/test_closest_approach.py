"""``closest_approach``: how near moving shapes come, checked in positions at that time."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

import numpy as np
import pytest
from approaches import judge_approach
from families import Sweep, sweeps
from judges import check
from motion_judges import ExactSweep
from rounded import ALL_SWEEPS

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, Shape, ShapeArray


def across(sweep: Sweep) -> Sweep:
    """Turn the motion of a by a quarter: most of these pass."""
    x, y = sweep.velocity_a
    return sweep._replace(velocity_a=(-y, x))


def forever(sweep: Sweep) -> Sweep:
    return sweep._replace(max_time=math.inf)


@pytest.mark.parametrize("family", ALL_SWEEPS)
def test_families(family: str) -> None:
    some = 2 if family.endswith(" with radii") or "many_sided" in family else 1
    cases = sweeps(family)[::some]
    for change in (lambda sweep: sweep, across, forever, lambda sweep: forever(across(sweep))):
        check([ExactSweep(change(sweep)) for sweep in cases], judge_approach)


BOX = Polygon.box(4, 2)


@pytest.mark.parametrize(
    ("b", "velocity", "max_time", "time", "distance", "point_a"),
    [
        (Polygon.box(4, 2, position=(30, 5)), (10, 0), 9.0, 2.6, 3.0, (28.0, 1.0)),
        (Polygon.box(4, 2, position=(30, 5)), (10, 0), math.inf, 2.6, 3.0, (28.0, 1.0)),
        (Polygon.box(4, 2, position=(30, 5)), (10, 0), 2.0, 2.0, 45**0.5, (22.0, 1.0)),
        (Polygon.box(4, 2, position=(30, 5)), (-10, 0), 9.0, 0.0, 685**0.5, (2.0, 1.0)),
        (Polygon.box(4, 2, position=(1, 5)), (10, 0), 9.0, 0.0, 3.0, None),
        (Circle((7, 5), 1), (5, 0), 9.0, 1.0, 3.0, (7.0, 1.0)),
        (Circle((7, 5), 1), (0, 0), math.inf, 0.0, 41**0.5 - 1, (2.0, 1.0)),
        (Point((7, 3)), (1, 1), 0.0, 0.0, 29**0.5, (2.0, 1.0)),
        (Segment((6, -1), (6, 1)), (-1, 9), math.inf, 0.0, 4.0, None),
        (Capsule((6, 3), (9, 3), 1), (2, 0), 9.0, 2.0, 1.0, (6.0, 1.0)),
    ],
)
def test_by_hand(
    b: Shape, velocity: tuple[float, float], max_time: float, time: float, distance: float,
    point_a: tuple[float, float] | None,
) -> None:  # fmt: skip
    found = BOX.closest_approach(b, velocity, max_time=max_time)
    assert found.time == time
    assert found.distance == pytest.approx(distance, rel=1e-15)
    assert point_a is None or found.point_a == point_a


def test_flush_edges_count_from_the_first_time_whatever_the_cut() -> None:
    """Of tiles in a row the first one that is beside the box."""
    tiles = Compound([Polygon.box(2, 2, position=(x, 0)) for x in (6, 8, 10)])
    whole = Polygon.box(6, 2, position=(8, 0))
    box = Polygon.box(2, 1, position=(0, 3), angle=0.0)
    for turn in (0.0, 0.1, 0.7, 2.0):
        for shape in (tiles, whole, box):
            shape.set_pose(*turned(shape.position, turn - shape.angle), turn)
        velocity = turned((2.0, 0.0), turn)
        one = box.closest_approach(tiles, velocity, max_time=9)
        other = box.closest_approach(whole, velocity, max_time=9)
        assert [one.time, one.distance] == pytest.approx([2.0, 1.5])
        assert [other.time, other.distance] == pytest.approx([2.0, 1.5])


def turned(place: tuple[float, float], angle: float) -> tuple[float, float]:
    c, s = math.cos(angle), math.sin(angle)
    return c * place[0] - s * place[1], s * place[0] + c * place[1]


def test_compounds_come_as_near_as_their_nearest_parts() -> None:
    source = np.random.default_rng(5)
    for _ in range(400):
        parts = [Circle(source.uniform(-9, 9, 2), 0.5) for _ in range(12)]
        other = Polygon.regular(5, 1, position=source.uniform(-9, 9, 2))
        motion = source.uniform(-5, 5, 2), source.uniform(-1, 1, 2), source.choice([0.5, math.inf])
        found = sepax.closest_approach(Compound(parts), other, *motion)
        each = sepax.closest_approach(ShapeArray.from_shapes(parts), other, *motion)
        assert found.distance == each.distance.min()
        if found.distance > 0.0:
            assert found.time == each.time[each.distance == found.distance].min()
        else:
            assert found.time == each.time[each.distance == 0.0].min()


def test_of_parts_that_are_as_near_at_the_start_the_nearest_counts() -> None:
    """To the bit: the first of them may be farther by rounding."""
    source = np.random.default_rng(7)
    for angle in source.uniform(0, 7, 200):
        tiles = Compound([Polygon.box(1, 1, position=(x, 0)) for x in range(9)])
        row = Compound([Polygon.box(1, 1, position=(x, 0)) for x in range(5)])
        tiles.set_pose(source.uniform(-1, 1), source.uniform(-1, 1), angle)
        row.set_pose(*turned((source.uniform(0, 4), 3.0), angle), angle)
        found = tiles.closest_approach(row, turned((1.0, 0.0), angle), max_time=math.inf)
        assert found.time == 0.0
        assert found.distance == tiles.distance(row)


def test_vertices_beside_each_other_but_for_rounding_count_as_flush_within_the_bound() -> None:
    """The edge of the long one is nearly along the motion, and its far end nearer by 3e-9."""
    way = Capsule((0.0, 0.0), (2.4000000000000004, 1.7999999999999998), 0.0)
    long = Polygon(
        [
            (-4.8000000014, 1.3999999952000002),
            (799995.1993999986, 600001.4007999952),
            (399995.19969939865, 300001.40040079516),
        ],
        radius=1e-09,
    )
    velocity = (799999.9994000001, 600000.0007999999), (1.6, 1.2)
    check([ExactSweep(Sweep(way, long, *velocity, 10.0))], judge_approach)


def test_slow_motion_loses_no_digits() -> None:
    """At a speed whose own number has four digits."""
    still, mover = Circle((3e-20, 4e-20), 1e-21), Circle((0, 0), 1e-21)
    velocity = (2e-320, 1e-320)
    found = mover.closest_approach(still, velocity, max_time=math.inf)
    x, y = map(Fraction, velocity)
    time = (Fraction(3e-20) * x + Fraction(4e-20) * y) / (x * x + y * y)
    assert found.time == pytest.approx(float(time), rel=1e-14)
    assert math.dist(found.point_a, found.point_b) == pytest.approx(found.distance, rel=1e-13)
    # There is no number for the time at which these pass.
    late = mover.closest_approach(Circle((3, 4), 1), velocity, max_time=math.inf)
    assert late.time == sys.float_info.max


def test_a_way_that_underflows_has_a_unit_normal() -> None:
    a, b = Point((1.000004e-294, -2.99996e-295)), Point((9.99996e-295, -3e-295))
    disc = Capsule(b.position, (1.000002e-294, -3.0000199999999998e-295), 1.5e-300)
    found = a.closest_approach(disc, (-1e-300, -4e-300), max_time=5e-324)
    assert math.hypot(*found.normal) == pytest.approx(1.0)


@pytest.mark.parametrize("max_time", [1.0, math.inf])
def test_many_parts_far_apart_are_told_by_their_boxes(max_time: float) -> None:
    """The boxes must not leave out the nearest or the first, whatever the motion."""
    source = np.random.default_rng(3)
    pairs = np.indices((400, 400)).reshape(2, -1).T
    for step in ((120, 150), (-150, 120), (0, 90), (120, 0)):
        rows = ShapeArray.boxes(0.4, 0.2, source.uniform(0, 60, (400, 2)))
        columns = ShapeArray.boxes(0.4, 0.2, source.uniform(0, 60, (400, 2)) + step)
        a, b = Compound(rows), Compound(columns)
        for velocity in ((0.0, 0.0), (30.0, -9.0), (-3.0, -50.0), (1e-30, 2e-30)):
            found = a.closest_approach(b, velocity, max_time=max_time)
            each = sepax.closest_approach(rows, columns, velocity, max_time=max_time, pairs=pairs)
            assert found.distance == each.distance.min()
            assert found.time == each.time[each.distance == found.distance].min()


def test_a_part_that_is_farther_by_more_than_rounding_does_not_count() -> None:
    """However much sooner it is beside the other."""
    parts = [Circle((2, 3 + 1e-12), 1), Circle((6, 3), 1)]
    found = Circle((0, 0), 1).closest_approach(Compound(parts), (1, 0), max_time=9)
    assert (found.time, found.distance) == (6.0, 1.0)


@pytest.mark.parametrize("others", [0, 40])
@pytest.mark.parametrize("sides", [(3, -3), (-3, 3)])
def test_of_parts_that_are_as_near_at_the_end_the_lowest_counts(
    others: int, sides: tuple[int, int]
) -> None:
    far = [Circle((60 + k, 7 * (k % 5)), 1) for k in range(others)]
    both = [Circle((10, y), 1) for y in sides]
    found = Point((0, 0)).closest_approach(Compound([both[0], *far, both[1]]), (6, 0))
    assert (found.time, found.distance) == (1.0, 4.0)
    assert found.point_b == pytest.approx((9.2, 0.8 * sides[0]))
