"""The tree has layers that import downwards, and one way into the compiled core."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "sepax"
CORE = SOURCE / "_core"
FOLDERS = ("simd", "kernels", "answers", "arrays")  # of the core, the lowest first
DOORS = {"pair", "raw", "numbers", "arrays.pairs"}  # they share answers, and not each other
IMPORT = re.compile(r"^\s*(?:from (sepax[\w.]*) )?c?import (sepax[\w.]*)?", re.MULTILINE)
CIMPORT = re.compile(r"^from (sepax[\w.]*) cimport", re.MULTILINE)
INCLUDE = re.compile(r'^include "(\w+\.pxi)"', re.MULTILINE)


def compiled_sources() -> Iterator[Path]:
    """Yield every .pyx and .pxd of the package."""
    yield from (path for path in SOURCE.rglob("*.p[yx][xd]") if path.suffix in {".pyx", ".pxd"})


def imported_by_compiled(path: Path) -> set[str]:
    """Return the modules of sepax that a compiled one imports, or takes declarations from."""
    text = path.read_text(encoding="utf-8")
    included = [path.with_name(name).read_text(encoding="utf-8") for name in INCLUDE.findall(text)]
    found = IMPORT.findall("\n".join([text, *included]))
    return {first or second for first, second in found if first or second}


def statements(path: Path, at_once: bool) -> Iterator[ast.AST]:
    """Yield what a Python module runs: all, or what it runs when it is imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not at_once:
        yield from ast.walk(tree)
        return
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node
            waiting += [
                below for below in ast.iter_child_nodes(node) if isinstance(below, ast.stmt)
            ]


