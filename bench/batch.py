"""Time verdicts on a million pairs of boxes against reading their memory and against numba."""

import argparse
import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from data import MARGIN, Array, Shapes, boxes, separation
from numpy.typing import NDArray
from timing import Call, Effort, measure

from sepax._core import simd

Bytes = NDArray[np.uint8]
Index = NDArray[np.intp]

IN_MEMORY, IN_CACHE = 1_000_000, 4096
HITS = (0.05, 0.5, 0.95)
FORMS = ("elementwise", "indexed", "one-to-many")
APART, DOUBTFUL = 0, 2

THOROUGH = Effort(rounds=31, least_rounds=5, budget=2_000_000_000)
QUICK = Effort(rounds=7, least_rounds=3, budget=300_000_000)

# Largest ratio to the streaming read, elementwise in memory; the bandwidth decides there.
TARGETS = {"avx2": 1.3, "avx512": 1.3}


class Columns(NamedTuple):
    """Boxes as a user of numba would hold them: one array a quantity."""

    x: Array
    y: Array
    cosine: Array
    sine: Array
    half_width: Array
    half_height: Array


@dataclass(frozen=True)
class Case:
    """Pairs of boxes of which about a given share meets."""

    form: str
    hits: float
    count: int
    a: Shapes
    b: Shapes
    index: tuple[Index, Index] | None

    @property
    def name(self) -> str:
        place = "memory" if self.count == IN_MEMORY else "cache"
        return f"{self.form} {place} {self.hits:.0%}"


def columns(shapes: Shapes) -> Columns:
    """Return the numbers of boxes as contiguous arrays."""
    half_width, half_height = np.abs(shapes.local[:, 0]).T
    x, y = shapes.position.T
    values = (x, y, np.cos(shapes.angle), np.sin(shapes.angle), half_width, half_height)
    return Columns(*(np.ascontiguousarray(value) for value in values))


def frames(shapes: Shapes) -> Array:
    """Return the records of boxes, each in a cache line of its own."""
    count = len(shapes.angle)
    memory = np.empty(8 * count + 8)
    start = -memory.ctypes.data // 8 % 8
    records: Array = memory[start : start + 8 * count].reshape(-1, 8)
    records[:, :6] = np.stack(columns(shapes), axis=1)
    records[:, 6] = np.hypot(records[:, 4], records[:, 5]) * (1.0 + 1e-12)
    records[:, 7] = 1e-12  # what a pose a thousand sizes from the origin has
    return records


def reach_for(hits: float) -> float:
    """Return how far apart boxes must lie, in sums of reaches, for a share of hits."""
    low, high = 0.0, 40.0
    for _ in range(30):
        middle = 0.5 * (low + high)
        a, b = _scattered(np.random.default_rng(2), 2000, middle)
        enough = np.mean(separation(a, b) < 0.0) > hits
        low, high = (middle, high) if enough else (low, middle)
    return low


def draw(form: str, hits: float, count: int) -> Case:
    """Draw the pairs of one case."""
    random = np.random.default_rng(3)
    a, b = _scattered(random, count, reach_for(hits))
    if form == "one-to-many":
        # The same offsets, all from the first box.
        b = b.at(b.position - a.position + a.position[0])
        return Case(form, hits, count, a.take(np.zeros(1, dtype=np.intp)), b, None)
    if form == "elementwise":
        return Case(form, hits, count, a, b, None)
    order = random.permutation(count).astype(np.intp), random.permutation(count).astype(np.intp)
    places = np.argsort(order[0]), np.argsort(order[1])
    return Case(form, hits, count, a.take(places[0]), b.take(places[1]), order)


def _scattered(random: np.random.Generator, count: int, far: float) -> tuple[Shapes, Shapes]:
    a, b = boxes(random, count), boxes(random, count)
    distance = (a.reach + b.reach) * far * np.sqrt(random.random(count))
    turn = random.uniform(-np.pi, np.pi, count)
    start = random.uniform(0.0, 1000.0, (count, 2))
    away = distance[:, None] * np.stack((np.cos(turn), np.sin(turn)), axis=-1)
    return a.at(start), b.at(start + away)


# Contestants ----------------------------------------------------------------------------


def sepax_call(case: Case, level: str, out: Bytes) -> Callable[[], int]:
    """Return a call that judges all pairs of a case at a level."""
    a, b = frames(case.a), frames(case.b)
    if case.index is None:
        return lambda: simd._judge("boxes", level, a, b, out)
    i, j = case.index
    return lambda: simd._judge("boxes", level, a, b, out, i, j)


