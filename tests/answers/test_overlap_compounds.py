"""`overlap` of compounds: what outlines and unions of polygons share, as a compound."""

from __future__ import annotations

import random
from typing import Any

import outlines
import pytest
from outlines import FRAME, L_TILE, T_TILE, U_TILE

import sepax
from sepax import Capsule, Circle, Compound, Polygon, Segment, ShapeArray

TILES = [L_TILE, T_TILE, U_TILE]


def cells_of(rnd: random.Random) -> set[tuple[int, int]]:
    return {(rnd.randrange(4), rnd.randrange(4)) for _ in range(rnd.randint(1, 9))}


def union_of(cells: set[tuple[int, int]]) -> Compound:
    return Compound([Polygon.box(1, 1, position=cell) for cell in sorted(cells)])


def parts_as_sets(shape: Compound) -> set[frozenset[tuple[float, ...]]]:
    return {frozenset(map(tuple, part.vertices.tolist())) for part in shape.parts}


def test_unions_of_cells_share_their_common_cells() -> None:
    rnd = random.Random(1)
    for _ in range(300):
        cells, others = cells_of(rnd), cells_of(rnd)
        a, b = union_of(cells), union_of(others)
        shared: Any = sepax.overlap(a, b)
        if not cells & others:
            assert shared is None
            continue
        common = union_of(cells & others)
        assert shared.covers(common)
        assert common.covers(shared)
        assert shared.area == len(cells & others) == a.overlap_area(b)
        assert shared.position == (0.0, 0.0)
        swapped = b.overlap(a)
        assert swapped is not None
        assert parts_as_sets(swapped) == parts_as_sets(shared)


def test_outlines_at_any_pose() -> None:
    """The area is what `overlap_area` says; no part leaves either of both by more than rounding."""
    rnd = random.Random(2)
    met = 0
    rings: list[Any] = [*TILES, outlines.star(14, 3) * 2.0]
    for k in range(200):
        a, b = (Compound.from_polygon(rnd.choice(rings)) for _ in range(2))
        if k % 4 == 0:
            a = Compound.from_polygon(FRAME[0], FRAME[1:])
        if k % 3 == 0:
            b = Compound([*b.parts, Polygon.box(2, 1, angle=0.5)])  # some share an area
        for each in (a, b):
            each.set_pose(rnd.uniform(-2, 2), rnd.uniform(-2, 2), rnd.uniform(-6, 6))
        shared, area = sepax.overlap(a, b), sepax.overlap_area(a, b)
        assert (shared is None) == (area == 0.0) == (not sepax.intersects(a, b, touching=False))
        if shared is None:
            continue
        met += 1
        assert shared.area == pytest.approx(area, rel=1e-11, abs=1e-14)
        for side in (a, b):
            assert shared.overlap_area(side) == pytest.approx(area, rel=1e-11, abs=1e-14)
    assert met > 100


def test_a_polygon_and_an_outline() -> None:
    frame = Compound.from_polygon(
        [(0, 0), (6, 0), (6, 6), (0, 6)], [[(1, 1), (5, 1), (5, 5), (1, 5)]]
    )
    assert sepax.overlap(frame, Polygon.box(4, 4, position=(3, 3))) is None
    assert sepax.overlap(Polygon.box(1, 1, position=(6.5, 3)), frame) is None
    shared: Any = sepax.overlap(Polygon.box(6, 6, position=(3, 3)), frame)
    assert shared.area == 20.0
    assert not shared.contains((3, 3))
    assert shared.covers(frame)
    assert frame.covers(shared)
    again: Any = shared.overlap(frame)
    assert again.iou(frame) == pytest.approx(1.0, rel=1e-12)


def test_many_parts() -> None:
    """More than are compared each with each."""
    a, b = union_of({(x, y) for x in range(20) for y in range(20)}), union_of({(3, 4), (30, 1)})
    shared: Any = a.overlap(b)
    assert shared.bounds == (2.5, 3.5, 3.5, 4.5)
    assert len(shared.parts) == 1


CUP = Compound.from_polygon(U_TILE)
ROUNDED: dict[str, tuple[Any, str]] = {
    "disc": (Circle((0, 0), 1), "b must be a Polygon, got Circle"),
    "rounded": (Polygon.box(1, 1, radius=0.5), "b must be a Polygon without a radius, it has 0.5"),
    "capsule": (
        Compound([Polygon.box(1, 1), Capsule((0, 0), (1, 1), 1)]),
        "part 1 of b must be a Polygon, got Capsule",
    ),
    "segment": (Compound([Segment((0, 0), (1, 1))]), "part 0 of b must be a Polygon, got Segment"),
}


@pytest.mark.parametrize("other", ROUNDED)
def test_what_shares_no_polygons_is_refused(other: str) -> None:
    shape, message = ROUNDED[other]
    with pytest.raises(TypeError, match=message):
        sepax.overlap(CUP, shape)
    with pytest.raises(
        TypeError, match=message.replace("b must", "a must").replace("of b", "of a")
    ):
        sepax.overlap(shape, CUP)


def test_arrays_take_no_compounds() -> None:
    box = Polygon.box(1, 1)
    pairs: list[tuple[Any, Any]] = [([CUP], box), (CUP, ShapeArray([box])), (CUP.at([(0, 0)]), box)]
    for a, b in pairs:
        with pytest.raises(TypeError, match="must be convex shapes, got a compound"):
            sepax.overlap(a, b)
    with pytest.raises(TypeError, match="pairs is for arrays: these are single shapes"):
        sepax.overlap(CUP, box, pairs=([0], [0]))  # type: ignore[call-overload]
