"""Sweeps of compounds on a lattice, by the times at which pairs of cells overlap, in fractions.

Of outlines at any angle, by looking at the poses on the way.

The judge knows cells (tests/polyominoes.py), the library parts: one region is cut in many ways.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from polyominoes import (
    CUTS,
    INFINITE,
    Interval,
    Vector,
    are_near,
    compound,
    differences,
    end_of_contact,
    meetings,
    overlaps,
    polyomino,
    rectangle,
    shortest_moves,
    touches,
)

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment

FAR = 2.0**30
WAYS = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (2, 1), (-1, 2), (-2, -1)]
KINDS: list[dict[str, Any]] = [
    {"touching": touching, "skip_leaving": skip}
    for touching, skip in product((True, False), (False, True))
]


def numbers(impact: Any) -> tuple[Any, ...] | None:
    if impact is None:
        return None
    return (
        impact.time,
        impact.exit_time,
        *impact.normal,
        *impact.point,
        impact.initial,
        impact.leaving,
    )


class Case:
    """Two regions of cells, each cut in three ways, and how a moves."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        a, b = polyomino(rng, rng.randint(1, 12)), polyomino(rng, rng.randint(1, 9))
        grain = rng.choice([1, 1, 2, 4])
        x, y = (Fraction(rng.randint(-6 * grain, 6 * grain), grain) for _ in "xy")
        way = rng.choice(WAYS)
        self.offset: Vector = x, y
        self.velocity: Vector = Fraction(way[0]), Fraction(way[1])
        self.options: dict[str, Any] = {
            "velocity_a": way,
            "max_time": rng.choice([1.0, 2.0, 8.0, math.inf]),
        }
        self.gaps = differences(a, b)
        base = rng.choice([0.0, 0.0, FAR])
        self.slack = 1e-13 + 2.0**-51 * base
        self.pairs = []
        for _ in range(3):
            one, other = (compound(cells, rng.choice(CUTS), rng) for cells in (a, b))
            one.position, other.position = (base + float(x), base + float(y)), (base, base)
            self.pairs.append((one, other))

    def meetings(self, offset: Vector, *, closed: bool) -> list[Interval]:
        return meetings(self.gaps, offset, self.velocity, closed)

    def agrees(self, impact: Any, time: Fraction) -> bool:
        """Whether an impact is at a time, or there is none within the time, nor an impact."""
        if impact is None:
            return float(time) >= self.options["max_time"] or time >= INFINITE
        return bool(math.isclose(impact.time, float(time), rel_tol=0, abs_tol=10 * self.slack))

    def next_impact(self, offset: Vector, *, strict: bool) -> Fraction:
        """Of cells that do not overlap: when they do, or touch after they were free."""
        times = [max(start, Fraction(0)) for start, _ in self.meetings(offset, closed=False)]
        touching = self.meetings(offset, closed=True)
        if not strict:
            end = end_of_contact(touching, Fraction(0)) if touches(self.gaps, offset) else -1
            times += [start for start, _ in touching if start > end]
        return min(times, default=INFINITE)

    def ends_of_moves(self) -> tuple[Fraction, list[Vector]]:
        """How far the shortest moves that lead farthest forwards do, times the speed.

        And where they end.
        """
        moves = [
            (x * self.velocity[0] + y * self.velocity[1], (self.offset[0] + x, self.offset[1] + y))
            for x, y in shortest_moves(self.gaps, self.offset)
        ]
        best = max(forwards for forwards, _ in moves)
        return best, [end for forwards, end in moves if forwards == best]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [Case(seed) for seed in range(900)]


def test_nothing_depends_on_the_cut(cases: list[Case]) -> None:
    """Times, normals, points and starts, of all kinds of sweeps."""
    for case in cases:
        for kind in KINDS:
            found = [numbers(sepax.sweep(a, b, **kind, **case.options)) for a, b in case.pairs]
            assert are_near(found[0], found[1], case.slack)
            assert are_near(found[0], found[2], case.slack)


def test_only_the_motion_of_one_as_the_other_sees_it_counts(cases: list[Case]) -> None:
    """If both move along, the point does."""
    for case in cases[::2]:
        (a, b), (x, y) = case.pairs[0], case.options["velocity_a"]
        both = {**case.options, "velocity_a": (x + 1, y - 2), "velocity_b": (1, -2)}
        for kind in KINDS:
            one = numbers(sepax.sweep(a, b, **kind, **case.options))
            if one:
                time, end, *normal, at_x, at_y, initial, leaving = one
                one = (time, end, *normal, at_x + time, at_y - 2 * time, initial, leaving)
            assert are_near(one, numbers(sepax.sweep(a, b, **kind, **both)), 4 * case.slack)


