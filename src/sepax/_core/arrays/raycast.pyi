from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.results import RayHit

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]
_Truths = npt.NDArray[np.uint8]

@final
class RayRows:
    @property
    def count(self) -> int: ...
    def write(
        self,
        start: int,
        hit: _Truths,
        distance: _Floats,
        normal: _Floats,
        point: _Floats,
        index: _Indices,
        ray: _Indices,
    ) -> None: ...

@final
class RayCast:
    def __new__(
        cls,
        scene: ShapeBlock | ShapeTree,
        count: int,
        origin: _Floats,
        direction: _Floats,
        max_distance: _Floats,
        radius: _Floats,
        owner: _Indices | None = None,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def first(
        self,
        start: int,
        stop: int,
        hit: _Truths,
        distance: _Floats,
        normal: _Floats,
        point: _Floats,
        index: _Indices,
        ray: _Indices,
    ) -> int: ...
    def every(self, start: int, stop: int) -> RayRows: ...

def cast_one(
    scene: ShapeBlock | ShapeTree,
    x: float,
    y: float,
    direction_x: float,
    direction_y: float,
    max_distance: float,
    radius: float,
    owner: _Indices | None = None,
) -> RayHit | None: ...
