"""Seeded families of points, segments, capsules and rounded polygons, for exactly what is new.

``ROUNDED_PAIRS`` and ``ROUNDED_SWEEPS`` register them; ``families.pairs`` and ``families.sweeps``
know their names. Every family of shapes without a radius is there again as ``<name> with radii``.

Exact distances come from Pythagorean triples: along ``ahead``, a vector of whole numbers and of
whole length, and ``aside``, the same turned left, all distances are whole. Most families are
made of two cores on lattice points that face each other at such a distance (`Facing`): the sum
of the radii is the distance, or a float next to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import lattice
import numpy as np
from families import (
    PAIRS,
    ROUNDED_PAIRS,
    ROUNDED_SWEEPS,
    SWEEPS,
    Lattice,
    Pair,
    Random,
    Shape,
    Sweep,
    aimed,
    around,
    beyond,
    both_moving,
    box,
    circle,
    dyadic,
    either_way,
    lattice_polygon,
    many_sides,
    needle,
    nudge,
    pairs,
    polygon,
    sweeps,
    triple,
)
from oracle import Difference, body, cross, dot, hull, minus

from sepax import Capsule, Circle, Point, Polygon, Segment

Place = tuple[float, float]
Node = tuple[int, int]


def _family(make: Callable[[Random], Pair]) -> Callable[[Random], Pair]:
    ROUNDED_PAIRS[make.__name__] = make
    return make


def _sweeps(make: Callable[[Random], Sweep]) -> Callable[[Random], Sweep]:
    ROUNDED_SWEEPS[make.__name__] = make
    return make


# Building blocks ------------------------------------------------------------------------


def node(source: Random, reach: int = 12) -> Node:
    """Return a lattice point."""
    return source.randint(-reach, reach), source.randint(-reach, reach)


def along(start: Node, way: Node, steps: int) -> Node:
    """Return the lattice point so many steps from another."""
    return start[0] + steps * way[0], start[1] + steps * way[1]


def stroke(source: Random, p: Place, q: Place, radius: float = 0.0, at: Place = (0, 0)) -> Shape:
    """Return a segment or capsule from p to q, in either direction."""
    start, end = (p, q) if source.random() < 0.5 else (q, p)
    if radius == 0.0 and source.random() < 0.8:
        return Segment(start, end, position=at)
    return Capsule(start, end, radius, position=at)


def solid(
    source: Random,
    points: Iterable[Place],
    radius: float = 0.0,
    scale: float = 1.0,
    offset: Place = (0.0, 0.0),
) -> Shape:
    """Return the shape of some lattice points and a radius; some have a position, exactly."""
    away = node(source) if source.random() < 0.3 else (0, 0)
    local = [((x - away[0]) * scale, (y - away[1]) * scale) for x, y in points]
    place = (away[0] * scale + offset[0], away[1] * scale + offset[1])
    if len(local) == 1:
        center = (local[0][0] + place[0], local[0][1] + place[1])
        return Point(center) if radius == 0.0 and source.random() < 0.7 else Circle(center, radius)
    if len(local) == 2:
        return stroke(source, local[0], local[1], radius, place)
    return Polygon(local, position=place, radius=radius)


def blob(source: Random, size: float = 1.0, reach: float = 1.2) -> Shape:
    """Return anything that has a radius or fewer than three points, turned and placed at random."""
    kind = source.choice(["point", "segment", "capsule", "capsule", "box", "polygon", "polygon"])
    place, turn = around(source, size * reach), source.uniform(-7.0, 7.0)
    radius = size * source.choice([0.01, source.random(), source.random()])
    if kind == "point":
        return Point(place)
    if kind in ("segment", "capsule"):
        start, end = around(source, size), around(source, size)
        if kind == "segment":
            return Segment(start, end, position=place, angle=turn)
        return Capsule(start, end, radius, position=place, angle=turn)
    return with_radius((box if kind == "box" else polygon)(source, size, reach), radius)


def any_shape(source: Random, size: float = 1.0, reach: float = 1.2) -> Shape:
    """Return a shape of any kind, with a radius or without."""
    if source.random() < 0.7:
        return blob(source, size, reach)
    makers: list[Callable[..., Shape]] = [box, polygon, circle]
    return source.choice(makers)(source, size, reach)


def with_radius(shape: Shape, radius: float) -> Shape:
    """Return the polygon, circle, segment or capsule with another radius, at the same pose."""
    pose: dict[str, Any] = {"position": shape.position, "angle": shape.angle}
    local = shape.local_vertices
    if len(local) == 1:
        return Circle(shape.position, radius, angle=shape.angle)
    if len(local) == 2:
        return Capsule(local[0], local[1], radius, **pose)
    return Polygon(local, radius=radius, **pose)


def extent(shape: Shape) -> float:
    """Return the larger side of the bounding box."""
    left, low, right, high = shape.bounds
    return max(right - left, high - low)


# Cores that face each other at an exact distance ----------------------------------------


class Facing(NamedTuple):
    """Two cores on lattice points, and how far apart they are: exactly ``distance``."""

    a: Lattice
    b: Lattice
    ahead: Node
    distance: int

    @property
    def aside(self) -> Node:
        """The way ahead, turned left: along the faces."""
        return -self.ahead[1], self.ahead[0]


def facing(source: Random, count_a: int, count_b: int, steps: int | None = None) -> Facing:
    """Return cores of so many points, each with a vertex or an edge towards the other.

    That of a lies on the line through the origin across ``ahead``, that of b on the parallel one
    some steps ahead; everything else lies behind these lines.
    """
    x, y, length = triple(source)
    steps = source.randint(1, 3) if steps is None else steps
    ahead, aside = (x, y), (-y, x)
    low_a, high_a = _interval(source, count_a)
    shift = source.randint(low_a, high_a)
    low_b, high_b = _interval(source, count_b)
    shift -= source.randint(low_b, high_b)
    start_b = along(along((0, 0), ahead, steps), aside, shift)
    a = _core(source, count_a, (0, 0), aside, (low_a, high_a), (-x, -y))
    b = _core(source, count_b, start_b, aside, (low_b, high_b), ahead)
    return Facing(a, b, ahead, length * steps)


def _interval(source: Random, count: int) -> tuple[int, int]:
    """Return where a face begins and ends; a vertex where both are 0."""
    if count == 1 or source.random() < 0.4:
        return 0, 0
    return -source.randint(0, 2), source.randint(1, 2)


def _core(
    source: Random, count: int, start: Node, aside: Node, face: tuple[int, int], away: Node
) -> Lattice:
    """Return the corners of a face and of points behind it."""
    while True:
        front = sorted({along(start, aside, k) for k in face})
        behind = beyond(source, start, away)
        core = hull(front + (behind + behind[:1] * count)[: max(count - len(front), 0)])
        if len(core) == min(count, 3) or (count >= 3 and len(core) > 3):
            return core


def split(source: Random, total: float, scale: float) -> tuple[float, float]:
    """Return two radii of that sum, or of one next to it."""
    part = source.choice([0.0, total, float(source.randint(0, int(total)))])
    return part * scale, nudge(source, (total - part) * scale) if total > part else 0.0


def _opposed(
    source: Random,
    counts: tuple[int, int],
    scale: float | None = None,
    offset: Place = (0.0, 0.0),
    steps: int | None = None,
) -> Pair:
    """Return two shapes that are exactly tangent, or off by one ulp of a radius."""
    found = facing(source, *counts, steps)
    scale = dyadic(source) if scale is None else scale
    radius_a, radius_b = split(source, found.distance, scale)
    a = solid(source, found.a, radius_a, scale, offset)
    return either_way(source, a, solid(source, found.b, radius_b, scale, offset))


def _many(source: Random) -> int:
    return source.randint(3, 6)


def _some(source: Random) -> int:
    return source.choice([1, 2, 2, 3, 4, 6])


@_family
def tangent_capsules(source: Random) -> Pair:
    """Make capsules and segments whose ends or sides are exactly the radii apart."""
    return _opposed(source, (2, 2))


@_family
def tangent_capsule_and_disc(source: Random) -> Pair:
    """Make a disc, or a point, at the end or the side of a capsule."""
    return _opposed(source, (2, 1))


@_family
def tangent_capsule_and_polygon(source: Random) -> Pair:
    """Make a capsule at an edge or corner of a polygon, rounded or not."""
    return _opposed(source, (2, _many(source)))


@_family
def tangent_rounded_polygons(source: Random) -> Pair:
    """Make rounded polygons that face each other with edges or corners."""
    return _opposed(source, (_many(source), _many(source)))


@_family
def tangent_rounded_and_disc(source: Random) -> Pair:
    """Make a disc, or a point, at an edge or corner of a rounded polygon."""
    return _opposed(source, (_many(source), 1))


@_family
def tangent_far(source: Random) -> Pair:
    """Make exactly tangent shapes 1e6 to 1e12 from the origin."""
    reach = 10 ** source.choice([6, 9, 12])
    offset = (float(source.randint(-reach, reach)), float(source.randint(-reach, reach)))
    return _opposed(source, (_some(source), _some(source)), 1.0, offset)


@_family
def tangent_extreme(source: Random) -> Pair:
    """Make exactly tangent shapes whose squares overflow or underflow a float64."""
    scale = 2.0 ** source.choice([-1000, -700, -664, -540, -300, 160, 200, 230])
    return _opposed(source, (_some(source), _some(source)), scale)


@_family
def rounded_box_corners(source: Random) -> Pair:
    """Make rounded boxes, corner to corner: the radii are the diagonal between, or one ulp off."""
    x, y, length = triple(source)
    scale, start = dyadic(source), node(source)
    boxes = []
    for (corner_x, corner_y), away, radius in zip(
        (start, along(start, (x, y), 1)), (-1, 1), split(source, length, 1.0), strict=True
    ):
        width, height = 2 * source.randint(1, 20), 2 * source.randint(1, 20)
        center = (
            corner_x + away * math.copysign(width / 2, x),
            corner_y + away * math.copysign(height / 2, y),
        )
        place = (center[0] * scale, center[1] * scale)
        boxes.append(
            Polygon.box(width * scale, height * scale, position=place, radius=radius * scale)
        )
    return either_way(source, boxes[0], boxes[1])


@_family
def rounded_box_sides(source: Random) -> Pair:
    """Make rounded boxes side by side, the radii exactly apart or one ulp off."""
    scale, gap = dyadic(source), source.randint(1, 9)
    radii = split(source, gap, scale)
    width, height = (2 * source.randint(1, 20) for _ in range(2))
    slide = source.randint(-15, 15)
    a = Polygon.box(width * scale, height * scale, radius=radii[0])
    place = ((width / 2 + gap + 3) * scale, slide * scale)
    b: Shape = Polygon.box(6 * scale, 20 * scale, position=place, radius=radii[1])
    if source.random() < 0.3:
        b = Polygon.box(20 * scale, 6 * scale, position=place, radius=radii[1], angle=math.pi / 2)
    return either_way(source, a, b)


# Segments -------------------------------------------------------------------------------

Ends = tuple[Node, Node, Node, Node]


def _crossing(source: Random) -> Ends:
    """Return two segments that cross, inside both."""
    while True:
        p, q, r, s = (node(source) for _ in range(4))
        ways = minus(q, p), minus(s, r)
        first = cross(ways[0], minus(r, p)) * cross(ways[0], minus(s, p))
        second = cross(ways[1], minus(p, r)) * cross(ways[1], minus(q, r))
        if first < 0 and second < 0:
            return p, q, r, s


def _sharing_an_end(source: Random) -> Ends:
    """Return two segments with one end in common and nothing else."""
    while True:
        p, q, s = (node(source) for _ in range(3))
        ways = minus(q, p), minus(s, p)
        if cross(*ways) or dot(*ways) < 0:
            return p, q, p, s


def _t_junction(source: Random) -> Ends:
    """Return a segment and one that ends on it, between its ends."""
    while True:
        p, way, s = node(source), node(source, 4), node(source, 20)
        on = along(p, way, source.randint(1, 3))
        if cross(way, minus(s, on)):
            return p, along(p, way, 4), on, s


def _on_one_line(source: Random, steps: Sequence[int]) -> Ends:
    """Return two segments from step to step along a line."""
    p, way = node(source), (0, 0)
    while way == (0, 0):
        way = node(source, 5)
    first, last, other, end = (along(p, way, k) for k in steps)
    return first, last, other, end


def _overlapping(source: Random) -> Ends:
    """Return two segments with a stretch in common."""
    start = source.randint(-3, 3)
    stop = start + source.randint(2, 5)
    other = source.randint(start, stop - 1)
    return _on_one_line(source, (start, stop, other, other + source.randint(1, 6)))


def _apart_on_a_line(source: Random) -> Ends:
    """Return two segments on one line with a gap between them."""
    stop = source.randint(1, 4)
    other = stop + source.randint(1, 5)
    return _on_one_line(source, (0, stop, other, other + source.randint(1, 5)))


def _parallel(source: Random) -> Ends:
    """Return two parallel segments, beside each other or not."""
    p, q, r, s = _on_one_line(source, (0, *(source.randint(1, 9) for _ in range(2)), 10))
    while True:
        step = node(source, 6)
        if cross(minus(q, p), step):
            return p, q, along(r, step, 1), along(s, step, 1)


def _strokes(source: Random, ends: Ends, scale: float | None = None) -> Pair:
    scale = dyadic(source) if scale is None else scale
    p, q, r, s = ends
    return either_way(source, solid(source, [p, q], 0.0, scale), solid(source, [r, s], 0.0, scale))


@_family
def segments_crossing(source: Random) -> Pair:
    """Make segments that cross."""
    return _strokes(source, _crossing(source))


@_family
def segments_sharing_an_end(source: Random) -> Pair:
    """Make segments with exactly one end in common."""
    return _strokes(source, _sharing_an_end(source))


@_family
def segments_t_junction(source: Random) -> Pair:
    """Make segments; one ends exactly on the other."""
    return _strokes(source, _t_junction(source))


@_family
def segments_overlapping(source: Random) -> Pair:
    """Make collinear segments that overlap along a stretch."""
    return _strokes(source, _overlapping(source))


@_family
def segments_collinear_apart(source: Random) -> Pair:
    """Make collinear segments with a gap; a third of them are one ulp apart."""
    if source.random() < 0.7:
        return _strokes(source, _apart_on_a_line(source))
    stop = source.uniform(0.5, 2.0)
    a = Segment((0, 0), (stop, 0))
    b = Segment((math.nextafter(stop, 3.0), 0), (3, 0))
    return either_way(source, a, b)


@_family
def segments_parallel(source: Random) -> Pair:
    """Make parallel segments on two lines."""
    return _strokes(source, _parallel(source))


def _side_by_side(source: Random, radius: float) -> Pair:
    """Return two strokes nearly on a line, turned against each other by next to nothing."""
    turn, lean = source.uniform(-4.0, 4.0), 10.0 ** source.uniform(-17, -5)
    gap = source.choice([0.0, -0.3 * lean, -0.3 * lean, 1e-16, 1e-15, 1e-12, -1e-9])
    slide = source.choice([0.0, 0.5, 0.5, 1.0, 1.5])
    (c, s), (c2, s2) = ((math.cos(t), math.sin(t)) for t in (turn, turn + lean))
    place = around(source, source.choice([0.0, 1.0]))
    start = (place[0] + slide * c - gap * s, place[1] + slide * s + gap * c)
    a = stroke(source, place, (place[0] + c, place[1] + s), radius)
    return either_way(source, a, stroke(source, start, (start[0] + c2, start[1] + s2), radius))


@_family
def segments_nearly_parallel(source: Random) -> Pair:
    """Make segments on nearly the same line: crossing, missing, one behind the other."""
    return _side_by_side(source, 0.0)


@_family
def segments_far(source: Random) -> Pair:
    """Make lattice segments 1e6 to 1e12 from the origin."""
    makers = [_crossing, _sharing_an_end, _t_junction, _overlapping, _apart_on_a_line, _parallel]
    p, q, r, s = source.choice(makers)(source)
    reach = 10 ** source.choice([6, 9, 12])
    offset = node(source, reach)
    first, second = (
        [along(end, offset, 1) for end in ends] if source.random() < 0.5 else list(ends)
        for ends in ((p, q), (r, s))
    )
    moved = first[0] != p, second[0] != r
    return (
        solid(source, first, offset=(0, 0) if moved[0] else offset),
        solid(source, second, offset=(0, 0) if moved[1] else offset),
    )


@_family
def segments_any(source: Random) -> Pair:
    """Make random segments."""
    a, b = (Segment(around(source, 1.0), around(source, 1.0)) for _ in range(2))
    return a, b


@_family
def segment_and_polygon(source: Random) -> Pair:
    """Make a random segment and a random polygon or box."""
    other = source.choice([box, polygon])(source)
    return either_way(source, Segment(around(source, 2.0), around(source, 2.0)), other)


def _polygon_and_strokes(source: Random) -> tuple[Lattice, Node, Node, int]:
    """Return a lattice polygon, a corner and the quarter step to the next one."""
    corners = lattice_polygon(source)
    i = source.randrange(len(corners))
    x, y = minus(corners[(i + 1) % len(corners)], corners[i])
    return corners, corners[i], (x // 4, y // 4), i


@_family
def segment_on_an_edge(source: Random) -> Pair:
    """Make a segment along an edge: part of it, all of it, beyond it, end to end."""
    corners, start, quarter, _ = _polygon_and_strokes(source)
    ends = source.choice([(0, 4), (1, 3), (-1, 2), (2, 6), (-2, 6), (-3, 0), (4, 6), (0, 1)])
    line = [along(start, quarter, k) for k in ends]
    scale = dyadic(source)
    return either_way(source, solid(source, corners, 0.0, scale), solid(source, line, 0.0, scale))


@_family
def segment_through_a_vertex(source: Random) -> Pair:
    """Make a segment that touches a corner, or leads through it into the polygon."""
    corners, start, _, i = _polygon_and_strokes(source)
    before, after = corners[i - 1], corners[(i + 1) % len(corners)]
    across = minus(after, before)
    inwards = minus(along(before, after, 1), along(start, start, 1))
    way = source.choice([across, across, inwards])
    ends = source.choice([(-1, 1), (0, 1), (-2, 0), (-2, 3)])
    line = [along(start, way, k) for k in ends]
    scale = dyadic(source)
    return either_way(source, solid(source, corners, 0.0, scale), solid(source, line, 0.0, scale))


@_family
def segment_inside(source: Random) -> Pair:
    """Make a segment inside a polygon, or from one of its edges to another."""
    corners = lattice_polygon(source)
    middles = [
        ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
        for p, q in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    first, second = source.sample(middles, 2)
    share = source.choice([0.0, 0.25, 0.375])
    x, y = ((q - p) * share for p, q in zip(first, second, strict=True))
    line = [(first[0] + x, first[1] + y), (second[0] - x, second[1] - y)]
    scale = dyadic(source)
    return either_way(source, solid(source, corners, 0.0, scale), solid(source, line, 0.0, scale))


@_family
def segment_ending_on_an_edge(source: Random) -> Pair:
    """Make a segment with an end on an edge, from outside or from inside."""
    corners, start, quarter, _ = _polygon_and_strokes(source)
    foot = along(start, quarter, source.randint(0, 4))
    away = quarter[1], -quarter[0]
    if source.random() < 0.3:
        away = -quarter[1], quarter[0]
    line = [foot, beyond(source, foot, away)[0]]
    scale = dyadic(source)
    return either_way(source, solid(source, corners, 0.0, scale), solid(source, line, 0.0, scale))


@_family
def point_on_things(source: Random) -> Pair:
    """Make a point on a vertex, an edge, a segment, a point or a circle, inside or outside."""
    corners, start, quarter, _ = _polygon_and_strokes(source)
    scale, kind = (
        dyadic(source),
        source.choice(["polygon", "polygon", "segment", "point", "circle"]),
    )
    steps = source.choice([0, 1, 2, 4, 5, -1])
    place = along(start, quarter, steps)
    if source.random() < 0.2:
        place = node(source, 30)
    if kind == "circle":
        x, y, length = triple(source)
        ball = Circle((place[0] * scale, place[1] * scale), nudge(source, length * scale))
        return either_way(source, ball, solid(source, [along(place, (x, y), 1)], 0.0, scale))
    cores: dict[str, Sequence[Place]] = {
        "polygon": corners,
        "segment": [start, along(start, quarter, 4)],
        "point": [start],
    }
    other = solid(source, cores[kind], 0.0, scale)
    return either_way(source, other, Point((place[0] * scale, place[1] * scale)))


# Capsules and rounded shapes ------------------------------------------------------------


@_family
def capsules_any(source: Random) -> Pair:
    """Make random capsules."""
    a, b = (
        Capsule(around(source, 1.0), around(source, 1.0), source.uniform(0.0, 0.6))
        for _ in range(2)
    )
    return a, b


@_family
def capsules_crossing(source: Random) -> Pair:
    """Make capsules whose segments cross, touch or overlap."""
    makers = [_crossing, _sharing_an_end, _t_junction, _overlapping]
    p, q, r, s = source.choice(makers)(source)
    scale = dyadic(source)
    radii = [source.choice([0.0, 1e-12, source.randint(1, 8) / 4]) * scale for _ in range(2)]
    a, b = solid(source, [p, q], radii[0], scale), solid(source, [r, s], radii[1], scale)
    return either_way(source, a, b)


@_family
def capsules_on_a_line(source: Random) -> Pair:
    """Make capsules one behind the other: tip on tip exactly, apart or overlapping."""
    x, y, length = triple(source)
    stop, gap = source.randint(1, 3), source.randint(-1, 3)
    start, scale = node(source), dyadic(source)
    radii = split(source, max(gap, 1) * length, scale)
    nodes = [along(start, (x, y), k) for k in (0, stop, stop + gap, stop + gap + 2)]
    a, b = solid(source, nodes[:2], radii[0], scale), solid(source, nodes[2:], radii[1], scale)
    return either_way(source, a, b)


@_family
def capsules_nearly_parallel(source: Random) -> Pair:
    """Make capsules of a tiny radius on nearly the same line."""
    return _side_by_side(source, source.choice([1e-17, 1e-15, 1e-12, 5e-10]))


@_family
def capsule_at_a_corner(source: Random) -> Pair:
    """Make a capsule that runs past the corner of a box, or over it."""
    shape = Polygon.box(2.0, 1.0, radius=source.choice([0.0, 0.0, 0.25]))
    turn, gap = source.uniform(0.0, math.pi / 2), source.uniform(0.0, 0.5)
    c, s = math.cos(turn), math.sin(turn)
    radius = max(gap + source.choice([0.0, 1e-16, -1e-16, 1e-12, -1e-12, 0.1, -0.1]), 0.0)
    foot = (1.0 + gap * c, 0.5 + gap * s)
    before, after = source.uniform(-2.0, 0.0), source.uniform(0.1, 2.0)
    ends = [(foot[0] - s * k, foot[1] + c * k) for k in (before, after)]
    return either_way(source, shape, stroke(source, ends[0], ends[1], radius))


@_family
def rounded_any(source: Random) -> Pair:
    """Make random shapes of the new kinds."""
    return blob(source), blob(source)


@_family
def rounded_and_anything(source: Random) -> Pair:
    """Make a shape of the new kinds and one of any kind."""
    return either_way(source, blob(source), any_shape(source))


@_family
def rounded_deep(source: Random) -> Pair:
    """Make rounded shapes nearly on top of each other."""
    return blob(source, 1.0, 0.05), blob(source, source.choice([1.0, 0.1]), 0.05)


def _nested(source: Random) -> tuple[Lattice, Lattice, float]:
    """Return cores, and by how much the outer radius must exceed the inner one, exactly."""
    found = facing(source, source.choice([1, 2, 2, 4]), 1, source.randint(1, 2))
    reach2 = found.distance**2
    inner = found.b[:]
    others = [along(found.b[0], node(source, 9), 1) for _ in range(source.choice([0, 1, 4, 9]))]
    for place in others:
        nearest = Difference(hull(minus(p, place) for p in found.a), 0, 0)
        if nearest.holds_origin or dot(nearest.nearest, nearest.nearest) <= reach2:
            inner.append(place)
    return found.a, hull(inner), found.distance


@_family
def nested(source: Random) -> Pair:
    """Make a shape inside a rounded one that touches its boundary from within, or by one ulp."""
    outer, inner, spare = _nested(source)
    scale, radius = dyadic(source), source.choice([0, 0, source.randint(1, 9)])
    a = solid(source, outer, nudge(source, (spare + radius) * scale), scale)
    return either_way(source, a, solid(source, inner, radius * scale, scale))


@_family
def nested_deep(source: Random) -> Pair:
    """Make a shape with the larger radius deep inside, its boundary on the outer one's."""
    x, y, length = triple(source)
    aside, scale = (-y, x), dyadic(source)
    rows = [along((0, 0), (x, y), -7), (0, 0)]
    corners = hull([along(row, aside, k) for row in rows for k in (-6, 6)])
    depth, radius = source.randint(1, 3), source.randint(0, 4)
    slides = sorted({source.randint(-3, 3) for _ in range(source.choice([1, 2]))})
    inner = [along(along((0, 0), (x, y), -depth), aside, k) for k in slides]
    within = nudge(source, (depth * length + radius) * scale)
    a = solid(source, corners, radius * scale, scale)
    return either_way(source, a, solid(source, inner, within, scale))


