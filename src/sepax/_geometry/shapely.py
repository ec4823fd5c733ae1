"""Shapely's geometries as arrays of vertices, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from sepax._base.arguments import (
    COORDINATE_LIMIT,
    BoolArray,
    FloatArray,
    IndexArray,
    given_origins,
    offsets_of_sizes,
)
from sepax._core.arguments import name_of, whole_number
from sepax._geometry.rings import chosen_rings

_POINT, _LINE, _RING, _POLYGON, _POINTS, _POLYGONS = 0, 1, 2, 3, 4, 6  # in shapely.GeometryType
_FLAT, _FAR = "line without length", "coordinate beyond 2**240"
_MOST_SIDES = 100_000  # of a quarter circle: no accuracy is left to gain
_VERTICES_AT_ONCE = 400_000  # of round corners that are made: some 0.2 s


def import_shapely() -> Any:
    """Import the package, or say how to get it."""
    try:
        import shapely
    except ImportError as error:
        raise ImportError("this needs shapely: pip install shapely") from error
    return shapely


def read_geometries(
    geometries: Any, invalid: str = "raise"
) -> tuple[FloatArray, IndexArray, FloatArray]:
    """Return the local vertices, where those of each begin, and the positions.

    These are (0, 0), but of points, whose local vertex it is. What is no single shape is an
    error, or has no vertices for "skip", or all its points for "hull"; but lines and points are no
    areas, so that hulls of these with an area are errors, too.
    """
    shapely = import_shapely()
    _refuse_frames(geometries)
    shapes = np.atleast_1d(np.asarray(geometries, dtype=object))
    if shapes.ndim == 1:
        _known(shapes, shapely)
    kinds = shapely.get_type_id(shapes)
    polygons, lines = kinds == _POLYGON, kinds == _LINE
    points = (kinds == _POINT) & ~shapely.is_empty(shapes)
    simple = polygons & (shapely.get_num_interior_rings(shapes) == 0)
    simple |= (lines & (shapely.get_num_points(shapes) == 2)) | points
    refused = ~simple if invalid == "raise" else np.zeros_like(simple)
    if invalid == "hull":
        size = shapely.get_dimensions(shapes)
        thin = ~simple & (size < 2)
        refused[thin] = shapely.get_dimensions(shapely.convex_hull(shapes[thin])) > size[thin]
    if shapes.ndim != 1 or refused.any():
        bad = int(np.argmax(refused)) if shapes.ndim == 1 else 0
        raise ValueError(
            f"shape {bad} is not a polygon without holes, a point or a line of two points: "
            f'{shapes[bad]!r}; {_cure(shapes[bad], shapely)}, to leave it out invalid="skip"'
        )
    outlines = np.where(polygons, shapely.get_exterior_ring(shapes), shapes)
    if invalid == "skip":
        outlines[~simple] = None
    vertices, positions = shapely.get_coordinates(outlines), np.zeros((len(shapes), 2))
    offsets = offsets_of_sizes(shapely.get_num_coordinates(outlines))
    positions[points] = vertices[offsets[:-1][points]]
    return vertices, offsets, positions


def _cure(shape: Any, shapely: Any) -> str:
    """Return what can be made of a geometry that is no single convex shape."""
    whole = "use sepax.CompoundArray.from_shapely, of a single one sepax.Compound.from_shapely"
    if shapely.get_dimensions(shape) in (0, 1):
        return f"for its points or segments as one row {whole}"
    return f'for its convex hull use invalid="hull", to keep its form {whole}'


def from_wkb(values: Any, refuse: Callable[[int, str], ValueError], invalid: str = "raise") -> Any:
    """Return an array of geometries in WKB; `refuse` makes the error of a row that is none.

    Or such a row is None for "skip".
    """
    shapely = import_shapely()
    if invalid == "skip":
        return shapely.from_wkb(values, on_invalid="ignore")
    try:
        return shapely.from_wkb(values)
    except (shapely.errors.GEOSException, TypeError):
        for row, value in enumerate(values):
            try:
                shapely.from_wkb(value)
            except (shapely.errors.GEOSException, TypeError) as error:
                raise refuse(row, f"no geometry in WKB: {error}") from None
        raise


def make_geometries(
    vertices: FloatArray, offsets: IndexArray, radii: FloatArray, quad_segs: int
) -> Any:
    """Return an (n,) array of polygons, of lines for segments, of points."""
    shapely = import_shapely()
    quarter = whole_number(quad_segs, "quad_segs")
    if not 1 <= quarter <= _MOST_SIDES:
        raise ValueError(f"quad_segs must be from 1 to {_MOST_SIDES}, got {quarter}")
    count = len(radii)
    shapes = np.empty(count, dtype=object)
    # In pieces, between which an interrupt is heard.
    most = max(_VERTICES_AT_ONCE // quarter, 1)
    starts = np.searchsorted(offsets, np.arange(0, offsets[-1] + 1, most))
    for first, end in pairwise(np.unique(np.append(starts, count)).tolist()):
        ring = offsets[first : end + 1]
        points = vertices[ring[0] : ring[-1]]
        shapes[first:end] = _make_piece(shapely, points, ring - ring[0], radii[first:end], quarter)
    return shapes


def _make_piece(
    shapely: Any, vertices: FloatArray, offsets: IndexArray, radii: FloatArray, quarter: int
) -> Any:
    """Return some of the geometries."""
    sides = np.diff(offsets)
    shapes = np.empty(len(sides), dtype=object)
    shapes[sides == 1] = shapely.points(vertices[offsets[:-1][sides == 1]])
    for chosen, make in (
        (sides == 2, shapely.linestrings),
        (sides > 2, lambda *rings, **of: shapely.polygons(shapely.linearrings(*rings, **of))),
    ):
        corners = vertices[np.repeat(chosen, sides)]
        owner = np.repeat(np.arange(np.count_nonzero(chosen)), sides[chosen])
        shapes[chosen] = make(corners, indices=owner)
    rounded = radii > 0.0
    shapes[rounded] = shapely.buffer(shapes[rounded], radii[rounded], quad_segs=quarter)
    return shapes


class Thin(NamedTuple):
    """The segments and points of geometries, and the geometry that each belongs to."""

    segments: FloatArray  # (s, 2, 2)
    points: FloatArray  # (p, 2)
    owners: IndexArray  # of the segments, then of the points

    @property
    def vertices(self) -> FloatArray:
        """The ends of all segments, then the points."""
        return np.concatenate((self.segments.reshape(-1, 2), self.points))

    @property
    def sizes(self) -> IndexArray:
        """How many vertices each has."""
        return np.repeat(np.array([2, 1], np.intp), (len(self.segments), len(self.points)))

    def seen_from(self, places: FloatArray) -> Thin:
        """Subtract from each coordinate the pivot of its geometry."""
        of_segments, of_points = np.split(places[self.owners], [len(self.segments)])
        return Thin(self.segments - of_segments[:, None], self.points - of_points, self.owners)


NOTHING_THIN = Thin(np.empty((0, 2, 2)), np.empty((0, 2)), np.empty(0, np.intp))


def _parts_of(shapes: Any, shapely: Any) -> tuple[Any, IndexArray]:
    """Return polygons, lines and points of geometries that are not empty, and whose each is."""
    parts, owners = shapely.get_parts(shapes, return_index=True)
    while (shapely.get_type_id(parts) >= _POINTS).any():
        parts, index = shapely.get_parts(parts, return_index=True)
        owners = owners[index]
    full = ~shapely.is_empty(parts)
    return parts[full], owners[full].astype(np.intp)


def _read_thin(
    parts: Any, owners: IndexArray, count: int, shapely: Any
) -> tuple[Thin, BoolArray, BoolArray]:
    """Return the segments and points among parts, and which of the geometries have bad ones.

    Those are the lines without length, and what has a coordinate out of range. Repeated points of a
    line are dropped.
    """
    kinds = shapely.get_type_id(parts)
    lines = (kinds == _LINE) | (kinds == _RING)
    flat, far = np.zeros((2, count), np.bool_)
    ends, line = shapely.get_coordinates(parts[lines], return_index=True)
    points = shapely.get_coordinates(parts[kinds == _POINT])
    moves = (line[1:] == line[:-1]) & (ends[1:] != ends[:-1]).any(axis=1)
    segments = np.stack((ends[:-1][moves], ends[1:][moves]), axis=1)
    of_lines = line[1:][moves]
    empty = np.bincount(of_lines, minlength=np.count_nonzero(lines)) == 0
    flat[owners[lines][empty]] = True
    thin = Thin(
        segments, points, np.concatenate((owners[lines][of_lines], owners[kinds == _POINT]))
    )
    inside = (np.abs(thin.vertices) <= COORDINATE_LIMIT).all(axis=1)
    far[np.repeat(thin.owners, thin.sizes)[~inside]] = True
    return thin, flat, far


class Outlines(NamedTuple):
    """Polygons of geometries, as `cut_outlines` takes them, and the geometry of each."""

    vertices: FloatArray
    rings: IndexArray
    polygons: IndexArray
    geometries: IndexArray  # where the polygons of each begin, and the end

    @property
    def rows(self) -> int:
        """The number of geometries."""
        return len(self.geometries) - 1

    @property
    def owners(self) -> IndexArray:
        """The geometry of each polygon."""
        return np.repeat(np.arange(self.rows), np.diff(self.geometries))

    def seen_from(self, places: FloatArray) -> Outlines:
        """Return the outlines without the pivots of their geometries."""
        of_polygons = np.repeat(places, np.diff(self.geometries), axis=0)
        of_rings = np.repeat(of_polygons, np.diff(self.polygons), axis=0)
        vertices = self.vertices - np.repeat(of_rings, np.diff(self.rings), axis=0)
        return self._replace(vertices=vertices)

    def name_of(self, polygon: int) -> str:
        """Return how a message names the geometry of a polygon."""
        shape = int(np.searchsorted(self.geometries, polygon, side="right")) - 1
        first, end = self.geometries[shape : shape + 2]
        which = f", polygon {polygon - first} of {end - first}" if end - first > 1 else ""
        return f"shape {shape}{which}"

    def rings_of(self, polygon: int) -> list[FloatArray]:
        """Return the exterior of a polygon, and its holes."""
        first, end = self.polygons[polygon : polygon + 2]
        return [self.vertices[i:k] for i, k in pairwise(self.rings[first : end + 1].tolist())]

    def some(self, chosen: BoolArray) -> Outlines:
        """Leave out the polygons that are not chosen."""
        rings = np.repeat(chosen, np.diff(self.polygons))
        return Outlines(
            *chosen_rings(self.vertices, self.rings, rings),
            offsets_of_sizes(np.diff(self.polygons)[chosen]),
            offsets_of_sizes(np.bincount(self.owners[chosen], minlength=self.rows)),
        )

    def with_polygons(
        self, places: IndexArray, others: Sequence[Sequence[Sequence[FloatArray]]]
    ) -> Outlines:
        """Put other polygons, any number of them, into the places of some."""
        vertices, sizes, counts, start = [], [], [], 0
        of_rings, of_polygons = np.diff(self.rings), np.diff(self.polygons)
        for place, polygons in zip(
            [*places.tolist(), len(of_polygons)], [*others, ()], strict=True
        ):
            first, end = self.polygons[start], self.polygons[place]
            rings = [ring for polygon in polygons for ring in polygon]
            vertices += [self.vertices[self.rings[first] : self.rings[end]], *rings]
            sizes += [of_rings[first:end], np.array([len(ring) for ring in rings], np.intp)]
            new = np.array([len(polygon) for polygon in polygons], np.intp)
            counts += [of_polygons[start:place], new]
            start = place + 1
        of_rows = np.diff(self.geometries)
        np.add.at(of_rows, self.owners[places], [len(polygons) - 1 for polygons in others])
        lengths, numbers = (offsets_of_sizes(np.concatenate(each)) for each in (sizes, counts))
        return Outlines(np.concatenate(vertices), lengths, numbers, offsets_of_sizes(of_rows))


def read_outlines(
    geometries: Any, invalid: str
) -> tuple[Outlines, Thin, BoolArray, dict[int, str]]:
    """Return the outlines of geometries, their segments and points, and which can be used.

    Others are errors; or they have no outlines for "skip" and "repair", and what is wrong with them
    is told by row. For "repair" a line without length is told, too, and does not count.
    """
    shapely = import_shapely()
    _refuse_frames(geometries)
    shapes = np.atleast_1d(np.asarray(geometries, dtype=object))
    if shapes.ndim != 1:
        raise ValueError(f"geometries must have one dimension, got the shape {shapes.shape}")
    kinds = shapely.get_type_id(_known(shapes, shapely))
    others = np.flatnonzero((kinds != _POLYGON) & (kinds != _POLYGONS))
    parts, owners = _parts_of(shapes[others], shapely)
    thin, flat, far = _read_thin(parts, others[owners], len(shapes), shapely)
    empty = shapely.is_empty(shapes) | shapely.is_missing(shapes)
    faults = _faults_of(empty, flat, far)
    if invalid == "raise" and faults:
        row = min(faults)
        reason = "is empty" if empty[row] else f"has a {_FLAT} or a {_FAR}"
        raise ValueError(f'shape {row} {reason}: {shapes[row]!r}; to leave it out invalid="skip"')
    suitable = ~(empty | far | (flat & (invalid != "repair")))
    areas = shapes.copy()
    polygons = shapely.get_type_id(parts) == _POLYGON
    areas[others] = None
    rows, index = np.unique(owners[polygons], return_inverse=True)  # of collections
    areas[others[rows]] = shapely.multipolygons(parts[polygons], indices=index)
    areas[~suitable] = None
    return _outlines_of(areas, shapely), thin, suitable, faults


def _faults_of(empty: BoolArray, flat: BoolArray, far: BoolArray) -> dict[int, str]:
    """Say what is wrong with geometries beside their polygons, by row."""
    return {
        row: "is empty" if empty[row] else f"has a {_FAR if far[row] else _FLAT}"
        for row in np.flatnonzero(empty | far | flat).tolist()
    }


def _outlines_of(shapes: Any, shapely: Any) -> Outlines:
    """Return the outlines of polygons and multipolygons; None has none."""
    polygons, counts = shapes, (~shapely.is_missing(shapes)).astype(np.intp)
    if (shapely.get_type_id(shapes) == _POLYGONS).any():
        counts[:] = shapely.get_num_geometries(shapes)
        polygons = shapely.get_parts(shapes)
    polygons = polygons[~shapely.is_missing(polygons)]
    full = ~shapely.is_empty(polygons)
    holes = shapely.get_num_interior_rings(polygons)
    starts = offsets_of_sizes(full + holes)
    sizes = np.empty(starts[-1], np.intp)
    sizes[starts[:-1][full]] = shapely.get_num_coordinates(polygons)[full]
    if (holed := holes > 0).any():  # to make a geometry of each ring takes long
        rings = shapely.get_rings(polygons[holed])
        sizes[np.repeat(holed, full + holes)] = shapely.get_num_coordinates(rings)
    vertices = shapely.get_coordinates(polygons)
    return Outlines(vertices, offsets_of_sizes(sizes), starts, offsets_of_sizes(counts))


def _known(shapes: Any, shapely: Any) -> Any:
    """Return shapes if all are of shapely's, or None, which stands for no geometry."""
    known = shapely.is_valid_input(shapes)
    if not known.all():
        bad = int(np.argmin(known))
        whose = " of sepax" if type(shapes[bad]).__module__ == "sepax" else ""
        raise TypeError(f"shape {bad} must be one of shapely's, got {name_of(shapes[bad])}{whose}")
    return shapes


