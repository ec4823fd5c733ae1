"""What an array of shapes holds: copies of rows and columns, and the poses that can be set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn, Self, overload

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    Rows,
    dimensions,
    filled,
    new_poses,
    offsets_of_sizes,
    read_only,
    row_number,
    row_numbers,
)
from sepax._base.blocks import offsets_of, vertices_of
from sepax._core.arguments import described
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.overlaps import SharedRings
from sepax._verbs import verbs
from sepax._verbs.batch import index_lists
from sepax._verbs.methods import ArrayMethods, Pairs
from sepax.shapes import AnyShape, Polygon, Shape, shape_of_core, sharp_polygon


class ArrayContents(ArrayMethods):
    """The part of `ShapeArray` that reads its shapes and sets their poses."""

    __slots__ = ("_block",)

    _block: ShapeBlock

    @classmethod
    def _of(cls, shapes: ShapeBlock) -> Self:
        array = super().__new__(cls)
        array._block = shapes
        return array

    def __len__(self) -> int:
        """Return the number of shapes."""
        return self._block.count

    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> AnyShape: ...
    @overload
    def __getitem__(self, key: Rows) -> Self: ...
    def __getitem__(self, key: Any) -> Any:
        """Return a copy of one shape, or of those that a slice, indices or a mask select.

        Moving it moves nothing in the array: write it back, ``array[i] = shape``, or see
        `set_poses`.
        """
        if isinstance(key, tuple) or not (isinstance(key, slice) or dimensions(key)):
            return self._shape(row_number(key, len(self), "shapes"))
        return type(self)._of(self._block.take(row_numbers(key, len(self))))

    def __setitem__(self, key: int | np.integer[Any], shape: Shape) -> None:
        """Give a shape of the array the pose of a single one of the same geometry.

        Raises
        ------
        ValueError
            For other local vertices or another radius: the geometry is fixed.

        Examples
        --------
        >>> crates = sepax.ShapeArray.boxes(2, [1, 2])
        >>> crate = crates[1]
        >>> crate.move(5, 0)
        >>> crates[1] = crate
        >>> crates.positions
        array([[0., 0.],
               [5., 0.]])
        """
        if np.ndim(key) or not hasattr(key, "__index__"):
            raise TypeError(
                "one shape at a time can be assigned; for the poses of several there is "
                "set_poses(positions, angles, where=...)"
            )
        row = row_number(key, len(self), "shapes")
        if not isinstance(shape, Shape):
            raise TypeError(f"expected a shape, got {described(shape)}")
        vertices, radius, *_ = self._core(row)
        if radius != shape.radius or not np.array_equal(vertices, shape.local_vertices):
            raise ValueError(
                f"shape {row} has another geometry, which is fixed: only the pose can change; "
                "make a new array with ShapeArray.from_shapes"
            )
        self.set_poses(shape.position, shape.angle, where=[row])

    def __delitem__(self, key: object) -> NoReturn:
        """Refuse to remove shapes, and say how to make an array without them."""
        raise TypeError(
            f"a {type(self).__name__} has a fixed number of shapes: a mask makes a new one of the "
            "rows to keep, array = array[keep], with keep = numpy.ones(len(array), bool) and "
            "keep[rows] = False"
        )

    def _shape(self, row: int) -> AnyShape:
        try:
            return shape_of_core(*self._core(row))
        except ValueError:  # a part of an outline that its pose rounds away: a thin triangle
            return Polygon(vertices_of(self._block.take(np.array([row], np.intp))))

    def _core(self, row: int) -> tuple[FloatArray, float, tuple[float, float], float]:
        """Return the local points, radius, position and angle of a shape."""
        points = np.empty((self._block.point_count(row), 2))
        return points, *self._block.read_core(row, points)

    def __iter__(self) -> Iterator[AnyShape]:
        """Yield a copy of each shape."""
        return map(self._shape, range(len(self)))

    @property
    def vertices(self) -> FloatArray:
        """World vertices of all shapes, (v, 2) float64, a read-only copy.

        Circles and points have one, segments and capsules two.
        """
        return read_only(vertices_of(self._block))

    @property
    def local_vertices(self) -> FloatArray:
        """Vertices in the frames of the poses, (v, 2) float64, a read-only copy."""
        out = np.empty((self._block.vertex_count, 2))
        self._block.read_vertices(out, True)
        return read_only(out)

    @property
    def offsets(self) -> IndexArray:
        """Where the vertices of each shape begin, and the end: (n + 1,) intp, a read-only copy."""
        return read_only(offsets_of(self._block))

    @property
    def radii(self) -> FloatArray:
        """By how much each shape is rounded, (n,) float64, a read-only copy; 0 for sharp ones."""
        return filled(self._block.read_radii, len(self))

    @property
    def normals(self) -> FloatArray:
        """Outward unit normals of the edges, (v, 2) float64, a read-only copy.

        Row i belongs to the edge from vertex i, so `offsets` divide them as they do
        `vertices`. What has no edge, a circle or a point, has zeros in the row of its centre.
        """
        return filled(self._block.read_normals, self._block.vertex_count, 2)

    @property
    def areas(self) -> FloatArray:
        """Areas in square world units, (n,) float64, a read-only copy."""
        return filled(self._block.read_areas, len(self))

    @property
    def centroids(self) -> FloatArray:
        """Centres of the areas in world coordinates, (n, 2) float64, a read-only copy."""
        return filled(self._block.read_centroids, len(self), 2)

    @property
    def second_moments(self) -> FloatArray:
        """Second moments of the areas about their centroids, (n,) float64, a read-only copy.

        In world units to the fourth: times mass / area they are moments of inertia.
        """
        return filled(self._block.read_second_moments, len(self))

    @property
    def bounds(self) -> FloatArray:
        """(min_x, min_y, max_x, max_y) of each shape: (n, 4) float64, a read-only copy."""
        return filled(self._block.read_bounds, len(self), 4)

    @property
    def positions(self) -> FloatArray:
        """World coordinates of the local origins, (n, 2) float64, a read-only copy.

        They are set with `set_poses`.
        """
        return self._poses()[0]

    @property
    def angles(self) -> FloatArray:
        """Rotations about the positions in radians, (n,) float64, a read-only copy.

        They are set with `set_poses`.
        """
        return self._poses()[1]

    def _poses(self) -> tuple[FloatArray, FloatArray]:
        positions, angles = np.empty((len(self), 2)), np.empty(len(self))
        self._block.read_poses(positions, angles)
        return read_only(positions), read_only(angles)

    @property
    def nbytes(self) -> int:
        """Memory that the shapes take, in bytes."""
        return self._block.nbytes

    def set_poses(
        self,
        positions: npt.ArrayLike | None = None,
        angles: npt.ArrayLike | None = None,
        *,
        where: Rows | None = None,
    ) -> None:
        """Set the poses of all shapes, or of some, in place.

        Parameters
        ----------
        positions : pair of float or (n, 2) array-like, optional
            World coordinates of the local origins; None keeps them.
        angles : float or (n,) array-like, optional
            Radians, counter-clockwise; None keeps them.
        where : slice, indices or boolean mask, optional
            The shapes that the rows of the others are for. Of an index that
            comes twice, the last pose counts.

        Raises
        ------
        ValueError
            For poses that are not finite, or that round a shape away, and for
            lengths that differ. No pose has changed then.
        IndexError
            For an index out of range.
        KeyboardInterrupt
            Each shape has the pose that it had or the one that it was to take.

        Examples
        --------
        >>> boxes = sepax.ShapeArray.boxes(2, [2, 2, 2])
        >>> boxes.set_poses([(0, 0), (5, 0), (9, 0)], 0.5)
        >>> boxes.set_poses(angles=0.0, where=[1])
        >>> boxes.angles
        array([0.5, 0. , 0.5])
        """
        self._block.set_poses(*new_poses(self, positions, angles, where))


def _require_sharp_polygons(array: ArrayContents, name: str) -> None:
    odd = (array.radii > 0.0) | (np.diff(array.offsets) < 3)
    if odd.any():
        row = int(np.argmax(odd))
        sharp_polygon(array[row], f"{name}[{row}]")


def shared_rings(
    a: ArrayContents, b: ArrayContents, pairs: Pairs | None
) -> tuple[FloatArray, IndexArray, BoolArray]:
    """Return the polygons that pairs share, as vertices and offsets, and which pairs do."""
    _require_sharp_polygons(a, "a")
    _require_sharp_polygons(b, "b")
    met: BoolArray = verbs.intersects(a, b, touching=False, pairs=pairs, out=None, workers=1)
    i, j = index_lists(pairs)
    if i is None or j is None:
        rows = np.arange(len(met), dtype=np.intp)
        i, j = (rows if len(side) == len(met) else np.zeros_like(rows) for side in (a, b))
    rows, sizes = np.flatnonzero(met), np.empty(np.count_nonzero(met), np.intp)
    rings = SharedRings(a._block, b._block, i[rows], j[rows], sizes)
    vertices = np.empty((rings.vertex_count, 2))
    rings.write(vertices)
    met[rows] = sizes > 0
    return vertices, offsets_of_sizes(sizes[sizes > 0]), met
