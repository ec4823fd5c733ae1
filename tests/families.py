"""Seeded families of pairs of shapes and of sweeps, from the ordinary to the nasty.

``pairs(name)`` is a list of at least 200 pairs ``(a, b)`` of shapes, ``sweeps(name)`` one of
``Sweep`` tuples. Both are made once and shared by all tests, which must not move the shapes.
The names are in ``PAIRS``, ``POLYGON_PAIRS`` and ``SWEEPS``. The module ``rounded`` has those of
points, segments, capsules and rounded polygons.

A family is a function that makes one case from a random generator; the tables give it a name.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache

import lattice
from flights import SWEEPS
from makers import (
    Pair,
    Point,
    Random,
    Sweep,
    any_contact,
    anything,
    around,
    both_moved,
    box,
    box_or_polygon,
    by_the_origin,
    circle,
    circle_and_anything,
    circle_touching,
    corner_at,
    dyadic,
    either_way,
    lattice_polygon,
    many_sides,
    needle,
    nudge,
    polygon,
    ring,
    scaled,
    straight_sided,
    touching,
    triple,
    turned,
    two_boxes,
    vertex_on_edge,
)
from oracle import dot, minus, root, turn, vector

from sepax import Circle, Polygon, Shape

__all__ = [
    "CASES", "PAIRS", "POLYGON_PAIRS", "ROUNDED_PAIRS", "ROUNDED_SWEEPS", "SWEEPS", "Pair",
    "Point", "Random", "Shape", "Sweep", "around", "box", "circle", "dyadic", "lattice_polygon",
    "nudge", "pairs", "polygon", "ring", "straight_sided", "sweeps", "triple",
]  # fmt: skip

CASES = 200
LATTICE = {*lattice.NAMES, *lattice.FRAMED}
ROUNDED_PAIRS: dict[str, Callable[[Random], Pair]] = {}  # of the module `rounded`
ROUNDED_SWEEPS: dict[str, Callable[[Random], Sweep]] = {}


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


# Families of polygons -------------------------------------------------------------------


def _off_by(source: Random, distance: float) -> Pair:
    """Return a touching pair, and then place one a little off."""
    contact, scale = any_contact(source), dyadic(source)
    size = math.hypot(*contact.normal)
    across = source.choice([-distance, distance])
    sideways = source.choice([-distance, 0.0, distance])
    (nx, ny), (tx, ty) = contact.normal, contact.along
    offset = ((nx * across + tx * sideways) / size, (ny * across + ty * sideways) / size)
    b = Polygon(scaled(contact.b, scale), position=offset)
    return either_way(source, Polygon(scaled(contact.a, scale)), b)


def _off_by_one_ulp(source: Random) -> Pair:
    """Push all coordinates of one of a touching pair to a neighbouring float."""
    contact, scale = any_contact(source), dyadic(source)
    push = (source.choice([-math.inf, math.inf]), source.choice([-math.inf, 0.0, math.inf]))
    b = [
        tuple(math.nextafter(x, to) if to else x for x, to in zip(point, push, strict=True))
        for point in scaled(contact.b, scale)
    ]
    return either_way(source, Polygon(scaled(contact.a, scale)), Polygon(b))


def _of_sizes(source: Random, size_a: float, size_b: float) -> Pair:
    """Return boxes or polygons of given sizes, near each other."""
    a, b = (box_or_polygon(source, size) for size in (size_a, size_b))
    by_the_origin(source, a, b, (size_a, size_b))
    return a, b


def _far(source: Random, offset: float) -> Pair:
    """Return shapes of ordinary size far from the origin, a third of them aligned and touching."""
    x, y = (source.choice([-1, 1]) * offset * source.uniform(0.5, 1.5) for _ in range(2))
    x, y = float(round(x)), float(round(y))
    if source.random() < 0.3:
        contact = any_contact(source)
        return Polygon(contact.a, position=(x, y)), Polygon(contact.b, position=(x, y))
    return both_moved(box_or_polygon(source), box_or_polygon(source), (x, y))


def _grid_at(source: Random) -> tuple[Point, float]:
    """Return a place and the distance of float64 numbers there."""
    offset = 10.0 ** source.choice([0, 3, 6, 9, 14])
    place = (offset * source.uniform(1.0, 2.0), offset * source.uniform(-1.0, 1.0))
    return place, math.ulp(place[0])


def _near_grid(source: Random, place: Point, grid: float) -> Polygon:
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

    spot, angle = around(source, 1.2 * size), source.uniform(-4.0, 4.0)
    while True:
        try:
            shape = make()
            shape.set_pose(place[0] + spot[0], place[1] + spot[1], angle)
        except ValueError:  # the pose leaves no area
            continue
        return shape


def _near_the_grid(source: Random) -> Pair:
    """Make polygons of a few steps of the grid of their coordinates."""
    place, grid = _grid_at(source)
    return _near_grid(source, place, grid), _near_grid(source, place, grid)


def _straight_sides(source: Random) -> Pair:
    """Make squares with nearly straight corners, which rounding would bend inwards."""
    shapes = []
    for _ in range(2):
        shape = straight_sided(source, source.uniform(0.3, 1.0))
        place = around(source, 1.2)
        shape.set_pose(3.0 + place[0], 0.1 + place[1], source.uniform(-4.0, 4.0))
        shapes.append(shape)
    return shapes[0], shapes[1]


def _nearly_parallel(source: Random) -> Pair:
    """Make a box on a box, turned by next to nothing."""
    angle = source.uniform(-4.0, 4.0)
    lean = angle + source.choice([0.0, -1.0, 1.0]) * 10.0 ** source.uniform(-15, -6)
    widths, heights = ([source.uniform(0.5, 2.0) for _ in range(2)] for _ in range(2))
    gap = source.choice([0.0, -1.0, 1.0]) * 10.0 ** source.choice([-16, -15, -12, -9])
    place = turned(source.uniform(-1.0, 1.0), sum(heights) / 2 + gap, angle)
    a = Polygon.box(widths[0], heights[0], angle=angle)
    return either_way(source, a, Polygon.box(widths[1], heights[1], position=place, angle=lean))


def _sliver(source: Random) -> Polygon:
    """Return a box or triangle a million times as long as wide."""
    place, angle = around(source, 300.0), source.uniform(-4.0, 4.0)
    if source.random() < 0.5:
        return Polygon.box(1e3, 1e-3, position=place, angle=angle)
    tip = (source.uniform(-500.0, 500.0), 1e-3)
    return Polygon([(-500.0, 0.0), (500.0, 0.0), tip], position=place, angle=angle)


def _slivers(source: Random) -> Pair:
    """Make slivers that cross, miss or lie side by side, or a sliver and a polygon."""
    a = _sliver(source)
    kind = source.random()
    if kind < 0.4:
        return a, _sliver(source)
    if kind < 0.7:
        b = a.copy()
        b.move(*around(source, 2e-3))
        return a, b
    return either_way(source, a, polygon(source, 300.0))


def _contained(source: Random) -> Pair:
    outer = Polygon(ring(source, source.randint(5, 12), 10.0), angle=source.uniform(-4.0, 4.0))
    return either_way(source, outer, polygon(source, 10.0 ** source.uniform(-3, 0), 0.5))


def _many_sided(source: Random) -> Pair:
    """Make polygons of 33 to 48 sides; some are the same one twice, or one inside the other."""
    a, b = many_sides(source, 0.6), many_sides(source, 0.6)
    kind = source.random()
    if kind < 0.1:
        b = a.copy()
    elif kind < 0.2:
        b = Polygon([(x / 8, y / 8) for x, y in b.vertices.tolist()])
    return either_way(source, a, b)


def _identical(source: Random) -> Pair:
    """Make the same polygon twice, one of them sometimes with other first vertices."""
    a = box_or_polygon(source)
    if source.random() < 0.5:
        return a, a.copy()
    points = scaled(lattice_polygon(source), dyadic(source))
    start = source.randrange(len(points))
    return Polygon(points), Polygon(points[start:] + points[:start])


def _shared_edges(source: Random) -> Pair:
    """Make the two halves of a polygon cut along a chord."""
    points = ring(source, source.randint(4, 16), source.uniform(0.1, 10.0))
    dx, dy = around(source, 20.0)
    points = [(x + dx, y + dy) for x, y in points]
    i = source.randrange(len(points) - 3)
    j = source.randrange(i + 2, min(len(points), i + len(points) - 1))
    return either_way(source, Polygon(points[i : j + 1]), Polygon(points[j:] + points[: i + 1]))


_SIZES = [(1e-9, 1.0), (1.0, 1e9), (1e-9, 1e9), (1e9, 1.0), (1.0, 1e-9)]


def _extreme_exponents(source: Random) -> Pair:
    """Make lattice pairs, touching or not, whose products overflow or underflow a float64."""
    scale = 2.0 ** source.choice([-1000, -700, -540, -520, -300, -180, 160, 200, 230])
    contact = any_contact(source)
    shift = source.choice([0, 0, -1, 1])
    return either_way(
        source, *contact._replace(b=[(x + shift, y) for x, y in contact.b]).polygons(scale)
    )


_POLYGONS: dict[str, Callable[[Random], Pair]] = {
    "near_the_grid": _near_the_grid,
    "straight_sides": _straight_sides,
    "boxes": two_boxes,
    "polygons": lambda source: (polygon(source), polygon(source)),
    "touching_edge_edge": lambda source: touching(source, "edge"),
    "touching_vertex_edge": vertex_on_edge,
    "touching_vertex_vertex": lambda source: touching(source, "vertex"),
    "off_by_one_ulp": _off_by_one_ulp,
    "off_by_1e_12": lambda source: _off_by(source, 1e-12),
    "off_by_1e_9": lambda source: _off_by(source, 1e-9),
    "nearly_parallel": _nearly_parallel,
    "slivers": _slivers,
    "contained": _contained,
    "deep": lambda source: (polygon(source, 1.0, 0.1), polygon(source, 1.0, 0.1)),
    "many_sided": _many_sided,
    "identical": _identical,
    "shared_edges": _shared_edges,
    "offset_1e6": lambda source: _far(source, 1e6),
    "offset_1e9": lambda source: _far(source, 1e9),
    "tiny": lambda source: _of_sizes(source, 1e-9, 1e-9),
    "huge": lambda source: _of_sizes(source, 1e9, 1e9),
    "mixed_sizes": lambda source: _of_sizes(source, *source.choice(_SIZES)),
    "extreme_exponents": _extreme_exponents,
}


# Families with circles ------------------------------------------------------------------


def _circle_near_the_grid(source: Random) -> Pair:
    """Make a circle and a polygon of a few steps of the grid of their coordinates."""
    place, grid = _grid_at(source)
    other = _near_grid(source, place, grid)
    size = grid * 10.0 ** source.uniform(0.0, 3.0)
    spot = around(source, 1.2 * size)
    return either_way(source, Circle((place[0] + spot[0], place[1] + spot[1]), size), other)


def _before_an_edge(source: Random) -> tuple[Polygon, Point, Point, float, float]:
    """Return a polygon, the ends of an edge, a share of it and a distance from it."""
    shape = box_or_polygon(source)
    i = source.randrange(len(shape.vertices))
    p, q = (shape.vertices[k].tolist() for k in (i - 1, i))
    return shape, p, q, source.uniform(0.1, 0.9), source.uniform(0.0, 1.0)


def _ahead(p: Point, q: Point, share: float, gap: float) -> Point:
    """Return the point before an edge, at a share of it, at a distance."""
    (px, py), (qx, qy) = p, q
    nx, ny = qy - py, px - qx
    size = math.hypot(nx, ny)
    return px + share * (qx - px) + nx / size * gap, py + share * (qy - py) + ny / size * gap


_GAPS = [0.0, 1e-15, -1e-15, 1e-9, -1e-9, 0.1, -0.1]


def _circle_at_edge(source: Random) -> Pair:
    """Make a circle over the middle of an edge, near touching."""
    shape, p, q, share, radius = _before_an_edge(source)
    return either_way(
        source, shape, Circle(_ahead(p, q, share, radius + source.choice(_GAPS)), radius)
    )


def _circle_at_vertex(source: Random) -> Pair:
    """Make a circle before a corner, near touching, sometimes right on the limit of an edge."""
    shape = box_or_polygon(source)
    i = source.randrange(len(shape.vertices))
    px, py = shape.vertices[i].tolist()
    (ax, ay), (bx, by) = (shape.normals[k].tolist() for k in (i - 1, i))
    share, radius = source.choice([0.0, 1.0, source.random(), source.random()]), source.random()
    nx, ny = ax * share + bx * (1.0 - share), ay * share + by * (1.0 - share)
    size = math.hypot(nx, ny)
    gap = radius + source.choice(_GAPS)
    return either_way(source, shape, Circle((px + nx / size * gap, py + ny / size * gap), radius))


def _circle_by_straight_sides(source: Random) -> Pair:
    """Make a circle outside a corner between sides of many edges, all in a line for rounding."""
    size = source.uniform(0.3, 1.0)
    parts = sorted(source.random() for _ in range(12))
    left = [(-1.0, 2.0 * part - 1.0) for part in reversed(parts)]
    below = [(2.0 * part - 1.0, -1.0 - source.random() * 2e-16) for part in parts]
    ring = [*left, (-1.0, -1.0), *below, (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    shape = Polygon.hull([(size * x, size * y) for x, y in ring])
    x, y = (-size * source.uniform(1.0, 1.5) for _ in range(2))
    angle, place = source.uniform(-4.0, 4.0), around(source, 1.0)
    shape.set_pose(*place, angle)
    c, s = math.cos(angle), math.sin(angle)
    center = (place[0] + c * x - s * y, place[1] + s * x + c * y)
    return either_way(source, shape, Circle(center, source.choice([0.0, 0.1, 0.3])))


def _circle_tangent_to_edge(source: Random) -> Pair:
    """Make a circle as near to touching an edge as the numbers allow, and its neighbours."""
    shape, start, end, share, gap = _before_an_edge(source)
    center = _ahead(start, end, share, gap)
    p, q, c = (vector(point) for point in (start, end, center))
    edge = minus(q, p)
    radius = float(abs(turn(p, q, c)) / root(dot(edge, edge)))
    for _ in range(source.choice([0, 0, 1])):
        radius = math.nextafter(radius, source.choice([0.0, 2.0]))
    return either_way(source, shape, Circle(center, radius))


def _circle_inside(source: Random) -> Pair:
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


def _circle_by_needle(source: Random) -> Pair:
    """Make a circle near the line along a triangle as thin as rounding, or about its tip."""
    corners = needle(source)
    dx, dy = corners[1]
    along, aside = source.uniform(-2.0, 3.0), source.choice([0.0, 0.0, 1e-17, -1e-15, 0.1, -1.0])
    radius = abs(source.gauss(0.0, 5.0)) if source.random() < 0.8 else 0.0
    shape = Circle((dx * along - dy * aside, dy * along + dx * aside), radius)
    return either_way(source, shape, Polygon(corners))


def _circle_circle(source: Random) -> Pair:
    """Make circles apart, crossing, one in the other, concentric, points."""
    a, b = circle(source, 1.0, 0.7), circle(source, 1.0, 0.7)
    if source.random() < 0.15:
        b.position = a.position
    return a, b


def _circle_circle_touching(source: Random) -> Pair:
    """Make circles that exactly touch, from outside or inside, or are off by one ulp."""
    x, y, length = triple(source)
    scale, part = dyadic(source), source.randint(0, length)
    other = part + length if source.random() < 0.3 else length - part
    start = (source.randint(-50, 50), source.randint(-50, 50))
    center = ((start[0] + x) * scale, (start[1] + y) * scale)
    a = Circle((start[0] * scale, start[1] * scale), part * scale)
    return either_way(source, a, Circle(center, nudge(source, other * scale)))


def _circles_alike(source: Random) -> Pair:
    """Make circles of the same radius and place but for last bits."""
    bit, scale = 2.0**-52, dyadic(source)
    apart = source.choice([(0, 0), (0, 1), (2, 0), (3, 4), (1, 1)])
    radii = [(1.0 + source.randint(0, 6) * bit) * scale for _ in range(2)]
    center = (apart[0] * bit * scale, apart[1] * bit * scale)
    return Circle((0.0, 0.0), radii[0]), Circle(center, radii[1])


def _circle_far(source: Random) -> Pair:
    a, b = circle(source), anything(source)
    offset = around(source, source.choice([1e6, 1e9]))
    return either_way(source, *both_moved(a, b, offset))


def _circle_sizes(source: Random) -> Pair:
    size_a, size_b = (source.choice([1e-9, 1.0, 1e9]) for _ in range(2))
    a, b = circle(source, size_a), anything(source, size_b)
    by_the_origin(source, a, b, (size_a, size_b))
    return either_way(source, a, b)


def _circle_extreme(source: Random) -> Pair:
    """Make exactly touching circles whose squares overflow or underflow a float64."""
    x, y, length = triple(source)
    scale = 2.0 ** source.choice([-1000, -540, -300, 160, 200, 230])
    part = source.randint(0, length)
    center = (x * scale, y * scale)
    radius = (length - part + source.choice([0, 0, -1, 1])) * scale
    if source.random() < 0.5:
        return Circle((0.0, 0.0), part * scale), Circle(center, abs(radius))
    polygon = Polygon(scaled(corner_at(x, y), scale))
    return polygon, Circle(center, abs(radius) + part * scale)


PAIRS: dict[str, Callable[[Random], Pair]] = {
    **_POLYGONS,
    "circle_near_the_grid": _circle_near_the_grid,
    "circle_any": circle_and_anything,
    "circle_at_edge": _circle_at_edge,
    "circle_at_vertex": _circle_at_vertex,
    "circle_by_straight_sides": _circle_by_straight_sides,
    "circle_tangent_to_edge": _circle_tangent_to_edge,
    "circle_touching": circle_touching,
    "circle_inside": _circle_inside,
    "circle_by_needle": _circle_by_needle,
    "circle_circle": _circle_circle,
    "circle_circle_touching": _circle_circle_touching,
    "circles_alike": _circles_alike,
    "circle_far": _circle_far,
    "circle_sizes": _circle_sizes,
    "circle_extreme": _circle_extreme,
}
POLYGON_PAIRS = list(_POLYGONS)
