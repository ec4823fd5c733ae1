"""OpenCV's functions on sepax: return values, exact areas, and where OpenCV is wrong.

``SEPAX_PROOF=full`` in the environment selects the sizes of the proof in the documents.
"""

from __future__ import annotations

import importlib
import math
import os
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from oracle import body, ring_area, shared_area
from quarter_turns import gap, rectangles

import sepax
from sepax import Polygon
from sepax.compat.cv2 import (
    INTERSECT_FULL,
    INTERSECT_NONE,
    INTERSECT_PARTIAL,
    intersectConvexConvex,
    polygon_iou,
    polygon_iou_matrix,
    rotatedRectangleIntersection,
)

Array = NDArray[Any]
Random = np.random.Generator

FULL = os.environ.get("SEPAX_PROOF") == "full"
CASES = 20_000 if FULL else 600
SQUARE = np.array([(0, 0), (4, 0), (4, 4), (0, 4)], np.float32)


def quads(random: Random, extent: float, size: float) -> Array:
    """Return the corners of a rotated rectangle, in float32 as OpenCV takes them."""
    angle, center = random.uniform(0, 6), random.uniform(0, extent, 2)
    turn = np.array([(math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))])
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * random.uniform(0.2, 1, 2) * size
    found: Array = (half @ turn + center).astype(np.float32)
    return found


def exactly(p: Array, q: Array) -> float:
    a, b = (body(Polygon.hull(each.astype(float))) for each in (p, q))
    return float(shared_area(a, b))


# intersectConvexConvex ------------------------------------------------------------------


