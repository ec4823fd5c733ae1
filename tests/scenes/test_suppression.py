"""Suppression and matches by their definition, and the matrix of all shares."""

from __future__ import annotations

import math
import random
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import lattice
import numpy as np
import numpy.typing as npt
import pytest
import shapely
from oracle import body, shared_area

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, ShapeArray, ShapeIndex

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
METRICS: tuple[Any, Any] = ("iou", "ios")
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


def lattice_heap(seed: int, count: int) -> list[sepax.Shape]:
    """Return shapes on a lattice of quarters, many of them equal, flush or tangent."""
    source = random.Random(seed)
    return [
        lattice.figure(source, kind).shape() for kind in source.choices([*lattice.KINDS], k=count)
    ]


KINDS: dict[str, Callable[[Random], Any]] = {
    "boxes": boxes,
    "lattice boxes": lattice_boxes,
    "rings": rings,
    "all kinds": all_kinds,
    "lattice shapes": lambda random: ShapeArray(lattice_heap(int(random.integers(99)), 40)),
    "few": lambda _: ShapeArray.boxes(4, 2, [(0, 0), (0.5, 0), (1, 0), (9, 0)]),
    "in eighths": lambda _: ShapeArray.regular(5, 2, [(k / 8, 0) for k in range(12)]),
}
MANY: dict[str, Callable[[Random], ShapeArray]] = {
    "heaps": lambda _: heaps(11, 700)[0],
    "one heap": lambda random: ShapeArray.boxes(4, 2, random.normal(0, 0.4, (300, 2))),
    "circles": lambda random: ShapeArray.circles(random.uniform(0, 9, (400, 2)), 1),
}


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


@pytest.mark.parametrize("kind", [*KINDS, *MANY])
@pytest.mark.parametrize("metric", ["iou", "ios"])
@pytest.mark.parametrize("inclusive", [False, True])
def test_it_is_the_definition(kind: str, metric: Any, inclusive: bool) -> None:
    random, merged = np.random.default_rng(11), 0
    for step in range(3 if kind == "all kinds" or kind in MANY else 8):
        shapes = (KINDS | MANY)[kind](random)
        count = len(shapes)
        scores = random.integers(0, 20, count) / 20
        classes: Any = random.integers(0, 2, count) * 0.5 - 1.25
        if step == 1:
            classes = random.integers(0, 3, count) * 2**61 - 2**62
        elif step == 2:
            classes = random.integers(0, count, count) - 7
        shares = sepax.iou_matrix(shapes, shapes, metric=metric)
        for threshold in (0.0, 0.25, float(random.choice(shares[shares > 0])), 0.95, 1.0):
            kept, owners = defined(shares, scores, threshold, inclusive, classes)
            asked: dict[str, Any] = {"metric": metric, "inclusive": inclusive, "classes": classes}
            found = sepax.nms_groups(shapes, scores, threshold, **asked)
            assert [each.tolist() for each in found] == [kept, owners]
            assert all(each.dtype == np.intp for each in found)
            assert sepax.nms(shapes, scores, threshold, **asked).tolist() == kept
            assert sepax.nms(shapes, scores, threshold, max_keep=4, **asked).tolist() == kept[:4]
            again = ShapeIndex(shapes), list(scores), threshold
            assert sepax.nms(*again, max_keep=10**6, **asked).tolist() == kept
            merged += len(owners) - len(kept)
    assert merged > 15


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
    for kind, metric in product(KINDS.values(), METRICS):
        a, b = kind(random), kind(random)
        matrix = sepax.iou_matrix(a, b, metric=metric)
        for threshold in (0.0, 0.4, 1.0):
            above = np.where(matrix > threshold, matrix, 0.0)
            assert (sepax.iou_matrix(a, b, threshold, metric=metric) == above).all()
            pairs, shares = sepax.iou_matrix(
                ShapeIndex(a), b, threshold, metric=metric, sparse=True, workers=2
            )
            assert (pairs == np.argwhere(above)).all()
            assert (shares == above[above > 0.0]).all()


def test_the_matrix_has_the_bits_of_iou() -> None:
    random = np.random.default_rng(15)
    for kind in KINDS.values():
        a, b = kind(random), kind(random)
        matrix = sepax.iou_matrix(a, b)
        expected = sepax.iou(a, b, pairs=np.argwhere(np.ones(matrix.shape)))
        assert matrix.ravel().tolist() == expected.tolist()
        assert (sepax.iou_matrix(list(b), ShapeIndex(a), workers=2) == matrix.T).all()
    assert sepax.iou_matrix([], b).shape == (0, len(b))
    assert sepax.iou_matrix(a[0], b).shape == (1, len(b))


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


def test_none() -> None:
    for metric in ("iou", "ios"):
        kept, owners = sepax.nms_groups([], [], 0.0, metric=metric, inclusive=True, classes=[])
        assert kept.tolist() == owners.tolist() == []
        assert sepax.iou_matrix([], Point((0, 0)), metric=metric).shape == (0, 1)


