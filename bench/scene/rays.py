"""Rays against loops in numba: lidar in many worlds, scans of one robot, a scene in a grid."""

import math
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
from common.shapes import Array

from scene.drawing import Extent, Scene, draw_scene
from scene.questions import MANY, RAY_LENGTH, RAYS, Question, shape_array

WORLDS, VEHICLES, BEAMS = 4_096, 20, 32
CAR, FIELD, RANGE = (4.5, 2.0), 60.0, 50.0  # of a world
SCANS, SCAN_BEAMS, OBSTACLES, ROOM = 1_000, 360, 200, 50.0
LIDAR_TARGET, FIELDS_TARGET, SCAN_TARGET, GRID_TARGET = 4.0, 2.0, 3.0, 1.5
CELLS = (1.0, 2.0, 4.0)  # sides of a cell in mean sides of a box: the best of them is the peer


def unit_vectors(angles: Any) -> Array:
    vectors = np.empty((2, len(angles)))
    import_module("sepax._core.arrays.raycast").fill_beams(angles, vectors)
    return vectors


def draw_worlds() -> Scene:
    random = np.random.default_rng(21)
    n = WORLDS * VEHICLES
    half = np.tile(0.5 * np.array(CAR), (n, 1))
    return Scene(random.uniform(0.0, FIELD, (n, 2)), half, random.uniform(-math.pi, math.pi, n))


def lidar_questions() -> Iterator[Question]:
    """Yield what all beams of all vehicles hit in many small worlds."""
    sepax, peers = import_module("sepax"), import_module("scene.numba_rays")
    scene = draw_worlds()
    cars, own = shape_array(scene), np.arange(scene.n)
    world, fan = own // VEHICLES, unit_vectors(np.arange(BEAMS) * (2.0 * math.pi / BEAMS))
    rows = scene.records
    shape = (scene.n, BEAMS)
    out, theirs = ((np.empty(shape), np.empty(shape, np.intp)) for _ in range(2))
    same = {"ignore": own, "groups": world, "ray_groups": world}

    def mine() -> Any:
        return sepax.lidar(cars, scene.position, scene.angle, BEAMS, RANGE, out=out, **same)[1]

    def by(loop: Callable[..., None]) -> Callable[[], Any]:
        def work() -> Any:
            loop(rows, VEHICLES, fan, RANGE, *theirs)
            return theirs[1]

        return work

    slabs, circles = by(peers.lidar_by_slabs), by(peers.lidar_by_circles)
    targets = {"numba slabs": LIDAR_TARGET, "numba circles": LIDAR_TARGET}
    yield Question(
        f"lidar, {WORLDS:,} worlds x {VEHICLES} boxes x {BEAMS} beams",
        {"sepax": mine, "numba slabs": slabs, "numba circles": circles},
        targets,
    )
    c, s = (column[:, None] for column in rows[:, 2:4].T)
    ways = np.stack([c * fan[0] - s * fan[1], s * fan[0] + c * fan[1]], axis=2).reshape(-1, 2)
    rays = {name: np.repeat(column, BEAMS) for name, column in same.items() if name != "groups"}
    rays["groups"] = world
    origins, hits = np.repeat(scene.position, BEAMS, axis=0), sepax.RayHits.empty(len(ways))
    normals, points = np.empty((*shape, 2)), np.empty((*shape, 2))

    def all_fields() -> Any:
        circles()
        peers.describe_hits(rows, fan, *theirs, normals, points)
        return theirs[1].ravel()

    yield Question(
        "the same rays, all fields",
        {
            "sepax": lambda: sepax.raycast(cars, origins, ways, RANGE, out=hits, **rays).index,
            "numba circles": all_fields,
        },
        {"numba circles": FIELDS_TARGET},
    )


