"""Every example in the README, in docs/ and in the docstrings gives the result that it shows.

doctest's own finder passes over properties of compiled classes, so the docstrings are
collected here, from Python and compiled modules alike. Examples in docstrings may use the public
names of sepax, ``sepax`` and ``np`` without importing them; those in pages import what they use.
"""

import doctest
import importlib
import importlib.util
import inspect
import pkgutil
import pydoc
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np
import pytest
from verb_table import OF_PAIRS

import sepax

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
EXTRAS = {  # which they cannot be imported without
    "sepax.dask": ("dask", "distributed", "pyarrow"),
    "sepax.numba": ("numba",),
    "sepax.torch": ("torch",),
}


def installed(name: str) -> bool:
    """Return whether a module of sepax can be imported here.

    JAX has a process of its own: see test_differentiable.py.
    """
    if name == "sepax.jax":
        return False
    needed = (what for home, what in EXTRAS.items() if f"{name}.".startswith(f"{home}."))
    return all(importlib.util.find_spec(package) for what in needed for package in what)


NEEDED = {  # by the examples of a page, beside sepax
    "docs/cookbook/parking.md": "scipy",
    "docs/concave.md": "shapely",
}
MODULES = [
    sepax,
    *(
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(sepax.__path__, "sepax.")
        if installed(module.name)
    ),
]
FENCED = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^```\{shown\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DRAWN = re.compile(r"^\.\. drawn:: (\w+)$", re.MULTILINE)


def docstrings(owner: ModuleType | type) -> Iterator[tuple[str, str]]:
    """Yield (dotted name, docstring) of a module or class and of all that is defined in it."""
    prefix = owner.__name__ if isinstance(owner, ModuleType) else owner.__qualname__
    if isinstance(owner.__doc__, str):
        yield prefix, owner.__doc__
    for name, value in vars(owner).items():
        if isinstance(owner, ModuleType) and getattr(value, "__module__", "") != owner.__name__:
            continue  # imported from elsewhere
        if inspect.isclass(value):
            if inspect.isclass(owner) and value.__qualname__ != f"{owner.__qualname__}.{name}":
                continue  # a class that refers to another
            yield from ((f"{prefix}.{inner}", text) for inner, text in docstrings(value))
            continue
        text = getattr(value, "__doc__", None)
        if isinstance(text, str) and text != type(value).__doc__:  # its own
            yield f"{prefix}.{name}", text


def run_examples(name: str, text: str, names: dict[str, object]) -> None:
    """Run the examples in `text` one after the other; fail with doctest's own report."""
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    if runner.run(test, out=report.append).failed:
        pytest.fail("".join(report), pytrace=False)


for public in sepax.__all__:  # some are imported at their first use
    getattr(sepax, public)
EXAMPLES = {name: text for module in MODULES for name, text in docstrings(module) if ">>>" in text}


@pytest.mark.thread_unsafe(reason="doctest takes the place of sys.stdout")
@pytest.mark.parametrize("name", EXAMPLES)
def test_docstring(name: str) -> None:
    public = {public: getattr(sepax, public) for public in sepax.__all__}
    run_examples(name, EXAMPLES[name], {**public, "sepax": sepax, "np": np})


@pytest.mark.thread_unsafe(reason="doctest takes the place of sys.stdout")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page(page: Path) -> None:
    pytest.importorskip(NEEDED.get(page.relative_to(ROOT).as_posix(), "sepax"))
    text = page.read_text(encoding="utf-8")
    blocks = FENCED.findall(text)
    assert len(blocks) == text.count("```pycon")
    run_examples(page.name, "\n".join(blocks), {})


WITH_PICTURES = [page for page in PAGES if "```{shown}" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_PICTURES, ids=lambda page: page.name)
def test_code_that_is_shown_with_its_picture(page: Path) -> None:
    """Of each block the last line has one; the blocks of a page go on from each other."""
    names = {**{name: getattr(sepax, name) for name in sepax.__all__}, "sepax": sepax, "np": np}
    for code in SHOWN.findall(page.read_text(encoding="utf-8")):
        *before, last = code.splitlines()
        exec("\n".join(before), names)
        picture = eval(last, names)._repr_svg_()
        assert ElementTree.fromstring(picture).tag.endswith("svg")


