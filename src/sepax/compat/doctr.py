"""docTR (https://mindee.github.io/doctr) on sepax: the suppression of its layout model.

>>> import sepax.compat.doctr
>>> sepax.compat.doctr.enable()  # doctest: +SKIP

After this line `LWDETRPostProcessor` compares only regions of equal class whose bounding boxes
meet, and computes their areas in float64. Differences on purpose are listed in
``docs/drop-ins-doctr.md``.
"""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from numbers import Real
from typing import Any

import numpy as np

from sepax import ShapeArray, find_pairs, overlap_area
from sepax._base.arguments import IndexArray
from sepax.compat._patching import FunctionBackend
from sepax.compat._quads import quads_of

__all__ = ["disable", "enable", "enabled"]

HOME = "doctr.models.layout.lw_detr.base"
POST_PROCESSOR = f"{HOME}.LWDETRPostProcessor"

UNION_SURPLUS = 1e-6  # that the host adds to every union; coordinates are shares of the page


def _fits(polys: Any, scores: Any, labels: Any) -> bool:
    """Whether these are four corners, a score and a class for each of some regions, as arrays."""
    return (
        all(type(column) is np.ndarray for column in (polys, scores, labels))
        and polys.dtype == np.float32
        and polys.shape[1:] == (4, 2)
        and scores.shape == labels.shape == polys.shape[:1]
        and labels.dtype.kind in "iu"
        and labels.dtype != np.uint64
    )


def _by_class(scores: Any, labels: Any) -> IndexArray:
    """Return all rows, by class and within it by falling score, equal scores as the host does."""
    groups = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    return np.concatenate([rows[np.argsort(scores[rows])[::-1]] for rows in groups])


def _similar(quads: ShapeArray, labels: Any, threshold: float) -> IndexArray:
    """Return the pairs i < j of a class that are too similar by the host's formula, sorted."""
    pairs = find_pairs(quads, touching=False, groups=labels)
    shared = overlap_area(quads, quads, pairs=pairs)
    united = quads.areas[pairs].sum(axis=1) - shared
    similar: IndexArray = pairs[shared / (united + UNION_SURPLUS) >= threshold]
    return similar


def _nms(original: Any, original_iou: Any) -> Any:
    @wraps(original)
    def _nms(self: Any, polys: Any, scores: Any, labels: Any) -> Any:
        threshold, quads = self.iou_thresh, None
        # The host suppresses regions that are apart if the threshold is 0.
        if isinstance(threshold, Real) and float(threshold) > 0.0 and _fits(polys, scores, labels):
            quads = quads_of(polys)
        if not quads or type(self)._iou is not original_iou:
            return original(self, polys, scores, labels)
        order = _by_class(scores, labels)
        lost = [False] * len(order)
        for better, worse in _similar(quads[order], labels[order], float(threshold)).tolist():
            lost[worse] |= not lost[better]  # which is decided: the pairs are sorted
        return list(order[np.logical_not(lost)])

    return _nms


def _replacements() -> dict[str, Any]:
    host = import_module(HOME).LWDETRPostProcessor
    return {f"{POST_PROCESSOR}._nms": _nms(host._nms, host._iou)}


_backend = FunctionBackend("doctr", _replacements, distribution="python-doctr", proved=("1.1.0",))
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("docTR")
def enable() -> None:
    """Let docTR run on sepax."""
    _backend.enable()
