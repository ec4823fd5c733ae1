"""BoxMOT (https://github.com/mikel-brostrom/boxmot) on sepax: association of oriented boxes.

>>> import sepax.compat.boxmot
>>> sepax.compat.boxmot.enable()  # doctest: +SKIP

After this line the matrix of IoUs between the oriented boxes of tracks and detections is computed
in one call. Every tracker that runs with ``is_obb=True`` asks for it once or more a frame.
Differences on purpose are listed in ``docs/drop-ins-boxmot.md``.
"""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from typing import Any

import numpy as np

from sepax import ShapeArray, iou_matrix
from sepax.compat._patching import FunctionBackend
from sepax.compat._quads import LARGEST

__all__ = ["disable", "enable", "enabled"]

HOME = "boxmot.trackers.common.association.iou"
MATRIX = "_iou_obb_matrix"
EQUIVALENT = "_equivalent_obb_mask"  # since 25.0: the same rectangle in other numbers has IoU 1

# World coordinates are rounded, which moves the area of a box by this times roundoff at most, as
# a share of it. The host has a frame for each pair, and answers for boxes that are farther out.
MOST_SIDES = 1e6
LEAST_SIDE = 1e-100  # the areas of much smaller boxes have fewer digits, or none
MOST_RADIANS = 100.0  # the host subtracts angles, and greater ones lose digits

# The corners of equivalent boxes are apart by half of the least side at most, as that is no less
# than a millionth of the other: so their IoU is 0.6 or more.
LEAST_IOU = 0.5


def _shapes_of(boxes: Any) -> ShapeArray | None:
    """Return rows ``x, y, width, height, angle`` as shapes, or None for the host to answer."""
    if type(boxes) is not np.ndarray or boxes.dtype.kind != "f" or boxes.shape[1:] != (5,):
        return None
    rows = boxes.astype(np.float64)
    with np.errstate(invalid="ignore"):
        least = rows[:, 2:4].min(initial=np.inf)
        most = np.abs(rows[:, :4]).max(initial=0.0)
        is_near = most <= min(MOST_SIDES * least, LARGEST)
        is_turned = np.abs(rows[:, 4]).max(initial=0.0) <= MOST_RADIANS
        if not (least > LEAST_SIDE and is_near and is_turned):  # as with NaN
            return None
    return ShapeArray.from_rotated_boxes(rows, "xywhr")


def _matrix(host: Any) -> Any:
    original, equivalent = getattr(host, MATRIX), getattr(host, EQUIVALENT, None)

    @wraps(original)
    def _iou_obb_matrix(bboxes1: Any, bboxes2: Any) -> Any:
        first, second = _shapes_of(bboxes1), _shapes_of(bboxes2)
        if first is None or second is None:
            return original(bboxes1, bboxes2)
        found = iou_matrix(first, second)
        rows, columns = (found > LEAST_IOU).nonzero()
        is_concentric = (bboxes1[rows, :2] == bboxes2[columns, :2]).all(axis=1)
        if equivalent and is_concentric.any():
            block = np.ix_(np.unique(rows[is_concentric]), np.unique(columns[is_concentric]))
            same = equivalent(bboxes1[block[0].ravel()], bboxes2[block[1].ravel()])
            found[block] = np.where(same, 1.0, found[block])
        return found

    return _iou_obb_matrix


def _replacements() -> dict[str, Any]:
    return {f"{HOME}.{MATRIX}": _matrix(import_module(HOME))}


_backend = FunctionBackend("boxmot", _replacements, proved=("25.0.0",))
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("BoxMOT")
def enable() -> None:
    """Let BoxMOT associate oriented boxes with sepax."""
    _backend.enable()
