"""``project``: the least and greatest product of an axis with points of a shape."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import oracle
import pytest
from families import pairs
from judges import Place
from oracle import EPSILON, vector
from questions import assert_same_bits
from rounded import ALL_PAIRS

import sepax
from sepax import ShapeArray

AXES = [(1.0, 0.0), (0.0, -3.0), (-1e-3, 7e4), (0.6, 0.8)]


@pytest.mark.parametrize("family", ALL_PAIRS)
@pytest.mark.parametrize("axis", AXES)
def test_families(family: str, axis: Place) -> None:
    exact = vector(axis)
    length = oracle.root(oracle.dot(exact, exact))
    for shape, _ in pairs(family)[::4]:
        body = oracle.body(shape)
        products = [oracle.dot(point, exact) for point in body.points]
        reach = max(abs(x) for point in body.points for x in point) + body.radius
        slack = 8 * EPSILON * length * reach + 2**-1070
        low, high = shape.project(axis)
        assert sepax.project(shape, axis) == (low, high)
        assert abs(Fraction(low) - (min(products) - body.radius * length)) <= slack
        assert abs(Fraction(high) - (max(products) + body.radius * length)) <= slack


def test_one_axis_for_all() -> None:
    shapes = [shape for shape, _ in pairs("rounded_and_anything")]
    low, high = sepax.project(ShapeArray(shapes), (0.6, 0.8))
    assert list(zip(low, high, strict=True)) == [shape.project((0.6, 0.8)) for shape in shapes]
    assert low.dtype == high.dtype == np.float64


def test_one_shape_on_many_axes() -> None:
    for shape, _ in pairs("rounded_and_anything")[:20]:
        low, high = shape.project(AXES)
        expected = [shape.project(axis) for axis in AXES]
        assert list(zip(low, high, strict=True)) == expected
        assert_same_bits(sepax.project(shape, np.array(AXES)), (low, high))


def test_boxes_alone() -> None:
    boxes = ShapeArray.boxes([2, 3, 1], 1, [(0, 0), (1e6, 5), (2, 2)], [0.3, 1.1, 0])
    low, high = boxes.project((0.6, 0.8))
    assert list(zip(low, high, strict=True)) == [b.project((0.6, 0.8)) for b in boxes]


@pytest.mark.parametrize(
    ("axis", "kind", "words"),
    [
        ([(1, 0), (0, 0)], ValueError, r"axis\[1\] must not be zero"),
        ([(1, 0), (0, np.nan)], ValueError, r"axis\[1\] must be finite"),
        ((0, 0), ValueError, r"axis\[0\] must not be zero"),
        ([(1, 0, 0)], ValueError, "axis must be"),
        ("ab", TypeError, "axis must be"),
        (None, TypeError, "axis must be"),
        ([(1, 0)] * 3, ValueError, "2 rows do not match 3"),
    ],
)
def test_bad_axes(axis: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        ShapeArray.boxes(1, [1, 2]).project(axis)


@pytest.mark.parametrize(
    "out",
    [
        np.empty(2),
        (np.empty(2),),
        [np.empty(2), np.empty(2)],
        (np.empty(2), np.empty(2, np.float32)),
    ],
)
def test_bad_out(out: Any) -> None:
    with pytest.raises(TypeError, match="out"):
        ShapeArray.boxes(1, [1, 2]).project((1, 0), out=out)
