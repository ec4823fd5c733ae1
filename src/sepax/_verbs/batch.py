"""Calls over arrays: the arguments and memory of a call, and the verbs with code of their own.

`verbs.py` calls these. A plan says which rows make a pair, and has the loops: `ShapePairs` or
`PointPairs` of two blocks of shapes, `RowPairs` if there are compounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import (
    FloatArray,
    IndexArray,
    common_count,
    dimensions,
    index_pairs,
    indices,
    integers_of_rows,
    labels,
    memory,
    not_negative,
    numbers,
    one_or_each,
    row_name,
    spread,
    vectors,
    within_limits,
)
from sepax._base.results import RayHits
from sepax._core.arguments import described, first_outside, is_apart, positive_number
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.holders import Holders
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.pairs import PointPairs, ShapePairs, all_meet, pairs_of_arrays
from sepax._core.arrays.raycast import RayCast, RayRows, cast_one, first_zero
from sepax._core.arrays.row_pairs import RowPairs
from sepax._core.pair import mtv
from sepax._core.results import RayHit
from sepax._core.shape import Shape
from sepax._rows.motions import NO_RATES, NO_TURNS, require_rates
from sepax._rows.scenes import Indexed, scene_of
from sepax._rows.sides import (
    CompoundBase,
    as_convex,
    block_or_rows,
    require_shape,
    require_single,
    row_pairs,
    row_places,
)
from sepax._rows.visibility import groups_for, read_ignored, read_labels, visibility_from

# Made once: of a type NumPy would look up the dtype in every call.
FLOAT64: np.dtype[Any] = np.dtype(np.float64)
BOOL: np.dtype[Any] = np.dtype(np.bool_)
# Verbs whose answers for a compound of one part are those of the convex shape, to the bit.
EXACT = ("intersects", "covers", "distance", "nearest_points")
Plan = ShapePairs | PointPairs | RowPairs


def index_lists(pairs: Any) -> tuple[IndexArray, IndexArray] | tuple[None, None]:
    """Return the indices of both sides: of a tuple ``(i, j)``, else of rows with one pair each."""
    if pairs is None:
        return None, None
    # Compiled code copies them before it checks them.
    if isinstance(pairs, tuple):
        if len(pairs) != 2:
            raise TypeError(
                "pairs must be a tuple (i, j) of two sequences of indices, or have the shape "
                f"(k, 2), got a tuple of {len(pairs)}"
            )
        i, j = pairs
        return indices(i, "pairs[0]", shared=True), indices(j, "pairs[1]", shared=True)
    rows = index_pairs(pairs, "pairs")
    return rows[:, 0], rows[:, 1]


def shape_pairs(
    a: Any, b: Any, pairs: Any, out: Any, workers: int, verb: str = ""
) -> ShapePairs | RowPairs:
    if pairs is None and (plan := pairs_of_arrays(a, b)) is not None:
        return plan
    one, other = block_or_rows(a, "a"), block_or_rows(b, "b")
    if verb in EXACT:
        one, other = as_convex(one), as_convex(other)
    if isinstance(one, ShapeBlock) and isinstance(other, ShapeBlock):
        return ShapePairs(one, other, *index_lists(pairs))
    single = isinstance(a, (CompoundBase, Shape)) and isinstance(b, (CompoundBase, Shape))
    if single:
        require_single(pairs, out, workers)
    return row_pairs(one, other, single, *index_lists(pairs))


def point_pairs(
    shape: Any,
    points: npt.ArrayLike,
    name: str,
    pairs: Any,
    out: Any,
    workers: int,
    read: Callable[[npt.ArrayLike, str, Any], FloatArray],
) -> PointPairs | RowPairs:
    shapes = block_or_rows(shape, "shape")  # first: its error mentions swapped arguments
    if name == "points":
        shapes = as_convex(shapes)
    places = read(points, name, out)
    if isinstance(shapes, ShapeBlock):
        return PointPairs(shapes, places, *index_lists(pairs))
    single = isinstance(shape, CompoundBase) and dimensions(points) == 1 and len(places) == 1
    if single:
        require_single(pairs, out, workers)
    return row_places(shapes, places, single, *index_lists(pairs), of_rings=name == "points")


def truths(plan: Plan, verb: str, out: Any, workers: int, *options: Any) -> Any:
    """Return one truth for each pair, in the memory of `out` if that is given."""
    answers = memory(out, "out", (plan.count,), BOOL)
    threads.run(plan.answer, plan.count, workers, verb, (answers,), *options)
    return answers[0].item() if plan.single else answers


def two_of(out: Any, kinds: str) -> tuple[Any, Any]:
    """Return the two arrays of `out`, None for those that are to be made."""
    if out is None:
        return None, None
    if not isinstance(out, tuple) or len(out) != 2:
        raise TypeError(f"out must be a tuple of two arrays, {kinds}; got {type(out).__name__}")
    if not is_apart(*out) and np.shares_memory(*out):
        raise ValueError("out[0] and out[1] must be two arrays, got the same memory twice")
    return out


def read_places(points: npt.ArrayLike, name: str, out: Any) -> FloatArray:
    """Return (n, 2) points; copies if `out` may be their memory."""
    answers = out if isinstance(out, tuple) else (out,)
    shared = out is None or is_apart(points, *answers)
    return within_limits(vectors(points, name, shared=shared), name)


def read_directions(directions: npt.ArrayLike, name: str, out: Any) -> FloatArray:
    """Return (n, 2) directions, none of them (0, 0)."""
    return _require_nonzero(read_places(directions, name, out), name)


def _require_nonzero(directions: FloatArray, name: str) -> FloatArray:
    if (row := first_zero(directions)) >= 0:
        raise ValueError(f"{name}[{row}] must not be zero")
    return directions


def _velocities(
    value: npt.ArrayLike, name: str, count: int, answers: tuple[Any, ...]
) -> FloatArray:
    array = vectors(value, name, shared=is_apart(value, *answers))
    return one_or_each(within_limits(array, name), name, count, " pairs")


def _require_not_negative(array: FloatArray, name: str, value: npt.ArrayLike) -> FloatArray:
    if (row := first_outside(array, 0.0, np.inf)) >= 0:
        whose = row_name(name, value, row)
        raise ValueError(f"{whose} must not be negative or NaN, got {array[row]}")
    return array


def _rates(
    value: Any, name: str, ends: FloatArray, count: int, answers: tuple[Any, ...]
) -> FloatArray:
    """Return angular velocities, of all pairs or of each."""
    if type(value) is float and value == 0.0:
        return NO_RATES
    rates = numbers(value, name, shared=is_apart(value, *answers))
    one_or_each(rates, name, count, " pairs")
    require_rates(rates, value, name, ends)
    return rates


def read_motions(
    velocity_a: npt.ArrayLike,
    velocity_b: npt.ArrayLike,
    max_time: npt.ArrayLike,
    angular_velocity_a: npt.ArrayLike,
    angular_velocity_b: npt.ArrayLike,
    count: int,
    answers: tuple[Any, ...],
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return the velocities, the ends of time and the turns, of all pairs or of each.

    A turn is the two angular velocities. Arrays that may share memory with `out` are copied. Should
    another thread spoil them meanwhile, answers are unspecified, and nothing else is.
    """
    of_a = _velocities(velocity_a, "velocity_a", count, answers)
    of_b = _velocities(velocity_b, "velocity_b", count, answers)
    ends = numbers(max_time, "max_time", shared=is_apart(max_time, *answers))
    _require_not_negative(one_or_each(ends, "max_time", count, " pairs"), "max_time", max_time)
    rate_a = _rates(angular_velocity_a, "angular_velocity_a", ends, count, answers)
    rate_b = _rates(angular_velocity_b, "angular_velocity_b", ends, count, answers)
    if rate_a is rate_b is NO_RATES:
        return of_a, of_b, ends, NO_TURNS
    turns = np.empty((1 if len(rate_a) == 1 == len(rate_b) else count, 2))
    turns[:, 0], turns[:, 1] = rate_a, rate_b
    return of_a, of_b, ends, turns


