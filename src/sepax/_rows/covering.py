"""Whether several parts of a union cover a shape together.

The lines of the edges of a part cut off what it leaves of a convex piece. The other parts are then
asked for that. Places and lines are integers without rounding: (x, y, w) is the place x / w, y / w,
with w > 0; a line (a, b, c) has a place to the left where a x + b y + c w > 0. Each corner is where
two lines through given vertices meet, so numbers do not grow with the number of cuts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sepax._base.arguments import BoolArray, FloatArray, IndexArray
from sepax._base.blocks import columns_of, do_all, radii_of
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.pairs import PointPairs, ShapePairs
from sepax._core.arrays.row_areas import share_of_part
from sepax._core.cutting import Cutter
from sepax._core.interrupts import run_in_slices
from sepax._rows.candidates import near_pairs

_Point = tuple[float, float]
_Part = tuple[float, list[_Point]]  # a radius and points
_Triple = tuple[int, int, int]  # a place or a line
_Piece = list[tuple[_Triple, _Triple]]  # each corner, and the line of the edge that begins there
_Exact = tuple[Fraction, Fraction]
_SLIVER = 1e-9  # of an area or a length: more than the rounding of either
_CORNERS = 16  # of a ring at most: all lines of one meet all corners of another


class _Convex(NamedTuple):
    """A convex part without a radius: its box, and lines that have it to the left."""

    low: _Point
    high: _Point
    lines: list[_Triple]


def cover_together(
    outer: list[_Part], inner: list[_Part], rings: list[list[_Point]] | None, exact: bool
) -> bool:
    """Whether parts cover others together. An outline is what its posed rings bound.

    Parts without a radius decide exactly. Where parts with a radius might cover, together with
    others: a TypeError if exact; else areas and lengths decide, up to a sliver.
    """
    if not outer:
        return False
    if rings is not None:
        inner = [(0.0, ring) for ring in _cut(rings)] or inner
    parts, others = _block_of(outer), _block_of(inner)
    wide = np.array([_has_area(part) for part in outer])

    @cache
    def convex_of(k: int) -> list[_Convex]:
        return [] if outer[k][0] else list(_convex_parts(outer[k][1]))

    unsure = []
    for row, near in _rows_left(parts, others):
        radius, points = inner[row]
        pieces = list(map(_piece_of, _rings_of(points)))
        if _has_area(inner[row]):  # which no segment or point covers
            near = near[wide[near]]
        around = [convex for k in near.tolist() for convex in convex_of(k)]
        if _is_covered(radius, points, pieces, around):
            continue
        case = parts.take(near), inner[row]
        if not _may_be_covered(*case):
            return False
        unsure.append(case)
    if exact and unsure:
        raise TypeError(
            "covers cannot tell whether parts with a radius cover a shape together that none of "
            "them covers alone: use the .parts"
        )
    return all(_seem_to_cover(*case) for case in unsure)


def _block_of(parts: list[_Part]) -> ShapeBlock:
    counts = [len(points) for _, points in parts]
    vertices = np.array([point for _, points in parts for point in points])
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.intp)
    radii = np.array([radius for radius, _ in parts])
    places = np.zeros((len(parts), 2))
    single = np.array(counts) == 1
    first = offsets[:-1][single]
    places[single], vertices[first] = vertices[first], 0.0  # discs, by their positions
    return of_rings(vertices, offsets, radii, places, np.zeros(len(parts)), 1)


def _rows_left(parts: ShapeBlock, others: ShapeBlock) -> Iterator[tuple[int, IndexArray]]:
    """Yield each of the others that no single part covers, and the parts near it."""
    i, j = columns_of(np.asarray(near_pairs(parts, others, 0.0)))
    alone = j[_truths(ShapePairs(parts, others, i, j), "covers")]
    order = np.argsort(j, kind="stable")
    i, j = i[order], j[order]
    for row in np.setdiff1d(np.arange(others.count), alone).tolist():
        yield row, i[slice(*np.searchsorted(j, [row, row + 1]))]


def _truths(pairs: ShapePairs | PointPairs, verb: str, *options: Any) -> BoolArray:
    """Return the answers of a verb for all pairs."""
    answers = np.empty(pairs.count, np.bool_)
    do_all(pairs.answer, pairs.count, verb, (answers,), *options)
    return answers


def _cut(rings: list[list[_Point]]) -> list[list[_Point]]:
    """Return the convex parts of an outline; none if the rings make no outline."""
    vertices = np.array([point for ring in rings for point in ring])
    ends = np.cumsum([0, *map(len, rings)]).astype(np.intp)
    cutter = Cutter(
        vertices,
        ends,
        np.array([0, len(rings)], np.intp),
        np.empty(1, np.intp),
        True,
        with_rings=False,
    )
    do_all(cutter.cut, 1)
    parts, size, *_ = cutter.totals()
    corners, offsets = np.empty((size, 2)), np.empty(parts + 1, np.intp)
    cutter.write(corners, offsets)
    points = [(x, y) for x, y in corners.tolist()]
    return [points[start:stop] for start, stop in itertools.pairwise(offsets.tolist())]


# --- places and lines -------------------------------------------------------------


def _place(x: float | Fraction, y: float | Fraction) -> _Triple:
    (x, below_x), (y, below_y) = x.as_integer_ratio(), y.as_integer_ratio()
    below = max(below_x, below_y)  # both are powers of two
    return x * (below // below_x), y * (below // below_y), below


def _cross(p: _Triple, q: _Triple) -> _Triple:
    """Return the line from one place to another, or where two lines meet, w of any sign."""
    return p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]


def _dot(p: _Triple, q: _Triple) -> int:
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def _negative(p: _Triple) -> _Triple:
    return -p[0], -p[1], -p[2]


def _rings_of(points: list[_Point]) -> Iterator[list[_Triple]]:
    """Yield convex rings without straight corners that make up a core."""
    _hear_signals()
    ring = [_place(*point) for point in points]
    if len(ring) > 2:
        around = zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)
        ring = [q for p, q, r in around if _dot(_cross(p, q), r) > 0]
    yield from _small(ring)


def _small(ring: list[_Triple]) -> Iterator[list[_Triple]]:
    """Yield convex rings of few corners that make up one of many."""
    step = -(-len(ring) // _CORNERS)
    yield ring[::step]
    closed = ring + ring[:1]
    for k in range(0, len(ring), step):
        if step > 1 and k + 1 < len(ring):
            yield from _small(closed[k : k + step + 1])


def _piece_of(ring: list[_Triple]) -> _Piece:
    return [(p, _cross(p, q)) for p, q in zip(ring, ring[1:] + ring[:1], strict=True)]


def _convex_parts(points: list[_Point]) -> Iterator[_Convex]:
    """Yield what a part without a radius may cover of an area or a length."""
    for piece in map(_piece_of, _rings_of(points)):
        lines = [edge for _, edge in piece]
        if len(piece) == 2:  # and lines across it, through its ends
            for (x, y, w), (a, b, _) in piece:
                lines.append((b * w, -a * w, a * y - b * x))
        if len(piece) > 1:
            yield _Convex(*_box_of(piece), lines)


# --- cuts -------------------------------------------------------------------------


def _hear_signals() -> None:
    """Check for Ctrl-C, also in threads that help with a call."""
    run_in_slices(lambda _, count: count, 1, ())


def _box_of(piece: _Piece) -> tuple[_Point, _Point]:
    """Return the lowest and the highest coordinates, each rounded to the nearest number."""
    x, y = zip(*((x / w, y / w) for (x, y, w), _ in piece), strict=True)
    return (min(x), min(y)), (max(x), max(y))


def _half(piece: _Piece, sides: list[int], line: _Triple) -> _Piece:
    """Return what of a piece is to the left of a line that cuts it, by the sides of its corners."""
    half = []
    for (corner, edge), side, after in zip(piece, sides, sides[1:] + sides[:1], strict=True):
        if side >= 0:
            half.append((corner, line if side == 0 > after else edge))
        if side < 0 < after or after < 0 < side:
            place = _cross(edge, line)
            half.append((place if place[2] > 0 else _negative(place), line if side > 0 else edge))
    return half


def _without(piece: _Piece, lines: list[_Triple]) -> list[_Piece] | None:
    """Return what a convex part leaves of a piece; None if they share no area, and no length."""
    outside = []
    for line in lines:
        _hear_signals()
        sides = [_dot(line, corner) for corner, _ in piece]
        if min(sides) >= 0:
            continue
        if max(sides) <= 0:
            return None
        outside.append(_half(piece, [-side for side in sides], _negative(line)))
        piece = _half(piece, sides, line)
    return outside


def _left_of(piece: _Piece, parts: list[_Convex]) -> Iterator[_Piece]:
    """Yield the pieces that none of the parts covers."""
    lows = np.array([part.low for part in parts]).reshape(-1, 2)
    highs = np.array([part.high for part in parts]).reshape(-1, 2)
    left = [(piece, np.arange(len(parts)))]
    while left:
        _hear_signals()
        piece, near = left.pop()
        low, high = _box_of(piece)
        near = near[((lows[near] <= high) & (highs[near] >= low)).all(axis=1)]
        off = np.abs((lows[near] - low) + (highs[near] - high)).max(axis=1)
        near = near[np.argsort(off)]  # what covers the middle leaves the fewest pieces
        for k, part in enumerate(near.tolist()):
            outside = _without(piece, parts[part].lines)
            if outside is not None:
                left += [(rest, near[k + 1 :]) for rest in outside]
                break
        else:
            yield piece


def _is_covered(
    radius: float, points: list[_Point], cores: list[_Piece], parts: list[_Convex]
) -> bool:
    """Whether parts cover another one, whose core is made up of pieces."""
    if radius == 0.0:
        return not any(True for core in cores for _ in _left_of(core, parts))
    size = Fraction(radius)
    low_x, low_y = (Fraction(min(numbers)) - size for numbers in zip(*points, strict=True))
    high_x, high_y = (Fraction(max(numbers)) + size for numbers in zip(*points, strict=True))
    places = (low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)
    around = _piece_of([_place(*place) for place in places])
    return not any(
        _is_near(piece, core, size**2) for piece in _left_of(around, parts) for core in cores
    )


def _is_near(piece: _Piece, core: _Piece, square: Fraction) -> bool:
    """Whether a piece comes nearer to a core than a radius with this square."""
    if _without(core, [edge for _, edge in piece]) is not None:
        return True
    a, b = ([(Fraction(x, w), Fraction(y, w)) for (x, y, w), _ in some] for some in (piece, core))
    return any(
        _square(place, start, end) < square
        for places, ring in ((a, b), (b, a))
        for place in places
        for start, end in zip(ring, ring[1:] + ring[:1], strict=True)
    )


def _square(place: _Exact, start: _Exact, end: _Exact) -> Fraction:
    """Return the square of the distance of a place from a segment."""
    x, y = end[0] - start[0], end[1] - start[1]
    seen_x, seen_y = place[0] - start[0], place[1] - start[1]
    share, length = x * seen_x + y * seen_y, x * x + y * y
    share = min(max(share / length, Fraction(0)), Fraction(1)) if length else Fraction(0)
    return (seen_x - share * x) ** 2 + (seen_y - share * y) ** 2


# --- parts with a radius ----------------------------------------------------------


def _has_area(part: _Part) -> bool:
    return part[0] > 0.0 or len(part[1]) > 2


def _may_be_covered(parts: ShapeBlock, other: _Part) -> bool:
    """Whether parts with a radius may cover another one, together with others of the parts."""
    radii, core = radii_of(parts), np.array(other[1])
    if not radii.any():
        return False
    plan = ShapePairs(parts, _block_of([other]))
    meeting = _truths(plan, "intersects", (), _has_area(other))
    if meeting.sum() <= 1 or not radii[meeting].any():  # a single one would cover it alone
        return False
    i, j = np.indices((parts.count, len(core)), np.intp).reshape(2, -1)
    held = _truths(PointPairs(parts, core, i, j), "contains")
    return bool(held.reshape(-1, len(core)).any(axis=0).all())


def _seem_to_cover(parts: ShapeBlock, other: _Part) -> bool:
    """Whether parts cover another one, up to a sliver."""
    if _has_area(other):
        return share_of_part(_block_of([other]), parts) >= 1.0 - _SLIVER
    enter, leave = _times_inside(parts, *other[1])
    order = np.argsort(enter)
    reached = np.maximum.accumulate(np.append(0.0, leave[order]))
    return bool((np.append(enter[order], 1.0) - reached <= _SLIVER).all())


def _times_inside(parts: ShapeBlock, start: _Point, end: _Point) -> tuple[FloatArray, FloatArray]:
    """Return when a point on its way from 0 to 1 enters and leaves the parts that it meets."""
    count = parts.count
    hit, initial, leaving = np.empty((3, count), np.uint8)
    enter, leave = np.empty((2, count))
    normal, place = np.empty((2, count, 2))
    views = (hit, enter, leave, normal, place, initial, leaving)
    motion = np.subtract([end], [start]), np.zeros((1, 2)), np.ones(1), np.zeros((1, 2))
    plan = ShapePairs(_block_of([(0.0, [start])]), parts)
    do_all(plan.answer, count, "sweep", views, motion)
    inside = hit.view(np.bool_)
    return enter[inside], leave[inside]
