from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.posed import PosedGroups
from sepax._core.arrays.worlds import SightLines

@final
class NearestRows:
    def __new__(
        cls,
        asking: ShapeBlock | PosedGroups,
        scene: ShapeBlock | ShapeTree,
        max_distance: float,
        starts: npt.NDArray[np.intp] | None = None,
        owner: npt.NDArray[np.intp] | None = None,
        lines: SightLines | None = None,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def find(
        self, start: int, stop: int, row: npt.NDArray[np.intp], distance: npt.NDArray[np.float64]
    ) -> int: ...