@_family
def coincident(source: Random) -> Pair:
    """Make the same shape twice, or one that differs in its radius, or from end to start."""
    a = blob(source)
    kind = source.random()
    if kind < 0.3:
        return a, a.copy()
    if kind < 0.6 and len(a.vertices) > 1:
        return a, with_radius(a, source.choice([0.0, a.radius * 2, source.random()]))
    p, q = node(source), along(node(source), (30, 0), 1)
    radius = source.choice([0.0, 0.5, 2.0])
    return Capsule(p, q, radius), stroke(source, p, q, source.choice([radius, 1.0]))


@_family
def needles_with_radii(source: Random) -> Pair:
    """Make a triangle as thin as rounding with a radius, and a stroke, disc or needle along it."""
    corners = needle(source)
    radii = [source.choice([0.0, 5e-324, 1e-17, 1e-12, 0.1, 3.0]) for _ in range(2)]
    dx, dy = corners[1]
    aside = source.choice([0.0, 0.0, 1e-17, -1e-15, 0.1, -1.0])
    steps = sorted(source.sample([-1.0, 0.0, 0.25, 1.0, 1.5, 2.0], 2))
    ends = [(dx * k - dy * aside, dy * k + dx * aside) for k in steps]
    a = Polygon(corners, radius=radii[0])
    kind = source.random()
    if kind < 0.5:
        return either_way(source, a, stroke(source, ends[0], ends[1], radii[1]))
    if kind < 0.7:
        return either_way(source, a, Circle(ends[0], radii[1]))
    return a, Polygon(needle(source), radius=radii[1])


