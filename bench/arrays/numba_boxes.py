"""Arrays of pairs of boxes the way one writes them with numba for one's own program.

Float64, no tolerance, compiled when first called. Whatever does not change from call to call, such
as sines and world vertices, is computed beforehand, unless the case is about computing it. The
innermost functions take arrays and numbers: a tuple of arrays costs 100 ns where it is handed over.
"""

from collections.abc import Callable
from math import cos, inf, sin, sqrt
from typing import Any

import numpy as np
from common.compiling import compiled, compiled_with, inlined
from common.shapes import Array, Index, Truths

from arrays.population import Boxes, Landings, Posed

Frame = tuple[float, float, float, float]  # direction of the width, half sides


@inlined
def directed_boxes_meet(offset: tuple[float, float], a: Frame, b: Frame) -> bool:
    """Test two boxes, each a direction and half sides, along their four axes, without branches."""
    dx, dy = offset
    ux, uy, aw, ah = a
    vx, vy, bw, bh = b
    c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
    apart = abs(dx * ux + dy * uy) > aw + bw * c + bh * s
    apart |= abs(dy * ux - dx * uy) > ah + bw * s + bh * c
    apart |= abs(dx * vx + dy * vy) > bw + aw * c + ah * s
    apart |= abs(dy * vx - dx * vy) > bh + aw * s + ah * c
    return not apart


@inlined
def between(a: Any, i: int, b: Any, j: int) -> tuple[float, float]:
    return b.x[j] - a.x[i], b.y[j] - a.y[i]


@inlined
def directed(a: Boxes, i: int) -> Frame:
    return a.cosine[i], a.sine[i], a.half_width[i], a.half_height[i]


@inlined
def turned(a: Posed, i: int) -> Frame:
    return cos(a.angle[i]), sin(a.angle[i]), a.half_width[i], a.half_height[i]


@inlined
def circles_meet(a: Posed, i: int, b: Any, j: int) -> bool:
    dx, dy = between(a, i, b, j)
    reach_a = sqrt(a.half_width[i] ** 2 + a.half_height[i] ** 2)
    reach = reach_a + sqrt(b.half_width[j] ** 2 + b.half_height[j] ** 2)
    return dx * dx + dy * dy <= reach * reach


def over_pairs(
    frame_a: Callable[..., Frame], frame_b: Callable[..., Frame], one: bool = False
) -> Callable[..., None]:
    """Return the loop over pairs, given how boxes get their frames; or over one a and every b."""

    @compiled
    def loop(a: Any, b: Any, out: Truths) -> None:
        for k in range(len(out)):
            i = 0 if one else k
            out[k] = directed_boxes_meet(between(a, i, b, k), frame_a(a, i), frame_b(b, k))

    return loop


def over_near_pairs(
    frame_a: Callable[..., Frame], frame_b: Callable[..., Frame]
) -> Callable[..., None]:
    """Return the same with circles first: only pairs that are near need sines."""

    @compiled
    def loop(a: Any, b: Any, out: Truths) -> None:
        for k in range(len(out)):
            out[k] = circles_meet(a, k, b, k) and directed_boxes_meet(
                between(a, k, b, k), frame_a(a, k), frame_b(b, k)
            )

    return loop


boxes_meet = over_pairs(directed, directed)
box_meets_many = over_pairs(directed, directed, one=True)
turned_boxes_meet = over_pairs(turned, turned)
turned_box_meets = over_pairs(turned, directed)
turned_boxes_meet_if_near = over_near_pairs(turned, turned)
turned_box_meets_if_near = over_near_pairs(turned, directed)


@compiled
def indexed_boxes_meet(a: Array, b: Array, i: Index, j: Index, out: Truths) -> None:
    """The same for rows of x, y, cosine, ...: in any order, a row costs one miss and not six."""
    for k in range(len(out)):
        p, q = a[i[k]], b[j[k]]
        offset = q[0] - p[0], q[1] - p[1]
        out[k] = directed_boxes_meet(offset, (p[2], p[3], p[4], p[5]), (q[2], q[3], q[4], q[5]))


def over_points(one: bool) -> Callable[..., None]:
    """Return the loop over points and their boxes, or over points and one box."""

    @compiled
    def loop(a: Boxes, points: Array, out: Truths) -> None:
        for k in range(len(out)):
            i = 0 if one else k
            dx, dy, (ux, uy, aw, ah) = points[k, 0] - a.x[i], points[k, 1] - a.y[i], directed(a, i)
            out[k] = (abs(dx * ux + dy * uy) <= aw) & (abs(dy * ux - dx * uy) <= ah)

    return loop


boxes_hold = over_points(one=False)
box_holds_many = over_points(one=True)


