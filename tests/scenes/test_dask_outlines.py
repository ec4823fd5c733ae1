"""Outlines and points in Dask data frames and in Parquet: the answers of one table of outlines."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import CompoundArray, ShapeArray

dask: Any = pytest.importorskip("dask", reason="dask is not installed")
dd: Any = pytest.importorskip("dask.dataframe", reason="dask is not installed")
pytest.importorskip("distributed", reason="dask is not installed")
pd: Any = pytest.importorskip("pandas", reason="pandas is not installed")
pa: Any = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pq: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")

import sepax.dask  # noqa: E402 - after what it needs
from sepax.dask import __main__ as command  # noqa: E402

pytestmark = pytest.mark.thread_unsafe(reason="the engine has threads of its own")

TARGETS = (10_000, 90)  # one cell, many
ENCODINGS = ("WKB", "polygon", "multipolygon", "interleaved")


@pytest.fixture(autouse=True)
def _one_after_the_other() -> Iterator[None]:
    with dask.config.set({"scheduler": "synchronous", "dataframe.convert-string": False}):
        yield


def stars(count: int = 160, seed: int = 3) -> Any:
    """Return concave outlines on the integers, some with holes, that share edges and corners."""
    rng = np.random.default_rng(seed)
    corner = np.array([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])
    frame, hole = shapely.box(0, 0, 6, 6), shapely.box(2, 2, 4, 4)
    kinds = [shapely.Polygon(corner), shapely.difference(frame, hole), shapely.box(0, 0, 2, 2)]
    places = rng.integers(0, 40, (count, 2))
    return np.array(
        [
            shapely.transform(kinds[k % 3], lambda spots, by=place: spots + by)
            for k, place in enumerate(places)
        ]
    )


def with_several(outlines: Any) -> Any:
    """Return some of the outlines as multipolygons: each with a box far to its right."""
    found = outlines.copy()
    for k in range(0, len(found), 5):
        other = shapely.transform(
            shapely.box(0, 0, 1, 1), lambda spots, k=k: spots + np.array([60, k % 40])
        )
        found[k] = shapely.multipolygons([found[k], other])
    return found


def spots(count: int = 900, seed: int = 4) -> Any:
    """Return points on the integers, so on edges and corners, and between them."""
    return np.random.default_rng(seed).integers(-2, 94, (count, 2)) / 2.0


def column_of(outlines: Any, encoding: str) -> Any:
    """Return outlines as a column of Parquet."""
    if encoding == "WKB":
        return pa.array(shapely.to_wkb(outlines).tolist())
    struct = pa.struct({"x": pa.float64(), "y": pa.float64()})
    of_vertex = pa.list_(pa.float64(), 2) if encoding == "interleaved" else struct
    rows = []
    for outline in outlines:
        polygons = [
            [
                [
                    list(spot) if encoding == "interleaved" else {"x": spot[0], "y": spot[1]}
                    for spot in shapely.get_coordinates(ring).tolist()
                ]
                for ring in (polygon.exterior, *polygon.interiors)
            ]
            for polygon in shapely.get_parts(outline)
        ]
        rows.append(polygons if encoding == "multipolygon" else polygons[0])
    kind = pa.list_(pa.list_(of_vertex))
    return pa.array(rows, pa.list_(kind) if encoding == "multipolygon" else kind)


def write(path: Path, column: Any, **note: Any) -> Path:
    """Write a column of geometries as GeoParquet, with what it notes about the column."""
    geo = {"version": "1.1.0", "primary_column": "shape", "columns": {"shape": note}}
    table = pa.table({"id": np.arange(len(column)), "shape": column})
    table = table.replace_schema_metadata({b"geo": json.dumps(geo).encode()})
    pq.write_table(table, path, row_group_size=60)
    return path


def points_of(places: Any, parts: int = 3) -> Any:
    frame = pd.DataFrame({"x": places[:, 0], "y": places[:, 1]})
    return sepax.dask.from_dataframe(dd.from_pandas(frame, npartitions=parts))


def outlines_of(outlines: Any, parts: int = 2, **columns: Any) -> Any:
    frame = pd.DataFrame({"geometry": shapely.to_wkb(outlines), **columns})
    return sepax.dask.from_dataframe(dd.from_pandas(frame, npartitions=parts), outlines=True)


def sorted_pairs(answer: Any) -> Any:
    return answer.compute().sort_values(["i", "j"], ignore_index=True)


def same_pairs(answer: Any, pairs: Any) -> None:
    found = sorted_pairs(answer)[["i", "j"]].to_numpy()
    assert found.dtype == np.int64
    assert np.array_equal(found, pairs)


# --- points in outlines ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "target"), [("WKB", 10_000), *((encoding, 90) for encoding in ENCODINGS)]
)
def test_points_in_outlines_of_files(
    encoding: str, target: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one reading of the rings: no outline is cut into parts."""
    outlines, places = stars(), spots()
    if encoding in ("WKB", "multipolygon"):
        outlines = with_several(outlines)
    table = CompoundArray.from_shapely(outlines)
    path = write(tmp_path / "cells.parquet", column_of(outlines, encoding), encoding=encoding)
    cells, points = sepax.dask.from_parquet(path, outlines=True), points_of(places)
    index = sepax.ShapeIndex(table)
    expected = sepax.contains(index, places)
    assert len(expected) > 400
    monkeypatch.setattr("sepax.outlines._with_parts", lambda table: pytest.fail("cut"))
    same_pairs(sepax.dask.contains(cells, points, target_rows=target), expected)
    same_pairs(sepax.dask.find_pairs(cells, points, target_rows=target), expected)
    first = sepax.dask.contains(cells, points, first=True, target_rows=target).compute()
    assert np.array_equal(first["row"], np.arange(len(places)))
    assert np.array_equal(first["first"], sepax.contains(index, places, first=True))


