"""OpenCV's intersections of convex polygons and rotated rectangles, and IoU for evaluators of text.

Nothing is patched, and OpenCV is not needed: a program imports the functions from here ::

    from sepax.compat.cv2 import intersectConvexConvex, rotatedRectangleIntersection

They take and return what OpenCV's do. OpenCV computes in float32, and with small coordinates, such
as those from 0 to 1, it often misses a part of an overlap. These compute in float64. What differs
is listed in ``docs/drop-ins-cv2.md``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax import (
    Compound,
    Polygon,
    ShapeArray,
    collide,
    covers,
    intersects,
    iou,
    iou_matrix,
    overlap,
    overlap_area,
)
from sepax._base.arguments import FloatArray
from sepax._core.arguments import radians_of

__all__ = [
    "INTERSECT_FULL",
    "INTERSECT_NONE",
    "INTERSECT_PARTIAL",
    "intersectConvexConvex",
    "polygon_iou",
    "polygon_iou_matrix",
    "rotatedRectangleIntersection",
]

INTERSECT_NONE, INTERSECT_PARTIAL, INTERSECT_FULL = 0, 1, 2

Points = npt.NDArray[np.float32]


def _points(value: npt.ArrayLike, name: str) -> FloatArray:
    """Return the points of an array in any of OpenCV's layouts, (n, 2)."""
    array = np.asarray(value, np.float64)
    if array.size and array.shape[-1] != 2:
        raise ValueError(f"{name} must be (n, 2), (n, 1, 2) or (1, n, 2), got {array.shape}")
    points: FloatArray = array.reshape(-1, 2)
    return points


def _hull(points: FloatArray, name: str) -> Polygon | None:
    """Return the convex hull of points; None if it has no area."""
    try:
        return Polygon(points)  # four times as fast as the hull
    except ValueError:
        finite = np.isfinite(points).all(axis=1)
    if not finite.all():
        row = int(np.argmin(finite))
        raise ValueError(f"{name}[{row}] must be finite, got {points[row].tolist()}")
    try:
        return Polygon.hull(points)
    except ValueError:
        return None


def _is_clockwise(points: FloatArray) -> bool:
    """Whether y turns to x, for a polygon that is convex, or nearly so."""
    corners = points.tolist()
    x, y = corners[0]
    turns = ((p[0] - x) * (q[1] - y) - (q[0] - x) * (p[1] - y) for p, q in pairwise(corners))
    return bool(sum(turns) < 0.0)


def intersectConvexConvex(  # noqa: N802 - the name that OpenCV has
    p1: npt.ArrayLike,
    p2: npt.ArrayLike,
    p12: Any = None,
    handleNested: bool = True,  # noqa: N803
) -> tuple[float, Points | None]:
    """Return the area that two convex polygons share, and the polygon that they share.

    Parameters
    ----------
    p1, p2 : (n, 2), (n, 1, 2) or (1, n, 2) array-like
        The vertices, either way round. Of points that are not convex, the convex hull counts.
    p12 : None
        OpenCV can write the result into an array. It returns it as well, as this function does.
    handleNested : bool, default True
        If False, a polygon within another one shares nothing with it, unless their boundaries
        touch.

    Returns
    -------
    area : float
        0.0 if the interiors do not meet. Its relative error is at most 1e-11.
    points : (k, 1, 2) float32 or None
        The vertices, rounded to float32, in the orientation of `p1`. None if the area is 0.0.

    Raises
    ------
    ValueError
        For another shape of an array, and for points that are not finite.

    Examples
    --------
    >>> square = np.array([(0, 0), (4, 0), (4, 4), (0, 4)], np.float32)
    >>> area, points = sepax.compat.cv2.intersectConvexConvex(square, square + 2)
    >>> area, points.reshape(-1, 2).tolist()
    (4.0, [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [2.0, 4.0]])
    """
    if p12 is not None:
        raise ValueError("p12 must be None: the result is returned")
    first, second = _points(p1, "p1"), _points(p2, "p2")
    a, b = _hull(first, "p1"), _hull(second, "p2")
    if a is None or b is None or not intersects(a, b, touching=False):
        return 0.0, None
    if not handleNested and (_is_within(a, b) or _is_within(b, a)):
        return 0.0, None
    shared = overlap(a, b)
    if shared is None:  # thinner than float64 numbers are apart there
        return overlap_area(a, b), None
    points = shared.vertices.astype(np.float32)[:, None]
    return overlap_area(a, b), points[::-1].copy() if _is_clockwise(first) else points


def _is_within(inner: Polygon, outer: Polygon) -> bool:
    """Whether a polygon lies within another one, and their boundaries do not touch."""
    corners = outer.vertices
    edges = ShapeArray.segments(corners, np.roll(corners, -1, axis=0))
    return covers(outer, inner) and not intersects(edges, inner).any()


