"""``mtv`` of compounds: after the move they just touch, and no shorter one parts them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import outlines
import pytest
from outlines import FRAME, L_TILE, T_TILE, U_TILE, Outline, polygon

from sepax import Compound

Vector = tuple[float, float]
EPSILON = Fraction(1, 2**53)

FAMILIES = outlines.families()
OUTLINES: dict[str, Outline] = {
    "L": [L_TILE],
    "T": [T_TILE],
    "U": [U_TILE],
    "frame": FRAME,
    "plus": [polygon((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2),
                     (0, 1), (1, 1))],
    "comb": [outlines.comb(6)],
    "comb, turned": FAMILIES["comb, turned"],
    "spiral": [outlines.spiral(60)],
    "gear": [outlines.gear(12)],
    "star": [outlines.star(21, 4)],
    "skyline": [outlines.skyline(8, 3)],
    "glyph 8": FAMILIES["glyph 8"],
    "large": FAMILIES["large"],
    "tiny": FAMILIES["tiny"],
}  # fmt: skip


def compound(rings: Outline, **pose: Any) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], **pose)


def parts_of(shape: Any) -> list[Any]:
    return list(shape.parts) if isinstance(shape, Compound) else [shape]


def length(vector: Vector) -> float:
    return math.hypot(*vector)


def size(*shapes: Any) -> float:
    """The larger side of the box around all of them."""
    bounds = np.array([shape.bounds for shape in shapes])
    return float(np.max(bounds[:, 2:].max(axis=0) - bounds[:, :2].min(axis=0)))


def exact_ring(shape: Any, vector: Vector = (0.0, 0.0)) -> list[tuple[Fraction, Fraction]]:
    dx, dy = map(Fraction, vector)
    return [(Fraction(x) + dx, Fraction(y) + dy) for x, y in shape.vertices.tolist()]


def deeper(a: Any, b: Any, vector: Vector, bound: Fraction) -> bool:
    """Whether two polygons, a moved, overlap by more than a bound; exact."""
    one, other = exact_ring(a, vector), exact_ring(b)
    for ring, points in ((one, other), (other, one)):
        for k, (x, y) in enumerate(ring):
            ex, ey = ring[k - 1][0] - x, ring[k - 1][1] - y  # against the direction of the edge
            out = min(ex * (q - y) - ey * (p - x) for p, q in points)
            if out >= 0 or out * out <= bound * bound * (ex * ex + ey * ey):
                return False
    return True


def judge(a: Any, b: Any, vector: Vector) -> None:
    """After the move nothing overlaps by more than the bound, and something touches."""
    bound = 16 * EPSILON * Fraction(size(a, b))
    for one in parts_of(a):
        low, high = np.split(np.array(one.bounds) + np.tile(vector, 2), 2)
        for other in parts_of(b):
            if (low < other.bounds[2:]).all() and (high > other.bounds[:2]).all():
                assert not deeper(one, other, vector, bound), (one, other)
    moved = a.copy()
    moved.move(*vector)
    slack = 1e-14 * (size(a, b) + max(map(abs, (*a.bounds, *b.bounds))))
    assert moved.distance(b) <= slack


def shortest(a: Any, b: Any) -> float:
    """How short a move parts the shapes, as shapely has it, from the union of all obstacles."""
    import shapely

    unit = size(a, b)
    differences = [
        shapely.MultiPoint(
            ((q.vertices[None] - p.vertices[:, None]) / unit).reshape(-1, 2)
        ).convex_hull
        for p in parts_of(a)
        for q in parts_of(b)
    ]
    union = shapely.union_all(differences)
    return unit * float(shapely.distance(union.boundary, shapely.Point(0, 0)))


def poses(a: Compound, b: Compound, count: int, seed: int, turn: float = 3.0) -> Iterator[None]:
    """Pose b at random, about where it is over a."""
    rng, reach = np.random.default_rng(seed), 0.4 * size(a, b)
    for _ in range(count):
        b.angle = float(rng.uniform(-turn, turn))
        way = np.mean(a.vertices, axis=0) - np.mean(b.vertices, axis=0)
        b.move(*(way + rng.uniform(-reach, reach, 2)).tolist())
        if a.intersects(b, touching=False):
            yield


@pytest.mark.parametrize("name", OUTLINES)
def test_two_outlines(name: str) -> None:
    scale, found = 1.0, 0
    for k, other in enumerate(("L", "U", "plus", "star", name)):
        rings = OUTLINES[other]
        if other != name:
            scale = 0.4 * float(np.ptp(OUTLINES[name][0]) / np.ptp(rings[0]))
        a, b = compound(OUTLINES[name]), compound([ring * scale for ring in rings])
        for _ in poses(a, b, 6, k):
            vector = a.mtv(b)
            judge(a, b, vector)
            expected = shortest(a, b)
            assert length(vector) == pytest.approx(expected, rel=1e-9, abs=1e-12 * size(a, b))
            back = b.mtv(a)
            assert length(back) == pytest.approx(expected, rel=1e-9, abs=1e-12 * size(a, b))
            found += 1
        scale = 1.0
    assert found > 5
