"""The verbs for rings that stay the caller's: raw_verbs.pxi and raw.pyi."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from code_text import cython_call, python_call
from cython_templates import (
    READ_OPTION,
    answer_of,
    compiled_imports,
    cython_parameter,
    hides_none,
    in_motion,
    motion_of,
    signature,
)
from stub_templates import default, stub_type
from verb_table import HEAD, VERBS, Option, Verb, offered, parameters_of, result_classes

OF_RINGS = [verb for verb in VERBS.values() if verb.raw]
RADII = {  # by what a verb is about
    "shapes": ("radius_a", "radius_b"),
    "places": ("radius",),
    "rays": ("ring_radius",),
}
PIVOTS = ("pivot_a", "pivot_b")
READ_PIVOT = {
    f"pivot_{side}": f'read_pivot(pivot_{side}, 0.0, "{side}", options.motion.position_{side})'
    for side in "ab"
}
RAY = ["origin", "direction", "max_distance=INFINITY", "radius=0.0"]
RAY_WORDS = "vertices, origin, direction, max_distance=math.inf, radius=0.0, *, ring_radius=0.0"
RAY_STUB = ["origin: _Pair", "direction: _Pair", "max_distance: float = ...", "radius: float = 0.0"]


def sides(verb: Verb) -> list[str]:
    """Return the names of the first arguments."""
    if verb.of == "shapes":
        return ["vertices_a", "vertices_b"]
    return ["vertices", str(verb.place)] if verb.of == "places" else ["vertices"]


def with_own_options(verb: Verb) -> Verb:
    """Return the verb with the options that it has for rings: radii, and pivots that are given."""
    of_shapes = {option.name: option for option in verb.options}
    # Of rings that turn they have to be given.
    kind, default = (
        ("pair of float or None", "None") if in_motion(verb) else ("pair of float", "(0.0, 0.0)")
    )
    known = of_shapes | {name: Option(name, kind, default, "", True, False) for name in PIVOTS}
    own = [known[name] for name in verb.raw.get("options", ())]
    own += [Option(name, "float", "0.0", "", True, False) for name in RADII[verb.of]]
    return replace(verb, options=tuple(own))


def docstring(verb: Verb, first_line: str) -> str:
    """Return the docstring, indented."""
    row = verb.raw
    summary, text, example = (row[key].strip("\n") for key in ("summary", "text", "example"))
    body = "\n\n".join([text, f"Examples\n--------\n{example}"])
    return f'    """{first_line}{summary}\n\n{textwrap.indent(body, "    ")}\n    """\n'


def body_for_two(verb: Verb) -> str:
    """Return the body for two rings."""
    named = [option.name for option in verb.options]
    read = ["vertices_a", "vertices_b", "radius_a", "radius_b", "&a", "&b"]
    _, kind = answer_of(verb)
    asked = ["&a", "&b", f"VERB_{verb.name.upper()}", kind, "&options"]
    function = "sharp_rings_asked" if verb.raw.get("sharp") else "rings_asked"
    if function == "rings_asked":
        asked.append(verb.raw.get("convex", "False"))
    lines = ["    cdef RawRing a, b", "    cdef Options options", "    set_plain(&options)"]
    if in_motion(verb):
        motion = [*motion_of(verb), *(name if name in named else "None" for name in PIVOTS)]
        lines.append(cython_call("read_motions", [*motion, "&options"], "", 4))
    else:
        lines += [f"    {READ_PIVOT[name]}" for name in named if name in READ_PIVOT]
    lines += [f"    {READ_OPTION[name]}" for name in named if name in READ_OPTION]
    lines += [
        cython_call("read_both", read, "", 4),
        cython_call(f"return {function}", asked, "", 4),
    ]
    return "\n".join(lines) + "\n"


def body_for_one(verb: Verb, arguments: str) -> str:
    """Return the body for one ring, which begins with reading other arguments."""
    return f"""\
    cdef RawRing ring
{arguments}    ring.heap = NULL
    try:
        read_one(vertices, {RADII[verb.of][0]}, "{RADII[verb.of][0]}", &ring)
        answer = {verb.raw["call"]}
    finally:
        release(&ring)
    return answer
