"""Arguments of users as arrays of numbers: checked, converted, contiguous."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sepax._core.arguments import (
    accept_numpy,
    cure_for,
    described,
    fill_numbers,
    fill_points,
    first_outside,
    is_memory,
    is_plain,
    number,
    refuse_masked,
    refuse_others,
    viewed,
    whole_number,
)
from sepax._core.interrupts import PIECE

FloatArray = npt.NDArray[np.float64]
IndexArray = npt.NDArray[np.intp]
LabelArray = npt.NDArray[np.intp] | npt.NDArray[np.uintp]
BoolArray = npt.NDArray[np.bool_]
Rows = slice | Sequence[int] | npt.NDArray[np.integer[Any] | np.bool_]  # of several rows
_Array = TypeVar("_Array", bound=npt.NDArray[Any])

COORDINATE_LIMIT = 2.0**240
MOST_RADIANS = 2.0**31  # of an angle; up to here multiples of pi/2 are exact
_FLOAT64, _INTP = (
    np.dtype(np.float64),
    np.dtype(np.intp),
)  # not looked up in each call
_UINTP = np.dtype(np.uintp)
_NO_ARRAYS = {float, int, list, tuple}  # np.asarray copies these
MOST_POINTS = sys.maxsize // 16  # (x, y) that an array can hold
_OF_THE_CPU = (1, 3, 11)  # types of devices of DLPack; the others by name
_DEVICES = {2: "of CUDA", 8: "of Metal", 10: "of ROCm", 14: "of oneAPI"}


def array_of(value: Any, name: str) -> npt.NDArray[Any]:
    """Return a tensor, an Arrow array or a buffer as an array without a copy, for `viewed`."""
    if hasattr(value, "__arrow_c_array__"):
        from sepax._base.arrow import numbers_of

        if (array := numbers_of(value, name)) is not None:
            return array
    try:
        if any(hasattr(value, f"__array{end}__") for end in ("", "_interface", "_struct")):
            return np.asarray(value)
        return _of_device(value, name) if hasattr(value, "__dlpack__") else _of_memory(value, name)
    except (AttributeError, BufferError, RuntimeError, TypeError) as error:
        if getattr(value, "requires_grad", False) is True:
            cure = "a tensor that requires grad: give its .detach()"
        elif str(getattr(value, "dtype", None)) == "torch.bfloat16":
            cure = "bfloat16, which NumPy cannot read: give its .float()"
        elif isinstance(error, TypeError) or hasattr(value, "__array__"):
            raise
        else:
            cure = f"a {type(value).__name__} that NumPy cannot read: {error}"
        raise TypeError(f"{name} must be plain numbers, got {cure}") from error


def _of_device(value: Any, name: str) -> npt.NDArray[Any]:
    """Return the array of an object that has `__dlpack__` alone."""
    kind, number = map(int, value.__dlpack_device__())
    if kind not in _OF_THE_CPU:
        device = _DEVICES.get(kind, f"of type {kind}")
        raise TypeError(
            f"{name} must be in the memory of the CPU, got a {type(value).__name__} on device "
            f"{number} {device}: copy it first"
        )
    return np.from_dlpack(value)


def _of_memory(value: Any, name: str) -> npt.NDArray[Any]:
    try:
        return np.asarray(value)
    except ValueError as error:
        memory = memoryview(value)
        if memory.format != "<g":
            raise TypeError(
                f"{name} must be real numbers, got memory of the format {memory.format}"
            ) from error
        # Of ctypes' long double, which is as NumPy's, but for the name.
        return np.frombuffer(memory.tobytes(), np.longdouble).reshape(memory.shape)


accept_numpy(np.integer, np.floating, np.ndarray, np.empty, np.dtype(np.bool_), array_of)


def _array(value: Any, name: str, kind: str) -> npt.NDArray[Any]:
    """Convert to an array; refuse kinds that NumPy would accept as numbers."""
    if type(value) is not np.ndarray:
        refuse_others(value, name, kind)
        value = viewed(value, name)
    try:
        array = np.asarray(value)
    except ValueError as error:
        sizes = sizes_of_rows(value)
        odd = next((row for row, size in enumerate(sizes) if size != sizes[0]), None)
        reason = str(error)
        if odd is not None:
            words = {-1: "is a single value"}
            first, other = (words.get(size, f"has {size}") for size in (sizes[0], sizes[odd]))
            reason = f"row 0 {first}, row {odd} {other}"
        raise ValueError(f"{name} must be numbers in rows of equal length: {reason}") from None
    if array.dtype.kind in "iufO":
        return array
    if array.size:
        raise TypeError(f"{name} must be {kind}, got {array.dtype}")
    return np.empty(array.shape)  # to convert the given type, NumPy may warn


def sizes_of_rows(value: Any) -> list[int]:
    """Return how many items each row of a sequence has; -1 for one that is no sequence."""
    rows = value if isinstance(value, (list, tuple, np.ndarray)) else ()
    return [len(row) if isinstance(row, (list, tuple, np.ndarray)) else -1 for row in rows]


def _take_any(array: npt.NDArray[Any], name: str) -> None:
    """Let pass an array of any dimensions."""


def reals(
    value: Any,
    name: str,
    require: Callable[[npt.NDArray[Any], str], None] = _take_any,
    *,
    shared: bool = False,
) -> FloatArray:
    """Return real numbers in any layout as float64: a copy, unless it may be `shared`.

    `require` raises for dimensions that will not do, before anything is copied: the rows of a
    broadcast array take no memory until then.
    """
    if type(value) is np.ndarray and value.dtype == _FLOAT64:  # the fast path
        require(value, name)
        return value if shared and _is_compact(value) else np.array(value, order="C")
    array = _array(value, name, "real numbers")
    if array.ndim == 0 and array.dtype.kind == "O":  # a single object: its type first
        fill_numbers((array.item(),), name, np.empty(1))
    require(array, name)
    if array.dtype == _FLOAT64 and (type(value) in _NO_ARRAYS or (shared and _is_compact(array))):
        return array
    if array.dtype.kind == "O":
        plain = np.empty(array.size)
        for start, items in _items_of(array):
            fill_numbers(items, name, plain[start : start + len(items)])
        return plain.reshape(array.shape)
    if array.dtype.itemsize <= _FLOAT64.itemsize:
        return np.array(array, dtype=_FLOAT64, order="C")
    with np.errstate(over="ignore"):  # what is too large becomes infinite, and refused
        return np.array(array, dtype=_FLOAT64, order="C")


def _is_compact(array: FloatArray) -> bool:
    """Whether it is C-contiguous and aligned; it may be read-only."""
    flags = array.flags
    return flags.carray or (flags.c_contiguous and flags.aligned)


def _items_of(array: npt.NDArray[Any]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Give the objects of an array, so many at a time, with the number of the first of them."""
    for start in range(0, array.size, PIECE):
        yield start, tuple(array.flat[start : start + PIECE])


