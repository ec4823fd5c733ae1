import numpy as np
import numpy.typing as npt

__pyx_capi__: dict[str, object]

_Floats = npt.NDArray[np.float64]
_Index = npt.NDArray[np.intp]

def simd_level() -> str: ...
def _levels() -> list[str]: ...
def _judge(
    kind: str,
    level: str,
    records_a: _Floats,
    records_b: _Floats,
    out: npt.NDArray[np.uint8],
    index_a: _Index | None = None,
    index_b: _Index | None = None,
) -> int: ...
