"""Ctrl-C is heard while outlines are made, and in the questions that their rings answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_interrupts import run

START = f"""
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
import itertools
import outlines
from sepax import Compound, CompoundArray

DELAY = 0.1

def again(name, call):
    check(name, lambda: [call() for _ in itertools.count()])
"""


def test_making_an_outline() -> None:
    """Of 100,000 vertices, at every stage; a tree of so few edges would not take long."""
    run(
        START
        + """
from sepax._core.arrays.rings import RingTable
star, comb = outlines.large("star", 100_000), outlines.large("comb", 100_000)
sieve = outlines.sieve(150)
for DELAY in (0.05, 0.15, 0.2):
    again("star", lambda: Compound.from_polygon(star))
    again("comb", lambda: Compound.from_polygon(comb))
    again("holes", lambda: Compound.from_polygon(sieve[0], sieve[1:]))
n = 3_000_000
ways = 2 * np.pi * np.arange(n) / n
circle = np.column_stack((np.cos(ways), np.sin(ways)))
for DELAY in (0.02, 0.1, 0.2):
    again("tree", lambda: RingTable(circle, np.array([0, n]), np.array([0, 1])))
assert len(Compound.from_polygon(outlines.L_TILE).parts) == 2
"""
    )


def test_one_outline_and_another() -> None:
    """Its own copy: all of the edges are asked, and there are many near each."""
    run(
        START
        + """
star = Compound.from_polygon(outlines.large("star", 100_000))
check("covers", lambda: star.covers(star.copy()))
points = ShapeArray.points(np.random.default_rng(1).normal(size=(200_000, 2)))
again("covers points", lambda: star.covers(points))
again("distance", lambda: star.distance(points))
again("contains", lambda: sepax.contains(sepax.ShapeIndex(star), points.positions))
again("overlap_area", lambda: star.overlap_area(star.copy()))
again("iou", lambda: star.iou(star.copy()))
again("axis", lambda: star.separating_axis(star.copy()))
again("support_point", lambda: star.support_point((1, 2)))
assert star.covers(star.parts[0])
"""
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_scenes_of_outlines(workers: int) -> None:
    """All pairs of 3,000 overlap; large ones have tens of thousands of edges each."""
    run(
        START
        + f"""
known = {{"workers": {workers}}}
random = np.random.default_rng(2)
small = Compound.from_polygon(outlines.star(60, 5))
rows = small.at(random.normal(0, 0.3, (3000, 2)), np.arange(3000) / 100)
others = small.at(random.normal(0, 0.3, (3000, 2)), np.arange(3000) / 50)
points = ShapeArray.points(random.normal(size=(200_000, 2)))
huge = Compound.from_polygon(outlines.large("star", 50_000)).at([(0, 0)] * 30, np.arange(30) / 50)
for a, b in ((rows, others), (huge, huge.copy())):
    again("pairs", lambda: sepax.find_pairs(a, **known))
    again("pairs of both", lambda: sepax.find_pairs(a, b, touching=False, **known))
    again("pairs within", lambda: sepax.find_pairs(a, b, within=0.5, **known))
    again("nearest", lambda: sepax.nearest(a, b, 500, **known))
    again("covers", lambda: sepax.covers(a, b, **known))
    again("nearest of points", lambda: sepax.nearest(points, a, **known))
    again("any", lambda: sepax.intersects_any(points, a, **known))
    again("overlap_area", lambda: sepax.overlap_area(a, b, **known))
    again("iou", lambda: sepax.iou(a, b, **known))
    again("axis", lambda: sepax.separating_axis(a, b, **known))
    again("project", lambda: sepax.project(a, (1, 2), **known))
    again("support_point", lambda: sepax.support_point(a, (1, 2), **known))
"""
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_parts_that_cover_together(workers: int) -> None:
    """A large shape by tens of thousands, polygons of many corners, and many rows."""
    run(
        START
        + f"""
known = {{"workers": {workers}}}
places = np.indices((150, 150)).reshape(2, -1).T
tiles = Compound(ShapeArray.boxes(1, 1, places), angle=0.3)
inside = ShapeArray.boxes(100, 100, [tiles.centroid], 0.3)
many = ShapeArray.boxes(100, 100, [tiles.centroid] * 3000, 0.3)
rounds = Compound([Polygon.regular(50_000, 5, position=(x, 0)) for x in (-2, 2)])
discs = Compound([*(Circle(place, 0.8) for place in places.tolist()), Polygon.box(9, 9)])
for DELAY in (0.1, 0.3, 0.8):
    again("tiles", lambda: tiles.covers(inside[0]))
    again("rows", lambda: tiles.covers(many, **known))
    again("corners", lambda: rounds.covers(Polygon.regular(50_000, 4)))
    again("discs", lambda: tiles.covers(discs.copy()))
    again("a_in_b", lambda: sepax.collide(discs, Polygon.box(150, 150, position=(75, 75))))
assert tiles.covers(Polygon.box(9, 9, position=tiles.centroid))
"""
    )
