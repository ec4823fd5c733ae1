"""The verbs over arrays of shapes, and the arrays that they return.

`sepax.intersects` and the other verbs call these when an argument is a
`ShapeArray`: see docs/batch.md for the forms that the arguments may take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import (
    Any,
    ClassVar,
    Generic,
    NoReturn,
    Self,
    SupportsFloat,
    TypeVar,
    overload,
)

import numpy as np
import numpy.typing as npt

from sepax import _threads
from sepax._arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    Rows,
    common_count,
    index_pairs,
    indices,
    memory,
    numbers,
    row_number,
    row_numbers,
    vectors,
    within_limits,
)
from sepax._core.arguments import (
    described,
    first_outside,
    is_apart,
    is_memory,
    length,
    positive_number,
)
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.groups import meet
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.pairs import PointPairs, ShapePairs, all_meet, pairs_of_arrays
from sepax._core.arrays.raycast import RayCast, RayRows, cast_one
from sepax._core.arrays.scene import holders
from sepax._core.results import Contact, Impact, RayHit, _contact, _impact, _ray_hit
from sepax._core.shape import Shape
from sepax.groups.pairs import (
    Group,
    GroupPairs,
    GroupPoints,
    require_single,
)
from sepax.groups.parts import block_or_groups, each_once, parts_of

# Made once: of a type NumPy would look up the dtype in every call.
_FLOAT64: np.dtype[Any] = np.dtype(np.float64)
_BOOL: np.dtype[Any] = np.dtype(np.bool_)
_Kind = tuple[tuple[int, ...], np.dtype[Any]]  # shape of a row, and dtype
_NUMBER: _Kind = ((), _FLOAT64)
_VECTOR: _Kind = ((2,), _FLOAT64)
_TRUTH: _Kind = ((), _BOOL)
_INDEX: _Kind = ((), np.dtype(np.intp))
_One = TypeVar("_One")  # what an index gives


class _Results(Generic[_One]):
    """Arrays with one row a pair: what `Contacts` and `Impacts` have in common.

    Written out, as dataclasses would take a fifth of the time of ``import sepax``.
    """

    __slots__ = ()

    _layout: ClassVar[dict[str, _Kind]]  # the fields in their order
    # What sets and what gets each: found once, not in each call.
    _put: ClassVar[tuple[Callable[..., None], ...]]
    _get: ClassVar[tuple[Callable[..., npt.NDArray[Any]], ...]]
    hit: BoolArray

    def __init_subclass__(cls, **options: Any) -> None:
        """Find the slots of the fields."""
        super().__init_subclass__(**options)
        cls._put = tuple(getattr(cls, name).__set__ for name in cls._layout)
        cls._get = tuple(getattr(cls, name).__get__ for name in cls._layout)

    def __init__(self, *arrays: npt.NDArray[Any]) -> None:
        """Hold one array for each field, in their order."""
        if len(arrays) != len(self._put):
            name, fields = type(self).__name__, ", ".join(self._layout)
            raise ValueError(f"{name} takes an array for each of {fields}, got {len(arrays)}")
        for put, array in zip(self._put, arrays, strict=True):
            put(self, array)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: the arrays may change, which ones they are may not."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be replaced; write to its rows")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse, too."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle through the constructor."""
        return type(self), tuple(getattr(self, name) for name in self._layout)

    @classmethod
    def empty(cls, count: int) -> Self:
        """Make arrays for `count` pairs, their contents arbitrary: memory for ``out=``.

        Examples
        --------
        >>> contacts = sepax.Contacts.empty(3)
        >>> row = sepax.ShapeArray.circles([(0, 0), (1, 0), (9, 0)], 1)
        >>> sepax.collide(row, sepax.Circle((0, 0), 1), out=contacts) is contacts
        True
        """
        return cls(*[np.empty((count, *row), kind) for row, kind in cls._layout.values()])

    @classmethod
    def _for(cls, out: Any, count: int) -> Self:
        """Return `out` if it has room for just so many pairs, or new arrays for None."""
        if out is None:
            return cls.empty(count)
        if not isinstance(out, cls):
            raise TypeError(f"out must be {cls.__name__}, got {type(out).__name__}")
        for array, (name, (row, kind)) in zip(out._arrays(), cls._layout.items(), strict=True):
            if not is_memory(array, (count, *row), kind):
                memory(array, f"out.{name}", (count, *row), kind)
        return out

    def _arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """Return the arrays in their order."""
        return tuple([get(self) for get in self._get])

    def __len__(self) -> int:
        """Return the number of pairs, hit or not."""
        return len(self.hit)

    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> _One | None: ...
    @overload
    def __getitem__(self, key: Rows) -> Self: ...
    def __getitem__(self, key: Any) -> Any:
        """Return what the verb answers for one pair, or the rows of several.

        A slice shares the memory, as in NumPy; indices and masks copy.
        """
        if isinstance(key, slice):
            return type(self)(*(getattr(self, name)[key] for name in self._layout))
        if isinstance(key, tuple) or not np.ndim(key):
            return self._single(row_number(key, len(self), "pairs"))
        rows = row_numbers(key, len(self))
        return type(self)(*(getattr(self, name)[rows] for name in self._layout))

    def __iter__(self) -> Iterator[_One | None]:
        """Yield what the verb answers for each pair: None where there is no hit."""
        return map(self._single, range(len(self)))

    def _single(self, row: int) -> _One | None:
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return a line that says how many pairs there are and how many hit."""
        return f"<{type(self).__name__}: {np.count_nonzero(self.hit)} hits in {len(self)} pairs>"

    def _repr_svg_(self) -> str:
        """Draw the points of the first hits, for notebooks."""
        from sepax import _pictures

        return _pictures.results_svg(self)

    def _repr_html_(self) -> str:
        """Return the picture above a table of the first rows, for notebooks."""
        from sepax import _pictures

        return _pictures.results_html(self, tuple(self._layout))


class Contacts(_Results[Contact]):
    """How the shapes of n pairs meet, as `collide` returns it for arrays.

    An index gives one pair's `Contact`, or None; a slice, indices or a mask give
    Contacts.

    Attributes
    ----------
    hit : (n,) bool
        Whether the shapes meet, or are nearer than the margin. Where not, all else is zero.
    normal : (n, 2) float64
        Unit vectors from a to b.
    depth : (n,) float64
        Penetration depths in world units; below 0 for shapes apart, by less than the margin.
    mtv : (n, 2) float64
        Minimum translation vectors of a: ``-normal * depth``.
    points : (n, 2, 2) float64
        World points of contact; of row k the first ``counts[k]`` are set.
    depths : (n, 2) float64
        The depth at each point.
    features : (n, 2, 2) int32
        What makes each point, of a and of b: vertex k as k, edge i as -1 - i. As of
        points, the first ``counts[k]`` of row k are set, the others 0.
    counts : (n,) int8
        How many points of contact there are: 0, 1 or 2.
    a_in_b : (n,) bool
        Whether a is a part of b, exactly; see `Contact`.
    b_in_a : (n,) bool
        Whether b is a part of a, exactly; see `Contact`.

    Examples
    --------
    >>> boxes = sepax.ShapeArray.boxes(2, 2, [(0, 0), (1.5, 0), (9, 0)])
    >>> contacts = sepax.collide(sepax.Circle((0, 0), 1), boxes)
    >>> contacts
    <Contacts: 2 hits in 3 pairs>
    >>> contacts.depth
    array([2. , 0.5, 0. ])
    >>> contacts[1].points, contacts[2]
    (((0.75, 0.0),), None)
    >>> contacts[contacts.hit]
    <Contacts: 2 hits in 2 pairs>
    """

    _layout: ClassVar[dict[str, _Kind]] = {
        "hit": _TRUTH,
        "normal": _VECTOR,
        "depth": _NUMBER,
        "mtv": _VECTOR,
        "points": ((2, 2), _FLOAT64),
        "depths": _VECTOR,
        "features": ((2, 2), np.dtype(np.int32)),
        "counts": ((), np.dtype(np.int8)),
        "a_in_b": _TRUTH,
        "b_in_a": _TRUTH,
    }
    __slots__ = tuple(_layout)
    __module__ = "sepax"  # where users find it, and pickles
    hit: BoolArray
    normal: FloatArray
    depth: FloatArray
    mtv: FloatArray
    points: FloatArray
    depths: FloatArray
    features: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int8]
    a_in_b: BoolArray
    b_in_a: BoolArray

    def _single(self, row: int) -> Contact | None:
        if not self.hit[row]:
            return None
        two_points = self.counts[row] == 2
        last = int(two_points)
        points, depths, features = self.points[row], self.depths[row], self.features[row]
        return _contact(
            *self.normal[row],
            self.depth[row],
            *points[0],
            *points[last],
            depths[0],
            depths[last],
            *features[0],
            *features[last],
            two_points,
            self.a_in_b[row],
            self.b_in_a[row],
        )


class Impacts(_Results[Impact]):
    """When and where the shapes of n pairs meet, as `sweep` returns it for arrays.

    An index gives one pair's `Impact`, or None; a slice, indices or a mask give
    Impacts.

    Attributes
    ----------
    hit : (n,) bool
        Whether they touch within the time. Where they do not, the times are
        infinite and all else is zero.
    time : (n,) float64
        First time at which they touch; 0.0 if they meet at the start.
    exit_time : (n,) float64
        When they part again; inf if never.
    normal : (n, 2) float64
        Unit vectors from a to b at that time.
    point : (n, 2) float64
        World points of contact at that time.
    initial : (n,) bool
        Whether they meet at the start.
    leaving : (n,) bool
        Whether they meet at the start and the motion does not press them together.

    Examples
    --------
    >>> walls = sepax.ShapeArray.boxes(2, 8, [(5, 0), (9, 0), (-5, 0)])
    >>> impacts = sepax.sweep(sepax.Circle((0, 0), 1), walls, (10, 0))
    >>> impacts.time
    array([0.3, 0.7, inf])
    >>> impacts[0].point, impacts[2]
    ((4.0, 0.0), None)
    """

    _layout: ClassVar[dict[str, _Kind]] = {
        "hit": _TRUTH,
        "time": _NUMBER,
        "exit_time": _NUMBER,
        "normal": _VECTOR,
        "point": _VECTOR,
        "initial": _TRUTH,
        "leaving": _TRUTH,
    }
    __slots__ = tuple(_layout)
    __module__ = "sepax"  # where users find it, and pickles
    hit: BoolArray
    time: FloatArray
    exit_time: FloatArray
    normal: FloatArray
    point: FloatArray
    initial: BoolArray
    leaving: BoolArray

    def _single(self, row: int) -> Impact | None:
        if not self.hit[row]:
            return None
        (normal_x, normal_y), (x, y) = self.normal[row], self.point[row]
        return _impact(
            self.time[row],
            self.exit_time[row],
            normal_x,
            normal_y,
            x,
            y,
            self.initial[row],
            self.leaving[row],
        )


class RayHits(_Results[RayHit]):
    """What rays meet, as `raycast` returns it for many rays, or for all hits of one.

    An index gives one row's `RayHit`, or None; a slice, indices or a mask give RayHits.

    Attributes
    ----------
    hit : (n,) bool
        Whether the ray meets anything. Where it does not, the distance is infinite, the
        index -1 and all else zero.
    distance : (n,) float64
        How far the rays go, in world units; 0.0 for one that begins in a shape.
    normal : (n, 2) float64
        Unit vectors out of the shapes that they meet.
    point : (n, 2) float64
        World points of these shapes.
    index : (n,) intp
        Which shape of the scene is met.
    ray : (n,) intp
        Which ray the row is about: of ``raycast(..., all=True)`` a ray has a row for each
        hit, or none; else row k is that of ray k.

    Examples
    --------
    >>> crates = sepax.ShapeArray.boxes(2, 2, [(5, 0), (9, 0)])
    >>> hits = sepax.raycast(crates, (0, 0), [(1, 0), (0, 1)])
    >>> hits
    <RayHits: 1 hits in 2 rows>
    >>> hits[0].distance, hits[1]
    (4.0, None)
    >>> hits = sepax.raycast(crates, [(0, 0), (7, 0)], (1, 0), all=True)
    >>> hits.ray, hits.index
    (array([0, 0, 1]), array([0, 1, 1]))
    """

    _layout: ClassVar[dict[str, _Kind]] = {
        "hit": _TRUTH,
        "distance": _NUMBER,
        "normal": _VECTOR,
        "point": _VECTOR,
        "index": _INDEX,
        "ray": _INDEX,
    }
    __slots__ = tuple(_layout)
    __module__ = "sepax"  # where users find it, and pickles
    hit: BoolArray
    distance: FloatArray
    normal: FloatArray
    point: FloatArray
    index: IndexArray
    ray: IndexArray

    def _single(self, row: int) -> RayHit | None:
        if not self.hit[row]:
            return None
        (normal_x, normal_y), (x, y) = self.normal[row], self.point[row]
        return _ray_hit(self.distance[row], normal_x, normal_y, x, y, self.index[row])

    def __repr__(self) -> str:
        """Return a line that says how many rows there are and how many hit."""
        return f"<RayHits: {np.count_nonzero(self.hit)} hits in {len(self)} rows>"


# --- the verbs --------------------------------------------------------------------


def _index_lists(pairs: Any) -> tuple[IndexArray, IndexArray] | tuple[None, None]:
    """Return the indices of both sides: of a tuple ``(i, j)``, else of rows with one pair each."""
    if pairs is None:
        return None, None
    # Compiled code copies them before it checks them.
    if isinstance(pairs, tuple):
        if len(pairs) != 2:
            raise TypeError(
                "pairs must be a tuple (i, j) of two sequences of indices, or have the shape "
                f"(k, 2), got a tuple of {len(pairs)}"
            )
        i, j = pairs
        return indices(i, "pairs[0]", shared=True), indices(j, "pairs[1]", shared=True)
    rows = index_pairs(pairs, "pairs")
    return rows[:, 0], rows[:, 1]


def _shape_pairs(a: Any, b: Any, pairs: Any, out: Any, workers: int) -> ShapePairs | GroupPairs:
    if pairs is None and (plan := pairs_of_arrays(a, b)) is not None:
        return plan
    one, other = block_or_groups(a, "a"), block_or_groups(b, "b")
    if isinstance(one, ShapeBlock) and isinstance(other, ShapeBlock):
        return ShapePairs(one, other, *_index_lists(pairs))
    single = isinstance(a, (Group, Shape)) and isinstance(b, (Group, Shape))
    if single:
        require_single(pairs, out, workers)
    return GroupPairs(one, other, single, *_index_lists(pairs))


def _point_pairs(
    shape: Any, points: npt.ArrayLike, places: FloatArray, pairs: Any, out: Any, workers: int
) -> PointPairs | GroupPoints:
    shapes = block_or_groups(shape, "shape")
    if isinstance(shapes, ShapeBlock):
        return PointPairs(shapes, places, *_index_lists(pairs))
    single = isinstance(shape, Group) and np.ndim(points) == 1 and len(places) == 1
    if single:
        require_single(pairs, out, workers)
    return GroupPoints(shapes, places, single, *_index_lists(pairs))


def _column(
    plan: ShapePairs | PointPairs | GroupPairs | GroupPoints,
    work: Callable[..., int],
    kind: np.dtype[Any],
    out: Any,
    workers: int,
    *motions: FloatArray,
) -> Any:
    """Return one number or truth value for each pair, in the memory of `out` if that is given."""
    answers = memory(out, "out", (plan.count,), kind)
    _threads.run(work, plan.count, workers, *motions, answers)
    return answers[0].item() if plan.single else answers


def _two(out: Any, kinds: str) -> tuple[Any, Any]:
    """Return the two arrays of `out`, None for those that are to be made."""
    if out is None:
        return None, None
    if not isinstance(out, tuple) or len(out) != 2:
        raise TypeError(f"out must be a tuple of two arrays, {kinds}; got {type(out).__name__}")
    if not is_apart(*out) and np.shares_memory(*out):
        raise ValueError("out[0] and out[1] must be two arrays, got the same memory twice")
    return out


def intersects(a: Any, b: Any, *, touching: bool, pairs: Any, out: Any, workers: int) -> Any:
    """Whether the shapes of each pair meet."""
    hit: BoolArray
    if pairs is None:
        if out is None and (single := meet(a, b, not touching)) is not None:
            require_single(pairs, out, workers)
            return single
        is_one_worker = type(workers) is int and workers == 1
        if is_one_worker and (told := all_meet(a, b, not touching, out)) is not None:
            return told
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    hit = memory(out, "out", (plan.count,), _BOOL)
    _threads.run(plan.intersects, plan.count, workers, hit, not touching)
    return bool(hit[0]) if plan.single else hit


def _rows_that_hold(index: Any, tree: ShapeTree, points: npt.ArrayLike) -> IndexArray:
    """Return the rows of an index that hold a point; of many points, these beside their rows."""
    places = vectors(points, "points")
    found = holders(tree, places)
    if found is None:
        within_limits(places, "points")  # says which is not
    rows: IndexArray = np.asarray(found)
    if (owners := parts_of(index, "shape").owners) is not None:
        rows = each_once(owners[rows[:, 0]], rows[:, 1], len(places))
    return rows[:, 0] if len(places) and np.ndim(points) == 1 else rows


def contains(shape: Any, points: npt.ArrayLike, *, pairs: Any, out: Any, workers: int) -> Any:
    """Whether the point of each pair is in the shape; of an index, which rows hold the points."""
    workers = positive_number(workers, "workers")
    if isinstance(tree := getattr(shape, "_tree", None), ShapeTree):
        if pairs is not None or out is not None:
            raise TypeError("an index answers with the rows that hold points: no pairs, no out")
        return _rows_that_hold(shape, tree, points)
    places = within_limits(
        vectors(points, "points", shared=out is None or is_apart(points, out)), "points"
    )
    plan = _point_pairs(shape, points, places, pairs, out, workers)
    return _column(plan, plan.contains, _BOOL, out, workers)


def project(shape: Any, axis: npt.ArrayLike, *, pairs: Any, out: Any, workers: int) -> Any:
    """Least and greatest scalar products of the axis of each pair with points of the shape."""
    workers = positive_number(workers, "workers")
    of_low, of_high = _two(out, "both (n,) float64")
    axes = within_limits(vectors(axis, "axis", shared=is_apart(axis, of_low, of_high)), "axis")
    if not (present := axes.any(axis=1)).all():
        raise ValueError(f"axis[{np.argmin(present)}] must not be zero")
    plan = _point_pairs(shape, axis, axes, pairs, out, workers)
    low = memory(of_low, "out[0]", (plan.count,), _FLOAT64)
    high = memory(of_high, "out[1]", (plan.count,), _FLOAT64)
    _threads.run(plan.project, plan.count, workers, low, high)
    return (float(low[0]), float(high[0])) if plan.single else (low, high)


def _vectors_and_mask(out: Any, count: int) -> tuple[FloatArray, BoolArray]:
    """Return an (n, 2) and an (n,) array to write to: those of `out`, or new ones."""
    of_vectors, of_mask = _two(out, "(n, 2) float64 and (n,) bool")
    return (
        memory(of_vectors, "out[0]", (count, 2), _FLOAT64),
        memory(of_mask, "out[1]", (count,), _BOOL),
    )


def separating_axis(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """Unit vectors that part the shapes of each pair, and whether there is one."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    axes, apart = _vectors_and_mask(out, plan.count)
    _threads.run(plan.separating_axis, plan.count, workers, axes, apart)
    if plan.single:
        return tuple(axes[0].tolist()) if apart[0] else None
    return axes, apart


