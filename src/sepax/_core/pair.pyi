# Written by tools/generate.py from verbs.toml: change that table, not this file.
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any, Literal, Never, SupportsFloat, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from sepax._core.results import Contact, Impact, RayHit
from sepax._core.shape import Shape
from sepax._results import Contacts, Impacts, RayHits
from sepax.compound import Compound
from sepax.scene import ShapeIndex

_Pair: TypeAlias = Iterable[SupportsFloat]
# An array whose type leaves the number of dimensions open: the idiom of NumPy's stubs.
_Array: TypeAlias = np.ndarray[tuple[Never, Never, Never, Never], np.dtype[Any]]
_Points: TypeAlias = np.ndarray[tuple[int, int], np.dtype[Any]] | Sequence[_Pair]
_Axis: TypeAlias = tuple[float, float]
_Floats: TypeAlias = npt.NDArray[np.float64]
_Truths: TypeAlias = npt.NDArray[np.bool_]
_Rows: TypeAlias = npt.NDArray[np.intp]
_Pairs: TypeAlias = tuple[npt.ArrayLike, npt.ArrayLike] | npt.ArrayLike
_Single: TypeAlias = Shape | Compound
_Many: TypeAlias = Iterable[Shape | Compound]

def answer_arrays_by(load: Callable[[], ModuleType]) -> None: ...
def _floor(a: Shape, b: Shape, /) -> bool: ...

# The forms of a verb: single shapes; many on the first side, or on the second.

@overload
def intersects(a: _Single, b: _Single, touching: bool = True) -> bool: ...
@overload
def intersects(
    a: _Many,
    b: _Single | _Many,
    touching: bool = True,
    *,
    pairs: _Pairs | None = None,
    out: _Truths | None = None,
    workers: int = 1,
) -> _Truths: ...
@overload
def intersects(
    a: _Single,
    b: _Many,
    touching: bool = True,
    *,
    pairs: _Pairs | None = None,
    out: _Truths | None = None,
    workers: int = 1,
) -> _Truths: ...
@overload
def separating_axis(a: _Single, b: _Single) -> _Axis | None: ...
@overload
def separating_axis(
    a: _Many,
    b: _Single | _Many,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Truths] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Truths]: ...
@overload
def separating_axis(
    a: _Single,
    b: _Many,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Truths] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Truths]: ...
@overload
def contains(shape: _Single, point: _Array) -> Any: ...
@overload
def contains(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
    shape: _Single,
    point: _Points,
    *,
    pairs: _Pairs | None = None,
    out: _Truths | None = None,
    workers: int = 1,
) -> _Truths: ...
@overload
def contains(shape: _Single, point: _Pair) -> bool: ...
@overload
def contains(
    shape: _Single,
    point: _Array,
    *,
    pairs: _Pairs | None = None,
    out: _Truths | None = None,
    workers: int = 1,
) -> _Truths: ...
@overload
def contains(
    shape: _Many,
    point: npt.ArrayLike,
    *,
    pairs: _Pairs | None = None,
    out: _Truths | None = None,
    workers: int = 1,
) -> _Truths: ...
@overload
def contains(shape: ShapeIndex, point: npt.ArrayLike, *, workers: int = 1) -> _Rows: ...
@overload
def covers(a: _Single, b: _Single) -> bool: ...
@overload
def covers(
    a: _Many,
    b: _Single | _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Truths | None = None,
    workers: int = 1,
) -> _Truths: ...
@overload
def covers(
    a: _Single,
    b: _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Truths | None = None,
    workers: int = 1,
) -> _Truths: ...
@overload
def project(shape: _Single, axis: _Array) -> Any: ...
@overload
def project(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
    shape: _Single,
    axis: _Points,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Floats] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Floats]: ...
@overload
def project(shape: _Single, axis: _Pair) -> _Axis: ...
@overload
def project(
    shape: _Single,
    axis: _Array,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Floats] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Floats]: ...
@overload
def project(
    shape: _Many,
    axis: npt.ArrayLike,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Floats] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Floats]: ...
