"""Shapes of every kind by their float32 proxies: never a wrong verdict, in any form."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
import rounded  # noqa: F401  # registers its families
from families import PAIRS, ROUNDED_PAIRS, Pair, Shape, box, circle, nudge, pairs, triple
from judges import Exact
from proxies import (
    CORES,
    COUNTS,
    ERROR,
    EXPONENTS,
    KINDS,
    ROWS,
    Place,
    any_disc_proxies,
    any_proxies,
    capsule,
    check_arrays,
    check_truth,
    classify,
    classify_pairs,
    disc_by_box,
    gap_of,
    kind_of,
    near_pairs,
    of_kind,
    proxies_of,
    read_proxies,
    records_of,
    run_proxies,
    swapped,
    turned,
)
from questions import QUESTIONS, check_rows
from test_simd import LEVELS, MEETS, UNCERTAIN, beside, check_verdicts, frames

import sepax
from sepax import Capsule, Circle, Polygon, Segment, ShapeArray
from sepax._core.simd import levels

# What a proxy says is true ------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "family"),
    [
        *itertools.product(("boxes", "discs", "disc and box"), PAIRS),
        *itertools.product(CORES, ROUNDED_PAIRS),
    ],
)
def test_families(kind: str, family: str) -> None:
    cases = pairs(family)
    if " and " in kind:
        cases = cases + swapped(cases)
    if cases := of_kind(kind, cases):
        check_truth(cases, exact=0)  # other tests have them for single shapes


OFFSETS = (0.0, 1.0, 1e3, 1e6, 1e9)
ANY_SIZE = [-240, -150, -126, -100, *range(-90, -50, 6), -40, 0, 20, 48, 60, 100, 236]
AIMS: list[tuple[str, float, float]] = [
    *itertools.product(KINDS, (1.0,), OFFSETS),
    *itertools.product(("long boxes", "thin boxes"), (1.0,), (0.0, 5.0, 1e4)),
    *itertools.product(("discs", "disc and box"), [2.0**e for e in (*EXPONENTS, 200, 236)], (0.0,)),
    *itertools.product(CORES, [2.0**e for e in ANY_SIZE], (0.0,)),
    *itertools.product(("boxes on float32s",), [2.0**e for e in (*EXPONENTS, 200, 236)], (0.0,)),
    *itertools.product(("boxes end to end",), [2.0**e for e in (-236, -100, 0, 236)], (0.0, 1.0)),
    *itertools.product(("boxes end to end",), (1.0,), (1e5, 1e12)),
    *itertools.product(("polygons",), (1.0, 1e-13, 1e-19, 1e14, 1e18), (0.0, 1e3, 1e7)),
    *itertools.product(("polygons",), (1e-15, 1e-21, 3e-22, 1e-160, 1e16, 1e40), (0.0,)),
]


@pytest.mark.parametrize(("kind", "scale", "offset"), dict.fromkeys(AIMS))
def test_pairs_that_nearly_touch(kind: str, scale: float, offset: float) -> None:
    """Apart or in each other by as much as is rounded, and by less, at every size there is.

    Beyond float32 all remain uncertain. What lanes find of the pairs has the bits of single ones.
    """
    cases = near_pairs(kind, (scale, offset), 700 if scale == 1.0 else 300, scale, offset)
    if kind == "polygons":  # whose proxies are asked with their circles
        check_arrays(cases)
        check_arrays(swapped(cases))
    else:
        verdicts = check_truth(cases, 100 if scale == 1.0 else 30)
        if not 2.0**-100 < scale < 2.0**100:
            assert np.all(verdicts == UNCERTAIN)
        if kind in KINDS and scale == 1.0 and offset <= 1.0:
            assert 0.1 < np.mean(verdicts == UNCERTAIN) < 0.95
    for verb in ("mtv", "distance", "time_of_impact"):
        check_rows(QUESTIONS[verb], cases[:300])


def touching_discs(source: random.Random, exponent: int) -> tuple[Circle, Circle]:
    """Return discs that touch exactly, or are off by a neighbouring float."""
    x, y, length = triple(source)
    scale, part = 2.0**exponent, source.randint(1, length - 1)
    other = nudge(source, (length - part) * scale)
    return Circle((0.0, 0.0), part * scale), Circle((x * scale, y * scale), other)


@pytest.mark.parametrize("exponent", [-240, -70, -58, -10, 0, 20, 44, 50, 90, 200])
def test_discs_that_touch_are_left_open(exponent: int) -> None:
    source = random.Random(exponent)
    cases = [touching_discs(source, exponent) for _ in range(300)]
    assert np.all(check_truth(cases) == UNCERTAIN)
    with_boxes: list[Pair] = []
    for disc, other in cases:
        (x, y), wide = disc.position, 2.0 * other.radius
        place = x + disc.radius + other.radius, y + source.choice([0.0, 0.5, -1.0]) * wide / 2
        with_boxes.append((disc, Polygon.box(wide, wide, position=place)))
    assert np.count_nonzero(check_truth(with_boxes) == UNCERTAIN) > 200


def touching_segments(source: random.Random, exponent: int) -> Pair:
    """Return capsules whose ends are exactly as far apart as their radii."""
    x, y, length = triple(source)
    scale, part = 2.0**exponent, source.randint(0, length)
    back = (-x * scale, -y * scale) if source.random() < 0.5 else (-abs(x) * scale, 0.0)
    a = Capsule((0.0, 0.0), back, part * scale)
    ahead = (2 * x * scale, 2 * y * scale)
    return a, Capsule((x * scale, y * scale), ahead, (length - part) * scale)


@pytest.mark.parametrize("exponent", [-240, -70, -10, 0, 20, 44, 90, 200])
def test_segments_that_touch_are_left_open(exponent: int) -> None:
    source = random.Random(exponent)
    cases = [touching_segments(source, exponent) for _ in range(300)]
    certain = check_truth(cases) != UNCERTAIN
    for (a, b), is_certain in zip(cases, certain.tolist(), strict=True):
        assert not is_certain or (a.intersects(b) and a.intersects(b, touching=False))
    discs: list[Pair] = [
        (Circle(b.vertices[0], b.radius), a) for a, b in cases if b.radius > 0.0 < a.radius
    ]
    assert np.count_nonzero(check_truth(discs) == UNCERTAIN) > 0.6 * len(discs)


@pytest.mark.parametrize("exponent", [-55, -30, 0, 30, 48])
def test_within_float32_proxies_tell_of_discs(exponent: int) -> None:
    scale = 2.0**exponent
    near, far = Circle((0, 0), scale), Circle((3 * scale, 0), scale)
    square = Polygon.box(scale, scale)
    cases = [(near, far), (near, near), (near, square), (far, square)]
    assert check_truth(cases[:2]).tolist() == [1 - MEETS, MEETS]
    assert check_truth(cases[2:]).tolist() == [MEETS, 1 - MEETS]


@pytest.mark.parametrize("exponent", [-30, 0, 30, 44])
def test_within_float32_proxies_tell_of_segments(exponent: int) -> None:
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
    assert check_truth(cases).tolist() == expected
    assert check_truth([(disc, bar), (dot, bar), (dot, across)]).tolist() == [MEETS, 0, MEETS]


def test_rounded_boxes_that_cross() -> None:
    """With no vertex of one near the other."""
    source = random.Random("cross")
    cases: list[Pair] = []
    for _ in range(300):
        turn, place = source.uniform(-4, 4), (source.uniform(-1, 1), source.uniform(-1, 1))
        a = Polygon.box(6, source.uniform(0.1, 1), position=place, angle=turn, radius=0.01)
        across = turn + math.pi / 2 + source.uniform(-0.5, 0.5)
        cases.append((a, Polygon.box(7, 0.1, position=place, angle=across, radius=0.02)))
    assert np.all(check_truth(cases, exact=40) == MEETS)


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
    check_truth(cases, exact=len(cases))


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


@pytest.mark.parametrize("ratio", [1e-12, 1e-6, 1e-3, 1e3, 1e6, 1e12])
@pytest.mark.parametrize("kind", ["segments", "disc and segment"])
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
    check_truth(cases, exact=100)


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
def test_points_never_meet_by_proxies(offset: float) -> None:
    """A disc without a radius has no interior: its verdict is always open."""
    source = random.Random(offset)
    dots = [Circle((source.uniform(-1, 1) + offset, source.random()), 0.0) for _ in range(300)]
    boxes = [Polygon.box(1, 2, position=dot.position, angle=source.random()) for dot in dots]
    discs = [circle(source, 1.0, 0.5) for _ in dots]
    for disc in discs:
        disc.move(offset, 0.5)
    for others in (dots, boxes, discs):
        assert np.all(check_truth(list(zip(dots, others, strict=True))) == UNCERTAIN)
    points = ShapeArray.points([dot.position for dot in dots])
    assert np.all(np.isinf(read_proxies(points)[0][:, ERROR]))
    expected = [sepax.intersects(*pair) for pair in zip(dots, boxes, strict=True)]
    assert sepax.intersects(points, ShapeArray.from_shapes(boxes)).tolist() == expected
    assert not sepax.intersects(points, ShapeArray.from_shapes(dots), touching=False).any()


@pytest.mark.parametrize("offset", [1e6, 1e7, 1e8, 1e9, 1e10])
def test_discs_and_boxes_of_some_skew(offset: float) -> None:
    """So far from zero boxes are no longer rectangles, but for what proxies allow, or more."""
    source = random.Random(offset)
    cases: list[Pair] = []
    while len(cases) < 1000:
        cases.append(disc_by_box(source, source.choice([0.3, 1.0, 30.0]), offset))
    skews = frames([other for _, other in cases])[:, 7]
    assert np.max(skews) > 1e-10
    check_truth(cases, exact=300)


def test_one_far_away_spoils_no_other() -> None:
    """What an array keeps far from its other boxes leaves these their digits."""
    source = random.Random("parked")
    cases = [beside(source, 0.1) for _ in range(500)]
    parked = Polygon.box(1, 1, position=(2.0**30, -(2.0**33)))
    cases += [(parked, parked), (parked, cases[0][0])]
    verdicts = classify_pairs(cases)
    check_verdicts(verdicts, cases)
    assert np.count_nonzero(verdicts == UNCERTAIN) < 50


LARGE: dict[str, Callable[[Place, float], Shape]] = {  # a shape of such a size at a place
    "discs": Circle,
    **dict.fromkeys(
        ("boxes", "disc and box"), lambda place, size: Polygon.box(size, size, position=place)
    ),
    **dict.fromkeys(
        ("segments", "disc and segment"),
        lambda place, size: capsule([(-size, 0.0), (size, 0.0)], 0.0, place, size),
    ),
    "rounded boxes": lambda place, size: Polygon.box(size, size, position=place, radius=size),
}


@pytest.mark.parametrize("far", [0.0, 7.7, 1e5, -3.3e9, 1e15, 1e22, 1e27, 1e35])
@pytest.mark.parametrize("kind", LARGE)
def test_origins_apart(kind: str, far: float) -> None:
    """The origins of two arrays need not be the same, nor near: most of one is elsewhere."""
    cases = near_pairs(kind, "origins", 300, 1.0, 0.0)
    place, size = (far, -0.5 * far), 1.0 + 1e-6 * abs(far)
    first = Circle((0, 0), 1.0) if " and " in kind or kind == "discs" else LARGE[kind]((0, 0), 1.0)
    others: Pair = (first, LARGE[kind](place, size))
    a, b = (frames([others[k]] * 3000 + [pair[k] for pair in cases]) for k in range(2))
    if kind != "segments":
        assert np.allclose(proxies_of(b)[1], place, rtol=1e-12, atol=1e-12)
    verdicts = classify(a, b)
    assert np.array_equal(classify(b, a), verdicts)
    check_verdicts(verdicts[3000:], cases)
    if abs(far) > 100.0:
        assert not np.any(verdicts[:3000] == MEETS)
    certain = np.count_nonzero(verdicts[3000:] != UNCERTAIN)
    least = 20 if kind in CORES else 60
    assert certain > least if abs(far) < 10.0 else certain == 0 or abs(far) < 1e10


@pytest.mark.parametrize("sign", [1, -1])
def test_the_way_between_origins_is_rounded(sign: int) -> None:
    """Tiny discs that nearly touch midway between far origins: float32 moves them apart.

    It rounds both places by nearly half a unit, and by a whole one, of the larger binade, their
    difference (a tie) and the way between the origins: by 3 units in all, all the same way.
    """
    source, unit = random.Random(sign), 2.0**-13  # of float32 from 1024 on
    reach = 1.012 * unit
    cases: list[Pair] = []
    for _ in range(1000):
        x = 1024.0 + unit * (source.randint(1, 40) + source.choice([0.499, source.random()]))
        radius = 0.5 * (reach - unit * source.choice([0.1, 0.01, 0.0, -0.01]))
        cases.append((Circle((sign * x, 0), radius), Circle((sign * (x + reach), 0), radius)))
    a, b = (frames(side) for side in zip(*cases, strict=True))
    here, there = np.array([0.0, 0.0]), np.array([sign * (2048.0 + 43.01 * unit), 0.0])
    check_verdicts(classify(a, b, (here, there)), cases)
    check_verdicts(classify(b, a, (there, here)), swapped(cases))


@pytest.mark.parametrize("origin", [math.nan, math.inf, -math.inf, 1e300])
@pytest.mark.parametrize("kind", KINDS)
def test_without_an_origin_everything_is_uncertain(kind: str, origin: float) -> None:
    cases = near_pairs(kind, "origins", 200, 1.0, 0.0)
    a, b = (frames(side) for side in zip(*cases, strict=True))
    of_a, of_b = proxies_of(a)[0], proxies_of(b)[0]
    here, there, out = np.zeros(2), np.array([0.0, origin]), np.empty(200, np.uint8)
    unknown = np.full_like(a, np.nan)
    for level in LEVELS:
        for one, other in ((here, there), (there, here)):
            kinds = kind_of(a), kind_of(b)
            first = levels._Side(unknown, None, kinds[0], of_a, one)
            second = levels._Side(unknown, None, kinds[1], of_b, other)
            run_proxies(level, first, second, kinds, out)
            assert np.all(out == UNCERTAIN)


def check_large_scene(a: ShapeArray, b: ShapeArray, most_open: float) -> None:
    verdicts = classify(records_of(a), records_of(b))
    certain = verdicts != UNCERTAIN
    assert np.count_nonzero(~certain) < most_open * len(verdicts)
    assert np.array_equal(verdicts == MEETS, sepax.intersects(a, b) & certain)
    assert 0.1 < np.mean(verdicts == MEETS) < 0.97


@pytest.mark.parametrize("offset", [0.0, 4e6])
def test_few_of_a_large_scene_are_uncertain(offset: float) -> None:
    """Of shapes of about 1 at places up to 1,000, also far from zero: next to none.

    Of segments a few in a thousand.
    """
    random, count = np.random.default_rng(8), 4 * ROWS
    places = random.random((2, count, 2)) * 1000 + offset
    places[1] = places[0] + random.random((count, 2)) * 3 - 1.5
    sizes = 0.5 + places[:, :, 0] % 1
    a, discs = (ShapeArray.circles(p, size) for p, size in zip(places, sizes, strict=True))
    check_large_scene(a, discs, 0.002)
    others, boxes = (
        ShapeArray.boxes(size, size, p, p[:, 0]) for p, size in zip(places, sizes, strict=True)
    )
    check_large_scene(a, boxes, 0.002)
    check_large_scene(others, boxes, 0.003)
    places[1] = places[0] + random.random((count, 2)) * 2 - 1
    ways = random.normal(size=(2, count, 2))
    for radii in (0.3 * random.random((2, count)), np.zeros((2, count))):
        a, b = map(ShapeArray.capsules, places, places + ways, radii)
        check_large_scene(a, b, 0.006)
    # The rounding of their places bends cores of half that size too much, 4e6 from zero.
    places[1] = 2.0 * places[1] - places[0]
    a, b = (
        ShapeArray.boxes(0.8 * side, 1.2 * side, place, place[:, 0], radii=0.2 * side)
        for side, place in zip(sizes, places, strict=True)
    )
    check_large_scene(a, b, 0.003)


# Every form and number of pairs -------------------------------------------------------


def check_forms(cases: Sequence[Pair]) -> None:
    """Proxies say the same of pairs in every form, and write no more than these."""
    count = len(cases)
    a, b = (frames(side) for side in zip(*cases, strict=True))
    origins = np.array([0.0, 0.0]), np.array([0.5, 0.0])
    of_a, of_b = proxies_of(a, origins[0])[0], proxies_of(b, origins[1])[0]
    whole, first = np.arange(count, dtype=np.intp), np.zeros(count, np.intp)
    order = np.random.default_rng(count).permutation(count)
    expected = classify(a, b)
    assert np.array_equal(classify(a, b, index=(order, order)), expected[order])
    assert np.array_equal(classify(a, b, index=(order, whole)), classify(a[order], b))
    reverse = order[::-1].copy()
    assert np.array_equal(classify(a, b, index=(order, reverse)), classify(a[order], b[reverse]))
    one, of_one, kinds = a[:1].copy(), of_a[:1].copy(), (kind_of(a), kind_of(b))
    for level in LEVELS:
        out, again = np.full((2, count + 9), 77, np.uint8)
        side_a = levels._Side(a, first, kinds[0], of_a, origins[0])
        side_b = levels._Side(b, whole, kinds[1], of_b, origins[1])
        run_proxies(level, side_a, side_b, kinds, out[:count])
        by_index = out[:count].copy()
        for i, j in itertools.product((None, first), (None, whole)):
            out[:] = again[:] = 77
            side_a = levels._Side(one, i, kinds[0], of_one, origins[0])
            side_b = levels._Side(b, j, kinds[1], of_b, origins[1])
            run_proxies(level, side_a, side_b, kinds, out[:count])
            run_proxies(level, side_b, side_a, kinds[::-1], again[:count])
            assert np.array_equal(out[:count], by_index)
            assert np.array_equal(out, again)
            assert np.all(out[count:] == 77)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_length_and_form(kind: str, count: int) -> None:
    cases = near_pairs(kind, count, count, 1.0, 0.0)
    for way in (cases, swapped(cases)):
        check_arrays(way)
        check_forms(way)


@pytest.mark.careful_build
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("open_ones", [0.0, 0.01, 0.2, 0.9, 1.0])
@pytest.mark.parametrize("kind", KINDS)
def test_uncertain_pairs_use_their_records(kind: str, level: str, open_ones: float) -> None:
    """Whatever is left uncertain, and however much of it, from whichever row on."""
    source = np.random.default_rng(1)
    cases = near_pairs(kind, "records", ROWS, 1.0, 0.0)
    a, b = (frames(side) for side in zip(*cases, strict=True))
    (of_a, origin_a), (of_b, origin_b) = proxies_of(a), proxies_of(b)
    of_one = of_b if kind in CORES else of_a
    of_one[source.random(ROWS) < open_ones, ERROR] = np.inf
    of_one[600:900, ERROR] = np.inf if open_ones else of_one[600:900, ERROR]
    expected, out = np.empty((2, ROWS), np.uint8)
    orders = (None, source.permutation(ROWS)), (None, source.permutation(ROWS))
    records = "cores" if kind in CORES else "boxes" if kind == "boxes" else "shapes"
    kinds = kind_of(a), kind_of(b)
    for i, j in zip(*orders, strict=True):
        uncertain = levels._run(records, level, levels._Side(a, i), levels._Side(b, j), expected)
        first = levels._Side(a, i, kinds[0], of_a, origin_a)
        second = levels._Side(b, j, kinds[1], of_b, origin_b)
        open_count = run_proxies(level, first, second, kinds, out)
        assert open_count == np.count_nonzero(out == UNCERTAIN)
        both = (out != UNCERTAIN) & (expected != UNCERTAIN)
        assert np.array_equal(out[both], expected[both])
        by_circles_alone = np.count_nonzero((out == UNCERTAIN) & (expected != UNCERTAIN))
        if records == "cores":  # which do not use circles here
            assert uncertain < ROWS
            assert by_circles_alone < 0.1 * ROWS
        else:
            assert run_proxies(level, second, first, kinds[::-1], out) == open_count
            assert not np.any((out == UNCERTAIN) & (expected != UNCERTAIN))
        if records == "boxes":
            assert np.array_equal(out, expected)
            assert open_count == uncertain


ANY_NUMBERS = {
    "boxes": any_proxies,
    "discs": any_disc_proxies,
    "segments": any_proxies,
    "rounded boxes": any_proxies,
}


def test_levels_agree_on_any_numbers() -> None:
    """A core that one level leaves open may be certain at another, which rounds differently."""
    random = np.random.default_rng(5)
    nothing, origins = np.full((20_000, 8), np.nan), (np.zeros(2), np.ones(2))
    both = [
        *itertools.product(("discs", "boxes"), repeat=2),
        *((kind, kind) for kind in CORES[::2]),
    ]
    for one, other in (*both, ("discs", "segments"), ("segments", "discs")):
        a, b = ANY_NUMBERS[one](random), ANY_NUMBERS[other](random)
        results = np.empty((len(LEVELS), 20_000), np.uint8)
        for level, out in zip(LEVELS, results, strict=True):
            first = levels._Side(nothing, None, one, a, origins[0])
            second = levels._Side(nothing, None, other, b, origins[1])
            run_proxies(level, first, second, (one, other), out)
        told = np.where(results == UNCERTAIN, MEETS, results).min(0)
        assert np.all((results == UNCERTAIN) | (results == told))
        differing = np.count_nonzero(results != results[0])
        assert differing < 20 if {one, other} & {*CORES} else differing == 0
