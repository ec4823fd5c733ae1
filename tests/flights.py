"""Families of sweeps of boxes, polygons and circles: see `families`, which has them in `SWEEPS`."""

from __future__ import annotations

import math
from collections.abc import Callable

from makers import (
    Contact,
    Point,
    Random,
    Sweep,
    aimed,
    aimed_sweep,
    any_contact,
    anything,
    around,
    as_either,
    both_moved,
    both_moving,
    box_or_polygon,
    by_the_origin,
    circle,
    circle_and_anything,
    circle_touching,
    corner_at,
    dyadic,
    either_way,
    lattice_contact,
    lattice_polygon,
    many_sides,
    needle,
    scaled,
    set_back,
    triple,
    two_boxes,
    vertex_on_edge,
)
from oracle import hull

from sepax import Circle, Polygon, Shape


def _passing(source: Random, shift: float, way: Callable[[Contact], Point]) -> Sweep:
    """Return a touching pair, a set back by its motion over some time, then ``shift`` off."""
    contact, scale = any_contact(source), dyadic(source)
    ux, uy = way(contact)
    back = source.choice([0.5, 1.0, 2.0])
    size = math.hypot(*contact.normal)
    nx, ny = (x / size * shift for x in contact.normal)
    a = scaled([(x - ux * back, y - uy * back) for x, y in contact.a], scale)
    b = Polygon(scaled(contact.b, scale))
    return set_back(source, Polygon(a, position=(nx, ny)), b, (ux * scale, uy * scale), 4.0)


def _grazes(source: Random, shift: float = 0.0) -> Sweep:
    """Make shapes pass each other along a line that both touch, or are so far from."""
    return _passing(source, shift, lambda c: (float(2 * c.along[0]), float(2 * c.along[1])))


def _nearly_grazes(source: Random) -> Sweep:
    return _grazes(source, source.choice([-1.0, 1.0]) * 10.0 ** source.choice([-15, -12, -9]))


def _random(source: Random) -> Sweep:
    a, b = box_or_polygon(source, 1.0, 6.0), box_or_polygon(source, 1.0, 6.0)
    return aimed_sweep(source, a, b)


def _many_sided_sweep(source: Random) -> Sweep:
    """Make polygons of 33 to 48 sides, some that overlap at the start, or go along an edge."""
    a, b = many_sides(source, 3.0), many_sides(source, source.choice([0.5, 3.0]))
    if source.random() < 0.3:
        a.move(*(to - x for to, x in zip(b.position, a.position, strict=True)))
    relative = aimed(source, a, b, source.uniform(0.5, 20.0))
    if source.random() < 0.3:
        (x, y), (next_x, next_y) = a.vertices[:2].tolist()
        relative = (64.0 * (next_x - x), 64.0 * (next_y - y))
    return both_moving(source, a, b, relative, source.choice([1.0, 10.0, math.inf]))


def _circles(source: Random) -> Sweep:
    """Make a circle and anything, aimed at each other: edges, corners, circles."""
    shapes = circle(source, 1.0, 6.0), anything(source, 1.0, 6.0)
    return aimed_sweep(source, *either_way(source, *shapes))


def _circle_grazes(source: Random) -> Sweep:
    """Make a circle past a corner or a circle that its path touches, exactly or nearly."""
    x, y, length = triple(source)
    scale = dyadic(source)
    target: Shape = Polygon(scaled(corner_at(x, y), scale))
    part = 0
    if source.random() < 0.5:
        part = source.randint(0, length)
        target = Circle((0.0, 0.0), part * scale)
    back = source.choice([2, 4, 64])
    shift = 1.0 + source.choice([0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9])
    center = ((x * shift + y * back) * scale, (y * shift - x * back) * scale)
    a = Circle(center, (length - part) * scale)
    return as_either(source, a, target, (-y * scale, x * scale), 100.0)


def _thin_corners(source: Random) -> list[Point]:
    """Return a thin triangle, one with one decimal, or a polygon of whole numbers."""
    while True:
        x, y = source.randint(-60, 60), source.randint(-60, 60)
        corners = [(0, 0), (x, y), (x + source.randint(-4, 4), y + source.randint(-4, 4))]
        if source.random() < 0.2:
            corners = lattice_polygon(source)
        if len(hull(corners)) > 2:
            unit = source.choice([1, 10])
            return [(x / unit, y / unit) for x, y in corners]


def _tiny_radius(source: Random) -> float:
    """Return a radius that only just counts, or none."""
    return source.choice([0.0, 0.0, 5e-324, 1e-300, 1e-20, 1e-17, 1e-16, 1e-15, 1e-13])


