from typing import final

import numpy as np
import numpy.typing as npt

__pyx_capi__: dict[str, object]

def hull_of_sorted(points: npt.NDArray[np.float64]) -> list[int]: ...
def put_hulls(
    points: npt.NDArray[np.float64],
    offsets: npt.NDArray[np.intp],
    chosen: npt.NDArray[np.uint8],
    sizes: npt.NDArray[np.intp],
    fewest: int,
) -> int: ...
def put_unit_ring(corners: npt.NDArray[np.float64]) -> None: ...
def sort_points(
    points: npt.NDArray[np.float64], spare: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]: ...

@final
class RingMemory: ...
