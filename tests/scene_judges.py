"""Queries of scenes by their definition: the verbs for two shapes, asked about all pairs of rows.

`Table` has what the verbs say, and `Sight` which rows see which. What a query answers follows from
both, to the bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import sepax
from sepax import Compound, CompoundArray, Impacts, ShapeArray, ShapeIndex

Array = npt.NDArray[np.float64]
Pairs = npt.NDArray[np.intp]
Truths = npt.NDArray[np.bool_]
MISS: Impacts = sepax.sweep(
    ShapeArray.circles([(0, 0)], 1), ShapeArray.circles([(9, 9)], 1), (0, 0)
)


def all_pairs(n: int, m: int) -> Pairs:
    return np.argwhere(np.ones((n, m), np.bool_))


def every_distance(a: Any, b: Any) -> Array:
    """Return the matrix of all distances, computed pair by pair."""
    pairs = all_pairs(len(a), len(b))
    found: Array = sepax.distance(a, b, pairs=pairs).reshape(len(a), len(b))
    return found


class Sight(NamedTuple):
    """Which rows of one side see which of the other, and the arguments that say so."""

    seen: Truths
    groups: Any = None
    groups_b: Any = None
    ignore: Any = None


class Table:
    """All pairs of rows of two sides, or of one side with itself."""

    def __init__(self, a: Any, b: Any = None) -> None:
        self.a, self.b, self.alone = a, a if b is None else b, b is None
        self.shape = (len(self.a), len(self.b))
        self.pairs = all_pairs(*self.shape)

    @cached_property
    def lists(self) -> tuple[list[Any], list[Any]]:
        return list(self.a), list(self.b)

    def forms(self, side: int, labels: Any) -> list[tuple[Any, dict[str, Any]]]:
        """Return all forms of a side, and its labels as arguments: an index has them already."""
        rows, given = (self.a, self.b)[side], {}
        if labels is not None:
            given = {("groups", "groups_b")[side]: labels}
        made: list[tuple[Any, dict[str, Any]]] = [
            *((rows, given), (ShapeIndex(rows, labels), {}), (self.lists[side], given)),
        ]
        if len(rows) and all(isinstance(row, Compound) for row in self.lists[side]):
            array = CompoundArray(rows)
            made += [(array, given), (ShapeIndex(array, labels), {})]
        return made

    def meets(self, touching: bool = True) -> Truths:
        found: Truths = sepax.intersects(self.a, self.b, touching, pairs=self.pairs)
        return found.reshape(self.shape)

    @cached_property
    def touch(self) -> Truths:
        return self.meets()

    @cached_property
    def deep(self) -> Truths:
        return self.meets(False)

    @cached_property
    def distances(self) -> Array:
        return every_distance(self.a, self.b)

    def pairs_of(self, chosen: Truths, seen: Truths) -> Pairs:
        """Return pairs as a query does: within one side each of them once."""
        both = chosen & seen
        return np.argwhere(np.triu(both, 1) if self.alone else both)

    def find_pairs(self, sight: Sight, touching: bool, within: float) -> Pairs:
        if within > 0.0:
            near = self.distances <= within if touching else self.distances < within
            return self.pairs_of(near, sight.seen)
        return self.pairs_of(self.touch if touching else self.deep, sight.seen)

    @cached_property
    def signed_distances(self) -> Array:
        found: Array = sepax.signed_distance(self.a, self.b, pairs=self.pairs)
        return found.reshape(self.shape)

    def nearest(
        self, sight: Sight, k: int, farthest: float, signed: bool = False
    ) -> tuple[Pairs, Array]:
        distances = self.signed_distances if signed else self.distances
        return ranked(np.where(sight.seen, distances, math.nan), k, farthest)

    def intersects_any(self, sight: Sight, owner: Any = None) -> Truths:
        hit: Truths = np.logical_or.reduce(self.touch & sight.seen, axis=1, dtype=np.bool_)
        if owner is None:
            return hit
        owned = np.zeros(max(owner, default=-1) + 1, np.bool_)
        np.logical_or.at(owned, owner, hit)
        return owned

    def sweep(self, of_a: Any, of_b: Any, end: float, turns: Sequence[Any] = (0, 0)) -> Impacts:
        """Return what `sweep` says of each pair, row by row."""
        i, j = self.pairs.T
        given = [np.asarray(each, float) for each in (of_a, of_b, *turns)]
        wide = [
            np.broadcast_to(each, (n, 2)) for each, n in zip(given[:2], self.shape, strict=True)
        ]
        wide += [np.broadcast_to(each, n) for each, n in zip(given[2:], self.shape, strict=True)]
        found: Impacts = sepax.sweep(
            self.a,
            self.b,
            wide[0][i],
            wide[1][j],
            end,
            angular_velocity_a=wide[2][i],
            angular_velocity_b=wide[3][j],
            pairs=(i, j),
        )
        return found

    def sweep_pairs(self, sight: Sight, swept: Impacts) -> tuple[Pairs, Impacts]:
        pairs = self.pairs_of(swept.hit.reshape(self.shape), sight.seen)
        return pairs, swept[pairs[:, 0] * self.shape[1] + pairs[:, 1]]

    def first_impacts(self, sight: Sight, swept: Impacts) -> tuple[Pairs, Impacts]:
        n, m = self.shape
        times = np.where(sight.seen, swept.time.reshape(n, m), math.inf)
        rows = times.argmin(axis=1) if m else np.zeros(n, np.intp)  # of equal ones the first
        is_met = times.min(axis=1, initial=math.inf) < math.inf
        columns = zip(swept._arrays(), MISS._arrays(), strict=True)
        with_miss = Impacts(*map(np.concatenate, columns))
        found = np.where(is_met, rows, -1).astype(np.intp)
        return found, with_miss[np.where(is_met, np.arange(n) * m + rows, n * m)]


def ranked(distances: Array, k: int, farthest: float = math.inf) -> tuple[Pairs, Array]:
    """Return the first k of each row, by distance, then by index; NaN is not seen."""
    rows, nearest = (
        np.full((len(distances), k), -1, np.intp),
        np.full((len(distances), k), math.inf),
    )
    order = np.argsort(distances, axis=1, kind="stable")[:, :k]
    apart = np.take_along_axis(distances, order, axis=1)
    rows[:, : order.shape[1]] = np.where(apart <= farthest, order, -1)
    nearest[:, : order.shape[1]] = np.where(apart <= farthest, apart, math.inf)
    return rows, nearest
