"""Outlines that are refused, mended by invalid="repair"; and what the report says."""

from __future__ import annotations

import copy
import itertools
import pickle
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from compound_rows import frozen
from outlines import FRAME, L_TILE, star

import sepax
from sepax import Compound, CompoundArray, Repairs

shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")

Ring = Any
SQUARE = [(0, 0), (6, 0), (6, 6), (0, 6)]
NAN = float("nan")
DEFECTS: dict[str, tuple[list[Ring], str, float, float]] = {  # rings, words, areas before and after
    "bow tie": ([[(0, 0), (2, 2), (2, 0), (0, 2)]], "crosses or overlaps itself", 0.0, 2.0),
    "keyhole": (
        [[*SQUARE, (0, 3), (1, 3), (1, 5), (5, 5), (5, 1), (1, 1), (1, 3), (0, 3)]],
        "crosses or overlaps itself",
        20.0,
        20.0,
    ),
    "spike": ([[(0, 0), (4, 0), (4, 4), (8, 4), (4, 4), (0, 4)]], "doubles back", 16.0, 16.0),
    "cut": ([[(0, 0), (4, 0), (4, 4), (2, 4), (2, 1), (2, 4), (0, 4)]], "doubles back", 16.0, 16.0),
    "twice round": ([[*SQUARE, (0, 0), (6, 0), (6, 6), (0, 6)]], "crosses or overlaps", 72.0, 36.0),
    "a loop over itself": (
        [[(0, 0), (4, 0), (4, 4), (1, 4), (1, 1), (3, 1), (3, 3), (0, 3)]],
        "crosses or overlaps itself",
        19.0,
        15.0,
    ),
    "hole outside": ([SQUARE, [(9, 0), (9, 2), (7, 2)]], "outside the exterior", 34.0, 36.0),
    "hole crossing": ([SQUARE, [(5, 1), (8, 1), (8, 2), (5, 2)]], "cross or overlap", 33.0, 35.0),
    "holes that touch along an edge": (
        [SQUARE, [(1, 1), (3, 1), (3, 3), (1, 3)], [(3, 1), (5, 1), (5, 3), (3, 3)]],
        "cross or overlap",
        28.0,
        28.0,
    ),
    "holes that overlap": (
        [SQUARE, [(1, 1), (4, 1), (4, 3), (1, 3)], [(3, 1), (5, 1), (5, 3), (3, 3)]],
        "cross or overlap",
        26.0,
        28.0,
    ),
    "hole along the exterior": (
        [SQUARE, [(0, 1), (3, 1), (3, 3), (0, 3)]],
        "cross or overlap",
        30.0,
        30.0,
    ),
    "hole in a hole": (
        [SQUARE, [(1, 1), (5, 1), (5, 5), (1, 5)], [(2, 2), (3, 2), (3, 3), (2, 3)]],
        "inside holes",
        19.0,
        20.0,
    ),
    "hole without area": ([SQUARE, [(1, 1), (2, 2), (3, 3)]], "zero area", 36.0, 36.0),
    "hole of two points": ([SQUARE, [(1, 1), (2, 2)]], "3 distinct", 36.0, 36.0),
    "hole of no points": ([SQUARE, np.empty((0, 2))], "3 distinct", 36.0, 36.0),
}
NOTHING: dict[str, tuple[list[Ring], str]] = {
    "flat": ([[(0, 0), (1, 1), (2, 2)]], "zero area"),
    "two points": ([[(0, 0), (1, 1)]], "at least 3 distinct"),
    "one point thrice": ([[(1, 1)] * 3], "at least 3 distinct"),
    "no ring": ([], "got no ring"),
    "empty ring": ([np.empty((0, 2))], "at least 3 distinct"),
    "hole over all": ([SQUARE, SQUARE], "cross or overlap"),
    "nan": ([[(0, 0), (1, 0), (NAN, 1)]], "must be finite"),
    "far": ([[(0, 0), (1, 0), (0, 1e300)]], r"within 2\*\*240"),
    "nan in a hole": ([SQUARE, [(1, 1), (2, NAN), (3, 1)]], "must be finite"),
}


