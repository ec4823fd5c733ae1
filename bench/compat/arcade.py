"""Arcade as it comes, on sepax, and on arcade-accelerate (times slower than sepax).

A backend changes the program that it is loaded into, so each has a process of its own; the
processes take turns, and the figure is the median over them. No window is opened.
"""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext, suppress
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from math import cos, sin
from multiprocessing import get_context
from random import Random
from statistics import median
from time import thread_time_ns
from typing import Any

from common.timing import Call, Effort

from compat.times import Times, times_of

PER_CALL = {"stock": 15.0, "accelerate": 2.0}
TARGETS = {
    "are_polygons_intersecting, boxes that overlap": PER_CALL,
    "are_polygons_intersecting, boxes apart": PER_CALL,
    "are_polygons_intersecting, hit boxes near": PER_CALL,
    "check_for_collision_with_list, 1000": {"stock": 3.0},
    "a game: 30 platformers, 590 walls": {"stock": 5.0},
}

EFFORT = Effort(rounds=21, least_rounds=3, budget=120_000_000)
HEADLESS = {"ARCADE_HEADLESS": "True"} if sys.platform == "linux" else {}
STEPS = 150  # of the platformer
FRAMES, PLAYERS, WALLS = 60, 30, 590  # of the game
SPREAD = 90.0  # pixels between sprites: a crowd in which a sprite touches two or three others

Points = list[tuple[float, float]]


def run(rounds: int) -> Times:
    """Measure every backend that is installed, `rounds` times in turn."""
    if find_spec("arcade") is None:
        raise ImportError("arcade is not installed")
    backends = ["stock", "sepax"]
    if find_spec("arcade_accelerate") is not None:
        backends.append("accelerate")
    samples: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds):
        for backend in backends:
            for case, nanoseconds in in_own_process(backend).items():
                samples.setdefault(case, {}).setdefault(backend, []).append(nanoseconds)
    return {
        case: {backend: median(times) for backend, times in found.items()}
        for case, found in samples.items()
    }


