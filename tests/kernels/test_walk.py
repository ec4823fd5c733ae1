"""The walk round two rings: where it is certain, what it says is what the scan of all edges says.

The rings have 3 to 300 vertices, whether or not the verbs would use the walk for them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from families import POLYGON_PAIRS, SWEEPS, Point, Random, Shape, around, pairs, ring, sweeps

import sepax
from sepax._core import raw

Ring = list[Point]
Rings = tuple[Ring, Ring]

CASES = 150
FAMILIES: dict[str, Callable[[Random], Rings]] = {}
SMOOTH: set[str] = set()  # families in which the walk is to be certain, but for a few cases


def family(make: Callable[[Random], Rings]) -> Callable[[Random], Rings]:
    FAMILIES[make.__name__] = make
    return make


def smooth_family(make: Callable[[Random], Rings]) -> Callable[[Random], Rings]:
    SMOOTH.add(make.__name__)
    return family(make)


# Rings ----------------------------------------------------------------------------------


def sides(source: Random) -> int:
    """Return 3 to 300, the small numbers as often as the large ones."""
    return round(math.exp(source.uniform(math.log(3.0), math.log(300.0))))


def turned(points: Ring, angle: float, place: Point = (0.0, 0.0)) -> Ring:
    """Return the points in a pose, rounded as a pose rounds them."""
    c, s = math.cos(angle), math.sin(angle)
    return [(place[0] + (c * x - s * y), place[1] + (s * x + c * y)) for x, y in points]


def regular(n: int, radius: float = 1.0, turn: float = 0.0) -> Ring:
    steps = [turn + k * math.tau / n for k in range(n)]
    return [(radius * math.cos(step), radius * math.sin(step)) for step in steps]


def any_ring(source: Random, size: float = 1.0) -> Ring:
    return turned(ring(source, sides(source), size), source.uniform(-4.0, 4.0))


def crowded(source: Random, points: Ring) -> Ring:
    """Return the ring with more points on its edges, but for rounding, or a last bit beside."""
    out: Ring = []
    for (x, y), (next_x, next_y) in zip(points, points[1:] + points[:1], strict=True):
        out.append((x, y))
        parts = sorted(source.random() for _ in range(source.choice([0, 0, 1, 3, 9])))
        for part in parts:
            px, py = x + part * (next_x - x), y + part * (next_y - y)
            out.append((px * (1.0 + source.choice([0.0, 2e-16, -2e-16])), py))
    return out


def rounded_box(source: Random) -> Ring:
    """Return a box with quarters of circles for corners, and no other edges than those."""
    steps, radius = source.randint(1, 60), source.uniform(0.01, 0.5)
    width, height = source.uniform(0.1, 2.0), source.uniform(0.1, 2.0)
    out = []
    for corner, (x, y) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        for k in range(steps + 1):
            turn = (corner + k / steps) * math.pi / 2
            across, up = radius * math.cos(turn), radius * math.sin(turn)
            out.append((x * width + across, y * height + up))
    return out


def needle(source: Random) -> Ring:
    thin = 10.0 ** source.uniform(-13.0, -1.0)
    return turned([(x, thin * y) for x, y in regular(sides(source))], source.uniform(-4.0, 4.0))


def moved(points: Ring, dx: float, dy: float) -> Ring:
    return [(x + dx, y + dy) for x, y in points]


# Families -------------------------------------------------------------------------------


@smooth_family
def near(source: Random) -> Rings:
    return any_ring(source), moved(any_ring(source), *around(source, 1.5))


@smooth_family
def apart(source: Random) -> Rings:
    return any_ring(source), moved(any_ring(source), *around(source, 30.0))


@smooth_family
def one_in_the_other(source: Random) -> Rings:
    a, b = any_ring(source, 0.1), moved(any_ring(source, 5.0), *around(source, 1.0))
    return (a, b) if source.random() < 0.5 else (b, a)


@smooth_family
def rounded_boxes(source: Random) -> Rings:
    a, b = (turned(rounded_box(source), source.uniform(-4.0, 4.0)) for _ in range(2))
    return a, moved(b, *around(source, 2.0))


@smooth_family
def aligned_boxes(source: Random) -> Rings:
    """Make edges that face each other exactly."""
    return rounded_box(source), moved(rounded_box(source), *around(source, 2.0))


@smooth_family
def identical(source: Random) -> Rings:
    a = any_ring(source)
    k = source.randrange(len(a))
    return a, a[k:] + a[:k]


@family
def regular_ones(source: Random) -> Rings:
    """Make ties: regular rings, one turned by a number of steps, or of half ones."""
    n = source.choice([3, 4, 6, 8, 16, 64, 100, 256])
    turn = source.randrange(2 * n) * math.pi / n
    shift = source.choice([0.0, 0.0, 1e-16, 0.5, 2.0 * math.cos(math.pi / n)])
    return regular(n), moved(regular(n, turn=turn), shift, 0.0)


@family
def turned_regular_ones(source: Random) -> Rings:
    """Make the same with poses, which round them."""
    a, b = regular_ones(source)
    angle = source.uniform(-4.0, 4.0)
    return turned(a, angle), turned(b, angle, around(source, source.choice([0.0, 1.0])))


@smooth_family
def crowded_ones(source: Random) -> Rings:
    a, b = (crowded(source, any_ring(source)) for _ in range(2))
    return a, moved(b, *around(source, 1.5))


@family
def turned_and_crowded(source: Random) -> Rings:
    """Make long straight sides of many edges; rounding made some corners reflex."""
    a, b = (crowded(source, rounded_box(source)) for _ in range(2))
    angle = source.uniform(-4.0, 4.0)
    return turned(a, angle), turned(b, angle, around(source, 2.0))


@smooth_family
def needles(source: Random) -> Rings:
    return needle(source), moved(needle(source), *around(source, 0.5))


@family
def far_away(source: Random) -> Rings:
    place = around(source, 10.0 ** source.choice([3, 6, 9, 12, 14]))
    a, b = near(source)
    return moved(a, *place), moved(b, *place)


@smooth_family
def of_all_sizes(source: Random) -> Rings:
    a, b = near(source)
    scale = 2.0 ** source.choice([-1000, -500, -30, 0, 30, 230])
    return [(scale * x, scale * y) for x, y in a], [(scale * x, scale * y) for x, y in b]


@smooth_family
def unlike(source: Random) -> Rings:
    """Make one ring far smaller than the other, at its rim."""
    a = any_ring(source)
    b = moved(any_ring(source, 10.0 ** source.uniform(-12.0, -1.0)), *source.choice(a))
    return (a, b) if source.random() < 0.5 else (b, a)


@smooth_family
def touching(source: Random) -> Rings:
    """Make rings one of whose vertices is in the same place, or on an edge but for rounding."""
    a, b = any_ring(source), any_ring(source)
    (x, y), (next_x, next_y) = a[0], a[1]
    part = source.choice([0.0, 0.0, source.random()])
    place = (x + part * (next_x - x), y + part * (next_y - y))
    out = [px * (y - next_y) + py * (next_x - x) for px, py in b]
    tip = b[out.index(max(out))]
    return a, moved(b, place[0] - tip[0], place[1] - tip[1])


@smooth_family
def repeated_points(source: Random) -> Rings:
    a, b = near(source)
    return (
        [p for p in a for _ in range(source.choice([1, 1, 2, 3]))],
        [p for p in b for _ in range(source.choice([1, 1, 2, 3]))],
    )


@family
def not_convex(source: Random) -> Rings:
    """Make stars, and any points at all."""
    stars = [(x * (1 - k % 2 * 0.5), y * (1 - k % 2 * 0.5)) for k, (x, y) in enumerate(regular(40))]
    points = [around(source, 1.0) for _ in range(sides(source))]
    a, b = source.choice([(stars, points), (points, stars), (stars, any_ring(source))])
    return a, moved(b, *around(source, 1.0))


def velocity(source: Random, rings: Rings) -> Point:
    """Return a velocity of a: any, none, along an edge, tiny, huge."""
    points = rings[source.randrange(2)]
    k = source.randrange(len(points))
    (x, y), (next_x, next_y) = points[k - 1], points[k]
    pace = source.choice([1.0, -1.0, 1e-300, 1e60, 1e-9, 1e9])
    vx, vy = source.choice([around(source, 3.0), (next_x - x, next_y - y), (0.0, 0.0), (1.0, 0.0)])
    pace = pace if max(abs(vx), abs(vy)) < 1e7 else 1.0
    return pace * vx, pace * vy


@cache
def cases(name: str) -> list[Rings]:
    source = random.Random(name)
    return [FAMILIES[name](source) for _ in range(CASES)]


def vertices(shape: Shape) -> Ring:
    return [(x, y) for x, y in shape.vertices.tolist()]


# What is certain is what the scan says ---------------------------------------------------


def check_widest(a: Ring, b: Ring) -> bool:
    """Compare the widest gap and its edge; return whether the walk was certain."""
    scanned, walked = raw._widest(a, b, math.inf)
    assert walked in (None, scanned), (a, b)
    return walked is not None


def check_times(a: Ring, b: Ring, speed: Point) -> bool:
    scanned, walked = raw._times(a, b, speed)
    assert walked in (None, scanned), (a, b, speed)
    return walked is not None


def check_enough(source: Random, a: Ring, b: Ring) -> None:
    """A gap above what is enough is found if there is one; else the widest is."""
    (widest, edge, on_b), _ = raw._widest(a, b, math.inf)
    around_it = [math.nextafter(widest, -math.inf), widest, math.nextafter(widest, math.inf)]
    for enough in (*around_it, widest * source.uniform(-1.0, 2.0), 0.0):
        scanned, walked = raw._widest(a, b, enough)
        assert (scanned[0] > enough) == (widest > enough)
        if walked is None:
            continue
        assert (walked[0] > enough) == (widest > enough), (a, b, enough)
        assert walked[0] <= widest
        assert walked[0] > enough or walked == (widest, edge, on_b), (a, b, enough)


@pytest.mark.parametrize("name", FAMILIES)
def test_gaps_and_times(name: str) -> None:
    source, drawn = random.Random(name), cases(name)
    gaps = [check_widest(a, b) for a, b in drawn]
    times = [check_times(a, b, velocity(source, (a, b))) for a, b in drawn]
    if name in SMOOTH:
        assert np.mean(gaps) > 0.97
        assert np.mean(times) > 0.95
    for a, b in drawn[:60]:
        check_enough(source, a, b)


@pytest.mark.parametrize("name", POLYGON_PAIRS)
def test_pairs_of_all_tests(name: str) -> None:
    source = random.Random(name)
    for a, b in pairs(name)[::2]:
        rings = vertices(a), vertices(b)
        check_widest(*rings)
        check_times(*rings, velocity(source, rings))


@pytest.mark.parametrize("name", SWEEPS)
def test_sweeps_of_all_tests(name: str) -> None:
    for a, b, velocity_a, velocity_b, _ in sweeps(name):
        if isinstance(a, sepax.Polygon) and isinstance(b, sepax.Polygon):
            x, y = velocity_a[0] - velocity_b[0], velocity_a[1] - velocity_b[1]
            check_times(vertices(a), vertices(b), (x, y))


def test_walk_that_went_wrong_says_so() -> None:
    """Rings that are not convex lead it astray nearly always, those rounded reflex often."""
    for name, share in [("not_convex", 0.1), ("turned_and_crowded", 0.9)]:
        assert np.mean([check_widest(a, b) for a, b in cases(name)]) < share


# What the verbs make of it ----------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in FAMILIES if name != "not_convex"])
def test_verbs_on_large_rings(name: str) -> None:
    source = random.Random(name)
    for a, b in cases(name):
        if len(a) * len(b) > 16 * (len(a) + len(b)):
            check_mtv(a, b)
            if name != "needles":  # whose tips meet at times of their own: see sweep.pxd
                check_sweep(a, b, velocity(source, (a, b)))


def check_mtv(a: Ring, b: Ring) -> None:
    """Rings that clearly overlap are parted along the normal of the scan's edge, if along any."""
    (gap, edge, on_b), _ = raw._widest(a, b, math.inf, of_shapes=True)
    if gap > -1e-12 * max(abs(x) for point in a + b for x in point):
        return
    rings = measured(a, b)
    own, other = rings[::-1] if on_b else rings
    (x, y), (next_x, next_y) = own[edge], own[(edge + 1) % len(own)]
    ex, ey = next_x - x, next_y - y
    length = math.sqrt(ex * ex + ey * ey)
    if length > 1e-130:  # whose square does not underflow
        nx, ny = ey / length, -ex / length
        depth = -min(nx * (px - x) + ny * (py - y) for px, py in other)
        sign = 1.0 if on_b else -1.0
        vector = raw.mtv(a, b)
        if is_symmetric(a) and is_symmetric(b):  # one normal then stands for two edges
            assert vector is not None
            assert math.hypot(*vector) == pytest.approx(depth, rel=1e-13), (a, b)
        else:
            assert vector == (sign * nx * depth, sign * ny * depth), (a, b)


