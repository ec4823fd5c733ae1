"""The stubs beside the compiled modules say what the modules hold: stubtest, no exceptions."""

import importlib
import os
import pkgutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

CORE = importlib.import_module("sepax._core")
COMPILED = [
    f"sepax._core.{module.name}"
    for module in pkgutil.iter_modules(CORE.__path__)
    if any(
        (Path(CORE.__path__[0]) / (module.name + suffix)).exists() for suffix in EXTENSION_SUFFIXES
    )
]


def test_every_compiled_module_has_a_stub() -> None:
    stubs = {f"sepax._core.{path.stem}" for path in Path(CORE.__path__[0]).glob("*.pyi")}
    assert COMPILED
    assert stubs == set(COMPILED)


def test_stubs_match_modules(tmp_path: Path) -> None:
    pytest.importorskip("mypy.stubtest", reason="mypy is not installed")
    environment = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    result = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", *COMPILED],
        cwd=tmp_path,  # away from the sources: mypy must find the installed stubs
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
