from typing import Self, final

import numpy as np
import numpy.typing as npt

__pyx_capi__: dict[str, object]

_Floats = npt.NDArray[np.float64]
_Index = npt.NDArray[np.intp]
_Proxies = npt.NDArray[np.float32]

def simd_level() -> str: ...
def _levels() -> list[str]: ...
def _write_proxies(kind: str, records: _Floats, origin: _Floats, proxies: _Proxies) -> None: ...

@final
class _Side:
    def __new__(
        cls,
        records: _Floats,
        index: _Index | None = None,
        kind: str = "boxes",
        proxies: _Proxies | None = None,
        origin: _Floats | None = None,
        radii: _Floats | None = None,
    ) -> Self: ...

def _run(
    loop: str,
    level: str,
    a: _Side,
    b: _Side,
    out: npt.NDArray[np.uint8],
    numbers: _Floats | None = None,
) -> int: ...
def _proxy_counts() -> tuple[int, int, int, int] | None: ...
def _sweep(
    level: str,
    order: int,
    sweeping: _Floats,
    index: npt.NDArray[np.uint32],
    others: _Floats,
    index_of_others: npt.NDArray[np.uint32],
    words: npt.NDArray[np.uint64],
    work: int,
) -> tuple[int, int, int]: ...
