"""Where shapes are at home, and which other parts of the plane they reach.

The plane is cut into columns, each column by itself into cells, at quantiles of a sample. Cells are
half-open: a point on a border belongs to the cell above it, or to its right. A shape whose box
reaches many cells goes to a coarser level, which has cells of its own; what reaches many of all
levels goes to *blocks*, which are everywhere and know rows by number alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sepax._arguments import BoolArray, FloatArray, IndexArray

MOST_CELLS = (
    8  # that a box of a level may reach; of boxes smaller than cells none reaches more than 4
)
MOST_LEVELS = 4
FILL = 0.8  # of the rows wanted: a sample of some hundred boxes a cell is off by some per cent
PER_CELL = 256  # boxes of a sample


class Reached(NamedTuple):
    """Which boxes reach which cells."""

    rows: IndexArray
    cells: IndexArray
    large: BoolArray  # the boxes that reach too many, and are in neither column


@dataclass(frozen=True)
class Grid:
    """Columns of the plane, and the cells of each: half-open, from minus to plus infinity."""

    columns: FloatArray  # (c,) borders along x, rising
    rows: tuple[FloatArray, ...]  # for each of c + 1 columns its borders along y, rising

    @property
    def starts(self) -> IndexArray:
        """The first cell of each column, and the number of cells."""
        return np.cumsum([0, *(len(cuts) + 1 for cuts in self.rows)], dtype=np.intp)

    @property
    def count(self) -> int:
        """The number of cells."""
        return int(self.starts[-1])

    def regions(self) -> FloatArray:
        """Return (min_x, min_y, max_x, max_y) of each cell."""
        borders = np.concatenate(([-np.inf], self.columns, [np.inf]))
        parts = []
        for column, cuts in enumerate(self.rows):
            part = np.empty((len(cuts) + 1, 4))
            part[:, 0], part[:, 2] = borders[column], borders[column + 1]
            part[:, 1], part[:, 3] = (-np.inf, *cuts), (*cuts, np.inf)
            parts.append(part)
        return np.concatenate(parts)

    def cells_of(self, points: FloatArray) -> IndexArray:
        """Return the cell that each point belongs to."""
        column = np.searchsorted(self.columns, points[:, 0], side="right")
        return self.starts[column] + self._cross(column, points[:, 1])

    def reached_by(self, boxes: FloatArray, most: int = MOST_CELLS) -> Reached:
        """Return the cells that boxes reach, but for boxes that reach more than `most`."""
        first = np.searchsorted(self.columns, boxes[:, 0], side="right")
        last = np.searchsorted(self.columns, boxes[:, 2], side="right")
        large = last - first >= most
        rows, column = _spread(np.flatnonzero(~large), first, last)
        bottom, top = (self._cross(column, boxes[rows, side]) for side in (1, 3))
        counts = np.bincount(rows, top - bottom + 1.0, len(boxes))
        large |= counts > most
        kept = np.flatnonzero(~large[rows])
        places, crossed = _spread(kept, bottom, top)
        return Reached(rows[places], self.starts[column[places]] + crossed, large)

    def _cross(self, column: IndexArray, y: FloatArray) -> IndexArray:
        """Return the place across its column of each y."""
        out = np.empty(len(y), np.intp)
        if len(self.rows) == 1:
            out[:] = np.searchsorted(self.rows[0], y, side="right")
            return out
        order = np.argsort(column.astype(np.uint16), kind="stable")  # by radix: few columns
        ends = np.cumsum(np.bincount(column, minlength=len(self.rows)))
        for cuts, end, start in zip(self.rows, ends, (0, *ends[:-1]), strict=True):
            chosen = order[start:end]
            out[chosen] = np.searchsorted(cuts, y[chosen], side="right")
        return out


def _spread(
    chosen: IndexArray, first: IndexArray, last: IndexArray
) -> tuple[IndexArray, IndexArray]:
    """Repeat each chosen row for all numbers from its first to its last; return both."""
    starts, counts = first[chosen], last[chosen] - first[chosen] + 1
    if (counts == 1).all():
        return chosen, starts
    rows = np.repeat(chosen, counts)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    return rows, np.repeat(starts, counts) + within


@dataclass(frozen=True)
class Cells:
    """The cells of all levels, the finest first, and then the blocks: numbered in this order."""

    levels: tuple[Grid, ...]
    blocks: int

    @property
    def starts(self) -> list[int]:
        """The first cell of each level, and the first block."""
        starts = [0]
        for level in self.levels:
            starts.append(starts[-1] + level.count)
        return starts

    @property
    def count(self) -> int:
        """The number of cells and blocks."""
        return self.starts[-1] + self.blocks

    def regions(self) -> FloatArray:
        """Return (min_x, min_y, max_x, max_y) of each; a block is everywhere."""
        everywhere = np.tile([-np.inf, -np.inf, np.inf, np.inf], (self.blocks, 1))
        return np.concatenate([*(level.regions() for level in self.levels), everywhere])

    def reached_by(self, boxes: FloatArray, rows: IndexArray) -> tuple[IndexArray, IndexArray]:
        """Return which boxes belong to which cells: those of the finest level where they are few.

        `rows` are the numbers of the shapes among all, by which blocks take them.
        """
        left = np.arange(len(boxes))
        chosen, cells = [], []
        for level, start in zip(self.levels, self.starts, strict=False):
            reached = level.reached_by(boxes[left])
            chosen.append(left[reached.rows])
            cells.append(reached.cells + start)
            left = left[reached.large]
            if not len(left):
                break
        chosen.append(left)
        cells.append(self.starts[-1] + rows[left] % self.blocks)
        return np.concatenate(chosen), np.concatenate(cells)

    def around(self, boxes: FloatArray) -> tuple[IndexArray, IndexArray]:
        """Return all cells of all levels, and all blocks, that boxes reach."""
        chosen, cells = [], []
        for level, start in zip(self.levels, self.starts, strict=False):
            reached = level.reached_by(boxes, most=level.count)
            chosen.append(reached.rows)
            cells.append(reached.cells + start)
        for block in range(self.starts[-1], self.count):
            chosen.append(np.arange(len(boxes)))
            cells.append(np.full(len(boxes), block, np.intp))
        return np.concatenate(chosen), np.concatenate(cells)

    def tasks(self) -> list[tuple[int, int]]:
        """Return the pairs of cells that share points, each once: the first is the finer one."""
        regions, starts = self.regions(), self.starts
        pairs = [(cell, cell) for cell in range(self.count)]
        for level in range(len(self.levels)):
            for cell in range(starts[level], starts[level + 1]):
                others = regions[starts[level + 1] :]
                low, high = regions[cell, :2], regions[cell, 2:]
                meets = ((others[:, :2] < high) & (others[:, 2:] > low)).all(axis=1)
                pairs += [(cell, int(k)) for k in starts[level + 1] + np.flatnonzero(meets)]
        blocks = range(starts[-1], self.count)
        pairs += [(one, other) for one in blocks for other in blocks if one < other]
        return pairs


def cells_for(boxes: FloatArray, count: int, target: int) -> Cells:
    """Cut the plane so that cells hold about `target` rows, lent ones among them.

    Parameters
    ----------
    boxes : (s, 4) float64
        A sample of the boxes.
    count : int
        How many boxes there are.
    target : int
        Rows wanted in a cell.
    """
    weight = max(count, 1) / max(len(boxes), 1)
    levels: list[Grid] = []
    left = boxes
    while len(levels) < MOST_LEVELS and (len(left) * weight > FILL * target or not levels):
        large = _grid(left, weight, target, lend=False).reached_by(left).large
        if 2 * np.count_nonzero(large) > len(left):  # these cells would part little
            break
        levels.append(_grid(left[~large], weight, target, lend=True))
        left = left[levels[-1].reached_by(left).large]
    rest = math.ceil(len(left) * weight / (FILL * target))
    return Cells(tuple(levels), max(rest, 1))


def _grid(boxes: FloatArray, weight: float, target: int, *, lend: bool) -> Grid:
    """Cut at quantiles of the lower left corners; if they lend, until cells with lent rows fit."""
    wanted = max(int(FILL * target / weight), 1)  # boxes of the sample in a cell
    parts = math.ceil(len(boxes) / wanted)
    columns = _cuts(boxes[:, 0], round(math.sqrt(parts)))
    first = np.searchsorted(columns, boxes[:, 0], side="right")
    last = np.searchsorted(columns, boxes[:, 2] if lend else boxes[:, 0], side="right")
    rows = []
    for column in range(len(columns) + 1):
        inside = boxes[(first <= column) & (last >= column)]
        rows.append(_cuts_across(inside, wanted, lend))
    return Grid(columns, tuple(rows))


def _cuts_across(boxes: FloatArray, wanted: int, lend: bool) -> FloatArray:
    parts = math.ceil(len(boxes) / wanted)
    cuts = _cuts(boxes[:, 1], parts)
    while lend and parts < 2 * len(boxes) / wanted:
        bottom = np.searchsorted(cuts, boxes[:, 1], side="right")
        top = np.searchsorted(cuts, boxes[:, 3], side="right")
        ends = np.arange(len(cuts) + 1)
        held = np.searchsorted(np.sort(bottom), ends, side="right")
        held -= np.searchsorted(np.sort(top), ends, side="left")
        if held.max() <= wanted / FILL:
            break
        parts += max(parts // 4, 1)
        cuts = _cuts(boxes[:, 1], parts)
    return cuts


def _cuts(values: FloatArray, parts: int) -> FloatArray:
    """Return borders between so many parts of equal numbers, where values differ."""
    if parts < 2 or not len(values):
        return np.empty(0)
    order = np.sort(values)
    cuts = np.unique(order[np.arange(1, parts) * len(order) // parts])
    kept: FloatArray = cuts[(cuts > order[0]) & np.isfinite(cuts)]
    return kept
