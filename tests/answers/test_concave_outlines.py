"""Concave outlines, drawn and real, against exact arithmetic on their edges, and against shapely.

Coordinates are whole numbers, so that sums and products of int64 are exact: the oracle knows edges
that cross and points in polygons, and nothing of parts.
"""

from __future__ import annotations

import itertools
import json
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
import pytest
import shapely
import shapely.affinity
from outlines import FRAME, L_TILE, T_TILE, U_TILE, Outline, polygon
from test_compound import WHOLE

from sepax import Compound

Ints = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]


# --- the oracle -------------------------------------------------------------------


def whole(rings: Outline, scale: float = 1.0) -> list[Ints]:
    """Round outlines to whole numbers, without repeated vertices."""
    rounded = [np.round(np.asarray(ring) * scale).astype(np.int64) for ring in rings]
    return [ring[(ring != np.roll(ring, -1, axis=0)).any(axis=1)] for ring in rounded]


def edges_of(rings: list[Ints]) -> tuple[Ints, Ints]:
    return np.concatenate(rings), np.concatenate([np.roll(ring, -1, axis=0) for ring in rings])


def cross(a: Ints, b: Ints, c: Ints) -> Ints:
    """Return the sign of the turn from a to b to c."""
    ab, ac = b - a, c - a
    turn: Ints = np.sign(ab[..., 0] * ac[..., 1] - ab[..., 1] * ac[..., 0])
    return turn


def within(low: Ints, high: Ints, other_low: Ints, other_high: Ints) -> Truths:
    meets: Truths = np.all((low <= other_high) & (other_low <= high), axis=-1)
    return meets


def edges_meet(a: list[Ints], b: list[Ints]) -> bool:
    """Whether any edges have a point in common."""
    (p, q), (r, s) = edges_of(a), edges_of(b)
    near = within(np.minimum(p, q), np.maximum(p, q), r.min(axis=0), r.max(axis=0))
    p, q = p[near], q[near]
    if not len(p):
        return False
    near = within(np.minimum(r, s), np.maximum(r, s), np.minimum(p, q).min(axis=0),
                  np.maximum(p, q).max(axis=0))  # fmt: skip
    p, q, r, s = p[:, None], q[:, None], r[near][None], s[near][None]
    boxes = within(np.minimum(p, q), np.maximum(p, q), np.minimum(r, s), np.maximum(r, s))
    sides = cross(p, q, r) * cross(p, q, s) <= 0
    others = cross(r, s, p) * cross(r, s, q) <= 0
    return bool((boxes & sides & others).any())


def holds(rings: list[Ints], spots: Ints) -> Truths:
    """Whether points are inside or on the boundary: by the edges to the right of them."""
    p, q = (side[:, None] for side in edges_of(rings))
    spot = spots[None]
    turn = cross(p, q, spot)
    on = (turn == 0) & within(np.minimum(p, q), np.maximum(p, q), spot, spot)
    up = (p[..., 1] <= spot[..., 1]) & (q[..., 1] > spot[..., 1]) & (turn > 0)
    down = (q[..., 1] <= spot[..., 1]) & (p[..., 1] > spot[..., 1]) & (turn < 0)
    inside: Truths = on.any(axis=0) | ((up | down).sum(axis=0) % 2 == 1)
    return inside


def meet(a: list[Ints], b: list[Ints]) -> bool:
    return edges_meet(a, b) or bool(holds(a, b[0][:1])[0]) or bool(holds(b, a[0][:1])[0])


# --- outlines ---------------------------------------------------------------------

SPIRAL = polygon((0, 0), (9, 0), (9, 8), (1, 8), (1, 3), (6, 3), (6, 5), (3, 5), (3, 6), (7, 6),
                 (7, 2), (0, 2))  # fmt: skip
STAR = [outlines.star(14, 5)]
SMALL_U = polygon((0, 0), (5, 0), (5, 6), (4, 6), (4, 1), (1, 1), (1, 6), (0, 6))
PEG = polygon((0, 0), (5, 0), (5, 9), (3, 7), (0, 9))
RING_GEAR = [outlines.gear(24), outlines.gear(12, 5.0)]
PAIRS: dict[str, tuple[list[Ints], list[Ints]]] = {
    "combs": (whole([outlines.comb(6)]), whole([outlines.comb(5)[:, ::-1]])),
    "comb upside down": (whole([outlines.comb(6)]), whole([outlines.comb(6) * (1, -1)])),
    "spirals": (whole([SPIRAL]), whole([SPIRAL[:, ::-1]])),
    "U in U": (whole([U_TILE * 2]), whole([SMALL_U])),
    "star in star": (whole(STAR, 40), whole(STAR, 9)),
    "L and T": (whole([L_TILE]), whole([T_TILE])),
    "L and L": (whole([L_TILE]), whole([L_TILE * -1])),
    "gears": (whole([outlines.gear(12)], 4), whole([outlines.gear(9, 7.5)], 4)),
    "ring gear": (whole(RING_GEAR, 4), whole([outlines.gear(7, 3.0)], 4)),
    "frames": (whole(FRAME), whole([ring / 2 for ring in FRAME], 2)),
    "in a hole": (whole(FRAME), whole([U_TILE])),
    "sieve": (whole(outlines.sieve(3)), whole([T_TILE])),
    "slot and peg": (whole([U_TILE]), whole([PEG])),
    "skylines": (whole([outlines.skyline(7, 3)]), whole([outlines.skyline(5, 4) * -1])),
}


