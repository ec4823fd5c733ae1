"""Time finding all pairs that meet in scenes of a thousand to a million boxes, sepax and peers."""

from __future__ import annotations

import argparse
import csv
import math
import platform
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from data import Array
from numpy.typing import NDArray
from targets import Judged, show_targets
from timing import Call, Effort, measure

Pairs = NDArray[np.intp]
Work = Callable[[], Any]

COUNTS = (1_000, 10_000, 100_000, 1_000_000)
QUICK_COUNTS = COUNTS[:3]
SPREADS = {"even": 2.0, "200:1": 200.0}  # longest side to shortest
CELL = 2.0  # side of a cell of the grid, in mean sides: on the whole the best of 0.7 to 3
SLOW_PEERS_UP_TO = 100_000

THOROUGH = Effort(rounds=31, least_rounds=3, budget=3_000_000_000)
QUICK = Effort(rounds=11, least_rounds=1, budget=500_000_000)

# At 100,000 boxes: how many times slower the peers must be at least.
TARGETS = {("candidates", "grid"): 1.5, ("pairs", "grid"): 1.5, ("pairs", "STRtree"): 50.0}
TARGET_COUNT = 100_000
SPREAD_TARGET = 1.0  # time at sizes of 200:1, to that at even sizes
GROWTH_TARGET = 16.0  # from 100,000 to a million


@dataclass(frozen=True)
class Scene:
    """Boxes at any angle, so dense that about as many pairs of their bounds meet as there are."""

    spread: str
    position: Array
    half: Array  # (n, 2): half width, half height
    angle: Array

    @property
    def n(self) -> int:
        return len(self.angle)

    @property
    def name(self) -> str:
        return f"{self.n:>9,} {self.spread}"

    @property
    def axis(self) -> Array:
        """The directions of the widths."""
        return np.stack([np.cos(self.angle), np.sin(self.angle)], axis=1)

    @property
    def reach(self) -> Array:
        """Half the sides of the bounds."""
        cosine, sine = np.abs(self.axis).T
        width, height = self.half.T
        return np.stack([cosine * width + sine * height, sine * width + cosine * height], axis=1)

    @property
    def bounds(self) -> Array:
        """Rows of min_x, min_y, max_x, max_y."""
        return np.concatenate([self.position - self.reach, self.position + self.reach], axis=1)

    @property
    def records(self) -> Array:
        """Rows of position, axis and half sides, for a box test without trigonometry."""
        return np.concatenate([self.position, self.axis, self.half], axis=1)

    @property
    def vertices(self) -> Array:
        """The four corners of each box, (n, 4, 2), counter-clockwise."""
        along = self.axis * self.half[:, :1]
        across = self.axis[:, ::-1] * [-1.0, 1.0] * self.half[:, 1:]
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.stack([self.position + i * along + j * across for i, j in signs], axis=1)


def draw_scene(n: int, spread: str, seed: int = 1) -> Scene:
    """Draw sides evenly by their logarithms, and everything else evenly."""
    random = np.random.default_rng(seed)
    half = np.exp(random.uniform(0.0, math.log(SPREADS[spread]), (n, 2)))
    scene = Scene(spread, np.zeros((n, 2)), half, random.uniform(0.0, math.pi, n))
    # Bounds meet where their centres are within the sum of their reaches, in x and in y.
    sums = scene.reach[random.permutation(n)] + scene.reach[random.permutation(n)]
    field = math.sqrt(0.5 * n * float(np.mean(4.0 * sums[:, 0] * sums[:, 1])))
    scene.position[:] = random.uniform(0.0, field, (n, 2))
    return scene


class Contestant:
    """Who finds pairs. ``candidates`` are those whose bounds meet, ``pairs`` those that do.

    Either prepares what a program would have at hand and returns the work itself, or None.
    """

    name: ClassVar[str]
    distribution: ClassVar[str]
    most: ClassVar[float] = math.inf

    @property
    def version(self) -> str:
        return metadata.version(self.distribution)

    def candidates(self, scene: Scene) -> Work | None:
        raise NotImplementedError

    def pairs(self, scene: Scene) -> Work | None:
        raise NotImplementedError


