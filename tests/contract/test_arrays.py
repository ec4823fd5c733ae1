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
import numpy.typing as npt
import pytest
from families import PAIRS, Shape, box, circle, pairs, polygon
from hypothesis import given, settings
from hypothesis import strategies as st

import sepax
from sepax import Capsule, Circle, Point, Polygon, Segment, ShapeArray, find_pairs
from sepax._core.arguments import is_plain

NAN, INF = math.nan, math.inf
ANYTHING: Any = None


def mixed(count: int, seed: int, reach: float = 4.0) -> list[Shape]:
    """Return boxes, polygons and circles at random poses."""
    source = random.Random(seed)
    makers: list[Callable[..., Shape]] = [box, polygon, circle]
    return [source.choice(makers)(source, 1.0, reach) for _ in range(count)]


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


def assert_holds(array: ShapeArray, shapes: list[Shape]) -> None:
    """Demand that the array and its columns are those of single shapes."""
    assert len(array) == len(shapes)
    assert all(same_bits(one, other) for one, other in zip(array, shapes, strict=True))
    rings = [shape.vertices for shape in shapes]
    assert array.offsets.tolist() == np.cumsum([0, *map(len, rings)]).tolist()
    assert bits(array.vertices) == bits(*rings)
    assert bits(array.local_vertices) == bits(*[shape.local_vertices for shape in shapes])
    assert bits(array.radii) == bits([shape.radius for shape in shapes])
    assert bits(array.bounds) == bits([shape.bounds for shape in shapes])
    assert bits(array.positions) == bits([shape.position for shape in shapes])
    assert bits(array.angles) == bits([shape.angle for shape in shapes])


# Constructors -------------------------------------------------------------------------------

SOURCE = np.random.default_rng(1)
SIDES = SOURCE.uniform(0.1, 3.0, (20, 2))
PLACES = SOURCE.uniform(-9, 9, (20, 2))
TURNS = SOURCE.uniform(-9, 9, 20)


def test_boxes() -> None:
    array = ShapeArray.boxes(SIDES[:, 0], SIDES[:, 1], PLACES, TURNS)
    shapes: list[Shape] = [
        Polygon.box(w, h, position=place, angle=turn)
        for (w, h), place, turn in zip(SIDES, PLACES, TURNS, strict=True)
    ]
    assert_holds(array, shapes)


def test_circles() -> None:
    array = ShapeArray.circles(PLACES, SIDES[:, 0])
    assert_holds(array, [Circle(place, r) for place, r in zip(PLACES, SIDES[:, 0], strict=True)])


@pytest.mark.parametrize("sides", [3, 4, 17, np.arange(3, 23), [3, 9] * 10])
def test_regular(sides: Any) -> None:
    array = ShapeArray.regular(sides, SIDES[:, 0], PLACES, TURNS)
    shapes: list[Shape] = [
        Polygon.regular(int(n), r, position=place, angle=turn)
        for n, r, place, turn in zip(
            np.broadcast_to(sides, 20), SIDES[:, 0], PLACES, TURNS, strict=True
        )
    ]
    assert_holds(array, shapes)


def test_polygons() -> None:
    rings = [shape.vertices for shape in mixed(60, 2) if len(shape.vertices) > 1]
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


def test_polygons_of_equal_size() -> None:
    corners = np.array([[(0, 0), (4, 0), (0, 3)], [(0, 0), (0, 1), (5, 0)]])
    for vertices in (corners, corners.tolist(), corners.astype(">i2"), corners[:, :, ::-1]):
        array = ShapeArray.polygons(vertices, positions=(1, 2))
        assert_holds(array, [Polygon(ring, position=(1, 2)) for ring in vertices])


@pytest.mark.parametrize("family", PAIRS)
def test_from_shapes(family: str) -> None:
    shapes = [shape for pair in pairs(family) for shape in pair]
    assert_holds(ShapeArray.from_shapes(shapes), shapes)
    assert_holds(ShapeArray.from_shapes(iter(shapes)), shapes)