@_family
def rounded_far(source: Random) -> Pair:
    """Make random rounded shapes 1e6 to 1e12 from the origin."""
    a, b = blob(source), blob(source)
    x, y = around(source, 10.0 ** source.choice([6, 9, 12]))
    for shape in (a, b):
        shape.move(x, y)
    return a, b


@_family
def radius_and_core(source: Random) -> Pair:
    """Make huge radii on tiny cores and tiny radii on huge ones, tangent for rounding."""
    a, b = blob(source, 10.0 ** source.choice([-9, 0, 9])), blob(source)
    radius = 10.0 ** source.choice([-12, 0, 9])
    if len(a.vertices) == 1:
        return either_way(source, with_radius(a, radius), b)
    a = with_radius(a, radius)
    i = source.randrange(len(a.vertices))
    (x, y), (nx, ny) = a.vertices[i].tolist(), a.normals[i].tolist()
    apart = radius + b.radius + source.choice([0.0, 0.0, extent(b), -extent(b)])
    (bx, by) = b.vertices[0].tolist()
    b.move(x + nx * apart - bx, y + ny * apart - by)
    return either_way(source, a, b)


@_family
def many_sided_and_rounded(source: Random) -> Pair:
    """Make a polygon of 33 to 48 sides, with a radius or not, and one more or something small."""
    a: Shape = many_sides(source, 0.8)
    b: Shape = many_sides(source, 0.8) if source.random() < 0.4 else blob(source, 0.5, 1.6)
    if source.random() < 0.8:
        a = with_radius(a, source.choice([1e-12, 0.01, 0.3]))
    if len(b.vertices) > 30 and source.random() < 0.5:
        b = with_radius(b, source.choice([1e-12, 0.01, 0.3]))
    return either_way(source, a, b)


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
    return with_own(a, radii[0]), with_own(b, radii[1])


