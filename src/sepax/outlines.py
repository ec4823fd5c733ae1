"""Outlines with holes: read, checked, and cut into convex parts."""

from __future__ import annotations

import itertools
import operator
from _thread import allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    given_origins,
    indices,
    offsets_of_sizes,
    points,
    vectors,
)
from sepax._core.arguments import positive_number, two_numbers
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.part_table import PartTable
from sepax._core.arrays.rings import RingTable
from sepax._core.cutting import Cutter
from sepax._core.outline import (
    FLAT,
    MEETING,
    NESTED,
    NO_RING,
    OUT_OF_RANGE,
    OUTSIDE,
    SPIKE,
    TOO_FEW,
)
from sepax._geometry.rings import chosen_rings, require_offsets
from sepax._rows.part_tables import Rings, outer_rings, rings_of, trees_of
from sepax.arrays import ShapeArray

if TYPE_CHECKING:
    from sepax._geometry.shapely import Thin


class Cut(NamedTuple):
    """The convex parts of many outlines; see `cut_outlines`.

    Attributes
    ----------
    vertices : (w, 2) float64
        The vertices of all parts, those of each counter-clockwise.
    part_offsets : (p + 1,) intp
        Part j has the vertices ``part_offsets[j]`` to ``part_offsets[j + 1] - 1``.
    starts : (k + 1,) intp
        The parts of the i-th outline that is kept are ``starts[i]`` to ``starts[i + 1] - 1``.
    kept : (n,) bool
        Which of the given outlines are kept.
    corners : (c, 2) float64
        The vertices of the rings of the outlines that are kept, the inside to the left.
    ring_offsets : (r + 1,) intp
        Ring j has the corners ``ring_offsets[j]`` to ``ring_offsets[j + 1] - 1``.
    ring_starts : (k + 1,) intp
        The rings of the i-th outline that is kept.
    """

    vertices: FloatArray
    part_offsets: IndexArray
    starts: IndexArray
    kept: BoolArray
    corners: FloatArray
    ring_offsets: IndexArray
    ring_starts: IndexArray


def _text_of(point: FloatArray) -> str:
    return str(tuple(point.tolist()))


def _name_of(ring: int) -> str:
    return f"holes[{ring - 1}]" if ring else "exterior"


def _edge(ring: FloatArray, first: int, last: int) -> str:
    ends = [f"{end} at {_text_of(ring[end])}" for end in (first, last)]
    return f"the edge from vertex {ends[0]} to vertex {ends[1]}"


def _meeting(rings: Sequence[FloatArray], finding: dict[str, int]) -> str:
    """Name two edges that meet."""
    ring, other = finding["ring"], finding["other"]
    name, other_name = _name_of(ring), _name_of(other)
    first = _edge(rings[ring], finding["first"], finding["last"])
    second = _edge(rings[other], finding["other_first"], finding["other_last"])
    if ring == other:
        return (
            f"{name} crosses or overlaps itself: {first} meets {second}; "
            "a ring may touch itself in single points only"
        )
    return (
        f"{name} and {other_name} cross or overlap: of {name}, {first} meets, "
        f"of {other_name}, {second}; a hole must lie inside the exterior, apart from "
        "other holes, and may touch them in single points only"
    )


def _reason(rings: Sequence[FloatArray], finding: dict[str, int]) -> str:
    """Say why rings are no outline."""
    fault, ring, first = finding["fault"], finding["ring"], finding["first"]
    if fault == NO_RING:
        return "an outline needs an exterior, got no ring"
    name = _name_of(ring)
    if fault == OUT_OF_RANGE:
        return f"{name}[{first}] must be finite and within 2**240, got {rings[ring][first]}"
    if fault == TOO_FEW:
        return f"{name} needs at least 3 distinct vertices, got {first}"
    if fault == FLAT:
        return f"{name} has zero area: its vertices are all on one line"
    if fault == SPIKE:
        where = _text_of(rings[ring][first])
        return f"{name} doubles back on itself at vertex {first}, {where}: drop that spike"
    if fault == OUTSIDE:
        return f"{name} lies outside the exterior, with all of its edges"
    if fault == NESTED:
        other = _name_of(finding["other"])
        return (
            f"{name} lies inside {other}, with all of its edges; "
            "what is inside a hole is another shape"
        )
    assert fault == MEETING
    return _meeting(rings, finding)


