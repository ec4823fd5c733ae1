"""Rows of a `CompoundArray` from outlines and from shapely's geometries."""

from __future__ import annotations

from _thread import allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    indices,
    offsets_of_sizes,
    vectors,
)
from sepax._core.arguments import positive_number
from sepax._core.arrays.posed import CompoundRows
from sepax._geometry.rings import chosen_rings, require_offsets
from sepax._rows.part_tables import Rings, geometry_of, rings_of, table_of
from sepax.arrays import ShapeArray
from sepax.outlines import (
    Cut,
    cut_from_origins,
    cut_outlines,
    origins_of,
    rings_given,
    rings_of_cut,
    some_rings,
    uncut_table,
    with_thin,
)

if TYPE_CHECKING:
    from sepax._geometry.shapely import Outlines, Thin
    from sepax.repairs import Mending, Repairs


class Made(NamedTuple):
    """Rows, their positions if they have any, and which of the given ones they are."""

    rows: CompoundRows
    places: FloatArray | None
    kept: BoolArray
    repairs: Repairs | None = None


def require_invalid(invalid: object, words: tuple[str, ...] = ("raise", "skip", "repair")) -> None:
    """Raise for a value of `invalid` that is none of the words."""
    if invalid not in words:
        listed = f"{', '.join(words[:-1])} or {words[-1]}"
        raise ValueError(f"invalid must be {listed}, got {invalid!r}")


def from_outlines(
    vertices: npt.ArrayLike,
    ring_offsets: npt.ArrayLike,
    polygon_offsets: npt.ArrayLike | None,
    invalid: Any,
    origin: Any,
    workers: int,
) -> Made:
    """Return a row for each outline; see `CompoundArray.from_outlines`."""
    require_invalid(invalid)
    rings = indices(ring_offsets, "ring_offsets")
    if polygon_offsets is None:
        polygon_offsets = np.arange(max(len(rings), 1))
    polygons = indices(polygon_offsets, "polygon_offsets")
    if invalid == "repair":
        return _mended_outlines(vertices, rings, polygons, origin, workers)
    if origin is None:
        cut, places = cut_outlines(vertices, rings, polygons, invalid, workers, later=True), None
    else:
        cut, places = cut_from_origins(origin, vertices, rings, polygons, invalid, workers)
        places = places[cut.kept]
    sure = np.zeros(len(cut.starts) - 1, np.bool_)
    return Made(_rows_of(cut, cut.starts, rings_of_cut(cut), sure), places, cut.kept)


def _mended_outlines(
    vertices: npt.ArrayLike, rings: IndexArray, polygons: IndexArray, origin: Any, workers: int
) -> Made:
    """Return rows of outlines, and mend those that are refused."""
    from sepax._geometry.shapely import NOTHING_THIN, Outlines, import_shapely
    from sepax.repairs import Mending

    import_shapely()  # or it is missing only where an outline is refused
    spots = vectors(vertices, "vertices", shared=True)
    require_offsets(rings, len(spots), "ring_offsets", "vertices")
    require_offsets(polygons, len(rings) - 1, "polygon_offsets", "rings")
    count = len(polygons) - 1
    places = None if origin is None else origins_of(origin, spots, rings, polygons)
    mending = Mending(Outlines(spots, rings, polygons, np.arange(count + 1)), {})
    shapes = np.full(count, None, object)
    return _mended_rows(
        mending, NOTHING_THIN, np.ones(count, np.bool_), shapes, places, origin, workers
    )


def from_shapely(geometries: Any, invalid: Any, origin: Any, workers: int) -> Made:
    """Return a row for each geometry of shapely; see `CompoundArray.from_shapely`."""
    from sepax._geometry.shapely import are_apart, pivots_of, read_outlines

    require_invalid(invalid)
    found, thin, kept, faults = read_outlines(geometries, invalid)
    shapes = np.array(np.atleast_1d(np.asarray(geometries, dtype=object)))
    places = None if origin is None else pivots_of(shapes, origin)
    if invalid == "repair":
        from sepax.repairs import Mending

        mending = Mending(found, faults)
        return _mended_rows(mending, thin, kept, shapes, places, origin, workers)
    if places is not None:
        found, thin = found.seen_from(places), thin.seen_from(places)
    later = places is None and not len(thin.owners)
    cut = cut_outlines(*found[:3], invalid, workers, found.name_of, later)
    kept[found.owners[~cut.kept]] = False
    apart = partial(are_apart, shapes, kept)
    return _rows_of_geometries(found, thin, cut, kept, apart, places, workers)


def from_columns(
    found: Outlines,
    kept: BoolArray,
    apart: Callable[[BoolArray], BoolArray],
    places: FloatArray | None,
    invalid: Any,
    workers: int,
) -> Made:
    """Return a row for each geometry of a column; see `CompoundArray.from_arrow`.

    `apart` tells of some of those that are kept whether their polygons touch in single points at
    most.
    """
    from sepax._geometry.shapely import NOTHING_THIN

    if places is not None:
        found = found.seen_from(places)
    cut = cut_outlines(*found[:3], invalid, workers, found.name_of, places is None)
    kept[found.owners[~cut.kept]] = False
    return _rows_of_geometries(found, NOTHING_THIN, cut, kept, apart, places, workers)


