"""`convex_parts`: exactly the outline, in few parts, over its own vertices."""

from __future__ import annotations

import json
from importlib import resources
from itertools import combinations
from typing import Any

import numpy as np
import outlines
import pytest
from hypothesis import given
from hypothesis import strategies as st
from outlines import FRAME, L_TILE, SQUARE, Outline, Ring, Spot, polygon

import sepax
from sepax import ShapeArray, convex_parts

FAMILIES = outlines.families()


def rings_of(parts: ShapeArray) -> list[Ring]:
    return [np.array(part.vertices) for part in parts]


def require_parts(outline: Outline, parts: ShapeArray) -> None:
    scale = outlines.scale_of(outline)
    rings = [outlines.whole(ring, scale) for ring in outline]
    require_pieces(rings, [outlines.whole(ring, scale) for ring in rings_of(parts)])


def require_pieces(rings: list[list[Spot]], pieces: list[list[Spot]]) -> None:
    """Parts are convex, over vertices of the outline, apart, inside, and all of it; and few."""
    spots = {spot for ring in rings for spot in ring}
    assert all(set(piece) <= spots for piece in pieces)
    assert all(outlines.is_convex(piece) for piece in pieces)
    assert sum(map(outlines.area, pieces)) == outlines.area_of_outline(rings)
    assert all(outlines.apart(a, b) for a, b in combinations(pieces, 2))
    thrice = [[(3 * x, 3 * y) for x, y in ring] for ring in rings]
    for piece in pieces:  # no corner has an edge within, so their mean decides
        middle = (sum(x for x, _ in piece[:3]), sum(y for _, y in piece[:3]))
        rounds = [abs(outlines.winding(ring, middle)) for ring in thrice]
        assert rounds == [1] + [0] * (len(rings) - 1)
    assert len(pieces) <= max(1, 2 * outlines.reflex_corners(rings) + 2 - len(rings))


def cut(outline: Outline) -> ShapeArray:
    return convex_parts(outline[0], outline[1:])


class TestFamilies:
    @pytest.mark.parametrize("name", FAMILIES)
    def test_parts_are_the_outline(self, name: str) -> None:
        outline = FAMILIES[name]
        scale = outlines.scale_of(outline)
        assert outlines.is_outline([outlines.whole(ring, scale) for ring in outline])
        require_parts(outline, cut(outline))

    @pytest.mark.parametrize("name", ["L", "T", "U", "frame", "comb", "gear", "skyline", "glyph g"])
    def test_mirrored_turned_and_however_wound(self, name: str) -> None:
        outline = FAMILIES[name]
        for transform in (
            np.array(((0.0, 1.0), (1.0, 0.0))),
            np.array(((-1.0, 0.0), (0.0, 1.0))),
            np.array(((0.0, 1.0), (-1.0, 0.0))),
        ):
            turned = [ring @ transform for ring in outline]
            require_parts(turned, cut(turned))
        for shift in (1, 2, 5):
            rolled = [np.roll(ring, shift, axis=0) for ring in outline]
            require_parts(rolled, cut(rolled))
        reversed_rings = [ring[::-1] for ring in outline]
        assert len(cut(reversed_rings)) == len(cut(outline))
        require_parts(reversed_rings, cut(reversed_rings))

    @pytest.mark.parametrize("count", [1000, 3000])
    @pytest.mark.parametrize("kind", ["star", "spiral", "skyline", "sliver", "comb"])
    def test_many_vertices(self, kind: str, count: int) -> None:
        """Area, corners and interiors exactly; what is inside at some points."""
        ring = outlines.large(kind, count)
        parts = convex_parts(ring)
        scale = outlines.scale_of([ring])
        spots = outlines.whole(ring, scale)
        pieces = [outlines.whole(piece, scale) for piece in rings_of(parts)]
        assert all(map(outlines.is_convex, pieces))
        assert {spot for piece in pieces for spot in piece} <= set(spots)
        assert sum(map(outlines.area, pieces)) == abs(outlines.area(spots))
        assert len(sepax.find_pairs(parts, touching=False)) == 0
        rng = np.random.default_rng(9)
        for x, y in rng.uniform(ring.min(axis=0), ring.max(axis=0), (20, 2)).tolist():
            spot = outlines.whole(np.array(((x, y),)), max(scale, 2**80))[0]
            fine = outlines.whole(ring, max(scale, 2**80))
            assert parts.contains((x, y)).any() == outlines.inside(fine, spot)

    def test_hit_boxes_of_sprites(self) -> None:
        data = json.loads(
            (resources.files("sepax") / "data" / "hitboxes.json").read_text(encoding="utf-8")
        )
        rings = [np.array(ring, dtype=np.float64) for ring in data["hit_boxes"].values()]
        assert rings
        for ring in rings:
            scale = outlines.scale_of([ring])
            if outlines.is_outline([outlines.whole(ring, scale)]):
                require_parts([ring], convex_parts(ring))
            else:
                with pytest.raises(ValueError, match="exterior"):
                    convex_parts(ring)

    def test_convex_outline_is_one_part(self) -> None:
        for shape in (sepax.Polygon.box(2, 3, angle=0.3), sepax.Polygon.regular(50, 2.0)):
            (part,) = convex_parts(shape.vertices)
            assert part.area == pytest.approx(shape.area)
            assert sorted(part.vertices.tolist()) == sorted(shape.vertices.tolist())

    def test_least_number_where_it_is_known(self) -> None:
        for name, least in {"L": 2, "T": 2, "U": 3, "frame": 4, "comb": 21, "gear": 25}.items():
            assert len(cut(FAMILIES[name])) == least, name

    def test_what_is_in_a_hole_or_a_slot(self) -> None:
        frame = cut(FRAME)
        assert not frame.intersects(sepax.Polygon.box(9, 9, position=(6, 6))).any()
        assert frame.intersects(sepax.Polygon.box(10, 9, position=(6, 6))).any()
        slot = convex_parts(outlines.U_TILE)
        peg = sepax.Polygon.box(5, 4, position=(4.5, 6))
        assert slot.intersects(peg).any()
        assert not slot.intersects(peg, touching=False).any()


