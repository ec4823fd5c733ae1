"""Points by the float32 proxies of the shapes that may hold them: true, and taken first."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from families import Shape
from judges import Exact
from proxies import (
    COUNTS,
    EXPONENTS,
    Bytes,
    Floats,
    Place,
    any_polygon,
    gap_of,
    place_of,
    proxies_of,
    size_of,
    turn_of,
)
from test_simd import LEVELS, MEETS, UNCERTAIN, frames

import sepax
from sepax import Capsule, Circle, Polygon, Segment, ShapeArray
from sepax._core.arrays import block
from sepax._core.simd import levels

Case = tuple[Shape, Place]


# Shapes, and points that are nearly on their edges ----------------------------------------


def any_box(source: random.Random, scale: float, place: Place) -> Polygon:
    sizes = [size_of(source, scale) for _ in range(2)]
    return Polygon.box(sizes[0], sizes[1], position=place, angle=turn_of(source))


def any_disc(source: random.Random, scale: float, place: Place) -> Circle:
    return Circle(place, scale * source.uniform(0.01, 1.0))


def any_segment(source: random.Random, scale: float, place: Place) -> Shape:
    turn, half = source.uniform(-4, 4), 0.5 * scale * source.choice([1.0, 1e-3])
    x, y = half * math.cos(turn), half * math.sin(turn)
    ends = (place[0] - x, place[1] - y), (place[0] + x, place[1] + y)
    if source.random() < 0.2:
        return Segment(*ends)
    return Capsule(*ends, scale * source.choice([1e-4, 0.3, 1.0]))


def any_rounded_box(source: random.Random, scale: float, place: Place) -> Shape:
    sharp = any_box(source, scale, place)
    sizes = 2.0 * np.abs(sharp.local_vertices).max(0)
    return Polygon.box(*sizes, position=place, angle=sharp.angle, radius=size_of(source, scale))


MAKERS: dict[str, Callable[[random.Random, float, Place], Shape]] = {
    "boxes": any_box,
    "discs": any_disc,
    "segments": any_segment,
    "rounded boxes": any_rounded_box,
    "polygons": any_polygon,
}
WITHOUT = ("polygons", "rounded boxes")  # proxies that the loop over points alone could read


def point_at(source: random.Random, shape: Shape, scale: float) -> Place:
    """Return a point off some edge, vertex or arc of the shape by a gap, or anywhere near it."""
    corners = shape.vertices if not isinstance(shape, Circle) else [shape.position]
    k = source.randrange(len(corners))
    (x, y), (p, q) = corners[k], corners[(k + 1) % len(corners)]
    part = source.choice([0.0, 0.5, source.random()])
    x, y = x + part * (p - x), y + part * (q - y)
    turn = source.uniform(-4, 4)
    if len(corners) > 1 and source.random() < 0.7:
        turn = math.atan2(p - x, -(q - y)) if (p, q) != (x, y) else turn
    radius: float = shape.radius
    away = (radius if source.random() < 0.9 else -radius) + gap_of(source) * (radius or scale)
    if source.random() < 0.1:
        away = source.uniform(-2, 2) * scale
    return float(x + away * math.cos(turn)), float(y + away * math.sin(turn))


def near_points(kind: str, seed: object, count: int, scale: float, offset: float) -> list[Case]:
    source = random.Random(f"{kind} {seed}")
    cases = []
    for _ in range(count):
        shape = MAKERS[kind](source, scale, place_of(source, scale, offset))
        cases.append((shape, point_at(source, shape, scale)))
    return cases


# Verdicts are true ------------------------------------------------------------------------


def certain_by_proxies(kind: str, cases: Sequence[Case]) -> Bytes:
    """Return what some level says by proxies alone, and no other one denies."""
    records = frames([shape for shape, _ in cases])
    points = np.array([point for _, point in cases])
    proxies, origin = np.empty((len(cases), 4), np.float32), np.full(2, np.nan)
    levels._write_proxies(kind, records, origin, proxies)
    unknown = np.full_like(records, np.nan)
    found = np.empty((len(LEVELS), len(cases)), np.uint8)
    for level, out in zip(LEVELS, found, strict=True):
        for k in range(0, len(cases), 256):  # with more, the rest may be left to records
            part = slice(k, k + 256)
            shapes = levels._Side(unknown[part], None, kind, proxies[part], origin)
            places = levels._Side(points[part], kind="points", origin=origin)
            levels._run("points", level, shapes, places, out[part])
    told: Bytes = np.where(found == UNCERTAIN, 0, found).max(0)
    told[np.all(found == UNCERTAIN, 0)] = UNCERTAIN
    assert np.all((found == told) | (found == UNCERTAIN))
    assert np.count_nonzero(found != told) <= 0.01 * found.size
    return told


def check_arrays(cases: Sequence[Case]) -> None:
    """Arrays answer as single shapes do, in every form."""
    shapes = [shape for shape, _ in cases]
    points = np.array([point for _, point in cases])
    array = ShapeArray.from_shapes(shapes)
    expected = [sepax.contains(*case) for case in cases]
    assert sepax.contains(array, points).tolist() == expected
    room = np.full(len(cases) + 16, 77, np.uint8)  # nothing is written beyond the answers
    array.contains(points, out=room[8 : 8 + len(cases)].view(bool))
    assert room[8 : 8 + len(cases)].tolist() == expected
    assert set(room[:8]) == set(room[8 + len(cases) :]) == {77}
    backwards = np.arange(len(cases))[::-1].copy()
    assert sepax.contains(array, points, pairs=(backwards, backwards)).tolist() == expected[::-1]
    shape, point = cases[len(cases) // 2]
    of_one = [sepax.contains(shape, p) for _, p in cases]
    of_point = [sepax.contains(x, point) for x in shapes]
    first = np.zeros(len(cases), np.intp)
    for one in (shape, ShapeArray.from_shapes([shape])):
        assert sepax.contains(one, points).tolist() == of_one
        assert sepax.contains(one, points, pairs=(first, backwards)).tolist() == of_one[::-1]
    for many in (point, np.array([point])):
        assert sepax.contains(array, many).tolist() == of_point
        assert sepax.contains(array, many, pairs=(backwards, first)).tolist() == of_point[::-1]


def check_truth(kind: str, cases: Sequence[Case], exact: int = 100) -> Bytes:
    """Proxies are right, and arrays answer as single shapes do; return the verdicts of proxies."""
    for shape, point in cases[:exact]:
        assert sepax.contains(shape, point) == (Exact(shape, Circle(point, 0.0)).side <= 0)
    check_arrays(cases)
    if kind in WITHOUT:
        return np.full(len(cases), UNCERTAIN, np.uint8)
    certain = certain_by_proxies(kind, cases)
    for verdict, case in zip(certain.tolist(), cases, strict=True):
        if verdict != UNCERTAIN:
            assert sepax.contains(*case) == (verdict == MEETS), case
    return certain


AIMS = [*((1.0, offset) for offset in (0.0, 1.0, 1e3, 1e6, 1e9)),
        *((2.0**exponent, 0.0) for exponent in (*EXPONENTS, 200, 236))]  # fmt: skip


@pytest.mark.parametrize(("scale", "offset"), AIMS)
@pytest.mark.parametrize("kind", MAKERS)
def test_points_nearly_on_edges(kind: str, scale: float, offset: float) -> None:
    """Inside or outside by as much as float32 rounds, and by less, at every size there is."""
    count = 600 if scale == 1.0 else 200
    certain = check_truth(kind, near_points(kind, (scale, offset), count, scale, offset), 30)
    if kind not in WITHOUT and scale == 1.0 and offset <= 1.0:
        assert 0.1 < np.mean(certain == UNCERTAIN) < 0.9
        assert set(certain.tolist()) == {UNCERTAIN, MEETS, 1 - MEETS}
    if not 2.0**-200 < scale < 2.0**200:
        assert np.all(certain == UNCERTAIN)


EXTREMES = [0.0, -0.0, 5e-324, 1e-310, 1e-45, 1e-38, 1e-30, 1e-18, 1e-6, 1.0, 1e6, 1e12, 1e15, 1e19]
EXTREMES += [1e26, 1e30, 1e33, 1e38, 3.4e38, 3.5e38, 1e60, 2.0**240]


@pytest.mark.parametrize("size", [1e-200, 1e-30, 1e-17, 1e-12, 1.0, 1e12, 1e15, 1e22, 1e30, 1e60])
def test_points_from_nearest_to_farthest(size: float) -> None:
    """Also such that float32 has no number for, or no square."""
    at_zero: list[tuple[str, Shape]] = [
        ("boxes", Polygon.box(2 * size, size)),
        ("boxes", Polygon.box(size, 3 * size, angle=0.7)),
        ("discs", Circle((0, 0), size)),
        ("segments", Capsule((-size, 0), (size, 0), size / 4)),
        ("rounded boxes", Polygon.box(2 * size, size, radius=size / 4)),
        ("polygons", Polygon.regular(5, size)),
    ]
    for kind, shape in at_zero:
        cases: list[Case] = []
        for x in EXTREMES:
            for y in EXTREMES:
                cases += [(shape, (x, y)), (shape, (-x, y)), (shape, (-y, -x))]
        cases += [(shape, (size * p, size * q)) for p in EXTREMES[8:11] for q in EXTREMES[8:11]]
        check_truth(kind, cases, exact=0)


@pytest.mark.parametrize("exponent", [40, 60, 80, 84, 87, 88, 90, 96, 99, 127])
def test_places_whose_rounding_has_no_square(exponent: int) -> None:
    """So far from the origin that float32 rounds places apart by what it cannot square."""
    source = random.Random(exponent)
    unit = 2.0 ** (exponent - 23)
    for _ in range(20):
        x = 2.0**exponent + 0.5 * unit * source.choice([1.0, 3.0])
        radius = min(2.0**49, unit)
        far = [Circle((x, 0.0), radius), Polygon.box(unit, unit, position=(x, 0.0))]
        for shape in far:
            near = shape.copy()
            near.position = 0.0, 0.0
            array = ShapeArray.from_shapes([near, near, shape])
            for way in (0.0, 0.25, 0.5, 1.0, 2.0):
                point = x + way * unit, 0.0
                expected = [sepax.contains(array[k], point) for k in range(3)]
                assert sepax.contains(array, point).tolist() == expected
                assert sepax.contains(array, [point] * 3).tolist() == expected


# Every form and number of pairs -----------------------------------------------------------


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("count", COUNTS)
def test_every_number_of_points(kind: str, count: int) -> None:
    check_arrays(near_points(kind, count, count, 1.0, 0.0))


def many(kind: str, count: int = 3000) -> tuple[ShapeArray, Floats]:
    """Return shapes and points, some of them within."""
    source = random.Random(kind)
    shapes = [
        MAKERS[kind](source, 1.0, (source.uniform(0, 30), source.uniform(0, 3)))
        for _ in range(count)
    ]
    spread = np.random.default_rng(5).normal(size=(count, 2)) * 0.4
    array = ShapeArray.from_shapes(shapes)
    return array, array.bounds.reshape(count, 2, 2).mean(axis=1) + spread


@pytest.mark.parametrize("kind", MAKERS)
def test_answers_where_the_points_are(kind: str) -> None:
    """Answers may go to the memory of the points themselves, in any part of it."""
    array, points = many(kind)
    expected = sepax.contains(array, points)
    assert 100 < np.count_nonzero(expected) < 2900
    for first in (0, 1, 17, 3000, 45000):
        places = points.copy()
        out = places.reshape(-1).view(bool)[first : first + len(array)]
        assert np.array_equal(array.contains(places, out=out), expected)
        assert np.array_equal(out, expected)


@pytest.mark.careful_build
@pytest.mark.parametrize("kind", ["boxes", "discs", "segments"])
def test_proxies_come_first(kind: str) -> None:
    """With the proxies of others, answers are those of others."""
    array, points = many(kind)
    shapes = [array[k] for k in range(len(array))]
    proxies, origin = proxies_of(frames(shapes))
    spoiled = proxies.copy()
    spoiled[:, 0] += 100.0
    assert sepax.contains(array, points).any()
    block._spoil_proxies(array._block, spoiled, origin)
    order = np.random.default_rng(1).permutation(len(array))
    assert not sepax.contains(array, points).any()
    assert not sepax.contains(array, points, pairs=(order, order)).any()
    assert not any(sepax.contains(array, points[k])[k] for k in range(100))


@pytest.mark.careful_build
def test_proxies_of_polygons_run_where_circles_are_uncertain() -> None:
    array, points = many("polygons")
    smaller = [Polygon(0.01 * array[k].local_vertices) for k in range(len(array))]
    true = sepax.contains(array, points)
    small = ShapeArray.from_shapes(smaller)
    block._swap_rings(array._block, small._block)
    found = sepax.contains(array, points)
    assert np.count_nonzero(found != true) > 100
    order = np.random.default_rng(1).permutation(len(array))
    assert np.array_equal(sepax.contains(array, points, pairs=(order, order)), found[order])
    block._swap_rings(array._block, small._block)
    assert np.array_equal(sepax.contains(array, points), true)
