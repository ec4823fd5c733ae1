"""Where the axes stand in the picture of `sepax.plot.plot_shadows`: as lines around both shapes.

Each line takes a rectangle that includes its text. A line stands as near to the shapes as it can
without an overlap of two rectangles. Texts have a size in points. How many world units a point is
depends on the size of the whole picture, which depends on the places: a few rounds settle it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

import numpy as np

from sepax import Explanation, Polygon, Shape
from sepax.pictures.artists import SMALLEST, Paper
from sepax.pictures.axes import Axis, AxisLine
from sepax.pictures.marks import Mark, box_around
from sepax.pictures.words import remark, rows_shown

NEAREST, STEP = 12.0, 4.0  # points from the shapes to the first line, and to the next try
ROUNDS = 12
SLACK = 1.1  # for margins, and for what the estimate of the legend misses
MOST_LINES = 8  # in one picture
LEAST_SHARE = 0.15
LEGEND = 3.4  # lines of text that the legend takes, about
TINY = 2.0**-900  # world units; smaller shapes are drawn as one dot


def first_rows(explanation: Explanation) -> Iterator[list[int]]:
    """Yield 8 rows, then fewer and fewer; special rows always take part."""
    special = [k for k in rows_shown(explanation) if remark(explanation, k)]
    rest = [k for k in range(len(explanation.axes)) if k not in special]
    for most in range(max(MOST_LINES - len(special), 0), -1, -1):
        yield sorted(special + rest[:most])


class Layout(NamedTuple):
    """Placed lines, and how large the shapes are beside them."""

    lines: list[AxisLine]
    scale: float  # of letters and widths
    pixel: float  # world units, at this scale
    share: float  # of the width or height of the axes

    def marks(self, deciding: int | None) -> Iterator[Mark]:
        """Yield all lines, and the one that decides in bold."""
        for line in self.lines:
            decides = line.axis.k == deciding
            yield from (*line.marks(decides), line.label(decides))

    def corners(self) -> list[tuple[float, float]]:
        """Return the corners of all that the lines take."""
        return [
            (line.axis.middle[0] + self.pixel * x, line.axis.middle[1] + self.pixel * y)
            for line in self.lines
            for x, y in line.rectangle(self.pixel)
        ]


def layout(explanation: Explanation, paper: Paper, choices: Iterable[list[int]]) -> Layout:
    """Place the rows of the first choice that leaves room for the shapes, in letters that fit."""
    rows: list[int] = []
    for rows in choices:
        for scale in (paper.scale, 0.85 * paper.scale, 0.7 * paper.scale):
            placed = _settled(explanation, rows, paper, scale, LEAST_SHARE)
            if placed.share >= LEAST_SHARE and scale >= SMALLEST:
                return placed
    return _settled(explanation, rows, paper, 0.7 * paper.scale, 0.0)


def _settled(
    explanation: Explanation, chosen: list[int], paper: Paper, scale: float, least: float
) -> Layout:
    """Place rows, again and again until the picture with its texts is no larger than assumed.

    Give up when the share of the shapes falls below the least.
    """
    room = paper.width, max(paper.height - LEGEND * 1.3 * paper.letters, 0.3 * paper.height)
    box = box_around((explanation.a.bounds, explanation.b.bounds))
    half = 0.5 * np.array((box.right, box.top)) - 0.5 * np.array((box.left, box.bottom))
    needed, point, share = 2.0 * half, 0.0, 1.0
    axes = [Axis(explanation, k, box) for k in chosen]
    lines: list[AxisLine] = []
    for _ in range(ROUNDS):
        larger = SLACK * float((needed / room).max())
        larger = larger if larger > TINY else 1.0 / paper.width
        if larger <= point or share < least:
            break
        point, share = larger, float((2.0 * half / room).max()) / larger
        pixel = scale * point
        lines = _placed(axes, pixel)
        spots = [spot for line in lines for spot in line.rectangle(pixel)]
        corners = np.array([half, -half, *np.multiply(spots, pixel)])
        needed = corners.max(axis=0) - corners.min(axis=0)
    return Layout(lines, scale, scale * point, share)


def _placed(axes: list[Axis], pixel: float) -> list[AxisLine]:
    """Place each axis as near to the shapes as it can be."""
    lines: list[AxisLine] = []
    placed: list[Shape] = []
    for axis in axes:
        tries = (
            AxisLine(axis, side, reach + (NEAREST + STEP * step) * pixel)
            for step in count()
            for side, reach in axis.reaches.items()
        )
        rooms = ((line, Polygon(line.rectangle(pixel))) for line in tries)
        line, room = next(one for one in rooms if not any(map(one[1].intersects, placed)))
        placed.append(room)
        lines.append(line)
    return lines
