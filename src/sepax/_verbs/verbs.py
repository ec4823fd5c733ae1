"""The verbs over arrays of shapes.

The functions and methods of verbs call these when an argument is no single shape: see docs/batch.md
for the forms of the arguments. Callers give the verb and the kind of its result (verbs.toml).
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import memory
from sepax._base.results import Approaches, Clearances, Contacts, Impacts
from sepax._base.threads import run
from sepax._core.arguments import length, positive_number
from sepax._core.arrays.pairs import all_meet
from sepax._verbs.batch import (
    BOOL,
    FLOAT64,
    cast_ray,
    contains,
    contains_first,
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

__all__ = [
    "all_meet",
    "cast_ray",
    "contains",
    "contains_first",
    "intersects",
    "of_motions",
    "of_places",
    "of_shapes",
    "push_out_of",
    "raycast",
]

_RESULTS: dict[str, Any] = {
    "contact": Contacts,
    "impact": Impacts,
    "clearance": Clearances,
    "approach": Approaches,
}
_SINGLES: dict[str, tuple[np.dtype[Any], int]] = {  # by kind: the dtype and the width of the array
    "truth": (BOOL, 1),
    "number": (FLOAT64, 1),
    "point": (FLOAT64, 2),
}
_TWOS: dict[str, tuple[str, np.dtype[Any], int, int]] = {
    # By kind: both arrays in words, the dtype of the second, and their widths.
    "interval": ("both (n,) float64", FLOAT64, 1, 1),
    "vector": ("(n, 2) float64 and (n,) bool", BOOL, 2, 1),
    "points": ("both (n, 2) float64", FLOAT64, 2, 2),
}


def _memory_for(kind: str, out: Any, count: int) -> tuple[Any, tuple[Any, ...]]:
    """Return what a verb returns for arrays, in the memory of `out` if given, and its arrays."""
    if kind in _SINGLES:
        dtype, width = _SINGLES[kind]
        answers = memory(out, "out", (count,) if width == 1 else (count, width), dtype)
        return answers, (answers,)
    if kind in _RESULTS:
        rows = _RESULTS[kind]._for(out, count)
        return rows, rows._arrays()
    words, dtype, width, other = _TWOS[kind]
    first, second = two_of(out, words)
    arrays = (
        memory(first, "out[0]", (count,) if width == 1 else (count, width), FLOAT64),
        memory(second, "out[1]", (count,) if other == 1 else (count, other), dtype),
    )
    return arrays, arrays


def _first_of(kind: str, answers: Any) -> Any:
    """Return row 0 as the type that two single shapes get."""
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
    if type(margin) is not float or margin != 0.0:
        margin = length(margin, "margin")
    workers = positive_number(workers, "workers")
    plan = shape_pairs(a, b, pairs, out, workers, verb)
    answers, arrays = _memory_for(kind, out, plan.count)
    options = ((), False, False, margin) if margin else ()
    run(plan.answer, plan.count, workers, verb, arrays, *options)
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
    plan = shape_pairs(a, b, pairs, out, workers)
    answers, arrays = _memory_for(kind, out, plan.count)
    own = () if out is None else arrays
    motions = read_motions(*motion, *rates, plan.count, own)
    run(plan.answer, plan.count, workers, verb, arrays, motions, not touching, skip_leaving)
    return _first_of(kind, answers) if plan.single else answers
