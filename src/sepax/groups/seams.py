"""Seams between polygons of a group, in exact arithmetic: which points are inside of their union.

Also the helpers for blocks and integers that the other queries of unions share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.scene import pairs_of_tree
from sepax._core.interrupts import PIECE, run_in_slices

if TYPE_CHECKING:
    from fractions import Fraction  # takes a millisecond to import

# What plans of pairs take as turns: rates, and the places about which shapes turn.
NO_TURN: FloatArray = np.array([[0.0, 0.0, np.nan, np.nan, np.nan, np.nan]])
_FEW = 64  # pairs of parts that are all tested, without a look at their boxes


def offsets_of(block: ShapeBlock) -> IndexArray:
    """Return where the vertices of each part begin, and the end."""
    out = np.empty(block.count + 1, np.intp)
    block.read_offsets(out)
    return out


def radii_of(block: ShapeBlock) -> FloatArray:
    """Return the radii of parts."""
    out = np.empty(block.count)
    block.read_radii(out)
    return out


def vertices_of(block: ShapeBlock) -> FloatArray:
    """Return the vertices of all parts, in the world."""
    out = np.empty((block.vertex_count, 2))
    block.read_vertices(out, False)
    return out


def do_all(work: Callable[..., int], count: int, *rest: Any) -> None:
    """Do all of the work of a plan, which may do it in pieces."""
    run_in_slices(work, count, rest)


def run_plan(plan: Any, verb: str, kind: type = np.bool_, *options: Any) -> npt.NDArray[Any]:
    """Return the answers of a verb for all pairs of a plan: one column."""
    answers: npt.NDArray[Any] = np.empty(plan.count, kind)
    do_all(plan.answer, plan.count, verb, (answers,), *options)
    return answers


def near_pairs(
    a: ShapeBlock,
    b: ShapeBlock,
    reach: float = 0.0,
    tree_a: ShapeTree | None = None,
    tree_b: ShapeTree | None = None,
) -> tuple[IndexArray, IndexArray]:
    """Return the pairs of parts whose boxes are no farther apart; of few parts all pairs."""
    if a.count * b.count <= _FEW:
        i, j = np.indices((a.count, b.count), np.intp).reshape(2, -1)
        return i, j
    if a.count >= b.count:
        found = pairs_of_tree(tree_a or ShapeTree(a), b, tree_first=True, reach=reach)
    else:
        found = pairs_of_tree(tree_b or ShapeTree(b), a, tree_first=False, reach=reach)
    return columns_of(np.asarray(found))


def columns_of(pairs: IndexArray) -> tuple[IndexArray, IndexArray]:
    """Return both columns of pairs, copied in pieces: NumPy does not hear Ctrl-C meanwhile."""
    first, second = np.empty((2, len(pairs)), np.intp)
    for start in range(0, len(pairs), PIECE):
        some = slice(start, start + PIECE)
        first[some], second[some] = pairs[some].T
    return first, second


def thin_parts(block: ShapeBlock) -> BoolArray:
    """Which parts are points and segments, without an inside."""
    sharp: BoolArray = radii_of(block) == 0.0
    return sharp & (np.diff(offsets_of(block)) <= 2)


Spot = tuple[int, int]
_N = TypeVar("_N", int, "Fraction")  # numbers without rounding


def as_integers(rings: list[FloatArray]) -> list[list[Spot]]:
    """Return coordinates as integers, all in the same unit."""
    ratios = [[x.as_integer_ratio() for x in ring.ravel().tolist()] for ring in rings]
    unit = max(below for ring in ratios for _, below in ring)  # all are powers of two
    plain = [[above * (unit // below) for above, below in ring] for ring in ratios]
    return [list(zip(ring[::2], ring[1::2], strict=True)) for ring in plain]


def difference(a: tuple[_N, _N], b: tuple[_N, _N]) -> tuple[_N, _N]:
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1]


def cross(a: tuple[_N, _N], b: tuple[_N, _N]) -> _N:
    """Return a x b."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: tuple[_N, _N], b: tuple[_N, _N]) -> _N:
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1]


def are_in_a_seam(
    block: ShapeBlock, i: IndexArray, other: ShapeBlock, j: IndexArray, thin: BoolArray
) -> bool:
    """Whether a point or segment on the boundaries of parts is inside of their union; exact.

    The pairs only touch. Parts with a radius are left out, as their straight sides have no exact
    coordinates.
    """
    polygons = (np.diff(offsets_of(other)) > 2) & (radii_of(other) == 0.0)
    for row in np.unique(i[thin[i]]):
        touched = j[i == row]
        touched = touched[polygons[touched]]
        if len(touched) < 2:
            continue
        around = other.take(np.ascontiguousarray(touched))
        rings = np.split(vertices_of(around), offsets_of(around)[1:-1])
        ends, *corners = as_integers([vertices_of(block.take(np.array([row], np.intp))), *rings])
        if _point_inside(ends[0], corners) if len(ends) == 1 else _segment_inside(ends, corners):
            return True
    return False


def _wedge(point: Spot, ring: list[Spot]) -> tuple[Spot, Spot] | None:
    """Return the directions, counter-clockwise, between which the ring is, seen from a point on it.

    None where the point is not on an edge after all: of a ring that is reflex by a last bit.
    """
    seen = [difference(corner, point) for corner in ring]
    for k, (start, end) in enumerate(zip(seen, seen[1:] + seen[:1], strict=True)):
        if start == (0, 0):
            return end, seen[k - 1]
        if end != (0, 0) and cross(start, end) == 0 and dot(start, end) < 0:
            return end, start
    return None


def _holds(wedge: tuple[Spot, Spot], direction: Spot) -> bool:
    """Whether a direction is in a wedge, and not its last."""
    first, last = wedge
    after_first, before_last = cross(first, direction), cross(direction, last)
    turn = cross(first, last)
    if turn > 0:
        return after_first >= 0 and before_last > 0
    if turn < 0:
        return after_first >= 0 or before_last > 0
    return after_first > 0 or (after_first == 0 and dot(first, direction) > 0)


def _point_inside(point: Spot, rings: list[list[Spot]]) -> bool:
    """Whether rings with a point on their boundaries leave no direction free around it."""
    wedges = [wedge for ring in rings if (wedge := _wedge(point, ring)) is not None]
    return bool(wedges) and all(any(_holds(wedge, last) for wedge in wedges) for _, last in wedges)


def _segment_inside(ends: list[Spot], rings: list[list[Spot]]) -> bool:
    """Whether rings on both sides of a segment have edges along it that overlap."""
    start, direction = ends[0], difference(ends[1], ends[0])
    length = dot(direction, direction)
    sides: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for ring in rings:
        seen = [difference(corner, start) for corner in ring]
        for first, last in zip(seen, seen[1:] + seen[:1], strict=True):
            if cross(direction, first) == 0 == cross(direction, last):
                low, high = sorted((dot(direction, first), dot(direction, last)))
                if (low := max(low, 0)) < (high := min(high, length)):
                    sides[dot(direction, difference(last, first)) > 0].append((low, high))
    return any(
        max(left[0], right[0]) < min(left[1], right[1]) for left in sides[0] for right in sides[1]
    )
