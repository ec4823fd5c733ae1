"""Arrays of pairs of polygons the way one writes them with numba: see numba_boxes."""

from collections.abc import Callable
from math import inf, sqrt

import numpy as np
from common.compiling import compiled, inlined
from common.shapes import Array, Truths

from arrays.population import Rings

Parts = Callable[[Array, Array, int, int, Array, Array, int, int], bool]
Ring = tuple[int, int]  # where its vertices begin, and how many there are
Batch = Callable[[Rings, Rings, Truths], None]

MOST_CLIPPED = 64  # vertices of what is left of a polygon


@compiled
def edge_parts(
    ax: Array, ay: Array, start: int, stop: int, bx: Array, by: Array, first: int, last: int
) -> bool:
    """Whether all of b is outside an edge of a; the first vertex that is not refutes it."""
    before = stop - 1
    for k in range(start, stop):
        x, y = ax[k], ay[k]
        nx, ny = y - ay[before], ax[before] - x
        before = k
        for m in range(first, last):
            if (bx[m] - x) * nx + (by[m] - y) * ny <= 0.0:
                break
        else:
            return True
    return False


@inlined
def proxy(x: Array, y: Array, start: int, stop: int, nx: float, ny: float) -> tuple[float, float]:
    low, high = inf, -inf
    for k in range(start, stop):
        along = x[k] * nx + y[k] * ny
        if along < low:
            low = along
        if along > high:
            high = along
    return low, high


def proxies_parting(every: bool) -> Parts:
    """Return the textbook's test: both proxies on the normals of a.

    It goes as far as the first normal that parts them, or through every one.
    """

    @compiled
    def parts(
        ax: Array, ay: Array, start: int, stop: int, bx: Array, by: Array, first: int, last: int
    ) -> bool:
        parted = False
        before = stop - 1
        for k in range(start, stop):
            nx, ny = ay[k] - ay[before], ax[before] - ax[k]
            before = k
            low_a, high_a = proxy(ax, ay, start, stop, nx, ny)
            low_b, high_b = proxy(bx, by, first, last, nx, ny)
            parted |= high_a < low_b or high_b < low_a
            if parted and not every:
                return True
        return parted

    return parts


def batch_of(parts: Parts) -> Batch:
    """Return the loop that tests the edges of both polygons of every pair."""

    @compiled
    def rings_meet(a: Rings, b: Rings, out: Truths) -> None:
        ax, ay, bx, by = a.x, a.y, b.x, b.y
        for k in range(len(out)):
            start, stop, first, last = a.start[k], a.start[k + 1], b.start[k], b.start[k + 1]
            out[k] = not (
                parts(ax, ay, start, stop, bx, by, first, last)
                or parts(bx, by, first, last, ax, ay, start, stop)
            )

    return rings_meet


@compiled
def rings_meet_if_near(a: Rings, b: Rings, out: Truths) -> None:
    """Edges that part, after the circles around the polygons."""
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    for k in range(len(out)):
        dx, dy = b.center_x[k] - a.center_x[k], b.center_y[k] - a.center_y[k]
        reach = a.reach[k] + b.reach[k]
        start, stop, first, last = a.start[k], a.start[k + 1], b.start[k], b.start[k + 1]
        out[k] = dx * dx + dy * dy <= reach * reach and not (
            edge_parts(ax, ay, start, stop, bx, by, first, last)
            or edge_parts(bx, by, first, last, ax, ay, start, stop)
        )


@compiled
def widest_gap(
    ax: Array, ay: Array, start: int, stop: int, bx: Array, by: Array, first: int, last: int
) -> tuple[float, float, float]:
    """The largest signed distance from an edge of a to all of b, and the edge's unit normal."""
    widest, x, y = -inf, 0.0, 0.0
    before = stop - 1
    for k in range(start, stop):
        nx, ny = ay[k] - ay[before], ax[before] - ax[k]
        before = k
        length = sqrt(nx * nx + ny * ny)
        nx, ny = nx / length, ny / length
        gap = inf
        for m in range(first, last):
            gap = min(gap, (bx[m] - ax[k]) * nx + (by[m] - ay[k]) * ny)
            if gap <= widest:
                break
        else:
            widest, x, y = gap, nx, ny
            if widest > 0.0:
                break
    return widest, x, y


