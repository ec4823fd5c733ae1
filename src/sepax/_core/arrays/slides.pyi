from collections.abc import Callable
from typing import Any, Self, final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.mover import Wholes
from sepax._core.results import Impact
from sepax._core.shape import Shape

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]
_Met = tuple[tuple[float, float], tuple[Impact, ...], tuple[int, ...]]

@final
class SlideNotes:
    @property
    def count(self) -> int: ...
    def write(self, start: int, index: _Indices, *arrays: npt.NDArray[Any]) -> None: ...

@final
class SlidePlan:
    def __new__(
        cls,
        block: ShapeBlock,
        scene: ShapeBlock | ShapeTree,
        motion: _Floats,
        skin: _Floats,
        ignored: _Indices,
        max_slides: int,
    ) -> Self: ...
    @property
    def count(self) -> int: ...
    def move(
        self, start: int, stop: int, position: _Floats, remainder: _Floats, counts: _Indices
    ) -> SlideNotes: ...

def slide_shape(
    shape: Shape,
    scene: ShapeBlock | ShapeTree,
    x: float,
    y: float,
    skin: float,
    max_slides: int,
    ignored: _Indices | None = None,
    solid: Callable[[int, Impact], bool] | None = None,
) -> _Met: ...
def slide_whole(
    wholes: Wholes,
    scene: ShapeBlock | ShapeTree,
    x: float,
    y: float,
    skin: float,
    max_slides: int,
    ignored: _Indices | None = None,
    solid: Callable[[int, Impact], bool] | None = None,
) -> _Met: ...
