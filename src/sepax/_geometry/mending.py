"""Polygons that are no outlines, mended by shapely."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from sepax._base.arguments import COORDINATE_LIMIT, FloatArray
from sepax._geometry.shapely import Outlines, import_shapely

_POLYGON, _SEVERAL = 3, 4  # in shapely.GeometryType; from 4 on there are several
_THINNEST = 2.0**-40  # of the largest coordinate: a ring that is thinner does not outlast a pose
_HALVES = 3  # how often another point is sought for a face: the width is halved each time
_DIGITS = 48, 40  # binary ones of the largest coordinate that grids keep, of 53


def attempts(rings: Sequence[FloatArray]) -> Iterator[list[list[FloatArray]]]:
    """Yield lists of polygons that cover what rings bound: with the given vertices, then on grids.

    A list is empty if there is no area. There is none if a coordinate is out of range, or if
    shapely finds no answer.
    """
    if not all((np.abs(ring) <= COORDINATE_LIMIT).all() for ring in rings):
        return
    if not rings or len(rings[0]) < 3:
        yield []
        return
    shapely = import_shapely()
    closed = [np.concatenate((ring, ring[:1])) for ring in rings if len(ring) > 2]
    largest = max(float(np.abs(ring).max()) for ring in closed)
    with np.errstate(all="ignore"):
        for region in _regions(closed, largest, shapely):
            yield _polygons_of(region, largest, shapely)


def _regions(rings: Sequence[FloatArray], largest: float, shapely: Any) -> Iterator[Any]:
    """Yield the region with all digits, if its area is that on the finer grid, then on both grids.

    Snap rounding to a grid finds all crossings. Without a grid whole faces are lost now and then
    where vertices are nearly on edges. (So they are in `make_valid` by "structure". By "linework"
    that makes holes where a ring goes round twice, and areas of holes that lie outside.)
    """
    fine, coarse = (
        math.ldexp(1.0, max(math.frexp(largest)[1] - digits, -1000)) for digits in _DIGITS
    )
    if (snapped := _region(rings, largest, fine, shapely)) is not None:
        region = _region(rings, largest, None, shapely)
        length = sum(
            float(np.sqrt(np.square(np.diff(ring, axis=0)).sum(1)).sum()) for ring in rings
        )
        if region is not None and abs(region.area - snapped.area) <= 4.0 * fine * length:
            yield region
        yield snapped
    if (snapped := _region(rings, largest, coarse, shapely)) is not None:
        yield snapped


def _region(rings: Sequence[FloatArray], largest: float, grid: float | None, shapely: Any) -> Any:
    """Return the region that the first ring winds round, in either sense, and no other ring.

    None if GEOS raises an error.
    """
    try:
        lines = shapely.union_all([shapely.LineString(ring) for ring in rings], grid_size=grid)
        faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(lines)))
        inside = [
            _winds(rings[0], point) and not any(_winds(hole, point) for hole in rings[1:])
            for point in _points_within(faces, lines, largest, shapely)
        ]
        return shapely.union_all(faces[np.array(inside, np.bool_)], grid_size=grid)
    except shapely.errors.GEOSException:
        return None


def _points_within(faces: Any, lines: Any, largest: float, shapely: Any) -> FloatArray:
    """Return a point inside of each face, away from edges in it that are doubled."""
    points = shapely.point_on_surface(faces)
    for _ in range(_HALVES):
        close = np.flatnonzero(shapely.distance(points, lines) <= _THINNEST * largest)
        if not len(close):
            break
        low_x, low_y, _, high_y = shapely.bounds(faces[close]).T
        middle = shapely.get_x(points[close])
        left = shapely.intersection(faces[close], shapely.box(low_x, low_y, middle, high_y))
        some = shapely.area(left) > 0.0
        points[close[some]] = shapely.point_on_surface(left[some])
    coordinates: FloatArray = shapely.get_coordinates(points)
    return coordinates


def _winds(ring: FloatArray, point: FloatArray) -> bool:
    """Whether a closed ring winds round a point: not so many edges cross a ray up as down."""
    x, y = (ring - point).T
    above = y > 0.0
    edges = np.flatnonzero(above[1:] != above[:-1])
    x, y, to_x, to_y = x[edges], y[edges], x[edges + 1], y[edges + 1]
    side = np.where(to_y > y, 1.0, -1.0) * (x * to_y - y * to_x)  # positive: it crosses the ray
    return bool(np.where(to_y > y, 1, -1)[side > 0.0].sum() != 0)


def _areas_of(geometry: Any, shapely: Any) -> Any:
    """Return the polygons of a geometry, without lines and points."""
    parts = shapely.get_parts(geometry)
    while (shapely.get_type_id(parts) >= _SEVERAL).any():
        parts = shapely.get_parts(parts)
    return parts[(shapely.get_type_id(parts) == _POLYGON) & ~shapely.is_empty(parts)]


def _polygons_of(region: Any, largest: float, shapely: Any) -> list[list[FloatArray]]:
    """Return the rings of polygons, without those that are thinner than roundings."""

    def is_thick(ring: Any) -> bool:
        area = shapely.area(shapely.polygons(ring))
        return bool(2.0 * area > _THINNEST * largest * shapely.length(ring))

    def corners(ring: Any) -> FloatArray:
        spots: FloatArray = shapely.get_coordinates(ring)
        return spots if shapely.is_ccw(ring) else spots[::-1]

    polygons = [(each.exterior, each.interiors) for each in _areas_of(region, shapely)]
    return [
        [corners(exterior), *(corners(hole) for hole in holes if is_thick(hole))]
        for exterior, holes in polygons
        if is_thick(exterior)
    ]


def multipolygons(found: Outlines, rows: Iterable[int]) -> Any:
    """Return the outlines of some rows, each as a multipolygon of shapely."""
    shapely, made = import_shapely(), []
    for row in rows:
        several = map(found.rings_of, range(*found.geometries[row : row + 2].tolist()))
        made.append(shapely.MultiPolygon([(rings[0], rings[1:]) for rings in several]))
    return made