def table(outlines: Sequence[Sequence[Ring]]) -> tuple[npt.NDArray[np.float64], Any, Any]:
    """Return outlines as `from_outlines` takes them."""
    rings = [np.asarray(ring, float).reshape(-1, 2) for rings in outlines for ring in rings]
    vertices = np.concatenate([np.empty((0, 2)), *rings])
    return vertices, np.cumsum([0, *map(len, rings)]), np.cumsum([0, *map(len, outlines)])


def mend(outlines: Sequence[Sequence[Ring]], **options: Any) -> tuple[CompoundArray, Repairs]:
    return CompoundArray.from_outlines(*table(outlines), invalid="repair", **options)


def polygon(rings: list[Ring]) -> Any:
    return shapely.Polygon(rings[0], rings[1:])


def same_rows(some: CompoundArray, others: CompoundArray) -> bool:
    return all(a.same_as(b) for a, b in zip(some, others, strict=True))


@pytest.mark.quick
@pytest.mark.parametrize("name", DEFECTS)
def test_each_defect(name: str) -> None:
    rings, words, before, after = DEFECTS[name]
    good = [[L_TILE], FRAME]
    given = [good[0], rings, good[1]]
    with pytest.raises(ValueError, match=f"outline 1: .*{words}"):
        CompoundArray.from_outlines(*table(given))
    array, repairs = mend(given)
    assert repairs.rows.tolist() == [1]
    assert repairs.polygons.tolist() == [0]
    assert repairs.kept.tolist() == [True] * 3
    assert words in repairs.reasons[0]
    assert repairs.area_before.tolist() == [before]
    assert repairs.area_after.tolist() == [after]
    assert array.areas[1] == after
    assert same_rows(array[[0, 2]], CompoundArray.from_outlines(*table(good)))
    single = Compound.from_polygon(rings[0], rings[1:], invalid="repair")
    assert single.same_as(array[1])
    if name in ("keyhole", "hole in a hole"):
        assert len(array[1].holes) == 1
    array.set_poses(angles=0.3)  # so thin pieces are left that rounding would take away


@pytest.mark.quick
@pytest.mark.parametrize("name", NOTHING)
def test_nothing_is_left(name: str) -> None:
    rings, words = NOTHING[name]
    array, repairs = mend([[L_TILE], rings, [L_TILE], rings])
    assert repairs.kept.tolist() == [True, False, True, False]
    assert repairs.rows.tolist() == [1, 3]
    assert repairs.area_after.tolist() == [0.0, 0.0]
    assert np.isnan(repairs.area_before[0]) == ("nan" in name)
    assert repr(repairs) == "<Repairs: 0 rows mended, 2 rows left out>"
    assert same_rows(array, CompoundArray.from_outlines(*table([[L_TILE]] * 2)))
    if rings:
        with pytest.raises(ValueError, match=f"{words}.*nothing with an area"):
            Compound.from_polygon(rings[0], rings[1:], invalid="repair")


