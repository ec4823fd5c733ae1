"""Rectangles at multiples of 90 degrees: whole numbers decide how they meet."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

# In degrees: all within two turns of zero, and after many turns.
DEGREES = (*range(-720, 721, 90), 90 + 360 * 10**6, -270 - 360 * 10**9)


class Rectangle(NamedTuple):
    """Centre, even sides, and degrees by which it is turned."""

    x: int
    y: int
    width: int
    height: int
    degrees: int

    def halves(self) -> tuple[int, int]:
        """Return how far it reaches from its centre along x and y."""
        sides = self.width // 2, self.height // 2
        return sides[::-1] if self.degrees // 90 % 2 else sides


def gap(a: Rectangle, b: Rectangle) -> int:
    """Return a number above 0 where they are apart, 0 where they touch, else below."""
    (width_a, height_a), (width_b, height_b) = a.halves(), b.halves()
    return max(abs(a.x - b.x) - width_a - width_b, abs(a.y - b.y) - height_a - height_b)


def rectangles(seed: int, count: int = 600) -> Iterator[tuple[Rectangle, Rectangle]]:
    """Yield pairs. About a fifth of them touch."""
    source = Random(seed)
    for i in range(count):
        yield tuple(  # type: ignore[misc]
            Rectangle(
                source.randint(-5, 5),
                source.randint(-5, 5),
                2 * source.randint(1, 4),
                2 * source.randint(1, 4),
                DEGREES[i % len(DEGREES)] if first else source.choice(DEGREES),
            )
            for first in (True, False)
        )
