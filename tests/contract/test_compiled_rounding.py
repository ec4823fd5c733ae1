"""Shapes of compiled callers that only rounding decides about: as the verbs, which are exact."""

from __future__ import annotations

import ctypes
import math
import random

from callers import AXIS, ask, by_numbers, rings, shape_of

import sepax
from sepax import Polygon

Point = tuple[float, float]


def triangle(source: random.Random) -> list[Point]:
    """Return a counter-clockwise triangle that is not thin."""
    while True:
        points = [(source.uniform(0, 3), source.uniform(0, 3)) for _ in range(3)]
        (px, py), (qx, qy), (rx, ry) = points
        if (qx - px) * (ry - py) - (qy - py) * (rx - px) > 0.3:
            return points


def on_first_edge(ring: list[Point], source: random.Random) -> Point:
    """Return a point of an edge, rounded: it lies just inside, on the edge or just outside."""
    (px, py), (qx, qy) = ring[:2]
    part = source.random()
    return (px + part * (qx - px), py + part * (qy - py))


def test_boxes_that_are_flush_but_for_rounding() -> None:
    """Far from the origin, which makes their corners coarse."""
    source = random.Random(1)
    meeting = 0
    for _ in range(1000):
        far, angle = 10.0 ** source.uniform(0, 9), source.uniform(0, 7)
        x, y, along = source.uniform(-far, far), source.uniform(-far, far), source.uniform(-1, 1)
        half, other_half = source.uniform(1, 4), source.uniform(1, 4)
        cosine, sine, across = math.cos(angle), math.sin(angle), half + other_half
        place = (x + cosine * across - sine * along, y + sine * across + cosine * along)
        a = Polygon.box(2 * half, 3, position=(x, y), angle=angle)
        b = Polygon.box(2 * other_half, 5, position=place, angle=angle)
        given = by_numbers(a, b)
        assert given is not None
        (said,) = ask("boxes_intersect", *given.a, *given.b, 1)
        assert said == sepax.intersects(a, b)
        meeting += bool(said)
    assert 300 < meeting < 700


def test_rings_with_a_corner_on_an_edge_but_for_rounding() -> None:
    source = random.Random(2)
    meeting = 0
    for _ in range(3000):
        ring = triangle(source)
        (px, py), (qx, qy), (x, y) = *ring[:2], on_first_edge(ring, source)
        out_x, out_y, aside = qy - py, px - qx, source.uniform(-0.3, 0.3)
        far = (x + out_x + aside, y + out_y)
        other = [(x, y), far, (far[0] - 0.5 * out_y - aside, far[1] + 0.5 * out_x)]
        given = rings(ring, other, 0.0, 0.0)
        (said,) = ask(f"{given.two}_intersect", *given.a, *given.b, 1, *given.last)
        assert said == sepax.intersects(shape_of(ring), shape_of(other))
        meeting += bool(said)
    assert 1000 < meeting < 2000


def test_rings_that_are_convex_but_for_rounding() -> None:
    """A ring is refused exactly where `Polygon` refuses it."""
    source = random.Random(3)
    refused = 0
    for _ in range(10_000):
        ring = triangle(source)
        ring.insert(1, on_first_edge(ring, source))
        given = rings(ring, ring, 0.0, 0.0)
        ends = (ctypes.c_double * 2)()
        said = ask(f"{given.one}_project", *given.a, *AXIS, None, *given.last, result=ends)
        try:
            shape_of(ring)
        except ValueError:
            refused += 1
            assert not any(said)
        else:
            assert said[0]
    assert 3000 < refused < 7000
