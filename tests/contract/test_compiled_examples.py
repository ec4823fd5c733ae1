"""Modules of other people, compiled against the installed package: in Cython, in C and in C++.

The programs of docs/kernels.md are run word for word. Needs a C compiler and Python's headers.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from callers import (
    CAPSULES,
    LAYOUT,
    Case,
    as_array,
    by_numbers,
    differences,
    expected,
    flat_case,
    shape_of,
    unpacked,
)
from families import Pair, Shape, pairs
from verb_table import VERBS

import sepax
from sepax import Polygon

pytestmark = pytest.mark.thread_unsafe(reason="compiles into one folder")
ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "tests" / "c"
PAGE = ROOT / "docs" / "kernels.md"
HEADERS = sysconfig.get_path("include")
FAMILIES = ["boxes", "polygons", "touching_edge_edge", "nearly_parallel", "circle_any", "slivers"]
LANGUAGES = {"C": ["cc", "-std=c99"], "C++": ["c++", "-x", "c++", "-std=c++11"]}
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
needs_compiler = pytest.mark.skipif(
    sys.platform == "win32"
    or not (shutil.which("cc") and shutil.which("c++") and Path(HEADERS, "Python.h").exists()),
    reason="needs cc, c++ and the headers of Python",
)
needs_cython = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("Cython", "setuptools")),
    reason="needs Cython and setuptools",
)


def run(command: list[str | Path], folder: Path) -> str:
    """Run a command; fail with all that it said."""
    here = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": here, "CFLAGS": "-O0"},  # setuptools appends these
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def cases() -> list[tuple[Pair, Case]]:
    """Return a few hundred pairs, whose vertices are shapes for themselves."""
    found = []
    for name in FAMILIES:
        for a, b in pairs(name)[:50]:
            x, y = b.vertices[0].tolist()
            found.append(((a, b), Case(point=(x, y))))
    return found


def remade(shape: Shape) -> Shape:
    """Return the shape of the same vertices, in the frame of the world."""
    vertices = [(float(x), float(y)) for x, y in shape.vertices]
    return shape_of(vertices, shape.radius)


# --- the header -------------------------------------------------------------------------


@needs_compiler
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("python", ["", "#include <Python.h>\n"])
def test_header_compiles_without_a_warning(language: str, python: str, tmp_path: Path) -> None:
    source = tmp_path / "source.c"
    source.write_text(python + "#include <sepax.h>\n#include <sepax.h>\nsepax_api *table;\n")
    command = [*LANGUAGES[language], *WARNINGS, "-fsyntax-only", "-isystem", HEADERS]
    run([*command, "-I", sepax.get_include(), source], tmp_path)


@needs_compiler
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "order", ["sepax Python sepax", "Python sepax", "sepax Python sepax sepax"]
)
def test_python_may_come_after_the_header(language: str, order: str, tmp_path: Path) -> None:
    """A header of the caller's own may have included it first: the last include brings all."""
    source = tmp_path / "source.c"
    includes = "".join(f"#include <{name}.h>\n" for name in order.split())
    use = "const sepax_api *table(void);\nconst sepax_api *table(void) { return sepax_import(); }\n"
    source.write_text(includes + use)
    command = [*LANGUAGES[language], *WARNINGS, "-fsyntax-only", "-isystem", HEADERS]
    run([*command, "-I", sepax.get_include(), source], tmp_path)


def test_folder_of_the_header() -> None:
    folder = Path(sepax.get_include())
    assert folder.is_absolute()
    assert folder.parent == Path(sepax.__file__).parent
    assert [path.name for path in folder.iterdir()] == ["sepax.h"]


# --- C and C++ --------------------------------------------------------------------------


def committed_version() -> int:
    """Return the last version of the C API."""
    lines = (ROOT / "tests" / "data" / "cython_api.txt").read_text(encoding="utf-8").splitlines()
    return max(int(line.removeprefix("version ")) for line in lines if line[:8] == "version ")


def compiled(language: str, folder: Path) -> Any:
    """Return the library of tests/c/caller.c."""
    library = folder / "caller.so"
    links = ["-shared", "-fPIC", "-pthread"]
    if sys.platform == "darwin":
        links += ["-undefined", "dynamic_lookup"]
    command = [*LANGUAGES[language], *WARNINGS, "-isystem", HEADERS, "-I", sepax.get_include()]
    run([*command, *links, SOURCES / "caller.c", "-o", library], folder)
    found = ctypes.PyDLL(str(library))
    assert found.prepare() == committed_version()
    return found


def address(numbers: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.ctypes.data)


@needs_compiler
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_library_by_the_header_alone(language: str, tmp_path: Path) -> None:
    """Every member of the table, and every field of the structs, has the bits of the verbs."""
    library = compiled(language, tmp_path)
    row = np.zeros(sum(LAYOUT.values()))
    kinds = set()
    for (a, b), case in cases():
        numbers = np.array(flat_case(case))
        p, q = as_array(a.vertices), as_array(b.vertices)
        radii = ctypes.c_double(a.radius), ctypes.c_double(b.radius)
        sizes = ctypes.c_ssize_t(len(p)), ctypes.c_ssize_t(len(q))
        library.answer_rings(
            *(address(p), sizes[0], radii[0]),
            *(address(q), sizes[1], radii[1], address(numbers), address(row)),
        )
        given = (p.tolist(), q.tolist())
        truth = expected(remade(a), remade(b), case, given)
        assert differences(unpacked(row), truth) == {}
        if shapes := by_numbers(a, b):
            kinds.add(shapes.two)
            one, other = np.array(shapes.a), np.array(shapes.b)
            answer = getattr(library, f"answer_{shapes.two}")
            answer(address(one), address(other), address(numbers), address(row))
            assert differences(unpacked(row), expected(a, b, case)) == {}
    assert kinds == {"boxes", "circles"}


