"""What users pass for arrays of numbers, made plain: checked, converted, contiguous."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IndexArray = npt.NDArray[np.intp]
BoolArray = npt.NDArray[np.bool_]
Rows = slice | Sequence[int] | npt.NDArray[np.integer[Any] | np.bool_]  # of several rows

COORDINATE_LIMIT = 2.0**240


def reals(value: npt.ArrayLike, name: str, *, shared: bool = False) -> FloatArray:
    """Return real numbers in any layout as float64: a copy, unless it may be `shared`."""
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} must be numbers in rows of equal length: {error}") from None
    if array.dtype.kind not in "iuf" and array.size:
        raise TypeError(f"{name} must be real numbers, got {array.dtype}")
    if array.dtype == np.float64:  # nothing to convert: the way that must be short
        return array if shared and array.flags.carray else np.array(array, order="C")
    with np.errstate(over="ignore"):  # what is too large becomes infinite, and refused
        return np.array(array, dtype=np.float64, order="C")


def numbers(value: npt.ArrayLike, name: str, *, shared: bool = False) -> FloatArray:
    """Return one number, or an array of them, as (n,) float64."""
    array = reals(value, name, shared=shared)
    if array.ndim > 1:
        raise ValueError(f"{name} must be a number or have the shape (n,), got {array.shape}")
    return array.reshape(-1)


def vectors(value: npt.ArrayLike, name: str, *, shared: bool = False) -> FloatArray:
    """Return a pair, or an array of them, as (n, 2) float64."""
    array = reals(value, name, shared=shared)
    if array.size == 0 and array.ndim < 2:
        return np.empty((0, 2))
    if array.ndim not in (1, 2) or array.shape[-1] != 2:
        raise ValueError(f"{name} must be a pair or have the shape (n, 2), got {array.shape}")
    return array.reshape(-1, 2)


def within_limits(array: FloatArray, name: str) -> FloatArray:
    """Return the array if all of it is finite and within the range of coordinates."""
    fine = np.abs(array) <= COORDINATE_LIMIT
    if not fine.all():
        row = int(np.argwhere(~fine)[0, 0])
        raise ValueError(f"{name}[{row}] must be finite and within 2**240, got {array[row]}")
    return array


def _refuse_indices(value: Any, array: npt.NDArray[Any], name: str) -> NoReturn:
    """Say what is wrong with indices of which NumPy made an array of another kind."""
    if array is not value or array.dtype == object:  # perhaps of integers too large for it
        items = np.asarray(value, dtype=object).ravel().tolist()
        if all(isinstance(item, int) and not isinstance(item, bool) for item in items):
            raise IndexError(f"index {max(items, key=abs)} in {name} is beyond any array")
    raise TypeError(f"{name} must be integers, got {array.dtype}")


def as_intp(array: npt.NDArray[Any], name: str) -> IndexArray:
    """Return integers as contiguous intp, a copy; a larger one is out of range, never another."""
    index = np.array(array, dtype=np.intp, order="C")
    if not np.can_cast(array.dtype, np.intp) and (index != array).any():
        bad = array.flat[int(np.flatnonzero(index != array)[0])]
        raise IndexError(f"index {bad} in {name} is beyond any array")
    return index


def indices(value: Any, name: str, *, shared: bool = False) -> IndexArray:
    """Return integers of any kind as (n,) intp; their range is for others to check.

    A contiguous copy, unless they may be `shared`, with any stride.
    """
    array = np.asarray(value)
    if array.dtype.kind not in "iu" and array.size:
        _refuse_indices(value, array, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must have the shape (n,), got {array.shape}")
    if shared and array.dtype == np.intp and array.flags.aligned:
        return array
    return as_intp(array, name)


def row_number(key: Any, count: int, what: str) -> int:
    """Return the row, from 0, that one integer stands for."""
    if isinstance(key, tuple):
        raise IndexError(f"{what} are in one row: give one index, not {len(key)}")
    if isinstance(key, (bool, np.bool_)):
        raise IndexError(f"an index must be an integer, got {key!r}; a mask has one value a row")
    try:
        row = operator.index(key)
    except TypeError:
        raise TypeError(
            f"an index must be an integer, a slice, integers or a mask, got {type(key).__name__}"
        ) from None
    if not -count <= row < count:
        raise IndexError(f"index {row} is out of range for {count} {what}")
    return row % count


def row_numbers(key: Any, count: int) -> IndexArray:
    """Return the rows that a slice, integers or a mask stand for, as NumPy reads them."""
    if not isinstance(key, slice):
        key = np.asarray(key)
        if key.size == 0 and key.dtype.kind == "f":
            key = key.astype(np.intp)
        if key.dtype.kind in "iu":  # NumPy would wrap an unsigned one around
            key = as_intp(key, "the rows asked for")
    rows = np.arange(count, dtype=np.intp)[key]
    if rows.ndim != 1:
        raise IndexError(f"indices must have the shape (n,), got {rows.shape}")
    return np.ascontiguousarray(rows)


def common_count(**arrays: npt.NDArray[Any]) -> int:
    """Return the number of rows of arrays of which those with one row stand for any number."""
    sizes = {name: len(array) for name, array in arrays.items() if len(array) != 1}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{name} {size}" for name, size in sizes.items())
        raise ValueError(f"lengths differ: {listed}; give as many, or one for all")
    return next(iter(sizes.values()), 1)


def spread(array: FloatArray, count: int) -> FloatArray:
    """Repeat a single row `count` times, contiguously."""
    if len(array) == count:
        return array
    return np.ascontiguousarray(np.broadcast_to(array, (count, *array.shape[1:])))


def memory(out: Any, name: str, shape: tuple[int, ...], dtype: type[np.generic]) -> Any:
    """Return `out` if it is an array to write such results to, or a new one for None."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != np.dtype(dtype):
        kind = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
        raise TypeError(f"{name} must be an array of {np.dtype(dtype)}, got {kind}")
    if out.shape != shape:
        raise ValueError(f"{name} must have the shape {shape}, got {out.shape}")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise ValueError(f"{name} must be C-contiguous, aligned and writeable")
    return out
