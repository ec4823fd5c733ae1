"""The verdicts on boxes and circles alone, by instruction set, and a floor of those on boxes."""

from functools import lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from common.contestant import Contestant, OfSepax
from common.shapes import Array
from numpy.typing import NDArray

from arrays.entry import Entry, are_boxes, have_circles, yes_or_no
from arrays.population import Population, Side
from arrays.whole_peers import circles_tested

UNCERTAIN = 2  # among a kernel's verdicts: it leaves the pair to exact arithmetic
ONE_IN_UNCERTAIN = 0.01  # the share of pairs with circles that kernels may leave to other code


@lru_cache(maxsize=1)
def frames(population: Population) -> tuple[Array, Array]:
    """Return the records that kernels read, each in a cache line of its own."""
    a, b = (_records(side) for side in (population.a, population.b))
    return a, b


def _records(side: Side) -> Array:
    count, is_box = len(side.shapes.angle), side.shapes.kind == "box"
    records: Array = _aligned(count, 8, np.float64)
    if is_box:
        records[:, :6] = np.stack(side.boxes, axis=1)
        reach = np.hypot(side.boxes.half_width, side.boxes.half_height)
    else:
        x, y, reach = side.circles
        records[:, 0], records[:, 1], records[:, 2:4] = x, y, np.nan
        records[:, 4:6] = reach[:, None] * (1.0 - 1e-12)
    records[:, 6] = reach * (1.0 + 1e-12)
    records[:, 7] = 1e-12  # what a pose a thousand sizes from the origin has
    return records


def _aligned(count: int, width: int, kind: type) -> NDArray[Any]:
    """Return memory for so many rows from the beginning of a cache line on."""
    memory = np.empty(count * width * np.dtype(kind).itemsize + 64, dtype=np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : len(memory) - 64 + start].view(kind).reshape(count, width)


class Proxies(NamedTuple):
    """What kernels read before the records, in float32, and the origin of its coordinates."""

    rows: NDArray[np.float32]
    origin: Array


@lru_cache(maxsize=1)
def proxies(population: Population) -> tuple[Proxies, Proxies]:
    """Return the proxies of the records."""
    records_a, records_b = frames(population)
    return _proxies(population.a, records_a), _proxies(population.b, records_b)


def _proxies(side: Side, records: Array) -> Proxies:
    cast = Proxies(_aligned(len(records), 4, np.float32), np.full(2, np.nan))
    levels()._write_proxies(proxy_kind(side), records, cast.origin, cast.rows)
    return cast


def proxy_kind(side: Side) -> str:
    return "boxes" if side.shapes.kind == "box" else "discs"


class Kernel(OfSepax[Population, Entry]):
    """The verdicts on boxes and circles alone, compiled for one instruction set.

    Those on boxes are by records in float64, those on circles by proxies in float32.
    """

    def __init__(self, level: str) -> None:
        super().__init__()
        self.name = level
        self.levels = levels()

    def knows(self, population: Population) -> bool:
        return are_boxes(population) or have_circles(population)

    def intersects(self, population: Population) -> Entry | None:
        (a, b), (i, j) = frames(population), population.index or (None, None)
        out, loop, side = np.zeros(population.count, dtype=np.uint8), "boxes", self.levels._Side
        sides = side(a, i), side(b, j)
        if not are_boxes(population):
            of_a, of_b = proxies(population)
            kinds = proxy_kind(population.a), proxy_kind(population.b)
            loop = "boxes" if kinds == ("boxes", "boxes") else "shapes"
            sides = side(a, i, kinds[0], *of_a), side(b, j, kinds[1], *of_b)

        def work() -> Any:
            self.levels._run(loop, self.name, *sides, out)
            return out

        read = self._read if are_boxes(population) else partial(self._settled, population)
        return Entry(work, population.count, read)

    @staticmethod
    def _read(verdicts: Any) -> Array:
        """Return the verdicts; infinity, which is no valid answer, where they are uncertain."""
        return np.where(verdicts == UNCERTAIN, np.inf, yes_or_no(verdicts))

    @classmethod
    def _settled(cls, population: Population, verdicts: Any) -> Array:
        """Return the verdicts, with those of NumPy, not timed, where a few are left open."""
        answers = cls._read(verdicts)
        left = np.flatnonzero(np.isinf(answers))
        if len(left) <= ONE_IN_UNCERTAIN * len(answers):
            a, b = (side.take(left) for side in population.first(population.count))
            answers[left] = yes_or_no(circles_tested(a, b)(slice(None)))
        return answers


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
