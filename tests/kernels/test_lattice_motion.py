"""Shapes and rays that move on a lattice of quarters: head-on, along faces, grazing, just in time.

As in `test_lattice_pairs` each case stands in three forms: drawn, written in another way, turned by
quarter turns. Each is checked by its own vertices.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import oracle
import pytest
from families import Sweep
from judges import (
    ExactRay,
    ExactSweep,
    Ray,
    Verdict,
    check,
    first_fault,
    judge_boolean,
    judge_grazes,
    judge_ray,
    judge_sweep,
)
from lattice import KINDS, Figure, Random, box_of, pair, quarter, written
from oracle import vector
from test_batch import arrays_of, assert_same_bits, impacts_of
from test_lattice_pairs import closed, every_two, every_two_sharp
from test_raycast import cast

import sepax
from sepax import Shape, ShapeArray, raw

CASES = 12  # of every two kinds
RAYS = 60  # of every kind
AXES = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
Vector = tuple[float, float]


def way(source: Random) -> Vector:
    """Return a velocity, half of the time along an axis; sometimes it is zero."""
    if source.random() < 0.5:
        x, y = source.choice(AXES)
        speed = source.choice((0.25, 0.5, 1.0))
        return x * speed, y * speed
    return quarter(source, 1.0), quarter(source, 1.0)


def back(figure: Figure, velocity: Vector, steps: float) -> Figure:
    return figure.moved(-steps * velocity[0], -steps * velocity[1])


# Sweeps ---------------------------------------------------------------------------------


class Flight(NamedTuple):
    """Two figures, and sweeps of shapes of them."""

    a: Figure
    b: Figure
    plain: ExactSweep
    exactly: ExactSweep  # written in another way, with the same vertices
    turned: ExactSweep  # of these the vertices are rounded

    @property
    def forms(self) -> tuple[ExactSweep, ...]:
        return self.plain, self.exactly, self.turned


def _flight(source: Random, kind_a: str, kind_b: str) -> Flight:
    """Start where the shapes touch or are near, or some steps before that."""
    a, b = pair(source, kind_a, kind_b)
    of_a, of_b = way(source), source.choice([(0.0, 0.0), way(source)])
    if source.random() < 0.5:
        steps = source.choice((0.5, 1, 4, 8))
        a, b = back(a, of_a, steps), back(b, of_b, steps)
    motion = of_a, of_b, source.choice([0.0, 0.25, 1.0, 4.0, 16.0, math.inf])
    turns = source.choice([(1, 1), (2, 2), (0, 3), (2, 1)])
    return Flight(
        a,
        b,
        ExactSweep(Sweep(a.shape(), b.shape(), *motion)),
        ExactSweep(Sweep(written(source, a), written(source, b), *motion)),
        ExactSweep(Sweep(written(source, a, turns[0]), written(source, b, turns[1]), *motion)),
    )


@cache
def flights(kind_a: str, kind_b: str, seed: int = 0, count: int = CASES) -> list[Flight]:
    source = random.Random(f"{kind_a}, {kind_b}, {seed}")
    return [_flight(source, kind_a, kind_b) for _ in range(count)]


def forms(kind_a: str, kind_b: str, seed: int = 0, count: int = CASES) -> Iterator[ExactSweep]:
    for case in flights(kind_a, kind_b, seed, count):
        yield from case.forms


def judge_all(case: ExactSweep) -> Verdict:
    """Judge a sweep, and what the options and `time_of_impact` make of it."""
    sweep = case.sweep
    impact = sepax.sweep(*sweep)
    grazing = sepax.sweep(*sweep, touching=False)
    leaves = impact is not None and impact.leaving
    time = math.inf if impact is None else impact.time
    skipped = [sepax.sweep(*sweep, touching=t, skip_leaving=True) for t in (True, False)]
    contact: Any = sepax.collide(sweep.a, sweep.b)
    start = impact if impact is not None and impact.initial else None
    return first_fault(
        [
            judge_sweep(case, impact),
            judge_grazes(case, impact, grazing),
            judge_boolean(sepax.time_of_impact(*sweep) == time, True, "the time alone"),
            judge_boolean(skipped[0] == (None if leaves else impact), True, "skip_leaving"),
            judge_boolean(skipped[1] == (None if leaves else grazing), True, "both options"),
            judge_boolean(start is None, contact is None, "no start in contact"),
            start and judge_boolean(start.normal == contact.normal, True, "the normal of collide"),
        ]
    )


@every_two
def test_sweeps(kind_a: str, kind_b: str) -> None:
    check(forms(kind_a, kind_b), judge_all)


@every_two
def test_swapped_sweeps(kind_a: str, kind_b: str) -> None:
    def judge(case: ExactSweep) -> Verdict:
        a, b, of_a, of_b, end = case.sweep
        impact, other = sepax.sweep(*case.sweep), sepax.sweep(b, a, of_b, of_a, end)
        if impact is not None and other is not None:
            one, two = ((hit.initial, hit.leaving) for hit in (impact, other))
            if one != two:
                return f"{impact} and, swapped, {other}"
        return judge_sweep(ExactSweep(Sweep(b, a, of_b, of_a, end)), other)

    check((case for k, case in enumerate(forms(kind_a, kind_b)) if k % 3), judge)


@every_two
def test_times_that_are_exact(kind_a: str, kind_b: str) -> None:
    """Head-on along an axis a time is a quotient: if that is a float64 number, it is the answer.

    Shapes that graze, exactly, may miss.
    """
    for case in flights(kind_a, kind_b):
        moves = [x for x in case.plain.relative if x]
        end = case.plain.sweep.max_time
        time = case.plain.difference.first_touch(case.plain.relative, end)
        if len(moves) != 1 or time is None or Fraction(float(time)) != time:
            continue
        source = random.Random(str(case.plain))
        for shift in ((0.0, 0.0), (0.0, 0.0), (2.0**24, -(2.0**22))):
            a, b = (written(source, one.moved(*shift)) for one in (case.a, case.b))
            for sweep in (
                Sweep(a, b, *case.plain.sweep[2:]),
                Sweep(b, a, case.plain.sweep.velocity_b, case.plain.sweep.velocity_a, end),
            ):
                impact = sepax.sweep(*sweep)
                if impact is not None and 0.0 in impact.normal:
                    assert impact.time == sepax.time_of_impact(*sweep) == time, sweep


def test_along_faces_that_are_flush_but_for_rounding() -> None:
    """What moves along either face is not pressed in, though the other one slants by some ulps."""
    ulps = [k * 2.0**-51 for k in range(-3, 4)]
    cases = []
    for top, low, apart in itertools.product(ulps, ulps, (0.5, 0.25)):
        slanting = sepax.Polygon([(0, 0), (2 + low, 0), (2 + top, 2), (0, 2)])
        for other in (
            sepax.Polygon.box(1, 2, position=(2.5 + apart, 1), radius=0.5),
            sepax.Capsule((2 + apart, 0), (2 + apart, 2), 0.5),
        ):
            for x, speed in itertools.product((0.0, *ulps), (1.0, -1.0)):
                motion = ((x, speed), (0.0, 0.0), 1.0)
                cases.append(ExactSweep(Sweep(slanting, other, *motion)))
                cases.append(ExactSweep(Sweep(other, slanting, *motion)))
    check(cases[::3], judge_all)


@every_two_sharp
def test_rings(kind_a: str, kind_b: str) -> None:
    source = random.Random(f"{kind_a}, {kind_b}")

    def judge(case: ExactSweep) -> Verdict:
        a, b = closed(source, case.a), closed(source, case.b)
        impact = raw.sweep(a, b, *case.sweep[2:])
        skipped = raw.sweep(a, b, *case.sweep[2:], skip_leaving=True)
        leaves = impact is not None and impact.leaving
        return first_fault(
            [
                judge_sweep(case, impact),
                judge_boolean(skipped == (None if leaves else impact), True, "skip_leaving"),
            ]
        )

    check(forms(kind_a, kind_b, 1, 4 * CASES), judge)


@every_two
def test_explanations(kind_a: str, kind_b: str) -> None:
    for case in itertools.islice(forms(kind_a, kind_b), 12):
        a, b, of_a, of_b, end = case.sweep
        explained = sepax.explain(a, b, velocity_a=of_a, velocity_b=of_b, max_time=end)
        assert explained.impact == sepax.sweep(*case.sweep), str(case)


# Arrays of them ---------------------------------------------------------------------------


def rows_of(kind_a: str, kind_b: str, seed: int = 0) -> list[Sweep]:
    """Return sweeps of two kinds; boxes are such as arrays of them hold as records."""
    rows = []
    for k, case in enumerate(flights(kind_a, kind_b, seed)):
        for form, quarters in ((case.plain, 0), (case.exactly, 0), (case.turned, k % 4)):
            a = box_of(case.a, quarters) if kind_a == "box" else form.sweep.a
            b = box_of(case.b, quarters) if kind_b == "box" else form.sweep.b
            rows.append(Sweep(a, b, *form.sweep[2:]))
    return rows


OPTIONS: list[dict[str, Any]] = [
    {"touching": touching, "skip_leaving": skip}
    for touching, skip in itertools.product((True, False), repeat=2)
]


def columns_of(rows: list[Sweep]) -> tuple[ShapeArray, ShapeArray, list[Any]]:
    a, b, *columns = zip(*rows, strict=True)
    return ShapeArray(a), ShapeArray(b), [np.array(column) for column in columns]


def check_arrays(rows: list[Sweep]) -> None:
    a, b, columns = columns_of(rows)
    order = np.random.default_rng(0).permutation(len(rows))
    mixed = [column[order] for column in columns]
    one, other, motion = rows[0].a, rows[0].b, rows[0][2:]
    for options in OPTIONS:
        expected = impacts_of([sepax.sweep(*row, **options) for row in rows])
        assert_same_bits(sepax.sweep(a, b, *columns, **options), expected)
        found = sepax.sweep(a, b, *mixed, pairs=(order, order), **options)
        assert_same_bits(found, expected[order])
        expected = impacts_of([sepax.sweep(one, row.b, *motion, **options) for row in rows])
        assert_same_bits(sepax.sweep(one, b, *motion, **options), expected)
    times = np.array([sepax.time_of_impact(*row) for row in rows])
    assert_same_bits(sepax.time_of_impact(a, b, *columns), times)
    assert_same_bits(sepax.time_of_impact(a, b, *mixed, pairs=(order, order)), times[order])
    times = np.array([sepax.time_of_impact(row.a, other, *motion) for row in rows])
    assert_same_bits(sepax.time_of_impact(a, other, *motion), times)


@every_two
def test_arrays(kind_a: str, kind_b: str) -> None:
    check_arrays(rows_of(kind_a, kind_b))


def mixed_rows(seed: int = 3) -> list[Sweep]:
    rows = [row for two in itertools.product(KINDS, KINDS) for row in rows_of(*two, seed)[:9]]
    random.Random(seed).shuffle(rows)
    return rows


def test_mixed_arrays() -> None:
    check_arrays(mixed_rows())


def said_of_arrays() -> Iterator[bytes]:
    """Yield the bytes of all answers of arrays, for `test_lattice_scenes`."""
    many = [rows_of(*two) for two in itertools.product(KINDS, KINDS)]
    for rows in (*many, mixed_rows()):
        a, b, columns = columns_of(rows)
        for options in OPTIONS:
            yield from (x.tobytes() for x in arrays_of(sepax.sweep(a, b, *columns, **options)))
        yield sepax.time_of_impact(a, b, *columns).tobytes()
        yield sepax.time_of_impact(a[0], b, *columns).tobytes()


# Rays -------------------------------------------------------------------------------------


def aim(source: Random, figure: Figure) -> tuple[Vector, Vector]:
    """Return a place that a ray is to pass, and its direction."""
    points, (low_x, low_y, high_x, high_y) = figure.points, figure.bounds
    kind, k = source.randrange(6), source.randrange(len(points))
    direction = source.choice([source.choice(AXES), (quarter(source, 1.0) or 1.0, quarter(source))])
    if kind < 2:  # a vertex, and one moved out by the radius
        x, y = source.choice(AXES)
        reach = kind * figure.radius
        return (points[k][0] + x * reach, points[k][1] + y * reach), direction
    if kind == 2 and len(points) > 1:  # along an edge of the core
        (x, y), (p, q) = points[k], points[k - 1]
        return (x, y), (p - x, q - y)
    if kind == 3:  # along the box around it
        return source.choice([((low_x, low_y), AXES[0]), ((high_x, high_y), AXES[1])])
    if kind == 4:
        return source.choice([((high_x, low_y), AXES[1]), ((low_x, high_y), AXES[2])])
    return (quarter(source), quarter(source)), direction


def _ray(source: Random, figure: Figure) -> Ray:
    (x, y), (dx, dy) = aim(source, figure)
    steps = source.choice((0, 0, 1, 2, 8, 0.25))
    radius = source.choice((0.0, 0.0, 0.25, 0.5, 1.25))
    aside = source.choice((0.0, 0.0, radius, -radius))  # beside what is aimed at
    if dx == 0.0 or dy == 0.0:
        x, y = x - math.copysign(aside, dy) * (dx == 0.0), y + aside * (dy == 0.0)
    end = source.choice((math.inf, math.inf, 0.0, 0.5, steps * math.hypot(dx, dy)))
    return Ray(figure.shape(), (x - steps * dx, y - steps * dy), (dx, dy), end, radius)


@cache
def rays(kind: str, seed: int = 0, count: int = RAYS) -> list[Ray]:
    """Return rays at a shape in three forms: those of `Flight`, one after the other."""
    source, found = random.Random(f"{kind}, {seed}"), []
    for _ in range(count):
        figure = KINDS[kind](source)
        ray = _ray(source, figure)
        turned = written(source, figure, source.randint(1, 3))
        found += [ray, ray._replace(shape=written(source, figure)), ray._replace(shape=turned)]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_rays(kind: str) -> None:
    cases = rays(kind)
    check(map(ExactRay, cases), lambda case: judge_ray(case, cast(case.ray)))
    assert sum(cast(ray) is not None for ray in cases) > len(cases) // 3


@pytest.mark.parametrize("kind", KINDS)
def test_where_rays_begin(kind: str) -> None:
    """On the boundary or inside, a ray of any direction and length has hit; and nowhere else."""
    for ray in (ray for k, ray in enumerate(rays(kind)) if k % 3 < 2):  # others may miss by a bit
        disc = oracle.Body((vector(ray.origin),), Fraction(ray.radius))
        side = oracle.Difference.between(disc, oracle.body(ray.shape)).side
        for direction in (*AXES, ray.direction):
            hit = sepax.raycast(ray.shape, ray.origin, direction, 0.0, ray.radius)
            assert (hit is not None) == (side <= 0), ray


@pytest.mark.parametrize("kind", KINDS)
def test_straight_rays(kind: str) -> None:
    """Along an axis and onto a face or a tip: the distance is the number that it must be."""
    for case in map(ExactRay, (ray for k, ray in enumerate(rays(kind)) if k % 3 < 2)):
        hit, direction = cast(case.ray), case.ray.direction
        if hit is None or 0.0 not in direction or 0.0 not in hit.normal:
            continue
        touch = case.difference.first_touch(case.relative, math.inf)
        distance = touch * case.length
        if Fraction(float(distance)) == distance and any(
            x and y for x, y in zip(hit.normal, direction, strict=True)
        ):
            assert hit.distance == distance, str(case)
            assert sepax.raycast(*case.ray[:3], float(distance), case.ray.radius) == hit


@pytest.mark.parametrize("kind", KINDS)
def test_many_rays(kind: str) -> None:
    for k in range(6):
        shape: Shape = rays(kind)[k].shape
        others = rays(kind)[k::6]
        columns = [np.array(column) for column in list(zip(*others, strict=True))[1:]]
        hits = sepax.raycast(shape, *columns)
        assert list(hits) == [cast(ray._replace(shape=shape)) for ray in others]
