"""``intersects``: exact, without any tolerance; touching counts, or it does not."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction

import oracle
import pytest
from judges import Exact, check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment, Shape

PILL = Capsule((0, 0), (4, 0), 1)
SQUARE = Polygon([(0, 0), (2, 0), (2, 2), (0, 2)])


@pytest.mark.parametrize("question", ["intersects", "interiors"])
@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str, question: str) -> None:
    check(exact_pairs(family), judged(question))


def symmetric_pairs() -> Iterator[Exact]:
    """Rings of 6 to 12 sides whose opposite edges are alike; on a lattice many touch."""
    source = random.Random(42)
    rings = [
        [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)],
        [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)],
    ]
    for _ in range(150):
        a, b = (
            Polygon.regular(2 * source.randint(3, 6), 1.0, angle=source.uniform(-3, 3))
            for _ in "ab"
        )
        away, angle = source.uniform(1.6, 2.05), source.uniform(-3, 3)
        b.position = (away * math.cos(angle), away * math.sin(angle))
        yield Exact(a, b)
        a, b = (Polygon(source.choice(rings)) for _ in "ab")
        b.position = (source.randint(-4, 4), source.randint(-4, 4))
        yield Exact(a, b)


def test_rings_with_opposite_edges_that_are_alike() -> None:
    check(symmetric_pairs(), judged("intersects"))
    check(symmetric_pairs(), judged("interiors"))


def bent_ring(bits: int) -> Polygon:
    """Return a polygon with nearly straight corners that a rotation bends inwards."""
    sagitta = 2.0**-bits
    ring = [(-3.0, 0.0), (-2.0, -sagitta), (0.0, -1.5 * sagitta), (3.0, 0.0), (0.5, 2.0)]
    return Polygon(ring)


def plainly_posed(shape: Polygon) -> oracle.Body:
    """Return what rounding alone makes of the vertices in their pose."""
    (x, y), c, s = shape.position, math.cos(shape.angle), math.sin(shape.angle)
    points = [
        (Fraction(x + (c * u - s * v)), Fraction(y + (s * u + c * v)))
        for u, v in shape.local_vertices.tolist()
    ]
    return oracle.Body(tuple(points), Fraction(0))


def test_ring_that_rounding_bends_inwards() -> None:
    """It is stored convex, and the answer is the exact separation over its edges."""
    reflex = 0
    for step in range(400):
        a, b = bent_ring(52), bent_ring(51)
        a.set_pose(7.0 / 3.0, 0.1, 0.37 * step)
        b.set_pose(7.0 / 3.0 + 0.3, 0.1, 0.37 * step + math.pi)
        bodies = oracle.body(a), oracle.body(b)
        reflex += not all(oracle.is_convex(plainly_posed(shape).points) for shape in (a, b))
        assert all(oracle.is_convex(body.points) for body in bodies)
        apart = oracle.first_separating_normal(*bodies) is not None
        clear = oracle.first_separating_normal(*bodies, touching=False) is not None
        assert a.intersects(b) is not apart
        assert a.intersects(b, touching=False) is not clear
        assert (a.separating_axis(b) is not None) is apart
        assert (a.mtv(b) is None) is apart
    assert reflex > 50


BAR, DISC, PENTAGON = Segment((0, 0), (4, 0)), Circle((1, 2), 3), Polygon.regular(5, 2.0, angle=0.3)
MEET: list[tuple[Shape, Shape, bool]] = [
    (BAR, Segment((1, -1), (1, 5)), True),
    (BAR, Segment((1, 0), (1, 5)), False),
    (BAR, Segment((1, 0), (9, 0)), False),
    (BAR, Segment((4, 0), (9, 0)), False),
    (BAR, BAR, False),
    (BAR, Point((2, 0)), False),
    (BAR, Point((4, 0)), False),
    (Point((1, 2)), Point((1, 2)), False),
    (Circle((1, 2), 0), Circle((1, 2), 0), False),
    (DISC, DISC, True),
    (PENTAGON, PENTAGON, True),
    (SQUARE, Polygon.box(2, 2, position=(3, 1)), False),
    (SQUARE, Point((1, 1)), True),
    (SQUARE, Point((2, 1)), False),
    (SQUARE, Circle((2, 2), 0), False),
    (SQUARE, Segment((2, 1), (9, 1)), False),
    (SQUARE, Segment((1, 1), (9, 1)), True),
    (SQUARE, Segment((2, -1), (2, 9)), False),
    (PILL, Capsule((0, 3), (4, 3), 2), False),
    (PILL, Capsule((7, 4), (9, 4), 4), False),
    (PILL, Segment((0, 1), (9, 1)), False),
    (PILL, Point((2, 1)), False),
    (PILL, Point((2, 0)), True),
    (PILL, Segment((1, 0), (2, 0)), True),
]


@pytest.mark.parametrize(("a", "b", "interiors"), MEET)
def test_interiors_require_a_depth(a: Shape, b: Shape, interiors: bool) -> None:
    """`touching` is a keyword or the third argument."""
    for one, other in ((a, b), (b, a)):
        for verb in (sepax.intersects, type(one).intersects):
            assert verb(one, other) is verb(one, other, True) is True
            assert verb(one, other, touching=False) is verb(one, other, False) is interiors
        assert one.separating_axis(other) is None
        assert (getattr(one.collide(other), "depth", -1.0) > 0.0) is interiors
