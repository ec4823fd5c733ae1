"""Families of pairs of points, segments, capsules and rounded polygons: see `rounded`.

Most are made of two cores on lattice points that face each other at an exact distance: the sum
of the radii is the distance, or a float next to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from makers import (
    Lattice,
    Node,
    Pair,
    Point,
    Random,
    along,
    any_shape,
    around,
    beyond,
    blob,
    both_moved,
    box_or_polygon,
    dyadic,
    either_way,
    extent,
    facing,
    lattice_polygon,
    many_sides,
    needle,
    node,
    nudge,
    scaled,
    solid,
    split,
    stroke,
    triple,
    with_radius,
)
from oracle import Difference, cross, dot, hull, minus

import sepax
from sepax import Capsule, Circle, Polygon, Segment, Shape

Ends = tuple[Node, Node, Node, Node]


# Shapes that are exactly tangent --------------------------------------------------------


def tangent(
    source: Random,
    counts: tuple[int, int],
    scale: float | None = None,
    offset: Point = (0.0, 0.0),
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


def some(source: Random) -> int:
    return source.choice([1, 2, 2, 3, 4, 6])


def _tangent_far(source: Random) -> Pair:
    reach = 10 ** source.choice([6, 9, 12])
    offset = (float(source.randint(-reach, reach)), float(source.randint(-reach, reach)))
    return tangent(source, (some(source), some(source)), 1.0, offset)


def _tangent_extreme(source: Random) -> Pair:
    """Make exactly tangent shapes whose squares overflow or underflow a float64."""
    scale = 2.0 ** source.choice([-1000, -700, -664, -540, -300, 160, 200, 230])
    return tangent(source, (some(source), some(source)), scale)


def _rounded_box_corners(source: Random) -> Pair:
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
        (place,) = scaled([center], scale)
        boxes.append(
            Polygon.box(width * scale, height * scale, position=place, radius=radius * scale)
        )
    return either_way(source, boxes[0], boxes[1])


def _rounded_box_sides(source: Random) -> Pair:
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


def overlapping(source: Random) -> Ends:
    """Return two segments with a stretch in common."""
    start = source.randint(-3, 3)
    stop = start + source.randint(2, 5)
    other = source.randint(start, stop - 1)
    return _on_one_line(source, (start, stop, other, other + source.randint(1, 6)))


def apart_on_a_line(source: Random) -> Ends:
    """Return two segments on one line with a gap between them."""
    stop = source.randint(1, 4)
    other = stop + source.randint(1, 5)
    return _on_one_line(source, (0, stop, other, other + source.randint(1, 5)))


def parallel(source: Random) -> Ends:
    """Return two parallel segments, beside each other or not."""
    p, q, r, s = _on_one_line(source, (0, *(source.randint(1, 9) for _ in range(2)), 10))
    while True:
        step = node(source, 6)
        if cross(minus(q, p), step):
            return p, q, along(r, step, 1), along(s, step, 1)


ENDS = [_crossing, _sharing_an_end, _t_junction, overlapping, apart_on_a_line, parallel]


def _strokes(source: Random, ends: Ends) -> Pair:
    return _both_solid(source, ends[:2], ends[2:])


def _both_solid(source: Random, one: Sequence[Point], other: Sequence[Point]) -> Pair:
    scale = dyadic(source)
    return either_way(source, solid(source, one, 0.0, scale), solid(source, other, 0.0, scale))


def _collinear_apart(source: Random) -> Pair:
    """Make collinear segments with a gap; a third of them are one ulp apart."""
    if source.random() < 0.7:
        return _strokes(source, apart_on_a_line(source))
    stop = source.uniform(0.5, 2.0)
    a = Segment((0, 0), (stop, 0))
    b = Segment((math.nextafter(stop, 3.0), 0), (3, 0))
    return either_way(source, a, b)


def side_by_side(source: Random, radius: float) -> Pair:
    """Return two strokes nearly on a line, turned against each other by next to nothing."""
    turn, lean = source.uniform(-4.0, 4.0), 10.0 ** source.uniform(-17, -5)
    gap = source.choice([0.0, -0.3 * lean, -0.3 * lean, 1e-16, 1e-15, 1e-12, -1e-9])
    slide = source.choice([0.0, 0.5, 0.5, 1.0, 1.5])
    (c, s), (c2, s2) = ((math.cos(t), math.sin(t)) for t in (turn, turn + lean))
    place = around(source, source.choice([0.0, 1.0]))
    start = (place[0] + slide * c - gap * s, place[1] + slide * s + gap * c)
    a = stroke(source, place, (place[0] + c, place[1] + s), radius)
    return either_way(source, a, stroke(source, start, (start[0] + c2, start[1] + s2), radius))


def _segments_far(source: Random) -> Pair:
    """Make lattice segments 1e6 to 1e12 from the origin, moved there by a pose or not."""
    p, q, r, s = source.choice(ENDS)(source)
    offset = node(source, 10 ** source.choice([6, 9, 12]))
    first, second = (
        [along(end, offset, 1) for end in ends] if source.random() < 0.5 else list(ends)
        for ends in ((p, q), (r, s))
    )
    moved = first[0] != p, second[0] != r
    return (
        solid(source, first, offset=(0, 0) if moved[0] else offset),
        solid(source, second, offset=(0, 0) if moved[1] else offset),
    )


def segment(source: Random, reach: float, at: Point = (0.0, 0.0)) -> Segment:
    return Segment(around(source, reach), around(source, reach), position=at)


def _segment_and_polygon(source: Random) -> Pair:
    other = box_or_polygon(source)
    return either_way(source, segment(source, 2.0), other)


def _corner_and_quarter(source: Random) -> tuple[Lattice, int, Node, Node]:
    """Return a lattice polygon, the index of a corner, it, and the quarter step to the next one."""
    corners = lattice_polygon(source)
    i = source.randrange(len(corners))
    x, y = minus(corners[(i + 1) % len(corners)], corners[i])
    return corners, i, corners[i], (x // 4, y // 4)


def _segment_on_an_edge(source: Random) -> Pair:
    """Make a segment along an edge: part of it, all of it, beyond it, end to end."""
    corners, _, start, quarter = _corner_and_quarter(source)
    ends = source.choice([(0, 4), (1, 3), (-1, 2), (2, 6), (-2, 6), (-3, 0), (4, 6), (0, 1)])
    return _both_solid(source, corners, [along(start, quarter, k) for k in ends])


def _segment_through_a_vertex(source: Random) -> Pair:
    """Make a segment that touches a corner, or leads through it into the polygon."""
    corners, i, start, _ = _corner_and_quarter(source)
    before, after = corners[i - 1], corners[(i + 1) % len(corners)]
    across = minus(after, before)
    inwards = minus(along(before, after, 1), along(start, start, 1))
    way = source.choice([across, across, inwards])
    ends = source.choice([(-1, 1), (0, 1), (-2, 0), (-2, 3)])
    return _both_solid(source, corners, [along(start, way, k) for k in ends])


def _segment_inside(source: Random) -> Pair:
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
    return _both_solid(source, corners, line)


def _segment_ending_on_an_edge(source: Random) -> Pair:
    """Make a segment with an end on an edge, from outside or from inside."""
    corners, _, start, quarter = _corner_and_quarter(source)
    foot = along(start, quarter, source.randint(0, 4))
    away = quarter[1], -quarter[0]
    if source.random() < 0.3:
        away = -quarter[1], quarter[0]
    return _both_solid(source, corners, [foot, beyond(source, foot, away)[0]])


def _point_on_things(source: Random) -> Pair:
    """Make a point on a vertex, an edge, a segment, a point or a circle, inside or outside."""
    corners, _, start, quarter = _corner_and_quarter(source)
    scale = dyadic(source)
    kind = source.choice(["polygon", "polygon", "segment", "point", "circle"])
    place = along(start, quarter, source.choice([0, 1, 2, 4, 5, -1]))
    if source.random() < 0.2:
        place = node(source, 30)
    spot = (place[0] * scale, place[1] * scale)
    if kind == "circle":
        x, y, length = triple(source)
        ball = Circle(spot, nudge(source, length * scale))
        return either_way(source, ball, solid(source, [along(place, (x, y), 1)], 0.0, scale))
    cores: dict[str, Sequence[Point]] = {
        "polygon": corners,
        "segment": [start, along(start, quarter, 4)],
        "point": [start],
    }
    return either_way(source, solid(source, cores[kind], 0.0, scale), sepax.Point(spot))


# Capsules and rounded shapes ------------------------------------------------------------


def _capsule(source: Random) -> Capsule:
    return Capsule(around(source, 1.0), around(source, 1.0), source.uniform(0.0, 0.6))


def _capsules_crossing(source: Random) -> Pair:
    """Make capsules whose segments cross, touch or overlap."""
    p, q, r, s = source.choice(ENDS[:4])(source)
    scale = dyadic(source)
    radii = [source.choice([0.0, 1e-12, source.randint(1, 8) / 4]) * scale for _ in range(2)]
    a, b = solid(source, [p, q], radii[0], scale), solid(source, [r, s], radii[1], scale)
    return either_way(source, a, b)


def _capsules_on_a_line(source: Random) -> Pair:
    """Make capsules one behind the other: tip on tip exactly, apart or overlapping."""
    x, y, length = triple(source)
    stop, gap = source.randint(1, 3), source.randint(-1, 3)
    start, scale = node(source), dyadic(source)
    radii = split(source, max(gap, 1) * length, scale)
    nodes = [along(start, (x, y), k) for k in (0, stop, stop + gap, stop + gap + 2)]
    a, b = solid(source, nodes[:2], radii[0], scale), solid(source, nodes[2:], radii[1], scale)
    return either_way(source, a, b)


def _capsule_at_a_corner(source: Random) -> Pair:
    """Make a capsule that runs past the corner of a box, or over it."""
    shape = Polygon.box(2.0, 1.0, radius=source.choice([0.0, 0.0, 0.25]))
    turn, gap = source.uniform(0.0, math.pi / 2), source.uniform(0.0, 0.5)
    c, s = math.cos(turn), math.sin(turn)
    radius = max(gap + source.choice([0.0, 1e-16, -1e-16, 1e-12, -1e-12, 0.1, -0.1]), 0.0)
    foot = (1.0 + gap * c, 0.5 + gap * s)
    before, after = source.uniform(-2.0, 0.0), source.uniform(0.1, 2.0)
    ends = [(foot[0] - s * k, foot[1] + c * k) for k in (before, after)]
    return either_way(source, shape, stroke(source, ends[0], ends[1], radius))


def _deep(source: Random) -> Pair:
    """Make rounded shapes nearly on top of each other."""
    return blob(source, 1.0, 0.05), blob(source, source.choice([1.0, 0.1]), 0.05)


def _cores_in_each_other(source: Random) -> tuple[Lattice, Lattice, float]:
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


def _nested(source: Random) -> Pair:
    """Make a shape inside a rounded one that touches its boundary from within, or by one ulp."""
    outer, inner, spare = _cores_in_each_other(source)
    scale, radius = dyadic(source), source.choice([0, 0, source.randint(1, 9)])
    a = solid(source, outer, nudge(source, (spare + radius) * scale), scale)
    return either_way(source, a, solid(source, inner, radius * scale, scale))


def _nested_deep(source: Random) -> Pair:
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


def _coincident(source: Random) -> Pair:
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


def _far(source: Random) -> Pair:
    a, b = blob(source), blob(source)
    return both_moved(a, b, around(source, 10.0 ** source.choice([6, 9, 12])))


def radius_and_core(source: Random) -> Pair:
    """Make huge radii on tiny cores and tiny radii on huge ones, tangent for rounding."""
    a, b = blob(source, 10.0 ** source.choice([-9, 0, 9])), blob(source)
    radius = 10.0 ** source.choice([-12, 0, 9])
    a = with_radius(a, radius)
    if len(a.vertices) == 1:
        return either_way(source, a, b)
    i = source.randrange(len(a.vertices))
    (x, y), (nx, ny) = a.vertices[i].tolist(), a.normals[i].tolist()
    apart = radius + b.radius + source.choice([0.0, 0.0, extent(b), -extent(b)])
    (bx, by) = b.vertices[0].tolist()
    b.move(x + nx * apart - bx, y + ny * apart - by)
    return either_way(source, a, b)


def _many_sided_and_rounded(source: Random) -> Pair:
    """Make a polygon of 33 to 48 sides, with a radius or not, and one more or something small."""
    a: Shape = many_sides(source, 0.8)
    b: Shape = many_sides(source, 0.8) if source.random() < 0.4 else blob(source, 0.5, 1.6)
    if source.random() < 0.8:
        a = with_radius(a, source.choice([1e-12, 0.01, 0.3]))
    if len(b.vertices) > 30 and source.random() < 0.5:
        b = with_radius(b, source.choice([1e-12, 0.01, 0.3]))
    return either_way(source, a, b)


NEW_PAIRS: dict[str, Callable[[Random], Pair]] = {
    "tangent_capsules": lambda source: tangent(source, (2, 2)),
    "tangent_capsule_and_disc": lambda source: tangent(source, (2, 1)),
    "tangent_capsule_and_polygon": lambda source: tangent(source, (2, _many(source))),
    "tangent_rounded_polygons": lambda source: tangent(source, (_many(source), _many(source))),
    "tangent_rounded_and_disc": lambda source: tangent(source, (_many(source), 1)),
    "tangent_far": _tangent_far,
    "tangent_extreme": _tangent_extreme,
    "rounded_box_corners": _rounded_box_corners,
    "rounded_box_sides": _rounded_box_sides,
    "segments_crossing": lambda source: _strokes(source, _crossing(source)),
    "segments_sharing_an_end": lambda source: _strokes(source, _sharing_an_end(source)),
    "segments_t_junction": lambda source: _strokes(source, _t_junction(source)),
    "segments_overlapping": lambda source: _strokes(source, overlapping(source)),
    "segments_collinear_apart": _collinear_apart,
    "segments_parallel": lambda source: _strokes(source, parallel(source)),
    "segments_nearly_parallel": lambda source: side_by_side(source, 0.0),
    "segments_far": _segments_far,
    "segments_any": lambda source: (segment(source, 1.0), segment(source, 1.0)),
    "segment_and_polygon": _segment_and_polygon,
    "segment_on_an_edge": _segment_on_an_edge,
    "segment_through_a_vertex": _segment_through_a_vertex,
    "segment_inside": _segment_inside,
    "segment_ending_on_an_edge": _segment_ending_on_an_edge,
    "point_on_things": _point_on_things,
    "capsules_any": lambda source: (_capsule(source), _capsule(source)),
    "capsules_crossing": _capsules_crossing,
    "capsules_on_a_line": _capsules_on_a_line,
    "capsules_nearly_parallel": lambda source: side_by_side(
        source, source.choice([1e-17, 1e-15, 1e-12, 5e-10])
    ),
    "capsule_at_a_corner": _capsule_at_a_corner,
    "rounded_any": lambda source: (blob(source), blob(source)),
    "rounded_and_anything": lambda source: either_way(source, blob(source), any_shape(source)),
    "rounded_deep": _deep,
    "nested": _nested,
    "nested_deep": _nested_deep,
    "coincident": _coincident,
    "needles_with_radii": needles_with_radii,
    "rounded_far": _far,
    "radius_and_core": radius_and_core,
    "many_sided_and_rounded": _many_sided_and_rounded,
}
