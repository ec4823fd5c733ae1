"""Boxes by their float32 shadows: never a wrong verdict, and no answer changes on any rung."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt
import pytest
from families import PAIRS, Pair, Shape, pairs
from judges import Exact
from processes import output_of
from test_simd import LEVELS, MEETS, UNDECIDED, beside, check_verdicts, frames, measure

import sepax
from sepax import Polygon, ShapeArray
from sepax._core.arrays import block, constructors
from sepax._core.simd import levels

Floats = npt.NDArray[np.float64]
Shadows = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Index = npt.NDArray[np.intp]

RUNGS = ("float32", "open", "float64")
ROWS = 1300  # more than are judged at once
AT_ONCE = 256
SIZES = 3  # the place of their word in a shadow; infinite for a box of which nothing is told
BOXES = ("boxes", "boxes")  # what shadows are of


def kind_of(records: Floats) -> str:
    if not np.isnan(records[0, 2]):
        return "boxes"
    return "discs" if np.isnan(records[0, 3]) else "segments"


def shadows_of(records: Floats, origin: Floats | None = None) -> tuple[Shadows, Floats]:
    """Return the shadows of boxes, or of discs, and their origin; without one it is chosen."""
    place = np.full(2, np.nan) if origin is None else origin.copy()
    out = np.empty((len(records), 4), np.float32)
    levels._write_shadows(kind_of(records), records, place, out)
    return out, place


def unpacked(shadows: Shadows) -> tuple[Floats, Floats, Floats]:
    """Return the axes, the half sizes and the scales that the words of boxes tell."""
    axis, sizes = shadows.view(np.uint32)[:, 2], shadows.view(np.uint32)[:, SIZES]
    axes = np.stack([axis & 0xFFFF, axis >> 16], 1).astype(np.uint16).view(np.int16) / 32767.0
    scale = 2.0 ** ((sizes >> 23).astype(np.float64) - 127.0)
    halves = np.stack([(sizes >> 11 & 0xFFF) / 4096.0, (sizes & 0x7FF) / 2048.0], 1)
    return axes, halves * scale[:, None], scale


def judge_at_levels(
    a: Floats,
    b: Floats,
    origins: tuple[Floats | None, Floats | None] = (None, None),
    index: tuple[Index | None, Index | None] = (None, None),
) -> list[Bytes]:
    """Judge pairs by shadows alone; return what each level says.

    Not so many are judged at once that the rest is left to records where the first ones are open.
    """
    i, j = (np.arange(len(a), dtype=np.intp) if rows is None else rows for rows in index)
    (of_a, origin_a), (of_b, origin_b) = shadows_of(a, origins[0]), shadows_of(b, origins[1])
    kinds = kind_of(a), kind_of(b)
    results = [np.full(len(i), 255, np.uint8) for _ in LEVELS]
    for level, found in zip(LEVELS, results, strict=True):
        for k in range(0, len(i), AT_ONCE):
            out, rows = found[k : k + AT_ONCE], (i[k : k + AT_ONCE], j[k : k + AT_ONCE])
            sides = [of_a[rows[0]], of_b[rows[1]]]
            if index[0] is not None:
                sides = [of_a, of_b]
            x, y = (np.full((len(side), 8), np.nan) for side in sides)
            one, other = rows if index[0] is not None else (None, None)
            doubts = levels._judge_shadows(
                level, *kinds, x, y, sides[0], sides[1], origin_a, origin_b, out, one, other
            )
            assert doubts == np.count_nonzero(out == UNDECIDED)
    return results


def judge(
    a: Floats,
    b: Floats,
    origins: tuple[Floats | None, Floats | None] = (None, None),
    index: tuple[Index | None, Index | None] = (None, None),
) -> Bytes:
    """Judge pairs by shadows alone, at every level; return what all of them say.

    Right at its error bound a pair may be open at one level and told at another, which rounds a
    product and a sum once: that happens to none of these, which are the same in each run.
    """
    results = judge_at_levels(a, b, origins, index)
    for level, out in zip(LEVELS, results, strict=True):
        assert np.array_equal(out, results[0]), f"{level} differs from {LEVELS[0]}"
    return results[0]


def judge_pairs(cases: Sequence[Pair]) -> Bytes:
    return judge(frames([a for a, _ in cases]), frames([b for _, b in cases]))


def arrays_of(cases: Sequence[Pair]) -> tuple[ShapeArray, ShapeArray]:
    a, b = zip(*cases, strict=True)
    return ShapeArray.from_shapes(a), ShapeArray.from_shapes(b)


def is_box(shape: Shape) -> bool:
    return not np.isnan(frames([shape])[0, 2])


# What a shadow says is true -------------------------------------------------------------


@pytest.mark.parametrize("family", PAIRS)
def test_families(family: str) -> None:
    cases = [pair for pair in pairs(family) if is_box(pair[0]) and is_box(pair[1])]
    if cases:
        check_verdicts(judge_pairs(cases), cases)
        check_arrays(cases)


def check_arrays(cases: Sequence[Pair]) -> None:
    """Arrays answer as single shapes do, in every form."""
    a, b = arrays_of(cases)
    backwards = np.arange(len(cases))[::-1].copy()
    for touching in (True, False):
        expected = [sepax.intersects(*pair, touching=touching) for pair in cases]
        assert sepax.intersects(a, b, touching=touching).tolist() == expected
        by_index = sepax.intersects(a, b, touching=touching, pairs=(backwards, backwards))
        assert by_index.tolist() == expected[::-1]
    one = cases[0][0]
    assert sepax.intersects(a[0], b).tolist() == [sepax.intersects(one, x) for _, x in cases]


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e3, 1e6, 1e9, 1e12])
def test_boxes_side_by_side(offset: float) -> None:
    """Boxes apart by as much as float32 rounds, and by less."""
    source = random.Random(offset)
    gaps = [0.0] + [s * m * 10.0**e for s in (-1, 1) for m in (1, 3) for e in range(-9, 0)]
    cases = [beside(source, source.choice(gaps), offset) for _ in range(3000)]
    verdicts = judge_pairs(cases)
    check_verdicts(verdicts, cases)
    check_arrays(cases[:300])
    if offset <= 1.0:
        assert 0 < np.count_nonzero(verdicts == UNDECIDED) < len(cases) * 0.9


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
    found = np.array(judge_at_levels(first, second))
    for verdicts in found:
        check_verdicts(verdicts, cases)
    assert np.count_nonzero(np.any(found != found[0], 0)) <= 2  # as `judge` explains
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


EXPONENTS = (-240, -150, -149, -140, -126, -100, -60, 0, 20, 60, 99, 100, 120, 127, 128)


@pytest.mark.parametrize("exponent", [*EXPONENTS, 200, 236])
def test_rounding_of_float32(exponent: int) -> None:
    """Shadows round together what is apart, and apart what meets, at every size there is."""
    source = random.Random(exponent)
    cases = [on_float32s(source, 2.0**exponent) for _ in range(400)]
    verdicts = judge_pairs(cases)
    check_verdicts(verdicts, cases)
    check_arrays(cases)
    exact = [Exact(a, b).side <= 0 for a, b in cases[:100]]
    assert sepax.intersects(*arrays_of(cases[:100])).tolist() == exact


@pytest.mark.parametrize("exponent", [-140, -110, 101, 127, 200])
def test_beyond_float32_everything_is_open(exponent: int) -> None:
    scale = 2.0**exponent
    near = Polygon.box(scale, scale)
    far = Polygon.box(scale, scale, position=(3 * scale, 0))
    assert judge_pairs([(near, far), (near, near), (far, near)]).tolist() == [UNDECIDED] * 3


def test_one_far_away_spoils_no_other() -> None:
    """What an array keeps far from its other boxes leaves these their digits."""
    source = random.Random("parked")
    cases = [beside(source, 0.1) for _ in range(500)]
    parked = Polygon.box(1, 1, position=(2.0**30, -(2.0**33)))
    cases += [(parked, parked), (parked, cases[0][0])]
    verdicts = judge_pairs(cases)
    check_verdicts(verdicts, cases)
    assert np.count_nonzero(verdicts == UNDECIDED) < 50


@pytest.mark.parametrize("far", [0.0, 7.7, 1e5, -3.3e9, 1e30, math.inf, math.nan])
def test_origins_apart(far: float) -> None:
    """The origins of two arrays need not be the same, nor near, nor any place at all."""
    source = random.Random("origins")
    cases = [beside(source, source.choice([0.0, 1e-6, -1e-6, 0.3, -0.3])) for _ in range(2000)]
    a, b = (frames(side) for side in zip(*cases, strict=True))
    origins = np.array([far, -0.5 * far]), np.array([-0.1, 0.2])
    for one, other in (origins, origins[::-1]):
        check_verdicts(judge(a, b, (one, other)), cases)


def test_few_of_a_large_scene_are_open() -> None:
    """Of boxes of about 1 at places up to 1,000, also far from zero, two or three in a thousand."""
    random = np.random.default_rng(8)
    for offset in (0.0, 4e6):
        places = random.random((2, ROWS * 20, 2)) * 1000 + offset
        places[1] = places[0] + random.random((ROWS * 20, 2)) * 3 - 1.5
        a, b = (ShapeArray.boxes(0.5 + p[:, 0] % 1, 0.5 + p[:, 1] % 1, p, p[:, 0]) for p in places)
        verdicts = judge(records_of(a), records_of(b))
        assert np.count_nonzero(verdicts == UNDECIDED) < 0.003 * len(verdicts)
        assert np.array_equal((verdicts == MEETS), sepax.intersects(a, b) & (verdicts != UNDECIDED))


def records_of(array: ShapeArray) -> Floats:
    return frames([array[k] for k in range(len(array))])


# Boxes in motion ------------------------------------------------------------------------


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
    """Return the times of pairs, each block of which is asked behind one that meets on its way."""
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
def test_what_shadows_tell_of_motions_is_taken() -> None:
    """Boxes with the shadows of others get misses, starts and edges of these."""
    a, b, elsewhere = scene(seed=1), scene(seed=2), scene(seed=3, far=500.0)
    velocity = b.positions - a.positions
    true = sepax.time_of_impact(a, b, velocity)
    own = read_shadows(b)
    block._spoil_shadows(b._block, *read_shadows(elsewhere))
    assert np.all(np.isinf(sepax.time_of_impact(a, b, velocity)))
    block._spoil_shadows(b._block, *read_shadows(a))
    assert not np.any(sepax.time_of_impact(a, b, velocity))
    widths, heights = 2.0 * np.abs(b.local_vertices[::4].T)
    turned = ShapeArray.boxes(heights, widths, b.positions, b.angles + math.pi / 2)
    block._spoil_shadows(b._block, *read_shadows(turned))  # the edges have other numbers
    found = sepax.time_of_impact(a, b, velocity)
    assert np.count_nonzero(found != true) > 100
    block._spoil_shadows(b._block, own[0], np.full(2, np.nan))
    assert np.array_equal(sepax.time_of_impact(a, b, velocity), true)


# Boxes that are apart -------------------------------------------------------------------


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

    By what lanes can tell, and by less.
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
def test_lanes_tell_nearly_all_distances(turn: float | None) -> None:
    """Of boxes at any angle, and of those along the axes of coordinates."""
    a, b = scene(seed=1), scene(seed=2)
    if turn is not None:
        a.set_poses(a.positions, turn * (np.arange(ROWS) % 2))
        b.set_poses(b.positions, turn * (np.arange(ROWS) // 2 % 2))
    found = measure(records_of(a), records_of(b))
    apart = ~sepax.intersects(a, b)
    assert np.count_nonzero(np.isnan(found[apart])) < 0.05 * ROWS
    told = apart & ~np.isnan(found)
    assert found[told] == pytest.approx(sepax.distance(a, b)[told], rel=1e-9)


# Impacts of which shadows tell the misses ----------------------------------------------


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
            getattr(impacts, name)[...] = 1  # all of which is to be overwritten
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
def test_misses_that_shadows_tell_are_taken() -> None:
    a, b, velocity = flights("mmmm", seed=9)
    near = ShapeArray.boxes(1.0, 1.0, a.positions, 0.0)
    assert not sepax.sweep(a, b, velocity).hit.any()
    true = sepax.sweep(near, a, velocity)
    assert true.hit.all()
    shadows, origin = read_shadows(near)
    half = shadows.copy()
    half[:200, :2] += np.float32(1e6)
    block._spoil_shadows(near._block, half, origin)
    found = sepax.sweep(near, a, velocity)
    assert not found.hit[:200].any()
    assert found.hit[256:].all()  # as the first pairs miss, the first block is asked by shadows
    assert np.all(np.isinf(found.time[:200]) & np.isinf(found.exit_time[:200]))
    block._spoil_shadows(near._block, shadows, np.full(2, np.nan))
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


# Every form and number of pairs ---------------------------------------------------------


@pytest.mark.parametrize("count", [*range(1, 19), 31, 33, 255, 256, 257, 511, 1025])
def test_every_length_and_form(count: int) -> None:
    source = random.Random(count)
    cases = [beside(source, source.choice([0.3, -0.3, 0.0])) for _ in range(count)]
    a, b = (frames(side) for side in zip(*cases, strict=True))
    expected = judge(a, b)
    check_verdicts(expected, cases)
    order = np.array(source.sample(range(count), count), np.intp)
    assert np.array_equal(judge(a, b, index=(order, order)), expected[order])
    assert np.array_equal(
        judge(a, b, index=(order, order[::-1].copy())), judge(a[order], b[order][::-1].copy())
    )
    whole = np.arange(count, dtype=np.intp)
    first = np.zeros(count, np.intp)
    origins = np.array([0.0, 0.0]), np.array([0.5, 0.0])
    of_a, of_b = shadows_of(a, origins[0])[0], shadows_of(b, origins[1])[0]
    for level in LEVELS:
        out, again = np.full((2, count + 9), 77, np.uint8)
        judge_shadows = partial(levels._judge_shadows, level, *BOXES)
        judge_shadows(a[:1].copy(), b, of_a[:1].copy(), of_b, *origins, out[:count])
        judge_shadows(a, b, of_a, of_b, *origins, again[:count], first, whole)
        assert np.array_equal(out, again)
        assert np.all(out[count:] == 77)
        by_index = again[:count].copy()
        one, of_one = a[:1].copy(), of_a[:1].copy()
        for i, j in itertools.product((None, first), (None, whole)):
            out[:] = again[:] = 77
            judge_shadows(one, b, of_one, of_b, *origins, out[:count], i, j)
            judge_shadows(b, one, of_b, of_one, *origins[::-1], again[:count], j, i)
            assert np.array_equal(out[:count], by_index)
            assert np.array_equal(out, again)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("open_ones", [0.0, 0.01, 0.1, 0.2, 0.9, 1.0])
def test_open_pairs_are_asked_by_their_records(level: str, open_ones: float) -> None:
    """Whatever is left open, and however much of it: the verdicts are those of records."""
    source = random.Random(9)
    cases = [beside(source, source.choice([0.3, -0.3, 1e-5, 0.0])) for _ in range(1024)]
    a, b = (frames(side) for side in zip(*cases, strict=True))
    (of_a, origin_a), (of_b, origin_b) = shadows_of(a), shadows_of(b)
    of_a[np.random.default_rng(1).random(len(a)) < open_ones, SIZES] = np.inf
    expected, out = np.empty((2, len(a)), np.uint8)
    doubts = levels._judge("boxes", level, a, b, expected)
    found = levels._judge_shadows(level, *BOXES, a, b, of_a, of_b, origin_a, origin_b, out)
    sure = out != UNDECIDED
    assert np.array_equal(
        out[sure & (expected != UNDECIDED)], expected[sure & (expected != UNDECIDED)]
    )
    assert np.array_equal(out, expected)
    assert found == doubts


def any_words(random: np.random.Generator, count: int) -> Shadows:
    """Return shadows of boxes with all kinds of words, also such as no box has."""
    side = random.normal(size=(count, 4)).astype(np.float32)
    side.view(np.uint32)[:, 2] = random.integers(0, 2**32, count, np.uint32)
    exponents = random.integers(124, 129, count, np.uint32)
    side.view(np.uint32)[:, SIZES] = exponents << 23 | random.integers(0, 2**23, count, np.uint32)
    return side


def any_shadows(random: np.random.Generator, count: int = 20_000) -> Shadows:
    """Return the same with numbers among them that are no places and no words."""
    special = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, 1e-38, 3e38, 1e30], np.float32)
    side = any_words(random, count)
    places = random.random(side.shape) < 0.04
    side[places] = random.choice(special, np.count_nonzero(places))
    return side


def test_levels_agree_on_any_numbers() -> None:
    random = np.random.default_rng(5)
    a, b = any_shadows(random), any_shadows(random)
    nothing = np.full((20_000, 8), np.nan)
    results = []
    for level in LEVELS:
        out = np.empty(20_000, np.uint8)
        levels._judge_shadows(level, *BOXES, nothing, nothing, a, b, np.zeros(2), np.ones(2), out)
        results.append(out)
    assert all(np.array_equal(out, results[0]) for out in results)


def widest_separation(a: Shadows, b: Shadows) -> Floats:
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


def bring_near(a: Shadows, b: Shadows, wanted: Floats) -> None:
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
    """Pairs are told, or left open, by just the numbers that the words have and their shares."""
    random = np.random.default_rng(2)
    count = 10_000
    a, b = any_words(random, count), any_words(random, count)
    error = 6e-4 * (unpacked(a)[2] + unpacked(b)[2])
    bring_near(a, b, error * random.uniform(-2.0, 2.0, count))
    separation = widest_separation(a, b)
    expected = np.where(separation > 0.0, 1 - MEETS, MEETS)
    expected[np.abs(separation) <= error] = UNDECIDED
    found, nothing, zero = np.empty(count, np.uint8), np.full((AT_ONCE, 8), np.nan), np.zeros(2)
    for k in range(0, count, AT_ONCE):
        rows = slice(k, min(k + AT_ONCE, count))
        none = nothing[: rows.stop - k]
        levels._judge_shadows(level, *BOXES, none, none, a[rows], b[rows], zero, zero, found[rows])
    near = np.abs(np.abs(separation) - error) < 0.01 * error  # where rounding decides
    assert all(np.count_nonzero(expected == k) > 1000 for k in (MEETS, 1 - MEETS, UNDECIDED))
    assert np.count_nonzero(near) < 0.05 * count
    assert np.array_equal(found[~near], expected[~near])


# The shadows of an array ----------------------------------------------------------------


def scene(count: int = ROWS, seed: int = 1, far: float = 0.0) -> ShapeArray:
    random = np.random.default_rng(seed)
    places = random.random((count, 2)) * 20 + far
    widths, heights = 0.2 + random.random((2, count))
    return ShapeArray.boxes(widths, heights, places, random.random(count))


def read_shadows(array: ShapeArray) -> tuple[Shadows, Floats]:
    out, origin = np.empty((len(array), 4), np.float32), np.empty(2)
    block._read_shadows(array._block, out, origin)
    return out, origin


def check_shadows(array: ShapeArray) -> None:
    out, origin = read_shadows(array)
    places = array.positions - origin
    assert np.array_equal(out[:, :2], places.astype(np.float32))
    axes, halves, scale = unpacked(out)
    true_axes = np.stack([np.cos(array.angles), np.sin(array.angles)], 1)
    assert np.all(np.abs(axes - true_axes) <= 0.500001 / 32767.0)
    told = scale < 2.0**128  # but for boxes whose places are so rounded that they are skewed
    assert np.all(told | (np.abs(array.positions).max(1) > 1e7))
    true_halves = np.abs(array.local_vertices[::4])
    units = scale[told, None] / [4096.0, 2048.0]
    assert np.all(np.abs(halves[told] - true_halves[told]) <= 0.500001 * units)
    larger, far = 1.001 * true_halves.max(1), np.abs(places).sum(1)
    least = np.maximum(larger, (2.02e-4 * larger + 1.22e-7 * far) / 3.24e-4)[told]
    assert np.all((least < scale[told]) & (scale[told] <= 2.01 * least))


@pytest.mark.parametrize("exponent", [-60, -1, 0, 7, 60])
def test_sizes_below_powers_of_two(exponent: int) -> None:
    """What words cannot hold once it is rounded up."""
    top = 2.0**exponent
    parts = 1.0 - np.array([0.0, 2.0**-53, 1e-9, 1e-5, 1e-4, 2e-4, 5e-4, 9e-4, 1.1e-3, 0.01])
    sides = np.meshgrid(2.0 * top * parts, 2.0 * top * np.append(parts, 1e-3))
    array = ShapeArray.boxes(sides[0].ravel(), sides[1].ravel(), (top, -top), 0.3)
    check_shadows(array)
    array.set_poses(np.zeros((len(array), 2)), np.full(len(array), -3.1))
    check_shadows(array)


@pytest.mark.parametrize(("far", "is_told"), [(1e5, True), (1e12, False)])
def test_skewed_boxes_are_left_open(far: float, is_told: bool) -> None:
    """So far from zero that their corners are rounded out of square, though not from the origin."""
    array = scene(far=far)
    for _ in range(2):
        out, origin = read_shadows(array)
        assert np.all(np.abs(array.positions - origin) < 400.0)
        assert np.array_equal(unpacked(out)[2] < 2.0**128, np.full(len(array), is_told))
        array.set_poses(array.positions + 1.0, array.angles)


MAKERS: dict[str, Callable[[ShapeArray], ShapeArray]] = {
    "boxes": lambda boxes: boxes,
    "take": lambda boxes: boxes[::-2],
    "mask": lambda boxes: boxes[np.arange(len(boxes)) % 3 > 0],
    "copy": lambda boxes: boxes.copy(),
    "concatenate": lambda boxes: ShapeArray.concatenate([boxes, boxes[:10]]),
    "shapes": lambda boxes: ShapeArray.from_shapes([boxes[k] for k in range(len(boxes))]),
    "polygons": lambda boxes: ShapeArray.polygons(
        boxes.local_vertices.reshape(-1, 4, 2), positions=boxes.positions, angles=boxes.angles
    ),
}


@pytest.mark.parametrize("far", [0.0, -5e7])
@pytest.mark.parametrize("maker", MAKERS)
def test_every_array_of_boxes_has_them(maker: str, far: float) -> None:
    array = MAKERS[maker](scene(far=far))
    check_shadows(array)
    assert np.abs(read_shadows(array)[0][:, :2]).max() < 100.0
    for move in (array.positions + 3.0, array.positions - 1e8, array.positions * 0.0):
        array.set_poses(move, array.angles)
        check_shadows(array)
        assert np.abs(read_shadows(array)[0][:, :2]).max() < 400.0
    array.set_poses([(1e9, 5.0), (-3.0, 0.0)], 0.3, where=[1, 4])
    check_shadows(array)
    one = array[4]
    assert sepax.intersects(one, array).tolist() == [
        sepax.intersects(one, array[k]) for k in range(len(array))
    ]


def test_rows_that_are_put_anew() -> None:
    array, moved = scene(), scene()
    moved.set_poses(moved.positions + 2.5, moved.angles)
    constructors.put_rows(array._block, 20, moved[20:40]._block)
    check_shadows(array)
    assert np.array_equal(array.positions[20:40], moved.positions[20:40])


def test_few_poses_move_no_origin() -> None:
    """The shadows of rows that others read are not touched."""
    array = scene()
    before, origin = read_shadows(array)
    array.set_poses(array.positions[5:] + 1e7, array.angles[5:], where=np.arange(5, len(array)))
    after, same = read_shadows(array)
    assert np.array_equal(origin, same)
    assert np.array_equal(before[:5], after[:5])


def test_arrays_of_one_scene_share_an_origin() -> None:
    assert np.array_equal(read_shadows(scene(seed=1))[1], [0.0, 0.0])
    a, b = (read_shadows(scene(seed=seed, far=3e7))[1] for seed in (1, 2))
    assert np.array_equal(a, b)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no timer there that signals")
def test_an_interrupt_leaves_no_shadow_behind() -> None:
    array = scene(400_000)
    places, angles = array.positions, array.angles
    is_moving = False

    def interrupt(*_: object) -> None:
        if is_moving:  # a signal that comes late may be heard after the poses, anywhere
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for k in range(12):
            signal.setitimer(signal.ITIMER_REAL, 0.0005 * (k + 1))
            try:
                is_moving = True
                array.set_poses(places + 1e6 * k, angles)
                is_moving = False
            except KeyboardInterrupt:
                is_moving = False
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            check_shadows(array)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def test_an_empty_array() -> None:
    empty = scene()[:0]
    assert len(sepax.intersects(empty, empty)) == 0
    assert len(sepax.intersects(scene(1)[0], empty)) == 0


# The rung is taken, and changes nothing -------------------------------------------------


@pytest.mark.careful_build
def test_shadows_are_asked_first() -> None:
    """Boxes with the shadows of others get the answers of these."""
    a, b, elsewhere = scene(seed=1), scene(seed=2), scene(seed=3, far=500.0)
    true = sepax.intersects(a, b)
    order = np.random.default_rng(1).permutation(len(a))
    assert true.any()
    block._spoil_shadows(b._block, *read_shadows(elsewhere))
    assert not sepax.intersects(a, b).any()
    assert not sepax.intersects(a, b, pairs=(order, order)).any()
    assert not sepax.intersects(a[0], b).any()
    assert not sepax.intersects_any(a, b).any()
    block._spoil_shadows(b._block, read_shadows(b)[0], np.full(2, np.nan))
    assert np.array_equal(sepax.intersects(a, b), true)


PROGRAM = """
from test_rungs import everything_about
for far in (0.0, 1e4, 3e8, 2.0**130):
    print(everything_about(far))
