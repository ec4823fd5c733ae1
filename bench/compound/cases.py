"""Queries of compounds and of prepared polygons: the calls, and the known answers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import shapely
from common.agreement import Tally
from common.known import MARGIN
from common.shapes import Truths
from common.timing import Call, answers

import sepax
from compound.outlines import Places, places_at, places_within, star
from sepax import Circle, Compound, ShapeIndex

PAIRS = 50
MAP = 200


@dataclass(frozen=True)
class Question:
    """Calls by contestant, how many answers an item has, and what these are, where it is clear."""

    name: str
    calls: dict[str, Call]
    rows: int
    known: Truths
    clear: Truths

    def check(self) -> dict[str, Tally]:
        """Count what each contestant answers wrongly."""
        tallies = {}
        for name, call in self.calls.items():
            given = answers(call)
            if any(isinstance(answer, Exception) for answer in given):
                tallies[name] = Tally(len(given), len(given), len(given))
                continue
            found = np.concatenate([np.atleast_1d(np.asarray(answer)) for answer in given])
            wrong = np.count_nonzero((found != self.known) & self.clear)
            tallies[name] = Tally(int(self.clear.sum()), int(wrong))
        return tallies


def known_pairs(whole: Any, others: Any) -> tuple[Truths, Truths]:
    """Return which pairs meet, and which do so, or not, by more than a margin."""
    apart = shapely.distance(whole, others)
    shared = shapely.area(shapely.intersection(whole, others))
    return apart == 0.0, (apart > MARGIN) | (shared > MARGIN)


def outline_pairs(vertices: int, distance: float, name: str) -> Question:
    """Two outlines: one that rests, and one at many poses."""
    fixed, moving = star(vertices, 1), star(vertices, 2)
    places = places_at(distance, PAIRS, 3)
    whole = shapely.Polygon(fixed)
    others = shapely.polygons(places.world(moving))
    shapely.prepare(whole)
    compound, made = Compound.from_polygon(fixed), Compound.from_polygon(moving)
    copies = list(made.at(places.positions, places.angles))
    method = "a.intersects(b)"
    calls = {
        "sepax": Call([(compound, copy) for copy in copies], None, method),
        "prepared": Call([(whole, other) for other in others], None, method),
    }
    return Question(name, calls, 1, *known_pairs(whole, others))


def circles(vertices: int) -> Question:
    """An outline and circles, which are polygons of 64 corners for shapely."""
    fixed, places = star(vertices, 1), places_at(1.0, PAIRS, 4)
    whole = shapely.Polygon(fixed)
    others = shapely.buffer(shapely.points(places.positions), 0.1)
    shapely.prepare(whole)
    compound = Compound.from_polygon(fixed)
    known, clear = known_pairs(whole, others)
    apart = np.abs(shapely.distance(whole, shapely.points(places.positions)) - 0.1)
    discs = [Circle(place, 0.1) for place in places.positions.tolist()]
    calls = {
        "sepax": Call([(compound, disc) for disc in discs], None, "a.intersects(b)"),
        "prepared": Call([(whole, other) for other in others], None, "a.intersects(b)"),
    }
    name = f"intersects {len(compound.parts)} parts, circle"
    return Question(name, calls, 1, known, clear & (apart > 1e-3))


def in_turn(compound: Compound, places: Places, world: ShapeIndex) -> Truths:
    """Set one pose after the other."""
    hit, poses = np.empty(len(places.angles), np.bool_), places.positions.tolist()
    for k, ((x, y), angle) in enumerate(zip(poses, places.angles.tolist(), strict=True)):
        compound.set_pose(x, y, angle)
        hit[k] = sepax.intersects_any(compound, world)[0]
    return hit


def map_poses(vertices: int, poses: int) -> Question:
    """One outline at many poses against a map of outlines; shapely has to make the polygons."""
    moving = star(vertices, 1)
    local = places_within(30.0, MAP, 5)
    rings = [star(vertices, 10 + k) + place for k, place in enumerate(local.positions)]
    places = places_within(30.0, poses, 6)
    outlines = np.array([shapely.Polygon(ring) for ring in rings])
    union = shapely.union_all(outlines)
    shapely.prepare(union)
    shapely.prepare(outlines)
    tree = shapely.STRtree(outlines)
    compound = Compound.from_polygon(moving)
    world = ShapeIndex([Compound.from_polygon(ring) for ring in rings])

    def by_tree(places: Places) -> Truths:
        hit = np.zeros(len(places.angles), np.bool_)
        made = shapely.polygons(places.world(moving))
        hit[tree.query(made, predicate="intersects")[0]] = True
        return hit

    work: dict[str, Callable[..., Any]] = {
        "sepax": lambda at: sepax.intersects_any(compound.at(at.positions, at.angles), world),
        "in turn": lambda at: in_turn(compound, at, world),
        "prepared": lambda at: shapely.intersects(union, shapely.polygons(at.world(moving))),
        "tree": by_tree,
    }
    whole: Any = np.asarray  # the answers to all poses at once
    calls = {
        name: Call([(places,)], function, "f(a)", "a,", read=whole)
        for name, function in work.items()
    }
    made = shapely.polygons(places.world(moving))
    known = shapely.intersects(union, made)
    clear = known | ~shapely.dwithin(union, made, MARGIN)
    name = f"{poses} poses of {vertices} vertices, {MAP} outlines"
    return Question(name, calls, poses, known, clear)


def questions() -> Iterator[tuple[str, Callable[[], Question]]]:
    """Yield names, and what draws the shapes once it is their turn."""
    for distance, how in ((0.6, "deep"), (1.6, "in contact"), (3.0, "apart")):
        name = f"intersects 500 vertices, {how}"
        yield name, partial(outline_pairs, 500, distance, name)
    yield "circle", partial(circles, 1000)
    for vertices in (100, 500):
        yield f"poses of {vertices} vertices", partial(map_poses, vertices, 10_000)
