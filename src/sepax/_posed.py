"""Queries of a scene by groups that have poses: parts are posed only where they are needed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sepax import _threads
from sepax._arguments import BoolArray, FloatArray, IndexArray, indices
from sepax._core.arrays.groups import GroupSide
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.nearest import NearestRows
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.arrays.row_scene import RowQueries
from sepax._core.arrays.worlds import SightLines
from sepax.groups.parts import Parts
from sepax.groups.sides import GroupTable

_FEW = 16  # groups, up to which all shapes are looked at before a tree is built


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


def groups_meet(
    groups: GroupSide, there: Parts, owner: npt.ArrayLike | None, workers: int
) -> BoolArray:
    """Return for each owner whether any group that it owns meets the scene; else for each.

    The scene has convex shapes. Each group is descended together with their tree, so only parts
    near something are posed.
    """
    rows, begins = rows_by_owner(owner, groups.count)
    hit: BoolArray = np.zeros(len(begins) - 1, np.bool_)
    if there.block.count:
        if isinstance(there.scene, ShapeTree) or groups.count <= _FEW:
            scene = GroupSide(there.scene, True)
        else:
            scene = GroupSide(ShapeTree(there.block), True)
        plan = RowPairs(groups, scene, rows, np.zeros(groups.count, np.intp))
        _threads.run(plan.meets_any, len(hit), workers, begins, hit.view(np.uint8))
    return hit


def posed_queries(table: GroupTable, there: Parts) -> RowQueries:
    """Return posed groups as queries of a scene of groups: no world is derived for them."""
    return RowQueries(table.compiled(), there.row_scene(None))


def nearest_to_groups(
    groups: GroupSide,
    there: Parts,
    columns: int,
    farthest: float,
    lines: SightLines | None,
    workers: int,
) -> tuple[IndexArray, FloatArray]:
    """Return the nearest of convex shapes to groups."""
    owners = np.arange(there.block.count, dtype=np.intp)  # several parts may find the same row
    plan = NearestRows(groups, there.scene, farthest, owners, lines)
    return run_nearest(plan, columns, workers)


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
