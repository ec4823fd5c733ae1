"""What rays hit first, the way one writes it with numba for one's own program.

Boxes are rows of `Scene.records`: position, axis, half sides.
"""

from collections.abc import Callable
from math import inf

import numpy as np
from common.compiling import compiled, inlined
from common.shapes import Array
from numpy.typing import NDArray

from scene.grid import fill_cells

Indices = NDArray[np.int64]


@inlined
def entry_distance(box: Array, x: float, y: float, way_x: float, way_y: float) -> float:
    """How far ahead a box is entered, by the slabs of its two axes; infinity for a miss."""
    dx, dy, c, s = x - box[0], y - box[1], box[2], box[3]
    along, across = c * dx + s * dy, c * dy - s * dx
    by_along, by_across = 1.0 / (c * way_x + s * way_y), 1.0 / (c * way_y - s * way_x)
    near_a, far_a = (-box[4] - along) * by_along, (box[4] - along) * by_along
    near_b, far_b = (-box[5] - across) * by_across, (box[5] - across) * by_across
    enter = max(min(near_a, far_a), min(near_b, far_b))
    leave = min(max(near_a, far_a), max(near_b, far_b))
    return max(enter, 0.0) if enter <= leave and leave >= 0.0 else inf


def lidar_loop(circles_first: bool) -> Callable[..., None]:
    """Return the loop over worlds, vehicles, beams and the other vehicles of the world."""

    @compiled
    def loop(
        rows: Array, size: int, beams: Array, end: float, distances: Array, indices: Indices
    ) -> None:
        for own in range(len(rows)):
            first = own // size * size
            x, y, c, s = rows[own, 0], rows[own, 1], rows[own, 2], rows[own, 3]
            for k in range(beams.shape[1]):
                way_x = c * beams[0, k] - s * beams[1, k]
                way_y = s * beams[0, k] + c * beams[1, k]
                best, found = inf, -1
                for j in range(first, first + size):
                    if j == own:
                        continue
                    if circles_first:
                        side = (x - rows[j, 0]) * way_y - (y - rows[j, 1]) * way_x
                        if side * side > rows[j, 4] * rows[j, 4] + rows[j, 5] * rows[j, 5]:
                            continue
                    distance = entry_distance(rows[j], x, y, way_x, way_y)
                    if distance < best and distance <= end:
                        best, found = distance, j
                distances[own, k], indices[own, k] = best, found

    return loop


lidar_by_slabs = lidar_loop(circles_first=False)
lidar_by_circles = lidar_loop(circles_first=True)


@compiled
def describe_hits(
    rows: Array, beams: Array, distances: Array, indices: Indices, normals: Array, points: Array
) -> None:
    """Find where the beams hit, and the normals there, once the first hits are known."""
    for own in range(len(rows)):
        c, s = rows[own, 2], rows[own, 3]
        for k in range(beams.shape[1]):
            found = indices[own, k]
            normals[own, k, 0] = normals[own, k, 1] = points[own, k, 0] = points[own, k, 1] = 0.0
            if found < 0:
                continue
            points[own, k, 0] = rows[own, 0] + distances[own, k] * (
                c * beams[0, k] - s * beams[1, k]
            )
            points[own, k, 1] = rows[own, 1] + distances[own, k] * (
                s * beams[0, k] + c * beams[1, k]
            )
            box = rows[found]
            dx, dy = points[own, k, 0] - box[0], points[own, k, 1] - box[1]
            along, across = box[2] * dx + box[3] * dy, box[2] * dy - box[3] * dx
            if abs(along) - box[4] > abs(across) - box[5]:
                sign = 1.0 if along > 0.0 else -1.0
                normals[own, k, 0], normals[own, k, 1] = sign * box[2], sign * box[3]
            else:
                sign = 1.0 if across > 0.0 else -1.0
                normals[own, k, 0], normals[own, k, 1] = -sign * box[3], sign * box[2]


