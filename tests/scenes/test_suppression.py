"""Suppression by its definition: metrics, inclusive thresholds, classes, and owners."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from oracle import body, shared_area

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray

Array = npt.NDArray[Any]
Random = np.random.Generator


def boxes(random: Random) -> ShapeArray:
    width, height = random.uniform(1, 4, (2, 50))
    return ShapeArray.boxes(width, height, random.uniform(0, 8, (50, 2)), random.uniform(0, 6, 50))


def lattice_boxes(random: Random) -> ShapeArray:
    """Many shares are equal, and many boxes touch, hold others or are the same."""
    width, height = random.integers(1, 4, (2, 50))
    return ShapeArray.boxes(width, height, random.integers(0, 9, (50, 2)) / 2)


def rings(random: Random) -> ShapeArray:
    return ShapeArray.regular(
        random.integers(3, 9, 50), random.uniform(1, 2, 50), random.uniform(0, 8, (50, 2))
    )


def all_kinds(random: Random) -> list[Any]:
    """Shapes with and without an area, and compounds, whose parts may overlap."""
    ell = [Polygon.box(2, 1), Polygon.box(1, 2, position=(-0.5, 0.5))]
    cross = [Polygon.box(3, 1), Polygon.box(1, 3)]
    made: list[Any] = []
    for k, (x, y) in enumerate((random.integers(0, 12, (40, 2)) / 4).tolist()):
        makers: list[Any] = [Compound(ell), Compound(cross), Polygon.box(2, 1), Circle((0, 0), 1)]
        makers += [Capsule((0, 0), (1, 0), 0.5), Point((0, 0)), Segment((0, 0), (2, 1))]
        made.append(makers[k % 7])
        made[-1].move(x, y)
    return made


KINDS = (boxes, lattice_boxes, rings, all_kinds)


def defined(
    shares: Array, scores: Array, threshold: float, inclusive: bool, classes: Array
) -> tuple[list[int], list[int]]:
    """Suppress in the order of the definition."""
    owners = list(range(len(scores)))
    kept: list[int] = []
    for row in np.argsort(-scores, kind="stable").tolist():
        alike = shares[row] >= threshold if inclusive else shares[row] > threshold
        first = next((k for k in kept if alike[k] and classes[k] == classes[row]), None)
        if first is None:
            kept.append(row)
        else:
            owners[row] = first
    return kept, owners


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("metric", ["iou", "ios"])
@pytest.mark.parametrize("inclusive", [False, True])
def test_it_is_the_definition(kind: Any, metric: Any, inclusive: bool) -> None:
    random = np.random.default_rng(11)
    merged = 0
    for _ in range(3 if kind is all_kinds else 25):
        shapes = kind(random)
        scores = random.integers(0, 20, len(shapes)) / 20
        classes = random.integers(0, 2, len(shapes)) * 0.5 - 1.25
        shares = sepax.iou_matrix(shapes, shapes, metric=metric)
        for threshold in (0.0, 0.25, float(random.choice(shares[shares > 0])), 1.0):
            kept, owners = defined(shares, scores, threshold, inclusive, classes)
            asked: dict[str, Any] = {"metric": metric, "inclusive": inclusive, "classes": classes}
            found = sepax.nms_groups(shapes, scores, threshold, **asked)
            assert [each.tolist() for each in found] == [kept, owners]
            assert all(each.dtype == np.intp for each in found)
            assert sepax.nms(shapes, scores, threshold, **asked).tolist() == kept
            assert sepax.nms(shapes, scores, threshold, max_keep=4, **asked).tolist() == kept[:4]
            merged += len(owners) - len(kept)
    assert merged > 40


def test_the_smaller_area_is_exact_within_the_bound_of_areas() -> None:
    random = np.random.default_rng(12)
    some = boxes(random)
    matrix = sepax.iou_matrix(some, some, metric="ios")
    for i, j in product(range(12), repeat=2):
        a, b = body(some[i]), body(some[j])
        share = shared_area(a, b) / min(shared_area(a, a), shared_area(b, b))
        assert matrix[i, j] == pytest.approx(float(share), rel=1e-10, abs=0)
        assert (matrix[i, j] == 0.0) == (share == 0)


def test_a_shape_within_another_has_all_of_its_area_in_it() -> None:
    inner, outer = Polygon.box(0.3, 0.7, angle=0.3), Polygon.box(2, 3)
    assert sepax.iou_matrix(inner, outer, metric="ios").item() == pytest.approx(1.0, abs=1e-11)
    assert sepax.iou_matrix(inner, inner.copy(), metric="ios").item() == 1.0
    assert sepax.iou_matrix(Circle((0, 0), 1), Circle((0, 0), 1), metric="ios").item() == 1.0
    for empty in (Point((0, 0)), Segment((-1, 0), (1, 0)), Polygon.box(1, 1, position=(1.5, 0))):
        assert sepax.iou_matrix(empty, outer, metric="ios").item() == 0.0
    crate = Polygon.box(1, 1, position=(9, 9))
    assert sepax.nms([outer, inner, crate], [3, 2, 1], 0.5).tolist() == [0, 1, 2]
    assert sepax.nms([outer, inner, crate], [3, 2, 1], 0.5, metric="ios").tolist() == [0, 2]


def test_no_share_is_above_one() -> None:
    """One box is cut out of another, in its own frame, so that rounding may add some area."""
    random = np.random.default_rng(13)
    places, angles = random.uniform(-5, 5, (400, 2)), random.uniform(0, 6, 400)
    outer = ShapeArray.boxes(3, 2, places, angles)
    inner = ShapeArray.boxes(3, 1, places, angles)
    shares = np.diag(sepax.iou_matrix(outer, inner, metric="ios"))
    assert shares.max() <= 1.0
    assert shares.min() > 1 - 1e-11


def test_the_sparse_matrix_has_the_numbers_of_the_dense_one() -> None:
    random = np.random.default_rng(14)
    for kind in KINDS:
        a, b = kind(random), kind(random)
        matrix = sepax.iou_matrix(a, b, 0.4, metric="ios")
        pairs, shares = sepax.iou_matrix(a, b, 0.4, metric="ios", sparse=True, workers=2)
        assert (pairs == np.argwhere(matrix)).all()
        assert (shares == matrix[matrix > 0.0]).all()
        assert shares.min() > 0.4


def test_the_best_of_several_owns() -> None:
    """The last box is like both that are kept; the one of the higher score suppresses it."""
    row = ShapeArray.boxes(2, 1, [(0, 0), (3, 0), (1.5, 0)])
    for best in (0, 1):
        _, owners = sepax.nms_groups(row, [2 - best, 1 + best, 0], 0.1)
        assert owners.tolist() == [0, 1, best]
    line = ShapeArray.boxes(2, 1, np.arange(61)[:, None] * (1.5, 0))
    scores = np.where(np.arange(61) % 2, 100 + np.arange(61), 0)  # every second one is kept
    _, owners = sepax.nms_groups(line, scores, 0.1)
    assert owners.tolist() == [k if k % 2 else min(k + 1, 59) for k in range(61)]


def test_classes_are_equal_numbers() -> None:
    same = ShapeArray.boxes(2, 2, np.zeros((6, 2)))
    scores = np.arange(6)[::-1]
    labels = np.array([0.0, -0.0, 0.1 + 0.2, 0.3, math.inf, math.inf])
    assert sepax.nms(same, scores, 0.5, classes=labels).tolist() == [0, 2, 3, 4]
    single = labels.astype(np.float32)
    assert sepax.nms(same, scores, 0.5, classes=single).tolist() == [0, 2, 4]
    hits = sepax.match(same[:2], same[:1], 0.5, classes=(np.array([0.5, 1], np.float32), [1]))
    assert hits.tolist() == [-1, 0]


def test_none() -> None:
    for metric in ("iou", "ios"):
        kept, owners = sepax.nms_groups([], [], 0.0, metric=metric, inclusive=True, classes=[])
        assert kept.tolist() == owners.tolist() == []
        assert sepax.iou_matrix([], Point((0, 0)), metric=metric).shape == (0, 1)
