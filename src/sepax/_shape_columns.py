"""Columns of points and convex polygons in Arrow memory, as arrays of shapes, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self, overload

import numpy as np

from sepax._base.arguments import BoolArray
from sepax._contents import ArrayContents
from sepax._geometry import rings

if TYPE_CHECKING:
    from sepax._geometry.geoarrow import ArrowColumn


class ShapeColumns(ArrayContents):
    """The part of `ShapeArray` that reads and makes columns in Arrow memory."""

    __slots__ = ()

    @overload
    @classmethod
    def from_arrow(cls, column: Any, invalid: Literal["raise", "hull"] = ...) -> Self: ...
    @overload
    @classmethod
    def from_arrow(cls, column: Any, invalid: Literal["skip"]) -> tuple[Self, BoolArray]: ...
    @classmethod
    def from_arrow(
        cls, column: Any, invalid: Literal["raise", "hull", "skip"] = "raise"
    ) -> Self | tuple[Self, BoolArray]:
        """Points, or convex polygons without holes, from a column in Arrow memory.

        Local and world coordinates are the same; those of a point are its position.

        Parameters
        ----------
        column : object with __arrow_c_array__ or __arrow_c_stream__
            A column of the kind geoarrow.point, .polygon, .multipolygon or .wkb, as of
            `CompoundArray.from_arrow`.
        invalid : {"raise", "hull", "skip"}, default "raise"
            How to handle polygons that are not convex or have holes, and several in one row: raise
            an error, use the convex hull of all their points, or leave the row out. Rows that are
            null or empty are errors, or left out by "skip".

        Returns
        -------
        ShapeArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rows are in it.

        Raises
        ------
        ImportError
            For WKB, if shapely is not installed.
        TypeError
            For anything else than such columns.
        ValueError
            For a row that cannot be used, with its index.

        Examples
        --------
        >>> boxes = sepax.ShapeArray.boxes(2, [1, 2])
        >>> sepax.ShapeArray.from_arrow(boxes.to_arrow()).areas
        array([2., 4.])
        """
        from sepax._geometry.geoarrow import geometries_of, read_column, rings_of_column

        rings.require_invalid(invalid)
        found = read_column(column, "point", "polygon", "multipolygon")
        if found.kind == "wkb":
            of_shapely: Any = cls  # which has the method
            made: Self | tuple[Self, BoolArray]
            made = of_shapely.from_shapely(geometries_of(found, invalid), invalid)
            return made
        vertices, offsets = rings_of_column(found, invalid)
        flat, position, fewest = np.zeros(1), np.zeros((1, 2)), 3
        if found.kind == "point":
            fewest, position = 1, np.zeros((len(offsets) - 1, 2))
            position[np.diff(offsets) > 0] = vertices
        block, kept = rings.checked_rings(
            vertices, offsets, flat, position, 0.0, invalid, fewest=fewest
        )
        return cls._of(block) if kept is None else (cls._of(block), kept)

    def to_arrow(self) -> ArrowColumn:
        """World shapes as a column in Arrow memory, of the kind geoarrow.polygon or .point.

        Returns
        -------
        ArrowColumn
            An object with `__arrow_c_array__`, which pyarrow, geopandas, polars and others read
            without a copy. Its points are interleaved, ``FixedSizeList<double>[2]``, and its rings
            are closed.

        Raises
        ------
        ValueError
            For shapes that are neither all points nor all polygons, and for radii. The message
            names the first: `to_shapely` makes geometries of any shape.

        Examples
        --------
        >>> sepax.ShapeArray.boxes([2, 4], 2).to_arrow()
        <ArrowColumn: 2 of geoarrow.polygon>
        >>> sepax.ShapeArray.points([(0, 0), (3, 0)]).to_arrow()
        <ArrowColumn: 2 of geoarrow.point>
        """
        from sepax._geometry.geoarrow import ArrowColumn, closed_rings

        offsets = self.offsets
        sizes = np.diff(offsets)
        are_points = bool(len(sizes)) and sizes[0] == 1
        odd = (self.radii > 0.0) | (sizes != 1 if are_points else sizes < 3)
        if odd.any():
            row = int(np.argmax(odd))
            kind = "point" if are_points else "polygon"
            raise ValueError(f"shape {row} is no {kind}: {self[row]!r}; see to_shapely")
        if are_points:
            return ArrowColumn("point", self.vertices)
        points, ends = closed_rings(self.vertices, offsets)
        return ArrowColumn("polygon", points, np.arange(len(ends)), ends)
