"""The work of a contestant on a population, and what is made of its results.

Everything is built beforehand, memory for the results too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from common.contestant import Contestant
from common.shapes import Array, Truths

from arrays.population import Population

SLOW_PAIRS = 50_000  # enough for those that take microseconds a pair
SLOW_PRODUCTS = 20_000_000  # edges times vertices, for those that look at each


@dataclass(frozen=True)
class Entry:
    """The work on the first ``count`` pairs.

    ``read`` makes of its result one number a pair: the depth, the time or, for a plain yes, 0;
    NaN for a no.
    """

    work: Callable[[], Any]
    count: int
    read: Callable[[Any], Array] | None


OnArrays = Contestant[Population, Entry]


class OfPolygons(Contestant[Population, Entry]):
    """Knows nothing that has a radius."""

    def knows(self, population: Population) -> bool:
        return population.a.shapes.is_sharp and population.b.shapes.is_sharp


def yes_or_no(hit: Any) -> Array:
    return np.where(hit, 0.0, np.nan)


def times(found: Any) -> Array:
    """Return NaN for the infinite time of a miss."""
    return np.where(found < np.inf, found, np.nan)


def depths(found: Any) -> Array:
    vectors, hit = found
    return np.where(hit, np.hypot(vectors[:, 0], vectors[:, 1]), np.nan)


def booleans(population: Population) -> Truths:
    return np.zeros(population.count, dtype=np.bool_)


def vectors(population: Population) -> tuple[Array, Truths]:
    return np.zeros((population.count, 2)), booleans(population)


def are_boxes(population: Population) -> bool:
    return population.setting.family == "boxes"


def have_circles(population: Population) -> bool:
    """Whether every b is a circle, and every a a circle or a box."""
    return population.b.shapes.kind == "circle"


def have_cores(population: Population) -> bool:
    """Whether they are capsules or rounded boxes."""
    return population.setting.family in ("capsules", "rounded boxes")


def slow_count(population: Population) -> int:
    """Return of how many pairs one can look at all edges and vertices in reasonable time."""
    return min(population.count, SLOW_PAIRS, SLOW_PRODUCTS // population.products)
