"""Discs by their float32 shadows, alone and against boxes: true, always there, and taken first."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import pickle
import random
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest
from families import PAIRS, Pair, Shape, box, circle, nudge, pairs, triple
from judges import Exact
from processes import output_of
from test_rungs import (
    EXPONENTS,
    MAKERS,
    RUNGS,
    SIZES,
    Bytes,
    Floats,
    Index,
    Shadows,
    any_shadows,
    is_box,
    judge_at_levels,
    kind_of,
    needs_counts,
    read_shadows,
    records_of,
    scene,
    shadows_of,
)
from test_simd import LEVELS, MEETS, UNDECIDED, check_verdicts, frames

import sepax
from sepax import Circle, Polygon, ShapeArray
from sepax._core.arrays import block, constructors
from sepax._core.simd import levels

ROWS = 1300  # more than are judged at once
RADIUS, ERROR = 2, 3  # their places in a shadow
COUNTS = [*range(1, 19), 31, 32, 33, 255, 256, 257, 1023, 1024, 1025]


def is_disc(shape: Shape) -> bool:
    return isinstance(shape, Circle)


def swapped(cases: Sequence[Pair]) -> list[Pair]:
    return [(b, a) for a, b in cases]


def judge(a: Floats, b: Floats, index: tuple[Index | None, Index | None] = (None, None)) -> Bytes:
    """Judge pairs by shadows alone; return what some level says, and no other one denies.

    Next to its error bound a pair may be open at one level and told at another, which rounds a
    product and a sum once.
    """
    results = np.array(judge_at_levels(a, b, index=index))
    told: Bytes = np.where(results == UNDECIDED, 0, results).max(0)
    told[np.all(results == UNDECIDED, 0)] = UNDECIDED
    assert np.all((results == told) | (results == UNDECIDED))
    assert np.count_nonzero(results != told) <= 0.01 * results.size
    return told


def judge_pairs(cases: Sequence[Pair]) -> Bytes:
    return judge(frames([a for a, _ in cases]), frames([b for _, b in cases]))


def check_truth(cases: Sequence[Pair], exact: int = 150, one_way: float = 0.0) -> Bytes:
    """Shadows alone tell no lies, in either order, and arrays answer as single shapes do.

    Of the first so many pairs the exact answer is found besides; that part may be told in one
    order of the shapes and open in the other.
    """
    verdicts = judge_pairs(cases)
    check_verdicts(verdicts, cases)
    back = judge_pairs(swapped(cases))
    assert np.all((back == verdicts) | (back == UNDECIDED) | (verdicts == UNDECIDED))
    assert np.count_nonzero(back != verdicts) <= one_way * len(cases)
    for verdict, pair in zip(verdicts[:exact].tolist(), cases, strict=False):
        if verdict != UNDECIDED:
            assert Exact(*pair).side == (-1 if verdict == MEETS else 1), pair
    check_arrays(cases)
    check_arrays(swapped(cases))
    return verdicts


def check_arrays(cases: Sequence[Pair]) -> None:
    """Arrays answer as single shapes do, in every form."""
    sides = [list(side) for side in zip(*cases, strict=True)]
    a, b = (ShapeArray.from_shapes(side) for side in sides)
    one, other = sides[0][0], sides[1][0]
    backwards = np.arange(len(cases))[::-1].copy()
    for touching in (True, False):
        expected = [sepax.intersects(*pair, touching=touching) for pair in cases]
        assert sepax.intersects(a, b, touching=touching).tolist() == expected
        by_index = sepax.intersects(a, b, touching=touching, pairs=(backwards, backwards))
        assert by_index.tolist() == expected[::-1]
        to_many = [sepax.intersects(one, x, touching=touching) for x in sides[1]]
        from_many = [sepax.intersects(x, other, touching=touching) for x in sides[0]]
        assert sepax.intersects(a[0], b, touching=touching).tolist() == to_many
        assert sepax.intersects(b, a[0], touching=touching).tolist() == to_many
        assert sepax.intersects(a, b[0], touching=touching).tolist() == from_many
        assert sepax.intersects(b[0], a, touching=touching).tolist() == from_many


# What a shadow says is true -------------------------------------------------------------


def gap_of(source: random.Random) -> float:
    """Return by how much pairs are apart or in each other, as a part of them."""
    if source.random() < 0.2:
        return 0.0
    return source.choice([-1, 1]) * source.uniform(1, 9) * 10.0 ** source.randint(-10, -2)


def near_discs(source: random.Random, scale: float, offset: float) -> Pair:
    """Return discs that nearly touch, of equal sizes or not, some of them from inside."""
    radii = [scale * source.choice([1.0, 1e-3, source.uniform(0.1, 1)]) for _ in range(2)]
    reach = radii[0] + radii[1] if source.random() < 0.8 else abs(radii[0] - radii[1])
    reach *= 1.0 + gap_of(source)
    turn = source.choice([0.0, math.pi / 2, source.uniform(-4, 4)])
    x, y = (scale * (offset * source.choice([1, -0.3]) + source.uniform(-1, 1)) for _ in "xy")
    place = x + reach * math.cos(turn), y + reach * math.sin(turn)
    return Circle((x, y), radii[0]), Circle(place, radii[1])


def disc_by_box(source: random.Random, scale: float, offset: float) -> Pair:
    """Return a disc and a box that nearly touch: at a side, at a corner, or from inside."""
    half, radius = [scale * source.uniform(0.05, 1.0) for _ in range(2)], scale * source.random()
    if source.random() < 0.3:
        radius *= 1e-4
    elif source.random() < 0.3:
        half = [1e-4 * size for size in half]
    x, y = (scale * (offset * source.choice([1, -0.3]) + source.uniform(-1, 1)) for _ in "xy")
    turn = source.choice([0.0, math.pi / 2, source.uniform(-4, 4)])
    far = (radius if source.random() < 0.8 else -radius) * (1.0 + gap_of(source))
    way = source.choice([0.0, math.pi / 4, source.uniform(0, math.pi / 2)])
    u, v = half[0] + far * math.cos(way), half[1] + far * math.sin(way)  # about a corner
    if source.random() < 0.5:
        u, v = source.choice([(half[0] + far, v * source.random()), (0.9 * u, half[1] + far)])
    u, v = source.choice([-1, 1]) * u, source.choice([-1, 1]) * v
    cosine, sine = math.cos(turn), math.sin(turn)
    place = x + cosine * u - sine * v, y + sine * u + cosine * v
    size = 2.0 * half[0], 2.0 * half[1]
    return Circle(place, radius), Polygon.box(*size, position=(x, y), angle=turn)


NEAR: dict[str, Callable[[random.Random, float, float], Pair]] = {
    "discs": near_discs,
    "disc and box": disc_by_box,
}


def near_pairs(kind: str, seed: object, count: int, scale: float, offset: float) -> list[Pair]:
    source = random.Random(f"{kind} {seed}")
    return [NEAR[kind](source, scale, offset) for _ in range(count)]


@pytest.mark.parametrize("family", PAIRS)
def test_families(family: str) -> None:
    either_way = pairs(family) + swapped(pairs(family))
    discs = [pair for pair in either_way if is_disc(pair[0]) and is_disc(pair[1])]
    with_boxes = [pair for pair in either_way if is_disc(pair[0]) and is_box(pair[1])]
    for cases in (discs, with_boxes):
        if cases:
            check_truth(cases, exact=0)  # other tests have them for single shapes


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e3, 1e6, 1e9])
@pytest.mark.parametrize("kind", NEAR)
def test_pairs_that_nearly_touch(kind: str, offset: float) -> None:
    """Apart or in each other by as much as float32 rounds, and by less."""
    verdicts = check_truth(near_pairs(kind, offset, 1500, 1.0, offset))
    if offset <= 1.0:
        assert 0.1 < np.count_nonzero(verdicts == UNDECIDED) / len(verdicts) < 0.9


@pytest.mark.parametrize("kind", NEAR)
@pytest.mark.parametrize("exponent", EXPONENTS)
def test_pairs_of_any_size(kind: str, exponent: int) -> None:
    check_truth(near_pairs(kind, exponent, 200, 2.0**exponent, 0.0), exact=40)


@pytest.mark.parametrize("kind", NEAR)
@pytest.mark.parametrize("exponent", [-240, 200, 236])
def test_pairs_of_sizes_beyond_float32(kind: str, exponent: int) -> None:
    """All are left open, and right in the end."""
    assert np.all(check_truth(near_pairs(kind, exponent, 200, 2.0**exponent, 0.0)) == UNDECIDED)


def exactly_touching(source: random.Random, exponent: int) -> tuple[Circle, Circle]:
    """Return discs that touch exactly, or are off by a neighbouring float."""
    x, y, length = triple(source)
    scale, part = 2.0**exponent, source.randint(1, length - 1)
    other = nudge(source, (length - part) * scale)
    return Circle((0.0, 0.0), part * scale), Circle((x * scale, y * scale), other)


@pytest.mark.parametrize("exponent", [-240, -70, -58, -10, 0, 20, 44, 50, 90, 200])
def test_pairs_that_touch_are_left_open(exponent: int) -> None:
    source = random.Random(exponent)
    cases = [exactly_touching(source, exponent) for _ in range(300)]
    assert np.all(check_truth(cases) == UNDECIDED)
    with_boxes: list[Pair] = []
    for disc, other in cases:
        (x, y), wide = disc.position, 2.0 * other.radius
        place = x + disc.radius + other.radius, y + source.choice([0.0, 0.5, -1.0]) * wide / 2
        with_boxes.append((disc, Polygon.box(wide, wide, position=place)))
    assert np.count_nonzero(check_truth(with_boxes) == UNDECIDED) > 200


@pytest.mark.parametrize("exponent", [-240, -140, -110, -62, 51, 101, 127, 200])
def test_beyond_float32_everything_is_open(exponent: int) -> None:
    scale = 2.0**exponent
    near, far = Circle((0, 0), scale), Circle((3 * scale, 0), scale)
    square = Polygon.box(scale, scale)
    cases = [(near, far), (near, near), (far, near), (near, square), (far, square)]
    assert check_truth(cases[:3]).tolist() == [UNDECIDED] * 3
    assert check_truth(cases[3:]).tolist() == [UNDECIDED] * 2


@pytest.mark.parametrize("exponent", [-55, -30, 0, 30, 48])
def test_within_float32_shadows_tell(exponent: int) -> None:
    scale = 2.0**exponent
    near, far = Circle((0, 0), scale), Circle((3 * scale, 0), scale)
    square = Polygon.box(scale, scale)
    cases = [(near, far), (near, near), (near, square), (far, square)]
    assert check_truth(cases[:2]).tolist() == [1 - MEETS, MEETS]
    assert check_truth(cases[2:]).tolist() == [MEETS, 1 - MEETS]


@pytest.mark.parametrize("exponent", [40, 60, 80, 84, 87, 88, 90, 93, 96, 97, 98, 99])
def test_places_whose_rounding_has_no_square(exponent: int) -> None:
    """Places so far from the origin that float32 rounds them apart by what it cannot square."""
    source = random.Random(exponent)
    unit, middle = 2.0 ** (exponent - 23), (0.0, 0.0)
    for _ in range(40):
        x = 2.0**exponent + 0.5 * unit * source.choice([1.0, 3.0])
        further = x + unit * source.choice([0.0, 2.0**-24, 2.0**-20])
        radius = min(2.0**49, unit)
        a = ShapeArray.circles([middle, middle, (x, 0.0)], radius)
        b = ShapeArray.circles([middle, middle, (further, 0.0)], radius)
        boxes = ShapeArray.from_shapes([Polygon.box(2 * x, x)] * 3)
        for one, other in ((a, b), (a, boxes), (boxes, b)):
            expected = [sepax.intersects(one[k], other[k]) for k in range(3)]
            assert sepax.intersects(one, other).tolist() == expected
            assert sepax.intersects(other, one).tolist() == expected


def test_differences_too_small_for_squares() -> None:
    """Centres apart by numbers whose squares are 0 in float32, and by denormal ones."""
    steps = [0.0, 5e-324, 1e-310, 1e-160, 1e-45, 1e-40, 1e-30, 1e-23, 3e-20, 1e-19, 1e-18, 1e-17]
    sizes = [5e-324, 1e-310, 1e-45, 1e-20, 4e-20, 1e-19, 1e-18, 1e-17, 1.0]
    discs: list[Pair] = []
    with_boxes: list[Pair] = []
    for step, size, other in itertools.product(steps, sizes, sizes):
        discs.append((Circle((0, 0), size), Circle((step, -step), other)))
        side = max(other, 1e-60, 1e-12 * (size + step))
        place = side / 2 + size + step, 0.0
        with_boxes.append((Circle((0, 0), size), Polygon.box(side, side, position=place)))
    check_truth(discs, exact=len(discs))
    check_truth(with_boxes, exact=100)


@pytest.mark.parametrize("ratio", [1e-12, 1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9, 1e12])
def test_discs_far_larger_or_smaller_than_boxes(ratio: float) -> None:
    source = random.Random(ratio)
    cases: list[Pair] = []
    for _ in range(600):
        other = box(source, 1.0, 1.0)
        radius = ratio * source.uniform(0.5, 1.0)
        x, y = source.choice(other.vertices.tolist())
        way = source.uniform(-4, 4)
        reach = radius * source.choice([0.0, 1.0]) + gap_of(source) * max(radius, 1.0)
        place = x + reach * math.cos(way), y + reach * math.sin(way)
        cases.append((Circle(place, radius), other))
    check_truth(cases)


def test_centres_in_boxes_and_at_corners() -> None:
    source = random.Random("corners")
    cases: list[Pair] = []
    for _ in range(600):
        other = box(source, 1.0, 1.0)
        p, q = (other.vertices[k] for k in source.sample(range(4), 2))
        x, y = (p + source.choice([0.0, 0.0, 0.5, source.random()]) * (q - p)).tolist()
        cases.append((Circle((x, y), source.choice([1e-9, 1e-6, 1e-3, 1.0])), other))
    check_truth(cases)


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e7])
def test_points_never_meet_by_shadows(offset: float) -> None:
    """A disc without a radius has no interior: nothing is told of it at all."""
    source = random.Random(offset)
    dots = [Circle((source.uniform(-1, 1) + offset, source.random()), 0.0) for _ in range(300)]
    boxes = [Polygon.box(1, 2, position=dot.position, angle=source.random()) for dot in dots]
    discs = [circle(source, 1.0, 0.5) for _ in dots]
    for disc in discs:
        disc.move(offset, 0.5)
    for others in (dots, boxes, discs):
        assert np.all(check_truth(list(zip(dots, others, strict=True))) == UNDECIDED)
    points = ShapeArray.points([dot.position for dot in dots])
    assert np.all(np.isinf(read_shadows(points)[0][:, ERROR]))
    expected = [sepax.intersects(*pair) for pair in zip(dots, boxes, strict=True)]
    assert sepax.intersects(points, ShapeArray.from_shapes(boxes)).tolist() == expected
    assert not sepax.intersects(points, ShapeArray.from_shapes(dots), touching=False).any()


@pytest.mark.parametrize("offset", [1e6, 1e7, 1e8, 1e9, 1e10])
def test_discs_and_boxes_of_some_skew(offset: float) -> None:
    """So far from zero boxes are no longer rectangles, but for what shadows allow, or more."""
    source = random.Random(offset)
    cases: list[Pair] = []
    while len(cases) < 1000:
        cases.append(disc_by_box(source, source.choice([0.3, 1.0, 30.0]), offset))
    skews = frames([other for _, other in cases])[:, 7]
    assert np.max(skews) > 1e-10
    check_truth(cases, exact=300)


@pytest.mark.parametrize("far", [0.0, 7.7, 1e5, -3.3e9, 1e15, 1e22, 1e27, 1e35])
@pytest.mark.parametrize("kind", NEAR)
def test_origins_apart(kind: str, far: float) -> None:
    """The origins of two arrays need not be the same, nor near: most of one is elsewhere."""
    cases = near_pairs(kind, "origins", 300, 1.0, 0.0)
    place, size = (far, -0.5 * far), 1.0 + 1e-6 * abs(far)
    other = Circle(place, size) if kind == "discs" else Polygon.box(size, size, position=place)
    others: Pair = (Circle((0.0, 0.0), 1.0), other)
    a, b = (frames([others[k]] * 3000 + [pair[k] for pair in cases]) for k in range(2))
    assert np.allclose(shadows_of(b)[1], place, rtol=1e-12, atol=1e-12)
    verdicts = judge(a, b)
    assert np.array_equal(judge(b, a), verdicts)
    check_verdicts(verdicts[3000:], cases)
    if abs(far) > 100.0:
        assert not np.any(verdicts[:3000] == MEETS)
    told = np.count_nonzero(verdicts[3000:] != UNDECIDED)
    assert told > 60 if abs(far) < 10.0 else told == 0 or abs(far) < 1e10


@pytest.mark.parametrize("origin", [math.nan, math.inf, -math.inf, 1e300])
@pytest.mark.parametrize("kind", NEAR)
def test_without_an_origin_everything_is_open(kind: str, origin: float) -> None:
    cases = near_pairs(kind, "origins", 200, 1.0, 0.0)
    a, b = (frames(side) for side in zip(*cases, strict=True))
    of_a, of_b = shadows_of(a)[0], shadows_of(b)[0]
    here, there, out = np.zeros(2), np.array([0.0, origin]), np.empty(200, np.uint8)
    unknown = np.full_like(a, np.nan)
    for level in LEVELS:
        for one, other in ((here, there), (there, here)):
            kinds = kind_of(a), kind_of(b)
            levels._judge_shadows(level, *kinds, unknown, unknown, of_a, of_b, one, other, out)
            assert np.all(out == UNDECIDED)


def scene_of_discs(count: int = ROWS, seed: int = 1, far: float = 0.0) -> ShapeArray:
    random = np.random.default_rng(seed)
    places = random.random((count, 2)) * 20 + far
    return ShapeArray.circles(places, 0.1 + 0.5 * random.random(count))


@pytest.mark.parametrize("offset", [0.0, 4e6])
def test_few_of_a_large_scene_are_open(offset: float) -> None:
    """Of discs and boxes of about 1 at places up to 1,000, also far from zero, next to none."""
    random = np.random.default_rng(8)
    places = random.random((2, ROWS * 10, 2)) * 1000 + offset
    places[1] = places[0] + random.random((ROWS * 10, 2)) * 3 - 1.5
    sizes = 0.5 + places[:, :, 0] % 1
    a, discs = (ShapeArray.circles(p, size) for p, size in zip(places, sizes, strict=True))
    boxes = ShapeArray.boxes(sizes[1], 2 * sizes[1], places[1], places[1, :, 0])
    for b in (discs, boxes):
        verdicts = judge(records_of(a), records_of(b))
        told = verdicts != UNDECIDED
        assert np.count_nonzero(~told) < 0.002 * len(verdicts)
        assert np.array_equal(verdicts == MEETS, sepax.intersects(a, b) & told)
        assert 0.1 < np.mean(verdicts == MEETS) < 0.97


# Every form and number of pairs ---------------------------------------------------------


def check_forms(cases: Sequence[Pair]) -> None:
    """Shadows say the same of pairs in every form, and write no more than is asked."""
    count = len(cases)
    a, b = (frames(side) for side in zip(*cases, strict=True))
    origins = np.array([0.0, 0.0]), np.array([0.5, 0.0])
    of_a, of_b = shadows_of(a, origins[0])[0], shadows_of(b, origins[1])[0]
    whole, first = np.arange(count, dtype=np.intp), np.zeros(count, np.intp)
    order = np.random.default_rng(count).permutation(count)
    expected = judge(a, b)
    assert np.array_equal(judge(a, b, index=(order, order)), expected[order])
    assert np.array_equal(judge(a, b, index=(order, whole)), judge(a[order], b))
    one, of_one = a[:1].copy(), of_a[:1].copy()
    for level in LEVELS:
        out, again = np.full((2, count + 9), 77, np.uint8)
        judge_shadows = partial(levels._judge_shadows, level, kind_of(a), kind_of(b))
        judge_swapped = partial(levels._judge_shadows, level, kind_of(b), kind_of(a))
        judge_shadows(a, b, of_a, of_b, *origins, out[:count], first, whole)
        by_index = out[:count].copy()
        for i, j in itertools.product((None, first), (None, whole)):
            out[:] = again[:] = 77
            judge_shadows(one, b, of_one, of_b, *origins, out[:count], i, j)
            judge_swapped(b, one, of_b, of_one, *origins[::-1], again[:count], j, i)
            assert np.array_equal(out[:count], by_index)
            assert np.array_equal(out, again)
            assert np.all(out[count:] == 77)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kinds", ["discs", "disc and box", "box and disc"])
def test_every_length_and_form(kinds: str, count: int) -> None:
    cases = near_pairs("disc and box" if "box" in kinds else kinds, count, count, 1.0, 0.0)
    cases = swapped(cases) if kinds == "box and disc" else cases
    check_arrays(cases)
    check_forms(cases)


@pytest.mark.careful_build
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("open_ones", [0.0, 0.01, 0.1, 0.2, 0.9, 1.0])
@pytest.mark.parametrize("kind", NEAR)
def test_open_pairs_are_asked_by_their_records(kind: str, level: str, open_ones: float) -> None:
    """Whatever is left open, and however much of it, from whichever row on."""
    source = np.random.default_rng(1)
    cases = near_pairs(kind, "records", ROWS, 1.0, 0.0)
    a, b = (frames(side) for side in zip(*cases, strict=True))
    (of_a, origin_a), (of_b, origin_b) = shadows_of(a), shadows_of(b)
    error = ERROR if kind_of(a) == "discs" else SIZES
    of_a[source.random(len(a)) < open_ones, error] = np.inf
    of_a[600:900, error] = np.inf if open_ones else of_a[600:900, error]
    expected, out = np.empty((2, len(a)), np.uint8)
    levels._judge("shapes", level, a, b, expected)
    orders = (None, source.permutation(ROWS)), (None, source.permutation(ROWS))
    for i, j in zip(*orders, strict=True):
        levels._judge("shapes", level, a, b, expected, i, j)
        judge_shadows = partial(levels._judge_shadows, level, kind_of(a), kind_of(b))
        judged = judge_shadows(a, b, of_a, of_b, origin_a, origin_b, out, i, j)
        assert judged == np.count_nonzero(out == UNDECIDED)
        both = (out != UNDECIDED) & (expected != UNDECIDED)
        assert np.array_equal(out[both], expected[both])
        judge_swapped = partial(levels._judge_shadows, level, kind_of(b), kind_of(a))
        left = judge_swapped(b, a, of_b, of_a, origin_b, origin_a, out, j, i)
        assert left == judged
        assert not np.any((out == UNDECIDED) & (expected != UNDECIDED))


def any_disc_shadows(random: np.random.Generator) -> Shadows:
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 1e-45, 1e-38, 1e-22, 3e19, 3e38]
    side = random.normal(size=(20_000, 4)).astype(np.float32)
    places = random.random(side.shape) < 0.04
    side[places] = random.choice(special, np.count_nonzero(places))
    side[:, ERROR] = np.abs(side[:, ERROR])
    return side


def test_levels_agree_on_any_numbers() -> None:
    random = np.random.default_rng(5)
    nothing = np.full((20_000, 8), np.nan)
    for kinds in itertools.product(("discs", "boxes"), ("discs", "boxes")):
        a, b = (
            any_disc_shadows(random) if kind == "discs" else any_shadows(random) for kind in kinds
        )
        results = [np.empty(20_000, np.uint8) for _ in LEVELS]
        origins = np.zeros(2), np.ones(2)
        for level, out in zip(LEVELS, results, strict=True):
            levels._judge_shadows(level, *kinds, nothing, nothing, a, b, *origins, out)
        assert all(np.array_equal(out, results[0]) for out in results)


# The shadows of an array ----------------------------------------------------------------


def check_shadows(array: ShapeArray) -> None:
    """They are about the array's origin, and of its radii, and own up to what float32 rounds."""
    found, origin = read_shadows(array)
    places = array.positions - origin
    assert np.array_equal(found[:, :2], places.astype(np.float32))
    assert np.allclose(found[:, RADIUS], array.radii, rtol=1e-6, atol=0.0)
    rounded = 2.0**-23 * np.abs(places).sum(1) + 2.0**-21 * array.radii
    assert np.all(found[:, ERROR] >= rounded)
    assert np.array_equal(np.isinf(found[:, ERROR]), array.radii == 0.0)


