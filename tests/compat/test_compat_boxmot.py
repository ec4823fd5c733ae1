"""BoxMOT on sepax: the IoU of oriented boxes, and the tracks that it leads to.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from compat.boxmot import crowd
from detections import exact_share
from numpy.typing import NDArray
from rotated_boxes import FAMILIES, pixels

try:
    import boxmot
    from boxmot.trackers.common.association import iou as host
except ImportError as error:
    pytest.skip(f"BoxMOT cannot be loaded: {error}", allow_module_level=True)

from sepax.compat import boxmot as drop_in

Array = NDArray[Any]

FULL = os.environ.get("SEPAX_PROOF") == "full"
SCENES, ROWS = (300, 40) if FULL else (12, 25)
MODES = ("iou_batch_obb", "giou_batch_obb", "hmiou_batch_obb")
stock_matrix = host._iou_obb_matrix

# A release that is newer than the proved ones is tested as well.
pytestmark = pytest.mark.filterwarnings("ignore::sepax.compat.UnprovedVersionWarning")


@pytest.fixture(autouse=True)
def _disabled() -> Iterator[None]:
    drop_in.disable()
    yield
    drop_in.disable()


def on_sepax(first: Array, second: Array) -> Any:
    with drop_in.enabled():
        return host._iou_obb_matrix(first, second)


def rows_of(family: Any, seed: int) -> tuple[Array, Array]:
    """Return boxes twice. A third of the second ones are the same, some in other numbers."""
    random = np.random.default_rng(seed)
    first, second = family(random, ROWS), family(random, ROWS)
    second[::3] = first[::3]
    second[::6, 4] += np.pi / 2.0
    second[::6, 2:4] = second[::6, 3:1:-1]
    second[1::5] = first[1::5] + random.normal(0.0, 1e-3, first[1::5].shape)
    valid = [
        rows[np.isfinite(rows).all(axis=1) & (rows[:, 2:4] > 0.0).all(axis=1)]
        for rows in (first, second)
    ]
    return host._obb_geometry(valid[0]), host._obb_geometry(valid[1])


@pytest.mark.parametrize("family", FAMILIES)
def test_the_matrix_is_that_of_the_host(family: Any) -> None:
    """Both clip in float64: they differ in the last digits, where neither box is a needle."""
    for seed in range(SCENES):
        first, second = rows_of(family, seed)
        stock, fast = stock_matrix(first, second), on_sepax(first, second)
        assert (fast.dtype, fast.shape) == (stock.dtype, stock.shape)
        assert ((fast == 1.0) >= (stock == 1.0)).all()
        thin = [rows[:, 2:4].max(axis=1) / rows[:, 2:4].min(axis=1) for rows in (first, second)]
        allowed = 1e-12 * np.maximum.outer(*thin) * reach(first, second)
        assert (np.abs(fast - stock) <= allowed).all()


def reach(first: Array, second: Array) -> float:
    """Return how many of the least side the farthest coordinate is, at least 10."""
    both = np.concatenate((first, second))
    ratio = np.abs(both[:, :4]).max(initial=0.0) / both[:, 2:4].min(initial=np.inf)
    return max(10.0, min(float(ratio), drop_in.MOST_SIDES))


def test_needles_in_other_numbers_have_the_iou_of_the_host() -> None:
    """The host takes many of these for equal, although they share 80 % of their area."""
    ones = 0
    for seed in range(12):
        random = np.random.default_rng(seed)
        sides = np.column_stack((random.uniform(0.1, 1, ROWS), 10 ** random.uniform(-6, -5, ROWS)))
        spot, angle = random.uniform(0, 0.1, (ROWS, 2)), random.uniform(-1.5, 1.5, ROWS)
        turn = np.pi / 2 + 10 ** random.uniform(-8, -6, ROWS)
        scale = [[0.1 ** (seed % 4)] * 4 + [1.0]]
        first = np.column_stack((spot, sides, angle)) * scale
        second = np.column_stack((spot, sides[:, ::-1], angle + turn)) * scale
        stock, fast = stock_matrix(first, second), on_sepax(first, second)
        assert np.allclose(fast, stock, rtol=0.0, atol=1e-9)
        assert (fast == 1.0)[stock == 1.0].all()
        ones += int((stock == 1.0).sum())
    assert 12 < ones < 12 * ROWS


def test_exact_areas_say_that_sepax_is_right() -> None:
    for seed in range(SCENES):
        first, second = rows_of(pixels, seed)
        fast = on_sepax(first, second)
        corners = [
            [host._rectangle_corners(*row) for row in rows.tolist()] for rows in (first, second)
        ]
        for i, j in np.argwhere(fast > 0.0)[:: 1 if FULL else 12]:
            share = float(exact_share(corners[0][i], corners[1][j]))
            assert abs(fast[i, j] - share) <= 1e-11


@pytest.mark.parametrize("mode", MODES)
def test_modes_that_use_the_matrix_agree(mode: str) -> None:
    first, second = rows_of(pixels, 3)
    stock = getattr(host.AssociationFunction, mode)(first, second)
    with drop_in.enabled():
        fast = getattr(host.AssociationFunction, mode)(first, second)
    assert np.abs(fast - stock).max() <= 1e-10


BOX = np.array([[10.0, 10.0, 4.0, 2.0, 0.3]])
FAR_BOX = BOX + np.array([1e9, 0.0, 0.0, 0.0, 0.0])
TURN = np.array([[0.0, 0.0, 0.0, 0.0, 1.0]])
TINY = np.array([[1e-158, 1e-158, 1e-158, 1e-158, 1.0]])
CALLS = {
    "none": (BOX[:0], BOX),
    "none of both": (BOX[:0], BOX[:0]),
    "far away": (FAR_BOX, FAR_BOX + np.array([1.0, 0.0, 0.0, 0.0, 0.0])),
    "a needle": (BOX * [[1, 1, 1e8, 1, 1]], BOX),
    "huge": (BOX * [[1e200, 1e200, 1e200, 1e200, 1]],) * 2,
    "tiny": (BOX * [[1e-200, 1e-200, 1e-200, 1e-200, 1]],) * 2,
    "tiny areas": (BOX * TINY, BOX * 1.001 * TINY),
    "many turns": (BOX + 1e9 * TURN, BOX * [[1, 1.05, 1, 1, 1]]),
    "countless turns": (BOX + 1e300 * TURN, BOX),
    "float32": (BOX.astype(np.float32),) * 2,
    "whole numbers": (BOX.astype(int),) * 2,
    "more columns": (np.tile(BOX, 2), BOX),
    "no area": (BOX * [[1, 1, 0, 1, 1]], BOX),
    "negative": (BOX * [[1, 1, -1, 1, 1]], BOX),
    "NaN": (BOX * [[np.nan, 1, 1, 1, 1]], BOX),
    "infinite": (BOX * [[1, np.inf, 1, 1, 1]], BOX),
    "an infinite angle": (BOX * [[1, 1, 1, 1, np.inf]], BOX),
}


def answer(function: Any, arguments: Any) -> Any:
    try:
        return function(*arguments).ravel().tolist()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.filterwarnings("ignore")  # of NumPy, about numbers that are too large
@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments_get_the_answer_of_the_host(name: str) -> None:
    stock, fast = answer(stock_matrix, CALLS[name]), answer(on_sepax, CALLS[name])
    if name == "none" or not isinstance(stock, list):
        assert fast == stock
    else:
        assert np.allclose(fast, stock, rtol=0.0, atol=1e-12, equal_nan=True)


@pytest.mark.parametrize("tracker", ["ByteTrack", "OcSort", "SFSORT"])
def test_tracks_are_the_same(tracker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def tracks() -> list[Any]:
        tracked = getattr(boxmot, tracker)(is_obb=True)
        image = np.zeros((1000, 1000, 3), np.uint8)
        return [tracked.update(each, image).tolist() for each in crowd(40, 8)]

    stock = tracks()
    assert len(stock[-1]) > 30

    def refuse(*_: Any) -> float:
        raise AssertionError("the host's own clipping was asked")

    drop_in.enable()
    if hasattr(host, "_double_precision_obb_iou"):
        monkeypatch.setattr(host, "_double_precision_obb_iou", refuse)
    assert tracks() == stock
