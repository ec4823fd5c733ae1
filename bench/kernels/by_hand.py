"""Loops without sepax, as one writes them with numba for one's own program.

Rings: the separating axis test of the textbooks. Both rings are projected on the normals of both,
in absolute coordinates, up to the first normal that separates them. The translation goes along the
axis of least overlap, away from the other centre. Boxes by numbers: the four axes of `arrays`.
Circles: the distance of the centres.
"""

from collections.abc import Callable
from math import inf, sqrt
from typing import Any

import numpy as np
from arrays.numba_boxes import directed_boxes_meet, part_directed_boxes
from common.compiling import compiled
from common.shapes import Array, Truths

from kernels.pairs import Loop

Least = tuple[float, float, float]  # overlap, and the axis on which it is


@compiled
def projection(ring: Array, nx: float, ny: float) -> tuple[float, float]:
    low, high = inf, -inf
    for k in range(len(ring)):
        along = ring[k, 0] * nx + ring[k, 1] * ny
        low, high = min(low, along), max(high, along)
    return low, high


@compiled
def is_parting(ring: Array, a: Array, b: Array) -> bool:
    """Whether the normal of an edge of the ring separates a and b."""
    for k in range(len(ring)):
        nx, ny = ring[k, 1] - ring[k - 1, 1], ring[k - 1, 0] - ring[k, 0]
        low_a, high_a = projection(a, nx, ny)
        low_b, high_b = projection(b, nx, ny)
        if high_a < low_b or high_b < low_a:
            return True
    return False


@compiled
def rings_meet(a: Array, b: Array) -> bool:
    return not (is_parting(a, a, b) or is_parting(b, a, b))


@compiled
def least_overlap(ring: Array, a: Array, b: Array, least: Least) -> Least:
    """Return the least overlap on the normals of a ring; a negative one separates."""
    for k in range(len(ring)):
        nx, ny = ring[k, 1] - ring[k - 1, 1], ring[k - 1, 0] - ring[k, 0]
        length = sqrt(nx * nx + ny * ny)
        nx, ny = nx / length, ny / length
        low_a, high_a = projection(a, nx, ny)
        low_b, high_b = projection(b, nx, ny)
        overlap = min(high_a, high_b) - max(low_a, low_b)
        if overlap < least[0]:
            least = (overlap, nx, ny)
            if overlap < 0.0:
                break
    return least


@compiled
def centre(ring: Array) -> tuple[float, float]:
    x, y = 0.0, 0.0
    for k in range(len(ring)):
        x, y = x + ring[k, 0], y + ring[k, 1]
    return x / len(ring), y / len(ring)


@compiled
def rings_part(a: Array, b: Array) -> tuple[float, float, bool]:
    least = least_overlap(a, a, b, (inf, 0.0, 0.0))
    if least[0] >= 0.0:
        least = least_overlap(b, a, b, least)
    overlap, nx, ny = least
    (ax, ay), (bx, by) = centre(a), centre(b)
    if (ax - bx) * nx + (ay - by) * ny < 0.0:
        nx, ny = -nx, -ny
    return overlap * nx, overlap * ny, overlap >= 0.0


def pairs_meet(meet: Callable[[Array, Array], bool]) -> Loop:
    """Return the loop for a test of two rings."""

    @compiled
    def loop(a: Array, b: Array, velocity: Array, out: Truths) -> None:
        for k in range(len(out)):
            out[k] = meet(a[k], b[k])

    return loop


def pairs_part(part: Callable[[Array, Array], tuple[float, float, bool]]) -> Loop:
    """Return the loop for a translation of two shapes, NaN for none."""

    @compiled
    def loop(a: Array, b: Array, velocity: Array, out: Array) -> None:
        for k in range(len(out)):
            x, y, hit = part(a[k], b[k])
            out[k, 0], out[k, 1] = (x, y) if hit else (np.nan, np.nan)

    return loop


@compiled
def boxes_meet(p: Array, q: Array) -> bool:
    offset = q[0] - p[0], q[1] - p[1]
    return directed_boxes_meet(offset, (p[4], p[5], p[2], p[3]), (q[4], q[5], q[2], q[3]))


@compiled
def boxes_part(p: Array, q: Array) -> tuple[float, float, bool]:
    offset = q[0] - p[0], q[1] - p[1]
    return part_directed_boxes(offset, (p[4], p[5], p[2], p[3]), (q[4], q[5], q[2], q[3]))


@compiled
def circles_meet(p: Array, q: Array) -> bool:
    dx, dy, reach = q[0] - p[0], q[1] - p[1], p[2] + q[2]
    return bool(dx * dx + dy * dy <= reach * reach)


@compiled
def circles_part(p: Array, q: Array) -> tuple[float, float, bool]:
    dx, dy = p[0] - q[0], p[1] - q[1]
    length = sqrt(dx * dx + dy * dy)
    depth = p[2] + q[2] - length
    return dx / length * depth, dy / length * depth, depth >= 0.0


LOOPS: dict[tuple[str, str], Any] = {
    ("rings", "intersects"): pairs_meet(rings_meet),
    ("rings", "mtv"): pairs_part(rings_part),
    ("boxes", "intersects"): pairs_meet(boxes_meet),
    ("boxes", "mtv"): pairs_part(boxes_part),
    ("circles", "intersects"): pairs_meet(circles_meet),
    ("circles", "mtv"): pairs_part(circles_part),
}
