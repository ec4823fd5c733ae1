"""ShapeArray: made in every way, it holds the bits of the single shapes; find_pairs finds all."""

from __future__ import annotations

import copy
import gc
import math
import pickle
import random
import weakref
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
import rounded
from families import PAIRS, Shape, pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from rounded import NEW

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment, ShapeArray, find_pairs

NAN, INF = math.nan, math.inf


def mixed(count: int, seed: int, reach: float = 4.0) -> list[Shape]:
    """Return shapes of all kinds at random poses."""
    source = random.Random(seed)
    return [rounded.any_shape(source, 1.0, reach) for _ in range(count)]


def bits(*values: Any) -> bytes:
    """Return numbers as they are in memory, the signs of zeros too."""
    return b"".join(np.asarray(value, dtype=np.float64).tobytes() for value in values)


def bits_of(shape: Shape) -> bytes:
    pose = (shape.position, shape.angle, shape.radius, shape.bounds)
    return bits(*pose, shape.vertices, shape.local_vertices, shape.normals)


def read_as(shape: Shape) -> type[Shape]:
    """Return the class of the copy that an array returns: it follows from the geometry."""
    without_radius: dict[type[Shape], type[Shape]] = {Circle: Point, Capsule: Segment}
    return without_radius.get(type(shape), type(shape)) if shape.radius == 0.0 else type(shape)


def same_bits(one: Shape, other: Shape) -> bool:
    """Whether a shape of an array has the type, geometry and pose of another, to the last bit."""
    return type(one) is read_as(other) and bits_of(one) == bits_of(other)


COLUMNS = [
    "vertices", "local_vertices", "normals", "offsets", "radii", "bounds", "areas", "centroids",
    "second_moments", "positions", "angles",
]  # fmt: skip


def assert_holds(array: ShapeArray, shapes: Sequence[Shape]) -> None:
    """Demand that the array and its columns are those of single shapes."""
    assert len(array) == len(shapes)
    assert all(same_bits(one, other) for one, other in zip(array, shapes, strict=True))
    rings = [shape.vertices for shape in shapes]
    assert array.offsets.tolist() == np.cumsum([0, *map(len, rings)]).tolist()
    assert bits(array.vertices) == bits(*rings)
    assert bits(array.local_vertices) == bits(*[shape.local_vertices for shape in shapes])
    none = np.zeros((1, 2))
    assert bits(array.normals) == bits(*[s.normals if len(s.normals) else none for s in shapes])
    for name in COLUMNS[4:]:
        one = {"radii": "radius", "bounds": "bounds"}.get(name, name.removesuffix("s"))
        assert bits(getattr(array, name)) == bits([getattr(shape, one) for shape in shapes]), name


# Constructors -------------------------------------------------------------------------------

SOURCE = np.random.default_rng(1)
WIDTHS, HEIGHTS = SOURCE.uniform(0.1, 3.0, (2, 20))
PLACES, ENDS = SOURCE.uniform(-9, 9, (2, 20, 2))
TURNS = SOURCE.uniform(-9, 9, 20)
RADII = np.where(SOURCE.random(20) < 0.2, 0.0, WIDTHS)
POSES = [{"position": place, "angle": turn} for place, turn in zip(PLACES, TURNS, strict=True)]
# An array of 20 shapes, and a call that makes one of them.
MADE: dict[str, tuple[ShapeArray, Callable[[int], Shape]]] = {
    "boxes": (
        ShapeArray.boxes(WIDTHS, HEIGHTS, PLACES, TURNS),
        lambda k: Polygon.box(WIDTHS[k], HEIGHTS[k], **POSES[k]),
    ),
    "rounded boxes": (
        ShapeArray.boxes(WIDTHS, HEIGHTS, PLACES, TURNS, radii=RADII),
        lambda k: Polygon.box(WIDTHS[k], HEIGHTS[k], **POSES[k], radius=RADII[k]),
    ),
    "circles": (ShapeArray.circles(PLACES, WIDTHS), lambda k: Circle(PLACES[k], WIDTHS[k])),
    "points": (ShapeArray.points(PLACES), lambda k: Point(PLACES[k])),
    "segments": (ShapeArray.segments(PLACES, ENDS), lambda k: Segment(PLACES[k], ENDS[k])),
    "a fan": (ShapeArray.segments((9, 9), ENDS.tolist()), lambda k: Segment((9, 9), ENDS[k])),
    "capsules": (
        ShapeArray.capsules(PLACES, ENDS, RADII),
        lambda k: Capsule(PLACES[k], ENDS[k], RADII[k]),
    ),
    "capsules of one radius": (
        ShapeArray.capsules(PLACES, ENDS, 1),
        lambda k: Capsule(PLACES[k], ENDS[k], 1),
    ),
    **{
        f"regular, {sides}": (
            ShapeArray.regular(sides, WIDTHS, PLACES, TURNS),
            lambda k, sides=sides: Polygon.regular(  # type: ignore[misc]
                int(np.broadcast_to(sides, 20)[k]), WIDTHS[k], **POSES[k]
            ),
        )
        for sides in (3, 4, 17, [*range(3, 23)], [3, 9] * 10)
    },
}