def _cut(
    vertices: FloatArray,
    ring_offsets: IndexArray,
    polygon_offsets: IndexArray,
    skips: bool,
    workers: int,
    with_parts: bool = True,
) -> tuple[Cut, list[tuple[int, dict[str, int]]]]:
    """Cut outlines with checked offsets; also return what is wrong, for some of them.

    Without parts they are only checked, and an outline that is not convex counts as two in
    `starts`.
    """
    counts = np.empty(len(polygon_offsets) - 1, np.intp)
    cutter = Cutter(vertices, ring_offsets, polygon_offsets, counts, skips, with_parts)
    threads.run(cutter.cut, cutter.count, workers)
    if cutter.findings:
        empty = np.empty(0, np.intp)
        none = vertices[:0], empty, empty, empty.astype(np.bool_), vertices[:0], empty, empty
        return Cut(*none), cutter.findings
    kept = counts > 0
    if len(counts) == 1 and kept[0]:
        starts, ring_starts = np.array((0, counts[0]), np.intp), polygon_offsets
    else:
        starts = offsets_of_sizes(counts[kept])
        ring_starts = offsets_of_sizes(np.diff(polygon_offsets)[kept])
    parts, size, rings, corners = cutter.totals()
    cut = Cut(
        np.empty((size, 2)),
        np.empty(parts + 1, np.intp),
        starts,
        kept,
        np.empty((corners, 2)),
        np.empty(rings + 1, np.intp),
        ring_starts,
    )
    cutter.write(cut.vertices, cut.part_offsets)
    cutter.write_rings(cut.corners, cut.ring_offsets)
    return cut, []


def cut_outlines(
    vertices: npt.ArrayLike,
    ring_offsets: npt.ArrayLike,
    polygon_offsets: npt.ArrayLike,
    invalid: Literal["raise", "skip"] = "raise",
    workers: int = 1,
    named: Callable[[int], str] = "outline {}".format,
    later: bool = False,
) -> Cut:
    """Cut many outlines with holes into few convex parts; as `convex_parts` cuts one.

    Parameters
    ----------
    vertices : (v, 2) array-like
        The vertices of all rings, one ring behind the other.
    ring_offsets : (r + 1,) array-like of int
        Ring j has the vertices ``ring_offsets[j]`` to ``ring_offsets[j + 1] - 1``.
    polygon_offsets : (n + 1,) array-like of int
        Outline i has the rings ``polygon_offsets[i]`` to ``polygon_offsets[i + 1] - 1``: the
        exterior, then holes.
    invalid : {"raise", "skip"}
        What to do about rings that are no outline: raise an error that names the first, or leave
        them out.
    workers : int, default 1
        The most threads to work at once. The result does not depend on it.
    named : callable, optional
        Gives the name of an outline, by its number, in the message of an error.
    later : bool, default False
        Only check the outlines, unless all are convex: the result has rings, and no parts.

    Returns
    -------
    Cut
        The parts, and which outlines are kept.

    Raises
    ------
    ValueError
        As of `convex_parts`, and for offsets that do not begin with 0, decrease, or do not end
        with the number of rows that they divide.

    Examples
    --------
    >>> from sepax.outlines import cut_outlines
    >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
    >>> cut = cut_outlines(corner + corner[:3], [0, 6, 9], [0, 1, 2])
    >>> cut.starts.tolist()
    [0, 2, 3]
    >>> np.diff(cut.part_offsets).tolist()
    [4, 4, 3]
    """
    if invalid not in ("raise", "skip"):
        raise ValueError(f"invalid must be raise or skip, got {invalid!r}")
    workers = positive_number(workers, "workers")
    spots = vectors(vertices, "vertices", shared=True)
    rings = indices(ring_offsets, "ring_offsets")
    outlines = indices(polygon_offsets, "polygon_offsets")
    require_offsets(rings, len(spots), "ring_offsets", "vertices")
    require_offsets(outlines, len(rings) - 1, "polygon_offsets", "rings")
    given = spots, rings, outlines, invalid == "skip", workers
    cut, findings = _cut(*given, not later)
    if later and not findings and cut.starts[-1] == len(cut.starts) - 1:
        cut, findings = _cut(*given)
    if findings:
        row, finding = min(findings, key=operator.itemgetter(0))
        own = rings[outlines[row] : outlines[row + 1] + 1]
        raise ValueError(f"{named(row)}: {_reason(np.split(spots, own)[1:-1], finding)}")
    return cut


