"""What two regions have in common, exactly: regions are bounded by rings, in rational arithmetic.

The edges of both are cut where they meet. The middle of each piece is inside of the other region,
outside, or on an edge of it; from a point, edges are counted that a ray crosses. Pieces decide all:
the insides overlap where a piece of one boundary is inside of the other region, or where pieces of
both are one and have their insides on the same side.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from fractions import Fraction

Spot = tuple[Fraction, Fraction]
Edge = tuple[Spot, Spot]
OUT, ON, IN = -1, 0, 1


def spots(ring: Iterable[Iterable[float]]) -> list[Spot]:
    return [(Fraction(x), Fraction(y)) for x, y in ring]


def edges_of(rings: Sequence[Sequence[Spot]]) -> list[Edge]:
    """Return the edges of rings; the inside is to the left."""
    return [edge for ring in rings for edge in zip(ring, [*ring[1:], ring[0]], strict=True)]


def turn(a: Spot, b: Spot, c: Spot) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_on(edge: Edge, spot: Spot) -> bool:
    (x, y), (u, v) = edge
    return (
        turn(*edge, spot) == 0
        and min(x, u) <= spot[0] <= max(x, u)
        and min(y, v) <= spot[1] <= max(y, v)
    )


def place(edges: Sequence[Edge], spot: Spot) -> int:
    """Return where a point is: IN, ON or OUT."""
    if any(is_on(edge, spot) for edge in edges):
        return ON
    crossed = 0
    for (x, y), (u, v) in edges:
        if (y > spot[1]) != (v > spot[1]):
            crossed += x + (spot[1] - y) * (u - x) / (v - y) > spot[0]
    return IN if crossed % 2 else OUT


def along(edge: Edge, share: Fraction) -> Spot:
    (x, y), (u, v) = edge
    return (x + share * (u - x), y + share * (v - y))


def shares(edge: Edge, other: Edge) -> list[Fraction]:
    """Return where an edge meets another one: from 0 at its start to 1."""
    (x, y), (u, v) = edge
    way, across = (u - x, v - y), (other[1][0] - other[0][0], other[1][1] - other[0][1])
    square = way[0] * way[0] + way[1] * way[1]
    found = [
        ((p - x) * way[0] + (q - y) * way[1]) / square for p, q in other if is_on(edge, (p, q))
    ]
    sine = way[0] * across[1] - way[1] * across[0]
    if sine != 0:
        seen = (other[0][0] - x, other[0][1] - y)
        t = (seen[0] * across[1] - seen[1] * across[0]) / sine
        s = (seen[0] * way[1] - seen[1] * way[0]) / sine
        if 0 <= t <= 1 and 0 <= s <= 1:
            found.append(t)
    return found


def pieces(edges: Sequence[Edge], others: Sequence[Edge]) -> list[tuple[Edge, Spot]]:
    """Return the middle of each piece of the edges, and the edge that it is of."""
    found = []
    for edge in edges:
        if edge[0] == edge[1]:
            continue
        cuts = {Fraction(0), Fraction(1)}
        for other in others:
            cuts.update(shares(edge, other))
        ordered = sorted(cuts)
        for low, high in itertools.pairwise(ordered):
            found.append((edge, along(edge, (low + high) / 2)))
    return found


def same_way(edge: Edge, others: Sequence[Edge], spot: Spot) -> bool:
    """Whether an edge at a place leads the way of the other edge there."""
    return any(
        (edge[1][0] - edge[0][0]) * (v[0] - u[0]) + (edge[1][1] - edge[0][1]) * (v[1] - u[1]) > 0
        for u, v in others
        if is_on((u, v), spot)
    )


class Relation:
    """Two regions, by their rings."""

    def __init__(self, a: Sequence[Sequence[Spot]], b: Sequence[Sequence[Spot]]) -> None:
        self.a, self.b = edges_of(a), edges_of(b)
        self.of_a = [(e, m, place(self.b, m)) for e, m in pieces(self.a, self.b)]
        self.of_b = [(e, m, place(self.a, m)) for e, m in pieces(self.b, self.a)]

    def touch(self) -> bool:
        """Whether they have a point in common."""
        found = [where for *_, where in self.of_a + self.of_b]
        ends = [place(self.b, edge[0]) for edge in self.a]
        ends += [place(self.a, edge[0]) for edge in self.b]
        return max(found + ends) >= ON

    def overlap(self) -> bool:
        """Whether their insides have a point in common."""
        return any(where == IN for *_, where in self.of_a + self.of_b) or any(
            where == ON and same_way(edge, self.b, middle) for edge, middle, where in self.of_a
        )

    def covers(self) -> bool:
        """Whether the first covers the second."""
        return not (
            any(where == OUT for *_, where in self.of_b)
            or any(where == IN for *_, where in self.of_a)
            or any(
                where == ON and not same_way(edge, self.b, middle)
                for edge, middle, where in self.of_a
            )
        )


def meets_inside(rings: Sequence[Sequence[Spot]], ends: Sequence[Spot], side: int) -> bool:
    """Whether a point, or a segment, has a point strictly inside of a region, or outside."""
    edges = edges_of(rings)
    if any(place(edges, end) == side for end in ends):
        return True
    if len(ends) == 1:
        return False
    return any(place(edges, m) == side for _, m in pieces([(ends[0], ends[1])], edges))
