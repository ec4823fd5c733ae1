"""Why two shapes collide or not: `explain`, and the `Explanation` that it returns.

An explanation lists every axis of the separating axis test with the projections of both shapes. In
pictures and tables a projection is called a shadow. The numbers are float64, computed in Python;
the verdicts are those of the verbs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, SupportsFloat

import numpy as np

from sepax._core.arguments import number, two_numbers
from sepax._core.pair import (
    clearance,
    closest_approach,
    collide,
    distance,
    intersects,
    mtv,
    sweep,
    time_of_impact,
)
from sepax._core.results import Approach, Clearance, Contact, Impact
from sepax._core.shape import Shape
from sepax._explained.axis_tests import AxisTest as AxisTest
from sepax._explained.axis_tests import Motion, along, axis_test, in_motion
from sepax._explained.projections import (
    EPSILON,
    Convex,
    Direction,
    Projections,
    Vector,
    between_vertices,
    edge_normals,
    edges_suffice,
    exact_vector,
    parallel_groups,
    unit_vector,
)
from sepax._explained.turning import Way, last_time, nearest_time, reach
from sepax._rows.sides import CompoundBase, require_shape

SAME_LENGTH = 2.0**-20  # radians
TURNING_ROUNDOFF = 80.0 * EPSILON  # 5 E of roundoff.h, by L: how far apart at an impact
GRAZING = 2.0**-10  # the part of a velocity along a normal below which a motion counts as grazing


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """Why two shapes collide or not; returned by `explain`.

    ``str()`` returns a table. A notebook shows a picture above the table.

    Attributes
    ----------
    a : shape
        A copy of the first shape; for a compound, of the part that decides.
    b : shape
        A copy of the second shape, likewise.
    part_a : int or None
        Index of the part, if the first shape is a compound.
    part_b : int or None
        Index of the part, if the second shape is a compound.
    axes : tuple of AxisTest
        All axes of the test, in order: edges of a, edges of b, then the axes that round corners,
        segments and motions add.
    intersects : bool
        The result of `intersects`; for moving shapes, at the start.
    touching : bool
        Whether the shapes touch without overlap.
    stop : int or None
        The row after which an early-out test ends: the first that proves that the shapes are
        apart, or that they do not meet in time. None if the test needs all rows.
    mtv : (float, float) or None
        The result of `mtv`: add it to the position of a, and the shapes just touch.
    contact : Contact or None
        The result of `collide` for a and b; None for shapes that are apart.
    distance : float
        The result of `distance`, for whole compounds.
    clearance : Clearance
        The result of `clearance`, for whole compounds; of moving shapes at the start.
    mtv_axis : int or None
        The row with the least overlap, which is the direction of the MTV. None for shapes that
        are apart, and if other parts of a compound decide the MTV.
    velocity_a : (float, float) or None
        Velocity of a, world units per time; None for shapes at rest.
    velocity_b : (float, float) or None
        Velocity of b.
    max_time : float or None
        The end of the motion.
    impact : Impact or None
        The result of `sweep`.
    approach : Approach or None
        The result of `closest_approach` for moving shapes; None for shapes that turn.
    impact_axis : int or None
        The row of the impact normal: the axis on which the shadows begin to overlap last. (If the
        shapes graze, the shadows touch on it all the time.) None without an impact, and for a
        corner of a compound that takes the normal of another part.
    exit_axis : int or None
        The row on which the shadows separate first, if the shapes separate at the same time.
        (Round shapes may separate at a corner, which has no row.)
    angular_velocity_a : float or None
        Angular velocity of a, radians per time; None unless a shape turns.
    angular_velocity_b : float or None
        Angular velocity of b.
    pivot_a : (float, float) or None
        The point about which a turns, at the start: the position of the shape or compound.
    pivot_b : (float, float) or None
        The point about which b turns.
    axes_time : float or None
        If a shape turns, its axes turn, too. The rows are then those of this time: the time of
        the impact, or without one about the time at which the shapes are nearest.

    Examples
    --------
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Circle((2, 2), 1)
    >>> explanation = sepax.explain(a, b)
    >>> explanation.intersects, explanation.stop, explanation.axes[2].source
    (False, 2, 'vertices 2 of a and 0 of b')
    >>> explanation
    <Explanation: apart: on axis 2 there is a gap of 0.4142 between the shadows. \
