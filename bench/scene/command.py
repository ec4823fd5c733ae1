"""Time finding all pairs that meet in scenes of a thousand to a million boxes, sepax and peers."""

import argparse
import sys
from collections.abc import Sequence

from common.case import write_csv
from common.contestant import installed, show_versions
from common.options import add_csv, add_quick
from common.targets import Outcome, show_targets
from common.timing import Effort

from scene.cases import SceneResult, growth, run
from scene.contestants import Grid, OnScenes, Sepax, Tree
from scene.detection import detection_questions, show_match_memory
from scene.memory import show_memory
from scene.questions import QUESTIONS, compare, questions
from scene.rays import RAY_QUESTIONS
from scene.sliding import sliding_questions
from scene.worlds import world_questions

MEANINGS = {"candidates": "bounds that meet", "pairs": "shapes that meet"}  # of the verbs
COUNTS = (1_000, 10_000, 100_000, 1_000_000)
QUICK_COUNTS = COUNTS[:3]
THOROUGH = Effort(rounds=31, least_rounds=3, budget=3_000_000_000)
QUICK = Effort(rounds=11, least_rounds=1, budget=500_000_000)
PEERS: tuple[type[OnScenes], ...] = (Grid, Tree)
HEADER = "work boxes spread pairs contestant ms to_sepax disagreeing"


def measured(counts: Sequence[int], effort: Effort) -> list[SceneResult]:
    """Measure every scene, and print a line for each."""
    present: list[OnScenes] = [Sepax(), *installed(PEERS)]
    show_versions(present)
    names = [contestant.name for contestant in present[1:]]
    results = []
    for verb, meaning in MEANINGS.items():
        columns = "".join(f"{name:>12}" for name in names)
        print(f"\n{meaning + ', boxes':<26}{'pairs':>10}{'sepax ms':>10}{columns}")
        for result in run(verb, counts, present, effort):
            show(result, names)
            results.append(result)
    return results


def show(result: SceneResult, names: Sequence[str]) -> None:
    """Print how long sepax took, how many times slower the peers were, and who disagrees."""
    times, tallies = result.timings, result.tallies
    ratios = (f"{result.ratio(name, 'sepax'):>11.1f}x" if name in times else "" for name in names)
    cells = "".join(f"{ratio:>12}" for ratio in ratios)
    figures = f"{tallies['sepax'].checked:>10,}{times['sepax'].nanoseconds / 1e6:>10.3f}"
    wrong = [f"{name} differs in {tally.wrong}" for name, tally in tallies.items() if tally.wrong]
    print(
        f"{result.case.setting.name:<26}{figures}{cells}  {', '.join(wrong)}".rstrip(), flush=True
    )


def csv_row(result: SceneResult, name: str) -> tuple[object, ...]:
    """Return the figures of one contestant in one scene."""
    case, (found, disagreeing, _) = result.case, result.tallies[name]
    where = case.verb, case.setting.n, case.setting.spread, found, name
    milliseconds = result.timings[name].nanoseconds / 1e6
    return (*where, f"{milliseconds:.4g}", f"{result.ratio(name, 'sepax'):.4g}", disagreeing)


def compared(effort: Effort) -> tuple[list[Outcome], int]:
    """Run other queries of a scene; return the ratios with a target, and how many disagreed."""
    print(f"\n{'questions':<44}{'sepax us':>12}")
    outcomes, wrong = [], 0
    more = detection_questions, world_questions, sliding_questions
    for question in questions((*QUESTIONS, *RAY_QUESTIONS, *more)):
        ratios, others = compare(question, effort)
        outcomes += ratios
        wrong += len(others)
    return outcomes, wrong


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this sub-command."""
    add_csv(parser)
    add_quick(parser, "up to 100,000 boxes, fewer rounds")


def main(options: argparse.Namespace) -> int:
    """Run every scene; the exit status says whether anybody disagrees about exact answers."""
    counts, effort = (QUICK_COUNTS, QUICK) if options.quick else (COUNTS, THOROUGH)
    results = measured(counts, effort)
    of_peers = [outcomes for result in results for _, outcomes in result.verdicts]
    of_questions, unlike = compared(effort)
    show_targets([*of_peers, *growth(results), *of_questions])
    show_memory(counts[-1])
    show_match_memory()
    if options.csv:
        write_csv(options.csv, HEADER, results, csv_row)
    wrong = sum(
        tally.wrong
        for result in results
        if result.case.verb == "candidates"
        for tally in result.tallies.values()
    )
    if wrong:
        print(f"{wrong} disagreements about candidates", file=sys.stderr)
    if unlike:
        print(f"{unlike} other answers to questions", file=sys.stderr)
    return int(wrong + unlike > 0)
