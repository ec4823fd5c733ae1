"""sepax: exact, fast collision of convex shapes in the plane.

Do these shapes touch, how do I part them, and when will they meet?

>>> import sepax
>>> a = sepax.Polygon.box(2, 1, angle=0.5)
>>> b = sepax.Circle((1, 0.5), 0.5)
>>> sepax.intersects(a, b)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    __import__("numpy")  # first: where it cannot be imported, nothing of ours is spoiled either
    from sepax._core import pair as _pair
    from sepax._core.pair import *  # noqa: F403 - the verbs, as verbs.toml has them
    from sepax._core.pair import answer_arrays_by
    from sepax._core.results import Approach, Clearance, Contact, Impact, RayHit
    from sepax._core.simd.levels import simd_level
except ImportError as error:
    if "interpreter" not in str(error) and "per process" not in str(error):
        raise
    raise ImportError(
        "sepax, as NumPy, is for one interpreter of a process, and another one has imported it, or "
        "this is a subinterpreter: import it in the main interpreter only, or use processes"
    ) from error
from sepax.shapes import Capsule, Circle, Point, Polygon, Segment, Shape

if TYPE_CHECKING:  # imported at their first use: see _LATER
    from types import ModuleType

    from sepax import kernels, raw
    from sepax import plot as plot
    from sepax._base.results import (
        Approaches,
        Clearances,
        Contacts,
        Impacts,
        RayHits,
        Slide,
        Slides,
    )
    from sepax._core.numbers import get_include
    from sepax.arrays import ShapeArray
    from sepax.compound import Compound, CompoundArray, convex_parts
    from sepax.detection import iou_matrix, match, nms, nms_groups
    from sepax.explanation import Explanation, explain
    from sepax.motion import move_and_slide
    from sepax.overlaps import overlap
    from sepax.paths import sweep_path
    from sepax.rays import lidar, raycast_distances
    from sepax.repairs import Repairs
    from sepax.scene import (
        ShapeIndex,
        find_pairs,
        first_impacts,
        intersects_any,
        nearest,
        sweep_pairs,
    )

__version__ = "0.2.0"

__all__ = [
    "Approach",
    "Approaches",
    "Capsule",
    "Circle",
    "Clearance",
    "Clearances",
    "Compound",
    "CompoundArray",
    "Contact",
    "Contacts",
    "Explanation",
    "Impact",
    "Impacts",
    "Point",
    "Polygon",
    "RayHit",
    "RayHits",
    "Repairs",
    "Segment",
    "Shape",
    "ShapeArray",
    "ShapeIndex",
    "Slide",
    "Slides",
    "convex_parts",
    "explain",
    "find_pairs",
    "first_impacts",
    "get_include",
    "intersects_any",
    "iou_matrix",
    "kernels",
    "lidar",
    "match",
    "move_and_slide",
    "nearest",
    "nms",
    "nms_groups",
    "overlap",
    "raw",
    "raycast_distances",
    "simd_level",
    "sweep_pairs",
    "sweep_path",
]
__all__ += _pair.__all__

# Names that are imported at their first use, by module. Two shapes need none of them, and their
# import takes three times as long as all that two shapes need.
_NAMES = {
    "sepax": "kernels plot raw",
    "sepax._core.numbers": "get_include",
    "sepax._base.results": "Approaches Clearances Contacts Impacts RayHits Slide Slides",
    "sepax.arrays": "ShapeArray",
    "sepax.compound": "Compound CompoundArray convex_parts",
    "sepax.cython_api": "_C_API",
    "sepax.detection": "iou_matrix match nms nms_groups",
    "sepax.explanation": "Explanation explain",
    "sepax.motion": "move_and_slide",
    "sepax.overlaps": "overlap",
    "sepax.paths": "sweep_path",
    "sepax.rays": "lidar raycast_distances",
    "sepax.repairs": "Repairs",
    "sepax.scene": "ShapeIndex find_pairs first_impacts intersects_any nearest sweep_pairs",
}
_LATER = {name: module for module, names in _NAMES.items() for name in names.split()}


def _verbs_over_arrays() -> ModuleType:
    from sepax._verbs import verbs

    return verbs


answer_arrays_by(_verbs_over_arrays)

if not TYPE_CHECKING:  # for a type checker it would stand for any name

    def __getattr__(name: str) -> Any:
        """Import a module or a name at its first use."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        if _LATER[name] == __name__:
            return import_module(f"{__name__}.{name}")
        globals()[name] = found = getattr(import_module(_LATER[name]), name)
        return found


def __dir__() -> list[str]:
    """List all names, also those that are imported at their first use."""
    return sorted({*globals(), *_LATER})
