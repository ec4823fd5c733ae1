"""Many pairs of groups of few parts each, by all pairs of their parts at once."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import ShapePairs
from sepax.groups.areas import are_same, areas_of_pairs, ious_of_pairs
from sepax.groups.seams import run_plan
from sepax.groups.sides import AnyGroups, Rows

_MOST_PARTS = 64  # pairs of parts of a pair of groups: from more on their boxes pay
_AT_ONCE = 1 << 18  # pairs of parts: some megabytes


class _Parts(NamedTuple):
    """All parts of a side, where those of each row begin, and whether some share an area."""

    block: ShapeBlock
    starts: IndexArray
    overlapping: BoolArray


class JointParts:
    """Two sides of pairs, each with its parts in one block."""

    def __init__(self, a: AnyGroups | Rows, b: AnyGroups | Rows) -> None:
        self.a, self.b = (
            _Parts(side.joined()[0], side.starts(), side.overlapping()) for side in (a, b)
        )

    def suits(self, i: IndexArray, j: IndexArray) -> BoolArray:
        """Which pairs have few parts, and groups whose parts share no area."""
        sizes = np.diff(self.a.starts)[i] * np.diff(self.b.starts)[j]
        plain: BoolArray = ~(self.a.overlapping[i] | self.b.overlapping[j])
        return plain & (sizes <= _MOST_PARTS)

    def shared_areas(self, i: IndexArray, j: IndexArray) -> FloatArray:
        """Return the areas that pairs share, as `shared_area` computes each."""
        areas = np.empty(len(i))
        for some in self._pieces(i, j):
            owners, first, second = self._part_pairs(i[some], j[some])
            found = areas_of_pairs(self.a.block, self.b.block, first, second)
            areas[some] = _sums(found, owners, len(i[some]))
        return areas

    def shares(self, i: IndexArray, j: IndexArray) -> FloatArray:
        """Return intersection over union of pairs, as `region_iou` computes each."""
        shared = self.shared_areas(i, j)
        area_a, area_b = self._areas(self.a, i), self._areas(self.b, j)
        least = np.minimum(np.minimum(shared, area_a), area_b)
        with np.errstate(invalid="ignore"):  # where neither has an area
            shares = np.where(shared > 0.0, least / (area_a + area_b - least), 0.0)
        for row in np.flatnonzero((shared > 0.0) & (area_a == area_b)).tolist():
            if are_same(_parts(self.a, int(i[row])), _parts(self.b, int(j[row]))):
                shares[row] = 1.0
        alone = np.flatnonzero((np.diff(self.a.starts)[i] == 1) & (np.diff(self.b.starts)[j] == 1))
        first, second = self.a.starts[i[alone]], self.b.starts[j[alone]]
        shares[alone] = ious_of_pairs(self.a.block, self.b.block, first, second)
        return shares

    def covered_by_single_parts(self, i: IndexArray, j: IndexArray) -> BoolArray:
        """Which pairs have a part of a for each part of b that covers it alone."""
        covered = np.empty(len(i), np.bool_)
        sizes = np.diff(self.b.starts)[j]
        for some in self._pieces(i, j):
            owners, first, second = self._part_pairs(i[some], j[some])
            plan = ShapePairs(self.a.block, self.b.block, first, second)
            hit = run_plan(plan, "covers")
            parts = np.unique(np.column_stack((owners, second))[hit], axis=0)[:, 0]
            covered[some] = np.bincount(parts, minlength=len(i[some])) == sizes[some]
        return covered

    def _pieces(self, i: IndexArray, j: IndexArray) -> list[slice]:
        """Return ranges of pairs that have so many pairs of parts together."""
        sizes = np.diff(self.a.starts)[i] * np.diff(self.b.starts)[j]
        numbers = np.cumsum(sizes) // _AT_ONCE
        cuts = [0, *(1 + np.flatnonzero(np.diff(numbers))).tolist(), len(i)]
        return [slice(*ends) for ends in pairwise(cuts)]

    def _part_pairs(
        self, i: IndexArray, j: IndexArray
    ) -> tuple[IndexArray, IndexArray, IndexArray]:
        """Return all pairs of parts: the pair of groups of each, and the numbers of both parts."""
        of_b = np.diff(self.b.starts)[j]
        sizes = np.diff(self.a.starts)[i] * of_b
        owners = np.repeat(np.arange(len(i), dtype=np.intp), sizes)
        own = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        first, second = np.divmod(own, of_b[owners])
        return owners, self.a.starts[i][owners] + first, self.b.starts[j][owners] + second

    def _areas(self, side: _Parts, rows: IndexArray) -> FloatArray:
        """Return the areas of rows, as `region_area` computes each."""
        known, numbers = np.unique(rows, return_inverse=True)
        counts = np.diff(side.starts)[known]
        owners = np.repeat(np.arange(len(known), dtype=np.intp), counts)
        own = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
        parts = side.starts[known][owners] + own
        areas = areas_of_pairs(side.block, side.block, parts, parts)
        return _sums(areas, owners, len(known))[numbers]


def _parts(side: _Parts, row: int) -> ShapeBlock:
    return side.block.take(np.arange(side.starts[row], side.starts[row + 1], dtype=np.intp))


def _sums(values: FloatArray, owners: IndexArray, count: int) -> FloatArray:
    """Return the sum of the values of each owner, rounded once as by `math.fsum`."""
    found = np.flatnonzero(values)
    values, owners = values[found], owners[found]
    sums = np.bincount(owners, weights=values, minlength=count).astype(np.float64)
    several = np.bincount(owners, minlength=count)
    starts = np.cumsum(several) - several
    for row in np.flatnonzero(several > 2).tolist():  # two are rounded once
        sums[row] = math.fsum(values[starts[row] : starts[row] + several[row]].tolist())
    return sums
