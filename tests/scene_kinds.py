"""Scenes of all kinds: shapes that touch, lie in one place, far away, of all sizes; compounds.

``draw(kind, n)`` is an array of shapes, ``gather(kind, n)`` a list with compounds. ``KINDS`` has
the names of both.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random as Source
from typing import Any

import numpy as np
import numpy.typing as npt
import outlines
from lattice import KINDS as FIGURES
from lattice import Figure, figure, quarter, written
from lattice import beside as flush_with
from outlines import FRAME, L_TILE, T_TILE, U_TILE

from sepax import Capsule, Circle, Compound, Point, Polygon, Segment, Shape, ShapeArray

Array = npt.NDArray[np.float64]
Random = np.random.Generator


# Shapes -------------------------------------------------------------------------------------


def places(random: Random, n: int) -> Array:
    """Return so many points that boxes of side 1 about them meet one or two others each."""
    drawn: Array = random.uniform(0.0, 1.5 * np.sqrt(n), (n, 2))
    return drawn


def boxes(random: Random, n: int) -> ShapeArray:
    width, height = random.uniform(0.5, 1.5, (2, n))
    return ShapeArray.boxes(width, height, places(random, n), random.uniform(0.0, 6.0, n))


def mixed(random: Random, n: int) -> ShapeArray:
    """Return shapes of all kinds, in any order."""
    some, turns = n // 4, random.uniform(0.0, 6.0, n // 4)
    sides = random.integers(3, 20, some)
    parts = [
        boxes(random, n - 3 * some),
        ShapeArray.circles(places(random, some), random.uniform(0.0, 0.8, some)),
        ShapeArray.circles(places(random, some), 0.0),
        ShapeArray.regular(sides, 0.6, places(random, some), turns),
    ]
    return ShapeArray.concatenate(parts)[random.permutation(n)]


def rounded(random: Random, n: int) -> ShapeArray:
    """Return shapes with a radius, points and segments among them."""
    ends, angles = places(random, n), random.uniform(0.0, 6.0, n)
    kinds: list[Callable[[int], Shape]] = [
        lambda k: Point(ends[k]),
        lambda k: Segment(ends[k], ends[k] + (1.0, 0.5)),
        lambda k: Capsule(ends[k], ends[k] + (0.3, -0.7), 0.4),
        lambda k: Polygon.box(1.0, 0.5, position=ends[k], angle=angles[k], radius=0.25),
    ]
    return ShapeArray([kinds[k % 4](k) for k in range(n)])


def capsules(random: Random, n: int) -> ShapeArray:
    starts, radii = places(random, n), random.choice([0.0, 0.3], n)
    return ShapeArray.capsules(starts, starts + random.uniform(-1.0, 1.0, (n, 2)), radii)


def uneven(random: Random, n: int) -> ShapeArray:
    width, height = np.exp(random.uniform(0.0, np.log(200.0), (2, n))) / 20.0
    return ShapeArray.boxes(width, height, places(random, n), random.uniform(0.0, 6.0, n))


def touching(random: Random, n: int) -> ShapeArray:
    """Return boxes of a grid: each touches its eight neighbours, and some lie in one place."""
    cells = random.integers(0, int(np.sqrt(n)) + 1, (n, 2))
    return ShapeArray.boxes(1.0, 1.0, cells.astype(np.float64))


def beside(random: Random, n: int, one: ShapeArray) -> ShapeArray:
    """Return shapes of all kinds, and this one among them."""
    return (
        ShapeArray.concatenate([mixed(random, n - 1), one])[random.permutation(n)] if n else one[:0]
    )


def with_giant(random: Random, n: int) -> ShapeArray:
    return beside(random, n, ShapeArray.boxes(1000.0, 900.0, (3.0, 4.0), 0.3))


def with_outlier(random: Random, n: int) -> ShapeArray:
    return beside(random, n, ShapeArray.circles((1e60, -1e50), 1.0))


def far(random: Random, n: int) -> ShapeArray:
    shapes = mixed(random, n)
    shapes.set_poses(positions=shapes.positions + 1e6)
    return shapes


def in_one_place(random: Random, n: int) -> ShapeArray:
    return ShapeArray.boxes(1.0, random.uniform(0.5, 1.5, n), (2.0, 3.0))


def in_a_row(random: Random, n: int) -> ShapeArray:
    return ShapeArray.circles(np.column_stack((0.5 * random.permutation(n), np.zeros(n))), 0.0)


def off_centre(random: Random, n: int, spread: float | None = None) -> ShapeArray:
    """Return shapes about positions that may lie outside of them, which matters where they turn."""
    kinds: list[Callable[[], Any]] = [
        lambda: Polygon.box(*random.uniform(0.1, 3.0, 2)),
        lambda: Polygon.regular(int(random.integers(3, 9)), random.uniform(0.2, 1.5)),
        lambda: Polygon(Polygon.box(2.0, 0.2).local_vertices + random.uniform(-4.0, 4.0, 2)),
        lambda: Circle((0.0, 0.0), random.uniform(0.1, 1.0)),
        lambda: Capsule(random.uniform(-3, 0, 2), random.uniform(0.1, 3, 2), 0.2),
        lambda: Segment(random.uniform(-3, 0, 2), random.uniform(0.1, 3, 2)),
    ]
    shapes, reach = [], np.sqrt(n) if spread is None else spread
    for _ in range(n):
        shape = kinds[int(random.integers(len(kinds)))]()
        shape.set_pose(*random.uniform(-reach, reach, 2), random.uniform(-3.0, 3.0))
        shapes.append(shape)
    return ShapeArray(shapes)


def figures_of(source: Source, kind: str, count: int, reach: float = 4.0) -> list[Figure]:
    """Return figures; most are flush with another, or on it."""
    kinds = {"mixed": list(FIGURES), "boxes": ["box"]}.get(kind, [kind])
    made: list[Figure] = []
    while len(made) < count:
        one = figure(source, source.choice(kinds))
        if made and source.random() < 0.6:
            made.append(flush_with(source, source.choice(made), one))
        else:
            made.append(one.moved(quarter(source, reach), quarter(source, reach)))
    return made


def on_a_lattice(random: Random, n: int) -> ShapeArray:
    """Return shapes of all kinds, at an angle of quarter turns: most are flush with another."""
    source, quarters = Source(int(random.integers(2**32))), int(random.integers(2))
    figures = figures_of(source, "mixed", n, 0.5 * np.sqrt(n))
    return ShapeArray([written(source, one, quarters) for one in figures])


def sparse(random: Random, n: int) -> ShapeArray:
    return off_centre(random, n, 200.0)


SHAPES: dict[str, Callable[[Random, int], ShapeArray]] = {
    "boxes": boxes,
    "mixed": mixed,
    "rounded": rounded,
    "capsules": capsules,
    "200:1": uneven,
    "touching": touching,
    "giant": with_giant,
    "far": far,
    "one place": in_one_place,
    "outlier": with_outlier,
    "row": in_a_row,
    "lattice": on_a_lattice,
    "off centre": off_centre,
    "sparse": sparse,
}


def draw(kind: str, n: int, seed: int = 1) -> ShapeArray:
    return SHAPES[kind](np.random.default_rng(seed), n)


# Compounds ----------------------------------------------------------------------------------

RINGS: list[Any] = [
    *([L_TILE], [T_TILE], [U_TILE], FRAME, [np.round(outlines.star(14, 5) * 8.0)]),
    *([np.round(outlines.comb(5))], [np.round(outlines.skyline(6, 3) * 4.0)], outlines.sieve(2)),
]


def outline(random: Random, k: int, reach: float) -> Compound:
    """Return an outline on a lattice: with quarter turns some touch, and in seams."""
    rings, angle = RINGS[k % len(RINGS)], float(random.choice([0.0, 0.0, 1.0, 2.0]))
    place = np.round(random.uniform(-reach, reach, 2)).tolist()
    return Compound.from_polygon(rings[0], rings[1:], position=place, angle=angle)


def only_outlines(random: Random, n: int) -> list[Any]:
    return [outline(random, k, 6.0 * np.sqrt(n)) for k in range(n)]


def and_shapes(random: Random, n: int) -> list[Any]:
    """Return outlines with discs, segments and points among them."""
    made, reach = only_outlines(random, n), 6.0 * np.sqrt(n)
    for k in range(0, n, 2):
        x, y = np.round(random.uniform(-reach, reach, 2)).tolist()
        made[k] = [Circle((x, y), 2), Segment((x, y), (x, y + 3)), Point((x, y))][k // 2 % 3]
    return made


def clouds(random: Random, n: int) -> list[Any]:
    """Return unions of parts that are far apart, or overlap: a row comes nearer bit by bit."""
    spots = random.uniform(0.0, 1.0 + 4.0 * np.sqrt(n), (n, 30, 2))
    return [
        Compound([Point(p) for p in spots[k]] if k % 2 else ShapeArray.boxes(0.5, 0.5, spots[k]))
        for k in range(n)
    ]


def copies(random: Random, n: int) -> list[Any]:
    """Return one union of parts of several kinds in many poses."""
    row = [Polygon.box(2, 1, position=(x, 3)) for x in range(5)]
    kinds = [Circle((3, 1), 1), Capsule((0, 0), (3, 0), 0.2), Point((-2, -1)), *row]
    whole = Compound([*kinds, Segment((0, 0), (-1, -1))], position=(5, 5), angle=5)
    spots = random.uniform(-3.0, 3.0, (n, 2)) * np.sqrt(n)
    return list(whole.at(spots, random.uniform(-9, 9, n) * (random.random(n) < 0.8)))


COMPOUNDS: dict[str, Callable[[Random, int], list[Any]]] = {
    "outlines": only_outlines,
    "outlines and shapes": and_shapes,
    "clouds": clouds,
    "copies": copies,
}
KINDS = [*SHAPES, *COMPOUNDS]


def gather(kind: str, n: int, seed: int = 1) -> Any:
    """Return rows of any kind: an array of shapes, or a list with compounds."""
    if kind in SHAPES:
        return draw(kind, n, seed)
    return COMPOUNDS[kind](np.random.default_rng(seed), n)


# Motions ------------------------------------------------------------------------------------


def velocities(n: int, seed: int) -> Array:
    """Return slow and fast ones, along the axes and along none, and some that rest."""
    random = np.random.default_rng(seed)
    drawn: Array = random.normal(0.0, 1.0, (n, 2)) * random.choice([0.1, 1.0, 30.0, 1e9], (n, 1))
    drawn[random.random(n) < 0.2, 0] = 0.0
    drawn[random.random(n) < 0.2, 1] = 0.0
    return drawn


def rates(random: Random, n: int) -> Array:
    """Return angular velocities of all sizes, some of them 0."""
    drawn: Array = random.choice([0.0, 1e-9, 0.1, 3.0, 40.0], n) * random.normal(0.0, 1.0, n)
    return drawn
