"""Contacts and moves of compounds: on a lattice they are known exactly, and no cut changes them.

The judges know cells and rings (polyominoes.py, regions_exact.py), the library parts.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import lattice
import numpy as np
import outlines
import pytest
from lattice import Random
from outlines import FRAME, L_TILE, T_TILE, U_TILE
from polyominoes import (
    Atom,
    Cells,
    Region,
    Vector,
    compounds,
    corners_of,
    differences,
    outline,
    overlaps,
    rectangle,
    region,
    rings,
    shortest_moves,
    sides_of,
    touches,
)
from regions_exact import IN, OUT, Relation, meets_inside, spots

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment

Atoms = frozenset[Atom]
Spot = tuple[int, int]
EPS = 2.0**-53
FAR = 2.0**30


# --- two regions ------------------------------------------------------------------


class Case:
    """Two regions, cut in several ways, where a is as seen from b, and a margin."""

    def __init__(self, source: Random, slanted: bool, touching: bool) -> None:
        while True:
            self.a, self.b = (region(source, 10, slanted) for _ in "ab")
            grain = 1 if touching else source.choice([1, 1, 2, 4])
            reach = 4 * grain
            x, y = (Fraction(source.randint(-reach, reach), grain) for _ in "xy")
            self.offset: Vector = x, y
            self.gaps = differences(self.a.cells, self.b.cells)
            self.side = self._side()
            if not touching or self.side == 0:
                break
        base = source.choice([0.0, 0.0, FAR])
        self.slack = 1e-12 + 4 * EPS * base
        self.margin = source.choice([0.0, 0.55, 2.05, 1e9])
        ways = list(product(*(cuts(one, source) for one in (self.a, self.b))))
        self.pairs = source.sample(ways, 6)
        for a, b in self.pairs:
            a.position, b.position = (base + float(x), base + float(y)), (base, base)

    def _side(self) -> int | None:
        """1 apart, 0 touching, -1 overlapping; None for half cells that are off the lattice."""
        if not self.a.halves:
            return 1 - touches(self.gaps, self.offset) - overlaps(self.gaps, self.offset)
        if any(x.denominator > 1 for x in self.offset):
            return None
        a, b = self.atoms()
        spots = [{spot for atom in atoms for spot in corners_of(atom)} for atoms in (a, b)]
        return 1 - bool(spots[0] & spots[1]) - bool(a & b)

    def atoms(self) -> tuple[Atoms, Atoms]:
        return self.a.atoms(*map(int, self.offset)), self.b.atoms()

    @property
    def in_one_box(self) -> bool:
        """Whether neither is the first by its box."""
        a, b = self.pairs[0]
        return bool(a.bounds == b.bounds)


def cuts(one: Region, source: Random) -> list[Compound]:
    """Return compounds of several parts: those of a single one have the points of its contacts."""
    return [made for made in compounds(one, source).values() if len(made.parts) > 1]


def answers(a: Any, b: Any, margin: float) -> dict[str, Any]:
    """Return all that does not depend on the cut."""
    contact, move = a.collide(b, margin), a.mtv(b)
    met = contact or a.collide(b, 1e9)
    return {
        "truths": (contact is None, move is None, a.intersects(b), a.intersects(b, touching=False)),
        "covers": (a.covers(b), b.covers(a)),
        "held": contact and (contact.b_in_a, contact.a_in_b),
        "distance": a.distance(b),
        "depth": met.depth,
        "normal": met.normal,
        "mtv": move,
        "points": met.points,
        "depths": met.depths,
    }


def same(one: Any, other: Any, slack: float) -> bool:
    """Whether answers are the same but for last bits of their numbers."""
    if isinstance(one, dict):
        return all(same(one[name], other[name], slack) for name in one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(x, y, slack) for x, y in pairs)
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= slack
    return bool(one == other)


def assert_swapped(one: dict[str, Any], back: dict[str, Any], slack: float) -> None:
    """Vectors turn round, to the bit; points come in the other order."""
    assert back["truths"] == one["truths"]
    assert (back["distance"], back["depth"]) == (one["distance"], one["depth"])
    for name in ("covers", "held"):
        assert back[name] == (one[name] and one[name][::-1])
    for name in ("normal", "mtv"):
        assert back[name] == (one[name] and (0.0 - one[name][0], 0.0 - one[name][1]))
    for name in ("points", "depths"):
        assert same(back[name][::-1], one[name], slack)


def judge_points(a: Any, b: Any, slack: float) -> None:
    """Where shapes are nearest there are points of both, as far apart as they are."""
    (x, y), (u, v) = a.nearest_points(b)
    assert math.hypot(u - x, v - y) == pytest.approx(a.distance(b), abs=slack)
    assert max(a.distance(Point((x, y))), b.distance(Point((u, v)))) <= slack


def judge_cuts(case: Case) -> dict[str, Any]:
    """Demand one answer of all cuts, either way round, and return it."""
    a, b = case.pairs[0]
    expected = answers(a, b, case.margin)
    assert max(expected["depths"]) == pytest.approx(expected["depth"], rel=0, abs=case.slack)
    assert (
        min(expected["depths"]) >= -max(case.margin, expected["distance"]) - case.slack
        or (expected["truths"][0])
    )
    for a, b in case.pairs:
        found = answers(a, b, case.margin)
        assert same(found, expected, case.slack), (found, expected)
        assert_swapped(found, answers(b, a, case.margin), 2 * case.slack)
        judge_points(a, b, case.slack)
    return expected


def comes_first(a: Cells, b: Cells, offset: Vector) -> bool:
    """Whether moves of a, not of b, are compared in ties: it begins later, or ends earlier."""
    for extreme in (min, max):
        for k in range(2):
            one, other = extreme(c[k] for c in a) + offset[k], extreme(c[k] for c in b)
            if one != other:
                return (one > other) is (extreme is min)
    raise AssertionError("equal boxes")


@pytest.mark.parametrize("seed", range(16))
def test_regions(seed: int) -> None:
    """The shortest move is to the nearest free place.

    Of several the lesser x, then y, as a move of the one that comes first.
    """
    source = random.Random(seed)
    for _ in range(40):
        case = Case(source, seed % 2 == 1, touching=False)
        if case.in_one_box:
            continue
        expected = judge_cuts(case)
        if case.side is not None:
            assert expected["truths"][1:] == (case.side > 0, case.side <= 0, case.side < 0)
        if case.side == -1 and not case.a.halves:
            moves = shortest_moves(case.gaps, case.offset)
            pick = min if comes_first(case.a.cells, case.b.cells, case.offset) else max
            assert expected["mtv"] == tuple(map(float, pick(moves)))


@pytest.mark.parametrize("seed", range(16))
def test_regions_that_touch(seed: int) -> None:
    """The normal is that of a face that both have there, if they have one."""
    source = random.Random(100 + seed)
    for _ in range(20):
        case = Case(source, seed % 2 == 1, touching=True)
        if case.in_one_box:
            continue
        expected = judge_cuts(case)
        assert (expected["depth"], expected["mtv"]) == (0.0, (0.0, 0.0))
        faces = shared_faces(*case.atoms()) or faces_at_corners(*case.atoms())
        assert any(
            math.dist(expected["normal"], (x / math.hypot(x, y), y / math.hypot(x, y))) < 1e-15
            for x, y in faces
        )


def shared_faces(a: Atoms, b: Atoms) -> set[Spot]:
    """Return the normals, from a to b, of the sides that atoms of both have in common."""
    sides = sides_of(b)
    return {(q[1] - p[1], p[0] - q[0]) for p, q in sides_of(a) if (q, p) in sides}


def overlap_moved(a: Atoms, b: Atoms, way: Spot) -> bool:
    """Whether the interiors meet when a has moved by a sixteenth of a way."""
    fine = [[[(16 * x, 16 * y) for x, y in corners_of(atom)] for atom in atoms] for atoms in (a, b)]
    for ring in fine[0]:
        one = [(x + way[0], y + way[1]) for x, y in ring]
        for other in fine[1]:
            near = max(abs(one[0][0] - other[0][0]), abs(one[0][1] - other[0][1])) <= 48
            if near and not outlines.apart(one, other):
                return True
    return False


AROUND: tuple[Spot, ...] = (  # by a quarter of a quarter turn, nearly; faces lie along even ones
    (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1),
    (-2, 0), (-2, -1), (-2, -2), (-1, -2), (0, -2), (1, -2), (2, -2), (2, -1),
)  # fmt: skip


def faces_at_corners(a: Atoms, b: Atoms) -> set[Spot]:
    """Return the normals along which a just slides on b: ends of the directions that are free."""
    free = [not overlap_moved(a, b, way) for way in AROUND]
    return {
        AROUND[k]
        for k, turn in product(range(0, 16, 2), (4, -4))  # slides that way, and is blocked beside
        if free[(k + turn) % 16] and not free[(k + turn - turn // 4) % 16]
    }


@pytest.mark.parametrize("exponent", [-1040, -900, -600, -525, -300, 120, 230])
def test_contacts_of_any_size(exponent: int) -> None:
    """A power of two scales a contact, where squares underflow as well."""
    source, scale = random.Random(exponent), 2.0**exponent
    for _ in range(80):
        a, b = Case(source, slanted=True, touching=True).pairs[0]
        b.move(*source.choice([(0.0, 0.0), (0.25, 0.0), (0.0, -0.25)]))
        if max(a.position) > 100:
            continue
        other, of_b = (
            Compound([Polygon(scale * part.vertices) for part in one.parts]) for one in (a, b)
        )
        expected, found = Compound(a.parts).collide(Compound(b.parts)), other.collide(of_b)
        assert (expected is None) == (found is None)
        if expected is not None and found is not None and exponent > -1000:  # where digits are left
            assert found.normal == expected.normal
            assert found.depth == scale * expected.depth
            assert found.features == expected.features
            places = [[x / scale for x in point] for point in found.points]
            assert np.array(places) == pytest.approx(np.array(expected.points), abs=1e-12)


# --- regions and single shapes ----------------------------------------------------


def beside_cells(source: Random, one: Region) -> Any:
    """Return a figure on quarters near a corner of a cell, or a polygon over several cells."""
    if source.random() < 0.3:
        spots = [(source.randint(-12, 12) / 4, source.randint(-12, 12) / 4) for _ in range(4)]
        return Polygon.hull([*spots, (0.0, 0.0), (0.25, 0.0), (0.0, 0.25)])
    figure = lattice.figure(source, source.choice(list(lattice.KINDS)))
    i, j = source.choice(sorted(one.cells))
    (x, y), (dx, dy) = figure.points[0], source.choice(lattice.AXES)
    reach = source.choice((0.0, 0.25, figure.radius))
    return figure.moved(i - x + reach * dx, j - y + reach * dy).shape()


def relation(one: Region, shape: Any) -> tuple[bool, bool, bool]:
    """Return whether a shape without a radius meets a region, its interior, and is covered."""
    whole = [[(Fraction(x, 2), Fraction(y, 2)) for x, y in ring] for ring in rings(one.atoms())]
    ring = spots(shape.vertices.tolist())
    exact = Relation(whole, [ring])
    if len(ring) > 2:
        return exact.touch(), exact.overlap(), exact.covers()
    return exact.touch(), meets_inside(whole, ring, IN), not meets_inside(whole, ring, OUT)


@pytest.mark.parametrize("seed", range(12))
def test_single_shapes(seed: int) -> None:
    """Points and segments in seams as well; the contact says the same as the other verbs."""
    source = random.Random(200 + seed)
    for _ in range(30):
        one = region(source, 8, seed % 2 == 1)
        shape, margin = beside_cells(source, one), source.choice((0.0, 0.0, 0.5))
        wholes = cuts(one, source)
        expected = answers(wholes[0], shape, margin)
        meets, inside, covered = (
            (*expected["truths"][2:], expected["covers"][0]) if shape.radius else
            relation(one, shape)
        )  # fmt: skip
        assert expected["held"] in (None, (covered, expected["covers"][1]))
        for whole in wholes:
            found = answers(whole, shape, margin)
            assert same(found, expected, 1e-12), (found, expected)
            assert found["truths"][2:] == (meets, inside)
            assert found["covers"][0] == covered
            assert (found["depth"] > 0.0) == inside
            assert_swapped(found, answers(shape, whole, margin), 1e-12)
            judge_points(whole, shape, 1e-12)
            assert whole.contains(tuple(shape.vertices[0])) == wholes[0].contains(
                tuple(shape.vertices[0])
            )


# --- places on the true boundary --------------------------------------------------


def _distances(shape: Any, spot: Vector) -> tuple[float, float]:
    """How far a place is from the nearest edge, and from the nearest vertex."""
    edge = vertex = Fraction(10) ** 40
    for ring in (shape.exterior, *shape.holes):
        corners = spots(ring.tolist())
        for (ax, ay), (bx, by) in pairwise([corners[-1], *corners]):
            way = bx - ax, by - ay
            along = (spot[0] - ax) * way[0] + (spot[1] - ay) * way[1]
            share = min(max(along / (way[0] ** 2 + way[1] ** 2), Fraction(0)), Fraction(1))
            dx, dy = spot[0] - ax - share * way[0], spot[1] - ay - share * way[1]
            edge = min(edge, dx * dx + dy * dy)
            vertex = min(vertex, (spot[0] - ax) ** 2 + (spot[1] - ay) ** 2)
    return math.sqrt(edge), math.sqrt(vertex)


def _turned(seed: int) -> tuple[list[Any], float]:
    """Return two outlines of cells, or drawn ones, at any angle, and a margin."""
    rng = random.Random(seed)
    base, turn = rng.choice([0.0, 0.0, 2.0**10, FAR]), rng.uniform(-3, 3)
    drawn = [[L_TILE], [T_TILE], [U_TILE], FRAME, [np.round(outlines.star(8, 5) * 5.0)]]
    made = []
    for count in (12, 9):
        exterior, *holes = rng.choice(drawn)
        shape: Any = Compound.from_polygon(exterior, holes)
        if seed % 3:
            shape = outline(region(rng, count, False))
        angle = rng.choice([0, 0, math.pi / 4, turn, rng.uniform(-3, 3)])
        shape.set_pose(base + rng.randint(-12, 12) / 4, base + rng.randint(-12, 12) / 4, angle)
        made.append(shape)
    return made, rng.choice([0.0, 0.5, 2.0, 1e9])


def test_places_are_corners_halfway_between_the_boundaries() -> None:
    """Half of its depth along the normal from a point is a boundary, and a vertex of one of them.

    So a face ends exactly at its corner; a feature that is a vertex is that vertex.
    """
    for seed in range(450):
        shapes, margin = _turned(seed)
        contact = shapes[0].collide(shapes[1], margin)
        if contact is None:
            continue
        coordinates = [x for shape in shapes for ring in (shape.exterior, *shape.holes)
                       for x in ring.ravel().tolist()]  # fmt: skip
        bound = 16 * EPS * 40 + 8 * EPS * max(map(abs, coordinates))
        assert min(contact.depths) >= -margin - bound, seed
        for point, depth, features in zip(
            contact.points, contact.depths, contact.features, strict=True
        ):
            found = []
            for shape, sign, feature in zip(shapes, (1, -1), features, strict=True):
                half = sign * Fraction(depth) / 2
                x, y = (Fraction(p) + half * Fraction(n)
                        for p, n in zip(point, contact.normal, strict=True))  # fmt: skip
                found.append(_distances(shape, (x, y)))
                if feature >= 0:
                    assert math.dist(shape.vertices[feature], (float(x), float(y))) <= 4 * bound
            assert max(edge for edge, _ in found) <= bound, seed
            assert min(vertex for _, vertex in found) <= bound, seed


# --- single cases -----------------------------------------------------------------


def test_of_places_equally_near_one_is_chosen_by_the_rule_for_moves() -> None:
    """In the corner of an L a box has two nearest places.

    That to which the box, which begins farther to the right, moves with the lesser x.
    """
    low, high = Polygon.box(4, 1, position=(2, 0.5)), Polygon.box(1, 4, position=(0.5, 2))
    box = Polygon.box(1, 1, position=(2.5, 2.5))
    for parts in ([low, high], [high, low]):
        corner = Compound(parts)
        one, other = sepax.collide(corner, box, margin=2), sepax.collide(box, corner, margin=2)
        assert one is not None
        assert other is not None
        assert (one.normal, one.depth, other.normal) == ((1.0, 0.0), -1.0, (-1.0, 0.0))


def test_far_away_no_slope_counts_as_flush() -> None:
    """Roundings of places are 2e-7 there.

    A capsule that is 1e-4 lower at its other end has one deepest place.
    """
    ground = Compound([Polygon.box(2, 1, position=(k, 0)) for k in (-2, 0, 2)])
    bar = sepax.Capsule((-2, 0), (2, 0), 0.5)
    for x in (0.0, 2.0**30):
        ground.position = x, x
        bar.set_pose(x, x + 2, 2.0**-15)
        contact: Any = sepax.collide(ground, bar, margin=2.0)
        assert sorted(contact.depths) == pytest.approx([-1 - 2.0**-14, -1 + 2.0**-14], abs=1e-6)
        assert abs(contact.points[1][0] - contact.points[0][0]) == pytest.approx(4, abs=1e-6)


def test_fans_that_touch_in_one_place_are_compared_quickly() -> None:
    """Of 150 and 150 slices with a common tip all pairs touch there.

    Only those that lie farther than the places so far are compared with all others.
    """

    def fan(sign: int) -> Compound:
        turns = [math.pi * (0.2 + 0.6 * k / 150) for k in range(151)]
        rim = [(sign * 5 * math.cos(t), sign * 5 * math.sin(t)) for t in turns]
        return Compound([Polygon([(0, 0), one, other]) for one, other in pairwise(rim)])

    contact: Any = sepax.collide(fan(-1), fan(1))
    assert contact.depth == 0.0
    assert min(math.hypot(*point) for point in contact.points) < 16 * EPS * 10


def test_a_disc_is_in_contact_where_it_is_the_deepest() -> None:
    """Not at a place on the other side of a frame."""
    frame = Compound.from_polygon(
        [(0, 0), (6, 0), (6, 6), (0, 6)], [[(1, 1), (5, 1), (5, 5), (1, 5)]]
    )
    for x in (0.5, 1.25, 3.0):
        contact: Any = sepax.collide(Circle((x, 3), 0.5), frame, margin=3.0)
        assert max(contact.depths) == contact.depth


def test_mirror_images_in_one_box_have_an_order() -> None:
    """Regions with the same box, area, centre and moments about both axes differ by the mixed one.

    However they are cut into parts that do not overlap.
    """
    steps = frozenset({(0, 0), (1, 0), (1, 1), (2, 1)})
    cuts = [compounds(Region(cells), random.Random(1))
            for cells in (steps, frozenset((x, 1 - y) for x, y in steps))]  # fmt: skip
    for ones, others in (cuts, cuts[::-1]):
        moves = set()
        for first, last in product(ones, others):
            if "both" not in (first, last):
                one, other = ones[first], others[last]
                move: Any = sepax.mtv(one, other)
                assert sepax.mtv(other, one) == (0.0 - move[0], 0.0 - move[1])
                moves.add(move)
        assert len(moves) == 1


def test_a_segment_between_polygons_that_share_one_place_of_it_is_outside() -> None:
    """Where one above it ends and one below it begins; if they overlap along it, it is inside."""
    segment = Segment((0, 0), (2, 0))
    for start, inside in ((1.0, False), (1.0 - 2.0**-50, True), (1.0 + 2.0**-50, False)):
        low = Polygon([(start, -1), (2, -1), (2, 0), (start, 0)])
        union = Compound([Polygon(rectangle(0, 0)), low])
        assert sepax.intersects(union, segment, touching=False) == inside
        assert sepax.intersects(segment, union, touching=False) == inside


def test_contacts_of_single_parts_are_those_of_shapes() -> None:
    rng = np.random.default_rng(5)
    kinds: list[Any] = [
        Polygon.box(3, 2),
        Circle((0, 0), 1.5),
        Capsule((-1, 0), (1, 1), 0.5),
        Polygon.regular(5, 2),
        Polygon.box(2, 2, radius=0.5),
        Segment((-2, 0), (2, 1)),
    ]
    for _ in range(60):
        a, b = (kinds[k].copy() for k in rng.integers(0, len(kinds), 2))
        a.set_pose(*rng.uniform(-2, 2, 2).tolist(), float(rng.choice([0, 1.0])))
        for margin in (0.0, 1.0):
            assert Compound([a]).collide(b, margin) == a.collide(b, margin)
        far = Circle((90, 90), 1)
        two, expected = Compound([far, a]).collide(b), a.collide(b)
        assert (two is None) == (expected is None)
        if expected is not None and expected.depth > 1e-9:
            assert two.depth == pytest.approx(expected.depth, abs=1e-13)
            assert two.normal == pytest.approx(expected.normal, abs=1e-9)
            # The faces of two corners can be matched only where they are apart.
            deep = [max(zip(c.depths, c.points, strict=True)) for c in (two, expected)]
            assert deep[0][1] == pytest.approx(deep[1][1], abs=1e-12)


def test_contacts_at_seams() -> None:
    ground: Any = Compound([Polygon.box(2, 2, position=(x, -1)) for x in range(1, 40, 2)])
    crate: Any = Polygon.box(5, 1, position=(10, 0.25))
    contact = crate.collide(ground)
    assert contact.normal == (0.0, -1.0)
    assert contact.depth == 0.25
    assert contact.points == ((12.5, -0.125), (7.5, -0.125))
    assert contact.depths == (0.25, 0.25)
    assert contact.features == ((1, -1 - (4 * 6 + 2)), (0, -1 - (4 * 3 + 2)))
    swapped = ground.collide(crate)
    assert swapped.points == ((7.5, -0.125), (12.5, -0.125))
    crate.move(0, 0.25)
    touching = crate.collide(ground)
    assert (touching.depth, touching.mtv) == (0.0, (0.0, 0.0))
    assert touching.points == ((12.5, 0.0), (7.5, 0.0))
    crate.move(0, 0.5)
    assert crate.collide(ground) is None
    near = crate.collide(ground, margin=0.75)
    assert (near.depth, near.normal) == (-0.5, (0.0, -1.0))
    assert near.points == ((12.5, 0.25), (7.5, 0.25))
    assert crate.collide(ground, margin=0.5) is None
    ball: Any = Circle((8, 0.75), 1)
    assert ball.collide(ground).points == ((8.0, -0.125),)
    assert Point((8, -0.25)).collide(ground) is not None
    inside: Any = Polygon.box(1, 1, position=(8, -1)).collide(ground)
    assert (inside.a_in_b, inside.b_in_a, inside.depth) == (True, False, 1.5)


def test_contacts_of_what_rounded_parts_cover_together() -> None:
    """Areas decide, and lengths for a segment: `covers` raises an error there."""
    body = Compound([Circle((0, 0), 1), Polygon.box(2, 2, position=(1.5, 0))])
    inside, beyond = Circle((0.75, 0), 0.9), Circle((0.75, 0), 0.93)
    for shape, is_in in ((inside, True), (beyond, False), (body, True)):
        contact: Any = body.collide(shape)
        swapped: Any = shape.collide(body)
        assert (contact.b_in_a, swapped.a_in_b) == (is_in, is_in)
        assert (contact.a_in_b, swapped.b_in_a) == ((shape is body,) * 2)
    balls = Compound([Circle((0, 0), 1), Circle((2, 0), 1), Polygon.box(1, 1, position=(1, 3))])
    for ends, is_in in (
        (((-1, 0), (3, 0)), True),
        (((-1, 0), (3.5, 0)), False),
        (((-0.5, 0.25), (2.5, 0.25)), False),
        (((0, 0), (2, 2**-40)), True),
    ):
        contact = balls.collide(Segment(*ends))
        assert contact.b_in_a is is_in
    with pytest.raises(TypeError, match="covers cannot tell"):
        body.covers(inside)
    ball = Circle((0.75, 0), 0.9)
    assert sepax.move_and_slide(ball, body, (0.1, 0)).position[1] < -1.8


def test_contacts_of_what_rounding_would_spoil_elsewhere() -> None:
    """A needle that is only one where it is: the other side is moved to see where they touch."""
    needle: Any = Polygon([(0, 4), (0, -2), (1e-17, -1)])
    wall = Compound([Polygon.box(2, 2, position=(0.5, y)) for y in (0, 2)])
    contact = needle.collide(wall)
    assert contact.points == ((-0.25, 3.0), (-0.25, -1.0))
    assert (contact.depth, contact.depths) == (0.5, (0.5, 0.5))
    assert wall.collide(needle).points == contact.points[::-1]
    impact = needle.sweep(wall, (1, 0))
    assert (impact.point, impact.initial, impact.leaving) == ((-0.25, 1.0), True, False)
    spoke: Any = Compound([Polygon([(0, 1), (0, -1), (1e-17, 0)])] * 2)
    contact = needle.collide(spoke)
    assert contact.points
    assert needle.sweep(spoke, (1, 0)).initial


def test_contacts_far_along_a_thin_part() -> None:
    """Where the parts that touch after the move lie over each other by far more than they touch."""
    corner: Any = Polygon([(-0.5, 0), (0, 0), (0, 3)])
    slope = [(-8000, 7000), (-1, -3.999999999999986), (0, -4), (35000, -4)]
    ground = Compound([Polygon(slope), Polygon([(0, -1), (0, 0), (-1, 0)])], angle=1.0)
    contact = corner.collide(ground)
    assert max(contact.depths) == contact.depth == pytest.approx(5.6209069)
    assert corner.sweep(ground, (1, 0)).initial


def test_contacts_that_are_not_as_deep_are_on_the_surface() -> None:
    """Not on a face that another part buries: of the ground, and of what stands on it."""
    ground = Compound([Polygon.box(9, 1, position=(2, -0.6)), Polygon.box(14, 4, position=(0, -2))])
    bar, below = Polygon.box(2, 1, position=(3, 0.8)), Polygon.box(2, 1, position=(3, 0.9))
    tip = Polygon([(0, 0), (1, 2), (-1, 2)])
    for parts in ([bar, below, tip], [below, tip, bar]):
        stool = Compound(parts, position=(0, -0.5))
        for one, other, order in ((stool, ground, (1, 0)), (ground, stool, (0, 1))):
            contact: Any = one.collide(other)
            assert contact.depth == 0.5
            ends = [contact.points[k] for k in order]
            assert ends[0] == pytest.approx((0, -0.25), abs=1e-14)
            assert ends[1] == pytest.approx((4, -0.1), abs=1e-14)
            assert [contact.depths[k] for k in order] == pytest.approx([0.5, 0.2])
