"""Scenes on a lattice of quarters: shapes that are flush with many others, in every question.

`test_lattice_pairs` and `test_lattice_motion` check the verbs for two shapes. Here pairs that meet
are checked exactly as well; other answers are those of two shapes, chosen rightly.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import oracle
import pytest
from families import Sweep
from judges import Exact, off
from lattice import KINDS, WITH_AREA, Figure, Random, beside, box_of, figure, quarter, written
from motion_judges import ExactSweep
from oracle import EPSILON, Body, dot, minus, vector
from processes import output_of
from scene_kinds import figures_of
from test_lattice_motion import aim
from test_lattice_pairs import SHARP
from test_raycast import NOTHING, every_hit, row_of
from test_simd import LEVELS

import sepax
from sepax import Circle, Compound, Shape, ShapeArray, ShapeIndex, raw

CROWDS = [*KINDS, "boxes", "mixed"]  # "boxes" are those that arrays hold as records
Vector = tuple[float, float]

every_crowd = pytest.mark.parametrize("kind", CROWDS)
every_turn = pytest.mark.parametrize("quarters", [0, 1])


class Crowd(NamedTuple):
    """Shapes at an angle of quarter turns, in an array and in an index of it."""

    figures: list[Figure]
    array: ShapeArray
    tree: Any  # the index


@cache
def crowds(kind: str, quarters: int, part: int = 0, seed: int = 0, count: int = 30) -> Crowd:
    source = random.Random(f"{kind}, {quarters}, {part}, {seed}")
    figures = figures_of(source, kind, count)
    array = ShapeArray(
        [
            box_of(one, quarters) if kind == "boxes" else written(source, one, quarters)
            for one in figures
        ]
    )
    return Crowd(figures, array, ShapeIndex(array))


@cache
def exactly(kind: str, quarters: int, within: bool) -> list[list[Exact]]:
    """Return the pairs of a crowd and a smaller one, or of a crowd with itself."""
    a = crowds(kind, quarters)
    b = a if within else crowds(kind, quarters, 1, count=12)
    return [[Exact(one, other) for other in b.array] for one in a.array]


def sides(kind: str, quarters: int, within: bool) -> npt.NDArray[np.intp]:
    rows = exactly(kind, quarters, within)
    return np.array(
        [
            [pair.side if not within or j > i else 1 for j, pair in enumerate(row)]
            for i, row in enumerate(rows)
        ]
    )


# What meets -------------------------------------------------------------------------------


@every_turn
@every_crowd
def test_pairs_that_meet(kind: str, quarters: int) -> None:
    a, b = crowds(kind, quarters), crowds(kind, quarters, 1, count=12)
    for touching, least in ((True, 0), (False, -1)):
        expected = np.argwhere(sides(kind, quarters, True) <= least)
        for scene in (a.array, a.tree, list(a.array)):
            assert np.array_equal(sepax.find_pairs(scene, touching=touching), expected)
        between = sides(kind, quarters, False) <= least
        for one, other in itertools.product((a.array, a.tree), (b.array, b.tree)):
            found = sepax.find_pairs(one, other, touching=touching)
            assert np.array_equal(found, np.argwhere(between))
        few = sepax.find_pairs(b.array[:3], a.tree, touching=touching)
        assert np.array_equal(few, np.argwhere(between.T[:3]))
    met = sides(kind, quarters, False) <= 0
    for scene in (b.array, b.tree):
        assert np.array_equal(sepax.intersects_any(a.array, scene), met.any(axis=1))
        owner = np.arange(len(met)) // 4
        expected = np.logical_or.reduceat(met.any(axis=1), np.arange(0, len(met), 4))
        assert np.array_equal(sepax.intersects_any(a.array, scene, owner=owner), expected)


# Single shapes ---------------------------------------------------------------------------


def one_shape(
    kind: str, turns: int = 4, seed: int = 0, count: int = 150
) -> Iterator[tuple[Random, Shape]]:
    source = random.Random(f"{kind}, {turns}, {seed}")
    for _ in range(count):
        yield source, written(source, KINDS[kind](source), source.randrange(turns))


@pytest.mark.parametrize("kind", KINDS)
def test_points_in_shapes(kind: str) -> None:
    for source, shape in one_shape(kind):
        body = oracle.body(shape)
        places = [*shape.vertices.tolist(), *((quarter(source), quarter(source)) for _ in range(6))]
        expected = [oracle.contains(body, vector(place)) for place in places]
        assert [shape.contains(place) for place in places] == expected, (shape, places)
        assert shape.contains(np.array(places)).tolist() == expected
        if kind in SHARP:
            ring = shape.vertices.tolist()
            assert [raw.contains(ring[::-1], place) for place in places] == expected


@pytest.mark.parametrize("turns", [1, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_projections(kind: str, turns: int) -> None:
    for source, shape in one_shape(kind, turns):
        body = oracle.body(shape)
        for axis in ((0.0, -1.0), (2.0, 0.0), (quarter(source), 0.75)):
            exact, (low, high) = vector(axis), shape.project(axis)
            length = oracle.root(dot(exact, exact))
            along = [dot(point, exact) for point in body.points]
            ends = min(along) - body.radius * length, max(along) + body.radius * length
            reach = max(abs(x) for point in body.points for x in point) + body.radius
            slack = 0 if 0.0 in axis and turns == 1 else 8 * EPSILON * length * reach
            for found, end in zip((low, high), ends, strict=True):
                assert abs(Fraction(found) - end) <= slack, (shape, axis)
            assert kind not in SHARP or raw.project(shape.vertices, axis) == (low, high)


def test_figures_are_as_drawn() -> None:
    """The exact forms have the vertices of the figure, and others are off by a last bit."""
    source = random.Random(4)
    for kind, quarters in itertools.product(KINDS, range(4)):
        figure = KINDS[kind](source)
        near = Body(tuple(vector(point) for point in figure.points), Fraction(figure.radius))
        shapes = [written(source, figure, quarters) for _ in range(9)]
        if kind.endswith("box"):
            shapes.append(box_of(figure, quarters))
        for body in map(oracle.body, shapes):
            assert body.radius == near.radius
            far = [min(max(map(abs, minus(p, q))) for q in near.points) for p in body.points]
            assert max(far) <= (2**-50 if quarters else 0)
            assert len(body.points) == len(near.points)


# Rays ---------------------------------------------------------------------------------------


@every_turn
@every_crowd
def test_rays(kind: str, quarters: int) -> None:
    crowd, source = crowds(kind, quarters), random.Random(3)
    aims = [aim(source, source.choice(crowd.figures)) for _ in range(30)]
    steps = np.array([source.choice((0, 1, 4, 8)) for _ in aims])
    ways = np.array([direction for _, direction in aims])
    origins = np.array([place for place, _ in aims]) - steps[:, None] * ways
    ends = np.where(steps == 4, steps * np.hypot(*ways.T), np.inf)
    radii = np.array([source.choice((0.0, 0.0, 0.25, 1.0)) for _ in aims])
    expected = [
        every_hit(crowd.array, (tuple(origins[k]), tuple(ways[k]), ends[k], radii[k]))
        for k in range(len(aims))
    ]
    for scene in (crowd.array, crowd.tree):
        hits = sepax.raycast(scene, origins, ways, ends, radii)
        assert [row_of(hits, k) for k in range(len(aims))] == [
            found[0] if found else NOTHING for found in expected
        ]
        rows = sepax.raycast(scene, origins, ways, ends, radii, all=True)
        assert [row_of(rows, k) for k in range(len(rows))] == list(itertools.chain(*expected))


# Moving along -----------------------------------------------------------------------------

FAR = Compound([Circle((1e6, 0), 1), Circle((1e6, 2), 1)])


def legs(mover: Shape, scene: ShapeIndex, step: Vector) -> Iterator[tuple[Shape, Vector]]:
    """Move, and yield the shape as it was before each leg, and the leg.

    Before the first it is pushed out of what it is in; then there is a leg more for each turn.
    """
    made = mover.copy()
    sepax.move_and_slide(made, scene, (0, 0))
    found = []
    for turns in range(5):
        one = mover.copy()
        slide = sepax.move_and_slide(one, scene, step, max_slides=turns)
        (x, y), (to_x, to_y) = made.position, one.position
        if (x, y) != (to_x, to_y):
            found.append((made, (to_x - x, to_y - y)))
        made = one
    assert sepax.move_and_slide(mover, [*scene.array, FAR], step) == slide
    yield from found


def goes_through(mover: Shape, other: Shape, step: Vector) -> str | None:
    """Say so if a leg leads into a shape by more than the bound."""
    case = ExactSweep(Sweep(mover, other, step, (0.0, 0.0), 1.0))
    if case.difference.first_touch(case.relative, 1.0) is None:
        return None
    lowest = case.difference.lowest(case.relative, Fraction(0), Fraction(1))
    return off("an overlap on the way", min(lowest, Fraction(0)), case.leeway(1))


@every_turn
@pytest.mark.parametrize("kind", ["mixed", "boxes", "box", "capsule"])
def test_nothing_is_entered(kind: str, quarters: int) -> None:
    """From a start without an overlap: flush starts, slots exactly as wide, corners."""
    crowd, source = crowds(kind, quarters, 2, count=14), random.Random(4)
    checked = 0
    for _ in range(60):
        one = beside(source, source.choice(crowd.figures), figure(source, source.choice(WITH_AREA)))
        mover = written(source, one, quarters)
        if sepax.intersects(crowd.array, mover, touching=False).any():
            continue
        way_of_it = (quarter(source, 3), quarter(source, 3))
        for before, step in legs(mover, crowd.tree, way_of_it):
            checked += 1
            faults = [goes_through(before, other, step) for other in crowd.array]
            assert not any(faults), (before, step, faults)
        assert not sepax.intersects(crowd.array, mover, touching=False).any()
    assert checked > 5


@every_turn
@pytest.mark.parametrize("kind", WITH_AREA)
def test_seams_of_tiles(kind: str, quarters: int) -> None:
    """On unit tiles at any quarter turn everything goes its whole way, pressed down or not."""
    source = random.Random(kind)
    tiles = [Figure(((k, -1), (k + 1, -1), (k + 1, 0), (k, 0))) for k in range(-9, 10)]
    floor = ShapeIndex([written(source, tile, quarters) for tile in tiles])
    for press in (0.0, -0.25, -4.0):
        one = figure(source, kind)
        reach = max(one.bounds[2] - one.bounds[0], one.bounds[3] - one.bounds[1])
        mover = written(source, one.moved(-one.bounds[0] - 8, -one.bounds[1]), quarters)
        for frame in range(8):
            before = mover.position
            slide = sepax.move_and_slide(mover, floor, (0.75, press))
            # First of all it is given room, aside too where a single corner is on that of a tile.
            aside = 1.001e-3 * reach if frame == 0 and kind == "polygon" else 1e-9
            gone = slide.position[0] - before[0]
            assert gone == pytest.approx(0.75, abs=aside), (mover, frame, press)
            assert not sepax.intersects(floor.array, mover).any()


# The same bits at every level -------------------------------------------------------------


@cache
def digest() -> str:
    """Return a hash of what scenes answer; `test_rows` has one of what arrays do."""
    found = hashlib.sha256()
    for kind, quarters in itertools.product(CROWDS, (0, 1)):
        a, b = crowds(kind, quarters), crowds(kind, quarters, 1, count=12)
        rows, impacts = sepax.first_impacts(a.array, b.tree, (1.0, 0.25), (0.0, 0.5), 8.0)
        hits = sepax.raycast(a.tree, b.array.positions, (1.0, 0.0), math.inf, 0.25)
        nearest, distances = sepax.nearest(a.array, b.tree, 3)
        answers: list[Any] = [rows, impacts.time, impacts.normal, impacts.point, nearest, distances]
        answers += [hits.distance, hits.normal, hits.point, sepax.find_pairs(a.array)]
        slides = sepax.move_and_slide(b.array.copy(), a.tree, (1.0, -0.75), skin=0.125)
        answers += [slides.position, slides.indices, *slides.impacts._arrays()]
        answers += [sepax.find_pairs(a.array, b.array, within=0.5), a.array.contains((0.25, 0.5))]
        found.update(b"".join(np.ascontiguousarray(answer).tobytes() for answer in answers))
    return found.hexdigest()


@pytest.mark.parametrize("level", LEVELS)
def test_every_instruction_set_gives_the_same_bits(level: str) -> None:
    said = output_of("import test_lattice_scenes as test; print(test.digest())", level)
    assert said.split() == [digest()]
