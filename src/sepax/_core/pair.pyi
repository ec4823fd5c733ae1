from collections.abc import Iterable, Sequence
from typing import Any, Never, SupportsFloat, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from sepax._core.results import Contact, Impact
from sepax._core.shape import Shape

_Pair: TypeAlias = Iterable[SupportsFloat]
# An array of which the type does not say how many dimensions it has: the idiom of NumPy's stubs.
_Array: TypeAlias = np.ndarray[tuple[Never, Never, Never, Never], np.dtype[Any]]
_Points: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Any]] | Sequence[_Pair]
_Axis: TypeAlias = tuple[float, float]
_Truths: TypeAlias = npt.NDArray[np.bool_]

def _floor(a: Shape, b: Shape, /) -> bool: ...
def project(shape: Shape, axis: _Pair) -> _Axis: ...

# The second form of each verb takes a ShapeArray on either side and answers arrays.
@overload
def intersects(a: Shape, b: Shape, touching: bool = True) -> bool: ...
@overload
def intersects(
    a: Any, b: Any, touching: bool = True, *, pairs: Any = None, out: Any = None, workers: int = 1
) -> Any: ...
@overload
def contains(shape: Shape, point: _Array) -> Any: ...
@overload
def contains(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
    shape: Shape, point: _Points, *, pairs: Any = None, out: _Truths | None = None, workers: int = 1
) -> _Truths: ...
@overload
def contains(shape: Shape, point: _Pair) -> bool: ...
@overload
def contains(
    shape: Any, point: Any, *, pairs: Any = None, out: Any = None, workers: int = 1
) -> Any: ...
@overload
def separating_axis(a: Shape, b: Shape) -> _Axis | None: ...
@overload
def separating_axis(
    a: Any, b: Any, *, pairs: Any = None, out: Any = None, workers: int = 1
) -> Any: ...
@overload
def mtv(a: Shape, b: Shape) -> _Axis | None: ...
@overload
def mtv(a: Any, b: Any, *, pairs: Any = None, out: Any = None, workers: int = 1) -> Any: ...
@overload
def collide(a: Shape, b: Shape) -> Contact | None: ...
@overload
def collide(a: Any, b: Any, *, pairs: Any = None, out: Any = None, workers: int = 1) -> Any: ...
@overload
def sweep(
    a: Shape,
    b: Shape,
    velocity_a: _Pair,
    velocity_b: _Pair = ...,
    max_time: float = 1.0,
    *,
    skip_leaving: bool = False,
) -> Impact | None: ...
@overload
def sweep(
    a: Any,
    b: Any,
    velocity_a: Any,
    velocity_b: Any = ...,
    max_time: Any = 1.0,
    *,
    skip_leaving: bool = False,
    pairs: Any = None,
    out: Any = None,
    workers: int = 1,
) -> Any: ...

class Collider(Shape):
    def project(self, axis: _Pair) -> _Axis: ...
    @overload
    def contains(self, point: _Array) -> Any: ...
    @overload
    def contains(  # type: ignore[overload-overlap]  # as above
        self, point: _Points, *, out: _Truths | None = None, workers: int = 1
    ) -> _Truths: ...
    @overload
    def contains(self, point: _Pair) -> bool: ...
    @overload
    def contains(self, point: Any, *, out: Any = None, workers: int = 1) -> Any: ...
    @overload
    def intersects(self, other: Shape, touching: bool = True) -> bool: ...
    @overload
    def intersects(
        self, other: Any, touching: bool = True, *, out: Any = None, workers: int = 1
    ) -> Any: ...
    @overload
    def separating_axis(self, other: Shape) -> _Axis | None: ...
    @overload
    def separating_axis(self, other: Any, *, out: Any = None, workers: int = 1) -> Any: ...
    @overload
    def mtv(self, other: Shape) -> _Axis | None: ...
    @overload
    def mtv(self, other: Any, *, out: Any = None, workers: int = 1) -> Any: ...
    @overload
    def collide(self, other: Shape) -> Contact | None: ...
    @overload
    def collide(self, other: Any, *, out: Any = None, workers: int = 1) -> Any: ...
    @overload
    def sweep(
        self,
        other: Shape,
        velocity_a: _Pair,
        velocity_b: _Pair = ...,
        max_time: float = 1.0,
        *,
        skip_leaving: bool = False,
    ) -> Impact | None: ...
    @overload
    def sweep(
        self,
        other: Any,
        velocity_a: Any,
        velocity_b: Any = ...,
        max_time: Any = 1.0,
        *,
        skip_leaving: bool = False,
        out: Any = None,
        workers: int = 1,
    ) -> Any: ...
