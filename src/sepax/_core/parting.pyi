import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]
_Group = tuple[_Floats, _Indices, _Floats]

def compare_boxes(a: _Group, b: _Group) -> tuple[int, float]: ...
def shortest_parting(a: _Group, b: _Group) -> tuple[float, float, float, float]: ...
def parting_toward(
    a: _Group, b: _Group, depth: float, toward_x: float, toward_y: float
) -> tuple[float, float, float, float] | None: ...
def touching_normal(
    a: ShapeBlock, b: ShapeBlock, i: _Indices, j: _Indices, size: float
) -> tuple[float, float]: ...