def _refuse_frames(geometries: Any) -> None:
    if name_of(geometries).endswith((".DataFrame", ".GeoDataFrame")):
        raise TypeError(
            f"geometries must be an array of shapely's, got {name_of(geometries)}: give its "
            "column of geometries, frame.geometry"
        )


def are_apart(shapes: Any, kept: BoolArray, several: BoolArray) -> BoolArray:
    """Whether the polygons of each touch in single points at most, as in a valid multipolygon.

    That is asked of those that are kept and have several.
    """
    shapely = import_shapely()
    chosen = shapes[kept][several]
    apart: BoolArray = shapely.get_type_id(chosen) == _POLYGONS
    apart[apart] = shapely.is_valid(chosen[apart])
    return apart


def validity_of(
    vertices: FloatArray, rings: IndexArray, polygons: IndexArray, geometries: IndexArray
) -> BoolArray:
    """Whether multipolygons of closed rings are valid."""
    shapely = import_shapely()
    kind, offsets = shapely.GeometryType.MULTIPOLYGON, (rings, polygons, geometries)
    valid: BoolArray = shapely.is_valid(shapely.from_ragged_array(kind, vertices, offsets))
    return valid


def pivots_of(geometries: Any, origin: Any) -> FloatArray:
    """Return the pivot of each of some geometries: its centroid, or what is given."""
    if (given := given_origins(origin, len(geometries))) is not None:
        return given
    shapely = import_shapely()
    with np.errstate(all="ignore"):
        points = shapely.centroid(geometries)
    points[shapely.is_empty(points)] = None  # then x is NaN; of an empty point it is an error
    places: FloatArray = np.nan_to_num(np.stack((shapely.get_x(points), shapely.get_y(points)), 1))
    return places