@pytest.mark.parametrize("kind", MADE)
def test_constructors(kind: str) -> None:
    array, make = MADE[kind]
    assert_holds(array, [make(k) for k in range(20)])


def test_polygons() -> None:
    rings = [shape.vertices for shape in mixed(90, 2) if len(shape.vertices) > 2]
    rings[3] = rings[3][::-1]  # clockwise
    rings[5] = np.vstack((rings[5], rings[5][:1]))  # closed
    rings[7] = np.vstack((rings[7], rings[7][:1], rings[7][:1]))
    rings[9] = np.array([(0, 0), (1, 0), (2, 0), (2, 2), (0, 2), (0, 1)], float)
    count = len(rings)
    places, turns = np.random.default_rng(3).uniform(-3, 3, (2, count, 2))
    offsets = np.cumsum([0, *map(len, rings)])
    array = ShapeArray.polygons(np.vstack(rings), offsets, places, turns[:, 0])
    shapes: list[Shape] = [
        Polygon(ring, position=place, angle=turn)
        for ring, place, turn in zip(rings, places, turns[:, 0], strict=True)
    ]
    assert_holds(array, shapes)


@pytest.mark.parametrize("family", [*PAIRS, *NEW])
def test_from_shapes(family: str) -> None:
    shapes = [shape for pair in pairs(family)[::3] for shape in pair]
    assert_holds(ShapeArray.from_shapes(shapes), shapes)
    assert_holds(ShapeArray.from_shapes(iter(shapes)), shapes)


def test_one_value_for_all() -> None:
    assert len(ShapeArray.boxes(1, 2)) == 1
    assert len(ShapeArray.boxes(1, 2, [(0, 0)] * 3)) == 3
    assert len(ShapeArray.boxes(1, [2], (0, 0), [0.0] * 4)) == 4
    assert len(ShapeArray.circles((1, 2), [1, 2])) == 2
    assert len(ShapeArray.boxes([], 2)) == 0
    assert len(ShapeArray.circles(np.empty((0, 2)), 1)) == 0
    assert len(ShapeArray.points(np.empty((0, 2)))) == 0
    assert len(ShapeArray.polygons(np.empty((0, 4, 2)))) == 0
    assert len(ShapeArray.polygons([], [0])) == 0
    assert len(ShapeArray.from_shapes([])) == 0
    assert len(ShapeArray()) == 0


def test_empty_array() -> None:
    none = ShapeArray()
    assert_holds(none, [])
    none.set_poses((1, 1), 0.5)
    none.set_poses([], [])
    assert_holds(none[:], [])
    assert_holds(none[[]], [])
    assert_holds(ShapeArray.concatenate([]), [])
    assert_holds(pickle.loads(pickle.dumps(none)), [])
    assert find_pairs(none).shape == find_pairs(none, ShapeArray()).shape == (0, 2)


SQUARES = np.array([[(0, 0), (1, 0), (1, 1), (0, 1)]] * 4, dtype=float)


def bent(row: int, vertex: int, value: Any) -> Any:
    """Return four squares, one of them spoiled."""
    squares = SQUARES.copy()
    squares[row, vertex] = value
    return squares


def rings(offsets: Any) -> ShapeArray:
    return ShapeArray.polygons(SQUARES.reshape(-1, 2), offsets)


