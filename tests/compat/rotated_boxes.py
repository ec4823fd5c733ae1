"""Rotated boxes for the tests of ultralytics: centre x and y, width, height, angle in radians."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def pixels(random: np.random.Generator, n: int) -> Array:
    """Return boxes such as detectors output, some crowded, some moved apart by their class."""
    extent = random.choice([40.0, 200.0, 640.0])
    boxes = random.random((n, 5)) * (extent, extent, 60, 30, np.pi) + (0, 0, 4, 4, -np.pi / 4)
    boxes[:, :2] += random.integers(0, 3, (n, 1)) * random.choice([0.0, 7680.0])
    return boxes


def piles(random: np.random.Generator, n: int) -> Array:
    """Return the many answers for few objects, before they are suppressed."""
    objects = pixels(random, 5)[random.integers(0, 5, n)]
    moved: Array = objects + random.normal(0, 1, (n, 5)) * (3, 3, 2, 2, 0.05)
    return moved


def lattice(random: np.random.Generator, n: int) -> Array:
    """Return boxes of whole numbers, equal ones and such without width or height among them."""
    boxes = random.integers(0, 7, (n, 5)).astype(float)
    boxes[:, 2:4] -= random.integers(0, 2)
    boxes[:, 4] *= np.pi / 4
    return boxes


def long(random: np.random.Generator, n: int) -> Array:
    """Return thin boxes, up to those whose determinant is lost in float32."""
    boxes = pixels(random, n)
    boxes[:, 3] = boxes[:, 2] / 10.0 ** random.uniform(0, random.choice([1.5, 2.2, 4.5]), n)
    return boxes


def sizes(random: np.random.Generator, n: int) -> Array:
    """Return boxes from tiny ones, for which epsilon counts, to huge ones."""
    boxes = random.random((n, 5)) * (9, 9, 9, 9, 7) - (0, 0, 0, 0, 3.5)
    boxes[:, :4] *= 10.0 ** random.choice([-3.0, -1.5, 0.0, 1.0, 3.0, 4.0, 5.0, 17.0, 30.0])
    boxes[:, 2:4] *= 10.0 ** random.uniform(-1, 0.5, (n, 1))
    return boxes


def small(random: np.random.Generator, n: int) -> Array:
    """Return boxes about as small as the bound holds for."""
    boxes: Array = random.random((n, 5)) * (0.4, 0.4, 0.05, 0.05, 3) + (0, 0, 0.03, 0.03, 0)
    return boxes


def broken(random: np.random.Generator, n: int) -> Array:
    """Return boxes with some numbers that are not finite, zero or negative."""
    boxes = pixels(random, n)
    for value in (np.nan, np.inf, -np.inf, 0.0, -5.0, 1e38):
        places = random.random(boxes.shape) < random.choice([0.001, 0.01])
        boxes[places] = value
    return boxes


FAMILIES = (pixels, piles, lattice, long, sizes, small, broken)
