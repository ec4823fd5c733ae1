"""Questions about two shapes: the verbs of the table, some with options; and rows of answers.

`QUESTIONS` asks each verb once as it is, and some with options. Arrays must answer with the bits of
single pairs: `check_rows` asks in every form of the call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from families import Pair
from verb_table import VERBS

import sepax
from sepax import Approaches, Clearances, Contacts, Impacts, ShapeArray

MOTION = {"velocity_a": (3.0, 1.0), "velocity_b": (-1.0, 0.5), "max_time": 2.0}
OF_SHAPES = [verb.name for verb in VERBS.values() if verb.of == "shapes"]
OF_PLACES = [verb.name for verb in VERBS.values() if verb.of == "places"]
MOVING = [name for name in OF_SHAPES if "velocity_a" in [each.name for each in VERBS[name].options]]
OF_TWO = [name for name in OF_SHAPES if name not in MOVING]


class Question(NamedTuple):
    """A verb about two shapes, and its options."""

    verb: str
    options: dict[str, Any]

    def __call__(self, a: Any, b: Any, **form: Any) -> Any:
        return getattr(sepax, self.verb)(a, b, **self.options, **form)

    def method(self, a: Any, b: Any, **form: Any) -> Any:
        return getattr(a, self.verb)(b, **self.options, **form)

    def one_by_one(self, cases: Sequence[tuple[Any, Any]]) -> Any:
        """Return what it says of single pairs, as arrays have it."""
        kind = VERBS[self.verb].kind
        assert kind is not None
        return GATHERED[kind.name]([self(a, b) for a, b in cases])


QUESTIONS: dict[str, Question] = {
    **{name: Question(name, MOTION if name in MOVING else {}) for name in OF_SHAPES},
    "interiors": Question("intersects", {"touching": False}),
    "collide near": Question("collide", {"margin": 0.25}),
    "sweep in": Question("sweep", {"velocity_a": (2.0, -1.0), "touching": False}),
    "sweep on": Question("sweep", {"velocity_a": (1.0, 0.0), "skip_leaving": True}),
}


# What single pairs say, as arrays have it ---------------------------------------------------


def _vectors(found: Sequence[tuple[float, float] | None]) -> tuple[Any, Any]:
    return (
        np.array([vector or (0.0, 0.0) for vector in found]).reshape(-1, 2),
        np.array([vector is not None for vector in found], dtype=bool),
    )


def _places(found: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    on_a, on_b = np.array(found, dtype=float).reshape(-1, 2, 2).swapaxes(0, 1)
    return on_a.copy(), on_b.copy()


def _records(kind: Any, found: Sequence[Any]) -> Any:
    rows = kind.empty(len(found))
    for name in kind._layout:
        column = getattr(rows, name)
        column[...] = math.inf if name in ("time", "exit_time") else 0
        for k, one in enumerate(found):
            if one is not None and name in ("hit", "counts"):
                column[k] = name == "hit" or len(one.points)
            elif one is not None and name in ("points", "depths", "features"):
                column[k, : len(one.points)] = getattr(one, name)
            elif one is not None:
                column[k] = getattr(one, name)
    return rows


def contacts_of(found: Sequence[Any]) -> Contacts:
    contacts: Contacts = _records(Contacts, found)
    return contacts


def impacts_of(found: Sequence[Any]) -> Impacts:
    impacts: Impacts = _records(Impacts, found)
    return impacts


def clearances_of(found: Sequence[Any]) -> Clearances:
    clearances: Clearances = _records(Clearances, found)
    return clearances


def approaches_of(found: Sequence[Any]) -> Approaches:
    approaches: Approaches = _records(Approaches, found)
    return approaches


GATHERED: dict[str, Callable[[Sequence[Any]], Any]] = {
    "truth": lambda found: np.array(found, dtype=bool),
    "number": lambda found: np.array(found, dtype=float),
    "vector": _vectors,
    "points": _places,
    "contact": contacts_of,
    "impact": impacts_of,
    "clearance": clearances_of,
    "approach": approaches_of,
}


def arrays_of(answer: Any) -> list[Any]:
    """Return the arrays that an answer is made of."""
    if isinstance(answer, tuple):
        return [array for part in answer for array in arrays_of(part)]
    layout = getattr(answer, "_layout", None)
    if layout is None:
        return [answer]
    return [array for name in layout for array in arrays_of(getattr(answer, name))]


def assert_same_bits(found: Any, expected: Any) -> None:
    assert type(found) is type(expected)
    for one, other in zip(arrays_of(found), arrays_of(expected), strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        assert one.tobytes() == other.tobytes()  # the signs of zeros too


def in_rows(answer: Any) -> list[Any]:
    """Return an answer for arrays as a list of those for single pairs."""
    if isinstance(answer, tuple):
        first, second = (column.tolist() for column in answer)
        if answer[1].dtype == np.bool_:
            both = zip(first, second, strict=True)
            return [tuple(row) if is_there else None for row, is_there in both]
        return list(zip(_tuples(first), _tuples(second), strict=True))
    return list(_tuples(answer.tolist() if isinstance(answer, np.ndarray) else list(answer)))


def _tuples(rows: list[Any]) -> Iterator[Any]:
    return (tuple(row) if isinstance(row, list) else row for row in rows)


def taken(answer: Any, rows: Any) -> Any:
    """Return some rows of an answer."""
    return tuple(each[rows] for each in answer) if isinstance(answer, tuple) else answer[rows]


# Rows ---------------------------------------------------------------------------------------


def check_rows(ask: Question, cases: Sequence[Pair], single: int = 0) -> None:
    """Hold arrays to single pairs: row by row, by index, one with many, and all of it swapped."""
    shapes, others = zip(*cases, strict=True)
    order = np.random.default_rng(0).permutation(len(cases))
    for a, b in ((shapes, others), (others, shapes)):
        left, right = ShapeArray(a), ShapeArray(b)
        expected = ask.one_by_one(list(zip(a, b, strict=True)))
        assert_same_bits(ask(left, right), expected)
        found = ask(left, right, pairs=(order, order))
        assert_same_bits(found, taken(expected, order))
        assert_same_bits(ask(left, right, out=found), expected)
        one = a[single]
        expected = ask.one_by_one([(one, other) for other in b])
        assert_same_bits(ask(one, right), expected)
        assert_same_bits(ask(left[single : single + 1], right), expected)
        expected = ask.one_by_one([(other, one) for other in b])
        assert_same_bits(ask(right, one), expected)
