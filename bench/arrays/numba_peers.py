"""What one writes with numba for one's own program, as contestants: boxes, circles, polygons."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from common.contestant import Contestant
from common.shapes import Array, Truths

from arrays.entry import (
    Entry,
    OfPolygons,
    are_boxes,
    booleans,
    depths,
    have_circles,
    have_cores,
    slow_count,
    times,
    vectors,
    yes_or_no,
)
from arrays.population import Landings, Population


class WithNumba(OfPolygons):
    """Has what numba compiles, which is imported only where it is installed."""

    distribution = "numba"
    module = "numba"

    def __init__(self) -> None:
        super().__init__()
        self.boxes: Any = import_module("arrays.numba_boxes")
        self.rings: Any = import_module("arrays.numba_rings")


class NumbaOfCircles(Contestant[Population, Entry]):
    """What one writes with numba for circles, and for boxes against circles."""

    name = "numba"
    distribution = "numba"
    module = "arrays.numba_circles"

    def intersects(self, population: Population) -> Entry | None:
        functions, a, b = self.library, population.a, population.b
        if a.shapes.kind == "box":
            return tested(population, functions.boxes_meet_circles, a.boxes, b.circles)
        if population.index is not None:
            rows = (np.stack(side.circles, axis=1) for side in (a, b))
            return tested(population, functions.indexed_circles_meet, *rows, *population.index)
        one_to_many = population.setting.form == "one-to-many"
        test = functions.circle_meets_many if one_to_many else functions.circles_meet
        return tested(population, test, a.circles, b.circles)

    def mtv(self, population: Population) -> Entry | None:
        a, b, out = population.a.circles, population.b.circles, vectors(population)
        return parted(self.library.part_circles, a, b, out)

    def distance(self, population: Population) -> Entry | None:
        a, b = population.a.circles, population.b.circles
        return measured(population, self.library.circle_distances, np.asarray, a, b)

    def time_of_impact(self, population: Population) -> Entry | None:
        a, b, velocity = population.a.circles, population.b.circles, population.velocity
        return measured(population, self.library.sweep_circles, times, a, b, velocity)


class NumbaOfPoints(Contestant[Population, Entry]):
    """What one writes with numba for boxes and polygons that may hold points."""

    name = "numba"
    distribution = "numba"
    module = "numba"

    def contains(self, population: Population) -> Entry | None:
        functions = import_module("arrays.numba_boxes")
        a, points, form = population.a, population.b.points, population.setting.form
        one_to_many = form == "one-to-many"
        if a.shapes.kind == "box" and population.index is not None:
            rows = np.stack(a.boxes, axis=1)
            return tested(population, functions.indexed_boxes_hold, rows, points, *population.index)
        if a.shapes.kind == "box":
            test = functions.box_holds_many if one_to_many else functions.boxes_hold
            return tested(population, test, a.boxes, points)
        if population.index is not None:
            return None
        functions = import_module("arrays.numba_rings")
        test = functions.ring_holds_many if one_to_many else functions.rings_hold
        return tested(population, test, a.rings, points)


class NumbaOfCores(Contestant[Population, Entry]):
    """What one writes with numba for capsules, and for rounded boxes."""

    name = "numba"
    distribution = "numba"
    module = "arrays.numba_cores"

    def intersects(self, population: Population) -> Entry | None:
        if population.setting.family == "capsules":
            test, a, b = self.library.capsules_meet, population.a, population.b
            return tested(population, test, a.capsules, b.capsules)
        test, a, b = self.library.rounded_boxes_meet, population.a, population.b
        return tested(population, test, a.rounded_boxes, b.rounded_boxes)

    def distance(self, population: Population) -> Entry | None:
        functions, a, b = self.library, population.a, population.b
        if population.setting.family == "capsules":
            distances = functions.capsule_distances
            return measured(population, distances, np.asarray, a.capsules, b.capsules)
        if are_boxes(population):
            return measured(population, functions.box_distances, np.asarray, a.boxes, b.boxes)
        distances, rounded = functions.rounded_box_distances, (a.rounded_boxes, b.rounded_boxes)
        return measured(population, distances, np.asarray, *rounded)


class Numba(WithNumba):
    """What one writes with numba, without bounding circles: the least work, in most populations."""

    name = "numba"

    def __init__(self) -> None:
        super().__init__()
        self.of_circles = NumbaOfCircles()
        self.of_cores = NumbaOfCores()
        self.of_points = NumbaOfPoints()

    def prepare(self, verb: str, subject: Population) -> Entry | None:
        if have_circles(subject):
            return self.of_circles.prepare(verb, subject)
        if have_cores(subject):
            return self.of_cores.prepare(verb, subject)
        if verb == "contains":
            return self.of_points.prepare(verb, subject)
        return super().prepare(verb, subject)

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

    def distance(self, population: Population) -> Entry | None:
        return self.of_cores.distance(population) if are_boxes(population) else None

    def overlap_area(self, population: Population) -> Entry | None:
        a, b = population.a, population.b
        if are_boxes(population):
            return measured(population, self.boxes.clip_boxes, np.asarray, a.boxes, b.boxes)
        return measured(population, self.rings.clip_rings, np.asarray, a.rings, b.rings)

    def sweep(self, population: Population) -> Entry | None:
        if not are_boxes(population):
            return None
        a, b, velocity = population.a.boxes, population.b.boxes, population.velocity
        out, sweep = landings(population), self.boxes.land_boxes

        def work() -> Any:
            sweep(a, b, velocity, out)
            return out.time

        return Entry(work, population.count, times)

    def time_of_impact(self, population: Population) -> Entry | None:
        if not are_boxes(population):
            return None
        a, b, velocity = population.a.boxes, population.b.boxes, population.velocity
        return measured(population, self.boxes.sweep_boxes, times, a, b, velocity)

    def pose_a_then_intersects(self, population: Population) -> Entry | None:
        a, b = population.a.posed, population.b.boxes
        return tested(population, self.boxes.turned_box_meets, a, b)

    def pose_both_then_intersects(self, population: Population) -> Entry | None:
        a, b = population.a.posed, population.b.posed
        return tested(population, self.boxes.turned_boxes_meet, a, b)


class NumbaCircles(WithNumba):
    """What one writes with numba, with bounding circles first, where that may pay."""

    name = "circles"

    def intersects(self, population: Population) -> Entry | None:
        if are_boxes(population):
            return None
        return rings_tested(population, self.rings.rings_meet_if_near)

    def pose_a_then_intersects(self, population: Population) -> Entry | None:
        test = self.boxes.turned_box_meets_if_near
        return tested(population, test, population.a.posed, population.b.boxes)

    def pose_both_then_intersects(self, population: Population) -> Entry | None:
        test = self.boxes.turned_boxes_meet_if_near
        return tested(population, test, population.a.posed, population.b.posed)


class Textbook(WithNumba):
    """The SAT of textbooks with numba: both proxies on each normal, up to the first that parts."""

    name = "textbook"

    def intersects(self, population: Population) -> Entry | None:
        if are_boxes(population):
            return None
        return some_rings_tested(population, self.rings.proxies_meet)


class Naive(WithNumba):
    """The same, which goes on to the last normal; for polygons that are large enough to matter."""

    name = "naive"

    def intersects(self, population: Population) -> Entry | None:
        if population.a.shapes.local.shape[1] < 64:
            return None
        return some_rings_tested(population, self.rings.all_proxies_meet)


def tested(population: Population, test: Any, *inputs: Any) -> Entry:
    """Return the entry of a function that writes truths to its last argument."""
    return entry_of(test, inputs, booleans(population))


def measured(
    population: Population, measure: Any, read: Callable[[Any], Array], *inputs: Any
) -> Entry:
    """Return the entry of a function that writes numbers to its last argument."""
    out = np.zeros(population.count)

    def work() -> Any:
        measure(*inputs, out)
        return out

    return Entry(work, population.count, read)


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


def landings(population: Population) -> Landings:
    """Return memory for what a sweep finds."""
    n = population.count
    points = np.zeros((n, 2)), np.zeros((n, 2))
    return Landings(
        booleans(population),
        np.zeros(n),
        np.zeros(n),
        *points,
        booleans(population),
        booleans(population),
    )


def parted(part: Any, a: Any, b: Any, out: tuple[Array, Truths]) -> Entry:
    """Return the entry of a function that writes vectors and truths."""

    def work() -> Any:
        part(a, b, *out)
        return out

    return Entry(work, len(out[1]), depths)
