"""The verdicts on boxes alone, by instruction set, and the floor below them."""

from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from common.contestant import Contestant, OfSepax
from common.shapes import Array

from arrays.entry import Entry, are_boxes, yes_or_no
from arrays.population import Population, Side

DOUBTFUL = 2  # among a kernel's verdicts: it leaves the pair to exact arithmetic


@lru_cache(maxsize=1)
def frames(population: Population) -> tuple[Array, Array]:
    """Return the records of boxes that kernels read, each in a cache line of its own."""
    a, b = (_aligned(side) for side in (population.a, population.b))
    return a, b


def _aligned(side: Side) -> Array:
    boxes = side.boxes
    count = len(boxes.x)
    memory = np.empty(8 * count + 8)
    start = -memory.ctypes.data // 8 % 8
    records: Array = memory[start : start + 8 * count].reshape(-1, 8)
    records[:, :6] = np.stack(boxes, axis=1)
    records[:, 6] = np.hypot(boxes.half_width, boxes.half_height) * (1.0 + 1e-12)
    records[:, 7] = 1e-12  # what a pose a thousand sizes from the origin has
    return records


class Kernel(OfSepax[Population, Entry]):
    """The verdicts on boxes alone, compiled for one instruction set."""

    def __init__(self, level: str) -> None:
        super().__init__()
        self.name = level
        self.judge = levels()._judge

    def knows(self, population: Population) -> bool:
        return are_boxes(population)

    def intersects(self, population: Population) -> Entry | None:
        judge, level = self.judge, self.name
        (a, b), index = frames(population), population.index or ()
        out = np.zeros(population.count, dtype=np.uint8)

        def work() -> Any:
            judge("boxes", level, a, b, out, *index)
            return out

        return Entry(work, population.count, self._read)

    @staticmethod
    def _read(verdicts: Any) -> Array:
        """Return the verdicts; infinity, which is nobody's answer, where they are in doubt."""
        return np.where(verdicts == DOUBTFUL, np.inf, yes_or_no(verdicts))


def levels() -> Any:
    """Return the module of the core that knows the instruction sets."""
    return import_module("sepax._core.simd.levels")


def kernels() -> list[Kernel]:
    """Return one for each instruction set that this machine has."""
    return [Kernel(level) for level in levels()._levels()]


class Read(Contestant[Population, Entry]):
    """The floor: what reading the records of the boxes takes."""

    name = "read"
    distribution = "numba"
    module = "numba"

    def knows(self, population: Population) -> bool:
        return are_boxes(population)

    def intersects(self, population: Population) -> Entry | None:
        read, (a, b) = import_module("arrays.numba_boxes"), frames(population)
        if population.index is not None:
            i, j = population.index
            return Entry(lambda: read.read_rows(a, b, i, j), population.count, None)
        flat_a, flat_b = a.ravel(), b.ravel()
        return Entry(lambda: read.read_all(flat_a, flat_b), population.count, None)
