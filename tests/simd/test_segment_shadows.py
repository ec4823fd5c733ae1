"""Segments and capsules by their float32 shadows, alone and against discs: true, taken first."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import pickle
import random
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest
import rounded  # noqa: F401  # registers its families
from families import ROUNDED_PAIRS, Pair, pairs, triple
from judges import Exact
from processes import output_of
from test_disc_shadows import (
    COUNTS,
    ROWS,
    any_disc_shadows,
    check_forms,
    check_truth,
    count_asked,
    gap_of,
    is_disc,
    judge,
    scene_of_discs,
    swapped,
)
from test_rungs import (
    RUNGS,
    SIZES,
    any_shadows,
    kind_of,
    needs_counts,
    read_shadows,
    records_of,
    shadows_of,
    unpacked,
)
from test_simd import LEVELS, MEETS, UNDECIDED, check_verdicts, frames

import sepax
from sepax import Capsule, Circle, Segment, ShapeArray
from sepax._core.arrays import block, constructors
from sepax._core.simd import levels

Place = tuple[float, float]
KINDS = ("segments", "disc and segment")


ANY_SIZE = [-240, -150, -126, -100, *range(-90, -50, 3), -40, 0, 20, 48, 60, 100, 236]
UNTOLD = 2.0**128  # the scale of those of which nothing is told

check = partial(check_truth, one_way=0.01)  # where lines are nearest is found from one of them


def turned(x: float, y: float, turn: float) -> Place:
    return math.cos(turn) * x - math.sin(turn) * y, math.sin(turn) * x + math.cos(turn) * y


def capsule(ends: Sequence[Place], turn: float, place: Place, radius: float) -> Capsule:
    """Return a capsule in its pose, its ends the other way round for every second radius."""
    (ax, ay), (bx, by) = (turned(*end, turn) for end in ends)
    (x, y) = place
    return Capsule((x + ax, y + ay), (x + bx, y + by), radius)


def facing(source: random.Random, apart: float) -> tuple[list[Place], list[Place]]:
    """Return the ends of two segments, of length about 1, that are so far apart.

    End to end, an end beside a line, side by side but for a small angle, or on one line.
    """
    kind = source.choice(["ends", "side", "parallel", "line"])
    long, other = (source.choice([1.0, 1e-3, source.uniform(0.1, 1)]) for _ in "ab")
    if kind == "ends":
        turn = source.uniform(-1.5, 1.5)
        return [(-long, 0.3 * long), (0.0, 0.0)], [
            (apart, 0.0),
            (apart + other * math.cos(turn), other * math.sin(turn)),
        ]
    if kind == "line":
        return [(-long, 0.0), (0.0, 0.0)], [(apart, 0.0), (apart + other, 0.0)]
    slope = source.uniform(0.1, 1.5) if kind == "side" else 10.0 ** source.uniform(-9, -3)
    start = source.uniform(-0.9, 0.9) * long
    end = (start + other * math.cos(slope), apart + other * math.sin(slope))
    return [(-long, 0.0), (long, 0.0)], [(start, apart), end]


def near_segments(source: random.Random, scale: float, offset: float) -> Pair:
    """Return capsules that nearly touch; some are segments, and meet or cross at the least step."""
    radii = [scale * source.choice([0.0, 0.0, 1e-3, source.uniform(0.1, 1)]) for _ in "ab"]
    reach = radii[0] + radii[1]
    ends = facing(source, (reach + (reach or scale) * gap_of(source)) / scale)
    turn = source.choice([0.0, math.pi / 2, source.uniform(-4, 4)])
    x, y = (scale * (offset * source.choice([1, -0.3]) + source.uniform(-1, 1)) for _ in "xy")
    a, b = (
        capsule([(scale * p, scale * q) for p, q in side], turn, (x, y), radius)
        for side, radius in zip(ends, radii, strict=True)
    )
    return (a, b) if source.random() < 0.5 else (b, a)


def disc_by_segment(source: random.Random, scale: float, offset: float) -> Pair:
    """Return a disc and a capsule that nearly touch, at its side or at an end."""
    radii = [
        scale * source.choice([1e-4, source.uniform(0.05, 1)]),
        scale * source.choice([0, 0.5]),
    ]
    reach = (radii[0] + radii[1]) * (1.0 + gap_of(source))
    half = scale * source.choice([1e-3, source.uniform(0.1, 1.0)])
    way = source.choice([0.0, math.pi / 2, source.uniform(0, math.pi / 2)])
    x, y = (scale * (offset * source.choice([1, -0.3]) + source.uniform(-1, 1)) for _ in "xy")
    turn = source.choice([0.0, math.pi / 2, source.uniform(-4, 4)])
    place = half + reach * math.cos(way), reach * math.sin(way)
    if source.random() < 0.4:
        place = half * source.uniform(-1, 1), reach
    dx, dy = turned(*place, turn)
    return Circle((x + dx, y + dy), radii[0]), capsule(
        [(-half, 0.0), (half, 0.0)], turn, (x, y), radii[1]
    )


NEAR: dict[str, Callable[[random.Random, float, float], Pair]] = {
    "segments": near_segments,
    "disc and segment": disc_by_segment,
}


def near_pairs(kind: str, seed: object, count: int, scale: float, offset: float) -> list[Pair]:
    """Return such pairs; where rounding leaves no segment, another one is drawn."""
    source = random.Random(f"{kind} {seed}")
    found: list[Pair] = []
    while len(found) < count:
        try:
            found.append(NEAR[kind](source, scale, offset))
        except ValueError:
            continue
    return found


def is_segment(shape: object) -> bool:
    return isinstance(shape, Capsule | Segment)


# What a shadow says is true -------------------------------------------------------------


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_families(family: str) -> None:
    either_way = pairs(family) + swapped(pairs(family))
    segments = [pair for pair in either_way if is_segment(pair[0]) and is_segment(pair[1])]
    with_discs = [pair for pair in either_way if is_disc(pair[0]) and is_segment(pair[1])]
    for cases in (segments, with_discs):
        if cases:
            check(cases, exact=0)  # other tests have them for single shapes


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e3, 1e6, 1e9])
@pytest.mark.parametrize("kind", NEAR)
def test_pairs_that_nearly_touch(kind: str, offset: float) -> None:
    """Apart or in each other by as much as float32 rounds, and by less."""
    verdicts = check(near_pairs(kind, offset, 1500, 1.0, offset))
    if offset <= 1.0:
        assert 0.1 < np.count_nonzero(verdicts == UNDECIDED) / len(verdicts) < 0.9


@pytest.mark.parametrize("kind", NEAR)
@pytest.mark.parametrize("exponent", ANY_SIZE)
def test_pairs_of_any_size(kind: str, exponent: int) -> None:
    verdicts = check(near_pairs(kind, exponent, 200, 2.0**exponent, 0.0), exact=40)
    if not -100 < exponent < 50:
        assert np.all(verdicts == UNDECIDED)


def exactly_touching(source: random.Random, exponent: int) -> Pair:
    """Return capsules whose ends are exactly as far apart as their radii."""
    x, y, length = triple(source)
    scale, part = 2.0**exponent, source.randint(0, length)
    back = (-x * scale, -y * scale) if source.random() < 0.5 else (-abs(x) * scale, 0.0)
    a = Capsule((0.0, 0.0), back, part * scale)
    ahead = (2 * x * scale, 2 * y * scale)
    return a, Capsule((x * scale, y * scale), ahead, (length - part) * scale)


@pytest.mark.parametrize("exponent", [-240, -70, -10, 0, 20, 44, 90, 200])
def test_pairs_that_touch_are_left_open(exponent: int) -> None:
    source = random.Random(exponent)
    cases = [exactly_touching(source, exponent) for _ in range(300)]
    told = check(cases) != UNDECIDED
    for (a, b), is_told in zip(cases, told.tolist(), strict=True):
        assert not is_told or (a.intersects(b) and a.intersects(b, touching=False))
    discs: list[Pair] = [
        (Circle(b.vertices[0], b.radius), a) for a, b in cases if b.radius > 0.0 < a.radius
    ]
    assert np.count_nonzero(check(discs) == UNDECIDED) > 0.6 * len(discs)


@pytest.mark.parametrize("exponent", [-30, 0, 30, 44])
def test_within_float32_shadows_tell(exponent: int) -> None:
    """Apart, crossing, in one line, beside each other, one inside of the other."""
    scale = 2.0**exponent
    flat = [(-scale, 0.0), (scale, 0.0)]
    bar, line = capsule(flat, 0.0, (0, 0), 0.25 * scale), Segment(*flat)
    across = capsule(flat, 1.5, (0.1 * scale, 0.0), 0.0)
    ahead, beside = (
        capsule(flat, 0.0, place, 0.25 * scale)
        for place in ((2.6 * scale, 0.0), (0.5 * scale, 0.4 * scale))
    )
    disc, dot = Circle((1.2 * scale, 0.0), 0.1 * scale), Circle((0.0, 0.9 * scale), 0.5 * scale)
    cases: list[Pair] = [(bar, line), (line, across), (bar, across), (bar, ahead), (bar, beside)]
    expected = [MEETS, MEETS, MEETS, 1 - MEETS, MEETS]
    assert check(cases).tolist() == expected
    assert check([(disc, bar), (dot, bar), (dot, across)]).tolist() == [MEETS, 0, MEETS]


@pytest.mark.parametrize("ratio", [1e-12, 1e-6, 1e-3, 1e3, 1e6, 1e12])
@pytest.mark.parametrize("kind", NEAR)
def test_shapes_of_other_sizes(kind: str, ratio: float) -> None:
    """Radii far larger than lengths and the other way round, and other shapes as well."""
    source = random.Random(ratio)
    cases: list[Pair] = []
    for _ in range(600):
        half, radius = 1.0, ratio * source.uniform(0.5, 1.0)
        a = capsule([(-half, 0.0), (half, 0.0)], source.uniform(-4, 4), (0.3, 0.1), radius)
        other = source.choice([1.0, ratio]) * source.random()
        reach = radius + other + gap_of(source) * max(radius, 1.0)
        x, y = turned(reach, 0.0, source.uniform(-4, 4))
        place = a.vertices[source.randrange(2)] + (x, y)
        far = (place[0] + source.choice([1.0, ratio]) * (x or 1.0), place[1] + y)
        b = Capsule(place, far, other) if kind == "segments" else Circle(place, other)
        cases.append((a, b) if kind == "segments" else (b, a))
    check(cases, exact=100)


@pytest.mark.parametrize("radius", [0.0, 0.5, 1.0, 20.8, 1000.5])
@pytest.mark.parametrize("far", [1e5, 1e9, 1e12, 1e15])
def test_small_segments_far_out_along_one_axis(far: float, radius: float) -> None:
    """Their centres are rounded by far more than their ends, their bounding radii by more yet."""
    source, unit = random.Random(far + radius), 2.0**-52
    cases: list[Pair] = []
    for _ in range(500):
        steps = source.randint(1, 1500)
        across = source.random() < 0.5
        start: Place = (far, 1.0)
        end: Place = (far, 1.0 + steps * unit)
        place = source.choice([0.0, steps, -radius, steps + radius]) + source.randint(-2, 2)
        centre: Place = (far, 1.0 + place * unit)
        if across:
            start, end, centre = (x[::-1] for x in (start, end, centre))
        small = Capsule(start, end, radius * unit)
        cases.append((small, Circle(centre, unit * source.choice([0.01, 0.3, 5.9]))))
    check_truth(cases)
    for one, disc in cases:
        array = ShapeArray.from_shapes([one, one])
        held = sepax.contains(one, disc.position)
        assert held == (Exact(one, Circle(disc.position, 0.0)).side <= 0)
        assert sepax.contains(array, disc.position).tolist() == [held, held]
        assert len(sepax.find_pairs(array, ShapeArray.from_shapes([disc]))) == 2 * sepax.intersects(
            one, disc
        )


def test_ways_too_short_for_squares() -> None:
    """Ends apart by numbers whose squares are 0 in float32, and by denormal ones."""
    steps = [5e-324, 1e-310, 1e-45, 1e-40, 1e-30, 1e-23, 3e-20, 1e-19, 1e-18, 1e-17, 1e-6]
    sizes = [0.0, 1e-45, 1e-20, 1e-19, 1e-18, 1e-17]
    cases: list[Pair] = []
    for step, size, length in itertools.product(steps, sizes, [1e-16, 1.0]):
        a = Capsule((-length, 0.0), (0.0, 0.0), size)
        for end in ((length, 0.0), (0.0, length), (length, length)):
            if step != end[0]:
                cases.append((a, Capsule((step, 0.0), end, size)))
    check(cases, exact=len(cases))


@pytest.mark.parametrize("far", [0.0, 7.7, 1e5, -3.3e9, 1e15, 1e22, 1e27, 1e35])
@pytest.mark.parametrize("kind", NEAR)
def test_origins_apart(kind: str, far: float) -> None:
    """The origins of two arrays need not be the same, nor near: most of one is elsewhere."""
    cases = near_pairs(kind, "origins", 300, 1.0, 0.0)
    place, size = (far, -0.5 * far), 1.0 + 1e-6 * abs(far)
    first = Circle((0, 0), 1.0) if kind != "segments" else Capsule((-1, 0), (1, 0), 1.0)
    others: Pair = (first, capsule([(-size, 0.0), (size, 0.0)], 0.0, place, size))
    a, b = (frames([others[k]] * 3000 + [pair[k] for pair in cases]) for k in range(2))
    verdicts = judge(a, b)
    assert np.array_equal(judge(b, a), verdicts)
    check_verdicts(verdicts[3000:], cases)
    if abs(far) > 100.0:
        assert not np.any(verdicts[:3000] == MEETS)
    told = np.count_nonzero(verdicts[3000:] != UNDECIDED)
    assert told > 20 if abs(far) < 10.0 else told == 0 or abs(far) < 1e10


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


def scene_of_segments(
    count: int = ROWS, seed: int = 1, far: float = 0.0, radius: float = 0.2
) -> ShapeArray:
    random = np.random.default_rng(seed)
    places = random.random((count, 2)) * 20 + far
    ways = random.normal(size=(count, 2))
    return ShapeArray.capsules(places, places + ways, radius * random.random(count))


@pytest.mark.parametrize("offset", [0.0, 4e6])
def test_few_of_a_large_scene_are_open(offset: float) -> None:
    """Of segments of about 1 at places up to 1,000, also far from zero, a few in a thousand."""
    random = np.random.default_rng(8)
    places = random.random((2, ROWS * 10, 2)) * 1000 + offset
    places[1] = places[0] + random.random((ROWS * 10, 2)) * 2 - 1
    ways = random.normal(size=(2, ROWS * 10, 2))
    for radii in (0.3 * random.random((2, ROWS * 10)), np.zeros((2, ROWS * 10))):
        a, b = map(ShapeArray.capsules, places, places + ways, radii)
        verdicts = judge(records_of(a), records_of(b))
        told = verdicts != UNDECIDED
        assert np.count_nonzero(~told) < 0.006 * len(verdicts)
        assert np.array_equal(verdicts == MEETS, sepax.intersects(a, b) & told)
        assert 0.1 < np.mean(verdicts == MEETS) < 0.97


# Every form and number of pairs ---------------------------------------------------------


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kinds", [*NEAR, "segment and disc"])
def test_every_length_and_form(kinds: str, count: int) -> None:
    cases = near_pairs("disc and segment" if "disc" in kinds else kinds, count, count, 1.0, 0.0)
    cases = swapped(cases) if kinds == "segment and disc" else cases
    check_forms(cases)


@pytest.mark.careful_build
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("open_ones", [0.0, 0.01, 0.2, 1.0])
@pytest.mark.parametrize("kind", NEAR)
def test_open_pairs_are_asked_by_their_records(kind: str, level: str, open_ones: float) -> None:
    """Whatever is left open, and however much of it, from whichever row on."""
    source = np.random.default_rng(1)
    cases = near_pairs(kind, "records", ROWS, 1.0, 0.0)
    a, b = (frames(side) for side in zip(*cases, strict=True))
    (of_a, origin_a), (of_b, origin_b) = shadows_of(a), shadows_of(b)
    of_b[source.random(len(a)) < open_ones, SIZES] = np.inf
    of_b[600:900, SIZES] = np.inf if open_ones else of_b[600:900, SIZES]
    expected, out = np.empty((2, len(a)), np.uint8)
    orders = (None, source.permutation(ROWS)), (None, source.permutation(ROWS))
    for i, j in zip(*orders, strict=True):
        levels._judge("cores", level, a, b, expected, i, j)
        assert np.count_nonzero(expected == UNDECIDED) < ROWS
        judge_shadows = partial(levels._judge_shadows, level, kind_of(a), kind_of(b))
        judged = judge_shadows(a, b, of_a, of_b, origin_a, origin_b, out, i, j)
        assert judged == np.count_nonzero(out == UNDECIDED)
        both = (out != UNDECIDED) & (expected != UNDECIDED)
        assert np.array_equal(out[both], expected[both])
        by_circles_alone = (out == UNDECIDED) & (expected != UNDECIDED)  # which are not asked here
        assert np.count_nonzero(by_circles_alone) < 0.1 * ROWS


def test_levels_never_contradict_each_other() -> None:
    """On any numbers; which rounds a product and a sum once, may tell what another leaves open."""
    random = np.random.default_rng(5)
    nothing = np.full((20_000, 8), np.nan)
    both: list[tuple[str, str]] = [("segments", "segments"), ("discs", "segments")]
    for kinds in (*both, ("segments", "discs")):
        a, b = (
            any_disc_shadows(random) if kind == "discs" else any_shadows(random) for kind in kinds
        )
        results = np.empty((len(LEVELS), 20_000), np.uint8)
        origins = np.zeros(2), np.ones(2)
        for level, out in zip(LEVELS, results, strict=True):
            levels._judge_shadows(level, *kinds, nothing, nothing, a, b, *origins, out)
        told = np.where(results == UNDECIDED, MEETS, results).min(0)
        assert np.all((results == UNDECIDED) | (results == told))
        assert np.count_nonzero(results != results[0]) < 20


# The shadows of an array ----------------------------------------------------------------


def check_shadows(array: ShapeArray) -> None:
    """They are about the array's origin, and near what the shapes are."""
    found, origin = read_shadows(array)
    ends = array.vertices.reshape(-1, 2, 2)
    places = ends.mean(1) - origin
    assert np.allclose(found[:, :2], places, rtol=1e-6, atol=1e-9 + 1e-12 * np.abs(origin).max())
    axes, halves, scale = unpacked(found)
    told = scale < UNTOLD
    way = (ends[:, 1] - ends[:, 0]) / 2
    length = np.hypot(*way.T)
    assert np.all(np.abs(halves[:, 0] - length)[told] <= 1.3e-4 * scale[told])
    assert np.all(np.abs(halves[:, 1] - array.radii)[told] <= 2.5e-4 * scale[told])
    sine = axes[:, 0] * way[:, 1] - axes[:, 1] * way[:, 0]
    assert np.all(np.abs(sine)[told] <= 3e-5 * length[told])


