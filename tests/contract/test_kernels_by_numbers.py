"""``sepax.kernels``: boxes and circles by numbers give the bits of shapes, and say what is none."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from callers import Given, by_numbers
from compiled_templates import BOXES, FUNCTIONS, RINGS, Function
from families import PAIRS, SWEEPS, Pair, Shape, pairs, sweeps
from questions import QUESTIONS

import sepax
from sepax import kernels

Numbers = tuple[float, ...]
OF_NUMBERS = {function.name: function for function in FUNCTIONS if function.family is not RINGS}
BOX = (0.5, -0.25, 2.0, 1.0, 0.6, 0.8)
CIRCLE = (0.5, -0.25, 2.0)
DEFAULTS: dict[str, Any] = {
    "touching": True, "skip_leaving": False, "margin": 0.0, "velocity_b_x": 0.0,
    "velocity_b_y": 0.0, "max_time": 1.0, "max_distance": math.inf, "ray_radius": 0.0,
}  # fmt: skip


def cases(family: str, two: str) -> list[tuple[Pair, Given]]:
    """Return pairs of boxes or of circles, and their numbers."""
    found = [(pair, by_numbers(*pair)) for pair in pairs(family)[::2]]
    return [(pair, given) for pair, given in found if given is not None and given.two == two]


def flat(options: dict[str, Any]) -> dict[str, Any]:
    """Return options with two numbers for a pair."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        is_pair = isinstance(value, tuple)
        found |= {f"{name}_x": value[0], f"{name}_y": value[1]} if is_pair else {name: value}
    return found


def plain(found: Any) -> str:
    """Return the bits of an answer; a place at -0.0 keeps that sign in a shape alone."""
    return re.sub(r"-0\.0\b", "0.0", repr(found))


def differences(function: Function, a: Shape, b: Shape, given: Given) -> Iterator[str]:
    """Yield answers that are not those of shapes."""
    call: Callable[..., Any] = getattr(kernels, function.name)
    verb = getattr(sepax, function.verb.name)
    one, two = given.a, given.b
    if function.is_of_two:
        for ask in (ask for ask in QUESTIONS.values() if ask.verb == function.verb.name):
            options = flat(ask.options)
            found, expected = call(*one, *two, **options), ask(a, b)
            if plain(found) != plain(expected):
                yield f"{function.name}{one + two} {options}: {found}, not {expected}"
        return
    toward = b.position[0] - a.position[0], b.position[1] - a.position[1] + 0.125
    for place in [toward] if function.verb.place == "axis" else [toward, b.position]:
        if function.verb.of == "rays":
            for width, end in ((0.0, math.inf), (0.25, 2.0)):
                found = call(*one, *place, *(-x for x in toward), end, width)
                expected = verb(a, place, (-toward[0], -toward[1]), end, width)
                if plain(found) != plain(expected):
                    yield f"{function.name}{one}: {found}, not {expected}"
        elif plain(call(*one, *place)) != plain(verb(a, place)):
            yield f"{function.name}{one}: {call(*one, *place)}, not {verb(a, place)}"


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_bits_of_shapes(name: str) -> None:
    function = OF_NUMBERS[name]
    count = 0
    for family in PAIRS:
        for (a, b), given in cases(family, "boxes" if function.family is BOXES else "circles"):
            assert not list(differences(function, a, b, given))
            count += 1
    assert count > 60


def test_bits_of_sweeps() -> None:
    count = 0
    for family in SWEEPS:
        for a, b, velocity_a, velocity_b, max_time in sweeps(family)[::4]:
            given = by_numbers(a, b)
            if given is None:
                continue
            motion = (*velocity_a, *velocity_b, max_time)
            for name, touching in (("sweep", True), ("sweep", False), ("time_of_impact", None)):
                options = {} if touching is None else {"touching": touching}
                found = getattr(kernels, f"{given.two}_{name}")(
                    *given.a, *given.b, *motion, **options
                )
                verb = getattr(sepax, name)
                expected = verb(a, b, velocity_a, velocity_b, max_time, **options)
                assert plain(found) == plain(expected)
            count += 1
    assert count > 60


# Names and parameters --------------------------------------------------------------------


