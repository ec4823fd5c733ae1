"""Two single groups or shapes, without a plan, which takes longer than most answers.

None is for what these functions do not answer: other arguments, and options.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from sepax._arguments import IndexArray
from sepax._core.arrays.groups import has_thin, time_between
from sepax._core.pair import intersects
from sepax._core.results import impact_of_row
from sepax._core.shape import Shape
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


def answer_of_two(verb: str, a: Any, b: Any, margin: float) -> tuple[Any] | None:
    """The answer of a verb for two single groups or shapes, in a tuple."""
    if margin > 0.0 or verb not in _OF_THOSE_APART:
        return None
    if not (isinstance(a, (Shape, Group)) and isinstance(b, (Shape, Group))):
        return None
    one: Any = a  # a Compound, if it is a group
    other: Any = b
    if not intersects(one, other):
        return (_OF_THOSE_APART[verb],)
    return (_OF_THOSE_THAT_TOUCH[verb](a, b),) if verb in _OF_THOSE_THAT_TOUCH else None


_OF_THOSE_APART: dict[str, Any] = {
    "collide": None,
    "mtv": None,
    "overlap_area": 0.0,
    "iou": 0.0,
}
_OF_THOSE_THAT_TOUCH: dict[str, Callable[[Any, Any], Any]] = {
    "mtv": lambda a, b: _meeting(a, b).mtv(),
    "overlap_area": lambda a, b: shared_area(*_regions(a, b)),
    "iou": lambda a, b: region_iou(*_regions(a, b)),
}


def sweep_of_two(
    verb: str,
    a: Any,
    b: Any,
    motion: tuple[Any, Any, Any],
    rates: tuple[Any, Any],
    touching: bool,
    skip_leaving: bool,
) -> tuple[Any] | None:
    """When and where they first touch, or when alone, in a tuple; if they do not turn."""
    if any(type(rate) is not float or rate != 0.0 for rate in rates):
        return None
    if (time := time_between(a, b, *motion)) is None:
        return None
    if verb == "time_of_impact" or time == inf:
        return (time if verb == "time_of_impact" else None,)
    (ax, ay), (bx, by), end = motion
    velocities = float(ax), float(ay), float(bx), float(by)
    meeting = _meeting(a, b)
    if meeting.is_single():  # pairs of shapes
        return None
    whole = Motion(velocities, float(end), skip_leaving, not touching)
    found = meeting.sweep(whole, has_thin(a) or has_thin(b))
    if found is None:
        return (None,)
    state = found.time, found.exit_time, *found.normal, *found.point, found.initial, found.leaving
    return (impact_of_row(*state),)
