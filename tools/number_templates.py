"""`sepax.kernels`: numbers_verbs.pxi, numbers.pyi and kernels.py.

One function for each of boxes and circles in cython_api.pxd, by the same names of parameters.
Results are Python's, and options have the defaults of the verbs.
"""

from __future__ import annotations

from code_text import python_call
from compiled_templates import BOXES, CIRCLES, FUNCTIONS, RINGS, Function, Parameter
from cython_templates import compiled_imports, in_motion
from verb_table import HEAD, VERBS, result_classes

OF_NUMBERS = [function for function in FUNCTIONS if function.family is not RINGS]
NAMES = sorted([*(function.name for function in OF_NUMBERS), "get_include"])
DEFAULTS = {  # those of the verbs, and of rays
    option.name: option.default
    for verb in VERBS.values()
    for option in verb.options
    if option.default
} | {"velocity_b_x": "0.0", "velocity_b_y": "0.0", "max_distance": "INFINITY", "ray_radius": "0.0"}
NOUNS = {BOXES.one: "box", CIRCLES.one: "circle"}
NOUNS_OF_TWO = {BOXES.one: "boxes", CIRCLES.one: "circles"}
SHAPES = {  # a, and b at a place
    BOXES.one: ("(0, 0, 2, 1, 1, 0)", "({}, 0, 2, 1, 1, 0)"),
    CIRCLES.one: ("(0, 0, 2)", "({}, 0, 2)"),
}
TYPES = {
    "truth": "bool",
    "number": "float",
    "vector": "_Vector | None",
    "interval": "_Vector",
    "points": "tuple[_Vector, _Vector]",
    "contact": "Contact | None",
    "impact": "Impact | None",
    "clearance": "Clearance",
    "approach": "Approach",
    "ray_hit": "RayHit | None",
}


def parameters(function: Function) -> tuple[Parameter, ...]:
    """Return what a function takes."""
    return function.shapes + function.options


def default(name: str) -> str:
    """Return the default of a parameter."""
    return f"={DEFAULTS[name]}" if name in DEFAULTS else ""


def words(function: Function) -> str:
    """Return the signature in words, as INFINITY is no name that users can look up."""
    names = [parameter.name + default(parameter.name) for parameter in parameters(function)]
    text = f"{function.name}({', '.join(names)})".replace("INFINITY", "math.inf")
    return f"{text}\n--\n\n"


def example(function: Function) -> str:
    """Return the example of a function."""
    family = function.family.one
    row = function.verb.numbers
    place, given, shown = row.get("place"), row.get("given", ""), row.get("shown", "{}")
    outputs = row["boxes"], row["circles"]
    a, b = SHAPES[family]
    names = "a, b" if function.is_of_two else "a"
    values = f"{a}, {b.format(place)}" if function.is_of_two else a
    starred = ", ".join(f"*{name}" for name in names.split(", "))
    call = f"sepax.kernels.{function.name}({starred}{', ' * bool(given)}{given})"
    output = outputs[family == CIRCLES.one]
    return f">>> {names} = {values}\n>>> {shown.format(call)}\n{output}"


def docstring(function: Function) -> str:
    """Return the docstring, with the signature."""
    noun = (NOUNS_OF_TWO if function.is_of_two else NOUNS)[function.family.one]
    summary = function.verb.numbers["summary"].format(noun)
    see = f"See `sepax.{function.verb.name}`."
    body = f"Examples\n--------\n{example(function)}"
    return f"{words(function)}{summary}.\n\n{see}\n\n{body}\n"


def row(function: Function) -> str:
    """Return what makes a function: its name, parameters, shapes, verb and docstring."""
    names = " ".join(parameter.name for parameter in parameters(function))
    defaults = [DEFAULTS[name] for name in names.split() if name in DEFAULTS]
    assert function.verb.kind is not None
    answer = f"VERB_{function.verb.name.upper()}, Kind.{function.verb.kind.name.upper()}"
    place = "AXIS" if function.verb.nonzero else "POINT"
    takes = {"places": place, "rays": "RAY"}.get(function.verb.of, "PLAIN")
    takes = "MOTION" if in_motion(function.verb) else takes
    given = "".join(f"{value}, " for value in defaults)
    shapes = f"{function.family is BOXES}, {function.is_of_two}"
    return f'''\
offer("{function.name}", "{names}", ({given}),
      {shapes}, {answer}, {takes}, """{docstring(function)}""")
'''


def stub(function: Function) -> str:
    """Return the stub of a function."""
    own = []
    for parameter in parameters(function):
        kind = "bool" if parameter.type == "bint" else "float"
        value = DEFAULTS.get(parameter.name)
        shown = "" if value is None else f" = {'...' if value == 'INFINITY' else value}"
        own.append(f"{parameter.name}: {kind}{shown}")
    return python_call(f"def {function.name}", own, f" -> {TYPES[function.kind]}: ...")


def numbers_stub() -> str:
    """Return numbers.pyi."""
    ones, _ = result_classes(function.verb for function in OF_NUMBERS)
    stubs = "\n".join(map(stub, OF_NUMBERS))
    return f"""\
{HEAD}from typing import TypeAlias

from sepax._core.results import {", ".join(ones)}

_Vector: TypeAlias = tuple[float, float]

{stubs}
def get_include() -> str: ...
"""


KERNELS = '''\
"""The verbs by numbers: boxes and circles that are no objects.

A box is its centre, half its width and half its height, and the cosine and sine of its angle. A
circle is its centre and radius. Names and parameters are those of the functions for compiled
callers, so that a loop that numba compiles runs without numba, too. Answers are the bits of the
verb for `sepax.Polygon.box` and `sepax.Circle` in the same pose. Numbers that are no box, no circle
or no motion are a ValueError.
"""
'''


def kernels_module() -> str:
    """Return kernels.py."""
    imports = "".join(f"    {name},\n" for name in NAMES)
    names = "".join(f'    "{name}",\n' for name in NAMES)
    return f"""\
{HEAD}{KERNELS}
from sepax._core.numbers import (
{imports})

__all__ = [
{names}]
"""


def files() -> dict[str, str]:
    """Return the text of each file."""
    imports = compiled_imports(lambda verb: verb.compiled)
    rows = "".join(map(row, OF_NUMBERS))
    return {
        "src/sepax/_core/numbers_verbs.pxi": f"{HEAD}\n{imports}\n{rows}",
        "src/sepax/_core/numbers.pyi": numbers_stub(),
        "src/sepax/kernels.py": kernels_module(),
    }