SEGMENT_MAKERS: dict[str, Callable[[ShapeArray], ShapeArray]] = {
    "capsules": lambda segments: segments,
    "copy": lambda segments: segments.copy(),
    "pickle": lambda segments: pickle.loads(pickle.dumps(segments)),
    "shapes": lambda segments: ShapeArray.from_shapes(list(segments)),
    "rows": lambda segments: ShapeArray.concatenate([segments[k : k + 1] for k in range(40)]),
    "backwards": lambda segments: segments[::-1],
    "segments": lambda segments: ShapeArray.segments(
        segments.vertices[::2], segments.vertices[1::2]
    ),
}


@pytest.mark.parametrize("far", [0.0, -5e6])
@pytest.mark.parametrize("maker", SEGMENT_MAKERS)
def test_every_array_of_segments_has_them(maker: str, far: float) -> None:
    array = SEGMENT_MAKERS[maker](scene_of_segments(far=far))
    check_shadows(array)
    assert np.abs(read_shadows(array)[0][:, :2]).max() < 100.0
    for move in (3.0, -1e6, 0.0):
        array.set_poses(array.positions + move, array.angles + 0.3)
        check_shadows(array)
        turned_by = np.abs(array.vertices - np.median(array.vertices, 0)).max()
        assert np.abs(read_shadows(array)[0][:, :2]).max() < 100.0 + 9 * turned_by
    array.set_poses([(40.0, 5.0), (-3.0, 7.0)], 0.3, where=[1, 4])
    check_shadows(array)
    one = array[4]
    assert sepax.intersects(one, array).tolist() == [
        sepax.intersects(one, array[k]) for k in range(len(array))
    ]


