"""IR-SIM as it comes and on sepax (times slower than sepax): scans, their segments, whole steps.

Objects that beams hit, and distances but for rounding, are compared first. A step of a world is
measured in a world of its own for each contestant, which is the same for both.
"""

import os
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from math import tau
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time_ns
from typing import Any

import numpy as np
from common.timing import Call, Effort

from compat.times import Times, times_of

TARGETS = {
    "segments of a scan, 10 robots, 360 beams, 150 obstacles": {"stock": 15.0},
    "scan, 10 robots, 360 beams, 150 obstacles": {"stock": 15.0},
    "scan, 1 robot, 100 beams, 3 obstacles": {"stock": 1.0},
    "scan, 1 robot, 36 beams, 1 obstacle": {"stock": 1.0},
}

# Robots, beams, obstacles, and metres along x and y.
WORLDS = {
    "10 robots, 360 beams, 150 obstacles": (10, 360, 150, 60),
    "2 robots, 100 beams, 20 obstacles": (2, 100, 20, 20),
    "1 robot, 100 beams, 3 obstacles": (1, 100, 3, 12),
    "1 robot, 36 beams, 1 obstacle": (1, 36, 1, 12),
}
REACH = 15  # metres
STEPS = 12
MODULE = "irsim.lib.algorithm.ray_casting_2d"


def run(rounds: int) -> Times:
    """Measure the functions on the scans of a world, and then the steps of it."""
    if find_spec("irsim") is None:
        raise ImportError("ir-sim is not installed")
    os.environ["MPLBACKEND"] = "Agg"
    with warnings.catch_warnings(), TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")  # what the host and its imports have to say
        drop_in: Any = import_module("sepax.compat.irsim")
        host = import_module(MODULE)
        stock = host.cast_rays, host.cast_ray_segments
        times: Times = {}
        for name, world in WORLDS.items():
            with drop_in.enabled():
                fast = host.cast_rays, host.cast_ray_segments
                asked = scans(world, Path(folder))
                times[f"scan, {name}"] = compared(stock[0], fast[0], asked, 3, rounds)
            of_segments = [segments(host, *each) for each in asked]
            times[f"segments of a scan, {name}"] = compared(
                stock[1], fast[1], of_segments, 5, rounds
            )
            times[f"step, {name}"] = steps(world, Path(folder), drop_in, rounds)
        return times


def text_of(robots: int, beams: int, obstacles: int, size: float) -> str:
    """Return a world: robots that dash to their goals among discs and turned rectangles."""
    random = np.random.default_rng(1)
    lines = ["world:", f"  height: {size}", f"  width: {size}", "  collision_mode: 'unobstructed'"]
    lines.append("robot:")
    for _ in range(robots):
        x, y, goal_x, goal_y = random.uniform(3, size - 3, 4).round(3)
        lines += [
            "  - kinematics: {name: 'diff'}",
            "    shape: {name: 'circle', radius: 0.3}",
            f"    state: [{x}, {y}, 0.3]",
            f"    goal: [{goal_x}, {goal_y}, 0]",
            "    behavior: {name: 'dash'}",
            "    sensors:",
            f"      - {{name: 'lidar2d', range_max: {REACH}, angle_range: {tau}, number: {beams}}}",
        ]
    lines.append("obstacle:")
    for row in range(obstacles):
        x, y, angle = random.uniform((0, 0, -3), (size, size, 3)).round(3)
        length, width = random.uniform(0.5, 3.0, 2).round(3)
        shape = f"{{name: 'rectangle', length: {length}, width: {width}}}"
        if row % 3 == 0:
            shape = f"{{name: 'circle', radius: {width / 3:.3f}}}"
        lines += [f"  - shape: {shape}", f"    state: [{x}, {y}, {angle}]"]
    return "\n".join(lines)


def environment(world: tuple[Any, ...], folder: Path) -> Any:
    path = folder / "world.yaml"
    path.write_text(text_of(*world), encoding="utf-8")
    return import_module("irsim").make(str(path), display=False, log_level="ERROR")


def scans(world: tuple[Any, ...], folder: Path) -> list[tuple[Any, ...]]:
    """Return what the sensors of a world ask in some steps."""
    asked = []
    sensor: Any = import_module("irsim.world.sensors.lidar2d")
    original = sensor.cast_rays

    def record(*arguments: Any) -> Any:
        asked.append(arguments)
        return original(*arguments)

    made = environment(world, folder)
    sensor.cast_rays = record
    try:
        for _ in range(STEPS):
            made.step()
    finally:
        sensor.cast_rays = original
    return asked[-10 * world[0] :][:20]


def segments(host: Any, fan: Any, objects: Any, reach: float) -> tuple[Any, ...]:
    """Return the arguments of `cast_ray_segments` for a scan."""
    starts, ends, _ = host._gather_obstacle_edges(fan, objects)
    return *host._ray_parameters(fan, reach), starts, ends, reach


def compared(
    stock: Callable[..., Any],
    fast: Callable[..., Any],
    asked: list[tuple[Any, ...]],
    count: int,
    rounds: int,
) -> dict[str, float]:
    """Return the nanoseconds of both contestants, who must see the same."""
    for arguments in asked:
        expected, found = stock(*arguments), fast(*arguments)
        if not np.allclose(found[0], expected[0], atol=1e-9) or (found[1] != expected[1]).any():
            raise AssertionError("a beam hits something else than in the host")
    names = ", ".join("abcde"[:count])
    effort = Effort(rounds=3 * rounds, least_rounds=3, budget=3_000_000_000)
    functions = {"stock": stock, "sepax": fast}
    calls = {name: Call(asked, each, f"f({names})", names) for name, each in functions.items()}
    return times_of(calls, effort)


def steps(world: tuple[Any, ...], folder: Path, drop_in: Any, rounds: int) -> dict[str, float]:
    """Return the nanoseconds of a step of each contestant, in turns."""
    samples: dict[str, list[float]] = {"stock": [], "sepax": []}
    for _ in range(rounds):
        for name, taken in samples.items():
            with drop_in.enabled() if name == "sepax" else nullcontext():
                made = environment(world, folder)
                made.step()
                for _ in range(STEPS):
                    start = thread_time_ns()
                    made.step()
                    taken.append(thread_time_ns() - start)
            import_module("matplotlib.pyplot").close("all")
    return {name: median(taken) for name, taken in samples.items()}