DISC_MAKERS: dict[str, Callable[[ShapeArray], ShapeArray]] = {
    **{name: maker for name, maker in MAKERS.items() if name != "polygons"},
    "pickle": lambda discs: pickle.loads(pickle.dumps(discs)),
    "points among them": lambda discs: ShapeArray.circles(
        discs.positions, discs.radii * (np.arange(len(discs)) % 7 > 0)
    ),
    "rows": lambda discs: ShapeArray.concatenate([discs[k : k + 1] for k in range(40)]),
}


@pytest.mark.parametrize("far", [0.0, -5e7])
@pytest.mark.parametrize("maker", DISC_MAKERS)
def test_every_array_of_discs_has_them(maker: str, far: float) -> None:
    array = DISC_MAKERS[maker](scene_of_discs(far=far))
    check_shadows(array)
    assert np.abs(read_shadows(array)[0][:, :2]).max() < 100.0
    for move in (array.positions + 3.0, array.positions - 1e8, array.positions * 0.0):
        array.set_poses(move, array.angles)
        check_shadows(array)
        assert np.array_equal(array.positions, move)
        assert np.abs(read_shadows(array)[0][:, :2]).max() < 400.0
    expected = array.positions.copy()
    expected[[1, 4]] = (1e9, 5.0), (-3.0, 7.0)
    array.set_poses(expected[[1, 4]], 0.3, where=[1, 4])
    check_shadows(array)
    assert np.array_equal(array.positions, expected)
    one = array[4]
    assert sepax.intersects(one, array).tolist() == [
        sepax.intersects(one, array[k]) for k in range(len(array))
    ]


