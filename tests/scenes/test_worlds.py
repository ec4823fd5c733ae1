"""Groups and ignored rows where `test_scene` does not look: large groups, labels, errors."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from questions import assert_same_bits
from scene_judges import Sight, Table
from scene_kinds import mixed

import sepax
from sepax import Circle, Compound, ShapeArray, ShapeIndex

Random = np.random.Generator
LARGEST = 2**63 - 1


def boxes(random: Random, n: int, side: float = 6.0) -> ShapeArray:
    at = random.uniform(0.0, side, (n, 2))
    return ShapeArray.boxes(1.0, 0.5, at, random.uniform(0.0, 6.0, n))


def test_a_group_with_many_rows_has_strips_of_its_own() -> None:
    random = np.random.default_rng(3)
    scene = boxes(random, 3000, 60.0)
    labels = random.choice([0, 0, 0, 1], 3000)
    found = sepax.find_pairs(scene, groups=labels)
    pairs = sepax.find_pairs(scene)
    np.testing.assert_array_equal(found, pairs[labels[pairs[:, 0]] == labels[pairs[:, 1]]])
    other = boxes(random, 2000, 60.0)
    of_b = random.choice([0, 0, 1, 7], 2000)
    pairs = sepax.find_pairs(scene, other)
    np.testing.assert_array_equal(
        sepax.find_pairs(scene, other, groups=labels, groups_b=of_b),
        pairs[labels[pairs[:, 0]] == of_b[pairs[:, 1]]],
    )


def test_rows_are_ignored_wherever_they_are_in_a_large_scene() -> None:
    """Without a tree, intersects_any tests it in pieces of 1024 rows."""
    scene = ShapeArray.circles([(3.0 * k, 0.0) for k in range(1500)], 1.0)
    for ignored in (1100, 1100 - 1024):
        hit = sepax.intersects_any(scene[[1100]], scene, ignore=[[ignored]])
        assert hit.tolist() == [ignored != 1100]


def test_iou_of_different_groups_is_zero() -> None:
    random = np.random.default_rng(9)
    a, b = boxes(random, 80), boxes(random, 60)
    of_a, of_b = random.integers(0, 5, 80), random.integers(0, 5, 60)
    whole = sepax.iou_matrix(a, b)
    whole[of_a[:, None] != of_b] = 0.0
    np.testing.assert_array_equal(sepax.iou_matrix(a, b, groups=of_a, groups_b=of_b), whole)
    pairs, shares = sepax.iou_matrix(a, b, 0.1, sparse=True, groups=of_a, groups_b=of_b)
    np.testing.assert_array_equal(pairs, np.argwhere(whole > 0.1))
    np.testing.assert_array_equal(shares, whole[whole > 0.1])


def test_an_index_keeps_its_groups() -> None:
    """In pickles, in new poses, and where the labels of a call replace them."""
    random = np.random.default_rng(10)
    walls, labels = boxes(random, 90), random.choice([4, -9, LARGEST], 90)
    cars, of_cars = boxes(random, 50), random.choice([4, -9, 0], 50)
    index = pickle.loads(pickle.dumps(ShapeIndex(walls, labels)))
    walls = index.array
    replaced: list[dict[str, Any]] = [{}, {"groups_b": random.integers(0, 2, 90)}]
    for given in replaced:
        walls.set_poses(random.uniform(0.0, 6.0, (90, 2)))
        index.refresh()
        own = of_cars % 2 if given else of_cars
        expected = sepax.nearest(cars, walls, groups=own, groups_b=given.get("groups_b", labels))
        assert_same_bits(sepax.nearest(cars, index, groups=own, **given), expected)
    assert_same_bits(sepax.find_pairs(index), sepax.find_pairs(walls, groups=labels))
    pairs = [Compound([Circle((k, 0), 1)]) for k in range(6)]
    few = pickle.loads(pickle.dumps(ShapeIndex(pairs, [1, 1, 2, 2, 3, 3])))
    assert sepax.find_pairs(few).tolist() == [[0, 1], [2, 3], [4, 5]]


@pytest.mark.parametrize("workers", [1, 4])
def test_threads_change_no_answer(workers: int) -> None:
    random = np.random.default_rng(11)
    scene = boxes(random, 20_000, 300.0)
    labels = np.repeat(np.arange(1000), 20)
    rows, distances = sepax.nearest(scene, groups=labels, workers=workers)
    apart = sepax.distance(scene, scene, pairs=(np.arange(20_000), rows[:, 0]))
    np.testing.assert_array_equal(distances[:, 0], apart)
    assert (labels[rows[:, 0]] == labels).all()


@pytest.mark.parametrize("scale", [1e-160, 1e-75, 1e60])
@pytest.mark.parametrize("k", [1, 3])
def test_scans_hold_at_all_scales(scale: float, k: int) -> None:
    random, n = np.random.default_rng(12), 200
    at = scale * random.uniform(0.0, 6.0, (n, 2))
    width, height = scale * random.uniform(0.1, 1.0, (2, n))
    scene = ShapeArray.boxes(width, height, at, random.uniform(0.0, 6.0, n))
    labels = np.repeat(np.arange(10), 20)
    table = Table(scene)
    sight = Sight((labels[:, None] == labels) & ~np.eye(n, dtype=np.bool_))
    velocity = scale * random.normal(size=(n, 2))
    assert_same_bits(sepax.nearest(scene, k=k, groups=labels), table.nearest(sight, k, math.inf))
    first = sepax.first_impacts(scene, velocity_a=velocity, groups=labels, max_time=9.0)
    swept = table.sweep(velocity, velocity, 9.0)
    assert_same_bits(first, table.first_impacts(sight, swept))
    hit = sepax.intersects_any(scene, groups=labels)
    assert_same_bits(hit, table.intersects_any(sight))


@pytest.mark.parametrize("count", [1, 9, 20])
def test_speeds_whose_squares_are_lost_still_lead_to_impacts(count: int) -> None:
    labels: Any = {"groups": [0], "groups_b": np.zeros(count, int)}
    for size, speed, end in ((1.0, 1e-170, 1e200), (1e-80, 1e-300, np.inf), (1.0, 1e-300, np.inf)):
        a = ShapeArray.boxes(size, size, [(0, 0)])
        b = ShapeArray.boxes(size, size, [(5 * size * (k + 1), 0) for k in range(count)])
        velocity = (speed, 0.0)
        expected, impacts = sepax.first_impacts(a, b, velocity, max_time=end)
        assert expected[0] == 0
        found, others = sepax.first_impacts(a, b, velocity, max_time=end, **labels)
        np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(others.time, impacts.time)


# Unsigned labels ----------------------------------------------------------------------------

SIGNED = np.array([-(2**63), -1, 0, 5, LARGEST])
UNSIGNED = np.array([2**63, 2**64 - 1, 0, 5, LARGEST], np.uint64)


def answers_by_labels(a: Any, b: Any, own: Any, others: Any) -> list[Any]:
    """Return what every verb says that takes labels of two sides."""
    rays = {"groups": others, "ray_groups": own}
    at, ahead = np.zeros((len(own), 2)), (1.0, 0.5)
    two = {"groups": own, "groups_b": others}
    found = [
        sepax.find_pairs(a, b, **two),
        sepax.nearest(a, b, 2, **two),
        sepax.intersects_any(a, b, **two),
        sepax.first_impacts(a, b, ahead, **two),
        sepax.sweep_pairs(a, b, ahead, **two),
        sepax.raycast(b, at, ahead, **rays),
        sepax.raycast_distances(b, at, ahead, **rays),
        sepax.lidar(b, at, 0.0, 8, 9.0, **rays),
        sepax.find_pairs(a, groups=own),
        sepax.find_pairs(a, ShapeIndex(b, others), groups=own),
        sepax.find_pairs(ShapeIndex(a, own), pickle.loads(pickle.dumps(ShapeIndex(b, others)))),
    ]
    if isinstance(a, ShapeArray) and isinstance(b, ShapeArray):
        scores = np.arange(float(len(a)))
        found += [
            sepax.iou_matrix(a, b, **two),
            sepax.match(a, b, 0.01, classes=(own, others)),
            sepax.match(a, b, 0.01, **two),
            sepax.match(a, b, 0.01, classes=(own, others), **two),
            sepax.nms(a, scores, 0.01, classes=own),
            sepax.nms_groups(a, scores, 0.01, classes=own),
        ]
    return found


def bytes_of(answer: Any) -> bytes:
    return pickle.dumps(answer)


@pytest.mark.parametrize("pools", [(0, 1), (1, 0), (1, 1)], ids=["int, uint", "uint, int", "uint"])
@pytest.mark.parametrize("of_compounds", [False, True])
def test_unsigned_labels_are_compared_by_value(pools: tuple[int, int], of_compounds: bool) -> None:
    random = np.random.default_rng(7)
    scenes: list[Any] = [boxes(random, 40), mixed(random, 50)]
    if of_compounds:
        scenes = [
            [Compound([shape, Circle(shape.position, 0.6)]) for shape in scene] for scene in scenes
        ]
    own, others = (
        random.choice((SIGNED, UNSIGNED)[pool], len(scene))
        for pool, scene in zip(pools, scenes, strict=True)
    )
    numbers = {label: k for k, label in enumerate({*SIGNED.tolist(), *UNSIGNED.tolist()})}
    plain = [np.array([numbers[label] for label in side.tolist()]) for side in (own, others)]
    truth = answers_by_labels(scenes[0], scenes[1], plain[0], plain[1])
    for form in (np.asarray, list, lambda side: side.astype(object)):
        got = answers_by_labels(scenes[0], scenes[1], form(own), form(others))
        assert [*map(bytes_of, got)] == [*map(bytes_of, truth)]
    assert len(truth[0])


def test_one_label_for_all_rays_may_be_unsigned() -> None:
    scene = ShapeArray.circles([(3, 0), (6, 0)], 1)
    labels = np.array([2**64 - 1, 2**64 - 2], np.uint64)
    found = sepax.raycast(scene, (0, 0), (1, 0), groups=labels, ray_groups=2**64 - 2)
    assert found is not None
    assert found.index == 1
    assert sepax.raycast(scene, (0, 0), (1, 0), groups=labels, ray_groups=-1) is None


# Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"groups": [0, 1]}, ValueError, "groups without groups_b"),
        ({"groups_b": [0, 1, 2]}, ValueError, "groups_b without groups"),
        ({"groups": [0], "groups_b": [0, 1, 2]}, ValueError, "groups must be one integer"),
        ({"groups": [0, 1], "groups_b": [0, 1]}, ValueError, "groups_b must be one integer"),
        ({"groups": [[0], [1]], "groups_b": [0, 1, 2]}, ValueError, "one integer for each of 2"),
        ({"groups": [0.5, 1.0], "groups_b": [0, 1, 2]}, TypeError, "groups must be integers"),
        ({"groups": [2**70, 1], "groups_b": [0, 1, 2]}, ValueError, "at most 64 bits"),
        ({"groups": [2**63, -1], "groups_b": [0, 1, 2]}, ValueError, "none negative; got -1 to"),
        ({"ignore": [0]}, ValueError, r"\(2,\) or \(2, k\)"),
        ({"ignore": 0}, ValueError, r"\(2,\) or \(2, k\)"),
        ({"ignore": [0, 3]}, IndexError, r"ignore\[1\] must be a row of the scene, from 0 to 2"),
        ({"ignore": [0, -2]}, IndexError, r"ignore\[1\]"),
        ({"ignore": [2**70, 0]}, IndexError, "beyond any index"),
        ({"ignore": [0.0, 1.5]}, TypeError, "ignore must be integers"),
    ],
)
def test_errors_name_the_argument(keywords: Any, error: type[Exception], message: str) -> None:
    a = ShapeArray.circles([(0, 0), (5, 0)], 1)
    b = ShapeArray.circles([(0, 0), (5, 0), (9, 9)], 1)
    verbs: list[Any] = [sepax.nearest, sepax.intersects_any, sepax.first_impacts]
    if "ignore" not in keywords:
        verbs += [sepax.find_pairs, sepax.sweep_pairs, sepax.iou_matrix]
        verbs.append(lambda a, b, **labels: sepax.match(a, b, 0.5, **labels))
    for verb in verbs:
        with pytest.raises(error, match=message):
            verb(a, b, **keywords)


@pytest.mark.parametrize("row", [2**70, -(2**70), 2**64 - 1, 2**63])
def test_rows_to_ignore_beyond_any_index(row: int) -> None:
    """Of rays, too, one for all or one for each."""
    scene = ShapeArray.circles([(0, 0), (5, 0)], 1)
    at = [(0, 0), (1, 0)]
    calls: list[Any] = [
        lambda rows: sepax.raycast(scene, at, (1, 0), ignore=rows),
        lambda rows: sepax.raycast_distances(scene, at, (1, 0), ignore=rows),
        lambda rows: sepax.lidar(scene, at, 0.0, 8, 9.0, ignore=rows),
        lambda rows: sepax.move_and_slide(scene, scene, (1, 0), ignore=rows),
    ]
    for call in calls:
        for rows in (row, [0, row]):
            with pytest.raises(IndexError, match="ignore holds numbers beyond any index"):
                call(rows)


def test_groups_b_need_a_second_scene() -> None:
    a = ShapeArray.circles([(0, 0), (5, 0)], 1)
    verbs: list[Any] = [sepax.find_pairs, sepax.nearest, sepax.intersects_any, sepax.first_impacts]
    for verb in verbs:
        with pytest.raises(ValueError, match="groups_b is that of shapes of b"):
            verb(a, groups=[0, 0], groups_b=[0, 0])


def test_an_index_needs_a_label_for_each_row() -> None:
    a = ShapeArray.circles([(0, 0), (5, 0)], 1)
    with pytest.raises(ValueError, match="groups must be one integer for each of 2 rows"):
        ShapeIndex(a, [0, 1, 2])
    with pytest.raises(ValueError, match="groups_b without groups"):
        sepax.nearest(a.copy(), ShapeIndex(a, [0, 1]))
