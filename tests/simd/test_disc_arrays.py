"""Arrays of discs alone, whose numbers lanes find: the bits of single shapes all the same."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from crowds import crowd
from families import Pair
from questions import QUESTIONS, assert_same_bits, check_rows

import sepax
from sepax import Circle, ShapeArray


def beside(source: random.Random, gap: float) -> Pair:
    """Return discs apart by so much of their size, or overlapping."""
    turn, scale = source.uniform(-4.0, 4.0), 10.0 ** source.uniform(-6, 6)
    a, b = source.uniform(0.1, 1.0), source.uniform(0.1, 1.0)
    x, y = source.uniform(-5, 5), source.uniform(-5, 5)
    way = (a + b) * (1.0 + gap)
    place = ((x + way * math.cos(turn)) * scale, (y + way * math.sin(turn)) * scale)
    return Circle((x * scale, y * scale), a * scale), Circle(place, b * scale)


@pytest.mark.parametrize("verb", ["mtv", "distance", "intersects", "time_of_impact"])
def test_discs_that_nearly_touch(verb: str) -> None:
    source = random.Random(5)
    gaps = [0.0, *(s * 10.0**e for s in (-1, 1) for e in range(-17, -1))]
    check_rows(QUESTIONS[verb], [beside(source, source.choice(gaps)) for _ in range(4000)])


def check_times(
    cases: Sequence[Pair], velocities: Sequence[tuple[float, float]], max_time: float
) -> np.ndarray:
    """Hold arrays to the times of single shapes; return these."""
    a, b = (ShapeArray.from_shapes(side) for side in zip(*cases, strict=True))
    expected = np.array(
        [
            sepax.time_of_impact(*case, velocity, max_time=max_time)
            for case, velocity in zip(cases, velocities, strict=True)
        ]
    )
    found = sepax.time_of_impact(a, b, np.array(velocities), max_time=max_time)
    assert found.tobytes() == expected.tobytes()
    return expected


@pytest.mark.parametrize("max_time", [0.0, 1.0, 5.0, 1e300, math.inf])
def test_ways_on_a_lattice(max_time: float) -> None:
    """Whole numbers: discs that graze, stand still, begin or end where they touch."""
    source = random.Random(8)
    shapes, others = crowd("discs on a lattice", 3000, 8), crowd("discs on a lattice", 3000, 9)
    velocities = [
        (source.choice([-1.0, 0.0, -0.0, 1.0, 2.0]), source.choice([-2.0, 0.0, 1.0]))
        for _ in shapes
    ]
    times = check_times(list(zip(shapes, others, strict=True)), velocities, max_time)
    assert np.count_nonzero(times == 0.0) > 100
    assert np.count_nonzero(np.isinf(times)) > 100
    assert max_time < 1.0 or np.count_nonzero((times > 0.0) & (times < math.inf)) > 100


@pytest.mark.parametrize("speed", [1e-300, 1e-160, 1e-20, 1.0, 1e20, 1e70])
def test_ways_that_graze(speed: float) -> None:
    """Discs passed at a distance of their radii but for so little."""
    source = random.Random(11)
    cases: list[Pair] = []
    velocities = []
    for _ in range(2000):
        turn, off = source.uniform(-4.0, 4.0), source.choice([0.0, 1e-16, -1e-16, 1e-9, -1e-9, 0.1])
        c, s, a, b = math.cos(turn), math.sin(turn), source.random(), source.random()
        along, aside = source.choice([2.5, -2.5, 1.0]), (a + b) * (1.0 + off)
        cases.append(
            (Circle((0.0, 0.0), a), Circle((along * c - aside * s, along * s + aside * c), b))
        )
        velocities.append((speed * c, speed * s))
    check_times(cases, velocities, 5.0 / speed)
    check_times(cases, velocities, 2.0 / speed)


def test_empty_arrays_and_few() -> None:
    a, b = ShapeArray.circles(np.zeros((0, 2)), []), ShapeArray.circles([(0.0, 0.0)], 1.0)
    assert len(sepax.distance(a, a)) == 0
    assert len(sepax.mtv(a, b)[0]) == 0
    for count in (1, 2, 3, 7, 8, 9, 31, 32, 33):
        shapes, others = crowd("discs", count, 1), crowd("discs", count, 2)
        for verb in ("mtv", "distance", "time_of_impact"):
            check_rows(QUESTIONS[verb], list(zip(shapes, others, strict=True)))


def check_against(array: ShapeArray, others: ShapeArray) -> None:
    """Row by row, in either order, the bits of the shapes that the arrays have."""
    cases = list(zip(array, others, strict=True))
    for verb in ("mtv", "distance", "time_of_impact"):
        expected = QUESTIONS[verb].one_by_one(cases)
        assert_same_bits(QUESTIONS[verb](array, others), expected)
        back = QUESTIONS[verb].one_by_one([(b, a) for a, b in cases])
        assert_same_bits(QUESTIONS[verb](others, array), back)


MAKERS: dict[str, Callable[[ShapeArray], ShapeArray]] = {
    "shapes": lambda array: ShapeArray.from_shapes(list(array)),
    "circles": lambda array: ShapeArray.circles(array.positions, array.radii),
    "take": lambda array: array[::-2],
    "mask": lambda array: array[np.arange(len(array)) % 3 > 0],
    "copy": lambda array: array.copy(),
    "concatenate": lambda array: ShapeArray.concatenate([array[:50], array, array[:7]]),
    "pickle": lambda array: pickle.loads(pickle.dumps(array)),
}


@pytest.mark.parametrize("maker", MAKERS)
def test_discs_are_where_they_were_put_last(maker: str) -> None:
    """However an array came about, and after every way to move what is in it."""
    array = MAKERS[maker](
        ShapeArray.from_shapes(crowd("discs", 90, 1) + crowd("discs on a lattice", 60, 2))
    )
    count = len(array)
    others = ShapeArray.from_shapes(crowd("discs", count, 3))
    check_against(array, others)
    array.set_poses(array.positions + np.array([0.25, -0.5]), array.angles + 1.0)
    check_against(array, others)
    some = np.arange(0, count, 3)
    array.set_poses(array.positions[some] * 0.5, 0.0, where=some)
    check_against(array, others)
    array.set_poses((7.0, 8.0), 0.0, where=[count - 1])
    check_against(array, others)
    with pytest.raises(ValueError, match="position"):
        array.set_poses(np.where(np.arange(2 * count).reshape(count, 2) == 9, np.nan, 1.0), 0.0)
    check_against(array, others)
