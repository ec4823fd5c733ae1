"""ShapeIndex: an array of shapes, or compounds, with a tree of their bounding boxes."""

from __future__ import annotations

from _thread import allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.shape import Shape
from sepax._geometry.shape import added_to
from sepax._rows.scenes import Indexed, RowIndex, groups_of_labels
from sepax._rows.sides import CompoundBase, RowList, RowTable, block_or_rows
from sepax._rows.visibility import read_labels
from sepax._verbs.methods import Others
from sepax.arrays import ShapeArray, Shapes


class ShapeIndex:
    """An array of shapes and a tree of their bounding boxes: build once, query often.

    `find_pairs`, `sweep_pairs`, `first_impacts`, `intersects_any`, `nearest`, `raycast`
    and `contains` take one in place of an array. The answers are those of the array, to the bit;
    a query of few shapes takes microseconds, however large the array is.

    Parameters
    ----------
    array : ShapeArray, CompoundArray, Compound, or shapes and compounds in any iterable
        A `ShapeArray` or a `CompoundArray` is not copied: the index follows the poses of its rows.
        Anything else is copied: what moves later does not move in the index.
    groups : (n,) array-like of int, optional
        A label for each row, as queries have it: the tree keeps rows of equal label together, and
        a query needs the labels of its other side alone.

    Attributes
    ----------
    array : ShapeArray
        The `ShapeArray` that it follows. Else a copy: the shapes, or the parts of all compounds.

    See Also
    --------
    refresh : to be called when poses of the array have changed.

    Notes
    -----
    A packed R-tree along Hilbert's curve (Kamel and Faloutsos, On packing R-trees,
    1993). It takes some 45 bytes a shape besides the array, and some 200 a compound. To build it
    takes about as long as one `find_pairs`.

    Examples
    --------
    >>> crates = sepax.ShapeArray.boxes(2, 2, [(0, 0), (5, 0), (6, 1)])
    >>> index = sepax.ShapeIndex(crates)
    >>> index
    <ShapeIndex of 3 shapes>
    >>> sepax.contains(index, (5.5, 0.5))
    array([1, 2])
    >>> sepax.intersects_any(sepax.ShapeArray.circles([(0, 2), (3, 9)], 1), index)
    array([ True, False])
    """

    __slots__ = ("__weakref__", "_indexed")

    _indexed: Indexed

    def __init__(self, array: Others, groups: npt.ArrayLike | None = None) -> None:
        """Build the tree."""
        given = array._block if isinstance(array, ShapeArray) else block_or_rows(array, "array")
        labels = None if groups is None else read_labels(groups, "groups", given.count)
        source: ShapeTree | RowIndex
        if isinstance(given, ShapeBlock):
            source = ShapeTree(given, None if labels is None else groups_of_labels(labels))
        else:
            source = RowIndex(given.copied() if isinstance(given, RowList) else given, labels)
        is_array = isinstance(array, ShapeArray) or isinstance(given, RowTable)
        # By one assignment: other threads may query it, or give it another array.
        self._indexed = Indexed(array if is_array else None, source, allocate_lock())

    if not TYPE_CHECKING:  # it would take every name to exist

        def __getattr__(self, name: str) -> NoReturn:
            """Raise for missing attributes: all are, if a subclass skips ``__init__``."""
            if name in ShapeIndex.__slots__:
                raise ValueError(
                    f"this {type(self).__name__} was never initialised: its __init__ must call "
                    "super().__init__() with an array of shapes"
                )
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def array(self) -> ShapeArray:
        """The `ShapeArray` that it follows. Else a copy: the shapes, or all parts of compounds."""
        indexed = self._indexed
        if isinstance(indexed.array, ShapeArray):
            return indexed.array
        return ShapeArray(ShapeArray._of(indexed.parts))

    def refresh(self) -> None:
        """Take up the present poses of the array, once some were set.

        Before that, the boxes are those of the old poses: queries by the thread that set poses of
        the array raise `ValueError`, and answers in other threads are unspecified. The time is
        proportional to the number of new poses: microseconds for one of 100,000 shapes, and less
        than half of the time to build for all. If shapes have moved so far that queries would
        visit twice as many boxes as at first, the tree is built anew. Queries in other threads
        meanwhile give an unspecified answer, but do no harm.

        Raises
        ------
        TypeError
            For an index that was not made of a `ShapeArray` or a `CompoundArray`: it holds copies.

        Examples
        --------
        >>> crates = sepax.ShapeArray.boxes(2, 2, [(0, 0), (5, 0), (6, 1)])
        >>> index = sepax.ShapeIndex(crates)
        >>> crates.set_poses(positions=(0, 1), where=[2])
        >>> index.refresh()
        >>> sepax.find_pairs(index)
        array([[0, 2]])
        """
        indexed = self._indexed
        if indexed.array is None:
            raise TypeError(
                f"this {type(self).__name__} holds copies of the shapes that it was made of: make "
                "one of a ShapeArray or a CompoundArray, whose poses it follows, or a new one"
            )
        with indexed.lock:
            indexed.source.refresh()

    def __len__(self) -> int:
        """Return the number of shapes, or of compounds and shapes."""
        return self._indexed.scene.row_count

    def __repr__(self) -> str:
        """Return a line that says how many shapes there are."""
        return f"<ShapeIndex of {len(self)} shapes>"

    def _repr_svg_(self) -> str:
        """Draw the first of the shapes, for notebooks."""
        from sepax.pictures import notebook

        return notebook.shapes_svg(self.array, self._title())

    def _repr_html_(self) -> str:
        """Return the picture above a table of the first rows, for notebooks."""
        from sepax.pictures import notebook

        return notebook.shapes_html(self.array, self._title())

    def _title(self) -> str:
        count = self._indexed.parts.count
        parts = "" if count == len(self) else f" in {count} parts"
        return f"{type(self).__name__}: {len(self)} shapes{parts}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by the array, or by the shapes: a copy builds its own tree."""
        indexed = self._indexed
        array, rows = indexed.array, indexed.scene.rows
        if array is None:
            array = rows.items if isinstance(rows, RowList) else list(self.array)
        added = added_to(self, ShapeIndex.__slots__)
        return type(self), (array, indexed.scene.labels), added


Scene: TypeAlias = Shapes | ShapeIndex
AnyScene: TypeAlias = Scene | CompoundBase | Iterable[Shape | CompoundBase]
