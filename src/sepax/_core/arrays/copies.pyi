from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree

_Floats = npt.NDArray[np.float64]

@final
class AnyCopyMeeting:
    def __new__(
        cls,
        tree: ShapeTree,
        centres: _Floats,
        positions: _Floats,
        angles: _Floats,
        scene: ShapeBlock | ShapeTree,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def find(self, start: int, stop: int, hit: npt.NDArray[np.uint8], stand: ShapeBlock) -> int: ...
