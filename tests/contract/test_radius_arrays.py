"""Points, segments, capsules and rounded polygons in arrays: the bits of the single shapes."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from families import Shape, pairs
from questions import QUESTIONS, assert_same_bits
from rounded import NEW
from test_arrays import assert_holds, mixed
from test_radius import PILL, Bullet
from test_simd import KINDS, check_edges, check_verdicts, classify_pairs

from sepax import Capsule, Circle, Point, Polygon, Segment, ShapeArray


def sides_of(family: str) -> tuple[ShapeArray, ShapeArray]:
    a, b = zip(*pairs(family), strict=True)
    return ShapeArray.from_shapes(a), ShapeArray.from_shapes(b)


@pytest.mark.parametrize("family", NEW)
def test_lanes_claim_nothing_but_the_truth(family: str) -> None:
    cases = pairs(family)
    for kind in KINDS:
        verdicts = classify_pairs(kind, cases)
        (check_edges if kind == "edges" else check_verdicts)(verdicts, cases)


# Constructors and columns -----------------------------------------------------------------


def test_boxes_with_radii() -> None:
    rows = [Polygon.box(1, 1, radius=r) for r in (1, 2)]
    assert_holds(ShapeArray.boxes(1, 1, radii=[1, 2]), rows)
    assert ShapeArray.boxes(1, [1] * 20, radii=0.0).nbytes == ShapeArray.boxes(1, [1] * 20).nbytes


def test_rings_of_equal_size() -> None:
    corners = np.array([[(0, 0), (4, 0), (0, 3)], [(0, 0), (0, 1), (5, 0)]])
    for rings in (corners, corners.tolist(), corners.astype(">i2"), corners[:, :, ::-1]):
        array = ShapeArray.polygons(rings, radii=[0.5, 0.0], positions=(1, 2))
        rows = zip(rings, (0.5, 0), strict=True)
        assert_holds(array, [Polygon(ring, position=(1, 2), radius=r) for ring, r in rows])
    split = ShapeArray.polygons(corners.reshape(-1, 2), [0, 3, 6], radii=2)
    assert_holds(split, [Polygon(ring, radius=2) for ring in corners])


def test_kinds_follow_from_geometry() -> None:
    """A circle of radius 0 is read as a point, a capsule as a segment; pickled and joined, too."""
    array = ShapeArray.from_shapes([Circle((1, 2), 0), Capsule((0, 0), (1, 0), 0), PILL])
    twin = pickle.loads(pickle.dumps(ShapeArray.concatenate([array[1:], array[:1]])))
    assert [type(shape) for shape in array] == [Point, Segment, Capsule]
    assert [type(shape) for shape in twin] == [Segment, Capsule, Point]
    assert type(ShapeArray.circles((0, 0), [0])[0]) is Point


def test_a_users_own_shape_in_an_array() -> None:
    bullet = Bullet((0, 0), 2, "tracer")
    array = ShapeArray.from_shapes([bullet, PILL])
    assert type(array[0]) is Capsule
    assert array[0].same_as(Capsule((-2, 0), (0, 0), 0.2))
    others = mixed(40, 6, 1.2)
    for ask in QUESTIONS.values():
        expected = ask.one_by_one([(bullet, other) for other in others])
        assert_same_bits(ask(bullet, ShapeArray.from_shapes(others)), expected)
        assert_same_bits(ask(bullet, others), expected)


def test_bytes_a_shape() -> None:
    """A bound to be noticed: nobody should double it unawares."""
    many = np.random.default_rng(11).uniform(-9, 9, (1000, 2))
    assert ShapeArray.boxes(1, 1, many).nbytes <= 800 * 1000
    assert ShapeArray.points(many).nbytes < 115 * 1000
    assert ShapeArray.segments(many, many + 1).nbytes < 165 * 1000


# shapely --------------------------------------------------------------------------------


def test_to_shapely() -> None:
    pytest.importorskip("shapely")
    shapes: list[Shape] = [
        Point((1, 2)),
        Segment((0, 0), (3, 4)),
        PILL,
        Polygon.box(4, 2, radius=1),
        Circle((1, 2), 3),
        Circle((1, 2), 0),
        Polygon.box(2, 2),
    ]
    found = ShapeArray.from_shapes(shapes).to_shapely(quad_segs=200)
    kinds = ["Point", "LineString", *["Polygon"] * 3, "Point", "Polygon"]
    assert [geometry.geom_type for geometry in found] == kinds
    for shape, geometry in zip(shapes, found, strict=True):
        assert geometry.area == pytest.approx(shape.area, rel=1e-4)
        assert geometry.bounds == pytest.approx(shape.bounds, abs=1e-9)
        assert geometry.centroid.coords[0] == pytest.approx(shape.centroid, abs=1e-9)
    assert list(found[1].coords) == [(0.0, 0.0), (3.0, 4.0)]
    assert len(ShapeArray.from_shapes([PILL]).to_shapely(quad_segs=4)[0].exterior.coords) == 19


def test_from_shapely() -> None:
    shapely = pytest.importorskip("shapely")
    shapes = [shape for shape in mixed(90, 13) if shape.radius == 0.0]
    geometries = ShapeArray.from_shapes(shapes).to_shapely()
    assert {geometry.geom_type for geometry in geometries} == {"Point", "LineString", "Polygon"}
    for geometry, shape in zip(geometries, shapes, strict=True):
        found = shapely.get_coordinates(geometry)
        assert found[: len(shape.vertices)].tolist() == shape.vertices.tolist()
    found = ShapeArray.from_shapely(geometries)
    assert found.vertices.tolist() == ShapeArray.from_shapes(shapes).vertices.tolist()
    assert len(ShapeArray.from_shapely([])) == 0
    assert len(ShapeArray.from_shapely(shapely.box(0, 0, 1, 1))) == 1
    assert len(ShapeArray().to_shapely()) == 0


def test_geometries_that_skip_shapely() -> None:
    pytest.importorskip("shapely")
    array = ShapeArray.circles([(0, 0)], 1)
    bad: Any
    for bad, error in ((0, ValueError), (2**70, ValueError), ("12", TypeError), (True, TypeError)):
        with pytest.raises(error, match="quad_segs"):
            array.to_shapely(bad)
    for bad in (3, [3], ["POINT (0 0)"]):
        with pytest.raises(TypeError, match="shape 0 must be one of shapely's, got"):
            ShapeArray.from_shapely(bad)
    with pytest.raises(ValueError, match="format must be one of"):
        ShapeArray.from_rotated_boxes([[0, 0, 1, 1, 0]], format=bad)


def test_shapely_that_does_not_do() -> None:
    shapely = pytest.importorskip("shapely")
    square = shapely.box(0, 0, 9, 9)
    hollow = shapely.Polygon(square.exterior.coords, [shapely.box(1, 1, 2, 2).exterior.coords])
    bent = shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)])
    way = shapely.LineString([(0, 0), (1, 0), (2, 1)])
    for bad in (hollow, shapely.Point(), way, None, shapely.MultiPolygon([square])):
        with pytest.raises(ValueError, match="shape 1 is not a polygon without holes"):
            ShapeArray.from_shapely([square, bad])
    with pytest.raises(ValueError, match="shape 1: vertex 2 is a reflex"):
        ShapeArray.from_shapely([square, bent])
    with pytest.raises(ValueError, match="shape 0: a polygon needs at least 3"):
        ShapeArray.from_shapely([shapely.Polygon()])
    for bad in (shapely.LineString(), shapely.LineString([(1, 1), (1, 1)])):
        with pytest.raises(ValueError, match="shape 1"):
            ShapeArray.from_shapely([shapely.Point(0, 0), bad])


@pytest.mark.parametrize("family", ["rounded_any", "capsules_any", "polygons with radii"])
def test_agrees_with_shapely(family: str) -> None:
    shapely = pytest.importorskip("shapely")
    a, b = (array.to_shapely(quad_segs=200) for array in sides_of(family))
    for pair, one, other in zip(pairs(family), a, b, strict=True):
        distance = shapely.distance(one, other)
        if distance > 1e-3:
            assert not pair[0].intersects(pair[1])
        elif shapely.area(shapely.intersection(one, other)) > 1e-3:
            assert pair[0].intersects(pair[1])


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_lines_without_length(radius: float) -> None:
    """What cannot be a segment is an error, its hull or left out, as for polygons."""
    starts, ends = [(0.0, 0.0), (5, 1), (2, 2)], [(4.0, 0.0), (5, 1), (2, 9)]

    def make(starts: Any, ends: Any, **given: Any) -> Any:
        if radius:
            return ShapeArray.capsules(starts, ends, radius, **given)
        return ShapeArray.segments(starts, ends, **given)

    one, other = (Capsule(a, b, radius) for a, b in zip(starts[::2], ends[::2], strict=True))
    with pytest.raises(ValueError, match="shape 1: start and end are the same point"):
        make(starts, ends)
    assert_holds(make(starts, ends, invalid="hull"), [one, Circle((5, 1), radius), other])
    array, kept = make(starts, ends, invalid="skip")
    assert_holds(array, [one, other])
    assert kept.tolist() == [True, False, True]
    array, kept = make(starts[::2], ends[::2], invalid="skip")
    assert (len(array), kept.tolist()) == (2, [True, True])
    array, kept = make((0, 0), starts, invalid="skip")  # one for all
    assert kept.tolist() == [False, True, True]
    array, kept = make([], [], invalid="skip")
    assert (len(array), kept.tolist()) == (0, [])
    starts[0] = (float("nan"), 0)
    assert make(starts, ends, invalid="skip")[1].tolist() == [False, False, True]
    for invalid in ("raise", "hull"):
        with pytest.raises(ValueError, match=r"shape 0: .*finite"):
            make(starts, ends, invalid=invalid)
    with pytest.raises(ValueError, match="invalid must be one of"):
        make(starts, ends, invalid="drop")
