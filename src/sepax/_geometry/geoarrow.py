"""Columns of geometries in Arrow memory, in the layouts of GeoArrow: read, and made."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import (
    COORDINATE_LIMIT,
    BoolArray,
    FloatArray,
    IndexArray,
    offsets_of_sizes,
    vectors,
)
from sepax._base.arrow import Node, nodes_of
from sepax._core.arguments import name_of
from sepax._core.arrow import array_capsule, schema_capsule
from sepax._geometry.rings import chosen_rings
from sepax._geometry.shapely import Outlines, from_wkb, validity_of

_LISTS = {"+l": "i4", "+L": "i8"}  # formats, and their offsets
_BYTES = {"z": "i4", "Z": "i8", "vz": ""}
_INLINE = 12  # bytes, which a view of them holds itself
_NESTED = {0: "point", 2: "polygon", 3: "multipolygon"}  # by how many lists are in each other
_NAMES = {"polygon": [b"rings", b"vertices"], "multipolygon": [b"polygons", b"rings", b"vertices"]}
_CURES = {
    "geopandas.GeoDataFrame": ": give its .geometry.to_arrow()",
    "geopandas.GeoSeries": ": give its .to_arrow()",
}
_NAME = b"ARROW:extension:name"


class Column(NamedTuple):
    """Geometries of one kind, a row each.

    `values` are (v, 2) coordinates, or bytes in WKB. Each of `levels` says where lists begin in the
    next one, and the last of them in `values`, from 0 to the number there.
    """

    kind: str
    values: Any
    levels: list[IndexArray]
    is_null: BoolArray
    has_null: BoolArray  # inside of it

    def ends(self, count: int | None = None) -> IndexArray:
        """Return where each row begins in the last of so many levels, or in the values."""
        ends = np.arange(len(self.is_null) + 1)
        for offsets in self.levels[:count]:
            ends = offsets[ends]
        return ends

    def refused(self, wrong: BoolArray, reason: str) -> ValueError:
        """Return the error about the first row that cannot be used."""
        row = int(np.argmax(wrong | self.is_null | self.has_null))
        why = "is null" if self.is_null[row] else "has a null inside"
        if not (self.is_null[row] or self.has_null[row]):
            is_empty = not self.levels or not np.diff(self.ends(-1))[row]
            why = "is empty" if is_empty else reason
        return ValueError(f'shape {row} {why}; to leave it out invalid="skip"')


def read_column(value: Any, *kinds: str) -> Column:
    """Return a column of geometries, of one of some kinds, or in WKB."""
    given = name_of(value)
    readable = hasattr(value, "__arrow_c_array__") or hasattr(value, "__arrow_c_stream__")
    if not readable or given in _CURES:
        cure = _CURES.get(given, "")
        raise TypeError(f"column must be an array in Arrow memory, got {given}{cure}")
    chunks = [_read_chunk(node, kinds) for node in nodes_of(value, "column")]
    if len(chunks) == 1:
        return chunks[0]
    if not chunks:
        nested = next(depth for depth, kind in _NESTED.items() if kind == kinds[0])
        levels = [np.zeros(1, np.intp)] * nested
        return Column(kinds[0], np.empty((0, 2)), levels, *np.zeros((2, 0), np.bool_))
    kind, values, levels_of, *nulls = zip(*chunks, strict=True)
    sizes = [
        np.concatenate([np.diff(offsets) for offsets in level])
        for level in zip(*levels_of, strict=True)
    ]
    whole: Any = list(itertools.chain(*values)) if kind[0] == "wkb" else np.concatenate(values)
    return Column(kind[0], whole, list(map(offsets_of_sizes, sizes)), *map(np.concatenate, nulls))


def _extension_of(schema: Any) -> str:
    """Return the name of the extension type, from pairs of texts, each behind its length."""
    place, texts = schema.metadata or 0, []
    for _ in range(2 * ctypes.c_int32.from_address(place).value if place else 0):
        size = ctypes.c_int32.from_address(place + 4).value
        texts.append(ctypes.string_at(place + 8, size))
        place += 4 + size
    pairs = dict(zip(texts[::2], texts[1::2], strict=True))
    return pairs.get(_NAME, b"").decode("utf-8", "replace")


def _kind_of(node: Node, kinds: tuple[str, ...]) -> str:
    """Return the kind of the geometries, or say that they cannot be read."""
    given = _extension_of(node.schema)
    extension = given.rpartition(".")[2]  # of geoarrow.wkb, and of ogc.wkb
    schema, depth = node.schema, 0
    while (schema.format or b"").decode("ascii", "replace") in _LISTS and schema.n_children == 1:
        schema, depth = schema.children[0][0], depth + 1
    kind = "wkb" if node.format in _BYTES else _NESTED.get(depth, "")
    if kind not in (*kinds, "wkb") or extension not in ("", kind) or node.schema.dictionary:
        types = " or ".join(f"geoarrow.{each}" for each in (*kinds, "wkb"))
        got = given or ("lists" if depth else f"the format {node.format}")
        raise TypeError(f"column must be of the type {types}, got {got}")
    return kind


def _read_chunk(node: Node, kinds: tuple[str, ...]) -> Column:
    kind = _kind_of(node, kinds)
    is_null, has_null = np.zeros((2, node.count), np.bool_)
    is_null[node.nulls()] = True
    if kind == "wkb":
        return Column(kind, _read_bytes(node, is_null), [], is_null, has_null)
    levels: list[IndexArray] = []

    def note(nulls: IndexArray) -> None:
        for offsets in reversed(levels):
            nulls = np.searchsorted(offsets, nulls, "right") - 1
        has_null[nulls] = True

    while node.format in _LISTS:
        offsets = _offsets_of(node, _LISTS[node.format])
        first = int(offsets[0])
        levels.append(offsets - first)
        node = node.child(0, first, int(levels[-1][-1]))
        note(node.nulls())
    return Column(kind, _read_points(node, note), levels, is_null, has_null)


def _offsets_of(node: Node, kind: str) -> IndexArray:
    """Return where lists begin, and the end; an array without items may have no such buffer."""
    if not node.count:
        return np.zeros(1, np.intp)
    offsets = node.read(1, kind, node.start, node.count + 1).astype(np.intp)
    if offsets[0] < 0 or (offsets[1:] < offsets[:-1]).any():
        raise ValueError("the offsets of column must not be negative or decrease")
    return offsets


def _read_points(node: Node, note: Any) -> FloatArray:
    """Return the first two numbers of each place, where they lie if nothing is between them."""
    if node.size in (2, 3, 4):
        items = node.items()
        note(items.nulls() // node.size)
        if (numbers := items.numbers()) is not None:
            return vectors(numbers.reshape(-1, node.size)[:, :2], "column", shared=True)
    elif node.format == "+s" and node.array.n_children >= 2:
        x, y = (node.child(k, node.start, node.count) for k in (0, 1))
        names = [ctypes.string_at(of.schema.name) if of.schema.name else b"" for of in (x, y)]
        columns = [of.numbers() for of in (x, y)]
        if names == [b"x", b"y"] and all(column is not None for column in columns):
            note(np.concatenate((x.nulls(), y.nulls())))
            return vectors(np.column_stack(columns), "column", shared=True)  # type: ignore[arg-type]
    raise TypeError(
        "column must have coordinates of GeoArrow, lists of 2 to 4 numbers or structs of x and y, "
        f"got the format {node.format}"
    )


def _read_bytes(node: Node, is_null: BoolArray) -> list[bytes | None]:
    """Return a copy of the bytes of each row."""
    if node.format == "vz":
        items = node.read(1, "i4", 4 * node.start, 4 * node.count).reshape(-1, 4)
        found = [_viewed_bytes(node, item) for item in items]
    else:
        offsets = _offsets_of(node, _BYTES[node.format])
        first, end = int(offsets[0]), int(offsets[-1])
        text = node.read(2, "u1", first, end - first).tobytes()
        found = [text[i:j] for i, j in itertools.pairwise((offsets - first).tolist())]
    return [None if null else each for each, null in zip(found, is_null.tolist(), strict=True)]


def _viewed_bytes(node: Node, item: npt.NDArray[Any]) -> bytes:
    """Return the bytes behind a view: their number; then themselves, or the buffer and a place."""
    size, _, buffer, start = item.tolist()
    if 0 <= size <= _INLINE:
        return item.tobytes()[4 : 4 + size]
    if size < 0 or buffer < 0 or start < 0:
        raise ValueError("the views of column must not be negative")
    return node.read(2 + buffer, "u1", start, size).tobytes()


# --- as sepax takes them -------------------------------------------------------------------


def geometries_of(column: Column, invalid: str) -> Any:
    """Return geometries of shapely, of rows in WKB."""

    def refuse(row: int, reason: str) -> ValueError:
        return ValueError(f'shape {row}: {reason}; to leave it out invalid="skip"')

    return from_wkb(np.array(column.values, dtype=object), refuse, invalid)


def outlines_of(column: Column, invalid: str) -> tuple[Outlines, BoolArray]:
    """Return the outlines of polygons or multipolygons, and which rows can be used."""
    *geometries, polygons, rings = column.levels
    kept = ~(column.is_null | column.has_null) & (np.diff(column.ends(-1)) > 0)
    if invalid == "raise" and not kept.all():
        raise column.refused(~kept, "is empty")
    starts = geometries[0] if geometries else np.arange(len(kept) + 1)
    return Outlines(column.values, rings, polygons, starts), kept


def rings_of_column(column: Column, invalid: str) -> tuple[FloatArray, IndexArray]:
    """Return the vertices of convex shapes: points, or polygons without holes.

    A row that is none has no vertices for "skip", all of its vertices for "hull".
    """
    offsets = column.ends()
    fine = np.diff(offsets) > 0
    if column.levels and invalid != "hull":
        fine &= np.diff(column.ends(-1)) == 1
    fine &= ~(column.is_null | column.has_null)
    if not column.levels:  # NaN is the place of an empty point
        places = np.abs(column.values)
        fine &= ~np.isnan(places).all(axis=1)
        fine &= (places <= COORDINATE_LIMIT).all(axis=1) | (invalid != "skip")
    if fine.all():
        return column.values, offsets
    if invalid != "skip":
        raise column.refused(
            ~fine, "has holes or several polygons: sepax.CompoundArray.from_arrow keeps its form"
        )
    sizes = np.where(fine, np.diff(offsets), 0)
    return chosen_rings(column.values, offsets, fine)[0], offsets_of_sizes(sizes)


def closed_rings(vertices: FloatArray, offsets: IndexArray) -> tuple[FloatArray, IndexArray]:
    """Repeat the first vertex of each ring behind the last one."""
    sizes = np.diff(offsets)
    closed = np.empty((len(vertices) + len(sizes), 2))
    closed[np.arange(len(vertices)) + np.repeat(np.arange(len(sizes)), sizes)] = vertices
    ends = offsets[1:] + np.arange(len(sizes))
    closed[ends] = vertices[offsets[:-1]]
    return closed, offsets_of_sizes(sizes + 1)


def are_apart(outlines: Outlines, kept: BoolArray, several: BoolArray) -> BoolArray:
    """Whether the polygons of each touch in single points at most, as in a valid multipolygon.

    That is asked of those that are kept and have several.
    """
    if not several.any():
        return several[:0]
    chosen = np.zeros(len(kept), np.bool_)
    chosen[np.flatnonzero(kept)[several]] = True
    polygons = np.repeat(chosen, np.diff(outlines.geometries))
    rings = np.repeat(polygons, np.diff(outlines.polygons))
    return validity_of(
        *closed_rings(*chosen_rings(outlines.vertices, outlines.rings, rings)),
        offsets_of_sizes(np.diff(outlines.polygons)[polygons]),
        offsets_of_sizes(np.diff(outlines.geometries)[chosen]),
    )


def column_of_rings(rings: Any, is_outer: BoolArray) -> ArrowColumn:
    """Return world rings as a column of polygons, which each begin with an outer ring."""
    if len(none := np.flatnonzero(np.diff(rings.starts) == 0)):
        raise ValueError(
            f"compound {none[0]} is a union of parts and has no outline: see its parts"
        )
    sizes = np.diff(rings.offsets)
    points, ends = closed_rings(rings.vertices, rings.offsets)
    outer = np.append(np.flatnonzero(is_outer), len(sizes))
    if len(outer) == len(rings.starts):
        return ArrowColumn("polygon", points, rings.starts, ends)
    return ArrowColumn("multipolygon", points, np.searchsorted(outer, rings.starts), outer, ends)


# --- for others ----------------------------------------------------------------------------


class ArrowColumn:
    """Geometries in Arrow memory, for every package that reads `__arrow_c_array__`.

    A point is a list of two numbers, a polygon a list of rings, which are lists of such points. The
    memory is shared with whoever reads it, and is freed after the last of them.
    """

    __slots__ = ("_kind", "_levels", "_points")

    def __init__(self, kind: str, points: FloatArray, *levels: IndexArray) -> None:
        self._kind, self._points = kind, np.ascontiguousarray(points)
        fits = all(len(offsets) == 0 or offsets[-1] < 2**31 for offsets in levels)
        self._levels = [np.array(offsets, np.int32 if fits else np.int64) for offsets in levels]

    def __len__(self) -> int:
        """Return the number of geometries."""
        return len(self._levels[0]) - 1 if self._levels else len(self._points)

    def __arrow_c_schema__(self) -> object:
        """Return the type, a capsule of the Arrow C data interface."""
        value = f"geoarrow.{self._kind}".encode()
        words = [_NAME, value]
        metadata = np.int32(1).tobytes() + b"".join(np.int32(len(w)).tobytes() + w for w in words)
        lists = [b"+l" if offsets.itemsize == 4 else b"+L" for offsets in self._levels]
        names = [b"", *_NAMES.get(self._kind, []), b"xy"]
        return schema_capsule(list(zip([*lists, b"+w:2", b"g"], names, strict=True)), metadata)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Return the type and the memory. No other type can be requested."""
        levels: list[tuple[int, Any]] = [(len(each) - 1, each) for each in self._levels]
        levels += [(len(self._points), None), (self._points.size, self._points)]
        return self.__arrow_c_schema__(), array_capsule(levels)

    def __repr__(self) -> str:
        """Return a line that says how many geometries there are."""
        return f"<ArrowColumn: {len(self)} of geoarrow.{self._kind}>"
