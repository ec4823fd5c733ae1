"""Outlines of thousands of parts that overlap or meet: microseconds and memory of one call.

Each call is made in a process of its own, ``python large.py VERB VERTICES``, which prints a line of
JSON. So its memory is its own, and a call that takes too long can be ended.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from common.agreement import Tally

VERTICES = (3_500, 17_200)  # some 2,000 and 9,900 parts
LIMIT = 120.0  # seconds
REPEATS, ENOUGH = 5, 1.0  # calls, unless they take so many seconds in all
VERBS = ("mtv", "sweep", "turning sweep")
BENCH = Path(__file__).parents[1]


class Report(NamedTuple):
    """What a call took: memory is what the process needs beyond the shapes."""

    parts: int
    seconds: float
    kilobytes: float
    wrong: bool


def peak() -> float:
    """Return the most kilobytes that this process held; nan where the system does not tell."""
    status = Path("/proc/self/status")
    if status.exists():  # ru_maxrss of Linux begins with the memory of the parent
        lines = (line.split() for line in status.read_text(encoding="utf-8").splitlines())
        return next((float(line[1]) for line in lines if line[0] == "VmHWM:"), float("nan"))
    if not find_spec("resource"):
        return float("nan")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0  # macOS counts bytes


def work(verb: str, vertices: int) -> tuple[Any, Any, Callable[[], Any]]:
    """Return two stars, and a call; those of `mtv` overlap, the others meet later."""
    import sepax
    from compound.outlines import star

    a, b = (sepax.Compound.from_polygon(star(vertices, seed)) for seed in (1, 2))
    b.set_pose(1.2 if verb == "mtv" else 4.0, 0.1, 0.3)
    calls = {
        "mtv": lambda: sepax.mtv(a, b),
        "sweep": lambda: sepax.sweep(a, b, (3.0, 0.0)),
        "turning sweep": lambda: sepax.sweep(a, b, (3.0, 0.0), angular_velocity_a=0.5),
    }
    return a, b, calls[verb]


def is_wrong(verb: str, a: Any, b: Any, answer: Any) -> bool:
    """Whether shapely finds a gap or an overlap at the place that the answer leads to."""
    import shapely
    from common.known import MARGIN

    if verb == "mtv":
        a.move(*answer)
    else:
        turn = 0.5 if verb == "turning sweep" else 0.0
        a.set_pose(3.0 * answer.time, 0.0, turn * answer.time)
    one, other = (shapely.Polygon(shape.exterior) for shape in (a, b))
    far = shapely.distance(one, other) > MARGIN
    return bool(far or shapely.area(shapely.intersection(one, other)) > MARGIN)


def measured(verb: str, vertices: int) -> Report:
    """Make a call some times, in this process."""
    a, b, call = work(verb, vertices)
    before = peak()
    seconds: list[float] = []
    while len(seconds) < REPEATS and sum(seconds) < ENOUGH:
        start = perf_counter()
        answer = call()
        seconds.append(perf_counter() - start)
    held = peak() - before
    return Report(len(a.parts), median(seconds), held, is_wrong(verb, a, b, answer))


def run(verb: str, vertices: int) -> Report | None:
    """Make a call in a process of its own; None if it was not done in time."""
    path = os.pathsep.join(filter(None, (str(BENCH), os.environ.get("PYTHONPATH"))))
    try:
        done = subprocess.run(
            [sys.executable, __file__, verb, str(vertices)],
            capture_output=True,
            text=True,
            check=True,
            timeout=LIMIT,
            env={**os.environ, "PYTHONPATH": path},
        )
    except subprocess.TimeoutExpired:
        return None
    return Report(*json.loads(done.stdout))


def run_large(match: str) -> list[tuple[str, dict[str, Tally]]]:
    """Print a line for each call whose name contains a text; return the counts of wrong answers."""
    tallies = []
    for vertices in VERTICES:
        for verb in VERBS:
            name = f"{verb}, outlines of {vertices} vertices"
            if match not in name:
                continue
            report = run(verb, vertices)
            if report is None:
                print(f"{name:<62}   more than {LIMIT:.0f} s", flush=True)
                continue
            tallies.append((name, {"sepax": Tally(1, int(report.wrong))}))
            took = f"{1e6 * report.seconds:>14,.0f} us{report.kilobytes / 1024.0:>10,.1f} MB"
            print(f"{f'{name}, {report.parts} parts':<62}{took}", flush=True)
    return tallies


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]))))
