"""Groups in a scene: all their parts in one block with one tree, and the owner of each part."""

from __future__ import annotations

from _thread import LockType
from collections.abc import Iterable, Mapping, Set
from typing import Any, NamedTuple

import numpy as np

from sepax._arguments import IndexArray, LabelArray
from sepax._core.arguments import cure_for, described, name_of, number
from sepax._core.arrays.block import ShapeBlock, block_of_array
from sepax._core.arrays.constructors import of_shape, of_shapes
from sepax._core.arrays.groups import GroupSide
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.posed import PosedGroups
from sepax._core.arrays.row_scene import RowScene
from sepax._core.arrays.worlds import Worlds
from sepax._core.interrupts import PIECE
from sepax._core.shape import Shape
from sepax.groups.sides import AnyGroups, Group, Groups, GroupTable, holds_groups

_FEW_PARTS = 2  # a row, up to which lanes over pairs of parts take less than pairs of rows
_SORTED_AT_ONCE = 200_000  # rows: a tenth of a second


class RowCount:
    """A scene that only knows the number of its shapes and groups."""

    def __init__(self, count: int) -> None:
        self.count = count


class Parts(NamedTuple):
    """A scene for compiled code: shapes, or the parts of groups with their owners."""

    scene: ShapeBlock | ShapeTree
    groups: AnyGroups | None
    owners: IndexArray | None
    worlds: Worlds | None = None  # the groups of rows that an index keeps together
    known: RowScene | None = None  # of an index

    @property
    def block(self) -> ShapeBlock:
        """The parts."""
        return self.scene.block if isinstance(self.scene, ShapeTree) else self.scene

    @property
    def row_count(self) -> int:
        """How many shapes and groups there are."""
        return self.block.count if self.groups is None else self.groups.count

    @property
    def starts(self) -> IndexArray | None:
        """Where the parts of each begin, and the end; None where each row is its own."""
        if self.groups is None or self.owners is None:
            return None
        return np.searchsorted(self.owners, np.arange(self.groups.count + 1)).astype(np.intp)

    @property
    def labels(self) -> LabelArray | None:
        """The label of each shape and group, of an index that keeps labels together."""
        if self.worlds is None:
            return None
        known = known_labels(self.worlds)
        return known if self.starts is None else known[self.starts[:-1]]

    def by_rows(self) -> Parts:
        """Return the shapes and groups as a scene of single rows."""
        if self.known is not None:
            worlds = self.known.worlds
        else:
            worlds = None if self.labels is None else worlds_of(self.labels)
        count: Any = RowCount(self.row_count)
        return Parts(count, None, None, worlds)

    def as_convex(self) -> Parts:
        """Return rows of one part each as the convex shapes that they are."""
        if self.groups is None or not self.groups.are_convex:
            return self
        return Parts(self.scene, None, None, self.worlds)

    @property
    def suits_parts(self) -> bool:
        """Whether pairs are found sooner by parts: there are few a row, and they are exact."""
        return self.groups is None or (
            self.block.count <= _FEW_PARTS * self.row_count and not self.groups.is_posed
        )

    @property
    def largest(self) -> float:
        """The largest coordinate of all boxes."""
        bounds = np.empty((self.block.count, 4))
        self.block.read_bounds(bounds)
        return float(np.abs(bounds).max(initial=0.0))

    def side(self) -> GroupSide:
        """Return the shapes and groups as rows of compiled queries."""
        return GroupSide(self.block) if self.groups is None else self.groups.compiled()

    def row_scene(self, worlds: Worlds | None) -> RowScene:
        """Return them in a tree, with rows of one label side by side."""
        if self.known is not None and self.known.worlds is worlds:
            return self.known
        return RowScene(self.side(), worlds)

    def of_rays(self, worlds: Worlds | None) -> ShapeBlock | ShapeTree | RowScene | GroupSide:
        """Return what rays are asked about, of groups those of an index or all."""
        if self.groups is None:
            return self.scene
        if self.known is not None and self.known.worlds is worlds:
            return self.known
        return self.side()

    @property
    def sides(self) -> ShapeBlock | AnyGroups:
        """The argument for plans of pairs."""
        return self.block if self.groups is None else self.groups