def measured(a: Ring, b: Ring) -> Rings:
    """Return the corners that verbs measure: as given, if a ring is not convex."""
    try:
        return vertices(sepax.Polygon(a)), vertices(sepax.Polygon(b))
    except ValueError:
        return a, b


def is_symmetric(ring: Ring) -> bool:
    """Tell whether opposite vertices are mirror images about one centre, but for rounding."""
    half = len(ring) // 2
    sums = np.add(ring[:half], ring[half : 2 * half])
    return len(ring) % 2 == 0 and bool((np.ptp(sums, axis=0) < 1e-8 * np.ptp(ring)).all())


def check_sweep(a: Ring, b: Ring, speed: Point) -> None:
    """Rings that meet later do so when the scan says."""
    (_, enter, leave, *_), _ = raw._times(a, b, speed, of_shapes=True)
    impact = raw.sweep(a, b, speed, max_time=math.inf)
    if impact is not None and impact.time > 0.0 and abs(speed[0]) + abs(speed[1]) > 1e-250:
        assert (impact.time, impact.exit_time) == (enter, leave), (a, b, speed)


@pytest.mark.parametrize("sides", [4097, 4101, 4500])
def test_huge_rings(sides: int) -> None:
    """The scan of these goes edges by edges, and comes to the same."""
    a = sepax.Polygon.regular(sides, 1.0, angle=0.3).vertices
    answers: list[tuple[Any, Any]] = []
    for b in (
        sepax.Polygon.regular(4099, 1.5, position=(1.0, 0.3)).vertices,
        sepax.Polygon.regular(4099, 0.5, position=(3.0, -2.0)).vertices,
        sepax.Polygon.regular(4099, 0.5, position=(-0.2, 0.1)).vertices,
    ):
        answers += [raw._widest(a, b, math.inf)]
        answers += [raw._times(a, b, v) for v in ((1.0, 0.2), (-3.0, 2.0), (0.0, -1.0))]
        (widest, _, _), _ = raw._widest(a, b, math.inf)
        (above, _, _), _ = raw._widest(a, b, 0.0)
        assert above == widest or 0.0 < above <= widest
    assert all(walked in (scanned, None) for scanned, walked in answers)
    assert sum(walked is not None for _, walked in answers) > len(answers) // 2
