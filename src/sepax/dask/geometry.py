"""Columns of geometries, in WKB or in the layouts of GeoArrow, as columns of a frame."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from sepax._base.arguments import BoolArray, FloatArray, IndexArray, offsets_of_sizes
from sepax._geometry.geoarrow import are_apart, outlines_of, read_column, rings_of_column
from sepax._geometry.shapely import Outlines, from_wkb, read_geometries, read_outlines
from sepax.compounds import CompoundArray
from sepax.dask.packed import Place, bytes_column, cure_of_text, split_bytes
from sepax.outline_rows import from_columns

_RING = np.dtype("<i8")  # of the column `rings`: the size of a ring, or ~size for a hole
_NATIVE = {
    "points": ("point",),
    "rings": ("polygon", "point"),
    "outlines": ("polygon", "multipolygon"),
}


def read_geometry(column: Any, kind: str, place: Place) -> dict[str, Any]:
    """Return the columns that geometries become, for shapes of a kind."""
    if not len(column):  # as a filter leaves it, maybe without a type
        column = pa.array([], pa.binary())
    try:
        return _READERS[kind](column, _is_wkb(column.type), place)
    except ValueError as error:
        raise place.renamed(error) from None
    except TypeError as error:
        cure = cure_of_text(column.type)
        raise TypeError(f"{place.part}: column geometry: {error}{cure}") from None


def _is_wkb(kind: Any) -> bool:
    tests = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)
    return any(test(kind) for test in tests)


def _geometries(column: Any, place: Place) -> Any:
    return from_wkb(column.to_numpy(zero_copy_only=False), place.error)


def _read_shapes(column: Any, in_wkb: bool, place: Place) -> dict[str, Any]:
    """Return rings, and the places of points, of geometries that are single convex shapes."""
    vertices, starts, positions = _shapes_of(column, in_wkb, place, "rings")
    rings = bytes_column(starts, np.ascontiguousarray(vertices, "<f8"))
    return {"vertices": rings, "x": positions[:, 0], "y": positions[:, 1]}


def _read_points(column: Any, in_wkb: bool, place: Place) -> dict[str, Any]:
    _, starts, positions = _shapes_of(column, in_wkb, place, "points")
    if (odd := np.diff(starts) != 1).any():
        raise place.error(int(np.argmax(odd)), "is no point, as the other rows are")
    return {"x": positions[:, 0], "y": positions[:, 1]}


def _shapes_of(
    column: Any, in_wkb: bool, place: Place, kind: str
) -> tuple[FloatArray, IndexArray, FloatArray]:
    """Return vertices, where those of each row begin, and positions: (0, 0) but of points."""
    if in_wkb:
        return read_geometries(_geometries(column, place))
    found = read_column(column, *_NATIVE[kind])
    vertices, starts = rings_of_column(found, "raise")
    is_points = found.kind == "point"
    return vertices, starts, vertices if is_points else np.zeros((len(starts) - 1, 2))


# --- outlines --------------------------------------------------------------------------------


def _read_outlines(column: Any, in_wkb: bool, place: Place) -> dict[str, Any]:
    """Return the vertices of polygons, and the sizes of their rings."""
    if in_wkb:
        found, thin, _, _ = read_outlines(_geometries(column, place), "raise")
        if len(thin.owners):
            raise place.error(
                int(thin.owners.min()), "has a line or a point: outlines are polygons"
            )
    else:
        found, _ = outlines_of(read_column(column, *_NATIVE["outlines"]), "raise")
    sizes = ~np.diff(found.rings)
    exteriors = found.polygons[:-1][np.diff(found.polygons) > 0]
    sizes[exteriors] = ~sizes[exteriors]
    rings = found.polygons[found.geometries]
    return {
        "vertices": bytes_column(found.rings[rings], np.ascontiguousarray(found.vertices, "<f8")),
        "rings": bytes_column(rings, sizes.astype(_RING)),
    }


def outlines_of_bytes(vertices: Any, rings: Any) -> CompoundArray:
    """Return the outlines that columns of vertices and of sizes of rings hold."""
    starts, sizes = split_bytes(rings, _RING)
    is_hole = sizes < 0
    exteriors = np.flatnonzero(~is_hole)
    points = split_bytes(vertices, np.dtype("<f8"))[1].reshape(-1, 2)
    found = Outlines(
        points,
        offsets_of_sizes(np.where(is_hole, ~sizes, sizes)),
        np.append(exteriors, len(sizes)),
        np.searchsorted(exteriors, starts),
    )
    kept = np.ones(found.rows, np.bool_)

    def apart(several: BoolArray) -> BoolArray:
        return are_apart(found, kept, several)

    return CompoundArray._of(from_columns(found, kept, apart, None, "raise", 1).rows)


_READERS = {"points": _read_points, "rings": _read_shapes, "outlines": _read_outlines}