class Sepax(Contestant):
    """The library of this project; candidates are found by its core alone."""

    name = "sepax"
    distribution = "sepax"

    def __init__(self) -> None:
        self.sepax = import_module("sepax")
        self.broadphase = import_module("sepax._core.broadphase")

    def candidates(self, scene: Scene) -> Work | None:
        bounds = scene.bounds
        return lambda: np.asarray(self.broadphase.candidate_pairs(bounds))

    def pairs(self, scene: Scene) -> Work | None:
        if not hasattr(self.sepax, "find_pairs"):
            return None
        width, height = 2.0 * scene.half.T
        boxes = self.sepax.ShapeArray.boxes(width, height, scene.position, scene.angle)
        return lambda: self.sepax.find_pairs(boxes)


class Grid(Contestant):
    """What one writes with numba: boxes counted into the cells of a grid, compared in each."""

    name = "grid"
    distribution = "numba"

    def __init__(self) -> None:
        self.find_pairs = import_module("scene_grid").find_pairs

    def candidates(self, scene: Scene) -> Work | None:
        return self._prepare(scene, np.empty((0, 6)))

    def pairs(self, scene: Scene) -> Work | None:
        return self._prepare(scene, scene.records)

    def _prepare(self, scene: Scene, records: Array) -> Work:
        bounds, cell = scene.bounds, CELL * 2.0 * float(np.mean(scene.reach))
        return lambda: self.find_pairs(bounds, records, cell)


class Tree(Contestant):
    """Shapely's tree, built and asked for all pairs at once; its polygons are at hand."""

    name = "STRtree"
    distribution = "shapely"
    most = SLOW_PEERS_UP_TO

    def __init__(self) -> None:
        self.shapely = import_module("shapely")

    def candidates(self, scene: Scene) -> Work | None:
        boxes = self.shapely.box(*scene.bounds.T)
        return lambda: self._upper(self.shapely.STRtree(boxes).query(boxes))

    def pairs(self, scene: Scene) -> Work | None:
        boxes = self.shapely.polygons(scene.vertices)
        self.shapely.prepare(boxes)
        query = "intersects"
        return lambda: self._upper(self.shapely.STRtree(boxes).query(boxes, predicate=query))

    @staticmethod
    def _upper(both: Pairs) -> Pairs:
        """Keep one of (i, j) and (j, i), and no (i, i)."""
        upper: Pairs = both[:, both[0] < both[1]].T
        return upper


@dataclass(frozen=True)
class Result:
    """What was measured in one scene: milliseconds by contestant, and how many pairs there are."""

    work: str
    scene: str
    n: int
    spread: str
    found: int
    times: dict[str, float]
    disagreeing: dict[str, int]

    def slower(self, name: str) -> float:
        return self.times[name] / self.times["sepax"]


def contestants() -> list[Contestant]:
    """Return sepax and the peers that are installed, and say which are not."""
    present: list[Contestant] = [Sepax()]
    for peer in (Grid, Tree):
        try:
            present.append(peer())
        except ImportError as error:
            print(f"{peer.name} skipped: {error}")
    print(f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}")
    print(", ".join(f"{one.name} ({one.distribution} {one.version})" for one in present))
    return present


def sorted_pairs(pairs: Pairs) -> Pairs:
    """Return the pairs in rising order."""
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def differing(mine: Pairs, other: Pairs) -> int:
    """Return how many pairs only one of the two has."""
    mine_keys, other_keys = (pairs[:, 0] * 2**32 + pairs[:, 1] for pairs in (mine, other))
    return len(np.setxor1d(mine_keys, other_keys))


def run_scene(work: str, scene: Scene, present: list[Contestant], effort: Effort) -> Result | None:
    """Compare what everybody finds in a scene, then time them; None if sepax cannot do it."""
    calls: dict[str, Call] = {}
    disagreeing: dict[str, int] = {}
    mine: Pairs | None = None
    for contestant in present:
        call = getattr(contestant, work)(scene) if scene.n <= contestant.most else None
        if call is None and contestant.name == "sepax":
            return None
        if call is None:
            continue
        given = call()
        mine = given if mine is None else mine
        disagreeing[contestant.name] = differing(mine, given)
        calls[contestant.name] = Call([(call,)], statement="g()", names="g,")
    assert mine is not None
    assert np.array_equal(mine, sorted_pairs(mine))
    timings = measure(calls, effort)
    times = {name: timing.nanoseconds / 1e6 for name, timing in timings.items()}
    return Result(work, scene.name, scene.n, scene.spread, len(mine), times, disagreeing)


