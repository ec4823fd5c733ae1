"""Arrays in motion: times and impacts have the bits of single shapes, however hard to compute.

Lanes and proxies find pairs that miss, that touch at the start and that meet later; blocks of pairs
go the way that suited the block before. Here motions are tiny, huge, tangent, or past each other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from crowds import crowd
from families import Pair, polygon
from proxies import Floats, near_pairs
from questions import assert_same_bits, impacts_of
from test_simd import beside

import sepax
from sepax import Circle, Polygon, ShapeArray

BLOCK = 256  # pairs that are classified at once


def arrays_of(cases: Sequence[Pair]) -> tuple[ShapeArray, ShapeArray]:
    a, b = zip(*cases, strict=True)
    return ShapeArray.from_shapes(a), ShapeArray.from_shapes(b)


def check_times(
    cases: Sequence[Pair], velocity: Floats, max_time: Floats, other: Floats | None = None
) -> Floats:
    """Arrays have the impacts of single shapes, to the bit; returns the times."""
    a, b = arrays_of(cases)
    still = np.zeros_like(velocity) if other is None else other
    rows = list(zip(cases, velocity, still, max_time, strict=True))
    order = np.arange(len(cases))[::-1].copy()
    motion = velocity[order], still[order], max_time[order]
    for skip in (True, False):
        expected = impacts_of(
            [sepax.sweep(*pair, u, v, t, skip_leaving=skip) for pair, u, v, t in rows]
        )
        found = sepax.sweep(a, b, *motion, pairs=(order, order), skip_leaving=skip)
        assert_same_bits(found, expected[order])
        sepax.sweep(a, b, velocity, still, max_time, skip_leaving=skip, out=found)
        assert_same_bits(found, expected)
    times: Floats = expected.time.copy()
    assert_same_bits(sepax.time_of_impact(a, b, velocity, still, max_time), times)
    assert_same_bits(sepax.time_of_impact(a, b, *motion, pairs=(order, order)), times[order])
    assert_same_bits(times_by_records(a, b, velocity, still, max_time), times)
    return times


def times_by_records(
    a: ShapeArray, b: ShapeArray, velocity: Floats, other: Floats, max_time: Floats
) -> Floats:
    """Return the times of pairs; each block follows one whose pairs touch in motion."""
    box = ShapeArray.boxes(1, 1, [(0, 0)])
    away = ShapeArray.boxes(1, 1, [(3, 0.1)], 0.2)
    a, b = ShapeArray.concatenate([a, box]), ShapeArray.concatenate([b, away])
    moves = np.vstack([velocity, (4.0, 0.0)]), np.vstack([other, (0.0, 0.0)])
    ends, last = np.append(max_time, 1.0), len(max_time)
    blocks = [np.arange(k, min(k + BLOCK, last)) for k in range(0, last, BLOCK)]
    rows = np.concatenate([row for block in blocks for row in (np.full(BLOCK, last), block)])
    motion = moves[0][rows], moves[1][rows], ends[rows]
    times = sepax.time_of_impact(a, b, *motion, pairs=(rows, rows))
    return times[rows < last]


def check_one_motion(
    cases: Sequence[Pair], velocity: tuple[float, float], max_time: float = 1.0
) -> Floats:
    count = len(cases)
    return check_times(cases, np.full((count, 2), velocity), np.full(count, max_time))


# Past each other, and up to each other ------------------------------------------------


def some_way_off(cases: Sequence[Pair], source: np.random.Generator, way: float) -> Floats:
    """Move every b back by a way along a side of a, or any, and return the velocity to be back."""
    velocity = np.empty((len(cases), 2))
    for k, (a, b) in enumerate(cases):
        along, across = a.normals[:2]
        kind = source.integers(4)
        step = (along, across, along + 1e-7 * across, source.normal(size=2))[kind]
        velocity[k] = way * source.uniform(0.5, 1.0) * source.choice([-1.0, 1.0]) * step
        b.position = b.position + velocity[k]
    return velocity


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e7])
@pytest.mark.parametrize("way", [0.1, 3.0, 1e3])
def test_boxes_that_graze_and_arrive(offset: float, way: float) -> None:
    """Ways past a side or a corner, and up to it, apart or in by what float32 rounds, or less."""
    source, floats = random.Random(way + offset), np.random.default_rng(11)
    gaps = [0.0] + [s * m * 10.0**e for s in (-1, 1) for m in (1, 3) for e in range(-9, -1)]
    cases = [beside(source, source.choice(gaps), offset) for _ in range(600)]
    velocity = some_way_off(cases, floats, way)
    ends: Floats = np.ones(len(cases))
    ends += floats.choice([0.0, -1e-7, 1e-7, 1e-4, -1e-4, 1.0, np.inf], len(cases))
    times = check_times(cases, velocity, ends)
    assert 40 < np.count_nonzero(times < np.inf) < 560
    still = check_times(cases, 0.0 * velocity, ends)
    assert not np.any((still > 0.0) & (still < np.inf))
    shared = floats.normal(size=velocity.shape) * 1e5 * (1.0 + way)
    check_times(cases, velocity + shared, ends, shared)


@pytest.mark.parametrize("max_time", [0.0, 1.0, 5.0, 1e300, math.inf])
def test_discs_on_a_lattice(max_time: float) -> None:
    """Whole numbers: discs that graze, stand still, begin or end where they touch."""
    source = random.Random(8)
    cases = list(zip(*(crowd("discs on a lattice", 1500, k) for k in (8, 9)), strict=True))
    x, y = [-1.0, 0.0, -0.0, 1.0, 2.0], [-2.0, 0.0, 1.0]
    velocity = np.array([(source.choice(x), source.choice(y)) for _ in cases])
    times = check_times(cases, velocity, np.full(len(cases), max_time))
    assert np.count_nonzero(times == 0.0) > 50
    assert np.count_nonzero(np.isinf(times)) > 50
    assert max_time < 1.0 or np.count_nonzero((times > 0.0) & (times < math.inf)) > 50


@pytest.mark.parametrize("speed", [1e-300, 1e-160, 1e-20, 1.0, 1e20, 1e70])
def test_discs_that_graze(speed: float) -> None:
    """Discs passed at a distance of their radii but for so little."""
    source = random.Random(11)
    cases: list[Pair] = []
    ways = []
    for _ in range(1000):
        turn, off = source.uniform(-4.0, 4.0), source.choice([0.0, 1e-16, -1e-16, 1e-9, -1e-9, 0.1])
        c, s, a, b = math.cos(turn), math.sin(turn), source.random(), source.random()
        along, aside = source.choice([2.5, -2.5, 1.0]), (a + b) * (1.0 + off)
        place = along * c - aside * s, along * s + aside * c
        cases.append((Circle((0.0, 0.0), a), Circle(place, b)))
        ways.append((speed * c, speed * s))
    for end in (5.0, 2.0):
        check_times(cases, np.array(ways), np.full(len(cases), end / speed))


def passing(source: random.Random, scale: float) -> tuple[Pair, tuple[float, float]]:
    """Return a needle and a disc that passes the circle around it, grazes it or stops there.

    Its tip is on that circle, where the disc passes.
    """
    turn, off = source.uniform(-4, 4), source.choice([0.0, 1e-16, 1e-12, 1e-7, 3e-6, 1e-5, 1e-3])
    c, s = math.cos(turn), math.sin(turn)
    thin = source.choice([0.5, 1e-3, 1e-8, 1e-10])
    needle = [(-s, c), (s + thin * c, -c + thin * s), (s - thin * c, -c - thin * s)]
    a = Polygon([(scale * x, scale * y) for x, y in needle])
    (x, y), other = a.centroid, source.uniform(0.1, 1.0)
    reach = math.dist((x, y), (-scale * s, scale * c)) / scale
    aside = (reach + other) * (1.0 + source.choice([-1.0, 1.0]) * off)
    along = source.choice([3.0, 1.0, 0.0])
    place = (along * c - aside * s, along * s + aside * c)
    disc = Circle((x + scale * place[0], y + scale * place[1]), scale * other)
    return (a, disc), (scale * c, scale * s)


@pytest.mark.parametrize("scale", [1e-120, 1e-3, 1.0, 1e60])
@pytest.mark.parametrize("max_time", [0.0, 1.0, 3.0, 1e9, math.inf])
def test_ways_past_the_circle_around_a_shape(max_time: float, scale: float) -> None:
    source = random.Random(3)
    cases, velocities = zip(*(passing(source, scale) for _ in range(600)), strict=True)
    check_times(cases, np.array(velocities), np.full(600, max_time))


# Any speed, and any size --------------------------------------------------------------

SPEEDS = [-290, -60, -45, -30, -14, 0, 10, 16, 25, 40, 60]


@pytest.mark.parametrize("exponent", [-240, -149, -126, -60, -20, 0, 20, 60, 99, 128])
def test_motions_of_any_size(exponent: int) -> None:
    """A block for each speed: one uncertain pair leaves those beside it to float64."""
    floats, count = np.random.default_rng(12), BLOCK * len(SPEEDS)
    cases = near_pairs("boxes on float32s", exponent, count, 2.0**exponent, 0.0)
    velocity = floats.normal(size=(count, 2)) * floats.choice([0.0, 1.0, 1.0], (count, 2))
    velocity *= np.repeat(10.0 ** np.array(SPEEDS, float), BLOCK)[:, None]
    speeds = np.abs(velocity).max(1) + 1e-250
    ends = np.minimum(2.0**exponent / speeds, 1e290)
    ends *= floats.choice([0.0, 0.3, 3.0, 1e9, np.inf], count)
    check_times(cases, velocity, np.nan_to_num(ends, nan=0.0, posinf=np.inf))


@pytest.mark.parametrize("size", [7e-46, 3.3e-45, 3e-44, 5e-43, 1.7e-42, 1e-40])
def test_boxes_that_are_denormal_numbers_in_float32(size: float) -> None:
    """Boxes touch, overlap or are apart by less than float32 rounds, and hardly move.

    Each is an array of its own: one that is uncertain leaves all of its group to float64.
    """
    source = random.Random(size)
    found = []
    for _ in range(300):
        side, speed = size * source.uniform(0.9, 1.1), source.choice([0.0, 1e-65, 1e-300])
        x, y = (side * source.choice([0, 1, 3]) for _ in "xy")
        other = (x + side * source.choice([0, 1, 0.999, 1.001]), y + side * source.choice([0, 2]))
        one, two = (Polygon.box(side, 2 * side, position=place) for place in ((x, y), other))
        motion = (speed, -speed), (0, 0), 10.0 ** source.uniform(-30, 0)
        expected = sepax.time_of_impact(one, two, *motion)
        times = sepax.time_of_impact(ShapeArray([one]), ShapeArray([two]), *motion)
        assert times.tolist() == [expected]
        found.append(expected)
    assert 50 < np.count_nonzero(np.isfinite(found)) < 250


@pytest.mark.parametrize("speed", [5e-324, 1e-320, 1e-310])
@pytest.mark.parametrize("scale", [1.0, 1e20, 1e70])
def test_motions_of_denormal_numbers(scale: float, speed: float) -> None:
    """What such a motion is off by counts more than a part of it, next to large shapes."""
    x, y = 4 * scale, 4 * scale
    square = Polygon([(x + scale, y), (x, y + scale), (x - scale, y), (x, y - scale)])
    turned = Polygon.box(*2 * [math.sqrt(2) * scale], position=(x, y), angle=math.pi / 4)
    other = Polygon.box(2 * scale, 2 * scale, position=(2 * scale, 5 * scale))  # touches them
    for one in (square, turned):
        for motion in ((speed, speed), (-speed, speed), (speed, 0.0)):
            for count in (1, 7, 8, 20):
                times = check_one_motion([(one, other)] * count, (-motion[0], -motion[1]))
                a, b = ShapeArray([one] * count), ShapeArray([other] * count)
                rows, _ = sepax.sweep_pairs(a, b, (0, 0), motion)
                assert len(rows) == np.isfinite(times).sum() * count


@pytest.mark.parametrize("speed", [6e-309, 1e-308, 1e-307])
def test_boxes_that_meet_by_motions_of_denormal_numbers(speed: float) -> None:
    """Of tiny boxes the times are finite, and digits of products are lost next to the speed."""
    source = random.Random(1)
    cases: list[Pair] = []
    velocities = []
    for _ in range(100):
        way, apart = source.uniform(0, 7), source.uniform(0, 0.004)
        place = (apart * math.cos(way), apart * math.sin(way))
        angles = source.uniform(0, 7), source.uniform(0, 7)
        other = Polygon.box(0.001, 0.001, position=place, angle=angles[1])
        cases.append((Polygon.box(0.001, 0.001, angle=angles[0]), other))
        way += source.uniform(-0.2, 0.2)
        velocities.append((speed * math.cos(way), speed * math.sin(way)))
    times = check_times(cases, np.array(velocities), np.full(100, math.inf))
    assert np.isfinite(times).sum() > 90


@pytest.mark.parametrize("speed", [1e-240, 2e-240, 1e-225, 1e-200])
@pytest.mark.parametrize("size", [1e69, 3e70, 5e71])
def test_motions_whose_times_overflow(size: float, speed: float) -> None:
    """A slow motion past a distant box: no time is found where it would be infinite."""
    one = Polygon.box(size, size, position=(2 * size, size))
    other = Polygon.box(size / 500, size / 500, position=(0, size / 250), angle=math.pi / 4)
    for way in ((x, y) for x in (-1, 0, 1, 1e-14) for y in (-1, 0, 1, 1e-14)):
        check_one_motion([(one, other)], (speed * way[0], speed * way[1]), math.inf)


@pytest.mark.parametrize("velocity", [(0.0, 0.0), (1e-200, -1e-300), (1e60, 1e70), (-1e72, 3.0)])
@pytest.mark.parametrize("max_time", [0.0, 1.0, 1e250, math.inf])
def test_ways_too_short_or_too_long_for_squares(
    velocity: tuple[float, float], max_time: float
) -> None:
    source = random.Random(4)
    cases = [(polygon(source, 1.0, 40.0, 7), polygon(source, 1.0, 40.0, 7)) for _ in range(700)]
    check_one_motion(cases, velocity, max_time)


# Blocks, and any number of pairs ------------------------------------------------------


@pytest.mark.parametrize("count", [*range(1, 10), 15, 16, 17, 31, 33, 255, 256, 257, 1025])
@pytest.mark.parametrize("kind", ["boxes", "discs", "segments", "polygons"])
def test_every_number_of_motions(kind: str, count: int) -> None:
    floats = np.random.default_rng(count)
    cases = near_pairs(kind, count, count, 1.0, 0.0)
    velocity, other = floats.normal(size=(2, count, 2))
    ends = floats.uniform(0.0, 2.0, count)
    check_times(cases, velocity, ends, other)
    a, b = arrays_of(cases)
    for u, v, end in (
        (velocity[0], other, 1.0),
        (velocity, other[0], 0.5),
        (*other[:1], *other[-1:], ends),
    ):
        rows = (np.broadcast_to(one, (count, 2)) for one in (u, v))
        moves = zip(cases, *rows, np.broadcast_to(end, count), strict=True)
        expected = [sepax.time_of_impact(*pair, *motion) for pair, *motion in moves]
        assert sepax.time_of_impact(a, b, u, v, end).tolist() == expected


def flights(kinds: str, seed: int) -> tuple[ShapeArray, ShapeArray, Floats]:
    """Boxes a block of 256 for each letter: m(isses), s(tarts), l(ater), or a bit of everything."""
    random = np.random.default_rng(seed)
    count = BLOCK * len(kinds)
    places, way = random.random((count, 2)) * 20, random.normal(size=(count, 2))
    way /= np.hypot(*way.T)[:, None]
    near = {"m": (40.0, 60.0), "s": (0.0, 0.2), "l": (2.0, 3.0), "e": (0.0, 8.0)}
    reach = np.repeat([near[kind] for kind in kinds], BLOCK, axis=0)
    gap = random.uniform(reach[:, 0], reach[:, 1])
    sizes = 0.5 + random.random((4, count))
    turns = random.choice([0.0, 0.3, 1.0], (2, count))
    a = ShapeArray.boxes(sizes[0], sizes[1], places, turns[0])
    b = ShapeArray.boxes(sizes[2], sizes[3], places + way * gap[:, None], turns[1])
    return a, b, way * random.uniform(2.0, 4.0, (count, 1))


@pytest.mark.parametrize("kinds", ["mmms", "smsm", "lllm", "eeee", "mlse", "lmlmse"])
def test_blocks_that_miss_and_blocks_that_hit(kinds: str) -> None:
    """What one block has does not matter to the next, but for the time it takes."""
    a, b, velocity = flights(kinds, seed=len(kinds))
    back = np.where(np.arange(len(a)) % 3 == 0, -1.0, 1.0)[:, None] * velocity
    other, ends = np.full_like(velocity, 0.25), np.where(np.arange(len(a)) % 5, 1.0, 0.6)
    for order in (np.arange(len(a)), np.random.default_rng(1).permutation(len(a))[:-3]):
        cases = [(a[k], b[k]) for k in order]
        check_times(cases, back[order] + other[order], ends[order], other[order])


@pytest.mark.parametrize("kinds", ["lsme" * 65, "l" * 260])
def test_motions_of_large_arrays(kinds: str) -> None:
    """In arrays that caches do not hold, where most meet on their way, records alone are read."""
    a, b, velocity = flights(kinds, seed=3)
    assert len(a) > 65536
    times, impacts = sepax.time_of_impact(a, b, velocity), sepax.sweep(a, b, velocity)
    assert_same_bits(impacts.time, times)
    for start in range(0, len(a), 16384):
        part = slice(start, start + 16384)
        few = a[part].copy(), b[part].copy(), velocity[part]
        assert_same_bits(sepax.time_of_impact(*few), times[part])
        assert_same_bits(sepax.sweep(*few), impacts[part])
