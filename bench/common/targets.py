"""Ratios of times that have a target, and the list of them at the end of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Outcome:
    """A ratio, and what it should be at least or at most."""

    what: str
    ratio: float
    target: float
    at_most: bool = False

    @property
    def reached(self) -> bool:
        return self.ratio <= self.target if self.at_most else self.ratio >= self.target

    @property
    def bound(self) -> str:
        return f"{'<=' if self.at_most else '>='}{self.target:g}"

    @property
    def answer(self) -> str:
        return "yes" if self.reached else "NO"


class Verdict(NamedTuple):
    """What becomes of a target in one case, and in whose row of the CSV it stands."""

    contestant: str
    outcome: Outcome


def show_targets(outcome: Sequence[Outcome]) -> None:
    """Print one line for each ratio, and how many are as they should be."""
    print("\nTargets")
    for one in outcome:
        print(f"  {one.what:<74}{one.ratio:>8.2f}{one.bound:>8}{one.answer:>5}")
    reached = sum(one.reached for one in outcome)
    print(f"Targets reached: {reached} of {len(outcome)}")