def numba_calls(case: Case, out: Bytes) -> dict[str, Callable[[], object]]:
    """Return the box test as a user of numba would write it, and the read of the same records."""
    import numba

    def meet(a: Any, i: int, b: Any, j: int) -> bool:
        dx, dy = b.x[j] - a.x[i], b.y[j] - a.y[i]
        ux, uy, vx, vy = a.cosine[i], a.sine[i], b.cosine[j], b.sine[j]
        c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
        aw, ah, bw, bh = a.half_width[i], a.half_height[i], b.half_width[j], b.half_height[j]
        apart = abs(dx * ux + dy * uy) > aw + bw * c + bh * s
        apart |= abs(dy * ux - dx * uy) > ah + bw * s + bh * c
        apart |= abs(dx * vx + dy * vy) > bw + aw * c + ah * s
        apart |= abs(dy * vx - dx * vy) > bh + aw * s + ah * c
        return not apart

    test = numba.njit(inline="always")(meet)

    @numba.njit
    def elementwise(a: Any, b: Any, out: Any) -> None:
        for k in range(len(out)):
            out[k] = test(a, k, b, k)

    @numba.njit
    def one_to_many(a: Any, b: Any, out: Any) -> None:
        for k in range(len(out)):
            out[k] = test(a, 0, b, k)

    @numba.njit
    def indexed(a: Any, b: Any, i: Any, j: Any, out: Any) -> None:
        for k in range(len(out)):
            out[k] = test(a, i[k], b, j[k])

    @numba.njit(fastmath=True)
    def stream(a: Any, b: Any) -> float:
        total = 0.0
        for k in range(a.size):
            total += a[k]
        for k in range(b.size):
            total += b[k]
        return total

    @numba.njit(fastmath=True)
    def scattered(a: Any, b: Any, i: Any, j: Any) -> float:
        total = 0.0
        for k in range(i.size):
            total += a[i[k], 0] + b[j[k], 0]
        return total

    a, b = columns(case.a), columns(case.b)
    records_a, records_b = frames(case.a), frames(case.b)
    if case.index is not None:
        i, j = case.index
        return {
            "read": lambda: scattered(records_a, records_b, i, j),
            "numba": lambda: indexed(a, b, i, j, out),
        }
    flat_a, flat_b = records_a.ravel(), records_b.ravel()
    test_all = one_to_many if case.form == "one-to-many" else elementwise
    return {"read": lambda: stream(flat_a, flat_b), "numba": lambda: test_all(a, b, out)}


# The run --------------------------------------------------------------------------------


def agreement(case: Case, contestants: dict[str, tuple[Callable[[], object], Bytes]]) -> int:
    """Compare every clear verdict with the separation of the vertices; return how many are wrong.

    Of a million pairs, the first twenty thousand are compared with it, and all with each other.
    """
    i, j = case.index or (np.arange(case.count, dtype=np.intp),) * 2
    some = slice(0, 20_000)
    first = i[some] * (case.form != "one-to-many")
    gaps = separation(case.a.take(first), case.b.take(j[some]))
    clear = np.abs(gaps) > MARGIN
    wrong, said = 0, []
    for call, out in contestants.values():
        call()
        said.append(out != APART)
        wrong += int(np.count_nonzero(((gaps < 0.0) != said[-1][some]) & clear))
        wrong += int(np.count_nonzero(out == DOUBTFUL))
    wrong += sum(int(np.count_nonzero(hits != said[0])) for hits in said[1:])
    return wrong


def run_case(case: Case, effort: Effort) -> tuple[dict[str, float], int]:
    """Return ns a pair of every contestant, and how many verdicts are wrong."""
    names = (*simd._levels(), "numba")
    outs = {name: np.zeros(case.count, dtype=np.uint8) for name in names}
    calls: dict[str, Callable[[], object]] = numba_calls(case, outs["numba"])
    for level in simd._levels():
        calls[level] = sepax_call(case, level, outs[level])
    wrong = agreement(case, {name: (calls[name], outs[name]) for name in names})
    repeats = max(1, 200_000 // case.count)
    timed = {
        name: Call([(call,)] * repeats, statement="call()", names="call,")
        for name, call in calls.items()
    }
    times = measure(timed, effort)
    return {name: times[name].nanoseconds / case.count for name in ("read", *names)}, wrong


def cases(match: str) -> Iterator[Case]:
    """Draw every case whose name contains the text."""
    for count in (IN_MEMORY, IN_CACHE):
        for form in FORMS:
            for hits in HITS:
                named = Case(form, hits, count, *_NOTHING, None).name
                if match in named:
                    yield draw(form, hits, count)


_NOTHING = (boxes(np.random.default_rng(0), 0),) * 2


def show(case: Case, times: dict[str, float]) -> None:
    """Print the line of one case."""
    floor, numba = times["read"], times["numba"]
    figures = "".join(
        f"{times[level]:>10.2f}{times[level] / floor:>7.2f}{numba / times[level]:>7.2f}"
        for level in simd._levels()
    )
    print(f"{case.name:<28}{floor:>8.2f}{numba:>8.2f}{figures}{reached(case, times)}", flush=True)


def reached(case: Case, times: dict[str, float]) -> str:
    """Return the levels that miss their target."""
    if case.form != "elementwise" or case.count != IN_MEMORY:
        return ""
    missed = [
        level
        for level, target in TARGETS.items()
        if level in times and times[level] > target * times["read"]
    ]
    return f"   missed: {', '.join(missed)}" if missed else "   ok"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every figure there")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: rough figures")
    parser.add_argument("--match", default="", metavar="TEXT", help="only cases named like this")


def main(options: argparse.Namespace) -> int:
    """Run the cases; the exit status is 1 if a verdict was wrong."""
    effort = QUICK if options.quick else THOROUGH
    wrong, rows = 0, []
    print("ns a pair; for each level also: times the read of the same records, numba / sepax")
    levels = "".join(f"{level:>10}{'read':>7}{'numba':>7}" for level in simd._levels())
    print(f"{'case':<28}{'read':>8}{'numba':>8}{levels}")
    for case in cases(options.match):
        times, disagreements = run_case(case, effort)
        wrong += disagreements
        show(case, times)
        rows += [(case.form, case.count, case.hits, name, f"{t:.3f}") for name, t in times.items()]
    print(f"Verdicts that disagree or are in doubt: {wrong}")
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerows([("form", "pairs", "hits", "contestant", "ns"), *rows])
    return int(wrong > 0)
