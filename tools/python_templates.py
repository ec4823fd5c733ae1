"""Python code of the verbs: verbs.py for arrays, _methods.py for ShapeArray and Compound."""

from __future__ import annotations

import re

from code_text import python_call
from verb_table import (
    HEAD,
    OF_PAIRS,
    VERBS,
    Column,
    Kind,
    Option,
    Verb,
    method_docstring,
    parameters_of,
    passed,
)

# --- functions over arrays ------------------------------------------------------------------------


ANSWERS = {  # by kind: what one answer of arrays is where all arguments are single shapes
    "point": "tuple(points[0].tolist())",
    "interval": "(float(low[0]), float(high[0]))",
    "vector": "(tuple(vectors[0].tolist()) if mask[0] else None)",
    "points": "(tuple(of_a[0].tolist()), tuple(of_b[0].tolist()))",
}
COLUMNS = {"truth": "BOOL", "number": "FLOAT64"}
ROW_TYPES = {"float": "SupportsFloat", "bool": "bool", "pair of float": "npt.ArrayLike"}
IN_PLACE_OF = {"touching": "not touching"}  # the loops take the opposite: whether to be strict


def row_type(option: Option) -> str:
    """Return the type of an option of arrays."""
    return "npt.ArrayLike" if option.rows else ROW_TYPES[option.type]


def keyword(option: Option) -> str:
    """Return an option as a parameter of a function over arrays."""
    is_optional = option.name == "touching" or option.name.startswith("angular")
    default = f" = {option.default}" if is_optional else ""
    return f"{option.name}: {row_type(option)}{default}"


def handed_on(verb: Verb) -> list[str]:
    """Return what a loop takes besides the arrays."""
    settings = ["margin"] if any(option.name == "margin" for option in verb.options) else []
    flags = [option.name for option in verb.options if option.type == "bool"]
    flags.sort(key=lambda name: name == "touching")  # which is about grazing, the last flag
    named = [IN_PLACE_OF.get(name, name) for name in flags]
    return ["*motions"] * bool(verb.moving) + settings + named


def read_arguments(verb: Verb) -> list[str]:
    """Return the lines that check the arguments and pair the rows."""
    lines = ['workers = positive_number(workers, "workers")']
    if any(option.name == "margin" for option in verb.options):
        lines.insert(0, 'margin = length(margin, "margin")')
    if verb.of == "places":
        check = "directions" if verb.nonzero else "places"
        given = f'shape, {verb.place}, "{verb.place}", pairs, out, workers, read_{check}'
        lines.append(f"plan = point_pairs({given})")
    else:
        lines += ask_at_once(verb)
        lines.append("plan = shape_pairs(a, b, pairs, out, workers)")
    return lines


def ask_at_once(verb: Verb) -> list[str]:
    """Return the lines that answer two single groups without a plan."""
    if not verb.at_once:
        return []
    given = [option.name for option in verb.options if option.name != "margin"]
    call = python_call(
        f"known = {verb.at_once['ask']}", ["a", "b", *given, "pairs", "out", "workers"], "", 4
    )
    when = verb.at_once.get("when", "known")
    return [call.strip(), f"if {when}:", f"    return {verb.at_once['answer']}"]


def in_words(column: Column) -> str:
    """Return what an array must be, for messages."""
    return f"{'(n,)' if column.width == 1 else f'(n, {column.width})'} {column.dtype}"


def memory_of(column: Column, given: str, name: str) -> str:
    """Return the line that makes an array, or takes that of the caller."""
    shape = "(plan.count,)" if column.width == 1 else f"(plan.count, {column.width})"
    kind = "BOOL" if column.dtype == "bool" else "FLOAT64"
    return f'{column.name} = memory({given}, "{name}", {shape}, {kind})'


def arrays_of(kind: Kind) -> tuple[list[str], str, str, str]:
    """Return the lines that make the arrays, what a loop takes, and one answer and many."""
    if not kind.columns:
        return [f"rows = {kind.many}._for(out, plan.count)"], "*rows._arrays()", "rows[0]", "rows"
    names = ", ".join(column.name for column in kind.columns)
    many = f"({names})" if "," in names else names
    if len(kind.columns) == 1:
        return [memory_of(kind.columns[0], "out", "out")], names, ANSWERS[kind.name], many
    first, second = map(in_words, kind.columns)
    words = f"both {first}" if first == second else f"{first} and {second}"
    lines = [f'first, second = two_of(out, "{words}")']
    for column, (given, name) in zip(
        kind.columns, (("first", "out[0]"), ("second", "out[1]")), strict=True
    ):
        lines.append(memory_of(column, given, name))
    return lines, names, ANSWERS[kind.name], many


