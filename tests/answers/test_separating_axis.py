"""``separating_axis``: the first edge that separates, or the direction of the nearest points."""

from __future__ import annotations

import math
from typing import Any

import pytest
from families import pairs
from judges import check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

from sepax import Circle, Polygon


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("separating_axis"))


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_projections_on_it(family: str) -> None:
    """It is there where shapes are apart; swapped, another edge's may be, the other way."""
    for a, b in pairs(family):
        axis, swapped = a.separating_axis(b), b.separating_axis(a)
        assert (axis is None) is (swapped is None) is a.intersects(b) is (a.mtv(b) is not None)
        if axis is not None and swapped is not None:
            assert a.project(axis)[0] <= b.project(axis)[1]
            assert b.project(swapped)[0] <= a.project(swapped)[1]


def test_corner_region_is_round() -> None:
    """The corner is nearer than a shortcut over the edges' axes would have it."""
    box = Polygon.box(2, 2)
    circle = Circle((1.8, 1.8), 1.0)
    assert not box.intersects(circle)
    axis = box.separating_axis(circle)
    assert axis == pytest.approx((math.sqrt(0.5), math.sqrt(0.5)), abs=1e-15)


def test_rounded_corners_are_round() -> None:
    """Face against face they would overlap by 41 % of the radius."""
    a, b = (Polygon.box(2, 2, position=place, radius=5) for place in ((0, 0), (9.5, 9.5)))
    assert not a.intersects(b)
    assert a.bounds[2] > b.bounds[0]
    axis = a.separating_axis(b)
    assert axis is not None
    assert a.project(axis)[1] < b.project(axis)[0]
    b.position = (8, 10)
    contact: Any = a.collide(b)
    assert contact.depth == 0.0
    assert contact.normal == pytest.approx((0.6, 0.8), abs=1e-15)
    assert contact.points[0] == pytest.approx((4.0, 5.0), abs=1e-14)
    b.position = (math.nextafter(8, 9), 10)
    assert not a.intersects(b)
