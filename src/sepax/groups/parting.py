"""The shortest move that parts two groups of convex parts, of blocks of memory."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sepax._arguments import FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.parting import shortest_parting, touching_normal
from sepax.groups.seams import offsets_of, radii_of, vertices_of


class Parting(NamedTuple):
    """How to part two groups that meet; groups that only touch have a depth of 0.0.

    `vector` is what `mtv` says: add it to the position of a. It is about ``-depth * normal``, and
    `normal` a unit vector from a to b.
    """

    vector: tuple[float, float]
    normal: tuple[float, float]
    depth: float


def _contents(block: ShapeBlock) -> tuple[FloatArray, IndexArray, FloatArray]:
    """Return the world vertices of all parts, where those of each begin, and the radii."""
    return vertices_of(block), offsets_of(block), radii_of(block)


def part(a: ShapeBlock, b: ShapeBlock) -> Parting:
    """Part two groups of which the interiors meet."""
    x, y, normal_x, normal_y = shortest_parting(_contents(a), _contents(b))
    return Parting((x, y), (normal_x, normal_y), math.hypot(x, y))


def part_touching(a: ShapeBlock, b: ShapeBlock, i: IndexArray, j: IndexArray) -> Parting:
    """Say how groups touch that do no more, in these pairs of parts."""
    return Parting((0.0, 0.0), touching_normal(_contents(a), _contents(b), i, j), 0.0)


def part_one_from_one(a: ShapeBlock, b: ShapeBlock) -> tuple[float, float] | None:
    """Return what parts two single parts, or None of parts that are apart."""
    vector, hit = np.empty((1, 2)), np.empty(1, np.uint8)
    ShapePairs(a, b).mtv(0, 1, vector, hit)
    return (float(vector[0, 0]), float(vector[0, 1])) if hit[0] else None
