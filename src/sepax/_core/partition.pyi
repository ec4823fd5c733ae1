from typing import final

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Indices = npt.NDArray[np.intp]

@final
class Fans: ...

@final
class Mesh: ...

@final
class Sweep: ...

def convex_faces(
    points: _Floats,
    starts: _Indices,
    triangles: _Indices,
    rounder: bool,
    vertices: _Indices,
    offsets: _Indices,
) -> int: ...
def sweep_triangles(points: _Floats, starts: _Indices, order: _Indices, out: _Indices) -> None: ...
