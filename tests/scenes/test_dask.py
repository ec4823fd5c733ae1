"""Scenes in Dask data frames: the answers of one array, in any partition, whatever breaks."""

import doctest
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import ShapeArray
from sepax._rows import candidates

dask: Any = pytest.importorskip("dask", reason="dask is not installed")
dd: Any = pytest.importorskip("dask.dataframe", reason="dask is not installed")
distributed: Any = pytest.importorskip("distributed", reason="dask is not installed")
pd: Any = pytest.importorskip("pandas", reason="pandas is not installed")
pa: Any = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pq: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
shapely: Any = pytest.importorskip("shapely", reason="shapely is not installed")

import sepax.dask  # noqa: E402 - after what it needs
from sepax.dask import __main__ as command  # noqa: E402
from sepax.dask import (  # noqa: E402
    collection,
    columns,
    files,
    kernels,
    packed,
    questions,
    spool,
)
from sepax.dask.cells import Cells, cells_for  # noqa: E402

pytestmark = pytest.mark.thread_unsafe(reason="the engine has threads of its own")

COUNT = 600
TARGETS = (10_000, 200, 60)  # one cell, some, many
NO_SIGNALS = pytest.mark.skipif(sys.platform == "win32", reason="needs signals of POSIX")


@pytest.fixture(autouse=True)
def _one_after_the_other() -> Iterator[None]:
    with dask.config.set({"scheduler": "synchronous", "dataframe.convert-string": False}):
        yield


# --- scenes --------------------------------------------------------------------------------


def frame_of(places: Any, widths: Any, heights: Any, angles: Any) -> Any:
    x, y = np.asarray(places, dtype=np.float64).T
    given = {"x": x, "y": y, "width": widths, "height": heights, "angle": angles}
    return pd.DataFrame({name: np.broadcast_to(value, len(x)) for name, value in given.items()})


def with_sizes(frame: Any, rows: Any, *sizes: Any) -> Any:
    changed = frame.copy()
    changed.loc[rows, ["width", "height"]] = sizes
    return changed


def frames(rng: np.random.Generator) -> dict[str, Any]:
    turns, sizes = rng.uniform(0, 7, COUNT), np.exp(rng.uniform(np.log(0.1), np.log(20), COUNT))
    spots = rng.uniform(0, 40, (COUNT, 2))
    even = frame_of(spots, 1.5, rng.uniform(0.5, 2, COUNT), turns)
    town = np.concatenate((rng.normal(5, 1e-3, (COUNT - 20, 2)), rng.uniform(-1e4, 1e4, (20, 2))))
    grid = np.column_stack(np.divmod(rng.permutation(625), 25))
    lattice = frame_of(grid, 1.0, 1.0, 0.0)  # edge to edge, on which all cuts fall
    row = np.column_stack((np.zeros(COUNT), rng.uniform(0, 300, COUNT)))
    return {
        "even": even,
        "sizes of 200 to 1": frame_of(2.25 * spots, sizes, 0.3 * sizes, turns),
        "one giant": with_sizes(even, 200, 90.0, 70.0),
        "many giants": with_sizes(even, slice(None, None, 5), 38.0, 38.0),
        "all touching": frame_of(rng.uniform(0, 1, (200, 2)), 3.0, 3.0, turns[:200]),
        "all in one place": frame_of(np.full((200, 2), 7.25), 1.0, 2.0, 0.0),
        "one town": frame_of(town, 2e-4, 1e-4, turns),
        "far away": frame_of(1e6 + spots, 1.5, 1.0, turns),
        "lattice": lattice,
        "lattice of two sizes": with_sizes(lattice, slice(None, None, 9), 9.0, 9.0),
        "a row": frame_of(row, 1.0, 1.0, turns),
    }


SCENES = list(frames(np.random.default_rng(0)))


def made(name: str, seed: int = 0) -> Any:
    return frames(np.random.default_rng(seed))[name]


def array_of(frame: Any) -> ShapeArray:
    return ShapeArray.boxes(
        frame["width"], frame["height"], frame[["x", "y"]].to_numpy(), frame["angle"]
    )


def shapes_of(frame: Any, parts: int = 3) -> Any:
    return sepax.dask.from_dataframe(dd.from_pandas(frame, npartitions=parts))


def computed(answer: Any) -> Any:
    """Compute pairs; see that each partition is sorted, and sort them all."""
    parts = dask.compute(*answer.to_delayed())
    for part in parts:
        pairs = part[["i", "j"]].to_numpy()
        assert np.array_equal(pairs, pairs[np.lexsort(pairs.T[::-1])])
    return pd.concat(parts).sort_values(["i", "j"], ignore_index=True)


def same_pairs(answer: Any, pairs: Any) -> None:
    found = computed(answer)[["i", "j"]].to_numpy()
    assert found.dtype == np.int64
    assert np.array_equal(found, pairs)


# --- the answers of one array ---------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_pairs_of_one_side(name: str) -> None:
    frame = made(name)
    array, shapes = array_of(frame), shapes_of(frame)
    targets = TARGETS if name in ("many giants", "lattice") else TARGETS[2:]
    for target in targets:
        same_pairs(sepax.dask.find_pairs(shapes, target_rows=target), sepax.find_pairs(array))
    few, fewer = array[::2], shapes_of(frame[::2], 2)
    for touching, within, target in (
        (True, 0.25, 20),
        (False, 1.0 if name == "one town" else 3.0, 50),
    ):
        found = sepax.dask.find_pairs(fewer, None, touching, within, target_rows=target)
        same_pairs(found, sepax.find_pairs(few, touching=touching, within=within))