@pytest.mark.thread_unsafe(reason="changes sys.path")
def test_pictures_of_the_reference() -> None:
    """Each is well-formed, of a public name; docs/shown.py puts it below the docstring's start."""
    sys.path.insert(0, str(DOCS))
    try:
        pictures = importlib.import_module("pictures").PICTURES
        recipes = importlib.import_module("recipes").RECIPES
        lessons = importlib.import_module("lessons").LESSONS
    finally:
        sys.path.remove(str(DOCS))
    for name, draw in [*pictures.items(), *recipes.items(), *lessons.items()]:
        picture = ElementTree.fromstring(draw()._repr_svg_())
        assert len(picture) > 3, name
    assert set(pictures) <= set(sepax.__all__)
    assert len({*pictures, *recipes, *lessons}) == len(pictures) + len(recipes) + len(lessons)
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert set(lessons) <= set(DRAWN.findall(pages)) <= {*pictures, *recipes, *lessons}
    for name in recipes:  # each on its own page, and on a card
        assert f"\n.. drawn:: {name}\n" in (DOCS / "cookbook" / f"{name}.md").read_text("utf-8")
        assert f"  .. drawn:: {name}\n" in (DOCS / "cookbook" / "index.md").read_text("utf-8")
        assert FENCED.search((DOCS / "cookbook" / f"{name}.md").read_text("utf-8"))
    index = (DOCS / "cookbook" / "index.md").read_text("utf-8")
    assert set(re.findall(r"\]\((\w+)\.md\)", index)) == set(recipes)
    assert set(recipes) == {path.stem for path in (DOCS / "cookbook").glob("*.md")} - {"index"}


def test_every_example_has_a_picture_in_the_gallery() -> None:
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    for name in sorted(path.stem for path in (DOCS / "examples").glob("*.py")):
        assert f"](images/{name}.png)" in page
        assert f"{{literalinclude}} examples/{name}.py\n" in page
    for picture in (DOCS / "images").glob("*.png"):
        assert picture.stat().st_size < 200_000, picture.name


def public_names() -> Iterator[tuple[str, str]]:
    """Yield (name, docstring) of all that these modules list, and of its members."""
    for module in (sepax, sepax.raw, sepax.kernels):
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.ismodule(value) or not callable(value):
                continue
            text = value.__doc__ or ""
            yield f"{module.__name__}.{name}", text if ">>>" in text else ""
            if inspect.isclass(value):
                for member in (m for m in dir(value) if not m.startswith("_")):
                    own = getattr(value, member).__doc__
                    # A plain attribute of a compiled class cannot have a docstring of its own.
                    listed = re.search(rf"^ *{member}\b.*:", text, re.MULTILINE)
                    shown = own or (listed or [""])[0]
                    is_method = callable(getattr(value, member))
                    yield (
                        f"{module.__name__}.{name}.{member}",
                        shown if ">>>" in shown or not is_method else "",
                    )


@pytest.mark.skipif(sys.flags.optimize > 1, reason="python -OO takes the docstrings away")
def test_public_names_are_documented() -> None:
    """With an example, if they are called."""
    assert [name for name, text in public_names() if not text.strip()] == []


def test_help_has_no_noise_of_the_compiler() -> None:
    for module in (sepax, sepax.raw, sepax.kernels):
        for name in module.__all__:
            text = pydoc.plain(pydoc.render_doc(getattr(module, name)))
            assert "__pyx" not in text, name
            assert "cython" not in text.lower(), name


FOR_MAINTAINERS = [
    *(DOCS / f"{name}.md" for name in ("architecture", "internals", "platforms", "releasing")),
    *sorted((ROOT / "src").rglob("README.md")),
    ROOT / "bench" / "README.md",
    ROOT / "CONTRIBUTING.md",
]
TREE = [
    path.relative_to(ROOT).as_posix()
    for folder in ("src", "tests", "docs", "bench", "tools")
    for path in (ROOT / folder).rglob("*")
] + [path.name for path in ROOT.iterdir()]
FILE = re.compile(r"(?<![\w./])\w[\w/-]*\.(?:pyx|pyi|pxd|py|inl|h|c|md|txt)(?!\w)")
# In the tree from its root, in which a file may have no suffix; or any folder.
FOLDER = re.compile(r"`((?:src|tests|docs|bench)/[\w/]*|[\w/]+/)`")
REFERENCE = re.compile(
    r"^\.\. (?:currentmodule:: ([\w.]+)|auto(?:function|class|exception):: (\w+)"
    r"|automodule:: ([\w.]+)\n   :members:)$",
    re.MULTILINE,
)
DEFINED = re.compile(r"`(\w+)`(?: and `(\w+)`)? in `([\w/]+\.\w+)`")


def files_named(name: str) -> list[Path]:
    """Return the files and folders that a page can mean by the end of a path."""
    end = "/" + name.rstrip("/")
    return [ROOT / path for path in TREE if f"/{path}".endswith(end)]


