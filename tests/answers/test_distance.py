"""``distance``: 0.0 exactly where shapes meet, else how far they are apart."""

from __future__ import annotations

import math

import numpy as np
import pytest
from families import Shape
from judges import Place, check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment

SQUARE = Polygon.box(2, 2)


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("distance"))


@pytest.mark.parametrize(
    ("a", "b", "distance", "on_a", "on_b"),
    [
        (SQUARE, Circle((4, 5), 1), 4.0, (1, 1), (3.4, 4.2)),
        (SQUARE, Point((0, 3)), 2.0, (0, 1), (0, 3)),
        (Segment((0, 0), (4, 0)), Segment((2, 3), (2, 9)), 3.0, (2, 0), (2, 3)),
        (Segment((0, 0), (1, 0)), Segment((4, 4), (9, 4)), 5.0, (1, 0), (4, 4)),
        (Capsule((0, 0), (4, 0), 1), Capsule((7, 4), (9, 9), 1), 3.0, (4.6, 0.8), (6.4, 3.2)),
        (Circle((0, 0), 1), Circle((3, 4), 2), 2.0, (0.6, 0.8), (1.8, 2.4)),
        (
            Polygon.box(2, 2, radius=1),
            Polygon.box(2, 2, position=(5, 6), radius=1),
            3.0,
            None,
            None,
        ),
        (Point((1, 2)), Point((4, 6)), 5.0, (1, 2), (4, 6)),
    ],
)
def test_known_distances(
    a: Shape, b: Shape, distance: float, on_a: Place | None, on_b: Place | None
) -> None:
    assert sepax.distance(a, b) == sepax.distance(b, a) == distance
    if on_a is not None and on_b is not None:
        found = sepax.nearest_points(a, b)
        np.testing.assert_allclose(np.array(found), np.array([on_a, on_b]), rtol=0, atol=1e-15)
        assert sepax.nearest_points(b, a) == found[::-1]


@pytest.mark.parametrize("sides", [300, 4096])
@pytest.mark.parametrize("away", [0.5, 1.999, 2.0, 2.001, 3.0, 1e6])
def test_large_polygons(sides: int, away: float) -> None:
    """Their distance lies between those of their inscribed and of their bounding circles."""
    a = Polygon.regular(sides, 1.0)
    b = Polygon.regular(sides, 1.0, position=(0.6 * away, 0.8 * away), angle=0.3)
    within = math.cos(math.pi / sides)
    found = sepax.distance(a, b)
    assert max(away - 2.0, 0.0) - 1e-12 <= found <= max(away - 2.0 * within, 0.0) + 1e-12 * away
    assert (found == 0.0) is a.intersects(b)
    (ax, ay), (bx, by) = sepax.nearest_points(a, b)
    assert math.hypot(bx - ax, by - ay) == pytest.approx(found, abs=1e-9)
