"""The tree is what `sepax._core` says it is: layers that import downwards, and one way in."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults import Sources, read_faults

from sepax import _core

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sepax"
CORE = SOURCE / "_core"
CIMPORT = re.compile(r"^(?:from (sepax[\w.]*) )?cimport (sepax[\w.]*)?", re.MULTILINE)
RANKS = {module: rank for rank, layer in enumerate(_core.LAYERS) for module in layer}
# Of the public modules; a drop-in stands above all of them.
PUBLIC_LAYERS = [
    {"_arrow"},
    {"_arguments", "_threads", "_svg", "_as_in_c"},
    {"_pictures", "_hull", "_vectors"},
    {"_result_base", "_projections", "_turning"},
    {"_axis_tests", "_turning_svg"},
    {"_explained"},
    {"_shapely", "_rings", "_results", "groups.seams", "groups.sides", "candidates"},
    {"groups.areas"},
    {"groups.parting", "groups.covering", "groups.faces"},
    {"groups.contacts"},
    {"groups.sweeps"},
    {"groups.turning"},
    {"groups.joint"},
    {"groups.pairs"},
    {"groups.parts", "groups.single", "groups.tables"},
    {"raw", "kernels", "explanation", "_sight", "_scans", "_posed"},
    {"numba"},
    {"_batch"},
    {"verbs", "_shape", "_motions"},
    {"_methods", "shapes"},
    {"_contents"},
    {"arrays"},
    {"outlines", "index"},
    {"compounds"},
    {"compound"},
    {"scene"},
    {"motion", "detection", "paths", "rays"},
    {"__init__", "_artists"},
    {"_axis_lines"},
    {"plot"},
    {"__main__"},
]
# Of sepax.dask, which stands above all public modules.
DASK_LAYERS = [
    {"columns", "cells"},
    {"files", "kernels"},
    {"neighbours", "collection", "spool"},
    {"questions"},
    {"__init__", "__main__"},
]


def compiled_sources() -> Iterator[Path]:
    """Yield every .pyx and .pxd of the package."""
    yield from (path for path in SOURCE.rglob("*.p[yx][xd]") if path.suffix in {".pyx", ".pxd"})


def cimported(path: Path) -> set[str]:
    """Return the modules of sepax that a compiled one takes declarations from."""
    text = path.read_text(encoding="utf-8")
    return {first or second for first, second in CIMPORT.findall(text) if first or second}


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each name that a Python module takes from sepax."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "sepax":
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                assert not alias.name.startswith("sepax._core"), f"{path.name}: {alias.name}"


def plain_text(path: Path) -> str:
    """Return the text of a source without what it says of itself."""
    text = path.read_text(encoding="utf-8")
    marks = r'"""[\s\S]*?"""|#.*' if path.suffix in {".pyx", ".pxd"} else r"/\*[\s\S]*?\*/"
    return re.sub(marks, "", text)


def dotted(path: Path, home: Path) -> str:
    return ".".join(path.relative_to(home).with_suffix("").parts)


def test_every_module_of_the_core_has_its_layer() -> None:
    modules = {dotted(path, CORE) for path in compiled_sources() if path.is_relative_to(CORE)}
    assert set(RANKS) == modules
    assert len(RANKS) == sum(map(len, _core.LAYERS))


@pytest.mark.parametrize("path", sorted(compiled_sources()), ids=lambda path: path.name)
def test_compiled_modules_import_from_lower_layers(path: Path) -> None:
    for module in cimported(path):
        if path.is_relative_to(CORE):
            own, other = dotted(path, CORE), module.removeprefix("sepax._core.")
            assert other == own or RANKS[other] < RANKS[own], f"{own} imports {other}"
        else:  # of a host: from the core, and from what else is compiled for hosts
            assert module.startswith(("sepax._core.", "sepax.compat._core.")), module


def test_nothing_else_imports_what_is_compiled_for_hosts() -> None:
    for path in SOURCE.rglob("*.py"):
        if "compat" not in path.parts:
            assert not any("compat" in module for module, _ in imported(path)), path


def test_python_imports_of_the_core_what_it_lists() -> None:
    taken: dict[str, set[str]] = {}
    folders = (SOURCE, SOURCE / "groups", SOURCE / "compat", SOURCE / "dask")
    for path in (path for folder in folders for path in folder.glob("*.py")):
        for module, name in imported(path):
            if module == "sepax._core" or module.startswith("sepax._core."):
                taken.setdefault(module.removeprefix("sepax._core").lstrip("."), set()).add(name)
    assert taken == {module: set(names) for module, names in _core.PUBLIC.items()}


def test_public_modules_import_from_lower_layers() -> None:
    ranks = {module: rank for rank, layer in enumerate(PUBLIC_LAYERS) for module in layer}
    modules = {path.stem: path for path in SOURCE.glob("*.py")} | {
        f"groups.{path.stem}": path
        for path in (SOURCE / "groups").glob("*.py")
        if path.stem != "__init__"
    }
    assert set(ranks) == set(modules)
    for above, path in modules.items():
        for module, name in imported(path):
            below = name if module == "sepax" else module.removeprefix("sepax.")
            if below in ranks and below != above and above != "__init__":
                assert ranks[below] < ranks[above], f"{above} imports {below}"


def test_modules_for_dask_import_from_lower_layers() -> None:
    ranks = {module: rank for rank, layer in enumerate(DASK_LAYERS) for module in layer}
    assert set(ranks) == {path.stem for path in (SOURCE / "dask").glob("*.py")}
    for path in SOURCE.rglob("*.py"):
        for module, _ in imported(path):
            if module.startswith("sepax.dask."):
                below = module.removeprefix("sepax.dask.")
                assert path.parent.name == "dask", f"{path} imports {module}"
                assert ranks[below] < ranks[path.stem], f"{path.stem} imports {below}"


def test_error_bounds_stand_in_one_file() -> None:
    """Numbers as small as rounding are named in roundoff.h; rotation.h has coefficients."""
    sources = {path for kind in ("pyx", "pxd", "h", "inl") for path in SOURCE.rglob(f"*.{kind}")}
    literal = re.compile(r"\b[0-9.]+e-[0-9]{2,3}\b|\b[01]\.(?:0{7}|9{7})[0-9]*\b")
    assert len(literal.findall(plain_text(CORE / "simd" / "roundoff.h"))) > 20
    for path in sources - {CORE / "simd" / name for name in ("roundoff.h", "rotation.h")}:
        assert not literal.findall(plain_text(path)), path


def test_numpy_rounds_alike_everywhere() -> None:
    """No answer comes from BLAS, which fuses products where the processor can, nor from libm."""
    shown = {"_artists", "_axis_lines", "plot"}  # not of an answer
    unlike = {"dot", "einsum", "inner", "matmul", "tensordot", "vdot"}
    unlike |= {"arctan2", "cos", "exp", "hypot", "log", "power", "sin", "tan"}
    for path in (path for path in SOURCE.rglob("*.py") if path.stem not in shown):
        if not {"playground", "compat"} & set(path.parts):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                where = f"{path}:{getattr(node, 'lineno', 0)}"
                assert not isinstance(node, ast.MatMult), f"{path}: @"
                if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "np":
                    assert node.attr not in unlike, where


def test_known_faults_can_still_be_planted() -> None:
    """Each text that a fault in tests/mutants changes stands in its function, once."""
    sources = Sources(ROOT)
    for path in sorted((ROOT / "tests" / "mutants").glob("*.txt")):
        for fault in read_faults(path):
            sources.find(fault)
            tests = [word for word in fault.tests.split() if word.endswith(".py")]
            assert path.stem == "harmless" or tests, fault.name
            assert all((ROOT / "tests" / test).exists() for test in tests), fault.name
