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
from questions import OF_SHAPES, QUESTIONS

import sepax
from sepax import Circle, Polygon, ShapeArray
from sepax._core.shape import Shape

NAN, INF = math.nan, math.inf
BOX = Polygon.box(2, 2)
BALL = Circle((5, 0), 1)
ROW = ShapeArray.boxes(2, [1, 2, 3])
SQUARE = [(0, 0), (1, 0), (1, 1), (0, 1)]
LIMIT = 2.0**240
ONE = np.zeros(1, dtype=bool)

# What the vertices are, and words of the message, in their order, as a regular expression.
BAD_VERTICES: list[tuple[str, Any, str]] = [
    ("nan", [(0, 0), (1, 0), (1, 1), (NAN, 0.0)], r"vertex 3 is not finite: \(nan, 0\.0\)"),
    ("nan first", [(NAN, NAN), (1, 0), (1, 1)], "vertex 0 is not finite"),
    ("infinity", [(0, 0), (1, -INF), (1, 1)], r"vertex 1 is not finite: \(1\.0, -inf\)"),
    ("nan in array", np.array([(0, 0), (1, 0), (1, NAN)]), "vertex 2 is not finite"),
    ("too large", [(0, 0), (1, 0), (0, 2 * LIMIT)], r"vertex 2 .*2\*\*240"),
    ("too large negative", [(-1e300, 0), (1, 0), (0, 1)], r"vertex 0 .*2\*\*240"),
    ("none", [], "at least 3 .*vertices"),
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
    ("three columns", [(0, 0, 0), (1, 0, 0), (1, 1, 0)], r"\(n, 2\)|pairs"),
    ("one column", np.zeros((5, 1)), r"\(n, 2\)|pairs"),
    ("flat", [0.0, 0.0, 1.0, 0.0, 1.0, 1.0], r"\(n, 2\)|pair"),
    ("a third dimension", np.zeros((3, 2, 2)), r"\(n, 2\)|pairs"),
    ("ragged", [(0, 0), (1, 0), (1, 1, 1)], "vertex 2"),
    ("ragged short", [(0, 0), (1,), (1, 1)], "vertex 1"),
]

WRONG_TYPES: list[tuple[str, Any]] = [
    ("none", None),
    ("number", 3),
    ("text", "abc"),
    ("bytes", b"0123456789"),
    ("complex", [(0, 0), (1j, 0), (1, 1)]),
    ("complex array", np.zeros((3, 2), dtype=complex)),
    ("text inside", [("0", "0"), ("1", "0"), ("1", "1")]),
    ("none inside", [(0, 0), (None, 0), (1, 1)]),
    ("objects", np.array([(object(), 0), (1, 0), (1, 1)], dtype=object)),
    ("dates", np.zeros((3, 2), dtype="datetime64[s]")),
    ("truth", np.zeros((3, 2), dtype=bool)),
    ("numbers, not pairs", [1, 2, object()]),
    ("shape", BOX),
]


@pytest.mark.parametrize("reason", [pytest.param(row[1:], id=row[0]) for row in BAD_VERTICES])
def test_vertices(reason: tuple[Any, str]) -> None:
    vertices, words = reason
    with pytest.raises(ValueError, match=words):
        Polygon(vertices)


@pytest.mark.parametrize("vertices", [pytest.param(row[1], id=row[0]) for row in WRONG_TYPES])
@pytest.mark.parametrize("make", [Polygon, Polygon.hull])
def test_vertices_of_a_wrong_type(make: Callable[[Any], Polygon], vertices: Any) -> None:
    with pytest.raises(TypeError, match=r"."):
        make(vertices)


