"""Candidate trajectories of a car among obstacles: find the free ones, and their clearance.

Run ``python docs/examples/trajectory_checker.py --picture trajectories.png``. Without ``--picture``
it needs nothing but sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import sepax

CAR = (4.5, 1.8)  # metres
STEPS, DURATION = 40, 4.0  # of a trajectory: boxes, seconds
FAR = 10.0  # metres; clearances beyond it are not computed


class Trajectories(NamedTuple):
    """Arcs with all curvatures and speeds from one place: positions and angles of each step."""

    positions: Any  # (n, STEPS, 2)
    angles: Any  # (n, STEPS)


class Report(NamedTuple):
    """The results for each trajectory."""

    free: Any  # (n,) bool
    clearance: Any  # (n,) metres, of the steps; 0 for a collision, at most FAR
    seen: Any  # (n,) bool: nothing blocks the view from start to end


def sample(count: int) -> Trajectories:
    """Return random arcs that a car can drive."""
    source = np.random.default_rng(1)
    curvature, speed = source.uniform(-0.12, 0.12, count), source.uniform(2.0, 15.0, count)
    time = np.linspace(0.0, DURATION, STEPS)
    way = np.outer(speed, time)
    angle = curvature[:, None] * way
    # The chord of an arc has the mean direction of its ends.
    chord = way * np.sinc(angle / (2.0 * np.pi))
    position = np.stack([chord * np.cos(0.5 * angle), chord * np.sin(0.5 * angle)], axis=2)
    return Trajectories(position, angle)


def obstacles() -> sepax.ShapeArray:
    """Return parked cars, posts and a slanted wall, all away from the start of the car."""
    source = np.random.default_rng(3)
    place, angle = source.uniform((4.0, -30.0), (60.0, 30.0), (65, 2)), source.uniform(0, 6.3, 65)
    cars = sepax.ShapeArray.boxes(4.5, 1.8, place[:30], angle[:30], radii=0.2)
    posts = sepax.ShapeArray.circles(place[30:], 0.15)
    wall = sepax.ShapeArray.segments((20.0, 12.0), (55.0, 16.0))
    scene = sepax.ShapeArray.concatenate([cars, posts, wall])
    return scene[scene.distance(sepax.Polygon.box(*CAR)) > 1.0]


def check(trajectories: Trajectories, index: sepax.ShapeIndex) -> Report:
    """Check all trajectories in one call, the ways between the steps included."""
    count = len(trajectories.angles)
    poses = np.concatenate((trajectories.positions, trajectories.angles[:, :, None]), axis=2)
    piece, _ = sepax.sweep_path(sepax.Polygon.box(*CAR), index, poses)
    free = piece < 0
    boxes = sepax.ShapeArray.boxes(*CAR, poses[:, :, :2].reshape(-1, 2), poses[:, :, 2].ravel())
    owner = np.repeat(np.arange(count), STEPS)
    _, distances = sepax.nearest(boxes[free[owner]], index, max_distance=FAR)
    clearance = np.zeros(count)
    clearance[free] = np.minimum(distances.reshape(-1, STEPS).min(axis=1), FAR)
    return Report(free, clearance, line_of_sight(trajectories, index))


def line_of_sight(trajectories: Trajectories, index: sepax.ShapeIndex) -> Any:
    """Return whether the end of each trajectory is visible from its start."""
    start, end = trajectories.positions[:, 0], trajectories.positions[:, -1]
    way = end - start
    return ~sepax.raycast(index, start, way, max_distance=np.hypot(*way.T)).hit


def best(trajectories: Trajectories, report: Report) -> int:
    """Return the longest trajectory with a clearance of at least half a metre."""
    far = np.hypot(*trajectories.positions[:, -1].T)
    return int(np.argmax(np.where(report.clearance >= 0.5, far, -1.0)))


def draw(trajectories: Trajectories, report: Report, scene: sepax.ShapeArray, path: str) -> None:
    """Save a picture: free arcs coloured by clearance, blocked arcs in grey, and the best."""
    from matplotlib.collections import LineCollection
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(10, 8))
    axes = figure.add_subplot()
    order = np.argsort(report.clearance)[:: max(len(report.free) // 1000, 1)]
    hit = order[~report.free[order]]
    free = order[report.free[order]]
    axes.add_collection(
        LineCollection(trajectories.positions[hit], colors="0.85", linewidths=0.4, zorder=0)
    )
    lines = LineCollection(trajectories.positions[free], cmap="viridis", linewidths=0.7)
    lines.set_array(report.clearance[free])
    axes.add_collection(lines)
    draw_shapes(axes, list(scene), facecolor="lightcoral", edgecolor="black")
    chosen = best(trajectories, report)
    pose = zip(trajectories.positions[chosen], trajectories.angles[chosen], strict=True)
    cars = [sepax.Polygon.box(*CAR, position=place, angle=angle) for place, angle in pose]
    draw_shapes(axes, cars[::6], facecolor="none", edgecolor="tab:blue", linewidth=1.5)
    figure.colorbar(lines, ax=axes, label="clearance in metres")
    axes.set_xlim(-5, 65)
    axes.set_ylim(-32, 32)
    axes.set_aspect("equal")
    axes.set_title(f"{report.free.sum()} of {len(report.free)} trajectories are free")
    figure.savefig(path, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    """Check the trajectories, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trajectories", type=int, default=10_000)
    parser.add_argument("--picture", help="a file for a picture (needs matplotlib)")
    options = parser.parse_args(arguments)
    scene, trajectories = obstacles(), sample(options.trajectories)
    index = sepax.ShapeIndex(scene)
    began = perf_counter()
    report = check(trajectories, index)
    spent = 1e3 * (perf_counter() - began)
    chosen = best(trajectories, report)
    print(
        f"{report.free.sum()} of {options.trajectories} trajectories are free of {len(scene)} "
        f"obstacles, {np.count_nonzero(report.seen)} ends are seen from the start; the best gets "
        f"{np.hypot(*trajectories.positions[chosen, -1]):.1f} m far, never nearer than "
        f"{report.clearance[chosen]:.2f} m ({spent:.0f} ms)"
    )
    assert (report.clearance > 0.0).tolist() == report.free.tolist()
    if options.picture:
        draw(trajectories, report, scene, options.picture)


if __name__ == "__main__":
    main()
