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
import numpy.typing as npt

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.pairs import PointPairs, ShapePairs
from sepax._core.arrays.row_areas import share_of_part
from sepax._core.arrays.scene import pairs_of_tree
from sepax._core.cutting import Cutter
from sepax.groups.seams import (
    NO_TURN,
    Spot,
    as_integers,
    cross,
    difference,
    do_all,
    dot,
    near_pairs,
    offsets_of,
    radii_of,
    run_plan,
    thin_parts,
    vertices_of,
)

_N = TypeVar("_N", float, Fraction)
_Span = tuple[Fraction, Fraction]  # of a segment: from 0, its start, to 1
_Place = tuple[Fraction, Fraction]
_Ring = list[Spot]
_Point = tuple[float, float]
_Parts = list[tuple[float, list[_Point]]]
_Verdicts = npt.NDArray[np.int_]
_YES, _NO, _OPEN = 1, 0, -1
_ALL = (Fraction(0), Fraction(1))
_EDGES = 256  # at a time: of a heap, each of them meets all polygons
_ROUNDOFF = 2.0**-49  # of the terms of a difference of products: four times its error
_UNDERFLOW = 2.0**-1000
_SHIFT = 2.0**-36  # of a segment: more than a place on it is off
_SLIVER = 1e-9  # of an area or a length: far more than either is off


def covers_group(outer: ShapeBlock, i: IndexArray, inner: ShapeBlock, j: IndexArray) -> bool:
    """Whether the parts of a group cover all of another; i[k] and j[k] are those that may meet.

    A TypeError where only parts with a radius might, several together.
    """
    verdicts = _verdicts(_without_cover(outer, i, inner, j))
    if (verdicts == _NO).any():
        return False
    if (verdicts == _OPEN).any():
        raise TypeError(
            "covers cannot tell whether parts with a radius cover a shape together that none of "
            "them covers alone: use the .parts"
        )
    return True


def seem_to_cover(outer: ShapeBlock, i: IndexArray, inner: ShapeBlock, j: IndexArray) -> bool:
    """The same; where exact arithmetic cannot decide, areas and lengths do, except for slivers."""
    rest = _without_cover(outer, i, inner, j)
    verdicts = _verdicts(rest)
    return not (verdicts == _NO).any() and all(
        _measure_as_covered(*rest.of(row)) for row in np.flatnonzero(verdicts == _OPEN).tolist()
    )


def cover_together(
    outer: _Parts, inner: _Parts, rings: list[list[_Point]] | None, exact: bool
) -> bool:
    """Whether parts cover others together: each is its radius and its points.

    Where the others are of an outline, its posed rings make up the region. If not exact, up to a
    sliver where exact arithmetic cannot decide.
    """
    if not outer:
        return False
    parts, others = _block_of(outer), None
    if rings is not None:
        vertices = np.array([point for ring in rings for point in ring])
        others = cut_of_rings(vertices, np.cumsum([len(ring) for ring in rings]).astype(np.intp))
    if others is None:
        others = _block_of(inner)
    i, j = near_pairs(parts, others)
    return (covers_group if exact else seem_to_cover)(parts, i, others, j)


def _block_of(parts: _Parts) -> ShapeBlock:
    counts = [len(points) for _, points in parts]
    vertices = np.array([point for _, points in parts for point in points])
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.intp)
    radii = np.array([radius for radius, _ in parts])
    places = np.zeros((len(parts), 2))
    single = np.array(counts) == 1
    first = offsets[:-1][single]
    places[single], vertices[first] = vertices[first], 0.0  # discs, by their positions
    return of_rings(vertices, offsets, radii, places, np.zeros(len(parts)), 1)


def cut_of_rings(vertices: FloatArray, ends: IndexArray) -> ShapeBlock | None:
    """Return the convex parts of an outline in the world; None for rings that are none."""
    counts, whole = np.empty(1, np.intp), np.array([0, len(ends)], np.intp)
    cutter = Cutter(vertices, np.append(0, ends).astype(np.intp), whole, counts, True)
    do_all(cutter.cut, 1)
    if counts[0] == 0:
        return None
    parts, size, *_ = cutter.totals()
    corners, offsets = np.empty((size, 2)), np.empty(parts + 1, np.intp)
    cutter.write(corners, offsets)
    flat = np.zeros(parts)
    return of_rings(corners, offsets, flat, np.zeros((parts, 2)), flat, fewest=3)


