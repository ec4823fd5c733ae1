"""The cases of arrays: the populations, the verbs for each, and how one case is run."""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter_ns
from typing import Any

import numpy as np
from common.agreement import Tally
from common.case import Case, Result
from common.known import TOLERANCE
from common.shapes import Array, Truths
from common.timing import Call, Effort, Timing, measure

from arrays.drawing import draw
from arrays.entry import OnArrays
from arrays.population import FORMS, HOLDING, IN_MEMORY, MET, MIXED, Population, Setting
from arrays.targets import MEASURED, SHARING, verdicts

HITS = (0.05, 0.5, 0.95)
IN_ALL_FORMS = ("boxes", "circles", *HOLDING)
IN_CACHE_TOO = ("boxes", "circles", MET, *HOLDING, "8-gons", MIXED, "capsules", "rounded boxes")
PARTED = ("boxes", "circles", "8-gons", MIXED, "64-gons", "256-gons")
TIMED = ("sweep", "time-of-impact")  # their answers are times
LEAST_SAMPLE = 1_000_000  # ns: what takes less is done several times over

ArrayCase = Case[Setting]
ArrayResult = Result[Setting]


def settings(hits: tuple[float, ...]) -> Iterator[Setting]:
    """Yield every population in the order of the table."""
    for in_memory in (True, False):
        for family in IN_MEMORY if in_memory else IN_CACHE_TOO:
            for form in FORMS if family in IN_ALL_FORMS else ("elementwise",):
                yield from (Setting(family, form, in_memory, share) for share in hits)


def verbs(setting: Setting) -> Iterator[str]:
    """Yield the verbs to run on a population."""
    yield "contains" if setting.family in HOLDING else "intersects"
    if setting.form != "elementwise":
        return
    if setting.hits == 0.5:
        yield from (["distance"] if setting.family in MEASURED else [])
        yield from (["overlap-area"] if setting.family in SHARING else [])
    if setting.family not in PARTED:
        return
    yield "mtv"
    if setting.family == "boxes" and setting.in_memory:
        yield "pose-a-then-intersects"
        yield "pose-both-then-intersects"
    if setting.hits == 0.5:
        yield from ([] if setting.family == "circles" else ["sweep"])
        yield "time-of-impact"


def run(
    match: str, hits: tuple[float, ...], present: Sequence[OnArrays], effort: Effort
) -> Iterator[ArrayResult]:
    """Measure every case whose name contains the text; each population is drawn once."""
    for setting in settings(hits):
        wanted = [case for verb in verbs(setting) if match in (case := Case(verb, setting)).name]
        if wanted:
            population = draw(setting)
            for case in wanted:
                yield run_case(case, population, present, effort)


def run_case(
    case: ArrayCase, population: Population, present: Sequence[OnArrays], effort: Effort
) -> ArrayResult:
    """Check what everybody answers in this case, then time them against each other."""
    prepared = {one.name: one.prepare(case.verb, population) for one in present}
    entries = {name: entry for name, entry in prepared.items() if entry is not None}
    results = {name: (entry.read, entry.work()) for name, entry in entries.items()}
    answers = {name: read(result) for name, (read, result) in results.items() if read}
    calls = {name: sample(entry.work) for name, entry in entries.items()}
    timings = {
        name: Timing(timing.nanoseconds / entries[name].count, timing.rounds)
        for name, timing in measure(calls, effort).items()
    }
    times = {name: timing.nanoseconds for name, timing in timings.items()}
    checkable = verdicts(case.verb, case.setting, times)
    return Result(case, timings, check(case.verb, population, answers), checkable)


def check(verb: str, population: Population, answers: dict[str, Array]) -> dict[str, Tally]:
    """Compare clear answers with the known ones, and those beyond with what sepax says."""
    known, clear = known_answers(verb, population)
    reference = np.concatenate((known, answers["sepax"][len(known) :]))
    checkable = np.concatenate((clear, np.ones(population.count - len(known), dtype=np.bool_)))
    tallies = {}
    for name, given in answers.items():
        count = len(known) if name == "sepax" else len(given)
        numbers = verb in ("mtv", "distance", "overlap-area", *TIMED)
        wrong = differ(given[:count], reference[:count], numbers)
        chosen = checkable[:count]
        tallies[name] = Tally(int(np.count_nonzero(chosen)), int(np.count_nonzero(wrong & chosen)))
    return tallies


def known_answers(verb: str, population: Population) -> tuple[Array, Truths]:
    """Return what is known of the first pairs, and which answers are clear."""
    if verb == "distance":
        return population.known_distances
    if verb == "overlap-area":
        return population.known_areas
    return population.known_times if verb in TIMED else population.known_depths


def differ(given: Array, expected: Array, numbers: bool) -> Truths:
    """Return where answers differ, or are infinite (uncertain); numbers count if they are known."""
    wrong: Truths = (np.isnan(given) != np.isnan(expected)) | np.isinf(given)
    return wrong | (np.abs(given - expected) > TOLERANCE) if numbers else wrong


def sample(work: Callable[[], Any]) -> Call:
    """Return the call to be timed: the work, often enough to take its time; it is compiled."""
    start = perf_counter_ns()
    work()
    elapsed = perf_counter_ns() - start
    return Call([(work,)] * max(1, LEAST_SAMPLE // elapsed), None, "work()", "work,")
