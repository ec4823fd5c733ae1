"""How other engines find a time of impact of shapes that turn, written anew in float64 with numba.

These are the algorithms, not the code of the engines. The nearest features come from all edges and
vertices, where the engines use GJK. So what is counted is what the algorithm itself misses, without
what float32 adds.

A shape is an array of its local vertices, counter-clockwise, and a motion: the position, the
angle, the velocity and the rate. Time goes from 0 to 1. Both return the time, infinite for none.
"""

from math import cos, inf, sin, sqrt
from typing import Any

import numpy as np
from common.compiling import compiled
from common.shapes import Array

Motion = tuple[float, float, float, float, float, float]  # x, y, angle, their speeds
Axis = tuple[int, float, float, int]  # owner, normal from a to b, edge

OF_WORLD, OF_A, OF_B = 0, 1, 2  # owner of an axis: an axis of a shape turns with it

# Box2D's own constants, in metres.
SLOP = 0.005
TOLERANCE = 0.25 * SLOP
MOST_AXES = 20
MOST_PUSHES = 8
MOST_ROOT_STEPS = 50

TINY = 10.0 * 2.0**-52  # parry's tolerance of distances and times
MOST_BISECTIONS = 10_000  # it has no such limit


# --- shapes at a time ----------------------------------------------------------------------


@compiled
def vertex_at(shape: Array, motion: Motion, k: int, time: float) -> tuple[float, float]:
    """Return where a vertex is."""
    angle = motion[2] + motion[5] * time
    c, s = cos(angle), sin(angle)
    x, y = shape[k, 0], shape[k, 1]
    x_moved = motion[0] + motion[3] * time + c * x - s * y
    return x_moved, motion[1] + motion[4] * time + s * x + c * y


@compiled
def ring_at(shape: Array, motion: Motion, time: float) -> Array:
    """Return where all vertices are."""
    ring = np.empty_like(shape)
    for k in range(len(shape)):
        ring[k, 0], ring[k, 1] = vertex_at(shape, motion, k, time)
    return ring


@compiled
def way_of(p: Array, i: int, q: Array, k: int) -> tuple[float, float]:
    return q[k, 0] - p[i, 0], q[k, 1] - p[i, 1]


@compiled
def widest_gap(p: Array, q: Array) -> float:
    """Return the largest gap along the edge normals of p."""
    widest = -inf
    for i in range(len(p)):
        x, y = way_of(p, i, p, (i + 1) % len(p))
        least = inf
        for k in range(len(q)):
            dx, dy = way_of(p, i, q, k)
            least = min(least, y * dx - x * dy)
        widest = max(widest, least / sqrt(x * x + y * y))
    return widest


@compiled
def nearest_edge(p: Array, q: Array) -> tuple[float, int, int, float]:
    """Return the least squared distance of a vertex of q from an edge of p, and where it is."""
    least, edge, vertex, along = inf, 0, 0, 0.0
    for i in range(len(p)):
        x, y = way_of(p, i, p, (i + 1) % len(p))
        for k in range(len(q)):
            dx, dy = way_of(p, i, q, k)
            part = min(1.0, max(0.0, (dx * x + dy * y) / (x * x + y * y)))
            square = (dx - part * x) ** 2 + (dy - part * y) ** 2
            if square < least:
                least, edge, vertex, along = square, i, k, part
    return least, edge, vertex, along


@compiled
def nearest_features(p: Array, q: Array) -> tuple[float, int, float, float, int]:
    """Return the distance of two rings, 0 where they overlap, and the axis of these features."""
    if max(widest_gap(p, q), widest_gap(q, p)) <= 0.0:
        return 0.0, OF_WORLD, 0.0, 0.0, 0
    of_a, of_b = nearest_edge(p, q), nearest_edge(q, p)
    on_b = of_b[0] < of_a[0]
    square, edge, vertex, along = of_b if on_b else of_a
    ring, other = (q, p) if on_b else (p, q)
    sign = -1.0 if on_b else 1.0
    after = (edge + 1) % len(ring)
    x, y = way_of(ring, edge, ring, after)
    if 0.0 < along < 1.0:
        size = sign * sqrt(x * x + y * y)
        return sqrt(square), OF_B if on_b else OF_A, y / size, -x / size, edge
    x, y = way_of(ring, edge if along == 0.0 else after, other, vertex)
    size = sign * sqrt(x * x + y * y)
    return sqrt(square), OF_WORLD, x / size, y / size, 0


# --- the gap along an axis -----------------------------------------------------------------


@compiled
def axis_at(axis: Axis, turn_a: float, turn_b: float) -> tuple[float, float]:
    """Return the axis after its owner has turned."""
    turn = turn_a if axis[0] == OF_A else turn_b if axis[0] == OF_B else 0.0
    c, s = cos(turn), sin(turn)
    return c * axis[1] - s * axis[2], s * axis[1] + c * axis[2]


@compiled
def farthest(shape: Array, motion: Motion, time: float, nx: float, ny: float) -> int:
    best, found = -inf, 0
    for k in range(len(shape)):
        x, y = vertex_at(shape, motion, k, time)
        if nx * x + ny * y > best:
            best, found = nx * x + ny * y, k
    return found