BAD: list[tuple[str, type[Exception], str]] = [
    ("ShapeArray.boxes([1, 0], 1)", ValueError, "shape 1: width.*positive"),
    ("ShapeArray.boxes([1, 1], [1] * 3)", ValueError, "widths 2, heights 3"),
    ("ShapeArray.boxes(1, 1, [(0, 0), (1e+30, 0)])", ValueError, "shape 1: .*nearer to the origin"),
    ("ShapeArray.circles((0, 0), [1, -1])", ValueError, "shape 1: radius"),
    ("ShapeArray.regular([3, 2], 1)", ValueError, "shape 1: sides .*at least 3"),
    ("ShapeArray.regular(3.5, 1)", TypeError, "sides must be integers"),
    ("ShapeArray.regular(3, [1, 0])", ValueError, "shape 1: radius"),
    ("ShapeArray.polygons(bent(2, 3, (NAN, 0)))", ValueError, "shape 2: vertex 3 is not finite"),
    (
        "ShapeArray.polygons(bent(1, 2, (0.1, 0.1)))",
        ValueError,
        "shape 1: vertex 2 is a reflex corner",
    ),
    (
        "ShapeArray.polygons([[(0, 0), (1, 1), (2, 2)]])",
        ValueError,
        "shape 0: the polygon has zero area",
    ),
    ("ShapeArray.polygons(np.zeros((2, 2, 2)))", ValueError, "at least 3"),
    ("ShapeArray.polygons(SQUARES[0])", ValueError, "offsets"),
    ("ShapeArray.polygons(np.zeros((2, 3, 3)))", ValueError, "vertices"),
    ("rings([0, 8, 4, 16])", ValueError, "offset 2 is 4 after 8"),
    ("rings([0, 4, 99, 16])", ValueError, "offset 3 is 16 after 99"),
    ("rings([0, -4, 16])", ValueError, "offset 1 is -4"),
    ("rings([4, 8, 16])", ValueError, "begin with 0"),
    ("rings([0, 4, 8])", ValueError, "end with the .* vertices, 16"),
    ("rings([])", ValueError, "begin with 0"),
    ("rings([0, 4, 5, 16])", ValueError, "shape 1: .*at least 3 .*got 1"),
    ("rings([0.0, 16.0])", TypeError, "offsets must be integers"),
    ("ShapeArray.polygons(SQUARES, angles=[0, 1])", ValueError, "angles .*4.*2"),
    ("ShapeArray.from_shapes([1])", TypeError, r"shapes\[0\] must be"),
    ("ShapeArray.concatenate([1])", TypeError, r"arrays\[0\]"),
    ("ShapeArray.from_shapes([Polygon.__new__(Polygon)])", ValueError, "never initialised"),
    ("find_pairs([(0, 0)])", TypeError, r"a\[0\] must be a shape.*tuple"),
    ("ShapeArray.segments((0, 0), [(1, 0), (0, 0)])", ValueError, "shape 1: .*(Point|points)"),
    ("ShapeArray.capsules([(0, 0)], [(0, 0)], 1)", ValueError, "shape 0: .*(Circle|circles)"),
    ("ShapeArray.segments(np.zeros((2, 2)), np.ones((3, 2)))", ValueError, "starts 2, ends 3"),
    ("ShapeArray.capsules((0, 0), (1, 0), [1, -1])", ValueError, "shape 1: radius"),
    ("ShapeArray.capsules((0, 0), (1, 0), 1e+80)", ValueError, r"shape 0: radius .*2\*\*240"),
    ("ShapeArray.polygons([[(0, 0), (1, 0), (0, 1)]], radii=[-1])", ValueError, "shape 0: radius"),
]


