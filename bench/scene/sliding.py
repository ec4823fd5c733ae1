"""Bodies that slide along tiles: one, and hundreds in one call."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
from common.shapes import Array

from scene.questions import Question

BODIES, TILES, TILES_A_ROW, TILE = 300, 2_000, 50, 32.0
FLOOR = 70  # tiles of a single floor
SIDE, SKIN = 20.0, 0.02  # of a body, which stands a skin above the floor
MOTION = (3.0, -2.0)  # along the floor, and down with gravity
ONE_CALL_TARGET = 2.0  # times one call for each body at least


def floors(count: int) -> Any:
    """Return tiles in rows far above each other."""
    row, column = np.divmod(np.arange(count), TILES_A_ROW if count > FLOOR else count)
    places = np.stack([TILE * column, 3.0 * TILE * row - 0.5 * TILE], axis=1)
    return import_module("sepax").ShapeArray.boxes(TILE, TILE, places)


def body_question() -> Iterator[Question]:
    """Yield a body that slides along a floor of tiles."""
    sepax = import_module("sepax")
    start = 10.5 * TILE, 0.5 * SIDE + SKIN
    body, tiles = sepax.Polygon.box(SIDE, SIDE), floors(FLOOR)
    index = sepax.ShapeIndex(tiles)

    def slide(scene: Any) -> Any:
        body.position = start
        return sepax.move_and_slide(body, scene, MOTION).position

    works = {"sepax": lambda: slide(index), "sepax array": lambda: slide(tiles)}
    yield Question(f"a body slides along {FLOOR} tiles", works, {})


def crowd_question() -> Iterator[Question]:
    """Yield hundreds of bodies that do, in one call or one by one."""
    sepax = import_module("sepax")
    random, tiles = np.random.default_rng(1), floors(TILES)
    row = random.integers(0, TILES // TILES_A_ROW, BODIES)
    along = random.uniform(TILE, (TILES_A_ROW - 1) * TILE, BODIES)
    start = np.stack([along, 3.0 * TILE * row + 0.5 * SIDE + SKIN], axis=1)
    motion = np.stack([random.choice([-3.0, 3.0], BODIES), np.full(BODIES, -2.0)], axis=1)
    bodies, index = sepax.ShapeArray.boxes(SIDE, SIDE, start), sepax.ShapeIndex(tiles)
    singles, ways = list(bodies), [tuple(way) for way in motion.tolist()]
    starts = [tuple(place) for place in start.tolist()]

    def slide(scene: Any) -> Array:
        bodies.set_poses(start)
        position: Array = sepax.move_and_slide(bodies, scene, motion).position
        return position

    def one_by_one() -> Array:
        for body, place, way in zip(singles, starts, ways, strict=True):
            body.position = place
            sepax.move_and_slide(body, index, way)
        return np.array([body.position for body in singles])

    yield Question(
        f"{BODIES} bodies slide among {TILES:,} tiles",
        {
            "sepax": lambda: slide(index),
            "sepax array": lambda: slide(tiles),
            "one by one": one_by_one,
        },
        {"one by one": ONE_CALL_TARGET},
    )


def sliding_questions() -> Iterator[Question]:
    """Yield the queries that move bodies along obstacles."""
    yield from body_question()
    yield from crowd_question()