def test_segments_that_rounding_has_bent_have_none() -> None:
    """Their centre is not between their ends."""
    array = ShapeArray.segments([(0, 0)] * 60, np.random.default_rng(1).random((60, 2)) + 0.5)
    array.set_poses(np.full((60, 2), 3e10) + np.arange(60)[:, None] / 7, 0.4)
    untold = unpacked(read_shadows(array)[0])[2] == UNTOLD
    assert np.count_nonzero(untold) > 0
    assert array.intersects(array[::-1]).tolist() == [
        a.intersects(b) for a, b in zip(array, array[::-1], strict=True)
    ]


def test_rows_that_are_put_anew() -> None:
    array, moved = scene_of_segments(), scene_of_segments(seed=2)
    constructors.put_rows(array._block, 20, moved[20:40]._block)
    check_shadows(array)
    assert np.array_equal(array.vertices[40:80], moved.vertices[40:80])


def test_few_poses_move_no_origin() -> None:
    """The shadows of rows that others read are not touched."""
    array = scene_of_segments()
    before, origin = read_shadows(array)
    array.set_poses(array.positions[5:] + 1e6, array.angles[5:], where=np.arange(5, len(array)))
    after, same = read_shadows(array)
    assert np.array_equal(origin, same)
    assert before[:5].tobytes() == after[:5].tobytes()
    check_shadows(array)


