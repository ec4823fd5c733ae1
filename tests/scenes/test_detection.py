"""The arrays that detectors write, and rows of them that are invalid."""

from __future__ import annotations

import math
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from quarter_turns import gap, rectangles

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment, ShapeArray


def test_formats_of_rotated_boxes() -> None:
    rows = np.array([(5.0, -3.0, 4.0, 2.0, 0.3), (0.0, 1.0, 1.0, 7.0, -2.0)])
    degrees = rows * (1, 1, 1, 1, 180 / math.pi)
    expected = ShapeArray.boxes(rows[:, 2], rows[:, 3], rows[:, :2], rows[:, 4])
    for name in ("xywhr", "le90", "le135", "oc"):
        assert (ShapeArray.from_rotated_boxes(rows, name).vertices == expected.vertices).all()
    for name, array in {
        "xywhd": degrees,
        "xywh-r": rows * (1, 1, 1, 1, -1),
        "xywh-d": degrees * (1, 1, 1, 1, -1),
    }.items():
        read = ShapeArray.from_rotated_boxes(array, name)
        assert np.allclose(read.vertices, expected.vertices, atol=1e-14)
    assert len(ShapeArray.from_rotated_boxes([])) == 0


def test_the_picture_of_the_formats_is_what_its_script_draws() -> None:
    images = Path(__file__).parents[2] / "docs" / "images"
    drawn: str = runpy.run_path(str(images / "rotated_boxes.py"))["picture"]()
    assert (images / "rotated_boxes.svg").read_text(encoding="utf-8") == drawn + "\n"


def test_the_way_that_angles_turn() -> None:
    """The far end of the width, by the words of the docstring; y is the second coordinate."""
    lower, upper = (math.sqrt(3), 1.0), (math.sqrt(3), -1.0)  # as an image shows them
    for name, angle, end in [
        ("xywhd", 30, lower),
        ("xywhr", math.pi / 6, lower),
        ("le90", math.pi / 6, lower),
        ("xywh-d", 30, upper),
        ("xywh-r", math.pi / 6, upper),
    ]:
        box = ShapeArray.from_rotated_boxes([(0, 0, 4, 2, angle)], name)[0]
        assert (box.vertices[1] + box.vertices[2]) / 2 == pytest.approx(end, abs=1e-14)


@pytest.mark.parametrize("name", ["xywhd", "xywh-d"])
def test_quarter_turns_of_rotated_boxes_are_exact(name: str) -> None:
    firsts, seconds = zip(*rectangles(seed=2), strict=True)
    gaps = np.array([gap(a, b) for a, b in zip(firsts, seconds, strict=True)])
    a, b = (ShapeArray.from_rotated_boxes(rows, name) for rows in (firsts, seconds))
    assert (gaps == 0).sum() > 50
    assert (sepax.intersects(a, b) == (gaps <= 0)).all()
    assert (sepax.intersects(a, b, touching=False) == (gaps < 0)).all()
    assert (np.abs(a.angles) <= 2 * math.pi).all()
    hulls = ShapeArray.from_rotated_boxes([*firsts, (0, 0, 0, 4, 0)], name, invalid="hull")
    assert hulls[:-1].vertices.tolist() == a.vertices.tolist()


def test_other_degrees_keep_their_digits() -> None:
    degrees = np.array([30.0, -725.5, 359.99999999999994, 1e6 + 0.25])
    rows = np.column_stack([np.tile((0.0, 0.0, 4.0, 2.0), (4, 1)), degrees])
    expected = np.array([math.radians(angle) for angle in degrees])
    for name, sign in (("xywhd", 1.0), ("xywh-d", -1.0)):
        found = ShapeArray.from_rotated_boxes(rows, name).angles
        assert found.tolist() == (sign * expected).tolist()