def with_own(shape: Shape, radius: float) -> Shape:
    """Return the shape with its radius grown by another one."""
    return with_radius(shape, shape.radius + radius)


def _register_with_radii(name: str) -> None:
    def make(source: Random) -> Pair:
        a, b = pairs(name)[source.randrange(len(pairs(name)))]
        return _rounded(source, a, b)

    ROUNDED_PAIRS[f"{name} with radii"] = make


def _register_sweep_with_radii(name: str) -> None:
    def make(source: Random) -> Sweep:
        sweep = sweeps(name)[source.randrange(len(sweeps(name)))]
        a, b = _rounded(source, sweep.a, sweep.b)
        return sweep._replace(a=a, b=b)

    ROUNDED_SWEEPS[f"{name} with radii"] = make


for _name in PAIRS:
    _register_with_radii(_name)
for _name in SWEEPS:
    _register_sweep_with_radii(_name)


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
    found = facing(source, _some(source), _some(source), source.choice([0, 1, 1, 2]))
    scale = dyadic(source) if scale is None else scale
    radii = split(source, found.distance, scale)
    forth, aside = source.choice(ways)
    ux = forth * found.ahead[0] + aside * found.aside[0]
    uy = forth * found.ahead[1] + aside * found.aside[1]
    back = source.choice([0.5, 1.0, 2.0])
    a = solid(source, [(x - ux * back, y - uy * back) for x, y in found.a], radii[0], scale)
    b = solid(source, found.b, radii[1], scale)
    if source.random() < 0.5:
        return Sweep(b, a, (-ux * scale, -uy * scale), (0.0, 0.0), max_time)
    return both_moving(source, a, b, (ux * scale, uy * scale), max_time)


