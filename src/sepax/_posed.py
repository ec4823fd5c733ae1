"""Queries of a scene by groups that have poses: parts are posed only where they are needed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sepax import _threads
from sepax._arguments import BoolArray, FloatArray, IndexArray, indices
from sepax._core.arrays.groups import GroupRows, GroupSide
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.nearest import NearestRows
from sepax._core.arrays.row_scene import RowQueries
from sepax.groups.parts import Parts
from sepax.groups.sides import GroupTable


def read_owners(owner: npt.ArrayLike, count: int) -> IndexArray:
    """Return the owners of so many shapes; that none is negative, is for others to check."""
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


def posed_meet(
    table: GroupTable, there: Parts, owner: npt.ArrayLike | None, workers: int
) -> BoolArray:
    """Return for each owner whether any posed group that it owns meets the scene; else for each.

    Each group is descended together with the tree of the scene, so only parts near something are
    posed.
    """
    count = table.count
    rows, begins = rows_by_owner(owner, count)
    hit: BoolArray = np.zeros(len(begins) - 1, np.bool_)
    if there.block.count:
        scene = there.scene if isinstance(there.scene, ShapeTree) else ShapeTree(there.block)
        plan = GroupRows(table.compiled(), GroupSide(scene), rows, np.zeros(count, np.intp))
        _threads.run(plan.meets_any, len(hit), workers, begins, hit.view(np.uint8))
    return hit


def posed_queries(table: GroupTable, there: Parts) -> RowQueries:
    """Return posed groups as queries of a scene of groups: no world is derived for them."""
    return RowQueries(table.compiled(), there.row_scene(None))


def nearest_to_posed(
    table: GroupTable, there: Parts, columns: int, farthest: float, workers: int
) -> tuple[IndexArray, FloatArray]:
    """Return the nearest shapes of a scene to groups whose parts are posed one by one."""
    owners = np.arange(there.block.count, dtype=np.intp)  # several parts may find the same row
    return run_nearest(
        NearestRows(table.rows, there.scene, farthest, None, owners), columns, workers
    )


def run_nearest(plan: NearestRows, columns: int, workers: int) -> tuple[IndexArray, FloatArray]:
    """Run a plan; return the rows that it finds, and their distances."""
    found = room_for(plan.count, columns)
    _threads.run(plan.find, plan.count, workers, *found)
    return found


def room_for(count: int, columns: int) -> tuple[IndexArray, FloatArray]:
    """Return arrays for so many rows near each of so many shapes, and their distances."""
    try:
        return np.empty((count, columns), np.intp), np.empty((count, columns))
    except (ValueError, OverflowError):  # of NumPy, for sizes beyond any memory
        raise MemoryError(f"no memory for {columns} shapes each") from None
