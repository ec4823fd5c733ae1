"""Contacts and moves of compounds on a lattice, by a search over pairs of cells in fractions.

The judge knows cells (tests/polyominoes.py), the library parts: one region is cut in many ways.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from polyominoes import (
    CUTS,
    Cells,
    Vector,
    are_near,
    compound,
    differences,
    overlaps,
    polyomino,
    rectangle,
    shortest_moves,
    touches,
)

import sepax
from sepax import Circle, Compound, CompoundArray, Point, Polygon, Segment

EPS = 2.0**-53
FAR = 2.0**30


def numbers(contact: Any) -> tuple[Any, ...] | None:
    """A contact without its features, which are the parts' own."""
    if contact is None:
        return None
    return (
        *contact.normal,
        contact.depth,
        *(x for point in contact.points for x in point),
        *contact.depths,
        contact.a_in_b,
        contact.b_in_a,
    )


def comes_first(a: Cells, b: Cells, offset: Vector) -> bool | None:
    """Whether moves of a, not of b, are compared in ties; None for equal boxes."""
    for k in range(2):
        one, other = min(cell[k] for cell in a) + offset[k], min(cell[k] for cell in b)
        if one != other:
            return one > other
    for k in range(2):
        one, other = max(cell[k] for cell in a) + offset[k], max(cell[k] for cell in b)
        if one != other:
            return one < other
    return None


