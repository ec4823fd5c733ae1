"""Columns of shapely's polygons in a CompoundArray: each row as Compound.from_shapely makes it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from compound_rows import frozen
from outlines import FRAME, L_TILE, star

import sepax
from sepax import Compound, CompoundArray

shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")

BOW = "POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))"
UNFIT = [
    None,
    "POINT (1 1)",
    "LINESTRING (0 0, 1 1)",
    "POLYGON EMPTY",
    "MULTIPOLYGON EMPTY",
    "GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 0 1, 0 0)))",
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
