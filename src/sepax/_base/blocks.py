"""Columns of blocks of shapes, and work in pieces: NumPy does not hear Ctrl-C while it computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.interrupts import PIECE, run_in_slices

_T = TypeVar("_T", bound=np.generic)


def offsets_of(block: ShapeBlock) -> IndexArray:
    """Return where the vertices of each shape begin, and the end."""
    out = np.empty(block.count + 1, np.intp)
    block.read_offsets(out)
    return out


def radii_of(block: ShapeBlock) -> FloatArray:
    """Return the radii of shapes."""
    out = np.empty(block.count)
    block.read_radii(out)
    return out


def vertices_of(block: ShapeBlock) -> FloatArray:
    """Return the vertices of all shapes, in the world."""
    out = np.empty((block.vertex_count, 2))
    block.read_vertices(out, False)
    return out


def do_all(work: Callable[..., int], count: int, *rest: Any) -> None:
    """Run a plan in this thread until all rows are done."""
    run_in_slices(work, count, rest)


def columns_of(pairs: IndexArray) -> tuple[IndexArray, IndexArray]:
    """Return both columns of pairs, copied in pieces."""
    first, second = np.empty((2, len(pairs)), np.intp)
    for start in range(0, len(pairs), PIECE):
        some = slice(start, start + PIECE)
        first[some], second[some] = pairs[some].T
    return first, second


def chosen_rows(rows: npt.NDArray[_T], mask: BoolArray) -> npt.NDArray[_T]:
    """Return ``rows[mask]``, taken in pieces."""
    chosen = np.empty((np.count_nonzero(mask), rows.shape[1]), rows.dtype)
    end = 0
    for start in range(0, len(rows), PIECE):
        places = start + np.flatnonzero(mask[start : start + PIECE])
        rows.take(places, axis=0, out=chosen[end : end + len(places)], mode="clip")
        end += len(places)
    return chosen
