"""Every program of docs/examples runs without a window and saves its picture."""

from __future__ import annotations

import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import sepax

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
