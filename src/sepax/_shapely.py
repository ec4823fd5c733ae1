"""Polygons of shapely's as arrays of vertices, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from sepax._arguments import FloatArray, IndexArray

_POLYGON = 3  # in shapely.GeometryType


def _shapely() -> Any:
    """Import the package, or say how to get it."""
    try:
        import shapely
    except ImportError as error:
        raise ImportError("this needs shapely: pip install shapely") from error
    return shapely


def read_polygons(geometries: Any) -> tuple[FloatArray, IndexArray]:
    """Return the vertices of polygons without holes, and where those of each begin."""
    shapely = _shapely()
    shapes = np.atleast_1d(np.asarray(geometries, dtype=object))
    simple = shapely.get_type_id(shapes) == _POLYGON
    simple &= shapely.get_num_interior_rings(shapes) == 0
    if shapes.ndim != 1 or not simple.all():
        bad = int(np.flatnonzero(~simple)[0]) if shapes.ndim == 1 else 0
        raise ValueError(f"shape {bad} is not a polygon without holes: {shapes[bad]!r}")
    ring = shapely.get_exterior_ring(shapes)
    ends = np.cumsum(shapely.get_num_coordinates(ring), dtype=np.intp)
    return shapely.get_coordinates(ring), np.concatenate((np.zeros(1, np.intp), ends))


def make_geometries(
    vertices: FloatArray, offsets: IndexArray, radii: FloatArray, quad_segs: int
) -> Any:
    """Return an (n,) array of polygons; of points for circles of radius 0."""
    shapely = _shapely()
    sides = np.diff(offsets)
    round_ = sides == 1
    shapes = np.empty(len(sides), dtype=object)
    centers = shapely.points(vertices[offsets[:-1][round_]])
    discs = shapely.buffer(centers, radii[round_], quad_segs=quad_segs)
    shapes[round_] = np.where(radii[round_] > 0.0, discs, centers)
    corners = vertices[np.repeat(~round_, sides)]
    owner = np.repeat(np.arange(np.count_nonzero(~round_)), sides[~round_])
    shapes[~round_] = shapely.polygons(shapely.linearrings(corners, indices=owner))
    return shapes
