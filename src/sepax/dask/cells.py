"""Cells of the plane: where shapes are at home, and which other cells they reach.

The plane is cut into columns, each column by itself into cells, at quantiles of a sample. Cells are
half-open: a point on a border belongs to the cell above it, or to its right. A shape whose box
reaches many cells goes to a coarser level, which has cells of its own; the last level has one cell.
If cuts separate nothing, as when all shapes lie in one place, a cell has several *blocks*. Each
takes some of its rows, by their numbers. All counts are of blocks, one for each partition: most
cells have one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from sepax._base.arguments import BoolArray, FloatArray, IndexArray

MOST_CELLS = 8  # that a box of a level may reach; boxes smaller than cells reach at most 4
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
    blocks: IndexArray  # of each cell, column by column

    @property
    def count(self) -> int:
        """The number of blocks."""
        return int(self.blocks.sum())

    @property
    def firsts(self) -> IndexArray:
        """The first block of each cell."""
        return np.cumsum(self.blocks, dtype=np.intp) - self.blocks

    def _starts(self) -> IndexArray:
        """Return the first cell of each column."""
        return np.cumsum([0, *(len(cuts) + 1 for cuts in self.rows[:-1])], dtype=np.intp)

    def regions(self) -> FloatArray:
        """Return (min_x, min_y, max_x, max_y) of each block, which is that of its cell."""
        borders = np.concatenate(([-np.inf], self.columns, [np.inf]))
        parts = []
        for column, cuts in enumerate(self.rows):
            part = np.empty((len(cuts) + 1, 4))
            part[:, 0], part[:, 2] = borders[column], borders[column + 1]
            part[:, 1], part[:, 3] = (-np.inf, *cuts), (*cuts, np.inf)
            parts.append(part)
        return np.repeat(np.concatenate(parts), self.blocks, axis=0)

    def cells_of(self, points: FloatArray) -> IndexArray:
        """Return the cell that each point belongs to."""
        column = np.searchsorted(self.columns, points[:, 0], side="right")
        return self._starts()[column] + self._cross(column, points[:, 1])

    def blocks_of(self, rows: IndexArray, cells: IndexArray) -> tuple[IndexArray, IndexArray]:
        """Return rows again for each block of the cell beside them, and the blocks."""
        firsts = self.firsts[cells]
        every, blocks = _spread(np.arange(len(cells)), firsts, firsts + self.blocks[cells] - 1)
        return rows[every], blocks

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
        return Reached(rows[places], self._starts()[column[places]] + crossed, large)

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


def everywhere(blocks: int) -> Grid:
    """Return one cell, which is the plane."""
    return Grid(np.empty(0), (np.empty(0),), np.array([blocks], np.intp))


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
    """The levels, the finest first; their blocks are numbered in this order."""

    levels: tuple[Grid, ...]  # the last takes shapes that are too large for the others

    @property
    def starts(self) -> list[int]:
        """The first block of each level, and the number of all."""
        return list(accumulate((level.count for level in self.levels), initial=0))

    @property
    def count(self) -> int:
        """The number of blocks."""
        return self.starts[-1]

    def regions(self) -> FloatArray:
        """Return (min_x, min_y, max_x, max_y) of each block."""
        return np.concatenate([level.regions() for level in self.levels])

    def reached_by(self, boxes: FloatArray, rows: IndexArray) -> tuple[IndexArray, IndexArray]:
        """Return which boxes go to which blocks: those of the finest level where they are few.

        `rows` are the numbers of the shapes among all, by which blocks of a cell share them.
        """
        left = np.arange(len(boxes))
        chosen, blocks = [], []
        for level, start in zip(self.levels, self.starts, strict=False):
            reached = level.reached_by(boxes[left])
            here = left[reached.rows]
            among = rows[here] % level.blocks[reached.cells]
            chosen.append(here)
            blocks.append(start + level.firsts[reached.cells] + among)
            left = left[reached.large]
            if not len(left):
                break
        return np.concatenate(chosen), np.concatenate(blocks)

    def tasks(self) -> list[tuple[int, int]]:
        """Return the pairs of blocks that share points, each once: the first is the finer one."""
        regions = self.regions()
        pairs = []
        for level, start in zip(self.levels, self.starts, strict=False):
            cells = np.repeat(np.arange(len(level.blocks)), level.blocks)
            after = start + level.count
            for block, cell in enumerate(cells, start):
                end = start + int(np.searchsorted(cells, cell, side="right"))
                pairs += [(block, other) for other in range(block, end)]
                low, high = regions[block, :2], regions[block, 2:]
                coarser = regions[after:]
                meets = (coarser[:, :2] < high) & (coarser[:, 2:] > low)
                found = after + np.flatnonzero(meets[:, 0] & meets[:, 1])
                pairs += [(block, other) for other in found.tolist()]
        return pairs


def cells_for(boxes: FloatArray, count: int, target: int) -> Cells:
    """Cut the plane so that blocks hold about `target` rows, including lent ones.

    `boxes` are a sample of all `count` boxes.
    """
    weight = max(count, 1) / max(len(boxes), 1)
    wanted = max(FILL * target / weight, 1.0)  # boxes of the sample
    levels: list[Grid] = []
    left = boxes
    while len(left) > wanted and len(levels) < MOST_LEVELS:
        large = _grid(left, wanted, lend=False).reached_by(left).large
        if 2 * np.count_nonzero(large) > len(left):  # these cells would part little
            break
        grid = _grid(left[~large], wanted, lend=True)
        reached = grid.reached_by(left)
        # Blocks, each joined with each, would read every row as often as there are of them.
        if len(reached.rows) > max(2.0, 0.5 * len(left) / wanted) * len(left):
            break
        levels.append(grid)
        left = left[reached.large]
    rest = max(math.ceil(len(left) / wanted), 1)
    return Cells((*levels, everywhere(rest)))


def _grid(boxes: FloatArray, wanted: float, *, lend: bool) -> Grid:
    """Cut at quantiles of the lower left corners; if cells lend, until they fit with lent rows.

    Columns about as many as cells in each, or one column, or nothing but columns: what fits, and
    lends least.
    """
    parts = math.ceil(len(boxes) / wanted)
    grids = []
    for count in sorted({round(math.sqrt(parts)), 1, parts}):
        columns = _cuts(boxes[:, 0], count)
        first = np.searchsorted(columns, boxes[:, 0], side="right")
        last = np.searchsorted(columns, boxes[:, 2] if lend else boxes[:, 0], side="right")
        rows = []
        for column in range(len(columns) + 1):
            inside = boxes[(first <= column) & (last >= column)]
            rows.append(_cuts_across(inside, wanted, lend))
        one_each = np.ones(sum(len(cuts) + 1 for cuts in rows), np.intp)
        grid = Grid(columns, tuple(rows), one_each)
        held = np.bincount(grid.reached_by(boxes).cells, minlength=len(one_each))
        cost = max(held.max() * FILL, wanted), held.sum()
        # A cell has one block unless it is much too full.
        blocks = np.where(held * FILL <= 1.25 * wanted, 1, np.ceil(held / wanted)).astype(np.intp)
        grids.append((cost, replace(grid, blocks=blocks)))
    return min(grids, key=itemgetter(0))[1]


def _cuts_across(boxes: FloatArray, wanted: float, lend: bool) -> FloatArray:
    parts = math.ceil(len(boxes) / wanted)
    cuts = _cuts(boxes[:, 1], parts)
    while lend and parts < 2 * len(boxes) / wanted:
        bottom = np.searchsorted(cuts, boxes[:, 1], side="right")
        top = np.searchsorted(cuts, boxes[:, 3], side="right")
        ends = np.arange(len(cuts) + 1)
        held = np.searchsorted(np.sort(bottom), ends, side="right")
        held -= np.searchsorted(np.sort(top), ends, side="left")
        if held.max() * FILL <= wanted:
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
