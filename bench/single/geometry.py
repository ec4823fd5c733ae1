"""Libraries for geometry on single pairs: shapely, as it comes and prepared, and OpenCV."""

import math
from importlib import import_module
from typing import Any

import numpy as np
from common.shapes import Array, Outline
from common.timing import Call

from single.contestant import Objects, OnPairs
from single.pairs import Pairs


class Shapely(OnPairs):
    """Shapely's methods; for shapes with a radius the distance of the cores, which is exact."""

    name = "shapely"
    distribution = "shapely"
    module = "shapely"
    rounded = True

    def __init__(self) -> None:
        super().__init__()
        self.translate = import_module("shapely.affinity").translate

    def build(self, outline: Outline) -> Any:
        if len(outline.local) == 1:
            return self.library.Point(outline.position)
        if len(outline.local) == 2:
            return self.library.LineString(outline.world)
        return self.library.Polygon(outline.world)

    def intersects(self, pairs: Pairs) -> Call:
        if not radii(pairs).any():
            return Call(self.objects(pairs), statement="b.intersects(a)")
        return Call(self._with_radii(pairs), statement="b.dwithin(a, radius)", names="a, b, radius")

    def distance(self, pairs: Pairs) -> Call:
        if not radii(pairs).any():
            return Call(self.objects(pairs), statement="b.distance(a)")
        return Call(
            self._with_radii(pairs),
            statement="b.distance(a) - radius",
            names="a, b, radius",
            read=lambda apart: max(apart, 0.0),
        )

    def overlap_area(self, pairs: Pairs) -> Call:
        return Call(self.objects(pairs), statement="b.intersection(a).area", read=float)

    def _with_radii(self, pairs: Pairs) -> list[tuple[Any, Any, float]]:
        rows = zip(self.objects(pairs), radii(pairs).tolist(), strict=True)
        return [(a, b, radius) for (a, b), radius in rows]

    def move_then_intersects(self, pairs: Pairs) -> Call:
        # Its geometries cannot move: a moved copy is what its users make.
        objects = self.objects(pairs)
        steps = np.concatenate((pairs.offset, np.zeros_like(pairs.offset))).tolist()
        reach = radii(pairs)
        columns = zip(objects * 2, reach.tolist() * 2, steps, strict=True)
        test = "dwithin({}, radius)" if reach.any() else "intersects({})"
        return Call(
            [(a, b, radius, *step) for (a, b), radius, step in columns],
            self.translate,
            "b." + test.format("f(a, dx, dy)"),
            "a, b, radius, dx, dy",
        )


class OpenCV(OnPairs):
    """Its function for convex polygons, in float32."""

    name = "OpenCV"
    distribution = "opencv-python-headless"
    module = "cv2"
    circles = False

    def build(self, outline: Outline) -> Any:
        return np.array(outline.world, np.float32)

    def overlap_area(self, pairs: Pairs) -> Call:
        function = self.library.intersectConvexConvex
        return Call(self.objects(pairs), function, read=lambda found: float(found[0]))


class RotatedRectangles(OpenCV):
    """Its function for rotated rectangles, and the area of the corners that this finds."""

    name = "OpenCV rect"

    def knows(self, pairs: Pairs) -> bool:
        return {pairs.a.kind, pairs.b.kind} == {"box"}

    def build(self, outline: Outline) -> Any:
        return outline.position, (outline.width, outline.height), math.degrees(outline.angle)

    def overlap_area(self, pairs: Pairs) -> Call:
        find, hull = self.library.rotatedRectangleIntersection, self.library.convexHull
        area = self.library.contourArea

        def share(a: Any, b: Any) -> float:
            kind, corners = find(a, b)
            found: float = area(hull(corners)) if kind else 0.0
            return found

        return Call(self.objects(pairs), share, read=float)


def radii(pairs: Pairs) -> Array:
    """Return the sum of the radii of each pair."""
    return pairs.a.radius + pairs.b.radius


class PreparedShapely(Shapely):
    """The same with every second shape prepared."""

    name = "prepared"

    def objects(self, pairs: Pairs) -> Objects:
        objects = super().objects(pairs)
        for _, b in objects:
            self.library.prepare(b)
        return objects