def test_vertices_at_the_limit_are_fine() -> None:
    shape = Polygon([(-LIMIT, -LIMIT), (LIMIT, -LIMIT), (0, LIMIT)])
    assert shape.intersects(shape)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([(0, 0), (NAN, 0), (1, 1)], "(point|vertex) 1 is not finite"),
        ([(0, 0), (1, 0), (1, INF)], "(point|vertex) 2 is not finite"),
        ([], "at least 3"),
        ([(0, 0), (1, 1), (0, 0), (1, 1)], "at least 3 distinct"),
        ([(0, 0), (1, 1), (2, 2), (5, 5)], "zero area|line"),
        ([(0, 0), (0, 1), (1e80, 0)], r"^point 2 is beyond 2\*\*240: \(1e\+80, 0.0\)"),
        ([(0, 0), (1e300, 1e300), (1e300, 0), (0, 1e300)], r"^point 1 is beyond 2\*\*240"),
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0)], r"\(n, 2\)|pairs"),
    ],
)
def test_hull(points: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Polygon.hull(points)


# What is called, with which kind of error, and words of the message.
CALLS: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    ("box width 0", lambda: Polygon.box(0, 1), ValueError, "width .*0"),
    ("box width < 0", lambda: Polygon.box(-1, 1), ValueError, "width .*-1"),
    ("box width nan", lambda: Polygon.box(NAN, 1), ValueError, "width .*nan"),
    ("box height inf", lambda: Polygon.box(1, INF), ValueError, "height .*inf"),
    ("box height 0", lambda: Polygon.box(1, 0.0), ValueError, "height"),
    ("box of text", lambda: Polygon.box("1", 1), TypeError, "."),  # type: ignore[arg-type]
    ("regular sides", lambda: Polygon.regular(2, 1), ValueError, "sides .*3.*2"),
    ("regular radius 0", lambda: Polygon.regular(5, 0), ValueError, "radius .*0"),
    ("regular radius < 0", lambda: Polygon.regular(5, -2.5), ValueError, r"radius .*-2\.5"),
    ("regular radius nan", lambda: Polygon.regular(5, NAN), ValueError, "radius .*nan"),
    ("circle radius < 0", lambda: Circle((0, 0), -1), ValueError, "radius .*-1"),
    ("circle radius nan", lambda: Circle((0, 0), NAN), ValueError, "radius .*nan"),
    ("circle radius inf", lambda: Circle((0, 0), INF), ValueError, "radius .*inf"),
    ("circle radius large", lambda: Circle((0, 0), 1e80), ValueError, r"radius .*2\*\*240"),
    ("circle radius none", lambda: Circle((0, 0), None), TypeError, "."),  # type: ignore[arg-type]
    ("circle radius text", lambda: Circle((0, 0), "1"), TypeError, "."),  # type: ignore[arg-type]
    ("circle center nan", lambda: Circle((NAN, 0), 1), ValueError, "(center|position) .*nan"),
    ("circle center large", lambda: Circle((0, 1e80), 1), ValueError, r"(center|position) .*240"),
    ("circle center none", lambda: Circle(None, 1), TypeError, "center"),  # type: ignore[arg-type]
    ("circle center 3", lambda: Circle((1, 2, 3), 1), ValueError, "center .*pair"),
    ("circle no radius", lambda: Circle((0, 0)), TypeError, "radius"),  # type: ignore[call-arg]
    ("position nan", lambda: Polygon(SQUARE, position=(NAN, 0)), ValueError, "position .*nan"),
    ("position inf", lambda: Polygon(SQUARE, position=(0, INF)), ValueError, "position .*inf"),
    ("position 1", lambda: Polygon(SQUARE, position=(0,)), ValueError, "position .*pair"),
    ("position 3", lambda: Polygon(SQUARE, position=(0, 1, 2)), ValueError, "position .*pair"),
    ("position number", lambda: Polygon(SQUARE, position=3), TypeError, "position .*pair"),  # type: ignore[arg-type]
    ("angle nan", lambda: Polygon(SQUARE, angle=NAN), ValueError, "angle .*nan"),
    ("angle inf", lambda: Polygon(SQUARE, angle=-INF), ValueError, "angle .*-inf"),
    ("angle large", lambda: Polygon(SQUARE, angle=3e9), ValueError, r"angle .*2\*\*31"),
    ("angle text", lambda: Polygon(SQUARE, angle="1"), TypeError, "."),  # type: ignore[arg-type]
    ("far away", lambda: Polygon(SQUARE, position=(1e30, 0)), ValueError, r"1e\+30.*area"),
    ("place by position", lambda: Polygon(SQUARE, (1, 2)), TypeError, "positional"),  # type: ignore[call-arg]
    ("project zero", lambda: BOX.project((0, 0)), ValueError, "axis .*zero"),
    ("project nan", lambda: BOX.project((NAN, 1)), ValueError, "axis .*(finite|nan)"),
    ("project inf", lambda: sepax.project(BALL, (1, INF)), ValueError, "axis .*(finite|inf)"),
    ("project none", lambda: BOX.project(None), TypeError, "axis"),  # type: ignore[call-overload]
    ("project 3", lambda: BOX.project((1, 2, 3)), ValueError, "axis .*pair"),
    ("contains nan", lambda: BOX.contains((NAN, 0)), ValueError, "point .*finite"),
    ("contains inf", lambda: BALL.contains((0, -INF)), ValueError, "point .*finite"),
    ("contains none", lambda: BOX.contains(None), TypeError, "point"),  # type: ignore[call-overload]
    ("contains number", lambda: BOX.contains(3), TypeError, "point .*pair.*int"),  # type: ignore[call-overload]
    ("contains 1", lambda: sepax.contains(BOX, (1,)), ValueError, r"points .*pair.*\(1,\)"),
    ("contains 3", lambda: BOX.contains(np.zeros(3)), ValueError, r"points .*pair.*\(3,\)"),
    ("contains 0-d", lambda: BOX.contains(np.array(1.0)), ValueError, r"points .*pair.*\(\)"),
    ("contains column", lambda: BOX.contains(np.zeros((2, 1))), ValueError, r"\(n, 2\).*\(2, 1\)"),
    ("contains rows of 3", lambda: BOX.contains([(0, 0, 0)]), ValueError, r"\(n, 2\).*\(1, 3\)"),
    ("contains too deep", lambda: BOX.contains([[(0, 0)]]), ValueError, r"\(n, 2\).*\(1, 1, 2\)"),  # type: ignore[list-item]
    ("contains ragged", lambda: BOX.contains([(0, 0), (1,)]), ValueError, "points .*equal length"),
    ("contains mixed", lambda: BOX.contains([(0, 0), 1]), ValueError, "points .*equal length"),  # type: ignore[list-item]
    ("contains text", lambda: BOX.contains("ab"), TypeError, "points .*real numbers"),  # type: ignore[arg-type]
    ("contains nones", lambda: BALL.contains((0, None)), TypeError, "points .*real numbers"),  # type: ignore[arg-type]
    ("contains complex", lambda: BALL.contains((0, 1j)), TypeError, "points .*real numbers"),  # type: ignore[arg-type]
    ("contains shapes", lambda: BOX.contains([BALL, BALL]), TypeError, "points .*real numbers"),  # type: ignore[list-item]
    (
        "contains generator",
        lambda: BOX.contains(point for point in SQUARE),  # type: ignore[misc]
        TypeError,
        "points .*real numbers",
    ),
    (
        "contains nan among many",
        lambda: BALL.contains([(0, 0), (1, NAN)]),
        ValueError,
        r"points\[1\] .*finite.*nan",
    ),
    ("contains large", lambda: BALL.contains([(1e300, 0)]), ValueError, r"points\[0\] .*2\*\*240"),
    ("contains workers", lambda: BOX.contains((0, 0), workers=2), TypeError, "single point"),  # type: ignore[arg-type]
    ("contains out", lambda: BOX.contains((0, 0), out=ONE), TypeError, "single point"),  # type: ignore[arg-type]
    (
        "contains pairs",
        lambda: sepax.contains(BOX, (0, 0), pairs=([0], [0])),  # type: ignore[arg-type]
        TypeError,
        "single point",
    ),
    (
        "contains out of 1 for 2",
        lambda: BOX.contains(SQUARE, out=ONE),
        ValueError,
        r"\(4,\).*\(1,\)",
    ),
    ("workers true", lambda: ROW.mtv(BOX, workers=True), TypeError, "workers .*integer.*bool"),
    ("workers of two", lambda: sepax.mtv(BOX, BALL, workers=True), TypeError, "workers .*bool"),  # type: ignore[call-overload]
    ("method of true", lambda: BOX.intersects(BALL, workers=True), TypeError, "workers .*bool"),  # type: ignore[call-overload]
    ("workers half", lambda: ROW.mtv(BOX, workers=0.5), TypeError, "workers .*integer.*float"),  # type: ignore[arg-type]
    ("workers text", lambda: sepax.mtv(ROW, BOX, workers="2"), TypeError, "workers .*integer.*str"),  # type: ignore[call-overload]
    ("workers huge", lambda: BOX.mtv(BALL, workers=10**400), TypeError, "for arrays"),  # type: ignore[call-overload]
    ("workers below", lambda: ROW.mtv(BOX, workers=-(10**400)), ValueError, "workers .*least 1"),
    ("contains no workers", lambda: BOX.contains(SQUARE, workers=0), ValueError, "workers .*0"),
    (
        "contains pair out of range",
        lambda: sepax.contains(BOX, SQUARE, pairs=([0, 1], [0, 1])),
        IndexError,
        r"pairs\[0\]\[1\] is 1, out of range for 1 rows",
    ),
    ("sweep a nan", lambda: BOX.sweep(BALL, (NAN, 0)), ValueError, "velocity_a .*(finite|nan)"),
    ("sweep b inf", lambda: BOX.sweep(BALL, (1, 0), (INF, 0)), ValueError, "velocity_b .*finite"),
    ("sweep a none", lambda: BOX.sweep(BALL, None), TypeError, "velocity_a"),  # type: ignore[call-overload]
    ("sweep b 3", lambda: BOX.sweep(BALL, (1, 0), (1, 2, 3)), ValueError, "velocity_b .*pair"),
    ("sweep time nan", lambda: BOX.sweep(BALL, (1, 0), max_time=NAN), ValueError, "max_time .*nan"),
    ("sweep time < 0", lambda: BOX.sweep(BALL, (1, 0), max_time=-1), ValueError, "max_time .*-1"),
    (
        "sweep times < 0",
        lambda: sepax.sweep(BOX, [BALL, BALL], (1, 0), max_time=[1, -1]),
        ValueError,
        r"max_time\[1\] .*-1",
    ),
    ("sweep no velocity", lambda: BOX.sweep(BALL), TypeError, "."),  # type: ignore[call-overload]
]