def test_segments_and_discs_of_one_scene_share_an_origin() -> None:
    for far in (0.0, 3e7):
        assert np.array_equal(
            read_shadows(scene_of_segments(far=far))[1], read_shadows(scene_of_discs(far=far))[1]
        )


def test_an_empty_array() -> None:
    empty, discs = scene_of_segments()[:0], scene_of_discs()[:0]
    for a, b in itertools.product((empty, discs), (empty, discs)):
        assert len(sepax.intersects(a, b)) == 0
    empty.set_poses(np.empty((0, 2)), np.empty(0))
    assert len(ShapeArray.concatenate([empty, scene_of_segments(3)])) == 3


# The rung is taken, and changes nothing -------------------------------------------------


@pytest.mark.careful_build
@pytest.mark.parametrize("of_discs", [False, True])
def test_shadows_are_asked_first(of_discs: bool) -> None:
    """Segments with the shadows of others get the answers of these."""
    a, b, elsewhere = (scene_of_segments(seed=seed) for seed in (1, 2, 3))
    elsewhere.set_poses(elsewhere.positions + 500.0, elsewhere.angles)
    a = scene_of_discs(seed=1) if of_discs else a
    true = sepax.intersects(a, b)
    order = np.random.default_rng(1).permutation(len(a))
    assert true.any()
    block._spoil_shadows(b._block, *read_shadows(elsewhere))
    for found in (
        sepax.intersects(a, b),
        sepax.intersects(b, a),
        sepax.intersects(a, b, pairs=(order, order)),
        sepax.intersects(a[0], b),
        sepax.intersects(b, a[0]),
        sepax.intersects_any(a, b),
    ):
        assert not found.any()
    block._spoil_shadows(b._block, read_shadows(b)[0], np.full(2, np.nan))
    assert np.array_equal(sepax.intersects(a, b), true)


