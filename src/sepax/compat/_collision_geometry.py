"""The small functions of the `collision` package that programs may import by name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from sepax.compat._core.collision_vector import Vector

PI = math.pi
TWO_PI = 2.0 * math.pi

LEFT_VORONOI_REGION = -1
MIDDLE_VORONOI_REGION = 0
RIGHT_VORONOI_REGION = 1

Box = Sequence[Sequence[float]]


def test_aabb(b1: Box, b2: Box) -> bool:
    """Whether two bounding boxes meet, as the property `aabb` gives them."""
    (low_1, _, _, high_1), (low_2, _, _, high_2) = b1, b2
    return all(low_1[i] <= high_2[i] and low_2[i] <= high_1[i] for i in (0, 1))


def flatten_points_on(points: Sequence[Any], normal: Any, result: list[float]) -> None:
    """Write the least and the greatest scalar product with a vector into a list of two."""
    along = [point.dot(normal) for point in points]
    result[0], result[1] = min(along, default=math.inf), max(along, default=-math.inf)


def is_separating_axis(
    a_pos: Any,
    b_pos: Any,
    a_points: Sequence[Any],
    b_points: Sequence[Any],
    axis: Any,
    response: Any = None,
) -> bool:
    """Whether the projections of two point sets on a unit vector are apart; in plain floats.

    Otherwise a response, if given, takes the axis over if they overlap less on it.
    """
    a, b = [0.0, 0.0], [0.0, 0.0]
    flatten_points_on(a_points, axis, a)
    flatten_points_on(b_points, axis, b)
    offset = (b_pos - a_pos).dot(axis)
    b = [b[0] + offset, b[1] + offset]
    if a[0] > b[1] or b[0] > a[1]:
        return True
    if response:
        response.a_in_b = response.a_in_b and b[0] <= a[0] and a[1] <= b[1]
        response.b_in_a = response.b_in_a and a[0] <= b[0] and b[1] <= a[1]
        forwards, backwards = a[1] - b[0], b[1] - a[0]
        if min(forwards, backwards) < response.overlap:
            response.overlap = min(forwards, backwards)
            response.overlap_n = axis.copy() if forwards <= backwards else axis.reverse()
    return False


def voronoi_region(line: Any, point: Any) -> int:
    """Return -1, 0 or 1 for a point before, beside or behind a vector from the origin."""
    along = point.dot(line)
    if along < 0:
        return LEFT_VORONOI_REGION
    return RIGHT_VORONOI_REGION if along > line.ln2() else MIDDLE_VORONOI_REGION


def triangle_sum(x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> float:
    """Minus twice the signed area of a triangle: negative when it is counter-clockwise."""
    return x1 * (y3 - y2) + x2 * (y1 - y3) + x3 * (y2 - y1)


def triangle_area(x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> float:
    """Area of a triangle, not negative."""
    return abs(triangle_sum(x1, y1, x2, y2, x3, y3)) / 2.0


def _turn(p: Any, q: Any, r: Any) -> float:
    """Twice the signed area: positive where r is to the left of the way from p to q."""
    return float((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x))


def is_convex(prev: Any, point: Any, next: Any) -> bool:  # noqa: A002 - the host's own name
    """Whether three points turn left."""
    return _turn(prev, point, next) > 0.0


def is_point_inside(p: Any, a: Any, b: Any, c: Any) -> bool:
    """Whether a point is in a triangle of either winding, its boundary included."""
    turns = (_turn(a, b, p), _turn(b, c, p), _turn(c, a, p))
    return min(turns) >= 0.0 or max(turns) <= 0.0


def contains_no_points(p1: Any, p2: Any, p3: Any, polygon: Sequence[Any]) -> bool:
    """Whether no point of a list, the corners apart, is in a triangle."""
    corners = (p1, p2, p3)
    return not any(p not in corners and is_point_inside(p, *corners) for p in polygon)


def is_ear(p1: Any, p2: Any, p3: Any, polygon: Sequence[Any]) -> bool:
    """Whether three neighbours of a counter-clockwise polygon can be cut off it."""
    return is_convex(p1, p2, p3) and contains_no_points(p1, p2, p3, polygon)


def is_convex_polygon(polygon: Sequence[Any]) -> bool:
    """Whether a polygon of either winding is strictly convex and goes round once.

    Parameters
    ----------
    polygon : sequence of pairs or Vector
    """
    points = [Vector(x, y) for x, y in polygon]
    if len(points) < 3:
        return False
    before, after = points[-1:] + points[:-1], points[1:] + points[:1]
    turns = [_turn(p, q, r) for p, q, r in zip(before, points, after, strict=True)]
    if not (min(turns) > 0.0 or max(turns) < 0.0):
        return False
    # The edges of a ring that goes round once change their direction along x twice.
    forwards = [(p.x, p.y) < (q.x, q.y) for p, q in zip(points, after, strict=True)]
    return sum(a != b for a, b in zip(forwards, forwards[1:] + forwards[:1], strict=True)) == 2


__all__ = [
    "LEFT_VORONOI_REGION",
    "MIDDLE_VORONOI_REGION",
    "PI",
    "RIGHT_VORONOI_REGION",
    "TWO_PI",
    "Vector",
    "contains_no_points",
    "flatten_points_on",
    "is_convex",
    "is_convex_polygon",
    "is_ear",
    "is_point_inside",
    "is_separating_axis",
    "test_aabb",
    "triangle_area",
    "triangle_sum",
    "voronoi_region",
]
