"""Seeded families of pairs of shapes and of sweeps, from the ordinary to the nasty.

``pairs(name)`` is a list of at least 200 pairs ``(a, b)`` of shapes, ``sweeps(name)`` one of
``Sweep`` tuples. Both are made once and shared by all tests, which must not move the shapes.
The names are in ``PAIRS``, ``POLYGON_PAIRS`` and ``SWEEPS``. The module ``rounded`` has those of
points, segments, capsules and rounded polygons.

A family is a function that makes one case from a random generator; the decorator registers
it. Cases that have to be exact live on a lattice of integers, scaled by a power of two.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import lattice
from oracle import dot, hull, minus, root, turn, vector

from sepax import Circle, Polygon
from sepax import Shape as Shape

CASES = 200

Pair = tuple[Shape, Shape]
Point = tuple[float, float]
Lattice = list[tuple[int, int]]
Random = random.Random


class Sweep(NamedTuple):
    """Two shapes on their way, for so long."""

    a: Shape
    b: Shape
    velocity_a: Point
    velocity_b: Point
    max_time: float


PAIRS: dict[str, Callable[[Random], Pair]] = {}
SWEEPS: dict[str, Callable[[Random], Sweep]] = {}
ROUNDED_PAIRS: dict[str, Callable[[Random], Pair]] = {}
ROUNDED_SWEEPS: dict[str, Callable[[Random], Sweep]] = {}
LATTICE = {*lattice.NAMES, *lattice.FRAMED}
_CIRCLES: set[str] = set()


def _pairs_of_polygons(make: Callable[[Random], Pair]) -> Callable[[Random], Pair]:
    PAIRS[make.__name__] = make
    return make


def _pairs_with_circles(make: Callable[[Random], Pair]) -> Callable[[Random], Pair]:
    _CIRCLES.add(make.__name__)
    return _pairs_of_polygons(make)


def _sweeps(make: Callable[[Random], Sweep]) -> Callable[[Random], Sweep]:
    SWEEPS[make.__name__] = make
    return make


@cache
def pairs(name: str) -> list[Pair]:
    """Return all cases of a family of pairs."""
    if name in LATTICE:
        return lattice.pairs_of(name)
    source = random.Random(name)
    make = PAIRS.get(name) or ROUNDED_PAIRS[name]
    return [make(source) for _ in range(CASES)]


@cache
def sweeps(name: str) -> list[Sweep]:
    """Return all cases of a family of sweeps."""
    if name in LATTICE:
        return [Sweep(*sweep) for sweep in lattice.sweeps_of(name)]
    source = random.Random(name)
    make = SWEEPS.get(name) or ROUNDED_SWEEPS[name]
    return [make(source) for _ in range(CASES)]


# Building blocks ------------------------------------------------------------------------


def around(source: Random, reach: float) -> Point:
    """Return a point of the square from -reach to reach."""
    return source.uniform(-reach, reach), source.uniform(-reach, reach)


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


def circle(source: Random, size: float = 1.0, reach: float = 1.2) -> Circle:
    """Return a circle, one in ten of them a point."""
    radius = 0.0 if source.random() < 0.1 else size * source.uniform(0.05, 1.0)
    return Circle(around(source, size * reach), radius)


def anything(source: Random, size: float = 1.0, reach: float = 1.2) -> Shape:
    """Return a box, a polygon or a circle."""
    makers: list[Callable[..., Shape]] = [box, polygon, circle]
    make = source.choice(makers)
    return make(source, size, reach)


def either_way(source: Random, a: Shape, b: Shape) -> Pair:
    """Return the two shapes in one order or the other."""
    return (a, b) if source.random() < 0.5 else (b, a)


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


def beyond(source: Random, foot: tuple[int, int], normal: tuple[int, int]) -> Lattice:
    """Return some lattice points strictly on the far side of a line."""
    found: Lattice = []
    while len(found) < 2 + (source.random() < 0.7) + (source.random() < 0.7):
        x, y = foot[0] + source.randint(-30, 30), foot[1] + source.randint(-30, 30)
        if (x - foot[0]) * normal[0] + (y - foot[1]) * normal[1] > 0:
            found.append((x, y))
    return found


class Contact(NamedTuple):
    """Two lattice polygons that exactly touch along or on a line."""

    a: Lattice
    b: Lattice
    along: tuple[int, int]
    normal: tuple[int, int]


def lattice_contact(source: Random, kind: str) -> Contact:
    """Return polygons that touch: two edges, a vertex on a ``side``, or one ``vertex``."""
    while True:
        a = lattice_polygon(source)
        i = source.randrange(len(a))
        before, here, after = a[i - 1], a[i], a[(i + 1) % len(a)]
        along = (after[0] - here[0], after[1] - here[1])
        if kind == "vertex":
            along = (after[0] - before[0], after[1] - before[1])
        normal = (along[1], -along[0])
        quarters = {
            "edge": source.choice([(0, 4), (1, 3), (-1, 2), (2, 6), (-2, 6), (-2, 1), (4, 6)]),
            "side": source.choice([(1,), (2,), (3,)]),
            "vertex": (0,),
        }[kind]
        touching = [(here[0] + along[0] * k // 4, here[1] + along[1] * k // 4) for k in quarters]
        b = hull(touching + beyond(source, touching[0], normal))
        if len(b) > 2:
            return Contact(a, b, along, normal)


def scaled(points: Lattice, scale: float) -> list[Point]:
    """Return the lattice points times a power of two."""
    return [(x * scale, y * scale) for x, y in points]


def dyadic(source: Random) -> float:
    """Return a power of two."""
    return 2.0 ** source.randint(-8, 4)


def _touching(source: Random, kind: str) -> Pair:
    contact, scale = lattice_contact(source, kind), dyadic(source)
    a, b = (Polygon(scaled(points, scale)) for points in (contact.a, contact.b))
    return either_way(source, a, b)


def _any_contact(source: Random) -> Contact:
    return lattice_contact(source, source.choice(["edge", "side", "vertex"]))


def _shifted(source: Random, distance: float) -> Pair:
    """Return a touching pair, and then place one a little off."""
    contact, scale = _any_contact(source), dyadic(source)
    size = math.hypot(*contact.normal)
    across = source.choice([-distance, distance])
    sideways = source.choice([-distance, 0.0, distance])
    (nx, ny), (tx, ty) = contact.normal, contact.along
    offset = ((nx * across + tx * sideways) / size, (ny * across + ty * sideways) / size)
    b = Polygon(scaled(contact.b, scale), position=offset)
    return either_way(source, Polygon(scaled(contact.a, scale)), b)


def _resized(source: Random, size_a: float, size_b: float) -> Pair:
    """Return boxes or polygons of given sizes, near each other."""
    a, b = (source.choice([box, polygon])(source, size) for size in (size_a, size_b))
    if size_a != size_b:
        _bring_to_origin(source, a if size_a > size_b else b)
    return a, b


def _bring_to_origin(source: Random, shape: Shape) -> None:
    """Move a large shape so that its boundary runs by the origin, where a tiny one can lie."""
    if isinstance(shape, Circle):
        turn = source.uniform(0.0, math.tau)
        shape.position = (shape.radius * math.cos(turn), shape.radius * math.sin(turn))
        return
    share = source.choice([0.0, source.random(), source.random()])
    (px, py), (qx, qy) = (shape.vertices[i].tolist() for i in (0, 1))
    shape.move(-(px + share * (qx - px)), -(py + share * (qy - py)))


def _far(source: Random, offset: float) -> Pair:
    """Return shapes of ordinary size far from the origin, a third of them aligned and touching."""
    x, y = (source.choice([-1, 1]) * offset * source.uniform(0.5, 1.5) for _ in range(2))
    x, y = float(round(x)), float(round(y))
    if source.random() < 0.3:
        contact = _any_contact(source)
        shapes = [Polygon(points, position=(x, y)) for points in (contact.a, contact.b)]
    else:
        shapes = [source.choice([box, polygon])(source) for _ in range(2)]
        for shape in shapes:
            shape.move(x, y)
    return shapes[0], shapes[1]


def _placed(make: Callable[[], Polygon], place: Point, angle: float) -> Polygon:
    """Return the first of the polygons that survives the pose."""
    while True:
        try:
            shape = make()
            shape.set_pose(*place, angle)
        except ValueError:
            continue
        return shape


def near_grid(source: Random, place: Point, grid: float) -> Polygon:
    """Return a polygon of 2 to 1,000 grid steps, many of them with shorter edges than a step."""
    size = grid * 10.0 ** source.uniform(0.3, 3.0)
    kind = source.choice(["box", "regular", "ring", "crowded"])

    def make() -> Polygon:
        if kind == "box":
            return Polygon.box(size * 10.0 ** source.uniform(-1.5, 0.0), size)
        if kind == "regular":
            return Polygon.regular(source.choice([3, 4, 6, 8, 24, 60]), size)
        if kind == "ring":
            return Polygon(ring(source, source.randint(3, 24), size))
        return straight_sided(source, size)

    spot = around(source, 1.2 * size)
    return _placed(make, (place[0] + spot[0], place[1] + spot[1]), source.uniform(-4.0, 4.0))


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


def _grid_at(source: Random) -> tuple[Point, float]:
    """Return a place and the distance of float64 numbers there."""
    offset = 10.0 ** source.choice([0, 3, 6, 9, 14])
    place = (offset * source.uniform(1.0, 2.0), offset * source.uniform(-1.0, 1.0))
    return place, math.ulp(place[0])


# Families of polygons -------------------------------------------------------------------


@_pairs_of_polygons
def near_the_grid(source: Random) -> Pair:
    """Make polygons of a few steps of the grid of their coordinates."""
    place, grid = _grid_at(source)
    return near_grid(source, place, grid), near_grid(source, place, grid)


@_pairs_of_polygons
def straight_sides(source: Random) -> Pair:
    """Make squares with nearly straight corners, which rounding would bend inwards."""
    shapes = []
    for _ in range(2):
        shape = straight_sided(source, source.uniform(0.3, 1.0))
        place = around(source, 1.2)
        shape.set_pose(3.0 + place[0], 0.1 + place[1], source.uniform(-4.0, 4.0))
        shapes.append(shape)
    return shapes[0], shapes[1]


@_pairs_of_polygons
def boxes(source: Random) -> Pair:
    """Make random boxes."""
    return box(source), box(source)


@_pairs_of_polygons
def polygons(source: Random) -> Pair:
    """Make random polygons of 3 to 32 sides."""
    return polygon(source), polygon(source)


@_pairs_of_polygons
def touching_edge_edge(source: Random) -> Pair:
    """Make polygons with two edges on one line, exactly."""
    return _touching(source, "edge")


@_pairs_of_polygons
def touching_vertex_edge(source: Random) -> Pair:
    """Make polygons with a vertex of one exactly on an edge of the other."""
    return _touching(source, "side")


@_pairs_of_polygons
def touching_vertex_vertex(source: Random) -> Pair:
    """Make polygons with one vertex in common and nothing else."""
    return _touching(source, "vertex")


@_pairs_of_polygons
def off_by_one_ulp(source: Random) -> Pair:
    """Make a touching pair, and push all coordinates of one to a neighbouring float."""
    contact, scale = _any_contact(source), dyadic(source)
    push = (source.choice([-math.inf, math.inf]), source.choice([-math.inf, 0.0, math.inf]))
    b = [
        tuple(math.nextafter(x, to) if to else x for x, to in zip(point, push, strict=True))
        for point in scaled(contact.b, scale)
    ]
    return either_way(source, Polygon(scaled(contact.a, scale)), Polygon(b))


@_pairs_of_polygons
def off_by_1e_12(source: Random) -> Pair:
    """Make a touching pair, then 1e-12 off."""
    return _shifted(source, 1e-12)


@_pairs_of_polygons
def off_by_1e_9(source: Random) -> Pair:
    """Make a touching pair, then 1e-9 off."""
    return _shifted(source, 1e-9)


@_pairs_of_polygons
def nearly_parallel(source: Random) -> Pair:
    """Make a box on a box, turned by next to nothing."""
    angle = source.uniform(-4.0, 4.0)
    turned = angle + source.choice([0.0, -1.0, 1.0]) * 10.0 ** source.uniform(-15, -6)
    widths, heights = ([source.uniform(0.5, 2.0) for _ in range(2)] for _ in range(2))
    gap = source.choice([0.0, -1.0, 1.0]) * 10.0 ** source.choice([-16, -15, -12, -9])
    along, up = source.uniform(-1.0, 1.0), sum(heights) / 2 + gap
    cosine, sine = math.cos(angle), math.sin(angle)
    place = (along * cosine - up * sine, along * sine + up * cosine)
    a = Polygon.box(widths[0], heights[0], angle=angle)
    return either_way(source, a, Polygon.box(widths[1], heights[1], position=place, angle=turned))


def _sliver(source: Random) -> Polygon:
    """Return a box or triangle a million times as long as wide."""
    place, angle = around(source, 300.0), source.uniform(-4.0, 4.0)
    if source.random() < 0.5:
        return Polygon.box(1e3, 1e-3, position=place, angle=angle)
    tip = (source.uniform(-500.0, 500.0), 1e-3)
    return Polygon([(-500.0, 0.0), (500.0, 0.0), tip], position=place, angle=angle)


@_pairs_of_polygons
def slivers(source: Random) -> Pair:
    """Make slivers 1e6:1 that cross, miss or lie side by side, or a sliver and a polygon."""
    a = _sliver(source)
    kind = source.random()
    if kind < 0.4:
        return a, _sliver(source)
    if kind < 0.7:
        b = a.copy()
        b.move(*around(source, 2e-3))
        return a, b
    return either_way(source, a, polygon(source, 300.0))


@_pairs_of_polygons
def contained(source: Random) -> Pair:
    """Make a small polygon wholly inside a large one."""
    outer = Polygon(ring(source, source.randint(5, 12), 10.0), angle=source.uniform(-4.0, 4.0))
    return either_way(source, outer, polygon(source, 10.0 ** source.uniform(-3, 0), 0.5))


@_pairs_of_polygons
def deep(source: Random) -> Pair:
    """Make polygons of like size, nearly on top of each other."""
    return polygon(source, 1.0, 0.1), polygon(source, 1.0, 0.1)


def many_sides(source: Random, reach: float) -> Polygon:
    """Return one of so many sides that two of them are walked round."""
    sides, place = source.randint(33, 48), around(source, reach)
    vertices = ring(source, sides, source.uniform(0.3, 1.0))
    if source.random() < 0.2:
        return Polygon.regular(40, 1.0, position=place, angle=source.randrange(80) * math.tau / 80)
    return Polygon(vertices, position=place, angle=source.uniform(-7.0, 7.0))


@_pairs_of_polygons
def many_sided(source: Random) -> Pair:
    """Make polygons of 33 to 48 sides; some are the same one twice, or one inside the other."""
    a, b = many_sides(source, 0.6), many_sides(source, 0.6)
    kind = source.random()
    if kind < 0.1:
        b = a.copy()
    elif kind < 0.2:
        b = Polygon([(x / 8, y / 8) for x, y in b.vertices.tolist()])
    return either_way(source, a, b)


@_pairs_of_polygons
def identical(source: Random) -> Pair:
    """Make the same polygon twice, one of them sometimes with other first vertices."""
    a = source.choice([box, polygon])(source)
    if source.random() < 0.5:
        return a, a.copy()
    points = scaled(lattice_polygon(source), dyadic(source))
    start = source.randrange(len(points))
    return Polygon(points), Polygon(points[start:] + points[:start])


@_pairs_of_polygons
def shared_edges(source: Random) -> Pair:
    """Make the two halves of a polygon cut along a chord."""
    points = ring(source, source.randint(4, 16), source.uniform(0.1, 10.0))
    dx, dy = around(source, 20.0)
    points = [(x + dx, y + dy) for x, y in points]
    i = source.randrange(len(points) - 3)
    j = source.randrange(i + 2, min(len(points), i + len(points) - 1))
    return either_way(source, Polygon(points[i : j + 1]), Polygon(points[j:] + points[: i + 1]))


@_pairs_of_polygons
def offset_1e6(source: Random) -> Pair:
    """Make pairs a million lengths from the origin."""
    return _far(source, 1e6)


@_pairs_of_polygons
def offset_1e9(source: Random) -> Pair:
    """Make pairs a thousand million lengths from the origin."""
    return _far(source, 1e9)


@_pairs_of_polygons
def tiny(source: Random) -> Pair:
    """Make shapes of size 1e-9."""
    return _resized(source, 1e-9, 1e-9)


@_pairs_of_polygons
def huge(source: Random) -> Pair:
    """Make shapes of size 1e9."""
    return _resized(source, 1e9, 1e9)


@_pairs_of_polygons
def mixed_sizes(source: Random) -> Pair:
    """Make a tiny or ordinary shape and an ordinary or huge one."""
    sizes = source.choice([(1e-9, 1.0), (1.0, 1e9), (1e-9, 1e9), (1e9, 1.0), (1.0, 1e-9)])
    return _resized(source, *sizes)


@_pairs_of_polygons
def extreme_exponents(source: Random) -> Pair:
    """Make lattice pairs, touching or not, whose products overflow or underflow a float64."""
    scale = 2.0 ** source.choice([-1000, -700, -540, -520, -300, -180, 160, 200, 230])
    contact = _any_contact(source)
    shift = source.choice([0, 0, -1, 1])
    b = [(x + shift, y) for x, y in contact.b]
    return either_way(source, Polygon(scaled(contact.a, scale)), Polygon(scaled(b, scale)))


# Families with circles ------------------------------------------------------------------

_TRIPLES = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)]


def triple(source: Random) -> tuple[int, int, int]:
    """Return a vector with integer coordinates and integer length, in any quadrant."""
    x, y, length = source.choice(_TRIPLES)
    x, y = source.choice([(x, y), (y, x)])
    return source.choice([-1, 1]) * x, source.choice([-1, 1]) * y, length


def nudge(source: Random, value: float) -> float:
    """Return the value itself, or a neighbouring float."""
    return source.choice([value, value, math.nextafter(value, 0.0), math.nextafter(value, 9e99)])


@_pairs_with_circles
def circle_near_the_grid(source: Random) -> Pair:
    """Make a circle and a polygon of a few steps of the grid of their coordinates."""
    place, grid = _grid_at(source)
    other = near_grid(source, place, grid)
    size = grid * 10.0 ** source.uniform(0.0, 3.0)
    spot = around(source, 1.2 * size)
    return either_way(source, Circle((place[0] + spot[0], place[1] + spot[1]), size), other)


@_pairs_with_circles
def circle_any(source: Random) -> Pair:
    """Make a random circle and a random shape."""
    return either_way(source, circle(source), anything(source))


@_pairs_with_circles
def circle_at_edge(source: Random) -> Pair:
    """Make a circle over the middle of an edge, near touching."""
    shape = source.choice([box, polygon])(source)
    i = source.randrange(len(shape.vertices))
    (px, py), (qx, qy) = (shape.vertices[k].tolist() for k in (i - 1, i))
    share, radius = source.uniform(0.1, 0.9), source.uniform(0.0, 1.0)
    gap = radius + source.choice([0.0, 1e-15, -1e-15, 1e-9, -1e-9, 0.1, -0.1])
    nx, ny = qy - py, px - qx
    size = math.hypot(nx, ny)
    center = (px + share * (qx - px) + nx / size * gap, py + share * (qy - py) + ny / size * gap)
    return either_way(source, shape, Circle(center, radius))


@_pairs_with_circles
def circle_at_vertex(source: Random) -> Pair:
    """Make a circle before a corner, near touching, sometimes right on the limit of an edge."""
    shape = source.choice([box, polygon])(source)
    i = source.randrange(len(shape.vertices))
    px, py = shape.vertices[i].tolist()
    (ax, ay), (bx, by) = (shape.normals[k].tolist() for k in (i - 1, i))
    share, radius = source.choice([0.0, 1.0, source.random(), source.random()]), source.random()
    nx, ny = ax * share + bx * (1.0 - share), ay * share + by * (1.0 - share)
    size = math.hypot(nx, ny)
    gap = radius + source.choice([0.0, 1e-15, -1e-15, 1e-9, -1e-9, 0.1, -0.1])
    return either_way(source, shape, Circle((px + nx / size * gap, py + ny / size * gap), radius))


@_pairs_with_circles
def circle_by_straight_sides(source: Random) -> Pair:
    """Make a circle outside a corner between sides of many edges, all in a line for rounding."""
    size = source.uniform(0.3, 1.0)
    parts = sorted(source.random() for _ in range(12))
    left = [(-1.0, 2.0 * part - 1.0) for part in reversed(parts)]
    below = [(2.0 * part - 1.0, -1.0 - source.random() * 2e-16) for part in parts]
    ring = [*left, (-1.0, -1.0), *below, (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    shape = Polygon.hull([(size * x, size * y) for x, y in ring])
    x, y = (-size * source.uniform(1.0, 1.5) for _ in range(2))
    turn, place = source.uniform(-4.0, 4.0), around(source, 1.0)
    shape.set_pose(*place, turn)
    c, s = math.cos(turn), math.sin(turn)
    center = (place[0] + c * x - s * y, place[1] + s * x + c * y)
    return either_way(source, shape, Circle(center, source.choice([0.0, 0.1, 0.3])))


@_pairs_with_circles
def circle_tangent_to_edge(source: Random) -> Pair:
    """Make a circle as near to touching an edge as the numbers allow, and its neighbours."""
    shape = source.choice([box, polygon])(source)
    i = source.randrange(len(shape.vertices))
    (px, py), (qx, qy) = (shape.vertices[k].tolist() for k in (i - 1, i))
    share, gap = source.uniform(0.1, 0.9), source.uniform(0.0, 1.0)
    nx, ny = qy - py, px - qx
    size = math.hypot(nx, ny)
    center = (px + share * (qx - px) + nx / size * gap, py + share * (qy - py) + ny / size * gap)
    p, q, c = (vector(point) for point in ((px, py), (qx, qy), center))
    edge = minus(q, p)
    radius = float(abs(turn(p, q, c)) / root(dot(edge, edge)))
    for _ in range(source.choice([0, 0, 1])):
        radius = math.nextafter(radius, source.choice([0.0, 2.0]))
    return either_way(source, shape, Circle(center, radius))


@_pairs_with_circles
def circle_touching(source: Random) -> Pair:
    """Make a circle that exactly touches an edge or a corner, or nearly so by one ulp."""
    x, y, length = triple(source)
    scale, times = dyadic(source), source.randint(1, 5)
    radius = nudge(source, length * times * scale)
    if source.random() < 0.5:
        # An edge across the vector (x, y), from -4 to +4 times its perpendicular.
        corners = hull([(4 * y, -4 * x), (-4 * y, 4 * x), (-3 * x, -3 * y)])
        slide = source.choice([-4, -3, 0, 1, 4])
    else:
        corners = hull([(0, 0), (-2 * x - y, -2 * y + x), (-2 * x + y, -2 * y - x)])
        slide = 0
    center = ((x * times - slide * y) * scale, (y * times + slide * x) * scale)
    return either_way(source, Polygon(scaled(corners, scale)), Circle(center, radius))


@_pairs_with_circles
def circle_inside(source: Random) -> Pair:
    """Make a circle, or a point, centred inside the polygon, on its edge or on its corner."""
    points, scale = lattice_polygon(source), dyadic(source)
    (px, py), (qx, qy) = points[0], points[1]
    quarter = source.choice([0, 1, 2, 3, 4])
    center: Point = (px + (qx - px) * quarter // 4, py + (qy - py) * quarter // 4)
    if source.random() < 0.6:
        share = source.random()
        middle = [sum(p[k] for p in points) / len(points) for k in (0, 1)]
        center = (
            center[0] + share * (middle[0] - center[0]),
            center[1] + share * (middle[1] - center[1]),
        )
    radius = source.choice([0.0, 0.0, 1.0, source.uniform(0.0, 50.0)]) * scale
    shape = Circle((center[0] * scale, center[1] * scale), radius)
    return either_way(source, Polygon(scaled(points, scale)), shape)


def needle(source: Random) -> list[Point]:
    """Return a triangle as thin as rounding: a corner in the origin, a long side to the next."""
    while True:
        dx, dy, share = source.gauss(0.0, 3.0), source.gauss(0.0, 3.0), source.gauss(0.5, 0.7)
        if source.random() < 0.5:
            dx, dy, share = round(dx, 1), round(dy, 1), round(share, 1)
        x, y = (c * share + source.randint(-3, 3) * math.ulp(c * share) for c in (dx, dy))
        if Fraction(dx) * Fraction(y) != Fraction(dy) * Fraction(x):
            return [(0.0, 0.0), (dx, dy), (x, y)]


@_pairs_with_circles
def circle_by_needle(source: Random) -> Pair:
    """Make a circle near the line along a triangle as thin as rounding, or about its tip."""
    corners = needle(source)
    dx, dy = corners[1]
    along, aside = source.uniform(-2.0, 3.0), source.choice([0.0, 0.0, 1e-17, -1e-15, 0.1, -1.0])
    radius = abs(source.gauss(0.0, 5.0)) if source.random() < 0.8 else 0.0
    shape = Circle((dx * along - dy * aside, dy * along + dx * aside), radius)
    return either_way(source, shape, Polygon(corners))


@_pairs_with_circles
def circle_circle(source: Random) -> Pair:
    """Make circles apart, crossing, one in the other, concentric, points."""
    a, b = circle(source, 1.0, 0.7), circle(source, 1.0, 0.7)
    if source.random() < 0.15:
        b.position = a.position
    return a, b


@_pairs_with_circles
def circle_circle_touching(source: Random) -> Pair:
    """Make circles that exactly touch, from outside or inside, or are off by one ulp."""
    x, y, length = triple(source)
    scale, part = dyadic(source), source.randint(0, length)
    inside = source.random() < 0.3
    other = part + length if inside else length - part
    start = (source.randint(-50, 50), source.randint(-50, 50))
    center = ((start[0] + x) * scale, (start[1] + y) * scale)
    a = Circle((start[0] * scale, start[1] * scale), part * scale)
    return either_way(source, a, Circle(center, nudge(source, other * scale)))


@_pairs_with_circles
def circles_alike(source: Random) -> Pair:
    """Make circles of the same radius and place but for last bits."""
    bit, scale = 2.0**-52, dyadic(source)
    apart = source.choice([(0, 0), (0, 1), (2, 0), (3, 4), (1, 1)])
    radii = [(1.0 + source.randint(0, 6) * bit) * scale for _ in range(2)]
    center = (apart[0] * bit * scale, apart[1] * bit * scale)
    return Circle((0.0, 0.0), radii[0]), Circle(center, radii[1])


@_pairs_with_circles
def circle_far(source: Random) -> Pair:
    """Make circles and other shapes 1e6 or 1e9 from the origin."""
    a, b = circle(source), anything(source)
    x, y = around(source, source.choice([1e6, 1e9]))
    for shape in (a, b):
        shape.move(x, y)
    return either_way(source, a, b)


@_pairs_with_circles
def circle_sizes(source: Random) -> Pair:
    """Make circles and other shapes of sizes 1e-9, 1 and 1e9."""
    size_a, size_b = (source.choice([1e-9, 1.0, 1e9]) for _ in range(2))
    a, b = circle(source, size_a), anything(source, size_b)
    if size_a != size_b:
        _bring_to_origin(source, a if size_a > size_b else b)
    return either_way(source, a, b)


@_pairs_with_circles
def circle_extreme(source: Random) -> Pair:
    """Make exactly touching circles whose squares overflow or underflow a float64."""
    x, y, length = triple(source)
    scale = 2.0 ** source.choice([-1000, -540, -300, 160, 200, 230])
    part = source.randint(0, length)
    center = (x * scale, y * scale)
    radius = (length - part + source.choice([0, 0, -1, 1])) * scale
    if source.random() < 0.5:
        return Circle((0.0, 0.0), part * scale), Circle(center, abs(radius))
    corners = hull([(0, 0), (-2 * x - y, -2 * y + x), (-2 * x + y, -2 * y - x)])
    return Polygon(scaled(corners, scale)), Circle(center, abs(radius) + part * scale)


# Families of sweeps ---------------------------------------------------------------------


def aimed(source: Random, a: Shape, b: Shape, speed: float, spread: float = 1.5) -> Point:
    """Return a velocity for a that leads it to somewhere near b."""
    (ax, ay), (bx, by) = a.centroid, b.centroid
    dx, dy = around(source, spread)
    way = (bx - ax + dx, by - ay + dy)
    size = math.hypot(*way)
    return (way[0] / size * speed, way[1] / size * speed)


def both_moving(
    source: Random, a: Shape, b: Shape, relative: Point, max_time: float, share: float = 0.3
) -> Sweep:
    """Give part of the motion to b; exact when the velocities have few digits."""
    if source.random() > share:
        return Sweep(a, b, relative, (0.0, 0.0), max_time)
    common = (float(source.randint(-9, 9)), float(source.randint(-9, 9)))
    return Sweep(a, b, (relative[0] + common[0], relative[1] + common[1]), common, max_time)


def _lattice_sweep(source: Random, shift: float, way: Callable[[Contact], Point]) -> Sweep:
    """Return a touching pair, a set back by its motion over some time, then ``shift`` off."""
    contact, scale = _any_contact(source), dyadic(source)
    ux, uy = way(contact)
    back = source.choice([0.5, 1.0, 2.0])
    size = math.hypot(*contact.normal)
    nx, ny = (x / size * shift for x in contact.normal)
    a = [(x - ux * back, y - uy * back) for x, y in contact.a]
    shape_a = Polygon([(x * scale, y * scale) for x, y in a], position=(nx, ny))
    shape_b = Polygon(scaled(contact.b, scale))
    if source.random() < 0.5:
        return Sweep(shape_b, shape_a, (-ux * scale, -uy * scale), (0.0, 0.0), 4.0)
    return both_moving(source, shape_a, shape_b, (ux * scale, uy * scale), 4.0)


@_sweeps
def sweep_random(source: Random) -> Sweep:
    """Make boxes and polygons, aimed at each other."""
    a = source.choice([box, polygon])(source, 1.0, 6.0)
    b = source.choice([box, polygon])(source, 1.0, 6.0)
    relative = aimed(source, a, b, source.uniform(0.5, 20.0))
    return both_moving(source, a, b, relative, source.choice([1.0, 10.0, math.inf]))


@_sweeps
def sweep_many_sided(source: Random) -> Sweep:
    """Make polygons of 33 to 48 sides, some that overlap at the start, or go along an edge."""
    a, b = many_sides(source, 3.0), many_sides(source, source.choice([0.5, 3.0]))
    if source.random() < 0.3:
        a.move(*(to - x for to, x in zip(b.position, a.position, strict=True)))
    relative = aimed(source, a, b, source.uniform(0.5, 20.0))
    if source.random() < 0.3:
        (x, y), (next_x, next_y) = a.vertices[:2].tolist()
        relative = (64.0 * (next_x - x), 64.0 * (next_y - y))
    return both_moving(source, a, b, relative, source.choice([1.0, 10.0, math.inf]))


@_sweeps
def sweep_circles(source: Random) -> Sweep:
    """Make a circle and anything, aimed at each other: edges, corners, circles."""
    a, b = either_way(source, circle(source, 1.0, 6.0), anything(source, 1.0, 6.0))
    relative = aimed(source, a, b, source.uniform(0.5, 20.0))
    return both_moving(source, a, b, relative, source.choice([1.0, 10.0, math.inf]))


@_sweeps
def sweep_grazes(source: Random) -> Sweep:
    """Make shapes pass each other along a line that both touch, exactly."""
    return _lattice_sweep(source, 0.0, lambda c: (float(2 * c.along[0]), float(2 * c.along[1])))


@_sweeps
def sweep_nearly_grazes(source: Random) -> Sweep:
    """Make shapes pass each other up to 1e-9 off such a line."""
    shift = source.choice([-1.0, 1.0]) * 10.0 ** source.choice([-15, -12, -9])
    return _lattice_sweep(source, shift, lambda c: (float(2 * c.along[0]), float(2 * c.along[1])))


@_sweeps
def sweep_circle_grazes(source: Random) -> Sweep:
    """Make a circle past a corner or a circle that its path touches, exactly or nearly."""
    x, y, length = triple(source)
    scale = dyadic(source)
    corners = hull([(0, 0), (-2 * x - y, -2 * y + x), (-2 * x + y, -2 * y - x)])
    target: Shape = Polygon(scaled(corners, scale))
    part = 0
    if source.random() < 0.5:
        part = source.randint(0, length)
        target = Circle((0.0, 0.0), part * scale)
    back = source.choice([2, 4, 64])
    shift = 1.0 + source.choice([0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9])
    center = ((x * shift + y * back) * scale, (y * shift - x * back) * scale)
    a = Circle(center, (length - part) * scale)
    velocity = (-y * scale, x * scale)
    if source.random() < 0.5:
        return Sweep(target, a, (0.0, 0.0), velocity, 100.0)
    return both_moving(source, a, target, velocity, 100.0)


def _corners(source: Random) -> list[Point]:
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
    if source.random() < 0.4:
        return Sweep(target, shape, (0.0, 0.0), (dx, dy), max_time)
    return both_moving(source, shape, target, (dx, dy), max_time)


@_sweeps
def sweep_point_through_vertex(source: Random) -> Sweep:
    """Make a point that is led through a vertex, but for the rounding of its place."""
    return _through_a_vertex(source, _corners(source), 0.0)


@_sweeps
def sweep_tiny_through_vertex(source: Random) -> Sweep:
    """Make a circle no larger than the rounding of its place, led through a vertex."""
    return _through_a_vertex(source, _corners(source), _tiny_radius(source))


@_sweeps
def sweep_through_far_vertex(source: Random) -> Sweep:
    """Make the same a million lengths from the origin."""
    x, y = (float(source.randint(-10, 10) * 100_000) for _ in range(2))
    corners = [(x + dx, y + dy) for dx, dy in _corners(source)]
    return _through_a_vertex(source, corners, _tiny_radius(source))


@_sweeps
def sweep_along_an_edge(source: Random) -> Sweep:
    """Make a small circle slide along an edge or beside it, from before, on or after it."""
    corners = _corners(source)
    i = source.randrange(len(corners))
    (x, y), (next_x, next_y) = corners[i - 1], corners[i]
    dx, dy = next_x - x, next_y - y
    pace, start = source.choice([-1.0, 1.0, 0.3]), source.choice([-3.0, -1.0, 0.0, 0.25, 1.0, 2.0])
    shift = source.choice([0.0, 0.0, 1e-17, -1e-17, 1e-15, -1e-15, 1e-12, -1e-12])
    place = (x + dx * start - dy * shift, y + dy * start + dx * shift)
    shape, target = Circle(place, _tiny_radius(source)), Polygon(corners)
    if source.random() < 0.4:
        return Sweep(target, shape, (0.0, 0.0), (dx * pace, dy * pace), 30.0)
    return both_moving(source, shape, target, (dx * pace, dy * pace), 30.0)


@_sweeps
def sweep_circle_near_vertex(source: Random) -> Sweep:
    """Make a circle that meets, or leaves, an edge or a corner where one becomes the other."""
    corners = hull(_corners(source))
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
    shape = Circle((centre[0] - dx * time, centre[1] - dy * time), radius)
    mirrored = source.random() < 0.5  # so that the vertex is the edge's last
    target = Polygon([(-px, py) for px, py in corners] if mirrored else corners)
    if mirrored:
        shape, dx = Circle((-shape.position[0], shape.position[1]), radius), -dx
    if source.random() < 0.4:
        return Sweep(target, shape, (0.0, 0.0), (dx, dy), 50.0)
    return both_moving(source, shape, target, (dx, dy), 50.0)


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
    if source.random() < 0.4:
        return Sweep(target, shape, (0.0, 0.0), (dx, dy), 50.0)
    return both_moving(source, shape, target, (dx, dy), 50.0)


@_sweeps
def sweep_disc_along_needle(source: Random) -> Sweep:
    """Make a disc that flies along a triangle as thin as rounding, over its tip or beside it."""
    corners = needle(source)
    aside = source.choice([0.0, 0.0, 0.5, -0.999, 1.0, -1.0])
    return _grazing(source, Polygon(corners), source.choice(corners), corners[1], aside)


@_sweeps
def sweep_disc_by_flat_corner(source: Random) -> Sweep:
    """Make a disc that grazes a corner which is straight but for about the root of rounding."""
    while True:
        turn, share, bend = source.uniform(0, 6.3), source.random(), 10.0 ** source.uniform(-10, -6)
        dx, dy, size = math.cos(turn), math.sin(turn), source.choice([1.0, 30.0])
        thick, drop = 10.0 ** source.uniform(-12, 1), bend * share * (1.0 - share)
        local = [(0.0, 0.0), (share, -drop), (1.0, 0.0), (0.5, thick)]
        corners = [(size * (u * dx - v * dy), size * (u * dy + v * dx)) for u, v in local]
        if len(hull(corners)) == 4:
            break
    tilt = source.uniform(-1.0, 1.0) * bend
    along = (dx - dy * tilt, dy + dx * tilt)
    aside = source.choice([-1.0, -1.0, -1.0 + 1e-15, -1.0 + 1e-12])
    return _grazing(source, Polygon(corners), source.choice(corners[:3]), along, aside)


@_sweeps
def sweep_points_head_on(source: Random) -> Sweep:
    """Make two points, or tiny circles, on one line, or beside each other by about their radii."""
    dx, dy = source.randint(-20, 20) / 10, source.randint(-20, 20) / 10
    time = source.choice([0.0, 0.25, 1.0, 2.0, 7.0, -1.0])
    radius, other = _tiny_radius(source), source.choice([0.0, _tiny_radius(source)])
    beside = source.choice([0.0, 0.0, 1.0, -1.0, 0.5]) * (radius + other)
    speed = math.hypot(dx, dy) or 1.0
    x, y = source.choice([(0.0, 0.0), (3.0, -4.0), (0.1, 1e6)])
    place = (x - dx * time - dy / speed * beside, y - dy * time + dx / speed * beside)
    return both_moving(source, Circle(place, radius), Circle((x, y), other), (dx, dy), 9.0)


@_sweeps
def sweep_parts(source: Random) -> Sweep:
    """Make a touching start and a way off, away from the common line."""
    contact, scale = _any_contact(source), dyadic(source)
    slide, away = source.randint(-2, 2) * scale, source.randint(1, 3) * scale
    (tx, ty), (nx, ny) = contact.along, contact.normal
    a, b = (Polygon(scaled(points, scale)) for points in (contact.a, contact.b))
    relative = (slide * tx - away * nx, slide * ty - away * ny)
    return both_moving(source, a, b, relative, 4.0)


@_sweeps
def sweep_starts_touching(source: Random) -> Sweep:
    """Make a touching start, and any way on, together or apart."""
    contact, scale = _any_contact(source), dyadic(source)
    shapes = Polygon(scaled(contact.a, scale)), Polygon(scaled(contact.b, scale))
    pair = circle_touching(source) if source.random() < 0.25 else either_way(source, *shapes)
    relative = (float(source.randint(-5, 5)), float(source.randint(-5, 5)))
    return both_moving(source, *pair, relative, 5.0)


@_sweeps
def sweep_starts_overlapping(source: Random) -> Sweep:
    """Make an overlapping start, identical shapes and concentric circles included."""
    a, b = anything(source, 1.0, 0.2), anything(source, 1.0, 0.2)
    if source.random() < 0.2:
        b = a.copy()
    return both_moving(source, a, b, around(source, 3.0), source.choice([0.1, 5.0, math.inf]))


@_sweeps
def sweep_slides(source: Random) -> Sweep:
    """Make one slide along an edge, touching it from the start or from where it begins."""
    contact, scale = lattice_contact(source, "edge"), dyadic(source)
    sign = source.choice([-scale, scale])
    ux, uy = (x * sign for x in contact.along)
    back = source.choice([0, 0, 3, 8])
    a = Polygon([(x * scale - ux * back, y * scale - uy * back) for x, y in contact.a])
    b = Polygon(scaled(contact.b, scale))
    if source.random() < 0.5:
        return Sweep(b, a, (0.0, 0.0), (ux, uy), 20.0)
    return both_moving(source, a, b, (ux, uy), 20.0)


@_sweeps
def sweep_does_not_move(source: Random) -> Sweep:
    """Make shapes rest or go side by side: apart, touching, overlapping."""
    a, b = source.choice([boxes, circle_any, touching_vertex_edge, circle_touching])(source)
    velocity = source.choice([(0.0, 0.0), around(source, 5.0)])
    return Sweep(a, b, velocity, velocity, source.choice([0.0, 1.0, math.inf]))


@_sweeps
def sweep_hits_at_max_time(source: Random) -> Sweep:
    """Make a first touch exactly at max_time."""
    contact, scale = _any_contact(source), dyadic(source)
    max_time = source.choice([0.5, 1.0, 3.0, 8.0])
    slide = source.choice([-1.0, 0.0, 0.5])
    ux = (contact.normal[0] + slide * contact.along[0]) * scale
    uy = (contact.normal[1] + slide * contact.along[1]) * scale
    a = [(x * scale - ux * max_time, y * scale - uy * max_time) for x, y in contact.a]
    b = Polygon(scaled(contact.b, scale))
    if source.random() < 0.5:
        return Sweep(b, Polygon(a), (0.0, 0.0), (ux, uy), max_time)
    return both_moving(source, Polygon(a), b, (ux, uy), max_time)


@_sweeps
def sweep_tunnels(source: Random) -> Sweep:
    """Make a step of a million lengths."""
    a, b = anything(source), anything(source)
    a.move(*around(source, 4e5))
    relative = aimed(source, a, b, 1e6)
    return both_moving(source, a, b, relative, 1.0)


@_sweeps
def sweep_far(source: Random) -> Sweep:
    """Make ordinary sweeps 1e6 or 1e9 from the origin."""
    sweep = source.choice([sweep_random, sweep_circles])(source)
    x, y = around(source, source.choice([1e6, 1e9]))
    for shape in (sweep.a, sweep.b):
        shape.move(x, y)
    return sweep


@_sweeps
def sweep_sizes(source: Random) -> Sweep:
    """Make shapes of sizes 1e-9, 1 and 1e9."""
    size_a, size_b = (source.choice([1e-9, 1.0, 1e9]) for _ in range(2))
    a, b = anything(source, size_a), anything(source, size_b)
    spread = max(size_a, size_b)
    if size_a != size_b:
        _bring_to_origin(source, a if size_a > size_b else b)
    (a if size_a >= size_b else b).move(*around(source, 3.0 * spread))
    relative = aimed(source, a, b, spread * source.uniform(0.5, 5.0), 0.5 * min(size_a, size_b))
    return Sweep(a, b, relative, (0.0, 0.0), 10.0)


@_sweeps
def sweep_extreme_exponents(source: Random) -> Sweep:
    """Make lattice sweeps whose products overflow or underflow a float64."""
    make = source.choice([sweep_grazes, sweep_parts, sweep_circle_grazes, sweep_hits_at_max_time])
    a, b, velocity_a, velocity_b, max_time = make(source)
    scale = 2.0 ** source.choice([-1000, -700, -540, -300, 160, 200])
    pace = 2.0 ** source.choice([-30, 0, 20])
    speed_a, speed_b = ((x * scale * pace, y * scale * pace) for x, y in (velocity_a, velocity_b))
    a, b = _resized_exactly(a, scale), _resized_exactly(b, scale)
    return Sweep(a, b, speed_a, speed_b, max_time / pace)


def _resized_exactly(shape: Shape, scale: float) -> Shape:
    """Return the shape times a power of two."""
    points = [(x * scale, y * scale) for x, y in shape.vertices.tolist()]
    if isinstance(shape, Circle):
        return Circle(points[0], shape.radius * scale)
    return Polygon(points)


POLYGON_PAIRS = [name for name in PAIRS if name not in _CIRCLES]
