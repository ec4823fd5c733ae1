"""Points, segments, capsules and rounded polygons in arrays: the bits of the single shapes."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import rounded
from families import ROUNDED_PAIRS, Shape, pairs
from questions import QUESTIONS, assert_same_bits
from rounded import NEW
from test_arrays import assert_holds, brute
from test_radius import PILL, Bullet
from test_simd import KINDS, check_edges, check_verdicts, classify_pairs

from sepax import Capsule, Circle, Point, Polygon, Segment, ShapeArray, find_pairs

NAN, INF = math.nan, math.inf
ANYTHING: Any = None


def crowd(count: int, seed: int, reach: float = 1.2) -> list[Shape]:
    """Return shapes of all kinds, crowded enough that many meet."""
    source = random.Random(seed)
    return [rounded.any_shape(source, 1.0, reach) for _ in range(count)]


def sides_of(family: str) -> tuple[ShapeArray, ShapeArray]:
    a, b = zip(*pairs(family), strict=True)
    return ShapeArray.from_shapes(a), ShapeArray.from_shapes(b)


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_lanes_claim_nothing_but_the_truth(family: str) -> None:
    cases = pairs(family)
    for kind in KINDS:
        verdicts = classify_pairs(kind, cases)
        (check_edges if kind == "edges" else check_verdicts)(verdicts, cases)


# find_pairs -----------------------------------------------------------------------------


@pytest.mark.parametrize("reach", [0.5, 4.0, 20.0])
def test_find_pairs(reach: float) -> None:
    shapes, others = crowd(120, 3, reach), crowd(70, 4, reach)
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    for touching in (True, False):
        assert find_pairs(a, touching=touching).tolist() == brute(shapes, None, touching)
        assert find_pairs(a, b, touching).tolist() == brute(shapes, others, touching)
    assert find_pairs(a, b, workers=3).tolist() == brute(shapes, others, True)


@pytest.mark.parametrize("family", NEW)
def test_find_pairs_in_families(family: str) -> None:
    for a, b in pairs(family):
        both = ShapeArray.from_shapes([a, b])
        assert len(find_pairs(both)) == a.intersects(b)
        assert len(find_pairs(both, touching=False)) == a.intersects(b, touching=False)


# Constructors and columns -----------------------------------------------------------------

SOURCE = np.random.default_rng(11)
STARTS, ENDS = SOURCE.uniform(-3, 3, (2, 20, 2))
RADII = np.where(SOURCE.random(20) < 0.2, 0.0, SOURCE.uniform(0, 2, 20))
SIDES = SOURCE.uniform(0.1, 3.0, (20, 2))
TURNS = SOURCE.uniform(-9, 9, 20)


def test_points() -> None:
    array = ShapeArray.points(STARTS)
    assert_holds(array, [Point(place) for place in STARTS])
    assert_holds(ShapeArray.points([(1, 2)]), [Point((1, 2))])
    assert len(ShapeArray.points(np.empty((0, 2)))) == 0


def test_segments() -> None:
    array = ShapeArray.segments(STARTS, ENDS)
    assert_holds(array, [Segment(p, q) for p, q in zip(STARTS, ENDS, strict=True)])
    fan = ShapeArray.segments((9, 9), ENDS.tolist())
    assert_holds(fan, [Segment((9, 9), q) for q in ENDS])


def test_capsules() -> None:
    array = ShapeArray.capsules(STARTS, ENDS, RADII)
    rows = list(zip(STARTS, ENDS, RADII, strict=True))
    assert_holds(array, [Capsule(p, q, r) for p, q, r in rows])
    assert_holds(ShapeArray.capsules(STARTS, ENDS, 1), [Capsule(p, q, 1) for p, q, _ in rows])


def test_boxes_with_radii() -> None:
    array = ShapeArray.boxes(SIDES[:, 0], SIDES[:, 1], STARTS, TURNS, radii=RADII)
    rows = zip(SIDES, STARTS, TURNS, RADII, strict=True)
    shapes: list[Shape] = [
        Polygon.box(w, h, position=place, angle=turn, radius=r) for (w, h), place, turn, r in rows
    ]
    assert_holds(array, shapes)
    assert_holds(
        ShapeArray.boxes(1, 1, radii=[1, 2]), [Polygon.box(1, 1, radius=r) for r in (1, 2)]
    )
    plain = ShapeArray.boxes(SIDES[:, 0], SIDES[:, 1])
    none = ShapeArray.boxes(SIDES[:, 0], SIDES[:, 1], radii=0.0)
    assert none.nbytes == plain.nbytes


def test_polygons_with_radii() -> None:
    rings = np.array([[(0, 0), (4, 0), (0, 3)], [(0, 0), (0, 1), (5, 0)]], dtype=float)
    array = ShapeArray.polygons(rings, radii=[0.5, 0.0], positions=(1, 2))
    shapes: list[Shape] = [
        Polygon(ring, position=(1, 2), radius=r) for ring, r in zip(rings, (0.5, 0), strict=True)
    ]
    assert_holds(array, shapes)
    split = ShapeArray.polygons(rings.reshape(-1, 2), [0, 3, 6], radii=2)
    assert_holds(split, [Polygon(ring, radius=2) for ring in rings])


def test_from_shapes_keeps_kinds_and_bits() -> None:
    shapes = crowd(200, 5)
    array = ShapeArray.from_shapes(shapes)
    assert_holds(array, shapes)
    assert {type(shape) for shape in array} == {Point, Segment, Capsule, Circle, Polygon}
    assert_holds(ShapeArray.concatenate([array, array[:7]]), shapes + shapes[:7])
    assert_holds(array[::-3], shapes[::-3])
    assert_holds(array[np.array([5, 5, 0])], [shapes[5], shapes[5], shapes[0]])
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert_holds(pickle.loads(pickle.dumps(array, protocol)), shapes)


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
    others = crowd(40, 6)
    for ask in QUESTIONS.values():
        expected = ask.one_by_one([(bullet, other) for other in others])
        assert_same_bits(ask(bullet, ShapeArray.from_shapes(others)), expected)
        assert_same_bits(ask(bullet, others), expected)


@pytest.mark.parametrize("family", ROUNDED_PAIRS)
def test_columns(family: str) -> None:
    array, shapes = sides_of(family)[0], [a for a, _ in pairs(family)]
    for found, expected in (
        (array.areas, [shape.area for shape in shapes]),
        (array.centroids, [shape.centroid for shape in shapes]),
        (array.bounds, [shape.bounds for shape in shapes]),
        (array.radii, [shape.radius for shape in shapes]),
    ):
        assert found.tobytes() == np.array(expected, dtype=np.float64).tobytes()
    normals = np.split(array.normals, array.offsets[1:-1])
    for rows, shape in zip(normals, shapes, strict=True):
        expected_rows = shape.normals if len(shape.normals) else np.zeros((1, 2))
        assert rows.tobytes() == expected_rows.tobytes()


def test_poses_are_those_of_single_shapes() -> None:
    shapes = crowd(100, 7)
    array = ShapeArray.from_shapes(shapes)
    places, turns = np.random.default_rng(12).uniform(-9, 9, (100, 2)), np.arange(100) / 7
    array.set_poses(places, turns)
    for shape, place, turn in zip(shapes, places, turns, strict=True):
        shape.set_pose(place[0], place[1], turn)
    assert_holds(array, shapes)
    array.set_poses(angles=0.5, where=[3, 5])
    for k in (3, 5):
        shapes[k].angle = 0.5
    assert_holds(array, shapes)
    moved = array[4]
    moved.move(1, 2)
    array[4] = moved
    shapes[4].move(1, 2)
    assert_holds(array, shapes)
    with pytest.raises(ValueError, match="shape 0"):
        array[0] = rounded.with_radius(array[0], array[0].radius + 1)
    assert_holds(array, shapes)


def test_all_poses_or_none() -> None:
    shapes: list[Shape] = [Point((0, 0)), PILL.copy(), Segment((0, 0), (1, 0))]
    array = ShapeArray.from_shapes(shapes)
    for places, angles in (
        ([(1, 1), (2, 2), (NAN, 3)], 0.0),
        ([(1, 1), (2, 2), (1e30, 3)], 0.0),
        ([(1, 1), (2, 2), (3, 3)], [0, 0, INF]),
    ):
        with pytest.raises(ValueError, match="shape 2"):
            array.set_poses(places, angles)
        assert_holds(array, shapes)
    array.set_poses([(1e30, 0)], where=[0])
    assert array.positions[0].tolist() == [1e30, 0.0]


def test_bytes_a_shape() -> None:
    """A bound to be noticed: nobody should double it unawares."""
    many = SOURCE.uniform(-9, 9, (1000, 2))
    assert ShapeArray.points(many).nbytes < 115 * 1000
    assert ShapeArray.segments(many, many + 1).nbytes < 165 * 1000


BAD: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "no length": (
        lambda: ShapeArray.segments([(0, 0), (1, 1)], [(1, 0), (1, 1)]),
        ValueError,
        "shape 1: .*Point|shape 1: .*points",
    ),
    "capsule without length": (
        lambda: ShapeArray.capsules([(0, 0)], [(0, 0)], 1),
        ValueError,
        "shape 0: .*Circle|shape 0: .*circles",
    ),
    "nan start": (lambda: ShapeArray.segments([(0, 0), (NAN, 1)], (5, 5)), ValueError, "shape 1"),
    "inf end": (lambda: ShapeArray.segments((5, 5), [(0, 0), (INF, 1)]), ValueError, "shape 1"),
    "lengths": (
        lambda: ShapeArray.segments(np.zeros((2, 2)), np.ones((3, 2))),
        ValueError,
        "starts 2, ends 3",
    ),
    "radius": (lambda: ShapeArray.capsules((0, 0), (1, 0), [1, -1]), ValueError, "shape 1: radius"),
    "nan radius": (lambda: ShapeArray.boxes(1, 1, radii=[1, NAN]), ValueError, "shape 1: radius"),
    "infinite radius": (lambda: ShapeArray.boxes(1, 1, radii=INF), ValueError, "shape 0: radius"),
    "large radius": (
        lambda: ShapeArray.capsules((0, 0), (1, 0), 1e80),
        ValueError,
        r"shape 0: radius .*2\*\*240",
    ),
    "polygon radius": (
        lambda: ShapeArray.polygons([[(0, 0), (1, 0), (0, 1)]], radii=[-1]),
        ValueError,
        "shape 0: radius",
    ),
    "radii of text": (lambda: ShapeArray.boxes(1, 1, radii=ANYTHING), TypeError, "radii"),
    "radii of truth": (
        lambda: ShapeArray.capsules((0, 0), (1, 0), [True]),
        TypeError,
        "radii must be real numbers",
    ),
    "nan point": (lambda: ShapeArray.points([(0, 0), (0, NAN)]), ValueError, "shape 1"),
    "three columns": (lambda: ShapeArray.points(np.zeros((2, 3))), ValueError, "positions"),
    "flat": (lambda: ShapeArray.segments([1, 2, 3], (0, 0)), ValueError, "starts"),
    "none": (lambda: ShapeArray.segments(ANYTHING, (0, 0)), TypeError, "starts"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name: str) -> None:
    make, kind, words = BAD[name]
    with pytest.raises(kind, match=words):
        make()


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
    shapes: list[Shape] = [
        Point((1, 2)),
        Segment((0, 0), (3, 4)),
        Polygon([(0, 0), (1, 0), (0, 1)]),
    ]
    assert_holds(ShapeArray.from_shapely(ShapeArray.from_shapes(shapes).to_shapely()), shapes)
    bent = shapely.LineString([(0, 0), (1, 0), (1, 1)])
    for bad in (bent, shapely.LineString(), shapely.Point(), shapely.LineString([(1, 1), (1, 1)])):
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
