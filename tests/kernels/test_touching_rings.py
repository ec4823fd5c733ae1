"""`convex_parts` of rings that touch themselves or each other in single points."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import outlines
import pytest
import shapely
import touching
from test_parts import require_pieces
from touching import Rings

import sepax
from sepax import Compound, CompoundArray, ShapeArray, convex_parts

BOX = [(0, 0), (6, 0), (6, 6), (0, 6)]
TOUCHING: dict[str, Rings] = {
    "hole at a vertex": [BOX, [(0, 0), (3, 1), (1, 3)]],
    "hole at an edge": [BOX, [(0, 2), (3, 1), (3, 3)]],
    "hole at an edge that slants": [[(0, 0), (6, 2), (0, 6)], [(3, 1), (2, 3), (1, 3)]],
    "hole at all edges": [BOX, [(3, 0), (6, 3), (3, 6), (0, 3)]],
    "hole at all vertices": [BOX, [(0, 0), (3, 1), (6, 0), (5, 3), (6, 6), (3, 5), (0, 6), (1, 3)]],
    "vertex of the exterior on a hole": [
        [(0, 0), (3, 2), (6, 0), (6, 6), (0, 6)],
        [(1, 2), (5, 2), (3, 4)],
    ],
    "two holes": [BOX, [(1, 1), (3, 3), (1, 3)], [(3, 3), (5, 3), (5, 5)]],
    "a hole on an edge of another": [BOX, [(1, 1), (3, 1), (3, 5)], [(3, 2), (5, 1), (5, 4)]],
    "chain from side to side": [
        BOX,
        [(0, 1), (2, 1), (2, 2)],
        [(2, 2), (4, 2), (3, 4)],
        [(4, 2), (6, 1), (5, 5)],
    ],
    "chain around an island": [
        BOX,
        [(1, 1), (5, 1), (3, 2)],
        [(5, 1), (5, 5), (4, 3)],
        [(5, 5), (1, 5), (3, 4)],
        [(1, 5), (1, 1), (2, 3)],
    ],
    "hole that is pinched": [BOX, [(1, 1), (3, 3), (5, 1), (5, 5), (3, 3), (1, 5)]],
    "hole around an island": [
        BOX,
        [(1, 1), (5, 1), (5, 5), (1, 5), (1, 1), (2, 3), (3, 4), (4, 4), (3, 2)],
    ],
    "exterior that is pinched": [[(0, 0), (2, 2), (4, 0), (4, 4), (2, 2), (0, 4)]],
    "exterior that is pinched at its left": [[(0, 3), (4, 0), (4, 2), (0, 3), (4, 4), (4, 6)]],
    "exterior that is pinched at an edge": [[(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)]],
    "exterior that closes around the outside": [
        [(0, 3), (0, 0), (6, 0), (6, 6), (0, 6), (0, 3), (2, 5), (5, 5), (5, 1), (2, 1)],
    ],
    "triangles in a row": [[(0, 0), (2, 1), (4, 0), (6, 1), (6, -1), (4, 0), (2, -1)]],
    "many holes at a point": [
        [(-9, -9), (9, -9), (9, 9), (-9, 9)],
        *([(0, 0), (x, y), (x - y, y + x)] for x, y in ((3, 1), (-1, 3), (-3, -1), (1, -3))),
        [(0, 0), (9, 1), (8, 2)],
    ],
    "many leaves at a point": [
        [
            spot
            for x, y in ((3, 1), (-1, 3), (-3, -1), (1, -3))
            for spot in ((0, 0), (x, y), (2 * x - y, 2 * y + x))
        ]
    ],
    "holes at both sides of a point": [
        [(0, 0), (3, 2), (6, 0), (6, 6), (0, 6)],
        [(3, 2), (5, 3), (3, 5)],
        [(3, 2), (2, 5), (1, 3)],
    ],
}
CROSSING: dict[str, tuple[Rings, str]] = {
    "exterior at a vertex": (
        [[(0, 0), (2, 2), (4, 3), (4, 0), (2, 2), (0, 4)]],
        r"exterior crosses or overlaps itself: .* vertex [01] .* meets .* vertex [34] ",
    ),
    "exterior at an edge": (
        [[(0, 0), (4, 0), (4, 2), (2, 0), (1, -2), (0, 2)]],
        r"exterior crosses or overlaps itself: .* vertex 0 .* 1 .* meets .* vertex [34] ",
    ),
    "hole at a vertex": ([BOX, [(0, 0), (3, 1), (-1, -3)]], r"exterior and holes\[0\] cross"),
    "hole at an edge": ([BOX, [(0, 2), (3, 1), (-3, 4)]], r"exterior and holes\[0\] cross"),
    "two holes": (
        [BOX, [(1, 1), (3, 3), (1, 3)], [(3, 3), (5, 3), (1, 2)]],
        r"holes\[0\] and holes\[1\] cross",
    ),
    "overlap": ([BOX, [(0, 2), (3, 1), (0, 3)]], r"exterior and holes\[0\] cross or overlap"),
    "overlap of holes": (
        [BOX, [(1, 1), (3, 1), (3, 5)], [(3, 2), (5, 1), (3, 4)]],
        r"holes\[0\] and holes\[1\] cross or overlap",
    ),
    "overlap of a ring": (
        [[(0, 0), (4, 0), (4, 4), (3, 0), (1, 0), (0, 4)]],
        r"exterior crosses or overlaps itself",
    ),
    "twice round": ([BOX + BOX], r"exterior crosses or overlaps itself"),
    "hole outside, at a vertex": ([BOX, [(6, 6), (8, 6), (7, 8)]], r"holes\[0\] lies outside"),
    "hole outside, at an edge": ([BOX, [(6, 3), (8, 2), (8, 3)]], r"holes\[0\] lies outside"),
    "hole around": ([[(1, 1), (3, 1), (3, 3)], [(1, 1), (9, -1), (5, 9)]], r"\[0\] lies outside"),
    "hole in the closed part of the outside": (
        [*TOUCHING["exterior that closes around the outside"], [(0, 3), (2, 2), (2, 4)]],
        r"holes\[0\] lies outside",
    ),
    "hole in a hole, at a vertex": (
        [BOX, [(1, 1), (3, 2), (2, 3)], [(1, 1), (5, 1), (5, 5), (1, 5)]],
        r"holes\[0\] lies inside holes\[1\]",
    ),
    "hole in a hole, at an edge": (
        [BOX, [(1, 1), (5, 1), (5, 5), (1, 5)], [(3, 1), (4, 3), (2, 3)]],
        r"holes\[1\] lies inside holes\[0\]",
    ),
}


def require_parts(rings: Rings, parts: ShapeArray, scale: float = 1.0) -> None:
    """Parts are the outline, and no edge of a ring is in them."""
    pieces = [[(int(x), int(y)) for x, y in part.vertices / scale] for part in parts]
    require_pieces(rings, pieces)
    sides = [side for ring in rings for side in outlines.edges(ring)]
    assert all(outlines.apart(piece, side) for piece in pieces for side in sides)


def cut(rings: Any, scale: float = 1.0) -> ShapeArray:
    exterior, *holes = (np.array(ring) * scale for ring in rings)
    return convex_parts(exterior, holes)


def mapped(rings: Rings, a: int, b: int, c: int, d: int) -> Rings:
    return [[(a * x + b * y, c * x + d * y) for x, y in ring] for ring in rings]


class TestTouching:
    @pytest.mark.parametrize("name", TOUCHING)
    def test_parts_are_the_outline(self, name: str) -> None:
        """Also turned, mirrored and sheared, so that each point is passed in several orders."""
        for matrix in ((1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, 1, 0), (3, 1, -1, 2)):
            rings = mapped(TOUCHING[name], *matrix)
            assert outlines.is_outline(rings)
            require_parts(rings, cut(rings))

    @pytest.mark.parametrize("name", TOUCHING)
    def test_however_given(self, name: str) -> None:
        rings = TOUCHING[name]
        expected = cut(rings).vertices
        for way in (1, -1):
            for shift in range(max(map(len, rings))):
                exterior, *holes = (np.roll(ring, shift, axis=0)[::way] for ring in rings)
                for order in list(permutations(holes))[:6]:
                    assert np.array_equal(cut([exterior, *order]).vertices, expected)

    @pytest.mark.parametrize("scale", [2.0**-500, 2.0**200, 2.0**-1074])
    @pytest.mark.parametrize("name", TOUCHING)
    def test_scales(self, name: str, scale: float) -> None:
        require_parts(TOUCHING[name], cut(TOUCHING[name], scale), scale)

    @pytest.mark.parametrize("name", CROSSING)
    def test_refused(self, name: str) -> None:
        rings, message = CROSSING[name]
        assert not outlines.is_outline(rings)
        for way in (1, -1):
            with pytest.raises(ValueError, match=message if way == 1 else r"exterior|holes\[\d\]"):
                cut([ring[::way] for ring in rings])

    def test_by_the_last_bit(self) -> None:
        """A hole's vertex that is not exactly on the exterior is inside, or crosses it."""
        exterior = [(0.0, 0.0), (0.3, 0.1), (0.0, 1.0)]
        for x, fine in ((0.15, True), (np.nextafter(0.15, 1.0), False), (0.15 - 1e-16, True)):
            hole = [(x, 0.05), (0.1, 0.2), (0.05, 0.2)]
            scale = outlines.scale_of([np.array(exterior), np.array(hole)])
            rings = [outlines.whole(np.array(ring), scale) for ring in (exterior, hole)]
            assert outlines.is_outline(rings) == fine
            if fine:
                assert len(convex_parts(exterior, [hole])) > 2
            else:
                with pytest.raises(ValueError, match=r"exterior and holes\[0\] cross"):
                    convex_parts(exterior, [hole])

    def test_compounds(self) -> None:
        rings = TOUCHING["chain from side to side"]
        whole = shapely.Polygon(rings[0], rings[1:])
        parts = len(cut(rings))
        assert len(Compound.from_polygon(rings[0], rings[1:]).parts) == parts
        assert len(Compound.from_shapely(whole).parts) == parts
        compound = CompoundArray.from_shapely([whole])[0]
        assert compound.area == whole.area
        assert not compound.intersects(sepax.Circle((1.6, 1.3), 0.1))
        assert compound.intersects(sepax.Circle((5.5, 5.5), 0.4))