class TestInput:
    @pytest.mark.parametrize("kind", [list, tuple, np.array, np.ascontiguousarray, iter])
    def test_any_points(self, kind: Any) -> None:
        expected = convex_parts(L_TILE)
        parts = convex_parts(kind(L_TILE.tolist()))
        assert np.array_equal(parts.vertices, expected.vertices)
        holes = (kind(ring.tolist()) for ring in FRAME[1:])
        assert len(convex_parts(kind(SQUARE.tolist()), holes)) == 4

    def test_layouts_of_arrays(self) -> None:
        expected = convex_parts(L_TILE).vertices
        for given_array in (
            np.asfortranarray(L_TILE),
            L_TILE.astype(">f8"),
            L_TILE.astype(np.float32),
            L_TILE.astype(np.uint8),
            np.repeat(L_TILE, 2, axis=0)[::2],
            np.repeat(L_TILE, 2, axis=0),
            np.concatenate((L_TILE, L_TILE[:1])),
        ):
            given_array.setflags(write=False)
            assert np.array_equal(convex_parts(given_array).vertices, expected)

    def test_straight_vertices_leave_nothing_behind(self) -> None:
        """Those halfway are exactly halfway, on this grid."""
        for ring in (L_TILE, outlines.T_TILE, outlines.comb(5), outlines.skyline(9, 2)):
            halves = (ring + np.roll(ring, -1, axis=0)) / 2.0
            fine = np.stack((ring, halves), axis=1).reshape(-1, 2)
            assert np.array_equal(convex_parts(fine).vertices, convex_parts(ring).vertices)
            require_parts([fine], convex_parts(fine))

    def test_negative_zero_is_zero(self) -> None:
        ring = np.concatenate((L_TILE, [(-0.0, 0.0), (0.0, -0.0)]))
        assert np.array_equal(convex_parts(ring).vertices, convex_parts(L_TILE).vertices)

    def test_nothing_of_the_caller_is_kept_or_changed(self) -> None:
        ring = L_TILE.copy()
        parts = convex_parts(ring)
        before = parts.vertices.copy()
        ring[:] = 7.0
        assert np.array_equal(parts.vertices, before)