@pytest.mark.parametrize("encoding", ["WKB", "point", "interleaved"])
def test_points_of_files(encoding: str, tmp_path: Path) -> None:
    """A column that GeoParquet calls one of points holds points, whatever is asked for."""
    places, boxes = spots(300), ShapeArray.boxes(3, 2, spots(80, 9))
    note: dict[str, Any] = {"encoding": encoding}
    if encoding == "WKB":
        column = shapely.to_wkb(shapely.points(places)).tolist()
        note = {"geometry_types": ["Point"]}
    elif encoding == "point":
        column = pa.array([{"x": x, "y": y} for x, y in places.tolist()])
    else:
        column, note = pa.array(places.tolist(), pa.list_(pa.float64(), 2)), {"encoding": "point"}
    path = write(tmp_path / "points.parquet", pa.array(column), **note)
    for outlines in (False, True):
        points = sepax.dask.from_parquet(path, outlines=outlines)
        assert "300 points" in repr(points)
        x, y = boxes.positions.T
        frame = pd.DataFrame({"x": x, "y": y, "width": 3, "height": 2})
        shapes = sepax.dask.from_dataframe(dd.from_pandas(frame, npartitions=2))
        expected = sepax.contains(sepax.ShapeIndex(boxes), places)
        same_pairs(sepax.dask.contains(shapes, points, target_rows=60), expected)


def test_convex_polygons_in_native_encodings(tmp_path: Path) -> None:
    """Without outlines=True they are shapes of a `ShapeArray`, as those in WKB are."""
    outlines = stars()[2::3]
    path = write(tmp_path / "boxes.parquet", column_of(outlines, "polygon"), encoding="polygon")
    array = ShapeArray.from_shapely(outlines)
    shapes = sepax.dask.from_parquet(path)
    assert "rings" in repr(shapes)
    same_pairs(sepax.dask.find_pairs(shapes, target_rows=20), sepax.find_pairs(array))


# --- every query of outlines -------------------------------------------------------------------


@pytest.mark.parametrize("target", TARGETS)
def test_outlines_among_themselves(target: int) -> None:
    outlines = with_several(stars())
    table, shapes = CompoundArray.from_shapely(outlines), outlines_of(outlines)
    pairs = sepax.find_pairs(table)
    same_pairs(sepax.dask.find_pairs(shapes, target_rows=target), pairs)
    near = sepax.dask.find_pairs(shapes, None, False, 1.0, target_rows=target)
    same_pairs(near, sepax.find_pairs(table, touching=False, within=1.0))
    found = sorted_pairs(sepax.dask.mtv(shapes, target_rows=target))
    vectors, hit = sepax.mtv(table, table, pairs=pairs)
    assert np.array_equal(found[["i", "j"]], pairs[hit])
    assert np.array_equal(found[["x", "y"]], vectors[hit])
    found = sorted_pairs(sepax.dask.collide(shapes, target_rows=target))
    contacts = sepax.collide(table, table, pairs=pairs)
    assert np.array_equal(found["depth"], contacts.depth[contacts.hit])
    assert np.array_equal(found[["normal_x", "normal_y"]], contacts.normal[contacts.hit])
    found = sepax.dask.intersects_any(shapes, target_rows=target).compute()
    assert np.array_equal(found["hit"], sepax.intersects_any(table))


