"""Paths of poses: where a shape that goes through them, turning on its way, meets a scene."""

from __future__ import annotations

from _thread import allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import COORDINATE_LIMIT, MOST_RADIANS, FloatArray, IndexArray, reals
from sepax._core.arguments import positive_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.posed import CompoundRows
from sepax._rows.motions import NO_RATES, Motions
from sepax._rows.part_tables import geometry_numbers, rows_of_items
from sepax._rows.queries import pair_plan
from sepax._rows.scenes import Scene, scene_of, scene_of_rows
from sepax._rows.sides import RowTable
from sepax.index import AnyScene
from sepax.scene import any_met, first_met

_ROWS = 1 << 14  # parts at poses, at a time
_PIECES = 8  # of each path in the first block; twice as many in each block that follows

# --- poses ------------------------------------------------------------------------------


def _require_poses(array: npt.NDArray[Any], name: str) -> None:
    if array.ndim not in (2, 3) or array.shape[-1] != 3:
        raise ValueError(
            f"{name} must have the shape (m, 3) or, of many paths, (n, m, 3): x, y and angle; "
            f"got {array.shape}"
        )
    if array.shape[-2] == 0:
        raise ValueError(f"{name} must hold at least one pose in each path, got {array.shape}")


def _pose_name(poses: FloatArray, path: int, pose: int) -> str:
    """Return how a message names a pose."""
    return f"poses[{pose}]" if poses.ndim == 2 else f"poses[{path}, {pose}]"


def _require_all(fine: Any, poses: FloatArray, words: str) -> None:
    """Raise for the first pose, or way to the next one, that is not fine."""
    if not fine.all():
        path, pose = divmod(int(np.argmin(fine)), fine.shape[-1])
        given = poses.reshape(-1, *poses.shape[-2:])[path, pose].tolist()
        raise ValueError(f"{_pose_name(poses, path, pose)}: {words}, got {given}")


def _read_poses(value: npt.ArrayLike) -> FloatArray:
    """Return poses that are within the limits of poses and motions, (m, 3) or (n, m, 3)."""
    poses = reals(value, "poses", _require_poses)
    near = np.abs(poses) <= (COORDINATE_LIMIT, COORDINATE_LIMIT, MOST_RADIANS)
    _require_all(near[..., :2].all(axis=-1), poses, "x and y must be finite and within 2**240")
    _require_all(near[..., 2], poses, "the angle must be finite and within 2**31 radians")
    ways = np.abs(np.diff(poses, axis=-2)) <= (COORDINATE_LIMIT, COORDINATE_LIMIT, MOST_RADIANS)
    words = "the next pose must be within 2**240 and 2**31 radians of this one"
    _require_all(ways.all(axis=-1), poses, words)
    return poses


# --- shapes at poses --------------------------------------------------------------------


def _pose_rows(
    rows: ShapeBlock | CompoundRows, poses: FloatArray, named: Callable[[int], str]
) -> None:
    """Set poses, (k, 3), which messages name."""
    columns = np.ascontiguousarray(poses[:, :2]), np.ascontiguousarray(poses[:, 2])
    try:
        rows.set_poses(None, *columns)
    except ValueError as error:
        which, _, reason = str(error).partition(": ")  # "shape 3", if there are several
        word, _, row = which.partition(" ")
        if word not in ("shape", "compound") or not row.isdecimal():
            row, reason = "0", str(error)
        raise ValueError(f"{named(int(row))}: {reason}") from None


class _Movers:
    """Shapes and compounds, to be copied to poses."""

    def __init__(self, shapes: Scene) -> None:
        self.count = shapes.row_count
        self.rows: ShapeBlock | CompoundRows
        if shapes.rows is None:
            self.rows = shapes.block
        elif isinstance(shapes.rows, RowTable):
            self.rows = shapes.rows.rows
        else:
            self.rows = rows_of_items(shapes.rows.items)

    @property
    def most_parts(self) -> int:
        """The largest number of parts of a shape."""
        if isinstance(self.rows, ShapeBlock):
            return 1
        starts: IndexArray = np.empty(self.count + 1, np.intp)
        self.rows.read_starts(starts)
        return int(np.diff(starts).max(initial=1))

    def posed(self, rows: IndexArray, poses: FloatArray, named: Callable[[int], str]) -> Scene:
        """Return copies of rows at poses, (k, 3), which messages name."""
        if isinstance(self.rows, ShapeBlock):
            copies = self.rows.take(rows)
            _pose_rows(copies, poses, named)
            return Scene(copies, None)
        copied = CompoundRows(self.rows.table, geometry_numbers(self.rows)[rows], allocate_lock())
        _pose_rows(copied, poses, named)
        return scene_of_rows(RowTable(copied))


# --- the search -------------------------------------------------------------------------


