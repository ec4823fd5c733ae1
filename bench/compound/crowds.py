"""Many outlines that overlap, and many boxes on a road: all pairs, the nearest, what is covered."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import shapely
from common.known import MARGIN
from common.shapes import Array
from common.timing import Call

import sepax
from compound.cases import Question
from compound.outlines import star
from sepax import Compound, CompoundArray, ShapeArray

CARS = 12_288
CROWD, SMALL_CROWD = 1_252, 300
SIDE = 7.0  # of the square in which the centres of a crowd are: most of its boxes meet


def crowd(count: int) -> tuple[CompoundArray, Any]:
    """Return outlines of 20 to 200 vertices that overlap each other, for both libraries."""
    rng = np.random.default_rng(20)
    sizes = rng.integers(20, 200, count).tolist()
    rings = [5.0 * star(size, seed) + rng.uniform(0, SIDE, 2) for seed, size in enumerate(sizes)]
    outlines = np.array([shapely.Polygon(ring) for ring in rings])
    outlines = outlines[shapely.is_valid(outlines)]
    return CompoundArray.from_shapely(outlines), outlines


def question(name: str, work: dict[str, Callable[[], Array]], rows: int) -> Question:
    """Calls without arguments; shapely's answer is the known one."""
    known = work["shapely"]()
    read: Any = partial(np.isclose, known, rtol=0.0, atol=MARGIN)
    calls = {
        label: Call([(function,)], lambda f: f(), "f(a)", "a,", read=read)
        for label, function in work.items()
    }
    every = np.ones(len(known), np.bool_)
    return Question(name, calls, rows, every, every)


def cars_on_a_road() -> Question:
    """Which of many boxes a ring road of 240 edges covers."""
    turns = np.linspace(0.0, 2.0 * np.pi, 120, endpoint=False)
    ring = (100 + 10 * np.sin(5 * turns))[:, None] * np.column_stack((np.cos(turns), np.sin(turns)))
    road, outline = Compound.from_polygon(ring, [0.85 * ring]), shapely.Polygon(ring, [0.85 * ring])
    rng = np.random.default_rng(21)
    angles = rng.uniform(0.0, 2.0 * np.pi, CARS)
    radii = rng.uniform(0.8, 1.05, CARS) * (100 + 10 * np.sin(5 * angles))
    places = radii[:, None] * np.column_stack((np.cos(angles), np.sin(angles)))
    cars = ShapeArray.boxes(4.5, 2, places, angles + np.pi / 2)
    polygons = cars.to_shapely()
    shapely.prepare(outline)
    work: dict[str, Callable[[], Array]] = {
        "sepax": lambda: road.covers(cars).astype(float),
        "shapely": lambda: shapely.covers(outline, polygons).astype(float),
    }
    return question(f"covers {CARS} cars, a road of 240 edges", work, CARS)


def all_pairs(count: int) -> Question:
    """The pairs of outlines that meet."""
    array, outlines = crowd(count)

    def by_tree() -> Array:
        i, j = shapely.STRtree(outlines).query(outlines, predicate="intersects")
        pairs: Array = np.sort((i * len(outlines) + j)[i < j])
        return pairs

    def by_rows() -> Array:
        pairs: Array = sepax.find_pairs(array) @ np.array([len(array), 1])
        return pairs

    work = {"sepax": by_rows, "shapely": by_tree}
    return question(f"find_pairs of {count} outlines that overlap", work, len(array))


def nearest_in_crowd(count: int) -> Question:
    """How far each outline is from the nearest other one."""
    array, outlines = crowd(count)

    def by_tree() -> Array:
        tree = shapely.STRtree(outlines)
        found = tree.query_nearest(
            outlines, exclusive=True, all_matches=False, return_distance=True
        )
        distances: Array = found[1]
        return distances

    work = {"sepax": lambda: sepax.nearest(array)[1][:, 0], "shapely": by_tree}
    return question(f"nearest in {count} outlines that overlap", work, len(array))


def crowd_questions(quick: bool) -> Iterator[tuple[str, Callable[[], Question]]]:
    """Yield names, and what draws the shapes once it is their turn."""
    count = SMALL_CROWD if quick else CROWD
    yield f"covers {CARS} cars", cars_on_a_road
    yield f"find_pairs of {count} outlines", partial(all_pairs, count)
    yield f"nearest in {count} outlines", partial(nearest_in_crowd, count)
