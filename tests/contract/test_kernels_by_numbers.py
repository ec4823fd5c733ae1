"""``sepax.kernels``: boxes and circles by numbers give the bits of shapes, and say what is none."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from compiled_templates import BOXES, FUNCTIONS, RINGS, Function
from families import PAIRS, SWEEPS, Shape, pairs, sweeps
from questions import QUESTIONS

import sepax
from sepax import Circle, Polygon, kernels

Numbers = tuple[float, ...]
Pair = tuple[Shape, Shape]
OF_NUMBERS = {function.name: function for function in FUNCTIONS if function.family is not RINGS}
BOX = (0.5, -0.25, 2.0, 1.0, 0.6, 0.8)
CIRCLE = (0.5, -0.25, 2.0)


def numbers_of(shape: Shape) -> Numbers:
    """Return the numbers of a box or a circle."""
    if len(shape.vertices) == 1:
        return (*shape.position, shape.radius)
    # The cosine and the sine that the pose has: those of `math` may differ in the last bit.
    axis = Polygon([(0, 0), (1, 0), (0, 1)], angle=shape.angle).vertices[1]
    return (*shape.position, *shape.local_vertices[2].tolist(), *axis.tolist())


def is_box(shape: Shape) -> bool:
    """Tell whether it is a box about its position, as `Polygon.box` makes them."""
    points = shape.local_vertices.tolist()
    if len(points) != 4 or shape.radius:
        return False
    x, y = points[2]
    return bool(points == [[-x, -y], [x, -y], [x, y], [-x, y]])


def cases(family: str, of_boxes: bool) -> list[Pair]:
    wanted = is_box if of_boxes else lambda shape: isinstance(shape, Circle)
    return [pair for pair in pairs(family) if wanted(pair[0]) and wanted(pair[1])]


# Each verb's options for shapes, and the same as numbers.
def flat(options: dict[str, Any]) -> dict[str, Any]:
    """Return options with two numbers for a pair."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        both = (
            dict(zip((f"{name}_x", f"{name}_y"), value, strict=True))
            if isinstance(value, tuple)
            else {}
        )
        found |= both or {name: value}
    return found


def plain(found: Any) -> str:
    """Return the bits of an answer; a place at -0.0 keeps that sign in a shape alone."""
    return re.sub(r"-0\.0\b", "0.0", repr(found))


def differences(function: Function, a: Shape, b: Shape) -> Iterator[str]:
    """Yield answers that are not those of shapes."""
    call: Callable[..., Any] = getattr(kernels, function.name)
    verb = getattr(sepax, function.verb.name)
    one, two = numbers_of(a), numbers_of(b)
    if function.is_of_two:
        for ask in (ask for ask in QUESTIONS.values() if ask.verb == function.verb.name):
            given = flat(ask.options)
            found, expected = call(*one, *two, **given), ask(a, b)
            if plain(found) != plain(expected):
                yield f"{function.name}{one + two} {given}: {found}, not {expected}"
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
        for a, b in cases(family, function.family is BOXES)[::2]:
            assert not list(differences(function, a, b))
            count += 1
    assert count > 60


@pytest.mark.parametrize("family", SWEEPS)
def test_bits_of_sweeps(family: str) -> None:
    for a, b, velocity_a, velocity_b, max_time in sweeps(family)[::4]:
        if is_box(a) and is_box(b):
            prefix = "boxes"
        elif isinstance(a, Circle) and isinstance(b, Circle):
            prefix = "circles"
        else:
            continue
        given = (*numbers_of(a), *numbers_of(b), *velocity_a, *velocity_b, max_time)
        for touching in (True, False):
            found = getattr(kernels, f"{prefix}_sweep")(*given, touching=touching)
            expected = sepax.sweep(a, b, velocity_a, velocity_b, max_time, touching=touching)
            assert plain(found) == plain(expected)
        time = getattr(kernels, f"{prefix}_time_of_impact")(*given)
        assert plain(time) == plain(sepax.time_of_impact(a, b, velocity_a, velocity_b, max_time))


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
    defaults: dict[str, Any] = {
        "touching": True,
        "skip_leaving": False,
        "margin": 0.0,
        "velocity_b_x": 0.0,
        "velocity_b_y": 0.0,
        "max_time": 1.0,
        "max_distance": math.inf,
        "ray_radius": 0.0,
    }
    for name in OF_NUMBERS:
        for one in inspect.signature(getattr(kernels, name)).parameters.values():
            assert one.default == defaults.get(one.name, one.empty)


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
    more = [1.0] * sum(p.name not in DEFAULTED for p in function.options)
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


DEFAULTED = {
    "touching", "skip_leaving", "margin", "velocity_b_x", "velocity_b_y", "max_time",
    "max_distance", "ray_radius",
}  # fmt: skip


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
