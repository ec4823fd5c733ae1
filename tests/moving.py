"""Outlines in motion, exactly: when they touch, overlap and part, by their vertices and edges.

Nothing is cut: anything changes only at the times at which a vertex of one is on an edge of the
other, so one time between two of them decides. Coordinates and velocities are integers; at the
time p / q they are integers again, with q as the unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import outlines
from outlines import Edge, Spot

Rings = list[list[Spot]]


def sides(rings: Rings) -> list[Edge]:
    return [edge for ring in rings for edge in outlines.edges(ring)]


def is_on(rings: Rings, spot: Spot) -> bool:
    return any(outlines.on(edge, spot) for edge in sides(rings))


def is_inside(rings: Rings, spot: Spot) -> bool:
    """Whether a spot is inside of an outline, and not on its boundary."""
    return not is_on(rings, spot) and sum(outlines.inside(ring, spot) for ring in rings) % 2 == 1


def meet(a: Rings, b: Rings) -> bool:
    """Whether two outlines have a point in common: edges that meet, or one inside the other."""
    if any(outlines.meet(e, f) for e in sides(a) for f in sides(b)):
        return True
    return is_inside(a, b[0][0]) or is_inside(b, a[0][0])


def enters(rings: Rings, edge: Edge) -> bool:
    """Whether an edge has a point inside: between two neighbours of where it meets edges."""
    (px, py), (qx, qy) = edge
    dx, dy = qx - px, qy - py
    length, cuts = dx * dx + dy * dy, {Fraction(0), Fraction(1)}
    for a, b in sides(rings):
        ex, ey = b[0] - a[0], b[1] - a[1]
        across = dx * ey - dy * ex
        if across:
            cuts.add(Fraction((a[0] - px) * ey - (a[1] - py) * ex, across))
        else:
            cuts |= {Fraction((s[0] - px) * dx + (s[1] - py) * dy, length) for s in (a, b)}
    kept = sorted(t for t in cuts if 0 <= t <= 1)
    for s, t in pairwise(kept):
        middle, unit = (s + t) / 2, ((s + t) / 2).denominator
        wide = [[(x * unit, y * unit) for x, y in ring] for ring in rings]
        spot = (px * unit + int(middle * unit) * dx, py * unit + int(middle * unit) * dy)
        if is_inside(wide, spot):
            return True
    return False


def overlap(a: Rings, b: Rings) -> bool:
    """Whether the insides of two outlines have a point in common."""
    if not meet(a, b):
        return False
    if any(enters(a, edge) for edge in sides(b)) or any(enters(b, edge) for edge in sides(a)):
        return True
    return {frozenset(edge) for edge in sides(a)} == {frozenset(edge) for edge in sides(b)}


class Look(NamedTuple):
    """Two outlines at a time, or between two."""

    start: Fraction
    end: Fraction
    meet: bool
    overlap: bool


class Course:
    """All that happens to outline a, which moves, and outline b, which rests, from time 0 on."""

    def __init__(self, a: Rings, b: Rings, velocity: Spot) -> None:
        self.a, self.b, self.velocity = a, b, velocity
        times = sorted({Fraction(0), *self._events(a, b, 1), *self._events(b, a, -1)})
        after = [*times[1:], times[-1] + 1]
        self.looks: list[Look] = []
        for start, end in zip(times, after, strict=True):
            self.looks += [self._look(start, start), self._look(start, end)]

    def _events(self, points: Rings, rings: Rings, sign: int) -> set[Fraction]:
        vx, vy = sign * self.velocity[0], sign * self.velocity[1]
        found = set()
        for a, b in sides(rings):
            closing = (b[0] - a[0]) * vy - (b[1] - a[1]) * vx
            for spot in (spot for ring in points for spot in ring):
                if closing and (t := Fraction(-outlines.cross(a, b, spot), closing)) >= 0:
                    q, p = t.denominator, t.numerator
                    ends = ((a[0] * q, a[1] * q), (b[0] * q, b[1] * q))
                    if outlines.on(ends, (spot[0] * q + p * vx, spot[1] * q + p * vy)):
                        found.add(t)
        return found

    def placed(self, time: Fraction, dx: Fraction, dy: Fraction) -> tuple[Rings, Rings]:
        """Return both at a time, and a moved further, in integers of a common unit."""
        x, y = time * self.velocity[0] + dx, time * self.velocity[1] + dy
        unit = x.denominator * y.denominator
        shift_x, shift_y = int(x * unit), int(y * unit)
        moved = [[(s * unit + shift_x, t * unit + shift_y) for s, t in ring] for ring in self.a]
        return moved, [[(s * unit, t * unit) for s, t in ring] for ring in self.b]

    def _look(self, start: Fraction, end: Fraction) -> Look:
        a, b = self.placed((start + end) / 2, Fraction(0), Fraction(0))
        touches = meet(a, b)
        return Look(start, end, touches, touches and overlap(a, b))

    def parting(self, time: Fraction) -> Fraction:
        """Return the end of the contact that goes on at a time."""
        end = time
        for look in self.looks:
            if look.end >= time and look.start >= time:
                if not look.meet:
                    return end
                end = look.end
        raise AssertionError("it never ends")

    def touch(self) -> Fraction | None:
        return next((look.start for look in self.looks if look.meet), None)

    def first_overlap(self, after: Fraction = Fraction(0)) -> Fraction | None:
        found = (look for look in self.looks if look.overlap and look.start >= after)
        return next((look.start for look in found), None)

    def is_firm(self, time: Fraction) -> bool:
        """Whether what touches at a time goes on to overlap at once."""
        return any(look.overlap for look in self.looks if look.start == time)

    def leaves(self) -> bool:
        """Whether they touch at first, and do not overlap at once."""
        return self.looks[0].meet and not self.looks[0].overlap and not self.looks[1].overlap

    def next_pressing(self) -> Fraction | None:
        """Of outlines that leave: when they meet anew, or begin to overlap."""
        apart = False
        for look in self.looks:
            if look.overlap or (apart and look.meet):
                return look.start
            apart |= not look.meet
        return None

    def is_face(self, time: Fraction, normal: Sequence[float]) -> bool:
        """Whether a normal is that of a face of the true boundary at a time.

        That of an edge along which one can go on without an overlap, but not a bit inside of it.
        """
        near = Fraction(1, 1 << 14)
        for rings, sign in ((self.a, 1), (self.b, -1)):
            for (px, py), (qx, qy) in sides(rings):
                for turn in (sign, -sign):  # holes and exteriors are wound either way
                    nx, ny = turn * (qy - py), turn * (px - qx)
                    size = (nx * nx + ny * ny) ** 0.5
                    if abs(nx / size - normal[0]) + abs(ny / size - normal[1]) > 1e-9:
                        continue
                    if any(self._bounds(time, nx, ny, side * near) for side in (-1, 1)):
                        return True
        return False

    def _bounds(self, time: Fraction, nx: int, ny: int, along: Fraction) -> bool:
        near = Fraction(1, 1 << 30)
        x, y = -ny * along, nx * along
        if overlap(*self.placed(time, x, y)):
            return False
        return overlap(*self.placed(time, x + nx * near, y + ny * near))