@pytest.mark.quick
class TestGoodRows:
    def test_nothing_to_mend(self) -> None:
        outlines = [[L_TILE], FRAME, [star(30, 1)], [star(9, 2) + 5e5]] * 2
        for origin in (None, "centroid", (3, 4)):
            plain = CompoundArray.from_outlines(*table(outlines), origin=origin)
            for workers in (1, 3):
                array, repairs = mend(outlines, origin=origin, workers=workers)
                assert same_rows(array, plain)
                assert frozen(array.parts) == frozen(plain.parts)
                assert repairs.kept.all()
                assert len(repairs.kept) == 8
                assert len(repairs.rows) == len(repairs.reasons) == 0
                assert repr(repairs) == "<Repairs: 0 rows mended, 0 rows left out>"
        assert len(mend([])[0]) == 0
        assert len(CompoundArray.from_shapely([], invalid="repair")[0]) == 0

    def test_beside_others(self) -> None:
        """Bit for bit, wherever rows that are mended or left out stand."""
        good = [[L_TILE], FRAME, [star(30, 1)], [star(9, 2) + 5e5]]
        bad = [
            *(rings for rings, *_ in DEFECTS.values()),
            *(rings for rings, _ in NOTHING.values()),
        ]
        rng = np.random.default_rng(5)
        for origin in (None, "centroid", (3, 4)):
            plain = CompoundArray.from_outlines(*table(good), origin=origin)
            for _ in range(20):
                is_good = rng.random(12) < 0.5
                chosen = [rng.integers(len(good) if fine else len(bad)) for fine in is_good]
                rows = [(good if fine else bad)[k] for fine, k in zip(is_good, chosen, strict=True)]
                array, repairs = mend(rows, origin=origin)
                assert set(repairs.rows.tolist()) == set(np.flatnonzero(~is_good).tolist())
                fine = is_good[repairs.kept]
                which = np.array(chosen, int)[is_good]
                assert same_rows(array[fine], plain[which])

    def test_input_is_left_alone(self) -> None:
        vertices, rings, polygons = table([rings for rings, *_ in DEFECTS.values()])
        copies = vertices.copy(), rings.copy(), polygons.copy()
        column = np.array([polygon(DEFECTS["bow tie"][0]), shapely.box(0, 0, 1, 1)])
        texts = shapely.to_wkb(column).tolist()
        for origin in (None, "centroid"):
            CompoundArray.from_outlines(vertices, rings, polygons, invalid="repair", origin=origin)
            CompoundArray.from_shapely(column, invalid="repair", origin=origin)
        for array, before in zip((vertices, rings, polygons), copies, strict=True):
            assert np.array_equal(array, before)
        assert shapely.to_wkb(column).tolist() == texts


def column_of_shapely() -> list[Any]:
    texts = [
        "MULTIPOLYGON (((9 9, 10 9, 9 10, 9 9)), ((0 0, 2 2, 2 0, 0 2, 0 0)), "
        "((20 0, 21 0, 22 0, 20 0)), ((30 0, 33 0, 33 3, 30 3, 30 0), (31 1, 32 1, 32 2, 31 1)))",
        None,
        "POLYGON EMPTY",
        "POLYGON Z ((0 0 5, 4 0 5, 4 4 5, 0 4 5, 0 0 5))",
        "LINESTRING (1 1, 1 1)",
        "MULTILINESTRING ((1 1, 1 1), (2 2, 5 6))",
        "GEOMETRYCOLLECTION (POINT (5 5), POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0)))",
        "GEOMETRYCOLLECTION (POINT (5 5), POLYGON ((0 0, 2 2, 4 4, 0 0)))",
        "MULTIPOLYGON (((0 0, 1 0, 0 1, 0 0)), EMPTY)",
        "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((1 1, 3 1, 3 3, 1 3, 1 1)))",
        "LINESTRING (0 0, 1e300 1)",
        "POLYGON ((0 0, 0 0, 4 0, 4 0, 0 4, 0 0))",
        "POLYGON ((0 0, 2 2, 1e300 0, 0 2, 0 0))",
    ]
    return [None if text is None else shapely.from_wkt(text) for text in texts]


