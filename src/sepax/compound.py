"""Compounds: convex parts that are one shape at one pose."""

from __future__ import annotations

from _thread import LockType, allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsFloat, cast

import numpy as np
import numpy.typing as npt

from sepax._arguments import (
    FloatArray,
    IndexArray,
    indices,
    numbers,
    of_one_length,
    vectors,
    within_limits,
)
from sepax._core.arguments import number, two_numbers
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.constructors import of_rings
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.unions import union_moments
from sepax._methods import CompoundMethods
from sepax._shape import named
from sepax.arrays import ShapeArray, Shapes
from sepax.groups.areas import Region, region_area
from sepax.groups.pairs import Group, parts_overlap
from sepax.groups.parts import Copies, block_of
from sepax.outlines import convex_parts as convex_parts
from sepax.shapes import Pair, Segment, Shape, new_object

if TYPE_CHECKING:
    from sepax.explanation import Explanation

_FEW_PARTS = 8  # from more on a tree of their boxes pays
_LARGEST_ANGLE = 2.0**31  # up to which multiples of pi/2 are exact


def _disc_centres(local: FloatArray, offsets: IndexArray) -> FloatArray | None:
    """Return where discs among parts are, (0, 0) for other parts; None where there are no discs."""
    sizes = np.diff(offsets)
    if not (sizes == 1).any():
        return None
    return np.where((sizes == 1)[:, None], local[offsets[:-1]], 0.0)


def _pose(
    block: ShapeBlock, centres: FloatArray | None, position: tuple[float, float], angle: float
) -> None:
    """Pose parts about a common origin, from which the centres of discs are turned, too."""
    positions = np.empty((block.count, 2))
    positions[:] = position
    if centres is not None:
        cosine, sine = Segment((0, 0), (1, 0), angle=angle).end
        x, y = centres.T
        positions += np.column_stack((cosine * x - sine * y, sine * x + cosine * y))
    angles = np.empty(block.count)
    angles.fill(angle)
    block.set_poses(None, positions, angles)


