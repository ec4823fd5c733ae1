"""highway-env on sepax: its test of two polygons, to the last bit.

>>> import sepax.compat.highway_env
>>> sepax.compat.highway_env.enable()  # doctest: +SKIP

Observations, rewards and terminations stay what they were: agents trained with the one run
with the other. ``enable(fix_rectangles=True)`` also puts the right answer into
`rotated_rectangles_intersect`, which changes what some vehicles do.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy import ndarray

from sepax._core.raw import intersects
from sepax.compat._core.highway_env import displaced_polygons
from sepax.compat._patching import FunctionBackend

__all__ = ["disable", "enable", "enabled"]

Verdict: TypeAlias = tuple[bool, bool, Any]
PolygonTest: TypeAlias = Callable[[Any, Any, Any, Any], Verdict]
Rectangle: TypeAlias = tuple[Any, float, float, float]
RectangleTest: TypeAlias = Callable[[Rectangle, Rectangle], bool]


def dot_is_fused() -> bool:
    """Return how NumPy's BLAS rounds the dot product of two vectors of length 2.

    Returns
    -------
    bool
        True for ``fma(y0, y1, x0 * x1)``, False for two products and a sum.

    Raises
    ------
    RuntimeError
        For anything else.
    """
    # The square of a rounds to 2 a - 1 and leaves a rest of 2^-60, which only a fused product
    # shows; in the first product it is never seen unless that one is fused.
    a = 1.0 + 2.0**-30
    square = 2.0 * a - 1.0
    rests = (
        float(np.array([-square, a]).dot(np.array([1.0, a]))),
        float(np.array([a, -square]).dot(np.array([a, 1.0]))),
    )
    if rests not in ((0.0, 0.0), (2.0**-60, 0.0)):
        raise RuntimeError(
            "sepax.compat cannot give the bits of highway-env here: NumPy's dot product of two "
            f"vectors of length 2 rounds in an unknown way (rests {rests}); nothing was changed"
        )
    return rests[0] != 0.0


def _polygon_test(stock: PolygonTest, fused: bool) -> PolygonTest:
    """Return the fast test, which leaves unknown arguments to the stock one."""

    @wraps(stock)
    def are_polygons_intersecting(
        a: Any, b: Any, displacement_a: Any, displacement_b: Any
    ) -> Verdict:
        if type(a) is type(b) is type(displacement_a) is type(displacement_b) is ndarray:
            verdict = displaced_polygons(a, b, displacement_a, displacement_b, fused)
            if verdict is not None:
                if verdict[2] is None:
                    return verdict
                return verdict[0], verdict[1], np.array(verdict[2])
        return stock(a, b, displacement_a, displacement_b)

    return are_polygons_intersecting


def _rectangle_test(stock: RectangleTest) -> RectangleTest:
    """Return the true test, which leaves what is no rectangle to the stock one."""

    @wraps(stock)
    def rotated_rectangles_intersect(rect1: Rectangle, rect2: Rectangle) -> bool:
        sides = (rect1[1], rect1[2], rect2[1], rect2[2])
        if not all(0.0 < side < math.inf for side in sides):
            return stock(rect1, rect2)
        try:
            return intersects(_corners(*rect1), _corners(*rect2))
        except ValueError:  # NaN, infinity, or so far away that corners coincide
            return stock(rect1, rect2)

    return rotated_rectangles_intersect


def _corners(center: Any, length: float, width: float, angle: float) -> list[tuple[float, float]]:
    x, y = float(center[0]), float(center[1])
    along_x, along_y = 0.5 * length * math.cos(angle), 0.5 * length * math.sin(angle)
    across_x, across_y = -0.5 * width * math.sin(angle), 0.5 * width * math.cos(angle)
    return [
        (x + i * along_x + j * across_x, y + i * along_y + j * across_y)
        for i, j in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    ]


def _replacements(fix_rectangles: bool = False) -> dict[str, Any]:
    utils = import_module("highway_env.utils")
    polygons, rectangles = "are_polygons_intersecting", "rotated_rectangles_intersect"
    test = _polygon_test(_original(utils, polygons), dot_is_fused())
    replacements: dict[str, Any] = {f"highway_env.utils.{polygons}": test}
    if fix_rectangles:
        test_rectangles = _rectangle_test(_original(utils, rectangles))
        replacements[f"highway_env.utils.{rectangles}"] = test_rectangles
    return replacements


def _original(module: ModuleType, name: str) -> Any:
    """Return the function of the host, also where ours stands in its place at the moment."""
    current = getattr(module, name, None)  # the backend reports missing arguments
    return getattr(current, "__wrapped__", current)


_backend = FunctionBackend("highway_env", _replacements, distribution="highway-env")
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents(
    "highway-env",
    lacks=" lacks something, or NumPy's dot product rounds in an unknown way",
)
def enable(*, fix_rectangles: bool = False) -> None:
    """Let highway-env run on sepax.

    Parameters
    ----------
    fix_rectangles : bool, default False
        Also answer `rotated_rectangles_intersect` truthfully. The stock function looks for
        corners and midpoints of one rectangle inside of the other, which it turns the wrong
        way; so it misses hits and sees some that are none. Changes the behaviour of vehicles.
    """
    _backend.enable(fix_rectangles=fix_rectangles)
