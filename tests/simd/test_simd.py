"""The lanes that judge many pairs: the same bytes at every level, and never a wrong verdict."""

from __future__ import annotations

import itertools
import math
import os
import random
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from crowds import crowd
from families import Pair, Shape, box, pairs
from rounded import ALL_PAIRS

import sepax
from sepax import Circle, Polygon, Segment
from sepax._core.arrays import block
from sepax._core.simd import levels

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]
Index = npt.NDArray[np.intp]
Rows = tuple[str, Floats, Floats]  # the kind of shapes, points or records, and radii

LEVELS = levels._levels()
KINDS = ("boxes", "shapes", "cores", "edges")
APART, MEETS, UNCERTAIN = 0, 1, 2
NO_EDGE, EDGE_UNCERTAIN = 8, 9
# What loops may say, by their names: those of verdicts alone, and those of numbers.
VERDICTS = {
    "boxes": {APART, MEETS, UNCERTAIN},
    "shapes": {APART, MEETS, UNCERTAIN},
    "cores": {APART, MEETS, UNCERTAIN},
    "edges": {*range(10)},
    "areas": {MEETS, UNCERTAIN},
    "shares": {MEETS, UNCERTAIN},
    "distances": {APART, UNCERTAIN},
    "round distances": {APART, MEETS, UNCERTAIN},
}
ROUND = [
    ("segments", "segments"), ("discs", "segments"), ("segments", "discs"), ("discs", "boxes"),
    ("boxes", "discs"), ("rounded boxes", "rounded boxes"),
]  # fmt: skip
LOOPS = [(loop, ("", "")) for loop in VERDICTS if loop != "round distances"]
LOOPS += [("round distances", kinds) for kinds in ROUND]
every_loop = pytest.mark.parametrize(("loop", "kinds"), LOOPS)
BEYOND = 9  # places behind the answers


def frames(shapes: Sequence[Shape]) -> Floats:
    out = np.empty((len(shapes), 8))
    block._read_records(list(shapes), out)
    return out


def rows_of(shapes: Sequence[Shape]) -> Rows:
    """Return the kind of shapes, the rows of segments or records of others, and their radii.

    Of a pose that does nothing the local points are the points.
    """
    radii = np.array([shape.radius for shape in shapes])
    if isinstance(shapes[0], Polygon):
        kind = "rounded boxes" if np.any(radii > 0.0) else "boxes"
        return kind, np.array([_record_of_box(shape) for shape in shapes]), radii
    rows = np.zeros((len(shapes), 8))
    points = np.array([shape.vertices for shape in shapes])
    if len(points[0]) == 1:
        rows[:, :2] = points[:, 0]
        return "discs", rows, radii
    rows[:, 2] = 1.0
    rows[:, 4:6], rows[:, 6:8] = points[:, :, 0], points[:, :, 1]
    return "segments", rows, radii


def _record_of_box(box: Shape) -> list[float]:
    """Return position, cosine, sine, half sizes, bounding radius and skew, as of boxes.pxd."""
    cosine, sine = Segment((0, 0), (1, 0), angle=box.angle).end
    x, y = np.abs(box.local_vertices).max(0).tolist()
    reach = 1.000001 * (math.hypot(x, y) + box.radius)
    return [*box.position, cosine, sine, x, y, reach, 0.0]


def _side(rows: Floats | Rows, index: Index | None) -> levels._Side:
    if isinstance(rows, tuple):
        return levels._Side(rows[1], index, rows[0], radii=rows[2])
    return levels._Side(rows, index)