class Compound(CompoundMethods, Group):
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
        For no parts at all, and for poses that are not finite, or round a part away.
    TypeError
        For a part that is no convex shape. The message has its index.

    Notes
    -----
    The shape is the union of the `parts`, as they are posed: at an angle, rounding may
    open a seam, or make its sides overlap, by a last bit.

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

    __slots__ = ("__weakref__", "_angle", "_centres", "_local", "_lock", "_position")
    __module__ = "sepax"  # where users find it, and pickles

    _centres: FloatArray | None
    _local: FloatArray
    _lock: LockType
    _position: tuple[float, float]
    _angle: float

    @named(1, "Compound(parts, position=(x, y), angle=0.0)")
    def __init__(self, parts: Shapes, *, position: Pair = (0.0, 0.0), angle: float = 0.0) -> None:
        shapes = ShapeArray._of(block_of(parts, "parts"))
        if not len(shapes):
            raise ValueError("a compound needs at least one part")
        self._take(shapes.vertices.copy(), shapes.offsets, shapes.radii, position, angle)

    def _take(
        self,
        local: FloatArray,
        offsets: IndexArray,
        radii: FloatArray,
        position: Pair,
        angle: SupportsFloat,
        overlaps: bool | None = None,
    ) -> None:
        """Make the parts from local vertices; nothing is set until all is checked.

        `overlaps` says whether parts share an area with each other; None computes it.
        """
        if getattr(self, "_parts", None) is not None:
            raise TypeError(f"this {type(self).__name__} has its parts: make a new one")
        place, turn = two_numbers(position, "position"), number(angle, "angle")
        count = len(radii)
        nowhere = np.zeros((count, 2)), np.zeros(count)
        block = of_rings(local, offsets, radii, *nowhere, fewest=1)
        self._local, self._lock = local, allocate_lock()
        self._position, self._angle = (0.0, 0.0), 0.0
        self._centres = _disc_centres(local, offsets)
        _pose(block, self._centres, (0.0, 0.0), 0.0)
        tree = ShapeTree(block) if count > _FEW_PARTS else None
        if overlaps is None:
            overlaps = parts_overlap(block, tree)
        _pose(block, self._centres, place, turn)
        if tree is not None:
            tree.refresh()
        self._position, self._angle = place, turn
        self._overlaps = overlaps
        self._hold(block, tree, bool(((radii == 0.0) & (np.diff(offsets) <= 2)).any()))

    @classmethod
    @named(2, "Compound.from_polygon(exterior, holes=(), position=(x, y), angle=0.0)")
    def from_polygon(
        cls,
        exterior: npt.ArrayLike,
        holes: Iterable[npt.ArrayLike] = (),
        *,
        position: Pair = (0.0, 0.0),
        angle: float = 0.0,
    ) -> Self:
        """Any simple outline, less its holes, cut by `convex_parts`.

        Parameters
        ----------
        exterior : (n, 2) array-like
            Local coordinates, in either winding.
        holes : iterable of (m, 2) array-like, optional
        position, angle
            As of `Compound`.

        Raises
        ------
        ValueError, TypeError
            As of `convex_parts`, and for poses as of `Compound`.

        Examples
        --------
        >>> square, hole = [(0, 0), (6, 0), (6, 6), (0, 6)], [(1, 1), (5, 1), (5, 5), (1, 5)]
        >>> frame = sepax.Compound.from_polygon(square, [hole])
        >>> frame.area, frame.intersects(sepax.Circle((3, 3), 1))
        (20.0, False)
        """
        return cls(convex_parts(exterior, holes), position=position, angle=angle)

    @classmethod
    def from_shapely(cls, geometry: Any) -> Self:
        """A shapely polygon with its holes, or several of a multipolygon.

        Parameters
        ----------
        geometry : shapely.Polygon or shapely.MultiPolygon

        Raises
        ------
        ImportError
            If shapely is not installed.
        TypeError
            For anything else.
        ValueError
            For an empty geometry, and outlines that `convex_parts` refuses.

        Examples
        --------
        >>> import shapely
        >>> ring = shapely.Point(0, 0).buffer(2) - shapely.box(-1, -1, 1, 1)
        >>> sepax.Compound.from_shapely(ring).contains((0, 0))
        False
        """
        from sepax._shapely import read_polygons

        parts = [convex_parts(exterior, holes) for exterior, holes in read_polygons(geometry)]
        return cls(ShapeArray.concatenate(parts))

    # --- contents ---

    @property
    def parts(self) -> ShapeArray:
        """The convex parts at the present pose, a copy: moving them moves nothing here."""
        return ShapeArray(self._array())

    def _array(self) -> ShapeArray:
        parts = getattr(self, "_parts", None)
        if parts is None:
            raise ValueError(
                f"this {type(self).__name__} was never initialised: its __init__ must call "
                "super().__init__() with parts"
            )
        return ShapeArray._of(parts)

    @property
    def vertices(self) -> FloatArray:
        """World vertices of all parts, one after the other: (v, 2) float64, a read-only copy.

        Vertices that parts share come once for each. See ``parts.offsets``.
        """
        return self._array().vertices

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """(min_x, min_y, max_x, max_y)."""
        bounds = self._array().bounds
        low, high = bounds[:, :2].min(axis=0).tolist(), bounds[:, 2:].max(axis=0).tolist()
        return (low[0], low[1], high[0], high[1])

    @property
    def area(self) -> float:
        """The area of the whole: where parts overlap, it counts once."""
        array = self._array()
        if self._overlaps:
            return region_area(Region(array._block, True))
        return float(array.areas.sum())

    @property
    def centroid(self) -> tuple[float, float]:
        """(x, y) of the centre of the area: where parts overlap, it counts once.

        Without any area the mean of the centres of the parts.
        """
        array = self._array()
        if self._overlaps:
            return union_moments(array._block)[:2]
        areas, centres = array.areas, array.centroids
        weights = areas / areas.sum() if areas.any() else np.full(len(areas), 1.0 / len(areas))
        x, y = (centres[0] + weights @ (centres - centres[0])).tolist()
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
        squares = np.square(array.centroids - self.centroid).sum(axis=1)
        return float(array.second_moments.sum() + array.areas @ squares)

    # --- pose ---

    @property
    def position(self) -> tuple[float, float]:
        """(x, y): world coordinates of the local origin; can be set."""
        self._array()
        return self._position

    @position.setter
    def position(self, value: Pair) -> None:
        self._set(two_numbers(value, "position"), self.angle)

    @property
    def angle(self) -> float:
        """Rotation about the position in radians, counter-clockwise; can be set."""
        self._array()
        return self._angle

    @angle.setter
    def angle(self, value: float) -> None:
        self._set(self.position, number(value, "angle"))

    def move(self, dx: float, dy: float) -> None:
        """Translate by (dx, dy) in world units.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.move(3, 0)
        >>> pair.bounds
        (2.0, -1.0, 6.0, 1.0)
        """
        x, y = self.position
        self._set((x + number(dx, "dx"), y + number(dy, "dy")), self._angle)

    def rotate(self, angle: float) -> None:
        """Turn about the position by so many radians, counter-clockwise.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.rotate(0.5)
        >>> pair.angle
        0.5
        """
        self._set(self.position, self._angle + number(angle, "angle"))

    def set_pose(self, x: float, y: float, angle: float) -> None:
        """Set position and angle in one step; all parts take it, or none.

        Examples
        --------
        >>> pair = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1)])
        >>> pair.set_pose(1, 2, 0.5)
        >>> pair.position, pair.angle
        ((1.0, 2.0), 0.5)
        """
        self._array()
        self._set((number(x, "x"), number(y, "y")), number(angle, "angle"))

    def _set(self, position: tuple[float, float], angle: float) -> None:
        parts = self._array()._block
        with self._lock:
            try:
                _pose(parts, self._centres, position, angle)
            except KeyboardInterrupt:  # some of the parts have it
                _pose(parts, self._centres, self._position, self._angle)
                raise
            finally:
                if self._tree_of_parts is not None:
                    self._tree_of_parts.refresh()
            self._position, self._angle = position, angle

    # --- copies ---

    def at(self, positions: npt.ArrayLike, angles: npt.ArrayLike = 0.0) -> Sequence[Self]:
        """Copies at many poses: a sequence that makes each copy on access.

        All verbs that take several compounds take it. `intersects_any` makes no copies: it
        poses only the parts that are near something, which takes a few microseconds a
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
        place = within_limits(vectors(positions, "positions"), "positions")
        turn = numbers(angles, "angles")
        if not (fine := np.abs(turn) <= _LARGEST_ANGLE).all():
            row = int(np.argmin(fine))
            raise ValueError(
                f"angles[{row}] must be finite and within 2**31 radians, got {turn[row]}"
            )
        base = self.copy()
        base.set_pose(0.0, 0.0, 0.0)
        centres = np.zeros((len(self._array()), 2)) if self._centres is None else self._centres
        copies = Copies(base, centres, *of_one_length(positions=place, angles=turn))
        return cast("Sequence[Self]", copies)

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
        (local, offsets, radii, position, angle), attributes = self._state()
        Compound._take(twin, local, offsets, radii, position, angle, self._overlaps)
        if attributes:
            twin.__dict__.update(attributes)
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
        local, offsets, radii, *pose = self._state()[0]
        twin = Compound.__new__(Compound)
        twin.__setstate__(((local, offsets, radii + by, *pose), None))
        return twin

    def _state(self) -> tuple[tuple[Any, ...], dict[str, Any] | None]:
        array = self._array()
        geometry = (self._local.copy(), array.offsets, array.radii)
        return (*geometry, self._position, self._angle), getattr(self, "__dict__", None)

    def __setstate__(self, state: tuple[tuple[Any, ...], dict[str, Any] | None]) -> None:
        """Give a compound that has no parts yet what `__reduce__` took: for pickles alone."""
        (vertices, offsets, radii, position, angle), attributes = state
        local = within_limits(vectors(vertices, "vertices"), "vertices")
        starts, rounding = indices(offsets, "offsets"), numbers(radii, "radii")
        if not len(rounding) or len(rounding) != len(starts) - 1:
            raise ValueError(f"there are {len(starts) - 1} parts and {len(rounding)} radii")
        self._take(local, starts, rounding, position, angle)
        if attributes:
            self.__dict__.update(attributes)

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
        return mine[3:] == others[3:] and all(map(np.array_equal, mine[:3], others[:3]))

    def __repr__(self) -> str:
        """Return a line that says how many parts there are, and where."""
        array = self._array()
        return (
            f"<{type(self).__name__}: {len(array)} parts, {len(self._local)} vertices, "
            f"position={self._position}, angle={self._angle}>"
        )

    def _repr_svg_(self) -> str:
        """Draw the parts, for notebooks."""
        from sepax import _pictures

        parts = self._array()
        return _pictures.shapes_svg(parts, f"{type(self).__name__}: {len(parts)} parts")

    # --- verbs ---

    def explain(
        self,
        other: Shape | Group,
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
