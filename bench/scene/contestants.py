"""Who finds pairs. ``candidates`` are those whose bounds meet, ``pairs`` those that do."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from common.contestant import Contestant, OfSepax
from common.shapes import Array, Index

from scene.drawing import Scene

Work = Callable[[], Any]
OnScenes = Contestant[Scene, Work]

CELL = 2.0  # side of a cell of the grid, in mean sides: on the whole the best of 0.7 to 3
SLOW_PEERS_UP_TO = 100_000


class Sepax(OfSepax[Scene, Work]):
    """The library of this project; candidates are found by its core alone."""

    def __init__(self) -> None:
        super().__init__()
        self.broadphase = import_module("sepax._core.arrays.broadphase")

    def candidates(self, scene: Scene) -> Work:
        bounds = scene.bounds
        return lambda: np.asarray(self.broadphase.candidate_pairs(bounds))

    def pairs(self, scene: Scene) -> Work:
        width, height = 2.0 * scene.half.T
        boxes = self.library.ShapeArray.boxes(width, height, scene.position, scene.angle)
        return lambda: self.library.find_pairs(boxes)


class Grid(Contestant[Scene, Work]):
    """What one writes with numba: boxes counted into the cells of a grid, compared in each."""

    name = "grid"
    distribution = "numba"
    module = "scene.grid"

    def candidates(self, scene: Scene) -> Work:
        return self._prepare(scene, np.empty((0, 6)))

    def pairs(self, scene: Scene) -> Work:
        return self._prepare(scene, scene.records)

    def _prepare(self, scene: Scene, records: Array) -> Work:
        bounds, cell = scene.bounds, CELL * 2.0 * float(np.mean(scene.reach))
        return lambda: self.library.find_pairs(bounds, records, cell)


class Tree(Contestant[Scene, Work]):
    """Shapely's tree, built and queried for all pairs at once; its polygons exist already."""

    name = "STRtree"
    distribution = "shapely"
    module = "shapely"

    def knows(self, scene: Scene) -> bool:
        return scene.n <= SLOW_PEERS_UP_TO

    def candidates(self, scene: Scene) -> Work:
        boxes = self.library.box(*scene.bounds.T)
        return lambda: self._upper(self.library.STRtree(boxes).query(boxes))

    def pairs(self, scene: Scene) -> Work:
        boxes = self.library.polygons(scene.vertices)
        self.library.prepare(boxes)
        query = "intersects"
        return lambda: self._upper(self.library.STRtree(boxes).query(boxes, predicate=query))

    @staticmethod
    def _upper(both: Index) -> Index:
        """Keep one of (i, j) and (j, i), and no (i, i)."""
        upper: Index = both[:, both[0] < both[1]].T
        return upper
