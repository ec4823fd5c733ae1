"""Scenes of shapes that turn while they move, where `test_scene` does not look."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from questions import assert_same_bits as assert_same
from scene_kinds import off_centre as outlines
from scene_kinds import rates

import sepax
from sepax import Compound, Point, Polygon, ShapeArray

Rng = np.random.Generator
VERBS: list[Callable[..., Any]] = [sepax.first_impacts, sepax.sweep_pairs]


def boxes(rng: Rng, count: int, spread: float) -> ShapeArray:
    places, angles = rng.uniform(-spread, spread, (count, 2)), rng.uniform(-3.0, 3.0, count)
    return ShapeArray.boxes(rng.uniform(0.1, 3.0, count), 0.4, places, angles)


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
            assert_same((rows, impacts), plain)


def test_discs_about_their_centres_do_not_turn() -> None:
    rng = np.random.default_rng(6)
    discs = ShapeArray.circles(rng.uniform(-9, 9, (80, 2)), rng.uniform(0.1, 0.5, 80))
    velocity = rng.normal(0.0, 9.0, (80, 2))
    pairs, impacts = sepax.sweep_pairs(discs, None, velocity, angular_velocity_a=rates(rng, 80))
    plain = sepax.sweep_pairs(discs, None, velocity)
    assert_same((pairs, impacts), plain)


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
