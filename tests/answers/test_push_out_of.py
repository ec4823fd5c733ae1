"""``push_out_of`` leaves no overlap, though moved vertices are rounded; ``move`` alone may."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import oracle
import pytest
from judges import Exact, Verdict, check, exact_pairs, first_fault, judge_boolean, off
from oracle import vector
from rounded import ALL_PAIRS

import sepax
from sepax import Circle, Polygon, Shape

FAR = (500000.3, 4649776.2)
ORIGINS = {"near": (0.0, 0.0), "far": (5e5, 4.65e6), "farther": (-1e12, 3e9)}


def turned_boxes(place: tuple[float, float], seed: int, count: int = 500) -> list[Exact]:
    """Pairs of boxes in random poses near a place."""
    source = random.Random(seed)

    def box(width: float, height: float) -> Polygon:
        x, y = (c + source.uniform(-2, 2) for c in place)
        return Polygon.box(width, height, position=(x, y), angle=source.uniform(-3, 3))

    return [Exact(box(4.5, 1.8), box(5, 2)) for _ in range(count)]


def unit_of(*shapes: Shape) -> Fraction:
    """A unit in the last place of the largest coordinate."""
    coordinates = [x for shape in shapes for x in (*shape.position, *shape.bounds)]
    return Fraction(math.ulp(max(map(abs, coordinates))))


def judge_push(pair: Exact) -> Verdict:
    """Judge where shapes are pushed to: no overlap, and nearly the mtv away."""
    pushed, way = pair.a.copy(), pair.a.mtv(pair.b)
    try:
        moved = pushed.push_out_of(pair.b)
    except ValueError as error:  # a needle that would lose its area there
        return judge_boolean(pushed.same_as(pair.a) and "area" in str(error), True, "unmoved")
    if not moved:
        return first_fault(
            [
                judge_boolean(pair.side < 0, False, "what overlaps stays: that"),
                judge_boolean(pushed.same_as(pair.a), True, "unmoved"),
            ]
        )
    assert way is not None
    end, steps = Exact(pushed, pair.b), zip(pushed.position, pair.a.position, way, strict=True)
    farther = max(abs(Fraction(q) - Fraction(p) - Fraction(d)) for q, p, d in steps)
    return first_fault(
        [
            judge_boolean(pair.side < 0, True, "what does not overlap moves: that"),
            judge_boolean(end.side >= 0, True, "parted"),
            judge_boolean(pushed.intersects(pair.b, touching=False), False, "intersects after it"),
            judge_boolean(pushed.push_out_of(pair.b), False, "the next call"),
            off("the move", farther, 8 * unit_of(pair.a, pushed, pair.b)),
        ]
    )


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_of_all_kinds(family: str) -> None:
    check(exact_pairs(family), judge_push)


@pytest.mark.parametrize("origin", ORIGINS)
def test_turned_boxes(origin: str) -> None:
    check(turned_boxes(ORIGINS[origin], seed=59), judge_push)


@pytest.mark.parametrize("place", [(0.0, 0.0), FAR])
def test_what_a_move_by_the_mtv_leaves(place: tuple[float, float]) -> None:
    """The vector is within 16 eps L anywhere; a move rounds.

    The position by half a unit of each coordinate, the vertices before and after it by as much.
    """
    beyond = 0
    for pair in turned_boxes(place, seed=60, count=200):
        way = pair.a.mtv(pair.b)
        if pair.side >= 0 or way is None:
            continue
        assert abs(pair.difference.after(vector(way)).separation) <= pair.bound
        moved = pair.a.copy()
        moved.move(*way)
        left = abs(Exact(moved, pair.b).separation)
        rounding = Fraction(3, 2) * unit_of(pair.a, moved) * oracle.root(2)
        assert left <= pair.bound + rounding
        beyond += left > pair.bound
    assert (beyond > 50) is (place == FAR)


def test_the_first_move_is_the_mtv() -> None:
    """Where that is exact, there is nothing to add."""
    ball, crate = Circle((1.25, 0), 0.5), Polygon.box(2, 1)
    assert ball.push_out_of(crate)
    assert ball.position == (1.5, 0.0)


def test_a_move_below_the_spacing_of_the_position() -> None:
    ball, other = Circle((1e16, 0.1), 4), Circle((1e16 + 8, 0.1), 4.0000001)
    assert ball.mtv(other) == pytest.approx((-1e-7, 0))
    assert ball.push_out_of(other)
    assert ball.position == (1e16 - 2, 0.1)


def test_an_overlap_below_rounding() -> None:
    """Its depth may be 0.0, but interiors meet: it moves."""
    flat = 0
    for pair in turned_boxes((0.0, 0.0), seed=61):
        moved, way = pair.a.copy(), pair.a.mtv(pair.b)
        if way is not None:
            moved.move(*way)
            flat += moved.mtv(pair.b) == (0.0, 0.0) and moved.intersects(pair.b, touching=False)
            assert judge_push(Exact(moved, pair.b)) is None
    assert flat


def test_out_of_itself() -> None:
    """No move leads there."""
    for shape in (Polygon.box(2, 1), sepax.Compound([Circle((0, 0), 1)])):
        assert not shape.push_out_of(shape)
        assert shape.position == (0.0, 0.0)


@pytest.mark.parametrize("kind", ["circle", "compound"])
def test_a_pose_that_is_refused(kind: str) -> None:
    """At the limit x of the mtv rounds away, and steps beyond are refused: then y stays, too."""
    limit, size = 2.0**240, 2.0**230
    aside = math.sqrt(2.0) * size - 2.0**187
    shape: Circle | sepax.Compound = Circle((limit, 0), size)
    if kind == "compound":
        shape = sepax.Compound([Circle((0, 0), size)], position=(limit, 0))
    other = Circle((limit - aside, -aside), size)
    way: Any = shape.mtv(other)
    assert limit + way[0] == limit
    assert way[1] != 0.0
    with pytest.raises(ValueError, match=r"2\*\*240"):
        shape.push_out_of(other)
    assert shape.position == (limit, 0.0)


def test_one_shape_alone() -> None:
    box = Polygon.box(2, 2)
    for shape in (box, sepax.Compound([box])):
        for wrong in (sepax.ShapeArray([box]), [box], None, 3):
            with pytest.raises(TypeError, match="other must be a single shape"):
                shape.push_out_of(wrong)  # type: ignore[arg-type]
