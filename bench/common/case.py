"""A case, its result, and the file of figures that is written from it."""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from common.agreement import Tally
from common.targets import Verdict
from common.timing import Timing


class Setting(Protocol):
    """What shapes are to be like, before they are drawn."""

    @property
    def name(self) -> str:
        """Its words in the name of a case."""


Kind = TypeVar("Kind", bound=Setting)


@dataclass(frozen=True)
class Case(Generic[Kind]):
    """A verb on shapes in a setting."""

    verb: str
    setting: Kind

    @property
    def name(self) -> str:
        return f"{self.verb} {self.setting.name}"


@dataclass(frozen=True)
class Result(Generic[Kind]):
    """What was measured in one case, by contestant, and which of its ratios have a target."""

    case: Case[Kind]
    timings: dict[str, Timing]
    tallies: dict[str, Tally]
    verdicts: Sequence[Verdict]

    def ratio(self, name: str, other: str) -> float:
        """Return how many times longer one contestant takes than another."""
        return self.timings[name].nanoseconds / self.timings[other].nanoseconds


def write_csv(
    path: Path,
    header: str,
    results: Iterable[Result[Kind]],
    row: Callable[[Result[Kind], str], Sequence[object]],
) -> None:
    """Write a row for each contestant in each case: what `row` makes of the result and a name."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(header.split())
        for result in results:
            writer.writerows(row(result, name) for name in result.timings)
