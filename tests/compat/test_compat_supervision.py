"""supervision on sepax: its answers, but where exact areas prove that they are wrong.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import inspect
import os
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from detections import exact_share, found_boxes, greedy_groups, lattice_boxes
from numpy.typing import NDArray

pytest.importorskip("supervision", reason="supervision is not installed")
import supervision

from sepax.compat import supervision as drop_in

host: Any = import_module("supervision.detection.utils.iou_and_nms")

Array = NDArray[Any]
Random = np.random.Generator

FULL = os.environ.get("SEPAX_PROOF") == "full"
PAGES, PAIRS = (300, 300_000) if FULL else (10, 200)
EQUAL = 1e-5  # the host computes in float32
TIE = 1e-11  # of the threshold: the error bound of sepax
IOU, IOS = host.OverlapMetric.IOU, host.OverlapMetric.IOS

NAMES = (
    "oriented_box_iou_batch",
    "oriented_box_non_max_suppression",
    "oriented_box_non_max_merge",
)
stock_batch, stock_suppression, stock_merge = (getattr(host, name) for name in NAMES)
HAS_OPENCV = not inspect.isfunction(host.cv2.intersectConvexConvex)  # else in Python

pytestmark = pytest.mark.filterwarnings("ignore")  # the host subtracts infinities


@pytest.fixture(autouse=True)
def _disabled() -> Iterator[None]:
    drop_in.disable()
    yield
    drop_in.disable()


with drop_in.enabled():
    FAST = {name: getattr(host, name) for name in NAMES[:2]}


def on_sepax(name: str, *arguments: Any) -> Any:
    if name in FAST:
        return FAST[name](*arguments)
    with drop_in.enabled():  # it calls what is replaced
        return getattr(host, name)(*arguments)


# Pages -----------------------------------------------------------------------------------


def small_boxes(random: Random, count: int) -> Array:
    """Return boxes in coordinates from 0 to 0.3, as shares of an image: OpenCV misses corners."""
    return found_boxes(random, count, 0.3)


def broken_boxes(random: Random, count: int) -> Array:
    """Return boxes among which are some that are flat, clockwise, or not finite."""
    boxes = found_boxes(random, count).astype(np.float64)
    boxes[0] = np.nan
    boxes[1, 2] = np.inf
    boxes[2, :, 1] = -np.inf
    boxes[3] = boxes[3, 0]
    boxes[4, 2:] = boxes[4, 1::-1]  # there and back
    boxes[5::3] = boxes[5::3, ::-1]
    boxes[6] = boxes[7]
    return boxes


def remote_boxes(random: Random, count: int) -> Array:
    boxes: Array = found_boxes(random, count) + np.array((3e7, -5e6))
    return boxes


MAKERS: list[Callable[[Random, int], Array]] = [
    found_boxes,
    small_boxes,
    lattice_boxes,
    broken_boxes,
    remote_boxes,
]


def predictions_of(random: Random, count: int, columns: int = 6) -> Array:
    """Return rows with scores, some of them equal, and three classes."""
    rows = np.zeros((count, 6), np.float32)
    rows[:, 4] = random.integers(0, 40, count) / 40.0
    rows[:, 5] = random.integers(0, 3, count)
    return rows[:, :columns]


# The matrix ------------------------------------------------------------------------------


def proven(boxes: Array, others: Array, metric: Any, most: int) -> tuple[int, int]:
    """Return how many pairs overlap, and in how many of them exact areas prove the host wrong."""
    stock = stock_batch(boxes, others, metric)
    fast = on_sepax("oriented_box_iou_batch", boxes, others, metric)
    assert (fast.shape, fast.dtype) == (stock.shape, stock.dtype)
    differ = np.argwhere(np.abs(stock - fast) > EQUAL)
    for i, j in differ[:most].tolist():
        exact = float(exact_share(boxes[i], others[j], metric.value.lower()))
        assert abs(fast[i, j] - exact) < 1e-11
        assert abs(stock[i, j] - exact) > EQUAL / 2
    return int(((stock > 0.0) | (fast > 0.0)).sum()), len(differ)


@pytest.mark.parametrize("metric", [IOU, IOS])
@pytest.mark.parametrize("make", MAKERS)
def test_where_the_matrix_differs_the_host_is_wrong(
    make: Callable[[Random, int], Array], metric: Any
) -> None:
    pairs = wrong = 0
    for seed in range(PAGES // 4):
        random = np.random.default_rng(seed)
        boxes, others = make(random, 40), make(random, 30)
        others[:10] = boxes[:10] + others.dtype.type(1)
        most = PAIRS // PAGES
        for found in (proven(boxes, others, metric, most), proven(boxes, boxes, metric, most)):
            pairs, wrong = pairs + found[0], wrong + found[1]
    print(f"{make.__name__}, {metric.value}: the host is wrong in {wrong} of {pairs} pairs")
    assert pairs > 20 * PAGES
    if make is small_boxes and HAS_OPENCV:
        assert wrong > pairs / 50
    elif make is found_boxes:
        assert wrong == 0


def test_equal_answers_are_exact_too() -> None:
    random = np.random.default_rng(1)
    boxes = np.concatenate((found_boxes(random, 40), small_boxes(random, 20)))
    fast = on_sepax("oriented_box_iou_batch", boxes, boxes)
    pairs = np.argwhere(fast > 0.0)[:: 1 if FULL else 5]
    assert len(pairs) > 20
    for i, j in pairs.tolist():
        assert abs(fast[i, j] - float(exact_share(boxes[i], boxes[j]))) < 1e-11
    assert (fast.diagonal() == 1.0).all()
    assert (fast == fast.T).all()


@pytest.mark.parametrize("dtype", ["f4", "f8", ">f4", ">f8", "i2", "u4", "i8"])
@pytest.mark.parametrize("flat", [False, True])
def test_every_type_of_number(dtype: str, flat: bool) -> None:
    boxes = found_boxes(np.random.default_rng(2), 20).round().astype(dtype)
    boxes = boxes.reshape(-1, 8) if flat else boxes
    for shown in (boxes, np.repeat(boxes, 2, axis=0)[::2], np.asfortranarray(boxes)):
        fast = on_sepax("oriented_box_iou_batch", shown, boxes)
        assert np.abs(fast - stock_batch(shown, boxes)).max() < EQUAL
        assert fast.flags.writeable


def test_crossed_corners_count_as_their_hull() -> None:
    boxes = found_boxes(np.random.default_rng(3), 8)
    fast = on_sepax("oriented_box_iou_batch", boxes[:, [0, 2, 1, 3]], boxes)
    assert (fast == on_sepax("oriented_box_iou_batch", boxes, boxes)).all()


# Suppression and merging ------------------------------------------------------------------


def true_test(boxes: Array, threshold: float, metric: Any, inclusive: bool) -> Any:
    """Return which pairs are too similar; where the host and sepax differ, exact areas decide."""
    stock = stock_batch(boxes, boxes, metric)
    fast = on_sepax("oriented_box_iou_batch", boxes, boxes, metric)

    def decide(share: Any) -> Any:
        return share >= threshold if inclusive else share > threshold

    ours, agree = decide(fast).tolist(), (decide(fast) == decide(stock)).tolist()

    def similar(i: int, j: int) -> bool:
        exact = agree[i][j] or exact_share(boxes[i], boxes[j], metric.value.lower())
        if agree[i][j] or abs(exact - Fraction(threshold)) < TIE:
            return bool(ours[i][j])
        return bool(decide(exact))

    return similar


@pytest.mark.parametrize("make", MAKERS)
def test_suppression_is_the_greedy_one_of_exact_areas(
    make: Callable[[Random, int], Array],
) -> None:
    others = 0
    for seed in range(PAGES):
        random = np.random.default_rng(seed)
        boxes, predictions = make(random, 40), predictions_of(random, 40, 6 - seed % 2)
        threshold, metric = (0.5, 0.3, 0.0, 1.0, 0.7)[seed % 5], (IOU, IOS)[seed % 3 == 2]
        order = np.flip(np.c_[predictions, np.zeros(40)][:, 4].argsort()).tolist()
        if predictions.shape[1] == 6:
            order = np.flip(predictions[:, 4].argsort()).tolist()
        labels = predictions[:, 5] if predictions.shape[1] == 6 else np.zeros(40)
        groups = greedy_groups(order, labels, true_test(boxes, threshold, metric, False))
        arguments = predictions, boxes, threshold, metric
        fast, stock = on_sepax(NAMES[1], *arguments), stock_suppression(*arguments)
        assert (fast.dtype, fast.shape) == (stock.dtype, stock.shape)
        assert np.flatnonzero(fast).tolist() == sorted(groups)
        others += bool((fast != stock).any())
    print(f"{make.__name__}: the host keeps other boxes on {others} of {PAGES} pages")
    if make is found_boxes:
        assert others == 0
    elif make is small_boxes and HAS_OPENCV:
        assert others > 0


@pytest.mark.parametrize("make", MAKERS)
def test_merging_is_the_greedy_one_of_exact_areas(make: Callable[[Random, int], Array]) -> None:
    others = 0
    for seed in range(PAGES):
        random = np.random.default_rng(seed)
        boxes, predictions = make(random, 40), predictions_of(random, 40, 6 - seed % 2)
        threshold, metric = (0.5, 0.3, 0.0, 0.7)[seed % 4], (IOU, IOS)[seed % 3 == 2]
        arguments = predictions, boxes, threshold, metric
        labels = predictions[:, 5] if predictions.shape[1] == 6 else np.zeros(40)
        similar, expected = true_test(boxes, threshold, metric, True), []
        for label in np.unique(labels):
            rows = np.flatnonzero(labels == label)
            order = rows[np.flip(predictions[rows][:, 4].argsort())].tolist()
            groups = greedy_groups(order, labels, similar)
            expected += [[kept, *lost] for kept, lost in groups.items()]
        fast, stock = on_sepax(NAMES[2], *arguments), stock_merge(*arguments)
        assert fast == expected
        assert {type(row) for group in fast for row in group} == {int}
        others += fast != stock
    print(f"{make.__name__}: the host merges other boxes on {others} of {PAGES} pages")
    if make is found_boxes:
        assert others == 0
    elif make is small_boxes and HAS_OPENCV:
        assert others > 0


def test_equal_scores_and_classes_of_any_kind_are_those_of_the_host() -> None:
    for seed in range(PAGES):
        random = np.random.default_rng(seed)
        count = (7, 40, 100)[seed % 3]
        boxes = found_boxes(random, count)
        predictions = predictions_of(random, count).astype(("f4", "f8", "i4", ">f8")[seed % 4])
        predictions[:, 4] = random.integers(0, 2, count)
        if predictions.dtype.kind == "f":
            predictions[: count // 4, 5] = np.nan  # equal to no other class
            predictions[count // 4 : count // 2, 5] -= 0.5
            predictions[:: 7 + seed % 2, 4] = np.nan
        kept = on_sepax(NAMES[1], predictions, boxes, 0.4)
        assert (kept == stock_suppression(predictions, boxes, 0.4)).all()
        groups = on_sepax(NAMES[2], predictions, boxes, 0.4)
        assert groups == stock_merge(predictions, boxes, 0.4)


def test_without_opencv_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from supervision._cv2._geometry import _intersect_convex_convex

    monkeypatch.setattr(host.cv2, "intersectConvexConvex", _intersect_convex_convex)
    for seed in range(PAGES // 8):
        random = np.random.default_rng(seed)
        boxes, predictions = small_boxes(random, 40), predictions_of(random, 40)
        fast = on_sepax("oriented_box_iou_batch", boxes, boxes)
        assert np.abs(fast - stock_batch(boxes, boxes)).max() < EQUAL
        kept = on_sepax("oriented_box_non_max_suppression", predictions, boxes)
        assert (kept == stock_suppression(predictions, boxes)).all()


# What the host refuses, and what is left to it -------------------------------------------

BOXES = found_boxes(np.random.default_rng(4), 12)
ROWS = predictions_of(np.random.default_rng(5), 12)
CALLS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "five corners": (NAMES[0], (np.zeros((2, 5, 2)), BOXES)),
    "seven columns": (NAMES[0], (BOXES, np.zeros((2, 7)))),
    "one dimension": (NAMES[0], (BOXES, np.zeros(8))),
    "lists": (NAMES[0], (BOXES.tolist(), BOXES)),
    "objects": (NAMES[0], (BOXES.astype(object), BOXES)),
    "truths": (NAMES[0], (BOXES > 500, BOXES)),
    "complex": (NAMES[0], (BOXES.astype(complex), BOXES)),
    "masked": (NAMES[0], (np.ma.masked_array(BOXES), BOXES)),
    "no row of one": (NAMES[0], (BOXES[:0], BOXES)),
    "no row of the other": (NAMES[0], (BOXES, BOXES[:0])),
    "a metric by name": (NAMES[0], (BOXES, BOXES, "IOU")),
    "no metric": (NAMES[0], (BOXES, BOXES, None)),
    "huge": (NAMES[0], (BOXES.astype(float) * 1e70, BOXES)),
    "huge integers": (NAMES[0], (BOXES.astype(int) + 2**60, BOXES.astype(int) + 2**60)),
    "four columns": (NAMES[1], (ROWS[:, :4], BOXES)),
    "fewer predictions": (NAMES[1], (ROWS[:5], BOXES)),
    "no predictions": (NAMES[1], (ROWS[:0], BOXES[:0])),
    "none of five columns": (NAMES[1], (ROWS[:0, :5], BOXES[:0])),
    "predictions of objects": (NAMES[1], (ROWS.astype(object), BOXES)),
    "classes of objects": (NAMES[1], (np.where(ROWS == 1.0, np.array(None), ROWS), BOXES)),
    "predictions of truths": (NAMES[1], (ROWS > 0.5, BOXES)),
    "listed predictions": (NAMES[1], (ROWS.tolist(), BOXES)),
    "a threshold above 1": (NAMES[1], (ROWS, BOXES, 1.5)),
    "a negative threshold": (NAMES[1], (ROWS, BOXES, -0.1)),
    "a threshold of NaN": (NAMES[1], (ROWS, BOXES, np.nan)),
    "a threshold by name": (NAMES[1], (ROWS, BOXES, "0.5")),
    "a threshold as an array": (NAMES[1], (ROWS, BOXES, np.array(0.5))),
    "a float32 threshold": (NAMES[1], (ROWS, BOXES, np.float32(0.3))),
    "an integer threshold": (NAMES[1], (ROWS, BOXES, 1)),
    "suppression by no metric": (NAMES[1], (ROWS, BOXES, 0.5, "IOS")),
    "merging four columns": (NAMES[2], (ROWS[:, :4], BOXES)),
    "merging fewer predictions": (NAMES[2], (ROWS[:5], BOXES)),
    "merging none": (NAMES[2], (ROWS[:0], BOXES[:0])),
    "merging none of five columns": (NAMES[2], (ROWS[:0, :5], BOXES[:0])),
    "merging above 1": (NAMES[2], (ROWS, BOXES, 1.5)),
    "merging by NaN": (NAMES[2], (ROWS, BOXES, np.nan)),
    "merging by an array": (NAMES[2], (ROWS, BOXES, np.array(0.5))),
    "merging by an array of one": (NAMES[2], (ROWS, BOXES, np.array([0.5]))),
    "merging by a text": (NAMES[2], (ROWS, BOXES, "0.5")),
    "merging by a fraction": (NAMES[2], (ROWS, BOXES, Fraction(1, 2))),
    "suppression by an array of one": (NAMES[1], (ROWS, BOXES, np.array([0.5]))),
    "merging at 1": (NAMES[2], (ROWS, BOXES, 1)),
    "merging by no metric": (NAMES[2], (ROWS, BOXES, 0.5, "IOS")),
    "merging one": (NAMES[2], (ROWS[:1], BOXES[:1])),
    "merging objects": (NAMES[2], (ROWS.astype(object), BOXES)),
    "merging flat boxes": (NAMES[2], (ROWS, BOXES.reshape(-1, 8))),
}


def answer(function: Any, arguments: tuple[Any, ...]) -> Any:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments_get_the_answer_of_the_host(name: str) -> None:
    function, arguments = CALLS[name]
    stock = answer(getattr(host, function), arguments)
    with drop_in.enabled():
        fast = answer(getattr(host, function), arguments)
    assert type(fast) is type(stock)
    if isinstance(stock, np.ndarray):
        assert (fast.dtype, fast.shape) == (stock.dtype, stock.shape)
        assert np.allclose(fast, stock, rtol=0.0, atol=EQUAL)
    else:
        assert fast == stock


def test_arguments_are_not_changed() -> None:
    boxes, predictions = broken_boxes(np.random.default_rng(6), 12), ROWS.copy()
    before = boxes.copy()
    boxes.flags.writeable = predictions.flags.writeable = False
    for name, arguments in zip(
        NAMES, ((boxes, boxes), (predictions, boxes), (predictions, boxes)), strict=True
    ):
        on_sepax(name, *arguments)
    assert np.array_equal(boxes, before, equal_nan=True)


# In other places -------------------------------------------------------------------------


def test_detections_are_suppressed_and_merged_on_sepax(monkeypatch: pytest.MonkeyPatch) -> None:
    envelopes = np.concatenate((BOXES.min(axis=1), BOXES.max(axis=1)), axis=1)
    found = supervision.Detections(
        xyxy=envelopes,
        confidence=ROWS[:, 4],
        class_id=ROWS[:, 5].astype(int),
        data={"xyxyxyxy": BOXES},
    )
    stock = found.with_nms(0.3), found.with_nmm(0.3)

    def refuse(*_: Any) -> Any:
        raise AssertionError("the host's own clipping was called")

    monkeypatch.setattr(host.cv2, "intersectConvexConvex", refuse)
    with drop_in.enabled():
        fast = found.with_nms(0.3), found.with_nmm(0.3)
    for one, other in zip(stock, fast, strict=True):
        assert len(one) < len(BOXES)
        assert np.array_equal(one.xyxy, other.xyxy)
        assert np.array_equal(one.data["xyxyxyxy"], other.data["xyxyxyxy"])


def test_threads() -> None:
    expected = stock_suppression(ROWS, BOXES).tolist()
    found: list[Any] = []

    def work() -> None:
        found.extend(host.oriented_box_non_max_suppression(ROWS, BOXES).tolist() for _ in range(50))

    with drop_in.enabled():
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [expected] * 200