# --- verbs with code of their own ------------------------------------------------------


def intersects(a: Any, b: Any, *, touching: bool, pairs: Any, out: Any, workers: int) -> Any:
    """Whether the shapes of each pair meet."""
    is_one_worker = pairs is None and type(workers) is int and workers == 1
    if is_one_worker and (answers := all_meet(a, b, not touching, out)) is not None:
        return answers
    workers = positive_number(workers, "workers")
    plan = shape_pairs(a, b, pairs, out, workers, "intersects")
    return truths(plan, "intersects", out, workers, (), not touching)


def _rows_that_hold(index: Any, points: npt.ArrayLike, workers: int) -> IndexArray:
    """Return the rows of an index that hold a point; of many points, these beside their rows."""
    holders = _holders_of(index, vectors(points, "points"))
    if workers == 1:  # of the time for one point, the way through `threads.run` takes a tenth
        holders.note(0, holders.count)
    else:
        threads.run(holders.note, holders.count, workers)
    rows: IndexArray = np.asarray(holders.pairs())
    return rows[:, 0] if holders.count and dimensions(points) == 1 else rows


def _holders_of(index: Any, places: FloatArray) -> Holders:
    scene = scene_of(index, "shape", exact=True)
    tree = scene.shapes if isinstance(scene.shapes, ShapeTree) else scene.tree_of_outlines()
    holders = Holders(tree, places)
    if not holders.within_limits:
        within_limits(places, "points")  # says which is not
    return holders


