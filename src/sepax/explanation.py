"""Why two shapes meet or do not: `explain`, and the `Explanation` that it returns.

Every axis of the separating axis test with both shadows, as a table and as a picture. The numbers
are plain float64, here in Python; whether a pair of shadows meets is told exactly where they are
within rounding, and the verdicts are those of the verbs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple, SupportsFloat

import numpy as np

from sepax._arguments import FloatArray
from sepax._core.arguments import described, number, two_numbers
from sepax._core.pair import collide, distance, intersects, mtv, sweep, time_of_impact
from sepax._core.results import Contact, Impact
from sepax._core.shape import Shape
from sepax._pictures import short
from sepax.groups.pairs import Group

Vector = tuple[float, float]
Convex = Any  # a shape of any kind; their classes are in a layer above
Exact = tuple[Fraction, Fraction]
Kind = Literal["edge", "vertices", "motion", "impact"]

EPSILON = 2.0**-53
UNDERFLOW = 2.0**-1000
# A unit normal is off by 3 eps, a difference of coordinates by 1, a scalar product of both by 3.
# Lengths are up to the diagonal of the box around both shapes, and there are two extremes.
SHADOW_ROUNDOFF = 32.0 * EPSILON
SAME_WAY = 2.0**-20  # radians
GRAZING = 2.0**-10  # the part of a velocity along a normal below which a motion counts as grazing


@dataclass(frozen=True, slots=True)
class AxisTest:
    """What one axis says of two shapes: a row of an `Explanation`.

    Attributes
    ----------
    axis : (float, float)
        Unit vector, from a to b: of its two ways the one that parts the shadows sooner.
    kind : "edge", "vertices", "motion" or "impact"
        What gave it: the normal of an edge; the way between the nearest two vertices, for shapes
        with round corners, segments and points; what is across the relative velocity; the normal
        at the time of impact. The last two are for round shapes in motion.
    of_a, of_b : tuple of int
        Which edges of either shape, or which vertices. Parallel edges share an axis.
    shadow_a, shadow_b : (float, float)
        Lowest and highest place of either shape on the axis, in world units.
    extremes_a, extremes_b : (int, int)
        Which vertices reach lowest and highest; of several the first.
    separation : float
        From the high end of a's shadow to the low end of b's: positive for a gap, negative for
        an overlap.
    verdict : "gap", "touching" or "overlap"
        What the shadows do; exact for the vertices and radii as they are stored.
    close : bool
        Whether the separation is so small that float64 alone could not tell its sign.
    enter, leave : float or None
        Of shapes in motion: when the shadows begin and cease to overlap; inf and -inf if they
        never do.
    """

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
        """Whose edge or vertex gave the axis; of both, "a"."""
        return "b" if self.of_b and not self.of_a else "a"

    @property
    def index(self) -> int | None:
        """Which edge or vertex of the `owner` gave it, the first; None for a motion's axis."""
        indices = self.of_a or self.of_b
        return indices[0] if indices else None

    @property
    def gap(self) -> float:
        """How far the shadows are apart; 0.0 if they are not."""
        return max(self.separation, 0.0)

    @property
    def overlap(self) -> float:
        """How much the shadows overlap; 0.0 if they do not."""
        return max(0.0 - self.separation, 0.0)

    @property
    def source(self) -> str:
        """What gave the axis, in words."""
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


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """Why two shapes meet or do not, as `explain` returns it.

    ``str()`` gives a table, and a notebook shows a picture above it.

    Attributes
    ----------
    a : shape
        A copy of the first, as it was; of a compound the part that decides.
    b : shape
        The same of the second.
    part_a : int or None
        Which part of a compound a is.
    part_b : int or None
        Which part of a compound b is.
    axes : tuple of AxisTest
        Every axis that the test looks at, in its order: a's edges, b's edges, then what
        round corners, segments and motions add.
    intersects : bool
        The verdict of `intersects`; of shapes in motion, at the start.
    touching : bool
        Whether they meet by touching alone.
    stop : int or None
        The row after which an early-out test is done: the first that proves that the shapes are
        apart, or do not meet in time. None if it has to look at all.
    mtv : (float, float) or None
        What `mtv` says: what to add to a's position so that the shapes just touch.
    contact : Contact or None
        What `collide` says, of a and b as they are here; None for shapes that are apart.
    distance : float
        What `distance` says, of compounds as wholes.
    mtv_axis : int or None
        The row of the least overlap, along which the MTV leads. None for shapes that are apart,
        and where other parts of a compound have their say.
    velocity_a : (float, float) or None
        World units per time; None for shapes at rest.
    velocity_b : (float, float) or None
        The same of b.
    max_time : float or None
        The end of the motion.
    impact : Impact or None
        What `sweep` says.
    impact_axis : int or None
        The row on which the shadows meet last, at the time of impact: that of its normal.
        (Where a motion grazes, they touch on it all the time.) None where there is no impact,
        and for a corner of a compound that has the normal of another part.
    exit_axis : int or None
        The row on which the shadows part first, if that is when the shapes do. (Round
        shapes may part at a corner, which has no axis here.)

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
    mtv_axis: int | None
    velocity_a: Vector | None = None
    velocity_b: Vector | None = None
    max_time: float | None = None
    impact: Impact | None = None
    impact_axis: int | None = None
    exit_axis: int | None = None

    @property
    def verdict(self) -> str:
        """The answer and its reason, in a sentence."""
        return _verdict_at_rest(self) if self.velocity_a is None else _verdict_in_motion(self)

    def __repr__(self) -> str:
        """Return the verdict in a line; ``print`` it for the table."""
        return f"<Explanation: {self.verdict}>"

    def __str__(self) -> str:
        """Return a table of all axes, under the verdict."""
        from sepax import _explained

        return _explained.explanation_text(self)

    def _repr_svg_(self) -> str:
        """Draw the shapes, the axis that decides, and the shadows on each axis."""
        from sepax import _explained

        return _explained.explanation_svg(self)

    def _repr_html_(self) -> str:
        """Return the picture above the table, for notebooks."""
        from sepax import _explained

        return _explained.explanation_html(self)


# --- the answer in words -----------------------------------------------------------


def _verdict_at_rest(told: Explanation) -> str:
    if not told.intersects:
        if told.stop is None:  # no other axis than one within rounding
            return f"apart, by a distance of {short(told.distance)}"
        gap = short(told.axes[told.stop].separation)
        return (
            f"apart: on axis {told.stop} there is a gap of {gap} between the shadows. "
            f"The distance is {short(told.distance)}"
        )
    if told.touching or told.contact is None:
        if told.mtv_axis is None or told.axes[told.mtv_axis].verdict != "touching":
            return "touching: the shadows meet on every axis, and the shapes by their rims alone"
        return f"touching: the shadows meet on every axis, on axis {told.mtv_axis} by an end alone"
    if told.mtv_axis is None and told.mtv is not None:
        return (
            "overlapping: the shadows of these parts overlap on every axis; the wholes part "
            f"by {short(math.hypot(*told.mtv))}"
        )
    return (
        f"overlapping: the shadows overlap on every axis, least on axis {told.mtv_axis}, "
        f"by {short(told.contact.depth)}"
    )


def _verdict_in_motion(told: Explanation) -> str:
    impact = told.impact
    if impact is not None and impact.initial:
        return "at the start " + _verdict_at_rest(told)
    if impact is not None and told.impact_axis is not None:
        if told.axes[told.impact_axis].enter != impact.time:
            return f"they graze at time {short(impact.time)}, along axis {told.impact_axis}"
        return (
            f"they meet at time {short(impact.time)}, when the shadows meet on axis "
            f"{told.impact_axis}, the last; they part at {short(impact.exit_time)}"
        )
    if impact is not None:
        return f"they meet at time {short(impact.time)}, and part at {short(impact.exit_time)}"
    if told.stop is None:
        return "they do not meet, but so nearly that rounding hides it on each axis"
    row = told.axes[told.stop]
    if row.enter == math.inf:
        return f"they never meet: on axis {told.stop} the gap between the shadows stays"
    if row.leave is not None and row.leave < 0.0:
        return f"they do not meet: on axis {told.stop} the shadows part before the motion begins"
    enter = max((other.enter or 0.0) for other in told.axes[: told.stop + 1])
    if enter > (told.max_time or 0.0):
        return f"they do not meet in time: on axis {told.stop} the shadows are still apart then"
    return (
        f"they miss each other: before the shadows have met on each axis, they part on another, "
        f"as is certain with axis {told.stop}"
    )


# --- directions --------------------------------------------------------------------


class _Direction(NamedTuple):
    """Where an axis comes from, and its way from a to b, outwards where it is an edge's."""

    kind: Kind
    of_a: tuple[int, ...]
    of_b: tuple[int, ...]
    unit: Vector
    exact: Exact  # any length
    turn_error: float  # radians, from the rounding of the vertices


