"""Questions about a scene as a whole: which of many shapes meet, now or soon, and with what."""

from __future__ import annotations

from _thread import LockType, allocate_lock  # threading takes 0.7 ms to import
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from sepax import _threads, verbs
from sepax._arguments import BoolArray, FloatArray, IndexArray, indices, vectors, within_limits
from sepax._core.arguments import number, positive_number
from sepax._core.arrays.any_meeting import AnyMeeting
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.broadphase import candidate_pairs
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.meetings import near_pairs
from sepax._core.arrays.nearest import NearestRows
from sepax._core.arrays.scene import (
    FirstMeeting,
    joint_extent,
    pairs_of_tree,
    read_near_bounds,
    read_swept_bounds,
)
from sepax._core.interrupts import PIECE
from sepax._core.shape import Shape
from sepax._methods import Others
from sepax._results import Impacts
from sepax.arrays import ShapeArray, Shapes
from sepax.groups.pairs import Group
from sepax.groups.parts import (
    Copies,
    Grove,
    Parts,
    block_or_groups,
    deep_pairs,
    owner_pairs,
    parts_of,
)

_SWEPT = 1 << 16  # pairs swept at a time, lest those that do not meet take much memory
_STRIPS = 0.1  # rows asked about, to those of an index, from which on strips are faster