def dimensions(value: Any) -> int:
    """Return how many dimensions an argument has: none if it is one number, or an iterator."""
    return np.ndim(viewed(value, "an argument"))


def not_negative(value: Any, name: str) -> float:
    """Return one number that is 0 or more, which may be infinite."""
    length = number(value, name)
    if not length >= 0.0:
        raise ValueError(f"{name} must not be negative or NaN, got {length}")
    return length


def _require_column(array: npt.NDArray[Any], name: str) -> None:
    if array.ndim > 1:
        raise ValueError(f"{name} must be a number or have the shape (n,), got {array.shape}")


def numbers(value: Any, name: str, *, shared: bool = False) -> FloatArray:
    """Return one number, or an array of them, as (n,) float64."""
    if type(value) is float:
        array = np.empty(1)
        array[0] = value
        return array
    if shared and is_plain(value, 0):
        return value
    array = reals(value, name, _require_column, shared=shared)
    return array if array.ndim else array.reshape(1)


def _require_vectors(array: npt.NDArray[Any], name: str) -> None:
    if array.size == 0 and array.ndim < 2:
        return
    if array.ndim not in (1, 2) or array.shape[-1] != 2:
        raise ValueError(
            f"{name} must be a pair or have the shape (n, 2), got {array.shape}"
            + transposed(array.shape, name)
        )


