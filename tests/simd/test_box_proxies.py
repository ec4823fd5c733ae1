"""Boxes and polygons by their float32 proxies: near, in motion, apart, and word by word."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
from families import PAIRS, Pair, pairs
from judges import Exact
from proxies import (
    AT_ONCE,
    EXPONENTS,
    MAKERS,
    ROWS,
    Floats,
    Proxies,
    any_words,
    arrays_of,
    check_arrays,
    classify,
    classify_at_levels,
    classify_pairs,
    is_box,
    read_proxies,
    records_of,
    scene,
    scene_of_polygons,
    unpacked,
)
from test_simd import LEVELS, MEETS, UNCERTAIN, beside, check_verdicts, frames, measure

import sepax
from sepax import Polygon, ShapeArray
from sepax._core.arrays import block
from sepax._core.simd import levels

BOXES = ("boxes", "boxes")  # what proxies are of


# What a proxy says is true ------------------------------------------------------------


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e3, 1e6, 1e9, 1e12])
def test_boxes_side_by_side(offset: float) -> None:
    """Boxes apart by as much as float32 rounds, and by less."""
    source = random.Random(offset)
    gaps = [0.0] + [s * m * 10.0**e for s in (-1, 1) for m in (1, 3) for e in range(-9, 0)]
    cases = [beside(source, source.choice(gaps), offset) for _ in range(3000)]
    verdicts = classify_pairs(cases)
    check_verdicts(verdicts, cases)
    check_arrays(cases[:300])
    if offset <= 1.0:
        assert 0 < np.count_nonzero(verdicts == UNCERTAIN) < len(cases) * 0.9


@pytest.mark.parametrize("offset", [0.0, 5.0, 1e4])
def test_long_boxes_side_by_side(offset: float) -> None:
    """Boxes that touch along sides far longer than their centres are apart: sizes decide."""
    source = random.Random(offset)
    cases: list[Pair] = []
    for _ in range(2000):
        turn, long, thin = source.uniform(-4, 4), source.uniform(10, 400), source.uniform(0.01, 0.1)
        slope = source.choice([0.0, 1e-7, -1e-7, 1e-5, 1e-3])
        gap = source.choice([0.0, 1.0, -1.0]) * 10.0 ** source.uniform(-9, -3) * long
        away = thin + 0.5 * long * abs(math.sin(slope)) + gap
        x, y = source.uniform(-1, 1) * offset, source.uniform(-1, 1) * offset
        a = Polygon.box(long, thin, position=(x, y), angle=turn)
        place = (x - away * math.sin(turn), y + away * math.cos(turn))
        b = Polygon.box(long, thin, position=place, angle=turn + slope)
        cases.append((a, b) if source.random() < 0.5 else (b, a))
    first, second = (frames(side) for side in zip(*cases, strict=True))
    found = np.array(classify_at_levels(first, second))
    for verdicts in found:
        check_verdicts(verdicts, cases)
    assert np.count_nonzero(np.any(found != found[0], 0)) <= 2  # as `classify` explains
    check_arrays(cases[:500])


def on_float32s(source: random.Random, scale: float) -> Pair:
    """Return boxes that touch, nearly, or overlap by little: at edges that float32 has or not."""
    grid = 2.0**-24
    width, height, other = (source.choice([1.0, 1.0 + grid, 1.5, 0.75 + grid / 4]) for _ in "who")
    x = source.choice([0.0, 1.0, 1.0 + grid, -1.0 - 3 * grid, 3.0 + 2.0**-40])
    gap = source.choice([0.0, 0.0, grid, -grid, grid / 2, -grid / 2, 2.0**-40, -(2.0**-40)])
    place = x + (width + other) / 2 + gap
    a = Polygon.box(scale * width, scale * height, position=(scale * x, 0.0))
    b = Polygon.box(
        scale * other, scale * height, position=(scale * place, source.choice([0, scale]))
    )
    return (a, b) if source.random() < 0.5 else (b, a)


@pytest.mark.parametrize("exponent", [*EXPONENTS, 200, 236])
def test_rounding_of_float32(exponent: int) -> None:
    """Proxies round together what is apart, and apart what meets, at every size there is."""
    source = random.Random(exponent)
    cases = [on_float32s(source, 2.0**exponent) for _ in range(400)]
    verdicts = classify_pairs(cases)
    check_verdicts(verdicts, cases)
    check_arrays(cases)
    exact = [Exact(a, b).side <= 0 for a, b in cases[:100]]
    assert sepax.intersects(*arrays_of(cases[:100])).tolist() == exact


@pytest.mark.parametrize("exponent", [-140, -110, 101, 127, 200])
def test_beyond_float32_everything_is_uncertain(exponent: int) -> None:
    scale = 2.0**exponent
    near = Polygon.box(scale, scale)
    far = Polygon.box(scale, scale, position=(3 * scale, 0))
    assert classify_pairs([(near, far), (near, near), (far, near)]).tolist() == [UNCERTAIN] * 3


def test_one_far_away_spoils_no_other() -> None:
    """What an array keeps far from its other boxes leaves these their digits."""
    source = random.Random("parked")
    cases = [beside(source, 0.1) for _ in range(500)]
    parked = Polygon.box(1, 1, position=(2.0**30, -(2.0**33)))
    cases += [(parked, parked), (parked, cases[0][0])]
    verdicts = classify_pairs(cases)
    check_verdicts(verdicts, cases)
    assert np.count_nonzero(verdicts == UNCERTAIN) < 50


@pytest.mark.parametrize("far", [0.0, 7.7, 1e5, -3.3e9, 1e30, math.inf, math.nan])
def test_origins_apart(far: float) -> None:
    """The origins of two arrays need not be the same, nor near, nor any place at all."""
    source = random.Random("origins")
    cases = [beside(source, source.choice([0.0, 1e-6, -1e-6, 0.3, -0.3])) for _ in range(2000)]
    a, b = (frames(side) for side in zip(*cases, strict=True))
    origins = np.array([far, -0.5 * far]), np.array([-0.1, 0.2])
    for one, other in (origins, origins[::-1]):
        check_verdicts(classify(a, b, (one, other)), cases)


def test_few_of_a_large_scene_are_uncertain() -> None:
    """Of boxes of about 1 at places up to 1,000, also far from zero, two or three in a thousand."""
    random = np.random.default_rng(8)
    for offset in (0.0, 4e6):
        places = random.random((2, ROWS * 20, 2)) * 1000 + offset
        places[1] = places[0] + random.random((ROWS * 20, 2)) * 3 - 1.5
        a, b = (ShapeArray.boxes(0.5 + p[:, 0] % 1, 0.5 + p[:, 1] % 1, p, p[:, 0]) for p in places)
        verdicts = classify(records_of(a), records_of(b))
        assert np.count_nonzero(verdicts == UNCERTAIN) < 0.003 * len(verdicts)
        assert np.array_equal((verdicts == MEETS), sepax.intersects(a, b) & (verdicts != UNCERTAIN))


# Boxes in motion ----------------------------------------------------------------------


def check_times(
    cases: Sequence[Pair], velocity: Floats, max_time: Floats, other: Floats | None = None
) -> Floats:
    """Arrays have the times of single shapes, to the bit; returns these."""
    a, b = arrays_of(cases)
    still = np.zeros_like(velocity) if other is None else other
    rows = zip(cases, velocity, still, max_time, strict=True)
    expected = np.array([sepax.time_of_impact(*pair, u, v, t) for pair, u, v, t in rows])
    assert sepax.time_of_impact(a, b, velocity, still, max_time).tobytes() == expected.tobytes()
    order = np.arange(len(cases))[::-1].copy()
    motion = velocity[order], still[order], max_time[order]
    assert sepax.time_of_impact(a, b, *motion, pairs=(order, order)).tolist() == [*expected[::-1]]
    impacts = sepax.sweep(a, b, velocity, still, max_time)
    assert impacts.time.tobytes() == expected.tobytes()
    assert np.array_equal(impacts.hit, expected < np.inf)
    assert times_by_records(a, b, velocity, still, max_time).tobytes() == expected.tobytes()
    return expected


def times_by_records(
    a: ShapeArray, b: ShapeArray, velocity: Floats, other: Floats, max_time: Floats
) -> Floats:
    """Return the times of pairs; each block follows one whose pairs touch in motion."""
    box = ShapeArray.boxes(1, 1, [(0, 0)])
    away = ShapeArray.boxes(1, 1, [(3, 0.1)], 0.2)
    a, b = ShapeArray.concatenate([a, box]), ShapeArray.concatenate([b, away])
    moves = np.vstack([velocity, (4.0, 0.0)]), np.vstack([other, (0.0, 0.0)])
    ends, last = np.append(max_time, 1.0), len(max_time)
    blocks = [np.arange(k, min(k + 256, last)) for k in range(0, last, 256)]
    rows = np.concatenate([row for block in blocks for row in (np.full(256, last), block)])
    motion = moves[0][rows], moves[1][rows], ends[rows]
    times = sepax.time_of_impact(a, b, *motion, pairs=(rows, rows))
    return times[rows < last]


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
    cases = [beside(source, source.choice(gaps), offset) for _ in range(1500)]
    velocity = some_way_off(cases, floats, way)
    ends: Floats = np.ones(len(cases))
    ends += floats.choice([0.0, -1e-7, 1e-7, 1e-4, -1e-4, 1.0, np.inf], len(cases))
    times = check_times(cases, velocity, ends)
    assert 100 < np.count_nonzero(times < np.inf) < 1400
    still = check_times(cases, 0.0 * velocity, ends)
    assert not np.any((still > 0.0) & (still < np.inf))
    shared = floats.normal(size=velocity.shape) * 1e5 * (1.0 + way)
    check_times(cases, velocity + shared, ends, shared)


@pytest.mark.parametrize("speed", [-290, -60, -45, -30, -14, 0, 10, 16, 25, 40, 60])
@pytest.mark.parametrize("exponent", [-140, -60, -20, 0, 20, 60, 130])
def test_motions_of_any_size(exponent: int, speed: int) -> None:
    source, floats = random.Random(exponent), np.random.default_rng(12)
    cases = [on_float32s(source, 2.0**exponent) for _ in range(300)]
    velocity = floats.normal(size=(300, 2)) * floats.choice([0.0, 1.0, 1.0], (300, 2))
    velocity *= 10.0**speed
    speeds = np.abs(velocity).max(1) + 1e-250
    ends = np.minimum(2.0**exponent / speeds, 1e290) * floats.choice(
        [0.0, 0.3, 3.0, 1e9, np.inf], 300
    )
    check_times(cases, velocity, np.nan_to_num(ends, nan=0.0, posinf=np.inf))


@pytest.mark.parametrize("size", [7e-46, 3.3e-45, 3e-44, 5e-43, 1.7e-42, 1e-40])
def test_motions_of_boxes_that_are_denormal_numbers_in_float32(size: float) -> None:
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


@pytest.mark.parametrize("count", [*range(1, 19), 31, 33, 255, 256, 257, 511, 1025])
def test_every_number_of_motions(count: int) -> None:
    source, floats = random.Random(count), np.random.default_rng(count)
    cases = [beside(source, source.choice([0.3, -0.3, 0.0])) for _ in range(count)]
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


@pytest.mark.careful_build
def test_motions_use_what_proxies_find() -> None:
    """Boxes with the proxies of others get misses and starts of these."""
    a, b, elsewhere = scene(seed=1), scene(seed=2), scene(seed=3, far=500.0)
    velocity = b.positions - a.positions
    true = sepax.time_of_impact(a, b, velocity)
    own = read_proxies(b)
    block._spoil_proxies(b._block, *read_proxies(elsewhere))
    assert np.all(np.isinf(sepax.time_of_impact(a, b, velocity)))
    block._spoil_proxies(b._block, *read_proxies(a))
    assert not np.any(sepax.time_of_impact(a, b, velocity))
    block._spoil_proxies(b._block, own[0], np.full(2, np.nan))
    assert np.array_equal(sepax.time_of_impact(a, b, velocity), true)


# Boxes that are apart -----------------------------------------------------------------


def check_distances(cases: Sequence[Pair]) -> Floats:
    """Arrays have the distances of single shapes, to the bit; returns these."""
    a, b = arrays_of(cases)
    expected = np.array([sepax.distance(*pair) for pair in cases])
    assert sepax.distance(a, b).tobytes() == expected.tobytes()
    order = np.arange(len(cases))[::-1].copy()
    assert sepax.distance(a, b, pairs=(order, order)).tobytes() == expected[order].tobytes()
    assert sepax.distance(b, a).tolist() == [sepax.distance(*pair[::-1]) for pair in cases]
    one = cases[0][0]
    assert sepax.distance(one, b).tolist() == [sepax.distance(one, other) for _, other in cases]
    assert sepax.distance(b, one).tolist() == [sepax.distance(other, one) for _, other in cases]
    return expected


@pytest.mark.parametrize("family", PAIRS)
def test_families_of_boxes_apart(family: str) -> None:
    cases = [pair for pair in pairs(family) if is_box(pair[0]) and is_box(pair[1])]
    if cases:
        check_distances(cases)


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e7, 1e12])
def test_distances_of_boxes_side_by_side(offset: float) -> None:
    """Sides that face each other in parallel, or nearly; from touching to far apart."""
    source = random.Random(offset)
    gaps = [0.0] + [s * m * 10.0**e for s in (-1, 1) for m in (1, 3) for e in range(-17, 2)]
    distances = check_distances([beside(source, source.choice(gaps), offset) for _ in range(3000)])
    assert 0 < np.count_nonzero(distances) < 3000


def at_the_end_of_an_edge(source: random.Random, scale: float, offset: float) -> Pair:
    """Return boxes, a vertex of one in front of a vertex of the other but for a slip.

    By as much as lanes can resolve, and by less.
    """
    wide, high, away = (source.uniform(0.1, 2.0) for _ in range(3))
    turn = source.choice([0.0, 0.0, math.pi / 2, source.uniform(-4, 4)])
    slips = [0.0, *(s * 10.0**e for s in (-1, 1) for e in (-16, -12, -8, -7, -6, -5, -4, -1))]
    slip, slope = source.choice(slips), source.choice([*slips, source.uniform(0.0, math.tau)])
    x, y = (source.choice([offset, -0.3 * offset]) for _ in "xy")
    a = Polygon.box(scale * wide, scale * high, position=(x, y), angle=turn)
    b = Polygon.box(scale * source.uniform(0.1, 2.0), scale * high, angle=turn + slope)
    (cx, cy), (nx, ny) = a.vertices[source.choice([1, 2])].tolist(), a.normals[1].tolist()
    p, q = min(b.vertices.tolist(), key=lambda v: v[0] * nx + v[1] * ny)
    dx, dy = scale * (away * nx - slip * ny), scale * (away * ny + slip * nx)
    b.position = (b.position[0] + (cx - p) + dx, b.position[1] + (cy - q) + dy)
    return (a, b) if source.random() < 0.5 else (b, a)


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e5, 1e12])
@pytest.mark.parametrize("exponent", [-236, -100, -20, 0, 20, 100, 236])
def test_distances_from_the_ends_of_edges(exponent: int, offset: float) -> None:
    source, scale = random.Random(exponent), 2.0**exponent
    far = offset * min(scale, 2.0**190)
    cases = [at_the_end_of_an_edge(source, scale, far) for _ in range(600)]
    distances = check_distances(cases)
    assert np.count_nonzero(distances) > 500


@pytest.mark.parametrize("thin", [1e-3, 1e-6, 1e-9])
def test_distances_of_thin_boxes(thin: float) -> None:
    source = random.Random(thin)
    cases: list[Pair] = []
    for _ in range(1500):
        sizes = [source.choice([1.0, thin]) * source.uniform(0.5, 1.0) for _ in range(4)]
        turn = source.choice([0.0, source.uniform(-4, 4)])
        place = source.choice([thin, 1.0]) * source.uniform(-2, 2), source.uniform(-2, 2)
        other = turn + source.choice([0.0, thin, math.pi / 2, source.uniform(-4, 4)])
        a = Polygon.box(*sizes[:2], angle=turn)
        cases.append((a, Polygon.box(*sizes[2:], position=place, angle=other)))
    check_distances(cases)


@pytest.mark.parametrize("turn", [None, 0.0, np.pi / 2])
def test_lanes_find_nearly_all_distances(turn: float | None) -> None:
    """Of boxes at any angle, and of those along the axes of coordinates."""
    a, b = scene(seed=1), scene(seed=2)
    if turn is not None:
        a.set_poses(a.positions, turn * (np.arange(ROWS) % 2))
        b.set_poses(b.positions, turn * (np.arange(ROWS) // 2 % 2))
    found = measure(records_of(a), records_of(b))
    apart = ~sepax.intersects(a, b)
    assert np.count_nonzero(np.isnan(found[apart])) < 0.05 * ROWS
    certain = apart & ~np.isnan(found)
    assert found[certain] == pytest.approx(sepax.distance(a, b)[certain], rel=1e-9)


# Impacts whose misses proxies find ----------------------------------------------------


IMPACT_FIELDS = ("hit", "time", "exit_time", "normal", "point", "initial", "leaving")


def bits_of_impacts(impacts: sepax.Impacts) -> list[bytes]:
    return [np.ascontiguousarray(getattr(impacts, name)).tobytes() for name in IMPACT_FIELDS]


def flights(kinds: str, seed: int) -> tuple[ShapeArray, ShapeArray, Floats]:
    """Boxes a block of 256 for each letter: m(isses), s(tarts), l(ater), or a bit of everything."""
    random = np.random.default_rng(seed)
    count = 256 * len(kinds)
    places, way = random.random((count, 2)) * 20, random.normal(size=(count, 2))
    way /= np.hypot(*way.T)[:, None]
    near = {"m": (40.0, 60.0), "s": (0.0, 0.2), "l": (2.0, 3.0), "e": (0.0, 8.0)}
    reach = np.repeat([near[kind] for kind in kinds], 256, axis=0)
    gap = random.uniform(reach[:, 0], reach[:, 1])
    sizes = 0.5 + random.random((4, count))
    turns = random.choice([0.0, 0.3, 1.0], (2, count))
    a = ShapeArray.boxes(sizes[0], sizes[1], places, turns[0])
    b = ShapeArray.boxes(sizes[2], sizes[3], places + way * gap[:, None], turns[1])
    return a, b, way * random.uniform(2.0, 4.0, (count, 1))


@pytest.mark.parametrize("kinds", ["mmms", "smsm", "lllm", "eeee", "mlse", "lmlmse"])
@pytest.mark.parametrize("skip_leaving", [False, True])
def test_blocks_that_miss_and_blocks_that_hit(kinds: str, skip_leaving: bool) -> None:
    """What one block has does not matter to the next, but for the time it takes."""
    a, b, velocity = flights(kinds, seed=len(kinds))
    back = np.where(np.arange(len(a)) % 3 == 0, -1.0, 1.0)[:, None] * velocity
    other, ends = np.full_like(velocity, 0.25), np.where(np.arange(len(a)) % 5, 1.0, 0.6)
    for order in (np.arange(len(a)), np.random.default_rng(1).permutation(len(a))[:-3]):
        rows = back[order] + other[order], other[order], ends[order]
        moves = zip(order, *rows, strict=True)
        single = [
            sepax.sweep(a[k], b[k], u, v, end, skip_leaving=skip_leaving) for k, u, v, end in moves
        ]
        impacts = sepax.Impacts.empty(len(order))
        for name in IMPACT_FIELDS:
            getattr(impacts, name)[...] = 1  # every number must be overwritten
        both = (order, order)
        sepax.sweep(a, b, *rows, pairs=both, skip_leaving=skip_leaving, out=impacts)
        assert impacts.hit.tolist() == [one is not None for one in single]
        for k, one in enumerate(single):
            found = impacts.time[k], impacts.exit_time[k], *impacts.normal[k], *impacts.point[k]
            none = (np.inf, np.inf, 0.0, 0.0, 0.0, 0.0)
            assert found == (
                none if one is None else (one.time, one.exit_time, *one.normal, *one.point)
            )
            assert impacts.initial[k] == (one is not None and one.initial)
            assert impacts.leaving[k] == (one is not None and one.leaving)
        if not skip_leaving:
            times = sepax.time_of_impact(a, b, *rows, pairs=(order, order))
            assert times.tobytes() == impacts.time.tobytes()


@pytest.mark.careful_build
def test_misses_that_proxies_find_are_kept() -> None:
    a, b, velocity = flights("mmmm", seed=9)
    near = ShapeArray.boxes(1.0, 1.0, a.positions, 0.0)
    assert not sepax.sweep(a, b, velocity).hit.any()
    true = sepax.sweep(near, a, velocity)
    assert true.hit.all()
    proxies, origin = read_proxies(near)
    half = proxies.copy()
    half[:200, :2] += np.float32(1e6)
    block._spoil_proxies(near._block, half, origin)
    found = sepax.sweep(near, a, velocity)
    assert not found.hit[:200].any()
    assert found.hit[256:].all()  # as the first pairs miss, proxies classify the first block
    assert np.all(np.isinf(found.time[:200]) & np.isinf(found.exit_time[:200]))
    block._spoil_proxies(near._block, proxies, np.full(2, np.nan))
    assert bits_of_impacts(sepax.sweep(near, a, velocity)) == bits_of_impacts(true)


@pytest.mark.parametrize("kinds", ["lsme" * 65, "l" * 260])
def test_motions_of_large_arrays(kinds: str) -> None:
    """In arrays that caches do not hold, where most meet on their way, records alone are read."""
    a, b, velocity = flights(kinds, seed=3)
    assert len(a) > 65536
    times = sepax.time_of_impact(a, b, velocity)
    impacts = sepax.sweep(a, b, velocity)
    assert impacts.time.tobytes() == times.tobytes()
    for start in range(0, len(a), 16384):
        part = slice(start, start + 16384)
        few = a[part].copy(), b[part].copy(), velocity[part]
        assert sepax.time_of_impact(*few).tobytes() == times[part].tobytes()
        assert bits_of_impacts(sepax.sweep(*few)) == bits_of_impacts(impacts[part])


# The words of a proxy ----------------------------------------------------------------


def widest_separation(a: Proxies, b: Proxies) -> Floats:
    """Return what records would give that have the numbers of the words."""
    (axes_a, halves_a, _), (axes_b, halves_b, _) = unpacked(a), unpacked(b)
    step = b[:, :2].astype(np.float64) - a[:, :2]
    cosine = np.abs((axes_a * axes_b).sum(1))
    sine = np.abs(axes_a[:, 0] * axes_b[:, 1] - axes_a[:, 1] * axes_b[:, 0])
    widest = np.full(len(a), -np.inf)
    for axes, own, other in ((axes_a, halves_a, halves_b), (axes_b, halves_b, halves_a)):
        along = np.abs((step * axes).sum(1)) - own[:, 0] - other[:, 0] * cosine - other[:, 1] * sine
        across = np.abs(step[:, 1] * axes[:, 0] - step[:, 0] * axes[:, 1])
        across -= own[:, 1] + other[:, 0] * sine + other[:, 1] * cosine
        widest = np.maximum(widest, np.maximum(along, across))
    return widest


def bring_near(a: Proxies, b: Proxies, wanted: Floats) -> None:
    """Move every b as far away as gives it, nearly, the separation that is wanted."""
    way = b[:, :2].astype(np.float64)
    low, high = np.zeros(len(a)), np.full(len(a), 1e3)
    for _ in range(60):
        middle = 0.5 * (low + high)
        b[:, :2] = a[:, :2] + middle[:, None] * way
        beyond = widest_separation(a, b) > wanted
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)


@pytest.mark.parametrize("level", LEVELS)
def test_lanes_unpack_all_words(level: str) -> None:
    """The verdicts follow from just the numbers that the words have and their shares."""
    random = np.random.default_rng(2)
    count = 10_000
    a, b = any_words(random, count), any_words(random, count)
    error = 6e-4 * (unpacked(a)[2] + unpacked(b)[2])
    bring_near(a, b, error * random.uniform(-2.0, 2.0, count))
    separation = widest_separation(a, b)
    expected = np.where(separation > 0.0, 1 - MEETS, MEETS)
    expected[np.abs(separation) <= error] = UNCERTAIN
    found, nothing, zero = np.empty(count, np.uint8), np.full((AT_ONCE, 8), np.nan), np.zeros(2)
    for k in range(0, count, AT_ONCE):
        rows = slice(k, min(k + AT_ONCE, count))
        none = nothing[: rows.stop - k]
        first, second = (levels._Side(none, None, "boxes", of[rows], zero) for of in (a, b))
        levels._run("boxes", level, first, second, found[rows])
    near = np.abs(np.abs(separation) - error) < 0.01 * error  # where rounding decides
    assert all(np.count_nonzero(expected == k) > 1000 for k in (MEETS, 1 - MEETS, UNCERTAIN))
    assert np.count_nonzero(near) < 0.05 * count
    assert np.array_equal(found[~near], expected[~near])


# Polygons -----------------------------------------------------------------------------


def polygons(
    source: random.Random, sides: int, scale: float, place: tuple[float, float]
) -> Polygon:
    """Return a polygon of so many vertices on an ellipse, which nearly all lie elsewhere."""
    angles = sorted(source.uniform(0.0, math.tau) for _ in range(sides))
    wide = source.choice([1.0, 1.0, 0.1])
    ring = [(scale * math.cos(t), scale * wide * math.sin(t)) for t in angles]
    return Polygon.hull(ring, position=place, angle=source.uniform(-4, 4))


def near_polygons(scale: float, offset: float, count: int) -> list[Pair]:
    """Return polygons with a vertex of one at an edge of the other, at gaps down to rounding."""
    source = random.Random(f"{scale} {offset}")
    gaps = [0.0] + [s * 10.0**e for s in (-1, 1) for e in range(-17, 0)]
    cases: list[Pair] = []
    while len(cases) < count:
        try:
            a = polygons(source, source.randint(5, 17), scale, (offset, -0.3 * offset))
            b = polygons(source, source.randint(5, 17), scale, (offset, -0.3 * offset))
        except ValueError:
            continue
        k = source.randrange(len(a.normals))
        x, y = a.vertices[k] + source.random() * (
            a.vertices[(k + 1) % len(a.vertices)] - a.vertices[k]
        )
        nx, ny = a.normals[k]
        p, q = min(b.vertices.tolist(), key=lambda v: v[0] * nx + v[1] * ny)
        gap = source.choice(gaps) * scale
        b.position = (b.position[0] + (x - p) + nx * gap, b.position[1] + (y - q) + ny * gap)
        cases.append((a, b) if source.random() < 0.5 else (b, a))
    return cases


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e7])
@pytest.mark.parametrize(
    "scale", [1.0, 1e-13, 1e-15, 1e-19, 1e-21, 3e-22, 1e-160, 1e14, 1e16, 1e18, 1e40]
)
def test_polygons_side_by_side(scale: float, offset: float) -> None:
    check_arrays(near_polygons(scale, offset * scale, 400))


@pytest.mark.parametrize("family", PAIRS)
def test_families_as_arrays(family: str) -> None:
    check_arrays(pairs(family))


@pytest.mark.parametrize("maker", ["boxes", "take", "mask", "copy", "concatenate", "shapes"])
def test_every_array_of_polygons_answers_alike(maker: str) -> None:
    array = MAKERS[maker](scene_of_polygons(5))
    others = MAKERS[maker](scene_of_polygons(6))
    for move in (array.positions, array.positions + 2.0, array.positions * 1e9):
        array.set_poses(move, array.angles + 1.0)
        half = np.arange(0, len(others), 2)
        others.set_poses(others.positions[half], others.angles[half] + 0.5, where=half)
        expected = [sepax.intersects(array[k], others[k]) for k in range(len(array))]
        assert sepax.intersects(array, others).tolist() == expected


@pytest.mark.careful_build
def test_proxies_of_polygons_come_first() -> None:
    a, b, small = scene_of_polygons(1), scene_of_polygons(2), scene_of_polygons(2)
    true = sepax.intersects(a, b)
    shrunk = ShapeArray.from_shapes(
        [Polygon(0.01 * small[k].local_vertices) for k in range(len(small))]
    )
    block._swap_rings(b._block, shrunk._block)
    found = sepax.intersects(a, b)
    assert np.count_nonzero(found != true) > 5
    order = np.random.default_rng(1).permutation(len(a))
    assert np.array_equal(sepax.intersects(a, b, pairs=(order, order)), found[order])
    block._swap_rings(b._block, shrunk._block)
    assert np.array_equal(sepax.intersects(a, b), true)
