"""Outlines whose rings touch: rings at random around triangles of a lattice.

Some triangles of a lattice are filled. Their boundary passes a point several times where filled
triangles meet in that point alone; rings are linked there in either way. The exterior is one of
those around filled triangles, and the holes are all that are inside of it.
"""

from __future__ import annotations

import random

from outlines import Edge, Spot, area, edges, winding

Rings = list[list[Spot]]


def triangles(size: int, rng: random.Random) -> list[list[Spot]]:
    """Return the halves of the cells of a lattice, counter-clockwise, cut along either diagonal."""
    found: list[list[Spot]] = []
    for x in range(size):
        for y in range(size):
            a, b, c, d = (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
            found += [[a, b, c], [a, c, d]] if rng.random() < 0.5 else [[a, b, d], [b, c, d]]
    return found


def around(spot: Spot, other: Spot) -> tuple[int, int]:
    """A key that sorts lattice neighbours of a spot counter-clockwise."""
    ring = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    return ring.index((other[0] - spot[0], other[1] - spot[1])), 0


def walks(boundary: set[Edge], rng: random.Random) -> Rings:
    """Link edges with the inside to the left to rings that do not cross."""
    after: dict[Edge, Edge] = {}
    for spot in {a for a, _ in boundary}:
        out = sorted((e for e in boundary if e[0] == spot), key=lambda e: around(spot, e[1]))
        into = sorted((e for e in boundary if e[1] == spot), key=lambda e: around(spot, e[0]))
        if around(spot, into[0][0]) < around(spot, out[0][1]):
            into = into[1:] + into[:1]  # the sector of out[i] ends with into[i]
        shift = rng.randrange(2)  # each sector by itself, or all of them joined
        for i, edge in enumerate(into):
            after[edge] = out[(i + shift) % len(out)]
    rings = []
    while after:
        first, edge = next(iter(after.items()))
        ring = [first[0]]
        del after[first]
        while edge != first:
            ring.append(edge[0])
            edge = after.pop(edge)
        rings.append(ring)
    return rings


def is_within(ring: list[Spot], other: list[Spot]) -> bool:
    """Whether a place to the left of a hole's first edge, nearly, is inside another ring."""
    (ax, ay), (bx, by) = ring[0], ring[1]
    spot = (5 * (ax + bx) - (by - ay), 5 * (ay + by) + (bx - ax))
    return winding([(10 * x, 10 * y) for x, y in other], spot) > 0


def lattice_outline(size: int, rng: random.Random) -> Rings | None:
    """Return rings at random, mostly an outline; None if there is no exterior."""
    share = rng.uniform(0.4, 0.95)
    filled = [triangle for triangle in triangles(size, rng) if rng.random() < share]
    sides = {side for triangle in filled for side in edges(triangle)}
    found = walks({(a, b) for a, b in sides if (b, a) not in sides}, rng)
    exteriors = [ring for ring in found if area(ring) > 0]
    if not exteriors:
        return None
    exterior = max(exteriors, key=area)
    holes = [ring for ring in found if area(ring) < 0 and is_within(ring, exterior)]
    return [exterior, *holes]
