"""Rings as they come: which of them are convex, and the hulls of the others."""

from __future__ import annotations

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


def _are_convex(vertices: FloatArray, offsets: IndexArray) -> bool:
    count = len(offsets) - 1
    rings, starts = vertices[offsets[0] : offsets[-1]], offsets - offsets[0]
    try:
        of_rings(rings, starts, None, np.zeros((count, 2)), np.zeros(count))
    except ValueError:
        return False
    return True


def convex_rows(vertices: FloatArray, offsets: IndexArray) -> BoolArray:
    """Tell which rings `Polygon` takes: halves of them, until all of a part are or one is not."""
    fine = np.ones(len(offsets) - 1, np.bool_)
    parts = [(0, len(fine))]
    while parts:
        start, stop = parts.pop()
        if start == stop or _are_convex(vertices, offsets[start : stop + 1]):
            continue
        if stop - start == 1:
            fine[start] = False
        else:
            middle = (start + stop) // 2
            parts += [(start, middle), (middle, stop)]
    return fine


def hulls_of(
    points: FloatArray, offsets: IndexArray, chosen: BoolArray
) -> tuple[FloatArray, IndexArray]:
    """Put the hulls of the chosen clouds of points in their place."""
    parts: list[FloatArray] = []
    for row, wanted in enumerate(chosen):
        part = points[offsets[row] : offsets[row + 1]]
        parts.append(hull_of(part, f"shape {row}: ") if wanted else part)
    sizes = np.array([0, *map(len, parts)], np.intp)
    return np.concatenate([np.empty((0, 2)), *parts]), np.cumsum(sizes, dtype=np.intp)


def chosen_rings(
    vertices: FloatArray, offsets: IndexArray, rows: BoolArray
) -> tuple[FloatArray, IndexArray]:
    """Leave out the rings that are not chosen."""
    sizes = np.diff(offsets)
    kept = np.concatenate(([0], np.cumsum(sizes[rows]))).astype(np.intp)
    return vertices[np.repeat(rows, sizes)], kept
