"""Stubs of the verbs for all shapes, with an overload for each form: pair.pyi."""

from __future__ import annotations

from code_text import python_call
from verb_table import (
    HEAD,
    VERBS,
    Kind,
    Option,
    Verb,
    offered,
    parameters_of,
    result_classes,
)

NAMES = {"FloatArray": "_Floats", "BoolArray": "_Truths", "Vector": "_Axis"}
IGNORE = "  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair"


def stub_type(text: str) -> str:
    """Return a type of the table by the names of the stub."""
    for name, short in NAMES.items():
        text = text.replace(name, short)
    return text


def one(option: Option) -> str:
    """Return an option of two shapes."""
    kinds = {"bool": "bool", "pair of float": "_Pair"}
    kind = kinds.get(option.type, "float" if option.rows else "SupportsFloat")
    return f"{option.name}: {kind}{default(option)}"


def many(option: Option) -> str:
    """Return an option of arrays."""
    return f"{option.name}: npt.ArrayLike{default(option)}" if option.rows else one(option)


def default(option: Option) -> str:
    """Return the default of an option: a tuple is only hinted at."""
    if option.default is None:
        return ""
    return f" = {'...' if option.default.startswith('(') else option.default}"


def last(kind: Kind, has_pairs: bool) -> list[str]:
    """Return the keywords of arrays."""
    pairs = ["pairs: _Pairs | None = None"] * has_pairs
    return [*pairs, f"out: {stub_type(kind.many)} | None = None", "workers: int = 1"]


def overload(name: str, parameters: list[str], answer: str, indent: int, comment: str = "") -> str:
    """Return one overload."""
    margin = " " * indent
    definition = python_call(f"def {name}", parameters, f" -> {answer}: ...", indent, comment)
    return f"{margin}@overload\n{definition}\n"


def shapes_stub(verb: Verb, of_method: bool) -> str:
    """Return the overloads of a verb about two shapes."""
    kind = verb.kind
    assert kind is not None
    single, several = stub_type(kind.single), stub_type(kind.many)
    keywords = last(kind, not of_method)
    if of_method:
        forms = [
            (["self", "other: _Single"], one, [], single),
            (["self", "other: _Many"], many, keywords, several),
        ]
    else:
        forms = [
            (["a: _Single", "b: _Single"], one, [], single),
            (["a: _Many", "b: _Single | _Many"], many, keywords, several),
            (["a: _Single", "b: _Many"], many, keywords, several),
        ]
    return "".join(
        overload(verb.name, [*first, *parameters_of(verb, form, named)], answer, 4 * of_method)
        for first, form, named, answer in forms
    )


def places_stub(verb: Verb, of_method: bool) -> str:
    """Return the overloads of a verb about a shape and a point."""
    kind, place = verb.kind, verb.place
    assert kind is not None
    single, several = stub_type(kind.single), stub_type(kind.many)
    first = ["self"] if of_method else ["shape: _Single"]
    keywords = ["*", *last(kind, not of_method)]
    forms = [
        ([*first, f"{place}: _Array"], "Any", ""),
        ([*first, f"{place}: _Points", *keywords], several, IGNORE),
        ([*first, f"{place}: _Pair"], single, ""),
        ([*first, f"{place}: _Array", *keywords], several, ""),
    ]
    if not of_method:
        forms.append((["shape: _Many", f"{place}: npt.ArrayLike", *keywords], several, ""))
        if verb.index:
            first = ["first: Literal[False] = False"] * bool(verb.first)
            rows = ["shape: ShapeIndex", f"{place}: npt.ArrayLike", "*", *first]
            forms.append(([*rows, "workers: int = 1"], "_Rows", ""))
        if verb.first:
            more = ["*", "first: Literal[True]", "out: _Rows | None = None", "workers: int = 1"]
            for kind_of_place, answer, comment in (
                ("_Array", "Any", ""),
                ("_Points", "_Rows", IGNORE),
                ("_Pair", "int", ""),
            ):
                given = ["shape: ShapeIndex", f"{place}: {kind_of_place}", *more]
                forms.append((given, answer, comment))
    return "".join(
        overload(verb.name, parameters, answer, 4 * of_method, comment)
        for parameters, answer, comment in forms
    )


