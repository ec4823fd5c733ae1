"""Helpers for blocks of parts and for exact integers that the queries of unions share."""

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
NO_TURN: FloatArray = np.zeros((1, 2))
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
