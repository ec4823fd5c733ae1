from typing import final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock

_Indices = npt.NDArray[np.intp]

@final
class SharedRings:
    vertex_count: int
    def __init__(
        self, a: ShapeBlock, b: ShapeBlock, rows_a: _Indices, rows_b: _Indices, sizes: _Indices
    ) -> None: ...
    def write(self, vertices: npt.NDArray[np.float64]) -> None: ...
