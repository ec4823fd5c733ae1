"""IR-SIM as it comes and on sepax (times slower than sepax): scans of a lidar, and whole steps.

Objects that beams hit, and distances but for rounding, are compared first. Each contestant has a
process of its own, with the same world. Scans are measured within its steps: a scan that is merely
repeated finds its memory ready.
"""

import os
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from math import tau
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time_ns
from typing import Any

import numpy as np

from compat.times import Times

TARGETS = {
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
WARM_UP, STEPS = 3, 15


def run(rounds: int) -> Times:
    """Compare the answers in the scans of a world, and then measure its steps."""
    if find_spec("irsim") is None:
        raise ImportError("ir-sim is not installed")
    os.environ["MPLBACKEND"] = "Agg"
    with warnings.catch_warnings(), TemporaryDirectory() as folder:
        warnings.simplefilter("ignore")  # what the host and its imports have to say
        sensor: Any = import_module("irsim.world.sensors.lidar2d")
        stock = sensor.cast_rays
        with sepax_drop_in().enabled():
            fast = sensor.cast_rays
        times: Times = {}
        for name, world in WORLDS.items():
            path = Path(folder) / "world.yaml"
            path.write_text(text_of(*world), encoding="utf-8")
            compare(path, sensor, stock, fast)
            for what, found in sampled(path, rounds).items():
                times[f"{what}, {name}"] = found
        return times


def sepax_drop_in() -> Any:
    return import_module("sepax.compat.irsim")


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


@contextmanager
def casting(sensor: Any, function: Callable[..., Any]) -> Iterator[None]:
    """Let the lidars cast their beams by a function."""
    before, sensor.cast_rays = sensor.cast_rays, function
    try:
        yield
    finally:
        sensor.cast_rays = before


def environment(path: Path) -> Any:
    return import_module("irsim").make(str(path), display=False, log_level="ERROR")


def compare(path: Path, sensor: Any, stock: Callable[..., Any], fast: Callable[..., Any]) -> None:
    """Raise if a beam hits something else on sepax, in the scans of some steps."""

    def both(*arguments: Any) -> Any:
        expected, found = stock(*arguments), fast(*arguments)
        if not np.allclose(found[0], expected[0], atol=1e-9) or (found[1] != expected[1]).any():
            raise AssertionError("a beam hits something else than in the host")
        return expected

    with casting(sensor, both):
        made = environment(path)
        for _ in range(STEPS):
            made.step()


def sampled(path: Path, rounds: int) -> Times:
    """Return the nanoseconds of a scan and of a step, by contestant; in turns."""
    samples: Times = {}
    taken: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for contestant in ("stock", "sepax"):
            with ProcessPoolExecutor(1, get_context("spawn")) as process:
                found = process.submit(in_own_process, contestant, path).result()
            for what, nanoseconds in found.items():
                taken.setdefault((what, contestant), []).append(nanoseconds)
    for (what, contestant), each in taken.items():
        samples.setdefault(what, {})[contestant] = median(each)
    return samples


def in_own_process(contestant: str, path: Path) -> dict[str, float]:
    """Measure the scans within steps of a world, and the steps."""
    warnings.simplefilter("ignore")
    sensor: Any = import_module("irsim.world.sensors.lidar2d")
    if contestant == "sepax":
        sepax_drop_in().enable()
    scans, steps = list[float](), list[float]()
    with casting(sensor, timed(sensor.cast_rays, scans)):
        made = environment(path)
        for _ in range(WARM_UP):
            made.step()
        scans.clear()
        step = timed(made.step, steps)
        for _ in range(STEPS):
            step()
    return {"scan": median(scans), "step": median(steps)}


def timed(function: Callable[..., Any], taken: list[float]) -> Callable[..., Any]:
    """Return the function, which also notes the nanoseconds of each call."""

    def call(*arguments: Any) -> Any:
        start = thread_time_ns()
        answer = function(*arguments)
        taken.append(thread_time_ns() - start)
        return answer

    return call
