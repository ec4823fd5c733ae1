"""A contact of the start that is skipped never gets deeper unseen, however short a peak is.

Aimed at peaks of the separation that a step could pass over: where another edge, or another pair of
nearest points, becomes the shortest way out for a moment.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from families import ring as ring_of

import sepax
from sepax import Capsule, Circle, Polygon, ShapeArray

TIME = 2.0
COUNT = 1200


class Turn(NamedTuple):
    """Two shapes that overlap at the start, the velocity of the first, and the rates of both."""

    a: Any
    b: Any
    velocity: tuple[float, float]
    rate_a: float
    rate_b: float


def pair(source: random.Random, least: float, most: float) -> tuple[float, float]:
    return source.uniform(least, most), source.uniform(least, most)


def crossed(source: random.Random) -> Turn:
    """Polygons."""
    sides = [source.choice([3, 4, 6]) for _ in "ab"]
    a, b = (Polygon(ring_of(source, n, 1.0)) for n in sides)
    b.move(*pair(source, -0.4, 0.4))
    rate = source.uniform(-3, 3)
    other = source.choice([rate, 0.0, source.uniform(-3, 3)])
    return Turn(a, b, pair(source, -0.7, 0.7), rate, other)


def alike(source: random.Random) -> Turn:
    """Boxes that are nearly parallel, and mostly turn alike: two edges are the shortest way out."""
    angle = source.uniform(0, 6)
    beside = source.choice([0, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3, 0.1])
    radius = source.choice([0.0, 0.3])
    a = Polygon.box(2, 1, angle=angle, radius=radius)
    b = Polygon.box(2, 1, angle=angle + beside + source.choice([0, math.pi / 2]), radius=radius)
    b.move(*pair(source, -1.2, 1.2))
    rate = source.uniform(-6, 6)
    return Turn(a, b, pair(source, -2, 2), rate, source.choice([rate, rate, source.uniform(-6, 6)]))


def rounded(source: random.Random) -> Turn:
    """Shapes with a radius, whose cores are apart or come apart."""
    size = source.choice([0.2, 1.0])

    def shape() -> Any:
        radius = source.uniform(0.3, 1.2)
        kind = source.randrange(4)
        x, y = pair(source, -1, 1)
        if kind == 0:
            return Capsule((x, y), (x + source.uniform(-1, 1) * size, y + 0.7 * size), radius)
        if kind == 1:
            return Circle((x, y), radius)
        sides = source.choice([3, 4, 6])
        return Polygon(ring_of(source, sides, source.uniform(0.1, 1.0) * size), radius=radius)

    a, b = shape(), shape()
    b.move(*pair(source, -2.0 * size, 2.0 * size))
    rate = source.uniform(-6, 6)
    other = source.choice([rate, 0.0, source.uniform(-6, 6)])
    return Turn(a, b, pair(source, -1.5, 1.5), rate, other)


def touching(source: random.Random) -> Turn:
    """Shapes with a radius, whose cores touch, or nearly so: flush, corner to corner, in line."""

    def spot() -> tuple[float, float]:
        return source.randint(-3, 3) / 2, source.randint(-3, 3) / 2

    def shape() -> tuple[Any, tuple[float, float]]:
        radius = source.choice([0.25, 0.5, 1.0])
        corners = [(0, 0), (1, 0), (1, 1.5), (-0.5, 1.5), (-1.5, 0.5)]
        kind = source.randrange(4)
        if kind == 0:
            return Circle(place := spot(), radius), place
        if kind == 1:
            start, end = source.sample(corners, 2)
            return Capsule(start, end, radius), start
        if kind == 2:
            return Polygon.box(2, 1, radius=radius), (1, 0.5)
        corners = sorted(source.sample(corners, 3), key=corners.index)
        return Polygon(corners, radius=source.choice([0.0, radius])), corners[0]

    (a, corner_a), (b, corner_b) = shape(), shape()
    if source.random() < 0.5:
        b.move(corner_a[0] - corner_b[0], corner_a[1] - corner_b[1])
    else:
        b.move(*spot())
    b.move(*(source.choice([0, 0, 1e-16, 1e-12, -1e-9, 1e-7, 1e-4]) for _ in "xy"))
    speeds = [0, 0, 0.5, -1, 1]
    rate = source.choice([0, 0.5, 1, -1, -2])
    other = source.choice([0, rate, -rate, 0.5])
    return Turn(a, b, (source.choice(speeds), source.choice(speeds)), rate, other)


def separations(turn: Turn, times: np.ndarray) -> np.ndarray:
    """Return minus the depths of a contact, 1 where there is none."""
    a, b = (ShapeArray.from_shapes([shape] * len(times)) for shape in turn[:2])
    places = np.add(turn.a.position, np.outer(times, turn.velocity))
    a.set_poses(places, turn.a.angle + turn.rate_a * times)
    b.set_poses(angles=turn.b.angle + turn.rate_b * times)
    contacts = sepax.collide(a, b)
    return np.where(contacts.hit, -contacts.depth, 1.0)


def deepened(turn: Turn) -> float | None:
    """Return by how much a contact gets deeper before its impact, if it is one that is skipped."""
    turns: Any = {
        "angular_velocity_a": turn.rate_a,
        "angular_velocity_b": turn.rate_b,
        "max_time": TIME,
    }
    first = turn.a.sweep(turn.b, turn.velocity, **turns)
    if first is None or not first.leaving:
        return None
    hit = turn.a.sweep(turn.b, turn.velocity, skip_leaving=True, **turns)
    end = TIME if hit is None else hit.time
    times = np.append(np.linspace(0.0, end, 200), end * (1.0 - np.geomspace(1e-9, 1e-2, 60)))
    found = separations(turn, np.sort(times))
    found = found[: np.argmax(found > 0.0)] if (found > 0.0).any() else found
    return float((np.maximum.accumulate(found) - found).max(initial=0.0))


Make = Callable[[random.Random], Turn]

# Beside those of a range: the peaks that steps have once passed over.
SEEDS: dict[Make, list[int]] = {
    crossed: [3282, 3290, 3928, 4917, 14_118, 36_822],
    rounded: [6826, 12_552],
    touching: [3882, 4201, 8280, 29_162],
    alike: [49_010],
}


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("make", SEEDS, ids=lambda make: make.__name__)
def test_a_skipped_contact_never_gets_deeper(make: Make, swapped: bool) -> None:
    asked = 0
    for seed in [*SEEDS[make], *range(COUNT)]:
        turn = make(random.Random(seed))
        if swapped:
            a, b, (x, y), rate_a, rate_b = turn
            turn = Turn(b, a, (-x, -y), rate_b, rate_a)
        depth = deepened(turn)
        asked += depth is not None
        assert depth is None or depth < 1e-12, (seed, depth)
    assert asked > COUNT // 6


# --- contacts that part and meet again ------------------------------------------------------------


def skipping(turn: Turn, max_time: float, **options: Any) -> float | None:
    """Return the time of the impact after a contact that is skipped."""
    hit = turn.a.sweep(
        turn.b,
        turn.velocity,
        max_time=max_time,
        skip_leaving=True,
        angular_velocity_a=turn.rate_a,
        angular_velocity_b=turn.rate_b,
        **options,
    )
    return None if hit is None else hit.time


def test_what_parts_for_a_moment_meets_again() -> None:
    """One vertex passes a floor after the other; between them the gap is 1,355 E."""
    error, step = 2.0**-49 * (2 + math.sqrt(10)), 1e-5
    reach = 1 + 8 * error
    floor = Polygon([(-3, -1), (3, -1), (3, 0), (-3, 0)])
    vertices = [(0, -1), (-reach * math.sin(step), -reach * math.cos(step)), (-0.5, 0), (0.5, 0)]
    foot = Polygon(vertices, position=(0, 1))
    time = skipping(Turn(floor, foot, (0, 0), 0.0, 1.0), 2 * step)
    assert time is not None
    assert 0.955 * step < time < 0.9575 * step


@pytest.mark.parametrize("angle", [1e-6, 1e-9])
def test_a_box_that_rocks_meets_the_wall_again(angle: float) -> None:
    """It stands on one corner, and comes down on the other one."""
    wall = Polygon.box(2, 6)
    box = Polygon([(0, -1), (1, -1), (1, 1), (0, 1)], position=(1 + angle, 0), angle=-angle)
    time = skipping(Turn(wall, box, (0, 0), 0.0, 1.0), 1.0)
    assert time is not None
    assert abs(time - 2 * angle) < 1e-13


# --- ties -----------------------------------------------------------------------------------------


def resting() -> list[tuple[Turn, float]]:
    """Return motions in which rounding cannot tell which of two features counts, and the end."""
    box, other = Polygon.box(2, 2), Polygon.box(2, 2, position=(1.5, 0))
    flush = [Turn(box, other, (-1, 0), 0.0, rate) for rate in (1e-9, 1e-12, 1e-17, 1e-300)]
    flush.append(Turn(box, other, (-100, 0), 0.0, 1e-9))
    flush.append(Turn(box, other, (-1, 0), 0.1, math.nextafter(0.1, 1)))
    above = Polygon.box(2, 2, position=(1.5, 0.3))
    flush.append(Turn(box, above, (0, 0), 1.0, 1.0 + 1e-15))
    needle = Polygon([(0, 0), (1, 0), (0.5, 1e-9)], angle=math.pi)
    passing = Turn(needle, sepax.Point((-1.0, 2.0**-53)), (-0.5, 0), 1e-15, 1.0)
    ring = Polygon.regular(12, 1.0, angle=1e-9)
    corner = Polygon([(0, 0), (2, 0), (0, 1)], position=(1, 1.0000000237033814e-09), angle=1e-9)
    return [
        *((turn, 0.1) for turn in flush),
        (passing, 100.0),
        (Turn(ring, corner, (0, 0), 0, -1), 3),
    ]


@pytest.mark.parametrize("case", range(len(resting())))
def test_ties_do_not_take_practically_for_ever(case: int) -> None:
    """Steps of nothing but rounding would be millions, or never come to an end."""
    turn, end = resting()[case]
    time = skipping(turn, end)
    assert (time is None) == (case < 8)


@pytest.mark.parametrize("sides", [2, 4, 6])
def test_concentric_shapes_meet_at_half_of_their_symmetry(sides: int) -> None:
    """All edges are the shortest way out at once, all the time."""
    if sides == 2:
        bar, across = (sepax.Segment((-1, 0), (1, 0), angle=angle) for angle in (0, math.pi / 2))
        time = skipping(Turn(bar, across, (0, 0), 0.0, 1.0), 2.0)
        assert time is not None
        assert abs(time - math.pi / 2) < 1e-12
        return
    ring, between = (Polygon.regular(sides, 1.0, angle=angle) for angle in (0, math.pi / sides))
    time = skipping(Turn(ring, between, (0, 0), 0.0, 1.0), 1.6)
    assert time is not None
    assert abs(time - math.pi / sides) < 1e-6
