"""Compounds: convex parts that are one shape at one pose."""

from __future__ import annotations

from _thread import allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsFloat

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import (
    FloatArray,
    IndexArray,
    indices,
    numbers,
    read_only,
    vectors,
    within_limits,
)
from sepax._core.arguments import number, two_numbers
from sepax._core.arrays.part_table import PartTable
from sepax._core.arrays.posed import CompoundRows
from sepax._core.arrays.row_areas import union_moments
from sepax._core.arrays.row_measures import read_areas, read_centroids
from sepax._core.pair import intersects
from sepax._geometry.shape import add_again, added_to, named
from sepax._rows.candidates import near_pairs
from sepax._rows.part_tables import (
    Rings,
    geometry_of,
    outer_rings,
    rings_of,
    table_of,
    table_of_outline,
    world_rings,
)
from sepax._rows.sides import CompoundBase, block_of
from sepax._verbs.methods import CompoundMethods
from sepax.arrays import ShapeArray, Shapes
from sepax.compounds import CompoundArray as CompoundArray
from sepax.compounds import checked_rings
from sepax.outline_rows import mended_geometry, mended_outline, require_invalid
from sepax.outlines import Cut, cut_outline, joined_cuts
from sepax.outlines import convex_parts as convex_parts
from sepax.shapes import Pair, Shape, new_object, sharp_polygon

if TYPE_CHECKING:
    from sepax.explanation import Explanation


