"""SAHI on sepax: it keeps and merges the same boxes.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from compat.sahi import predictions_of
from host_tests import outcomes, unpacked
from numpy.typing import NDArray

try:
    from sahi.postprocess import _numpy_backend as host
    from sahi.postprocess import backends, combine
    from sahi.prediction import ObjectPrediction
except ImportError as error:
    pytest.skip(f"SAHI cannot be loaded: {error}", allow_module_level=True)

from sepax.compat import sahi as drop_in

Array = NDArray[Any]
FULL = os.environ.get("SEPAX_PROOF") == "full"
SCENES, ROWS = (2000, 300) if FULL else (40, 150)
THRESHOLDS: tuple[Any, ...] = (
    0.5,
    0.3,
    0.1,
    0.75,
    1.0,
    1.0 / 3.0,
    np.float64(0.3),
    np.float32(0.2),
    1,
)
MERGES = ("nms", "greedy_nmm", "nmm")

# A release that is newer than the proved ones is tested as well.
pytestmark = pytest.mark.filterwarnings("ignore::sepax.compat.UnprovedVersionWarning")


@pytest.fixture(autouse=True)
def _disabled() -> Iterator[None]:
    drop_in.disable()
    backends.set_postprocess_backend("numpy")
    yield
    drop_in.disable()
    backends.set_postprocess_backend("auto")


def of_slices(random: np.random.Generator, n: int) -> Array:
    """Return what overlapping slices of an image give: some detections of each object."""
    return np.asarray(predictions_of(int(random.integers(2**31)), n))


def on_pixels(random: np.random.Generator, n: int) -> Array:
    """Return boxes of whole numbers: equal ones, thresholds that are reached, equal scores."""
    corners = random.integers(0, 24, (n, 2)) * 5
    sides = random.integers(1, 6, (n, 2)) * 5
    scores = random.integers(0, 9, n) / 10
    rows = (corners, corners + sides, scores, random.integers(0, 2, n))
    return np.column_stack(rows).astype(np.float32)


def on_shares(random: np.random.Generator, n: int) -> Array:
    """Return the same in shares of an image: overlaps are thresholds within rounding."""
    return in_float64(random, n).astype(np.float32)


def in_float64(random: np.random.Generator, n: int) -> Array:
    """Return such shares in float64: the matrix of the host is of float32."""
    return np.asarray(on_pixels(random, n) / np.array([130.0] * 4 + [1.0] * 2))


def odd(random: np.random.Generator, n: int) -> Array:
    """Return boxes; some have no area, and one has NaN."""
    boxes = on_pixels(random, n)
    boxes[::7, 2] = boxes[::7, 0]
    boxes[::11, 3] = boxes[::11, 1]
    boxes[3] = boxes[4]
    boxes[5, :4] = np.nan
    return boxes


def scenes(family: Any, count: int) -> Iterator[tuple[Array, str, float]]:
    """Yield predictions, a metric and a threshold."""
    for seed in range(count):
        random = np.random.default_rng(seed)
        yield family(random, ROWS), ("IOU", "IOS")[seed % 2], THRESHOLDS[seed % len(THRESHOLDS)]


def of_its_matrix(merge: str, boxes: Array, metric: str, threshold: float) -> Any:
    """Return the answer of the host's loops over the matrix of all pairs."""
    matrix, order = host._prepare_matrix(boxes, metric)
    if merge == "nmm":
        return host.nmm_from_matrix(matrix, order, boxes[:, 4], boxes[:, :4], threshold)
    return getattr(host, f"{merge}_from_matrix")(matrix, order, threshold)


def items(answer: Any) -> Any:
    """Return an answer with its order, and with the type of each number."""
    rows = answer if isinstance(answer, list) else [*answer.items()]
    return type(answer), rows, {type(row) for row in (answer if rows else [])}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the host, about NaN
@pytest.mark.parametrize("family", [of_slices, on_pixels, on_shares, in_float64, odd])
@pytest.mark.parametrize("merge", MERGES)
def test_answers_are_those_of_the_host(merge: str, family: Any) -> None:
    sizes = set()
    for boxes, metric, threshold in scenes(family, SCENES):
        stock = of_its_matrix(merge, boxes, metric, threshold)
        with drop_in.enabled():
            fast = getattr(combine, merge)(boxes, metric, threshold)
        assert items(fast) == items(stock)
        sizes.add(len(stock))
    assert len(sizes) > 5


