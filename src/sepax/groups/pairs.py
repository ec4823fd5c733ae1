"""Pairs in which a side has several convex parts at one pose, as a `Compound` has.

They have the methods of the plans in compiled code, which are for single convex shapes. Each
answer is computed from the parts and holds for the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arguments import whole_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.exact_rows import NO_OUTLINE
from sepax._core.arrays.groups import GroupRows, GroupSide, GroupSpots
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.pairs import PointPairs, ShapePairs
from sepax._core.arrays.row_answers import mtv_of_pairs
from sepax._core.interrupts import hear_signals
from sepax._core.ring import hull_of_sorted, sort_points
from sepax._results import Contacts, Impacts
from sepax._vectors import dot
from sepax.groups import sweeps
from sepax.groups.areas import Region, region_iou, share_area, shared_area
from sepax.groups.contacts import Contacted, contact_of, nearness
from sepax.groups.joint import JointParts
from sepax.groups.parting import Parting, part, part_one_from_one, part_touching
from sepax.groups.seams import (
    NO_TURN,
    are_in_a_seam,
    do_all,
    near_pairs,
    radii_of,
    run_plan,
    thin_parts,
    vertices_of,
)
from sepax.groups.sides import AnyGroups, Rows, side_of
from sepax.groups.sweeps import Impacted, Motion, sweep_from_inside, sweep_groups, write_impact
from sepax.groups.turning import Turning, sweep_turning, turning_of

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

    def is_single(self) -> bool:
        """Whether each has one part."""
        return self.a.count == 1 == self.b.count

    def nearer_than(self, reach: float) -> tuple[IndexArray, IndexArray]:
        """Return pairs of parts with boxes that are so near; all pairs if there are few."""
        return near_pairs(self.a, self.b, reach, self.tree_a, self.tree_b)

    def hits(self, i: IndexArray, j: IndexArray, strict: bool) -> BoolArray:
        """Which pairs of parts meet: if strict, not where they only touch."""
        pairs = ShapePairs(self.a, self.b, i, j)
        return run_plan(pairs, "intersects", np.bool_, (), strict)

    def lies_in_a_seam(self) -> bool:
        """Whether a point or a segment of one lies in a seam of the other."""
        thin_a, thin_b = thin_parts(self.a), thin_parts(self.b)
        if not (thin_a.any() or thin_b.any()):
            return False
        i, j = self.touching
        if are_in_a_seam(self.a, i, self.b, j, thin_a):
            return True
        return are_in_a_seam(self.b, j, self.a, i, thin_b)

    def overlap(self) -> bool:
        """Whether the insides of two parts meet."""
        return bool(self.hits(*self.touching, True).any())

    def intersects(self, strict: bool) -> bool:
        """Whether the groups meet: if strict, not where they only touch."""
        if not strict:
            return len(self.touching[0]) > 0
        return self.overlap() or self.lies_in_a_seam()

    def parting(self) -> Parting | None:
        """Return how the shortest move parts the groups, and its normal; None if they are apart.

        Also for a single part on either side, though `mtv` has its own ways there.
        """
        if not self.intersects(strict=False):
            return None
        if self.intersects(strict=True):
            return part(self.a, self.b)
        return part_touching(self.a, self.b, *self.nearer_than(self.slack()))

    def mtv(self) -> tuple[float, float] | None:
        """Return the shortest move that parts the groups, or None if they are apart."""
        if self.is_single():
            return part_one_from_one(self.a, self.b)
        found = self.parting()
        return None if found is None else found.vector

    def swapped(self) -> Meeting:
        """Return the same with b as the first group."""
        return Meeting((self.b, self.tree_b), (self.a, self.tree_a))

    def around(self, b: ShapeBlock) -> Meeting:
        """Return the first group beside other parts."""
        return Meeting((self.a, self.tree_a), (b, None))

    def covers(self) -> bool:
        """Whether every part of b is covered by the parts of a together."""
        from sepax.groups.covering import covers_group  # with fractions, which take a millisecond

        i, j = self.near
        return covers_group(self.a, i, self.b, j)

    def seems_to_cover(self) -> bool:
        """The same; up to a sliver where exact arithmetic cannot decide."""
        from sepax.groups.covering import seem_to_cover

        i, j = self.near
        return seem_to_cover(self.a, i, self.b, j)

    def sweep(self, motion: Motion, thin: bool) -> Impacted | None:
        """Return the first impact of the whole, if there is one within the time.

        `thin` says whether one has parts that may lie in a seam.
        """
        found = sweep_groups(self.a, self.b, motion)
        deep = found is not None and found.deep
        if not deep and not (thin and self.lies_in_a_seam()):
            return found
        out = self.parting()
        slack = self.slack()
        # None where another thread has moved them apart; hardly a way of thin shapes in a seam.
        negligible = sweeps.NEGLIGIBLE * sweeps.size_of(self.a, self.b)
        if out is None or (not deep and out.depth <= negligible):
            return found
        endless = motion._replace(end=np.inf, skip_leaving=False, strict=False)
        start = found if deep else sweep_groups(self.a, self.b, endless)
        if start is None:
            return None
        return sweep_from_inside(self.a, self.b, start, motion, out, slack)

    def slack(self) -> float:
        """Return what counts as touching where lengths are rounded."""
        return _SLIGHT * float(max(np.abs(vertices_of(side)).max() for side in (self.a, self.b)))

    def collide(self, margin: float, nearest: Callable[[], tuple[int, int]]) -> Contacted | None:
        """Return the contact of the whole, if they meet, or are nearer than the margin.

        Of groups that are apart `nearest` says which parts are so the most.
        """
        out = self.parting()
        if out is None and margin > 0.0:
            out = nearness(self.a, self.b, *nearest(), margin)
        return None if out is None else contact_of(self.a, self.b, out, margin, self.slack())


def _meeting_of(a: ShapeBlock, b: ShapeBlock) -> Meeting:
    """Return two groups of parts that have no trees."""
    return Meeting((a, None), (b, None))


def parts_overlap(block: ShapeBlock, tree: ShapeTree | None) -> bool:
    """Whether any two parts of one group share an area, exactly."""
    return share_area(block, *Meeting((block, tree), (block, tree)).near)


def _write_contact(contact: Contacted | None, rows: Contacts) -> None:
    """Fill in a row of zeros, but for `a_in_b` and `b_in_a`."""
    if contact is None:
        return
    count = len(contact.points)
    rows.hit[0], rows.normal[0], rows.depth[0] = True, contact.normal, contact.depth
    rows.mtv[0] = [0.0 - x * contact.depth for x in contact.normal]
    rows.points[0, :count] = contact.points
    rows.depths[0, :count] = contact.depths
    rows.features[0, :count] = contact.features
    rows.counts[0] = count


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
        self.rows = GroupRows(_compiled(a), _compiled(b), self.i, self.j)

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
        given: tuple[Any, ...] = motions
        if verb == "intersects":
            given = (strict,)
        elif verb == "collide":
            given = (margin,)
        elif verb == "sweep":
            given = (*motions, skip_leaving, strict)
        reached: int = getattr(self, verb)(start, stop, *given, *columns)
        return reached

    def meeting(self, pair: int) -> Meeting:
        """Return the two groups of a pair."""
        hear_signals()
        return Meeting(self.a.parts(int(self.i[pair])), self.b.parts(int(self.j[pair])))

    def _touching(self, start: int, stop: int) -> list[int]:
        """Return which pairs touch or overlap."""
        hit = np.empty(self.count, np.uint8)
        self.rows.intersects(start, stop, hit, False)
        pairs: list[int] = (start + np.flatnonzero(hit[start:stop])).tolist()
        return pairs

    def intersects(self, start: int, stop: int, strict: bool, hit: _Bytes) -> int:
        """Whether those of each pair meet."""
        reached = self.rows.intersects(start, stop, hit, strict)
        if strict:
            for pair in (start + np.flatnonzero(hit[start:stop] == 0)).tolist():
                hit[pair] = self.rows.has_seam(pair) and self.meeting(pair).lies_in_a_seam()
        return reached

    def distance(self, start: int, stop: int, distances: FloatArray) -> int:
        """How far those of each pair are apart."""
        return self.rows.distance(start, stop, distances)

    def nearest_points(self, start: int, stop: int, of_a: FloatArray, of_b: FloatArray) -> int:
        """Where those of each pair are nearest."""
        return self.rows.nearest_points(start, stop, of_a, of_b)

    def separating_axis(self, start: int, stop: int, axes: FloatArray, apart: _Bytes) -> int:
        """Directions that part the hulls of each pair."""
        for pair in range(start, stop):
            meeting = self.meeting(pair)
            plan = ShapePairs(_hull(meeting.a), _hull(meeting.b))
            columns = axes[pair : pair + 1], apart[pair : pair + 1]
            do_all(plan.answer, 1, "separating_axis", columns)
        return stop

    def time_of_impact(
        self,
        start: int,
        stop: int,
        velocity_a: FloatArray,
        velocity_b: FloatArray,
        max_time: FloatArray,
        turns: FloatArray,
        time: FloatArray,
    ) -> int:
        """When those of each pair first touch."""
        motion = velocity_a, velocity_b, max_time
        if not turns[:, :2].any():
            return self.rows.time_of_impact(start, stop, *motion, time)
        for pair in range(start, stop):
            turning = self._turning(pair, motion, turns)
            if turning is None:
                self.rows.time_of_impact(pair, pair + 1, *motion, time)
            else:
                time[pair] = turning.time()
        return stop

    def _turning(self, pair: int, motion: _Motions, turns: FloatArray) -> Turning | None:
        """Return the motion of a pair; None where neither shape turns."""
        hear_signals()
        i, j = int(self.i[pair]), int(self.j[pair])
        rows = [_row(array, pair) for array in (*motion, turns)]
        return turning_of(
            self.a.parts(i)[0], self.a.place(i), self.b.parts(j)[0], self.b.place(j), *rows
        )

    def sweep(
        self,
        start: int,
        stop: int,
        velocity_a: FloatArray,
        velocity_b: FloatArray,
        max_time: FloatArray,
        turns: FloatArray,
        skip_leaving: bool,
        strict: bool,
        *views: Any,
    ) -> int:
        """When and where those of each pair first touch."""
        motion, options = (velocity_a, velocity_b, max_time), (skip_leaving, strict)
        if not turns[:, :2].any():
            return self._sweep_still(start, stop, *motion, *options, *views)
        for pair in range(start, stop):
            turning = self._turning(pair, motion, turns)
            if turning is None:
                self._sweep_still(pair, pair + 1, *motion, *options, *views)
                continue
            rows = Impacts(*(view[pair : pair + 1] for view in views))
            if turning.a.block.count == 1 == turning.b.block.count:
                turning.write_impact(*options, rows)
            else:
                thin = self.rows.has_thin(pair)
                write_impact(sweep_turning(turning, _meeting_of, *options, thin), rows)
        return stop

    def _sweep_still(
        self,
        start: int,
        stop: int,
        velocity_a: FloatArray,
        velocity_b: FloatArray,
        max_time: FloatArray,
        skip_leaving: bool,
        strict: bool,
        *views: Any,
    ) -> int:
        """What `sweep` is for those that do not turn."""
        motions = velocity_a, velocity_b, max_time
        times = np.empty(self.count)
        stop = self.rows.time_of_impact(start, stop, *motions, times)
        Impacts(*(view[start:stop] for view in views))._clear()
        for pair in (start + np.flatnonzero(times[start:stop] < np.inf)).tolist():
            motion = [_row(array, pair) for array in motions]
            meeting = self.meeting(pair)
            groups = self.a.is_group(int(self.i[pair])) or self.b.is_group(int(self.j[pair]))
            rows = Impacts(*(view[pair : pair + 1] for view in views))
            if meeting.is_single() and (not groups or meeting.overlap()):
                plan = ShapePairs(meeting.a, meeting.b)
                given = (*motion, NO_TURN), strict, skip_leaving
                do_all(plan.answer, 1, "sweep", rows._arrays(), *given)
            else:
                (ax, ay), (bx, by), (end,) = (array.ravel().tolist() for array in motion)
                whole = Motion((ax, ay, bx, by), end, skip_leaving, strict)
                write_impact(meeting.sweep(whole, self.rows.has_thin(pair)), rows)
        return stop

    def mtv(self, start: int, stop: int, vectors: FloatArray, hit: _Bytes) -> int:
        """Return the shortest moves that part those of each pair."""
        known = np.empty(self.count, np.uint8)
        stop = mtv_of_pairs(self.rows, start, stop, vectors, known)
        hit[start:stop] = known[start:stop]  # also where the loop below has the answer
        for pair in (start + np.flatnonzero(known[start:stop] == NO_OUTLINE)).tolist():
            vector = self.meeting(pair).mtv()
            hit[pair] = vector is not None
            vectors[pair] = vector or (0.0, 0.0)
        return stop

    def collide(self, start: int, stop: int, margin: float, *views: Any) -> int:
        """Compute the contact of each pair that meets or is nearer than the margin."""
        Contacts(*(view[start:stop] for view in views))._clear()
        for pair in self._touching(start, stop) if margin == 0.0 else range(start, stop):
            meeting = self.meeting(pair)
            rows = Contacts(*(view[pair : pair + 1] for view in views))
            if meeting.is_single():
                plan, options = ShapePairs(meeting.a, meeting.b), ((), False, False, margin)
                do_all(plan.answer, 1, "collide", rows._arrays(), *options)
                if rows.hit[0] and rows.depth[0] >= 0.0:
                    self._write_outline_covers(pair, rows)
                continue
            contact = meeting.collide(margin, partial(self._nearest, pair))
            _write_contact(contact, rows)
            if contact is not None and contact.depth >= 0.0:
                rows.a_in_b[0] = self._covers(pair, True, meeting.swapped())
                rows.b_in_a[0] = self._covers(pair, False, meeting)
        return stop

    def _write_outline_covers(self, pair: int, rows: Contacts) -> None:
        """Say of single parts which covers the other, where that is an outline: by its rings."""
        for flags, swapped in ((rows.a_in_b, True), (rows.b_in_a, False)):
            if (known := self.rows.pair_covers(pair, swapped)) != NO_OUTLINE:
                flags[0] = known > 0

    def _nearest(self, pair: int) -> tuple[int, int]:
        """Return which parts of a pair are the nearest, in the blocks of their meeting."""
        return self.rows.nearest_parts(pair)

    def _covers(self, pair: int, swapped: bool, meeting: Meeting) -> bool:
        """Whether one of a pair covers the other; up to a sliver for unions of rounded parts."""
        if (known := self.rows.pair_covers(pair, swapped)) != NO_OUTLINE:
            return known > 0
        side, rows = (self.a, self.i) if swapped else (self.b, self.j)
        inner = self._cut_as_posed(side, rows[pair])
        return (meeting if inner is None else meeting.around(inner)).seems_to_cover()

    def _cut_as_posed(self, side: AnyGroups | Rows, row: int) -> ShapeBlock | None:
        """Return parts of an outline that make up exactly the region within its posed rings.

        None for others, and for rings that cross once they are rounded.
        """
        if (rings := side.posed_rings(int(row))) is None:
            return None
        from sepax.groups.covering import cut_of_rings

        return cut_of_rings(*rings)

    def covers(self, start: int, stop: int, covered: _Bytes) -> int:
        """Whether the first of each pair covers the second."""
        known = np.empty(self.count, np.uint8)
        self.rows.covers(start, stop, known)
        covered[start:stop] = known[start:stop] == 1
        open_pairs = start + np.flatnonzero(known[start:stop] == NO_OUTLINE)
        for pair in open_pairs.tolist():
            if (inner := self._cut_as_posed(self.b, self.j[pair])) is not None:
                covered[pair] = self.meeting(pair).around(inner).covers()
                known[pair] = 1
        open_pairs = open_pairs[known[open_pairs] == NO_OUTLINE]
        pairs, few = self._joint(open_pairs.tolist())
        if len(few):
            covered[few] = self.joint.covered_by_single_parts(self.i[few], self.j[few])
        for pair in pairs[covered[pairs] == 0].tolist():
            covered[pair] = self.meeting(pair).covers()
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


def _row(array: FloatArray, pair: int) -> FloatArray:
    """Return the row for a pair; a single row is for all pairs."""
    return array if len(array) == 1 else array[pair : pair + 1]


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
        self.spots = GroupSpots(_compiled(groups), points, self.i, self.j)

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
        return self.spots.contains(start, stop, hit)

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
