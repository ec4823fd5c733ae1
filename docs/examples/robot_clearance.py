"""A T-shaped robot among shelves: the free trajectories of many, and the clearance of each.

Run ``python docs/examples/robot_clearance.py --picture clearance.png``. Without ``--picture`` it
needs nothing but sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import sepax

STEPS, LENGTH = 40, 12.0  # of a trajectory: poses, metres
GOAL = 8.0  # metres ahead; a trajectory has to end beyond
# A narrow vehicle with a wide bar in front, in metres; it turns about its rear axle.
OUTLINE = [
    (-0.4, -0.25),
    (0.9, -0.25),
    (0.9, -0.8),
    (1.2, -0.8),
    (1.2, 0.8),
    (0.9, 0.8),
    (0.9, 0.25),
    (-0.4, 0.25),
]


class Trajectories(NamedTuple):
    """Curves that bend twice: the poses of each step."""

    positions: Any  # (n, STEPS, 2)
    angles: Any  # (n, STEPS)


class Report(NamedTuple):
    """The results for each trajectory."""

    free: Any  # (n,) bool
    clearance: Any  # (n,) metres, of all its poses; 0 for a collision


def sample(count: int) -> Trajectories:
    """Return random curves from the origin; each half has its own curvature."""
    source = np.random.default_rng(2)
    step = LENGTH / STEPS
    curvature = np.repeat(source.uniform(-0.35, 0.35, (count, 2)), STEPS // 2, axis=1)
    angles = np.cumsum(curvature * step, axis=1)
    ahead = np.stack((np.cos(angles), np.sin(angles)), axis=2)
    return Trajectories(np.cumsum(step * ahead, axis=1), angles)


def obstacles() -> sepax.ShapeArray:
    """Return shelves and pillars; none is near the start."""
    source = np.random.default_rng(5)
    places = source.uniform((2.0, -8.0), (13.0, 8.0), (16, 2))
    shelves = sepax.ShapeArray.boxes(1.4, 0.4, places[:8], source.uniform(0, np.pi, 8))
    pillars = sepax.ShapeArray.circles(places[8:], 0.15)
    scene = sepax.ShapeArray.concatenate([shelves, pillars])
    return scene[scene.distance(sepax.Circle((0, 0), 1.2)) > 0.5]


def check(robot: sepax.Compound, trajectories: Trajectories, index: sepax.ShapeIndex) -> Report:
    """Find the free trajectories, then the clearance of these alone."""
    count = len(trajectories.angles)
    positions, angles = trajectories.positions.reshape(-1, 2), trajectories.angles.ravel()
    owner = np.repeat(np.arange(count), STEPS)
    # The poses of a trajectory after its first collision are not tested.
    free = ~sepax.intersects_any(robot.at(positions, angles), index, owner=owner)
    rows = free[owner]
    _, distances = sepax.nearest(robot.at(positions[rows], angles[rows]), index)
    clearance = np.zeros(count)
    clearance[free] = distances.reshape(-1, STEPS).min(axis=1)
    return Report(free, clearance)


def best(trajectories: Trajectories, report: Report) -> int:
    """Return the trajectory with the largest clearance of those that end beyond the goal."""
    arrived = trajectories.positions[:, -1, 0] >= GOAL
    return int(np.argmax(np.where(arrived, report.clearance, -1.0)))


def draw(trajectories: Trajectories, report: Report, scene: sepax.ShapeArray, path: str) -> None:
    """Save a picture: free curves coloured by clearance, blocked ones in grey, and the best."""
    from matplotlib.collections import LineCollection
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(9, 7))
    axes: Any = figure.add_subplot()
    order = np.argsort(report.clearance)[:: max(len(report.free) // 500, 1)]
    blocked, free = order[~report.free[order]], order[report.free[order]]
    axes.add_collection(
        LineCollection(trajectories.positions[blocked], colors="0.88", linewidths=0.4, zorder=0)
    )
    lines = LineCollection(trajectories.positions[free], cmap="viridis", linewidths=0.8)
    lines.set_array(report.clearance[free])
    axes.add_collection(lines)
    draw_shapes(axes, list(scene), facecolor="lightcoral", edgecolor="black")
    chosen = best(trajectories, report)
    poses = zip(trajectories.positions[chosen], trajectories.angles[chosen], strict=True)
    for place, angle in list(poses)[::6]:
        robot = sepax.Compound.from_polygon(OUTLINE, position=place, angle=angle)
        draw_shapes(axes, [robot], facecolor="white", edgecolor="black", alpha=0.9, zorder=3)
    figure.colorbar(lines, ax=axes, label="clearance in metres")
    axes.set_xlim(-1, 14)
    axes.set_ylim(-8, 8)
    axes.set_aspect("equal")
    axes.set_title(f"{report.free.sum()} of {len(report.free)} trajectories are free")
    figure.savefig(path, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    """Check the trajectories, and print the best."""
    parser = argparse.ArgumentParser(description="The clearance of a T-shaped robot.")
    parser.add_argument("--trajectories", type=int, default=5_000)
    parser.add_argument("--picture", help="a file for a picture (needs matplotlib)")
    options = parser.parse_args(arguments)
    scene, trajectories = obstacles(), sample(options.trajectories)
    robot, index = sepax.Compound.from_polygon(OUTLINE), sepax.ShapeIndex(scene)
    began = perf_counter()
    report = check(robot, trajectories, index)
    spent = 1e3 * (perf_counter() - began)
    chosen = best(trajectories, report)
    bend = trajectories.angles[chosen, STEPS // 2 - 1] / (LENGTH / 2)
    print(
        f"{report.free.sum()} of {options.trajectories} trajectories are free of {len(scene)} "
        f"obstacles ({spent:.0f} ms); the best is number {chosen}, which first bends by "
        f"{bend:.2f} rad/m and is never nearer than {report.clearance[chosen]:.2f} m"
    )
    assert (report.clearance > 0.0).tolist() == report.free.tolist()
    if options.picture:
        draw(trajectories, report, scene, options.picture)


if __name__ == "__main__":
    main()
