"""Compounds of unit cells on a lattice, and exact answers about them by brute force.

Cells are named by their lower left corners. Two cells overlap where both coordinates differ by less
than 1, and touch where neither differs by more; so everything here is a search over pairs of cells,
in fractions. No answer knows of parts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from sepax import Compound, Polygon

Spot = tuple[int, int]
Cells = frozenset[Spot]
Vector = tuple[Fraction, Fraction]
Interval = tuple[Fraction, Fraction]
Ring = list[Spot]

INFINITE = Fraction(10**9)
CUTS = ("cells", "rows", "columns", "rectangles", "triangles", "outline")


def polyomino(rng: random.Random, count: int) -> Cells:
    """Cells that hang together by their sides, often with holes and notches."""
    cells = {(0, 0)}
    while len(cells) < count:
        x, y = rng.choice(sorted(cells))
        dx, dy = rng.choice([(1, 0), (0, 1), (-1, 0), (0, -1)])
        cells.add((x + dx, y + dy))
    return frozenset(cells)


# --- cuts ---


def rectangle(x: int, y: int, width: int = 1, height: int = 1) -> Ring:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def strips(cells: Cells, across: bool) -> Iterator[Ring]:
    """Rectangles one cell high, or wide, each as long as it can be."""
    left = set(cells)
    for x, y in sorted(cells):
        length = 0
        while (x + length * across, y + length * (not across)) in left:
            left.discard((x + length * across, y + length * (not across)))
            length += 1
        if length:
            yield rectangle(x, y, length if across else 1, 1 if across else length)


def _grown(cells: Cells, x: int, y: int, rng: random.Random) -> tuple[int, int, int, int]:
    """A rectangle of cells around one, which grows to all sides in turn."""
    low_x, high_x, low_y, high_y = x, x, y, y
    for side in [*range(4)] * 4:
        if rng.random() < 0.2:
            continue
        grown = low_x - (side == 0), high_x + (side == 1), low_y - (side == 2), high_y + (side == 3)
        columns, rows = range(grown[0], grown[1] + 1), range(grown[2], grown[3] + 1)
        if all((i, j) in cells for i in columns for j in rows):
            low_x, high_x, low_y, high_y = grown
    return low_x, low_y, high_x + 1 - low_x, high_y + 1 - low_y


def _rectangles(cells: Cells, rng: random.Random) -> Iterator[Ring]:
    """Rectangles that cover each other in part."""
    left = set(cells)
    while left:
        x, y, width, height = _grown(cells, *rng.choice(sorted(left)), rng)
        left -= {(x + i, y + j) for i in range(width) for j in range(height)}
        yield rectangle(x, y, width, height)


def _triangles(cells: Cells, rng: random.Random) -> Iterator[Ring]:
    for x, y in sorted(cells):
        a, b, c, d = rectangle(x, y)
        yield from ([a, b, c], [a, c, d]) if rng.random() < 0.5 else ([a, b, d], [b, c, d])


def rings(cells: Cells) -> list[Ring]:
    """The boundary, with the inside on its left.

    The exterior first, then holes. Cells that meet at a corner alone are on both sides of a touch.
    """
    ahead: dict[Spot, list[Spot]] = {}
    for x, y in sorted(cells):
        a, b, c, d = rectangle(x, y)
        for start, end, other in (
            (a, b, (x, y - 1)),
            (b, c, (x + 1, y)),
            (c, d, (x, y + 1)),
            (d, a, (x - 1, y)),
        ):
            if other not in cells:
                ahead.setdefault(start, []).append(end)
    found = []
    while ahead:
        found.append(_without_straight(_walk(ahead)))
    return sorted(found, key=min)


def _walk(ahead: dict[Spot, list[Spot]]) -> Ring:
    here, way = min(ahead), (0, 0)
    ring: Ring = []
    while not ring or here != ring[0]:
        ring.append(here)
        ends = ahead[here]
        end = ends[0]
        for other in ends:
            # At a touch to the left, so that rings are simple.
            if way[0] * (other[1] - here[1]) - way[1] * (other[0] - here[0]) > 0:
                end = other
        ends.remove(end)
        if not ends:
            del ahead[here]
        way, here = (end[0] - here[0], end[1] - here[1]), end
    return ring


def _without_straight(ring: Ring) -> Ring:
    return [
        spot
        for i, spot in enumerate(ring)
        if (spot[0] - ring[i - 1][0]) * (ring[(i + 1) % len(ring)][1] - spot[1])
        != (spot[1] - ring[i - 1][1]) * (ring[(i + 1) % len(ring)][0] - spot[0])
    ]


def compound(cells: Cells, cut: str, rng: random.Random, scale: float = 1.0) -> Compound:
    """The region of the cells, cut into parts in one of the ways."""

    def scaled(ring: Ring) -> list[tuple[float, float]]:
        return [(x * scale, y * scale) for x, y in ring]

    if cut == "outline":
        exterior, *holes = [scaled(ring) for ring in rings(cells)]
        return Compound.from_polygon(exterior, holes)
    parts: Iterable[Ring] = (
        _triangles(cells, rng)
        if cut == "triangles"
        else _rectangles(cells, rng)
        if cut == "rectangles"
        else [rectangle(*cell) for cell in sorted(cells)]
        if cut == "cells"
        else strips(cells, cut == "rows")
    )
    chosen = list(parts)
    rng.shuffle(chosen)
    return Compound([Polygon(scaled(ring)) for ring in chosen])


# --- exact answers: cells of a, seen from cells of b, are moved by `offset` ---


def differences(a: Cells, b: Cells) -> set[Spot]:
    """From cells of a to cells of b, each once."""
    return {(u - x, v - y) for x, y in a for u, v in b}


def overlaps(gaps: set[Spot], offset: Vector) -> bool:
    return any(abs(x - offset[0]) < 1 and abs(y - offset[1]) < 1 for x, y in gaps)


def touches(gaps: set[Spot], offset: Vector) -> bool:
    return any(abs(x - offset[0]) <= 1 and abs(y - offset[1]) <= 1 for x, y in gaps)


def shortest_moves(gaps: set[Spot], offset: Vector) -> list[Vector]:
    """All shortest moves of a that leave no overlap.

    Their ends are corners of free space, or beside the start.
    """
    columns = {Fraction(x + k) for x, _ in gaps for k in (-1, 1)} | {offset[0]}
    rows = {Fraction(y + k) for _, y in gaps for k in (-1, 1)} | {offset[1]}
    moves = sorted(
        ((x - offset[0], y - offset[1]) for x in columns for y in rows),
        key=lambda move: (move[0] ** 2 + move[1] ** 2, *move),
    )
    found: list[Vector] = []
    for x, y in moves:
        if found and x * x + y * y > found[0][0] ** 2 + found[0][1] ** 2:
            break
        if not overlaps(gaps, (offset[0] + x, offset[1] + y)):
            found.append((x, y))
    return found


def _times(gap: Spot, offset: Vector, velocity: Vector, closed: bool) -> Interval | None:
    """When two cells overlap, or touch, seen from before the start on."""
    start, end = -INFINITE, INFINITE
    for k in range(2):
        away = gap[k] - offset[k]
        if velocity[k] == 0:
            if abs(away) > 1 or (abs(away) == 1 and not closed):
                return None
            continue
        ends = sorted(((away - 1) / velocity[k], (away + 1) / velocity[k]))
        start, end = max(start, ends[0]), min(end, ends[1])
    if start > end or (start == end and not closed):
        return None
    return start, end


def meetings(gaps: set[Spot], offset: Vector, velocity: Vector, closed: bool) -> list[Interval]:
    """When any cells overlap, or touch, from the start on, in order."""
    found = [_times(gap, offset, velocity, closed) for gap in gaps]
    return sorted(
        times for times in found if times and (times[1] > 0 or (closed and times[1] == 0))
    )


def end_of_contact(touching: list[Interval], time: Fraction) -> Fraction:
    """When cells that touch at a time are free again."""
    for start, end in touching:
        if start <= time:
            time = max(time, end)
    return time


def are_near(one: tuple[Any, ...] | None, other: tuple[Any, ...] | None, slack: float) -> bool:
    """Whether the numbers of answers are the same but for last bits."""
    if one is None or other is None or len(one) != len(other):
        return one is other
    return all(
        x == y
        or (isinstance(x, float) and math.isnan(x) and math.isnan(y))
        or (isinstance(x, float) and math.isclose(x, y, rel_tol=0, abs_tol=slack))
        for x, y in zip(one, other, strict=True)
    )
