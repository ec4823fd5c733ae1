"""Quadrilaterals as detectors return them, as shapes; for the drop-ins that compare them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sepax import ShapeArray
from sepax._base.arguments import FloatArray

LARGEST = 2.0**53  # up to it all integers are floats; the hosts' float32 is far from useful there


def quads_of(corners: Any) -> ShapeArray | None:
    """Return the convex hull of every four corners, or None for what the host has to answer.

    Parameters
    ----------
    corners : (n, 4, 2) or (n, 8) ndarray of numbers
        In any order round the quadrilateral.

    Returns
    -------
    ShapeArray or None
        A row with NaN or infinity is a point, and so overlaps nothing. None for another type or
        form, or coordinates above 2^53.
    """
    if type(corners) is not np.ndarray or corners.dtype.kind not in "fiu":
        return None
    if corners.shape[1:] not in ((4, 2), (8,)):
        return None
    numbers: FloatArray = corners.reshape(-1, 8).astype(np.float64)
    broken = ~np.isfinite(numbers).all(axis=1)
    numbers[broken] = 0.0
    if np.abs(numbers).max(initial=0.0) > LARGEST:
        return None
    return ShapeArray.from_quads(numbers, invalid="hull")
