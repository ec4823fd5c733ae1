"""The painter of SVG: a sheet of pixels with a view of the world. Texts are escaped here.

A sheet has a light background of its own, so that it looks the same on dark and light pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from sepax.pictures.colors import GROUND, INK
from sepax.pictures.marks import (
    Arrow,
    Bar,
    Box,
    Dots,
    Line,
    Lines,
    Look,
    Mark,
    Outline,
    Region,
    Text,
)

Spot = tuple[float, float]  # pixels

LETTER = 0.56  # average width of a letter, in font sizes
MOST_CORNERS = 400  # of a shape, or a ring, in a picture
LAYERS = (Outline, Region, Line, Lines, Arrow, Dots, Text)
LAST = 18.0  # pixels of a path that become an arrow


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in pixels."""
    return LETTER * size * len(text)


def number(value: float) -> str:
    """Write a coordinate in pixels, clipped to a range far larger than any picture."""
    value = 0.0 if math.isnan(value) else min(max(value, -1e5), 1e5)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(**values: Any) -> str:
    """Write attributes; underscores become hyphens, and None omits an attribute."""
    return "".join(
        f" {name.replace('_', '-')}="
        f'"{escape(number(value) if isinstance(value, float) else str(value))}"'
        for name, value in values.items()
        if value is not None
    )


class View(NamedTuple):
    """Where places are on a sheet. By default they are pixels, and y points down."""

    centre: Spot = (0.0, 0.0)
    middle: Spot = (0.0, 0.0)  # where the centre is, in pixels
    scale: float = 1.0  # pixels per world unit
    up: float = -1.0  # 1.0 if y points up

    def spot(self, place: Sequence[float]) -> Spot:
        """Return the pixels of a place."""
        x, y, right, up = (*place, 0.0, 0.0)[:4]
        across, above = (x - self.centre[0]) * self.scale, (y - self.centre[1]) * self.scale
        return self.middle[0] + across + right, self.middle[1] - self.up * (above + up)


PIXELS = View()


