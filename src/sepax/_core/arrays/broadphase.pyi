import numpy as np
import numpy.typing as npt

from sepax._core.arrays.worlds import SightLines

__pyx_capi__: dict[str, object]

def candidate_pairs(
    bounds_a: npt.NDArray[np.float64],
    bounds_b: npt.NDArray[np.float64] | None = None,
    lines: SightLines | None = None,
) -> memoryview: ...