def contains_first(shape: Any, points: npt.ArrayLike, pairs: Any, out: Any, workers: int) -> Any:
    """Return the lowest row of an index that holds each point, -1 for none."""
    workers = positive_number(workers, "workers")
    if not isinstance(getattr(shape, "_indexed", None), Indexed):
        raise TypeError(
            f"first is for a ShapeIndex, got {described(shape)}: make one of the shapes"
        )
    if pairs is not None:
        raise TypeError("an index answers with the rows that hold points: no pairs")
    places = vectors(points, "points", shared=out is None or is_apart(points, out))
    rows = memory(out, "out", (len(places),), np.dtype(np.intp))
    holders = _holders_of(shape, places)
    if workers == 1:
        holders.first(0, len(rows), rows)
    else:
        threads.run(holders.first, len(rows), workers, rows)
    return int(rows[0]) if len(places) and dimensions(points) == 1 else rows


def contains(shape: Any, points: npt.ArrayLike, *, pairs: Any, out: Any, workers: int) -> Any:
    """Whether the point of each pair is in the shape; of an index, which rows hold the points."""
    workers = positive_number(workers, "workers")
    if isinstance(getattr(shape, "_indexed", None), Indexed):
        if pairs is not None or out is not None:
            raise TypeError("an index answers with the rows that hold points: no pairs, no out")
        return _rows_that_hold(shape, points, workers)
    plan = point_pairs(shape, points, "points", pairs, out, workers, read_places)
    return truths(plan, "contains", out, workers)


def _step_away(shape: Any, other: Any, x: float, y: float) -> None:
    """Move a shape on in the direction (x, y) while rounding of its vertices keeps an overlap.

    First by a unit in the last place of the largest coordinate, then by twice as much each time; in
    the end that leads out of anything. After some steps the shortest way out is asked again, with
    that much room: a shape in a gap between parts may fit but for rounding.
    """
    step = math.ulp(max(map(abs, (*shape.position, *shape.bounds, *other.bounds))))
    for k in range(64):
        if k % 8 == 7 or (x == 0.0 and y == 0.0):
            one = isinstance(shape, CompoundBase)
            way = mtv(shape._widened(step), other) if one else mtv(shape, other._widened(step))
            if way is None:  # another thread has moved one meanwhile
                return
            x, y = way
            shape.move(x, y)
        else:
            longer = max(abs(x), abs(y))
            shape.move(x / longer * step, y / longer * step)
            step *= 2.0
        if not shape.intersects(other, touching=False):
            return


def push_out_of(shape: Any, other: Any) -> bool:
    """Move a single shape the shortest way out of another; one of them is a compound."""
    require_shape(other, "other", "a single shape")
    if shape is other or not shape.intersects(other, touching=False):
        return False
    vector, start = mtv(shape, other), shape.position
    if vector is None:  # another thread has moved one meanwhile
        return False
    try:
        shape.move(*vector)
        if shape.intersects(other, touching=False):
            _step_away(shape, other, *vector)
    except BaseException:
        shape.position = start
        raise
    return True


# --- rays -------------------------------------------------------------------------------


def cast_ray(
    scene: Any, x: float, y: float, way_x: float, way_y: float, max_distance: float, radius: float
) -> RayHit | None:
    """Return the first hit of one ray in a scene; the numbers are checked."""
    rows = scene_of(scene, "scene", exact=True)
    if rows.row_groups is not None:
        raise ValueError("an index with groups is asked with ray_groups, a label for each ray")
    return cast_one(rows.of_rays(None, radius == 0.0), x, y, way_x, way_y, max_distance, radius)


class Visible(NamedTuple):
    """Which hits count: from a distance on, of rows of the ray's group that it does not ignore."""

    min_distance: float
    ignore: npt.ArrayLike | None
    groups: npt.ArrayLike | None
    ray_groups: npt.ArrayLike | None

    def columns(self) -> dict[str, Any]:
        """Return the columns that were given: one row a ray, or one for all."""
        found: dict[str, Any] = {}
        if self.ignore is not None:
            found["ignore"] = integers_of_rows(self.ignore, "ignore", shared=True)
        if self.ray_groups is not None:
            found["ray_groups"] = labels(self.ray_groups, "ray_groups")
        return {name: of if of.ndim else of[None] for name, of in found.items()}


