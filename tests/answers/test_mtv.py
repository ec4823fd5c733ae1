"""``mtv``: after moving a by it the shapes touch, and no shorter move parts them."""

from __future__ import annotations

import pytest
from judges import check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

import sepax


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("mtv"))


def test_apart_touching_overlapping() -> None:
    a = sepax.Polygon.box(2, 2)
    assert a.mtv(sepax.Polygon.box(2, 2, position=(2.5, 0))) is None
    assert a.mtv(sepax.Polygon.box(2, 2, position=(2, 0))) == (0.0, 0.0)
    assert a.mtv(sepax.Polygon.box(2, 2, position=(1.5, 0))) == (-0.5, 0.0)
    assert a.mtv(sepax.Polygon.box(2, 2, position=(0.5, -1.75))) == (0.0, 0.25)


def test_moving_by_it_parts() -> None:
    a = sepax.Polygon.box(2, 2, position=(0.25, 0.5))
    b = sepax.Polygon([(0, 0), (4, 0), (4, 8), (0, 8)])
    vector = a.mtv(b)
    assert vector == (-1.25, 0.0)
    a.move(*vector)
    assert a.intersects(b)
    assert not a.intersects(b, touching=False)
    assert a.mtv(b) == (0.0, 0.0)


def test_containment_leads_all_the_way_out() -> None:
    outer = sepax.Polygon.box(10, 10)
    inner = sepax.Polygon.box(2, 2, position=(3, 1))
    assert inner.mtv(outer) == (3.0, 0.0)
    assert outer.mtv(inner) == (-3.0, 0.0)


def test_direction_is_not_that_of_the_centres() -> None:
    """The long wall's centre lies far along it, its nearest side is across."""
    wall = sepax.Polygon([(0, 0), (100, 0), (100, 1), (0, 1)])
    body = sepax.Polygon.box(1, 1, position=(3, 1.25))
    assert body.mtv(wall) == (0.0, 0.25)
    assert wall.mtv(body) == (0.0, -0.25)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (sepax.Circle((0, 0), 1), sepax.Circle((0, 0), 2), (-3.0, 0.0)),
        (sepax.Circle((5, 5), 0), sepax.Circle((5, 5), 0), (0.0, 0.0)),
        (sepax.Circle((0, 0), 2), sepax.Circle((0, 3), 2), (0.0, -1.0)),
        (sepax.Circle((0, 0), 1), sepax.Circle((4, 0), 1), None),
        (sepax.Circle((0, 0), 1), sepax.Circle((2, 0), 1), (0.0, 0.0)),
        (sepax.Circle((0, 0.5), 1), sepax.Polygon.box(4, 2), (0.0, 1.5)),
        (sepax.Polygon.box(4, 2), sepax.Circle((1.5, 0), 0.25), (-0.75, 0.0)),
        (sepax.Circle((4, 5), 5), sepax.Polygon.box(2, 2), (0.0, 0.0)),
        (sepax.Circle((4, 5), 5.5), sepax.Polygon.box(2, 2), (0.3, 0.4)),
    ],
)
def test_circles(a: sepax.Circle, b: sepax.Circle, expected: tuple[float, float] | None) -> None:
    if expected is None:
        assert a.mtv(b) is None
    else:
        assert a.mtv(b) == pytest.approx(expected, abs=1e-15)


def test_tie_goes_to_the_lowest_edge_of_a() -> None:
    for a in (sepax.Polygon.box(2, 2), sepax.Polygon([(1, 1), (-1, 1), (-1, -1), (1, -1)])):
        contact = a.collide(a.copy())
        assert contact is not None
        assert contact.normal == tuple(a.normals[0].tolist())
        assert contact.depth == 2.0


def test_tie_of_some_edges_goes_to_the_lowest_of_them() -> None:
    """Only the edges towards b tie, and the lower one of the two wins."""
    ring = [(0, 0), (2, 0), (2, 2), (0, 2)]
    b = sepax.Polygon([(1, 1), (5, 1), (5, 5), (1, 5)])
    for start in range(4):
        a = sepax.Polygon(ring[start:] + ring[:start])
        towards_b = [n for n in a.normals.tolist() if max(n) > 0.5]
        contact = a.collide(b)
        assert contact is not None
        assert list(contact.normal) == towards_b[0]
        assert contact.depth == 1.0


def test_tie_of_both_shapes_goes_to_a() -> None:
    """A turned square's corners and a box's edges: equal depths over edges of a and of b."""
    a = sepax.Polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    b = sepax.Polygon([(3, 1), (8, 1), (8, 3), (3, 3)])
    contact = a.collide(b)
    assert contact is not None
    assert contact.normal == (1.0, 0.0)
    assert contact.depth == 1.0
