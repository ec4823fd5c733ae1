"""Concave bodies in contact, and the calls of sepax: bodies, poses, and the known answers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from common.agreement import Tally
from common.known import MARGIN
from common.shapes import Array, Truths
from common.timing import Call

import sepax
from compound.outlines import Places
from sepax import Compound, CompoundArray, Polygon, ShapeArray

PAIRS = 1_000  # that overlap, in each row
DRAWN = 4  # poses for each of these; some are apart; pairs that all but touch are left out
SHORTER = 0.98  # of the move that separates, in other directions: an overlap has to remain
DIRECTIONS = 16

# An L two units wide and high, with arms of 0.7, and a box of half that size.
ELL = np.array([(0.0, 0.0), (2.0, 0.0), (2.0, 0.7), (0.7, 0.7), (0.7, 2.0), (0.0, 2.0)])
ELL -= 0.8
BOX = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


TURNS = 0.25 * np.pi * np.arange(8)
OCTAGON = np.column_stack((np.cos(TURNS), np.sin(TURNS)))


def is_convex(outline: Array) -> bool:
    """Whether an outline is a polygon, and no compound."""
    return len(outline) == 4 or outline is OCTAGON


def spikes(count: int) -> Array:
    """Return a regular star with so many spikes, two units across: one part more than spikes."""
    angles = np.pi * np.arange(2 * count) / count
    radii = np.resize([1.0, 0.5], 2 * count)
    return np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))


BODIES: dict[str, tuple[Array, Array, float]] = {  # both outlines, and how far apart they may be
    "L, box": (ELL, BOX, 2.0),
    "L, L": (ELL, ELL, 2.2),
    "stars, 11 parts": (spikes(10), spikes(10), 2.0),
    "stars, 32 parts": (spikes(31), spikes(31), 2.0),
}
BY_VERB = {  # more of them, in the table of every verb
    "8-gons": (OCTAGON, OCTAGON, 2.0),
    "stars, 100 parts": (spikes(99), spikes(99), 2.0),
}


@dataclass(frozen=True)
class Bodies:
    """Pairs of bodies, each at a pose of its own; those that overlap come first."""

    a: Array
    b: Array
    of_a: Places
    of_b: Places
    overlapping: int
    meets: Truths

    def __len__(self) -> int:
        return len(self.meets)

    def shapes(self, outline: Array, places: Places) -> list[Any]:
        """Return a shape for each pose; a convex one is a polygon."""
        if is_convex(outline):
            return list(ShapeArray(self.array(outline, places)))
        return list(self.array(outline, places))

    def array(self, outline: Array, places: Places) -> Any:
        """Return the poses of an outline as an array."""
        if is_convex(outline):
            boxes = zip(places.positions.tolist(), places.angles.tolist(), strict=True)
            return ShapeArray([Polygon(outline, position=at, angle=angle) for at, angle in boxes])
        compound = Compound.from_polygon(outline)
        return CompoundArray.at(compound, places.positions, places.angles)

    @cached_property
    def pairs(self) -> list[tuple[Any, Any]]:
        """The shapes of each pair, for single calls."""
        both = self.shapes(self.a, self.of_a), self.shapes(self.b, self.of_b)
        return list(zip(*both, strict=True))

    @cached_property
    def arrays(self) -> tuple[Any, Any]:
        """The shapes of the pairs that overlap, for one call."""
        rows = slice(self.overlapping)
        return self.array(self.a, self.of_a)[rows], self.array(self.b, self.of_b)[rows]

    @cached_property
    def velocities(self) -> Array:
        """How a moves in a sweep: random directions."""
        ways = np.random.default_rng(9).uniform(0.0, 2.0 * np.pi, len(self))
        return np.column_stack((np.cos(ways), np.sin(ways)))


def _taken(places: Places, rows: Any) -> Places:
    return Places(places.positions[rows], places.angles[rows])


def draw(kind: str, pairs: int) -> Bodies:
    """Draw poses of two bodies; shapely says which of them overlap, and by enough to be sure."""
    a, b, reach = {**BODIES, **BY_VERB}[kind]
    rng, count = np.random.default_rng(11), DRAWN * pairs
    of_a, of_b = (
        Places(rng.uniform(-side, side, (count, 2)), rng.uniform(-np.pi, np.pi, count))
        for side in (0.0, reach)
    )
    ours, others = shapely.polygons(of_a.world(a)), shapely.polygons(of_b.world(b))
    apart, shared = shapely.distance(ours, others), shapely.area(shapely.intersection(ours, others))
    overlapping = np.flatnonzero(shared > MARGIN)[:pairs]
    rows = np.concatenate((overlapping, np.flatnonzero(apart > MARGIN)[:pairs]))
    places = _taken(of_a, rows), _taken(of_b, rows)
    return Bodies(a, b, *places, len(overlapping), apart[rows] == 0.0)


def is_there(answer: Any) -> bool:
    """Whether the bodies meet, by what `mtv` or `collide` returns."""
    return answer is not None


def begins(impact: Any) -> bool:
    """Whether the bodies meet at the start of a sweep."""
    return impact is not None and bool(impact.initial)


def single_calls(bodies: Bodies) -> dict[str, Call]:
    """Return one call for each pair and verb."""
    moving = [
        (a, b, velocity)
        for (a, b), velocity in zip(bodies.pairs, bodies.velocities.tolist(), strict=True)
    ]
    return {
        "mtv": Call(bodies.pairs, sepax.mtv, read=is_there),
        "collide": Call(bodies.pairs, sepax.collide, read=is_there),
        "sweep": Call(moving, sepax.sweep, "f(a, b, v)", "a, b, v", read=begins),
    }


def array_calls(bodies: Bodies) -> dict[str, Call]:
    """Return one call for all pairs that overlap, by verb."""
    a, b = bodies.arrays
    velocities = bodies.velocities[: bodies.overlapping]
    work: dict[str, Callable[..., Any]] = {
        "mtv": sepax.mtv,
        "collide": sepax.collide,
        "sweep": lambda a, b: sepax.sweep(a, b, velocities),
    }
    return {f"array {verb}": Call([(a, b)], function) for verb, function in work.items()}


def judge_moves(bodies: Bodies) -> Tally:
    """Count moves that leave an overlap or a gap, or that are longer than needed."""
    (moves, _), rows = sepax.mtv(*bodies.arrays), slice(bodies.overlapping)
    ours, others = bodies.of_a.world(bodies.a)[rows], bodies.of_b.world(bodies.b)[rows]
    other = shapely.polygons(others)
    moved = shapely.polygons(ours + moves[:, None, :])
    wrong = shapely.distance(moved, other) > MARGIN
    wrong |= shapely.area(shapely.intersection(moved, other)) > MARGIN
    for angle in 2.0 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS:
        way = SHORTER * np.hypot(*moves.T)[:, None] * (np.cos(angle), np.sin(angle))
        wrong |= ~shapely.intersects(shapely.polygons(ours + way[:, None, :]), other)
    return Tally(len(wrong), int(wrong.sum()))


def judge_arrays(bodies: Bodies) -> Tally:
    """Count rows of arrays whose bits are not those of single calls."""
    a, b = bodies.arrays
    (vectors, _), contacts = sepax.mtv(a, b), sepax.collide(a, b)
    wrong = 0
    for row, (one, other) in enumerate(bodies.pairs[: bodies.overlapping]):
        contact = sepax.collide(one, other)
        same = sepax.mtv(one, other) == tuple(vectors[row]) and contact == contacts[row]
        wrong += not same
    return Tally(bodies.overlapping, wrong)
