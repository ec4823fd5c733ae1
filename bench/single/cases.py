"""The cases of single pairs, the largest ratios allowed in them, and how one is run."""

from collections.abc import Iterator, Sequence

import numpy as np
from common.agreement import Tally
from common.case import Case, Result
from common.known import TOLERANCE, distance, first_touch, shared_area
from common.targets import Outcome, Verdict
from common.timing import Answer, Call, Effort, Timing, answers, measure

from single.contestant import OnPairs
from single.pairs import FAMILIES, PLACEMENTS, Pairs, Placement, draw_pairs
from single.sepax import Sepax

VERBS = (
    "intersects",
    "separating-axis",
    "mtv",
    "collide",
    "distance",
    "overlap-area",
    "sweep",
    "time-of-impact",
    "move-then-intersects",
    "pose-then-intersects",
    "raw.intersects-arrays",
    "raw.intersects-lists",
)
FOUR_POINTS = ("boxes", "4-gons")
POLYGONS = (*FOUR_POINTS, "8-gons", "32-gons")
ROUNDED = ("segments", "capsules", "rounded boxes", "capsule-8-gon", "point-8-gon")
ROUNDED_VERBS = ("intersects", "mtv", "collide", "distance", "sweep")

# Largest ratio to the floor, by verb and family.
TARGETS = {
    ("intersects", "boxes"): 1.6,
    ("intersects", "circle-box"): 2.0,
    ("intersects", "circle-8-gon"): 2.0,
    ("intersects", "capsules"): 3.0,
    ("intersects", "rounded boxes"): 4.0,
    ("distance", "8-gons"): 6.0,
    ("overlap-area", "boxes"): 8.0,
    ("mtv", "boxes"): 3.0,
    ("mtv", "8-gons"): 5.0,
    ("collide", "boxes"): 8.0,
    ("collide", "8-gons"): 8.0,
    ("sweep", "boxes"): 6.0,
    ("time-of-impact", "boxes"): 6.0,
    ("move-then-intersects", "boxes"): 4.0,
    ("raw.intersects-arrays", "boxes"): 25.0,
    ("raw.intersects-arrays", "4-gons"): 25.0,
    ("raw.intersects-lists", "boxes"): 15.0,
    ("raw.intersects-lists", "4-gons"): 15.0,
}
TARGETS_OVERLAPPING = {("intersects", "8-gons"): 4.0}  # apart, they have no target

NUMBERS = {"distance": distance, "overlap-area": shared_area}  # verbs that answer a number always

Known = list[float | None]
SingleCase = Case[Placement]
SingleResult = Result[Placement]


def cases(match: str) -> Iterator[SingleCase]:
    """Yield every case whose name contains the text."""
    for verb in VERBS:
        for family in families(verb):
            for place in PLACEMENTS:
                case = Case(verb, Placement(family, place))
                if match in case.name:
                    yield case


def families(verb: str) -> tuple[str, ...]:
    """Return the families for this verb."""
    if verb.startswith("raw."):
        return FOUR_POINTS
    if verb == "overlap-area":
        return POLYGONS
    every = tuple(FAMILIES)
    return every if verb in ROUNDED_VERBS else tuple(name for name in every if name not in ROUNDED)


def run_case(
    case: SingleCase, sepax: Sepax, peers: Sequence[OnPairs], effort: Effort
) -> SingleResult:
    """Check what everybody answers in this case, then time those that did not raise."""
    pairs = draw_pairs(case.setting)
    known, clear = known_answers(case.verb, pairs)
    calls, tallies = {"floor": sepax.floor(pairs)}, {}
    for contestant in (sepax, *peers):
        name, call = contestant.name, contestant.prepare(case.verb, pairs)
        if call is None:
            continue
        tallies[name], error = check(call, known, clear)
        if error is None:
            calls[name] = call
        elif contestant is sepax:
            raise error
    timings = measure(calls, effort)
    return Result(case, timings, tallies, verdicts(case, timings))


def check(call: Call, known: Known, clear: list[bool]) -> tuple[Tally, Exception | None]:
    """Compare every clear answer with the known one; return the first exception too, if any."""
    given = answers(call)
    errors = [answer for answer in given if isinstance(answer, Exception)]
    rounds = len(given) // len(known)  # a verb that moves shapes runs there and back
    rows = zip(given, known * rounds, clear * rounds, strict=True)
    wrong = sum(counts and not agrees(answer, expected) for answer, expected, counts in rows)
    return Tally(rounds * sum(clear), wrong, len(errors)), next(iter(errors), None)


def known_answers(verb: str, pairs: Pairs) -> tuple[Known, list[bool]]:
    """Return numbers, or depth or time of first touch, None for no hit, and which to judge."""
    if verb in NUMBERS:
        return NUMBERS[verb](pairs.a, pairs.b).tolist(), [True] * len(pairs.separation)
    if verb in ("sweep", "time-of-impact"):
        times, clear = first_touch(pairs)
        return [time if np.isfinite(time) else None for time in times.tolist()], clear.tolist()
    gaps = pairs.separation.tolist()
    return [-gap if gap <= 0.0 else None for gap in gaps], [True] * len(gaps)


def agrees(answer: Answer | Exception, expected: float | None) -> bool:
    """Whether an answer, a yes or no or a number, is the known one within `TOLERANCE`."""
    if isinstance(answer, Exception):
        return False
    if answer is None or isinstance(answer, bool):
        return bool(answer) == (expected is not None)
    return expected is not None and abs(answer - expected) <= TOLERANCE


def verdicts(case: SingleCase, timings: dict[str, Timing]) -> list[Verdict]:
    """Return what becomes of the target of this case, if it has one."""
    key = case.verb, case.setting.family
    special = TARGETS_OVERLAPPING.get(key) if case.setting.place == "overlapping" else None
    target = special or TARGETS.get(key)
    if target is None:
        return []
    ratio = timings["sepax"].nanoseconds / timings["floor"].nanoseconds
    return [Verdict("sepax", Outcome(case.name, ratio, target, at_most=True))]