@_sweeps
def sweep_rounded_random(source: Random) -> Sweep:
    """Make shapes of the new kinds, aimed at anything."""
    a, b = either_way(source, blob(source, 1.0, 6.0), any_shape(source, 1.0, 6.0))
    relative = aimed(source, a, b, source.uniform(0.5, 20.0))
    return both_moving(source, a, b, relative, source.choice([1.0, 10.0, math.inf]))


@_sweeps
def sweep_segments(source: Random) -> Sweep:
    """Make segments, aimed at each other or at a point or polygon."""
    a = Segment(around(source, 1.0), around(source, 1.0), position=around(source, 6.0))
    others: list[Callable[[], Shape]] = [
        lambda: Segment(around(source, 6.0), around(source, 6.0)),
        lambda: Point(around(source, 6.0)),
        lambda: polygon(source, 1.0, 6.0),
    ]
    first, second = either_way(source, a, source.choice(others)())
    relative = aimed(source, first, second, source.uniform(0.5, 20.0), 1.0)
    return both_moving(source, first, second, relative, source.choice([1.0, 10.0, math.inf]))


@_sweeps
def sweep_meets(source: Random) -> Sweep:
    """Make shapes that come to be tangent head on or at a slant, some exactly at max_time."""
    sweep = _flight(source, [(1.0, 0.0), (1.0, 1.0), (0.5, -1.0), (0.25, 2.0)])
    return sweep._replace(max_time=source.choice([0.5, 1.0, 2.0, 8.0]))