def test_from_shapes_after_moves() -> None:
    shape = Polygon.regular(5, 1.0)
    for turn in (1.0, 0.0, 3.5):
        shape.set_pose(turn, 2.0, turn)
        assert_holds(ShapeArray.from_shapes([shape]), [shape])


def test_one_value_for_all() -> None:
    assert len(ShapeArray.boxes(1, 2)) == 1
    assert len(ShapeArray.boxes(1, 2, [(0, 0)] * 3)) == 3
    assert len(ShapeArray.boxes(1, [2], (0, 0), [0.0] * 4)) == 4
    assert len(ShapeArray.circles((1, 2), [1, 2])) == 2
    assert len(ShapeArray.boxes([], 2)) == 0
    assert len(ShapeArray.circles(np.empty((0, 2)), 1)) == 0
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


BAD: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "width": (lambda: ShapeArray.boxes([1, 0], 1), ValueError, "shape 1: width.*positive"),
    "height": (lambda: ShapeArray.boxes(1, [1, 1, NAN]), ValueError, "shape 2: width and height"),
    "huge": (lambda: ShapeArray.boxes(1e300, 1), ValueError, "shape 0: .*2\\*\\*240"),
    "text": (lambda: ShapeArray.boxes("1", 1), TypeError, "widths must be real numbers"),
    "truth": (lambda: ShapeArray.boxes([True], 1), TypeError, "widths must be real numbers"),
    "none": (lambda: ShapeArray.boxes(ANYTHING, 1), TypeError, "widths must be real numbers"),
    "complex": (lambda: ShapeArray.boxes(1, 1j), TypeError, "heights must be real numbers"),
    "table": (lambda: ShapeArray.boxes([[1]], 1), ValueError, r"widths .*\(n,\)"),
    "lengths": (lambda: ShapeArray.boxes([1, 1], [1] * 3), ValueError, "widths 2, heights 3"),
    "positions": (lambda: ShapeArray.boxes(1, 1, (1, 2, 3)), ValueError, r"positions .*\(n, 2\)"),
    "ragged": (lambda: ShapeArray.boxes(1, 1, [(1, 2), (3,)]), ValueError, "positions"),
    "nan position": (
        lambda: ShapeArray.boxes(1, 1, [(0, 0), (0, NAN)]),
        ValueError,
        r"shape 1: position must be finite.*\(0\.0, nan\)",
    ),
    "nan angle": (lambda: ShapeArray.boxes(1, 1, (0, 0), [0, NAN]), ValueError, "shape 1: angle"),
    "large angle": (lambda: ShapeArray.boxes(1, 1, (0, 0), 3e9), ValueError, "shape 0: angle"),
    "no area left": (
        lambda: ShapeArray.boxes(1, 1, [(0, 0), (1e30, 0)]),
        ValueError,
        "shape 1: .*nearer to the origin",
    ),
    "radius": (lambda: ShapeArray.circles((0, 0), [1, -1]), ValueError, "shape 1: radius"),
    "infinite radius": (lambda: ShapeArray.circles((0, 0), INF), ValueError, "shape 0: radius"),
    "center": (lambda: ShapeArray.circles((NAN, 0), 1), ValueError, "shape 0: position"),
    "sides": (lambda: ShapeArray.regular([3, 2], 1), ValueError, "shape 1: sides .*at least 3"),
    "half sides": (lambda: ShapeArray.regular(3.5, 1), TypeError, "sides must be integers"),
    "regular radius": (lambda: ShapeArray.regular(3, [1, 0]), ValueError, "shape 1: radius"),
    "nan vertex": (
        lambda: ShapeArray.polygons(bent(2, 3, (NAN, 0))),
        ValueError,
        "shape 2: vertex 3 is not finite",
    ),
    "reflex": (
        lambda: ShapeArray.polygons(bent(1, 2, (0.1, 0.1))),
        ValueError,
        "shape 1: vertex 2 is a reflex corner",
    ),
    "flat": (
        lambda: ShapeArray.polygons([[(0, 0), (1, 1), (2, 2)]]),
        ValueError,
        "shape 0: the polygon has zero area",
    ),
    "two vertices": (lambda: ShapeArray.polygons(np.zeros((2, 2, 2))), ValueError, "at least 3"),
    "no offsets": (lambda: ShapeArray.polygons(SQUARES[0]), ValueError, "offsets"),
    "three columns": (lambda: ShapeArray.polygons(np.zeros((2, 3, 3))), ValueError, "vertices"),
    "decreasing": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), [0, 8, 4, 16]),
        ValueError,
        "offset 2 is 4 after 8",
    ),
    "offset beyond": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), [0, 4, 99, 16]),
        ValueError,
        "offset 3 is 16 after 99",
    ),
    "negative offset": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), [0, -4, 16]),
        ValueError,
        "offset 1 is -4",
    ),
    "late start": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), [4, 8, 16]),
        ValueError,
        "begin with 0",
    ),
    "early end": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), [0, 4, 8]),
        ValueError,
        "end with the number of vertices, 16",
    ),
    "empty offsets": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), []),
        ValueError,
        "begin with 0",
    ),
    "short ring": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), [0, 4, 5, 16]),
        ValueError,
        "shape 1: .*at least 3 vertices, got 1",
    ),
    "fractional offsets": (
        lambda: ShapeArray.polygons(SQUARES.reshape(-1, 2), [0.0, 16.0]),
        TypeError,
        "offsets must be integers",
    ),
    "poses": (lambda: ShapeArray.polygons(SQUARES, angles=[0, 1]), ValueError, "angles .*4.*2"),
    "not shapes": (lambda: ShapeArray.from_shapes([1]), TypeError, r"shapes\[0\] must be"),  # type: ignore[list-item]  # it is wrong
    "not arrays": (lambda: ShapeArray.concatenate([1]), TypeError, r"arrays\[0\]"),  # type: ignore[list-item]  # it is wrong
    "uninitialised": (
        lambda: ShapeArray.from_shapes([Polygon.__new__(Polygon)]),
        ValueError,
        "never initialised",
    ),
    "pairs of what": (lambda: find_pairs([(0, 0)]), TypeError, r"a\[0\] must be a shape.*tuple"),  # type: ignore[list-item]  # it is wrong
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments(name: str) -> None:
    make, kind, words = BAD[name]
    with pytest.raises(kind, match=words):
        make()


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


