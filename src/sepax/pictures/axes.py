"""The axes of an explanation as lines beside both shapes, with the shadows on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from sepax._explained.vectors import dot
from sepax.pictures.colors import DOTTED, FAINT, GREEN, PURPLE, RED, YELLOW
from sepax.pictures.drawings import COLORS
from sepax.pictures.marks import LETTERS, Box, Dots, Line, Look, Mark, Place, Text, box_around
from sepax.pictures.words import result_text

# Pixels from the line outwards, and inwards.
SHADOWS, SEPARATION, TEXT, END, BEFORE = {"a": 0.0, "b": 5.5}, 11.0, 20.0, 26.0, 5.0
THICK = 4.4  # pixels, of the shadows
SIDEWAYS = 0.14  # from the shapes to a single line, in sizes of the shapes
LETTER_WIDTH = 0.6  # of a letter on average, in sizes of the font


def shown_axis(explanation: Any) -> int | None:
    """Return the axis to draw beside the shapes, or in bold."""
    if not explanation.axes:
        return None
    chosen = explanation.stop if explanation.stop is not None else explanation.mtv_axis
    if chosen is not None:
        return int(chosen)
    return max(range(len(explanation.axes)), key=lambda k: explanation.axes[k].separation)


def _support_points(shape: Any, axis: Place, extremes: Sequence[int]) -> list[Place]:
    """Return the support points of a shape against an axis and along it."""
    (low_x, low_y), (x, y) = shape.vertices[[*extremes]].tolist()
    dx, dy = shape.radius * axis[0], shape.radius * axis[1]
    return [(low_x - dx, low_y - dy), (x + dx, y + dy)]


class Axis:
    """A row of an explanation, with what its line shows wherever it stands."""

    def __init__(self, explanation: Any, k: int, box: Box) -> None:
        self.k, self.row = k, explanation.axes[k]
        self.middle = 0.5 * box.left + 0.5 * box.right, 0.5 * box.bottom + 0.5 * box.top
        self.text = f"{k}: {result_text(self.row)}"
        x, y = self.row.axis
        a, b = explanation.a, explanation.b
        sides = (("a", a, self.row.extremes_a), ("b", b, self.row.extremes_b))
        self.ends = {name: _support_points(shape, (x, y), ends) for name, shape, ends in sides}
        mx, my = self.middle
        self.along = {
            name: [(px - mx) * x + (py - my) * y for px, py in ends]
            for name, ends in self.ends.items()
        }
        self.separation = self.along["a"][1], self.along["b"][0]
        self.reaches = {  # the nearest distances, the better side first
            side: max(
                float(dot(shape.vertices - self.middle, (side * y, -side * x)).max()) + shape.radius
                for shape in (a, b)
            )
            for side in sorted((1.0, -1.0), key=lambda side: -side * y * 0.4 - side * x)
        }


class AxisLine(NamedTuple):
    """A line for one axis, at a distance from the middle of two shapes, on one side."""

    axis: Axis
    side: float
    distance: float

    @property
    def out(self) -> tuple[float, float]:
        """The direction away from the shapes."""
        x, y = self.axis.row.axis
        return self.side * y, -self.side * x

    def at(self, along: float, beyond: float = 0.0) -> tuple[float, float, float, float]:
        """Return a place on the line, or on a parallel so many pixels farther out."""
        (mx, my), (x, y), (ox, oy) = self.axis.middle, self.axis.row.axis, self.out
        return (
            mx + along * x + self.distance * ox,
            my + along * y + self.distance * oy,
            beyond * ox,
            beyond * oy,
        )

    def rectangle(self, pixel: float) -> list[tuple[float, float]]:
        """Return the corners of what the line takes with its text, from the middle, in pixels."""
        (x, y), (ox, oy) = self.axis.row.axis, self.out
        away, half = self.distance / pixel, 0.5 * LETTER_WIDTH * LETTERS * len(self.axis.text)
        places = [along / pixel for ends in self.axis.along.values() for along in ends]
        text = 0.5 * sum(self.axis.separation) / pixel
        low, high = min(*places, text - half) - 4.0, max(*places, text + half) + 4.0
        sides = ((low, -BEFORE), (high, -BEFORE), (high, END), (low, END))
        return [(u * x + (away + v) * ox, u * y + (away + v) * oy) for u, v in sides]

    def marks(self, decides: bool, zoom: float = 1.0) -> list[Mark]:
        """Return both shadows, dotted lines from the shapes to them, and the gap or overlap."""
        marks: list[Mark] = []
        for name, color in COLORS.items():
            ends = self.axis.ends[name]
            feet = [self.at(along, zoom * SHADOWS[name]) for along in self.axis.along[name]]
            faint = Look(FAINT, 0.8, DOTTED, 0.9 if decides else 0.25)
            marks += [Line(way, faint, "_projection") for way in zip(ends, feet, strict=True)]
            shadow = Look(color, zoom * THICK, stroke_opacity=0.85)
            marks.append(Line(feet, shadow, f"shadow of {name}"))
            for k, end_color, what in ((0, YELLOW, "lowest"), (1, RED, "highest")):
                places = [feet[k], ends[k]] if decides else [feet[k]]
                marks.append(Dots(places, end_color, label=f"{what} point"))
        if self.axis.row.verdict != "touching":
            color, what = (GREEN, "gap") if self.axis.row.separation > 0.0 else (PURPLE, "overlap")
            places = [self.at(along, zoom * SEPARATION) for along in self.axis.separation]
            marks.append(Line(places, Look(color, zoom * THICK), what))
        return marks

    def label(self, decides: bool) -> Text:
        """Return the text of the line, which stands along it."""
        x, y = self.axis.row.axis
        angle = (math.degrees(math.atan2(y, x)) + 90.0) % 180.0 - 90.0
        place = self.at(0.5 * sum(self.axis.separation), TEXT)
        return Text(place, self.axis.text, LETTERS, anchor="middle", bold=decides, angle=angle)


def line_beside(explanation: Any, k: int) -> AxisLine:
    """Return the line of a single axis, below the shapes or on the left."""
    box = box_around((explanation.a.bounds, explanation.b.bounds))
    axis = Axis(explanation, k, box)
    x, y = axis.row.axis
    side = 1.0 if 0.4 * y - x < 0.0 else -1.0
    reach = 0.5 * abs(y) * (box.right - box.left) + 0.5 * abs(x) * (box.top - box.bottom)
    return AxisLine(axis, side, reach + SIDEWAYS * (box.size or 1.0))
