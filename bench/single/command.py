"""Time every query of one pair of shapes against an empty call and against other libraries."""

import argparse
import sys
from collections.abc import Sequence

from common.agreement import grouped, show_agreement, total
from common.case import write_csv
from common.contestant import installed, show_versions
from common.options import add_csv, add_match, add_quick
from common.timing import Effort

from single.cases import SingleResult, cases, run_case
from single.contestant import OnPairs
from single.engines import Box2D, Pymunk
from single.games import Arcade, ArcadeAccelerate, Collision
from single.geometry import OpenCV, PreparedShapely, RotatedRectangles, Shapely
from single.plain import HighwayEnv, NumPySAT
from single.sepax import Sepax

PEERS: tuple[type[OnPairs], ...] = (
    Shapely,
    PreparedShapely,
    OpenCV,
    RotatedRectangles,
    Arcade,
    ArcadeAccelerate,
    Collision,
    Pymunk,
    Box2D,
    NumPySAT,
    HighwayEnv,
)
THOROUGH = Effort(rounds=301, least_rounds=3, budget=150_000_000)
QUICK = Effort(rounds=101, least_rounds=1, budget=10_000_000)
HEADER = "verb family placement contestant ns rounds to_floor to_sepax target reached"


def show_table(results: list[SingleResult], peers: Sequence[OnPairs]) -> None:
    """Print one line for each case: sepax, its target, and how many times slower each peer is."""
    print("\nns a call; ratio: to the floor, an empty call; then how many times slower peers are")
    columns = "".join(f"{peer.name:>12}" for peer in peers)
    print(f"{'case':<46}{'floor':>7}{'sepax':>8}{'ratio':>7}{'target':>8}{'ok':>5}{columns}")
    for result in results:
        times = "".join(f"{_slower(result, peer.name):>12}" for peer in peers)
        floor, sepax = (result.timings[name].nanoseconds for name in ("floor", "sepax"))
        target, answer = next(((one.bound, one.answer) for _, one in result.verdicts), ("", ""))
        figures = f"{floor:>7.1f}{sepax:>8.1f}{sepax / floor:>7.2f}{target:>8}"
        print(f"{result.case.name:<46}{figures}{answer:>5}{times}".rstrip())


def _slower(result: SingleResult, name: str) -> str:
    if name not in result.timings:
        return ""
    times = result.ratio(name, "sepax")
    return f"{times:.1f}x" if times < 100.0 else f"{times:.0f}x"


def show_targets(results: list[SingleResult]) -> None:
    """Print how many targets were reached, and which were not."""
    outcomes = [one for result in results for _, one in result.verdicts]
    missed = [one for one in outcomes if not one.reached]
    print(f"\nTargets reached: {len(outcomes) - len(missed)} of {len(outcomes)}")
    for one in missed:
        print(f"  missed: {one.what}: {one.ratio:.2f} ({one.bound})")


def csv_row(result: SingleResult, name: str) -> tuple[object, ...]:
    """Return the figures of one contestant in one case."""
    (nanoseconds, rounds), case = result.timings[name], result.case
    ratios = (f"{result.ratio(name, other):.4g}" for other in ("floor", "sepax"))
    outcomes = dict(result.verdicts).get(name)
    target = (outcomes.target, outcomes.answer) if outcomes else ("", "")
    where = case.verb, case.setting.family, case.setting.place
    return (*where, name, f"{nanoseconds:.2f}", rounds, *ratios, *target)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_csv(parser)
    add_quick(parser, "fewer rounds: rough figures")
    add_match(parser)


def main(options: argparse.Namespace) -> int:
    """Run the cases; the exit status is 1 if sepax gave a wrong answer."""
    sepax, peers = Sepax(), installed(PEERS)
    show_versions([sepax, *peers])
    effort, results = QUICK if options.quick else THOROUGH, []
    for case in cases(options.match):
        print(f"\r{case.name:<60}", end="", file=sys.stderr, flush=True)
        results.append(run_case(case, sepax, peers, effort))
    print(f"\r{'':<60}\r", end="", file=sys.stderr)
    agreement = grouped((result.case.verb, result.tallies) for result in results)
    show_agreement(agreement)
    show_table(results, peers)
    show_targets(results)
    if options.csv:
        write_csv(options.csv, HEADER, results, csv_row)
    return int(total(agreement.get("sepax", {}).values()).wrong > 0)