class Compound(CompoundMethods, CompoundBase):
    """Convex parts that are one shape at one pose, as a concave outline is.

    All verbs answer for the whole, so seams between parts are no boundary, and take
    compounds on either side, beside shapes, arrays and lists; so do all questions about
    scenes, and `move_and_slide`. `separating_axis` is that of the convex hulls.

    Parameters
    ----------
    parts : ShapeArray, or shapes in any iterable
        Copied. Their world geometry becomes that in the frame of the pose.
    position : pair of float, default (0, 0)
        World coordinates of local (0, 0).
    angle : float, default 0.0
        Radians, counter-clockwise, about local (0, 0).

    Raises
    ------
    ValueError
        For no parts at all, and for poses that are not finite, or round a part of a union away.
    TypeError
        For a part that is no convex shape. The message has its index.

    Notes
    -----
    A compound made by `from_polygon` is exactly the region within its `exterior` and `holes`, in
    any pose; the parts are how answers are computed. Any other one is the union of its `parts`, as
    they are posed: at an angle, rounding may open a seam, or make its sides overlap, by a last bit.

    Examples
    --------
    >>> cup = [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]
    >>> cup = sepax.Compound.from_polygon(cup, position=(10, 0))
    >>> ball = sepax.Circle((12.5, 3), 1)
    >>> cup.intersects(ball), cup.distance(ball)
    (False, 0.5)
    >>> cup.move(0.5, 0)
    >>> cup.intersects(ball)
    True
    """

    __slots__ = ("__weakref__",)
    __module__ = "sepax"  # where users find it, and pickles

    @named(1, "Compound(parts, position=(x, y), angle=0.0)")
    def __init__(self, parts: Shapes, *, position: Pair = (0.0, 0.0), angle: float = 0.0) -> None:
        cut: Any = parts
        if isinstance(cut, Cut):  # of an outline, by `from_polygon`
            place, turn = two_numbers(position, "position"), number(angle, "angle")
            self._refer(table_of_outline(cut), place, turn)
            return
        shapes = ShapeArray._of(block_of(parts, "parts"))
        if not len(shapes):
            raise ValueError("a compound needs at least one part")
        self._take(shapes.vertices.copy(), shapes.offsets, shapes.radii, None, position, angle)

    def _take(
        self,
        local: FloatArray,
        offsets: IndexArray,
        radii: FloatArray,
        rings: Rings | None,
        position: Pair,
        angle: SupportsFloat,
    ) -> None:
        """Make the parts, of an outline by its rings; nothing is set until all is checked."""
        place, turn = two_numbers(position, "position"), number(angle, "angle")
        whole = np.array([0, len(radii)], np.intp)
        unsure = np.full(1, rings is None)
        table = table_of(local, offsets, radii, whole, unsure, compact=False, rings=rings)
        self._refer(table, place, turn)

    def _refer(self, table: PartTable, position: tuple[float, float], angle: float) -> None:
        """Take the parts of a table of one geometry, which is shared; cut them if they are not."""
        if self._is_ready:
            raise TypeError(f"this {type(self).__name__} has its parts: make a new one")
        table.cut_now()  # queries of one compound do not look whether that was done
        compounds = CompoundRows(table, None, allocate_lock())
        if (*position, angle) != (0.0, 0.0, 0.0):
            compounds.set_poses(None, np.array([position], float), np.array([angle], float))
        self._hold(compounds)

    @classmethod
    @named(
        2,
        "Compound.from_polygon(exterior, holes=(), position=(x, y), angle=0.0, origin=None, "
        'invalid="raise")',
    )
    def from_polygon(
        cls,
        exterior: npt.ArrayLike,
        holes: Iterable[npt.ArrayLike] = (),
        *,
        position: Pair = (0.0, 0.0),
        angle: float = 0.0,
        origin: Pair | Literal["centroid"] | None = None,
        invalid: Literal["raise", "repair"] = "raise",
    ) -> Self:
        """Any simple outline, less its holes, cut by `convex_parts`.

        Parameters
        ----------
        exterior : (n, 2) array-like
            Local coordinates, in either winding.
        holes : iterable of (m, 2) array-like, optional
        position, angle
            As of `Compound`.
        origin : None, "centroid" or pair of float, optional
            The pivot, about which the compound turns, in the coordinates of the outline. It is
            taken off all vertices, which are rounded to that, and added to the position: so the
            outline stays in its place, and a building far from (0, 0) can turn in place. None
            leaves the coordinates as they are, with the pivot (0, 0).
        invalid : {"raise", "repair"}, default "raise"
            How to handle an outline that `convex_parts` refuses: raise an error, or mend it with
            shapely: the compound is the region that the exterior goes round and no hole does. It
            may have several exteriors. `CompoundArray.from_outlines` also tells what was mended.

        Raises
        ------
        ValueError, TypeError
            As of `convex_parts`, and for poses as of `Compound`; with ``invalid="repair"`` for an
            outline without any area.
        ImportError
            With ``invalid="repair"``, if shapely is not installed.

        Examples
        --------
        >>> square, hole = [(0, 0), (6, 0), (6, 6), (0, 6)], [(1, 1), (5, 1), (5, 5), (1, 5)]
        >>> frame = sepax.Compound.from_polygon(square, [hole])
        >>> frame.area, frame.intersects(sepax.Circle((3, 3), 1))
        (20.0, False)
        >>> sepax.Compound.from_polygon(square, [hole], origin="centroid").position
        (3.0, 3.0)
        >>> bow = sepax.Compound.from_polygon([(0, 0), (2, 2), (2, 0), (0, 2)], invalid="repair")
        >>> bow.area, bow.contains((1, 0.5))
        (2.0, False)
        """
        require_invalid(invalid, ("raise", "repair"))
        cut: Any
        if invalid == "repair":
            cut, pivot = mended_outline(exterior, holes, origin)
        else:
            cut, pivot = cut_outline(exterior, holes, origin)
        if origin is not None:
            x, y = two_numbers(position, "position")
            position = (x + float(pivot[0]), y + float(pivot[1]))
        return cls(cut, position=position, angle=angle)

    @classmethod
    def from_shapely(
        cls,
        geometry: Any,
        *,
        origin: Pair | Literal["centroid"] | None = None,
        invalid: Literal["raise", "repair"] = "raise",
    ) -> Self:
        """A shapely geometry: polygons with their holes, lines, points, or several of these.

        Parameters
        ----------
        geometry : shapely.Geometry
            A polygon is cut by `convex_parts`. A line, and a linear ring, becomes a `Segment` for
            each of its edges; it has no inside. A point becomes a `Point`. Multipolygons, other
            multiples and collections become one compound of all of that: polygons first, then
            lines, then points.
        origin : None, "centroid" or pair of float, optional
            The pivot, as of `from_polygon`: it becomes the position.
        invalid : {"raise", "repair"}, default "raise"
            How to handle polygons that `convex_parts` refuses, and lines without length: raise an
            error, or mend these polygons as `from_polygon` does, and drop these lines.

        Raises
        ------
        ImportError
            If shapely is not installed.
        TypeError
            For what is no geometry.
        ValueError
            For an empty geometry, outlines that `convex_parts` refuses, and lines without length;
            with ``invalid="repair"`` if nothing is left.

        See Also
        --------
        ShapeArray.to_shapely : makes polygons, lines and points of its `parts`.

        Examples
        --------
        >>> import shapely
        >>> ring = shapely.Point(0, 0).buffer(2) - shapely.box(-1, -1, 1, 1)
        >>> sepax.Compound.from_shapely(ring).contains((0, 0))
        False
        >>> fence = sepax.Compound.from_shapely(shapely.LineString([(0, 0), (4, 0), (4, 3)]))
        >>> len(fence.parts), fence.distance(sepax.Point((2, 1)))
        (2, 1.0)
        """
        from sepax._geometry.shapely import read_geometry, require_geometry, seen_from

        require_invalid(invalid, ("raise", "repair"))
        require_geometry(geometry)
        several: Any
        if invalid == "repair":
            several, pivot = mended_geometry(geometry, origin)
            return cls(several, position=(float(pivot[0]), float(pivot[1])))
        place = (0.0, 0.0)
        if origin is not None:
            geometry, place = seen_from(geometry, origin)
        outlines, thin = read_geometry(geometry)
        if len(outlines) == 1 and thin is None:
            return cls.from_polygon(*outlines[0], position=place)
        cuts = []
        for k, (exterior, holes) in enumerate(outlines):
            try:
                cuts.append(cut_outline(exterior, holes)[0])
            except ValueError as error:
                if len(outlines) == 1:
                    raise
                raise ValueError(f"polygon {k} of {len(outlines)}: {error}") from None
        if thin is None and geometry.is_valid:
            several = joined_cuts(cuts)
            return cls(several, position=place)
        parts = [ShapeArray.polygons(cut.vertices, cut.part_offsets) for cut in cuts]
        if thin is not None:
            parts.append(ShapeArray.segments(thin.segments[:, 0], thin.segments[:, 1]))
            parts.append(ShapeArray.points(thin.points))
        return cls(ShapeArray.concatenate(parts), position=place)

    # --- contents ---

    @property
    def parts(self) -> ShapeArray:
        """The convex parts at the present pose, a copy: moving them moves nothing here."""
        array = self._array()
        return ShapeArray(list(array) if self._own_rows.has_rare_parts else array)

    def _array(self) -> ShapeArray:
        return ShapeArray._of(self._own_rows.world_block())

    @property
    def vertices(self) -> FloatArray:
        """World vertices of all parts, one after the other: (v, 2) float64, a read-only copy.

        Vertices that parts share come once for each. See ``parts.offsets``.
        """
        return self._array().vertices

    @property
    def exterior(self) -> FloatArray:
        """World vertices of the outer ring, counter-clockwise: (n, 2) float64, a read-only copy.

        The compound is exactly what this ring and the `holes` bound.

        Raises
        ------
        ValueError
            For a compound that is not one outline: a union of parts, or several outer rings.

        Examples
        --------
        >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
        >>> sepax.Compound.from_polygon(corner, position=(10, 0)).exterior[:2]
        array([[10.,  0.],
               [14.,  0.]])
        """
        return self._outline()[0]

    @property
    def holes(self) -> list[FloatArray]:
        """World vertices of each hole, clockwise: (n, 2) float64, read-only copies.

        Raises
        ------
        ValueError
            As of `exterior`.

        Examples
        --------
        >>> square, hole = [(0, 0), (6, 0), (6, 6), (0, 6)], [(1, 1), (5, 1), (5, 5), (1, 5)]
        >>> len(sepax.Compound.from_polygon(square, [hole]).holes)
        1
        """
        return self._outline()[1:]

    def _outline(self) -> list[FloatArray]:
        compounds = self._own_rows
        if compounds.table.rings is None:
            raise ValueError(
                f"this {type(self).__name__} is a union of parts and has no exterior: see its "
                "parts, or make an outline with Compound.from_polygon"
            )
        local = rings_of(compounds.table)
        if (outer := int(outer_rings(compounds.table, local).sum())) > 1:
            raise ValueError(
                f"this {type(self).__name__} has {outer} outer rings, as a multipolygon has, and "
                "no exterior: see its parts"
            )
        return np.split(read_only(world_rings(compounds).vertices), local.offsets[1:-1])

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """(min_x, min_y, max_x, max_y)."""
        bounds = self._array().bounds
        low, high = bounds[:, :2].min(axis=0).tolist(), bounds[:, 2:].max(axis=0).tolist()
        return (low[0], low[1], high[0], high[1])

    @property
    def area(self) -> float:
        """The area of the whole: where parts overlap, it counts once."""
        areas = np.empty(1)
        read_areas(self._own_rows, areas)
        return float(areas[0])

    @property
    def centroid(self) -> tuple[float, float]:
        """(x, y) of the centre of the area: where parts overlap, it counts once.

        Without any area the mean of the centres of the parts.
        """
        middle, unions = np.empty((1, 2)), np.empty(1, np.uint8)
        read_centroids(self._own_rows, middle, unions)
        if not unions[0]:
            x, y = middle[0].tolist()
            return (x, y)
        array = self._array()
        if self._overlaps:
            return union_moments(array._block)[:2]
        first, centres = _centres(array)
        x, y = (first + _middle(array.areas, centres)).tolist()
        return (x, y)

    @property
    def second_moment(self) -> float:
        """Second moment of the area about the centroid: where parts overlap, it counts once.

        The integral of the squared distance, in world units to the fourth. Times mass / area it is
        the moment of inertia.
        """
        array = self._array()
        if self._overlaps:
            return union_moments(array._block)[2]
        areas, (_, centres) = array.areas, _centres(array)
        squares = np.square(centres - _middle(areas, centres)).sum(axis=1)
        return float((array.second_moments + areas * squares).sum())

    # --- copies ---

    def at(self, positions: npt.ArrayLike, angles: npt.ArrayLike = 0.0) -> CompoundArray:
        """Copies at many poses, which share the geometry: see `CompoundArray.at`.

        Queries pose only the parts that are near something, which takes a microsecond or two a
        pose.

        Parameters
        ----------
        positions : pair of float or (n, 2) array-like
        angles : float or (n,) array-like, default 0.0
            Poses as of `set_pose`, whatever the present pose is: all of the angles, or
            positions, may be one.

        Raises
        ------
        ValueError
            For poses that are not finite or too far away, and arrays whose lengths differ.

        Examples
        --------
        >>> cup = [(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)]
        >>> cup, trees = sepax.Compound.from_polygon(cup), sepax.ShapeArray.circles([(9, 3)], 1)
        >>> sepax.intersects_any(cup.at([(0, 0), (6.5, 0), (7, 2)], [0, 0, 0.1]), trees)
        array([False, False,  True])
        """
        return CompoundArray.at(self, positions, angles)

    def copy(self) -> Self:
        """Make an independent compound of the same parts and pose.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> twin = pair.copy()
        >>> twin.move(5, 0)
        >>> pair.position, twin.position, twin.same_as(pair)
        ((0.0, 0.0), (5.0, 0.0), False)
        """
        twin = type(self).__new__(type(self))
        Compound._refer(twin, self._own_rows.table, self.position, self.angle)
        if type(self) is not Compound:
            add_again(twin, added_to(self))
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Copy the compound; attributes that a subclass added are shared."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the class, and by what the parts are made of."""
        return new_object, (type(self),), self._state()

    def _widened(self, by: float) -> Compound:
        """Return a compound of the same parts at the same pose with larger radii."""
        local, offsets, radii, *pose = self._state()[0][:5]
        twin = Compound.__new__(Compound)
        twin.__setstate__(((local, offsets, radii + by, *pose), None))
        return twin

    def _state(self) -> tuple[tuple[Any, ...], Any]:
        pose, table = (self.position, self.angle), self._own_rows.table
        rings = () if table.rings is None else tuple(rings_of(table))
        return (*geometry_of(table), *pose, *rings), added_to(self)

    def __setstate__(self, state: tuple[tuple[Any, ...], Any]) -> None:
        """Give a compound that has no parts yet what `__reduce__` took: for pickles alone."""
        (vertices, offsets, radii, position, angle, *given), attributes = state
        local = within_limits(vectors(vertices, "vertices"), "vertices")
        starts, rounding = indices(offsets, "offsets"), numbers(radii, "radii")
        if not len(rounding) or len(rounding) != len(starts) - 1:
            raise ValueError(f"there are {len(starts) - 1} parts and {len(rounding)} radii")
        rings = checked_rings(*given) if given else None
        self._take(local, starts, rounding, rings, position, angle)
        add_again(self, attributes)

    def same_as(self, other: Compound) -> bool:
        """Whether another compound has the same parts in the same order, and the same pose.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.same_as(pair.copy())
        True
        """
        if not isinstance(other, Compound):
            raise TypeError(f"other must be a Compound, got {type(other).__name__}")
        mine, others = self._state()[0], other._state()[0]
        return len(mine) == len(others) and all(map(np.array_equal, mine, others))

    def __repr__(self) -> str:
        """Return a line that says how many parts there are, and where."""
        array = self._array()
        return (
            f"<{type(self).__name__}: {len(array)} parts, {array._block.vertex_count} vertices, "
            f"position={self.position}, angle={self.angle}>"
        )

    def _repr_svg_(self) -> str:
        """Draw the parts, for notebooks."""
        from sepax.pictures import notebook

        parts = self._array()
        return notebook.shapes_svg(parts, f"{type(self).__name__}: {len(parts)} parts")

    # --- verbs ---

    def overlap(self, other: Shape | Compound) -> Compound | None:
        """The region that it and another shape share: see `sepax.overlap`.

        Examples
        --------
        >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
        >>> shared = sepax.Compound.from_polygon(corner).overlap(sepax.Polygon.box(4, 4))
        >>> shared and shared.area
        3.0
        """
        return shared_compound(self, other, "the compound", "other")

    def explain(
        self,
        other: Shape | CompoundBase,
        *,
        velocity_a: Pair | None = None,
        velocity_b: Pair | None = None,
        max_time: SupportsFloat | None = None,
    ) -> Explanation:
        """Why it and another shape meet or do not, by the parts that decide: see `sepax.explain`.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> explanation = pair.explain(sepax.Circle((5, 0), 1))
        >>> explanation.part_a, explanation.intersects, explanation.distance
        (1, False, 1.0)
        """
        from sepax.explanation import explain

        return explain(self, other, velocity_a=velocity_a, velocity_b=velocity_b, max_time=max_time)