# Calls that beginners write, and what must be in the message for them to go on.
BEGINNERS: list[tuple[str, Callable[[], object], str]] = [
    ("box", lambda: ANY_POLYGON.box(2, 1, (0, 0)), r"Polygon\.box\(width, height, position=\("),
    (
        "regular",
        lambda: ANY_POLYGON.regular(5, 1, 0.5),
        r"regular\(sides, radius, position=\(.*angle=",
    ),
    ("hull", lambda: ANY_POLYGON.hull(SQUARE, (1, 2)), r"Polygon\.hull\(points, position=\("),
    ("polygon", lambda: ANY_POLYGON(SQUARE, (1, 2), 3), r"Polygon\(vertices, position=\(x, y\)"),
    ("circle", lambda: ANY_CIRCLE(0, 0, 5), r"center must be a pair of numbers \(x, y\), got int"),
    ("sweep method", lambda: ANYTHING.sweep(BALL), "velocity_a must be given.*pair"),
    ("sweep", lambda: ANY_SWEEP(BOX, BALL), "velocity_a must be given.*pair"),
    ("sweep without anything", lambda: ANY_SWEEP(), "argument"),
    ("sweep of raw", lambda: ANY_RAW.sweep(SQUARE, SQUARE), "velocity_a must be given.*pair"),
    ("sweep of array", lambda: ANY_SWEEP(sepax.ShapeArray([BOX]), BALL), "velocity_a"),
    ("sweep against array", lambda: ANYTHING.sweep(sepax.ShapeArray([BOX])), "velocity_a"),
]
ANY_POLYGON: Any = Polygon
ANY_CIRCLE: Any = Circle
ANYTHING: Any = BOX
ANY_SWEEP: Any = sepax.sweep
ANY_RAW: Any = sepax.raw