@pytest.mark.parametrize(("call", "kind", "words"), BAD)
def test_errors_name_the_shape(call: str, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        eval(call)


# Access -------------------------------------------------------------------------------------


def test_indexing() -> None:
    shapes = mixed(12, 4)
    array = ShapeArray.from_shapes(shapes)
    indices: list[Any] = [0, 11, -1, -12, np.int8(5), np.uint64(7)]
    for index in indices:
        assert same_bits(array[index], shapes[index])
    for index in (12, -13, 10**30):
        with pytest.raises(IndexError):
            array[index]
    strange: list[Any] = ["1", 1.0, None, {}]
    for key in strange:
        with pytest.raises(TypeError):
            array[key]
    several: list[Any] = [(1, 2), np.zeros((2, 2), int), [0, 12], [-13], [True] * 11, [0.0, 1.0]]
    for key in several:
        with pytest.raises(IndexError):
            array[key]


@given(data=st.data())
@settings(max_examples=60)
def test_selections_are_those_of_a_list(data: st.DataObject) -> None:
    shapes = mixed(9, 5)
    array = ShapeArray.from_shapes(shapes)
    cut = data.draw(st.slices(9))
    assert_holds(array[cut], shapes[cut])
    rows = data.draw(st.lists(st.integers(-9, 8), max_size=12))
    assert_holds(array[rows], [shapes[row] for row in rows])
    mask = data.draw(st.lists(st.booleans(), min_size=9, max_size=9))
    assert_holds(array[np.array(mask)], [s for s, keep in zip(shapes, mask, strict=True) if keep])


def test_selections_are_copies() -> None:
    array = ShapeArray.from_shapes(mixed(5, 6))
    before = array.vertices
    for part in (array[:], array[[0, 0]], array[1:3], array.copy(), copy.deepcopy(array)):
        part.set_poses((7, 7), 1.0)
    array[0].move(3, 3)
    assert np.array_equal(array.vertices, before)


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_are_copies_that_cannot_be_written_to(name: str) -> None:
    array = ShapeArray.from_shapes(mixed(5, 6))
    before = getattr(array, name).copy()
    changes: list[Callable[[Any], object]] = [
        lambda c: c.__setitem__(0, 7),
        lambda c: c.fill(7),
        lambda c: c.sort(axis=0),
    ]
    for change in changes:
        with pytest.raises(ValueError, match="read-only"):
            change(getattr(array, name))
    insisted = getattr(array, name)
    insisted.flags.writeable = True
    insisted[...] = 7
    assert np.array_equal(getattr(array, name), before)


def test_a_shape_is_written_back() -> None:
    shapes = mixed(12, 21)
    array = ShapeArray.from_shapes(shapes)
    keys: list[Any] = [0, 5, -1, np.int8(7), np.uint64(3)]
    for key in keys:
        shape = array[key]
        shape.move(3.5, -1.25)
        shape.rotate(0.75)
        array[key] = shape
        shapes[key].move(3.5, -1.25)
        shapes[key].rotate(0.75)
        assert_holds(array, shapes)
    assert_holds(ShapeArray(shapes), shapes)
    crates = ShapeArray.boxes(2, [1, 1])
    crates[1] = Polygon.box(2, 1, position=(5, 6), angle=1)
    assert_holds(crates, [Polygon.box(2, 1), Polygon.box(2, 1, position=(5, 6), angle=1)])


BAD_ASSIGNMENTS: list[tuple[Any, Any, type[Exception], str]] = [
    (0, Polygon.box(2, 3), ValueError, r"shape 0 has another geometry.*ShapeArray\.from_shapes"),
    (-2, Circle((0, 0), 1), ValueError, "shape 0 has another geometry"),
    (1, Circle((0, 0), 2), ValueError, "shape 1 has another geometry"),
    (1, Polygon.box(2, 2), ValueError, "shape 1 has another geometry"),
    (2, Polygon.box(2, 2), IndexError, "index 2 is out of range for 2 shapes"),
    (-3, Polygon.box(2, 2), IndexError, "index -3 is out of range for 2 shapes"),
    (True, Polygon.box(2, 2), IndexError, "True"),
    (0, Polygon.__new__(Polygon), ValueError, "never initialised"),
    (0, (3, 4), TypeError, "expected a shape, got tuple"),
    (0, None, TypeError, "expected a shape, got NoneType"),
    (slice(1), Polygon.box(2, 2), TypeError, r"set_poses\(positions, angles, where=\.\.\.\)"),
    ([0], Polygon.box(2, 2), TypeError, "set_poses"),
    (np.array([True, False]), Polygon.box(2, 2), TypeError, "set_poses"),
    ((0, 1), Polygon.box(2, 2), TypeError, "set_poses"),
    ("0", Polygon.box(2, 2), TypeError, "set_poses"),
]


@pytest.mark.parametrize(("key", "value", "kind", "words"), BAD_ASSIGNMENTS)
def test_bad_assignments(key: Any, value: Any, kind: type[Exception], words: str) -> None:
    shapes: list[Shape] = [Polygon.box(2, 2, position=(7, 0)), Circle((0, 0), 1)]
    array = ShapeArray.from_shapes(shapes)
    with pytest.raises(kind, match=words):
        array[key] = value
    assert_holds(array, shapes)


def test_concatenate() -> None:
    shapes = mixed(12, 7)
    parts = [ShapeArray.from_shapes(part) for part in (shapes[:5], [], shapes[5:6], shapes[6:])]
    assert_holds(ShapeArray.concatenate(parts), shapes)
    assert_holds(ShapeArray.concatenate(iter(parts[:1] * 2)), shapes[:5] * 2)


def test_repr_is_short() -> None:
    array = ShapeArray.concatenate([ShapeArray.boxes(1, [1] * 99), ShapeArray.circles((0, 0), 1)])
    assert repr(array) == "<ShapeArray: 100 shapes, 1 of them circles, 397 vertices>"


def test_shapes_die_with_their_array() -> None:
    array = ShapeArray.boxes(1, [1] * 3)
    shape, gone = array[0], weakref.ref(array)
    del array
    gc.collect()
    assert gone() is None
    assert shape.area == 1.0


def test_wide_bounds_surely_hold_circles() -> None:
    """Those that a search may go by: the sum of a centre and a radius is rounded."""
    rng = np.random.default_rng(3)
    centers, radii = rng.uniform(-9, 9, (200, 2)), rng.uniform(0, 3, 200)
    array = ShapeArray.circles(centers, radii)
    wide, outside = np.empty((200, 4)), 0
    array._block.read_bounds(wide, wide=True)
    for row, (center, radius) in enumerate(zip(centers.tolist(), radii.tolist(), strict=True)):
        for axis, place in enumerate(map(Fraction, center)):
            low, high = place - Fraction(radius), place + Fraction(radius)
            assert wide[row, axis] <= low
            assert wide[row, axis + 2] >= high
            outside += array.bounds[row, axis] > low
    assert outside > 0
    assert np.allclose(wide, array.bounds, rtol=1e-15, atol=1e-15)


# Pickles ------------------------------------------------------------------------------------


def test_pickle() -> None:
    shapes = mixed(600, 8)
    array = ShapeArray.from_shapes(shapes)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert_holds(pickle.loads(pickle.dumps(array[:30], protocol)), shapes[:30])
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(array, 5, buffer_callback=buffers.append)
    assert len(data) < 2000
    assert sum(buffer.raw().nbytes for buffer in buffers) < array.nbytes
    assert_holds(pickle.loads(data, buffers=[bytes(buffer.raw()) for buffer in buffers]), shapes)


def test_hostile_pickles() -> None:
    new, (kind,), state = ShapeArray.boxes(1, [1, 1]).__reduce__()
    (vertices, offsets, radii, *poses), _ = state
    hostile: list[tuple[Any, ...]] = [
        (vertices, offsets * 1000, radii, *poses),
        (vertices, -offsets, radii, *poses),
        (vertices[:3], offsets, radii, *poses),
        (vertices * NAN, offsets, radii, *poses),
        (vertices, offsets, radii[:1], *poses),
        (vertices, offsets, None, *poses),
        (vertices, offsets, radii, poses[0][:0], poses[1]),
        (vertices, [0, 1, 8], [-1, 0], *poses),
        (None, None, None, None, None),
    ]
    for arrays in hostile:
        array = new(kind)
        with pytest.raises((ValueError, TypeError)):
            array.__setstate__((arrays, None))
        assert_holds(array, [])


# Poses --------------------------------------------------------------------------------------


def test_poses_are_those_of_single_shapes() -> None:
    shapes = mixed(200, 10)
    array = ShapeArray.from_shapes(shapes)
    rng = np.random.default_rng(11)
    for scale in (1.0, 1e-3, 1e6, 2.0**30):
        places, turns = rng.uniform(-scale, scale, (200, 2)), rng.uniform(-scale, scale, 200)
        turns[:5] = (0.0, math.pi, -math.pi / 2, 2.0**31, -(2.0**31))
        array.set_poses(places, turns)
        for shape, place, turn in zip(shapes, places, turns, strict=True):
            shape.set_pose(place[0], place[1], turn)
        assert_holds(array, shapes)


def test_parts_of_poses() -> None:
    shapes = mixed(10, 12)
    array = ShapeArray.from_shapes(shapes)

    def set_both(rows: list[int], place: Any, turn: Any, where: Any) -> None:
        array.set_poses(place, turn, where=where)
        for row in rows:
            shape = shapes[row]
            x, y = shape.position if place is None else place
            shape.set_pose(x, y, shape.angle if turn is None else turn)
        assert_holds(array, shapes)

    set_both([*range(10)], (1, 2), None, None)
    set_both([*range(10)], None, 0.75, None)
    set_both([*range(10)], None, None, None)
    set_both([3, 5], (4, 4), 2.0, [3, 5])
    set_both([1, 3, 5, 7, 9], (2, 4), None, slice(1, None, 2))
    set_both([0, 9], None, -1.0, np.array([True] + [False] * 8 + [True]))
    set_both([], (9, 9), 1.0, [])
    set_both([9], (9, 9), 1.0, [-1])
    array.set_poses([(1, 1), (2, 2)], [1, 2], where=[4, 4])  # the last one counts
    shapes[4].set_pose(2, 2, 2)
    assert_holds(array, shapes)


def test_poses_of_some_boxes() -> None:
    """More rows than are moved at a time, in any order, some of them twice."""
    rng = np.random.default_rng(13)
    shapes: list[Shape] = [Polygon.box(*size) for size in rng.uniform(0.5, 2, (100, 2))]
    array = ShapeArray.from_shapes(shapes)
    rows, places, turns = rng.integers(0, 100, 150), rng.normal(size=(150, 2)), rng.normal(size=150)
    array.set_poses(places, turns, where=rows)
    for row, place, turn in zip(rows, places, turns, strict=True):
        shapes[row].set_pose(place[0], place[1], turn)
    assert_holds(array, shapes)


SEVEN: list[Any] = [(0, 0)] * 7
BAD_POSES: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"positions": [*SEVEN, (NAN, 0)]}, ValueError, "shape 7: position must be finite"),
    ({"positions": [*SEVEN, (1e300, 0)]}, ValueError, r"shape 7: position.*2\*\*240"),
    ({"positions": [*SEVEN, (1e30, 1e30)]}, ValueError, "shape 7: .*nearer to the origin"),
    ({"angles": [0.0] * 7 + [INF]}, ValueError, "shape 7: angle"),
    ({"positions": [(0, 0), (NAN, 0)], "where": [2, 5]}, ValueError, "shape 5: position"),
    ({"positions": SEVEN}, ValueError, "positions .*8.*7"),
    ({"angles": [0.0] * 9}, ValueError, "angles .*8.*9"),
    ({"angles": "0"}, TypeError, "angles"),
    ({"angles": 0.0, "where": [0, 8]}, IndexError, "8"),
    ({"angles": 0.0, "where": [-9]}, IndexError, "-9"),
    ({"angles": 0.0, "where": [True]}, IndexError, "bool"),
    ({"angles": 0.0, "where": [0.5]}, IndexError, "integer"),
    ({"angles": 0.0, "where": [[0]]}, IndexError, r"\(n,\)"),
]
SOLID: list[Shape] = [Polygon.regular(n, 1.0, position=(n, 1), angle=n) for n in range(3, 11)]
OTHER: list[Shape] = [*map(Point, SEVEN), Segment((0, 0), (1, 0))]


