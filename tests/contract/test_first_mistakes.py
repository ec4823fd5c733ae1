"""What people try first, and the messages that show them the right form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Circle, Compound, CompoundArray, Polygon, ShapeArray

ANY: Any = sepax  # most calls below are wrong on purpose
BOX: Any = Polygon.box(2, 2)
FAR: Any = Polygon.box(2, 2, position=(9, 0))
CUP: Any = Compound([BOX, FAR])
ROW: Any = ShapeArray.boxes(2, 2, [(0, 0), (3, 0)])
RING = [(0, 0), (9, 0), (9, 9), (0, 9)]
HOLE = [(1, 1), (2, 1), (2, 2)]
ROTATED = np.array([(0, 0, 1, 1, 0.1), (1, 1, 1, 1, 0.2)])
WIDE = np.arange(6.0).reshape(2, 3)

TYPES: list[tuple[str, Callable[[], object], str]] = [
    *(
        (name, call, r"b is a point: .*a velocity, it comes after both shapes: sweep\(a, b, \(1")
        for name, call in [
            ("sweep", lambda: ANY.sweep(BOX, (1, 0), FAR)),
            ("sweep as a method", lambda: BOX.sweep((1, 0), FAR)),
            ("sweep of an array", lambda: ANY.sweep(ROW, (1, 0), FAR)),
            ("time of impact", lambda: ANY.time_of_impact(BOX, (1, 0), FAR)),
            ("first impacts", lambda: ANY.first_impacts(CUP, (1, 0), ROW)),
        ]
    ),
    *(
        (name, call, r"shape is a point: use contains\(shape, \(1\.0, 0\.0\)\)")
        for name, call in [
            ("contains, swapped", lambda: ANY.contains((1, 0), BOX)),
            ("project, swapped", lambda: ANY.project((1, 0), BOX)),
            ("support point, swapped", lambda: ANY.support_point((1, 0), ROW)),
        ]
    ),
    ("contains, of numbers", lambda: ANY.contains(1, 0), r"shape must be a shape .*, got int"),
    *(
        (name, call, rf"three numbers, set_pose\(x, y, angle\), got {got}: .*\*position, angle")
        for name, call, got in [
            ("set_pose by a name", lambda: BOX.set_pose(position=(1, 2)), "position tuple"),
            ("set_pose by a pair", lambda: BOX.set_pose((1, 2), 0.1), "x tuple, y float"),
            ("set_pose of two", lambda: BOX.set_pose(1, 2), "x int, y int"),
            ("set_pose without y", lambda: BOX.set_pose(1, angle=2), "x int, angle int"),
            ("compound without x", lambda: CUP.set_pose(y=1, angle=2), "y int, angle int"),
            (
                "set_pose with both",
                lambda: BOX.set_pose(1, 2, 3, position=(1, 2)),
                "x int, y int, angle int, position tuple",
            ),
            ("set_pose of none", lambda: BOX.set_pose(), "none"),
            ("compound by a name", lambda: CUP.set_pose(position=(1, 2)), "position tuple"),
            ("compound by a pair", lambda: CUP.set_pose((1, 2), 0.1), "x tuple, y float"),
        ]
    ),
    *(
        (name, call, rf"two numbers, dx and dy, got {got}: .*if v := a\.mtv\(b\): a\.move\(\*v\)")
        for name, call, got in [
            ("move by no mtv", lambda: BOX.move(BOX.mtv(FAR)), "NoneType"),
            ("move by a pair", lambda: BOX.move((1, 2)), "tuple"),
            ("move by nothing", lambda: BOX.move(), "none"),
            ("compound by no mtv", lambda: CUP.move(CUP.mtv(Circle((50, 0), 1))), "NoneType"),
            ("compound by nothing", lambda: CUP.move(), "none"),
        ]
    ),
    ("contains", lambda: BOX.contains(1, 0), r"one argument, got int and int: .*\(\(1, 0\)\)$"),
    ("contains of a row", lambda: ROW.contains(1, 0), r"point must .*contains\(\(1, 0\)\)$"),
    ("contains as a function", lambda: ANY.contains(BOX, 1, 0), r"contains\(\(1, 0\)\)$"),
    ("contains of columns", lambda: BOX.contains(WIDE[0], WIDE[1]), r"column_stack\(\(x, y\)\)"),
    ("project", lambda: BOX.project(1.0, 0), r"axis must .*project\(\(1\.0, 0\)\)$"),
    ("support point", lambda: ROW.support_point(1, 0), r"direction must .*\(\(1, 0\)\)$"),
    ("nms", lambda: ANY.nms(ROTATED, [1, 2], 0.5), r"from_rotated_boxes.*\(x, y, width, height"),
    ("iou of rows", lambda: ANY.iou_matrix(ROTATED, ROTATED), "a is .*from_rotated_boxes"),
    ("segment", lambda: ANY.Segment(0, 0, 1, 1), r"got 4: .*Segment\(\(0, 0\), \(1, 1\)\)$"),
    ("capsule", lambda: ANY.Capsule(0, 0, 1, 1, 0.5), r"got 5: .*\(\(0, 0\), \(1, 1\), 0\.5\)$"),
    ("point", lambda: ANY.Point(1, 2), r"got 2: it is Point\(\(x, y\), angle=0\.0\)"),
    ("circle", lambda: ANY.Circle(0, 0, 1), r"center .*got int: it is Circle\(\(x, y\), radius\)$"),
]

TRANSPOSED: list[tuple[str, Callable[[], object]]] = [
    ("vertices", lambda: Polygon(WIDE)),
    ("points", lambda: Polygon.hull(WIDE)),
    ("exterior", lambda: Compound.from_polygon(WIDE)),
    (r"holes\[0\]", lambda: Compound.from_polygon(RING, [WIDE])),
    ("positions", lambda: ShapeArray.boxes(1, 1, WIDE)),
    ("positions", lambda: ROW.set_poses(positions=WIDE)),
    ("centers", lambda: ShapeArray.circles(WIDE, 1)),
    ("starts", lambda: ShapeArray.segments(WIDE, WIDE)),
    ("vertices", lambda: ShapeArray.polygons(WIDE, offsets=[0, 3])),
    ("ring", lambda: ShapeArray.polygons(WIDE[None])),
    ("points", lambda: ROW.contains(WIDE)),
    ("velocity_a", lambda: ANY.sweep(ROW, FAR, WIDE)),
    ("origin", lambda: ANY.raycast(ROW, WIDE, (1, 0))),
    ("pairs", lambda: ANY.intersects(ROW, ROW, pairs=np.zeros((2, 3), int))),
]

CROSSED = ((3.0, 0.0), (5.0, 2.0), (5.0, 0.0), (3.0, 2.0))


def ids(rows: list[Any]) -> list[Any]:
    return [pytest.param(*row[1:], id=row[0]) for row in rows]


@pytest.mark.parametrize(("call", "words"), ids(TYPES))
def test_messages_show_the_right_form(call: Callable[[], object], words: str) -> None:
    pose = BOX.position, CUP.position
    with pytest.raises(TypeError, match=words):
        call()
    assert (BOX.position, CUP.position) == pose


@pytest.mark.parametrize(("name", "call"), TRANSPOSED)
def test_rows_in_place_of_columns(name: str, call: Callable[[], object]) -> None:
    words = rf"got \((1, )?2, 3\): give its transpose, np\.transpose\({name}\)$"
    with pytest.raises(ValueError, match=words):
        call()


def test_rows_in_place_of_columns_without_arrays() -> None:
    with pytest.raises(ValueError, match=r"vertex 0 .*got 3 .*not the transpose"):
        Polygon(WIDE.tolist())
    with pytest.raises(ValueError, match=r"vertex 0 .*got 3 .*not the transpose"):
        ANY.raw.mtv(WIDE.tolist(), RING)
    with pytest.raises(ValueError, match=r"got \(2, 3\): give the transpose"):
        ANY.raw.mtv(WIDE, RING)


def test_a_column_is_no_place() -> None:
    with pytest.raises(ValueError, match=r"positions .*got \(3,\): .*np\.column_stack\(\(x, y\)"):
        ShapeArray.boxes(1, 1, WIDE[0], WIDE[1])


@pytest.mark.parametrize("hole", [HOLE, np.array(HOLE)])
def test_one_ring_as_the_holes(hole: Any) -> None:
    for call in (Compound.from_polygon, sepax.convex_parts):
        with pytest.raises(ValueError, match=r"holes\[0\] .*give one as holes=\[ring\]"):
            call(RING, hole)


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
