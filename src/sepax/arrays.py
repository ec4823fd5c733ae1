"""ShapeArray: many shapes, for which every verb has a form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Self, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import (
    BoolArray,
    FloatArray,
    common_count,
    counts,
    indices,
    numbers,
    of_one_length,
    spread,
    vectors,
)
from sepax._contents import ArrayContents, shared_rings
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import join, of_boxes, of_rings
from sepax._geometry import rings
from sepax._geometry.shape import add_again, added_to
from sepax._rows.sides import block_of
from sepax._shape_columns import ShapeColumns
from sepax._verbs.methods import Pairs
from sepax.shapes import Shape, new_object

Shapes: TypeAlias = (
    Shape | Iterable[Shape]
)  # what a verb takes: one or, as a ShapeArray is one, many

_NO_SHAPES = join([])  # what an array holds that is made of nothing


class ShapeArray(ShapeColumns):
    """Convex shapes in a row, of any kind, each with its own geometry and pose.

    Made of shapes, or from columns of numbers by the class methods. The geometry
    is fixed, the poses can be set. Every verb takes an array, and is a method of
    it: see `sepax.intersects`.

    The number of shapes is fixed, too. A mask or indices make a new array of some
    rows, ``array[keep]`` or ``array[array.areas > 1]``; `concatenate` joins arrays.
    One row, ``array[i]``, is a copy: moving it moves nothing in the array.

    Parameters
    ----------
    shapes : iterable of shapes, optional
        Copied, at their poses. A `ShapeArray` is copied whole.

    Raises
    ------
    TypeError
        For an element that is no shape. The message has its index.

    Examples
    --------
    >>> shapes = sepax.ShapeArray.boxes(2, [1, 2, 3], positions=[(0, 0), (5, 0), (9, 0)])
    >>> shapes
    <ShapeArray: 3 shapes, 0 of them circles, 12 vertices>
    >>> shapes[1].bounds
    (4.0, -1.0, 6.0, 1.0)
    >>> sepax.intersects(shapes, sepax.Circle((4, 0), 1)).tolist()
    [False, True, False]
    >>> sepax.ShapeArray([sepax.Polygon.box(2, 2), sepax.Circle((5, 0), 1)]).areas
    array([4.        , 3.14159265])
    """

    __slots__ = ("__weakref__",)
    __module__ = "sepax"  # where users find it, and pickles

    def __new__(cls, shapes: Shapes = ()) -> Self:
        """Copy shapes, or make an array without any."""
        if isinstance(shapes, tuple) and not shapes:
            return cls._of(_NO_SHAPES)
        if isinstance(shapes, ShapeArray):
            return cls._of(join([shapes._block]))
        return cls._of(block_of(shapes, "shapes"))

    @classmethod
    def _found(cls, rows: tuple[ShapeBlock, BoolArray | None]) -> Self | tuple[Self, BoolArray]:
        """Make an array of a block, and say which rows are in it if some may be left out."""
        block, kept = rows
        return cls._of(block) if kept is None else (cls._of(block), kept)

    # --- constructors ---

    @classmethod
    def boxes(
        cls,
        widths: npt.ArrayLike,
        heights: npt.ArrayLike,
        positions: npt.ArrayLike = (0.0, 0.0),
        angles: npt.ArrayLike = 0.0,
        *,
        radii: npt.ArrayLike = 0.0,
    ) -> Self:
        """Rectangles about their local origins, as `Polygon.box` makes them.

        Parameters
        ----------
        widths, heights : float or (n,) array-like
            Sides along the local x and y axes. Here and in the other
            constructors one number, or one pair, stands for all shapes.
        positions : [(x, y), ...], an (n, 2) array-like, or one pair, default (0, 0)
            World coordinates of the local origins; of columns ``np.column_stack((xs, ys))``.
        angles : float or (n,) array-like, default 0.0
            Radians, counter-clockwise: ``np.radians(90)`` for 90 degrees.
        radii : float or (n,) array-like, default 0.0
            Round the rectangles, which are larger by this on every side.

        Raises
        ------
        ValueError
            For sides that are not positive and finite, poses that no shape can
            have, or lengths that differ. The message names the shape.
        TypeError
            For anything that is not real numbers.

        Examples
        --------
        >>> sepax.ShapeArray.boxes([2, 4], 2, [(0, 0), (5, 0)]).bounds
        array([[-1., -1.,  1.,  1.],
               [ 3., -1.,  7.,  1.]])
        """
        columns = of_one_length(
            widths=numbers(widths, "widths"),
            heights=numbers(heights, "heights"),
            positions=vectors(positions, "positions"),
            angles=numbers(angles, "angles"),
            radii=numbers(radii, "radii"),
        )
        return cls._of(of_boxes(*columns))

    @classmethod
    def circles(cls, centers: npt.ArrayLike, radii: npt.ArrayLike) -> Self:
        """Circles, as `Circle` makes them.

        Parameters
        ----------
        centers : pair of float or (n, 2) array-like
            World coordinates.
        radii : float or (n,) array-like
            World units; 0 makes points.

        Examples
        --------
        >>> sepax.ShapeArray.circles([(0, 0), (1, 0)], 2).radii
        array([2., 2.])
        """
        place, radius = vectors(centers, "centers"), numbers(radii, "radii")
        count = common_count({"centers": place, "radii": radius})
        return cls._discs(spread(place, count), spread(radius, count))

    @classmethod
    def points(cls, positions: npt.ArrayLike) -> Self:
        """Points, as `Point` makes them: 112 bytes each.

        Parameters
        ----------
        positions : pair of float or (n, 2) array-like
            World coordinates.

        Examples
        --------
        >>> dots = sepax.ShapeArray.points([(0, 0), (3, 0)])
        >>> dots.intersects(sepax.Circle((0, 0), 1))
        array([ True, False])
        """
        place = vectors(positions, "positions")
        return cls._discs(place, np.zeros(len(place)))

    @classmethod
    def _discs(cls, positions: FloatArray, radii: FloatArray) -> Self:
        count = len(positions)
        starts = np.arange(count + 1, dtype=np.intp)
        return cls._of(of_rings(np.zeros((count, 2)), starts, radii, positions, np.zeros(count), 1))

    @overload
    @classmethod
    def segments(
        cls, starts: npt.ArrayLike, ends: npt.ArrayLike, *, invalid: Literal["raise", "hull"] = ...
    ) -> Self: ...
    @overload
    @classmethod
    def segments(
        cls, starts: npt.ArrayLike, ends: npt.ArrayLike, *, invalid: Literal["skip"]
    ) -> tuple[Self, BoolArray]: ...
    @classmethod
    def segments(
        cls,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        *,
        invalid: Literal["raise", "hull", "skip"] = "raise",
    ) -> Self | tuple[Self, BoolArray]:
        """Segments, as `Segment` makes them: 160 bytes each.

        Parameters
        ----------
        starts, ends : pair of float or (n, 2) array-like
            World coordinates, which are local ones, too: the poses are at the origin.
        invalid : {"raise", "hull", "skip"}, default "raise"
            How to handle ends that `Segment` refuses, like two that are the same point: raise an
            error; make a `Point` of the two; or leave the row out.

        Returns
        -------
        ShapeArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rows are in it.

        Raises
        ------
        ValueError
            For ends that are the same point, or are not finite, as `invalid` says; for ends that
            are not finite with ``invalid="hull"``, too. The message names the shape. For another
            word for `invalid`.

        Examples
        --------
        >>> walls = sepax.ShapeArray.segments([(0, 0), (0, 4)], [(0, 4), (4, 4)])
        >>> walls.sweep(sepax.Point((2, 1)), (0, 0), (0, 1), 9).time
        array([inf,  3.])
        >>> starts, ends = [(0, 0), (5, 1)], [(4, 0), (5, 1)]
        >>> lanes, kept = sepax.ShapeArray.segments(starts, ends, invalid="skip")
        >>> len(lanes), kept
        (1, array([ True, False]))
        """
        return cls._found(rings.lines(starts, ends, 0.0, invalid))

    @overload
    @classmethod
    def capsules(
        cls,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radii: npt.ArrayLike,
        *,
        invalid: Literal["raise", "hull"] = ...,
    ) -> Self: ...
    @overload
    @classmethod
    def capsules(
        cls,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radii: npt.ArrayLike,
        *,
        invalid: Literal["skip"],
    ) -> tuple[Self, BoolArray]: ...
    @classmethod
    def capsules(
        cls,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        radii: npt.ArrayLike,
        *,
        invalid: Literal["raise", "hull", "skip"] = "raise",
    ) -> Self | tuple[Self, BoolArray]:
        """Capsules, as `Capsule` makes them: 160 bytes each.

        Parameters
        ----------
        starts, ends : pair of float or (n, 2) array-like
            World coordinates, which are local ones, too: the poses are at the origin.
        radii : float or (n,) array-like
            World units; 0 makes segments.
        invalid : {"raise", "hull", "skip"}, default "raise"
            How to handle ends that `Capsule` refuses, like two that are the same point: raise an
            error; make a `Circle` of the two; or leave the row out.

        Returns
        -------
        ShapeArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rows are in it.

        Raises
        ------
        ValueError
            For ends that are the same point, or are not finite, as `invalid` says; for ends that
            are not finite with ``invalid="hull"``, too; for radii that are negative or not finite.
            The message names the shape. For another word for `invalid`.

        Examples
        --------
        >>> sepax.ShapeArray.capsules((0, 0), [(2, 0), (0, 2)], 0.5).bounds
        array([[-0.5, -0.5,  2.5,  0.5],
               [-0.5, -0.5,  0.5,  2.5]])
        >>> sepax.ShapeArray.capsules((0, 0), [(2, 0), (0, 0)], 0.5, invalid="hull")[1]
        Circle((0.0, 0.0), 0.5)
        """
        return cls._found(rings.lines(starts, ends, radii, invalid))

    @classmethod
    def regular(
        cls,
        sides: npt.ArrayLike,
        radii: npt.ArrayLike,
        positions: npt.ArrayLike = (0.0, 0.0),
        angles: npt.ArrayLike = 0.0,
    ) -> Self:
        """Regular polygons, as `Polygon.regular` makes them.

        Parameters
        ----------
        sides : int or (n,) array-like of int
            3 or more.
        radii : float or (n,) array-like
            From the centres to the vertices.
        positions, angles
            As for `boxes`.

        Examples
        --------
        >>> sepax.ShapeArray.regular([3, 6], 1.0).offsets
        array([0, 3, 9])
        """
        corners, radius, place, angle = of_one_length(
            sides=counts(sides, "sides"),
            radii=numbers(radii, "radii"),
            positions=vectors(positions, "positions"),
            angles=numbers(angles, "angles"),
        )
        return cls._of(of_rings(*rings.regular_rings(corners, radius), None, place, angle))

    @overload
    @classmethod
    def polygons(
        cls,
        vertices: npt.ArrayLike,
        offsets: npt.ArrayLike | None = ...,
        positions: npt.ArrayLike = ...,
        angles: npt.ArrayLike = ...,
        *,
        radii: npt.ArrayLike = ...,
        invalid: Literal["raise", "hull"] = ...,
    ) -> Self: ...
    @overload
    @classmethod
    def polygons(
        cls,
        vertices: npt.ArrayLike,
        offsets: npt.ArrayLike | None = ...,
        positions: npt.ArrayLike = ...,
        angles: npt.ArrayLike = ...,
        *,
        radii: npt.ArrayLike = ...,
        invalid: Literal["skip"],
    ) -> tuple[Self, BoolArray]: ...
    @classmethod
    def polygons(
        cls,
        vertices: npt.ArrayLike,
        offsets: npt.ArrayLike | None = None,
        positions: npt.ArrayLike = (0.0, 0.0),
        angles: npt.ArrayLike = 0.0,
        *,
        radii: npt.ArrayLike = 0.0,
        invalid: Literal["raise", "hull", "skip"] = "raise",
    ) -> Self | tuple[Self, BoolArray]:
        """Convex polygons, as `Polygon` makes them, from arrays of local vertices.

        Parameters
        ----------
        vertices : (n, k, 2) array-like, or (v, 2) with `offsets`
            Local coordinates. Either winding, open or closed; repeated vertices
            and those exactly between their neighbours are dropped.
        offsets : (n + 1,) array-like of int, optional
            The vertices of shape i are ``vertices[offsets[i]:offsets[i + 1]]``.
        positions, angles, radii
            As for `boxes`.
        invalid : {"raise", "hull", "skip"}, default "raise"
            How to handle vertices that `Polygon` refuses, like those of a ring that is not
            quite convex: raise an error; use their convex hull, which is a segment if all
            are on one line and a point if all are equal; or leave the row out.

        Returns
        -------
        ShapeArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rings are in it.

        Raises
        ------
        ValueError
            For vertices that `Polygon` would refuse, with the index of the shape
            before that of the vertex; for offsets that decrease or do not lead
            from 0 to the number of vertices; for another word for `invalid`.

        Examples
        --------
        >>> ring = [(0, 0), (4, 0), (0, 3), (0, 0), (1, 0), (1, 1), (0, 1)]
        >>> sepax.ShapeArray.polygons(ring, [0, 3, 7]).bounds
        array([[0., 0., 4., 3.],
               [0., 0., 1., 1.]])
        >>> dented = [(0, 0), (4, 0), (1, 1), (0, 4)]
        >>> sepax.ShapeArray.polygons([dented], invalid="hull").areas
        array([8.])
        """
        corners, starts = rings.ragged(vertices, offsets, "vertices")
        radius = numbers(radii, "radii")
        return cls._found(rings.checked_rings(corners, starts, radius, positions, angles, invalid))

    @classmethod
    def hulls(cls, points: npt.ArrayLike, offsets: npt.ArrayLike | None = None) -> Self:
        """Convex hulls of clouds of points, as `Polygon.hull` makes them.

        Parameters
        ----------
        points : (v, 2) array-like with `offsets`, or (n, k, 2)
            World coordinates, which are local ones, too: the poses are at the origin.
        offsets : (n + 1,) array-like of int, optional
            The points of cloud i are ``points[offsets[i]:offsets[i + 1]]``.

        Raises
        ------
        ValueError
            For points that are not finite, or all on one line, with the index of the shape;
            for offsets that decrease or do not lead from 0 to the number of points.

        Examples
        --------
        >>> cloud = [(0, 0), (2, 0), (1, 1), (2, 2), (0, 2), (5, 5), (6, 5), (5, 6)]
        >>> sepax.ShapeArray.hulls(cloud, [0, 5, 8]).areas
        array([4. , 0.5])
        """
        cloud, starts = rings.ragged(points, offsets, "points")
        rings.require_offsets(starts, len(cloud))
        corners, starts = rings.hulls_of(cloud, starts, np.ones(len(starts) - 1, np.bool_))
        return cls._of(rings.rings_of(corners, starts, np.zeros(1), (0.0, 0.0), 0.0))

    @overload
    @classmethod
    def from_quads(cls, array: npt.ArrayLike, invalid: Literal["raise", "hull"] = ...) -> Self: ...
    @overload
    @classmethod
    def from_quads(
        cls, array: npt.ArrayLike, invalid: Literal["skip"]
    ) -> tuple[Self, BoolArray]: ...
    @classmethod
    def from_quads(
        cls, array: npt.ArrayLike, invalid: Literal["raise", "hull", "skip"] = "raise"
    ) -> Self | tuple[Self, BoolArray]:
        """Quadrilaterals by their corners, as in text detection and image labels.

        Parameters
        ----------
        array : (n, 4, 2) or (n, 8) array-like
            World coordinates, which are local ones, too: the poses are at the origin. The
            corners may run either way round; of repeated ones one counts, so triangles come
            in.
        invalid : {"raise", "hull", "skip"}, default "raise"
            How to handle quadrilaterals that are not convex: see `polygons`.

        Returns
        -------
        ShapeArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rows are in it.

        Raises
        ------
        ValueError
            For another shape of the array, and as of `polygons`.

        Examples
        --------
        >>> quads = [(0, 0, 4, 0, 4, 1, 0, 1), (0, 0, 4, 0, 1, 0.9, 0, 4)]
        >>> array, kept = sepax.ShapeArray.from_quads(quads, invalid="skip")
        >>> array.areas, kept
        (array([4.]), array([ True, False]))
        >>> sepax.ShapeArray.from_quads(quads, invalid="hull").areas
        array([4., 8.])
        """
        return cls._found(rings.quads(array, invalid))

    @overload
    @classmethod
    def from_rotated_boxes(
        cls,
        array: npt.ArrayLike,
        format: str | None = ...,
        *,
        invalid: Literal["raise", "hull"] = ...,
    ) -> Self: ...
    @overload
    @classmethod
    def from_rotated_boxes(
        cls, array: npt.ArrayLike, format: str | None = ..., *, invalid: Literal["skip"]
    ) -> tuple[Self, BoolArray]: ...
    @classmethod
    def from_rotated_boxes(
        cls,
        array: npt.ArrayLike,
        format: str | None = None,  # noqa: A002 - the word of those who have such arrays
        *,
        invalid: Literal["raise", "hull", "skip"] = "raise",
    ) -> Self | tuple[Self, BoolArray]:
        """Rotated boxes in rows of five numbers, as object detectors output them.

        Parameters
        ----------
        array : (n, 5) array-like
            Centre x, centre y, width, height, angle. The width is the side that is along
            the x axis at angle 0.
        format : str, optional
            Unit and direction of the angle; see the notes. Without one they are those of
            "xywhr", and an angle of more than a full turn, as degrees are, is an error.
        invalid : {"raise", "hull", "skip"}, default "raise"
            How to handle boxes that `boxes` refuses: raise an error; use the hull of their
            corners, which is a segment or a point without width or height; or leave the row
            out.

        Returns
        -------
        ShapeArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rows are in it.

        Raises
        ------
        ValueError
            For another shape of the array, an unknown format, and boxes that `boxes` would
            refuse; with ``invalid="hull"`` for numbers that are not finite. The message
            names the shape.

        Notes
        -----
        An angle of 90 degrees turns the x axis into the y axis, or, with a minus in the
        format, into the opposite of it. Multiples of 90 degrees turn exactly, and their `angles`
        are within a full turn. In images y points down: what turns from x to y is seen turning
        clockwise there::

            format              unit     image, y down     plot, y up
            "xywhr"             radians  clockwise         counter-clockwise
            "xywhd"             degrees  clockwise         counter-clockwise
            "xywh-r"            radians  counter-clockwise clockwise
            "xywh-d"            degrees  counter-clockwise clockwise

                 0 ----> x        "xywhd", angle 30, as an image shows it:
                 | `-.
                 |    ` width     the width points 30 degrees down from x
                 v y

        "le90", "le135" and "oc", the conventions of MMRotate, are "xywhr": they only say which
        of the angles of a box is used. OpenCV's `minAreaRect` has "xywhd", Ultralytics "xywhr",
        Detectron2 and torchvision "xywh-d".

        Examples
        --------
        >>> boxes = sepax.ShapeArray.from_rotated_boxes([(5, 5, 4, 2, 90)], "xywhd")
        >>> boxes.bounds
        array([[4., 3., 6., 7.]])
        >>> rows = [(5, 5, 4, 2, 90), (0, 0, 0, 2, 0)]
        >>> boxes, kept = sepax.ShapeArray.from_rotated_boxes(rows, "xywhd", invalid="skip")
        >>> len(boxes), kept
        (1, array([ True, False]))
        """
        return cls._found(rings.rotated_boxes(array, format, invalid))

    @classmethod
    def from_shapes(cls, shapes: Iterable[Shape]) -> Self:
        """Copies of single shapes, at their poses: the same as ``ShapeArray(shapes)``.

        Examples
        --------
        >>> sepax.ShapeArray.from_shapes([sepax.Polygon.box(2, 2), sepax.Circle((0, 0), 1)])
        <ShapeArray: 2 shapes, 1 of them circles, 5 vertices>
        """
        return cls(shapes)

    @overload
    @classmethod
    def from_shapely(cls, geometries: Any, invalid: Literal["raise", "hull"] = ...) -> Self: ...
    @overload
    @classmethod
    def from_shapely(cls, geometries: Any, invalid: Literal["skip"]) -> tuple[Self, BoolArray]: ...
    @classmethod
    def from_shapely(
        cls, geometries: Any, invalid: Literal["raise", "hull", "skip"] = "raise"
    ) -> Self | tuple[Self, BoolArray]:
        """Convex shapely polygons without holes, points, and lines of two points.

        Local and world coordinates are the same; those of a point are its position.

        Parameters
        ----------
        geometries : array-like of shapely.Polygon, shapely.Point or shapely.LineString
            For a GeoPandas data frame pass its ``geometry``.
        invalid : {"raise", "hull", "skip"}, default "raise"
            How to handle other geometries, like polygons that are not convex or have holes,
            geometries of several parts, and None: raise an error; use the convex hull of all
            their points, which may be a segment or a point (an error if there are none); or
            leave the row out. A hull never makes an area of lines, or a line of points: that is an
            error. `CompoundArray.from_shapely` keeps the form of polygons and lines.

        Returns
        -------
        ShapeArray
            With ``invalid="skip"`` a tuple: the array and (n,) bool, which rows are in it.

        Raises
        ------
        ImportError
            If shapely is not installed.
        TypeError
            For what is no geometry, by its index, and for a data frame.
        ValueError
            For anything else than these. The message names the geometry.

        Examples
        --------
        >>> import shapely
        >>> sepax.ShapeArray.from_shapely([shapely.box(0, 0, 2, 1)])
        <ShapeArray: 1 shapes, 0 of them circles, 4 vertices>
        >>> bent = shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])
        >>> sepax.ShapeArray.from_shapely([bent], invalid="hull").areas
        array([8.])
        """
        from sepax._geometry.shapely import read_geometries

        rings.require_invalid(invalid)
        vertices, offsets, positions = read_geometries(geometries, invalid)
        if invalid == "hull":  # which places points by their vertices
            positions = np.zeros(2)
        return cls._found(
            rings.checked_rings(vertices, offsets, np.zeros(1), positions, 0.0, invalid, fewest=1)
        )

    def to_shapely(self, quad_segs: int = 16) -> Any:
        """World shapes as an (n,) array of shapely polygons, lines and points.

        Parameters
        ----------
        quad_segs : int, default 16
            Circles and round corners get this many sides a quarter, their corners on
            the arc.

        Raises
        ------
        ValueError, TypeError
            For `quad_segs` that are no whole number from 1 to 100,000.
        ImportError
            If shapely is not installed.

        Examples
        --------
        >>> sepax.ShapeArray.boxes([2, 4], 2).to_shapely()[1].area
        8.0
        """
        from sepax._geometry.shapely import make_geometries

        return make_geometries(self.vertices, self.offsets, self.radii, quad_segs)

    @classmethod
    def concatenate(cls, arrays: Iterable[ShapeArray]) -> Self:
        """Copies of the shapes of several arrays, one after the other.

        Examples
        --------
        >>> boxes, balls = sepax.ShapeArray.boxes(1, [1, 2]), sepax.ShapeArray.circles((0, 0), 1)
        >>> len(sepax.ShapeArray.concatenate([boxes, balls]))
        3
        """
        parts = []
        for k, array in enumerate(arrays):
            if not isinstance(array, ShapeArray):
                raise TypeError(f"arrays[{k}] must be a ShapeArray, got {type(array).__name__}")
            parts.append(array._block)
        return cls._of(join(parts))

    # --- contents ---

    def copy(self) -> Self:
        """Make an independent array of the same shapes.

        Examples
        --------
        >>> boxes = sepax.ShapeArray.boxes(2, [2, 2])
        >>> twin = boxes.copy()
        >>> twin.set_poses((5, 5))
        >>> boxes.positions[0], twin.positions[0]
        (array([0., 0.]), array([5., 5.]))
        """
        twin = type(self)._of(join([self._block]))
        if type(self) is not ShapeArray:
            add_again(twin, added_to(self, ArrayContents.__slots__))
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy the shapes; attributes that a subclass added are shared."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as arrays, out of band with protocol 5."""
        arrays = (self.local_vertices, self.offsets, self.radii, *self._poses())
        return new_object, (type(self),), (arrays, added_to(self, ArrayContents.__slots__))

    def __setstate__(self, state: tuple[tuple[Any, ...], Any]) -> None:
        """Give an array without shapes what `__reduce__` took, all checked: for pickles alone."""
        (vertices, offsets, radii, positions, angles), attributes = state
        if self._block is not _NO_SHAPES:
            raise TypeError(f"this {type(self).__name__} has its shapes: make a new one")
        corners, starts = vectors(vertices, "vertices"), indices(offsets, "offsets")
        radius = numbers(radii, "radii")
        if len(radius) != len(starts) - 1:
            raise ValueError(f"there are {len(starts) - 1} shapes and {len(radius)} radii")
        self._block = rings.rings_of(corners, starts, radius, positions, angles, fewest=1)
        add_again(self, attributes)

    def __repr__(self) -> str:
        """Return a line that says how many shapes there are."""
        return (
            f"<{type(self).__name__}: {len(self)} shapes, {self._block.circle_count()} of them "
            f"circles, {self._block.vertex_count} vertices>"
        )

    def _repr_svg_(self) -> str:
        """Draw the first of the shapes, for notebooks."""
        from sepax.pictures import notebook

        return notebook.shapes_svg(self, f"{type(self).__name__}: {len(self)} shapes")

    def _repr_html_(self) -> str:
        """Return the picture above a table of the first rows, for notebooks."""
        from sepax.pictures import notebook

        return notebook.shapes_html(self, f"{type(self).__name__}: {len(self)} shapes")

    # --- verbs ---

    def overlap(self, other: Shapes, *, pairs: Pairs | None = None) -> tuple[ShapeArray, BoolArray]:
        """The polygons that the shapes share with others: see `sepax.overlap`.

        Examples
        --------
        >>> boxes = sepax.ShapeArray.boxes(2, 2, [(1, 1), (2, 0), (0, 0.5)])
        >>> shared, met = boxes.overlap(sepax.Polygon.box(2, 2))
        >>> shared.areas, met
        (array([1., 3.]), array([ True, False,  True]))
        """
        return overlaps_of_pairs(self, ShapeArray._of(block_of(other, "other")), pairs)


def overlaps_of_pairs(
    a: ShapeArray, b: ShapeArray, pairs: Pairs | None
) -> tuple[ShapeArray, BoolArray]:
    """Return the polygons that pairs share, and which pairs do."""
    vertices, offsets, met = shared_rings(a, b, pairs)
    return ShapeArray.polygons(vertices, offsets), met