@pytest.mark.parametrize(("extent", "size"), [(1, 0.3), (1000, 300), (0.01, 0.003)])
def test_areas_are_exact_and_points_are_the_overlap(extent: float, size: float) -> None:
    random = np.random.default_rng(1)
    met = 0
    for _ in range(CASES // 3):
        p, q = quads(random, extent, size), quads(random, extent, size)
        area, points = intersectConvexConvex(p, q)
        assert type(area) is float
        assert area == pytest.approx(exactly(p, q), rel=1e-11, abs=0)
        assert (points is None) == (area == 0.0)
        if points is not None:
            met += 1
            assert points.dtype == np.float32
            assert points.shape[1:] == (1, 2)
            ring = points.reshape(-1, 2).astype(float)
            assert float(ring_area([tuple(p) for p in ring.tolist()])) == pytest.approx(
                area, abs=1e-6 * extent**2
            )
    assert met > CASES // 20


def test_where_opencv_is_wrong_exact_areas_are_ours() -> None:
    """OpenCV loses corners of small overlaps with coordinates from 0 to 1, and none of pixels."""
    cv2 = pytest.importorskip("cv2", reason="OpenCV is not installed")
    wrong, met = {1.0: 0, 1000.0: 0}, 0
    for extent in wrong:
        random, met = np.random.default_rng(2), 0
        for _ in range(CASES):
            p = quads(random, extent, 0.02 * extent)
            q = quads(random, 0.04 * extent, 0.02 * extent) + p[0] - np.float32(0.02 * extent)
            own, other = intersectConvexConvex(p, q)[0], cv2.intersectConvexConvex(p, q)[0]
            met += own > 0.0
            if abs(own - other) > 0.01 * max(own, other):
                wrong[extent] += 1
                assert own == pytest.approx(exactly(p, q), rel=1e-11, abs=0)
    print(f"\nof {met} pairs that meet, OpenCV is wrong on {wrong}")
    assert wrong[1.0] > met // 200
    assert wrong[1000.0] <= wrong[1.0] // 10


@pytest.mark.parametrize("layout", [(4, 2), (4, 1, 2), (1, 4, 2)])
def test_layouts_and_types(layout: tuple[int, ...]) -> None:
    for kind in (np.int32, np.float32, np.float64, np.int64):
        p = SQUARE.astype(kind).reshape(layout)
        area, points = intersectConvexConvex(p, p + 2)
        assert area == 4.0
        assert points is not None
        assert points.reshape(-1, 2).tolist() == [[2, 2], [4, 2], [4, 4], [2, 4]]
    assert intersectConvexConvex(SQUARE.tolist(), [(2, 2), (9, 2), (2, 9)])[0] == 4.0


def test_orientations_and_hulls() -> None:
    """The first orientation counts, and of points that are not convex the hull."""
    for one in (SQUARE, SQUARE[::-1]):
        for other in (SQUARE + 2, (SQUARE + 2)[::-1]):
            points = intersectConvexConvex(one, other)[1]
            assert points is not None
            x, y = points.reshape(-1, 2).T
            assert (x @ np.roll(y, -1) - y @ np.roll(x, -1) > 0) == (one is SQUARE)
    dented, other = np.array([(0, 0), (4, 0), (1, 1), (0, 4)]), SQUARE + 2
    assert intersectConvexConvex(dented, SQUARE)[0] == 8.0
    for order in ([0, 2, 1, 3], [0, 0, 1, 2, 3, 0]):  # crossed, and repeated
        assert intersectConvexConvex(SQUARE[order], other)[0] == 4.0


def test_what_shares_no_area() -> None:
    apart = [SQUARE + 9, SQUARE + np.array([4, 0]), SQUARE + 4, SQUARE * (1, 0)]
    for other in (*apart, *(SQUARE[:k] for k in range(3))):
        assert intersectConvexConvex(SQUARE, other) == (0.0, None)
        assert intersectConvexConvex(other, SQUARE) == (0.0, None)
    crate = (0, 0), (4, 4), 0
    for size in ((0, 4), (4, 0), (0, 0), (-4, 4)):
        flat = (0, 0), size, 0
        assert rotatedRectangleIntersection(flat, crate) == (INTERSECT_NONE, None)
        assert rotatedRectangleIntersection(crate, flat) == (INTERSECT_NONE, None)


def test_nested() -> None:
    small = SQUARE / 4 + 1
    assert intersectConvexConvex(SQUARE, small)[0] == 1.0
    assert intersectConvexConvex(SQUARE, small, handleNested=False) == (0.0, None)
    assert intersectConvexConvex(small, SQUARE, None, False) == (0.0, None)
    for touching in (SQUARE / 4, small * (1, 0), SQUARE / 4 + [0, 1], SQUARE):
        if np.ptp(touching[:, 1]):
            found = intersectConvexConvex(SQUARE, touching, handleNested=False)[0]
            assert found == intersectConvexConvex(SQUARE, touching)[0] > 0.0
    corner = np.array([(1, 1), (4, 2), (1, 2)])  # one vertex on an edge
    assert intersectConvexConvex(SQUARE, corner, handleNested=False)[0] > 0.0


def test_errors_say_what_is_wrong() -> None:
    bad = SQUARE.copy()
    bad[2, 1] = np.nan
    with pytest.raises(ValueError, match=r"p2\[2\] must be finite, got \[4.0, nan\]"):
        intersectConvexConvex(SQUARE, bad)
    with pytest.raises(ValueError, match=r"p1 must be \(n, 2\).*got \(4, 3\)"):
        intersectConvexConvex(np.ones((4, 3)), SQUARE)
    with pytest.raises(ValueError, match="p12 must be None"):
        intersectConvexConvex(SQUARE, SQUARE, SQUARE)


# rotatedRectangleIntersection -----------------------------------------------------------


def rectangle(random: Random, extent: float) -> Any:
    x, y = random.uniform(0, extent, 2).tolist()
    width, height = random.uniform(0.1, 0.6, 2) * extent
    return (x, y), (float(width), float(height)), float(random.uniform(-200, 200))


def test_rectangles_share_what_exact_arithmetic_says() -> None:
    """And what OpenCV says, if it is there, in another order and with near points merged."""
    cv2: Any = importlib.import_module("cv2") if find_spec("cv2") else None
    random, kinds = np.random.default_rng(3), set()
    for k in range(CASES // 3):
        one, other = rectangle(random, 100), rectangle(random, 100)
        if k % 3 == 0:
            other = (one[0], (one[1][0] * 0.4, one[1][1] * 0.4), other[2])
        kind, points = rotatedRectangleIntersection(one, other)
        a, b = (
            Polygon.box(*size, position=place, angle=math.radians(angle))
            for place, size, angle in (one, other)
        )
        kinds.add(kind)
        assert (kind == INTERSECT_NONE) == (points is None) == (not sepax.intersects(a, b))
        assert (kind == INTERSECT_FULL) == (a.covers(b) or b.covers(a))
        theirs = cv2.rotatedRectangleIntersection(one, other) if cv2 else (kind, points)
        assert (theirs[0], theirs[1] is None) == (kind, points is None)
        if points is not None and theirs[1] is not None:
            assert points.dtype == np.float32
            assert points.shape[1:] == theirs[1].shape[1:]
            ring = [tuple(p) for p in points.astype(float).tolist()]
            shared = float(shared_area(body(a), body(b)))
            assert float(ring_area(ring)) == pytest.approx(shared, abs=1e-2)
            for some, others, most in ((theirs[1], points, 1e-2), (points, theirs[1], 0.05)):
                assert all(np.abs(others - point).max(axis=1).min() < most for point in some)
    assert kinds == {INTERSECT_NONE, INTERSECT_PARTIAL, INTERSECT_FULL}


def test_constants_and_rectangles_of_opencv() -> None:
    cv2 = pytest.importorskip("cv2", reason="OpenCV is not installed")
    for name in ("NONE", "PARTIAL", "FULL"):
        assert getattr(cv2, f"INTERSECT_{name}") == globals()[f"INTERSECT_{name}"]
    crate = (0, 0), (4, 2), 0
    found = rotatedRectangleIntersection(cv2.RotatedRect((1.0, 1.0), (4.0, 2.0), 30.0), crate)
    expected = rotatedRectangleIntersection(((1, 1), (4, 2), 30), crate)
    assert found[0] == expected[0]
    assert np.array_equal(np.asarray(found[1]), np.asarray(expected[1]))


def test_rectangles_that_touch() -> None:
    crate = (0, 0), (4, 4), 0
    kind, points = rotatedRectangleIntersection(crate, ((4, 0), (4, 4), 0))
    assert kind == INTERSECT_PARTIAL
    assert points is not None
    assert sorted(points.tolist()) == [[2, -2], [2, 2]]
    kind, points = rotatedRectangleIntersection(crate, ((4, 4), (4, 4), 0))
    assert (kind, np.asarray(points).tolist()) == (INTERSECT_PARTIAL, [[2, 2]])
    kind, points = rotatedRectangleIntersection(crate, crate)
    assert (kind, len(np.asarray(points))) == (INTERSECT_FULL, 4)
    kind, points = rotatedRectangleIntersection(((1, 0), (2, 4), 0), crate)  # within, and touching
    assert (kind, np.asarray(points)[:, 0].min()) == (INTERSECT_FULL, 0)


def test_rectangles_touch_at_quarter_turns() -> None:
    first, second = ((-4, -3), (10, 8), -90.0), ((3, 0), (8, 6), -90.0)
    kind, points = rotatedRectangleIntersection(first, second)
    assert (kind, sorted(np.asarray(points).tolist())) == (INTERSECT_PARTIAL, [[0, -4], [0, 2]])
    found = set()
    for a, b in rectangles(seed=1):
        kind, _ = rotatedRectangleIntersection(
            *(((r.x, r.y), (r.width, r.height), r.degrees) for r in (a, b))
        )
        assert (kind != INTERSECT_NONE) == (gap(a, b) <= 0), (a, b)
        assert kind == INTERSECT_PARTIAL or gap(a, b) != 0, (a, b)
        found.add(kind)
    assert found == {INTERSECT_NONE, INTERSECT_PARTIAL, INTERSECT_FULL}


def test_errors_of_rectangles() -> None:
    crate = (0, 0), (4, 4), 0
    for wrong in (3, (0, 0, 4, 4, 0), ((0, 0), (4, 4)), ((0, 0), (4, "a"), 0)):
        with pytest.raises(TypeError, match="rect2 must be"):
            rotatedRectangleIntersection(crate, wrong)
    with pytest.raises(ValueError, match="rect1 must have finite numbers"):
        rotatedRectangleIntersection(((0, math.nan), (4, 4), 0), crate)


# Evaluators -----------------------------------------------------------------------------


def words(random: Random, count: int) -> Array:
    """Return quadrilaterals of words; some are not convex."""
    center, half = random.uniform(0, 300, (count, 1, 2)), random.uniform(4, 30, (count, 1, 2))
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    found: Array = center + signs * half + random.normal(0, 2, (count, 4, 2))
    found[::9, 2] = found[::9].mean(axis=1) + 1.0
    return found


def by_shapely(truths: Any, detections: Any) -> Array:
    """Return what evaluators compute in two loops."""
    matrix = np.zeros((len(truths), len(detections)))
    for i, truth in enumerate(map(shapely.Polygon, truths)):
        for j, found in enumerate(map(shapely.Polygon, detections)):
            matrix[i, j] = truth.intersection(found).area / truth.union(found).area
    return matrix


@pytest.mark.parametrize("convex", [True, False])
def test_the_matrix_is_that_of_two_loops(convex: bool) -> None:
    random = np.random.default_rng(5)
    truths, detections = words(random, 40), words(random, 30)
    if convex:
        truths, detections = (
            some[shapely.area(shapely.convex_hull(shapely.polygons(some))) <= areas * (1 + 1e-12)]
            for some in (truths, detections)
            for areas in [shapely.area(shapely.polygons(some))]
        )
    expected = by_shapely(truths, detections)
    assert np.count_nonzero(expected) > 20
    for form in (np.asarray, list, np.ndarray.tolist):
        matrix = polygon_iou_matrix(form(truths), form(detections))
        assert np.allclose(matrix, expected, rtol=0, atol=1e-12)
    assert polygon_iou(truths[0], detections[0]) == matrix[0, 0]
    i, j = np.argwhere(matrix)[0].tolist()
    assert polygon_iou(truths[i], detections[j].tolist()) == matrix[i, j] > 0.0


def test_polygons_of_several_numbers_of_vertices() -> None:
    truths = [[(0, 0), (6, 0), (6, 2), (0, 2)], [(0, 0), (6, 0), (3, 9)]]
    curved = [(0, 0), (6, 0), (6, 2), (4, 2), (3, 1), (2, 2), (0, 2)]
    matrix = polygon_iou_matrix(truths, [curved])
    assert np.allclose(matrix, by_shapely(truths, [curved]), rtol=0, atol=1e-12)
    assert polygon_iou_matrix([], truths).shape == (0, 2)
    assert polygon_iou_matrix(np.empty((0, 4, 2)), []).shape == (0, 0)
    assert polygon_iou(curved, curved) == 1.0


def test_invalid_polygons_are_named() -> None:
    crossed = [(0, 0), (4, 4), (4, 0), (0, 4)]
    for wrong in (crossed, [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, math.inf), (2, 0)]):
        assert not shapely.Polygon(wrong).is_valid
        with pytest.raises(ValueError, match=r"^a: "):
            polygon_iou(wrong, SQUARE)
        with pytest.raises(ValueError, match=r"^detections\[1\]: "):
            polygon_iou_matrix([SQUARE], [SQUARE, wrong])