@pytest.mark.parametrize("target", TARGETS)
def test_outlines_and_boxes(target: int) -> None:
    outlines, places = with_several(stars()), spots(120, 8)
    table, boxes = CompoundArray.from_shapely(outlines), ShapeArray.boxes(1.5, 1.0, places)
    shapes = outlines_of(outlines)
    frame = pd.DataFrame({"x": places[:, 0], "y": places[:, 1], "width": 1.5, "height": 1.0})
    others = sepax.dask.from_dataframe(dd.from_pandas(frame, npartitions=2))
    for within in (0.0, 2.0):
        found = sepax.dask.find_pairs(others, shapes, within=within, target_rows=target)
        same_pairs(found, sepax.find_pairs(boxes, table, within=within))
    both: Any = ((others, shapes), (boxes, table))
    for pair, sides in (both, (both[0][::-1], both[1][::-1])):
        found = sepax.dask.nearest(pair[0], pair[1], 2, target_rows=target).compute()
        rows, distances = sepax.nearest(sides[0], sides[1], 2)
        assert np.array_equal(found["distance"], distances.ravel())
        assert np.array_equal(found["other"], rows.ravel())


@pytest.mark.parametrize("target", TARGETS)
def test_outlines_in_motion(target: int) -> None:
    outlines, rng = with_several(stars(60)), np.random.default_rng(5)
    velocities, rates = rng.normal(0, 3, (60, 2)), rng.normal(0, 0.1, 60)
    table = CompoundArray.from_shapely(outlines)
    moving = outlines_of(outlines, vx=velocities[:, 0], vy=velocities[:, 1])
    turning = outlines_of(
        outlines, vx=velocities[:, 0], vy=velocities[:, 1], angular_velocity=rates
    )
    turns: dict[str, Any] = {"angular_velocity_a": rates}
    for shapes, options in ((moving, {}), (turning, turns)):
        pairs, impacts = sepax.sweep_pairs(table, velocity_a=velocities, **options)
        found = sorted_pairs(sepax.dask.sweep_pairs(shapes, target_rows=target))
        assert np.array_equal(found[["i", "j"]], pairs)
        assert np.array_equal(found["time"], impacts.time)
        assert np.array_equal(found[["point_x", "point_y"]], impacts.point)


def test_outlines_keep_their_partition_in_files(tmp_path: Path) -> None:
    outlines, places = with_several(stars()), spots()
    expected = sepax.contains(sepax.ShapeIndex(CompoundArray.from_shapely(outlines)), places)
    cells, points = sepax.dask.partition(outlines_of(outlines), 90, beside=points_of(places))
    sepax.dask.to_parquet(cells, tmp_path / "cells")
    sepax.dask.to_parquet(points, tmp_path / "points")
    cells, points = (sepax.dask.from_parquet(tmp_path / name) for name in ("cells", "points"))
    assert "160 outlines" in repr(cells)
    assert cells.frame.npartitions > 3
    same_pairs(sepax.dask.contains(cells, points), expected)


# --- wrong input -------------------------------------------------------------------------------

SQUARE = shapely.box(0, 0, 1, 1)
BAD_ROWS = {
    "has a line or a point": shapely.Point(1, 2),
    "crosses or overlaps itself": shapely.Polygon([(0, 0), (2, 2), (2, 0), (0, 2)]),
    "is empty": shapely.Polygon(),
    "lies outside the exterior": shapely.Polygon(
        [(0, 0), (1, 0), (1, 1)], [[(5, 5), (6, 5), (6, 6)]]
    ),
}


