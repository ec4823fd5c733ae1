"""Columns of polygons in Arrow memory, as arrays of compounds, and back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Self, overload

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import BoolArray
from sepax._core.arrays.posed import CompoundRows
from sepax._rows.part_tables import outer_rings, rows_of_table, world_rings
from sepax._verbs.methods import ArrayMethods
from sepax.outline_rows import from_columns
from sepax.outlines import origins_of

if TYPE_CHECKING:
    from sepax._geometry.geoarrow import ArrowColumn
    from sepax.outline_rows import Made
    from sepax.repairs import Repairs


class CompoundColumns(ArrayMethods):
    """The part of `CompoundArray` that reads and makes columns in Arrow memory."""

    __slots__ = ("_rows",)

    _rows: CompoundRows

    @classmethod
    def _of(cls, compounds: CompoundRows) -> Self:
        array = super().__new__(cls)
        array._rows = compounds
        return array

    @classmethod
    def _made(cls, made: Made, invalid: str) -> Self | tuple[Self, BoolArray | Repairs]:
        """Return an array, and what was left out or mended if that is asked for."""
        array = cls._of(made.rows)
        if made.places is not None:
            array._rows.set_poses(None, made.places, np.zeros(len(made.places)))
        if made.repairs is not None:
            return array, made.repairs
        return (array, made.kept) if invalid == "skip" else array

    @overload
    @classmethod
    def from_arrow(
        cls,
        column: Any,
        invalid: Literal["raise"] = ...,
        *,
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> Self: ...
    @overload
    @classmethod
    def from_arrow(
        cls,
        column: Any,
        invalid: Literal["skip"],
        *,
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> tuple[Self, BoolArray]: ...
    @classmethod
    def from_arrow(
        cls,
        column: Any,
        invalid: Literal["raise", "skip"] = "raise",
        *,
        origin: npt.ArrayLike | None = None,
        workers: int = 1,
    ) -> Self | tuple[Self, BoolArray | Repairs]:
        """Polygons with holes from a column in Arrow memory, a row for each, as GeoArrow has them.

        Parameters
        ----------
        column : object with __arrow_c_array__ or __arrow_c_stream__
            Such as an array or a chunked array of pyarrow, a series of polars,
            ``frame.geometry.to_arrow("geoarrow")`` of geopandas or `to_arrow` of an array. Its kind
            is geoarrow.polygon or .multipolygon (lists in lists of coordinates, which may have no
            name), or geoarrow.wkb, of any geometry that `from_shapely` takes. Z and M are ignored.
        invalid : {"raise", "skip"}, default "raise"
            How to handle a row that is null or empty, or has an outline that `convex_parts`
            refuses: raise an error, or leave it out.
        origin : None, "centroid", pair of float or (n, 2) array-like, optional
            The pivot of each row, as of `Compound.from_polygon`: it becomes the position. The
            centroid is that of the row.
        workers : int, default 1
            The most threads to work at once.

        Returns
        -------
        CompoundArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rows are in it.

        Raises
        ------
        ImportError
            If shapely is not installed: for WKB, and for rows of several polygons.
        TypeError
            For columns of other kinds.
        ValueError
            For a row that cannot be used, with its index.

        Notes
        -----
        Interleaved float64 coordinates of two dimensions, in one chunk, are read where they lie,
        also of a slice. Separated ones (x, y), those with Z and several chunks are copied first, as
        are offsets, to 64 bits. The array keeps nothing of the column.

        Examples
        --------
        >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
        >>> parcels = sepax.CompoundArray.from_outlines(corner + corner[:3], [0, 6, 9])
        >>> column = parcels.to_arrow()
        >>> sepax.CompoundArray.from_arrow(column, origin="centroid").areas
        array([6., 2.])
        """
        from sepax._geometry.geoarrow import are_apart, geometries_of, outlines_of, read_column

        found = read_column(column, "polygon", "multipolygon")
        if found.kind == "wkb":
            of_shapely: Any = cls  # which has the method
            given, options = geometries_of(found, invalid), {"origin": origin, "workers": workers}
            answer: Self | tuple[Self, BoolArray | Repairs]
            answer = of_shapely.from_shapely(given, invalid, **options)
            return answer
        outlines, kept = outlines_of(found, invalid)
        places = None if origin is None else origins_of(origin, *outlines)
        apart = partial(are_apart, outlines, kept)
        made = from_columns(outlines, kept, apart, places, invalid, workers)
        return cls._made(made, invalid)

    def to_arrow(self) -> ArrowColumn:
        """World outlines as a column in Arrow memory, of the kind geoarrow.polygon.

        Of the kind geoarrow.multipolygon if a row has several outer rings.

        Returns
        -------
        ArrowColumn
            An object with `__arrow_c_array__`, which pyarrow, geopandas, polars and others read
            without a copy. Its points are interleaved, ``FixedSizeList<double>[2]``, and its rings
            are closed, exteriors counter-clockwise, holes clockwise.

        Raises
        ------
        ValueError
            For a compound that is a union of parts and has no outline. The message has its index.

        Examples
        --------
        >>> square, hole = [(0, 0), (6, 0), (6, 6), (0, 6)], [(1, 1), (5, 1), (5, 5), (1, 5)]
        >>> frames = sepax.CompoundArray.from_outlines(square + hole, [0, 4, 8], [0, 2])
        >>> frames.to_arrow()
        <ArrowColumn: 1 of geoarrow.polygon>
        """
        from sepax._geometry.geoarrow import column_of_rings

        rows, rings = self._rows, world_rings(self._rows)
        return column_of_rings(rings, outer_rings(rows.table, rings, rows_of_table(rows)))
