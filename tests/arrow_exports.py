"""Arrow arrays for tests, without a package for them: the structs of the Arrow C data interface."""

from __future__ import annotations

import ctypes
import itertools
import sys
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax import CompoundArray
from sepax._base.arrow import _Array, _Schema, _Stream
from sepax._geometry.geoarrow import ArrowColumn
from sepax._rows.part_tables import world_rings

FORMATS = {
    "b": "c",
    "h": "s",
    "i": "i",
    "l": "l",
    "B": "C",
    "H": "S",
    "I": "I",
    "L": "L",
    "e": "e",
    "f": "f",
    "d": "g",
}
kept: list[tuple[int, Exported]] = []  # each with the address of its array, for its capsule

_new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)  # type: ignore[untyped-decorator]
def _forget(capsule: int) -> None:
    address = _pointer_of(capsule, b"arrow_array")
    del kept[next(k for k, (kept_address, _) in enumerate(kept) if kept_address == address)]


class Exported:
    """A NumPy array as an Arrow array: of numbers, or lists of a fixed size for more dimensions.

    `nulls` are the places of nulls among the items of the level `null_level`: 0 for the rows. Each
    level begins at `offset` rows of its own memory, as slices do.
    """

    def __init__(
        self,
        array: npt.NDArray[Any],
        *,
        nulls: Iterable[int] = (),
        null_level: int = 0,
        offset: int = 0,
    ) -> None:
        self.memory: list[Any] = []
        self.schemas: list[Any] = []
        self.arrays: list[Any] = []
        skipped = 0  # items of a level that belong to rows before the first
        for level in range(array.ndim):
            is_last = level == array.ndim - 1
            count, start = int(np.prod(array.shape[: level + 1])), offset + skipped
            form = FORMATS[array.dtype.char] if is_last else f"+w:{array.shape[level + 1]}"
            places = [start + null for null in nulls if level == null_level]
            bits = np.ones(start + count + 1, np.uint8)
            bits[places] = 0
            validity = np.packbits(bits, bitorder="little")
            items = np.zeros(start + count, array.dtype)
            items[start:] = array.reshape(-1) if is_last else 0
            buffers = (ctypes.c_void_p * 2)(validity.ctypes.data if places else None)
            buffers[1] = items.ctypes.data
            self.memory += [validity, items, buffers]
            self.schemas.append(_Schema(format=form.encode(), release=1, n_children=not is_last))
            self.arrays.append(
                _Array(
                    length=skipped + count,
                    null_count=-1 if places else 0,
                    offset=offset,
                    n_buffers=1 + is_last,
                    n_children=not is_last,
                    buffers=buffers,
                    release=1,
                )
            )
            skipped = 0 if is_last else start * array.shape[level + 1]
        for nodes in (self.schemas, self.arrays):
            for node, child in itertools.pairwise(nodes):
                self.adopt(node, child)

    def adopt(self, node: Any, child: Any) -> None:
        children = (ctypes.POINTER(type(node)) * 1)(ctypes.pointer(child))
        self.memory.append(children)
        node.children = children

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        address = ctypes.addressof(self.arrays[0])
        kept.append((address, self))
        schema = _new_capsule(ctypes.addressof(self.schemas[0]), b"arrow_schema", None)
        return schema, _new_capsule(address, b"arrow_array", ctypes.cast(_forget, ctypes.c_void_p))


# Columns of geometries -------------------------------------------------------------------------

RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
FILL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


def named(name: str) -> bytes:
    """Return the metadata of an extension type, among others: texts behind their lengths."""
    texts = {"other": "x", "ARROW:extension:name": name, "ARROW:extension:metadata": ""}
    words = [word.encode() for pair in texts.items() for word in pair]
    long = [len(word).to_bytes(4, sys.byteorder) + word for word in words]
    return len(texts).to_bytes(4, sys.byteorder) + b"".join(long)