def test_cells_have_several_levels_where_sizes_differ() -> None:
    boxes = array_of(made("all touching")).bounds[::2]
    assert [len(level.blocks) > 1 for level in cells_for(boxes, 100, 20).levels][:2] == [True, True]


@pytest.mark.parametrize("name", SCENES)
def test_all_results_of_two_sides(name: str) -> None:
    first, second = made(name), made(name, 1)[50:]
    a, b = array_of(first), array_of(second)
    sides = sepax.dask.partition(shapes_of(first), 300, beside=shapes_of(second, 2))
    sides = sides[0].persist(), sides[1].persist()
    pairs = sepax.find_pairs(a, b)
    same_pairs(sepax.dask.find_pairs(*sides), pairs)
    strict = sepax.find_pairs(a, b, touching=False)
    same_pairs(sepax.dask.find_pairs(*sides, touching=False), strict)
    vectors = computed(sepax.dask.mtv(*sides))
    assert np.array_equal(vectors[["x", "y"]], sepax.mtv(a, b, pairs=pairs)[0])
    hits = sepax.dask.intersects_any(*sides).compute()
    assert np.array_equal(hits["row"], np.arange(len(a)))
    assert np.array_equal(hits["hit"], sepax.intersects_any(a, b))
    same_contacts(computed(sepax.dask.collide(*sides)), sepax.collide(a, b, pairs=pairs))


def same_contacts(found: Any, contacts: sepax.Contacts | sepax.Impacts) -> None:
    for name in contacts._layout:
        parts = [column for column in found if column == name or column.startswith(f"{name}_")]
        want = getattr(contacts, name).reshape(len(contacts), -1)
        if name != "hit":
            assert np.array_equal(found[parts].to_numpy(), want, equal_nan=True), name


def test_partitions_for_a_distance_do_for_a_smaller_one() -> None:
    frame = made("even")
    shapes = sepax.dask.partition(shapes_of(frame), 100, within=1.0)
    for within in (0.0, 1.0, 4.0):  # the last one divides them again
        with dask.config.set(scheduler="threads" if within == 1.0 else "synchronous"):
            expected = sepax.find_pairs(array_of(frame), within=within)
            same_pairs(sepax.dask.find_pairs(shapes, within=within), expected)


def test_pairs_in_small_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ranges of rows are halved where memory does not do, and where very many boxes meet."""
    frame = made("many giants")
    pairs = sepax.find_pairs(array_of(frame))
    near, most = candidates.near_pairs, 60

    def scarce(here: Any, there: Any, reach: float) -> Any:
        if here.count > most:
            raise MemoryError
        return near(here, there, reach)

    with monkeypatch.context() as patch:
        patch.setattr(kernels, "near_pairs", scarce)
        for target in TARGETS:
            same_pairs(sepax.dask.find_pairs(shapes_of(frame), target_rows=target), pairs)
    for name, value in (("FEW", 0), ("PROBED", 16), ("MOST_CANDIDATES", 200)):
        monkeypatch.setattr(kernels, name, value)
    for target in TARGETS:
        same_pairs(sepax.dask.find_pairs(shapes_of(frame), target_rows=target), pairs)


# --- kinds of shapes -----------------------------------------------------------------------


def polygons() -> tuple[Any, Any]:
    rng = np.random.default_rng(4)
    sizes = rng.integers(3, 9, 300)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    array = ShapeArray.regular(sizes, 1.0, rng.uniform(0, 25, (300, 2)), rng.uniform(0, 7, 300))
    return array.vertices, offsets


@pytest.mark.parametrize("form", ["numbers", "lists", "pairs", "structs", "objects"])
def test_rings(form: str, tmp_path: Path) -> None:
    """As Arrow lists of numbers, of lists, of pairs or of structs, and as Python's lists."""
    vertices, offsets = polygons()
    radii = np.random.default_rng(5).uniform(0, 0.5, 300)
    array = ShapeArray.polygons(vertices, offsets, radii=radii)
    rings = [vertices[start:stop] for start, stop in pairwise(offsets)]
    kinds = {
        "numbers": pa.list_(pa.float64()),
        "lists": pa.large_list(pa.list_(pa.float64())),
        "pairs": pa.list_(pa.list_(pa.float64(), 2)),
        "structs": pa.list_(pa.struct({"x": pa.float64(), "y": pa.float64()})),
    }
    if form == "objects":
        frame = pd.DataFrame({"vertices": [ring.tolist() for ring in rings], "radius": radii})
        shapes = shapes_of(frame)
    else:
        items: list[Any] = [ring.tolist() for ring in rings]
        if form == "numbers":
            items = [ring.ravel().tolist() for ring in rings]
        elif form == "structs":
            items = [[{"x": x, "y": y} for x, y in ring] for ring in items]
        table = pa.table({"outline": pa.array(items, kinds[form]), "radius": radii})
        pq.write_table(table, tmp_path / "rings.parquet", row_group_size=70)
        shapes = sepax.dask.from_parquet(tmp_path / "rings.parquet", {"vertices": "outline"})
    pairs = sepax.find_pairs(array)
    assert len(pairs) > 100
    same_pairs(sepax.dask.find_pairs(shapes, target_rows=60), pairs)
    vectors = computed(sepax.dask.mtv(shapes, target_rows=60))
    assert np.array_equal(vectors[["x", "y"]], sepax.mtv(array, array, pairs=pairs)[0])