COLUMNS = [
    "vertices",
    "local_vertices",
    "normals",
    "offsets",
    "radii",
    "bounds",
    "areas",
    "centroids",
    "second_moments",
    "positions",
    "angles",
]


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


@pytest.mark.parametrize("case", BAD_ASSIGNMENTS)
def test_bad_assignments(case: tuple[Any, Any, type[Exception], str]) -> None:
    key, value, kind, words = case
    shapes: list[Shape] = [Polygon.box(2, 2, position=(7, 0)), Circle((0, 0), 1)]
    array = ShapeArray.from_shapes(shapes)
    with pytest.raises(kind, match=words):
        array[key] = value
    assert_holds(array, shapes)


def test_a_pose_that_a_shape_bears_and_the_array_too() -> None:
    """Near the limit of rounding a shape is written back where it could go."""
    array, shape = ShapeArray.boxes(1, 1), Polygon.box(1, 1)
    for exponent in range(40, 60):
        try:
            shape.set_pose(2.0**exponent, 0.5, 0.3)
        except ValueError:
            break
        array[0] = shape
        assert_holds(array, [shape])
    assert exponent > 45


def test_concatenate() -> None:
    shapes = mixed(12, 7)
    parts = [ShapeArray.from_shapes(part) for part in (shapes[:5], [], shapes[5:6], shapes[6:])]
    assert_holds(ShapeArray.concatenate(parts), shapes)
    assert_holds(ShapeArray.concatenate(iter(parts[:1] * 2)), shapes[:5] * 2)