@pytest.mark.parametrize("shapes", [SOLID, OTHER])
@pytest.mark.parametrize(("arguments", "kind", "words"), BAD_POSES)
def test_all_poses_or_none(
    arguments: dict[str, Any], kind: type[Exception], words: str, shapes: list[Shape]
) -> None:
    array = ShapeArray.from_shapes(shapes)
    with pytest.raises(kind, match=words):
        array.set_poses(**{"positions": None, "angles": 1.5, **arguments})
    assert_holds(array, shapes)


def test_poses_that_only_just_do() -> None:
    """Near the limit of rounding the array takes the poses that a shape takes."""
    shape, array, given = Polygon.box(1, 1), ShapeArray.boxes(1, 1), ShapeArray.boxes(1, 1)
    taken = 0
    for exponent in np.arange(40.0, 56.0, 0.25):
        pose = (2.0**exponent, 0.5, 0.3)
        try:
            shape.set_pose(*pose)
        except ValueError:
            with pytest.raises(ValueError, match="shape 0"):
                array.set_poses(pose[:2], pose[2])
        else:
            array.set_poses(pose[:2], pose[2])
            given[0] = shape  # is written back
            assert_holds(given, [shape])
            taken += 1
        assert_holds(array, [shape])
    assert 0 < taken < 64


