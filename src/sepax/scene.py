"""Queries of a scene: which of many shapes meet, are near, or will meet, and when."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import BoolArray, FloatArray, IndexArray, not_negative
from sepax._base.blocks import chosen_rows, columns_of
from sepax._base.results import Impacts
from sepax._core.arguments import positive_number
from sepax._core.arrays.any_meeting import AnyMeeting
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.holders import Holders
from sepax._core.arrays.index import ShapeTree
from sepax._core.arrays.scene import FirstMeeting
from sepax._core.arrays.scene_queries import NearestRows
from sepax._core.arrays.visibility import Visibility
from sepax._rows.candidates import near_pairs, swept_pairs, tested_pairs
from sepax._rows.motions import Motions, read_motions_of
from sepax._rows.queries import (
    first_rows,
    meet_any_row,
    near_rows,
    nearest_rows,
    pair_plan,
    read_owners,
    room_for,
    swept_rows,
)
from sepax._rows.scans import GroupQueries
from sepax._rows.scenes import Scene, other_scene, scene_of
from sepax._rows.visibility import visibility_of
from sepax.index import AnyScene as AnyScene
from sepax.index import ShapeIndex as ShapeIndex

_SWEPT = 1 << 16  # pairs swept at a time, so that those that do not meet take little memory


def _meeting_pairs(
    here: ShapeBlock | ShapeTree,
    there: ShapeBlock | ShapeTree | None,
    touching: bool,
    reach: float,
    visibility: Visibility | None,
    workers: int,
) -> IndexArray:
    """Pairs of convex shapes that meet, or are so near."""
    if reach == 0.0:
        near, all_meet = tested_pairs(here, there, touching, visibility)
    else:
        near, all_meet = near_pairs(here, there, reach, visibility), False
    pairs: IndexArray = np.asarray(near)
    if all_meet:
        return pairs
    first = Scene(here, None)
    second = first if there is None else Scene(there, None)
    return _chosen_pairs(first, second, pairs, touching, reach, workers)


def _chosen_pairs(
    first: Scene, second: Scene, pairs: IndexArray, touching: bool, reach: float, workers: int
) -> IndexArray:
    """Those of some pairs that meet, or are so near."""
    plan = pair_plan(first, second, *columns_of(pairs))
    if reach > 0.0:
        apart = np.empty(plan.count)
        threads.run(plan.answer, plan.count, workers, "distance", (apart,))
        return chosen_rows(pairs, apart <= reach if touching else apart < reach)
    meet = np.empty(plan.count, np.bool_)
    threads.run(plan.answer, plan.count, workers, "intersects", (meet,), (), not touching)
    return chosen_rows(pairs, meet)


def find_pairs(
    a: AnyScene,
    b: AnyScene | None = None,
    touching: bool = True,
    within: float = 0.0,
    *,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
    workers: int = 1,
) -> IndexArray:
    """All pairs of shapes that meet, or are near each other; exact.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable, optional
        The other side of the pairs; without it, the shapes of `a` among themselves.
    touching : bool, default True
        Shared boundary points count. With False the penetration depth must be positive;
        with `within` the distance must be less than that.
    within : float, default 0.0
        Pairs whose `distance` is at most this, in world units, count, too.
    groups, groups_b : (n,) array-like of int, optional
        A label for each row of `a` and of `b`, such as the number of its world: only rows of equal
        label are compared. An index may have labels of its own, which serve if none are given.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    (k, 2) intp
        Row i of `a` and row j of `b`, sorted by i and then j, each pair once;
        within one array i < j. It is what ``pairs=`` of the verbs takes.

    Raises
    ------
    ValueError
        For a `within` that is negative or not finite; for labels that are not one for each row,
        or of one side alone; for the same shapes as `a` and `b`.
    TypeError
        For what is no shape, named by its index where there are many.

    Notes
    -----
    Bounding boxes first: sorted along x within horizontal strips, then swept
    (Ericson, Real-Time Collision Detection, 7.5). Memory grows with the number
    of shapes and of boxes that meet. If one side is a `ShapeIndex` of far more shapes than
    the other side has, its tree is used: time then grows with the other side. With `groups` the
    pairs are those of each group by itself; a group of few rows is one strip.

    Examples
    --------
    >>> balls = sepax.ShapeArray.circles([(0, 0), (9, 9), (1, 1), (2, 2)], 1)
    >>> pairs = sepax.find_pairs(balls)
    >>> pairs
    array([[0, 2],
           [2, 3]])
    >>> sepax.mtv(balls, balls, pairs=pairs)[0].round(3)
    array([[-0.414, -0.414],
           [-0.414, -0.414]])
    >>> len(sepax.find_pairs(balls, within=0.9))
    3
    >>> sepax.find_pairs(balls, groups=[0, 0, 1, 1])
    array([[2, 3]])
    """
    workers = positive_number(workers, "workers")
    reach = not_negative(within, "within")
    if reach == np.inf:
        raise ValueError("within must be finite: all pairs are within an infinite distance")
    here, there = scene_of(a, "a", exact=True), other_scene(a, b, exact=True)
    visibility = visibility_of(here, there, groups, groups_b)
    if are_convex(here, there):
        other = None if there is None else there.convex
        return _meeting_pairs(here.convex, other, touching, reach, visibility, workers)
    if touching and reach == 0.0 and visibility is None and there is not None:
        for points, cells, first in ((here, there, True), (there, here, False)):
            if (places := _places_of(points)) is not None:
                holders = Holders(cells.tree_of_outlines(), places, first)
                threads.run(holders.note, holders.count, workers)
                return np.asarray(holders.pairs())
    near = near_rows(here, there, reach, visibility)
    return _chosen_pairs(here, there or here, near, touching, reach, workers)


def _places_of(scene: Scene) -> FloatArray | None:
    """Return the places of a scene of points alone; None for other scenes."""
    if scene.rows is not None:
        return None
    if scene.block.vertex_count != scene.block.count or scene.block.circle_count():
        return None
    places: FloatArray = np.empty((scene.block.count, 2))
    scene.block.read_vertices(places, False)
    return places


def are_convex(here: Scene, there: Scene | None) -> bool:
    """Whether all rows are convex shapes."""
    return here.rows is None and (there is None or there.rows is None)


def nearest(
    a: AnyScene,
    b: AnyScene | None = None,
    k: int = 1,
    max_distance: float = np.inf,
    *,
    signed: bool = False,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
    ignore: npt.ArrayLike | None = None,
    workers: int = 1,
) -> tuple[IndexArray, FloatArray]:
    """The k nearest shapes of a scene, for each shape.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The n query shapes. A compound is one shape.
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable, optional
        The scene. Without it the scene is `a`, and no shape is near itself. A copy of a shape of
        `a` has distance 0 from that. A compound is one shape.
    k : int, default 1
        How many to find.
    max_distance : float, default inf
        Shapes farther away than this, in world units, do not count.
    signed : bool, default False
        Overlaps count as negative distances, by their penetration depth: the deepest is the
        nearest.
    groups, groups_b : (n,) array-like of int, optional
        A label for each row of `a` and of `b`, such as the number of its world: only rows of equal
        label are compared. An index may have labels of its own, which serve if none are given.
    ignore : (n,) or (n, k) array-like of int, optional
        For each row of `a` the rows of `b` that it does not see; -1 for none.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    rows : (n, k) intp
        Rows of `b`, by distance, equal distances by index; -1 if there are fewer.
    distances : (n, k) float64
        The `distance` of each shape from that row, or with `signed` the `signed_distance`; infinity
        if there is none.

    Raises
    ------
    ValueError
        For a `k` below 1, and a distance that is negative or NaN; for labels, or rows to ignore,
        that are not one for each row, and labels of one side alone; for the same shapes as `a` and
        `b`.
    IndexError
        For a row to ignore that the scene does not have.
    TypeError
        For what is no shape, named by its index where there are many.

    Notes
    -----
    The nearest bounding boxes are visited first, and none that is farther than the k-th
    nearest shape so far (Roussopoulos, Kelley and Vincent, Nearest neighbor
    queries, 1995). A `ShapeIndex` saves sorting the boxes.

    Examples
    --------
    >>> people = sepax.ShapeArray.points([(0, 0), (9, 1)])
    >>> exits = sepax.ShapeArray.boxes(2, 1, [(-3, 0), (6, 1), (20, 0)])
    >>> rows, distances = sepax.nearest(people, exits)
    >>> rows.ravel(), distances.ravel()
    (array([0, 1]), array([2., 2.]))
    >>> sepax.nearest(people, exits, k=2, max_distance=9)[0]
    array([[ 0,  1],
           [ 1, -1]])
    >>> sepax.nearest(exits)[0].ravel()
    array([1, 0, 1])
    >>> cars = sepax.ShapeArray.boxes(4, 2, [(-4, 0.5), (5.5, 1)])
    >>> sepax.nearest(cars, exits)[1].ravel(), sepax.nearest(cars, exits, signed=True)[1].ravel()
    (array([0., 0.]), array([-1. , -1.5]))
    """
    workers = positive_number(workers, "workers")
    columns = positive_number(k, "k")
    farthest = not_negative(max_distance, "max_distance")
    here, other = scene_of(a, "a", exact=True), other_scene(a, b, exact=True)
    there = here if other is None else other
    visibility = visibility_of(here, other, groups, groups_b, ignore, not_itself=True)
    if not are_convex(here, other):
        return nearest_rows(here, there, farthest, columns, visibility, workers, bool(signed))
    found = room_for(here.row_count, columns)
    if visibility is not None and visibility.suit_scans and not signed:
        GroupQueries(here.block, there.block, visibility, workers).nearest(farthest, *found)
    else:
        plan = NearestRows(here.block, there.convex, farthest, visibility, bool(signed))
        threads.run(plan.find, plan.count, workers, *found)
    return found


def intersects_any(
    a: AnyScene,
    b: AnyScene | None = None,
    *,
    owner: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
    ignore: npt.ArrayLike | None = None,
    workers: int = 1,
) -> BoolArray:
    """Whether each shape meets any shape of a scene; exact, and stops at the first hit.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The query shapes. A compound is one shape.
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable, optional
        The scene. Touching counts. Without it the scene is `a`, and no shape meets itself.
    owner : (n,) array-like of int, optional
        The owner of each of the n shapes of `a` (a trajectory, a robot of several parts), from
        0. Equal numbers need not be side by side, but then take less time. There is one
        answer for each owner. The search of an owner stops at its first shape that meets
        anything, so likely hits should come first.
    groups, groups_b : (n,) array-like of int, optional
        A label for each row of `a` and of `b`, such as the number of its world: only rows of equal
        label are compared. An index may have labels of its own, which serve if none are given.
    ignore : (n,) or (n, k) array-like of int, optional
        For each row of `a` the rows of `b` that it does not see; -1 for none.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    (n,) bool
        With `owner` (m,), an answer for each number from 0 to the largest; False
        for one that owns nothing.

    Raises
    ------
    ValueError
        For an owner that is negative, and owners, labels or rows to ignore that are not one for
        each shape; for labels of one side alone; for the same shapes as `a` and `b`.
    IndexError
        For a row to ignore that the scene does not have.
    TypeError
        For what is no shape, and owners that are no integers.

    Examples
    --------
    >>> cars = sepax.ShapeArray.boxes(4, 2, [(0, 0), (0, 9), (6, 0), (6, 9)])
    >>> trees = sepax.ShapeArray.circles([(6, 8), (20, 20)], 1)
    >>> sepax.intersects_any(cars, trees)
    array([False, False, False,  True])
    >>> sepax.intersects_any(cars, trees, owner=[0, 1, 0, 1])
    array([False,  True])
    """
    workers = positive_number(workers, "workers")
    here, other = scene_of(a, "a", exact=True), other_scene(a, b, exact=True)
    there = here if other is None else other
    visibility = visibility_of(here, other, groups, groups_b, ignore, not_itself=True)
    return any_met(here, there, owner, visibility, workers)


def any_met(
    here: Scene,
    there: Scene,
    owner: npt.ArrayLike | None,
    visibility: Visibility | None,
    workers: int,
) -> BoolArray:
    """Return for each owner, or each shape without owners, whether it meets any of a scene."""
    if not are_convex(here, there):
        return meet_any_row(here, there, owner, visibility, workers)
    hit: BoolArray = np.zeros(here.row_count, np.bool_)
    if visibility is not None and visibility.suit_scans and owner is None:
        GroupQueries(here.block, there.block, visibility, workers).any(hit)
        return hit
    owners = None if owner is None else read_owners(owner, here.row_count)
    plan = AnyMeeting(here.block, there.convex, owners, visibility)
    hit = np.empty(plan.count, np.bool_)
    threads.run(plan.find, plan.count, workers, hit)
    return hit


def sweep_pairs(
    a: AnyScene,
    b: AnyScene | None = None,
    velocity_a: npt.ArrayLike = (0.0, 0.0),
    velocity_b: npt.ArrayLike = (0.0, 0.0),
    max_time: float = 1.0,
    *,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
    workers: int = 1,
) -> tuple[IndexArray, Impacts]:
    """All pairs of shapes, in uniform motion, that meet, and when.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable, optional
        The other side of the pairs; without it, the shapes of `a` among themselves,
        all of them with `velocity_a` and `angular_velocity_a`.
    velocity_a, velocity_b : pair of float or (n, 2) array-like, default (0, 0)
        Of all shapes of a side, or of each.
    max_time : float, default 1.0
        The motion begins at 0 and ends then; it may be infinite.
    angular_velocity_a, angular_velocity_b : float or (n,) array-like, default 0.0
        Radians per unit of time, counter-clockwise, about the position of each shape. Of all
        shapes of a side, or of each.
    groups, groups_b : (n,) array-like of int, optional
        A label for each row of `a` and of `b`, such as the number of its world: only rows of equal
        label are compared. An index may have labels of its own, which serve if none are given.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    pairs : (k, 2) intp
        Row i of `a` and row j of `b`, sorted by i and then j, each pair once;
        within one array i < j.
    impacts : Impacts
        The result of `sweep` for each pair. All of them hit.

    Raises
    ------
    ValueError
        For a negative time, velocities that are not finite or neither one nor as
        many as shapes, and those of `b` without `b`. For angular velocities as `sweep`, of pairs
        whose boxes may meet. For labels that are not one for each row, or of one side alone. For
        the same shapes as `a` and `b`.
    TypeError
        For what is no shape, and for what are no numbers.

    Notes
    -----
    First the boxes around each motion, as `find_pairs` finds them. Memory grows
    with the number of such boxes that meet: cut long fast motions across a crowd into
    several times, or use `first_impacts`.

    Examples
    --------
    >>> balls = sepax.ShapeArray.circles([(0, 0), (5, 0), (0, 9)], 1)
    >>> pairs, impacts = sepax.sweep_pairs(balls, None, [(2, 0), (-2, 0), (0, 0)])
    >>> pairs, impacts.time
    (array([[0, 1]]), array([0.75]))
    """
    workers = positive_number(workers, "workers")
    here, there = scene_of(a, "a"), other_scene(a, b)
    motions = read_motions_of(
        here, there, velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b
    )
    visibility = visibility_of(here, there, groups, groups_b)
    near = _swept_near(here, there, motions, visibility)
    other = here if there is None else there
    hits, parts = [near[:0]], [Impacts.empty(0)]
    for start in range(0, len(near), _SWEPT):
        pairs = near[start : start + _SWEPT]
        impacts = _swept(here, other, *columns_of(pairs), motions, workers)
        hits.append(pairs[impacts.hit])
        parts.append(impacts[impacts.hit])
    columns = zip(*map(Impacts._arrays, parts), strict=True)
    return np.concatenate(hits), Impacts(*map(np.concatenate, columns))


def _swept_near(
    here: Scene, there: Scene | None, motions: Motions, visibility: Visibility | None
) -> IndexArray:
    """Return the pairs of rows whose boxes around the motions meet."""
    if not are_convex(here, there):
        return swept_rows(here, there, motions, visibility)
    others = None if there is None else there.block
    moving = motions.velocity_a, motions.velocity_b
    turns_a, turns_b = motions.rates
    return swept_pairs(here.block, others, *moving, motions.end, turns_a, turns_b, visibility)


def _swept(
    here: Scene, there: Scene, i: IndexArray, j: IndexArray, motions: Motions, workers: int
) -> Impacts:
    """Return the result of `sweep` for pairs of rows."""
    plan, impacts = pair_plan(here, there, i, j), Impacts.empty(len(i))
    columns = impacts._arrays(), motions.of_pairs(i, j)
    threads.run(plan.answer, plan.count, workers, "sweep", *columns)
    return impacts


def first_impacts(
    a: AnyScene,
    b: AnyScene | None = None,
    velocity_a: npt.ArrayLike = (0.0, 0.0),
    velocity_b: npt.ArrayLike = (0.0, 0.0),
    max_time: float = 1.0,
    *,
    angular_velocity_a: npt.ArrayLike = 0.0,
    angular_velocity_b: npt.ArrayLike = 0.0,
    groups: npt.ArrayLike | None = None,
    groups_b: npt.ArrayLike | None = None,
    ignore: npt.ArrayLike | None = None,
    workers: int = 1,
) -> tuple[IndexArray, Impacts]:
    """The first shape of a scene that each shape, in uniform motion, meets.

    Parameters
    ----------
    a : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable
        The query shapes. A compound is one shape.
    b : ShapeArray, ShapeIndex, Compound, or shapes and compounds in any iterable, optional
        The scene. Without it the scene is `a`: its shapes move among themselves, all of them with
        `velocity_a` and `angular_velocity_a`, and none meets itself.
    velocity_a, velocity_b : pair of float or (n, 2) array-like, default (0, 0)
        Of all shapes of a side, or of each; the scene rests by default.
    max_time : float, default 1.0
        The motion begins at 0 and ends then; it may be infinite.
    angular_velocity_a, angular_velocity_b : float or (n,) array-like, default 0.0
        Radians per unit of time, counter-clockwise, about the position of each shape. Of all
        shapes of a side, or of each.
    groups, groups_b : (n,) array-like of int, optional
        A label for each row of `a` and of `b`, such as the number of its world: only rows of equal
        label are compared. An index may have labels of its own, which serve if none are given.
    ignore : (n,) or (n, k) array-like of int, optional
        For each row of `a` the rows of `b` that it does not see; -1 for none.
    workers : int, default 1
        The most threads to work at once.

    Returns
    -------
    rows : (n,) intp
        The row of `b` that each shape of `a` meets first; at equal times the lowest row; -1 for
        none.
    impacts : Impacts
        The result of `sweep` for each shape and that row; no hit if there is none.

    Raises
    ------
    ValueError
        For a negative time, velocities that are not finite or neither one nor as many as shapes,
        and those of `b` without `b`. For angular velocities as `sweep`, of pairs whose boxes may
        meet. For labels, or rows to ignore, that are not one for each row, and labels of one side
        alone. For the same shapes as `a` and `b`.
    IndexError
        For a row to ignore that the scene does not have.
    TypeError
        For what is no shape, and for what are no numbers.

    Notes
    -----
    The boxes of the scene are visited in the order of time, until none can be earlier. Pairs
    are never listed. A `ShapeIndex` saves sorting the boxes, if all of its shapes have one
    velocity and none of them turns.

    Examples
    --------
    >>> bullets = sepax.ShapeArray.circles([(0, 0), (0, 5), (0, 9)], 0.1)
    >>> walls = sepax.ShapeArray.boxes(1, 4, [(20, 0), (10, 0), (10, 5)])
    >>> rows, impacts = sepax.first_impacts(bullets, walls, (100, 0))
    >>> rows, impacts.time
    (array([ 1,  2, -1]), array([0.094, 0.094,   inf]))
    >>> sepax.first_impacts(bullets, velocity_a=[(0, 1), (0, -1), (0, 0)], max_time=5)[0]
    array([ 1,  0, -1])
    """
    workers = positive_number(workers, "workers")
    here, other = scene_of(a, "a"), other_scene(a, b)
    there = here if other is None else other
    motions = read_motions_of(
        here, other, velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b
    )
    visibility = visibility_of(here, other, groups, groups_b, ignore, not_itself=True)
    rows = first_met(here, there, motions, visibility, workers)
    return rows, _impacts_with(here, there, rows, motions, workers)


def first_met(
    here: Scene, there: Scene, motions: Motions, visibility: Visibility | None, workers: int
) -> IndexArray:
    """Return which row of a scene each row meets first, -1 for none."""
    if not are_convex(here, there):
        return first_rows(here, there, motions, visibility, workers)
    rows: IndexArray = np.full(here.row_count, -1, np.intp)
    if not here.row_count or not there.row_count:
        return rows
    moving = motions.velocity_a, motions.velocity_b
    if visibility is not None and visibility.suit_scans and not motions.turning:
        GroupQueries(here.block, there.block, visibility, workers, moving).first(motions.end, rows)
        return rows
    turns_a, turns_b = motions.rates
    plan = FirstMeeting(
        here.block, there.convex, *moving, motions.end, turns_a, turns_b, visibility
    )
    threads.run(plan.find, plan.count, workers, rows)
    return rows


def _impacts_with(
    here: Scene, there: Scene, rows: IndexArray, motions: Motions, workers: int
) -> Impacts:
    """Return the result of `sweep` for each shape and the row beside it, -1 for none."""
    impacts = Impacts.empty(len(rows))
    impacts._clear()
    met = np.flatnonzero(rows >= 0)
    found = _swept(here, there, met, rows[met], motions, workers)
    for name in impacts._layout:
        getattr(impacts, name)[met] = getattr(found, name)
    return impacts