@compiled
def indexed_boxes_hold(a: Array, points: Array, i: Index, j: Index, out: Truths) -> None:
    """The same for rows of x, y, cosine, ...."""
    for k in range(len(out)):
        p, (x, y) = a[i[k]], (points[j[k], 0], points[j[k], 1])
        dx, dy = x - p[0], y - p[1]
        out[k] = (abs(dx * p[2] + dy * p[3]) <= p[4]) & (abs(dy * p[2] - dx * p[3]) <= p[5])


@compiled
def part_boxes(a: Boxes, b: Boxes, vectors: Array, hit: Truths) -> None:
    """Minimum translation vectors: along the axis of least overlap, away from the other centre."""
    for k in range(len(hit)):
        vectors[k, 0], vectors[k, 1], hit[k] = part_directed_boxes(
            between(a, k, b, k), directed(a, k), directed(b, k)
        )


@compiled
def part_directed_boxes(
    offset: tuple[float, float], a: Frame, b: Frame
) -> tuple[float, float, bool]:
    """Go through the axes as far as the first that parts the boxes."""
    dx, dy = offset
    ux, uy, aw, ah = a
    vx, vy, bw, bh = b
    c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
    x, y, along = ux, uy, dx * ux + dy * uy
    least = aw + bw * c + bh * s - abs(along)
    if least < 0.0:
        return 0.0, 0.0, False
    other = dy * ux - dx * uy
    overlap = ah + bw * s + bh * c - abs(other)
    if overlap < 0.0:
        return 0.0, 0.0, False
    if overlap < least:
        x, y, along, least = -uy, ux, other, overlap
    other = dx * vx + dy * vy
    overlap = bw + aw * c + ah * s - abs(other)
    if overlap < 0.0:
        return 0.0, 0.0, False
    if overlap < least:
        x, y, along, least = vx, vy, other, overlap
    other = dy * vx - dx * vy
    overlap = bh + aw * s + ah * c - abs(other)
    if overlap < 0.0:
        return 0.0, 0.0, False
    if overlap < least:
        x, y, along, least = -vy, vx, other, overlap
    if along > 0.0:
        least = -least
    return x * least, y * least, True


@inlined
def clip(along: float, speed: float, reach: float, low: float, high: float) -> tuple[float, float]:
    """Cut the interval of time down to when two proxies on an axis overlap."""
    first, last = (along - reach) / speed, (along + reach) / speed
    return max(low, min(first, last)), min(high, max(first, last))


@compiled
def sweep_boxes(a: Boxes, b: Boxes, velocity: Array, time: Array) -> None:
    """First times of touch, infinite for a miss; no velocity here is square to an axis."""
    for k in range(len(time)):
        (dx, dy), (ux, uy, aw, ah) = between(a, k, b, k), directed(a, k)
        vx, vy, bw, bh = directed(b, k)
        mx, my = velocity[k, 0], velocity[k, 1]
        c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
        low, high = clip(dx * ux + dy * uy, mx * ux + my * uy, aw + bw * c + bh * s, 0.0, 1.0)
        low, high = clip(dy * ux - dx * uy, my * ux - mx * uy, ah + bw * s + bh * c, low, high)
        low, high = clip(dx * vx + dy * vy, mx * vx + my * vy, bw + aw * c + ah * s, low, high)
        low, high = clip(dy * vx - dx * vy, my * vx - mx * vy, bh + aw * s + ah * c, low, high)
        time[k] = low if low <= high else inf


@inlined
def crossing(along: float, speed: float, reach: float) -> tuple[float, float, float]:
    """Return when two proxies on an axis begin and cease to overlap, and how deep they do now."""
    first, last = (along - reach) / speed, (along + reach) / speed
    return min(first, last), max(first, last), reach - abs(along)


@inlined
def corner(x: float, y: float, of: Frame, normal: tuple[float, float]) -> tuple[float, float]:
    """Return the corner of a box that is farthest along a normal."""
    (ux, uy, half_width, half_height), (nx, ny) = of, normal
    s = half_width if ux * nx + uy * ny > 0.0 else -half_width
    t = half_height if ux * ny - uy * nx > 0.0 else -half_height
    return x + s * ux - t * uy, y + s * uy + t * ux


