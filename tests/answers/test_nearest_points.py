"""``nearest_points``: one of each boundary, as far apart as the shapes; or a common point."""

from __future__ import annotations

import random

import pytest
from families import Pair
from judges import Exact, check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

from sepax import Capsule, Polygon, Segment


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("nearest_points"))


def tiny_on_an_edge(source: random.Random) -> Pair:
    """Return a triangle, and a far smaller shape on one of its edges or just beside it."""
    while True:
        corners = [(source.uniform(-5, 5), source.uniform(-5, 5)) for _ in range(3)]
        size, part = 2.0 ** -source.uniform(5, 50), source.random()
        (ax, ay), (bx, by) = corners[:2]
        aside = source.choice([0.0, size * source.uniform(-1, 1)])
        x, y = ax + (bx - ax) * part + aside, ay + (by - ay) * part + aside * source.random()
        radius = source.choice([0.0, 0.0, 2.0**-48, 2.0**-20])
        try:
            large = Polygon(corners, radius=radius)
            if source.random() < 0.5:
                return large, Polygon.box(size, 0.3 * size, position=(x, y), angle=part)
            return large, Polygon([(x, y), (x + size, y), (x, y + size)])
        except ValueError:  # rounded away
            continue


def test_nearest_points_of_tiny_shapes_on_an_edge() -> None:
    """In a triangle of their difference that is as thin as rounding."""
    source = random.Random(1)
    check([Exact(*tiny_on_an_edge(source)) for _ in range(500)], judged("nearest_points"))


@pytest.mark.parametrize("ratio", [1.0, 1e-3, 1e-9, 1e-12])
@pytest.mark.parametrize("thinness", [1.0, 1e-6, 1e-12])
def test_a_common_point_of_very_different_sizes(ratio: float, thinness: float) -> None:
    """Long thin triangles of the difference hold what both have in common."""
    for k in range(0, 40, 2):
        angle = 0.1 + 0.15 * k
        large = Polygon.box(1e9, 1e9 * thinness, angle=angle, position=(3, 5))
        size = 1e9 * ratio
        place = large.vertices[k % 4] * (0.999 * k / 40)
        for b in (
            Polygon.regular(7, size, position=place, angle=k),
            Segment((-size, 0), (size, 0), position=place, angle=2 * angle),
            Capsule((-size, 0), (size, 0), size, position=place, angle=0.5 * angle),
        ):
            pair = Exact(large, b)
            check([pair], judged("nearest_points"))
            check([pair], judged("distance"))
