"""The bench of arrays: its populations, the answers of its contestants, its targets."""

import argparse
import csv
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from arrays import command
from arrays.cases import HITS, IN_ALL_FORMS, check, differ, settings, verbs
from arrays.drawing import draw
from arrays.entry import Entry, OnArrays
from arrays.kernels import UNCERTAIN, kernels
from arrays.population import FORMS, IN_MEMORY, MET, MIXED, Population, Setting
from arrays.sepax import Sepax
from arrays.targets import SHARED, TARGETS, verdicts
from common.agreement import Tally, defects, grouped
from common.case import Case
from common.known import separation
from common.timing import Effort

COUNT = 600
BOUNDS = [(True, 0.5, [">=1.5"]), (False, 0.5, [">=1.4"])]  # in memory, hits, of a target
OF_MTV = [(0.05, [">=2"]), (0.5, [">=4"]), (0.95, [">=4"])]
FEW = {"64-gons": 40, "256-gons": 12}
CASES = [
    *((family, form) for family in IN_ALL_FORMS for form in FORMS),
    *((family, "elementwise") for family in IN_MEMORY if family not in IN_ALL_FORMS),
]


def population(family: str, form: str, hits: float = 0.5, count: int = COUNT) -> Population:
    return draw(Setting(family, form, True, hits), count)


@pytest.fixture(scope="module")
def present() -> list[OnArrays]:
    return command.contestants()


@pytest.mark.parametrize(("family", "form"), CASES)
def test_contestants_agree_with_the_known_answers(
    family: str, form: str, present: list[OnArrays]
) -> None:
    pairs = population(family, form, count=FEW.get(family, 200))
    for verb in verbs(pairs.setting):
        entries = ((one.name, one.prepare(verb, pairs)) for one in present)
        given = {name: one.read(one.work()) for name, one in entries if one and one.read}
        tallies = check(verb, pairs, given)
        assert tallies["sepax"].checked > 0
        assert defects(tallies) == []


@pytest.mark.parametrize("family", ["boxes", "circles", MET, "8-gons", MIXED])
@pytest.mark.parametrize("hits", HITS)
def test_share_of_pairs_that_meet(family: str, hits: float) -> None:
    depths, _ = population(family, "elementwise", hits, 2000).known_depths
    assert np.mean(~np.isnan(depths)) == pytest.approx(hits, abs=0.03)


def test_indexed_pairs_are_the_elementwise_ones_in_another_order() -> None:
    row_by_row, indexed = (population("boxes", form) for form in ("elementwise", "indexed"))
    for ours, theirs in zip(row_by_row.first(COUNT), indexed.first(COUNT), strict=True):
        assert np.array_equal(ours.shapes.position, theirs.shapes.position)
        assert np.array_equal(ours.shapes.local, theirs.shapes.local)


def test_one_to_many_keeps_who_is_how_far() -> None:
    row_by_row, many = (population("boxes", form) for form in ("elementwise", "one-to-many"))
    assert len(many.a.sides) == 1
    pairs = [one.first(COUNT) for one in (row_by_row, many)]
    first, second = (b.shapes.position - a.shapes.position for a, b in pairs)
    assert np.allclose(first, second, rtol=0.0, atol=1e-9)


def test_mixed_polygons_have_their_own_sides_and_spare_vertices_on_an_edge() -> None:
    side = population(MIXED, "elementwise").a
    assert set(side.sides) == set(range(3, 17))
    assert len(side.ragged(side.shapes.local)) == side.start[-1] == side.sides.sum()
    for local, sides in zip(side.shapes.local, side.sides, strict=True):
        along, spare = local[0] - local[sides - 1], local[sides:] - local[sides - 1]
        assert np.abs(along[0] * spare[:, 1] - along[1] * spare[:, 0]).max(initial=0.0) < 1e-12
        assert (np.diff(spare @ along, prepend=0.0, append=along @ along) > 0.0).all()


def test_spare_vertices_change_no_separation() -> None:
    pairs = population(MIXED, "elementwise")
    gaps = separation(pairs.a.shapes, pairs.b.shapes)
    for k in range(20):
        a, b = (
            type(side.shapes)(
                "polygon",
                side.shapes.local[k : k + 1, : side.sides[k]],
                *(
                    getattr(side.shapes, name)[k : k + 1]
                    for name in ("radius", "position", "angle")
                ),
            )
            for side in (pairs.a, pairs.b)
        )
        assert separation(a, b)[0] == pytest.approx(gaps[k], abs=1e-9)


