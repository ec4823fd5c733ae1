"""Outlines with holes: read, checked, and cut into convex parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._arguments import FloatArray, IndexArray, points, within_limits
from sepax._core.outline import corner_turns, edges_that_meet, rings_around
from sepax._core.partition import convex_faces, sweep_triangles
from sepax.arrays import ShapeArray

_SPIKE = 2  # the value of corner_turns for a corner that turns back


class _Ring(NamedTuple):
    """The corners of a ring, counter-clockwise or as given, and where they were given."""

    name: str
    corners: FloatArray
    given: IndexArray


def _starts(sizes: Iterable[int]) -> IndexArray:
    return np.concatenate(([0], np.cumsum(list(sizes)))).astype(np.intp)


def _read_ring(value: object, name: str) -> _Ring:
    """Drop repeated and straight vertices, and refuse what has no inside."""
    vertices = within_limits(points(value, name), name)
    given = np.flatnonzero((vertices != np.roll(vertices, -1, axis=0)).any(axis=1))
    if len(given) < 3:
        distinct = max(len(given), min(len(vertices), 1))
        raise ValueError(f"{name} needs at least 3 distinct vertices, got {distinct}")
    corners = np.ascontiguousarray(vertices[given])
    turns = np.empty(len(given), np.int8)
    corner_turns(corners, _starts([len(given)]), turns)
    if not np.isin(turns, (-1, 1)).any():
        raise ValueError(f"{name} has zero area: its vertices are all on one line")
    spikes = given[turns == _SPIKE]
    if len(spikes):
        raise ValueError(
            f"{name} doubles back on itself at vertex {spikes[0]}, "
            f"{_text_of(vertices[spikes[0]])}: drop that spike"
        )
    return _Ring(name, corners[turns != 0], given[turns != 0])


def _wound(ring: _Ring, inside_left: bool) -> _Ring:
    """Wind a simple ring as required; its leftmost corner shows how it is wound."""
    leftmost = np.lexsort(ring.corners.T[::-1])[0]
    around = ring.corners[[leftmost - 1, leftmost, (leftmost + 1) % len(ring.corners)]]
    turns = np.empty(3, np.int8)
    corner_turns(np.ascontiguousarray(around), _starts([3]), turns)
    if (turns[1] > 0) == inside_left:
        return ring
    return _Ring(ring.name, np.ascontiguousarray(ring.corners[::-1]), ring.given[::-1])


def _text_of(point: FloatArray) -> str:
    return str(tuple(point.tolist()))


def _place(starts: IndexArray, vertex: int) -> tuple[int, int]:
    """Return the ring of a vertex, and its number in that."""
    ring = int(np.searchsorted(starts, vertex, side="right")) - 1
    return ring, vertex - int(starts[ring])


def _edge(ring: _Ring, corner: int) -> str:
    """Name the edge from a corner to the next, in the order given."""
    ends = [corner, (corner + 1) % len(ring.given)]
    if ring.given[0] > ring.given[-1]:  # it was turned round
        ends.reverse()
    first, last = (f"{ring.given[end]} at {_text_of(ring.corners[end])}" for end in ends)
    return f"the edge from vertex {first} to vertex {last}"


def _refuse_meeting(rings: list[_Ring], starts: IndexArray, edges: tuple[int, int]) -> None:
    """Name two edges that meet."""
    (r, i), (s, j) = sorted(_place(starts, edge) for edge in edges)
    first, second = _edge(rings[r], i), _edge(rings[s], j)
    if r == s:
        raise ValueError(
            f"{rings[r].name} crosses or touches itself: {first} meets {second}; "
            "an outline may have a point once only"
        )
    raise ValueError(
        f"{rings[r].name} and {rings[s].name} cross or touch: of {rings[r].name}, {first} meets, "
        f"of {rings[s].name}, {second}; a hole must lie inside the exterior, apart from "
        "other holes"
    )


def _refuse_place(rings: list[_Ring], around: list[int], hole: int) -> None:
    """Raise for a hole that is not directly inside of the exterior."""
    name = rings[hole].name
    if 0 not in around:
        raise ValueError(f"{name} lies outside the exterior, with all of its edges")
    other = rings[next(ring for ring in around if ring)].name
    raise ValueError(
        f"{name} lies inside {other}, with all of its edges; what is inside a hole is another shape"
    )


def _require_simple(
    rings: list[_Ring], corners: FloatArray, starts: IndexArray, order: IndexArray
) -> None:
    """Refuse rings that meet, themselves or each other, and holes that are not in the exterior."""
    below = np.empty(len(corners), np.intp)
    edges = edges_that_meet(corners, starts, order, below)
    if edges is not None:
        _refuse_meeting(rings, starts, edges)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    leftmost = order[np.minimum.reduceat(rank, starts[:-1])]
    for hole in range(1, len(rings)):
        if below[leftmost[hole]] % 2 == 0:
            _refuse_place(rings, rings_around(corners, starts, int(leftmost[hole])), hole)


def _read_outline(
    exterior: npt.ArrayLike, holes: Iterable[npt.ArrayLike]
) -> tuple[FloatArray, IndexArray, IndexArray]:
    """Return the corners of all rings, where each begins, and their order by x and then y."""
    if isinstance(holes, (str, bytes)) or not isinstance(holes, Iterable):
        raise TypeError(f"holes must be rings in an iterable, got {type(holes).__name__}")
    rings = [_wound(_read_ring(exterior, "exterior"), True)]
    for i, hole in enumerate(holes):
        rings.append(_wound(_read_ring(hole, f"holes[{i}]"), False))
    corners = np.concatenate([ring.corners for ring in rings])
    starts = _starts(len(ring.corners) for ring in rings)
    order = np.lexsort(corners.T[::-1])
    _require_simple(rings, corners, starts, order)
    return corners, starts, order


def _merged(
    corners: FloatArray, starts: IndexArray, triangles: IndexArray, rounder: bool
) -> tuple[IndexArray, IndexArray]:
    """Return the vertices of parts, and where those of each begin."""
    vertices = np.empty(triangles.size, np.intp)
    offsets = np.empty(len(triangles) + 1, np.intp)
    parts = convex_faces(corners, starts, triangles, rounder, vertices, offsets)
    return vertices[: offsets[parts]], offsets[: parts + 1]


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
        Outlines inside the exterior, apart from it and from each other.

    Returns
    -------
    ShapeArray
        Polygons at the origin, counter-clockwise. With r reflex corners, of the
        exterior and of holes, there are at most 2 r + 1, less one for each hole; no
        more than 4 times as few as can be, without holes.

    Raises
    ------
    ValueError
        For a ring of fewer than 3 distinct vertices, without an area, that doubles
        back, crosses or touches itself; for holes that are not inside the exterior,
        or touch it or each other. The message names the vertex or the edges.
    TypeError
        For what are no points.

    Notes
    -----
    A sweep cuts the outline into triangles by way of pieces that are monotone in x
    (de Berg et al., Computational Geometry, 3), which are merged as long as corners
    stay convex (Hertel and Mehlhorn, Fast triangulation of the plane with respect to
    simple polygons, 1985): as they are, and made rounder; the fewer parts are
    returned. Time grows as n log n.

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
    corners, starts, order = _read_outline(exterior, holes)
    triangles = np.empty((len(corners) + 2 * len(starts) - 6, 3), np.intp)
    sweep_triangles(corners, starts, order, triangles)
    ways = (_merged(corners, starts, triangles, rounder) for rounder in (False, True))
    vertices, offsets = min(ways, key=lambda parts: len(parts[1]))
    return ShapeArray.polygons(corners[vertices], offsets)
