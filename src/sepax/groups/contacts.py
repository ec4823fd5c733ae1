"""How groups of convex parts, of blocks of memory, meet as wholes: contacts on the true boundary.

Where the shortest move has just parted two groups, they touch where they were the deepest before.
So contacts of parts are looked for there: of those along the normal of the whole the two that are
the farthest from each other.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import PointPairs, ShapePairs
from sepax.groups.parting import Parting
from sepax.groups.seams import asked, do_all, near_pairs, offsets_of

_ALONG = 1.0 - 1e-9  # the cosine between normals that are the same, up to that of a grazed arc
_Vector = tuple[float, float]


class Contacted(NamedTuple):
    """What a `Contact` tells, but for what covers what."""

    normal: _Vector
    depth: float
    points: FloatArray  # (1 or 2, 2)
    depths: FloatArray
    features: npt.NDArray[np.int32]


class ContactRows(NamedTuple):
    """Those of pairs of parts, or of groups: the arrays of `Contacts`, in their order."""

    hit: BoolArray
    normal: FloatArray
    depth: FloatArray
    mtv: FloatArray
    points: FloatArray
    depths: FloatArray
    features: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int8]
    a_in_b: BoolArray
    b_in_a: BoolArray


class Parted(NamedTuple):
    """Two groups after the shortest move that parts them; a contact there lay `back` from it."""

    a: ShapeBlock
    b: ShapeBlock
    back: _Vector


def parted(a: ShapeBlock, b: ShapeBlock, out: Parting) -> Parted | None:
    """Move a, or b where rounding would spoil a there; None where it would either."""
    x, y = out.vector
    if out.depth <= 0.0:
        return Parted(a, b, (0.0, 0.0))
    with suppress(ValueError):
        return Parted(_moved(a, (x, y)), b, (-0.5 * x, -0.5 * y))
    with suppress(ValueError):
        return Parted(a, _moved(b, (-x, -y)), (0.5 * x, 0.5 * y))
    return None


def _moved(block: ShapeBlock, by: _Vector) -> ShapeBlock:
    """Return a copy in another place."""
    copy = block.take(np.arange(block.count, dtype=np.intp))
    positions, angles = np.empty((block.count, 2)), np.empty(block.count)
    copy.read_poses(positions, angles)
    copy.set_poses(None, positions + by, angles)
    return copy


def _collide(
    a: ShapeBlock, b: ShapeBlock, i: IndexArray, j: IndexArray, reach: float
) -> ContactRows:
    """Return the contacts of pairs of parts."""
    count = len(i)
    found = ContactRows(
        hit=np.zeros(count, np.bool_),
        normal=np.empty((count, 2)),
        depth=np.empty(count),
        mtv=np.empty((count, 2)),
        points=np.empty((count, 2, 2)),
        depths=np.empty((count, 2)),
        features=np.empty((count, 2, 2), np.int32),
        counts=np.empty(count, np.int8),
        a_in_b=np.empty(count, np.bool_),
        b_in_a=np.empty(count, np.bool_),
    )
    views: list[Any] = [view.view(np.uint8) if view.dtype == np.bool_ else view for view in found]
    do_all(ShapePairs(a, b, i, j).collide, count, reach, *views)
    return found


def _numbered(features: npt.NDArray[np.int32], first: IndexArray) -> npt.NDArray[np.int32]:
    """Number vertices and edges of parts through, from where those of each part begin."""
    return np.where(features >= 0, features + first, features - first).astype(np.int32)


def _ends(along: FloatArray, deepest: BoolArray, slack: float) -> IndexArray:
    """Return which two are the farthest apart, in order; of one place, one.

    Of the deepest two, or else of the deepest and another.
    """
    rows = np.flatnonzero(deepest)
    low, high = rows[np.argmin(along[rows])], rows[np.argmax(along[rows])]
    if along[high] - along[low] <= slack:
        low = high = rows[0]
        far = int(np.argmax(np.abs(along - along[low])))
        low, high = (far, high) if along[far] < along[high] else (low, far)
    return np.array([low] if along[high] - along[low] <= slack else [low, high], np.intp)


def _are_outside(block: ShapeBlock, points: FloatArray) -> BoolArray:
    """Which points are in no part."""
    outside = np.ones(len(points), np.bool_)
    for k, point in enumerate(points):
        outside[k] = not asked(PointPairs(block, point[None]).contains, block.count).any()
    return outside


def nearness(a: ShapeBlock, b: ShapeBlock, i: int, j: int, margin: float) -> Parting | None:
    """Return the normal of groups that are apart, and minus their distance.

    Parts i and j are the nearest. None where they are no nearer than the margin.
    """
    met = _collide(a, b, np.array([i], np.intp), np.array([j], np.intp), margin)
    if not met.hit[0]:
        return None
    x, y = met.normal[0].tolist()
    return Parting((0.0, 0.0), (x, y), float(met.depth[0]))


def _deepest(a: ShapeBlock, b: ShapeBlock, out: Parting) -> Contacted | None:
    """Return the contact of the parts that are the deepest in each other, if any are."""
    met = _collide(a, b, *near_pairs(a, b), 0.0)
    if not met.hit.any():
        return None
    best = int(np.argmax(np.where(met.hit, met.depth, -np.inf)))
    ends = slice(0, max(int(met.counts[best]), 1))
    points, depths = met.points[best][ends], met.depths[best][ends]
    return Contacted(out.normal, out.depth, points, depths, met.features[best][ends])


def contact_of(
    a: ShapeBlock, b: ShapeBlock, out: Parting, margin: float, slack: float
) -> Contacted | None:
    """Return the contact of groups; None of such as another thread has moved apart.

    `out` parts groups that meet; of groups that are apart it moves nothing, and its depth is minus
    their distance. Lengths are off by no more than `slack`.
    """
    least, depth = min(out.depth, 0.0) - slack, max(out.depth, 0.0)
    reach = depth + max(margin, slack)
    after = parted(a, b, out)
    if after is None:
        return _deepest(a, b, out)
    i, j = near_pairs(after.a, after.b, reach)
    met = _collide(after.a, after.b, i, j, reach)
    along = met.hit & (met.normal @ out.normal >= _ALONG)
    deepest = met.hit & (met.depth >= least)
    rows = np.flatnonzero(along if (along & deepest).any() else deepest)
    if not len(rows):  # rounded off
        return _deepest(a, b, out)
    starts = np.column_stack((offsets_of(a)[i[rows]], offsets_of(b)[j[rows]]))
    given = np.arange(2) < met.counts[rows][:, None]
    points, depths = met.points[rows][given], met.depths[rows][given]
    least = min(least, float(depths.max()))
    features = _numbered(met.features[rows], starts[:, None, :])[given]
    # What is not as deep is on the true boundary, if just in front of either surface there is room.
    kept = depths >= least
    gaps = np.outer(0.499 * depths[~kept], out.normal)
    kept[~kept] = _are_outside(after.a, points[~kept] + gaps) & _are_outside(
        after.b, points[~kept] - gaps
    )
    points, depths, features = points[kept], depths[kept], features[kept]
    ends = _ends(points @ (out.normal[1], -out.normal[0]), depths >= least, slack)
    places = points[ends] + after.back  # halfway between the surfaces, before the move
    at_ends = np.minimum(depths[ends] + depth, out.depth)
    return Contacted(out.normal, out.depth, places, at_ends, features[ends])
