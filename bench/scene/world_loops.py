"""Many small worlds of boxes, the way one writes it with numba: loops over all pairs of a world.

Boxes are columns: centre, axis and half sizes, x first. Circles about the boxes are compared first.
Columns were several times faster than rows, with which each box is a view of an array.
"""

import math

import numpy as np
from common.compiling import compiled
from common.shapes import Array, Index


@compiled
def boxes_meet(boxes: Array, i: int, j: int) -> bool:
    """Test two boxes along their four axes."""
    dx, dy = boxes[0, j] - boxes[0, i], boxes[1, j] - boxes[1, i]
    ax, ay, bx, by = boxes[2, i], boxes[3, i], boxes[2, j], boxes[3, j]
    cosine, sine = abs(ax * bx + ay * by), abs(ax * by - ay * bx)
    a, b, c, d = boxes[4, i], boxes[5, i], boxes[4, j], boxes[5, j]
    return bool(
        abs(dx * ax + dy * ay) <= a + c * cosine + d * sine
        and abs(dy * ax - dx * ay) <= b + c * sine + d * cosine
        and abs(dx * bx + dy * by) <= c + a * cosine + b * sine
        and abs(dy * bx - dx * by) <= d + a * sine + b * cosine
    )


@compiled
def note_pairs(boxes: Array, radii: Array, size: int, found: Index) -> int:
    """Write the pairs of each world of so many boxes that meet; return how many there are."""
    n = 0
    for start in range(0, len(radii), size):
        for i in range(start, start + size):
            for j in range(i + 1, start + size):
                dx, dy = boxes[0, j] - boxes[0, i], boxes[1, j] - boxes[1, i]
                reach = radii[i] + radii[j]
                if dx * dx + dy * dy <= reach * reach and boxes_meet(boxes, i, j):
                    found[n, 0], found[n, 1] = i, j
                    n += 1
    return n


@compiled
def square_outside(boxes: Array, i: int, x: float, y: float) -> float:
    """Return the square of the distance of a place from a box."""
    dx, dy = x - boxes[0, i], y - boxes[1, i]
    along = max(abs(dx * boxes[2, i] + dy * boxes[3, i]) - boxes[4, i], 0.0)
    across = max(abs(dy * boxes[2, i] - dx * boxes[3, i]) - boxes[5, i], 0.0)
    square: float = along * along + across * across
    return square


@compiled
def square_of_corners(boxes: Array, i: int, j: int) -> float:
    """Return the square of the least distance of a corner of box i from box j."""
    best = math.inf
    for along in (-1.0, 1.0):
        for across in (-1.0, 1.0):
            u, v = along * boxes[4, i], across * boxes[5, i]
            x = boxes[0, i] + u * boxes[2, i] - v * boxes[3, i]
            y = boxes[1, i] + u * boxes[3, i] + v * boxes[2, i]
            best = min(best, square_outside(boxes, j, x, y))
    return best


@compiled
def distance_of_boxes(boxes: Array, i: int, j: int) -> float:
    """Return 0 for boxes that meet, else the least distance of a corner from the other box."""
    if boxes_meet(boxes, i, j):
        return 0.0
    return math.sqrt(min(square_of_corners(boxes, i, j), square_of_corners(boxes, j, i)))


@compiled
def nearest_in_worlds(boxes: Array, radii: Array, size: int) -> Array:
    """Return the distance of each box from the nearest other one of its world."""
    nearest = np.empty(len(radii))
    for start in range(0, len(radii), size):
        for i in range(start, start + size):
            best = math.inf
            for j in range(start, start + size):
                dx, dy = boxes[0, j] - boxes[0, i], boxes[1, j] - boxes[1, i]
                reach = best + radii[i] + radii[j]
                if j != i and dx * dx + dy * dy <= reach * reach:
                    best = min(best, distance_of_boxes(boxes, i, j))
            nearest[i] = best
    return nearest


@compiled
def reach_along(boxes: Array, i: int, j: int, nx: float, ny: float) -> float:
    """Return half the sum of the extents of two boxes along a direction."""
    a = boxes[4, i] * abs(nx * boxes[2, i] + ny * boxes[3, i])
    b = boxes[5, i] * abs(ny * boxes[2, i] - nx * boxes[3, i])
    c = boxes[4, j] * abs(nx * boxes[2, j] + ny * boxes[3, j])
    d = boxes[5, j] * abs(ny * boxes[2, j] - nx * boxes[3, j])
    extent: float = a + b + c + d
    return extent


@compiled
def time_of_boxes(boxes: Array, i: int, j: int, vx: float, vy: float, end: float) -> float:
    """Return when two boxes meet, the second one moving: the overlap of times along each axis."""
    dx, dy = boxes[0, j] - boxes[0, i], boxes[1, j] - boxes[1, i]
    enter, leave = 0.0, end
    for k in range(4):
        of = i if k < 2 else j
        nx, ny = boxes[2, of], boxes[3, of]
        if k % 2:
            nx, ny = -ny, nx
        reach = reach_along(boxes, i, j, nx, ny)
        place, speed = dx * nx + dy * ny, vx * nx + vy * ny
        if speed == 0.0:
            if abs(place) > reach:
                return math.inf
            continue
        one, two = (-reach - place) / speed, (reach - place) / speed
        enter, leave = max(enter, min(one, two)), min(leave, max(one, two))
        if enter > leave:
            return math.inf
    return enter


@compiled
def first_in_worlds(boxes: Array, radii: Array, velocity: Array, size: int, end: float) -> Index:
    """Return the box of its world that each box meets first, -1 for none."""
    first = np.empty(len(radii), np.intp)
    for i in range(len(radii)):
        best, found, start = math.inf, -1, i // size * size
        for j in range(start, start + size):
            if j == i:
                continue
            dx, dy = boxes[0, j] - boxes[0, i], boxes[1, j] - boxes[1, i]
            vx, vy = velocity[j, 0] - velocity[i, 0], velocity[j, 1] - velocity[i, 1]
            speed = vx * vx + vy * vy
            nearest = min(max(-(dx * vx + dy * vy) / speed, 0.0), end) if speed > 0.0 else 0.0
            dx, dy, reach = dx + vx * nearest, dy + vy * nearest, radii[i] + radii[j]
            if dx * dx + dy * dy <= reach * reach:
                time = time_of_boxes(boxes, i, j, vx, vy, end)
                if time < best:
                    best, found = time, j
        first[i] = found
    return first
