"""The answers known beforehand, in plain NumPy, with no formula in common with the library."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from common.shapes import Array, Shapes, Truths

MARGIN = 1e-6  # pairs nearer to touching than this are left out: there float peers may differ
TOLERANCE = 1e-6  # between a contestant's number (depth, time) and the known one


@dataclass(frozen=True)
class Motion:
    """Pairs in which every a moves and every b rests."""

    a: Shapes
    b: Shapes
    separation: Array  # at the start; signed: the gap, or minus the penetration depth
    velocity: Array  # of a


def separation(a: Shapes, b: Shapes) -> Array:
    """Return the signed separation of each pair, (k,).

    It is minus the penetration depth where the shapes overlap. Where two sharp polygons are apart
    it is the widest gap along any edge normal: of the same sign as the distance, at most as large.
    """
    if a.is_sharp and b.is_sharp:
        return _gap_of_cores(a, b)
    return _signed(a, b)


def distance(a: Shapes, b: Shapes) -> Array:
    """Return how far the shapes of each pair are apart, (k,): 0 where they meet."""
    return np.maximum(_signed(a, b), 0.0)


def shared_area(a: Shapes, b: Shapes) -> Array:
    """Return the area that the sharp polygons of each pair share, (k,).

    The boundary of what they share is what of either boundary is inside of the other.
    """
    middle = a.position[:, None, :]  # far from the origin products of coordinates cancel
    return _swept_inside(a.world - middle, b.world - middle) + _swept_inside(
        b.world - middle, a.world - middle
    )


def _swept_inside(a: Array, b: Array) -> Array:
    """Return what the edges of a sweep, seen from the origin, where they are inside of b."""
    edges, normals = np.roll(a, -1, axis=1) - a, _outward_normals(b)
    beyond = a @ normals.swapaxes(1, 2) - (normals * b).sum(axis=2)[:, None, :]
    speed = edges @ normals.swapaxes(1, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -beyond / speed
    outside = np.where((speed == 0.0) & (beyond > 0.0), np.inf, 0.0)
    enter = np.where(speed < 0.0, crossing, outside).max(axis=2).clip(0.0)
    leave = np.where(speed > 0.0, crossing, 1.0).min(axis=2).clip(None, 1.0)
    turns = a[..., 0] * edges[..., 1] - a[..., 1] * edges[..., 0]
    swept: Array = 0.5 * (turns * np.maximum(leave - enter, 0.0)).sum(axis=1)
    return swept


def _signed(a: Shapes, b: Shapes) -> Array:
    """Return the distance of each pair, or minus the penetration depth."""
    radius = a.radius + b.radius
    if b.local.shape[1] == 1:
        a, b = b, a
    if b.local.shape[1] == 1:
        return np.asarray(np.linalg.norm(b.position - a.position, axis=1) - radius)
    if a.local.shape[1] == 1:
        return _signed_distance(a.position, b.world) - radius
    gap = _gap_of_cores(a, b)
    return np.asarray(np.where(gap > 0.0, _distance_of_cores(a.world, b.world), gap) - radius)


def _gap_of_cores(a: Shapes, b: Shapes) -> Array:
    return np.maximum(_widest_gap(a.world, b.world), _widest_gap(b.world, a.world))


def _distance_of_cores(a: Array, b: Array) -> Array:
    """Least distance of a vertex of one core from the other; they are apart."""
    ways = [_signed_distance(a[:, i], b) for i in range(a.shape[1])]
    ways += [_signed_distance(b[:, i], a) for i in range(b.shape[1])]
    return np.asarray(np.min(ways, axis=0))


def first_touch(motion: Motion) -> tuple[Array, Truths]:
    """Return when a, moving for one unit of time, first touches b, and which answers are clear.

    The separation is a convex function of time, so its least value is found by golden section
    and the first touch by bisection before that: no formula in common with a swept test.

    Returns
    -------
    time : (k,) float64
        0 where they overlap from the start, infinity where they miss.
    clear : (k,) bool
        False where the shapes graze by less than `MARGIN`.
    """
    ends = np.zeros_like(motion.separation), np.ones_like(motion.separation)
    nearest = _least(lambda time: _separation_at(motion, time), *ends)
    depth = np.minimum(_separation_at(motion, nearest), motion.separation)
    low, high = ends[0], nearest
    for _ in range(50):
        middle = 0.5 * (low + high)
        apart = _separation_at(motion, middle) > 0.0
        low, high = np.where(apart, middle, low), np.where(apart, high, middle)
    time = np.where(motion.separation <= 0.0, 0.0, np.where(depth <= 0.0, high, np.inf))
    return time, np.abs(depth) > MARGIN


def _outward_normals(vertices: Array) -> Array:
    edges = np.roll(vertices, -1, axis=1) - vertices
    normals = np.stack((edges[..., 1], -edges[..., 0]), axis=-1)
    units: Array = normals / np.linalg.norm(normals, axis=2, keepdims=True)
    return units


def _widest_gap(a: Array, b: Array) -> Array:
    """Largest over the edges of a of the signed distance from that edge to all of b."""
    normals = _outward_normals(a)
    here = a.mean(axis=1, keepdims=True)  # coordinates about a: far from the origin they cancel
    reached = (normals @ (b - here).swapaxes(1, 2)).min(axis=2)
    widest: Array = (reached - (normals * (a - here)).sum(axis=2)).max(axis=1)
    return widest


def _signed_distance(points: Array, polygons: Array) -> Array:
    """Distance of each point to the boundary of its polygon, negative inside."""
    edges = np.roll(polygons, -1, axis=1) - polygons
    arms = points[:, None, :] - polygons
    along = (arms * edges).sum(axis=2) / (edges * edges).sum(axis=2)
    nearest = arms - np.clip(along, 0.0, 1.0)[..., None] * edges
    distance: Array = np.linalg.norm(nearest, axis=2).min(axis=1)
    turns = edges[..., 0] * arms[..., 1] - edges[..., 1] * arms[..., 0]
    return np.where((turns >= 0.0).all(axis=1), -distance, distance)


def _separation_at(motion: Motion, time: Array) -> Array:
    moved = motion.a.position + time[:, None] * motion.velocity
    return separation(motion.a.at(moved), motion.b)


def _least(function: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """Where a convex function is least in [low, high], by golden section, element by element."""
    ratio = 0.5 * (np.sqrt(5.0) - 1.0)
    for _ in range(48):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        rising = function(left) < function(right)
        low, high = np.where(rising, low, left), np.where(rising, right, high)
    return 0.5 * (low + high)
