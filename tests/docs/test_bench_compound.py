"""The bench of compounds on few outlines."""

import math
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest
import run as bench
import shapely
from common.agreement import Tally
from common.timing import Call, Effort, answers, measure
from compound import (
    bodies,
    cases,
    contacts,
    crowds,
    every,
    large,
    moving,
    outlines,
    poses,
    tables,
    verbs,
)
from compound.command import all_questions, show
from compound.cuts import show_cuts
from compound.targets import TARGETS, compare, of_memory

import sepax

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
    joins = compare("join 9 parcels", {"sepax": 8e3, "again": 5e2, "geopandas": 6e3})
    assert [(one.ratio, one.reached) for one in joins] == [(0.75, False), (12.0, True)]
    assert [one.reached for one in compare("cut 9 outlines", {"sepax": 2100.0})] == [False]
    assert of_memory(900.0).reached
    assert not of_memory(1100.0).reached


def test_every_target_has_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name, _ in all_questions(quick=True)]
    assert len(set(names)) == len(names)
    drawn = [poses.one_by_one("gear", 2).name, poses.nearest_obstacle(3).name]
    monkeypatch.setattr(cases, "MAP", 3)
    drawn += [cases.map_poses(vertices, 2).name.replace("2", "10000", 1) for vertices in (100, 500)]
    drawn = [name.replace("2 poses one", "1000 poses one") for name in drawn]
    drawn += [name for name in names if name.startswith("intersects")] + ["join"]
    drawn += [name for name, _ in crowds.crowd_questions(quick=False)]
    for begin, _ in TARGETS:
        assert any(name.startswith(begin) for name in drawn), begin


def check(question: cases.Question, names: set[str]) -> None:
    """Time a question; all agree."""
    tallies = question.check()
    assert set(tallies) == names
    assert all(tally.checked > 3 and not tally.wrong for tally in tallies.values()), tallies
    show(question, measure(question.calls, ONCE))


def test_crowds_obstacles_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds, "CARS", 40)
    for question in (crowds.cars_on_a_road(), crowds.all_pairs(12), crowds.nearest_in_crowd(12)):
        check(question, {"sepax", "shapely"})
    check(poses.nearest_obstacle(50), {"sepax", "index", "query_nearest"})
    land, peers = tables.Land(90), {"geopandas"} if find_spec("geopandas") else set()
    check(tables.cut(land), {"sepax", "from_shapely", "polygons"})
    check(tables.join(land), {"sepax", "again", "both", "STRtree"} | peers)
    monkeypatch.setattr(tables, "MEASURED", 20)
    assert 100.0 < tables.bytes_a_parcel() < 10_000.0


@pytest.mark.parametrize("kind", poses.OUTLINES)
def test_poses_one_by_one(kind: str) -> None:
    question = poses.one_by_one(kind, 30)
    check(question, {"sepax", "at", "vectorised"})
    assert 0 < np.count_nonzero(question.known) < 30


def test_outlines_are_simple_and_every_third_parcel_is_concave() -> None:
    for draw in (outlines.gear, outlines.zigzag):
        assert shapely.is_valid(shapely.Polygon(draw(500)))
    drawn = shapely.polygons(outlines.parcels(99, 10.0, 7))
    assert shapely.is_valid(drawn).all()
    concave = shapely.area(shapely.convex_hull(drawn)) > shapely.area(drawn) * (1 + 1e-9)
    assert np.flatnonzero(concave).tolist() == list(range(0, 99, 3))
    assert len(shapely.STRtree(drawn).query(drawn, predicate="intersects").T) == 99


def test_table_of_verbs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verbs, "PARTS", (2, 3))
    for name in verbs.VERBS:
        # A clock of the processor's time may not move during one call.
        assert sum(math.isfinite(time) for time in verbs.microseconds(name, ONCE)) == 3
    for parts in (1, 2, 10):
        for overlap in (True, False):
            assert all(a.intersects(b) == overlap for a, b in verbs.pairs(parts, overlap))
    assert bench.main(["compound", "--verbs", "--quick", "--match", "covers"]) == 0
    assert capsys.readouterr().out.count("\n") == 2


def test_parts_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert show_cuts(3, "cut parcels") == 0
    assert show_cuts(3, "cut simple polygons of 16") == 0
    (parcels, polygons) = capsys.readouterr().out.splitlines()
    assert parcels.endswith("9 parts  1.000 of the least")
    assert " 1 outlines " in polygons
    assert show_cuts(3, "no such family") == 0


def agree(tallies: list[tuple[str, dict[str, Tally]]]) -> bool:
    return bool(tallies) and not any(
        tally.wrong for _, group in tallies for tally in group.values()
    )