def block_or_groups(shapes: Any, name: str) -> ShapeBlock | AnyGroups:
    """Return the block of a shape, an array, or shapes of any iterable; or what has groups."""
    if isinstance(shapes, Shape):
        return of_shape(shapes)
    if (block := block_of_array(shapes)) is not None:
        return block
    if isinstance(shapes, Group):
        return Groups([shapes], name)
    if isinstance(getattr(shapes, "_groups", None), PosedGroups):
        return GroupTable(shapes)
    if isinstance(shapes, Iterable) and not isinstance(shapes, (str, bytes, Set, Mapping)):
        items = list(shapes)
        try:
            return Groups(items, name) if holds_groups(items) else of_shapes(items, name)
        except TypeError as error:
            if (whole := _as_a_whole(shapes, items)) is None:
                raise
            raise TypeError(f"{error}; {name} is {whole}") from None
    raise TypeError(
        f"{name} must be a shape (Polygon, Circle, ...), a ShapeArray or several shapes in order, "
        f"got {described(shapes)}"
    )


def as_convex(side: ShapeBlock | AnyGroups) -> ShapeBlock | AnyGroups:
    """Return rows of one part each as the convex shapes that they are."""
    if isinstance(side, GroupTable) and side.rows.are_convex:
        return side.rows.world_block()  # type: ignore[no-any-return]
    return side


def posed_table(shapes: Any) -> GroupTable | None:
    """Return the rows of an array of groups that poses were given; None for anything else.

    Rows of one part each are convex shapes.
    """
    if isinstance(shapes, Group) or not isinstance(
        rows := getattr(shapes, "_groups", None), PosedGroups
    ):
        return None
    return GroupTable(shapes) if rows.is_posed and not rows.are_convex else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _as_a_whole(shapes: Any, items: list[Any]) -> str | None:
    """Describe a single thing, or numbers, given in place of a list of shapes; else None."""
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
    """Return the block of convex shapes: for functions that take no groups."""
    block = block_or_groups(shapes, name)
    if isinstance(block, ShapeBlock):
        return block
    raise TypeError(f"{name} must be convex shapes, got a compound: use the .parts of it")


def parts_of(scene: Any, name: str, *, exact: bool = False) -> Parts:
    """Return the parts of a scene: of an index, a shape, an array, or groups.

    For questions with exact answers, rows of one part each are the convex shapes that they are.
    """
    if isinstance(indexed := getattr(scene, "_indexed", None), Indexed):
        if indexed.source.is_stale:
            raise ValueError(
                f"{name} is a {type(scene).__name__} of an array whose poses were set since: call "
                "its refresh() once they are, before the next query"
            )
        return indexed.parts.as_convex() if exact else indexed.parts
    shapes = block_or_groups(scene, name)
    if exact:
        shapes = as_convex(shapes)
    if isinstance(shapes, ShapeBlock):
        return Parts(shapes, None, None)
    if isinstance(shapes, Groups) and shapes.count == 1:
        block, own_tree = shapes.parts(0)
        return Parts(own_tree or block, shapes, np.zeros(block.count, np.intp))
    block, owners = shapes.joined()
    return Parts(block, shapes, owners)


def whole_rows(scene: Any, name: str) -> Parts:
    """Return a scene whose shapes and groups are asked as a whole: no parts are posed for it."""
    if isinstance(getattr(scene, "_indexed", None), Indexed):
        parts = parts_of(scene, name, exact=True)
        if parts.groups is None:
            return parts
        return parts.by_rows()._replace(groups=parts.groups, known=parts.known)
    shapes = as_convex(block_or_groups(scene, name))
    if isinstance(shapes, ShapeBlock):
        return Parts(shapes, None, None)
    count: Any = RowCount(shapes.count)
    return Parts(count, shapes, None)


def other_parts(a: Any, b: Any, *, exact: bool = False) -> Parts | None:
    """Return the parts of the scene that another is asked about; None without one."""
    if b is None:
        return None
    parts = parts_of(b, "b", exact=exact)
    require_another(a, b)
    return parts


def require_another(a: Any, b: Any) -> None:
    """Refuse the same shapes on both sides: each would meet itself, each pair come twice."""
    if _origin(a) is _origin(b):
        raise ValueError(
            "a and b are the same shapes: leave b out to ask about them among themselves; to "
            "compare each with all of them, itself too, give a copy as b"
        )


def _origin(scene: Any) -> Any:
    """Return the array that an index follows; of anything else that itself."""
    indexed = getattr(scene, "_indexed", None)
    if isinstance(indexed, Indexed) and indexed.array is not None:
        return indexed.array
    return scene


