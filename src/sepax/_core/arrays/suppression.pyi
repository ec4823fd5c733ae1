import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock

_Rows = npt.NDArray[np.intp]

def suppress(
    block: ShapeBlock,
    order: _Rows,
    better: _Rows,
    worse: _Rows,
    threshold: float,
    kept: npt.NDArray[np.uint8],
) -> None: ...