def test_known_separations_of_boxes_and_circles_do_not_depend_on_the_order() -> None:
    pairs = population(MET, "elementwise")
    a, b = pairs.a.shapes, pairs.b.shapes
    assert {a.kind, b.kind} == {"box", "circle"}
    assert np.array_equal(separation(a, b), separation(b, a))


@pytest.mark.parametrize(("left", "answered"), [(6, True), (7, False)])
def test_kernels_may_leave_one_in_a_hundred_pairs_of_circles_uncertain(
    left: int, answered: bool
) -> None:
    pairs = population("circles", "elementwise")
    entry = kernels()[0].intersects(pairs)
    assert entry is not None
    assert entry.read is not None
    verdicts = entry.work()
    expected = entry.read(verdicts)
    verdicts[:left] = UNCERTAIN
    assert np.array_equal(entry.read(verdicts), expected, equal_nan=True) == answered


@pytest.mark.parametrize("family", ["boxes", "8-gons"])
def test_known_areas_are_those_of_shapely(family: str) -> None:
    shapely = pytest.importorskip("shapely")
    pairs = population(family, "elementwise")
    areas, clear = pairs.known_areas
    a, b = (shapely.polygons(side.shapes.world) for side in (pairs.a, pairs.b))
    assert clear.all()
    assert areas == pytest.approx(shapely.area(shapely.intersection(a, b)), abs=1e-9)
    assert 0.3 < np.mean(areas > 0.0) < 0.7


def test_wrong_answers_are_counted_and_named() -> None:
    pairs = population("boxes", "elementwise")
    right = differ(pairs.known_depths[0], pairs.known_depths[0], True)
    assert not right.any()
    depths, clear = pairs.known_depths
    given = {"sepax": depths, "no": np.full(COUNT, np.nan), "open": np.full(COUNT, np.inf)}
    tallies = check("mtv", pairs, given)
    checked, hits = int(clear.sum()), int((~np.isnan(depths) & clear).sum())
    assert tallies == {
        "sepax": Tally(checked, 0),
        "no": Tally(checked, hits),
        "open": Tally(checked, checked),
    }
    assert defects(tallies) == [f"no: {hits} of {checked}", f"open: {checked} of {checked}"]


