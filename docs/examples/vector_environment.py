"""A vectorised environment: cars in many small worlds, each with a lidar, in a few calls a step.

Each car steers away from the nearest echo. A world in which cars collide, or in which one leaves
the field, starts anew. Run ``python docs/examples/vector_environment.py --picture worlds.png``.
Without ``--picture`` it needs nothing but sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

import sepax

CAR = (4.5, 1.8)  # metres
COLUMNS, ROWS = 5, 4  # of cars at the start of a world, in places of PLACE metres
CARS, PLACE = COLUMNS * ROWS, 20.0
BEAMS, RANGE = 32, 40.0  # a lidar: beams over a full turn, metres
STEP, SPEED = 0.1, 8.0  # seconds, metres a second
TURN = 0.8  # radians a second, at most


class Environment:
    """Cars of many worlds as the rows of one array."""

    def __init__(self, worlds: int, seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)
        self.world = np.repeat(np.arange(worlds), CARS)
        self.own = np.arange(worlds * CARS)
        self.positions = np.zeros((worlds * CARS, 2))
        self.headings = np.zeros(worlds * CARS)
        self.reset(np.ones(worlds, bool))
        self.cars = sepax.ShapeArray.boxes(*CAR, self.positions, self.headings)

    def reset(self, done: Any) -> None:
        """Put the cars of some worlds on a grid again, each somewhere in its place."""
        rows = done[self.world]
        place = np.stack(np.divmod(np.arange(CARS), ROWS), axis=1) + 0.5
        starts = np.tile(PLACE * place, (np.count_nonzero(done), 1))
        margin = 0.5 * (PLACE - np.hypot(*CAR))
        self.positions[rows] = starts + self.random.uniform(-margin, margin, starts.shape)
        self.headings[rows] = self.random.uniform(-np.pi, np.pi, len(starts))

    def observe(self) -> Any:
        """Return how far each beam of each car sees, (n, BEAMS); no car sees itself."""
        distances, _ = sepax.lidar(
            self.cars,
            self.positions,
            self.headings,
            BEAMS,
            RANGE,
            groups=self.world,
            ray_groups=self.world,
            ignore=self.own,
        )
        return np.minimum(distances, RANGE)

    def step(self, turns: Any) -> Any:
        """Drive all cars, start worlds anew that are done; return which, and what the cars see."""
        self.headings += STEP * turns
        ahead = np.stack([np.cos(self.headings), np.sin(self.headings)], axis=1)
        self.positions += STEP * SPEED * ahead
        self.cars.set_poses(self.positions, self.headings)
        done = np.zeros(self.world[-1] + 1, bool)
        done[self.world[sepax.find_pairs(self.cars, groups=self.world)[:, 0]]] = True
        field = (COLUMNS * PLACE, ROWS * PLACE)
        done[self.world[((self.positions < 0.0) | (self.positions > field)).any(axis=1)]] = True
        self.reset(done)
        self.cars.set_poses(self.positions, self.headings)
        return done, self.observe()


def steer(seen: Any) -> Any:
    """Turn away from the nearest echo: beams of the first half are on the left."""
    left, right = seen[:, : BEAMS // 2], seen[:, BEAMS // 2 :]
    return np.where(left.min(axis=1) < right.min(axis=1), -TURN, TURN)


def draw(environment: Environment, seen: Any, path: str) -> None:
    """Save a picture of one world: its cars, and the beams of three of them."""
    from matplotlib.collections import LineCollection
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(8, 6.5))
    axes = figure.add_subplot()
    draw_shapes(axes, list(environment.cars[:CARS]), facecolor="lightsteelblue", edgecolor="navy")
    for car, colour in ((6, "tab:red"), (9, "tab:green"), (13, "tab:orange")):
        angles = environment.headings[car] + np.arange(BEAMS) * (2.0 * np.pi / BEAMS)
        start = environment.positions[car]
        ends = start + seen[car, :, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        lines = np.stack([np.broadcast_to(start, ends.shape), ends], axis=1)
        axes.add_collection(LineCollection(lines, colors=colour, linewidths=0.5, zorder=0))
        hit = seen[car] < RANGE
        axes.plot(*ends[hit].T, ".", color=colour)
    axes.set_xlim(-5, COLUMNS * PLACE + 5)
    axes.set_ylim(-5, ROWS * PLACE + 5)
    axes.set_aspect("equal")
    axes.set_title(f"One of {environment.world[-1] + 1} worlds: three of {CARS} lidars")
    figure.savefig(path, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the environment, and print how many steps it makes a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--picture", help="a file for a picture (needs matplotlib)")
    options = parser.parse_args(arguments)
    environment = Environment(options.worlds)
    seen = environment.observe()
    restarts = 0
    began = perf_counter()
    for _ in range(options.steps):
        done, seen = environment.step(steer(seen))
        restarts += np.count_nonzero(done)
    spent = perf_counter() - began
    print(
        f"{options.worlds} worlds of {CARS} cars, {BEAMS} beams a car: "
        f"{options.steps / spent:.0f} steps of all worlds a second, "
        f"{options.steps * len(environment.world) / spent:,.0f} steps of cars; "
        f"{restarts} worlds started anew"
    )
    if options.picture:
        draw(environment, seen, options.picture)


if __name__ == "__main__":
    main()
