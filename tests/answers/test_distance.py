"""`distance`, `nearest_points` and `covers`: what is exactly true of two shapes of any kind.

That arrays have the same bits, in every form and at every level, is in the lists of verbs of
`test_batch` and `test_radius_arrays`.
"""

from __future__ import annotations

import math
import random

import numpy as np
import oracle
import pytest
import rounded  # registers its families
from families import ROUNDED_PAIRS, Pair, Shape
from judges import Exact, check, exact_pairs, first_fault
from measures import Place, judge_covers, judge_distance, judge_places

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment

SQUARE = Polygon.box(2, 2)
assert rounded.__name__ == "rounded"


def swapped(found: tuple[Place, Place]) -> tuple[Place, Place]:
    return found[1], found[0]


# The families ---------------------------------------------------------------------------


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_distance(family: str) -> None:
    check(
        exact_pairs(family),
        lambda pair: first_fault(
            [
                judge_distance(pair, sepax.distance(pair.a, pair.b)),
                judge_distance(pair, pair.b.distance(pair.a)),
            ]
        ),
    )


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_nearest_points(family: str) -> None:
    check(
        exact_pairs(family),
        lambda pair: first_fault(
            [
                judge_places(pair, sepax.nearest_points(pair.a, pair.b)),
                judge_places(pair, swapped(pair.b.nearest_points(pair.a))),
            ]
        ),
    )


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_covers(family: str) -> None:
    check(exact_pairs(family), judge_covers)


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
    check(
        [Exact(*tiny_on_an_edge(source)) for _ in range(1500)],
        lambda pair: judge_places(pair, sepax.nearest_points(pair.a, pair.b)),
    )


# Aimed cases ----------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("outer", "inner", "covered"),
    [
        (SQUARE, SQUARE, True),
        (SQUARE, Segment((-1, 1), (1, 1)), True),
        (SQUARE, Circle((0, 0), 1), True),
        (SQUARE, Circle((math.ulp(1.0), 0), 1), False),
        (SQUARE, Polygon.box(1, 1, radius=0.5), True),
        (SQUARE, Polygon.box(1, 1, radius=math.nextafter(0.5, 1)), False),
        (Polygon.box(1, 1, radius=0.5), SQUARE, False),
        (Polygon.box(2, 2, radius=0.5), Polygon.box(2, 2, radius=0.5), True),
        (Polygon.box(2, 2, radius=0.5), Polygon.box(2, 2, radius=0.25), True),
        (Polygon.box(2, 2, radius=5.0), Polygon.box(8, 10), True),  # a corner 5 from the core's
        (Polygon.box(2, 2, radius=5.0), Polygon.box(8, math.nextafter(10, 11)), False),
        (Capsule((0, 0), (4, 0), 1), Circle((5, 0), 0), True),
        (Capsule((0, 0), (4, 0), 1), Segment((0, 1), (4, 1)), True),
        (Capsule((0, 0), (4, 0), 1), Capsule((1, 0), (4, 0), 1), True),
        (Capsule((0, 0), (4, 0), 1), Capsule((1, 1e-300), (4, 0), 1), False),
        (Segment((0, 0), (4, 0)), Segment((3, 0), (1, 0)), True),
        (Segment((0, 0), (4, 0)), Capsule((3, 0), (1, 0), 1e-300), False),
        (Point((1, 2)), Point((1, 2)), True),
        (Point((1, 2)), Circle((1, 2), 1e-300), False),
        (Circle((0, 0), 5), Segment((-3, 4), (4, -3)), True),
        (Circle((0, 0), 5), Capsule((0, 0), (3, 4), 1e-300), False),
    ],
)
def test_known_covers(outer: Shape, inner: Shape, covered: bool) -> None:
    assert outer.covers(inner) is covered
    assert oracle.encloses(oracle.body(outer), oracle.body(inner)) is covered


@pytest.mark.parametrize("ratio", [1.0, 1e-3, 1e-9, 1e-12])
@pytest.mark.parametrize("thinness", [1.0, 1e-6, 1e-12])
def test_a_common_point_of_very_different_sizes(ratio: float, thinness: float) -> None:
    """Long thin triangles of the difference hold what both have in common."""
    for k in range(40):
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
            check([pair], lambda pair: judge_places(pair, sepax.nearest_points(pair.a, pair.b)))
            check([pair], lambda pair: judge_distance(pair, sepax.distance(pair.a, pair.b)))


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
    assert not a.covers(b)
    assert a.covers(Polygon.regular(sides, 0.9, angle=0.3))


def nested_wheels(sides: int) -> list[tuple[Shape, Shape]]:
    """Return large polygons that hold each other, or nearly: most of them touch from inside."""
    wheel = Polygon.regular(sides, 8.0, angle=0.3)
    ring = wheel.vertices
    spokes = [tuple(p) for p in ring[::3].tolist()]
    moved = [(math.nextafter(x, 99), y) for x, y in ring.tolist()]
    out = [(spokes[0][0] * 1.000001, spokes[0][1] * 1.000001), *spokes[1:]]
    shapes: list[Shape] = [wheel, *(Polygon(points) for points in (ring, spokes, moved, out))]
    shapes += [Polygon(ring * 0.5), Polygon(ring * 0.5, radius=3.9), Polygon(ring, radius=1e-9)]
    shapes += [Polygon(ring * 0.5, radius=4.0), Polygon(ring * 0.5, radius=4.1)]
    within = 8.0 * math.cos(math.pi / sides) - 1e-9
    shapes += [Polygon.regular(sides, within), Polygon.regular(sides + 5, 7.99)]
    return [(a, b) for a in shapes for b in shapes]


@pytest.mark.parametrize("sides", [18, 40])
def test_large_polygons_cover(sides: int) -> None:
    found = [judge_covers(Exact(a, b)) for a, b in nested_wheels(sides)]
    assert not any(found), [verdict for verdict in found if verdict]


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_large_polygons_that_repeat_points_cover(radius: float) -> None:
    """Far from the origin vertices fall together, and faces are flush with each other."""
    for grid in range(2, 9):
        rings = [
            Polygon.regular(60, size) for size in (2.0**grid, 2.0**grid - 1, 2.0 ** (grid - 1))
        ]
        shapes = [
            Polygon(ring.local_vertices, radius=radius, position=(2.0**52 + x, 2.0**52))
            for ring in rings
            for x in (0, 1)
        ]
        check([Exact(a, b) for a in shapes for b in shapes], judge_covers)