def test_repr_is_short() -> None:
    array = ShapeArray.concatenate([ShapeArray.boxes(1, [1] * 1000), ShapeArray.circles((0, 0), 1)])
    assert repr(array) == "<ShapeArray: 1001 shapes, 1 of them circles, 4001 vertices>"


def test_bytes_a_shape() -> None:
    """A bound to be noticed: nobody should double it unawares."""
    assert ShapeArray.boxes(1, [1] * 1000).nbytes <= 800 * 1000


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
    shapes = mixed(30, 8)
    array = ShapeArray.from_shapes(shapes)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert_holds(pickle.loads(pickle.dumps(array, protocol)), shapes)


def test_pickle_out_of_band() -> None:
    array = ShapeArray.from_shapes(mixed(1000, 9))
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(array, 5, buffer_callback=buffers.append)
    assert len(data) < 2000
    assert sum(buffer.raw().nbytes for buffer in buffers) < array.nbytes
    twin = pickle.loads(data, buffers=[bytes(buffer.raw()) for buffer in buffers])
    assert np.array_equal(twin.vertices, array.vertices)


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


BAD_POSES: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"positions": [(0, 0)] * 7 + [(NAN, 0)]}, ValueError, "shape 7: position must be finite"),
    ({"positions": [(0, 0)] * 7 + [(0, -INF)]}, ValueError, "shape 7: position must be finite"),
    ({"positions": [(0, 0)] * 7 + [(1e300, 0)]}, ValueError, r"shape 7: position.*2\*\*240"),
    ({"positions": [(0, 0)] * 7 + [(1e30, 0)]}, ValueError, "shape 7: .*nearer to the origin"),
    ({"angles": [0.0] * 7 + [NAN]}, ValueError, "shape 7: angle"),
    ({"angles": 2.2e9}, ValueError, "shape 0: angle"),
    ({"positions": [(0, 0), (NAN, 0)], "where": [2, 5]}, ValueError, "shape 5: position"),
    ({"positions": [(0, 0)] * 7}, ValueError, "positions .*8.*7"),
    ({"angles": [0.0] * 9}, ValueError, "angles .*8.*9"),
    ({"positions": (1, 2, 3)}, ValueError, "positions"),
    ({"angles": "0"}, TypeError, "angles"),
    ({"angles": 0.0, "where": [0, 8]}, IndexError, "8"),
    ({"angles": 0.0, "where": [-9]}, IndexError, "-9"),
    ({"angles": 0.0, "where": [True]}, IndexError, "bool"),
    ({"angles": 0.0, "where": [0.5]}, IndexError, "integer"),
    ({"angles": 0.0, "where": [[0]]}, IndexError, r"\(n,\)"),
]


@pytest.mark.parametrize("case", BAD_POSES)
def test_all_poses_or_none(case: tuple[dict[str, Any], type[Exception], str]) -> None:
    arguments, kind, words = case
    shapes: list[Shape] = [Polygon.regular(n, 1.0, position=(n, 1), angle=n) for n in range(3, 11)]
    array = ShapeArray.from_shapes(shapes)
    with pytest.raises(kind, match=words):
        array.set_poses(**{"positions": None, "angles": 1.5, **arguments})
    assert_holds(array, shapes)


def test_poses_that_only_just_do() -> None:
    """Near the limit of rounding the array takes the poses that a shape takes."""
    shape, array = Polygon.box(1, 1), ShapeArray.boxes(1, 1)
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
            taken += 1
        assert_holds(array, [shape])
    assert 0 < taken < 64


# shapely ------------------------------------------------------------------------------------


def test_shapely_there_and_back() -> None:
    shapely = pytest.importorskip("shapely")
    shapes = [shape for shape in mixed(40, 13) if isinstance(shape, Polygon)]
    geometries = ShapeArray.from_shapes(shapes).to_shapely()
    for geometry, shape in zip(geometries, shapes, strict=True):
        assert shapely.get_coordinates(geometry)[:-1].tolist() == shape.vertices.tolist()
    array = ShapeArray.from_shapely(geometries)
    assert_holds(array, [Polygon(shape.vertices) for shape in shapes])
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


