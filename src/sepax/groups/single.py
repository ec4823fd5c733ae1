"""Two single groups or shapes, without a plan, which takes longer than most answers.

None is for what these functions do not answer: other arguments, and options.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sepax._arguments import IndexArray
from sepax._core.pair import intersects
from sepax._core.shape import Shape
from sepax.groups.areas import Region, region_iou, shared_area
from sepax.groups.pairs import Meeting
from sepax.groups.sides import Group, parts_and_tree


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
    if margin > 0.0 or verb not in _OF_THOSE_THAT_TOUCH:
        return None
    if not (isinstance(a, (Shape, Group)) and isinstance(b, (Shape, Group))):
        return None
    one: Any = a  # a Compound, if it is a group
    other: Any = b
    return (_OF_THOSE_THAT_TOUCH[verb](a, b) if intersects(one, other) else 0.0,)


_OF_THOSE_THAT_TOUCH: dict[str, Callable[[Any, Any], Any]] = {
    "overlap_area": lambda a, b: shared_area(*_regions(a, b)),
    "iou": lambda a, b: region_iou(*_regions(a, b)),
}
