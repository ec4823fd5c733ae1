"""Rays in bulk: distances alone, and fans of beams."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from sepax._base import threads
from sepax._base.arguments import FloatArray, IndexArray, dimensions, memory, numbers, within_turns
from sepax._core.arguments import positive_number
from sepax._core.arrays.raycast import RayCast, fill_beams
from sepax._verbs.batch import FLOAT64, Visible, ray_cast, read_ray_columns, two_of
from sepax.index import AnyScene

_INTP = np.dtype(np.intp)
_KINDS = "distances and indices"


def _distances(
    plan: RayCast, shape: tuple[int, ...], out: Any, workers: int
) -> tuple[FloatArray, IndexArray]:
    """Return how far ahead rays hit, and which row."""
    distances, rows = two_of(out, _KINDS)
    distances = memory(distances, "out[0]", shape, FLOAT64)
    rows = memory(rows, "out[1]", shape, _INTP)
    threads.run(plan.distances, plan.count, workers, distances.reshape(-1), rows.reshape(-1))
    return distances, rows


def _answers(out: Any) -> tuple[Any, ...]:
    """Return the memory that answers go to."""
    return out if isinstance(out, tuple) else ()


def raycast_distances(
    scene: AnyScene,
    origins: npt.ArrayLike,
    directions: npt.ArrayLike,
    max_distance: npt.ArrayLike = np.inf,
    radius: npt.ArrayLike = 0.0,
    *,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    workers: int = 1,
    out: tuple[FloatArray, IndexArray] | None = None,
) -> tuple[FloatArray, IndexArray]:
    """How far ahead many rays hit a scene first, and which row: `raycast` without the rest.

    Parameters
    ----------
    scene : shape, Compound, ShapeArray, ShapeIndex, or any iterable of shapes and compounds
    origins : pair of float or (n, 2) array-like
        World coordinates: where all rays begin, or each.
    directions : pair of float or (n, 2) array-like
        Of any length but 0; of all rays, or of each.
    max_distance : float or (n,) array-like, default inf
        Range in world units.
    radius : float or (n,) array-like, default 0.0
        Of a disc whose centre moves along the ray: a thick ray.
    min_distance, ignore, groups, ray_groups
        As for `raycast`.
    workers : int, default 1
        The most threads to work at once.
    out : tuple of two arrays, optional
        The result of an earlier call. It is overwritten and returned.

    Returns
    -------
    distances : (n,) float64
        `RayHits.distance`: infinity for a ray that hits nothing.
    indices : (n,) intp
        `RayHits.index`: -1 for a ray that hits nothing.

    Raises
    ------
    ValueError, IndexError, TypeError
        As `raycast`; and for an `out` that does not fit.

    Examples
    --------
    >>> crates = sepax.ShapeArray.boxes(2, 2, [(5, 0), (9, 0), (0, 7)])
    >>> sepax.raycast_distances(crates, (0, 0), [(1, 0), (0, 1), (-1, 0)])
    (array([ 4.,  6., inf]), array([ 0,  2, -1]))
    """
    workers = positive_number(workers, "workers")
    columns = read_ray_columns(
        ("origins", origins), ("directions", directions), max_distance, radius, _answers(out)
    )
    plan = ray_cast(scene, columns, Visible(min_distance, ignore, groups, ray_groups))
    return _distances(plan, (plan.count,), out, workers)


def _fan(angles: FloatArray) -> FloatArray:
    directions = np.empty((2, len(angles)))
    fill_beams(angles, directions)
    return directions


@lru_cache(maxsize=1)
def _even_fan(count: int) -> FloatArray:
    """Return the last one again: a robot scans often, with the same beams."""
    directions = _fan(np.arange(count, dtype=np.float64) * (2.0 * np.pi / count))
    directions.flags.writeable = False
    return directions


def _read_beams(beams: int | npt.ArrayLike) -> FloatArray:
    """Return the directions of beams, (2, k), as seen from their position."""
    if dimensions(beams) == 0:
        return _even_fan(positive_number(beams, "beams"))  # type: ignore[arg-type]
    return _fan(within_turns(numbers(beams, "beams"), "beams"))


def lidar(
    scene: AnyScene,
    positions: npt.ArrayLike,
    angles: npt.ArrayLike,
    beams: int | npt.ArrayLike,
    max_distance: npt.ArrayLike,
    radius: npt.ArrayLike = 0.0,
    *,
    min_distance: float = 0.0,
    ignore: npt.ArrayLike | None = None,
    groups: npt.ArrayLike | None = None,
    ray_groups: npt.ArrayLike | None = None,
    workers: int = 1,
    out: tuple[FloatArray, IndexArray] | None = None,
) -> tuple[FloatArray, IndexArray]:
    """How far ahead the beams of scanners hit a scene: the same fan of rays at each position.

    Parameters
    ----------
    scene : shape, Compound, ShapeArray, ShapeIndex, or any iterable of shapes and compounds
    positions : pair of float or (n, 2) array-like
        World coordinates of the scanners.
    angles : float or (n,) array-like
        Their headings in radians, counter-clockwise from +x.
    beams : int or (k,) array-like
        So many beams, evenly over a full turn from the heading on; or the angle of each from the
        heading.
    max_distance : float or (n,) array-like
        Range in world units.
    radius : float or (n,) array-like, default 0.0
        Of a disc whose centre moves along the beam.
    min_distance : float, default 0.0
        Touches nearer than this are no hits; see `raycast`.
    ignore : int, (n,) or (n, m) array-like of int, optional
        For each position the rows of the scene that its beams do not see, such as that of its own
        vehicle; -1 for none.
    groups : array-like of int, optional
        A label for each row of the scene, such as the number of its world. An index may have labels
        of its own, which serve if none are given.
    ray_groups : int or (n,) array-like of int, optional
        A label for each position. Its beams see only rows of an equal label.
    workers : int, default 1
        The most threads to work at once.
    out : tuple of two arrays, optional
        The result of an earlier call. It is overwritten and returned.

    Returns
    -------
    distances : (n, k) float64
        Infinity for a beam that hits nothing.
    indices : (n, k) intp
        The row of the scene that each beam hits; -1 for none.

    Raises
    ------
    ValueError, IndexError, TypeError
        As `raycast`; for angles that are not finite or beyond 2**31 radians, and for an `out` that
        does not fit.

    Notes
    -----
    Beam j of a scanner with the heading a has the direction ``(c * x - s * y, s * x + c * y)``.
    There (x, y) is the unit vector of the beam, at an angle of 0 that of +x, and c and s are the
    cosine and the sine of a. The results have the bits that `raycast` gives for this direction. No
    array of directions is made.

    Examples
    --------
    >>> crates = sepax.ShapeArray.boxes(2, 2, [(5, 0), (9, 0), (0, 7)])
    >>> distances, indices = sepax.lidar(crates, [(0, 0), (0, 4)], [0, np.pi], 4, 10)
    >>> distances.round(9)
    array([[ 4.,  6., inf, inf],
           [inf, inf, inf,  2.]])
    >>> indices
    array([[ 0,  2, -1, -1],
           [-1, -1, -1,  2]])
    """
    workers = positive_number(workers, "workers")
    headings, fan = within_turns(numbers(angles, "angles"), "angles"), _read_beams(beams)
    columns = read_ray_columns(
        ("positions", positions), ("directions", (1.0, 0.0)), max_distance, radius, _answers(out)
    )
    columns["directions"] = fan
    plan = ray_cast(scene, columns, Visible(min_distance, ignore, groups, ray_groups), headings)
    return _distances(plan, (plan.queries, fan.shape[1]), out, workers)