def _exact(x: float, y: float) -> Exact:
    return Fraction(x), Fraction(y)


def _unit(x: float, y: float) -> Vector:
    """Scale to length 1, whatever the exponents."""
    _, exponent = math.frexp(max(abs(x), abs(y)))
    x, y = math.ldexp(x, -exponent), math.ldexp(y, -exponent)
    length = math.hypot(x, y)
    return x / length, y / length


def _edges_of(shape: Convex, name: Literal["a", "b"], sign: int) -> Iterator[_Direction]:
    corners = shape.vertices.tolist()
    count = len(corners)
    for i in range(count if count > 1 else 0):
        (x, y), (next_x, next_y) = corners[i], corners[(i + 1) % count]
        if (x, y) == (next_x, next_y):
            continue
        exact = (
            sign * (Fraction(next_y) - Fraction(y)),
            sign * (Fraction(x) - Fraction(next_x)),
        )
        way_x, way_y = sign * (next_y - y), sign * (x - next_x)
        reach = max(map(abs, (x, y, next_x, next_y)))
        error = 8.0 * EPSILON * (1.0 + reach / math.hypot(way_x, way_y))
        of_a, of_b = ((i,), ()) if name == "a" else ((), (i,))
        yield _Direction("edge", of_a, of_b, _unit(way_x, way_y), exact, error)


