"""Seeded families of shapes that turn while they move, from the ordinary to the nasty.

``turnings(name, count)`` is a list of cases of a family; the names are in `FAMILIES`. A case has
the points of the world at the time 0, so that it is exact. `shapes_of` makes the library's
shapes of a case, `keywords` the keyword arguments of ``sweep`` and of ``raw.sweep``, which alone
takes a disc that does not turn about its centre.

A `Known` family also tells the least separation that the shapes have, by construction. It is
known as well as float64 numbers hold it: to about 1e-15 of the lengths of the case.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from turning_exact import Mover, Place, Turning, of_shapes

from sepax import Capsule, Circle, Polygon, Segment

Random = random.Random
Make = Callable[[Random], Turning]


class Known(NamedTuple):
    """A case, and the least separation of its shapes by construction."""

    case: Turning
    least: float


FAMILIES: dict[str, Make] = {}
KNOWN: dict[str, Callable[[Random], Known]] = {}


def _family(make: Make) -> Make:
    FAMILIES[make.__name__] = make
    return make


def _known(make: Callable[[Random], Known]) -> Callable[[Random], Known]:
    KNOWN[make.__name__] = make
    FAMILIES[make.__name__] = lambda source: make(source).case
    return make


@lru_cache(maxsize=128)
def turnings(name: str, count: int = 100) -> list[Turning]:
    """Return the first cases of a family."""
    source = random.Random(f"turning {name}")
    return [FAMILIES[name](source) for _ in range(count)]


@lru_cache(maxsize=128)
def known(name: str, count: int = 100) -> list[Known]:
    """Return the first cases of a family, with the least separation of each."""
    source = random.Random(f"turning {name}")
    return [KNOWN[name](source) for _ in range(count)]


# To the library -------------------------------------------------------------------------


def shapes_of(case: Turning) -> tuple[Any, Any, Turning] | None:
    """Return the library's shapes, and the case that their stored vertices make.

    None when a disc turns about another point than its centre: only ``raw.sweep`` takes it.
    """
    a, b = case.a, case.b
    first, second = _shape(a), _shape(b)
    if first is None or second is None:
        return None
    stored = of_shapes(first, second, a.velocity, b.velocity, case.max_time, a.rate, b.rate)
    return first, second, stored


def _shape(mover: Mover) -> Any:
    px, py = mover.pivot
    local = [(x - px, y - py) for x, y in mover.points]
    if len(local) > 2:
        return Polygon(local, position=mover.pivot, radius=mover.radius)
    if len(local) == 2 and mover.radius == 0.0:
        return Segment(local[0], local[1], position=mover.pivot)
    if len(local) == 2:
        return Capsule(local[0], local[1], mover.radius, position=mover.pivot)
    return Circle(mover.pivot, mover.radius) if local == [(0.0, 0.0)] else None


def keywords(case: Turning, *, raw: bool = False) -> dict[str, Any]:
    """Return the keyword arguments of ``sweep`` or ``raw.sweep`` about a case."""
    found: dict[str, Any] = {
        "velocity_a": case.a.velocity,
        "velocity_b": case.b.velocity,
        "max_time": case.max_time,
        "angular_velocity_a": case.a.rate,
        "angular_velocity_b": case.b.rate,
    }
    if raw:
        found |= {"pivot_a": case.a.pivot, "pivot_b": case.b.pivot}
    return found


# Building blocks ------------------------------------------------------------------------


def around(source: Random, reach: float) -> Place:
    return source.uniform(-reach, reach), source.uniform(-reach, reach)


def heading(angle: float, size: float) -> Place:
    return size * math.cos(angle), size * math.sin(angle)


def placed(local: list[Place], place: Place, angle: float) -> tuple[Place, ...]:
    """Return points turned by an angle and moved to a place."""
    cos, sin = math.cos(angle), math.sin(angle)
    return tuple((place[0] + cos * x - sin * y, place[1] + sin * x + cos * y) for x, y in local)


def box(width: float, height: float) -> list[Place]:
    x, y = width / 2, height / 2
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


def ring(sides: int, size: float, turn: float = 0.0) -> list[Place]:
    return [heading(turn + math.tau * k / sides, size) for k in range(sides)]


def some_box(source: Random, size: float = 1.0) -> list[Place]:
    return box(size * source.uniform(0.2, 2.0), size * source.uniform(0.2, 2.0))


def some_polygon(source: Random, size: float = 1.0) -> list[Place]:
    """Return 3 to 8 points on an ellipse, unevenly spaced."""
    sides, squash = source.randint(3, 8), source.uniform(0.4, 1.0)
    turns = [(k + source.uniform(-0.3, 0.3)) * math.tau / sides for k in range(sides)]
    return [(size * math.cos(turn), size * squash * math.sin(turn)) for turn in turns]


def some_segment(source: Random, size: float = 1.0) -> list[Place]:
    x = size * source.uniform(0.1, 1.0)
    return [(-x, 0.0), (x, source.choice([0.0, 0.3 * x]))]


def anything(source: Random, size: float = 1.0) -> tuple[list[Place], float]:
    """Return local points and a radius of a shape of any kind."""
    points = source.choice([some_box, some_polygon, some_segment, lambda *_: [(0.0, 0.0)]])
    radius = source.choice([0.0, 0.0, size * source.uniform(0.05, 0.5)])
    return points(source, size), radius


def mover(
    source: Random,
    local: list[Place],
    place: Place,
    radius: float = 0.0,
    rate: float = 3.0,
    speed: float = 0.5,
    toward: Place = (0.0, 0.0),
) -> Mover:
    """Return a shape at a place, turning about it, on its way past a target."""
    way = math.atan2(toward[1] - place[1], toward[0] - place[0]) + source.gauss(0.0, 0.4)
    velocity = heading(way, source.uniform(0.0, speed))
    points = placed(local, place, source.uniform(-4.0, 4.0))
    return Mover(points, radius, place, velocity, source.uniform(-rate, rate))


def meeting(
    source: Random,
    a: tuple[list[Place], float],
    b: tuple[list[Place], float],
    gap: float = 1.0,
    rate: float = 3.0,
    speed: float = 1.5,
    duration: float = 2.0,
) -> Turning:
    """Return two shapes that turn and move towards each other, first about ``gap`` apart."""
    reach = sum(max(math.hypot(*p) for p in local) + radius for local, radius in (a, b))
    place = around(source, 3.0)
    away = heading(source.uniform(0.0, math.tau), reach * source.uniform(0.6, 1.0) + gap)
    other = (place[0] + away[0], place[1] + away[1])
    first = mover(source, a[0], place, a[1], rate, speed, other)
    second = mover(source, b[0], other, b[1], rate, speed, place)
    return Turning(first, second, duration * source.uniform(0.3, 1.0))


def either_way(source: Random, case: Turning) -> Turning:
    return case if source.random() < 0.5 else case.swapped()


def shifted(case: Turning, dx: float, dy: float) -> Turning:
    """Return the case elsewhere in the world. The points are rounded there."""

    def move(part: Mover) -> Mover:
        points = tuple((x + dx, y + dy) for x, y in part.points)
        return replace(part, points=points, pivot=(part.pivot[0] + dx, part.pivot[1] + dy))

    return Turning(move(case.a), move(case.b), case.max_time)


def turned(case: Turning, angle: float) -> Turning:
    """Return the whole case turned about the origin, up to rounding."""

    def turn(part: Mover) -> Mover:
        pivot, velocity = placed([part.pivot, part.velocity], (0.0, 0.0), angle)
        points = placed(list(part.points), (0.0, 0.0), angle)
        return replace(part, points=points, pivot=pivot, velocity=velocity)

    return Turning(turn(case.a), turn(case.b), case.max_time)


# Ordinary motions -----------------------------------------------------------------------


@_family
def boxes(source: Random) -> Turning:
    return meeting(source, (some_box(source), 0.0), (some_box(source), 0.0))


@_family
def polygons(source: Random) -> Turning:
    return meeting(source, (some_polygon(source), 0.0), (some_polygon(source), 0.0))


@_family
def rounded(source: Random) -> Turning:
    a, b = ((some_polygon(source), source.uniform(0.01, 0.6)) for _ in range(2))
    return meeting(source, a, source.choice([b, (some_box(source), 0.0)]))


@_family
def points_and_segments(source: Random) -> Turning:
    a = source.choice([[(0.0, 0.0)], some_segment(source), some_segment(source)])
    b = source.choice([some_segment(source), some_segment(source), some_box(source)])
    return either_way(source, meeting(source, (a, 0.0), (b, 0.0), gap=0.2))


@_family
def capsules(source: Random) -> Turning:
    a = (some_segment(source), source.uniform(0.01, 0.5))
    b = source.choice([(some_segment(source), source.uniform(0.01, 0.5)), anything(source)])
    return either_way(source, meeting(source, a, b))


@_family
def discs(source: Random) -> Turning:
    """Discs about their centre or about another point, against anything."""
    case = meeting(source, ([(0.0, 0.0)], source.uniform(0.0, 1.0)), anything(source))
    if source.random() < 0.6:
        x, y = case.a.pivot
        dx, dy = around(source, 1.5)
        case = replace(case, a=replace(case.a, pivot=(x + dx, y + dy)))
    return either_way(source, case)


@_family
def thin_and_fast(source: Random) -> Turning:
    """Bars a thousandth as wide as they are long, that turn and fly fast."""
    a, b = ((box(source.uniform(0.5, 2.0), 10 ** source.uniform(-4, -2)), 0.0) for _ in range(2))
    return meeting(source, a, b, rate=60.0, speed=20.0, duration=0.5)


@_family
def many_turns(source: Random) -> Turning:
    """Up to 60 turns, while they come nearer slowly or pass."""
    case = meeting(source, anything(source), anything(source), gap=0.3, rate=40.0, speed=0.15)
    return replace(case, max_time=source.uniform(2.0, 10.0))


@_family
def tiny_rates(source: Random) -> Turning:
    case = meeting(source, anything(source), anything(source))
    tiny = [source.choice([-1.0, 1.0]) * 10.0 ** source.uniform(-300, -8) for _ in range(2)]
    return case.with_rates(tiny[0], source.choice([0.0, tiny[1], 5e-324]))


@_family
def one_rate_zero(source: Random) -> Turning:
    case = meeting(source, anything(source), anything(source))
    return either_way(source, case.with_rates(case.a.rate, 0.0))


@_family
def far_pivots(source: Random) -> Turning:
    """Bodies on an orbit: the pivots are up to 10,000 sizes away from the shapes."""
    case = meeting(source, anything(source), anything(source), gap=0.5, speed=0.3)
    movers = []
    for part in (case.a, case.b):
        away = 10.0 ** source.uniform(0, 4)
        dx, dy = heading(source.uniform(0.0, math.tau), away)
        pivot = (part.pivot[0] + dx, part.pivot[1] + dy)
        movers.append(replace(part, pivot=pivot, rate=source.uniform(-3.0, 3.0) / away))
    return Turning(movers[0], source.choice([movers[1], case.b]), case.max_time)


@_family
def sizes(source: Random) -> Turning:
    """A shape a million times as large as the other, or less."""
    small, large = anything(source), anything(source, 10.0 ** source.uniform(2, 6))
    reach = 1.0 + max(math.hypot(*p) for p in large[0]) + large[1]
    case = meeting(source, small, large, gap=1.0, rate=3.0, speed=1.0)
    slow = case.with_rates(case.a.rate, case.b.rate / reach)
    return either_way(source, source.choice([slow, case]))


@_family
def far_offsets(source: Random) -> Turning:
    """Cases a million to a billion units from the origin of the world."""
    case = meeting(source, anything(source), anything(source))
    away = 10.0 ** source.uniform(6, 9)
    return shifted(case, *around(source, away))


# Motions that stay near each other ------------------------------------------------------


@_family
def opposite_bars(source: Random) -> Turning:
    """Bars side by side that turn against each other, as fast, or nearly."""
    length, width = source.uniform(1.0, 3.0), source.uniform(0.01, 0.3)
    gap = 10.0 ** source.uniform(-9, 0)
    rate = source.uniform(0.5, 8.0)
    bar = box(length, width)
    a = Mover(tuple(bar), 0.0, (0.0, 0.0), (0.0, 0.0), rate)
    place = source.choice([(0.0, width + gap), (length + gap, 0.0)])
    other = source.choice([-rate, -rate, rate, -rate * (1 + 1e-6)])
    b = Mover(placed(bar, place, 0.0), 0.0, place, (0.0, 0.0), other)
    return turned(Turning(a, b, source.uniform(0.2, 4.0)), source.choice([0.0, 0.7]))


@_family
def formation(source: Random) -> Turning:
    """Bodies that turn about one pivot at one rate, or nearly, a small gap apart."""
    rate, gap = source.uniform(-6.0, 6.0), 10.0 ** source.uniform(-10, -1)
    (a, radius_a), (b, radius_b) = (source.choice([anything(source), disc]) for disc in DISCS)
    right, left = max(x for x, _ in a) + radius_a, min(x for x, _ in b) - radius_b
    place, step = around(source, 3.0), right - left + gap
    pivot = source.choice([place, around(source, 10.0)])
    velocity = source.choice([(0.0, 0.0), around(source, 1.0)])
    drift = source.choice([0.0, 0.0, gap * source.uniform(-2.0, 2.0)])
    first = Mover(placed(a, place, 0.0), radius_a, pivot, velocity, rate)
    there = placed(b, (place[0] + step, place[1]), 0.0)
    second = Mover(there, radius_b, pivot, (velocity[0] + drift, velocity[1]), rate)
    return Turning(first, second, source.uniform(0.5, 5.0))


DISCS = [([(0.0, 0.0)], 0.5), ([(0.0, 0.0)], 0.25)]


@_family
def gears(source: Random) -> Turning:
    """Wheels with corners that turn against each other, a small gap or an overlap apart."""
    teeth = source.randint(3, 8)
    size = source.uniform(0.5, 2.0)
    gap = source.choice([-1.0, 1.0, 1.0]) * 10.0 ** source.uniform(-10, -1)
    rate = source.uniform(1.0, 10.0)
    at = (2 * size + gap, 0.0)
    turn = source.uniform(-1.0, 1.0)
    # A corner of either on the line of the centres at the same time, or half a tooth apart.
    phase = source.choice([0.0, math.pi / teeth])
    a = Mover(tuple(ring(teeth, size, turn)), 0.0, (0.0, 0.0), (0.0, 0.0), rate)
    points = placed(ring(teeth, size, math.pi - turn + phase), at, 0.0)
    b = Mover(points, 0.0, at, (0.0, 0.0), -rate)
    return turned(Turning(a, b, source.uniform(0.5, 3.0)), source.choice([0.0, 1.1]))


@_family
def rolling(source: Random) -> Turning:
    """Wheels with corners that roll along a floor, which the lowest corner nearly rests on."""
    size, rate = source.uniform(0.3, 1.0), source.uniform(1.0, 6.0)
    gap = source.choice([-1.0, 1.0, 1.0]) * 10.0 ** source.uniform(-12, -2)
    center = (0.0, size + gap)
    wheel = placed(ring(source.randint(3, 8), size, source.uniform(0, 2)), center, 0.0)
    a = Mover(wheel, 0.0, center, (-size * rate, 0.0), rate)
    b = Mover(placed(box(100.0, 1.0), (0.0, -0.5), 0.0), 0.0, (0.0, -0.5))
    case = turned(Turning(a, b, source.uniform(0.2, 2.0)), source.choice([0.0, 0.4]))
    return either_way(source, case)


# Grazes at known distances --------------------------------------------------------------


def graze_gap(source: Random) -> float:
    """Return a gap or, below 0, a depth of 1e-12 to 1e-2."""
    return source.choice([-1.0, 1.0]) * math.pow(10.0, source.uniform(-12, -2))


def orbiting(source: Random) -> tuple[Mover, float, float]:
    """Return a shape that turns about the origin, its reach, and when it points upwards."""
    local, radius = anything(source, source.uniform(0.3, 1.0))
    dx, dy = around(source, 1.0)
    points = tuple((x + dx, y + dy) for x, y in local)
    reach, angle = max((math.hypot(x, y), math.atan2(y, x)) for x, y in points)
    rate = source.choice([-1.0, 1.0]) * source.uniform(0.5, 10.0)
    wait = (math.pi / 2 - angle) / rate % (math.tau / abs(rate))
    return Mover(points, radius, (0.0, 0.0), (0.0, 0.0), rate), reach + radius, wait


@_known
def graze_wall(source: Random) -> Known:
    """The farthest corner of a shape on a circle that nearly touches a wall, or just enters it."""
    a, reach, wait = orbiting(source)
    gap = graze_gap(source)
    velocity = source.choice([(0.0, 0.0), (source.uniform(-2.0, 2.0), 0.0)])
    wall = placed(box(1000.0, 10.0), (0.0, reach + gap + 5.0), 0.0)
    b = Mover(wall, 0.0, (0.0, reach + gap + 5.0))
    case = Turning(replace(a, velocity=velocity), b, wait * source.uniform(1.2, 2.0) + 0.1)
    return Known(either_way(source, case), gap)


@_known
def graze_disc(source: Random) -> Known:
    """The farthest corner of a shape on a circle that nearly touches a disc."""
    a, reach, wait = orbiting(source)
    gap, radius = graze_gap(source), source.choice([0.0, source.uniform(0.01, 1.0)])
    if radius == 0.0:
        gap = abs(gap)
    center = (0.0, reach + radius + gap)
    b = Mover((center,), radius, center, (0.0, 0.0), source.choice([0.0, 2.0]))
    return Known(either_way(source, Turning(a, b, wait * 1.5 + 0.1)), gap)


@_known
def graze_orbits(source: Random) -> Known:
    """Two discs about other points than their centres that pass where the orbits are nearest."""
    gap, wait = graze_gap(source), source.uniform(0.2, 2.0)
    movers, apart = [], gap
    for side in (0.0, math.pi):
        orbit, radius = source.uniform(0.2, 2.0), source.uniform(0.05, 1.0)
        rate = source.choice([-1.0, 1.0]) * source.uniform(0.3, 4.0)
        apart += orbit + radius
        movers.append((heading(side - rate * wait, orbit), radius, rate))
    (p, radius_p, rate_p), (q, radius_q, rate_q) = movers
    a = Mover((p,), radius_p, (0.0, 0.0), (0.0, 0.0), rate_p)
    b = Mover(((apart + q[0], q[1]),), radius_q, (apart, 0.0), (0.0, 0.0), rate_q)
    return Known(Turning(a, b, wait * source.uniform(1.1, 3.0)), gap)


@_known
def graze_bars(source: Random) -> Known:
    """Two bars whose tips pass on the line of the pivots, at the same time."""
    gap, wait = graze_gap(source), source.uniform(0.2, 1.0)
    bars, apart = [], gap
    for side in (0.0, math.pi):
        length, radius = source.uniform(0.5, 2.0), source.choice([0.0, 0.1])
        rate = source.choice([-1.0, 1.0]) * source.uniform(0.3, 1.4)
        apart += length + radius
        bars.append((heading(side - rate * wait, length), radius, rate))
    (p, radius_p, rate_p), (q, radius_q, rate_q) = bars
    if radius_p + radius_q == 0.0 and gap < 0.0:
        radius_p = 0.1
        apart += radius_p
    a = Mover(((0.0, 0.0), p), radius_p, (0.0, 0.0), (0.0, 0.0), rate_p)
    b = Mover(((apart, 0.0), (apart + q[0], q[1])), radius_q, (apart, 0.0), (0.0, 0.0), rate_q)
    return Known(Turning(a, b, wait * 1.3), gap)


@_family
def graze_random(source: Random) -> Turning:
    """Shapes that turn and fly past each other, about as far apart as they reach."""
    a, b = anything(source), anything(source)
    rate = source.uniform(-9.0, 9.0)
    first = Mover(placed(a[0], (-3.0, 0.0), 1.0), a[1], (-3.0, 0.0), (4.0, 0.0), rate)
    height = 10.0 ** source.uniform(-6, 0)
    low = min(y for _, y in placed(b[0], (0.0, 0.0), 2.0)) - b[1]
    reach = max(math.hypot(*p) for p in a[0]) + a[1]
    place = (0.0, reach - low + height * source.choice([-1.0, 1.0]))
    second = Mover(placed(b[0], place, 2.0), b[1], place, (0.0, 0.0), source.uniform(-2.0, 2.0))
    return either_way(source, Turning(first, second, 1.5))


# Starts in contact ----------------------------------------------------------------------


def resting(source: Random, gap: float) -> tuple[Mover, Mover]:
    """Return a shape on a floor, by an edge, a corner or its round side; gaps of 0 are exact."""
    kind = source.choice(["edge", "corner", "round", "disc"])
    if kind == "edge":
        width, height = (source.choice([0.5, 1.0, 1.5]) for _ in range(2))
        local, radius, low = box(width, height), source.choice([0.0, 0.25]), -height / 2
    elif kind == "corner":
        local, radius, low = [(0.0, -0.75), (0.5, 0.25), (-0.75, 0.5)], 0.0, -0.75
    elif kind == "round":
        local, radius, low = [(-0.5, -0.25), (0.5, 0.125)], 0.125, -0.25
    else:
        local, radius, low = [(0.25, 0.0)], 0.5, 0.0
    place = (source.choice([0.0, 0.5]), radius - low + gap)
    floor = placed(box(8.0, 1.0), (0.0, -0.5), 0.0)
    return Mover(placed(local, place, 0.0), radius, place), Mover(floor, 0.0, (0.0, -0.5))


def started(source: Random, up: float, rate: float) -> Turning:
    """Return a start in contact; a goes up at a speed and turns at some rate."""
    kind = source.choice([0.0, 0.0, -1.0, -1.0, 1.0])
    gap = kind * 10.0 ** source.uniform(-16, -1 if kind < 0 else -14)
    a, b = resting(source, gap)
    a = replace(a, velocity=(source.choice([0.0, source.uniform(-1, 1)]), up), rate=rate)
    drift = source.choice([0.0, 0.0, 0.1])
    case = Turning(a, replace(b, rate=drift), source.uniform(0.5, 3.0))
    case = turned(case, source.choice([0.0, 0.0, 0.0, 0.3]))
    return either_way(source, case)


@_family
def starts_pressed(source: Random) -> Turning:
    rate = source.choice([0.1, 1.0, 1.0, 5.0]) * source.uniform(-1.0, 1.0)
    return started(source, -source.choice([1.0, 0.01]) * source.random(), rate)


@_family
def starts_leaving(source: Random) -> Turning:
    """They leave; some come back by a corner that turns."""
    up = source.choice([1.0, 1.0, 0.3]) * source.random()
    return started(source, up, source.choice([0.1, 1.0, 5.0]) * source.uniform(-1.0, 1.0))


@_family
def starts_overlapping(source: Random) -> Turning:
    return meeting(source, anything(source), anything(source), gap=-source.uniform(0.5, 2.0))
