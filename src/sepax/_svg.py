"""SVG elements, and a picture that holds them. Numbers and texts are escaped here.

A picture has a light background of its own, so that it looks the same on dark and light pages.
World coordinates have y up. A place is a pair of world coordinates, a spot is a pair of pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

Place = Sequence[float]
Spot = tuple[float, float]

# The colours of Okabe and Ito, which people of any colour vision can tell apart.
BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"
RED, YELLOW, PURPLE, SKY = "#d55e00", "#f0e442", "#cc79a7", "#56b4e9"
INK, FAINT, GROUND = "#222222", "#767676", "#ffffff"

LETTER = 0.56  # average width of a letter, in font sizes
MOST_CORNERS = 400  # of a shape in a picture


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
        f" {name.rstrip('_').replace('_', '-')}="
        f'"{escape(number(value) if isinstance(value, float) else str(value))}"'
        for name, value in values.items()
        if value is not None
    )


class Picture:
    """A picture of a width and a height in pixels, with a view of the world.

    Parameters
    ----------
    width, height : float
        Pixels.
    title : str
        A description of the picture, for readers who cannot see it.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.elements: list[str] = []
        self._centre, self._middle = (0.0, 0.0), (0.5 * width, 0.5 * height)
        self.scale = 1.0  # pixels per world unit

    def look_at(self, world: Box, left: float, top: float, width: float, height: float) -> None:
        """Map this part of the world to this part of the picture, as large as it fits."""
        wide, high = world.right - world.left, world.top - world.bottom
        self._centre = 0.5 * world.left + 0.5 * world.right, 0.5 * world.bottom + 0.5 * world.top
        self._middle = left + 0.5 * width, top + 0.5 * height
        fits = [room / side for room, side in ((width, wide), (height, high)) if side > 0.0]
        scale = min(fits, default=1.0)
        self.scale = scale if math.isfinite(scale) else 1.0

    def spot(self, place: Place) -> Spot:
        """Return the pixel position of a world place."""
        x = self._middle[0] + (place[0] - self._centre[0]) * self.scale
        y = self._middle[1] - (place[1] - self._centre[1]) * self.scale
        return x, y

    def add(self, name: str, content: str | None = None, **values: Any) -> None:
        """Add an element with optional text content."""
        end = "/>" if content is None else f">{escape(content)}</{name}>"
        self.elements.append(f"<{name}{attributes(**values)}{end}")

    def text(
        self, spot: Spot, content: str, *, size: float = 12.0, room: float = math.inf, **values: Any
    ) -> None:
        """Write text that starts at a spot, or as `text_anchor` says.

        Text that is wider than `room` pixels gets a smaller font.
        """
        size *= min(1.0, room / (text_width(content, size) or 1.0))
        style = {"fill": INK, "font_size": round(size, 1), **values}
        self.add("text", content, x=float(spot[0]), y=float(spot[1]), **style)

    def line(self, start: Spot, end: Spot, color: str, width: float = 1.5, **values: Any) -> None:
        """Draw a straight line between spots."""
        (x1, y1), (x2, y2) = start, end
        ends: dict[str, Any] = {"x1": float(x1), "y1": float(y1), "x2": float(x2), "y2": float(y2)}
        self.add("line", **ends, stroke=color, stroke_width=width, **values)

    def arrow(self, start: Spot, end: Spot, color: str, width: float = 2.0, **values: Any) -> None:
        """Draw an arrow between spots; an arrow too short for a head becomes a dot."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        if length < 3.0:
            self.dot(end, color, radius=2.5)
            return
        head = min(5.0 + 2.0 * width, 0.6 * length)
        x, y = dx / length, dy / length
        neck = end[0] - head * x, end[1] - head * y
        wide = 0.45 * head
        tip = [
            end,
            (neck[0] - wide * y, neck[1] + wide * x),
            (neck[0] + wide * y, neck[1] - wide * x),
        ]
        self.line(start, neck, color, width, **values)
        self.add("path", d=_path(tip), fill=color)

    def dot(self, spot: Spot, color: str, radius: float = 3.5, **values: Any) -> None:
        """Draw a dot with a thin dark rim."""
        style = {"stroke": INK, "stroke_width": 0.8, **values}
        self.add("circle", cx=float(spot[0]), cy=float(spot[1]), r=radius, fill=color, **style)

    def bar(self, left: float, top: float, width: float, height: float, **values: Any) -> None:
        """Draw a rectangle of pixels."""
        sides: dict[str, Any] = {"x": float(left), "y": float(top), "width": max(float(width), 0.0)}
        self.add("rect", **sides, height=float(height), **values)

    def shape(self, shape: Any, shift: Place = (0.0, 0.0), **values: Any) -> None:
        """Draw a convex shape, moved by so much."""
        corners = shape.vertices.tolist()
        spots = [self.spot((x + shift[0], y + shift[1])) for x, y in corners]
        radius = shape.radius * self.scale
        if len(corners) == 1:
            x, y = spots[0]
            self.add("circle", cx=x, cy=y, r=max(radius, 2.5), **values)
        else:
            self.add("path", d=_outline(spots, shape.normals.tolist(), radius), **values)

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


def _path(spots: Iterable[Spot]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in spots) + "Z"


def _outline(spots: Sequence[Spot], normals: Sequence[Place], radius: float) -> str:
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
