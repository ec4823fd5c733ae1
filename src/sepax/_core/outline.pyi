from typing import final

import numpy as np
import numpy.typing as npt

__pyx_capi__: dict[str, object]

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class Corners: ...

@final
class Line: ...

def corner_turns(points: _Floats, starts: _Indices, out: npt.NDArray[np.int8]) -> None: ...
def edges_that_meet(
    points: _Floats, starts: _Indices, order: _Indices, below: _Indices
) -> tuple[int, int] | None: ...
def rings_around(points: _Floats, starts: _Indices, vertex: int) -> list[int]: ...