SEEN = ["min_distance: float = 0.0", "ignore: npt.ArrayLike | None = None"]
SEEN += [f"{name}: npt.ArrayLike | None = None" for name in ("groups", "ray_groups")]
RAY = ["max_distance: float = ...", "radius: float = 0.0", "*", "all: Literal[False] = False"]
RAY += ["min_distance: float = 0.0", "ignore: SupportsIndex | None = None", SEEN[2]]
RAY += ["ray_groups: SupportsIndex | None = None"]
RAYS = [
    "max_distance: npt.ArrayLike = ...",
    "radius: npt.ArrayLike = 0.0",
    "*",
    "all: Literal[False] = False",
    *SEEN,
]
OUT = ["out: RayHits | None = None", "workers: int = 1"]
ANY = ["origin: npt.ArrayLike", "direction: npt.ArrayLike"]
RAY_FORMS = [  # parameters, answer, comment
    ([*ANY, *RAYS[:3], "all: Literal[True]", *SEEN, "workers: int = 1"], "RayHits", ""),
    (["origin: _Array", "direction: _Pair | _Array", *RAY], "Any", ""),
    (["origin: _Pair", "direction: _Array", *RAY], "Any", ""),
    (["origin: _Points", "direction: npt.ArrayLike", *RAYS, *OUT], "RayHits", IGNORE),
    (["origin: npt.ArrayLike", "direction: _Points", *RAYS, *OUT], "RayHits", IGNORE),
    (["origin: _Pair", "direction: _Pair", *RAY], "RayHit | None", ""),
    (
        [
            "origin: _Pair",
            "direction: _Pair",
            "max_distance: npt.NDArray[Any] | Sequence[float]",
            *RAYS[1:],
            *OUT,
        ],
        "RayHits",
        "",
    ),
    ([*ANY, *RAYS, "out: RayHits", "workers: int = 1"], "RayHits", ""),
    ([*ANY, *RAYS, "out: RayHits | None = None", "workers: int"], "RayHits", ""),
]


def raycast_stub(of_method: bool) -> str:
    """Return the overloads for rays."""
    first = "self" if of_method else "scene: _Single | _Many | ShapeIndex"
    return "".join(
        overload("raycast", [first, *parameters], answer, 4 * of_method, comment)
        for parameters, answer, comment in RAY_FORMS
    )


def stub(verb: Verb, of_method: bool) -> str:
    """Return the overloads of a verb."""
    if verb.of == "rays":
        return raycast_stub(of_method)
    if verb.of == "action":
        return f"    def {verb.name}(self, other: _Single) -> bool: ...\n" if of_method else ""
    return (shapes_stub if verb.of == "shapes" else places_stub)(verb, of_method)


def pair_stub() -> str:
    """Return pair.pyi."""
    ones, several = result_classes(VERBS.values())
    functions = "".join(stub(verb, False) for verb in VERBS.values())
    methods = "".join(stub(verb, True) for verb in VERBS.values())
    return (
        f"""\
{HEAD}from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any, Literal, Never, SupportsFloat, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from sepax._base.results import {", ".join(several)}
from sepax._core.results import {", ".join(ones)}
from sepax._core.shape import Shape
from sepax.compound import Compound
from sepax.scene import ShapeIndex

{offered(VERBS.values())}
_Pair: TypeAlias = Iterable[SupportsFloat]
# An array whose type leaves the number of dimensions open: the idiom of NumPy's stubs.
_Array: TypeAlias = np.ndarray[tuple[Never, Never, Never, Never], np.dtype[Any]]
_Points: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Any]] | Sequence[_Pair]
_Axis: TypeAlias = tuple[float, float]
_Floats: TypeAlias = npt.NDArray[np.float64]
_Truths: TypeAlias = npt.NDArray[np.bool_]
_Rows: TypeAlias = npt.NDArray[np.intp]
_Pairs: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike] | npt.ArrayLike
_Single: TypeAlias = Shape | Compound
_Many: TypeAlias = Iterable[Shape | Compound]

def answer_arrays_by(load: Callable[[], ModuleType]) -> None: ...
def _floor(a: Shape, b: Shape, /) -> bool: ...

# The forms of a verb: single shapes; many on the first side, or on the second.

{functions}
class Collider(Shape):
{methods}""".rstrip()
        + "\n"
    )
