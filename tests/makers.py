"""What the families of `families` and `rounded` are made of: shapes, contacts and cores at random.

Everything is drawn from a random generator. What has to be exact lives on a lattice of integers,
scaled by a power of two. Exact distances come from Pythagorean triples: along ``ahead``, a vector
of whole numbers and of whole length, and ``aside``, the same turned left, all distances are whole.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from oracle import hull, minus

import sepax
from sepax import Capsule, Circle, Polygon, Segment, Shape

Pair = tuple[Shape, Shape]
Point = tuple[float, float]
Node = tuple[int, int]
Lattice = list[Node]
Random = random.Random


class Sweep(NamedTuple):
    """Two shapes on their way, for so long."""

    a: Shape
    b: Shape
    velocity_a: Point
    velocity_b: Point
    max_time: float


# Shapes ---------------------------------------------------------------------------------


def around(source: Random, reach: float) -> Point:
    """Return a point of the square from -reach to reach."""
    return source.uniform(-reach, reach), source.uniform(-reach, reach)


def turned(x: float, y: float, angle: float) -> Point:
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y


def ring(source: Random, sides: int, radius: float) -> list[Point]:
    """Return vertices on an ellipse, unevenly spaced, but too far apart for rounding to bend."""
    squash = source.uniform(0.4, 1.0)
    turns = [(i + source.uniform(-0.3, 0.3)) * math.tau / sides for i in range(sides)]
    return [(radius * math.cos(turn), radius * squash * math.sin(turn)) for turn in turns]


def polygon(source: Random, size: float = 1.0, reach: float = 1.2, most: int = 32) -> Polygon:
    """Return a convex polygon of 3 to ``most`` sides, turned and placed at random."""
    sides = min(source.randint(3, 12), most) if source.random() < 0.8 else source.randint(3, most)
    vertices = ring(source, sides, size * source.uniform(0.3, 1.0))
    return Polygon(vertices, position=around(source, size * reach), angle=source.uniform(-7.0, 7.0))


def box(source: Random, size: float = 1.0, reach: float = 1.0) -> Polygon:
    """Return a box, turned and placed at random."""
    width, height = (size * source.uniform(0.1, 2.0) for _ in range(2))
    place = around(source, size * reach)
    return Polygon.box(width, height, position=place, angle=source.uniform(-4.0, 4.0))


def box_or_polygon(source: Random, size: float = 1.0, reach: float | None = None) -> Polygon:
    make: Callable[..., Polygon] = source.choice([box, polygon])
    return make(source, size) if reach is None else make(source, size, reach)


def circle(source: Random, size: float = 1.0, reach: float = 1.2) -> Circle:
    """Return a circle, one in ten of them a point."""
    radius = 0.0 if source.random() < 0.1 else size * source.uniform(0.05, 1.0)
    return Circle(around(source, size * reach), radius)


def anything(source: Random, size: float = 1.0, reach: float = 1.2) -> Shape:
    """Return a box, a polygon or a circle."""
    makers: list[Callable[..., Shape]] = [box, polygon, circle]
    make = source.choice(makers)
    return make(source, size, reach)


def blob(source: Random, size: float = 1.0, reach: float = 1.2) -> Shape:
    """Return anything that has a radius or fewer than three points, turned and placed at random."""
    kind = source.choice(["point", "segment", "capsule", "capsule", "box", "polygon", "polygon"])
    place, turn = around(source, size * reach), source.uniform(-7.0, 7.0)
    radius = size * source.choice([0.01, source.random(), source.random()])
    if kind == "point":
        return sepax.Point(place)
    if kind in ("segment", "capsule"):
        start, end = around(source, size), around(source, size)
        if kind == "segment":
            return Segment(start, end, position=place, angle=turn)
        return Capsule(start, end, radius, position=place, angle=turn)
    return with_radius((box if kind == "box" else polygon)(source, size, reach), radius)


def any_shape(source: Random, size: float = 1.0, reach: float = 1.2) -> Shape:
    """Return a shape of any kind, with a radius or without."""
    return (blob if source.random() < 0.7 else anything)(source, size, reach)


def many_sides(source: Random, reach: float) -> Polygon:
    """Return one of so many sides that two of them are walked round."""
    sides, place = source.randint(33, 48), around(source, reach)
    vertices = ring(source, sides, source.uniform(0.3, 1.0))
    if source.random() < 0.2:
        return Polygon.regular(40, 1.0, position=place, angle=source.randrange(80) * math.tau / 80)
    return Polygon(vertices, position=place, angle=source.uniform(-7.0, 7.0))


def straight_sided(source: Random, size: float) -> Polygon:
    """Return a square with points on its sides, but for a last bit outwards."""
    points = []
    for quarter in range(4):
        parts = [0.0, *sorted(source.random() for _ in range(source.choice([0, 1, 1, 3])))]
        for part in parts:
            x, y = size * (2.0 * part - 1.0), -size * (1.0 + source.random() * 2e-16)
            for _ in range(quarter):
                x, y = -y, x
            points.append((x, y))
    return Polygon.hull(points)


def needle(source: Random) -> list[Point]:
    """Return a triangle as thin as rounding: a corner in the origin, a long side to the next."""
    while True:
        dx, dy, share = source.gauss(0.0, 3.0), source.gauss(0.0, 3.0), source.gauss(0.5, 0.7)
        if source.random() < 0.5:
            dx, dy, share = round(dx, 1), round(dy, 1), round(share, 1)
        x, y = (c * share + source.randint(-3, 3) * math.ulp(c * share) for c in (dx, dy))
        if Fraction(dx) * Fraction(y) != Fraction(dy) * Fraction(x):
            return [(0.0, 0.0), (dx, dy), (x, y)]


def either_way(source: Random, a: Shape, b: Shape) -> Pair:
    """Return the two shapes in one order or the other."""
    return (a, b) if source.random() < 0.5 else (b, a)


def both_moved(a: Shape, b: Shape, offset: Point) -> Pair:
    a.move(*offset)
    b.move(*offset)
    return a, b


def by_the_origin(source: Random, a: Shape, b: Shape, sizes: tuple[float, float]) -> None:
    """Move the larger shape so that its boundary runs by the origin, where a tiny one can lie."""
    if sizes[0] == sizes[1]:
        return
    shape = a if sizes[0] > sizes[1] else b
    if isinstance(shape, Circle):
        turn = source.uniform(0.0, math.tau)
        shape.position = (shape.radius * math.cos(turn), shape.radius * math.sin(turn))
        return
    share = source.choice([0.0, source.random(), source.random()])
    (px, py), (qx, qy) = (shape.vertices[i].tolist() for i in (0, 1))
    shape.move(-(px + share * (qx - px)), -(py + share * (qy - py)))


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


# Exact numbers --------------------------------------------------------------------------

_TRIPLES = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)]


def triple(source: Random) -> tuple[int, int, int]:
    """Return a vector with integer coordinates and integer length, in any quadrant."""
    x, y, length = source.choice(_TRIPLES)
    x, y = source.choice([(x, y), (y, x)])
    return source.choice([-1, 1]) * x, source.choice([-1, 1]) * y, length


def nudge(source: Random, value: float) -> float:
    """Return the value itself, or a neighbouring float."""
    return source.choice([value, value, math.nextafter(value, 0.0), math.nextafter(value, 9e99)])


def dyadic(source: Random) -> float:
    """Return a power of two."""
    return 2.0 ** source.randint(-8, 4)


def split(source: Random, total: float, scale: float) -> tuple[float, float]:
    """Return two radii of that sum, or of one next to it."""
    part = source.choice([0.0, total, float(source.randint(0, int(total)))])
    return part * scale, nudge(source, (total - part) * scale) if total > part else 0.0


# Lattices -------------------------------------------------------------------------------


def node(source: Random, reach: int = 12) -> Node:
    """Return a lattice point."""
    return source.randint(-reach, reach), source.randint(-reach, reach)


def along(start: Node, way: Node, steps: int) -> Node:
    """Return the lattice point so many steps from another."""
    return start[0] + steps * way[0], start[1] + steps * way[1]


def scaled(points: Iterable[Point], scale: float) -> list[Point]:
    """Return the lattice points times a power of two."""
    return [(x * scale, y * scale) for x, y in points]


def lattice_polygon(source: Random) -> Lattice:
    """Return the hull of a few points with coordinates that are multiples of four."""
    while True:
        points = [
            (4 * source.randint(-8, 8), 4 * source.randint(-8, 8))
            for _ in range(source.randint(3, 9))
        ]
        corners = hull(points)
        if len(corners) > 2:
            return corners


def beyond(source: Random, foot: Node, normal: Node) -> Lattice:
    """Return some lattice points strictly on the far side of a line."""
    found: Lattice = []
    while len(found) < 2 + (source.random() < 0.7) + (source.random() < 0.7):
        x, y = along(node(source, 30), foot, 1)
        if (x - foot[0]) * normal[0] + (y - foot[1]) * normal[1] > 0:
            found.append((x, y))
    return found


def stroke(source: Random, p: Point, q: Point, radius: float = 0.0, at: Point = (0, 0)) -> Shape:
    """Return a segment or capsule from p to q, in either direction."""
    start, end = (p, q) if source.random() < 0.5 else (q, p)
    if radius == 0.0 and source.random() < 0.8:
        return Segment(start, end, position=at)
    return Capsule(start, end, radius, position=at)


def solid(
    source: Random,
    points: Iterable[Point],
    radius: float = 0.0,
    scale: float = 1.0,
    offset: Point = (0.0, 0.0),
) -> Shape:
    """Return the shape of some lattice points and a radius; some have a position, exactly."""
    away = node(source) if source.random() < 0.3 else (0, 0)
    local = [((x - away[0]) * scale, (y - away[1]) * scale) for x, y in points]
    place = (away[0] * scale + offset[0], away[1] * scale + offset[1])
    if len(local) == 1:
        center = (local[0][0] + place[0], local[0][1] + place[1])
        is_point = radius == 0.0 and source.random() < 0.7
        return sepax.Point(center) if is_point else Circle(center, radius)
    if len(local) == 2:
        return stroke(source, local[0], local[1], radius, place)
    return Polygon(local, position=place, radius=radius)


class Contact(NamedTuple):
    """Two lattice polygons that exactly touch along or on a line."""

    a: Lattice
    b: Lattice
    along: Node
    normal: Node

    def polygons(self, scale: float) -> tuple[Polygon, Polygon]:
        return Polygon(scaled(self.a, scale)), Polygon(scaled(self.b, scale))


def lattice_contact(source: Random, kind: str) -> Contact:
    """Return polygons that touch: two edges, a vertex on a ``side``, or one ``vertex``."""
    while True:
        a = lattice_polygon(source)
        i = source.randrange(len(a))
        before, here, after = a[i - 1], a[i], a[(i + 1) % len(a)]
        tangent = minus(after, before if kind == "vertex" else here)
        normal = (tangent[1], -tangent[0])
        quarters = {
            "edge": source.choice([(0, 4), (1, 3), (-1, 2), (2, 6), (-2, 6), (-2, 1), (4, 6)]),
            "side": source.choice([(1,), (2,), (3,)]),
            "vertex": (0,),
        }[kind]
        touching = [
            (here[0] + tangent[0] * k // 4, here[1] + tangent[1] * k // 4) for k in quarters
        ]
        b = hull(touching + beyond(source, touching[0], normal))
        if len(b) > 2:
            return Contact(a, b, tangent, normal)


def any_contact(source: Random) -> Contact:
    return lattice_contact(source, source.choice(["edge", "side", "vertex"]))


def touching(source: Random, kind: str) -> Pair:
    contact, scale = lattice_contact(source, kind), dyadic(source)
    return either_way(source, *contact.polygons(scale))


def vertex_on_edge(source: Random) -> Pair:
    return touching(source, "side")


def corner_at(x: int, y: int) -> list[tuple[int, int]]:
    """Return a triangle behind its corner in the origin, as seen from the vector."""
    return hull([(0, 0), (-2 * x - y, -2 * y + x), (-2 * x + y, -2 * y - x)])


def circle_touching(source: Random) -> Pair:
    """Make a circle that exactly touches an edge or a corner, or nearly so by one ulp."""
    x, y, length = triple(source)
    scale, times = dyadic(source), source.randint(1, 5)
    radius = nudge(source, length * times * scale)
    corners, slide = corner_at(x, y), 0
    if source.random() < 0.5:
        # An edge across the vector (x, y), from -4 to +4 times its perpendicular.
        corners = hull([(4 * y, -4 * x), (-4 * y, 4 * x), (-3 * x, -3 * y)])
        slide = source.choice([-4, -3, 0, 1, 4])
    center = ((x * times - slide * y) * scale, (y * times + slide * x) * scale)
    return either_way(source, Polygon(scaled(corners, scale)), Circle(center, radius))


def two_boxes(source: Random) -> Pair:
    return box(source), box(source)


def circle_and_anything(source: Random) -> Pair:
    return either_way(source, circle(source), anything(source))


class Facing(NamedTuple):
    """Two cores on lattice points, and how far apart they are: exactly ``distance``."""

    a: Lattice
    b: Lattice
    ahead: Node
    distance: int


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


# Motions --------------------------------------------------------------------------------


def aimed(source: Random, a: Shape, b: Shape, speed: float, spread: float = 1.5) -> Point:
    """Return a velocity for a that leads it to somewhere near b."""
    (ax, ay), (bx, by) = a.centroid, b.centroid
    dx, dy = around(source, spread)
    way = (bx - ax + dx, by - ay + dy)
    size = math.hypot(*way)
    return (way[0] / size * speed, way[1] / size * speed)


def both_moving(source: Random, a: Shape, b: Shape, relative: Point, max_time: float) -> Sweep:
    """Give part of the motion to b; exact when the velocities have few digits."""
    if source.random() > 0.3:
        return Sweep(a, b, relative, (0.0, 0.0), max_time)
    common = (float(source.randint(-9, 9)), float(source.randint(-9, 9)))
    return Sweep(a, b, (relative[0] + common[0], relative[1] + common[1]), common, max_time)


def aimed_sweep(source: Random, a: Shape, b: Shape, spread: float = 1.5) -> Sweep:
    """Return a flight of a to somewhere near b, for so long that it may arrive or not."""
    relative = aimed(source, a, b, source.uniform(0.5, 20.0), spread)
    return both_moving(source, a, b, relative, source.choice([1.0, 10.0, math.inf]))


def as_either(
    source: Random, a: Shape, b: Shape, relative: Point, max_time: float, share: float = 0.5
) -> Sweep:
    """Let a fly, in such a share of the cases as the second shape."""
    if source.random() < share:
        return Sweep(b, a, (0.0, 0.0), relative, max_time)
    return both_moving(source, a, b, relative, max_time)


def set_back(source: Random, a: Shape, b: Shape, relative: Point, max_time: float) -> Sweep:
    """Let a fly, or the second shape the other way, with the same relative motion."""
    if source.random() < 0.5:
        return Sweep(b, a, (-relative[0], -relative[1]), (0.0, 0.0), max_time)
    return both_moving(source, a, b, relative, max_time)