def test_beyond_the_known_answers_sepax_is_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Depths that are off count for MTV alone."""
    monkeypatch.setattr("arrays.population.KNOWN_PAIRS", 100)
    pairs = population("boxes", "elementwise")
    depths = np.concatenate((pairs.known_depths[0], np.zeros(COUNT - 100)))
    other, off = depths.copy(), depths + 1e-3
    other[100:110] = np.nan
    given = {"sepax": depths, "other": other, "short": other[:50]}
    wrong = {name: tally.wrong for name, tally in check("intersects", pairs, given).items()}
    assert wrong == {"sepax": 0, "other": 10, "short": 0}
    assert np.array_equal(differ(off, depths, True), ~np.isnan(depths))
    assert not differ(off, depths, False).any()


def test_tallies_are_summed_up_by_contestant_and_group() -> None:
    first, second = {"sepax": Tally(5, 0)}, {"sepax": Tally(7, 2), "peer": Tally(7, 1, 1)}
    assert grouped([("mtv", first), ("mtv", second), ("sweep", second)]) == {
        "sepax": {"mtv": Tally(12, 2), "sweep": Tally(7, 2)},
        "peer": {"mtv": Tally(7, 1, 1), "sweep": Tally(7, 1, 1)},
    }


def test_targets_compare_with_the_fastest_peer() -> None:
    setting = Setting(MIXED, "elementwise", True, 0.5)
    times = {"sepax": 10.0, "numba": 40.0, "circles": 20.0, "prepared": 200.0, SHARED: 5.0}
    found = {one.contestant: one.outcome for one in verdicts("intersects", setting, times)}
    assert {name: (one.ratio, one.answer) for name, one in found.items()} == {
        "circles": (2.0, "NO"),
        "prepared": (20.0, "yes"),
        SHARED: (2.0, "yes"),
    }
    assert found["circles"].what == "intersects 3-16-gons elementwise memory 50%, circles / sepax"


@pytest.mark.parametrize(
    ("verb", "family", "form", "in_memory", "hits", "bounds"),
    [
        *(("intersects", "boxes", "elementwise", *rest) for rest in BOUNDS),
        *(("intersects", "boxes", "one-to-many", where, 0.5, [">=1.5"]) for where in (True, False)),
        *(("intersects", "boxes", "indexed", where, 0.5, [">=2"]) for where in (True, False)),
        *(("intersects", "circles", "elementwise", where, 0.5, [">=1"]) for where in (True, False)),
        *(("intersects", MET, "elementwise", where, 0.5, [">=1"]) for where in (True, False)),
        *(("mtv", "boxes", "elementwise", True, *rest) for rest in OF_MTV),
        *(("mtv", "boxes", "indexed", True, hits, []) for hits, _ in OF_MTV),
    ],
)
def test_targets_are_for_their_cases(
    verb: str, family: str, form: str, in_memory: bool, hits: float, bounds: list[str]
) -> None:
    setting = Setting(family, form, in_memory, hits)
    outcomes = [one.outcome for one in verdicts(verb, setting, {"sepax": 2.0, "numba": 3.0})]
    assert [(one.ratio, one.bound) for one in outcomes] == [(1.5, bound) for bound in bounds]


def test_targets_at_most_need_the_figure_beside() -> None:
    setting = Setting("boxes", "elementwise", True, 0.5)
    times = {"sepax": 4.0, "read": 2.0, "avx2": 2.0}
    answers = [one.outcome.answer for one in verdicts("intersects", setting, times)]
    assert answers == ["yes", "NO"]
    assert verdicts("intersects", setting, {"sepax": 4.0, "read": 2.0}) == []


def test_every_target_has_its_case() -> None:
    checked = {(verb, one.family) for one in settings(HITS) for verb in verbs(one)}
    assert {(target.verb, family) for target in TARGETS for family in target.families} <= checked


def test_cases_have_names_of_their_own() -> None:
    names = [Case(verb, setting).name for setting in settings(HITS) for verb in verbs(setting)]
    assert len(names) == len(set(names))


def test_run_prints_a_line_for_each_case_and_writes_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "contestants", lambda: [Sepax()])
    options = argparse.Namespace(
        quick=True, match="8-gons elementwise cache", csv=tmp_path / "x.csv"
    )
    assert command.main(options) == 0
    printed = capsys.readouterr().out
    verbs = ["intersects", "distance", "overlap-area", "mtv", "sweep", "time-of-impact"]
    for verb in verbs:
        assert f"\n{verb} 8-gons elementwise cache 50%" in printed
    with options.csv.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["verb"] for row in rows] == verbs
    assert all(float(row["ns"]) > 0.0 and row["to_sepax"] == "1" for row in rows)


def test_status_reports_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Liar(Sepax):
        def mtv(self, population: Population) -> None:
            return None

        def intersects(self, population: Population) -> Entry:
            right = super().intersects(population)
            assert right is not None
            return Entry(right.work, right.count, lambda _: np.zeros(right.count))

    monkeypatch.setattr(command, "contestants", lambda: [Liar()])
    options = argparse.Namespace(quick=True, match="intersects 8-gons elementwise cache", csv=None)
    assert command.main(options) == 1


def test_contestant_without_its_library_is_skipped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find(name: str) -> ModuleType:
        if name in ("numba", "shapely"):
            raise ImportError(f"No module named {name!r}")
        return __import__(name, fromlist=["_"])

    monkeypatch.setattr("common.contestant.import_module", find)
    names = [one.name for one in command.contestants()]
    assert names[0] == "sepax"
    assert "NumPy" in names
    assert not {"numba", "shapely", "read"} & set(names)
    assert "numba skipped: ImportError: No module named 'numba'" in capsys.readouterr().out


def test_gain_of_a_second_thread_by_kind_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from arrays import threads

    monkeypatch.setattr(threads, "EFFORT", Effort(rounds=1, least_rounds=1, budget=0))
    gains = threads.gains()
    assert list(gains) == ["waiting", "computing", "reading memory"]
    assert min(gains.values()) > 0.0