def results(counts: tuple[int, ...], effort: Effort) -> Iterator[Result]:
    """Measure every scene, and print a line for each."""
    present = contestants()
    names = [contestant.name for contestant in present[1:]]
    for work, meaning in (("candidates", "bounds that meet"), ("pairs", "shapes that meet")):
        columns = "".join(f"{name:>12}" for name in names)
        print(f"\n{meaning + ', boxes':<26}{'pairs':>10}{'sepax ms':>10}{columns}")
        for spread in SPREADS:
            for n in counts:
                result = run_scene(work, draw_scene(n, spread), present, effort)
                if result is None:
                    print("skipped: this sepax has no find_pairs")
                    return
                show(result, names)
                yield result


def show(result: Result, names: list[str]) -> None:
    """Print how long sepax took, how many times slower the peers were, and who disagrees."""
    ratios = (f"{result.slower(name):>11.1f}x" if name in result.times else "" for name in names)
    cells = "".join(f"{ratio:>12}" for ratio in ratios)
    figures = f"{result.found:>10,}{result.times['sepax']:>10.3f}"
    wrong = [f"{name} differs in {count}" for name, count in result.disagreeing.items() if count]
    print(f"{result.scene:<26}{figures}{cells}  {', '.join(wrong)}".rstrip(), flush=True)


def judged(measured: list[Result]) -> Iterator[Judged]:
    """Yield the ratios to the peers, of sizes of 200:1 to even ones, and to ten times fewer."""
    times = {(one.work, one.spread, one.n): one.times["sepax"] for one in measured}
    for one in measured:
        for (work, name), target in TARGETS.items():
            if (one.work, one.n) == (work, TARGET_COUNT) and name in one.times:
                yield Judged(
                    f"{work}, {one.n:,} {one.spread}: {name} / sepax", one.slower(name), target
                )
    for (work, spread, n), time in times.items():
        if spread != "even" and n >= TARGET_COUNT:
            ratio = time / times[work, "even", n]
            yield Judged(f"{work}, {n:,}: {spread} / even", ratio, SPREAD_TARGET, True)
        more = times.get((work, spread, 10 * n))
        if more is not None and n >= TARGET_COUNT:
            what = f"{work}, {spread}: {10 * n:,} / {n:,}"
            yield Judged(what, more / time, GROWTH_TARGET, True)


def peak_memory(work: Work) -> tuple[Pairs, int]:
    """Return what the work returns, and the most bytes that it held at once."""
    tracemalloc.start()
    found: Pairs = work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found, peak


def show_memory(n: int) -> None:
    """Print the most memory that sepax holds beyond its input, by box, and by pair the result."""
    sepax, scene = Sepax(), draw_scene(n, "even")
    for work in ("candidates", "pairs"):
        call = getattr(sepax, work)(scene)
        if call is None:
            continue
        found, peak = peak_memory(call)
        held = f"{peak / 1e6:.1f} MB, {peak / n:.0f} bytes a box"
        print(f"{work}, peak memory at {n:,} boxes and {len(found):,} pairs: {held}")


def write_csv(path: Path, measured: list[Result]) -> None:
    """Write one row for each contestant in each scene."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        header = "work boxes spread pairs contestant ms to_sepax disagreeing"
        writer.writerow(header.split())
        for one in measured:
            for name, time in one.times.items():
                figures = (f"{time:.4g}", f"{one.slower(name):.4g}", one.disagreeing[name])
                writer.writerow((one.work, one.n, one.spread, one.found, name, *figures))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every figure there")
    parser.add_argument("--quick", action="store_true", help="up to 100,000 boxes, fewer rounds")


def main(options: argparse.Namespace) -> int:
    """Run every scene; the exit status says whether anybody disagrees about candidates."""
    counts, effort = (QUICK_COUNTS, QUICK) if options.quick else (COUNTS, THOROUGH)
    measured = list(results(counts, effort))
    show_targets(list(judged(measured)))
    show_memory(counts[-1])
    if options.csv:
        write_csv(options.csv, measured)
    wrong = sum(sum(one.disagreeing.values()) for one in measured if one.work == "candidates")
    if wrong:
        print(f"{wrong} disagreements about candidates", file=sys.stderr)
    return int(wrong > 0)
