"""Compounds on a lattice: no answer depends on how an outline is cut, and each is checked exactly.

A region is a set of atoms: the quarters that both diagonals cut a square cell in. Whatever is made
of cells and halves of cells is such a set, so that what two regions share, and where they touch,
are questions about sets. `CUTS` write the same region as different compounds.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import lattice
import numpy as np
import outlines
import pytest
from lattice import Figure, Random, cells, compound
from polyominoes import differences, polyomino, shortest_moves, strips

import sepax
from sepax import Compound, Polygon

Cell = tuple[int, int]
Spot = tuple[int, int]  # in halves of a cell
Atom = tuple[int, int, int]  # of a cell, the quarter on its right, upper, left or lower side
WAYS: tuple[Spot, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


# --- regions ----------------------------------------------------------------------


def corners_of(atom: Atom) -> tuple[Spot, Spot, Spot]:
    """Return the corners of an atom, counter-clockwise, the centre of its cell first."""
    i, j, side = atom
    (x, y), (dx, dy) = (2 * i + 1, 2 * j + 1), WAYS[side]
    return (x, y), (x + dx + dy, y + dy - dx), (x + dx - dy, y + dy + dx)


class Piece(NamedTuple):
    """A cell or a half of one: its corners in cells, and its atoms."""

    corners: tuple[Cell, ...]
    atoms: frozenset[Atom]


def halves(cell: Cell, diagonal: int) -> list[Piece]:
    """Return a cell whole (0) or in two halves (1, 2)."""
    i, j = cell
    sides: tuple[tuple[int, ...], ...] = ((0, 1, 2, 3),)
    if diagonal:
        sides = ((0, 3), (1, 2)) if diagonal == 1 else ((2, 3), (0, 1))
    made = cells([cell], 1.0, diagonal)
    return [
        Piece(
            tuple((int(x), int(y)) for x, y in figure.points),
            frozenset((i, j, side) for side in kept),
        )
        for figure, kept in zip(made, sides, strict=True)
    ]


class Region(NamedTuple):
    """Cells and halves of cells."""

    whole: frozenset[Cell]
    half: frozenset[Piece] = frozenset()

    def atoms(self) -> frozenset[Atom]:
        full = {(i, j, side) for i, j in self.whole for side in range(4)}
        return frozenset(full).union(*(piece.atoms for piece in self.half))

    def moved(self, dx: int, dy: int) -> Region:
        def piece(one: Piece) -> Piece:
            spots = tuple((x + dx, y + dy) for x, y in one.corners)
            return Piece(spots, frozenset((i + dx, j + dy, side) for i, j, side in one.atoms))

        return Region(
            frozenset((i + dx, j + dy) for i, j in self.whole),
            frozenset(piece(one) for one in self.half),
        )


def region(source: Random, slanted: bool) -> Region:
    whole = polyomino(source, source.randint(1, 7))
    if not slanted:
        return Region(whole)
    near = {(i + di, j + dj) for i, j in whole for di, dj in WAYS} - whole
    chosen = source.sample(sorted(near), min(len(near), 2))
    half = (source.choice(halves(cell, source.randint(1, 2))) for cell in chosen)
    return Region(whole, frozenset(half))


# --- cuts -------------------------------------------------------------------------


def outline(atoms: frozenset[Atom]) -> list[list[Spot]] | None:
    """Return the rings around atoms; None where two of them have a corner in common."""
    sides = {
        (a, b)
        for atom in atoms
        for a, b in itertools.pairwise((*corners_of(atom), corners_of(atom)[0]))
    }
    after: dict[Spot, Spot] = {}
    for a, b in sorted(sides):
        if (b, a) not in sides:
            if a in after:
                return None
            after[a] = b
    rings = []
    while after:
        ring = [min(after)]
        while ring[-1] in after:
            ring.append(after.pop(ring[-1]))
        rings.append(ring[:-1])
    return rings


def _from_outline(one: Region) -> Compound | None:
    rings = outline(one.atoms())
    if rings is None:
        return None
    plain = [[(x / 2, y / 2) for x, y in ring] for ring in rings]
    areas = [outlines.area(ring) for ring in rings]
    first = areas.index(max(areas))
    if sum(area > 0 for area in areas) > 1:
        return None
    return Compound.from_polygon(plain[first], plain[:first] + plain[first + 1 :])


def _figures(one: Region) -> list[Figure]:
    return [Figure(piece.corners) for piece in sorted(one.half)]


def _cut(one: Region, diagonal: Callable[[Cell], int]) -> Compound:
    made = [half for cell in sorted(one.whole) for half in cells([cell], 1.0, diagonal(cell))]
    return compound(made + _figures(one))


def _tiles(one: Region, upright: bool) -> Compound:
    rows = [Figure(tuple(ring)) for ring in strips(one.whole, not upright)]
    return compound(_figures(one) + rows)


CUTS: dict[str, Callable[[Region], Compound | None]] = {
    "cells": lambda one: _cut(one, lambda _: 0),
    "rising": lambda one: _cut(one, lambda _: 1),
    "falling": lambda one: _cut(one, lambda _: 2),
    "mixed": lambda one: _cut(one, lambda cell: (cell[0] * 5 + cell[1] * 3) % 3),
    "reversed": lambda one: Compound(_cut(one, lambda _: 1).parts[::-1]),
    "rows": lambda one: _tiles(one, False),
    "columns": lambda one: _tiles(one, True),
    "both": lambda one: Compound([*_tiles(one, False).parts, *_tiles(one, True).parts]),
    "outline": _from_outline,
}


def cuts(one: Region) -> Iterator[tuple[str, Compound]]:
    """Yield compounds of one region, of two parts or more."""
    for name, cut in CUTS.items():
        made = cut(one)
        if made is not None and len(made.parts) > 1:
            yield name, made


def overlapping(one: Compound) -> bool:
    """Whether its parts overlap."""
    return math.fsum(part.area for part in one.parts) > one.area + 1e-9


def chosen(source: Random, a: Region, b: Region, count: int) -> list[tuple[Compound, Compound]]:
    """Return some of the ways to cut two regions."""
    pairs = list(itertools.product(cuts(a), cuts(b)))
    return [(one, other) for (_, one), (_, other) in source.sample(pairs, min(count, len(pairs)))]


# --- exact answers ----------------------------------------------------------------


def shared_faces(a: frozenset[Atom], b: frozenset[Atom]) -> set[Spot]:
    """Return the normals, from a to b, of the sides that atoms of both have in common."""
    sides = {
        (p, q)
        for atom in b
        for p, q in itertools.pairwise((*corners_of(atom), corners_of(atom)[0]))
    }
    found = set()
    for atom in a:
        for p, q in itertools.pairwise((*corners_of(atom), corners_of(atom)[0])):
            if (q, p) in sides:
                way = (q[1] - p[1], p[0] - q[0])
                found.add((way[0] // max(map(abs, way)), way[1] // max(map(abs, way))))
    return found


def overlap_moved(a: frozenset[Atom], b: frozenset[Atom], way: Spot) -> bool:
    """Whether the interiors meet when a has moved by a sixteenth of a way."""
    rings = [[tuple(16 * x for x in spot) for spot in corners_of(atom)] for atom in b]
    for atom in a:
        one = [(16 * x + way[0], 16 * y + way[1]) for x, y in corners_of(atom)]
        for other in rings:
            if max(abs(one[0][0] - other[0][0]), abs(one[0][1] - other[0][1])) > 48:
                continue
            if not any(
                all((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) <= 0 for x, y in second)
                for first, second in ((one, other), (other, one))
                for p, q in zip(first, first[1:] + first[:1], strict=True)
            ):
                return True
    return False


AROUND: tuple[Spot, ...] = (  # by a quarter of a quarter turn, nearly; faces lie along even ones
    (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1),
    (-2, 0), (-2, -1), (-2, -2), (-1, -2), (0, -2), (1, -2), (2, -2), (2, -1),
)  # fmt: skip


def faces_at_corners(a: frozenset[Atom], b: frozenset[Atom]) -> set[Spot]:
    """Return the normals along which a just slides on b: ends of the directions that are free."""
    free = [not overlap_moved(a, b, way) for way in AROUND]
    found = set()
    for k in range(0, 16, 2):
        for turn in (
            4,
            -4,
        ):  # to the direction in which it slides; towards the normal it is blocked
            slide = k + turn
            if free[slide % 16] and not free[(slide - turn // 4) % 16]:
                found.add((AROUND[k][0] // 2, AROUND[k][1] // 2))
    return found


def unit(way: Spot) -> tuple[float, float]:
    length = math.hypot(*way)
    return way[0] / length, way[1] / length


# --- what is the same however it is cut -------------------------------------------


def rounded(values: Any) -> tuple[float, ...]:
    return tuple(round(float(value), 9) + 0.0 for value in values)


def answers(a: Any, b: Any, margin: float = 0.0) -> dict[str, Any]:
    """Return all that does not depend on the cut."""
    met = a.collide(b, margin)
    answer: dict[str, Any] = {
        "intersects": a.intersects(b),
        "deep": a.intersects(b, touching=False),
        "distance": round(a.distance(b), 12),
    }
    if met is not None:
        answer["normal"] = rounded(met.normal)
        answer["depth"] = round(met.depth, 12)
        answer["places"] = [rounded(point) for point in met.points]
        answer["depths"] = rounded(met.depths)
        answer["mtv"] = rounded(a.mtv(b) or (0.0, 0.0))
    return answer


def swapped(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what the same shapes answer the other way round."""
    answer = dict(answer)
    for name in ("normal", "mtv"):
        if name in answer:
            answer[name] = rounded(0.0 - x for x in answer[name])
    for name in ("places", "depths"):
        if name in answer:
            answer[name] = type(answer[name])(answer[name][::-1])
    return answer