def require_geometry(geometry: Any) -> None:
    """Raise for anything else than one geometry."""
    if not isinstance(geometry, import_shapely().Geometry):
        raise TypeError(
            f"expected a geometry of shapely, got {name_of(geometry)}: of several make a compound "
            "of each"
        )


def seen_from(geometry: Any, origin: Any) -> tuple[Any, tuple[float, float]]:
    """Return a geometry without its pivot, and the pivot."""
    shapely = import_shapely()
    place = pivots_of(np.array([geometry], object), origin)[0]
    x, y = place.tolist()
    return shapely.transform(geometry, lambda spots: spots - place), (x, y)


def read_geometry(geometry: Any) -> tuple[list[tuple[FloatArray, list[FloatArray]]], Thin | None]:
    """Return the exterior and the holes of each polygon of a geometry, its segments and points."""
    shapely = import_shapely()
    if geometry.is_empty:
        raise ValueError(f"the geometry is empty: {geometry!r}")
    polygons, thin = shapely.get_parts(geometry), None
    if not isinstance(geometry, (shapely.Polygon, shapely.MultiPolygon)):
        parts, owners = _parts_of(polygons, shapely)
        polygons = parts[shapely.get_type_id(parts) == _POLYGON]
        thin, flat, far = _read_thin(parts, np.zeros_like(owners), 1, shapely)
        if flat.any() or far.any():
            raise ValueError(f"the geometry has a {_FLAT} or a {_FAR}: {geometry!r}")
    return [
        (
            shapely.get_coordinates(polygon.exterior),
            [shapely.get_coordinates(hole) for hole in polygon.interiors],
        )
        for polygon in polygons
    ], thin
