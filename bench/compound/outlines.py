"""Concave outlines at random: stars of any number of vertices, and where they are put."""

from dataclasses import dataclass

import numpy as np
from common.shapes import Array


@dataclass(frozen=True)
class Places:
    """Positions and angles, one a row."""

    positions: Array
    angles: Array

    def world(self, local: Array) -> Array:
        """Return the vertices of an outline at each pose, (k, n, 2)."""
        c, s = np.cos(self.angles)[:, None], np.sin(self.angles)[:, None]
        x, y = local.T
        turned = np.stack((c * x - s * y, s * x + c * y), axis=-1)
        placed: Array = turned + self.positions[:, None, :]
        return placed


def star(vertices: int, seed: int) -> Array:
    """Return an outline about two units across; every other corner may be reflex."""
    rng = np.random.default_rng(seed)
    angles = 2.0 * np.pi * np.sort(rng.random(vertices))
    radii = 0.3 + rng.random(vertices)
    return np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))


def places_at(distance: float, count: int, seed: int) -> Places:
    """Return poses so far from the origin, at any angle."""
    rng = np.random.default_rng(seed)
    ways = rng.uniform(0.0, 2.0 * np.pi, count)
    positions = distance * np.column_stack((np.cos(ways), np.sin(ways)))
    return Places(positions, rng.uniform(-np.pi, np.pi, count))


def places_within(side: float, count: int, seed: int) -> Places:
    """Return poses anywhere in a square about the origin."""
    rng = np.random.default_rng(seed)
    return Places(rng.uniform(-side, side, (count, 2)), rng.uniform(-np.pi, np.pi, count))