def _nearest_vertices(a: FloatArray, b: FloatArray) -> tuple[int, int]:
    """Which vertices are nearest to each other; of several the first, of a before b."""
    least = np.empty(len(a))
    for i, (x, y) in enumerate(a):
        least[i] = np.hypot(b[:, 0] - x, b[:, 1] - y).min()
    near = least.min() * (1.0 + 16.0 * EPSILON) + UNDERFLOW
    best: tuple[Fraction, int, int] | None = None
    for i in np.flatnonzero(least <= near).tolist():
        away = np.hypot(b[:, 0] - a[i, 0], b[:, 1] - a[i, 1])
        for j in np.flatnonzero(away <= near).tolist():
            x, y = Fraction(b[j, 0]) - Fraction(a[i, 0]), Fraction(b[j, 1]) - Fraction(a[i, 1])
            best = min(best or (x * x + y * y, i, j), (x * x + y * y, i, j))
    assert best is not None
    return best[1], best[2]


def _between_vertices(a: Convex, b: Convex) -> Iterator[_Direction]:
    """Yield the way between the nearest two vertices, if they are not at one place."""
    i, j = _nearest_vertices(a.vertices, b.vertices)
    (x, y), (other_x, other_y) = a.vertices[i].tolist(), b.vertices[j].tolist()
    exact = Fraction(other_x) - Fraction(x), Fraction(other_y) - Fraction(y)
    if any(exact):
        unit = _unit(other_x - x, other_y - y)
        yield _Direction("vertices", (i,), (j,), unit, exact, 0.0)
    elif len(a.vertices) == len(b.vertices) == 1:  # nothing else to go by: see `mtv`
        yield _Direction("vertices", (i,), (j,), (1.0, 0.0), _exact(1.0, 0.0), 0.0)


def _lines_tell(a: Convex, b: Convex) -> bool:
    """Whether the lines of the edges part all that is apart: two polygons, or nearly that."""
    return not (a.radius or b.radius) and max(len(a.vertices), len(b.vertices)) > 2


def _same_line(directions: Sequence[_Direction]) -> list[list[_Direction]]:
    """Group directions, of edges, that are parallel but for rounding; in the order they came."""
    groups: list[list[_Direction]] = []
    units = np.empty((len(directions), 2))
    errors = np.empty(len(directions))
    for direction in directions:
        x, y = direction.unit
        known = units[: len(groups)]
        aside = np.abs(known[:, 0] * y - known[:, 1] * x)
        found = np.flatnonzero(aside <= errors[: len(groups)] + direction.turn_error)
        if direction.kind == "edge" and len(found):
            groups[found[0]].append(direction)
            continue
        units[len(groups)] = direction.unit
        errors[len(groups)] = direction.turn_error if direction.kind == "edge" else -1.0
        groups.append([direction])
    return groups


