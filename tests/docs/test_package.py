"""What is shipped: contents of sdist and wheel, symbols, the cost of an import, the platforms.

The environment variable SEPAX_DIST names a folder with an sdist and wheels to look at; without it
the tests of their contents are skipped. The others look at the installed package.
"""

import importlib
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import sepax

ROOT = Path(__file__).parents[2]
SHIPPED = ["src", "tests", "bench", "tools", "docs"]
LIBRARIES = sorted(Path(sepax.__file__).parent.rglob("*.so"))
IDENTIFIERS = ROOT / "tests" / "data" / "build_identifiers.txt"
STRANGERS = {
    *("arcade", "Box2D", "collision", "gymnasium", "highway_env", "hypothesis", "matplotlib"),
    *("numba", "pygame", "pyglet", "pymunk", "pytest", "shapely", "sepax.compat", "sepax.plot"),
    *("adjustText", "boxmot", "cv2", "doctr", "irsim", "sahi", "supervision", "torch"),
    "ultralytics",
    *("jax", "sepax.jax", "sepax.torch"),
    *("dask", "distributed", "pandas", "pyarrow", "sepax.dask", "llvmlite", "sepax.numba"),
    *("concurrent.futures", "logging"),  # of the standard library, but as slow as all of sepax
}
needs_elf = pytest.mark.skipif(
    not (sys.platform.startswith("linux") and LIBRARIES and shutil.which("readelf")),
    reason="needs Linux and readelf, of the binutils",
)


def built(pattern: str) -> list[Path]:
    """Return the files in SEPAX_DIST; skip the test if there is no such folder."""
    if not (folder := os.environ.get("SEPAX_DIST")):
        pytest.skip("SEPAX_DIST does not name a folder with an sdist and a wheel")
    found = sorted(Path(folder).glob(pattern))
    assert found, f"no {pattern} in {folder}"
    return found


def sources() -> set[str]:
    """Return the files of this source tree that belong into an sdist."""
    paths = [path.relative_to(ROOT) for folder in SHIPPED for path in (ROOT / folder).rglob("*")]
    named = {"pyproject.toml", "setup.py", "README.md", "LICENSE", "CHANGELOG.md", "MANIFEST.in"}
    named |= {"CITATION.cff", "CONTRIBUTING.md", "SECURITY.md", ".ci/recipe/recipe.yaml"}
    return named | {
        path.as_posix()
        for path in paths
        if (ROOT / path).is_file()
        and path.suffix not in {".pyc", ".so", ".pyd"}
        and not any(part.startswith(".") or part.endswith(".egg-info") for part in path.parts)
    }


def sources_of(pattern: str) -> set[str]:
    """Return the files of the package with such a name."""
    home = ROOT / "src"
    return {path.relative_to(home).as_posix() for path in home.rglob(pattern)}


def test_sdist_has_every_source_and_nothing_else() -> None:
    (sdist,) = built("*.tar.gz")
    with tarfile.open(sdist) as archive:
        files = {m.name.partition("/")[2] for m in archive.getmembers() if m.isfile()}
    generated = {name for name in files if ".egg-info/" in name} | {"PKG-INFO", "setup.cfg"}
    assert files - generated == sources()


def test_build_knows_the_sources_that_a_module_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """setup.py finds those that Cython finds, so it may decide what has to be translated again."""
    dependencies = pytest.importorskip("Cython.Build.Dependencies", reason="Cython is missing")
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # setup.py sets it, too
    reached = runpy.run_path("setup.py", run_name="setup")["reached"]
    options = importlib.import_module("Cython.Compiler.Options")
    chosen = options.CompilationOptions(options.default_options)
    tree = dependencies.create_dependency_tree(dependencies.Context.from_options(chosen))
    monkeypatch.setattr(sys, "path", ["src"])  # Cython looks for each .pxd in every folder of it
    for path in sorted(Path("src").rglob("*.pyx")):
        known = (Path(name).resolve() for name in tree.all_dependencies(str(path)))
        ours = {path.relative_to(ROOT) for path in known if path.is_relative_to(ROOT / "src")}
        assert ours - {*reached(path)} == set(), path


def test_memory_is_allocated_in_one_place() -> None:
    """Where counts that do not fit are refused instead of wrapping around."""
    allocating = {
        path.name
        for kind in ("pyx", "pxd", "h", "inl")
        for path in (ROOT / "src" / "sepax").rglob(f"*.{kind}")
        if re.search(r"(?i)(m|c|re)alloc\b|PyMem_(Raw)?New", path.read_text())
    }
    assert allocating == {"memory.pxd"}


