"""The judge of each verb about two shapes: whether its answer keeps the contract.

``JUDGES`` has one for each of the questions of `questions`, for an exact pair and an answer;
``judged`` asks the function and the method, either way round, and judges each answer by itself.
``judge_motion`` does so for a sweep, with all of its options.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import oracle
from families import Sweep
from gradients import judge_clearance, judge_signed_distance
from judges import (
    Exact,
    Verdict,
    first_fault,
    judge_axis,
    judge_boolean,
    judge_contact,
    judge_distance,
    judge_features,
    judge_mtv,
    judge_places,
)
from motion_judges import ExactSweep, judge_grazes, judge_sweep
from questions import QUESTIONS

import sepax
from sepax import Polygon

ACCURACY = Fraction(1, 10**11)  # of areas, as the documentation promises


def _size_of(pair: Exact) -> float:
    return float(oracle.extent(pair.body_a, pair.body_b))


def _is_sharp(pair: Exact) -> bool:
    """Whether exact clipping tells the area: of polygons whose squares are ordinary numbers."""
    sharp = all(isinstance(shape, Polygon) and not shape.radius for shape in (pair.a, pair.b))
    return sharp and 1e-100 < _size_of(pair) < 1e70


def judge_area(pair: Exact, area: float) -> Verdict:
    """Demand 0.0 exactly where insides do not meet, no more than there is, and exact clipping."""
    if pair.side >= 0:
        return None if area == 0.0 else f"{area} is shared by insides that do not meet"
    corners = len(pair.body_a.points) + len(pair.body_b.points)
    thin = float(_thin(pair)) + corners * math.ulp(0.0)
    most = min(pair.a.area, pair.b.area) * (1 + 1e-9) + thin
    if not 0.0 <= area <= most:
        return f"{area} is shared, and there is {most}"
    if not _is_sharp(pair):
        return None
    exact = oracle.shared_area(pair.body_a, pair.body_b)
    close = abs(Fraction(area) - exact) <= ACCURACY * exact + _thin(pair)
    return None if close else f"{area} is shared, and exactly {float(exact)}"


def _thin(pair: Exact) -> Fraction:
    """A share thinner than twice the digits resolve has no correct first digit."""
    return Fraction(_size_of(pair)) ** 2 / 2**95


def judge_share(pair: Exact, share: float) -> Verdict:
    """Demand the area that is shared by that of both."""
    if pair.side >= 0:
        return None if share == 0.0 else f"{share} is shared by insides that do not meet"
    if not 0.0 <= share <= 1.0:
        return f"the share is {share}"
    if not _is_sharp(pair):
        return None
    shared = oracle.shared_area(pair.body_a, pair.body_b)
    both = [oracle.ring_area(oracle.hull(body.points)) for body in (pair.body_a, pair.body_b)]
    exact = shared / (sum(both) - shared)
    close = abs(Fraction(share) - exact) <= 4 * ACCURACY * exact + _thin(pair)
    return None if close else f"the share is {share}, and exactly {float(exact)}"


def _judge_contact(pair: Exact, contact: Any) -> Verdict:
    """Judge a contact, and its features where rounding does not hide which is nearest.

    It does if a core is far smaller than its radius.
    """
    verdict = judge_contact(pair, contact)
    tiny = any(0 < float(oracle.extent(body._replace(radius=Fraction(0)))) < 1e-3 * body.radius
               for body in (pair.body_a, pair.body_b))  # fmt: skip
    return verdict if contact is None or tiny else verdict or judge_features(pair, contact)


JUDGES: dict[str, Callable[[Exact, Any], Verdict]] = {
    "intersects": lambda pair, found: judge_boolean(found, pair.side <= 0, "intersects"),
    "interiors": lambda pair, found: judge_boolean(found, pair.side < 0, "touching=False"),
    "separating_axis": judge_axis,
    "covers": lambda pair, found: judge_boolean(
        found, oracle.encloses(pair.body_a, pair.body_b), "covers"
    ),
    "mtv": judge_mtv,
    "collide": _judge_contact,
    "distance": judge_distance,
    "nearest_points": judge_places,
    "signed_distance": judge_signed_distance,
    "clearance": judge_clearance,
    "overlap_area": judge_area,
    "iou": judge_share,
}


def judged(question: str, either_way: bool = True) -> Callable[[Exact], Verdict]:
    """Return a judge of the function and the method, either way round or as the pair is."""
    ask, judge = QUESTIONS[question], JUDGES[question]

    def verdict(pair: Exact) -> Verdict:
        answers = []
        for case in (pair, pair.swapped)[: 1 + either_way]:
            answers.append(ask(case.a, case.b))
            fault = judge(case, answers[-1])
            if fault or ask.method(case.a, case.b) != answers[-1]:
                return f"{case}: {fault or 'the method differs'}"
        if question in ("overlap_area", "iou") and answers[0] != answers[-1]:
            return f"{answers}"
        return None

    return verdict


# Sweeps ---------------------------------------------------------------------------------


def judge_motion(case: ExactSweep) -> Verdict:
    """Judge a sweep, and what options, other forms and the arguments swapped make of it."""
    sweep = case.sweep
    impact = sepax.sweep(*sweep)
    fault = judge_sweep(case, impact)
    back = ExactSweep(Sweep(sweep.b, sweep.a, sweep.velocity_b, sweep.velocity_a, sweep.max_time))
    back.difference = case.swapped.difference
    return fault or first_fault(
        [
            _judge_options(case, impact),
            judge_boolean(sweep.a.sweep(*sweep[1:]) == impact, True, "the method"),
            judge_sweep(back, sepax.sweep(*back.sweep)),
            _judge_start_and_times(case, impact),
        ]
    )


def _judge_options(case: ExactSweep, impact: Any) -> Verdict:
    """Judge ``touching=False``, and say that what leaves is skipped, and nothing else."""
    grazing = sepax.sweep(*case.sweep, touching=False)
    leaves = impact is not None and impact.leaving
    skipped = [sepax.sweep(*case.sweep, touching=on, skip_leaving=True) for on in (True, False)]
    return first_fault(
        [
            judge_grazes(case, impact, grazing),
            judge_boolean(skipped[0] == (None if leaves else impact), True, "skip_leaving"),
            judge_boolean(skipped[1] == (None if leaves else grazing), True, "both options"),
        ]
    )


def _judge_start_and_times(case: ExactSweep, impact: Any) -> Verdict:
    """Demand the normal of `collide` at a start in contact, the time alone, and no -0.0."""
    a, b = case.sweep[:2]
    contact: Any = sepax.collide(a, b)
    start = impact if impact is not None and impact.initial else None
    time = math.inf if impact is None else impact.time
    times = [sepax.time_of_impact(*case.sweep), a.time_of_impact(*case.sweep[1:])]
    signs = [*times, *([] if impact is None else [impact.time, impact.exit_time])]
    return first_fault(
        [
            judge_boolean(all(type(x) is float and x == time for x in times), True, "the time"),
            judge_boolean(all(math.copysign(1.0, x) == 1.0 for x in signs), True, "no -0.0"),
            judge_boolean(start is None, contact is None, "no start in contact"),
            start and judge_boolean(start.normal == contact.normal, True, "the normal of collide"),
        ]
    )
