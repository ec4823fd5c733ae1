"""Arrays of boxes alone, which are kept as frames: the bits of single shapes all the same."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from crowds import crowd
from families import Shape
from hypothesis import given
from hypothesis import strategies as st
from questions import QUESTIONS, assert_same_bits, check_rows
from test_array_motions import check_times
from test_arrays import assert_holds

import sepax
from sepax import Circle, Polygon, ShapeArray, find_pairs
from sepax._base import threads as _threads
from sepax._core.arrays import block

ROWS = 600  # more than are classified at once
SCENES = [
    "boxes", "boxes on a lattice", "boxes on a turned lattice", "boxes far away", "slender boxes",
    "parallel boxes",
]  # fmt: skip


def is_compact(array: ShapeArray) -> bool:
    return array.nbytes < 110 * len(array) + 200


def flush_inside(count: int, seed: int) -> tuple[list[Shape], list[Shape]]:
    """Return boxes and boxes inside of them at the same angle, flush with a side or a corner."""
    source = random.Random(seed)
    inner: list[Shape] = []
    outer: list[Shape] = []
    for _ in range(count):
        angle = source.uniform(-4.0, 4.0)
        c, s = math.cos(angle), math.sin(angle)
        x, y = (source.choice([1.0, 100.0]) * source.uniform(-1.0, 1.0) for _ in range(2))
        half = [source.uniform(0.5, 2.0) for _ in range(2)]
        part = [side * source.uniform(0.4, 0.9) for side in half]
        aside = half[0] - part[0]
        up = source.choice([half[1] - part[1], source.uniform(0.0, 0.5) * (half[1] - part[1])])
        place = (x + c * aside - s * up, y + s * aside + c * up)
        outer.append(Polygon.box(2 * half[0], 2 * half[1], position=(x, y), angle=angle))
        inner.append(Polygon.box(2 * part[0], 2 * part[1], position=place, angle=angle))
    return inner, outer


def test_boxes_flush_inside_of_others() -> None:
    """Whether a last bit sticks out is for exact arithmetic to say."""
    inner, outer = flush_inside(ROWS, 7)
    check_rows(QUESTIONS["collide"], list(zip(inner, outer, strict=True)))
    contacts = sepax.collide(ShapeArray(inner), ShapeArray(outer))
    assert 0.05 < contacts.a_in_b.mean() < 0.95


def leaning(count: int, seed: int) -> tuple[list[Shape], list[Shape]]:
    """Return boxes and others that stand on them, one end sunk in, one level with the face."""
    source = random.Random(seed)
    lower: list[Shape] = []
    upper: list[Shape] = []
    for _ in range(count):
        angle, offset = source.uniform(-4.0, 4.0), source.choice([0.0, 1e3, 1e6])
        c, s = math.cos(angle), math.sin(angle)
        x, y = (offset * source.uniform(0.5, 1.0) for _ in range(2))
        width, height, low = (source.uniform(0.5, 1.0) for _ in range(3))
        lean = 1e-10 * max(1.0, offset)
        up = 0.5 * (height + low - lean * width) + 4e-16 * (4.0 + offset) * source.uniform(-2, 3)
        place = (x - s * up, y + c * up)
        lower.append(Polygon.box(2.0, height, position=(x, y), angle=angle))
        upper.append(Polygon.box(width, low, position=place, angle=angle + lean))
    return lower, upper


def test_boxes_that_lean_on_others() -> None:
    """A second point counts or not by the tolerance of a single pair."""
    lower, upper = leaning(ROWS, 8)
    check_rows(QUESTIONS["collide"], list(zip(lower, upper, strict=True)))
    contacts = sepax.collide(ShapeArray(lower), ShapeArray(upper))
    assert contacts.hit.all()
    assert 0.2 < (contacts.counts == 2).mean() < 0.8


JOINED: dict[str, Callable[[ShapeArray, ShapeArray], ShapeArray]] = {
    "concatenate": lambda one, other: ShapeArray.concatenate([one, other]),
    "take": lambda one, other: ShapeArray.concatenate([one, one, other, other])[[0, 2]],
    "slice": lambda one, other: ShapeArray.concatenate([other, one, other])[1:],
    "copy": lambda one, other: copy.deepcopy(ShapeArray.concatenate([one, other])),
    "pickle": lambda one, other: pickle.loads(pickle.dumps(ShapeArray.concatenate([one, other]))),
    "shapes": lambda one, other: ShapeArray.from_shapes([one[0], other[0]]),
    "polygons": lambda one, other: ShapeArray.polygons([one.local_vertices, other.local_vertices]),
}


@pytest.mark.parametrize("sizes", [(1e-9, 1e9), (1e9, 1e-9)])
@pytest.mark.parametrize("how", JOINED)
def test_sizes_far_apart(how: str, sizes: tuple[float, float]) -> None:
    """That one box passes a filter says nothing about another."""
    array = JOINED[how](*(ShapeArray.boxes([size], [size]) for size in sizes))
    assert is_compact(array)
    row = sizes.index(1e-9)
    before = array.vertices
    with pytest.raises(ValueError, match=f"shape {row}: .*no area"):
        array.set_poses((1e9, 1e9), 0.5)
    assert (array.vertices == before).all()
    array.set_poses((1e9, 1e9), 0.5, where=[1 - row])
    large = Polygon.box(1e9, 1e9, position=(1e9, 1e9), angle=0.5)
    assert (array.vertices.reshape(2, 4, 2)[1 - row] == large.vertices).all()


Motion = tuple[Any, Any, Any]  # velocities and times


def corner_to_corner(a: ShapeArray, b: ShapeArray, turn: int) -> Any:
    """Return ways that lead a foremost corner of each box of a to one of b.

    With ``turn`` 0 they first touch at the end of it, with 1 they brush past each other.
    """
    ways = b.positions - a.positions
    corners_a, corners_b = (np.array([shape.vertices for shape in boxes]) for boxes in (a, b))
    rows = np.arange(len(a))
    for _ in range(4):
        across = ways[:, ::-1] * [-1.0, 1.0] if turn else b.positions - a.positions
        first = np.einsum("nki,ni->nk", corners_a, across).argmax(1)
        other = np.einsum("nki,ni->nk", corners_b, across).argmin(1)
        ways = corners_b[rows, other] - corners_a[rows, first]
    return ways


def motion(kind: str, a: ShapeArray, b: ShapeArray, rng: np.random.Generator) -> Motion:
    u, v = rng.uniform(-3.0, 3.0, (2, len(a), 2))
    times, endless, still = rng.uniform(0.0, 3.0, len(a)), np.full(len(a), np.inf), np.zeros_like(v)
    if kind == "along an edge":
        edges = np.array([shape.normals[0][::-1] * [1.0, -1.0] for shape in a])
        return edges * rng.choice([-2.0, 0.7, 3.0], (len(a), 1)), still, endless
    found: dict[str, Motion] = {
        "any": (u, v, times),
        "whole": (np.round(u), np.round(v), np.round(times)),
        "of any speed": (u * 10.0 ** rng.uniform(-300.0, 70.0, (len(a), 1)), still, times),
        "endless": (u, v, endless),
        "straight at each other": (b.positions - a.positions, still, times),
        "up to a corner": (corner_to_corner(a, b, 0), still, np.ones(len(a))),
        "past a corner": (corner_to_corner(a, b, 1), still, np.full(len(a), 4.0)),
        "along x": (v + np.round(u) * [1.0, 0.0], v, times),
    }
    return found[kind]


MOTIONS = [
    "any", "whole", "of any speed", "endless", "straight at each other", "up to a corner",
    "past a corner", "along an edge", "along x",
]  # fmt: skip


@pytest.mark.parametrize("kind", MOTIONS)
@pytest.mark.parametrize("scene", SCENES)
def test_motions(scene: str, kind: str) -> None:
    shapes, others = (crowd(scene, ROWS, seed) for seed in (5, 6))
    a, b = ShapeArray(shapes), ShapeArray(others)
    u, v, times = motion(kind, a, b, np.random.default_rng(7))
    check_times(list(zip(shapes, others, strict=True)), u, times, v)


@pytest.mark.parametrize("scene", SCENES)
def test_pairs(scene: str) -> None:
    shapes = crowd(scene, 200, 10)
    for touching in (True, False):
        meet = [
            [i, j]
            for i, j in itertools.combinations(range(200), 2)
            if shapes[i].intersects(shapes[j], touching)
        ]
        assert find_pairs(ShapeArray(shapes), touching=touching).tolist() == meet


@pytest.mark.parametrize("verb", QUESTIONS)
def test_workers_change_nothing(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    a, b = (ShapeArray.from_shapes(crowd("boxes on a lattice", 5003, seed)) for seed in (8, 9))
    assert_same_bits(QUESTIONS[verb](a, b, workers=3), QUESTIONS[verb](a, b))


# The container ------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", SCENES)
def test_every_way_to_make_them(scene: str) -> None:
    shapes = crowd(scene, 120, 12)
    array = ShapeArray.from_shapes(shapes)
    widths, heights = array.local_vertices.reshape(-1, 4, 2)[:, 2].T * 2.0
    made = [
        array,
        ShapeArray.boxes(widths, heights, array.positions, array.angles),
        ShapeArray.polygons(array.local_vertices, array.offsets, array.positions, array.angles),
        ShapeArray.concatenate([array[:50], ShapeArray(), array[50:]]),
        pickle.loads(pickle.dumps(array)),
        array[::-1][::-1],
        array.copy(),
    ]
    for one in made:
        assert is_compact(one)
        assert_holds(one, shapes)
    others: list[Shape] = [Circle((1, 2), 3), Polygon.regular(3, 1.0)]
    mixed = ShapeArray.concatenate([array, ShapeArray.from_shapes(others), array])
    assert_holds(mixed, [*shapes, *others, *shapes])
    assert_holds(mixed[:120], shapes)
    assert "120 shapes, 0 of them circles, 480 vertices" in repr(array)


def test_other_rectangles_are_bodies() -> None:
    """About another point, from another corner, with one too far, or where numbers underflow."""
    rectangles: list[Shape] = [
        Polygon([(0, 0), (2, 0), (2, 1), (0, 1)]),
        Polygon([(1, -1), (1, 1), (-1, 1), (-1, -1)]),
        Polygon([(0, -1), (1, 0), (0, 1), (-1, 0)]),
        Polygon([(-1, -1), (2, -1), (1, 1), (-1, 1)]),
        Polygon([(-1, -2), (1, -1), (1, 1), (-1, 1)]),
        Polygon.box(1e-120, 1e-120),
    ]
    for shape in rectangles:
        array = ShapeArray.from_shapes([shape])
        assert not is_compact(array)
        assert_holds(array, [shape])
    assert not is_compact(ShapeArray.boxes([1, 1e-120], 1))
    assert_holds(ShapeArray.boxes(1e-120, 1e-120), rectangles[-1:])


@given(
    width=st.floats(1e-93, 1e66, allow_subnormal=False),
    slimness=st.floats(1e-6, 1e6),
    x=st.floats(-1e6, 1e6),
    y=st.floats(-1e6, 1e6),
    angle=st.floats(-9.0, 9.0),
)
def test_measures(width: float, slimness: float, x: float, y: float, angle: float) -> None:
    """What is kept of a box gives the bits of its body, wherever it surely has an area."""
    height = width * slimness
    near = min(width, height)
    assert block._box_is_measured(width, height, x * near, y * near, angle)


@pytest.mark.parametrize(
    "make", [partial(crowd, "boxes"), lambda count, seed: [Polygon.regular(5, 1.0)] * count]
)
def test_poses_and_signs_of_zero(make: Any) -> None:
    """A pose with a zero of the other sign, as single shapes take it."""
    shapes = [shape.copy() for shape in make(40, 13)]
    array = ShapeArray.from_shapes(shapes)
    rng = np.random.default_rng(14)
    for _ in range(30):
        turns = rng.choice([0.0, -0.0, 0.5, -math.pi], 40)
        places = rng.choice([0.0, -0.0, 1.5], (40, 2))
        some = rng.random(40) < 0.5
        for k in np.flatnonzero(some):
            shapes[k].set_pose(*places[k], turns[k])
        array.set_poses(places[some], turns[some], where=some)
        assert_holds(array, shapes)
        for shape, place, turn in zip(shapes, places, turns, strict=True):
            shape.set_pose(*place, turn)
        array.set_poses(places, turns)
        assert_holds(array, shapes)


@pytest.mark.parametrize("count", [*range(1, 10), 31, 32, 33, 63, 64, 65])
def test_every_number_of_poses(count: int) -> None:
    shapes = crowd("boxes", count, count)
    array = ShapeArray.boxes(1.0, np.ones(count))
    array = ShapeArray.concatenate([array, ShapeArray.from_shapes(shapes)])
    turns, places = np.arange(count) - 5.0, np.arange(2.0 * count).reshape(-1, 2)
    array.set_poses(places, turns, where=slice(count))
    expected: list[Shape] = [
        Polygon.box(1, 1, position=place, angle=turn)
        for place, turn in zip(places, turns, strict=True)
    ]
    assert_holds(array, [*expected, *shapes])
    array[:count].set_poses((9, 9), 9.0)
    assert_holds(array, [*expected, *shapes])


def test_all_poses_or_none() -> None:
    shapes = crowd("boxes", 70, 15)
    array = ShapeArray.from_shapes(shapes)
    for bad, words in (((math.nan, 0), "position"), ((1e30, 0), "nearer"), ((0, -math.inf), "pos")):
        places = np.zeros((70, 2))
        places[66] = bad
        with pytest.raises(ValueError, match=f"shape 66: .*{words}"):
            array.set_poses(places, 1.0)
        with pytest.raises(ValueError, match=f"shape 3: .*{words}"):
            array.set_poses(places[66:67], 1.0, where=[3])
    with pytest.raises(ValueError, match="shape 69: angle"):
        array.set_poses((0, 0), [0.0] * 69 + [math.nan])
    assert_holds(array, shapes)


@pytest.mark.parametrize(
    "bad", [(math.nan, 0, 0), (0, math.inf, 0), (0, 0, -math.nan), (0, 0, 3e9)]
)
def test_a_bad_pose_is_found_in_every_row(bad: tuple[float, float, float]) -> None:
    """Checks run in lanes, and row by row where these do not fill."""
    for count in (1, 2, 3, 7, 8, 37):
        array = ShapeArray.boxes(1.0, np.ones(count))
        for row in range(count):
            poses = np.zeros((count, 3))
            poses[row] = bad
            with pytest.raises(ValueError, match=f"shape {row}: "):
                array.set_poses(poses[:, :2], poses[:, 2])
        assert not array.positions.any()
        assert not array.angles.any()


def test_the_largest_angle_is_allowed() -> None:
    array = ShapeArray.boxes(1.0, np.ones(9))
    array.set_poses(angles=[2.0**31, -(2.0**31)] * 4 + [2.0**31])
    assert (np.abs(array.angles) == 2.0**31).all()
    with pytest.raises(ValueError, match="shape 4: angle"):
        array.set_poses(angles=[0.0] * 4 + [np.nextafter(2.0**31, np.inf)] + [0.0] * 4)


def test_boxes_that_only_just_survive() -> None:
    """A slender box, or one far away, has no simple limit: each pose is tried."""
    shape = Polygon.box(1e4, 1e-9, angle=0.1)
    array = ShapeArray.from_shapes([shape, shape])
    taken = 0
    for exponent in np.arange(-10.0, 70.0, 0.5):
        pose = (2.0**exponent, 0.5, 0.3)
        try:
            shape.set_pose(*pose)
        except ValueError:
            with pytest.raises(ValueError, match="shape 0"):
                array.set_poses(pose[:2], pose[2])
        else:
            array.set_poses(pose[:2], pose[2])
            taken += 1
        assert_holds(array, [shape, shape])
    assert 0 < taken < 160


def test_bytes_a_box() -> None:
    """A bound to be noticed: nobody should double it unawares."""
    assert ShapeArray.boxes(1, [1] * 1000).nbytes <= 105 * 1000
