"""``closest_approach``: how near moving shapes come, checked in positions at that time."""

from __future__ import annotations

import math

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
