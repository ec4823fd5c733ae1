"""The bench of compiled loops: its cases and checks, who is skipped, and how it counts errors."""

import csv
import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import run as bench
from common.agreement import Tally
from common.case import Case
from common.contestant import installed
from common.timing import Effort, Timing

pytest.importorskip("numba", reason="numba is not installed")
calls: Any = importlib.import_module("kernels.calls")
cases: Any = importlib.import_module("kernels.cases")
command: Any = importlib.import_module("kernels.command")
contestants: Any = importlib.import_module("kernels.contestants")
drawn: Any = importlib.import_module("kernels.pairs")
wrong: Any = importlib.import_module("kernels.wrong")

ONCE = Effort(rounds=1, least_rounds=1, budget=0)
COPY = """
from numba import njit

@njit
def collision(vertices1, vertices2):
    return True
"""
FAMILY = {family.name: family for family in drawn.FAMILIES}


@pytest.fixture(autouse=True)
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "COUNT", 300)
    monkeypatch.setattr(command, "QUICK", ONCE)
    monkeypatch.setattr(calls, "PEERS", (calls.OfArrays, calls.OfPolygons))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a module in the place of f1tenth's, for which all shapes collide."""
    path = tmp_path / "copy.py"
    path.write_text(COPY, encoding="utf-8")
    return path


def line_of(printed: str, start: str) -> list[str]:
    found: str = next(line for line in printed.splitlines() if line.startswith(start))
    return found.removeprefix(start).split()


def with_c() -> bool:
    return bool(installed((contestants.FromC,)))


