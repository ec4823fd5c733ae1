"""No input, however hostile, crashes the interpreter: an error, or a sound answer."""

from __future__ import annotations

import contextlib
import copyreg
import ctypes
import gc
import math
import operator
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Circle, Polygon, ShapeArray, raw
from sepax._core.arrays.broadphase import candidate_pairs
from sepax._core.raw import _has_memory
from sepax._core.shape import Shape
from sepax._verbs import batch as _batch
from sepax.compat._core import arcade as arcade_core
from sepax.compat._core import collision_shapes, collision_vector, highway_env

SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
DART = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]


def still_sound() -> None:
    """Demand right answers after whatever has happened."""
    a, b = Polygon(SQUARE), Circle((3, 1), 1)
    assert a.intersects(b)
    assert a.mtv(b) == (0.0, 0.0)
    assert raw.intersects(SQUARE, SQUARE)


@contextlib.contextmanager
def survives() -> Iterator[None]:
    """Accept any outcome but a crash."""
    with contextlib.suppress(Exception):
        yield
    still_sound()


class HostileError(Exception):
    """What the hostile objects raise."""


class LyingLength:
    """A sequence of another length than it says."""

    def __init__(self, says: int, has: int) -> None:
        self.says = says
        self.has = has

    def __len__(self) -> int:
        return self.says

    def __getitem__(self, index: int) -> tuple[float, float]:
        if index >= self.has:
            raise IndexError
        return SQUARE[index % 4]


class LyingArray:
    """An object whose ``__array__`` returns anything."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.answer() if callable(self.answer) else self.answer

    def __iter__(self) -> Iterator[Any]:
        raise HostileError


class Number:
    """Something like a number, which does things when its value is read."""

    def __init__(self, action: Callable[[], object], value: float = 1.0) -> None:
        self.action = action
        self.value = value

    def __float__(self) -> float:
        self.action()
        return self.value


def interrupt() -> None:
    raise HostileError


def broken_iterator(after: int) -> Iterator[tuple[float, float]]:
    """Yield some points, then raise."""
    yield from (SQUARE * 3)[:after]
    raise HostileError


class Recursive:
    """An iterable that yields itself."""

    def __iter__(self) -> Iterator[Recursive]:
        return iter([self, self, self])


class MutatingList(list[Any]):
    """A list that empties itself while it is read."""

    def __iter__(self) -> Iterator[Any]:
        for item in tuple(self):
            self.clear()
            yield item


def shrinking_points() -> list[Any]:
    """Return points; one of them drops all when its coordinate is read."""
    points: list[Any] = [list(point) for point in SQUARE * 10]
    points[1][0] = Number(points.clear, 2.0)
    return points


def shrinking_pair() -> list[Any]:
    """Return points; one of them drops its own coordinates when one is read."""
    points: list[Any] = [list(point) for point in SQUARE]
    points[1][0] = Number(points[1].clear, 2.0)
    return points


RINGS: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "huge length": lambda: LyingLength(sys.maxsize, 4),
    "large length": lambda: LyingLength(10**6, 4),
    "short length": lambda: LyingLength(3, 400),
    "no length": lambda: LyingLength(0, 4),
    "negative length": lambda: LyingLength(-1, 4),
    "raises at once": lambda: broken_iterator(0),
    "raises half way": lambda: broken_iterator(3),
    "raises late": lambda: broken_iterator(12),
    "array is itself": lambda: LyingArray(LyingArray(None)),
    "array is text": lambda: LyingArray("text"),
    "array raises": lambda: LyingArray(interrupt),
    "array of objects": lambda: LyingArray(np.array(SQUARE, dtype=object)),
    "array of none": lambda: LyingArray(np.full((4, 2), None)),
    "array of another shape": lambda: LyingArray(np.zeros((2, 2, 2))),
    "array without rows": lambda: LyingArray(np.zeros((0, 2))),
    "array without columns": lambda: np.zeros((2000, 0)),
    "scalar array": lambda: np.array(1.0),
    "yields itself": Recursive,
    "empties itself": lambda: MutatingList(SQUARE),
    "shrinks while read": shrinking_points,
    "point shrinks while read": shrinking_pair,
    "number raises": lambda: [(0, 0), (Number(interrupt), 0), (1, 1)],
    "numbers": lambda: [(0, 0), (Number(dict), 0), (1, 1)],
    "set": lambda: set(SQUARE),
    "dict": lambda: dict.fromkeys(SQUARE),
    "masked": lambda: np.ma.masked_invalid([(0, 0), (1, np.nan), (1, 1)]),
    "record array": lambda: np.zeros(4, dtype=[("x", float), ("y", float)]),
    "matrix of text": lambda: np.array([("a", "b")] * 4),
    "zero strides": lambda: np.broadcast_to(np.array([1.0, 2.0]), (2000, 2)),
    "zero strides, ring": lambda: np.broadcast_to(np.array(SQUARE), (3, 4, 2))[1],
    "unaligned": lambda: (
        np.frombuffer(b"x" * 65, dtype=np.uint8)[1:].view(np.float64).reshape(4, 2)
    ),
    "bytearray": lambda: bytearray(64),
    "closed memoryview": lambda: released(),
    "type": lambda: Polygon,
    "module": lambda: sepax,
    "shape": lambda: Polygon(SQUARE),
    "half-built shape": lambda: Polygon.__new__(Polygon),
    "large integers": lambda: [(0, 0), (10**400, 0), (1, 1)],
    "deep": lambda: deep_list(10_000),
    "very many": lambda: np.zeros((10**6, 2)),
    "many in a line": lambda: np.column_stack((np.arange(2e3), np.arange(2e3))),
    "many reflex": lambda: np.random.default_rng(0).normal(size=(3000, 2)),
}


def released() -> memoryview:
    """Return a memoryview that is no longer good."""
    view = np.array(SQUARE).data
    view.release()
    return view


def deep_list(depth: int) -> list[Any]:
    """Return lists in lists."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize("name", RINGS)