def array_function(verb: Verb) -> str:
    """Return the function over arrays."""
    assert verb.kind is not None
    first, second = verb.sides
    seconds = "Any" if verb.of == "shapes" else "npt.ArrayLike"
    parameters = [f"{first}: Any", f"{second}: {seconds}", "*"]
    parameters += map(keyword, verb.options)
    parameters += ["pairs: Any", "out: Any", "workers: int"]
    lines = read_arguments(verb)
    given = [option.name for option in verb.options if option.rows]
    motions = python_call("motions = read_motions", [*given, "plan.count", "{own}"], "", 4)
    more = handed_on(verb)
    if verb.kind.name in COLUMNS:
        if verb.moving:
            lines.append(motions.format(own="(out,)").strip())
        arguments = ["plan", f"plan.{verb.name}", COLUMNS[verb.kind.name], "out", "workers", *more]
        lines.append(f"return column({', '.join(arguments)})")
    else:
        make, passed, one, many = arrays_of(verb.kind)
        lines += make
        if verb.moving:
            lines.append("own = () if out is None else rows._arrays()")
            lines.append(motions.format(own="own").strip())
        arguments = [f"plan.{verb.name}", "plan.count", "workers", *more, passed]
        lines.append(python_call("run", arguments, "", 4).strip())
        lines.append(f"return {one} if plan.single else {many}")
    body = "".join(f"    {line}\n" for line in lines)
    definition = python_call(f"def {verb.name}", parameters, " -> Any:")
    return f'{definition}\n    """{verb.summary}"""\n{body}'


def verbs_module() -> str:
    """Return verbs.py."""
    own = sorted(verb.name for verb in VERBS.values() if verb.arrays == "own")
    functions = [array_function(verb) for verb in OF_PAIRS if verb.arrays != "own"]
    names = [
        "BOOL",
        "FLOAT64",
        "cast_ray",
        "column",
        *own,
        "point_pairs",
        "push_out_of",
        "read_directions",
        "read_motions",
        "read_places",
        "shape_pairs",
        "two_of",
    ]
    exported = sorted({*REEXPORTED, *own, *(verb.name for verb in OF_PAIRS)})
    text = "\n\n".join(functions)
    used = [name for name in names if name in exported or re.search(rf"\b{name}\b", text)]
    imported = "".join(f"    {name},\n" for name in sorted(used, key=isort_key))
    asked = sorted({verb.at_once["ask"] for verb in OF_PAIRS if verb.at_once})
    at_once = "".join(f"    {name},\n" for name in asked)
    listed = "".join(f'    "{name}",\n' for name in exported)
    return (
        f'''\
{HEAD}"""The verbs over arrays of shapes.

`sepax.intersects` and the other verbs call these when an argument is a `ShapeArray`: see
docs/batch.md for the forms of the arguments.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import numpy.typing as npt

from sepax._arguments import memory
from sepax._batch import (
{imported}\
)
from sepax._core.arguments import length, positive_number
from sepax._core.arrays.pairs import all_meet
from sepax._results import Contacts, Impacts
from sepax._threads import run
from sepax.groups.single import (
{at_once}\
)

__all__ = [
{listed}]

'''.rstrip()
        + "\n\n\n"
        + text
    )


REEXPORTED = {"all_meet", "cast_ray", "push_out_of"}


