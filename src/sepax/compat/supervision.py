"""supervision (https://supervision.roboflow.com) on sepax: oriented boxes.

>>> import sepax.compat.supervision
>>> sepax.compat.supervision.enable()  # doctest: +SKIP

After this line `oriented_box_iou_batch`, `oriented_box_non_max_suppression` and
`oriented_box_non_max_merge` compare only boxes whose bounding boxes meet, and compute their areas
in float64. So do `Detections.with_nms`, `Detections.with_nmm` and the metrics, which call them.
Differences on purpose are listed in ``docs/drop-ins-supervision.md``.
"""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from numbers import Real
from types import ModuleType
from typing import Any, Literal

import numpy as np

from sepax import ShapeArray, iou_matrix, nms, nms_groups
from sepax.compat._patching import FunctionBackend
from sepax.compat._quads import quads_of

__all__ = ["disable", "enable", "enabled"]

HOME = "supervision.detection.utils.iou_and_nms"
BATCH = "oriented_box_iou_batch"
SUPPRESSION = "oriented_box_non_max_suppression"
GROUPING = "_group_overlapping_oriented_boxes"  # of one class; oriented_box_non_max_merge calls it
ORDERING = "_prepare_predictions_for_nms"


def _metric(host: ModuleType, metric: Any) -> Literal["iou", "ios"] | None:
    if metric is host.OverlapMetric.IOU:
        return "iou"
    return "ios" if metric is host.OverlapMetric.IOS else None


def _fits(predictions: Any, boxes: ShapeArray, threshold: Any) -> bool:
    """Whether there is a row of 5 or 6 numbers for each of the boxes, and a usual threshold."""
    return (
        type(predictions) is np.ndarray
        and predictions.dtype.kind in "fiu"
        and predictions.shape[1:] in ((5,), (6,))
        and len(predictions) == len(boxes)
        and isinstance(threshold, Real)
        and 0.0 <= float(threshold) <= 1.0
    )


def _ranks(count: int) -> Any:
    """Return scores that keep the rows of a sorted array in their order."""
    return -np.arange(count, dtype=np.float64)


def _batch(host: ModuleType) -> Any:
    original = getattr(host, BATCH)

    @wraps(original)
    def oriented_box_iou_batch(
        boxes_true: Any, boxes_detection: Any, overlap_metric: Any = host.OverlapMetric.IOU
    ) -> Any:
        metric, truths = _metric(host, overlap_metric), quads_of(boxes_true)
        found = truths if boxes_detection is boxes_true else quads_of(boxes_detection)
        if metric is None or truths is None or found is None:
            return original(boxes_true, boxes_detection, overlap_metric)
        return iou_matrix(truths, found, metric=metric)

    return oriented_box_iou_batch


def _suppression(host: ModuleType) -> Any:
    original, ordering = getattr(host, SUPPRESSION), getattr(host, ORDERING)

    @wraps(original)
    def oriented_box_non_max_suppression(
        predictions: Any,
        oriented_boxes: Any,
        iou_threshold: Any = 0.5,
        overlap_metric: Any = host.OverlapMetric.IOU,
    ) -> Any:
        metric, boxes = _metric(host, overlap_metric), quads_of(oriented_boxes)
        if metric is None or boxes is None or not _fits(predictions, boxes, iou_threshold):
            return original(predictions, oriented_boxes, iou_threshold, overlap_metric)
        order, _, labels = ordering(predictions)  # the host's own: equal scores in its order
        classes = np.unique(labels, return_inverse=True, equal_nan=False)[1]
        threshold = float(iou_threshold)
        kept = nms(boxes[order], _ranks(len(order)), threshold, classes=classes, metric=metric)
        keep = np.zeros(len(order), bool)
        keep[order[kept]] = True
        return keep

    return oriented_box_non_max_suppression


def _grouping(host: ModuleType) -> Any:
    original = getattr(host, GROUPING)

    @wraps(original)
    def _group_overlapping_oriented_boxes(
        predictions: Any,
        oriented_boxes: Any,
        iou_threshold: Any = 0.5,
        overlap_metric: Any = host.OverlapMetric.IOU,
    ) -> list[list[int]]:
        metric = _metric(host, overlap_metric)
        boxes = quads_of(oriented_boxes) if len(predictions) > 1 else None  # one alone is a group
        if metric is None or boxes is None or not _fits(predictions, boxes, iou_threshold):
            return list(original(predictions, oriented_boxes, iou_threshold, overlap_metric))
        order = np.flip(predictions[:, 4].argsort())  # as the host has it, for equal scores
        kept, owners = nms_groups(
            boxes[order], _ranks(len(order)), float(iou_threshold), metric=metric, inclusive=True
        )
        members = order[np.argsort(owners, kind="stable")].tolist()
        ends = np.cumsum(np.bincount(owners)[kept]).tolist()
        return [members[i:j] for i, j in zip([0, *ends], ends, strict=False)]

    return _group_overlapping_oriented_boxes


def _replacements() -> dict[str, Any]:
    host = import_module(HOME)
    made = {BATCH: _batch(host), SUPPRESSION: _suppression(host), GROUPING: _grouping(host)}
    return {f"{HOME}.{name}": function for name, function in made.items()}


PROVED = (*(f"0.30.{i}" for i in range(10)), *(f"0.31.{i}" for i in range(3)))

_backend = FunctionBackend("supervision", _replacements, proved=PROVED)
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("supervision")
def enable() -> None:
    """Let supervision run on sepax."""
    _backend.enable()
