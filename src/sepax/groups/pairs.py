"""Pairs in which a side has compounds: which row of either side makes a pair."""

from __future__ import annotations

from typing import Any

import numpy as np

from sepax._arguments import FloatArray, IndexArray
from sepax._core.arguments import whole_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.groups import GroupSide
from sepax._core.arrays.row_cover import answer_together_by
from sepax._core.arrays.row_pairs import RowPairs
from sepax.groups.sides import AnyGroups


def _pair_rows(
    count_a: int, count_b: int, i: IndexArray | None, j: IndexArray | None
) -> tuple[IndexArray, IndexArray]:
    """Return the row of either side for each pair, checked."""
    if i is None or j is None:
        if count_a != count_b and 1 not in (count_a, count_b):
            raise ValueError(f"{count_a} rows do not match {count_b}: give as many, one, or pairs")
        count = count_a if count_b == 1 else count_b
        rows = np.arange(count, dtype=np.intp)
        nought = np.zeros(count, np.intp)
        return (nought if count_a == 1 else rows), (nought if count_b == 1 else rows)
    if len(i) != len(j):
        raise ValueError(f"pairs must be as many indices of either side, got {len(i)} and {len(j)}")
    i, j = np.array(i, order="C"), np.array(j, order="C")  # which no other thread can change
    for k, (index, count) in enumerate(((i, count_a), (j, count_b))):
        outside = (index < 0) | (index >= count)
        if outside.any():
            bad = int(np.argmax(outside))
            raise IndexError(f"pairs[{k}][{bad}] is {index[bad]}, out of range for {count} rows")
    return i, j


def require_single(pairs: Any, out: Any, workers: Any) -> None:
    """Raise for options that single groups and shapes do not have."""
    if pairs is not None or out is not None or whole_number(workers, "workers") != 1:
        raise TypeError("pairs, out and workers are for arrays: these are single shapes")


def _cover_together(*parts: Any) -> bool:
    from sepax.groups.covering import cover_together  # with fractions, which take a millisecond

    return cover_together(*parts)


answer_together_by(_cover_together)


def _compiled(side: ShapeBlock | AnyGroups) -> GroupSide:
    return GroupSide(side) if isinstance(side, ShapeBlock) else side.compiled()


def row_pairs(
    a: ShapeBlock | AnyGroups,
    b: ShapeBlock | AnyGroups,
    single: bool,
    i: IndexArray | None,
    j: IndexArray | None,
) -> RowPairs:
    """Return the pairs of rows of two sides, by indices if there are any."""
    return RowPairs(_compiled(a), _compiled(b), *_pair_rows(a.count, b.count, i, j), single)


def row_places(
    groups: AnyGroups,
    points: FloatArray,
    single: bool,
    i: IndexArray | None,
    j: IndexArray | None,
) -> RowPairs:
    """Return the pairs of rows and of points, axes or directions."""
    return RowPairs(_compiled(groups), points, *_pair_rows(groups.count, len(points), i, j), single)
