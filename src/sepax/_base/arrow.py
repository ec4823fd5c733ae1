"""Arrow arrays, read where they lie by the Arrow C data interface."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

_KINDS = dict(
    zip(
        "csilCSILefg",
        ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"],
        strict=True,
    )
)
_MOST_DIMENSIONS = 3  # of an argument
_MOST_ITEMS = 2**59  # of 8 bytes, in memory

_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


class _Schema(ctypes.Structure):
    """`struct ArrowSchema`."""


class _Array(ctypes.Structure):
    """`struct ArrowArray`."""


_END = [(name, ctypes.c_void_p) for name in ("dictionary", "release", "private_data")]
_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_void_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    *_END,
]
_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    *_END,
]


class _Stream(ctypes.Structure):
    """`struct ArrowArrayStream`."""

    _fields_ = (
        ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)),
        ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


class _Owned:
    """A struct that a stream fills. It is released with the last array that reads its memory."""

    def __init__(self, kind: Any) -> None:
        self.struct = kind()

    def __del__(self) -> None:
        if self.struct.release:
            release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.struct.release)
            release(ctypes.addressof(self.struct))


class _Memory:
    """Items at an address, for NumPy to read. They live as long as their owner."""

    def __init__(self, owner: Any, address: int, count: int, kind: str) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "data": (address, True),
            "shape": (count,),
            "typestr": np.dtype(kind).str,
        }


def _require(fine: object, name: str) -> None:
    if not fine:
        raise ValueError(
            f"{name} must be an Arrow array in order, got one that is released or broken"
        )


class Node:
    """Some items of an Arrow array, or of the child of one: `count`, from `start` on.

    `owner` keeps their memory, as do arrays that `read` returns: they are read-only.
    """

    def __init__(
        self, owner: Any, schema: Any, array: Any, name: str, first: int = 0, count: int = -1
    ) -> None:
        _require(schema.release and array.release, name)
        self.owner, self.schema, self.array, self.name = owner, schema, array, name
        self.count = array.length if count < 0 else count
        self.start = array.offset + first
        self.format = (schema.format or b"").decode("ascii", "replace")
        _require(0 <= array.offset <= self.start, name)
        _require(0 <= self.count <= array.length - first, name)
        _require(self.start + self.count <= _MOST_ITEMS, name)

    @property
    def size(self) -> int:
        """The size of lists of a fixed size; -1 for another type."""
        of_lists = self.format.startswith("+w:") and self.format[3:].isdecimal()
        return int(self.format[3:]) if of_lists else -1

    def read(self, buffer: int, kind: str, start: int, count: int) -> npt.NDArray[Any]:
        """Return so many items of a buffer, where they lie."""
        _require(buffer < self.array.n_buffers and self.array.buffers, self.name)
        address = self.array.buffers[buffer] or 0
        _require(address or not count, self.name)
        kept = _Memory(self.owner, address + start * np.dtype(kind).itemsize, count, kind)
        return np.asarray(kept) if count else np.empty(0, kind)

    def numbers(self) -> npt.NDArray[Any] | None:
        """Return the items if they are numbers."""
        kind = _KINDS.get(self.format)
        if kind is None or self.schema.dictionary:
            return None
        _require(self.array.n_buffers == 2 and self.array.n_children == 0, self.name)
        return self.read(1, kind, self.start, self.count)

    def child(self, k: int, first: int, count: int) -> Node:
        """Return some items of a child."""
        _require(k < self.array.n_children == self.schema.n_children and count >= 0, self.name)
        for node in (self.schema, self.array):
            _require(node.children and node.children[k], self.name)
        schema, array = self.schema.children[k][0], self.array.children[k][0]
        return Node(self.owner, schema, array, self.name, first, count)

    def items(self) -> Node:
        """Return what is in lists of a fixed size."""
        _require(self.array.n_buffers == 1 == self.array.n_children, self.name)
        return self.child(0, self.start * self.size, self.count * self.size)

    def nulls(self) -> npt.NDArray[np.intp]:
        """Return the places of items that are null."""
        if self.array.null_count == 0 or self.count == 0 or not self.array.n_buffers:
            return np.empty(0, np.intp)
        _require(self.array.buffers, self.name)
        if not self.array.buffers[0]:
            return np.empty(0, np.intp)
        first, before = divmod(self.start, 8)
        bits = self.read(0, "u1", first, (before + self.count + 7) // 8)
        valid = np.unpackbits(bits, bitorder="little")[before : before + self.count]
        return np.flatnonzero(valid == 0)


def _of_array(value: Any, name: str) -> Node:
    owner = of_type, of_array = value.__arrow_c_array__()
    schema = _Schema.from_address(_pointer_of(of_type, b"arrow_schema"))
    return Node(owner, schema, _Array.from_address(_pointer_of(of_array, b"arrow_array")), name)


def nodes_of(value: Any, name: str) -> Iterator[Node]:
    """Yield an Arrow array, or each chunk of one that comes in a stream."""
    if hasattr(value, "__arrow_c_array__"):
        yield _of_array(value, name)
        return
    capsule = value.__arrow_c_stream__()
    address = _pointer_of(capsule, b"arrow_array_stream")
    stream: Any = _Stream.from_address(address)
    _require(stream.release, name)

    def filled(kind: Any, fill: Any) -> Any:
        owned = _Owned(kind)
        if fill(address, ctypes.addressof(owned.struct)):
            text = stream.get_last_error(address) or b"it gives no reason"
            raise ValueError(f"{name} cannot be read: {text.decode('utf-8', 'replace')}")
        return owned

    schema = filled(_Schema, stream.get_schema)
    while (chunk := filled(_Array, stream.get_next)).struct.release:
        yield Node((schema, chunk), schema.struct, chunk.struct, name)


def numbers_of(value: Any, name: str) -> npt.NDArray[Any] | None:
    """Return the numbers of an Arrow array; lists of a fixed size are dimensions.

    The answer is read-only, and keeps the capsules, which release the memory. None for another
    type that NumPy may read.
    """
    node = _of_array(value, name)
    shape = [node.count]
    while len(shape) <= _MOST_DIMENSIONS and not node.schema.dictionary:
        if len(nulls := node.nulls()):
            row = int(nulls[0]) // math.prod(shape[1:])
            raise ValueError(f"{name}[{row}] must not be null: fill nulls, or leave them out")
        if (numbers := node.numbers()) is not None:
            return numbers.reshape(shape)
        if node.size < 0:
            break
        shape.append(node.size)
        node = node.items()
    if hasattr(value, "__array__"):
        return None
    raise TypeError(f"{name} must be real numbers, got an Arrow array of the format {node.format}")
