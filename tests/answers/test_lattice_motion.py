"""Shapes and rays that move on a lattice of quarters: head-on, along faces, grazing, just in time.

`test_sweep` judges each motion (they are families). Here a time or distance that is a float64
number must be that number, however the shapes are written.
"""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from functools import cache

import oracle
import pytest
from families import Sweep, sweeps
from judges import check
from lattice import AXES, KINDS, Figure, Random, flights, quarter, written
from motion_judges import ExactRay, ExactSweep, Ray, judge_ray
from oracle import vector
from test_lattice_pairs import every_two
from test_raycast import cast
from verdicts import judge_motion

import sepax

RAYS = 60  # of every kind
Vector = tuple[float, float]


@every_two
def test_times_that_are_exact(kind_a: str, kind_b: str) -> None:
    """Head-on along an axis a time is a quotient: if that is a float64 number, it is the answer.

    Shapes that graze, exactly, may miss.
    """
    for case, motion in flights(kind_a, kind_b):
        (a, b), (of_a, of_b, end) = case.forms[0], motion
        plain = ExactSweep(Sweep(a, b, of_a, of_b, end))
        moves = [x for x in plain.relative if x]
        time = plain.difference.first_touch(plain.relative, end)
        if len(moves) != 1 or time is None or Fraction(float(time)) != time:
            continue
        source = random.Random(str(plain))
        for shift in ((0.0, 0.0), (0.0, 0.0), (2.0**24, -(2.0**22))):
            a, b = (written(source, one.moved(*shift)) for one in (case.a, case.b))
            for sweep in (Sweep(a, b, of_a, of_b, end), Sweep(b, a, of_b, of_a, end)):
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
    check(cases[::7], judge_motion)


@every_two
def test_explanations(kind_a: str, kind_b: str) -> None:
    for sweep in sweeps(f"lattice, {kind_a} and {kind_b}")[:12]:
        a, b, of_a, of_b, end = sweep
        explained = sepax.explain(a, b, velocity_a=of_a, velocity_b=of_b, max_time=end)
        assert explained.impact == sepax.sweep(*sweep), sweep


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
