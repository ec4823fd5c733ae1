"""The verbs over arrays of shapes.

The functions and methods of verbs call these when an argument is no single shape: see docs/batch.md
for the forms of the arguments. A verb is named, with the kind of its result in verbs.toml.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import numpy as np
import numpy.typing as npt

from sepax._arguments import memory
from sepax._batch import (
    BOOL,
    FLOAT64,
    cast_ray,
    contains,
    intersects,
    point_pairs,
    push_out_of,
    raycast,
    read_directions,
    read_motions,
    read_places,
    shape_pairs,
    two_of,
)
from sepax._core.arguments import length, positive_number
from sepax._core.arrays.pairs import all_meet
from sepax._results import Contacts, Impacts
from sepax._threads import run
from sepax.groups.single import answer_of_two, sweep_of_two

__all__ = [
    "all_meet",
    "cast_ray",
    "contains",
    "intersects",
    "of_motions",
    "of_places",
    "of_shapes",
    "push_out_of",
    "raycast",
]

_ONE, _TWO = (FLOAT64, 1), (FLOAT64, 2)
_COLUMNS: dict[str, tuple[tuple[np.dtype[Any], int], ...]] = {  # by kind: dtypes and widths
    "truth": ((BOOL, 1),),
    "number": (_ONE,),
    "point": (_TWO,),
    "interval": (_ONE, _ONE),
    "vector": (_TWO, (BOOL, 1)),
    "points": (_TWO, _TWO),
}
_RESULTS: dict[str, Any] = {"contact": Contacts, "impact": Impacts}


def _in_words(column: tuple[np.dtype[Any], int]) -> str:
    """Return what an array must be, for messages."""
    dtype, width = column
    return f"{'(n,)' if width == 1 else f'(n, {width})'} {dtype}"


def _memory_for(kind: str, out: Any, count: int) -> tuple[Any, tuple[Any, ...]]:
    """Return what a verb returns for arrays, in the memory of `out` if given, and its arrays."""
    if kind in _RESULTS:
        rows = _RESULTS[kind]._for(out, count)
        return rows, rows._arrays()
    columns = _COLUMNS[kind]
    shapes = [(count,) if width == 1 else (count, width) for _, width in columns]
    if len(columns) == 1:
        answers = memory(out, "out", shapes[0], columns[0][0])
        return answers, (answers,)
    first, second = map(_in_words, columns)
    given = two_of(out, f"both {first}" if first == second else f"{first} and {second}")
    arrays = tuple(
        memory(given[k], f"out[{k}]", shapes[k], dtype) for k, (dtype, _) in enumerate(columns)
    )
    return arrays, arrays


def _first_of(kind: str, answers: Any) -> Any:
    """Return the one answer of arrays as single shapes have it."""
    if kind in ("truth", "number"):
        return answers[0].item()
    if kind in _RESULTS:
        return answers[0]
    if kind == "vector":
        return tuple(answers[0][0].tolist()) if answers[1][0] else None
    if kind == "point":
        return tuple(answers[0].tolist())
    rows = [column[0].tolist() for column in answers]
    return tuple(tuple(row) if isinstance(row, list) else row for row in rows)


def of_shapes(
    verb: str,
    kind: str,
    a: Any,
    b: Any,
    *,
    margin: SupportsFloat = 0.0,
    pairs: Any,
    out: Any,
    workers: int,
) -> Any:
    """Return the answers of a verb about two shapes."""
    margin = length(margin, "margin")
    workers = positive_number(workers, "workers")
    if (known := answer_of_two(verb, a, b, margin, pairs, out, workers)) is not None:
        return known[0]
    plan = shape_pairs(a, b, pairs, out, workers)
    answers, arrays = _memory_for(kind, out, plan.count)
    run(plan.answer, plan.count, workers, verb, arrays, (), False, False, margin)
    return _first_of(kind, answers) if plan.single else answers


def of_places(
    verb: str,
    kind: str,
    name: str,
    nonzero: bool,
    shape: Any,
    places: npt.ArrayLike,
    *,
    pairs: Any,
    out: Any,
    workers: int,
) -> Any:
    """Return the answers of a verb about a shape and a point, an axis or a direction."""
    if verb == "contains":
        return contains(shape, places, pairs=pairs, out=out, workers=workers)
    workers = positive_number(workers, "workers")
    read = read_directions if nonzero else read_places
    plan = point_pairs(shape, places, name, pairs, out, workers, read)
    answers, arrays = _memory_for(kind, out, plan.count)
    run(plan.answer, plan.count, workers, verb, arrays)
    return _first_of(kind, answers) if plan.single else answers


def of_motions(
    verb: str,
    kind: str,
    a: Any,
    b: Any,
    *,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: npt.ArrayLike,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    touching: bool = True,
    skip_leaving: bool = False,
    pairs: Any,
    out: Any,
    workers: int,
) -> Any:
    """Return the answers of a verb about shapes in motion."""
    workers = positive_number(workers, "workers")
    motion = velocity_a, velocity_b, max_time
    rates = angular_velocity_a, angular_velocity_b
    options = touching, skip_leaving, pairs, out, workers
    if (known := sweep_of_two(verb, a, b, motion, rates, *options)) is not None:
        return known[0]
    plan = shape_pairs(a, b, pairs, out, workers)
    answers, arrays = _memory_for(kind, out, plan.count)
    own = () if out is None else arrays
    motions = read_motions(*motion, *rates, plan.count, own)
    run(plan.answer, plan.count, workers, verb, arrays, motions, not touching, skip_leaving)
    return _first_of(kind, answers) if plan.single else answers
