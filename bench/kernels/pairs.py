"""Pairs as compiled loops take them: rows of numbers, or rings, in two arrays."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from arrays.drawing import draw
from arrays.population import Population, Setting, Side
from common.shapes import Array

COUNT = 200_000  # distinct pairs
HITS = 0.5
VERBS = ("intersects", "mtv", "time-of-impact", "distance", "overlap-area")

Loop = Callable[[Any, Any, Array, Any], None]  # a, b, velocities of a, results
Work = Callable[[], Any]


@dataclass(frozen=True)
class Family:
    """What the pairs are: a family of `arrays`, and the form in which loops take them."""

    name: str
    shapes: str
    form: str  # "boxes" and "circles" are rows of numbers, "rings" have corners

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs with known answers."""
        return VERBS[:-1] if self.form == "circles" else VERBS


FAMILIES = (
    Family("boxes by numbers", "boxes", "boxes"),
    Family("circles by numbers", "circles", "circles"),
    Family("boxes as rings", "boxes", "rings"),
    Family("4-gons", "4-gons", "rings"),
    Family("8-gons", "8-gons", "rings"),
)


@dataclass(frozen=True, eq=False)
class Rows:
    """Pairs, row by row.

    A row of "boxes" is (x, y, half width, half height, cosine, sine), one of "circles" (x, y,
    radius), one of "rings" (n, 2) corners. All arrays are C-contiguous.
    """

    form: str
    a: Array
    b: Array
    velocity: Array  # of a; b rests

    def __len__(self) -> int:
        return len(self.a)

    def room(self, verb: str) -> Any:
        """Return memory for results: truths, vectors or numbers."""
        if verb == "intersects":
            return np.zeros(len(self), dtype=np.bool_)
        return np.zeros((len(self), 2) if verb == "mtv" else len(self))

    def work(self, verb: str, loop: Loop) -> Work:
        """Return the work of one round."""
        a, b, velocity, room = self.a, self.b, self.velocity, self.room(verb)

        def work() -> Any:
            loop(a, b, velocity, room)
            return room

        return work


def draw_rows(family: Family) -> tuple[Population, Rows]:
    """Draw the pairs of a family."""
    population = draw(Setting(family.shapes, "elementwise", True, HITS), COUNT)
    a, b = (rows_of(family.form, side) for side in (population.a, population.b))
    return population, Rows(family.form, a, b, np.ascontiguousarray(population.velocity))


def rows_of(form: str, side: Side) -> Array:
    """Return one side of the pairs in their form."""
    if form == "rings":
        return np.ascontiguousarray(side.shapes.world)
    if form == "circles":
        return np.column_stack(side.circles)
    x, y, cosine, sine, half_width, half_height = side.boxes
    return np.column_stack((x, y, half_width, half_height, cosine, sine))
