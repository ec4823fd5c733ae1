"""What must not depend on the winding, the first vertex or the frame.

That swapped arguments keep the contract is judged in `tests/answers`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import oracle
import pytest
from families import PAIRS, SWEEPS, Point, Shape, pairs, sweeps
from judges import Exact, check, exact_pairs

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


@pytest.mark.parametrize("family", PAIRS)
def test_exact_changes_keep_booleans(family: str) -> None:
    def judge(pair: Exact) -> str | None:
        before = flags(pair.a, pair.b)
        for name, change in CHANGES.items():
            after = flags(rebuilt(pair.a, change), rebuilt(pair.b, change))
            if before != after:
                return f"{name}: {before} become {after}"
        return None

    check(exact_pairs(family)[::2], judge)


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


@pytest.mark.parametrize("family", SWEEPS)
def test_sweep_seen_from_b(family: str) -> None:
    """Only the relative velocity decides; velocities of few digits subtract exactly."""
    for a, b, velocity_a, velocity_b, max_time in sweeps(family)[::2]:
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
