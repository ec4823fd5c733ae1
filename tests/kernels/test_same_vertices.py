"""A shape is its vertices: the pose that they come from changes nothing."""

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random

import numpy as np
import oracle
import pytest

import sepax
from sepax import Compound, Polygon

ACCURACY = Fraction(1, 10**11)  # of areas, as the contract says
TINY = Fraction(2) ** -80  # a centre near 0, seen from a vertex at about 1
SLIVER = [  # of a data set: three vertices in line, but for some last bits
    (33652.10162677833, 6953082.0),
    (33651.0, 6953080.403199323),
    (33651.95034120033, 6953081.780712563),
]


def ring_of(shape: Polygon) -> list[oracle.Vector]:
    return [oracle.vector(point) for point in shape.vertices.tolist()]


def posed(source: Random, radius: float = 0.0) -> Polygon:
    """Return a polygon, some of them slivers, at a pose."""
    flat = 10.0 ** -source.randrange(13)
    cloud = [(source.gauss(0, 1), flat * source.gauss(0, 1)) for _ in range(source.randint(3, 9))]
    place = (source.uniform(-2, 2), source.uniform(-2, 2))
    return Polygon.hull(cloud, position=place, angle=source.uniform(-4, 4), radius=radius)


def measures(shape: Polygon | Compound) -> tuple[float, tuple[float, float], float]:
    return shape.area, shape.centroid, shape.second_moment


def judge_outline(shape: Polygon, ring: np.ndarray) -> None:
    """The measures of an outline of the same vertices: its area and its centre are rounded once."""
    outline = Compound.from_polygon(ring)
    area, x, y, _ = oracle.moments([ring_of(shape)])
    assert abs(Fraction(outline.area) - area) <= Fraction(math.ulp(outline.area)) * 501 / 1000
    for value, exact in zip(outline.centroid, (x, y), strict=True):
        assert abs(Fraction(value) - exact) <= Fraction(math.ulp(value)) * 501 / 1000 + TINY
    assert outline.second_moment == Polygon(ring).second_moment
    assert abs(outline.area / shape.area - 1) <= ACCURACY


def test_slivers_have_every_digit_of_their_area() -> None:
    needle = Polygon([(0, 0), (2, 0), (1, 1e-12)], position=(1.0, 1.5), angle=1.0)
    for shape in (Polygon(SLIVER), Polygon(SLIVER, angle=0.0, position=(1, 2)), needle):
        assert abs(Fraction(shape.area) / oracle.ring_area(ring_of(shape)) - 1) <= ACCURACY
        assert sepax.overlap_area(shape, shape) == shape.area
        judge_outline(shape, shape.vertices)


def test_measures_are_those_of_the_vertices() -> None:
    source = Random(7)
    for _ in range(500):
        shape = posed(source)
        ring = shape.vertices[:: source.choice([1, -1])]
        assert abs(Fraction(shape.area) / oracle.ring_area(ring_of(shape)) - 1) <= ACCURACY
        assert measures(Polygon(shape.vertices)) == measures(shape)
        judge_outline(shape, ring)
        assert sepax.overlap_area(shape, shape) == shape.area


@pytest.mark.parametrize(
    ("place", "width"),
    [
        ((0.0, 0.0), 1e-6),
        ((500000.3, 4649776.2), 1.0),
        ((500000.3, 4649776.2), 1e-6),
        ((2.0**47, 2.0**46), 1.0),
    ],
)
def test_moments_of_compounds_far_from_the_origin(place: tuple[float, float], width: float) -> None:
    outline = [(0, 0), (300, 0), (300, 100), (100, 100), (100, 300), (0, 300)]
    ring = [(place[0] + width * x, place[1] + y) for x, y in outline]
    shape = Compound.from_polygon(ring)
    _, x, y, second = oracle.moments([oracle.body(part).points for part in shape.parts])
    for value, exact in zip(shape.centroid, (x, y), strict=True):
        assert abs(Fraction(value) - exact) <= 300 * ACCURACY + Fraction(math.ulp(value)) / 2
    assert abs(Fraction(shape.second_moment) / second - 1) <= 2 * ACCURACY


def test_centroids_of_thin_polygons() -> None:
    source = Random(11)
    for _ in range(500):
        shape = posed(source)
        _, x, y, _ = oracle.moments([ring_of(shape)])
        size = Fraction(float(np.ptp(shape.vertices, axis=0).max()))
        for value, exact in zip(shape.centroid, (x, y), strict=True):
            assert abs(Fraction(value) - exact) <= size * ACCURACY + Fraction(math.ulp(value)) / 2


def test_measures_of_rounded_shapes_do_not_depend_on_the_pose() -> None:
    source = Random(8)
    for _ in range(300):
        shape = posed(source, radius=source.choice([1e-3, 0.3, 5.0]))
        assert measures(Polygon(shape.vertices, radius=shape.radius)) == measures(shape)


@pytest.mark.parametrize("verb", [sepax.overlap_area, sepax.iou, sepax.mtv, sepax.distance])
def test_answers_do_not_depend_on_the_pose(verb: Callable[..., object]) -> None:
    source = Random(9)
    for _ in range(500):
        radii = source.choice([0.0, 0.4]), source.choice([0.0, 0.4])
        a, b = (posed(source, radius) for radius in radii)
        same = Polygon(a.vertices, radius=a.radius)
        assert verb(same, b) == verb(a, b)
        assert verb(b, same) == verb(b, a)


def test_turning_sweeps_of_shapes_apart_do_not_depend_on_skip_leaving() -> None:
    """Shapes that keep their places: the search goes on for two turns only after a contact."""
    source, hits = Random(10), 0
    for _ in range(2000):
        a, b = posed(source), posed(source)
        rate, end = source.gauss(0, 1), source.choice([30.0, 100.0])
        if sepax.intersects(a, b):
            continue
        plain, skipping = (
            sepax.sweep(a, b, (0, 0), max_time=end, angular_velocity_a=rate, skip_leaving=skips)
            for skips in (False, True)
        )
        hits += plain is not None
        assert repr(skipping) == repr(plain)
    assert hits > 200