def ray_cast(
    scene: Any, rays: dict[str, FloatArray], visible: Visible, angles: FloatArray | None = None
) -> RayCast:
    """Return the plan of rays by their columns: origin, direction, max_distance and radius.

    With angles, a query is a position, and directions are those of its beams.
    """
    columns, rows = visible.columns(), scene_of(scene, "scene", exact=True)
    origins, directions, ends, radii = rays.values()
    of_queries = {name: rays[name] for name in rays if angles is None or name != "directions"}
    if angles is not None:
        of_queries["angles"] = angles
    count = common_count({**of_queries, **columns})
    own, ignored = columns.get("ray_groups"), columns.get("ignore")
    row_groups = groups_for(rows, visible.groups, "groups")
    visibility = visibility_from(
        count,
        rows,
        None if own is None else read_labels(spread(own, count), "ray_groups", count),
        row_groups,
        None if ignored is None else read_ignored(spread(ignored, count), count),
        ("ray_groups", "groups"),
    )
    return RayCast(
        rows.of_rays(row_groups, not radii.any()),
        count,
        origins,
        directions,
        ends,
        radii,
        min_distance=not_negative(visible.min_distance, "min_distance"),
        visibility=visibility,
        angle=angles,
    )


def read_ray_columns(
    origin: tuple[str, npt.ArrayLike],
    direction: tuple[str, npt.ArrayLike],
    max_distance: npt.ArrayLike,
    radius: npt.ArrayLike,
    answers: tuple[Any, ...],
) -> dict[str, FloatArray]:
    """Return the columns of rays by their names; copies of what may be the memory of answers."""
    columns = {}
    for name, value in (origin, direction):
        places = vectors(value, name, shared=is_apart(value, *answers))
        columns[name] = within_limits(places, name)
    _require_nonzero(columns[direction[0]], direction[0])
    ends = numbers(max_distance, "max_distance", shared=is_apart(max_distance, *answers))
    columns["max_distance"] = _require_not_negative(ends, "max_distance", max_distance)
    radii = within_limits(numbers(radius, "radius", shared=is_apart(radius, *answers)), "radius")
    columns["radius"] = _require_not_negative(radii, "radius", radius)
    return columns


def _is_one_ray(
    origin: Any, direction: Any, max_distance: Any, radius: Any, visible: Visible
) -> bool:
    """Return whether no argument has rows."""
    columns = (max_distance, radius, visible.ignore, visible.ray_groups)
    return dimensions(origin) == 1 == dimensions(direction) and not any(
        column is not None and dimensions(column) for column in columns
    )


def raycast(
    scene: Any,
    origin: npt.ArrayLike,
    direction: npt.ArrayLike,
    max_distance: npt.ArrayLike,
    radius: npt.ArrayLike,
    *,
    every: bool,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    out: Any,
    workers: int,
) -> RayHits | RayHit | None:
    """The first hit of each ray, or every hit."""
    visible = Visible(min_distance, ignore, groups, ray_groups)
    workers = positive_number(workers, "workers")
    answers = out._arrays() if isinstance(out, RayHits) else ()
    columns = read_ray_columns(
        ("origin", origin), ("direction", direction), max_distance, radius, answers
    )
    plan = ray_cast(scene, columns, visible)
    if every:
        if out is not None:
            raise TypeError("out cannot be given with all=True: nobody knows how many hits")
        return _every_hit(plan, workers)
    is_one = plan.count == 1 and _is_one_ray(origin, direction, max_distance, radius, visible)
    if is_one and (out is not None or workers != 1):
        raise TypeError("out and workers are for many rays: this is a single ray")
    hits = RayHits._for(out, plan.count)
    threads.run(plan.first, plan.count, workers, *hits._arrays())
    return hits[0] if is_one else hits


def _every_hit(plan: RayCast, workers: int) -> RayHits:
    found: dict[int, RayRows] = {}

    def work(start: int, stop: int) -> int:
        found[start] = plan.every(start, stop)
        return stop

    threads.run(work, plan.count, workers)
    hits = RayHits.empty(sum(rows.count for rows in found.values()))
    arrays, end = hits._arrays(), 0
    for _, rows in sorted(found.items()):
        rows.write(end, *arrays)
        end += rows.count
    return hits