The distance is 0.4142>
    """

    __module__ = "sepax"

    a: Any
    b: Any
    part_a: int | None
    part_b: int | None
    axes: tuple[AxisTest, ...]
    intersects: bool
    touching: bool
    stop: int | None
    mtv: Vector | None
    contact: Contact | None
    distance: float
    clearance: Clearance
    mtv_axis: int | None
    velocity_a: Vector | None = None
    velocity_b: Vector | None = None
    max_time: float | None = None
    impact: Impact | None = None
    approach: Approach | None = None
    impact_axis: int | None = None
    exit_axis: int | None = None
    angular_velocity_a: float | None = None
    angular_velocity_b: float | None = None
    pivot_a: Vector | None = None
    pivot_b: Vector | None = None
    axes_time: float | None = None

    @property
    def verdict(self) -> str:
        """The result and its reason, in a sentence."""
        from sepax.pictures import words

        return words.verdict_text(self)

    def __repr__(self) -> str:
        """Return the verdict in a line; ``print`` it for the table."""
        return f"<Explanation: {self.verdict}>"

    def __str__(self) -> str:
        """Return a table of all axes, under the verdict."""
        from sepax.pictures import words

        return words.explanation_text(self)

    def _repr_svg_(self) -> str:
        """Draw the shapes, the axis that decides, and the shadows on each axis."""
        from sepax.pictures import explained

        return explained.explanation_svg(self)

    def _repr_html_(self) -> str:
        """Return the picture above the table, for notebooks."""
        from sepax.pictures import explained

        return explained.explanation_html(self)


# --- explain -----------------------------------------------------------------------


def explain(
    a: Shape | CompoundBase,
    b: Shape | CompoundBase,
    *,
    velocity_a: Iterable[SupportsFloat] | None = None,
    velocity_b: Iterable[SupportsFloat] | None = None,
    max_time: SupportsFloat | None = None,
    angular_velocity_a: SupportsFloat = 0.0,
    angular_velocity_b: SupportsFloat = 0.0,
) -> Explanation:
    """Explain why two shapes collide or not, axis by axis.

    The shadow (projection) of a convex shape on an axis is an interval. A gap between the shadows
    of two shapes on any axis proves that the shapes are apart. If no edge normal has a gap (and,
    for round corners, the direction between the nearest vertices has none), the shapes intersect.

    Parameters
    ----------
    a, b : shape or Compound
        For compounds the result explains two parts: two that intersect, or the nearest two.
    velocity_a, velocity_b : pair of float, optional
        Velocities of moving shapes, world units per time. Each axis then also has the times
        between which the shadows overlap, and the result has the `Impact` of `sweep`. If only one
        is given, the other is (0, 0).
    max_time : float, optional
        The end of the motion; 1.0 by default.
    angular_velocity_a, angular_velocity_b : float, default 0.0
        For shapes that turn about their positions, radians per time. The axes and shadows are then
        those at the time of the impact, or else at the time when the shapes are nearest.

    Returns
    -------
    Explanation
        Read-only. ``str()`` returns a table; a notebook also shows a picture.

    Raises
    ------
    TypeError
        For anything else than two shapes, and for a `max_time` without a velocity.
    ValueError
        As `sweep` for velocities and times.

    See Also
    --------
    sepax.plot.plot_shadows : a larger picture of the same, with matplotlib.

    Notes
    -----
    Use it to look at two shapes. The other functions answer the same questions a thousand times as
    fast: they test one-sidedly, an edge against the vertices of the other shape, and may visit
    the axes in another order. The verdicts here are their results.

    Examples
    --------
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Polygon.box(2, 2, position=(1.5, 2.5))
    >>> print(sepax.explain(a, b))
    a: Polygon (4 vertices), b: Polygon (4 vertices)
    apart: on axis 0 there is a gap of 0.5 between the shadows. The distance is 0.5
    signed distance 0.5 along (0, 1); a turn by 1 radian adds -1 for a, -0.5 for b; a kink
    <BLANKLINE>
    axis  direction  from                           shadow of a  shadow of b  on the axis
    0     (0, 1)     edges 0, 2 of a and 0, 2 of b  -1 to 1      1.5 to 3.5   gap 0.5      stop here
    1     (1, 0)     edges 1, 3 of a and 1, 3 of b  -1 to 1      0.5 to 2.5   overlap 0.5
    """
    for name, shape in (("a", a), ("b", b)):
        hint = "; of an array explain one: array[0]" if hasattr(shape, "__iter__") else ""
        require_shape(shape, name, hint=hint)
    motion = _motion(velocity_a, velocity_b, max_time, angular_velocity_a, angular_velocity_b)
    if motion is None:
        return _at_rest(_answers(a, b, _deciding_parts(a, b, None)))
    impact = _impact(a, b, motion)
    if motion.turns:
        return _turning(a, b, motion, impact)
    answers = _answers(a, b, _deciding_parts(a, b, motion), impact)
    return _moving(replace(answers, approach=_approach(a, b, motion)), motion)


def _impact(a: Any, b: Any, motion: Motion) -> Impact | None:
    impact: Impact | None = sweep(
        a, b, *motion[:3], angular_velocity_a=motion.rate_a, angular_velocity_b=motion.rate_b
    )
    return impact


def _approach(a: Any, b: Any, motion: Motion) -> Approach:
    found: Approach = closest_approach(a, b, *motion[:3])
    return found


def _answers(
    a: Any, b: Any, parts: tuple[int | None, int | None], impact: Impact | None = None
) -> Explanation:
    """Return the results of the verbs, without any axis yet."""
    part_a, part_b = parts
    one, other = (
        shape.copy() if part is None else shape.parts[part]
        for shape, part in ((a, part_a), (b, part_b))
    )
    meet = intersects(a, b)
    return Explanation(
        a=one,
        b=other,
        part_a=part_a,
        part_b=part_b,
        axes=(),
        intersects=meet,
        touching=meet and not intersects(a, b, touching=False),
        stop=None,
        mtv=mtv(a, b),
        contact=collide(one, other),
        distance=distance(a, b),
        clearance=clearance(a, b),
        mtv_axis=None,
        impact=impact,
    )


def _motion(
    velocity_a: Iterable[SupportsFloat] | None,
    velocity_b: Iterable[SupportsFloat] | None,
    max_time: SupportsFloat | None,
    angular_velocity_a: SupportsFloat,
    angular_velocity_b: SupportsFloat,
) -> Motion | None:
    rate_a = number(angular_velocity_a, "angular_velocity_a")
    rate_b = number(angular_velocity_b, "angular_velocity_b")
    if velocity_a is None and velocity_b is None and rate_a == 0.0 and rate_b == 0.0:
        if max_time is not None:
            raise TypeError("max_time is the end of a motion: give velocity_a or velocity_b, too")
        return None
    return Motion(
        two_numbers((0.0, 0.0) if velocity_a is None else velocity_a, "velocity_a"),
        two_numbers((0.0, 0.0) if velocity_b is None else velocity_b, "velocity_b"),
        1.0 if max_time is None else number(max_time, "max_time"),
        rate_a,
        rate_b,
    )


def _deciding_parts(a: Any, b: Any, motion: Motion | None) -> tuple[int | None, int | None]:
    """Return the parts of compounds that meet first or are nearest; None for other shapes."""
    if not (isinstance(a, CompoundBase) or isinstance(b, CompoundBase)):
        return None, None
    parts_a, parts_b = ([x] if isinstance(x, Shape) else x.parts for x in (a, b))
    best = (math.inf, math.inf, 0, 0)
    for j, part in enumerate(parts_b):
        away = np.atleast_1d(distance(parts_a, part))
        times = np.zeros_like(away)
        if motion is not None:
            times = np.atleast_1d(time_of_impact(parts_a, part, *motion[:3]))
        i = int(np.lexsort((away, times))[0])
        best = min(best, (times[i], away[i], i, j))
    return best[2] if isinstance(a, CompoundBase) else None, best[3] if isinstance(
        b, CompoundBase
    ) else None


def _directions(a: Convex, b: Convex) -> list[Direction]:
    """Return all axes for shapes at rest, in the order of the test."""
    directions = [*edge_normals(a, "a", 1), *edge_normals(b, "b", -1)]
    if not edges_suffice(a, b):
        directions += between_vertices(a, b)
    return directions


def _row_along(rows: Sequence[AxisTest], normal: Vector | None) -> int | None:
    """Return the row with this normal within rounding; None if there is none."""
    if normal is None:
        return None
    x, y = normal

    def aside(row: AxisTest) -> float:
        return abs(row.axis[0] * y - row.axis[1] * x) if along(row, normal) > 0.0 else math.inf

    found = _first(map(aside, rows))
    return found if aside(rows[found]) < SAME_LENGTH else None


def _mtv_normal(explanation: Explanation) -> Vector | None:
    """Return the direction of the MTV: the contact normal, unless other parts decide the MTV."""
    if explanation.contact is None or explanation.mtv is None or not any(explanation.mtv):
        return None if explanation.contact is None else explanation.contact.normal
    of_parts = (explanation.part_a, explanation.part_b) != (None, None)
    if not of_parts or explanation.mtv == explanation.contact.mtv:
        return explanation.contact.normal
    x, y = explanation.mtv
    length = math.hypot(x, y)
    same = abs(length - explanation.contact.depth) <= SAME_LENGTH * length
    return (-x / length, -y / length) if same else None


def _at_rest(explanation: Explanation) -> Explanation:
    pair = Projections(explanation.a, explanation.b)
    normal = None if explanation.contact is None else explanation.contact.normal
    groups = parallel_groups(_directions(explanation.a, explanation.b))
    rows = tuple(axis_test(pair, group, normal) for group in groups)
    gaps = [k for k, row in enumerate(rows) if row.verdict == "gap"]
    return replace(
        explanation,
        axes=rows,
        stop=gaps[0] if gaps and not explanation.intersects else None,
        mtv_axis=_row_along(rows, _mtv_normal(explanation)),
    )


def _moving(explanation: Explanation, motion: Motion) -> Explanation:
    impact = explanation.impact
    normal = None if explanation.contact is None else explanation.contact.normal
    directions = _directions(explanation.a, explanation.b)
    if not edges_suffice(explanation.a, explanation.b):
        directions += _round_directions(directions, motion, impact)
    pair = Projections(explanation.a, explanation.b)
    rows = tuple(
        in_motion(pair, axis_test(pair, group, normal), motion, impact)
        for group in parallel_groups(directions)
    )
    return replace(
        explanation,
        axes=rows,
        stop=_last_needed(rows, motion.max_time) if impact is None else None,
        mtv_axis=_row_along(rows, _mtv_normal(explanation)),
        velocity_a=motion.velocity_a,
        velocity_b=motion.velocity_b,
        max_time=motion.max_time,
        impact_axis=_row_along(rows, None if impact is None else impact.normal),
        exit_axis=None if impact is None else _exit_axis(rows, impact.exit_time),
    )


def _turning(a: Any, b: Any, motion: Motion, impact: Impact | None) -> Explanation:
    """Explain shapes that turn by their axes at the impact, or where they are nearest."""
    ways = (
        Way(motion.velocity_a, motion.rate_a, a.position),
        Way(motion.velocity_b, motion.rate_b, b.position),
    )
    end = last_time(a, b, ways, motion.max_time)
    time = nearest_time(a, b, ways, end, distance) if impact is None else impact.time
    then = ways[0].at(a, time), ways[1].at(b, time)
    parts = _deciding_parts(*then, None)
    posed = _at_rest(_answers(*then, parts))
    rows = posed.axes
    if impact is not None and not impact.initial:
        size = _size_in_motion(a, b, ways, time)
        rows = tuple(_row_at_impact(row, TURNING_ROUNDOFF * size) for row in rows)
    answers = _answers(a, b, parts, impact)
    return replace(
        answers,
        axes=rows,
        stop=posed.stop if impact is None else None,
        mtv_axis=posed.mtv_axis if impact is not None and impact.initial else None,
        velocity_a=motion.velocity_a,
        velocity_b=motion.velocity_b,
        max_time=motion.max_time,
        impact_axis=_row_along(rows, None if impact is None else impact.normal),
        angular_velocity_a=motion.rate_a,
        angular_velocity_b=motion.rate_b,
        pivot_a=a.position,
        pivot_b=b.position,
        axes_time=time,
    )


def _size_in_motion(a: Any, b: Any, ways: tuple[Way, Way], time: float) -> float:
    """Return L of the error bound of shapes that turn; see roundoff.h."""
    size = math.dist(a.position, b.position)
    for shape, way in zip((a, b), ways, strict=True):
        far = reach(shape, way.pivot)
        size += far * (1.0 + abs(way.rate) * time) + math.hypot(*way.velocity) * time
    return size


def _row_at_impact(row: AxisTest, band: float) -> AxisTest:
    """Return a row that touches if its separation is 0 within the bound of an impact."""
    touches = abs(row.separation) <= band
    return replace(row, verdict="touching", close=False) if touches else row


def _time(time: float | None) -> float:
    """Return a time of a row in motion, which is never None."""
    assert time is not None
    return time


def _first(values: Iterable[float]) -> int:
    """Return the index of the least value; ties go to the lowest index."""
    return min(enumerate(values), key=lambda item: item[1])[0]


def _exit_axis(rows: Sequence[AxisTest], exit_time: float) -> int | None:
    k = _first(_time(row.leave) for row in rows)
    last = _time(rows[k].leave)
    return k if last == exit_time or abs(last - exit_time) <= 1e-9 * abs(last) else None


def _round_directions(
    known: Sequence[Direction], motion: Motion, impact: Impact | None
) -> Iterator[Direction]:
    """Yield the axes that moving round corners add: across the motion, and the impact normal."""
    x, y = motion.relative
    if x or y:
        across = Direction("motion", (), (), unit_vector(-y, x), exact_vector(-y, x), 0.0)
        if not any(_are_parallel(across, other) for other in known):
            yield across
    if impact is None or impact.initial:
        return
    normal = Direction("impact", (), (), impact.normal, exact_vector(*impact.normal), 0.0)
    # If the shapes graze, the time depends on the last bits of the normal.
    grazes = abs(x * impact.normal[0] + y * impact.normal[1]) < GRAZING * motion.most
    if grazes or not any(_are_parallel(normal, other) for other in known):
        yield normal


def _are_parallel(one: Direction, other: Direction) -> bool:
    (x, y), (u, v) = one.unit, other.unit
    return abs(x * v - y * u) <= 64.0 * EPSILON + other.turn_error


def _last_needed(rows: Sequence[AxisTest], max_time: float) -> int | None:
    """Return the first row after which no impact in time is possible."""
    first, last = 0.0, max_time
    for k, row in enumerate(rows):
        first, last = max(first, _time(row.enter)), min(last, _time(row.leave))
        if first > last:
            return k
    return None
