"""Where shapes that turn while they move are at a time, for `explain` and for pictures.

The functions use the methods of shapes and import no class, so that modules below the shapes can
use them. The answers of `sweep` do not come from here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sepax._explained.vectors import lengths

Vector = tuple[float, float]

MOST_GHOSTS = 11  # of one shape in a picture
APART = math.radians(15.0)  # between two ghosts, as long as there are not too many
ARC = math.radians(4.0)  # between two points of a path
MOST_POINTS = 1500  # of a path
FIRST_TIMES, ROUNDS, LATER_TIMES = 400, 8, 20  # at which a search looks


class Way(NamedTuple):
    """How a shape moves: its velocity, its angular velocity, and the point about which it turns."""

    velocity: Vector
    rate: float
    pivot: Vector

    def place(self, point: Vector, time: float) -> Vector:
        """Return where a point of the shape, given at the start, is at a time."""
        sine, cosine = math.sin(self.rate * time), math.cos(self.rate * time)
        (x, y), (px, py), (vx, vy) = point, self.pivot, self.velocity
        x, y = x - px, y - py
        return px + vx * time + (cosine * x - sine * y), py + vy * time + (sine * x + cosine * y)

    def at(self, shape: Any, time: float) -> Any:
        """Return a copy of the shape, or of a part of it, where it is at a time."""
        moved = shape.copy()
        x, y = self.place(shape.position, time)
        moved.set_pose(x, y, math.remainder(shape.angle + self.rate * time, math.tau))
        return moved

    def times(self, time: float) -> list[float]:
        """Return times between the start and a time, for ghosts on the way."""
        steps = min(math.ceil(abs(self.rate) * time / APART), MOST_GHOSTS + 1)
        return [time * k / steps for k in range(1, steps)]

    def path(self, point: Vector, time: float) -> list[Vector]:
        """Return the path of a point of the shape until a time, as a polyline."""
        steps = 1 + min(math.ceil(abs(self.rate) * time / ARC), MOST_POINTS)
        return [self.place(point, time * k / steps) for k in range(steps + 1)]

    def marked_point(self, shape: Any) -> Vector:
        """Return the point whose path a picture shows.

        That is the vertex farthest from the pivot; of a shape that does not turn, the centroid.
        """
        x, y = shape.centroid
        if self.rate == 0.0:
            return x, y
        corners = [corner for part in parts_of(shape) for corner in part.vertices.tolist()]
        x, y = max(corners, key=lambda corner: math.dist(corner, self.pivot))
        return x, y


def parts_of(shape: Any) -> tuple[Any, ...]:
    """Return the parts of a compound; of another shape itself."""
    return tuple(getattr(shape, "parts", (shape,)))


def reach(shape: Any, pivot: Vector) -> float:
    """Return the distance of the farthest vertex of a shape from a point, and its radius."""
    reaches = [lengths(part.vertices - pivot).max() + part.radius for part in parts_of(shape)]
    return float(max(reaches))


def last_time(a: Any, b: Any, ways: tuple[Way, Way], max_time: float) -> float:
    """Return a finite end of the motion: when the shapes are out of reach, or after a turn."""
    if math.isfinite(max_time):
        return max_time
    (ax, ay), (bx, by) = ways[0].velocity, ways[1].velocity
    speed = math.hypot(bx - ax, by - ay)
    if speed > 0.0:
        far = math.dist(ways[0].pivot, ways[1].pivot)
        return (far + reach(a, ways[0].pivot) + reach(b, ways[1].pivot)) / speed
    return math.tau / max(abs(ways[0].rate), abs(ways[1].rate))


def nearest_time(
    a: Any, b: Any, ways: tuple[Way, Way], end: float, distance: Callable[[Any, Any], float]
) -> float:
    """Return an approximate time of least distance, sampled at some hundred times."""

    def away(time: float) -> float:
        return distance(ways[0].at(a, time), ways[1].at(b, time))

    low, high, count = 0.0, end, FIRST_TIMES
    best = 0.0
    for _ in range(ROUNDS):
        times = [*np.linspace(low, high, count + 1).tolist()]
        best = min(times, key=away)
        step = (high - low) / count
        low, high, count = max(best - step, 0.0), min(best + step, end), LATER_TIMES
    return best