def uncut_table(rings: Rings) -> PartTable:
    """Return a table of checked outlines, which are cut when their parts are first needed."""
    return PartTable(None, None, None, None, None, RingTable(*rings), _with_parts, allocate_lock())


def _with_parts(table: PartTable) -> PartTable:
    """Cut the outlines of a table."""
    rings = rings_of(table)
    outer = np.append(np.flatnonzero(outer_rings(table, rings)), len(rings.offsets) - 1)
    vertices, offsets, starts = _parts_of(rings.vertices, rings.offsets, outer)
    starts = starts[np.searchsorted(outer, rings.starts)]
    flat = np.zeros(len(offsets) - 1)
    nowhere = np.zeros((len(flat), 2)), flat
    block = of_rings(vertices, offsets, flat, *nowhere, fewest=3, compact=True)
    sure = np.zeros(table.count, np.uint8)
    return PartTable(block, starts, None, sure, trees_of(block, starts), table.rings)


def _parts_of(
    vertices: FloatArray, rings: IndexArray, polygons: IndexArray
) -> tuple[FloatArray, IndexArray, IndexArray]:
    """Cut checked outlines; return vertices, where parts begin, and where those of each do."""
    counts = np.empty(len(polygons) - 1, np.intp)
    cutter = Cutter(vertices, rings, polygons, counts, False, with_rings=False)
    threads.run(cutter.cut, cutter.count, 1)
    assert not cutter.findings
    parts, size = cutter.totals()[:2]
    found = np.empty((size, 2)), np.empty(parts + 1, np.intp)
    cutter.write(*found)
    return *found, offsets_of_sizes(counts)


def joined_cuts(cuts: Sequence[Cut]) -> Cut:
    """Return the parts and the rings of several outlines as those of one geometry."""
    sizes, rings = (
        np.concatenate([np.diff(offsets) for offsets in columns])
        for columns in zip(*((cut.part_offsets, cut.ring_offsets) for cut in cuts), strict=True)
    )
    return Cut(
        np.concatenate([cut.vertices for cut in cuts]),
        offsets_of_sizes(sizes),
        np.array((0, len(sizes)), np.intp),
        np.ones(1, np.bool_),
        np.concatenate([cut.corners for cut in cuts]),
        offsets_of_sizes(rings),
        np.array((0, len(rings)), np.intp),
    )


def twice_the_area(ring: FloatArray) -> float:
    """Return twice the area of a ring; it is positive if the ring is counter-clockwise."""
    with np.errstate(all="ignore"):
        x, y = (ring - ring[:1]).T  # so the last edge, to the first vertex, adds nothing
        return float((x[:-1] * y[1:] - y[:-1] * x[1:]).sum())


def fault_of(rings: Sequence[FloatArray]) -> str | None:
    """Say why rings, an exterior and holes, are no outline; None if they are one."""
    offsets = offsets_of_sizes([len(ring) for ring in rings])
    whole = np.array((0, len(rings)), np.intp)
    _, findings = _cut(np.concatenate([np.empty((0, 2)), *rings]), offsets, whole, False, 1, False)
    return _reason(rings, findings[0][1]) if findings else None


