"""Motions of the shapes of two scenes: velocities, rates, and the places about which they turn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._arguments import FloatArray, IndexArray, not_negative, numbers, vectors, within_limits
from sepax._batch import NO_RATES, NO_TURNS, require_rates
from sepax._core.arrays.pairs import ShapePairs
from sepax.groups.parts import Parts
from sepax.groups.seams import do_all


def _one_or_each(array: FloatArray, name: str, count: int) -> FloatArray:
    """Return the one row for all shapes, or that of each."""
    if len(array) not in (1, count):
        raise ValueError(f"{name} must be one for all {count} shapes or one each, got {len(array)}")
    return array


def _velocities(value: npt.ArrayLike, name: str, count: int) -> FloatArray:
    return _one_or_each(within_limits(vectors(value, name), name), name, count)


def _rates(value: npt.ArrayLike, name: str, count: int, end: float) -> FloatArray:
    """Return angular velocities; the one object for 0.0 if none of them turns a shape."""
    rates = _one_or_each(numbers(value, name), name, count)
    require_rates(rates, value, name, np.array([end]))
    return rates if rates.any() else NO_RATES


def rows_of(values: FloatArray, rows: IndexArray) -> FloatArray:
    """Return the rows of some shapes, where there may be one for all."""
    return values if len(values) == 1 else values[rows]


def _of_parts(values: FloatArray, parts: Parts) -> FloatArray:
    """Return the values of parts, from those of the groups that they belong to."""
    return values if parts.owners is None else rows_of(values, parts.owners)


def turns_of(rates: FloatArray, parts: Parts) -> FloatArray:
    """Return the rate of each part and the place about which it turns, NaN for its own position."""
    if parts.groups is None or parts.owners is None:
        return np.column_stack((rates, np.full((len(rates), 2), np.nan)))
    places = parts.groups.places()
    turns = np.empty((len(parts.owners), 3))
    turns[:, 0], turns[:, 1:] = _of_parts(rates, parts), places[parts.owners]
    return turns


class Motions(NamedTuple):
    """How the shapes of two scenes move: of each, or one row for all of a side."""

    velocity_a: FloatArray
    velocity_b: FloatArray
    rate_a: FloatArray
    rate_b: FloatArray
    end: float

    @property
    def turning(self) -> bool:
        """Whether any shape turns."""
        return not (self.rate_a is NO_RATES and self.rate_b is NO_RATES)

    def of_parts(self, here: Parts, there: Parts) -> tuple[FloatArray, FloatArray]:
        """Return the velocities of the parts of both sides."""
        return _of_parts(self.velocity_a, here), _of_parts(self.velocity_b, there)

    def turns_of_parts(
        self, here: Parts, there: Parts
    ) -> tuple[FloatArray, FloatArray] | tuple[None, None]:
        """Return the turns of the parts of both sides; None for both where none turns."""
        if not self.turning:
            return None, None
        return turns_of(self.rate_a, here), turns_of(self.rate_b, there)

    def of_pairs(self, i: IndexArray, j: IndexArray) -> dict[str, Any]:
        """Return the keywords of `sweep` for pairs of rows."""
        keywords = {
            "velocity_a": rows_of(self.velocity_a, i),
            "velocity_b": rows_of(self.velocity_b, j),
            "max_time": self.end,
        }
        if self.turning:
            keywords["angular_velocity_a"] = rows_of(self.rate_a, i)
            keywords["angular_velocity_b"] = rows_of(self.rate_b, j)
        return keywords


def read_motions_of(
    here: Parts,
    there: Parts | None,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: Any,
    angular_velocity_a: npt.ArrayLike,
    angular_velocity_b: npt.ArrayLike,
) -> Motions:
    """Return the motions of two scenes; of one whose shapes move among themselves, for both."""
    end = not_negative(max_time, "max_time")
    count, other = here.row_count, (here if there is None else there).row_count
    of_a = _velocities(velocity_a, "velocity_a", count)
    of_b = _velocities(velocity_b, "velocity_b", other)
    rate_a = _rates(angular_velocity_a, "angular_velocity_a", count, end)
    rate_b = _rates(angular_velocity_b, "angular_velocity_b", other, end)
    if there is None:
        for name, given in (("velocity", of_b), ("angular_velocity", rate_b)):
            if given.any():
                raise ValueError(f"{name}_b is that of shapes of b: without b, give {name}_a alone")
        return Motions(of_a, of_a, rate_a, rate_a, end)
    return Motions(of_a, of_b, rate_a, rate_b, end)


def turns_of_pairs(
    turns_a: FloatArray | None, turns_b: FloatArray | None, i: IndexArray, j: IndexArray
) -> FloatArray:
    """Return what plans of pairs take as turns: both rates, and both places."""
    if turns_a is None or turns_b is None:
        return NO_TURNS
    of_a, of_b = rows_of(turns_a, i), rows_of(turns_b, j)
    turns = np.empty((len(i), 6))
    turns[:, 0], turns[:, 1] = of_a[:, 0], of_b[:, 0]
    turns[:, 2:4], turns[:, 4:] = of_a[:, 1:], of_b[:, 1:]
    return turns


def part_times(
    here: Parts, there: Parts, i: IndexArray, j: IndexArray, motions: Motions
) -> FloatArray:
    """Return when parts i of one scene and j of the other touch."""
    velocity_a, velocity_b = motions.of_parts(here, there)
    turns_a, turns_b = motions.turns_of_parts(here, there)
    times = np.empty(len(i))
    pairs = ShapePairs(here.block, there.block, i, j)
    motion = rows_of(velocity_a, i), rows_of(velocity_b, j), np.array([motions.end])
    turns = turns_of_pairs(turns_a, turns_b, i, j)
    do_all(pairs.answer, len(i), "time_of_impact", (times,), (*motion, turns))
    return times
