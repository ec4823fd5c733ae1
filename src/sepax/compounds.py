"""CompoundArray: many concave shapes, for which every verb has a form."""

from __future__ import annotations

from _thread import allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, overload

import numpy as np
import numpy.typing as npt

from sepax import outline_rows
from sepax._base.arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    Rows,
    dimensions,
    filled,
    indices,
    new_poses,
    numbers,
    of_one_length,
    read_only,
    row_number,
    row_numbers,
    vectors,
    within_limits,
    within_turns,
)
from sepax._compound_columns import CompoundColumns
from sepax._core.arguments import described
from sepax._core.arrays.compound import CompoundBase
from sepax._core.arrays.posed import CompoundRows
from sepax._core.arrays.row_measures import read_areas, read_centroids
from sepax._geometry.shape import add_again, added_to
from sepax._rows.part_tables import (
    Rings,
    first_parts,
    geometry_of,
    joined_rows,
    rings_of,
    rows_of_table,
    some_geometries,
    table_of,
    taken_rows,
)
from sepax._rows.sides import poses_of
from sepax.arrays import ShapeArray
from sepax.shapes import new_object

if TYPE_CHECKING:
    from sepax import Compound
    from sepax.repairs import Repairs


class CompoundArray(CompoundColumns):
    """Concave shapes in a row, each with its own geometry and pose, as a `Compound` has.

    A table of outlines with holes, `from_outlines` and `from_shapely`; or one compound at many
    poses, `at`. All verbs, all queries of scenes and `ShapeIndex` take one, and answer as for a
    list of its compounds, bit for bit. There is no Python object for a row: geometry is stored
    once, in one block, and a pose takes 48 bytes. Parts are posed when a query comes near them.

    One row, ``array[i]``, is a `Compound`, a copy. A slice, indices or a mask make a new array.

    Parameters
    ----------
    compounds : iterable of Compound, optional
        Copied, at their poses: see `from_compounds`.

    Examples
    --------
    >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
    >>> parcels = sepax.CompoundArray.from_outlines(corner + [(9, 0), (12, 0), (9, 4)], [0, 6, 9])
    >>> parcels
    <CompoundArray: 2 compounds, not cut into parts yet>
    >>> parcels.areas
    array([6., 6.])
    >>> sepax.find_pairs(parcels, sepax.ShapeArray.circles([(2, 2), (10, 1)], 0.5))
    array([[1, 1]])
    """

    __slots__ = ("__weakref__",)
    __module__ = "sepax"  # where users find it, and pickles

    _one: ClassVar[type[Compound]]  # the class of a row: set by its module, which is above this one

    def __new__(cls, compounds: Iterable[Compound] = ()) -> Self:
        """Copy compounds, or make an array without any."""
        return cls.from_compounds(compounds)

    # --- constructors ---

    @overload
    @classmethod
    def from_outlines(
        cls,
        vertices: npt.ArrayLike,
        ring_offsets: npt.ArrayLike,
        polygon_offsets: npt.ArrayLike | None = ...,
        invalid: Literal["raise"] = ...,
        *,
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> Self: ...
    @overload
    @classmethod
    def from_outlines(
        cls,
        vertices: npt.ArrayLike,
        ring_offsets: npt.ArrayLike,
        polygon_offsets: npt.ArrayLike | None = ...,
        *,
        invalid: Literal["skip"],
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> tuple[Self, BoolArray]: ...
    @overload
    @classmethod
    def from_outlines(
        cls,
        vertices: npt.ArrayLike,
        ring_offsets: npt.ArrayLike,
        polygon_offsets: npt.ArrayLike | None = ...,
        *,
        invalid: Literal["repair"],
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> tuple[Self, Repairs]: ...
    @classmethod
    def from_outlines(
        cls,
        vertices: npt.ArrayLike,
        ring_offsets: npt.ArrayLike,
        polygon_offsets: npt.ArrayLike | None = None,
        invalid: Literal["raise", "skip", "repair"] = "raise",
        *,
        origin: npt.ArrayLike | None = None,
        workers: int = 1,
    ) -> Self | tuple[Self, BoolArray | Repairs]:
        """Outlines with holes, each cut into convex parts as by `convex_parts`.

        Parameters
        ----------
        vertices : (v, 2) array-like
            World coordinates, which are local ones, too: the poses are at the origin. Contiguous
            float64 memory is read where it lies.
        ring_offsets : (r + 1,) array-like of int
            The vertices of ring i are ``vertices[ring_offsets[i]:ring_offsets[i + 1]]``. In either
            winding, open or closed.
        polygon_offsets : (n + 1,) array-like of int, optional
            The rings of outline i are those from ``polygon_offsets[i]`` to
            ``polygon_offsets[i + 1]``: the exterior, then its holes. Without it each ring is an
            outline.
        invalid : {"raise", "skip", "repair"}, default "raise"
            How to handle an outline that `convex_parts` refuses: raise an error, leave it out, or
            mend it with shapely: the row is the region that the exterior goes round and no hole
            does. It may have several exteriors, as a multipolygon has. An outline
            without any area is left out.
        origin : None, "centroid", pair of float or (n, 2) array-like, optional
            The pivot of each outline, as of `Compound.from_polygon`: it becomes the position.
        workers : int, default 1
            The most threads to work at once.

        Returns
        -------
        CompoundArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which outlines are in it.
            With ``invalid="repair"`` the array and `Repairs`.

        Raises
        ------
        ValueError
            For an outline that `convex_parts` would refuse, with its index; for offsets that
            decrease or do not lead from 0 to the number of vertices, or of rings; for another word
            for `invalid`.
        TypeError
            For anything that is not real numbers.
        ImportError
            With ``invalid="repair"``, if shapely is not installed.

        Examples
        --------
        >>> square, hole = [(0, 0), (6, 0), (6, 6), (0, 6)], [(1, 1), (5, 1), (5, 5), (1, 5)]
        >>> frames = sepax.CompoundArray.from_outlines(square + hole, [0, 4, 8], [0, 2])
        >>> frames.areas, frames.contains((3, 3))
        (array([20.]), array([False]))
        """
        given = vertices, ring_offsets, polygon_offsets
        return cls._made(outline_rows.from_outlines(*given, invalid, origin, workers), invalid)

    @overload
    @classmethod
    def from_shapely(
        cls,
        geometries: Any,
        invalid: Literal["raise"] = ...,
        *,
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> Self: ...
    @overload
    @classmethod
    def from_shapely(
        cls,
        geometries: Any,
        invalid: Literal["skip"],
        *,
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> tuple[Self, BoolArray]: ...
    @overload
    @classmethod
    def from_shapely(
        cls,
        geometries: Any,
        invalid: Literal["repair"],
        *,
        origin: npt.ArrayLike | None = ...,
        workers: int = ...,
    ) -> tuple[Self, Repairs]: ...
    @classmethod
    def from_shapely(
        cls,
        geometries: Any,
        invalid: Literal["raise", "skip", "repair"] = "raise",
        *,
        origin: npt.ArrayLike | None = None,
        workers: int = 1,
    ) -> Self | tuple[Self, BoolArray | Repairs]:
        """Shapely's geometries, a row for each: polygons with holes, lines, points, or several.

        Parameters
        ----------
        geometries : (n,) array-like of shapely.Geometry
            Such as the column of a GeoDataFrame, ``frame.geometry``. Each becomes a row as
            `Compound.from_shapely` makes it: a line has a segment for each edge, and no inside.
        invalid : {"raise", "skip", "repair"}, default "raise"
            How to handle a geometry that is empty or missing, has an outline that `convex_parts`
            refuses, or a line without length: raise an error, or leave it out. "repair" mends the
            polygons that are refused, as in `from_outlines`, and drops the lines. It leaves other
            polygons as they are, and leaves out a geometry if nothing of it remains.
        origin : None, "centroid", pair of float or (n, 2) array-like, optional
            The pivot of each row, as of `Compound.from_polygon`: it becomes the position. The
            centroid is that of the geometry.
        workers : int, default 1
            The most threads to work at once.

        Returns
        -------
        CompoundArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which geometries are in it.
            With ``invalid="repair"`` the array and `Repairs`.

        Raises
        ------
        ImportError
            If shapely is not installed.
        ValueError, TypeError
            For geometries that cannot be used, with the index.

        Examples
        --------
        >>> import shapely
        >>> rings = shapely.buffer(shapely.points([(0, 0), (9, 0)]), 2)
        >>> rings = shapely.difference(rings, shapely.box(-1, -1, 1, 1))
        >>> sepax.CompoundArray.from_shapely(rings).contains((0, 0))
        array([False, False])
        >>> lanes = shapely.linestrings([[(0, 0), (4, 0), (4, 3)], [(9, 0), (9, 0), (9, 5)]])
        >>> sepax.CompoundArray.from_shapely(lanes).distance(sepax.Point((5, 2)))
        array([1., 4.])
        """
        return cls._made(outline_rows.from_shapely(geometries, invalid, origin, workers), invalid)

    @classmethod
    def from_compounds(cls, compounds: Iterable[Compound]) -> Self:
        """Copies of compounds, at their poses. Those that are copies of one share its geometry.

        Raises
        ------
        TypeError
            For anything else than a compound. The message has its index.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> sepax.CompoundArray.from_compounds([pair, pair.copy()])
        <CompoundArray: 2 compounds, 4 parts>
        """
        if isinstance(compounds, CompoundArray):
            return cls._of(joined_rows([compounds._rows]))
        if isinstance(compounds, CompoundBase):
            raise TypeError("compounds must be compounds in an iterable, got a Compound")
        items = list(compounds)
        for row, item in enumerate(items):
            if not isinstance(item, CompoundBase):
                raise TypeError(f"compounds[{row}] must be a Compound, got {described(item)}")
        return cls._of(joined_rows([item._own_rows for item in items]))

    @classmethod
    def at(cls, compound: Compound, positions: npt.ArrayLike, angles: npt.ArrayLike = 0.0) -> Self:
        """Copies of one compound at many poses; they share its geometry.

        Parameters
        ----------
        compound : Compound
        positions : pair of float or (n, 2) array-like
        angles : float or (n,) array-like, default 0.0
            Poses as of `Compound.set_pose`, whatever the present pose is: all of the angles, or
            positions, may be one.

        Raises
        ------
        ValueError
            For poses that are not finite or too far away, and arrays whose lengths differ.

        Examples
        --------
        >>> cup = [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]
        >>> cup, trees = sepax.Compound.from_polygon(cup), sepax.ShapeArray.circles([(9, 3)], 1)
        >>> cups = sepax.CompoundArray.at(cup, [(0, 0), (6.5, 0), (7, 2)], [0, 0, 0.1])
        >>> sepax.intersects_any(cups, trees)
        array([False, False,  True])
        """
        place = within_limits(vectors(positions, "positions"), "positions")
        turn = within_turns(numbers(angles, "angles"), "angles")
        place, turn = of_one_length(positions=place, angles=turn)
        if not isinstance(compound, CompoundBase):
            raise TypeError(f"compound must be a Compound, got {described(compound)}")
        compounds = CompoundRows(
            compound._own_rows.table, np.zeros(len(turn), np.intp), allocate_lock()
        )
        compounds.set_poses(None, place, turn)
        return cls._of(compounds)

    @classmethod
    def concatenate(cls, arrays: Iterable[CompoundArray]) -> Self:
        """Copies of the compounds of several arrays, one after the other.

        Raises
        ------
        TypeError
            For anything else than arrays of compounds. The message has the index.

        Examples
        --------
        >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
        >>> array = sepax.Compound.from_polygon(corner).at([(0, 0), (5, 0)])
        >>> sepax.CompoundArray.concatenate([array, array[1:]]).positions[:, 0]
        array([0., 5., 5.])
        """
        rows = []
        for k, array in enumerate(arrays):
            if not isinstance(array, CompoundArray):
                raise TypeError(f"arrays[{k}] must be a CompoundArray, got {described(array)}")
            rows.append(array._rows)
        return cls._of(joined_rows(rows))

    # --- contents ---

    def __len__(self) -> int:
        """Return the number of compounds."""
        return self._rows.count

    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> Compound: ...
    @overload
    def __getitem__(self, key: Rows) -> Self: ...
    def __getitem__(self, key: Any) -> Any:
        """Return a copy of one compound, or of those that a slice, indices or a mask select."""
        if isinstance(key, tuple) or not (isinstance(key, slice) or dimensions(key)):
            return self._compound(row_number(key, len(self), "compounds"))
        return self.take(row_numbers(key, len(self)))

    def __iter__(self) -> Iterator[Compound]:
        """Yield a copy of each compound."""
        self._rows.table.cut_now()  # all at once
        return map(self._compound, range(len(self)))

    def _compound(self, row: int) -> Compound:
        compounds = self._rows
        position, angle = compounds.pose_of(row)
        table = some_geometries(compounds.table, np.array([compounds.geometry_of(row)], np.intp))
        compound = self._one.__new__(self._one)
        compound._refer(table, position, angle)
        return compound

    def take(self, rows: npt.ArrayLike) -> Self:
        """Copies of the compounds in some rows, which may repeat.

        Parameters
        ----------
        rows : (k,) array-like of int

        Raises
        ------
        IndexError
            For an index out of range.

        Examples
        --------
        >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
        >>> array = sepax.Compound.from_polygon(corner).at([(0, 0), (5, 0), (9, 0)])
        >>> array.take([2, 0, 0]).positions[:, 0]
        array([9., 0., 0.])
        """
        chosen = row_numbers(rows, len(self))
        return type(self)._of(taken_rows(self._rows, chosen))

    @property
    def parts(self) -> ShapeArray:
        """The convex parts of all compounds at their present poses, a copy."""
        return ShapeArray(ShapeArray._of(self._rows.world_block()))

    @property
    def part_offsets(self) -> IndexArray:
        """Where the parts of each compound begin, and the end: (n + 1,) intp, a read-only copy."""
        starts = np.empty(len(self) + 1, np.intp)
        self._rows.read_starts(starts)
        return read_only(starts)

    @property
    def positions(self) -> FloatArray:
        """World coordinates of the local origins, (n, 2) float64, a read-only copy."""
        return read_only(poses_of(self._rows)[0])

    @property
    def angles(self) -> FloatArray:
        """Rotations about the positions in radians, (n,) float64, a read-only copy."""
        return read_only(poses_of(self._rows)[1])

    @property
    def bounds(self) -> FloatArray:
        """(min_x, min_y, max_x, max_y) of each compound: (n, 4) float64, a read-only copy."""
        return filled(self._rows.read_bounds, len(self), 4)

    @property
    def areas(self) -> FloatArray:
        """Areas in square world units, (n,) float64, a read-only copy.

        Where parts of a compound overlap, the area counts once.
        """
        return filled(partial(read_areas, self._rows), len(self))

    @property
    def centroids(self) -> FloatArray:
        """Centres of the areas, (n, 2) float64, a read-only copy.

        Where parts of a compound overlap, the area counts once.
        """
        middles: FloatArray = np.empty((len(self), 2))
        unions: BoolArray = np.empty(len(self), np.bool_)
        read_centroids(self._rows, middles, unions.view(np.uint8))
        for row in np.flatnonzero(unions).tolist():
            middles[row] = self._compound(row).centroid
        return read_only(middles)

    @property
    def nbytes(self) -> int:
        """Memory that the compounds take, in bytes. Geometry may be shared with other arrays."""
        return self._rows.nbytes

    def set_poses(
        self,
        positions: npt.ArrayLike | None = None,
        angles: npt.ArrayLike | None = None,
        *,
        where: Rows | None = None,
    ) -> None:
        """Set the poses of all compounds, or of some, in place.

        Parameters
        ----------
        positions : pair of float or (n, 2) array-like, optional
            World coordinates of the local origins; None keeps them.
        angles : float or (n,) array-like, optional
            Radians, counter-clockwise; None keeps them.
        where : slice, indices or boolean mask, optional
            The compounds that the rows of the others are for. Of an index that comes twice, the
            last pose counts.

        Raises
        ------
        ValueError
            For poses that are not finite, or that round a part of a union or a ring of an
            outline away, and for lengths that differ.
            No pose has changed then.
        IndexError
            For an index out of range.

        Examples
        --------
        >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
        >>> array = sepax.Compound.from_polygon(corner).at([(0, 0), (5, 0)])
        >>> array.set_poses(angles=0.5, where=[1])
        >>> array.angles
        array([0. , 0.5])
        """
        self._rows.set_poses(*new_poses(self, positions, angles, where))

    def copy(self) -> Self:
        """Make an independent array of the same compounds and poses. They share the geometry.

        Examples
        --------
        >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
        >>> array = sepax.Compound.from_polygon(corner).at([(0, 0), (5, 0)])
        >>> later = array.copy()
        >>> later.set_poses(positions=(2, 2))
        >>> array.positions[:, 0], later.positions[:, 0]
        (array([0., 5.]), array([2., 2.]))
        """
        twin = type(self)._of(taken_rows(self._rows, None))
        if type(self) is not CompoundArray:
            add_again(twin, added_to(self, CompoundColumns.__slots__))
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy the array: geometry never changes. Attributes that a subclass added are shared."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the class, and by what the parts are made of."""
        compounds = self._rows
        starts = np.append(first_parts(compounds.table), compounds.table.parts.count)
        overlaps = [compounds.table.overlaps(k) for k in range(compounds.table.count)]
        geometry = rows_of_table(compounds)
        state = (*geometry_of(compounds.table), starts, overlaps, geometry, *poses_of(compounds))
        added = added_to(self, CompoundColumns.__slots__)
        return new_object, (type(self),), (*state, added, *rings_of(compounds.table))

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Give an array that has no compounds yet what `__reduce__` took: for pickles alone."""
        if len(self):
            raise TypeError(f"this {type(self).__name__} has its compounds: make a new one")
        vertices, offsets, radii, starts, overlaps, geometry, positions, angles = state[:8]
        added, *given = state[8:] or (None,)
        local = within_limits(vectors(vertices, "vertices"), "vertices")
        begins = indices(starts, "starts")
        odd = np.asarray(overlaps, np.bool_).ravel()
        if len(begins) != len(odd) + 1:
            raise ValueError(f"there are {len(begins)} starts and {len(odd)} truth values")
        rounding = numbers(radii, "radii")
        rings = checked_rings(*given) if given else None
        parts = local, indices(offsets, "offsets"), rounding
        table = table_of(*parts, begins, odd, compact=True, rings=rings)
        compounds = CompoundRows(
            table, None if geometry is None else indices(geometry, "geometry"), allocate_lock()
        )
        if geometry is not None:
            compounds.set_poses(None, vectors(positions, "positions"), numbers(angles, "angles"))
        self._rows = compounds
        add_again(self, added)

    def __repr__(self) -> str:
        """Return a line that says how many compounds there are, and parts."""
        name, count = type(self).__name__, len(self)
        if not self._rows.table.is_cut:
            return f"<{name}: {count} compounds, not cut into parts yet>"
        return f"<{name}: {count} compounds, {int(self.part_offsets[-1])} parts>"

    def _repr_svg_(self) -> str:
        """Draw the first compounds, for notebooks: outlines by their rings, unions by parts."""
        from sepax.pictures import notebook

        return notebook.compounds_svg(self, repr(self)[1:-1])


def checked_rings(vertices: Any, offsets: Any, starts: Any) -> Rings:
    """Return rings as a pickle has them; the table checks that the numbers fit."""
    local = within_limits(vectors(vertices, "ring vertices"), "ring vertices")
    return Rings(local, indices(offsets, "ring offsets"), indices(starts, "ring starts"))
