"""Numbers of Arrow arrays, read where they lie by the Arrow C data interface."""

from __future__ import annotations

import ctypes
import math
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


def _refuse_nulls(owner: Any, array: Any, start: int, count: int, each: int, name: str) -> None:
    """Raise for a null among the items from `start` on; so many of them make a row."""
    if array.null_count == 0 or count == 0 or not array.buffers[0]:
        return
    first, before = divmod(start, 8)
    memory = _Memory(owner, array.buffers[0] + first, (before + count + 7) // 8, "u1")
    valid = np.unpackbits(np.asarray(memory), bitorder="little")[before : before + count]
    if not valid.all():
        row = int(np.argmin(valid)) // each
        raise ValueError(f"{name}[{row}] must not be null: fill nulls, or leave them out")


def numbers_of(value: Any, name: str) -> npt.NDArray[Any] | None:
    """Return the numbers of an Arrow array; lists of a fixed size are dimensions.

    The answer is read-only, and keeps the capsules, which release the memory. None for another
    type that NumPy may read.
    """
    owner = of_type, of_array = value.__arrow_c_array__()
    schema: Any = _Schema.from_address(_pointer_of(of_type, b"arrow_schema"))
    array: Any = _Array.from_address(_pointer_of(of_array, b"arrow_array"))
    first, shape = 0, [array.length]  # of what is wanted of an array and of its child
    while len(shape) <= _MOST_DIMENSIONS:
        _require(schema.release and array.release, name)
        form = (schema.format or b"").decode("ascii", "replace")
        is_list = form.startswith("+w:") and form[3:].isdecimal()
        if schema.dictionary or not (is_list or form in _KINDS):
            break
        count, start = math.prod(shape), first + array.offset
        _require(0 <= array.offset <= start <= start + count <= _MOST_ITEMS, name)
        _require(first + count <= array.length and array.n_buffers == 2 - is_list, name)
        _require(array.buffers and array.n_children == schema.n_children == is_list, name)
        _refuse_nulls(owner, array, start, count, math.prod(shape[1:]), name)
        if not is_list:
            _require(array.buffers[1] or count == 0, name)
            memory = _Memory(owner, array.buffers[1] or 0, start + count, _KINDS[form])
            return (np.asarray(memory) if count else np.empty(0))[start:].reshape(shape)
        for node in (schema, array):
            _require(node.children and node.children[0], name)
        shape.append(int(form[3:]))
        first, schema, array = start * shape[-1], schema.children[0][0], array.children[0][0]
    if hasattr(value, "__array__"):
        return None
    raise TypeError(f"{name} must be real numbers, got an Arrow array of the format {form}")