def test_the_time_is_that_of_the_first_cells(cases: list[Case]) -> None:
    """And the exit that of the last ones that touch without a gap."""
    for case in cases:
        touching = case.meetings(case.offset, closed=True)
        time = max(touching[0][0], Fraction(0)) if touching else INFINITE
        for a, b in case.pairs:
            impact = sepax.sweep(a, b, **case.options)
            assert impact is not None or float(time) > case.options["max_time"] or not touching
            assert case.agrees(impact, time)
            assert sepax.time_of_impact(a, b, **case.options) == (
                impact.time if impact else math.inf
            )
            if impact:
                assert impact.initial == touches(case.gaps, case.offset)
                exit_time = float(end_of_contact(touching, time))
                assert impact.exit_time == pytest.approx(exit_time, abs=10 * case.slack)


def test_what_is_left_or_slid_along_is_skipped(cases: list[Case]) -> None:
    """Of regions that do not overlap.

    An impact is where they are pressed together, or, unless only overlaps count, touch after they
    were free.
    """
    for case in cases:
        if overlaps(case.gaps, case.offset):
            continue
        starts = touches(case.gaps, case.offset)
        strict, skipping = (case.next_impact(case.offset, strict=on) for on in (True, False))
        for a, b in case.pairs:
            assert case.agrees(sepax.sweep(a, b, touching=False, **case.options), strict)
            assert case.agrees(sepax.sweep(a, b, skip_leaving=True, **case.options), skipping)
            if starts:
                impact = sepax.sweep(a, b, **case.options)
                assert impact is not None
                assert impact.leaving == (strict > 0)


def test_overlaps_leave_along_a_shortest_move(cases: list[Case]) -> None:
    """If it leads forwards, or across the motion and that meets nothing else from its end.

    What follows is later by the forward part of the move.
    """
    for case in cases:
        if not overlaps(case.gaps, case.offset):
            continue
        forwards, ends = case.ends_of_moves()
        delay = forwards / (case.velocity[0] ** 2 + case.velocity[1] ** 2)
        nexts = [[case.next_impact(end, strict=on) for on in (False, True)] for end in ends]
        leaving = {forwards > 0 or (forwards == 0 and strict > 0) for _, strict in nexts}
        for a, b in case.pairs:
            impact = sepax.sweep(a, b, **case.options)
            assert impact is not None
            assert (impact.time, impact.initial) == (0.0, True)
            assert impact.leaving in leaving
            for on, touching in enumerate((True, False)):
                later = sepax.sweep(a, b, skip_leaving=True, touching=touching, **case.options)
                if later and later.initial:
                    assert (later.time, later.leaving) == (0.0, False)
                    assert False in leaving
                else:
                    assert True in leaving
                    assert any(case.agrees(later, times[on] + delay) for times in nexts)


# --- other shapes, at any angle ---


def _other(rng: random.Random) -> Any:
    wide, high = rng.choice([0.5, 1.0, 1.0, 2.0, 3.0]), rng.choice([0.5, 1.0, 1.0, 2.0])
    return rng.choice([
        Point((0, 0)), Segment((-wide, 1 - high), (wide, high - 1)), Circle((0, 0), wide / 2),
        Capsule((-wide, 0), (wide, 0), high / 2), Polygon.box(wide, high, radius=0.5),
        Polygon.box(wide, high), Polygon([(wide, 0), (0, high), (-wide, 0), (0, -high)]),
    ])  # fmt: skip


def test_other_shapes_meet_the_region_not_its_parts() -> None:
    """Points to rounded boxes, flush with cells and at angles.

    No cut changes a sweep. Nor a turning one, by more than its bounds.
    """
    for seed in range(500):
        rng = random.Random(seed)
        cells, other = polyomino(rng, rng.randint(2, 12)), _other(rng)
        other.set_pose(0, 0, rng.choice([0.0, 0.0, math.pi / 4, rng.uniform(-3, 3)]))
        place = rng.randint(-12, 12) / 2, rng.randint(-12, 12) / 2
        options: dict[str, Any] = {"velocity_a": rng.choice(WAYS), "max_time": 2.0}
        turns: dict[str, Any] = {
            "angular_velocity_a": rng.choice([0.5, -1.0]),
            "angular_velocity_b": 0.25,
        }
        regions = [compound(cells, cut, rng) for cut in rng.sample(CUTS, 3)]
        for region in regions:
            region.position = place
        for kind in KINDS:
            found = [numbers(sepax.sweep(each, other, **kind, **options)) for each in regions]
            assert are_near(found[0], found[1], 1e-13)
            assert are_near(found[0], found[2], 1e-13)
        for kind in KINDS[::2]:
            found = [
                numbers(sepax.sweep(each, other, **kind, **options, **turns)) for each in regions
            ]
            # Of overlaps rounding may decide whether a rate is 0.
            assert are_near(found[0] and found[0][:7], found[1] and found[1][:7], 1e-6)
            assert are_near(found[0] and found[0][:7], found[2] and found[2][:7], 1e-6)


