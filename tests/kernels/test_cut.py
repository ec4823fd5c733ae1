"""`cut_outlines`: many outlines as each by itself, and as few parts as can be."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
import pytest
from decompositions import fewest_parts
from outlines import FRAME, L_TILE, SQUARE, T_TILE, U_TILE, Outline, Ring, Spot, polygon

import sepax
from sepax import Polygon, convex_parts
from sepax._core.cutting import Cutter
from sepax.outlines import Cut, cut_outlines

Arrays = tuple[Ring, npt.NDArray[np.intp], npt.NDArray[np.intp]]

FAMILIES = outlines.families()
PLUS = polygon(
    *((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1)),
    (1, 1),
)
BOW = polygon((0, 0), (4, 4), (4, 0), (0, 4))
REFUSED: dict[str, Outline] = {
    "no ring": [],
    "nothing": [np.empty((0, 2))],
    "a point": [np.ones((5, 2))],
    "a line": [polygon((0, 0), (1, 1), (3, 3))],
    "a spike": [polygon((0, 0), (4, 0), (2, 0), (4, 4))],
    "a bow": [BOW],
    "a star of five lines": [sepax.Polygon.regular(5, 1.0).vertices[[0, 2, 4, 1, 3]]],
    "a crossing at a vertex": [polygon((0, 0), (2, 2), (4, 3), (4, 0), (2, 2), (0, 4))],
    "an edge on an edge": [polygon((0, 0), (4, 0), (4, 4), (3, 0), (1, 0), (0, 4))],
    "not finite": [polygon((0, 0), (1, np.nan), (1, 1))],
    "infinite": [SQUARE, polygon((1, 1), (2, 1), (2, np.inf))],
    "too large": [polygon((0, 0), (1, 0), (1, 1e80))],
    "a hole across": [SQUARE, polygon((1, 1), (2, 1), (2, 20))],
    "a hole outside": [SQUARE, polygon((20, 1), (21, 1), (20, 2))],
    "a hole around": [SQUARE, 3.0 * SQUARE - 12.0],
    "a hole in a hole": [SQUARE, polygon((1, 1), (8, 1), (8, 8)), polygon((6, 2), (7, 2), (7, 3))],
    "a hole between the arms": [U_TILE, polygon((3, 4), (6, 4), (6, 6))],
    "a comb that crosses itself": [outlines.comb(20) + np.eye(80, 1, -40) * (9.0, 0.0)],
    "a hole outside a comb": [outlines.comb(20), polygon((2, 4), (3, 4), (2, 5))],
}


def gathered(many: list[Outline]) -> Arrays:
    """Return outlines as arrays."""
    rings = [ring for outline in many for ring in outline]
    sizes = np.array([0, *map(len, rings)], np.intp)
    counts = np.array([0, *map(len, many)], np.intp)
    return np.concatenate([np.empty((0, 2)), *rings]), np.cumsum(sizes), np.cumsum(counts)


def parts_of(cut: Cut, i: int) -> list[Ring]:
    """Return the parts of the i-th outline that is kept."""
    numbers = range(cut.starts[i], cut.starts[i + 1])
    return [cut.vertices[cut.part_offsets[k] : cut.part_offsets[k + 1]] for k in numbers]


def require_same(cut: Cut, other: Cut) -> None:
    for one, two in zip(cut, other, strict=True):
        assert one.dtype == two.dtype
        assert np.array_equal(one, two)


def least_of(ring: Ring) -> int:
    return fewest_parts(outlines.whole(ring, outlines.scale_of([ring])))


def turned(ring: Ring, angle: float) -> Ring:
    return outlines.moved([ring], 1.0, 0.0, angle)[0]


class TestBulk:
    def test_as_each_by_itself(self) -> None:
        many = list(FAMILIES.values())
        cut = cut_outlines(*gathered(many))
        assert cut.kept.dtype == bool
        assert cut.kept.all()
        assert cut.vertices.flags.c_contiguous
        for i, outline in enumerate(many):
            parts, single = parts_of(cut, i), convex_parts(outline[0], outline[1:])
            assert len(parts) == len(single)
            for part, shape in zip(parts, single, strict=True):
                assert np.array_equal(part, shape.vertices)

    @pytest.mark.parametrize("workers", [4, np.int64(3)])
    def test_workers_do_not_matter(self, workers: int) -> None:
        many = [*FAMILIES.values(), [L_TILE], [SQUARE]] * 12
        arrays = gathered(many)
        require_same(cut_outlines(*arrays, workers=workers), cut_outlines(*arrays))
        bad = gathered([*many, *REFUSED.values()])
        skipped = cut_outlines(*bad, "skip")
        require_same(cut_outlines(*bad, "skip", workers), skipped)
        assert np.array_equal(skipped.vertices, cut_outlines(*arrays).vertices)

    def test_the_first_fault_is_named(self) -> None:
        """Whichever thread comes upon which."""
        many: list[Outline] = [[U_TILE]] * 60_000
        for row in (59_000, 31_000, 30_999, 3):
            many[row] = [BOW]
            for workers in (1, 2, 4):
                with pytest.raises(ValueError, match=f"^outline {row}: exterior crosses"):
                    cut_outlines(*gathered(many), workers=workers)

    @pytest.mark.parametrize("name", REFUSED)
    def test_refused_like_a_single_one(self, name: str) -> None:
        outline = REFUSED[name]
        arrays = gathered([FRAME, outline, [L_TILE]])
        with pytest.raises(ValueError, match="outline 1: ") as many:
            cut_outlines(*arrays)
        if outline:
            with pytest.raises(ValueError, match=r"exterior|holes") as single:
                convex_parts(outline[0], outline[1:])
            assert str(many.value) == f"outline 1: {single.value}"
        cut = cut_outlines(*arrays, "skip")
        assert cut.kept.tolist() == [True, False, True]
        require_same(
            cut._replace(kept=np.ones(2, bool)), cut_outlines(*gathered([FRAME, [L_TILE]]))
        )

    def test_nothing_at_all(self) -> None:
        for name in ("no ring", "nothing", "a bow"):
            cut = cut_outlines(*gathered([REFUSED[name]] * 2), "skip")
            assert [len(column) for column in cut] == [0, 1, 1, 2, 0, 1, 1]
        cut = cut_outlines([], [0], [0])
        assert [len(column) for column in cut] == [0, 1, 1, 0, 0, 1, 1]

    def test_rings_that_are_kept_are_outlines(self) -> None:
        """All edges of small ones are compared; larger ones are swept."""
        rng = np.random.default_rng(5)
        many: list[Outline] = []
        for _ in range(1200):
            size = int(rng.integers(3, 9))
            many.append([rng.integers(0, 5, (size, 2)).astype(np.float64)])
        for seed in range(600):
            ring = outlines.skyline(10, seed)
            ring[rng.integers(len(ring), size=2)] += rng.integers(-2, 3, (2, 2))
            hole = polygon((0, 0), (1, 0), (1, 1)) / 2.0 + rng.integers(-2, 12, 2) * (1.0, 0.25)
            many.append([2.0 * ring, 2.0 * hole] if seed % 2 else [ring])
        kept = cut_outlines(*gathered(many), "skip").kept
        known = [outlines.is_outline([outlines.whole(r, 4) for r in rings]) for rings in many]
        assert kept.tolist() == known
        assert 100 < np.count_nonzero(kept[:1200]) < 1150
        assert 100 < np.count_nonzero(kept[1200:]) < 550


class TestArguments:
    ARRAYS = gathered([[L_TILE], FRAME])

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"ring_offsets": [0, 6, 10]}, "ring_offsets must lead from 0 .* vertices, 14"),
            ({"ring_offsets": [1, 6, 10, 14]}, "ring_offsets must lead from 0"),
            ({"ring_offsets": []}, "ring_offsets must lead from 0"),
            ({"ring_offsets": [0, 10, 6, 14]}, r"ring_offsets\[2\] must not decrease"),
            ({"ring_offsets": [[0, 6, 10, 14]]}, r"ring_offsets must have the shape \(n,\)"),
            ({"polygon_offsets": [0, 1]}, "polygon_offsets must lead from 0 .* rings, 3"),
            ({"polygon_offsets": [0, 2, 1, 3]}, r"polygon_offsets\[2\] must not decrease"),
            ({"polygon_offsets": [0, -(2**62), 3]}, r"polygon_offsets\[1\] must not decrease"),
            ({"vertices": np.zeros((14, 3))}, r"vertices must .* the shape \(n, 2\)"),
            ({"invalid": "hull"}, "invalid must be raise or skip, got 'hull'"),
            ({"invalid": None}, "invalid must be raise or skip"),
            ({"workers": 0}, "workers"),
        ],
    )
    def test_values(self, change: dict[str, Any], message: str) -> None:
        named = dict(zip(("vertices", "ring_offsets", "polygon_offsets"), self.ARRAYS, strict=True))
        with pytest.raises(ValueError, match=message):
            cut_outlines(**(named | change))

    @pytest.mark.parametrize("stranger", [None, "ab", {1, 2}, object(), [0.5, 6.5]])
    def test_strangers(self, stranger: Any) -> None:
        for i in range(3):
            arrays: list[Any] = list(self.ARRAYS)
            arrays[i] = stranger
            with pytest.raises((TypeError, ValueError)):
                cut_outlines(*arrays)

    def test_layouts(self) -> None:
        vertices, rings, polygons = self.ARRAYS
        expected = cut_outlines(*self.ARRAYS)
        for kind in (np.asfortranarray, np.float32, np.int16, np.ndarray.tolist):
            given: Any = kind(vertices)
            require_same(cut_outlines(given, rings.tolist(), polygons.astype(np.uint8)), expected)
        vertices.setflags(write=False)
        require_same(cut_outlines(vertices, rings, polygons), expected)

    def test_compiled_part_defends_itself(self) -> None:
        vertices, rings, polygons = self.ARRAYS
        counts = np.empty(2, np.intp)
        for changed in (
            (vertices, rings[:-1], polygons, counts),
            (vertices, rings[::-1].copy(), polygons, counts),
            (vertices, rings[[0, 2, 1, 3]], polygons, counts),
            (vertices, rings, polygons + 1, counts),
            (vertices, rings[:0], polygons, counts),
            (vertices, rings, polygons, counts[:1]),
            (np.zeros((14, 3)), rings, polygons, counts),
        ):
            with pytest.raises(ValueError, match=r"offsets must|vertices must"):
                Cutter(*changed, False)
        cutter = Cutter(vertices, rings, polygons, counts, False)
        for start, stop in ((-1, 1), (0, 3), (2, 1)):
            with pytest.raises(IndexError):
                cutter.cut(start, stop)
        assert cutter.cut(0, 2) == 2
        parts, size, rings_kept, corners = cutter.totals()
        assert (rings_kept, corners) == (3, 14)
        for wrong in ((size, parts), (size - 1, parts + 1)):
            with pytest.raises(ValueError, match="room for the totals"):
                cutter.write(np.empty((wrong[0], 2)), np.empty(wrong[1], np.intp))
        for wrong in ((corners, rings_kept), (corners - 1, rings_kept + 1)):
            with pytest.raises(ValueError, match="room for the totals"):
                cutter.write_rings(np.empty((wrong[0], 2)), np.empty(wrong[1], np.intp))


class TestFewParts:
    @pytest.mark.parametrize(
        ("ring", "least"), [(L_TILE, 2), (T_TILE, 2), (U_TILE, 3), (PLUS, 3), (SQUARE, 1)]
    )
    def test_tiles(self, ring: Ring, least: int) -> None:
        """From each vertex on, either way round, at any angle."""
        assert least_of(ring) == least
        for angle in np.linspace(0.0, 7.0, 30):
            tile = turned(ring, angle)
            turned_least = least if angle == 0.0 else least_of(tile)
            forms = [
                np.roll(tile, k, axis=0)[::way] for k, way in product(range(len(ring)), (1, -1))
            ]
            cut = cut_outlines(*gathered([[form] for form in forms]))
            counts = np.diff(cut.starts)
            assert (counts == counts[0]).all()
            # Corners that were in line are so nearly: the least number may need too thin parts.
            assert turned_least <= counts[0] <= turned_least + (ring is T_TILE and angle > 0.0)
            all_parts = cut.vertices.reshape(len(forms), -1)
            if ring is SQUARE:  # one part, as a polygon has it
                rings = [Polygon(form).vertices for form in forms]
                assert np.array_equal(cut.vertices, np.concatenate(rings))
            else:
                assert (all_parts == all_parts[0]).all()

    @pytest.mark.parametrize("ring", [T_TILE, PLUS, outlines.comb(6)])
    def test_turned_parts_can_be_posed(self, ring: Ring) -> None:
        """They are not so thin that rounding would turn them over."""
        rng = np.random.default_rng(10)
        for angle in np.linspace(0.1, 6.0, 40):
            whole = sepax.Compound.from_polygon(turned(ring, angle))
            for _ in range(10):
                x, y = rng.uniform(-30.0, 30.0, 2).tolist()
                whole.set_pose(x, y, float(rng.uniform(-4.0, 4.0)))

    @pytest.mark.parametrize("name", ["frame", "ring gear", "sieve, turned", "glyph B", "star 100"])
    def test_however_given(self, name: str) -> None:
        exterior, *holes = FAMILIES[name]
        expected = convex_parts(exterior, holes).vertices
        rng = np.random.default_rng(6)

        def mixed(ring: Ring) -> Ring:
            return np.roll(ring, int(rng.integers(len(ring))), axis=0)[:: rng.choice((1, -1))]

        for _ in range(10):
            order = rng.permutation(len(holes))
            parts = convex_parts(mixed(exterior), [mixed(holes[k]) for k in order])
            assert np.array_equal(parts.vertices, expected)

    def test_letters(self) -> None:
        for letter in outlines.glyphs("EFHLMNTUXZfkrt257"):
            assert len(convex_parts(letter[0])) == least_of(letter[0])
        for letter in outlines.glyphs("CGS"):  # of more than 64 corners
            assert len(convex_parts(letter[0])) <= 1.06 * least_of(letter[0])

    def test_gears_and_combs(self) -> None:
        for ring in (outlines.gear(10), outlines.gear(15), outlines.comb(9)):
            assert len(convex_parts(turned(ring, 0.3))) == least_of(turned(ring, 0.3))

    def test_small_rings_have_the_least(self) -> None:
        """Many of whole numbers, with corners in line; and stars."""
        rng = np.random.default_rng(7)
        rings = [outlines.star(int(rng.integers(6, 25)), seed) for seed in range(60)]
        rings += [outlines.skyline(int(rng.integers(2, 6)), seed) for seed in range(150)]
        rings += [np.round(4.0 * outlines.star(12, seed)) for seed in range(400)]
        cut = cut_outlines(*gathered([[ring] for ring in rings]), "skip")
        fine = [ring for ring, kept in zip(rings, cut.kept, strict=True) if kept]
        assert len(fine) > 300
        for ring, count in zip(fine, np.diff(cut.starts).tolist(), strict=True):
            if not outlines.have_touches([outlines.whole(ring, outlines.scale_of([ring]))]):
                assert count == least_of(ring)

    @pytest.mark.parametrize(
        "name", ["star 100", "ring gear", "sieve", "glyph 8", "spiral", "skyline"]
    )
    def test_no_two_parts_make_a_convex_one(self, name: str) -> None:
        self.require_apart(FAMILIES[name])

    def test_no_two_parts_of_large_outlines_make_a_convex_one(self) -> None:
        self.require_apart([outlines.star(207, 814469401)])  # an edge beside a region was needed
        for seed in range(6):
            self.require_apart([outlines.star(300, seed)])
            self.require_apart([outlines.star(150, seed), outlines.star(40, seed, 0.1, 0.2)])

    @staticmethod
    def require_apart(outline: Outline) -> None:
        scale = outlines.scale_of(outline)
        parts = convex_parts(outline[0], outline[1:])
        pieces = [outlines.whole(np.array(part.vertices), scale) for part in parts]
        sides = {edge: k for k, piece in enumerate(pieces) for edge in outlines.edges(piece)}
        for (a, b), k in sides.items():
            other = sides.get((b, a))
            if other is not None and k < other:
                assert not is_convex_without(pieces[k], pieces[other], a, b)

    def test_large_outlines_are_near_the_least(self) -> None:
        """A triangulation merged once has a tenth more parts than can be."""
        rings = [outlines.star(60, seed) for seed in range(6)]
        parts = sum(len(convex_parts(ring)) for ring in rings)
        least = sum(map(least_of, rings))
        assert least <= parts <= 1.05 * least


def is_convex_without(one: list[Spot], two: list[Spot], a: Spot, b: Spot) -> bool:
    """Whether two convex parts are one, without the edge a -> b of the first between them."""
    i, j = one.index(a), two.index(b)
    n, m = len(one), len(two)
    ends = (
        (one[i - 1], a, two[(two.index(a) + 1) % m]),
        (two[j - 1], b, one[(one.index(b) + 1) % n]),
    )
    return all(outlines.cross(*corner) >= 0 for corner in ends)


def test_parts_of_random_outlines_do_not_overlap() -> None:
    """Nearly straight corners, many in line, and holes: the areas add up, and nothing meets."""
    rng = np.random.default_rng(8)
    for seed in range(60):
        ring = outlines.skyline(int(rng.integers(3, 12)), seed) / 3.0 + 0.1
        ring += rng.integers(-1, 2, ring.shape) * np.spacing(ring)
        hole = polygon((0.2, 0.2), (0.4, 0.3), (0.3, 0.4)) * (1.0, rng.choice((-1.0, 1.0)))
        outline = [ring, hole]
        scale = outlines.scale_of(outline)
        rings = [outlines.whole(one, scale) for one in outline]
        if not outlines.is_outline(rings):
            continue
        parts = convex_parts(ring, [hole])
        pieces = [outlines.whole(np.array(part.vertices), scale) for part in parts]
        assert sum(map(outlines.area, pieces)) == outlines.area_of_outline(rings)
        assert all(outlines.apart(a, b) for a, b in combinations(pieces, 2))


def test_regions_do_not_close_around_small_holes() -> None:
    rng = np.random.default_rng(9)
    fine = 0
    for _ in range(400):
        corners = rng.integers(3, 9, 2) + rng.integers(0, 3, (2, 3, 2))
        outline = [SQUARE, *corners[: rng.integers(1, 3)].astype(np.float64)]
        rings = [outlines.whole(ring, 1) for ring in outline]
        if outlines.is_outline(rings):
            fine += 1
            parts = convex_parts(SQUARE, outline[1:])
            pieces = [outlines.whole(np.array(part.vertices), 1) for part in parts]
            assert sum(map(outlines.area, pieces)) == outlines.area_of_outline(rings)
            assert all(outlines.apart(a, b) for a, b in combinations(pieces, 2))
    assert fine > 100
