from typing import final

import numpy as np
import numpy.typing as npt

from sepax._core.arrays.block import ShapeBlock
from sepax._core.shape import Shape

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class TidyRings: ...

def join(parts: list[ShapeBlock]) -> ShapeBlock: ...
def of_shape(shape: Shape) -> ShapeBlock: ...
def of_shapes(shapes: list[Shape], name: str = "shapes") -> ShapeBlock: ...
def of_boxes(
    widths: _Floats,
    heights: _Floats,
    positions: _Floats,
    angles: _Floats,
    radii: _Floats | None = None,
) -> ShapeBlock: ...
def mark_rings(
    vertices: _Floats, offsets: _Indices, fewest: int, fine: npt.NDArray[np.uint8]
) -> None: ...
def of_rings(
    vertices: _Floats,
    offsets: _Indices,
    radii: _Floats | None,
    positions: _Floats,
    angles: _Floats,
    fewest: int = 3,
    compact: bool = False,
) -> ShapeBlock: ...
