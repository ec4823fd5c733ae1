"""Concave bodies among others: two that turn until they meet, bullets among ships, a map."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import shapely
from common.agreement import Tally
from common.known import MARGIN
from common.shapes import Array
from common.timing import Call

import sepax
from compound.bodies import ELL
from compound.outlines import Places
from sepax import Circle, Compound, CompoundArray, ShapeArray, ShapeIndex

MEETINGS = 1_000
STEPS = 16  # poses before each meeting that have to be apart
BULLETS, INSIDE, SHIPS = 100, 12, 40
SEGMENTS, QUICK_SEGMENTS = 20_000, 2_000
# A dart: its stern has a notch.
SHIP = np.array([(-1.0, -0.8), (1.2, 0.0), (-1.0, 0.8), (-0.4, 0.0)])


@dataclass(frozen=True)
class Comparison:
    """Calls of two contestants or more, how many answers each gives, and how many are wrong."""

    name: str
    calls: dict[str, Call]
    rows: int
    tally: Tally


def turned(places: Places, spins: Array, velocities: Array, time: Array) -> Places:
    """Return where bodies are at a time."""
    return Places(places.positions + velocities * time[:, None], places.angles + spins * time)


def _earlier(start: Places, spins: Array, velocities: Array, times: Array, rest: Any) -> Any:
    """Return which bodies overlap the resting ones before their times."""
    wrong = np.zeros(len(times), np.bool_)
    for step in range(STEPS):
        at = turned(start, spins, velocities, times * (step / STEPS))
        moved = shapely.polygons(at.world(ELL))
        wrong |= shapely.area(shapely.intersection(moved, rest)) > MARGIN
    return wrong


def turning_ells() -> Comparison:
    """Two L; one moves and turns until it meets the other."""
    rng, drawn = np.random.default_rng(12), 3 * MEETINGS
    ways = rng.uniform(0.0, 2.0 * np.pi, drawn)
    ahead = np.column_stack((np.cos(ways), np.sin(ways)))
    start = Places(-4.0 * ahead, rng.uniform(-np.pi, np.pi, drawn))
    rest = Places(rng.uniform(-0.8, 0.8, (drawn, 2)), rng.uniform(-np.pi, np.pi, drawn))
    spins, velocities = rng.uniform(-3.0, 3.0, drawn), 6.0 * ahead
    ell = Compound.from_polygon(ELL)
    a, b = (CompoundArray.at(ell, at.positions, at.angles) for at in (start, rest))
    meets = np.flatnonzero(np.isfinite(_times(a, b, velocities, spins)))[:MEETINGS]
    start, rest = (Places(at.positions[meets], at.angles[meets]) for at in (start, rest))
    a, b, velocities, spins = a[meets], b[meets], velocities[meets], spins[meets]
    times, others = _times(a, b, velocities, spins), shapely.polygons(rest.world(ELL))
    met = shapely.polygons(turned(start, spins, velocities, times).world(ELL))
    wrong = shapely.distance(met, others) > MARGIN
    wrong |= _earlier(start, spins, velocities, times, others)
    items = list(zip(a, b, velocities.tolist(), spins.tolist(), strict=True))
    calls = {
        "sepax": Call(items, sepax.sweep, "f(a, b, v, angular_velocity_a=w)", "a, b, v, w"),
    }
    name = f"turning sweep, {len(meets)} pairs of L that meet"
    return Comparison(name, calls, 1, Tally(len(wrong), int(wrong.sum())))


def _times(a: Any, b: Any, velocities: Array, spins: Array) -> Array:
    times: Array = sepax.time_of_impact(a, b, velocities, angular_velocity_a=spins)
    return times


def bullets() -> Comparison:
    """Bullets among ships: some of them begin inside of one, or none."""
    rng = np.random.default_rng(13)
    cells = np.column_stack(np.divmod(np.arange(SHIPS), 8))
    angles = rng.uniform(-np.pi, np.pi, SHIPS)
    ships = Compound.from_polygon(SHIP).at(4.0 * cells, angles)
    index, places = ShapeIndex(ships), rng.uniform(-3.0, 31.0, (40 * BULLETS, 2))
    places = places[(sepax.nearest(ShapeArray.points(places), index)[1][:, 0] > 0.1)][:BULLETS]
    velocities = rng.uniform(-5.0, 5.0, (BULLETS, 2))
    inside = places.copy()
    for row in range(INSIDE):
        inside[row] = ships[row].parts[0].centroid
    free, within = (ShapeArray.circles(at, 0.05) for at in (places, inside))
    calls = {
        name: Call([(balls, index, velocities)], sepax.first_impacts, "f(a, b, v)", "a, b, v")
        for name, balls in (("sepax", within), ("none inside", free))
    }
    (rows, hits), (other, misses) = (
        sepax.first_impacts(balls, index, velocities) for balls in (within, free)
    )
    own = np.arange(BULLETS) < INSIDE
    wrong = np.where(own, (rows != np.arange(BULLETS)) | ~hits.initial, rows != other)
    wrong |= ~own & (hits.time != misses.time) | misses.initial
    name = f"first_impacts, {BULLETS} bullets among {SHIPS} ships, {INSIDE} inside"
    return Comparison(name, calls, 1, Tally(BULLETS, int(wrong.sum())))


def spiral(segments: int) -> ShapeArray:
    """Return a wall that winds outwards ten times: segments end to end."""
    turns = 20.0 * np.pi * np.linspace(0.0, 1.0, segments + 1)
    radii = 10.0 + 2.0 * turns
    points = np.column_stack((radii * np.cos(turns), radii * np.sin(turns)))
    return ShapeArray.segments(points[:-1], points[1:])


def _slide(scene: Any) -> Any:
    ball = Circle((0.0, 0.0), 1.0)
    return sepax.move_and_slide(ball, scene, (20.0, 3.0))


def _times_of(found: Any) -> Array:
    times: Array = found[1].time
    return times


def map_work() -> dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]]:
    """Return what is asked of a map, and what of an answer does not depend on its kind."""
    rng = np.random.default_rng(14)
    places, velocities = rng.uniform(-90.0, 90.0, (100, 2)), rng.uniform(-9.0, 9.0, (100, 2))
    discs, boxes = ShapeArray.circles(places, 0.1), ShapeArray.boxes(1.0, 0.5, places)
    return {
        "first_impacts of 100 discs": (
            lambda scene: sepax.first_impacts(discs, scene, velocities),
            _times_of,
        ),
        "first_impacts of 100 boxes that turn": (
            lambda scene: sepax.first_impacts(boxes, scene, velocities, angular_velocity_a=0.5),
            _times_of,
        ),
        # How far the wall leads the ball is settled up to the skin, the first touch is not.
        "move_and_slide": (_slide, lambda slide: np.array([slide.impacts[0].time])),
        "raycast": (
            lambda scene: sepax.raycast(scene, (0.0, 0.0), (1.0, 0.3)),
            lambda hit: np.array(hit.point),
        ),
        "raycast of 100": (
            lambda scene: sepax.raycast(scene, (0.0, 0.0), velocities),
            lambda hits: hits.distance,
        ),
    }


def on_map(what: str, segments: int) -> Comparison:
    """One compound as a map, against an index of its parts."""
    ask, read = map_work()[what]
    walls = spiral(segments)
    scenes: dict[str, Any] = {"sepax": Compound(walls), "index of parts": ShapeIndex(walls)}
    calls = {name: Call([(scene,)], ask, "f(a)", "a,") for name, scene in scenes.items()}
    ours, theirs = (read(ask(scene)) for scene in scenes.values())
    with np.errstate(invalid="ignore"):
        wrong = ~((ours == theirs) | (np.abs(ours - theirs) <= MARGIN))
    name = f"{what}, a map of {segments} segments"
    return Comparison(name, calls, 1, Tally(wrong.size, int(wrong.sum())))


def comparisons(quick: bool) -> Iterator[tuple[str, Callable[[], Comparison]]]:
    """Yield names, and what draws the shapes once it is their turn."""
    yield "turning sweep, L", turning_ells
    yield "first_impacts, bullets among ships", bullets
    for what in map_work():
        yield f"{what}, a map", partial(on_map, what, QUICK_SEGMENTS if quick else SEGMENTS)
