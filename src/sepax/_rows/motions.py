"""Motions of the shapes of two scenes: velocities, and rates about their positions."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._base.arguments import (
    MOST_RADIANS,
    FloatArray,
    IndexArray,
    not_negative,
    numbers,
    row_name,
    vectors,
    within_limits,
)
from sepax._core.arguments import first_outside
from sepax._rows.scenes import Scene

NO_RATES: FloatArray = np.zeros(1)
NO_TURNS: FloatArray = np.zeros((1, 2))
FINITE = float(np.finfo(np.float64).max)


def require_rates(rates: FloatArray, value: npt.ArrayLike, name: str, ends: FloatArray) -> None:
    """Refuse angular velocities that are not finite, or too fast for the end of time."""
    if (bad := first_outside(rates, -FINITE, FINITE)) >= 0:
        raise ValueError(f"{row_name(name, value, bad)} must be finite, got {rates[bad]}")
    with np.errstate(over="ignore"):
        turned = np.abs(rates) * np.where(ends < np.inf, ends, 0.0)
    if (bad := first_outside(turned, 0.0, MOST_RADIANS)) >= 0:
        raise ValueError(
            f"{row_name(name, value, bad)} * max_time must be at most 2**31 radians, got "
            f"{rates[bad % len(rates)]} * {ends[bad % len(ends)]}"
        )


def _one_or_each(array: FloatArray, name: str, count: int) -> FloatArray:
    """Return the one row for all shapes, or that of each."""
    if len(array) not in (1, count):
        raise ValueError(f"{name} must be one for all {count} shapes or one each, got {len(array)}")
    return array


def _velocities(value: npt.ArrayLike, name: str, count: int) -> FloatArray:
    return _one_or_each(within_limits(vectors(value, name), name), name, count)


def _rates(value: npt.ArrayLike, name: str, count: int, end: float) -> FloatArray:
    """Return angular velocities; `NO_RATES` itself if all of them are zero."""
    rates = _one_or_each(numbers(value, name), name, count)
    require_rates(rates, value, name, np.array([end]))
    return np.ascontiguousarray(rates) if rates.any() else NO_RATES


def rows_of(values: FloatArray, rows: IndexArray) -> FloatArray:
    """Return the rows of some shapes, where there may be one for all."""
    return values if len(values) == 1 else values[rows]


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

    @property
    def rates(self) -> tuple[FloatArray, FloatArray] | tuple[None, None]:
        """The rates of both sides; None for both where none turns."""
        return (self.rate_a, self.rate_b) if self.turning else (None, None)

    def of_pairs(self, i: IndexArray, j: IndexArray) -> tuple[FloatArray, ...]:
        """Return what plans take as the motions of pairs: velocities, the end, and both rates."""
        turns = NO_TURNS
        if self.turning:
            turns = np.empty((len(i), 2))
            turns[:, 0], turns[:, 1] = rows_of(self.rate_a, i), rows_of(self.rate_b, j)
        of_a, of_b = rows_of(self.velocity_a, i), rows_of(self.velocity_b, j)
        return of_a, of_b, np.array([self.end]), turns


def read_motions_of(
    here: Scene,
    there: Scene | None,
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
