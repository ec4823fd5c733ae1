"""Corners of polygons: the checked hull of a cloud of points, and regular polygons."""

from __future__ import annotations

import numpy as np

from sepax._base.arguments import COORDINATE_LIMIT, FloatArray
from sepax._core.arguments import first_outside
from sepax._core.ring import hull_of_sorted, put_unit_ring, sort_points


def hull_of(cloud: FloatArray, whose: str = "", fewest: int = 3) -> FloatArray:
    """Return the corners of the hull; `whose` begins the messages of errors.

    Points on one line have two corners, and equal points one.
    """
    cloud = cloud.copy()
    if (bad := first_outside(cloud, -COORDINATE_LIMIT, COORDINATE_LIMIT)) >= 0:
        point = cloud[bad // 2].tolist()
        reason = "beyond 2**240" if np.isfinite(point).all() else "not finite"
        raise ValueError(f"{whose}point {bad // 2} is {reason}: {tuple(point)}")
    cloud = sort_points(cloud, np.empty_like(cloud))
    corners = hull_of_sorted(cloud)
    if len(corners) < 3:  # no area: both ends, or one point
        corners = [0, len(cloud) - 1] if (cloud[:1] != cloud[-1:]).any() else [0][: len(cloud)]
    if len(corners) < fewest:
        distinct = len(cloud) and 1 + np.count_nonzero((cloud[1:] != cloud[:-1]).any(axis=1))
        if distinct < fewest:
            raise ValueError(
                f"{whose}a hull needs at least {fewest} distinct points, got {distinct}"
            )
        raise ValueError(f"{whose}the hull has zero area: all points are on one line")
    return cloud.take(corners, axis=0)  # raises without memory, where an index array may not


def unit_corners(sides: int) -> FloatArray:
    """Return the vertices of a regular polygon, at a distance of 1 from the origin."""
    corners = np.empty((sides, 2))
    put_unit_ring(corners)
    return corners
