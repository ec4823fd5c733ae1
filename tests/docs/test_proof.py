"""The page of figures: its tables are those that the command makes, and wrong answers count."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import proof
import proof_peers as peers
import pytest
from families import SWEEPS, Sweep
from judges import Exact
from motion_judges import ExactSweep
from proof_peers import Peer
from proof_tables import Score, Section, Table, fill

import sepax

PAGE = proof.PAGE.read_text(encoding="utf-8")
MADE = PAGE.partition(proof.BEGIN)[2].partition(proof.END)[0]
TABLES = {
    title: [[cell.strip() for cell in row.strip("|").split("|")] for row in rows.splitlines()]
    for title, rows in re.findall(r"^### (.+)\n\n[^|]+((?:\|.+\n?)+)", MADE, re.MULTILINE)
}
SECTIONS = [*proof.sections(), proof.stages(), *peers.sections()]


@pytest.fixture(autouse=True)
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what judges say of sepax, from nothing on."""
    found: list[str] = []
    monkeypatch.setattr(proof, "FAULTS", found)
    return found


# The page -------------------------------------------------------------------------------


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_the_page_has_the_families_of_the_command(section: Section) -> None:
    head, _, *rows = TABLES[section.title]
    assert head == ["family", *section.columns]
    assert [row[0] for row in rows] == [*section.families, "**all**"]


def test_the_page_has_no_other_tables() -> None:
    assert set(TABLES) == {section.title for section in SECTIONS}


def test_the_page_names_the_families_with_wrong_answers_of_sepax() -> None:
    wrong = set()
    for section in proof.sections():
        head, _, *rows, _ = TABLES[section.title]
        wrong |= {row[0] for row in rows if row[head.index("wrong")] != "0"}
    told = PAGE.partition("## What is wrong in sepax")[2].partition("\n## ")[0]
    assert wrong == set(re.findall(r"`(\w*_[\w ]+)`(?=:| and)", told)) - {"nearest_points"}


def test_every_picture_is_there_and_on_the_page() -> None:
    shown = set(re.findall(r"\]\(images/(wrong_\w+\.png)\)", PAGE))
    assert shown == {path.name for path in (proof.PAGE.parent / "images").glob("wrong_*.png")}


# sepax ----------------------------------------------------------------------------------

ROWS: dict[str, tuple[Callable[[str, int], list[Score]], str]] = {
    "pairs": (proof.row_of_pairs, "circle_any"),
    "sweeps": (proof.row_of_sweeps, "sweep_random"),
    "rays": (proof.row_of_rays, "through_a_vertex"),
    "turning": (proof.row_of_turning, "boxes"),
    "areas": (proof.row_of_areas, "boxes"),
}


def moved(answer: Any) -> Any:
    """Return a wrong vector, number, or area in place of the right one."""
    return (answer[0] + 0.5, answer[1]) if isinstance(answer, tuple) else answer + 0.5


WRONG: dict[str, tuple[str, Callable[..., Any]]] = {
    "intersects": ("pairs", lambda answer: not answer),
    "mtv": ("pairs", lambda answer: answer and moved(answer)),
    "collide": ("pairs", lambda _: None),
    "distance": ("pairs", moved),
    "covers": ("pairs", lambda answer: not answer),
    "sweep": ("sweeps", lambda _: None),
    "time_of_impact": ("sweeps", moved),
    "raycast": ("rays", lambda _: None),
    "overlap_area": ("areas", moved),
}


@pytest.mark.parametrize("kind", ROWS)
def test_right_answers(kind: str, faults: list[str]) -> None:
    row, family = ROWS[kind]
    cases, answers, wrong, *errors = row(family, 5)
    assert (cases.asked, wrong.wrong, faults) == (5, 0, [])
    assert answers.asked >= 5
    assert all(0.0 <= error.worst <= 80.0 for error in errors)


