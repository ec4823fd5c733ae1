"""Whether groups of convex parts cover each other, in exact arithmetic.

A part that no single part of the other group covers may still be covered by several together. A
part with an area is, where none of the boundary of their union leads through its inside: of each
edge that is all but what the other parts continue, so all but the seams. Of a segment, each part
covers a piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, TypeVar

import numpy as np

from sepax._arguments import IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.pairs import PointPairs, ShapePairs
from sepax.groups.areas import Region, region_area, shared_area
from sepax.groups.seams import (
    Spot,
    as_integers,
    asked,
    cross,
    difference,
    do_all,
    dot,
    offsets_of,
    radii_of,
    thin_parts,
    vertices_of,
)

_N = TypeVar("_N", float, Fraction)
_Span = tuple[Fraction, Fraction]  # of a segment: from 0, its start, to 1
_Place = tuple[Fraction, Fraction]
_Ring = list[Spot]
_ALL = (Fraction(0), Fraction(1))
_SLIVER = 1e-9  # of an area or a length: far more than either is off


def covers_group(outer: ShapeBlock, i: IndexArray, inner: ShapeBlock, j: IndexArray) -> bool:
    """Whether the parts of a group cover all of another; i[k] and j[k] are those that may meet.

    A TypeError where only parts with a radius might, several together.
    """
    is_open = False
    for pair in _covered_by_no_one(outer, i, inner, j):
        told = _cover_part(*pair)
        if told is False:
            return False
        is_open = is_open or told is None
    if is_open:
        raise TypeError(
            "covers cannot tell whether parts with a radius cover a shape together that none of "
            "them covers alone: ask the .parts"
        )
    return True


def seem_to_cover(outer: ShapeBlock, i: IndexArray, inner: ShapeBlock, j: IndexArray) -> bool:
    """The same; where exact arithmetic cannot tell, areas and lengths do, but for slivers."""
    return all(
        _measure_as_covered(*pair) if (told := _cover_part(*pair)) is None else told
        for pair in _covered_by_no_one(outer, i, inner, j)
    )


def _covered_by_no_one(
    outer: ShapeBlock, i: IndexArray, inner: ShapeBlock, j: IndexArray
) -> Iterator[tuple[ShapeBlock, ShapeBlock]]:
    """Yield each part that no other one covers alone, behind those that it may meet."""
    alone = asked(ShapePairs(outer, inner, i, j).covers, len(i)).view(np.bool_)
    rest = np.setdiff1d(np.arange(inner.count), j[alone])
    for k, row in enumerate(rest.tolist()):
        yield outer.take(i[j == row]), inner.take(rest[k : k + 1])


def _cover_part(parts: ShapeBlock, part: ShapeBlock) -> bool | None:
    """Whether parts that may meet another, which none of them covers alone, do together.

    None where that hangs on parts with a radius.
    """
    if not _hold_vertices(parts, part):
        return False
    if part.vertex_count > 2 or radii_of(part)[0] > 0.0:
        plan = ShapePairs(parts, part)
        overlap = asked(lambda *to: plan.intersects(to[0], to[1], to[2], True), parts.count)
        parts = parts.take(np.flatnonzero(overlap.view(np.bool_) & ~thin_parts(parts)))
        return parts.count > 1 and _cover_area(_exact(parts, part))
    return part.vertex_count == 1 or _cover_segment(_exact(parts, part))


def _hold_vertices(parts: ShapeBlock, part: ShapeBlock) -> bool:
    vertices = vertices_of(part)
    i, j = np.indices((parts.count, len(vertices)), np.intp).reshape(2, -1)
    held = asked(PointPairs(parts, vertices, i, j).contains, len(i))
    return bool(held.reshape(parts.count, len(vertices)).any(axis=0).all())


# --- pieces of segments -----------------------------------------------------------


def _span_within(start: Spot, way: Spot, ring: _Ring, flush: tuple[int, ...]) -> _Span | None:
    """Return which piece of a segment is in a polygon, if any.

    What lies along an edge of it counts if the edge leads the same way (1) or the other (-1), as
    `flush` says.
    """
    low, high = Fraction(0), Fraction(1)
    for first, last in zip(ring, ring[1:] + ring[:1], strict=True):
        edge = difference(last, first)
        inside, gain = cross(edge, difference(start, first)), cross(edge, way)
        if gain > 0:
            low = max(low, Fraction(-inside, gain))
        elif gain < 0:
            high = min(high, Fraction(inside, -gain))
        elif inside < 0 or (inside == 0 and edge != (0, 0) and _way(edge, way) not in flush):
            return None
    return (low, high) if low < high else None


def _way(edge: Spot, way: Spot) -> int:
    return 1 if dot(edge, way) > 0 else -1


def _span_along(start: Spot, way: Spot, ends: _Ring) -> _Span | None:
    """Return which piece of a segment is on another one."""
    seen = [difference(end, start) for end in ends]
    if any(cross(way, end) for end in seen):
        return None
    low, high = sorted(Fraction(dot(way, end), dot(way, way)) for end in seen)
    return (max(low, Fraction(0)), min(high, Fraction(1)))


def _gaps(span: tuple[_N, _N], covered: list[tuple[_N, _N]]) -> Iterator[tuple[_N, _N]]:
    """Yield the pieces of a span that none of others covers."""
    reached, end = span
    for low, high in sorted(covered):
        if low >= end:
            break
        if low > reached:
            yield reached, low
        reached = max(reached, high)
    if reached < end:
        yield reached, end


class _Exact(NamedTuple):
    """Parts and what they are to cover, in integers."""

    rings: list[_Ring]  # of the parts without a radius
    core: _Ring  # of what they are to cover, and its radius
    radius: int
    round: bool  # whether there are parts with a radius, too


def _exact(parts: ShapeBlock, part: ShapeBlock) -> _Exact:
    rounded = radii_of(parts) > 0.0
    sharp = parts.take(np.flatnonzero(~rounded))
    rings = np.split(vertices_of(sharp), offsets_of(sharp)[1:-1]) if sharp.count else []
    radius = np.array([[radii_of(part)[0], 0.0]])
    *plain, core, ((size, _),) = as_integers([*rings, vertices_of(part), radius])
    return _Exact(plain, core, size, bool(rounded.any()))


def _cover_segment(exact: _Exact) -> bool | None:
    start, way = exact.core[0], difference(exact.core[1], exact.core[0])
    spans = [
        _span_along(start, way, ring) if len(ring) == 2 else _span_within(start, way, ring, (-1, 1))
        for ring in exact.rings
    ]
    if not any(True for _ in _gaps(_ALL, [span for span in spans if span])):
        return True
    return None if exact.round else False


# --- areas ------------------------------------------------------------------------


def _cover_area(exact: _Exact) -> bool | None:
    """Whether no piece of the boundary of all parts together is inside of what they are to cover.

    They share some area with that, each of them. Where an edge has another part along it, on
    its other side, it is a seam; where it is inside of another part, too, it is no boundary.
    """
    if not exact.rings:
        return None
    edges = [list(zip(ring, ring[1:] + ring[:1], strict=True)) for ring in exact.rings]
    seams = {(last, first) for ring in edges for first, last in ring}
    for k, ring in enumerate(edges):
        others = exact.rings[:k] + exact.rings[k + 1 :]
        for first, last in ring:
            if (
                first != last
                and (first, last) not in seams
                and _leads_in(first, difference(last, first), others, exact)
            ):
                return None if exact.round else False
    return True


def _leads_in(start: Spot, way: Spot, others: list[_Ring], exact: _Exact) -> bool:
    """Whether a piece of an edge that no other part continues is inside what is to be covered."""
    span = _ALL if exact.radius else _span_within(start, way, exact.core, ())
    if span is None:
        return False
    covered = (_span_within(start, way, ring, (-1,)) for ring in others)
    gaps = _gaps(span, [piece for piece in covered if piece])
    if not exact.radius:
        return any(True for _ in gaps)
    return any(_reaches(_at(start, way, low), _at(start, way, high), exact) for low, high in gaps)


def _at(start: Spot, way: Spot, share: Fraction) -> _Place:
    return start[0] + share * way[0], start[1] + share * way[1]


def _reaches(start: _Place, end: _Place, exact: _Exact) -> bool:
    """Whether a segment comes nearer to a core than its radius."""
    core: list[_Place] = [(Fraction(x), Fraction(y)) for x, y in exact.core]
    edges = list(zip(core, core[1:] + core[:1], strict=True))
    if len(core) > 2 and _is_within(start, edges):
        return True
    squares = [_square(spot, start, end) for spot in core]
    squares += [_square(place, *edge) for place in (start, end) for edge in edges]
    if any(_cross_over(start, end, *edge) for edge in edges):
        return True
    return min(squares) < exact.radius**2


def _is_within(spot: _Place, edges: list[tuple[_Place, _Place]]) -> bool:
    return all(cross(difference(b, a), difference(spot, a)) >= 0 for a, b in edges)


def _cross_over(a: _Place, b: _Place, c: _Place, d: _Place) -> bool:
    """Whether two segments cross, each from side to side of the other."""
    ab, cd = difference(b, a), difference(d, c)
    return (
        cross(ab, difference(c, a)) * cross(ab, difference(d, a)) < 0
        and cross(cd, difference(a, c)) * cross(cd, difference(b, c)) < 0
    )


def _square(spot: _Place, start: _Place, end: _Place) -> Fraction:
    """Return the square of the distance of a point from a segment."""
    way, seen = difference(end, start), difference(spot, start)
    length = dot(way, way)
    share = min(max(dot(way, seen) / length, Fraction(0)), Fraction(1)) if length else Fraction(0)
    rest = seen[0] - share * way[0], seen[1] - share * way[1]
    return dot(rest, rest)


# --- by numbers -------------------------------------------------------------------


def _measure_as_covered(parts: ShapeBlock, part: ShapeBlock) -> bool:
    """Whether parts cover another together, up to a sliver."""
    if part.vertex_count == 2 and radii_of(part)[0] == 0.0:
        gaps = _gaps((0.0, 1.0), _chords(parts, part))
        return all(high - low <= _SLIVER for low, high in gaps)
    each, one = np.arange(parts.count), np.zeros(parts.count, np.intp)
    whole = Region(part, False)
    shared = shared_area(Region(parts, True), whole, each, one)
    return shared >= (1.0 - _SLIVER) * region_area(whole)


def _chords(parts: ShapeBlock, segment: ShapeBlock) -> list[tuple[float, float]]:
    """Return which pieces of a segment are in parts: when a point that goes along it is."""
    start, end = vertices_of(segment)
    point = of_rings(
        start[None],
        np.array([0, 1], np.intp),
        np.zeros(1),
        start[None].copy(),
        np.zeros(1),
        fewest=1,
    )
    count = parts.count
    hit, initial, leaving = np.empty((3, count), np.uint8)
    enter, leave = np.empty((2, count))
    normal, place = np.empty((2, count, 2))
    views = (hit, enter, leave, normal, place, initial, leaving)
    way, still, once = (end - start)[None], np.zeros((1, 2)), np.ones(1)
    do_all(ShapePairs(point, parts).sweep, count, way, still, once, False, False, *views)
    inside = hit.view(np.bool_)
    return list(zip(enter[inside].tolist(), np.minimum(leave[inside], 1.0).tolist(), strict=True))