@compiled
def part_rings(a: Rings, b: Rings, vectors: Array, hit: Truths) -> None:
    """Minimum translation vectors, zero for pairs that are apart."""
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    for k in range(len(hit)):
        start, stop, first, last = a.start[k], a.start[k + 1], b.start[k], b.start[k + 1]
        gap, x, y = widest_gap(ax, ay, start, stop, bx, by, first, last)
        if gap <= 0.0:
            other, u, v = widest_gap(bx, by, first, last, ax, ay, start, stop)
            if other > gap:
                gap, x, y = other, -u, -v
        hit[k] = gap <= 0.0
        vectors[k, 0] = x * gap if hit[k] else 0.0
        vectors[k, 1] = y * gap if hit[k] else 0.0


@inlined
def cut(x: Array, y: Array, old: Ring, line: tuple[float, float, float], new: int) -> int:
    """Write what of a ring is on the inner side of a line to places from `new` on; its length."""
    (start, n), (nx, ny, limit) = old, line
    count, before = new, start + n - 1
    room_before = limit - nx * x[before] - ny * y[before]
    for k in range(start, start + n):
        room = limit - nx * x[k] - ny * y[k]
        if (room >= 0.0) != (room_before >= 0.0):
            part = room_before / (room_before - room)
            x[count] = x[before] + part * (x[k] - x[before])
            y[count] = y[before] + part * (y[k] - y[before])
            count += 1
        if room >= 0.0:
            x[count], y[count] = x[k], y[k]
            count += 1
        before, room_before = k, room
    return count - new


@inlined
def area_of(x: Array, y: Array, start: int, n: int) -> float:
    twice, x0, y0 = 0.0, x[start], y[start]
    for m in range(start + 1, start + n - 1):
        twice += (x[m] - x0) * (y[m + 1] - y0) - (x[m + 1] - x0) * (y[m] - y0)
    return 0.5 * twice


@compiled
def clip_rings(a: Rings, b: Rings, out: Array) -> None:
    """Areas that polygons share: the second clipped by each edge of the first, after circles.

    Coordinates are seen from a vertex, as products of far ones cancel. To look for an edge that
    parts them first took longer, and so did the parts of all edges that are inside of the other.
    """
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    x, y = np.empty(2 * MOST_CLIPPED), np.empty(2 * MOST_CLIPPED)
    for k in range(len(out)):
        out[k] = 0.0
        dx, dy = b.center_x[k] - a.center_x[k], b.center_y[k] - a.center_y[k]
        reach = a.reach[k] + b.reach[k]
        if dx * dx + dy * dy >= reach * reach:
            continue
        start, stop, first = a.start[k], a.start[k + 1], b.start[k]
        x0, y0, at, n = ax[start], ay[start], 0, b.start[k + 1] - first
        for m in range(n):
            x[m], y[m] = bx[first + m] - x0, by[first + m] - y0
        px, py = ax[stop - 1] - x0, ay[stop - 1] - y0
        for m in range(start, stop):
            qx, qy = ax[m] - x0, ay[m] - y0
            nx, ny = qy - py, px - qx
            n = cut(x, y, (at, n), (nx, ny, nx * qx + ny * qy), MOST_CLIPPED - at)
            px, py, at = qx, qy, MOST_CLIPPED - at
            if n == 0:
                break
        out[k] = area_of(x, y, at, n)


def over_points(one: bool) -> Callable[..., None]:
    """Return the loop over points and their polygons, or one, up to the first edge that parts."""

    @compiled
    def loop(a: Rings, points: Array, out: Truths) -> None:
        ax, ay = a.x, a.y
        for k in range(len(out)):
            i = 0 if one else k
            x, y, before, outside = points[k, 0], points[k, 1], a.start[i + 1] - 1, False
            for m in range(a.start[i], a.start[i + 1]):
                ex, ey = ax[m] - ax[before], ay[m] - ay[before]
                outside = ex * (y - ay[m]) < ey * (x - ax[m])
                if outside:
                    break
                before = m
            out[k] = not outside

    return loop


rings_hold = over_points(one=False)
ring_holds_many = over_points(one=True)
rings_meet = batch_of(edge_parts)
proxies_meet = batch_of(proxies_parting(every=False))
all_proxies_meet = batch_of(proxies_parting(every=True))
