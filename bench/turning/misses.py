"""How many times of impact the algorithms of other engines miss, or tell too late.

Box2D limits the motion in a step: a shape turns by at most a quarter turn, and moves by at most
2 m. In the first families all pairs keep these limits; Box2D is left out of the others. All
pairs meet, by sepax, and are apart at the start.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from common.contestant import Contestant
from common.known import separation
from common.shapes import Array, Shapes, Truths, anywhere, directions

from turning.cases import contradicted, items_of
from turning.motions import TURN, Random, Turns, until

SLOP = 0.005  # metres: what Box2D lets shapes be apart, or overlap
LARGEST_TURN = 0.5 * np.pi  # of each shape in a step
LONGEST_WAY = 2.0  # metres, of each shape in a step
DRAWN = 4_000  # pairs at once
TESTS = Path(__file__).resolve().parents[2] / "tests"


# --- pairs ---------------------------------------------------------------------------------


def ordinary_boxes(random: Random, count: int) -> Shapes:
    """Draw boxes of 0.2 to 2 m."""
    return upright(random, random.uniform(0.2, 2.0, (count, 2)))


def thin_bars(random: Random, count: int) -> Shapes:
    """Draw bars of 0.5 to 2 m, as wide as 0.1 to 10 mm."""
    length, width = random.uniform(0.5, 2.0, count), 10.0 ** random.uniform(-4.0, -2.0, count)
    return upright(random, np.stack((length, width), axis=1))


def upright(random: Random, sides: Array) -> Shapes:
    """Return boxes with these sides, at any angle, about the origin."""
    corners = 0.5 * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    local, count = sides[:, None, :] * corners, len(sides)
    turn = random.uniform(-np.pi, np.pi, count)
    return Shapes("box", local, np.zeros(count), np.zeros((count, 2)), turn)


def approaching(
    make: Callable[[Random, int], Shapes],
    slowest: float,
    largest_turn: float,
    random: Random,
    count: int,
) -> Turns:
    """Draw pairs that move towards each other, more or less, by ``slowest`` to 1 of the limits."""
    a, b = make(random, count), make(random, count)
    toward = directions(random, count)
    away = (a.reach + b.reach) * random.uniform(0.3, 1.0, count) + random.uniform(0.0, 2.0, count)
    start = 0.01 * anywhere(random, count)
    a, b = a.at(start), b.at(start + away[:, None] * toward)
    velocities = []
    for sign in (1.0, -1.0):
        way = LONGEST_WAY * random.uniform(slowest, 1.0, (count, 1))
        aim = sign * toward + 0.5 * random.normal(0.0, 1.0, (count, 2))
        velocities.append(way * aim / np.linalg.norm(aim, axis=1, keepdims=True))
    turning = (
        largest_turn * random.uniform(slowest, 1.0, count) * random.choice([-1.0, 1.0], count)
        for _ in range(2)
    )
    return Turns(a, b, *velocities, *turning)


FAMILIES: dict[str, Callable[[Random, int], Turns]] = {
    "boxes": partial(approaching, ordinary_boxes, 0.0, LARGEST_TURN),
    "boxes near the limits": partial(approaching, ordinary_boxes, 0.7, LARGEST_TURN),
    "thin bars near the limits": partial(approaching, thin_bars, 0.7, LARGEST_TURN),
}
# These turn farther than Box2D lets them, but parry has no such limit.
FAR_TURNS: dict[str, Callable[[Random, int], Turns]] = {
    "boxes, up to one turn": partial(approaching, ordinary_boxes, 0.0, TURN),
    "thin bars, 0.7 to 1 turn": partial(approaching, thin_bars, 0.7, TURN),
    "thin bars, 7 to 10 turns": partial(approaching, thin_bars, 0.7, 10.0 * TURN),
}


def draw_hits(name: str, count: int) -> tuple[Turns, Array]:
    """Draw pairs that start more than the slop apart, and meet later; return the times, too."""
    every = FAMILIES | FAR_TURNS
    random = np.random.default_rng((317, list(every).index(name)))

    def wanted(turns: Turns, times: Array) -> Truths:
        start = separation(turns.a, turns.b)
        return np.asarray((start > 2.0 * SLOP) & (times > 0.0) & np.isfinite(times))

    return until(count, lambda: every[name](random, DRAWN), wanted)


# --- the engines --------------------------------------------------------------------------


class Algorithm(Contestant[Turns, Array]):
    """An algorithm of an engine, in float64."""

    is_limited = True  # to what a step may be in Box2D

    distribution = "numba"
    module = "turning.engines"
    find: str

    def times(self, turns: Turns) -> Array:
        """Return the times that it finds, infinite for none."""
        motions = [
            np.column_stack((side.position, side.angle, velocity, rate))
            for side, velocity, rate in (
                (turns.a, turns.velocity_a, turns.rate_a),
                (turns.b, turns.velocity_b, turns.rate_b),
            )
        ]
        find = getattr(self.library, self.find)
        found: Array = self.library.times_of(
            find, turns.a.local, motions[0], turns.b.local, motions[1]
        )
        return found


class Box2DAlgorithm(Algorithm):
    name = "Box2D's algorithm"
    find = "box2d_time"


class ParryAlgorithm(Algorithm):
    is_limited = False
    name = "parry's algorithm"
    find = "parry_time"

    def times(self, turns: Turns) -> Array:
        """Return the times; the larger shape comes first, as in parry."""
        return super().times(larger_first(turns))


def larger_first(turns: Turns) -> Turns:
    """Return the pairs with the shape first that has the larger bounding circle."""
    swapped = turns.a.reach < turns.b.reach

    def chosen(first: Array, second: Array) -> Array:
        rows = swapped.reshape(-1, *[1] * (first.ndim - 1))
        return np.where(rows, second, first)

    def side(one: Turns, other: Turns) -> tuple[Shapes, Array, Array]:
        names = ("local", "radius", "position", "angle")
        columns = (chosen(getattr(one.a, name), getattr(other.a, name)) for name in names)
        velocity = chosen(one.velocity_a, other.velocity_a)
        return Shapes(one.a.kind, *columns), velocity, chosen(one.rate_a, other.rate_a)

    reverse = turns.swapped()
    (a, velocity_a, rate_a), (b, velocity_b, rate_b) = side(turns, reverse), side(reverse, turns)
    return Turns(a, b, velocity_a, velocity_b, rate_a, rate_b)


class Box2DItself(Contestant[Turns, Array]):
    """Box2D 2.3 by way of pybox2d, in float32."""

    is_limited = True

    name = "Box2D 2.3 itself"
    distribution = "Box2D"
    module = "Box2D"

    def times(self, turns: Turns) -> Array:
        """Return the times that it finds, infinite for none: also where it fails."""
        box2d = self.library
        sides = []
        for side, velocity, rate in (
            (turns.a, turns.velocity_a, turns.rate_a),
            (turns.b, turns.velocity_b, turns.rate_b),
        ):
            shapes = [box2d.b2PolygonShape(vertices=one.local) for one in side.outlines()]
            end = side.position + velocity
            columns = (side.position, end, side.angle, side.angle + rate)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            sweeps = [box2d.b2Sweep(c0=c0, c=c, a0=a0, a=a) for c0, c, a0, a in rows]
            sides.append(zip(shapes, sweeps, strict=True))
        touches = box2d.b2TOIOutput.e_touching
        found = [
            box2d.b2TimeOfImpact(a, 0, b, 0, sweep_a, sweep_b, 1.0)
            for (a, sweep_a), (b, sweep_b) in zip(*sides, strict=True)
        ]
        return np.array([time if state == touches else np.inf for state, time in found])


PEERS: tuple[type[Any], ...] = (Box2DAlgorithm, Box2DItself, ParryAlgorithm)


# --- counts --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Count:
    """What came out in one family."""

    family: str
    hits: int
    contradicted: int  # times of sepax that samples refute
    judged: int  # so many of them by the oracle of the tests
    refuted: int
    peers: dict[str, tuple[int, int]]  # missed, late


def count_all(hits: int, judged: int, peers: Sequence[Any]) -> list[Count]:
    """Count in all families."""
    limited = [count(name, hits, judged, peers) for name in FAMILIES]
    others = [peer for peer in peers if not peer.is_limited]
    return limited + [count(name, hits, judged, others) for name in FAR_TURNS]


def count(name: str, hits: int, judged: int, peers: Sequence[Any]) -> Count:
    """Count what is missed, and what is late, in one family."""
    turns, times = draw_hits(name, hits)
    wrong = int(np.count_nonzero(contradicted(turns, times)))
    refuted = sum(map(bool, oracle_says(turns, times, judged))) if judged else 0
    # Even the fastest points of a pair have come nearer by more than the slop since.
    limit = times + SLOP / turns.speed
    found = {}
    for peer in peers:
        given = peer.times(turns)
        missed = np.isinf(given)
        late = ~missed & (given > limit)
        found[peer.name] = int(missed.sum()), int(late.sum())
    return Count(name, len(turns), wrong, min(judged, hits), refuted, found)


def oracle_says(turns: Turns, times: Array, count: int) -> list[list[str]]:
    """Return the complaints of the tests' oracle about the first times, from rational poses."""
    sys.path.append(str(TESTS))
    exact, oracle = (import_module(name) for name in ("turning_exact", "turning_oracle"))
    said = []
    for (a, b, velocity_a, velocity_b, rate_a, rate_b), time in zip(
        items_of(turns.take(np.arange(count))), times.tolist(), strict=False
    ):
        case = exact.of_shapes(a, b, velocity_a, velocity_b, 1.0, rate_a, rate_b)
        said.append(oracle.judge_turning(case, time))
    return said


def show_misses(counts: Sequence[Count]) -> int:
    """Print the counts; return how many answers of sepax are wrong."""
    print("\nTimes of impact that algorithms of other engines miss, or tell too late by more than")
    print(f"the shapes need to come nearer by {1000 * SLOP:g} mm")
    wrong = 0
    for one in counts:
        oracle = f"; the oracle refutes {one.refuted} of {one.judged}" if one.judged else ""
        print(f"{one.family}: {one.hits} pairs meet; samples refute {one.contradicted}{oracle}")
        for name, (missed, late) in one.peers.items():
            print(f"  {name:<24}{missed:>6} missed{late:>6} late")
        wrong += one.contradicted + one.refuted
    return wrong
