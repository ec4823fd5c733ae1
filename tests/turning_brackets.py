"""When the separation of shapes that turn first falls below a level: proved by subdivision.

An interval of time is dropped when the lower bound of the separation in all of it is above the
level. Otherwise it is cut into pieces. Float64 does that for many intervals at once, until its
own error is in the way; what is left is cut further with 77 digits. So a `Bracket` is certain:
it rests on no sampling, and on nothing of the kernel.

Levels are in units of E, the error bound of the contract: ``E(t) = c eps L(t)``. A level of -13
means overlaps deeper than 13 E. What is above a level is known to `FINE` E only, so that a
separation of exactly the level can be decided as well.

A point that crosses a segment has a separation of 0 at one time, and no negative one. It is
found by the side of the segment that it is on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from turning_exact import EPSILON, Turning, exact
from turning_search import Floats, Quick

C = 16.0
FINE = 1e-3
START = Fraction(0)
MOST_INTERVALS = 400_000
MOST_EXACT = 20_000
ROUNDING = 16  # in units of 77 digits

# The whole time in equal parts, and its beginning in parts of every size.
PARTS = np.unique(np.concatenate([np.linspace(0.0, 1.0, 49), 0.5 ** np.arange(6, 54)]))

Interval = tuple[float, float]


@dataclass(frozen=True)
class Bracket:
    """Where the separation first falls below a level.

    Before ``clear_until`` it is above the level less `FINE` E. At ``below``, or shortly before
    where a point crosses a segment, it is at the level or under it; None means that it never
    is. ``undecided`` means that the search was given up at ``clear_until``.
    """

    clear_until: Fraction
    below: Fraction | None
    undecided: bool = False


def error_at(case: Turning, time: float | Fraction, c: float = C) -> float:
    """Return the E of the contract at a time."""
    return c * EPSILON * case.length(float(time))


@lru_cache(maxsize=4096)
def first_time_below(
    case: Turning, level: float = 0.0, start: Fraction = START, c: float = C
) -> Bracket:
    """Bracket the first time, from a start on, at which the separation falls below a level."""
    search = _Search(case, level, c)
    stop = Fraction(case.max_time)
    if search.is_below(start):
        return Bracket(start, start)
    if case.speed == 0.0 or start >= stop:
        return Bracket(stop, None)
    if level < 0.0:
        higher = first_time_below(case, 0.0, start, c)
        if higher.below is None or higher.undecided:
            return higher
        start = max(start, Fraction(math.nextafter(float(higher.clear_until), -1.0)))
    search.subdivide(float(start), case.max_time)
    return search.refine(start)


class _Search:
    """One case and one level."""

    def __init__(self, case: Turning, level: float, c: float) -> None:
        self.case, self.level, self.c = case, level, c
        self.exact = exact(case)
        self.open: list[Interval] = []  # what float64 cannot decide
        self.below: Fraction | None = None  # the first time known to be below
        self.undecided = False

    def is_below(self, time: Fraction) -> bool:
        limit = self.level * error_at(self.case, time, self.c)
        return self.exact.separation(time) <= self.exact.units(limit) + ROUNDING

    def subdivide(self, start: float, stop: float) -> None:
        """Find the intervals that float64 cannot decide, up to the first time surely below."""
        quick, unit = Quick(self.case), self.c * EPSILON
        end = stop if self.is_below(Fraction(stop)) else np.inf
        edges = start + (stop - start) * PARTS
        low, high = edges[:-1], edges[1:]
        found: list[Floats] = []
        while len(low):
            if len(low) > MOST_INTERVALS:
                self.undecided = True
                return
            value, error, lower = quick.bounds(low, high)
            middle = low + (high - low) / 2
            grown = self.case.base + self.case.speed * middle
            below = value + error < (self.level - FINE) * unit * grown
            end = min(end, middle[below].min(initial=np.inf))
            strictest = low if self.level < 0.0 else high
            clear = lower > self.level * unit * (self.case.base + self.case.speed * strictest)
            keep = ~clear & (low < end)
            vague = keep & (value - lower <= 3 * error)
            found.append(np.stack([low[vague], high[vague]]))
            low, high = _cut(low[keep & ~vague], np.minimum(high[keep & ~vague], end))
        rows = np.concatenate(found, axis=1)
        rows = rows[:, np.argsort(rows[0])]
        self.open = [(lo, hi) for lo, hi in rows.T.tolist() if lo < end]
        self.below = Fraction(end) if np.isfinite(end) else None

    def refine(self, start: Fraction) -> Bracket:
        """Decide what float64 left open, from the left to the right."""
        stack = [(Fraction(low), Fraction(high)) for low, high in reversed(self.open)]
        clear, steps = start, 0
        if self.undecided:
            return Bracket(start, None, undecided=True)
        while stack:
            low, high = stack.pop()
            clear, steps = low, steps + 1
            if steps > MOST_EXACT:
                return Bracket(low, self.below, undecided=True)
            strictest = low if self.level < 0.0 else high
            error = error_at(self.case, strictest, self.c)
            pose = self.exact.pose((low + high) / 2)
            axes, half = self.exact.best_axes(pose), (high - low) / 2
            floor = self.exact.units((self.level - FINE) * error)
            if axes[0].gap - self.exact.radius <= self.exact.units(self.level * error) + ROUNDING:
                self.below = pose.time
            elif self.level == 0.0 and self.exact.crosses(low, high):
                self.below = high
            elif self.exact.stays_above(pose, axes, (-half, half), floor):
                clear = high
                continue
            else:
                stack += [(pose.time, high), (low, pose.time)]
                continue
            narrow = float(high - low) * self.case.speed <= 2 * FINE * error
            stack = [] if narrow else self._halves(low, self.below)
        end = Fraction(self.case.max_time) if self.below is None else self.below
        return Bracket(clear if self.below is not None else end, self.below)

    @staticmethod
    def _halves(low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
        """Return the two halves of an interval, the earlier one last."""
        middle = (low + high) / 2
        return [(middle, high), (low, middle)]


def _cut(low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Cut intervals into equal parts: few intervals into many parts."""
    if not len(low):
        return low, high
    parts = min(64, max(4, 256 // len(low)))
    cuts = low[:, None] + (high - low)[:, None] * np.linspace(0.0, 1.0, parts + 1)
    cuts[:, -1] = high
    low, high = cuts[:, :-1].ravel(), cuts[:, 1:].ravel()
    return low[low < high], high[low < high]