def judge_points(a: Any, b: Any) -> None:
    """Where shapes are nearest there are points of both, as far apart as they are."""
    (x, y), (u, v) = a.nearest_points(b)
    assert math.hypot(u - x, v - y) == pytest.approx(a.distance(b), abs=1e-12)
    assert max(a.distance(sepax.Point((x, y))), b.distance(sepax.Point((u, v)))) <= 1e-12


def touching_regions(source: Random, slanted: bool) -> tuple[Region, Region]:
    while True:
        a = region(source, slanted)
        b = region(source, slanted).moved(source.randint(-3, 3), source.randint(-3, 3))
        one, other = a.atoms(), b.atoms()
        spots = [{spot for atom in atoms for spot in corners_of(atom)} for atoms in (one, other)]
        if not one & other and spots[0] & spots[1]:
            return a, b


@pytest.mark.parametrize("seed", range(16))
def test_touching(seed: int) -> None:
    """The normal is that of a face that both have there, if they have one."""
    source = random.Random(seed)
    for _ in range(20):
        a, b = touching_regions(source, seed % 2 == 1)
        faces = shared_faces(a.atoms(), b.atoms()) or faces_at_corners(a.atoms(), b.atoms())
        assert faces
        expected = None
        for one, other in chosen(source, a, b, 6):
            answer = answers(one, other)
            expected = expected or answer
            assert answer == expected
            assert answers(other, one) == swapped(expected)
            assert (answer["intersects"], answer["deep"], answer["depth"]) == (True, False, 0.0)
            assert answer["mtv"] == (0.0, 0.0)
            assert answer["normal"] in {rounded(unit(face)) for face in faces}
            judge_points(one, other)


