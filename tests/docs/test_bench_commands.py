"""What the sub-commands of the bench share, and single pairs and scenes on a few cases."""

import argparse
import csv
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import run as bench
import scene.command
import scene.detection
import scene.questions
import single.command
from common.agreement import Tally
from common.case import Case
from common.contestant import Contestant, installed
from common.shapes import Array
from common.timing import Call, Effort
from compat.command import HOSTS
from scene.cases import run_case
from scene.contestants import OnScenes, Work
from scene.contestants import Sepax as SceneSepax
from scene.drawing import Extent, Scene, draw_scene
from scene.questions import Question, compare
from single.cases import check, known_answers
from single.geometry import Shapely
from single.pairs import FAMILIES, PLACEMENTS, Placement, draw_pairs

ONCE = Effort(rounds=1, least_rounds=1, budget=0)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


SUBJECTS = {
    "single": "one pair",
    "compat": "host package",
    "batch": "arrays",
    "scene": "scenes",
    "compound": "concave outlines",
    "points": "many points",
    "turning": "shapes that turn",
    "kernels": "compiled loops",
    "scale": "Parquet",
    "playground": "frames",
}


@pytest.mark.parametrize("command", bench.COMMANDS)
def test_every_command_says_what_it_does(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        bench.main([command, "--help"])
    assert stopped.value.code == 0
    printed = capsys.readouterr().out
    assert SUBJECTS[command] in printed
    assert "--quick" in printed


def test_every_host_has_a_module() -> None:
    others = {"__init__", "command", "times"}
    folder = Path(bench.__file__).parent / "compat"
    assert {path.stem for path in folder.glob("*.py")} - others == set(HOSTS)


def test_who_is_not_installed_is_skipped_with_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Absent(Contestant[Any, Any]):
        name = "absent"
        module = "no_such_module"

    class Present(Contestant[Any, Any]):
        name = "present"
        module = "numpy"

    assert [one.name for one in installed((Absent, Present))] == ["present"]
    printed = capsys.readouterr().out
    assert printed == "absent skipped: ModuleNotFoundError: No module named 'no_such_module'\n"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("place", PLACEMENTS)
def test_drawn_pairs_are_in_their_placement(family: str, place: str) -> None:
    pairs = draw_pairs(Placement(family, place))
    circles = np.hypot(*(pairs.b.position - pairs.a.position).T) < pairs.a.reach + pairs.b.reach
    assert (pairs.separation < 0.0).all() == (place == "overlapping")
    assert circles.all() == (place != "far")


def single_main(match: str, path: Path | None = None) -> int:
    return single.command.main(argparse.Namespace(quick=True, match=match, csv=path))


def test_single_prints_a_line_for_each_case_and_writes_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single.command, "PEERS", ())
    monkeypatch.setattr(single.command, "QUICK", ONCE)
    assert single_main("mtv boxes", tmp_path / "x.csv") == 0
    printed = capsys.readouterr().out
    assert "sepax              0 / 3000" in printed
    rows = rows_of(tmp_path / "x.csv")
    assert [(row["placement"], row["contestant"], row["target"]) for row in rows] == [
        (place, *who) for place in PLACEMENTS for who in (("floor", ""), ("sepax", "3.0"))
    ]
    for place in PLACEMENTS:
        assert f"\nmtv boxes {place}" in printed
    assert "\nTargets reached: " in printed


def test_single_computes_what_polygons_share(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single.command, "PEERS", (Shapely,))
    monkeypatch.setattr(single.command, "QUICK", ONCE)
    assert single_main("overlap-area boxes") == 0
    printed = capsys.readouterr().out
    for name in ("sepax", "shapely"):
        assert f"{name:<14}     0 / 3000" in printed
    assert printed.count("\noverlap-area ") == 3


def test_single_without_a_case_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single.command, "PEERS", ())
    assert single_main("no such case") == 0


