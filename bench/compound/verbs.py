"""What each verb costs for two compounds of some parts, beside two convex shapes."""

from collections.abc import Iterator
from time import thread_time_ns
from typing import Any

import numpy as np
from common.timing import Call, Effort, measure

import sepax
from sepax import Compound, Polygon

PARTS = (2, 10, 100)
PAIRS = 20

# The calls, and whether the shapes overlap or are apart.
VERBS: dict[str, tuple[str, bool]] = {
    "intersects": ("f.intersects(a, b)", True),
    "intersects, apart": ("f.intersects(a, b)", False),
    "distance": ("f.distance(a, b)", False),
    "nearest_points": ("f.nearest_points(a, b)", False),
    "mtv": ("f.mtv(a, b)", True),
    "collide": ("f.collide(a, b)", True),
    "collide, apart": ("f.collide(a, b)", False),
    "collide, margin": ("f.collide(a, b, margin=2.0)", False),
    "sweep": ("f.sweep(a, b, (0, 1), max_time=3)", False),
    "sweep, misses": ("f.sweep(a, b, (0, -1), max_time=3)", False),
    "sweep, overlap": ("f.sweep(a, b, (0, 1), max_time=3)", True),
    "time_of_impact": ("f.time_of_impact(a, b, (0, 1), max_time=3)", False),
    "contains": ("a.contains((0.3, 0.4))", True),
    "overlap_area": ("f.overlap_area(a, b)", True),
    "covers": ("f.covers(a, b)", True),
    "raycast": ("f.raycast(a, (0.1, 9.0), (0.2, -1))", True),
}


def tower(parts: int, seed: int) -> Compound | Polygon:
    """Return boxes side by side, of random heights above and below, two units across."""
    if parts == 1:
        return Polygon.box(2.0, 2.0)
    rng = np.random.default_rng(seed)
    width = 2.0 / parts
    bars = []
    for k in range(parts):
        top, bottom = rng.uniform(0.6, 1.0, 2).tolist()
        left = k * width - 1.0
        bars.append(
            Polygon([(left, -bottom), (left + width, -bottom), (left + width, top), (left, top)])
        )
    return Compound(bars)


def pairs(parts: int, overlap: bool) -> list[tuple[Any, Any]]:
    """Return a shape and copies of another above it."""
    rng = np.random.default_rng(3)
    below, above = tower(parts, 1), tower(parts, 2)
    found = []
    for _ in range(PAIRS):
        copy = above.copy()
        x, y, angle = rng.uniform((-0.5, 1.3, -0.2), (0.5, 1.5, 0.2)).tolist()
        copy.set_pose(x, y if overlap else y + 1.5, angle)
        found.append((below, copy))
    return found


def microseconds(verb: str, effort: Effort) -> Iterator[float]:
    """Yield what a call takes, for convex shapes and for compounds of more and more parts."""
    statement, overlap = VERBS[verb]
    calls = {
        str(parts): Call(pairs(parts, overlap), sepax, statement)  # type: ignore[arg-type]
        for parts in (1, *PARTS)
    }
    timings = measure(calls, effort, clock=thread_time_ns)
    yield from (timings[name].nanoseconds / 1000.0 for name in calls)


def show_verbs(match: str, effort: Effort) -> None:
    """Print the table, in microseconds of processor time."""
    print(f"{'microseconds a call':<24}{'convex':>10}", *(f"{f'{n} parts':>12}" for n in PARTS))
    for verb in (verb for verb in VERBS if match in verb):
        times = microseconds(verb, effort)
        print(f"{verb:<24}{next(times):>10.3f}", *(f"{time:>12.2f}" for time in times), flush=True)
