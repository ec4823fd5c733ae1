"""Time every query of one pair of shapes against an empty call and against other libraries."""

import argparse
import csv
import platform
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from data import FAMILIES, PLACEMENTS, Pairs, draw_pairs, first_touch
from peers import VERBS, Contestant, Sepax, installed_peers
from timing import QUICK, THOROUGH, Answer, Call, Effort, Timing, answers, measure

TOLERANCE = 1e-6  # between a peer's number (depth, time) and the known one
FOUR_POINTS = ("boxes", "4-gons")

# Largest ratio to the floor, by verb and family.
TARGETS = {
    ("intersects", "boxes"): 1.6,
    ("intersects", "circle-box"): 2.0,
    ("intersects", "circle-8-gon"): 2.0,
    ("mtv", "boxes"): 3.0,
    ("mtv", "8-gons"): 5.0,
    ("collide", "boxes"): 8.0,
    ("collide", "8-gons"): 8.0,
    ("sweep", "boxes"): 6.0,
    ("move-then-intersects", "boxes"): 4.0,
    ("raw.intersects-arrays", "boxes"): 25.0,
    ("raw.intersects-arrays", "4-gons"): 25.0,
    ("raw.intersects-lists", "boxes"): 15.0,
    ("raw.intersects-lists", "4-gons"): 15.0,
}
TARGETS_OVERLAPPING = {("intersects", "8-gons"): 4.0}  # apart, they have no target

Known = list[float | None]


@dataclass(frozen=True)
class Case:
    """A verb on a family of pairs in a placement."""

    verb: str
    family: str
    placement: str

    @property
    def name(self) -> str:
        return f"{self.verb} {self.family} {self.placement}"

    @property
    def target(self) -> float | None:
        key = self.verb, self.family
        special = TARGETS_OVERLAPPING.get(key) if self.placement == "overlapping" else None
        return special or TARGETS.get(key)


@dataclass(frozen=True)
class Result:
    """What was measured in one case: the floor, sepax and every peer that knows the verb."""

    case: Case
    timings: dict[str, Timing]

    @property
    def ratio(self) -> float:
        return self.against("sepax", "floor")

    @property
    def reached(self) -> str:
        if self.case.target is None:
            return ""
        return "yes" if self.ratio <= self.case.target else "NO"

    def against(self, name: str, other: str) -> float:
        return self.timings[name].nanoseconds / self.timings[other].nanoseconds


class Agreement:
    """Counts, by contestant and verb, of answers asked for, wrong, and raised instead."""

    def __init__(self) -> None:
        self.asked: Counter[tuple[str, str]] = Counter()
        self.wrong: Counter[tuple[str, str]] = Counter()
        self.raised: Counter[tuple[str, str]] = Counter()

    def check(
        self, name: str, verb: str, call: Call, known: Known, clear: list[bool]
    ) -> Exception | None:
        """Compare every clear answer with the known one; return the first exception, if any."""
        given = answers(call)
        rounds = len(given) // len(known)  # a verb that moves shapes asks there and back
        for answer, expected, counts in zip(given, known * rounds, clear * rounds, strict=True):
            self.asked[name, verb] += counts
            self.raised[name, verb] += isinstance(answer, Exception)
            self.wrong[name, verb] += counts and not agrees(answer, expected)
        return next((answer for answer in given if isinstance(answer, Exception)), None)

    def show(self) -> None:
        """Print one line for each contestant, then each disagreement by verb."""
        print("\nAgreement with the known answers (wrong / asked)")
        for name in dict.fromkeys(name for name, _ in self.asked):
            verbs = [verb for other, verb in self.asked if other == name]
            wrong, asked = total(self.wrong, name), total(self.asked, name)
            print(f"  {name:<12}{wrong:>8} / {asked}", *self._defects(name, verbs), sep="   ")

    def _defects(self, name: str, verbs: list[str]) -> Iterator[str]:
        for verb in verbs:
            key = name, verb
            raised = f", {self.raised[key]} raised" if self.raised[key] else ""
            if self.wrong[key]:
                yield f"{verb}: {self.wrong[key]} of {self.asked[key]}{raised}"


def total(counts: Counter[tuple[str, str]], name: str) -> int:
    """Sum the counts of one contestant over the verbs."""
    return sum(count for (other, _), count in counts.items() if other == name)


def agrees(answer: Answer | Exception, expected: float | None) -> bool:
    """Whether an answer, a yes or no or a number, is the known one within `TOLERANCE`."""
    if isinstance(answer, Exception):
        return False
    if answer is None or isinstance(answer, bool):
        return bool(answer) == (expected is not None)
    return expected is not None and abs(answer - expected) <= TOLERANCE


