import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.worlds import SightLines

_Floats = npt.NDArray[np.float64]

def candidate_pairs(
    bounds_a: _Floats,
    bounds_b: _Floats | None = None,
    lines: SightLines | None = None,
) -> memoryview: ...
def near_pairs(
    touching: bool,
    a: ShapeBlock,
    bounds_a: _Floats,
    b: ShapeBlock | None = None,
    bounds_b: _Floats | None = None,
    lines: SightLines | None = None,
) -> tuple[memoryview, bool]: ...