def _through_a_vertex(source: Random, corners: list[Point], radius: float) -> Sweep:
    """Return a small circle whose path leads through a vertex: inwards, outwards or past it."""
    i = 0 if source.random() < 0.5 else source.randrange(len(corners))
    x, y = corners[i]
    shares = [source.random() for _ in corners]
    inside = [sum(s * p[k] for s, p in zip(shares, corners, strict=True)) for k in (0, 1)]
    dx, dy = (round(inside[k] / sum(shares) - corners[i][k], 1) for k in (0, 1))
    kind = source.random()
    if kind < 0.15:
        dx, dy = corners[i - 1][0] - x, corners[i - 1][1] - y
    elif kind < 0.3:
        dx, dy = source.randint(-20, 20) / 10, source.randint(-20, 20) / 10
    if source.random() < 0.4:
        dx, dy = -dx, -dy
    time = source.choice([0.0, 0.5, 1.0, 1.0, 3.0, 10.0, 18.0])
    target, shape = Polygon(corners), Circle((x - dx * time, y - dy * time), radius)
    max_time = source.choice([100.0, math.inf])
    return as_either(source, shape, target, (dx, dy), max_time, 0.4)


def _tiny_through_vertex(source: Random) -> Sweep:
    """Make a circle no larger than the rounding of its place, led through a vertex."""
    return _through_a_vertex(source, _thin_corners(source), _tiny_radius(source))


def _through_far_vertex(source: Random) -> Sweep:
    """Make the same a million lengths from the origin."""
    x, y = (float(source.randint(-10, 10) * 100_000) for _ in range(2))
    corners = [(x + dx, y + dy) for dx, dy in _thin_corners(source)]
    return _through_a_vertex(source, corners, _tiny_radius(source))


def _along_an_edge(source: Random) -> Sweep:
    """Make a small circle slide along an edge or beside it, from before, on or after it."""
    corners = _thin_corners(source)
    i = source.randrange(len(corners))
    (x, y), (next_x, next_y) = corners[i - 1], corners[i]
    dx, dy = next_x - x, next_y - y
    pace, start = source.choice([-1.0, 1.0, 0.3]), source.choice([-3.0, -1.0, 0.0, 0.25, 1.0, 2.0])
    shift = source.choice([0.0, 0.0, 1e-17, -1e-17, 1e-15, -1e-15, 1e-12, -1e-12])
    place = (x + dx * start - dy * shift, y + dy * start + dx * shift)
    shape, target = Circle(place, _tiny_radius(source)), Polygon(corners)
    return as_either(source, shape, target, (dx * pace, dy * pace), 30.0, 0.4)


def _circle_near_vertex(source: Random) -> Sweep:
    """Make a circle that meets, or leaves, an edge or a corner where one becomes the other."""
    corners = hull(_thin_corners(source))
    i = source.randrange(len(corners))
    (x, y), (qx, qy) = corners[i - 1], corners[i]
    length = math.hypot(qx - x, qy - y)
    tx, ty = (qx - x) / length, (qy - y) / length
    radius = 10.0 ** source.uniform(-2, 2)
    off = source.choice([-1.0, 0.0, 1.0, 1.0]) * 10.0 ** source.uniform(-13, -5)
    centre = (x + tx * off + ty * radius, y + ty * off - tx * radius)
    along, across = source.uniform(-1.5, 1.5), source.choice([-1.0, 1.0])
    dx, dy = tx * along - ty * across, ty * along + tx * across
    time = source.uniform(0.5, 20.0)
    start_x, start_y = centre[0] - dx * time, centre[1] - dy * time
    if source.random() < 0.5:  # mirrored, so that the vertex is the edge's last
        corners, start_x, dx = [(-px, py) for px, py in corners], -start_x, -dx
    shape, target = Circle((start_x, start_y), radius), Polygon(corners)
    return as_either(source, shape, target, (dx, dy), 50.0, 0.4)


def _grazing(source: Random, target: Polygon, start: Point, along: Point, aside: float) -> Sweep:
    """Return a disc that flies along a line, so far from a point of it as its radius, less."""
    radius = source.choice([1e-9, 1e-3, 0.6, 7.0])
    length, pace = math.hypot(*along), source.choice([-1.0, 1.0, 0.3])
    x, y = (
        start[0] - along[1] / length * radius * aside,
        start[1] + along[0] / length * radius * aside,
    )
    dx, dy, time = along[0] * pace, along[1] * pace, source.uniform(-1.0, 9.0)
    shape = Circle((x - dx * time, y - dy * time), radius)
    return as_either(source, shape, target, (dx, dy), 50.0, 0.4)


