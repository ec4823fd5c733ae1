"""The `collision` package on sepax: the same names, exact answers.

>>> import sepax.compat.collision as collision
>>> a = collision.Poly.from_box(collision.Vector(0, 0), 2, 2)
>>> b = collision.Circle(collision.Vector(1.5, 0), 1)
>>> response = collision.Response()
>>> collision.collide(a, b, response)
True
>>> response.overlap_v
Vector [0.5, 0.0]

Nothing of the original is needed. For programs that import it by its own name, call `enable`
before they do::

    import sepax.compat.collision
    sepax.compat.collision.enable()
"""

from __future__ import annotations

import math
import sys
from types import ModuleType

from sepax.compat import _collision_geometry as _geometry
from sepax.compat._collision_geometry import *  # noqa: F403 - all of __all__
from sepax.compat._core.collision_shapes import (
    Circle,
    Concave_Poly,
    Poly,
    Response,
    earclip,
    is_clockwise,
)
from sepax.compat._core.collision_tests import (
    collide,
    point_in_circle,
    point_in_concave_poly,
    point_in_poly,
    test_circle_circle,
    test_circle_poly,
    test_concave_poly_circle,
    test_concave_poly_concave_poly,
    test_concave_poly_poly,
    test_poly_circle,
    test_poly_poly,
)
from sepax.compat._core.collision_vector import Vector
from sepax.compat._patching import ModuleBackend

# Shared objects of the original, which some programs borrow; nothing here uses them.
RESPONSE = Response()
TEST_POINT = Poly(Vector(0, 0), [Vector(0, 0), Vector(1e-7, 1e-7)])

# What ``from collision import *`` gives, `math` included.
__all__ = [
    "RESPONSE",
    "TEST_POINT",
    "Circle",
    "Concave_Poly",
    "Poly",
    "Response",
    "collide",
    "earclip",
    "is_clockwise",
    "math",
    "point_in_circle",
    "point_in_concave_poly",
    "point_in_poly",
    "test_circle_circle",
    "test_circle_poly",
    "test_concave_poly_circle",
    "test_concave_poly_concave_poly",
    "test_concave_poly_poly",
    "test_poly_circle",
    "test_poly_poly",
]
__all__ += _geometry.__all__

_PARTS = ("circle", "poly", "response", "tests", "tripy", "util")


def __getattr__(name: str) -> ModuleType:
    """Let this module stand for each of the original's modules."""
    if name in _PARTS:
        return sys.modules[__name__]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _modules() -> dict[str, ModuleType]:
    this = sys.modules[__name__]
    return {"collision": this} | {f"collision.{part}": this for part in _PARTS}


_backend = ModuleBackend("collision", _modules)
disable, enabled = _backend.disable, _backend.enabled


def enable() -> None:
    """Let ``import collision`` find this module, whether the original is installed or not.

    Call it before the program imports `collision`: names that were taken earlier stay those
    of the original, and the shapes of the one are unknown to the other.
    """
    _backend.enable()