def vectors(value: Any, name: str, *, shared: bool = False) -> FloatArray:
    """Return a pair, or an array of them, as (n, 2) float64."""
    if type(value) is tuple and len(value) == 2 and type(value[0]) is type(value[1]) is float:
        array = np.empty((1, 2))
        array[0, 0], array[0, 1] = value
        return array
    if shared and is_plain(value, 2):
        return value
    array = reals(value, name, _require_vectors, shared=shared)
    return array if array.ndim == 2 else array.reshape(-1, 2)


def _require_points(array: npt.NDArray[Any], name: str) -> None:
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(
            f"{name} must have the shape (n, 2), got {array.shape}" + transposed(array.shape, name)
        )


def transposed(shape: tuple[int, ...], name: str) -> str:
    """Return what to do with columns, or columns that are rows, for the end of a message."""
    if len(shape) == 1:
        return ": of columns x and y make np.column_stack((x, y))"
    if len(shape) == 2 and shape[0] == 2 and shape[1] != 2:
        return f": give its transpose, np.transpose({name})"
    return ""


def points(value: Any, name: str) -> FloatArray:
    """Return an array, or any iterable of pairs of any kind, as (n, 2) float64."""
    value = viewed(value, name)
    if isinstance(value, np.ndarray):
        return reals(value, name, _require_points, shared=True)
    if isinstance(value, (str, bytes, bytearray, Set, Mapping)) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be an (n, 2) array or pairs, got {described(value)}")
    items = tuple(value)
    if items and all(isinstance(item, (int, float)) for item in items):
        if cure_for(value) is not None:
            raise TypeError(f"{name} must be an (n, 2) array or pairs, got {described(value)}")
        raise ValueError(f"{name} must have the shape (n, 2), got ({len(items)},)")
    array = np.empty((len(items), 2))
    fill_points(items, "point" if name == "points" else "vertex", array)
    return array


def within_limits(array: FloatArray, name: str) -> FloatArray:
    """Return the array if all of it is finite and within the range of coordinates."""
    if (bad := first_outside(array, -COORDINATE_LIMIT, COORDINATE_LIMIT)) >= 0:
        row = bad * len(array) // array.size
        given = array[row].copy()  # which no other thread can change while it is written down
        raise ValueError(f"{name}[{row}] must be finite and within 2**240, got {given}")
    return array


def within_turns(angles: FloatArray, name: str) -> FloatArray:
    """Return angles if all of them are finite and within the range of angles."""
    if (bad := first_outside(angles, -MOST_RADIANS, MOST_RADIANS)) >= 0:
        raise ValueError(
            f"{name}[{bad}] must be finite and within 2**31 radians, got {angles[bad]}"
        )
    return angles


