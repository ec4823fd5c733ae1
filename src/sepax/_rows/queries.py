"""Queries of scenes in which some rows are compounds.

A tree of the boxes of rows finds candidates, and the answers of rows decide.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import BoolArray, FloatArray, IndexArray, indices
from sepax._core.arrays.broadphase import candidate_pairs
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.arrays.row_scene import (
    FirstRows,
    RowQueries,
    RowScene,
    extent_of_rows,
    read_swept_boxes,
)
from sepax._core.arrays.visibility import RowGroups, Visibility
from sepax._rows.candidates import STRIPS, seen_from_one_side
from sepax._rows.motions import Motions
from sepax._rows.scenes import Scene

_FEW = 64  # up to so many queries, the tree is not sorted
_OFF = 2.0**-43  # of the largest coordinate: more than any rounding of distances


def pair_plan(here: Scene, there: Scene, i: IndexArray, j: IndexArray) -> ShapePairs | RowPairs:
    """Return the pairs of rows i of one scene and j of another, for the answers of verbs."""
    if here.rows is None and there.rows is None:
        return ShapePairs(here.block, there.block, i, j)
    return RowPairs(here.compiled(), there.compiled(), i, j)


def near_rows(
    here: Scene, there: Scene | None, reach: float, visibility: Visibility | None
) -> IndexArray:
    """Return the pairs of rows that are so near, and some others near them.

    Few queries of an index take its tree, others strips of boxes.
    """
    if there is not None and there.has_tree and here.row_count <= STRIPS * there.row_count:
        scene = there.row_scene(_groups_in(visibility))
        return np.asarray(RowQueries(here.compiled(), scene, visibility).near(reach, True))
    if (
        there is not None
        and here.has_tree
        and there.row_count <= STRIPS * here.row_count
        and visibility is None
    ):
        queries = RowQueries(there.compiled(), here.row_scene(None))
        return np.asarray(queries.near(reach, False))
    boxes, others = here.boxes(), None if there is None else there.boxes()
    largest = max(float(np.abs(of).max(initial=0.0)) for of in (boxes, others) if of is not None)
    wide = reach + _OFF * (reach + largest)
    if others is None:  # all boxes by half of the reach, rounded up
        return np.asarray(candidate_pairs(_widened(boxes, wide - 0.5 * wide), None, visibility))
    return np.asarray(candidate_pairs(_widened(boxes, wide), others, visibility))


def _groups_in(visibility: Visibility | None) -> RowGroups | None:
    return None if visibility is None else visibility.row_groups


def _widened(boxes: FloatArray, reach: float) -> FloatArray:
    boxes[:, :2] -= reach
    boxes[:, 2:] += reach
    return boxes


def _queries(here: Scene, there: Scene, visibility: Visibility | None) -> RowQueries:
    scene = there.row_scene(_groups_in(visibility), here.row_count > _FEW)
    return RowQueries(here.compiled(), scene, visibility)


def nearest_rows(
    here: Scene,
    there: Scene,
    farthest: float,
    columns: int,
    visibility: Visibility | None,
    workers: int,
    signed: bool,
) -> tuple[IndexArray, FloatArray]:
    """Return the rows nearest to each row, and their distances."""
    found = room_for(here.row_count, columns)
    queries = _queries(here, there, visibility)
    threads.run(queries.nearest, here.row_count, workers, farthest, signed, *found)
    return found


def meet_any_row(
    here: Scene,
    there: Scene,
    owner: npt.ArrayLike | None,
    visibility: Visibility | None,
    workers: int,
) -> BoolArray:
    """Return for each owner, or each row without owners, whether it meets any row of a scene."""
    rows, begins = rows_by_owner(owner, here.row_count)
    hit: BoolArray = np.zeros(len(begins) - 1, np.bool_)
    if there.row_count:
        queries = _queries(here, there, visibility)
        threads.run(queries.any, len(hit), workers, begins, rows, hit.view(np.uint8))
    return hit


def read_owners(owner: npt.ArrayLike, count: int) -> IndexArray:
    """Return the owners of so many shapes; who calls checks that none is negative."""
    given = indices(owner, "owner")
    if len(given) != count:
        raise ValueError(f"owner must have one number for each of {count} shapes, got {len(given)}")
    return given


def rows_by_owner(owner: npt.ArrayLike | None, count: int) -> tuple[IndexArray, IndexArray]:
    """Return so many rows in the order of their owners, and where those of each owner begin."""
    if owner is None:
        return np.arange(count, dtype=np.intp), np.arange(count + 1, dtype=np.intp)
    given = read_owners(owner, count)
    if given.min(initial=0) < 0:
        raise ValueError(f"owner[{np.argmin(given)}] must not be negative, got {given.min()}")
    rows = np.argsort(given, kind="stable")
    return rows, np.searchsorted(given[rows], np.arange(int(given.max(initial=-1)) + 2))


def room_for(count: int, columns: int) -> tuple[IndexArray, FloatArray]:
    """Return arrays for so many rows near each of so many shapes, and their distances."""
    try:
        return np.empty((count, columns), np.intp), np.empty((count, columns))
    except (ValueError, OverflowError):  # of NumPy, for sizes beyond any memory
        raise MemoryError(f"no memory for {columns} shapes each") from None


# --- rows in motion ---------------------------------------------------------------------


def _swept_boxes(
    scene: Scene, velocity: FloatArray, rate: FloatArray | None, end: float, extent: float
) -> FloatArray:
    boxes: FloatArray = np.empty((scene.row_count, 4))
    read_swept_boxes(scene.compiled(), velocity, rate, end, extent, boxes)
    return boxes


def swept_rows(
    here: Scene, there: Scene | None, motions: Motions, visibility: Visibility | None
) -> IndexArray:
    """Return the pairs of rows whose boxes around the motions meet, as one side sees them."""
    rate_a, rate_b = motions.rates
    extent = extent_of_rows(here.compiled(), (there or here).compiled(), motions.turning)
    of_a, of_b = seen_from_one_side(motions.velocity_a, motions.velocity_b)
    boxes = _swept_boxes(here, of_a, rate_a, motions.end, extent)
    others = None if there is None else _swept_boxes(there, of_b, rate_b, motions.end, extent)
    return np.asarray(candidate_pairs(boxes, others, visibility))


def first_rows(
    here: Scene, there: Scene, motions: Motions, visibility: Visibility | None, workers: int
) -> IndexArray:
    """Return which row of a scene each row meets first, -1 for none."""
    rows: IndexArray = np.full(here.row_count, -1, np.intp)
    if not here.row_count or not there.row_count:
        return rows
    row_groups = _groups_in(visibility)
    rate_a, rate_b = motions.rates
    asking, in_order = here.compiled(), here.row_count > _FEW
    if len(motions.velocity_b) == 1 and (rate_b is None or not rate_b.any()):
        scene = there.row_scene(row_groups, in_order)
        extent = extent_of_rows(asking, scene, motions.turning)
    else:
        extent = extent_of_rows(asking, there.compiled(), motions.turning)
        still = np.zeros((1, 2)) if len(motions.velocity_b) == 1 else motions.velocity_b
        boxes = _swept_boxes(there, still, rate_b, motions.end, extent)
        scene = RowScene(there.compiled(), row_groups, boxes, in_order)
    moving = motions.velocity_a, motions.velocity_b, rate_a, rate_b, motions.end
    plan = FirstRows(asking, scene, *moving, extent, visibility)
    threads.run(plan.find, plan.count, workers, rows)
    return rows
