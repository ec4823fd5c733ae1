"""Areas of shapes on a lattice, where ties are exact, and of shapes of very different sizes.

Checked by regions.py: in floats first, and with many digits where these differ.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from random import Random

import lattice
import numpy as np
import pytest
from lattice import WITH_AREA, Figure
from regions import DIGITS, FLOATS, PRECISE, Arithmetic, Measures, Part, part_of, region

import sepax
from sepax import Capsule, Circle, Compound, Polygon, Segment, Shape

CLOSE = 1e-12  # of sizes of a few units
EPS = 2.0**-53
PAIRS_OF_KINDS = list(itertools.combinations_with_replacement(WITH_AREA, 2))


def parts_of(shape: Shape | Compound, by: Arithmetic) -> list[Part]:
    parts: Iterable[Shape] = shape.parts if isinstance(shape, Compound) else [shape]
    return [part_of(part, by) for part in parts]


def measured(*shapes: Shape | Compound, by: Arithmetic) -> Measures:
    """What the shapes share."""
    return region([parts_of(shape, by) for shape in shapes], by)


def judge_area(found: float, *shapes: Shape | Compound) -> None:
    if abs(found - measured(*shapes, by=FLOATS).area) > CLOSE:
        assert abs(found - measured(*shapes, by=PRECISE).area) <= CLOSE, shapes


def judge_share(a: Shape | Compound, b: Shape | Compound) -> float:
    """Shared area and IoU of two shapes, whichever way round."""
    shared, share = sepax.overlap_area(a, b), sepax.iou(a, b)
    assert shared == sepax.overlap_area(b, a)
    assert share == sepax.iou(b, a)
    assert 0.0 <= share <= 1.0
    assert (shared > 0.0) == (share > 0.0) == sepax.intersects(a, b, touching=False)
    assert shared <= min(a.area, b.area) * (1.0 + 8 * EPS)
    judge_area(shared, a, b)
    assert share == pytest.approx(shared / (a.area + b.area - shared), abs=CLOSE)
    return float(shared)


# --- single shapes ----------------------------------------------------------------


@pytest.mark.parametrize("kinds", PAIRS_OF_KINDS, ids=lambda kinds: f"{kinds[0]}, {kinds[1]}")
def test_single_shapes(kinds: tuple[str, str]) -> None:
    """However they are written, at whatever quarter turn."""
    source = Random(f"{kinds}")
    for _ in range(50):
        one, other = lattice.pair(source, *kinds)
        a, b = one.shape(), other.shape()
        area = judge_share(a, b)
        ways = list(itertools.product(lattice.spellings(one), lattice.spellings(other)))
        for p, q in source.sample(ways, min(len(ways), 12)):
            assert sepax.overlap_area(p, q) == pytest.approx(area, abs=CLOSE), (p, q)
        for quarters in range(1, 4):
            p, q = lattice.posed(one, quarters), lattice.posed(other, source.randrange(4))
            assert sepax.overlap_area(p, q) == pytest.approx(area, abs=CLOSE), (one, other)
            p, q = one.turned(quarters).shape(), other.turned(quarters).shape()
            assert sepax.overlap_area(p, q) == pytest.approx(area, abs=CLOSE), (one, other)


def upright() -> list[tuple[Shape, Shape, float]]:
    pill = Capsule((0, 0), (0, 10), 1)
    disc, half = Circle((0, 0), 1), math.pi / 2
    lens = 2 * math.acos(0.25) - 0.25 * math.sqrt(3.75)
    squares = [(1, -1), (1, 1), (-1, 1), (-1, -1)]
    return [
        (pill, Polygon.box(100, 100), 20 + math.pi),
        (pill, Capsule((0, 10), (0, 0), 1), 20 + math.pi),
        (pill, Capsule((0.5, 0), (0.5, 10), 1), 15 + lens),
        (pill, Circle((0, 5), 1), math.pi),
        (pill, Circle((0, 10), 1), math.pi),
        *((disc, Polygon(squares[k:] + squares[:k]), math.pi) for k in range(4)),
        *((disc, Polygon.box(2, 2, angle=k * half), math.pi) for k in range(4)),
        (disc, Circle((0, -0.5), 0.5), math.pi / 4),
    ]


@pytest.mark.parametrize(("a", "b", "area"), upright())
def test_upright_shapes(a: Shape, b: Shape, area: float) -> None:
    assert judge_share(a, b) == pytest.approx(area, rel=1e-15)


def test_vertices_that_rounding_makes_one() -> None:
    source = Random(1)
    merged = 0
    for _ in range(10):
        turns = sorted(source.uniform(0, 2 * math.pi) for _ in range(5))
        turns.insert(1, turns[0] + 1e-9)
        a = Polygon([(math.cos(t), math.sin(t)) for t in turns], radius=source.choice([0.0, 0.5]))
        a.set_pose(1e8, -1e8, source.uniform(-3, 3))
        b = Circle((1e8 + source.uniform(-1, 1), source.uniform(-1, 1) - 1e8), 0.75)
        merged += len(np.unique(a.vertices, axis=0)) < 6
        both = Compound([a, b])
        assert a.overlap_area(b) == pytest.approx(float(measured(a, b, by=PRECISE).area), abs=1e-13)
        assert both.area == pytest.approx(float(measured(both, by=PRECISE).area), abs=1e-7)
    assert merged > 5


def test_faces_that_overlap_by_a_last_bit() -> None:
    """A tip at a face: rounding turned the face by so little, and it is nearly upright."""
    face = Figure(((0.0, -1.0), (0.5, -1.0), (0.5, -0.25), (0.0, -0.25)), 0.5)
    tip = Figure(((-3.75, -0.25), (-1.5, -0.25)), 1.0)
    overlapping = 0
    # Beyond a whole turn: the quarters of the first are exact.
    for quarters in itertools.product(range(5, 9), repeat=2):
        a, b = (lattice.posed(*one) for one in zip((face, tip), quarters, strict=True))
        area = a.overlap_area(b)
        overlapping += area > 0.0
        assert (area > 0.0) == a.intersects(b, touching=False)
        assert area == pytest.approx(float(measured(a, b, by=PRECISE).area), rel=1e-9, abs=0.0)
    assert overlapping > 4


def test_suppression_of_the_disc_at_the_end_of_a_capsule() -> None:
    shapes: list[Shape] = [Capsule((0, 0), (0, 1), 1), Circle((0, 1), 1)]
    assert sepax.nms(shapes, [2, 1], 0.5).tolist() == [0]


# --- compounds --------------------------------------------------------------------


def heap(source: Random) -> list[Figure]:
    """Parts that overlap, touch or are alike, sometimes over a row of cells."""
    made = lattice.parts(source, source.randint(2, 5))
    if source.random() < 0.3:
        spots = list(itertools.product(range(source.randint(1, 4)), range(source.randint(1, 3))))
        made = made[:2] + lattice.cells(spots, source.choice([0.5, 1.0]), source.randrange(3))
    return made


@pytest.mark.parametrize("seed", range(6))
def test_compounds(seed: int) -> None:
    source = Random(seed)
    for _ in range(8):
        figures = heap(source)
        a, b = lattice.compound(figures), lattice.compound(heap(source))
        judge_area(a.area, a)
        judge_share(a, b)
        judge_share(a, b.parts[0])
        backwards = lattice.compound(figures[::-1])
        assert backwards.area == pytest.approx(a.area, abs=CLOSE)
        assert backwards.overlap_area(b) == pytest.approx(a.overlap_area(b), abs=CLOSE)


def judge_moments(shape: Compound) -> None:
    for by in (FLOATS, PRECISE):
        found = measured(shape, by=by)
        x, y = float(found.x / found.area), float(found.y / found.area)
        second = float(found.squares) - float(found.area) * (x * x + y * y)
        right = shape.centroid == pytest.approx((x, y), abs=CLOSE)
        if right and shape.second_moment == pytest.approx(second, rel=CLOSE):
            return
    pytest.fail(
        f"{shape.centroid} and {shape.second_moment} for {(x, y)} and {second}: {shape.parts}"
    )


def test_moments_of_compounds() -> None:
    """Those of the union, at any pose."""
    source = Random(8)
    for k in range(40):
        shape = lattice.compound(heap(source))
        if k % 2:
            shape.set_pose(*(source.uniform(-2, 2) for _ in range(3)))
        judge_moments(shape)
    three = Compound([Polygon.box(2, 2, position=(x, 2)) for x in (2, 3, 4)])
    assert three.centroid == (3.0, 2.0)
    assert three.second_moment == pytest.approx(8 * (4**2 + 2**2) / 12)
    outline = Compound([Polygon.box(2, 2, position=(x, 2)) for x in (1, 3)])
    assert outline.centroid == (2.0, 2.0)
    assert outline.second_moment == pytest.approx(8 * (4**2 + 2**2) / 12)
    assert Compound([Segment((0, 0), (2, 0))]).second_moment == 0.0


def test_thin_lenses() -> None:
    """Discs that overlap by a few units of the last place share what they share, to six digits."""
    disc = Circle((0, 0), 1)
    for units in range(1, 30):
        other = Circle((1.2 - units * EPS, 1.6), 1)
        expected = float(measured(disc, other, by=PRECISE).area)
        assert disc.overlap_area(other) == pytest.approx(expected, rel=1e-6, abs=0.0)


def test_a_thin_overlap_of_parts_that_overlap() -> None:
    """What two parts share with another shape is no less than what one of them shares."""
    disc = Circle((0, 0), 1)
    place = (math.nextafter(1.2, 0), 1.6)
    while not disc.intersects(other := Circle(place, 1), touching=False):
        place = (math.nextafter(place[0], 0), 1.6)
    both = Compound([other, Capsule(place, (3, 4), 1)])
    area = both.overlap_area(disc)
    assert 0.0 < disc.overlap_area(other) <= area
    assert area == pytest.approx(float(measured(both, disc, by=PRECISE).area), rel=1e-6, abs=0.0)


def test_cells_over_a_row() -> None:
    row = Polygon.box(4, 1, position=(2, 0.5))
    cells = [Polygon.box(1, 1, position=(x + 0.5, 0.5)) for x in range(4)]
    disc = Circle((2.75, 0.25), 0.25)
    assert Compound([row, *cells]).overlap_area(disc) == pytest.approx(math.pi / 16, rel=1e-14)


# --- very different sizes ---------------------------------------------------------

KINDS = ["circle", "capsule", "rounded box", "rounded polygon", "box"]


def shape_of(source: Random, kind: str, size: float) -> Shape:
    radius = size * source.choice([1.0, 0.5, 0.1, 1e-3])
    angle = source.uniform(-4, 4)
    if kind == "circle":
        return Circle((0, 0), size)
    if kind == "capsule":
        return Capsule((0, 0), (size * math.cos(angle), size * math.sin(angle)), radius)
    if kind == "rounded polygon":
        turns = [source.uniform(k, k + 1) for k in range(6)]
        ring = [(size * math.cos(turn), size * math.sin(turn)) for turn in turns]
        return Polygon(ring, radius=radius, angle=angle)
    radius = 0.0 if kind == "box" else radius
    return Polygon.box(size, size * source.uniform(0.1, 1), angle=angle, radius=radius)


def put_in(source: Random, small: Shape, large: Shape, size: float, depth: float) -> None:
    """Move the small shape from far away into the large one, about as deep as that."""
    angle = source.uniform(-math.pi, math.pi)
    small.position = (20 * size * math.cos(angle), 20 * size * math.sin(angle))
    (x, y), (p, q) = sepax.nearest_points(small, large)
    way = math.hypot(p - x, q - y)
    small.move((p - x) * (1 + depth / way), (q - y) * (1 + depth / way))


def graze(source: Random, small: Shape, large: Shape) -> None:
    """Part them, so that they touch but for rounding, and move one by units of the last place."""
    small.move(*(small.mtv(large) or (0.0, 0.0)))
    for _ in range(source.randrange(4)):
        x, y = (math.nextafter(c, source.choice([-1, 1]) * math.inf) for c in small.position)
        small.position = (x, y)


def judge_within_bound(a: Shape, b: Shape) -> None:
    """The error is within 2 eps L times the perimeter of what they share."""
    area = sepax.overlap_area(a, b)
    assert area == sepax.overlap_area(b, a)
    assert (area > 0.0) == sepax.intersects(a, b, touching=False)
    assert area <= min(a.area, b.area)
    if area > 0.0:
        (x0, y0, x1, y1), (x2, y2, x3, y3) = a.bounds, b.bounds
        size = max(max(x1, x3) - min(x0, x2), max(y1, y3) - min(y0, y2))
        exact = measured(a, b, by=PRECISE)
        assert abs(DIGITS.mpf(area) - exact.area) <= 2 * EPS * size * exact.perimeter, (
            a,
            b,
            float(exact.area),
            area,
        )


@pytest.mark.parametrize(
    "kinds", list(itertools.product(KINDS, repeat=2)), ids=lambda kinds: f"{kinds[0]}, {kinds[1]}"
)
def test_sizes_of_any_ratio(kinds: tuple[str, str]) -> None:
    source = Random(f"{kinds}")
    for k in range(6):
        size = 10.0 ** source.uniform(-6, 6)
        large_size = size * 10.0 ** source.uniform(0, 12)
        large, small = shape_of(source, kinds[0], large_size), shape_of(source, kinds[1], size)
        deep = [10.0 ** source.uniform(-24, -3), source.uniform(0, 2), large_size / size][k % 3]
        put_in(source, small, large, large_size, deep * size)
        if k % 2:
            graze(source, small, large)
        judge_within_bound(large, small)


def test_a_small_disc_at_the_edge_of_a_large_one() -> None:
    for radius, place, area in (
        (1e9, (931024089.979064, 364957728.9114618), 3.28e-5),
        (1e8, (41254745.1534756, -91093611.21131633), 4.50e-5),
    ):
        a, b = Circle((0, 0), radius), Circle(place, 0.01)
        judge_within_bound(a, b)
        assert a.overlap_area(b) == pytest.approx(area, rel=2e-3)