class _Rest(NamedTuple):
    """Parts that no single part of a group covers, and the parts of it that may meet them."""

    outer: ShapeBlock
    inner: ShapeBlock
    i: IndexArray
    j: IndexArray  # in order

    def of(self, row: int) -> tuple[ShapeBlock, ShapeBlock]:
        """Return the parts that may meet one of them, and that."""
        start, stop = np.searchsorted(self.j, [row, row + 1]).tolist()
        return self.outer.take(self.i[start:stop]), self.inner.take(np.array([row], np.intp))


def _without_cover(outer: ShapeBlock, i: IndexArray, inner: ShapeBlock, j: IndexArray) -> _Rest:
    alone = run_plan(ShapePairs(outer, inner, i, j), "covers")
    rest = np.setdiff1d(np.arange(inner.count), j[alone])
    place = np.full(inner.count, -1)
    place[rest] = np.arange(len(rest))
    order = np.argsort(place[j], kind="stable")
    order = order[place[j][order] >= 0]
    return _Rest(outer, inner.take(rest), i[order], place[j[order]])


def _verdicts(rest: _Rest) -> _Verdicts:
    """Whether the parts of the group cover each of the rest together.

    _OPEN where that hangs on parts with a radius. If any is _NO, the others are not all right.
    """
    verdicts = np.where(_hold_vertices(rest), _YES, _NO)
    thin = thin_parts(rest.inner)
    if (verdicts == _YES).all() and not thin.all():
        _classify_areas(rest, ~thin, verdicts)
    sizes = np.diff(offsets_of(rest.inner))
    for row in np.flatnonzero(thin & (sizes == 2) & (verdicts == _YES)).tolist():
        verdicts[row] = _cover_segment(*rest.of(row))
    return verdicts


def _hold_vertices(rest: _Rest) -> BoolArray:
    """Which parts have all of their vertices in parts of the group."""
    vertices, offsets = vertices_of(rest.inner), offsets_of(rest.inner)
    sizes = np.diff(offsets)
    i = np.repeat(rest.i, sizes[rest.j])
    first = np.repeat(np.cumsum(sizes[rest.j]) - sizes[rest.j], sizes[rest.j])
    j = np.repeat(offsets[rest.j], sizes[rest.j]) + np.arange(len(i)) - first
    inside = run_plan(PointPairs(rest.outer, vertices, i, j), "contains")
    held = np.bincount(j[inside], minlength=len(vertices)) > 0
    owner = np.repeat(np.arange(len(sizes)), sizes)
    all_held: BoolArray = np.bincount(owner[~held], minlength=len(sizes)) == 0
    return all_held


# --- pieces of segments -----------------------------------------------------------


def _span_within(start: Spot, direction: Spot, ring: _Ring, flush: tuple[int, ...]) -> _Span | None:
    """Return which piece of a segment is in a polygon, if any.

    What lies along an edge of it counts if the edge leads the same way (1) or the other (-1), as
    `flush` says.
    """
    low, high = Fraction(0), Fraction(1)
    for first, last in zip(ring, ring[1:] + ring[:1], strict=True):
        edge = difference(last, first)
        inside, gain = cross(edge, difference(start, first)), cross(edge, direction)
        if gain > 0:
            low = max(low, Fraction(-inside, gain))
        elif gain < 0:
            high = min(high, Fraction(inside, -gain))
        elif inside < 0 or (
            inside == 0 and edge != (0, 0) and (1 if dot(edge, direction) > 0 else -1) not in flush
        ):
            return None
    return (low, high) if low < high else None


def _span_along(start: Spot, direction: Spot, ends: _Ring) -> _Span | None:
    """Return which piece of a segment is on another one."""
    seen = [difference(end, start) for end in ends]
    if any(cross(direction, end) for end in seen):
        return None
    low, high = sorted(Fraction(dot(direction, end), dot(direction, direction)) for end in seen)
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