@pytest.mark.quick
class TestGeometries:
    def test_report(self) -> None:
        array, repairs = CompoundArray.from_shapely(column_of_shapely(), invalid="repair")
        left_out = [1, 2, 4, 10, 12]
        assert np.flatnonzero(~repairs.kept).tolist() == left_out
        places = list(zip(repairs.rows.tolist(), repairs.polygons.tolist(), strict=True))
        assert places == [
            *((0, 1), (0, 2), (1, -1), (2, -1), (4, -1), (5, -1), (6, 0), (7, 0), (8, 1)),
            *((10, -1), (12, 0)),
        ]
        words = ["crosses", "zero area", "is empty", "is empty", "without length", "without length"]
        words += ["crosses", "zero area", "got no ring", "beyond", "must be finite"]
        assert all(word in why for word, why in zip(words, repairs.reasons, strict=True))
        assert repairs.area_after.tolist() == [2.0, *[0.0] * 5, 2.0, *[0.0] * 4]
        assert array.areas.tolist() == [11.0, 16.0, 0.0, 2.0, 0.0, 0.5, 7.0, 8.0]
        assert repr(repairs) == "<Repairs: 5 rows mended, 5 rows left out>"

    @pytest.mark.parametrize("origin", [None, (3, 4)])
    def test_polygons_that_stay(self, origin: Any) -> None:
        """The polygons of a multipolygon that are good keep their bits, and their order."""
        islands = [star(20, seed) + 9.0 * seed for seed in range(6)]
        bow = [(50, 0), (52, 4), (52, 0), (50, 4)]
        country = shapely.MultiPolygon([(ring, ()) for ring in (*islands[:4], bow, *islands[4:])])
        (one,), repairs = CompoundArray.from_shapely([country], invalid="repair", origin=origin)
        assert (repairs.rows.tolist(), repairs.polygons.tolist()) == ([0], [4])
        before, behind = (
            Compound.from_shapely(
                shapely.MultiPolygon([(ring, ()) for ring in some]), origin=origin
            )
            for some in (islands[:4], islands[4:])
        )
        count = len(before.parts)
        assert len(one.parts) == count + 2 + len(behind.parts)
        assert frozen(one.parts[:count]) == frozen(before.parts)
        assert frozen(one.parts[count + 2 :]) == frozen(behind.parts)
        assert sorted(one.parts[count : count + 2].areas.tolist()) == [2.0, 2.0]
        single = Compound.from_shapely(country, origin=origin, invalid="repair")
        assert single.same_as(one)

    def test_single_rows(self) -> None:
        column = column_of_shapely()
        for origin in (None, "centroid", (3, 4)):
            array, repairs = CompoundArray.from_shapely(column, invalid="repair", origin=origin)
            rows = iter(array)
            for geometry, kept in zip(column, repairs.kept, strict=True):
                if kept:
                    one = Compound.from_shapely(geometry, invalid="repair", origin=origin)
                    other = next(rows)
                    assert frozen(one.vertices) == frozen(other.vertices)
                    assert one.area == other.area
                elif geometry is not None:
                    with pytest.raises(ValueError, match="nothing with an area is left"):
                        Compound.from_shapely(geometry, invalid="repair", origin=origin)
        with pytest.raises(TypeError, match="expected a geometry of shapely, got NoneType"):
            Compound.from_shapely(None, invalid="repair")

    def test_the_pivot_is_the_centroid_of_what_is_left(self) -> None:
        bow = DEFECTS["bow tie"][0]
        array, _ = mend([[np.array(bow[0]) + 7.0]], origin="centroid")
        assert array.positions.tolist() == [[8.0, 8.0]]
        assert array.bounds.tolist() == [[7.0, 7.0, 9.0, 9.0]]
        far = CompoundArray.from_shapely([polygon(bow)], invalid="repair", origin="centroid")[0]
        assert far.positions.tolist() == [[1.0, 1.0]]
        single = Compound.from_polygon(
            *bow, origin="centroid", position=(3, 4), angle=0.5, invalid="repair"
        )
        assert (single.position, single.angle) == ((4.0, 5.0), 0.5)

    def test_outlines_that_their_pivot_rounds_away(self) -> None:
        """They are good as given, and are mended as seen from their pivot."""
        rings = [star(12, seed, scale=0.01) for seed in range(60)]
        assert not len(mend([[ring] for ring in rings])[1].rows)
        pivot = (2.0**45, -3e13)  # there coordinates are multiples of 1/256
        array, repairs = mend([[ring] for ring in rings], origin=pivot)
        counts = np.count_nonzero(repairs.kept), len(repairs.rows)
        assert counts[0] > 30
        assert counts[1] > 20
        assert all(why.startswith(f"as seen from {pivot}: ") for why in repairs.reasons)
        after = repairs.area_after[repairs.kept[repairs.rows]]
        mended = np.isin(np.flatnonzero(repairs.kept), repairs.rows)
        assert np.allclose(after, array.areas[mended], rtol=1e-9, atol=0.0)
        _, kept = CompoundArray.from_outlines(
            *table([[ring] for ring in rings]), invalid="skip", origin=pivot
        )
        assert np.array_equal(np.flatnonzero(~kept), repairs.rows)


