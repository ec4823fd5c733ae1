"""The bench of compounds on few outlines."""

import numpy as np
import pytest
import run as bench
from common.timing import Effort, measure
from compound import cases
from compound.command import show
from compound.cuts import show_cuts
from compound.targets import TARGETS, compare

ONCE = Effort(rounds=1, least_rounds=1, budget=0)


def few(monkeypatch: pytest.MonkeyPatch) -> list[cases.Question]:
    monkeypatch.setattr(cases, "PAIRS", 6)
    monkeypatch.setattr(cases, "MAP", 8)
    return [
        cases.outline_pairs(30, 1.95, "intersects 500 vertices, in contact"),
        cases.circles(40),
        cases.map_poses(20, 50),
    ]


def test_all_agree_and_are_timed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for question in few(monkeypatch):
        tallies = question.check()
        assert set(tallies) == set(question.calls) >= {"sepax", "prepared"}
        assert all(tally.checked > 3 and not tally.wrong for tally in tallies.values())
        assert 0 < np.count_nonzero(question.known) < len(question.known)
        show(question, measure(question.calls, ONCE))
    assert capsys.readouterr().out.count(" ns ") == 3


def test_wrong_answers_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    question = few(monkeypatch)[0]
    question.known[:] = ~question.known
    assert question.check()["sepax"].wrong == question.clear.sum()


def test_targets() -> None:
    times = {"sepax": 100.0, "prepared": 2100.0}
    reached = compare("intersects 500 vertices, in contact", times)
    assert [one.reached for one in reached] == [True]
    assert not compare("intersects 500 vertices, apart", times)
    assert [one.reached for one in compare("intersects 520 parts, circle", times)] == [True]
    names = [draw().name for name, draw in cases.questions() if name == "circle"]
    assert names[0].endswith("parts, circle")
    assert all(bound >= 20 for bound in TARGETS.values())


def test_command_runs_what_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["compound", "--quick", "--match", "apart"]) == 0
    printed = capsys.readouterr().out
    assert "intersects 500 vertices, apart" in printed
    assert "0 / " in printed


def test_parts_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_cuts(3, "cut parcels") == 0
    assert show_cuts(3, "cut simple polygons of 16") == 0
    (parcels, polygons) = capsys.readouterr().out.splitlines()
    assert parcels.endswith("9 parts  1.000 of the least")
    assert " 1 outlines " in polygons
    assert show_cuts(3, "no such family") == 0
