"""Shapes that turn while they move, at many times at once, in float64 with a safe error.

``Quick.bounds`` takes many intervals of time and returns, for each, the separation in its middle
and a lower bound of the separation in all of it. It is the same mathematics as that of
``turning_exact``, which has the proof: an axis, chosen in the middle and turning at some rate,
has a gap whose second derivative has a bound.

The error of a separation is less than ``64 eps L``. Posing a vertex costs the rounding of the
angle (``eps |rate| time`` times the reach: the way along the arc), of the sine, and of three
sums: 8 eps L. A gap along an axis costs as much again for its two vertices, the axis and two
products.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from turning_exact import EPSILON, Spot, Turning, exact

Floats = NDArray[np.float64]

CHUNK = 2048


class Bounds(NamedTuple):
    """The separation in the middle of intervals, its error, and its lower bound in all of each."""

    value: Floats
    error: Floats
    lower: Floats


def _rotated(angles: Floats, vectors: Floats) -> Floats:
    """Return vectors (n, 2) turned by angles (m,): (m, n, 2)."""
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)


def _left(vectors: Floats) -> Floats:
    return np.stack([-vectors[..., 1], vectors[..., 0]], axis=-1)


class Quick:
    """A case in float64."""

    def __init__(self, case: Turning) -> None:
        self.case = case
        self.exact = exact(case)
        self.a, self.b = self._floats(self.exact.a), self._floats(self.exact.b)
        self.normals_a, self.normals_b = self._normals(self.exact.a), self._normals(self.exact.b)
        self.start = self._floats([(self.exact.start[0], self.exact.start[1])])[0]
        self.velocity = np.array([float(x) for x in case.velocity])
        self.way = float(np.hypot(*self.velocity))
        self.radius = case.a.radius + case.b.radius

    def _floats(self, points: list[Spot]) -> Floats:
        unit = 1 << self.exact.shift
        return np.array([[x / unit, y / unit] for x, y in points])

    def _normals(self, points: list[Spot]) -> Floats:
        """Return the outward unit normals of the edges, from their exact directions."""
        ways = [(x - points[k - 1][0], y - points[k - 1][1]) for k, (x, y) in enumerate(points)]
        if len(points) == 1:
            return np.empty((0, 2))
        edges = self._floats(ways)
        normals = np.stack([edges[:, 1], -edges[:, 0]], axis=-1)
        return normals / np.hypot(normals[:, 0], normals[:, 1])[:, None]

    def bounds(self, low: Floats, high: Floats) -> Bounds:
        """Return the bounds of many intervals."""
        parts = [
            self._some_bounds(low[k : k + CHUNK], high[k : k + CHUNK])
            for k in range(0, len(low), CHUNK)
        ]
        return Bounds(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def separations(self, times: Floats) -> Floats:
        """Return the signed separations at many times, each within 64 eps L."""
        return self.bounds(times, times).value

    def _some_bounds(self, low: Floats, high: Floats) -> Bounds:
        case = self.case
        middle = low + (high - low) / 2
        half = np.maximum(high - middle, middle - low) * (1 + 8 * EPSILON)
        a = _rotated(case.a.rate * middle, self.a)
        b = _rotated(case.b.rate * middle, self.b)
        center = self.start + self.velocity * middle[:, None]
        axes, rates = self._axes(middle, a, b, center)
        gaps = self._gaps(axes, a, b, center)
        error = 64 * EPSILON * (case.base + case.speed * (middle + half))
        least = self._least(axes, rates, half, a, b, center)
        scale = half[:, None] * (case.base + case.speed * (middle + half))[:, None]
        least -= (16 * EPSILON * np.abs(rates) * scale)[:, None, :]
        lower = least.max(axis=(1, 2)) - self.radius - error
        return Bounds(gaps.max(axis=1) - self.radius, error, lower)

    @staticmethod
    def _gaps(axes: Floats, a: Floats, b: Floats, center: Floats) -> Floats:
        """Return the gaps (m, k) along axes (m, k, 2)."""
        near = np.einsum("mkd,mjd->mkj", axes, b).min(axis=2)
        far = np.einsum("mkd,mid->mki", axes, a).max(axis=2)
        gaps: Floats = np.einsum("mkd,md->mk", axes, center) + (near - far)
        return gaps

    def _axes(self, middle: Floats, a: Floats, b: Floats, center: Floats) -> tuple[Floats, Floats]:
        """Return one or two axes (m, k, 2) and the rates (m, 4) at which they may turn."""
        case, rows = self.case, np.arange(len(middle))
        ways = center[:, None, None, :] + b[:, None, :, :] - a[:, :, None, :]
        squares = np.einsum("mijd,mijd->mij", ways, ways).reshape(len(middle), -1)
        i, j = np.divmod(squares.argmin(axis=1), b.shape[1])
        way, p, q = ways[rows, i, j], a[rows, i], b[rows, j]
        size = np.hypot(way[:, 0], way[:, 1])
        axis = np.where(size[:, None] > 0, way, [1.0, 0.0])
        axes = (axis / np.where(size > 0, size, 1.0)[:, None])[:, None, :]
        closing = self.velocity + case.b.rate * _left(q) - case.a.rate * _left(p)
        line = (way * -_left(closing)).sum(axis=1) / np.maximum(size**2, 1e-300)
        line = np.where(np.abs(line) < 1e100, line, 0.0)
        still = np.zeros(len(middle))
        rates = np.stack([still, still + case.a.rate, still + case.b.rate, line], axis=1)
        if len(self.normals_a) + len(self.normals_b):
            edges = np.concatenate(
                [
                    _rotated(case.a.rate * middle, self.normals_a),
                    -_rotated(case.b.rate * middle, self.normals_b),
                ],
                axis=1,
            )
            best = self._gaps(edges, a, b, center).argmax(axis=1)
            axes = np.concatenate([edges[rows, best][:, None, :], axes], axis=1)
        return axes, rates

    def _least(
        self, axes: Floats, rates: Floats, half: Floats, a: Floats, b: Floats, center: Floats
    ) -> Floats:
        """Return the least gap (m, k, 4) in the intervals, for each axis and rate of turning."""
        turn = rates * half[:, None]
        turn_a = self.case.a.rate * half[:, None] - turn
        turn_b = self.case.b.rate * half[:, None] - turn
        distance, way = np.hypot(center[:, 0], center[:, 1])[:, None], self.way * half[:, None]
        bend = turn**2 * (distance + way) + 2 * np.abs(turn) * way
        bend += turn_a**2 * np.hypot(self.a[:, 0], self.a[:, 1]).max()
        bend += turn_b**2 * np.hypot(self.b[:, 0], self.b[:, 1]).max()
        heights, slopes = _projected(axes, center[:, None, :])
        drift = (axes @ self.velocity)[:, :, None] * half[:, None, None]
        ends = []
        for sign in (-1.0, 1.0):
            middle = heights + sign * (drift - turn[:, None, :] * slopes)
            near = _leaning(axes, b, sign * turn_b).min(axis=3)
            far = _leaning(axes, a, sign * turn_a).max(axis=3)
            ends.append(middle + (near - far))
        least: Floats = np.minimum(*ends) - bend[:, None, :] / 2
        return least


def _projected(axes: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Return the heights (m, k, n) of points, and how they change when the points turn left."""
    heights = np.einsum("mkd,mnd->mkn", axes, points)
    return heights, np.einsum("mkd,mnd->mkn", axes, _left(points))


def _leaning(axes: Floats, points: Floats, turn: Floats) -> Floats:
    """Return the heights (m, k, 4, n) after turns (m, 4), to first order."""
    heights, slopes = _projected(axes, points)
    return heights[:, :, None, :] + turn[:, None, :, None] * slopes[:, :, None, :]
