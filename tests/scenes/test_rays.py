"""Rays in bulk: in lanes, in worlds, without rows that they ignore, as fans, by distance alone."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import rounded  # noqa: F401 (registers its families)
from families import ROUNDED_SWEEPS, SWEEPS, sweeps
from motion_judges import Ray
from test_raycast import KINDS, NOTHING, RAYS, every_hit, of_sweep, rays_for, row_of, scene_of

import sepax
from sepax import Circle, Compound, Polygon, RayHits, Segment, ShapeArray, ShapeIndex
from sepax._core.arrays.raycast import fill_beams

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]


def cast_together(rays: list[Ray]) -> RayHits:
    """Cast each ray at its own shape in one call: a world for each."""
    worlds = np.arange(len(rays))
    hits = sepax.raycast(
        [ray.shape for ray in rays],
        np.array([ray.origin for ray in rays]),
        np.array([ray.direction for ray in rays]),
        np.array([ray.max_distance for ray in rays]),
        np.array([ray.radius for ray in rays]),
        groups=worlds,
        ray_groups=worlds,
    )
    assert isinstance(hits, RayHits)
    return hits


def check_together(rays: list[Ray]) -> None:
    """Demand the bits of single rays, which are judged in `test_raycast`."""
    hits = cast_together(rays)
    for k, ray in enumerate(rays):
        alone: Any = sepax.raycast(*ray)
        assert (hits.index[k], hits[k]) == ((-1, None) if alone is None else (k, hits[k]))
        if alone is not None:
            assert row_of(hits, k) == (alone.distance, k, alone.normal, alone.point)


@pytest.mark.parametrize("family", RAYS)
def test_rays_of_families(family: str) -> None:
    source = random.Random(family)
    check_together([RAYS[family](source) for _ in range(80)])


@pytest.mark.parametrize("family", [*SWEEPS, *ROUNDED_SWEEPS])
def test_ways_of_sweeps(family: str) -> None:
    found = [of_sweep(sweep) for sweep in sweeps(family)[:8]]
    check_together([ray for ray in found if ray is not None])


def seen_rows(
    scene: ShapeArray, ray: tuple[Any, ...], rows: Any, nearest: float
) -> list[tuple[float, int, Any, Any]]:
    found = every_hit(scene, ray)
    return [hit for hit in found if hit[1] in rows and hit[0] >= nearest]


@pytest.mark.parametrize("n", [1, 17, 300])
@pytest.mark.parametrize("kind", KINDS)
def test_worlds_and_ignored_rows(kind: str, n: int) -> None:
    scene = scene_of(kind, n)
    count = 40
    origin, way = rays_for(scene, count)
    draws = np.random.default_rng(n)
    groups, ray_groups = draws.integers(0, 3, n), draws.integers(0, 4, count)
    ignore = draws.integers(-1, n, (count, 2))
    ends = np.where(np.arange(count) % 4 == 0, 5.0, np.inf)
    radii = np.where(np.arange(count) % 3 == 0, 0.75, 0.0)
    for nearest in (0.0, 0.5):
        expected = [
            seen_rows(
                scene,
                (tuple(origin[k]), tuple(way[k]), ends[k], radii[k]),
                set(np.flatnonzero(groups == ray_groups[k])) - set(ignore[k]),
                nearest,
            )
            for k in range(count)
        ]
        options: Any = {"min_distance": nearest, "ignore": ignore, "groups": groups}
        options["ray_groups"] = ray_groups
        for place in (scene, ShapeIndex(scene), list(scene)):
            hits: Any = sepax.raycast(place, origin, way, ends, radii, **options)
            assert [row_of(hits, k) for k in range(count)] == [
                found[0] if found else NOTHING for found in expected
            ]
            rows: Any = sepax.raycast(place, origin, way, ends, radii, all=True, **options)
            assert rows.ray.tolist() == [k for k, found in enumerate(expected) for _ in found]
            assert [row_of(rows, k) for k in range(len(rows))] == [
                row for found in expected for row in found
            ]
            distances, indices = sepax.raycast_distances(place, origin, way, ends, radii, **options)
            assert np.array_equal(distances, hits.distance)
            assert np.array_equal(indices, hits.index)
        for k in range(0, count, 7):
            one = {**options, "ray_groups": int(ray_groups[k]), "ignore": int(ignore[k, 0])}
            hit = sepax.raycast(scene, tuple(origin[k]), tuple(way[k]), ends[k], radii[k], **one)
            many: Any = sepax.raycast(scene, origin[k : k + 1], way[k], ends[k], radii[k], **one)
            assert hit == many[0]


def unit_vectors(angles: Array) -> Array:
    vectors = np.empty((2, len(angles)))
    fill_beams(np.ascontiguousarray(angles, float), vectors)
    return vectors


@pytest.mark.parametrize("n", [20, 300, 5000])
@pytest.mark.parametrize("beams", [1, 7, 360, "angles"])
def test_beams_are_rays(n: int, beams: Any) -> None:
    scene = scene_of("mixed" if n < 5000 else "boxes", n)
    positions, _ = rays_for(scene, 9)
    headings = np.linspace(-40, 40, 9)
    draws = np.random.default_rng(3)
    angles = draws.uniform(-7, 7, 33) if beams == "angles" else None
    k = 33 if angles is not None else beams
    x, y = unit_vectors(np.arange(k) * (2.0 * np.pi / k) if angles is None else angles)
    c, s = (column[:, None] for column in unit_vectors(headings))
    ways = np.stack([c * x - s * y, s * x + c * y], axis=2).reshape(-1, 2)
    owner, own = draws.integers(-1, n, 9), draws.integers(0, 3, 9)
    worlds: dict[str, Any] = {"groups": draws.integers(0, 3, n), "ray_groups": np.repeat(own, k)}
    fan, starts = beams if angles is None else angles, np.repeat(positions, k, axis=0)
    for workers, given in ((1, {}), (3, {}), (2, worlds)):
        expected: Any = sepax.raycast(
            scene, starts, ways, 25.0, ignore=np.repeat(owner, k), **given
        )
        given = {**given, "ray_groups": own} if given else given
        out = np.empty((9, k)), np.empty((9, k), np.intp)
        found = sepax.lidar(
            scene, positions, headings, fan, 25.0, ignore=owner, workers=workers, out=out, **given
        )
        assert found[0] is out[0]
        assert np.array_equal(out[0].ravel(), expected.distance)
        assert np.array_equal(out[1].ravel(), expected.index)


def test_large_worlds_take_the_tree() -> None:
    draws = np.random.default_rng(5)
    cars = ShapeArray.boxes(4, 2, draws.uniform(0, 400, (3000, 2)), draws.uniform(-3, 3, 3000))
    world = draws.integers(0, 3, 3000)
    origin, way = rays_for(cars, 300)
    ray_world = draws.integers(0, 3, 300)
    distances, indices = sepax.raycast_distances(
        cars, origin, way, groups=world, ray_groups=ray_world
    )
    for k in range(3):
        rows, rays = np.flatnonzero(world == k), np.flatnonzero(ray_world == k)
        some = ShapeArray.boxes(4, 2, cars.positions[rows], cars.angles[rows])
        apart, found = sepax.raycast_distances(some, origin[rays], way[rays])
        assert np.array_equal(distances[rays], apart)
        assert np.array_equal(indices[rays], np.where(found < 0, -1, rows[found]))


def test_touches_that_are_too_near() -> None:
    row = ShapeArray.boxes(2, 2, [(0, 0), (4, 0), (8, 0)])
    assert sepax.raycast(row, (0, 0), (1, 0)).index == 0  # type: ignore[union-attr]
    assert sepax.raycast(row, (0, 0), (1, 0), min_distance=1e-300).index == 1  # type: ignore[union-attr]
    assert sepax.raycast(row, (1, 0), (1, 0), min_distance=1e-300).distance == 2  # type: ignore[union-attr]
    assert sepax.raycast(row, (1, 0), (1, 0), min_distance=2).index == 1  # type: ignore[union-attr]
    assert sepax.raycast(row, (1, 0), (1, 0), min_distance=math.nextafter(2, 3)).index == 2  # type: ignore[union-attr]
    assert sepax.raycast(row[0], (0, 0), (1, 0), min_distance=0.5) is None
    assert row[1].raycast((0, 0), (1, 0), min_distance=4) is None
    rows = sepax.raycast(row, (0, 0), (1, 0), all=True, min_distance=0.5)
    assert rows.index.tolist() == [1, 2]


@pytest.mark.parametrize("count", [1, 20])
def test_seams_are_no_boundary(count: int) -> None:
    """A ray that begins in a part hits neither the seam behind it nor one that is farther."""
    bar = [Polygon.box(2, 2, position=(x, 0), angle=0.0) for x in (0, 2, 4)]
    comb = Compound([*bar, Polygon.box(2, 2, position=(9, 0))])
    origins, ways = np.zeros((count, 2)), np.tile((1.0, 0.3e-3), (count, 1))
    turned = np.linspace(0.0, 6.0, 13)
    for angle in turned.tolist():
        c, s = math.cos(angle), math.sin(angle)
        comb.set_pose(3.0, -4.0, angle)
        start = np.array([[3.0, -4.0]]) + origins
        way = np.stack([c * ways[:, 0] - s * ways[:, 1], s * ways[:, 0] + c * ways[:, 1]], axis=1)
        for scene in (comb, [comb], ShapeIndex([comb])):
            hits: Any = sepax.raycast(scene, start, way, min_distance=0.5)
            assert hits.distance == pytest.approx(np.full(count, 8.0), rel=1e-6)
            rows: Any = sepax.raycast(scene, start, way, min_distance=0.5, all=True)
            assert np.array_equal(rows.distance, hits.distance)
            far: Any = sepax.raycast(scene, start, way, min_distance=8.5)
            assert not far.hit.any()


def test_parts_are_ignored_as_a_whole() -> None:
    cup = Compound([Polygon.box(1, 6, position=(0, 0)), Polygon.box(1, 6, position=(5, 0))])
    scene: list[Any] = [cup, Circle((9, 0), 1)]
    hits: Any = sepax.raycast(scene, np.tile((2.5, 0.0), (12, 1)), (1, 0), ignore=0)
    assert hits.index.tolist() == [1] * 12
    hits = sepax.raycast(scene, np.tile((2.5, 0.0), (12, 1)), (1, 0), ignore=[0, -1] * 6)
    assert hits.index.tolist() == [1, 0] * 6
    distances, indices = sepax.lidar(scene, (2.5, 0), 0, 12, 20, ignore=0)
    assert indices[0, 0] == 1
    assert distances[0, 0] == 5.5
    assert sepax.raycast_distances(scene, [(2.5, 0)], (1, 0), groups=[0, 1], ray_groups=[1])[1] == 1


def test_far_and_tiny_scenes() -> None:
    """float32 loses nothing far from zero, nor where it can hold neither places nor sizes."""
    for scale in (1e-300, 1e-200, 1e-60, 1.0, 1e35, 1e60, 2.0**230):
        for away in (0.0, 1e9, 1e12):
            place = np.array([away * scale, -away * scale])
            if np.abs(place).max() > 2.0**239:
                continue
            middles = place + scale * np.array([[3, 0], [0, 3], [9, 1]])
            scene = ShapeArray.boxes(scale, scale, middles)
            ways = np.array([(1, 0), (0, 1), (9, 1), (-1, 0), (5e-324, 0), (1e-310, 1e-310)] * 3)
            hits: Any = sepax.raycast(scene, place, ways)
            for k in range(len(ways)):
                found = every_hit(scene, (tuple(place), tuple(ways[k])))
                assert row_of(hits, k) == (found[0] if found else NOTHING)


BAD: dict[str, tuple[Any, type[Exception], str]] = {
    "one side": ({"groups": [0, 0]}, ValueError, "groups without ray_groups"),
    "other side": ({"ray_groups": [0] * 3}, ValueError, "ray_groups without groups"),
    "no row": ({"ignore": [0, 1, 2]}, IndexError, r"ignore\[2\]"),
    "below": ({"ignore": [-2, 1, 1]}, IndexError, "ignore"),
    "lengths": ({"ignore": [0, 1]}, ValueError, "lengths differ"),
    "no integers": ({"ignore": [0.5, 1, 1]}, TypeError, "ignore must be integers"),
    "labels": ({"groups": [0], "ray_groups": [0] * 3}, ValueError, "groups must be one integer"),
    "near": ({"min_distance": -1}, ValueError, "min_distance"),
    "nan": ({"min_distance": math.nan}, ValueError, "min_distance"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name: str) -> None:
    options, error, message = BAD[name]
    scene = ShapeArray.circles([(5, 0), (9, 0)], 1)
    with pytest.raises(error, match=message):
        sepax.raycast(scene, [(0, 0)] * 3, (1, 0), **options)
    with pytest.raises(error, match=message):
        sepax.raycast_distances(scene, [(0, 0)] * 3, (1, 0), **options)
    with pytest.raises(error, match=message):
        sepax.lidar(scene, [(0, 0)] * 3, 0.0, 4, 9, **options)


def test_bad_fans() -> None:
    scene = ShapeArray.circles([(5, 0), (9, 0)], 1)
    with pytest.raises(ValueError, match=r"angles\[1\] must be finite"):
        sepax.lidar(scene, (0, 0), [0, math.nan], 4, 9)
    with pytest.raises(ValueError, match=r"beams\[0\] must be finite"):
        sepax.lidar(scene, (0, 0), 0, [1e10], 9)
    with pytest.raises(ValueError, match="beams"):
        sepax.lidar(scene, (0, 0), 0, 0, 9)
    with pytest.raises(ValueError, match="positions 2, angles 3"):
        sepax.lidar(scene, [(0, 0)] * 2, [0] * 3, 4, 9)
    with pytest.raises(ValueError, match=r"out\[0\]"):
        sepax.lidar(scene, (0, 0), 0, 4, 9, out=(np.empty(4), np.empty((1, 4), np.intp)))
    with pytest.raises(TypeError, match="out"):
        sepax.raycast_distances(scene, (0, 0), [(1, 0)], out=np.empty(1))  # type: ignore[arg-type]
    index = ShapeIndex(scene, groups=[0, 1])
    with pytest.raises(ValueError, match="ray_groups"):
        sepax.raycast(index, (0, 0), (1, 0))
    assert sepax.raycast(index, (0, 0), (1, 0), ray_groups=1).index == 1  # type: ignore[union-attr]
    with pytest.raises(TypeError, match="single ray"):
        sepax.raycast(scene, (0, 0), (1, 0), ignore=0, workers=2)


def test_a_fan_of_segments() -> None:
    assert sepax.lidar(Circle((0, 0), 1), (0, 0), 0, [], 5)[0].shape == (1, 0)
    room = ShapeArray.segments([(0, 0), (9, 0), (9, 9), (0, 9)], [(9, 0), (9, 9), (0, 9), (0, 0)])
    distances, indices = sepax.lidar(room, (4.5, 4.5), 0.0, 4, 20)
    assert distances.tolist() == [[4.5] * 4]
    assert indices.tolist() == [[1, 2, 3, 0]]
    assert Segment((0, 0), (1, 1)).raycast((0, 1), (1, -1), min_distance=0.7) is not None
