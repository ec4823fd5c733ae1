"""The oracle of shapes that turn, checked: closed forms, shapely, and answers that are wrong.

A judge that never complains proves nothing. Each family has its wrong answers: too late, too
early, missed, and told of shapes that stay apart.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import numpy as np
import pytest
import shapely
from oracle import Body
from test_oracle import SEPARATIONS
from turning_brackets import FINE, START, error_at, first_time_below
from turning_cases import FAMILIES, KNOWN, box, known, placed, shapes_of, turnings
from turning_exact import EPSILON, Mover, Place, Turning, exact, signed_separation
from turning_oracle import Answer, judge_turning, reference
from turning_search import Quick

import sepax

FEW = 3
answer_of = cache(reference)

FLOOR = Mover(placed(box(100.0, 1.0), (0.0, -0.5), 0.0))


def still(*points: Place, radius: float = 0.0) -> Mover:
    return Mover(points, radius)


# Separations ----------------------------------------------------------------------------

SEGMENT = still((0.0, 0.0), (4.0, 0.0))


def of_body(body: Body) -> Mover:
    return Mover(tuple((float(x), float(y)) for x, y in body.points), float(body.radius))


@pytest.mark.parametrize(("a", "b", "side", "separation"), SEPARATIONS)
def test_known_separations(a: Body, b: Body, side: int, separation: float) -> None:
    """Those of the other oracle."""
    for case in (Turning(of_body(a), of_body(b)), Turning(of_body(b), of_body(a))):
        found = signed_separation(case, 0.0)
        assert (found > 0) - (found < 0) == side
        assert float(found) == pytest.approx(separation, abs=1e-15)


def posed(mover: Mover, time: float) -> Any:
    """Return the shape at a time, by shapely, from the definition of the motion."""
    turn = mover.rate * time
    (px, py), (vx, vy) = mover.pivot, mover.velocity
    local = [(x - px, y - py) for x, y in mover.points]
    points = placed(local, (px + vx * time, py + vy * time), turn)
    return shapely.MultiPoint(points).convex_hull


@pytest.mark.parametrize("family", ["boxes", "polygons", "rounded", "capsules", "many_turns"])
def test_distances_are_those_of_shapely(family: str) -> None:
    for case in turnings(family, FEW):
        for time in np.linspace(0.0, case.max_time, 7).tolist():
            cores = shapely.distance(posed(case.a, time), posed(case.b, time))
            if cores > 0:
                expected = cores - case.a.radius - case.b.radius
                assert float(signed_separation(case, time)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("family", FAMILIES)
def test_digits_suffice_for_all_families(family: str) -> None:
    assert all(case.is_in_range for case in turnings(family))


def test_digits_do_not_suffice_for_tiny_shapes_and_gaps() -> None:
    for size, fast in [(1e-300, 1.0), (1.0, 1e300)]:
        corner = Mover(((0.0, 0.0), (size, 0.0), (0.0, size)), rate=1.0)
        point = Mover(((2.0 * size, 0.0),), velocity=(-fast, 0.0))
        assert not Turning(corner, point).is_in_range
        assert not Turning(point, corner).is_in_range
    rod = Mover(((2.0**203, 0.0), (0.0, 0.0)), rate=1.0)
    assert not Turning(Mover(((1.0, 1.25),)), rod).is_in_range
    assert Turning(Mover(((2.0**200, 2.0**190),)), rod).is_in_range


def test_motion_has_all_its_digits() -> None:
    """Ten thousand turns, with the digits of mpmath."""
    a = Mover(((3.0, 0.0),), 0.0, (1.0, 0.0), (0.25, 0.0), 1e4)
    case = Turning(a, still((0.0, 0.0)), 7.0)
    with mpmath.workprec(400):
        x = 1 + mpmath.mpf(0.25) * 7 + 2 * mpmath.cos(70_000)
        expected = mpmath.hypot(x, 2 * mpmath.sin(70_000))
        found = signed_separation(case, 7.0)
        assert abs(mpmath.mpf(found.numerator) / found.denominator - expected) < 1e-60


@pytest.mark.parametrize("family", FAMILIES)
def test_bounds_hold(family: str) -> None:
    """In float64 and in 77 digits, against separations inside the intervals."""
    for case in turnings(family, FEW):
        quick, integers = Quick(case), exact(case)
        for width in (0.1, 1e-3, 1e-7, 0.0):
            low = np.linspace(0.0, case.max_time * (1 - width), 3)
            high = low + width * case.max_time
            bounds = quick.bounds(low, high)
            for k, (lo, hi) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
                inside = [lo + (hi - lo) * part for part in (0.0, 0.3, 0.5, 0.9, 1.0)]
                least = min(signed_separation(case, time) for time in inside)
                assert least >= Fraction(bounds.lower[k])
                value = signed_separation(case, lo + (hi - lo) / 2)
                assert abs(value - Fraction(bounds.value[k])) <= Fraction(bounds.error[k])
                pose, half = integers.pose((Fraction(lo) + Fraction(hi)) / 2), Fraction(hi - lo) / 2
                axes, limit = integers.best_axes(pose), integers.fixed(least) + 8
                assert not integers.stays_above(pose, axes, (-half, half), limit)


# First times ----------------------------------------------------------------------------


def check_time(case: Turning, expected: Any) -> None:
    """Demand that the bracket is about a time, and narrow."""
    bracket = first_time_below(case)
    assert bracket.below is not None
    hair = 10 * FINE * error_at(case, case.max_time) / case.speed
    for found in (bracket.clear_until, bracket.below):
        assert abs(mpmath.mpf(found.numerator) / found.denominator - expected) <= 100 * hair
    answer = answer_of(case)
    assert answer is not None
    assert not judge_turning(case, answer)
    assert not judge_turning(case, answer.time)


def test_bar_turns_into_a_wall() -> None:
    bar = Mover(((0.0, 0.0), (2.0, 0.0)), rate=0.75)
    wall = Mover(placed(box(10.0, 1.0), (0.0, 1.5), 0.0))
    check_time(Turning(bar, wall, 3.0), mpmath.asin(0.5) / 0.75)
    check_time(Turning(wall, bar, 3.0), mpmath.asin(0.5) / 0.75)


def test_thick_bar_turns_into_a_wall() -> None:
    """The corner (2, 1/2) goes up by a turn of asin(3 / (2 reach)) less its own angle."""
    bar = Mover(((0.0, -0.5), (2.0, -0.5), (2.0, 0.5), (0.0, 0.5)), rate=1.0)
    wall = Mover(placed(box(10.0, 1.0), (0.0, 2.0), 0.0))
    with mpmath.workprec(300):
        expected = mpmath.asin(1.5 / mpmath.sqrt(4.25)) - mpmath.atan(0.25)
    check_time(Turning(bar, wall, 3.0), expected)


def test_rounded_bar_turns_into_a_wall() -> None:
    bar = Mover(((0.0, 0.0), (2.0, 0.0)), 0.25, rate=-2.0)
    check_time(Turning(bar, FLOOR_BELOW, 3.0), mpmath.asin(0.375) / 2)


FLOOR_BELOW = Mover(placed(box(100.0, 1.0), (0.0, -1.5), 0.0))


def test_disc_about_another_point() -> None:
    """A disc of radius 1 on a circle of radius 2 meets a wall at 2.5 when 2 cos(turn) = 1.5."""
    disc = Mover(((0.0, 2.0),), 1.0, rate=-1.0)
    wall = Mover(placed(box(1.0, 100.0), (3.0, 0.0), 0.0))
    check_time(Turning(disc, wall, 3.0), mpmath.pi / 2 - mpmath.acos(0.75))


def test_wheel_and_bar_that_both_turn() -> None:
    """Two bars of length 1, mirrored, meet in the middle: 2 cos(turn) = 1.5."""
    a = Mover(((0.0, 0.0), (0.0, 1.0)), rate=-1.0)
    b = Mover(((1.5, 0.0), (1.5, 1.0)), 0.0, (1.5, 0.0), (0.0, 0.0), 1.0)
    check_time(Turning(a, b, 3.0), mpmath.pi / 2 - mpmath.acos(0.75))


def test_translation_and_tiny_rates() -> None:
    ball = Mover(((0.0, 3.0),), 1.0, (0.0, 3.0), (1.0, -2.0))
    for rate in (0.0, 1e-300):
        check_time(Turning(replace(ball, rate=rate), FLOOR, 3.0), mpmath.mpf(1))
    corner = Mover(((0.0, 2.0), (1.0, 3.0), (-1.0, 3.0)), 0.0, (0.0, 0.0), (0.0, -1.0), 1e-300)
    check_time(Turning(corner, FLOOR, 3.0), mpmath.mpf(2))


def test_far_pivot() -> None:
    """A box on a circle of radius 1000 about a pivot to its left."""
    part = Mover(tuple((x, y + 2) for x, y in box(1.0, 1.0)), 0.0, (-1000.0, 2.0), rate=-0.01)
    with mpmath.workprec(300):
        reach = mpmath.sqrt(mpmath.mpf(1000.5) ** 2 + 0.25)
        expected = (mpmath.asin(2 / reach) - mpmath.atan(0.5 / mpmath.mpf(1000.5))) / 0.01
    check_time(Turning(part, FLOOR, 3.0), expected)


@pytest.mark.parametrize("family", KNOWN)
def test_grazes(family: str) -> None:
    """The least separation is what the construction says, and a hit exactly when it is negative."""
    for case, least in known(family, FEW):
        rounding = 64 * EPSILON * case.length(case.max_time)
        assert (first_time_below(case).below is not None) == (least < 0)
        levels = [
            (least + sign * rounding) / error_at(case, time)
            for sign, time in ((-1, START), (-1, case.max_time), (1, START), (1, case.max_time))
        ]
        assert first_time_below(case, min(levels[:2])).below is None
        assert first_time_below(case, max(levels[2:])).below is not None


# Wrong answers --------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_right_answers_pass(family: str) -> None:
    for case in turnings(family, FEW):
        for touching in (True, False):
            answer = answer_of(case, touching=touching)
            assert not judge_turning(case, answer, touching=touching), case
            time = math.inf if answer is None else answer.time
            assert not judge_turning(case, time, touching=touching)


@pytest.mark.parametrize("family", FAMILIES)
def test_wrong_times_are_refused(family: str) -> None:
    for case in turnings(family, FEW):
        answer = answer_of(case)
        if answer is None:
            check_false_hits(case)
            continue
        assert judge_turning(case, None)
        assert judge_turning(case, math.inf)
        late = first_time_below(case, -1.0).below
        if late is not None and late > 0:
            assert judge_turning(case, float(late))
        early = answer.time - 1e-9 * case.max_time
        if early > 0.0 and signed_separation(case, early) > 6 * error_at(case, early):
            assert judge_turning(case, early)


def check_false_hits(case: Turning) -> None:
    for time in np.linspace(0.0, case.max_time, 9).tolist():
        wrong = signed_separation(case, time) > 6 * error_at(case, time)
        assert bool(judge_turning(case, time)) is wrong


@pytest.mark.parametrize("family", FAMILIES)
def test_wrong_overlaps_are_refused(family: str) -> None:
    for case in turnings(family, FEW):
        answer = answer_of(case, touching=False)
        first = answer_of(case)
        if first is not None and signed_separation(case, first.time) > 0:
            assert judge_turning(case, first.time, touching=False)
        if answer is None:
            continue
        assert judge_turning(case, None, touching=False)
        late = first_time_below(case, -15.0).below
        if late is not None and late > 0:
            assert judge_turning(case, float(late), touching=False)


@pytest.mark.parametrize("family", ["boxes", "polygons", "thin_and_fast", "capsules"])
def test_a_rate_of_the_wrong_sign_is_found(family: str) -> None:
    def fault(case: Turning) -> list[str]:
        wrong = case.with_rates(-case.a.rate, case.b.rate)
        return judge_turning(case, reference(wrong))

    assert sum(bool(fault(case)) for case in turnings(family, FEW)) >= FEW // 2


def advanced(case: Turning, most: int = 300) -> float | None:
    """Advance by the separation over the greatest speed: right, but often slow (then None)."""
    quick, time = Quick(case), 0.0
    for _ in range(most):
        separation, error = float(quick.separations(np.array([time]))[0]), error_at(case, time)
        if separation <= 4 * error:
            return time
        time += (separation - 2 * error) / case.speed
        if time > case.max_time:
            return math.inf
    return None


@pytest.mark.parametrize("family", FAMILIES)
def test_a_plain_algorithm_passes(family: str) -> None:
    """With the rounding of float64, which the right answers above do not have."""
    answers = [(case, advanced(case)) for case in turnings(family, FEW)]
    for case, time in answers:
        assert time is None or not judge_turning(case, time)


@pytest.mark.parametrize("family", ["thin_and_fast", "many_turns", "graze_random"])
def test_looking_at_some_times_is_found_out(family: str) -> None:
    """A sampler that takes the last time without contact is early or late, or it tunnels."""
    for case in turnings(family, FEW):
        times = np.linspace(0.0, case.max_time, 50)
        touching = np.flatnonzero(Quick(case).separations(times) <= 0.0)
        found = float(times[touching[0] - 1]) if len(touching) else math.inf
        right = answer_of(case)
        if right is not None and not right.initial:
            assert judge_turning(case, found)


def spoilt(answer: Answer) -> list[Answer]:
    (x, y), (nx, ny) = answer.point, answer.normal
    return [
        answer._replace(point=(x + 1e-9, y + 1e-9)),
        answer._replace(point=(math.nan, y)),
        answer._replace(normal=(-nx, -ny)),
        answer._replace(normal=(nx * (1 + 1e-9), ny * (1 + 1e-9))),
        answer._replace(normal=(nx + 3e-2 * ny, ny - 3e-2 * nx)),
        answer._replace(exit_time=math.inf),
        answer._replace(initial=not answer.initial),
        answer._replace(leaving=True),
    ]


@pytest.mark.parametrize("family", ["boxes", "polygons", "rounded", "graze_wall", "far_pivots"])
def test_wrong_fields_are_refused(family: str) -> None:
    answers = [(case, answer_of(case)) for case in turnings(family, FEW)]
    hits = [(case, answer) for case, answer in answers if answer and not answer.initial]
    for case, answer in hits:
        for wrong in spoilt(answer):
            assert judge_turning(case, wrong), (case, wrong)


# Points, starts in contact --------------------------------------------------------------


def test_a_point_crosses_a_segment_without_depth() -> None:
    case = Turning(Mover(((2.0, 1.0),), 0.0, (2.0, 1.0), (0.0, -1.0)), SEGMENT, 3.0)
    case = replace(case, b=replace(SEGMENT, rate=0.1))
    assert not judge_turning(case, None, touching=False)
    answer = answer_of(case)
    assert answer is not None
    assert judge_turning(case, answer, touching=False)
    assert judge_turning(case, None)


def on_floor(up: float, rate: float = 0.0) -> Turning:
    return Turning(Mover(tuple(placed(box(2, 2), (0, 1), 0.0)), 0.0, (0, 1), (0, up), rate), FLOOR)


def start(leaving: bool, exit_time: float = math.nan) -> Answer:
    return Answer(0.0, exit_time, (0.0, -1.0), (0.0, 0.0), True, leaving)


def test_a_start_in_contact() -> None:
    for up, rate in ((1.0, 0.25), (-1.0, 0.25), (0.1, 1.0), (1.0, 0.0)):
        case, leaves = on_floor(up, rate), up >= 0.5
        right = start(leaves) if rate else start(leaves, 5.0)
        assert not judge_turning(case, right)
        assert judge_turning(case, right._replace(leaving=not leaves))
        assert judge_turning(case, right._replace(initial=False))
        assert judge_turning(case, right._replace(time=1e-12))
        assert judge_turning(case, None)


def test_what_leaves_is_skipped() -> None:
    case = on_floor(1.0, 0.25)
    assert not judge_turning(case, None, skip_leaving=True)
    assert judge_turning(case, start(True), skip_leaving=True)
    assert judge_turning(case, 1e-6, skip_leaving=True)


def test_what_is_pressed_is_not_skipped() -> None:
    case = on_floor(-1.0)
    band = error_at(case, 0.0)
    assert not judge_turning(case, start(False, math.inf), skip_leaving=True)
    assert not judge_turning(case, 7 * band, skip_leaving=True)
    assert judge_turning(case, 20 * band, skip_leaving=True)
    assert judge_turning(case, 0.1 * band, skip_leaving=True)
    assert judge_turning(case, None, skip_leaving=True)


def test_the_other_end_comes_down() -> None:
    """A bar stands on the floor by an arm of length 1; the other arm is a tenth longer."""
    bar = Mover(((0.0, 0.0), (0.0, 2.125)), 0.0, (0.0, 1.0), (0.0, 0.0), 1.0)
    case = Turning(bar, FLOOR, 3.0)
    time = math.acos(-1 / 1.125)
    late = 1e-9
    assert not judge_turning(case, math.nextafter(time, 0.0) - 1e-15, skip_leaving=True)
    for wrong in (None, time + late, time - late, 0.5):
        assert judge_turning(case, wrong, skip_leaving=True), wrong
    assert judge_turning(case, start(True), skip_leaving=True)


@pytest.mark.parametrize("family", ["starts_leaving", "starts_pressed", "starts_overlapping"])
def test_skipping_decides_every_start(family: str) -> None:
    """None, or a time after the longest wait, is refused exactly where a contact follows."""
    for case in turnings(family, 3 * FEW):
        complaints = judge_turning(case, None, skip_leaving=True)
        assert not any("gives up" in complaint for complaint in complaints)


@pytest.mark.parametrize("family", ["boxes", "rounded", "points_and_segments", "capsules", "sizes"])
def test_without_turning_it_agrees_with_the_closed_form(family: str) -> None:
    """The sweep that stands has a time within its own bound, in positions."""
    for case in turnings(family, 5 * FEW):
        made = shapes_of(case.with_rates(0.0, 0.0))
        assert made is not None
        a, b, stored = made
        found = sepax.sweep(a, b, stored.a.velocity, stored.b.velocity, stored.max_time)
        bracket = first_time_below(stored)
        if found is None:
            assert bracket.below is None
            continue
        slack = 32 * EPSILON * stored.length(found.time)
        assert found.initial or abs(signed_separation(stored, found.time)) <= slack
        assert bracket.below is not None
        assert abs(found.time - float(bracket.below)) <= 1e-9 * stored.max_time


# The library's shapes -------------------------------------------------------------------


def test_shapes_of_cases() -> None:
    """They are at the places of the case, up to rounding, and nothing is lost on the way."""
    for family in FAMILIES:
        for case in turnings(family, 3):
            made = shapes_of(case)
            if made is None:
                assert any(len(part.points) == 1 for part in (case.a, case.b))
                continue
            _, _, stored = made
            assert stored.b.rate == case.b.rate
            away = abs(signed_separation(stored, 0.0) - signed_separation(case, 0.0))
            sizes = [abs(x) for part in (case.a, case.b) for x in (*part.points[0], *part.pivot)]
            assert away <= 64 * EPSILON * (case.length(0.0) + max(sizes))
