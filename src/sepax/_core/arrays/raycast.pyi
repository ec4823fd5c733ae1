from typing import Any, Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.worlds import SightLines
from sepax._core.results import RayHit

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class RayRows:
    @property
    def count(self) -> int: ...
    def write(self, start: int, *arrays: npt.NDArray[Any]) -> None: ...

@final
class RayCast:
    def __new__(
        cls,
        scene: ShapeBlock | ShapeTree,
        queries: int,
        origin: _Floats,
        direction: _Floats,
        max_distance: _Floats,
        radius: _Floats,
        owner: _Indices | None = None,
        *,
        min_distance: float = 0.0,
        lines: SightLines | None = None,
        angle: _Floats | None = None,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    @property
    def queries(self) -> int: ...
    def distances(self, start: int, stop: int, distance: _Floats, index: _Indices) -> int: ...
    def first(self, start: int, stop: int, *arrays: npt.NDArray[Any]) -> int: ...
    def every(self, start: int, stop: int) -> RayRows: ...

def first_zero(vectors: _Floats) -> int: ...
def fill_beams(angles: _Floats, out: _Floats) -> None: ...
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
