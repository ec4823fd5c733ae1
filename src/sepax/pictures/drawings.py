"""Marks in world coordinates that both painters draw: shapes at rest and in motion, and hits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from sepax._explained.turning import Way, parts_of
from sepax.pictures.colors import BLUE, DASHED, GREEN, INK, ORANGE, YELLOW
from sepax.pictures.marks import Arrow, Dots, Line, Lines, Look, Mark, Outline, Place, Text

COLORS = {"a": BLUE, "b": ORANGE}
FILLS = {
    "a": Look(BLUE, fill=BLUE, fill_opacity=0.25),
    "b": Look(ORANGE, fill=ORANGE, fill_opacity=0.3),
}
FAINTEST, STRONGEST = 0.25, 0.6  # opacity of the first and the last ghost on the way
MOST_NAMED = 16  # vertices or shapes that get a number
NORMAL = 40.0  # pixels


def ghost(color: str) -> Look:
    """Return the look of a shape that is moved."""
    return Look(color, 1.4, DASHED)


def at_rest(a: Any, b: Any, mtv: Place | None) -> list[Mark]:
    """Return two shapes, and the first moved by the MTV."""
    marks: list[Mark] = [
        Outline(parts_of(shape), FILLS[name], label=name) for name, shape in (("a", a), ("b", b))
    ]
    if mtv is not None and any(mtv):
        x, y = a.centroid
        marks.append(Outline(parts_of(a), ghost(BLUE), mtv, "a, moved"))
        marks.append(Arrow([(x, y), (x + mtv[0], y + mtv[1])], BLUE, label="MTV"))
    return marks


def in_motion(shapes: Sequence[Any], ways: Sequence[Way], time: float, when: str) -> list[Mark]:
    """Return two shapes at the start, on their ways if they turn, and at a time.

    An arrow shows the path of one point of each.
    """
    marks: list[Mark] = []
    for (name, color), shape, way in zip(COLORS.items(), shapes, ways, strict=True):
        marks.append(Outline(parts_of(shape), FILLS[name], label=name))
        if not 0.0 < time < math.inf or not (way.rate or any(way.velocity)):
            continue
        times = way.times(time)
        for k, then in enumerate(times):
            opacity = round(FAINTEST + (STRONGEST - FAINTEST) * k / len(times), 2)
            marks.append(Outline(parts_of(way.at(shape, then)), Look(color, 0.9, None, opacity)))
        # A shape that does not turn is shifted, since far from the origin a pose may be refused.
        by = (0.0, 0.0) if way.rate else (time * way.velocity[0], time * way.velocity[1])
        end = way.at(shape, time) if way.rate else shape
        marks.append(Outline(parts_of(end), ghost(color), by, f"{name} {when}"))
        path = way.path(way.marked_point(shape), time)
        marks.append(Arrow(path, color, 1.2 if way.rate else 2.0, f"path of {name}"))
    return marks


def meeting(points: Sequence[Place], normal: Place, label: str) -> list[Mark]:
    """Return points of contact, with the normal at each."""
    across, up = NORMAL * normal[0], NORMAL * normal[1]
    normals: list[Mark] = [
        Arrow([(x, y), (x, y, across, up)], INK, label="normal, from a to b") for x, y in points
    ]
    return [*normals, Dots(points, YELLOW, label=label)]


def nearest(points: Sequence[Place]) -> list[Mark]:
    """Return the nearest points of two shapes, and the line between them."""
    dots = Dots(points, YELLOW, label="nearest points")
    return [Line(points, Look(GREEN, 2.2), "distance"), dots]


def hits(
    points: Iterable[Place], normals: Iterable[Place], length: float, bold: float = 1.0
) -> list[Mark]:
    """Return places that something has hit, and the normals there, of a length in pixels."""
    points = list(points)
    sticks = [
        ((x, y), (x, y, length * across, length * up))
        for (x, y), (across, up) in zip(points, normals, strict=True)
    ]
    return [
        Lines(sticks, Look(INK, 1.2 * bold), "normal"),
        Dots(points, YELLOW, 2.5 * bold, "hit"),
    ]


def numbers(shape: Any) -> list[Mark]:
    """Return a number beside each vertex, outside the shape; none if there are many."""
    corners = shape.vertices.tolist()
    if not 1 < len(corners) <= MOST_NAMED:
        return []
    mean_x, mean_y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    marks: list[Mark] = [Dots(corners, INK, 2.0)]
    for i, (x, y) in enumerate(corners):
        away = math.hypot(x - mean_x, y - mean_y) or 1.0
        beside = x, y, 11.0 * (x - mean_x) / away, 11.0 * (y - mean_y) / away
        marks.append(Text(beside, str(i), 10.0, anchor="middle"))
    return marks
