"""The calls of sepax on arrays, by one thread and by two."""

from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
from common.contestant import OfSepax

from arrays.entry import Entry, are_boxes, booleans, depths, times, vectors, yes_or_no
from arrays.population import Population, Side
from arrays.targets import SHARED


@lru_cache(maxsize=1)
def sepax_sides(population: Population) -> tuple[Any, Any, dict[str, Any]]:
    """Return both arguments of a verb, and the option that selects the pairs."""
    array = import_module("sepax").ShapeArray
    a, b = (_shape_array(array, side) for side in (population.a, population.b))
    if population.setting.form == "one-to-many":
        return a[0], b, {}
    return a, b, {"pairs": population.index} if population.index else {}


def _shape_array(array: Any, side: Side) -> Any:
    shapes = side.shapes
    if shapes.kind == "box":
        _, _, _, half_width, half_height = side.posed
        return array.boxes(2.0 * half_width, 2.0 * half_height, shapes.position, shapes.angle)
    if shapes.kind == "rounded box":
        _, _, _, half_width, half_height = side.posed
        sides = 2.0 * half_width, 2.0 * half_height
        return array.boxes(*sides, shapes.position, shapes.angle, radii=shapes.radius)
    if shapes.kind == "point":
        return side.points
    if shapes.kind == "circle":
        return array.circles(shapes.position, shapes.radius)
    if shapes.kind == "capsule":
        return array.capsules(shapes.world[:, 0], shapes.world[:, 1], shapes.radius)
    local = side.ragged(shapes.local)
    return array.polygons(local, side.start, shapes.position, shapes.angle)


class Sepax(OfSepax[Population, Entry]):
    """The library of this project."""

    options: ClassVar[dict[str, Any]] = {}

    def intersects(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        test = self.library.intersects
        options = {**pairs, **self.options, "out": booleans(population)}
        return Entry(lambda: test(a, b, **options), population.count, yes_or_no)

    def contains(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        test = self.library.contains
        options = {**pairs, **self.options, "out": booleans(population)}
        return Entry(lambda: test(a, b, **options), population.count, yes_or_no)

    def mtv(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        part = self.library.mtv
        options = {**pairs, **self.options, "out": vectors(population)}
        return Entry(lambda: part(a, b, **options), population.count, depths)

    def distance(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        query = self.library.distance
        options = {**pairs, **self.options, "out": np.empty(population.count)}
        return Entry(lambda: query(a, b, **options), population.count, np.asarray)

    def overlap_area(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        query = self.library.overlap_area
        options = {**pairs, **self.options, "out": np.empty(population.count)}
        return Entry(lambda: query(a, b, **options), population.count, np.asarray)

    def sweep(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        sepax, velocity = self.library, population.velocity
        options = {**pairs, **self.options, "out": sepax.Impacts.empty(population.count)}
        return Entry(
            lambda: sepax.sweep(a, b, velocity, **options),
            population.count,
            lambda impacts: np.where(impacts.hit, impacts.time, np.nan),
        )

    def time_of_impact(self, population: Population) -> Entry | None:
        a, b, pairs = sepax_sides(population)
        query, velocity = self.library.time_of_impact, population.velocity
        options = {**pairs, **self.options, "out": np.empty(population.count)}
        return Entry(lambda: query(a, b, velocity, **options), population.count, times)

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
    """The same by two threads, for all but boxes among themselves."""

    name = SHARED
    options: ClassVar[dict[str, Any]] = {"workers": 2}

    def knows(self, population: Population) -> bool:
        return population.setting.in_memory and not are_boxes(population)
