"""Rings as they come: which of them are convex, and the hulls of the others."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.constructors import of_rings
from sepax._hull import hull_of

INVALID = ("raise", "hull", "skip")


def require_offsets(offsets: IndexArray, count: int) -> None:
    """Raise for offsets that do not divide so many points into rings."""
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != count:
        raise ValueError(f"offsets must lead from 0 to the number of points, {count}")
    if (offsets[1:] < offsets[:-1]).any():
        raise ValueError(f"offsets[{1 + int(np.argmax(np.diff(offsets) < 0))}] must not decrease")


def require_invalid(invalid: object) -> None:
    """Raise for another word than those for what becomes of rows that are no shapes."""
    if invalid not in INVALID:
        raise ValueError(f"invalid must be one of {', '.join(INVALID)}, got {invalid!r}")


def rows_taken(count: int, make: Callable[[int, int], object]) -> BoolArray:
    """Tell which of so many rows shapes can be made of: `make` raises for a range with others.

    Ranges are halved until all of one can be made, or it is a single row that cannot.
    """
    fine = np.ones(count, np.bool_)
    parts = [(0, count)] if count else []
    while parts:
        start, stop = parts.pop()
        try:
            make(start, stop)
        except ValueError:
            if stop - start == 1:
                fine[start] = False
            else:
                middle = (start + stop) // 2
                parts += [(start, middle), (middle, stop)]
    return fine


def convex_rows(vertices: FloatArray, offsets: IndexArray, fewest: int = 3) -> BoolArray:
    """Tell which rings are convex, of so many vertices at least."""

    def make(start: int, stop: int) -> None:
        count, first, last = stop - start, offsets[start], offsets[stop]
        starts = offsets[start : stop + 1] - first
        places, angles = np.zeros((count, 2)), np.zeros(count)
        of_rings(vertices[first:last], starts, None, places, angles, fewest=fewest)

    return rows_taken(len(offsets) - 1, make)


def hulls_of(
    points: FloatArray, offsets: IndexArray, chosen: BoolArray, fewest: int = 3
) -> tuple[FloatArray, IndexArray]:
    """Put the hulls of the chosen clouds of points in their place, of so many corners at least."""
    parts: list[FloatArray] = []
    for row, wanted in enumerate(chosen):
        part = points[offsets[row] : offsets[row + 1]]
        parts.append(hull_of(part, f"shape {row}: ", fewest) if wanted else part)
    sizes = np.array([0, *map(len, parts)], np.intp)
    return np.concatenate([np.empty((0, 2)), *parts]), np.cumsum(sizes, dtype=np.intp)


def chosen_rings(
    vertices: FloatArray, offsets: IndexArray, rows: BoolArray
) -> tuple[FloatArray, IndexArray]:
    """Leave out the rings that are not chosen."""
    sizes = np.diff(offsets)
    kept = np.concatenate(([0], np.cumsum(sizes[rows]))).astype(np.intp)
    return vertices[np.repeat(rows, sizes)], kept
