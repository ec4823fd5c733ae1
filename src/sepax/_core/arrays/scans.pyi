from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.worlds import SightLines

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class GroupScan:
    def __new__(
        cls,
        block: ShapeBlock,
        scene: ShapeBlock,
        lines: SightLines,
        velocity_a: _Floats | None = None,
        velocity_b: _Floats | None = None,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def near(self, start: int, stop: int, reach: float) -> memoryview: ...
    def within(self, reach: float) -> memoryview: ...
    def nearest(self, start: int, stop: int, k: int, farthest: float) -> memoryview: ...
    def moving(self, start: int, stop: int, end: float) -> memoryview: ...

def keep_nearest(
    pairs: _Indices,
    start: int,
    apart: _Floats,
    farthest: float,
    rows: _Indices,
    distances: _Floats,
) -> None: ...