def test_wheel_has_modules_stubs_and_declarations_only() -> None:
    """Of what the modules are compiled from, it has what compiled callers include, and no more."""
    for wheel in built("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            names = {name for name in archive.namelist() if not name.endswith("/")}
        package = {name for name in names if ".dist-info/" not in name}
        assert all(name.startswith("sepax/") for name in package), package
        suffixes = {Path(name).suffix for name in package if not name.endswith("py.typed")}
        assert suffixes <= {".py", ".pyi", ".json", ".so", ".pyd", ".pxd", ".h"}
        included = {name for name in package if Path(name).suffix in {".pxd", ".h"}}
        assert included == {"sepax/cython_api.pxd", "sepax/include/sepax.h"}
        compiled = {name.partition(".")[0] for name in package if re.search("so$|pyd$", name)}
        modules = {name.removesuffix(".pyx") for name in sources_of("*.pyx")}
        assert compiled == modules | {"sepax/_core/shared"}  # which Cython makes for all of them
        assert {f"{module}.pyi" for module in modules} <= package
        assert "sepax/py.typed" in package
        assert any(name.endswith("licenses/LICENSE") for name in names)


def test_archives_do_not_show_when_they_were_made() -> None:
    """By one time for all, so that equal sources give equal bytes."""
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (epoch,) = re.findall(r'"SOURCE_DATE_EPOCH", "(\d+)"', setup)
    assert project["tool"]["cibuildwheel"]["environment"]["SOURCE_DATE_EPOCH"] == epoch
    for sdist in built("*.tar.gz"):
        with tarfile.open(sdist) as archive:
            members = archive.getmembers()
        assert len({member.mtime for member in members}) == 1
        assert {(m.uid, m.gid, m.uname, m.gname) for m in members} == {(0, 0, "", "")}
    for wheel in built("*.whl"):
        with zipfile.ZipFile(wheel) as wheel_archive:
            assert len({info.date_time for info in wheel_archive.infolist()}) == 1


@needs_elf
def test_modules_of_a_wheel_have_no_symbols(tmp_path: Path) -> None:
    for wheel in built("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            libraries = [name for name in archive.namelist() if name.endswith(".so")]
            for name in libraries:
                sections = readelf(Path(archive.extract(name, tmp_path)), "--sections")
                needed = "simd/levels" in name  # by test_vectors.py
                assert not re.search(r"\.debug" if needed else r"\.symtab|\.debug", sections), name


def test_wheel_is_small() -> None:
    for wheel in built("*.whl"):
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.2f} MB")
        # 1.3 MB with polygons and circles alone; 2.5 with compounds, areas, scenes and proxies.
        # Without the GIL references are counted by more code.
        assert wheel.stat().st_size < (3_700_000 if "t-" in wheel.stem else 3_500_000)


def readelf(library: Path, *options: str) -> str:
    return subprocess.run(
        ["readelf", "--wide", *options, library], capture_output=True, text=True, check=True
    ).stdout


@needs_elf
@pytest.mark.parametrize("library", LIBRARIES, ids=lambda path: path.name.split(".")[0])
def test_a_library_shows_and_needs_little(library: Path) -> None:
    """It exports its init function only; names are bound when it is loaded, none at a call."""
    shown = readelf(library, "--dyn-syms", "--dynamic", "--program-headers")
    # Number, value, size, type, binding, visibility, section, name.
    rows = [row for row in map(str.split, shown.splitlines()) if len(row) >= 8]
    exported = {row[7] for row in rows if row[4] in {"GLOBAL", "WEAK"} and row[6] != "UND"}
    assert exported == {f"PyInit_{library.name.split('.')[0]}"}
    assert not re.search("RPATH|RUNPATH", shown)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", shown)
    assert all(re.match(r"lib(c|m|pthread|python3.*)\.|ld-", name) for name in needed), needed
    assert "GNU_RELRO" in shown  # what the loader fills in is read-only
    assert re.search(r"FLAGS.*NOW", shown)
    (stack,) = re.findall("GNU_STACK.*", shown)
    assert "RWE" not in stack  # not executable


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)