@pytest.mark.filterwarnings("ignore")
def test_hostile_vertices(name: str) -> None:
    make = RINGS[name]
    for call in (Polygon, Polygon.hull):
        with survives():
            shape = call(make())
            assert len(shape.vertices) >= 3
            shape.intersects(shape)


@pytest.mark.parametrize("name", RINGS)
@pytest.mark.filterwarnings("ignore")
def test_hostile_rings(name: str) -> None:
    make = RINGS[name]
    for verb in (raw.intersects, raw.separating_axis, raw.mtv):
        for rings in ((make, lambda: SQUARE), (lambda: SQUARE, make), (make, make)):
            with survives():
                verb(rings[0](), rings[1]())
    with survives():
        raw.project(make(), (1, 0))
    with survives():
        raw.sweep(make(), make(), (1, 0))


def test_buffers_that_memoryview_cannot_read() -> None:
    """Rows of rows are no pair; of pointers NumPy makes nothing either."""
    rows: Any = np.ones((2, 2)).data
    of_rows: list[Callable[[], object]] = [
        lambda: raw.contains(SQUARE, rows),
        lambda: Circle(rows, 1),
    ]
    for call in of_rows:
        with pytest.raises(TypeError, match="pair of real numbers"):
            call()
    pointers: Any = (ctypes.POINTER(ctypes.c_double) * 2 * 3)()
    of_pointers: list[Callable[[], object]] = [
        lambda: raw.project(pointers, (1, 0)),
        lambda: Polygon(pointers),
    ]
    for call in of_pointers:
        with pytest.raises(TypeError, match="vertices must be real numbers, got memory of"):
            call()


def test_empty_arrays_of_any_type() -> None:
    for kind in (complex, bool, "U3", "M8[s]", [("x", float)]):
        nothing: Any = np.zeros((0, 2), kind)
        assert len(ShapeArray.boxes(1, 1, nothing)) == 0
        assert len(sepax.intersects(Polygon(SQUARE), [], pairs=nothing)) == 0
        assert len(sepax.contains(Polygon(SQUARE), nothing)) == 0


@pytest.mark.filterwarnings("error")
def test_angles_of_the_least_number_are_no_warning() -> None:
    """They leave edges so nearly parallel that where two meet is beyond all numbers."""
    outline = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)]
    tile = sepax.Compound.from_polygon(outline, angle=5e-324)
    contact = tile.collide(sepax.Capsule((0, 5.875), (0.125, 6), 3.625))
    assert contact is not None
    assert contact.depth > 0.0


def test_hostile_objects_raise_their_own_errors() -> None:
    """An error in the caller's code comes through as it is."""
    calls: list[Callable[[Any], object]] = [
        Polygon,
        Polygon.hull,
        lambda ring: raw.intersects(ring, SQUARE),
    ]
    for call in calls:
        for name in ("raises half way", "array raises", "number raises"):
            make = RINGS[name]
            with pytest.raises((HostileError, TypeError)):
                call(make())


