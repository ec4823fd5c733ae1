"""IoU of all pairs, suppression, and the arrays that detectors write."""

from __future__ import annotations

import math
import random
import runpy
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import lattice
import numpy as np
import numpy.typing as npt
import pytest
import shapely
from lattice import KINDS
from quarter_turns import gap, rectangles

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray, ShapeIndex

Floats = npt.NDArray[np.float64]


def heaps(seed: int, count: int = 400) -> tuple[ShapeArray, Floats]:
    """Return rotated boxes, about ten on each object, and scores, some of them equal."""
    random = np.random.default_rng(seed)
    objects = random.uniform(0, 300, (count // 10, 2))
    of = random.integers(0, len(objects), count)
    sides = random.uniform(10, 60, (len(objects), 2))[of] * random.normal(1, 0.05, (count, 2))
    angles = random.uniform(-4, 4, len(objects))[of] + random.normal(0, 0.05, count)
    places = objects[of] + random.normal(0, 2, (count, 2))
    boxes = ShapeArray.boxes(sides[:, 0], sides[:, 1], places, angles)
    return boxes, random.uniform(0, 1, count).round(2)


def one_by_one(
    shapes: ShapeArray, scores: Floats, threshold: float, classes: npt.NDArray[np.intp]
) -> list[int]:
    """Suppress in the order of the definition."""
    kept: list[int] = []
    for row in sorted(range(len(shapes)), key=lambda row: (-scores[row], row)):
        alike = [other for other in kept if classes[other] == classes[row]]
        if not (sepax.iou(shapes[row], shapes[alike]) > threshold).any():
            kept.append(row)
    return kept


@pytest.mark.parametrize("threshold", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_nms_keeps_what_the_definition_keeps(threshold: float) -> None:
    shapes, scores = heaps(1)
    alike = np.zeros(len(shapes), np.intp)
    kept = sepax.nms(shapes, scores, threshold)
    assert kept.dtype == np.intp
    assert kept.tolist() == one_by_one(shapes, scores, threshold, alike)
    assert sepax.nms(ShapeIndex(shapes), scores, threshold).tolist() == kept.tolist()
    assert sepax.nms(list(shapes), scores.tolist(), threshold).tolist() == kept.tolist()
    classes = np.arange(len(shapes)) % 3
    expected = one_by_one(shapes, scores, threshold, classes)
    assert sepax.nms(shapes, scores, threshold, classes=classes).tolist() == expected
    for most in (0, 1, 7, 10**6):
        some = sepax.nms(shapes, scores, threshold, classes=classes, max_keep=most)
        assert some.tolist() == expected[:most]


def test_nms_keeps_what_shapely_keeps() -> None:
    shapes, scores = heaps(2)
    geometries = shapes.to_shapely()
    kept: list[int] = []
    for row in np.argsort(-scores, kind="stable"):
        others = geometries[kept]
        shared = shapely.area(shapely.intersection(geometries[row], others))
        union = shapely.area(geometries[row]) + shapely.area(others) - shared
        if not (shared / union > 0.5).any():
            kept.append(int(row))
    assert sepax.nms(shapes, scores, 0.5).tolist() == kept


def test_nms_of_equal_scores_and_shapes() -> None:
    same = ShapeArray.boxes(2, [1, 1, 1], angles=0.3)
    assert sepax.nms(same, [1, 1, 1], 0.9).tolist() == [0]
    assert sepax.nms(same, [1, 2, 2], 0.9).tolist() == [1]
    assert sepax.nms(same, [1, 2, 3], 1.0).tolist() == [2, 1, 0]  # none is above 1
    assert sepax.nms(same, [-math.inf, math.inf, 0], 0.5).tolist() == [1]
    mixed = [Circle((0, 0), 1), Polygon.box(2, 2), sepax.Point((0, 0))]
    assert sepax.nms(mixed, [1, 3, 2], 0.5).tolist() == [1, 2]
    assert sepax.nms([], [], 0.5).tolist() == []


def test_nms_of_a_row_in_which_each_suppresses_the_next() -> None:
    row = ShapeArray.boxes(4, 1, np.column_stack((np.arange(999.0), np.zeros(999))))
    assert sepax.nms(row, -np.arange(999), 0.5).tolist() == list(range(0, 999, 2))


def lattice_heap(seed: int, count: int) -> list[sepax.Shape]:
    """Return shapes on a lattice of quarters, many of them equal, flush or tangent."""
    source = random.Random(seed)
    return [lattice.figure(source, kind).shape() for kind in source.choices([*KINDS], k=count)]


CROWDS: dict[str, Callable[[], ShapeArray]] = {
    "boxes": lambda: heaps(11, 1500)[0],
    "one heap": lambda: ShapeArray.boxes(4, 2, np.random.default_rng(12).normal(0, 0.4, (1500, 2))),
    "circles": lambda: ShapeArray.circles(np.random.default_rng(13).uniform(0, 9, (900, 2)), 1),
    "polygons": lambda: ShapeArray.regular(
        5, 1, np.random.default_rng(14).uniform(0, 9, (900, 2)), np.arange(900.0)
    ),
    "all kinds": lambda: ShapeArray.from_shapes(lattice_heap(15, 500)),
    "few": lambda: ShapeArray.boxes(4, 2, [(0, 0), (0.5, 0), (1, 0), (9, 0)]),
}


@pytest.mark.parametrize("name", CROWDS)
def test_nms_of_crowds(name: str) -> None:
    shapes, source = CROWDS[name](), np.random.default_rng(16)
    scores = source.integers(0, 50, len(shapes)) / 8
    for classes in (
        np.zeros(len(shapes), np.intp),
        source.integers(0, 3, len(shapes)) * 2**61 - 2**62,
        source.integers(0, len(shapes), len(shapes)) - 7,
    ):
        for threshold in (0.0, 0.4, 0.95):
            expected = one_by_one(shapes, scores, threshold, classes)
            kept = sepax.nms(shapes, scores, threshold, classes=classes)
            assert kept.tolist() == expected
            some = sepax.nms(shapes, scores, threshold, classes=classes, max_keep=5)
            assert some.tolist() == expected[:5]


@pytest.mark.thread_unsafe(reason="memory is counted for all threads")
def test_nms_takes_memory_in_proportion_to_the_rows() -> None:
    """Also where all pairs are near: their number is never what counts."""
    count = 4000
    same = ShapeArray.boxes(4, 2, np.zeros((count, 2)))
    alike = ShapeArray.boxes(4, 2, np.random.default_rng(17).normal(0, 0.1, (count, 2)))
    scores, classes = np.arange(count) / count, np.arange(count) % 3
    for shapes, threshold, kept in ((same, 0.5, 1), (same, 1.0, count), (alike, 1 - 1e-9, count)):
        for kinds in (None, classes):
            tracemalloc.start()
            number = len(sepax.nms(shapes, scores, threshold, classes=kinds))
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert peak < 300 * count, (threshold, peak)
            assert number == (3 if kept == 1 and kinds is not None else kept)


def test_nms_keeps_shapes_whose_iou_is_exactly_the_threshold() -> None:
    places = [(k / 8, 0) for k in range(12)]
    for shapes in (ShapeArray.boxes(4, 2, places, 0.3), ShapeArray.regular(5, 2, places)):
        for count in (2, 12):  # one pair, and several at once
            some, classes = shapes[:count], np.zeros(count, np.intp)
            for other in (1, count - 1):
                threshold = float(sepax.iou(some[0], some[other]))
                expected = one_by_one(some, -np.arange(12.0), threshold, classes)
                assert sepax.nms(some, -np.arange(count), threshold).tolist() == expected


def test_nms_orders_zeros_and_infinities() -> None:
    apart = ShapeArray.boxes(1, 1, [(3 * k, 0) for k in range(6)])
    scores = [0.0, -0.0, -math.inf, 0.0, math.inf, 5e-324]
    assert sepax.nms(apart, scores, 0.5).tolist() == [4, 5, 0, 1, 3, 2]
    assert sepax.nms(apart, [3, 1, 2, 3, 1, 2], 0.5).tolist() == [0, 3, 2, 5, 1, 4]
    assert sepax.nms(apart, range(6), 0.5, classes=[2**63 - 1, -(2**63)] * 3).tolist() == [
        5, 4, 3, 2, 1, 0,
    ]  # fmt: skip


def test_nms_of_a_row_that_comes_late_in_a_chain() -> None:
    """What is suppressed before its turn suppresses nothing, whatever the order of the rows."""
    source = np.random.default_rng(18)
    for _ in range(20):
        place = source.permutation(60)
        row = ShapeArray.boxes(4, 1, np.column_stack((place, np.zeros(60))))
        kept = sepax.nms(row, -place, 0.5)
        assert place[kept].tolist() == list(range(0, 60, 2))


def test_nms_of_crowded_compounds() -> None:
    source = np.random.default_rng(19)
    ell = [Polygon.box(2, 1), Polygon.box(1, 2, position=(-0.5, 0.5))]
    mixed: list[Any] = []
    for k, (x, y) in enumerate((source.integers(0, 12, (60, 2)) / 4).tolist()):
        mixed.append(Polygon.box(2, 1, position=(x, y)) if k % 3 else Compound(ell))
        mixed[-1].move(0 if k % 3 else x, 0 if k % 3 else y)
    scores, classes = source.integers(0, 9, 60), source.integers(0, 2, 60)
    shares = sepax.iou_matrix(mixed, mixed)
    for threshold in (0.0, 0.3, 0.8, 1.0):
        for of in (np.zeros(60, np.intp), classes):
            kept: list[int] = []
            for row in np.argsort(-scores, kind="stable").tolist():
                if not any(shares[row, k] > threshold and of[row] == of[k] for k in kept):
                    kept.append(row)
            assert sepax.nms(mixed, scores, threshold, classes=of).tolist() == kept
            assert sepax.nms(mixed, scores, threshold, classes=of, max_keep=3).tolist() == kept[:3]


def test_the_matrix_has_the_bits_of_iou() -> None:
    (a, _), (b, _) = heaps(3), heaps(4, 150)
    matrix = sepax.iou_matrix(a, b)
    assert matrix.shape == (400, 150)
    for row in range(0, 400, 7):
        assert matrix[row].tolist() == sepax.iou(a[row], b).tolist()
    assert (sepax.iou_matrix(b, ShapeIndex(a), workers=2) == matrix.T).all()
    for threshold in (0.0, 0.3, 1.0):
        above = np.where(matrix > threshold, matrix, 0.0)
        assert (sepax.iou_matrix(a, b, threshold) == above).all()
        pairs, shares = sepax.iou_matrix(a, b, threshold, sparse=True)
        assert (pairs == np.argwhere(above)).all()
        assert (shares == above[above > 0.0]).all()
    assert sepax.iou_matrix([], b).shape == (0, 150)


def matched(
    found: ShapeArray, truths: ShapeArray, threshold: float, alike: Callable[[int, int], bool]
) -> list[int]:
    """Match in the order of the definition."""
    free, hits = set(range(len(truths))), []
    for row, shape in enumerate(found):
        shares = {k: sepax.iou(shape, truth) for k, truth in enumerate(truths) if alike(row, k)}
        best = max(shares, key=lambda k: (shares[k], -k), default=-1)
        hit = best in free and shares[best] > threshold
        hits.append(best if hit else -1)
        free -= {best} if hit else set()
    return hits


@pytest.mark.parametrize("threshold", [0.0, 0.5, 0.75, 1.0])
def test_match_is_the_definition(threshold: float) -> None:
    (shapes, scores), (others, _) = heaps(5, 200), heaps(5, 200)
    found, truths = shapes[np.argsort(-scores, kind="stable")], others[::7]
    hits = sepax.match(found, truths, threshold)
    assert hits.dtype == np.intp
    assert hits.tolist() == matched(found, truths, threshold, lambda _, __: True)
    assert (hits >= 0).any() == (threshold < 1.0)
    kinds, of_truths = np.arange(len(found)) % 3, np.arange(len(truths)) % 3
    hits = sepax.match(list(found), ShapeIndex(truths), threshold, classes=(kinds, of_truths))
    expected = matched(found, truths, threshold, lambda i, k: bool(kinds[i] == of_truths[k]))
    assert hits.tolist() == expected


LARGE = 2**53  # above, floats leave integers out
CLASSES: dict[str, Any] = {
    "floats": np.array([LARGE, 2.0**63, 0.5, -LARGE, math.inf, 2.0]),
    "float32": np.array([LARGE, 2.0**63, 0.5, -LARGE, 0.1, 2.0], np.float32),
    "long doubles": np.add([LARGE, 2.0**63, 0.5, LARGE, 1, 2], [0, 1, 0, 1, 0, 0], dtype="g"),
    "integers": np.array([LARGE + 1, LARGE, -LARGE - 1, 2**63 - 1, -(2**63), 2]),
    "unsigned": np.array([LARGE + 1, LARGE, 2**63, 2**63 + 1, 2**64 - 1, 2], np.uint64),
    "mixed": [LARGE + 1, LARGE, float(LARGE), 0.5, 2**64 - 1, 2**64],
    "mixed scalars": [np.int64(LARGE + 1), np.float64(LARGE), LARGE, 0.5, np.uint64(2**63), 2],
    "objects": np.array([0.0, 1.0, 0.0, 2, LARGE - 1, np.float32(0.5)], object),
    "large objects": np.array([2**70, 2.0**70, 2**70 + 1, -(2**70), 0.5, 2], object),
    "small": [2, 2.0, 0.5, 1, -0.0, 0],
    "floats at the limit": np.full(6, 2.0**53),
    "integers beyond it": np.full(6, LARGE + 1),
    "floats at the other limit": np.full(6, -(2.0**53)),
    "integers beyond that": np.full(6, -LARGE - 1),
}


def values_of(classes: Any) -> list[Fraction | float]:
    """Return what they are, exactly."""
    items = np.asarray(classes, object)
    return [
        item if item == math.inf else Fraction(*item.as_integer_ratio())
        for item in (int(item) if isinstance(item, np.integer) else item for item in items)
    ]


@pytest.mark.parametrize("name", CLASSES)
def test_classes_are_compared_by_their_values(name: str) -> None:
    same = ShapeArray.boxes(2, [1] * 6)
    own = values_of(CLASSES[name])
    kept = sepax.nms(same, [6, 5, 4, 3, 2, 1], 0.5, classes=CLASSES[name])
    assert kept.tolist() == [row for row in range(6) if own[row] not in own[:row]]
    for other in CLASSES.values():
        values = values_of(other)
        hits = sepax.match(same, same, 0.5, classes=(CLASSES[name], other))
        expected = matched(same, same, 0.5, lambda i, k, of=values: bool(own[i] == of[k]))  # type: ignore[misc]
        assert hits.tolist() == expected


def test_match_of_equal_shapes_and_none() -> None:
    same = ShapeArray.boxes(2, [1, 1, 1])
    assert sepax.match(same, same, 0.5).tolist() == [0, -1, -1]  # of equal truths the first counts
    assert sepax.match(same, same, 0.5, classes=([5, 6, 6], [6, 5, 5])).tolist() == [1, 0, -1]
    assert sepax.match(same, same, 1.0).tolist() == [-1, -1, -1]
    assert sepax.match(same, [], 0.5).tolist() == [-1, -1, -1]
    assert sepax.match([], same, 0.5, classes=([], [1, 2, 3])).tolist() == []
    assert sepax.match(same[0], same[1], 0.5).tolist() == [0]
    pair = sepax.Compound([Polygon.box(2, 2), Polygon.box(2, 2, position=(2, 0))])
    wide = Polygon.box(4, 2, position=(1, 0))
    assert sepax.match([Polygon.box(2, 2), pair], [wide], 0.6).tolist() == [-1, 0]


# --- formats ----------------------------------------------------------------------


def test_formats_of_rotated_boxes() -> None:
    rows = np.array([(5.0, -3.0, 4.0, 2.0, 0.3), (0.0, 1.0, 1.0, 7.0, -2.0)])
    degrees = rows * (1, 1, 1, 1, 180 / math.pi)
    expected = ShapeArray.boxes(rows[:, 2], rows[:, 3], rows[:, :2], rows[:, 4])
    for name in ("xywhr", "le90", "le135", "oc"):
        assert (ShapeArray.from_rotated_boxes(rows, name).vertices == expected.vertices).all()
    for name, array in {
        "xywhd": degrees,
        "xywh-r": rows * (1, 1, 1, 1, -1),
        "xywh-d": degrees * (1, 1, 1, 1, -1),
    }.items():
        read = ShapeArray.from_rotated_boxes(array, name)
        assert np.allclose(read.vertices, expected.vertices, atol=1e-14)
    assert len(ShapeArray.from_rotated_boxes([])) == 0


def test_the_picture_of_the_formats_is_what_its_script_draws() -> None:
    images = Path(__file__).parents[2] / "docs" / "images"
    drawn: str = runpy.run_path(str(images / "rotated_boxes.py"))["picture"]()
    assert (images / "rotated_boxes.svg").read_text(encoding="utf-8") == drawn + "\n"


def test_the_way_that_angles_turn() -> None:
    """The far end of the width, by the words of the docstring; y is the second coordinate."""
    lower, upper = (math.sqrt(3), 1.0), (math.sqrt(3), -1.0)  # as an image shows them
    for name, angle, end in [
        ("xywhd", 30, lower),
        ("xywhr", math.pi / 6, lower),
        ("le90", math.pi / 6, lower),
        ("xywh-d", 30, upper),
        ("xywh-r", math.pi / 6, upper),
    ]:
        box = ShapeArray.from_rotated_boxes([(0, 0, 4, 2, angle)], name)[0]
        assert (box.vertices[1] + box.vertices[2]) / 2 == pytest.approx(end, abs=1e-14)


@pytest.mark.parametrize("name", ["xywhd", "xywh-d"])
def test_quarter_turns_of_rotated_boxes_are_exact(name: str) -> None:
    firsts, seconds = zip(*rectangles(seed=2), strict=True)
    gaps = np.array([gap(a, b) for a, b in zip(firsts, seconds, strict=True)])
    a, b = (ShapeArray.from_rotated_boxes(rows, name) for rows in (firsts, seconds))
    assert (gaps == 0).sum() > 50
    assert (sepax.intersects(a, b) == (gaps <= 0)).all()
    assert (sepax.intersects(a, b, touching=False) == (gaps < 0)).all()
    assert (np.abs(a.angles) <= 2 * math.pi).all()
    hulls = ShapeArray.from_rotated_boxes([*firsts, (0, 0, 0, 4, 0)], name, invalid="hull")
    assert hulls[:-1].vertices.tolist() == a.vertices.tolist()


def test_other_degrees_keep_their_digits() -> None:
    degrees = np.array([30.0, -725.5, 359.99999999999994, 1e6 + 0.25])
    rows = np.column_stack([np.tile((0.0, 0.0, 4.0, 2.0), (4, 1)), degrees])
    expected = np.array([math.radians(angle) for angle in degrees])
    for name, sign in (("xywhd", 1.0), ("xywh-d", -1.0)):
        found = ShapeArray.from_rotated_boxes(rows, name).angles
        assert found.tolist() == (sign * expected).tolist()


DENTED = [(0, 0), (4, 0), (1, 0.9), (0, 4)]
CROSSED = [(0, 0), (1, 1), (1, 0), (0, 1)]
GOOD = [(0, 0), (0, 1), (2, 1), (2, 0)]  # clockwise
TRIANGLE = [(0, 0), (1, 0), (1, 0), (0, 1)]
LINE = [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_quads() -> None:
    quads = np.array([GOOD, DENTED, TRIANGLE, CROSSED], float)
    for array in (quads, quads.reshape(-1, 8), quads.tolist()):
        with pytest.raises(ValueError, match="shape 1"):
            ShapeArray.from_quads(array)
        hulls = ShapeArray.from_quads(array, invalid="hull")
        assert hulls.areas.tolist() == [2.0, 8.0, 0.5, 1.0]
        some, kept = ShapeArray.from_quads(array, invalid="skip")
        assert kept.tolist() == [True, False, True, False]
        assert some.areas.tolist() == [2.0, 0.5]
        fine = ShapeArray.from_quads(quads[[0, 2]])
        assert (some.vertices == fine.vertices).all()
    collapsed = ShapeArray.from_quads([GOOD, LINE, [(3, 4)] * 4, [(0, 0)] * 4], invalid="hull")
    assert [type(shape) for shape in collapsed] == [Polygon, Segment, Point, Point]
    assert collapsed[1].vertices.tolist() == [[0, 0], [3, 3]]
    assert [collapsed[row].position for row in (2, 3)] == [(3, 4), (0, 0)]
    assert sepax.nms(collapsed, [4, 3, 2, 1], 0.5).tolist() == [0, 1, 2, 3]
    lost: list[Any] = [GOOD, LINE, [(0, 0), (1, 0), (math.nan, 1), (0, 1)]]
    some, kept = ShapeArray.from_quads(lost, "skip")
    assert (len(some), kept.tolist()) == (1, [True, False, False])
    with pytest.raises(ValueError, match="shape 2: point 2 is not finite"):
        ShapeArray.from_quads([GOOD, GOOD, lost[2]], "hull")
    assert len(ShapeArray.from_quads([])) == 0
    assert len(ShapeArray.from_quads([LINE, LINE], "skip")[0]) == 0


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_only_invalid_rows_become_hulls(share: float) -> None:
    random = np.random.default_rng(9)
    turns = np.sort(random.uniform(0.0, 6.3, (300, 4)), axis=1)
    quads = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    crossed = random.random(300) < share
    quads[crossed] = quads[crossed][:, [0, 2, 1, 3]]
    quads[crossed, 0] *= random.choice([1.0, 0.1, -0.5], (crossed.sum(), 1))
    valid = np.array([is_valid(quad) for quad in quads])
    assert share < 1.0 or not valid.all()
    hulls = ShapeArray.from_quads(quads, invalid="hull")
    some, kept = ShapeArray.from_quads(quads, invalid="skip")
    assert (kept == valid).all()
    assert len(some) == valid.sum()
    for quad, shape, fine in zip(quads, hulls, valid, strict=True):
        assert shape.same_as(Polygon(quad) if fine else Polygon.hull(quad))
    clouds = ShapeArray.hulls(quads)
    assert all(one.same_as(Polygon.hull(quad)) for one, quad in zip(clouds, quads, strict=True))


def is_valid(quad: Any) -> bool:
    try:
        Polygon(quad)
    except ValueError:
        return False
    return True


def test_polygons_with_some_invalid() -> None:
    vertices = [*GOOD, *DENTED, (0, 0), (1, 0), (0, 1)]
    places = [(0, 0), (5, 5), (9, 9)]
    hulls = ShapeArray.polygons(vertices, [0, 4, 8, 11], places, [0, 1, 2], invalid="hull")
    assert hulls.areas == pytest.approx([2.0, 8.0, 0.5])
    assert hulls.angles.tolist() == [0, 1, 2]
    some, kept = ShapeArray.polygons(
        vertices, [0, 4, 8, 11], places, [0, 1, 2], radii=[1, 2, 3], invalid="skip"
    )
    assert kept.tolist() == [True, False, True]
    assert some.positions.tolist() == [[0, 0], [9, 9]]
    assert some.radii.tolist() == [1, 3]
    assert some.angles.tolist() == [0, 2]
    for invalid in ("raise", "hull", "skip"):
        for options in ({"positions": places}, {"angles": [0, 1]}, {"radii": [0, 1]}):
            with pytest.raises(ValueError, match=r"must be one for all or 1, got [23]"):
                ShapeArray.polygons([LINE], invalid=invalid, **options)
    with pytest.raises(ValueError, match="shape 0"):  # a pose is not what may be skipped
        ShapeArray.polygons([GOOD], positions=(math.nan, 0), invalid="skip")


@pytest.mark.parametrize("angle", [0.0, 0.5, math.pi / 2, -3.0])
def test_what_collapses_has_its_pose_and_radius(angle: float) -> None:
    """Against the points of a triangle in the same pose, which holds them."""
    place, local = (1000.25, -7.0), [(3.0, 1.0), (3.5, 2.0), (1.0, 4.0)]
    quads = [[local[0]] * 4, [local[0], local[1], local[0], local[1]], [*local, local[0]]]
    array = ShapeArray.polygons(quads, None, place, angle, radii=[0.0, 2, 0], invalid="hull")
    held = Polygon(local, position=place, angle=angle)
    assert [type(shape) for shape in array] == [Point, Capsule, Polygon]
    assert array[0].vertices == pytest.approx(held.vertices[:1], abs=1e-12)
    ends = array[1].vertices
    assert ends == pytest.approx(held.vertices[:2], abs=1e-12)
    assert array.radii.tolist() == [0, 2, 0]
    assert array.angles.tolist() == [angle] * 3
    one = ShapeArray.polygons(quads[:1], None, place, angle, radii=3, invalid="hull")[0]
    assert (type(one), one.radius) == (Circle, 3)


ROWS = [(5, 5, 4, 2, 30), (1, 2, 0, 3, 90), (1, 2, 0, 0, 10), (9, 9, 1, 2, 400), (0, 0, -2, 1, 0)]


def test_rotated_boxes_with_some_invalid() -> None:
    with pytest.raises(ValueError, match=r"^shape 1: width and height"):
        ShapeArray.from_rotated_boxes(ROWS, "xywhd")
    some, kept = ShapeArray.from_rotated_boxes(ROWS, "xywhd", invalid="skip")
    assert kept.tolist() == [True, False, False, True, False]
    fine = ShapeArray.from_rotated_boxes([ROWS[0], ROWS[3]], "xywhd", invalid="hull")
    assert fine.nbytes == some.nbytes == ShapeArray.boxes(1, [1, 1]).nbytes
    assert (some.vertices == fine.vertices).all()
    hulls = ShapeArray.from_rotated_boxes(ROWS, "xywhd", invalid="hull")
    assert [type(shape) for shape in hulls] == [Polygon, Segment, Point, Polygon, Polygon]
    assert hulls[0].same_as(fine[0])
    assert hulls[3].same_as(fine[1])
    assert hulls[1].vertices == pytest.approx(np.array([(2.5, 2), (-0.5, 2)]), abs=1e-14)
    assert hulls[2].position == (1.0, 2.0)
    assert hulls.areas == pytest.approx([8, 0, 0, 2, 2])
    lost = [*ROWS[:2], (math.nan, 0, 1, 1, 0), (0, 0, 1, math.inf, 0), (0, 0, 1, 1, math.nan)]
    some, kept = ShapeArray.from_rotated_boxes(lost, "xywhd", invalid="skip")
    assert (len(some), kept.tolist()) == (1, [True, False, False, False, False])
    for bad in lost[2:]:
        with pytest.raises(ValueError, match=r"shape 1"):
            ShapeArray.from_rotated_boxes([ROWS[0], bad], "xywhd", invalid="hull")
    given = np.array(ROWS, float)
    ShapeArray.from_rotated_boxes(given, "xywhd", invalid="hull")
    assert (given == ROWS).all()
    empty, kept = ShapeArray.from_rotated_boxes([], invalid="skip")
    assert (len(empty), len(kept)) == (0, 0)


def test_degrees_without_a_format_are_refused() -> None:
    with pytest.raises(ValueError, match=r'^shape 1: .*30\.0 .*full turn.*"xywhd".*"xywhr"'):
        ShapeArray.from_rotated_boxes([(0, 0, 2, 1, 0.5), (0, 0, 2, 1, 30)])
    said = ShapeArray.from_rotated_boxes([(0, 0, 2, 1, 30)], "xywhr")
    assert said[0].same_as(Polygon.box(2, 1, angle=30.0))
    turns = np.array([2 * math.pi, -2 * math.pi, 6.0, 0.0])
    for angles in (turns, turns.astype(np.float32)):
        rows = np.column_stack((np.ones((4, 4)), angles))
        assert ShapeArray.from_rotated_boxes(rows).angles.tolist() == angles.tolist()


def geometries() -> list[Any]:
    """One of each: whether it is taken, and what its hull is."""
    square = shapely.box(0, 0, 2, 2)
    return [
        square,
        shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)]),
        square.difference(shapely.box(0.5, 0.5, 1, 1)),
        shapely.MultiPolygon([square, shapely.box(3, 3, 4, 4)]),
        shapely.LineString([(0, 0), (1, 1), (2, 5)]),
        shapely.LineString([(0, 0), (1, 1)]),
        shapely.LineString([(0, 0), (1, 1), (3, 3)]),
        shapely.Point(7, 8),
        shapely.MultiPoint([(7, 8), (7, 8)]),
        shapely.Polygon([(0, 0), (1, 1), (2, 2)]),
    ]


def test_shapely_with_some_invalid() -> None:
    given = geometries()
    with pytest.raises(ValueError, match=r'shape 2 .*invalid="hull".*Compound\.from_shapely'):
        ShapeArray.from_shapely([*given[:1], given[5], given[2]])
    with pytest.raises(ValueError, match=r"shape 4 .*LINESTRING .*CompoundArray\.from_shapely"):
        ShapeArray.from_shapely(given, invalid="hull")
    given[4] = given[0]
    hulls = ShapeArray.from_shapely(given, invalid="hull")
    assert len(hulls) == len(given)
    for made, geometry in zip(hulls.to_shapely(), given, strict=True):
        assert made.equals(shapely.convex_hull(geometry)), geometry
    assert hulls[7].position == hulls[8].position == (7.0, 8.0)
    lost = [*given, None, shapely.Polygon(), shapely.Point()]
    some, kept = ShapeArray.from_shapely(lost, invalid="skip")
    assert np.flatnonzero(kept).tolist() == [0, 4, 5, 7]
    fine = ShapeArray.from_shapely([given[row] for row in (0, 4, 5, 7)])
    assert (some.vertices == fine.vertices).all()
    assert (some.positions == fine.positions).all()
    for row in (10, 11, 12):
        with pytest.raises(ValueError, match=r"shape 1: a hull needs at least 1 .*, got 0"):
            ShapeArray.from_shapely([given[0], lost[row]], invalid="hull")
        with pytest.raises(ValueError, match="shape 1"):
            ShapeArray.from_shapely([given[0], lost[row]])
    for invalid in ("raise", "hull", "skip"):
        with pytest.raises(TypeError, match="shape 1 must be one of shapely's, got str"):
            ShapeArray.from_shapely([given[0], "POINT (0 0)"], invalid=invalid)
    with pytest.raises(ValueError, match="invalid must be one of"):
        ShapeArray.from_shapely(given, invalid="drop")  # type: ignore[call-overload]
    assert len(ShapeArray.from_shapely([], invalid="hull")) == 0
    assert len(ShapeArray.from_shapely([], invalid="skip")[0]) == 0


def test_hulls() -> None:
    random = np.random.default_rng(5)
    sizes = random.integers(3, 40, 50)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    points = random.normal(size=(offsets[-1], 2))
    array = ShapeArray.hulls(points, offsets)
    for row, shape in enumerate(array):
        one = Polygon.hull(points[offsets[row] : offsets[row + 1]])
        assert (shape.vertices == one.vertices).all()
    assert len(ShapeArray.hulls(np.empty((0, 2)), [0])) == 0
    assert len(ShapeArray.hulls(random.normal(size=(7, 9, 2)))) == 7
    with pytest.raises(ValueError, match=r"^shape 1: point 3 is beyond 2\*\*240"):
        ShapeArray.hulls([(0, 0), (1, 0), (0, 1), (0, 0), (1, 0), (0, 1), (1e99, 1)], [0, 3, 7])
    with pytest.raises(ValueError, match=r"^shape 0: a hull needs at least 3 .*, got 1"):
        ShapeArray.hulls([[(0, 0), (0, 0), (0, 0)]])


BOX = ShapeArray.boxes(1, [1, 1])
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "scores: too few": (lambda: sepax.nms(BOX, [1], 0.5), ValueError, "scores must be one for"),
    "scores: a number": (lambda: sepax.nms(BOX[:1], 1, 0.5), ValueError, "scores must be one for"),
    "scores: NaN": (lambda: sepax.nms(BOX, [1, math.nan], 0.5), ValueError, r"scores\[1\]"),
    "scores: text": (lambda: sepax.nms(BOX, ["a", "b"], 0.5), TypeError, "scores"),
    "threshold": (lambda: sepax.nms(BOX, [1, 2], 1.5), ValueError, "from 0 to 1, got 1.5"),
    "threshold: NaN": (lambda: sepax.iou_matrix(BOX, BOX, math.nan), ValueError, "from 0 to 1"),
    "classes: NaN": (
        lambda: sepax.nms(BOX, [1, 2], 0.5, classes=[0.5, math.nan]),
        ValueError,
        r"classes\[1\] must not be NaN",
    ),
    "classes: text": (
        lambda: sepax.nms(BOX, [1, 2], 0.5, classes=["a", "b"]),
        TypeError,
        "classes must be integers",
    ),
    "classes: huge, which NumPy makes floats of": (
        lambda: sepax.nms(BOX, [1, 2], 0.5, classes=[-1, 2**63]),
        ValueError,
        "at most 64 bits",
    ),
    "metric": (
        lambda: sepax.nms(BOX, [1, 2], 0.5, metric="giou"),  # type: ignore[arg-type]
        ValueError,
        'metric must be "iou" or "ios", got \'giou\'',
    ),
    "metric of a matrix": (
        lambda: sepax.iou_matrix(BOX, BOX, metric=None),  # type: ignore[call-overload]
        ValueError,
        "got None",
    ),
    "nms_groups: threshold": (lambda: sepax.nms_groups(BOX, [1, 2], -1), ValueError, "got -1"),
    "classes: too many": (
        lambda: sepax.nms(BOX, [1, 2], 0.5, classes=[0, 1, 2]),
        ValueError,
        "classes must be one for each of 2",
    ),
    "classes: huge": (
        lambda: sepax.nms(BOX, [1, 2], 0.5, classes=[0, 2**70]),
        ValueError,
        "at most 64 bits",
    ),
    "max_keep": (lambda: sepax.nms(BOX, [1, 2], 0.5, max_keep=-1), ValueError, "negative"),
    "match: threshold": (lambda: sepax.match(BOX, BOX, -1), ValueError, "from 0 to 1, got -1"),
    "match: no shape": (
        lambda: sepax.match(BOX, 3, 0.5),  # type: ignore[arg-type]
        TypeError,
        "truths must be a shape",
    ),
    "match: one array of classes": (
        lambda: sepax.match(BOX, BOX, 0.5, classes=[0, 1]),  # type: ignore[arg-type]
        TypeError,
        "classes must be a tuple",
    ),
    "match: too few classes": (
        lambda: sepax.match(BOX, BOX, 0.5, classes=([0, 1], [0])),
        ValueError,
        r"classes\[1\] must be one for each of 2 shapes, got \(1,\)",
    ),
    "match: classes of text": (
        lambda: sepax.match(BOX, BOX, 0.5, classes=(["a", "b"], [0, 1])),
        TypeError,
        r"classes\[0\] must be integers",
    ),
    "no shapes": (lambda: sepax.nms([1, 2], [1, 2], 0.5), TypeError, r"shapes\[0\]"),  # type: ignore[list-item]
    "no shape": (lambda: sepax.iou_matrix(BOX, 3), TypeError, "b must be a shape"),  # type: ignore[call-overload]
    "workers": (lambda: sepax.iou_matrix(BOX, BOX, workers=0), ValueError, "at least 1"),
    "rows of four": (
        lambda: ShapeArray.from_rotated_boxes([(1, 2, 3, 4)]),
        ValueError,
        r"\(n, 5\)",
    ),
    "format": (
        lambda: ShapeArray.from_rotated_boxes([(1, 2, 3, 4, 5)], "xyxyr"),
        ValueError,
        "format must be one of",
    ),
    "a negative width": (
        lambda: ShapeArray.from_rotated_boxes([(0, 0, 1, 1, 0), (1, 2, -3, 4, 5)]),
        ValueError,
        "shape 1",
    ),
    "five corners": (lambda: ShapeArray.from_quads(np.zeros((2, 5, 2))), ValueError, r"\(n, 8\)"),
    "invalid": (
        lambda: ShapeArray.from_quads([GOOD], "drop"),  # type: ignore[call-overload]
        ValueError,
        "invalid must be one of raise, hull, skip",
    ),
    "offsets": (
        lambda: ShapeArray.hulls(GOOD, [0, 3]),
        ValueError,
        "lead from 0 to the number of points, 4",
    ),
    "offsets that decrease": (
        lambda: ShapeArray.polygons(GOOD, [0, 3, 1, 4], invalid="skip"),
        ValueError,
        r"offsets\[2\] must not decrease",
    ),
    "no offsets": (lambda: ShapeArray.hulls(GOOD), ValueError, r"\(n, k, 2\)"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    call, kind, words = REFUSED[name]
    with pytest.raises(kind, match=words):
        call()


def test_pieces_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Very many pairs are taken piece by piece, so that an interrupt is heard between them."""
    random = np.random.default_rng(4)
    shapes = ShapeArray.boxes(1, 2, random.random((60, 2)) * 5, random.random(60))
    scores, classes = random.random(60), random.integers(0, 3, 60)

    def answers() -> list[object]:
        pairs, shares = sepax.iou_matrix(shapes, shapes[::-1], 0.1, sparse=True)
        kept = sepax.nms(shapes, scores, 0.3, classes=classes)
        return [pairs.tolist(), shares.tolist(), kept.tolist()]

    expected = answers()
    monkeypatch.setattr("sepax._base.blocks.PIECE", 7)
    assert answers() == expected