class Sheet:
    """A picture of a width and a height in pixels; its title is for those who cannot see it."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.elements: list[str] = []
        self.view = PIXELS

    def look_at(self, world: Box, left: float, top: float, width: float, height: float) -> None:
        """Map this part of the world to this part of the sheet, as large as it fits."""
        wide, high = world.right - world.left, world.top - world.bottom
        centre = 0.5 * world.left + 0.5 * world.right, 0.5 * world.bottom + 0.5 * world.top
        fits = [room / side for room, side in ((width, wide), (height, high)) if side > 0.0]
        scale = min(fits, default=1.0)
        scale = scale if math.isfinite(scale) else 1.0
        self.view = View(centre, (left + 0.5 * width, top + 0.5 * height), scale, 1.0)

    def draw(self, *marks: Mark) -> None:
        """Draw marks in the world; dots cover lines, and lines cover outlines."""
        for mark in sorted(marks, key=lambda mark: LAYERS.index(type(mark))):
            getattr(self, f"_draw_{type(mark).__name__.lower()}")(mark, self.view)

    def write(self, *marks: Mark) -> None:
        """Draw marks on the sheet: their places are pixels, y downwards."""
        for mark in marks:
            getattr(self, f"_draw_{type(mark).__name__.lower()}")(mark, PIXELS)

    def svg(self) -> str:
        """Return the picture as a complete SVG element."""
        wide, high = number(self.width), number(self.height)
        head = attributes(
            xmlns="http://www.w3.org/2000/svg",
            width=wide,
            height=high,
            viewBox=f"0 0 {wide} {high}",
            role="img",
            font_family="system-ui, 'DejaVu Sans', Helvetica, Arial, sans-serif",
            style="max-width: 100%",
        )
        title = f"<title>{escape(self.title)}</title>"
        ground = f"<rect{attributes(width=wide, height=high, rx=6, fill=GROUND)}/>"
        return "\n".join([f"<svg{head}>", title, ground, *self.elements, "</svg>"])

    def _add(self, name: str, content: str | None = None, **values: Any) -> None:
        end = "/>" if content is None else f">{escape(content)}</{name}>"
        self.elements.append(f"<{name}{attributes(**values)}{end}")

    def _draw_outline(self, mark: Outline, view: View) -> None:
        dx, dy = mark.by
        style = mark.look._asdict()
        for shape in mark.shapes:
            spots = [view.spot((x + dx, y + dy)) for x, y in shape.vertices.tolist()]
            radius = shape.radius * view.scale
            if len(spots) == 1:
                self._add("circle", cx=spots[0][0], cy=spots[0][1], r=max(radius, 2.5), **style)
            else:
                self._add("path", d=_outline(spots, shape.normals.tolist(), radius), **style)

    def _draw_region(self, mark: Region, view: View) -> None:
        steps = [1 + (len(ring) - 1) // MOST_CORNERS for ring in mark.rings]
        rings = [ring[::step] for ring, step in zip(mark.rings, steps, strict=True)]
        paths = "".join(_path(map(view.spot, ring)) for ring in rings)
        self._add("path", d=paths, fill_rule="evenodd", **mark.look._asdict())

    def _draw_line(self, mark: Line, view: View) -> None:
        spots = " ".join(",".join(map(number, view.spot(place))) for place in mark.places)
        self._add("polyline", points=spots, **mark.look._asdict())

    def _draw_lines(self, mark: Lines, view: View) -> None:
        for places in mark.lines:
            self._draw_line(Line(places, mark.look), view)

    def _draw_arrow(self, mark: Arrow, view: View) -> None:
        """Draw an arrow; one that is too short for a head becomes a dot."""
        spots = [view.spot(place) for place in mark.places]
        k = len(spots) - 2
        while k > 0 and sum(math.dist(*ends) for ends in pairwise(spots[k:])) < LAST:
            k -= 1
        start, end = spots[k], spots[-1]
        length = math.dist(start, end)
        if length < 3.0:
            self._draw_dots(Dots([end], mark.color, 2.5), PIXELS)
            return
        head = min(5.0 + 2.0 * mark.width, 0.6 * length)
        x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        neck = end[0] - head * x, end[1] - head * y
        across, along = -0.45 * head * y, 0.45 * head * x
        tip = [end, (neck[0] + across, neck[1] + along), (neck[0] - across, neck[1] - along)]
        self._draw_line(Line([*spots[: k + 1], neck], Look(mark.color, mark.width)), PIXELS)
        self._add("path", d=_path(tip), fill=mark.color)

    def _draw_dots(self, mark: Dots, view: View) -> None:
        style = Look(INK, 0.8, fill=mark.color)._asdict()
        for x, y in map(view.spot, mark.places):
            self._add("circle", cx=x, cy=y, r=mark.radius, **style)

    def _draw_bar(self, mark: Bar, _: View) -> None:
        x, y, width, height, look, corner = mark
        style = look._asdict()
        self._add("rect", x=x, y=y, width=max(width, 0.0), height=height, rx=corner, **style)

    def _draw_text(self, mark: Text, view: View) -> None:
        size = mark.size * min(1.0, mark.room / (text_width(mark.words, mark.size) or 1.0))
        x, y = view.spot(mark.place)
        y += 0.0 if view is PIXELS else 0.34 * size
        weight = "bold" if mark.bold else None
        style = {"font_size": round(size, 1), "text_anchor": mark.anchor, "font_weight": weight}
        self._add("text", mark.words, x=x, y=y, fill=mark.color, **style)


def _path(spots: Iterable[Spot]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z"


def _outline(spots: Sequence[Spot], normals: Sequence[Sequence[float]], radius: float) -> str:
    """Return the outline of a core offset by a radius in pixels, with an arc at each vertex."""
    step = 1 + (len(spots) - 1) // MOST_CORNERS
    if radius < 0.01 or step > 1:
        return _path(spots[::step])
    edges = [(i, x * radius, y * radius) for i, (x, y) in enumerate(normals) if x or y]
    parts: list[str] = []
    for (i, x, y), (_, next_x, next_y) in zip(edges, [*edges[1:], edges[0]], strict=True):
        corner = spots[(i + 1) % len(spots)]
        start = f"{number(corner[0] + x)} {number(corner[1] - y)}"
        end = f"{number(corner[0] + next_x)} {number(corner[1] - next_y)}"
        size = number(radius)
        parts.append(f"{'L' if parts else 'M'}{start}A{size} {size} 0 0 0 {end}")
    return "".join(parts) + "Z"
