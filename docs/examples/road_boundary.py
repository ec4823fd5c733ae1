"""Cars on a road between two concave outlines: find the cars on it, and their clearance.

The road is what lies between two outlines of some 500 vertices: the car is inside of the one and
outside of the other. Run ``python docs/examples/road_boundary.py --picture road.png``. Without
``--picture`` it needs nothing but sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

import sepax

WIDTH = 8.0  # of the road, in metres
CAR = (4.5, 1.9)


def middle(count: int) -> Any:
    """Return the centre line of the road, a winding loop, (count, 2)."""
    turns = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)
    radii = 60.0 + 14.0 * np.sin(3.0 * turns) + 7.0 * np.cos(5.0 * turns)
    return radii[:, None] * np.column_stack((np.cos(turns), np.sin(turns)))


def beside(line: Any, way: float) -> Any:
    """Return a closed line offset to the left, or to the right."""
    ahead = np.roll(line, -1, axis=0) - np.roll(line, 1, axis=0)
    left = np.column_stack((-ahead[:, 1], ahead[:, 0]))
    return line + way * left / np.linalg.norm(left, axis=1)[:, None]


def boundaries(count: int) -> tuple[sepax.Compound, sepax.Compound]:
    """Return the ground outside the road and the ground inside its loop."""
    line = middle(count)
    around = [(-110, -110), (110, -110), (110, 110), (-110, 110)]
    outer = sepax.Compound.from_polygon(around, [beside(line, -0.5 * WIDTH)])
    return outer, sepax.Compound.from_polygon(beside(line, 0.5 * WIDTH))


def drives(count: int, seed: int = 1) -> tuple[Any, Any]:
    """Return poses along the road, with random offsets and angles."""
    source, line = np.random.default_rng(seed), middle(720)
    rows = source.integers(len(line), size=count)
    ahead = np.roll(line, -1, axis=0) - line
    angles = np.arctan2(ahead[:, 1], ahead[:, 0])[rows] + source.normal(0.0, 0.25, count)
    return line[rows] + source.normal(0.0, 1.2, (count, 2)), angles


def draw(sides: Sequence[sepax.Compound], poses: Any, angles: Any, hit: Any, picture: str) -> None:
    """Draw the road and some cars; cars that leave the road are red."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 7), layout="constrained")
    axes: Any = figure.add_subplot()
    sepax.plot.draw_shapes(axes, sides, facecolor="#c8dfc0", edgecolor="#b4cfaa", linewidth=0.3)
    cars = sepax.ShapeArray.boxes(*CAR, poses[:150], angles[:150])
    for which, color in ((hit[:150], "#bb2222"), (~hit[:150], "#4477aa")):
        sepax.plot.draw_shapes(axes, cars[which], facecolor=color, linewidth=0)
    for row in np.flatnonzero(~hit[:150])[:25]:
        for side in sides:
            axes.plot(
                *np.transpose(sepax.nearest_points(cars[int(row)], side)),
                color="#777777",
                linewidth=0.6,
            )
    axes.set_xlim(-90, 90)
    axes.set_ylim(-90, 90)
    figure.savefig(picture, dpi=90)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how many cars leave the road, and the clearance of the others."""
    parser = argparse.ArgumentParser(description="Cars between two concave boundaries.")
    parser.add_argument("--cars", type=int, default=2000)
    parser.add_argument("--picture")
    options = parser.parse_args(arguments)
    sides = boundaries(500)
    poses, angles = drives(options.cars)
    cars = sepax.ShapeArray.boxes(*CAR, poses, angles)
    hit = sepax.intersects_any(cars, sides)
    rows, distances = sepax.nearest(cars[~hit], sides)
    print(f"{hit.sum()} of {options.cars} cars leave the road of {sides[0]!r}")
    for row, name in ((0, "outer"), (1, "inner")):
        near = distances[rows[:, 0] == row]
        print(
            f"{len(near)} others are nearer to the {name} side, the nearest at {near.min():.3f} m"
        )
    if options.picture:
        draw(sides, poses, angles, hit, options.picture)


if __name__ == "__main__":
    main()
