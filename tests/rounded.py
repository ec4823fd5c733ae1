"""Seeded families of points, segments, capsules and rounded polygons, for exactly what is new.

``ROUNDED_PAIRS`` and ``ROUNDED_SWEEPS`` have them; ``families.pairs`` and ``families.sweeps``
know their names. Every family of shapes without a radius is there again as ``<name> with radii``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import lattice
import numpy as np
from families import PAIRS, ROUNDED_PAIRS, ROUNDED_SWEEPS, SWEEPS, pairs, sweeps
from makers import (
    Pair,
    Point,
    Random,
    Sweep,
    aimed,
    aimed_sweep,
    any_shape,
    around,
    as_either,
    blob,
    both_moved,
    both_moving,
    dyadic,
    either_way,
    extent,
    facing,
    nudge,
    polygon,
    set_back,
    solid,
    split,
    triple,
    with_radius,
)
from oracle import Difference, body, hull, minus
from rounded_pairs import (
    NEW_PAIRS,
    apart_on_a_line,
    needles_with_radii,
    overlapping,
    parallel,
    radius_and_core,
    segment,
    side_by_side,
    some,
    tangent,
)

import sepax
from sepax import Polygon, Segment, Shape

__all__ = ["ALL_PAIRS", "ALL_SWEEPS", "NEW", "NEW_SWEEPS", "any_shape", "extent", "with_radius"]


# Sweeps ---------------------------------------------------------------------------------


def _flight(
    source: Random,
    ways: Sequence[tuple[float, float]],
    scale: float | None = None,
    max_time: float = 4.0,
) -> Sweep:
    """Return a tangent pair, a set back by its motion over some time.

    One of the motions is taken; they are so many steps ahead and aside.
    """
    found = facing(source, some(source), some(source), source.choice([0, 1, 1, 2]))
    scale = dyadic(source) if scale is None else scale
    radii = split(source, found.distance, scale)
    forth, aside = source.choice(ways)
    x, y = found.ahead
    ux, uy = forth * x - aside * y, forth * y + aside * x
    back = source.choice([0.5, 1.0, 2.0])
    a = solid(source, [(x - ux * back, y - uy * back) for x, y in found.a], radii[0], scale)
    b = solid(source, found.b, radii[1], scale)
    return set_back(source, a, b, (ux * scale, uy * scale), max_time)


def _random(source: Random) -> Sweep:
    shapes = blob(source, 1.0, 6.0), any_shape(source, 1.0, 6.0)
    return aimed_sweep(source, *either_way(source, *shapes))


def _segments(source: Random) -> Sweep:
    """Make segments, aimed at each other or at a point or polygon."""
    start, end, place = (around(source, reach) for reach in (1.0, 1.0, 6.0))
    others: list[Callable[[], Shape]] = [
        lambda: segment(source, 6.0),
        lambda: sepax.Point(around(source, 6.0)),
        lambda: polygon(source, 1.0, 6.0),
    ]
    other = source.choice(others)()
    pair = either_way(source, Segment(start, end, position=place), other)
    return aimed_sweep(source, *pair, spread=1.0)


def _meets(source: Random) -> Sweep:
    """Make shapes that come to be tangent head on or at a slant, some exactly at max_time."""
    sweep = _flight(source, [(1.0, 0.0), (1.0, 1.0), (0.5, -1.0), (0.25, 2.0)])
    return sweep._replace(max_time=source.choice([0.5, 1.0, 2.0, 8.0]))


ASIDE = [(0.0, 1.0), (0.0, -2.0)]


def _grazes(source: Random) -> Sweep:
    """Make shapes that pass each other, exactly tangent or off by one ulp of a radius."""
    return _flight(source, ASIDE, max_time=source.choice([4.0, math.inf]))


def _nearly_grazes(source: Random) -> Sweep:
    """Make shapes that pass each other up to 1e-9 off."""
    sweep = _flight(source, ASIDE)
    shift = source.choice([-1.0, 1.0]) * 10.0 ** source.choice([-15, -12, -9])
    size = math.hypot(*sweep.velocity_a) or 1.0
    moved = sweep.a.copy()
    moved.move(-sweep.velocity_a[1] / size * shift, sweep.velocity_a[0] / size * shift)
    return sweep._replace(a=moved)


def _parts(source: Random) -> Sweep:
    """Make a start that is tangent, and a way off or along."""
    sweep = _flight(source, [(-1.0, 0.0), (-1.0, 1.0), (0.0, 1.0), (-0.5, -2.0), (1.0, 1.0)])
    a, b = tangent(source, (some(source), some(source)), steps=source.choice([0, 1, 2]))
    return sweep._replace(a=a, b=b)


def _starts_overlapping(source: Random) -> Sweep:
    """Make an overlapping start: crossing, collinear, identical, concentric."""
    makers = "rounded_deep", "segments_crossing", "segments_overlapping", "coincident"
    a, b = NEW_PAIRS[source.choice([*makers, "capsules_crossing"])](source)
    motion = source.choice([around(source, 3.0), (0.0, 0.0), (1.0, 0.0)])
    if len(a.vertices) > 1 and source.random() < 0.3:
        (x, y), (next_x, next_y) = a.vertices[:2].tolist()
        motion = (next_x - x, next_y - y)
    return both_moving(source, a, b, motion, source.choice([0.1, 5.0, math.inf]))


def _along_a_segment(source: Random) -> Sweep:
    """Make a point or segment that moves along the line of another, to it, on it, off it."""
    p, q, r, s = source.choice([apart_on_a_line, overlapping, parallel])(source)
    scale = dyadic(source)
    radius = source.choice([0.0, 0.0, 0.5, 2.0]) * scale
    moving = [p, q] if source.random() < 0.7 else [p]
    ux, uy = minus(q, p)
    pace = source.choice([-0.5, 0.25, 0.5, 1.0])
    a = solid(source, moving, radius, scale)
    b = solid(source, [r, s], source.choice([0.0, radius]), scale)
    relative = (ux * pace * scale, uy * pace * scale)
    if source.random() < 0.4:
        return Sweep(b, a, (0.0, 0.0), relative, 40.0)
    return both_moving(source, a, b, relative, source.choice([40.0, math.inf]))


def _tips_head_on(source: Random) -> Sweep:
    """Make capsules that fly at each other along their axes, beside each other by 0 to r."""
    x, y, length = triple(source)
    radii = split(source, length, 1.0)
    beside = source.choice([0.0, 0.0, 0.5, 1.0, -1.0, 1.0 + 1e-15, 1.0 - 1e-12, 1.1])
    start = -source.randint(3, 9)
    ends = [
        (x * k - y * beside * (k < 0), y * k + x * beside * (k < 0))
        for k in (start, start + 1, 0, source.randint(1, 3))
    ]
    pace, scale = source.choice([0.5, 1.0, 3.0]), dyadic(source)
    a = solid(source, ends[:2], radii[0] * scale, scale)
    b = solid(source, ends[2:], radii[1] * scale, scale)
    return both_moving(source, a, b, (x * pace * scale, y * pace * scale), 50.0)


def _thin(source: Random) -> Sweep:
    """Make segments and points that meet at great speed: nothing is too thin to be hit."""
    a = segment(source, 1.0) if source.random() < 0.5 else sepax.Point((0, 0))
    wall = source.choice([side_by_side(source, 0.0)[0], Segment((0.0, -1.0), (0.0, 1.0))])
    place = around(source, 4e5)
    a.move(*place)
    spot = around(source, 1.0)
    relative = (2.0 * (spot[0] - place[0]), 2.0 * (spot[1] - place[1]))
    return as_either(source, a, wall, relative, 1.0)


def _way(along: Point, turn: Point) -> Point:
    """Return a way ahead and aside of another."""
    (x, y), (forth, aside) = along, turn
    return x * forth - y * aside, y * forth + x * aside


def _nearly_parallel(source: Random) -> Sweep:
    """Make strokes on nearly the same line that come together across or along it."""
    a, b = side_by_side(source, source.choice([0.0, 0.0, 1e-15, 1e-9, 0.25]))
    (x, y), (next_x, next_y) = a.vertices.tolist()
    ways = [(1.0, 0.0), (0.0, 1.0), (1.0, 1e-9), (0.3, -1.0), (-1.0, 0.0)]
    ux, uy = _way((next_x - x, next_y - y), source.choice(ways))
    back = source.choice([0.0, 1.0, 3.0])
    a.move(-ux * back, -uy * back)
    return both_moving(source, a, b, (ux, uy), 9.0)


def _does_not_move(source: Random) -> Sweep:
    """Make shapes that rest or go side by side."""
    makers = ["rounded_any", "tangent_capsules", "segments_t_junction", "nested"]
    a, b = NEW_PAIRS[source.choice(makers)](source)
    velocity = source.choice([(0.0, 0.0), around(source, 5.0)])
    return Sweep(a, b, velocity, velocity, source.choice([0.0, 1.0, math.inf]))


def _far_sweep(source: Random) -> Sweep:
    """Make ordinary sweeps 1e6 to 1e12 from the origin."""
    sweep = source.choice([_random, _segments])(source)
    both_moved(sweep.a, sweep.b, around(source, 10.0 ** source.choice([6, 9, 12])))
    return sweep


def _sizes(source: Random) -> Sweep:
    """Make huge radii on tiny cores, tiny radii on huge ones, aimed at each other."""
    a, b = radius_and_core(source)
    reach = 3.0 * max(extent(a), extent(b))
    relative = aimed(source, a, b, reach, 0.5 * min(extent(a), extent(b)) or 1e-12)
    back, spans = source.choice([0.0, 1.0, 2.0]), [np.ptp(s.vertices) for s in (a, b)]
    coarse, sign = (a, -1.0) if spans[0] > spans[1] else (b, 1.0)
    coarse.move(relative[0] * back * sign, relative[1] * back * sign)
    return Sweep(a, b, relative, (0.0, 0.0), 10.0)


def _extreme(source: Random) -> Sweep:
    """Make exact flights whose products overflow or underflow a float64."""
    scale = 2.0 ** source.choice([-1000, -700, -664, -540, -300, 160, 200])
    pace = 2.0 ** source.choice([-30, 0, 20])
    flight = _flight(source, [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 0.0)], scale)
    velocity = (flight.velocity_a[0] * pace, flight.velocity_a[1] * pace)
    return Sweep(flight.a, flight.b, velocity, (0.0, 0.0), 4.0 / pace)


def _needles(source: Random) -> Sweep:
    """Make strokes and discs that fly along a rounded triangle as thin as rounding."""
    a, b = needles_with_radii(source)
    if len(a.vertices) != 3:
        a, b = b, a
    turn = source.choice([0.0, 0.0, 1e-15, 0.3, math.pi / 2])
    ux, uy = _way(a.vertices[1].tolist(), (math.cos(turn), math.sin(turn)))
    back = source.choice([0.0, 1.0, 5.0])
    if len(b.vertices) < 3:
        b.move(-ux * back, -uy * back)
    return both_moving(source, b, a, (ux, uy), 20.0)


def _tips(source: Random) -> Sweep:
    """Make slivers or segments that fly tip against tip, or past it, as sharp as rounding."""
    dx, dy = source.gauss(0.0, 3.0), source.gauss(0.0, 3.0)

    def corner(ahead: float, angle: float) -> Point:
        return (ahead * (dx - dy * angle), ahead * (dy + dx * angle))

    def tip(way: float) -> Shape:
        ends = [source.uniform(0.5, 3.0) * way for _ in range(source.choice([1, 2, 2]))]
        if source.random() < 0.5:  # a blunt side opposite
            ends = ends[:1] * 2
        angles = [source.choice([-1.0, 1.0]) * 10.0 ** source.uniform(-17, -1) for _ in ends]
        corners = [(0.0, 0.0), *map(corner, ends, angles)]
        try:
            return Polygon(corners) if len(corners) == 3 else Segment(*corners)
        except ValueError:  # it has no area
            return tip(way)

    a, b = tip(-1.0), tip(1.0)
    turn = source.choice([0.0, 0.0, 0.3, math.pi / 2, 10.0 ** source.uniform(-16, 0)])
    ux, uy = corner(1.0, turn)
    back = source.choice([0.0, 0.25, 1.0, 3.3])
    try:
        a.move(-ux * back, -uy * back)
    except ValueError:  # it would lose its area
        b = Segment((0.0, 0.0), corner(2.0, 0.0))
    return both_moving(source, a, b, (ux, uy), 20.0)


def _thin_rings(source: Random) -> Sweep:
    """Make rings and segments as thin as rounding on one line, which move along it or across."""
    dx, dy = (source.choice([round(x, 1) or 0.1, x]) for x in around(source, 5.0))

    def thin() -> Shape:
        if source.random() < 0.2:
            return Segment(*[(dx * k, dy * k) for k in source.sample([-2, -1, 0, 0.25, 1, 1.5], 2)])
        corners = []
        for _ in range(source.randint(3, 6)):
            k = source.choice([source.uniform(-1.0, 2.0), source.randint(-4, 8) / 4])
            corners.append((nudge(source, dx * k), nudge(source, dy * k)))
        try:
            return Polygon(hull(corners))
        except ValueError:  # they have no area
            return thin()

    a, b = thin(), thin()
    turn = source.choice([0.0, 0.0, 1e-16, 1e-15, 0.3, math.pi / 2, source.uniform(0.0, 6.3)])
    ux, uy = _way((dx, dy), (math.cos(turn), math.sin(turn)))
    back, aside = source.choice([0.0, 0.0, 0.25, 1.0, 5.0]), source.choice([0.0, 0.0, 1e-16, 0.3])
    try:
        a.move(-ux * back - dy * aside, -uy * back + dx * aside)
    except ValueError:  # it would lose its area
        a = Segment((-ux * back, -uy * back), (dx - ux * back, dy - uy * back))
    return both_moving(source, a, b, (ux, uy), 20.0)


_SWEEPS: dict[str, Callable[[Random], Sweep]] = {
    "sweep_rounded_random": _random,
    "sweep_segments": _segments,
    "sweep_meets": _meets,
    "sweep_rounded_grazes": _grazes,
    "sweep_rounded_nearly_grazes": _nearly_grazes,
    "sweep_rounded_parts": _parts,
    "sweep_rounded_starts_overlapping": _starts_overlapping,
    "sweep_along_a_segment": _along_a_segment,
    "sweep_tips_head_on": _tips_head_on,
    "sweep_thin": _thin,
    "sweep_nearly_parallel": _nearly_parallel,
    "sweep_rounded_does_not_move": _does_not_move,
    "sweep_rounded_far": _far_sweep,
    "sweep_rounded_sizes": _sizes,
    "sweep_rounded_extreme": _extreme,
    "sweep_rounded_needles": _needles,
    "sweep_tips": _tips,
    "sweep_thin_rings": _thin_rings,
}


# The families without a radius, again with radii ----------------------------------------


def _rounded(source: Random, a: Shape, b: Shape) -> tuple[Shape, Shape]:
    """Return the shapes with radii: tiny, few-digit, large, or so that they about touch."""
    size = max(extent(a), extent(b)) or 1.0
    unit = math.ldexp(1.0, math.frexp(size)[1] - 4)
    gap = float(Difference.between(body(a), body(b)).separation)
    kinds = ["tiny", "tiny and none", "grid", "large"] + ["tangent", "tangent", "near"] * (gap > 0)
    kind = source.choice(kinds)
    share = source.choice([0.0, 0.5, 1.0])
    if kind == "near":
        gap *= 1.0 + source.choice([-1, 1]) * 10.0 ** source.choice([-15, -12, -9])
    radii = {
        "tiny": (1e-12 * extent(a), 1e-12 * extent(b)),
        "tiny and none": (1e-12 * extent(a), 0.0),
        "grid": (source.randint(0, 9) * unit, source.randint(1, 9) * unit),
        "large": (source.uniform(0.3, 2.0) * size, source.choice([0.0, 1.0]) * size),
    }.get(kind, (gap * share, gap - gap * share))
    return with_radius(a, a.radius + radii[0]), with_radius(b, b.radius + radii[1])


def _pairs_with_radii(name: str) -> Callable[[Random], Pair]:
    return lambda source: _rounded(source, *pairs(name)[source.randrange(len(pairs(name)))])


def _sweeps_with_radii(name: str) -> Callable[[Random], Sweep]:
    def make(source: Random) -> Sweep:
        sweep = sweeps(name)[source.randrange(len(sweeps(name)))]
        a, b = _rounded(source, sweep.a, sweep.b)
        return sweep._replace(a=a, b=b)

    return make


# All of them ----------------------------------------------------------------------------

ROUNDED_PAIRS.update(NEW_PAIRS)
ROUNDED_PAIRS.update({f"{name} with radii": _pairs_with_radii(name) for name in PAIRS})
ROUNDED_SWEEPS.update({f"{name} with radii": _sweeps_with_radii(name) for name in SWEEPS})
ROUNDED_SWEEPS.update(_SWEEPS)
NEW, NEW_SWEEPS = list(NEW_PAIRS), list(_SWEEPS)  # not made of another family
ALL_PAIRS = [*PAIRS, *ROUNDED_PAIRS, *lattice.NAMES]
ALL_SWEEPS = [*SWEEPS, *ROUNDED_SWEEPS, *lattice.NAMES]
