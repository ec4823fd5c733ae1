"""Every program of docs/examples runs without a window and saves its picture."""

from __future__ import annotations

import runpy
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import ShapeArray

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
SMALL = {  # what makes a program quick
    "topdown_game.py": ["--frames", "90"],
    "stacking_solver.py": ["--boxes", "3", "--seconds", "0.5"],
    "trajectory_checker.py": ["--trajectories", "300"],
    "gear_train.py": ["--steps", "40"],
    "road_boundary.py": ["--cars", "300"],
    "maze.py": ["--size", "6"],
    "particles_airfoil.py": ["--particles", "200", "--steps", "30"],
    "vector_environment.py": ["--worlds", "16", "--steps", "5"],
    "parcel_table.py": ["--parcels", "200"],
    "robot_clearance.py": ["--trajectories", "100"],
    "concave_ships.py": ["--ships", "40", "--frames", "20"],
    "detector_scores.py": ["--images", "60"],
    "car_optimizer.py": ["--starts", "4", "--repeat", "1", "--iterations", "3"],
}
NEEDED = {  # beside sepax
    "parcel_table.py": ["shapely", "pandas"],
    "car_optimizer.py": ["scipy"],
}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_example(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for package in NEEDED.get(path.name, []):
        pytest.importorskip(package)
    picture = tmp_path / "picture.png"
    drawing = ["--picture", str(picture)] if find_spec("matplotlib") else []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setattr(sys, "argv", [str(path), *SMALL.get(path.name, []), *drawing])
    try:
        runpy.run_path(str(path), run_name="__main__")
    except SystemExit as end:
        assert not end.code  # noqa: PT017
    assert capsys.readouterr().out.strip()
    assert not drawing or picture.read_bytes().startswith(b"\x89PNG")


def test_stack_stands_by_the_features_of_its_points() -> None:
    """Only the matching differs: matched by list position, the stack sways."""
    run = runpy.run_path(str(FOLDER / "stacking_solver.py"))["run"]
    by_features, by_index = run("features"), run("index")
    assert by_features.speed < 2e-3
    assert by_features.lean < 1e-3
    assert by_index.speed > 10 * by_features.speed
    assert by_index.lean > 10 * by_features.lean


def test_gears_turn_by_their_teeth() -> None:
    example = runpy.run_path(str(FOLDER / "gear_train.py"))
    train = example["Train"]()
    for _ in range(200):
        train.drive(0.02)
    first, second, third = train.turned()
    teeth = example["TEETH"]
    assert second == pytest.approx(-first * teeth[0] / teeth[1], abs=0.05)
    assert third == pytest.approx(first * teeth[0] / teeth[2], abs=0.1)
    train.drive(-0.5)
    assert not train.gears[0].intersects(train.gears[1], touching=False)


def test_clearances_are_those_of_single_robots() -> None:
    example = runpy.run_path(str(FOLDER / "robot_clearance.py"))
    trajectories, scene = example["sample"](40), example["obstacles"]()
    robot = sepax.Compound.from_polygon(example["OUTLINE"])
    report = example["check"](robot, trajectories, sepax.ShapeIndex(scene))
    assert 0 < report.free.sum() < 40
    for row in range(40):
        least = np.inf
        for (x, y), angle in zip(*(column[row] for column in trajectories), strict=True):
            robot.set_pose(x, y, angle)
            least = min(least, *(robot.distance(shape) for shape in scene))
        assert report.clearance[row] == least


def test_ships_bump_slide_and_shoot() -> None:
    game = runpy.run_path(str(FOLDER / "concave_ships.py"))["Game"](150)
    for _ in range(90):
        game.step()
        assert len(sepax.find_pairs(game.index, game.walls, touching=False)) == 0
    assert game.bumps > 10
    assert game.slides > 10
    assert game.hits > 10
    pairs, before = sepax.find_pairs(game.index), list(game.fleet)
    game.bump()
    assert [(before[i].collide(before[j])) for i, j in pairs] == list(game.contacts)
    assert game.contacts.hit.all()
    assert game.contacts.depth.max() < 0.3


def test_parcels_are_joined_as_shapely_joins_them() -> None:
    shapely = pytest.importorskip("shapely")
    pytest.importorskip("pandas")
    example = runpy.run_path(str(FOLDER / "parcel_table.py"))
    column, boxes = example["outlines"](100), example["buildings"](100)
    found = example["join"](sepax.CompoundArray.from_shapely(column), boxes)
    polygons = shapely.polygons(boxes.vertices.reshape(-1, 4, 2))
    pairs = shapely.STRtree(polygons).query(column, predicate="intersects")
    expected = pairs[:, np.lexsort(pairs[::-1])]
    assert np.array_equal(found[["parcel", "building"]].to_numpy().T, expected)
    whole, part = column[expected[0]], polygons[expected[1]]
    assert np.allclose(found["shared"], shapely.area(shapely.intersection(whole, part)))
    assert np.array_equal(found["inside"], shapely.covers(whole, part))


def test_the_gradient_of_a_trajectory_is_that_of_its_cost() -> None:
    pytest.importorskip("scipy")
    example = runpy.run_path(str(FOLDER / "car_optimizer.py"))
    drive = example["Drive"](example["crowd"]())
    assert len(drive.index.array) == 200
    free = drive.straight[1:-1].ravel() + np.random.default_rng(0).normal(0.0, 0.3, 84)
    cost, gradient = drive.cost_and_gradient(free)
    assert cost == drive.cost(free)
    steps = 1e-6 * np.eye(84)
    slopes = [(drive.cost(free + step) - drive.cost(free - step)) / 2e-6 for step in steps]
    assert np.allclose(gradient, slopes, atol=1e-3)
    assert np.allclose(drive.cost_and_differences(free)[1], slopes, atol=1e-2)


def test_a_trajectory_ends_free_and_a_car_parks_from_anywhere() -> None:
    pytest.importorskip("scipy")
    example = runpy.run_path(str(FOLDER / "car_optimizer.py"))
    drive = example["Drive"](example["crowd"]())
    poses = drive.poses(drive.solve("gradient", 1000).x)
    car = sepax.Polygon.box(*example["CAR"])
    pieces, _ = sepax.sweep_path(car, drive.index, np.stack((drive.straight, poses)))
    assert pieces[0] >= 0
    assert pieces[1] == -1
    for start in np.random.default_rng(4).uniform((-4, 1.9, -0.4), (6, 3, 0.4), (20, 3)):
        found = example["park"](example["street"](), start, True)
        assert found.success
        assert np.allclose(found.x, (0.6, -0.1, 0.0), atol=5e-3)


# Scores of detectors, by loops over images, classes, thresholds and shapes --------------------


def slow_hits(found: Any, truth: Any, threshold: float) -> list[bool]:
    """Take a truth for each detection, by falling score: of those that are left the nearest."""
    left, hits = [*range(len(truth.image))], []
    for shape, image, kind in zip(*found, strict=True):
        shares = {
            k: sepax.iou(shape, truth.shapes[k])
            for k in left
            if (truth.image[k], truth.kind[k]) == (image, kind)
        }
        best = max(shares, key=lambda k: (shares[k], k), default=None)
        hits.append(best is not None and shares[best] >= threshold)
        if hits[-1]:
            left.remove(best)
    return hits


def slow_precisions(hits: list[bool], truths: int) -> list[float]:
    """Return at each recall the best precision with at least that recall."""
    reached = [(sum(hits[:k]) / truths, sum(hits[:k]) / k) for k in range(1, len(hits) + 1)]
    at = np.linspace(0, 1, 101)
    return [max((best for part, best in reached if part >= least), default=0.0) for least in at]


def scored(seed: int, example: Any) -> tuple[Any, Any, Any]:
    """Return few objects of many images, some of them equal, with equal scores."""
    random, objects = np.random.default_rng(seed), example["Objects"]

    def some(count: int, images: int) -> Any:
        width, height = random.integers(3, 5, (2, count))
        places, angles = random.integers(0, 3, (count, 2)), random.choice([0.0, 0.1], count)
        shapes = ShapeArray.boxes(width, height, places, angles)
        return objects(shapes, random.integers(0, images, count), random.integers(0, 3, count))

    found, truth = some(150, 6), some(60, 7)
    truth.kind[truth.kind == 1] = 3
    return found, truth, random.integers(0, 30, 150) / 30


@pytest.mark.parametrize("seed", range(3))
def test_average_precision_is_that_of_plain_loops(seed: int) -> None:
    example = runpy.run_path(str(FOLDER / "detector_scores.py"))
    found, truth, scores = scored(seed, example)
    table = example["precision_table"](found, scores, truth)
    order = sorted(range(150), key=lambda row: (-scores[row], found.image[row], row))
    found = found.rows(np.array(order))
    assert table.shape == (4, 10, 101)
    assert np.isnan(table).all(axis=(1, 2)).tolist() == [False, True, False, False]
    assert 0.03 < np.nanmean(table) < 0.9
    for k, threshold in enumerate(np.linspace(0.5, 0.95, 10)):
        hits = slow_hits(found, truth, threshold)
        for kind in (0, 2, 3):
            of_kind = [hit for hit, its in zip(hits, found.kind, strict=True) if its == kind]
            expected = slow_precisions(of_kind, (truth.kind == kind).sum())
            assert table[kind, k] == pytest.approx(expected, abs=1e-15)


def test_an_iou_of_exactly_the_threshold_is_a_hit_of_coco_and_none_of_icdar() -> None:
    example = runpy.run_path(str(FOLDER / "detector_scores.py"))
    one = np.zeros(1, int)
    found = example["Objects"](ShapeArray.boxes(1, 1, [(0, 0)]), one, one)
    truth = example["Objects"](ShapeArray.boxes(2, 1, [(0.5, 0)]), one, one)
    assert example["precision_table"](found, np.ones(1), truth).mean() == pytest.approx(0.1)
    assert example["count_words"](found, truth, np.zeros(1, bool)) == (1, 1, 0)


def test_of_equal_ious_coco_takes_the_last_truth() -> None:
    """So none is left for the second detection, which the first one could have left there."""
    example = runpy.run_path(str(FOLDER / "detector_scores.py"))
    two = np.zeros(2, int)
    found = example["Objects"](ShapeArray.boxes(4, 2, [(0.5, 0), (1.5, 0)]), two, two)
    truth = example["Objects"](ShapeArray.boxes(4, 2, [(0, 0), (1, 0)]), two, two)
    table = example["precision_table"](found, np.array([0.9, 0.8]), truth)
    assert table[0, 0].tolist() == [1.0] * 51 + [0.0] * 50


def slow_words(found: Any, truth: Any, ignored: Any) -> tuple[int, int, int]:
    """Follow the script of ICDAR 2015: image by image, truth by truth, detection by detection."""
    counts = [0, 0, 0]
    for image in range(8):
        shapes = [found.shapes[k] for k in np.flatnonzero(found.image == image)]
        truths = [truth.shapes[k] for k in np.flatnonzero((truth.image == image) & ~ignored)]
        unread = [truth.shapes[k] for k in np.flatnonzero((truth.image == image) & ignored)]
        shapes = [
            one
            for one in shapes
            if not any(sepax.overlap_area(one, of) / one.area > 0.5 for of in unread)
        ]
        counts[0] += len(shapes)
        counts[1] += len(truths)
        for word in truths:
            hit = next((k for k, one in enumerate(shapes) if sepax.iou(word, one) > 0.5), None)
            if hit is not None:
                shapes.pop(hit)
                counts[2] += 1
    return counts[0], counts[1], counts[2]


@pytest.mark.parametrize("outlines", [False, True])
def test_words_that_are_found_are_those_of_plain_loops(outlines: bool) -> None:
    example = runpy.run_path(str(FOLDER / "detector_scores.py"))
    left_out = 0
    for seed in range(8):
        found, truth, _ = scored(seed, example)
        if outlines:
            found, truth = (
                of._replace(
                    shapes=sepax.CompoundArray.from_outlines(
                        of.shapes.vertices.reshape(-1, 2), np.arange(0, 4 * len(of.image) + 1, 4)
                    )
                )
                for of in (found, truth)
            )
        ignored = np.random.default_rng(seed).random(60) < 0.2
        words = example["count_words"](found, truth, ignored)
        assert words == slow_words(found, truth, ignored)
        left_out += 150 - words.found
        precision, recall, mean = words.scores
        assert mean == pytest.approx(2 / (1 / precision + 1 / recall))
    assert left_out > 50
    assert example["Words"](0, 0, 0).scores == (0.0, 0.0, 0.0)
