import sys
from typing import final

import numpy as np
import numpy.typing as npt

__pyx_capi__: dict[str, object]

@final
class PairBuffer:
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

def candidate_pairs(
    bounds_a: npt.NDArray[np.float64], bounds_b: npt.NDArray[np.float64] | None = None
) -> memoryview: ...
