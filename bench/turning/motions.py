"""Pairs of shapes that move and turn for one unit of time, drawn at random."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np
from common.known import separation
from common.shapes import Array, Index, Shapes, Truths, aimed, anywhere, boxes, convex, directions

Random = np.random.Generator
TURN = 2.0 * np.pi
SAMPLES = 400  # times at which the separation is looked at


@dataclass(frozen=True)
class Turns:
    """Pairs that move at constant velocities and turn about their positions at constant rates."""

    a: Shapes
    b: Shapes
    velocity_a: Array
    velocity_b: Array
    rate_a: Array  # radians in the unit of time
    rate_b: Array

    def __len__(self) -> int:
        return len(self.rate_a)

    def take(self, rows: Index) -> "Turns":
        """Return the chosen pairs only."""
        columns = (self.velocity_a, self.velocity_b, self.rate_a, self.rate_b)
        return Turns(self.a.take(rows), self.b.take(rows), *(column[rows] for column in columns))

    def swapped(self) -> "Turns":
        """Return the same pairs, the second shape first."""
        velocities = self.velocity_b, self.velocity_a
        return Turns(self.b, self.a, *velocities, self.rate_b, self.rate_a)

    def separation_at(self, time: Array) -> Array:
        """Return the signed separation of each pair at a time of its own, as `separation` does."""
        a = _later(self.a, self.velocity_a, self.rate_a, time)
        b = _later(self.b, self.velocity_b, self.rate_b, time)
        return separation(a, b)

    def least_before(self, time: Array) -> Array:
        """Return the least separation of each pair at many times before one of its own."""
        parts = (np.arange(SAMPLES) + 0.5) / SAMPLES
        found: Array = np.min([self.separation_at(part * time) for part in parts], axis=0)
        return found

    @property
    def speed(self) -> Array:
        """No two points of the shapes of a pair near each other faster."""
        turning = np.abs(self.rate_a) * self.a.reach + np.abs(self.rate_b) * self.b.reach
        relative: Array = np.linalg.norm(self.velocity_a - self.velocity_b, axis=1)
        return np.asarray(relative + turning)

    @property
    def keywords(self) -> dict[str, Array]:
        """The motion, as the library takes it."""
        return {
            "velocity_a": self.velocity_a,
            "velocity_b": self.velocity_b,
            "angular_velocity_a": self.rate_a,
            "angular_velocity_b": self.rate_b,
        }

    def times(self) -> Array:
        """Return what the library says: the times of impact, infinite for none."""
        a, b = (array_of(side) for side in (self.a, self.b))
        times: Array = import_module("sepax").time_of_impact(a, b, **self.keywords)
        return times


def _later(shapes: Shapes, velocity: Array, rate: Array, time: Array) -> Shapes:
    position = shapes.position + time[:, None] * velocity
    return replace(shapes, position=position, angle=shapes.angle + rate * time)


def array_of(shapes: Shapes) -> Any:
    """Return the library's array of some boxes or polygons."""
    array = import_module("sepax").ShapeArray
    if shapes.kind == "box":
        width, height = 2.0 * np.abs(shapes.local[:, 0].T)
        return array.boxes(width, height, shapes.position, shapes.angle)
    count, sides = shapes.local.shape[:2]
    offsets = np.arange(count + 1) * sides
    return array.polygons(shapes.local.reshape(-1, 2), offsets, shapes.position, shapes.angle)


def discs_meet(turns: Turns) -> Truths:
    """Return whether the discs about the positions, which the shapes never leave, ever meet."""
    way, velocity = (
        turns.b.position - turns.a.position,
        turns.velocity_b - turns.velocity_a,
    )
    square = np.maximum((velocity * velocity).sum(axis=1), 1e-300)
    time = np.clip(-(way * velocity).sum(axis=1) / square, 0.0, 1.0)
    nearest = np.linalg.norm(way + time[:, None] * velocity, axis=1)
    return np.asarray(nearest <= turns.a.reach + turns.b.reach)


# --- what is timed -------------------------------------------------------------------------


def aimed_pairs(
    random: Random, count: int, sides: tuple[int, int] | None = None, turns: float = 0.5
) -> Turns:
    """Draw boxes or polygons whose discs are apart first. Each a moves more or less towards b."""
    makers = (boxes, boxes) if sides is None else (convex(sides[0]), convex(sides[1]))
    a, b = (make(random, count) for make in makers)
    start = anywhere(random, count)
    distance = (a.reach + b.reach) * random.uniform(1.05, 2.0, count)
    a, b = a.at(start), b.at(start + distance[:, None] * directions(random, count))
    drift = random.uniform(0.0, 4.0, (count, 1)) * directions(random, count)
    rates = (turns * TURN * random.uniform(-1.0, 1.0, count) for _ in range(2))
    return Turns(a, b, aimed(random, a, b) + drift, drift, *rates)


def aside_pairs(random: Random, count: int) -> Turns:
    """Draw boxes: most pass each other far away."""
    turns = aimed_pairs(random, count)
    velocity = turns.a.reach[:, None] * random.uniform(0.0, 4.0, (count, 1))
    return replace(turns, velocity_a=turns.velocity_b + velocity * directions(random, count))


def many_turns(random: Random, count: int) -> Turns:
    """Draw boxes that turn 10 to 50 times, and come near each other slowly."""
    turns = aimed_pairs(random, count)
    rates = (
        TURN * random.uniform(10.0, 50.0, count) * random.choice([-1.0, 1.0], count)
        for _ in range(2)
    )
    return Turns(turns.a, turns.b, turns.velocity_a, turns.velocity_b, *rates)


def until(
    count: int, draw: Callable[[], Turns], wanted: Callable[[Turns, Array], Truths]
) -> tuple[Turns, Array]:
    """Draw pairs until enough of them are as wanted; return these and their times of impact."""
    parts: list[Turns] = []
    times: list[Array] = []
    found = 0
    while found < count:
        drawn = draw()
        known = drawn.times()
        rows = np.flatnonzero(wanted(drawn, known))[: count - found]
        parts.append(drawn.take(rows))
        times.append(known[rows])
        found += len(rows)
    return joined(parts), np.concatenate(times)


def joined(parts: list[Turns]) -> Turns:
    """Return all pairs in one."""

    def column(name: str) -> Array:
        return np.concatenate([getattr(part, name) for part in parts])

    def side(name: str) -> Shapes:
        shapes: list[Shapes] = [getattr(part, name) for part in parts]
        names = ("local", "radius", "position", "angle")
        columns = (np.concatenate([getattr(one, field) for one in shapes]) for field in names)
        return Shapes(shapes[0].kind, *columns)

    velocities = column("velocity_a"), column("velocity_b")
    return Turns(side("a"), side("b"), *velocities, column("rate_a"), column("rate_b"))