@pytest.mark.parametrize(
    ("function", "wrong", "raised"),
    [(lambda a, b: a, 0, 0), (lambda a, b: not a, 2, 0), (lambda a, b: 1 / a, 1, 1)],
)
def test_answers_of_single_pairs_are_counted(
    function: Callable[[Any, Any], Any], wrong: int, raised: int
) -> None:
    call = Call([(True, 0), (False, 0), (True, 0)], function)
    tally, error = check(call, [1.0, None, 1.0], [True, True, False])
    assert tally == Tally(2, wrong, raised)
    assert isinstance(error, ZeroDivisionError) == (raised > 0)


def test_status_of_single_reports_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single.command, "PEERS", ())
    monkeypatch.setattr(single.command, "QUICK", ONCE)
    monkeypatch.setattr(
        "single.cases.known_answers",
        lambda verb, pairs: ([None] * 1000, known_answers(verb, pairs)[1]),
    )
    assert single_main("intersects boxes overlapping") == 1


COMPARED = {  # lines that the bench prints where the module is installed
    "numba": ["any hit, 98 % of trajectories, moving: numba / sepax"],
    "pymunk": ["20 rays one by one, 300 boxes: pymunk / sepax"],
    "shapely": [
        "nearest to points, 10,000: STRtree / sepax",
        "first of 300 rays: STRtree / sepax",
        "IoU of 200 x 200 boxes: STRtree / sepax",
        "suppression of 400 boxes: STRtree / sepax",
    ],
}


def test_scene_prints_a_line_for_each_scene_and_writes_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene.command, "QUICK_COUNTS", (500, 1000))
    monkeypatch.setattr(scene.command, "QUICK", ONCE)
    monkeypatch.setattr(scene.questions, "TRAJECTORIES", 100)
    monkeypatch.setattr(scene.questions, "MANY", 1000)
    monkeypatch.setattr(scene.questions, "RAYS", 300)
    for name, count in {"ROWS": 200, "FOUND": 400, "MANY_FOUND": 800, "IMAGES": 30}.items():
        monkeypatch.setattr(scene.detection, name, count)
    options = argparse.Namespace(quick=True, csv=tmp_path / "x.csv")
    assert scene.command.main(options) == 0
    printed = capsys.readouterr().out
    assert "differs in" not in printed
    for module, lines in COMPARED.items():
        is_there = importlib.util.find_spec(module) is not None
        assert [line in printed for line in lines] == [is_there] * len(lines), module
    assert "suppression of 400 boxes on 40 objects: iou / sepax" in printed
    assert "\nsuppression of 800 boxes" in printed
    assert "matches of 30 images: by images / sepax" in printed
    assert "\nmatches of 30 images, peak memory" in printed
    rows = rows_of(options.csv)
    own = [row for row in rows if row["contestant"] == "sepax"]
    assert [(row["work"], row["spread"], row["boxes"]) for row in own] == [
        (work, spread, n)
        for work in ("candidates", "pairs")
        for spread in ("even", "200:1")
        for n in ("500", "1000")
    ]
    assert {row["disagreeing"] for row in rows} == {"0"}


def test_questions_report_who_answers_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> Array:  # takes longer than a pass over nothing, whose time is subtracted
        return np.ones(100_000)

    works = {"sepax": work, "alike": work, "other": lambda: None}
    outcomes, wrong = compare(Question("what", works, {"alike": 0.0}), ONCE)
    assert wrong == ["other"]
    assert capsys.readouterr().out.rstrip().endswith("other")
    assert [one.what for one in outcomes] == ["what: alike / sepax"]


def test_scene_counts_the_pairs_that_only_one_has() -> None:
    class Forgetful(SceneSepax):
        name = "forgetful"

        def pairs(self, scene: Scene) -> Work:
            work = super().pairs(scene)

            def all_but_two() -> Array:
                found: Array = work()[2:]
                return found

            return all_but_two

    extent = Extent(300, "even")
    present: list[OnScenes] = [SceneSepax(), Forgetful()]
    result = run_case(Case("pairs", extent), draw_scene(extent), present, ONCE)
    assert result.tallies["sepax"].wrong == 0
    assert result.tallies["forgetful"] == Tally(result.tallies["sepax"].checked, 2)