@needs_compiler
def test_huge_rings_in_a_thread_that_is_not_of_python(tmp_path: Path) -> None:
    """Without the GIL, and without a state of the interpreter for that thread."""
    compiled("C", tmp_path)
    library = ctypes.CDLL(str(tmp_path / "caller.so"))
    n = 30_000  # tenths of a second: long enough for kernels to look for signals
    ring = as_array(Polygon.regular(n, 1.0, angle=0.3).vertices * 1e-300)
    scratch, mtv = np.zeros(10 * (n + 12)), np.zeros(2)
    arguments = address(ring), ctypes.c_ssize_t(n), address(mtv), address(scratch)
    assert library.mtv_in_a_thread(*arguments) == 1
    assert tuple(mtv.tolist()) == sepax.mtv(Polygon(ring), Polygon(ring))


# --- Cython -----------------------------------------------------------------------------

SETUP = """
from Cython.Build import cythonize
from setuptools import setup

setup(ext_modules=cythonize("caller.pyx"))
"""


@needs_compiler
@needs_cython
def test_a_module_in_cython_by_setuptools(tmp_path: Path) -> None:
    shutil.copy(SOURCES / "caller.pyx", tmp_path)
    (tmp_path / "setup.py").write_text(SETUP)
    run([sys.executable, "setup.py", "build_ext", "--inplace"], tmp_path)
    (built,) = tmp_path.glob("caller.*.so")
    spec = importlib.util.spec_from_file_location("caller", built)
    assert spec is not None
    assert spec.loader is not None
    caller = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(caller)
    assert caller.scratch_size(64, 65) == 350
    for (a, b), case in cases():
        numbers = np.array(flat_case(case))
        p, q = as_array(a.vertices), as_array(b.vertices)
        sizes = (p.ctypes.data, len(p), a.radius), (q.ctypes.data, len(q), b.radius)
        got = caller.answer_rings(*sizes[0], *sizes[1], numbers.ctypes.data)
        truth = expected(remade(a), remade(b), case, (p.tolist(), q.tolist()))
        assert differences(got, truth) == {}
        if shapes := by_numbers(a, b):
            answer = getattr(caller, f"answer_{shapes.two}")
            one, other = np.array(shapes.a), np.array(shapes.b)
            got = answer(one.ctypes.data, other.ctypes.data, numbers.ctypes.data)
            assert len(got) > 3
            truth = expected(a, b, case)
            assert differences(got, {name: truth[name] for name in got}) == {}


# --- the page ---------------------------------------------------------------------------


def run_section(title: str, folder: Path) -> str:
    """Write the files of a section of the page, run its commands, and return what they print.

    The first line of each file is a comment with its name.
    """
    text = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## {title}\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    commands = ""
    for language, code in blocks:
        if language == "sh":
            commands += code
        elif named := re.match(r"(?:#|/\*) ([\w.]+)", code):
            (folder / named[1]).write_text(code)
    assert commands
    return run(["sh", "-e", "-c", commands], folder)


def test_page_has_every_kind_of_result() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r"^\| an? (\w+)|^\| (points)", text, re.MULTILINE)
    verbs = [verb for verb in VERBS.values() if verb.compiled]
    kinds = {verb.kind.name for verb in verbs if verb.kind}
    assert {"".join(words) for words in listed} == {
        kind.replace("ray_hit", "ray") for kind in kinds
    }
    renamed = {verb.name: verb.compiled for verb in verbs if verb.name != verb.compiled}
    for name, compiled_name in renamed.items():
        assert f"`{name}` is `{compiled_name}`" in text
    for name in re.findall(r"`((?:ring|box|circle)\w*_\w+)`", text):
        assert name in CAPSULES, name
    assert "scratch_size(count_a, count_b)" in text


@needs_compiler
@needs_cython
def test_the_planner_in_cython(tmp_path: Path) -> None:
    assert run_section("From Cython", tmp_path).endswith("\n6\n")


@needs_compiler
@pytest.mark.skipif(sys.platform == "darwin", reason="the linker has other options there")
def test_the_function_in_c(tmp_path: Path) -> None:
    assert run_section("From C, C\\+\\+ and others", tmp_path) == "0.5\n"


def test_the_particles_in_numba(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    names = {entry.value for entry in importlib.metadata.entry_points(group="numba_extensions")}
    if not any(name.startswith("sepax") for name in names):
        pytest.skip("sepax is not installed, so numba does not find it")
    cold = run_section("From numba", tmp_path)
    assert list(tmp_path.rglob("*.nbi"))
    assert run_section("From numba", tmp_path) == cold
    assert re.fullmatch(r"energy 200\.000\n", cold)
