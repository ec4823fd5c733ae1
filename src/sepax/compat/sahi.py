"""SAHI (https://github.com/obss/sahi) on sepax: how the predictions of slices are merged.

>>> import sepax.compat.sahi
>>> sepax.compat.sahi.enable()  # doctest: +SKIP

After this line NMS, greedy merging and merging compare only boxes that overlap, whichever backend
SAHI would take. The same boxes are kept and merged: see ``docs/drop-ins-sahi.md``.
"""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from numbers import Real
from typing import Any

import numpy as np

from sepax import ShapeArray, find_pairs
from sepax.compat._patching import FunctionBackend
from sepax.compat._quads import LARGEST

__all__ = ["disable", "enable", "enabled"]

COMBINE, NUMPY = "sahi.postprocess.combine", "sahi.postprocess._numpy_backend"
SPARSE = "sahi.postprocess._sparse_backend"
NEEDS = (
    f"{NUMPY}._score_tiebreak_order",
    *(f"{SPARSE}.{name}" for name in ("_overlap_metric", "_dominates", "SPARSE_MIN_BOXES")),
)
MERGES = ("nms", "greedy_nmm", "nmm")

ROUNDING = 2.0**-50  # of coordinates, more than that of a centre and of the corners from there
FEW = 120  # rows, below which the host is as fast
LEAST = 1e-30  # a threshold, well above those that are 0 in float32, where the host merges all
SAMPLE = 64  # rows that tell how crowded a scene is
CROWD = 80.0  # boxes at a box, above which the host is faster: it does not list the pairs


def _is_taken(predictions: Any, threshold: Any) -> bool:
    """Whether these are rows ``x1, y1, x2, y2, score, class`` of floats, and enough of them.

    At a threshold of 0 the host merges boxes that are apart.
    """
    return (
        type(predictions) is np.ndarray
        and predictions.dtype.type in (np.float32, np.float64)
        and predictions.shape[1:] == (6,)
        and len(predictions) >= FEW
        and isinstance(threshold, Real)
        and not threshold <= LEAST
        and not (np.abs(predictions[:, :4]) > LARGEST).any()
    )


def _candidates(predictions: Any) -> Any:
    """Return pairs of rows whose boxes overlap, and a few that nearly do; None if it is crowded.

    A box without area, and one with NaN, is similar to none. Where boxes are piled up, the host
    asks for the neighbours of few of them, and needs less memory than the list of all pairs.
    """
    low, high = predictions[:, :2].astype(np.float64), predictions[:, 2:4].astype(np.float64)
    rows = np.flatnonzero((low < high).all(axis=1))
    low, high = low[rows], high[rows]
    width, height = (high - low + ROUNDING * (np.abs(low) + np.abs(high))).T
    boxes = ShapeArray.boxes(width, height, 0.5 * (low + high))
    sample = boxes[:: len(boxes) // SAMPLE + 1]
    if len(find_pairs(sample, boxes)) > CROWD * len(sample):
        return None
    return rows[find_pairs(boxes)]


def _matches(host: Any, predictions: Any, pairs: Any, metric: Any, threshold: Any) -> Any:
    """Return the pairs of rows that are similar by the host's formula, in the host's rounding."""
    boxes = predictions[:, :4]
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    overlap = host._overlap_metric(boxes, areas, *pairs.T, metric)
    if len(predictions) < host.SPARSE_MIN_BOXES:  # then the host has a matrix of float32
        overlap = overlap.astype(np.float32)
    return pairs[overlap >= threshold]


def _groups(better: Any, worse: Any, count: int, is_transitive: bool) -> dict[int, list[int]]:
    """Return each rank that no better one claims, with the ranks that it claims.

    A rank that is claimed claims others for its owner if that is transitive, else none.
    """
    owners, claimed = [-1] * count, dict[int, list[int]]()
    for rank, other in zip(better.tolist(), worse.tolist(), strict=True):
        owner = owners[rank] if owners[rank] >= 0 else rank
        if owners[other] < 0 and (owner == rank or is_transitive):
            owners[other] = owner
            claimed.setdefault(owner, []).append(other)
    return {rank: claimed.get(rank, []) for rank in range(count) if owners[rank] < 0}


def _merge(host: Any, kind: str, order: Any, predictions: Any, matches: Any) -> Any:
    """Return what is kept of rows in an order, and what is merged into each of these."""
    count, is_transitive = len(order), kind == "nmm"
    rank = np.empty(count, np.intp)
    rank[order] = np.arange(count)
    one, other = rank[matches].T
    better, worse = np.minimum(one, other), np.maximum(one, other)
    if is_transitive:  # a row claims the others by their index, and not all of its own score
        worse = order[worse]
        may = host._dominates(order[better], worse, predictions[:, 4], predictions[:, :4])
        better, worse = better[may], worse[may]
    better, worse = np.divmod(np.sort(better * count + worse), count)
    groups = _groups(better, rank[worse] if is_transitive else worse, count, is_transitive)
    if kind == "nms":
        return order[list(groups)].tolist()
    rows = order.tolist()
    return {rows[kept]: [rows[other] for other in others] for kept, others in groups.items()}


def _dispatch(original: Any) -> Any:
    host, order_of = import_module(SPARSE), import_module(NUMPY)._score_tiebreak_order

    @wraps(original)
    def _dispatch(func_type: str) -> Any:
        stock = original(func_type)

        @wraps(stock)
        def combined(
            predictions: Any, match_metric: Any = "IOU", match_threshold: Any = 0.5
        ) -> Any:
            is_taken = func_type in MERGES and _is_taken(predictions, match_threshold)
            pairs = _candidates(predictions) if is_taken else None
            if pairs is None:
                return stock(predictions, match_metric, match_threshold)
            matches = _matches(host, predictions, pairs, match_metric, match_threshold)
            return _merge(host, func_type, order_of(*predictions[:, :5].T), predictions, matches)

        return combined

    return _dispatch


def _replacements() -> dict[str, Any]:
    return {f"{COMBINE}._dispatch": _dispatch(import_module(COMBINE)._dispatch)}


_backend = FunctionBackend("sahi", _replacements, needs=NEEDS, proved=("0.12.7", "0.12.8"))
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("SAHI")
def enable() -> None:
    """Let SAHI merge the predictions of its slices with sepax."""
    _backend.enable()