"""


def place_arguments(verb: Verb) -> str:
    """Return how a point or direction is read."""
    nonzero = f"""\
    if x == 0.0 and y == 0.0:
        raise ValueError("{verb.place} must not be zero")
"""
    return f"""\
    cdef double x, y
    read_pair({verb.place}, "{verb.place}", &x, &y)
{nonzero * bool(verb.nonzero)}"""


RAY_ARGUMENTS = """\
    cdef Options options
    read_probe(origin, direction, max_distance, radius, &options.probe)
"""


def raycast(verb: Verb) -> str:
    """Return the function for a ray.

    Its signature is said in words, as INFINITY is no name that users can look up.
    """
    parameters = ["vertices", *RAY, *parameters_of(verb, cython_parameter, [])]
    text = docstring(verb, f"{verb.name}({RAY_WORDS})\n--\n\n")
    definition = cython_call(f"def {verb.name}", parameters, ":")
    return f"@cython.embedsignature(False)\n{definition}\n{text}{body_for_one(verb, RAY_ARGUMENTS)}"


def function(verb: Verb) -> str:
    """Return the function."""
    verb = with_own_options(verb)
    if verb.of == "rays":
        return raycast(verb)
    parameters = [*sides(verb), *parameters_of(verb, cython_parameter, [])]
    definition = cython_call(f"def {verb.name}", parameters, ":")
    hidden = hides_none(verb)
    first_line = signature(verb, sides(verb), []) if hidden else ""
    is_of_two = verb.of == "shapes"
    body = body_for_two(verb) if is_of_two else body_for_one(verb, place_arguments(verb))
    decorator = "@cython.embedsignature(False)\n" * hidden
    return f"{decorator}{definition}\n{docstring(verb, first_line)}{body}"


def raw_verbs() -> str:
    """Return raw_verbs.pxi."""
    imports = compiled_imports(lambda verb: verb.raw and verb.of == "shapes")
    functions = "\n\n".join(map(function, OF_RINGS))
    return HEAD + "\n" + imports + "\n" + offered(OF_RINGS) + "\n\n" + functions


def typed(option: Option) -> str:
    """Return an option with its type."""
    types = {"pair of float": "_Pair", "pair of float or None": "_Pair | None"}
    return f"{option.name}: {types.get(option.type, option.type)}{default(option)}"


def stub(verb: Verb) -> str:
    """Return the stub of the function."""
    verb = with_own_options(verb)
    assert verb.kind is not None
    parameters = [f"{name}: _Ring" for name in sides(verb)]
    if verb.of == "places":
        parameters[1] = f"{verb.place}: _Pair"
    elif verb.of == "rays":
        parameters += RAY_STUB
    parameters += parameters_of(verb, typed, [])
    return python_call(f"def {verb.name}", parameters, f" -> {stub_type(verb.kind.single)}: ...")


def raw_stub() -> str:
    """Return raw.pyi."""
    ones, _ = result_classes(OF_RINGS)
    stubs = "\n".join(map(stub, OF_RINGS))
    return f"""\
{HEAD}from collections.abc import Iterable
from typing import SupportsFloat, TypeAlias

import numpy as np
import numpy.typing as npt

from sepax._core.results import {", ".join(ones)}

{offered(OF_RINGS)}
_Axis: TypeAlias = tuple[float, float]
_Pair: TypeAlias = Iterable[SupportsFloat]
_Ring: TypeAlias = npt.NDArray[np.float64] | Iterable[_Pair]
_Widest: TypeAlias = tuple[float, int, bool]
_Times: TypeAlias = tuple[float, float, float, int, bool]

{stubs}
def _widest(
    vertices_a: _Ring, vertices_b: _Ring, enough: float, of_shapes: bool = False
) -> tuple[_Widest, _Widest | None]: ...
def _times(
    vertices_a: _Ring, vertices_b: _Ring, velocity: _Pair, of_shapes: bool = False
) -> tuple[_Times, _Times | None]: ...
def _has_memory(rows: int, columns: int, more: int, size: int) -> tuple[bool, bool, bool]: ...
"""
