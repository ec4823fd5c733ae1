"""``collide``: normal, depth, points, their features, and containment."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from families import POLYGON_PAIRS, pairs
from judges import Exact, check, exact_pairs, judge_contact, judge_direction, judge_features
from oracle import EPSILON, first_separating_normal
from rounded import ALL_PAIRS
from verdicts import judged

import sepax
from sepax import Capsule, Circle, Polygon, Segment, Shape

PILL = Capsule((0, 0), (4, 0), 1)


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    """Other radii keep the pairs, so some of them are enough."""
    if family.endswith(" with radii"):
        check(exact_pairs(family)[1::4], judged("collide"))
        check(exact_pairs(family)[3::4], judged("collide", either_way=False))
    else:
        check(exact_pairs(family)[:: 2 if "many_sided" in family else 1], judged("collide"))
    for a, b in pairs(family):
        contact = sepax.collide(a, b)
        assert sepax.mtv(a, b) == (None if contact is None else contact.mtv)


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_features_of_a_triangle_as_thin_as_rounding(turn: int) -> None:
    """Two of its edges are in line, and the one that rounding prefers is beside the segment."""
    points = [(0.0, 0.0), (-0.39999999999999986, -0.40000000000000013), (2.0, 2.0)]
    needle = sepax.Polygon(points[turn:] + points[:turn])
    segment = sepax.Segment((0.5, 0.5), (4.0, 4.0))
    for pair in (Exact(segment, needle), Exact(needle, segment)):
        contact = contact_of(pair.a, pair.b)
        assert len(contact.points) == 2
        assert judge_features(pair, contact) is None


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


def contact_of(a: sepax.Shape, b: sepax.Shape) -> sepax.Contact:
    """Return a contact that must be there."""
    contact = sepax.collide(a, b)
    assert contact is not None
    return contact


def hexagon(width: float, height: float, x: float, y: float, angle: float) -> sepax.Polygon:
    """Return a box with a corner in the middle of its left and right sides."""
    x1, y1 = width / 2, height / 2
    ring = [(-x1, -y1), (x1, -y1), (1.3 * x1, 0), (x1, y1), (-x1, y1), (-1.2 * x1, 0)]
    return sepax.Polygon(ring, position=(x, y), angle=angle)


def upright_box(width: float, height: float, x: float, y: float, angle: float) -> sepax.Polygon:
    return sepax.Polygon.box(width, height, position=(x, y), angle=angle)


def stacked(
    source: random.Random,
    make: Callable[[float, float, float, float, float], sepax.Polygon],
    offset: float,
    lean: float = 0.0,
) -> tuple[sepax.Polygon, sepax.Polygon]:
    """Return a shape and one on top of it at the same angle but for some leaning of the second."""
    angle = source.uniform(-4.0, 4.0)
    x, y = (offset * source.uniform(-1.0, 1.0) for _ in range(2))
    (width, height), (width_b, height_b) = (
        (source.uniform(0.5, 2.0), source.uniform(0.5, 2.0)) for _ in range(2)
    )
    aside, up = source.uniform(-0.2, 0.2), (height + height_b) / 2
    a = make(width, height, x, y, angle)
    c, s = math.cos(angle), math.sin(angle)
    turn = angle + source.choice([0.0, math.pi]) * (make is upright_box)
    place = (x + c * aside - s * up, y + s * aside + c * up)
    return a, make(width_b, height_b, *place, turn + lean)


FLUSH = [(offset, 0.0) for offset in (0.0, 10.0, 1e3, 1e6, 1e9)]
LEANING = [(0.0, 1e-12), (1e3, 2e-10), (1e6, 2e-7), (1.0, 1e-9), (1.0, 0.01), (1.0, -0.01)]


@pytest.mark.parametrize("make", [upright_box, hexagon])
@pytest.mark.parametrize(("offset", "lean"), FLUSH + LEANING)
def test_flush_faces_have_two_points(offset: float, lean: float, make: Any) -> None:
    """However far from the origin, and whichever way the last bits of the vertices go.

    Faces that lean have one. Features do not depend on which face is the reference.
    """
    source = random.Random(offset)
    stacks = [stacked(source, make, offset, lean) for _ in range(300)]
    meeting = [(a, b) for a, b in stacks if a.intersects(b)]
    assert len(meeting) > 75
    for a, b in meeting:
        contact, swapped = contact_of(a, b), contact_of(b, a)
        assert len(contact.points) == (1 if lean else 2)
        assert contact.features == tuple((f, g) for g, f in swapped.features[::-1])
    below, above = (sepax.ShapeArray(side) for side in zip(*meeting, strict=True))
    assert list(sepax.collide(below, above)) == [contact_of(a, b) for a, b in meeting]


def test_facing_edge_among_edges_in_a_line_but_for_rounding() -> None:
    """Their normals are alike: the edge at the support point is the one that faces."""
    a = sepax.Polygon([(0, 0), (1, 1), (0, 1)])
    b = sepax.Polygon([(0, 0), (2, -1.874957409301148e-48), (1, 0)])
    contact: Any = a.collide(b)
    assert judge_contact(Exact(a, b), contact) is None
    assert contact.points == ((0.0, 0.0),)


def test_reference_edge_that_another_one_goes_on() -> None:
    """The deepest point counts, beyond whichever of two edges in a line it lies."""
    a = sepax.Polygon([(-1, -1), (0, 0), (0, 2)])
    b = sepax.Polygon([(-2, 0), (1, -5e-324), (0, 0)])
    contact: Any = a.collide(b)
    assert contact.depth == 1.0
    assert judge_contact(Exact(a, b), contact) is None


def on_a_bent_floor(source: random.Random) -> sepax.Contact | None:
    """Return the contact of a corner and of a floor of two faces, all but in one line."""
    left, right = (10.0 ** source.uniform(-1, 4) for _ in "ab")
    slope, turn = 10.0 ** source.uniform(-17, -6), source.choice([0.0, source.uniform(-3, 3)])
    corners = [(-left, -slope * left), (0, -max(left, right)), (right, -slope * right), (0, 0)]
    along, c, s = source.uniform(-min(left, 3), min(right, 3)), math.cos(turn), math.sin(turn)
    depth = source.choice([0.0, 1e-3, 0.1]) * source.random()
    corner = sepax.Polygon(
        [(0, 0), (1, source.uniform(1e-4, 1)), (-source.random(), 1)],
        position=(c * along + s * depth, s * along - c * depth),
        angle=turn,
    )
    try:
        floor = sepax.Polygon(corners, angle=turn, radius=source.choice([0, 0, 0.1]))
    except ValueError:  # rounded to what is not convex
        return None
    return corner.collide(floor)


def test_where_a_face_goes_on_in_the_next() -> None:
    """The deepest point is one of contact, on whichever of two faces rounding lets it be."""
    source = random.Random(1)
    contacts = [contact for _ in range(4000) if (contact := on_a_bent_floor(source)) is not None]
    assert len(contacts) > 2000
    for contact in contacts:
        assert 0.0 <= contact.depth - max(contact.depths) < 1e-9


BOX = Polygon.box(4, 2)
SLAB = Polygon([(0, 0), (4, 0), (4, 2), (0, 2)])
TRAY = Polygon.box(2, 2, radius=1)
KNOWN: list[tuple[Shape, Shape, tuple[float, float], float, list[tuple[float, float]]]] = [
    (SLAB, Polygon([(1, 1.5), (7, 1.5), (7, 4), (1, 4)]), (0, 1), 0.5, [(1, 1.75), (4, 1.75)]),
    (Polygon.box(2, 2), Polygon.box(2, 4, position=(2, 1)), (1, 0), 0.0, [(1, -1), (1, 1)]),
    (Polygon([(0, -0.5), (2, 1), (0, 2), (-2, 1)]), Polygon([(-5, -2), (5, -2), (5, 0), (-5, 0)]),
     (0, -1), 0.5, [(0, -0.25)]),
    (Circle((0, 1.5), 1), BOX, (0, -1), 0.5, [(0, 0.75)]),
    (Circle((0, 0), 2), Circle((3, 0), 2), (1, 0), 1.0, [(1.5, 0)]),
    (PILL, Capsule((1, 1.5), (9, 1.5), 1), (0, 1), 0.5, [(1, 0.75), (4, 0.75)]),
    (PILL, Capsule((1, 2), (9, 2), 1), (0, 1), 0.0, [(1, 1), (4, 1)]),
    (PILL, Capsule((5.5, 0), (9, 0), 1), (1, 0), 0.5, [(4.75, 0)]),
    (PILL, Circle((2, -1.75), 1), (0, -1), 0.25, [(2, -0.875)]),
    (PILL, Polygon.box(4, 2, position=(2, 1.75)), (0, 1), 0.25, [(0, 0.875), (4, 0.875)]),
    (Segment((0, 0), (4, 0)), Segment((2, -1), (2, 5)), (0, 1), 1.0, [(2, -0.5)]),
    (Segment((0, 0), (4, 0)), Segment((2, 0), (2, 5)), (0, 1), 0.0, [(2, 0)]),
    (TRAY, Polygon.box(2, 2, position=(3.5, 0), radius=1), (1, 0), 0.5, [(1.75, -1), (1.75, 1)]),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "normal", "depth", "points"), KNOWN)
def test_known_contacts(
    a: Shape, b: Shape, normal: tuple[float, float], depth: float, points: list[tuple[float, float]]
) -> None:
    for one, other, (x, y) in ((a, b, normal), (b, a, (0.0 - normal[0], 0.0 - normal[1]))):
        contact = contact_of(one, other)
        assert (contact.normal, contact.depth) == ((x, y), depth)
        assert contact.mtv == (0.0 - x * depth, 0.0 - y * depth)
        assert sorted(contact.points) == points
        assert (contact.a_in_b, contact.b_in_a) == (False, False)
    concentric = contact_of(Circle((1, 2), 3), Circle((1, 2), 1))
    assert (concentric.normal, concentric.mtv, concentric.b_in_a) == ((1.0, 0.0), (-4.0, 0.0), True)


# points that a solver can follow ------------------------------------------------------------


def noisy_stack(source: random.Random, noise: float) -> tuple[sepax.Polygon, sepax.Polygon]:
    """Return a box and one that sinks into its top, to the right, both trembling."""

    def tremble() -> float:
        return source.uniform(-noise, noise)

    low = sepax.Polygon.box(2, 1, position=(tremble(), tremble()), angle=tremble())
    high = sepax.Polygon.box(2, 1, position=(0.7 + tremble(), 0.98 + tremble()), angle=tremble())
    return low, high


@pytest.mark.parametrize("noise", [0.0, 1e-15, 1e-9, 1e-3])
def test_points_keep_their_order_and_their_features(noise: float) -> None:
    """Whichever face is the reference: it changes from pose to pose."""
    source = random.Random(7)
    stacks = [noisy_stack(source, noise) for _ in range(2000)]
    found = [contact_of(low, high) for low, high in stacks]
    assert {contact.features for contact in found} == {((-3, 0), (2, -1))}
    assert all(contact.points[0][0] < contact.points[1][0] for contact in found)
    for (low, high), contact in zip(stacks, found, strict=True):
        swapped = contact_of(high, low)
        assert swapped.features == ((-1, 2), (0, -3))
        if noise:
            assert all(
                math.dist(p, q) < 4 * noise
                for p, q in zip(contact.points, swapped.points[::-1], strict=True)
            )
    if noise > 1e-12:
        of_low = [
            contact.normal == tuple(low.normals[2])
            for (low, _), contact in zip(stacks, found, strict=True)
        ]
        assert {True, False} == set(of_low)
    below, above = (sepax.ShapeArray.from_shapes(side) for side in zip(*stacks, strict=True))
    contacts = sepax.collide(below, above)
    assert contacts.features.tolist() == [[[-3, 0], [2, -1]]] * 2000
    assert list(contacts) == found


@pytest.mark.parametrize("noise", [0.0, 1e-16])
def test_ends_over_each_other_are_two_vertices(noise: float) -> None:
    source = random.Random(1)
    for _ in range(200):
        x, y = (source.uniform(-noise, noise) for _ in range(2))
        a, b = sepax.Polygon.box(2, 1), sepax.Polygon.box(2, 1, position=(x, 0.75 + y))
        assert contact_of(a, b).features == ((3, 0), (2, 1))
        assert contact_of(b, a).features == ((1, 2), (0, 3))


def test_features_beyond_an_edge_that_goes_on_straight() -> None:
    """A vertex over the next of two edges in a line is over that one."""
    floor = sepax.Polygon([(-4, -1), (4, -1), (4, 0), (1, 2**-60), (-4, 0)])
    for x, expected in ((2.5, ((-3, 0), (-3, 1))), (-1.5, ((-4, 0), (-4, 1)))):
        box = sepax.Polygon.box(1, 1, position=(x, 0.25))
        assert contact_of(floor, box).features == expected
    box = sepax.Polygon.box(1, 1, position=(1.25, 0.25))
    assert contact_of(floor, box).features == ((-4, 0), (-3, 1))


def test_features_of_discs() -> None:
    """Of a ring the vertex or the edge that is nearest, of a disc its centre."""
    box, disc = sepax.Polygon.box(2, 2), sepax.Circle((1.5, 0), 1)
    assert contact_of(box, disc).features == ((-2, 0),)
    assert contact_of(disc, box).features == ((0, -2),)
    corner = sepax.Circle((-1.5, -1.5), 1)
    assert contact_of(box, corner).features == ((0, 0),)
    assert contact_of(corner, box).features == ((0, 0),)
    last = sepax.Circle((-1.5, 1.5), 1)
    assert contact_of(box, last).features == ((3, 0),)
    assert contact_of(last, box).features == ((0, 3),)
    assert contact_of(disc, sepax.Circle((2, 0), 1)).features == ((0, 0),)


def test_depths_of_slanting_faces() -> None:
    """The deeper of two points is as deep as the contact."""
    floor = sepax.Polygon([(-5, -2), (5, -2), (5, 0), (-5, 0)])
    slab = sepax.Polygon([(-2, -0.5), (2, -0.25), (2, 1), (-2, 1)])
    contact = contact_of(slab, floor)
    assert contact.depths == (0.25, 0.5)
    assert contact.features == ((1, -3), (0, -3))
    assert contact.points == ((2.0, -0.125), (-2.0, -0.25))
