"""What each verb costs for convex and concave bodies, by kind: the last table of ``--bodies``."""

from time import thread_time_ns
from typing import Any

from common.timing import Call, Effort, measure

import sepax
from compound.bodies import PAIRS, Bodies, draw

KINDS = ("8-gons", "L, L", "stars, 11 parts", "stars, 100 parts")
FEWER = 5  # of the pairs of the other tables, one in so many
NAMES = "a, b, v, pose"

# The calls, and whether the bodies overlap or are apart. `v` leads from a to b in a unit of time.
EVERY: dict[str, tuple[str, bool]] = {
    "intersects": ("f.intersects(a, b)", True),
    "intersects, apart": ("f.intersects(a, b)", False),
    "contains": ("a.contains((0.1, 0.2))", True),
    "covers": ("f.covers(a, b)", True),
    "distance, apart": ("f.distance(a, b)", False),
    "nearest_points, apart": ("f.nearest_points(a, b)", False),
    "mtv": ("f.mtv(a, b)", True),
    "collide": ("f.collide(a, b)", True),
    "collide, margin": ("f.collide(a, b, margin=0.5)", False),
    "sweep, overlap": ("f.sweep(a, b, v)", True),
    "sweep, later": ("f.sweep(a, b, v)", False),
    "sweep, turning": ("f.sweep(a, b, v, angular_velocity_a=1.0)", False),
    "time_of_impact, later": ("f.time_of_impact(a, b, v)", False),
    "overlap_area": ("f.overlap_area(a, b)", True),
    "iou": ("f.iou(a, b)", True),
    "overlap": ("f.overlap(a, b)", True),
    "project": ("a.project((0.6, 0.8))", True),
    "support_point": ("f.support_point(a, (0.6, 0.8))", True),
    "separating_axis": ("f.separating_axis(a, b)", False),
    "raycast": ("f.raycast(a, (9.0, 8.0), (-9.0, -8.0))", True),
    "move_and_slide": ("f.move_and_slide(a, b, v)", False),
}


def items(bodies: Bodies, overlap: bool) -> list[tuple[Any, ...]]:
    """Return pairs that overlap or that are apart, the way between them, and the pose of a."""
    end = bodies.overlapping
    rows = range(end) if overlap else range(end, len(bodies))
    found = []
    for row in rows:
        (a, b), place = bodies.pairs[row], bodies.of_b.positions[row]
        way = place - bodies.of_a.positions[row]
        pose = *bodies.of_a.positions[row].tolist(), float(bodies.of_a.angles[row])
        found.append((a, b, tuple(way.tolist()), pose))
    return found


def call(bodies: Bodies, verb: str) -> Call:
    """Return the calls of a verb; moved shapes are put back before each."""
    statement, overlap = EVERY[verb]
    before = "a.set_pose(*pose)" if verb == "move_and_slide" else "pass"
    pairs = items(bodies, overlap)
    return Call(pairs, sepax, statement, NAMES, before)  # type: ignore[arg-type]


def show_every(match: str, effort: Effort, pairs: int = PAIRS // FEWER) -> None:
    """Print a row for each verb whose name contains a text."""
    chosen = [verb for verb in EVERY if match in verb]
    if not chosen:
        return
    bodies = {kind: draw(kind, pairs) for kind in KINDS}
    print("\nMicroseconds a call, by verb")
    print(f"{'':<24}", *(f"{kind:>16}" for kind in KINDS))
    for verb in chosen:
        calls = {kind: call(bodies[kind], verb) for kind in KINDS}
        times = measure(calls, effort, clock=thread_time_ns)
        row = (f"{times[kind].nanoseconds / 1e3:>16.2f}" for kind in KINDS)
        print(f"{verb:<24}", *row, flush=True)
