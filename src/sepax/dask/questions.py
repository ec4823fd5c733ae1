"""Queries of shapes in Dask data frames; the answers are those of one array, bit for bit."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd

from sepax._base.arguments import not_negative, vectors, within_limits
from sepax._core.arguments import number, positive_number
from sepax._rows.motions import require_rates
from sepax._rows.scenes import require_another
from sepax.dask.cells import Cells
from sepax.dask.collection import (
    TARGET_ROWS,
    Partition,
    Shapes,
    alike,
    by_cell,
    distance_wanted,
    layout_of,
    move,
    place,
    whole,
)
from sepax.dask.columns import Frame
from sepax.dask.kernels import Join, Reach, in_order, join_cells, nothing
from sepax.dask.neighbours import (
    Search,
    first_round,
    merge_nearest,
    nearest_in_cell,
    send_home,
    take_some,
)

Velocity = tuple[float, float]

_ROWS = 1_000_000  # of answers, one or k for each shape, in a partition
_NO_ROWS = np.empty(0, np.int64)
_SAMPLED = 4096  # shapes that say how far the nearest may be


def _require(shapes: Any, name: str) -> Shapes:
    if not isinstance(shapes, Shapes):
        raise TypeError(f"{name} must be sepax.dask.Shapes, got {type(shapes).__name__}")
    return shapes


def _sides(a: Any, b: Any) -> list[Shapes]:
    if b is None:
        return [_require(a, "a")]
    sides = [_require(a, "a"), _require(b, "b")]
    require_another(a, b)
    return sides


def _fits(sides: list[Shapes], within: float) -> bool:
    """Return whether shapes are divided alike already, and reach far enough."""
    layouts = [side._partition for side in sides]
    first = layouts[0]
    if first is None or any(not alike(first, layout) for layout in layouts):
        return False
    return first.reach.max_time is None and first.reach.within >= within


def _join_pairs(sides: list[Shapes], reach: Reach, answer: str, touching: bool, target: Any) -> Any:
    """Return a data frame of pairs, a partition for each task."""
    target = positive_number(target, "target_rows")
    if reach.max_time is not None or not _fits(sides, reach.within):
        sides = place(sides, reach, target)
    layout = sides[0]._partition
    assert layout is not None
    join = join_of(sides, layout, reach.within, answer, touching)
    return _joined(join, layout.cells, [side.frame for side in sides])


def join_of(
    sides: list[Shapes], layout: Partition, within: float, answer: str, touching: bool
) -> Join:
    """Return what all tasks of a question know."""
    second = sides[1]._side if len(sides) == 2 else None
    reach = layout.reach._replace(within=within)
    return Join(sides[0]._side, second, reach, layout.cells.regions(), answer, touching)


def tasks_of(join: Join, cells: Cells) -> list[tuple[int, int]]:
    """Return the pairs of cells to join: of two sides the first cell is that of `a`."""
    pairs = cells.tasks()
    if join.b is None:
        return pairs
    return [*pairs, *((other, one) for one, other in pairs if one != other)]


def _joined(join: Join, cells: Cells, frames: list[Any]) -> Any:
    known, task = dask.delayed(join, traverse=False), dask.delayed(join_cells)
    first = frames[0].to_delayed()
    second = frames[-1].to_delayed()
    alone = join.b is None
    parts = [
        task(known, (one, other), first[one], None if alone and one == other else second[other])
        for one, other in tasks_of(join, cells)
    ]
    return dd.from_delayed(parts, meta=nothing(join), verify_meta=False)


def find_pairs(
    a: Shapes,
    b: Shapes | None = None,
    touching: bool = True,
    within: float = 0.0,
    *,
    target_rows: int = TARGET_ROWS,
) -> Any:
    """All pairs of shapes that meet, or are near each other: those of `sepax.find_pairs`.

    Parameters
    ----------
    a, b : Shapes
        Divided by `partition`, or else by this call, which then reads all rows at once.
    touching, within
        As for `sepax.find_pairs`.
    target_rows : int, default 500_000
        As for `partition`.

    Returns
    -------
    dask.dataframe.DataFrame
        `i` and `j`, int64, rows of the input; of one side i < j. Each pair is in one
        partition, and each partition is sorted.

    Raises
    ------
    ValueError
        For rows that are no shapes, and a distance that is negative or not finite.
    TypeError
        For other arguments than Shapes.

    Examples
    --------
    >>> import dask.dataframe, pandas, sepax.dask
    >>> balls = pandas.DataFrame({"x": [0, 9, 1, 2], "y": [0, 9, 1, 2], "radius": 1})
    >>> shapes = sepax.dask.from_dataframe(dask.dataframe.from_pandas(balls, npartitions=2))
    >>> sepax.dask.find_pairs(shapes).compute().to_numpy()
    array([[0, 2],
           [2, 3]])
    """
    reach = Reach(distance_wanted(within))
    return _join_pairs(_sides(a, b), reach, "pairs", bool(touching), target_rows)


def mtv(a: Shapes, b: Shapes | None = None, *, target_rows: int = TARGET_ROWS) -> Any:
    """The minimum translation vectors of all pairs that meet: see `sepax.mtv`.

    Returns
    -------
    dask.dataframe.DataFrame
        `i` and `j` as in `find_pairs`, and the vector `x`, `y` that separates i from j.
    """
    return _join_pairs(_sides(a, b), Reach(), "mtv", True, target_rows)


def collide(a: Shapes, b: Shapes | None = None, *, target_rows: int = TARGET_ROWS) -> Any:
    """How all pairs that meet do so: see `sepax.collide`.

    Returns
    -------
    dask.dataframe.DataFrame
        `i` and `j` as in `find_pairs`, and a column for each number of `sepax.Contacts`:
        normal_x, normal_y, depth, mtv_x, mtv_y, points_0_x, ..., a_in_b, b_in_a.
    """
    return _join_pairs(_sides(a, b), Reach(), "contacts", True, target_rows)


# --- in motion -------------------------------------------------------------------------


def _one_velocity(value: Any, name: str, shapes: Shapes) -> Velocity | None:
    """Return the velocity of all shapes of a side, or None for that of their columns."""
    if value is None:
        return None if shapes._side.form.moving else (0.0, 0.0)
    pair = within_limits(vectors(value, name), name)
    if len(pair) != 1:
        raise ValueError(f"{name} must be one for all shapes, got {len(pair)}: use columns vx, vy")
    return float(pair[0, 0]), float(pair[0, 1])


def _one_rate(value: Any, name: str, end: float) -> float | None:
    """Return the angular velocity of all shapes of a side, or None for that of their column."""
    if value is None:
        return None
    rate = number(value, name)
    require_rates(np.array([rate]), rate, name, np.array([end]))
    return rate


def sweep_pairs(
    a: Shapes,
    b: Shapes | None = None,
    velocity_a: Any = None,
    velocity_b: Any = None,
    max_time: float = 1.0,
    *,
    angular_velocity_a: float | None = None,
    angular_velocity_b: float | None = None,
    target_rows: int = TARGET_ROWS,
) -> Any:
    """All pairs of shapes in uniform motion that meet, and when: those of `sepax.sweep_pairs`.

    Parameters
    ----------
    a, b : Shapes
        They are divided by the boxes around their motions, whether they were before or not.
    velocity_a, velocity_b : pair of float, optional
        Of all shapes of a side; without it that of their columns vx and vy, or none.
    max_time : float, default 1.0
        The motion begins at 0 and ends then; it may be infinite.
    angular_velocity_a, angular_velocity_b : float, optional
        Of all shapes of a side, radians per unit of time; without it that of their column
        angular_velocity, or 0.0. Each shape turns about its position.
    target_rows : int, default 500_000
        As for `partition`.

    Returns
    -------
    dask.dataframe.DataFrame
        `i` and `j` as in `find_pairs`, and a column for each number of `sepax.Impacts`:
        time, exit_time, normal_x, normal_y, point_x, point_y, initial, leaving.
    """
    end = not_negative(max_time, "max_time")
    for name, of_b in (("velocity", velocity_b), ("angular_velocity", angular_velocity_b)):
        if b is None and of_b is not None:
            raise ValueError(f"{name}_b is that of shapes of b: without b, give {name}_a alone")
    moving, shared = [], []
    given = ((velocity_a, angular_velocity_a), (velocity_b, angular_velocity_b))
    for shapes, name, (way, turn) in zip(_sides(a, b), "ab", given, strict=False):
        rate = _one_rate(turn, f"angular_velocity_{name}", end)
        velocity = _one_velocity(way, f"velocity_{name}", shapes)
        shared += [] if velocity is None else [velocity]
        moving.append(replace(shapes, _side=shapes._side._replace(velocity=velocity, rate=rate)))
    turning = any(side._side.turns for side in moving)
    reach = Reach(max_time=end, frame=shared[-1] if shared else (0.0, 0.0), turning=turning)
    return _join_pairs(moving, reach, "impacts", True, target_rows)


# --- one answer a shape ----------------------------------------------------------------


def _by_row(found: Any, count: int, columns: int, fill: Any, meta: Frame) -> Any:
    """Bring what was found for each row together, in the order of rows."""
    step = max(_ROWS // columns, 1)
    starts = list(range(0, max(count, 1), step))
    divisions = (*starts, max(count, 1))
    parts = found.set_index("row", divisions=divisions, sorted=False).to_delayed()
    task = dask.delayed(fill)
    filled = [
        task(part, start, min(start + step, count))
        for part, start in zip(parts, starts, strict=True)
    ]
    return dd.from_delayed(filled, meta=meta, verify_meta=False)


def _fill_hits(found: Frame, start: int, stop: int) -> Frame:
    rows = np.arange(start, stop, dtype=np.int64)
    return pd.DataFrame({"row": rows, "hit": np.isin(rows, found.index.to_numpy())})


def intersects_any(a: Shapes, b: Shapes | None = None, *, target_rows: int = TARGET_ROWS) -> Any:
    """Whether each shape meets any shape of a scene: as `sepax.intersects_any`.

    Without `b` the scene is `a`, and no shape meets itself.

    Returns
    -------
    dask.dataframe.DataFrame
        `row`, each of `a` in order, and `hit`, bool.
    """
    found = _join_pairs(_sides(a, b), Reach(), "rows", True, target_rows)
    return _by_row(found, a.count, 1, _fill_hits, _fill_hits(pd.DataFrame(index=_NO_ROWS), 0, 0))


def contains(
    shapes: Shapes, points: Shapes, *, first: bool = False, target_rows: int = TARGET_ROWS
) -> Any:
    """Which shapes hold each of many points: as `sepax.contains` of a `ShapeIndex`.

    Parameters
    ----------
    shapes : Shapes
        Convex shapes or outlines; no outline is cut into parts. The boundary belongs to a shape.
    points : Shapes
        Of the columns x and y, or a geometry that GeoParquet calls one of points.
    first : bool, default False
        Only the lowest row that holds each point.
    target_rows : int, default 500_000
        As for `partition`.

    Returns
    -------
    dask.dataframe.DataFrame
        As of `find_pairs`, `i` of shapes and `j` of points. With `first` a row for each point, in
        order: `row` and `first`, the row of the shape or -1.

    Raises
    ------
    TypeError
        For other arguments than Shapes, and points that are none.

    Examples
    --------
    >>> import dask.dataframe, pandas, sepax.dask
    >>> frames = [{"x": [0, 2], "y": 0, "width": 3, "height": 2}, {"x": [1, 5], "y": [1, 0]}]
    >>> tables = [dask.dataframe.from_pandas(pandas.DataFrame(f), npartitions=1) for f in frames]
    >>> boxes, points = map(sepax.dask.from_dataframe, tables)
    >>> sepax.dask.contains(boxes, points, first=True).compute().to_numpy()
    array([[ 0,  0],
           [ 1, -1]])
    """
    sides = [_require(shapes, "shapes"), _require(points, "points")]
    if (kind := points._side.form.kind) != "points":
        raise TypeError(f"points must be Shapes of points (columns x and y alone), got {kind}")
    if not first:
        return _join_pairs(sides, Reach(), "pairs", True, target_rows)
    found = _join_pairs(sides, Reach(), "first", True, target_rows)
    nothing_found = pd.DataFrame({"first": _NO_ROWS}, index=_NO_ROWS)
    return _by_row(found, points.count, 1, _fill_first, _fill_first(nothing_found, 0, 0))


def _fill_first(found: Frame, start: int, stop: int) -> Frame:
    lowest = np.full(stop - start, np.iinfo(np.int64).max)
    np.minimum.at(lowest, found.index.to_numpy() - start, found["first"].to_numpy())
    lowest[lowest == np.iinfo(np.int64).max] = -1
    return pd.DataFrame({"row": np.arange(start, stop, dtype=np.int64), "first": lowest})


def nearest(
    a: Shapes,
    b: Shapes | None = None,
    k: int = 1,
    max_distance: float = np.inf,
    *,
    target_rows: int = TARGET_ROWS,
) -> Any:
    """The k nearest shapes of a scene, for each shape: see `sepax.nearest`.

    Parameters
    ----------
    a : Shapes
        The query shapes. They go to the cells of `b`, divided or not.
    b : Shapes, optional
        The scene. Without it the scene is `a`, and no shape is near itself.
    k, max_distance
        As for `sepax.nearest`.
    target_rows : int, default 500_000
        As for `partition`.

    Returns
    -------
    dask.dataframe.DataFrame
        k rows for each of `a`, in order: `row`, `rank` from 0, `other`, the row of `b` or
        -1, and `distance`, infinity where there is none.

    Notes
    -----
    The search of a shape starts in its own cell. It goes on in the cells that are no farther away
    than the last shape found there.
    """
    columns = positive_number(k, "k")
    farthest = not_negative(max_distance, "max_distance")
    sides = _sides(a, b)
    querying, scene = whole(sides[0]), sides[-1]
    target = positive_number(target_rows, "target_rows")
    layout = layout_of([scene, querying], Reach(), target)
    if not _fits([scene], 0.0):
        scene = move(whole(scene), layout)
    assert scene._partition is not None
    cells, extent = scene._partition.cells, layout.reach.extent
    wanted = columns + (b is None)  # each finds itself, too
    search = Search(querying._side, scene._side, cells, extent, wanted, farthest)
    found = _rounds(querying, scene, search, _sample_of(scene, wanted))
    merge = partial(merge_nearest, k=columns, not_itself=b is None)
    meta = merge(_no_candidates().set_index("row"), 0, 0)
    return _by_row(found, querying.count, columns, merge, meta)


def _no_candidates() -> Frame:
    return pd.DataFrame({"row": _NO_ROWS, "other": _NO_ROWS, "distance": np.empty(0)})


def _sample_of(scene: Shapes, k: int) -> Frame:
    """Return some shapes, at least k if there are so many."""
    frame = whole(scene).frame
    each = max(_SAMPLED // frame.npartitions, 1) if k <= _SAMPLED else k
    task = dask.delayed(take_some)
    parts = dask.compute(*[task(part, max(each, k)) for part in frame.to_delayed()])
    return in_order(pd.concat(parts))


def _rounds(querying: Shapes, scene: Shapes, search: Search, sample: Frame) -> Any:
    """Return candidates of both rounds."""
    known, some = dask.delayed(search, traverse=False), dask.delayed(sample, traverse=False)
    meta = send_home(querying._side.form.empty(), search, sample)
    queried = querying.frame.map_partitions(send_home, known, some, meta=meta)
    count = search.cells.count
    there = scene.frame.to_delayed()
    homes = by_cell(queried, count).to_delayed()
    first = dask.delayed(first_round, nout=2)
    pairs = [first(homes[cell], there[cell], known, cell) for cell in range(count)]
    again = dd.from_delayed([pair[1] for pair in pairs], meta=meta, verify_meta=False)
    later = dask.delayed(nearest_in_cell, nout=2)
    parts = by_cell(again, count).to_delayed()
    seconds = [later(part, there[cell], known)[0] for cell, part in enumerate(parts)]
    candidates = [*(pair[0] for pair in pairs), *seconds]
    return dd.from_delayed(candidates, meta=_no_candidates(), verify_meta=False)
