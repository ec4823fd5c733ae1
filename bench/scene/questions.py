"""Questions to a scene other than for all its pairs: what meets anything, what holds a point.

A question has one work for each contestant; the answers are compared before any is timed.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from common.shapes import Array, Index
from common.targets import Outcome
from common.timing import Call, Effort, measure

from scene.drawing import Extent, Scene, draw_scene

Works = dict[str, Callable[[], Any]]

TRAJECTORIES, STEPS, OBSTACLES = 10_000, 40, 200
SIDES = np.array([4.5, 1.8])  # of a car
FIELDS = {"5 %": 1_150.0, "98 %": 55.0}  # sides of the field, by the share that meets anything
MANY = 100_000  # boxes to pick among
POINTS = 10_000
RAYS, RAY_LENGTH = 100_000, 20.0  # of mean half sides
GAME_SHAPES, GAME_RAYS = 300, 20
EARLY_TARGET = 1.0  # times numba at least
PICK_TARGET = 1.0  # times the STRtree at least
RAY_TARGET = 20.0  # times the STRtree at least
GAME_TARGET = 2.0  # times pymunk at least


@dataclass(frozen=True)
class Question:
    """What each contestant does, and how many times slower than sepax a peer must be at least."""

    name: str
    works: Works
    targets: dict[str, float]


def cars(position: Array, angle: Array) -> Scene:
    return Scene(position, np.tile(0.5 * SIDES, (len(angle), 1)), angle)


def draw_trajectories(field: float) -> tuple[Scene, list[Scene]]:
    """Return cars, a trajectory after the other, and the obstacles at each step."""
    random = np.random.default_rng(1)
    turning = random.normal(0.0, 0.05, (TRAJECTORIES, 1)) * np.arange(STEPS)
    angle = random.uniform(0.0, 2.0 * math.pi, (TRAJECTORIES, 1)) + turning
    way = np.cumsum(np.stack([np.cos(angle), np.sin(angle)], axis=2), axis=1)
    position = random.uniform(0.0, field, (TRAJECTORIES, 1, 2)) + way
    place = random.uniform(0.0, field, (OBSTACLES, 2))
    heading = random.uniform(0.0, 2.0 * math.pi, OBSTACLES)
    ahead = np.stack([np.cos(heading), np.sin(heading)], axis=1)
    obstacles = [cars(place + step * ahead, heading) for step in range(STEPS)]
    return cars(position.reshape(-1, 2), angle.ravel()), obstacles


def shape_array(scene: Scene) -> Any:
    width, height = 2.0 * scene.half.T
    return import_module("sepax").ShapeArray.boxes(width, height, scene.position, scene.angle)


def joined(scenes: list[Scene]) -> Scene:
    position, angle = ([getattr(scene, name) for scene in scenes] for name in ("position", "angle"))
    return cars(np.concatenate(position), np.concatenate(angle))


def radii(scene: Scene) -> Array:
    half_width, half_height = scene.half.T
    radius: Array = np.hypot(half_width, half_height)
    return radius


def side_by_side(scene: Scene, step: Index, apart: float) -> Any:
    """Return the boxes, those of each step so far away that they meet none of another."""
    return shape_array(cars(scene.position + np.outer(step, (apart, 0.0)), scene.angle))


def early_question(share: str, field: float, moving: bool) -> Question:
    """Find which trajectories meet resting obstacles, or obstacles that are there at the time."""
    sepax, loop = import_module("sepax"), import_module("scene.early").trajectories_that_meet
    own, obstacles = draw_trajectories(field)
    obstacles = obstacles if moving else obstacles[:1]
    count, apart = len(obstacles), 4.0 * (field + STEPS)  # time as a place
    others = joined(obstacles)
    step = np.tile(np.arange(STEPS), TRAJECTORIES) if moving else np.zeros(own.n, np.intp)
    mine = side_by_side(own, step, apart)
    scene = side_by_side(others, np.repeat(np.arange(count), OBSTACLES), apart)
    owner = np.repeat(np.arange(TRAJECTORIES), STEPS)
    rows, records = own.records, others.records.reshape(count, OBSTACLES, 6)
    radius, other_radius = radii(own), radii(obstacles[0])
    return Question(
        f"any hit, {share} of trajectories, {'moving' if moving else 'resting'}",
        {
            "sepax": lambda: sepax.intersects_any(mine, scene, owner=owner),
            "numba": lambda: loop(rows, radius, STEPS, records, other_radius),
        },
        {"numba": EARLY_TARGET},
    )


def index_questions() -> Iterator[Question]:
    """Yield the queries of an index of many boxes, and the ways to build and keep one."""
    sepax, shapely = import_module("sepax"), import_module("shapely")
    scene = draw_scene(Extent(MANY, "even"))
    boxes, polygons = shape_array(scene), shapely.polygons(scene.vertices)
    shapely.prepare(polygons)
    index, tree = sepax.ShapeIndex(boxes), shapely.STRtree(polygons)
    places = np.random.default_rng(2).uniform(0.0, scene.position.max(), (POINTS, 2))
    points, place = shapely.points(places), places[0]

    def moved(count: int) -> Callable[[], None]:
        where = np.random.default_rng(3).permutation(MANY)[:count]
        position, angle = boxes.positions[where], boxes.angles[where]

        def work() -> None:
            boxes.set_poses(position, angle, where=where)
            index.refresh()

        return work

    def held_by_tree() -> Any:
        point, box = tree.query(points, predicate="intersects")
        order = np.lexsort((point, box))
        return np.stack([box[order], point[order]], axis=1)

    yield Question(
        "hold points, 10,000",
        {"sepax": lambda: sepax.contains(index, places), "STRtree": held_by_tree},
        {"STRtree": PICK_TARGET},
    )
    yield Question(
        "hold one point",
        {
            "sepax": lambda: sepax.contains(index, place),
            "STRtree": lambda: np.sort(tree.query(points[0], predicate="intersects")),
        },
        {"STRtree": PICK_TARGET},
    )
    builds: Works = {
        "sepax": lambda: sepax.ShapeIndex(boxes) and None,
        "STRtree": lambda: shapely.STRtree(polygons) and None,
    }
    yield Question("build an index", builds, {})
    yield Question("set_poses of one, refresh", {"sepax": moved(1)}, {})
    yield Question("set_poses of all, refresh", {"sepax": moved(MANY)}, {})


def first_by_distance(ray: Index, box: Index, distance: Array, count: int) -> Index:
    """Return the nearest box of each ray, of equal distances the one with the lowest index."""
    order = np.lexsort((box, distance, ray))
    rays, place = np.unique(ray[order], return_index=True)
    first = np.full(count, -1)
    first[rays] = box[order][place]
    return first


def ray_questions() -> Iterator[Question]:
    """Yield what many rays meet first among many boxes."""
    sepax, shapely = import_module("sepax"), import_module("shapely")
    scene = draw_scene(Extent(MANY, "even"))
    boxes, polygons = shape_array(scene), shapely.polygons(scene.vertices)
    index, tree = sepax.ShapeIndex(boxes), shapely.STRtree(polygons)
    random = np.random.default_rng(4)
    origin = random.uniform(0.0, scene.position.max(), (RAYS, 2))
    turn = random.uniform(0.0, 2.0 * math.pi, RAYS)
    way = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    length = RAY_LENGTH * float(np.mean(scene.half))
    starts = shapely.points(origin)
    lines = shapely.linestrings(np.stack([origin, origin + length * way], axis=1))

    def by_tree() -> Index:
        ray, box = tree.query(lines, predicate="intersects")
        met = shapely.intersection(lines[ray], polygons[box])
        return first_by_distance(ray, box, shapely.distance(starts[ray], met), RAYS)

    yield Question(
        f"first of {RAYS:,} rays",
        {
            "sepax": lambda: sepax.raycast(index, origin, way, length).index,
            "sepax array": lambda: sepax.raycast(boxes, origin, way, length).index,
            "STRtree": by_tree,
        },
        {"STRtree": RAY_TARGET},
    )


def game_questions() -> Iterator[Question]:
    """Yield what a few rays meet in a scene of a game, one after the other."""
    sepax, pymunk = import_module("sepax"), import_module("pymunk")
    scene = draw_scene(Extent(GAME_SHAPES, "even"))
    boxes = shape_array(scene)
    index, space = sepax.ShapeIndex(boxes), pymunk.Space()
    numbers = {}
    for k, corners in enumerate(scene.vertices.tolist()):
        polygon = pymunk.Poly(space.static_body, corners)
        space.add(polygon)
        numbers[polygon] = k
    random, size = np.random.default_rng(5), float(scene.position.max())
    drawn = random.uniform(0.0, size, (40 * GAME_RAYS, 2))
    outside = ~sepax.intersects_any(sepax.ShapeArray.points(drawn), index)
    starts = drawn[outside][:GAME_RAYS]  # pymunk meets nothing that a ray begins in
    ends = starts + random.uniform(-size, size, (GAME_RAYS, 2))
    rays = [(tuple(p), tuple(q)) for p, q in zip(starts.tolist(), ends.tolist(), strict=True)]
    ways = [(p, (q[0] - p[0], q[1] - p[1]), math.dist(p, q)) for p, q in rays]
    everybody = pymunk.ShapeFilter()

    def by_sepax(shapes: Any) -> list[int]:
        hits = [sepax.raycast(shapes, *way) for way in ways]
        return [-1 if hit is None else hit.index for hit in hits]

    def by_space() -> list[int]:
        found = [space.segment_query_first(*ray, 0.0, everybody) for ray in rays]
        return [-1 if hit is None else numbers[hit.shape] for hit in found]

    yield Question(
        f"{GAME_RAYS} rays one by one, {GAME_SHAPES} boxes",
        {
            "sepax": lambda: by_sepax(index),
            "sepax array": lambda: by_sepax(boxes),
            "pymunk": by_space,
        },
        {"pymunk": GAME_TARGET},
    )


def near_questions() -> Iterator[Question]:
    """Yield which of many boxes is nearest to each of many places, and how far."""
    sepax, shapely = import_module("sepax"), import_module("shapely")
    scene = draw_scene(Extent(MANY, "even"))
    boxes, polygons = shape_array(scene), shapely.polygons(scene.vertices)
    index, tree = sepax.ShapeIndex(boxes), shapely.STRtree(polygons)
    places = np.random.default_rng(6).uniform(0.0, scene.position.max(), (POINTS, 2))
    points, dots = sepax.ShapeArray.points(places), shapely.points(places)

    def by_tree() -> Array:
        (first, _), apart = tree.query_nearest(dots, return_distance=True, all_matches=False)
        assert len(first) == POINTS
        rounded: Array = apart.round(9)
        return rounded

    yield Question(
        "nearest to points, 10,000",
        {"sepax": lambda: sepax.nearest(points, index)[1].ravel().round(9), "STRtree": by_tree},
        {"STRtree": PICK_TARGET},
    )


def early_questions() -> Iterator[Question]:
    for moving in (False, True):
        yield from (early_question(*field, moving) for field in FIELDS.items())


QUESTIONS = (early_questions, index_questions, near_questions, ray_questions, game_questions)


def questions(makers: Sequence[Callable[[], Iterator[Question]]]) -> Iterator[Question]:
    """Yield every query whose peers are installed; print why others are left out."""
    for make in makers:
        try:
            yield from make()
        except ImportError as error:
            print(f"questions skipped: {error}")


def disagreeing(question: Question) -> list[str]:
    """Return who answers otherwise than sepax."""
    mine = question.works["sepax"]()
    return [
        name
        for name, work in question.works.items()
        if name != "sepax" and not np.array_equal(work(), mine)
    ]


def compare(question: Question, effort: Effort) -> tuple[list[Outcome], list[str]]:
    """Compare the answers, time them, and print a line; return the outcomes, and who is wrong."""
    wrong = disagreeing(question)
    calls = {
        name: Call([(work,)], None, "work()", "work,") for name, work in question.works.items()
    }
    times = {name: timing.nanoseconds for name, timing in measure(calls, effort).items()}
    ratios = {name: time / times["sepax"] for name, time in times.items() if name != "sepax"}
    cells = "".join(f"{f'{name} {ratio:.1f}x':>16}" for name, ratio in ratios.items())
    print(f"{question.name:<44}{times['sepax'] / 1e3:>12,.1f}{cells}  {', '.join(wrong)}".rstrip())
    outcomes = [
        Outcome(f"{question.name}: {name} / sepax", ratios[name], target)
        for name, target in question.targets.items()
    ]
    return outcomes, wrong