def test_every_number_of_discs_has_them() -> None:
    for count in COUNTS[:24]:
        array = scene_of_discs(count)
        check_shadows(array)
        array.set_poses(array.positions * -2.0, array.angles)
        check_shadows(array)
        check_shadows(ShapeArray.points(array.positions))


def test_rows_that_are_put_anew() -> None:
    array, moved = scene_of_discs(), scene_of_discs(seed=2)
    moved.set_poses(moved.positions + 2.5, moved.angles)
    constructors.put_rows(array._block, 20, moved[20:40]._block)
    check_shadows(array)
    assert np.array_equal(array.positions[20:40], moved.positions[20:40])
    assert np.array_equal(array.radii[20:40], moved.radii[20:40])


def test_few_poses_move_no_origin() -> None:
    """The shadows of rows that others read are not touched."""
    array = scene_of_discs()
    before, origin = read_shadows(array)
    array.set_poses(array.positions[5:] + 1e7, array.angles[5:], where=np.arange(5, len(array)))
    after, same = read_shadows(array)
    assert np.array_equal(origin, same)
    assert np.array_equal(before[:5], after[:5])
    check_shadows(array)


def test_discs_and_boxes_of_one_scene_share_an_origin() -> None:
    for far in (0.0, 3e7):
        origins = [read_shadows(scene_of_discs(seed=seed, far=far))[1] for seed in (1, 2)]
        assert np.array_equal(origins[0], origins[1])
        assert np.array_equal(origins[0], read_shadows(scene(far=far))[1])


