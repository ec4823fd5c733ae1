"""Scenes: convex shapes, or rows with compounds among them; and the trees of an index."""

from __future__ import annotations

from _thread import LockType
from typing import Any, NamedTuple

import numpy as np

from sepax._base.arguments import FloatArray, IndexArray, LabelArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.row_scene import RowScene
from sepax._core.arrays.sides import RowSide
from sepax._core.arrays.visibility import RowGroups
from sepax._rows.sides import AnyRows, AnySide, RowTable, as_convex, block_or_rows


class Scene(NamedTuple):
    """What a query is about: convex shapes, with or without a tree, or rows with compounds."""

    shapes: ShapeBlock | ShapeTree | None  # None for rows with compounds, and then:
    rows: AnyRows | None
    row_groups: RowGroups | None = None  # the groups of rows that an index keeps together
    known: RowScene | None = None  # the tree of an index of rows
    row_side: RowSide | None = None  # the rows for compiled queries, which read them once

    @property
    def side(self) -> AnySide:
        """The argument for plans of pairs."""
        return self.block if self.rows is None else self.rows

    @property
    def block(self) -> ShapeBlock:
        """The convex shapes."""
        return self.convex.block if isinstance(self.convex, ShapeTree) else self.convex

    @property
    def convex(self) -> ShapeBlock | ShapeTree:
        """The convex shapes, with their tree if there is one."""
        assert self.shapes is not None
        return self.shapes

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        return self.side.count

    @property
    def labels(self) -> LabelArray | None:
        """The label of each row, of an index that keeps labels together."""
        return None if self.row_groups is None else known_labels(self.row_groups)

    @property
    def has_tree(self) -> bool:
        """Whether it is an index."""
        return self.known is not None or isinstance(self.shapes, ShapeTree)

    def outlines(self) -> RowSide:
        """Return the rows for queries that need no parts of outlines."""
        return RowSide(self.convex) if self.row_side is None else self.row_side

    def compiled(self) -> RowSide:
        """Return the rows for compiled queries."""
        side = self.outlines()
        side.need_parts()
        return side

    def row_scene(self, row_groups: RowGroups | None, in_order: bool = True) -> RowScene:
        """Return the rows in a tree, with those of one label side by side."""
        side = self.compiled()
        if self.known is not None and self.known.row_groups is row_groups:
            return self.known
        return RowScene(side, row_groups, None, in_order)

    def tree_of_outlines(self) -> RowScene:
        """Return the rows in a tree, for queries that need no parts of outlines."""
        return RowScene(self.outlines()) if self.known is None else self.known

    def with_tree(self) -> Scene:
        """Return the scene with a tree, for many queries."""
        if self.has_tree or not self.row_count:
            return self
        if self.rows is None:
            return self._replace(shapes=ShapeTree(self.block, self.row_groups))
        return self._replace(known=self.row_scene(self.row_groups))

    def of_rays(
        self, row_groups: RowGroups | None, are_thin: bool
    ) -> ShapeBlock | ShapeTree | RowScene | RowSide:
        """Return what rays are asked about. Rays without a radius need no parts of outlines."""
        if self.shapes is not None:
            return self.shapes
        side = self.outlines() if are_thin else self.compiled()
        if self.known is not None and self.known.row_groups is row_groups:
            return self.known
        return side

    def boxes(self) -> FloatArray:
        """Return the bounding boxes of the rows, (n, 4), rounded outwards."""
        boxes: FloatArray = np.empty((self.row_count, 4))
        self.outlines().read_boxes(boxes, 0.0)
        return boxes


def scene_of(scene: Any, name: str, *, exact: bool = False) -> Scene:
    """Return a scene: of an index, a shape, an array, or compounds; their parts are not posed.

    For questions with exact answers, rows of one part each are the convex shapes that they are.
    """
    if isinstance(indexed := getattr(scene, "_indexed", None), Indexed):
        if indexed.source.is_stale:
            raise ValueError(
                f"{name} is a {type(scene).__name__} of an array whose poses were set since: call "
                "its refresh() once they are, before the next query"
            )
        return indexed.exact_scene if exact else indexed.scene
    side = block_or_rows(scene, name)
    if exact:
        side = as_convex(side)
    return Scene(side, None) if isinstance(side, ShapeBlock) else scene_of_rows(side)


def scene_of_rows(rows: AnyRows) -> Scene:
    """Return a scene of rows without a tree."""
    return Scene(None, rows, row_side=rows.compiled())


def other_scene(a: Any, b: Any, *, exact: bool = False) -> Scene | None:
    """Return the scene of b; None without b."""
    if b is None:
        return None
    scene = scene_of(b, "b", exact=exact)
    require_another(a, b)
    return scene


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


def groups_of_labels(labels: LabelArray) -> RowGroups:
    """Return the groups of rows with these labels."""
    return RowGroups(labels.view(np.intp), labels.dtype.kind == "u")


def known_labels(row_groups: RowGroups) -> LabelArray:
    """Return the label of each row."""
    labels: IndexArray = np.empty(row_groups.rows, np.intp)
    row_groups.read_labels(labels)
    return labels.view(np.uintp) if row_groups.are_unsigned else labels


class RowIndex:
    """Compounds and shapes in a tree of rows; it takes new poses of an array on request."""

    def __init__(self, rows: AnyRows, labels: LabelArray | None) -> None:
        self._posed = rows.rows if isinstance(rows, RowTable) else None
        self._rows, self._row_groups = rows, None if labels is None else groups_of_labels(labels)
        self.refresh()

    @property
    def is_stale(self) -> bool:
        """Whether this thread has set poses of the array since, as `ShapeTree.is_stale`."""
        return self._posed is not None and self._posed.changed_here_since(self._changes)

    def refresh(self) -> None:
        """Take up the poses of the array."""
        self._changes = 0 if self._posed is None else self._posed.changes  # before they are read
        side = self._rows.compiled()
        known = RowScene(side, self._row_groups)
        scene = exact = Scene(None, self._rows, self._row_groups, known, side)
        if isinstance(block := as_convex(self._rows), ShapeBlock):
            exact = Scene(ShapeTree(block, self._row_groups), None, self._row_groups)
        self.scenes = scene, exact


class Indexed(NamedTuple):
    """All that an index has. It is replaced as a whole: a reader has an array and its own tree."""

    array: Any  # the ShapeArray or CompoundArray that it follows; None if it holds copies
    source: ShapeTree | RowIndex
    lock: LockType  # for refresh

    @property
    def scene(self) -> Scene:
        """The index as a scene."""
        if isinstance(self.source, RowIndex):
            return self.source.scenes[0]
        return Scene(self.source, None, self.source.row_groups)

    @property
    def exact_scene(self) -> Scene:
        """The same for questions with exact answers: rows of one part each are convex shapes."""
        return self.source.scenes[1] if isinstance(self.source, RowIndex) else self.scene

    @property
    def parts(self) -> ShapeBlock:
        """The shapes, or all parts of compounds."""
        scene = self.scene
        return scene.block if scene.rows is None else scene.rows.parts()
