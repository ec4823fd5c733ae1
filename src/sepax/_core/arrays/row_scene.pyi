from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.groups import GroupSide
from sepax._core.arrays.worlds import SightLines, Worlds

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class RowScene:
    def __new__(cls, rows: GroupSide, boxes: _Floats, worlds: Worlds | None = None) -> Self: ...
    @property
    def worlds(self) -> Worlds | None: ...

@final
class RowQueries:
    def __new__(
        cls, asking: GroupSide, scene: RowScene, boxes: _Floats, lines: SightLines | None = None
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def nearest(
        self, start: int, stop: int, max_distance: float, row: _Indices, distance: _Floats
    ) -> int: ...
    def any(
        self,
        start: int,
        stop: int,
        begins: _Indices,
        rows: _Indices,
        hit: npt.NDArray[np.uint8],
    ) -> int: ...
