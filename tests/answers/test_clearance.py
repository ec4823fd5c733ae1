"""``clearance``: the signed distance, its gradient by both poses, and where it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gradients import judge_gradients
from judges import Exact, check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

import sepax
from sepax import Circle, Clearances, Compound, Point, Polygon, Segment, Shape, ShapeArray

SQUARE = Polygon.box(2, 2)
Either = Shape | Compound


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("clearance"))
    check(exact_pairs(family)[::10], judge_gradients)


@pytest.mark.parametrize(
    ("a", "b", "what"),
    [
        (SQUARE, Polygon.box(2, 2, position=(3, 0.5)), "flush faces apart"),
        (SQUARE, Polygon.box(2, 2, position=(2, 0.5)), "flush faces that touch"),
        (SQUARE, Polygon.box(2, 2, position=(1.5, 0.5)), "flush faces that overlap"),
        (SQUARE, Polygon.box(2, 2, position=(3, 0), radius=0.25), "rounded flush faces"),
        (SQUARE, Circle((0, 0), 0.25), "equal depths"),
        (SQUARE, Polygon.regular(3, 0.25, angle=0.1, position=(0.0, 0.0)), "near the centre"),
        (Circle((1, 2), 1), Circle((1, 2), 3), "the same centre"),
        (Segment((0, 0), (2, 0)), Point((1, 0)), "both sides of a segment"),
        (Segment((0, 0), (2, 0)), Segment((1, 1), (4, 1)), "parallel segments"),
    ],
)
@pytest.mark.parametrize("angle", [0.0, 0.3])
def test_kinks(a: Shape, b: Shape, what: str, angle: float) -> None:
    """Of any two gradients the signed distance has here, one is named, and that it is not alone."""
    if angle:
        a, b = (about_origin(shape, angle) for shape in (a, b))
    for one, other in ((a, b), (b, a)):
        found = sepax.clearance(one, other)
        assert found.unique == (what == "near the centre")
        assert found.gradient_a[:2] == tuple(0.0 - x for x in found.normal)
        assert found.gradient_b[:2] == found.normal


def about_origin(shape: Shape, angle: float) -> Shape:
    """Turn a shape about the origin."""
    turned: Any = shape.copy()
    (x, y), c, s = shape.position, np.cos(angle), np.sin(angle)
    turned.set_pose(c * x - s * y, s * x + c * y, shape.angle + angle)
    return turned  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "b", [Polygon.box(2, 2, position=(3, 0.5)), Polygon.box(2, 2, position=(1.5, 0.5))]
)
def test_gradient_at_flush_faces_is_that_of_one_side(b: Shape) -> None:
    found, step = SQUARE.clearance(b), 1e-7
    changes = []
    for turn in (-step, step):
        turned = b.copy()
        turned.angle += turn
        changes.append((SQUARE.signed_distance(turned) - found.distance) / turn)
    assert min(abs(found.gradient_b[2] - change) for change in changes) < 1e-6
    assert abs(changes[0] - changes[1]) > 1.0


CUP = Compound.from_polygon([(0, 0), (5, 0), (5, 4), (4, 4), (4, 1), (1, 1), (1, 4), (0, 4)])
NOTCH = Compound.from_polygon([(-4, 0), (0, -2), (4, 0), (4, 4), (0, 1), (-4, 4)])
TILES = Compound([Polygon.box(2, 2, position=(x, 0)) for x in (-2, 0, 2)], position=(0, 0))
COMPOUNDS: list[tuple[Either, Either]] = [
    (CUP, Circle((2.5, 1.75), 1)),
    (CUP, Polygon.box(1, 1, position=(1.75, 2), angle=0.2)),
    (CUP, Polygon.box(1, 1, position=(6.5, 2), angle=0.2)),
    (CUP, Polygon.box(2, 1, position=(2.25, 4.4), angle=0.1)),
    (NOTCH, Circle((0.1, 1.75), 1)),
    (NOTCH, Polygon.box(0.5, 0.5, position=(0.1, 0.8), angle=0.4)),
    (TILES, Polygon.box(1.5, 1, position=(0.9, 1.25), angle=0.1)),
    (TILES, Polygon.box(1.5, 1, position=(0.9, 1.75), angle=0.1)),
    (CUP, CUP.copy()),
]
COMPOUNDS[-1][1].set_pose(2.2, 3.1, 0.3)
# Stars that part as a tip fills a notch.
TRIPLE = [(0.99, 0), (0.2, 0.34), (-0.57, 0.99), (-0.33, 0), (-0.59, -1.02), (0.21, -0.36)]
QUADRUPLE = [
    *((1.1, 0), (0.34, 0.34), (0, 1.1), (-0.23, 0.23)),
    *((-1.13, 0), (-0.32, -0.32), (0, -1.18), (0.26, -0.26)),
]
STARS = [Compound.from_polygon(ring) for ring in (TRIPLE, QUADRUPLE)]
STARS[0].set_pose(0.64, 0.54, 0.7)
STARS[1].set_pose(0.89, -0.8, -0.3)
COMPOUNDS.append((STARS[0], STARS[1]))


@pytest.mark.parametrize(("a", "b"), COMPOUNDS)
def test_gradients_of_compounds_are_those_of_the_whole(a: Either, b: Either) -> None:
    """The oracle is the signed distance itself, a little to both sides of the pose."""
    for one, other in ((a, b), (b, a)):
        found, step = sepax.clearance(one, other), 1e-6
        assert found.distance == sepax.signed_distance(one, other)
        for which, gradient in ((0, found.gradient_a), (1, found.gradient_b)):
            for k in range(3):
                ends = []
                for sign in (-step, step):
                    moved = [one, other]
                    moved[which] = moved[which].copy()
                    pose = [*moved[which].position, moved[which].angle]
                    pose[k] += sign
                    moved[which].set_pose(*pose)
                    ends.append(sepax.signed_distance(*moved))
                slope = (ends[1] - ends[0]) / (2 * step)
                assert gradient[k] == pytest.approx(slope, abs=1e-5), (which, k)
        assert found.unique


@pytest.mark.parametrize("height", [1.5, 1.25])
def test_box_on_a_floor_of_tiles_has_a_kink(height: float) -> None:
    """The gradient is that of an end of the whole face, not of a seam."""
    box = Polygon.box(2, 1, position=(0.5, height))
    found = TILES.clearance(box)
    assert not found.unique
    assert abs(found.gradient_b[2]) == 1.0


def test_two_places_of_a_compound_that_are_as_near() -> None:
    fork = Compound([Circle((-2, 0), 1), Circle((2, 0), 1)])
    assert not fork.clearance(Circle((0, 3), 1)).unique
    assert fork.clearance(Circle((0.001, 3), 1)).unique
    floor = Polygon.box(9, 1, position=(0, -3))
    assert not fork.clearance(floor).unique  # either foot by a turn
    fork.angle = 0.1
    assert fork.clearance(floor).unique
    corridor = Compound([Polygon.box(4, 1, position=(0, y)) for y in (-1.25, 1.25)])
    assert not corridor.clearance(Circle((0, 0), 1)).unique


def test_arrays_have_the_same_gradients() -> None:
    boxes = ShapeArray.boxes(1, 2, [(0, 0), (2, 1), (0.5, 1.9)], [0.1, 0.2, 0.3])
    found = boxes.clearance(SQUARE)
    assert type(found) is Clearances
    assert len(found) == 3
    assert repr(found) == "<Clearances of 3 pairs>"
    assert found.gradient_a.shape == (3, 3)
    assert [found[k] for k in range(3)] == [box.clearance(SQUARE) for box in boxes]
    assert list(found[[2, 0]]) == [found[2], found[0]]
    out = Clearances.empty(3)
    assert boxes.clearance(SQUARE, out=out) is out


def test_far_from_the_origin() -> None:
    """A moment is as exact as the shape is stored, although its points are rounded."""
    here = Exact(Polygon([(0, 0), (4, 0), (1, 3)]), Polygon([(6, 1), (9, 0), (9, 4)]))
    for away in (2.0**30, 2.0**40):
        pair = Exact(*(shape.copy() for shape in (here.a, here.b)))
        for shape in (pair.a, pair.b):
            shape.move(away, away)
        assert pair.a.clearance(pair.b).gradient_a == here.a.clearance(here.b).gradient_a
