"""The tour, ``python -m sepax``: its output, its exit status, its data and its picture."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import resources
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import sepax
from sepax import __main__ as tour
from sepax import plot


def run_tour(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sepax", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def number(pattern: str, text: str) -> float:
    """Find the one number that `pattern` captures in the output."""
    found = re.findall(pattern, text)
    assert len(found) == 1, f"{pattern!r} in {text!r}"
    return float(found[0].replace(",", ""))


def without_speed(text: str) -> str:
    return re.sub(r"[\d,]+ (mtv|sweep) calls|[\d.]+ s\b", "", text)


def test_whole_tour_prints_what_it_did() -> None:
    done = run_tour("--shapes", "150", "--bullets", "40")
    assert (done.returncode, done.stderr) == (0, "")
    out = done.stdout
    assert f"sepax {sepax.__version__}: {len(tour.load_models())} hit boxes" in out
    assert number(r"scatter: (\d+) of them", out) == 150
    assert number(r"; ([\d,]+) pairs overlap\n", out) > 50
    assert number(r"part: ([\d,]+) pushes", out) > 50
    assert number(r"check: all ([\d,]+) pairs", out) == 150 * 149 / 2
    assert number(r"largest residual overlap (\S+) px", out) < 1e-12
    assert number(r"px, (\d+) beyond the bound", out) == 0
    assert number(r"([\d,]+) mtv calls per second", out) > 1000
    assert number(r"([\d,]+) sweep calls per second", out) > 1000
    hits, misses = number(r"; (\d+) hit a shape", out), number(r", (\d+) flew out", out)
    assert hits > 0
    assert hits + misses == 40
    rounds = [int(text) for text in re.findall(r"  round +(\d+):", out)]
    assert rounds[:3] == [1, 2, 4]  # few lines, as it is not on a terminal
    assert number(r"pushes in (\d+) rounds", out) == rounds[-1]
    assert "\r" not in out


def test_same_seed_same_tour(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*options: str) -> str:
        assert tour.main(list(options)) == 0
        return without_speed(capsys.readouterr().out)

    options = ("--shapes", "80", "--bullets", "20", "--seed")
    assert printed(*options, "5") == printed(*options, "5") != printed(*options, "6")
    assert printed("--shapes", "1", "--bullets", "1")


def test_progress_rewrites_one_line_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    tour.show_progress(3, [2.0, 1.0])
    tour.show_progress(4, [])
    first, second = capsys.readouterr().out.removeprefix("\r").split("\r")
    assert "round    3:     2 pairs pushed, the deepest 2 px" in first
    assert len(first) == len(second.rstrip("\n")) == 70
    assert second.endswith("\n")


@pytest.mark.parametrize("seed", range(8))
def test_pushing_apart_ends_for_every_seed(seed: int) -> None:
    shapes, _ = tour.scatter(tour.load_models(), 200, np.random.default_rng(seed))
    rounds = list(tour.push_apart(shapes))
    assert len(rounds) < 500
    assert rounds[-1] == []
    assert tour.check_all_pairs(shapes).beyond == 0


def test_bullets_find_room_beside_any_single_shape() -> None:
    rng = np.random.default_rng(0)
    for model in tour.load_models():
        shapes, side = tour.scatter([model], 1, rng)
        bullets = tour.load_bullets(3, shapes, side, rng)
        assert not any(bullet.intersects(shapes[0]) for bullet in bullets)


def test_exit_status_when_overlap_remains(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def do_nothing(shapes: Sequence[sepax.Polygon]) -> Iterator[list[float]]:
        yield []

    monkeypatch.setattr(tour, "push_apart", do_nothing)
    assert tour.main(["--shapes", "100", "--bullets", "1"]) == 1
    assert number(r"px, (\d+) beyond the bound", capsys.readouterr().out) > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--shapes", "0"], "argument --shapes: 0 is less than 1"),
        (["--bullets", "many"], "argument --bullets: invalid integer value: 'many'"),
        (["--seed", "-1"], "argument --seed: -1 is less than 0"),
    ],
)
def test_bad_options(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        tour.main(arguments)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


def test_residue_counts_what_breaks_the_bound() -> None:
    boxes = [sepax.Polygon.box(2, 2, position=(x, 0)) for x in (0.0, 1.5, 3.5, 9.0)]
    assert tour.check_all_pairs(boxes) == (0.5, 1)


def test_overlapping_pairs_are_all_that_overlap() -> None:
    shapes, _ = tour.scatter(tour.load_models(), 120, np.random.default_rng(1))
    shapes += [
        sepax.Polygon.box(2, 2, position=(x, -500)) for x in (0, 2, 5)
    ]  # the first two touch
    expected = [
        [i, j]
        for i, j in combinations(range(len(shapes)), 2)
        if shapes[i].intersects(shapes[j], touching=False)
    ]
    assert tour.overlapping_pairs(shapes).tolist() == expected


def test_a_bullet_stops_at_the_first_shape() -> None:
    walls = [sepax.Polygon.box(2, 8, position=(x, 0)) for x in (41.0, 21.0, 31.0)]
    bullet = sepax.Circle((0, 0), tour.BULLET_RADIUS)
    start, stop, hit = tour.shoot(bullet, (1000.0, 0.0), walls)
    assert start == (0.0, 0.0)
    assert stop == pytest.approx((16.0, 0.0), abs=1e-12)
    assert hit == pytest.approx((20.0, 0.0), abs=1e-12)
    assert tour.shoot(bullet, (0.0, 1000.0), walls) == ((0.0, 0.0), (0.0, 1000.0), None)


def test_hit_boxes_say_where_they_come_from() -> None:
    file = resources.files("sepax").joinpath("data/hitboxes.json")
    text = file.read_text(encoding="utf-8")
    assert len(text) < 100_000
    data = json.loads(text)
    assert data["source"].startswith("arcade 3.3.3")
    assert data["algorithm"] == "arcade.hitbox.PymunkHitBoxAlgorithm"
    assert data["parameters"] == {"detail": 4.5}
    assert data["licence"].startswith("CC0 1.0")
    assert data["artwork"].startswith("Kenney")
    assert data["made_by"] == "tests/data/make_hitboxes.py"
    assert all(name.startswith(":resources:images/") for name in data["hit_boxes"])


def test_hit_boxes_load_as_shapes() -> None:
    outlines = tour.load_hit_boxes()
    assert len(outlines) >= 50
    assert len({str(outline) for outline in outlines.values()}) == len(outlines)
    for name, outline in outlines.items():
        shape = sepax.Polygon.hull(outline)
        assert shape.area > 0.0, name
        assert all(shape.contains(point) for point in outline), name
        assert {tuple(vertex) for vertex in shape.vertices.tolist()} <= set(map(tuple, outline))


def test_a_missing_matplotlib_is_named_before_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as stop:
        tour.main(["--picture", str(tmp_path / "tour.png")])
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert 'pip install "sepax[plot]"' in err


def test_a_missing_folder_is_named_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(SystemExit) as stop:
        tour.main(["--picture", str(tmp_path / "none" / "tour.png")])
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert (out, "there is no folder for" in err) == ("", True)


def test_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "tour.png"
    done = run_tour("--shapes", "60", "--bullets", "10", "--picture", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"picture: {path}\n")
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    width, height = (int.from_bytes(data[i : i + 4], "big") for i in (16, 20))
    assert min(width, height) > 800


def test_picture_without_a_single_hit(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    square = [sepax.Polygon.box(1, 1)]
    path = tmp_path / "miss.png"
    plot.save_tour(path, square, square, [((2.0, 2.0), (9.0, 9.0), None)], side=2.0)
    assert path.stat().st_size > 1000


def test_shapes_are_drawn_where_they_are() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    shapes: list[sepax.Polygon | sepax.Circle]
    shapes = [sepax.Polygon.box(4, 2, position=(10, 5)), sepax.Circle((-3, 1), 2)]
    collection = plot.draw_shapes(axes, shapes, facecolor="red")
    box, circle = (path.get_extents() for path in collection.get_paths())
    assert (box.x0, box.y0, box.x1, box.y1) == (8, 4, 12, 6)
    assert (circle.x0, circle.y0, circle.x1, circle.y1) == pytest.approx((-5, -1, -1, 3), abs=1e-6)
    assert axes.get_aspect() == 1.0
    assert axes.get_xlim()[0] <= -5 < 12 <= axes.get_xlim()[1]
