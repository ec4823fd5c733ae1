"""``intersects``, ``separating_axis`` and ``contains``: exact, without any tolerance."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction

import oracle
import pytest
from families import PAIRS, Shape, pairs
from judges import Exact, check, exact_pairs, first_fault, judge_axis, judge_boolean
from judges import judge_intersects as judge_both
from oracle import vector

import sepax


@pytest.mark.parametrize("family", PAIRS)
def test_intersects(family: str) -> None:
    check(exact_pairs(family), lambda pair: judge_both(pair, sepax.intersects))


@pytest.mark.parametrize("family", PAIRS)
def test_intersects_method(family: str) -> None:
    check(exact_pairs(family), lambda pair: judge_both(pair, type(pair.a).intersects))


@pytest.mark.parametrize("family", PAIRS)
def test_separating_axis(family: str) -> None:
    check(exact_pairs(family), lambda pair: judge_axis(pair, sepax.separating_axis(pair.a, pair.b)))


@pytest.mark.parametrize("family", PAIRS)
def test_separating_axis_method(family: str) -> None:
    for a, b in pairs(family):
        assert a.separating_axis(b) == sepax.separating_axis(a, b)


def symmetric_pairs() -> Iterator[Exact]:
    """Rings of 6 to 12 sides whose opposite edges are alike; on a lattice many touch."""
    source = random.Random(42)
    rings = [
        [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)],
        [(2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2)],
    ]
    for _ in range(150):
        a, b = (
            sepax.Polygon.regular(2 * source.randint(3, 6), 1.0, angle=source.uniform(-3, 3))
            for _ in "ab"
        )
        away, angle = source.uniform(1.6, 2.05), source.uniform(-3, 3)
        b.position = (away * math.cos(angle), away * math.sin(angle))
        yield Exact(a, b)
        a, b = (sepax.Polygon(source.choice(rings)) for _ in "ab")
        b.position = (source.randint(-4, 4), source.randint(-4, 4))
        yield Exact(a, b)


def test_rings_with_opposite_edges_that_are_alike() -> None:
    check(symmetric_pairs(), lambda pair: judge_both(pair, sepax.intersects))


def points_near(shape: Shape, other: Shape) -> list[tuple[float, float]]:
    """Points on, about and away from a boundary: corners, middles, neighbouring floats."""
    vertices = [(x, y) for x, y in shape.vertices.tolist()]
    following = vertices[1:] + vertices[:1]
    middles = [
        ((px + qx) / 2, (py + qy) / 2)
        for (px, py), (qx, qy) in zip(vertices, following, strict=True)
    ]
    if isinstance(shape, sepax.Circle):
        (x, y), radius = vertices[0], shape.radius
        middles = [(x + radius, y), (x, y - radius), (x + 0.6 * radius, y + 0.8 * radius)]
    beside = [(math.nextafter(x, math.inf), math.nextafter(y, -math.inf)) for x, y in middles]
    others = [(x, y) for x, y in other.vertices[:2].tolist()]
    return [*vertices[:4], *middles[:4], *beside[:4], *others]


@pytest.mark.parametrize("family", PAIRS)
def test_contains(family: str) -> None:
    def judge(pair: Exact) -> str | None:
        return first_fault(
            judge_boolean(found, oracle.contains(pair.body_a, vector(point)), f"contains({point})")
            for point in points_near(pair.a, pair.b)
            for found in (pair.a.contains(point), sepax.contains(pair.a, point))
        )

    check(exact_pairs(family)[::4], judge)


def bent_ring(bits: int) -> sepax.Polygon:
    """Return a polygon with nearly straight corners that a rotation bends inwards."""
    sagitta = 2.0**-bits
    ring = [(-3.0, 0.0), (-2.0, -sagitta), (0.0, -1.5 * sagitta), (3.0, 0.0), (0.5, 2.0)]
    return sepax.Polygon(ring)


def plainly_posed(shape: sepax.Polygon) -> oracle.Body:
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


def test_touching_is_a_keyword_or_third_argument() -> None:
    a = sepax.Polygon.box(2, 2)
    b = sepax.Polygon.box(2, 2, position=(2, 0))
    assert a.intersects(b)
    assert a.intersects(b, True)
    assert not a.intersects(b, False)
    assert not sepax.intersects(a, b, touching=False)


def test_shape_with_itself() -> None:
    for shape in (sepax.Polygon.regular(5, 2.0, angle=0.3), sepax.Circle((1, 2), 3)):
        assert shape.intersects(shape)
        assert shape.intersects(shape, touching=False)
        assert shape.separating_axis(shape) is None
    point = sepax.Circle((1, 2), 0)
    assert point.intersects(point)
    assert not point.intersects(point, touching=False)


def test_point_strictly_inside_or_on_the_edge() -> None:
    box = sepax.Polygon.box(2, 2)
    for center, inside in {(0.0, 0.0): True, (1.0, 0.5): False, (1.0, 1.0): False}.items():
        point = sepax.Circle(center, 0)
        assert box.intersects(point)
        assert box.intersects(point, touching=False) is inside
        assert point.intersects(box, touching=False) is inside


def test_corner_region_is_round() -> None:
    """The corner is nearer than a shortcut over the edges' axes would have it."""
    box = sepax.Polygon.box(2, 2)
    circle = sepax.Circle((1.8, 1.8), 1.0)
    assert not box.intersects(circle)
    axis = box.separating_axis(circle)
    assert axis == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)), abs=1e-15)