# --- shadows -----------------------------------------------------------------------


class _Pair:
    """Two shapes, as the projections see them: coordinates from a point between them."""

    def __init__(self, a: Convex, b: Convex) -> None:
        self.a, self.b = a.vertices, b.vertices
        self.radius_a, self.radius_b = a.radius, b.radius
        both = np.concatenate((self.a, self.b))
        low, high = both.min(axis=0), both.max(axis=0)
        self.origin = 0.5 * low + 0.5 * high
        self.from_origin = self.a - self.origin, self.b - self.origin
        self.reach = float((high - low).max()) + self.radius_a + self.radius_b
        self.error = SHADOW_ROUNDOFF * self.reach + UNDERFLOW

    def separation(self, unit: Vector, exact: Exact) -> tuple[float, int, bool]:
        """Return the separation, its exact sign, and whether it is within rounding."""
        along_a, along_b = (points @ unit for points in self.from_origin)
        ends = along_b - along_b.min(), along_a.max() - along_a
        i, j = int(ends[1].argmin()), int(ends[0].argmin())
        x, y = (self.b[j] - self.a[i]).tolist()
        radius = self.radius_a + self.radius_b
        value = x * unit[0] + y * unit[1] - radius
        if abs(value) > self.error:
            return value, (1 if value > 0.0 else -1), False
        near_b = self.b[ends[0] <= 2.0 * self.error]
        near_a = self.a[ends[1] <= 2.0 * self.error]
        exact_radius = Fraction(self.radius_a) + Fraction(self.radius_b)
        return (*_exact_separation(near_a, near_b, exact_radius, exact), True)

    def shadows(self, unit: Vector) -> tuple[Vector, Vector, tuple[int, int], tuple[int, int]]:
        """Return both shadows, in world units, and the vertices at their ends."""
        offset = float(self.origin @ unit)
        shadows, extremes = [], []
        sides = zip(self.from_origin, (self.radius_a, self.radius_b), strict=True)
        for points, radius in sides:
            along = points @ unit
            low, high = float(along.min()), float(along.max())
            shadows.append((offset + (low - radius), offset + (high + radius)))
            slack = 0.25 * self.error
            first = int(np.argmax(along <= low + slack)), int(np.argmax(along >= high - slack))
            extremes.append(first)
        return shadows[0], shadows[1], extremes[0], extremes[1]


def _exact_separation(
    a: FloatArray, b: FloatArray, radius: Fraction, direction: Exact
) -> tuple[float, int]:
    """Return the separation along a direction of any length, well rounded, and its sign."""
    x, y = direction

    def along(points: FloatArray) -> list[Fraction]:
        return [x * Fraction(px) + y * Fraction(py) for px, py in points.tolist()]

    way, square = min(along(b)) - max(along(a)), x * x + y * y
    length = math.copysign(_root(way * way / square), way)
    if way <= 0:
        sign = -1 if way < 0 or radius else 0
        return length - float(radius) if sign else 0.0, sign
    rest = way * way / square - radius * radius
    sign = (rest > 0) - (rest < 0)
    value = float(rest / (Fraction(length) + radius)) if radius else length
    return value or sign * 5e-324, sign


def _root(square: Fraction) -> float:
    """Return the square root, whatever the exponent."""
    shift = (square.numerator.bit_length() - square.denominator.bit_length()) // 2
    scale = Fraction(2) ** shift
    return math.ldexp(math.sqrt(square / (scale * scale)), shift) if square else 0.0


VERDICTS: dict[int, Literal["gap", "touching", "overlap"]] = {
    1: "gap",
    0: "touching",
    -1: "overlap",
}


def _opposite(direction: _Direction) -> _Direction:
    (x, y), (exact_x, exact_y) = direction.unit, direction.exact
    return direction._replace(unit=(0.0 - x, 0.0 - y), exact=(-exact_x, -exact_y))