def test_signs_of_zero_and_turns() -> None:
    """Discs in new poses are as single shapes in them, to the bit."""
    poses = [(-0.0, 0.0, -0.0), (0.0, -0.0, 9.0), (1.0, -2.0, -3.0)]
    array = ShapeArray.circles([(5.0, 5.0)] * 3, [1.0, 0.0, 2.0])
    array.set_poses([pose[:2] for pose in poses], [pose[2] for pose in poses])
    shapes = [Circle((5.0, 5.0), radius) for radius in (1.0, 0.0, 2.0)]
    for shape, pose in zip(shapes, poses, strict=True):
        shape.set_pose(*pose)
    single = ShapeArray.from_shapes(shapes)
    for name in ("positions", "angles", "bounds", "vertices"):
        assert getattr(array, name).tobytes() == getattr(single, name).tobytes()
    with pytest.raises(ValueError, match="shape 1"):
        array.set_poses([(0.0, 0.0), (np.nan, 0.0), (0.0, 0.0)], 0.0)
    assert array.positions.tobytes() == single.positions.tobytes()
    check_shadows(array)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no timer there that signals")
def test_an_interrupt_leaves_no_shadow_behind() -> None:
    array = scene_of_discs(400_000)
    places, angles = array.positions, array.angles
    is_moving = False

    def interrupt(*_: object) -> None:
        if is_moving:  # a signal that comes late may be heard after the poses, anywhere
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for k in range(12):
            signal.setitimer(signal.ITIMER_REAL, 0.0002 * (k + 1))
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
    array.set_poses(places - 3.0, angles)
    check_shadows(array)
    assert np.array_equal(array.positions, places - 3.0)


