"""sepax: exact, fast collision of convex shapes in the plane.

Do these shapes touch, how do I part them, and when will they meet?

>>> import sepax
>>> a = sepax.Polygon.box(2, 1, angle=0.5)
>>> b = sepax.Circle((1, 0.5), 0.5)
>>> sepax.intersects(a, b)
True
"""

from typing import TYPE_CHECKING, Any

from sepax import raw
from sepax._core.pair import (
    collide,
    contains,
    covers,
    distance,
    intersects,
    iou,
    mtv,
    nearest_points,
    overlap_area,
    project,
    raycast,
    separating_axis,
    sweep,
    time_of_impact,
)
from sepax._core.results import Contact, Impact, RayHit
from sepax._core.simd.levels import simd_level
from sepax.arrays import ShapeArray, overlap
from sepax.compound import Compound, convex_parts
from sepax.detection import iou_matrix, nms
from sepax.motion import Slide, move_and_slide
from sepax.scene import (
    ShapeIndex,
    find_pairs,
    first_impacts,
    intersects_any,
    nearest,
    sweep_pairs,
)
from sepax.shapes import Capsule, Circle, Point, Polygon, Segment, Shape
from sepax.verbs import Contacts, Impacts, RayHits

if TYPE_CHECKING:
    from sepax import plot as plot
    from sepax.explanation import Explanation, explain

__version__ = "0.1.0"

__all__ = [
    "Capsule",
    "Circle",
    "Compound",
    "Contact",
    "Contacts",
    "Explanation",
    "Impact",
    "Impacts",
    "Point",
    "Polygon",
    "RayHit",
    "RayHits",
    "Segment",
    "Shape",
    "ShapeArray",
    "ShapeIndex",
    "Slide",
    "collide",
    "contains",
    "convex_parts",
    "covers",
    "distance",
    "explain",
    "find_pairs",
    "first_impacts",
    "intersects",
    "intersects_any",
    "iou",
    "iou_matrix",
    "move_and_slide",
    "mtv",
    "nearest",
    "nearest_points",
    "nms",
    "overlap",
    "overlap_area",
    "project",
    "raw",
    "raycast",
    "separating_axis",
    "simd_level",
    "sweep",
    "sweep_pairs",
    "time_of_impact",
]

_LATER = {  # what is imported once it is asked for: a module, and a name in it
    "plot": ("sepax.plot", None),
    "explain": ("sepax.explanation", "explain"),
    "Explanation": ("sepax.explanation", "Explanation"),
}

if not TYPE_CHECKING:  # for a type checker it would stand for any name

    def __getattr__(name: str) -> Any:
        """Import what is rarely needed once it is asked for."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module, member = _LATER[name]
        found = import_module(module)
        if member is None:
            return found
        globals()[name] = getattr(found, member)
        return globals()[name]


def __dir__() -> list[str]:
    """List the names that are there, and those that will be when asked for."""
    return sorted({*globals(), *_LATER})
