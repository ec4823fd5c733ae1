"""Areas of compounds: what parts have and share together counts once."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from outlines import T_TILE
from test_compound import WHOLE, compound
from test_cover_together import tiles

import sepax
from sepax import Capsule, Circle, Compound, Polygon, Segment, ShapeArray

Spot = tuple[Fraction, Fraction]
Ring = list[Spot]


def parts_of(shape: Any) -> list[Any]:
    return list(shape.parts) if isinstance(shape, Compound) else [shape]


# --- exact answers, by cutting pieces off ---


def exact(shape: Any) -> Ring:
    return [(Fraction(x), Fraction(y)) for x, y in shape.vertices.tolist()]


def side(a: Spot, b: Spot, c: Spot) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def kept(ring: Ring, a: Spot, b: Spot, sign: int) -> Ring:
    """What of a convex ring is to the left (1) or the right (-1) of a line."""
    out = []
    for p, q in zip(ring, ring[1:] + ring[:1], strict=True):
        before, after = sign * side(a, b, p), sign * side(a, b, q)
        if before >= 0:
            out.append(p)
        if before * after < 0:
            share = before / (before - after)
            out.append((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
    return out


def area(ring: Ring) -> Fraction:
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in pairs), Fraction(0)) / 2


def is_beside(ring: Ring, other: Ring) -> bool:
    """Whether the boxes around two rings share no area."""
    boxes = [[(min(row), max(row)) for row in zip(*one, strict=True)] for one in (ring, other)]
    return any(p[1] <= q[0] or q[1] <= p[0] for p, q in zip(*boxes, strict=True))


def without(ring: Ring, other: Ring) -> list[Ring]:
    """Convex pieces of a ring that are not in another."""
    if is_beside(ring, other):
        return [ring]
    pieces, rest = [], ring
    for a, b in zip(other, other[1:] + other[:1], strict=True):
        outside = kept(rest, a, b, -1)
        if area(outside) > 0:
            pieces.append(outside)
        rest = kept(rest, a, b, 1)
        if area(rest) <= 0:
            return [ring]
    return pieces


def union(rings: Iterable[Ring]) -> list[Ring]:
    """Convex pieces that share no area, of all that some rings cover."""
    pieces: list[Ring] = []
    for ring in rings:
        new = [ring]
        for piece in list(pieces):
            new = [rest for old in new for rest in without(old, piece)]
        pieces += new
    return pieces


def exact_area(shape: Any) -> Fraction:
    return sum(map(area, union(exact(part) for part in parts_of(shape))), Fraction(0))


def exact_shared(a: Any, b: Any) -> Fraction:
    """The area of a less that of what is left of it without b."""
    pieces = union(exact(part) for part in parts_of(a))
    for other in parts_of(b):
        pieces = [rest for piece in pieces for rest in without(piece, exact(other))]
    return exact_area(a) - sum(map(area, pieces), Fraction(0))


def judge_areas(a: Any, b: Any) -> float:
    """Shared area and IoU, both ways round, to the bit."""
    shared, share = float(sepax.overlap_area(a, b)), sepax.iou(a, b)
    assert sepax.overlap_area(b, a) == shared
    assert sepax.iou(b, a) == share
    expected, largest = float(exact_shared(a, b)), max(a.area, b.area)
    assert shared == pytest.approx(expected, rel=1e-11, abs=1e-13 * largest)
    if not sepax.intersects(a, b, touching=False):
        assert shared == share == 0.0
    whole = float(exact_area(a) + exact_area(b)) - expected
    assert share == pytest.approx(expected / whole, rel=1e-10, abs=1e-13)
    assert 0.0 <= share <= 1.0
    return shared


@pytest.mark.parametrize("name", ["T", "frame", "comb", "star", "skyline"])
def test_areas_of_outlines(name: str) -> None:
    whole, rng = compound(WHOLE[name]), np.random.default_rng(3)
    for other, count in (("L", 3), ("U", 2), (name, 1)):
        b = compound(WHOLE[other])
        for _ in range(count):
            x, y, angle = (rng.uniform(-1, 1, 3) * (5, 5, 3)).tolist()
            b.set_pose(x, y, angle)
            judge_areas(whole, b)
            b.set_pose(round(x), round(y), 0)
            judge_areas(whole, b)
    assert whole.iou(whole) == whole.iou(whole.copy()) == 1.0
    assert whole.overlap_area(whole) == pytest.approx(whole.area, rel=1e-12)
    assert judge_areas(whole, Polygon.box(50, 50)) == pytest.approx(whole.area, rel=1e-12)


def heap(seed: int, count: int = 4) -> Compound:
    rng, made = np.random.default_rng(seed), []
    for _ in range(count):
        x, y, angle = (rng.uniform(-1, 1, 3) * (3, 3, 4)).tolist()
        sides, size = int(rng.integers(3, 7)), float(rng.uniform(0.5, 3))
        made.append(Polygon.regular(sides, size, position=(x, y), angle=angle))
    return Compound(made)


@pytest.mark.parametrize("seed", range(6))
def test_areas_of_parts_that_overlap(seed: int) -> None:
    a, b = heap(seed), heap(seed + 50)
    assert a.area == pytest.approx(float(exact_area(a)), rel=1e-13)
    judge_areas(a, b)
    judge_areas(a, compound([T_TILE]))
    judge_areas(a, Polygon.box(3, 2, angle=0.2))
    assert a.iou(a) == 1.0
    b.move(30, 0)
    assert judge_areas(a, b) == 0.0


def test_parts_that_overlap_count_once() -> None:
    plus = Compound([Polygon.box(6, 2), Polygon.box(2, 6)])
    assert plus.area == 20.0
    assert plus.overlap_area(Polygon.box(2, 2)) == 4.0
    assert plus.iou(Polygon.box(6, 6)) == pytest.approx(20 / 36)
    assert plus.iou(plus) == 1.0
    twice = Compound([Polygon.box(2, 2), Polygon.box(2, 2)])
    assert twice.area == 4.0
    assert twice.iou(Polygon.box(2, 2)) == pytest.approx(1.0, abs=1e-15)
    balls = Compound([Circle((0, 0), 1), Circle((0, 0), 1), Circle((9, 0), 2)])
    assert balls.area == pytest.approx(5 * np.pi, rel=1e-14)
    lens = 2 * np.pi / 3 - np.sqrt(3) / 2
    pair = Compound([Circle((0, 0), 1), Circle((1, 0), 1)])
    assert pair.area == pytest.approx(2 * np.pi - lens, rel=1e-14)
    assert pair.overlap_area(Polygon.box(20, 20)) == pytest.approx(2 * np.pi - lens, rel=1e-14)
    assert pair.overlap_area(pair.parts[0]) == pytest.approx(np.pi, rel=1e-14)
    assert Compound([Segment((0, 0), (4, 0)), Polygon.box(2, 2)]).area == 4.0
    assert Compound([Segment((0, 0), (4, 0)), Segment((2, -2), (2, 2))]).area == 0.0


@pytest.mark.parametrize("seed", range(4))
def test_areas_of_rounded_parts_against_shapely(seed: int) -> None:
    import shapely

    rng = np.random.default_rng(seed)

    def made() -> Compound:
        parts: list[Any] = []
        for k in range(6):
            (x, y), r = rng.uniform(-3, 3, 2).tolist(), float(rng.uniform(0.3, 1.5))
            stone = Polygon.box(2, 1, position=(x, y), angle=r, radius=r / 2)
            parts.append([Circle((x, y), r), Capsule((x, y), (x + 1, y - 2), r), stone][k % 3])
        return Compound(parts)

    a, b = made(), made()

    def area_of(shape: Compound) -> Any:
        cores = [
            (shapely.MultiPoint(part.vertices).convex_hull, part.radius) for part in shape.parts
        ]
        return shapely.union_all([core.buffer(radius, 2000) for core, radius in cores])

    one, other = area_of(a), area_of(b)
    assert a.area == pytest.approx(one.area, rel=1e-6)
    assert a.overlap_area(b) == pytest.approx(one.intersection(other).area, rel=1e-6)
    assert b.overlap_area(a) == a.overlap_area(b)
    assert (
        a.iou(b)
        == b.iou(a)
        == pytest.approx(one.intersection(other).area / one.union(other).area, rel=1e-6)
    )


def test_areas_in_rows() -> None:
    whole = Compound(tiles(3))
    boxes = ShapeArray.boxes(1, 1, [(1, 1), (0, 0), (9, 1)])
    assert whole.overlap_area(boxes).tolist() == [1.0, 0.25, 0.0]
    assert boxes.iou(whole).tolist() == [1 / 9, 0.25 / 9.75, 0.0]
    assert sepax.iou([whole, boxes[0]], [whole, whole]).tolist() == [1.0, 1 / 9]
    assert sepax.overlap_area(whole, boxes, pairs=[(0, 1)]).tolist() == [0.25]
    out = np.empty(3)
    assert whole.iou(boxes, out=out, workers=2) is out
    assert isinstance(whole.iou(whole), float)