def _star(rng: random.Random) -> Compound:
    count = rng.randint(5, 12)
    return Compound.from_polygon([
        (r * math.cos(t), r * math.sin(t)) for r, t in (
            (rng.uniform(0.4, 1.5), 2 * math.pi * (k + rng.uniform(-0.4, 0.4)) / count)
            for k in range(count)
        )
    ])  # fmt: skip


def _later(shape: Compound, velocity: tuple[float, float], rate: float, time: float) -> Compound:
    posed = shape.copy()
    x, y = shape.position
    posed.set_pose(x + velocity[0] * time, y + velocity[1] * time, shape.angle + rate * time)
    return posed


@pytest.mark.parametrize("turning", [False, True])
def test_on_the_way(turning: bool) -> None:
    """Before the time the outlines are apart, then they touch, where the point is.

    And to go back along the normal frees them. What was pushed out of another never gets deeper
    unseen.
    """
    for seed in range(250):
        rng = random.Random(seed)
        a, b = _star(rng), _star(rng)
        turn = rng.uniform(0, 6.3)
        gap = rng.choice([1.0, 3.0])
        a.set_pose(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-3, 3))
        b.set_pose(gap * math.cos(turn), gap * math.sin(turn), rng.uniform(-3, 3))
        velocity = rng.uniform(-3, 3), rng.uniform(-3, 3)
        rate = rng.uniform(-2, 2) if turning else 0.0
        options: dict[str, Any] = {"velocity_a": velocity, "max_time": 3.0}
        if turning:
            options["angular_velocity_a"] = rate
        resting = a.push_out_of(b)
        if resting:
            options["skip_leaving"] = True
        impact = sepax.sweep(a, b, **options)
        end = impact.time if impact else 3.0
        for k in range(12):
            move = sepax.mtv(_later(a, velocity, rate, end * k / 12 * (1 - 1e-9)), b)
            assert move is None or math.hypot(*move) < (1e-12 if resting else 0.0), seed
        if impact and not resting:
            there = _later(a, velocity, rate, end)
            assert sepax.distance(there, b) < 1e-12
            for shape in (there, b):
                assert sepax.distance(shape, Point(impact.point)) < 1e-12
            there.move(-1e-6 * impact.normal[0], -1e-6 * impact.normal[1])
            move = sepax.mtv(there, b)
            assert move is None or math.hypot(*move) < 1e-9


# --- single cases ---


@pytest.mark.parametrize("diagonals", list(product((0, 1, 2), repeat=4)))
def test_off_a_wall_along_the_floor(diagonals: tuple[int, ...]) -> None:
    """A box in an inner corner.

    The wall goes on above it. Whatever the cut, the normal is that of the floor, along which the
    motion leads: it leads off the wall.
    """
    parts = []
    for cell, diagonal in zip([(-1, 1), (-1, 0), (-1, -1), (0, -1)], diagonals, strict=True):
        a, b, c, d = rectangle(*cell)
        parts += [[[a, b, d], [b, c, d]], [[a, b, c], [a, c, d]], [[a, b, c, d]]][diagonal]
    corner = Compound([Polygon(part) for part in parts])
    impact = sepax.sweep(corner, Polygon(rectangle(0, 0)), (-1, 0), max_time=9)
    assert impact is not None
    assert (impact.normal, impact.initial, impact.leaving) == ((0.0, 1.0), True, True)


def test_a_slot_has_sides_where_its_end_is_left() -> None:
    """A box at the end of a slot of its width leaves the end and slides along the sides.

    Of the two the one to the left of the motion.
    """
    cup = Compound(
        [Polygon(rectangle(*cell)) for cell in [(0, 1), (-1, 0), (-1, 1), (-1, -1), (0, -1)]]
    )
    impact = sepax.sweep(cup, Polygon(rectangle(0, 0)), (-1, 0), max_time=9)
    assert impact is not None
    assert (impact.normal, impact.leaving) == ((0.0, -1.0), True)


