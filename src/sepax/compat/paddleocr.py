"""PaddleOCR (https://github.com/PaddlePaddle/PaddleOCR) on sepax: the evaluator of text detection.

>>> import sepax.compat.paddleocr
>>> sepax.compat.paddleocr.enable()  # doctest: +SKIP

After this line `DetectionIoUEvaluator.evaluate_image`, which `DetMetric` and `DetFCEMetric` call
for each image, compares only texts that overlap, all in one call. The evaluator is in a clone of
PaddleOCR and in none of its packages. See ``docs/drop-ins-paddleocr.md``.
"""

from __future__ import annotations

from contextlib import suppress
from functools import wraps
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, NamedTuple

import numpy as np

from sepax import CompoundArray, find_pairs, overlap_area
from sepax._base.arguments import BoolArray
from sepax.compat._patching import FunctionBackend
from sepax.compat._quads import LARGEST

__all__ = ["disable", "enable", "enabled"]

EVALUATOR = "ppocr.metrics.eval_det_iou.DetectionIoUEvaluator"
FEW = 6  # pairs, below which the host is as fast
CLOSE = 1e-6  # ratios that are as near to a threshold are computed by the host's formula
LEAST_AREA = 1e-9  # of a text, by its farthest coordinate squared: the host's areas are rounded
TINY = 1e-200  # an area
# Whatever these are about, the host has an error of its own, or an answer.
ERRORS = ArithmeticError, AttributeError, LookupError, TypeError, ValueError


class _Texts(NamedTuple):
    """The texts of an image whose outlines are valid, and the host's form of them."""

    shapes: CompoundArray
    polygons: Any
    valid: BoolArray  # of all texts


def _texts(shapely: Any, items: Any) -> _Texts:
    """Return the texts; raise an error for what the host has to answer."""
    rings = [np.asarray(item["points"]) for item in items]
    if not all(ring.shape[1:] == (2,) for ring in rings):
        raise ValueError("the points of a text are not pairs")
    points = np.concatenate([np.empty((0, 2)), *rings], casting="safe", dtype=np.float64)
    if not (np.abs(points) <= LARGEST).all():
        raise ValueError("the points of a text are not finite, or very far")
    sizes = np.array([len(ring) for ring in rings], np.intp)
    owners = np.repeat(np.arange(len(rings)), sizes)
    polygons = shapely.polygons(shapely.linearrings(points, indices=owners))
    valid: BoolArray = shapely.is_valid(polygons)
    polygons = polygons[valid]
    reach = np.abs(shapely.bounds(polygons)).max(axis=1, initial=0.0)
    if not (shapely.area(polygons) > LEAST_AREA * reach**2 + TINY).all():
        raise ValueError("a text is too small where it is")
    offsets = np.concatenate(([0], sizes[valid].cumsum()))
    rows = np.arange(len(offsets))  # each of one ring
    shapes = CompoundArray.from_outlines(points[valid[owners]], offsets, rows)
    return _Texts(shapes, polygons, valid)


def _is_more(ratios: Any, least: float, by_host: Any) -> BoolArray:
    """Whether ratios are above a threshold; `by_host` computes those that are close to it."""
    more: BoolArray = ratios > least
    close = np.flatnonzero(np.abs(ratios - least) < CLOSE)
    if len(close):
        more[close] = by_host(close) > least
    return more


def _count_matches(
    shapely: Any, truths: _Texts, ignored: BoolArray, found: _Texts, least: tuple[float, float]
) -> dict[str, int]:
    """Return how many truths and detections count, and how many of them match.

    A detection is ignored with more than a share of its area in one truth that is ignored. Each
    truth, by its number, takes the first detection that is left and has a sufficient IoU.
    """
    pairs = find_pairs(truths.shapes, found.shapes, touching=False)
    truth, detection = pairs.T
    areas = found.shapes.areas[detection]
    shared = overlap_area(truths.shapes, found.shapes, pairs=pairs)
    one, other = truths.polygons[truth], found.polygons[detection]

    def iou_of(close: Any) -> Any:
        both = other[close], one[close]
        return shapely.area(shapely.intersection(*both)) / shapely.area(shapely.union(*both))

    def share_of(close: Any) -> Any:
        both = shapely.intersection(one[close], other[close])
        return shapely.area(both) / shapely.area(other[close])

    lost = np.zeros(len(found.shapes), np.bool_)
    lost[detection[ignored[truth] & _is_more(shared / areas, least[1], share_of)]] = True
    iou = shared / (truths.shapes.areas[truth] + areas - shared)
    matching = _is_more(iou, least[0], iou_of) & ~ignored[truth] & ~lost[detection]
    used_truths, used_detections = set[int](), set[int]()
    for i, j in pairs[matching].tolist():
        if i not in used_truths and j not in used_detections:
            used_truths.add(i)
            used_detections.add(j)
    return {
        "gtCare": int(len(truths.shapes) - ignored.sum()),
        "detCare": int(len(found.shapes) - lost.sum()),
        "detMatched": len(used_truths),
    }


def _evaluate(original: Any) -> Any:
    shapely = import_module("shapely")

    def counts(self: Any, gt: Any, pred: Any) -> dict[str, int] | None:
        least = self.iou_constraint, self.area_precision_constraint
        # At 0 and below the host matches texts that touch or are apart, and near it some of them.
        is_taken = all(isinstance(each, int | float) and each > CLOSE for each in least)
        if not is_taken or len(gt) * len(pred) < FEW:
            return None
        truths, found = _texts(shapely, gt), _texts(shapely, pred)
        flags = [item["ignore"] for item in gt]
        ignored = np.array([bool(flags[i]) for i in truths.valid.nonzero()[0]], np.bool_)
        return _count_matches(shapely, truths, ignored, found, (float(least[0]), float(least[1])))

    @wraps(original)
    def evaluate_image(self: Any, gt: Any, pred: Any) -> Any:
        with suppress(*ERRORS):
            if (found := counts(self, gt, pred)) is not None:
                return found
        return original(self, gt, pred)

    return evaluate_image


def _replacements() -> dict[str, Any]:
    return {f"{EVALUATOR}.evaluate_image": _evaluate(resolve_name(EVALUATOR).evaluate_image)}


CLONE = "it is in a clone of PaddleOCR: run in its folder"
_backend = FunctionBackend("ppocr", _replacements, distribution="paddleocr", install=CLONE)
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("PaddleOCR's ``ppocr`` (run from a clone)")
def enable() -> None:
    """Let the evaluator of PaddleOCR compare texts with sepax."""
    _backend.enable()