@pytest.mark.parametrize("verb", WRONG)
def test_wrong_answers_are_counted_and_named(
    verb: str, monkeypatch: pytest.MonkeyPatch, faults: list[str]
) -> None:
    kind, spoil = WRONG[verb]
    right = getattr(sepax, verb)

    def wrong(*arguments: Any, **keywords: Any) -> Any:
        answer = right(*arguments, **keywords)
        if isinstance(arguments[0], sepax.ShapeArray):
            return answer
        return spoil(answer)

    monkeypatch.setattr(sepax, verb, wrong)
    row, family = ROWS[kind]
    _, _, found, *_ = row(family, 6)
    assert found.wrong > 0
    assert len(faults) == found.wrong
    assert any(verb in fault for fault in faults)


def test_arrays_that_differ_are_found(monkeypatch: pytest.MonkeyPatch, faults: list[str]) -> None:
    right = sepax.distance

    def wrong(a: Any, b: Any) -> Any:
        answer = right(a, b)
        return answer + 1e-300 if isinstance(a, sepax.ShapeArray) else answer

    monkeypatch.setattr(sepax, "distance", wrong)
    assert proof.row_of_pairs("identical", 3)[2].wrong == 3
    assert all("array 2" in fault for fault in faults)


def test_turning_through_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sepax, "sweep", lambda *_, **__: None)
    assert proof.row_of_turning("boxes", 4)[2].wrong > 0


# Peers ----------------------------------------------------------------------------------


def raises(*_: object) -> bool:
    raise ZeroDivisionError


def missing() -> Callable[..., Any]:
    raise ImportError


def peer(ask: Callable[..., Any], **options: Any) -> Peer:
    return Peer("a peer", "", "", lambda: ask, **options)


def test_hits() -> None:
    cases = peers.drawn("boxes", 40)
    meeting = sum(case.side <= 0 for case in cases)
    assert 0 < meeting < 40
    right, always, never, fails = (
        peers.scores([peer(ask, touching=True)], peers.score_hit, cases)[0]
        for ask in (sepax.intersects, lambda *_: True, lambda *_: False, raises)
    )
    assert right == Score(40)
    assert (always.wrong, always.clear) == (40 - meeting, 40 - meeting)
    assert never.wrong == meeting
    assert (fails.asked, fails.wrong) == (40, 40)


def test_what_is_not_promised_is_left_out() -> None:
    cases = peers.drawn("touching_vertex_edge", 5)
    never = peer(lambda *_: False)
    assert peers.scores([never], peers.score_hit, cases) == [Score(left=5)]
    skinned = peer(lambda *_: True, skin=Fraction(100))
    (score,) = peers.scores([skinned], peers.score_hit, peers.drawn("boxes", 20))
    assert (score.wrong, score.left > 0) == (0, True)
    absent = Peer("absent", "absent", "", missing)
    assert peers.scores([absent], peers.score_hit, cases) == [Score()]
    assert peers.scores([never], peers.score_hit, cases, is_round=True) == [Score()]


def test_float32_is_judged_by_what_it_gets() -> None:
    def in_single(a: sepax.Shape, b: sepax.Shape) -> bool:
        rounded = [peers.in_float32(shape) for shape in (a, b)]
        assert rounded[0] is not None
        assert rounded[1] is not None
        return sepax.intersects(rounded[0], rounded[1])

    cases = peers.drawn("off_by_1e_9", 60)
    both = [peer(in_single, touching=True, single=single) for single in (True, False)]
    given, as_they_are = peers.scores(both, peers.score_hit, cases)
    assert given.wrong == 0 < as_they_are.wrong


