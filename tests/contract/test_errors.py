"""Every error, and that its message names the culprit and the reason."""

from __future__ import annotations

import inspect
import math
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from public_calls import OF_CLASSES, given, of_shape, public_attributes
from questions import OF_SHAPES, QUESTIONS

import sepax
from sepax import Circle, Compound, CompoundArray, Polygon, ShapeArray
from sepax._core.shape import Shape

NAN, INF = math.nan, math.inf
BOX = Polygon.box(2, 2)
BALL = Circle((5, 0), 1)
ROW = ShapeArray.boxes(2, [1, 2, 3])
SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
LIMIT = 2.0**240
ONE = np.zeros(1, dtype=bool)
READ_ONLY = "vertices local_vertices normals radius bounds area centroid second_moment"

# What the vertices are, and words of the message, in their order, as a regular expression.
BAD_VERTICES: list[tuple[str, Any, str]] = [
    ("two", [(0, 0), (1, 0)], "at least 3 .*vertices"),
    ("two distinct", [(0, 0), (1, 0), (1, 0), (0, 0)], "at least 3 distinct vertices.*vertex"),
    ("one distinct", [(2, 3)] * 5, "at least 3 distinct vertices.*vertex"),
    ("on a line", [(0, 0), (1, 1), (3, 3)], "zero area.*vert.* line"),
    ("on a line and back", [(0, 0), (2, 2), (1, 1), (3, 3)], "zero area.*vert.* line"),
    ("reflex", [(0, 0), (4, 0), (1, 1), (0, 4)], r"vertex 2 is a reflex corner.*Polygon\.hull"),
    ("reflex, clockwise", [(0, 4), (1, 1), (4, 0), (0, 0)], "vertex 1 is a reflex corner"),
    ("reflex, first", [(1, 1), (0, 4), (0, 0), (4, 0)], "vertex 0 is a reflex corner"),
    (
        "reflex after doubles",
        [(0, 0), (0, 0), (2, 0), (4, 0), (1, 1), (0, 4), (0, 0)],
        "vertex 4 is a reflex corner",
    ),
    (
        "reflex by one ulp",
        [(0, 0), (1, math.ulp(1.0)), (2, 0), (1, 2)],
        "vertex 1 is a reflex corner",
    ),
    ("bow tie", [(0, 0), (2, 2), (2, 0), (0, 2)], "crosses itself.*vertex [0-3].*vertex [0-3]"),
    (
        "star",
        [(math.cos(0.8 * math.pi * i), math.sin(0.8 * math.pi * i)) for i in range(5)],
        "crosses itself.*vertex [0-4].*vertex [0-4]",
    ),
    ("round twice", SQUARE * 2, "(crosses itself|reflex|doubles back).*vertex|vertex.*reflex"),
    ("spike", [(0, 0), (2, 0), (4, 0), (2, 0), (1, 2)], "vertex 2|(doubles back|crosses).*vertex"),
]


@pytest.mark.parametrize("reason", [pytest.param(row[1:], id=row[0]) for row in BAD_VERTICES])
def test_vertices(reason: tuple[Any, str]) -> None:
    vertices, words = reason
    with pytest.raises(ValueError, match=words):
        Polygon(vertices)