class Tree:
    """An Arrow array by hand: its buffers, and those of its children."""

    def __init__(
        self,
        form: str,
        length: int,
        buffers: Sequence[npt.NDArray[Any] | None] = (),
        children: Sequence[Tree] = (),
        *,
        name: str = "",
        offset: int = 0,
        nulls: Iterable[int] = (),
    ) -> None:
        places = [offset + null for null in nulls]
        bits = np.ones(offset + length + 1, np.uint8)
        bits[places] = 0
        validity = np.packbits(bits, bitorder="little") if places else None
        held = [validity, *buffers]
        addresses = [None if each is None else each.ctypes.data for each in held]
        self.buffers = (ctypes.c_void_p * len(held))(*addresses)
        self.held, self.children = held, list(children)
        self.schema: Any = _Schema(format=form.encode(), release=1, n_children=len(children))
        self.array: Any = _Array(
            length=length,
            null_count=-1 if places else 0,
            offset=offset,
            n_buffers=len(held),
            n_children=len(children),
            buffers=self.buffers,
            release=1,
        )
        self.texts = [ctypes.create_string_buffer(name.encode())]
        self.schema.name = ctypes.addressof(self.texts[0])
        self.lists = [
            (ctypes.POINTER(kind) * len(children))(
                *(ctypes.pointer(getattr(c, of)) for c in children)
            )
            for kind, of in ((_Schema, "schema"), (_Array, "array"))
        ]
        self.schema.children, self.array.children = self.lists

    def known_as(self, name: str) -> Tree:
        """Give it the name of an extension type."""
        self.texts.append(ctypes.create_string_buffer(named(name)))
        self.schema.metadata = ctypes.addressof(self.texts[-1])
        return self

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        schema = _new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None)
        return schema, _new_capsule(ctypes.addressof(self.array), b"arrow_array", None)


class Streamed:
    """Chunks of one type as a stream; it counts what is released."""

    def __init__(self, *chunks: Tree, schema: Tree | None = None, error: bytes = b"") -> None:
        self.chunks, self.error = list(chunks), ctypes.create_string_buffer(error)
        self.first = schema or chunks[0]
        self.waiting: list[Tree] = []
        self.taken = self.released = 0
        self.functions: list[Any] = [
            FILL(self.get_schema),
            FILL(self.get_next),
            LAST_ERROR(lambda stream: ctypes.addressof(self.error)),
            RELEASE(self.release),
        ]
        pointers = [ctypes.cast(function, ctypes.c_void_p) for function in self.functions]
        self.struct: Any = _Stream.from_buffer_copy((ctypes.c_void_p * 5)(*pointers))

    def release(self, address: int) -> None:
        self.released += 1

    def fill(self, address: int, node: Any) -> int:
        copy = type(node).from_buffer_copy(node)
        copy.release = ctypes.cast(self.functions[3], ctypes.c_void_p)
        ctypes.memmove(address, ctypes.addressof(copy), ctypes.sizeof(copy))
        self.taken += 1
        return 0

    def get_schema(self, stream: int, address: int) -> int:
        return self.fill(address, self.first.schema)

    def get_next(self, stream: int, address: int) -> int:
        if self.waiting:
            return self.fill(address, self.waiting.pop(0).array)
        return 5 if self.error.value else 0  # no chunk is left: the struct stays empty

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        self.waiting = list(self.chunks)
        return _new_capsule(ctypes.addressof(self.struct), b"arrow_array_stream", None)


