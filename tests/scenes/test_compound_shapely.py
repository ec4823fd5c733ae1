"""Columns of shapely's polygons in a CompoundArray: each row as Compound.from_shapely makes it."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from compound_rows import frozen
from outlines import FRAME, L_TILE, star

import sepax
from sepax import Compound, CompoundArray, Point, Polygon, Segment, Shape, ShapeArray

shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")

BOW = "POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))"
UNFIT = [
    None,
    "POINT EMPTY",
    "LINESTRING EMPTY",
    "POLYGON EMPTY",
    "MULTIPOLYGON EMPTY",
    "GEOMETRYCOLLECTION (POINT EMPTY)",
    "LINESTRING (1 1, 1 1)",
    "LINESTRING (0 0, 1e300 1)",
    "MULTILINESTRING ((0 0, 1 1), (2 2, 2 2))",
    "GEOMETRYCOLLECTION (POINT (5 5), LINESTRING (3 3, 3 3))",
    "GEOMETRYCOLLECTION (POINT (5 5), POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0)))",
    BOW,
    "MULTIPOLYGON (((9 9, 10 9, 9 10, 9 9)), ((0 0, 2 2, 2 0, 0 2, 0 0)))",
    "MULTIPOLYGON (((0 0, 2 2, 2 0, 0 2, 0 0)), ((9 9, 10 9, 9 10, 9 9)))",
]


def geometry(text: str | None) -> Any:
    return None if text is None else shapely.from_wkt(text)


def fit() -> list[Any]:
    """Return polygons and multipolygons, some with holes or a third coordinate."""
    frame, corner = shapely.Polygon(FRAME[0], FRAME[1:]), shapely.Polygon(L_TILE)
    far = shapely.transform(frame, lambda xy: xy + 20)
    return [
        frame,
        shapely.MultiPolygon([corner, far, shapely.transform(corner, lambda xy: xy - 30)]),
        shapely.force_3d(corner, 7.0),
        shapely.force_3d(shapely.MultiPolygon([frame, far]), 1.0),
        shapely.box(0, 0, 3, 4, ccw=False),
        shapely.Polygon(star(30, 4)),
        shapely.from_wkt("MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((1 1, 3 1, 3 3, 1 3, 1 1)))"),
    ]


@pytest.mark.quick
class TestColumns:
    def test_rows_are_single_compounds(self) -> None:
        column = fit()
        singles = [Compound.from_shapely(each) for each in column]
        for given in (column, np.array(column, object)):
            for workers in (1, 2, 3):
                array = CompoundArray.from_shapely(given, workers=workers)
                for one, single in zip(array, singles, strict=True):
                    assert one.same_as(single)
                areas = [single.area for single in singles]
                assert frozen(array.areas) == frozen(np.array(areas))
                assert frozen(sepax.find_pairs(array)) == frozen(sepax.find_pairs(singles))
                assert frozen(sepax.iou_matrix(array, array)) == frozen(
                    sepax.iou_matrix(singles, singles)
                )
        assert array.areas[-1] == 7.0  # polygons that overlap count once

    def test_columns_of_geopandas(self) -> None:
        geopandas = pytest.importorskip("geopandas", reason="geopandas is not installed")
        column = geopandas.GeoSeries(fit(), index=range(100, 107))
        array = CompoundArray.from_shapely(column)
        assert frozen(array.parts) == frozen(CompoundArray.from_shapely(fit()).parts)
        with pytest.raises(TypeError, match=r"frame\.geometry"):
            CompoundArray.from_shapely(geopandas.GeoDataFrame(geometry=column))

    @pytest.mark.parametrize("unfit", UNFIT, ids=str)
    def test_rows_that_are_left_out(self, unfit: str | None) -> None:
        for column in (
            [*fit(), geometry(unfit), *fit()],
            [geometry(unfit)],
            [geometry(unfit), *fit()[:1], geometry(unfit), geometry(BOW)],
        ):
            array, kept = CompoundArray.from_shapely(column, invalid="skip")
            fits = [
                isinstance(each, (shapely.Polygon, shapely.MultiPolygon))
                and not each.is_empty
                and all(
                    part.is_simple and part.exterior.is_simple for part in shapely.get_parts(each)
                )
                for each in column
            ]
            assert kept.tolist() == fits
            singles = [Compound.from_shapely(each) for each, is_fit in zip(column, fits) if is_fit]  # noqa: B905
            assert all(a.same_as(b) for a, b in zip(array, singles, strict=True))
            with pytest.raises((ValueError, TypeError), match=f"shape {fits.index(False)}"):
                CompoundArray.from_shapely(column)

    def test_what_is_refused(self) -> None:
        for bad in ([1.5], ["POINT (1 1)"], [Compound.from_shapely(fit()[0])]):
            with pytest.raises(TypeError, match="shape 0 must be one of shapely's"):
                CompoundArray.from_shapely(bad)
        with pytest.raises(ValueError, match="one dimension"):
            CompoundArray.from_shapely(np.array([fit()[:1]], object))
        with pytest.raises(ValueError, match="invalid must be"):
            CompoundArray.from_shapely(fit(), invalid="hull")  # type: ignore[call-overload]
        empty: list[Any] = [[], np.empty(0, object)]
        for nothing in empty:
            assert len(CompoundArray.from_shapely(nothing)) == 0
            array, kept = CompoundArray.from_shapely(nothing, invalid="skip")
            assert len(array) == len(kept) == 0


# Lines and points -----------------------------------------------------------------------------


def polyline(*spots: tuple[float, float]) -> list[Shape]:
    return [Segment(start, end) for start, end in itertools.pairwise(spots)]


SQUARE: Shape = Polygon([(20, 0), (22, 0), (22, 2), (20, 2)])
THIN: dict[str, list[Shape]] = {
    "POINT (1 2)": [Point((1, 2))],
    "MULTIPOINT (3 4, 1 2)": [Point((3, 4)), Point((1, 2))],
    "LINESTRING (0 0, 4 0)": polyline((0, 0), (4, 0)),
    "LINESTRING (0 0, 4 0, 4 3)": polyline((0, 0), (4, 0), (4, 3)),
    "LINESTRING Z (0 0 1, 0 0 2, 4 0 5, 4 0 5, 0 3 9)": polyline((0, 0), (4, 0), (0, 3)),
    "LINESTRING (0 0, 4 4, 4 0, 0 4)": polyline((0, 0), (4, 4), (4, 0), (0, 4)),
    "LINEARRING (0 0, 4 0, 4 3, 0 0)": polyline((0, 0), (4, 0), (4, 3), (0, 0)),
    "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6, 7 5))": [
        *polyline((0, 0), (1, 0)),
        *polyline((5, 5), (6, 6), (7, 5)),
    ],
    "GEOMETRYCOLLECTION (POINT (9 9), LINESTRING (0 0, 1 0), GEOMETRYCOLLECTION (POINT (8 1), "
    "MULTILINESTRING ((5 5, 6 6)), POINT EMPTY), POLYGON ((20 0, 22 0, 22 2, 20 2, 20 0)))": [
        *(SQUARE, *polyline((0, 0), (1, 0)), *polyline((5, 5), (6, 6))),
        *(Point((9, 9)), Point((8, 1))),
    ],
}


@pytest.mark.quick
class TestLinesAndPoints:
    @pytest.mark.parametrize("text", THIN, ids=str)
    def test_single(self, text: str) -> None:
        given = shapely.from_wkt(text)
        made = Compound.from_shapely(given)
        assert made.same_as(Compound(THIN[text]))
        back = shapely.GeometryCollection(list(made.parts.to_shapely()))
        assert back.equals(shapely.GeometryCollection([shapely.force_2d(given)]))
        assert Compound.from_shapely(back).same_as(made)
        spots = np.random.default_rng(3).uniform(-3, 25, (40, 2))
        apart = shapely.distance(given, shapely.points(spots))
        assert made.distance(ShapeArray.points(spots)) == pytest.approx(apart)
        assert made.area == pytest.approx(given.area)

    def test_a_ring_has_no_inside(self) -> None:
        ring = Compound.from_shapely(shapely.box(0, 0, 4, 4).exterior)
        assert (len(ring.parts), ring.area) == (4, 0.0)
        assert not ring.contains((2, 2))
        assert ring.distance(Point((2, 1))) == 1.0

    @pytest.mark.parametrize("seed", range(6))
    def test_rows_are_single_compounds(self, seed: int) -> None:
        """With polygons, and with what is left out, among them."""
        rng = np.random.default_rng(seed)
        some = [geometry(text) for text in [*THIN, *THIN, *UNFIT]]
        column = [*some, *fit()] if seed else [shapely.from_wkt(text) for text in THIN]
        column = [column[k] for k in rng.permutation(len(column))]
        array, kept = CompoundArray.from_shapely(column, invalid="skip")
        singles = []
        for each, is_kept in zip(column, kept.tolist(), strict=True):
            if is_kept:
                singles.append(Compound.from_shapely(each))
            else:
                with pytest.raises((TypeError, ValueError)):
                    Compound.from_shapely(each)
        assert len(array) == len(singles) > 8
        for one, single in zip(array, singles, strict=True):
            assert one.same_as(single)
        rows = sepax.find_pairs(array, list(singles))
        assert frozen(rows) == frozen(sepax.find_pairs(singles, list(array)))
        whole = CompoundArray.from_shapely([column[k] for k in np.flatnonzero(kept)], workers=2)
        assert frozen(whole.parts) == frozen(array.parts)
        assert frozen(whole.part_offsets) == frozen(array.part_offsets)

    def test_reasons(self) -> None:
        line = shapely.from_wkt("LINESTRING (3 3, 3 3)")
        with pytest.raises(ValueError, match=r"shape 1 has a line without length.*skip"):
            CompoundArray.from_shapely([shapely.Point(0, 0), line])
        with pytest.raises(ValueError, match=r"shape 1 is empty: None.*skip"):
            CompoundArray.from_shapely([shapely.Point(0, 0), None])
        with pytest.raises(ValueError, match="the geometry has a line without length"):
            Compound.from_shapely(line)


@pytest.mark.quick
@pytest.mark.parametrize(
    "text",
    [
        *("LINESTRING (0 0, 4 0, 4 3)", "LINEARRING (0 0, 4 0, 4 3, 0 0)"),
        *("MULTILINESTRING ((0 0, 1 0), (5 5, 6 7))", "MULTIPOINT (0 0, 1 2)"),
        "GEOMETRYCOLLECTION (POINT (9 9), LINESTRING (0 0, 1 0))",
    ],
)
def test_a_row_of_shapes_is_made_of_no_polyline(text: str) -> None:
    """Its hull would have an area, or be a line between points: not even that is made of it."""
    column = [shapely.box(0, 0, 1, 1), shapely.from_wkt(text), shapely.Point(2, 2)]
    names = r"CompoundArray\.from_shapely.*Compound\.from_shapely.*to leave it out invalid=\"skip\""
    for invalid in ("raise", "hull"):
        with pytest.raises(ValueError, match=rf"shape 1 is not a polygon.*{names}"):
            ShapeArray.from_shapely(column, invalid=invalid)
    array, kept = ShapeArray.from_shapely(column, invalid="skip")
    assert (len(array), kept.tolist()) == (2, [True, False, True])


@pytest.mark.quick
def test_hulls_of_lines_that_are_straight() -> None:
    straight = ["LINESTRING (0 0, 1 1, 3 3)", "LINESTRING (1 1, 1 1)", "MULTIPOINT (1 1, 1 1)"]
    array = ShapeArray.from_shapely(shapely.from_wkt(straight), invalid="hull")
    assert [type(shape) for shape in array] == [Segment, Point, Point]
