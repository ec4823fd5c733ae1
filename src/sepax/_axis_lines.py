"""The axes in the picture of `sepax.plot.plot_shadows`: lines around both shapes.

Each line takes a rectangle that includes its text. A line stands as near to the shapes as it can
without an overlap of two rectangles. Texts have a size in points. How many world units a point is
depends on the size of the whole picture, which depends on the places: a few rounds settle it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sepax import Explanation, Polygon, Shape
from sepax._artists import LETTER_WIDTH, LETTERS, SMALLEST, FloatArray, Paper, Style, dots
from sepax._explained import ends_of, remark, result_text, rows_shown
from sepax._svg import BLUE, FAINT, GREEN, ORANGE, PURPLE, RED, YELLOW
from sepax.explanation import AxisTest

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Place = tuple[float, float]

# Points from the line outwards, in axes of the usual size.
PROXY_OF_B, SEPARATION, TEXT, END = 5.5, 11.0, 20.0, 26.0
BEFORE = 5.0  # points from the line inwards
NEAREST, STEP = 12.0, 4.0  # points from the shapes to the first line, and to the next try
ROUNDS = 12
SLACK = 1.1  # for margins, and for what the estimate of the legend misses
MOST_PROXIES = 8  # axes in one picture
LEAST_SHARE = 0.15
LEGEND = 3.4  # lines of text that the legend takes, about
TINY = 2.0**-900  # world units; smaller shapes are drawn as one dot


class Axis:
    """A row of an explanation, with what its line shows wherever it stands."""

    def __init__(self, explanation: Explanation, k: int, middle: FloatArray) -> None:
        x0, y0 = middle.tolist()
        self.k = k
        self.middle: Place = (x0, y0)
        self.row: AxisTest = explanation.axes[k]
        self.unit = self.row.axis
        self.text = f"{k}: {result_text(self.row)}"
        self.ends = ends_of(explanation, self.row)
        self.along = {name: list(map(self._along, ends)) for name, ends in self.ends.items()}
        self.separation = self.along["a"][1], self.along["b"][0]
        x, y = self.unit
        self.reaches = {
            side: max(
                float(((shape.vertices - middle) @ (side * y, -side * x)).max()) + shape.radius
                for shape in (explanation.a, explanation.b)
            )
            for side in sorted((1.0, -1.0), key=lambda side: -side * y * 0.4 - side * x)
        }

    def _along(self, place: Sequence[float]) -> float:
        """Return the coordinate of a place along the axis, from the middle."""
        (mx, my), (x, y) = self.middle, self.unit
        return (place[0] - mx) * x + (place[1] - my) * y


class AxisLine:
    """A line for one axis, at a distance from the middle of two shapes, on one side."""

    def __init__(self, axis: Axis, side: float, distance: float, point: float) -> None:
        self.axis, self.middle, self.distance = axis, axis.middle, distance
        self.point = point  # world units; of the size that letters and lines are scaled by
        x, y = axis.unit
        self.unit, self.out = (x, y), (side * y, -side * x)

    def from_middle(self, along: float, beyond: float = 0.0) -> Place:
        """Return a place on the line, or on a parallel `beyond` points farther out."""
        (x, y), (ox, oy) = self.unit, self.out
        away = self.distance + beyond * self.point
        return along * x + away * ox, along * y + away * oy

    def at(self, along: float, beyond: float = 0.0) -> Place:
        """Return the same place in world coordinates."""
        (mx, my), (x, y) = self.middle, self.from_middle(along, beyond)
        return mx + x, my + y

    def corners(self) -> list[Place]:
        """Return the rectangle that the line takes with its text, from the middle."""
        half = 0.5 * LETTER_WIDTH * LETTERS * self.point * len(self.axis.text)
        text = 0.5 * sum(self.axis.separation)
        rim = 4.0 * self.point
        places = self.axis.along["a"] + self.axis.along["b"]
        low, high = min(*places, text - half) - rim, max(*places, text + half) + rim
        sides = ((low, -BEFORE), (high, -BEFORE), (high, END), (low, END))
        return [self.from_middle(along, beyond) for along, beyond in sides]

    def room(self) -> Shape:
        """Return the same rectangle as a shape, in points."""
        return Polygon([(x / self.point, y / self.point) for x, y in self.corners()])

    def draw(self, ax: Axes, decides: bool, scale: float) -> None:
        """Draw the line, both shadows, and dotted lines from the shapes to their ends."""
        for name, color, beyond in (("a", BLUE, 0.0), ("b", ORANGE, PROXY_OF_B)):
            ends = self.axis.ends[name]
            feet = [self.at(along, beyond) for along in self.axis.along[name]]
            label = f"shadow of {name}"
            ax.plot(*np.transpose(feet), color=color, linewidth=4 * scale, label=label, alpha=0.9)
            for end, foot in zip(ends, feet, strict=True):
                faint: Style = {"linewidth": 0.7, "alpha": 0.9 if decides else 0.25}
                way = np.transpose((end, foot))
                ax.plot(*way, color=FAINT, linestyle=":", label="_projection", **faint)
            for place, color_of_end, what in ((0, YELLOW, "lowest"), (1, RED, "highest")):
                spots = [feet[place], ends[place]] if decides else [feet[place]]
                dots(ax, spots, color_of_end, f"{what} point")
        self._draw_separation(ax, decides, scale)
        (mx, my), corners = self.middle, self.corners()
        ax.update_datalim([(mx + x, my + y) for x, y in corners])

    def _draw_separation(self, ax: Axes, decides: bool, scale: float) -> None:
        row, ends = self.axis.row, self.axis.separation
        color, what = (GREEN, "gap") if row.separation > 0.0 else (PURPLE, "overlap")
        if row.verdict != "touching":
            line = np.transpose([self.at(end, SEPARATION) for end in ends])
            ax.plot(*line, color=color, linewidth=4 * scale, label=what)
        angle = math.degrees(math.atan2(self.unit[1], self.unit[0]))
        ax.text(
            *self.at(0.5 * sum(ends), TEXT),
            self.axis.text,
            rotation=(angle + 90.0) % 180.0 - 90.0,
            rotation_mode="anchor",
            ha="center",
            va="center",
            fontsize=LETTERS * scale,
            fontweight="bold" if decides else "normal",
        )


def first_rows(explanation: Explanation) -> Iterator[list[int]]:
    """Yield 8 rows, then fewer and fewer; special rows always take part."""
    special = [k for k in rows_shown(explanation) if remark(explanation, k)]
    rest = [k for k in range(len(explanation.axes)) if k not in special]
    for most in range(max(MOST_PROXIES - len(special), 0), -1, -1):
        yield sorted(special + rest[:most])


class Layout(NamedTuple):
    """Placed lines, the scale of their letters, and how large the shapes are beside them."""

    lines: list[AxisLine]
    scale: float
    share: float  # of the width or height of the axes

    def draw(self, ax: Axes, deciding: int | None) -> None:
        """Draw all lines, and the one that decides in bold."""
        for line in self.lines:
            line.draw(ax, line.axis.k == deciding, self.scale)


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
    bounds = np.array([explanation.a.bounds, explanation.b.bounds])
    low, high = bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0)
    middle, half = 0.5 * low + 0.5 * high, 0.5 * high - 0.5 * low
    needed, point, share = 2.0 * half, 0.0, 1.0
    axes = [Axis(explanation, k, middle) for k in chosen]
    lines: list[AxisLine] = []
    for _ in range(ROUNDS):
        larger = SLACK * float((needed / room).max())
        larger = larger if larger > TINY else 1.0 / paper.width
        if larger <= point or share < least:
            break
        point, share = larger, float((2.0 * half / room).max()) / larger
        lines = _placed(axes, point * scale)
        corners = np.array([half, -half, *(spot for line in lines for spot in line.corners())])
        needed = corners.max(axis=0) - corners.min(axis=0)
    return Layout(lines, scale, share)


def _placed(axes: list[Axis], point: float) -> list[AxisLine]:
    """Place each axis as near to the shapes as it can be."""
    lines: list[AxisLine] = []
    placed: list[Shape] = []
    for axis in axes:
        tries = (
            AxisLine(axis, side, reach + (NEAREST + STEP * step) * point, point)
            for step in count()
            for side, reach in axis.reaches.items()
        )
        line = next(one for one in tries if not any(map(one.room().intersects, placed)))
        placed.append(line.room())
        lines.append(line)
    return lines
