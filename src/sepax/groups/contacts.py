"""Contacts of groups of convex parts, on the boundary of the whole.

After the shortest move two groups touch where they were the deepest before. So contacts of parts
are computed there. Of those along the normal of the whole, the two farthest apart are taken.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sepax._arguments import BoolArray, FloatArray, IndexArray
from sepax._core.arrays.block import ShapeBlock
from sepax._core.arrays.pairs import PointPairs, ShapePairs
from sepax._results import Contacts
from sepax._vectors import dot, units
from sepax.groups.faces import Front, are_foremost, end_of_faces, feature_at, front_of
from sepax.groups.parting import Parting
from sepax.groups.seams import do_all, near_pairs, offsets_of, radii_of, run_plan, vertices_of

_ALONG = 1.0 - 1e-9  # the cosine between normals that are the same, up to that of a grazed arc
_Vector = tuple[float, float]


class Contacted(NamedTuple):
    """The fields of a `Contact`, without those of containment."""

    normal: _Vector
    depth: float
    points: FloatArray  # (1 or 2, 2)
    depths: FloatArray
    features: npt.NDArray[np.int32]


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
        return Parted(moved(a, (x, y)), b, (-0.5 * x, -0.5 * y))
    with suppress(ValueError):
        return Parted(a, moved(b, (-x, -y)), (0.5 * x, 0.5 * y))
    return None


def moved(block: ShapeBlock, by: _Vector) -> ShapeBlock:
    """Return a copy in another place."""
    copy = block.take(np.arange(block.count, dtype=np.intp))
    positions, angles = np.empty((block.count, 2)), np.empty(block.count)
    copy.read_poses(positions, angles)
    copy.set_poses(None, positions + by, angles)
    return copy


def _collide(a: ShapeBlock, b: ShapeBlock, i: IndexArray, j: IndexArray, reach: float) -> Contacts:
    """Return the contacts of pairs of parts."""
    found = Contacts.empty(len(i))
    options = (), False, False, reach
    do_all(ShapePairs(a, b, i, j).answer, len(i), "collide", found._arrays(), *options)
    return found


def _numbered(features: npt.NDArray[np.int32], first: IndexArray) -> npt.NDArray[np.int32]:
    """Number vertices and edges of parts through, from where those of each part begin."""
    return np.where(features >= 0, features + first, features - first).astype(np.int32)


class _Points(NamedTuple):
    """Points of contact of groups that are just parted, halfway between the surfaces."""

    places: FloatArray  # (n, 2)
    depths: FloatArray
    features: npt.NDArray[np.int32]  # (n, 2)

    def at(self, rows: BoolArray | IndexArray) -> _Points:
        return _Points(self.places[rows], self.depths[rows], self.features[rows])

    def across(self, normal: _Vector) -> FloatArray:
        """Return how far they are along a face, in the order of two points."""
        return dot(self.places, (normal[1], -normal[0]))


def _leftmost(points: _Points, alike: BoolArray, slack: float) -> int:
    """Return which of some points is the leftmost, or else the lowest."""
    rows = np.flatnonzero(alike)
    x, y = points.places[rows].T
    rows, y = rows[x <= x.min() + slack], y[x <= x.min() + slack]
    return int(rows[np.argmin(y)])


def _ends(points: _Points, normal: _Vector, slack: float) -> _Points:
    """Return the two that are the farthest apart across the normal, in order, or the only one."""
    across = points.across(normal)
    low = _leftmost(points, across <= across.min() + slack, slack)
    high = _leftmost(points, across >= across.max() - slack, slack)
    apart = across[high] - across[low] > slack
    return points.at(np.array([low, high] if apart else [low], np.intp))


def _are_outside(block: ShapeBlock, points: FloatArray) -> BoolArray:
    """Which points are in no part."""
    outside = np.ones(len(points), np.bool_)
    for k, point in enumerate(points):
        outside[k] = not run_plan(PointPairs(block, point[None]), "contains").any()
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


def _separations(after: Parted, i: IndexArray, j: IndexArray, normal: _Vector) -> FloatArray:
    """Return how far parts of pairs are apart along the normal; negative where they overlap."""
    vertices = [vertices_of(block) for block in (after.a, after.b)]
    heights = [dot(corners - vertices[0][0], normal) for corners in vertices]
    tops = np.maximum.reduceat(heights[0], offsets_of(after.a)[:-1]) + radii_of(after.a)
    bottoms = np.minimum.reduceat(heights[1], offsets_of(after.b)[:-1]) - radii_of(after.b)
    separations: FloatArray = bottoms[j] - tops[i]
    return separations


def _are_along(points: FloatArray, stretches: FloatArray, slack: float) -> BoolArray:
    """Which points are on any of the stretches, each a pair of ends."""
    starts = stretches[:, 0]
    ways, far = units(stretches[:, 1] - starts)
    found = np.zeros(len(points), np.bool_)
    for k, point in enumerate(points):
        along = np.clip(((point - starts) * ways).sum(axis=1), 0.0, far)
        gaps = point - (starts + along[:, None] * ways)
        found[k] = (np.abs(gaps).max(axis=1) <= slack).any()
    return found


def _are_contacts(
    points: FloatArray, deep: BoolArray, separations: FloatArray, slack: float
) -> BoolArray:
    """Which of the deepest points of pairs, (n, 2, 2), are those of the whole along a normal.

    The ends of faces along each other are. A single point is, if every two parts there are apart
    along the normal, as the groups then are. So it does not matter which parts there are.
    """
    apart: BoolArray = separations >= -slack
    found: BoolArray = deep & apart[:, None]
    crossed: BoolArray = deep.any(axis=1) & ~apart
    ends = np.where(deep[crossed][:, :, None], points[crossed], points[crossed][:, ::-1])
    single = found & ~np.all(found, axis=1, keepdims=True)
    found[single] = ~_are_along(points[single], ends, slack)
    return found


def _on_boundary(
    after: Parted, points: _Points, fronts: tuple[Front, Front], slack: float
) -> BoolArray:
    """Which points that are not the deepest are on the true boundary, on a face or at a corner."""
    to_a = 0.5 * np.outer(points.depths, fronts[0].facing)  # its surface; that of b is opposite
    kept = are_foremost(fronts[0], points.places + to_a, slack)
    kept &= are_foremost(fronts[1], points.places - to_a, slack)
    # Just in front of either surface there is room.
    kept[kept] = _are_outside(after.a, (points.places + 0.998 * to_a)[kept])
    kept[kept] = _are_outside(after.b, (points.places - 0.998 * to_a)[kept])
    return kept


def _with_another(
    after: Parted, point: _Points, others: _Points, normal: _Vector, reach: float, slack: float
) -> _Points:
    """Add to a single point the farthest of others that are not as deep, if there is one."""
    if not len(others.places) and any(
        block.vertex_count == block.count for block in (after.a, after.b)
    ):
        return point  # of discs alone, which have no faces
    fronts = front_of(after.a, normal), front_of(after.b, (-normal[0], -normal[1]))
    others = others.at(_on_boundary(after, others, fronts, slack))
    to_a = 0.5 * np.outer(point.depths, normal)
    end = end_of_faces(*fronts, (point.places + to_a)[0], (point.places - to_a)[0], slack)
    if end is not None and end.height - point.depths[0] <= reach:
        places, depths = 0.5 * (end.of_a + end.of_b)[None], point.depths - end.height
        sides = zip(fronts, (end.of_a, end.of_b), strict=True)
        features = np.array([[feature_at(*side, slack) for side in sides]], np.int32)
        others = _joined(others, _Points(places, depths, features))
    if not len(others.places):
        return point
    away = np.abs(others.across(normal) - point.across(normal))
    far = _leftmost(others, away >= away.max() - slack, slack)
    return _ends(_joined(point, others.at(np.array([far]))), normal, slack)


def _joined(one: _Points, other: _Points) -> _Points:
    return _Points(
        np.concatenate((one.places, other.places)),
        np.concatenate((one.depths, other.depths)),
        np.concatenate((one.features, other.features)),
    )


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
    given = met.hit[:, None] & (np.arange(2) < met.counts[:, None])
    deep = given & (met.depths >= least)
    if not deep.any():  # rounded off
        return _deepest(a, b, out)
    gaps = _separations(after, i, j, out.normal) + min(out.depth, 0.0)
    found = _are_contacts(met.points, deep, gaps, slack)
    starts = np.column_stack((offsets_of(a)[i], offsets_of(b)[j]))
    depths = np.where(deep, min(out.depth, 0.0), met.depths)  # alike but for rounding
    points = _Points(met.points, depths, _numbered(met.features, starts[:, None, :]))
    # Where no place is left, there are corners in notches.
    ends = _ends(points.at(found if found.any() else deep), out.normal, slack)
    if len(ends.places) == 1:
        along = dot(met.normal, out.normal) >= _ALONG
        others = points.at(given & ~deep & along[:, None])
        ends = _with_another(after, ends, others, out.normal, reach, slack)
    places = ends.places + after.back  # halfway between the surfaces, before the move
    return Contacted(
        out.normal, out.depth, places, np.minimum(ends.depths + depth, out.depth), ends.features
    )