def test_an_empty_array() -> None:
    empty, boxes, discs = scene_of_discs()[:0], scene()[:0], scene_of_discs(3)
    for a, b in itertools.product((empty, boxes), (empty, boxes)):
        assert len(sepax.intersects(a, b)) == 0
    assert len(sepax.intersects(discs[0], boxes)) == len(sepax.intersects(empty, discs[0])) == 0
    assert len(ShapeArray.points(np.empty((0, 2)))) == 0
    joined = ShapeArray.concatenate([empty, discs])
    check_shadows(joined)
    empty.set_poses(np.empty((0, 2)), np.empty(0))


def test_shadows_of_other_kinds_are_refused() -> None:
    discs, origin = scene_of_discs(9), np.zeros(2)
    polygons = ShapeArray.from_shapes([Polygon.regular(5, 1.0)] * 9)
    with pytest.raises(ValueError, match=r"\(9, 4\)"):
        block._read_shadows(discs._block, np.empty((9, 8), np.float32), origin)
    with pytest.raises(ValueError, match="those of boxes, discs or segments"):
        read_shadows(polygons)
    records = records_of(discs)
    with pytest.raises(ValueError, match="must have the shape"):
        levels._write_shadows("discs", records, origin, np.empty((9, 5), np.float32))
    with pytest.raises(ValueError, match="'boxes', 'discs' or 'segments', not of 'rings'"):
        levels._write_shadows("rings", records, origin, np.empty((9, 4), np.float32))


