"""The contract of the swept test of shapes that turn, by an oracle that shares nothing with it.

`TURNING_CASES` in the environment is the number of cases of a family, 50 by default.
"""

from __future__ import annotations

import math
import os
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from turning_brackets import error_at
from turning_cases import FAMILIES, KNOWN, keywords, known, shapes_of, turnings
from turning_exact import Mover, Turning, of_shapes, signed_separation
from turning_oracle import judge_turning

import sepax
from sepax import Capsule, Circle, Polygon, Segment, ShapeArray

COUNT = int(os.environ.get("TURNING_CASES", "50"))
OPTIONS: dict[str, dict[str, Any]] = {
    "touching": {},
    "overlapping": {"touching": False},
    "skipping": {"skip_leaving": True},
}
Case = tuple[Any, Any, Turning]


def is_turned(mover: Mover) -> bool:
    """Whether its rate changes anything: a disc about its centre has the closed form."""
    return mover.rate != 0.0 and list(mover.points) != [mover.pivot]


def cases_of(family: str, count: int = COUNT) -> list[Case]:
    made = [shapes_of(case) for case in turnings(family, count)]
    return [one for one in made if one is not None and (is_turned(one[2].a) or is_turned(one[2].b))]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_contract(family: str, options: str) -> None:
    chosen = OPTIONS[options]
    for k, (a, b, case) in enumerate(cases_of(family)):
        answer = sepax.sweep(a, b, **keywords(case), **chosen)
        assert judge_turning(case, answer, **chosen) == [], case
        if not chosen:
            time = sepax.time_of_impact(a, b, **keywords(case))
            assert time == (math.inf if answer is None else answer.time)
        if not chosen and k % 4 == 0:
            swapped = case.swapped()
            answer = sepax.sweep(b, a, **keywords(swapped))
            assert judge_turning(swapped, answer) == [], swapped


@pytest.mark.parametrize("family", FAMILIES)
def test_raw_rings(family: str) -> None:
    """Pivots wherever they are, also of discs beside them."""
    for case in turnings(family, COUNT)[::3]:
        if len(case.a.points) < 3 or len(case.b.points) < 3 or case.a.radius or case.b.radius:
            continue
        answer = sepax.raw.sweep(
            list(case.a.points), list(case.b.points), **keywords(case, raw=True)
        )
        assert judge_turning(case, answer) == [], case


@pytest.mark.parametrize("family", KNOWN)
def test_grazes_of_known_depth(family: str) -> None:
    """Gaps and depths from 1e-2 to 1e-12, known by construction."""
    for case, least in known(family, 2 * COUNT):
        made = shapes_of(case)
        if made is None:
            continue
        time = sepax.time_of_impact(made[0], made[1], **keywords(made[2]))
        slack = 5 * 16 * 2.0**-53 * case.length(case.max_time) + 1e-15
        if least > slack:
            assert time == math.inf
        elif least < -slack:
            assert time < math.inf


# --- the same bits --------------------------------------------------------------------------------


def columns(cases: list[Case]) -> tuple[ShapeArray, ShapeArray, Any]:
    ones, others, turns = zip(*cases, strict=True)
    given = [keywords(case) for case in turns]
    motion = {name: np.array([one[name] for one in given]) for name in given[0]}
    return ShapeArray(ones), ShapeArray(others), motion


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("family", FAMILIES)
def test_arrays_have_the_bits_of_two_shapes(family: str, options: str) -> None:
    cases, chosen = cases_of(family), OPTIONS[options]
    if not cases:  # discs beside their pivots alone: arrays hold none
        return
    a, b, motion = columns(cases)
    rows = sepax.sweep(a, b, **motion, **chosen)
    expected = [sepax.sweep(one, other, **keywords(case), **chosen) for one, other, case in cases]
    assert list(map(repr, rows)) == list(map(repr, expected))
    backwards = np.arange(len(cases))[::-1].copy()
    reverse: Any = {name: column[::-1] for name, column in motion.items()}
    again = sepax.sweep(a, b, **reverse, **chosen, pairs=(backwards, backwards), workers=2)
    assert list(map(repr, again)) == list(map(repr, expected[::-1]))
    if not chosen:
        assert sepax.time_of_impact(a, b, **motion).tolist() == rows.time.tolist()
        assert [one.time_of_impact(other, **keywords(case)) for one, other, case in cases] == (
            rows.time.tolist()
        )


def test_compact_kinds_have_the_bits_of_two_shapes() -> None:
    source, n = np.random.default_rng(7), 100
    places, angles = source.uniform(-1, 1, (n, 2)), source.uniform(-3, 3, n)
    blade = Polygon([(0, 0), (5, 0), (5, 0.2)], position=(4, 0))
    for array in (
        ShapeArray.boxes(source.uniform(0.2, 2, n), 1, places, angles),
        ShapeArray.circles(places, source.uniform(0.2, 1, n)),
        ShapeArray.segments(places, places + source.uniform(-1, 1, (n, 2))),
    ):
        rates = source.normal(0, 3, n)
        times = sepax.time_of_impact(array, blade, (1, 0), max_time=3, angular_velocity_a=rates)
        for shape, time, rate in zip(array, times, rates.tolist(), strict=True):
            assert time == shape.time_of_impact(blade, (1, 0), max_time=3, angular_velocity_a=rate)


@pytest.mark.parametrize("family", ["boxes", "rounded", "capsules", "points_and_segments"])
def test_no_rate_is_the_closed_form(family: str) -> None:
    for a, b, case in cases_of(family):
        still = keywords(case.with_rates(0.0, 0.0))
        plain = {name: still[name] for name in ("velocity_a", "velocity_b", "max_time")}
        expected = sepax.sweep(a, b, **plain)
        assert sepax.sweep(a, b, **still) == expected
        assert sepax.sweep(ShapeArray([a]), b, **still)[0] == expected


def scaled(case: Turning, length: float, time: float) -> Turning:
    """Return the case with lengths and times multiplied by powers of two, exactly."""

    def mover(one: Mover) -> Mover:
        points = tuple((x * length, y * length) for x, y in one.points)
        pivot, (x, y) = (one.pivot[0] * length, one.pivot[1] * length), one.velocity
        velocity = (x * length / time, y * length / time)
        return Mover(points, one.radius * length, pivot, velocity, one.rate / time)

    return replace(case, a=mover(case.a), b=mover(case.b), max_time=case.max_time * time)


@pytest.mark.parametrize("family", ["boxes", "rounded", "capsules", "points_and_segments"])
@pytest.mark.parametrize(("length", "time"), [(2.0**40, 1.0), (1.0, 2.0**-30), (2.0**-20, 2.0**60)])
def test_scaled_by_a_power_of_two(family: str, length: float, time: float) -> None:
    for a, b, case in cases_of(family):
        made: Any = shapes_of(scaled(case, length, time))
        expected = sepax.sweep(a, b, **keywords(case))
        found = sepax.sweep(*made[:2], **keywords(made[2]))
        assert (found is None) == (expected is None)
        if found is not None and expected is not None:
            assert (found.time, found.normal) == (expected.time * time, expected.normal)


# --- motions whose certificates need each of their terms, as few random motions do ----------------


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
    hit: Any = sepax.sweep(
        disc, wall, (0, 0), max_time=math.inf, angular_velocity_a=1.0, skip_leaving=True
    )
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
