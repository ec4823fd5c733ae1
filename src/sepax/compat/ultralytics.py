"""Ultralytics on sepax: the suppression of rotated boxes, with the same boxes kept.

>>> import sepax.compat.ultralytics
>>> sepax.compat.ultralytics.enable()  # doctest: +SKIP

After this line `TorchNMS.fast_nms` compares only boxes that are near each other, when it compares
rotated boxes by their ProbIoU on the CPU. ``enable(true_iou=True)`` compares them by their exact
IoU instead, which keeps other boxes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sepax.arrays import ShapeArray
from sepax.compat._patching import FunctionBackend
from sepax.detection import nms
from sepax.scene import find_pairs

__all__ = ["disable", "enable", "enabled"]

Tensor: TypeAlias = Any  # torch is imported with the host, and not before
Floats: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.intp]
Pick: TypeAlias = Callable[[Tensor, float], Rows | None]

NMS, METRICS = "ultralytics.utils.nms", "ultralytics.utils.metrics"
NEEDS = (
    f"{NMS}.box_iou",
    f"{METRICS}._get_covariance_matrix",
    f"{METRICS}.batch_probiou",
    *(f"torch.{name}" for name in ("compiler.is_compiling", "jit.is_tracing")),
    "torch.onnx.is_in_onnx_export",
)

# The versions that the tests of the drop-in were run with.
PROVED = ("8.4.0", "8.4.100", "8.4.190")

FEW = 100  # rows, below which the host is as fast
BEST = 100  # rows, whose pairs are listed first
CHUNK = 1 << 15  # pairs that are compared at once; up to here most of torch uses one thread
EPSILON = 1e-7  # of the host, which it adds to determinants, to quotients and below the root
MOST_SPREAD = 1.0 / 64.0
LARGEST = 1e9  # variance; determinants of two covariances then have a product in float32
FARTHEST = 1e15  # coordinate
LEAST_THRESHOLD = 1e-5  # far above the rounding of the host


@dataclass(frozen=True)
class _Gaussians:
    """The normal distributions that ProbIoU compares: rows of boxes as columns of numbers.

    Each box has its centre, and the covariance ``[[a, c], [c, b]]`` of a uniform distribution
    over its area. All have the host's type, so that its rounding is kept.
    """

    torch: Any
    columns: Any  # (6, n) array: x, y, a, b, c, determinant

    @classmethod
    def of(cls, boxes: Tensor, host: _Host) -> _Gaussians:
        a, b, c = (each.squeeze(-1) for each in host.covariances(boxes))
        determinants = (a * b - c * c).clamp(0)
        columns = host.torch.stack((boxes[:, 0], boxes[:, 1], a, b, c, determinants))
        return cls(host.torch, columns.numpy(force=True))

    def similarity(self, first: Rows, second: Rows) -> Tensor:
        """Return the ProbIoU of rows with rows, in the bits of the host.

        It is ``1 - sqrt(1 - exp(-B))`` with the Bhattacharyya distance B of two normal
        distributions (https://arxiv.org/abs/2106.06072). Every operation is rounded, and in the
        same order as in the host.
        """
        x1, y1, a1, b1, c1, determinant1 = self.torch.from_numpy(self.columns[:, first])
        x2, y2, a2, b2, c2, determinant2 = self.torch.from_numpy(self.columns[:, second])
        a, b, c, x, y = a1 + a2, b1 + b2, c1 + c2, x1 - x2, y1 - y2
        determinant = a * b - c * c
        divisor = determinant + EPSILON
        distance = (a * (y * y) + b * (x * x)) / divisor * 0.25 - c * x * y / divisor * 0.5
        volume = 4 * (determinant1 * determinant2).sqrt() + EPSILON
        distance = distance + (determinant / volume + EPSILON).log() * 0.5
        return 1 - (1 - (-distance.clamp(EPSILON, 100.0)).exp() + EPSILON).sqrt()

    def circles(self, threshold: float, roundoff: float) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return circles that touch where ProbIoU can exceed a threshold.

        Parameters
        ----------
        threshold : float
            From `LEAST_THRESHOLD` to 1.
        roundoff : float
            The largest relative rounding error of one operation of the host.

        Returns
        -------
        (n, 3) float64
            Centre and radius; of rows that the bound does not hold for, anything.
        (n,) bool
            The rows that it holds for.

        Notes
        -----
        With d the vector between the centres, S the sum of both covariances, and largest and
        least eigenvalues L and l, without rounding and without epsilon::

            B = d' S^-1 d / 4 + log(det S / (4 sqrt(det S1 det S2))) / 2

        (Kailath, The divergence and Bhattacharyya distance measures in signal selection, 1967,
        for S / 2 as the mean). The logarithm is not negative, and
        ``d' S^-1 d >= |d|^2 / L(S)`` with ``L(S) <= L1 + L2``. So ``B < K`` gives
        ``|d|^2 < 4 K (L1 + L2)``, and circles of radius ``2 sqrt(K L)`` meet.

        The host divides by ``det S + epsilon``. This puts ``L(S) + epsilon / l(S)`` for L(S), and
        ``1 / (l1 + l2) <= (1 / l1 + 1 / l2) / 4``. It adds epsilon below the logarithm too, which
        is then at least ``-log(1 + epsilon / (4 det)) / 2`` for the smaller determinant.

        A determinant is a difference of products. Relative to itself its error, and that of the
        quadratic form, is at most 16 roundoff L / l: both quotients of eigenvalues bound that of
        S. Rows with much more are left out, and those whose covariance is tiny or huge.
        """
        x, y, a, b, c, _ = self.columns.astype(np.float64)
        with np.errstate(all="ignore"):  # of NaN and infinite rows, which are left out
            largest = (a + b + np.hypot(a - b, 2.0 * c)) / 2.0
            determinant = a * b - c * c
            least = determinant / largest
            spread = 16.0 * roundoff * largest / least
            holds = (spread >= 0.0) & (spread <= MOST_SPREAD) & (largest <= LARGEST)
            holds &= (4.0 * determinant >= EPSILON) & (np.abs(x) + np.abs(y) <= FARTHEST)
            spreads, determinants = spread[holds], determinant[holds]
            error = float(spreads.max(initial=0.0))
            volume = 0.5 * math.log1p(EPSILON / 4.0 / determinants.min(initial=1.0))
            most = _distance_at(threshold, roundoff) + volume + 2.0 * error + 1e-5
            radii = 2.0 * np.sqrt(most / (1.0 - 2.0 * error) * (largest + EPSILON / 4.0 / least))
        return np.column_stack((x, y, radii)), holds


def _distance_at(threshold: float, roundoff: float) -> float:
    """Return the Bhattacharyya distance above which ProbIoU stays below a threshold.

    ``1 - sqrt(1 - exp(-B) + epsilon) >= t`` needs ``exp(-B) >= 1 - (1 - t)^2 + epsilon``. The
    host's operations move this by less than 8 roundoffs.
    """
    rest = 1.0 - threshold
    return -math.log(1.0 - rest * rest - 16.0 * roundoff)


@dataclass(frozen=True)
class _Host:
    """The functions of ultralytics and torch that the replacement is made of."""

    torch: Any
    nms: Any  # its module
    covariances: Callable[[Tensor], tuple[Tensor, Tensor, Tensor]]
    probiou: Callable[[Tensor, Tensor], Tensor]
    stock: Callable[..., Tensor]

    @classmethod
    def imported(cls) -> _Host:
        module, metrics = import_module(NMS), import_module(METRICS)
        return cls(
            import_module("torch"),
            module,
            metrics._get_covariance_matrix,
            metrics.batch_probiou,
            module.TorchNMS.fast_nms,
        )

    def takes(self, boxes: Any, scores: Any, threshold: Any) -> bool:
        """Whether arguments are plain tensors of rotated boxes on the CPU, and no graph is made."""
        torch = self.torch
        return (
            type(boxes) is type(scores) is torch.Tensor
            and boxes.device.type == scores.device.type == "cpu"
            and boxes.layout is scores.layout is torch.strided
            and boxes.dtype in (torch.float32, torch.float64)
            and boxes.ndim == 2
            and boxes.shape == (*scores.shape, 5)
            and isinstance(threshold, (float, int))
            and LEAST_THRESHOLD <= threshold <= 1.0
            and not torch.jit.is_tracing()
            and not torch.onnx.is_in_onnx_export()
            and not torch.compiler.is_compiling()
        )

    def bits_are_kept(self) -> bool:
        """Whether pairs have the ProbIoU that they have in the host's matrix of all boxes.

        That fails if the host has another formula, and if this build of torch rounds a logarithm
        or an exponential by its place in the tensor.
        """
        random = np.random.default_rng(1)
        scale = (60.0, 60.0, 40.0, 40.0, 3.0)
        rows, columns = random.permutation(np.argwhere(np.tri(101, dtype=bool)))[:4001].T
        for dtype in (np.float32, np.float64):
            boxes = self.torch.from_numpy((random.random((101, 5)) * scale).astype(dtype))
            pairs = _Gaussians.of(boxes, self).similarity(rows, columns)
            if not self.torch.equal(pairs, self.probiou(boxes, boxes)[rows, columns]):
                return False
        return True

    def suppresses_at_threshold(self) -> bool:
        """Whether a box goes whose ProbIoU with another is the threshold, as in 8.4.100."""
        boxes = self.torch.tensor([[9.0, 9.0, 6.0, 4.0, 0.5]] * 2)
        threshold = float(self.probiou(boxes, boxes)[0, 1])
        scores = self.torch.tensor([0.9, 0.8])
        return len(self.stock(boxes, scores, threshold, iou_func=self.probiou)) == 1


def _probiou_pick(host: _Host) -> Pick:
    """Return the host's rule: a box goes if its ProbIoU with any box before it is too high."""
    if not host.bits_are_kept():
        raise RuntimeError(
            "sepax.compat cannot give the ProbIoU of ultralytics here: pairs of boxes have other "
            "bits than in its matrix of all boxes; nothing was changed"
        )
    at_threshold = host.suppresses_at_threshold()

    def pick(boxes: Tensor, threshold: float) -> Rows | None:
        if len(boxes) < FEW:
            return None
        gaussians = _Gaussians.of(boxes, host)
        circles, holds = gaussians.circles(threshold, host.torch.finfo(boxes.dtype).eps / 2.0)
        near, others = np.flatnonzero(holds), np.flatnonzero(~holds)
        if 4 * len(others) > len(boxes):
            return None
        is_kept = np.ones(len(boxes), bool)
        for first, second in _candidates(circles[near], near, others, is_kept):
            values = gaussians.similarity(first, second)
            found = values >= threshold if at_threshold else values > threshold
            is_kept[second[found.numpy()]] = False
        return np.flatnonzero(is_kept)

    return pick


def _candidates(
    circles: Floats, near: Rows, others: Rows, is_kept: npt.NDArray[np.bool_]
) -> Iterator[tuple[Rows, Rows]]:
    """Yield pairs of rows, the better first, whose second one is not suppressed so far.

    Rows that have a circle are listed with those whose circles meet theirs, and each of the
    others with all rows. Where boxes are piled up, the best rows suppress most of the others,
    and what is left has few pairs.
    """
    shapes = ShapeArray.circles(circles[:, :2], circles[:, 2])
    for is_first in (True, False):
        left = np.flatnonzero(is_kept[near])
        if is_first or 4 * len(left) < len(near):
            pairs = find_pairs(shapes[:BEST] if is_first else shapes, shapes[left])
            pairs[:, 1] = left[pairs[:, 1]]
            pairs = pairs[pairs[:, 0] < pairs[:, 1]]
        else:
            pairs = find_pairs(shapes)
        for start in range(0, len(pairs), CHUNK):
            first, second = near[pairs[start : start + CHUNK]].T
            is_open = is_kept[second]
            yield first[is_open], second[is_open]
    rows = np.arange(len(is_kept))
    for row in others:
        partners = rows[is_kept & (rows > row)]
        yield np.full(len(partners), row), partners
        if is_kept[row]:
            yield rows[:row], np.full(row, row)


def _true_pick(boxes: Tensor, threshold: float) -> Rows:
    """Return the rows that non-maximum suppression by the exact IoU keeps.

    Rows that are not finite overlap with nothing, and are kept.
    """
    rows = boxes.numpy(force=True).astype(np.float64)
    is_finite = (np.abs(rows) <= FARTHEST).all(axis=1)
    shapes = ShapeArray.from_rotated_boxes(rows[is_finite], "xywhr", invalid="hull")
    is_kept = ~is_finite
    found = nms(shapes, -np.arange(len(shapes)), threshold)  # they come by falling score
    is_kept[np.flatnonzero(is_finite)[found]] = True
    return np.flatnonzero(is_kept)


def _fast_nms(host: _Host, pick: Pick) -> Callable[..., Tensor]:
    """Return the suppression of rotated boxes on the CPU, which leaves all else to the host."""
    stock, torch = host.stock, host.torch

    @wraps(stock)
    def fast_nms(
        boxes: Tensor,
        scores: Tensor,
        iou_threshold: float,
        use_triu: bool = True,
        iou_func: Any = host.nms.box_iou,
        exit_early: bool = True,
    ) -> Tensor:
        if use_triu and iou_func is host.probiou and host.takes(boxes, scores, iou_threshold):
            order = torch.argsort(scores, descending=True)
            kept = pick(boxes[order], iou_threshold)
            if kept is not None:
                return order[torch.from_numpy(kept)]
        return stock(boxes, scores, iou_threshold, use_triu, iou_func, exit_early)

    return fast_nms


def _replacements(true_iou: bool = False) -> dict[str, Any]:
    host = _Host.imported()
    pick = _true_pick if true_iou else _probiou_pick(host)
    return {f"{NMS}.TorchNMS.fast_nms": staticmethod(_fast_nms(host, pick))}


_backend = FunctionBackend("ultralytics", _replacements, needs=NEEDS, proved=PROVED)
disable, enabled = _backend.disable, _backend.enabled


@_backend.documents("ultralytics", lacks=", or of torch, lacks something or rounds differently")
def enable(*, true_iou: bool = False) -> None:
    """Let ultralytics suppress rotated boxes with sepax.

    Parameters
    ----------
    true_iou : bool, default False
        Suppress a box if its exact IoU with a box that is kept is above the threshold. Without
        it a box goes if its ProbIoU with any box of a higher score is, as ultralytics does.
    """
    _backend.enable(true_iou=true_iou)