def test_every_loop_is_checked_and_timed(
    tmp_path: Path,
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of one family in each form, as every loop takes a second to compile."""
    families = [family for family in drawn.FAMILIES if not family.name.endswith("gons")]
    assert {family.form for family in families} == {"boxes", "circles", "rings"}
    monkeypatch.setattr(cases, "FAMILIES", families)
    path = tmp_path / "x.csv"
    options = ["--quick", "--only", "times", "--csv", str(path), "--f1tenth", str(copy)]
    assert bench.main(["kernels", *options]) == 0
    printed = capsys.readouterr().out
    names = [f"{verb} {family.name}" for family in families for verb in family.verbs]
    for name in names:
        assert f"\n{name} " in printed
    assert line_of(printed, "  sepax ")[:2] == ["0", "/"]
    assert int(line_of(printed, "  f1tenth ")[0]) > 100  # half of 300 pairs are apart
    by_hand = line_of(printed, "  by hand ")
    assert int(by_hand[0]) > 10  # translations of contained shapes, and nothing else
    assert "mtv" in by_hand
    assert "intersects" not in by_hand
    assert "\n  intersects boxes as rings: f1tenth / sepax " in printed
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    measured = {(row["verb"] + " " + row["family"], row["contestant"]) for row in rows}
    assert measured >= {(name, "sepax") for name in names}
    assert ((names[0], "C") in measured) == with_c()
    assert {row["to_sepax"] for row in rows if row["contestant"] == "sepax"} == {"1"}
    assert rows[0]["target"] == ("<=25 <=1.5" if with_c() else "<=25")


def test_who_cannot_be_measured_is_skipped_with_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(contestants, "COMPILERS", ("no-such-compiler",))
    assert bench.main(["kernels", "--quick", "--only", "times", "--match", "nothing"]) == 0
    printed = capsys.readouterr().out
    assert "C skipped: OSError: needs one of the C compilers no-such-compiler" in printed
    assert "f1tenth skipped: FileNotFoundError: it is not on PyPI: name a copy" in printed
    assert installed((contestants.of_file(tmp_path / "none.py"),)) == []
    assert "f1tenth skipped: FileNotFoundError" in capsys.readouterr().out


def test_what_the_compiler_says_is_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not with_c():
        pytest.skip("needs a C compiler")
    source = tmp_path / "loops.c"
    source.write_text("#error broken\n", encoding="utf-8")
    monkeypatch.setattr(contestants, "SOURCE", source)
    assert installed((contestants.FromC,)) == []
    printed = capsys.readouterr().out
    assert "C skipped: OSError: " in printed
    assert "broken" in printed


def test_match_chooses_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["kernels", "--quick", "--match", "distance circles"]) == 0
    printed = capsys.readouterr().out
    assert "\ndistance circles by numbers " in printed
    assert "\nmtv" not in printed
    assert "Wrong answers" not in printed


def test_rows_are_the_drawn_shapes() -> None:
    population, rows = drawn.draw_rows(FAMILY["boxes by numbers"])
    x, y, half_width, half_height, cosine, sine = rows.a.T
    corner = population.a.shapes.world[:, 2]
    assert np.allclose(corner[:, 0], x + half_width * cosine - half_height * sine)
    assert np.allclose(corner[:, 1], y + half_width * sine + half_height * cosine)
    depths, _ = population.known_depths
    assert 0.4 < np.isfinite(depths).mean() < 0.6


def test_other_bits_from_c_are_counted() -> None:
    population, _ = drawn.draw_rows(FAMILY["circles by numbers"])
    distances = population.known_distances[0]
    other = distances.copy()
    other[7] = np.nextafter(other[7], np.inf)
    works = {"sepax": lambda: distances, "C": lambda: other}
    assert cases.check("distance", population, works) == {
        "sepax": Tally(300, 0),
        "C": Tally(300, 1),
    }
    vectors = np.full((300, 2), np.nan)
    others = vectors.copy()
    found = cases.check("mtv", population, {"sepax": lambda: vectors, "C": lambda: others})
    assert found["C"] == Tally(300, 0)
    assert found["sepax"].wrong > 100
    others[5, 1] = 1.0
    found = cases.check("mtv", population, {"sepax": lambda: vectors, "C": lambda: others})
    assert found["C"] == Tally(300, 1)


def test_targets() -> None:
    def outcomes(verb: str, family: str, **spent: float) -> list[tuple[float, bool]]:
        case = Case(verb, FAMILY[family])
        timings = {name.replace("_", " "): Timing(time, 1) for name, time in spent.items()}
        return [(one.target, one.reached) for _, one in cases.verdicts(case, timings)]

    assert outcomes("intersects", "boxes by numbers", sepax=24.0, C=15.0, by_hand=4.0) == [
        (25.0, True),
        (1.5, False),
    ]
    found = outcomes("intersects", "boxes as rings", sepax=61.0, C=60.0, by_hand=60.0, f1tenth=2e3)
    assert found == [(60.0, False), (1.0, False), (30.0, True)]
    assert outcomes("mtv", "4-gons", sepax=80.0, by_hand=90.0) == [(90.0, True), (1.0, True)]
    assert outcomes("time-of-impact", "8-gons", sepax=80.0) == []
    assert outcomes("intersects", "boxes by numbers", C=20.0) == []


# --- wrong answers --------------------------------------------------------------------------


def pair_of(family: str, side: int) -> Any:
    return next(pair for pair in wrong.exact_pairs(family, 50) if pair.exact.side == side)


def test_booleans_are_judged_exactly() -> None:
    for family, side in (("boxes", 1), ("touching_vertex_edge", 0), ("boxes", -1)):
        pair = pair_of(family, side)
        assert wrong.is_wrong("intersects", pair, side > 0)
        assert not wrong.is_wrong("intersects", pair, side <= 0)


def test_vectors_have_to_part_by_the_shortest_way() -> None:
    sepax: Any = importlib.import_module("sepax")
    pair = pair_of("boxes", -1)
    vector = np.array(sepax.raw.mtv(pair.a, pair.b))
    assert not wrong.is_wrong("mtv", pair, vector)
    for other in (0.99 * vector, 1.01 * vector, -vector, vector[::-1], np.full(2, np.nan)):
        assert wrong.is_wrong("mtv", pair, other)
    squares = (sepax.Polygon.box(2, 2, position=place) for place in ((0, 0), (1, 1.5)))
    pair = wrong.exact_pair(*squares)
    assert not wrong.is_wrong("mtv", pair, np.array([0.0, -0.5]))
    assert wrong.is_wrong("mtv", pair, np.array([-1.0, 0.0]))  # it parts them, but is longer
    touching = pair_of("touching_vertex_edge", 0)
    assert not wrong.is_wrong("mtv", touching, np.zeros(2))
    assert not wrong.is_wrong("mtv", touching, np.full(2, np.nan))  # who rounds may miss it
    apart = pair_of("boxes", 1)
    assert wrong.is_wrong("mtv", apart, np.zeros(2))
    assert not wrong.is_wrong("mtv", apart, np.full(2, np.nan))


def test_areas_may_be_off_by_a_share_of_the_smaller_shape() -> None:
    pair = pair_of("boxes", -1)
    exact, smaller = float(pair.shared), float(pair.smaller)
    for off, is_wrong in ((0.0, False), (9e-4, False), (-2e-3, True), (2e-3, True)):
        assert wrong.is_wrong("overlap-area", pair, exact + off * smaller) is is_wrong
    assert wrong.is_wrong("overlap-area", pair, float("nan"))


def test_wrong_answers_are_counted_by_side(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, copy: Path
) -> None:
    some = ["boxes", "contained", "touching_edge_edge"]
    monkeypatch.setattr(wrong.of_tests("families"), "POLYGON_PAIRS", some)
    loops = [contestants.FromNumba(), contestants.ByHand(), contestants.of_file(copy)()]
    counts = wrong.count_wrong(wrong.askers(loops, None), 8)
    assert wrong.show_wrong(counts) == 0
    by_key = {(one.verb, one.name): one for one in counts}
    assert ("overlap-area", "by hand") not in by_key
    always = by_key["intersects", "f1tenth"]
    assert always.wrong[1] == always.asked[1] > 0
    assert sum(always.asked.values()) == 24
    assert always.wrong[0] == always.wrong[-1] == 0
    assert by_key["mtv", "by hand"].worst["contained"] == 8
    assert by_key["mtv", "sepax"].asked == always.asked
    printed = capsys.readouterr().out
    assert line_of(printed, "intersects    f1tenth")[0] == str(always.wrong[1])


def test_wrong_answers_of_sepax_fail_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    def always(contestant: Any, verb: str) -> Callable[..., bool]:
        return lambda a, b: True

    monkeypatch.setattr(wrong, "asked_of", always)
    monkeypatch.setattr(wrong, "VERBS", ("intersects",))
    monkeypatch.setattr(command, "QUICK_PAIRS", 2)
    assert bench.main(["kernels", "--quick", "--only", "wrong"]) == 1