def imported(path: Path, at_once: bool = False) -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each name that a Python module takes from sepax."""
    for node in statements(path, at_once):
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


@cache
def core() -> dict[str, set[str]]:
    """Return of each module of the core the others that it imports."""
    graph: dict[str, set[str]] = {}
    for path in (path for path in compiled_sources() if path.is_relative_to(CORE)):
        own = dotted(path, CORE)
        of_core = {name for name in imported_by_compiled(path) if name.startswith("sepax._core.")}
        others = {name.removeprefix("sepax._core.") for name in of_core} - {own}
        graph.setdefault(own, set()).update(others)
    return graph


@cache
def height(module: str) -> int:
    """Return the place of its folder; beside the folders, that of the highest which it reaches."""
    folder, is_inside, _ = module.rpartition(".")
    if is_inside:
        return FOLDERS.index(folder)
    return max(map(height, core()[module]), default=0)


def test_compiled_modules_import_downwards() -> None:
    """Not in a circle, and from a folder only what reaches no higher folder."""
    assert len(list(TopologicalSorter(core()).static_order())) == len(core())
    for module, others in core().items():
        assert not others & DOORS, module
        for other in others:
            assert height(other) <= height(module), f"{module} imports {other}"


def test_modules_compiled_for_callers_and_hosts_share_the_core() -> None:
    for path in (path for path in compiled_sources() if not path.is_relative_to(CORE)):
        for module in CIMPORT.findall(path.read_text(encoding="utf-8")):
            assert module.startswith(("sepax._core.", "sepax.compat._core.")), module


def test_nothing_else_imports_what_is_compiled_for_hosts() -> None:
    for path in SOURCE.rglob("*.py"):
        if "compat" not in path.parts:
            assert not any("compat" in module for module, _ in imported(path)), path


def offered(stub: list[ast.stmt]) -> set[str]:
    """Return the names in the list __all__ of a stub."""
    lists = [node.value for node in stub if isinstance(node, ast.Assign)]
    return {name for each in lists if isinstance(each, ast.List) for name in ast.literal_eval(each)}


def test_python_imports_of_the_core_what_stubs_show() -> None:
    """Names without an underscore; and all functions that they show are imported somewhere."""
    taken: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for module, name in imported(path):
            if module == "sepax._core":  # a module as a whole, for its __all__
                assert (CORE / f"{name}.pyi").exists(), path
            elif module.startswith("sepax._core."):
                taken.setdefault(module, set()).add(name)
    for path in CORE.rglob("*.pyi"):
        stub = ast.parse(path.read_text(encoding="utf-8")).body
        names = taken.pop(dotted(path, SOURCE.parent), set())
        if "*" in names:
            names = names - {"*"} | offered(stub)
        functions = {node.name for node in stub if isinstance(node, ast.FunctionDef)}
        shown = functions | {node.name for node in stub if isinstance(node, ast.ClassDef)}
        shown |= {ast.unparse(node.target) for node in stub if isinstance(node, ast.AnnAssign)}
        public = {name for name in shown if not name.startswith("_")}
        assert names <= public, path
        assert functions & public <= names, path
    assert not taken


def python_modules(at_once: bool = False) -> dict[str, set[str]]:
    """Return of each module in Python the others that it imports; `sepax` stands for no module."""
    paths = {dotted(path, SOURCE).removesuffix(".__init__"): path for path in SOURCE.rglob("*.py")}
    graph = {}
    for own, path in paths.items():
        names = list(imported(path, at_once))
        taken = {f"{module}.{name}" for module, name in names} | {module for module, _ in names}
        graph[own] = {name.removeprefix("sepax.") for name in taken} & paths.keys() - {own}
    return graph


def test_python_modules_import_downwards() -> None:
    """Not in a circle, and nothing imports what stands above all public modules."""
    graph = python_modules()
    del graph["__init__"]  # it imports at their first use the modules that import it
    assert len(list(TopologicalSorter(graph).static_order())) == len(graph)
    for module, others in graph.items():
        for other in others:
            top = other.partition(".")[0]
            is_above = top in {"compat", "dask", "jax", "playground", "numba", "torch", "__main__"}
            is_own = module.partition(".")[0] == top or module.endswith("__main__")
            assert is_own or not is_above, f"{module} imports {other}"


def rank(room: str, below: dict[str, set[str]]) -> int:
    return 1 + max((rank(other, below) for other in below[room]), default=0)


def test_rooms_import_downwards() -> None:
    """Folders and public modules are rooms: none imports, when it is loaded, one that needs it.

    What is loaded later, when somebody looks at a picture or gives NumPy's arrays, does not count.
    """
    rooms: dict[str, set[str]] = {}
    for module, others in python_modules(at_once=True).items():
        room = module.partition(".")[0]
        rooms.setdefault(room, set()).update(other.partition(".")[0] for other in others)
    below = {room: others - {room} for room, others in rooms.items()}
    assert len(list(TopologicalSorter(below).static_order())) == len(below)
    ranks = {room: rank(room, below) for room in below}
    public = [path.stem for path in SOURCE.glob("*.py") if not path.stem.startswith("_")]
    assert ranks["_base"] == 1
    assert ranks["_base"] < ranks["_rows"] < ranks["_verbs"] < ranks["arrays"] < ranks["scene"]
    assert all(ranks["pictures"] < ranks[room] for room in public if "pictures" in below[room])
    assert {room for room in public if "pictures" in below[room]} == {"plot"}


def test_error_bounds_stand_in_one_file() -> None:
    """Numbers as small as rounding are named in roundoff.h; rotation.h has coefficients."""
    sources = {path for kind in ("pyx", "pxd", "h", "inl") for path in SOURCE.rglob(f"*.{kind}")}
    literal = re.compile(r"\b[0-9.]+e-[0-9]{2,3}\b|\b[01]\.(?:0{7}|9{7})[0-9]*\b")
    assert len(literal.findall(plain_text(CORE / "simd" / "roundoff.h"))) > 20
    for path in sources - {CORE / "simd" / name for name in ("roundoff.h", "rotation.h")}:
        assert not literal.findall(plain_text(path)), path


def test_numpy_rounds_alike_everywhere() -> None:
    """No answer comes from BLAS, which fuses products where the processor can, nor from libm."""
    shown = {"artists", "plot"}  # not of an answer
    unlike = {"dot", "einsum", "inner", "matmul", "tensordot", "vdot"}
    unlike |= {"arctan2", "cos", "exp", "hypot", "log", "power", "sin", "tan"}
    for path in (path for path in SOURCE.rglob("*.py") if path.stem not in shown):
        if not {"playground", "compat"} & set(path.parts):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                where = f"{path}:{getattr(node, 'lineno', 0)}"
                assert not isinstance(node, ast.MatMult), f"{path}: @"
                if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "np":
                    assert node.attr not in unlike, where
