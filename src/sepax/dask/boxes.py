"""Boxes that surely hold shapes and what they may meet; the same bits in every partition."""

from __future__ import annotations

import numpy as np

from sepax._base.arguments import FloatArray
from sepax._core.arrays.row_scene import read_swept_boxes
from sepax._core.arrays.scene import read_swept_bounds
from sepax._rows.candidates import wide_bounds
from sepax._rows.scenes import scene_of
from sepax.arrays import ShapeArray
from sepax.dask.columns import AnyArray

ROUNDOFF = 2.0**-40  # relative: far more than that of a distance


def near_boxes(shapes: AnyArray, reach: float = 0.0, extent: float = 0.0) -> FloatArray:
    """Return boxes of shapes, (n, 4), and of all that is within reach of them.

    `extent` is the sum of the sides of the box around all shapes of all partitions.
    """
    if isinstance(shapes, ShapeArray):
        return wide_bounds(shapes._block, reach, extent)
    boxes = scene_of(shapes, "shapes").boxes()
    if reach > 0.0:
        reach += ROUNDOFF * (reach + extent)
        boxes[:, :2] = np.nextafter(boxes[:, :2] - reach, -np.inf)
        boxes[:, 2:] = np.nextafter(boxes[:, 2:] + reach, np.inf)
    return boxes


def swept_boxes(
    shapes: AnyArray,
    velocities: FloatArray,
    max_time: float,
    extent: float,
    turns: FloatArray | None,
) -> FloatArray:
    """Return boxes of motions, (n, 4): of one velocity and one turn for all shapes, or of each."""
    boxes: FloatArray = np.empty((len(shapes), 4))
    if isinstance(shapes, ShapeArray):
        read_swept_bounds(shapes._block, velocities, max_time, extent, boxes, turns)
    else:
        rows = scene_of(shapes, "shapes").compiled()
        read_swept_boxes(rows, velocities, turns, max_time, extent, boxes)
    return boxes
