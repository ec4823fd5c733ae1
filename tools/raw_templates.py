"""The verbs for rings that stay the caller's: raw_verbs.pxi and raw.pyi."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from code_text import cython_call, python_call
from cython_templates import cython_parameter, hides_none, signature
from stub_templates import default, stub_type
from verb_table import HEAD, VERBS, Option, Verb, parameters_of

OF_RINGS = [verb for verb in VERBS.values() if verb.raw]


def sides(verb: Verb) -> list[str]:
    """Return the names of the first two arguments."""
    return ["vertices_a", "vertices_b"] if verb.of == "shapes" else ["vertices", str(verb.place)]


def with_own_options(verb: Verb) -> Verb:
    """Return the verb with the options that it has for rings: shapes have their own pivots."""
    names = verb.raw.get("options", ())
    own = [option for option in verb.options if option.name in names]
    pivots = [name for name in names if name.startswith("pivot")]
    own += [Option(name, "pair of float or None", "None", "", True, False) for name in pivots]
    return replace(verb, options=tuple(own))


def docstring(verb: Verb, first_line: str) -> str:
    """Return the docstring, indented."""
    row = verb.raw
    summary, text, example = (row[key].strip("\n") for key in ("summary", "text", "example"))
    body = "\n\n".join([text, f"Examples\n--------\n{example}"])
    return f'    """{first_line}{summary}\n\n{textwrap.indent(body, "    ")}\n    """\n'


def body_for_two(verb: Verb) -> str:
    """Return the body for two rings."""
    motion = """\
    cdef TurningMotion motion
    read_motion(velocity_a, velocity_b, max_time, &motion.motion)
    read_rates(angular_velocity_a, angular_velocity_b, &motion)
    read_pivots(pivot_a, pivot_b, &motion)
"""
    return f"""\
    cdef RawRing a, b
{motion if verb.moving else ""}    read_rings(vertices_a, vertices_b, &a, &b)
    return {verb.raw["call"]}
"""


def body_for_place(verb: Verb) -> str:
    """Return the body for a ring and a point or direction."""
    nonzero = f"""\
    if x == 0.0 and y == 0.0:
        raise ValueError("{verb.place} must not be zero")
"""
    return f"""\
    cdef RawRing ring
    cdef double x, y
    read_pair({verb.place}, "{verb.place}", &x, &y)
{nonzero if verb.nonzero else ""}    ring.heap = NULL
    try:
        read_raw_ring(vertices, &ring)
        answer = {verb.raw["call"]}
    finally:
        release(&ring)
    return answer
"""


def function(verb: Verb) -> str:
    """Return the function."""
    verb = with_own_options(verb)
    parameters = [*sides(verb), *parameters_of(verb, cython_parameter, [])]
    definition = cython_call(f"def {verb.name}", parameters, ":")
    hidden = hides_none(verb)
    first_line = signature(verb, sides(verb), []) if hidden else ""
    body = body_for_two(verb) if verb.of == "shapes" else body_for_place(verb)
    decorator = "@cython.embedsignature(False)\n" * hidden
    return f"{decorator}{definition}\n{docstring(verb, first_line)}{body}"


def raw_verbs() -> str:
    """Return raw_verbs.pxi."""
    return HEAD + "\n\n" + "\n\n".join(map(function, OF_RINGS))


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
    parameters += parameters_of(verb, typed, [])
    return python_call(f"def {verb.name}", parameters, f" -> {stub_type(verb.kind.single)}: ...")


def raw_stub() -> str:
    """Return raw.pyi."""
    stubs = "\n".join(map(stub, OF_RINGS))
    return f"""\
{HEAD}from collections.abc import Iterable
from typing import SupportsFloat, TypeAlias

import numpy as np
import numpy.typing as npt

from sepax._core.results import Contact, Impact

_Axis: TypeAlias = tuple[float, float]
_Pair: TypeAlias = Iterable[SupportsFloat]
_Ring: TypeAlias = npt.NDArray[np.float64] | Iterable[_Pair]
_Widest: TypeAlias = tuple[float, int, bool]
_Times: TypeAlias = tuple[float, float, float, int, bool]

{stubs}
def _widest(
    vertices_a: _Ring, vertices_b: _Ring, enough: float
) -> tuple[_Widest, _Widest | None]: ...
def _times(
    vertices_a: _Ring, vertices_b: _Ring, velocity: _Pair
) -> tuple[_Times, _Times | None]: ...
def _has_memory(rows: int, columns: int, more: int, size: int) -> tuple[bool, bool, bool]: ...
"""