# find_pairs ---------------------------------------------------------------------------------


def brute(a: Sequence[Shape], b: Sequence[Shape] | None, touching: bool) -> list[list[int]]:
    rows = combinations(range(len(a)), 2) if b is None else product(range(len(a)), range(len(b)))
    other = a if b is None else b
    return [[i, j] for i, j in rows if a[i].intersects(other[j], touching)]


@pytest.mark.parametrize("reach", [0.5, 4.0, 40.0])
def test_find_pairs(reach: float) -> None:
    shapes, others = mixed(150, 14, reach), mixed(80, 15, reach)
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    for touching in (True, False):
        assert find_pairs(a, touching=touching).tolist() == brute(shapes, None, touching)
        assert find_pairs(a, b, touching).tolist() == brute(shapes, others, touching)
    found = find_pairs(a, b, workers=3)
    assert found.dtype == np.intp
    assert found.shape[1:] == (2,)
    assert sepax.intersects(a, b, pairs=found).all()


@given(data=st.data())
@settings(max_examples=80)
def test_find_pairs_on_a_grid(data: st.DataObject) -> None:
    """Touching, equal and nested shapes: integers make each of them common."""
    small = st.integers(0, 5)
    squares = st.builds(
        lambda x, y, w, h: Polygon.box(w, h, position=(x, y)),
        small,
        small,
        *[st.sampled_from([2, 4])] * 2,
    )
    discs = st.builds(lambda x, y, r: Circle((x, y), r), small, small, st.integers(0, 3))
    shapes = data.draw(st.lists(squares | discs, max_size=12))
    others = data.draw(st.lists(squares | discs, max_size=8))
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    for touching in (True, False):
        assert find_pairs(a, None, touching).tolist() == brute(shapes, None, touching)
        assert find_pairs(a, b, touching).tolist() == brute(shapes, others, touching)