FAR = (0.0, 1e4, 3e8, 2.0**130)
PROGRAM = f"""
from test_segment_shadows import everything_about
for far in {FAR}:
    print(everything_about(far))
"""


def everything_about(far: float) -> str:
    """Hash what verbs say of arrays of capsules, discs, boxes and rounded boxes that touch."""
    source = np.random.default_rng(4)
    count, scale = 500, 1.0 if far < 2.0**100 else far
    ends = source.integers(0, 9, (2, count, 2)) * scale + far
    ways = source.integers(0, 3, (2, count, 2)) * scale + (scale, 0.0)
    sizes = source.integers(0, 4, (4, count)) * scale / 2
    a, b = (ShapeArray.capsules(ends[k], ends[k] + ways[k], sizes[k]) for k in range(2))
    discs = ShapeArray.circles(ends[1], sizes[2])
    turns = source.choice([0.0, 0.0, np.pi / 2, 0.3], count)
    boxes = ShapeArray.boxes(sizes[2] + scale, sizes[3] + scale, ends[0], turns)
    no_corners = ShapeArray.boxes(sizes[2] + scale, scale, ends[1], turns, radii=sizes[3])
    i, j = source.integers(0, count, (2, 3 * count))
    answers = []
    for one, other in itertools.combinations((a, b, discs, boxes, no_corners), 2):
        answers += [
            sepax.intersects(one, other),
            sepax.intersects(one, other, touching=False),
            sepax.intersects(one, other, pairs=(i, j)),
            sepax.intersects(one[3], other),
            sepax.intersects(one, other[3]),
            sepax.intersects_any(one, other),
            sepax.find_pairs(one, other),
            sepax.find_pairs(one, other, touching=False),
            sepax.contains(one, ends[0]),
            *sepax.mtv(one, other),
            sepax.distance(one, other),
            sepax.collide(one, other).depth,
            sepax.time_of_impact(one, other, ways[0]),
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
from test_segment_shadows import how_many_are_asked
print(json.dumps(how_many_are_asked()))
"""


def how_many_are_asked() -> dict[str, tuple[int, int]]:
    segments, others = scene_of_segments(COUNTED, seed=1), scene_of_segments(COUNTED, seed=2)
    discs = scene_of_discs(COUNTED, seed=3)
    return count_asked(
        [
            ("segments", segments, others),
            ("disc and segment", discs, segments),
            ("segment and disc", segments, discs),
        ]
    )


@pytest.mark.careful_build
@needs_counts
@pytest.mark.parametrize("level", LEVELS)
def test_shadows_are_asked_of_every_pair(level: str) -> None:
    """Each pair once, of which they leave few open."""
    counts = json.loads(output_of(COUNTING, level, "float32"))
    assert len(counts) == 21
    for name, (told, left_open) in counts.items():
        if not name.startswith(("find_pairs", "intersects_any")):
            assert told + left_open == COUNTED, name
        assert told > 1000, name
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
