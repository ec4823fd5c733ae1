"""The point of a shape that is farthest in a direction."""

import math
import random

import numpy as np
import pytest
from families import pairs
from judges import judge_support
from lattice import NAMES
from rounded import ALL_PAIRS

import sepax
from sepax import Circle, Compound, Point, Polygon, Segment

DIRECTIONS = [(1.0, 0.0), (-0.6, 0.8), (1e-3, -7e4), (-1e-200, -3e-200), (2.0**230, 1.0)]


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    shapes = [shape for pair in pairs(family)[:: 15 if family in NAMES else 7] for shape in pair]
    source = random.Random(family)
    for shape in shapes:
        directions = [*DIRECTIONS, (source.gauss(0, 1), source.gauss(0, 1))]
        # Along the normal of an edge two vertices are as far; an edge of no length has none.
        directions += [(x, y) for x, y in shape.normals[:2].tolist() if x or y]
        found = sepax.support_point(shape, directions).tolist()
        for direction, point in zip(directions, found, strict=True):
            assert sepax.support_point(shape, direction) == tuple(point)
            assert judge_support(shape, direction, tuple(point)) is None


@pytest.mark.parametrize("angle", [0.0, 0.5, math.pi])
def test_ties_have_the_lowest_index(angle: float) -> None:
    box = Polygon.box(4, 2)
    for direction in [(1, 0), (0, 1), (-1, 0), (0, -3)]:
        along = box.vertices @ direction
        first = box.vertices[np.argmax(along)].tolist()
        assert box.support_point(direction) == tuple(first)
    wall = Segment((0, 0), (0, 5))
    assert wall.support_point((1, 0)) == (0.0, 0.0)
    turned = Polygon.regular(6, 1, angle=angle)
    assert judge_support(turned, (1.0, 0.0), turned.support_point((1, 0))) is None


def test_points_and_circles() -> None:
    assert Point((3, 4)).support_point((-1, 2)) == (3.0, 4.0)
    assert Circle((3, 4), 5).support_point((-3, 4)) == (0.0, 8.0)


def test_compounds() -> None:
    parts = [Polygon.box(2, 2), Circle((3, 0), 1), Segment((0, 0), (0, 4))]
    whole = Compound(parts, position=(1, 2), angle=0.3)
    for k in range(40):
        direction = (math.cos(k), math.sin(k))
        point = whole.support_point(direction)
        exact = max(np.dot(part.support_point(direction), direction) for part in whole.parts)
        assert np.dot(point, direction) == pytest.approx(exact, abs=1e-14)
        assert any(judge_support(part, direction, point) is None for part in whole.parts)
    rows = sepax.support_point([whole, parts[0]], [(1, 0), (0, 1)])
    assert rows.tolist() == [list(whole.support_point((1, 0))), [1.0, 1.0]]
    tie = Compound([Point((1, 5)), Point((1, 7))])
    assert tie.support_point((1, 0)) == (1.0, 5.0)


def test_errors() -> None:
    box = Polygon.box(1, 1)
    for direction in [(0, 0), (0.0, -0.0)]:
        with pytest.raises(ValueError, match="direction must not be zero"):
            box.support_point(direction)
    with pytest.raises(ValueError, match=r"direction\[1\] must not be zero"):
        box.support_point([(1, 0), (0, 0)])
    with pytest.raises(ValueError, match="finite"):
        box.support_point((math.nan, 1))
    with pytest.raises(TypeError, match="shape"):
        sepax.support_point(3, (1, 0))  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="pairs, out and workers are for arrays"):
        sepax.support_point(box, (1, 0), workers=2)  # type: ignore[arg-type]