@pytest.mark.skipif(kernels.boxes_mtv.__doc__ is None, reason="signatures are in docstrings")
@pytest.mark.parametrize("name", OF_NUMBERS)
def test_parameters_are_those_for_compiled_callers(name: str) -> None:
    """A loop for numba runs without it, so names, order and number must be the same."""
    text = Path(sepax.__file__).with_name("cython_api.pxd").read_text(encoding="utf-8")
    found = re.search(rf"cdef \w+ {name}\(([^)]*)\)", text)
    assert found is not None
    names = [part.split()[-1] for part in found[1].split(",")]
    results = [part for part in found[1].split(",") if "*" in part]
    given = inspect.signature(getattr(kernels, name)).parameters
    assert list(given) == names[: len(names) - len(results)]
    assert all(one.kind is one.POSITIONAL_OR_KEYWORD for one in given.values())


@pytest.mark.skipif(kernels.boxes_mtv.__doc__ is None, reason="signatures are in docstrings")
def test_defaults_are_those_of_verbs() -> None:
    for name in OF_NUMBERS:
        for one in inspect.signature(getattr(kernels, name)).parameters.values():
            assert one.default == DEFAULTS.get(one.name, one.empty)


def test_every_function_is_listed() -> None:
    assert set(kernels.__all__) == {*OF_NUMBERS, "get_include"}
    assert sepax.get_include is kernels.get_include


def test_include_has_the_header() -> None:
    header = Path(sepax.get_include(), "sepax.h").read_text(encoding="utf-8")
    assert "typedef struct" in header
    assert all(name in header for name in OF_NUMBERS)


# What is refused --------------------------------------------------------------------------


def replaced(numbers: Numbers, place: int, value: float) -> Numbers:
    return (*numbers[:place], value, *numbers[place + 1 :])


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_numbers_of_no_shape(name: str) -> None:
    """The message names each number, and which of two shapes they are of."""
    function = OF_NUMBERS[name]
    call: Callable[..., Any] = getattr(kernels, name)
    good = BOX if function.family is BOXES else CIRCLE
    noun = "box" if function.family is BOXES else "circle"
    more = [1.0] * sum(p.name not in DEFAULTS for p in function.options)
    bad = [math.nan, math.inf, 1e80, -1.0]
    for place in range(len(good)):
        for value in bad[: 4 if place >= 2 else 3]:
            spoiled = replaced(good, place, value)
            sides: list[tuple[str, Numbers]] = [("", spoiled)]
            if function.is_of_two:
                sides = [("_a", spoiled + good), ("_b", good + spoiled)]
            for side, given in sides:
                own = function.family.shape(side)[place].name
                words = rf"\b{own}={re.escape(str(value))}\b.* are no {noun}: "
                with pytest.raises(ValueError, match=words):
                    call(*given, *more)


@pytest.mark.parametrize(
    "name", [name for name, function in OF_NUMBERS.items() if function.options]
)
def test_other_numbers(name: str) -> None:
    function = OF_NUMBERS[name]
    call: Callable[..., Any] = getattr(kernels, name)
    shapes = (BOX if function.family is BOXES else CIRCLE) * (1 + function.is_of_two)
    good = {p.name: 1.0 for p in function.options if p.type == "double"}
    call(*shapes, **good)
    for option in good:
        call(*shapes, **{**good, option: 1e60})
        bad = (
            [math.nan, -1.0]
            if option.startswith(("max_", "margin", "ray_"))
            else [math.nan, math.inf]
        )
        for value in bad:
            with pytest.raises(ValueError, match=rf"{option}\b.*{value}"):
                call(*shapes, **{**good, option: value})


def test_zero_directions() -> None:
    for call in (kernels.box_project, kernels.box_raycast):
        given = (0.0, 0.0) if call is kernels.box_project else (1.0, 1.0, 0.0, 0.0)
        with pytest.raises(ValueError, match="0"):
            call(*BOX, *given)


def test_axis_that_is_no_unit_vector() -> None:
    with pytest.raises(ValueError, match=r"cosine_b=0\.7, sine_b=0\.8 are no box"):
        kernels.boxes_mtv(*BOX, *BOX[:4], 0.7, 0.8)
    with pytest.raises(TypeError, match="must be real number, not str"):
        kernels.circle_contains(0, 0, "1", 0, 0)  # type: ignore[arg-type]