def test_vectors_and_areas_and_motions() -> None:
    deep, scores = peers.drawn("contained", 6), peers.scores
    ways: list[Callable[..., Any]] = [
        sepax.mtv,
        lambda a, b: tuple(-x for x in sepax.mtv(a, b) or ()),
        lambda a, b: moved(sepax.mtv(a, b)),
        lambda *_: (math.nan, 0.0),
        lambda a, b: math.hypot(*(sepax.mtv(a, b) or ())),
        lambda *_: 0.0,
    ]
    found = scores([peer(ask) for ask in ways], peers.score_mtv, deep)
    assert [score.wrong for score in found] == [0, 6, 6, 6, 0, 6]
    out_sideways = Exact(sepax.Polygon.box(1, 1), sepax.Polygon.box(4, 2))  # touching, but too far
    assert scores([peer(lambda *_: (2.5, 0.0))], peers.score_mtv, [out_sideways])[0].wrong == 1
    areas = [peer(ask) for ask in (sepax.overlap_area, lambda *_: 0.0, raises)]
    assert [score.wrong for score in scores(areas, peers.score_area, deep)] == [0, 6, 6]
    source = Random("motions")
    moving = [ExactSweep(SWEEPS["sweep_tunnels"](source)) for _ in range(4)]
    asked: list[Callable[..., Any]] = [
        lambda sweep: sepax.sweep(*sweep) is not None,
        lambda sweep: sepax.sweep(*sweep) is None,
    ]
    right, wrong = scores([peer(ask) for ask in asked], peers.score_motion, moving)
    assert (right.wrong, wrong.wrong) == (0, wrong.asked)
    assert wrong.asked > 0


def test_textbook_code_fails_as_the_page_says() -> None:
    (score,) = peers.scores(
        [peer(peers.textbook_mtv)], peers.score_mtv, peers.drawn("contained", 5)
    )
    assert score.wrong == 5
    box, small, rest = sepax.Polygon.box(1, 1), sepax.Polygon.box(0.2, 1), (0.0, 0.0)
    beside = sepax.Polygon.box(1, 1, position=(8, 2))
    between = sepax.Polygon.box(0.2, 1, position=(0.5, 0))
    for sweep, expected in (
        (Sweep(box, beside, (10.0, 10.0), rest, 1.0), [1, 0]),
        (Sweep(small, between, (10.0, 0.0), rest, 1.0), [0, 1]),
    ):
        found = peers.scores(peers.MOTIONS, peers.score_motion, [ExactSweep(sweep)])
        assert [score.wrong for score in found] == expected


# Tables ---------------------------------------------------------------------------------


def test_rows_and_totals() -> None:
    section = Section(
        "Title",
        "Text.",
        {"hits": "clear of", "error": "worst", "part": "share"},
        ["one", "other"],
        lambda name, count: [Score(count, 2, 1), Score(worst=len(name)), Score(4, 1)],
        cases=1000,
        quick=10,
    )
    lines = fill(section, is_quick=False).markdown().splitlines()
    assert lines[:2] == ["### Title", ""]
    assert lines[-2:] == [
        "| other | 2 (1) of 1,000 | 5 | 25.0 % |",
        "| **all** | 4 (2) of 2,000 | 5 | 25.0 % |",
    ]
    assert "left out" not in lines[-1]
    assert (
        Table(section, {"one": [Score(left=7), Score(), Score()]})
        .markdown()
        .endswith("\n\nCases left out: hits 7.")
    )
    assert "| one | 2 (1) of 10 | 3 | 25.0 % |" in fill(section, is_quick=True).markdown()


def test_the_command_writes_between_the_marks_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, faults: list[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before {proof.BEGIN}old{proof.END} after", encoding="utf-8")
    monkeypatch.setattr(proof, "PAGE", page)
    monkeypatch.setattr(proof, "figures", lambda is_quick: "new")
    monkeypatch.setattr("sys.argv", ["proof.py"])
    assert proof.main() == 0
    assert page.read_text("utf-8") == f"before {proof.BEGIN}\n\nnew\n\n{proof.END} after"
    faults.append("a wrong answer")
    monkeypatch.setattr("sys.argv", ["proof.py", "--quick"])
    monkeypatch.setattr(proof, "figures", lambda is_quick: "never")
    assert proof.main() == 1
    assert "never" not in page.read_text("utf-8")
