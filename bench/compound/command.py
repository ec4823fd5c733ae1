"""Time compounds of concave outlines against prepared polygons of shapely; count parts of cuts."""

import argparse
from collections.abc import Callable, Iterator
from itertools import chain
from time import thread_time_ns

from common.agreement import Groups, grouped, show_agreement, total
from common.options import add_match, add_quick
from common.targets import Outcome, show_targets
from common.timing import Effort, Timing, measure

from compound.cases import Question, questions
from compound.contacts import run_bodies
from compound.crowds import crowd_questions
from compound.cuts import show_cuts
from compound.poses import pose_questions
from compound.tables import bytes_a_parcel, table_questions
from compound.targets import compare, of_memory
from compound.verbs import show_verbs

THOROUGH = Effort(rounds=31, least_rounds=3, budget=2_000_000_000)
QUICK = Effort(rounds=7, least_rounds=3, budget=500_000_000)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_quick(parser, "fewer rounds, smaller tables: rough figures")
    add_match(parser)
    parser.add_argument(
        "--verbs",
        action="store_true",
        help="what each verb costs, by the number of parts",
    )
    parser.add_argument(
        "--bodies",
        action="store_true",
        help="concave bodies in contact, against pymunk; --quick leaves the large outlines out",
    )


def all_questions(quick: bool) -> Iterator[tuple[str, Callable[[], Question]]]:
    """Yield names, and what draws the shapes once it is their turn."""
    parts = questions(), pose_questions(quick), crowd_questions(quick), table_questions(quick)
    return chain(*parts)


def show(question: Question, timings: dict[str, Timing]) -> list[Outcome]:
    """Print the nanoseconds of an answer, and how many times longer others take."""
    times = {name: timing.nanoseconds / question.rows for name, timing in timings.items()}
    others = "".join(
        f"{name:>14}{time / times['sepax']:>7.2f}x"
        for name, time in times.items()
        if name != "sepax"
    )
    print(f"{question.name:<48}{times['sepax']:>10,.0f} ns{others}")
    return compare(question.name, times)


def main(options: argparse.Namespace) -> int:
    """Run the queries; the exit status is 1 if sepax gave a wrong answer."""
    effort = QUICK if options.quick else THOROUGH
    if options.verbs:
        show_verbs(options.match, effort)
        return 0
    if options.bodies:
        return run_bodies(options.match, effort, options.quick)
    tallies, outcomes = [], []
    for name, draw in all_questions(options.quick):
        if options.match not in name:
            continue
        question = draw()
        tallies.append((question.name, question.check()))
        outcomes += show(question, measure(question.calls, effort, clock=thread_time_ns))
    if options.match in "memory":
        outcomes.append(of_memory(bytes_a_parcel()))
    agreement: Groups = grouped(tallies)
    show_agreement(agreement)
    show_targets(outcomes)
    impossible = show_cuts(20 if options.quick else 100, options.match)
    return int(impossible > 0 or total(agreement.get("sepax", {}).values()).wrong > 0)