def _disc_along_needle(source: Random) -> Sweep:
    """Make a disc that flies along a triangle as thin as rounding, over its tip or beside it."""
    corners = needle(source)
    aside = source.choice([0.0, 0.0, 0.5, -0.999, 1.0, -1.0])
    return _grazing(source, Polygon(corners), source.choice(corners), corners[1], aside)


def _disc_by_flat_corner(source: Random) -> Sweep:
    """Make a disc that grazes a corner which is straight but for about the root of rounding."""
    while True:
        angle, share, bend = source.uniform(0, 6.3), source.random(), 10 ** source.uniform(-10, -6)
        dx, dy, size = math.cos(angle), math.sin(angle), source.choice([1.0, 30.0])
        thick, drop = 10.0 ** source.uniform(-12, 1), bend * share * (1.0 - share)
        local = [(0.0, 0.0), (share, -drop), (1.0, 0.0), (0.5, thick)]
        corners = [(size * (u * dx - v * dy), size * (u * dy + v * dx)) for u, v in local]
        if len(hull(corners)) == 4:
            break
    tilt = source.uniform(-1.0, 1.0) * bend
    along = (dx - dy * tilt, dy + dx * tilt)
    aside = source.choice([-1.0, -1.0, -1.0 + 1e-15, -1.0 + 1e-12])
    return _grazing(source, Polygon(corners), source.choice(corners[:3]), along, aside)


def _points_head_on(source: Random) -> Sweep:
    """Make two points, or tiny circles, on one line, or beside each other by about their radii."""
    dx, dy = source.randint(-20, 20) / 10, source.randint(-20, 20) / 10
    time = source.choice([0.0, 0.25, 1.0, 2.0, 7.0, -1.0])
    radius, other = _tiny_radius(source), source.choice([0.0, _tiny_radius(source)])
    beside = source.choice([0.0, 0.0, 1.0, -1.0, 0.5]) * (radius + other)
    speed = math.hypot(dx, dy) or 1.0
    x, y = source.choice([(0.0, 0.0), (3.0, -4.0), (0.1, 1e6)])
    place = (x - dx * time - dy / speed * beside, y - dy * time + dx / speed * beside)
    return both_moving(source, Circle(place, radius), Circle((x, y), other), (dx, dy), 9.0)


def _parts(source: Random) -> Sweep:
    """Make a touching start and a way off, away from the common line."""
    contact, scale = any_contact(source), dyadic(source)
    slide, away = source.randint(-2, 2) * scale, source.randint(1, 3) * scale
    (tx, ty), (nx, ny) = contact.along, contact.normal
    relative = (slide * tx - away * nx, slide * ty - away * ny)
    return both_moving(source, *contact.polygons(scale), relative, 4.0)


def _starts_touching(source: Random) -> Sweep:
    """Make a touching start, and any way on, together or apart."""
    contact, scale = any_contact(source), dyadic(source)
    is_round = source.random() < 0.25
    shapes = contact.polygons(scale)
    pair = circle_touching(source) if is_round else either_way(source, *shapes)
    relative = (float(source.randint(-5, 5)), float(source.randint(-5, 5)))
    return both_moving(source, *pair, relative, 5.0)


def _starts_overlapping(source: Random) -> Sweep:
    """Make an overlapping start, identical shapes and concentric circles included."""
    a, b = anything(source, 1.0, 0.2), anything(source, 1.0, 0.2)
    if source.random() < 0.2:
        b = a.copy()
    return both_moving(source, a, b, around(source, 3.0), source.choice([0.1, 5.0, math.inf]))


def _slides(source: Random) -> Sweep:
    """Make one slide along an edge, touching it from the start or from where it begins."""
    contact, scale = lattice_contact(source, "edge"), dyadic(source)
    sign = source.choice([-scale, scale])
    ux, uy = (x * sign for x in contact.along)
    back = source.choice([0, 0, 3, 8])
    a = Polygon([(x * scale - ux * back, y * scale - uy * back) for x, y in contact.a])
    return as_either(source, a, Polygon(scaled(contact.b, scale)), (ux, uy), 20.0)


