"""Scenes: boxes of even or of very different sizes, scattered over a field."""

import math
from dataclasses import dataclass

import numpy as np
from common.shapes import Array

SPREADS = {"even": 2.0, "200:1": 200.0}  # longest side to shortest


@dataclass(frozen=True)
class Extent:
    """How many boxes a scene has, and how much their sizes differ: a key of `SPREADS`."""

    n: int
    spread: str

    @property
    def name(self) -> str:
        return f"{self.n:>9,} {self.spread}"


@dataclass(frozen=True)
class Scene:
    """Boxes at any angle, so dense that about as many pairs of their bounds meet as there are."""

    position: Array
    half: Array  # (n, 2): half width, half height
    angle: Array

    @property
    def n(self) -> int:
        return len(self.angle)

    @property
    def axis(self) -> Array:
        """The directions of the widths."""
        return np.stack([np.cos(self.angle), np.sin(self.angle)], axis=1)

    @property
    def reach(self) -> Array:
        """Half the sides of the bounds."""
        cosine, sine = np.abs(self.axis).T
        width, height = self.half.T
        return np.stack([cosine * width + sine * height, sine * width + cosine * height], axis=1)

    @property
    def bounds(self) -> Array:
        """Rows of min_x, min_y, max_x, max_y."""
        return np.concatenate([self.position - self.reach, self.position + self.reach], axis=1)

    @property
    def records(self) -> Array:
        """Rows of position, axis and half sides, for a box test without trigonometry."""
        return np.concatenate([self.position, self.axis, self.half], axis=1)

    @property
    def vertices(self) -> Array:
        """The four corners of each box, (n, 4, 2), counter-clockwise."""
        along = self.axis * self.half[:, :1]
        across = self.axis[:, ::-1] * [-1.0, 1.0] * self.half[:, 1:]
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.stack([self.position + i * along + j * across for i, j in signs], axis=1)


def draw_scene(extent: Extent) -> Scene:
    """Draw sides evenly by their logarithms, and everything else evenly."""
    random, n = np.random.default_rng(1), extent.n
    half = np.exp(random.uniform(0.0, math.log(SPREADS[extent.spread]), (n, 2)))
    scene = Scene(np.zeros((n, 2)), half, random.uniform(0.0, math.pi, n))
    # Bounds meet where their centres are within the sum of their reaches, in x and in y.
    sums = scene.reach[random.permutation(n)] + scene.reach[random.permutation(n)]
    field = math.sqrt(0.5 * n * float(np.mean(4.0 * sums[:, 0] * sums[:, 1])))
    scene.position[:] = random.uniform(0.0, field, (n, 2))
    return scene
