"""``nearest``, ``find_pairs(within=)`` and few questions without an index: against every pair."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from test_scene import SCENES, Array, Pairs, all_pairs, draw, every_scene, meets_any

import sepax
from sepax import Circle, Point, Polygon, ShapeArray, ShapeIndex

Rows = npt.NDArray[np.intp]


def every_distance(a: ShapeArray, b: ShapeArray) -> Array:
    """Return the matrix of all distances, computed pair by pair."""
    found: Array = a.distance(b, pairs=all_pairs(len(a), len(b))).reshape(len(a), len(b))
    return found


def ranked(distances: Array, k: int, max_distance: float = math.inf) -> tuple[Rows, Array]:
    """Return the first k of each row, by distance, then by index."""
    n, m = distances.shape
    rows, nearest = np.full((n, k), -1), np.full((n, k), math.inf)
    for i in range(n):
        order = np.argsort(distances[i], kind="stable")
        order = order[distances[i, order] <= max_distance]
        rows[i, : len(order)] = order[:k]
        nearest[i, : min(k, m)] = np.pad(
            distances[i][order[:k]], (0, max(min(k, m) - len(order), 0)), constant_values=math.inf
        )
    return rows, nearest


def same(found: tuple[Rows, Array], expected: tuple[Rows, Array]) -> None:
    assert found[0].dtype == np.intp
    assert found[1].dtype == np.float64
    assert np.array_equal(found[0], expected[0])
    assert found[1].tobytes() == expected[1].tobytes()


# nearest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, 1, 9, 65, 300])
@every_scene
def test_nearest(kind: str, n: int) -> None:
    b = draw(kind, n)
    index = ShapeIndex(b)
    for a in (draw(kind, 12, seed=2), draw("rounded", 40, seed=3)):
        distances = every_distance(a, b)
        for k, most in ((1, math.inf), (3, math.inf), (3, 0.4), (2, 0.0), (n + 2, math.inf)):
            expected = ranked(distances, k, most)
            for scene in (b, index):
                same(sepax.nearest(a, scene, k, most), expected)


def test_ties_are_in_order() -> None:
    nodes = np.random.default_rng(1).permutation(np.argwhere(np.ones((12, 12))) * 2.0)
    b = ShapeArray.boxes(1.0, 1.0, nodes)
    a = ShapeArray.points(np.argwhere(np.ones((13, 13))) * 2.0 - 1.0)
    for k in (1, 2, 4, 7):
        same(sepax.nearest(a, ShapeIndex(b), k), ranked(every_distance(a, b), k))
        same(sepax.nearest(a[:9], b, k), ranked(every_distance(a[:9], b), k))


def test_most_or_all_of_many_are_in_order() -> None:
    rng = np.random.default_rng(5)
    spread = ShapeArray.circles(rng.integers(0, 40, (700, 2)), 1)
    pile = ShapeArray.boxes(2, 2, np.zeros((700, 2)))
    a = ShapeArray.points([(0.0, 0.0), (7.5, 20.0), (1.0, 1.0), (90.0, 3.0)])
    for b in (spread, pile, ShapeArray.concatenate([pile, spread])):
        distances = every_distance(a, b)
        for k in (1, 2, 7, 350, len(b) - 1, len(b), len(b) + 5):
            for scene in (b, ShapeIndex(b)):
                same(sepax.nearest(a, scene, k), ranked(distances, k))


def test_a_distance_is_the_last_that_counts() -> None:
    people, tree = ShapeArray.points([(0, 0)] * 40), Circle((3, 4), 1)
    for a in (people, people[0], [people[0]]):
        assert (sepax.nearest(a, tree, max_distance=4.0)[0] == 0).all()
        assert (sepax.nearest(a, tree, max_distance=math.nextafter(4.0, 0.0))[0] == -1).all()


@pytest.mark.parametrize(("scale", "away"), [(1.0, 1e9), (1e-200, 0.0), (1e60, 0.0), (1e-320, 0.0)])
def test_far_away_and_of_any_size(scale: float, away: float) -> None:
    random = np.random.default_rng(4)
    places = random.uniform(0.0, 30.0, (2, 90, 2)) * scale + away
    b = ShapeArray.circles(places[0], scale * random.uniform(0.1, 1.0, 90))
    a = ShapeArray.circles(places[1], scale)
    distances = every_distance(a, b)
    for scene in (b, ShapeIndex(b)):
        same(sepax.nearest(a, scene, 4), ranked(distances, 4))
        same(sepax.nearest(a[:5], scene, 4), ranked(distances[:5], 4))
    middle = float(np.median(distances))
    expected = np.argwhere(distances <= middle)
    assert np.array_equal(sepax.find_pairs(a, b, within=middle), expected)


def test_nearest_of_single_shapes_and_lists() -> None:
    box = Polygon.box(2, 2)
    rows, distances = sepax.nearest(box, Circle((4, 0), 1))
    assert (rows.tolist(), distances.tolist()) == ([[0]], [[2.0]])
    rows, _ = sepax.nearest([box, Point((9, 0))], [Circle((4, 0), 1), Point((8, 0))], k=2)
    assert rows.tolist() == [[0, 1], [1, 0]]
    assert sepax.nearest([], box)[0].shape == (0, 1)
    rows, distances = sepax.nearest(box, [], k=2)
    assert (rows.tolist(), distances.tolist()) == ([[-1, -1]], [[math.inf, math.inf]])


def test_nearest_after_a_refresh() -> None:
    crates = ShapeArray.boxes(2, 2, [(5, 0), (9, 0)])
    index = ShapeIndex(crates)
    crates.set_poses(positions=(0, 50), where=[0])
    index.refresh()
    assert sepax.nearest(Point((0, 0)), index)[0].tolist() == [[1]]


def test_threads_and_workers() -> None:
    a, b = draw("mixed", 3000), draw("rounded", 2000, seed=7)
    index = ShapeIndex(b)
    expected = sepax.nearest(a, b, 3)
    same(sepax.nearest(a, index, 3, workers=3), expected)
    with ThreadPoolExecutor(3) as pool:
        for found in pool.map(lambda _: sepax.nearest(a, index, 3), range(3)):
            same(found, expected)


BAD: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "none": ({"k": 0}, ValueError, "k must be at least 1, got 0"),
    "half": ({"k": 1.5}, TypeError, "k must be"),
    "very many": ({"k": 2**62}, MemoryError, "memory"),
    "beyond": ({"k": 2**80}, MemoryError, "memory"),
    "negative": ({"max_distance": -1}, ValueError, "max_distance must not be negative"),
    "NaN": ({"max_distance": math.nan}, ValueError, "max_distance must not be negative or NaN"),
    "text": ({"max_distance": "9"}, TypeError, "max_distance must be a real number"),
    "workers": ({"workers": 0}, ValueError, "workers must be at least 1"),
    "a": ({"a": 3}, TypeError, "a must be a shape"),
    "b": ({"b": [(0, 0)]}, TypeError, r"b\[0\] must be a shape"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name: str) -> None:
    changes, error, message = BAD[name]
    call: dict[str, Any] = {"a": draw("boxes", 3), "b": draw("boxes", 3), **changes}
    with pytest.raises(error, match=message):
        sepax.nearest(**call)


# find_pairs(within=) --------------------------------------------------------------------------


def some_distances(distances: Array) -> list[float]:
    """Return distances, some of them those of pairs, to the bit, and next to them."""
    positive = np.unique(distances[distances > 0.0])
    chosen = positive[:: max(len(positive) // 3, 1)][:3].tolist()
    return [5e-324, 0.5, *chosen, *(math.nextafter(x, 0.0) for x in chosen)]


@pytest.mark.parametrize("n", [0, 1, 9, 120])
@every_scene
def test_pairs_within(kind: str, n: int) -> None:
    a, b = draw(kind, n), draw(kind, 30, seed=2)
    index, alone = ShapeIndex(b), ShapeIndex(a)
    distances, own = every_distance(a, b), every_distance(a, a)
    for within in some_distances(distances):
        expected = np.argwhere(distances <= within)
        assert np.array_equal(sepax.find_pairs(a, b, within=within), expected)
        assert np.array_equal(sepax.find_pairs(a, index, within=within, workers=2), expected)
        less = sepax.find_pairs(a, b, touching=False, within=within)
        assert np.array_equal(less, np.argwhere(distances < within))
        for few in (a[:2], a[n // 2 : n // 2 + 3]):  # by the tree
            near = np.argwhere(every_distance(few, b) <= within)
            assert np.array_equal(sepax.find_pairs(few, index, within=within), near)
            assert np.array_equal(sepax.find_pairs(index, few, within=within), swapped(near))
    for within in some_distances(own):
        expected = np.argwhere(np.triu(own <= within, 1))
        for scene in (a, alone):
            assert np.array_equal(sepax.find_pairs(scene, within=within), expected)
    assert np.array_equal(sepax.find_pairs(a, b, within=0.0), sepax.find_pairs(a, b))
    assert np.array_equal(sepax.find_pairs(a, b, False, 0), sepax.find_pairs(a, b, False))


def swapped(pairs: Pairs) -> Pairs:
    other = pairs[:, ::-1]
    return other[np.lexsort((other[:, 1], other[:, 0]))]


def test_huge_distances_are_all_pairs() -> None:
    a = draw("boxes", 20)
    assert len(sepax.find_pairs(a, within=1e308)) == 190
    assert len(sepax.find_pairs(a[:1], ShapeIndex(draw("boxes", 60)), within=1e308)) == 60


@pytest.mark.parametrize(
    ("within", "error"),
    [(-1, ValueError), (math.nan, ValueError), (math.inf, ValueError), ("1", TypeError)],
)
def test_bad_distances(within: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="within must"):
        sepax.find_pairs(draw("boxes", 3), within=within)


# A few questions without an index -------------------------------------------------------------


@pytest.mark.parametrize("kind", SCENES)
def test_a_few_shapes_meet_any(kind: str) -> None:
    """A scene of more than one piece that lanes judge, hits in any of them."""
    b = draw(kind, 2600)
    for seed in range(12):
        a = draw(kind, 2600, seed)[200 * seed : 200 * seed + 1 + seed]
        expected = meets_any(a, b)
        assert np.array_equal(sepax.intersects_any(a, b), expected)
        owner = np.arange(len(a))[::-1] // 2
        found = sepax.intersects_any(a, b, owner=owner)
        assert found.tolist() == [expected[owner == k].any() for k in range(len(found))]
    last = ShapeArray.boxes(0.5, 0.5, [(1e7, 0.0)])
    joined = ShapeArray.concatenate([draw("boxes", 2600), last])
    assert sepax.intersects_any(last, joined).tolist() == [True]
    assert sepax.intersects_any(last, joined[:-1]).tolist() == [False]
    assert sepax.intersects_any(last, []).tolist() == [False]


def test_nearest_where_squares_are_lost() -> None:
    """Roots of denormal squares may be too large by more than the distance is apart."""
    place, others = (
        (1.3966811478007631e-158, 7.31407931942235e-159),
        (
            6.22160819489952e-159,
            9.074471637499367e-159,
        ),
    )
    a, b = ShapeArray.circles([place], 0.0), ShapeArray.circles([others], 0.0)
    apart = sepax.distance(a, b)[0]
    assert sepax.nearest(a, b, 1, apart)[0].tolist() == [[0]]
    assert sepax.nearest(a, sepax.ShapeIndex(b), 1, apart)[0].tolist() == [[0]]
    assert sepax.find_pairs(a, b, within=apart).tolist() == [[0, 0]]
    size = 1.466e-159
    one = ShapeArray.boxes(size, size, [(3 * size, 3 * size)])
    touching = ShapeArray.boxes(size, size, [(2 * size, 4 * size)])
    assert sepax.nearest(one, touching, max_distance=0.0)[0].tolist() == [[0]]
