"""Regions of unit cells on a lattice, cut into parts in many ways, and exact answers about them.

Cells are named by their lower left corners. Two cells overlap where both coordinates differ by less
than 1, and touch where neither differs by more; so the moves that part regions are found by a
search over pairs of cells, in fractions. Half cells may be added to a region. Boundaries, and what
regions share, follow from its atoms: the quarters that both diagonals cut a cell in. No answer
knows of parts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import outlines

from sepax import Compound, Polygon

Spot = tuple[int, int]
Cells = frozenset[Spot]
Vector = tuple[Fraction, Fraction]
Ring = list[Spot]
Atom = tuple[int, int, int]  # of a cell, the quarter on its right, upper, left or lower side
WAYS: tuple[Spot, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def polyomino(rng: random.Random, count: int) -> Cells:
    """Cells that hang together by their sides, often with holes and notches."""
    cells = {(0, 0)}
    while len(cells) < count:
        x, y = rng.choice(sorted(cells))
        dx, dy = rng.choice(WAYS)
        cells.add((x + dx, y + dy))
    return frozenset(cells)


class Half(NamedTuple):
    """One half of a cell: whether its diagonal falls, and whether it is the one above that."""

    cell: Spot
    falls: bool
    above: bool

    def ring(self) -> Ring:
        a, b, c, d = rectangle(*self.cell)
        if self.falls:
            return [b, c, d] if self.above else [a, b, d]
        return [a, c, d] if self.above else [a, b, c]

    def atoms(self) -> list[Atom]:
        sides = (0, 1) if self.above else (2, 3)
        if not self.falls:
            sides = (1, 2) if self.above else (0, 3)
        return [(*self.cell, side) for side in sides]


class Region(NamedTuple):
    """Cells and halves of cells."""

    cells: Cells
    halves: tuple[Half, ...] = ()

    def atoms(self, dx: int = 0, dy: int = 0) -> frozenset[Atom]:
        """Return the atoms of the region, moved."""
        found = [(i, j, side) for i, j in self.cells for side in range(4)]
        found += [atom for half in self.halves for atom in half.atoms()]
        return frozenset((i + dx, j + dy, side) for i, j, side in found)


def region(rng: random.Random, most: int, slanted: bool) -> Region:
    """Return a region at random, with two half cells beside it if it is to be slanted."""
    cells = polyomino(rng, rng.randint(1, most))
    if not slanted:
        return Region(cells)
    near = {(i + di, j + dj) for i, j in cells for di, dj in WAYS} - cells
    chosen = rng.sample(sorted(near), 2)
    return Region(cells, tuple(Half(c, rng.random() < 0.5, rng.random() < 0.5) for c in chosen))


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


def corners_of(atom: Atom) -> Ring:
    """Return the corners of an atom in halves of a cell, counter-clockwise, the centre first."""
    i, j, side = atom
    (x, y), (dx, dy) = (2 * i + 1, 2 * j + 1), WAYS[side]
    return [(x, y), (x + dx + dy, y + dy - dx), (x + dx - dy, y + dy + dx)]


def sides_of(atoms: frozenset[Atom]) -> set[tuple[Spot, Spot]]:
    rings = map(corners_of, atoms)
    return {side for ring in rings for side in pairwise([*ring, ring[0]])}


def rings(atoms: frozenset[Atom]) -> list[Ring]:
    """The boundary in halves of a cell, with the inside on its left; the exterior first."""
    sides = sides_of(atoms)
    ahead: dict[Spot, list[Spot]] = {}
    for start, end in sorted(sides):
        if (end, start) not in sides:
            ahead.setdefault(start, []).append(end)
    found = []
    while ahead:
        ring = _walk(ahead)
        found.append([s for k, s in enumerate(ring)
                      if outlines.cross(ring[k - 1], s, ring[(k + 1) % len(ring)])])  # fmt: skip
    return sorted(found, key=min)


def _walk(ahead: dict[Spot, list[Spot]]) -> Ring:
    here, way = min(ahead), (0, 0)
    ring: Ring = []

    def turn(end: Spot) -> float:
        x, y = end[0] - here[0], end[1] - here[1]
        return math.atan2(way[0] * y - way[1] * x, way[0] * x + way[1] * y)

    while not ring or here != ring[0]:
        ring.append(here)
        end = max(ahead[here], key=turn)  # where rings touch to the left, so that they are simple
        ahead[here].remove(end)
        if not ahead[here]:
            del ahead[here]
        way, here = (end[0] - here[0], end[1] - here[1]), end
    return ring


def _halved(cell: Spot, falls: bool) -> list[Ring]:
    return [Half(cell, falls, above).ring() for above in (False, True)]


CUTS: dict[str, Callable[[Cells, random.Random], list[Ring]]] = {
    "rows": lambda cells, _: list(strips(cells, True)),
    "cells": lambda cells, _: [rectangle(*cell) for cell in cells],
    "columns": lambda cells, _: list(strips(cells, False)),
    "rising": lambda cells, _: [ring for cell in cells for ring in _halved(cell, False)],
    "falling": lambda cells, _: [ring for cell in cells for ring in _halved(cell, True)],
    "mixed": lambda cells, rng: [
        ring
        for cell in cells
        for ring in rng.choice([[rectangle(*cell)], _halved(cell, False), _halved(cell, True)])
    ],
    "both": lambda cells, _: [*strips(cells, True), *strips(cells, False)],  # they overlap
}


def outline(whole: Region, scale: float = 1.0) -> Compound | None:
    """Return the region by its rings; None where it is in two pieces."""
    found = rings(whole.atoms())
    if sum(outlines.area(ring) > 0 for ring in found) > 1:
        return None
    exterior, *holes = ([(x / 2 * scale, y / 2 * scale) for x, y in ring] for ring in found)
    return Compound.from_polygon(exterior, holes)


def compounds(whole: Region, rng: random.Random, scale: float = 1.0) -> dict[str, Compound]:
    """Return the region, cut in all ways; the first one in rows, and one by its outline."""
    made = {}
    for name, cut in CUTS.items():
        rings_of_parts = cut(whole.cells, rng) + [half.ring() for half in whole.halves]
        rng.shuffle(rings_of_parts)
        made[name] = Compound([
            Polygon([(x * scale, y * scale) for x, y in ring]) for ring in rings_of_parts
        ])  # fmt: skip
    by_rings = outline(whole, scale)
    return made if by_rings is None else made | {"outline": by_rings}


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
