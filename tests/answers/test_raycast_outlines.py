"""Rays and the exact region of posed rings: where each enters it, in rational arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import outlines
import pytest
from regions_exact import OUT, Edge, Spot, edges_of, place, spots, turn

import sepax
from sepax import Compound

T_ROOM = [(0, 0), (6, 0), (6, 2), (4, 2), (4, 5), (2, 5), (2, 2), (0, 2)]
SQUARE, HOLE = [(0, 0), (6, 0), (6, 6), (0, 6)], [(1, 1), (5, 1), (5, 5), (1, 5)]
PINCHED = [(0, 0), (4, 0), (4, 4), (2, 2), (0, 4)]
TOUCHING = [(2, 0), (3, 2), (1, 2)]


def shapes() -> dict[str, Compound]:
    return {
        "room": Compound.from_polygon(T_ROOM),
        "frame": Compound.from_polygon(SQUARE, [HOLE]),
        "touching": Compound.from_polygon(SQUARE, [TOUCHING]),
        "pinched": Compound.from_polygon(PINCHED),
        "star": Compound.from_polygon(outlines.star(11, scale=4.0)),
        "gear": Compound.from_polygon(outlines.gear(20, 3.0)),  # with a tree of edges
    }


NAMES = list(shapes())


def all_edges(shape: Compound) -> list[Edge]:
    return edges_of([spots(ring) for ring in (shape.exterior, *shape.holes)])


def times_on(edge: Edge, start: Spot, way: Spot) -> list[Fraction]:
    """Return when the line of a ray meets an edge; at both ends of one along the ray."""
    (x, y), (u, v) = edge
    dx, dy = u - x, v - y
    across = way[0] * dy - way[1] * dx
    if across:
        share = (way[1] * (x - start[0]) - way[0] * (y - start[1])) / across
        time = (dy * (x - start[0]) - dx * (y - start[1])) / across
        return [time] if 0 <= share <= 1 else []
    if turn(start, (start[0] + way[0], start[1] + way[1]), edge[0]):
        return []
    square = way[0] ** 2 + way[1] ** 2
    return [((p - start[0]) * way[0] + (q - start[1]) * way[1]) / square for p, q in edge]


def entries(shape: Compound, origin: Any, direction: Any) -> list[float]:
    """Return the distances at which a ray enters the region, or is in it at its start."""
    edges = all_edges(shape)
    (start, way) = spots([origin, direction])
    at = sorted({Fraction(0), *(t for edge in edges for t in times_on(edge, start, way) if t > 0)})

    def is_in(time: Fraction) -> bool:
        return place(edges, (start[0] + time * way[0], start[1] + time * way[1])) != OUT

    found, before = [], False
    for k, time in enumerate(at):
        if is_in(time) and not before:
            found.append(float(time) * math.hypot(*direction))
        before = k + 1 < len(at) and is_in((time + at[k + 1]) / 2)
    return found


def passes_a_vertex(shape: Compound, origin: Any, direction: Any) -> bool:
    """Whether a ray passes a vertex by no more than rounding."""
    ring = np.concatenate((shape.exterior, *shape.holes)) - origin
    unit = np.array(direction) / math.hypot(*direction)
    aside = np.abs(ring[:, 0] * unit[1] - ring[:, 1] * unit[0])
    return bool((aside < 1e-14 * np.abs(ring).max() * 8).any())


def flattest_edge(shape: Compound, direction: Any) -> float:
    """Return the least sine between a ray and an edge that is not along it but for rounding."""
    unit = np.array(direction) / math.hypot(*direction)
    least = 1.0
    for ring in (shape.exterior, *shape.holes):
        sides = np.roll(ring, -1, axis=0) - ring
        sines = np.abs(sides[:, 0] * unit[1] - sides[:, 1] * unit[0]) / np.hypot(*sides.T)
        least = min(least, sines[sines > 1e-13].min())
    return least


def aimed_rays(shape: Compound, rng: np.random.Generator) -> list[tuple[Any, Any]]:
    """Return rays through vertices, along edges, along seams, and at random."""
    ring = np.concatenate((shape.exterior, *shape.holes))
    i, j = rng.integers(0, len(ring), (2, 8))
    rays = [(2.0 * ring[a] - ring[b], ring[b] - ring[a]) for a, b in zip(i, j, strict=True)]
    rays += [(ring[a] + rng.normal(size=2), rng.normal(size=2)) for a in i]
    rays += [(0.5 * ring[a] + 0.5 * ring[b], rng.normal(size=2)) for a, b in zip(i, j, strict=True)]
    rays += [(0.3 * ring[a] + 0.7 * ring[b], ring[b] - ring[a]) for a, b in zip(i, j, strict=True)]
    return [(p, d) for p, d in rays if d.any()]


def poses(count: int, seed: int) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(seed)
    places = rng.uniform(-5, 5, (count, 2)) * np.where(rng.random(count) < 0.7, 1.0, 1e4)[:, None]
    return np.column_stack((places, np.arange(count) / 100))


def judge(shape: Compound, origin: Any, direction: Any, min_distance: float) -> None:
    found: Any = sepax.raycast(shape, origin, direction, min_distance=min_distance)
    exact = entries(shape, origin, direction)
    reach = float(np.abs(shape.exterior).max() + np.abs(origin).max())
    slack = 1e-12 * reach / flattest_edge(shape, direction)
    if min_distance == 0.0 and exact[:1] == [0.0]:
        assert found is not None
        assert found.distance == 0.0
    elif found is not None and found.distance == 0.0:  # it enters within rounding
        assert shape.distance(sepax.Point(origin)) < 1e-14 * reach
    if passes_a_vertex(shape, origin, direction):
        return
    expected = next((d for d in exact if d >= min_distance), None)
    if any(abs(d - min_distance) < slack for d in exact if d > 0.0):
        return
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert found.distance == pytest.approx(expected, abs=slack)


@pytest.mark.parametrize("name", NAMES)
def test_where_rays_enter(name: str) -> None:
    rng = np.random.default_rng(NAMES.index(name))
    shape = shapes()[name]
    for pose in poses(1 if name == "gear" else 7, 1).tolist():
        shape.set_pose(*pose)
        for origin, direction in aimed_rays(shape, rng):
            judge(shape, origin, direction, 0.0)
            judge(shape, origin, direction, float(rng.uniform(0, 4)))


def test_rays_from_seams_start_inside() -> None:
    """A part has an edge that a seam and two edges of the ring are on: they leave gaps of a bit."""
    shape = Compound.from_polygon(T_ROOM)
    for k in range(300):
        shape.set_pose(1000.0 - k, 10.0 * k, k / 100)
        corner, other = shape.exterior[3], shape.exterior[6]
        for share in (0.1, 0.37, 0.5, 0.77):
            point = corner + share * (other - corner)
            hit: Any = sepax.raycast(shape, point, (math.cos(k), math.sin(k)))
            assert hit.distance == 0.0
            along: Any = sepax.raycast(shape, point, other - corner)
            assert along.distance == 0.0


def test_no_ray_slips_between_an_edge_and_a_seam() -> None:
    """A ray along a wall meets the inner corner at its end, or the wall."""
    shape = Compound.from_polygon(T_ROOM)
    for k in range(300):
        shape.set_pose(1000.0 - k, 10.0 * k, k / 100)
        wall, corner = shape.exterior[2], shape.exterior[3]
        for share in (0.2, 0.5, 0.9):
            point = wall + share * (corner - wall)
            hit: Any = sepax.raycast(shape, point, corner - wall)
            assert hit.distance <= np.hypot(*(corner - point)) * (1 + 1e-9)


def test_rings_that_begin_elsewhere() -> None:
    turned = [*T_ROOM[5:], *T_ROOM[:5]]
    ways = np.random.default_rng(8).normal(size=(200, 2))
    for ring in (turned, turned[::-1], [*turned, turned[0]]):
        one, other = Compound.from_polygon(T_ROOM), Compound.from_polygon(ring)
        for shape in (one, other):
            shape.set_pose(3.0, -1.0, 0.7)
        origins = one.exterior[np.arange(200) % 8] - 3.0 * ways
        hits = sepax.raycast(one, origins, ways), sepax.raycast(other, origins, ways)
        assert list(hits[0]) == list(hits[1])