@pytest.mark.parametrize("case", [pytest.param(row[1:], id=row[0]) for row in BEGINNERS])
def test_messages_show_beginners_how(case: tuple[Callable[[], object], str]) -> None:
    call, words = case
    with pytest.raises(TypeError, match=words):
        call()


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
GROUP = sepax.Compound([BOX, BALL])
WITH_X = foreign("shapely.geometry.point.Point", x=1.0, y=2.0)
BENT = [(0, 0), (4, 0), (1, 1), (0, 4)]
BOW_TIE = [(0, 0), (2, 2), (2, 0), (0, 2)]
OF_SHAPELY = r"got shapely\.Polygon: .*ShapeArray\.from_shapely"
OF_RECT = (
    r"(got|is a) pygame\.Rect: .*Polygon\.box\(rect\.width, rect\.height, position=rect\.center\)"
)
ANY_ARRAY: Any = ShapeArray

# What is called, and words of the message: things that are no shapes, and how to go on.
NO_SHAPES: list[tuple[str, Callable[[], object], str]] = [
    ("shapely", lambda: ANY_FIND([BOX, SHAPELY]), rf"a\[1\] .*{OF_SHAPELY}"),
    ("shapely, one", lambda: ANYTHING.intersects(SHAPELY), rf"b must .*{OF_SHAPELY}"),
    ("shapely, in an array", lambda: ANY_ARRAY([SHAPELY]), rf"shapes\[0\] .*{OF_SHAPELY}"),
    ("shapely among groups", lambda: ANY_FIND([GROUP, SHAPELY]), rf"a\[1\] .*{OF_SHAPELY}"),
    ("vertices of shapely", lambda: ANY_POLYGON(SHAPELY), rf"vertices .*{OF_SHAPELY}"),
    ("hull of shapely", lambda: ANY_POLYGON.hull(SHAPELY), rf"points .*{OF_SHAPELY}"),
    ("shapely to explain", lambda: ANYTHING.explain(SHAPELY), OF_SHAPELY),
    ("shapely, moved", lambda: sepax.move_and_slide(SHAPELY, BOX, (1, 0)), OF_SHAPELY),
    ("shapely, same", lambda: ANYTHING.same_as(SHAPELY), OF_SHAPELY),
    ("shapely to push", lambda: ANY_GROUP.push_out_of(SHAPELY), OF_SHAPELY),
    ("shapely's overlap", lambda: ANYTHING.overlap(SHAPELY), OF_SHAPELY),
    ("shapely in a row", lambda: ROW.__setitem__(0, SHAPELY), OF_SHAPELY),
    (
        "shapely's series",
        lambda: ANY_FIND(GEO_SERIES),
        r"is a geopandas\.GeoSeries: .*from_shapely",
    ),
    ("shapely's frame", lambda: ANY_FIND(GEO_FRAME), r"GeoDataFrame: give its \.geometry to"),
    ("pandas", lambda: ANY_FIND(FRAME), r"is a pandas\.DataFrame: .*\.boxes.*from_shapely"),
    ("frame to from_shapely", lambda: ANY_ARRAY.from_shapely(GEO_FRAME), r"frame\.geometry"),
    ("pandas to from_shapely", lambda: ANY_ARRAY.from_shapely(FRAME), r"frame\.geometry"),
    (
        "own to from_shapely",
        lambda: ANY_ARRAY.from_shapely([BOX]),
        "shape 0 .*got Polygon of sepax",
    ),
    ("rect", lambda: ANYTHING.intersects(RECT), rf"b\[0\] must .*{OF_RECT}"),
    ("rects", lambda: ANYTHING.intersects([BOX, RECT]), rf"b\[1\] must .*{OF_RECT}"),
    ("vertices of a rect", lambda: ANY_POLYGON(RECT), rf"vertices .*{OF_RECT}"),
    (
        "point",
        lambda: ANYTHING.intersects((0, 0.5)),
        r"b\[0\] .*b is a point: .*contains.*Point\(\(0\.0, 0\.5",
    ),
    (
        "array point",
        lambda: ANYTHING.mtv(np.array((1, 2))),
        r"b\[0\] .*b is a point: .*Point\(\(1\.0, 2\.0",
    ),
    ("huge point", lambda: ANYTHING.mtv((1, 10**400)), r"\(1\.0, inf\)"),
    ("points", lambda: ANYTHING.distance(SQUARE), r"b is a list of numbers: .*\.points"),
    (
        "array",
        lambda: ANYTHING.distance(np.ones((3, 4))),
        r"b is a numpy\.ndarray of numbers: .*\.boxes",
    ),
    (
        "center with x",
        lambda: ANY_CIRCLE(WITH_X, 1),
        r"center .*got shapely\.Point: give its \(x, y\)",
    ),
    ("move by a pair", lambda: ANYTHING.move((1, 2)), r"two numbers.*got tuple.*move\(\*pair\)"),
    ("move by none", lambda: ANYTHING.move(BOX.mtv(BALL)), r"got NoneType.*None.*apart"),
    ("del", lambda: ANY_ROW.__delitem__(0), r"fixed number of shapes: a mask .*array\[keep\]"),
]
ANY_FIND: Any = sepax.find_pairs
ANY_ROW: Any = ROW
ANY_GROUP: Any = GROUP