@compiled
def deepest_pair(pair: Any, axis: Axis, since: float, time: float) -> tuple[int, int]:
    """Return the vertices between which the gap is least; one of the owner's edge stands for it."""
    a, motion_a, b, motion_b = pair
    step = time - since
    nx, ny = axis_at(axis, motion_a[5] * step, motion_b[5] * step)
    i = axis[3] if axis[0] == OF_A else farthest(a, motion_a, time, nx, ny)
    j = axis[3] if axis[0] == OF_B else farthest(b, motion_b, time, -nx, -ny)
    return i, j


@compiled
def gap_of(pair: Any, axis: Axis, since: float, time: float, i: int, j: int) -> float:
    """Return the gap of two vertices along an axis that was found at another time."""
    a, motion_a, b, motion_b = pair
    step = time - since
    nx, ny = axis_at(axis, motion_a[5] * step, motion_b[5] * step)
    px, py = vertex_at(a, motion_a, i, time)
    qx, qy = vertex_at(b, motion_b, j, time)
    return nx * (qx - px) + ny * (qy - py)


# --- Box2D ---------------------------------------------------------------------------------


@compiled
def root_of_pair(pair: Any, axis: Axis, since: float, end: float, i: int, j: int) -> float:
    """Return when the gap of two vertices is the slop, by bisections and secants in turn."""
    low, high = since, end
    at_low, at_high = gap_of(pair, axis, since, low, i, j), gap_of(pair, axis, since, high, i, j)
    for k in range(MOST_ROOT_STEPS):
        time = 0.5 * (low + high)
        if k % 2:
            time = low + (SLOP - at_low) * (high - low) / (at_high - at_low)
        gap = gap_of(pair, axis, since, time, i, j)
        if abs(gap - SLOP) < TOLERANCE:
            return time
        if gap > SLOP:
            low, at_low = time, gap
        else:
            high, at_high = time, gap
    return end


@compiled
def box2d_time(a: Array, motion_a: Motion, b: Array, motion_b: Motion) -> float:
    """Find a time of impact by one axis at a time, looked at from the end of time backwards."""
    pair = (a, motion_a, b, motion_b)
    time = 0.0
    for _ in range(MOST_AXES):
        found = nearest_features(ring_at(a, motion_a, time), ring_at(b, motion_b, time))
        distance, axis = found[0], found[1:]
        if distance <= 0.0:
            return inf  # it gives up
        if distance < SLOP + TOLERANCE:
            return time
        end = 1.0
        for _ in range(MOST_PUSHES):
            i, j = deepest_pair(pair, axis, time, end)
            gap = gap_of(pair, axis, time, end, i, j)
            if gap > SLOP + TOLERANCE:
                return inf
            if gap > SLOP - TOLERANCE:
                time = end
                break
            first = gap_of(pair, axis, time, time, i, j)
            if first <= SLOP + TOLERANCE:
                return time if first >= SLOP - TOLERANCE else inf
            end = root_of_pair(pair, axis, time, end, i, j)
    return inf


# --- parry ---------------------------------------------------------------------------------


@compiled
def bisected(pair: Any, axis: Axis, gap: float, since: float) -> tuple[float, float, float, int]:
    """Bisect from a time to the end for where the gap along an axis that stands is 0.

    Returns the last time at which it was positive, the result, the end, and the steps.
    """
    low, time, high, steps = since, since, 1.0, 0
    while gap < 0.0 or gap > TINY:
        if gap < 0.0:
            high = time
            time = 0.5 * (low + time)
        else:
            low = time
            time = 0.5 * (time + high)
        if high - low < TINY:
            return low, high, high, steps
        i, j = deepest_pair(pair, axis, since, time)
        gap = gap_of(pair, axis, since, time, i, j)
        steps += 1
    return low, time, high, steps


@compiled
def parry_time(a: Array, motion_a: Motion, b: Array, motion_b: Motion) -> float:
    """Find a time of impact by bisection along one fixed axis after another."""
    pair = (a, motion_a, b, motion_b)
    time, before = 0.0, 0.0
    for _ in range(MOST_BISECTIONS):
        found = nearest_features(ring_at(a, motion_a, time), ring_at(b, motion_b, time))
        distance, nx, ny = found[0], found[2], found[3]
        if distance <= TINY:
            return time
        axis = (OF_WORLD, nx, ny, 0)
        low, after, high, steps = bisected(pair, axis, distance, time)
        if low - before < TINY:
            if high == 1.0:  # there the axis turns with a
                nx, ny = axis_at((OF_A, nx, ny, 0), motion_a[5] * (1.0 - time), 0.0)
                standing = (OF_WORLD, nx, ny, 0)
                i, j = deepest_pair(pair, standing, 1.0, 1.0)
                if gap_of(pair, standing, 1.0, 1.0, i, j) > 0.0:
                    return inf
            return after
        before = low
        time = after
        if steps == 0:
            return time
    return inf


@compiled
def times_of(
    find: Any, local_a: Array, motions_a: Array, local_b: Array, motions_b: Array
) -> Array:
    """Return what one of both finds for each row; the motions are (k, 6)."""
    times = np.empty(len(local_a))
    for k in range(len(times)):
        p, q = motions_a[k], motions_b[k]
        motion_a = (p[0], p[1], p[2], p[3], p[4], p[5])
        motion_b = (q[0], q[1], q[2], q[3], q[4], q[5])
        times[k] = find(local_a[k], motion_a, local_b[k], motion_b)
    return times
