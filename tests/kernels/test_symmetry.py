"""What must not depend on the order, the winding, the first vertex or the frame."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import oracle
import pytest
from families import PAIRS, SWEEPS, Point, Shape, pairs, sweeps
from judges import Exact, ExactSweep, check, exact_pairs, first_fault, judge_mtv, judge_sweep, off
from oracle import EPSILON

import sepax

Points = list[Point]

SHIFT = (2.0**20, -(2.0**18))
ON_A_LATTICE = [
    "touching_edge_edge",
    "touching_vertex_edge",
    "touching_vertex_vertex",
    "circle_touching",
    "circle_circle_touching",
]


def corners(shape: Shape) -> Points:
    """Return the vertices that are left where repeated and straight ones are dropped."""
    points = oracle.body(shape).points
    whole = oracle.in_whole_units(points)
    kept = [points[whole.index(corner)] for corner in oracle.hull(whole)]
    return [(float(x), float(y)) for x, y in kept]


def flags(a: Shape, b: Shape) -> tuple[int, ...]:
    """Return all exact answers about a pair."""
    contact = a.collide(b)
    return (
        a.intersects(b),
        a.intersects(b, touching=False),
        a.separating_axis(b) is None,
        a.mtv(b) is not None,
        a.mtv(b) == (0.0, 0.0) and not a.intersects(b, touching=False),
        contact is not None and contact.a_in_b,
        contact is not None and contact.b_in_a,
        sum(a.contains(corner) for corner in corners(b)),
    )


def rebuilt(shape: Shape, change: Callable[[Points], Points]) -> Shape:
    """Return the shape of the changed world vertices."""
    points = change([(x, y) for x, y in shape.vertices.tolist()])
    if isinstance(shape, sepax.Circle):
        return sepax.Circle(points[0], shape.radius)
    return sepax.Polygon(points)


CHANGES: dict[str, Callable[[Points], Points]] = {
    "winding": lambda points: points[:1] + points[:0:-1],
    "first vertex": lambda points: points[len(points) // 2 :] + points[: len(points) // 2],
    "quarter turn": lambda points: [(-y, x) for x, y in points],
    "half turn": lambda points: [(-x, -y) for x, y in points],
    "mirror": lambda points: [(y, x) for x, y in points],
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("family", PAIRS)
def test_exact_changes_keep_booleans(family: str, change: str) -> None:
    def judge(pair: Exact) -> str | None:
        a, b = (rebuilt(shape, CHANGES[change]) for shape in (pair.a, pair.b))
        before, after = flags(pair.a, pair.b), flags(a, b)
        return None if before == after else f"{before} become {after}"

    check(exact_pairs(family), judge)


@pytest.mark.parametrize("family", ON_A_LATTICE)
def test_dyadic_translations_keep_booleans(family: str) -> None:
    def shift(points: Points) -> Points:
        moved = [(x + SHIFT[0], y + SHIFT[1]) for x, y in points]
        assert [(x - SHIFT[0], y - SHIFT[1]) for x, y in moved] == points
        return moved

    for a, b in pairs(family):
        assert flags(rebuilt(a, shift), rebuilt(b, shift)) == flags(a, b)
        a_moved, b_moved = a.copy(), b.copy()
        for shape in (a_moved, b_moved):
            shape.move(*SHIFT)
        assert flags(a_moved, b_moved) == flags(a, b)


@pytest.mark.parametrize("family", PAIRS)
def test_swapping_keeps_booleans(family: str) -> None:
    for a, b in pairs(family):
        meets, inside, axis, mtv, touches, a_in_b, b_in_a, _ = flags(a, b)
        assert flags(b, a)[:7] == (meets, inside, axis, mtv, touches, b_in_a, a_in_b)


@pytest.mark.parametrize("family", PAIRS)
def test_swapping_turns_normals(family: str) -> None:
    def judge(pair: Exact) -> str | None:
        contact, swapped = pair.a.collide(pair.b), pair.b.collide(pair.a)
        if contact is None or swapped is None:
            return None if contact is swapped else "only one of them is None"
        return first_fault(
            [
                judge_mtv(Exact(pair.b, pair.a), swapped.mtv),
                off("depth", Fraction(contact.depth) - Fraction(swapped.depth), 2 * pair.bound),
                _opposite(pair, contact, swapped),
            ]
        )

    check(exact_pairs(family), judge)


def _opposite(pair: Exact, contact: Any, swapped: Any) -> str | None:
    """Demand opposite normals unless several ways out are equally short."""
    difference = pair.difference
    if difference.holds_origin or difference.nearest == (0, 0):
        if len(difference.ring) == 1 or len(difference.ways_out(2 * pair.bound)) > 1:
            return None
        slack = 8 * EPSILON
    else:
        distance = difference.length(oracle.dot(difference.nearest, difference.nearest))
        slack = 16 * EPSILON + 4 * pair.bound / distance
    sums = [Fraction(x) + Fraction(y) for x, y in zip(contact.normal, swapped.normal, strict=True)]
    return off("the sum of both normals", max(sums, key=abs), slack)


@pytest.mark.parametrize("family", PAIRS)
def test_axis_from_either_side(family: str) -> None:
    """Swapped, an axis may be another edge's, but it points the other way."""
    for a, b in pairs(family):
        axis, swapped = a.separating_axis(b), b.separating_axis(a)
        assert (axis is None) == (swapped is None)
        if axis is not None and swapped is not None:
            assert a.project(axis)[0] <= b.project(axis)[1]
            assert b.project(swapped)[0] <= a.project(swapped)[1]


@pytest.mark.parametrize("family", SWEEPS)
def test_swapped_sweeps(family: str) -> None:
    """The same first touch, seen from the other shape."""

    def judge(case: ExactSweep) -> str | None:
        a, b, velocity_a, velocity_b, max_time = case.sweep
        other = ExactSweep(type(case.sweep)(b, a, velocity_b, velocity_a, max_time))
        impact, swapped = sepax.sweep(*case.sweep), sepax.sweep(*other.sweep)
        if impact is not None and swapped is not None and impact.initial is not swapped.initial:
            return f"initial is {impact.initial}, swapped {swapped.initial}"
        return judge_sweep(other, swapped)

    check([ExactSweep(sweep) for sweep in sweeps(family)[::2]], judge)


@pytest.mark.parametrize("family", SWEEPS)
def test_sweep_seen_from_b(family: str) -> None:
    """Only the relative velocity decides; velocities of few digits subtract exactly."""
    for a, b, velocity_a, velocity_b, max_time in sweeps(family):
        relative = (velocity_a[0] - velocity_b[0], velocity_a[1] - velocity_b[1])
        exactly = all(
            Fraction(r) == Fraction(x) - Fraction(y)
            for r, x, y in zip(relative, velocity_a, velocity_b, strict=True)
        )
        one = sepax.sweep(a, b, velocity_a, velocity_b, max_time)
        two = sepax.sweep(a, b, relative, max_time=max_time)
        if not exactly:
            continue
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert one.time == two.time
            assert one.exit_time == two.exit_time
            assert one.normal == two.normal