def isort_key(name: str) -> tuple[int, str]:
    """Return ruff's order of names: constants, classes, functions."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


# --- methods --------------------------------------------------------------------------------------


def of_many(option: Option) -> str:
    """Return an option of arrays as a typed parameter of a method."""
    default = f" = {option.default}" if option.default else ""
    return f"{option.name}: {row_type(option)}{default}"


def of_one(option: Option) -> str:
    """Return an option of single shapes as a typed parameter of a method."""
    if not option.rows:
        return of_many(option)
    default = f" = {option.default}" if option.default else ""
    return f"{option.name}: {'float' if option.type == 'float' else 'Pair'}{default}"


def keywords(verb: Verb) -> list[str]:
    """Return the typed keywords of arrays."""
    assert verb.kind is not None
    return [
        "pairs: Pairs | None = None",
        f"out: {verb.kind.many} | None = None",
        "workers: int = 1",
    ]


def array_method(verb: Verb) -> str:
    """Return the method of `ShapeArray`."""
    assert verb.kind is not None
    other = "other: Others" if verb.of == "shapes" else f"{verb.place}: npt.ArrayLike"
    parameters = ["self", other, *parameters_of(verb, of_many, keywords(verb))]
    given = "other" if verb.of == "shapes" else verb.place
    arguments = ["self", given, *passed(verb), "pairs=pairs", "out=out", "workers=workers"]
    call = python_call(f"answer: {verb.kind.many} = verbs.{verb.name}", arguments, "", 8)
    refused = ""
    if verb.of == "places":  # the function has the error message
        parameters = ["*y: Never" if each == "*" else each for each in parameters]
        call_of_two = f"{verb.name}(self, {given}, *y)  # type: ignore[call-overload]"
        refused = f"        if y:\n            {call_of_two}\n"
    definition = python_call(f"def {verb.name}", parameters, f" -> {verb.kind.many}:", 4)
    text = method_docstring(verb, "array")
    return f"{definition}\n{text}{refused}{call}\n        return answer\n"


def compound_overloads(verb: Verb) -> str:
    """Return the overloads of the method of `Compound`: for one shape, and for many."""
    assert verb.kind is not None
    if verb.of == "places":
        return ""
    one = ["self", "other: Single", *parameters_of(verb, of_one, [])]
    many = ["self", "other: Many", *parameters_of(verb, of_many, keywords(verb))]
    return "".join(
        f"    @overload\n{python_call(f'def {verb.name}', parameters, f' -> {answer}: ...', 4)}\n"
        for parameters, answer in ((one, verb.kind.single), (many, verb.kind.many))
    )


def compound_method(verb: Verb) -> str:
    """Return the method of `Compound`."""
    text = method_docstring(verb, "compound")
    if verb.of == "action":
        definition = f"    def {verb.name}(self, other: Single) -> bool:\n"
        return f"{definition}{text}        return verbs.{verb.name}(self, other)\n"
    other = "other: Any" if verb.of == "shapes" else f"{verb.place}: Any"
    options = [text.replace("npt.ArrayLike", "Any") for text in parameters_of(verb, of_many, [])]
    # Keywords of arrays by **options: defaults of their own take a tenth of the shortest call.
    parameters = ["self: Any", other, *options, "**options: Any"]
    given = other.partition(":")[0]
    arguments = ["self", given, *passed(verb), "**options"]
    shortcut = ""
    if call := verb.compound.get("shortcut"):
        shortcut = (
            f"        if not options and (hit := {call}) is not None:\n            return hit\n"
        )
    definition = python_call(f"def {verb.name}", parameters, " -> Any:", 4)
    call = python_call(f"return {verb.name}", arguments, "", 8)
    return f"{compound_overloads(verb)}{definition}\n{text}{shortcut}{call}\n"


def compound_raycast() -> str:
    """Return the method of `Compound` for rays."""
    text = method_docstring(VERBS["raycast"], "compound")
    return f"""\
    def raycast(
        self: Any,
        origin: npt.ArrayLike,
        direction: npt.ArrayLike,
        max_distance: npt.ArrayLike = np.inf,
        radius: npt.ArrayLike = 0.0,
        **options: Any,
    ) -> Any:
{text}        return raycast(self, origin, direction, max_distance, radius, **options)
"""


def methods_module() -> str:
    """Return _methods.py."""
    of_arrays = [array_method(verb) for verb in OF_PAIRS]
    imported = "".join(
        f"    {name},\n" for name in sorted(["raycast", *(verb.name for verb in OF_PAIRS)])
    )
    of_compounds = [compound_method(verb) for verb in VERBS.values() if verb.of != "rays"]
    return (
        f'''\
{HEAD}"""The verbs as methods of `ShapeArray` and of `Compound`.

Each is the function of the same name in `sepax`, which has the whole description.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Never, SupportsFloat, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from sepax import verbs
from sepax._arguments import BoolArray, FloatArray
from sepax._core.arrays.group import Group
from sepax._core.arrays.groups import meet
from sepax._core.pair import (
{imported}\
)
from sepax._core.results import Contact, Impact
from sepax._core.shape import Shape
from sepax._results import Contacts, Impacts

Pair: TypeAlias = Iterable[SupportsFloat]
Vector: TypeAlias = tuple[float, float]
Pairs: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike] | npt.ArrayLike
Single: TypeAlias = Shape | Group
Many: TypeAlias = Iterable[Shape | Group]
Others: TypeAlias = Single | Many


class ArrayMethods:
    """The verbs of an array: rows with one shape for all, or with a shape for each."""

    __slots__ = ()

'''
        + "\n".join(of_arrays)
        + '''

class CompoundMethods:
    """The verbs of a compound, as a whole."""

    __slots__ = ()

'''
        + "\n".join([*of_compounds, compound_raycast()])
    )
