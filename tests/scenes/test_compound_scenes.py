"""Rays at compounds: answers are about the whole; and compounds in many poses."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import outlines
import pytest
from outlines import U_TILE, Outline, Spot, polygon
from test_compound import WHOLE, compound, holds

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray, ShapeIndex

OUTLINES: dict[str, Outline] = {
    **WHOLE,
    "notch down to a seam": [polygon((0, 0), (8, 0), (8, 6), (5, 6), (4, 2), (3, 6), (0, 6))],
    "sieve": outlines.sieve(2),
}


def spots_of(rings: Outline) -> list[list[Spot]]:
    tidy = [outlines.corners([(int(x), int(y)) for x, y in ring.tolist()]) for ring in rings]
    return [list(ring) for ring in tidy if ring is not None]


Exact = tuple[Fraction, Fraction]


def first_on_edge(origin: Spot, way: Spot, p: Spot, q: Spot) -> Fraction | None:
    """Return the time at which a ray first meets an edge, rationally."""
    (ex, ey), (dx, dy) = (q[0] - p[0], q[1] - p[1]), way
    wx, wy = p[0] - origin[0], p[1] - origin[1]
    across = dx * ey - dy * ex
    if across == 0:
        if dx * wy - dy * wx:
            return None
        length = dx * dx + dy * dy
        ends = [Fraction(wx * dx + wy * dy, length)]
        ends.append(ends[0] + Fraction(ex * dx + ey * dy, length))
        return None if max(ends) < 0 else max(min(ends), Fraction(0))
    time, along = Fraction(wx * ey - wy * ex, across), Fraction(wx * dy - wy * dx, across)
    return time if time >= 0 and 0 <= along <= 1 else None


def first_met(
    rings: list[list[Spot]], origin: Spot, way: Spot
) -> tuple[Fraction | None, list[tuple[float, float]]]:
    """Return when a ray from outside first meets an outline, and the normals there that face it."""
    times = [
        (time, edge)
        for ring in rings
        for edge in outlines.edges(ring)
        if (time := first_on_edge(origin, way, *edge)) is not None
    ]
    if not times:
        return None, []
    first = min(time for time, _ in times)
    normals = []
    for time, ((px, py), (qx, qy)) in times:
        length = math.hypot(qx - px, qy - py)
        if time == first:
            normals.append(((qy - py) / length, (px - qx) / length))
    return first, normals


def counter_clockwise(rings: list[list[Spot]]) -> list[list[Spot]]:
    """Wind the exterior counter-clockwise and holes clockwise: the inside is on the left."""
    return [
        ring if (outlines.area(ring) > 0) == (k == 0) else ring[::-1]
        for k, ring in enumerate(rings)
    ]


def rays_for(rings: list[list[Spot]], seed: int) -> list[tuple[Spot, Spot]]:
    """Return rays at random, at vertices, and along the lines through two vertices."""
    rng = np.random.default_rng(seed)
    corners = [spot for ring in rings for spot in ring]
    low, high = np.min(corners, axis=0) - 4, np.max(corners, axis=0) + 4
    rays: list[tuple[Spot, Spot]] = []
    for origin in rng.integers(low, high + 1, (60, 2)).tolist():
        rays += [((origin[0], origin[1]), (c[0] - origin[0], c[1] - origin[1])) for c in corners]
        rays.append(((origin[0], origin[1]), tuple(rng.integers(-5, 6, 2).tolist())))
    for (px, py), (qx, qy) in itertools.permutations(corners, 2):
        for far in (1, 3):
            rays.append(((px - far * (qx - px), py - far * (qy - py)), (qx - px, qy - py)))
    rays = [ray for ray in rays if ray[1] != (0, 0)]
    return [rays[k] for k in rng.permutation(len(rays))[:900]]


@pytest.fixture(params=OUTLINES, ids=str)
def rings(request: pytest.FixtureRequest) -> Outline:
    return OUTLINES[request.param]


class TestRays:
    def test_against_edges_in_rational_arithmetic(self, rings: Outline) -> None:
        whole, spots = compound(rings), counter_clockwise(spots_of(rings))
        rays, corners = rays_for(spots, 1), 0
        beside: list[Any] = [Circle((123457.5, 1e6), 0.1), whole]
        index = ShapeIndex(whole)
        origins, ways = np.array([r[0] for r in rays], float), np.array([r[1] for r in rays], float)
        hits = whole.raycast(origins, ways)
        for other in (sepax.raycast(index, origins, ways), sepax.raycast(beside, origins, ways)):
            assert np.array_equal(other.distance, hits.distance)
            assert np.array_equal(other.normal, hits.normal)
        for k, (origin, way) in enumerate(rays):
            hit, unit = hits[k], np.array(way) / math.hypot(*way)
            if holds(spots, origin):
                assert hit is not None
                assert hit.distance == 0.0
                assert hit.normal == pytest.approx((-unit[0], -unit[1]), abs=1e-15)
                continue
            first, normals = first_met(spots, origin, way)
            assert (hit is None) == (first is None), (origin, way)
            if hit is None or first is None:
                continue
            assert hit.index == 0
            assert hit.distance == pytest.approx(float(first) * math.hypot(*way), rel=1e-14)
            assert any(np.allclose(hit.normal, n, rtol=0, atol=1e-15) for n in normals), (
                origin, way, hit, normals)  # fmt: skip
            corners += len(normals) > 1
            if k % 10 == 0:
                assert whole.raycast(origin, way) == hit
                beyond: Any = sepax.raycast(beside, list(origin), list(way))
                assert (beyond.normal, beyond.index) == (hit.normal, 1)
        assert corners > 50

    @pytest.mark.parametrize("name", ["gear", "spiral", "star 100", "ring gear", "glyph 8"])
    @pytest.mark.parametrize("angle", [0.0, 0.7])
    def test_normals_are_those_of_the_outline(self, name: str, angle: float) -> None:
        rings = outlines.families()[name]
        size = float(np.ptp(rings[0]))
        whole = compound(rings, position=(3, 4), angle=angle)
        turn = np.array(((math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))))
        world = [ring @ turn + (3, 4) for ring in rings]
        starts = np.concatenate(world)
        ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in world])
        starts, ends = (side[(starts != ends).any(axis=1)] for side in (starts, ends))
        ways = (ends - starts) / np.linalg.norm(ends - starts, axis=1)[:, None]
        rng = np.random.default_rng(2)
        origins = whole.centroid + rng.uniform(-1, 1, (400, 2)) * size
        aims = starts[rng.integers(len(starts), size=400)]  # at vertices, where seams end
        hits = sepax.raycast(whole, origins, aims - origins)
        apart = whole.parts
        for k in np.flatnonzero(hits.hit & (hits.distance > 0)):
            parts = sepax.raycast(apart, origins[k], aims[k] - origins[k])
            assert parts is not None
            assert parts.distance == hits.distance[k]
            across = hits.point[k] - starts
            along = np.clip((across * ways).sum(axis=1), 0, np.linalg.norm(ends - starts, axis=1))
            near = np.linalg.norm(across - along[:, None] * ways, axis=1) < 1e-12 * size
            sines = np.abs((ways[near] * hits.normal[k]).sum(axis=1))
            assert near.any()
            assert sines.min() < 1e-9, (origins[k], aims[k], hits[k])

    def test_seams_are_not_felt(self) -> None:
        boxes = [
            Polygon([(x - 1, -1), (x, -2), (x + 1, -1), (x + 1, 1), (x - 1, 1)])
            for x in range(0, 40, 2)
        ]
        for angle in np.linspace(0.0, 3.0, 31).tolist():
            floor = Compound(boxes, angle=angle)
            c, s = math.cos(angle), math.sin(angle)
            for x in range(1, 38, 2):  # along the floor, down on the seams, and flat
                seam = (c * x - s, s * x + c)
                down = floor.raycast((seam[0] - 5 * s, seam[1] + 5 * c), (s, -c))
                assert down.normal == pytest.approx((-s, c), abs=1e-9)
                flat = floor.raycast((seam[0] - 9 * c - 1e-3 * s, seam[1] - 9 * s + 1e-3 * c),
                                     (c + 1e-3 * s / 9, s - 1e-3 * c / 9))  # fmt: skip
                assert flat is None or flat.normal == pytest.approx((-s, c), abs=1e-9) or x < 10
            start = (-5 * c - s, -5 * s + c)
            along = floor.raycast(start, (c, s))
            if along is not None:
                normal = np.array(along.normal) @ ((c, -s), (s, c))
                fine = [(-1, 0), (0, 1)] if along.distance < 4.5 else [(0, 1)]
                assert any(np.allclose(normal, n, atol=1e-9) for n in fine), (angle, along)

    def test_overlapping_and_round_parts(self) -> None:
        plus = Compound([Polygon.box(6, 2), Polygon.box(2, 6)])
        assert plus.raycast((5, 5), (-1, -1)).point == (1.0, 1.0)
        assert plus.raycast((5, 5), (-1, -1)).normal in ((1.0, 0.0), (0.0, 1.0))
        assert plus.raycast((5, 0.5), (-1, 0)).normal == (1.0, 0.0)
        pill = Compound([Polygon.box(4, 2), Circle((2, 0), 1), Capsule((-4, 0), (-2, 0), 1)])
        for x in (-4, -3, -2, -1, 0, 1, 2):
            hit = pill.raycast((x, 5), (0, -1))
            assert hit.distance == 4.0
            assert hit.normal == pytest.approx((0, 1), abs=1e-12)
        assert pill.raycast((0, 5), (0, -1), radius=0.5).distance == 3.5
        assert pill.raycast((2, 5), (0, -1), radius=0.5).normal == pytest.approx((0, 1))
        thin = Compound([Segment((0, 0), (2, 0)), Segment((2, 0), (4, 0)), Point((0, 3))])
        assert thin.raycast((2, 5), (0, -1)).normal == (0.0, 1.0)
        assert thin.raycast((-3, 3), (1, 0)).point == (0.0, 3.0)

    def test_thick_rays_along_many_parts(self) -> None:
        ring = outlines.large("star", 500)
        whole, rng = compound([ring], angle=0.3), np.random.default_rng(4)
        origins, ways = rng.uniform(-3, 3, (300, 2)), rng.normal(size=(300, 2))
        for radius in (0.0, 0.05):
            hits = sepax.raycast(whole, origins, ways, radius=radius)
            parts = sepax.raycast(whole.parts, origins, ways, radius=radius)
            assert np.array_equal(hits.distance, parts.distance)
            assert np.array_equal(hits.point, parts.point)
            assert np.array_equal(hits.hit, parts.hit)
            assert set(hits.index.tolist()) == {-1, 0}

    def test_all_that_a_ray_meets_comes_once(self) -> None:
        cups = [compound([U_TILE], position=(20 * k, 0)) for k in range(5)]
        scene: list[Any] = [*cups, Circle((-3, 1), 1)]
        for form in (scene, ShapeIndex(scene)):
            hits = sepax.raycast(form, [(-9, 1), (-9, 50), (110, 5)], [(1, 0), (1, 0), (-1, 0)],
                                 all=True)  # fmt: skip
            assert hits.ray.tolist() == [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2]
            assert hits.index.tolist() == [5, 0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
            assert hits.distance.tolist() == [5, 9, 29, 49, 69, 89, 21, 41, 61, 81, 101]
            assert (np.abs(hits.normal[:, 0]) == 1).all()
        one = sepax.raycast(scene, (-9, 5), (1, 0), max_distance=20, all=True)
        assert one.index.tolist() == [0]

    def test_forms(self) -> None:
        cup = compound([U_TILE])
        assert sepax.raycast([cup], (4, 9), (0, -1)) == cup.raycast((4, 9), (0, -1))
        assert cup.raycast((4, 9), (0, 1)) is None
        many = cup.raycast(np.full((40, 2), 9.5), np.linspace((-1, -0.4), (-1, -1), 40), workers=2)
        assert many.hit.all()
        again = cup.raycast(np.full((40, 2), 9.5), np.linspace((-1, -0.4), (-1, -1), 40), out=many)
        assert again is many
        with pytest.raises(ValueError, match="direction"):
            cup.raycast((0, 0), (0, 0))


class TestCopies:
    def test_a_sequence(self) -> None:
        cup = compound([U_TILE])
        copies: Any = cup.at([(0, 0), (20, 0), (40, 0)], 0.5)
        assert copies[1].same_as(compound([U_TILE], position=(20, 0), angle=0.5))
        places = [copy_.position for copy_ in copies[1:]]
        assert places == [(20, 0), (40, 0)]
        assert copies[-1].position == (40, 0)
        assert repr(copies) == "<CompoundArray: 3 compounds, 9 parts>"
        with pytest.raises(IndexError):
            copies[3]
        assert sepax.intersects(copies, Point((20, 1))).tolist() == [False, True, False]
        assert sepax.find_pairs(copies, list(copies)).tolist() == [[0, 0], [1, 1], [2, 2]]
        assert len(cup.at([(1, 2)], [1, 2, 3])) == 3
        empty = cup.at(np.empty((0, 2)))
        assert sepax.intersects_any(empty, cup).tolist() == []
        assert sepax.intersects_any(empty, cup, owner=[]).tolist() == []
        assert sepax.intersects_any(copies, ShapeArray()).tolist() == [False] * 3

    def test_what_is_refused(self) -> None:
        cup = compound([U_TILE])
        with pytest.raises(ValueError, match=r"positions\[1\] must be finite"):
            cup.at([(0, 0), (math.nan, 0)])
        with pytest.raises(ValueError, match=r"angles\[0\] must be finite and within 2\*\*31"):
            cup.at((0, 0), 2.0**32)
        with pytest.raises(ValueError, match="lengths differ"):
            cup.at([(0, 0), (1, 0)], [1, 2, 3])
        with pytest.raises(
            ValueError, match=r"compound 1: ring 0: at position .* work nearer to the origin"
        ):
            cup.at([(0, 0), (1e17, 0)], 0.5)
        with pytest.raises(ValueError, match="owner must have one number for each of 2 shapes"):
            sepax.intersects_any(cup.at([(0, 0)] * 2), cup, owner=[0])
        with pytest.raises(ValueError, match=r"owner\[1\] must not be negative"):
            sepax.intersects_any(cup.at([(0, 0)] * 2), cup, owner=[0, -1])


def test_any_two_parts_may_share_an_area() -> None:
    """Parts share an area, or only boundaries; any pair may be the one that decides."""
    places = [(2.0 * k, 0.0) for k in range(12)]
    row = Compound(ShapeArray.boxes(2, 2, places))
    assert row.area == 48.0
    assert row.overlap_area(row.copy()) == 48.0
    for k in range(12):
        moved = [(x + 0.5 * (j == k), y) for j, (x, y) in enumerate(places)]
        assert Compound(ShapeArray.boxes(2, 2, moved)).area == (48.0 if k == 11 else 47.0)
