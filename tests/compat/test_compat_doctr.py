"""docTR on sepax: the regions that it keeps, but where exact areas prove that they are wrong.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from compat.doctr import page, post_processor
from detections import exact_share, found_boxes, greedy_groups
from numpy.typing import NDArray

try:
    LWDETRPostProcessor = post_processor()
except ImportError as error:
    pytest.skip(f"docTR cannot be loaded: {error}", allow_module_level=True)

from sepax.compat import doctr as drop_in

Array = NDArray[Any]

FULL = os.environ.get("SEPAX_PROOF") == "full"
PAGES, ROWS = (200, 300) if FULL else (45, 60)
SURPLUS = 1e-6  # that the host adds to each union

stock_nms, stock_iou = LWDETRPostProcessor._nms, LWDETRPostProcessor._iou


# A release that is newer than the proved ones is tested as well.
pytestmark = pytest.mark.filterwarnings("ignore::sepax.compat.UnprovedVersionWarning")


@pytest.fixture(autouse=True)
def _disabled() -> Iterator[None]:
    drop_in.disable()
    yield
    drop_in.disable()


def processor(threshold: float = 0.5) -> Any:
    return LWDETRPostProcessor(11, iou_thresh=threshold)


with drop_in.enabled():
    fast_nms = LWDETRPostProcessor._nms


def on_sepax(threshold: float, *arguments: Any) -> Any:
    return fast_nms(processor(threshold), *arguments)


# Pages -----------------------------------------------------------------------------------


def pages(kind: int, count: int) -> Iterator[tuple[float, Array, Array, Array]]:
    """Yield thresholds, regions in shares of a page, scores, some of them equal, and classes."""
    for seed in range(count):
        random = np.random.default_rng((kind, seed))
        threshold = (0.5, 0.3, 0.7, 1.0, 1e-3)[seed % 5]
        classes = (1, 4)[seed % 2]
        if kind == 0:
            polys, scores, labels = (column[:ROWS] for column in page(seed, classes))
        else:
            polys, labels = found_boxes(random, ROWS, 1.0), random.integers(0, classes, ROWS)
            scores = random.integers(0, 20, ROWS).astype(np.float32) / 20
        if seed % 4 == 3:
            polys[:6] = polys[6]  # equal ones
            polys[7, 2:] = polys[7, 1::-1]  # there and back
            polys[8] = polys[8, ::-1]
            polys[9] = np.nan
        yield threshold, polys, scores, labels


def exact_kept(threshold: float, polys: Array, scores: Array, labels: Array) -> list[int]:
    """Return what is kept: exact areas decide where the host and sepax disagree on a pair."""
    two, one_class = np.array([1.0, 0.5]), np.zeros(2, int)
    low, high = polys.min(axis=1)[:, None], polys.max(axis=1)
    may_meet = ((low < high) & (low < high).swapaxes(0, 1)).all(axis=2).tolist()

    def similar(i: int, j: int) -> bool:
        if not may_meet[i][j]:
            return False
        pair = polys[[i, j]]
        stock = bool(stock_iou(processor(), *pair) >= threshold)
        if stock == (len(on_sepax(threshold, pair, two, one_class)) == 1):
            return stock
        return bool(exact_share(pair[0], pair[1], surplus=SURPLUS) >= threshold)

    kept: list[int] = []
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        order = rows[np.argsort(scores[rows])[::-1]].tolist()
        kept += greedy_groups(order, labels, similar)
    return kept


@pytest.mark.parametrize("kind", [0, 1])
def test_where_the_kept_regions_differ_the_host_is_wrong(kind: int) -> None:
    others = 0
    for arguments in pages(kind, PAGES):
        stock = stock_nms(processor(arguments[0]), *arguments[1:])
        fast = on_sepax(*arguments)
        assert type(fast) is type(stock)
        assert {type(row) for row in fast} == {type(row) for row in stock}
        if fast != stock:
            others += 1
            assert fast == exact_kept(*arguments)
    print(f"kind {kind}: the host keeps other regions on {others} of {PAGES} pages")
    assert 0 < others < 0.7 * PAGES


@pytest.mark.parametrize("kind", [0, 1])
def test_the_kept_regions_are_those_of_exact_areas(kind: int) -> None:
    for arguments in pages(kind, PAGES // 15):
        assert on_sepax(*arguments) == exact_kept(*arguments)


def test_the_surplus_of_the_union_counts() -> None:
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    pair = np.stack((square, square)) * np.float32(2**-4)  # an area of 2^-8
    scores, labels = np.array([0.9, 0.8]), np.array([3, 3])
    for threshold, kept in ((0.9997, [0]), (0.9998, [0, 1])):
        assert on_sepax(threshold, pair, scores, labels) == kept
        assert stock_nms(processor(threshold), pair, scores, labels) == kept


# What is left to the host -----------------------------------------------------------------

POLYS, SCORES, LABELS = page(1, 3)
POLYS, SCORES, LABELS = POLYS[:30], SCORES[:30], LABELS[:30]
CALLS: dict[str, tuple[Any, ...]] = {
    "none": (0.5, POLYS[:0], SCORES[:0], LABELS[:0]),
    "one": (0.5, POLYS[:1], SCORES[:1], LABELS[:1]),
    "listed": (0.5, POLYS.tolist(), SCORES, LABELS),
    "listed scores": (0.5, POLYS, SCORES.tolist(), LABELS),
    "listed labels": (0.5, POLYS, SCORES, LABELS.tolist()),
    "float64": (0.5, POLYS.astype(float), SCORES, LABELS),
    "int32": (0.5, (1000 * POLYS).astype(np.int32), SCORES, LABELS),
    "flat": (0.5, POLYS.reshape(-1, 8), SCORES, LABELS),
    "fewer scores": (0.5, POLYS, SCORES[:5], LABELS),
    "fewer labels": (0.5, POLYS, SCORES, LABELS[:5]),
    "fewer regions": (0.5, POLYS[:5], SCORES, LABELS),
    "float labels": (0.5, POLYS, SCORES, LABELS / 2),
    "labels that are NaN": (0.5, POLYS, SCORES, np.full(30, np.nan)),
    "unsigned labels": (0.5, POLYS, SCORES, LABELS.astype(np.uint64) + 2**63),
    "small labels": (0.5, POLYS, SCORES, LABELS.astype(np.int8)),
    "labels by name": (0.5, POLYS, SCORES, LABELS.astype(str)),
    "integer scores": (0.5, POLYS, (100 * SCORES).astype(int), LABELS),
    "scores that are NaN": (0.5, POLYS, np.where(SCORES < 0.5, np.nan, SCORES), LABELS),
    "regions that are infinite": (0.5, POLYS * np.float32(np.inf), SCORES, LABELS),
    "huge regions": (0.5, POLYS * np.float32(1e30), SCORES, LABELS),
    "a threshold of 0": (0.0, POLYS, SCORES, LABELS),
    "a negative threshold": (-1.0, POLYS, SCORES, LABELS),
    "a threshold above 1": (2.0, POLYS, SCORES, LABELS),
    "a threshold of NaN": (np.nan, POLYS, SCORES, LABELS),
    "no threshold": (None, POLYS, SCORES, LABELS),
    "masked": (0.5, np.ma.masked_array(POLYS), SCORES, LABELS),
    "strided": (0.5, np.repeat(POLYS, 2, axis=0)[::2], SCORES[::1], LABELS),
}


def answer(threshold: Any, *arguments: Any) -> Any:
    try:
        return processor(threshold)._nms(*arguments)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.filterwarnings("ignore")  # of NumPy, about numbers that are too large
@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments_get_the_answer_of_the_host(name: str) -> None:
    stock = answer(*CALLS[name])
    with drop_in.enabled():
        assert answer(*CALLS[name]) == stock


def test_a_subclass_with_another_overlap_is_left_to_the_host() -> None:
    class Never(LWDETRPostProcessor):  # type: ignore[misc, valid-type]
        def _iou(self, *_: Any) -> float:
            return 0.0

    with drop_in.enabled():
        assert len(Never(11)._nms(POLYS, SCORES, LABELS)) == len(POLYS)


def test_pages_are_decoded_on_sepax(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(7)
    boxes = random.uniform((0.3, 0.3, 0.1, 0.1, -0.1, 1), (0.7, 0.7, 0.5, 0.5, 0.1, 1), (2, 40, 6))
    logits = random.normal(1.0, 2.0, (2, 40, 11))
    stock = processor()(logits, boxes)

    def refuse(*_: Any) -> float:
        raise AssertionError("the host's own overlap was called")

    monkeypatch.setattr(LWDETRPostProcessor, "_iou", refuse)
    with drop_in.enabled():
        fast = processor()(logits, boxes)
    for one, other in zip(stock, fast, strict=True):
        assert (one[0], one[2]) == (other[0], other[2])
        assert (one[1] == other[1]).all()
        assert len(one[0]) < 300
