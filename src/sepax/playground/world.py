"""Bodies with poses and velocities; their convex parts are the rows of one `ShapeArray`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import sepax
from sepax.playground.kinds import FloatArray, Model

IndexArray = npt.NDArray[np.intp]
Place = tuple[float, float]

SLOP = 1e-3  # world units of extra push; without it, repeated halving never reaches 0
NOTICEABLE = 1e-9  # world units; shapes that touch within rounding are not pushed


class Body(NamedTuple):
    """The arguments of a new body."""

    model: Model
    position: Place = (0.0, 0.0)
    angle: float = 0.0
    velocity: Place = (0.0, 0.0)
    rate: float = 0.0  # angular velocity, radians per unit of time


def _repeated(counts: Sequence[int]) -> IndexArray:
    """Return 0, 1, 2, ..., number k repeated counts[k] times."""
    return np.repeat(np.arange(len(counts)), np.array(counts, np.intp))


class Polylines:
    """Points of all bodies in local coordinates, one polyline after the other."""

    def __init__(self, lines: Sequence[Sequence[FloatArray]]) -> None:
        flat = [line for of_body in lines for line in of_body]
        lengths = np.array([len(line) for line in flat], np.intp)
        bodies = _repeated([len(of_body) for of_body in lines])
        self.body: list[int] = bodies.tolist()  # of each line
        self.points = np.concatenate([np.empty((0, 2)), *flat])
        self.owner = np.repeat(bodies, lengths)  # of each point
        self.ends: list[int] = np.cumsum(lengths).tolist()


class World:
    """All bodies; row k of each array is body k."""

    def __init__(self, bodies: Iterable[Body] = ()) -> None:
        bodies = list(bodies)
        self.models = [body.model for body in bodies]
        self.positions = np.array([body.position for body in bodies], float).reshape(-1, 2)
        self.angles = np.array([body.angle for body in bodies], float)
        self.velocities = np.array([body.velocity for body in bodies], float).reshape(-1, 2)
        self.rates = np.array([body.rate for body in bodies], float)
        self._build()

    def __len__(self) -> int:
        """Return the number of bodies."""
        return len(self.models)

    def _build(self) -> None:
        """Rebuild the array of parts, since only poses of an array can change."""
        self.array = sepax.ShapeArray(part for model in self.models for part in model.parts)
        self.owner = _repeated([len(model.parts) for model in self.models])
        self._offsets, self._turns = self.array.positions, self.array.angles
        self.rings = Polylines([model.rings for model in self.models])
        # Of bodies of several parts the edges that are no seams.
        self.borders = Polylines([model.borders for model in self.models])
        self.place()

    def place(self) -> None:
        """Update the poses of all parts from those of their bodies."""
        if len(self.array):
            self.array.set_poses(
                self.to_world(self._offsets, self.owner), self.angles[self.owner] + self._turns
            )

    def to_world(self, local: FloatArray, owner: IndexArray) -> FloatArray:
        """Convert local points of bodies to world points."""
        cosine, sine = np.cos(self.angles)[owner], np.sin(self.angles)[owner]
        x, y = local.T
        turned = np.column_stack((cosine * x - sine * y, sine * x + cosine * y))
        placed: FloatArray = self.positions[owner] + turned
        return placed

    def placed(self, lines: Polylines) -> FloatArray:
        """Return the points of polylines in the world."""
        return self.to_world(lines.points, lines.owner)

    def border_of(self, k: int, move: Place = (0.0, 0.0), turn: float = 0.0) -> list[FloatArray]:
        """Return the border of one body, as if it had been moved and turned about its centre."""
        model = self.models[k]
        lines = model.borders or [np.concatenate((ring, ring[:1])) for ring in model.rings]
        cosine, sine = math.cos(turn), math.sin(turn)
        turned = [line @ np.array(((cosine, sine), (-sine, cosine))) for line in lines]
        return [self.to_world(line, np.full(len(line), k)) + move for line in turned]

    def moves(self, k: int) -> bool:
        """Return whether a body has a velocity or spins."""
        return bool(self.velocities[k].any() or self.rates[k])

    def shape(self, k: int) -> sepax.Shape | sepax.Compound:
        """Return a body as one shape, where it is now."""
        parts = self.array[self.owner == k]
        return parts[0] if len(parts) == 1 else sepax.Compound(parts)

    # --- changes

    def add(self, body: Body) -> int:
        """Add a body on top of all others; return its row."""
        self.models.append(body.model)
        self.positions = np.concatenate((self.positions, [body.position]))
        self.angles = np.append(self.angles, body.angle)
        self.velocities = np.concatenate((self.velocities, [body.velocity]))
        self.rates = np.append(self.rates, body.rate)
        self._build()
        return len(self) - 1

    def remove(self, k: int) -> None:
        """Remove a body; later bodies move up a row."""
        del self.models[k]
        self.positions = np.delete(self.positions, k, axis=0)
        self.angles = np.delete(self.angles, k)
        self.velocities = np.delete(self.velocities, k, axis=0)
        self.rates = np.delete(self.rates, k)
        self._build()

    def reshape(self, k: int, model: Model) -> None:
        """Give a body another model."""
        self.models[k] = model
        self._build()

    def move_to(self, k: int, position: Place) -> None:
        """Move the centre of a body to a position."""
        self.positions[k] = position
        self.place()

    def turn(self, k: int, angle: float) -> None:
        """Turn a body about its centre, radians, counter-clockwise."""
        self.angles[k] += angle
        self.place()

    # --- queries

    def at(self, point: Place, reach: float) -> int:
        """Return the topmost body that contains a point, else the nearest within reach, else -1."""
        if not len(self):
            return -1
        holding = self.owner[sepax.contains(self.array, point)]
        if len(holding):
            return int(holding.max())
        rows, _ = sepax.nearest(sepax.Point(point), self.array, max_distance=reach)
        row = int(rows[0, 0])
        return int(self.owner[row]) if row >= 0 else -1

    def meetings(self, touching: bool = True) -> IndexArray:
        """Return the pairs of parts of different bodies that intersect: (m, 2) rows."""
        pairs = sepax.find_pairs(self.array, touching=touching)
        chosen: IndexArray = pairs[self.owner[pairs[:, 0]] != self.owner[pairs[:, 1]]]
        return chosen

    def meeting_bodies(self) -> npt.NDArray[np.bool_]:
        """Return which bodies touch or overlap another one."""
        meeting = np.zeros(len(self), bool)
        meeting[self.owner[self.meetings()]] = True
        return meeting

    def push_apart(self, held: int = -1) -> int:
        """Move both bodies of each overlapping pair by half the MTV; a held body stays in place.

        Returns the number of pairs that overlapped.
        """
        pairs = self.meetings(touching=False)
        contacts = sepax.collide(self.array, self.array, pairs=pairs)
        deep = contacts.depth > NOTICEABLE
        bodies, contacts = self.owner[pairs[deep]], contacts[deep]
        way = contacts.mtv - SLOP * contacts.normal
        several = np.bincount(self.owner, minlength=len(self))[bodies].max(axis=1, initial=1) > 1
        wholes = np.unique(bodies[several], axis=0)
        bodies = np.concatenate((bodies[~several], wholes))
        way = np.concatenate((way[~several], self._ways_out(wholes)))
        i, j = bodies.T
        yields = np.ones(len(self))
        if held >= 0:
            yields[held] = 0.0
        share = way / (yields[i] + yields[j])[:, None]
        np.add.at(self.positions, i, yields[i][:, None] * share)
        np.subtract.at(self.positions, j, yields[j][:, None] * share)
        self.place()
        return len(bodies)

    def _ways_out(self, pairs: IndexArray) -> FloatArray:
        """Return MTVs of whole bodies: the MTV of one part may lead into another part."""
        ways = np.zeros((len(pairs), 2))
        for row, (i, j) in enumerate(pairs.tolist()):
            way = sepax.mtv(self.shape(i), self.shape(j))
            if way is not None:
                ways[row] = way
                ways[row] *= 1.0 + SLOP / max(float(np.hypot(*way)), SLOP)
        return ways
