"""``signed_distance``: the distance of shapes that are apart, or minus the depth of the overlap."""

from __future__ import annotations

import math

import numpy as np
import pytest
from judges import check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

import sepax
from sepax import Circle, Compound, Point, Polygon, Segment, ShapeArray

SQUARE = Polygon.box(2, 2)


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("signed_distance"))


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_has_the_bits_of_distance_and_mtv(family: str) -> None:
    for pair in exact_pairs(family):
        found = sepax.signed_distance(pair.a, pair.b)
        contact = sepax.collide(pair.a, pair.b)
        depth = 0.0 if contact is None else contact.depth
        assert found == (sepax.distance(pair.a, pair.b) if contact is None else -depth)
        assert math.copysign(1.0, found) == (-1.0 if depth else 1.0)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        (SQUARE, Circle((4, 0), 1), 2.0),
        (SQUARE, Circle((2, 0), 1), 0.0),
        (SQUARE, Circle((1.5, 0), 1), -0.5),
        (SQUARE, Point((0.25, 0)), -0.75),
        (SQUARE, SQUARE, -2.0),
        (Circle((0, 0), 2), Circle((0, 0), 1), -3.0),
        (Segment((-1, 0), (1, 0)), Segment((0, -1), (0, 1)), -1.0),
        (Segment((-1, 0), (1, 0)), Point((0, 0)), 0.0),
        (Compound([SQUARE, Polygon.box(2, 2, position=(2, 0))]), Circle((1, 0), 0.25), -1.25),
    ],
)
def test_known(a: sepax.Shape | Compound, b: sepax.Shape, distance: float) -> None:
    for one, other in ((a, b), (b, a)):
        found = sepax.signed_distance(one, other)
        assert (found, math.copysign(1.0, found)) == (distance, math.copysign(1.0, distance))
        assert (found <= 0.0) == sepax.intersects(one, other)


def test_of_compounds_is_that_of_the_whole() -> None:
    generator = np.random.default_rng(64)
    cross = Compound([Polygon.box(4, 1), Polygon.box(1, 4)])
    poses = np.column_stack((generator.uniform(-3, 3, (80, 2)), generator.uniform(-3, 3, 80)))
    other = cross.copy()
    for pose in poses.tolist():
        other.set_pose(*pose)
        contact = cross.collide(other)
        expected = cross.distance(other) if contact is None else -contact.depth
        assert cross.signed_distance(other) == expected


def test_does_not_jump_on_contact() -> None:
    """A box goes through another one: the signed distance changes by no more than the motion."""
    steps = np.linspace(-3.0, 3.0, 4001)
    movers = ShapeArray.boxes(1, 1, np.column_stack((steps, 0.25 * steps)), 0.3)
    found = movers.signed_distance(SQUARE)
    assert np.all(np.abs(np.diff(found)) <= (steps[1] - steps[0]) * 1.04)
    assert found.min() < -1.0 < 1.0 < found.max()
