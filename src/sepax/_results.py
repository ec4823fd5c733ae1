"""The arrays that verbs return: one row a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Generic, NoReturn, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

from sepax._arguments import (
    BoolArray,
    FloatArray,
    IndexArray,
    Rows,
    memory,
    row_number,
    row_numbers,
)
from sepax._core.arguments import is_memory
from sepax._core.results import Contact, Impact, RayHit, _contact, _impact, _ray_hit

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
