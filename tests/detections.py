"""Oriented boxes as detectors return them, and their overlap in rational arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from oracle import Body, hull, ring_area, shared_area

Array = NDArray[Any]
Random = np.random.Generator

SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2.0


def found_boxes(random: Random, count: int, size: float = 1000.0) -> Array:
    """Return (n, 4, 2) float32: four detections of each object of a square image of such a size."""
    objects = max(count // 4, 1)
    pick = np.sort(random.integers(0, objects, count))
    center = random.uniform(0.1, 0.9, (objects, 2))[pick] + random.normal(0.0, 0.002, (count, 2))
    sides = random.uniform((0.04, 0.02), (0.2, 0.08), (objects, 2))[pick]
    sides *= random.uniform(0.9, 1.1, (count, 2))
    angle = random.uniform(-np.pi, np.pi, objects)[pick] + random.normal(0.0, 0.05, count)
    cosine, sine = np.cos(angle), np.sin(angle)
    turn = np.stack((cosine, -sine, sine, cosine), axis=-1).reshape(count, 2, 2)
    corners = (SQUARE * sides[:, None]) @ turn.swapaxes(1, 2) + center[:, None]
    boxes: Array = (size * corners).astype(np.float32)
    return boxes


def lattice_boxes(random: Random, count: int) -> Array:
    """Return upright and tilted boxes with whole corners: many touch, are equal, or are nested."""
    along = random.integers(-3, 4, (count, 2))
    across = np.column_stack((-along[:, 1], along[:, 0])) * random.integers(-2, 3, (count, 1))
    ring = np.stack((0 * along, along, along + across, across), axis=1)
    return ring + random.integers(0, 9, (count, 1, 2))


def exact_share(a: Array, b: Array, metric: str = "iou", surplus: float = 0.0) -> Fraction:
    """Return the intersection of two quadrilaterals by their union, or by the smaller of them.

    One that is not finite shares nothing: the documentation of supervision says so.
    """
    if not np.isfinite([a, b]).all():
        return Fraction(0)
    rings = [[(Fraction(x), Fraction(y)) for x, y in corners.tolist()] for corners in (a, b)]
    areas = [ring_area(hull(ring)) for ring in rings]
    if min(areas) == 0:
        return Fraction(0)
    shared = shared_area(*(Body(tuple(hull(ring)), Fraction(0)) for ring in rings))
    return shared / (min(areas) if metric == "ios" else sum(areas) - shared + Fraction(surplus))


def greedy_groups(
    order: Sequence[int], labels: Array, similar: Callable[[int, int], bool]
) -> dict[int, list[int]]:
    """Return the rows that are kept, each with the rows that it suppresses, in this order."""
    groups: dict[int, list[int]] = {}
    for row in order:
        owners = (kept for kept in groups if labels[kept] == labels[row] and similar(kept, row))
        owner = next(owners, None)
        if owner is None:
            groups[row] = []
        else:
            groups[owner].append(row)
    return groups