@pytest.mark.quick
class TestReport:
    def test_copies(self) -> None:
        _, repairs = CompoundArray.from_shapely(column_of_shapely(), invalid="repair")
        for twin in (
            pickle.loads(pickle.dumps(repairs)), copy.copy(repairs), copy.deepcopy(repairs),
        ):  # fmt: skip
            assert type(twin) is Repairs
            assert twin.reasons == repairs.reasons
            for name in ("rows", "polygons", "kept", "area_before", "area_after"):
                column = getattr(twin, name)
                assert frozen(column) == frozen(getattr(repairs, name))
                assert not column.flags.writeable
        columns = repairs.rows, repairs.polygons, repairs.kept, repairs.area_before
        kinds = [np.dtype(kind).name for kind in (np.intp, np.intp, np.bool_, np.float64)]
        assert [column.dtype.name for column in columns] == kinds
        assert sepax.Repairs.__module__ == "sepax"

    def test_read_only(self) -> None:
        _, repairs = mend([[L_TILE]])
        with pytest.raises(AttributeError):
            repairs.kept = np.zeros(1, bool)  # type: ignore[misc]
        with pytest.raises(ValueError, match="read-only"):
            repairs.kept[0] = False

    def test_arrays_can_be_pickled(self) -> None:
        array, _ = CompoundArray.from_shapely(column_of_shapely(), invalid="repair")
        assert same_rows(pickle.loads(pickle.dumps(array)), array)


@pytest.mark.quick
class TestErrors:
    def test_words(self) -> None:
        given: Any = "mend"
        words = "invalid must be raise, skip or repair, got 'mend'"
        with pytest.raises(ValueError, match=words):
            CompoundArray.from_outlines(*table([[L_TILE]]), invalid=given)
        with pytest.raises(ValueError, match=words):
            CompoundArray.from_shapely([], invalid=given)
        skip: Any = "skip"
        words = "invalid must be raise or repair, got 'skip'"
        with pytest.raises(ValueError, match=words):
            Compound.from_polygon(L_TILE, invalid=skip)
        with pytest.raises(ValueError, match=words):
            Compound.from_shapely(shapely.box(0, 0, 1, 1), invalid=skip)

    def test_arguments(self) -> None:
        """What is no defect of an outline stays an error."""
        vertices, rings, polygons = table([[L_TILE]])
        calls: list[tuple[type[Exception], str, Any]] = [
            (ValueError, "vertices", (vertices[:, :1], rings, polygons)),
            (ValueError, "ring_offsets", (vertices, rings[:-1], polygons)),
            (ValueError, "polygon_offsets", (vertices, rings, [0, 2])),
            (TypeError, "vertices", (["a"], rings, polygons)),
        ]
        for kind, words, arguments in calls:
            with pytest.raises(kind, match=words):
                CompoundArray.from_outlines(*arguments, invalid="repair")
        with pytest.raises(ValueError, match="workers"):
            mend([[L_TILE]], workers=0)
        with pytest.raises(ValueError, match="origin"):
            mend([[L_TILE]], origin="center")
        with pytest.raises(TypeError, match="holes must be rings"):
            Compound.from_polygon(L_TILE, 5, invalid="repair")  # type: ignore[arg-type]

    def test_without_shapely(self, monkeypatch: pytest.MonkeyPatch) -> None:
        good, box = table([[L_TILE]]), shapely.box(0, 0, 1, 1)
        calls: list[Any] = [
            lambda: CompoundArray.from_outlines(*good, invalid="repair"),
            lambda: Compound.from_polygon(L_TILE, invalid="repair"),
            lambda: CompoundArray.from_shapely([box], invalid="repair"),
            lambda: Compound.from_shapely(box, invalid="repair"),
        ]
        monkeypatch.setitem(sys.modules, "shapely", None)
        for call in calls:
            with pytest.raises(ImportError, match="shapely: pip install shapely"):
                call()
        assert len(CompoundArray.from_outlines(*good)) == 1
        assert len(CompoundArray.from_outlines(*good, invalid="skip")[0]) == 1


