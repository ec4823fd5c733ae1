"""``raycast``: one shape against the oracle, scenes against every shape by itself."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from families import Random, Shape, dyadic, lattice_polygon, nudge, pairs, sweeps, triple
from judges import check
from motion_judges import ExactRay, Ray, judge_ray
from rounded import ALL_PAIRS, ALL_SWEEPS

import sepax
from sepax import Capsule, Circle, Point, Polygon, RayHit, RayHits, Segment, ShapeArray, ShapeIndex

Array = npt.NDArray[np.float64]
MANY = 15  # cases of each family of pairs

RAYS: dict[str, Callable[[Random], Ray]] = {}


def _rays(make: Callable[[Random], Ray]) -> Callable[[Random], Ray]:
    RAYS[make.__name__] = make
    return make


def cast(ray: Ray) -> RayHit | None:
    hit: RayHit | None = sepax.raycast(*ray)
    return hit


def judge(ray: Ray) -> str | None:
    return judge_ray(ExactRay(ray), cast(ray))


# One shape ------------------------------------------------------------------------------


def of_sweep(sweep: Any) -> Ray | None:
    """Return the ray that a disc takes, or a vertex of another shape; None if it stays."""
    a, b, velocity_a, velocity_b, _ = sweep
    if len(a.vertices) > 1 and len(b.vertices) == 1:
        a, b, velocity_a, velocity_b = b, a, velocity_b, velocity_a
    x, y = (p - q for p, q in zip(velocity_a, velocity_b, strict=True))
    if (x, y) == (0.0, 0.0):
        return None
    origin = tuple(a.vertices[0].tolist())
    return Ray(b, origin, (x, y), math.inf, a.radius if len(a.vertices) == 1 else 0.0)


@pytest.mark.parametrize("family", ALL_SWEEPS)
def test_ways_of_sweeps(family: str) -> None:
    found = [of_sweep(sweep) for sweep in sweeps(family)[: 2 * MANY]]
    check([ray for ray in found if ray is not None], judge)


def aimed_rays(family: str) -> Iterator[Ray]:
    """Yield rays from one shape at the other: from vertex to vertex, or anywhere near it."""
    source = random.Random(family)
    for a, b in pairs(family)[:MANY]:
        (x, y), (end_x, end_y) = (source.choice(c.vertices.tolist()) for c in (a, b))
        way = source.choice([(end_x - x, end_y - y), (-(end_y - y), end_x - x), (0.0, 1.0)])
        if not any(way):
            way = (source.choice([-1.0, 1.0]), 0.0)
        size = max(b.bounds[2] - b.bounds[0], b.bounds[3] - b.bounds[1])
        radius = source.choice([0.0, 0.0, a.radius, size * source.random()])
        yield Ray(b, (x, y), way, source.choice([math.inf, math.inf, math.hypot(*way)]), radius)


@pytest.mark.parametrize("family", ALL_PAIRS)
def test_aimed_rays(family: str) -> None:
    check(aimed_rays(family), judge)


def ring(source: Random, scale: float) -> list[tuple[float, float]]:
    return [(x * scale, y * scale) for x, y in lattice_polygon(source)]


def target(source: Random, points: list[tuple[float, float]], radius: float = 0.0) -> Shape:
    """Return a shape that has two neighbouring points of a ring, or all of them."""
    kind = source.choice(["polygon", "polygon", "stroke"])
    if kind == "stroke":
        return Capsule(points[0], points[1], radius) if radius else Segment(points[0], points[1])
    return Polygon(points, radius=radius)


def back(source: Random, place: tuple[float, float], way: tuple[float, float]) -> Any:
    """Return a place some whole steps before another, exactly."""
    steps = source.randint(0, 9)
    return place[0] - steps * way[0], place[1] - steps * way[1]


@_rays
def through_a_vertex(source: Random) -> Ray:
    """Aim exactly at a vertex, from anywhere on the lattice."""
    scale = dyadic(source)
    points = ring(source, scale)
    way = (source.randint(-9, 9) * scale, source.randint(1, 9) * scale)
    return Ray(target(source, points), back(source, points[source.randint(0, 1)], way), way)


@_rays
def along_an_edge(source: Random) -> Ray:
    """Go exactly along the line of an edge, or one ulp beside it."""
    points = ring(source, dyadic(source))
    (x, y), (end_x, end_y) = points[:2]
    way = (end_x - x, end_y - y) if source.random() < 0.5 else (x - end_x, y - end_y)
    origin = back(source, (x, y), way)
    if source.random() < 0.5:
        origin = (nudge(source, origin[0]), origin[1])
    return Ray(target(source, points), origin, way)


@_rays
def tangent_to_a_disc(source: Random) -> Ray:
    """Pass a disc, or a corner that is rounded, at a distance that is exactly its radius."""
    x, y, length = triple(source)
    scale = dyadic(source)
    steps, share = source.randint(1, 3), source.choice([0.0, 0.5, 1.0])
    radius = (
        nudge(source, length * scale * steps) if source.random() < 0.3 else length * scale * steps
    )
    centre = (source.randint(-9, 9) * scale, source.randint(-9, 9) * scale)
    way = (-y * scale, x * scale)
    start = back(source, (centre[0] + steps * x * scale, centre[1] + steps * y * scale), way)
    own = share * radius
    shapes: list[Shape] = [Circle(centre, radius - own) if own < radius else Point(centre)]
    far = (centre[0] - 7 * x * scale, centre[1] - 7 * y * scale)
    shapes.append(Capsule(centre, far, radius - own))
    return Ray(source.choice(shapes), start, way, math.inf, own)


@_rays
def from_the_boundary(source: Random) -> Ray:
    """Begin at a vertex, in the middle of an edge, or one ulp beside, in any direction."""
    points = ring(source, dyadic(source))
    (x, y), (end_x, end_y) = points[:2]
    place = source.choice([(x, y), (0.5 * (x + end_x), 0.5 * (y + end_y))])
    if source.random() < 0.5:
        place = (nudge(source, place[0]), nudge(source, place[1]))
    way = source.choice([(end_x - x, end_y - y), (1.0, 0.0), (-y + end_y, x - end_x), (y, -x)])
    return Ray(target(source, points), place, way if any(way) else (1.0, 0.0))


@_rays
def from_far_away(source: Random) -> Ray:
    """Begin up to 1e9 sizes away, aimed at a vertex."""
    points = ring(source, 1.0)
    way = (float(source.randint(-9, 9)), float(source.randint(1, 9)))
    x, y = points[0]
    steps = float(10 ** source.randint(3, 9))
    radius = source.choice([0.0, 0.0, 1.0])
    return Ray(
        target(source, points), (x - steps * way[0], y - steps * way[1]), way, math.inf, radius
    )


@_rays
def beyond_the_end(source: Random) -> Ray:
    """End exactly where the shape begins, or one ulp before or after."""
    x, y, length = triple(source)
    scale, steps = dyadic(source), source.randint(1, 5)
    points = [(px * scale, py * scale) for px, py in lattice_polygon(source)]
    origin = (points[0][0] - steps * x * scale, points[0][1] - steps * y * scale)
    end = nudge(source, length * steps * scale)
    return Ray(target(source, points), origin, (x * scale, y * scale), end)


@_rays
def tiny(source: Random) -> Ray:
    """Be 1e-200 in size, and have directions of any length down to the least."""
    scale = 2.0 ** source.choice([-664, -700, -300])
    points = ring(source, scale)
    x, y = source.randint(-9, 9), source.randint(1, 9)
    step = source.choice([scale, 5e-324, 1e60])
    origin = (points[0][0] - 3 * x * scale, points[0][1] - 3 * y * scale)
    return Ray(target(source, points), origin, (x * step, y * step))


@pytest.mark.parametrize("family", RAYS)
def test_lattice_rays(family: str) -> None:
    source = random.Random(family)
    rays = [RAYS[family](source) for _ in range(200)]
    check(rays, judge)
    assert sum(cast(ray) is not None for ray in rays) > 20


@pytest.mark.parametrize(
    ("shape", "origin", "way", "distance", "point", "normal"),
    [
        (Polygon.box(2, 2), (-5, 0.5), (2, 0), 4.0, (-1, 0.5), (-1, 0)),
        (Polygon.box(2, 2), (-5, 1), (1, 0), 4.0, (-1, 1), (-1, 0)),  # along an edge
        (Polygon.box(2, 2), (0, 0), (3, 4), 0.0, (0, 0), (-0.6, -0.8)),
        (Polygon.box(2, 2), (1, 0), (1, 0), 0.0, (1, 0), (-1, 0)),  # on the boundary, away
        (Polygon.box(2, 2), (1, 1), (0, -1), 0.0, (1, 1), (0, 1)),
        (Circle((0, 0), 5), (-11, -2), (4, 3), 10.0, (-3, 4), (-0.6, 0.8)),  # tangent
        (Segment((0, -1), (0, 1)), (-3, 0), (1, 0), 3.0, (0, 0), (-1, 0)),
        (Segment((0, -1), (0, 1)), (0, 4), (0, -1), 3.0, (0, 1), (0, 1)),  # end on
        (Point((3, 4)), (0, 0), (6, 8), 5.0, (3, 4), (-0.6, -0.8)),
        (Capsule((0, -1), (0, 1), 1), (-3, 0.5), (9, 0), 2.0, (-1, 0.5), (-1, 0)),
    ],
)
def test_known_rays(
    shape: Any, origin: Any, way: Any, distance: float, point: Any, normal: Any
) -> None:
    assert sepax.raycast(shape, origin, (-way[0], -way[1]), 0.5) is None or distance == 0.0
    hit: Any = shape.raycast(origin, way)
    assert hit.distance == distance
    assert hit.point == pytest.approx(point, abs=1e-15)
    assert hit.normal == pytest.approx(normal, abs=1e-15)
    assert hit.index == 0
    for value in (*hit.normal, *hit.point, hit.distance):
        assert value != 0.0 or math.copysign(1.0, value) == 1.0
    if distance > 0.0:
        assert sepax.raycast(shape, origin, way, math.nextafter(distance, 0.0)) is None
        assert sepax.raycast(shape, origin, way, distance) == hit


# Scenes ---------------------------------------------------------------------------------


def anything(source: Random, size: float) -> Shape:
    """Return a shape of any kind."""
    at = (source.uniform(0.0, size), source.uniform(0.0, size))
    end = (source.uniform(-2, 2), source.uniform(-2, 2))
    turn = source.uniform(0.0, 7.0)
    makers: list[Callable[[], Shape]] = [
        lambda: Circle(at, source.random()),
        lambda: Point(at),
        lambda: Segment((0, 0), end, position=at),
        lambda: Capsule((0, 0), end, source.random(), position=at),
        lambda: Polygon.box(1, source.uniform(0.1, 3), position=at, angle=turn),
        lambda: Polygon.box(1, 2, position=at, angle=turn, radius=source.random()),
        lambda: Polygon.regular(source.randint(3, 9), 1, position=at, angle=turn),
    ]
    return source.choice(makers)()


def scene_of(kind: str, n: int, seed: int = 1) -> ShapeArray:
    source, size = random.Random(seed), 3.0 * math.sqrt(n + 1)
    random_places = np.random.default_rng(seed)
    places, angles = random_places.uniform(0, size, (n, 2)), random_places.uniform(0, 7, n)
    if kind == "boxes":
        return ShapeArray.boxes(1.0, random_places.uniform(0.1, 3, n), places, angles)
    if kind == "circles":
        return ShapeArray.circles(places, random_places.uniform(0, 2, n))
    if kind == "segments":
        return ShapeArray.segments(places, places + random_places.uniform(-2, 2, (n, 2)))
    if kind == "grid":  # distances that tie
        nodes = [(3.0 * (k % 16), 3.0 * (k // 16)) for k in range(n)]
        source.shuffle(nodes)
        return ShapeArray.boxes(1.0, 3.0, np.array(nodes).reshape(-1, 2))
    if kind == "pile":
        return ShapeArray.boxes(1.0, 1.0, np.zeros((n, 2)))
    return ShapeArray([anything(source, size) for _ in range(n)])


KINDS = ["boxes", "circles", "segments", "mixed", "grid", "pile"]


def rays_for(scene: ShapeArray, n: int, seed: int = 2) -> tuple[Array, Array]:
    """Return origins, some of them in shapes, and directions, some along the axes."""
    numbers = np.random.default_rng(seed)
    origin = numbers.uniform(-3.0, 3.0 * math.sqrt(len(scene) + 1) + 3.0, (n, 2))
    way = numbers.normal(size=(n, 2))
    if len(scene):
        origin[::5] = scene.positions[numbers.integers(0, len(scene), len(origin[::5]))]
        origin[1::5] = np.round(origin[1::5] / 3.0) * 3.0
    way[::3] = [(1.0, 0.0)]
    way[1::6] = [(0.0, -2.0)]
    return origin, way


def every_hit(scene: ShapeArray, ray: tuple[Any, ...]) -> list[tuple[float, int, Any, Any]]:
    """Return what each shape by itself says of a ray, sorted."""
    found = [(k, shape.raycast(*ray)) for k, shape in enumerate(scene)]
    return sorted((hit.distance, k, hit.normal, hit.point) for k, hit in found if hit is not None)


def row_of(hits: RayHits, k: int) -> tuple[float, int, Any, Any]:
    normal, point = tuple(hits.normal[k].tolist()), tuple(hits.point[k].tolist())
    return float(hits.distance[k]), int(hits.index[k]), normal, point


NOTHING = (math.inf, -1, (0.0, 0.0), (0.0, 0.0))


@pytest.mark.parametrize("n", [0, 1, 7, 64, 300])
@pytest.mark.parametrize("kind", KINDS)
def test_scenes_answer_as_every_shape_by_itself(kind: str, n: int) -> None:
    scene = scene_of(kind, n)
    index = ShapeIndex(scene)
    origin, way = rays_for(scene, 24)
    ends = np.where(np.arange(24) % 4 == 0, 5.0, np.inf)
    radii = np.where(np.arange(24) % 3 == 0, 0.75, 0.0)
    expected = [
        every_hit(scene, (tuple(origin[k]), tuple(way[k]), ends[k], radii[k])) for k in range(24)
    ]
    for place in (scene, index, list(scene)):
        hits = sepax.raycast(place, origin, way, ends, radii)
        assert hits.ray.tolist() == list(range(24))
        assert hits.hit.tolist() == [bool(found) for found in expected]
        assert [row_of(hits, k) for k in range(24)] == [
            found[0] if found else NOTHING for found in expected
        ]
        rows = sepax.raycast(place, origin, way, ends, radii, all=True)
        assert rows.hit.all()
        assert rows.ray.tolist() == [k for k, found in enumerate(expected) for _ in found]
        assert [row_of(rows, k) for k in range(len(rows))] == [
            row for found in expected for row in found
        ]
        few = sepax.raycast(place, origin[:3], way[:3], ends[:3], radii[:3])  # without a tree
        assert [row_of(few, k) for k in range(3)] == [row_of(hits, k) for k in range(3)]
        for k in range(24):
            alone = sepax.raycast(place, tuple(origin[k]), tuple(way[k]), ends[k], radii[k])
            assert alone == hits[k]


def test_one_column_for_all_rays() -> None:
    scene = scene_of("mixed", 50)
    origin, way = rays_for(scene, 10)
    for origins, ways in ((origin[0], way), (origin, way[0]), (origin[:1], way), (origin, way[:1])):
        hits = sepax.raycast(scene, origins, ways)
        both = np.broadcast_arrays(origins, ways)
        assert list(hits) == list(sepax.raycast(scene, *map(np.array, both)))
    assert len(sepax.raycast(scene, origin[0], way[0], [1.0, 2.0, 3.0])) == 3
    assert len(sepax.raycast(scene, origin[0], way[0], radius=[1.0, 2.0, 3.0])) == 3
    assert len(sepax.raycast(scene, origin[:1], way[0])) == 1
    assert len(sepax.raycast(scene, np.empty((0, 2)), way[0])) == 0
    assert len(sepax.raycast(scene, origin[0], [], all=True)) == 0
    assert len(sepax.raycast(scene, origin[0], [])) == 0
    assert len(sepax.raycast(scene, [], (1, 0), workers=2)) == 0


def test_many_rays_at_a_single_shape() -> None:
    ball = Circle((3, 0), 1)
    hits = ball.raycast((0, 0), [(1, 0), (0, 1)])
    assert hits.distance.tolist() == [2.0, math.inf]
    assert hits.index.tolist() == [0, -1]
    assert ball.raycast((0, 0), (1, 0), all=True)[0] == ball.raycast((0, 0), (1, 0))
    assert sepax.raycast([ball], (0, 0), (1, 0)) == ball.raycast((0, 0), (1, 0))


def test_far_from_the_origin() -> None:
    scene = scene_of("mixed", 100)
    origin, way = rays_for(scene, 40)
    away = np.array([1e9, -1e9])
    scene.set_poses(positions=scene.positions + away)
    origin += away
    hits = sepax.raycast(ShapeIndex(scene), origin, way)
    for k in range(40):
        found = every_hit(scene, (tuple(origin[k]), tuple(way[k])))
        assert row_of(hits, k) == (found[0] if found else NOTHING)


def test_out_is_filled_again() -> None:
    scene = scene_of("boxes", 30)
    origin, way = rays_for(scene, 12)
    out = RayHits.empty(12)
    assert sepax.raycast(scene, origin, way, out=out) is out
    assert list(out) == list(sepax.raycast(scene, origin, way))
    with pytest.raises(ValueError, match=r"out\.hit"):
        sepax.raycast(scene, origin, way, out=RayHits.empty(11))
    with pytest.raises(TypeError, match="RayHits"):
        sepax.raycast(scene, origin, way, out=sepax.Impacts.empty(12))  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="all=True"):
        sepax.raycast(scene, origin, way, all=True, out=out)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="single ray"):
        sepax.raycast(scene, (0, 0), (1, 0), out=out)


def test_records_of_rays() -> None:
    scene = scene_of("boxes", 30)
    hits = sepax.raycast(scene, *rays_for(scene, 12))
    again = pickle.loads(pickle.dumps(hits))
    assert list(again) == list(hits)
    assert list(hits[2:5]) == list(hits)[2:5]
    assert len(hits[hits.hit]) == hits.hit.sum()
    assert repr(hits) == f"<RayHits: {hits.hit.sum()} hits in 12 rows>"
    one = next(hit for hit in hits if hit is not None)
    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(pickle.loads(pickle.dumps(one))) == hash(one)


def test_threads_and_workers() -> None:
    scene = scene_of("mixed", 400)
    index = ShapeIndex(scene)
    origin, way = rays_for(scene, 20_000)
    expected = pickle.dumps(sepax.raycast(index, origin, way))
    everything = pickle.dumps(sepax.raycast(index, origin, way, 9.0, all=True))
    assert pickle.dumps(sepax.raycast(scene, origin, way, workers=3)) == expected
    with ThreadPoolExecutor(3) as pool:
        found = pool.map(lambda _: pickle.dumps(sepax.raycast(index, origin, way)), range(3))
        assert set(found) == {expected}
    many = sepax.raycast(index, origin, way, 9.0, all=True, workers=3)
    assert pickle.dumps(many) == everything


BAD: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "zero": ({"direction": (0, 0)}, ValueError, "direction must not be zero"),
    "zeros": ({"direction": [(1, 0), (0, 0)]}, ValueError, r"direction\[1\] must not be zero"),
    "nan": ({"direction": (math.nan, 1)}, ValueError, "direction must be finite"),
    "infinite": ({"origin": (math.inf, 1)}, ValueError, "origin must be finite"),
    "rows": ({"origin": [(0, 0), (math.nan, 0)]}, ValueError, r"origin\[1\] must be finite"),
    "end": ({"max_distance": -1}, ValueError, "max_distance must not be negative"),
    "ends": ({"max_distance": [1, math.nan]}, ValueError, r"max_distance\[1\]"),
    "thin": ({"radius": -0.5}, ValueError, "radius must be finite"),
    "thins": ({"radius": [0.5, -1]}, ValueError, r"radius\[1\] must not be negative"),
    "wide": ({"radius": math.inf}, ValueError, "radius must be finite"),
    "lengths": (
        {"origin": [(0, 0)] * 2, "direction": [(1, 0)] * 3},
        ValueError,
        "origin 2, direction 3",
    ),
    "no pair": ({"origin": 3}, TypeError, "origin must be a pair"),
    "text": ({"direction": "ab"}, TypeError, "direction"),
    "no number": ({"max_distance": "9"}, TypeError, "max_distance"),
    "workers": ({"workers": 2}, TypeError, "single ray"),
    "no workers": ({"workers": 0, "direction": [(1, 0)]}, ValueError, "workers"),
    "no scene": ({"scene": 5}, TypeError, "scene must be a shape"),
    "a wrong one": ({"scene": [Point((0, 0)), 7]}, TypeError, r"scene\[1\]"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name: str) -> None:
    changes, error, message = BAD[name]
    call: dict[str, Any] = {
        "scene": [Circle((5, 0), 1)],
        "origin": (0, 0),
        "direction": (1, 0),
        **changes,
    }
    with pytest.raises(error, match=message):
        sepax.raycast(**call)