def ring_shapes() -> Any:
    vertices, offsets = polygons()
    rings = [vertices[start:stop].tolist() for start, stop in pairwise(offsets)]
    return shapes_of(pd.DataFrame({"vertices": rings}))


def geometry_file(path: Path, geometries: Any, geo: bool = True) -> Path:
    table = pa.table({"shape": shapely.to_wkb(geometries).tolist()})
    if geo:
        note = {"version": "1.0.0", "primary_column": "shape", "columns": {}}
        table = table.replace_schema_metadata({b"geo": json.dumps(note).encode()})
    pq.write_table(table, path, row_group_size=50)
    return path


@pytest.mark.parametrize("geo", [True, False])
def test_geometries(geo: bool, tmp_path: Path) -> None:
    """Polygons, points and lines in WKB; GeoParquet names the column, for other files we do."""
    vertices, offsets = polygons()
    geometries = ShapeArray.polygons(vertices, offsets).to_shapely()
    rng = np.random.default_rng(6)
    geometries[::7] = shapely.points(rng.uniform(0, 25, (len(geometries[::7]), 2)))
    geometries[::11] = shapely.linestrings(rng.uniform(0, 25, (len(geometries[::11]), 2, 2)))
    path = geometry_file(tmp_path / "geo.parquet", geometries, geo)
    shapes = sepax.dask.from_parquet(path, None if geo else {"geometry": "shape"})
    array = ShapeArray.from_shapely(geometries)
    same_pairs(sepax.dask.find_pairs(shapes, target_rows=40), sepax.find_pairs(array))
    x, y = array.positions.T
    discs = shapes_of(pd.DataFrame({"x": x, "y": y, "radius": 0.75}))
    array = ShapeArray.circles(array.positions, 0.75)
    same_pairs(sepax.dask.find_pairs(discs, target_rows=50), sepax.find_pairs(array))


# --- in motion, the nearest ----------------------------------------------------------------


def same_sweeps(found: Any, expected: tuple[Any, sepax.Impacts]) -> None:
    rows = computed(found)
    assert np.array_equal(rows[["i", "j"]], expected[0])
    same_contacts(rows, expected[1])


def turning_rings(count: int) -> tuple[Any, ShapeArray, Any]:
    """Return triangles that turn about places up to three sizes outside of them."""
    rng = np.random.default_rng(11)
    corners = rng.uniform(-3, 3, (count, 1, 2)) + np.array([(0, 0), (1.2, 0.1), (0.2, 1.0)])
    places, angles = rng.uniform(0, 30, (count, 2)), rng.uniform(0, 7, count)
    frame = pd.DataFrame({"x": places[:, 0], "y": places[:, 1], "angle": angles})
    frame["vertices"] = corners.tolist()
    frame["vx"], frame["vy"] = rng.normal(0, 2, (2, count))
    frame["angular_velocity"] = rng.normal(0, 4, count) * (rng.random(count) < 0.7)
    offsets = 3 * np.arange(count + 1)
    array = ShapeArray.polygons(corners.reshape(-1, 2), offsets, places, angles)
    return frame, array, frame[["vx", "vy"]].to_numpy()


@pytest.mark.parametrize(("target", "end"), [(10_000, np.inf), (200, 0.0), (60, 1.5)])
def test_sweeps(target: int, end: float) -> None:
    """Of shapes that turn, too; without an end others alone."""
    frame, others = made("sizes of 200 to 1")[: 150 if end == np.inf else COUNT], made("even")[:150]
    speed, rate = np.random.default_rng(7).normal(0, 3, (len(frame), 2)), "angular_velocity_a"
    frame["vx"], frame["vy"] = speed.T
    a, shapes, there, b = array_of(frame), shapes_of(frame), shapes_of(others), array_of(others)
    cases: list[tuple[Any, Any, Any, Any, bool]] = [
        ((shapes, None), {}, (a, None, speed), {}, False),
        ((shapes, there, None, (1, -2)), {}, (a, b, speed, (1, -2)), {}, False),
    ]
    if end < np.inf:
        turning, c, way = turning_rings(200)
        rings, rates = shapes_of(turning), turning["angular_velocity"].to_numpy()
        both = {"angular_velocity_b": -3}
        cases += [
            ((rings, None), {}, (c, None, way), {rate: rates}, True),
            ((rings, None), {rate: 0, "velocity_a": (0, 0)}, (c,), {}, False),
            (
                (rings, there, None, (1, -2)),
                both,
                (c, b, way, (1, -2)),
                {rate: rates, **both},
                True,
            ),
            ((there, None), {rate: 2.5}, (b,), {rate: 2.5}, True),
        ]
    in_memory: Any = sepax.sweep_pairs
    for asked, options, arrays, known, turns in cases:
        expected = in_memory(*arrays, max_time=end, **known)
        assert np.isnan(expected[1].exit_time).any() == turns
        found = sweeps(*asked, max_time=end, target_rows=target, **options)
        same_sweeps(found, expected)