@overload
def support_point(shape: _Single, direction: _Array) -> Any: ...
@overload
def support_point(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
    shape: _Single,
    direction: _Points,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def support_point(shape: _Single, direction: _Pair) -> _Axis: ...
@overload
def support_point(
    shape: _Single,
    direction: _Array,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def support_point(
    shape: _Many,
    direction: npt.ArrayLike,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def mtv(a: _Single, b: _Single) -> _Axis | None: ...
@overload
def mtv(
    a: _Many,
    b: _Single | _Many,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Truths] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Truths]: ...
@overload
def mtv(
    a: _Single,
    b: _Many,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Truths] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Truths]: ...
@overload
def collide(a: _Single, b: _Single, margin: SupportsFloat = 0.0) -> Contact | None: ...
@overload
def collide(
    a: _Many,
    b: _Single | _Many,
    margin: SupportsFloat = 0.0,
    *,
    pairs: _Pairs | None = None,
    out: Contacts | None = None,
    workers: int = 1,
) -> Contacts: ...
@overload
def collide(
    a: _Single,
    b: _Many,
    margin: SupportsFloat = 0.0,
    *,
    pairs: _Pairs | None = None,
    out: Contacts | None = None,
    workers: int = 1,
) -> Contacts: ...
@overload
def distance(a: _Single, b: _Single) -> float: ...
@overload
def distance(
    a: _Many,
    b: _Single | _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def distance(
    a: _Single,
    b: _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def nearest_points(a: _Single, b: _Single) -> tuple[_Axis, _Axis]: ...
@overload
def nearest_points(
    a: _Many,
    b: _Single | _Many,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Floats] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Floats]: ...
@overload
def nearest_points(
    a: _Single,
    b: _Many,
    *,
    pairs: _Pairs | None = None,
    out: tuple[_Floats, _Floats] | None = None,
    workers: int = 1,
) -> tuple[_Floats, _Floats]: ...
@overload
def overlap_area(a: _Single, b: _Single) -> float: ...
@overload
def overlap_area(
    a: _Many,
    b: _Single | _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def overlap_area(
    a: _Single,
    b: _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def iou(a: _Single, b: _Single) -> float: ...
@overload
def iou(
    a: _Many,
    b: _Single | _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def iou(
    a: _Single,
    b: _Many,
    *,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def sweep(
    a: _Single,
    b: _Single,
    velocity_a: _Pair,
    velocity_b: _Pair = ...,
    max_time: float = 1.0,
    *,
    angular_velocity_a: float = 0.0,
    angular_velocity_b: float = 0.0,
    touching: bool = True,
    skip_leaving: bool = False,
) -> Impact | None: ...
@overload
def sweep(
    a: _Many,
    b: _Single | _Many,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike = ...,
    max_time: npt.ArrayLike = 1.0,
    *,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    touching: bool = True,
    skip_leaving: bool = False,
    pairs: _Pairs | None = None,
    out: Impacts | None = None,
    workers: int = 1,
) -> Impacts: ...
@overload
def sweep(
    a: _Single,
    b: _Many,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike = ...,
    max_time: npt.ArrayLike = 1.0,
    *,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    touching: bool = True,
    skip_leaving: bool = False,
    pairs: _Pairs | None = None,
    out: Impacts | None = None,
    workers: int = 1,
) -> Impacts: ...
@overload
def time_of_impact(
    a: _Single,
    b: _Single,
    velocity_a: _Pair,
    velocity_b: _Pair = ...,
    max_time: float = 1.0,
    *,
    angular_velocity_a: float = 0.0,
    angular_velocity_b: float = 0.0,
) -> float: ...
@overload
def time_of_impact(
    a: _Many,
    b: _Single | _Many,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike = ...,
    max_time: npt.ArrayLike = 1.0,
    *,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def time_of_impact(
    a: _Single,
    b: _Many,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike = ...,
    max_time: npt.ArrayLike = 1.0,
    *,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    pairs: _Pairs | None = None,
    out: _Floats | None = None,
    workers: int = 1,
) -> _Floats: ...
@overload
def raycast(
    scene: _Single | _Many | ShapeIndex,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike = ...,
    radius: npt.ArrayLike = 0.0,
    *,
    all: Literal[True],
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    workers: int = 1,
) -> RayHits: ...
@overload
def raycast(
    scene: _Single | _Many | ShapeIndex,
    origin: _Array,
    direction: _Pair | _Array,
    max_distance: float = ...,
    radius: float = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: SupportsIndex | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: SupportsIndex | None = None,
) -> Any: ...
@overload
def raycast(
    scene: _Single | _Many | ShapeIndex,
    origin: _Pair,
    direction: _Array,
    max_distance: float = ...,
    radius: float = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: SupportsIndex | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: SupportsIndex | None = None,
) -> Any: ...
@overload
def raycast(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
    scene: _Single | _Many | ShapeIndex,
    origin: _Points,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike = ...,
    radius: npt.ArrayLike = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    out: RayHits | None = None,
    workers: int = 1,
) -> RayHits: ...
@overload
def raycast(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
    scene: _Single | _Many | ShapeIndex,
    origin: npt.ArrayLike,
    direction: _Points,
    max_distance: npt.ArrayLike = ...,
    radius: npt.ArrayLike = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    out: RayHits | None = None,
    workers: int = 1,
) -> RayHits: ...
@overload
def raycast(
    scene: _Single | _Many | ShapeIndex,
    origin: _Pair,
    direction: _Pair,
    max_distance: float = ...,
    radius: float = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: SupportsIndex | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: SupportsIndex | None = None,
) -> RayHit | None: ...
@overload
def raycast(
    scene: _Single | _Many | ShapeIndex,
    origin: _Pair,
    direction: _Pair,
    max_distance: npt.NDArray[Any] | Sequence[float],
    radius: npt.ArrayLike = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    out: RayHits | None = None,
    workers: int = 1,
) -> RayHits: ...
@overload
def raycast(
    scene: _Single | _Many | ShapeIndex,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike = ...,
    radius: npt.ArrayLike = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    out: RayHits,
    workers: int = 1,
) -> RayHits: ...
@overload
def raycast(
    scene: _Single | _Many | ShapeIndex,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike = ...,
    radius: npt.ArrayLike = 0.0,
    *,
    all: Literal[False] = False,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    out: RayHits | None = None,
    workers: int,
) -> RayHits: ...

class Collider(Shape):
    @overload
    def intersects(self, other: _Single, touching: bool = True) -> bool: ...
    @overload
    def intersects(
        self, other: _Many, touching: bool = True, *, out: _Truths | None = None, workers: int = 1
    ) -> _Truths: ...
    @overload
    def separating_axis(self, other: _Single) -> _Axis | None: ...
    @overload
    def separating_axis(
        self, other: _Many, *, out: tuple[_Floats, _Truths] | None = None, workers: int = 1
    ) -> tuple[_Floats, _Truths]: ...
    @overload
    def contains(self, point: _Array) -> Any: ...
    @overload
    def contains(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
        self, point: _Points, *, out: _Truths | None = None, workers: int = 1
    ) -> _Truths: ...
    @overload
    def contains(self, point: _Pair) -> bool: ...
    @overload
    def contains(
        self, point: _Array, *, out: _Truths | None = None, workers: int = 1
    ) -> _Truths: ...
    @overload
    def covers(self, other: _Single) -> bool: ...
    @overload
    def covers(self, other: _Many, *, out: _Truths | None = None, workers: int = 1) -> _Truths: ...
    @overload
    def project(self, axis: _Array) -> Any: ...
    @overload
    def project(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
        self, axis: _Points, *, out: tuple[_Floats, _Floats] | None = None, workers: int = 1
    ) -> tuple[_Floats, _Floats]: ...
    @overload
    def project(self, axis: _Pair) -> _Axis: ...
    @overload
    def project(
        self, axis: _Array, *, out: tuple[_Floats, _Floats] | None = None, workers: int = 1
    ) -> tuple[_Floats, _Floats]: ...
    @overload
    def support_point(self, direction: _Array) -> Any: ...
    @overload
    def support_point(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
        self, direction: _Points, *, out: _Floats | None = None, workers: int = 1
    ) -> _Floats: ...
    @overload
    def support_point(self, direction: _Pair) -> _Axis: ...
    @overload
    def support_point(
        self, direction: _Array, *, out: _Floats | None = None, workers: int = 1
    ) -> _Floats: ...
    @overload
    def mtv(self, other: _Single) -> _Axis | None: ...
    @overload
    def mtv(
        self, other: _Many, *, out: tuple[_Floats, _Truths] | None = None, workers: int = 1
    ) -> tuple[_Floats, _Truths]: ...
    @overload
    def collide(self, other: _Single, margin: SupportsFloat = 0.0) -> Contact | None: ...
    @overload
    def collide(
        self,
        other: _Many,
        margin: SupportsFloat = 0.0,
        *,
        out: Contacts | None = None,
        workers: int = 1,
    ) -> Contacts: ...
    def push_out_of(self, other: _Single) -> bool: ...
    @overload
    def distance(self, other: _Single) -> float: ...
    @overload
    def distance(
        self, other: _Many, *, out: _Floats | None = None, workers: int = 1
    ) -> _Floats: ...
    @overload
    def nearest_points(self, other: _Single) -> tuple[_Axis, _Axis]: ...
    @overload
    def nearest_points(
        self, other: _Many, *, out: tuple[_Floats, _Floats] | None = None, workers: int = 1
    ) -> tuple[_Floats, _Floats]: ...
    @overload
    def overlap_area(self, other: _Single) -> float: ...
    @overload
    def overlap_area(
        self, other: _Many, *, out: _Floats | None = None, workers: int = 1
    ) -> _Floats: ...
    @overload
    def iou(self, other: _Single) -> float: ...
    @overload
    def iou(self, other: _Many, *, out: _Floats | None = None, workers: int = 1) -> _Floats: ...
    @overload
    def sweep(
        self,
        other: _Single,
        velocity_a: _Pair,
        velocity_b: _Pair = ...,
        max_time: float = 1.0,
        *,
        angular_velocity_a: float = 0.0,
        angular_velocity_b: float = 0.0,
        touching: bool = True,
        skip_leaving: bool = False,
    ) -> Impact | None: ...
    @overload
    def sweep(
        self,
        other: _Many,
        velocity_a: npt.ArrayLike,
        velocity_b: npt.ArrayLike = ...,
        max_time: npt.ArrayLike = 1.0,
        *,
        angular_velocity_a: npt.ArrayLike = 0.0,
        angular_velocity_b: npt.ArrayLike = 0.0,
        touching: bool = True,
        skip_leaving: bool = False,
        out: Impacts | None = None,
        workers: int = 1,
    ) -> Impacts: ...
    @overload
    def time_of_impact(
        self,
        other: _Single,
        velocity_a: _Pair,
        velocity_b: _Pair = ...,
        max_time: float = 1.0,
        *,
        angular_velocity_a: float = 0.0,
        angular_velocity_b: float = 0.0,
    ) -> float: ...
    @overload
    def time_of_impact(
        self,
        other: _Many,
        velocity_a: npt.ArrayLike,
        velocity_b: npt.ArrayLike = ...,
        max_time: npt.ArrayLike = 1.0,
        *,
        angular_velocity_a: npt.ArrayLike = 0.0,
        angular_velocity_b: npt.ArrayLike = 0.0,
        out: _Floats | None = None,
        workers: int = 1,
    ) -> _Floats: ...
    @overload
    def raycast(
        self,
        origin: npt.ArrayLike,
        direction: npt.ArrayLike,
        max_distance: npt.ArrayLike = ...,
        radius: npt.ArrayLike = 0.0,
        *,
        all: Literal[True],
        min_distance: float = 0.0,
        ignore: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: npt.ArrayLike | None = None,
        workers: int = 1,
    ) -> RayHits: ...
    @overload
    def raycast(
        self,
        origin: _Array,
        direction: _Pair | _Array,
        max_distance: float = ...,
        radius: float = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: SupportsIndex | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: SupportsIndex | None = None,
    ) -> Any: ...
    @overload
    def raycast(
        self,
        origin: _Pair,
        direction: _Array,
        max_distance: float = ...,
        radius: float = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: SupportsIndex | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: SupportsIndex | None = None,
    ) -> Any: ...
    @overload
    def raycast(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
        self,
        origin: _Points,
        direction: npt.ArrayLike,
        max_distance: npt.ArrayLike = ...,
        radius: npt.ArrayLike = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: npt.ArrayLike | None = None,
        out: RayHits | None = None,
        workers: int = 1,
    ) -> RayHits: ...
    @overload
    def raycast(  # type: ignore[overload-overlap]  # a matrix is iterable, but no pair
        self,
        origin: npt.ArrayLike,
        direction: _Points,
        max_distance: npt.ArrayLike = ...,
        radius: npt.ArrayLike = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: npt.ArrayLike | None = None,
        out: RayHits | None = None,
        workers: int = 1,
    ) -> RayHits: ...
    @overload
    def raycast(
        self,
        origin: _Pair,
        direction: _Pair,
        max_distance: float = ...,
        radius: float = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: SupportsIndex | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: SupportsIndex | None = None,
    ) -> RayHit | None: ...
    @overload
    def raycast(
        self,
        origin: _Pair,
        direction: _Pair,
        max_distance: npt.NDArray[Any] | Sequence[float],
        radius: npt.ArrayLike = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: npt.ArrayLike | None = None,
        out: RayHits | None = None,
        workers: int = 1,
    ) -> RayHits: ...
    @overload
    def raycast(
        self,
        origin: npt.ArrayLike,
        direction: npt.ArrayLike,
        max_distance: npt.ArrayLike = ...,
        radius: npt.ArrayLike = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: npt.ArrayLike | None = None,
        out: RayHits,
        workers: int = 1,
    ) -> RayHits: ...
    @overload
    def raycast(
        self,
        origin: npt.ArrayLike,
        direction: npt.ArrayLike,
        max_distance: npt.ArrayLike = ...,
        radius: npt.ArrayLike = 0.0,
        *,
        all: Literal[False] = False,
        min_distance: float = 0.0,
        ignore: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        ray_groups: npt.ArrayLike | None = None,
        out: RayHits | None = None,
        workers: int,
    ) -> RayHits: ...
