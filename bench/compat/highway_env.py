"""highway-env as it comes and on sepax (times slower than sepax): calls, and whole steps.

The steps show what the calls are worth: most of a step is spent elsewhere.
"""

import warnings
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import thread_time_ns
from typing import Any

import numpy as np
from common.shapes import Array
from common.timing import Call, Effort

from compat.times import Times, times_of

PER_CALL = {"stock": 30.0}
TARGETS = {
    "are_polygons_intersecting, vehicles that overlap": PER_CALL,
    "are_polygons_intersecting, vehicles near": PER_CALL,
    "are_polygons_intersecting, vehicles far": PER_CALL,
}

DISTANCES = {"that overlap": (0.0, 1.5), "near": (4.0, 7.0), "far": (20.0, 40.0)}
LENGTH, WIDTH, SPEED = 5.0, 2.0, 30.0  # of a vehicle, m and m/s
TIME_STEP = 1.0 / 15.0
STEPS = {"highway-v0": 5, "parking-v0": 60, "intersection-v1": 8, "racetrack-v0": 40}


def run(rounds: int) -> Times:
    """Measure the calls, and `rounds` times the steps."""
    if find_spec("highway_env") is None:
        raise ImportError("highway-env is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the host and its imports have to say
        utils, drop_in = import_module("highway_env.utils"), sepax_drop_in()
        return calls(utils, drop_in, rounds) | steps(drop_in, rounds)


def sepax_drop_in() -> Any:
    return import_module("sepax.compat.highway_env")


def calls(utils: Any, drop_in: Any, rounds: int) -> Times:
    """Measure both functions on pairs of vehicles, and on rectangles."""
    effort = Effort(rounds=5 * rounds, least_rounds=3, budget=100_000_000 * rounds)
    functions = {"stock": (utils.are_polygons_intersecting, utils.rotated_rectangles_intersect)}
    with drop_in.enabled(fix_rectangles=True):
        functions["sepax"] = (utils.are_polygons_intersecting, utils.rotated_rectangles_intersect)
    times: Times = {}
    for name, (least, most) in DISTANCES.items():
        items = pairs(least, most)
        contestants = {
            backend: Call(
                items, polygons, "f(a, b, u, v)", "a, b, u, v", read=lambda found: found[0]
            )
            for backend, (polygons, _) in functions.items()
        }
        times[f"are_polygons_intersecting, vehicles {name}"] = times_of(contestants, effort)
    contestants = {backend: Call(rectangles(), test) for backend, (_, test) in functions.items()}
    times["rotated_rectangles_intersect, fixed"] = times_of(contestants, effort)
    return times


def pairs(least: float, most: float) -> list[tuple[Array, Array, Array, Array]]:
    """Return polygons and displacements of pairs of vehicles at such distances."""
    random = np.random.default_rng(1)
    items = []
    for _ in range(200):
        way = random.uniform(0.0, 2.0 * np.pi)
        offset = random.uniform(least, most) * np.array((np.cos(way), np.sin(way)))
        place = random.uniform(0.0, 300.0, 2)
        steps = random.uniform(-SPEED, SPEED, (2, 2)) * TIME_STEP
        items.append((polygon(random, place), polygon(random, place + offset), *steps))
    return items


def polygon(random: np.random.Generator, place: Array) -> Array:
    """Return the closed outline of a vehicle that heads roughly along x."""
    heading = random.normal(0.0, 0.3)
    cosine, sine = np.cos(heading), np.sin(heading)
    half = np.array([(-1, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]) * (LENGTH / 2, WIDTH / 2)
    ring: Array = half @ np.array([(cosine, sine), (-sine, cosine)]) + place
    return ring


def rectangles() -> list[tuple[Any, Any]]:
    random = np.random.default_rng(2)
    return [(rectangle(random), rectangle(random)) for _ in range(200)]


def rectangle(random: np.random.Generator) -> tuple[Array, float, float, float]:
    return random.uniform(-3.0, 3.0, 2), LENGTH, WIDTH, random.uniform(-3.0, 3.0)


def steps(drop_in: Any, rounds: int) -> Times:
    """Measure the mean step of an episode of every environment, in turns."""
    gymnasium = import_module("gymnasium")
    import_module("highway_env")
    gymnasium.logger.min_level = gymnasium.logger.ERROR  # it has newer versions of some
    times: Times = {}
    for name in STEPS:
        samples: dict[str, list[float]] = {"stock": [], "sepax": []}
        for _ in range(rounds):
            samples["stock"].append(mean_step(gymnasium, name))
            with drop_in.enabled():
                samples["sepax"].append(mean_step(gymnasium, name))
        found = {backend: median(values) for backend, values in samples.items()}
        times[f"step of {name}"] = found
    return times


def mean_step(gymnasium: Any, name: str) -> float:
    """Return the nanoseconds of a step; the episode is the same every time."""
    random = np.random.default_rng(3)
    environment = gymnasium.make(name)
    environment.reset(seed=3)
    spent = 0
    for _ in range(STEPS[name]):
        space = environment.action_space
        if hasattr(space, "n"):
            action: Any = int(random.integers(space.n))
        else:
            action = random.uniform(space.low, space.high).astype(space.dtype)
        start = thread_time_ns()
        *_, terminated, truncated, _ = environment.step(action)
        spent += thread_time_ns() - start
        if terminated or truncated:
            environment.reset()
    environment.close()
    return spent / STEPS[name]