@_sweeps
def sweep_rounded_grazes(source: Random) -> Sweep:
    """Make shapes that pass each other, exactly tangent or off by one ulp of a radius."""
    return _flight(source, [(0.0, 1.0), (0.0, -2.0)], max_time=source.choice([4.0, math.inf]))


@_sweeps
def sweep_rounded_nearly_grazes(source: Random) -> Sweep:
    """Make shapes that pass each other up to 1e-9 off."""
    sweep = _flight(source, [(0.0, 1.0), (0.0, -2.0)])
    shift = source.choice([-1.0, 1.0]) * 10.0 ** source.choice([-15, -12, -9])
    size = math.hypot(*sweep.velocity_a) or 1.0
    moved = sweep.a.copy()
    moved.move(-sweep.velocity_a[1] / size * shift, sweep.velocity_a[0] / size * shift)
    return sweep._replace(a=moved)


@_sweeps
def sweep_rounded_parts(source: Random) -> Sweep:
    """Make a start that is tangent, and a way off or along."""
    sweep = _flight(source, [(-1.0, 0.0), (-1.0, 1.0), (0.0, 1.0), (-0.5, -2.0), (1.0, 1.0)])
    a, b = _opposed(source, (_some(source), _some(source)), steps=source.choice([0, 1, 2]))
    return sweep._replace(a=a, b=b)