def integers(value: Any, name: str, *, shared: bool = False) -> IndexArray:
    """Return integers of any kind as intp, in their shape.

    A contiguous copy, unless they may be `shared`, with any stride. Those beyond intp are an
    OverflowError: the caller says what they are beyond.
    """
    if shared and type(value) is np.ndarray and value.dtype == _INTP and value.flags.aligned:
        return value  # the fast path
    array = _array(value, name, "integers")
    if array.dtype.kind == "f" and array.size and array is not value:
        items_as_given = np.asarray(value, dtype=object)
        if all(isinstance(item, int) for item in items_as_given.flat):
            array = items_as_given  # too large for NumPy, which made floats of them
    if array.dtype.kind == "O":  # Python's integers, if they are larger than NumPy's
        plain = np.empty(array.size, np.intp)
        for start, items in _items_of(array):
            plain[start : start + len(items)] = [whole_number(item, name) for item in items]
        return plain.reshape(array.shape)
    if array.dtype.kind == "f" and array.size:
        raise TypeError(f"{name} must be integers, got {array.dtype}")
    if shared and array.dtype == np.intp and array.flags.aligned:
        return array
    whole = np.array(array, dtype=np.intp, order="C")
    if not np.can_cast(array.dtype, np.intp) and (whole != array).any():
        raise OverflowError
    return whole


def integers_of_rows(value: Any, name: str, *, shared: bool = False) -> IndexArray:
    """Return integers of any kind as intp; one beyond intp raises and never wraps around."""
    try:
        return integers(value, name, shared=shared)
    except OverflowError:
        raise IndexError(f"{name} holds numbers beyond any index") from None


def indices(value: Any, name: str, *, shared: bool = False) -> IndexArray:
    """Return integers of any kind as (n,) intp; compiled code checks their range."""
    index = integers_of_rows(value, name, shared=shared)
    if index.ndim != 1:
        raise ValueError(f"{name} must have the shape (n,), got {index.shape}")
    return index


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
        refuse_masked(key, "indices")
        key = np.asarray(viewed(key, "indices"))
        if key.size == 0 and key.dtype.kind == "f":
            key = key.astype(np.intp)
        if key.dtype.kind in "iu" and key.dtype != np.intp:  # NumPy wraps unsigned ones around
            key = integers_of_rows(key, "the indices")
    rows = np.arange(count, dtype=np.intp)[key]
    if rows.ndim != 1:
        raise IndexError(f"indices must have the shape (n,), got {rows.shape}")
    return np.ascontiguousarray(rows)


def labels(value: Any, name: str) -> LabelArray:
    """Return integers of any kind: as intp, or as unsigned ones if one of them is beyond that."""
    given = viewed(value, name)
    try:
        return integers(given, name, shared=True)
    except OverflowError:
        array = np.asarray(given)
    if array.dtype != _UINTP:
        whole = [whole_number(item, name) for item in np.asarray(given, dtype=object).flat]
        bits = 8 * _UINTP.itemsize
        if min(whole) < 0 or max(whole) >= 2**bits:
            raise ValueError(
                f"{name} must be integers of at most {bits} bits: all below 2**{bits - 1}, or none "
                f"negative; got {min(whole)} to {max(whole)}"
            )
        array = np.array(whole, _UINTP).reshape(array.shape)
    return array


def counts(value: Any, name: str) -> IndexArray:
    """Return one integer, or an array of them, as (n,) intp."""
    try:
        whole = integers(value, name)
        if whole.sum(dtype=np.float64) > MOST_POINTS:
            raise OverflowError
    except OverflowError:
        raise ValueError(f"{name} must not be more than fit in memory") from None
    if whole.ndim > 1:
        raise ValueError(f"{name} must be a number or have the shape (n,), got {whole.shape}")
    return whole.reshape(-1)


def index_pairs(value: Any, name: str) -> IndexArray:
    """Return rows of two integers of any kind as (k, 2) intp, which may be shared."""
    rows = integers_of_rows(value, name, shared=True)
    if rows.size == 0 and rows.ndim < 2:
        return np.empty((0, 2), dtype=np.intp)
    if rows.ndim == 0:
        raise TypeError(f"{name} must be rows of two indices, or a tuple (i, j), got a number")
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise ValueError(
            f"{name} must have the shape (k, 2), or be a tuple (i, j), got {rows.shape}"
            + transposed(rows.shape, name)
        )
    return rows


def read_only(array: _Array) -> _Array:
    """Return a copy of what shapes hold, read-only: writing to it would change no shape."""
    array.setflags(False)  # type: ignore[call-arg]  # by its name it takes three times as long
    return array