CompoundArray._one = Compound


def shared_compound(a: Any, b: Any, name: str, other: str) -> Compound | None:
    """Return what two shapes share, polygons or compounds of these: see `sepax.overlap`."""
    one, two = _sharp_parts(a, name), _sharp_parts(b, other)
    if not intersects(a, b, touching=False):  # parts may share by rounding what outlines do not
        return None
    shared, _ = one.overlap(two, pairs=np.asarray(near_pairs(one._block, two._block, 0.0)))
    return Compound(shared) if len(shared) else None


def _sharp_parts(shape: object, name: str) -> ShapeArray:
    """Return a polygon without a radius, or the parts of a compound of these."""
    if not isinstance(shape, Compound):
        return ShapeArray([sharp_polygon(shape, name)])
    parts = shape._array()
    odd = np.flatnonzero((parts.radii > 0.0) | (np.diff(parts.offsets) < 3))
    if len(odd):
        sharp_polygon(parts[int(odd[0])], f"part {odd[0]} of {name}")
    return parts


def _centres(parts: ShapeArray) -> tuple[FloatArray, FloatArray]:
    """Return the first vertex of all, and the centres of parts as seen from it.

    So a far place costs no digits.
    """
    first = parts.vertices[parts.offsets[:-1]]
    centres: FloatArray = np.empty((len(parts), 2))
    parts._block.read_centroids(centres, from_first=True)
    centres += first - first[0]
    return first[0], centres


def _middle(areas: FloatArray, centres: FloatArray) -> FloatArray:
    """Return the centre of all area; without any area the mean of the centres."""
    weights = areas / areas.sum() if areas.any() else np.full(len(areas), 1.0 / len(areas))
    middle: FloatArray = (weights[:, None] * centres).sum(axis=0)
    return middle