class _Trial(NamedTuple):
    """One way along a line."""

    sign: int
    separation: float
    direction: _Direction
    close: bool


def _widest(pair: _Pair, group: Sequence[_Direction], normal: Vector | None) -> _Trial:
    """Of directions along one line the one with the widest separation, which speaks for them.

    Where both ways tie but for rounding, it is the one that the normal of the contact takes.
    """
    trials = []
    for direction in (way for outward in group for way in (outward, _opposite(outward))):
        separation, sign, close = pair.separation(direction.unit, direction.exact)
        trials.append(_Trial(sign, separation, direction, close))
    widest = max(trials, key=lambda trial: trial[:2])
    if normal is None:
        return widest
    least = widest.separation - 2.0 * pair.error
    tied = [trial for trial in trials if trial.sign == widest.sign and trial.separation >= least]
    return max(
        tied,
        key=lambda trial: (float(np.dot(trial.direction.unit, normal)) > 0.0, trial.separation),
    )


def _axis_test(pair: _Pair, group: Sequence[_Direction], normal: Vector | None) -> AxisTest:
    widest = _widest(pair, group, normal)
    unit = widest.direction.unit
    shadow_a, shadow_b, extremes_a, extremes_b = pair.shadows(unit)
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


def _along(row: AxisTest, vector: Vector) -> float:
    return row.axis[0] * vector[0] + row.axis[1] * vector[1]


class _Motion(NamedTuple):
    velocity_a: Vector
    velocity_b: Vector
    max_time: float

    @property
    def relative(self) -> Vector:
        """The velocity of a as b sees it."""
        (x, y), (other_x, other_y) = self.velocity_a, self.velocity_b
        return x - other_x, y - other_y

    @property
    def most(self) -> float:
        """No less than the relative speed."""
        x, y = self.relative
        return abs(x) + abs(y)


def _in_motion(pair: _Pair, row: AxisTest, motion: _Motion, impact: Impact | None) -> AxisTest:
    """Say when the shadows overlap.

    An impact tells that a gap at its time is one of rounding, if it is so small.
    """
    speed = _along(row, motion.relative)
    time = 0.0 if impact is None else impact.time
    band = pair.error + SHADOW_ROUNDOFF * motion.most * time
    if abs(speed) <= 4.0 * EPSILON * motion.most:
        never = row.separation > (0.0 if impact is None else band)
        enter, leave = (math.inf, -math.inf) if never else (-math.inf, math.inf)
        return replace(row, enter=enter, leave=leave)
    x, y = row.axis
    behind, _, _ = pair.separation((-x, -y), _exact(-x, -y))
    enter, leave = sorted((row.separation / speed + 0.0, -behind / speed + 0.0))
    if impact is not None:
        slack = band / abs(speed)
        is_its_axis = not impact.initial and _along(row, impact.normal) > 1.0 - 4.0 * EPSILON
        if time < enter <= time + slack or (is_its_axis and abs(enter - time) <= slack):
            enter = time
        if time - slack <= leave < time:
            leave = time
    return replace(row, enter=enter, leave=leave)


# --- explain -----------------------------------------------------------------------