def test_turning_far_away_and_without_an_end() -> None:
    """One bar reaches a ball that is many cells away from its box at the start."""
    x, y = np.divmod(np.arange(400.0), 20.0)
    balls = pd.DataFrame({"x": 190.0 + x, "y": 80.0 + 20.0 * y, "radius": 0.25})
    bar = pd.DataFrame(
        {"x": [200.0], "y": [0.0], "width": [1000.0], "height": [1.0], "omega": [0.5]}
    )
    columns = {"angular_velocity": "omega"}
    there = sepax.dask.from_dataframe(dd.from_pandas(balls, npartitions=2))
    here = sepax.dask.from_dataframe(dd.from_pandas(bar, npartitions=1), columns)
    array = ShapeArray.circles(balls[["x", "y"]].to_numpy(), 0.25)
    whole = ShapeArray.boxes(1000.0, 1.0, [(200.0, 0.0)])
    for end in (10.0, np.inf):
        expected = sepax.sweep_pairs(whole, array, max_time=end, angular_velocity_a=0.5)
        assert len(expected[0]) > 5
        same_sweeps(sepax.dask.sweep_pairs(here, there, max_time=end, target_rows=50), expected)


def test_angular_velocities_in_files_and_out_of_range(tmp_path: Path) -> None:
    frame, path = made("even")[:50], tmp_path / "shapes"
    odd = shapes_of(frame.assign(angular_velocity=np.where(np.arange(50) == 40, np.inf, 0.0)))
    with pytest.raises(ValueError, match=r"row 6: angular_velocity must be finite, got inf"):
        sepax.dask.sweep_pairs(odd)
    same_pairs(sepax.dask.find_pairs(odd), sepax.find_pairs(array_of(frame)))
    sepax.dask.to_parquet(shapes_of(frame.assign(angular_velocity=2.0)), path)
    found = sepax.dask.sweep_pairs(sepax.dask.from_parquet(path))
    same_sweeps(found, sepax.sweep_pairs(array_of(frame), angular_velocity_a=2.0))


def same_nearest(found: Any, expected: tuple[Any, Any]) -> None:
    rows, distances = expected
    count, k = rows.shape
    answer = found.compute()
    assert np.array_equal(answer["row"], np.repeat(np.arange(count), k))
    assert np.array_equal(answer["rank"], np.tile(np.arange(k), count))
    assert np.array_equal(answer["other"], rows.ravel())
    assert np.array_equal(answer["distance"], distances.ravel())


@pytest.mark.parametrize("name", ["sizes of 200 to 1", "one town", "lattice", "all in one place"])
def test_nearest(name: str) -> None:
    queried, frame = made("even")[:100], made(name)
    a, b, shapes = array_of(queried), array_of(frame), shapes_of(frame)
    for k, farthest, target in ((3, np.inf, 90), (4, 0.5, 90), (3, 0.5, 10_000)):
        expected = sepax.nearest(a, b, k, farthest)
        found = sepax.dask.nearest(shapes_of(queried, 2), shapes, k, farthest, target_rows=target)
        same_nearest(found, expected)
    found = sepax.dask.nearest(shapes_of(queried[:3]), shapes, len(b) + 2, target_rows=90)
    same_nearest(found, sepax.nearest(a[:3], b, len(b) + 2))
    if name != "lattice":
        found = sepax.dask.nearest(shapes, None, 2, 0.5, target_rows=90)
        same_nearest(found, sepax.nearest(b, None, 2, 0.5))
        hit = sepax.dask.intersects_any(shapes, target_rows=90).compute()["hit"]
        assert np.array_equal(hit, sepax.intersects_any(b))