@pytest.mark.parametrize("kind", bodies.BODIES)
def test_bodies_in_contact(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bodies, "PAIRS", 30)
    tallies = contacts.run_contacts(kind, ONCE, quick=True)
    assert agree(tallies)
    assert all(tally.checked > 5 for _, group in tallies for tally in group.values())
    *_, row = capsys.readouterr().out.splitlines()
    assert row.startswith(kind)
    with_pymunk = find_spec("pymunk") is not None and kind != contacts.SLOW
    assert row.count("x") - kind.count("x") == (len(contacts.ENGINE) if with_pymunk else 0)


def test_wrong_contacts_and_moves_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bodies.draw("L, box", 40).overlapping == 40
    drawn = bodies.draw("L, L", 40)
    assert drawn.meets.tolist() == [True] * 40 + [False] * 40
    assert [a.intersects(b) for a, b in drawn.pairs] == drawn.meets.tolist()
    assert len(drawn.arrays[0]) == 40
    calls = {"collide": Call(drawn.pairs, lambda a, b: 1, read=bodies.is_there)}
    assert contacts.judge(calls, drawn) == {"sepax": Tally(80, 40)}
    calls = {"parts": Call(drawn.pairs, lambda a, b: 1 / 0)}
    assert contacts.judge(calls, drawn) == {"pymunk, parts": Tally(80, 80, 80)}
    moves = sepax.mtv(*drawn.arrays)[0]
    for factor in (0.5, 1.2, -1.0):
        wrong = factor * moves
        with monkeypatch.context() as patched:
            patched.setattr(sepax, "mtv", lambda a, b, wrong=wrong: (wrong, None))
            assert bodies.judge_moves(drawn).wrong == 40
    vars(drawn)["arrays"] = tuple(side[::-1] for side in drawn.arrays)
    assert bodies.judge_arrays(drawn).wrong == 40


def test_bench_of_bodies_goes_on_without_pymunk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pymunk", None)  # an import of it fails
    monkeypatch.setattr(bodies, "PAIRS", 10)
    assert agree(contacts.run_contacts("L, box", ONCE, quick=True))
    printed = capsys.readouterr().out
    assert printed.startswith("pymunk skipped: ModuleNotFoundError")
    assert "\nL, box" in printed


def test_bodies_among_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(moving, "MEETINGS", 20)
    monkeypatch.setattr(moving, "QUICK_SEGMENTS", 200)
    tallies = contacts.run_moving("", ONCE, quick=True)
    assert agree(tallies)
    printed = capsys.readouterr().out
    assert [name for name, _ in tallies] == [
        line.partition("  ")[0] for line in printed.splitlines()[2:]
    ]
    assert printed.count("none inside") == 1
    assert printed.count("index of parts") == len(moving.map_work())


@pytest.mark.parametrize("verb", large.VERBS)
def test_large_outlines_run_in_their_own_process(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(large, "VERTICES", (40,))
    tallies = large.run_large(f"{verb}, outlines of 40")
    assert agree(tallies)
    printed = capsys.readouterr().out
    for name, _ in tallies:
        assert f"{name}, " in printed
    a, b, call = large.work(verb, 40)
    answer = call()
    assert not large.is_wrong(verb, a, b, answer)
    moved = (2.0 * answer[0], 0.0) if verb == "mtv" else SimpleNamespace(time=0.9 * answer.time)
    assert large.is_wrong(verb, *large.work(verb, 40)[:2], moved)


def test_a_call_that_takes_too_long_is_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(large, "VERTICES", (40,))
    monkeypatch.setattr(large, "LIMIT", 1e-3)
    assert large.run_large("mtv") == []
    assert "more than 0 s" in capsys.readouterr().out


def test_every_verb_of_bodies(capsys: pytest.CaptureFixture[str]) -> None:
    every.show_every("", ONCE, 15)
    lines = capsys.readouterr().out.splitlines()[3:]
    assert [line[:24].rstrip() for line in lines] == list(every.EVERY)
    drawn = bodies.draw("L, box", 15)
    assert all(a.intersects(b) for a, b, *_ in every.items(drawn, overlap=True))
    assert not any(a.intersects(b) for a, b, *_ in every.items(drawn, overlap=False))
    for verb in every.EVERY:
        assert not any(isinstance(one, Exception) for one in answers(every.call(drawn, verb)))
    every.show_every("no such verb", ONCE)
    assert capsys.readouterr().out == ""


def test_command_of_bodies(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(moving, "MEETINGS", 20)
    assert bench.main(["compound", "--bodies", "--quick", "--match", "turning sweep"]) == 0
    printed = capsys.readouterr().out
    assert "turning sweep, 20 pairs of L that meet" in printed
    assert "outlines of" not in printed  # --quick leaves them out
    assert "0 / 20" in printed
    assert bench.main(["compound", "--quick", "--match", "apart"]) == 0
    printed = capsys.readouterr().out
    assert "intersects 500 vertices, apart" in printed
    assert "0 / " in printed
