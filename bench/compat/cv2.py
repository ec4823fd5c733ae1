"""OpenCV's functions and loops over shapely, and the same on sepax (times slower than sepax).

`stock` is OpenCV for the first two cases. For the matrix, it is the two loops of evaluators that
copy PaddleOCR's `DetectionIoUEvaluator`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from common.shapes import Array
from common.timing import Call, Effort

from compat.times import Times, times_of

TARGETS = {"IoU of 150 x 150 words": {"stock": 300.0}}

PAIRS, WORDS = 1_000, 150
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2.0


def run(rounds: int) -> Times:
    """Measure pairs of rectangles, and the matrix of a page of words."""
    if find_spec("cv2") is None or find_spec("shapely") is None:
        raise ImportError("OpenCV or shapely is not installed")
    stock, fast = import_module("cv2"), import_module("sepax.compat.cv2")
    effort = Effort(rounds=3 * rounds, least_rounds=1, budget=3_000_000_000)
    random = np.random.default_rng(1)
    rectangles = [(rectangle(random), rectangle(random)) for _ in range(PAIRS)]
    quads = [(corners(one), corners(other)) for one, other in rectangles]
    times: Times = {}
    for name, items in (
        ("intersectConvexConvex", quads),
        ("rotatedRectangleIntersection", rectangles),
    ):
        functions = {"stock": getattr(stock, name), "sepax": getattr(fast, name)}
        times[f"{name}, a pair"] = times_of(
            {key: Call(items, each) for key, each in functions.items()}, effort
        )
    pages = [(page(random), page(random))]
    loops, matrix = two_loops(*pages[0]), fast.polygon_iou_matrix(*pages[0])
    if not np.allclose(loops, matrix, atol=1e-12):
        raise AssertionError("the matrix is not that of the loops")
    functions = {"stock": two_loops, "sepax": fast.polygon_iou_matrix}
    times["IoU of 150 x 150 words"] = times_of(
        {key: Call(pages, each) for key, each in functions.items()}, effort
    )
    return times


def rectangle(random: np.random.Generator) -> tuple[Any, Any, float]:
    """Return a rotated rectangle of pixels, as OpenCV has it."""
    x, y, width, height = random.uniform((0, 0, 20, 20), (60, 60, 80, 80)).tolist()
    return (x, y), (width, height), float(random.uniform(0, 90))


def corners(of: tuple[Any, Any, float]) -> Array:
    (x, y), size, angle = of
    cosine, sine = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    turned: Array = (CORNERS * size) @ np.array([(cosine, sine), (-sine, cosine)]) + (x, y)
    return turned.astype(np.float32)


def page(random: np.random.Generator) -> list[list[list[float]]]:
    """Return the quadrilaterals of words on a page, as evaluators read them: lists of numbers."""
    center = random.uniform(0, 1000, (WORDS, 1, 2))
    size = random.uniform((30, 10), (120, 30), (WORDS, 1, 2))
    words: Array = center + CORNERS * size + random.normal(0, 1, (WORDS, 4, 2))
    found: list[list[list[float]]] = words.tolist()
    return found


def two_loops(truths: list[Any], detections: list[Any]) -> Array:
    """Return intersection over union as the evaluators compute it."""
    polygon: Any = import_module("shapely").Polygon
    matrix = np.empty((len(truths), len(detections)))
    for i, truth in enumerate(truths):
        for j, found in enumerate(detections):
            shared = polygon(truth).intersection(polygon(found)).area
            matrix[i, j] = shared / polygon(truth).union(polygon(found)).area
    return matrix
