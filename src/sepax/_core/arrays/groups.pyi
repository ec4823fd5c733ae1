from collections.abc import Iterable
from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.group import Group
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.posed import PosedGroups
from sepax._core.shape import Shape

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]
_Truths = npt.NDArray[np.uint8]

def meet(a: object, b: object, strict: bool) -> bool | None: ...
def distance_between(a: object, b: object) -> float | None: ...
def points_between(
    a: object, b: object
) -> tuple[tuple[float, float], tuple[float, float]] | None: ...
def time_between(
    a: object, b: object, velocity_a: object, velocity_b: object, max_time: object
) -> float | None: ...
def holds(group: object, point: object) -> bool | None: ...

@final
class GroupSide:
    def __new__(
        cls, items: ShapeBlock | ShapeTree | PosedGroups | Iterable[Shape | Group]
    ) -> Self: ...
    @property
    def count(self) -> int: ...

@final
class GroupRows:
    def __new__(cls, a: GroupSide, b: GroupSide, i: _Indices, j: _Indices) -> Self: ...
    @property
    def count(self) -> int: ...
    def has_thin(self, pair: int) -> bool: ...
    def may_cover(self, pair: int) -> tuple[bool, bool]: ...
    def intersects(self, start: int, stop: int, hit: _Truths, strict: bool) -> int: ...
    def meets_any(self, start: int, stop: int, begins: _Indices, hit: _Truths) -> int: ...
    def nearest(
        self,
        start: int,
        stop: int,
        distance: _Floats,
        part_a: _Indices | None = None,
        part_b: _Indices | None = None,
    ) -> int: ...
    def nearest_points(self, start: int, stop: int, of_a: _Floats, of_b: _Floats) -> int: ...
    def time_of_impact(
        self,
        start: int,
        stop: int,
        velocity_a: _Floats,
        velocity_b: _Floats,
        max_time: _Floats,
        time: _Floats,
    ) -> int: ...

@final
class GroupSpots:
    def __new__(cls, groups: GroupSide, points: _Floats, i: _Indices, j: _Indices) -> Self: ...
    @property
    def count(self) -> int: ...
    def contains(self, start: int, stop: int, hit: _Truths) -> int: ...