def in_own_process(backend: str) -> dict[str, float]:
    """Measure all cases in a new interpreter."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(cases_on, backend).result()


def cases_on(backend: str) -> dict[str, float]:
    """Load a backend, which changes this process for good, and measure all cases with it."""
    os.environ.update(HEADLESS)
    if backend == "accelerate":
        import_module("arcade_accelerate").bootstrap()
    arcade: Any = import_module("arcade")
    if backend == "sepax":
        import_module("sepax.compat.arcade").enable()
    times: dict[str, float] = {}
    for case, call in cases(arcade):
        times |= times_of({case: call}, EFFORT)
    # arcade-accelerate 1.0.2 raises a TypeError on what arcade's engine passes to it.
    with suppress(TypeError) if backend == "accelerate" else nullcontext():
        times["PhysicsEnginePlatformer.update"] = platformer(arcade)
        times["a game: 30 platformers, 590 walls"] = game(arcade)
    return times


def cases(arcade: Any) -> Iterator[tuple[str, Call]]:
    """Yield the calls to measure, with everything built beforehand."""
    source = Random(1)
    polygons = arcade.geometry.are_polygons_intersecting
    point = arcade.geometry.is_point_in_polygon
    for name, distance in (("that overlap", 20.0), ("apart", 300.0)):
        pairs = [(box(source, 0.0), box(source, distance)) for _ in range(200)]
        yield f"are_polygons_intersecting, boxes {name}", Call(pairs, polygons)
    near = [(placed(source, 30.0), placed(source, 30.0)) for _ in range(200)]
    yield "are_polygons_intersecting, hit boxes near", Call(near, polygons)
    points = [(source.uniform(-60, 60), source.uniform(-60, 60), ring) for ring, _ in near]
    call = Call(points, point, "f(x, y, ring)", "x, y, ring")
    yield "is_point_in_polygon, hit boxes", call
    crowded = list(crowd(arcade, source, 200))
    neighbours = [(a, source.choice(crowded)) for a in crowded]
    yield "check_for_collision", Call(neighbours, arcade.check_for_collision)
    for count in (1, 100, 1000):
        sprites = crowd(arcade, source, count)
        arguments = [(sprite, sprites) for sprite in crowd(arcade, source, 20, extent=count)]
        call = Call(arguments, arcade.check_for_collision_with_list)
        yield f"check_for_collision_with_list, {count}", call
    corners = [((x, y), sprites) for x, y in zip(range(0, 2000, 100), range(20), strict=True)]
    places = Call(corners, arcade.get_sprites_at_point)
    yield "get_sprites_at_point, 1000", places


def box(source: Random, distance: float) -> Points:
    """Return a turned box about a random place at a distance from the origin."""
    turn, angle = source.uniform(0, 7), source.uniform(0, 7)
    width, height = source.uniform(30, 60), source.uniform(30, 60)
    corners = ((-width, -height), (width, -height), (width, height), (-width, height))
    x, y = distance * cos(turn), distance * sin(turn)
    return [
        (x + u * cos(angle) - v * sin(angle), y + u * sin(angle) + v * cos(angle))
        for u, v in corners
    ]


def hit_boxes() -> list[Points]:
    """Return the hit boxes of sprites that arcade bundles."""
    text = files("sepax").joinpath("data/hitboxes.json")
    boxes = json.loads(text.read_text(encoding="utf-8"))["hit_boxes"]
    return [[(x, y) for x, y in points] for points in boxes.values()]


def placed(source: Random, reach: float) -> Points:
    """Return one of the hit boxes at a random place, as a sprite would have it."""
    x, y = source.uniform(-reach, reach), source.uniform(-reach, reach)
    return [(x + u, y + v) for u, v in source.choice(hit_boxes())]


def crowd(arcade: Any, source: Random, count: int, extent: int | None = None) -> Any:
    """Return a list of sprites in an area for `extent` of them (by default for themselves)."""
    side = SPREAD * (extent or count) ** 0.5
    textures = [texture(arcade, points) for points in hit_boxes()]
    sprites = arcade.SpriteList(lazy=True)
    for _ in range(count):
        x, y = source.uniform(0, side), source.uniform(0, side)
        sprites.append(arcade.Sprite(source.choice(textures), 0.5, x, y))
    return sprites


def texture(arcade: Any, points: Points) -> Any:
    """Return an empty texture with a hit box, as large as that."""
    size = round(2 * max(max(abs(x), abs(y)) for x, y in points))
    name = str(hash(tuple(points)))
    return arcade.Texture.create_empty(name, (size, size), hit_box_points=points)


def platformer(arcade: Any) -> float:
    """Return the mean time of a step in which a player runs and jumps over a ground."""
    source = Random(2)
    walls = arcade.SpriteList(use_spatial_hash=True, lazy=True)
    for i in range(200):
        walls.append(arcade.SpriteSolidColor(64, 64, 64 * i, 32 * (i % 3)))
    crates = [texture(arcade, points) for points in hit_boxes()]
    for i in range(4, 200, 5):
        walls.append(arcade.Sprite(source.choice(crates), 0.5, 64 * i, 160))
    player = arcade.Sprite(crates[0], 0.5, 6400, 300)
    engine = arcade.PhysicsEnginePlatformer(player, walls=walls, gravity_constant=0.7)
    samples = []
    for step in range(STEPS):
        if step % 25 == 0:
            player.change_x = source.choice((-5, 5))
        if step % 20 == 10 and engine.can_jump():
            engine.jump(13)
        start = thread_time_ns()
        engine.update()
        samples.append(thread_time_ns() - start)
    return sum(samples) / len(samples)


def game(arcade: Any) -> float:
    """Return the mean time of a frame in which many players run and jump on blocks."""
    source = Random(3)
    walls = arcade.SpriteList(use_spatial_hash=True, lazy=True)
    for i in range(WALLS):
        ground = i < WALLS // 2
        x, y = (64 * i, 0) if ground else (64 * source.randrange(WALLS // 2), 64 * (2 + i % 4))
        walls.append(arcade.SpriteSolidColor(64, 64, x, y))
    outlines = [texture(arcade, points) for points in hit_boxes()]
    engines = []
    for i in range(PLAYERS):
        player = arcade.Sprite(source.choice(outlines), 0.5, 600 * i + 300, 450)
        engines.append(arcade.PhysicsEnginePlatformer(player, walls=walls, gravity_constant=0.5))
    start = thread_time_ns()
    for frame in range(FRAMES):
        for engine in engines:
            if frame % 20 == 0:
                engine.player_sprite.change_x = source.choice((-5, -3, 3, 5))
            if frame % 10 == 0 and engine.can_jump():
                engine.jump(10)
            engine.update()
    return (thread_time_ns() - start) / FRAMES
