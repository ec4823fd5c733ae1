import numpy as np
import numpy.typing as npt

def displaced_polygons(
    a: npt.NDArray[np.float64],
    b: npt.NDArray[np.float64],
    displacement_a: npt.NDArray[np.float64],
    displacement_b: npt.NDArray[np.float64],
    fused: bool,
) -> tuple[bool, bool, tuple[float, float] | None] | None: ...