def known_answers(verb: str, pairs: Pairs) -> tuple[Known, list[bool]]:
    """Return depth or time of first touch of every pair, None for no hit, and which to judge."""
    if verb == "sweep":
        times, clear = first_touch(pairs)
        return [time if np.isfinite(time) else None for time in times.tolist()], clear.tolist()
    gaps = pairs.separation.tolist()
    return [-gap if gap <= 0.0 else None for gap in gaps], [True] * len(gaps)


def cases(match: str) -> Iterator[Case]:
    """Yield every case whose name contains the text."""
    for verb in VERBS:
        for family in FOUR_POINTS if verb.startswith("raw.") else FAMILIES:
            for placement in PLACEMENTS:
                case = Case(verb, family, placement)
                if match in case.name:
                    yield case


def run_case(
    case: Case, sepax: Sepax, peers: list[Contestant], effort: Effort, agreement: Agreement
) -> Result:
    """Check what everybody answers in this case, then time those that did not raise."""
    pairs = draw_pairs(case.family, case.placement)
    known, clear = known_answers(case.verb, pairs)
    calls = {"floor": sepax.floor(pairs)}
    for contestant in (sepax, *peers):
        name, call = contestant.name, contestant.call(case.verb, pairs)
        if call is None:
            continue
        error = agreement.check(name, case.verb, call, known, clear)
        if error is None:
            calls[name] = call
        elif contestant is sepax:
            raise error
    return Result(case, measure(calls, effort))


def show_versions(contestants: list[Contestant]) -> None:
    """Print what is being compared, on what."""
    print(f"Python {platform.python_version()} on {platform.machine()}, {platform.system()}")
    print(", ".join(f"{one.name} {one.version}" for one in contestants))


def show_table(results: list[Result], peers: list[Contestant]) -> None:
    """Print one line for each case: sepax, its target, and how many times slower each peer is."""
    print("\nns a call; ratio: to the floor, an empty call; then how many times slower peers are")
    columns = "".join(f"{peer.name:>12}" for peer in peers)
    print(f"{'case':<46}{'floor':>7}{'sepax':>8}{'ratio':>7}{'target':>8}{'ok':>5}{columns}")
    for result in results:
        times = "".join(f"{_slower(result, peer.name):>12}" for peer in peers)
        floor, sepax = (result.timings[name].nanoseconds for name in ("floor", "sepax"))
        target = "" if result.case.target is None else f"<={result.case.target:g}"
        figures = f"{floor:>7.1f}{sepax:>8.1f}{result.ratio:>7.2f}{target:>8}"
        print(f"{result.case.name:<46}{figures}{result.reached:>5}{times}".rstrip())


def _slower(result: Result, name: str) -> str:
    if name not in result.timings:
        return ""
    times = result.against(name, "sepax")
    return f"{times:.1f}x" if times < 100.0 else f"{times:.0f}x"


def show_targets(results: list[Result]) -> None:
    """Print how many targets were reached, and which were not."""
    judged = [result for result in results if result.reached]
    missed = [result for result in judged if result.reached == "NO"]
    print(f"\nTargets reached: {len(judged) - len(missed)} of {len(judged)}")
    for result in missed:
        print(f"  missed: {result.case.name}: {result.ratio:.2f} (<= {result.case.target:g})")


def write_csv(path: Path, results: list[Result]) -> None:
    """Write one row for each contestant in each case."""
    header = "verb family placement contestant ns rounds to_floor to_sepax target reached"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header.split())
        for result in results:
            case = result.case
            for name, (nanoseconds, rounds) in result.timings.items():
                ratios = (f"{result.against(name, other):.4g}" for other in ("floor", "sepax"))
                judged = (case.target, result.reached) if name == "sepax" else (None, "")
                measured = (name, f"{nanoseconds:.2f}", rounds, *ratios, *judged)
                writer.writerow((case.verb, case.family, case.placement, *measured))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every figure there")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: rough figures")
    parser.add_argument("--match", default="", metavar="TEXT", help="only cases named like this")


def main(options: argparse.Namespace) -> int:
    """Run the cases; the exit status is 1 if sepax gave a wrong answer."""
    sepax, peers = Sepax(), installed_peers()
    show_versions([sepax, *peers])
    effort, agreement, results = QUICK if options.quick else THOROUGH, Agreement(), []
    for case in cases(options.match):
        print(f"\r{case.name:<60}", end="", file=sys.stderr, flush=True)
        results.append(run_case(case, sepax, peers, effort, agreement))
    print(f"\r{'':<60}\r", end="", file=sys.stderr)
    agreement.show()
    show_table(results, peers)
    show_targets(results)
    if options.csv:
        write_csv(options.csv, results)
    return int(total(agreement.wrong, "sepax") > 0)
