"""Plain calls: shapes by position and nothing else.

They skip the reading of arguments, so they are compared with the same calls by name, which do not.
"""

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from questions import MOVING
from verb_table import VERBS

import sepax
from sepax import Capsule, Circle, Compound, Polygon, ShapeArray, ShapeIndex

PLAIN = [verb.name for verb in VERBS.values() if verb.row.get("plain")]
PAIR_VERBS = [name for name in PLAIN if name not in MOVING]
VELOCITY = (6.0, -0.05)


class Crate(Polygon):
    """A subclass that makes its objects in its own way."""

    def __new__(cls, *args: Any, **kwargs: Any) -> "Crate":
        return super().__new__(cls, *args, **kwargs)


class Unfinished(Polygon):
    """A subclass whose objects never get a geometry."""

    def __init__(self) -> None:
        pass


def arguments() -> list[Any]:
    """Return shapes of all kinds, what holds many, and what is none."""
    box = Polygon.box(2, 1, angle=0.3)
    return [
        box,
        Polygon.regular(8, 1.5, position=(2, 0)),
        Circle((1.5, 0.25), 1),
        Circle((12, 0), 1),  # what VELOCITY does not reach in a unit of time
        Capsule((0, 0), (3, 0), 0.5),
        Crate([(0, 0), (4, 0), (0, 3)], position=(1, 0)),
        Unfinished(),
        Compound([box, Circle((2, 0), 1)]),
        ShapeArray([box, Circle((9, 9), 1)]),
        ShapeIndex(ShapeArray([box])),
        [box, box],
        None,
        7,
    ]


def outcome(call: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """Return what a call answers or raises, in words."""
    try:
        return repr(call(*args, **kwargs))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("verb", PAIR_VERBS)
def test_two_shapes(verb: str) -> None:
    function = getattr(sepax, verb)
    for a in arguments():
        for b in arguments():
            assert outcome(function, a, b) == outcome(function, a=a, b=b), (a, b)


def test_sweep() -> None:
    for a in arguments():
        for b in arguments():
            for velocity in (
                VELOCITY,
                [3, -0.5],
                (0.0, 0.0),
                None,
                (1.0,),
                "ab",
                (float("nan"), 0.0),
            ):
                plain = outcome(sepax.sweep, a, b, velocity)
                named = outcome(sepax.sweep, a, b, velocity_a=velocity)
                assert plain == named, (a, b, velocity)


@pytest.mark.parametrize("verb", PLAIN)
def test_wrong_numbers_of_arguments(verb: str) -> None:
    box, function = Polygon.box(2, 2), getattr(sepax, verb)
    for count in (0, 1, 9):
        with pytest.raises(TypeError, match=rf"^{verb}\(\) takes .* \({count} given\)$"):
            function(*[box] * count)


@pytest.mark.parametrize("verb", PLAIN)
def test_still_functions_to_python(verb: str) -> None:
    function = getattr(sepax, verb)
    assert inspect.isbuiltin(function)
    assert function.__name__ == verb
    assert "pairs" in inspect.signature(function).parameters
