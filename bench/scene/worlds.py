"""Queries of thousands of small worlds in one call: what meets in each, what is near, what comes.

The peers are loops over all pairs of a world, compiled by numba.
"""

import math
from collections.abc import Iterator
from importlib import import_module

import numpy as np

from scene.questions import Question, cars, radii, shape_array

WORLDS, CARS = 4_096, 20
FIELD, SPEED = 100.0, 10.0  # sides of a world, and of each part of a velocity
WORLD_TARGET = 2.0  # times numba at least


def world_questions() -> Iterator[Question]:
    """Yield the queries of all worlds."""
    sepax, loops = import_module("sepax"), import_module("scene.world_loops")
    random, count = np.random.default_rng(7), WORLDS * CARS
    position = random.uniform(0.0, FIELD, (count, 2))
    scene = cars(position, random.uniform(0.0, 2.0 * math.pi, count))
    velocity = random.normal(0.0, SPEED, (count, 2))
    boxes, world = shape_array(scene), np.repeat(np.arange(WORLDS), CARS)
    columns, radius = np.ascontiguousarray(scene.records.T), radii(scene)
    room = np.empty((10 * count, 2), np.intp)
    where = f"{WORLDS:,} worlds of {CARS} boxes"
    yield Question(
        f"pairs, {where}",
        {
            "sepax": lambda: sepax.find_pairs(boxes, groups=world),
            "numba": lambda: room[: loops.note_pairs(columns, radius, CARS, room)],
        },
        {"numba": WORLD_TARGET},
    )
    yield Question(
        f"nearest, {where}",
        {
            "sepax": lambda: sepax.nearest(boxes, groups=world)[1].ravel().round(9),
            "numba": lambda: loops.nearest_in_worlds(columns, radius, CARS).round(9),
        },
        {"numba": WORLD_TARGET},
    )
    yield Question(
        f"first impacts, {where}",
        {
            "sepax": lambda: sepax.first_impacts(boxes, velocity_a=velocity, groups=world)[0],
            "numba": lambda: loops.first_in_worlds(columns, radius, velocity, CARS, 1.0),
        },
        {"numba": WORLD_TARGET},
    )