def _cover_segment(parts: ShapeBlock, segment: ShapeBlock) -> int:
    """Whether parts cover a segment together; its ends are in them."""
    rounded = radii_of(parts) > 0.0
    sharp = parts.take(np.flatnonzero(~rounded))
    rings = np.split(vertices_of(sharp), offsets_of(sharp)[1:-1]) if sharp.count else []
    (start, end), *others = as_integers([vertices_of(segment), *rings])
    direction = difference(end, start)
    spans = [
        _span_along(start, direction, ring)
        if len(ring) == 2
        else _span_within(start, direction, ring, (-1, 1))
        for ring in others
    ]
    if not any(True for _ in _gaps(_ALL, [span for span in spans if span])):
        return _YES
    return _OPEN if rounded.any() else _NO


# --- areas ------------------------------------------------------------------------


def _overlaps(a: ShapeBlock, b: ShapeBlock, i: IndexArray, j: IndexArray) -> BoolArray:
    """Which pairs overlap, exactly: not those that only touch."""
    plan = ShapePairs(a, b, i, j)
    return run_plan(plan, "intersects", np.bool_, (), True)


def _classify_areas(rest: _Rest, areas: BoolArray, verdicts: _Verdicts) -> None:
    """Decide for parts with an area whether they are covered.

    They are if they overlap others, and no piece of the boundary of all these together is inside.
    """
    chosen = areas[rest.j] & ~thin_parts(rest.outer)[rest.i]
    i, j = rest.i[chosen], rest.j[chosen]
    overlap = _overlaps(rest.outer, rest.inner, i, j)
    i, j = i[overlap], j[overlap]
    rounded = radii_of(rest.outer)[i] > 0.0
    some, round_ones = (np.bincount(of, minlength=len(areas)) for of in (j, j[rounded]))
    verdicts[areas & (some == round_ones)] = _OPEN
    verdicts[areas & (some <= 1)] = _NO  # that one would cover it alone
    if (verdicts == _NO).any() or rounded.all():
        return
    polygons = rest.outer.take(np.unique(i[~rounded]))
    for row in _rows_with_a_boundary(polygons, rest.inner, np.unique(j[~rounded])):
        verdicts[row] = _OPEN if round_ones[row] else _NO
        if verdicts[row] == _NO:
            return


def _rows_with_a_boundary(
    polygons: ShapeBlock, inner: ShapeBlock, rows: IndexArray
) -> Iterator[int]:
    """Yield the rows in whose inside a piece of the boundary of all polygons together is."""
    ends = _edges_without_twin(polygons)
    rings = np.split(vertices_of(polygons), offsets_of(polygons)[1:-1])
    tree, places = ShapeTree(polygons), ShapeTree(inner.take(rows))
    for start in range(0, len(ends), _EDGES):
        edges = ends[start : start + _EDGES]
        segments = _segments(edges)
        at, within = _found(places, segments)
        overlap = _overlaps(places.block, segments, at, within)
        at, within = at[overlap], within[overlap]
        ring, edge = _found(tree, segments)
        closed = _are_closed(polygons, segments, ring, edge)
        for place, k in zip(at.tolist(), within.tolist(), strict=True):
            if not closed[k]:
                around = [rings[other] for other in ring[edge == k].tolist()]
                row = int(rows[place])
                if _leads_in(edges[k], around, inner.take(rows[place : place + 1])):
                    yield row


def _found(tree: ShapeTree, block: ShapeBlock) -> tuple[IndexArray, IndexArray]:
    """Return which shapes of a tree and of a block have boxes that meet."""
    pairs = np.asarray(pairs_of_tree(tree, block, tree_first=True))
    return np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])


def _next_vertices(offsets: IndexArray) -> IndexArray:
    """Return the place of the vertex behind each, in its ring."""
    following = np.arange(1, offsets[-1] + 1)
    following[offsets[1:] - 1] = offsets[:-1]
    return following


