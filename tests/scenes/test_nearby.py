"""``nearest``, ``find_pairs(within=)`` and few questions without an index: against every pair."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from questions import assert_same_bits
from scene_judges import Sight, Table, every_distance, ranked
from scene_kinds import SHAPES, draw

import sepax
from sepax import Circle, ShapeArray, ShapeIndex

# nearest ------------------------------------------------------------------------------------


def test_most_or_all_of_many_are_in_order() -> None:
    rng = np.random.default_rng(5)
    spread = ShapeArray.circles(rng.integers(0, 40, (700, 2)), 1)
    pile = ShapeArray.boxes(2, 2, np.zeros((700, 2)))
    a = ShapeArray.points([(0.0, 0.0), (7.5, 20.0), (1.0, 1.0), (90.0, 3.0)])
    for b in (spread, pile, ShapeArray.concatenate([pile, spread])):
        distances = every_distance(a, b)
        for k in (1, 2, 7, 350, len(b) - 1, len(b), len(b) + 5):
            for scene in (b, ShapeIndex(b)):
                assert_same_bits(sepax.nearest(a, scene, k), ranked(distances, k))


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
        assert_same_bits(sepax.nearest(a, scene, 4), ranked(distances, 4))
        assert_same_bits(sepax.nearest(a[:5], scene, 4), ranked(distances[:5], 4))
    middle = float(np.median(distances))
    expected = np.argwhere(distances <= middle)
    assert np.array_equal(sepax.find_pairs(a, b, within=middle), expected)


def test_signed_distances_in_a_pile() -> None:
    """The deepest of many overlaps is the nearest, wherever it comes in the tree."""
    rng = np.random.default_rng(7)
    pile = ShapeArray.boxes(3, 2, rng.uniform(0, 9, (600, 2)), rng.uniform(0, 3, 600))
    a = ShapeArray.circles(rng.uniform(0, 9, (40, 2)), 0.5)
    pairs = np.argwhere(np.ones((len(a), len(pile)), np.bool_))
    distances = sepax.signed_distance(a, pile, pairs=pairs).reshape(len(a), len(pile))
    assert (distances.min(axis=1) < -0.5).all()
    for k in (1, 5, 600):
        for scene in (pile, ShapeIndex(pile)):
            assert_same_bits(sepax.nearest(a, scene, k, signed=True), ranked(distances, k))


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


@pytest.mark.parametrize("kind", SHAPES)
def test_a_few_shapes_meet_any(kind: str) -> None:
    """A scene of more than one piece that lanes judge, hits in any of them."""
    b = draw(kind, 2600)
    for seed in range(0, 12, 3):
        a = draw(kind, 2600, seed)[200 * seed : 200 * seed + 1 + seed]
        table = Table(a, b)
        for owner in (None, np.arange(len(a))[::-1] // 2):
            expected = table.intersects_any(Sight(np.ones(table.shape, np.bool_)), owner)
            assert_same_bits(sepax.intersects_any(a, b, owner=owner), expected)


def test_a_single_hit_in_the_last_piece() -> None:
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
