"""IR-SIM (https://github.com/hanruihua/ir-sim) on sepax.

>>> import sepax.compat.irsim
>>> sepax.compat.irsim.enable()  # doctest: +SKIP

After this line the beams of 2D lidars are cast by `sepax.raycast_distances`, and the outline of an
object is read once for each of its poses, not once for each scan. Differences on purpose are
listed in ``docs/drop-ins-irsim.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from sepax import ShapeArray, ShapeIndex, raycast_distances
from sepax._base.arguments import FloatArray, IndexArray
from sepax.compat._patching import FunctionBackend

__all__ = ["disable", "enable", "enabled"]

MODULE = "irsim.lib.algorithm.ray_casting_2d"

# What the replacements take from the host as it is.
NEEDS = tuple(f"{MODULE}.{name}" for name in ("ORIGIN_EPS", "boundary_segments", "_ray_parameters"))

LARGEST = 2.0**200  # coordinates; shapes may have larger ones, but not their products
UNIT = 1e-9  # by how much the square of the length of a direction may differ from 1
MANY = 256  # segments: an object with more, as a map, has an index of its own
MOST_SCENES = 64  # sets of static objects that are kept: some for each of many sensors
FEW = 60_000  # segments times beams: fewer take the host less time; bench/compat/irsim.py

Scan = tuple[FloatArray, IndexArray]
SegmentCast = Callable[[FloatArray, FloatArray, FloatArray, FloatArray, float], Scan]


class _Outline(NamedTuple):
    """The segments of an object, and the immutable geometry that they were read from."""

    geometry: Any
    starts: FloatArray
    ends: FloatArray
    shapes: ShapeArray | ShapeIndex | None  # None for numbers that no shape has


class _Beams(NamedTuple):
    """Rays from one origin, and how the host treats them."""

    origin: FloatArray
    directions: FloatArray
    max_range: float
    stock: SegmentCast
    margin: float  # no hit is nearer than this; also the least length times distance of a line

    def are_plain(self) -> bool:
        """Whether these are finite numbers, and unit vectors."""
        if not _are_numbers(self.origin) or not 0.0 < self.max_range < LARGEST:
            return False
        if not isinstance(self.directions, np.ndarray) or self.directions.dtype != np.float64:
            return False
        squares = np.einsum("ij,ij->i", self.directions, self.directions)
        return bool((np.abs(squares - 1.0) < UNIT).all())

    def nearest(
        self, shapes: ShapeArray | ShapeIndex, starts: FloatArray, ends: FloatArray
    ) -> Scan:
        """Return how far ahead each beam hits one of the segments, and which: inf, -1 for none.

        The host has rules of its own for a beam along a segment. So it is asked about segments
        whose line passes through the origin, or nearly, as well.
        """
        ranges, rows = raycast_distances(
            shapes, self.origin, self.directions, self.max_range, min_distance=self.margin
        )
        (x, y), (to_x, to_y) = (ends - starts).T, (self.origin - starts).T
        along = np.flatnonzero(np.abs(x * to_y - y * to_x) <= self.margin)
        if len(along):
            scan = self.stock(
                self.origin, self.directions, starts[along], ends[along], self.max_range
            )
            _merge(ranges, rows, scan[0], _renamed(scan[1], along))
        return ranges, rows

    def misses(self) -> Scan:
        """Return what beams have that hit nothing."""
        count = len(self.directions)
        return np.full(count, np.inf), np.full(count, -1)


def _are_numbers(*arrays: Any) -> bool:
    """Whether these are arrays of numbers that shapes may have."""
    return all(
        isinstance(each, np.ndarray)
        and each.dtype == np.float64
        and np.abs(each).max(initial=0.0) < LARGEST
        for each in arrays
    )


def _renamed(rows: IndexArray, names: IndexArray) -> IndexArray:
    """Return the name of each row; -1 for none."""
    return np.where(rows < 0, -1, names[rows])


def _merge(
    ranges: FloatArray, rows: IndexArray, others: FloatArray, other_rows: IndexArray
) -> None:
    """Write the hits that are nearer, or as near with a lower row, as the host prefers."""
    is_lower = (others == ranges) & (other_rows < rows)
    nearer = (other_rows >= 0) & ((others < ranges) | is_lower)
    ranges[nearer], rows[nearer] = others[nearer], other_rows[nearer]


def _segment_cast(stock: SegmentCast, margin: float) -> SegmentCast:
    """Return the fast function, which leaves few segments and unusual numbers to the stock one."""

    @wraps(stock)
    def cast_ray_segments(
        origin: FloatArray,
        directions: FloatArray,
        seg_start: FloatArray,
        seg_end: FloatArray,
        max_range: float,
    ) -> Scan:
        beams = _Beams(origin, directions, max_range, stock, margin)
        if (
            len(seg_start) * len(directions) < FEW
            or not _are_numbers(seg_start, seg_end)
            or not beams.are_plain()
        ):
            return stock(origin, directions, seg_start, seg_end, max_range)
        real = np.flatnonzero((seg_start != seg_end).any(axis=1))
        starts, ends = seg_start[real], seg_end[real]
        ranges, rows = beams.nearest(ShapeArray.segments(starts, ends), starts, ends)
        ranges[rows < 0] = max_range
        return ranges, _renamed(rows, real) if len(real) else rows

    return cast_ray_segments


class _Outlines:
    """The segments of every object that was scanned, until it moves or is gone."""

    def __init__(self, boundary_segments: Callable[[Any], tuple[FloatArray, FloatArray]]) -> None:
        self.boundary_segments = boundary_segments
        self.shapely: Any = import_module("shapely")  # which the host needs
        self.known: WeakKeyDictionary[Any, _Outline] = WeakKeyDictionary()
        self.joined: dict[tuple[int, ...], tuple[Sequence[_Outline], _Scene]] = {}

    def of(self, scanned: Any) -> _Outline:
        """Return the segments of an object. It gets a new geometry whenever it moves."""
        is_map = scanned.shape == "map"
        geometry = scanned.geometry_tree if is_map else scanned._geometry
        try:
            outline = self.known.get(scanned)
        except TypeError:  # it has no weak reference, or no hash: nothing is kept
            starts, ends = self.read(scanned.linestrings if is_map else [geometry])
            return _outline(geometry, starts, ends)
        if outline is None or outline.geometry is not geometry:
            starts, ends = self.read(scanned.linestrings if is_map else [geometry])
            outline = self.known[scanned] = _outline(geometry, starts, ends)
        return outline

    def read(self, geometries: list[Any]) -> tuple[FloatArray, FloatArray]:
        """Return the segments of geometries; those of one ring in a fifth of the time."""
        if len(geometries) != 1:
            return self.boundary_segments(geometries)
        (first,) = geometries
        if first.geom_type != "Polygon" or first.interiors:
            return self.boundary_segments(geometries)
        corners = self.shapely.get_coordinates(first)
        return corners[:-1], corners[1:]

    def scenes(self, scanned: Sequence[Any]) -> list[_Scene] | None:
        """Return all objects in one or more scenes; None if one has numbers that no shape has.

        Small objects are joined. Those that never move by themselves get an index, which serves as
        long as the same ones are in reach.
        """
        moving, static, scenes = _Members([], []), _Members([], []), []
        for number, thing in enumerate(scanned):
            outline = self.of(thing)
            if outline.shapes is None:
                return None
            if isinstance(outline.shapes, ShapeIndex):
                owners = np.full(len(outline.starts), number)
                scenes.append(_Scene(outline.shapes, outline.starts, outline.ends, owners))
            elif len(outline.starts):
                members = static if getattr(thing, "static", False) else moving
                members.numbers.append(number)
                members.outlines.append(outline)
        if moving.outlines:
            scenes.append(_joined(moving.outlines, moving.numbers, indexed=False))
        if static.outlines:
            scenes.append(self._static(static))
        return scenes

    def _static(self, static: _Members) -> _Scene:
        key = *map(id, static.outlines), *static.numbers
        if key not in self.joined:
            if len(self.joined) >= MOST_SCENES:
                self.joined.clear()
            scene = _joined(static.outlines, static.numbers, indexed=True)
            self.joined[key] = static.outlines, scene  # which keeps the identities in use
        return self.joined[key][1]


class _Members(NamedTuple):
    """Numbers of objects, and their outlines."""

    numbers: list[int]
    outlines: list[_Outline]


class _Scene(NamedTuple):
    """Segments of one or more objects, and the number of the object of each."""

    shapes: ShapeArray | ShapeIndex
    starts: FloatArray
    ends: FloatArray
    owners: IndexArray


def _outline(geometry: Any, starts: FloatArray, ends: FloatArray) -> _Outline:
    if not _are_numbers(starts, ends):
        return _Outline(geometry, starts, ends, None)
    real = (starts != ends).any(axis=1)
    starts, ends = starts[real], ends[real]
    shapes = ShapeArray.segments(starts, ends)
    return _Outline(geometry, starts, ends, ShapeIndex(shapes) if len(shapes) > MANY else shapes)


def _joined(outlines: Sequence[_Outline], numbers: Sequence[int], indexed: bool) -> _Scene:
    arrays = [each.shapes for each in outlines if isinstance(each.shapes, ShapeArray)]
    shapes = ShapeArray.concatenate(arrays)
    return _Scene(
        ShapeIndex(shapes) if indexed else shapes,
        np.concatenate([each.starts for each in outlines]),
        np.concatenate([each.ends for each in outlines]),
        np.repeat(numbers, [len(each.starts) for each in outlines]),
    )


def _scan(beams: _Beams, scenes: Sequence[_Scene]) -> Scan:
    """Return how far ahead each beam hits an object, and the number of the object."""
    ranges, indices = beams.misses()
    for scene in scenes:
        found, rows = beams.nearest(scene.shapes, scene.starts, scene.ends)
        _merge(ranges, indices, found, _renamed(rows, scene.owners))
    return ranges, indices


def _ray_cast(host: Any) -> Callable[..., Any]:
    """Return `cast_rays` with outlines that are kept."""
    stock = host.cast_rays
    kept = _Outlines(host.boundary_segments)
    ray_parameters, stock_segments = host._ray_parameters, host.cast_ray_segments
    margin = host.ORIGIN_EPS

    @wraps(stock)
    def cast_rays(
        lidar_geometry: Any, detected_objects: Sequence[Any], max_range: float
    ) -> tuple[FloatArray, IndexArray, FloatArray, FloatArray]:
        origin, directions = ray_parameters(lidar_geometry, max_range)
        beams = _Beams(origin, directions, max_range, stock_segments, margin)
        scenes = kept.scenes(detected_objects)
        if scenes is None or not beams.are_plain():
            answer: tuple[Any, ...] = stock(lidar_geometry, detected_objects, max_range)
            return answer[0], answer[1], answer[2], answer[3]
        ranges, indices = _scan(beams, scenes)
        ranges[indices < 0] = max_range
        return ranges, indices, origin, directions

    return cast_rays


def _replacements() -> dict[str, Any]:
    host = import_module(MODULE)
    return {
        f"{MODULE}.cast_ray_segments": _segment_cast(host.cast_ray_segments, host.ORIGIN_EPS),
        f"{MODULE}.cast_rays": _ray_cast(host),
    }


_backend = FunctionBackend(
    "irsim", _replacements, needs=NEEDS, distribution="ir-sim", proved=("2.12.0",)
)
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("ir-sim")
def enable() -> None:
    """Let IR-SIM run on sepax."""
    _backend.enable()