def test_a_turning_start_has_the_place_of_the_contact_anywhere() -> None:
    """Rounding of coordinates is far more than that of the size far away."""
    cells = [(0, 0), (1, 0), (0, 1)]
    diamond = Polygon([(2, 0), (0, 1), (-2, 0), (0, -1)])
    for x in (0.0, 2.0**30):
        region = Compound(
            [Polygon(rectangle(*cell)) for cell in cells], position=(x + 0.5, x + 0.25)
        )
        diamond.position = x - 0.5, x + 1.5
        contact = sepax.collide(region, diamond)
        impact = sepax.sweep(region, diamond, (2, 1), angular_velocity_a=0.5)
        assert contact is not None
        assert impact is not None
        middle = [sum(axis) / len(axis) for axis in zip(*contact.points, strict=True)]
        assert impact.point == pytest.approx(middle, rel=0, abs=1e-13 + x * 2.0**-50)
        assert impact.normal == contact.normal


def test_a_turning_start_of_one_part_has_the_normal_of_several() -> None:
    """A point at the corner of a square: of the two faces the one that the tie rule chooses."""
    whole = Compound([Polygon.box(2, 2)])
    halves = Compound([Polygon.box(1, 2, position=(x, 0)) for x in (-0.5, 0.5)])
    point = Point((1, 1))
    for velocity in ((0, 0), (2, 1), (1, 2)):
        one, other = (
            sepax.sweep(each, point, velocity, angular_velocity_a=-1) for each in (whole, halves)
        )
        assert one is not None
        assert other is not None
        assert (one.normal, one.leaving) == (other.normal, other.leaving)


def test_only_the_deepest_place_tells_whether_an_overlap_gets_deeper() -> None:
    """A bar dips into a floor with one end, which its turn lifts while the other end sinks."""
    floor = Compound([Polygon.box(4, 2, position=(x, -1)) for x in (-2, 2)])
    bar = Polygon.box(2, 0.5, angle=-0.1)
    for rate in (0.5, -0.5):
        contact = sepax.collide(floor, bar)
        impact = sepax.sweep(floor, bar, (0, 0), angular_velocity_b=rate)
        assert contact is not None
        assert impact is not None
        assert len(contact.points) == 2
        assert impact.leaving == (rate > 0)


@pytest.mark.parametrize("exponent", range(10, 52, 3))
def test_however_little_a_box_is_sunk_it_slides(exponent: int) -> None:
    """Along a floor, across its seams and off its end, unless a wall stops it."""
    floor = [Polygon(rectangle(x, -1)) for x in range(6)]
    box = Polygon.box(1, 1, position=(1.25, 0.5 - 2.0**-exponent))
    for ground in (Compound(floor), Compound([*floor, Polygon(rectangle(5, 0))])):
        start = sepax.sweep(box, ground, (1, 0), max_time=20)
        later = sepax.sweep(box, ground, (1, 0), max_time=20, skip_leaving=True)
        assert start is not None
        assert (start.initial, start.leaving, start.normal) == (True, True, (0.0, -1.0))
        if len(ground.parts) == 6:
            assert later is None
        else:
            assert later is not None
            assert (later.time, later.normal) == (3.25, (1.0, 0.0))


def test_a_seam_that_is_reached_as_the_time_ends_is_not_entered() -> None:
    """But for rounding; a little later it is."""
    union = Compound([Polygon(rectangle(x, -1)) for x in (-1, 0)])
    for thin, height in ((Point((0, 0.1)), 0.1), (Segment((0, 0.7), (0, 1)), 0.7)):
        for a, b, sign in ((thin, union, -1), (union, thin, 1)):
            for speed in (0.3, 0.7, 1.1):
                options: dict[str, Any] = {"velocity_a": (0, sign * speed), "touching": False}
                time = height / speed
                for ulps in (-2, 0, 2):
                    end = time * (1 + ulps * 2.0**-52)
                    assert sepax.sweep(a, b, max_time=end, **options) is None
                impact = sepax.sweep(a, b, max_time=time * (1 + 1e-9), **options)
                assert impact is not None
                assert impact.time == pytest.approx(time, rel=1e-15)


def test_an_overlap_that_turns_is_leaving_if_its_depth_does_not_grow() -> None:
    """Of overlaps with one deepest place, by the depth a moment later."""
    asked = 0
    for seed in range(400):
        rng = random.Random(seed)
        a, b = _star(rng), _star(rng)
        a.set_pose(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-3, 3))
        velocity, rate = (rng.uniform(-1, 1), rng.uniform(-1, 1)), rng.uniform(-3, 3)
        impact = sepax.sweep(a, b, velocity, angular_velocity_a=rate)
        contact = sepax.collide(a, b)
        move = sepax.mtv(_later(a, velocity, rate, 1e-7), b)
        if impact is None or contact is None or move is None:
            continue
        growth = (math.hypot(*move) - contact.depth) / 1e-7
        if (
            sum(depth > contact.depth - 1e-9 for depth in contact.depths) == 1
            and abs(growth) > 0.01
        ):
            assert impact.leaving == (growth < 0), seed
            asked += 1
    assert asked > 100
