"""Which trajectories meet anything, the way one writes it with numba: loops that leave early."""

import numpy as np
from common.compiling import compiled
from common.shapes import Array
from numpy.typing import NDArray

from scene.grid import boxes_meet

Truths = NDArray[np.bool_]


@compiled
def meets_any(own: Array, radius: float, others: Array, radii: Array) -> bool:
    """Test a box, as of `Scene.records`, with others: the circles around them, then the boxes."""
    for j in range(len(others)):
        dx, dy, reach = others[j, 0] - own[0], others[j, 1] - own[1], radius + radii[j]
        if dx * dx + dy * dy <= reach * reach and boxes_meet(own, others[j]):
            return True
    return False


@compiled
def trajectories_that_meet(
    rows: Array, radii: Array, steps: int, others: Array, other_radii: Array
) -> Truths:
    """Each has so many rows, one after the other; `others` are those of each step, or of all."""
    hit = np.zeros(len(rows) // steps, np.bool_)
    for k in range(len(hit)):
        for step in range(steps):
            row, at = k * steps + step, step if len(others) > 1 else 0
            if meets_any(rows[row], radii[row], others[at], other_radii):
                hit[k] = True
                break
    return hit
