"""Run a host's own tests, from its source distribution, with and without a drop-in.

``SEPAX_HOST_SOURCES`` in the environment names a folder with the distributions, as
``pip download --no-deps --no-binary :all: ir-sim`` makes it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import pytest

# The drop-in is enabled before the tests import anything by name. Options and plugins that the
# host's configuration names are left out.
PROGRAM = """
import importlib, sys
import pytest
if sys.argv[1]:
    importlib.import_module(sys.argv[1]).enable()
options = ["-q", "--tb=no", "-rA", "-p", "no:cacheprovider", "-c", sys.argv[2], "--rootdir=."]
sys.exit(pytest.main([*options, *sys.argv[3:]]))
"""
OUTCOME = re.compile(r"^(PASSED|FAILED|ERROR) (\S+)", re.MULTILINE)


def unpacked(distribution: str, folder: Path) -> Path:
    """Unpack the sources of the installed version, or skip the test."""
    sources = os.environ.get("SEPAX_HOST_SOURCES")
    if not sources:
        pytest.skip("SEPAX_HOST_SOURCES names no folder with the sources of hosts")
    pattern = f"{distribution.replace('-', '[-_]')}-{version(distribution)}.tar.gz"
    found = sorted(Path(sources).glob(pattern))
    if not found:
        pytest.skip(f"no {pattern} in {sources}")
    with tarfile.open(found[0]) as archive:
        archive.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


def outcomes(folder: Path, files: Iterable[str], drop_in: str) -> dict[str, str]:
    """Return the outcome of each test of some files, on a drop-in, or on none ("")."""
    nothing = folder / "nothing.ini"
    nothing.write_text("[pytest]\n", encoding="utf-8")
    arguments = [sys.executable, "-c", PROGRAM, drop_in, str(nothing), *files]
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    run = subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 1), run.stdout[-2000:] + run.stderr[-2000:]
    return {test: outcome for outcome, test in OUTCOME.findall(run.stdout)}
