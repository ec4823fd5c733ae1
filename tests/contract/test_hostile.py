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
from functools import partial
from typing import Any

import numpy as np
import pytest
from doors import (
    EVERY_NUMBER,
    EVERY_PAIR,
    OF_POINTS,
    OF_SIDES,
    SQUARE,
)

import sepax
from sepax import Circle, Polygon, ShapeArray, raw
from sepax._core.raw import _has_memory
from sepax._core.shape import Shape
from sepax._verbs import batch as _batch

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


HOSTILE: dict[str, Callable[[], Any]] = {
    "huge length": lambda: LyingLength(sys.maxsize, 4),
    "large length": lambda: LyingLength(10**6, 4),
    "short length": lambda: LyingLength(3, 400),
    "two of many": lambda: LyingLength(2, 400),
    "no length": lambda: LyingLength(0, 4),
    "negative length": lambda: LyingLength(-1, 4),
    "raises at once": lambda: broken_iterator(0),
    "raises half way": lambda: broken_iterator(1),
    "raises late": lambda: broken_iterator(12),
    "array is itself": lambda: LyingArray(LyingArray(None)),
    "array is text": lambda: LyingArray("text"),
    "array raises": lambda: LyingArray(interrupt),
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
    "pair raises": lambda: (1.0, Number(interrupt)),
    "one number raises": lambda: Number(interrupt),
    "record array": lambda: np.zeros(4, dtype=[("x", float), ("y", float)]),
    "zero strides": lambda: np.broadcast_to(np.array([1.0, 2.0]), (2000, 2)),
    "zero strides, ring": lambda: np.broadcast_to(np.array(SQUARE), (3, 4, 2))[1],
    "unaligned": lambda: (
        np.frombuffer(b"x" * 65, dtype=np.uint8)[1:].view(np.float64).reshape(4, 2)
    ),
    "bytearray": lambda: bytearray(64),
    "closed memoryview": lambda: released(),
    "module": lambda: sepax,
    "half-built shape": lambda: Polygon.__new__(Polygon),
    "large integers": lambda: [(0, 0), (10**400, 0), (1, 1)],
    "deep": lambda: deep_list(10_000),
    "very many": lambda: np.zeros((10**5, 2)),
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


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.filterwarnings("ignore")
def test_hostile_arguments(name: str) -> None:
    for calls in (OF_POINTS, EVERY_PAIR, EVERY_NUMBER, OF_SIDES):
        for call in calls.values():
            with survives():
                call(HOSTILE[name]())


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
            with pytest.raises((HostileError, TypeError)):
                call(HOSTILE[name]())


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


# Sizes and indices ---------------------------------------------------------------------


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
KEYS: list[Any] = [key for x in BEYOND for key in ([x], np.array([x]), [0, x], x)]
KEYS += [np.uint64(x) for x in (2**63, 2**64 - 1, 2**64 - 3)]  # no rows from the end


def test_indices_beyond_all_arrays() -> None:
    boxes = ShapeArray.boxes(2, [2, 2, 2])
    for key in KEYS:
        others = [0] * np.size(key)
        columns = ((key, others), (others, key)) if others[1:] or isinstance(key, list) else ()
        calls: list[Callable[[], object]] = [
            partial(operator.getitem, boxes, key),
            partial(boxes.set_poses, (5, 5), where=key),
            *(partial(sepax.mtv, boxes, boxes, pairs=pairs) for pairs in columns),
            *(partial(sepax.contains, boxes, SQUARE, pairs=pairs) for pairs in columns),
        ]
        for call in calls:
            with pytest.raises(IndexError):
                call()
    assert boxes.positions.tolist() == [[0.0, 0.0]] * 3
    still_sound()


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


@pytest.mark.parametrize("shape", [Polygon(SQUARE, angle=0.5), Circle((1, 2), 3)])
def test_half_built_pickles(shape: Any) -> None:
    """Every prefix and some garbled copies of a pickle: an error or a sound shape."""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        whole = pickle.dumps(shape, protocol)
        for stop in range(0, len(whole), 7):
            with contextlib.suppress(Exception):
                pickle.loads(whole[:stop] + b".").intersects(shape)
    still_sound()


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
    uses: list[Callable[[Any], object]] = [repr, hash, bool, dir, pickle.dumps]
    uses += [lambda thing: thing == thing, operator.methodcaller("__reduce_ex__", 2)]
    for make in makers:
        with survives():
            thing = make()
            for state in (None, {}, (), (1,), ("a",) * 30, object()):
                for name in ("__setstate__", "__setstate_cython__"):
                    with contextlib.suppress(Exception):
                        getattr(thing, name)(state)
            every: list[Callable[[Any], object]] = [*uses, *map(operator.attrgetter, dir(thing))]
            for use in every:
                with contextlib.suppress(Exception):
                    use(thing)


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
    both = Both(SQUARE)
    assert both.intersects(both)
    for shape in (both, Polygon(SQUARE), Circle((1, 2), 3)):
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


def test_private_readers() -> None:
    """Names with an underscore are no promise, but they must not crash either."""
    shape: Any = Polygon(SQUARE)
    given: list[tuple[Any, ...]] = [(), (None,), (1,), ("vertices",), ("vertices", None)]
    given += [("vertices", np.zeros(size)) for size in ((1, 2), (4, 3), (9, 2))]
    given += [("vertices", np.zeros((4, 2), np.int8)), (np.zeros((1, 2)),)]
    for name in [name for name in dir(shape) if name.startswith("_") and name[1] != "_"]:
        for arguments in given:
            with contextlib.suppress(Exception):
                getattr(shape, name)(*arguments)
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


TURN = np.linspace(0, 2 * np.pi, 300, endpoint=False)
ROUND = np.column_stack((np.cos(TURN), np.sin(TURN))).astype(np.float32)
MEMORY: list[Any] = [
    [(0.0, 0.0)] * 2,
    [(float("nan"), 0.0)] * 300,
    [*SQUARE, (1.0, 1.0)],
    [(0.0, float(x)) for x in range(300)],
    # Numbers that are listed, or read as a sequence, once room is known to be there.
    ROUND,
    (ctypes.c_float * 2 * len(ROUND)).from_buffer_copy(ROUND.tobytes()),
]


@pytest.mark.thread_unsafe(reason="memory is counted for all threads")
def test_memory_does_not_grow() -> None:
    """Every failed construction gives back what it has taken, and other numbers what they took."""

    def call_all() -> None:
        for ring in MEMORY:
            for call in (Polygon, Polygon.hull, lambda r: raw.intersects(SQUARE, r)):
                with contextlib.suppress(ValueError):
                    call(ring)

    tracemalloc = pytest.importorskip("tracemalloc")
    call_all()
    tracemalloc.start()
    try:
        call_all()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(40):
            call_all()
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 50_000
    finally:
        tracemalloc.stop()


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