@pytest.mark.parametrize(
    "page", FOR_MAINTAINERS, ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_pages_for_maintainers_name_what_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    names = {*FILE.findall(text), *FOLDER.findall(text)}
    assert [name for name in sorted(names) if not files_named(name)] == []
    for *defined, file in DEFINED.findall(text):
        sources = [path.read_text(encoding="utf-8") for path in files_named(file)]
        for name in filter(None, defined):
            found = [re.search(rf"\b{name}\b", source) for source in sources]
            assert any(found), f"{name} in {file}"


def test_architecture_leads_to_every_folder_of_the_core() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    names = {*FILE.findall(text), *FOLDER.findall(text)}
    assert {"shape.pyx", "tests/mutants", "src/sepax/_core/simd/README.md"} <= names
    guides = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("README.md")}
    assert len(guides) > 4
    assert guides <= names


def names_in_the_reference() -> dict[str, set[str]]:
    """Return of each module the names that docs/api takes from it."""
    documented: dict[str, set[str]] = {}
    for path in (DOCS / "api").glob("*.md"):
        home = ""
        for module, name, whole in REFERENCE.findall(path.read_text(encoding="utf-8")):
            home = module or home
            documented.setdefault(home, set()).update({name} - {""})
            if whole:
                documented[whole] = set(importlib.import_module(whole).__all__)
    return documented


@pytest.mark.parametrize(
    "name",
    ["sepax", "sepax.raw", "sepax.kernels", "sepax.dask", "sepax.compat", "sepax.compat.pygame"],
)
def test_the_reference_has_every_public_name(name: str) -> None:
    if not installed(name):
        pytest.skip(f"no {', '.join(EXTRAS[name])}")
    modules = {"raw", "kernels"} if name == "sepax" else set()
    assert names_in_the_reference()[name] == {*importlib.import_module(name).__all__} - modules


def test_the_reference_has_what_is_no_name_of_sepax_itself() -> None:
    """The rows of an explanation, and the pages of modules."""
    assert names_in_the_reference()["sepax.explanation"] == {"AxisTest"}
    pages = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md"))
    for module in ("raw", "kernels", "plot", "dask", "compat", "compat.pygame"):
        assert f".. automodule:: sepax.{module}\n" in pages


@pytest.mark.parametrize("verb", [verb.name for verb in OF_PAIRS])
def test_help_of_a_verb_has_every_form(verb: str) -> None:
    text = pydoc.plain(pydoc.render_doc(getattr(sepax, verb)))
    for word in ("ShapeArray", "iterable", "For arrays", "pairs :", "out :", "workers :", "Raises"):
        assert word in text
    examples = text[text.index("Examples") :]
    assert "array" in examples or "Array" in examples or "nearest_points" in examples
    # Under python -OO what is written in Python has no docstrings.
    owners = (sepax.Polygon, sepax.Circle, sepax.ShapeArray)[: 2 if sys.flags.optimize > 1 else 3]
    for owner in owners:
        assert f"sepax.{verb}" in inspect.getdoc(getattr(owner, verb))  # type: ignore[operator]


def test_pages_name_extras_that_install_from_a_clone() -> None:
    """In an index there is no sepax yet: ``pip install sepax[dask]`` would fail."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = re.findall(r'pip install\s"\.\[([a-z-]+)\]"', text)
    assert len(named) > 10
    assert set(named) <= extras["optional-dependencies"].keys()
    assert "sepax[" not in text


def test_the_readme_is_short_and_is_the_home_of_the_site() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 90
    assert readme.index("# sepax") < readme.index("## What is not here")
    numbers = re.compile(r"\b\d+(?:\.\d+)?\b")
    known = set(numbers.findall((DOCS / "benchmarks.md").read_text(encoding="utf-8")))
    rows = re.findall(r"^\| .* \| ([\d.]+) \| (.*) \|$", readme, re.MULTILINE)
    assert len(rows) == 5
    for figure, others in rows:
        assert {figure, *numbers.findall(others)} <= known
    home = (DOCS / "index.md").read_text(encoding="utf-8")
    assert ':start-after: "# sepax"\n:end-before: "## What is not here"\n' in home


def test_wrong_example_is_found() -> None:
    assert FENCED.search(PAGES[0].read_text(encoding="utf-8"))  # the README has some
    with pytest.raises(pytest.fail.Exception, match="Expected:\n    3\nGot:\n    2"):
        run_examples("wrong", ">>> 1 + 1\n3\n", {})