@pytest.mark.parametrize("backend", ["numpy", "numba"])
@pytest.mark.parametrize("merge", MERGES)
def test_large_scenes_on_every_path_of_the_host(merge: str, backend: str) -> None:
    if backend == "numba":
        pytest.importorskip("numba")
    backends.set_postprocess_backend(backend)
    for count in (1500, 2500):  # in a matrix, and by a tree
        boxes = predictions_of(count, count)
        boxes[: count // 9, :4] = boxes[0, :4] + np.arange(count // 9)[:, None] / 50  # a pile
        stock = getattr(combine, f"batched_{merge}")(boxes, "IOU", 0.5)
        with drop_in.enabled():
            assert items(getattr(combine, f"batched_{merge}")(boxes, "IOU", 0.5)) == items(stock)


@pytest.mark.parametrize("merge", MERGES)
def test_float64_by_a_tree(merge: str) -> None:
    boxes = in_float64(np.random.default_rng(0), 2100)
    boxes[:, :4] += np.arange(2100)[:, None] // 100
    stock = getattr(combine, merge)(boxes, "IOU", 1.0 / 3.0)
    with drop_in.enabled():
        assert items(getattr(combine, merge)(boxes, "IOU", 1.0 / 3.0)) == items(stock)


@pytest.mark.parametrize("merge", MERGES)
def test_pairs_of_a_crowded_scene_are_not_listed(merge: str) -> None:
    boxes = predictions_of(2, 3000)
    boxes[1:, :4] = np.random.default_rng(2).normal((100, 100, 200, 200), 2, (2999, 4))
    stock = getattr(combine, merge)(boxes, "IOU", 0.9)
    tracemalloc.start()
    with drop_in.enabled():
        assert items(getattr(combine, merge)(boxes, "IOU", 0.9)) == items(stock)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 20e6  # bytes; the pairs have 72e6


def test_predictions_are_merged_on_sepax(monkeypatch: pytest.MonkeyPatch) -> None:
    def merged(strategy: str, class_agnostic: bool) -> list[Any]:
        found = [
            ObjectPrediction(
                bbox=row[:4].tolist(), score=float(row[4]), category_id=int(row[5]),
                category_name="any", full_shape=[2000, 2000],
            )
            for row in predictions_of(3, 400)
        ]  # fmt: skip
        kept = getattr(combine, f"{strategy}Postprocess")(0.5, "IOS", class_agnostic)(found)
        return [(each.bbox.to_xyxy(), each.score.value, each.category.id) for each in kept]

    cases = [(name, flag) for name in ("NMS", "GreedyNMM", "NMM") for flag in (True, False)]
    stock = [merged(*case) for case in cases]
    assert len({len(each) for each in stock}) > 1

    def refuse(*_: Any) -> None:
        raise AssertionError("the host was asked")

    for merge in MERGES:
        monkeypatch.setattr(host, f"{merge}_numpy", refuse)
    backends.set_postprocess_backend("numpy")  # so that it is looked up again
    monkeypatch.setattr(drop_in, "FEW", 0)
    drop_in.enable()
    assert [merged(*case) for case in cases] == stock


BOXES = predictions_of(1, 150)
SWAPPED = BOXES[:, [2, 3, 0, 1, 4, 5]]
INFINITE = np.where(np.arange(BOXES.size).reshape(BOXES.shape) == 44, np.inf, BOXES)
FAR = on_pixels(np.random.default_rng(0), 150) / 5.0 + np.array([2.0**52] * 4 + [0.0] * 2)
CALLS: dict[str, tuple[Any, ...]] = {
    "few": (BOXES[:3],),
    "none": (BOXES[:0],),
    "defaults": (BOXES,),
    "another metric": (BOXES, "GIOU"),
    "threshold 0": (BOXES, "IOU", 0.0),
    "threshold below 0": (BOXES, "IOU", -1.0),
    "threshold NaN": (BOXES, "IOU", np.nan),
    "no threshold": (BOXES, "IOU", None),
    "threshold 0 in float32": (BOXES, "IOU", 1e-46),
    "threshold 0 in float64": (BOXES.astype(float), "IOU", Fraction(1, 10**400)),
    "beyond floats": (BOXES, "IOU", 10**400),
    "longdouble": (BOXES.astype("g"), "IOU", Fraction(1, 3)),
    "an infinite side": (INFINITE, "IOU", 0.5),
    "an infinite side in float16": (INFINITE.astype(np.float16), "IOU", 0.5),
    "as far as whole numbers are floats": (FAR, "IOU", 0.2),
    "swapped corners": (SWAPPED, "IOU", 0.5),
    "no areas": (BOXES[:, [0, 1, 0, 1, 4, 5]], "IOS", 0.5),
    "whole numbers": (BOXES.astype(int), "IOU", 0.5),
    "float16": (BOXES.astype(np.float16) / 8, "IOU", 0.1),
    "fewer columns": (BOXES[:, :5],),
    "listed": (BOXES.tolist(),),
    "infinite": (np.where(BOXES > 900, np.inf, BOXES), "IOU", 0.5),
    "huge": (BOXES * np.float32(1e30), "IOU", 0.5),
    "strided": (np.repeat(BOXES, 2, axis=0)[::2], "IOU", 0.5),
    "read-only": (np.broadcast_to(BOXES[0], (150, 6)), "IOU", 0.5),
}


def answer(merge: str, arguments: tuple[Any, ...]) -> Any:
    try:
        return items(getattr(combine, merge)(*arguments))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.filterwarnings("ignore")  # of NumPy, about numbers that are too large
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("merge", MERGES)
def test_odd_arguments_get_the_answer_of_the_host(merge: str, name: str) -> None:
    stock = answer(merge, CALLS[name])
    with drop_in.enabled():
        assert answer(merge, CALLS[name]) == stock


FILES = ("tests/test_combine.py", "tests/test_postprocess_utils.py")


def test_the_tests_of_the_host_end_as_without_it(tmp_path: Path) -> None:
    folder = unpacked("sahi", tmp_path)
    stock = outcomes(folder, FILES, "")
    fast = outcomes(folder, FILES, "sepax.compat.sahi")
    assert len(stock) > 40
    assert fast == stock
