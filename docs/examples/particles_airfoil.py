"""Particles that flow around an airfoil with a flap, and bounce off edges and vertices.

Run ``python docs/examples/particles_airfoil.py --picture airfoil.png``. Without ``--picture`` it
needs nothing but sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

import sepax

RADIUS = 0.004  # of a particle; the airfoil is 1 long
STEP = 0.05  # time; the stream has the speed 1
BOUNCES = 4  # at most in one step
HIT_LOSS = 0.4  # of the speed along the normal


def airfoil(chord: float, **pose: Any) -> sepax.Polygon:
    """Return the symmetric airfoil NACA 0018 (Jacobs, Ward and Pinkerton, 1933)."""
    x = 0.5 * (1.0 - np.cos(np.linspace(0.0, np.pi, 40)))
    powers = np.column_stack((np.sqrt(x), x, x**2, x**3, x**4))
    half = 0.9 * powers @ (0.2969, -0.126, -0.3516, 0.2843, -0.1036)
    outline = np.concatenate((np.column_stack((x, half)), np.column_stack((x, -half))))
    return sepax.Polygon.hull(chord * outline, **pose)


class Stream:
    """Particles; a particle that leaves the field enters again on the left."""

    def __init__(self, count: int, seed: int = 1) -> None:
        self.source = np.random.default_rng(seed)
        self.parts = [
            airfoil(1.0, position=(0.0, 0.0), angle=-0.2),
            airfoil(0.35, position=(0.98, -0.27), angle=-0.7),
        ]
        self.places = self.source.uniform((-2.0, -0.9), (-0.5, 0.7), (count, 2))
        self.velocities = np.tile((1.0, 0.0), (count, 1))
        self.bounces = 0
        self.marks: list[Any] = []

    def step(self) -> None:
        """Move all particles, each from bounce to bounce."""
        left = np.full(len(self.places), STEP)
        for _ in range(BOUNCES):
            if not left.any():
                break
            left = self.move(left)
        gone = np.abs(self.places).max(axis=1) > 2.1
        self.places[gone] = self.source.uniform((-2.0, -0.9), (-1.9, 0.7), (gone.sum(), 2))
        self.velocities[gone] = (1.0, 0.0)

    def move(self, left: Any) -> Any:
        """Move each particle to its impact or the end of its time; return the remaining time."""
        balls = sepax.ShapeArray.circles(self.places, RADIUS)
        time, normal = left.copy(), np.zeros_like(self.places)
        for part in self.parts:
            # A particle that has just bounced still touches the surface that it leaves.
            found = sepax.sweep(balls, part, self.velocities, max_time=left, skip_leaving=True)
            first = found.time < time
            time[first], normal[first] = found.time[first], found.normal[first]
        self.places += self.velocities * time[:, None]
        into = np.maximum((self.velocities * normal).sum(axis=1), 0.0)
        self.velocities -= (2.0 - HIT_LOSS) * into[:, None] * normal
        bounced = normal.any(axis=1)
        self.bounces += int(np.count_nonzero(bounced))
        self.marks.append(self.places[bounced])
        return np.where(bounced, left - time, 0.0)

    def deepest(self) -> float:
        """Return the largest overlap of a particle and a part."""
        balls = sepax.ShapeArray.circles(self.places, RADIUS)
        return max(float(sepax.collide(balls, part).depth.max()) for part in self.parts)


def draw(stream: Stream, trails: Any, path: str) -> None:
    """Save a picture of the parts, the paths of some particles, and all bounces."""
    from matplotlib.figure import Figure

    from sepax.plot import draw_shapes

    figure = Figure(figsize=(10, 6))
    axes = figure.add_subplot()
    draw_shapes(axes, stream.parts, facecolor="lightgrey", edgecolor="black")
    for trail in np.swapaxes(trails, 0, 1)[:150]:
        jump = np.abs(np.diff(trail[:, 0], append=trail[-1, 0])) > 2 * STEP
        axes.plot(*np.where(jump[:, None], np.nan, trail).T, linewidth=0.5, alpha=0.7)
    axes.plot(*np.concatenate(stream.marks).T, ".", markersize=2, color="black")
    axes.set_xlim(-1, 2)
    axes.set_ylim(-1, 0.8)
    axes.set_aspect("equal")
    axes.set_title(f"{len(stream.places)} particles, {stream.bounces} bounces")
    figure.savefig(path, dpi=100)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the stream, and print the number of bounces and the largest overlap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--particles", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--picture", help="a file for a picture (needs matplotlib)")
    options = parser.parse_args(arguments)
    stream = Stream(options.particles)
    trails = [stream.places.copy()]
    deepest = 0.0
    for _ in range(options.steps):
        stream.step()
        deepest = max(deepest, stream.deepest())
        trails.append(stream.places.copy())
    print(
        f"{stream.bounces} bounces of {options.particles} particles, none deeper than {deepest:.1e}"
    )
    assert deepest < 1e-12
    if options.picture:
        draw(stream, np.array(trails), options.picture)


if __name__ == "__main__":
    main()