TWO = [pytest.param(pair, 60, id=name) for name, pair in PAIRS.items()] + [
    pytest.param((whole(one), whole(other)), 20, id=f"{a} and {b}")
    for (a, one), (b, other) in itertools.product(WHOLE.items(), repeat=2)
]


def compound(rings: list[Ints], **pose: Any) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], **pose)


def area_of(rings: list[Ints]) -> shapely.Polygon:
    return shapely.Polygon(rings[0], rings[1:])


def shifts(a: list[Ints], b: list[Ints], count: int, seed: int) -> list[tuple[int, int]]:
    """Return moves of b at random, and some that put a vertex on a vertex."""
    rng = np.random.default_rng(seed)
    one, other = np.concatenate(a), np.concatenate(b)
    low, high = one.min(axis=0) - other.max(axis=0) - 2, one.max(axis=0) - other.min(axis=0) + 3
    ways = rng.integers(low, high, (count, 2))
    tight = one[rng.integers(len(one), size=count)] - other[rng.integers(len(other), size=count)]
    return [(x, y) for x, y in np.concatenate((ways, tight)).tolist()]


@pytest.mark.parametrize(("pair", "count"), TWO)
def test_booleans_and_distances(pair: tuple[list[Ints], list[Ints]], count: int) -> None:
    (a, b), seen = pair, set()
    one, other = compound(a), compound(b)
    area, moving = area_of(a), area_of(b)
    for dx, dy in shifts(a, b, count, 1):
        other.position = (dx, dy)
        expected = meet(a, [ring + np.array((dx, dy)) for ring in b])
        assert one.intersects(other) == other.intersects(one) == expected, (dx, dy)
        there = shapely.affinity.translate(moving, dx, dy)
        deep = bool(shapely.relate_pattern(area, there, "T********"))
        assert one.intersects(other, touching=False) == deep, (dx, dy)
        assert other.intersects(one, touching=False) == deep, (dx, dy)
        apart = one.distance(other)
        assert (apart == 0.0) == (other.distance(one) == 0.0) == expected
        assert apart == pytest.approx(shapely.distance(area, there), rel=1e-12, abs=1e-12)
        assert one.covers(other) == shapely.covers(area, there)
        seen.add((expected, deep))
    assert len(seen) == 3 or count < 60


# --- real outlines ----------------------------------------------------------------


def hit_boxes() -> list[list[Ints]]:
    text = (resources.files("sepax") / "data" / "hitboxes.json").read_text(encoding="utf-8")
    return [whole([np.array(ring)]) for ring in json.loads(text)["hit_boxes"].values()]


def real() -> dict[str, list[Ints]]:
    """Return glyphs of a font at 100 to 10,000 vertices: the larger, the finer its curves."""
    glyphs = {
        f"{letter} of size {size:.0e}": whole(next(outlines.glyphs(letter, size)))
        for letter, size in (("@", 1e2), ("&", 1e3), ("8", 1e4), ("§", 1e4), ("@", 5e5), ("S", 1e6))
    }
    boxes = {f"hit box {k}": box for k, box in enumerate(hit_boxes()[::9])}
    return glyphs | boxes


REAL = real()


@pytest.mark.parametrize("name", REAL)
def test_real_outlines(name: str) -> None:
    rings = REAL[name]
    others = [REAL["@ of size 1e+02"], REAL["& of size 1e+03"]]
    size, rng = int(np.ptp(rings[0], axis=0).max()), np.random.default_rng(4)
    one, area, hits, total = compound(rings), area_of(rings), 0, 0
    for small in others:
        factor = max(size // (2 * int(np.ptp(small[0], axis=0).max())), 1)
        b = [ring * factor for ring in small]
        other, moving = compound(b), area_of(b)
        for dx, dy in shifts(rings, b, 8, 5):
            other.position = (dx, dy)
            expected = meet(rings, [ring + np.array((dx, dy)) for ring in b])
            assert one.intersects(other) == other.intersects(one) == expected
            there = shapely.affinity.translate(moving, dx, dy)
            assert one.distance(other) == pytest.approx(shapely.distance(area, there), abs=1e-9)
            hits, total = hits + expected, total + 1
        spots = rng.integers(-size // 9, size + size // 9, (150, 2)) + rings[0].min(axis=0)
        assert np.array_equal(one.contains(spots), holds(rings, spots))
    assert 2 < hits < total