def test_nearest_searches_beyond_borders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also without a sample that would show which cells need no search."""
    monkeypatch.setattr(questions, "_SAMPLED", 1)
    queried, frame = made("even")[::4], made("even", 1)
    found = sepax.dask.nearest(shapes_of(queried), shapes_of(frame), 2, target_rows=40)
    same_nearest(found, sepax.nearest(array_of(queried), array_of(frame), 2))


def test_the_same_shapes_on_both_sides_are_an_error() -> None:
    shapes = shapes_of(made("even"))
    for query in ("find_pairs", "mtv", "collide", "sweep_pairs", "intersects_any", "nearest"):
        with pytest.raises(ValueError, match="a and b are the same shapes: leave b out"):
            getattr(sepax.dask, query)(shapes, shapes)


# --- partitions ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("turned", [False, True])
def test_partitions_fit(name: str, turned: bool) -> None:
    """Lent rows among them, however unevenly the shapes lie."""
    frame, target = made(name), 100
    boxes = array_of(frame).bounds[:, [1, 0, 3, 2] if turned else [0, 1, 2, 3]]
    cells = cells_for(boxes, len(boxes), target)
    rows, blocks = cells.reached_by(boxes, np.arange(len(boxes)))
    held = np.bincount(blocks, minlength=cells.count)
    assert set(rows) == set(range(len(boxes)))
    assert held.max() <= 1.6 * target
    assert len(held) <= 8 * len(boxes) / target
    assert len(rows) <= 3 * len(boxes)


def test_nothing_at_all() -> None:
    frame = made("even")[:0]
    shapes = shapes_of(frame, 1)
    assert len(sepax.dask.find_pairs(shapes).compute()) == 0
    assert len(sepax.dask.nearest(shapes, shapes_of(made("even"))).compute()) == 0
    found = sepax.dask.nearest(shapes_of(made("even")), shapes).compute()
    assert (found["other"] == -1).all()
    assert not sepax.dask.intersects_any(shapes_of(made("even")), shapes).compute()["hit"].any()
    assert cells_for(np.empty((0, 4)), 0, 10) is not None


def test_shapes_keep_their_partition_in_files(tmp_path: Path) -> None:
    frame, other = made("sizes of 200 to 1"), made("even")
    sides = sepax.dask.partition(shapes_of(frame), 100, beside=shapes_of(other))
    for name, side in zip("ab", sides, strict=True):
        sepax.dask.to_parquet(side, tmp_path / name)
    a, b = (sepax.dask.from_parquet(tmp_path / name) for name in "ab")
    assert questions._fits([a, b], 0.0)
    same_pairs(sepax.dask.find_pairs(a, b), sepax.find_pairs(array_of(frame), array_of(other)))
    same_pairs(sepax.dask.find_pairs(a, within=1.0), sepax.find_pairs(array_of(frame), within=1.0))
    sepax.dask.to_parquet(shapes_of(frame), tmp_path / "plain")
    plain = sepax.dask.from_parquet(tmp_path / "plain")
    assert plain.count == len(plain) == len(frame)
    same_pairs(sepax.dask.find_pairs(plain), sepax.find_pairs(array_of(frame)))
    with pytest.raises(FileExistsError, match="plain is there already"):
        sepax.dask.to_parquet(plain, tmp_path / "plain")


# --- what is refused -----------------------------------------------------------------------


def box_file(path: Path, frame: Any, rows: int = 100) -> Path:
    pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), path, row_group_size=rows)
    return path


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("x", np.nan, r"position must be finite.*nan"),
        ("width", -1.0, r"width and height must be positive.*-1.0"),
        ("angle", np.inf, r"angle"),
    ],
)
def test_a_bad_row_is_named(column: str, value: float, reason: str, tmp_path: Path) -> None:
    frame = made("even")
    frame.loc[[431, 512], column] = value
    (tmp_path / "in").mkdir()
    box_file(tmp_path / "in" / "1.parquet", frame[:300])
    box_file(tmp_path / "in" / "2.parquet", frame[300:])
    shapes = sepax.dask.from_parquet(tmp_path / "in")
    with pytest.raises(ValueError, match=rf"2\.parquet: row 131: .*{reason}"):
        sepax.dask.find_pairs(shapes)
    with pytest.raises(ValueError, match=r"partition 1 of the data frame: row 131: "):
        sepax.dask.partition(sepax.dask.from_dataframe(dd.from_pandas(frame, npartitions=2)))


def test_a_bad_vertex_is_named(tmp_path: Path) -> None:
    vertices, offsets = polygons()
    geometries = ShapeArray.polygons(vertices, offsets).to_shapely()
    geometries[123] = shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])
    path = geometry_file(tmp_path / "geo.parquet", geometries)
    with pytest.raises(ValueError, match=r"geo\.parquet: row 123: vertex 2 is a reflex corner"):
        sepax.dask.find_pairs(sepax.dask.from_parquet(path))
    geometries[77] = shapely.MultiPoint([(0, 0), (1, 1)])
    path = geometry_file(tmp_path / "geo.parquet", geometries)
    with pytest.raises(ValueError, match=r"geo\.parquet: row 77: .*not a polygon"):
        sepax.dask.find_pairs(sepax.dask.from_parquet(path))
    pq.write_table(pa.table({"geometry": [b"", b"nonsense"]}), tmp_path / "bytes.parquet")
    with pytest.raises(ValueError, match=r"bytes\.parquet: row 0: no geometry in WKB"):
        sepax.dask.find_pairs(sepax.dask.from_parquet(tmp_path / "bytes.parquet"))


@pytest.mark.parametrize(
    ("rings", "reason"),
    [
        ([[0.0, 0, 1, 0, 1, 1], [0.0, 0, 1]], "row 1: vertices must be x and y in turn, got 3"),
        ([[0.0, 0, 1, 0, 1, 1], None], "row 1: vertices are missing"),
        ([[[0.0, 0], [1, 0], [1, 1]], [[0.0, 0], [1, 0, 2]]], "row 1: a vertex must be a pair"),
        ([[[0.0, 0], [1, 0], [1, np.nan]]], "row 0: vertex 2 is not finite"),
        ([b"0" * 48, b"0" * 47], "row 1: vertices must be two float64 each"),
    ],
)
def test_rings_that_are_none(rings: Any, reason: str, tmp_path: Path) -> None:
    column = pa.array(rings, pa.large_binary() if rings[0][:1] == b"0" else None)
    pq.write_table(pa.table({"vertices": column}), tmp_path / "rings.parquet")
    with pytest.raises(ValueError, match=rf"rings\.parquet: {reason}"):
        sepax.dask.partition(sepax.dask.from_parquet(tmp_path / "rings.parquet"))


@pytest.mark.parametrize("kind", ["vertices", "geometry", "circles"])
def test_partitions_that_a_filter_left_empty(kind: str) -> None:
    places = [(0.0, 0.0), (1.0, 0.0), (9.0, 9.0), (9.5, 9.0), (50.0, 0.0), (51.0, 0.0)]
    boxes = ShapeArray.boxes(2, 2, places)
    columns: dict[str, Any] = {
        "vertices": {"vertices": [box.vertices.tolist() for box in boxes]},
        "geometry": {"geometry": list(shapely.to_wkb(boxes.to_shapely()))},
        "circles": {
            "x": [Decimal(int(2 * x)) / 2 for x, _ in places],
            "y": [y for _, y in places],
            "radius": 1.0,
        },
    }
    frame = dd.from_pandas(pd.DataFrame({**columns[kind], "kept": range(6)}), npartitions=3)
    for chosen, pairs in [
        (frame[frame.kept < 2], [[0, 1]]),
        (frame[frame.kept > 3], [[0, 1]]),
        (frame[frame.kept % 5 == 0], []),
        (frame[frame.kept > 9], []),
    ]:
        found = sepax.dask.find_pairs(sepax.dask.from_dataframe(chosen)).compute()
        assert found.to_numpy().tolist() == pairs


def test_lists_that_dask_made_text_of() -> None:
    frame = pd.DataFrame({"vertices": [[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]] * 2})
    with (
        dask.config.set({"dataframe.convert-string": True}),
        pytest.raises(TypeError, match=r"partition .*got .*string: .*\"dataframe.convert-string"),
    ):
        sepax.dask.partition(shapes_of(frame))
    numbers = pd.DataFrame({"vertices": [1.0, 2.0]})
    with pytest.raises(TypeError, match=r"lists of points, got double$"):
        sepax.dask.partition(shapes_of(numbers))


def test_files_that_are_not_whole(tmp_path: Path) -> None:
    path = box_file(tmp_path / "boxes.parquet", made("even"))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(ValueError, match=r"boxes\.parquet: not a whole Parquet file"):
        sepax.dask.from_parquet(path)
    start = pq.ParquetFile(box_file(path, made("even"))).metadata.row_group(3).column(1)
    broken = bytearray(path.read_bytes())
    broken[start.data_page_offset : start.data_page_offset + 40] = b"\xff" * 40
    path.write_bytes(broken)
    with pytest.raises(ValueError, match=r"boxes\.parquet: rows 0 to 599 cannot be read"):
        sepax.dask.find_pairs(sepax.dask.from_parquet(path))


pairs: Any = sepax.dask.find_pairs
sweeps: Any = sepax.dask.sweep_pairs
REFUSED: list[tuple[Callable[[Any, Any], Any], type[Exception], str]] = [
    (lambda f, s: shapes_of(f[["x", "y", "width"]]), ValueError, "no shapes: width, x, y"),
    (lambda f, s: sepax.dask.contains(s, s), TypeError, "Shapes of points .* got boxes"),
    (lambda f, s: renamed(f, width="w"), ValueError, "no column 'w'"),
    (lambda f, s: renamed(f, breadth="x"), ValueError, "columns names 'breadth'"),
    (lambda f, s: shapes_of(f.assign(vx=1.0)), ValueError, "two columns, vx and vy"),
    (
        lambda f, s: sepax.dask.partition(shapes_of(f.assign(x=pd.Timestamp(0)))),
        TypeError,
        "column x must be numbers",
    ),
    (lambda f, s: sepax.dask.from_dataframe(f), TypeError, "a Dask data frame, got DataFrame"),
    (lambda f, s: pairs(array_of(f)), TypeError, r"be sepax\.dask\.Shapes, got ShapeArray"),
    *(
        (lambda f, s, w=w: pairs(s, within=w), ValueError, "within must be finite and not negative")
        for w in (-1.0, np.nan, np.inf)
    ),
    (lambda f, s: sepax.dask.partition(s, 0), ValueError, "target_rows must be at least 1"),
    (lambda f, s: sepax.dask.nearest(s, k=0), ValueError, "k must be at least 1"),
    (lambda f, s: sweeps(s, None, (0, 0), (1, 0)), ValueError, "velocity_b is that of shapes of b"),
    (lambda f, s: sweeps(s, None, [(0, 0), (1, 1)]), ValueError, "use columns vx, vy"),
    (lambda f, s: sweeps(s, angular_velocity_a="fast"), TypeError, "angular_velocity_a"),
    (lambda f, s: sweeps(s, angular_velocity_a=np.nan), ValueError, "must be finite, got nan"),
    (
        lambda f, s: sweeps(s, max_time=4.0, angular_velocity_a=1e9),
        ValueError,
        r"angular_velocity_a \* max_time must be at most 2\*\*31",
    ),
    (lambda f, s: sweeps(s, angular_velocity_b=1.0), ValueError, "is that of shapes of b"),
]


def renamed(frame: Any, **names: str) -> Any:
    return sepax.dask.from_dataframe(dd.from_pandas(frame, npartitions=1), names)


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_other_wrong_arguments(call: Any, error: type[Exception], words: str) -> None:
    frame = made("even")
    with pytest.raises(error, match=words):
        call(frame, shapes_of(frame))


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no file"):
        sepax.dask.from_parquet(tmp_path / "none.parquet")
    with pytest.raises(FileNotFoundError, match=r"there is no file \*\.parquet"):
        sepax.dask.from_parquet(tmp_path)
    box_file(tmp_path / "1.parquet", made("even"))
    box_file(tmp_path / "2.parquet", made("even").drop(columns="angle"))
    with pytest.raises(ValueError, match=r"2\.parquet lacks the columns angle"):
        sepax.dask.from_parquet(tmp_path)


# --- the command ---------------------------------------------------------------------------


def pairs_in(folder: Path) -> Any:
    table = pq.read_table(folder)
    pairs = np.column_stack((table["i"].to_numpy(), table["j"].to_numpy()))
    return pairs[np.lexsort(pairs.T[::-1])]


@pytest.mark.parametrize(
    ("name", "within"),
    [("one giant", 0.75), ("lattice", 0.0), ("many giants", 0.0), ("geometries", 0.0)],
)
def test_command(
    name: str, within: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    if name == "geometries":
        array = ShapeArray.polygons(*polygons())
        geometry_file(source, array.to_shapely())
    else:
        array = array_of(made(name))
        box_file(source, made(name))
    arguments = ["pairs", str(source), str(target), f"--within={within}", "--rows=90"]
    assert command.main(arguments) == 0
    expected = sepax.find_pairs(array, within=within)
    assert np.array_equal(pairs_in(target), expected)
    assert f"{len(expected)} pairs in" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []
    assert command.main(arguments) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--workers=0", "0 is less than 1"),
        ("--workers=-1", "-1 is less than 1"),
        ("--rows=0", "0 is less than 1"),
        ("--rows=many", "invalid"),
        ("--memory=much", "must be bytes"),
        ("--memory=1kB", "must be 256MiB or more"),
    ],
)
def test_options_of_the_command(
    option: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refused before anything is made, as none of them would ever end."""
    box_file(tmp_path / "in.parquet", made("even"))
    with pytest.raises(SystemExit) as stop:
        command.main(["pairs", str(tmp_path / "in.parquet"), str(tmp_path / "out"), option])
    assert stop.value.code == 2
    assert words in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