def explain(
    a: Shape | Group,
    b: Shape | Group,
    *,
    velocity_a: Iterable[SupportsFloat] | None = None,
    velocity_b: Iterable[SupportsFloat] | None = None,
    max_time: SupportsFloat | None = None,
) -> Explanation:
    """Why two shapes meet or do not: every axis of the test, with the shadows on it.

    The shadow of a convex shape on an axis is an interval. If on any axis there is a gap between
    the shadows of two shapes, they are apart; if there is none on the normals of all edges (and,
    for round corners, on the way between the nearest vertices), they meet.

    Parameters
    ----------
    a, b : shape or Compound
        Of compounds the parts that decide are explained: two that meet, or the nearest two.
    velocity_a, velocity_b : pair of float, optional
        World units per time, with which the shapes move: then each axis also has the times
        between which the shadows overlap, and there is the `Impact` of `sweep`. Each is (0, 0)
        by default if the other is given.
    max_time : float, optional
        The end of the motion; 1.0 by default.

    Returns
    -------
    Explanation
        Read-only. ``str()`` makes a table of it; a notebook shows a picture, too.

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
    It is made for a look at two shapes, and takes its time: the verbs answer the same questions a
    thousand times as fast. They test one-sidedly, an edge against the other shape's vertices,
    and need not look at the axes in this order; the verdicts are theirs.

    Examples
    --------
    >>> a, b = sepax.Polygon.box(2, 2), sepax.Polygon.box(2, 2, position=(1.5, 2.5))
    >>> print(sepax.explain(a, b))
    a: Polygon (4 vertices), b: Polygon (4 vertices)
    apart: on axis 0 there is a gap of 0.5 between the shadows. The distance is 0.5
    <BLANKLINE>
    axis  direction  from                           shadow of a  shadow of b  on the axis
    0     (0, 1)     edges 0, 2 of a and 0, 2 of b  -1 to 1      1.5 to 3.5   gap 0.5      stop here
    1     (1, 0)     edges 1, 3 of a and 1, 3 of b  -1 to 1      0.5 to 2.5   overlap 0.5
    """
    _require_single("a", a)
    _require_single("b", b)
    motion = _motion(velocity_a, velocity_b, max_time)
    told = _told(a, b, motion)
    return _at_rest(told) if motion is None else _moving(told, motion, _impact(a, b, motion))


def _impact(a: Any, b: Any, motion: _Motion) -> Impact | None:
    impact: Impact | None = sweep(a, b, *motion)
    return impact


def _told(a: Any, b: Any, motion: _Motion | None) -> Explanation:
    """Return what the verbs say, without any axis yet."""
    part_a, part_b = _deciding_parts(a, b, motion)
    one, other = _part(a, part_a), _part(b, part_b)
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
        mtv_axis=None,
    )


def _require_single(name: str, shape: object) -> None:
    if isinstance(shape, (Shape, Group)):
        return
    hint = "; of an array explain one: array[0]" if hasattr(shape, "__iter__") else ""
    raise TypeError(
        f"{name} must be a shape (Polygon, Circle, Compound, ...), got {described(shape)}{hint}"
    )


def _motion(
    velocity_a: Iterable[SupportsFloat] | None,
    velocity_b: Iterable[SupportsFloat] | None,
    max_time: SupportsFloat | None,
) -> _Motion | None:
    if velocity_a is None and velocity_b is None:
        if max_time is not None:
            raise TypeError("max_time is the end of a motion: give velocity_a or velocity_b, too")
        return None
    return _Motion(
        two_numbers((0.0, 0.0) if velocity_a is None else velocity_a, "velocity_a"),
        two_numbers((0.0, 0.0) if velocity_b is None else velocity_b, "velocity_b"),
        1.0 if max_time is None else number(max_time, "max_time"),
    )


def _deciding_parts(a: Any, b: Any, motion: _Motion | None) -> tuple[int | None, int | None]:
    """Which parts of compounds meet first, or are nearest to each other; None for no compound."""
    if not (isinstance(a, Group) or isinstance(b, Group)):
        return None, None
    parts_a, parts_b = ([x] if isinstance(x, Shape) else x.parts for x in (a, b))
    best: tuple[float, float, int, int] | None = None
    for j, part in enumerate(parts_b):
        away = np.atleast_1d(distance(parts_a, part))
        times = np.zeros_like(away)
        if motion is not None:
            times = np.atleast_1d(time_of_impact(parts_a, part, *motion))
        i = int(np.lexsort((away, times))[0])
        best = min(best or (math.inf, math.inf, 0, 0), (times[i], away[i], i, j))
    assert best is not None
    return (
        best[2] if isinstance(a, Group) else None,
        best[3] if isinstance(b, Group) else None,
    )


def _part(shape: Any, index: int | None) -> Convex:
    """Return a copy of the shape, or of one of its parts."""
    return shape.copy() if index is None else shape.parts[index]


def _directions(a: Convex, b: Convex) -> list[_Direction]:
    """Return the directions of all axes for shapes at rest, in the order of the test."""
    directions = [*_edges_of(a, "a", 1), *_edges_of(b, "b", -1)]
    if not _lines_tell(a, b):
        directions += _between_vertices(a, b)
    return directions


