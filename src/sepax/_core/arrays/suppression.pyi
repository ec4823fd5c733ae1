from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock

_Rows = npt.NDArray[np.intp]
_Floats = npt.NDArray[np.float64]

@final
class Suppression:
    def __new__(cls, bounds: _Floats, scores: _Floats, group: _Rows | None = None) -> Self: ...
    def keep(
        self,
        block: ShapeBlock,
        threshold: float,
        rows: _Rows,
        areas: _Floats | None = None,
        owners: _Rows | None = None,
    ) -> int: ...
    def keep_next(self, near: _Rows) -> tuple[int, int]: ...
    def suppress(self, rows: _Rows) -> None: ...
