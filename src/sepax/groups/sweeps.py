"""Groups of convex parts, of blocks of memory, in motion: when they first touch as wholes."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from sepax._arguments import FloatArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.compounds import sweep_parted, sweep_parts
from sepax._core.arrays.constructors import of_rings
from sepax._core.parting import NEGLIGIBLE as NEGLIGIBLE
from sepax._core.parting import SPEED_DOUBT
from sepax._core.parting import size_of as size_of
from sepax._results import Impacts
from sepax.groups.contacts import contact_of
from sepax.groups.parting import Parting, part_toward
from sepax.groups.seams import offsets_of, radii_of, vertices_of

Vector = tuple[float, float]


class Motion(NamedTuple):
    """The motion of two groups, and which impacts count."""

    velocities: tuple[float, float, float, float]  # of a, then of b
    end: float
    skip_leaving: bool
    strict: bool


class Impacted(NamedTuple):
    """The fields of an `Impact`, and whether the groups overlap at the start beyond rounding."""

    time: float
    exit_time: float
    normal: tuple[float, float]
    point: tuple[float, float]
    initial: bool
    leaving: bool
    deep: bool


def sweep_groups(a: ShapeBlock, b: ShapeBlock, motion: Motion) -> Impacted | None:
    """Sweep groups that are apart or touch at the start; of others report only the overlap."""
    return _impacted(sweep_parts(a, b, *motion))


def _impacted(
    found: tuple[float, float, float, float, float, float, bool, bool, bool] | None,
) -> Impacted | None:
    if found is None:
        return None
    time, exit_time, x, y, at_x, at_y, initial, leaving, deep = found
    return Impacted(time, exit_time, (x, y), (at_x, at_y), initial, leaving, deep)


def _origin(*blocks: ShapeBlock) -> Vector:
    """Return a place near groups that are far from the origin, from which all are seen exactly.

    The difference of two numbers is exact where neither is more than twice the other. On an axis
    where that does not hold of all, groups are not far from 0.
    """
    both = [vertices_of(block) for block in blocks]
    lows = zip(*(vertices.min(axis=0).tolist() for vertices in both), strict=True)
    highs = zip(*(vertices.max(axis=0).tolist() for vertices in both), strict=True)
    x, y = (
        low if 0.0 < high <= 2.0 * low else high if 0.0 > low >= 2.0 * high else 0.0
        for low, high in zip(map(min, lows), map(max, highs), strict=True)
    )
    return x, y


def with_vertices(block: ShapeBlock, vertices: FloatArray) -> ShapeBlock:
    """Return a group whose parts have other vertices, which are overwritten."""
    offsets, places = offsets_of(block), np.zeros((block.count, 2))
    single = np.diff(offsets) == 1
    if single.any():  # discs, by their positions
        first = offsets[:-1][single]
        places[single], vertices[first] = vertices[first], 0.0
    return of_rings(vertices, offsets, radii_of(block), places, np.zeros(block.count), 1)


def _seen(block: ShapeBlock, origin: Vector, step: Vector) -> ShapeBlock:
    """Return a group as it is seen from an origin, and moved from there."""
    if origin == step == (0.0, 0.0):
        return block
    return with_vertices(block, vertices_of(block) - origin + step)


def _sweep_parted(
    a: ShapeBlock, b: ShapeBlock, motion: Motion, translation: Vector
) -> Impacted | None:
    """Sweep groups from where a way parts them; None also where rounding would spoil both there."""
    origin, still, back = _origin(a, b), (0.0, 0.0), (-translation[0], -translation[1])
    for step_a, step_b in ((translation, still), (still, back)):
        with suppress(ValueError):
            sides = _seen(a, origin, step_a), _seen(b, origin, step_b)
            found = _impacted(sweep_parted(*sides, motion.velocities, motion.strict))
            if found is None:
                return None
            (x, y), (dx, dy) = found.point, origin  # halfway between where the surfaces are
            shift_x, shift_y = 0.5 * (step_a[0] + step_b[0]), 0.5 * (step_a[1] + step_b[1])
            return found._replace(point=(x - shift_x + dx, y - shift_y + dy))
    return None


def sweep_from_inside(
    a: ShapeBlock,
    b: ShapeBlock,
    start: Impacted,
    motion: Motion,
    out: Parting,
    slack: float,
) -> Impacted | None:
    """Sweep groups that overlap at the start, given their shortest separating move `out`.

    `start` has the times of the overlap. The groups leave if the overlap does not get deeper along
    one of the shortest moves. The next impact is computed from the place to which that move leads,
    so the groups slide along the faces that they were in.
    """
    (ax, ay, bx, by), skip_leaving = motion.velocities, motion.skip_leaving
    vx, vy = ax - bx, ay - by
    speed = math.hypot(vx, vy)
    tolerance = SPEED_DOUBT * speed
    if not skip_leaving and out.normal[0] * vx + out.normal[1] * vy < -tolerance:
        return _meet_inside(a, b, start, out, slack, out.normal, True)
    translation = part_toward(a, b, out, (vx, vy)) if speed > 0.0 else out
    after = _sweep_parted(a, b, motion, translation.vector)
    closing = translation.normal[0] * vx + translation.normal[1] * vy
    if after is not None and after.initial and closing >= -tolerance:
        # Out of the face that they are in, or along it and into another.
        normal = out.normal if closing > tolerance else after.normal
        return _meet_inside(a, b, start, out, slack, normal, False)
    if not skip_leaving:
        return _meet_inside(a, b, start, out, slack, out.normal, True)
    if after is None:
        return None
    # By so much later they are beside the place where the move parts them.
    x, y = translation.vector
    delay = max(x * (vx / speed) + y * (vy / speed), 0.0) / speed
    time, exit_time = after.time + delay, after.exit_time + delay
    if time > motion.end:
        return None
    (x, y), half = after.point, 0.5 * delay
    point = x + half * (ax + bx), y + half * (ay + by)
    return Impacted(time, exit_time, after.normal, point, initial=False, leaving=False, deep=True)


def _meet_inside(
    a: ShapeBlock,
    b: ShapeBlock,
    start: Impacted,
    out: Parting,
    slack: float,
    normal: Vector,
    leaving: bool,
) -> Impacted | None:
    """Return the impact of groups that overlap at the start."""
    contact = contact_of(a, b, out, 0.0, slack)
    if contact is None:  # moved apart by another thread
        return None
    x, y = contact.points.mean(axis=0).tolist()
    return start._replace(normal=normal, point=(x, y), leaving=leaving)


def write_impact(impact: Impacted | None, rows: Impacts) -> None:
    """Fill in a row; of no impact as those of an array are."""
    if impact is None:
        rows._clear()
        return
    rows.hit[0] = True
    rows.time[0], rows.exit_time[0] = impact.time, impact.exit_time
    rows.normal[0], rows.point[0] = impact.normal, impact.point
    rows.initial[0], rows.leaving[0] = impact.initial, impact.leaving
