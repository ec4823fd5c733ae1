"""The cases of compiled loops, their targets, and how one is run."""

from collections.abc import Iterator, Sequence
from time import thread_time_ns
from typing import Any

import numpy as np
from arrays.cases import differ, known_answers
from arrays.entry import times, yes_or_no
from arrays.population import Population
from common.agreement import Tally
from common.case import Case, Result
from common.shapes import Array
from common.targets import Outcome, Verdict
from common.timing import Call, Effort, Timing, measure

from kernels.contestants import ByHand, F1tenth, FromC, FromNumba, Loops
from kernels.pairs import FAMILIES, Family, Rows, Work, draw_rows

LoopCase = Case[Family]
LoopResult = Result[Family]

RINGS_OF_4 = ("boxes as rings", "4-gons")
MOST = {  # ns a pair
    ("intersects", "boxes by numbers"): 25.0,
    **{("intersects", family): 60.0 for family in RINGS_OF_4},
    **{("mtv", family): 90.0 for family in RINGS_OF_4},
    **{("time-of-impact", family): 90.0 for family in RINGS_OF_4},
}
MOST_OF_C = {("intersects", "boxes by numbers"): 1.5}  # times the loop in C
LEAST = {(F1tenth.name, "intersects", "boxes as rings"): 30.0}  # times sepax

READ = {"intersects": yes_or_no, "mtv": lambda found: np.hypot(*found.T), "time-of-impact": times}


def run(match: str, present: Sequence[Loops], effort: Effort) -> Iterator[LoopResult]:
    """Measure every case whose name contains the text; each family is drawn once."""
    for family in FAMILIES:
        cases = [Case(verb, family) for verb in family.verbs]
        wanted = [case for case in cases if match in case.name]
        if wanted:
            population, rows = draw_rows(family)
            for case in wanted:
                yield run_case(case, population, rows, present, effort)


def run_case(
    case: LoopCase,
    population: Population,
    rows: Rows,
    present: Sequence[Loops],
    effort: Effort,
) -> LoopResult:
    """Check what everybody answers in this case, then time them against each other."""
    prepared = {one.name: one.prepare(case.verb, rows) for one in present}
    works = {name: work for name, work in prepared.items() if work is not None}
    tallies = check(case.verb, population, works)
    calls = {name: Call([(work,)], None, "work()", "work,") for name, work in works.items()}
    timings = {
        name: Timing(timing.nanoseconds / len(rows), timing.rounds)
        for name, timing in measure(calls, effort, clock=thread_time_ns).items()
    }
    return Result(case, timings, tallies, verdicts(case, timings))


def check(verb: str, population: Population, works: dict[str, Work]) -> dict[str, Tally]:
    """Compare clear answers with the known ones, and all of C with those of sepax from numba."""
    known, clear = known_answers(verb, population)
    results: dict[str, Any] = {name: work().copy() for name, work in works.items()}
    tallies = {}
    for name, found in results.items():
        given: Array = READ.get(verb, np.asarray)(found)
        wrong = differ(given[: len(known)], known, verb != "intersects") & clear
        tallies[name] = Tally(int(clear.sum()), int(wrong.sum()))
    if {FromC.name, FromNumba.name} <= results.keys():
        same = [np.atleast_2d(results[name].T) for name in (FromC.name, FromNumba.name)]
        differs = ~((same[0] == same[1]) | (np.isnan(same[0]) & np.isnan(same[1]))).all(axis=0)
        tallies[FromC.name] = Tally(len(differs), int(differs.sum()))
    return tallies


def verdicts(case: LoopCase, timings: dict[str, Timing]) -> list[Verdict]:
    """Return what becomes of the targets of a case."""
    key, own = (case.verb, case.setting.name), FromNumba.name
    if own not in timings:
        return []
    spent = {name: timing.nanoseconds for name, timing in timings.items()}
    found = []
    if key in MOST:
        found.append(Outcome(f"{case.name}: ns", spent[own], MOST[key], at_most=True))
    if key in MOST_OF_C and FromC.name in spent:
        ratio = spent[own] / spent[FromC.name]
        found.append(Outcome(f"{case.name}: times C", ratio, MOST_OF_C[key], at_most=True))
    for name in (ByHand.name, F1tenth.name):
        least = LEAST.get((name, *key))
        if name == ByHand.name and case.setting.form == "rings":
            least = 1.0
        if least is not None and name in spent:
            what = f"{case.name}: {name} / {own}"
            found.append(Outcome(what, spent[name] / spent[own], least))
    return [Verdict(own, one) for one in found]
