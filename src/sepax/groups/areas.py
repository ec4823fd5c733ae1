"""Areas that groups of convex parts cover, and share."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sepax._arguments import FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.arrays.unions import union_area
from sepax._core.interrupts import PIECE
from sepax.groups.seams import offsets_of, radii_of, run_plan, vertices_of


class Region(NamedTuple):
    """Parts that count as one, and whether some of them share an area."""

    parts: ShapeBlock
    overlaps: bool


def share_area(parts: ShapeBlock, i: IndexArray, j: IndexArray) -> bool:
    """Whether any of these pairs of parts share an area, exactly."""
    has_area = (radii_of(parts) > 0.0) | (np.diff(offsets_of(parts)) > 2)
    for start in range(0, len(i), PIECE):  # of a crowd there are very many, and few are needed
        some_i, some_j = i[start : start + PIECE], j[start : start + PIECE]
        between = (some_i < some_j) & has_area[some_i] & has_area[some_j]
        plan = ShapePairs(parts, parts, some_i[between], some_j[between])
        if run_plan(plan, "intersects", np.bool_, (), True).any():
            return True
    return False


def region_area(region: Region) -> float:
    """The area that parts cover together."""
    if region.overlaps:
        return union_area(region.parts, None)
    rows = np.arange(region.parts.count)
    return math.fsum(areas_of_pairs(region.parts, region.parts, rows, rows).tolist())


def areas_of_pairs(a: ShapeBlock, b: ShapeBlock, i: IndexArray, j: IndexArray) -> FloatArray:
    """Return the areas that parts i[k] and j[k] share."""
    areas: FloatArray = run_plan(ShapePairs(a, b, i, j), "overlap_area", np.float64)
    return areas


def ious_of_pairs(a: ShapeBlock, b: ShapeBlock, i: IndexArray, j: IndexArray) -> FloatArray:
    """Return the intersection over union of parts i[k] and j[k]."""
    shares: FloatArray = run_plan(ShapePairs(a, b, i, j), "iou", np.float64)
    return shares


def shared_area(a: Region, b: Region, i: IndexArray, j: IndexArray) -> float:
    """Return the area that two regions share; only their parts i[k] and j[k] may meet.

    The order of the regions does not matter. It is exactly 0.0 if no two parts overlap.
    """
    areas = areas_of_pairs(a.parts, b.parts, i, j)
    whole = math.fsum(areas.tolist())
    if np.count_nonzero(areas) <= 1 or not (a.overlaps or b.overlaps):
        return whole
    if are_same(a.parts, b.parts):
        return union_area(a.parts, None)
    in_order = vertices_of(a.parts).tolist() <= vertices_of(b.parts).tolist()
    one, other = (a, b) if in_order else (b, a)
    # Areas of two parts are the more accurate ones where little is shared.
    return max(float(areas.max()), min(whole, union_area(one.parts, other.parts)))


def are_same(a: ShapeBlock, b: ShapeBlock) -> bool:
    """Whether two groups have the same parts in the same order, to the bit."""
    return (
        a.count == b.count
        and a.vertex_count == b.vertex_count
        and all(np.array_equal(of(a), of(b)) for of in (offsets_of, radii_of, vertices_of))
    )


def region_iou(a: Region, b: Region, i: IndexArray, j: IndexArray) -> float:
    """Intersection over union of two regions: from 0.0 to 1.0."""
    shared = shared_area(a, b, i, j)
    if shared == 0.0:
        return 0.0
    if a.parts.count == b.parts.count == 1:  # that of the parts, wherever their vertices begin
        return float(ious_of_pairs(a.parts, b.parts, i, j)[0])
    if are_same(a.parts, b.parts):
        return 1.0
    area_a, area_b = region_area(a), region_area(b)
    shared = min(shared, area_a, area_b)
    return shared / (area_a + area_b - shared)
