"""Shapes as columns of a data frame, and the arrays of shapes that these stand for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sepax._base.arguments import FloatArray, IndexArray, offsets_of_sizes
from sepax._geometry.rings import rings_of
from sepax.arrays import ShapeArray
from sepax.compounds import CompoundArray
from sepax.dask.geometry import outlines_of_bytes, read_geometry
from sepax.dask.packed import (
    BYTES,
    Place,
    bytes_column,
    cure_of_text,
    one_chunk,
    split_bytes,
)

Frame = Any  # a pandas.DataFrame, which has no types without a package of its own
AnyArray = ShapeArray | CompoundArray

# The columns of a frame; optional columns that are missing are 0.
NEEDED = {
    "rings": ("vertices",),
    "boxes": ("x", "y", "width", "height"),
    "circles": ("x", "y", "radius"),
    "points": ("x", "y"),
}
OPTIONAL = {"rings": ("x", "y", "angle", "radius"), "boxes": ("angle", "radius")}
SIZES = {"width", "height", "radius", "vertices"}  # what has one of these is no point
# The columns that a geometry becomes, by the kind of the shapes. Those of outlines are made here.
OF_GEOMETRY = {
    "rings": ("vertices", "x", "y"),
    "points": ("x", "y"),
    "outlines": ("vertices", "rings"),
}
VELOCITY = ("vx", "vy")
RATE = "angular_velocity"
NAMES = ("x", "y", "angle", "width", "height", "radius", "vertices", "geometry", *VELOCITY, RATE)
IN_BYTES = ("vertices", "rings")
_VERTEX = 16  # bytes


class Origin(NamedTuple):
    """Where rows come from: the parts of the input, and the first row of each."""

    names: tuple[str, ...]
    starts: tuple[int, ...]

    def describe(self, row: int) -> str:
        """Return the part and the row in it, from 0."""
        part = bisect_right(self.starts, row) - 1
        return f"{self.names[part]}: row {row - self.starts[part]}"


class Form(NamedTuple):
    """Which shapes the columns of a frame are, and which of the optional ones there are."""

    kind: str
    columns: tuple[str, ...]

    @property
    def moving(self) -> bool:
        """Whether each shape has a velocity."""
        return VELOCITY[0] in self.columns

    @property
    def turning(self) -> bool:
        """Whether each shape has an angular velocity."""
        return RATE in self.columns

    def empty(self) -> Frame:
        """Return a frame without rows, for the engine to know the columns by."""
        columns: dict[str, Any] = {"row": np.empty(0, np.int64)}
        for name in self.columns:
            columns[name] = pd.array([], dtype=BYTES) if name in IN_BYTES else np.empty(0)
        return pd.DataFrame(columns)


def form_of(available: Any, of_geometry: str = "rings") -> Form:
    """Return the form of columns with these names; a ValueError if they make no shapes.

    `of_geometry` is the kind of shapes that a column `geometry` holds.
    """
    given = set(available)
    if "geometry" in given:
        return Form(of_geometry, (*OF_GEOMETRY[of_geometry], *_motion(given)))
    kind = next((kind for kind in NEEDED if given.issuperset(NEEDED[kind])), None)
    if kind is None or (kind == "points" and given & SIZES):
        wanted = "; ".join(f"{', '.join(names)} ({kind})" for kind, names in NEEDED.items())
        raise ValueError(
            f"these are the columns of no shapes: {', '.join(sorted(given)) or 'none'}. Needed are "
            f"{wanted}; or geometry; map other names by columns={{'width': 'w', ...}}"
        )
    chosen = [*NEEDED[kind], *(name for name in OPTIONAL.get(kind, ()) if name in given)]
    return Form(kind, (*chosen, *_motion(given)))


def taken_names(names: Mapping[str, str], form: Form) -> dict[str, str]:
    """Return the columns of the input that are read for a form."""
    if "geometry" in names:
        motion = (name for name in form.columns if name in (*VELOCITY, RATE))
        return {name: names[name] for name in ("geometry", *motion)}
    return {name: names[name] for name in form.columns}


def _motion(given: set[str]) -> tuple[str, ...]:
    """Return the columns of velocities and angular velocities, as far as there are any."""
    there = tuple(name for name in VELOCITY if name in given)
    if len(there) == 1:
        raise ValueError(f"a velocity has two columns, vx and vy, got {there[0]} alone")
    return (*there, RATE) if RATE in given else there


def own_names(available: Any, columns: Mapping[str, str] | None) -> dict[str, str]:
    """Return our name of each column that is taken -> its name in the input."""
    there = list(map(str, available))
    names = {name: name for name in NAMES if name in there}
    for name, theirs in (columns or {}).items():
        if name not in NAMES:
            raise ValueError(f"columns names {name!r}, which is none of {', '.join(NAMES)}")
        if theirs not in there:
            raise ValueError(f"there is no column {theirs!r}, which columns names for {name!r}")
        names[name] = theirs
    return names


# --- from the input --------------------------------------------------------------------


def frame_of(table: Any, names: Mapping[str, str], form: Form, rows: Any, place: Place) -> Frame:
    """Make a frame of a piece of the input, a `pyarrow.Table`.

    `names` maps our names of columns to those of the table, `rows` are the numbers of the shapes
    among all, and `place` is for messages.
    """
    columns: dict[str, Any] = {"row": rows}
    if "geometry" in names:
        columns |= read_geometry(table.column(names["geometry"]), form.kind, place)
    for name in form.columns:
        if name in columns:
            continue
        column = table.column(names[name])
        if form.kind == "outlines" and name in IN_BYTES:  # as `to_parquet` writes them
            columns[name] = pd.array(one_chunk(column), dtype=BYTES)
        elif name == "vertices":
            starts, points = _read_rings(column, place)
            columns[name] = bytes_column(starts, np.ascontiguousarray(points, "<f8"))
        else:
            columns[name] = _numbers(column, f"{place.part}: column {names[name]}")
    return pd.DataFrame({name: columns[name] for name in ("row", *form.columns)})


def _numbers(column: Any, what: str) -> FloatArray:
    kind = column.type
    if not len(column):  # as a filter leaves it, maybe without a type
        return np.empty(0)
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)):
        raise TypeError(f"{what} must be numbers, got {kind}")
    if pa.types.is_float64(kind) and column.num_chunks == 1:
        return np.asarray(column.chunk(0).to_numpy(zero_copy_only=False))
    return np.asarray(pc.cast(column, pa.float64(), safe=False).to_numpy())


def _first(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


def _read_rings(column: Any, place: Place) -> tuple[IndexArray, FloatArray]:
    """Return where the vertices of each ring begin, and all of them in a row, (v, 2)."""
    array = one_chunk(column)
    what = f"{place.part}: column vertices"
    if not len(array):  # as a filter leaves it, without a type
        return np.zeros(1, np.intp), np.empty((0, 2))
    if not (_is_list(array.type) or pa.types.is_large_binary(array.type)):
        raise TypeError(
            f"{what} must be lists of points, got {array.type}{cure_of_text(array.type)}"
        )
    if array.null_count:
        row = _first(array.is_null().to_numpy(zero_copy_only=False))
        raise place.error(row, "vertices are missing")
    if pa.types.is_large_binary(array.type):  # as `to_parquet` writes them
        odd = pc.binary_length(array).to_numpy(zero_copy_only=False) % _VERTEX != 0
        if odd.any():
            raise place.error(_first(odd), "vertices must be two float64 each, in bytes")
        starts, numbers = split_bytes(array, np.dtype("<f8"))
        return starts // 2, numbers.reshape(-1, 2)
    inner, lengths = array.flatten(), _lengths(array)
    if pa.types.is_struct(inner.type):
        points = np.column_stack([_numbers_of(inner.field(k), what) for k in range(2)])
    elif _is_list(inner.type):
        sizes = _lengths(inner)
        if (sizes != 2).any():
            vertex = _first(sizes != 2)
            row = int(np.searchsorted(np.cumsum(lengths), vertex, side="right"))
            raise place.error(row, f"a vertex must be a pair of numbers, got {sizes[vertex]}")
        points = _numbers_of(inner.flatten(), what).reshape(-1, 2)
    else:
        if (lengths % 2).any():
            row = _first(lengths % 2)
            raise place.error(row, f"vertices must be x and y in turn, got {lengths[row]} numbers")
        points, lengths = _numbers_of(inner, what).reshape(-1, 2), lengths // 2
    return offsets_of_sizes(lengths), points


def _is_list(kind: Any) -> bool:
    tests = (pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list)
    return any(test(kind) for test in tests)


def _lengths(array: Any) -> IndexArray:
    return np.asarray(pc.list_value_length(array).to_numpy(zero_copy_only=False), np.intp)


def _numbers_of(array: Any, what: str) -> FloatArray:
    return _numbers(pa.chunked_array([array]), what)


# --- to arrays -------------------------------------------------------------------------


def column_of(frame: Frame, name: str) -> FloatArray:
    """Return a column of numbers; 0 for each row of one that is not there."""
    return frame[name].to_numpy(np.float64) if name in frame else np.zeros(len(frame))


def _build(frame: Frame, form: Form) -> AnyArray:
    if form.kind == "outlines":
        return outlines_of_bytes(*(pa.array(frame[name].array) for name in IN_BYTES))
    column = partial(column_of, frame)
    places = np.column_stack((column("x"), column("y")))
    if form.kind == "circles":
        return ShapeArray.circles(places, column("radius"))
    if form.kind == "points":
        return ShapeArray.points(places)
    angles, radii = column("angle"), column("radius")
    if form.kind == "boxes":
        sides = column("width"), column("height")
        return ShapeArray.boxes(*sides, places, angles, radii=radii)
    starts, numbers = split_bytes(pa.array(frame["vertices"].array), np.dtype("<f8"))
    points = numbers.reshape(-1, 2)
    return ShapeArray._of(rings_of(points, starts // 2, radii, places, angles, fewest=1))


def array_of(frame: Frame, form: Form, origin: Origin) -> AnyArray:
    """Return the shapes of a frame; the error of a row that is no shape names its input."""
    try:
        return _build(frame, form)
    except ValueError as error:
        row, reason = _first_refused(frame, form, error)
        where = origin.describe(int(frame["row"].iloc[row]))
        raise ValueError(f"{where}: {reason}") from None


def _first_refused(frame: Frame, form: Form, error: ValueError) -> tuple[int, str]:
    """Halve a refused frame until one row is left; return that row and its error."""
    start, stop = 0, len(frame)
    while stop - start > 1:
        middle = (start + stop) // 2
        try:
            _build(frame.iloc[start:middle], form)
            start = middle
        except ValueError as refusal:
            stop, error = middle, refusal
    try:
        _build(frame.iloc[start:stop], form)
    except ValueError as refusal:
        error = refusal
    return start, str(error).removeprefix("shape 0: ")
