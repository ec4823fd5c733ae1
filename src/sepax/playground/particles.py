"""A stream of small discs that bounces off the bodies."""

from __future__ import annotations

import numpy as np

import sepax
from sepax.playground.kinds import FloatArray
from sepax.playground.world import World

RADIUS = 0.09
SPEED = 5.0  # world units a second
BOUNCES = 3  # at most in one step
LOSS = 0.4  # the part of the normal speed that a bounce takes away
WIDTH, HEIGHT = 12.5, 5.5  # half of the field; a particle beyond it enters again


class Stream:
    """Moving particles; a particle that leaves the field enters again on the left."""

    def __init__(self, count: int, seed: int = 1) -> None:
        self.source = np.random.default_rng(seed)
        self.places = self.source.uniform((-WIDTH, -HEIGHT), (-3.5, HEIGHT), (count, 2))
        self.velocities = np.tile((SPEED, 0.0), (count, 1))
        self.bounces = 0

    def balls(self) -> sepax.ShapeArray:
        """Return the particles at their present places."""
        return sepax.ShapeArray.circles(self.places, RADIUS)

    def step(self, seconds: float, world: World) -> None:
        """Move all particles, each from bounce to bounce."""
        self._leave(world)
        left = np.full(len(self.places), seconds)
        for _ in range(BOUNCES):
            if left.any():
                left = self._fly(left, world)
        gone = (np.abs(self.places) > (WIDTH, HEIGHT)).any(axis=1)
        self.places[gone, 0] = -WIDTH
        self.places[gone, 1] = self.source.uniform(-HEIGHT, HEIGHT, np.count_nonzero(gone))
        self.velocities[gone] = (SPEED, 0.0)

    def _leave(self, world: World) -> None:
        """Push particles out of bodies that the user dragged onto them."""
        for part in world.array:
            vectors, _ = sepax.mtv(self.balls(), part)
            self.places += vectors

    def _fly(self, left: FloatArray, world: World) -> FloatArray:
        """Move each particle to its impact or the end of its time; return the remaining time."""
        balls = self.balls()
        time, normal = left.copy(), np.zeros_like(self.places)
        for part in world.array:
            found = sepax.sweep(balls, part, self.velocities, max_time=left, skip_leaving=True)
            first = found.time < time
            time[first], normal[first] = found.time[first], found.normal[first]
        self.places += self.velocities * time[:, None]
        into = np.maximum((self.velocities * normal).sum(axis=1), 0.0)
        self.velocities -= (2.0 - LOSS) * into[:, None] * normal
        bounced = normal.any(axis=1)
        self.bounces += int(np.count_nonzero(bounced))
        return np.where(bounced, left - time, 0.0)
