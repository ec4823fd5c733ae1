"""Columns in Arrow memory that other packages make, and read."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest
from arrow_exports import CORNER, FAR, POLYGONS, assert_same, column_and_memory, outlines

from sepax import CompoundArray, ShapeArray


def test_pyarrow() -> None:
    pa = pytest.importorskip("pyarrow")
    array = outlines(POLYGONS)
    before = pa.total_allocated_bytes()
    exported = array.to_arrow()
    memory = weakref.ref(exported._points)
    given = pa.array(exported)
    given = getattr(given, "storage", given)
    given.validate(full=True)
    del exported
    assert given.to_pylist()[2][0][1] == list(FAR[1])
    assert_same(CompoundArray.from_arrow(given), array)
    assert_same(CompoundArray.from_arrow(given[1:]), array[1:])
    assert_same(CompoundArray.from_arrow(given[1:2]), array[1:2])
    chunks = pa.chunked_array([given[:1], given[1:1], given[1:]])
    assert_same(CompoundArray.from_arrow(chunks), array)
    large = pa.large_list(pa.large_list(pa.list_(pa.float64(), 2)))
    assert_same(CompoundArray.from_arrow(given.cast(large)), array)
    pairs = pa.struct([("x", pa.float64()), ("y", pa.float64()), ("z", pa.float32())])
    rows = [[[{"x": x, "y": y, "z": 1} for x, y in ring] for ring in row] for row in POLYGONS]
    separated = pa.array([*rows[:1], None, *rows[1:]], pa.list_(pa.list_(pairs)))
    found, kept = CompoundArray.from_arrow(separated, "skip")
    assert_same(found, array)
    assert kept.tolist() == [True, False, True, True]
    assert_same(CompoundArray.from_arrow(separated[2:]), array[1:])
    with pytest.raises(ValueError, match=r"^shape 1 is null"):
        CompoundArray.from_arrow(separated)
    with pytest.raises(TypeError, match=r"got the format"):
        CompoundArray.from_arrow(pa.table({"geometry": given}))
    dots = pa.array(ShapeArray.points(CORNER).to_arrow())
    assert np.array_equal(ShapeArray.from_arrow(dots[2:]).positions, CORNER[2:])
    del given, chunks, separated, dots
    gc.collect()
    assert memory() is None
    assert pa.total_allocated_bytes() <= before + 64


def test_pyarrow_raises_its_own_errors() -> None:
    pa = pytest.importorskip("pyarrow")
    exported, memory = column_and_memory()
    columns: list[Any] = [exported]
    del exported
    with pytest.raises((TypeError, AttributeError, IndexError)):
        pa.array(columns.pop())["no such row"]
    gc.collect()
    assert memory() is None


@pytest.mark.parametrize("encoding", ["WKB", "geoarrow"])
@pytest.mark.parametrize("interleaved", [True, False])
def test_geopandas(encoding: str, interleaved: bool) -> None:
    geopandas = pytest.importorskip("geopandas")
    shapely = pytest.importorskip("shapely")
    series = geopandas.GeoSeries.from_arrow(outlines(POLYGONS).to_arrow())
    given = series.to_arrow(encoding, interleaved=interleaved)
    assert_same(CompoundArray.from_arrow(given), outlines(POLYGONS))
    both = shapely.MultiPolygon([series[0], series[2]])
    mixed = geopandas.GeoSeries([series[1], None, both, shapely.Polygon()])
    array, kept = CompoundArray.from_arrow(
        mixed.to_arrow(encoding, interleaved=interleaved), "skip"
    )
    assert kept.tolist() == [True, False, True, False]
    assert_same(array, CompoundArray.from_shapely([series[1], both]))
    again = geopandas.GeoSeries.from_arrow(array.to_arrow())
    assert again[1].equals(both)
    with pytest.raises(TypeError, match=r"GeoSeries: give its \.to_arrow"):
        CompoundArray.from_arrow(series)


def test_geoarrow() -> None:
    pa, ga = pytest.importorskip("pyarrow"), pytest.importorskip("geoarrow.pyarrow")
    array = outlines(POLYGONS)
    given = pa.array(array.to_arrow())
    assert given.type.extension_name == "geoarrow.polygon"
    assert ga.as_wkt(given)[2].as_py().startswith("POLYGON ((20.25 0")
    for other in (given, ga.as_wkb(given)):
        assert_same(CompoundArray.from_arrow(other), array)
    apart = ga.with_coord_type(given, ga.CoordType.SEPARATED)
    assert_same(CompoundArray.from_arrow(apart), array)
    with pytest.raises(TypeError, match=r"got geoarrow\.wkt"):
        CompoundArray.from_arrow(ga.as_wkt(given))


def test_polars() -> None:
    pl = pytest.importorskip("polars")
    kind = pl.List(pl.List(pl.Array(pl.Float64, 2)))
    series = pl.Series([POLYGONS[0], None, *POLYGONS[1:]], dtype=kind)
    array, kept = CompoundArray.from_arrow(series, "skip")
    assert kept.tolist() == [True, False, True, True]
    assert_same(array, outlines(POLYGONS))