def mtv(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """Minimum translation vectors of each pair, and whether the shapes meet."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    translations, hit = _vectors_and_mask(out, plan.count)
    _threads.run(plan.mtv, plan.count, workers, translations, hit)
    if plan.single:
        return tuple(translations[0].tolist()) if hit[0] else None
    return translations, hit


def push_out_of(shape: Any, other: Any) -> bool:
    """Move a single shape the shortest way out of another, one of them a group."""
    if not isinstance(other, (Group, Shape)):
        raise TypeError(
            f"other must be a single shape (Polygon, Circle, Compound, ...), got {described(other)}"
        )
    vector = mtv(shape, other, pairs=None, out=None, workers=1)
    if vector is None or vector == (0.0, 0.0):
        return False
    shape.move(*vector)
    return True


def collide(a: Any, b: Any, *, margin: SupportsFloat, pairs: Any, out: Any, workers: int) -> Any:
    """Everything about how the shapes of each pair meet, or are nearer than the margin."""
    reach = length(margin, "margin")
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    contacts = Contacts._for(out, plan.count)
    _threads.run(plan.collide, plan.count, workers, reach, *contacts._arrays())
    return contacts[0] if plan.single else contacts


def distance(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """How far the shapes of each pair are apart."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    return _column(plan, plan.distance, _FLOAT64, out, workers)


def nearest_points(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """Where the shapes of each pair are nearest: a point of each."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    of_a, of_b = _two(out, "both (n, 2) float64")
    of_a = memory(of_a, "out[0]", (plan.count, 2), _FLOAT64)
    of_b = memory(of_b, "out[1]", (plan.count, 2), _FLOAT64)
    _threads.run(plan.nearest_points, plan.count, workers, of_a, of_b)
    if plan.single:
        return tuple(of_a[0].tolist()), tuple(of_b[0].tolist())
    return of_a, of_b


def covers(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """Whether the second shape of each pair is a part of the first."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    return _column(plan, plan.covers, _BOOL, out, workers)


def overlap_area(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """The area that the shapes of each pair share."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    return _column(plan, plan.overlap_area, _FLOAT64, out, workers)


def iou(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """The area that the shapes of each pair share, by the area that they cover together."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    return _column(plan, plan.iou, _FLOAT64, out, workers)


def _for_pairs(array: FloatArray, name: str, count: int) -> FloatArray:
    """Return the array if it has one row, or one for each pair."""
    if len(array) not in (1, count):
        raise ValueError(f"{name} must be one for all pairs or {count}, got {len(array)}")
    return array


def _velocities(
    value: npt.ArrayLike, name: str, count: int, answers: tuple[Any, ...]
) -> FloatArray:
    array = vectors(value, name, shared=is_apart(value, *answers))
    return _for_pairs(within_limits(array, name), name, count)


def _motions(
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: npt.ArrayLike,
    count: int,
    answers: tuple[Any, ...],
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the velocities and the ends of time, of all pairs or of each.

    They are copies where an answer goes to memory that may be theirs. Should another thread spoil
    them meanwhile, answers are unspecified, and nothing else is.
    """
    of_a = _velocities(velocity_a, "velocity_a", count, answers)
    of_b = _velocities(velocity_b, "velocity_b", count, answers)
    times = numbers(max_time, "max_time", shared=is_apart(max_time, *answers))
    ends = _for_pairs(times, "max_time", count)
    if (bad := first_outside(ends, 0.0, np.inf)) >= 0:
        name = "max_time" if np.ndim(max_time) == 0 else f"max_time[{bad}]"
        raise ValueError(f"{name} must not be negative or NaN, got {ends[bad]}")
    return of_a, of_b, ends


def time_of_impact(
    a: Any,
    b: Any,
    *,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: npt.ArrayLike,
    pairs: Any,
    out: Any,
    workers: int,
) -> Any:
    """When the shapes of each pair, in uniform motion, first touch: the times alone."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    motions = _motions(velocity_a, velocity_b, max_time, plan.count, (out,))
    return _column(plan, plan.time_of_impact, _FLOAT64, out, workers, *motions)


def sweep(
    a: Any,
    b: Any,
    *,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: npt.ArrayLike,
    skip_leaving: bool,
    pairs: Any,
    out: Any,
    workers: int,
    touching: bool = True,
) -> Any:
    """When the shapes of each pair, in uniform motion, first touch."""
    workers = positive_number(workers, "workers")
    plan = _shape_pairs(a, b, pairs, out, workers)
    impacts = Impacts._for(out, plan.count)
    answers = impacts._arrays()
    own = () if out is None else answers
    motions = _motions(velocity_a, velocity_b, max_time, plan.count, own)
    _threads.run(plan.sweep, plan.count, workers, *motions, skip_leaving, not touching, *answers)
    if plan.single:
        return impacts[0]
    return impacts


# --- rays -------------------------------------------------------------------------


def cast_ray(
    scene: Any, x: float, y: float, way_x: float, way_y: float, max_distance: float, radius: float
) -> RayHit | None:
    """What a single ray, of which the numbers are checked, meets first in a scene."""
    parts = parts_of(scene, "scene")
    return cast_one(parts.scene, x, y, way_x, way_y, max_distance, radius, parts.owners)


def _require(fine: Any, name: str, array: FloatArray, what: str) -> None:
    """Raise for the first row that is not fine."""
    if not fine.all():
        row = int(np.argmin(fine))
        raise ValueError(f"{name}[{row}] must {what}, got {array[row]}")


def _ray_cast(
    scene: Any,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike,
    radius: npt.ArrayLike,
) -> RayCast:
    origins = within_limits(vectors(origin, "origin"), "origin")
    directions = within_limits(vectors(direction, "direction"), "direction")
    _require(directions.any(axis=1), "direction", directions, "not be zero")
    ends = numbers(max_distance, "max_distance")
    _require(ends >= 0.0, "max_distance", ends, "not be negative or NaN")
    radii = within_limits(numbers(radius, "radius"), "radius")
    _require(radii >= 0.0, "radius", radii, "not be negative")
    count = common_count(origin=origins, direction=directions, max_distance=ends, radius=radii)
    parts = parts_of(scene, "scene")
    return RayCast(parts.scene, count, origins, directions, ends, radii, parts.owners)


def raycast(
    scene: Any,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike,
    radius: npt.ArrayLike,
    *,
    every: bool,
    out: Any,
    workers: int,
) -> RayHits:
    """What each of many rays meets first; or everything that rays meet."""
    workers = positive_number(workers, "workers")
    plan = _ray_cast(scene, origin, direction, max_distance, radius)
    if every:
        if out is not None:
            raise TypeError("out cannot be given with all=True: nobody knows how many hits")
        return _every_hit(plan, workers)
    hits = RayHits._for(out, plan.count)
    _threads.run(plan.first, plan.count, workers, *hits._arrays())
    return hits


def _every_hit(plan: RayCast, workers: int) -> RayHits:
    found: dict[int, RayRows] = {}

    def work(start: int, stop: int) -> int:
        found[start] = plan.every(start, stop)
        return stop

    _threads.run(work, plan.count, workers)
    hits = RayHits.empty(sum(rows.count for rows in found.values()))
    arrays, end = hits._arrays(), 0
    for _, rows in sorted(found.items()):
        rows.write(end, *arrays)
        end += rows.count
    return hits
