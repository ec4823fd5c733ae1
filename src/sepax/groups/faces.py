"""The edges of a group that face another group, as seen from a place on them.

Edges of parts that lie in a line one after the other are one face, however the group is cut.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._vectors import dot, units
from sepax.groups.seams import offsets_of, radii_of, vertices_of

_LEVEL = 1e-9  # the sine of an angle that is rounding: far more than short edges are off
_AT_ONCE = 1 << 16  # edges that are seen from places: a few milliseconds
Vector = tuple[float, float]


class Front(NamedTuple):
    """The edges of a group that face along a direction, moved out by the radii of their parts."""

    points: FloatArray  # all vertices of the group
    offsets: IndexArray  # where those of each part begin
    following: IndexArray  # the next vertex of the part
    starts: IndexArray  # of edges, numbers of vertices
    ends: IndexArray
    directions: FloatArray  # unit vectors along edges
    lengths: FloatArray
    facing: Vector


class End(NamedTuple):
    """Where faces that touch in one place end: on both groups, and how far they are apart there."""

    of_a: FloatArray
    of_b: FloatArray
    height: float


def front_of(block: ShapeBlock, facing: Vector) -> Front:
    """Return the edges of a group that face along a unit vector, or are across it."""
    offsets = offsets_of(block)
    counts = np.diff(offsets)
    points = vertices_of(block) + np.outer(np.repeat(radii_of(block), counts), facing)
    ends = np.arange(1, len(points) + 1)
    ends[offsets[1:] - 1] = offsets[:-1]
    directions, far = units(points[ends] - points)
    ahead = dot(directions, (-facing[1], facing[0])) >= -_LEVEL
    starts = np.flatnonzero((far > 0.0) & ahead)
    return Front(
        points,
        offsets[:-1],
        ends,
        starts,
        ends[starts],
        directions[starts],
        far[starts],
        facing,
    )


def _leading(front: Front, places: FloatArray, slack: float) -> tuple[BoolArray, BoolArray]:
    """Which edges lead from each place, forwards and backwards."""
    seen = places[:, None] - front.points[front.starts]
    x, y = seen[..., 0], seen[..., 1]
    way_x, way_y = front.directions.T
    along = x * way_x + y * way_y
    on = (
        (np.abs(way_x * y - way_y * x) <= slack)
        & (along >= -slack)
        & (along <= front.lengths + slack)
    )
    return on & (along < front.lengths - slack), on & (along > slack)


def _rays(front: Front, place: FloatArray, slack: float) -> FloatArray:
    """Return the directions in which edges lead from a place."""
    forwards, backwards = _leading(front, place[None], slack)
    return np.concatenate((front.directions[forwards[0]], -front.directions[backwards[0]]))


def _goes_straight(front: Front, place: FloatArray, direction: FloatArray, slack: float) -> float:
    """Return how far edges lead from a place straight in a direction."""
    seen = np.stack((front.points[front.starts], front.points[front.ends])) - place
    on = (np.abs(seen[..., 1] * direction[0] - seen[..., 0] * direction[1]) <= slack).all(axis=0)
    along = np.sort(dot(seen[:, on], direction), axis=0)
    reach = 0.0
    for low, high in along[:, np.argsort(along[0])].T.tolist():
        if low > reach + slack:
            break
        reach = max(reach, high)
    if reach == 0.0:
        return reach
    near = _first_cover(front, place, direction, 4.0 * slack)
    if near >= reach:
        return reach
    # Where that is on the line itself: it moves in proportion.
    return max(0.0, 2.0 * near - _first_cover(front, place, direction, 8.0 * slack))


def _first_cover(front: Front, place: FloatArray, direction: FloatArray, height: float) -> float:
    """Return how far in a direction no part lies so high in front of edges that lead there."""
    out = np.array((-direction[1], direction[0]))
    out = out if dot(out, front.facing) > 0.0 else -out
    seen = place + height * out - front.points
    edges = front.points[front.following] - front.points
    edges /= max(np.abs(edges).max(), np.finfo(float).tiny)  # so that no product underflows
    inside = edges[:, 0] * seen[:, 1] - edges[:, 1] * seen[:, 0]  # positive; grows by `turn`
    turn = edges[:, 0] * direction[1] - edges[:, 1] * direction[0]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        crossed = -inside / turn
    never = (turn == 0.0) & (inside < 0.0)
    lows = np.where(turn > 0.0, crossed, np.where(never, np.inf, -np.inf))
    highs = np.where(turn < 0.0, crossed, np.inf)
    low = np.maximum.reduceat(lows, front.offsets)
    high = np.minimum.reduceat(highs, front.offsets)
    covers = np.isfinite(low) & np.isfinite(high) & (high > np.maximum(low, 0.0) + height)
    return max(0.0, float(low[covers].min(initial=np.inf)))


def are_foremost(front: Front, places: FloatArray, slack: float) -> BoolArray:
    """Which places edges lead to and from, but not on in the direction that they face."""
    rising = dot(front.directions, front.facing)
    up, down = rising > _LEVEL, rising < -_LEVEL
    kept = np.ones(len(places), np.bool_)
    step = max(_AT_ONCE // max(len(rising), 1), 1)
    for first in range(0, len(places), step):
        forwards, backwards = _leading(front, places[first : first + step], slack)
        kept[first : first + step] = ~((forwards & up) | (backwards & down)).any(axis=1)
    return kept


def feature_at(front: Front, place: FloatArray, slack: float) -> int:
    """Return k if a place is vertex k, or -1 - k if it lies on the edge that begins there."""
    near = np.flatnonzero(np.abs(front.points - place).max(axis=1) <= slack)
    if len(near):
        return int(near[0])
    seen = place - front.points[front.starts]
    along = (seen * front.directions).sum(axis=1)
    aside = np.abs(front.directions[:, 0] * seen[:, 1] - front.directions[:, 1] * seen[:, 0])
    aside = np.where((along >= 0.0) & (along <= front.lengths), aside, np.inf)
    return -1 - int(front.starts[np.argmin(aside)])


def _flattest_direction(directions: FloatArray, slopes: FloatArray) -> int:
    """Return which way is the flattest, of several that to the left, or else down."""
    flat = np.flatnonzero(slopes <= slopes.min() + _LEVEL)
    return int(flat[np.lexsort((directions[flat, 1], np.round(directions[flat, 0], 9)))[0]])


def end_of_faces(
    a: Front, b: Front, of_a: FloatArray, of_b: FloatArray, slack: float
) -> End | None:
    """Return where the face ends that touches another in one place alone; None for corners.

    Of the group with a face across the normal the face; of the other the edge that is the flattest.
    `of_a` and `of_b` are the same place on both, as far apart as the groups are.
    """
    for face, other, on_face, on_other in ((a, b, of_a, of_b), (b, a, of_b, of_a)):
        directions = _rays(other, on_other, slack)
        if not len(directions):
            continue
        slopes = -dot(directions, other.facing)
        k = _flattest_direction(directions, slopes)
        level = np.array((-face.facing[1], face.facing[0]))
        flat = float(dot(directions[k], level))
        if abs(flat) <= _LEVEL or slopes[k] < -_LEVEL:
            continue
        level = level if flat > 0.0 else -level
        length = min(
            _goes_straight(other, on_other, directions[k], slack) * abs(flat),
            _goes_straight(face, on_face, level, slack),
        )
        if length > slack:
            height = length * max(float(slopes[k]), 0.0) / abs(flat)
            at_face, at_other = (
                on_face + length * level,
                on_other + length * directions[k] / abs(flat),
            )
            return End(at_face, at_other, height) if face is a else End(at_other, at_face, height)
    return None
