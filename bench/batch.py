"""Time the verbs on arrays of boxes and polygons, in memory and in cache, sepax and peers."""

import argparse
import csv
import os
import platform
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import numpy as np
from batch_data import FORMS, IN_MEMORY, MIXED, Population, Setting, Truths, draw
from batch_peers import Naive, Numba, NumbaCircles, NumPy, PreparedShapely, Shapely, Textbook
from batch_sepax import Contestant, Entry, Kernel, Read, Sepax, SepaxShared
from batch_targets import SHARED, Verdict, verdicts
from data import Array
from scene import draw_scene, peak_memory
from targets import show_targets
from timing import Call, Effort, Timing, measure

HITS = (0.05, 0.5, 0.95)
QUICK_HITS = (0.5,)
IN_CACHE_TOO = ("8-gons", MIXED)
ALL_VERBS = ("boxes", *IN_CACHE_TOO, "64-gons", "256-gons")
TOLERANCE = 1e-6  # between two depths, or times

THOROUGH = Effort(rounds=31, least_rounds=3, budget=250_000_000)
QUICK = Effort(rounds=7, least_rounds=3, budget=60_000_000)
LEAST_SAMPLE = 1_000_000  # ns: what takes less is done several times over


@dataclass(frozen=True)
class Case:
    """A verb on a population."""

    verb: str
    setting: Setting

    @property
    def name(self) -> str:
        return f"{self.verb} {self.setting.name}"


@dataclass(frozen=True)
class Result:
    """What was measured in one case, in nanoseconds a pair."""

    case: Case
    timings: dict[str, Timing]
    verdicts: list[Verdict]


class Agreement:
    """Counts, by contestant, of answers compared and of those that are wrong."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.defects: list[str] = []

    def check(self, case: Case, population: Population, answers: dict[str, Array]) -> None:
        """Compare clear answers with the known ones, and those beyond with what sepax says."""
        sweep = case.verb == "sweep"
        known, clear = population.known_times if sweep else population.known_depths
        reference = np.concatenate((known, answers["sepax"][len(known) :]))
        judged = np.concatenate((clear, np.ones(population.count - len(known), dtype=np.bool_)))
        for name, given in answers.items():
            count = len(known) if name == "sepax" else len(given)
            exact = case.verb in ("mtv", "sweep")
            wrong = differ(given[:count], reference[:count], exact) & judged[:count]
            self.asked[name] += int(np.count_nonzero(judged[:count]))
            self.wrong[name] += int(np.count_nonzero(wrong))
            if wrong.any():
                self.defects.append(f"{name}: {np.count_nonzero(wrong)} in {case.name}")

    def show(self) -> None:
        """Print one line for each contestant, then each disagreement."""
        print("\nAgreement with the known answers, beyond those with sepax (wrong / asked)")
        for name, asked in self.asked.items():
            print(f"  {name:<12}{self.wrong[name]:>8} / {asked}")
        for defect in self.defects:
            print(f"  {defect}")


def differ(given: Array, expected: Array, numbers: bool) -> Truths:
    """Where the yes or no differs, is infinite (in doubt), or the number, if there is to be one."""
    wrong: Truths = (np.isnan(given) != np.isnan(expected)) | np.isinf(given)
    return wrong | (np.abs(given - expected) > TOLERANCE) if numbers else wrong


def settings(hits: tuple[float, ...]) -> Iterator[Setting]:
    """Yield every population in the order of the table."""
    for in_memory in (True, False):
        for form in FORMS:
            yield from (Setting("boxes", form, in_memory, share) for share in hits)
        for family in IN_MEMORY:
            if family != "boxes" and (in_memory or family in IN_CACHE_TOO):
                yield from (Setting(family, "elementwise", in_memory, share) for share in hits)


def verbs(setting: Setting) -> Iterator[str]:
    """Yield what is asked about a population."""
    yield "intersects"
    if setting.form != "elementwise" or setting.family not in ALL_VERBS:
        return
    yield "mtv"
    if setting.family == "boxes" and setting.in_memory:
        yield "pose-a-then-intersects"
        yield "pose-both-then-intersects"
    if setting.hits == 0.5:
        yield "sweep"


def contestants() -> list[Contestant]:
    """Return who is present, sepax first, and print the reason for each that is not."""
    levels = import_module("sepax._core.simd")._levels()
    peers = [Numba(), NumbaCircles(), Textbook(), Naive(), NumPy(), Shapely(), PreparedShapely()]
    shared = [SepaxShared()] if processors() > 1 else []
    present: list[Contestant] = [Sepax()]
    for one in (Read(), *map(Kernel, levels), *shared, *peers):
        try:
            one.require()
        except ImportError as error:
            print(f"{one.name} skipped: {error}")
        else:
            present.append(one)
    if not shared:
        print(f"{SepaxShared.name} skipped: this process may use one processor only")
    return present


def processors() -> int:
    """Return how many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def run_case(
    case: Case,
    population: Population,
    present: list[Contestant],
    effort: Effort,
    agreement: Agreement,
) -> Result:
    """Check what everybody answers in this case, then time them against each other."""
    entries: dict[str, Entry] = {}
    for contestant in present:
        entry = contestant.entry(case.verb, population)
        if entry is not None:
            entries[contestant.name] = entry
    results = {name: (entry.read, entry.work()) for name, entry in entries.items()}
    answers = {name: read(result) for name, (read, result) in results.items() if read}
    agreement.check(case, population, answers)
    calls = {name: sample(entry.work) for name, entry in entries.items()}
    timings = {
        name: Timing(timing.nanoseconds / entries[name].count, timing.rounds)
        for name, timing in measure(calls, effort).items()
    }
    times = {name: timing.nanoseconds for name, timing in timings.items()}
    return Result(case, timings, verdicts(case.verb, case.setting, times))


