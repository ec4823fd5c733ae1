"""Compounds in motion on a lattice, where faces are flush, corners meet and ways out tie.

The same outline, cut in many ways, is met at the same time, with the same normal, at the same
place. So it is with the parts in another order, the arguments swapped, all turned by quarter
turns, and moved by powers of two. Rational arithmetic gives the exact answers: the times
by the windows of all pairs of parts, and whether a start leaves by the outline as a whole.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

import families
import judges
import lattice
import motion_judges
import oracle
import polyominoes
import pytest
from lattice import Figure, Random
from oracle import Body, Difference, Vector, cross, dot
from polyominoes import Ring

import sepax
from sepax import Circle, Compound, Point, Polygon

Cut = list[Figure]
MODES = [(skip, touching) for skip in (False, True) for touching in (False, True)]


# --- outlines and their cuts ----------------------------------------------------------


def scaled(ring: Ring, size: float) -> tuple[tuple[float, float], ...]:
    return tuple((x * size, y * size) for x, y in ring)


def cuts(region: polyominoes.Cells, size: float, source: Random) -> dict[str, Cut]:
    """Return parts that make up the same outline, by name."""
    cells = sorted(region)
    rows, columns = (
        [Figure(scaled(ring, size)) for ring in polyominoes.strips(region, across)]
        for across in (True, False)
    )
    exterior, *holes = (scaled(ring, size) for ring in polyominoes.rings(region))
    whole = sepax.convex_parts(exterior, holes)
    mixed = [lattice.cells([cell], size, source.randrange(3)) for cell in cells]
    made = {
        "squares": lattice.cells(cells, size),
        "triangles": lattice.cells(cells, size, 1),
        "other triangles": lattice.cells(cells, size, 2),
        "mixed": [part for parts in mixed for part in parts],
        "rows": rows,
        "columns": columns,
        "overlapping": rows + columns,
        "outline": [Figure(tuple(map(tuple, part.vertices.tolist()))) for part in whole],
    }
    for parts in made.values():
        source.shuffle(parts)
    return made


# --- scenes ---------------------------------------------------------------------------


class Scene(NamedTuple):
    """Two shapes, each cut in one or several ways, and their velocities."""

    a: dict[str, Cut]
    b: dict[str, Cut]
    velocity_a: tuple[float, float]
    velocity_b: tuple[float, float]
    end: float

    def sweep(self, a: Cut, b: Cut, skip: bool, touching: bool) -> Any:
        return sepax.sweep(
            shape(a), shape(b), self.velocity_a, self.velocity_b, self.end,
            skip_leaving=skip, touching=touching,
        )  # fmt: skip

    def changed(self, change: Callable[[Figure], Figure], turn: int = 0) -> Scene:
        a, b = (
            {name: [change(part) for part in parts] for name, parts in side.items()}
            for side in (self.a, self.b)
        )
        velocity_a, velocity_b = (turned(v, turn) for v in (self.velocity_a, self.velocity_b))
        return Scene(a, b, velocity_a, velocity_b, self.end)


def turned(spot: Iterable[float], quarters: int) -> tuple[float, float]:
    x, y = spot
    for _ in range(quarters):
        x, y = 0.0 - y, x
    return x, y


def shape(parts: Cut) -> Any:
    return lattice.compound(parts)


PARTNERS = ("box", "circle", "capsule", "point", "segment", "polygon", "compound")


def scene(source: Random, kind: str) -> Scene:
    size = source.choice((0.5, 1.0))
    a = cuts(polyominoes.polyomino(source, source.randint(1, 8)), size, source)
    if kind == "compound":
        b = cuts(
            polyominoes.polyomino(source, source.randint(2, 5)), source.choice((0.5, 1.0)), source
        )
    else:
        b = {kind: [lattice.figure(source, kind)]}
    one, other = (bounding(next(iter(side.values()))) for side in (a, b))
    if source.random() < 0.6:
        goal = lattice.beside(source, one, other)
        shift = goal.points[0][0] - other.points[0][0], goal.points[0][1] - other.points[0][1]
    else:
        shift = lattice.quarter(source, 2.0), lattice.quarter(source, 2.0)
    velocity = (lattice.quarter(source, 0.5), lattice.quarter(source, 0.5))
    if source.random() < 0.4:  # apart, and coming from where it would be a little later
        time = source.choice((1, 2, 4))
        shift = shift[0] + time * velocity[0], shift[1] + time * velocity[1]
    b = {name: [part.moved(*shift) for part in parts] for name, parts in b.items()}
    drift = (lattice.quarter(source, 0.5), lattice.quarter(source, 0.5))
    drift = source.choice(((0.0, 0.0), drift))
    velocity = velocity[0] + drift[0], velocity[1] + drift[1]
    return Scene(a, b, velocity, drift, source.choice((1.0, 5.0, math.inf)))


def bounding(parts: Cut) -> Figure:
    boxes = [part.bounds for part in parts]
    x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
    high_x, high_y = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return Figure(((x, y), (high_x, y), (high_x, high_y), (x, high_y)))


def scenes(name: str, count: int, kinds: Iterable[str] = PARTNERS) -> Iterator[Scene]:
    source = random.Random(name)
    for _ in range(count):
        for kind in kinds:
            yield scene(source, kind)


# --- agreement ------------------------------------------------------------------------


def near(x: float, y: float, within: float = 1e-12) -> bool:
    return x == y or abs(x - y) <= within * (1.0 + abs(x))


def differs(one: Any, other: Any, way: Callable[[Any], Any] = tuple) -> str:
    """In what two impacts differ, the normal of the other led some way first; or nothing.

    Where shapes overlap at the start normals are those of `collide`, which has its own tests.
    """
    if one is None or other is None:
        return "" if one is other else "hit"
    for name in ("time", "exit_time"):
        if not near(getattr(one, name), getattr(other, name)):
            return name
    for name in ("initial", "leaving"):
        if getattr(one, name) is not getattr(other, name):
            return name
    return "" if all(map(near, one.normal, way(other.normal))) else "normal"


def is_apart(one: Any, other: Any, way: Callable[[Any], Any] = tuple, within: float = 1e-12) -> str:
    """Whether the points of two impacts are."""
    same = one is None or all(
        near(x, y, within) for x, y in zip(one.point, way(other.point), strict=True)
    )
    return "" if same else "point"


def overlap(a: Cut, b: Cut) -> bool:
    return bool(shape(a).intersects(shape(b), touching=False))


def show(found: list[Any]) -> None:
    if found:
        pytest.fail(f"{len(found)} are wrong\n" + "\n".join(str(one) for one in found[:3]))


def uncertain_count(what: str, one: Any, other: Any) -> bool:
    """Whether two corners only graze each other: that is a touch or none."""
    impact = one or other
    return what == "hit" and bool(near(impact.time, impact.exit_time))


def is_of_collide(what: str, one: Any, deep: bool) -> bool:
    """Return whether impacts differ in a field that `collide` gives."""
    return deep and what in ("normal", "point") and bool(one.initial)


def compare(
    found: list[Any],
    case: Scene,
    mode: tuple[bool, bool],
    one: Any,
    other: Any,
    deep: bool,
    way: Callable[[Any], Any] = tuple,
    about: Any = None,
    places: bool = True,
) -> None:
    """Note it where two impacts that should be the same are not."""
    what = differs(one, other, way)
    if not what and places:
        what = is_apart(one, other, way)
    if what and not uncertain_count(what, one, other) and not is_of_collide(what, one, deep):
        found.append((what, mode, one, other, about, case))


@pytest.mark.parametrize("kind", PARTNERS)
def test_no_answer_depends_on_the_cut(kind: str) -> None:
    found: list[Any] = []
    for case in scenes(f"cuts {kind}", 60, [kind]):
        (first_a, first_b), *others = product(case.a, case.b)
        others = random.Random(str(case)).sample(others, min(len(others), 16))
        deep = overlap(case.a[first_a], case.b[first_b])
        for mode in MODES:
            one = case.sweep(case.a[first_a], case.b[first_b], *mode)
            for name_a, name_b in others:
                other = case.sweep(case.a[name_a], case.b[name_b], *mode)
                compare(found, case, mode, one, other, deep, about=(name_a, name_b))
    show(found)


def flipped(spot: Any) -> tuple[float, float]:
    return -spot[0], -spot[1]


@pytest.mark.parametrize("kind", PARTNERS)
def test_swapped_arguments_flip_the_normal_alone(kind: str) -> None:
    found: list[Any] = []
    for case in scenes(f"swapped {kind}", 150, [kind]):
        name_a, name_b = random.Random(str(case)).choice(list(product(case.a, case.b)))
        a, b = case.a[name_a], case.b[name_b]
        other_way = Scene(case.b, case.a, case.velocity_b, case.velocity_a, case.end)
        still = case.velocity_a == case.velocity_b
        deep = overlap(a, b)
        for mode in MODES:
            one, other = case.sweep(a, b, *mode), other_way.sweep(b, a, *mode)
            if still and one is not None:
                assert (other.time, other.leaving) == (one.time, one.leaving)
                continue
            compare(found, case, mode, one, other, deep, flipped, places=False)
            if not deep and is_apart(one, other):
                found.append(("point", mode, one, other, case))
    show(found)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_quarter_turns(turn: int) -> None:
    """Of equal places the one with the lesser x is reported, which depends on the turn."""
    found: list[Any] = []
    for case in scenes(f"turned {turn}", 25):
        other = case.changed(lambda part: part.turned(turn), turn)
        (name_a, a), (name_b, b) = (next(iter(side.items())) for side in (case.a, case.b))
        still, deep = case.velocity_a == case.velocity_b, overlap(a, b)
        for mode in MODES:
            one = case.sweep(a, b, *mode)
            two = other.sweep(other.a[name_a], other.b[name_b], *mode)
            if not still:
                compare(found, case, mode, two, one, deep, lambda spot: turned(spot, turn),
                        places=False)  # fmt: skip
            if two is not None and not deep:
                place = Point(two.point)
                for name, side, velocity in ((name_a, other.a, other.velocity_a),
                                             (name_b, other.b, other.velocity_b)):  # fmt: skip
                    moved = shape(side[name])
                    moved.move(velocity[0] * two.time, velocity[1] * two.time)
                    assert moved.distance(place) <= 1e-12
    show(found)


@pytest.mark.parametrize("exponent", [20, 30, 40])
def test_far_from_the_origin(exponent: int) -> None:
    """Where all coordinates are exact, so are the answers, but for the digits of the point."""
    found: list[Any] = []
    step = (2.0**exponent, -(2.0**exponent))
    for case in scenes(f"far {exponent}", 40):
        other = case.changed(lambda part: part.moved(*step))
        name_a, name_b = random.Random(str(case)).choice(list(product(case.a, case.b)))
        a, b = case.a[name_a], case.b[name_b]
        deep = overlap(a, b)
        for mode in MODES:
            one = case.sweep(a, b, *mode)
            two = other.sweep(other.a[name_a], other.b[name_b], *mode)
            if is_met_at_the_end(one or two, case.end) and None in (one, two):
                continue  # within the error of the time, on either side of the end
            compare(found, case, mode, one, two, False, places=False, about=(name_a, name_b))
            if not deep and one is not None and two is not None:
                place = [x - s for x, s in zip(two.point, step, strict=True)]
                if max(abs(x - y) for x, y in zip(one.point, place, strict=True)) > 2.0 ** (
                    exponent - 50
                ):
                    found.append(("point", one, two, case))
    show(found)


def is_met_at_the_end(impact: Any, end: float) -> bool:
    """Whether shapes meet when the time is over, but for a few units in the last place."""
    return impact is not None and abs(impact.time - end) <= 8 * math.ulp(end)


# --- what is exactly true -------------------------------------------------------------


class Course:
    """The events between two unions of parts, the first in the frame of the second."""

    def __init__(self, a: Cut, b: Cut, velocity: Vector, step: Vector = (0, 0)) -> None:
        bodies_a, bodies_b = (
            [Body(tuple(map(oracle.vector, part.points)), Fraction(part.radius)) for part in parts]
            for parts in (a, b)
        )
        self.velocity = velocity
        pairs = [Difference.between(p, q) for p in bodies_a for q in bodies_b]
        self.pairs = [pair.after(step) for pair in pairs] if step != (0, 0) else pairs
        self.windows = []
        for pair in self.pairs:
            low, high = pair.window(velocity)
            if low <= high and high >= 0:
                self.windows.append((max(Fraction(0), low), high, pair))
        self.windows.sort(key=lambda window: window[0])

    @property
    def overlaps(self) -> bool:
        return any(pair.side < 0 for pair in self.pairs)

    def touch(self) -> Any:
        return self.windows[0][0] if self.windows else None

    def parting(self, time: Any) -> Any:
        end = time
        for low, high, _ in self.windows:
            if low > end:
                break
            end = max(end, high)
        return end

    def is_deep(self, low: Any, high: Any, pair: Any) -> bool:
        """Whether a pair that touches from a time to another overlaps meanwhile."""
        middle = judges.dyadic((low + high) / 2)
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

    def next_impact(self) -> Any:
        """What comes after a start that leaves: they overlap, or touch after they were apart."""
        overlap, end = self.first_overlap(), Fraction(0)
        for low, high, _ in self.windows:
            if low > end:
                return low if overlap is None else min(low, overlap)
            end = max(end, high)
        return overlap


def relative(case: Scene) -> Vector:
    return oracle.minus(oracle.vector(case.velocity_a), oracle.vector(case.velocity_b))


def assert_at(impact: Any, time: Any, case: Scene) -> None:
    if time is None or time > case.end:
        assert impact is None, (impact, case)
    else:
        assert impact is not None, (time, case)
        assert near(impact.time, float(time)), (impact, float(time), case)


def only_grazes(course: Course, time: Any) -> bool:
    """Whether corners touch at one time alone, which rounding may miss."""
    return bool(course.parting(time) == time and time > 0)


@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "polygon", "compound"])
def test_times_and_leaving_of_starts_apart_or_touching(kind: str) -> None:
    starts = 0
    for case in scenes(f"exact {kind}", 120, [kind]):
        rows = case.a["rows"], next(iter(case.b.values()))
        velocity = relative(case)
        if velocity == (0, 0):
            continue
        course = Course(rows[0], case.b.get("rows", rows[1]), velocity)
        first = course.touch()
        if course.overlaps or (first is not None and only_grazes(course, first)):
            continue
        name_a, name_b = random.Random(str(case)).choice(list(product(case.a, case.b)))
        a, b = case.a[name_a], case.b[name_b]
        impact = case.sweep(a, b, False, True)
        assert_at(impact, first, case)
        entry = course.first_overlap(case.end)
        assert_at(case.sweep(a, b, False, False), entry, case)
        if impact is None:
            continue
        assert near(impact.exit_time, float(course.parting(first)))
        assert impact.initial is (first == 0)
        assert impact.leaving is (first == 0 and not course.presses()), (impact, case)
        if impact.leaving:
            starts += 1
            assert_at(case.sweep(a, b, True, True), course.next_impact(), case)
            assert_at(case.sweep(a, b, True, False), entry, case)
    assert starts > 2


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
    counts = {True: 0, False: 0}
    for case in scenes(f"deep {kind}", 150, [kind]):
        a, b, velocity = case.a["rows"], case.b.get("rows", case.b.get(kind)), relative(case)
        if velocity == (0, 0) or b is None or not (course := Course(a, b, velocity)).overlaps:
            continue
        unit = [Fraction(2**pair.bits) for pair in course.pairs]
        rings = [[(Fraction(x) / u, Fraction(y) / u) for x, y in pair.ring]
                 for u, pair in zip(unit, course.pairs, strict=True)]  # fmt: skip
        ways = nearest_places(rings)
        way = max(ways, key=lambda way: (dot(way, velocity), cross(velocity, way)))
        after = Course(a, b, velocity, way)
        leaving = dot(way, velocity) > 0 or not after.presses()
        name_a, name_b = random.Random(str(case)).choice(list(product(case.a, case.b)))
        a, b = case.a[name_a], case.b[name_b]
        for touching in (False, True):
            impact = case.sweep(a, b, False, touching)
            assert (impact.time, impact.initial) == (0.0, True)
            assert impact.leaving is leaving, (impact, ways, case)
            assert near(impact.exit_time, float(course.parting(Fraction(0))))
            skipped = case.sweep(a, b, True, touching)
            if not leaving:
                assert skipped == impact
                continue
            time = Fraction(0) if after.presses() else (
                after.next_impact() if touching else after.first_overlap())  # fmt: skip
            delay = max(dot(way, velocity) / dot(velocity, velocity), Fraction(0))
            assert_at(skipped, None if time is None else time + delay, case)
        counts[leaving] += 1
    assert min(counts.values()) > 5


def convex_scenes(source: Random, kind: str, count: int) -> Iterator[tuple[Scene, Figure, Figure]]:
    """Yield rectangles, cut, against single shapes."""
    while count:
        width, height = source.randint(1, 4), source.randint(1, 3)
        case = scene(source, kind)
        a = cuts(frozenset(product(range(width), range(height))), 0.5, source)
        whole = Figure(scaled(polyominoes.rectangle(0, 0, width, height), 0.5))
        yield case._replace(a=a), whole, case.b[kind][0]
        count -= 1


@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "polygon"])
def test_cut_rectangles_are_checked_as_polygons(kind: str) -> None:
    source = random.Random(f"convex {kind}")

    def cases_with_impacts() -> Iterator[tuple[motion_judges.ExactSweep, Any]]:
        for case, one, other in convex_scenes(source, kind, 40):
            exact = motion_judges.ExactSweep(families.Sweep(one.shape(), other.shape(), *case[2:]))
            for parts in case.a.values():
                yield exact, case.sweep(parts, [other], False, True)

    judges.check(cases_with_impacts(), lambda pair: motion_judges.judge_sweep(*pair))


# --- bounds, and motion along tiles ---------------------------------------------------


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
        impact = disc.sweep(wall, (8, 0), touching=touching)
        assert impact is not None
        assert impact.time == 0.375
    disc.position = (far - 2, far)
    for velocity, leaving in (
        ((1, 0), False),
        ((0, 1), True),
        ((-1, 0), True),
        ((2**-9, 1), False),
    ):
        start = disc.sweep(wall, velocity)
        assert start is not None
        assert (start.initial, start.leaving) == (True, leaving)
    disc.position = (far - 5, far)
    slide = sepax.move_and_slide(disc, wall, (8, 0), skin=2.0**-6)
    assert slide.position == (far - 2 - 2.0**-6, far)


def test_a_normal_by_rounding_decides_nothing() -> None:
    """Equal parts are as one, and a motion across the way out presses nothing."""
    other = Polygon.box(2, 2, position=(1.5, 0.3))
    for count in (1, 2, 3):
        pile = Compound([Polygon.box(2, 2)] * count)
        for velocity, leaving in (
            ((1, 0), False),
            ((0, 1), True),
            ((-1, 1), True),
            ((1, 1), False),
        ):
            for one, two, motion in ((pile, other, velocity), (other, pile, flipped(velocity))):
                impact = one.sweep(two, motion)
                assert impact is not None
                assert impact.leaving is leaving


def test_a_pressed_start_is_one_for_both() -> None:
    disc = Circle((2.52, 0.154), 0.379)
    bracket = Compound.from_polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)])
    velocity = (-0.838, 0.003)
    for skip in (False, True):
        one = disc.sweep(bracket, velocity, skip_leaving=skip)
        other = bracket.sweep(disc, (0, 0), velocity, skip_leaving=skip)
        assert one is not None
        assert other is not None
        assert (one.leaving, other.leaving, one.normal) == (False, False, (0.0, 1.0))
        assert (one.time, one.exit_time) == (other.time, other.exit_time)


@pytest.mark.parametrize("cut", range(3))
def test_of_the_faces_of_an_exact_corner_the_one_most_in_the_way(cut: int) -> None:
    cells = [(x, y) for x in range(3) for y in range(4)]
    block = lattice.compound(lattice.cells(cells, 1.0, cut))
    for velocity, normal in (((-2, 1), (-1, 0)), ((-1, 2), (0, 1)), ((-3, 2), (-1, 0))):
        pin = Point((3 * velocity[0] / 4, 4 + 3 * velocity[1] / 4))
        impact = block.sweep(pin, velocity)
        assert impact is not None
        assert (impact.time, impact.normal) == (0.75, normal)


def test_where_a_seam_ends_under_a_corner_is_no_place_of_the_face() -> None:
    """A tip meets a block just when a foot, which slides on a floor, has come to a seam of it."""
    foot, tip = Polygon([(0, 0), (4, 0), (4, 1), (0, 1)]), Polygon([(3, 2), (3, 3), (2, 2.5)])
    mover = Compound([foot, tip], position=(1, 0))
    cells = [Polygon.box(1, 1, position=(x + 0.5, -0.5)) for x in range(-1, 6)]
    block = Polygon.box(1, 1, position=(1.5, 2.5))
    for parts in ([*cells, block], [Polygon.box(7, 1, position=(2.5, -0.5)), block]):
        impact = mover.sweep(Compound(parts), (-1, 0), skip_leaving=True)
        assert impact is not None
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
            impact = crate.sweep(corner, (c, s), skip_leaving=True, touching=touching)
            assert impact is not None
            assert (impact.initial, impact.leaving) == (True, False)
            assert impact.normal == pytest.approx((c, s), abs=1e-9)
            assert crate.sweep(corner, (-s, c), skip_leaving=True, touching=touching) is None
