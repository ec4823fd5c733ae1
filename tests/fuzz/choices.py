"""Decisions made by bytes: by a fuzzer's, which learns which of them lead to new code, or random.

Zeros stand for what is ordinary, and bytes that are missing are zeros. So few bytes make a call
that works, and each more can spoil it.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from guarded import Array, Place, contiguous

T = TypeVar("T")

SPECIAL = [0.0, -0.0, math.nan, math.inf, -math.inf, 5e-324, 2.0**240, 1e300, 2.0**40, 1e-9]
TYPES = ["f8", "f8", "f8", "f8", "f4", "i8", "i4", "u1", ">f8", "f2", "?", "c16", "i2", ">i8"]
SIZES = [4, 3, 5, 6, 8, 1, 2, 0, 7, 9, 16, 17, 33, 63, 64, 65, 66, 130]


class Choices:
    """Reads decisions off some bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def bytes(self, count: int) -> bytes:
        """Return the next bytes."""
        found = self.data[self.place : self.place + count]
        self.place += count
        return found.ljust(count, b"\0")

    def below(self, count: int) -> int:
        """Return a number from 0 to less than `count`, of at most 256."""
        return self.bytes(1)[0] % count

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def seldom(self) -> bool:
        """Return True once in a while."""
        return self.below(16) == 15

    def size(self) -> int:
        """Return how many there are of something."""
        return self.pick(SIZES)

    def small(self) -> float:
        """Return a number on a coarse grid."""
        return float(struct.unpack("b", self.bytes(1))[0]) / 8.0

    def number(self) -> float:
        """Return any number, most often one on a coarse grid."""
        kind = self.below(32)
        if kind == 31:
            return self.pick(SPECIAL)
        if kind == 30:
            return float(struct.unpack("d", self.bytes(8))[0])
        return self.small()

    def size_of_shape(self) -> float:
        """Return a width or a radius, most often a positive one."""
        return self.number() if self.seldom() else (1 + self.below(32)) / 8.0

    def numbers(self, *shape: int) -> Array:
        """Return numbers on a coarse grid, and seldom one that is not."""
        count = int(np.prod(shape))
        steps = np.frombuffer(self.bytes(count), np.int8)
        found = steps.astype(np.float64).reshape(shape) / 8.0
        if count and self.seldom():
            found.flat[self.below(count)] = self.number()
        return found

    def whole(self, count: int, most: int) -> Array:
        """Return so many rows of so many, and seldom one beyond them."""
        rows = np.frombuffer(self.bytes(count), np.uint8).astype(np.int64) % max(most, 1)
        if count and self.seldom():
            rows[self.below(count)] = self.pick([-1, most, 2**62, -(2**63), -2])
        return rows

    def strides(self, values: Array) -> tuple[int, ...] | None:
        """Return the distances of rows in memory; None for C-contiguous ones."""
        plain, size = contiguous(values), values.itemsize
        kinds = {
            1: lambda: tuple(-stride for stride in plain),
            2: lambda: tuple(2 * stride for stride in plain),
            3: lambda: (-plain[0], *plain[1:]),
            4: lambda: (*plain[:-1], -plain[-1]),
            5: lambda: (0, *plain[1:]),
            6: lambda: (plain[0] + size, *plain[1:]),
            7: lambda: (plain[0] + 1, *plain[1:]),
            8: lambda: contiguous(values.T)[::-1],
        }
        kind = self.below(24)
        return kinds[kind]() if kind in kinds and values.ndim else None

    def given(self, place: Place, values: Any, whole: bool = False) -> Any:
        """Lay values in memory: as any type, in any order, as an array or what has its buffer."""
        array = np.asarray(values)
        if not whole or self.seldom():
            with np.errstate(all="ignore"):
                array = array.astype(self.pick(TYPES[2:] if self.seldom() else TYPES[:1]))
        if self.seldom():
            array = array[..., None] if self.below(2) else array.reshape(-1)
        view: Any = place.given(array, self.strides(array))
        if self.seldom():
            view.flags.writeable = False
        return memoryview(view) if self.seldom() else view

    def one_or_each(self, place: Place, count: int, *width: int) -> Any:
        """Lay one number for all, or one for each; or so wide rows of them."""
        rows = self.pick([count, count, 1, count + 1]) if self.below(2) else count
        return self.given(place, self.numbers(rows, *width))