@pytest.mark.parametrize("step", ["write_pairs_of_cells", "spool_piece"])
def test_command_goes_on(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was finished is not done again."""
    frame = made("sizes of 200 to 1")
    monkeypatch.setattr(files, "PIECE_ROWS", 100)
    source, target = box_file(tmp_path / "in.parquet", frame), tmp_path / "out"
    arguments = ["pairs", str(source), str(target), "--rows=90"]
    work = getattr(spool, step)
    done: list[Path] = []

    def fails_later(*given: Any) -> None:
        if len(done) == 4:
            raise OSError("no space left on device")
        work(*given)
        done.append(given[-1])

    with monkeypatch.context() as patch, dask.config.set(num_workers=1):
        patch.setattr(command, step, fails_later)
        assert command.main(arguments) == 1
    said = capsys.readouterr().err
    assert "error: no space left on device" in said
    assert "goes on from" in said
    assert not target.exists()
    written = {path: path.stat().st_mtime_ns for path in done}
    again: list[Path] = []

    def notes(*given: Any) -> None:
        again.append(given[-1])
        work(*given)

    monkeypatch.setattr(command, step, notes)
    monkeypatch.setattr(command, "layout_of", None)  # nor is the survey
    monkeypatch.setattr("shutil.rmtree", lambda path: None)
    assert command.main(arguments) == 0
    assert len(written) == 4
    assert not set(again) & set(written)
    for path, modified in written.items():
        kept = target / path.name if step == "write_pairs_of_cells" else path
        assert kept.stat().st_mtime_ns == modified
    assert np.array_equal(pairs_in(target), sepax.find_pairs(array_of(frame)))


def test_command_does_not_mix_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither with its input nor with those of another run."""
    source = box_file(tmp_path / "in.parquet", made("even"))
    assert command.main(["pairs", str(tmp_path), str(tmp_path / "out")]) == 2
    assert "must not be in" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]
    (tmp_path / "out.partial").mkdir()
    (tmp_path / "out.partial" / "plan.json").write_text('{"what": "else", "cells": {}}')
    assert command.main(["pairs", str(source), str(tmp_path / "out")]) == 1
    assert "was begun with other input or options" in capsys.readouterr().err


