"""Time the swept test of shapes that turn, and count what algorithms of other engines miss."""

import argparse
import sys

from common.agreement import grouped, show_agreement, total
from common.case import write_csv
from common.contestant import OfSepax, installed, show_versions
from common.options import add_csv, add_match, add_quick
from common.targets import show_targets
from common.timing import Effort

from turning.cases import TurningResult, cases, run_case
from turning.misses import PEERS, count_all, show_misses

THOROUGH = Effort(rounds=51, least_rounds=5, budget=500_000_000)
QUICK = Effort(rounds=7, least_rounds=3, budget=60_000_000)
HEADER = "verb family contestant ns rounds to_distance"
HITS, QUICK_HITS = 1_000, 200  # of each family, for the other engines


def show(result: TurningResult) -> None:
    """Print the line of one case."""
    figures = {name: timing.nanoseconds for name, timing in result.timings.items()}
    floor = f"{figures['floor']:>8.1f}" if "floor" in figures else f"{'':>8}"
    others = "".join(f"{figures[name]:>10.1f}" for name in ("distance", "sweep", "time"))
    ratios = (f"{result.ratio(name, 'distance'):>9.1f}x" for name in ("sweep", "time"))
    print(f"{result.case.name:<48}{floor}{others}{''.join(ratios)}", flush=True)


def csv_row(result: TurningResult, name: str) -> tuple[object, ...]:
    """Return the figures of one contestant in one case."""
    nanoseconds, rounds = result.timings[name]
    where = result.case.verb, result.case.setting.name, name
    return (*where, f"{nanoseconds:.2f}", rounds, f"{result.ratio(name, 'distance'):.4g}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_csv(parser)
    add_quick(parser, "fewer rounds and fewer cases: rough figures")
    add_match(parser)
    parser.add_argument(
        "--only", choices=["times", "misses"], help="only the times, or only what engines miss"
    )
    parser.add_argument(
        "--oracle",
        type=int,
        default=0,
        metavar="N",
        help="have the oracle of the tests judge the first N hits of each family",
    )


def main(options: argparse.Namespace) -> int:
    """Run the cases; the exit status is 1 if sepax gave a wrong answer."""
    peers = installed(PEERS) if options.only != "times" else []
    show_versions([OfSepax(), *peers])
    wrong = 0
    if options.only != "misses":
        wrong += show_times(options)
    if options.only != "times":
        hits = QUICK_HITS if options.quick else HITS
        wrong += show_misses(count_all(hits, options.oracle, peers))
    return int(wrong > 0)


def show_times(options: argparse.Namespace) -> int:
    """Time the cases; return how many answers were wrong."""
    effort = QUICK if options.quick else THOROUGH
    print("\nns a call, of arrays ns a pair; time: time_of_impact; then the ratios to distance")
    columns = "".join(f"{name:>10}" for name in ("distance", "sweep", "time", "sweep", "time"))
    print(f"{'case':<48}{'floor':>8}{columns}")
    results = []
    for case in cases(options.match):
        print(f"\r{case.name:<60}\r", end="", file=sys.stderr, flush=True)
        results.append(run_case(case, effort))
        show(results[-1])
    agreement = grouped((result.case.name, result.tallies) for result in results)
    show_agreement(agreement)
    show_targets([outcome for result in results for _, outcome in result.verdicts])
    if options.csv:
        write_csv(options.csv, HEADER, results, csv_row)
    return total(agreement.get("sepax", {}).values()).wrong