# Matches ------------------------------------------------------------------------------------


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
    "large long doubles": np.array([2.0**70, -(2.0**70), 0.5, -math.inf, 1, 2], "g"),
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
        item if abs(item) == math.inf else Fraction(*item.as_integer_ratio())
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


LABELS: dict[str, Callable[[Array], Any]] = {
    "few": lambda images: images,
    "far apart": lambda images: images * 2**58 - 2**62,
    "unsigned": lambda images: images.astype(np.uint64) * 2**60 + 2**53,
    "signed in part": lambda images: [int(image) * 2**61 + 2**53 for image in images],
}


@pytest.mark.parametrize("name", LABELS)
@pytest.mark.parametrize("kind", ["lattice boxes", "boxes", "all kinds", "heaps"])
def test_match_of_groups_is_that_of_each_by_itself(name: str, kind: str) -> None:
    """In any order of rows, with many ties, and with groups that one side alone has."""
    random, label_of, hit = np.random.default_rng(21), LABELS[name], 0
    for images in (1, 4, 7):
        found, truths = ((KINDS | MANY)[kind](random) for _ in range(2))
        own = random.integers(0, images, len(found))
        others = random.integers(1, images + 1, len(truths))
        classes = random.integers(0, 2, len(found)) * 0.5, random.integers(0, 3, len(truths))
        alone: dict[bool, Any] = {True: np.full(len(found), -1), False: np.full(len(found), -1)}
        for image, of_classes in product(range(images + 1), alone):
            rows, of_image = np.flatnonzero(own == image), np.flatnonzero(others == image)
            some, more = ([side[k] for k in at] for side, at in ((found, rows), (truths, of_image)))
            kinds = (classes[0][rows], classes[1][of_image]) if of_classes else None
            hits = sepax.match(some, more, 0.2, classes=kinds)
            alone[of_classes][rows[hits >= 0]] = of_image[hits[hits >= 0]]
        labels: dict[str, Any] = {"groups": label_of(own), "groups_b": label_of(others)}
        for form in (lambda side: side, list, ShapeIndex):
            both = form(found), form(truths), 0.2
            hits = sepax.match(*both, **labels)
            assert hits.dtype == np.intp
            assert hits.tolist() == alone[False].tolist()
            assert sepax.match(*both, classes=classes, **labels).tolist() == alone[True].tolist()
        hit += (alone[True] >= 0).sum()
    assert hit > 5


def test_match_compares_by_the_labels_of_indices() -> None:
    same = ShapeArray.boxes(2, [1, 1, 1])
    found, truths = ShapeIndex(same, [4, -5, 4]), ShapeIndex(same.copy(), [-5, 4, 4])
    assert sepax.match(found, truths, 0.5).tolist() == [1, 0, -1]
    assert sepax.match(found, truths, 0.5, classes=([7] * 3, [8, 8, 7])).tolist() == [2, -1, -1]
    assert sepax.match(found, truths, 0.5, groups_b=[-5, -5, 4]).tolist() == [2, 0, -1]
    labels: Any = {"groups": [1, 1, 2], "groups_b": [2, 0, 1]}
    assert sepax.match(found, truths, 0.5, **labels).tolist() == [2, -1, 0]
    with pytest.raises(ValueError, match="groups_b without groups"):
        sepax.match(same, truths, 0.5)
    with pytest.raises(ValueError, match="groups without groups_b"):
        sepax.match(found, same, 0.5, classes=([7] * 3, [7] * 3))


def test_labels_of_both_kinds_with_classes_are_compared_by_value() -> None:
    """Signed and unsigned ones of the same bits differ, and no two of them round to one."""
    same = ShapeArray.boxes(2, [1] * 4)
    own = np.array([-1, 2**53, 2**63 - 1, -(2**63)])
    others = np.array([2**64 - 1, 2**53 + 1, 2**63 - 1, 2**63], np.uint64)
    for classes in (None, ([0] * 4, [0] * 4), ([0.5] * 4, [0.5] * 4)):
        hits = sepax.match(same, same, 0.5, classes=classes, groups=own, groups_b=others)
        assert hits.tolist() == [-1, -1, 2, -1]


@pytest.mark.thread_unsafe(reason="memory is counted for all threads")
@pytest.mark.parametrize("named", ["groups", "classes", "float classes"])
def test_match_takes_memory_in_proportion_to_the_pairs_of_a_group(named: str) -> None:
    """All shapes of all images are in one place, so that all pairs would be 36 million."""
    images, count = 1500, 6000
    random = np.random.default_rng(22)
    boxes = ShapeArray.boxes(4, 2, random.normal(0, 0.1, (count, 2)))
    image = random.permutation(count) % images
    labels: dict[str, Any] = {"groups": image, "groups_b": image}
    if named != "groups":
        kinds = image if named == "classes" else image + 0.5
        labels = {"classes": (kinds, kinds)}
    tracemalloc.start()
    hits = sepax.match(boxes, boxes, 0.5, **labels)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert hits.tolist() == list(range(count))
    assert peak < 500 * count, peak


