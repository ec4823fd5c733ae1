"""supervision as it comes, on sepax, and without OpenCV (times slower than sepax): oriented boxes.

Every page has four detections of each object, in three classes.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any
from unittest import mock

import numpy as np
from common.timing import Call, Effort

from compat.times import Times, times_of

PAGES = {500: 10, 2_000: 4, 5_000: 2}  # of so many boxes
TARGETS = {
    "oriented_box_non_max_suppression, 500 boxes": {"stock": 15.0},
    "oriented_box_non_max_suppression, 5,000 boxes": {"stock": 100.0},
}
HOME = "supervision.detection.utils.iou_and_nms"
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2.0
CLIPPING = "supervision._cv2._geometry"  # what the host does without OpenCV


def run(rounds: int) -> Times:
    """Measure suppression, merging and the matrix."""
    if find_spec("supervision") is None:
        raise ImportError("supervision is not installed")
    effort = Effort(rounds=3 * rounds, least_rounds=2, budget=1_000_000_000 * rounds)
    times: Times = {}
    for count, pages in PAGES.items():
        items = [page(seed, count) for seed in range(pages)]
        case = f"oriented_box_non_max_suppression, {count:,} boxes"
        times[case] = times_of(contestants("non_max_suppression", items, count <= 2_000), effort)
    items = [page(seed, 500) for seed in range(PAGES[500])]
    for name in ("non_max_merge", "iou_batch"):
        times[f"oriented_box_{name}, 500 boxes"] = times_of(contestants(name, items), effort)
    return times


def page(seed: int, count: int) -> tuple[Any, Any]:
    """Return predictions and the corners of their boxes, in pixels."""
    random = np.random.default_rng(seed)
    center, sides, angle = np.split(
        np.repeat(
            np.column_stack(
                (
                    random.uniform(0.0, 45.0 * count**0.5, (count // 4, 2)),
                    random.uniform((20, 10), (80, 40), (count // 4, 2)),
                    random.uniform(-np.pi, np.pi, count // 4),
                )
            ),
            4,
            axis=0,
        ),
        (2, 4),
        axis=1,
    )
    local = CORNERS * (sides * random.uniform(0.9, 1.1, (count, 2)))[:, None]
    angle = angle + random.normal(0.0, 0.05, (count, 1))
    turn = np.stack((np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)), axis=-1)
    corners = local @ turn.reshape(count, 2, 2).swapaxes(1, 2)
    corners += (center + random.normal(0.0, 2.0, (count, 2)))[:, None]
    predictions = np.zeros((count, 6))
    predictions[:, 4:] = np.column_stack((random.random(count), random.integers(0, 3, count)))
    return predictions.astype(np.float32), corners.astype(np.float32)


def contestants(
    name: str, items: list[tuple[Any, Any]], without_opencv: bool = False
) -> dict[str, Call]:
    """Return the calls of a function, all with the same answers."""
    host, drop_in = import_module(HOME), import_module("sepax.compat.supervision")
    statement = "f(b, b)" if name == "iou_batch" else "f(a, b)"

    def stock(a: Any, b: Any) -> Any:
        return getattr(host, f"oriented_box_{name}")(a, b)

    def on_sepax(a: Any, b: Any) -> Any:
        with drop_in.enabled():
            return stock(a, b)

    def plain(a: Any, b: Any) -> Any:
        clip = import_module(CLIPPING)._intersect_convex_convex
        with mock.patch.object(host.cv2, "intersectConvexConvex", clip):
            return stock(a, b)

    for item in items[:2]:
        a, b = (item[1], item[1]) if name == "iou_batch" else item
        assert equal(stock(a, b), on_sepax(a, b)), "the answers differ"
    functions = {"stock": stock, "sepax": fast(host, drop_in, name)}
    if without_opencv:
        functions["no OpenCV"] = plain
    return {who: Call(items, function, statement) for who, function in functions.items()}


def fast(host: Any, drop_in: Any, name: str) -> Any:
    """Return the function on sepax, without the time of switching."""
    with drop_in.enabled():
        function = getattr(host, f"oriented_box_{name}")
        grouping = host._group_overlapping_oriented_boxes
    if name != "non_max_merge":
        return function

    def merge(predictions: Any, boxes: Any) -> Any:
        return host._non_max_merge_per_category(
            predictions, lambda rows: grouping(predictions[rows], boxes[rows])
        )

    return merge


def equal(stock: Any, fast: Any) -> bool:
    """Whether two answers are the same, but for the float32 of a matrix."""
    if isinstance(stock, list):
        return bool(stock == fast)
    return bool(np.allclose(stock, fast, rtol=0.0, atol=1e-5))
