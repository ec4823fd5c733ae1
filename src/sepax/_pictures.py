"""Pictures and tables of shapes and results for notebooks: SVG, HTML and text.

The functions read attributes and import no class, so that every module above can use them. Those
modules import this one when a notebook shows an object.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import Any

import numpy as np

from sepax import _svg
from sepax._arguments import FloatArray
from sepax._svg import BLUE, FAINT, GREEN, INK, ORANGE, YELLOW, Box, Picture, Spot

MOST_DRAWN = 500  # shapes of an array
MOST_LISTED = 10  # rows of a table of an array
MOST_AXES = 24  # rows of an explanation
MOST_NAMED = 16  # vertices or shapes that get a number

Style = dict[str, Any]
FILL_A: Style = {"fill": BLUE, "fill_opacity": 0.25, "stroke": BLUE, "stroke_width": 1.6}
FILL_B: Style = {"fill": ORANGE, "fill_opacity": 0.3, "stroke": ORANGE, "stroke_width": 1.6}
GHOST: Style = {"fill": "none", "stroke_width": 1.4, "stroke_dasharray": "5 3"}


def short(value: float) -> str:
    """Write a number with four digits."""
    return f"{value:.4g}"


def pair_text(pair: Iterable[float]) -> str:
    """Write a pair of numbers."""
    return f"({', '.join(map(short, pair))})"


# --- tables ------------------------------------------------------------------------


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], note: str = "") -> str:
    """Return a table in HTML, with a note below."""
    cells = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows
    )
    below = f"<p>{escape(note)}</p>" if note else ""
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>{below}"


def html_block(*parts: str) -> str:
    """Stack parts below each other."""
    return f"<div>{''.join(parts)}</div>"


def plain_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines of text."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]


# --- shapes ------------------------------------------------------------------------


def describe(shape: Any) -> str:
    """Return the kind, the number of vertices and the radius of a shape."""
    name, count, radius = type(shape).__name__, len(shape.vertices), shape.radius
    words = [f"{count} vertices"] if count > 2 else []
    words += [f"radius {short(radius)}"] if radius else []
    return f"{name} ({', '.join(words)})" if words else name


def _panel(box: Box, title: str, most: float = 240.0) -> Picture:
    """Return a picture of a part of the world, with two lines of text below."""
    width, room = 340.0, 340.0 - 48.0
    wide, high = box.right - box.left, box.top - box.bottom
    tall = min(max(room * (high / wide if wide > 0.0 else 1.0), 60.0), most)
    picture = Picture(width, tall + 48.0 + 40.0, title)
    picture.look_at(box, 24.0, 24.0, room, tall)
    fits, below = width - 28.0, picture.height - 10.0
    picture.text((14.0, below - 16.0), title, room=fits)
    left, bottom, right, top = map(short, box)
    ranges = f"x from {left} to {right}, y from {bottom} to {top}"
    picture.text((14.0, below), ranges, size=10.5, fill=FAINT, room=fits)
    return picture


def name_vertices(picture: Picture, shape: Any) -> None:
    """Write a number beside each vertex, outside the shape."""
    corners = shape.vertices.tolist()
    if not 1 < len(corners) <= MOST_NAMED:
        return
    spots = [picture.spot(corner) for corner in corners]
    x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
    for i, spot in enumerate(spots):
        away = math.hypot(spot[0] - x, spot[1] - y) or 1.0
        beside = spot[0] + 11.0 * (spot[0] - x) / away, spot[1] + 11.0 * (spot[1] - y) / away
        picture.dot(spot, INK, radius=2.0)
        picture.text((beside[0], beside[1] + 3.5), str(i), size=10.0, text_anchor="middle")


def shape_svg(shape: Any) -> str:
    """Draw a shape, the numbers of its vertices, and a cross at its position."""
    box = Box(*shape.bounds)
    picture = _panel(box, describe(shape))
    picture.shape(shape, **FILL_A)
    name_vertices(picture, shape)
    x, y = shape.position
    if box.left <= x <= box.right and box.bottom <= y <= box.top:
        x, y = picture.spot((x, y))
        picture.line((x - 4.0, y), (x + 4.0, y), INK, 1.2)
        picture.line((x, y - 4.0), (x, y + 4.0), INK, 1.2)
    return picture.svg()


def shapes_svg(shapes: Any, title: str) -> str:
    """Draw the first shapes; if there are few, with their numbers."""
    drawn = list(islice(shapes, MOST_DRAWN))
    if len(shapes) > len(drawn):
        title += f", the first {len(drawn)} drawn"
    if not drawn:
        picture = Picture(340.0, 48.0, title)
        picture.text((14.0, 29.0), title)
        return picture.svg()
    picture = _panel(_svg.box_around(shape.bounds for shape in drawn), title, most=300.0)
    for shape in drawn:
        picture.shape(shape, **FILL_A)
    for i, shape in enumerate(drawn if len(drawn) <= MOST_NAMED else ()):
        x, y = picture.spot(shape.centroid)
        picture.text((x, y + 3.5), str(i), size=10.5, text_anchor="middle")
    return picture.svg()


def shapes_html(shapes: Any, title: str) -> str:
    """Return the picture of shapes above a table of the first ones."""
    rows = [
        (str(i), describe(shape), pair_text(shape.position), short(shape.angle))
        for i, shape in enumerate(islice(shapes, MOST_LISTED))
    ]
    left = len(shapes) - len(rows)
    note = f"and {left} more" if left else ""
    table = html_table(["", "shape", "position", "angle"], rows, note)
    return html_block(shapes_svg(shapes, title), table)


# --- results -----------------------------------------------------------------------


def _meeting_picture(title: str, lines: Sequence[str]) -> tuple[Picture, Spot]:
    """Return a picture with a spot for the point of contact, and lines of text beside it."""
    picture = Picture(480.0, max(170.0, 30.0 + 18.0 * len(lines)), title)
    for i, line in enumerate(lines):
        picture.text((180.0, 34.0 + 18.0 * i), line, room=picture.width - 192.0)
    return picture, (90.0, 0.5 * picture.height)


def _surface(picture: Picture, spot: Spot, normal: Spot, label: str, color: str) -> None:
    """Draw the tangent through a spot, perpendicular to the normal, in pixels."""
    x, y = normal
    ends = [(spot[0] + way * 62.0 * y, spot[1] - way * 62.0 * x) for way in (-1.0, 1.0)]
    picture.line(ends[0], ends[1], color, 2.0)
    low = max(ends, key=lambda end: (end[1], end[0]))
    picture.text(
        (low[0] + 4.0, min(low[1] + 12.0, picture.height - 4.0)), label, size=10.5, fill=INK
    )


def _mark(picture: Picture, spot: Spot, normal: Spot) -> str:
    """Draw the point of contact with its normal; return the whole picture."""
    x, y = spot
    picture.arrow(spot, (x + 48.0 * normal[0], y + 48.0 * normal[1]), INK)
    picture.dot(spot, YELLOW)
    return picture.svg()


def contact_svg(contact: Any) -> str:
    """Draw the first point of a contact: both surfaces, the normal, the depth."""
    normal = contact.normal[0], -contact.normal[1]
    points = " and ".join(map(pair_text, contact.points))
    meet = "depth" if contact.depth >= 0.0 else "apart, depth"
    lines = [
        f"{meet} {short(contact.depth)}",
        f"normal, from a to b, {pair_text(contact.normal)}",
        f"mtv of a {pair_text(contact.mtv)}",
        f"at {points}",
    ]
    lines += ["a is in b"] * contact.a_in_b + ["b is in a"] * contact.b_in_a
    picture, (x, y) = _meeting_picture("Contact", ["Contact", *lines])
    half = 13.0 * (contact.depth > 0.0) - 13.0 * (contact.depth < 0.0)
    for sign, label, color in ((1.0, "a", BLUE), (-1.0, "b", ORANGE)):
        spot = x + sign * half * normal[0], y + sign * half * normal[1]
        _surface(picture, spot, normal, label, color)
    return _mark(picture, (x, y), normal)


def _times_bar(picture: Picture, impact: Any, top: float) -> None:
    """Draw on a time line when two shapes meet and separate, or a dot if that is not known."""
    left, right = 180.0, picture.width - 16.0
    last = impact.exit_time if math.isfinite(impact.exit_time) else 2.0 * impact.time + 1.0
    end = last * 1.25 or 1.0
    start, stop = (left + (right - left) * min(t / end, 1.0) for t in (impact.time, last))
    picture.line((left, top), (right, top), FAINT, 1.0)
    stop = stop if math.isfinite(impact.exit_time) else right
    if math.isnan(impact.exit_time):  # of shapes that turn
        picture.dot((start, top), GREEN)
    else:
        picture.bar(start, top - 4.0, stop - start, 8.0, fill=GREEN)
    picture.text((left, top + 18.0), "0", size=10.0, fill=FAINT)
    picture.text((right, top + 18.0), "time", size=10.0, fill=FAINT, text_anchor="end")


def impact_svg(impact: Any) -> str:
    """Draw the impact of two moving shapes, and the time of their overlap."""
    normal = impact.normal[0], -impact.normal[1]
    until = "" if math.isnan(impact.exit_time) else f", until {short(impact.exit_time)}"
    lines = [
        f"time {short(impact.time)}{until}",
        f"normal, from a to b, {pair_text(impact.normal)}",
        f"at {pair_text(impact.point)}",
    ]
    if impact.initial:
        lines.append("contact at the start" + (", leaving" if impact.leaving else ""))
    picture, spot = _meeting_picture("Impact", ["Impact", *lines])
    _surface(picture, spot, normal, "surface", FAINT)
    _times_bar(picture, impact, picture.height - 32.0)
    return _mark(picture, spot, normal)


def ray_hit_svg(hit: Any) -> str:
    """Draw the surface at the hit of a ray, and its normal."""
    normal = hit.normal[0], -hit.normal[1]
    lines = [
        f"after {short(hit.distance)}",
        f"at {pair_text(hit.point)}",
        f"normal, out of the shape, {pair_text(hit.normal)}",
        f"index {hit.index}",
    ]
    picture, spot = _meeting_picture("RayHit", ["RayHit", *lines])
    _surface(picture, spot, normal, "shape", BLUE)
    return _mark(picture, spot, normal)


def fields_html(result: Any, names: Sequence[str]) -> str:
    """Return the picture of one result above its fields."""
    rows = [(name, _cell(getattr(result, name))) for name in names]
    return html_block(result._repr_svg_(), html_table(["", type(result).__name__], rows))


def _cell(value: Any) -> str:
    """Write a value of a result; numbers get four digits, tuples brackets."""
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_cell, value))})"
    if isinstance(value, float):
        return short(value)
    return str(value)


def _places_of(results: Any) -> tuple[FloatArray, FloatArray]:
    """Return the first point of each hit, and its normal."""
    hit = results.hit.view(np.uint8) != 0
    points = results.points[:, 0] if hasattr(results, "points") else results.point
    # Rows of `empty` that nothing has written hold any value.
    hit &= (np.abs(points) < 1e300).all(axis=1)
    return points[hit], results.normal[hit]


def results_svg(results: Any) -> str:
    """Draw the first hits of many results, each with its normal."""
    title = repr(results).strip("<>")
    places, normals = _places_of(results)
    if not len(places):
        return shapes_svg((), title)
    drawn, normals = places[:MOST_DRAWN], normals[:MOST_DRAWN]
    if len(places) > len(drawn):
        title += f", the first {len(drawn)} drawn"
    low, high = drawn.min(axis=0).tolist(), drawn.max(axis=0).tolist()
    picture = _panel(Box(*low, *high), title)
    for place, (x, y) in zip(drawn.tolist(), normals.tolist(), strict=True):
        spot = picture.spot(place)
        picture.line(spot, (spot[0] + 14.0 * x, spot[1] - 14.0 * y), INK, 1.2)
        picture.dot(spot, YELLOW, radius=2.5)
    return picture.svg()


def results_html(results: Any, names: Sequence[str]) -> str:
    """Return the picture of many results above a table of the first ones."""
    count = min(len(results), MOST_LISTED)
    columns = [getattr(results, name)[:count].tolist() for name in names]
    rows = [(str(i), *map(_cell, row)) for i, row in enumerate(zip(*columns, strict=True))]
    left = len(results) - count
    note = f"and {left} more" if left else ""
    return html_block(results_svg(results), html_table(["", *names], rows, note))
