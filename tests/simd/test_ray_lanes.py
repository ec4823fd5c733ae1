"""Rays in lanes: the bits of one ray and one shape, at every level, where rounding could decide."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from processes import output_of

import sepax
from sepax import ShapeArray
from sepax._core.simd import levels

Array = npt.NDArray[np.float64]
Case = tuple[ShapeArray, Array, Array]  # a scene, origins, directions

CASES: dict[str, Callable[[], Case]] = {}


def case(make: Callable[[], Case]) -> Callable[[], Case]:
    CASES[make.__name__] = make
    return make


def corners(boxes: ShapeArray) -> Array:
    return np.concatenate([np.asarray(box.vertices) for box in boxes])


def drawn_boxes(n: int, away: float = 0.0) -> ShapeArray:
    draws = np.random.default_rng(n)
    places = away + draws.uniform(-20, 20, (n, 2))
    return ShapeArray.boxes(draws.uniform(0.1, 4, n), 1.5, places, draws.uniform(-4, 4, n))


@case
def through_vertices() -> Case:
    """Aim exactly at vertices, and one ulp beside them."""
    boxes = drawn_boxes(30)
    ends = corners(boxes)
    origins = np.random.default_rng(1).integers(-64, 64, ends.shape) / 4.0
    beside = np.nextafter(ends, np.inf)
    return boxes, np.tile(origins, (2, 1)), np.concatenate([ends - origins, beside - origins])


@case
def along_edges_and_vertices() -> Case:
    """Go along edges, from vertices and from points of the edges, both ways."""
    boxes = drawn_boxes(30, 1e6)
    starts = corners(boxes)
    ends = np.concatenate([np.roll(box.vertices, -1, axis=0) for box in boxes])
    middles = 0.5 * (starts + ends)
    ways = ends - starts
    origins = np.concatenate([starts, middles, starts - ways, middles, ends + 0.25 * ways])
    return boxes, origins, np.concatenate([ways, ways, ways, -ways, -ways])


@case
def starts_on_boundaries_and_inside() -> Case:
    boxes = drawn_boxes(40)
    starts = corners(boxes)
    middles = 0.5 * (starts + np.concatenate([np.roll(b.vertices, -1, axis=0) for b in boxes]))
    inner = np.repeat(boxes.positions, 4, axis=0)
    origins = np.concatenate([middles, 0.999 * middles + 0.001 * inner, inner])
    ways = np.random.default_rng(2).normal(size=origins.shape)
    return boxes, origins, ways


def starts_on(starts: Array, ends: Array) -> tuple[Array, Array]:
    """Return rays that begin on edges along one of both axes, exactly, and lead into any way."""
    draws = np.random.default_rng(7)
    share = draws.uniform(0, 1, len(starts))[:, None]
    origins = np.where(starts == ends, starts, starts + share * (ends - starts))
    return origins, draws.normal(size=origins.shape)


@case
def starts_on_sides_of_boxes() -> Case:
    draws = np.random.default_rng(6)
    widths, heights = draws.integers(1, 9, (2, 60)) / 2.0
    boxes = ShapeArray.boxes(widths, heights, draws.integers(-90, 90, (60, 2)) / 4.0)
    ends = np.concatenate([np.roll(box.vertices, -1, axis=0) for box in boxes])
    return boxes, *starts_on(corners(boxes), ends)


@case
def starts_on_sides_of_triangles() -> Case:
    draws = np.random.default_rng(11)
    corner, legs = draws.integers(-90, 90, (60, 2)) / 4.0, draws.integers(1, 9, (60, 2)) / 2.0
    rings = np.stack([corner, corner + legs * (1, 0), corner + legs * (0, 1)], axis=1)
    origins, ways = starts_on(np.repeat(corner, 2, axis=0), rings[:, 1:].reshape(-1, 2))
    return ShapeArray.polygons(rings), origins, ways


@case
def grazing_circles() -> Case:
    """Pass bounding circles and discs by less than float32 can tell, near and far from zero."""
    draws = np.random.default_rng(3)
    places = 1e5 + draws.uniform(-50, 50, (60, 2))
    radii = draws.uniform(0.01, 2.0, 60)
    turn = draws.uniform(-4, 4, 60 * 8)
    way = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    by = np.repeat(radii, 8) * (1.0 + np.tile([0, 0, 1e-16, -1e-16, 1e-9, -1e-9, 1e-7, -1e-7], 60))
    across = np.stack([-way[:, 1], way[:, 0]], axis=1)
    origins = np.repeat(places, 8, axis=0) + by[:, None] * across - 30.0 * way
    return ShapeArray.circles(places, radii), origins, way


@case
def grazing_corners() -> Case:
    """Pass the corners of boxes, which are on their bounding circles, along tangents of these."""
    boxes = drawn_boxes(50, 3e4)
    ends, middles = corners(boxes), np.repeat(boxes.positions, 4, axis=0)
    spokes = ends - middles
    ways = np.stack([-spokes[:, 1], spokes[:, 0]], axis=1)
    inwards = ends - 1e-7 * spokes
    origins = np.concatenate([ends - 9 * ways, inwards - 9 * ways])
    return boxes, origins, np.tile(ways, (2, 1))


@case
def fans_at_vertices() -> Case:
    """Aim from a few places at all vertices, by angle: neighbours lie in a cone."""
    boxes = drawn_boxes(90)
    places = np.random.default_rng(9).uniform(-20, 20, (4, 2))
    ways = np.concatenate([corners(boxes) - place for place in places])
    origins = np.repeat(places, len(ways) // 4, axis=0)
    order = np.lexsort((np.arctan2(ways[:, 1], ways[:, 0]), origins[:, 1]))
    return boxes, origins[order], ways[order]


@case
def fans_that_jump() -> Case:
    """The same, with some rays that lead elsewhere or begin elsewhere."""
    boxes, origins, ways = fans_at_vertices()
    draws = np.random.default_rng(10)
    ways[::23] *= -1.0
    origins[::37] += draws.uniform(-1, 1, origins[::37].shape)
    return boxes, origins, ways


@case
def through_a_tree() -> Case:
    """Many rows, so that rays go through a tree; some lie on others."""
    places = np.random.default_rng(11).integers(-20, 20, (400, 2)).astype(float)
    return ShapeArray.boxes(1, 0.5, places, places[:, 0] % 3), *lattice_rays(150)


@case
def mixed_shapes_in_a_tree() -> Case:
    draws = np.random.default_rng(12)
    shapes: list[Any] = []
    for x, y in draws.integers(-20, 20, (100, 2)).tolist():
        shapes.append(sepax.Segment((x, y), (x + 1, y + int(draws.integers(-2, 3)))))
        shapes.append(sepax.Polygon.box(1, 0.5, position=(y, x), radius=0.25))
        shapes.append(sepax.Circle((x, -y), 0.5))
    return ShapeArray(shapes), *lattice_rays(100)


@case
def tied_rows() -> Case:
    boxes = ShapeArray.boxes(1, 1, np.repeat([[3.0, 0.0], [0.0, 3.0], [3.0, 1.0]], 9, axis=0))
    origins = np.tile([[0.0, 0.0], [0.0, 0.25], [0.125, 0.0], [9.0, 0.5]], (9, 1))
    ways = np.repeat([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]], 12, axis=0)
    return boxes, origins, ways


@case
def directions_of_any_length() -> Case:
    boxes = drawn_boxes(30)
    draws = np.random.default_rng(5)
    lengths = 2.0 ** draws.integers(-1074, 230, 300)
    ways = draws.normal(size=(300, 2)) * lengths[:, None]
    ways[(ways == 0.0).all(axis=1)] = (5e-324, 0.0)
    return boxes, draws.uniform(-20, 20, (300, 2)), ways


@case
def segments_and_polygons() -> Case:
    draws = np.random.default_rng(6)
    shapes: list[Any] = []
    for k in range(60):
        x, y = draws.integers(-20, 20, 2).tolist()
        end = (x + int(draws.integers(1, 4)), y + int(draws.integers(-3, 4)))
        shapes.append(sepax.Segment((x, y), end))
        shapes.append(sepax.Polygon.regular(3 + k % 9, 1.5, position=(y, x)))
    return ShapeArray(shapes), *lattice_rays(400)


@case
def segments_alone() -> Case:
    draws = np.random.default_rng(7)
    starts = draws.integers(-20, 20, (60, 2)).astype(float)
    return ShapeArray.segments(starts, starts + draws.integers(1, 4, (60, 2))), *lattice_rays(400)


@case
def fans_beside_discs() -> Case:
    """The leftmost ray of each fan touches a disc, to the bit: its way has a rational length."""
    pairs = [(m, n) for m in range(2, 9) for n in range(1, m)]
    ways = np.array([(m * m - n * n, 2.0 * m * n) for m, n in pairs])
    ways = np.concatenate([ways, -ways, ways[:, ::-1] * [-1, 1], ways[:, ::-1] * [1, -1]])
    lengths = np.array([m * m + n * n for m, n in pairs] * 4)
    beside = ways[:, ::-1] * [-1, 1]
    fans = 50 * ways[:, None] - np.arange(16)[:, None] * beside[:, None]
    scene = ShapeArray.circles(300 * ways + 3 * beside, 3 * lengths)
    return scene, np.zeros((len(ways) * 16, 2)), fans.reshape(-1, 2)


def lattice_rays(n: int) -> tuple[Array, Array]:
    draws = np.random.default_rng(8)
    origins = draws.integers(-22, 22, (n, 2)).astype(float)
    ways = draws.integers(-5, 6, (n, 2)).astype(float)
    ways[(ways == 0.0).all(axis=1)] = (1.0, 0.0)
    return origins, ways


def alone(scene: ShapeArray, origin: Any, way: Any, end: float) -> Any:
    """Return the first hit by every shape by itself."""
    found = [(shape.raycast(origin, way, end), k) for k, shape in enumerate(scene)]
    hits = [(hit.distance, k, hit.normal, hit.point) for hit, k in found if hit is not None]
    return min(hits, default=(math.inf, -1, (0.0, 0.0), (0.0, 0.0)))


def answers(scene: ShapeArray, origins: Array, ways: Array, ends: Any) -> list[Any]:
    hits: Any = sepax.raycast(scene, origins, ways, ends)
    distances, rows = sepax.raycast_distances(scene, origins, ways, ends)
    assert np.array_equal(distances, hits.distance)
    assert np.array_equal(rows, hits.index)
    columns = hits.distance, hits.index, hits.normal, hits.point
    return [
        (distance, row, tuple(normal), tuple(point))
        for distance, row, normal, point in zip(*(c.tolist() for c in columns), strict=True)
    ]


@pytest.mark.parametrize("name", CASES)
def test_bits_of_single_rays(name: str) -> None:
    scene, origins, ways = CASES[name]()
    found = answers(scene, origins, ways, np.inf)
    rays = list(zip(origins.tolist(), ways.tolist(), strict=True))
    assert found == [alone(scene, *ray, math.inf) for ray in rays]
    # A ray that ends where it hits reaches it, and one that ends before does not.
    ends = np.array([hit[0] if hit[1] >= 0 else 7.0 for hit in found])
    assert [hit[:2] for hit in answers(scene, origins, ways, ends)] == [
        hit[:2] if hit[1] >= 0 else alone(scene, *ray, 7.0)[:2]
        for hit, ray in zip(found, rays, strict=True)
    ]
    short = np.nextafter(ends, 0.0)
    assert answers(scene, origins, ways, short) == [
        alone(scene, *ray, end) for ray, end in zip(rays, short.tolist(), strict=True)
    ]


PROGRAM = """
import hashlib
from test_ray_lanes import CASES, answers
for name, make in CASES.items():
    found = repr(answers(*make(), 25.0)).encode()
    print(name, hashlib.sha256(found).hexdigest())
"""


def test_every_level_answers_alike() -> None:
    first, *others = (output_of(PROGRAM, level) for level in levels._levels())
    assert len(first.splitlines()) == len(CASES)
    for other in others:
        assert other == first
