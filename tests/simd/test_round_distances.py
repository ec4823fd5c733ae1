"""How far segments, capsules and rounded boxes are apart, and discs from these, as lanes find it.

What is exactly true of two shapes is in test_distance.py; here arrays give the bits of single
shapes, every level those of all others, and lanes nearly all of them.
"""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from crowds import CROWDS, crowd
from families import Pair, Shape
from judges import Exact, check, first_fault
from proxies import capsule, disc_by_box, near_pairs
from questions import QUESTIONS, check_rows
from test_simd import APART, LEVELS, MEETS, UNCERTAIN, Bytes, Floats, Index
from verdicts import judged

import sepax
from sepax import Circle, Polygon, Segment, ShapeArray
from sepax._core.simd import levels

ROWS = 1100  # more than are classified at once

SCENES = [name for name in CROWDS if "strokes" in name]
BOXES = [
    "boxes and slivers", "boxes on a lattice", "boxes and slivers away", "boxes of all sizes",
]  # fmt: skip


def check_verb(verb: str, shapes: list[Shape], others: list[Shape]) -> None:
    check_rows(QUESTIONS[verb], list(zip(shapes, others, strict=True)))


@pytest.mark.parametrize("verb", ["distance", "nearest_points"])
@pytest.mark.parametrize("scene", SCENES)
def test_with_discs(scene: str, verb: str) -> None:
    """At ends and feet, by points and by circles."""
    shapes = crowd(scene, ROWS, 1)
    source = random.Random(7)
    others: list[Shape] = []
    for shape in crowd(scene, ROWS, 2):
        place = shape.vertices[source.randrange(2)] if source.random() < 0.5 else shape.position
        others.append(Circle(place, source.choice([0.0, shape.radius])))
    check_verb(verb, shapes, others)


def discs_by(shapes: list[Shape], seed: int) -> list[Shape]:
    """Return discs and points beside boxes, some straight ahead of a side or a corner."""
    source = random.Random(seed)
    found: list[Shape] = []
    for shape in shapes:
        corner = shape.vertices[source.randrange(4)]
        way = shape.vertices[source.randrange(4)] - corner
        size = float(np.abs(shape.vertices - shape.position).max())
        off = source.choice([0.0, 1e-16, 1e-9, 1e-7, 1e-6, 0.3]) * size * source.uniform(-1, 1)
        place = corner + way * source.choice([1.0, 2.0, -1.0, source.uniform(-2, 2)]) + off
        radius = source.choice([0.0, size * 0.5, size * source.random()])
        found.append(Circle((float(place[0]), float(place[1])), radius))
    return found


@pytest.mark.parametrize("scene", BOXES)
def test_discs_and_boxes(scene: str) -> None:
    shapes = crowd(scene, ROWS, 1)
    check_verb("distance", discs_by(shapes, 2), shapes)
    others = [Circle(shape.position, 0.25) for shape in crowd(scene, ROWS, 3)]
    check_verb("distance", list[Shape](others), shapes)


def rounded(scene: str, seed: int) -> list[Shape]:
    return crowd(f"rounded {scene}", ROWS, seed)


def test_rounded_boxes_in_new_poses() -> None:
    """Cores and radii are those of the poses that were set last, and of the rows taken."""
    shapes, others = (rounded("boxes", seed) for seed in (1, 2))
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    places = np.random.default_rng(3).random((ROWS, 2)) * 4.0
    a.set_poses(places, places[:, 0])
    b.set_poses(places[:9] + 1.5, 0.3, where=np.arange(9))
    moved = ShapeArray.concatenate([a[7:40], a[:7]])
    for one, other in ((a, b), (moved, b[:40]), (a[::-1], b)):
        expected = [sepax.distance(x, y) for x, y in zip(one, other, strict=True)]
        assert sepax.distance(one, other).tolist() == expected


def test_rounded_rectangles_of_other_kinds() -> None:
    """About other places than their position, or with sides along no axis: without lanes."""
    source = random.Random(5)
    corners = [(-1.0, -0.5), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5)]
    rings = [corners, [(x + 3.0, y) for x, y in corners], [(x - y, x + y) for x, y in corners]]
    shapes: list[Shape] = []
    for k in range(300):
        place = source.uniform(-3, 3), source.uniform(-3, 3)
        angle, radius = source.uniform(-4, 4), source.uniform(0.1, 0.5)
        shapes.append(Polygon(rings[k % 3], position=place, angle=angle, radius=radius))
    check_verb("distance", shapes, shapes[::-1])
    check_verb("distance", shapes[::3], shapes[1::3])


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e9])
@pytest.mark.parametrize("kind", ["segments", "disc and segment", "rounded boxes"])
def test_pairs_that_nearly_touch(kind: str, offset: float) -> None:
    cases = near_pairs(kind, "distances", ROWS, 1.0, offset)
    check_verb("distance", *(list(side) for side in zip(*cases, strict=True)))


