"""How far segments, capsules and rounded boxes are apart, and discs from these, as lanes find it.

What is exactly true of two shapes is in test_distance.py; here arrays give the bits of single
shapes, every level those of all others, and lanes nearly all of them.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from crowds import CROWDS, crowd
from families import Pair, Shape
from judges import Exact, check, first_fault
from proxies import capsule, disc_by_box, near_pairs, records_of, scene
from questions import QUESTIONS, check_rows
from test_simd import MEETS, UNCERTAIN, Bytes, Floats, rows_of, run
from verdicts import judged

import sepax
from sepax import Circle, Polygon, Segment

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


@pytest.mark.parametrize("scene", SCENES)
def test_exactly(scene: str) -> None:
    """What single shapes say is true: at ties, where they cross, and at ends."""
    cases: list[Pair] = list(zip(*(crowd(scene, 60, seed) for seed in (3, 4)), strict=True))
    cases += [(a, Circle(b.vertices[0], b.radius)) for a, b in cases]
    check(
        [Exact(a, b) for a, b in cases],
        lambda pair: first_fault([judged(verb)(pair) for verb in ("distance", "nearest_points")]),
    )


# Verdicts of lanes ----------------------------------------------------------------------


def measure(cases: list[Pair]) -> tuple[Floats, Bytes]:
    one, other = zip(*cases, strict=True)
    return run("round distances", rows_of(one), rows_of(other))


def check_measured(cases: list[Pair], most_open: float) -> None:
    distances, verdicts = measure(cases)
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
    check_measured(near_pairs(kind, "lanes", ROWS, 1.0, 0.0), 0.36)


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
    distances, verdicts = measure(cases)
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


@pytest.mark.parametrize("turn", [None, 0.0, np.pi / 2])
def test_lanes_find_nearly_all_distances_of_boxes(turn: float | None) -> None:
    """At any angle, and along the axes of coordinates."""
    a, b = scene(seed=1), scene(seed=2)
    if turn is not None:
        a.set_poses(a.positions, turn * (np.arange(len(a)) % 2))
        b.set_poses(b.positions, turn * (np.arange(len(a)) // 2 % 2))
    found, _ = run("distances", records_of(a), records_of(b))
    apart = ~sepax.intersects(a, b)
    assert np.count_nonzero(np.isnan(found[apart])) < 0.05 * len(a)
    certain = apart & ~np.isnan(found)
    assert found[certain] == pytest.approx(sepax.distance(a, b)[certain], rel=1e-9)