def _mended_rows(
    mending: Mending,
    thin: Thin,
    kept: BoolArray,
    shapes: Any,
    places: FloatArray | None,
    origin: Any,
    workers: int,
) -> Made:
    """Return rows of geometries, with refused polygons mended, and what was done."""
    from sepax._geometry.shapely import are_apart, pivots_of

    workers = positive_number(workers, "workers")
    later = places is None and not len(thin.owners)
    cut, changed = mending.mend(workers, later), mending.renew(shapes)
    if places is not None:
        places = places.copy()
        if isinstance(origin, str):  # the centroid is that of what is left
            left = np.diff(mending.found.geometries)[changed] > 0
            places[changed[left]] = pivots_of(shapes[changed[left]], origin)
        mending.found, thin = mending.found.seen_from(places), thin.seen_from(places)
        cut = mending.mend(workers, False, places)
        mending.renew(shapes)
    has_any = np.diff(mending.found.geometries) > 0
    has_any[thin.owners] = True
    kept &= has_any & ~mending.lost
    apart = partial(are_apart, shapes, kept)
    made = _rows_of_geometries(mending.found, thin, cut, kept, apart, places, workers)
    return made._replace(repairs=mending.report(kept))


def _rows_of_geometries(
    found: Outlines,
    thin: Thin,
    cut: Cut,
    kept: BoolArray,
    apart: Callable[[BoolArray], BoolArray],
    places: FloatArray | None,
    workers: int,
) -> Made:
    """Return rows of the geometries that are kept; they have polygons that were cut, and lines."""
    usable = kept[found.owners[cut.kept]]
    if not usable.all():  # only some polygons of a geometry
        sizes, rings = np.diff(cut.starts), np.diff(cut.ring_starts)
        parts = cut.vertices, cut.part_offsets
        if len(cut.vertices):  # they are cut already
            parts = chosen_rings(*parts, np.repeat(usable, sizes))
        corners = chosen_rings(cut.corners, cut.ring_offsets, np.repeat(usable, rings))
        starts = offsets_of_sizes(sizes[usable])
        cut = Cut(*parts, starts, cut.kept, *corners, offsets_of_sizes(rings[usable]))
    polygons = np.diff(found.geometries)[kept]
    firsts = offsets_of_sizes(polygons)
    ring_starts = cut.ring_starts[firsts]
    whole = polygons == 1
    whole[polygons > 1] = apart(polygons > 1)
    if not whole.all() and not len(cut.vertices):  # a union of parts has no rings to cut later
        cut = cut_outlines(cut.corners, cut.ring_offsets, cut.ring_starts, workers=workers)
    starts = cut.starts[firsts]
    if len(thin.owners):
        cut, starts = with_thin(cut, starts, thin, kept)
        whole &= ~np.isin(np.flatnonzero(kept), thin.owners)
    outlines = some_rings(cut, ring_starts, whole)
    rows = _rows_of(cut, starts, outlines, polygons > 1)
    return Made(rows, None if places is None else places[kept], kept)


def _rows_of(cut: Cut, starts: IndexArray, rings: Rings, unsure: BoolArray) -> CompoundRows:
    """Return rows of parts that were cut; those of some may overlap."""
    if len(starts) > 1 and not len(cut.vertices):
        return CompoundRows(uncut_table(rings), None, allocate_lock())
    radii = np.zeros(len(cut.part_offsets) - 1)
    parts = cut.vertices, cut.part_offsets, radii
    table = table_of(*parts, starts, unsure, compact=True, rings=rings)
    return CompoundRows(table, None, allocate_lock())


# --- one row, for `Compound` --------------------------------------------------------------


def mended_outline(
    exterior: npt.ArrayLike, holes: Iterable[npt.ArrayLike], origin: Any
) -> tuple[Cut | ShapeArray, FloatArray]:
    """Return what a `Compound` takes of an outline that is mended if need be, and the pivot."""
    rings = rings_given(exterior, holes)
    offsets = offsets_of_sizes([len(ring) for ring in rings])
    whole = np.array((0, len(rings)), np.intp)
    return _one_of(_mended_outlines(np.concatenate(rings), offsets, whole, origin, 1))


def mended_geometry(geometry: Any, origin: Any) -> tuple[Cut | ShapeArray, FloatArray]:
    """Return what a `Compound` takes of a geometry that is mended if need be, and the pivot."""
    one = np.empty(1, object)
    one[0] = geometry
    return _one_of(from_shapely(one, "repair", origin, 1))


def _one_of(made: Made) -> tuple[Cut | ShapeArray, FloatArray]:
    if made.repairs is not None and not made.kept[0]:
        polygon, reason = made.repairs.polygons[-1], made.repairs.reasons[-1]
        raise ValueError(
            f"{'the geometry ' if polygon < 0 else ''}{reason}; it cannot be mended, or nothing "
            "with an area is left of it"
        )
    place = np.zeros(2) if made.places is None else made.places[0]
    table = made.rows.table
    table.cut_now()
    if table.rings is None:
        return ShapeArray._of(made.rows.world_block()), place
    vertices, offsets, _ = geometry_of(table)
    corners, ring_offsets, ring_starts = rings_of(table)
    whole = np.array((0, len(offsets) - 1), np.intp)
    return Cut(
        vertices, offsets, whole, np.ones(1, np.bool_), corners, ring_offsets, ring_starts
    ), place