def _edges_without_twin(polygons: ShapeBlock) -> FloatArray:
    """Return (n, 2, 2) ends of edges, but for seams: two edges from end to end of each other."""
    vertices, offsets = vertices_of(polygons), offsets_of(polygons)
    ends = np.stack((vertices, vertices[_next_vertices(offsets)]), axis=1)
    rows = [tuple(row) for row in ends.reshape(-1, 4).tolist()]
    there = set(rows)
    alone = np.array([(c, d, a, b) not in there for a, b, c, d in rows], np.bool_)
    alone &= (ends[:, 0] != ends[:, 1]).any(axis=1)
    return np.ascontiguousarray(ends[alone])


def _segments(ends: FloatArray) -> ShapeBlock:
    count = len(ends)
    offsets = 2 * np.arange(count + 1, dtype=np.intp)
    still = np.zeros(count), np.zeros((count, 2)), np.zeros(count)
    return of_rings(ends.reshape(-1, 2), offsets, *still, fewest=1)


def _are_closed(
    polygons: ShapeBlock, segments: ShapeBlock, ring: IndexArray, edge: IndexArray
) -> BoolArray:
    """Which segments are surely inside of the polygons ring[k] beside edge[k] = their numbers.

    Inside of one polygon this is exact; inside of several together, error bounds decide.
    """
    closed = np.zeros(segments.count, np.bool_)
    through = _overlaps(polygons, segments, ring, edge)
    ring, edge = ring[through], edge[through]
    covered = run_plan(ShapePairs(polygons, segments, ring, edge), "covers")
    closed[edge[covered]] = True
    rest = ~closed[edge]
    ring, edge = ring[rest], edge[rest]
    if len(ring):
        low, high = _inner_spans(polygons, vertices_of(segments).reshape(-1, 2, 2)[edge], ring)
        closed |= _are_joined(low, high, edge, segments.count)
    return closed


def _inner_spans(
    polygons: ShapeBlock, ends: FloatArray, ring: IndexArray
) -> tuple[FloatArray, FloatArray]:
    """Return pieces of segments, from 0 to 1, that are surely inside of a polygon each.

    An end that is surely inside, too, is at -1 or at 2.
    """
    vertices, offsets = vertices_of(polygons), offsets_of(polygons)
    sizes = np.diff(offsets)[ring]
    first = np.cumsum(sizes) - sizes
    pair = np.repeat(np.arange(len(ring)), sizes)
    at = np.repeat(offsets[ring] - first, sizes) + np.arange(len(pair))
    start = vertices[at]
    direction = vertices[_next_vertices(offsets)[at]] - start
    seen = ends[pair] - start[:, None]  # both ends
    terms = direction[:, None, 0] * seen[:, :, 1], direction[:, None, 1] * seen[:, :, 0]
    bound = _ROUNDOFF * (np.abs(terms[0]) + np.abs(terms[1])).max(axis=1) + _UNDERFLOW
    inside = terms[0] - terms[1] - bound[:, None]
    gain = inside[:, 1] - inside[:, 0]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        cut = -inside[:, 0] / gain
    begins, stops = (inside[:, 0] <= 0.0), (inside[:, 1] <= 0.0)
    low = np.where(begins, np.where(stops, 2.0, cut + _SHIFT), -1.0)
    high = np.where(stops, np.where(begins, -1.0, cut - _SHIFT), 2.0)
    return np.maximum.reduceat(low, first), np.minimum.reduceat(high, first)


def _are_joined(low: FloatArray, high: FloatArray, edge: IndexArray, count: int) -> BoolArray:
    """Which of so many edges have open pieces that leave no place of them free."""
    some = low < high
    low, high, edge = low[some], high[some], edge[some]
    order = np.lexsort((low, edge))
    low, high, edge = low[order], high[order], edge[order]
    reached = np.maximum.accumulate(high + 4.0 * edge) - 4.0 * edge  # none reaches the next edge
    is_first = np.ones(len(edge), np.bool_)
    is_first[1:] = edge[1:] != edge[:-1]
    before = np.where(is_first, 0.0, np.roll(reached, 1))
    joined = np.zeros(count, np.bool_)
    joined[edge[reached > 1.0 + _SHIFT]] = True
    joined[edge[low > before - _SHIFT]] = False
    return joined


