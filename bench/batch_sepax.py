"""What a contestant in the bench of batches is, and those of sepax: its calls and its kernels.

Each has a method for every verb that it knows (``-`` in a verb is ``_`` in its name), which gets
a population and returns the prepared work, or None. Everything is built beforehand, memory for
the results too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
from batch_data import Population, Side
from batch_targets import SHARED
from data import Array
from numpy.typing import NDArray

VERBS = ("intersects", "mtv", "sweep", "pose-a-then-intersects", "pose-both-then-intersects")

DOUBTFUL = 2  # among a kernel's verdicts: it leaves the pair to exact arithmetic


@dataclass(frozen=True)
class Entry:
    """The work on the first ``count`` pairs.

    ``read`` makes of its result one number a pair: the depth, the time or, for a plain yes, 0;
    NaN for a no.
    """

    work: Callable[[], Any]
    count: int
    read: Callable[[Any], Array] | None


class Contestant:
    """What all contestants share: look a verb up by name."""

    name: str
    needs: ClassVar[tuple[str, ...]] = ()

    def require(self) -> None:
        """Raise ImportError if something that it needs is not installed."""
        for module in self.needs:
            import_module(module)

    def entry(self, verb: str, population: Population) -> Entry | None:
        """Return the prepared work, or None when this contestant has no such thing."""
        method: Callable[[Population], Entry | None] | None
        method = getattr(self, verb.replace("-", "_"), None)
        return method(population) if method else None


def yes_or_no(hit: Any) -> Array:
    return np.where(hit, 0.0, np.nan)


def depths(found: Any) -> Array:
    vectors, hit = found
    return np.where(hit, np.hypot(vectors[:, 0], vectors[:, 1]), np.nan)


def booleans(population: Population) -> NDArray[np.bool_]:
    return np.zeros(population.count, dtype=np.bool_)


def vectors(population: Population) -> tuple[Array, NDArray[np.bool_]]:
    return np.zeros((population.count, 2)), booleans(population)


def are_boxes(population: Population) -> bool:
    return population.setting.family == "boxes"


@lru_cache(maxsize=1)
def sepax_sides(population: Population) -> tuple[Any, Any, dict[str, Any]]:
    """Return both arguments of a verb, and how it is told which pairs."""
    array = import_module("sepax").ShapeArray
    a, b = (_shape_array(array, population, side) for side in (population.a, population.b))
    if population.setting.form == "one-to-many":
        return a[0], b, {}
    return a, b, {"pairs": population.index} if population.index else {}


def _shape_array(array: Any, population: Population, side: Side) -> Any:
    shapes = side.shapes
    if are_boxes(population):
        _, _, _, half_width, half_height = side.posed
        return array.boxes(2.0 * half_width, 2.0 * half_height, shapes.position, shapes.angle)
    local = side.ragged(shapes.local)
    return array.polygons(local, side.start, shapes.position, shapes.angle)


class Sepax(Contestant):
    """The library of this project."""

    name = "sepax"
    options: ClassVar[dict[str, Any]] = {}

    def intersects(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        test = import_module("sepax").intersects
        options = {**pairs, **self.options, "out": booleans(population)}
        return Entry(lambda: test(a, b, **options), population.count, yes_or_no)

    def mtv(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        part = import_module("sepax").mtv
        options = {**pairs, **self.options, "out": vectors(population)}
        return Entry(lambda: part(a, b, **options), population.count, depths)

    def sweep(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        sepax, velocity = import_module("sepax"), population.velocity
        options = {**pairs, **self.options, "out": sepax.Impacts.empty(population.count)}
        return Entry(
            lambda: sepax.sweep(a, b, velocity, **options),
            population.count,
            lambda impacts: np.where(impacts.hit, impacts.time, np.nan),
        )

    def pose_a_then_intersects(self, population: Population) -> Entry | None:
        return self._after_poses(population, ("a",))

    def pose_both_then_intersects(self, population: Population) -> Entry | None:
        return self._after_poses(population, ("a", "b"))

    def _after_poses(self, population: Population, moved: tuple[str, ...]) -> Entry | None:
        test = self.intersects(population)
        assert test is not None
        arrays = dict(zip("ab", sepax_sides(population), strict=False))
        poses = []
        for name in moved:
            shapes = getattr(population, name).shapes
            poses.append((arrays[name].set_poses, shapes.position, shapes.angle))

        def work() -> Any:
            for set_poses, position, angle in poses:
                set_poses(position, angle)
            return test.work()

        return Entry(work, population.count, yes_or_no)


class SepaxShared(Sepax):
    """The same by two threads, for polygons."""

    name = SHARED
    options: ClassVar[dict[str, Any]] = {"workers": 2}

    def entry(self, verb: str, population: Population) -> Entry | None:
        if are_boxes(population) or not population.setting.in_memory:
            return None
        return super().entry(verb, population)


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


class Kernel(Contestant):
    """The verdicts on boxes alone, compiled for one instruction set."""

    def __init__(self, level: str) -> None:
        self.name = level

    def intersects(self, population: Population) -> Entry | None:
        if not are_boxes(population):
            return None
        judge, level = import_module("sepax._core.simd")._judge, self.name
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


class Read(Contestant):
    """The floor: what reading the records of the boxes takes."""

    name = "read"
    needs = ("numba",)

    def intersects(self, population: Population) -> Entry | None:
        if not are_boxes(population):
            return None
        numba, (a, b) = import_module("batch_numba_boxes"), frames(population)
        if population.index is not None:
            i, j = population.index
            return Entry(lambda: numba.read_rows(a, b, i, j), population.count, None)
        flat_a, flat_b = a.ravel(), b.ravel()
        return Entry(lambda: numba.read_all(flat_a, flat_b), population.count, None)
