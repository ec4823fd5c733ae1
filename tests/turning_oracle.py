"""A judge of swept tests of shapes that turn, by the contract of ``sweep``.

`judge_turning` returns a list of complaints, which is empty when the answer keeps the contract.
It takes what ``sweep`` returns (an ``Impact`` or None) or what ``time_of_impact`` returns. Its
ground is `first_time_below`: when the separation falls below a level, proved by subdivision and
77 digits. The kernel has no part in it.

Where the contract leaves room, so does the judge: a normal may be that of any axis that parts
the shapes within the band, and ``leaving`` is judged only where the motion clearly presses or
clearly parts the shapes along the one axis that counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from turning_brackets import FINE, START, Bracket, C, error_at, first_time_below
from turning_exact import BITS, EPSILON, Axis, Mover, Place, Pose, Turning, exact, signed_separation

UNIT_SLACK = 1e-12
EXACTLY = 1e-40  # in units of E: what is as good as 0 with 77 digits


@dataclass(frozen=True)
class Limits:
    """The bands of the contract, in units of E, and the c of E.

    ``skip_late`` and ``skip_early`` are how much deeper a skipped contact may, and must, have
    become than it was at best before the answer. The contract says 7, which the kernel can only
    measure with an error of its own at both times.
    """

    c: float = C
    touch: float = 5.0
    depth: float = 13.0
    skip_late: float = 13.0
    skip_early: float = 0.5
    normal: float = 8.0
    point: float = 8.0


CONTRACT = Limits()


class Answer(NamedTuple):
    """What ``sweep`` returns, with the fields of ``Impact``."""

    time: float
    exit_time: float
    normal: Place
    point: Place
    initial: bool
    leaving: bool


def judge_turning(
    case: Turning,
    answer: Any,
    *,
    touching: bool = True,
    skip_leaving: bool = False,
    limits: Limits = CONTRACT,
) -> list[str]:
    """Judge an ``Impact``, None, or the float of ``time_of_impact``."""
    if isinstance(answer, float):
        time = None if answer == math.inf else answer
    else:
        time = None if answer is None else answer.time
    judge = _Judge(case, touching, skip_leaving, limits)
    complaints = judge.time(time)
    if time is not None and not complaints and not isinstance(answer, float):
        complaints = judge.fields(answer)
    return complaints


class _Judge:
    """One case, and how it was asked about."""

    def __init__(self, case: Turning, touching: bool, skips: bool, limits: Limits) -> None:
        self.case, self.touching, self.skips, self.limits = case, touching, skips, limits
        self.exact = exact(case)
        self.level = 0.0 if touching else -limits.depth

    def depth(self, time: float | Fraction) -> float:
        """Return the separation at a time in units of E."""
        separation = signed_separation(self.case, time)
        return float(separation / Fraction(error_at(self.case, time, self.limits.c)))

    def below(self, start: Fraction = START) -> Bracket:
        return first_time_below(self.case, self.level, start, self.limits.c)

    def time(self, time: float | None) -> list[str]:
        if time is not None and not (type(time) is float and 0.0 <= time <= self.case.max_time):
            return [f"the time {time!r} is not a float from 0 to {self.case.max_time}"]
        start = self.depth(START)
        if not self.skips or start > self.limits.touch:
            return self.first(time)
        skipped = self.skipped(time)
        may_be_free = start > EXACTLY if self.touching else start > -self.limits.depth
        return self.first(time) if skipped and may_be_free else skipped

    def first(self, time: float | None) -> list[str]:
        """Judge the first impact from the start on."""
        start = self.depth(START)
        if self.touching and start <= EXACTLY and time != 0.0:
            return [f"{time} with a separation of {start:.3g} E at the start"]
        complaints = self.too_late(time, self.below())
        return complaints if time is None else complaints + self.too_early(time)

    def too_late(self, time: float | None, bracket: Bracket) -> list[str]:
        if bracket.undecided:
            return [f"the oracle gives up at {float(bracket.clear_until)!r}"]
        below = bracket.below
        if below is None or (time is not None and time <= below):
            return []
        deep = f"at {float(below)!r} the separation is {self.depth(below):.3g} E"
        return [f"missed: {deep}" if time is None else f"late: {time!r}, but {deep}"]

    def too_early(self, time: float) -> list[str]:
        """Judge the separation at the time itself."""
        separation = self.depth(time)
        what = f"at {time!r} the separation is {separation:.3g} E"
        if separation > self.limits.touch * (1 + 1e-9):
            return [f"early: {what}"]
        if self.touching and separation < -EXACTLY and time > 0.0:
            return [f"late: {what}"]
        if not self.touching and separation >= 0.0:
            return [f"they do not overlap: {what}"]
        return []

    # A contact of the start that is skipped ------------------------------------------------

    def skipped(self, time: float | None) -> list[str]:
        """Judge an answer that ignores the contact of the start."""
        stop = Fraction(self.case.max_time if time is None else time)
        phase = Phase(self, stop)
        late = phase.pressed_at
        if late is not None:
            found = "missed" if time is None else f"late: {time!r}"
            return [f"{found}: the skipped contact is deeper again at {float(late)!r}"]
        if phase.gave_up:
            return [f"the oracle gives up at {float(phase.reached)!r}"]
        if phase.parted_at is not None:
            complaints = self.too_late(time, self.below(phase.parted_at))
            if complaints:
                return complaints
        if time is None:
            return []
        if time == 0.0:
            moves = self.moves_apart()
            return ["it leaves, and is not skipped"] if moves is True else []
        fall = phase.fall(stop)
        if fall < self.limits.skip_early:
            return [f"early: at {time!r} it is only {fall:.3g} E deeper than before"]
        separation = self.depth(time)
        return self.too_early(time) if separation > 0.0 or not self.touching else []

    def moves_apart(self) -> bool | None:
        """Whether the separation grows at once, None where that is not clear.

        It is looked at over a time so short that only rounding could matter, and over one in
        which shapes move as far as the bands of the contract are wide.
        """
        case, start = self.case, self.exact.pose(START)
        if case.speed == 0.0:
            return True
        if self.is_ambiguous(start):
            return None
        first, slopes = signed_separation(case, START), []
        band = error_at(case, 0.0, self.limits.c) / case.speed
        for step in (band * 2.0**-20, 50 * band):
            moved = signed_separation(case, min(step, case.max_time)) - first
            slopes.append(float(moved) / (case.speed * step))
        if min(slopes) > 1e-3:
            return True
        return False if max(slopes) < -1e-3 else None

    def is_ambiguous(self, pose: Pose) -> bool:
        """Whether several directions part the shapes equally well, within the band."""
        axes = [*self.exact.across_edges(pose), self.exact.across_vertices(pose)]
        best = max(axes)
        slack = self.exact.units(20 * error_at(self.case, pose.time, self.limits.c))
        near = [axis for axis in axes if axis.gap >= best.gap - slack]
        return any(abs(_sine(best, axis)) > 1e-6 for axis in near)

    # The other fields ----------------------------------------------------------------------

    def fields(self, answer: Any) -> list[str]:
        pose = self.exact.pose(Fraction(answer.time))
        complaints = self.flags(answer) + self.normal(pose, answer.normal)
        if self.case.turns != math.isnan(answer.exit_time):
            complaints.append(f"exit_time is {answer.exit_time}")
        return complaints + self.point(answer)

    def flags(self, answer: Any) -> list[str]:
        """Judge ``initial`` and ``leaving``."""
        start, complaints = self.depth(START), []
        if not (type(answer.initial) is bool and type(answer.leaving) is bool):
            return [f"initial is {answer.initial!r}, leaving is {answer.leaving!r}"]
        must = start <= EXACTLY if self.touching else start < -self.limits.depth
        if must and not self.skips and not answer.initial:
            complaints.append(f"not initial, with a separation of {start:.3g} E at the start")
        if answer.initial and (start > self.limits.touch or (self.touching and answer.time > 0.0)):
            complaints.append(f"initial, with a separation of {start:.3g} E at the start")
        if answer.leaving and (not answer.initial or self.skips):
            complaints.append("leaving, but not initial or not skipped")
        apart = self.moves_apart() if answer.initial else None
        if apart is not None and answer.leaving is not apart:
            complaints.append(f"leaving is {answer.leaving}")
        return complaints

    def normal(self, pose: Pose, normal: Place) -> list[str]:
        """Demand a unit vector along which the gap is the separation, within the band."""
        if not abs(math.hypot(*normal) - 1.0) <= UNIT_SLACK:
            return [f"the normal {normal} is no unit vector"]
        x, y = (int(Fraction(part) * (1 << BITS)) for part in normal)
        lost = self.exact.best_axes(pose)[0].gap - self.exact.axis(pose, x, y).gap
        error = error_at(self.case, pose.time, self.limits.c)
        if lost > self.exact.units(self.limits.normal * error):
            share = lost / self.exact.units(error)
            return [f"the gap along the normal {normal} is {share:.3g} E less than it can be"]
        return []

    def point(self, answer: Any) -> list[str]:
        """Demand a point of both shapes, within the depth, the band and its own rounding."""
        error = error_at(self.case, answer.time, self.limits.c)
        deep = max(-float(signed_separation(self.case, answer.time)), 0.0)
        slack = self.limits.point * error + grain(self.case, answer.time) + deep
        movers = (self.case.a, self.case.b)
        away = [self.distance(mover, answer.point, answer.time) for mover in movers]
        if not all(math.isfinite(x) for x in answer.point) or max(away) > slack:
            share = max(away) / slack
            return [f"the point {answer.point} is away from a shape, {share:.3g} times too far"]
        return []

    def distance(self, mover: Mover, point: Place, time: float) -> float:
        """Return how far a point of the world is from a shape at a time."""
        if not all(math.isfinite(x) for x in point):
            return math.inf
        case = Turning(mover, Mover((point,), pivot=point), self.case.max_time)
        return float(signed_separation(case, time))


def grain(case: Turning, time: float) -> float:
    """Rounding of world coordinates at a time."""
    sizes = [
        math.hypot(*mover.pivot) + math.hypot(*mover.velocity) * time + mover.reach
        for mover in (case.a, case.b)
    ]
    return 8 * EPSILON * max(sizes)


def _sine(one: Axis, other: Axis) -> float:
    """Return the sine of the angle of two axes, and 1 for an angle of more than 90 degrees."""
    if one.x * other.x + one.y * other.y <= 0:
        return 1.0
    return (one.x * other.y - one.y * other.x) / (one.size * other.size)


def reference(case: Turning, *, touching: bool = True, limits: Limits = CONTRACT) -> Answer | None:
    """Return an answer that is right, as late as it may be. Overlaps are told at their limit."""
    judge = _Judge(case, touching, False, limits)
    bracket = judge.below()
    if touching and judge.depth(START) <= EXACTLY:
        bracket = Bracket(START, START)
    if bracket.below is None:
        return None
    time, hair = float(bracket.clear_until if touching else bracket.below), 0.0
    while time > bracket.below or (touching and time > 0.0 > signed_separation(case, time)):
        # By a hair of the band first, and then by more, for slow motions.
        hair = 2 * hair or 0.02 * error_at(case, time, limits.c) / case.speed
        time = max(0.0, min(math.nextafter(time, 0.0), time - hair))
    known = judge.exact
    pose = known.pose(Fraction(time))
    axis = known.best_axes(pose)[0]
    normal = (axis.x / axis.size, axis.y / axis.size)
    points = [_corner(case, mover, sign, normal, time) for mover, sign in _sides(case)]
    initial = bracket.below == 0
    point = min(
        (point for row in points for point in row),
        key=lambda spot: max(judge.distance(mover, spot, time) for mover, _ in _sides(case)),
    )
    exit_time = math.nan if case.turns else math.inf
    return Answer(time, exit_time, normal, point, initial, initial and judge.moves_apart() is True)


def _sides(case: Turning) -> list[tuple[Mover, float]]:
    return [(case.a, 1.0), (case.b, -1.0)]


def _corner(case: Turning, mover: Mover, sign: float, normal: Place, time: float) -> list[Place]:
    """Return the vertices of a shape at a time, moved out to its surface along the normal."""
    known = exact(case)
    pose, moved = known.pose(Fraction(time)), Fraction(time)
    out = [Fraction(sign * mover.radius * part) for part in normal]
    x, y = (
        Fraction(p) + Fraction(v) * moved + o
        for p, v, o in zip(mover.pivot, mover.velocity, out, strict=True)
    )
    spots = pose.a if mover is case.a else pose.b
    unit = Fraction(1, 1 << known.shift)
    return [(float(x + p * unit), float(y + q * unit)) for p, q in spots]


class Phase:
    """From a contact of the start on: whether the shapes part, or press deeper first.

    The separation may fall from its greatest value so far, which counts as 0 at most, by
    ``skip_late`` E. Once it is above 12 E the shapes have parted, and the ordinary contract holds.
    Separations are in the units of `Exact`.
    """

    MOST_STEPS = 100_000  # some 20 seconds; a case of far pivots takes more than 10,000
    PARTED = 12.0

    def __init__(self, judge: _Judge, stop: Fraction) -> None:
        self.case, self.limits, self.exact = judge.case, judge.limits, judge.exact
        self.parted_at: Fraction | None = None
        self.pressed_at: Fraction | None = None
        self.reached, self.gave_up = START, False
        self.best = self.exact.separation(START)
        steps = 0
        while self.reached < stop and self.parted_at is None and self.pressed_at is None:
            self.step(stop)
            steps += 1
            if steps > self.MOST_STEPS:
                self.gave_up = True
                break

    def units(self, share: float, time: Fraction) -> int:
        """Turn a length in E into units."""
        return self.exact.units(share * error_at(self.case, time, self.limits.c))

    def step(self, stop: Fraction) -> None:
        """Go on as far as the separation is certainly above what it may fall to."""
        pose = self.exact.pose(self.reached)
        axes = self.exact.best_axes(pose)
        limit = min(self.best, 0) - self.units(self.limits.skip_late, self.reached)
        shortest = FINE * error_at(self.case, self.reached, self.limits.c)
        ahead = stop - self.reached
        while not self.exact.stays_above(pose, axes, (START, ahead), limit):
            ahead /= 4
            if float(ahead) * self.case.speed < shortest:
                break
        self.reached = _rounded(self.reached + ahead, self.reached, stop)
        value = self.exact.separation(self.reached)
        if value > self.units(self.PARTED, self.reached):
            self.parted_at = self.reached
        elif value < min(self.best, 0) - self.units(self.limits.skip_late, self.reached):
            self.pressed_at = self.reached
        self.best = max(self.best, value)

    def fall(self, stop: Fraction) -> float:
        """Return how far, in E, the separation is below its greatest value before a time."""
        parts = [Fraction(k, 64) for k in range(1, 64)]
        parts += [Fraction(1, 2**k) for k in range(7, 52)]
        parts += [1 - Fraction(1, 2**k) for k in range(7, 52)]
        best = max(self.best, *(self.exact.separation(stop * part) for part in parts))
        return (best - self.exact.separation(stop)) / self.units(1.0, stop)


def _rounded(time: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """Return a float64 near a time, where there is one between two times."""
    near = Fraction(float(time))
    return near if low < near <= high else time
