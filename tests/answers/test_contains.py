"""``contains``: exact, the boundary included."""

from __future__ import annotations

import math
from typing import Any

import oracle
import pytest
from families import Shape, pairs
from judges import Exact, Place, check, exact_pairs, first_fault, judge_boolean
from oracle import vector
from rounded import ALL_PAIRS, NEW

import sepax
from sepax import Point

LIMIT = 2.0**240


def places_near(shape: Shape, other: Shape) -> list[Place]:
    """Return places on, about and away from a boundary, and their neighbours."""
    corners = [(x, y) for x, y in shape.vertices.tolist()]
    radius = shape.radius
    found = [place for x, y in corners[:4] for place in _round_about(x, y, radius)]
    following = corners[1:] + corners[:1]
    for (px, py), (qx, qy), (nx, ny) in zip(
        corners[:4], following, shape.normals[:4].tolist(), strict=False
    ):
        middle = (px + (qx - px) / 2, py + (qy - py) / 2)
        found += [middle, (middle[0] + nx * radius, middle[1] + ny * radius)]
    beside = [(math.nextafter(x, math.inf), math.nextafter(y, -math.inf)) for x, y in found]
    return [*corners[:4], *found, *beside, *((x, y) for x, y in other.vertices[:3].tolist())]


def _round_about(x: float, y: float, radius: float) -> list[Place]:
    return [(x + radius, y), (x, y - radius), (x + 0.6 * radius, y + 0.8 * radius)]


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    def judge(pair: Exact) -> str | None:
        return first_fault(
            judge_boolean(found, oracle.contains(pair.body_a, vector(place)), f"contains({place})")
            for place in places_near(pair.a, pair.b)
            if max(map(abs, place)) <= LIMIT
            for found in (pair.a.contains(place), sepax.contains(pair.a, place))
        )

    check(exact_pairs(family)[::8], judge)


@pytest.mark.parametrize("family", NEW)
def test_many_places(family: str) -> None:
    """As of a shape or an array, with one place or many."""
    cases = pairs(family)
    array = sepax.ShapeArray([a for a, _ in cases])
    places = [places_near(a, b) for a, b in cases]
    for k in range(6):
        chosen: list[Any] = [row[k % len(row)] for row in places]
        expected = [a.contains(place) for (a, _), place in zip(cases, chosen, strict=True)]
        assert sepax.contains(array, chosen).tolist() == expected
    for (shape, _), near in zip(cases[:20], places, strict=False):
        assert shape.contains(near).tolist() == [shape.contains(place) for place in near]


@pytest.mark.parametrize("family", NEW)
def test_a_point_is_contained_where_it_touches(family: str) -> None:
    for a, b in pairs(family):
        x, y = b.vertices[0].tolist()
        assert a.contains((x, y)) is a.intersects(Point((x, y))) is Point((x, y)).intersects(a)