class _Search:
    """Paths through a scene that rests."""

    def __init__(self, movers: _Movers, scene: Scene, poses: FloatArray, workers: int) -> None:
        self.movers, self.given, self.workers = movers, poses, workers
        self.scene = scene.with_tree()  # once for all pieces
        count = movers.count if poses.ndim == 2 or len(poses) == 1 else len(poses)
        self.poses = np.broadcast_to(poses, (count, *poses.shape[-2:]))

    def _posed(self, paths: IndexArray, pieces: IndexArray) -> Scene:
        """Return the shapes of paths, where each begins a piece."""
        rows = paths if self.movers.count > 1 else np.zeros_like(paths)
        one = len(self.given) == 1

        def named(copy: int) -> str:
            return _pose_name(self.given, 0 if one else int(paths[copy]), int(pieces[copy]))

        return self.movers.posed(rows, self.poses[paths, pieces], named)

    def _times(self, paths: IndexArray, pieces: IndexArray) -> FloatArray:
        """Return when shapes of paths first meet the scene in a piece each; infinity for never."""
        posed = self._posed(paths, pieces)
        ways = self.poses[paths, pieces + 1] - self.poses[paths, pieces]
        velocity, rates = np.ascontiguousarray(ways[:, :2]), np.ascontiguousarray(ways[:, 2])
        rates = rates if rates.any() else NO_RATES
        motions = Motions(velocity, np.zeros((1, 2)), rates, NO_RATES, 1.0)
        rows = first_met(posed, self.scene, motions, None, self.workers)
        met = np.flatnonzero(rows >= 0)
        plan, found = pair_plan(posed, self.scene, met, rows[met]), np.empty(len(met))
        columns = (found,), motions.of_pairs(met, rows[met])
        threads.run(plan.answer, len(met), self.workers, "time_of_impact", *columns)
        times = np.full(len(paths), np.inf)
        times[met] = found
        return times

    def _meets_at(self, paths: IndexArray, pose: int) -> npt.NDArray[np.bool_]:
        """Return whether shapes of paths meet the scene at a pose; exact."""
        posed = self._posed(paths, np.full(len(paths), pose, np.intp))
        return any_met(posed, self.scene, None, None, self.workers)

    def run(self, paths: IndexArray, piece: IndexArray, time: FloatArray) -> None:
        """Fill in the rows of some paths, in blocks of pieces, until all of them are decided."""
        last, begun, size = self.poses.shape[1] - 1, 0, _PIECES
        while begun < last and len(paths):
            room = max(_ROWS // (len(paths) * self.movers.most_parts), 1)
            count = min(size, room, last - begun)
            pieces = np.tile(np.arange(begun, begun + count, dtype=np.intp), len(paths))
            times = self._times(np.repeat(paths, count), pieces).reshape(len(paths), count)
            met = (times < np.inf).any(axis=1)
            first = np.argmax(times < np.inf, axis=1)[met]
            piece[paths[met]], time[paths[met]] = begun + first, times[met, first]
            paths, begun, size = paths[~met], begun + count, 2 * size
        if len(paths):
            met = self._meets_at(paths, last)
            piece[paths[met]], time[paths[met]] = max(last - 1, 0), float(last > 0)


def sweep_path(
    shape: AnyScene, scene: AnyScene, poses: npt.ArrayLike, *, workers: int = 1
) -> tuple[IndexArray, FloatArray]:
    """Where shapes that go through many poses first meet a scene, turning on their way.

    Parameters
    ----------
    shape : shape, Compound, ShapeArray, or shapes and compounds in any iterable
        What moves: one for all paths, or one for each. Where it is now does not matter.
    scene : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        It rests. Touching counts.
    poses : (m, 3) or (n, m, 3) array-like
        A path of m poses, or n such paths: x, y and angle of `set_pose`. From each pose to the next
        the shape moves and turns at constant rates, for the time from 0 to 1. Angles are not
        wrapped: from 0 to 2 pi is a whole turn. A single pose is a path, too.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    piece : (n,) intp
        For each path the first piece in which the shape meets the scene: k for the way from pose k
        to pose k + 1. -1 if the path is free. One path gives one row.
    time : (n,) float64
        The time within that piece, from 0.0 to 1.0, as `time_of_impact` gives it; infinity if the
        path is free. A single pose that meets the scene has piece 0 and time 0.0.

    Raises
    ------
    ValueError
        For poses of another shape or none, as many paths as neither one nor the number of shapes,
        and poses that `set_pose` refuses.
    TypeError
        For what is no shape, and poses that are no numbers.

    Notes
    -----
    At the poses the test is exact: at every pose of a free path `intersects` is False. In
    between the bounds are those of `time_of_impact`. So nothing is missed between two poses,
    however far apart these are. The search of a path ends with the piece that meets something. A
    `ShapeIndex` of the scene saves sorting its boxes.

    Examples
    --------
    A bar of length 4 fits through a gap of width 3 at the first and the last pose, but not while
    it turns.

    >>> bar = sepax.Polygon.box(4, 0.5)
    >>> walls = sepax.ShapeArray.boxes(1, 9, [(-2, 0), (2, 0)])
    >>> straight = [(0, -9, 1.5708), (0, 0, 1.5708), (0, 9, 1.5708)]
    >>> turned = [(0, -9, 1.5708), (0, 0, 1.5708), (0, 9, -1.5708)]
    >>> piece, time = sepax.sweep_path(bar, walls, [straight, turned])
    >>> piece, time.round(3)
    (array([-1,  1]), array([  inf, 0.228]))
    """
    workers = positive_number(workers, "workers")
    movers, there = _Movers(scene_of(shape, "shape")), scene_of(scene, "scene")
    given = _read_poses(poses)
    if given.ndim == 3 and len(given) != 1 and movers.count not in (1, len(given)):
        raise ValueError(
            f"poses must be one path for all {movers.count} shapes or one each, got {len(given)} "
            "paths"
        )
    search = _Search(movers, there, given, workers)
    count = len(search.poses)
    piece: IndexArray = np.full(count, -1, np.intp)
    time: FloatArray = np.full(count, np.inf)
    if there.row_count:
        some = max(_ROWS // movers.most_parts, 1)
        for start in range(0, count, some):
            search.run(np.arange(start, min(start + some, count), dtype=np.intp), piece, time)
    return piece, time
