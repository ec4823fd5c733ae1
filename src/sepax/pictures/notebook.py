"""Views of shapes, arrays and results in notebooks: pictures, and tables below them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import Any

import numpy as np

from sepax._rows.part_tables import world_rings
from sepax.pictures.colors import BLUE, FAINT, GREEN, INK, ORANGE, YELLOW
from sepax.pictures.drawings import FILLS, MOST_NAMED, hits, numbers
from sepax.pictures.marks import (
    Arrow,
    Bar,
    Box,
    Dots,
    Line,
    Look,
    Mark,
    Outline,
    Region,
    Text,
    box_of,
)
from sepax.pictures.svg import Sheet
from sepax.pictures.words import describe, html_block, html_table, pair_text, short

MOST_DRAWN = 500  # shapes of an array
MOST_PLACES = 20_000  # vertices of the rings of an array, unless a single outline has more
MOST_LISTED = 10  # rows of a table of an array
TEXTS = 180.0  # pixels, where the texts beside the picture of a result begin


# --- shapes ------------------------------------------------------------------------


def _panel(box: Box, title: str, marks: Iterable[Mark], most: float = 240.0) -> str:
    """Return a picture of a part of the world, with two lines of text below."""
    width, room = 340.0, 340.0 - 48.0
    wide, high = box.right - box.left, box.top - box.bottom
    tall = min(max(room * (high / wide if wide > 0.0 else 1.0), 60.0), most)
    sheet = Sheet(width, tall + 48.0 + 40.0, title)
    sheet.look_at(box, 24.0, 24.0, room, tall)
    fits, below = width - 28.0, sheet.height - 10.0
    left, bottom, right, top = map(short, box)
    ranges = f"x from {left} to {right}, y from {bottom} to {top}"
    sheet.write(
        Text((14.0, below - 16.0), title, room=fits),
        Text((14.0, below), ranges, 10.5, FAINT, room=fits),
    )
    sheet.draw(*marks)
    return sheet.svg()


def shape_svg(shape: Any) -> str:
    """Draw a shape, the numbers of its vertices, and a cross at its position."""
    box = Box(*shape.bounds)
    marks: list[Mark] = [Outline([shape], FILLS["a"]), *numbers(shape)]
    x, y = shape.position
    if box.left <= x <= box.right and box.bottom <= y <= box.top:
        for right, up in ((4.0, 0.0), (0.0, 4.0)):
            marks.append(Line([(x, y, -right, -up), (x, y, right, up)], Look(INK, 1.2)))
    return _panel(box, describe(shape), marks)


def shapes_svg(shapes: Any, title: str) -> str:
    """Draw the first shapes; if there are few, with their numbers."""
    drawn = list(islice(shapes, MOST_DRAWN))
    if len(shapes) > len(drawn):
        title += f", the first {len(drawn)} drawn"
    if not drawn:
        sheet = Sheet(340.0, 48.0, title)
        sheet.write(Text((14.0, 29.0), title))
        return sheet.svg()
    return _with_numbers([Outline(drawn, FILLS["a"])], [shape.centroid for shape in drawn], title)


def _with_numbers(marks: list[Mark], middles: Sequence[Sequence[float]], title: str) -> str:
    """Draw shapes; if there are few, with their numbers in their middles."""
    box = box_of(marks)
    if len(middles) <= MOST_NAMED:
        marks += [Text(at, str(i), 10.5, anchor="middle") for i, at in enumerate(middles)]
    return _panel(box, title, marks, most=300.0)


def compounds_svg(compounds: Any, title: str) -> str:
    """Draw the first compounds: outlines by their rings, which cuts none, unions by their parts."""
    drawn = compounds[:MOST_DRAWN]
    vertices, offsets, starts = world_rings(drawn._rows)
    count = max(int(np.searchsorted(offsets[starts], MOST_PLACES, "right")) - 1, 1)
    if len(compounds) > min(count, len(drawn)):
        title += f", the first {min(count, len(drawn))} drawn"
    if not len(drawn):
        return shapes_svg((), title)
    marks: list[Mark] = []
    for row, (start, end) in enumerate(pairwise(starts[: count + 1].tolist())):
        if start == end:
            marks.append(Outline(list(islice(drawn[row].parts, MOST_DRAWN)), FILLS["a"]))
            continue
        rings = np.split(vertices, offsets[start : end + 1])[1:-1]
        marks.append(Region([ring.tolist() for ring in rings], FILLS["a"]))
    return _with_numbers(marks, drawn.centroids[: len(marks)].tolist(), title)


def shapes_html(shapes: Any, title: str) -> str:
    """Return the picture of shapes above a table of the first ones."""
    rows = [
        (str(i), describe(shape), pair_text(shape.position), short(shape.angle))
        for i, shape in enumerate(islice(shapes, MOST_LISTED))
    ]
    head = ["", "shape", "position", "angle"]
    return _with_table(shapes_svg(shapes, title), head, rows, len(shapes))


def _with_table(svg: str, head: Sequence[str], rows: Sequence[Sequence[str]], count: int) -> str:
    """Return a picture above a table of the first of so many rows."""
    left = count - len(rows)
    return html_block(svg, html_table(head, rows, f"and {left} more" if left else ""))


# --- one result --------------------------------------------------------------------


def _result(
    words: Sequence[str],
    normal: Sequence[float],
    *surfaces: tuple[str, str, float],
    below: Iterable[Mark] = (),
) -> str:
    """Draw a point with a normal, and words beside it, of which the first is the title.

    A surface has a name, a colour, and so many pixels from the point along the normal.
    """
    sheet = Sheet(480.0, max(170.0, 30.0 + 18.0 * len(words)), words[0])
    room = sheet.width - TEXTS - 12.0
    for i, line in enumerate(words):
        sheet.write(Text((TEXTS, 34.0 + 18.0 * i), line, room=room))
    sheet.look_at(Box(0.0, 0.0, 0.0, 0.0), 0.0, 0.0, TEXTS, sheet.height)
    x, y = normal
    for name, color, away in surfaces:
        ends = [(away * x - way * y, away * y + way * x) for way in (62.0, -62.0)]
        low = min(ends, key=lambda end: (end[1], -end[0]))
        beside = low[0] + 4.0, max(low[1] - 8.5, 7.5 - 0.5 * sheet.height)
        sheet.draw(Line(ends, Look(color, 2.0)), Text(beside, name, 10.5))
    sheet.write(*below)
    sheet.draw(Arrow([(0.0, 0.0), (48.0 * x, 48.0 * y)], INK), Dots([(0.0, 0.0)], YELLOW))
    return sheet.svg()


def contact_svg(contact: Any) -> str:
    """Draw the first point of a contact: both surfaces, the normal, the depth."""
    meet = "depth" if contact.depth >= 0.0 else "apart, depth"
    words = [
        "Contact",
        f"{meet} {short(contact.depth)}",
        f"normal, from a to b, {pair_text(contact.normal)}",
        f"mtv of a {pair_text(contact.mtv)}",
        f"at {' and '.join(map(pair_text, contact.points))}",
    ]
    words += ["a is in b"] * contact.a_in_b + ["b is in a"] * contact.b_in_a
    half = 13.0 * (contact.depth > 0.0) - 13.0 * (contact.depth < 0.0)
    return _result(words, contact.normal, ("a", BLUE, half), ("b", ORANGE, -half))


def clearance_svg(clearance: Any) -> str:
    """Draw both surfaces where the shapes are nearest, or deepest in each other, and the normal."""
    distance = clearance.distance
    words = [
        "Clearance",
        f"{'distance' if distance > 0.0 else 'overlap, distance'} {short(distance)}",
        f"normal, from a to b, {pair_text(clearance.normal)}",
        f"from {pair_text(clearance.point_a)} to {pair_text(clearance.point_b)}",
        f"by the angles {short(clearance.gradient_a[2])} and {short(clearance.gradient_b[2])}",
    ]
    words += ["a kink: one gradient of several"] * (not clearance.unique)
    half = 13.0 * (distance < 0.0) - 13.0 * (distance > 0.0)
    return _result(words, clearance.normal, ("a", BLUE, half), ("b", ORANGE, -half))


def approach_svg(approach: Any) -> str:
    """Draw both surfaces where the shapes come nearest to each other, and the normal."""
    distance = approach.distance
    words = [
        "Approach",
        f"{'distance' if distance > 0.0 else 'impact, distance'} {short(distance)}",
        f"at time {short(approach.time)}",
        f"normal, from a to b, {pair_text(approach.normal)}",
        f"from {pair_text(approach.point_a)} to {pair_text(approach.point_b)}",
    ]
    half = -13.0 * (distance > 0.0)
    return _result(words, approach.normal, ("a", BLUE, half), ("b", ORANGE, -half))


def impact_svg(impact: Any) -> str:
    """Draw the impact of two moving shapes, and the time of their overlap."""
    until = "" if math.isnan(impact.exit_time) else f", until {short(impact.exit_time)}"
    words = [
        "Impact",
        f"time {short(impact.time)}{until}",
        f"normal, from a to b, {pair_text(impact.normal)}",
        f"at {pair_text(impact.point)}",
    ]
    if impact.initial:
        words.append("contact at the start" + (", leaving" if impact.leaving else ""))
    return _result(words, impact.normal, ("surface", FAINT, 0.0), below=_times(impact, 138.0))


def _times(impact: Any, top: float) -> list[Mark]:
    """Return on a time line when two shapes meet and separate, or a dot if that is not known."""
    right = 464.0
    last = impact.exit_time if math.isfinite(impact.exit_time) else 2.0 * impact.time + 1.0
    end = last * 1.25 or 1.0
    start, stop = (TEXTS + (right - TEXTS) * min(t / end, 1.0) for t in (impact.time, last))
    stop = right if impact.exit_time == math.inf else stop
    bar = Bar(start, top - 4.0, stop - start, 8.0, Look(fill=GREEN))
    turns = math.isnan(impact.exit_time)
    return [
        Line([(TEXTS, top), (right, top)], Look(FAINT, 1.0)),
        Dots([(start, top)], GREEN) if turns else bar,
        Text((TEXTS, top + 18.0), "0", 10.0, FAINT),
        Text((right, top + 18.0), "time", 10.0, FAINT, "end"),
    ]


def ray_hit_svg(hit: Any) -> str:
    """Draw the surface at the hit of a ray, and its normal."""
    words = [
        "RayHit",
        f"after {short(hit.distance)}",
        f"at {pair_text(hit.point)}",
        f"normal, out of the shape, {pair_text(hit.normal)}",
        f"index {hit.index}",
    ]
    return _result(words, hit.normal, ("shape", BLUE, 0.0))


def fields_html(result: Any, names: Sequence[str]) -> str:
    """Return the picture of one result above its fields."""
    rows = [(name, _cell(getattr(result, name))) for name in names]
    return html_block(result._repr_svg_(), html_table(["", type(result).__name__], rows))


def _cell(value: Any) -> str:
    """Write a value of a result; numbers get four digits, tuples brackets."""
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_cell, value))})"
    return short(value) if isinstance(value, float) else str(value)


# --- many results ------------------------------------------------------------------


def results_svg(results: Any) -> str:
    """Draw the first hits of many results, each with its normal."""
    title = repr(results).strip("<>")
    points = (
        results.point_a
        if hasattr(results, "point_a")
        else (results.points[:, 0] if hasattr(results, "points") else results.point)
    )
    # Rows of `empty` that nothing has written hold any value.
    hit = (np.abs(points) < 1e300).all(axis=1)
    if hasattr(results, "hit"):
        hit &= results.hit.view(np.uint8) != 0
    points, normals = points[hit], results.normal[hit]
    if not len(points):
        return shapes_svg((), title)
    drawn = points[:MOST_DRAWN]
    if len(points) > len(drawn):
        title += f", the first {len(drawn)} drawn"
    box = Box(*drawn.min(axis=0).tolist(), *drawn.max(axis=0).tolist())
    return _panel(box, title, hits(drawn.tolist(), normals[:MOST_DRAWN].tolist(), 14.0))


def results_html(results: Any, names: Sequence[str]) -> str:
    """Return the picture of many results above a table of the first ones."""
    columns = [getattr(results, name)[:MOST_LISTED].tolist() for name in names]
    rows = [(str(i), *map(_cell, row)) for i, row in enumerate(zip(*columns, strict=True))]
    return _with_table(results_svg(results), ["", *names], rows, len(results))
