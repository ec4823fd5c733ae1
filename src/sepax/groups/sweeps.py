"""Groups of convex parts, of blocks of memory, in motion: when they first touch as wholes."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sepax._arguments import BoolArray, FloatArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.compounds import sweep_parts
from sepax._core.arrays.pairs import ShapePairs
from sepax.groups.contacts import contact_of, parted
from sepax.groups.parting import Parting

Velocities = tuple[float, float, float, float]  # of a, then of b
_CLOSING = 0.01  # of a speed: far more than the way out of a slight overlap is off in its direction


class Impacted(NamedTuple):
    """What an `Impact` tells, and whether the groups overlap at the start by more than rounding."""

    time: float
    exit_time: float
    normal: tuple[float, float]
    point: tuple[float, float]
    initial: bool
    leaving: bool
    deep: bool
    parts: tuple[int, int]


class ImpactRows(NamedTuple):
    """The arrays of `Impacts`, in their order."""

    hit: BoolArray
    time: FloatArray
    exit_time: FloatArray
    normal: FloatArray
    point: FloatArray
    initial: BoolArray
    leaving: BoolArray


def sweep_groups(
    a: ShapeBlock,
    b: ShapeBlock,
    velocities: Velocities,
    end: float,
    skip_leaving: bool,
    strict: bool,
    part_first: bool = False,
) -> Impacted | None:
    """Sweep groups that are apart or touch at the start; of others only tell that they overlap."""
    found = sweep_parts(a, b, velocities, end, skip_leaving, strict, part_first)
    if found is None:
        return None
    time, exit_time, x, y, at_x, at_y, initial, leaving, deep, i, j = found
    return Impacted(time, exit_time, (x, y), (at_x, at_y), initial, leaving, deep, (i, j))


def _time_of(
    a: ShapeBlock, b: ShapeBlock, velocities: Velocities, parts: tuple[int, int], else_: float
) -> float:
    """When two parts meet, where they are; or that other time, if they do not or always did."""
    i, j = (np.array([part], np.intp) for part in parts)
    of_a, of_b = np.array([velocities[:2]]), np.array([velocities[2:]])
    time = np.empty(1)
    ShapePairs(a, b, i, j).time_of_impact(0, 1, of_a, of_b, np.array([np.inf]), time)
    return float(time[0]) if 0.0 < time[0] < np.inf else else_


def sweep_from_inside(
    a: ShapeBlock,
    b: ShapeBlock,
    velocities: Velocities,
    end: float,
    skip_leaving: bool,
    strict: bool,
    out: Parting,
    slack: float,
) -> Impacted | None:
    """Sweep groups that overlap at the start, and which the shortest move parts as it is told.

    They leave, if they do so where that move leads. If that is to be skipped, what is met next is
    what they meet on the way from there: they slide along what they were in.
    """
    vx, vy = velocities[0] - velocities[2], velocities[1] - velocities[3]
    closing, most = out.normal[0] * vx + out.normal[1] * vy, abs(vx) + abs(vy)
    if closing > _CLOSING * most:
        return _meet_inside(a, b, velocities, out, slack, out.normal, False)
    after = parted(a, b, out)
    later = None
    if after is not None:
        later = sweep_groups(after.a, after.b, velocities, np.inf, True, strict, True)
    if later is not None and later.initial and closing >= -_CLOSING * most:
        # Along the face that they are in, perhaps, and into another.
        normal = out.normal if closing > 0.0 else later.normal
        return _meet_inside(a, b, velocities, out, slack, normal, False)
    if not skip_leaving:
        return _meet_inside(a, b, velocities, out, slack, out.normal, True)
    if later is None:
        return None
    # Where they are parted they may touch on another side, too.
    least = out.depth / math.hypot(vx, vy) if later.initial else later.time
    time = _time_of(a, b, velocities, later.parts, least)
    return later._replace(time=time, initial=False) if time <= end else None


def _meet_inside(
    a: ShapeBlock,
    b: ShapeBlock,
    velocities: Velocities,
    out: Parting,
    slack: float,
    normal: tuple[float, float],
    leaving: bool,
) -> Impacted | None:
    """Return the impact of groups that overlap at the start."""
    start = sweep_groups(a, b, velocities, np.inf, False, False)
    contact = contact_of(a, b, out, 0.0, slack)
    if start is None or contact is None:  # moved apart by another thread
        return None
    x, y = contact.points.mean(axis=0).tolist()
    return start._replace(normal=normal, point=(x, y), leaving=leaving)
