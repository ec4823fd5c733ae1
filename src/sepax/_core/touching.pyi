import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock

_Indices = npt.NDArray[np.intp]

def touching_normal(
    a: ShapeBlock, b: ShapeBlock, i: _Indices, j: _Indices
) -> tuple[float, float]: ...
