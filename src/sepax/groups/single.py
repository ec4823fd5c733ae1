"""Two single groups or shapes, without a plan, which takes longer than most answers.

None is for what these functions do not answer: other arguments, and options.
"""

from __future__ import annotations

from math import inf
from typing import Any

from sepax._arguments import IndexArray
from sepax._core.arrays.groups import (
    distance_between,
    has_thin,
    meet,
    points_between,
    time_between,
)
from sepax._core.results import _impact
from sepax.groups.areas import Region, region_iou, shared_area
from sepax.groups.pairs import Meeting
from sepax.groups.sides import Group, parts_and_tree
from sepax.groups.sweeps import Motion


def _meeting(a: Any, b: Any) -> Meeting:
    return Meeting(parts_and_tree(a), parts_and_tree(b))


def _regions(a: Any, b: Any) -> tuple[Region, Region, IndexArray, IndexArray]:
    meeting = _meeting(a, b)
    one = Region(meeting.a, isinstance(a, Group) and a._overlaps)
    other = Region(meeting.b, isinstance(b, Group) and b._overlaps)
    return one, other, *meeting.near


def are_single(pairs: Any, out: Any, workers: int) -> bool:
    """Whether no option is given that single groups and shapes do not have."""
    return pairs is None and out is None and workers == 1


def are_apart(a: Any, b: Any, pairs: Any, out: Any, workers: int) -> bool:
    """Whether two single groups or shapes do not even touch; False for others."""
    return are_single(pairs, out, workers) and meet(a, b, False) is False


def distance_of_two(a: Any, b: Any, pairs: Any, out: Any, workers: int) -> float | None:
    """How far they are apart."""
    return distance_between(a, b) if are_single(pairs, out, workers) else None


def points_of_two(a: Any, b: Any, pairs: Any, out: Any, workers: int) -> Any:
    """Where they are nearest."""
    return points_between(a, b) if are_single(pairs, out, workers) else None


def mtv_of_two(a: Any, b: Any, pairs: Any, out: Any, workers: int) -> tuple[Any] | None:
    """The shortest move that parts them, or None, in a tuple."""
    if not are_single(pairs, out, workers) or (touching := meet(a, b, False)) is None:
        return None
    return (_meeting(a, b).mtv() if touching else None,)


def area_of_two(a: Any, b: Any, pairs: Any, out: Any, workers: int) -> float | None:
    """The area that they share."""
    if not are_single(pairs, out, workers) or (touching := meet(a, b, False)) is None:
        return None
    return shared_area(*_regions(a, b)) if touching else 0.0


def iou_of_two(a: Any, b: Any, pairs: Any, out: Any, workers: int) -> float | None:
    """The area that they share, by the area that they cover together."""
    if not are_single(pairs, out, workers) or (touching := meet(a, b, False)) is None:
        return None
    return region_iou(*_regions(a, b)) if touching else 0.0


def time_of_two(
    a: Any,
    b: Any,
    velocity_a: Any,
    velocity_b: Any,
    max_time: Any,
    angular_velocity_a: Any,
    angular_velocity_b: Any,
    pairs: Any,
    out: Any,
    workers: int,
) -> float | None:
    """When they first touch, if they do not turn."""
    for rate in (angular_velocity_a, angular_velocity_b):
        if type(rate) is not float or rate != 0.0:
            return None
    if not are_single(pairs, out, workers):
        return None
    return time_between(a, b, velocity_a, velocity_b, max_time)


def sweep_of_two(
    a: Any,
    b: Any,
    velocity_a: Any,
    velocity_b: Any,
    max_time: Any,
    angular_velocity_a: Any,
    angular_velocity_b: Any,
    touching: bool,
    skip_leaving: bool,
    pairs: Any,
    out: Any,
    workers: int,
) -> tuple[Any] | None:
    """When and where they first touch, if they do not turn, or None, in a tuple."""
    rates = angular_velocity_a, angular_velocity_b
    time = time_of_two(a, b, velocity_a, velocity_b, max_time, *rates, pairs, out, workers)
    if time is None or time == inf:
        return None if time is None else (None,)
    (ax, ay), (bx, by) = velocity_a, velocity_b
    velocities = float(ax), float(ay), float(bx), float(by)
    motion = Motion(velocities, float(max_time), skip_leaving, not touching)
    meeting = _meeting(a, b)
    if meeting.is_single():  # pairs of shapes
        return None
    found = meeting.sweep(motion, has_thin(a) or has_thin(b))
    if found is None:
        return (None,)
    state = found.time, found.exit_time, *found.normal, *found.point, found.initial, found.leaving
    return (_impact(*state),)
