# Written by tools/generate.py from verbs.toml: change that table, not this file.
"""The verbs over arrays of shapes.

`sepax.intersects` and the other verbs call these when an argument is a `ShapeArray`: see
docs/batch.md for the forms of the arguments.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import numpy.typing as npt

from sepax._arguments import memory
from sepax._batch import (
    BOOL,
    FLOAT64,
    cast_ray,
    column,
    contains,
    intersects,
    point_pairs,
    push_out_of,
    raycast,
    read_directions,
    read_motions,
    shape_pairs,
    two_of,
)
from sepax._core.arguments import length, positive_number
from sepax._core.arrays.pairs import all_meet
from sepax._results import Contacts, Impacts
from sepax._threads import run
from sepax.groups.single import (
    are_apart,
    area_of_two,
    distance_of_two,
    iou_of_two,
    mtv_of_two,
    points_of_two,
    sweep_of_two,
    time_of_two,
)

__all__ = [
    "all_meet",
    "cast_ray",
    "collide",
    "contains",
    "covers",
    "distance",
    "intersects",
    "iou",
    "mtv",
    "nearest_points",
    "overlap_area",
    "project",
    "push_out_of",
    "raycast",
    "separating_axis",
    "support_point",
    "sweep",
    "time_of_impact",
]


def separating_axis(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """The direction of an axis that separates shapes."""
    workers = positive_number(workers, "workers")
    plan = shape_pairs(a, b, pairs, out, workers)
    first, second = two_of(out, "(n, 2) float64 and (n,) bool")
    vectors = memory(first, "out[0]", (plan.count, 2), FLOAT64)
    mask = memory(second, "out[1]", (plan.count,), BOOL)
    run(plan.separating_axis, plan.count, workers, vectors, mask)
    return (tuple(vectors[0].tolist()) if mask[0] else None) if plan.single else (vectors, mask)


def covers(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """Whether the first shape covers the second; exact."""
    workers = positive_number(workers, "workers")
    known = are_apart(a, b, pairs, out, workers)
    if known:
        return False
    plan = shape_pairs(a, b, pairs, out, workers)
    return column(plan, plan.covers, BOOL, out, workers)


def project(shape: Any, axis: npt.ArrayLike, *, pairs: Any, out: Any, workers: int) -> Any:
    """Project shapes on axes."""
    workers = positive_number(workers, "workers")
    plan = point_pairs(shape, axis, "axis", pairs, out, workers, read_directions)
    first, second = two_of(out, "both (n,) float64")
    low = memory(first, "out[0]", (plan.count,), FLOAT64)
    high = memory(second, "out[1]", (plan.count,), FLOAT64)
    run(plan.project, plan.count, workers, low, high)
    return (float(low[0]), float(high[0])) if plan.single else (low, high)


def support_point(
    shape: Any, direction: npt.ArrayLike, *, pairs: Any, out: Any, workers: int
) -> Any:
    """The point of a shape that is farthest in a direction."""
    workers = positive_number(workers, "workers")
    plan = point_pairs(shape, direction, "direction", pairs, out, workers, read_directions)
    points = memory(out, "out", (plan.count, 2), FLOAT64)
    run(plan.support_point, plan.count, workers, points)
    return tuple(points[0].tolist()) if plan.single else points


def mtv(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """Minimum translation vector: the shortest move of a that separates the shapes."""
    workers = positive_number(workers, "workers")
    known = mtv_of_two(a, b, pairs, out, workers)
    if known:
        return known[0]
    plan = shape_pairs(a, b, pairs, out, workers)
    first, second = two_of(out, "(n, 2) float64 and (n,) bool")
    vectors = memory(first, "out[0]", (plan.count, 2), FLOAT64)
    mask = memory(second, "out[1]", (plan.count,), BOOL)
    run(plan.mtv, plan.count, workers, vectors, mask)
    return (tuple(vectors[0].tolist()) if mask[0] else None) if plan.single else (vectors, mask)


def collide(a: Any, b: Any, *, margin: SupportsFloat, pairs: Any, out: Any, workers: int) -> Any:
    """The contact of shapes: normal, penetration depth and points."""
    margin = length(margin, "margin")
    workers = positive_number(workers, "workers")
    known = are_apart(a, b, pairs, out, workers)
    if known and margin == 0.0:
        return None
    plan = shape_pairs(a, b, pairs, out, workers)
    rows = Contacts._for(out, plan.count)
    run(plan.collide, plan.count, workers, margin, *rows._arrays())
    return rows[0] if plan.single else rows


def distance(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """The distance between shapes: between their nearest points."""
    workers = positive_number(workers, "workers")
    known = distance_of_two(a, b, pairs, out, workers)
    if known is not None:
        return known
    plan = shape_pairs(a, b, pairs, out, workers)
    return column(plan, plan.distance, FLOAT64, out, workers)


def nearest_points(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """The points where shapes are nearest to each other."""
    workers = positive_number(workers, "workers")
    known = points_of_two(a, b, pairs, out, workers)
    if known is not None:
        return known
    plan = shape_pairs(a, b, pairs, out, workers)
    first, second = two_of(out, "both (n, 2) float64")
    of_a = memory(first, "out[0]", (plan.count, 2), FLOAT64)
    of_b = memory(second, "out[1]", (plan.count, 2), FLOAT64)
    run(plan.nearest_points, plan.count, workers, of_a, of_b)
    return (tuple(of_a[0].tolist()), tuple(of_b[0].tolist())) if plan.single else (of_a, of_b)


def overlap_area(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """The area that shapes share."""
    workers = positive_number(workers, "workers")
    known = area_of_two(a, b, pairs, out, workers)
    if known is not None:
        return known
    plan = shape_pairs(a, b, pairs, out, workers)
    return column(plan, plan.overlap_area, FLOAT64, out, workers)


def iou(a: Any, b: Any, *, pairs: Any, out: Any, workers: int) -> Any:
    """Intersection over union: the area that shapes share, divided by the area that they cover."""
    workers = positive_number(workers, "workers")
    known = iou_of_two(a, b, pairs, out, workers)
    if known is not None:
        return known
    plan = shape_pairs(a, b, pairs, out, workers)
    return column(plan, plan.iou, FLOAT64, out, workers)


def sweep(
    a: Any,
    b: Any,
    *,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: npt.ArrayLike,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    touching: bool = True,
    skip_leaving: bool,
    pairs: Any,
    out: Any,
    workers: int,
) -> Any:
    """When moving shapes, which may also turn, first touch."""
    workers = positive_number(workers, "workers")
    known = sweep_of_two(
        a,
        b,
        velocity_a,
        velocity_b,
        max_time,
        angular_velocity_a,
        angular_velocity_b,
        touching,
        skip_leaving,
        pairs,
        out,
        workers,
    )
    if known:
        return known[0]
    plan = shape_pairs(a, b, pairs, out, workers)
    rows = Impacts._for(out, plan.count)
    own = () if out is None else rows._arrays()
    motions = read_motions(
        velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b, plan.count, own
    )
    run(plan.sweep, plan.count, workers, *motions, skip_leaving, not touching, *rows._arrays())
    return rows[0] if plan.single else rows


def time_of_impact(
    a: Any,
    b: Any,
    *,
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: npt.ArrayLike,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    pairs: Any,
    out: Any,
    workers: int,
) -> Any:
    """When moving shapes, which may also turn, first touch: the time of `sweep` alone, for less."""
    workers = positive_number(workers, "workers")
    known = time_of_two(
        a,
        b,
        velocity_a,
        velocity_b,
        max_time,
        angular_velocity_a,
        angular_velocity_b,
        pairs,
        out,
        workers,
    )
    if known is not None:
        return known
    plan = shape_pairs(a, b, pairs, out, workers)
    motions = read_motions(
        velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b, plan.count, (out,)
    )
    return column(plan, plan.time_of_impact, FLOAT64, out, workers, *motions)