def test_match_of_equal_shapes_and_none() -> None:
    same = ShapeArray.boxes(2, [1, 1, 1])
    assert sepax.match(same, same, 0.5).tolist() == [0, -1, -1]  # of equal truths the first counts
    assert sepax.match(same, same, 0.5, classes=([5, 6, 6], [6, 5, 5])).tolist() == [1, 0, -1]
    assert sepax.match(same, same, 1.0).tolist() == [-1, -1, -1]
    assert sepax.match(same, [], 0.5).tolist() == [-1, -1, -1]
    assert sepax.match([], same, 0.5, classes=([], [1, 2, 3])).tolist() == []
    none: Any = {"groups": [], "groups_b": [1, 2, 3]}
    assert sepax.match([], same, 0.5, classes=([], [1, 2, 3]), **none).tolist() == []
    none = {"groups": [1, 2, 3], "groups_b": []}
    assert sepax.match(same, [], 0.5, classes=([1, 2, 3], []), **none).tolist() == [-1, -1, -1]
    assert sepax.match(same[0], same[1], 0.5).tolist() == [0]
    pair = sepax.Compound([Polygon.box(2, 2), Polygon.box(2, 2, position=(2, 0))])
    wide = Polygon.box(4, 2, position=(1, 0))
    assert sepax.match([Polygon.box(2, 2), pair], [wide], 0.6).tolist() == [-1, 0]


# What is refused ----------------------------------------------------------------------------

BOX: Any = ShapeArray.boxes(1, [1, 1])
nms, match, iou_matrix = (getattr(sepax, name) for name in ("nms", "match", "iou_matrix"))
REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: nms(BOX, [1], 0.5), ValueError, "scores must be one for"),
    (lambda: nms(BOX[:1], 1, 0.5), ValueError, "scores must be one for"),
    (lambda: nms(BOX, [1, math.nan], 0.5), ValueError, r"scores\[1\]"),
    (lambda: nms(BOX, ["a", "b"], 0.5), TypeError, "scores"),
    (lambda: nms(BOX, [1, 2], 1.5), ValueError, "from 0 to 1, got 1.5"),
    (lambda: iou_matrix(BOX, BOX, math.nan), ValueError, "from 0 to 1"),
    (lambda: nms(BOX, [1, 2], 0.5, classes=[0.5, math.nan]), ValueError, r"classes\[1\].* NaN"),
    (lambda: nms(BOX, [1, 2], 0.5, classes=["a", "b"]), TypeError, "classes must be integers"),
    # NumPy makes floats of these.
    (lambda: nms(BOX, [1, 2], 0.5, classes=[-1, 2**63]), ValueError, "at most 64 bits"),
    (lambda: nms(BOX, [1, 2], 0.5, classes=[0, 2**70]), ValueError, "at most 64 bits"),
    (lambda: nms(BOX, [1, 2], 0.5, classes=[0, 1, 2]), ValueError, "must be one for each of 2"),
    (lambda: nms(BOX, [1, 2], 0.5, metric="giou"), ValueError, '"iou" or "ios", got \'giou\''),
    (lambda: iou_matrix(BOX, BOX, metric=None), ValueError, "got None"),
    (lambda: sepax.nms_groups(BOX, [1, 2], -1), ValueError, "got -1"),
    (lambda: nms(BOX, [1, 2], 0.5, max_keep=-1), ValueError, "negative"),
    (lambda: match(BOX, BOX, -1), ValueError, "from 0 to 1, got -1"),
    (lambda: match(BOX, 3, 0.5), TypeError, "truths must be a shape"),
    (lambda: match(BOX, BOX, 0.5, classes=[0, 1]), TypeError, "classes must be a tuple"),
    (
        lambda: match(BOX, BOX, 0.5, classes=([0, 1], [0])),
        ValueError,
        r"classes\[1\] must be one for each of 2 shapes, got \(1,\)",
    ),
    (
        lambda: match(BOX, BOX, 0.5, classes=(["a", "b"], [0, 1])),
        TypeError,
        r"classes\[0\] must be integers",
    ),
    (lambda: match(BOX, BOX, 0.5, groups=[0, 1]), ValueError, "groups without groups_b"),
    (
        lambda: match(BOX, BOX, 0.5, classes=([0, 1], [0, 1]), groups_b=[0, 1]),
        ValueError,
        "groups_b without groups",
    ),
    (
        lambda: match(BOX, BOX, 0.5, classes=([0, 1], [0, 1]), groups=[0, 1], groups_b=[0]),
        ValueError,
        r"groups_b must be one integer for each of 2 rows, got \(1,\)",
    ),
    (
        lambda: match(BOX, BOX, 0.5, classes=([0, 1], [0, 1]), groups=[0.5, 1], groups_b=[0, 1]),
        TypeError,
        "groups must be integers",
    ),
    (lambda: nms([1, 2], [1, 2], 0.5), TypeError, r"shapes\[0\]"),
    (lambda: iou_matrix(BOX, 3), TypeError, "b must be a shape"),
    (lambda: iou_matrix(BOX, BOX, workers=0), ValueError, "at least 1"),
]


@pytest.mark.parametrize(("call", "error", "words"), REFUSED)
def test_what_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
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
