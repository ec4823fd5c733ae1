"""Sides of pairs, and of scenes: shapes of a block, or rows with compounds among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np

from sepax._base.arguments import FloatArray, IndexArray
from sepax._core.arguments import cure_for, described, name_of, number, whole_number
from sepax._core.arrays.block import ShapeBlock, block_of_array
from sepax._core.arrays.compound import CompoundBase as CompoundBase
from sepax._core.arrays.constructors import join, of_shape, of_shapes
from sepax._core.arrays.posed import CompoundRows
from sepax._core.arrays.row_answers import answer_together_by
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.arrays.sides import RowSide
from sepax._core.shape import Shape


def require_shape(item: object, name: str, kind: str = "a shape", hint: str = "") -> None:
    """Raise for anything but a single shape or compound; a hint may follow the message."""
    if not isinstance(item, (Shape, CompoundBase)):
        raise TypeError(
            f"{name} must be {kind} (Polygon, Circle, Compound, ...), got {described(item)}{hint}"
        )


class RowList:
    """Compounds and shapes in a list: a side of pairs."""

    def __init__(self, items: list[Any], name: str) -> None:
        self.items = items
        for k, item in enumerate(items):
            if isinstance(item, CompoundBase) and not item._is_ready:
                raise ValueError(
                    f"{name}[{k}], a {type(item).__name__}, was never initialised: "
                    "its __init__ must call super().__init__() with parts"
                )
            if not isinstance(item, (Shape, CompoundBase)):
                require_shape(item, f"{name}[{k}]")

    @property
    def count(self) -> int:
        """The number of compounds and shapes."""
        return len(self.items)

    def parts(self) -> ShapeBlock:
        """Return all parts in one block."""
        return join([i._parts if isinstance(i, CompoundBase) else of_shape(i) for i in self.items])

    def copied(self) -> RowList:
        """Return copies of the rows, which nobody else can move."""
        return RowList([item.copy() for item in self.items], "")

    def compiled(self) -> RowSide:
        """Return the rows as a side of compiled queries."""
        return RowSide(self.items)


class RowTable:
    """The rows of an array of compounds: a side of pairs, without an object for each row."""

    def __init__(self, rows: CompoundRows) -> None:
        self.rows = rows

    @property
    def count(self) -> int:
        """The number of compounds."""
        count: int = self.rows.count
        return count

    def parts(self) -> ShapeBlock:
        """Return all parts in one block."""
        return self.rows.world_block()

    def compiled(self) -> RowSide:
        """Return the rows as a side of compiled queries; outlines may lack their parts."""
        return RowSide(self.rows)


AnyRows = RowList | RowTable
AnySide = ShapeBlock | AnyRows


def poses_of(rows: CompoundRows) -> tuple[FloatArray, FloatArray]:
    """Return the positions and the angles of rows of compounds."""
    positions, angles = np.empty((rows.count, 2)), np.empty(rows.count)
    rows.read_poses(positions, angles)
    return positions, angles


def compiled(side: AnySide) -> RowSide:
    """Return a side as a side of compiled queries."""
    read = RowSide(side) if isinstance(side, ShapeBlock) else side.compiled()
    read.need_parts()
    return read


# --- arguments --------------------------------------------------------------------------


def block_or_rows(shapes: Any, name: str) -> AnySide:
    """Return the block of convex shapes; a `RowList` or a `RowTable` if there are compounds."""
    if isinstance(shapes, Shape):
        return of_shape(shapes)
    if (block := block_of_array(shapes)) is not None:
        return block
    if isinstance(shapes, CompoundBase):
        return RowList([shapes], name)
    if isinstance(rows := getattr(shapes, "_rows", None), CompoundRows):
        return RowTable(rows)
    if isinstance(shapes, Iterable) and not isinstance(shapes, (str, bytes, Set, Mapping)):
        items = list(shapes)
        has_compounds = any(issubclass(kind, CompoundBase) for kind in set(map(type, items)))
        try:
            return RowList(items, name) if has_compounds else of_shapes(items, name)
        except TypeError as error:
            if (whole := _as_a_whole(shapes, items)) is None:
                raise
            raise TypeError(f"{error}; {name} is {whole}") from None
    raise TypeError(
        f"{name} must be a shape (Polygon, Circle, ...), a ShapeArray or several shapes in order, "
        f"got {described(shapes)}"
    )


def as_convex(side: AnySide) -> AnySide:
    """Return rows of one part each as the convex shapes that they are."""
    if isinstance(side, RowTable) and side.rows.are_convex:
        return side.rows.world_block()
    return side


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _as_a_whole(shapes: Any, items: list[Any]) -> str | None:
    """Return words for an error if one object, a point or numbers were given; else None."""
    if cure_for(shapes) is not None:
        return f"a {described(shapes)}"
    if len(items) == 2 and all(map(_is_number, items)):
        x, y = (number(item, "a coordinate") for item in items)
        return (
            f"a point: use contains(shape, ({x}, {y})), or make a shape of it, Point(({x}, {y})); "
            f"if it is a velocity, it comes after both shapes: sweep(a, b, ({x}, {y}))"
        )
    first = items[0] if items else None
    if _is_number(first) or (isinstance(first, (tuple, list, np.ndarray)) and len(first)):
        return (
            f"a {name_of(shapes)} of numbers: sepax.Polygon(vertices) makes a shape of an outline, "
            "sepax.ShapeArray.from_rotated_boxes many of rows (x, y, width, height, angle), and "
            ".boxes, .circles, .points and .polygons of columns"
        )
    return None


def block_of(shapes: Any, name: str) -> ShapeBlock:
    """Return the block of convex shapes: for functions that take no compounds."""
    block = block_or_rows(shapes, name)
    if isinstance(block, ShapeBlock):
        return block
    raise TypeError(f"{name} must be convex shapes, got a compound: use the .parts of it")


# --- pairs ------------------------------------------------------------------------------


def _pair_rows(
    count_a: int, count_b: int, i: IndexArray | None, j: IndexArray | None
) -> tuple[IndexArray, IndexArray]:
    """Return the row of either side for each pair, checked."""
    if i is None or j is None:
        if count_a != count_b and 1 not in (count_a, count_b):
            raise ValueError(f"{count_a} rows do not match {count_b}: give as many, one, or pairs")
        count = count_a if count_b == 1 else count_b
        rows = np.arange(count, dtype=np.intp)
        zeros = np.zeros(count, np.intp)
        return (zeros if count_a == 1 else rows), (zeros if count_b == 1 else rows)
    if len(i) != len(j):
        raise ValueError(f"pairs must be as many indices of either side, got {len(i)} and {len(j)}")
    i, j = np.array(i, order="C"), np.array(j, order="C")  # which no other thread can change
    for k, (index, count) in enumerate(((i, count_a), (j, count_b))):
        outside = (index < 0) | (index >= count)
        if outside.any():
            bad = int(np.argmax(outside))
            raise IndexError(f"pairs[{k}][{bad}] is {index[bad]}, out of range for {count} rows")
    return i, j


def require_single(pairs: Any, out: Any, workers: Any) -> None:
    """Raise for options that single compounds and shapes do not have."""
    if pairs is not None or out is not None or whole_number(workers, "workers") != 1:
        raise TypeError("pairs, out and workers are for arrays: these are single shapes")


def row_pairs(
    a: AnySide,
    b: AnySide,
    single: bool,
    i: IndexArray | None,
    j: IndexArray | None,
) -> RowPairs:
    """Return the pairs of rows of two sides, by indices if there are any."""
    return RowPairs(compiled(a), compiled(b), *_pair_rows(a.count, b.count, i, j), single)


def row_places(
    rows: AnyRows,
    points: FloatArray,
    single: bool,
    i: IndexArray | None,
    j: IndexArray | None,
    *,
    of_rings: bool,
) -> RowPairs:
    """Return the pairs of rows and of points, axes or directions; only axes need parts."""
    side = rows.compiled() if of_rings else compiled(rows)
    return RowPairs(side, points, *_pair_rows(rows.count, len(points), i, j), single)


def _cover_together(*parts: Any) -> bool:
    from sepax._rows.covering import cover_together  # with fractions, which take a millisecond

    return cover_together(*parts)


answer_together_by(_cover_together)