@pytest.mark.parametrize("words", BAD_ROWS)
def test_a_row_that_is_no_outline_is_named(words: str, tmp_path: Path) -> None:
    outlines = np.array([*[SQUARE] * 70, BAD_ROWS[words], SQUARE])
    path = write(tmp_path / "cells.parquet", column_of(outlines, "WKB"), encoding="WKB")
    with pytest.raises(ValueError, match=rf"cells\.parquet: row 70: .*{words}") as error:
        sepax.dask.partition(sepax.dask.from_parquet(path, outlines=True))
    assert "invalid=" not in str(error.value)


@pytest.mark.parametrize("kind", ["polygon", "WKB"])
def test_a_null_row_is_named(kind: str, tmp_path: Path) -> None:
    column = column_of([SQUARE] * 3, kind)
    column = pa.concat_arrays([column, pa.nulls(1, column.type)])
    path = write(tmp_path / "cells.parquet", column, encoding=kind)
    with pytest.raises(ValueError, match=r"cells\.parquet: row 3: is (null|empty)"):
        sepax.dask.partition(sepax.dask.from_parquet(path, outlines=True))


def test_columns_of_other_kinds_are_named(tmp_path: Path) -> None:
    path = write(tmp_path / "cells.parquet", column_of([SQUARE], "multipolygon"))
    with pytest.raises(TypeError, match=r"cells\.parquet: column geometry: .* geoarrow\.polygon"):
        sepax.dask.partition(sepax.dask.from_parquet(path))
    with dask.config.set({"dataframe.convert-string": True}):
        frame = dd.from_pandas(pd.DataFrame({"geometry": ["0101"]}), npartitions=1)
        shapes = sepax.dask.from_dataframe(frame, outlines=True)
    with pytest.raises(TypeError, match="Dask makes text of lists"):
        sepax.dask.partition(shapes)
    mixed = [SQUARE, shapely.Point(1, 2)]
    path = write(tmp_path / "points.parquet", column_of(mixed, "WKB"), geometry_types=["Point"])
    with pytest.raises(ValueError, match="row 0: is no point"):
        sepax.dask.partition(sepax.dask.from_parquet(path))


# --- the command -------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["WKB", "multipolygon"])
def test_command(encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outlines, places = with_several(stars()), spots()
    cells = write(tmp_path / "cells.parquet", column_of(outlines, encoding), encoding=encoding)
    x, y = places.T
    pq.write_table(pa.table({"x": x, "y": y}), tmp_path / "points.parquet", row_group_size=200)
    target = tmp_path / "found"
    arguments = ["pairs", str(tmp_path / "points.parquet"), str(target), f"--with={cells}"]
    assert command.main([*arguments, "--outlines", "--rows=90"]) == 0
    table = pq.read_table(target)
    pairs = np.column_stack((table["i"].to_numpy(), table["j"].to_numpy()))
    points, array = ShapeArray.points(places), CompoundArray.from_shapely(outlines)
    assert np.array_equal(pairs[np.lexsort(pairs.T[::-1])], sepax.find_pairs(points, array))
    said = capsys.readouterr()
    assert f"{len(pairs)} pairs in" in said.out
    for step in ("survey", "by place", "pairs", "100%"):
        assert step in said.err
    assert command.main(["pairs", str(cells), str(tmp_path / "own"), "--outlines"]) == 0
    assert pq.read_table(tmp_path / "own").num_rows == len(sepax.find_pairs(array))


def test_command_does_not_mix_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that was stopped goes on with the same sides and options only."""
    boxes = stars()[2::3]
    (tmp_path / "both").mkdir()
    one, other = (
        write(tmp_path / "both" / name, column_of(rows, "WKB"), encoding="WKB")
        for name, rows in (("1.parquet", boxes[:30]), ("2.parquet", boxes[30:]))
    )
    question = ["pairs", str(one), str(tmp_path / "out"), f"--with={other}"]
    with monkeypatch.context() as patch:
        patch.setattr(command, "_spool", None)
        assert command.main(question) == 1
    capsys.readouterr()
    for mixed in ([*question, "--outlines"], ["pairs", str(tmp_path / "both"), question[2]]):
        assert command.main(mixed) == 1
        assert "was begun with other input or options" in capsys.readouterr().err
    assert command.main(question) == 0
    sides = ShapeArray.from_shapely(boxes[:30]), ShapeArray.from_shapely(boxes[30:])
    expected = sepax.find_pairs(*sides)
    assert pq.read_table(tmp_path / "out").num_rows == len(expected) > 5
