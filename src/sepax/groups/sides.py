"""Sides of pairs of groups: lists of groups and shapes, arrays of groups, rows of a block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sepax._arguments import FloatArray, IndexArray
from sepax._core.arguments import described
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import join, of_shape
from sepax._core.arrays.group import Group as Group
from sepax._core.arrays.groups import GroupSide
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.posed import PosedGroups
from sepax._core.shape import Shape

Rings = tuple[FloatArray, IndexArray]  # vertices, and where each ring ends


def require_shape(item: object, name: str, kind: str = "a shape", hint: str = "") -> None:
    """Raise for anything but a single shape or group; a hint may follow the message."""
    if not isinstance(item, (Shape, Group)):
        raise TypeError(
            f"{name} must be {kind} (Polygon, Circle, Compound, ...), got {described(item)}{hint}"
        )


def parts_and_tree(item: Any) -> tuple[ShapeBlock, ShapeTree | None]:
    """Return the parts of a group or shape, and their tree if they have one."""
    if isinstance(item, Group):
        return item._parts, item._tree_of_parts
    return of_shape(item), None


class Groups:
    """Groups and shapes in a list: a side of pairs."""

    def __init__(self, items: list[Any], name: str) -> None:
        self.items = items
        for k, item in enumerate(items):
            if isinstance(item, Group) and not item._is_ready:
                raise ValueError(
                    f"{name}[{k}], a {type(item).__name__}, was never initialised: "
                    "its __init__ must call super().__init__() with parts"
                )
            if not isinstance(item, (Shape, Group)):
                require_shape(item, f"{name}[{k}]")

    @property
    def count(self) -> int:
        """The number of groups and shapes."""
        return len(self.items)

    @property
    def is_posed(self) -> bool:
        """Whether a group has a pose that was set."""
        return any(isinstance(item, Group) and item._own_groups.is_posed for item in self.items)

    @property
    def are_convex(self) -> bool:
        """Whether every row is a convex shape."""
        return all(isinstance(item, Shape) or item._own_groups.are_convex for item in self.items)

    def parts(self, row: int) -> tuple[ShapeBlock, ShapeTree | None]:
        """Return the parts of one of them, and their tree if they have one."""
        return parts_and_tree(self.items[row])

    def posed_rings(self, row: int) -> Rings | None:
        """Return the posed rings of an outline; None for others, and for those at the origin."""
        item = self.items[row]
        return posed_rings(item._own_groups, 0) if isinstance(item, Group) else None

    def is_group(self, row: int) -> bool:
        """Whether one of them is a group, if of a single part."""
        return isinstance(self.items[row], Group)

    def place(self, row: int) -> Any:
        """Return the position about which a group turns; None for that of a shape itself."""
        item = self.items[row]
        return getattr(item, "position", None) if isinstance(item, Group) else None

    def joined(self) -> tuple[ShapeBlock, IndexArray]:
        """Return all parts in one block, and to which row each belongs."""
        blocks = [item._parts if isinstance(item, Group) else of_shape(item) for item in self.items]
        owners = np.repeat(np.arange(self.count), [block.count for block in blocks])
        return join(blocks), owners.astype(np.intp)

    def places(self) -> FloatArray:
        """Return the positions of the rows, (n, 2)."""
        return np.array([item.position for item in self.items], float).reshape(-1, 2)

    def centres(self) -> FloatArray:
        """Return the centres of discs in the frames of their groups; (0, 0) for other parts."""
        each = [
            centres_of(item._groups) if isinstance(item, Group) else np.zeros((1, 2))
            for item in self.items
        ]
        return np.concatenate([np.zeros((0, 2)), *each])

    def copied(self) -> Groups:
        """Return copies of the rows, which nobody else can move."""
        return Groups([item.copy() for item in self.items], "")

    def taken(self, rows: list[int]) -> Groups:
        """Return some of the rows."""
        return Groups([self.items[row] for row in rows], "")

    def compiled(self) -> GroupSide:
        """Return the rows as a side of compiled plans."""
        return GroupSide(self.items)


class GroupTable:
    """The rows of an array of groups: a side of pairs, without an object for each row."""

    def __init__(self, array: Any) -> None:
        """Refer to an array that has its rows as `_groups`."""
        self.items, self.rows = array, array._groups

    @property
    def count(self) -> int:
        """The number of groups."""
        count: int = self.rows.count
        return count

    @property
    def is_posed(self) -> bool:
        """Whether poses were set."""
        posed: bool = self.rows.is_posed
        return posed

    @property
    def are_convex(self) -> bool:
        """Whether every row is a convex shape."""
        convex: bool = self.rows.are_convex
        return convex

    def parts(self, row: int) -> tuple[ShapeBlock, ShapeTree | None]:
        """Return the posed parts of a row, and their tree where it has one."""
        if not self.rows.is_posed and (tree := self.rows.table.tree(row)) is not None:
            return tree.block, tree
        return self.rows.posed_parts(row), None

    def posed_rings(self, row: int) -> Rings | None:
        """Return the posed rings of an outline; None for others, and for those at the origin."""
        return posed_rings(self.rows, row)

    def is_group(self, row: int) -> bool:
        """Whether a row is a group: all are."""
        return True

    def place(self, row: int) -> Any:
        """Return the position about which a row turns."""
        return self.rows.pose_of(row)[0]

    def joined(self) -> tuple[ShapeBlock, IndexArray]:
        """Return all parts in one block, and to which row each belongs."""
        owners = np.repeat(np.arange(self.count), np.diff(self.starts()))
        return self.rows.world_block(), owners

    def starts(self) -> IndexArray:
        """Return where the parts of each row begin in all of them, and the end."""
        starts = np.empty(self.count + 1, np.intp)
        self.rows.read_starts(starts)
        return starts

    def places(self) -> FloatArray:
        """Return the positions of the rows, (n, 2)."""
        return poses_of(self.rows)[0]

    def centres(self) -> FloatArray:
        """Return the centres of discs in the frames of their groups; (0, 0) for other parts."""
        return centres_of(self.rows)

    def taken(self, rows: list[int]) -> GroupTable:
        """Return some of the rows."""
        return GroupTable(self.items[np.array(rows, np.intp)])

    def compiled(self) -> GroupSide:
        """Return the rows as a side of compiled plans."""
        return GroupSide(self.rows)


def posed_rings(rows: PosedGroups, row: int) -> Rings | None:
    """Return the rings of a row in the world: vertices, and where each ends; None without any."""
    table, geometry = rows.table.rings, rows.geometry_of(row)
    if table is None or not rows.is_posed or not table.size(geometry):
        return None
    vertices = np.empty((table.size(geometry), 2))
    ends = np.empty(table.ring_count(geometry), np.intp)
    table.read(geometry, vertices, ends)
    rows.read_rings(row, vertices)
    return vertices, ends


def poses_of(rows: PosedGroups) -> tuple[FloatArray, FloatArray]:
    """Return the positions and the angles of rows of groups."""
    positions, angles = np.empty((rows.count, 2)), np.empty(rows.count)
    rows.read_poses(positions, angles)
    return positions, angles


def part_rows_of(rows: PosedGroups) -> IndexArray:
    """Return for each part of rows of groups its number in their table."""
    starts, geometry = np.empty(rows.count + 1, np.intp), np.empty(rows.count, np.intp)
    rows.read_starts(starts)
    rows.read_geometry(geometry)
    first = np.empty(rows.table.count, np.intp)
    rows.table.read_firsts(first)
    own = np.arange(starts[-1]) - np.repeat(starts[:-1], np.diff(starts))
    return own + np.repeat(first[geometry], np.diff(starts))


def centres_of(rows: PosedGroups) -> FloatArray:
    """Return the centres of discs of rows of groups, in their frames; (0, 0) for other parts."""
    centres = np.zeros((rows.table.parts.count, 2))
    rows.table.read_centres(centres)
    return centres[part_rows_of(rows)]


AnyGroups = Groups | GroupTable


class Rows:
    """The rows of a block, as a side of pairs."""

    def __init__(self, block: ShapeBlock) -> None:
        self.block = block
        self.count = block.count

    def parts(self, row: int) -> tuple[ShapeBlock, ShapeTree | None]:
        """Return a row, without a tree."""
        if self.count == 1:
            return self.block, None
        return self.block.take(np.array([row], np.intp)), None

    def posed_rings(self, row: int) -> None:
        """Return None: shapes are no outlines."""
        return

    def is_group(self, row: int) -> bool:
        """Whether a row is a group: none is."""
        return False

    def place(self, row: int) -> None:
        """Return None: shapes turn about their positions."""
        return


def side_of(side: ShapeBlock | AnyGroups) -> AnyGroups | Rows:
    """Return rows of a block, or groups, as a side of pairs."""
    return Rows(side) if isinstance(side, ShapeBlock) else side


def holds_groups(items: Iterable[object]) -> bool:
    """Whether any of the items is a group."""
    return any(issubclass(kind, Group) for kind in set(map(type, items)))
