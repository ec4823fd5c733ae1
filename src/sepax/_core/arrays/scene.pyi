from typing import Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.worlds import SightLines

__pyx_capi__: dict[str, object]

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class Scene: ...

@final
class Places:
    def __new__(cls, count: int) -> Self: ...

@final
class FirstMeeting:
    def __new__(
        cls,
        block: ShapeBlock,
        scene: ShapeBlock | ShapeTree,
        velocity_a: _Floats,
        velocity_b: _Floats,
        max_time: float,
        turns_a: _Floats | None = None,
        turns_b: _Floats | None = None,
        lines: SightLines | None = None,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def find(self, start: int, stop: int, row: _Indices) -> int: ...

def pairs_of_tree(
    tree: ShapeTree,
    block: ShapeBlock,
    tree_first: bool,
    reach: float = 0.0,
    lines: SightLines | None = None,
) -> memoryview: ...
def read_near_bounds(block: ShapeBlock, reach: float, extent: float, out: _Floats) -> None: ...
def joint_extent(
    a: ShapeBlock, b: ShapeBlock, turns_a: _Floats | None = None, turns_b: _Floats | None = None
) -> float: ...
def read_swept_bounds(
    block: ShapeBlock,
    velocity: _Floats,
    max_time: float,
    extent: float,
    out: _Floats,
    turns: _Floats | None = None,
) -> None: ...
