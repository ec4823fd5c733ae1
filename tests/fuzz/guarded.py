"""Memory between pages that must not be touched, and ordinary memory to compare it with.

A `Guarded` place lays an array so that it begins right after a page without access, or ends right
before one: a read or a write past either end stops the process. Pages with the arguments of a call
cannot be written to; around the memory for results stand bytes that nobody may change. An
`Ordinary` place lays the same arrays in memory of NumPy's.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

Array = np.ndarray[Any, Any]
Strides = tuple[int, ...]

PAGE = mmap.PAGESIZE
NO_ACCESS, READ_ONLY = 0, 1  # PROT_NONE and PROT_READ of mprotect(2)
UNTOUCHED = 0xA5


class Place(Protocol):
    """Where arrays lie."""

    def given(self, values: Array, strides: Strides | None = None) -> Array:
        """Lay the values of an argument, in rows so many bytes apart."""

    def room(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Return C-contiguous memory for results, with arbitrary contents."""

    def fault(self) -> str | None:
        """Say what was written that must not be."""


def contiguous(values: Array) -> Strides:
    """Return the strides of a C-contiguous array."""
    sizes = [values.itemsize]
    for length in values.shape[:0:-1]:
        sizes.append(sizes[-1] * length)
    return tuple(sizes[::-1][: values.ndim] if values.ndim else ())


def span(values: Array, strides: Strides) -> tuple[int, int]:
    """Return the lowest and the highest byte of an array as seen from its first item."""
    if not values.size:
        return 0, 0
    steps = [stride * (n - 1) for stride, n in zip(strides, values.shape, strict=True)]
    low = sum(min(step, 0) for step in steps)
    return low, sum(max(step, 0) for step in steps) + values.itemsize


def laid(values: Array, strides: Strides | None, memory: Callable[[int], Array]) -> Array:
    """Lay values in the memory that a function of their size returns."""
    strides = contiguous(values) if strides is None else strides
    low, high = span(values, strides)
    view: Array = np.ndarray(values.shape, values.dtype, memory(high - low), -low, strides)
    view[...] = values
    return view


class Ordinary:
    """Memory of NumPy's."""

    def given(self, values: Array, strides: Strides | None = None) -> Array:
        return laid(values, strides, lambda size: np.zeros(size, np.uint8))

    def room(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return np.full(shape, UNTOUCHED, np.uint8).astype(dtype)

    def fault(self) -> str | None:
        return None


def _protect(address: int, size: int, access: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), access):
        raise OSError(ctypes.get_errno(), "mprotect")


class Guarded:
    """Memory between two pages without access.

    Parameters
    ----------
    at_end : bool
        Whether arrays end where the second of these pages begins, or begin where the first ends.
    """

    def __init__(self, at_end: bool) -> None:
        self.at_end = at_end
        self.rooms: list[tuple[Array, Array]] = []  # all of the pages, and a copy of them

    def given(self, values: Array, strides: Strides | None = None) -> Array:
        inner: list[Array] = []

        def memory(size: int) -> Array:
            block, between = self._block(size)
            inner.append(between)
            return block

        view = laid(values, strides, memory)
        _protect(inner[0].ctypes.data, inner[0].size, READ_ONLY)
        return view

    def room(self, shape: tuple[int, ...], dtype: Any) -> Array:
        kind = np.dtype(dtype)
        block, pages = self._block(int(np.prod(shape)) * kind.itemsize)
        pages[...] = UNTOUCHED
        start = pages.size - block.size if self.at_end else 0
        around = np.delete(np.arange(pages.size), np.s_[start : start + block.size])
        self.rooms.append((pages, around))
        return np.ndarray(shape, kind, block)

    def fault(self) -> str | None:
        if any((pages[around] != UNTOUCHED).any() for pages, around in self.rooms):
            return "something beside the memory for results was written to"
        return None

    def _block(self, size: int) -> tuple[Array, Array]:
        """Return so many bytes beside a page without access, and all between both such pages."""
        inner = -(-max(size, 1) // PAGE) * PAGE
        pages: Array = np.frombuffer(mmap.mmap(-1, inner + 2 * PAGE), np.uint8)
        address = pages.ctypes.data
        _protect(address, PAGE, NO_ACCESS)
        _protect(address + PAGE + inner, PAGE, NO_ACCESS)
        between = pages[PAGE : PAGE + inner]
        return (between[inner - size :] if self.at_end else between[:size]), between
