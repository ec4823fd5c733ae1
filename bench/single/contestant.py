"""What contestants on single pairs share: both shapes of every pair, and the items of a call."""

import math
from collections.abc import Iterator
from typing import Any, ClassVar

from common.contestant import Contestant
from common.shapes import Array, Outline, Point
from common.timing import Call

from single.pairs import Pairs

Objects = list[tuple[Any, Any]]
PLAIN = {"box", "polygon", "circle"}


class OnPairs(Contestant[Pairs, Call]):
    """Builds both shapes of every pair, one object a shape."""

    circles: ClassVar[bool] = True
    rounded: ClassVar[bool] = False  # segments, points, and what else has a radius
    most_sides: float = math.inf

    def knows(self, pairs: Pairs) -> bool:
        sides = max(pairs.a.local.shape[1], pairs.b.local.shape[1])
        if not self.rounded and not {pairs.a.kind, pairs.b.kind} <= PLAIN:
            return False
        return sides <= self.most_sides and (self.circles or pairs.a.kind != "circle")

    def build(self, outline: Outline) -> Any:
        raise NotImplementedError

    def objects(self, pairs: Pairs) -> Objects:
        sides = (pairs.a.outlines(), pairs.b.outlines())
        return [(self.build(a), self.build(b)) for a, b in zip(*sides, strict=True)]


def there_and_back(pairs: Pairs, objects: Objects) -> Iterator[tuple[Any, Any, Point, Point]]:
    """Yield (a, b, step, new position of a): every a moves a little, then every a returns."""
    for sign, position in ((1.0, pairs.a.position + pairs.offset), (-1.0, pairs.a.position)):
        steps = (sign * pairs.offset).tolist()
        rows = zip(objects, steps, position.tolist(), strict=True)
        for (a, b), (step_x, step_y), (x, y) in rows:
            yield a, b, (step_x, step_y), (x, y)


def arrays(pairs: Pairs) -> list[tuple[Array, Array]]:
    """Return the world vertices of both shapes as (n, 2) arrays, each in its own memory."""
    sides = zip(pairs.a.world, pairs.b.world, strict=True)
    return [(a.copy(), b.copy()) for a, b in sides]


def lists(pairs: Pairs) -> list[tuple[list[Point], list[Point]]]:
    """Return the world vertices of both shapes as lists of tuples."""
    sides = zip(pairs.a.outlines(), pairs.b.outlines(), strict=True)
    return [(a.world, b.world) for a, b in sides]


def length(vector: Point | None) -> float | None:
    return None if vector is None else math.hypot(*vector)