def test_circles_to_shapely() -> None:
    pytest.importorskip("shapely")
    array = ShapeArray.from_shapes([Circle((1, 2), 3), Polygon.box(2, 2), Circle((5, 5), 0)])
    disc, square, point = array.to_shapely(quad_segs=64)
    assert disc.area == pytest.approx(9 * math.pi, rel=1e-3)
    assert disc.centroid.coords[0] == pytest.approx((1, 2))
    assert (square.area, point.geom_type) == (4.0, "Point")


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


@pytest.mark.parametrize("family", ["touching_vertex_edge", "off_by_one_ulp", "circle_any"])
def test_find_pairs_in_families(family: str) -> None:
    for a, b in pairs(family):
        both = ShapeArray.from_shapes([a, b])
        assert len(find_pairs(both)) == a.intersects(b)
        assert len(find_pairs(both, touching=False)) == a.intersects(b, touching=False)


def test_the_core_of_a_row_that_there_is_not() -> None:
    block = ShapeArray.boxes(1, [1, 2])._block
    for row in (-1, 2):
        with pytest.raises(IndexError, match="out of range for 2 shapes"):
            block.point_count(row)
        with pytest.raises(IndexError, match="out of range for 2 shapes"):
            block.read_core(row, np.empty((4, 2)))
    for points in (np.empty((3, 2)), np.empty((5, 2)), np.empty(8), np.empty((4, 2, 1))):
        with pytest.raises(ValueError, match="points must be 4 rows of 2"):
            block.read_core(0, points)


# How numbers lie in memory ----------------------------------------------------------------


def unaligned(array: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the same numbers a byte away from where processors like them."""
    memory = np.zeros(array.nbytes + 1, np.uint8)[1:]
    memory[:] = np.frombuffer(array.tobytes(), np.uint8)
    return memory.view(np.float64).reshape(array.shape)


def read_only(array: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


LAYOUTS: dict[str, Callable[[npt.NDArray[np.float64]], Any]] = {
    "as they are": lambda array: array,
    "every other row": lambda array: np.repeat(array, 2, axis=0)[::2],
    "backwards": lambda array: array[::-1].copy()[::-1],
    "column by column": np.asfortranarray,
    "a part of each row": lambda array: np.array([array, array]).T.copy().T[0],
    "of the other byte order": lambda array: array.astype(array.dtype.newbyteorder()),
    "unaligned": unaligned,
    "read-only": read_only,
    "a matrix of objects": lambda array: array.astype(object),
    "of numpy.ma": np.ma.array,
    "lists": lambda array: array.tolist(),
}


PLAIN = ("as they are", "read-only")


@pytest.mark.parametrize("name", LAYOUTS)
def test_numbers_in_any_layout(name: str) -> None:
    """Poses and velocities are read where they lie only if they lie as compiled code wants them."""
    rng, lay = np.random.default_rng(5), LAYOUTS[name]
    places, angles, ways = rng.normal(0, 3, (9, 2)), rng.normal(0, 3, 9), rng.normal(0, 3, (9, 2))
    assert is_plain(lay(places), 2) == (name in PLAIN)
    assert not is_plain(lay(places), 0)
    assert not is_plain(lay(angles), 2)
    plain, laid = (ShapeArray.boxes(1, np.ones(9)) for _ in range(2))
    plain.set_poses(places, angles)
    laid.set_poses(lay(places), lay(angles))
    assert np.array_equal(laid.positions, places)
    assert np.array_equal(laid.angles, angles)
    origin = ShapeArray.boxes(1, np.ones(9))
    assert np.array_equal(
        laid.time_of_impact(origin, lay(ways)), plain.time_of_impact(origin, ways)
    )
    assert np.array_equal(
        laid.time_of_impact(origin, lay(ways), max_time=lay(abs(angles))),
        plain.time_of_impact(origin, ways, max_time=abs(angles)),
    )