def run_command(*arguments: Any, before: str = "") -> Any:
    program = f"{before}\nimport sys\nfrom sepax.dask.__main__ import main\nsys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", program, "pairs", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@NO_SIGNALS
def test_full_disk(tmp_path: Path) -> None:
    """A file that cannot be written is named, left out, and written by the next run."""
    frame = made("many giants")
    source, target = box_file(tmp_path / "in.parquet", frame), tmp_path / "out"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))"
    process = run_command(source, target, before=limit)
    said = process.communicate(timeout=120)[1]
    assert process.returncode == 1
    assert "error: cannot write" in said
    assert "goes on from" in said
    assert not target.exists()
    assert list((tmp_path / "out.partial").rglob(".*")) == []
    assert command.main(["pairs", str(source), str(target)]) == 0
    assert np.array_equal(pairs_in(target), sepax.find_pairs(array_of(frame)))


@NO_SIGNALS
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    frame = made("sizes of 200 to 1")
    source, target = box_file(tmp_path / "in.parquet", frame), tmp_path / "out"
    slow = (
        "import time, sepax.dask.spool as spool\n"
        "pieces = spool.pieces\n"
        "spool.pieces = lambda *given: (time.sleep(0.2), pieces(*given))[1]"
    )
    process = run_command(source, target, "--rows=90", before=slow)
    folder = tmp_path / "out.partial" / "pairs"
    try:
        end = time.monotonic() + 120
        while len(list(folder.glob("part-*"))) < 2 and time.monotonic() < end:
            time.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=120)
    assert len(list(folder.glob("part-*"))) >= 2
    assert not target.exists()
    (folder / ".part-000000-000000.parquet.left").write_bytes(b"by a run that was killed")
    assert command.main(["pairs", str(source), str(target), "--rows=90"]) == 0
    assert np.array_equal(pairs_in(target), sepax.find_pairs(array_of(frame)))