# The rung is taken, and changes nothing -------------------------------------------------


@pytest.mark.careful_build
@pytest.mark.parametrize("of_boxes", [False, True])
def test_shadows_are_asked_first(of_boxes: bool) -> None:
    """Discs with the shadows of others get the answers of these."""
    a, b, elsewhere = (scene_of_discs(seed=1), scene_of_discs(seed=2), scene_of_discs(seed=3))
    elsewhere.set_poses(elsewhere.positions + 500.0, elsewhere.angles)
    a = scene(seed=1) if of_boxes else a
    true, swap = sepax.intersects(a, b), sepax.intersects(b, a)
    order = np.random.default_rng(1).permutation(len(a))
    assert true.any()
    assert np.array_equal(true, swap)
    block._spoil_shadows(b._block, *read_shadows(elsewhere))
    for found in (
        sepax.intersects(a, b),
        sepax.intersects(b, a),
        sepax.intersects(a, b, pairs=(order, order)),
        sepax.intersects(b, a, pairs=(order, order)),
        sepax.intersects(a[0], b),
        sepax.intersects(b, a[0]),
        sepax.intersects_any(a, b),
        sepax.intersects_any(b, a),
    ):
        assert not found.any()
    if not of_boxes:
        block._spoil_shadows(b._block, *read_shadows(a))
        assert sepax.intersects(a, b).all()
    block._spoil_shadows(b._block, read_shadows(b)[0], np.full(2, np.nan))
    assert np.array_equal(sepax.intersects(a, b), true)
    assert np.array_equal(sepax.intersects(b, a), true)