def rotatedRectangleIntersection(  # noqa: N802 - the name that OpenCV has
    rect1: Any, rect2: Any
) -> tuple[int, Points | None]:
    """Return whether two rotated rectangles intersect, and the polygon that they share.

    Parameters
    ----------
    rect1, rect2 : tuple or OpenCV's RotatedRect
        Tuples ``((x, y), (width, height), angle)``. The angle is in degrees, from x towards y.

    Returns
    -------
    kind : int
        `INTERSECT_NONE` (0), `INTERSECT_PARTIAL` (1: they overlap or touch) or `INTERSECT_FULL`
        (2: one lies within the other).
    points : (k, 2) float32 or None
        The vertices of the shared polygon, the end points of a shared edge, or the point at which
        they touch. None if they do not intersect.

    Raises
    ------
    TypeError, ValueError
        For what is no such tuple; for numbers that are not finite.

    Notes
    -----
    The corners of a rectangle are rounded to float64, once. For them, the answer is exact. A
    rectangle without an area intersects nothing, as in OpenCV.

    Examples
    --------
    >>> crate, plank = ((0, 0), (4, 2), 0), ((1, 0), (8, 1), 90)
    >>> kind, points = sepax.compat.cv2.rotatedRectangleIntersection(crate, plank)
    >>> kind, points.tolist()
    (1, [[0.5, -1.0], [1.5, -1.0], [1.5, 1.0], [0.5, 1.0]])
    """
    a, b = _rectangle(rect1, "rect1"), _rectangle(rect2, "rect2")
    if a is None or b is None or not intersects(a, b):
        return INTERSECT_NONE, None
    for inner, outer in ((b, a), (a, b)):
        if covers(outer, inner):
            return INTERSECT_FULL, inner.vertices.astype(np.float32)
    shared = overlap(a, b)
    if shared is not None:
        return INTERSECT_PARTIAL, shared.vertices.astype(np.float32)
    contact = collide(a, b)
    return INTERSECT_PARTIAL, np.array([] if contact is None else contact.points, np.float32)


def _rectangle(value: Any, name: str) -> Polygon | None:
    """Return the rectangle; None if it has no area."""
    if hasattr(value, "center"):
        value = value.center, value.size, value.angle
    try:
        (x, y), (width, height), angle = value
        x, y, width, height, angle = numbers = [float(k) for k in (x, y, width, height, angle)]
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be ((x, y), (width, height), angle), got {value!r}") from None
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{name} must have finite numbers, got {value!r}")
    if width <= 0.0 or height <= 0.0:
        return None
    return Polygon.box(width, height, position=(x, y), angle=radians_of(angle))


def _region(points: npt.ArrayLike, name: str) -> Polygon | Compound:
    """Return a polygon of any shape."""
    ring = _points(points, name)
    try:
        return Polygon(ring)
    except ValueError:
        try:
            return Compound.from_polygon(ring)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None


def polygon_iou(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """Return the intersection over union of two polygons, which may be concave.

    This is what evaluators of text detection compute with shapely as
    ``a.intersection(b).area / a.union(b).area``.

    Parameters
    ----------
    a, b : (n, 2) array-like
        The vertices, either way round.

    Returns
    -------
    float
        From 0.0 to 1.0; see `sepax.iou`.

    Raises
    ------
    ValueError
        For edges that cross, polygons without an area, and points that are not finite: those that
        shapely calls invalid, and evaluators skip.

    Examples
    --------
    >>> word = [(0, 0), (6, 0), (6, 2), (0, 2)]
    >>> sepax.compat.cv2.polygon_iou(word, [(0, 0), (3, 0), (3, 2), (0, 2)])
    0.5
    """
    return float(iou(_region(a, "a"), _region(b, "b")))


def polygon_iou_matrix(
    truths: Iterable[npt.ArrayLike], detections: Iterable[npt.ArrayLike]
) -> FloatArray:
    """Return the intersection over union of all truths and all detections.

    It replaces two loops of an evaluator in one call.

    Parameters
    ----------
    truths, detections : (n, 4, 2) array-like, or a sequence of (k, 2) array-likes
        n and m polygons: quadrilaterals in one array, or polygons of any number of vertices.

    Returns
    -------
    (n, m) float64
        As `polygon_iou`, to the bit.

    Raises
    ------
    ValueError
        As `polygon_iou`. The message names the polygon.

    Examples
    --------
    >>> truths = [[(0, 0), (6, 0), (6, 2), (0, 2)], [(0, 5), (6, 5), (6, 7), (0, 7)]]
    >>> detections = [[(0, 0), (3, 0), (3, 2), (0, 2)]]
    >>> sepax.compat.cv2.polygon_iou_matrix(truths, detections)
    array([[0.5],
           [0. ]])
    """
    return iou_matrix(_regions(truths, "truths"), _regions(detections, "detections"))


def _regions(polygons: Iterable[Any], name: str) -> ShapeArray | list[Polygon | Compound]:
    rows = polygons if isinstance(polygons, np.ndarray) else list(polygons)
    if len(rows) and all(np.shape(row) == (4, 2) for row in rows):
        quads, kept = ShapeArray.from_quads(np.asarray(rows, np.float64), invalid="skip")
        if kept.all():
            return quads
    return [_region(row, f"{name}[{k}]") for k, row in enumerate(rows)]
