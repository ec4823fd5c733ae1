"""Queries of small groups: lanes list the pairs that may count, and the verbs for pairs decide."""

from __future__ import annotations

import numpy as np

from sepax._base import threads
from sepax._base.arguments import BoolArray, FloatArray, IndexArray, spread
from sepax._base.blocks import columns_of, do_all
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import ShapePairs
from sepax._core.arrays.scans import GroupScan, keep_nearest
from sepax._core.arrays.visibility import Visibility

_PIECE = 1 << 15  # queries whose pairs are in memory at a time


class GroupQueries:
    """Shapes of a block as queries of a scene in small groups, answered by several threads."""

    def __init__(
        self,
        block: ShapeBlock,
        scene: ShapeBlock,
        visibility: Visibility,
        workers: int,
        velocities: tuple[FloatArray, FloatArray] | tuple[()] = (),
    ) -> None:
        self._velocities = tuple(map(spread, velocities, (block.count, scene.count)))
        self._scan = GroupScan(block, scene, visibility, *self._velocities)
        self._block, self._scene, self._workers = block, scene, workers

    def _pairs(self, pairs: memoryview) -> tuple[IndexArray, ShapePairs]:
        found: IndexArray = np.asarray(pairs)
        return found, ShapePairs(self._block, self._scene, *columns_of(found))

    def nearest(self, farthest: float, rows: IndexArray, distances: FloatArray) -> None:
        """Fill the nearest rows of each query, and their distances."""

        def work(start: int, stop: int) -> int:
            stop = min(stop, start + _PIECE)
            found = self._scan.nearest(start, stop, rows.shape[1], farthest)
            pairs, plan = self._pairs(found)
            apart = np.empty(len(pairs))
            do_all(plan.answer, len(pairs), "distance", (apart,))
            keep_nearest(pairs, start, apart, farthest, rows[start:stop], distances[start:stop])
            return stop

        threads.run(work, self._scan.count, self._workers)

    def any(self, hit: BoolArray) -> None:
        """Set True for each query that meets a row."""

        def work(start: int, stop: int) -> int:
            stop = min(stop, start + _PIECE)
            pairs, plan = self._pairs(self._scan.near(start, stop, 0.0))
            meet = np.empty(len(pairs), np.bool_)
            do_all(plan.answer, len(pairs), "intersects", (meet,))
            hit[pairs[meet, 0]] = True
            return stop

        threads.run(work, self._scan.count, self._workers)

    def first(self, end: float, rows: IndexArray) -> None:
        """Fill the row that each query meets first, all of them in uniform motion."""
        of_a, of_b = self._velocities

        def work(start: int, stop: int) -> int:
            stop = min(stop, start + _PIECE)
            pairs, plan = self._pairs(self._scan.moving(start, stop, end))
            i, j = columns_of(pairs)
            times = np.empty(len(pairs))
            motion = of_a[i], of_b[j], np.array([end]), np.zeros((1, 2))
            do_all(plan.answer, len(pairs), "time_of_impact", (times,), motion)
            best = rows[start:stop].reshape(-1, 1), np.empty((stop - start, 1))
            keep_nearest(pairs, start, times, np.inf, *best)
            return stop

        threads.run(work, self._scan.count, self._workers)