def each_once(first: IndexArray, second: IndexArray, count: int) -> IndexArray:
    """Return rows, whose first numbers are in order, sorted and without repeats.

    They are sorted as one number each, in pieces: NumPy does not hear Ctrl-C while it sorts.
    """
    pieces = [np.empty((0, 2), np.intp)]
    start = 0
    while start < len(first):
        last = first[min(start + _SORTED_AT_ONCE, len(first)) - 1]
        stop = int(np.searchsorted(first, last, side="right"))
        if stop - start > _SORTED_AT_ONCE and first[start] == last:  # too many even of one
            present = np.zeros(count, np.bool_)
            present[second[start:stop]] = True
            found = last * count + np.flatnonzero(present)
        else:
            found = np.sort(first[start:stop] * count + second[start:stop])
            found = found[np.append(True, found[1:] != found[:-1])]  # np.unique takes far longer
        pieces.append(np.column_stack(np.divmod(found, max(count, 1))))
        start = stop
    return np.concatenate(pieces)


def _each_once_of(pairs: IndexArray, here: Parts, there: Parts | None) -> IndexArray:
    """Return the pairs of groups that some pairs of parts belong to."""
    other = here if there is None else there
    i, j = (np.ascontiguousarray(column) for column in pairs.T)
    i = i if here.owners is None else here.owners[i]
    j = j if other.owners is None else other.owners[j]
    if there is None:
        apart = i != j
        i, j = i[apart], j[apart]
    return each_once(i, j, other.row_count)


def owner_pairs(pairs: IndexArray, here: Parts, there: Parts | None) -> IndexArray:
    """Return the pairs of groups that pairs of parts belong to, each once and sorted.

    Pairs of parts are taken in pieces, so the same pair of groups may come from two pieces.
    """
    starts = range(0, len(pairs), PIECE) or [0]
    found = [_each_once_of(pairs[start : start + PIECE], here, there) for start in starts]
    if len(found) == 1:
        return found[0]
    i, j = (np.ascontiguousarray(column) for column in np.concatenate(found).T)
    return each_once(i, j, (here if there is None else there).row_count)


def worlds_of(labels: LabelArray) -> Worlds:
    """Return the groups of rows with these labels."""
    return Worlds(labels.view(np.intp), labels.dtype.kind == "u")


def known_labels(worlds: Worlds) -> LabelArray:
    """Return the label of each row."""
    labels: IndexArray = np.empty(worlds.rows, np.intp)
    worlds.read_labels(labels)
    return labels.view(np.uintp) if worlds.are_unsigned else labels


class GroupTree:
    """The parts of groups and shapes in one tree; it takes new poses of an array on request."""

    def __init__(self, groups: AnyGroups, labels: LabelArray | None) -> None:
        self._rows = groups.rows if isinstance(groups, GroupTable) else None
        self._changes = 0 if self._rows is None else self._rows.changes  # before they are read
        block, owners = groups.joined()
        worlds = None if labels is None else worlds_of(labels[owners])
        self.tree = ShapeTree(block, worlds)
        parts = Parts(self.tree, groups, owners, worlds)
        self.parts = parts._replace(known=parts.row_scene(parts.by_rows().worlds))

    @property
    def is_stale(self) -> bool:
        """Whether this thread has set poses of the array since, as `ShapeTree.is_stale`."""
        return self._rows is not None and self._rows.changed_here_since(self._changes)

    def refresh(self) -> None:
        """Take up the poses of the array."""
        assert self._rows is not None
        changes = self._rows.changes
        if (block := self._rows.world_block()) is not self.tree.block:
            self.tree = ShapeTree(block, self.parts.worlds)
            self.parts = self.parts._replace(scene=self.tree)
        self.tree.refresh()
        worlds = self.parts.by_rows().worlds
        self.parts = self.parts._replace(known=None)
        self.parts = self.parts._replace(known=self.parts.row_scene(worlds))
        self._changes = changes


class Indexed(NamedTuple):
    """All that an index has. It is replaced as a whole: a reader has an array and its own tree."""

    array: Any  # the ShapeArray or CompoundArray that it follows; None if it holds copies
    source: ShapeTree | GroupTree
    lock: LockType  # for refresh

    @property
    def parts(self) -> Parts:
        """The index as a scene."""
        if isinstance(self.source, GroupTree):
            return self.source.parts
        return Parts(self.source, None, None, self.source.worlds)

    @property
    def tree(self) -> ShapeTree:
        """The present tree of the shapes, or of the parts."""
        return self.source.tree if isinstance(self.source, GroupTree) else self.source
