"""The table of verbs: each verb is there in every form, and what is generated is fresh."""

import inspect
import os
import re
from pathlib import Path
from typing import Any

import generate
import pytest
from questions import in_rows
from verb_table import OF_PAIRS, VERBS, Verb

import sepax
from sepax import Circle, Compound, Polygon, Shape, ShapeArray

REFERENCE = Path(generate.ROOT, "docs", "api", "questions.md")
TYPED = Path(generate.ROOT, "tests", "contract", "typed_verbs.py")
OF_ARRAYS = [
    "Parameters",
    "ShapeArray",
    "iterable",
    "For arrays",
    "pairs :",
    "out :",
    "workers :",
    "Raises",
    "Examples",
]
METHODS: dict[str, Any] = {"shape": Shape, "array": ShapeArray, "compound": Compound}
each_verb = pytest.mark.parametrize("verb", OF_PAIRS, ids=lambda verb: verb.name)


def shapes() -> list[Shape]:
    return [Polygon.box(2, 1, angle=0.3), Circle((1.5, 0.25), 1), Polygon.regular(5, 1.5)]


def seconds(verb: Verb) -> list[Any]:
    """Return what the verb takes beside three shapes."""
    if verb.of == "places":
        return [(1.0, 0.5), (-2.0, 1.0), (0.25, -3.0)]
    return [Polygon.box(1, 3, position=(1 + 0.4 * k, 0.2)) for k in range(3)]


def options(verb: Verb) -> dict[str, Any]:
    return {option.name: (3.0, 1.0) for option in verb.options if option.default is None}


def test_generated_files_are_fresh() -> None:
    assert list(generate.stale()) == [], "build again, or run: python tools/generate.py"


def test_generated_files_are_written_only_where_something_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept, other, new = tmp_path / "kept", tmp_path / "other", tmp_path / "folder" / "new"
    for path in (kept, other):
        path.write_text("old\n", encoding="utf-8")
        os.utime(path, (1, 1))
    monkeypatch.setattr(generate, "generated", lambda: {kept: "old\n", other: "b\n", new: "c\n"})
    assert set(generate.stale()) == {other, new}
    generate.write()
    assert kept.stat().st_mtime == 1
    assert [path.read_bytes() for path in (kept, other, new)] == [b"old\n", b"b\n", b"c\n"]
    assert generate.stale() == {}


def test_git_ignores_what_is_generated() -> None:
    ignored = Path(generate.ROOT, ".gitignore")
    if not ignored.exists():
        pytest.skip("an sdist has no .gitignore")
    files = {f"/{path.relative_to(generate.ROOT).as_posix()}" for path in generate.generated()}
    files = {"/src/**/*.pyi" if name.endswith(".pyi") else name for name in files}
    listed = ignored.read_text(encoding="utf-8").partition("tools/generate.py")[2].splitlines()
    assert sorted(files) == listed[1:]


@each_verb
def test_compounds_of_one_part_are_that_part(verb: Verb) -> None:
    query = getattr(sepax, verb.name)
    made = [Compound([shape]) for shape in shapes()]
    answers = []
    for part, (a, b) in zip(made, zip(shapes(), seconds(verb), strict=True), strict=True):
        answers.append(query(a, b, **options(verb)))
        found = query(part, b, **options(verb))
        assert type(found) is type(answers[-1])
        assert getattr(part, verb.name)(b, **options(verb)) == found
    rows = in_rows(query(made, seconds(verb), **options(verb)))
    assert [row is None for row in rows] == [answer is None for answer in answers]


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_tests_of_its_answers(verb: str) -> None:
    assert Path(generate.ROOT, "tests", "answers", f"test_{verb}.py").exists()


@pytest.mark.parametrize("verb", [verb for verb in VERBS.values() if verb.of != "action"])
def test_verbs_are_public(verb: Verb) -> None:
    assert verb.name in sepax.__all__


@each_verb
def test_raw(verb: Verb) -> None:
    assert hasattr(sepax.raw, verb.name) == bool(verb.raw)
    assert (verb.name in sepax.raw.__all__) == bool(verb.raw)


@each_verb
def test_signature_and_help(verb: Verb) -> None:
    function = getattr(sepax, verb.name)
    names = list(inspect.signature(function).parameters)
    own = [option.name for option in verb.options]
    first = ["first"] * bool(verb.first)
    assert names == [*verb.sides, *own, *first, "pairs", "out", "workers"]
    for word in OF_ARRAYS:
        assert word in function.__doc__, word


@pytest.mark.parametrize("verb", VERBS.values(), ids=lambda verb: verb.name)
@pytest.mark.parametrize("form", METHODS)
def test_methods_are_documented(verb: Verb, form: str) -> None:
    if form in verb.row:
        method = getattr(METHODS[form], verb.name)
        assert ">>>" in method.__doc__
        given = [option.name for option in verb.options]
        assert set(given) <= set(inspect.signature(method).parameters)
    else:
        assert not hasattr(METHODS[form], verb.name)


@each_verb
def test_reference_and_typed_program(verb: Verb) -> None:
    assert f".. autofunction:: {verb.name}\n" in REFERENCE.read_text(encoding="utf-8")
    program = TYPED.read_text(encoding="utf-8")
    for form in (
        rf"sepax\.{verb.name}\(one",
        rf"sepax\.{verb.name}\(array",
        rf"array\.{verb.name}",
    ):
        assert re.search(form, program)
    assert re.search(rf"cup\.{verb.name}\(", program)