@_sweeps
def sweep_rounded_starts_overlapping(source: Random) -> Sweep:
    """Make an overlapping start: crossing, collinear, identical, concentric."""
    makers = [rounded_deep, segments_crossing, segments_overlapping, coincident, capsules_crossing]
    a, b = source.choice(makers)(source)
    motion = source.choice([around(source, 3.0), (0.0, 0.0), (1.0, 0.0)])
    if len(a.vertices) > 1 and source.random() < 0.3:
        (x, y), (next_x, next_y) = a.vertices[:2].tolist()
        motion = (next_x - x, next_y - y)
    return both_moving(source, a, b, motion, source.choice([0.1, 5.0, math.inf]))


@_sweeps
def sweep_along_a_segment(source: Random) -> Sweep:
    """Make a point or segment that moves along the line of another, to it, on it, off it."""
    p, q, r, s = source.choice([_apart_on_a_line, _overlapping, _parallel])(source)
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


@_sweeps
def sweep_tips_head_on(source: Random) -> Sweep:
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


@_sweeps
def sweep_thin(source: Random) -> Sweep:
    """Make segments and points that meet at great speed: nothing is too thin to be hit."""
    a = (
        Segment(around(source, 1.0), around(source, 1.0))
        if source.random() < 0.5
        else Point((0, 0))
    )
    wall = source.choice([_side_by_side(source, 0.0)[0], Segment((0.0, -1.0), (0.0, 1.0))])
    place = around(source, 4e5)
    a.move(*place)
    spot = around(source, 1.0)
    relative = (2.0 * (spot[0] - place[0]), 2.0 * (spot[1] - place[1]))
    first, second = a, wall
    if source.random() < 0.5:
        return Sweep(second, first, (0.0, 0.0), relative, 1.0)
    return both_moving(source, first, second, relative, 1.0)


