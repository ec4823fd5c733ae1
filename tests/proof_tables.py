"""Scores of answers, and tables of them in Markdown: what `proof` and `proof_peers` share."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple


@dataclass(frozen=True)
class Score:
    """How many answers were judged, and how many of them are wrong."""

    asked: int = 0
    wrong: int = 0
    clear: int = 0  # wrong by more than rounding
    left: int = 0  # cases outside of what is promised, which were not judged
    worst: float = 0.0  # the largest error

    def __add__(self, other: Score) -> Score:
        return Score(
            self.asked + other.asked,
            self.wrong + other.wrong,
            self.clear + other.clear,
            self.left + other.left,
            max(self.worst, other.worst),
        )


FORMS: dict[str, Callable[[Score], str]] = {
    "asked": lambda score: f"{score.asked:,}",
    "wrong": lambda score: f"{score.wrong:,}",
    "worst": lambda score: f"{score.worst:.2g}",
    "wrong of": lambda score: f"{score.wrong:,} of {score.asked:,}" if score.asked else "not asked",
    "clear of": lambda score: (
        f"{score.wrong:,} ({score.clear:,}) of {score.asked:,}" if score.asked else "not asked"
    ),
    "share": lambda score: (
        f"{100.0 * score.wrong / score.asked:.1f} %" if score.asked else "not known"
    ),
}


class Section(NamedTuple):
    """A table with a row for each family."""

    title: str
    text: str
    columns: dict[str, str]  # the form of each, by its heading
    families: Sequence[str]
    row: Callable[[str, int], list[Score]]  # of a family and a number of cases
    cases: int
    quick: int


class Table(NamedTuple):
    """A section and its scores."""

    section: Section
    rows: dict[str, list[Score]]

    @property
    def total(self) -> list[Score]:
        """The scores of all families together."""
        return [reduce(Score.__add__, column) for column in zip(*self.rows.values(), strict=True)]

    def markdown(self) -> str:
        """Return the table with its heading and text."""
        forms = self.section.columns.values()
        lines = [
            f"### {self.section.title}\n\n{self.section.text}\n",
            line("family", *self.section.columns),
            "|---" + "|---:" * len(self.section.columns) + "|",
        ]
        for name, scores in [*self.rows.items(), ("**all**", self.total)]:
            lines.append(line(name, *written(forms, scores)))
        left = [
            f"{heading} {score.left:,}"
            for heading, score in zip(self.section.columns, self.total, strict=True)
            if score.left
        ]
        return "\n".join([*lines, *([f"\nCases left out: {', '.join(left)}."] if left else [])])


def line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def written(forms: Iterable[str], scores: Iterable[Score]) -> list[str]:
    return [FORMS[form](score) for form, score in zip(forms, scores, strict=True)]


def fill(section: Section, is_quick: bool) -> Table:
    """Ask everything of a section, and say on the screen how long it takes."""
    start, count = time.perf_counter(), section.quick if is_quick else section.cases
    rows = {name: section.row(name, count) for name in section.families}
    print(f"{section.title}: {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    return Table(section, rows)
