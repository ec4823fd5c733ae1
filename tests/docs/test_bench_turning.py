"""The bench of shapes that turn: its cases, its checks, and the algorithms of other engines."""

import argparse
import math
from typing import Any

import numpy as np
import pytest
import run as bench
import turning.command
from common.shapes import Shapes
from common.timing import Effort
from turning import cases, misses
from turning.motions import Turns

ONCE = Effort(rounds=1, least_rounds=1, budget=0)
ENGINES = (misses.Box2DAlgorithm, misses.ParryAlgorithm)


def one_pair(
    sides: tuple[tuple[float, float], tuple[float, float]],
    places: tuple[tuple[float, float], tuple[float, float]],
    velocity_a: tuple[float, float],
    rates: tuple[float, float],
    turned: float = 0.0,
) -> Turns:
    a, b = (
        misses.upright(np.random.default_rng(1), np.array([side], float)).at(
            np.array([place], float)
        )
        for side, place in zip(sides, places, strict=True)
    )
    a, b = (
        Shapes(one.kind, one.local, one.radius, one.position, np.array([angle]))
        for one, angle in ((a, turned), (b, 0.0))
    )
    velocities = np.array([velocity_a], float), np.zeros((1, 2))
    return Turns(a, b, *velocities, *(np.array([rate], float) for rate in rates))


def test_drawn_cases_are_checked_and_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cases, "COUNT", 30)
    monkeypatch.setattr(cases, "ROWS", (300,))
    monkeypatch.setattr(turning.command, "QUICK", ONCE)
    assert bench.main(["turning", "--quick", "--only", "times"]) == 0
    printed = capsys.readouterr().out
    for family in cases.FAMILIES:
        assert f"\nsweep {family.name}" in printed
    assert "\nTargets" in printed


def test_pairs_are_as_their_family_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "COUNT", 30)
    for family in cases.FAMILIES:
        turns, times = cases.draw_parts(family)[0]
        if family.rows:
            assert abs(np.isfinite(times).mean() - 1 / 3) < 1e-3
        else:
            meets = "never" not in family.name and "pass" not in family.name
            assert np.all(np.isfinite(times) == meets)
        turned = np.abs(turns.rate_a) / (2 * math.pi)
        assert turned.max() <= (50.0 if "10 to 50" in family.name else 0.5)


def test_samples_refute_wrong_times() -> None:
    turns, times = misses.draw_hits("boxes", 40)
    assert not cases.contradicted(turns, times).any()
    assert cases.contradicted(turns, times - 1e-3).all()
    assert cases.contradicted(turns, np.minimum(times + 0.05, 1.0)).mean() > 0.9
    assert cases.contradicted(turns, np.full(40, np.inf)).mean() > 0.9


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_find_plain_impacts(engine: type[Any]) -> None:
    pytest.importorskip("numba", reason="numba is not installed")
    straight = one_pair(((1, 1), (1, 1)), ((0, 0), (3, 0)), (4, 0), (0.0, 0.0))
    assert engine().times(straight) == pytest.approx([0.5], abs=misses.SLOP)
    hand = one_pair(((4, 0.5), (10, 2)), ((0, 0), (0, 2.5)), (0, 0), (1.0, 0.0))
    known = math.asin(1.5 / math.hypot(2, 0.25)) - math.atan2(0.25, 2)
    assert engine().times(hand) == pytest.approx([known], abs=2 * misses.SLOP)
    away = one_pair(((1, 1), (1, 1)), ((0, 0), (3, 0)), (-1, 0), (1.0, 1.0))
    assert engine().times(away) == [np.inf]


def test_a_blade_that_turns_once_is_missed() -> None:
    """It ends where it began, so the axis at the start separates the shapes at the end."""
    pytest.importorskip("numba", reason="numba is not installed")
    blade = one_pair(((4, 0.02), (0.1, 0.1)), ((0, 0), (0, 1.5)), (0, 0), (2 * math.pi, 0.0))
    assert np.isfinite(blade.times()).all()
    assert misses.Box2DAlgorithm().times(blade) == [np.inf]


def test_what_engines_miss_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Blind:
        name, is_limited = "blind", False

        def times(self, turns: Turns) -> Any:
            return np.full(len(turns), np.inf)

    class Sleepy(Blind):
        name = "sleepy"

        def times(self, turns: Turns) -> Any:
            return np.ones(len(turns))

    monkeypatch.setattr(misses, "DRAWN", 200)
    found = misses.count("thin bars near the limits", 20, 0, [Blind(), Sleepy()])
    assert found.peers["blind"] == (20, 0)
    assert found.peers["sleepy"][0] == 0
    assert found.peers["sleepy"][1] > 15
    assert misses.show_misses([found]) == 0
    assert "20 missed     0 late" in capsys.readouterr().out


def test_options() -> None:
    parser = argparse.ArgumentParser()
    turning.command.add_arguments(parser)
    assert parser.parse_args(["--only", "misses", "--oracle", "5"]).oracle == 5
