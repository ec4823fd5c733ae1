"""Arrow arrays for tests, without a package for them: the structs of the Arrow C data interface."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._base.arrow import _Array, _Schema

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