class ShapeIndex:
    """An array of shapes and a tree of their bounding boxes: built once, asked often.

    `find_pairs`, `sweep_pairs`, `first_impacts`, `intersects_any`, `nearest`, `raycast`
    and `contains` take one in place of an array. The answers are those of the array, to the bit;
    a question about little takes microseconds, however many shapes there are.

    Parameters
    ----------
    array : ShapeArray, Compound, or shapes and compounds in any iterable
        Not copied if it is a `ShapeArray`: the index is of that array, which stays
        as good as ever. Shapes in another iterable are copied into one. Of compounds,
        and shapes beside them, the index follows those themselves.

    Attributes
    ----------
    array : ShapeArray
        The shapes; of compounds all their parts, a copy.

    See Also
    --------
    refresh : to be called when poses in the array have changed.

    Notes
    -----
    A packed R-tree along Hilbert's curve (Kamel and Faloutsos, On packing R-trees,
    1993). It takes some 45 bytes a shape besides the array. To build it takes about
    as long as one `find_pairs`.

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

    __slots__ = ("__weakref__", "_array", "_grove", "_lock", "_tree")

    _array: ShapeArray
    _grove: Grove | None
    _tree: ShapeTree
    _lock: LockType

    def __init__(self, array: Others) -> None:
        """Build the tree."""
        given = array._block if isinstance(array, ShapeArray) else block_or_groups(array, "array")
        grove = None
        if isinstance(given, ShapeBlock):
            tree = ShapeTree(given)
        else:
            grove = Grove(given)
            tree = grove.tree
        if not isinstance(array, ShapeArray):
            array = ShapeArray._of(tree.block)
        self._array, self._tree, self._grove, self._lock = array, tree, grove, allocate_lock()

    if not TYPE_CHECKING:  # it would take every name to exist

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse what is not there: all of it, where a subclass skips ``__init__``."""
            if name in ShapeIndex.__slots__:
                raise ValueError(
                    f"this {type(self).__name__} was never initialised: its __init__ must call "
                    "super().__init__() with an array of shapes"
                )
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def array(self) -> ShapeArray:
        """The shapes that it is an index of; of compounds their parts, a copy."""
        return self._array if self._grove is None else ShapeArray(self._array)

    def refresh(self) -> None:
        """Take up the present poses of the array, or of the compounds, once some were set.

        Until then its boxes are those of the poses before: questions of the thread that
        set poses of the array are a `ValueError`, and answers to others are of no use. That
        compounds were moved is not noticed.
        It looks only where poses were set, and takes time in proportion to how many:
        microseconds for one of 100,000, and less than half of what building takes
        for all. Where shapes have wandered so far that questions would look into
        twice as many boxes as at first, the tree is built anew. Questions in other
        threads meanwhile give any answer at all, but do no harm.

        Examples
        --------
        >>> crates = sepax.ShapeArray.boxes(2, 2, [(0, 0), (5, 0), (6, 1)])
        >>> index = sepax.ShapeIndex(crates)
        >>> crates.set_poses(positions=(0, 1), where=[2])
        >>> index.refresh()
        >>> sepax.find_pairs(index)
        array([[0, 2]])
        """
        with self._lock:
            if self._grove is not None:
                self._grove.take_poses()
            self._tree.refresh()

    def __len__(self) -> int:
        """Return the number of shapes, or of compounds and shapes."""
        return len(self._array) if self._grove is None else self._grove.groups.count

    def __repr__(self) -> str:
        """Return a line that says how many shapes there are."""
        return f"<ShapeIndex of {len(self)} shapes>"

    def _repr_svg_(self) -> str:
        """Draw the first of the shapes, for notebooks."""
        from sepax import _pictures

        return _pictures.index_svg(self)

    def _repr_html_(self) -> str:
        """Return the picture above a table of the first rows, for notebooks."""
        from sepax import _pictures

        return _pictures.index_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by the array: a copy builds its own tree."""
        return type(self), (self._array if self._grove is None else self._grove.groups.items,)


Scene: TypeAlias = Shapes | ShapeIndex


_T = TypeVar("_T", bound=np.generic)
GroupScene: TypeAlias = Scene | Group | Iterable[Shape | Group]


def _block(scene: ShapeBlock | ShapeTree) -> ShapeBlock:
    return scene.block if isinstance(scene, ShapeTree) else scene


def _wide_bounds(shapes: ShapeBlock, reach: float, extent: float) -> FloatArray:
    """Bounds that surely hold the shapes, and so much around them."""
    out = np.empty((shapes.count, 4))
    read_near_bounds(shapes, reach, extent, out)
    return out


def _chosen(rows: npt.NDArray[_T], mask: BoolArray) -> npt.NDArray[_T]:
    """Return ``rows[mask]``, taken in pieces: NumPy does not hear an interrupt until it is done."""
    chosen = np.empty((np.count_nonzero(mask), rows.shape[1]), rows.dtype)
    end = 0
    for start in range(0, len(rows), PIECE):
        places = start + np.flatnonzero(mask[start : start + PIECE])
        rows.take(places, axis=0, out=chosen[end : end + len(places)], mode="clip")
        end += len(places)
    return chosen


def _tree_pairs(
    here: ShapeBlock | ShapeTree, there: ShapeBlock | ShapeTree | None, reach: float
) -> memoryview | None:
    """Pairs whose boxes are so near, where there is a tree and it is asked about few."""
    if there is not None:
        own, other = _block(here), _block(there)
        if isinstance(there, ShapeTree) and own.count <= _STRIPS * other.count:
            return pairs_of_tree(there, own, tree_first=False, reach=reach)
        if isinstance(here, ShapeTree) and other.count <= _STRIPS * own.count:
            return pairs_of_tree(here, other, tree_first=True, reach=reach)
    return None


def _near_pairs(
    here: ShapeBlock | ShapeTree, there: ShapeBlock | ShapeTree | None, reach: float
) -> memoryview:
    """Pairs whose boxes are so near: by a tree where it is asked about few, else by strips."""
    if (found := _tree_pairs(here, there, reach)) is not None:
        return found
    own, other = _block(here), None if there is None else _block(there)
    extent = joint_extent(own, own if other is None else other) if reach > 0.0 else 0.0
    if other is None:  # half of the way on both sides, the larger one
        return candidate_pairs(_wide_bounds(own, reach - 0.5 * reach, extent), None)
    return candidate_pairs(_wide_bounds(own, reach, extent), _wide_bounds(other, 0.0, 0.0))


def _judged_pairs(
    here: ShapeBlock | ShapeTree, there: ShapeBlock | ShapeTree | None, touching: bool
) -> tuple[memoryview, bool]:
    """Pairs whose boxes meet, but for those of shapes known not to; whether all of these do."""
    if (found := _tree_pairs(here, there, 0.0)) is not None:
        return found, False
    own, other = _block(here), None if there is None else _block(there)
    if other is None:
        return near_pairs(touching, own, _wide_bounds(own, 0.0, 0.0))
    return near_pairs(
        touching, own, _wide_bounds(own, 0.0, 0.0), other, _wide_bounds(other, 0.0, 0.0)
    )


def _distance(value: Any, name: str) -> float:
    distance = number(value, name)
    if not distance >= 0.0:
        raise ValueError(f"{name} must not be negative or NaN, got {distance}")
    return distance


def _meeting_pairs(
    here: ShapeBlock | ShapeTree,
    there: ShapeBlock | ShapeTree | None,
    touching: bool,
    reach: float,
    workers: int,
) -> IndexArray:
    """Pairs of convex shapes that meet, or are so near."""
    near, all_meet = (
        _judged_pairs(here, there, touching)
        if reach == 0.0
        else (_near_pairs(here, there, reach), False)
    )
    pairs: IndexArray = np.asarray(near)
    if all_meet:
        return pairs
    first = ShapeArray._of(_block(here))
    second = first if there is None else ShapeArray._of(_block(there))
    if reach > 0.0:
        apart = verbs.distance(first, second, pairs=pairs, out=None, workers=workers)
        return _chosen(pairs, apart <= reach if touching else apart < reach)
    hit = verbs.intersects(first, second, touching=touching, pairs=pairs, out=None, workers=workers)
    return _chosen(pairs, hit)


def find_pairs(
    a: GroupScene,
    b: GroupScene | None = None,
    touching: bool = True,
    within: float = 0.0,
    *,
    workers: int = 1,
) -> IndexArray:
    """All pairs of shapes that meet, or are near each other; exact.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable, optional
        The other side of the pairs; without it, the shapes of `a` among themselves.
    touching : bool, default True
        Shared boundary points count. False asks for a positive penetration depth;
        with `within`, for a distance less than that.
    within : float, default 0.0
        Pairs that are no farther apart than this, in world units, count, too: those of
        which `distance` says so.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    (k, 2) intp
        Row i of `a` and row j of `b`, sorted by i and then j, each pair once;
        within one array i < j. It is what ``pairs=`` of the verbs takes.

    Raises
    ------
    ValueError
        For a `within` that is negative or not finite.
    TypeError
        For what is no shape, named by its index where there are many.

    Notes
    -----
    Bounding boxes first: sorted along x within horizontal strips, then swept
    (Ericson, Real-Time Collision Detection, 7.5). Memory grows with the number
    of shapes and of boxes that meet. A `ShapeIndex` of many times as many shapes
    as the other side has is asked by its tree: time then grows with the other side.

    Examples
    --------
    >>> balls = sepax.ShapeArray.circles([(0, 0), (9, 9), (1, 1), (2, 2)], 1)
    >>> pairs = sepax.find_pairs(balls)
    >>> pairs
    array([[0, 2],
           [2, 3]])
    >>> sepax.mtv(balls, balls, pairs=pairs)[0].round(3)
    array([[-0.414, -0.414],
           [-0.414, -0.414]])
    >>> len(sepax.find_pairs(balls, within=0.9))
    3
    """
    workers = positive_number(workers, "workers")
    reach = _distance(within, "within")
    if reach == np.inf:
        raise ValueError("within must be finite: all pairs are within an infinite distance")
    here, there = parts_of(a, "a"), None if b is None else parts_of(b, "b")
    scenes = here.scene, None if there is None else there.scene
    if here.groups is None and (there is None or there.groups is None):
        return _meeting_pairs(*scenes, touching, reach, workers)
    depth_counts = not touching and reach == 0.0
    near = _meeting_pairs(*scenes, touching or depth_counts, reach, workers)
    pairs = owner_pairs(near, here, there)
    return deep_pairs(pairs, here, here if there is None else there) if depth_counts else pairs


def _found_once(here: Parts, there: Parts) -> IndexArray | None:
    """Return whose each row of a scene is, where several rows may find the same."""
    if here.groups is not None and there.owners is None:
        return np.arange(there.block.count, dtype=np.intp)
    return there.owners


def nearest(
    a: GroupScene,
    b: GroupScene,
    k: int = 1,
    max_distance: float = np.inf,
    *,
    workers: int = 1,
) -> tuple[IndexArray, FloatArray]:
    """For each shape those of a scene that are nearest to it.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The n shapes that ask. A compound asks as a whole.
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The scene. Where it holds a shape of `a`, that is at distance 0 from itself. Of
        compounds the whole counts, once.
    k : int, default 1
        How many are asked for.
    max_distance : float, default inf
        What is farther away, in world units, is not counted.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    rows : (n, k) intp
        Which of `b`, by their distance, of equal distances by index; -1 where there are
        fewer.
    distances : (n, k) float64
        What `distance` says of each shape and that one; infinity where there is none.

    Raises
    ------
    ValueError
        For a `k` below 1, and a distance that is negative or NaN.
    TypeError
        For what is no shape, named by its index where there are many.

    Notes
    -----
    The nearest bounding boxes are looked into first, and none that is farther than the
    last of those that are asked for (Roussopoulos, Kelley and Vincent, Nearest neighbor
    queries, 1995). A `ShapeIndex` saves sorting the boxes.

    Examples
    --------
    >>> people = sepax.ShapeArray.points([(0, 0), (9, 1)])
    >>> exits = sepax.ShapeArray.boxes(2, 1, [(-3, 0), (6, 1), (20, 0)])
    >>> rows, distances = sepax.nearest(people, exits)
    >>> rows.ravel(), distances.ravel()
    (array([0, 1]), array([2., 2.]))
    >>> sepax.nearest(people, exits, k=2, max_distance=9)[0]
    array([[ 0,  1],
           [ 1, -1]])
    """
    workers = positive_number(workers, "workers")
    columns = positive_number(k, "k")
    here, there = parts_of(a, "a"), parts_of(b, "b")
    farthest = _distance(max_distance, "max_distance")
    plan = NearestRows(here.block, there.scene, farthest, here.starts, _found_once(here, there))
    try:
        rows: IndexArray = np.empty((plan.count, columns), np.intp)
        distances: FloatArray = np.empty((plan.count, columns))
    except (ValueError, OverflowError):  # of NumPy, for what is beyond any memory
        raise MemoryError(f"no memory for {columns} shapes each") from None
    _threads.run(plan.find, plan.count, workers, rows, distances)
    return rows, distances


def _owners(owner: npt.ArrayLike, count: int) -> IndexArray:
    """Return the owners of so many shapes; that none is negative, is for others to check."""
    given = np.ascontiguousarray(indices(owner, "owner", shared=True))
    if len(given) != count:
        raise ValueError(f"owner must have one number for each of {count} shapes, got {len(given)}")
    return given


def _any_copy_meets(
    copies: Copies, scene: GroupScene, owner: npt.ArrayLike | None, workers: int
) -> BoolArray:
    """Return for each owner whether any copy that it owns meets the scene; without, for each."""
    if owner is None:
        return copies.meet_any(parts_of(scene, "b").scene, workers)
    of = _owners(owner, len(copies)).copy()
    if of.min(initial=0) < 0:
        raise ValueError(f"owner[{np.argmin(of)}] must not be negative, got {of.min()}")
    hit = copies.meet_any(parts_of(scene, "b").scene, workers)
    return np.bincount(of[hit], minlength=int(of.max(initial=-1)) + 1) > 0


def intersects_any(
    a: GroupScene, b: GroupScene, *, owner: npt.ArrayLike | None = None, workers: int = 1
) -> BoolArray:
    """Whether each shape meets any shape of a scene; exact, and left off at the first hit.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The shapes that ask. A compound asks as a whole.
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The scene. Touching counts.
    owner : (n,) array-like of int, optional
        What each of the n shapes of `a` belongs to (a trajectory, a robot of several
        parts), from 0; equal numbers need not be side by side, but side by side they
        take less time. One answer for each owner then, which is left off at the
        first shape of an owner that meets anything: those that are likely to had
        best come first. Of `Compound.at`, all poses are asked.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    (n,) bool
        With `owner` (m,), an answer for each number from 0 to the largest; False
        for one that owns nothing.

    Raises
    ------
    ValueError
        For an owner that is negative, or not one for each shape.
    TypeError
        For what is no shape, and owners that are no integers.

    Examples
    --------
    >>> cars = sepax.ShapeArray.boxes(4, 2, [(0, 0), (0, 9), (6, 0), (6, 9)])
    >>> trees = sepax.ShapeArray.circles([(6, 8), (20, 20)], 1)
    >>> sepax.intersects_any(cars, trees)
    array([False, False, False,  True])
    >>> sepax.intersects_any(cars, trees, owner=[0, 1, 0, 1])
    array([False,  True])
    """
    workers = positive_number(workers, "workers")
    if isinstance(a, Copies):
        return _any_copy_meets(a, b, owner, workers)
    here = parts_of(a, "a")
    owners = here.owners
    if owner is not None:
        given = _owners(owner, here.row_count)
        owners = given if owners is None else given[owners]
    plan = AnyMeeting(here.block, parts_of(b, "b").scene, owners)
    hit: BoolArray = np.empty(plan.count, np.bool_)
    _threads.run(plan.find, plan.count, workers, hit)
    return hit


def _time(max_time: Any) -> float:
    end = number(max_time, "max_time")
    if not end >= 0.0:
        raise ValueError(f"max_time must not be negative or NaN, got {end}")
    return end


def _velocities(value: npt.ArrayLike, name: str, count: int) -> FloatArray:
    """Return the one velocity of all shapes, or that of each."""
    array = within_limits(vectors(value, name), name)
    if len(array) not in (1, count):
        raise ValueError(f"{name} must be one for all {count} shapes or one each, got {len(array)}")
    return array


def _swept_pairs(
    here: ShapeBlock,
    there: ShapeBlock | None,
    velocity_a: FloatArray,
    velocity_b: FloatArray,
    end: float,
) -> IndexArray:
    """Pairs of which the boxes around the motions meet, as shapes of the same motion see them."""
    extent = joint_extent(here, here if there is None else there)

    def bounds(side: ShapeBlock, velocity: FloatArray) -> FloatArray:
        out = np.empty((side.count, 4))
        read_swept_bounds(side, velocity, end, extent, out)
        return out

    alike = (velocity for velocity in (velocity_b, velocity_a) if len(velocity) == 1)
    frame = next(alike, np.zeros((1, 2)))
    near = candidate_pairs(
        bounds(here, velocity_a - frame),
        None if there is None else bounds(there, velocity_b - frame),
    )
    return np.asarray(near)


def _swept_rows(
    here: Parts,
    there: Parts | None,
    velocity_a: FloatArray,
    velocity_b: FloatArray,
    end: float,
) -> IndexArray:
    """Pairs of rows of which that is so for any parts."""
    other = here if there is None else there
    pairs = _swept_pairs(
        here.block,
        None if there is None else there.block,
        _of_parts(velocity_a, here),
        _of_parts(velocity_b, other),
        end,
    )
    if here.groups is None and other.groups is None:
        return pairs
    return owner_pairs(pairs, here, there)


def _rows_of(velocity: FloatArray, rows: IndexArray) -> FloatArray:
    return velocity if len(velocity) == 1 else velocity[rows]


def _joined(parts: list[Impacts]) -> Impacts:
    if not parts:
        return Impacts.empty(0)
    columns = zip(*map(Impacts._arrays, parts), strict=True)
    return Impacts(*map(np.concatenate, columns))


def sweep_pairs(
    a: GroupScene,
    b: GroupScene | None = None,
    velocity_a: npt.ArrayLike = (0.0, 0.0),
    velocity_b: npt.ArrayLike = (0.0, 0.0),
    max_time: float = 1.0,
    *,
    workers: int = 1,
) -> tuple[IndexArray, Impacts]:
    """All pairs of shapes, in uniform motion without turning, that meet, and when.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable, optional
        The other side of the pairs; without it, the shapes of `a` among themselves,
        all of them with `velocity_a`.
    velocity_a, velocity_b : pair of float or (n, 2) array-like, default (0, 0)
        Of all shapes of a side, or of each.
    max_time : float, default 1.0
        The motion begins at 0 and ends then; it may be infinite.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    pairs : (k, 2) intp
        Row i of `a` and row j of `b`, sorted by i and then j, each pair once;
        within one array i < j.
    impacts : Impacts
        What `sweep` says of each pair. All of them hit.

    Raises
    ------
    ValueError
        For a negative time, velocities that are not finite or neither one nor as
        many as shapes, and `velocity_b` without `b`.
    TypeError
        For what is no shape, and for what are no numbers.

    Notes
    -----
    First the boxes around each motion, as `find_pairs` finds them. Memory grows
    with the number of such boxes that meet: long fast motions across a crowd are
    best cut into several times, or asked of `first_impacts`.

    Examples
    --------
    >>> balls = sepax.ShapeArray.circles([(0, 0), (5, 0), (0, 9)], 1)
    >>> pairs, impacts = sepax.sweep_pairs(balls, None, [(2, 0), (-2, 0), (0, 0)])
    >>> pairs, impacts.time
    (array([[0, 1]]), array([0.75]))
    """
    workers = positive_number(workers, "workers")
    here, there = parts_of(a, "a"), None if b is None else parts_of(b, "b")
    end = _time(max_time)
    of_a = _velocities(velocity_a, "velocity_a", here.row_count)
    of_b = _velocities(
        velocity_b, "velocity_b", here.row_count if there is None else there.row_count
    )
    if there is None:
        if of_b.any():
            raise ValueError("velocity_b is that of shapes of b: without b, give velocity_a alone")
        of_b = of_a
    near = _swept_rows(here, there, of_a, of_b, end)
    other = here if there is None else there
    hits, parts = [near[:0]], []
    for start in range(0, len(near), _SWEPT):
        pairs = near[start : start + _SWEPT]
        impacts = _swept(here, other, pairs[:, 0], pairs[:, 1], of_a, of_b, end, workers)
        hits.append(pairs[impacts.hit])
        parts.append(impacts[impacts.hit])
    return np.concatenate(hits), _joined(parts)


def _swept(
    here: Parts,
    there: Parts,
    i: IndexArray,
    j: IndexArray,
    velocity_a: FloatArray,
    velocity_b: FloatArray,
    end: float,
    workers: int,
) -> Impacts:
    """What `sweep` says of pairs of rows."""
    impacts: Impacts = verbs.sweep(
        _side(here),
        _side(there),
        velocity_a=_rows_of(velocity_a, i),
        velocity_b=_rows_of(velocity_b, j),
        max_time=end,
        skip_leaving=False,
        pairs=(i, j),
        out=None,
        workers=workers,
    )
    return impacts


def _side(parts: Parts) -> ShapeArray | list[Any]:
    """Return what verbs take."""
    return ShapeArray._of(parts.block) if parts.groups is None else parts.groups.items


def first_impacts(
    a: GroupScene,
    b: GroupScene,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike = (0.0, 0.0),
    max_time: float = 1.0,
    *,
    workers: int = 1,
) -> tuple[IndexArray, Impacts]:
    """For each shape, in uniform motion without turning, the first of a scene that it meets.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The shapes that ask. A compound asks as a whole.
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The scene.
    velocity_a, velocity_b : pair of float or (n, 2) array-like
        Of all shapes of a side, or of each; the scene rests by default.
    max_time : float, default 1.0
        The motion begins at 0 and ends then; it may be infinite.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    rows : (n,) intp
        Which of `b` each shape of `a` meets first: of those at the same time the one
        with the lowest index; -1 for none.
    impacts : Impacts
        What `sweep` says of each shape and that one; no hit where there is none.

    Raises
    ------
    ValueError
        For a negative time, and velocities that are not finite or neither one nor as
        many as shapes.
    TypeError
        For what is no shape, and for what are no numbers.

    Notes
    -----
    The boxes of the scene are asked in the order of time, and left off where none can
    be earlier: pairs are never listed. A `ShapeIndex` saves sorting them, if all
    shapes of it have one velocity.

    Examples
    --------
    >>> bullets = sepax.ShapeArray.circles([(0, 0), (0, 5), (0, 9)], 0.1)
    >>> walls = sepax.ShapeArray.boxes(1, 4, [(20, 0), (10, 0), (10, 5)])
    >>> rows, impacts = sepax.first_impacts(bullets, walls, (100, 0))
    >>> rows, impacts.time
    (array([ 1,  2, -1]), array([0.094, 0.094,   inf]))
    """
    workers = positive_number(workers, "workers")
    here, there = parts_of(a, "a"), parts_of(b, "b")
    end = _time(max_time)
    of_a = _velocities(velocity_a, "velocity_a", here.row_count)
    of_b = _velocities(velocity_b, "velocity_b", there.row_count)
    rows: IndexArray = np.full(here.block.count, -1, np.intp)
    if len(rows) and there.block.count:
        motions = _of_parts(of_a, here), _of_parts(of_b, there), end
        plan = FirstMeeting(here.block, there.scene, *motions)
        _threads.run(plan.find, plan.count, workers, rows)
        rows = _first_of_groups(here, there, rows, *motions)
    return rows, _impacts_with(here, there, rows, of_a, of_b, end, workers)


def _of_parts(velocity: FloatArray, parts: Parts) -> FloatArray:
    """Return the velocities of parts, from those of the groups that they belong to."""
    return velocity if parts.owners is None else _rows_of(velocity, parts.owners)


def _first_of_groups(
    here: Parts,
    there: Parts,
    rows: IndexArray,
    velocity_a: FloatArray,
    velocity_b: FloatArray,
    end: float,
) -> IndexArray:
    """Return which of b each of a meets first, from which part of b each part of a does."""
    if here.owners is None:
        return rows if there.owners is None else np.where(rows < 0, -1, there.owners[rows])
    met = np.flatnonzero(rows >= 0)
    times = verbs.time_of_impact(
        ShapeArray._of(here.block),
        ShapeArray._of(there.block),
        velocity_a=_rows_of(velocity_a, met),
        velocity_b=_rows_of(velocity_b, rows[met]),
        max_time=end,
        pairs=(met, rows[met]),
        out=None,
        workers=1,
    )
    found = rows[met] if there.owners is None else there.owners[rows[met]]
    order = np.lexsort((found, times, here.owners[met]))
    first: IndexArray = np.full(here.row_count, -1, np.intp)
    first[here.owners[met][order][::-1]] = found[order][::-1]  # the earliest is written last
    return first


def _impacts_with(
    here: Parts,
    there: Parts,
    rows: IndexArray,
    velocity_a: FloatArray,
    velocity_b: FloatArray,
    end: float,
    workers: int,
) -> Impacts:
    """What `sweep` says of each shape and the row beside it, -1 for none."""
    impacts = Impacts.empty(len(rows))
    impacts._clear()
    met = np.flatnonzero(rows >= 0)
    found = _swept(here, there, met, rows[met], velocity_a, velocity_b, end, workers)
    for name in impacts._layout:
        getattr(impacts, name)[met] = getattr(found, name)
    return impacts