def origins_of(
    origin: Any,
    vertices: FloatArray,
    rings: IndexArray,
    polygons: IndexArray,
    geometries: IndexArray | None = None,
) -> FloatArray:
    """Return the pivot of each outline: the centroid of its area, or what is given.

    An outline without area has its first vertex, and it is for others to refuse it. With
    `geometries`, which says where the outlines of each begin, that is of geometries.
    """
    starts = polygons if geometries is None else polygons[geometries]  # among the rings
    count = len(starts) - 1
    if (given := given_origins(origin, count)) is not None or not len(vertices):
        return np.zeros((count, 2)) if given is None else given
    owner = np.repeat(np.arange(count), np.diff(starts))  # of rings
    sizes = np.diff(rings)
    first = vertices[np.minimum(rings[starts[:-1]], len(vertices) - 1)]
    ring, behind = np.repeat(np.arange(len(sizes)), sizes), np.arange(1, len(vertices) + 1)
    behind[rings[1:][sizes > 0] - 1] = rings[:-1][sizes > 0]
    with np.errstate(all="ignore"):
        seen = vertices - first[owner[ring]]
        x, y = seen.T
        twice = x * y[behind] - y * x[behind]
        areas = np.bincount(ring, twice, len(sizes))
        weights = -np.sign(areas)
        exteriors = polygons[:-1][np.diff(polygons) > 0]
        weights[exteriors] *= -1.0
        whole = np.bincount(owner, weights * areas, count)
        sums = [
            np.bincount(
                owner, weights * np.bincount(ring, twice * (z + z[behind]), len(sizes)), count
            )
            for z in (x, y)
        ]
        middle = np.stack(sums, axis=1) / (3.0 * whole[:, None])
    places = first + np.where(np.isfinite(middle), middle, 0.0)
    return np.where(np.isfinite(places), places, 0.0)


def cut_from_origins(
    origin: Any,
    vertices: npt.ArrayLike,
    rings: IndexArray,
    polygons: IndexArray,
    invalid: Literal["raise", "skip"],
    workers: int,
) -> tuple[Cut, FloatArray]:
    """Cut many outlines as seen from their origins; also return these."""
    spots = vectors(vertices, "vertices", shared=True)
    require_offsets(rings, len(spots), "ring_offsets", "vertices")
    require_offsets(polygons, len(rings) - 1, "polygon_offsets", "rings")
    places = origins_of(origin, spots, rings, polygons)
    of_rings = np.repeat(places, np.diff(polygons), axis=0)
    local = spots - np.repeat(of_rings, np.diff(rings), axis=0)
    try:
        return cut_outlines(local, rings, polygons, invalid, workers), places
    except ValueError:
        cut_outlines(spots, rings, polygons, invalid, workers)  # names the vertices as given
        raise


def rings_given(exterior: npt.ArrayLike, holes: Iterable[npt.ArrayLike]) -> list[FloatArray]:
    """Return an exterior and its holes as arrays of points."""
    if isinstance(holes, (str, bytes)) or not isinstance(holes, Iterable):
        raise TypeError(f"holes must be rings in an iterable, got {type(holes).__name__}")
    return [points(exterior, "exterior"), *(_hole(hole, i) for i, hole in enumerate(holes))]


def _hole(hole: Any, place: int) -> FloatArray:
    try:
        return points(hole, f"holes[{place}]")
    except ValueError as error:
        if np.shape(hole) != (2,):
            raise
        raise ValueError(
            f"{error}: holes are rings in a list, so give one as holes=[ring]"
        ) from None


def cut_outline(
    exterior: npt.ArrayLike, holes: Iterable[npt.ArrayLike], origin: Any = None
) -> tuple[Cut, FloatArray]:
    """Cut one outline as seen from its origin, or say why it is none; also return the origin."""
    rings = rings_given(exterior, holes)
    ends = [0, *itertools.accumulate(map(len, rings))]
    offsets, whole = np.array(ends, np.intp), np.array((0, len(rings)), np.intp)
    spots = np.concatenate(rings) if len(rings) > 1 else rings[0]
    place: FloatArray = np.zeros(2)
    if origin is not None:
        pivot = origin if isinstance(origin, str) else two_numbers(origin, "origin")
        place = origins_of(pivot, spots, offsets, whole)[0]
        cut, findings = _cut(spots - place, offsets, whole, False, 1)
        if not findings:
            return cut, place
    cut, findings = _cut(spots, offsets, whole, False, 1)
    if findings:
        raise ValueError(_reason(rings, findings[0][1]))
    if origin is not None:
        raise ValueError(f"the outline does not survive rounding as seen from {_text_of(place)}")
    return cut, place


