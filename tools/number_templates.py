"""`sepax.kernels`: numbers_verbs.pxi, numbers.pyi and kernels.py, and its names on other pages.

One function for each of boxes and circles in cython_api.pxd, by the same names of parameters.
Results are Python's, and options have the defaults of the verbs.
"""

from __future__ import annotations

import textwrap

from code_text import cython_call, python_call
from compiled_templates import BOXES, CIRCLES, FUNCTIONS, RINGS, Function, Parameter
from verb_table import HEAD

OF_NUMBERS = [function for function in FUNCTIONS if function.family is not RINGS]
NAMES = sorted([*(function.name for function in OF_NUMBERS), "get_include"])
DEFAULTS = {
    "touching": "True",
    "skip_leaving": "False",
    "margin": "0.0",
    "velocity_b_x": "0.0",
    "velocity_b_y": "0.0",
    "max_time": "1.0",
    "max_distance": "INFINITY",
    "ray_radius": "0.0",
}
NOUNS = {BOXES.one: "box", CIRCLES.one: "circle"}
NOUNS_OF_TWO = {BOXES.one: "boxes", CIRCLES.one: "circles"}
SUMMARIES = {  # by verb; {} is "boxes" or "box"
    "intersects": "Whether two {} meet; exact",
    "separating_axis": "A unit vector from a to b along which a line parts two {}, or None",
    "contains": "Whether a point is in a {}, its boundary included; exact",
    "covers": "Whether the first of two {} covers the second; exact",
    "project": "Project a {} on an axis",
    "mtv": "The shortest translation of a that parts two {}, or None",
    "collide": "Everything about how two {} meet: a `Contact`, or None",
    "distance": "The distance of two {}: 0.0 exactly when they meet",
    "nearest_points": "The nearest points of two {}, one on each boundary",
    "overlap_area": "The area that two {} have in common",
    "iou": "The area that two {} have in common, divided by that of their union",
    "sweep": "When two moving {} first touch: an `Impact`, or None",
    "time_of_impact": "When two moving {} first touch; inf for never",
    "raycast": "Where a ray hits a {}: a `RayHit`, or None",
}
SHAPES = {  # a, and b at a place
    BOXES.one: ("(0, 0, 2, 1, 1, 0)", "({}, 0, 2, 1, 1, 0)"),
    CIRCLES.one: ("(0, 0, 2)", "({}, 0, 2)"),
}
EXAMPLES = {  # where b is, what else is given, what is shown; for boxes and for circles
    "intersects": (3, "", "{}", "True", "True"),
    "separating_axis": (5, "", "{}", "(1.0, 0.0)", "(1.0, 0.0)"),
    "contains": (None, "1, 1", "{}", "True", "True"),
    "covers": (3, "", "{}", "False", "False"),
    "project": (None, "1, 0", "{}", "(-2.0, 2.0)", "(-2.0, 2.0)"),
    "mtv": (3, "", "{}", "(-1.0, 0.0)", "(-1.0, 0.0)"),
    "collide": (3, "", "{}.depth", "1.0", "1.0"),
    "distance": (5, "", "{}", "1.0", "1.0"),
    "nearest_points": (5, "", "{}[0]", "(2.0, 1.0)", "(2.0, 0.0)"),
    "overlap_area": (3, "", "round({}, 6)", "2.0", "1.813247"),
    "iou": (3, "", "round({}, 6)", "0.142857", "0.077757"),
    "sweep": (5, "2, 0", "{}.time", "0.5", "0.5"),
    "time_of_impact": (5, "2, 0", "{}", "0.5", "0.5"),
    "raycast": (None, "-5, 0, 1, 0", "{}.distance", "3.0", "3.0"),
}
CHECKS = {  # numbers besides those of shapes, that answers may refuse: who raises, by verb
    "contains": "refuse_point",
    "project": "refuse_axis",
    "collide": "refuse_length",
    "sweep": "refuse_motion",
    "time_of_impact": "refuse_motion",
    "raycast": "refuse_ray",
}
DECLARED = {  # by kind: locals, what is passed for the result, what is returned
    "truth": ("int found", "", "found == 1"),
    "number": ("double found", "", "found"),
    "vector": ("double result[2]", "result", "(result[0], result[1]) if found == 1 else None"),
    "interval": ("double[2] result = [0.0, 0.0]", "result", "(result[0], result[1])"),
    "points": ("double result[4]", "result", "((result[0], result[1]), (result[2], result[3]))"),
    "contact": (
        "Contact contact = Contact.__new__(Contact)",
        "&contact.row",
        "contact if found == 1 else None",
    ),
    "impact": (
        "Impact impact = Impact.__new__(Impact)",
        "&impact.row",
        "impact if found == 1 else None",
    ),
    "ray_hit": ("RayContact hit", "&hit", "new_ray_hit(&hit, 0) if found == 1 else None"),
}
TYPES = {
    "truth": "bool",
    "number": "float",
    "vector": "_Vector | None",
    "interval": "_Vector",
    "points": "tuple[_Vector, _Vector]",
    "contact": "Contact | None",
    "impact": "Impact | None",
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
    return " \\\n".join(textwrap.wrap(text, 90)) + "\n--\n\n"


def example(function: Function) -> str:
    """Return the example of a function."""
    family = function.family.one
    place, given, shown, *outputs = EXAMPLES[function.verb.name]
    a, b = SHAPES[family]
    names = "a, b" if function.is_of_two else "a"
    values = f"{a}, {b.format(place)}" if function.is_of_two else a
    starred = ", ".join(f"*{name}" for name in names.split(", "))
    call = f"sepax.kernels.{function.name}({starred}{', ' * bool(given)}{given})"
    output = outputs[family == CIRCLES.one]
    return f">>> {names} = {values}\n>>> {shown.format(call)}\n{output}"


def docstring(function: Function) -> str:
    """Return the docstring, indented."""
    noun = (NOUNS_OF_TWO if function.is_of_two else NOUNS)[function.family.one]
    summary = SUMMARIES[function.verb.name].format(noun)
    first = words(function) if has_infinity(function) else ""
    lead = "    " * bool(first)
    body = textwrap.indent(f"Examples\n--------\n{example(function)}", "    ")
    see = f"    See `sepax.{function.verb.name}`."
    return f'    """{first}{lead}{summary}.\n\n{see}\n\n{body}\n    """'


def has_infinity(function: Function) -> bool:
    """Tell whether a default is infinite."""
    return any(DEFAULTS.get(option.name) == "INFINITY" for option in function.options)


def reading(function: Function) -> list[str]:
    """Return the lines that read the shapes."""
    names = [parameter.name for parameter in function.shapes]
    sides = {"_a": "&a", "_b": "&b"} if function.is_of_two else {"": "&one"}
    size = len(names) // len(sides)
    return [
        cython_call(
            f"take_{function.family.one}",
            [*names[size * k : size * (k + 1)], f'"{side}"', place],
            "",
            4,
        )
        for k, (side, place) in enumerate(sides.items())
    ]


def check(function: Function) -> list[str]:
    """Return the lines that refuse numbers of no point, no motion and so on."""
    refuse = CHECKS.get(function.verb.name)
    if refuse is None:
        return []
    given = [option.name for option in function.options if option.type == "double"]
    given += ['"margin"'] * (refuse == "refuse_length")
    condition = "found != found" if function.kind == "number" else "found < 0"
    return [f"    if {condition}:", cython_call(refuse, given, "", 8)]


def definition(function: Function) -> str:
    """Return a function."""
    own = [
        f"{parameter.type} {parameter.name}{default(parameter.name)}"
        for parameter in parameters(function)
    ]
    local, passed, returned = DECLARED[function.kind]
    sides = ["a", "b"] if function.is_of_two else ["one"]
    given = [f"&{side}.{function.family.convex}" for side in sides]
    given += [option.name for option in function.options] + [passed] * bool(passed)
    lines = [
        *["@cython.embedsignature(False)"] * has_infinity(function),
        cython_call(f"def {function.name}", own, ":"),
        docstring(function),
        f"    cdef {function.family.struct} {', '.join(sides)}",
        f"    cdef {local}",
        *["    cdef int found"] * (not local.endswith("found")),
        *reading(function),
        cython_call(f"found = answer_{function.verb.compiled}", given, "", 4),
        *check(function),
        f"    return {returned}",
    ]
    return "\n".join(lines) + "\n"


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
    stubs = "\n".join(map(stub, OF_NUMBERS))
    return f"""\
{HEAD}from typing import TypeAlias

from sepax._core.results import Contact, Impact, RayHit

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
    definitions = "\n\n".join(map(definition, OF_NUMBERS))
    return {
        "src/sepax/_core/numbers_verbs.pxi": f"{HEAD}\n\n{definitions}",
        "src/sepax/_core/numbers.pyi": numbers_stub(),
        "src/sepax/kernels.py": kernels_module(),
    }


def regions() -> dict[str, dict[str, str]]:
    """Return the regions of other files."""
    public = "".join(f'            "{line} "\n' for line in textwrap.wrap(" ".join(NAMES), 80))
    directives = "\n".join(f".. autofunction:: {name}" for name in NAMES)
    page = f"\n```{{eval-rst}}\n.. currentmodule:: sepax.kernels\n\n{directives}\n```\n\n"
    return {
        "src/sepax/_core/__init__.py": {"verbs.toml (numbers)": public},
        "docs/api/raw.md": {"verbs.toml (kernels)": page},
    }