# --- a cluster -----------------------------------------------------------------------------


def die_once(frame: Any, mark: str) -> Any:
    """Kill the process that has the first row, the first time."""
    if (frame["row"] == 0).any() and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return frame


@NO_SIGNALS
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies(tmp_path: Path) -> None:
    """No pair is lost or reported twice, for rows in memory and for the command's files."""
    frame = made("sizes of 200 to 1")
    pairs = sepax.find_pairs(array_of(frame))
    source = box_file(tmp_path / "in.parquet", frame)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "60s"}),
        distributed.LocalCluster(silence_logs=50, **options) as cluster,
        distributed.Client(cluster) as client,
        dask.config.set(scheduler=client),
    ):
        shapes = sepax.dask.partition(shapes_of(frame), 100)
        mark = str(tmp_path / "died")
        frail = shapes.frame.map_partitions(die_once, mark, meta=shapes.frame._meta)
        same_pairs(sepax.dask.find_pairs(replace(shapes, frame=frail)), pairs)
        assert Path(mark).exists()
        nearest = sepax.dask.nearest(shapes, ring_shapes(), 2, target_rows=100)
        same_nearest(nearest, sepax.nearest(array_of(frame), ShapeArray.polygons(*polygons()), 2))
        target = tmp_path / "out"
        arguments = ["pairs", str(source), str(target), "--rows=90"]
        assert command.main([*arguments, "--scheduler", client.scheduler.address]) == 0
        assert np.array_equal(pairs_in(target), pairs)


# --- the rest ------------------------------------------------------------------------------


def test_examples() -> None:
    for module in (questions, collection, columns):
        assert doctest.testmod(module, extraglobs={"sepax": sepax}).failed == 0


def test_public_names_are_documented() -> None:
    for name in sepax.dask.__all__:
        assert (getattr(sepax.dask, name).__doc__ or "").strip(), name


def test_import_of_sepax_takes_nothing_of_it() -> None:
    program = "import sys, sepax; print(*sys.modules)"
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert not {"dask", "distributed", "pandas", "pyarrow", "sepax.dask"} & set(output.split())


def test_a_survey_takes_the_share_it_is_given() -> None:
    frame = columns.frame_of(
        pa.Table.from_pandas(made("even"), preserve_index=False),
        {name: name for name in ("x", "y", "width", "height", "angle")},
        columns.form_of(made("even").columns),
        np.arange(COUNT),
        packed.Place("here"),
    )
    side = kernels.Side(columns.form_of(made("even").columns), columns.Origin(("here",), (0,)))
    found = kernels.survey(frame, side, 0.1, kernels.Reach())
    assert len(found.boxes) == 60
    bounds = array_of(made("even")).bounds
    assert np.allclose(found.bounds, [*bounds[:, :2].min(axis=0), *bounds[:, 2:].max(axis=0)])
    assert isinstance(cells_for(found.boxes, COUNT, 100), Cells)


# Tasks that take ten minutes; Ctrl-C once they are at it.
LONG_TASKS = """
import os, signal, sys, threading, time
import pandas as pd
from sepax.dask import __main__ as command

# What a shell starts in the background ignores it, and Python then lets it be.
signal.signal(signal.SIGINT, signal.default_int_handler)

def in_threads(tasks, label):
    threading.Thread(target=time.sleep, args=(600,)).start()
    signal.raise_signal(signal.SIGINT)

def in_cluster(client, tasks, label):
    workers = client.run(os.getpid)
    futures = [client.submit(time.sleep, 600, key=str(k)) for k in range(2)]
    while len([key for keys in client.processing().values() for key in keys]) < 2:
        time.sleep(0.01)
    print(*workers.values(), flush=True)
    signal.raise_signal(signal.SIGINT)

if __name__ == "__main__":  # which workers import, too
    command._run_in_threads, command._run_in_cluster = in_threads, in_cluster
    command.leave(command.main())
"""


@NO_SIGNALS
@pytest.mark.parametrize("options", [(), ("--workers=2",)])
def test_ctrl_c_waits_for_no_task(options: tuple[str, ...], tmp_path: Path) -> None:
    """Neither for threads nor for processes; no process is left."""
    source, program = tmp_path / "in.parquet", tmp_path / "program.py"
    pd.DataFrame({"x": [0.0, 1.0], "y": 0.0, "radius": 1.0}).to_parquet(source)
    program.write_text(LONG_TASKS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program, "pairs", source, tmp_path / "out", *options],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 130, done.stderr
    assert "stopped: the same command goes on from" in done.stderr
    for worker in map(int, done.stdout.split()):
        for _ in range(300):
            if not is_running(worker):
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"worker {worker} is still there")
    assert len(done.stdout.split()) == len(options) * 2
    assert command.main(["pairs", str(source), str(tmp_path / "out")]) == 0


def is_running(process: int) -> bool:
    """Return whether such a process runs; one that has ended and was not reaped does not count."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")
    except (ProcessLookupError, FileNotFoundError):
        return False