def convex_parts(exterior: npt.ArrayLike, holes: Iterable[npt.ArrayLike] = ()) -> ShapeArray:
    """Decompose an outline with holes into few convex polygons; exact.

    The parts have only corners of the outline, meet only in edges and vertices, and leave
    no gap. Exact arithmetic decides, for any coordinates.

    Parameters
    ----------
    exterior : (n, 2) array-like
        The outline, convex or not. Either winding, open or closed; repeated
        vertices and those exactly on a straight edge are dropped.
    holes : iterable of (m, 2) array-like, optional
        Outlines inside the exterior, apart from each other. Rings may touch themselves and
        each other in single points, also a vertex inside an edge.

    Returns
    -------
    ShapeArray
        Polygons at the origin, counter-clockwise, each from its leftmost vertex on. They
        do not depend on where rings begin, how they wind and the order of holes. (A convex
        exterior without holes is one part, whose vertices are those of `Polygon`.) With r
        reflex corners, of the exterior and of holes, there are at most 2 r + 1, less one
        for each hole; also if rings touch, with r counted on each ring as if it were alone.
        Without holes they are as few as can be, if the exterior does not touch itself, has
        at most 64 corners and these times r are at most 1024; but a diagonal that comes nearer to
        a third corner than its length times 2**-30 is only used where it must be, as
        it makes parts too thin to be posed.

    Raises
    ------
    ValueError
        For a ring of fewer than 3 distinct vertices, without an area, that doubles
        back, crosses or overlaps itself; for holes that are not inside the exterior,
        or cross or overlap it or each other. The message names the vertex or the edges.
    TypeError
        For what are no points.

    Notes
    -----
    Small outlines without holes are cut by dynamic programming (Keil, Decomposing a
    polygon into simpler components, 1985). For others a sweep makes triangles by way of
    pieces that are monotone in x (de Berg et al., Computational Geometry, 3), which are
    merged as long as corners stay convex (Hertel and Mehlhorn, Fast triangulation of the
    plane with respect to simple polygons, 1985). Then regions of up to 14 corners are cut
    into as few parts as can be; of 8 corners in outlines of more than 256. Time grows as
    n log n.

    Examples
    --------
    >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
    >>> parts = sepax.convex_parts(corner)
    >>> parts
    <ShapeArray: 2 shapes, 0 of them circles, 8 vertices>
    >>> parts.contains((2, 2)).any()
    np.False_
    >>> hole = [(1, 1), (5, 1), (5, 5), (1, 5)]
    >>> frame = sepax.convex_parts([(0, 0), (6, 0), (6, 6), (0, 6)], [hole])
    >>> len(frame), frame.contains((3, 3)).any()
    (4, np.False_)
    """
    cut, _ = cut_outline(exterior, holes)
    return ShapeArray.polygons(cut.vertices, cut.part_offsets)


def with_thin(cut: Cut, starts: IndexArray, thin: Thin, kept: BoolArray) -> tuple[Cut, IndexArray]:
    """Put segments and points behind the polygons of the rows that they belong to."""
    chosen, rows = kept[thin.owners], np.count_nonzero(kept)
    row_of = np.cumsum(kept) - 1
    owners = np.concatenate((np.repeat(np.arange(rows), np.diff(starts)), row_of[thin.owners]))
    every = np.append(np.ones(starts[-1], np.bool_), chosen)
    sizes = np.append(np.diff(cut.part_offsets), thin.sizes)
    firsts = np.cumsum(sizes) - sizes
    order = np.argsort(owners[every], kind="stable")
    sizes, firsts = sizes[every][order], firsts[every][order]
    offsets = offsets_of_sizes(sizes)
    corners = np.arange(offsets[-1]) + np.repeat(firsts - offsets[:-1], sizes)
    vertices = np.concatenate((cut.vertices, thin.vertices))[corners]
    whole = cut._replace(vertices=vertices, part_offsets=offsets)
    return whole, np.searchsorted(owners[every][order], np.arange(rows + 1)).astype(np.intp)


def rings_of_cut(cut: Cut) -> Rings:
    """Return the rings of outlines that were cut, one outline for each geometry."""
    return Rings(cut.corners, cut.ring_offsets, cut.ring_starts)


def some_rings(cut: Cut, starts: IndexArray, chosen: BoolArray) -> Rings:
    """Return the rings of chosen geometries; those of geometry g begin at `starts[g]`."""
    if chosen.all():
        return Rings(cut.corners, cut.ring_offsets, starts)
    counts = np.diff(starts)
    rings = chosen_rings(cut.corners, cut.ring_offsets, np.repeat(chosen, counts))
    return Rings(*rings, offsets_of_sizes(np.where(chosen, counts, 0)))