def test_import_in_a_subinterpreter() -> None:
    """It may be refused there, and in the main interpreter thereafter, but in clear words."""
    program = """
import importlib
for name in ("_interpreters", "_xxsubinterpreters"):
    try:
        interpreters = importlib.import_module(name)
        break
    except ImportError:
        continue
else:
    print("there are none")
    raise SystemExit
attempt = (
    "import warnings\\nwarnings.simplefilter('ignore')\\n"
    "try:\\n import sepax\\n print('fine', flush=True)\\n"
    "except ImportError as error:\\n print(error, flush=True)"
)
interpreters.run_string(interpreters.create(), attempt)
exec(attempt)
"""
    lines = run_python("-c", program).stdout.splitlines()
    assert lines == ["there are none"] or len(lines) == 2, lines
    for line in lines:
        assert line in ("fine", "there are none") or "is for one interpreter" in line


def test_import_brings_in_no_more_than_two_shapes_need() -> None:
    """No optional library; modules for arrays are imported at their first use."""
    loaded = run_python("-c", "import sys, sepax; print(*sys.modules, sep='\\n')").stdout.split()
    assert "sepax.shapes" in loaded
    assert not STRANGERS & set(loaded)
    assert not [name for name in loaded if name.startswith("sepax._core.arrays")]
    everything = "import sys, sepax; from sepax import *; print(*sys.modules, sep='\\n')"
    assert "sepax._core.arrays.pairs" in run_python("-c", everything).stdout.split()


def test_cibuildwheel_is_configured_for_every_platform_promised() -> None:
    if not (command := shutil.which("cibuildwheel")):
        pytest.skip("cibuildwheel is not installed")
    listed = [
        identifier
        for platform in ("linux", "macos", "windows", "pyodide")
        for identifier in subprocess.run(
            [command, "--platform", platform, "--print-build-identifiers", ROOT],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
    ]
    assert sorted(listed) == sorted(IDENTIFIERS.read_text(encoding="utf-8").split())


def test_scripts_name_tests_that_there_are() -> None:
    """Else a run of some tests would run none of them."""
    scripts = [*(ROOT / ".ci").glob("[!_]*"), *(ROOT / ".github").rglob("*.yml")]
    named = []
    for script in [*filter(Path.is_file, scripts), ROOT / "pyproject.toml"]:
        text = script.read_text(encoding="utf-8")
        for before, several, after, test in re.findall(
            r"(tests/[\w/]*)(?:\{([\w,]+)\})?(\w*\.py)\b((?:::\w+)?)", text
        ):
            named += [(f"{before}{name}{after}", test[2:]) for name in several.split(",")]
    assert len(named) > 20
    for path, test in named:
        assert (ROOT / path).is_file(), path
        assert f"def {test}" in (ROOT / path).read_text(encoding="utf-8"), (path, test)


def test_every_place_that_names_the_version_names_the_same() -> None:
    recipe = (ROOT / ".ci" / "recipe" / "recipe.yaml").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r'^  version: "(.*)"$', recipe, re.MULTILINE) == [sepax.__version__]
    assert re.findall(r"^version: (.*)$", citation, re.MULTILINE) == [sepax.__version__]


def test_every_place_that_names_the_project_and_its_authors_names_the_same() -> None:
    """Only the owner knows the address: until then README has a placeholder, which a page lists."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = {
        name: (ROOT / name).read_text(encoding="utf-8")
        for name in ("README.md", "CITATION.cff", "docs/paper/paper.md", "docs/releasing.md")
    }
    address = project.get("urls", {}).get("Source", "URL")
    assert re.findall(r"git clone (\S+)", texts["README.md"]) == [address]
    if address == "URL":
        assert "in the place of `URL` in `README.md`" in texts["docs/releasing.md"]
    else:
        assert address in texts["CITATION.cff"]
    names = [author["name"] for author in project["authors"]]
    for name in ("CITATION.cff", "docs/paper/paper.md"):
        found = re.findall(r'^ +- name: "?([^"\n]+)', texts[name], re.MULTILINE)
        assert found[: len(names)] == names  # affiliations come after these


def test_the_recipe_requires_what_the_package_requires() -> None:
    recipe = (ROOT / ".ci" / "recipe" / "recipe.yaml").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    host = re.findall(r"    - (.*)", recipe.partition("  host:")[2].partition("  run:")[0])
    run = re.findall(r"    - (.*)", recipe.partition("  run:")[2].partition("tests:")[0])
    built = {re.sub("(?=>)", " ", name).lower() for name in project["build-system"]["requires"]}
    assert set(host) == built | {"python", "pip"}
    assert set(run) == {*project["project"]["dependencies"], "python"}
    assert project["project"]["description"] in recipe