def run(
    loop: str,
    a: Floats | Rows,
    b: Floats | Rows,
    i: Index | None = None,
    j: Index | None = None,
) -> tuple[Floats, Bytes]:
    """Run a loop at every level; return what all of them say: numbers, NaN where uncertain.

    With one index alone, the rows without one go along.
    """
    counts = [len(rows[1] if isinstance(rows, tuple) else rows) for rows in (a, b)]
    index = j if i is None else i
    count = max(counts) if index is None else len(index)
    unknown = EDGE_UNCERTAIN if loop == "edges" else UNCERTAIN
    results = []
    for level in LEVELS:
        numbers, verdicts = np.full(count + BEYOND, 77.0), np.full(count + BEYOND, 77, np.uint8)
        written = [verdicts[:count], numbers[:count]][: 1 if loop in KINDS else 2]
        doubts = levels._run(loop, level, _side(a, i), _side(b, j), *written)
        assert np.all(numbers[count:] == 77.0)
        assert np.all(verdicts[count:] == 77)
        verdicts = verdicts[:count]
        assert set(verdicts.tolist()) <= VERDICTS[loop]
        assert doubts == np.count_nonzero(verdicts == unknown)
        results.append((np.where(verdicts == unknown, np.nan, numbers[:count]), verdicts))
    for level, found in zip(LEVELS, results, strict=True):
        assert bits_of(found) == bits_of(results[0]), f"{level} differs from {LEVELS[0]}"
    return results[0]


def bits_of(found: tuple[Floats, Bytes]) -> bytes:
    return found[0].tobytes() + found[1].tobytes()


def classify(
    loop: str, a: Floats, b: Floats, i: Index | None = None, j: Index | None = None
) -> Bytes:
    return run(loop, a, b, i, j)[1]


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
    b = Polygon.box(2 * half_width, 2 * half_height, position=place, angle=angle)
    return (a, b) if source.random() < 0.5 else (b, a)


# What is certain is true ----------------------------------------------------------------


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    cases = pairs(family)
    for kind in ("boxes", "shapes", "cores"):
        check_verdicts(classify_pairs(kind, cases), cases)
    check_edges(classify_pairs("edges", cases), cases)


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e9, 1e15])
def test_boxes_side_by_side(offset: float) -> None:
    source = random.Random(offset)
    gaps = [0.0] + [sign * 10.0**e for sign in (-1, 1) for e in (-17, -16, -15, -14, -12, -7)]
    cases: list[Pair] = []
    while len(cases) < 1500:
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
    """Every box of a lattice with every other: most of them near or touching some."""
    source = random.Random("lattice")
    shapes: list[Shape] = []
    for _ in range(300):
        x, y = source.randint(0, 10), source.randint(0, 10)
        width, height = source.randint(1, 6), source.randint(1, 6)
        c, s = math.cos(angle), math.sin(angle)
        turn = angle + source.choice([0.0, math.pi / 2, math.pi / 4])
        shapes.append(
            Polygon.box(width, height, position=(x * c - y * s, x * s + y * c), angle=turn)
        )
    cases = list(itertools.product(shapes, shapes))
    verdicts = classify_pairs("boxes", cases)
    check_verdicts(verdicts, cases)
    assert np.count_nonzero(verdicts == UNCERTAIN) < len(cases) / 8
    touching = [sepax.intersects(a, b) != sepax.intersects(a, b, touching=False) for a, b in cases]
    assert angle or touching.count(True) > 300


def test_random_boxes_are_never_uncertain() -> None:
    source = random.Random("doubt")
    shapes: list[Shape] = [box(source, 1.0, 4.0) for _ in range(300)]
    cases: list[Pair] = list(itertools.permutations(shapes, 2))
    verdicts = classify_pairs("boxes", cases)
    assert not np.any(verdicts == UNCERTAIN)
    check_verdicts(verdicts, cases)
    assert np.array_equal(classify_pairs("shapes", cases), verdicts)
    edges = classify_pairs("edges", cases)
    assert np.array_equal(edges == NO_EDGE, verdicts == APART)
    assert np.count_nonzero(edges == EDGE_UNCERTAIN) < 3


