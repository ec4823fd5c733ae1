"""Compounds in motion: they meet, press and part as wholes, and never at a seam."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import outlines
import pytest
from moving import Course
from outlines import FRAME, L_TILE, T_TILE, U_TILE, Outline, Spot, polygon

import sepax
from sepax import Capsule, Circle, Compound, Point, Polygon, Segment

TILES: dict[str, Outline] = {
    "L": [L_TILE],
    "T": [T_TILE],
    "U": [U_TILE],
    "frame": FRAME,
    "spiral": [polygon((0, 0), (9, 0), (9, 8), (1, 8), (1, 3), (6, 3), (6, 5), (3, 5), (3, 6),
                       (7, 6), (7, 2), (0, 2))],
    "box": [polygon((0, 0), (2, 0), (2, 1), (0, 1))],
    "star": [np.round(outlines.star(8, 5) * 5.0)],
    "comb": [np.round(outlines.comb(3))],
}  # fmt: skip


def spots(rings: Outline, dx: int = 0, dy: int = 0) -> list[list[Spot]]:
    return [[(int(x) + dx, int(y) + dy) for x, y in ring.tolist()] for ring in rings]


def whole(rings: Outline, dx: int = 0, dy: int = 0) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], position=(dx, dy))


def pieces(rings: Outline, dx: int = 0, dy: int = 0) -> list[Any]:
    """The outline as a compound, and as a polygon if it is convex."""
    made: list[Any] = [whole(rings, dx, dy)]
    if len(made[0].parts) == 1:
        made.append(Polygon(rings[0], position=(dx, dy)))
    return made


def assert_met(impact: Any, course: Course, time: Fraction | None, end: float) -> None:
    """An impact at that time, of which all that is told of the whole holds."""
    if time is None or float(time) > end:
        assert impact is None
        return
    assert impact is not None
    assert impact.time == pytest.approx(float(time), rel=1e-13, abs=1e-15)
    assert impact.exit_time == pytest.approx(float(course.parting(time)), rel=1e-12)
    closing = np.dot(impact.normal, course.velocity)
    assert closing >= -1e-9 or impact.initial
    assert math.hypot(*impact.normal) == pytest.approx(1, rel=1e-15)


CASES = [(a, b) for a in TILES for b in ("L", "U", "frame", "T", "box")]


@pytest.mark.parametrize(("one", "other"), CASES)
def test_outlines_against_their_edges(one: str, other: str) -> None:
    """First touch, exit, faces, pressing and skipping, on a grid where ties are common."""
    rng = np.random.default_rng([len(one), len(other), 1])
    for _ in range(12):
        dx, dy = rng.integers(-13, 14, 2).tolist()
        velocity = tuple(rng.integers(-4, 5, 2).tolist())
        if velocity == (0, 0):
            continue
        course = Course(spots(TILES[one], dx, dy), spots(TILES[other]), velocity)
        end = float(rng.choice([0.75, 3.0, 100.0, np.inf]))
        for a in pieces(TILES[one], dx, dy):
            for b in pieces(TILES[other]):
                judge(course, a, b, velocity, end)


def judge(course: Course, a: Any, b: Any, velocity: Spot, end: float) -> None:
    first = course.touch()
    impact = sepax.sweep(a, b, velocity, max_time=end)
    if first and not course.is_firm(first):
        return  # what only grazes a slanting edge is met or not, by rounding
    assert_met(impact, course, first, end)
    time = sepax.time_of_impact(a, b, velocity, max_time=end)
    assert time == (math.inf if impact is None else impact.time)
    other_way = sepax.sweep(b, a, (0, 0), velocity, max_time=end)
    assert (impact is None) == (other_way is None)
    if impact is not None:
        assert first is not None
        assert impact.initial == (first == 0)
        assert impact.leaving <= impact.initial
        if not course.looks[0].overlap:
            assert impact.leaving == course.leaves()
            if first == 0 or np.dot(impact.normal, velocity) > 1e-9:
                assert course.is_face(first, impact.normal), (impact, course.velocity)
            assert_on_both(impact, a, b, velocity)
            assert other_way.time == pytest.approx(impact.time, rel=1e-13)
    deep = sepax.sweep(a, b, velocity, max_time=end, touching=False)
    entered = course.first_overlap()
    if entered is not None and float(entered) == end:
        return
    assert_met(deep, course, entered, end)
    skipped = sepax.sweep(a, b, velocity, max_time=end, skip_leaving=True)
    if course.leaves():
        assert_met(skipped, course, course.next_pressing(), end)
    elif not course.looks[0].overlap:
        assert skipped == impact
    for found in (deep, skipped):
        if found is not None and not course.looks[0].overlap:
            late = course.next_pressing() if course.leaves() else first
            exact = entered if found is deep else late
            assert exact is not None
            assert_on_both(found, a, b, velocity)
            if np.dot(found.normal, velocity) > 1e-9:
                assert course.is_face(exact, found.normal), found


def assert_on_both(impact: Any, a: Any, b: Any, velocity: Spot) -> None:
    """The point is on both shapes at the time."""
    x, y = impact.point
    at_a = Point((x - velocity[0] * impact.time, y - velocity[1] * impact.time))
    size = 40 + abs(x) + abs(y)
    assert a.distance(at_a) <= 1e-14 * size
    assert b.distance(Point((x, y))) <= 1e-14 * size


# Seams ------------------------------------------------------------------------------------------

TURNS = (0.0, 0.1, 0.7, math.pi / 2, 2.5)
MOVERS: dict[str, Any] = {
    "box": lambda: Polygon.box(3, 3),
    "turned box": lambda: Polygon.box(3, 3, angle=0.3),
    "rounded box": lambda: Polygon.box(2, 2, radius=0.5),
    "circle": lambda: Circle((0, 0), 1.5),
    "capsule": lambda: Capsule((-1, 0), (1, 0.5), 0.5),
    "segment": lambda: Segment((-1, 0), (1, 0)),
    "upright segment": lambda: Segment((0, -1), (0, 1)),
    "point": lambda: Point((0, 0)),
    "cross": lambda: Compound([Polygon.box(3, 1), Polygon.box(1, 3)]),
    "frame": lambda: Compound.from_polygon(FRAME[0], FRAME[1:]),
}


def along(turn: float, x: float, y: float) -> tuple[float, float]:
    c, s = math.cos(turn), math.sin(turn)
    return (c * x - s * y, s * x + c * y)


def floor(turn: float, kind: str) -> Compound:
    """A floor from x = 0 to 40, its surface at y = 0, with a wall at its end, turned."""
    if kind == "boxes":
        parts = [Polygon.box(2, 2, position=(x, -1)) for x in range(1, 40, 2)]
    elif kind == "overlapping":
        parts = [Polygon.box(3 + x % 3, 2 + x % 5, position=(x, -1 - 0.5 * (x % 5)))
                 for x in range(2, 38)]  # fmt: skip
    else:
        rng = np.random.default_rng(4)
        ups, downs = np.sort(rng.uniform(0, 40, (2, 12)), axis=1)
        cuts = [(0.0, 0.0), *zip(ups, downs, strict=True), (40.0, 40.0)]
        parts = [Polygon([(u, 0), (d, -9), (e, -9), (v, 0)]) for (u, d), (v, e) in pairwise(cuts)]
    parts.append(Polygon.box(2, 30, position=(41, 5)))
    return Compound(parts, angle=turn)


@pytest.mark.parametrize("kind", ["boxes", "overlapping", "slanted"])
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("mover", MOVERS)
def test_seams_of_a_floor_are_never_met(mover: str, turn: float, kind: str) -> None:
    """Falling on it, and sliding along, a little above or in it: the surface, or the wall."""
    ground = floor(turn, kind)
    up, ahead = along(turn, 0, 1), along(turn, 1, 0)
    rng = np.random.default_rng(3)
    for x in (8.0, 9.0, 10.0, *rng.uniform(8, 20, 6)):
        shape = MOVERS[mover]()
        shape.position = along(turn, x, 30)
        shape.rotate(turn)
        gap = ground.distance(shape)
        for tilt in (0.0, 0.3, -2.0, 1e-3):
            velocity = (tilt * ahead[0] - up[0], tilt * ahead[1] - up[1])
            impact = shape.sweep(ground, velocity, max_time=100)
            away = sepax.sweep(shape, ground, velocity, max_time=100, touching=False)
            if abs(tilt) < 2:
                assert np.dot(impact.normal, up) == pytest.approx(-1, abs=1e-12)
                assert away.time == pytest.approx(impact.time, rel=1e-14)
                assert np.dot(away.normal, up) == pytest.approx(-1, abs=1e-12)
        for lift in (0.0, 1e-16, -1e-15, 1e-9, -1e-9, -1e-3):
            shape.position = along(turn, x, 30 - gap + lift)
            if lift < -1e-12 and mover in ("point", "upright segment"):
                continue  # in a seam, or in one part alone
            # What rounding leaves a little above one part may graze the next, which is a touch.
            for touching in (True, False) if abs(lift) > 1e-12 else (False,):
                for tilt in (0.0, 1e-17, -1e-17):
                    velocity = (ahead[0] + tilt * up[0], ahead[1] + tilt * up[1])
                    ahead_of = shape.sweep(
                        ground, velocity, max_time=100, skip_leaving=True, touching=touching
                    )
                    assert ahead_of is not None
                    assert np.dot(ahead_of.normal, ahead) == pytest.approx(1, abs=1e-12)
                    high = np.max(shape.project(ahead))
                    assert ahead_of.time == pytest.approx(40 - high, abs=1e-9)


def test_shared_corners_are_the_same_numbers_in_any_pose() -> None:
    """As long as rounding bends no corner, which a part mends by itself."""
    rng = np.random.default_rng(6)
    names = ("gear", "spiral", "star 100", "glyph 8")
    for rings in (*TILES.values(), *(outlines.families()[name] for name in names)):
        shape = Compound.from_polygon(rings[0], rings[1:])
        _, same = np.unique(shape.vertices, axis=0, return_inverse=True)
        for x, y, angle in rng.uniform(-9, 9, (20, 3)).tolist():
            shape.set_pose(x, y, angle)
            _, posed = np.unique(shape.vertices, axis=0, return_inverse=True)
            firsts = np.unique(same.ravel() * len(same) + posed.ravel())
            assert len(firsts) <= np.max(same) + 1, rings[0].shape
