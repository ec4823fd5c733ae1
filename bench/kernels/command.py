"""Time sepax in compiled loops of numba and C, beside a user's own code; count wrong answers."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.agreement import grouped, show_agreement, total
from common.case import Result, write_csv
from common.contestant import Contestant, installed, show_versions
from common.options import add_csv, add_match, add_quick
from common.targets import show_targets
from common.timing import Effort
from single.contestant import OnPairs
from single.geometry import OpenCV

from kernels import calls, cases
from kernels.contestants import ByHand, FromC, FromNumba, Loops, of_file
from kernels.wrong import askers, count_wrong, show_wrong

THOROUGH = Effort(rounds=51, least_rounds=3, budget=1_500_000_000)
QUICK = Effort(rounds=7, least_rounds=3, budget=200_000_000)
PAIRS, QUICK_PAIRS = 200, 20  # of each family of the tests
HEADER = "verb family contestant ns rounds to_sepax target reached"
LOOPS = ("sepax", "C", "by hand", "f1tenth")
CALLS = ("sepax", "arrays", "polygons", "OpenCV", "shapely")


def show(result: Result[Any], columns: Sequence[str]) -> None:
    """Print the line of one case: nanoseconds of sepax, then how many times longer others take."""
    line = f"{result.case.name:<34}"
    for name in columns:
        if name not in result.timings:
            line += f"{'':>10}"
        elif name == "sepax":
            line += f"{result.timings[name].nanoseconds:>10.1f}"
        else:
            line += f"{result.ratio(name, 'sepax'):>9.2f}x"
    print(line.rstrip(), flush=True)


def show_header(title: str, columns: Sequence[str]) -> None:
    print(f"\n{title}; the others: their time / that of sepax")
    print(f"{'case':<34}" + "".join(f"{name:>10}" for name in columns))


def csv_row(result: Result[Any], name: str) -> tuple[object, ...]:
    """Return the figures of one contestant in one case."""
    nanoseconds, rounds = result.timings[name]
    own = [one for who, one in result.verdicts if who == name]
    targets = (" ".join(one.bound for one in own), " ".join(one.answer for one in own))
    where = result.case.verb, result.case.setting.name, name
    return (*where, f"{nanoseconds:.2f}", rounds, f"{result.ratio(name, 'sepax'):.4g}", *targets)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_csv(parser)
    add_quick(parser, "fewer rounds, and fewer pairs of the tests: rough figures")
    add_match(parser)
    parser.add_argument(
        "--only", choices=["times", "wrong"], help="only the times, or only the wrong answers"
    )
    parser.add_argument(
        "--f1tenth",
        type=Path,
        metavar="FILE",
        help="a copy of f1tenth_gym's gym/f110_gym/envs/collision_models.py, to be measured too",
    )


def main(options: argparse.Namespace) -> int:
    """Run the cases; the exit status is 1 if sepax gave a wrong answer."""
    loops: list[Loops] = installed((FromNumba, FromC, ByHand, of_file(options.f1tenth)))
    singles: list[OnPairs] = [calls.OfLists(), *installed(calls.PEERS)]
    everybody: list[Contestant[Any, Any]] = [*singles, *loops]
    show_versions(everybody)
    wrong = 0
    if options.only != "wrong":
        wrong += show_times(options, loops, singles)
    if options.only != "times" and not options.match:
        opencv = next((one for one in singles if isinstance(one, OpenCV)), None)
        most = QUICK_PAIRS if options.quick else PAIRS
        wrong += show_wrong(count_wrong(askers(loops, opencv), most))
    return int(wrong > 0)


def show_times(options: argparse.Namespace, loops: list[Loops], singles: list[OnPairs]) -> int:
    """Time the cases; return how many answers of sepax were wrong."""
    effort = QUICK if options.quick else THOROUGH
    results: list[Result[Any]] = []
    if any(isinstance(one, FromNumba) for one in loops):
        show_header("ns a pair in a loop that numba compiled", LOOPS)
        for in_loop in cases.run(options.match, loops, effort):
            show(in_loop, LOOPS)
            results.append(in_loop)
    show_header("ns a call from Python, on two lists of corners", CALLS)
    for called in calls.run(options.match, singles, effort):
        show(called, CALLS)
        results.append(called)
    agreement = grouped((result.case.name, result.tallies) for result in results)
    show_agreement(agreement)
    show_targets([outcome for result in results for _, outcome in result.verdicts])
    if options.csv:
        write_csv(options.csv, HEADER, results, csv_row)
    own = ("sepax", "C", "arrays", "polygons")
    return sum(total(agreement.get(name, {}).values()).wrong for name in own)
