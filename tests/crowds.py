"""Crowds of shapes of one kind: at random, on a lattice, far away, and of all sizes.

``crowd(name, count, seed)`` is a list of shapes, ``CROWDS`` has the names. Shapes of a lattice
touch, are equal or hold each other; of a lattice that is turned they do so but for rounding.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from families import Random, Shape, box, circle, polygon

from sepax import Capsule, Circle, Polygon, Segment

Maker = Callable[[Random], Shape]
QUARTER = math.pi / 2
EXTREME = (-1060, -600, -480, -100, 100, 236)
# Powers of two, one after the other: of two crowds those at the same place are as large.
SIZES: dict[str, tuple[int, ...]] = {
    "boxes of all sizes": (-400, -100, 0, 0, 0, 100, 230),
    "rounded boxes of all sizes": (-400, -100, 0, 0, 0, 100, 230),
    "extreme discs": EXTREME,
    "extreme strokes": EXTREME,
}


def spot(source: Random, reach: float) -> tuple[float, float]:
    return source.uniform(-reach, reach), source.uniform(-reach, reach)


# Boxes ----------------------------------------------------------------------------------


def lattice_box(source: Random) -> Polygon:
    angle = source.choice([0.0, -0.0, 0.0, QUARTER, -math.pi, math.pi / 4, 0.5])
    place = (source.randint(-3, 3), source.randint(-3, 3))
    return Polygon.box(source.randint(1, 4), source.randint(1, 4), position=place, angle=angle)


def turned_box(source: Random) -> Polygon:
    shape, (c, s) = lattice_box(source), (math.cos(0.5), math.sin(0.5))
    x, y = shape.position
    shape.set_pose(x * c - y * s, x * s + y * c, 0.5 + source.randrange(4) * QUARTER)
    return shape


def slender_box(source: Random) -> Polygon:
    sides = [10.0 ** source.uniform(-9, 3) for _ in range(2)]
    return Polygon.box(*sides, position=spot(source, 1), angle=source.uniform(-4, 4))


def parallel_box(source: Random) -> Polygon:
    """Make boxes nearly parallel, and with sides nearly in a line: edges of both tie."""
    turns = [0.3, 0.3 + 2.0**-54, 0.3 + QUARTER, math.pi / 4, 0.0]
    sides = [source.choice([0.5, 1.0, 2.0, 1e-3, source.uniform(0.1, 2.0)]) for _ in range(2)]
    place = [source.choice([0.0, 1.0, source.uniform(-2.0, 2.0)]) for _ in range(2)]
    return Polygon.box(*sides, position=place, angle=source.choice(turns))


def box_of_any_size(source: Random) -> Polygon:
    """Make boxes up to a million times as long as wide."""
    place, height = spot(source, 2), 10.0 ** source.uniform(-6, 0)
    return Polygon.box(1, height, position=place, angle=source.uniform(-4, 4))


def box_or_sliver(source: Random) -> Polygon:
    width, height = source.uniform(0.1, 2), source.choice([source.uniform(0.1, 2), 1e-3])
    place, angle = spot(source, 2), source.choice([0.0, QUARTER, source.uniform(-4, 4)])
    return Polygon.box(width, height, position=place, angle=angle)


def rounded_box(source: Random, reach: float = 2.0) -> Polygon:
    sides = [source.uniform(0.2, 1) for _ in range(2)]
    turn = source.uniform(-4, 4)
    return Polygon.box(*sides, position=spot(source, reach), angle=turn, radius=0.2)


def rounded_like(shape: Shape, source: Random) -> Polygon:
    """Return such a box with a radius, which may be far larger or smaller than the sides."""
    width, height = (2.0 * np.abs(shape.local_vertices).max(0)).tolist()
    radius = min(width, height) * source.choice([1e-9, 1e-3, 0.25, source.random(), 1.0])
    pose: dict[str, Any] = {"position": shape.position, "angle": shape.angle}
    return Polygon.box(width, height, **pose, radius=radius)


# Discs, segments and capsules -----------------------------------------------------------


def lattice_disc(source: Random) -> Circle:
    place = (source.randint(-3, 3), source.randint(-4, 4))
    return Circle(place, source.choice([0, 1, 2, 2.5, 5]))


def disc_of_any_size(source: Random) -> Circle:
    radii = [0.0, 5e-324, 1e-300, 10.0 ** source.uniform(-20, 3)]
    return Circle(spot(source, 1), source.choice(radii))


def extreme_disc(source: Random) -> Circle:
    place = (source.randint(-3, 3), source.uniform(-3, 3))
    return Circle(place, source.choice([1.0, source.uniform(0.1, 2.0)]))


def stroke(start: Any, end: Any, radius: float) -> Shape:
    return Capsule(start, end, radius) if radius else Segment(start, end)


def capsule(source: Random, reach: float = 2.0, radius: float | None = None) -> Shape:
    """Make strokes about their positions, turned."""
    radius = source.choice([0.0, source.uniform(0, 0.5)]) if radius is None else radius
    shape = stroke((-source.uniform(0.1, 1), 0.0), (source.uniform(0, 1), 0.0), radius)
    shape.set_pose(*spot(source, reach), source.uniform(-4, 4))
    return shape


def lattice_stroke(source: Random) -> Shape:
    """Make strokes that touch, cross, share ends and lines, or are equal."""
    start, end = ((source.randint(-3, 3), source.randint(-3, 3)) for _ in "ab")
    if start == end:
        return lattice_stroke(source)
    return stroke(start, end, source.choice([0, 0, 0.5, 1, 2]))


def stroke_of_any_size(source: Random) -> Shape:
    """Make strokes down to where squares of lengths underflow."""
    length, radius = (10.0 ** source.uniform(*span) for span in ((-18, 2), (-20, 1)))
    x, y = spot(source, 1) if length > 1e-12 else (0.0, 0.0)
    end = x + length * source.choice([0, 1, -1]), y + length * source.uniform(0.1, 1)
    return stroke((x, y), end, source.choice([0, radius]))


def extreme_stroke(source: Random) -> Shape:
    x, y = source.randint(-3, 3), source.uniform(-3, 3)
    end = x + source.choice([1, -2]), y + source.uniform(-1, 1)
    return stroke((x, y), end, source.choice([0.0, 1.0, source.random()]))


# Polygons, and all kinds ----------------------------------------------------------------


def needle(source: Random, reach: float = 2.0) -> Polygon:
    (x, y), turn, thin = spot(source, reach), source.uniform(-4, 4), 10.0 ** source.uniform(-7, -1)
    c, s = math.cos(turn), math.sin(turn)
    return Polygon([(x, y), (x + c, y + s), (x + 0.5 * c - thin * s, y + 0.5 * s + thin * c)])


def anything(source: Random, reach: float = 2.0) -> Shape:
    own: list[Callable[..., Shape]] = [capsule, needle, rounded_box]
    makers: list[Callable[..., Shape]] = [polygon, box, circle]
    if source.random() < 0.5:
        return source.choice(own)(source, reach)
    return source.choice(makers)(source, 1.0, reach)


def far(make: Maker, place: tuple[float, float]) -> Maker:
    """Make shapes so far away that rounding leaves much uncertain."""

    def moved(source: Random) -> Shape:
        shape = make(source)
        shape.position = (shape.position[0] + place[0], shape.position[1] + place[1])
        return shape

    return moved


def resized(shape: Shape, exponent: int) -> Shape:
    """Return a box, a disc or a stroke times a power of two, exactly."""
    if exponent == 0:
        return shape
    scale, points = 2.0**exponent, 2.0**exponent * shape.vertices
    if len(points) == 1:
        return Circle(points[0], shape.radius * scale)
    if len(points) == 2:
        return stroke(points[0], points[1], shape.radius * scale)
    width, height = (2.0 * scale * shape.local_vertices[2]).tolist()
    place = (shape.position[0] * scale, shape.position[1] * scale)
    return Polygon.box(
        width, height, position=place, angle=shape.angle, radius=shape.radius * scale
    )


def rounded(make: Maker) -> Maker:
    return lambda source: rounded_like(make(source), source)


CROWDS: dict[str, Maker] = {
    "boxes": box,
    "boxes on a lattice": lattice_box,
    "boxes on a turned lattice": turned_box,
    "boxes far away": far(box, (2.0**40, -(2.0**39))),
    "slender boxes": slender_box,
    "parallel boxes": parallel_box,
    "boxes of all sizes": box_of_any_size,
    "discs": lambda source: circle(source, 1.0, 1.5),
    "discs on a lattice": lattice_disc,
    "discs far away": far(lambda source: circle(source, 1.0, 1.5), (2.0**40, -(2.0**39))),
    "discs of all sizes": disc_of_any_size,
    "extreme discs": extreme_disc,
    "strokes": capsule,
    "strokes on a lattice": lattice_stroke,
    "strokes far away": far(capsule, (2.0**40, -(2.0**39))),
    "strokes of all sizes": stroke_of_any_size,
    "extreme strokes": extreme_stroke,
    "boxes and slivers": box_or_sliver,
    "boxes and slivers away": far(box_or_sliver, (2.0**30, -(2.0**29))),
    "rounded boxes": rounded(box_or_sliver),
    "rounded boxes on a lattice": rounded(lattice_box),
    "rounded boxes away": rounded(far(box_or_sliver, (2.0**30, -(2.0**29)))),
    "rounded boxes of all sizes": rounded(box_of_any_size),
    "polygons": lambda source: polygon(source, 1.0, 2.0, 12),
    "needles": needle,
    "all kinds": anything,
}
SPREAD: dict[str, Callable[[Random, float], Shape]] = {  # of a reach
    "polygons": lambda source, reach: polygon(source, 1.0, reach, 12),
    "needles": needle,
    "capsules": lambda source, reach: capsule(source, reach, source.uniform(0.05, 0.5)),
    "segments": lambda source, reach: capsule(source, reach, 0.0),
    "rounded boxes": rounded_box,
    "discs": lambda source, reach: circle(source, 1.0, reach),
    "boxes": lambda source, reach: box(source, 1.0, reach),
    "all kinds": anything,
}


def crowd(name: str, count: int, seed: int) -> list[Shape]:
    source, sizes = random.Random(seed), SIZES.get(name, (0,))
    return [resized(CROWDS[name](source), sizes[k % len(sizes)]) for k in range(count)]


def spread(name: str, reach: float, count: int, seed: int) -> list[Shape]:
    """Return shapes of which most meet, or some, or few."""
    source = random.Random(seed)
    return [SPREAD[name](source, reach) for _ in range(count)]