def draw_room() -> Any:
    """Return 200 segments and convex polygons, apart from each other."""
    sepax, random = import_module("sepax"), np.random.default_rng(22)
    shapes: list[Any] = []
    for k in range(OBSTACLES):
        x, y = random.uniform(-ROOM, ROOM, 2)
        if k % 2:
            end = random.uniform(-3.0, 3.0, 2)
            shapes.append(sepax.Segment((x, y), (x + end[0], y + end[1])))
        else:
            sides, turn = int(random.integers(3, 9)), float(random.uniform(-3.0, 3.0))
            size = float(random.uniform(0.5, 2.0))
            shapes.append(sepax.Polygon.regular(sides, size, position=(x, y), angle=turn))
    return sepax.ShapeArray(shapes)


def scan_questions() -> Iterator[Question]:
    """Yield scans of one robot, one call each, from places in no obstacle."""
    sepax, peers = import_module("sepax"), import_module("scene.numba_rays")
    room = draw_room()
    places = np.random.default_rng(23).uniform(-ROOM, ROOM, (2 * SCANS, 2))
    places = places[~sepax.intersects_any(sepax.ShapeArray.points(places), room)][:SCANS]
    rings = [np.asarray(shape.vertices) for shape in room]
    begins = np.cumsum([0, *(len(ring) for ring in rings)])
    ends = [np.roll(ring, -1, axis=0) - ring for ring in rings]
    edges = np.hstack([np.concatenate(rings), np.concatenate(ends)])
    middles = [ring.mean(axis=0) for ring in rings]
    circles = np.array(
        [
            (*middle, np.hypot(*(ring - middle).T).max())
            for ring, middle in zip(rings, middles, strict=True)
        ]
    )
    fan = unit_vectors(np.arange(SCAN_BEAMS) * (2.0 * math.pi / SCAN_BEAMS))
    out, theirs = (
        (np.empty((SCANS, SCAN_BEAMS)), np.empty((SCANS, SCAN_BEAMS), np.intp)) for _ in range(2)
    )

    def mine() -> Any:
        for k in range(SCANS):
            row = out[0][k : k + 1], out[1][k : k + 1]
            sepax.lidar(room, places[k], 0.0, SCAN_BEAMS, math.inf, out=row)
        return out[1]

    def by_edges() -> Any:
        peers.scan_edges(edges, begins, circles, places, fan, *theirs)
        return theirs[1]

    yield Question(
        f"{SCANS:,} scans of {SCAN_BEAMS} beams, {OBSTACLES} obstacles",
        {"sepax": mine, "numba": by_edges},
        {"numba": SCAN_TARGET},
    )


def grid_questions() -> Iterator[Question]:
    """Yield the first hits of many rays among many boxes, beside a walk through a grid."""
    sepax, peers = import_module("sepax"), import_module("scene.numba_rays")
    scene = draw_scene(Extent(MANY, "even"))
    index, random = sepax.ShapeIndex(shape_array(scene)), np.random.default_rng(4)
    origin = random.uniform(0.0, scene.position.max(), (RAYS, 2))
    way = unit_vectors(random.uniform(0.0, 2.0 * math.pi, RAYS)).T.copy()
    length = RAY_LENGTH * float(np.mean(scene.half))
    theirs, out = ((np.empty(RAYS), np.empty(RAYS, np.intp)) for _ in range(2))

    def walk(cells: float) -> Callable[[], Any]:
        side = cells * 2.0 * float(np.mean(scene.half))
        grid = peers.make_grid(scene.bounds, side)

        def work() -> Any:
            peers.rays_through_grid(scene.records, *grid, side, origin, way, length, *theirs)
            return theirs[1]

        return work

    peers_by_cell = {f"numba {cells:g}": walk(cells) for cells in CELLS}
    yield Question(
        f"{RAYS:,} rays, {MANY:,} boxes",
        {
            "sepax": lambda: sepax.raycast_distances(index, origin, way, length, out=out)[1],
            **peers_by_cell,
        },
        dict.fromkeys(peers_by_cell, GRID_TARGET),
    )


RAY_QUESTIONS = (lidar_questions, scan_questions, grid_questions)