@pytest.mark.parametrize("scene", SCENES)
def test_exactly(scene: str) -> None:
    """What single shapes say is true: at ties, where they cross, and at ends."""
    cases: list[Pair] = list(zip(*(crowd(scene, 150, seed) for seed in (3, 4)), strict=True))
    cases += [(a, Circle(b.vertices[0], b.radius)) for a, b in cases]
    check(
        [Exact(a, b) for a, b in cases],
        lambda pair: first_fault([judged(verb)(pair) for verb in ("distance", "nearest_points")]),
    )


# Verdicts of lanes ----------------------------------------------------------------------

KINDS = [
    ("segments", "segments"),
    ("discs", "segments"),
    ("discs", "boxes"),
    ("rounded boxes", "rounded boxes"),
]


Side = tuple[str, Floats, Floats]


def record_of_box(box: Shape) -> list[float]:
    """Return position, cosine, sine, half sizes, bounding radius and skew, as of boxes.pxd."""
    cosine, sine = Segment((0, 0), (1, 0), angle=box.angle).end
    x, y = np.abs(box.local_vertices).max(0).tolist()
    reach = 1.000001 * (math.hypot(x, y) + box.radius)
    return [*box.position, cosine, sine, x, y, reach, 0.0]


def rows_of(shapes: list[Shape]) -> Side:
    """Return the kind of shapes, the rows of segments or records of others, and their radii.

    Of a pose that does nothing the local points are the points.
    """
    radii = np.array([shape.radius for shape in shapes])
    if isinstance(shapes[0], Polygon):
        kind = "rounded boxes" if np.any(radii > 0.0) else "boxes"
        return kind, np.array([record_of_box(shape) for shape in shapes]), radii
    rows = np.zeros((len(shapes), 8))
    points = np.array([shape.vertices for shape in shapes])
    if len(points[0]) == 1:
        rows[:, :2] = points[:, 0]
        return "discs", rows, radii
    rows[:, 2] = 1.0
    rows[:, 4:6], rows[:, 6:8] = points[:, :, 0], points[:, :, 1]
    return "segments", rows, radii


def sides_of(cases: list[Pair]) -> tuple[Side, Side]:
    return rows_of([a for a, _ in cases]), rows_of([b for _, b in cases])


def measure(
    a: Side, b: Side, i: Index | None = None, j: Index | None = None
) -> tuple[Floats, Bytes]:
    """Return distances, NaN where uncertain, and the verdicts; the same at every level."""
    count = max(len(a[1]), len(b[1])) if i is None else len(i)
    results = []
    for level in LEVELS:
        distances, verdicts = np.full(count, 77.0), np.full(count, 255, dtype=np.uint8)
        first, second = (
            levels._Side(rows, index, kind, radii=radii)
            for (kind, rows, radii), index in ((a, i), (b, j))
        )
        doubts = levels._run("round distances", level, first, second, verdicts, distances)
        assert doubts == np.count_nonzero(verdicts == UNCERTAIN)
        assert set(verdicts.tolist()) <= {APART, MEETS, UNCERTAIN}
        results.append((np.where(verdicts == UNCERTAIN, np.nan, distances), verdicts))
    for distances, verdicts in results[1:]:
        assert distances.tobytes() == results[0][0].tobytes()
        assert np.array_equal(verdicts, results[0][1])
    return results[0]


def check_measured(cases: list[Pair], most_open: float) -> None:
    distances, verdicts = measure(*sides_of(cases))
    expected = np.array([sepax.distance(a, b) for a, b in cases])
    certain = verdicts != UNCERTAIN
    assert distances[certain].tobytes() == expected[certain].tobytes()
    assert np.array_equal(verdicts[certain] == MEETS, expected[certain] == 0.0)
    assert np.count_nonzero(~certain) <= most_open * len(cases)


@pytest.mark.parametrize(
    ("scene", "most_open"),
    [
        ("strokes", 0.0),
        ("strokes on a lattice", 0.12),
        ("strokes far away", 0.0),
        ("strokes of all sizes", 0.1),
        ("extreme strokes", 0.51),
    ],
)
def test_lanes_are_certain(scene: str, most_open: float) -> None:
    """All but what touches, or is as small as squares that underflow."""
    shapes, others = (crowd(scene, ROWS, seed) for seed in (5, 6))
    check_measured(list(zip(shapes, others, strict=True)), most_open)
    discs: list[Shape] = [Circle(shape.vertices[0], shape.radius) for shape in others]
    check_measured(list(zip(shapes, discs, strict=True)), most_open)
    check_measured(list(zip(discs, shapes, strict=True)), most_open)


@pytest.mark.parametrize(("scene", "most_open"), [("boxes", 0.15), ("boxes away", 0.15)])
def test_lanes_measure_rounded_boxes(scene: str, most_open: float) -> None:
    """All that are apart, but for sides that are parallel and no axes."""
    shapes, others = (rounded(scene, seed) for seed in (5, 6))
    cases = [(a, b) for a, b in zip(shapes, others, strict=True) if not a.intersects(b)]
    assert len(cases) > 100
    check_measured(cases, most_open)


