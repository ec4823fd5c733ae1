"""The lanes that judge many pairs: the same bytes at every level, and never a wrong verdict."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from families import PAIRS, Pair, Shape, box, pairs

import sepax
from sepax._core.arrays import block
from sepax._core.simd import levels

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
Index = npt.NDArray[np.intp]

LEVELS = levels._levels()
KINDS = ("boxes", "shapes", "cores", "edges")
APART, MEETS, UNCERTAIN = 0, 1, 2
NO_EDGE, EDGE_UNCERTAIN = 8, 9


def frames(shapes: Sequence[Shape]) -> Floats:
    out = np.empty((len(shapes), 8))
    block._read_records(list(shapes), out)
    return out


def classify(
    kind: str,
    a: Floats,
    b: Floats,
    i: Index | None = None,
    j: Index | None = None,
    count: int | None = None,
) -> Bytes:
    """Judge the pairs at every level; return what all of them say."""
    if count is None:
        count = max(len(a), len(b)) if i is None else len(i)
    results = []
    for level in LEVELS:
        out = np.full(count, 255, dtype=np.uint8)
        doubts = levels._run(kind, level, levels._Side(a, i), levels._Side(b, j), out)
        assert doubts == np.count_nonzero(out == (EDGE_UNCERTAIN if kind == "edges" else UNCERTAIN))
        results.append(out)
    for level, out in zip(LEVELS, results, strict=True):
        assert np.array_equal(out, results[0]), f"{level} differs from {LEVELS[0]}"
    return results[0]


def classify_pairs(kind: str, cases: Sequence[Pair]) -> Bytes:
    return classify(kind, frames([a for a, _ in cases]), frames([b for _, b in cases]))


def check_verdicts(verdicts: Bytes, cases: Sequence[Pair]) -> None:
    """A verdict that is not uncertain holds for closed shapes and for their interiors."""
    for verdict, (a, b) in zip(verdicts.tolist(), cases, strict=True):
        if verdict != UNCERTAIN:
            answers = (sepax.intersects(a, b), sepax.intersects(a, b, touching=False))
            assert answers == (verdict == MEETS, verdict == MEETS), (verdict, a, b)


def check_edges(edges: Bytes, cases: Sequence[Pair]) -> None:
    """An edge that is not uncertain is the one whose normal the contact has."""
    for edge, (a, b) in zip(edges.tolist(), cases, strict=True):
        contact = sepax.collide(a, b)
        if edge == NO_EDGE:
            assert contact is None, (a, b)
        elif edge != EDGE_UNCERTAIN:
            assert contact is not None, (a, b)
            normal = a.normals[edge] if edge < 4 else 0.0 - b.normals[edge - 4]
            assert contact.normal == tuple(normal), (edge, a, b)
            assert contact.depth > 0.0, (a, b)


def beside(source: random.Random, gap: float, offset: float = 0.0) -> Pair:
    """Return a box and another beside one of its edges or corners, at about that gap."""
    a = box(source, 1.0, offset)
    x, y = source.choice(a.vertices.tolist())
    nx, ny = source.choice(a.normals.tolist())
    half_width, half_height = (source.uniform(0.05, 1.0) for _ in range(2))
    turn = math.atan2(ny, nx) + (source.choice([0.0, 0.0, 1e-9]) if source.random() < 0.6 else 0.4)
    slide = source.uniform(-0.5, 0.5)
    angle, across = turn, half_width
    if source.random() < 0.3:
        angle, across = (
            turn + math.atan2(half_height, half_width),
            math.hypot(half_width, half_height),
        )
    distance = across + gap
    place = (x + nx * distance - ny * slide, y + ny * distance + nx * slide)
    b = sepax.Polygon.box(2 * half_width, 2 * half_height, position=place, angle=angle)
    return (a, b) if source.random() < 0.5 else (b, a)


# What is certain is true ----------------------------------------------------------------


@pytest.mark.parametrize("family", PAIRS)
def test_families(family: str) -> None:
    cases = pairs(family)
    for kind in ("boxes", "shapes"):
        check_verdicts(classify_pairs(kind, cases), cases)
    check_edges(classify_pairs("edges", cases), cases)


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e9, 1e15])
def test_boxes_side_by_side(offset: float) -> None:
    source = random.Random(offset)
    gaps = [0.0] + [sign * 10.0**e for sign in (-1, 1) for e in (-17, -16, -15, -14, -12, -7)]
    cases: list[Pair] = []
    while len(cases) < 3000:
        try:
            cases.append(beside(source, source.choice(gaps) * max(offset, 1.0), offset))
        except ValueError:  # a pose so far away that the box is no more
            assert offset == 1e15
    for kind in ("boxes", "shapes"):
        verdicts = classify_pairs(kind, cases)
        check_verdicts(verdicts, cases)
        assert offset or 0 < np.count_nonzero(verdicts == UNCERTAIN) < len(cases) / 2
    check_edges(classify_pairs("edges", cases), cases)


@pytest.mark.parametrize("angle", [0.0, 0.5])
def test_lattice(angle: float) -> None:
    """Every box of a lattice with every other: half a million, most near or touching some."""
    source = random.Random("lattice")
    cosine, sine = math.cos(angle), math.sin(angle)
    shapes = []
    for _ in range(700):
        x, y = source.randint(0, 15), source.randint(0, 15)
        width, height = source.randint(1, 6), source.randint(1, 6)
        place = (x * cosine - y * sine, x * sine + y * cosine)
        turn = angle + source.choice([0.0, math.pi / 2, math.pi / 4])
        shapes.append(sepax.Polygon.box(width, height, position=place, angle=turn))
    i, j = (index.ravel() for index in np.indices((len(shapes), len(shapes)), dtype=np.intp))
    verdicts = classify("boxes", frames(shapes), frames(shapes), i, j).tolist()
    closed = [sepax.intersects(a, b) for a in shapes for b in shapes]
    inside = [sepax.intersects(a, b, touching=False) for a in shapes for b in shapes]
    wrong = [
        k
        for k, (verdict, one, other) in enumerate(zip(verdicts, closed, inside, strict=True))
        if verdict != UNCERTAIN and (verdict == MEETS, verdict == MEETS) != (one, other)
    ]
    assert not wrong
    assert verdicts.count(UNCERTAIN) < len(verdicts) / 8
    touching = [one != other for one, other in zip(closed, inside, strict=True)]
    assert angle or touching.count(True) > 1000


def test_random_boxes_are_never_uncertain() -> None:
    source = random.Random("doubt")
    shapes = [box(source, 1.0, 4.0) for _ in range(1000)]
    i = np.repeat(np.arange(1000, dtype=np.intp), 999)
    j = np.concatenate([np.delete(np.arange(1000, dtype=np.intp), k) for k in range(1000)])
    verdicts = classify("boxes", frames(shapes), frames(shapes), i, j)
    assert not np.any(verdicts == UNCERTAIN)
    meets = [sepax.intersects(shapes[k], shapes[m]) for k, m in zip(i, j, strict=True)]
    assert (verdicts == MEETS).tolist() == meets
    assert np.array_equal(classify("shapes", frames(shapes), frames(shapes), i, j), verdicts)
    edges = classify("edges", frames(shapes), frames(shapes), i, j)
    assert np.array_equal(edges == NO_EDGE, verdicts == APART)
    assert np.count_nonzero(edges == EDGE_UNCERTAIN) < 10


def test_parallelograms_are_no_boxes() -> None:
    rhombus = sepax.Polygon([(2, 0), (0, 1), (-2, 0), (0, -1)])
    beyond = sepax.Polygon.box(1, 1, position=(1.6, 1.1))
    assert not rhombus.intersects(beyond)
    cases: list[Pair] = [(rhombus, beyond), (beyond, rhombus), (rhombus, rhombus.copy())]
    assert classify_pairs("boxes", cases).tolist() == [UNCERTAIN] * 3
    assert classify_pairs("edges", cases).tolist() == [EDGE_UNCERTAIN] * 3
    check_verdicts(classify_pairs("shapes", cases), cases)


def test_circles_decide_for_shapes_that_are_no_boxes() -> None:
    a, b = sepax.Polygon.regular(5, 1.0), sepax.Polygon.regular(8, 1.0, position=(0.5, 0.5))
    far, circle = sepax.Polygon.regular(3, 1.0, position=(3, 0)), sepax.Circle((0, 1.5), 1.0)
    near, thin = sepax.Polygon.regular(5, 1.0, position=(1.85, 0)), sepax.Polygon.box(9, 0.1)
    cases: list[Pair] = [(a, b), (a, far), (a, circle), (a, near), (thin, a), (thin, circle)]
    assert classify_pairs("shapes", cases).tolist() == [
        MEETS,
        APART,
        MEETS,
        UNCERTAIN,
        MEETS,
        UNCERTAIN,
    ]
    assert classify_pairs("boxes", cases).tolist() == [UNCERTAIN] * len(cases)


# Every level says the same --------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_levels_agree_on_any_numbers(kind: str) -> None:
    random = np.random.default_rng(5)
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324, 1e-290, 2.0**240, -(2.0**240)]
    a, b = random.normal(size=(2, 20_000, 8))
    for side in (a, b):
        places = random.random(side.shape) < 0.04
        side[places] = random.choice(special, np.count_nonzero(places))
    classify(kind, a, b)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [*range(1, 12), 31, 32, 33, 63, 64, 65, 97])
def test_every_length_and_form(kind: str, count: int) -> None:
    """Elementwise, indexed and one-to-many are the same pairs in other words."""
    source = random.Random(count)
    a, b = (frames([box(source, 1.0, 1.5) for _ in range(count)]) for _ in range(2))
    expected = classify(kind, a, b)
    i = np.arange(count, dtype=np.intp)
    assert np.array_equal(classify(kind, a, b, i, i), expected)
    assert np.array_equal(classify(kind, a, b, i), expected)
    assert np.array_equal(classify(kind, a, b, i[::-1].copy(), i[::-1].copy()), expected[::-1])
    first = np.zeros(count, dtype=np.intp)
    assert np.array_equal(classify(kind, a[:1], b, count=count), classify(kind, a, b, first, i))
    assert np.array_equal(classify(kind, a, b[:1], count=count), classify(kind, a, b, i, first))


def share(
    kind: str, a: Floats, b: Floats, i: Index | None = None, j: Index | None = None
) -> tuple[Floats, Bytes]:
    """Return the areas of boxes, 0 where uncertain, and the verdicts; the same at every level."""
    count = max(len(a), len(b)) if i is None else len(i)
    results = []
    for level in LEVELS:
        shares, verdicts = np.full(count, 77.0), np.full(count, 255, dtype=np.uint8)
        sides = levels._Side(a, i), levels._Side(b, j)
        doubts = levels._run(kind, level, *sides, verdicts, shares)
        assert doubts == np.count_nonzero(verdicts == UNCERTAIN)
        assert set(verdicts.tolist()) <= {MEETS, UNCERTAIN}
        results.append((np.where(verdicts == MEETS, shares, 0.0), verdicts))
    for shares, verdicts in results[1:]:
        assert shares.tobytes() == results[0][0].tobytes()
        assert np.array_equal(verdicts, results[0][1])
    return results[0]


@pytest.mark.parametrize("kind", ["areas", "shares"])
def test_levels_agree_on_areas(kind: str) -> None:
    random = np.random.default_rng(6)
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324, 1e-290, 1e-100, 2.0**240, -(2.0**240)]
    a, b = random.normal(size=(2, 20_000, 8))
    for side in (a, b):
        places = random.random(side.shape) < 0.04
        side[places] = random.choice(special, np.count_nonzero(places))
    share(kind, a, b)
    for count in [*range(1, 12), 31, 32, 33, 65]:
        source = random_boxes(count)
        expected = share(kind, *source)
        i = np.arange(count, dtype=np.intp)
        for found in (share(kind, *source, i, i), share(kind, source[0], source[1], i)):
            assert np.array_equal(found[0], expected[0])
        first = np.zeros(count, dtype=np.intp)
        one = share(kind, source[0][:1], source[1])
        assert np.array_equal(one[0], share(kind, *source, first, i)[0])


def measure(a: Floats, b: Floats, i: Index | None = None, j: Index | None = None) -> Floats:
    """Return how far boxes are apart, NaN where uncertain; the same at every level."""
    count = max(len(a), len(b)) if i is None else len(i)
    results = []
    for level in LEVELS:
        distances, verdicts = np.full(count, 77.0), np.full(count, 255, dtype=np.uint8)
        sides = levels._Side(a, i), levels._Side(b, j)
        doubts = levels._run("distances", level, *sides, verdicts, distances)
        assert doubts == np.count_nonzero(verdicts == UNCERTAIN)
        assert set(verdicts.tolist()) <= {APART, UNCERTAIN}
        results.append(np.where(verdicts == APART, distances, np.nan))
    assert all(found.tobytes() == results[0].tobytes() for found in results)
    return results[0]


def test_levels_agree_on_distances() -> None:
    random = np.random.default_rng(7)
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324, 1e-290, 1e-100, 2.0**240, -(2.0**240)]
    a, b = random.normal(size=(2, 20_000, 8))
    for side in (a, b):
        places = random.random(side.shape) < 0.04
        side[places] = random.choice(special, np.count_nonzero(places))
    found = measure(a, b)
    assert not np.any(np.isinf(found))
    numbers = np.isfinite(a).all(1) & np.isfinite(b).all(1)
    assert np.all(np.isnan(found[~numbers]))
    for count in [*range(1, 12), 31, 32, 33, 65]:
        a, b = random_boxes(count)
        expected = measure(a, b)
        i, first = np.arange(count, dtype=np.intp), np.zeros(count, dtype=np.intp)
        for again in (measure(a, b, i, i), measure(a, b, i), measure(a, b, None, i)):
            assert again.tobytes() == expected.tobytes()
        one = measure(a[:1].copy(), b)
        assert one.tobytes() == measure(a, b, first, i).tobytes()
        assert measure(b, a[:1].copy()).tobytes() == measure(b, a, i, first).tobytes()


def random_boxes(count: int) -> tuple[Floats, Floats]:
    source = random.Random(count)
    a, b = (frames([box(source, 1.0, 1.5) for _ in range(count)]) for _ in range(2))
    return a, b


Strip = tuple[Floats, npt.NDArray[np.uint32]]
BEHIND = 8  # places behind the last box of a strip


def draw_strip(random: np.random.Generator, count: int, indices: Index) -> Strip:
    """Draw boxes by their left sides, on whole numbers: many begin at one place, or below."""
    low = random.integers(0, 9, (2, count)).astype(np.float64)
    high = low + random.integers(0, 4, (2, count))
    low[1, random.random(count) < 0.2] = -np.inf
    columns = np.full((4, count + BEHIND), np.nan)
    columns[:, :count] = np.stack([low[0], high[0], low[1], high[1]])[:, np.argsort(low[0])]
    columns[0, count:] = np.inf
    index = np.concatenate([indices, np.zeros(BEHIND, np.intp)])
    return columns, index.astype(np.uint32)


def sweep_all(level: str, order: int, one: Strip, other: Strip, room: int) -> list[int]:
    """Sweep to the end, box after box if there is no more room; nothing is written beyond it."""
    columns, index = one
    found: list[int] = []
    start = 0
    while start < len(index) - BEHIND:
        words = np.full(room + 4, 77, np.uint64)
        rest = np.ascontiguousarray(columns[:, start:]), index[start:]
        others = rest if order == 0 else other
        swept, count, _ = levels._sweep(level, order, *rest, *others, words[:room], 1 << 40)
        assert swept > 0
        assert np.all(words[room:] == 77)
        found += words[:count].tolist()
        start += swept
    return found


def meetings(order: int, one: Strip, other: Strip) -> list[int]:
    """Compare every box with every other that begins later, or where it does."""
    (a, index_a), (b, index_b) = one, other
    words = []
    for i in range(len(index_a) - BEHIND):
        for j in range(i + 1 if order == 0 else 0, len(index_b) - BEHIND):
            later = order == 0 or a[0, i] < b[0, j] or (order == 1 and a[0, i] == b[0, j])
            once = a[2, i] > -np.inf or b[2, j] > -np.inf
            if later and once and b[0, j] <= a[1, i] and b[2, j] <= a[3, i] and b[3, j] >= a[2, i]:
                first, second = int(index_a[i]), int(index_b[j])
                if order == 2 or (order == 0 and first > second):
                    first, second = second, first
                words.append(first << 31 | second)
    return words


@pytest.mark.parametrize("order", range(3))
@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 15, 16, 17, 64])
def test_sweeps(order: int, count: int) -> None:
    """Those of all levels find what comparing every box with every other does, in its order."""
    random = np.random.default_rng(count)
    for other_count in {count, 0, 1, 8, 21} if order else {count}:
        indices = random.permutation(2**31 - 1 - np.arange(count + other_count) * 3)
        one = draw_strip(random, count, indices[:count])
        other = one if order == 0 else draw_strip(random, other_count, indices[count:])
        expected = meetings(order, one, other)
        tight = len(other[1])
        for level in LEVELS:
            for room in (tight, tight + 5, tight + len(expected)):
                assert sweep_all(level, order, one, other, room) == expected, (level, room)


def test_sweeps_pause() -> None:
    random = np.random.default_rng(1)
    strip = draw_strip(random, 100, np.arange(100))
    words = np.zeros(10_000, np.uint64)
    for level in LEVELS:
        swept, count, work = levels._sweep(level, 0, *strip, *strip, words, 50)
        assert 0 < swept < 100
        assert 50 <= work < 200
        whole = meetings(0, strip, strip)
        assert words[:count].tolist() == whole[:count]
        assert levels._sweep(level, 0, *strip, *strip, words[:107], 50)[0] == 0
        with pytest.raises(ValueError, match="order"):
            levels._sweep(level, 3, *strip, *strip, words, 50)
        with pytest.raises(ValueError, match="columns"):
            levels._sweep(level, 0, strip[0][:3].copy(), strip[1], *strip, words, 50)


def test_nothing_is_written_beyond_the_end() -> None:
    shapes = frames([sepax.Polygon.box(1, 1, position=(k, 0)) for k in range(70)])
    for level in LEVELS:
        for count in range(70):
            out, side = np.full(80, 77, dtype=np.uint8), levels._Side(shapes[:count])
            levels._run("boxes", level, side, side, out[:count])
            assert not np.any(out[:count] == 77)
            assert np.all(out[count:] == 77)
            numbers, verdicts = np.full(80, 77.0), np.full(80, 77, dtype=np.uint8)
            for kind in ("areas", "shares", "distances"):
                levels._run(kind, level, side, side, verdicts[:count], numbers[:count])
            assert np.all(numbers[count:] == 77.0)
            assert np.all(verdicts[count:] == 77)


# The choice of a level ------------------------------------------------------------------


def level_in_a_process(wanted: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from sepax._core.simd import levels; print(levels.simd_level())"],
        env={**os.environ, "SEPAX_SIMD": wanted},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("level", LEVELS)
def test_environment_chooses_the_level(level: str) -> None:
    assert level_in_a_process(level).stdout.split() == [level]


def test_highest_level_by_default() -> None:
    assert LEVELS[0] == "baseline"
    assert level_in_a_process("").stdout.split() == [LEVELS[-1]]
    assert levels.simd_level() in LEVELS


@pytest.mark.parametrize("level", ["sse9", "AVX2"])
def test_unknown_level(level: str) -> None:
    result = level_in_a_process(level)
    assert result.returncode != 0
    assert f"ImportError: SEPAX_SIMD is '{level}': this machine" in result.stderr
