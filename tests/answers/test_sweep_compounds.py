"""Compounds in motion on a lattice, where faces are flush, corners meet and ways out tie.

The same outline, cut in many ways, is met at the same time, with the same normal, at the same
place. So it is with the arguments swapped, all turned by quarter turns, and moved by powers of two.
Rational arithmetic gives the exact answers: the times by the windows of all pairs of parts, and
whether a start leaves by the outline as a whole.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

import families
import lattice
import oracle
import polyominoes
import pytest
from judges import check, dyadic
from lattice import Random
from motion_judges import ExactSweep, judge_sweep
from oracle import Difference, Vector, cross, dot
from polyominoes import Region, rectangle

import sepax
from sepax import Circle, Compound, Point, Polygon, Segment

Place = tuple[float, float]
Way = Callable[[Place], Any]
MODES = [(skip, touching) for skip in (False, True) for touching in (False, True)]
PARTNERS = ("box", "circle", "capsule", "point", "segment", "polygon", "turned", "compound")


# --- scenes ---------------------------------------------------------------------------


class Scene(NamedTuple):
    """Two shapes, each in one or several forms, and their velocities."""

    a: list[Any]
    b: list[Any]
    velocity_a: Place
    velocity_b: Place
    end: float
    plain: bool = True  # squares alone: elsewhere rounding decides no touch

    def sweep(self, a: Any, b: Any, mode: tuple[bool, bool]) -> Any:
        skip, touching = mode
        return sepax.sweep(a, b, *self[2:5], skip_leaving=skip, touching=touching)

    def posed(self, quarters: int, dx: float = 0.0, dy: float = 0.0) -> Scene:
        """Return the first form of both, turned about the origin by quarter turns, and moved."""
        shapes = []
        for shape in (self.a[0].copy(), self.b[0].copy()):
            x, y = turned(shape.position, quarters)
            shape.set_pose(x + dx, y + dy, shape.angle + quarters * math.pi / 2)
            shapes.append([shape])
        a, b = (turned(v, quarters) for v in (self.velocity_a, self.velocity_b))
        return Scene(shapes[0], shapes[1], a, b, self.end)

    @property
    def relative(self) -> Vector:
        """Velocity of a as seen from b."""
        return oracle.minus(oracle.vector(self.velocity_a), oracle.vector(self.velocity_b))


def turned(spot: Place, quarters: int) -> Place:
    x, y = spot
    for _ in range(quarters):
        x, y = 0.0 - y, x
    return x, y


def flipped(spot: Place) -> Place:
    return -spot[0], -spot[1]


# Slots, a hole, and inner corners.
PICTURES = [
    "#     #/#     #/#     #/#######",
    "#######/#     #/#     #/#######",
    "#####  /# #####/#     #/#######",
    "# # # #/# # # #/#######",
    " #  /####/ #  / #  ",
]
LARGE = [
    Region(frozenset((x, y) for y, row in enumerate(picture.split("/"))
                     for x, cell in enumerate(row) if cell == "#"))
    for picture in PICTURES
]  # fmt: skip


def forms_of(source: Random, kind: str) -> list[Any]:
    if kind == "compound":
        whole = polyominoes.region(source, 6, False)
        return list(polyominoes.compounds(whole, source, source.choice((0.5, 1.0))).values())
    if kind == "turned":
        shape = lattice.figure(source, source.choice(lattice.WITH_AREA)).shape()
        shape.rotate(source.uniform(-3, 3))
        return [shape]
    return [lattice.figure(source, kind).shape()]


def scene(source: Random, kind: str, whole: Region | None = None) -> Scene:
    slanted = source.random() < 0.2
    some = [polyominoes.region(source, 9, slanted)] * 4 + [source.choice(LARGE)]
    whole = whole or source.choice(some)
    a = list(polyominoes.compounds(whole, source, source.choice((0.5, 1.0))).values())
    b = forms_of(source, kind)
    (low_x, low_y, high_x, high_y), bounds = a[0].bounds, b[0].bounds
    x, y = lattice.quarter(source, 2.0), lattice.quarter(source, 2.0)
    if source.random() < 0.6:  # two sides of the boxes around both are on one line
        slide = lattice.quarter(source, 1.0)
        if source.random() < 0.5:
            x, y = source.choice((low_x, high_x)) - source.choice(bounds[::2]), low_y - slide
        else:
            x, y = low_x - slide, source.choice((low_y, high_y)) - source.choice(bounds[1::2])
    velocity = (lattice.quarter(source, 0.5), lattice.quarter(source, 0.5))
    if source.random() < 0.4:  # apart, and coming from where it would be a little later
        time = source.choice((1, 2, 4))
        x, y = x + time * velocity[0], y + time * velocity[1]
    for shape in b:
        shape.move(x, y)
    drift = source.choice(
        ((0.0, 0.0), (lattice.quarter(source, 0.5), lattice.quarter(source, 0.5)))
    )
    velocity = velocity[0] + drift[0], velocity[1] + drift[1]
    plain = kind != "turned" and not whole.halves
    return Scene(a, b, velocity, drift, source.choice((1.0, 5.0, math.inf)), plain)


# --- agreement ------------------------------------------------------------------------


def near(x: float, y: float, within: float = 1e-12) -> bool:
    return x == y or abs(x - y) <= within * (1.0 + abs(x))


FIELDS = ("time", "exit_time", "initial", "leaving")


def differs(
    one: Any, other: Any, way: Way = tuple, *, deep: bool, fields: Sequence[str] = FIELDS
) -> str:
    """In what two impacts differ, the normal of the other led some way first; or nothing.

    Two corners that only graze each other touch, or not. Of a start that is deep the normal is that
    of `collide`, which has its own tests.
    """
    if one is None or other is None:
        met = one or other
        return "" if one is other or near(met.time, met.exit_time) else "hit"
    for name in fields:
        if not near(getattr(one, name), getattr(other, name)):
            return name
    if deep and one.initial:
        return ""
    return "" if all(map(near, one.normal, way(other.normal))) else "normal"


def is_apart(one: Any, other: Any, step: Place = (0.0, 0.0), within: float = 1e-12) -> str:
    """Whether the points of two impacts are, the other moved back by a step."""
    if one is None or other is None:
        return ""
    spots = zip(one.point, other.point, step, strict=True)
    return "" if all(near(x, y - s, within) for x, y, s in spots) else "point"


def judge_agreement(case: Scene, source: Random) -> Iterator[tuple[str, Any]]:
    """Yield in what impacts differ: by other cuts, swapped, as b sees it, turned, and far away."""
    a, b = case.a[0], case.b[0]
    deep, still = a.intersects(b, touching=False), case.relative == (0, 0)
    thin = deep and isinstance(b, (Point, Segment))
    # Whether what is thin leaves along a seam depends on the cut.
    fields, modes = (FIELDS[:3], MODES[:2]) if thin else (FIELDS, MODES)
    cuts = list(product(case.a, case.b))
    cuts = source.sample(cuts, min(len(cuts), 8))
    back = Scene(case.b, case.a, case.velocity_b, case.velocity_a, case.end)
    (vx, vy), (x, y) = case.velocity_a, case.velocity_b
    as_seen = case._replace(velocity_a=(vx - x, vy - y), velocity_b=(0.0, 0.0))
    quarters = source.randint(1, 3)
    for mode in modes:
        one = case.sweep(a, b, mode)
        is_of_collide = deep and one is not None and one.initial
        for cut in cuts:
            other = case.sweep(*cut, mode)
            what = differs(one, other, deep=deep, fields=fields)
            yield what or ("" if is_of_collide else is_apart(one, other)), (mode, cut)
        seen, other = as_seen.sweep(a, b, mode), back.sweep(b, a, mode)
        step = (x * one.time, y * one.time) if one else (0.0, 0.0)
        yield differs(one, seen, deep=False) or is_apart(seen, one, step), (mode, "as b sees it")
        if still:
            assert one is None or (other.time, other.leaving) == (one.time, one.leaving)
        else:
            what = differs(one, other, flipped, deep=deep, fields=fields)
            yield what or ("" if deep else is_apart(one, other)), (mode, "swapped")
        if thin or not case.plain:
            continue
        yield judge_far(case, mode, one, source.choice([20, 30, 40]), deep), (mode, "far")
        if not still:
            yield judge_turned(case, mode, one, quarters, deep), (mode, "turned")


def judge_turned(case: Scene, mode: tuple[bool, bool], one: Any, quarters: int, deep: bool) -> str:
    """Of equal places the one with the lesser x is reported, which depends on the turn."""
    other = case.posed(quarters)
    a, b = other.a[0], other.b[0]
    impact = other.sweep(a, b, mode)
    what = differs(impact, one, lambda spot: turned(spot, quarters), deep=deep)
    if impact is not None and not deep:
        for shape, velocity in ((a, other.velocity_a), (b, other.velocity_b)):
            shape.move(velocity[0] * impact.time, velocity[1] * impact.time)
            what = what or ("point" if shape.distance(Point(impact.point)) > 1e-12 else "")
    return what


def judge_far(case: Scene, mode: tuple[bool, bool], one: Any, exponent: int, deep: bool) -> str:
    """Where all coordinates are exact, so are the answers, but for the digits of the point."""
    step = (2.0**exponent, -(2.0**exponent))
    other = case.posed(0, *step)
    impact = other.sweep(other.a[0], other.b[0], mode)
    met = one or impact
    if None in (one, impact) and met and ends_at(met.time, case.end):
        return ""
    what = differs(one, impact, deep=False)
    return what or ("" if deep else is_apart(one, impact, step, 2.0 ** (exponent - 50)))


@pytest.mark.parametrize("kind", PARTNERS)
def test_impacts_are_those_of_the_outline(kind: str) -> None:
    source = random.Random(f"agreement {kind}")
    for _ in range(150):
        case = scene(source, kind)
        wrong = [found for found in judge_agreement(case, source) if found[0]]
        assert not wrong, (wrong[0], case)


# --- what is exactly true -------------------------------------------------------------


class Course:
    """The events between two unions of parts, the first in the frame of the second."""

    def __init__(self, a: Any, b: Any, velocity: Vector, step: Vector = (0, 0)) -> None:
        sides = [[oracle.body(part) for part in getattr(side, "parts", [side])] for side in (a, b)]
        self.velocity = velocity
        pairs = [Difference.between(p, q) for p, q in product(*sides)]
        self.pairs = [pair.after(step) for pair in pairs] if step != (0, 0) else pairs
        windows = [(*pair.window(velocity), pair) for pair in self.pairs]
        self.windows = sorted(
            ((max(Fraction(0), low), high, pair) for low, high, pair in windows
             if low <= high and high >= 0),
            key=lambda window: window[0],
        )  # fmt: skip

    @property
    def side(self) -> int:
        """1 apart, 0 touching, -1 overlapping at the start."""
        return min(pair.side for pair in self.pairs)

    def touch(self) -> Any:
        return self.windows[0][0] if self.windows else None

    def parting(self, time: Any) -> Any:
        end = time
        for low, high, _ in self.windows:
            if low > end:
                break
            end = max(end, high)
        return end

    def is_deep(self, low: Any, high: Any, pair: Difference) -> bool:
        """Whether a pair that touches from a time to another overlaps meanwhile."""
        middle = dyadic((low + high) / 2)
        step = self.velocity[0] * middle, self.velocity[1] * middle
        return bool(pair.after(step).separation < -Fraction(1, 10**30))

    def first_overlap(self, end: Any = math.inf) -> Any:
        for low, high, pair in self.windows:
            if low < end and self.is_deep(low, min(high, end), pair):
                return low
        return None

    def presses(self) -> bool:
        """Whether what touches at the start goes on to overlap at once."""
        return any(low == 0 and self.is_deep(low, high, pair) for low, high, pair in self.windows)

    def overlaps(self, x: Any, y: Any) -> bool:
        """Whether the insides meet where a is moved to."""
        return any(pair.after((x, y)).side < 0 for pair in self.pairs)

    def is_face(self, time: Any, normal: Place) -> bool:
        """Whether a normal along an axis is that of a face of the boundary of the whole at a time.

        One can go on along the face without an overlap, but not a bit inside of it.
        """
        x, y = (dyadic(time * v) for v in self.velocity)
        (nx, ny), near, bit = map(Fraction, normal), Fraction(1, 1 << 14), Fraction(1, 1 << 30)
        beside = [(x - ny * way, y + nx * way) for way in (near, -near)]
        return any(
            not self.overlaps(*place) and self.overlaps(place[0] + nx * bit, place[1] + ny * bit)
            for place in beside
        )

    def next_impact(self) -> Any:
        """What comes after a start that leaves: they overlap, or touch after they were apart."""
        overlap, end = self.first_overlap(), self.parting(Fraction(0))
        later = next((low for low, *_ in self.windows if low > end), None)
        return min((time for time in (overlap, later) if time is not None), default=None)


def ends_at(time: float, end: float) -> bool:
    """Whether a time is the last one, but for a few units in the last place."""
    return abs(time - end) <= 8 * math.ulp(end)


def assert_at(impact: Any, time: Any, case: Scene) -> None:
    if time is not None and impact is None and ends_at(float(time), case.end):
        return
    if time is None or time > case.end:
        assert impact is None, (impact, case)
    else:
        assert impact is not None, (time, case)
        assert near(impact.time, float(time)), (impact, float(time), case)


@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "polygon", "turned", "compound"])
def test_times_and_leaving_of_starts_apart_or_touching(kind: str) -> None:
    source, starts = random.Random(f"exact {kind}"), 0
    for _ in range(200):
        case = scene(source, kind)
        if case.relative == (0, 0):
            continue
        course = Course(case.a[0], case.b[0], case.relative)
        first = course.touch()
        # Corners that touch at one time alone rounding may miss.
        if course.side < 0 or (first and course.parting(first) == first):
            continue
        a, b = source.choice(case.a), source.choice(case.b)
        impact = case.sweep(a, b, (False, True))
        assert_at(impact, first, case)
        time = sepax.time_of_impact(a, b, *case[2:5])
        assert time == (math.inf if impact is None else impact.time)
        entry = course.first_overlap(case.end)
        assert_at(case.sweep(a, b, (False, False)), entry, case)
        if impact is None:
            continue
        assert near(impact.exit_time, float(course.parting(first)))
        assert impact.initial is (course.side == 0)
        (x, y), (vx, vy) = impact.normal, case.relative
        assert impact.initial or x * vx + y * vy > -1e-12
        if 0.0 in impact.normal and kind in ("box", "compound"):
            assert course.is_face(first, impact.normal), (impact, case)
        assert impact.leaving is (course.side == 0 and not course.presses()), (impact, case)
        if impact.leaving:
            starts += 1
            assert_at(case.sweep(a, b, (True, True)), course.next_impact(), case)
            assert_at(case.sweep(a, b, (True, False)), entry, case)
    assert starts > 2 or kind == "turned"


def nearest_places(rings: list[list[Vector]]) -> list[Vector]:
    """Return all places nearest to the origin that are inside of none of the rings; exactly."""
    lines = {}
    for ring in rings:
        for p, q in oracle.sides(ring):
            way = oracle.minus(q, p)
            scale = max(abs(way[0]), abs(way[1]))
            lines[way[0] / scale, way[1] / scale, cross(p, way) / scale] = p, way
    spots = set()
    for p, way in lines.values():
        share = -dot(p, way) / dot(way, way)
        spots.add((p[0] + share * way[0], p[1] + share * way[1]))
    for (p, one), (q, other) in combinations(lines.values(), 2):
        turn = cross(one, other)
        if turn:
            share = cross(oracle.minus(q, p), other) / turn
            spots.add((p[0] + share * one[0], p[1] + share * one[1]))
    found: list[Vector] = []
    for spot in sorted(spots, key=lambda spot: dot(spot, spot)):
        if found and dot(spot, spot) > dot(found[0], found[0]):
            break
        if not any(
            all(oracle.turn(p, q, spot) > 0 for p, q in oracle.sides(ring)) for ring in rings
        ):
            found.append(spot)
    return found


@pytest.mark.parametrize("kind", ["box", "compound"])
def test_starts_that_overlap_leave_by_the_shortest_ways_out(kind: str) -> None:
    """They do if one of these leads along the motion, or across it and into nothing else."""
    source, counts = random.Random(f"deep {kind}"), {True: 0, False: 0}
    for _ in range(200):
        case = scene(source, kind)
        velocity = case.relative
        if velocity == (0, 0):
            continue
        course = Course(case.a[0], case.b[0], velocity)
        if course.side >= 0:
            continue
        unit = [Fraction(2**pair.bits) for pair in course.pairs]
        rings = [[(Fraction(x) / u, Fraction(y) / u) for x, y in pair.ring]
                 for u, pair in zip(unit, course.pairs, strict=True)]  # fmt: skip
        ways = nearest_places(rings)
        way = max(ways, key=lambda way: (dot(way, velocity), cross(velocity, way)))
        after = Course(case.a[0], case.b[0], velocity, way)
        leaving = dot(way, velocity) > 0 or not after.presses()
        a, b = source.choice(case.a), source.choice(case.b)
        for touching in (False, True):
            impact = case.sweep(a, b, (False, touching))
            assert (impact.time, impact.initial) == (0.0, True)
            assert impact.leaving is leaving, (impact, ways, case)
            assert near(impact.exit_time, float(course.parting(Fraction(0))))
            skipped = case.sweep(a, b, (True, touching))
            if not leaving:
                assert skipped == impact
                continue
            time = Fraction(0) if after.presses() else (
                after.next_impact() if touching else after.first_overlap())  # fmt: skip
            delay = max(dot(way, velocity) / dot(velocity, velocity), Fraction(0))
            assert_at(skipped, None if time is None else time + delay, case)
        counts[leaving] += 1
    assert min(counts.values()) > 5


@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "polygon"])
def test_cut_rectangles_are_checked_as_polygons(kind: str) -> None:
    source = random.Random(f"convex {kind}")

    def impacts() -> Iterator[tuple[ExactSweep, Any]]:
        for _ in range(30):
            width, height = source.randint(1, 4), source.randint(1, 3)
            whole = Region(frozenset(product(range(width), range(height))))
            case = scene(source, kind, whole)
            x, y = case.a[0].bounds[2:]
            one = Polygon([(0, 0), (x, 0), (x, y), (0, y)])
            exact = ExactSweep(families.Sweep(one, case.b[0], *case[2:5]))
            for a in case.a:
                yield exact, case.sweep(a, case.b[0], (False, True))

    check(impacts(), lambda pair: judge_sweep(*pair))


# --- single cases: bounds, and motion along tiles -------------------------------------


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
    impact: Any = sepax.sweep(corner, Polygon(rectangle(0, 0)), (-1, 0), max_time=9)
    assert (impact.normal, impact.initial, impact.leaving) == ((0.0, 1.0), True, True)


def test_a_slot_has_sides_where_its_end_is_left() -> None:
    """A box at the end of a slot of its width leaves the end and slides along the sides.

    Of the two the one to the left of the motion.
    """
    cells = [(0, 1), (-1, 0), (-1, 1), (-1, -1), (0, -1)]
    cup = Compound([Polygon(rectangle(*cell)) for cell in cells])
    impact: Any = sepax.sweep(cup, Polygon(rectangle(0, 0)), (-1, 0), max_time=9)
    assert (impact.normal, impact.leaving) == ((0.0, -1.0), True)


@pytest.mark.parametrize("exponent", range(10, 52, 3))
def test_however_little_a_box_is_sunk_it_slides(exponent: int) -> None:
    """Along a floor, across its seams and off its end, unless a wall stops it."""
    floor = [Polygon(rectangle(x, -1)) for x in range(6)]
    box = Polygon.box(1, 1, position=(1.25, 0.5 - 2.0**-exponent))
    for ground in (Compound(floor), Compound([*floor, Polygon(rectangle(5, 0))])):
        start: Any = sepax.sweep(box, ground, (1, 0), max_time=20)
        later: Any = sepax.sweep(box, ground, (1, 0), max_time=20, skip_leaving=True)
        assert (start.initial, start.leaving, start.normal) == (True, True, (0.0, -1.0))
        if len(ground.parts) == 6:
            assert later is None
        else:
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
                impact: Any = sepax.sweep(a, b, max_time=time * (1 + 1e-9), **options)
                assert impact.time == pytest.approx(time, rel=1e-15)


@pytest.mark.parametrize("exponent", [0, 20, 30, 40])
def test_the_least_depth_that_is_found_is_that_of_the_size(exponent: int) -> None:
    """128 eps L, wherever: of a box that dips into the end of a floor."""
    far = 2.0**exponent if exponent else 0.0
    ground = Compound([Polygon.box(2, 2, position=(far + x, far - 1)) for x in (1, 3, 5)])
    crate = Polygon.box(1, 1, position=(far - 10, far + 0.5))
    size = 16.5  # the crate goes 10 to the right until it dips in the most, to the left of 6
    for k in range(20, 60):
        depth = 2.0**-k
        impact = crate.sweep(ground, (16, -depth), touching=False, max_time=1)
        if depth * 0.5 > 128 * 2.0**-53 * size:
            assert impact is not None, k
        assert crate.sweep(ground, (16, 0), touching=False, max_time=1) is None


def test_a_disc_stops_at_a_wall_far_away() -> None:
    far = 1e12
    wall = Compound([Polygon.box(2, 2, position=(far, far + y)) for y in (-2, 0, 2)])
    disc = Circle((far - 5, far), 1)
    for touching in (True, False):
        impact: Any = disc.sweep(wall, (8, 0), touching=touching)
        assert impact.time == 0.375
    disc.position = (far - 2, far)
    pressed = [((1, 0), False), ((0, 1), True), ((-1, 0), True), ((2**-9, 1), False)]
    for velocity, leaving in pressed:
        start: Any = disc.sweep(wall, velocity)
        assert (start.initial, start.leaving) == (True, leaving)
    disc.position = (far - 5, far)
    slide = sepax.move_and_slide(disc, wall, (8, 0), skin=2.0**-6)
    assert slide.position == (far - 2 - 2.0**-6, far)


def test_a_normal_by_rounding_decides_nothing() -> None:
    """Equal parts are as one, and a motion across the way out presses nothing."""
    other = Polygon.box(2, 2, position=(1.5, 0.3))
    for count in (1, 2, 3):
        pile = Compound([Polygon.box(2, 2)] * count)
        for velocity in ((1, 0), (0, 1), (-1, 1), (1, 1)):
            for one, two, motion in ((pile, other, velocity), (other, pile, flipped(velocity))):
                impact: Any = one.sweep(two, motion)
                assert impact.leaving is (velocity[0] <= 0)


def test_a_pressed_start_is_one_for_both() -> None:
    disc = Circle((2.52, 0.154), 0.379)
    bracket = Compound.from_polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)])
    velocity = (-0.838, 0.003)
    for skip in (False, True):
        one: Any = disc.sweep(bracket, velocity, skip_leaving=skip)
        other: Any = bracket.sweep(disc, (0, 0), velocity, skip_leaving=skip)
        assert (one.leaving, other.leaving, one.normal) == (False, False, (0.0, 1.0))
        assert (one.time, one.exit_time) == (other.time, other.exit_time)


@pytest.mark.parametrize("cut", range(3))
def test_of_the_faces_of_an_exact_corner_the_one_most_in_the_way(cut: int) -> None:
    cells = [(x, y) for x in range(3) for y in range(4)]
    block = lattice.compound(lattice.cells(cells, 1.0, cut))
    for velocity, normal in (((-2, 1), (-1, 0)), ((-1, 2), (0, 1)), ((-3, 2), (-1, 0))):
        pin = Point((3 * velocity[0] / 4, 4 + 3 * velocity[1] / 4))
        impact: Any = block.sweep(pin, velocity)
        assert (impact.time, impact.normal) == (0.75, normal)


def test_where_a_seam_ends_under_a_corner_is_no_place_of_the_face() -> None:
    """A tip meets a block just when a foot, which slides on a floor, has come to a seam of it."""
    foot, tip = Polygon([(0, 0), (4, 0), (4, 1), (0, 1)]), Polygon([(3, 2), (3, 3), (2, 2.5)])
    mover = Compound([foot, tip], position=(1, 0))
    cells = [Polygon.box(1, 1, position=(x + 0.5, -0.5)) for x in range(-1, 6)]
    block = Polygon.box(1, 1, position=(1.5, 2.5))
    for parts in ([*cells, block], [Polygon.box(7, 1, position=(2.5, -0.5)), block]):
        impact: Any = mover.sweep(Compound(parts), (-1, 0), skip_leaving=True)
        assert (impact.time, impact.normal, impact.point) == (1.0, (-1.0, 0.0), (2.0, 2.5))


@pytest.mark.parametrize("turn", [0.1 * k for k in range(12)])
def test_along_a_floor_and_into_a_wall_at_any_angle(turn: float) -> None:
    """A crate that is sunk in the floor, and flush with the wall but for rounding, is pressed."""
    parts = [Polygon.box(2, 2, position=(x, -1)) for x in (1, 3, 5)]
    corner = Compound([*parts, Polygon.box(2, 9, position=(7, 3))], angle=turn)
    c, s = math.cos(turn), math.sin(turn)
    for depth in (0.1, 0.3, 1e-6):
        x, y = 4.5, 1.5 - depth
        crate = Polygon.box(3, 3, position=(c * x - s * y, s * x + c * y), angle=turn)
        for touching in (True, False):
            impact: Any = crate.sweep(corner, (c, s), skip_leaving=True, touching=touching)
            assert (impact.initial, impact.leaving) == (True, False)
            assert impact.normal == pytest.approx((c, s), abs=1e-9)
            assert crate.sweep(corner, (-s, c), skip_leaving=True, touching=touching) is None
