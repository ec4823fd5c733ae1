"""Few shapes of a kind meet, or most never do: lanes find that, and answers do not change."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from crowds import spread
from families import Pair, polygon
from questions import assert_same_bits, contacts_of, impacts_of

import sepax
from sepax import Circle, Polygon, ShapeArray

ROWS = 1300  # more than are classified at once


def test_what_is_written_where_they_are_apart() -> None:
    """Nothing of what was in the arrays before is left."""
    shapes, others = spread("polygons", 12.0, ROWS, 1), spread("capsules", 12.0, ROWS, 2)
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    vectors, hit = np.full((ROWS, 2), np.nan), np.ones(ROWS, np.bool_)
    assert_same_bits(sepax.mtv(a, b, out=(vectors, hit)), sepax.mtv(a, b))
    contacts = contacts_of([None] * ROWS)
    for name in contacts._layout:
        getattr(contacts, name)[...] = 7
    assert_same_bits(sepax.collide(a, b, out=contacts), sepax.collide(a, b))
    impacts = impacts_of([None] * ROWS)
    for name in impacts._layout:
        getattr(impacts, name)[...] = 7
    assert_same_bits(sepax.sweep(a, b, (1.0, 0.0), out=impacts), sepax.sweep(a, b, (1.0, 0.0)))


def passing(source: random.Random, scale: float) -> tuple[Pair, tuple[float, float]]:
    """Return a needle and a disc that passes the circle around it, grazes it or stops there.

    Its tip is on that circle, where the disc passes.
    """
    turn, off = source.uniform(-4, 4), source.choice([0.0, 1e-16, 1e-12, 1e-7, 3e-6, 1e-5, 1e-3])
    c, s = math.cos(turn), math.sin(turn)
    thin = source.choice([0.5, 1e-3, 1e-8, 1e-10])
    needle = [(-s, c), (s + thin * c, -c + thin * s), (s - thin * c, -c - thin * s)]
    a = Polygon([(scale * x, scale * y) for x, y in needle])
    middle, other = a.centroid, source.uniform(0.1, 1.0)
    reach = math.dist(middle, (-scale * s, scale * c)) / scale
    aside = (reach + other) * (1.0 + source.choice([-1.0, 1.0]) * off)
    along = source.choice([3.0, 1.0, 0.0])
    place = (along * c - aside * s, along * s + aside * c)
    return (
        a,
        Circle((middle[0] + scale * place[0], middle[1] + scale * place[1]), scale * other),
    ), (scale * c, scale * s)


@pytest.mark.parametrize("speed", [5e-324, 1e-320, 1e-310])
@pytest.mark.parametrize("scale", [1.0, 1e20, 1e70])
@pytest.mark.parametrize("kind", ["squares", "boxes"])
def test_motions_of_denormal_numbers(kind: str, scale: float, speed: float) -> None:
    """What such a motion is off by counts more than a part of it, next to large shapes."""
    x, y = 4 * scale, 4 * scale
    square = Polygon([(x + scale, y), (x, y + scale), (x - scale, y), (x, y - scale)])
    turned = Polygon.box(*2 * [math.sqrt(2) * scale], position=(x, y), angle=math.pi / 4)
    one = square if kind == "squares" else turned
    other = Polygon.box(2 * scale, 2 * scale, position=(2 * scale, 5 * scale))  # touches it
    for motion in ((speed, speed), (-speed, speed), (speed, 0.0)):
        cases: list[Pair] = [(one, other)] * 20
        expected = impacts_of([sepax.sweep(*pair, (0, 0), motion) for pair in cases])
        time = sepax.time_of_impact(one, other, (0, 0), motion)
        for count in (1, 7, 8, 20):
            a, b = ShapeArray([one] * count), ShapeArray([other] * count)
            found = sepax.sweep(a, b, (0, 0), motion)
            assert found.hit.tolist() == expected.hit[:count].tolist()
            assert found.time.tolist() == expected.time[:count].tolist()
            assert sepax.time_of_impact(a, b, (0, 0), motion).tolist() == [time] * count
            rows, _ = sepax.sweep_pairs(a, b, (0, 0), motion)
            assert len(rows) == expected.hit[:count].sum() * count


@pytest.mark.parametrize("speed", [6e-309, 1e-308, 1e-307])
def test_boxes_that_meet_by_motions_of_denormal_numbers(speed: float) -> None:
    """Of tiny boxes the times are finite, and digits of products are lost next to the speed."""
    source = random.Random(1)
    pairs: list[Pair] = []
    velocities = []
    for _ in range(100):
        way, apart = source.uniform(0, 7), source.uniform(0, 0.004)
        place = (apart * math.cos(way), apart * math.sin(way))
        angles = source.uniform(0, 7), source.uniform(0, 7)
        other = Polygon.box(0.001, 0.001, position=place, angle=angles[1])
        pairs.append((Polygon.box(0.001, 0.001, angle=angles[0]), other))
        way += source.uniform(-0.2, 0.2)
        velocities.append((speed * math.cos(way), speed * math.sin(way)))
    a, b = (ShapeArray(side) for side in zip(*pairs, strict=True))
    found = sepax.sweep(a, b, np.array(velocities), max_time=math.inf)
    assert found.hit.sum() > 90
    for k, (pair, velocity) in enumerate(zip(pairs, velocities, strict=True)):
        assert found[k] == sepax.sweep(*pair, velocity, max_time=math.inf)


@pytest.mark.parametrize("speed", [1e-240, 2e-240, 1e-225, 1e-200])
@pytest.mark.parametrize("size", [1e69, 3e70, 5e71])
def test_motions_whose_times_overflow(size: float, speed: float) -> None:
    """A slow motion past a distant box: no time is found where it would be infinite."""
    one = Polygon.box(size, size, position=(2 * size, size))
    other = Polygon.box(size / 500, size / 500, position=(0, size / 250), angle=math.pi / 4)
    ways = [(x, y) for x in (-1, 0, 1, 1e-14) for y in (-1, 0, 1, 1e-14)]
    for way in ways:
        velocity = (speed * way[0], speed * way[1])
        expected = sepax.time_of_impact(one, other, velocity, max_time=math.inf)
        a, b = ShapeArray([one]), ShapeArray([other])
        assert sepax.time_of_impact(a, b, velocity, max_time=math.inf).tolist() == [expected]


@pytest.mark.parametrize("scale", [1e-120, 1e-3, 1.0, 1e60])
@pytest.mark.parametrize("max_time", [0.0, 1.0, 3.0, 1e9, math.inf])
def test_ways_past_the_circle_around_a_shape(max_time: float, scale: float) -> None:
    source = random.Random(3)
    ways = [passing(source, scale) for _ in range(1500)]
    cases, velocities = [pair for pair, _ in ways], [velocity for _, velocity in ways]
    a, b = (ShapeArray.from_shapes(side) for side in zip(*cases, strict=True))
    expected = np.array(
        [
            sepax.time_of_impact(*case, velocity, max_time=max_time)
            for case, velocity in zip(cases, velocities, strict=True)
        ]
    )
    found = sepax.time_of_impact(a, b, np.array(velocities), max_time=max_time)
    assert found.tobytes() == expected.tobytes()
    swept = sepax.sweep(a, b, np.array(velocities), max_time=max_time)
    assert swept.time.tobytes() == expected.tobytes()


@pytest.mark.parametrize("velocity", [(0.0, 0.0), (1e-200, -1e-300), (1e60, 1e70), (-1e72, 3.0)])
@pytest.mark.parametrize("max_time", [0.0, 1.0, 1e250, math.inf])
def test_ways_too_short_or_too_long_for_squares(
    velocity: tuple[float, float], max_time: float
) -> None:
    source = random.Random(4)
    shapes = [polygon(source, 1.0, 40.0, 7) for _ in range(700)]
    others = [polygon(source, 1.0, 40.0, 7) for _ in range(700)]
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    expected = [
        sepax.time_of_impact(one, other, velocity, max_time=max_time)
        for one, other in zip(shapes, others, strict=True)
    ]
    assert sepax.time_of_impact(a, b, velocity, max_time=max_time).tolist() == expected
