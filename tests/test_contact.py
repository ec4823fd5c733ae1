"""``collide``: normal, depth, points and containment."""

from __future__ import annotations

import pytest
from families import PAIRS, POLYGON_PAIRS, pairs
from judges import Exact, check, exact_pairs, judge_contact, judge_direction
from oracle import EPSILON, first_separating_normal

import sepax


@pytest.mark.parametrize("family", PAIRS)
def test_collide(family: str) -> None:
    check(exact_pairs(family), lambda pair: judge_contact(pair, sepax.collide(pair.a, pair.b)))


@pytest.mark.parametrize("family", PAIRS)
def test_agrees_with_mtv_and_method(family: str) -> None:
    for a, b in pairs(family):
        contact = sepax.collide(a, b)
        assert contact == a.collide(b)
        assert sepax.mtv(a, b) == (None if contact is None else contact.mtv)


@pytest.mark.parametrize("family", POLYGON_PAIRS)
def test_normal_of_touching_polygons(family: str) -> None:
    """Of all edges whose lines part the interiors, the lowest of a, then of b, names it."""

    def judge(pair: Exact) -> str | None:
        if pair.side != 0:
            return None
        contact = contact_of(pair.a, pair.b)
        edge = first_separating_normal(pair.body_a, pair.body_b, touching=False)
        assert edge is not None
        return judge_direction(contact.normal, edge, 8 * EPSILON)

    check(exact_pairs(family), judge)


def contact_of(a: sepax.Polygon | sepax.Circle, b: sepax.Polygon | sepax.Circle) -> sepax.Contact:
    """Return a contact that must be there."""
    contact = sepax.collide(a, b)
    assert contact is not None
    return contact


def test_edge_on_edge_has_two_points() -> None:
    a = sepax.Polygon([(0, 0), (4, 0), (4, 2), (0, 2)])
    b = sepax.Polygon([(1, 1.5), (7, 1.5), (7, 4), (1, 4)])
    contact = contact_of(a, b)
    assert contact.normal == (0.0, 1.0)
    assert contact.depth == 0.5
    assert contact.mtv == (0.0, -0.5)
    assert sorted(contact.points) == [(1.0, 1.75), (4.0, 1.75)]
    assert not contact.a_in_b
    assert not contact.b_in_a


def test_touching_edges_have_two_points() -> None:
    a = sepax.Polygon.box(2, 2)
    contact = contact_of(a, sepax.Polygon.box(2, 4, position=(2, 1)))
    assert contact.normal == (1.0, 0.0)
    assert contact.depth == 0.0
    assert contact.mtv == (0.0, 0.0)
    assert sorted(contact.points) == [(1.0, -1.0), (1.0, 1.0)]


def test_corner_on_edge_has_one_point_or_a_deepest_one() -> None:
    floor = sepax.Polygon([(-5, -2), (5, -2), (5, 0), (-5, 0)])
    corner = sepax.Polygon([(0, -0.5), (2, 1), (0, 2), (-2, 1)])
    contact = contact_of(corner, floor)
    assert contact.normal == (0.0, -1.0)
    assert contact.depth == 0.5
    assert contact.points == ((0.0, -0.25),)


def test_facing_edge_among_edges_in_a_line_but_for_rounding() -> None:
    """Their normals are alike: the edge at the support point is the one that faces."""
    a = sepax.Polygon([(0, 0), (1, 1), (0, 1)])
    b = sepax.Polygon([(0, 0), (2, -1.874957409301148e-48), (1, 0)])
    contact = a.collide(b)
    assert contact is not None
    assert judge_contact(Exact(a, b), contact) is None
    assert contact.points == ((0.0, 0.0),)


def test_reference_edge_that_another_one_goes_on() -> None:
    """The deepest point counts, beyond whichever of two edges in a line it lies."""
    a = sepax.Polygon([(-1, -1), (0, 0), (0, 2)])
    b = sepax.Polygon([(-2, 0), (1, -5e-324), (0, 0)])
    contact = a.collide(b)
    assert contact is not None
    assert contact.depth == 1.0
    assert judge_contact(Exact(a, b), contact) is None


def test_circle_contacts() -> None:
    contact = contact_of(sepax.Circle((0, 1.5), 1), sepax.Polygon.box(4, 2))
    assert contact.normal == (0.0, -1.0)
    assert contact.depth == 0.5
    assert contact.points == ((0.0, 0.75),)
    contact = contact_of(sepax.Circle((0, 0), 2), sepax.Circle((3, 0), 2))
    assert contact.normal == (1.0, 0.0)
    assert contact.points == ((1.5, 0.0),)


def test_containment_is_closed() -> None:
    box = sepax.Polygon.box(4, 4)
    corner = sepax.Polygon([(0, 0), (2, 0), (2, 2), (0, 2)])
    assert contact_of(corner, box).a_in_b
    assert not contact_of(corner, box).b_in_a
    assert contact_of(box, corner).b_in_a
    both = contact_of(box, box.copy())
    assert both.a_in_b
    assert both.b_in_a
    assert contact_of(sepax.Circle((0, 0), 2), box).a_in_b
    assert contact_of(box, sepax.Circle((0, 0), 3)).a_in_b
    assert contact_of(sepax.Circle((1, 0), 1), sepax.Circle((0, 0), 2)).a_in_b


def test_concentric_circles_part_along_x() -> None:
    contact = contact_of(sepax.Circle((1, 2), 3), sepax.Circle((1, 2), 1))
    assert contact.normal == (1.0, 0.0)
    assert contact.depth == 4.0
    assert contact.mtv == (-4.0, 0.0)
    assert contact.b_in_a