def test_parallelograms_are_no_boxes() -> None:
    rhombus = Polygon([(2, 0), (0, 1), (-2, 0), (0, -1)])
    beyond = Polygon.box(1, 1, position=(1.6, 1.1))
    assert not rhombus.intersects(beyond)
    cases: list[Pair] = [(rhombus, beyond), (beyond, rhombus), (rhombus, rhombus.copy())]
    assert classify_pairs("boxes", cases).tolist() == [UNCERTAIN] * 3
    assert classify_pairs("edges", cases).tolist() == [EDGE_UNCERTAIN] * 3
    check_verdicts(classify_pairs("shapes", cases), cases)


def test_circles_decide_for_shapes_that_are_no_boxes() -> None:
    a, b = Polygon.regular(5, 1.0), Polygon.regular(8, 1.0, position=(0.5, 0.5))
    far, circle = Polygon.regular(3, 1.0, position=(3, 0)), Circle((0, 1.5), 1.0)
    near, thin = Polygon.regular(5, 1.0, position=(1.85, 0)), Polygon.box(9, 0.1)
    cases: list[Pair] = [(a, b), (a, far), (a, circle), (a, near), (thin, a), (thin, circle)]
    expected = [MEETS, APART, MEETS, UNCERTAIN, MEETS, UNCERTAIN]
    assert classify_pairs("shapes", cases).tolist() == expected
    assert classify_pairs("boxes", cases).tolist() == [UNCERTAIN] * len(cases)


# Every level says the same --------------------------------------------------------------


@every_loop
def test_levels_agree_on_any_numbers(loop: str, kinds: tuple[str, str]) -> None:
    random = np.random.default_rng(5)
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324, 1e-290, 1e-100, 2.0**240, -(2.0**240)]
    a, b = random.normal(size=(2, 20_000, 8))
    for side in (a, b):
        places = random.random(side.shape) < 0.04
        side[places] = random.choice(special, np.count_nonzero(places))
    radii = random.random(20_000)
    sides = ((kinds[0], a, radii), (kinds[1], b, radii)) if kinds[0] else (a, b)
    numbers, _ = run(loop, *sides)
    if loop == "distances":
        finite = np.isfinite(a).all(1) & np.isfinite(b).all(1)
        assert np.all(np.isnan(numbers[~finite]))
        assert not np.any(np.isinf(numbers))


CROWD_OF = {"segments": "strokes", "": "boxes"}


@every_loop
@pytest.mark.parametrize("count", [*range(1, 12), 31, 32, 33, 63, 64, 65, 97])
def test_every_length_and_form(loop: str, kinds: tuple[str, str], count: int) -> None:
    """Elementwise, indexed and one-to-many are the same pairs in other words."""
    a, b = (crowd(CROWD_OF.get(kind, kind), count, k) for k, kind in enumerate(kinds))
    read = rows_of if kinds[0] else frames
    x, y, one, other = (read(shapes) for shapes in (a, b, a[:1], b[:1]))
    i, first = np.arange(count, dtype=np.intp), np.zeros(count, dtype=np.intp)
    expected = run(loop, x, y)
    for index in ((i, i), (i, None), (None, i)):
        assert bits_of(run(loop, x, y, *index)) == bits_of(expected)
    numbers, verdicts = run(loop, x, y, i[::-1].copy(), i[::-1].copy())
    assert bits_of((numbers[::-1], verdicts[::-1])) == bits_of(expected)
    assert bits_of(run(loop, one, y)) == bits_of(run(loop, x, y, first, i))
    assert bits_of(run(loop, x, other)) == bits_of(run(loop, x, y, i, first))


def test_what_rows_must_be() -> None:
    rows, radii, out = np.zeros((3, 8)), np.zeros(3), np.zeros(3, np.uint8)
    with pytest.raises(ValueError, match="3 rows and 2 radii"):
        levels._Side(rows, kind="discs", radii=radii[:2])
    side = levels._Side(rows, kind="discs", radii=radii)
    with pytest.raises(ValueError, match="3 verdicts and 2 numbers"):
        levels._run("round distances", LEVELS[0], side, side, out, np.zeros(2))


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