def sample(work: Callable[[], Any]) -> Call:
    """Return the call to be timed: the work, often enough to take its time; it is compiled."""
    start = perf_counter_ns()
    work()
    elapsed = perf_counter_ns() - start
    return Call([(work,)] * max(1, LEAST_SAMPLE // elapsed), None, "work()", "work,")


def run(
    match: str,
    hits: tuple[float, ...],
    present: list[Contestant],
    effort: Effort,
    agreement: Agreement,
) -> Iterator[Result]:
    """Measure every case whose name contains the text; each population is drawn once."""
    for setting in settings(hits):
        wanted = [case for verb in verbs(setting) if match in (case := Case(verb, setting)).name]
        if wanted:
            population = draw(setting)
            for case in wanted:
                yield run_case(case, population, present, effort, agreement)


def show_versions(present: list[Contestant]) -> None:
    """Print what is being compared, on what."""
    sepax = import_module("sepax")
    where = f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}"
    print(f"{where}, {processors()} processors; sepax {sepax.__version__}, {sepax.simd_level()}")
    modules = dict.fromkeys(module for one in present for module in ("numpy", *one.needs))
    print(", ".join(f"{module} {metadata.version(module)}" for module in modules))


def show_header(present: list[Contestant]) -> None:
    """Print the titles of the columns."""
    print("\nns a pair; /read: times the read of the boxes' records; the others, 2 workers too:")
    print("their time / that of sepax")
    others = "".join(f"{one.name:>10}" for one in present[2:] if not isinstance(one, Kernel))
    levels = "".join(f"{one.name:>9}{'/read':>6}" for one in present if isinstance(one, Kernel))
    print(f"{'case':<56}{'sepax':>9}{'read':>7}{'/read':>6}{levels}{others}")


def show(result: Result, present: list[Contestant]) -> None:
    """Print the line of one case."""
    times = {name: timing.nanoseconds for name, timing in result.timings.items()}
    read, sepax = times.get("read"), times["sepax"]
    line = f"{result.case.name:<56}{sepax:>9.2f}"
    line += f"{read:>7.2f}{sepax / read:>6.2f}" if read else f"{'':>13}"
    for one in present[2:]:
        time = times.get(one.name)
        if isinstance(one, Kernel):
            line += f"{time:>9.2f}{time / read:>6.2f}" if time and read else f"{'':>15}"
        else:
            line += f"{time / sepax:>9.2f}x" if time else f"{'':>10}"
    print(line.rstrip(), flush=True)


def show_threads() -> None:
    """Print what a second thread gains here at all, for the targets of two workers."""
    try:
        gains = import_module("batch_threads").gains()
    except ImportError:
        return
    figures = ", ".join(f"{name} {gain:.2f}" for name, gain in gains.items())
    print(f"Gain of a second thread in plain loops: {figures}")


def show_memory(quick: bool) -> None:
    """Print what an array takes a shape, and find_pairs beyond it."""
    array = import_module("sepax").ShapeArray
    print("\nMemory")
    for family in ("boxes", "8-gons", MIXED):
        population = draw(Setting(family, "elementwise", False, 0.5))
        shapes = import_module("batch_sepax").sepax_sides(population)[0]
        print(f"  ShapeArray, {family}: {shapes.nbytes / len(shapes):.0f} bytes a shape")
    scene = draw_scene(100_000 if quick else 1_000_000, "even")
    boxes = array.boxes(*(2.0 * scene.half.T), scene.position, scene.angle)
    found, peak = peak_memory(lambda: import_module("sepax").find_pairs(boxes))
    beyond = f"{peak / scene.n:.0f} bytes a box, {peak / len(found):.0f} a pair"
    print(
        f"  find_pairs, {scene.n:,} boxes, {len(found):,} pairs: at its peak {beyond} beyond that"
    )


def write_csv(path: Path, results: list[Result]) -> None:
    """Write one row for each contestant in each case."""
    header = "verb family form place hits contestant ns rounds to_read to_sepax target reached"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header.split())
        for result in results:
            setting = result.case.setting
            place = "memory" if setting.in_memory else "cache"
            judged = dict(result.verdicts)
            for name, (nanoseconds, rounds) in result.timings.items():
                others = (result.timings.get(other) for other in ("read", "sepax"))
                ratios = (
                    f"{nanoseconds / other.nanoseconds:.4g}" if other else "" for other in others
                )
                one = judged.get(name)
                target = (one.bound, one.answer) if one else ("", "")
                where = (result.case.verb, setting.family, setting.form, place, setting.hits)
                writer.writerow((*where, name, f"{nanoseconds:.3f}", rounds, *ratios, *target))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every figure there")
    parser.add_argument("--quick", action="store_true", help="50 %% hits only, fewer rounds")
    parser.add_argument("--match", default="", metavar="TEXT", help="only cases named like this")


def main(options: argparse.Namespace) -> int:
    """Run the cases; the exit status is 1 if sepax, or a kernel of it, gave a wrong answer."""
    effort, hits = (QUICK, QUICK_HITS) if options.quick else (THOROUGH, HITS)
    present, agreement, results = contestants(), Agreement(), []
    show_versions(present)
    show_header(present)
    for result in run(options.match, hits, present, effort, agreement):
        show(result, present)
        results.append(result)
    agreement.show()
    show_targets([judged for result in results for _, judged in result.verdicts])
    if any(SHARED in result.timings for result in results):
        show_threads()
    if not options.match:
        show_memory(options.quick)
    if options.csv:
        write_csv(options.csv, results)
    own = [one.name for one in present if isinstance(one, (Sepax, Kernel))]
    return int(any(agreement.wrong[name] for name in own))