def filled(read: Callable[[FloatArray], object], *shape: int) -> FloatArray:
    """Return a read-only array of this shape that compiled code has filled."""
    out = np.empty(shape)
    read(out)
    return read_only(out)


def common_count(arrays: dict[str, npt.NDArray[Any]]) -> int:
    """Return the common number of rows; an array of one row fits any number."""
    sizes = {name: len(array) for name, array in arrays.items() if len(array) != 1}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{name} {size}" for name, size in sizes.items())
        raise ValueError(f"lengths differ: {listed}; give as many, or one for all")
    return next(iter(sizes.values()), 1)


def spread(array: _Array, count: int) -> _Array:
    """Repeat a single row `count` times, contiguously."""
    if len(array) == count:
        return array
    shape = (count, *array.shape[1:])
    return np.ascontiguousarray(np.broadcast_to(array, shape))  # type: ignore[return-value]


def of_one_length(**arrays: Any) -> list[Any]:
    """Return arrays of as many rows each: a single row stands for all."""
    count = common_count(arrays)
    given = arrays.values()
    return [array if len(array) == count else spread(array, count) for array in given]


def one_or_each(array: FloatArray, name: str, count: int, what: str = "") -> FloatArray:
    """Return the array if it has one row for all of `what`, or one for each of so many."""
    if len(array) not in (1, count):
        raise ValueError(f"{name} must be one for all{what} or {count}, got {len(array)}")
    return array


def given_origins(origin: Any, count: int) -> FloatArray | None:
    """Return the pivot of each of so many rows, as given; None for their centroids."""
    if not isinstance(origin, str):
        given = within_limits(vectors(origin, "origin"), "origin")
        return spread(one_or_each(given, "origin", count), count)
    if origin != "centroid":
        raise ValueError(f'origin must be None, "centroid" or (x, y), got {origin!r}')
    return None


def one_or_all(array: FloatArray, name: str, count: int) -> FloatArray:
    """Return `count` rows, given one row or as many."""
    return spread(one_or_each(array, name, count), count)


def offsets_of_sizes(sizes: npt.ArrayLike) -> IndexArray:
    """Return where each of some lists begins, and the end, for lists one behind the other."""
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.intp)


def memory(out: Any, name: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """Return `out` if it is an array to write such results to, or a new one for None."""
    if out is None:
        return np.empty(shape, dtype)
    if is_memory(out, shape, dtype):
        return out
    if not isinstance(out, np.ndarray) or out.dtype != dtype:
        kind = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
        raise TypeError(f"{name} must be an array of {dtype}, got {kind}")
    if out.shape != shape:
        raise ValueError(f"{name} must have the shape {shape}, got {out.shape}")
    if not out.flags.carray:  # C-contiguous, aligned and writeable
        raise ValueError(f"{name} must be C-contiguous, aligned and writeable")
    return out


def new_poses(
    array: Any, positions: npt.ArrayLike | None, angles: npt.ArrayLike | None, where: Rows | None
) -> tuple[IndexArray | None, FloatArray, FloatArray]:
    """Return the rows that get new poses, None for all, and both columns; None keeps values."""
    rows = None if where is None else row_numbers(where, len(array))
    count = len(array) if rows is None else len(rows)
    if positions is None:
        positions = array.positions if rows is None else array.positions[rows]
    if angles is None:
        angles = array.angles if rows is None else array.angles[rows]
    # Compiled code checks each number as it takes it: no copies are needed.
    place = one_or_all(vectors(positions, "positions", shared=True), "positions", count)
    return rows, place, one_or_all(numbers(angles, "angles", shared=True), "angles", count)


def row_name(name: str, value: npt.ArrayLike, row: int) -> str:
    """Return how a message names a number: with its row if there are many."""
    return name if dimensions(value) == 0 else f"{name}[{row}]"