DENTED = [(0, 0), (4, 0), (1, 0.9), (0, 4)]
CROSSED = [(0, 0), (1, 1), (1, 0), (0, 1)]
GOOD = [(0, 0), (0, 1), (2, 1), (2, 0)]  # clockwise
TRIANGLE = [(0, 0), (1, 0), (1, 0), (0, 1)]
LINE = [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_quads() -> None:
    quads = np.array([GOOD, DENTED, TRIANGLE, CROSSED], float)
    for array in (quads, quads.reshape(-1, 8), quads.tolist()):
        with pytest.raises(ValueError, match="shape 1"):
            ShapeArray.from_quads(array)
        hulls = ShapeArray.from_quads(array, invalid="hull")
        assert hulls.areas.tolist() == [2.0, 8.0, 0.5, 1.0]
        some, kept = ShapeArray.from_quads(array, invalid="skip")
        assert kept.tolist() == [True, False, True, False]
        assert some.areas.tolist() == [2.0, 0.5]
        fine = ShapeArray.from_quads(quads[[0, 2]])
        assert (some.vertices == fine.vertices).all()
    collapsed = ShapeArray.from_quads([GOOD, LINE, [(3, 4)] * 4, [(0, 0)] * 4], invalid="hull")
    assert [type(shape) for shape in collapsed] == [Polygon, Segment, Point, Point]
    assert collapsed[1].vertices.tolist() == [[0, 0], [3, 3]]
    assert [collapsed[row].position for row in (2, 3)] == [(3, 4), (0, 0)]
    assert sepax.nms(collapsed, [4, 3, 2, 1], 0.5).tolist() == [0, 1, 2, 3]
    lost: list[Any] = [GOOD, LINE, [(0, 0), (1, 0), (math.nan, 1), (0, 1)]]
    some, kept = ShapeArray.from_quads(lost, "skip")
    assert (len(some), kept.tolist()) == (1, [True, False, False])
    with pytest.raises(ValueError, match="shape 2: point 2 is not finite"):
        ShapeArray.from_quads([GOOD, GOOD, lost[2]], "hull")
    assert len(ShapeArray.from_quads([])) == 0
    assert len(ShapeArray.from_quads([LINE, LINE], "skip")[0]) == 0


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_only_invalid_rows_become_hulls(share: float) -> None:
    random = np.random.default_rng(9)
    turns = np.sort(random.uniform(0.0, 6.3, (300, 4)), axis=1)
    quads = np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    crossed = random.random(300) < share
    quads[crossed] = quads[crossed][:, [0, 2, 1, 3]]
    quads[crossed, 0] *= random.choice([1.0, 0.1, -0.5], (crossed.sum(), 1))
    valid = np.array([is_valid(quad) for quad in quads])
    assert share < 1.0 or not valid.all()
    hulls = ShapeArray.from_quads(quads, invalid="hull")
    some, kept = ShapeArray.from_quads(quads, invalid="skip")
    assert (kept == valid).all()
    assert len(some) == valid.sum()
    for quad, shape, fine in zip(quads, hulls, valid, strict=True):
        assert shape.same_as(Polygon(quad) if fine else Polygon.hull(quad))
    clouds = ShapeArray.hulls(quads)
    assert all(one.same_as(Polygon.hull(quad)) for one, quad in zip(clouds, quads, strict=True))


def is_valid(quad: Any) -> bool:
    try:
        Polygon(quad)
    except ValueError:
        return False
    return True


def test_polygons_with_some_invalid() -> None:
    vertices = [*GOOD, *DENTED, (0, 0), (1, 0), (0, 1)]
    places = [(0, 0), (5, 5), (9, 9)]
    hulls = ShapeArray.polygons(vertices, [0, 4, 8, 11], places, [0, 1, 2], invalid="hull")
    assert hulls.areas == pytest.approx([2.0, 8.0, 0.5])
    assert hulls.angles.tolist() == [0, 1, 2]
    some, kept = ShapeArray.polygons(
        vertices, [0, 4, 8, 11], places, [0, 1, 2], radii=[1, 2, 3], invalid="skip"
    )
    assert kept.tolist() == [True, False, True]
    assert some.positions.tolist() == [[0, 0], [9, 9]]
    assert some.radii.tolist() == [1, 3]
    assert some.angles.tolist() == [0, 2]
    for invalid in ("raise", "hull", "skip"):
        for options in ({"positions": places}, {"angles": [0, 1]}, {"radii": [0, 1]}):
            with pytest.raises(ValueError, match=r"must be one for all or 1, got [23]"):
                ShapeArray.polygons([LINE], invalid=invalid, **options)
    with pytest.raises(ValueError, match="shape 0"):  # a pose is not what may be skipped
        ShapeArray.polygons([GOOD], positions=(math.nan, 0), invalid="skip")


@pytest.mark.parametrize("angle", [0.0, 0.5, math.pi / 2, -3.0])
def test_what_collapses_has_its_pose_and_radius(angle: float) -> None:
    """Against the points of a triangle in the same pose, which holds them."""
    place, local = (1000.25, -7.0), [(3.0, 1.0), (3.5, 2.0), (1.0, 4.0)]
    quads = [[local[0]] * 4, [local[0], local[1], local[0], local[1]], [*local, local[0]]]
    array = ShapeArray.polygons(quads, None, place, angle, radii=[0.0, 2, 0], invalid="hull")
    held = Polygon(local, position=place, angle=angle)
    assert [type(shape) for shape in array] == [Point, Capsule, Polygon]
    assert array[0].vertices == pytest.approx(held.vertices[:1], abs=1e-12)
    ends = array[1].vertices
    assert ends == pytest.approx(held.vertices[:2], abs=1e-12)
    assert array.radii.tolist() == [0, 2, 0]
    assert array.angles.tolist() == [angle] * 3
    one = ShapeArray.polygons(quads[:1], None, place, angle, radii=3, invalid="hull")[0]
    assert (type(one), one.radius) == (Circle, 3)


ROWS = [(5, 5, 4, 2, 30), (1, 2, 0, 3, 90), (1, 2, 0, 0, 10), (9, 9, 1, 2, 400), (0, 0, -2, 1, 0)]


def test_rotated_boxes_with_some_invalid() -> None:
    with pytest.raises(ValueError, match=r"^shape 1: width and height"):
        ShapeArray.from_rotated_boxes(ROWS, "xywhd")
    some, kept = ShapeArray.from_rotated_boxes(ROWS, "xywhd", invalid="skip")
    assert kept.tolist() == [True, False, False, True, False]
    fine = ShapeArray.from_rotated_boxes([ROWS[0], ROWS[3]], "xywhd", invalid="hull")
    assert fine.nbytes == some.nbytes == ShapeArray.boxes(1, [1, 1]).nbytes
    assert (some.vertices == fine.vertices).all()
    hulls = ShapeArray.from_rotated_boxes(ROWS, "xywhd", invalid="hull")
    assert [type(shape) for shape in hulls] == [Polygon, Segment, Point, Polygon, Polygon]
    assert hulls[0].same_as(fine[0])
    assert hulls[3].same_as(fine[1])
    assert hulls[1].vertices == pytest.approx(np.array([(2.5, 2), (-0.5, 2)]), abs=1e-14)
    assert hulls[2].position == (1.0, 2.0)
    assert hulls.areas == pytest.approx([8, 0, 0, 2, 2])
    lost = [*ROWS[:2], (math.nan, 0, 1, 1, 0), (0, 0, 1, math.inf, 0), (0, 0, 1, 1, math.nan)]
    some, kept = ShapeArray.from_rotated_boxes(lost, "xywhd", invalid="skip")
    assert (len(some), kept.tolist()) == (1, [True, False, False, False, False])
    for bad in lost[2:]:
        with pytest.raises(ValueError, match=r"shape 1"):
            ShapeArray.from_rotated_boxes([ROWS[0], bad], "xywhd", invalid="hull")
    given = np.array(ROWS, float)
    ShapeArray.from_rotated_boxes(given, "xywhd", invalid="hull")
    assert (given == ROWS).all()
    empty, kept = ShapeArray.from_rotated_boxes([], invalid="skip")
    assert (len(empty), len(kept)) == (0, 0)


def test_degrees_without_a_format_are_refused() -> None:
    with pytest.raises(ValueError, match=r'^shape 1: .*30\.0 .*full turn.*"xywhd".*"xywhr"'):
        ShapeArray.from_rotated_boxes([(0, 0, 2, 1, 0.5), (0, 0, 2, 1, 30)])
    said = ShapeArray.from_rotated_boxes([(0, 0, 2, 1, 30)], "xywhr")
    assert said[0].same_as(Polygon.box(2, 1, angle=30.0))
    turns = np.array([2 * math.pi, -2 * math.pi, 6.0, 0.0])
    for angles in (turns, turns.astype(np.float32)):
        rows = np.column_stack((np.ones((4, 4)), angles))
        assert ShapeArray.from_rotated_boxes(rows).angles.tolist() == angles.tolist()


def geometries() -> list[Any]:
    """One of each: whether it is taken, and what its hull is."""
    square = shapely.box(0, 0, 2, 2)
    return [
        square,
        shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)]),
        square.difference(shapely.box(0.5, 0.5, 1, 1)),
        shapely.MultiPolygon([square, shapely.box(3, 3, 4, 4)]),
        shapely.LineString([(0, 0), (1, 1), (2, 5)]),
        shapely.LineString([(0, 0), (1, 1)]),
        shapely.LineString([(0, 0), (1, 1), (3, 3)]),
        shapely.Point(7, 8),
        shapely.MultiPoint([(7, 8), (7, 8)]),
        shapely.Polygon([(0, 0), (1, 1), (2, 2)]),
    ]


