"""sepax: exact, fast collision of convex shapes in the plane.

Do these shapes touch, how do I part them, and when will they meet?

>>> import sepax
>>> a = sepax.Polygon.box(2, 1, angle=0.5)
>>> b = sepax.Circle((1, 0.5), 0.5)
>>> sepax.intersects(a, b)
True
"""

from sepax import raw
from sepax._core.pair import (
    collide,
    contains,
    intersects,
    mtv,
    project,
    separating_axis,
    sweep,
)
from sepax._core.results import Contact, Impact
from sepax._core.simd import simd_level
from sepax.arrays import ShapeArray, find_pairs
from sepax.batch import Contacts, Impacts
from sepax.shapes import Circle, Polygon

__version__ = "0.1.0"

__all__ = [
    "Circle",
    "Contact",
    "Contacts",
    "Impact",
    "Impacts",
    "Polygon",
    "ShapeArray",
    "collide",
    "contains",
    "find_pairs",
    "intersects",
    "mtv",
    "project",
    "raw",
    "separating_axis",
    "simd_level",
    "sweep",
]