def test_vertices_at_the_limit_are_fine() -> None:
    shape = Polygon([(-LIMIT, -LIMIT), (LIMIT, -LIMIT), (0, LIMIT)])
    assert shape.intersects(shape)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([(0, 0), (1, 1), (0, 0), (1, 1)], "at least 3 distinct"),
        ([(0, 0), (1, 1), (2, 2), (5, 5)], "zero area|line"),
        ([(0, 0), (0, 1), (1e80, 0)], r"^point 2 is beyond 2\*\*240: \(1e\+80, 0.0\)"),
        ([(0, 0), (1e300, 1e300), (1e300, 0), (0, 1e300)], r"^point 1 is beyond 2\*\*240"),
    ],
)
def test_hull(points: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Polygon.hull(points)


def foreign(name: str, **content: Any) -> Any:
    """An object whose class is known by its module alone, in a package that is not imported."""
    module, _, short = name.rpartition(".")
    return type(short, (), {"__module__": module, **content})()


SHAPELY = foreign("shapely.geometry.polygon.Polygon")
RECT = foreign("pygame.rect.Rect", __iter__=lambda self: iter((0, 0, 2, 2)))
COLUMNS = {"__iter__": lambda self: iter(("geometry", "name"))}
GEO_FRAME = foreign("geopandas.geodataframe.GeoDataFrame", **COLUMNS)
FRAME = foreign("pandas.core.frame.DataFrame", **COLUMNS)
GEO_SERIES = foreign("geopandas.geoseries.GeoSeries", __iter__=lambda self: iter((SHAPELY,)))
WITH_X = foreign("shapely.geometry.point.Point", x=1.0, y=2.0)
BENT = [(0, 0), (4, 0), (1, 1), (0, 4)]
BOW_TIE = [(0, 0), (2, 2), (2, 0), (0, 2)]
OF_SHAPELY = r"got shapely\.Polygon: .*ShapeArray\.from_shapely"
OF_RECT = (
    r"(got|is a) pygame\.Rect: .*Polygon\.box\(rect\.width, rect\.height, position=rect\.center\)"
)
COMES_AFTER = r"b is a point: .*a velocity, it comes after both shapes: sweep\(a, b, \(1"
SWAPPED = r"shape is a point: use contains\(shape, \(1\.0, 0\.0\)\)"
NUMBERS = r"three numbers, set_pose\(x, y, angle\), got"
MOVE = r".*if v := a\.mtv\(b\): a\.move\(\*v\)"
FAR: Any = Polygon.box(2, 2, position=(9, 0))
CUP: Any = Compound([BOX, FAR])
RING = [(0, 0), (9, 0), (9, 9), (0, 9)]
ROTATED = np.array([(0, 0, 1, 1, 0.1), (1, 1, 1, 1, 0.2)])
WIDE = np.arange(6.0).reshape(2, 3)

# What is called, with which kind of error, and words of the message.
CALLS: list[tuple[str, type[Exception], str]] = [
    ("Polygon.box(0, 1)", ValueError, "width .*0"),
    ("Polygon.box(-1, 1)", ValueError, "width .*-1"),
    ("Polygon.box(1, 0.0)", ValueError, "height"),
    ("Polygon.regular(2, 1)", ValueError, "sides .*3.*2"),
    ("Polygon.regular(5, 0)", ValueError, "radius .*0"),
    ("Polygon.regular(5, -2.5)", ValueError, r"radius .*-2\.5"),
    ("Circle((0, 0), -1)", ValueError, "radius .*-1"),
    ("Circle((0, 0))", TypeError, "radius"),
    ("Polygon(SQUARE, position=(1e+30, 0))", ValueError, r"1e\+30.*area"),
    ("Polygon(SQUARE, (1, 2))", TypeError, "positional"),
    ("BOX.project((0, 0))", ValueError, "axis .*zero"),
    ("BOX.contains((p for p in SQUARE))", TypeError, "points .*real numb"),
    ("BOX.contains([[(0, 0)]])", ValueError, r"\(n, 2\).*\(1, 1, 2\)"),
    ("BOX.contains((0, 0), workers=2)", TypeError, "single point"),
    ("BOX.contains((0, 0), out=ONE)", TypeError, "single point"),
    ("sepax.contains(BOX, (0, 0), pairs=([0], [0]))", TypeError, "single point"),
    ("BOX.project((1, 0), out=ONE)", TypeError, "shape and a single axis"),
    ("BOX.contains(SQUARE, out=ONE)", ValueError, r"\(4,\).*\(1,\)"),
    ("ROW.mtv(BOX, workers=True)", TypeError, "workers .*integer.*bool"),
    ("BOX.mtv(BALL, workers=True)", TypeError, "workers .*bool"),
    ("ROW.mtv(BOX, workers=0.5)", TypeError, "workers .*integer.*float"),
    ("ROW.mtv(BOX, workers='2')", TypeError, "workers .*integer.*str"),
    ("BOX.mtv(BALL, workers=10 ** 400)", TypeError, "for arrays"),
    ("ROW.mtv(BOX, workers=-10 ** 400)", ValueError, "workers .*least 1"),
    ("BOX.contains(SQUARE, workers=0)", ValueError, "workers .*0"),
    (
        "sepax.contains(BOX, SQUARE, pairs=([0, 1], [0, 1]))",
        IndexError,
        r"pairs\[0\]\[1\] is 1, out of range for 1 rows",
    ),
    (
        "ShapeArray.polygons([SQUARE[:3], SQUARE, SQUARE])",
        ValueError,
        r"ring 0 has 3 points and ring 1 has 4.*offsets=.*\[0, 3, 7, 11\]$",
    ),
    (
        "ShapeArray.hulls([np.ones((4, 2)), np.ones((4, 2)), np.ones((5, 2)), SQUARE])",
        ValueError,
        r"points .*ring 0 has 4 points and ring 2 has 5.*\[0, 4, 8, 13, \.\.\.\]$",
    ),
    ("ShapeArray.from_quads([SQUARE, SQUARE[:3]])", ValueError, "row 0 has 4, row 1 has 3$"),
    ("ShapeArray.boxes(1, 1, [(0, 0), (1,)])", ValueError, "row 0 has 2, row 1 has 1$"),
    ("ShapeArray.points([(0, 0), 1])", ValueError, "row 0 has 2, row 1 is a single value$"),
    ("Polygon(WIDE.tolist())", ValueError, "vertex 0 .*got 3 .*not the transpose"),
    ("sepax.raw.mtv(WIDE.tolist(), RING)", ValueError, "vertex 0 .*got 3 .*not the transpose"),
    ("sepax.raw.mtv(WIDE, RING)", ValueError, r"got \(2, 3\): give the transpose"),
    ("ShapeArray.boxes(1, 1, WIDE[0])", ValueError, r"positions .*got \(3,\): .*np\.column_stack"),
    ("Compound.from_polygon(RING, RING[:3])", ValueError, r"holes\[0\] .*one as holes=\[ring\]"),
    ("sepax.convex_parts(RING, np.array(RING))", ValueError, r"holes\[0\] .*one as holes=\[ring\]"),
    ("Polygon(BOW_TIE)", ValueError, r"^(?!.*ShapeArray).*crosses itself.*Polygon\.hull\(points\)"),
    (
        "Polygon(BENT)",
        ValueError,
        r"^(?!.*ShapeA).*Polygon\.hull\(points\).*Compound\.from_polygon",
    ),
    ("ShapeArray.from_quads([BOW_TIE])", ValueError, 'crosses itself.*invalid="hull"'),
    ("ShapeArray.from_quads([BENT])", ValueError, r'invalid="hull".*Compound\.from_polygon'),
    ("ShapeArray.polygons([RING, BENT])", ValueError, 'shape 1: .*ShapeArray.*invalid="hull"'),
    ("ShapeArray.polygons([RING, BOW_TIE])", ValueError, 'shape 1: .*ShapeArray.*invalid="hull"'),
]


@pytest.mark.parametrize(("call", "kind", "words"), CALLS)
def test_errors(call: str, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        eval(call)


# What people try first and things that are no shapes: the message shows the right form.
TYPES: list[tuple[str, str]] = [
    ("Polygon.box(2, 1, (0, 0))", r"Polygon\.box\(width, height, position=\("),
    ("Polygon.regular(5, 1, 0.5)", r"regular\(sides, radius, position=\(.*angle="),
    ("Polygon.hull(SQUARE, (1, 2))", r"Polygon\.hull\(points, position=\("),
    ("Polygon(SQUARE, (1, 2), 3)", r"Polygon\(vertices, position=\(x, y\)"),
    ("BOX.sweep(BALL)", "velocity_a must be given.*pair"),
    ("sepax.sweep(BOX, BALL)", "velocity_a must be given.*pair"),
    ("sepax.sweep()", "argument"),
    ("sepax.raw.sweep(SQUARE, SQUARE)", "velocity_a must be given.*pair"),
    ("sepax.sweep(sepax.ShapeArray([BOX]), BALL)", "velocity_a"),
    ("BOX.sweep(sepax.ShapeArray([BOX]))", "velocity_a"),
    ("sepax.find_pairs([BOX, SHAPELY])", rf"a\[1\] .*{OF_SHAPELY}"),
    ("BOX.intersects(SHAPELY)", rf"b must .*{OF_SHAPELY}"),
    ("ShapeArray([SHAPELY])", rf"shapes\[0\] .*{OF_SHAPELY}"),
    ("sepax.find_pairs([CUP, SHAPELY])", rf"a\[1\] .*{OF_SHAPELY}"),
    ("Polygon(SHAPELY)", rf"vertices .*{OF_SHAPELY}"),
    ("Polygon.hull(SHAPELY)", rf"points .*{OF_SHAPELY}"),
    ("BOX.explain(SHAPELY)", OF_SHAPELY),
    ("sepax.move_and_slide(SHAPELY, BOX, (1, 0))", OF_SHAPELY),
    ("BOX.same_as(SHAPELY)", OF_SHAPELY),
    ("CUP.push_out_of(SHAPELY)", OF_SHAPELY),
    ("BOX.overlap(SHAPELY)", OF_SHAPELY),
    ("ROW.__setitem__(0, SHAPELY)", OF_SHAPELY),
    ("sepax.find_pairs(GEO_SERIES)", r"is a geopandas\.GeoSeries: .*from_shapely"),
    ("sepax.find_pairs(GEO_FRAME)", r"GeoDataFrame: give its \.geometry to"),
    ("sepax.find_pairs(FRAME)", r"is a pandas\.DataFrame: .*\.boxes.*from_shapely"),
    ("ShapeArray.from_shapely(GEO_FRAME)", r"frame\.geometry"),
    ("ShapeArray.from_shapely(FRAME)", r"frame\.geometry"),
    ("ShapeArray.from_shapely([BOX])", "shape 0 .*got Polygon of sepax"),
    ("BOX.intersects(RECT)", rf"b\[0\] must .*{OF_RECT}"),
    ("BOX.intersects([BOX, RECT])", rf"b\[1\] must .*{OF_RECT}"),
    ("Polygon(RECT)", rf"vertices .*{OF_RECT}"),
    ("BOX.intersects((0, 0.5))", r"b\[0\] .*b is a point: .*contains.*Point\(\(0\.0, 0\.5"),
    ("BOX.mtv(np.array((1, 2)))", r"b\[0\] .*b is a point: .*Point\(\(1\.0, 2\.0"),
    ("BOX.mtv((1, 10 ** 400))", r"\(1\.0, inf\)"),
    ("BOX.distance(SQUARE)", r"b is a list of numbers: .*\.points"),
    ("BOX.distance(np.ones((3, 4)))", r"b is a numpy\.ndarray of numbers: .*\.boxes"),
    ("Circle(WITH_X, 1)", r"center .*got shapely\.Point: give its \(x, y\)"),
    ("ROW.__delitem__(0)", r"fixed number of shapes: a mask .*array\[keep\]"),
    (
        "sepax.sweep(BOX, (1, 0), FAR)",
        COMES_AFTER,
    ),
    (
        "BOX.sweep((1, 0), FAR)",
        COMES_AFTER,
    ),
    (
        "sepax.sweep(ROW, (1, 0), FAR)",
        COMES_AFTER,
    ),
    (
        "sepax.time_of_impact(BOX, (1, 0), FAR)",
        COMES_AFTER,
    ),
    (
        "sepax.first_impacts(CUP, (1, 0), ROW)",
        COMES_AFTER,
    ),
    ("sepax.contains((1, 0), BOX)", SWAPPED),
    ("sepax.project((1, 0), BOX)", SWAPPED),
    (
        "sepax.support_point((1, 0), ROW)",
        SWAPPED,
    ),
    ("sepax.contains(1, 0)", r"shape must be a shape .*, got int"),
    (
        "BOX.set_pose(position=(1, 2))",
        rf"{NUMBERS} position tuple: .*\*position, angle",
    ),
    (
        "BOX.set_pose((1, 2), 0.1)",
        rf"{NUMBERS} x tuple, y float: .*\*position, angle",
    ),
    (
        "BOX.set_pose(1, 2)",
        rf"{NUMBERS} x int, y int: .*\*position, angle",
    ),
    (
        "BOX.set_pose(1, angle=2)",
        rf"{NUMBERS} x int, angle int: .*\*position, angle",
    ),
    (
        "CUP.set_pose(y=1, angle=2)",
        rf"{NUMBERS} y int, angle int: .*\*position, angle",
    ),
    (
        "BOX.set_pose(1, 2, 3, position=(1, 2))",
        rf"{NUMBERS} x int, y int, angle int, position tuple: .*\*position, angle",
    ),
    ("BOX.set_pose()", rf"{NUMBERS} none: .*\*position, angle"),
    (
        "CUP.set_pose(position=(1, 2))",
        rf"{NUMBERS} position tuple: .*\*position, angle",
    ),
    (
        "CUP.set_pose((1, 2), 0.1)",
        rf"{NUMBERS} x tuple, y float: .*\*position, angle",
    ),
    (
        "BOX.move(BOX.mtv(FAR))",
        rf"got NoneType: {MOVE}",
    ),
    (
        "BOX.move((1, 2))",
        rf"got tuple: {MOVE}",
    ),
    ("BOX.move()", rf"got none: {MOVE}"),
    (
        "CUP.move(CUP.mtv(Circle((50, 0), 1)))",
        rf"got NoneType: {MOVE}",
    ),
    ("CUP.move()", rf"got none: {MOVE}"),
    ("BOX.contains(1, 0)", r"one argument, got int and int: .*\(\(1, 0\)\)"),
    ("ROW.contains(1, 0)", r"point must .*contains\(\(1, 0\)\)$"),
    ("sepax.contains(BOX, 1, 0)", r"contains\(\(1, 0\)\)$"),
    ("BOX.contains(WIDE[0], WIDE[1])", r"column_stack\(\(x, y\)\)"),
    ("BOX.project(1.0, 0)", r"axis must .*project\(\(1\.0, 0\)\)$"),
    ("ROW.support_point(1, 0)", r"direction must .*\(\(1, 0\)\)$"),
    ("sepax.nms(ROTATED, [1, 2], 0.5)", r"from_rotated_boxes.*\(x, y, width, height"),
    ("sepax.iou_matrix(ROTATED, ROTATED)", "a is .*from_rotated_boxes"),
    ("sepax.Segment(0, 0, 1, 1)", r"got 4: .*Segment\(\(0, 0\), \(1, 1\)\)$"),
    ("sepax.Capsule(0, 0, 1, 1, 0.5)", r"got 5: .*\(\(0, 0\), \(1, 1\), 0\.5\)$"),
    ("sepax.Point(1, 2)", r"got 2: it is Point\(\(x, y\), angle=0\.0\)"),
    ("sepax.Circle(0, 0, 1)", r"center .*got int: it is Circle\(\(x, y\), radius\)$"),
    # Classes are named with their package, but for the builtin ones.
    ("BOX.same_as(3)", "got int$"),
    ("BOX.same_as(np.zeros(2))", r"got numpy\.ndarray$"),
    ("BOX.same_as(foreign('somebody.things.Crate'))", r"got somebody\.things\.Crate$"),
    ("BOX.same_as(ROW)", "got ShapeArray$"),
    ("BOX.same_as(type('Odd', (), {'__module__': 3})())", "got Odd$"),
    ("BOX.same_as(type('Lone', (), {'__module__': '__main__'})())", "got Lone$"),
]


@pytest.mark.parametrize(("call", "words"), TYPES)
def test_messages_show_the_right_form(call: str, words: str) -> None:
    pose = BOX.position, CUP.position
    with pytest.raises(TypeError, match=words):
        eval(call)
    assert (BOX.position, CUP.position) == pose


def test_other_packages_are_recognised_without_an_import() -> None:
    code = (
        "import sys; import sepax\n"
        "class Polygon: __module__ = 'shapely.geometry.polygon'\n"
        "try: sepax.find_pairs([Polygon()])\n"
        "except TypeError as error: assert 'shapely.Polygon' in str(error), error\n"
        "assert not {'shapely', 'geopandas', 'pandas', 'pygame'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


TRANSPOSED: list[tuple[str, str]] = [
    ("Polygon(WIDE)", "vertices"),
    ("Polygon.hull(WIDE)", "points"),
    ("Compound.from_polygon(WIDE)", "exterior"),
    ("Compound.from_polygon(RING, [WIDE])", r"holes\[0\]"),
    ("ShapeArray.boxes(1, 1, WIDE)", "positions"),
    ("ROW.set_poses(positions=WIDE)", "positions"),
    ("ShapeArray.circles(WIDE, 1)", "centers"),
    ("ShapeArray.segments(WIDE, WIDE)", "starts"),
    ("ShapeArray.polygons(WIDE, offsets=[0, 3])", "vertices"),
    ("ShapeArray.polygons(WIDE[None])", "ring"),
    ("ROW.contains(WIDE)", "points"),
    ("sepax.sweep(ROW, FAR, WIDE)", "velocity_a"),
    ("sepax.raycast(ROW, WIDE, (1, 0))", "origin"),
    ("sepax.intersects(ROW, ROW, pairs=np.zeros((2, 3), int))", "pairs"),
]

CROSSED = ((3.0, 0.0), (5.0, 2.0), (5.0, 0.0), (3.0, 2.0))


@pytest.mark.parametrize(("call", "name"), TRANSPOSED)
def test_rows_in_place_of_columns(call: str, name: str) -> None:
    words = rf"got \((1, )?2, 3\): give its transpose, np\.transpose\({name}\)$"
    with pytest.raises(ValueError, match=words):
        eval(call)


def test_polygons_of_a_multipolygon_are_named() -> None:
    shapely = pytest.importorskip("shapely", reason="shapely is not installed")
    good, crossed = shapely.box(0, 0, 1, 1), shapely.Polygon(CROSSED)
    both = shapely.MultiPolygon([good, crossed])
    with pytest.raises(ValueError, match=r"^polygon 1 of 2: exterior crosses"):
        Compound.from_shapely(both)
    with pytest.raises(ValueError, match=r"^exterior crosses"):
        Compound.from_shapely(crossed)
    with pytest.raises(ValueError, match=r"^shape 2, polygon 1 of 2: exterior crosses"):
        CompoundArray.from_shapely([good, good, both])
    with pytest.raises(ValueError, match=r"^shape 1: exterior crosses"):
        CompoundArray.from_shapely([good, crossed])


def test_parts_that_do_not_survive_a_pose_are_named() -> None:
    parts = [BOX, Polygon.box(1e-9, 1e-9, position=(5, 0))]
    compound = Compound(parts)
    rows = CompoundArray([CUP, compound])
    with pytest.raises(ValueError, match=r"^part 1: at position"):
        compound.set_pose(1e9, 0, 0)
    with pytest.raises(ValueError, match=r"^part 1: at position"):
        Compound(parts, position=(1e9, 0))
    with pytest.raises(ValueError, match=r"^compound 1: part 1: at position"):
        rows.set_poses(positions=[(0, 0), (1e9, 0)])
    with pytest.raises(ValueError, match=r"^position must be finite"):
        compound.set_pose(float("nan"), 0, 0)
    with pytest.raises(ValueError, match=r"^compound 0: position must be finite"):
        rows.set_poses(positions=[(float("nan"), 0), (0, 0)])


POSES: list[Callable[[Any], object]] = [
    lambda s: setattr(s, "position", (NAN, 0)),
    lambda s: setattr(s, "position", (0, 1e80)),
    lambda s: setattr(s, "position", ("a", "b")),
    lambda s: setattr(s, "angle", NAN),
    lambda s: setattr(s, "angle", None),
    lambda s: s.rotate(2.0**31),  # added up
    lambda s: s.move(NAN, 0),
    lambda s: s.move("1", 0),
    lambda s: s.set_pose(0, NAN, 0),
    lambda s: s.set_pose(0, 0, INF),
    lambda s: delattr(s, "position"),
    lambda s: delattr(s, "angle"),
]


@pytest.mark.parametrize("make", [lambda: Polygon.box(2, 2, angle=0.5), lambda: Circle((1, 2), 3)])
@pytest.mark.parametrize("change", POSES)
def test_pose_is_refused_and_kept(change: Callable[[Any], object], make: Callable[[], Any]) -> None:
    shape = make()
    shape.rotate(1.0)
    before = shape.position, shape.angle, shape.vertices.tolist(), shape.normals.tolist()
    with pytest.raises((AttributeError, NotImplementedError, TypeError, ValueError)):
        change(shape)
    after = shape.position, shape.angle, shape.vertices.tolist(), shape.normals.tolist()
    assert after == before


@pytest.mark.parametrize("x", [1e30, -1e60, 2.0**60])
def test_pose_that_rounds_the_area_away(x: float) -> None:
    shape = Polygon.box(2, 2, position=(1, 2))
    changes: list[Callable[[], object]] = [
        lambda: shape.move(x, 0),
        lambda: setattr(shape, "position", (x, 0)),
        lambda: shape.set_pose(x, 0, 0),
    ]
    for change in changes:
        with pytest.raises(ValueError, match=r"position .*area"):
            change()
        assert shape.position == (1.0, 2.0)
        assert shape.bounds == (0.0, 1.0, 2.0, 3.0)


@pytest.mark.parametrize("shape", [BOX, BALL])
@pytest.mark.parametrize("name", READ_ONLY.split())
def test_geometry_is_read_only(shape: Any, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(shape, name, 1.0)
    with pytest.raises(AttributeError):
        delattr(shape, name)


def test_arrays_are_copies() -> None:
    shape = Polygon(SQUARE)
    for name in ("vertices", "local_vertices", "normals"):
        array = getattr(shape, name)
        assert array is not getattr(shape, name)
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 7.0
        array.flags.writeable = True  # whoever insists
        array[:] = 7.0
        assert getattr(shape, name).max() == 1.0


@pytest.mark.parametrize("name", OF_SHAPES)
def test_single_shapes_take_no_options_for_arrays(name: str) -> None:
    verb: Any = QUESTIONS[name]
    for option in ({"pairs": ([0], [0])}, {"out": ONE}, {"workers": 2}):
        with pytest.raises(TypeError, match="for arrays: these are single shapes"):
            verb(BOX, BALL, **option)
    assert verb(BOX, BALL, workers=np.int64(1)) == verb(BOX, BALL)


class Forgetful(Polygon):
    """A subclass that does not call the constructor of its base."""

    def __init__(self) -> None:
        self.note = "nothing else"


UNINITIALISED: list[Callable[[], Any]] = [
    lambda: Shape.__new__(Shape),
    lambda: Polygon.__new__(Polygon),
    lambda: Circle.__new__(Circle),
    Forgetful,
]


@pytest.mark.parametrize("make", UNINITIALISED)
def test_uninitialised(make: Callable[[], Any]) -> None:
    half = make()
    arguments = of_shape(BALL, BALL)
    constructors = {name.partition(".")[2] for name in OF_CLASSES}
    for name in set(public_attributes(type(half))) - constructors:
        for each in arguments.get(name, [given()]):
            with pytest.raises(ValueError, match="never initialised"):
                getattr(half, name)(*each.arguments, **each.options)
    uses: list[Callable[[], object]] = [
        lambda: setattr(half, "position", (1, 2)),
        lambda: setattr(half, "angle", 1.0),
        lambda: sepax.project(half, (1, 0)),
        lambda: sepax.contains(half, [(0, 0)]),
    ]
    for name in OF_SHAPES:
        ask = QUESTIONS[name]
        uses += [partial(ask.__call__, half, BALL), partial(ask.method, BALL, half)]
    for use in uses:
        with pytest.raises(ValueError, match="never initialised"):
            use()


def test_second_initialisation() -> None:
    box, ball = Polygon.box(2, 2), Circle((0, 0), 1)
    with pytest.raises(TypeError, match="initialised"):
        box.__init__(SQUARE)  # type: ignore[misc]  # that this is refused is the point
    with pytest.raises(TypeError, match="initialised"):
        ball.__init__((0, 0), 3)  # type: ignore[misc]  # the same
    assert box.bounds == (-1.0, -1.0, 1.0, 1.0)
    assert ball.radius == 1.0


def test_initialisation_after_a_failure() -> None:
    """A constructor that raised has left nothing behind, and may be called again."""
    shape = Polygon.__new__(Polygon)
    with pytest.raises(ValueError, match="vertex 1"):
        shape.__init__([(0, 0), (NAN, 0), (1, 1)])  # type: ignore[misc]  # by hand, to catch it
    with pytest.raises(ValueError, match="never initialised"):
        shape.intersects(BOX)
    shape.__init__(SQUARE)  # type: ignore[misc]  # by hand, again
    assert shape.intersects(BOX)


def test_signatures_say_what_is_needed() -> None:
    for method in (Polygon.move, Shape.move):
        parameters = inspect.signature(method).parameters
        assert [*parameters] == ["self", "dx", "dy"]
        assert parameters["dy"].default is inspect.Parameter.empty
    for make in (Polygon.box, Polygon.regular, Polygon.hull, Polygon):
        assert inspect.signature(make).parameters["position"].kind.name == "KEYWORD_ONLY"