def test_shapely_with_some_invalid() -> None:
    given = geometries()
    with pytest.raises(ValueError, match=r'shape 2 .*invalid="hull".*Compound\.from_shapely'):
        ShapeArray.from_shapely([*given[:1], given[5], given[2]])
    with pytest.raises(ValueError, match=r"shape 4 .*LINESTRING .*CompoundArray\.from_shapely"):
        ShapeArray.from_shapely(given, invalid="hull")
    given[4] = given[0]
    hulls = ShapeArray.from_shapely(given, invalid="hull")
    assert len(hulls) == len(given)
    for made, geometry in zip(hulls.to_shapely(), given, strict=True):
        assert made.equals(shapely.convex_hull(geometry)), geometry
    assert hulls[7].position == hulls[8].position == (7.0, 8.0)
    lost = [*given, None, shapely.Polygon(), shapely.Point()]
    some, kept = ShapeArray.from_shapely(lost, invalid="skip")
    assert np.flatnonzero(kept).tolist() == [0, 4, 5, 7]
    fine = ShapeArray.from_shapely([given[row] for row in (0, 4, 5, 7)])
    assert (some.vertices == fine.vertices).all()
    assert (some.positions == fine.positions).all()
    for row in (10, 11, 12):
        with pytest.raises(ValueError, match=r"shape 1: a hull needs at least 1 .*, got 0"):
            ShapeArray.from_shapely([given[0], lost[row]], invalid="hull")
        with pytest.raises(ValueError, match="shape 1"):
            ShapeArray.from_shapely([given[0], lost[row]])
    for invalid in ("raise", "hull", "skip"):
        with pytest.raises(TypeError, match="shape 1 must be one of shapely's, got str"):
            ShapeArray.from_shapely([given[0], "POINT (0 0)"], invalid=invalid)
    with pytest.raises(ValueError, match="invalid must be one of"):
        ShapeArray.from_shapely(given, invalid="drop")  # type: ignore[call-overload]
    assert len(ShapeArray.from_shapely([], invalid="hull")) == 0
    assert len(ShapeArray.from_shapely([], invalid="skip")[0]) == 0


