"""Groups of convex parts that turn while they move: when they first touch as wholes, and where.

A group turns about its own position. The time is the least over all pairs of parts. The normal and
the point are those of the true boundary at that time, so seams between parts do not count.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

import numpy as np

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.parting import SPEED_DOUBT
from sepax._results import Impacts
from sepax._vectors import dot, lengths
from sepax.candidates import swept_pairs
from sepax.groups.contacts import Contacted, contact_of, moved, nearness
from sepax.groups.parting import Parting, part_touching
from sepax.groups.seams import do_all, near_pairs, offsets_of, radii_of, thin_parts, vertices_of
from sepax.groups.sweeps import Impacted, with_vertices

_FEW = 64  # pairs of parts that are all swept, without a look at their boxes
_SLIGHT = 2.0**-43  # of L: 64 E, far more than groups are apart at an impact


class Meeting(Protocol):
    """What is asked of two groups that rest."""

    def intersects(self, strict: bool) -> bool:
        """Whether they meet."""

    def overlap(self) -> bool:
        """Whether the insides of two parts meet."""

    def parting(self) -> Parting | None:
        """Return how the shortest move parts them; None if they are apart."""

    def lies_in_a_seam(self) -> bool:
        """Whether a point or a segment of one lies in a seam of the other."""


Meet = Callable[[ShapeBlock, ShapeBlock], Meeting]


class Mover(NamedTuple):
    """A group in motion."""

    block: ShapeBlock
    place: FloatArray  # (2,), about which it turns
    velocity: FloatArray  # (1, 2)
    rate: float

    @property
    def turns(self) -> bool:
        """Whether the rate changes anything: not of a disc that turns about its centre."""
        return self.rate != 0.0 and bool((vertices_of(self.block) != self.place).any())

    @property
    def turn(self) -> FloatArray:
        """The rate and the place, for the boxes around motions."""
        return np.array([[self.rate, *self.place]])

    def reach(self) -> float:
        """Return the distance of the farthest point from the place."""
        ways = vertices_of(self.block) - self.place
        return float(lengths(ways).max() + radii_of(self.block).max())

    def speed_at(self, point: FloatArray) -> FloatArray:
        """Return the velocity of a point of the group."""
        x, y = (point - self.place).tolist()
        speed: FloatArray = self.velocity[0] + (-self.rate * y, self.rate * x)
        return speed


class Turning(NamedTuple):
    """Two groups in motion, at least one of which turns."""

    a: Mover
    b: Mover
    end: FloatArray  # (1,)

    def candidates(self) -> tuple[IndexArray, IndexArray]:
        """Return the pairs of parts that may meet; of few parts all pairs."""
        a, b = self.a, self.b
        if a.block.count * b.block.count <= _FEW:
            return near_pairs(a.block, b.block)
        pairs = swept_pairs(
            a.block, b.block, a.velocity, b.velocity, float(self.end[0]), a.turn, b.turn
        )
        return np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])

    def _run(
        self, i: IndexArray, j: IndexArray, verb: str, columns: tuple[Any, ...], *options: bool
    ) -> None:
        """Fill the columns of a verb about motions for pairs of parts."""
        turn = np.array([[self.a.rate, self.b.rate, *self.a.place, *self.b.place]])
        plan = ShapePairs(self.a.block, self.b.block, i, j)
        motion = self.a.velocity, self.b.velocity, self.end, turn
        try:
            do_all(plan.answer, len(i), verb, columns, motion, *options)
        except ValueError as error:  # of a pair of parts: users know the groups
            raise ValueError(re.sub(r" for pair \d+", "", str(error))) from None

    def time(self) -> float:
        """Return the time of the first impact; infinity for none."""
        i, j = self.candidates()
        times = np.empty(len(i))
        self._run(i, j, "time_of_impact", (times,))
        return float(times.min(initial=np.inf))

    def sweep(self, i: IndexArray, j: IndexArray, skip_leaving: bool, strict: bool) -> Impacts:
        """Return the impacts of pairs of parts."""
        found = Impacts.empty(len(i))
        self._run(i, j, "sweep", found._arrays(), strict, skip_leaving)
        return found

    def write_impact(self, skip_leaving: bool, strict: bool, rows: Impacts) -> None:
        """Fill in a row for groups of one part each: what the kernel says."""
        nought = np.zeros(1, np.intp)
        self._run(nought, nought, "sweep", rows._arrays(), strict, skip_leaving)

    def size(self, time: float) -> float:
        """Return L, of the contract, at a time."""
        way = self.b.place - self.a.place
        speed = self.a.velocity[0] - self.b.velocity[0]
        size = math.hypot(*way.tolist()) + math.hypot(*speed.tolist()) * time
        for side in (self.a, self.b):
            size += side.reach() * (1.0 + abs(side.rate) * time)
        return size

    def posed(self, time: float) -> tuple[ShapeBlock, ShapeBlock] | None:
        """Return both at a time, as the position of a sees them; None where rounding spoils one."""
        shift = self.b.velocity[0] - self.a.velocity[0]
        with suppress(ValueError):
            return (
                _turned(self.a, self.a.rate * time, np.zeros(2)),
                _turned(self.b, self.b.rate * time, (self.b.place - self.a.place) + shift * time),
            )
        return None


def _mover(block: ShapeBlock, position: Any, velocity: FloatArray, rate: float) -> Mover:
    """Return a group that turns about a position; None is for that of a single shape."""
    if position is None:
        positions = np.empty((block.count, 2))
        block.read_poses(positions, np.empty(block.count))
        return Mover(block, positions[0], velocity, rate)
    return Mover(block, np.array(position), velocity, rate)


def turning_of(
    a: ShapeBlock,
    place_a: Any,
    b: ShapeBlock,
    place_b: Any,
    velocity_a: FloatArray,
    velocity_b: FloatArray,
    end: FloatArray,
    turn: FloatArray,
) -> Turning | None:
    """Return two groups in motion, about places or, if None, the positions of single shapes.

    None where neither turns.
    """
    rate_a, rate_b = turn[0, :2].tolist()
    if rate_a == 0.0 == rate_b:
        return None
    both = _mover(a, place_a, velocity_a, rate_a), _mover(b, place_b, velocity_b, rate_b)
    return Turning(*both, end) if both[0].turns or both[1].turns else None


def unit_vectors(angles: FloatArray) -> FloatArray:
    """Return cosines and sines, (n, 2), as poses have them: the same bits on all machines."""
    count = len(angles)
    ends = np.tile([[0.0, 0.0], [1.0, 0.0]], (count, 1))
    offsets = np.arange(0, 2 * count + 1, 2, dtype=np.intp)
    rays = of_rings(ends, offsets, np.zeros(count), np.zeros((count, 2)), angles, 2)
    return vertices_of(rays)[1::2]


def _turned(side: Mover, angle: float, place: FloatArray) -> ShapeBlock:
    """Return a group that is turned, and put to another place."""
    x, y = (vertices_of(side.block) - side.place).T
    cosine, sine = unit_vectors(np.array([angle]))[0].tolist()
    vertices = np.column_stack((cosine * x - sine * y, sine * x + cosine * y)) + place
    return with_vertices(side.block, vertices)


# --- the contact on the true boundary ---------------------------------------------------


def _gap(a: ShapeBlock, b: ShapeBlock, reach: float) -> Parting | None:
    """Return the normal of groups that are apart, and minus their distance."""
    i, j = near_pairs(a, b, reach)
    apart = np.empty(len(i))
    do_all(ShapePairs(a, b, i, j).answer, len(i), "distance", (apart,))
    if not len(i):
        return None
    nearest = int(np.argmin(apart))
    return nearness(a, b, int(i[nearest]), int(j[nearest]), reach)


def _touching_normal(a: ShapeBlock, b: ShapeBlock, out: Parting, reach: float) -> Parting:
    """Return the same with the normal of the face, once the gap or the overlap is closed."""
    x, y = out.vector
    if out.depth < 0.0:
        x, y = (-out.depth * part for part in out.normal)
    with suppress(ValueError):
        closed = moved(a, (x, y))
        i, j = near_pairs(closed, b, reach)
        return out._replace(normal=part_touching(closed, b, i, j).normal)
    return out


def _contact(a: ShapeBlock, b: ShapeBlock, meeting: Meeting, reach: float) -> Contacted | None:
    """Return the contact of groups that meet, or are no farther apart than rounding leaves them."""
    out = meeting.parting() or _gap(a, b, reach)
    if out is None:
        return None
    if abs(out.depth) <= reach:
        out = _touching_normal(a, b, out, reach)
    return contact_of(a, b, out, reach, reach)


# --- the sweep ------------------------------------------------------------------------


def _points(block: ShapeBlock) -> BoolArray:
    """Which parts are points."""
    single: BoolArray = np.diff(offsets_of(block)) == 1
    return single & thin_parts(block)


def _sweep_resting(groups: Turning, i: IndexArray, j: IndexArray, strict: bool) -> Impacts:
    """Return the impacts of pairs of parts, without those that groups rest on at the start.

    Each pair of parts skips its own contact at the start. Where there is one, other pairs count
    once they overlap: so the seam before the next part does not stop what slides across. A point
    never overlaps a point or a segment, and counts once it touches one.
    """
    found = groups.sweep(i, j, False, strict)
    if not (found.time == 0.0).any():
        return found
    if strict:
        return groups.sweep(i, j, True, True)
    a, b = groups.a.block, groups.b.block
    flat = (_points(a)[i] & thin_parts(b)[j]) | (thin_parts(a)[i] & _points(b)[j])
    for rows, must_overlap in ((flat, False), (~flat, True)):
        some = groups.sweep(i[rows], j[rows], True, must_overlap)
        for name in found._layout:
            getattr(found, name)[rows] = getattr(some, name)
    return found


def _leaves(groups: Turning, now: Meeting, contact: Contacted | None, found: Impacts) -> bool:
    """Whether a contact at the start does not get deeper.

    Groups that touch leave if all parts do. Of groups that overlap the points of contact tell.
    """
    if contact is None or not now.overlap():
        return not (found.initial & ~found.leaving).any()
    tolerance = SPEED_DOUBT * sum(
        math.hypot(*side.velocity[0].tolist()) + abs(side.rate) * side.reach()
        for side in (groups.a, groups.b)
    )
    return all(
        dot(groups.b.speed_at(point) - groups.a.speed_at(point), contact.normal) >= -tolerance
        for point in contact.points
    )


def sweep_turning(
    groups: Turning, meet: Meet, skip_leaving: bool, strict: bool, thin: bool
) -> Impacted | None:
    """Return the first impact of the whole, if there is one within the time.

    `thin` says whether one has parts that may lie in a seam. With `strict`, and for what is
    skipped, pairs of parts decide by themselves, and the least time counts: a point that slips
    into a seam between parts is not seen there, but at the start.
    """
    i, j = groups.candidates()
    found = (_sweep_resting if skip_leaving else _sweep_all)(groups, i, j, strict)
    now = meet(groups.a.block, groups.b.block)
    time = float(found.time.min(initial=np.inf))
    if strict and thin and not skip_leaving and now.lies_in_a_seam():
        time = 0.0
    if time == np.inf:
        return None
    initial = time == 0.0 and now.intersects(strict)
    return _impact(groups, meet, now, found, time, initial)


def _sweep_all(groups: Turning, i: IndexArray, j: IndexArray, strict: bool) -> Impacts:
    return groups.sweep(i, j, False, strict)


def _impact(
    groups: Turning, meet: Meet, now: Meeting, found: Impacts, time: float, initial: bool
) -> Impacted | None:
    """Return the impact at a time, with the normal and the point of the whole."""
    reach = _SLIGHT * groups.size(time)
    contact, origin = None, np.zeros(2)
    if initial:
        contact = _contact(groups.a.block, groups.b.block, now, reach)
    elif (posed := groups.posed(time)) is not None:
        contact = _contact(*posed, meet(*posed), reach)
        origin = groups.a.place + groups.a.velocity[0] * time
    if contact is not None:
        normal, point = contact.normal, contact.points.mean(axis=0) + origin
    else:  # what the parts say, where rounding spoils the whole
        first = int(np.argmin(found.time))
        normal, point = tuple(found.normal[first].tolist()), found.point[first]
    x, y = point.tolist()
    leaving = initial and _leaves(groups, now, contact, found)
    return Impacted(time, math.nan, normal, (x, y), initial, leaving, deep=False)
