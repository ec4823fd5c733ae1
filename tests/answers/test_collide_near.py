"""``collide(margin=)``: contacts of shapes that are near, and not yet touching."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from families import PAIRS
from judges import Exact, check, exact_pairs, first_fault, judge_near
from oracle import extent
from rounded import ALL_PAIRS

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment, ShapeArray


@pytest.mark.parametrize("family", [name for name in ALL_PAIRS if "radius_and_core" not in name])
def test_shapes_that_are_apart(family: str) -> None:
    def judge(pair: Exact) -> str | None:
        if pair.side <= 0:
            return None
        size = float(extent(pair.body_a, pair.body_b))
        distance = sepax.distance(pair.a, pair.b)
        margins = (distance, math.nextafter(distance, math.inf), 0.05 * size, 2.0 * size, 0.25)
        return first_fault(judge_near(pair, margin) for margin in margins)

    check(exact_pairs(family)[::4], judge)


@pytest.mark.parametrize("family", PAIRS)
def test_shapes_that_meet_gain_at_most_a_point(family: str) -> None:
    for pair in exact_pairs(family)[::2]:
        if pair.side > 0:
            continue
        exact, near = (sepax.collide(pair.a, pair.b, margin) for margin in (0.0, 1e9))
        assert exact is not None
        assert near is not None
        assert (near.normal, near.depth, near.mtv) == (exact.normal, exact.depth, exact.mtv)
        assert (near.a_in_b, near.b_in_a) == (exact.a_in_b, exact.b_in_a)
        kept = list(zip(near.points, near.depths, near.features, strict=True))
        assert len(kept) >= len(exact.points)
        for one in zip(exact.points, exact.depths, exact.features, strict=True):
            assert one in kept
        if len(kept) > len(exact.points):
            assert min(near.depths) < 0.0


BOX = Polygon.box(2, 2)
SQUARE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
FLAT: list[tuple[str, sepax.Shape, sepax.Shape]] = [  # parallel faces from -1 to 1 at x = 1 and 1.5
    ("boxes", BOX, Polygon.box(2, 2, position=(2.5, 0))),
    ("segment", BOX, Segment((1.5, -1), (1.5, 1))),
    ("capsules", Capsule((0.5, -1), (0.5, 1), 0.5), Capsule((2.5, 1), (2.5, -1), 1.0)),
    ("rounded", Polygon(SQUARE, radius=0.25, position=(-0.25, 0)), Segment((1.5, -1), (1.5, 1))),
]


@pytest.mark.parametrize(("name", "a", "b"), FLAT)
def test_parallel_faces_have_two_points(name: str, a: sepax.Shape, b: sepax.Shape) -> None:
    contact: Any = sepax.collide(a, b, 0.75)
    assert contact.normal == (1.0, 0.0)
    assert contact.depths == (-0.5, -0.5)
    assert contact.mtv == (0.5, 0.0)
    assert sorted(contact.points) == [(1.25, -1.0), (1.25, 1.0)]
    assert sepax.collide(a, b, 0.5) is None
    assert a.collide(b, margin=0.75) == contact
    contacts = sepax.collide(ShapeArray([a, a]), b, margin=0.75)
    assert list(contacts) == [contact, contact]
    assert ShapeArray([a]).collide(b, 0.75)[0] == contact


def test_corners_and_ends_have_one() -> None:
    near: list[tuple[sepax.Shape, sepax.Shape, Any]] = [
        (BOX, Polygon.box(2, 2, position=(2.3, 2.4)), ((2, 0),)),
        (BOX, Point((1.3, 1.4)), ((2, 0),)),
        (BOX, Circle((1.3, 1.4), 0.25), ((2, 0),)),
        (Segment((-3, 0), (1, 1)), Segment((1.3, 1.4), (9, 9)), ((1, 0),)),
        (Capsule((-3, 0), (1, 1), 0.125), Capsule((9, 9), (1.3, 1.4), 0.125), ((1, 1),)),
    ]
    for a, b, features in near:
        contact: Any = sepax.collide(a, b, 0.75)
        assert contact.depth == pytest.approx(a.radius + b.radius - 0.5)
        assert contact.normal == pytest.approx((0.6, 0.8))
        assert contact.features == features
    tips: Any = sepax.collide(Segment((0, 0), (1, 0)), Segment((1.5, 0), (3, 0)), 1)
    assert (tips.normal, tips.depth, tips.points) == ((1.0, 0.0), -0.5, ((1.25, 0.0),))


def test_the_second_end_counts_below_the_margin() -> None:
    """Slanting faces: one end is deeper, the other above by 0.5."""
    floor = Polygon([(-5, -2), (5, -2), (5, 0), (-5, 0)])
    for lift in (-0.25, 0.0, 0.125):
        slab = Polygon([(-2, lift), (2, 0.5 + lift), (2, 3), (-2, 3)])
        one, two = (sepax.collide(slab, floor, 0.5 + lift + more) for more in (0.0, 1e-9))
        assert one is not None
        assert two is not None
        assert one.depths == (-lift,)
        assert two.depths == (-0.5 - lift, -lift)


def test_touching_stays_touching() -> None:
    contact: Any = sepax.collide(BOX, Polygon.box(2, 2, position=(2, 0)), 1.0)
    assert contact.depth == 0.0
    assert contact.depths == (0.0, 0.0)
    assert contact == sepax.collide(BOX, Polygon.box(2, 2, position=(2, 0)))
    gap: Any = sepax.collide(BOX, Polygon.box(2, 2, position=(math.nextafter(2.0, 3.0), 0)), 1.0)
    assert gap.depth < 0.0
    assert max(gap.depths) <= gap.depth


@pytest.mark.parametrize("verb", [sepax.collide, lambda a, b, m: ShapeArray([a]).collide(b, m)])
def test_margins_that_are_none(verb: Any) -> None:
    for value in (-1.0, -5e-324, math.nan, math.inf, -math.inf, 10**400):
        with pytest.raises(ValueError, match="margin must be finite and not negative, got"):
            verb(BOX, BOX, value)
    for wrong in (None, "1", True, 1j, [0.1], np.zeros(2), object()):
        with pytest.raises(TypeError, match="margin must be a real number"):
            verb(BOX, BOX, wrong)


def test_margins_of_all_kinds_and_sizes() -> None:
    far = Polygon.box(2, 2, position=(1e9, 0))
    for margin in (2**30, np.float32(2e9), Decimal("1e300"), 1.7e308):
        contact: Any = sepax.collide(BOX, far, margin)
        assert contact.depth == -(1e9 - 2)
        assert sepax.collide(ShapeArray([BOX]), far, margin=margin)[0] == contact
    for margin in (0, -0.0, 5e-324, 1e-300, 1e8):
        assert sepax.collide(BOX, far, margin) is None
