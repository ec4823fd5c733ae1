from typing import final

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class Cuts:
    start: int
    def __new__(cls, start: int) -> Cuts: ...

@final
class Cutter:
    count: int
    findings: list[tuple[int, dict[str, int]]]
    def __new__(
        cls,
        vertices: _Floats,
        ring_offsets: _Indices,
        polygon_offsets: _Indices,
        counts: _Indices,
        skips: bool,
    ) -> Cutter: ...
    def cut(self, start: int, stop: int) -> int: ...
    def totals(self) -> tuple[int, int, int, int]: ...
    def write(self, vertices: _Floats, offsets: _Indices) -> None: ...
    def write_rings(self, corners: _Floats, offsets: _Indices) -> None: ...

def _start_of(cuts: Cuts) -> int: ...
