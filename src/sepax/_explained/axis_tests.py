"""Rows of an `Explanation`: the separating axis test on one axis, at rest and in uniform motion."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from sepax._core.results import Impact
from sepax._explained.projections import (
    EPSILON,
    PROJECTION_ROUNDOFF,
    Direction,
    Kind,
    Projections,
    Vector,
    exact_vector,
    widest_separation,
)


@dataclass(frozen=True, slots=True)
class AxisTest:
    """The separating axis test on one axis: a row of an `Explanation`.

    Attributes
    ----------
    axis : (float, float)
        Unit vector from a to b: the one of the two directions with the larger separation.
    kind : "edge", "vertices", "motion" or "impact"
        The source of the axis. "edge": the normal of an edge. "vertices": the direction between
        the nearest two vertices, for shapes with a radius, segments and points. "motion": the
        perpendicular of the relative velocity. "impact": the normal at the time of impact. The
        last two occur for moving shapes with a radius only.
    of_a : tuple of int
        Indices of the edges or vertices of a. Parallel edges share an axis.
    of_b : tuple of int
        Indices of the edges or vertices of b.
    shadow_a : (float, float)
        The projection of a: its lowest and highest value along the axis, in world units.
    shadow_b : (float, float)
        The projection of b.
    extremes_a : (int, int)
        Indices of the lowest and the highest vertex of a; ties go to the lowest index.
    extremes_b : (int, int)
        Indices of the lowest and the highest vertex of b.
    separation : float
        From the high end of a's shadow to the low end of b's: positive for a gap, negative for
        an overlap.
    verdict : "gap", "touching" or "overlap"
        The exact sign of the separation, for the vertices and radii as they are stored.
    close : bool
        Whether float64 alone was uncertain about the sign of the separation.
    enter : float or None
        For moving shapes, the time when the shadows begin to overlap; inf if they never do.
    leave : float or None
        For moving shapes, the time when the shadows cease to overlap; -inf if they never do.
    """

    __module__ = "sepax.explanation"

    axis: Vector
    kind: Kind
    of_a: tuple[int, ...]
    of_b: tuple[int, ...]
    shadow_a: Vector
    shadow_b: Vector
    extremes_a: tuple[int, int]
    extremes_b: tuple[int, int]
    separation: float
    verdict: Literal["gap", "touching", "overlap"]
    close: bool
    enter: float | None = None
    leave: float | None = None

    @property
    def owner(self) -> Literal["a", "b"]:
        """The shape whose edge or vertex gave the axis; "a" if both did."""
        return "b" if self.of_b and not self.of_a else "a"

    @property
    def index(self) -> int | None:
        """The first edge or vertex of the `owner` that gave the axis; None for "motion"."""
        indices = self.of_a or self.of_b
        return indices[0] if indices else None

    @property
    def gap(self) -> float:
        """The gap between the shadows; 0.0 if there is none."""
        return max(self.separation, 0.0)

    @property
    def overlap(self) -> float:
        """The overlap of the shadows; 0.0 if there is none."""
        return max(0.0 - self.separation, 0.0)

    @property
    def source(self) -> str:
        """The source of the axis, in words."""
        if self.kind == "motion":
            return "across the motion"
        if self.kind == "impact":
            return "normal at the impact"
        word = "edge" if self.kind == "edge" else "vertex"
        plural = "edges" if self.kind == "edge" else "vertices"
        sides = ((self.of_a, "a"), (self.of_b, "b"))
        given = [f"{', '.join(map(str, of))} of {name}" for of, name in sides if of]
        several = len(self.of_a) + len(self.of_b) > 1
        return f"{plural if several else word} {' and '.join(given)}"


Verdict = Literal["gap", "touching", "overlap"]
VERDICTS: dict[int, Verdict] = {1: "gap", 0: "touching", -1: "overlap"}


def axis_test(pair: Projections, group: Sequence[Direction], normal: Vector | None) -> AxisTest:
    """Test parallel directions as one axis."""
    widest = widest_separation(pair, group, normal)
    unit = widest.direction.unit
    shadow_a, shadow_b, extremes_a, extremes_b = pair.intervals(unit)
    return AxisTest(
        axis=(unit[0] + 0.0, unit[1] + 0.0),
        kind=widest.direction.kind,
        of_a=tuple(i for member in group for i in member.of_a),
        of_b=tuple(i for member in group for i in member.of_b),
        shadow_a=shadow_a,
        shadow_b=shadow_b,
        extremes_a=extremes_a,
        extremes_b=extremes_b,
        separation=widest.separation,
        verdict=VERDICTS[widest.sign],
        close=widest.close,
    )


def along(row: AxisTest, vector: Vector) -> float:
    return row.axis[0] * vector[0] + row.axis[1] * vector[1]


class Motion(NamedTuple):
    velocity_a: Vector
    velocity_b: Vector
    max_time: float
    rate_a: float = 0.0
    rate_b: float = 0.0

    @property
    def turns(self) -> bool:
        """Whether a shape turns."""
        return self.rate_a != 0.0 or self.rate_b != 0.0

    @property
    def relative(self) -> Vector:
        """The velocity of a relative to b."""
        (x, y), (other_x, other_y) = self.velocity_a, self.velocity_b
        return x - other_x, y - other_y

    @property
    def most(self) -> float:
        """An upper bound of the relative speed."""
        x, y = self.relative
        return abs(x) + abs(y)


def in_motion(pair: Projections, row: AxisTest, motion: Motion, impact: Impact | None) -> AxisTest:
    """Add the times when the shadows overlap.

    At the time of an impact a gap within rounding counts as none.
    """
    speed = along(row, motion.relative)
    time = 0.0 if impact is None else impact.time
    band = pair.error + PROJECTION_ROUNDOFF * motion.most * time
    if abs(speed) <= 4.0 * EPSILON * motion.most:
        never = row.separation > (0.0 if impact is None else band)
        enter, leave = (math.inf, -math.inf) if never else (-math.inf, math.inf)
        return replace(row, enter=enter, leave=leave)
    x, y = row.axis
    behind, _, _ = pair.separation((-x, -y), exact_vector(-x, -y))
    enter, leave = sorted((row.separation / speed + 0.0, -behind / speed + 0.0))
    if impact is not None:
        slack = band / abs(speed)
        is_its_axis = not impact.initial and along(row, impact.normal) > 1.0 - 4.0 * EPSILON
        if time < enter <= time + slack or (is_its_axis and abs(enter - time) <= slack):
            enter = time
        if time - slack <= leave < time:
            leave = time
    return replace(row, enter=enter, leave=leave)