@pytest.mark.parametrize("case", [pytest.param(row[1:], id=row[0]) for row in NO_SHAPES])
def test_the_message_for_what_is_no_shape_shows_how_to_make_one(
    case: tuple[Callable[[], object], str],
) -> None:
    call, words = case
    with pytest.raises(TypeError, match=words):
        call()


def test_other_packages_are_recognised_without_an_import() -> None:
    code = (
        "import sys; import sepax\n"
        "class Polygon: __module__ = 'shapely.geometry.polygon'\n"
        "try: sepax.find_pairs([Polygon()])\n"
        "except TypeError as error: assert 'shapely.Polygon' in str(error), error\n"
        "assert not {'shapely', 'geopandas', 'pandas', 'pygame'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_names_of_classes() -> None:
    """With the package, but for the builtin ones; a strange `__module__` does no harm."""
    for given, name in [
        (3, "int"),
        (np.zeros(2), "numpy.ndarray"),
        (foreign("somebody.things.Crate"), r"somebody\.things\.Crate"),
        (ROW, "ShapeArray"),
        (type("Odd", (), {"__module__": 3})(), "Odd"),
        (type("Lone", (), {"__module__": "__main__"})(), "Lone"),
    ]:
        with pytest.raises(TypeError, match=rf"got {name}$"):
            ANYTHING.same_as(given)


UNEVEN: list[tuple[str, Callable[[], object], str]] = [
    (
        "rings",
        lambda: ANY_ARRAY.polygons([SQUARE[:3], SQUARE, SQUARE]),
        r"ring 0 has 3 points and ring 1 has 4.*offsets=.*\[0, 3, 7, 11\]$",
    ),
    (
        "rings of arrays",
        lambda: ANY_ARRAY.hulls([np.ones((4, 2)), np.ones((4, 2)), np.ones((5, 2)), SQUARE]),
        r"points .*ring 0 has 4 points and ring 2 has 5.*\[0, 4, 8, 13, \.\.\.\]$",
    ),
    ("quads", lambda: ANY_ARRAY.from_quads([SQUARE, SQUARE[:3]]), "row 0 has 4, row 1 has 3$"),
    ("positions", lambda: ANY_ARRAY.boxes(1, 1, [(0, 0), (1,)]), "row 0 has 2, row 1 has 1$"),
    (
        "a number among pairs",
        lambda: ANY_ARRAY.points([(0, 0), 1]),
        "row 0 has 2, row 1 is a single value$",
    ),
]


@pytest.mark.parametrize("case", [pytest.param(row[1:], id=row[0]) for row in UNEVEN])
def test_rows_of_different_lengths(case: tuple[Callable[[], object], str]) -> None:
    call, words = case
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("make", [lambda r: ShapeArray.from_quads([r]), lambda r: Polygon(r)])
def test_the_message_for_what_is_not_convex_shows_how_to_go_on(
    make: Callable[[Any], object],
) -> None:
    with pytest.raises(ValueError, match=r"crosses itself.*(invalid=\"hull\"|Polygon\.hull)"):
        make(BOW_TIE)
    with pytest.raises(ValueError, match=r"(invalid=\"hull\"|hull\(p.*).*Compound\.from_polygon"):
        make(BENT)


def test_signatures_say_what_is_needed() -> None:
    for verb in (sepax.sweep, Polygon.sweep, sepax.raw.sweep):
        parameters = inspect.signature(verb).parameters
        assert parameters["velocity_a"].default is inspect.Parameter.empty
        assert parameters["max_time"].default == 1.0
    for method in (Polygon.move, Shape.move):
        parameters = inspect.signature(method).parameters
        assert [*parameters] == ["self", "dx", "dy"]
        assert parameters["dy"].default is inspect.Parameter.empty
    for make in (Polygon.box, Polygon.regular, Polygon.hull, Polygon):
        parameters = inspect.signature(make).parameters
        assert parameters["position"].kind is inspect.Parameter.KEYWORD_ONLY


def test_arrays_advise_their_own_way() -> None:
    bent = [(0, 0), (4, 0), (1, 1), (0, 4)]
    crossed = [(0, 0), (2, 2), (2, 0), (0, 2)]
    for ring in (bent, crossed):
        with pytest.raises(ValueError, match=r"^(?!.*ShapeArray).*Polygon\.hull\(points\)"):
            Polygon(ring)
        with pytest.raises(ValueError, match=r'shape 1: .*ShapeArray\.polygons.*invalid="hull"'):
            sepax.ShapeArray.polygons([SQUARE, ring])


@pytest.mark.parametrize("case", [pytest.param(row[1:], id=row[0]) for row in CALLS])
def test_call(case: tuple[Callable[[], object], type[Exception], str]) -> None:
    call, kind, words = case
    with pytest.raises(kind, match=words):
        call()


# What is set, and words of the message.
POSES: list[tuple[str, Callable[[Any], object], type[Exception], str]] = [
    ("position nan", lambda s: setattr(s, "position", (NAN, 0)), ValueError, "position .*nan"),
    ("position 3", lambda s: setattr(s, "position", (1, 2, 3)), ValueError, "position .*pair"),
    ("position none", lambda s: setattr(s, "position", None), TypeError, "position .*pair"),
    ("position text", lambda s: setattr(s, "position", ("a", "b")), TypeError, "."),
    ("position large", lambda s: setattr(s, "position", (0, 1e80)), ValueError, "position"),
    ("angle nan", lambda s: setattr(s, "angle", NAN), ValueError, "angle .*nan"),
    ("angle large", lambda s: setattr(s, "angle", -2.2e9), ValueError, r"angle .*2\*\*31"),
    ("angle none", lambda s: setattr(s, "angle", None), TypeError, "."),
    ("angle added up", lambda s: s.rotate(2.0**31), ValueError, r"angle .*2\*\*31"),
    ("rotate inf", lambda s: s.rotate(INF), ValueError, "angle .*inf"),
    ("move nan", lambda s: s.move(NAN, 0), ValueError, "position .*nan"),
    ("move inf", lambda s: s.move(0, INF), ValueError, "position .*inf"),
    ("move text", lambda s: s.move("1", 0), TypeError, "."),
    ("move too little", lambda s: s.move(1), TypeError, "."),
    ("pose nan", lambda s: s.set_pose(0, NAN, 0), ValueError, "position .*nan"),
    ("pose angle", lambda s: s.set_pose(0, 0, INF), ValueError, "angle .*inf"),
]


@pytest.mark.parametrize("make", [lambda: Polygon.box(2, 2, angle=0.5), lambda: Circle((1, 2), 3)])
@pytest.mark.parametrize("case", [pytest.param(row[1:], id=row[0]) for row in POSES])
def test_pose_is_refused_and_kept(
    case: tuple[Callable[[Any], object], type[Exception], str], make: Callable[[], Any]
) -> None:
    change, kind, words = case
    shape = make()
    shape.rotate(1.0)
    before = shape.position, shape.angle, shape.vertices.tolist(), shape.normals.tolist()
    with pytest.raises(kind, match=words):
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


READ_ONLY = [
    "vertices",
    "local_vertices",
    "normals",
    "radius",
    "bounds",
    "area",
    "centroid",
    "second_moment",
]


@pytest.mark.parametrize("shape", [BOX, BALL])
@pytest.mark.parametrize("name", READ_ONLY)
def test_geometry_is_read_only(shape: Any, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(shape, name, 1.0)
    with pytest.raises(AttributeError):
        delattr(shape, name)


@pytest.mark.parametrize("shape", [BOX, BALL])
@pytest.mark.parametrize("name", ["position", "angle"])
def test_pose_cannot_be_deleted(shape: Any, name: str) -> None:
    before = getattr(shape, name)
    with pytest.raises((AttributeError, TypeError, NotImplementedError)):
        delattr(shape, name)
    assert getattr(shape, name) == before


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


@pytest.mark.parametrize("stranger", [None, 1, "box", SQUARE, np.zeros((3, 2)), object(), Polygon])
@pytest.mark.parametrize("name", OF_SHAPES)
def test_strangers(name: str, stranger: Any) -> None:
    for pair in ((BOX, stranger), (stranger, BALL), (stranger, stranger)):
        with pytest.raises(TypeError, match=r"."):
            QUESTIONS[name](*pair)


@pytest.mark.parametrize("stranger", [None, 1, "box", SQUARE])
def test_strangers_to_methods(stranger: Any) -> None:
    for shape in (BOX, BALL):
        for name in OF_SHAPES:
            with pytest.raises(TypeError, match=r"."):
                QUESTIONS[name].method(shape, stranger)
    for verb, argument in ((sepax.project, (1, 0)), (sepax.contains, (0, 0))):
        with pytest.raises(TypeError, match=r"."):
            verb(stranger, argument)


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

USES: list[Callable[[Any], object]] = [
    lambda s: s.position,
    lambda s: s.angle,
    lambda s: s.radius,
    lambda s: s.bounds,
    lambda s: s.area,
    lambda s: s.centroid,
    lambda s: s.second_moment,
    lambda s: setattr(s, "position", (1, 2)),
    lambda s: setattr(s, "angle", 1.0),
    lambda s: s.move(1, 2),
    lambda s: s.rotate(1),
    lambda s: s.set_pose(1, 2, 3),
]

USES_OF_PUBLIC_SHAPES: list[Callable[[Any], object]] = [
    lambda s: s.vertices,
    lambda s: s.local_vertices,
    lambda s: s.normals,
    lambda s: s.copy(),
    repr,
    lambda s: s.project((1, 0)),
    lambda s: s.contains((0, 0)),
    lambda s: s.contains([(0, 0)]),
    lambda s: s.intersects(s),
]


def _with_ball(ask: Callable[[Any, Any], object], shape: Any) -> object:
    return ask(shape, BALL)


def _of_ball(ask: Callable[[Any, Any], object], shape: Any) -> object:
    return ask(BALL, shape)


@pytest.mark.parametrize("make", UNINITIALISED)
def test_uninitialised(make: Callable[[], Any]) -> None:
    shape = make()
    uses = [*USES, *([] if type(shape) is Shape else USES_OF_PUBLIC_SHAPES)]
    for name in OF_SHAPES:
        uses.append(partial(_of_ball, QUESTIONS[name].method))
        uses.append(partial(_with_ball, QUESTIONS[name].__call__))
        if type(shape) is not Shape:
            uses.append(partial(_with_ball, QUESTIONS[name].method))
    uses += [lambda s: sepax.project(s, (1, 0)), lambda s: sepax.contains(s, (0, 0))]
    for use in uses:
        with pytest.raises(ValueError, match="never initialised"):
            use(shape)


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