@compiled
def scan_edges(
    edges: Array,
    begins: Indices,
    circles: Array,
    places: Array,
    beams: Array,
    distances: Array,
    indices: Indices,
) -> None:
    """Scan from each place: shapes are runs of edges, rows of x, y and the way to their end."""
    for i in range(len(places)):
        x, y = places[i]
        for k in range(beams.shape[1]):
            way_x, way_y = beams[0, k], beams[1, k]
            best, found = inf, -1
            for shape in range(len(circles)):
                dx, dy, radius = circles[shape, 0] - x, circles[shape, 1] - y, circles[shape, 2]
                if abs(way_x * dy - way_y * dx) > radius or way_x * dx + way_y * dy < -radius:
                    continue
                for edge in range(begins[shape], begins[shape + 1]):
                    dx, dy = edges[edge, 0] - x, edges[edge, 1] - y
                    turn = way_x * edges[edge, 3] - way_y * edges[edge, 2]
                    part = (dx * way_y - dy * way_x) / turn
                    distance = (dx * edges[edge, 3] - dy * edges[edge, 2]) / turn
                    if 0.0 <= part <= 1.0 and 0.0 <= distance < best:
                        best, found = distance, shape
            distances[i, k], indices[i, k] = best, found


@compiled
def box_in_circle(row: Array, x: float, y: float, way_x: float, way_y: float) -> bool:
    """Whether the line of a ray passes the circle around a box."""
    side = (x - row[0]) * way_y - (y - row[1]) * way_x
    return bool(side * side <= row[4] * row[4] + row[5] * row[5])


def make_grid(bounds: Array, side: float) -> tuple[Indices, Indices, float, float, tuple[int, int]]:
    """Put boxes into all cells of a uniform grid that their bounds touch."""
    left, bottom = bounds[:, 0].min(), bounds[:, 1].min()
    columns, rows = (
        int((bounds[:, 2 + k].max() - low) / side) + 1 for k, low in enumerate((left, bottom))
    )
    start, members, _ = fill_cells(bounds, left, bottom, 1.0 / side, (rows, columns))
    return start, members, left, bottom, (rows, columns)


@inlined
def next_side(at: float, cell: int, low: float, side: float, way: float) -> float:
    """How far ahead the ray leaves a column, or a row, of cells."""
    if way == 0.0:
        return inf
    return (low + (cell + (way > 0.0)) * side - at) / way


@compiled
def rays_through_grid(
    records: Array,
    start: Indices,
    members: Indices,
    left: float,
    bottom: float,
    shape: tuple[int, int],
    side: float,
    origins: Array,
    ways: Array,
    end: float,
    distances: Array,
    indices: Indices,
) -> None:
    """Go from cell to cell (Amanatides and Woo), until the next one begins behind a hit."""
    rows, columns = shape
    for k in range(len(origins)):
        x, y, way_x, way_y = origins[k, 0], origins[k, 1], ways[k, 0], ways[k, 1]
        column, row = int((x - left) // side), int((y - bottom) // side)
        to_x = next_side(x, column, left, side, way_x)
        to_y = next_side(y, row, bottom, side, way_y)
        step_x, step_y = (1 if way_x > 0.0 else -1), (1 if way_y > 0.0 else -1)
        best, found, gone = inf, -1, 0.0
        while gone <= end and gone <= best and 0 <= row < rows and 0 <= column < columns:
            cell = row * columns + column
            for place in range(start[cell], start[cell + 1]):
                box = members[place]
                if not box_in_circle(records[box], x, y, way_x, way_y):
                    continue
                distance = entry_distance(records[box], x, y, way_x, way_y)
                if distance <= end and (distance < best or (distance == best and box < found)):
                    best, found = distance, box
            if to_x < to_y:
                gone, column = to_x, column + step_x
                to_x = next_side(x, column, left, side, way_x)
            else:
                gone, row = to_y, row + step_y
                to_y = next_side(y, row, bottom, side, way_y)
        distances[k], indices[k] = best, found
