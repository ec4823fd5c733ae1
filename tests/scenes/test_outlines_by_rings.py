"""Outlines whose parts decide nothing, so that the posed rings answer alone.

Whole numbers, so far from the origin that the vertices are still exact, but what rounding may do
to parts is larger than the shapes. Touching and flush edges are then the rule. The judge knows
rings, in rational arithmetic, and no parts.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import outlines
import pytest
import regions_exact
import touching
from regions_exact import IN, OUT, meets_inside, place, spots
from test_outlines import judge, rings_of

import sepax
from sepax import Compound, CompoundArray, Point, Polygon, Segment, ShapeArray

FAR = 2.0**51
Rings = list[list[tuple[int, int]]]


def outline(rings: Any, far: float = FAR) -> Compound:
    return Compound.from_polygon(rings[0], rings[1:], position=(far, far))


def exact(rings: Any) -> list[list[regions_exact.Spot]]:
    return [spots(ring) for ring in rings]


def lattice_outlines(seed: int, size: int) -> list[Rings]:
    """Return outlines of a lattice; some have holes, or touch themselves."""
    rng = random.Random(seed)
    found: list[Rings] = []
    while len(found) < 12:
        rings = touching.lattice_outline(rng.randrange(1, size + 1), rng)
        if rings is not None and outlines.is_outline(rings):
            turned = rng.choice([(1, 0, 0, 1), (0, -1, 1, 0), (2, 1, -1, 1), (1, 2, 0, 1)])
            found.append(mapped(rings, turned, rng))
    return found


def mapped(rings: Rings, matrix: tuple[int, int, int, int], rng: random.Random) -> Rings:
    """Return rings in other directions, each from another vertex on."""
    a, b, c, d = matrix
    moved = [[(a * x + b * y, c * x + d * y) for x, y in ring] for ring in rings]
    starts = [rng.randrange(len(ring)) for ring in rings]
    return [ring[k:] + ring[:k] for ring, k in zip(moved, starts, strict=True)]


def moved_outlines(
    rng: random.Random, pairs: Iterable[tuple[Rings, Rings]], low: int, high: int
) -> Iterator[tuple[Compound, Compound]]:
    for a, b in pairs:
        one, other = outline(a), outline(b)
        other.move(rng.randrange(low, high), rng.randrange(low, high))
        yield one, other


def test_two_outlines() -> None:
    shapes = lattice_outlines(0, 3)
    pairs = itertools.product(shapes, shapes[:5])
    assert len({judge(*pair) for pair in moved_outlines(random.Random(0), pairs, -2, 3)}) > 2


def test_large_outlines() -> None:
    """So many edges that they are found by a tree."""
    shapes = sorted(lattice_outlines(10, 8), key=lambda rings: -sum(map(len, rings)))
    assert sum(map(len, shapes[1])) > 30
    pairs = itertools.product(shapes[:2], [lattice_outlines(20, 2)[0], shapes[0]])
    for one, other in moved_outlines(random.Random(0), pairs, -1, 5):
        judge(one, other)
    for rings in (*shapes[:2], LONG_SAW):
        (left, low), (right, high) = (end(rings[0], axis=0).tolist() for end in (np.min, np.max))
        box = [[(left, low), (right, low), (right, high), (left, high)]]
        assert judge(outline(box), outline(rings))[2]


LONG_SAW = [[(k, k % 2) for k in range(21)] + [(20, 3), (0, 3)]]


@pytest.mark.parametrize("turn", [(1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)])
def test_a_single_edge_touches_one_of_many(turn: tuple[int, int, int, int]) -> None:
    saw, below = LONG_SAW, [[(-1, -3), (22, -3), (22, 0), (-1, 0)]]
    for other in (below, [[(9, -3), (11, -3), (11, 0), (9, 0)]], [[(9, -2), (12, -1), (7, 1)]]):
        a, b = (mapped(rings, turn, random.Random(1)) for rings in (saw, other))
        for far in (64.0, FAR):  # trees tell edges apart that are nearer to the origin
            judge(outline(a, far), outline(b, far))


def test_points_and_segments_in_seams() -> None:
    """Parts at the origin are exact, but do not hold their seams inside."""
    for rings in lattice_outlines(60, 3)[:4]:
        shape, known = outline(rings, 0.0), exact(rings)
        edges = regions_exact.edges_of(known)
        for x, y in itertools.product(range(-2, 7), repeat=2):
            for item in (
                Point((x, y)),
                Point((x / 2, y / 2)),
                Segment((x, y), (x / 2 + 9, y / 2 + 1)),
            ):
                ends = spots(item.vertices)
                inside = meets_inside(known, ends, IN)
                for lone in (item, Compound([item])):
                    assert shape.intersects(lone, touching=False) is inside
                    assert lone.intersects(shape, touching=False) is inside
                held = place(edges, ends[0]) != OUT
                assert shape.contains(tuple(item.vertices[0])) is held


def test_points_of_outlines_of_all_sizes() -> None:
    """Many edges to the right of a point, however far."""
    ring = np.round(outlines.star(24, 3) * 9).astype(int).tolist()
    near = np.array(list(itertools.product(range(-12, 13), repeat=2)), float)
    edges = regions_exact.edges_of(exact([ring]))
    held = [place(edges, spot) != OUT for spot in spots(near)]
    for power in (-400, -30, 0, 30, 200):
        scale = 2.0**power
        shape = Compound.from_polygon(np.array(ring) * scale, position=(64 * scale, -64 * scale))
        assert shape.contains((near + np.array((64, -64))) * scale).tolist() == held


def test_an_outline_touches_the_boundary_from_inside_at_the_corner_that_is_looked_at() -> None:
    """Whichever vertex of a ring is the first or the last, and whichever other one touches."""
    square = [(0, 0), (8, 0), (8, 8), (0, 8)]
    frame = [square, [(2, 2), (2, 6), (6, 6), (6, 2)]]
    inner = [[(0, 4), (1, 3), (1, 5)], [(0, 0), (2, 1), (1, 2)], [(8, 8), (6, 7), (7, 6)]]
    inner += [[(2, 6), (1, 7), (1, 6)], [(2, 4), (1, 5), (1, 3)], [(4, 4), (5, 4), (4, 5)]]
    inner += [
        [(0, 0), (2, 2), (0, 2)],
        [(-1, -1), (9, -1), (9, 9), (-1, 9)],
        [(1, 1), (7, 1), (1, 7)],
        [(1, 1), (7, 1), (7, 7), (1, 7)],
    ]
    for a, ring in itertools.product(([square], frame), inner):
        for k in range(len(ring)):
            turned = ring[k:] + ring[:k]
            judge(outline(a), outline([turned]))
            judge(outline(a), Polygon(turned, position=(FAR, FAR)))


PINCHED = [(0, 0), (10, 0), (10, 2), (6, 0), (5, 3), (0, 3)]
UPRIGHT = [(6, 6), (6, -6), (9, -5), (6, 0), (8, 6)]
HANGING = [(0, -10), (20, -10), (20, 20), (0, 20), (0, 8), (2, 8), (6, 0), (10, 8), (12, 8)]
HANGING += [(12, 0), (0, 0), *((-(k % 2), -k) for k in range(1, 10))]


def test_edges_cross_where_rings_touch() -> None:
    """There, what is beside an edge is not what is on both sides of the other one."""
    for position in ((0.0, 0.0), (FAR, FAR)):
        pinched, upright, hanging = (
            Compound.from_polygon(ring, position=position) for ring in (PINCHED, UPRIGHT, HANGING)
        )
        assert judge(pinched, upright) == (True, False, False)
        assert judge(hanging, upright) == (True, True, True)
        frame = Compound.from_polygon(
            [(0, 0), (6, 0), (6, 6), (0, 6)], [[(3, 0), (4, 2), (2, 2)]], position=position
        )
        into_hole = Segment((3, -1), (3, 1), position=position)
        assert frame.intersects(into_hole)
        assert not frame.intersects(into_hole, touching=False)
        through = Segment((6, -1), (6, 1), position=position)
        assert hanging.covers(through)
        assert hanging.covers(Compound([through]))


def test_polygons() -> None:
    rng, seen = random.Random(0), set()
    for rings in lattice_outlines(30, 4):
        for _ in range(6):
            corners = [(rng.randrange(-1, 5), rng.randrange(-1, 5)) for _ in range(3)]
            if regions_exact.turn(*spots(corners)) == 0:
                continue
            shape, whole = Polygon(corners, position=(FAR, FAR)), outline(rings)
            seen.add(judge(whole, shape))
            both = Compound([shape, Point((FAR + 99, FAR))])
            touch = whole.intersects(shape)
            assert whole.intersects(both) is both.intersects(whole) is touch
            assert not whole.covers(both)
    assert len(seen) > 2


def test_points_and_segments() -> None:
    rng = random.Random(0)
    for rings in lattice_outlines(40, 4)[:8]:
        shape, known = outline(rings), exact(rings)
        edges = regions_exact.edges_of(known)
        places = list(itertools.product(range(-2, 7), repeat=2))
        held = [place(edges, spot) for spot in spots(places)]
        there = np.array(places, float) + FAR
        assert shape.contains(there).tolist() == [where != OUT for where in held]
        assert [shape.contains(spot) for spot in there[:30]] == [
            where != OUT for where in held[:30]
        ]
        points, array = ShapeArray.points(there), CompoundArray([shape])
        pairs: Any = np.zeros(len(points), np.intp), np.arange(len(points))
        is_held = [where != OUT for where in held]
        assert array.intersects(points, pairs=pairs).tolist() == is_held
        assert array.covers(points, pairs=pairs).tolist() == is_held
        is_inside = [where == IN for where in held]
        assert array.intersects(points, False, pairs=pairs).tolist() == is_inside
        for _ in range(25):
            p, q = rng.sample(range(len(places)), 2)
            segment = Segment(there[p], there[q])
            ends = spots((places[p], places[q]))
            inside, outside = (meets_inside(known, ends, side) for side in (IN, OUT))
            assert shape.intersects(segment, touching=False) is inside
            assert segment.intersects(shape, touching=False) is inside
            assert shape.covers(segment) is not outside
            touch = bool(regions_exact.pieces([(ends[0], ends[1])], edges)) and (
                inside or meets_boundary(edges, (ends[0], ends[1]))
            )
            assert shape.intersects(segment) is touch
            assert (segment.distance(shape) == 0.0) is touch
            lone = Compound([segment])
            assert shape.covers(lone) is not outside
            assert shape.intersects(lone, touching=False) is inside


def meets_boundary(edges: Any, segment: Any) -> bool:
    return any(regions_exact.shares(segment, edge) for edge in edges)


def test_scenes_of_such_outlines() -> None:
    """Scenes ask the same, and give nearest points and distances to the edges."""
    shapes = [outline(rings) for rings in lattice_outlines(50, 4)]
    grid = np.array(list(itertools.product(range(-3, 8), repeat=2)), float) + FAR
    points = ShapeArray.points(grid)
    apart = np.array([[shape.distance(point) for point in points] for shape in shapes])
    array = CompoundArray(shapes)
    found = sepax.find_pairs(array, points)
    assert found.tolist() == np.argwhere(apart == 0.0).tolist()
    for scene in (shapes, array, sepax.ShapeIndex(array)):
        rows, least = sepax.nearest(points, scene, 3)
        order = np.argsort(apart, axis=0, kind="stable")[:3].T
        assert rows.tolist() == order.tolist()
        assert least.tolist() == np.take_along_axis(apart.T, order, 1).tolist()
        assert sepax.intersects_any(points, scene).tolist() == (apart == 0.0).any(axis=0).tolist()
    for shape, row in zip(shapes, apart, strict=True):
        edges = regions_exact.edges_of(rings_of(shape))
        for k in range(0, len(grid), 7):
            (px, py), (qx, qy) = shape.nearest_points(points[k])
            assert np.hypot(px - qx, py - qy) == pytest.approx(row[k], abs=1.0)
            assert (row[k] == 0.0) == (place(edges, spots([grid[k]])[0]) != OUT)
