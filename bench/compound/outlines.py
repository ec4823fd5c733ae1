"""Concave outlines: stars, gears, zigzags and parcels, and where they are put."""

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


def gear(vertices: int) -> Array:
    """Return the outline of a gear two units across, with a tooth for every four vertices."""
    angles = 2.0 * np.pi * np.arange(vertices) / vertices
    radii = np.resize([1.0, 1.0, 0.85, 0.85], vertices)
    return np.column_stack((radii * np.cos(angles), radii * np.sin(angles)))


def zigzag(vertices: int) -> Array:
    """Return a band two units long; every corner but the four at its ends may be reflex."""
    x = np.linspace(-1.0, 1.0, vertices // 2)
    y = np.resize([-0.05, 0.05], vertices // 2)
    upper, lower = np.column_stack((x, y + 0.05)), np.column_stack((x, y - 0.05))
    return np.concatenate((lower, upper[::-1]))


def parcels(count: int, spacing: float, seed: int) -> Array:
    """Return the (n, 8, 2) vertices of outlines on a square grid; every third is concave.

    They lie on circles, but for one or two dents.
    """
    rng = np.random.default_rng(seed)
    turns = rng.uniform(-0.15, 0.15, (count, 8)) + rng.uniform(0.0, 2.0 * np.pi, (count, 1))
    angles = 0.25 * np.pi * np.arange(8) + turns
    radii = np.full((count, 8), 0.45 * spacing)
    dented = np.arange(0, count, 3)
    corners = rng.integers(0, 8, len(dented))
    radii[dented, corners] *= rng.uniform(0.25, 0.45, len(dented))
    radii[dented[::2], (corners[::2] + 4) % 8] *= 0.3
    side = int(np.ceil(np.sqrt(count)))
    centres = spacing * np.column_stack(np.divmod(np.arange(count), side))
    outlines: Array = np.stack((radii * np.cos(angles), radii * np.sin(angles)), axis=-1)
    return outlines + centres[:, None, :]


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
