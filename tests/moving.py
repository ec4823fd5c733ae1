"""What is inside of outlines of integers, exactly, by their vertices and edges."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import outlines
from outlines import Edge, Spot

Rings = list[list[Spot]]


def sides(rings: Rings) -> list[Edge]:
    return [edge for ring in rings for edge in outlines.edges(ring)]


def is_on(rings: Rings, spot: Spot) -> bool:
    return any(outlines.on(edge, spot) for edge in sides(rings))


def is_inside(rings: Rings, spot: Spot) -> bool:
    """Whether a spot is inside of an outline, and not on its boundary."""
    return not is_on(rings, spot) and sum(outlines.inside(ring, spot) for ring in rings) % 2 == 1


def enters(rings: Rings, edge: Edge) -> bool:
    """Whether an edge has a point inside: between two neighbours of where it meets edges."""
    (px, py), (qx, qy) = edge
    dx, dy = qx - px, qy - py
    length, cuts = dx * dx + dy * dy, {Fraction(0), Fraction(1)}
    for a, b in sides(rings):
        ex, ey = b[0] - a[0], b[1] - a[1]
        across = dx * ey - dy * ex
        if across:
            cuts.add(Fraction((a[0] - px) * ey - (a[1] - py) * ex, across))
        else:
            cuts |= {Fraction((s[0] - px) * dx + (s[1] - py) * dy, length) for s in (a, b)}
    kept = sorted(t for t in cuts if 0 <= t <= 1)
    for s, t in pairwise(kept):
        middle, unit = (s + t) / 2, ((s + t) / 2).denominator
        wide = [[(x * unit, y * unit) for x, y in ring] for ring in rings]
        spot = (px * unit + int(middle * unit) * dx, py * unit + int(middle * unit) * dy)
        if is_inside(wide, spot):
            return True
    return False
