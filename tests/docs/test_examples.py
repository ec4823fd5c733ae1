"""Every program of docs/examples runs without a window and saves its picture."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

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
}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_example(path: Path, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    drawing = ["--picture", str(picture)] if find_spec("matplotlib") else []
    done = subprocess.run(
        [sys.executable, path, *SMALL.get(path.name, []), *drawing],
        cwd=tmp_path,
        env={**os.environ, "MPLCONFIGDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
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