@_sweeps
def sweep_nearly_parallel(source: Random) -> Sweep:
    """Make strokes on nearly the same line that come together across or along it."""
    a, b = _side_by_side(source, source.choice([0.0, 0.0, 1e-15, 1e-9, 0.25]))
    (x, y), (next_x, next_y) = a.vertices.tolist()
    tx, ty = next_x - x, next_y - y
    forth, aside = source.choice([(1.0, 0.0), (0.0, 1.0), (1.0, 1e-9), (0.3, -1.0), (-1.0, 0.0)])
    ux, uy = tx * forth - ty * aside, ty * forth + tx * aside
    back = source.choice([0.0, 1.0, 3.0])
    a.move(-ux * back, -uy * back)
    return both_moving(source, a, b, (ux, uy), 9.0)


@_sweeps
def sweep_rounded_does_not_move(source: Random) -> Sweep:
    """Make shapes that rest or go side by side."""
    a, b = source.choice([rounded_any, tangent_capsules, segments_t_junction, nested])(source)
    velocity = source.choice([(0.0, 0.0), around(source, 5.0)])
    return Sweep(a, b, velocity, velocity, source.choice([0.0, 1.0, math.inf]))


@_sweeps
def sweep_rounded_far(source: Random) -> Sweep:
    """Make ordinary sweeps 1e6 to 1e12 from the origin."""
    sweep = source.choice([sweep_rounded_random, sweep_segments])(source)
    x, y = around(source, 10.0 ** source.choice([6, 9, 12]))
    for shape in (sweep.a, sweep.b):
        shape.move(x, y)
    return sweep


@_sweeps
def sweep_rounded_sizes(source: Random) -> Sweep:
    """Make huge radii on tiny cores, tiny radii on huge ones, aimed at each other."""
    a, b = radius_and_core(source)
    reach = 3.0 * max(extent(a), extent(b))
    relative = aimed(source, a, b, reach, 0.5 * min(extent(a), extent(b)) or 1e-12)
    back, spans = source.choice([0.0, 1.0, 2.0]), [np.ptp(s.vertices) for s in (a, b)]
    coarse, sign = (a, -1.0) if spans[0] > spans[1] else (b, 1.0)
    coarse.move(relative[0] * back * sign, relative[1] * back * sign)
    return Sweep(a, b, relative, (0.0, 0.0), 10.0)


@_sweeps
def sweep_rounded_extreme(source: Random) -> Sweep:
    """Make exact flights whose products overflow or underflow a float64."""
    scale = 2.0 ** source.choice([-1000, -700, -664, -540, -300, 160, 200])
    pace = 2.0 ** source.choice([-30, 0, 20])
    flight = _flight(source, [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 0.0)], scale)
    velocity = (flight.velocity_a[0] * pace, flight.velocity_a[1] * pace)
    return Sweep(flight.a, flight.b, velocity, (0.0, 0.0), 4.0 / pace)


@_sweeps
def sweep_rounded_needles(source: Random) -> Sweep:
    """Make strokes and discs that fly along a rounded triangle as thin as rounding."""
    a, b = needles_with_radii(source)
    if len(a.vertices) != 3:
        a, b = b, a
    x, y = a.vertices[1].tolist()
    turn = source.choice([0.0, 0.0, 1e-15, 0.3, math.pi / 2])
    c, s = math.cos(turn), math.sin(turn)
    ux, uy = x * c - y * s, x * s + y * c
    back = source.choice([0.0, 1.0, 5.0])
    if len(b.vertices) < 3:
        b.move(-ux * back, -uy * back)
    return both_moving(source, b, a, (ux, uy), 20.0)


@_sweeps
def sweep_tips(source: Random) -> Sweep:
    """Make slivers or segments that fly tip against tip, or past it, as sharp as rounding."""
    dx, dy = source.gauss(0.0, 3.0), source.gauss(0.0, 3.0)

    def corner(ahead: float, angle: float) -> Place:
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


@_sweeps
def sweep_thin_rings(source: Random) -> Sweep:
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
    c, s = math.cos(turn), math.sin(turn)
    ux, uy = dx * c - dy * s, dx * s + dy * c
    back, aside = source.choice([0.0, 0.0, 0.25, 1.0, 5.0]), source.choice([0.0, 0.0, 1e-16, 0.3])
    try:
        a.move(-ux * back - dy * aside, -uy * back + dx * aside)
    except ValueError:  # it would lose its area
        a = Segment((-ux * back, -uy * back), (dx - ux * back, dy - uy * back))
    return both_moving(source, a, b, (ux, uy), 20.0)


# All of them ----------------------------------------------------------------------------

# Not made of another family.
NEW = [name for name in ROUNDED_PAIRS if not name.endswith(" with radii")]
NEW_SWEEPS = [name for name in ROUNDED_SWEEPS if not name.endswith(" with radii")]
ALL_PAIRS = [*PAIRS, *ROUNDED_PAIRS, *lattice.NAMES]
ALL_SWEEPS = [*SWEEPS, *ROUNDED_SWEEPS, *lattice.NAMES]
