"""Three gears, each one concave outline: the first gear turns and drives the others.

Run ``python docs/examples/gear_train.py --picture gears.png``. Without ``--picture`` it needs
nothing but sepax.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

import sepax

MODULE = 0.2  # pitch radius divided by half the number of teeth
STEP = 0.002  # radians of one push
TEETH = (12, 20, 9)


def gear(teeth: int) -> sepax.Compound:
    """Return a gear with rounded flanks and a hole for its shaft, centred on the origin."""
    pitch = 0.5 * MODULE * teeth
    turns = np.linspace(0.0, 2.0 * np.pi, 12 * teeth, endpoint=False)
    wave = np.tanh(2.2 * np.sin(teeth * turns)) / np.tanh(2.2)
    radii = pitch + MODULE * np.where(wave > 0.0, 0.85, 1.1) * wave
    rim = radii[:, None] * np.column_stack((np.cos(turns), np.sin(turns)))
    shaft = 0.3 * pitch * np.column_stack((np.cos(turns[::4]), np.sin(turns[::4])))
    return sepax.Compound.from_polygon(rim, [shaft])


class Train:
    """Gears in a row; each gear drives the next one."""

    def __init__(self) -> None:
        self.gears = [gear(teeth) for teeth in TEETH]
        x = 0.0
        for before, own, wheel in zip(TEETH, TEETH[1:], self.gears[1:], strict=False):
            x += 0.5 * MODULE * (before + own) + 0.3 * MODULE
            wheel.position = (x, 0.0)
        for k in range(1, len(self.gears)):
            self.free(k, 1.0)
        self.starts = [wheel.angle for wheel in self.gears]

    def free(self, k: int, way: float) -> None:
        """Turn a gear until it no longer overlaps the gear before it."""
        for _ in range(2000):
            if not self.gears[k].intersects(self.gears[k - 1], touching=False):
                return
            self.gears[k].rotate(way * STEP)
        raise RuntimeError(f"gear {k} is jammed")

    def drive(self, angle: float) -> None:
        """Turn the first gear, and all gears that it pushes."""
        self.gears[0].rotate(angle)
        for k in range(1, len(self.gears)):
            self.free(k, (-1.0) ** k * np.sign(angle))

    def turned(self) -> list[float]:
        """Return the angle that each gear has turned."""
        return [wheel.angle - start for wheel, start in zip(self.gears, self.starts, strict=True)]


def draw(train: Train, picture: str) -> None:
    """Draw the gears and their contact points."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5), layout="constrained")
    axes: Any = figure.add_subplot()
    for wheel, color in zip(train.gears, ("#4477aa", "#ddaa33", "#228833"), strict=True):
        sepax.plot.draw_shapes(axes, [wheel], facecolor=color, edgecolor=color, linewidth=0.3)
    for one, other in zip(train.gears, train.gears[1:], strict=False):
        axes.plot(*one.nearest_points(other)[0], "o", color="#bb2222", markersize=4)
    axes.set_title("What drives what: " + ", ".join(f"{turn:+.2f} rad" for turn in train.turned()))
    figure.savefig(picture, dpi=90)


def main(arguments: Sequence[str] | None = None) -> None:
    """Turn the first gear once, and print the angles of the others."""
    parser = argparse.ArgumentParser(description="A gear train.")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--picture")
    options = parser.parse_args(arguments)
    train = Train()
    for _ in range(options.steps):
        train.drive(2.0 * np.pi / 600)
    turns = ", ".join(
        f"{teeth} teeth {turn:+.3f}" for teeth, turn in zip(TEETH, train.turned(), strict=True)
    )
    print(f"{options.steps} steps; radians: {turns}")
    if options.picture:
        draw(train, options.picture)


if __name__ == "__main__":
    main()