"""


def everything_about(far: float) -> str:
    """Hash what all verbs say of two arrays of boxes, many of which touch."""
    source = np.random.default_rng(4)
    count, scale = 700, 1.0 if far < 2.0**100 else far
    lattice = source.integers(0, 12, (2, count, 2)) * scale
    loose = lattice + source.random((2, count, 2)) * (source.random((2, count, 1)) < 0.5) * scale
    sizes = source.integers(1, 4, (4, count)) * scale
    turns = source.choice([0.0, 0.0, np.pi / 2, 0.3], (2, count))
    a = ShapeArray.boxes(sizes[0], sizes[1], loose[0] + far, turns[0])
    b = ShapeArray.boxes(sizes[2], sizes[3], loose[1] + far, turns[1])
    velocity = source.normal(size=(count, 2)) * scale
    i, j = source.integers(0, count, (2, 3 * count))
    ends = source.choice([0.0, 0.5, 1.0, 3.0, np.inf], count)
    ways = np.round(velocity / scale) * scale  # along x or y, and none
    contacts, impacts = sepax.collide(a, b), sepax.sweep(a, b, velocity)
    straight = sepax.sweep(a, b, ways, velocity[0], ends, skip_leaving=True)
    answers = [
        sepax.intersects(a, b),
        sepax.intersects(a, b, touching=False),
        sepax.intersects(a, b, pairs=(i, j)),
        sepax.intersects(a[3], b),
        sepax.intersects(a, b[3]),
        *sepax.mtv(a, b),
        *sepax.mtv(a, b, pairs=(i, j)),
        *sepax.mtv(a[3], b),
        contacts.hit,
        contacts.depth,
        contacts.points,
        impacts.time,
        impacts.normal,
        impacts.exit_time,
        sepax.time_of_impact(a, b, velocity),
        sepax.time_of_impact(a, b, ways, (0.0, 0.0), ends),
        sepax.time_of_impact(a[3], b, ways, (0.0, 0.0), ends),
        sepax.time_of_impact(a, b, velocity[i], ways[j], 2.0, pairs=(i, j)),
        impacts.hit,
        *(getattr(straight, name) for name in straight.__slots__),
        sepax.distance(a, b),
        sepax.distance(a, b, pairs=(i, j)),
        sepax.distance(a[3], b),
        sepax.distance(a, b[3]),
        sepax.iou(a, b),
        sepax.contains(a, loose[1] + far),
        sepax.find_pairs(a),
        sepax.find_pairs(a, b),
        sepax.intersects_any(a, b),
    ]
    p, q = (scene_of_polygons(seed, min(far, 3e8), 200) for seed in (1, 2))
    answers += [
        sepax.intersects(p, q),
        sepax.intersects(p[7], q, touching=False),
        sepax.find_pairs(p, q),
        sepax.intersects_any(p, q),
    ]
    return hashlib.sha256(b"".join(np.ascontiguousarray(x).tobytes() for x in answers)).hexdigest()


def test_all_rungs_and_levels_answer_alike() -> None:
    expected = [everything_about(far) for far in (0.0, 1e4, 3e8, 2.0**130)]
    for level in LEVELS:
        for rung in RUNGS:
            assert output_of(PROGRAM, level, rung).split() == expected, (level, rung)


# How many pairs shadows are asked -------------------------------------------------------

COUNTED = 5000
PROBED = 64  # pairs by which mtv sees that few meet
COUNTING = """
import json
from test_rungs import how_many_are_asked
print(json.dumps(how_many_are_asked()))
"""


def how_many_are_asked() -> dict[str, tuple[int, int]]:
    """Count, for each verb that begins with float32, the pairs that this tells and leaves open."""
    a, b = scene(COUNTED, seed=1), scene(COUNTED, seed=2)
    order = np.random.default_rng(1).permutation(COUNTED)
    rows = order, order[::-1].copy()
    p, q, mixed = polygons_side_by_side()
    verbs: dict[str, Callable[[], object]] = {
        "intersects": lambda: sepax.intersects(a, b),
        "intersects, by index": lambda: sepax.intersects(a, b, pairs=rows),
        "intersects, one and many": lambda: sepax.intersects(a[0], b),
        "intersects, many and one": lambda: sepax.intersects(a, b[0]),
        "mtv": lambda: sepax.mtv(a, b),
        "mtv, by index": lambda: sepax.mtv(a, b, pairs=rows),
        "distance": lambda: sepax.distance(a, b),
        "distance, by index": lambda: sepax.distance(a, b, pairs=rows),
        "time_of_impact": lambda: sepax.time_of_impact(a, b, (0.1, 0.2)),
        "time_of_impact, by index": lambda: sepax.time_of_impact(a, b, (0.1, 0.2), pairs=rows),
        "time_of_impact, all later": lambda: sepax.time_of_impact(a, b, b.positions - a.positions),
        "sweep": lambda: sepax.sweep(a, b, (0.1, 0.2)),
        "sweep, by index": lambda: sepax.sweep(a, b, (0.1, 0.2), pairs=rows),
        "find_pairs": lambda: sepax.find_pairs(a, b),
        "intersects_any": lambda: sepax.intersects_any(a, b),
        "polygons": lambda: sepax.intersects(p, q),
        "polygons and circles": lambda: sepax.intersects(p, mixed),
    }
    counts = {}
    for name, verb in verbs.items():
        before = levels._shadow_counts()
        verb()
        after = levels._shadow_counts()
        assert before is not None
        assert after is not None
        of_shadows_and_casts = [after[k] - before[k] + after[k + 2] - before[k + 2] for k in (0, 1)]
        counts[name] = of_shadows_and_casts[0], of_shadows_and_casts[1]
    return counts


def polygons_side_by_side() -> tuple[ShapeArray, ShapeArray, ShapeArray]:
    """Return polygons, as many that may touch them, and the same with circles among them."""
    a, b = scene_of_polygons(1), scene_of_polygons(2)
    source = np.random.default_rng(3)
    ways, turns = source.uniform(1.3, 2.0, ROWS), source.uniform(0.0, math.tau, ROWS)
    places = a.positions + ways[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
    b.set_poses(places, turns)
    circles = ShapeArray.circles(places[: ROWS // 2], np.full(ROWS // 2, 0.8))
    return a, b, ShapeArray.concatenate([circles, b[ROWS // 2 :]])


def in_doubt(a: ShapeArray, b: ShapeArray) -> int:
    """Count the pairs of which records, and the circles in them, cannot tell."""
    out = np.empty(len(a), np.uint8)
    return levels._judge("shapes", LEVELS[0], records_of(a), records_of(b), out)


needs_counts = pytest.mark.skipif(
    levels._shadow_counts() is None,
    reason="built without SEPAX_BUILD_CHECKS=1, and so without a count of what shadows are asked",
)


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("level", LEVELS)
def test_shadows_are_asked_of_every_pair(level: str) -> None:
    """Each pair once, of which they leave few open; of all kinds that begin with them."""
    counts = json.loads(output_of(COUNTING, level, "float32"))
    asked = {name: told + left_open for name, (told, left_open) in counts.items()}
    polygons, others, mixed = polygons_side_by_side()
    assert asked.pop("polygons") == in_doubt(polygons, others) > 100
    assert counts["polygons"][1] < 10  # of those that have too many vertices for one
    assert asked.pop("polygons and circles") == in_doubt(polygons, mixed) > 100
    assert min(counts["polygons and circles"]) > 30  # circles have none
    a, b = scene(COUNTED, seed=1), scene(COUNTED, seed=2)
    assert asked.pop("find_pairs") >= len(sepax.find_pairs(a, b)) > 1000
    assert asked.pop("intersects_any") >= np.count_nonzero(sepax.intersects_any(a, b)) > 1000
    before = levels._shadow_counts()
    times = sepax.time_of_impact(a, b, b.positions - a.positions)
    after = levels._shadow_counts()
    assert before is not None
    assert after is not None
    assert np.count_nonzero(times > 0.0) > 0.9 * COUNTED
    assert after[2] - before[2] > COUNTED - 300  # by casts: all but the first block
    hits = np.count_nonzero(sepax.sweep(a, b, (0.1, 0.2)).hit)
    for name in ("sweep", "sweep, by index"):  # and some before, to see that many miss
        assert COUNTED < asked.pop(name) < 1.05 * COUNTED
    assert hits <= counts["sweep"][1] < 0.3 * COUNTED
    for name, count in asked.items():
        assert count == COUNTED + PROBED * name.startswith("mtv"), name
        assert counts[name][1] < 0.01 * COUNTED, name


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("rung", ["open", "float64"])
def test_where_shadows_tell_nothing(rung: str) -> None:
    """Forced open, each pair that is asked is open; from float64 on none is asked."""
    counts = json.loads(output_of(COUNTING, LEVELS[-1], rung))
    polygons = [counts.pop("polygons"), counts.pop("polygons and circles")]
    assert polygons == [[0, 0], [0, 0]]
    for name, (told, left_open) in counts.items():
        assert told == 0, name
        assert (left_open > 0) == (rung == "open"), name


def test_unknown_rung() -> None:
    result = subprocess.run(
        [sys.executable, "-c", "import sepax"],
        env={**os.environ, "SEPAX_RUNG": "float16"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0
    assert "ImportError: SEPAX_RUNG is 'float16': there are float32, open, float64" in result.stderr


# Polygons -------------------------------------------------------------------------------


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


def scene_of_polygons(seed: int, far: float = 0.0, count: int = ROWS) -> ShapeArray:
    source = random.Random(seed)
    sides = [3 + k % 15 for k in range(count)]  # some with more vertices than shadows have
    return ShapeArray.from_shapes(
        [
            Polygon.regular(n, 1.0, position=(source.uniform(0, 30) + far, source.uniform(0, 3)))
            for n in sides
        ]
    )


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
def test_shadows_of_polygons_are_asked_first() -> None:
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
