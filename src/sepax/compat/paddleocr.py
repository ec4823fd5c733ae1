"""PaddleOCR (https://github.com/PaddlePaddle/PaddleOCR) on sepax: the evaluator of text detection.

>>> import sepax.compat.paddleocr
>>> sepax.compat.paddleocr.enable()  # doctest: +SKIP

After this line `DetectionIoUEvaluator.evaluate_image`, which `DetMetric` and `DetFCEMetric` call
for each image, compares only texts that overlap, all in one call. The evaluator is in a clone of
PaddleOCR and in none of its packages. See ``docs/drop-ins-paddleocr.md``.
"""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from numbers import Real
from typing import Any

import numpy as np

from sepax import CompoundArray, find_pairs, overlap_area
from sepax._base.arguments import BoolArray
from sepax.compat._patching import FunctionBackend

__all__ = ["disable", "enable", "enabled"]

EVALUATOR = "ppocr.metrics.eval_det_iou.DetectionIoUEvaluator"
FEW = 6  # pairs, below which the host is as fast


def _texts(shapely: Any, items: Any) -> tuple[CompoundArray, BoolArray]:
    """Return the texts whose outlines are valid, and which texts those are.

    Raises ValueError or TypeError for what the host has to answer.
    """
    rings = [np.asarray(item["points"], np.float64) for item in items]
    if any(ring.ndim != 2 or ring.shape[1] != 2 or len(ring) < 3 for ring in rings):
        raise ValueError("the points of a text are not three or more pairs of numbers")
    points = np.concatenate([np.empty((0, 2)), *rings])
    if not np.isfinite(points).all():
        raise ValueError("the points of a text are not finite")
    sizes = np.array([len(ring) for ring in rings], np.intp)
    owners = np.repeat(np.arange(len(rings)), sizes)
    polygons = shapely.polygons(shapely.linearrings(points, indices=owners))
    valid: BoolArray = shapely.is_valid(polygons)
    offsets = np.concatenate(([0], sizes[valid].cumsum()))
    rows = np.arange(len(offsets))  # each of one ring
    return CompoundArray.from_outlines(points[valid[owners]], offsets, rows), valid


def _count_matches(
    truths: CompoundArray,
    ignored: BoolArray,
    found: CompoundArray,
    least_iou: float,
    least_share: float,
) -> dict[str, int]:
    """Return how many truths and detections count, and how many of them match.

    A detection is ignored with more than a share of its area in one truth that is ignored. Each
    truth, by its number, takes the first detection that is left and has a sufficient IoU.
    """
    pairs = find_pairs(truths, found, touching=False)
    truth, detection = pairs.T
    shared = overlap_area(truths, found, pairs=pairs)
    lost = np.zeros(len(found), np.bool_)
    lost[detection[ignored[truth] & (shared / found.areas[detection] > least_share)]] = True
    iou = shared / (truths.areas[truth] + found.areas[detection] - shared)
    used_truths, used_detections = set[int](), set[int]()
    for i, j in pairs[(iou > least_iou) & ~ignored[truth] & ~lost[detection]].tolist():
        if i not in used_truths and j not in used_detections:
            used_truths.add(i)
            used_detections.add(j)
    return {
        "gtCare": int(len(truths) - ignored.sum()),
        "detCare": int(len(found) - lost.sum()),
        "detMatched": len(used_truths),
    }


def _evaluate(original: Any) -> Any:
    shapely = import_module("shapely")

    @wraps(original)
    def evaluate_image(self: Any, gt: Any, pred: Any) -> Any:
        least = self.iou_constraint, self.area_precision_constraint
        # Below 0 the host matches texts that are apart.
        if not all(isinstance(each, Real) and float(each) >= 0.0 for each in least):
            return original(self, gt, pred)
        try:
            if len(gt) * len(pred) < FEW:
                return original(self, gt, pred)
            (truths, valid), (found, _) = _texts(shapely, gt), _texts(shapely, pred)
        except (TypeError, ValueError):
            return original(self, gt, pred)
        ignored = np.array([bool(item["ignore"]) for item in gt], np.bool_)[valid]
        return _count_matches(truths, ignored, found, *map(float, least))

    return evaluate_image


def _replacements() -> dict[str, Any]:
    module, _, name = EVALUATOR.rpartition(".")
    host = getattr(import_module(module), name)
    return {f"{EVALUATOR}.evaluate_image": _evaluate(host.evaluate_image)}


_backend = FunctionBackend("ppocr", _replacements, distribution="paddleocr")
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("PaddleOCR's ``ppocr`` (run from a clone)")
def enable() -> None:
    """Let the evaluator of PaddleOCR compare texts with sepax."""
    _backend.enable()