@pytest.mark.quick
def test_what_shapely_cannot_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is left out with all of its polygons, and so says the report."""
    bow = shapely.Polygon(DEFECTS["bow tie"][0][0])
    column = [shapely.MultiPolygon([shapely.box(5, 5, 6, 6), bow]), shapely.box(0, 0, 1, 1)]
    cases: list[tuple[list[Any], str]] = [
        ([[[np.array(SQUARE), np.array(SQUARE)]]], "what shapely makes of it is refused, too: ext"),
        ([], "single points only"),
    ]
    for polygons, words in cases:
        monkeypatch.setattr("sepax.repairs.attempts", lambda _, found=polygons: iter(found))
        array, repairs = CompoundArray.from_shapely(column, invalid="repair")
        assert repairs.kept.tolist() == [False, True]
        assert array.areas.tolist() == [1.0]
        assert (repairs.rows.tolist(), repairs.polygons.tolist()) == ([0], [1])
        assert words in repairs.reasons[0]
        assert repairs.area_after.tolist() == [0.0]


def test_pivots_of_what_is_empty() -> None:
    """A geometry without a centroid, or a table without vertices, is left out by "skip", too."""
    column = [shapely.from_wkt("POLYGON EMPTY"), shapely.box(0, 0, 2, 2), None]
    array, kept = CompoundArray.from_shapely(column, invalid="skip", origin="centroid")
    assert (array.positions.tolist(), kept.tolist()) == ([[1.0, 1.0]], [False, True, False])
    none, kept = CompoundArray.from_outlines([], [0], [0, 0], invalid="skip", origin="centroid")
    assert (len(none), kept.tolist()) == (0, [False])


# Any rings --------------------------------------------------------------------------------


def random_ring(rng: np.random.Generator, kind: int) -> npt.NDArray[np.float64]:
    """Return a ring that crosses itself: at lattice points, anywhere, far away, or walking."""
    count = int(rng.integers(4, 20))
    if kind == 0:
        return rng.integers(0, 8, (count, 2)).astype(float)
    if kind == 1:
        return rng.uniform(0, 1, (count, 2))
    if kind == 2:
        return 5e5 + 0.1 * rng.integers(0, 5, (count, 2)).astype(np.float64)
    steps: npt.NDArray[np.float64] = rng.normal(0, 1e-3, (count, 2))
    way: npt.NDArray[np.float64] = np.cumsum(steps, axis=0)
    return way + 4e3


def crossings(ring: list[tuple[Fraction, Fraction]]) -> set[Fraction]:
    """Return the x of all vertices, and of all places where two edges cross."""
    found = {x for x, _ in ring}
    edges = list(itertools.pairwise([*ring, ring[0]]))
    for ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) in itertools.combinations(edges, 2):
        turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        if turn:
            at = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
            if 0 <= at <= 1:
                found.add(ax + at * (bx - ax))
    return found


def exact_area(given: npt.NDArray[np.float64]) -> float:
    """Return the area of what a ring winds round, in rational arithmetic: by slabs of trapezia."""
    ring = [(Fraction(x), Fraction(y)) for x, y in given.tolist()]
    total = Fraction(0)
    for low, high in itertools.pairwise(sorted(crossings(ring))):
        spans = []
        for (ax, ay), (bx, by) in itertools.pairwise([*ring, ring[0]]):
            if min(ax, bx) <= low and high <= max(ax, bx):
                middle = ay + (by - ay) * ((low + high) / 2 - ax) / (bx - ax)
                spans.append((middle, 1 if ax < bx else -1))
        spans.sort()
        turns = itertools.accumulate(way for _, way in spans)
        total += (high - low) * sum(
            (above - below) * (turn != 0)
            for turn, ((below, _), (above, _)) in zip(
                turns, itertools.pairwise(spans), strict=False
            )
        )
    return float(total)


def test_vertices_nearly_on_edges() -> None:
    """All faces are found, where `make_valid` by "structure" had lost most of the area."""
    side, up = 0.20124564086408747, 0.7433027581733685
    steps = [(0, 1), (4, 0), (3, 1), (5, 3), (2, 0), (1, 5), (2, 1)]
    ring = np.array(steps) * (side, up)
    array, _ = mend([[ring]])
    assert array.areas[0] == pytest.approx(exact_area(ring), rel=1e-9)


@pytest.mark.parametrize("kind", range(4))
def test_random_rings(kind: int) -> None:
    """The region is what the ring winds round; each row is an outline, and can be posed."""
    rng = np.random.default_rng(kind)
    rings = [random_ring(rng, kind) for _ in range(150)]
    array, repairs = mend([[ring] for ring in rings])
    kept = repairs.kept
    exact = np.array([exact_area(ring) for ring in rings])
    whole = np.array([shapely.Polygon(ring) for ring in rings])
    roundings = 2.0**-40 * np.array([np.abs(ring).max() for ring in rings]) * shapely.length(whole)
    assert (np.abs(array.areas - exact[kept]) <= 1e-9 * exact[kept] + roundings[kept]).all()
    assert (exact[~kept] <= roundings[~kept]).all()
    assert (shapely.is_valid(whole) <= kept).all()
    if kind in (1, 3):  # without vertices on edges shapely says the same
        mended = shapely.make_valid(whole, method="structure", keep_collapsed=False)
        assert np.allclose(array.areas, shapely.area(mended)[kept], rtol=1e-9, atol=0.0)
    changed = np.isin(np.flatnonzero(kept), repairs.rows)
    after = repairs.area_after[kept[repairs.rows]]
    assert np.allclose(after, array.areas[changed], rtol=1e-9, atol=0.0)
    _, fine = CompoundArray.from_outlines(*table([[ring] for ring in rings]), invalid="skip")
    assert np.array_equal(np.flatnonzero(~fine), repairs.rows)
    singles = [Compound.from_polygon(rings[row]) for row in np.flatnonzero(fine)]
    assert all(map(Compound.same_as, array[~changed], singles))
    array.set_poses(angles=rng.uniform(-3, 3, len(array)))


def test_random_holes() -> None:
    """Holes anywhere: cut off where they are inside."""
    rng = np.random.default_rng(9)
    square = np.array(SQUARE) * 1.5
    outlines = [
        [square, *(rng.integers(-1, 11, (3, 2)) for _ in range(rng.integers(1, 4)))]
        for _ in range(400)
    ]
    array, repairs = mend(outlines)
    assert repairs.kept.all()
    left = [
        shapely.Polygon(rings[0]) - shapely.union_all([shapely.Polygon(ring) for ring in rings[1:]])
        for rings in outlines
    ]
    assert np.allclose(array.areas, shapely.area(left), rtol=1e-9, atol=0.0)
    array.set_poses(angles=rng.uniform(-3, 3, len(array)))
