"""Rings, quadrilaterals and rotated boxes from arrays: checked, repaired, made into blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    indices,
    numbers,
    of_one_length,
    offsets_of_sizes,
    one_or_all,
    reals,
    sizes_of_rows,
    transposed,
    vectors,
)
from sepax._core.arguments import radians_of
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import mark_rings, of_boxes, of_rings
from sepax._core.ring import put_hulls
from sepax._geometry.hull import hull_of, unit_corners

INVALID = ("raise", "hull", "skip")
_DEGREE = np.pi / 180.0
_ANGLE_UNITS = {  # of `from_rotated_boxes`, in radians from x to y
    "xywhr": 1.0,
    "xywhd": _DEGREE,
    "xywh-r": -1.0,
    "xywh-d": -_DEGREE,
    "le90": 1.0,
    "le135": 1.0,
    "oc": 1.0,
}
_IN_DEGREES = ("xywhd", "xywh-d")
_FULL_TURN = 6.2832  # in radians, and a little more: of float32 rounded up

_CORNERS_AT_ONCE = 1_000_000  # NumPy moves so many without a look at Ctrl-C


def require_offsets(
    offsets: IndexArray, count: int, name: str = "offsets", what: str = "points"
) -> None:
    """Raise for offsets that do not divide so many points, or so many of `what`, into rings."""
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != count:
        raise ValueError(f"{name} must lead from 0 to the number of {what}, {count}")
    if (offsets[1:] < offsets[:-1]).any():
        raise ValueError(f"{name}[{1 + int(np.argmax(np.diff(offsets) < 0))}] must not decrease")


def require_invalid(invalid: object) -> None:
    """Raise for a value of `invalid` that is not in the list."""
    if invalid not in INVALID:
        raise ValueError(f"invalid must be one of {', '.join(INVALID)}, got {invalid!r}")


def rows_taken(count: int, make: Callable[[int, int], object]) -> BoolArray:
    """Return which of so many rows make shapes: `make(start, stop)` raises for a range with others.

    Ranges are halved until all of one can be made, or it is a single row that cannot.
    """
    fine = np.ones(count, np.bool_)
    parts = [(0, count)] if count else []
    while parts:
        start, stop = parts.pop()
        try:
            make(start, stop)
        except ValueError:
            if stop - start == 1:
                fine[start] = False
            else:
                middle = (start + stop) // 2
                parts += [(start, middle), (middle, stop)]
    return fine


def hulls_of(
    points: FloatArray, offsets: IndexArray, chosen: BoolArray, fewest: int = 3
) -> tuple[FloatArray, IndexArray]:
    """Replace the chosen rings by their hulls; raise for a hull of fewer corners."""
    corners, sizes = points.copy(), np.empty(len(chosen), np.intp)
    row = put_hulls(corners, offsets, chosen.view(np.uint8), sizes, fewest)
    if row >= 0:
        hull_of(points[offsets[row] : offsets[row + 1]], f"shape {row}: ", fewest)  # raises
    return corners[: sizes.sum()], offsets_of_sizes(sizes)


def chosen_rings(
    vertices: FloatArray, offsets: IndexArray, rows: BoolArray
) -> tuple[FloatArray, IndexArray]:
    """Leave out the rings that are not chosen."""
    sizes = np.diff(offsets)
    return vertices[np.repeat(rows, sizes)], offsets_of_sizes(sizes[rows])


def _require_quads(array: npt.NDArray[Any], name: str) -> None:
    if array.shape[1:] not in ((8,), (4, 2)) and (array.size or array.ndim >= 3):
        raise ValueError(f"{name} must have the shape (n, 4, 2) or (n, 8), got {array.shape}")


def _require_boxes(array: npt.NDArray[Any], name: str) -> None:
    if (array.ndim != 2 or array.shape[1] != 5) and (array.size or array.ndim >= 2):
        raise ValueError(f"{name} must have the shape (n, 5), got {array.shape}")


def _require_rings(array: npt.NDArray[Any], name: str) -> None:
    if array.ndim != 3 or array.shape[2] != 2:
        raise ValueError(
            f"{name} must have the shape (n, k, 2), or (v, 2) with offsets, got {array.shape}"
            + transposed(array.shape[-2:], name if array.ndim == 2 else "ring")
        )


def ragged(
    rows: npt.ArrayLike, offsets: npt.ArrayLike | None, name: str
) -> tuple[FloatArray, IndexArray]:
    """Return points, one ring behind the other, and where each begins and ends."""
    try:
        if offsets is not None:
            return vectors(rows, name), indices(offsets, "offsets")
        array = reals(rows, name, _require_rings)
    except (TypeError, ValueError):
        _require_even(rows, name)
        raise
    starts = np.arange(len(array) + 1, dtype=np.intp) * array.shape[1]
    return array.reshape(-1, 2), starts


def _require_even(rings: Any, name: str) -> None:
    """Raise for rings of different lengths: they make no array of three dimensions."""
    if isinstance(rings, np.ndarray) and rings.dtype != object:  # of rows of one length
        return
    sizes = sizes_of_rows(rings)
    if min(sizes, default=0) < 1 or len(set(sizes)) == 1 or set(sizes_of_rows(rings[0])) != {2}:
        return
    odd = next(row for row, size in enumerate(sizes) if size != sizes[0])
    starts = ", ".join(map(str, np.cumsum([0, *sizes[:3]]))) + (", ..." if sizes[3:] else "")
    raise ValueError(
        f"{name} must be rings of equal length, but ring 0 has {sizes[0]} points and ring {odd} "
        f"has {sizes[odd]}: give all points in one (v, 2) array, as np.concatenate(rings), and "
        f"offsets=, where each ring begins and the last ends: [{starts}]"
    )


def checked_rings(
    corners: FloatArray,
    starts: IndexArray,
    radii: FloatArray,
    positions: npt.ArrayLike,
    angles: npt.ArrayLike,
    invalid: str,
    fewest: int = 3,
) -> tuple[ShapeBlock, BoolArray | None]:
    """Make a block of rings; `invalid` says how to handle those that are not convex.

    If they are skipped, also return which rows are kept.
    """
    require_invalid(invalid)
    if invalid == "raise":
        return rings_of(corners, starts, radii, positions, angles, fewest), None
    require_offsets(starts, len(corners))
    if fewest > 2:  # a smaller ring may be a disc: `_placed_points` finds its position
        try:  # the rows may all be convex
            block = rings_of(corners, starts, radii, positions, angles, fewest)
        except ValueError:
            pass
        else:
            return block, np.ones(block.count, np.bool_) if invalid == "skip" else None
    fine = np.empty(len(starts) - 1, np.bool_)
    mark_rings(corners, starts, fewest, fine.view(np.uint8))
    place = one_or_all(vectors(positions, "positions"), "positions", len(fine))
    angle = one_or_all(numbers(angles, "angles"), "angles", len(fine))
    radii = one_or_all(radii, "radii", len(fine))
    if invalid == "hull":
        corners, starts = hulls_of(corners, starts, ~fine, fewest=1)
        place = _placed_points(corners, starts, place, angle)
        return rings_of(corners, starts, radii, place, angle, fewest=1), None
    corners, starts = chosen_rings(corners, starts, fine)
    return rings_of(corners, starts, radii[fine], place[fine], angle[fine], fewest), fine


def _placed_points(
    corners: FloatArray, starts: IndexArray, positions: FloatArray, angles: FloatArray
) -> FloatArray:
    """Return the positions; of rings of one vertex its place, as a disc has no other vertex."""
    rows = np.flatnonzero(np.diff(starts) == 1)
    if not len(rows):
        return positions
    places = positions.copy()
    x, y = corners[starts[rows]].T
    # The normal of the right edge of a box is the cosine and the sine, the same on each platform.
    ones, normals = np.ones(len(rows)), np.empty((4 * len(rows), 2))
    of_boxes(ones, ones, np.zeros((len(rows), 2)), angles[rows], 0.0 * ones).read_normals(normals)
    cosine, sine = normals[1::4].T
    places[rows] += np.column_stack((cosine * x - sine * y, sine * x + cosine * y))
    return places


def lines(
    starts: npt.ArrayLike, ends: npt.ArrayLike, radii: npt.ArrayLike, invalid: str
) -> tuple[ShapeBlock, BoolArray | None]:
    """Make a block of segments, or capsules; see `ShapeArray.capsules`."""
    start, end, radius = of_one_length(
        starts=vectors(starts, "starts"), ends=vectors(ends, "ends"), radii=numbers(radii, "radii")
    )
    offsets = 2 * np.arange(len(start) + 1, dtype=np.intp)
    corners = np.stack((start, end), axis=1).reshape(-1, 2)
    return checked_rings(corners, offsets, radius, (0.0, 0.0), 0.0, invalid, fewest=1)


def rings_of(
    vertices: FloatArray,
    offsets: IndexArray,
    radii: FloatArray,
    positions: npt.ArrayLike,
    angles: npt.ArrayLike,
    fewest: int = 3,
) -> ShapeBlock:
    """Make a block of ragged rings; one radius or pose may be that of all."""
    count = max(len(offsets) - 1, 0)
    place = one_or_all(vectors(positions, "positions"), "positions", count)
    angle = one_or_all(numbers(angles, "angles"), "angles", count)
    radius = one_or_all(radii, "radii", count)
    return of_rings(vertices, offsets, radius, place, angle, fewest=fewest)


def _radians(name: str | None, angles: FloatArray) -> FloatArray:
    """Return the angles of a format in radians, from x to y."""
    if name is None:
        beyond = np.abs(angles) > _FULL_TURN
        if beyond.any():
            row = int(np.argmax(beyond))
            raise ValueError(
                f"shape {row}: an angle of {angles[row]} is more than a full turn in radians: say "
                'format="xywhd" for degrees, or format="xywhr" if it is in radians all the same'
            )
        return angles
    if not isinstance(name, str) or name not in _ANGLE_UNITS:
        raise ValueError(f"format must be one of {', '.join(_ANGLE_UNITS)}, got {name!r}")
    unit = _ANGLE_UNITS[name]
    radians = angles * unit
    if name in _IN_DEGREES:
        far = np.flatnonzero(np.abs(angles) > 360.0)
        degrees = np.copysign(1.0, unit) * angles[far]
        radians[far] = [radians_of(angle) for angle in degrees.tolist()]
    return radians


def _require_plausible(name: str, values: npt.NDArray[Any], fine: BoolArray, what: str) -> None:
    """Raise for the first row whose value is not fine."""
    if not fine.all():
        bad = int(np.flatnonzero(~fine)[0])
        raise ValueError(f"shape {bad}: {name} must be {what}, got {values[bad]}")


def quads(array: npt.ArrayLike, invalid: str) -> tuple[ShapeBlock, BoolArray | None]:
    """Make a block of quadrilaterals; see `ShapeArray.from_quads`."""
    corners = reals(array, "array", _require_quads).reshape(-1, 2)
    starts = np.arange(0, len(corners) + 1, 4, dtype=np.intp)
    return checked_rings(corners, starts, np.zeros(1), (0.0, 0.0), 0.0, invalid)


def rotated_boxes(
    array: npt.ArrayLike, form: str | None, invalid: str
) -> tuple[ShapeBlock, BoolArray | None]:
    """Make a block of rotated boxes; see `ShapeArray.from_rotated_boxes`."""
    columns = reals(array, "array", _require_boxes).reshape(-1, 5)
    require_invalid(invalid)
    columns[:, 4] = _radians(form, columns[:, 4])

    def make(rows: Any) -> ShapeBlock:
        x_y, width, height, angle = map(np.ascontiguousarray, np.split(columns[rows], (2, 3, 4), 1))
        return of_boxes(width[:, 0], height[:, 0], x_y, angle[:, 0], np.zeros(len(width)))

    try:
        return make(slice(None)), np.ones(len(columns), np.bool_) if invalid == "skip" else None
    except ValueError:
        if invalid == "raise":
            raise
    plausible = np.isfinite(columns).all(axis=1) & (columns[:, 2:4] > 0.0).all(axis=1)
    likely = np.flatnonzero(plausible)
    fine = np.zeros(len(columns), np.bool_)
    fine[likely] = rows_taken(len(likely), lambda start, stop: make(likely[start:stop]))
    if invalid == "skip":
        return make(fine), fine
    corners = 0.5 * columns[:, None, 2:4] * ((-1, -1), (1, -1), (1, 1), (-1, 1))
    starts = np.arange(0, 4 * len(columns) + 1, 4, dtype=np.intp)
    place, angle = columns[:, :2], columns[:, 4]
    return checked_rings(corners.reshape(-1, 2), starts, np.zeros(1), place, angle, "hull")


def regular_rings(sides: npt.NDArray[Any], radii: FloatArray) -> tuple[FloatArray, IndexArray]:
    """Return the vertices of regular polygons about the origin, and their offsets."""
    _require_plausible("sides", sides, sides >= 3, "at least 3")
    fine = (radii > 0.0) & (radii < np.inf)
    _require_plausible("radius", radii, fine, "positive and finite")
    if sides.sum(dtype=np.float64) > 2.0**58:  # so that their sum, an integer, cannot wrap around
        raise MemoryError("there is no memory for so many sides")
    offsets = offsets_of_sizes(sides)
    vertices = np.empty((offsets[-1], 2))
    for kind in np.unique(sides):
        chosen, ring = np.flatnonzero(sides == kind), unit_corners(int(kind))
        step = max(1, _CORNERS_AT_ONCE // int(kind))
        for start in range(0, len(chosen), step):
            some = chosen[start : start + step]
            rows = offsets[some, None] + np.arange(kind)
            vertices[rows] = radii[some, None, None] * ring
    return vertices, offsets