FAR = (0.0, 1e4, 3e8, 2.0**130)
PROGRAM = f"""
from test_disc_shadows import everything_about
for far in {FAR}:
    print(everything_about(far))
"""


def everything_about(far: float) -> str:
    """Hash what all verbs say of two arrays of discs and one of boxes, many of which touch."""
    source = np.random.default_rng(4)
    count, scale = 700, 1.0 if far < 2.0**100 else far
    lattice = source.integers(0, 12, (3, count, 2)) * scale
    loose = lattice + source.random((3, count, 2)) * (source.random((3, count, 1)) < 0.5) * scale
    sizes = source.integers(0, 4, (4, count)) * scale / 2
    a, b = (ShapeArray.circles(loose[k] + far, sizes[k]) for k in range(2))
    turns = source.choice([0.0, 0.0, np.pi / 2, 0.3], count)
    boxes = ShapeArray.boxes(sizes[2] + scale, sizes[3] + scale, loose[2] + far, turns)
    velocity = source.normal(size=(count, 2)) * scale
    i, j = source.integers(0, count, (2, 3 * count))
    answers = []
    for one, other in ((a, b), (a, boxes), (boxes, b)):
        contacts, impacts = sepax.collide(one, other), sepax.sweep(one, other, velocity)
        answers += [
            sepax.intersects(one, other),
            sepax.intersects(one, other, touching=False),
            sepax.intersects(one, other, pairs=(i, j)),
            sepax.intersects(one, other, pairs=(i, j), touching=False),
            sepax.intersects(one[3], other),
            sepax.intersects(one, other[3]),
            sepax.intersects_any(one, other),
            sepax.find_pairs(one),
            sepax.find_pairs(one, other),
            sepax.find_pairs(one, other, touching=False),
            sepax.contains(one, loose[1] + far),
            *sepax.mtv(one, other),
            *sepax.mtv(one, other, pairs=(i, j)),
            *sepax.mtv(one[3], other),
            sepax.distance(one, other),
            sepax.distance(one, other, pairs=(i, j)),
            sepax.distance(one[3], other),
            sepax.time_of_impact(one, other, velocity),
            sepax.time_of_impact(one, other, velocity[i], (0.0, 0.0), 2.0, pairs=(i, j)),
            contacts.hit,
            contacts.depth,
            contacts.points,
            impacts.hit,
            impacts.time,
            impacts.normal,
        ]
    return hashlib.sha256(b"".join(np.ascontiguousarray(x).tobytes() for x in answers)).hexdigest()


