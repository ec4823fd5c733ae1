"""Columns of polygons and points in Arrow memory, in and out."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
from collections.abc import Callable
from typing import Any

import leaks
import numpy as np
import pytest
from arrow_exports import (
    CORNER,
    FAR,
    HOLE,
    POLYGONS,
    SQUARE,
    Exported,
    Ring,
    Streamed,
    Tree,
    _pointer_of,
    assert_same,
    binary,
    closed,
    column,
    column_and_memory,
    outlines,
)

import sepax
from sepax import CompoundArray, ShapeArray
from sepax._base.arguments import vectors
from sepax._base.arrow import _Array, _Schema
from sepax._geometry.geoarrow import ArrowColumn

CROSSED: Ring = [(0, 0), (2, 2), (2, 0), (0, 1)]


# In: lists by hand -----------------------------------------------------------------------------

LAYOUTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "named": {"name": "geoarrow.polygon"},
    "large lists": {"large": True},
    "slices": {"offset": 3},
    "large slices": {"offset": 9, "large": True},
    "separated": {"separated": True},
    "separated slices": {"separated": True, "offset": 2},
    "with Z": {"size": 3},
    "with Z and M": {"size": 4, "offset": 1},
    "separated with Z": {"separated": True, "size": 3},
    "float32": {"kind": "f4"},
    "integers": {"kind": "i2", "separated": True},
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_polygons(layout: str) -> None:
    polygons = POLYGONS[:2] if "integers" in layout else POLYGONS
    for rows in (polygons, [closed(polygon) for polygon in polygons], polygons[:0]):
        given = column(rows, 2, **LAYOUTS[layout])
        assert_same(CompoundArray.from_arrow(given), outlines(rows))
    array, kept = CompoundArray.from_arrow(given, invalid="skip")
    assert (len(array), kept.tolist()) == (0, [])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_multipolygons_of_one_polygon(layout: str) -> None:
    options = LAYOUTS[layout] | ({"name": "geoarrow.multipolygon"} if layout == "named" else {})
    rows = [[polygon] for polygon in POLYGONS[:2]]
    assert_same(CompoundArray.from_arrow(column(rows, 3, **options)), outlines(POLYGONS[:2]))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_multipolygons(layout: str) -> None:
    shapely = pytest.importorskip("shapely")
    island = [(2.0, 2.0), (3.0, 2.0), (2.0, 3.0)]
    rows: list[list[list[Ring]]] = [
        [[FAR], [CORNER]],
        [[SQUARE, HOLE], [island]],  # an island in a lake
        [[CORNER]],
        [[CORNER], [SQUARE]],  # they overlap: the union of both
    ]
    if "integers" in layout:
        rows = rows[1:]
    of_shapely = [
        shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in row])
        for row in rows
    ]
    options = LAYOUTS[layout] | ({"name": "geoarrow.multipolygon"} if layout == "named" else {})
    given = column(rows, 3, **options)
    for origin in (None, "centroid", (1, 2)):
        array = CompoundArray.from_arrow(given, origin=origin, workers=2)
        expected = CompoundArray.from_shapely(of_shapely, origin=origin)
        if origin == "centroid":  # GEOS rounds in its own way
            assert np.allclose(array[:-1].positions, expected[:-1].positions, rtol=1e-14)
            assert np.allclose(array.areas, expected.areas)
        else:
            assert_same(array, expected)
    whole = CompoundArray.from_arrow(given)[:-1]
    assert "multipolygon" in repr(whole.to_arrow())
    assert_same(CompoundArray.from_arrow(whole.to_arrow()), whole)


def test_several_polygons_in_a_row_need_shapely(monkeypatch: pytest.MonkeyPatch) -> None:
    given = column([[[FAR], [CORNER]]], 3)
    monkeypatch.setitem(sys.modules, "shapely", None)
    with pytest.raises(ImportError, match="pip install shapely"):
        CompoundArray.from_arrow(given)
    assert len(CompoundArray.from_arrow(column(POLYGONS, 2))) == 3
    with pytest.raises(ImportError, match="pip install shapely"):
        CompoundArray.from_arrow(binary([b"text"]))


@pytest.mark.parametrize("origin", ["centroid", (3, 4), [(0, 1), (2, 3), (4, 5)]])
def test_origins(origin: Any) -> None:
    array = CompoundArray.from_arrow(column(POLYGONS, 2), origin=origin)
    assert_same(array, outlines(POLYGONS, origin=origin))
    with_null, kept = CompoundArray.from_arrow(
        column([POLYGONS[0], [], *POLYGONS[1:]], 2), "skip", origin="centroid"
    )
    assert_same(with_null, outlines(POLYGONS, origin="centroid"))
    assert kept.tolist() == [True, False, True, True]
    nothing, kept = CompoundArray.from_arrow(column([[], []], 2), "skip", origin="centroid")
    assert (len(nothing), kept.tolist()) == (0, [False, False])


FAULTS: dict[str, tuple[list[Any], int, dict[int, list[int]], int, str]] = {
    "null": (POLYGONS, 2, {0: [1]}, 1, "is null"),
    "null ring": (POLYGONS, 2, {1: [2]}, 1, "has a null inside"),
    "null point": (POLYGONS, 2, {2: [16]}, 2, "has a null inside"),
    "null number": (POLYGONS, 2, {3: [0]}, 0, "has a null inside"),
    "empty": ([*POLYGONS[:2], []], 2, {}, 2, "is empty"),
    "empty rows of several": ([[POLYGONS[0]], [], [POLYGONS[1]]], 3, {}, 1, "is empty"),
    "null of several": ([[POLYGONS[0]], [POLYGONS[2]]], 3, {0: [0]}, 0, "is null"),
    "crossed": ([POLYGONS[0], [CROSSED], POLYGONS[1]], 2, {}, 1, "exterior.* cross"),
    "of two points": ([[CORNER[:2]], *POLYGONS], 2, {}, 0, "fewer than 3|at least 3"),
    "an empty ring": ([POLYGONS[0], [[]]], 2, {}, 1, "."),
    "crossed, one of two": ([[[FAR], [CROSSED]], [[FAR]]], 3, {}, 0, "polygon 1 of 2"),
    "not finite": ([[[(0, 0), (1, 0), (0, np.nan)]]], 2, {}, 0, "finite"),
    "far away": ([POLYGONS[0], [[(0, 0), (1e80, 0), (0, 1)]]], 2, {}, 1, "finite|2\\*\\*240"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("layout", ["plain", "slices", "separated", "separated slices"])
def test_rows_that_cannot_be_used(fault: str, layout: str) -> None:
    rows, depth, nulls, bad, reason = FAULTS[fault]
    given = column(rows, depth, nulls=nulls, **LAYOUTS[layout])
    with pytest.raises(ValueError, match=rf"^shape {bad}\b.*{reason}"):
        CompoundArray.from_arrow(given)
    array, kept = CompoundArray.from_arrow(given, invalid="skip")
    assert np.flatnonzero(~kept).tolist() == [bad]
    fine = [row for k, row in enumerate(rows) if k != bad]
    assert_same(array, outlines([row[0] for row in fine] if depth == 3 else fine))


def test_other_columns() -> None:
    lines = column([CORNER, FAR], 1, name="geoarrow.linestring")
    for given in (
        lines,
        column(POLYGONS, 2, name="geoarrow.multilinestring"),
        column(CORNER, 0, name="geoarrow.point"),
        Tree("g", 2, [np.zeros(2)]),
        Tree("u", 0, [np.zeros(1, np.int32), None]).known_as("geoarrow.wkt"),
        binary([]).known_as("geoarrow.wkt"),
        Tree("+s", 1, [], [Tree("g", 1, [np.zeros(1)], name="a")]),
    ):
        with pytest.raises(TypeError, match=r"must be of the type geoarrow\.polygon or"):
            CompoundArray.from_arrow(given)
    with pytest.raises(TypeError, match=r"got geoarrow\.linestring"):
        CompoundArray.from_arrow(lines)
    for coordinates in (
        Tree("+s", 3, [], [Tree("g", 3, [np.zeros(3)], name=name) for name in ("lon", "lat")]),
        Tree("u", 3, [np.zeros(4, np.int32), None]),
        Tree("+w:2", 3, [], [Tree("u", 6, [np.zeros(7, np.int32), None])]),
    ):
        ring = Tree("+l", 1, [np.array([0, 3], np.int32)], [coordinates])
        with pytest.raises(TypeError, match="coordinates of GeoArrow"):
            CompoundArray.from_arrow(Tree("+l", 1, [np.array([0, 1], np.int32)], [ring]))
    for other in (None, 3, [CORNER], np.zeros((3, 2)), "WKT"):
        with pytest.raises(TypeError, match="must be an array in Arrow memory, got"):
            CompoundArray.from_arrow(other)
    for word in ("hull", "no", None):
        with pytest.raises(ValueError, match="invalid must be raise or skip"):
            CompoundArray.from_arrow(column(POLYGONS, 2), word)  # type: ignore[call-overload]


def with_offsets(level: int, *values: int) -> Tree:
    """Return polygons whose lists of a level begin elsewhere."""
    tree = column(POLYGONS, 2)
    node = tree if level == 0 else tree.children[0]
    held: Any = node.held[1]
    held[:] = values
    return tree


def with_field(field: str, value: Any, depth: int = 0) -> Tree:
    tree = node = column(POLYGONS, 2)
    for _ in range(depth):
        node = node.children[0]
    setattr(node.array, field, value)
    return tree


BROKEN: dict[str, Callable[[], Tree]] = {
    "rings decrease": lambda: with_offsets(1, 0, 6, 4, 14, 17),
    "rings beyond the end": lambda: with_offsets(1, 0, 6, 10, 14, 18),
    "negative": lambda: with_offsets(0, -1, 1, 3, 4),
    "polygons beyond the end": lambda: with_offsets(0, 0, 1, 3, 5),
    "released": lambda: with_field("release", None),
    "released points": lambda: with_field("release", None, 2),
    "negative length": lambda: with_field("length", -1),
    "endless": lambda: with_field("length", 2**62),
    "short points": lambda: with_field("length", 16, 2),
    "short numbers": lambda: with_field("length", 33, 3),
    "no buffers": lambda: with_field("buffers", None, 1),
    "one buffer": lambda: with_field("n_buffers", 1),
    "no offsets": lambda: with_field("buffers", (ctypes.c_void_p * 2)()),
    "no numbers": lambda: with_field("buffers", (ctypes.c_void_p * 2)(), 3),
    "no children": lambda: with_field("n_children", 0),
    "no child": lambda: with_field("children", None, 1),
    "NULL as child": lambda: with_field("children", (ctypes.POINTER(_Array) * 1)()),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_columns(name: str) -> None:
    with pytest.raises(ValueError, match=r"Arrow array in order|must not be negative or decrease"):
        CompoundArray.from_arrow(BROKEN[name]())


# In: streams and WKB ---------------------------------------------------------------------------


def test_chunks() -> None:
    chunks = [column(POLYGONS[:1], 2), column([], 2), column(POLYGONS[1:], 2, offset=2)]
    stream = Streamed(*chunks)
    assert_same(CompoundArray.from_arrow(stream), outlines(POLYGONS))
    assert stream.taken == stream.released == 4  # with the schema
    assert_same(CompoundArray.from_arrow(Streamed(chunks[2])), outlines(POLYGONS[1:]))
    none = Streamed(schema=chunks[0])
    assert len(CompoundArray.from_arrow(none)) == 0
    assert len(ShapeArray.from_arrow(none)) == 0
    bad = Streamed(chunks[0], column(POLYGONS, 2, nulls={0: [2]}))
    with pytest.raises(ValueError, match=r"^shape 3 is null"):
        CompoundArray.from_arrow(bad)
    gc.collect()
    assert bad.taken == bad.released == 3
    with pytest.raises(ValueError, match="column cannot be read: the disk is gone"):
        CompoundArray.from_arrow(Streamed(chunks[0], error=b"the disk is gone"))
    lost = Streamed(chunks[0])
    lost.struct.release = None
    with pytest.raises(ValueError, match="released"):
        CompoundArray.from_arrow(lost)


@pytest.mark.parametrize("form", ["z", "Z", "vz"])
@pytest.mark.parametrize("offset", [0, 3])
def test_wkb(form: str, offset: int) -> None:
    shapely = pytest.importorskip("shapely")
    shapes = [shapely.Polygon(rings[0], rings[1:]) for rings in POLYGONS]
    shapes += [shapely.LineString(FAR), shapely.Point(1, 2)]
    texts = [shapely.to_wkb(shape) for shape in shapes]
    given = binary(texts, form, offset=offset).known_as("geoarrow.wkb")
    expected = CompoundArray.from_shapely(shapes, origin="centroid")
    assert_same(CompoundArray.from_arrow(given, origin="centroid"), expected)
    assert_same(
        CompoundArray.from_arrow(Streamed(given, given)),
        CompoundArray.from_shapely(shapes * 2),
    )
    odd = [texts[0], None, b"text of no geometry", shapely.Polygon().wkb, texts[1]]
    array, kept = CompoundArray.from_arrow(binary(odd, form, offset=offset), "skip")
    assert kept.tolist() == [True, False, False, False, True]
    assert_same(array, CompoundArray.from_shapely(shapes[:2]))
    with pytest.raises(ValueError, match=r"^shape 2: no geometry in WKB"):
        CompoundArray.from_arrow(binary(odd, form, offset=offset))
    for row in (1, 3):
        given = binary([texts[0], texts[0], odd[row]], form, offset=offset)
        with pytest.raises(ValueError, match="shape 2 is empty"):
            CompoundArray.from_arrow(given)
    boxes = ShapeArray.from_arrow(binary([shapely.box(0, 0, 1, 2).wkb, texts[-1]], form))
    assert boxes.areas.tolist() == [2.0, 0.0]


# In: convex shapes -----------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_points(layout: str) -> None:
    options = LAYOUTS[layout] | ({"name": "geoarrow.point"} if layout == "named" else {})
    dots = ShapeArray.from_arrow(column(CORNER, 0, **options))
    assert np.array_equal(dots.positions, CORNER)
    assert not dots.radii.any()
    assert pickled(dots) == pickled(ShapeArray.points(CORNER))
    assert len(ShapeArray.from_arrow(column([], 0, **options))) == 0


def pickled(array: ShapeArray) -> list[Any]:
    return [np.asarray(part).tolist() for part in array.__reduce__()[2][0]]


def test_points_that_cannot_be_used() -> None:
    places = [(0.0, 1.0), (np.nan, np.nan), (2.0, 3.0), (np.inf, 0.0), (np.nan, 1.0)]
    for options in ({}, {"separated": True}, {"offset": 2}):
        given = column(places, 0, nulls={0: [2]}, **options)
        array, kept = ShapeArray.from_arrow(given, "skip")
        assert kept.tolist() == [True, False, False, False, False]
        assert array.positions.tolist() == [[0.0, 1.0]]
        with pytest.raises(ValueError, match=r'^shape 1 is empty; .*invalid="skip"'):
            ShapeArray.from_arrow(given)
        with pytest.raises(ValueError, match=r"^shape 0 is null"):
            ShapeArray.from_arrow(column(places[2:], 0, nulls={0: [0]}, **options))
        with pytest.raises(ValueError, match=r"^shape 0.*finite"):
            ShapeArray.from_arrow(column(places[3:], 0, **options))
        with pytest.raises(ValueError, match=r"^shape 0 has a null inside"):
            ShapeArray.from_arrow(column(places[2:3], 0, nulls={1: [0]}))


@pytest.mark.parametrize("depth", [2, 3])
def test_convex_polygons(depth: int) -> None:
    bent, hollow, convex = [CORNER], [SQUARE, HOLE], [closed([FAR])[0]]
    rows: list[Any] = [convex, bent, hollow, [SQUARE]]
    rows = rows if depth == 2 else [[row] for row in rows]
    given = column(rows, depth, offset=2)
    array, kept = ShapeArray.from_arrow(given, "skip")
    assert kept.tolist() == [True, False, False, True]
    assert np.array_equal(array.vertices, [*FAR, *SQUARE])
    hulls = ShapeArray.from_arrow(given, "hull")
    assert hulls.areas.tolist() == [ShapeArray.polygons([FAR]).areas[0], 9.0, 36.0, 36.0]
    with pytest.raises(ValueError, match=r"^shape 2 has holes or several .*CompoundArray"):
        ShapeArray.from_arrow(given)
    with pytest.raises(ValueError, match=r"^shape 1.*reflex"):
        ShapeArray.from_arrow(column(rows[:2], depth))
    for invalid in ("raise", "hull"):
        with pytest.raises(ValueError, match=r"^shape 1 is empty"):
            ShapeArray.from_arrow(column([rows[0], []], depth), invalid)
        with pytest.raises(ValueError, match=r"^shape 0 is null"):
            ShapeArray.from_arrow(column(rows[:1], depth, nulls={0: [0]}), invalid)
    with pytest.raises(ValueError, match="invalid must be one of"):
        ShapeArray.from_arrow(given, "no")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"geoarrow\.point or .*got lists"):
        ShapeArray.from_arrow(column([CORNER], 1))


# Out -------------------------------------------------------------------------------------------


def nodes(exported: ArrowColumn) -> tuple[list[Any], list[Any], tuple[object, object]]:
    """Return the structs of a column, the outer one first, and what keeps them."""
    capsules = exported.__arrow_c_array__()
    schemas: list[Any] = [_Schema.from_address(address_in(capsules[0], b"arrow_schema"))]
    arrays: list[Any] = [_Array.from_address(address_in(capsules[1], b"arrow_array"))]
    for structs in (schemas, arrays):
        while structs[-1].n_children:
            structs.append(structs[-1].children[0][0])
    return schemas, arrays, capsules


def address_in(capsule: object, name: bytes) -> int:
    return int(_pointer_of(id(capsule), name))


def test_what_is_exported() -> None:
    array = outlines(POLYGONS)
    schemas, arrays, _capsules = nodes(array.to_arrow())
    assert [schema.format for schema in schemas] == [b"+l", b"+l", b"+w:2", b"g"]
    names = [ctypes.string_at(schema.name) for schema in schemas]
    assert names == [b"", b"rings", b"vertices", b"xy"]
    assert ctypes.string_at(schemas[0].metadata, 48).endswith(b"geoarrow.polygon")
    assert not any(schema.metadata for schema in schemas[1:])
    assert [node.length for node in arrays] == [3, 4, 21, 42]
    assert [node.n_buffers for node in arrays] == [2, 2, 1, 2]
    assert not any(node.buffers[0] for node in arrays)
    offsets = [np.ctypeslib.as_array((ctypes.c_int32 * n).from_address(node.buffers[1]))
               for node, n in zip(arrays, (4, 5), strict=False)]  # fmt: skip
    assert [each.tolist() for each in offsets] == [[0, 1, 3, 4], [0, 7, 12, 17, 21]]
    points = np.ctypeslib.as_array((ctypes.c_double * 42).from_address(arrays[3].buffers[1]))
    rings = np.split(points.reshape(-1, 2), offsets[1][1:-1])
    assert rings[0].tolist() == [list(point) for point in [*CORNER, CORNER[0]]]
    assert all(np.array_equal(ring[0], ring[-1]) for ring in rings)
    assert len(array.to_arrow()) == 3
    assert len(ShapeArray.points(CORNER).to_arrow()) == 6


def test_round_trips() -> None:
    for array in (
        outlines(POLYGONS),
        outlines(POLYGONS)[::-1],
        outlines(POLYGONS[:0]),
        outlines([[SQUARE, HOLE, [(0.25, 0.25), (0.5, 0.25), (0.25, 0.5)]], [CORNER]]),
    ):
        assert_same(CompoundArray.from_arrow(array.to_arrow()), array)
    cups = sepax.Compound.from_polygon(CORNER).at([(1e6, 0.1), (3, 4)], [0.3, 2])
    world = CompoundArray.from_arrow(cups.to_arrow())
    for row, cup in enumerate(cups):
        assert np.array_equal(world[row].exterior, cup.exterior)
    boxes = ShapeArray.boxes([1, 2], 3, [(0.1, 0.2), (5, 5)], [0.3, 4])
    again = ShapeArray.from_arrow(boxes.to_arrow())
    assert np.array_equal(again.vertices, boxes.vertices)
    assert np.array_equal(CompoundArray.from_arrow(boxes.to_arrow()).bounds, boxes.bounds)
    dots = ShapeArray.points(boxes.positions)
    assert pickled(ShapeArray.from_arrow(dots.to_arrow())) == pickled(dots)
    assert len(ShapeArray.from_arrow(ShapeArray().to_arrow())) == 0
    assert len(CompoundArray.from_arrow(ShapeArray().to_arrow())) == 0


def test_shapes_without_such_a_form() -> None:
    box, dot, ball = sepax.Polygon.box(1, 2), sepax.Point((0, 0)), sepax.Circle((0, 0), 1)
    wall, round_box = sepax.Segment((0, 0), (1, 0)), sepax.Polygon.box(1, 2, radius=0.5)
    for shapes, message in (
        ([box, ball], "shape 1 is no polygon"),
        ([ball], "shape 0 is no point"),
        ([dot, dot, box], "shape 2 is no point"),
        ([wall], "shape 0 is no polygon"),
        ([box, round_box], "shape 1 is no polygon"),
    ):
        with pytest.raises(ValueError, match=rf"^{message}.*to_shapely"):
            ShapeArray(shapes).to_arrow()
    union = sepax.Compound([box, ball])
    mixed = CompoundArray([sepax.Compound.from_polygon(CORNER), union])
    with pytest.raises(ValueError, match=r"^compound 1 is a union"):
        mixed.to_arrow()


def release(struct: Any) -> None:
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(struct.release)(ctypes.addressof(struct))


def test_memory_is_freed_with_its_last_reader() -> None:
    exported, memory = column_and_memory()
    capsules = exported.__arrow_c_array__()
    del exported
    assert memory() is not None
    del capsules  # which nobody took over
    assert memory() is None
    exported, memory = column_and_memory()
    _, arrays, capsules = nodes(exported)
    moved = _Array.from_buffer_copy(arrays[0])
    arrays[0].release = None
    child = _Array.from_buffer_copy(moved.children[0][0])
    moved.children[0][0].release = None
    del exported, capsules, arrays
    release(moved)
    assert not moved.release
    assert memory() is not None  # in the child, which was taken over
    thread = threading.Thread(target=release, args=(child,))
    thread.start()
    thread.join()
    assert memory() is None


def test_memory_that_is_freed_while_an_error_is_raised() -> None:
    """Then no function of Python can run."""
    exported, memory = column_and_memory()
    capsules: list[Any] = [exported.__arrow_c_array__()[1]]
    del exported
    with pytest.raises(TypeError, match="not subscriptable"):
        capsules.pop()[0]
    gc.collect()
    assert memory() is None


def test_nothing_is_kept() -> None:
    given, stream = column(POLYGONS, 2, offset=1), Streamed(column(POLYGONS, 2))
    array, dots = outlines(POLYGONS), ShapeArray.points(CORNER)
    bad = column(POLYGONS, 2, nulls={0: [1]})
    exported = array.to_arrow()
    thunks: list[Callable[[], object]] = [
        lambda: CompoundArray.from_arrow(given),
        lambda: CompoundArray.from_arrow(stream),
        lambda: CompoundArray.from_arrow(bad),
        lambda: CompoundArray.from_arrow(exported),
        lambda: array.to_arrow().__arrow_c_array__(),
        lambda: ShapeArray.from_arrow(dots.to_arrow()),
        exported.__arrow_c_schema__,
    ]
    things = [given, stream, array, dots, exported, exported._points]
    growth = leaks.grown(thunks, things, leaks.affordable(thunks, 2000, 1.0))
    assert not growth.is_leak, growth


def test_arrow_buffers_are_outlines_without_a_copy() -> None:
    count = 20_000
    corners = (
        np.random.default_rng(5).uniform(0, 1, (count, 3, 2)) + np.arange(count)[:, None, None]
    )
    vertices, ends = corners.reshape(-1, 2), np.arange(0, 3 * count + 1, 3, dtype=np.int32)
    expected = CompoundArray.from_outlines(vertices, ends)
    given, starts = (Exported(each) for each in (vertices, ends))
    of_buffers: Any = CompoundArray.from_outlines
    assert_same(of_buffers(given, starts), expected)
    assert np.shares_memory(vectors(vertices, "vertices", shared=True), vertices)
    view, buffers = vectors(given, "vertices", shared=True), given.arrays[-1].buffers
    assert view.ctypes.data == buffers[1]