def _row_along(rows: Sequence[AxisTest], normal: Vector | None) -> int | None:
    """Which row has this normal, but for rounding; None if the normal is of other shapes."""
    if normal is None:
        return None
    x, y = normal

    def aside(row: AxisTest) -> float:
        return abs(row.axis[0] * y - row.axis[1] * x) if _along(row, normal) > 0.0 else math.inf

    found = _first(map(aside, rows))
    return found if aside(rows[found]) < SAME_WAY else None


def _way_of(told: Explanation) -> Vector | None:
    """Return the normal of the MTV: that of the contact, unless other parts have their say."""
    if told.contact is None or told.mtv is None or not any(told.mtv):
        return None if told.contact is None else told.contact.normal
    if (told.part_a, told.part_b) == (None, None) or told.mtv == told.contact.mtv:
        return told.contact.normal
    x, y = told.mtv
    length = math.hypot(x, y)
    same = abs(length - told.contact.depth) <= SAME_WAY * length
    return (-x / length, -y / length) if same else None


def _at_rest(told: Explanation) -> Explanation:
    pair = _Pair(told.a, told.b)
    normal = None if told.contact is None else told.contact.normal
    groups = _same_line(_directions(told.a, told.b))
    rows = tuple(_axis_test(pair, group, normal) for group in groups)
    gaps = [k for k, row in enumerate(rows) if row.verdict == "gap"]
    return replace(
        told,
        axes=rows,
        stop=gaps[0] if gaps and not told.intersects else None,
        mtv_axis=_row_along(rows, _way_of(told)),
    )


def _moving(told: Explanation, motion: _Motion, impact: Impact | None) -> Explanation:
    normal = None if told.contact is None else told.contact.normal
    directions = _directions(told.a, told.b)
    if not _lines_tell(told.a, told.b):
        directions += _round_directions(directions, motion, impact)
    pair = _Pair(told.a, told.b)
    rows = tuple(
        _in_motion(pair, _axis_test(pair, group, normal), motion, impact)
        for group in _same_line(directions)
    )
    return replace(
        told,
        axes=rows,
        stop=_last_needed(rows, motion.max_time) if impact is None else None,
        mtv_axis=_row_along(rows, _way_of(told)),
        velocity_a=motion.velocity_a,
        velocity_b=motion.velocity_b,
        max_time=motion.max_time,
        impact=impact,
        impact_axis=_row_along(rows, None if impact is None else impact.normal),
        exit_axis=None if impact is None else _exit_axis(rows, impact.exit_time),
    )


def _time(time: float | None) -> float:
    """Return a time that a row in motion has."""
    assert time is not None
    return time


def _first(values: Iterable[float]) -> int:
    """Return where the least value is, the first of several."""
    return min(enumerate(values), key=lambda item: item[1])[0]


def _exit_axis(rows: Sequence[AxisTest], exit_time: float) -> int | None:
    k = _first(_time(row.leave) for row in rows)
    last = _time(rows[k].leave)
    return k if last == exit_time or abs(last - exit_time) <= 1e-9 * abs(last) else None


def _round_directions(
    known: Sequence[_Direction], motion: _Motion, impact: Impact | None
) -> Iterator[_Direction]:
    """Yield what round corners in motion need: across the motion, and the normal at the impact."""
    x, y = motion.relative
    if x or y:
        across = _Direction("motion", (), (), _unit(-y, x), _exact(-y, x), 0.0)
        if not any(_are_parallel(across, other) for other in known):
            yield across
    if impact is None or impact.initial:
        return
    normal = _Direction("impact", (), (), impact.normal, _exact(*impact.normal), 0.0)
    # Where shapes graze, the time hangs on the last bits of the normal.
    grazes = abs(x * impact.normal[0] + y * impact.normal[1]) < GRAZING * motion.most
    if grazes or not any(_are_parallel(normal, other) for other in known):
        yield normal


def _are_parallel(one: _Direction, other: _Direction) -> bool:
    (x, y), (u, v) = one.unit, other.unit
    return abs(x * v - y * u) <= 64.0 * EPSILON + other.turn_error


def _last_needed(rows: Sequence[AxisTest], max_time: float) -> int | None:
    """After which row it is certain that moving shapes do not meet in time."""
    first, last = 0.0, max_time
    for k, row in enumerate(rows):
        first, last = max(first, _time(row.enter)), min(last, _time(row.leave))
        if first > last:
            return k
    return None