class TestRandom:
    @staticmethod
    def require_alike(rings: Rings) -> bool:
        """As the oracle says, which accepts whatever GEOS calls valid."""
        accepted = outlines.is_outline(rings)
        polygon = shapely.Polygon(rings[0], rings[1:])
        assert accepted or not polygon.is_valid
        if accepted:
            require_parts(rings, cut(rings))
        else:
            with pytest.raises(ValueError, match=r"exterior|holes\[\d\]"):
                cut(rings)
        return accepted

    def test_around_triangles_of_a_lattice(self) -> None:
        rng, fine = random.Random(21), 0
        for _ in range(600):
            rings = touching.lattice_outline(rng.randrange(2, 6), rng)
            if rings is not None:
                matrix = rng.choice(((1, 0, 0, 1), (2, 1, -1, 1), (1, 3, 0, 1), (-1, 1, 2, 1)))
                fine += self.require_alike(mapped(rings, *matrix))
        assert fine > 300

    def test_with_a_vertex_moved(self) -> None:
        rng, fine = random.Random(22), 0
        for _ in range(600):
            rings = touching.lattice_outline(rng.randrange(2, 5), rng)
            if rings is not None:
                ring = rng.choice(rings)
                i, (x, y) = rng.randrange(len(ring)), rng.choice(ring)
                ring[i] = (x + rng.randrange(-1, 2), y + rng.randrange(-1, 2))
                fine += self.require_alike(rings)
        assert 50 < fine < 500

    def test_holes_in_a_box(self) -> None:
        rng, fine = random.Random(23), 0
        for _ in range(1500):
            holes = []
            for _ in range(rng.randrange(1, 4)):
                x, y = rng.randrange(5), rng.randrange(5)
                size = rng.choice((3, 4))
                holes.append([(x + rng.randrange(3), y + rng.randrange(3)) for _ in range(size)])
            fine += self.require_alike([BOX, *holes])
        assert 200 < fine < 1400

    def test_large_outlines(self) -> None:
        """Beside their area and their parts, exactly: no two parts overlap."""
        rng = random.Random(24)
        for _ in range(3):
            rings = touching.lattice_outline(30, rng)
            assert rings is not None
            parts = cut(rings)
            pieces = [[(int(x), int(y)) for x, y in part.vertices] for part in parts]
            assert all(map(outlines.is_convex, pieces))
            assert sum(map(outlines.area, pieces)) == outlines.area_of_outline(rings)
            assert len(sepax.find_pairs(parts, touching=False)) == 0

    @pytest.mark.parametrize("count", [1000, 20_000])
    def test_many_rings_at_one_point(self, count: int) -> None:
        angles = np.linspace(0.1, 3.0, 2 * count)
        ends = np.column_stack((np.cos(angles), np.sin(angles)))
        holes = np.concatenate((np.zeros((count, 1, 2)), ends.reshape(count, 2, 2)), axis=1)
        rng = np.random.default_rng(25)
        parts = convex_parts([(-2, 0), (2, 0), (2, 2), (-2, 2)], rng.permutation(holes))
        cut_out = sum(sepax.Polygon(hole).area for hole in holes)
        assert sum(part.area for part in parts) + cut_out == pytest.approx(8.0)
        assert len(parts) <= 6 * count
