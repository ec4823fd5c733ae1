# Written by tools/generate.py from verbs.toml: change that table, not this file.
from typing import Any, Self, final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from sepax._core.arrays.block import ShapeBlock

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@disjoint_base
class Pairs:
    @property
    def count(self) -> int: ...
    @property
    def single(self) -> bool: ...
    def answer(
        self,
        start: int,
        stop: int,
        verb: str,
        columns: tuple[npt.NDArray[Any], ...],
        motions: tuple[_Floats, ...] = (),
        strict: bool = False,
        skip_leaving: bool = False,
        margin: float = 0.0,
    ) -> int: ...

@final
class ShapePairs(Pairs):
    def __new__(
        cls, a: ShapeBlock, b: ShapeBlock, i: _Indices | None = None, j: _Indices | None = None
    ) -> Self: ...

@final
class PointPairs(Pairs):
    def __new__(
        cls, a: ShapeBlock, points: _Floats, i: _Indices | None = None, j: _Indices | None = None
    ) -> Self: ...

def pairs_of_arrays(a: object, b: object) -> ShapePairs | None: ...
def all_meet(a: object, b: object, strict: bool, out: object) -> npt.NDArray[np.bool_] | None: ...