PAIRS_OF_NUMBERS: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "empty": lambda: (),
    "one": lambda: (1,),
    "three": lambda: (1, 2, 3),
    "text": lambda: "ab",
    "nested": lambda: ((1, 2), (3, 4)),
    "raises": lambda: broken_iterator(1),
    "number raises": lambda: (1.0, Number(interrupt)),
    "huge length": lambda: LyingLength(sys.maxsize, 2),
    "array raises": lambda: LyingArray(interrupt),
    "yields itself": Recursive,
    "large integers": lambda: (10**400, 0),
    "complex": lambda: (1j, 0),
    "array": lambda: np.array([1.0, 2.0]),
    "matrix": lambda: np.zeros((2, 2)),
    "objects": lambda: np.array([None, object()]),
    "nan": lambda: (float("nan"), float("inf")),
    "shape": lambda: Polygon(SQUARE),
}


@pytest.mark.parametrize("name", PAIRS_OF_NUMBERS)
def test_hostile_pairs(name: str) -> None:
    make = PAIRS_OF_NUMBERS[name]
    box, ball = Polygon.box(2, 2), Circle((1, 1), 1)
    calls: list[Callable[[Any], object]] = [
        lambda pair: Circle(pair, 1),
        lambda pair: Polygon(SQUARE, position=pair),
        lambda pair: Polygon.box(1, 1, position=pair),
        lambda pair: setattr(box, "position", pair),
        box.contains,
        ball.project,
        lambda pair: box.sweep(ball, pair),
        lambda pair: box.sweep(ball, (1, 0), pair),
        lambda pair: box.time_of_impact(ball, pair, pair),
        lambda pair: sepax.move_and_slide(box.copy(), [ball], pair, skin=pair),
        lambda pair: raw.project(SQUARE, pair),
        lambda pair: raw.sweep(SQUARE, SQUARE, pair),
    ]
    for call in calls:
        with survives():
            call(make())
    assert np.isfinite(box.vertices).all()


SCALARS = [None, "1", b"1", (), [1], 1j, object(), np.zeros(2), np.zeros((2, 2)), 10**400, Shape]


@pytest.mark.parametrize("value", [*SCALARS, Number(interrupt), Number(dict)])
def test_hostile_scalars(value: Any) -> None:
    box, ball = Polygon.box(2, 2), Circle((1, 1), 1)
    calls: list[Callable[[], object]] = [
        lambda: Circle((0, 0), value),
        lambda: Polygon(SQUARE, angle=value),
        lambda: Polygon.box(value, 1),
        lambda: Polygon.regular(value, 1),
        lambda: Polygon.regular(3, value),
        lambda: setattr(box, "angle", value),
        lambda: box.move(value, 0),
        lambda: box.rotate(value),
        lambda: box.set_pose(0, 0, value),
        lambda: box.sweep(ball, (1, 0), (0, 0), value),
        lambda: raw.sweep(SQUARE, SQUARE, (1, 0), max_time=value),
    ]
    for call in calls:
        with survives():
            call()
    assert np.isfinite(box.vertices).all()


class Unhelpful:
    """An object that cannot say whether it is true."""

    def __bool__(self) -> bool:
        raise HostileError


def test_flags_that_cannot_be_read() -> None:
    box: Any = Polygon.box(2, 2)
    unhelpful: Any = Unhelpful()
    for call in (
        lambda: box.intersects(box, unhelpful),
        lambda: raw.intersects(SQUARE, SQUARE, unhelpful),
        lambda: box.sweep(box, (1, 0), skip_leaving=unhelpful),
        lambda: box.sweep(box, (1, 0), touching=unhelpful),
    ):
        with pytest.raises(HostileError):
            call()
    still_sound()


# Absurd sizes ---------------------------------------------------------------------------

