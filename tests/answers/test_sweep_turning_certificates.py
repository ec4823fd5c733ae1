"""Motions whose certificates need each of their terms, as few random motions do.

Each of them finds a fault that the families of the contract miss.
"""

from __future__ import annotations

import math
import random

import pytest
from turning_brackets import error_at
from turning_exact import of_shapes, signed_separation

import sepax
from sepax import Capsule, Circle, Polygon, Segment


@pytest.mark.parametrize("reach", [0.5, 2.0, 30.0])
@pytest.mark.parametrize("start", [-175.0, -170.0, -150.0])
def test_a_hand_swings_down_and_up_again(reach: float, start: float) -> None:
    """The pivot is just below the ceiling.

    The tip first leaves the ceiling, and comes back to it after nearly half a turn. Only its third
    derivative tells.
    """
    hand = Segment((0, 0), (reach, 0), angle=math.radians(start))
    ceiling = Polygon.box(200, 1, position=(0, 0.6))
    time = sepax.time_of_impact(hand, ceiling, (0, 0), max_time=6, angular_velocity_a=1.0)
    assert time == pytest.approx(math.asin(0.1 / reach) - math.radians(start), abs=1e-12)


def test_a_corner_dips_into_the_floor() -> None:
    """Another corner is lower at the start. At the end none is near the floor any more."""
    spots = [(math.cos(turn), math.sin(turn)) for turn in map(math.radians, (-98, -84))]
    wheel = Polygon([*spots, (0.5, 1.0), (-0.5, 1.0)])
    floor = Polygon.box(10, 1, position=(0, -1.495))
    time = sepax.time_of_impact(wheel, floor, (0, 0), max_time=0.4, angular_velocity_a=1.0)
    assert time == pytest.approx(math.radians(8) - math.acos(0.995), abs=1e-12)


def test_the_least_depth_is_only_known_after_a_turn() -> None:
    """A disc that turns nearly about its centre stays in a wall.

    In the first turn its depth exceeds the least depth so far by less than counts. In the second
    turn the least depth is that of the first.
    """
    wobble = 8.5 * 1.78e-15 * 2.6
    disc = Capsule((wobble / 2, 0), (wobble, 0), 1.0)
    wall = Polygon.box(1, 1, position=(0, 1.4))
    hit = sepax.sweep(
        disc, wall, (0, 0), max_time=math.inf, angular_velocity_a=1.0, skip_leaving=True
    )
    assert hit is not None
    assert 2 * math.pi < hit.time < 4 * math.pi


def test_after_millions_of_turns_the_error_counts_their_way() -> None:
    """A disc comes from far away to a bar that turns.

    By then the rounding of the angle moves the tips by far more than E would be without their way.
    """
    source = random.Random("turns")
    for _ in range(40):
        bar = Polygon.box(2, 0.1, angle=source.uniform(0, 3))
        disc = Circle((100, 0), 0.1)
        rate, velocity = source.uniform(1e7, 1e9), (source.uniform(100, 110), 0.0)
        time = sepax.time_of_impact(bar, disc, velocity, angular_velocity_a=rate)
        assert time < 1.0
        case = of_shapes(bar, disc, velocity, angular_velocity_a=rate)
        assert 0.0 <= signed_separation(case, time) <= 5 * error_at(case, time)
