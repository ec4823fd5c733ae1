"""Pairs in which a side has several convex parts at one pose, as a `Compound` has.

They have the methods of the plans in compiled code, which are for single convex shapes. Each
answer is computed from the parts and holds for the whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arguments import whole_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.groups import GroupSide
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.pairs import PointPairs, ShapePairs
from sepax._core.arrays.row_cover import answer_together_by
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.interrupts import hear_signals
from sepax._core.ring import hull_of_sorted, sort_points
from sepax._vectors import dot
from sepax.groups.areas import Region, region_iou, share_area, shared_area
from sepax.groups.joint import JointParts
from sepax.groups.seams import (
    do_all,
    near_pairs,
    radii_of,
    run_plan,
    vertices_of,
)
from sepax.groups.sides import AnyGroups, side_of

_SLIGHT = 2.0**-43  # of the largest coordinate: far more than depths and distances are off
_SEVERAL = 8  # pairs, from which on it pays to join the parts of a side, if rows are not many
_Bytes = npt.NDArray[np.uint8]
# Velocities and ends of time: one row for all pairs, or one for each.
_Motions = tuple[FloatArray, FloatArray, FloatArray]


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


class Meeting:
    """Two groups, and which of their parts are near each other."""

    def __init__(
        self, a: tuple[ShapeBlock, ShapeTree | None], b: tuple[ShapeBlock, ShapeTree | None]
    ) -> None:
        (self.a, self.tree_a), (self.b, self.tree_b) = a, b

    @cached_property
    def near(self) -> tuple[IndexArray, IndexArray]:
        """The pairs of parts with boxes that meet; all pairs if there are few."""
        return self.nearer_than(0.0)

    @cached_property
    def touching(self) -> tuple[IndexArray, IndexArray]:
        """The pairs of parts that meet."""
        i, j = self.near
        hit = self.hits(i, j, False)
        return i[hit], j[hit]

    def nearer_than(self, reach: float) -> tuple[IndexArray, IndexArray]:
        """Return pairs of parts with boxes that are so near; all pairs if there are few."""
        return near_pairs(self.a, self.b, reach, self.tree_a, self.tree_b)

    def hits(self, i: IndexArray, j: IndexArray, strict: bool) -> BoolArray:
        """Which pairs of parts meet: if strict, not where they only touch."""
        pairs = ShapePairs(self.a, self.b, i, j)
        return run_plan(pairs, "intersects", np.bool_, (), strict)


def parts_overlap(block: ShapeBlock, tree: ShapeTree | None) -> bool:
    """Whether any two parts of one group share an area, exactly."""
    return share_area(block, *Meeting((block, tree), (block, tree)).near)


def _hull(block: ShapeBlock) -> ShapeBlock:
    """Return the convex hull of parts, which must be rounded alike."""
    radii = radii_of(block)
    if block.count == 1:
        return block
    if radii.min() != radii.max():
        raise TypeError(
            "separating_axis is not for compounds of parts with different radii: "
            "use the convex .parts of them"
        )
    cloud = vertices_of(block)
    cloud = sort_points(cloud, np.empty_like(cloud))
    corners = cloud.take(hull_of_sorted(cloud), axis=0)
    if len(corners) < 3:
        corners = cloud[[0, -1]] if (cloud[0] != cloud[-1]).any() else cloud[:1]
    place = corners[:1] if len(corners) == 1 else np.zeros((1, 2))
    corners, offsets = np.ascontiguousarray(corners), np.array([0, len(corners)], np.intp)
    return of_rings(corners, offsets, radii[:1].copy(), place.copy(), np.zeros(1), 1)


# --- the plans --------------------------------------------------------------------


def _compiled(side: ShapeBlock | AnyGroups) -> GroupSide:
    return GroupSide(side) if isinstance(side, ShapeBlock) else side.compiled()


class GroupPairs:
    """`ShapePairs` with groups on a side or on both."""

    def __init__(
        self,
        a: ShapeBlock | AnyGroups,
        b: ShapeBlock | AnyGroups,
        single: bool,
        i: IndexArray | None,
        j: IndexArray | None,
    ) -> None:
        self.a, self.b, self.single = side_of(a), side_of(b), single
        self.i, self.j = _pair_rows(self.a.count, self.b.count, i, j)
        self.count = len(self.i)
        self.rows = RowPairs(_compiled(a), _compiled(b), self.i, self.j, single)

    def answer(
        self,
        start: int,
        stop: int,
        verb: str,
        columns: tuple[Any, ...],
        motions: tuple[FloatArray, ...] = (),
        strict: bool = False,
        skip_leaving: bool = False,
        margin: float = 0.0,
    ) -> int:
        """Fill rows [start, stop) of the columns of a verb, as `Pairs.answer` does."""
        if verb in ("overlap_area", "iou", "separating_axis"):
            reached: int = getattr(self, verb)(start, stop, *columns)
            return reached
        return self.rows.answer(start, stop, verb, columns, motions, strict, skip_leaving, margin)

    def meeting(self, pair: int) -> Meeting:
        """Return the two groups of a pair."""
        hear_signals()
        return Meeting(self.a.parts(int(self.i[pair])), self.b.parts(int(self.j[pair])))

    def _touching(self, start: int, stop: int) -> list[int]:
        """Return which pairs touch or overlap."""
        hit = np.empty(self.count, np.uint8)
        self.rows.answer(start, stop, "intersects", (hit,))
        pairs: list[int] = (start + np.flatnonzero(hit[start:stop])).tolist()
        return pairs

    def separating_axis(self, start: int, stop: int, axes: FloatArray, apart: _Bytes) -> int:
        """Directions that part the hulls of each pair."""
        for pair in range(start, stop):
            meeting = self.meeting(pair)
            plan = ShapePairs(_hull(meeting.a), _hull(meeting.b))
            columns = axes[pair : pair + 1], apart[pair : pair + 1]
            do_all(plan.answer, 1, "separating_axis", columns)
        return stop

    def overlap_area(self, start: int, stop: int, areas: FloatArray) -> int:
        """The area that those of each pair share."""
        areas[start:stop] = 0.0
        pairs, few = self._joint(self._touching(start, stop))
        if len(few):
            areas[few] = self.joint.shared_areas(self.i[few], self.j[few])
        for pair in np.setdiff1d(pairs, few, assume_unique=True).tolist():
            areas[pair] = shared_area(*self._regions(pair))
        return stop

    def iou(self, start: int, stop: int, shares: FloatArray) -> int:
        """The area that those of each pair share, by the area that they cover together."""
        shares[start:stop] = 0.0
        pairs, few = self._joint(self._touching(start, stop))
        if len(few):
            shares[few] = self.joint.shares(self.i[few], self.j[few])
        for pair in np.setdiff1d(pairs, few, assume_unique=True).tolist():
            shares[pair] = region_iou(*self._regions(pair))
        return stop

    @cached_property
    def joint(self) -> JointParts:
        """The parts of both sides, each in one block."""
        return JointParts(self.a, self.b)

    def _joint(self, pairs: list[int]) -> tuple[IndexArray, IndexArray]:
        """Return pairs, and which of them are asked all at once; a few are asked one by one."""
        chosen = np.array(pairs, np.intp)
        if len(pairs) < max(_SEVERAL, (self.a.count + self.b.count) // 16):
            return chosen, chosen[:0]
        return chosen, chosen[self.joint.suits(self.i[chosen], self.j[chosen])]

    def _regions(self, pair: int) -> tuple[Region, Region, IndexArray, IndexArray]:
        meeting = self.meeting(pair)
        a = Region(meeting.a, self.a.overlaps(int(self.i[pair])))
        b = Region(meeting.b, self.b.overlaps(int(self.j[pair])))
        return a, b, *meeting.near


class GroupPoints:
    """`PointPairs` for groups."""

    def __init__(
        self,
        groups: AnyGroups,
        points: FloatArray,
        single: bool,
        i: IndexArray | None,
        j: IndexArray | None,
    ) -> None:
        self.groups, self.points, self.single = groups, points, single
        self.i, self.j = _pair_rows(groups.count, len(points), i, j)
        self.count = len(self.i)
        self.spots = RowPairs(_compiled(groups), points, self.i, self.j, single)

    def answer(self, start: int, stop: int, verb: str, columns: tuple[Any, ...]) -> int:
        """Fill rows [start, stop) of the columns of a verb, as `Pairs.answer` does."""
        reached: int = getattr(self, verb)(start, stop, *columns)
        return reached

    def _runs(self, start: int, stop: int) -> Iterable[tuple[ShapeBlock, IndexArray]]:
        """Yield the parts of each group, and the pairs that are about it."""
        chosen = self.i[start:stop]
        for row in np.unique(chosen):
            yield self.groups.parts(int(row))[0], start + np.flatnonzero(chosen == row)

    def contains(self, start: int, stop: int, hit: _Bytes) -> int:
        """Whether the point of each pair is in the group."""
        return self.spots.answer(start, stop, "contains", (hit,))

    def project(self, start: int, stop: int, low: FloatArray, high: FloatArray) -> int:
        """Least and greatest scalar products with the axis of each pair."""
        for parts, pairs in self._runs(start, stop):
            for pair in pairs.tolist():
                lows, highs = np.empty(parts.count), np.empty(parts.count)
                axis = self.points[self.j[pair] : self.j[pair] + 1]
                do_all(PointPairs(parts, axis).answer, parts.count, "project", (lows, highs))
                low[pair], high[pair] = lows.min(), highs.max()
        return stop

    def support_point(self, start: int, stop: int, points: FloatArray) -> int:
        """Find the farthest point in the direction of each pair, of the first part that has it."""
        for parts, pairs in self._runs(start, stop):
            for pair in pairs.tolist():
                found = np.empty((parts.count, 2))
                direction = self.points[self.j[pair] : self.j[pair] + 1]
                plan = PointPairs(parts, direction)
                do_all(plan.answer, parts.count, "support_point", (found,))
                points[pair] = found[np.argmax(dot(found - found[0], direction[0]))]
        return stop
