"""``mtv``: after moving a by it the shapes touch, and no shorter move parts them."""

from __future__ import annotations

from typing import Any

import pytest
from judges import check, exact_pairs
from rounded import ALL_PAIRS
from verdicts import judged

from sepax import Circle, Polygon, Shape


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_families(family: str) -> None:
    check(exact_pairs(family), judged("mtv"))


def box(width: float, height: float, x: float = 0.0, y: float = 0.0) -> Polygon:
    return Polygon.box(width, height, position=(x, y))


WALL = Polygon([(0, 0), (100, 0), (100, 1), (0, 1)])
KNOWN: list[tuple[Shape, Shape, tuple[float, float] | None]] = [
    (box(2, 2), box(2, 2, 2.5), None),
    (box(2, 2), box(2, 2, 2), (0.0, 0.0)),
    (box(2, 2), box(2, 2, 1.5), (-0.5, 0.0)),
    (box(2, 2), box(2, 2, 0.5, -1.75), (0.0, 0.25)),
    (box(2, 2, 3, 1), box(10, 10), (3.0, 0.0)),  # all the way out
    (box(1, 1, 3, 1.25), WALL, (0.0, 0.25)),  # the wall's centre is far along it
    (Circle((0, 0), 1), Circle((0, 0), 2), (-3.0, 0.0)),
    (Circle((5, 5), 0), Circle((5, 5), 0), (0.0, 0.0)),
    (Circle((0, 0), 2), Circle((0, 3), 2), (0.0, -1.0)),
    (Circle((0, 0), 1), Circle((4, 0), 1), None),
    (Circle((0, 0), 1), Circle((2, 0), 1), (0.0, 0.0)),
    (Circle((0, 0.5), 1), box(4, 2), (0.0, 1.5)),
    (box(4, 2), Circle((1.5, 0), 0.25), (-0.75, 0.0)),
    (Circle((4, 5), 5), box(2, 2), (0.0, 0.0)),
    (Circle((4, 5), 5.5), box(2, 2), (0.3, 0.4)),
]


@pytest.mark.parametrize(("a", "b", "expected"), KNOWN)
def test_known_moves(a: Shape, b: Shape, expected: tuple[float, float] | None) -> None:
    assert a.mtv(b) == (None if expected is None else pytest.approx(expected, abs=1e-15))
    if expected is not None:
        moved = a.copy()
        moved.move(*expected)
        assert moved.distance(b) < 1e-15


def test_tie_goes_to_the_lowest_edge_of_a() -> None:
    for a in (Polygon.box(2, 2), Polygon([(1, 1), (-1, 1), (-1, -1), (1, -1)])):
        contact: Any = a.collide(a.copy())
        assert contact.normal == tuple(a.normals[0].tolist())
        assert contact.depth == 2.0


def test_tie_of_some_edges_goes_to_the_lowest_of_them() -> None:
    """Only the edges towards b tie, and the lower one of the two wins."""
    ring = [(0, 0), (2, 0), (2, 2), (0, 2)]
    b = Polygon([(1, 1), (5, 1), (5, 5), (1, 5)])
    for start in range(4):
        a = Polygon(ring[start:] + ring[:start])
        towards_b = [n for n in a.normals.tolist() if max(n) > 0.5]
        contact: Any = a.collide(b)
        assert list(contact.normal) == towards_b[0]
        assert contact.depth == 1.0


def test_tie_of_both_shapes_goes_to_a() -> None:
    """A turned square's corners and a box's edges: equal depths over edges of a and of b."""
    a = Polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
    b = Polygon([(3, 1), (8, 1), (8, 3), (3, 3)])
    contact: Any = a.collide(b)
    assert contact.normal == (1.0, 0.0)
    assert contact.depth == 1.0