@pytest.mark.parametrize(
    ("scene", "open_at_random", "open_at_ties"),
    [
        ("boxes and slivers", 0.0, 0.56),
        ("boxes on a lattice", 0.21, 0.63),
        ("boxes and slivers away", 0.0, 0.52),
    ],
)
def test_lanes_separate_discs_from_boxes(
    scene: str, open_at_random: float, open_at_ties: float
) -> None:
    """All but what is ahead of the end of a side but for rounding."""
    shapes = crowd(scene, ROWS, 5)
    away: list[Shape] = [Circle(shape.position, 0.1) for shape in crowd(scene, ROWS, 6)]
    for discs, most_open in ((away, open_at_random), (discs_by(shapes, 7), open_at_ties)):
        cases = [(a, b) for a, b in zip(discs, shapes, strict=True) if not a.intersects(b)]
        check_measured(cases, most_open)
        check_measured([(b, a) for a, b in cases], most_open)


@pytest.mark.parametrize("kind", ["segments", "disc and segment"])
def test_what_nearly_touches_is_left(kind: str) -> None:
    check_measured(near_pairs(kind, "lanes", ROWS, 1.0, 0.0), 0.23)


def test_discs_that_nearly_touch_boxes_are_left() -> None:
    source = random.Random(2)
    cases = [disc_by_box(source, 1.0, 0.0) for _ in range(ROWS)]
    check_measured(cases, 0.75)


def test_crossing_but_for_rounding_is_left() -> None:
    """An end on the line of the other segment, or beyond it by as much as is rounded."""
    source = random.Random(3)
    cases: list[Pair] = []
    for _ in range(500):
        turn, beyond = source.uniform(-4, 4), source.choice([0.0, 1e-17, 1e-16, -1e-16, 1e-15])
        bar = capsule([(-1.0, 0.0), (1.0, 0.0)], turn, (0.0, 0.0), 0.0)
        foot = source.uniform(-0.9, 0.9)
        end = foot + source.uniform(-1, 1), 1.0
        cases.append((bar, capsule([(foot, -beyond), end], turn, (0.0, 0.0), 0.0)))
    distances, verdicts = measure(*sides_of(cases))
    assert np.all(verdicts == UNCERTAIN)
    assert np.all(np.isnan(distances))


def test_ways_whose_squares_underflow() -> None:
    """From end to end, of segments just long enough for squares."""
    source = random.Random(4)
    cases: list[Pair] = []
    for _ in range(6000):
        size, step = 1.02e-140, 0.9 * 2.0**-511  # little more than what is rounded of the size
        way = step * source.uniform(1, 2), step * source.uniform(1, 2)
        back, on = (-size, -size * source.random()), (size, size * source.random())
        cases.append((Segment(back, (0.0, 0.0)), Segment(way, on)))
    check_measured(cases, 1.0)


def test_levels_agree_on_any_numbers() -> None:
    random = np.random.default_rng(7)
    special = [0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324, 1e-290, 1e-100, 2.0**240, -(2.0**240)]
    for kinds in [*KINDS, *((b, a) for a, b in KINDS[1:])]:
        a, b = random.normal(size=(2, 20_000, 8))
        for rows in (a, b):
            places = random.random(rows.shape) < 0.03
            rows[places] = random.choice(special, np.count_nonzero(places))
        radii = random.random(20_000)
        measure((kinds[0], a, radii), (kinds[1], b, radii))


@pytest.mark.parametrize("count", [*range(1, 12), 31, 32, 33, 65])
def test_every_length_and_form(count: int) -> None:
    a, b = (rows_of(crowd("strokes", count, seed)) for seed in (1, 2))
    expected = measure(a, b)[0]
    i, first = np.arange(count, dtype=np.intp), np.zeros(count, dtype=np.intp)
    for found in (measure(a, b, i, i), measure(a, b, i), measure(a, b, None, i)):
        assert found[0].tobytes() == expected.tobytes()
    one = a[0], a[1][:1].copy(), a[2][:1].copy()
    assert measure(one, b)[0].tobytes() == measure(a, b, first, i)[0].tobytes()
    assert measure(b, one)[0].tobytes() == measure(b, a, i, first)[0].tobytes()


def test_what_rows_must_be() -> None:
    rows, radii, out = np.zeros((3, 8)), np.zeros(3), np.zeros(3, np.uint8)
    numbers = np.zeros(3)
    with pytest.raises(ValueError, match="3 rows and 2 radii"):
        levels._Side(rows, kind="discs", radii=radii[:2])
    side = levels._Side(rows, kind="discs", radii=radii)
    with pytest.raises(ValueError, match="3 verdicts and 2 numbers"):
        levels._run("round distances", LEVELS[0], side, side, out, numbers[:2])
