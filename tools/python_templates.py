"""Python code of the verbs: _verbs/methods.py for ShapeArray and Compound."""

from __future__ import annotations

from code_text import python_call
from cython_templates import over_arrays, over_arrays_arguments
from verb_table import (
    HEAD,
    OF_PAIRS,
    VERBS,
    Option,
    Verb,
    method_docstring,
    parameters_of,
    passed,
    result_classes,
)

ROW_TYPES = {"float": "SupportsFloat", "bool": "bool", "pair of float": "npt.ArrayLike"}


def row_type(option: Option) -> str:
    """Return the type of an option of arrays."""
    return "npt.ArrayLike" if option.rows else ROW_TYPES[option.type]


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
    call = python_call(
        f"answer: {verb.kind.many} = verbs.{over_arrays(verb)}",
        over_arrays_arguments(verb, "self", given),
        "",
        8,
    )
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
    definition = python_call(f"def {verb.name}", parameters, " -> Any:", 4)
    call = python_call(f"return {verb.name}", arguments, "", 8)
    return f"{compound_overloads(verb)}{definition}\n{text}{call}\n"


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
    """Return _verbs/methods.py."""
    of_arrays = [array_method(verb) for verb in OF_PAIRS]
    imported = "".join(
        f"    {name},\n" for name in sorted(["raycast", *(verb.name for verb in OF_PAIRS)])
    )
    ones, several = result_classes(OF_PAIRS)
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

from sepax._base.arguments import BoolArray, FloatArray
from sepax._base.results import {", ".join(several)}
from sepax._core.arrays.compound import CompoundBase
from sepax._core.pair import (
{imported}\
)
from sepax._core.results import {", ".join(ones)}
from sepax._core.shape import Shape
from sepax._verbs import verbs

Pair: TypeAlias = Iterable[SupportsFloat]
Vector: TypeAlias = tuple[float, float]
Pairs: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike] | npt.ArrayLike
Single: TypeAlias = Shape | CompoundBase
Many: TypeAlias = Iterable[Shape | CompoundBase]
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