@pytest.mark.parametrize("seed", range(16))
def test_overlapping(seed: int) -> None:
    source, met = random.Random(100 + seed), 0
    slanted = seed % 2 == 1
    while met < 15:
        a, b = region(source, slanted), region(source, slanted)
        dx, dy = (Fraction(source.randint(-8, 8), source.choice((1, 4))) for _ in range(2))
        pairs = chosen(source, a, b, 6)
        for _, other in pairs:
            other.position = (float(dx), float(dy))
        if not pairs or not pairs[0][0].intersects(pairs[0][1], touching=False):
            continue
        if pairs[0][0].bounds == pairs[0][1].bounds:
            if a.atoms() == b.moved(int(dx), int(dy)).atoms():
                continue  # both are alike, so that neither is the first
            pairs = [pair for pair in pairs if not any(overlapping(one) for one in pair)]
        met += 1
        expected = None
        for one, other in pairs:
            answer = answers(one, other)
            expected = expected or answer
            assert answer == expected
            assert answers(other, one) == swapped(expected)
            mtv = [-answer["depth"] * x for x in answer["normal"]]
            assert mtv == pytest.approx(answer["mtv"], abs=1e-8)
            assert (one.covers(other), other.covers(one)) == (
                pairs[0][0].covers(pairs[0][1]),
                pairs[0][1].covers(pairs[0][0]),
            )
        if expected and not slanted:
            ways = shortest_moves(differences(a.whole, b.whole), (-dx, -dy))
            assert expected["mtv"] in {rounded(way) for way in ways}


# --- single shapes, and other poses -----------------------------------------------


def beside_cells(source: Random, one: Region) -> Figure:
    """Return a figure on quarters whose centre is near a corner of a cell."""
    figure = lattice.figure(source, source.choice(list(lattice.KINDS)))
    i, j = source.choice(sorted(one.whole))
    x, y = figure.points[0]
    reach = source.choice((0.0, 0.25, figure.radius))
    way = source.choice(WAYS)
    return figure.moved(i - x + reach * way[0], j - y + reach * way[1])


@pytest.mark.parametrize("seed", range(12))
def test_single_shapes(seed: int) -> None:
    source = random.Random(200 + seed)
    for _ in range(30):
        one = region(source, seed % 2 == 1)
        figure, margin = beside_cells(source, one), source.choice((0.0, 0.0, 0.5))
        shape, expected, covered = figure.shape(), None, None
        for _, whole in cuts(one):
            answer = answers(whole, shape, margin)
            expected = expected or answer
            assert answer == expected
            assert answers(shape, whole, margin) == swapped(expected)
            judge_points(whole, shape)
            covers = (whole.covers(shape), whole.contains(figure.points[0]))
            covered = covered or covers
            assert covers == covered


@pytest.mark.parametrize("exponent", [-1040, -900, -600, -525, -300, 120, 230])
def test_contacts_of_any_size(exponent: int) -> None:
    """A power of two scales a contact, where squares underflow as well."""
    source, scale = random.Random(exponent), 2.0**exponent
    for _ in range(150):
        a, b = (next(iter(cuts(one)))[1] for one in touching_regions(source, True))
        b.move(*source.choice([(0.0, 0.0), (0.25, 0.0), (0.0, -0.25)]))
        other, of_b = (
            Compound([Polygon(scale * part.vertices) for part in one.parts]) for one in (a, b)
        )
        expected, found = sepax.collide(a, b), sepax.collide(other, of_b)
        assert (expected is None) == (found is None)
        if expected is not None and found is not None and exponent > -1000:  # where digits are left
            assert found.normal == expected.normal
            assert found.depth == scale * expected.depth
            assert found.features == expected.features
            places = [[x / scale for x in point] for point in found.points]
            assert np.array(places) == pytest.approx(np.array(expected.points), abs=1e-12)