class TestRefused:
    @pytest.mark.parametrize(
        ("ring", "message"),
        [
            ([], r"exterior needs at least 3 distinct vertices, got 0"),
            ([(1, 2)] * 5, r"exterior needs at least 3 distinct vertices, got 1"),
            ([(0, 0), (1, 1), (0, 0), (1, 1)], r"zero area"),
            ([(0, 0), (1, 1), (3, 3)], r"exterior has zero area: .* one line"),
            ([(0, 0), (4, 0), (2, 0), (4, 4)], r"doubles back on itself at vertex 1, \(4.0, 0.0\)"),
            ([(0, 0), (4, 4), (4, 0), (0, 4)], r"edge from vertex 0 .* vertex 1 .* vertex 2 .* 3 "),
            ([(0, 0), (4, 0), (4, 4), (2, -1), (0, 4)], r"vertex 0 .* 1 .* meets .* vertex [23] "),
            (
                [(0, 0), (2, 2), (4, 3), (4, 0), (2, 2), (0, 4)],
                r"exterior crosses or overlaps itself: the edge from vertex 1 at \(2.0, 2.0\)",
            ),
            ([(0, 0), (4, 0), (4, 4), (3, 0), (1, 0), (0, 4)], r"vertex 0 .* 1 .* vertex 3 .* 4 "),
            ([(0, 0), (1, float("nan")), (1, 1)], r"exterior\[1\] must be finite"),
            ([(0, 0), (1, 0), (1, 1e80)], r"exterior\[2\] must be finite and within 2\*\*240"),
            ([1, 2, 3], r"exterior must have the shape \(n, 2\)"),
            (np.zeros((3, 3)), r"exterior must have the shape \(n, 2\)"),
        ],
    )
    def test_exterior(self, ring: Any, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            convex_parts(ring)

    @pytest.mark.parametrize(
        ("holes", "message"),
        [
            ([[(1, 1), (2, 1), (2, 20)]], r"exterior, the edge .* meets, of holes\[0\], the edge"),
            ([[(1, 1), (2, 1), (2, 12), (1, 12)]], r"exterior and holes\[0\] cross or overlap"),
            ([[(0, 0), (2, 1), (1, -2)]], r"exterior and holes\[0\] cross or overlap"),
            ([SQUARE], r"exterior and holes\[0\] cross or overlap"),
            ([[(20, 1), (21, 1), (20, 2)]], r"holes\[0\] lies outside the exterior"),
            ([[(-9, -9), (30, -9), (30, 30), (-9, 30)]], r"holes\[0\] lies outside the exterior"),
            (
                [[(1, 1), (8, 1), (8, 8)], [(6, 2), (7, 2), (7, 3)]],
                r"holes\[1\] lies inside holes\[0\]",
            ),
            (
                [[(6, 2), (7, 2), (7, 3)], [(1, 1), (8, 1), (8, 8)]],
                r"holes\[0\] lies inside holes\[1\]",
            ),
            (
                [[(1, 1), (4, 1), (4, 4)], [(3, 2), (6, 2), (6, 3)]],
                r"holes\[0\] and holes\[1\] cross",
            ),
            ([[(1, 1), (4, 1), (4, 4)]] * 2, r"holes\[0\] and holes\[1\] cross or overlap"),
            ([[(1, 1), (2, 2)]], r"holes\[0\] needs at least 3 distinct vertices, got 2"),
            ([[(1, 1), (3, 1), (2, 1), (3, 3)]], r"holes\[0\] doubles back on itself at vertex 1"),
            ([[(1, 1), (2, 1), (2, np.inf)]], r"holes\[0\]\[2\] must be finite"),
            ([(1, 1), (2, 1), (2, 2)], r"holes\[0\] must have the shape \(n, 2\)"),
        ],
    )
    def test_holes(self, holes: Any, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            convex_parts(SQUARE, holes)

    def test_holes_in_holes_outside(self) -> None:
        corner = polygon((0, 0), (1, 0), (1, 1))
        nested = [
            1.0 * corner + (22.6, 0.4),
            3.0 * corner + (22.0, 0.2),
            9.0 * corner + (20.0, 0.0),
        ]
        with pytest.raises(ValueError, match=r"holes\[0\] lies outside the exterior"):
            convex_parts(SQUARE, nested)

    def test_hole_between_the_arms(self) -> None:
        """Left of one arm and right of another, and in neither."""
        with pytest.raises(ValueError, match=r"holes\[0\] lies outside the exterior"):
            convex_parts(outlines.U_TILE, [[(3, 4), (6, 4), (6, 6)]])

    @pytest.mark.parametrize("stranger", [None, 3, "ab", b"ab", {1, 2}, {1: 2}, object()])
    def test_strangers(self, stranger: Any) -> None:
        with pytest.raises(TypeError, match="exterior must be an"):
            convex_parts(stranger)
        with pytest.raises(TypeError, match=r"holes\[0\] must be an"):
            convex_parts(SQUARE, [stranger])

    @pytest.mark.parametrize("stranger", [None, 3, "ab", b"ab"])
    def test_strangers_as_holes(self, stranger: Any) -> None:
        with pytest.raises(TypeError, match="holes must be rings in an iterable"):
            convex_parts(SQUARE, stranger)

    def test_grazing_by_the_least(self) -> None:
        """A vertex above, on and below an edge."""
        for y, fine in ((np.nextafter(0.0, 1.0), True), (0.0, True), (-1e-300, False)):
            ring = [(0, 0), (4, 0), (4, 4), (2, y), (0, 4)]
            if fine:
                require_parts([polygon(*ring)], convex_parts(ring))
            else:
                with pytest.raises(ValueError, match="crosses or overlaps itself"):
                    convex_parts(ring)


GRID = st.tuples(st.integers(0, 4), st.integers(0, 4))


class TestAnyRings:
    @staticmethod
    def check(rings: list[list[tuple[int, int]]]) -> None:
        arrays = [np.array(ring, dtype=np.float64) for ring in rings]
        if outlines.is_outline(rings):
            require_parts(arrays, cut(arrays))
        else:
            with pytest.raises(ValueError, match=r"exterior|holes\[\d\]"):
                cut(arrays)

    @given(st.lists(GRID, min_size=3, max_size=9))
    def test_of_whole_numbers(self, ring: list[tuple[int, int]]) -> None:
        self.check([ring])

    def test_many_of_whole_numbers(self) -> None:
        """Most rings at random cross themselves; a hundred and more of these do not."""
        rng, fine = np.random.default_rng(11), 0
        for _ in range(2000):
            size = int(rng.integers(4, 9))
            ring = [(x, y) for x, y in rng.integers(0, 5, (size, 2)).tolist()]
            fine += outlines.is_outline([ring])
            self.check([ring])
        assert fine > 100

    def test_many_holes_of_whole_numbers(self) -> None:
        rng, fine = np.random.default_rng(12), 0
        frame = [(0, 0), (9, 0), (9, 9), (5, 9), (5, 6), (4, 9), (0, 9)]
        for _ in range(1000):
            holes = []
            for _ in range(int(rng.integers(1, 4))):
                low = rng.integers(0, 7, 2)
                holes.append([(x, y) for x, y in (low + rng.integers(0, 4, (3, 2))).tolist()])
            fine += outlines.is_outline([frame, *holes])
            self.check([frame, *holes])
        assert fine > 100

    def test_stars_moved_by_the_last_bit(self) -> None:
        """Corners of a lattice, each moved by a few float64 numbers: nearly straight everywhere."""
        rng = np.random.default_rng(13)
        for seed in range(40):
            ring = outlines.skyline(6, seed) / 3.0 + 0.1
            ring += rng.integers(-2, 3, ring.shape) * np.spacing(ring)
            spots = outlines.whole(ring, outlines.scale_of([ring]))
            if outlines.is_outline([spots]):
                require_parts([ring], convex_parts(ring))
            else:
                with pytest.raises(ValueError, match="exterior"):
                    convex_parts(ring)

    def test_against_shapely(self) -> None:
        import shapely

        for seed in range(30):
            ring, hole = outlines.star(50, seed), outlines.star(20, seed, 0.3, 0.1)
            whole = shapely.Polygon(ring, [hole])
            if not whole.is_valid:
                continue
            union = shapely.union_all(convex_parts(ring, [hole]).to_shapely())
            assert shapely.symmetric_difference(whole, union).area < 1e-12