def column(
    rows: Sequence[Any],
    depth: int,
    *,
    large: bool = False,
    separated: bool = False,
    size: int = 2,
    kind: str = "f8",
    offset: int = 0,
    nulls: Mapping[int, Sequence[int]] | None = None,
    name: str = "",
) -> Tree:
    """Return lists of points in each other, `depth` of them, as GeoArrow lays them out.

    Each level begins at `offset` items of its memory. `nulls` are those of each level: 0 are rows,
    `depth` points, `depth` + 1 numbers.
    """
    nulls, before = nulls or {}, 0  # items that precede the first wanted one, of other rows
    tree: Tree | None = None
    levels, items = [], list(rows)
    for level in range(depth):
        others = [items[0] if items else [], *([[]] * offset)][:offset]
        physical = others + items
        of_level = [before + null for null in nulls.get(level, ())]
        levels.append((len(items), [0, *itertools.accumulate(map(len, physical))], of_level))
        before = sum(map(len, physical[: offset + before]))
        items = [item for each in physical for item in each]
    of_points = [before + null for null in nulls.get(depth, ())]
    physical_points = np.full((offset + len(items), size), 9e9)
    physical_points[offset:, :2] = np.array(items, float).reshape(-1, 2)
    form = FORMATS[np.dtype(kind).char]
    if separated:
        count = len(items) + offset
        numbers = [np.append(np.full(offset, 8e9), xs).astype(kind) for xs in physical_points.T]
        of_numbers = [offset + before + null for null in nulls.get(depth + 1, ())]
        axes = [
            Tree(form, count, [xs], name=axis, offset=offset, nulls=of_numbers)
            for xs, axis in zip(numbers, "xyzm", strict=False)
        ]
        tree = Tree("+s", len(items), [], axes, name="vertices", offset=offset, nulls=of_points)
    else:
        flat = np.append(np.full(offset, 8e9), physical_points).astype(kind)
        first = (offset + before) * size
        of_numbers = [first + null for null in nulls.get(depth + 1, ())]
        leaf = Tree(form, physical_points.size, [flat], name="xy", offset=offset, nulls=of_numbers)
        form = f"+w:{size}"
        tree = Tree(form, len(items), [], [leaf], name="vertices", offset=offset, nulls=of_points)
    for count, ends, of_level in reversed(levels):
        starts = np.array(ends, np.int64 if large else np.int32)
        form = "+L" if large else "+l"
        tree = Tree(form, count, [starts], [tree], name="v", offset=offset, nulls=of_level)
    return tree.known_as(name) if name else tree


def binary(rows: Sequence[bytes | None], form: str = "z", *, offset: int = 0) -> Tree:
    """Return bytes: with offsets of 32 or 64 bits (z, Z), or as views (vz)."""
    texts = [b"junk" * 5] * offset + [row or b"" for row in rows]
    nulls = [k for k, row in enumerate(rows) if row is None]
    data = np.frombuffer(b"".join(texts) or b"-", np.uint8).copy()
    ends = [0, *itertools.accumulate(map(len, texts))]
    if form == "vz":
        views = [
            len(text).to_bytes(4, sys.byteorder)
            + (
                text.ljust(12, b"\0")
                if len(text) <= 12
                else text[:4] + b"".join(k.to_bytes(4, sys.byteorder) for k in (0, start))
            )
            for text, start in zip(texts, ends, strict=False)
        ]
        sizes = np.array([len(data)], np.int64)
        buffers: list[Any] = [np.frombuffer(b"".join(views) or b"-", np.uint8).copy(), data, sizes]
    else:
        buffers = [np.array(ends, np.int32 if form == "z" else np.int64), data]
    return Tree(form, len(rows), buffers, offset=offset, nulls=nulls)


# What they are compared with --------------------------------------------------------------------

Ring = list[tuple[float, float]]

CORNER: Ring = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
SQUARE: Ring = [(0, 0), (6, 0), (6, 6), (0, 6)]
HOLE: Ring = [(1, 1), (1, 5), (5, 5), (5, 1)]
FAR: Ring = [(20.25, 0), (23, 0), (21, 2.5)]
POLYGONS: list[list[Ring]] = [[CORNER], [SQUARE, HOLE], [FAR]]


def closed(rings: Sequence[Ring]) -> list[Ring]:
    return [[*ring, ring[0]] for ring in rings]


def outlines(polygons: Sequence[Sequence[Ring]], **options: Any) -> Any:
    rings = [ring for polygon in polygons for ring in polygon]
    vertices = np.array([point for ring in rings for point in ring], float).reshape(-1, 2)
    ends = np.cumsum([0, *map(len, rings)])
    return CompoundArray.from_outlines(
        vertices, ends, np.cumsum([0, *map(len, polygons)]), **options
    )


def assert_same(array: CompoundArray, expected: CompoundArray) -> None:
    """Demand the same outlines, parts and poses, bit for bit."""
    assert len(array) == len(expected)
    for one, other in zip(world_rings(array._rows), world_rings(expected._rows), strict=True):
        assert np.array_equal(one, other)
    assert np.array_equal(array.parts.vertices, expected.parts.vertices)
    assert np.array_equal(array.part_offsets, expected.part_offsets)
    assert np.array_equal(array.positions, expected.positions)


def column_and_memory() -> tuple[ArrowColumn, weakref.ref[Any]]:
    exported = outlines(POLYGONS).to_arrow()
    return exported, weakref.ref(exported._points)