def test_all_rungs_and_levels_answer_alike() -> None:
    expected = [everything_about(far) for far in FAR]
    for level, rung in itertools.product(LEVELS, RUNGS):
        assert output_of(PROGRAM, level, rung).split() == expected, (level, rung)


# How many pairs shadows are asked -------------------------------------------------------

COUNTED = 5000
COUNTING = """
import json
from test_disc_shadows import how_many_are_asked
print(json.dumps(how_many_are_asked()))
"""


def verbs_that_ask(a: ShapeArray, b: ShapeArray) -> dict[str, Callable[[], object]]:
    order = np.random.default_rng(1).permutation(COUNTED)
    rows = order, order[::-1].copy()
    return {
        "intersects": lambda: sepax.intersects(a, b),
        "interiors": lambda: sepax.intersects(a, b, touching=False),
        "by index": lambda: sepax.intersects(a, b, pairs=rows),
        "one and many": lambda: sepax.intersects(a[0], b),
        "many and one": lambda: sepax.intersects(a, b[0]),
        "find_pairs": lambda: sepax.find_pairs(a, b),
        "intersects_any": lambda: sepax.intersects_any(a, b),
    }


def count_asked(
    arrays: Sequence[tuple[str, ShapeArray, ShapeArray]],
) -> dict[str, tuple[int, int]]:
    """Count, for each verb that asks shadows, the pairs that these tell and those left open."""
    counts = {}
    for kinds, a, b in arrays:
        for name, verb in verbs_that_ask(a, b).items():
            before = levels._shadow_counts()
            verb()
            after = levels._shadow_counts()
            assert before is not None
            assert after is not None
            counts[f"{name} of {kinds}"] = after[0] - before[0], after[1] - before[1]
    return counts


def how_many_are_asked() -> dict[str, tuple[int, int]]:
    discs, others = scene_of_discs(COUNTED, seed=1), scene_of_discs(COUNTED, seed=2)
    boxes = scene(COUNTED, seed=3)
    kinds = ("discs", discs, others), ("disc and box", discs, boxes), ("box and disc", boxes, discs)
    return count_asked(kinds)


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("level", LEVELS)
def test_shadows_are_asked_of_every_pair(level: str) -> None:
    """Each pair once, of which they leave few open; of all kinds that begin with them."""
    counts = json.loads(output_of(COUNTING, level, "float32"))
    assert len(counts) == 21
    for name, (told, left_open) in counts.items():
        if name.startswith(("find_pairs", "intersects_any")):
            assert told > 1000, name
        else:
            assert told + left_open == COUNTED, name
        assert left_open < 0.01 * (told + left_open), name


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("rung", ["open", "float64"])
def test_where_shadows_tell_nothing(rung: str) -> None:
    """Forced open, each pair that is asked is open; from float64 on none is asked."""
    counts = json.loads(output_of(COUNTING, LEVELS[-1], rung))
    for name, (told, left_open) in counts.items():
        assert told == 0, name
        assert (left_open > 0) == (rung == "open"), name