def _does_not_move(source: Random) -> Sweep:
    """Make shapes rest or go side by side: apart, touching, overlapping."""
    makers = [two_boxes, circle_and_anything, vertex_on_edge, circle_touching]
    a, b = source.choice(makers)(source)
    velocity = source.choice([(0.0, 0.0), around(source, 5.0)])
    return Sweep(a, b, velocity, velocity, source.choice([0.0, 1.0, math.inf]))


def _hits_at_max_time(source: Random) -> Sweep:
    """Make a first touch exactly at max_time."""
    contact, scale = any_contact(source), dyadic(source)
    max_time = source.choice([0.5, 1.0, 3.0, 8.0])
    slide = source.choice([-1.0, 0.0, 0.5])
    ux = (contact.normal[0] + slide * contact.along[0]) * scale
    uy = (contact.normal[1] + slide * contact.along[1]) * scale
    a = Polygon([(x * scale - ux * max_time, y * scale - uy * max_time) for x, y in contact.a])
    return as_either(source, a, Polygon(scaled(contact.b, scale)), (ux, uy), max_time)


def _tunnels(source: Random) -> Sweep:
    """Make a step of a million lengths."""
    a, b = anything(source), anything(source)
    a.move(*around(source, 4e5))
    return both_moving(source, a, b, aimed(source, a, b, 1e6), 1.0)


def _far_sweep(source: Random) -> Sweep:
    """Make ordinary sweeps 1e6 or 1e9 from the origin."""
    sweep = source.choice([_random, _circles])(source)
    both_moved(sweep.a, sweep.b, around(source, source.choice([1e6, 1e9])))
    return sweep


def _sizes_sweep(source: Random) -> Sweep:
    """Make shapes of sizes 1e-9, 1 and 1e9."""
    size_a, size_b = (source.choice([1e-9, 1.0, 1e9]) for _ in range(2))
    a, b = anything(source, size_a), anything(source, size_b)
    spread = max(size_a, size_b)
    by_the_origin(source, a, b, (size_a, size_b))
    (a if size_a >= size_b else b).move(*around(source, 3.0 * spread))
    relative = aimed(source, a, b, spread * source.uniform(0.5, 5.0), 0.5 * min(size_a, size_b))
    return Sweep(a, b, relative, (0.0, 0.0), 10.0)


def _resized_exactly(shape: Shape, scale: float) -> Shape:
    """Return the shape times a power of two."""
    points = scaled(shape.vertices.tolist(), scale)
    if isinstance(shape, Circle):
        return Circle(points[0], shape.radius * scale)
    return Polygon(points)


def _extreme_sweep(source: Random) -> Sweep:
    """Make lattice sweeps whose products overflow or underflow a float64."""
    make = source.choice([_grazes, _parts, _circle_grazes, _hits_at_max_time])
    a, b, velocity_a, velocity_b, max_time = make(source)
    scale = 2.0 ** source.choice([-1000, -700, -540, -300, 160, 200])
    pace = 2.0 ** source.choice([-30, 0, 20])
    speed_a, speed_b = ((x * scale * pace, y * scale * pace) for x, y in (velocity_a, velocity_b))
    a, b = _resized_exactly(a, scale), _resized_exactly(b, scale)
    return Sweep(a, b, speed_a, speed_b, max_time / pace)


SWEEPS: dict[str, Callable[[Random], Sweep]] = {
    "sweep_random": _random,
    "sweep_many_sided": _many_sided_sweep,
    "sweep_circles": _circles,
    "sweep_grazes": _grazes,
    "sweep_nearly_grazes": _nearly_grazes,
    "sweep_circle_grazes": _circle_grazes,
    "sweep_point_through_vertex": lambda source: _through_a_vertex(
        source, _thin_corners(source), 0.0
    ),
    "sweep_tiny_through_vertex": _tiny_through_vertex,
    "sweep_through_far_vertex": _through_far_vertex,
    "sweep_along_an_edge": _along_an_edge,
    "sweep_circle_near_vertex": _circle_near_vertex,
    "sweep_disc_along_needle": _disc_along_needle,
    "sweep_disc_by_flat_corner": _disc_by_flat_corner,
    "sweep_points_head_on": _points_head_on,
    "sweep_parts": _parts,
    "sweep_starts_touching": _starts_touching,
    "sweep_starts_overlapping": _starts_overlapping,
    "sweep_slides": _slides,
    "sweep_does_not_move": _does_not_move,
    "sweep_hits_at_max_time": _hits_at_max_time,
    "sweep_tunnels": _tunnels,
    "sweep_far": _far_sweep,
    "sweep_sizes": _sizes_sweep,
    "sweep_extreme_exponents": _extreme_sweep,
}
