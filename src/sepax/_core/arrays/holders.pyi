import numpy as np
import numpy.typing as npt

from sepax._core.arrays.index import ShapeTree

def holders(tree: ShapeTree, points: npt.NDArray[np.float64]) -> memoryview | None: ...
