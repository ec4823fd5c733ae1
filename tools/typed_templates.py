"""A program for type checkers: each verb in each form, with the type of its answer."""

from __future__ import annotations

from verb_table import HEAD, OF_PAIRS, Verb, result_classes

NAMES = {"FloatArray": "Floats", "BoolArray": "Truths"}


def type_name(text: str) -> str:
    """Return a type of the table by the names of the program."""
    for name, short in NAMES.items():
        text = text.replace(name, short)
    return text


def calls(verb: Verb) -> list[tuple[str, str]]:
    """Return calls in every form, and the types of their answers."""
    assert verb.kind is not None
    one, many = type_name(verb.kind.single), type_name(verb.kind.many)
    given = "".join(f", {option.name}=(1, 0)" for option in verb.options if not option.default)
    rows = ", pairs=ij, workers=2"
    if verb.of == "places":
        return [
            (f"sepax.{verb.name}(one, (1, 0))", one),
            (f"sepax.{verb.name}(one, places)", many),
            (f"sepax.{verb.name}(array, (1, 0))", many),
            (f"sepax.{verb.name}([one, cup], places{rows})", many),
            (f"sepax.{verb.name}(cup, (1, 0))", one),
            (f"one.{verb.name}((1, 0))", one),
            (f"one.{verb.name}(places)", many),
            (f"array.{verb.name}(places{rows})", many),
        ]
    return [
        (f"sepax.{verb.name}(one, box{given})", one),
        (f"sepax.{verb.name}(one, array{given})", many),
        (f"sepax.{verb.name}(array, one{given})", many),
        (f"sepax.{verb.name}([one, cup], array{given}{rows})", many),
        (f"sepax.{verb.name}(cup, one{given})", one),
        (f"one.{verb.name}(box{given})", one),
        (f"one.{verb.name}([one, box]{given}, workers=2)", many),
        (f"array.{verb.name}(one{given}{rows.replace('ij', 'None')})", many),
        (f"cup.{verb.name}(one{given})", one),
        (f"cup.{verb.name}(array{given})", many),
    ]


def call_of_rings(verb: Verb) -> list[tuple[str, str]]:
    """Return a call of the verb of `sepax.raw`."""
    if not verb.raw:
        return []
    assert verb.kind is not None
    given = "".join(", (1, 0)" for option in verb.options if not option.default)
    second = "(1, 0)" if verb.of == "places" else "corners"
    return [(f"sepax.raw.{verb.name}(corners, {second}{given})", type_name(verb.kind.single))]


def function(verb: Verb) -> str:
    """Return a function with all calls of a verb."""
    made = [*calls(verb), *call_of_rings(verb)]
    lines = [f"    assert_type({call}, {answer})" for call, answer in made]
    if verb.of == "places":  # which a compound answers for one and for many: Any
        lines.append(f"    cup.{verb.name}((1, 0))")
    body = "\n".join(line if len(line) <= 100 else broken(line) for line in lines)
    return f"def {verb.name}() -> None:\n{body}\n"


def broken(line: str) -> str:
    """Return a call that is too long for a line as ruff breaks it."""
    inside = line.strip().removeprefix("assert_type(").removesuffix(")")
    short = f"        {inside}"
    if len(short) <= 100:
        return f"    assert_type(\n{short}\n    )"
    call, _, answer = inside.rpartition("), ")
    return f"    assert_type(\n        {call}),\n        {answer},\n    )"


def typed_verbs() -> str:
    """Return tests/contract/typed_verbs.py."""
    functions = "\n\n".join(function(verb) for verb in OF_PAIRS)
    calls = "".join(f"    {verb.name}()\n" for verb in OF_PAIRS)
    ones, several = result_classes(OF_PAIRS)
    names = ["Circle", "Compound", "Polygon", "Shape", "ShapeArray", *ones, *several]
    imported = "".join(f"    {name},\n" for name in sorted(names))
    return f'''\
{HEAD}"""Every verb in every form, with the type of its answer: for mypy and pyright."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

import sepax
from sepax import (
{imported})

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
Vector = tuple[float, float]

box = Polygon.box(2, 1)
one: Shape = Circle((1, 0.5), 0.5)
array = ShapeArray.boxes(2, 1, [(0, 0), (5, 0)])
cup = Compound.from_polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)])
places = [(1, 0), (0.6, 0.8)]
corners = [(0, 0), (2, 0), (2, 2), (0, 2)]
ij = ([0, 1], [1, 0])


{functions}

def main() -> None:
    """Call every function, so that the program is true as well as typed."""
{calls}

if __name__ == "__main__":
    main()
'''