# So many rows of 40 bytes that their size wraps around to a few; and other numbers that wrap.
GIANTS = [2 * (sys.maxsize + 1) // 40 + 2, sys.maxsize // 32 + 1, sys.maxsize // 16 - 8]


def giant(count: int, row: Any) -> Any:
    """Return rows that take no memory: all of them are one."""
    return np.broadcast_to(np.array(row), (count, *np.shape(row)))


def calls_with_giants(n: int) -> dict[str, Callable[[], object]]:
    """Return a call of every function that takes an array, with one of n rows."""
    points, whole, real, truth = giant(n, [1.0, 2.0]), giant(n, 1), giant(n, 1.0), giant(n, True)
    rings = giant(n // 8, SQUARE)
    quarter = (sys.maxsize + 1) // 2  # of what a word counts to
    boxes = ShapeArray.boxes(2, [2, 2, 2])
    box, circle = boxes[0], Circle((0, 0), 1)
    arcade = arcade_core.polygon_functions()
    twice = (whole, whole)
    calls: dict[str, Callable[[], object]] = {
        "intersects": lambda: sepax.intersects(boxes, boxes, pairs=twice),
        "separating_axis": lambda: sepax.separating_axis(boxes, boxes, pairs=twice),
        "mtv": lambda: sepax.mtv(boxes, boxes, pairs=twice),
        "collide": lambda: sepax.collide(boxes, boxes, pairs=twice),
        "sweep": lambda: sepax.sweep(boxes, boxes, (1, 0), pairs=twice),
        "raw.intersects": lambda: raw.intersects(points, SQUARE),
        "raw.intersects, second": lambda: raw.intersects(SQUARE, points),
        "raw.separating_axis": lambda: raw.separating_axis(points, SQUARE),
        "raw.mtv": lambda: raw.mtv(points, SQUARE),
        "raw.project": lambda: raw.project(points, (1, 0)),
        "raw.collide": lambda: raw.collide(SQUARE, points),
        "raw.contains": lambda: raw.contains(points, (0, 0)),
        "raw.sweep": lambda: raw.sweep(SQUARE, points, (1, 0)),
        "raw, integers": lambda: raw.mtv(giant(n, [1, 2]), SQUARE),
        "raw, memoryview": lambda: raw.mtv(memoryview(points), SQUARE),
        "Polygon": lambda: Polygon(points),
        "Polygon, integers": lambda: Polygon(giant(n, [1, 2])),
        "Polygon, position": lambda: Polygon(SQUARE, position=points),
        "Polygon.hull": lambda: Polygon.hull(points),
        "Polygon.regular": lambda: Polygon.regular(n, 1),
        "Polygon.regular, beyond integers": lambda: Polygon.regular(10**30, 1),
        "Circle": lambda: Circle(points, 1),
        "set_polygon": lambda: Polygon.__new__(Polygon)._set_polygon(points, (0, 0), 0),
        "position": lambda: setattr(box, "position", points),
        "project": lambda: sepax.project(box, points),
        "sweep, single": lambda: sepax.sweep(box, circle, points),
        "boxes, widths": lambda: ShapeArray.boxes(real, 1),
        "boxes, positions": lambda: ShapeArray.boxes(1, 1, points),
        "boxes, angles": lambda: ShapeArray.boxes(1, 1, angles=real),
        "circles, centers": lambda: ShapeArray.circles(points, 1),
        "circles, radii": lambda: ShapeArray.circles((0, 0), real),
        "regular, sides": lambda: ShapeArray.regular(whole, 1),
        "regular, radii": lambda: ShapeArray.regular(3, real),
        "regular, many sides": lambda: ShapeArray.regular(n, 1),
        "regular, sum of sides": lambda: ShapeArray.regular([quarter, 3, *[quarter] * 3], 1),
        "polygons": lambda: ShapeArray.polygons(rings),
        "polygons, many corners": lambda: ShapeArray.polygons(np.swapaxes(rings, 0, 1)),
        "polygons, vertices": lambda: ShapeArray.polygons(points, [0, 4]),
        "polygons, offsets": lambda: ShapeArray.polygons(SQUARE, whole),
        "polygons, positions": lambda: ShapeArray.polygons(SQUARE, [0, 4], points),
        "from_shapes": lambda: ShapeArray.from_shapes(points),
        "contains": lambda: sepax.contains(box, points),
        "contains, circle": lambda: circle.contains(points),
        "contains, array": lambda: sepax.contains(boxes, points),
        "contains, pairs": lambda: sepax.contains(boxes, SQUARE, pairs=(whole, whole)),
        "pairs, rows": lambda: sepax.mtv(boxes, boxes, pairs=giant(n, [0, 1])),
        "pairs, bytes": lambda: sepax.mtv(boxes, boxes, pairs=(giant(n, np.uint8(1)),) * 2),
        "indices": lambda: boxes[whole],
        "mask": lambda: boxes[truth],
        "set_poses, where": lambda: boxes.set_poses((0, 0), where=whole),
        "set_poses, positions": lambda: boxes.set_poses(points),
        "set_poses, angles": lambda: boxes.set_poses(angles=real),
        "sweep, velocities": lambda: sepax.sweep(boxes, boxes, points),
        "time_of_impact": lambda: sepax.time_of_impact(boxes, boxes, points, points, real),
        "sweep, times": lambda: sepax.sweep(boxes, boxes, (1, 0), (0, 0), real),
        "out": lambda: sepax.intersects(boxes, boxes, out=truth),
        "out, two": lambda: sepax.mtv(boxes, boxes, out=(points, truth)),
        "Contacts": lambda: sepax.Contacts.empty(n),
        "Impacts": lambda: sepax.Impacts.empty(n),
        "RayHits": lambda: sepax.RayHits.empty(n),
        "raycast": lambda: sepax.raycast(boxes, points, (1, 0), real),
        "nearest": lambda: sepax.nearest(boxes, k=n),
        "candidate_pairs": lambda: candidate_pairs(giant(n // 2, [0.0, 0.0, 1.0, 1.0])),
        "arcade, outline": lambda: arcade["are_polygons_intersecting"](points, SQUARE),
        "arcade, point": lambda: arcade["is_point_in_polygon"](0, 0, points),
        "collision, earclip": lambda: collision_shapes.earclip(points),
    }
    return calls


@pytest.mark.parametrize("name", calls_with_giants(8))
@pytest.mark.parametrize("n", GIANTS)
def test_arrays_beyond_all_memory(name: str, n: int) -> None:
    with pytest.raises((MemoryError, ValueError)):
        calls_with_giants(n)[name]()
    still_sound()


def test_arrays_beyond_all_memory_that_hosts_would_refuse() -> None:
    """What gets no further than the first of so many rows."""
    for n in GIANTS:
        points, two = giant(n, [1.0, 2.0]), np.zeros(2)
        assert (
            highway_env.displaced_polygons(points, np.array(SQUARE), two, two, fused=False) is None
        )
        with pytest.raises(AttributeError):
            collision_shapes.Poly(collision_vector.Vector(0, 0), points)


def test_memory_that_fails_anywhere() -> None:
    """Whichever of Python's requests for memory fails: that is said, or the answer is the same."""
    pytest.importorskip("_testcapi")
    program = """
import sys
import _testcapi, sepax
sys.unraisablehook = lambda _: None  # of generators, which have no memory to end with
a, b = sepax.Polygon.box(2, 2), sepax.Polygon.box(2, 2, position=(1, 0.5))
calls = {
    "overlap": lambda: sepax.overlap(a, b).area,
    "hull": lambda: sepax.Polygon.hull([(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)]).area,
}
for name, call in calls.items():
    expected = call()
    for start in range(600):
        _testcapi.set_nomemory(start, start + 1)
        try:
            found = call()
        except MemoryError:
            found = expected
        except BaseException as error:
            found = error
        finally:
            _testcapi.remove_mem_hooks()
        if found != expected:
            print(name, start, repr(found))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=100
    )
    assert done.stdout == ""


def test_sizes_never_wrap_around() -> None:
    largest = sys.maxsize
    assert _has_memory(0, 5, 0, 8) == _has_memory(3, 5, 2, 40) == (True, True, True)
    for rows, columns, more, size in [
        (largest, 1, 0, 1),
        (largest, 0, largest, 8),
        (largest, largest, largest, largest),
        (largest // 5 + 1, 5, 0, 1),  # the product
        (2 * (largest // 4 + 1), 2, 0, 1),
        (largest // 5 + 1, 10, 8, 8),
        (1, largest, 1, 1),  # the sum
        (1, largest, largest, 8),
        (1, largest // 8 + 1, 0, 8),  # the bytes
        (1, largest // 4 + 1, 0, 8),
        (largest // 20 + 1, 1, 5, 40),
        (2 * (largest // 40 + 1), 1, 0, 40),
    ]:
        assert _has_memory(rows, columns, more, size) == (False, False, False)


BEYOND = [2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, -(2**63), -(2**64)]


@pytest.mark.parametrize("index", BEYOND)
def test_indices_beyond_all_arrays(index: int) -> None:
    boxes = ShapeArray.boxes(2, [2, 2, 2])
    keys: list[Any] = [[index], np.array([index]), [0, index] if index < 0 else [index, 0]]
    for key in keys:
        calls: list[Callable[[Any], object]] = [
            lambda key: boxes[key],
            lambda key: boxes.set_poses((5, 5), where=key),
            lambda key: sepax.intersects(boxes, boxes, pairs=(key, [0] * len(key))),
            lambda key: sepax.mtv(boxes, boxes, pairs=([0] * len(key), key)),
            lambda key: sepax.contains(boxes, SQUARE, pairs=(key, [0] * len(key))),
        ]
        for call in calls:
            with pytest.raises(IndexError):
                call(key)
    with pytest.raises(IndexError):
        boxes[index]
    assert boxes.positions.tolist() == [[0.0, 0.0]] * 3
    still_sound()


@pytest.mark.parametrize("index", [2**63, 2**64 - 1, 2**64 - 3])
def test_unsigned_scalars_are_no_rows_from_the_end(index: int) -> None:
    boxes = ShapeArray.boxes(2, [2, 2, 2])
    row: Any = np.uint64(index)
    for call in (lambda: boxes[row], lambda: boxes.set_poses((5, 5), where=row)):
        with pytest.raises(IndexError):
            call()
    assert boxes.positions.tolist() == [[0.0, 0.0]] * 3


# Half-built objects ---------------------------------------------------------------------


class Half(Polygon):
    """A subclass that queries before it is built."""

    def __init__(self) -> None:
        with pytest.raises(ValueError, match="never initialised"):
            self.intersects(self)
        super().__init__(SQUARE)


def test_a_subclass_that_queries_too_early() -> None:
    assert Half().intersects(Half())


def test_initialised_again_while_it_is_initialised() -> None:
    """The vertices of the constructor's argument initialise the shape themselves."""
    shape = Polygon.__new__(Polygon)

    def initialise() -> None:
        Polygon.__init__(shape, SQUARE)

    for points in ([(0, 0), (Number(initialise), 0), (1, 1)], LyingArray(initialise)):
        with survives():
            Polygon.__init__(shape, points)  # type: ignore[arg-type]  # hostile on purpose
    with contextlib.suppress(ValueError):
        assert shape.area > 0.0
    still_sound()


def test_posed_while_a_pose_is_read() -> None:
    box = Polygon.box(2, 2)

    def disturb() -> None:
        box.set_pose(5.0, 5.0, 1.0)

    box.position = (Number(disturb), 3.0)
    assert box.position == (1.0, 3.0)
    assert box.vertices.tolist() == box.copy().vertices.tolist()


@pytest.mark.parametrize("kind", [Shape, Polygon, Circle])
def test_uninitialised_shapes_can_be_dropped_and_inspected(kind: Any) -> None:
    for _ in range(100):
        shape = kind.__new__(kind)
        for name in dir(shape):
            with contextlib.suppress(ValueError, AttributeError):
                getattr(shape, name)
        for use in (repr, hash, str, bool, dir, operator.methodcaller("__reduce_ex__", 2)):
            with contextlib.suppress(ValueError, TypeError, NotImplementedError):
                use(shape)
        with contextlib.suppress(ValueError, TypeError, NotImplementedError):
            pickle.dumps(shape)
    still_sound()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_half_built_pickles(protocol: int) -> None:
    """Every prefix and some garbled copies of a pickle: an error or a sound shape."""
    for shape in (Polygon(SQUARE, angle=0.5), Circle((1, 2), 3)):
        with contextlib.suppress(TypeError):
            whole = pickle.dumps(shape, protocol)
            for stop in range(0, len(whole), 7):
                with contextlib.suppress(Exception):
                    pickle.loads(whole[:stop] + b".").intersects(shape)
    still_sound()


@pytest.mark.parametrize("shape", [Polygon(SQUARE), Circle((1, 2), 3)])
def test_reduced_with_other_arguments(shape: Any) -> None:
    new, arguments, state = shape.__reduce__()
    nonsense: list[Any] = [None, (), (None,), (1, 2), (None, None, None), ("a", "b", "c")]
    for other in nonsense:
        for changed in ((other, None), (state[0], other), other):
            with survives():
                found = new(*arguments)
                found.__setstate__(changed)
                found.intersects(found)
    twin = new(*arguments)
    twin.__setstate__(state)
    assert twin.same_as(shape)


@pytest.mark.parametrize(
    "kind", [Shape, Polygon, Circle, sepax.Contact, sepax.Impact, sepax.RayHit]
)
def test_made_behind_the_back(kind: Any) -> None:
    makers: list[Callable[[], Any]] = [
        lambda: kind.__new__(kind),
        lambda: copyreg.__newobj__(kind),  # type: ignore[attr-defined]  # what pickles call
        lambda: kind.__new__(kind, 1, 2, 3),
        lambda: object.__new__(kind),
        lambda: kind(),
    ]
    for make in makers:
        with survives():
            thing = make()
            for state in (None, {}, (), (1,), ("a",) * 30, object()):
                for name in ("__setstate__", "__setstate_cython__"):
                    with contextlib.suppress(Exception):
                        getattr(thing, name)(state)
            repr(thing)
            assert thing == thing
            for name in dir(thing):
                getattr(thing, name, None)


@pytest.mark.parametrize("shape", [Polygon(SQUARE), Circle((1, 2), 3)])
def test_attributes_that_cannot_be_deleted_or_added(shape: Any) -> None:
    vertices = shape.vertices.tolist()
    for name in dir(shape):
        with contextlib.suppress(AttributeError, TypeError, NotImplementedError):
            delattr(shape, name)
    with pytest.raises(AttributeError):
        shape.note = 1
    assert shape.vertices.tolist() == vertices
    still_sound()


def test_other_classes() -> None:
    """A shape cannot be turned into something that it is not."""
    polygon: Any = Polygon(SQUARE)
    circle: Any = Circle((1, 2), 3)
    methods: list[Any] = [Polygon.intersects, Polygon.mtv, Polygon.move, Polygon.copy]
    for method in methods:
        for stranger in (None, 1, SQUARE, object()):
            with pytest.raises((TypeError, AttributeError)):
                method(stranger, polygon)
    with survives():
        polygon.__class__ = Circle
        repr(polygon)
        polygon.copy()
        polygon.intersects(circle)
    with survives():
        Circle.__init__(Polygon.__new__(Polygon), (0, 0), 1)  # type: ignore[arg-type]  # on purpose
    with survives():
        mixed = Polygon.__new__(Polygon)
        Circle.__init__(mixed, (0, 0), 1)  # type: ignore[arg-type]  # on purpose
        repr(mixed)
        mixed.copy()
        mixed.intersects(circle)


def test_a_class_determines_the_kind_of_its_shapes() -> None:
    """The constructor of one kind refuses objects of the other: they are copied by their class."""

    class Both(Polygon, Circle):
        pass

    makers: dict[Any, list[Any]] = {
        Polygon: [Circle.__new__(Circle), Shape.__new__(Shape)],
        Circle: [Polygon.__new__(Polygon), Both.__new__(Both), Shape.__new__(Shape)],
    }
    for kind, strangers in makers.items():
        for stranger in strangers:
            with pytest.raises(TypeError, match=rf"{kind.__name__}.*{type(stranger).__name__}"):
                kind.__init__(stranger, *((SQUARE,) if kind is Polygon else ((0, 0), 1)))
            with pytest.raises(ValueError, match="never initialised"):
                stranger.move(1, 1)
    for shape in (Both(SQUARE), Polygon(SQUARE), Circle((1, 2), 3)):
        twin = pickle.loads(pickle.dumps(shape)) if type(shape) is not Both else shape.copy()
        assert (type(twin), repr(twin)) == (type(shape), repr(shape))


@pytest.mark.thread_unsafe(reason="changes when all threads collect garbage")
def test_refused_shapes_are_never_seen() -> None:
    """While a constructor refuses, whoever looks finds no shape, not even half of one."""
    shape = Polygon.__new__(Polygon)
    disc = Circle.__new__(Circle)
    seen: list[Any] = []

    def look(*_: object) -> None:
        for half in (shape, disc):
            with contextlib.suppress(ValueError):
                seen.append(half.area)

    gc.callbacks.append(look)
    thresholds = gc.get_threshold()
    try:
        gc.set_threshold(1)
        for _ in range(20):
            with pytest.raises(ValueError, match="angle"):
                Polygon.__init__(shape, SQUARE, angle=1e300)
            with pytest.raises(ValueError, match="center"):
                disc._set_circle((1e300, 0.0), 1.0, 0.0)
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(look)
    assert seen == []
    Polygon.__init__(shape, SQUARE)
    assert shape.area == 4.0


def test_two_bases() -> None:
    with survives():
        both: Any = type("Both", (Polygon, Circle), {})
        shape = both(SQUARE)
        shape.copy()
        shape.intersects(shape)


def test_private_readers() -> None:
    """Names with an underscore are no promise, but they must not crash either."""
    shape: Any = Polygon(SQUARE)
    for name in [name for name in dir(shape) if name.startswith("_") and name[1] != "_"]:
        for arguments in (
            (),
            (None,),
            (1,),
            ("vertices",),
            ("vertices", None),
            (np.zeros((1, 2)),),
        ):
            with contextlib.suppress(Exception):
                getattr(shape, name)(*arguments)
        for out in (
            np.zeros((1, 2)),
            np.zeros((4, 3)),
            np.zeros((9, 2)),
            np.zeros((4, 2), np.int8),
        ):
            with contextlib.suppress(Exception):
                getattr(shape, name)("vertices", out)
    assert shape.vertices.tolist() == [list(point) for point in SQUARE]
    still_sound()


def test_weak_references_and_cycles() -> None:
    shape: Any = type("Node", (Polygon,), {})(SQUARE)
    shape.me = shape
    watch = weakref.ref(shape)
    del shape
    gc.collect()
    assert watch() is None
    still_sound()


@pytest.mark.thread_unsafe(reason="memory is counted for all threads")
def test_memory_does_not_grow_with_failures() -> None:
    """Every failed construction gives back what it has taken."""
    bad: list[Any] = [
        [(0.0, 0.0)] * 2,
        [(float("nan"), 0.0)] * 300,
        [*SQUARE, (1.0, 1.0)],
        [(0.0, float(x)) for x in range(300)],
    ]

    def fail() -> None:
        for ring in bad:
            for call in (Polygon, Polygon.hull, lambda r: raw.intersects(SQUARE, r)):
                with contextlib.suppress(ValueError):
                    call(ring)

    grows_not(fail)


def grows_not(fail: Callable[[], object]) -> None:
    """Demand that what is done again and again keeps no memory."""
    tracemalloc = pytest.importorskip("tracemalloc")
    fail()
    tracemalloc.start()
    try:
        fail()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(40):
            fail()
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 50_000
    finally:
        tracemalloc.stop()


@pytest.mark.thread_unsafe(reason="memory is counted for all threads")
def test_memory_does_not_grow_with_other_numbers() -> None:
    """Also of such that are listed, or read as a sequence, once room is known to be there."""
    turn = np.linspace(0, 2 * np.pi, 300, endpoint=False)
    ring = np.column_stack((np.cos(turn), np.sin(turn))).astype(np.float32)
    grows_not(lambda: raw.intersects(SQUARE, ring))
    without_tolist = (ctypes.c_float * 2 * len(ring)).from_buffer_copy(ring.tobytes())
    grows_not(lambda: raw.intersects(SQUARE, without_tolist))


# Numbers that another thread spoils once they were checked ----------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_numbers_spoiled_after_the_check_harm_nothing(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setattr(_batch, "within_limits", lambda array, _: array)
    source = np.random.default_rng(41)
    bad = [math.nan, math.inf, -math.inf, 1e308, -1e308, 2.0**240, 5e-324, 0.0, 1.0]
    places, count = source.uniform(-5, 5, (200, 2)), 200
    angles = source.uniform(0, 7, count)
    arrays: list[Any] = [
        ShapeArray.boxes(1, 2, places, angles),
        ShapeArray.boxes(1, 2, places, angles, radii=0.5),
        ShapeArray.circles(places, 1),
        ShapeArray.segments(places, places + 1),
        ShapeArray.regular(5, 1, places, angles),
        ShapeArray.regular(64, 1, places, angles),
        [sepax.Compound.from_polygon(DART, position=tuple(place)) for place in places[:20]] * 10,
    ]
    for one in arrays:
        for other in arrays:
            a, b = source.choice(bad, (count, 2)), source.choice(bad, (count, 2))
            assert len(sepax.time_of_impact(one, other, a, b, workers=workers)) == count
            assert len(sepax.sweep(one, other, a, b, workers=workers)) == count
        if isinstance(one, ShapeArray):
            assert len(one.contains(source.choice(bad, (count, 2)), workers=workers)) == count
            axes = source.choice(bad[:-2], (count, 2))
            assert len(one.project(axes, workers=workers)[0]) == count
