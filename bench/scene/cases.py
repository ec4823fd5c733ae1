"""How a scene is run, and the ratios of times that have a target."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from common.agreement import Tally
from common.case import Case, Result
from common.shapes import Index
from common.targets import Outcome, Verdict
from common.timing import Call, Effort, Timing, measure

from scene.contestants import OnScenes
from scene.drawing import SPREADS, Extent, Scene, draw_scene

# At 100,000 boxes: how many times slower the peers must be at least.
TARGETS = {("candidates", "grid"): 1.5, ("pairs", "grid"): 1.5, ("pairs", "STRtree"): 50.0}
TARGET_COUNT = 100_000
SPREAD_TARGET = 1.0  # time at sizes of 200:1, to that at even sizes
GROWTH_TARGET = 16.0  # from 100,000 to a million

SceneCase = Case[Extent]
SceneResult = Result[Extent]


def run(
    verb: str, counts: Sequence[int], present: Sequence[OnScenes], effort: Effort
) -> Iterator[SceneResult]:
    """Measure every scene."""
    for spread in SPREADS:
        for n in counts:
            case = Case(verb, Extent(n, spread))
            yield run_case(case, draw_scene(case.setting), present, effort)


def run_case(
    case: SceneCase, scene: Scene, present: Sequence[OnScenes], effort: Effort
) -> SceneResult:
    """Compare what everybody finds in a scene with what sepax does, then time them.

    What a tally counts are the pairs that sepax finds, and those that only one of the two has.
    """
    prepared = {one.name: one.prepare(case.verb, scene) for one in present}
    works = {name: work for name, work in prepared.items() if work is not None}
    mine = works["sepax"]()
    assert np.array_equal(mine, sorted_pairs(mine))
    tallies = {
        name: Tally(len(mine), 0 if name == "sepax" else differing(mine, work()))
        for name, work in works.items()
    }
    calls = {name: Call([(work,)], None, "work()", "work,") for name, work in works.items()}
    timings = measure(calls, effort)
    return Result(case, timings, tallies, verdicts(case, timings))


def sorted_pairs(pairs: Index) -> Index:
    """Return the pairs in rising order."""
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def differing(mine: Index, other: Index) -> int:
    """Return how many pairs only one of the two has."""
    mine_keys, other_keys = (pairs[:, 0] * 2**32 + pairs[:, 1] for pairs in (mine, other))
    return len(np.setxor1d(mine_keys, other_keys))


def verdicts(case: SceneCase, timings: dict[str, Timing]) -> list[Verdict]:
    """Return the ratios to the peers that have a target."""
    verb, n = case.verb, case.setting.n
    found = []
    for (target_verb, name), target in TARGETS.items():
        if (verb, n) == (target_verb, TARGET_COUNT) and name in timings:
            ratio = timings[name].nanoseconds / timings["sepax"].nanoseconds
            what = f"{verb}, {n:,} {case.setting.spread}: {name} / sepax"
            found.append(Verdict(name, Outcome(what, ratio, target)))
    return found


def growth(results: Iterable[SceneResult]) -> Iterator[Outcome]:
    """Yield the ratios of sizes of 200:1 to even ones, and of a scene to one of a tenth."""
    times = {
        (one.case.verb, one.case.setting.spread, one.case.setting.n): one.timings[
            "sepax"
        ].nanoseconds
        for one in results
    }
    for (verb, spread, n), time in times.items():
        if spread != "even" and n >= TARGET_COUNT:
            what = f"{verb}, {n:,}: {spread} / even"
            yield Outcome(what, time / times[verb, "even", n], SPREAD_TARGET, at_most=True)
        more = times.get((verb, spread, 10 * n))
        if more is not None and n >= TARGET_COUNT:
            what = f"{verb}, {spread}: {10 * n:,} / {n:,}"
            yield Outcome(what, more / time, GROWTH_TARGET, at_most=True)
