"""Loops that call sepax from numba, as a user writes them: one call a pair."""

from collections.abc import Callable
from typing import Any

import numpy as np
from common.compiling import compiled, inlined
from common.shapes import Array

from kernels.pairs import Loop
from sepax import kernels, raw

Row = Callable[[Array, int], Any]


@inlined
def box(rows: Array, k: int) -> tuple[float, float, float, float, float, float]:
    return rows[k, 0], rows[k, 1], rows[k, 2], rows[k, 3], rows[k, 4], rows[k, 5]


@inlined
def circle(rows: Array, k: int) -> tuple[float, float, float]:
    return rows[k, 0], rows[k, 1], rows[k, 2]


@inlined
def write(vector: Any, out: Array, k: int) -> None:
    """Write a vector, or NaN for None."""
    if vector is None:
        out[k, 0], out[k, 1] = np.nan, np.nan
    else:
        out[k, 0], out[k, 1] = vector


def answers_of_rings(function: Callable[..., Any]) -> Loop:
    """Return the loop over rings for a function that returns a truth or a number."""

    @compiled
    def loop(a: Array, b: Array, velocity: Array, out: Any) -> None:
        for k in range(len(out)):
            out[k] = function(a[k], b[k])

    return loop


def answers_of_numbers(function: Callable[..., Any], row: Row) -> Loop:
    """Return the same over rows of numbers."""

    @compiled
    def loop(a: Array, b: Array, velocity: Array, out: Any) -> None:
        for k in range(len(out)):
            out[k] = function(*row(a, k), *row(b, k))

    return loop


def vectors_of_numbers(function: Callable[..., Any], row: Row) -> Loop:
    """Return the same for a function that returns a vector or None."""

    @compiled
    def loop(a: Array, b: Array, velocity: Array, out: Array) -> None:
        for k in range(len(out)):
            write(function(*row(a, k), *row(b, k)), out, k)

    return loop


def times_of_numbers(function: Callable[..., Any], row: Row) -> Loop:
    """Return the same for a function that takes the velocity of a."""

    @compiled
    def loop(a: Array, b: Array, velocity: Array, out: Array) -> None:
        for k in range(len(out)):
            out[k] = function(*row(a, k), *row(b, k), velocity[k, 0], velocity[k, 1], 0.0, 0.0)

    return loop


@compiled
def mtv_of_rings(a: Array, b: Array, velocity: Array, out: Array) -> None:
    for k in range(len(out)):
        write(raw.mtv(a[k], b[k]), out, k)


@compiled
def time_of_rings(a: Array, b: Array, velocity: Array, out: Array) -> None:
    for k in range(len(out)):
        out[k] = raw.time_of_impact(a[k], b[k], (velocity[k, 0], velocity[k, 1]))


LOOPS: dict[tuple[str, str], Loop] = {
    ("rings", "intersects"): answers_of_rings(raw.intersects),
    ("rings", "mtv"): mtv_of_rings,
    ("rings", "time-of-impact"): time_of_rings,
    ("rings", "distance"): answers_of_rings(raw.distance),
    ("rings", "overlap-area"): answers_of_rings(raw.overlap_area),
    ("boxes", "intersects"): answers_of_numbers(kernels.boxes_intersect, box),
    ("boxes", "mtv"): vectors_of_numbers(kernels.boxes_mtv, box),
    ("boxes", "time-of-impact"): times_of_numbers(kernels.boxes_time_of_impact, box),
    ("boxes", "distance"): answers_of_numbers(kernels.boxes_distance, box),
    ("boxes", "overlap-area"): answers_of_numbers(kernels.boxes_overlap_area, box),
    ("circles", "intersects"): answers_of_numbers(kernels.circles_intersect, circle),
    ("circles", "mtv"): vectors_of_numbers(kernels.circles_mtv, circle),
    ("circles", "time-of-impact"): times_of_numbers(kernels.circles_time_of_impact, circle),
    ("circles", "distance"): answers_of_numbers(kernels.circles_distance, circle),
}
