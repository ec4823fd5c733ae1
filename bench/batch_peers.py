"""The contestants of the bench of batches that are not sepax: numba, NumPy and shapely."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from batch_data import Boxes, Population, Truths
from batch_sepax import Contestant, Entry, are_boxes, booleans, depths, vectors, yes_or_no
from data import Array

SLOW_PAIRS = 50_000  # enough for those that take microseconds a pair
SLOW_PRODUCTS = 20_000_000  # edges times vertices, for those that look at each
NUMPY_PRODUCTS = 100_000  # at once: the temporaries of more fall out of the cache
NUMPY_BOXES = 8192


class Numba(Contestant):
    """What one writes with numba, without circles: the least work, in most populations."""

    name = "numba"
    needs = ("numba",)

    @property
    def boxes(self) -> Any:
        return import_module("batch_numba_boxes")

    @property
    def rings(self) -> Any:
        return import_module("batch_numba_rings")

    def intersects(self, population: Population) -> Entry | None:
        if not are_boxes(population):
            return rings_tested(population, self.rings.rings_meet)
        form, a, b = population.setting.form, population.a, population.b
        if population.index is not None:
            rows = (np.stack(side.boxes, axis=1) for side in (a, b))
            return tested(population, self.boxes.indexed_boxes_meet, *rows, *population.index)
        test = self.boxes.boxes_meet if form == "elementwise" else self.boxes.box_meets_many
        return tested(population, test, a.boxes, b.boxes)

    def mtv(self, population: Population) -> Entry | None:
        out = vectors(population)
        if are_boxes(population):
            return parted(self.boxes.part_boxes, population.a.boxes, population.b.boxes, out)
        return parted(self.rings.part_rings, population.a.rings, population.b.rings, out)

    def sweep(self, population: Population) -> Entry | None:
        if not are_boxes(population):
            return None
        a, b, velocity = population.a.boxes, population.b.boxes, population.velocity
        out, sweep = np.zeros(population.count), self.boxes.sweep_boxes

        def work() -> Any:
            sweep(a, b, velocity, out)
            return out

        return Entry(work, population.count, lambda time: np.where(time < np.inf, time, np.nan))

    def pose_a_then_intersects(self, population: Population) -> Entry | None:
        a, b = population.a.posed, population.b.boxes
        return tested(population, self.boxes.turned_box_meets, a, b)

    def pose_both_then_intersects(self, population: Population) -> Entry | None:
        a, b = population.a.posed, population.b.posed
        return tested(population, self.boxes.turned_boxes_meet, a, b)


class NumbaCircles(Contestant):
    """What one writes with numba, with bounding circles first, where that may pay."""

    name = "circles"
    needs = ("numba",)

    def intersects(self, population: Population) -> Entry | None:
        if are_boxes(population):
            return None
        return rings_tested(population, import_module("batch_numba_rings").rings_meet_if_near)

    def pose_a_then_intersects(self, population: Population) -> Entry | None:
        test = import_module("batch_numba_boxes").turned_box_meets_if_near
        return tested(population, test, population.a.posed, population.b.boxes)

    def pose_both_then_intersects(self, population: Population) -> Entry | None:
        test = import_module("batch_numba_boxes").turned_boxes_meet_if_near
        return tested(population, test, population.a.posed, population.b.posed)


class Textbook(Contestant):
    """The SAT of textbooks with numba: both shadows on each normal, up to the first that parts."""

    name = "textbook"
    needs = ("numba",)

    def intersects(self, population: Population) -> Entry | None:
        if are_boxes(population):
            return None
        test = import_module("batch_numba_rings").shadows_meet
        return some_rings_tested(population, test)


class Naive(Contestant):
    """The same, which goes on to the last normal; for polygons that are large enough to matter."""

    name = "naive"
    needs = ("numba",)

    def intersects(self, population: Population) -> Entry | None:
        if population.a.shapes.local.shape[1] < 64:
            return None
        test = import_module("batch_numba_rings").all_shadows_meet
        return some_rings_tested(population, test)


def tested(population: Population, test: Any, *inputs: Any) -> Entry:
    """Return the entry of a function that writes truths to its last argument."""
    return entry_of(test, inputs, booleans(population))


def rings_tested(population: Population, test: Any) -> Entry:
    return tested(population, test, population.a.rings, population.b.rings)


def some_rings_tested(population: Population, test: Any) -> Entry:
    """The same for the first pairs only: as many as take reasonable time."""
    out = booleans(population)[: slow_count(population)]
    return entry_of(test, (population.a.rings, population.b.rings), out)


def entry_of(test: Any, inputs: tuple[Any, ...], out: Truths) -> Entry:
    def work() -> Any:
        test(*inputs, out)
        return out

    return Entry(work, len(out), yes_or_no)


def parted(part: Any, a: Any, b: Any, out: tuple[Array, Truths]) -> Entry:
    """Return the entry of a function that writes vectors and truths."""

    def work() -> Any:
        part(a, b, *out)
        return out

    return Entry(work, len(out[1]), depths)


def slow_count(population: Population) -> int:
    """Return of how many pairs one can look at all edges and vertices in reasonable time."""
    return min(population.count, SLOW_PAIRS, SLOW_PRODUCTS // population.products)


class NumPy(Contestant):
    """The same tests by whole arrays, a part of the pairs at a time."""

    name = "NumPy"

    def intersects(self, population: Population) -> Entry | None:
        count = slow_count(population)
        a, b = population.first(count)
        if are_boxes(population):
            inputs = [np.stack(side.boxes) for side in (a, b)]
            return chunked(
                count, NUMPY_BOXES, lambda part: boxes_meet(*(x[:, part] for x in inputs))
            )
        rings = a.shapes.world, b.shapes.world
        step = max(1, NUMPY_PRODUCTS // population.products)
        return chunked(count, step, lambda part: rings_meet(*(x[part] for x in rings)))

    def pose_both_then_intersects(self, population: Population) -> Entry | None:
        count = slow_count(population)
        inputs = [np.stack(side.posed) for side in population.first(count)]

        def test(part: slice) -> Truths:
            return boxes_meet(*(turned(x[:, part]) for x in inputs))

        return chunked(count, NUMPY_BOXES, test)


def chunked(count: int, step: int, test: Callable[[slice], Truths]) -> Entry:
    """Return the entry of a test of a slice of the pairs."""
    out = np.zeros(count, dtype=np.bool_)

    def work() -> Any:
        for start in range(0, count, step):
            part = slice(start, min(start + step, count))
            out[part] = test(part)
        return out

    return Entry(work, count, yes_or_no)


def turned(posed: Array) -> Array:
    """Return the rows of `Boxes` for those of `Posed`."""
    x, y, angle, half_width, half_height = posed
    return np.stack((x, y, np.cos(angle), np.sin(angle), half_width, half_height))


def boxes_meet(a: Array, b: Array) -> Truths:
    """Test columns of boxes, row by row, along their four axes."""
    (ax, ay, ux, uy, aw, ah), (bx, by, vx, vy, bw, bh) = Boxes(*a), Boxes(*b)
    dx, dy = bx - ax, by - ay
    c, s = np.abs(ux * vx + uy * vy), np.abs(ux * vy - uy * vx)
    meet: Truths = np.abs(dx * ux + dy * uy) <= aw + bw * c + bh * s
    meet &= np.abs(dy * ux - dx * uy) <= ah + bw * s + bh * c
    meet &= np.abs(dx * vx + dy * vy) <= bw + aw * c + ah * s
    meet &= np.abs(dy * vx - dx * vy) <= bh + aw * s + ah * c
    return meet


def rings_meet(a: Array, b: Array) -> Truths:
    """Test (n, k, 2) world vertices, row by row, on the normals of both."""
    meet: Truths = ~(edges_part(a, b) | edges_part(b, a))
    return meet


def edges_part(a: Array, b: Array) -> Truths:
    edges = np.roll(a, -1, axis=1) - a
    normals = edges[..., ::-1] * (1.0, -1.0)
    reached = (normals @ b.swapaxes(1, 2)).min(axis=2)
    apart: Truths = (reached > (normals * a).sum(axis=2)).any(axis=1)
    return apart


class Shapely(Contestant):
    """Shapely's function for arrays of geometries; one geometry for the one in one-to-many."""

    name = "shapely"
    needs = ("shapely",)

    def intersects(self, population: Population) -> Entry | None:
        shapely, count = import_module("shapely"), min(population.count, SLOW_PAIRS)
        a, b = self.geometries(population, count)
        return Entry(lambda: shapely.intersects(a, b), count, yes_or_no)

    def geometries(self, population: Population, count: int) -> tuple[Any, Any]:
        shapely, made = import_module("shapely"), []
        for side in population.first(count):
            owner = np.repeat(np.arange(count), side.sides)
            rings = shapely.linearrings(side.ragged(side.shapes.world), indices=owner)
            made.append(shapely.polygons(rings))
        a, b = made
        return (a[0] if population.setting.form == "one-to-many" else a), b


class PreparedShapely(Shapely):
    """The same with every first geometry prepared."""

    name = "prepared"

    def geometries(self, population: Population, count: int) -> tuple[Any, Any]:
        a, b = super().geometries(population, count)
        import_module("shapely").prepare(a)
        return a, b
