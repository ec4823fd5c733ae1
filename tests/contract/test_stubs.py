"""The stubs beside the compiled modules say what the modules hold: stubtest, no exceptions."""

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import sepax

PACKAGE = Path(sepax.__file__).parent


def dotted(path: Path) -> str:
    """Return the name of a module from that of its file, whatever the tags of its suffix."""
    return ".".join((*path.relative_to(PACKAGE.parent).parent.parts, path.name.partition(".")[0]))


SHARED = "sepax._core.shared"  # Cython's own, without a source here
COMPILED = {
    dotted(path)
    for path in PACKAGE.rglob("*.*")
    if any(path.name == path.name.partition(".")[0] + suffix for suffix in EXTENSION_SUFFIXES)
} - {SHARED}


def test_every_compiled_module_has_a_stub() -> None:
    assert COMPILED
    assert {dotted(path) for path in PACKAGE.rglob("*.pyi")} == COMPILED


def test_stubs_match_modules(tmp_path: Path) -> None:
    pytest.importorskip("mypy.stubtest", reason="mypy is not installed")
    environment = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", *sorted(COMPILED)],
        cwd=tmp_path,  # away from the sources: mypy must find the installed stubs
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
