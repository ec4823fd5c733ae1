"""Libraries that test whole arrays, as contestants: NumPy and shapely."""

from collections.abc import Callable
from typing import Any

import numpy as np
from common.contestant import Contestant
from common.shapes import Array, Truths

from arrays.entry import (
    SLOW_PAIRS,
    Entry,
    OfPolygons,
    are_boxes,
    have_circles,
    slow_count,
    yes_or_no,
)
from arrays.population import Boxes, Circles, Population, Side

NUMPY_PRODUCTS = 100_000  # at once: the temporaries of more fall out of the cache
NUMPY_BOXES = 8192


class NumPy(OfPolygons):
    """The same tests by whole arrays, a part of the pairs at a time."""

    name = "NumPy"
    distribution = "numpy"
    module = "numpy"

    def knows(self, population: Population) -> bool:
        return super().knows(population) or have_circles(population)

    def intersects(self, population: Population) -> Entry | None:
        count = slow_count(population)
        a, b = population.first(count)
        if are_boxes(population):
            inputs = [np.stack(side.boxes) for side in (a, b)]
            return chunked(
                count, NUMPY_BOXES, lambda part: boxes_meet(*(x[:, part] for x in inputs))
            )
        if have_circles(population):
            if population.index is not None:
                return None  # the rows would be gathered beforehand, which is most of the work
            return chunked(count, NUMPY_BOXES, circles_tested(a, b))
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


def circles_tested(a: Side, b: Side) -> Callable[[slice], Truths]:
    """Return the test of a slice of the pairs, of circles or boxes with circles."""
    is_box = a.shapes.kind == "box"
    left, right = np.stack(a.boxes if is_box else a.circles), np.stack(b.circles)
    test = boxes_meet_circles if is_box else circles_meet
    return lambda part: test(left[:, part], right[:, part])


def circles_meet(a: Array, b: Array) -> Truths:
    """Test columns of circles, row by row."""
    (ax, ay, ar), (bx, by, br) = Circles(*a), Circles(*b)
    dx, dy, reach = bx - ax, by - ay, ar + br
    meet: Truths = dx * dx + dy * dy <= reach * reach
    return meet


def boxes_meet_circles(a: Array, b: Array) -> Truths:
    """Test columns of boxes and circles, row by row, by the point of a box nearest to a centre."""
    (ax, ay, ux, uy, aw, ah), (bx, by, radius) = Boxes(*a), Circles(*b)
    dx, dy = bx - ax, by - ay
    across = np.maximum(np.abs(dx * ux + dy * uy) - aw, 0.0)
    upward = np.maximum(np.abs(dy * ux - dx * uy) - ah, 0.0)
    meet: Truths = across * across + upward * upward <= radius * radius
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


class Shapely(Contestant[Population, Entry]):
    """Shapely's function for arrays of geometries; one geometry for the one in one-to-many.

    For shapes with a radius it measures the distance of the cores.
    There are no circles in it.
    """

    name = "shapely"
    distribution = "shapely"
    module = "shapely"

    def knows(self, population: Population) -> bool:
        return not have_circles(population)

    def intersects(self, population: Population) -> Entry | None:
        shapely, count = self.library, min(population.count, SLOW_PAIRS)
        a, b = self.geometries(population, count)
        if population.a.shapes.is_sharp:
            return Entry(lambda: shapely.intersects(a, b), count, yes_or_no)
        radii = self.radii(population, count)
        return Entry(lambda: shapely.dwithin(a, b, radii), count, yes_or_no)

    def contains(self, population: Population) -> Entry | None:
        shapely, count = self.library, min(population.count, SLOW_PAIRS)
        a, b = self.geometries(population, count)
        x, y = shapely.get_x(b), shapely.get_y(b)
        return Entry(lambda: shapely.intersects_xy(a, x, y), count, yes_or_no)

    def distance(self, population: Population) -> Entry | None:
        shapely, count = self.library, min(population.count, SLOW_PAIRS)
        a, b = self.geometries(population, count)
        if population.a.shapes.is_sharp:
            return Entry(lambda: shapely.distance(a, b), count, np.asarray)
        radii = self.radii(population, count)
        return Entry(lambda: np.maximum(shapely.distance(a, b) - radii, 0.0), count, np.asarray)

    def overlap_area(self, population: Population) -> Entry | None:
        shapely, count = self.library, min(population.count, SLOW_PAIRS)
        a, b = self.geometries(population, count)
        return Entry(lambda: shapely.area(shapely.intersection(a, b)), count, np.asarray)

    def radii(self, population: Population, count: int) -> Array:
        a, b = population.first(count)
        return a.shapes.radius + b.shapes.radius

    def geometries(self, population: Population, count: int) -> tuple[Any, Any]:
        shapely, made = self.library, []
        for side in population.first(count):
            owner = np.repeat(np.arange(count), side.sides)
            if side.shapes.kind == "point":
                made.append(shapely.points(side.shapes.position))
                continue
            if side.shapes.local.shape[1] == 2:
                lines = shapely.linestrings(side.shapes.world.reshape(-1, 2), indices=owner)
                made.append(lines)
                continue
            rings = shapely.linearrings(side.ragged(side.shapes.world), indices=owner)
            made.append(shapely.polygons(rings))
        a, b = made
        return (a[0] if population.setting.form == "one-to-many" else a), b


class PreparedShapely(Shapely):
    """The same with every first geometry prepared."""

    name = "prepared"

    def geometries(self, population: Population, count: int) -> tuple[Any, Any]:
        a, b = super().geometries(population, count)
        self.library.prepare(a)
        return a, b