@compiled
def land_boxes(a: Boxes, b: Boxes, velocity: Array, out: Landings) -> None:
    """All of a sweep: times, the normal of the last axis, or the shallowest, and a corner of b.

    To leave at a miss before the rest is computed took as long.
    """
    for k in range(len(out.time)):
        (dx, dy), (ux, uy, aw, ah) = between(a, k, b, k), directed(a, k)
        vx, vy, bw, bh = directed(b, k)
        mx, my = velocity[k, 0], velocity[k, 1]
        c, s = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
        p0, p1, p2, p3 = dx * ux + dy * uy, dy * ux - dx * uy, dx * vx + dy * vy, dy * vx - dx * vy
        f0, l0, d0 = crossing(p0, mx * ux + my * uy, aw + bw * c + bh * s)
        f1, l1, d1 = crossing(p1, my * ux - mx * uy, ah + bw * s + bh * c)
        f2, l2, d2 = crossing(p2, mx * vx + my * vy, bw + aw * c + ah * s)
        f3, l3, d3 = crossing(p3, my * vx - mx * vy, bh + aw * s + ah * c)
        low, high = max(max(f0, f1), max(f2, f3)), min(min(l0, l1), min(l2, l3))
        depth = min(min(d0, d1), min(d2, d3))
        initial = depth >= 0.0
        hit = initial | ((low >= 0.0) & (low <= min(high, 1.0)))
        nx, ny, p = -vy, vx, p3
        if d2 == depth if initial else f2 == low:
            nx, ny, p = vx, vy, p2
        if d1 == depth if initial else f1 == low:
            nx, ny, p = -uy, ux, p1
        if d0 == depth if initial else f0 == low:
            nx, ny, p = ux, uy, p0
        nx, ny = (nx, ny) if p > 0.0 else (-nx, -ny)
        px, py = corner(b.x[k], b.y[k], (vx, vy, bw, bh), (-nx, -ny))
        out.hit[k], out.time[k] = hit, (0.0 if initial else low) if hit else inf
        out.exit_time[k] = high if hit else inf
        out.normal[k, 0], out.normal[k, 1] = nx if hit else 0.0, ny if hit else 0.0
        out.point[k, 0], out.point[k, 1] = px if hit else 0.0, py if hit else 0.0
        out.initial[k], out.leaving[k] = initial, initial & (nx * mx + ny * my <= 0.0)


@inlined
def seen_corners(a: Boxes, j: int, b: Boxes, k: int, x: Array, y: Array) -> bool:
    """Write the corners of box k as box j sees them; False if one of its axes parts them."""
    (dx, dy), (ux, uy, aw, ah) = between(a, j, b, k), directed(a, j)
    vx, vy, bw, bh = directed(b, k)
    c, s = ux * vx + uy * vy, ux * vy - uy * vx
    px, py = dx * ux + dy * uy, dy * ux - dx * uy
    if abs(px) >= aw + bw * abs(c) + bh * abs(s) or abs(py) >= ah + bw * abs(s) + bh * abs(c):
        return False
    ex, ey, fx, fy = bw * c, bw * s, -bh * s, bh * c
    x[0], y[0] = px - ex - fx, py - ey - fy
    x[1], y[1] = px + ex - fx, py + ey - fy
    x[2], y[2] = px + ex + fx, py + ey + fy
    x[3], y[3] = px - ex + fx, py - ey + fy
    return True


@inlined
def cut(x: Array, y: Array, n: int, side: float, limit: float, u: Array, v: Array) -> int:
    """Write what of a ring has side * x <= limit, the coordinates changed about; its length."""
    count, before = 0, n - 1
    room_before = limit - side * x[before]
    for k in range(n):
        room = limit - side * x[k]
        if (room >= 0.0) != (room_before >= 0.0):
            part = room_before / (room_before - room)
            u[count] = y[before] + part * (y[k] - y[before])
            v[count] = x[before] + part * (x[k] - x[before])
            count += 1
        if room >= 0.0:
            u[count], v[count] = y[k], x[k]
            count += 1
        before, room_before = k, room
    return count


@compiled
def clip_boxes(a: Boxes, b: Boxes, out: Array) -> None:
    """Areas that boxes share: the second clipped by the first, after circles and axes of that."""
    x, y, u, v = np.empty(8), np.empty(8), np.empty(8), np.empty(8)
    for k in range(len(out)):
        out[k] = 0.0
        dx, dy = between(a, k, b, k)
        _, _, aw, ah = directed(a, k)
        _, _, bw, bh = directed(b, k)
        reach = sqrt(aw * aw + ah * ah) + sqrt(bw * bw + bh * bh)
        if dx * dx + dy * dy >= reach * reach or not seen_corners(a, k, b, k, x, y):
            continue
        n = cut(x, y, 4, 1.0, aw, u, v)
        n = cut(u, v, n, 1.0, ah, x, y)
        n = cut(x, y, n, -1.0, aw, u, v)
        n = cut(u, v, n, -1.0, ah, x, y)
        twice = 0.0
        for m in range(1, n - 1):
            twice += (x[m] - x[0]) * (y[m + 1] - y[0]) - (x[m + 1] - x[0]) * (y[m] - y[0])
        out[k] = 0.5 * twice


@compiled_with(fastmath=True)
def read_all(a: Array, b: Array) -> float:
    """Sum all numbers, which takes as long as reading them."""
    total = 0.0
    for k in range(a.size):
        total += a[k]
    for k in range(b.size):
        total += b[k]
    return total


@compiled_with(fastmath=True)
def read_rows(a: Array, b: Array, i: Index, j: Index) -> float:
    """Read one number of each row, and with it the row's cache line."""
    total = 0.0
    for k in range(i.size):
        total += a[i[k], 0] + b[j[k], 0]
    return total
