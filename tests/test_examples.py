"""Every program of docs/examples runs, without a window, and draws its picture."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "examples"
SMALL = {  # what makes a program quick
    "topdown_game.py": ["--frames", "90"],
    "particles_airfoil.py": ["--particles", "200", "--steps", "30"],
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
