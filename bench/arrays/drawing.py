"""Draw populations of pairs: shapes of a family, so near each other that a given share meets."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from common.known import separation
from common.shapes import (
    Maker,
    Shapes,
    aimed,
    anywhere,
    boxes,
    capsules,
    circles,
    convex,
    directions,
    points,
    rounded_boxes,
)

from arrays.population import MIXED, Population, Setting, Side

MOST_MIXED = 16
MAKERS: dict[str, Maker] = {
    "boxes": boxes,
    "circles": circles,
    "capsules": capsules,
    "rounded boxes": rounded_boxes,
    "points": points,
}

SideMaker = Callable[[np.random.Generator, int], Side]


def of_one_kind(make: Maker) -> SideMaker:
    """Return a maker of sides on which every shape has all its vertices."""

    def draw(random: np.random.Generator, count: int) -> Side:
        shapes = make(random, count)
        return Side(shapes, np.full(count, shapes.local.shape[1], dtype=np.intp))

    return draw


def mixed(random: np.random.Generator, count: int) -> Side:
    """Draw convex polygons with 3 to 16 vertices in any order."""
    sides = random.integers(3, MOST_MIXED + 1, count, dtype=np.intp)
    shapes = convex(MOST_MIXED)(random, count)
    for kind in range(3, MOST_MIXED):
        chosen = np.flatnonzero(sides == kind)
        local = convex(kind)(random, len(chosen)).local
        steps = np.linspace(0.0, 1.0, MOST_MIXED - kind, endpoint=False)[:, None]
        last = local[:, -1:] + (0.5 + 0.5 * steps) * (local[:, :1] - local[:, -1:])
        shapes.local[chosen] = np.concatenate((local, last), axis=1)
    return Side(shapes, sides)


def maker(kind: str) -> SideMaker:
    """Return what draws one side."""
    if kind == MIXED:
        return mixed
    return of_one_kind(MAKERS.get(kind) or convex(int(kind.partition("-")[0])))


def makers(family: str) -> tuple[SideMaker, SideMaker]:
    """Return what draws both sides of a family: a key of `IN_MEMORY`."""
    first, _, second = family.partition(" and ")
    return maker(first), maker(second or first)


@lru_cache
def reach_for(family: str, hits: float) -> float:
    """Return how far apart shapes must lie, in sums of reaches, for a share of hits."""
    # In this, more vertices than 16 make no difference.
    alike = "16-gons" if family in ("64-gons", "256-gons") else family
    random = np.random.default_rng(2)
    a, b = (make(random, 2000).shapes for make in makers(alike))
    low, high = 0.0, 40.0
    for _ in range(20):
        middle = 0.5 * (low + high)
        near, far = scatter(np.random.default_rng(3), a, b, middle)
        enough = np.mean(separation(near, far) < 0.0) > hits
        low, high = (middle, high) if enough else (low, middle)
    return low


def scatter(random: np.random.Generator, a: Shapes, b: Shapes, far: float) -> tuple[Shapes, Shapes]:
    """Put every a anywhere, and its b evenly within so many sums of their reaches."""
    count = len(a.angle)
    distance = (a.reach + b.reach) * far * np.sqrt(random.random(count))
    start = anywhere(random, count)
    return a.at(start), b.at(start + distance[:, None] * directions(random, count))


def draw(setting: Setting, count: int | None = None) -> Population:
    """Draw as many pairs as the setting says, or another count."""
    random, n = np.random.default_rng(4), count or setting.count
    a, b = (make(random, n) for make in makers(setting.family))
    near, far = scatter(random, a.shapes, b.shapes, reach_for(setting.family, setting.hits))
    a, b = Side(near, a.sides), Side(far, b.sides)
    index = None
    if setting.form == "one-to-many":
        # The same offsets, all from the first shape.
        b = Side(far.at(far.position - near.position + near.position[0]), b.sides)
        a = a.take(np.zeros(1, dtype=np.intp))
    elif setting.form == "indexed":
        index = random.permutation(n).astype(np.intp), random.permutation(n).astype(np.intp)
        a, b = a.take(np.argsort(index[0])), b.take(np.argsort(index[1]))
    return Population(setting, n, a, b, index, aimed(random, near, far))
