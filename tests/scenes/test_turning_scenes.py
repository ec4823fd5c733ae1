"""Scenes of shapes that turn while they move, against `sweep` of all pairs."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import sepax
from sepax import Circle, Compound, Impacts, Point, Polygon, ShapeArray, ShapeIndex

Rng = np.random.Generator
Floats = npt.NDArray[np.float64]
VERBS: list[Callable[..., Any]] = [sepax.first_impacts, sepax.sweep_pairs]


def outlines(rng: Rng, count: int, spread: float) -> ShapeArray:
    """Polygons, discs, capsules and segments about positions that may lie outside of them."""
    kinds: list[Callable[[], Any]] = [
        lambda: Polygon.box(*rng.uniform(0.1, 3.0, 2)),
        lambda: Polygon.regular(int(rng.integers(3, 9)), rng.uniform(0.2, 1.5)),
        lambda: Polygon(Polygon.box(2.0, 0.2).local_vertices + rng.uniform(-4.0, 4.0, 2)),
        lambda: Circle((0.0, 0.0), rng.uniform(0.1, 1.0)),
        lambda: sepax.Capsule(rng.uniform(-3, 0, 2), rng.uniform(0.1, 3, 2), 0.2),
        lambda: sepax.Segment(rng.uniform(-3, 0, 2), rng.uniform(0.1, 3, 2)),
    ]
    shapes = []
    for _ in range(count):
        shape = kinds[int(rng.integers(len(kinds)))]()
        shape.set_pose(*rng.uniform(-spread, spread, 2), rng.uniform(-3.0, 3.0))
        shapes.append(shape)
    return ShapeArray(shapes)


def boxes(rng: Rng, count: int, spread: float) -> ShapeArray:
    places, angles = rng.uniform(-spread, spread, (count, 2)), rng.uniform(-3.0, 3.0, count)
    return ShapeArray.boxes(rng.uniform(0.1, 3.0, count), 0.4, places, angles)


def rates(rng: Rng, count: int) -> Floats:
    """Angular velocities of all sizes, some of them 0."""
    sizes: Floats = rng.choice([0.0, 1e-9, 0.1, 3.0, 40.0], count)
    return sizes * rng.normal(0.0, 1.0, count)


def all_times(
    a: ShapeArray, b: ShapeArray, velocity_a: Floats, velocity_b: Floats, end: float, *turns: Floats
) -> Floats:
    """Return the time of each shape with each other one, (n, m)."""
    i, j = np.indices((len(a), len(b))).reshape(2, -1)
    found = sepax.sweep(
        a,
        b,
        velocity_a[i % len(velocity_a)],
        velocity_b[j % len(velocity_b)],
        max_time=end,
        angular_velocity_a=turns[0][i % len(turns[0])],
        angular_velocity_b=turns[1][j % len(turns[1])],
        pairs=(i, j),
    )
    times: Floats = found.time.reshape(len(a), len(b))
    return times


MAKERS = {"outlines": outlines, "boxes": boxes}
CASES = list(product(MAKERS, (3.0, 20.0, 200.0)))


@pytest.mark.parametrize(("kind", "spread"), CASES)
def test_first_impacts_are_the_least_of_all(kind: str, spread: float) -> None:
    rng = np.random.default_rng([len(kind), int(spread)])
    for n, m in ((1, 1), (7, 3), (40, 90)):
        a, b = MAKERS[kind](rng, n, spread), MAKERS[kind](rng, m, spread)
        for one_a, one_b, rests, end in product(
            (False, True), (False, True), (False, True), (0.5, 9.0)
        ):
            of_a = rng.normal(0.0, spread / 4, (1 if one_a else n, 2))
            of_b = rng.normal(0.0, spread / 9, (1 if one_b else m, 2))
            turns = rates(rng, 1 if one_a else n), np.zeros(1) if rests else rates(rng, m)
            times = all_times(a, b, of_a, of_b, end, *turns)
            rows, impacts = sepax.first_impacts(
                a,
                b if one_a else ShapeIndex(b),
                of_a,
                of_b,
                end,
                angular_velocity_a=turns[0],
                angular_velocity_b=turns[1],
            )
            least = times.min(axis=1)
            assert (impacts.time == least).all()
            assert (rows == np.where(least < np.inf, times.argmin(axis=1), -1)).all()


@pytest.mark.parametrize(("kind", "spread"), CASES)
def test_all_pairs_that_meet_are_found(kind: str, spread: float) -> None:
    rng = np.random.default_rng([len(kind), int(spread), 1])
    for n, m in ((1, 1), (7, 3), (40, 90)):
        a, b = MAKERS[kind](rng, n, spread), MAKERS[kind](rng, m, spread)
        for one_a, one_b, end in product((False, True), (False, True), (0.5, 9.0)):
            of_a = rng.normal(0.0, spread / 4, (1 if one_a else n, 2))
            of_b = rng.normal(0.0, spread / 9, (1 if one_b else m, 2))
            turns = rates(rng, 1 if one_a else n), rates(rng, 1 if one_b else m)
            times = all_times(a, b, of_a, of_b, end, *turns)
            pairs, impacts = sepax.sweep_pairs(
                a, b, of_a, of_b, end, angular_velocity_a=turns[0], angular_velocity_b=turns[1]
            )
            assert (pairs == np.argwhere(times < np.inf)).all()
            assert (impacts.time == times[times < np.inf]).all()


def test_shapes_of_one_array_turn_among_themselves() -> None:
    rng = np.random.default_rng(3)
    a = outlines(rng, 60, 9.0)
    velocity, turns = rng.normal(0.0, 2.0, (60, 2)), rates(rng, 60)
    times = all_times(a, a, velocity, velocity, 2.0, turns, turns)
    pairs, impacts = sepax.sweep_pairs(a, None, velocity, max_time=2.0, angular_velocity_a=turns)
    expected = np.argwhere(np.triu(times < np.inf, 1))
    assert (pairs == expected).all()
    assert (impacts.time == times[tuple(expected.T)]).all()
    assert np.isnan(impacts.exit_time[turns[pairs].all(axis=1)]).any()


def test_a_motion_without_an_end() -> None:
    rng = np.random.default_rng(4)
    a, b = boxes(rng, 30, 30.0), boxes(rng, 30, 30.0)
    velocity, turns = rng.normal(0.0, 1.0, (30, 2)), rates(rng, 30)
    times = all_times(a, b, velocity, np.zeros((1, 2)), np.inf, turns, np.zeros(1))
    pairs, impacts = sepax.sweep_pairs(a, b, velocity, max_time=np.inf, angular_velocity_a=turns)
    assert (pairs == np.argwhere(times < np.inf)).all()
    assert (impacts.time == times[times < np.inf]).all()
    rows, first = sepax.first_impacts(a, b, velocity, max_time=np.inf, angular_velocity_a=turns)
    assert (first.time == times.min(axis=1)).all()
    assert (rows >= 0).any()


def test_shapes_that_keep_their_places_and_never_repeat_need_an_end() -> None:
    a = ShapeArray.boxes(4.0, 1.0, [(0.0, 0.0)])
    b = ShapeArray.boxes(4.0, 1.0, [(0.0, 3.0)])
    turns = {"angular_velocity_a": 1.0, "angular_velocity_b": [-0.3]}
    for verb in VERBS:
        with pytest.raises(ValueError, match="max_time must be finite"):
            verb(a, b, (0.0, 0.0), max_time=np.inf, **turns)
        assert verb(a, b, (0.0, 0.0), max_time=9.0, **turns)[1].time[0] < 9.0


@pytest.mark.parametrize("workers", [1, 2])
def test_no_rates_are_the_scenes_that_stand(workers: int) -> None:
    """Rates of 0 in any form, and discs about their centres, give the bits of no rates."""
    rng = np.random.default_rng(5)
    a, b, velocity = outlines(rng, 300, 30.0), outlines(rng, 200, 30.0), rng.normal(0, 9, (300, 2))
    for turns in (0, 0.0, -0.0, np.zeros(300), [0] * 300):
        given = {"angular_velocity_a": turns, "angular_velocity_b": np.zeros(200)}
        for verb in VERBS:
            plain = verb(a, b, velocity, workers=workers)
            rows, impacts = verb(a, b, velocity, workers=workers, **given)
            assert same(rows, plain[0])
            assert_same(impacts, plain[1])


def test_discs_about_their_centres_do_not_turn() -> None:
    rng = np.random.default_rng(6)
    discs = ShapeArray.circles(rng.uniform(-9, 9, (80, 2)), rng.uniform(0.1, 0.5, 80))
    velocity = rng.normal(0.0, 9.0, (80, 2))
    pairs, impacts = sepax.sweep_pairs(discs, None, velocity, angular_velocity_a=rates(rng, 80))
    plain = sepax.sweep_pairs(discs, None, velocity)
    assert same(pairs, plain[0])
    assert_same(impacts, plain[1])


def same(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


def assert_same(one: Impacts, other: Impacts) -> None:
    for name in ("hit", "time", "exit_time", "normal", "point", "initial", "leaving"):
        assert same(getattr(one, name), getattr(other, name)), name


def test_threads_change_nothing() -> None:
    rng = np.random.default_rng(7)
    a, b = outlines(rng, 2000, 90.0), outlines(rng, 500, 90.0)
    velocity, turns = rng.normal(0.0, 20.0, (2000, 2)), rates(rng, 2000)
    given = {"angular_velocity_a": turns, "angular_velocity_b": rates(rng, 500)}
    for verb in VERBS:
        rows, impacts = verb(a, b, velocity, **given)
        again = verb(a, b, velocity, workers=2, **given)
        assert same(rows, again[0])
        assert_same(impacts, again[1])


def test_nothing_meets_nothing() -> None:
    none, some = ShapeArray([]), ShapeArray.boxes(1.0, 1.0, [(0.0, 0.0), (5.0, 0.0)])
    for a, b in ((none, some), (some, none), (none, none.copy())):
        turns: dict[str, Any] = {
            "angular_velocity_a": np.ones(len(a)),
            "angular_velocity_b": np.ones(len(b)),
        }
        pairs, impacts = sepax.sweep_pairs(a, b, **turns)
        assert pairs.shape == (0, 2)
        assert len(impacts) == 0
        rows, first = sepax.first_impacts(a, b, (1.0, 0.0), **turns)
        assert rows.tolist() == [-1] * len(a)
        assert not first.hit.any()


REFUSED = {
    "one or each": ([1.0, 2.0, 3.0], ValueError, "one for all 2 shapes or one each, got 3"),
    "nan": (math.nan, ValueError, "must be finite, got nan"),
    "row": ([0.0, math.inf], ValueError, r"\[1\] must be finite, got inf"),
    "fast": (2.0**31 + 1.0, ValueError, r"\* max_time must be at most 2\*\*31 radians"),
    "text": ("fast", TypeError, "must be real numbers"),
    "truth": (True, TypeError, "must be real numbers"),
    "table": ([[1.0]], ValueError, "must be a number or have the shape"),
}


@pytest.mark.parametrize("side", ["angular_velocity_a", "angular_velocity_b"])
@pytest.mark.parametrize("case", REFUSED)
def test_refused_rates(case: str, side: str) -> None:
    value, kind, words = REFUSED[case]
    pair = ShapeArray.boxes(1.0, 1.0, [(0.0, 0.0), (5.0, 0.0)])
    for verb in VERBS:
        with pytest.raises(kind, match=f"{side}.*{words}"):
            verb(pair, pair.copy(), (1.0, 0.0), **{side: value})


def test_rates_of_b_are_refused_without_b() -> None:
    pair = ShapeArray.boxes(1.0, 1.0, [(0.0, 0.0), (5.0, 0.0)])
    with pytest.raises(ValueError, match="angular_velocity_b is that of shapes of b: without b"):
        sepax.sweep_pairs(pair, angular_velocity_b=1.0)


def test_a_point_turns_for_ever_among_compounds() -> None:
    """A shape without a reach about its position goes nowhere by turning, at any time."""
    wall = Compound([Polygon.box(1, 4, position=(5, 0))])
    motion: dict[str, Any] = {"max_time": math.inf, "angular_velocity_a": 1.0}
    outside, inside = Point((0, 0)), Point((5, 0))
    for point, time in ((outside, 4.5), (inside, 0.0), (Compound([outside]), 4.5)):
        assert sepax.time_of_impact(point, wall, (1, 0), **motion) == time
        rows, impacts = sepax.first_impacts([point], [wall], (1, 0), **motion)
        assert (rows.tolist(), impacts.time.tolist()) == ([0], [time])
        pairs, impacts = sepax.sweep_pairs([point], [wall], (1, 0), **motion)
        assert (pairs.tolist(), impacts.time.tolist()) == ([[0, 0]], [time])
