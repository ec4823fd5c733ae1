"""All pairs of boxes by a uniform grid, the way one writes it with numba for one's own program.

Counting sort: count the boxes of every cell, sum up, fill, then compare all pairs in each cell.
A pair counts in the cell with the lower left corner of what the two bounds share. The pairs come
unsorted, unlike those of sepax.
"""

from typing import Any

import numpy as np
from common.compiling import compiled
from common.shapes import Array
from numpy.typing import NDArray

Indices = NDArray[np.int64]


@compiled
def cell_range(low: float, high: float, origin: float, scale: float) -> range:
    """The rows, or columns, that an interval touches."""
    return range(int((low - origin) * scale), int((high - origin) * scale) + 1)


@compiled
def fill_cells(bounds: Array, left: float, bottom: float, scale: float, shape: Any) -> Any:
    """Where every cell begins, and the boxes of all cells, their bounds beside them."""
    rows, columns = shape
    start = np.zeros(rows * columns + 1, np.int64)
    for i in range(len(bounds)):
        for y in cell_range(bounds[i, 1], bounds[i, 3], bottom, scale):
            for x in cell_range(bounds[i, 0], bounds[i, 2], left, scale):
                start[y * columns + x + 1] += 1
    for k in range(rows * columns):
        start[k + 1] += start[k]
    place = start.copy()
    members = np.empty(start[-1], np.int64)
    sides = np.empty((start[-1], 4))
    for i in range(len(bounds)):
        for y in cell_range(bounds[i, 1], bounds[i, 3], bottom, scale):
            for x in cell_range(bounds[i, 0], bounds[i, 2], left, scale):
                p = place[y * columns + x]
                place[y * columns + x] = p + 1
                members[p] = i
                for k in range(4):
                    sides[p, k] = bounds[i, k]
    return start, members, sides


@compiled
def bounds_meet(sides: Array, p: int, q: int) -> bool:
    return bool(
        sides[p, 0] <= sides[q, 2]
        and sides[q, 0] <= sides[p, 2]
        and sides[p, 1] <= sides[q, 3]
        and sides[q, 1] <= sides[p, 3]
    )


@compiled
def boxes_meet(a: Array, b: Array) -> bool:
    """Test two boxes, each a position, an axis and half sides, along their four axes."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cosine = abs(a[2] * b[2] + a[3] * b[3])
    sine = abs(a[2] * b[3] - a[3] * b[2])
    return bool(
        abs(dx * a[2] + dy * a[3]) <= a[4] + b[4] * cosine + b[5] * sine
        and abs(dy * a[2] - dx * a[3]) <= a[5] + b[4] * sine + b[5] * cosine
        and abs(dx * b[2] + dy * b[3]) <= b[4] + a[4] * cosine + a[5] * sine
        and abs(dy * b[2] - dx * b[3]) <= b[5] + a[4] * sine + a[5] * cosine
    )


@compiled
def find_pairs(bounds: Array, records: Array, cell: float) -> Indices:
    """All pairs whose bounds meet; of those, where there are records, the boxes that do."""
    left, bottom, scale = bounds[:, 0].min(), bounds[:, 1].min(), 1.0 / cell
    rows = int((bounds[:, 3].max() - bottom) * scale) + 1
    columns = int((bounds[:, 2].max() - left) * scale) + 1
    start, members, sides = fill_cells(bounds, left, bottom, scale, (rows, columns))
    pairs = np.empty((2 * len(bounds), 2), np.int64)
    n = 0
    for k in range(rows * columns):
        for p in range(start[k], start[k + 1]):
            for q in range(p + 1, start[k + 1]):
                if not bounds_meet(sides, p, q):
                    continue
                row = int((max(sides[p, 1], sides[q, 1]) - bottom) * scale)
                column = int((max(sides[p, 0], sides[q, 0]) - left) * scale)
                i, j = members[p], members[q]
                if row * columns + column != k or (
                    len(records) and not boxes_meet(records[i], records[j])
                ):
                    continue
                if n == len(pairs):
                    pairs = np.concatenate((pairs, np.empty_like(pairs)))
                pairs[n, 0], pairs[n, 1] = min(i, j), max(i, j)
                n += 1
    return pairs[:n]
