"""The shortest move that parts two groups of convex parts, of blocks of memory."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sepax._arguments import IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.parting import compare_boxes, parting_toward, shortest_parting
from sepax._core.touching import touching_normal
from sepax.groups.seams import Spot, as_integers, offsets_of, radii_of, vertices_of


class Parting(NamedTuple):
    """How to part two groups that meet; groups that only touch have a depth of 0.0.

    `vector` is the result of `mtv`: add it to the position of a. It is about ``-depth * normal``.
    `normal` is a unit vector from a to b.
    """

    vector: tuple[float, float]
    normal: tuple[float, float]
    depth: float

    def swapped(self) -> Parting:
        """Return the same of b and a; no negative zeros."""
        (x, y), (normal_x, normal_y) = self.vector, self.normal
        return Parting((0.0 - x, 0.0 - y), (0.0 - normal_x, 0.0 - normal_y), self.depth)


_Comparable = tuple[list[int], list[tuple[Any, ...]]]


def _moments(rings: list[list[Spot]]) -> list[int]:
    """Return the area, the centre and the moments of polygons, times whole numbers; exact."""
    total = [0] * 6
    for ring in rings:
        for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True):
            area = x * v - y * u
            twice = (2 * x * y + x * v + u * y + 2 * u * v) * area
            squares = ((x * x + x * u + u * u) * area, (y * y + y * v + v * v) * area)
            for k, term in enumerate((area, (x + u) * area, (y + v) * area, *squares, twice)):
                total[k] += term
    return total


def _comparable(a: ShapeBlock, b: ShapeBlock) -> list[_Comparable]:
    """Return a key of each group, which does not depend on how the group is cut into parts."""
    rings = [np.split(vertices_of(block), offsets_of(block)[1:-1]) for block in (a, b)]
    spots = as_integers(rings[0] + rings[1])
    found: list[_Comparable] = []
    for block, whole in ((a, spots[: a.count]), (b, spots[a.count :])):
        parts = list(zip(radii_of(block).tolist(), whole, strict=True))
        polygons = [ring for radius, ring in parts if radius == 0.0 and len(ring) > 2]
        others = {(radius, *ring) for radius, ring in parts if radius > 0.0 or len(ring) < 3}
        found.append((_moments(polygons), sorted(others)))
    return found


def _is_first(a: ShapeBlock, b: ShapeBlock) -> bool:
    """Whether a is the first of two groups, whichever order they are given in.

    The first is the one whose bounding box begins farther to the right, or else higher, or ends
    earlier: one inside of the other. In the same box moments decide. Of groups that cover the same,
    it is a.
    """
    order = compare_boxes(a, b)
    if order == 0:
        first, second = _comparable(a, b)
        order = -1 if first <= second else 1
    return order < 0


def part(a: ShapeBlock, b: ShapeBlock) -> Parting:
    """Separate two groups whose interiors meet. Swapping the groups flips all signs."""
    if _is_first(a, b):
        return _parting(*shortest_parting(a, b))
    return _parting(*shortest_parting(b, a)).swapped()


def _parting(x: float, y: float, normal_x: float, normal_y: float) -> Parting:
    return Parting((x, y), (normal_x, normal_y), math.hypot(x, y))


def part_toward(a: ShapeBlock, b: ShapeBlock, out: Parting, toward: tuple[float, float]) -> Parting:
    """Of all ways as short as `out`, return the one that leads farthest along a direction.

    Of two that lead as far the one to the left of it: so with the groups swapped, and the direction
    turned round, only signs change.
    """
    found = parting_toward(a, b, out.depth, *toward)
    return out if found is None else _parting(*found)


def part_touching(a: ShapeBlock, b: ShapeBlock, i: IndexArray, j: IndexArray) -> Parting:
    """Return the normal of groups that only touch; only these pairs of parts are near."""
    if _is_first(a, b):
        return Parting((0.0, 0.0), touching_normal(a, b, i, j), 0.0)
    return Parting((0.0, 0.0), touching_normal(b, a, j, i), 0.0).swapped()


def part_one_from_one(a: ShapeBlock, b: ShapeBlock) -> tuple[float, float] | None:
    """Return what parts two single parts, or None of parts that are apart."""
    vector, hit = np.empty((1, 2)), np.empty(1, np.uint8)
    ShapePairs(a, b).answer(0, 1, "mtv", (vector, hit))
    return (float(vector[0, 0]), float(vector[0, 1])) if hit[0] else None