def _leads_in(edge: FloatArray, polygons: list[FloatArray], part: ShapeBlock) -> bool:
    """Whether a piece of an edge that none of the polygons continues is inside of a part; exact.

    Where an edge of another leads back along it, it is a seam; where it is inside of another it is
    no boundary.
    """
    radius = np.array([[radii_of(part)[0], 0.0]])
    (start, end), core, ((size, _),), *rings = as_integers(
        [edge, vertices_of(part), radius, *polygons]
    )
    direction = difference(end, start)
    span = _ALL if size else _span_within(start, direction, core, ())
    if span is None:
        return False
    covered = (_span_within(start, direction, ring, (-1,)) for ring in rings)
    gaps = _gaps(span, [piece for piece in covered if piece])
    if not size:
        return any(True for _ in gaps)
    return any(
        _reaches(_at(start, direction, low), _at(start, direction, high), core, size)
        for low, high in gaps
    )


def _at(start: Spot, direction: Spot, share: Fraction) -> _Place:
    return start[0] + share * direction[0], start[1] + share * direction[1]


def _reaches(start: _Place, end: _Place, ring: _Ring, radius: int) -> bool:
    """Whether a segment comes nearer to a core than its radius."""
    core: list[_Place] = [(Fraction(x), Fraction(y)) for x, y in ring]
    edges = list(zip(core, core[1:] + core[:1], strict=True))
    if len(core) > 2 and all(cross(difference(b, a), difference(start, a)) >= 0 for a, b in edges):
        return True
    squares = [_square(spot, start, end) for spot in core]
    squares += [_square(place, *edge) for place in (start, end) for edge in edges]
    if any(_cross_over(start, end, *edge) for edge in edges):
        return True
    return min(squares) < radius**2


def _cross_over(a: _Place, b: _Place, c: _Place, d: _Place) -> bool:
    """Whether two segments cross, each from side to side of the other."""
    ab, cd = difference(b, a), difference(d, c)
    return (
        cross(ab, difference(c, a)) * cross(ab, difference(d, a)) < 0
        and cross(cd, difference(a, c)) * cross(cd, difference(b, c)) < 0
    )


def _square(spot: _Place, start: _Place, end: _Place) -> Fraction:
    """Return the square of the distance of a point from a segment."""
    direction, seen = difference(end, start), difference(spot, start)
    length = dot(direction, direction)
    share = dot(direction, seen) / length if length else Fraction(0)
    share = min(max(share, Fraction(0)), Fraction(1))
    rest = seen[0] - share * direction[0], seen[1] - share * direction[1]
    return dot(rest, rest)


# --- by numbers -------------------------------------------------------------------


def _measure_as_covered(parts: ShapeBlock, part: ShapeBlock) -> bool:
    """Whether parts cover another together, up to a sliver."""
    if part.vertex_count == 2 and radii_of(part)[0] == 0.0:
        gaps = _gaps((0.0, 1.0), _chords(parts, part))
        return all(high - low <= _SLIVER for low, high in gaps)
    return share_of_part(part, parts) >= 1.0 - _SLIVER


def _chords(parts: ShapeBlock, segment: ShapeBlock) -> list[tuple[float, float]]:
    """Return which pieces of a segment are in parts: when a point that goes along it is."""
    start, end = vertices_of(segment)
    ends = np.array([0, 1], np.intp)
    point = of_rings(start[None], ends, np.zeros(1), start[None].copy(), np.zeros(1), fewest=1)
    count = parts.count
    hit, initial, leaving = np.empty((3, count), np.uint8)
    enter, leave = np.empty((2, count))
    normal, place = np.empty((2, count, 2))
    views = (hit, enter, leave, normal, place, initial, leaving)
    motion = (end - start)[None], np.zeros((1, 2)), np.ones(1), NO_TURN
    do_all(ShapePairs(point, parts).answer, count, "sweep", views, motion)
    inside = hit.view(np.bool_)
    return list(zip(enter[inside].tolist(), np.minimum(leave[inside], 1.0).tolist(), strict=True))