class Case:
    """Two regions of cells, each cut in three ways, and where a is."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.a, self.b = polyomino(rng, rng.randint(1, 12)), polyomino(rng, rng.randint(1, 9))
        grain = rng.choice([1, 1, 2, 4])
        x, y = (Fraction(rng.randint(-6 * grain, 6 * grain), grain) for _ in "xy")
        self.offset = x, y
        self.gaps = differences(self.a, self.b)
        self.base = rng.choice([0.0, 0.0, FAR])
        self.slack = 16 * EPS * 40 + 2 * EPS * self.base
        self.margin = rng.choice([0.0, 0.5, 2.0, 1e9])
        self.pairs = [self._pair(rng) for _ in range(3)]
        self.first = comes_first(self.a, self.b, self.offset)

    def _pair(self, rng: random.Random) -> tuple[Compound, Compound]:
        a, b = compound(self.a, rng.choice(CUTS), rng), compound(self.b, rng.choice(CUTS), rng)
        a.position = self.base + float(self.offset[0]), self.base + float(self.offset[1])
        b.position = self.base, self.base
        return a, b


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [Case(seed) for seed in range(1000)]


def test_moves_are_the_shortest_and_the_first_of_those(cases: list[Case]) -> None:
    """The nearest free place.

    Of several the lesser x, then y, as a move of the one that begins farther to the right, or else
    higher, or ends earlier.
    """
    for case in cases:
        inside = overlaps(case.gaps, case.offset)
        moves = shortest_moves(case.gaps, case.offset) if inside else [(Fraction(0), Fraction(0))]
        expected = [
            (float(x), float(y))
            for x, y in (
                moves if case.first is None else [min(moves)] if case.first else [max(moves)]
            )
        ]
        for a, b in case.pairs:
            found = sepax.mtv(a, b)
            if touches(case.gaps, case.offset):
                assert found in expected
                assert sepax.intersects(a, b, touching=False) == inside
            else:
                assert found is None


def test_swapped_arguments_turn_moves_and_normals_round(cases: list[Case]) -> None:
    """To the bit, also of contacts with a margin; points in the other order."""
    for case in cases:
        for a, b in case.pairs if case.first is not None else ():
            one, other = (sepax.collide(*order, margin=case.margin) for order in ((a, b), (b, a)))
            move, back = sepax.mtv(a, b), sepax.mtv(b, a)
            assert move == (back and (0.0 - back[0], 0.0 - back[1]))
            if one is None or other is None:
                assert one is other
                continue
            assert one.normal == (0.0 - other.normal[0], 0.0 - other.normal[1])
            assert (one.depth, one.a_in_b, one.b_in_a) == (other.depth, other.b_in_a, other.a_in_b)
            ends = tuple(x for point in other.points[::-1] for x in point)
            assert are_near(tuple(x for point in one.points for x in point), ends, 2 * case.slack)


def test_contacts_do_not_depend_on_the_cut(cases: list[Case]) -> None:
    """All but the features, with margins from nothing to a thousand millions.

    The deepest point is as deep as the whole, and all are nearer than the margin.
    """
    for case in cases:
        found = [sepax.collide(a, b, margin=case.margin) for a, b in case.pairs]
        for contact in found:
            assert are_near(numbers(found[0]), numbers(contact), case.slack)
            if contact:
                assert max(contact.depths) == pytest.approx(contact.depth, rel=0, abs=case.slack)
                assert min(contact.depths) >= -case.margin - case.slack


def test_arrays_give_the_bits_of_single_calls(cases: list[Case]) -> None:
    """Lists, copies at poses, pairs, and two threads."""
    for case in cases[::5]:
        (a, b), margin = case.pairs[0], case.margin
        expected = sepax.collide(a, b, margin=margin)
        copies = CompoundArray.at(a, [a.position] * 2)
        for found in (
            sepax.collide([a, a], b, margin=margin),
            sepax.collide(copies, b, margin=margin, workers=2),
            sepax.collide(copies, [b], margin=margin, pairs=[(1, 0), (0, 0)]),
        ):
            assert found.hit.tolist() == [expected is not None] * 2
            if expected is None:
                continue
            for k in range(2):
                count = len(expected.points)
                assert found.counts[k] == count
                assert tuple(found.normal[k]) == expected.normal
                assert found.depth[k] == expected.depth
                assert tuple(map(tuple, found.points[k][:count].tolist())) == expected.points
                assert tuple(found.depths[k][:count].tolist()) == expected.depths


# --- places on the true boundary ---


def _distances(rings: list[Any], spot: Vector) -> tuple[float, float]:
    """How far a place is from the nearest edge, and from the nearest vertex."""
    edge = vertex = Fraction(10) ** 40
    for ring in rings:
        corners = [(Fraction(x), Fraction(y)) for x, y in ring.tolist()]
        for (ax, ay), (bx, by) in pairwise([corners[-1], *corners]):
            way = bx - ax, by - ay
            along = (spot[0] - ax) * way[0] + (spot[1] - ay) * way[1]
            share = min(max(along / (way[0] ** 2 + way[1] ** 2), Fraction(0)), Fraction(1))
            dx, dy = spot[0] - ax - share * way[0], spot[1] - ay - share * way[1]
            edge = min(edge, dx * dx + dy * dy)
            vertex = min(vertex, (spot[0] - ax) ** 2 + (spot[1] - ay) ** 2)
    return math.sqrt(edge), math.sqrt(vertex)


def _turned(seed: int) -> tuple[Compound, Compound, float]:
    rng = random.Random(seed)
    base = rng.choice([0.0, 0.0, 2.0**10, FAR])
    turn = rng.uniform(-3, 3)
    made = []
    for count in (12, 9):
        shape = compound(polyomino(rng, rng.randint(1, count)), "outline", rng)
        angle = rng.choice([0, 0, math.pi / 4, turn, rng.uniform(-3, 3)])
        x, y = base + rng.randint(-12, 12) / 4, base + rng.randint(-12, 12) / 4
        shape.set_pose(x, y, angle)
        made.append(shape)
    return made[0], made[1], rng.choice([0.0, 0.5, 2.0, 1e9])


def test_places_are_corners_halfway_between_the_boundaries() -> None:
    """Half of its depth along the normal from a point is a boundary, and a vertex of one of them.

    So a face ends exactly at its corner: of lattices, at any angle and far away.
    """
    for seed in range(400):
        a, b, margin = _turned(seed)
        contact = sepax.collide(a, b, margin=margin)
        if contact is None:
            continue
        sides = [[shape.exterior, *shape.holes] for shape in (a, b)]
        spots = [x for rings in sides for ring in rings for x in ring.ravel().tolist()]
        bound = 16 * EPS * 40 + 8 * EPS * max(map(abs, spots))
        assert min(contact.depths) >= -margin - bound, seed
        for point, depth in zip(contact.points, contact.depths, strict=True):
            found = []
            for rings, sign in zip(sides, (1, -1), strict=True):
                half = sign * Fraction(depth) / 2
                x, y = (
                    Fraction(p) + half * Fraction(n)
                    for p, n in zip(point, contact.normal, strict=False)
                )
                found.append(_distances(rings, (x, y)))
            assert max(edge for edge, _ in found) <= bound, seed
            assert min(vertex for _, vertex in found) <= bound, seed


# --- seams and covers ---


def _cells_at(x: Fraction, y: Fraction) -> list[tuple[int, int]]:
    columns, rows = (
        [math.floor(t), math.floor(t) - 1] if t == math.floor(t) else [math.floor(t)]
        for t in (x, y)
    )
    return [(i, j) for i in columns for j in rows]


def _stops(start: Vector, end: Vector) -> list[Vector]:
    """Places of a segment: where it crosses lines of the lattice, and between."""
    shares = {Fraction(0), Fraction(1)}
    for k in range(2):
        low, high = sorted((start[k], end[k]))
        if low < high:
            shares |= {
                (n - start[k]) / (end[k] - start[k])
                for n in range(math.ceil(low), math.floor(high) + 1)
            }
    ordered = sorted(shares)
    ordered += [(one + other) / 2 for one, other in pairwise(ordered)]
    way = end[0] - start[0], end[1] - start[1]
    return [(start[0] + t * way[0], start[1] + t * way[1]) for t in ordered]


def test_points_and_segments_in_seams() -> None:
    """Inside where all cells around are of the region, covered where one is.

    And the contact says the same.
    """
    for seed in range(500):
        rng = random.Random(seed)
        cells = polyomino(rng, rng.randint(2, 16))
        grain = rng.choice([1, 2, 4])
        start, end = (
            (
                Fraction(rng.randint(-3 * grain, 3 * grain), grain),
                Fraction(rng.randint(-3 * grain, 3 * grain), grain),
            )
            for _ in "se"
        )
        stops = _stops(start, end) if start != end else [start]
        around = [[cell in cells for cell in _cells_at(*stop)] for stop in stops]
        ends = [(float(x), float(y)) for x, y in (start, end)]
        thin = Point(ends[0]) if start == end else Segment(*ends)
        meets, inside = any(map(any, around)), any(map(all, around))
        covered = all(map(any, around))
        for cut in rng.sample(CUTS, 3):
            region = compound(cells, cut, rng)
            assert sepax.intersects(region, thin) == meets
            assert sepax.intersects(thin, region, touching=False) == inside
            assert sepax.covers(region, thin) == covered
            contact = sepax.collide(region, thin)
            assert (contact is not None) == meets
            if contact:
                assert ((contact.depth > 0), contact.b_in_a) == (inside, covered)


def _overlap(ring: list[Vector], cell: tuple[int, int]) -> bool:
    square: list[Any] = rectangle(*cell)
    for one, other in ((ring, square), (square, ring)):
        for (ax, ay), (bx, by) in pairwise([one[-1], *one]):
            if all((bx - ax) * (y - ay) <= (by - ay) * (x - ax) for x, y in other):
                return False
    return True


def test_regions_cover_what_overlaps_no_other_cell() -> None:
    """Polygons on the lattice and off it; `a_in_b` and `b_in_a` say the same."""
    box = [(i, j) for i in range(-4, 4) for j in range(-4, 4)]
    for seed in range(200):
        rng = random.Random(seed)
        cells = polyomino(rng, rng.randint(2, 16))
        grain = rng.choice([1, 2, 4])
        spots = [(rng.randint(-3 * grain, 3 * grain) / grain,
                  rng.randint(-3 * grain, 3 * grain) / grain) for _ in range(5)]  # fmt: skip
        try:
            hull = Polygon.hull(spots)
        except ValueError:
            continue
        ring = [(Fraction(x), Fraction(y)) for x, y in hull.vertices.tolist()]
        under = [cell in cells for cell in box if _overlap(ring, cell)]
        region = compound(cells, rng.choice(CUTS), rng)
        assert sepax.covers(region, hull) == all(under)
        assert sepax.intersects(region, hull, touching=False) == any(under)
        for contact, covered in (
            (sepax.collide(region, hull), "b_in_a"),
            (sepax.collide(hull, region), "a_in_b"),
        ):
            assert contact is None or getattr(contact, covered) == all(under)


# --- single cases ---


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
        contact = sepax.collide(ground, bar, margin=2.0)
        assert contact is not None
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

    contact = sepax.collide(fan(-1), fan(1))
    assert contact is not None
    assert contact.depth == 0.0
    assert min(math.hypot(*point) for point in contact.points) < 16 * EPS * 10


def test_a_disc_is_in_contact_where_it_is_the_deepest() -> None:
    """Not at a place on the other side of a frame."""
    frame = Compound.from_polygon(
        [(0, 0), (6, 0), (6, 6), (0, 6)], [[(1, 1), (5, 1), (5, 5), (1, 5)]]
    )
    for x in (0.5, 1.25, 3.0):
        contact = sepax.collide(Circle((x, 3), 0.5), frame, margin=3.0)
        assert contact is not None
        assert max(contact.depths) == contact.depth


def test_mirror_images_in_one_box_have_an_order() -> None:
    """Regions with the same box, area, centre and moments about both axes differ by the mixed one.

    However they are cut into parts that do not overlap.
    """
    rng = random.Random(1)
    steps = frozenset({(0, 0), (1, 0), (1, 1), (2, 1)})
    mirrored = frozenset((x, 1 - y) for x, y in steps)
    for a, b in ((steps, mirrored), (mirrored, steps)):
        moves = set()
        cuts = [cut for cut in CUTS if cut != "rectangles"]
        for first in cuts:
            for last in cuts:
                one, other = compound(a, first, rng), compound(b, last, rng)
                move, back = sepax.mtv(one, other), sepax.mtv(other, one)
                assert move is not None
                assert back == (0.0 - move[0], 0.0 - move[1])
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
