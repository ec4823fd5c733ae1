"""``covers``: whether b is a part of a; exact, boundaries may touch. Compounds: test_unions.py."""

from __future__ import annotations

import math

import oracle
import pytest
from families import Shape
from judges import Exact, check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

from sepax import Capsule, Circle, Point, Polygon, Segment

SQUARE = Polygon.box(2, 2)


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("covers"))


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
    check([Exact(a, b) for a, b in nested_wheels(sides)], judged("covers"))


@pytest.mark.parametrize("sides", [300, 4096])
def test_very_large_polygons_cover(sides: int) -> None:
    a = Polygon.regular(sides, 1.0)
    assert not a.covers(Polygon.regular(sides, 1.0, position=(0.3, 0.4), angle=0.3))
    assert a.covers(Polygon.regular(sides, 0.9, angle=0.3))


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
        check([Exact(a, b) for a in shapes for b in shapes], judged("covers"))