def test_circles_that_touch_beyond_their_rounded_bounds() -> None:
    """Where c + r rounds down, exact contact may lie outside of the rounded bounds."""
    rng = np.random.default_rng(16)
    circles = [Circle(rng.uniform(0, 1, 2), r) for r in rng.uniform(0.05, 0.2, 300)]
    walls = [
        Circle((math.nextafter(c.bounds[2], step), c.position[1]), 0)
        for c in circles
        for step in (-INF, INF)
    ]
    for disc, near in zip(circles, zip(walls[::2], walls[1::2], strict=True), strict=True):
        points: list[Shape] = [*near, Circle((disc.bounds[2], disc.position[1]), 0)]
        found = find_pairs(ShapeArray.from_shapes([disc]), ShapeArray.from_shapes(points))
        assert found.tolist() == brute([disc], points, True)


@pytest.mark.parametrize("family", ["touching_vertex_edge", "off_by_one_ulp", *NEW])
def test_find_pairs_in_families(family: str) -> None:
    for a, b in pairs(family)[::2]:
        both = ShapeArray.from_shapes([a, b])
        assert len(find_pairs(both)) == a.intersects(b)
        assert len(find_pairs(both, touching=False)) == a.intersects(b, touching=False)


def test_the_core_of_a_row_that_there_is_not() -> None:
    block = ShapeArray.boxes(1, [1, 2])._block
    for row in (-1, 2):
        for read in (block.point_count, lambda row: block.read_core(row, np.empty((4, 2)))):
            with pytest.raises(IndexError, match="out of range for 2 shapes"):
                read(row)
    for points in (np.empty((3, 2)), np.empty((5, 2)), np.empty(8), np.empty((4, 2, 1))):
        with pytest.raises(ValueError, match="points must be 4 rows of 2"):
            block.read_core(0, points)
