"""Many points, taken by runs of neighbours: by the oracle of `outlines`, and by few at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
import pytest
from test_uncut_outlines import FAMILIES, STARS, aimed_points, holds, table

import sepax
from sepax import CompoundArray, ShapeArray, ShapeIndex


def one_by_one(index: ShapeIndex, points: npt.NDArray[np.float64]) -> list[Any]:
    """Return both answers by calls of few points, which are not put in order."""
    pairs, first = [], []
    for k in range(0, len(points), 4000):
        some = points[k : k + 4000]
        pairs.append(sepax.contains(index, some) + np.array((0, k)))
        first.append(sepax.contains(index, some, first=True))
    found = np.concatenate(pairs)
    return [found[np.lexsort(found.T[::-1])], np.concatenate(first)]


def assert_runs_agree(index: ShapeIndex, points: npt.NDArray[np.float64]) -> None:
    """However many threads share the points."""
    pairs, first = one_by_one(index, points)
    for workers in (1, 3):
        assert np.array_equal(sepax.contains(index, points, workers=workers), pairs)
        assert np.array_equal(sepax.contains(index, points, first=True, workers=workers), first)


@pytest.mark.parametrize("name", FAMILIES)
def test_runs_of_points_in_every_family(name: str) -> None:
    shape = FAMILIES[name]
    points = aimed_points(shape, len(name))
    chosen = np.random.default_rng(1).integers(len(points), size=6000)
    expected = np.array(holds(shape, points))[chosen]
    for count in (1, 3):
        index = ShapeIndex(table([shape] * count))
        pairs = sepax.contains(index, points[chosen])
        assert np.array_equal(pairs, np.argwhere([expected] * count))
        assert np.array_equal(sepax.contains(index, points[chosen], first=True) == 0, expected)


def test_runs_on_the_borders_of_cells() -> None:
    """Tiles of a lattice, and points at their corners and halfway: up to four tiles hold each."""
    tile = np.array([(0, 0), (4, 0), (4, 4), (2, 4), (0, 4)], float)  # all of it, by five vertices
    corners = 4.0 * np.argwhere(np.ones((40, 40)))
    array = table([[tile + corner] for corner in corners])
    points = np.random.default_rng(3).permutation(2.0 * np.argwhere(np.ones((84, 84))) - 2.0)
    low, high = corners[:, None], corners[:, None] + 4.0
    expected = ((low <= points) & (points <= high)).all(axis=2)
    index = ShapeIndex(array)
    assert np.array_equal(sepax.contains(index, points), np.argwhere(expected))
    first = np.where(expected.any(axis=0), expected.argmax(axis=0), -1)
    assert np.array_equal(sepax.contains(index, points, first=True), first)
    assert np.array_equal(
        sepax.find_pairs(ShapeArray.points(points), array, workers=3), np.argwhere(expected.T)
    )


def stars_at(places: npt.NDArray[np.float64], sizes: npt.NDArray[np.float64]) -> CompoundArray:
    return table([
        [STARS[k % 12][0] * size + place]
        for k, (place, size) in enumerate(zip(places, sizes, strict=True))
    ])  # fmt: skip


def crowds() -> dict[str, Callable[[], Any]]:
    """Scenes that have few rows near some points, and many near others."""
    rng = np.random.default_rng(8)
    places, few = rng.uniform(0, 40, (3000, 2)), rng.uniform(0, 40, (300, 2))
    star = sepax.Compound.from_polygon(outlines.star(12, 3))
    union = sepax.Compound([sepax.Circle((0, 0), 1), sepax.Polygon.box(3, 0.5)])
    angles = rng.uniform(-3, 3, 3000)
    return {
        "even": lambda: stars_at(places, np.full(3000, 0.5)),
        "deep": lambda: stars_at(few, np.full(300, 8.0)),
        "one crowd": lambda: stars_at(np.where(few < 20, few, 5.0), rng.uniform(0.1, 4, 300)),
        "posed": lambda: star.at(places, angles),
        "unions": lambda: union.at(places, angles),
        "large": lambda: table([[outlines.star(90, k) * 5.0 + few[k]] for k in range(40)]),
        "discs": lambda: ShapeArray.circles(rng.uniform(0, 40, (20_000, 2)), 0.4),
    }


CROWDS = crowds()


@pytest.mark.parametrize("name", CROWDS)
def test_runs_in_crowds(name: str) -> None:
    rng, index = np.random.default_rng(2), ShapeIndex(CROWDS[name]())
    even = rng.uniform(-5, 45, (9000, 2))
    assert_runs_agree(index, even)
    assert_runs_agree(index, np.concatenate((even[:3000], rng.normal(5, 1e-3, (3000, 2)))))
    assert_runs_agree(index, np.column_stack((even[:5000, 0], np.full(5000, 20.0))))
    assert_runs_agree(index, np.full((5000, 2), 7.0))
    assert_runs_agree(index, np.concatenate((even[:5000], [(2.0**240, -(2.0**240))])))
    assert_runs_agree(index, even[:5000] + 1e6)


def test_threads_share_points() -> None:
    """Ranges that they take are long enough to be put in order."""
    rng = np.random.default_rng(6)
    index = ShapeIndex(stars_at(rng.uniform(0, 40, (3000, 2)), np.full(3000, 0.7)))
    assert_runs_agree(index, rng.uniform(0, 40, (400_000, 2)))
    points = rng.uniform(0, 40, (400_000, 2))
    points[399_999] = np.nan
    with pytest.raises(ValueError, match=r"points\[399999\] must be finite"):
        sepax.contains(index, points, workers=3)


def test_more_points_than_are_sorted_together() -> None:
    """The last and the first ones of the pieces: one of them is the first of all in its order."""
    together = 1 << 24
    points, index = np.zeros((together + 5000, 2)), ShapeIndex(table(STARS[:1]))
    out = [0, together - 1, together, together + 4999]
    points[out] = 5.0
    expected = np.zeros(len(points), np.intp)
    expected[out] = -1
    assert np.array_equal(sepax.contains(index, points, first=True), expected)
