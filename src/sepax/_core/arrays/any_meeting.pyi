from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.worlds import SightLines

_Indices = npt.NDArray[np.intp]
_Truths = npt.NDArray[np.uint8]

@final
class AnyMeeting:
    def __new__(
        cls,
        block: ShapeBlock,
        scene: ShapeBlock | ShapeTree,
        owner: _Indices | None = None,
        lines: SightLines | None = None,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def find(self, start: int, stop: int, hit: _Truths) -> int: ...
