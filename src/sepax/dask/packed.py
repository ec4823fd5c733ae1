"""Rows of numbers in bytes, and the place of a row in the input."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa

from sepax._base.arguments import IndexArray

# Vertices, two float64 each, and sizes of rings, as bytes: the engine does not move lists.
BYTES = pd.ArrowDtype(pa.large_binary())

_REFUSED = re.compile(r"shape (\d+):? (.*)", re.DOTALL)  # how errors name a row of an array


class Place(NamedTuple):
    """Where a piece of the input lies: the part that it is of, and its first row there."""

    part: str
    first: int = 0

    def error(self, row: int, reason: str) -> ValueError:
        """Return the error of a row of the piece."""
        return ValueError(f"{self.part}: row {self.first + row}: {reason}")

    def renamed(self, error: ValueError) -> ValueError:
        """Return an error about a shape of the piece as that of its row, without its advice."""
        text = str(error)
        if text.startswith(f"{self.part}: ") or (found := _REFUSED.match(text)) is None:
            return error
        return self.error(int(found[1]), found[2].partition("; ")[0])


def one_chunk(column: Any) -> Any:
    """Return a column as one array."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if isinstance(column, pa.ChunkedArray):  # combined, one that had no chunk
        column = pa.array([], column.type)
    return column


def bytes_column(starts: IndexArray, items: Any) -> Any:
    """Return rows of items as bytes; each row is a number, or two of a vertex, of 8 bytes each."""
    ends = pa.py_buffer((items.strides[0] * starts).astype(np.int64))
    kind = BYTES.pyarrow_dtype
    rows = pa.Array.from_buffers(kind, len(starts) - 1, [None, ends, pa.py_buffer(items)])
    return pd.array(rows, dtype=BYTES)


def split_bytes(array: Any, kind: np.dtype[Any]) -> tuple[IndexArray, Any]:
    """Return where the numbers of each row begin, and all of them, of a column made here."""
    array = one_chunk(array).cast(BYTES.pyarrow_dtype)
    _, ends, numbers = array.buffers()
    if not len(array) or numbers is None:
        return np.zeros(len(array) + 1, np.intp), np.empty(0, kind)
    ends = np.frombuffer(ends, np.int64)[array.offset : array.offset + len(array) + 1]
    count = int(ends[-1] - ends[0]) // kind.itemsize
    found = np.frombuffer(numbers, kind, count, int(ends[0]))
    return (ends - ends[0]).astype(np.intp) // kind.itemsize, found


def cure_of_text(kind: Any) -> str:
    """Say how lists stay lists in a Dask data frame, whose default is to make text of them."""
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        return ""
    return (
        ": Dask makes text of lists, unless the data frame is made after "
        'dask.config.set({"dataframe.convert-string": False})'
    )
