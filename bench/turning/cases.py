"""The cases of the swept test of shapes that turn, their targets, and how one is run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from time import thread_time_ns
from typing import Any

import numpy as np
from common.agreement import Tally
from common.case import Case, Result
from common.shapes import Array, Outline, Truths
from common.targets import Outcome, Verdict
from common.timing import Answer, Call, Effort, Timing, answers, measure

from turning.motions import (
    Random,
    Turns,
    aimed_pairs,
    array_of,
    aside_pairs,
    discs_meet,
    joined,
    many_turns,
    until,
)

COUNT = 1_000  # distinct pairs of a case of single calls
ROWS = 4_096, 100_000  # rows of the cases of arrays: in the cache, in memory
SIDES = [(3, 8), (4, 7), (5, 6), (6, 5), (7, 4), (8, 3)]
NEAR = 1e-9  # how far apart they may be at a time of impact: coordinates are below 2,000
DRAWN = 4_000  # pairs at once
JUDGED = 2_000  # rows of an array that samples judge


@dataclass(frozen=True)
class Family:
    """What pairs are like, and the most nanoseconds that a sweep should take."""

    name: str
    most: float
    ratio: float | None = None  # the most times that of `distance`
    rows: int = 0  # of an array; 0 for single calls


TurningCase = Case[Family]
TurningResult = Result[Family]
Parts = list[tuple[Turns, Array]]  # pairs with equally many vertices, and their times of impact

FAMILIES = [
    Family("boxes that meet", 600.0, ratio=8.0),
    Family("boxes that pass near each other", 600.0),
    Family("3-8-gons that meet", 1500.0),
    Family("boxes whose discs never meet", 100.0),
    Family("boxes that turn 10 to 50 times and meet", 6000.0),
    *(Family(f"arrays of {rows} boxes, two thirds miss", 200.0, rows=rows) for rows in ROWS),
]


def cases(match: str) -> list[TurningCase]:
    """Return the cases whose name contains the text."""
    every = [Case("sweep", family) for family in FAMILIES]
    return [case for case in every if match in case.name]


def hits(_turns: Turns, times: Array) -> Truths:
    return np.asarray((times > 0.0) & np.isfinite(times))


def passes(turns: Turns, times: Array) -> Truths:
    return np.isinf(times) & discs_meet(turns)


def stays_away(turns: Turns, _times: Array) -> Truths:
    return ~discs_meet(turns)


def draw_parts(family: Family) -> Parts:
    """Draw the pairs of a family."""
    random = np.random.default_rng((37, FAMILIES.index(family)))
    boxes = partial(aimed_pairs, random, DRAWN)
    if family.rows:
        return [mixed(random, family.rows)]
    if family.name.startswith("3-8-gons"):
        count = -(-COUNT // len(SIDES))
        return [until(count, partial(aimed_pairs, random, 2 * count, s), hits) for s in SIDES]
    if "10 to 50" in family.name:
        return [until(COUNT, partial(many_turns, random, DRAWN), hits)]
    if "never" in family.name:
        return [until(COUNT, partial(aside_pairs, random, DRAWN), stays_away)]
    return [until(COUNT, boxes, passes if "pass" in family.name else hits)]


def mixed(random: Random, rows: int) -> tuple[Turns, Array]:
    """Draw boxes in random order: a third meet, the others miss."""
    drawn, aside = aimed_pairs(random, rows), aside_pairs(random, 2 * rows)
    met, missed = drawn.times(), aside.times()
    third = rows // 3
    turns = joined(
        [
            drawn.take(np.flatnonzero(hits(drawn, met))[:third]),
            aside.take(np.flatnonzero(np.isinf(missed))[: rows - third]),
        ]
    )
    turns = turns.take(random.permutation(rows))
    return turns, turns.times()


# --- the calls -----------------------------------------------------------------------------


def build(outline: Outline) -> Any:
    polygon = import_module("sepax").Polygon
    pose = {"position": outline.position, "angle": outline.angle}
    if outline.kind == "box":
        return polygon.box(outline.width, outline.height, **pose)
    return polygon(outline.local, **pose)


def finite(time: float) -> Answer:
    return time if np.isfinite(time) else None


def calls_of(parts: Parts) -> dict[str, Call]:
    """Return the calls on single pairs, in random order."""
    sepax, floor = import_module("sepax"), import_module("sepax._core.pair")._floor
    items = [item for turns, _ in parts for item in items_of(turns)]
    order = np.random.default_rng(1).permutation(len(items))
    items = [items[k] for k in order]
    pairs = [(a, b) for a, b, *_ in items]
    names = "a, b, velocity_a, velocity_b, rate_a, rate_b"
    motion = "velocity_a, velocity_b, angular_velocity_a=rate_a, angular_velocity_b=rate_b"
    swept = f"f(a, b, {motion})"
    return {
        "floor": Call(pairs, floor),
        "distance": Call(pairs, sepax.distance, read=float),
        "sweep": Call(items, sepax.sweep, swept, names, read=lambda hit: hit and hit.time),
        "time": Call(items, sepax.time_of_impact, swept, names, read=finite),
    }


def items_of(turns: Turns) -> list[tuple[Any, ...]]:
    """Return pairs of shapes with their velocities and rates."""
    shapes = ([build(outline) for outline in side.outlines()] for side in (turns.a, turns.b))
    velocities = (map(tuple, one.tolist()) for one in (turns.velocity_a, turns.velocity_b))
    rates = (turns.rate_a.tolist(), turns.rate_b.tolist())
    return list(zip(*shapes, *velocities, *rates, strict=True))


def calls_of_arrays(turns: Turns) -> dict[str, Call]:
    """Return the calls on whole arrays."""
    sepax, rows = import_module("sepax"), len(turns)
    a, b = (array_of(side) for side in (turns.a, turns.b))
    motion, room = turns.keywords, np.empty(rows)
    impacts = sepax.Impacts.empty(rows)
    works: dict[str, Callable[[], Any]] = {
        "distance": lambda: sepax.distance(a, b, out=room),
        "sweep": lambda: sepax.sweep(a, b, **motion, out=impacts),
        "time": lambda: sepax.time_of_impact(a, b, **motion, out=room),
    }
    return {name: Call([(work,)], None, "work()", "work,") for name, work in works.items()}


# --- one case ------------------------------------------------------------------------------


def run_case(case: TurningCase, effort: Effort) -> TurningResult:
    """Check the answers of a case, then time the calls."""
    family = case.setting
    parts = draw_parts(family)
    tallies = {"sepax": check(parts, single=not family.rows)}
    calls = calls_of_arrays(parts[0][0]) if family.rows else calls_of(parts)
    timings = {
        name: Timing(timing.nanoseconds / (family.rows or 1), timing.rounds)
        for name, timing in measure(calls, effort, clock=thread_time_ns).items()
    }
    return Result(case, timings, tallies, verdicts(case, timings))


def check(parts: Parts, single: bool) -> Tally:
    """Count answers that samples contradict, or that single calls give with other bits."""
    wrong = checked = 0
    for turns, times in parts:
        checked += min(len(turns), JUDGED)
        rows = np.arange(min(len(turns), JUDGED))
        differs = contradicted(turns.take(rows), times[rows])
        if single:
            swept = calls_of([(turns, times)])
            order = np.random.default_rng(1).permutation(len(turns))
            for name in ("sweep", "time"):
                given = [np.inf if one is None else one for one in answers(swept[name])]
                differs[order] |= np.array(given) != times[order]
        wrong += int(np.count_nonzero(differs))
    return Tally(checked, wrong)


def contradicted(turns: Turns, times: Array) -> Truths:
    """Return where pairs overlap before their time of impact, or are apart at it.

    The poses and the separation are those of plain NumPy, at many times.
    """
    met = np.isfinite(times)
    until_when = np.where(met, times, 1.0)
    apart = np.abs(turns.separation_at(until_when)) > NEAR
    return np.asarray((turns.least_before(until_when) < -NEAR) | (met & apart))


def verdicts(case: TurningCase, timings: dict[str, Timing]) -> Sequence[Verdict]:
    """Return what becomes of the targets of a case."""
    family = case.setting
    taken = timings["time" if family.rows else "sweep"].nanoseconds
    found = [Verdict("sweep", Outcome(f"{case.name}: ns", taken, family.most, at_most=True))]
    if family.ratio is not None:
        ratio = taken / timings["distance"].nanoseconds
        what = f"{case.name}: times that of distance"
        found.append(Verdict("sweep", Outcome(what, ratio, family.ratio, at_most=True)))
    return found
