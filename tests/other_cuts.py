"""The same outline cut into convex parts in other ways than the library's, exactly.

Diagonals divide an outline, as many as fit, in an order of choice. Then some of them are removed
again, where what is left is convex. So the order makes triangles, slabs, fans or mosaics.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations

import numpy as np
from outlines import (
    Edge,
    Outline,
    Spot,
    cross,
    cross_or_overlap,
    edges,
    inside,
    on,
    scale_of,
    whole,
    with_touches,
)

from sepax import Compound
from sepax.outlines import cut_outline

Order = Callable[[Edge], Fraction | float]


def _is_free(edge: Edge, others: list[Edge], spots: set[Spot]) -> bool:
    """Whether a segment crosses no other one and comes by no vertex."""
    return not any(cross_or_overlap(edge, other) for other in others) and not any(
        on(edge, spot) for spot in spots - {*edge}
    )


def _diagonals(rings: list[list[Spot]], order: Order) -> list[Edge]:
    """Return as many diagonals as fit, those first that come first in the order."""
    sides = [side for ring in rings for side in edges(ring)]
    spots = {spot for ring in rings for spot in ring}
    known = {frozenset(side) for side in sides}
    double = [[(2 * x, 2 * y) for x, y in ring] for ring in rings]
    found: list[Edge] = []
    for p, q in sorted(combinations(sorted(spots), 2), key=order):
        if frozenset((p, q)) in known or not _is_free((p, q), sides + found, spots):
            continue
        if sum(inside(ring, (p[0] + q[0], p[1] + q[1])) for ring in double) % 2:
            found.append((p, q))
    return found


def _compare(a: Spot, b: Spot) -> int:
    """Compare two ways by their angles from the right, counter-clockwise."""
    halves = [way[1] < 0 or (way[1] == 0 and way[0] < 0) for way in (a, b)]
    if halves[0] != halves[1]:
        return 1 if halves[0] else -1
    sine = a[0] * b[1] - a[1] * b[0]
    return -1 if sine > 0 else int(sine < 0)


def _from_right(here: Spot, ahead: Spot, spot: Spot) -> Spot:
    """Return a way from a place as seen by who looks ahead, mirrored: angles are clockwise."""
    (x, y), (a, b) = (
        (spot[0] - here[0], spot[1] - here[1]),
        (ahead[0] - here[0], ahead[1] - here[1]),
    )
    return (x * a + y * b, x * b - y * a)


def _faces(sides: list[Edge], diagonals: list[Edge]) -> list[list[Spot]]:
    """Return the rings to the left of sides, and on both sides of diagonals."""
    ways = [*sides, *diagonals, *((q, p) for p, q in diagonals)]
    out: dict[Spot, list[Spot]] = {}
    for p, q in ways:
        out.setdefault(p, []).append(q)

    def following(way: Edge) -> Edge:
        """Return the way out of its end that is next to the right hand of the way back."""
        before, here = way

        def compare(one: Spot, other: Spot) -> int:
            return _compare(_from_right(here, before, one), _from_right(here, before, other))

        others = [spot for spot in out[here] if spot != before] or [before]
        return (here, min(others, key=cmp_to_key(compare)))

    left, found = dict.fromkeys(ways), []
    while left:
        face = [next(iter(left))]
        while (after := following(face[-1])) != face[0]:
            face.append(after)
        for way in face:
            del left[way]
        found.append([p for p, _ in face])
    return found


def _is_convex(ring: list[Spot]) -> bool:
    """Whether a face of a division is convex; its vertices may be in line."""
    for k, here in enumerate(ring):
        before, after = ring[k - 1], ring[(k + 1) % len(ring)]
        turn = cross(before, here, after)
        ahead = sum((h - b) * (a - h) for b, h, a in zip(before, here, after, strict=True))
        if turn < 0 or (turn == 0 and ahead <= 0):
            return False
    return True


def _without_straight(ring: list[Spot]) -> list[Spot]:
    return [s for k, s in enumerate(ring) if cross(ring[k - 1], s, ring[(k + 1) % len(ring)])]


def faces_of(rings: list[list[Spot]], first: Order, removed: Order | None) -> list[list[Spot]]:
    """Return the convex parts that an order of diagonals makes, and an order of removing them."""
    spots = {spot for ring in rings for spot in ring}
    fine = [with_touches(ring, spots) for ring in rings]
    sides = [side for ring in fine for side in edges(ring)]
    diagonals = _diagonals(fine, first)
    for diagonal in sorted(diagonals, key=removed) if removed else ():
        fewer = [other for other in diagonals if other != diagonal]
        if all(_is_convex(face) for face in _faces(sides, fewer)):
            diagonals = fewer
    return [_without_straight(face) for face in _faces(sides, diagonals)]


def _length(edge: Edge) -> int:
    (x, y), (u, v) = edge
    return (u - x) ** 2 + (v - y) ** 2


def _slope(edge: Edge) -> Fraction:
    return Fraction((edge[1][1] - edge[0][1]) ** 2, _length(edge))


def _shuffled(seed: int) -> Order:
    return lambda edge: hash((edge, seed)) % 1009


ORDERS: dict[str, tuple[Order, Order | None]] = {
    "short": (_length, None),
    "long": (lambda edge: -_length(edge), None),
    "fans": (min, None),  # type: ignore[dict-item]
    "slabs": (_slope, lambda edge: -_slope(edge)),
    "columns": (lambda edge: -_slope(edge), _slope),
    "mosaic": (_shuffled(0), _length),
    "triangles": (_shuffled(1), None),
    "more triangles": (_shuffled(2), None),
}


def cuts_of(exterior: object, holes: tuple[object, ...] = ()) -> dict[str, Compound]:
    """Return an outline by the library's cut, and by the others that are not equal to it."""
    cut = cut_outline(exterior, holes)[0]  # type: ignore[arg-type]
    corners: Outline = np.split(cut.corners, cut.ring_offsets[1:-1])
    scale = scale_of(corners)
    rings = [whole(ring, scale) for ring in corners]
    there = {
        spot: given
        for ring, own in zip(rings, corners, strict=True)
        for spot, given in zip(ring, own.tolist(), strict=True)
    }
    found, known = {"own": Compound(cut)}, []  # type: ignore[arg-type]
    for name, (first, removed) in ORDERS.items():
        faces = faces_of(rings, first, removed)
        if (kind := {frozenset(face) for face in faces}) in known:
            continue
        known.append(kind)
        parts = np.array([there[spot] for face in faces for spot in face])
        offsets = np.cumsum([0, *map(len, faces)])
        whole_cut = cut._replace(
            vertices=parts, part_offsets=offsets, starts=np.array([0, len(faces)])
        )
        found[name] = Compound(whole_cut)  # type: ignore[arg-type]
    return found
