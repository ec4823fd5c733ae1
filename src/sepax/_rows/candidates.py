"""Candidate pairs of shapes: those whose bounding boxes meet, are near, or meet in motion."""

from __future__ import annotations

import numpy as np

from sepax._base.arguments import FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.broadphase import candidate_pairs, classified_pairs
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.scans import GroupScan
from sepax._core.arrays.scene import (
    joint_extent,
    pairs_of_tree,
    read_near_bounds,
    read_swept_bounds,
)
from sepax._core.arrays.visibility import Visibility

STRIPS = 0.1  # of the rows of an index: from so many queries on, strips are faster than the tree


def block_of_scene(scene: ShapeBlock | ShapeTree) -> ShapeBlock:
    """Return the shapes of a scene, with or without a tree."""
    return scene.block if isinstance(scene, ShapeTree) else scene


def wide_bounds(shapes: ShapeBlock, reach: float, extent: float) -> FloatArray:
    """Return bounds that surely hold the shapes and all within reach of them."""
    out = np.empty((shapes.count, 4))
    read_near_bounds(shapes, reach, extent, out)
    return out


def tree_pairs(
    here: ShapeBlock | ShapeTree,
    there: ShapeBlock | ShapeTree | None,
    reach: float,
    visibility: Visibility | None,
) -> memoryview | None:
    """Return the pairs whose boxes are so near, if a tree finds them faster than strips do."""
    if there is not None:
        own, other = block_of_scene(here), block_of_scene(there)
        if isinstance(there, ShapeTree) and own.count <= STRIPS * other.count:
            if visibility is None or visibility.row_groups is there.row_groups:
                return pairs_of_tree(
                    there, own, tree_first=False, reach=reach, visibility=visibility
                )
        elif (
            isinstance(here, ShapeTree) and other.count <= STRIPS * own.count and visibility is None
        ):
            return pairs_of_tree(here, other, tree_first=True, reach=reach)
    return None


def near_pairs(
    here: ShapeBlock | ShapeTree,
    there: ShapeBlock | ShapeTree | None,
    reach: float,
    visibility: Visibility | None = None,
) -> memoryview:
    """Return the pairs whose boxes are so near: by a tree for few queries, else by strips."""
    if (found := tree_pairs(here, there, reach, visibility)) is not None:
        return found
    own, other = block_of_scene(here), None if there is None else block_of_scene(there)
    if visibility is not None and visibility.suit_scans:
        scan = GroupScan(own, own if other is None else other, visibility)
        return scan.within(reach) if other is None else scan.near(0, own.count, reach)
    extent = joint_extent(own, own if other is None else other) if reach > 0.0 else 0.0
    if other is None:  # all boxes by half of the reach, rounded up
        return candidate_pairs(wide_bounds(own, reach - 0.5 * reach, extent), None, visibility)
    return candidate_pairs(
        wide_bounds(own, reach, extent), wide_bounds(other, 0.0, 0.0), visibility
    )


def tested_pairs(
    here: ShapeBlock | ShapeTree,
    there: ShapeBlock | ShapeTree | None,
    touching: bool,
    visibility: Visibility | None,
) -> tuple[memoryview, bool]:
    """Return the pairs whose boxes meet and that lanes did not find apart; and whether all meet."""
    if (found := tree_pairs(here, there, 0.0, visibility)) is not None:
        return found, False
    if visibility is not None and visibility.suit_scans:
        return near_pairs(here, there, 0.0, visibility), False
    own, other = block_of_scene(here), None if there is None else block_of_scene(there)
    others = None if other is None else wide_bounds(other, 0.0, 0.0)
    return classified_pairs(touching, own, wide_bounds(own, 0.0, 0.0), other, others, visibility)


def seen_from_one_side(
    velocity_a: FloatArray, velocity_b: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return velocities relative to the side that has one for all its rows, if there is one."""
    alike = (velocity for velocity in (velocity_b, velocity_a) if len(velocity) == 1)
    frame = next(alike, np.zeros((1, 2)))
    return velocity_a - frame, velocity_b - frame


def swept_pairs(
    here: ShapeBlock,
    there: ShapeBlock | None,
    velocity_a: FloatArray,
    velocity_b: FloatArray,
    end: float,
    turns_a: FloatArray | None = None,
    turns_b: FloatArray | None = None,
    visibility: Visibility | None = None,
) -> IndexArray:
    """Return the pairs whose boxes around the motions meet, as one side sees them.

    Turns, of both sides or of neither, are rates: one for all shapes, or one for each.
    """
    extent = joint_extent(here, here if there is None else there, turns_a, turns_b)
    velocity_a, velocity_b = seen_from_one_side(velocity_a, velocity_b)

    def bounds(side: ShapeBlock, velocity: FloatArray, turns: FloatArray | None) -> FloatArray:
        out = np.empty((side.count, 4))
        read_swept_bounds(side, velocity, end, extent, out, turns)
        return out

    near = candidate_pairs(
        bounds(here, velocity_a, turns_a),
        None if there is None else bounds(there, velocity_b, turns_b),
        visibility,
    )
    return np.asarray(near)
