"""Marks: what pictures consist of.

A place is a pair of world coordinates; two more numbers move it by pixels, to the right and up.
Widths and sizes are pixels. Labels are for legends, which SVG does not have.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sepax.pictures.colors import INK

Place = Sequence[float]

LETTERS = 8.5  # points, of texts beside lines and of legends, with matplotlib


class Look(NamedTuple):
    """How a mark is drawn, with the names of SVG; without an opacity it is opaque."""

    stroke: str = "none"
    stroke_width: float = 1.6
    stroke_dasharray: str | None = None
    stroke_opacity: float | None = None
    fill: str = "none"
    fill_opacity: float | None = None


class Outline(NamedTuple):
    """Convex shapes, each moved by a vector."""

    shapes: Sequence[Any]
    look: Look
    by: Place = (0.0, 0.0)
    label: str = ""
    properties: Mapping[str, Any] = {}  # of matplotlib, instead of those of the look


class Region(NamedTuple):
    """What rings bound, outer ones and holes, in pictures of notebooks."""

    rings: Sequence[Sequence[Place]]
    look: Look


class Line(NamedTuple):
    """A polyline."""

    places: Sequence[Place]
    look: Look
    label: str = ""


class Lines(NamedTuple):
    """Many polylines."""

    lines: Iterable[Sequence[Place]]
    look: Look
    label: str = ""


class Arrow(NamedTuple):
    """A polyline that ends in the head of an arrow."""

    places: Sequence[Place]
    color: str
    width: float = 2.0
    label: str = ""


class Dots(NamedTuple):
    """Dots with a thin dark rim."""

    places: Iterable[Place]
    color: str
    radius: float = 3.5
    label: str = ""


class Bar(NamedTuple):
    """A rectangle, on a sheet of pixels."""

    left: float
    top: float
    width: float
    height: float
    look: Look
    corner: float | None = None  # radius


class Text(NamedTuple):
    """A line of text. In the world its place is in the middle of its height."""

    place: Place
    words: str
    size: float = 12.0
    color: str = INK
    anchor: str | None = None  # "middle" or "end", or else the start
    bold: bool = False
    room: float = math.inf  # wider texts get smaller letters
    angle: float = 0.0  # degrees, with matplotlib


Mark = Outline | Region | Line | Lines | Arrow | Dots | Bar | Text


class Box(NamedTuple):
    """A part of the world."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def size(self) -> float:
        """The larger side."""
        return max(self.right - self.left, self.top - self.bottom)


def box_around(boxes: Iterable[Sequence[float]]) -> Box:
    """Return the box around others."""
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return Box(min(lefts), min(bottoms), max(rights), max(tops))


def box_of(marks: Iterable[Mark]) -> Box:
    """Return the box around all outlines, regions and lines."""
    boxes: list[Place] = []
    for mark in marks:
        if isinstance(mark, Outline):
            shift = (*mark.by, *mark.by)
            for shape in mark.shapes:
                boxes.append([x + dx for x, dx in zip(shape.bounds, shift, strict=True)])
        elif isinstance(mark, Region):
            boxes += [(x, y, x, y) for ring in mark.rings for x, y, *_ in ring]
        elif isinstance(mark, Line):
            boxes += [(x, y, x, y) for x, y, *_ in mark.places]
    return box_around(boxes)