def test_hulls() -> None:
    random = np.random.default_rng(5)
    sizes = random.integers(3, 40, 50)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    points = random.normal(size=(offsets[-1], 2))
    array = ShapeArray.hulls(points, offsets)
    for row, shape in enumerate(array):
        one = Polygon.hull(points[offsets[row] : offsets[row + 1]])
        assert (shape.vertices == one.vertices).all()
    assert len(ShapeArray.hulls(np.empty((0, 2)), [0])) == 0
    assert len(ShapeArray.hulls(random.normal(size=(7, 9, 2)))) == 7
    with pytest.raises(ValueError, match=r"^shape 1: point 3 is beyond 2\*\*240"):
        ShapeArray.hulls([(0, 0), (1, 0), (0, 1), (0, 0), (1, 0), (0, 1), (1e99, 1)], [0, 3, 7])
    with pytest.raises(ValueError, match=r"^shape 0: a hull needs at least 3 .*, got 1"):
        ShapeArray.hulls([[(0, 0), (0, 0), (0, 0)]])


QUADS: Any = ShapeArray.from_quads
BOXES: Any = ShapeArray.from_rotated_boxes
REFUSED: list[tuple[Any, str]] = [
    (lambda: BOXES([(1, 2, 3, 4)]), r"\(n, 5\)"),
    (lambda: BOXES([(1, 2, 3, 4, 5)], "xyxyr"), "format must be one of"),
    (lambda: BOXES([(0, 0, 1, 1, 0), (1, 2, -3, 4, 5)]), "shape 1"),
    (lambda: QUADS(np.zeros((2, 5, 2))), r"\(n, 8\)"),
    (lambda: QUADS([GOOD], "drop"), "invalid must be one of raise, hull, skip"),
    (lambda: ShapeArray.hulls(GOOD, [0, 3]), "lead from 0 to the number of points, 4"),
    (lambda: ShapeArray.hulls(GOOD), r"\(n, k, 2\)"),
    (
        lambda: ShapeArray.polygons(GOOD, [0, 3, 1, 4], invalid="skip"),
        r"offsets\[2\] must not decrease",
    ),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_what_is_refused(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()
