"""Outlines at many poses: one pose after the other, and what is nearest to each."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import shapely
from common.known import MARGIN
from common.shapes import Array, Truths
from common.timing import Call

import sepax
from compound.cases import Question, known_pairs
from compound.outlines import Places, gear, places_within, star, zigzag
from sepax import Compound, ShapeArray, ShapeIndex

ELL = np.array([(0, 0), (2, 0), (2, 0.5), (0.5, 0.5), (0.5, 1.5), (0, 1.5)], np.float64)
OBSTACLES = 500
NEAR_POSES, FEW_NEAR_POSES = 100_000, 5_000
OUTLINES: dict[str, Callable[[], tuple[Array, Array]]] = {
    "star": lambda: (star(500, 1), star(500, 2)),
    "gear": lambda: (gear(500), gear(500)),
    "zigzag": lambda: (zigzag(500), zigzag(500)),
}


def set_and_ask(moving: Compound, fixed: Compound, places: Places) -> Truths:
    """Set one pose after the other, and ask for each whether the outlines meet."""
    hit, poses = np.empty(len(places.angles), np.bool_), places.positions.tolist()
    for k, ((x, y), angle) in enumerate(zip(poses, places.angles.tolist(), strict=True)):
        moving.set_pose(x, y, angle)
        hit[k] = moving.intersects(fixed)
    return hit


def one_by_one(kind: str, poses: int) -> Question:
    """Two outlines of 500 vertices, one of them at many poses, a call for each."""
    rest, turned = OUTLINES[kind]()
    places = places_within(2.5, poses, 9)
    fixed, moving = Compound.from_polygon(rest), Compound.from_polygon(turned)
    whole = shapely.Polygon(rest)
    shapely.prepare(whole)
    work: dict[str, Callable[[Places], Truths]] = {
        "sepax": partial(set_and_ask, moving, fixed),
        "at": lambda at: sepax.intersects_any(moving.at(at.positions, at.angles), fixed),
        "vectorised": lambda at: shapely.intersects(whole, shapely.polygons(at.world(turned))),
    }
    read: Any = np.asarray
    calls = {
        name: Call([(places,)], function, "f(a)", "a,", read=read)
        for name, function in work.items()
    }
    known, clear = known_pairs(whole, shapely.polygons(places.world(turned)))
    return Question(f"{poses} poses one by one, {kind}", calls, poses, known, clear)


def nearest_obstacle(poses: int) -> Question:
    """The distance of an L at many poses from the nearest of some obstacles."""
    rng = np.random.default_rng(10)
    obstacles = ShapeArray.regular(
        8, rng.uniform(0.3, 1.0, OBSTACLES), rng.uniform(-40, 40, (OBSTACLES, 2))
    )
    tree = shapely.STRtree(shapely.polygons(obstacles.vertices.reshape(-1, 8, 2)))
    ell, index = Compound.from_polygon(ELL), ShapeIndex(obstacles)
    places = places_within(40.0, poses, 11)

    def by_tree(at: Places) -> Array:
        moved = shapely.polygons(at.world(ELL))
        found: Array = tree.query_nearest(moved, return_distance=True, all_matches=False)[1]
        return found

    work: dict[str, Callable[[Places], Any]] = {
        "sepax": lambda at: sepax.nearest(ell.at(at.positions, at.angles), obstacles)[1][:, 0],
        "index": lambda at: sepax.nearest(ell.at(at.positions, at.angles), index)[1][:, 0],
        "query_nearest": by_tree,
    }
    known = by_tree(places)
    read: Any = partial(np.isclose, known, rtol=0.0, atol=MARGIN)
    calls = {
        name: Call([(places,)], function, "f(a)", "a,", read=read)
        for name, function in work.items()
    }
    every = np.ones(poses, np.bool_)
    return Question(f"nearest of {OBSTACLES} to {poses} poses of an L", calls, poses, every, every)


def pose_questions(quick: bool) -> Iterator[tuple[str, Callable[[], Question]]]:
    """Yield names, and what draws the shapes once it is their turn."""
    for kind in OUTLINES:
        yield f"one by one, {kind}", partial(one_by_one, kind, 1_000)
    yield "nearest", partial(nearest_obstacle, FEW_NEAR_POSES if quick else NEAR_POSES)
