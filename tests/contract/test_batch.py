"""The verbs over arrays give the bits of the verbs for two shapes, in every form of the call."""

from __future__ import annotations

import itertools
import math
import os
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from copy import copy, deepcopy
from fractions import Fraction
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt
import pytest
from families import Shape, circle, pairs, polygon
from hypothesis import given, settings
from hypothesis import strategies as st
from questions import QUESTIONS, arrays_of, assert_same_bits

import sepax
from sepax import Circle, Polygon, ShapeArray
from sepax._base import threads as _threads

ROWS = 500


def mixed(count: int, seed: int, reach: float = 1.2) -> list[Shape]:
    """Return polygons and circles, crowded enough that about half of the pairs meet."""
    source = random.Random(seed)
    makers: list[Callable[..., Shape]] = [polygon, circle]
    return [source.choice(makers)(source, 1.0, reach) for _ in range(count)]


# Forms of the call --------------------------------------------------------------------------


@pytest.mark.parametrize("verb", QUESTIONS)
def test_pairs_by_index(verb: str) -> None:
    shapes, others = mixed(40, 2), mixed(30, 3)
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    rng = np.random.default_rng(4)
    i, j = rng.integers(40, size=ROWS), rng.integers(30, size=ROWS)
    expected = QUESTIONS[verb].one_by_one(
        [(shapes[x], others[y]) for x, y in zip(i, j, strict=True)]
    )
    forms: list[Any] = [
        (i, j),
        (i.tolist(), j.tolist()),
        (i.astype(np.uint8), j.astype(">i4")),
        np.column_stack((i, j)),
        np.column_stack((i, j)).tolist(),
        list(zip(i, j, strict=True)),
        np.column_stack((i, j))[::-1][::-1],
    ]
    for form in forms:
        assert_same_bits(QUESTIONS[verb](a, b, pairs=form), expected)
    within = QUESTIONS[verb].one_by_one([(shapes[x], shapes[y]) for x, y in zip(i, j, strict=True)])
    assert_same_bits(QUESTIONS[verb](a, a, pairs=(i, j % 40)), within)
    one = QUESTIONS[verb].one_by_one([(others[0], shapes[x]) for x in i])
    assert_same_bits(QUESTIONS[verb](others[0], a, pairs=(np.zeros(ROWS, int), i)), one)


@pytest.mark.parametrize("verb", QUESTIONS)
def test_methods_of_shapes_take_arrays(verb: str) -> None:
    ask = QUESTIONS[verb]
    shape, array = Polygon.box(2, 1), ShapeArray.from_shapes(mixed(30, 5))
    assert_same_bits(ask.method(shape, array), ask(shape, array))


@pytest.mark.parametrize("verb", QUESTIONS)
def test_no_pairs(verb: str) -> None:
    none, some = ShapeArray(), ShapeArray.from_shapes(mixed(5, 6))
    query = QUESTIONS[verb]
    for empty in (query(none, none), query(none, some[0]), query(some, some, pairs=([], []))):
        assert all(len(array) == 0 for array in arrays_of(empty))
    assert_same_bits(query(none, none), QUESTIONS[verb].one_by_one([]))


def test_contains_forms() -> None:
    shapes = mixed(60, 7)
    array = ShapeArray.from_shapes(shapes)
    points = np.random.default_rng(8).uniform(-1.5, 1.5, (60, 2))
    assert sepax.contains(array, (0.25, 0.5)).tolist() == [s.contains((0.25, 0.5)) for s in shapes]
    assert sepax.contains(array[3:4], points).tolist() == [shapes[3].contains(p) for p in points]
    i, j = np.arange(60)[::-1], np.arange(60) // 2
    expected = [shapes[x].contains(points[y]) for x, y in zip(i, j, strict=True)]
    assert sepax.contains(array, points, pairs=(i, j)).tolist() == expected


@pytest.mark.parametrize("family", ["polygons", "circle_any", "touching_vertex_edge"])
def test_one_shape_and_many_points(family: str) -> None:
    """A single shape is as an array of it; each answer is that for the point alone."""
    cases = pairs(family)
    points = np.concatenate([b.vertices for _, b in cases])[:ROWS]
    order = np.random.default_rng(9).integers(len(points), size=ROWS)
    for shape, _ in cases[:20]:
        array = ShapeArray.from_shapes([shape])
        single = [shape.contains(tuple(point)) for point in points.tolist()]
        for found in (
            shape.contains(points),
            sepax.contains(shape, points),
            sepax.contains(shape, points, workers=3),
            sepax.contains(array, points),
        ):
            assert found.dtype == bool
            assert found.tolist() == single
        zeros = np.zeros(ROWS, dtype=int)
        found = sepax.contains(shape, points, pairs=(zeros, order))
        assert found.tolist() == [single[k] for k in order]
        out = np.zeros(len(points), dtype=bool)
        assert shape.contains(points, out=out) is out
        assert out.tolist() == single


class Vector:
    """A pair as game libraries have it."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> float:
        return (self.x, self.y)[index]


class Names:
    """A table: iterating over it gives the names of its columns, which may be numbers."""

    ndim = 2

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows

    def __iter__(self) -> Any:
        return iter(range(len(self.rows[0])))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.rows, dtype=dtype)


ONE_POINT: dict[str, Callable[[], Any]] = {
    "tuple": lambda: (1, 0.5),
    "list": lambda: [1.0, 0.5],
    "array": lambda: np.array([1.0, 0.5]),
    "integers": lambda: np.array([1, 0], dtype=">i2"),
    "half precision": lambda: np.array([1.0, 0.5], dtype=np.float16),
    "fractions": lambda: (Fraction(1), Fraction(1, 2)),
    "numbers of NumPy": lambda: [np.float32(1.0), np.array(0.5)],
    "memory": lambda: np.array([1.0, 0.5]).data,
    "vector": lambda: Vector(1.0, 0.5),
    "iterator": lambda: iter((1.0, 0.5)),
}
MANY_POINTS: dict[str, Callable[[], Any]] = {
    "list of two tuples": lambda: [(1.0, 0.5), (1.5, 0.5)],
    "tuple of two tuples": lambda: ((1.0, 0.5), (1.5, 0.5)),
    "list of lists": lambda: [[1, 0.5], [1.5, 0.5], [0, 0]],
    "list of two arrays": lambda: [np.array([1.0, 0.5]), np.array([1.5, 0.5])],
    "list of two vectors": lambda: [Vector(1.0, 0.5), Vector(1.5, 0.5)],
    "array of two": lambda: np.array([(1.0, 0.5), (1.5, 0.5)]),
    "array of one": lambda: np.array([(1.0, 0.5)]),
    "list of one": lambda: [(1.0, 0.5)],
    "array of none": lambda: np.empty((0, 2)),
    "list of none": list,
    "tuple of none": tuple,
    "integers": lambda: np.array([(1, 0), (2, 0)], dtype=np.uint8),
    "column by column": lambda: np.asfortranarray([(1.0, 0.5), (1.5, 0.5)]),
    "backwards": lambda: np.array([(1.0, 0.5), (1.5, 0.5)])[::-1],
    "memory": lambda: np.array([(1.0, 0.5), (1.5, 0.5)]).data,
    "table": lambda: Names([[1.0, 0.5], [1.5, 0.5]]),
}


@pytest.mark.parametrize("shape", [Polygon.box(2, 1), Circle((0, 0), 1.2)])
@pytest.mark.parametrize("name", ONE_POINT)
def test_forms_of_one_point(name: str, shape: Shape) -> None:
    make = ONE_POINT[name]
    x, y = make()
    expected = sepax.intersects(shape, Circle((float(x), float(y)), 0))
    assert shape.contains(make()) is expected
    assert sepax.contains(shape, make()) is expected


@pytest.mark.parametrize("shape", [Polygon.box(2, 1), Circle((0, 0), 1.2)])
@pytest.mark.parametrize("name", MANY_POINTS)
def test_forms_of_many_points(name: str, shape: Shape) -> None:
    points = MANY_POINTS[name]()
    expected = np.array([shape.contains((x, y)) for x, y in np.array(points).reshape(-1, 2)], bool)
    assert_same_bits(shape.contains(points), expected)
    assert_same_bits(sepax.contains(shape, points), expected)
    assert_same_bits(sepax.contains(ShapeArray.from_shapes([shape]), points), expected)


def test_types_of_contains() -> None:
    """What mypy takes the answers for, which it checks here, is what they are."""
    shape, matrix = Polygon.box(2, 1), np.zeros((3, 2))
    unknown: npt.NDArray[np.float64] = matrix
    assert_type(shape.contains((1, 0.5)), bool)
    assert_type(sepax.contains(shape, [1, 0.5]), bool)
    assert_type(shape.contains(np.zeros(2)), bool)
    assert_type(shape.contains([(1, 0.5)]), npt.NDArray[np.bool_])
    assert_type(sepax.contains(shape, [[1, 0.5], [0, 0]]), npt.NDArray[np.bool_])
    assert_type(shape.contains(matrix), npt.NDArray[np.bool_])
    assert_type(shape.contains(matrix, workers=2), npt.NDArray[np.bool_])
    assert_type(shape.contains(unknown), Any)  # one point or many
    assert_type(sepax.contains(shape, unknown, workers=2), npt.NDArray[np.bool_])


@given(data=st.data())
@settings(max_examples=60)
def test_broadcasting(data: st.DataObject) -> None:
    """Lengths n and n, n and 1, 1 and n do; others raise; indices pick any rows."""
    n, m = (data.draw(st.integers(0, 6)) for _ in range(2))
    shapes, others = mixed(n, 10 + n), mixed(m, 20 + m)
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    if n == m or 1 in (n, m):
        count = m if n == 1 else n
        cases = [(shapes[k if n != 1 else 0], others[k if m != 1 else 0]) for k in range(count)]
        assert sepax.intersects(a, b).tolist() == [x.intersects(y) for x, y in cases]
    else:
        with pytest.raises(ValueError, match=f"{n} .*{m}"):
            sepax.intersects(a, b)
    count = data.draw(st.integers(0, 8))
    index = st.lists(st.integers(-1, 7), min_size=count, max_size=count)
    i, j = data.draw(index), data.draw(index)
    if all(0 <= x < n for x in i) and all(0 <= y < m for y in j):
        expected = [shapes[x].intersects(others[y]) for x, y in zip(i, j, strict=True)]
        assert sepax.intersects(a, b, pairs=(i, j)).tolist() == expected
    else:
        with pytest.raises(IndexError, match=r"pairs\[[01]\]\[\d+\] is -?\d+, out of range"):
            sepax.intersects(a, b, pairs=(i, j))


@pytest.mark.parametrize("count", [1, 4095, 4096, 4097, 8193])
def test_many_indices(count: int) -> None:
    """They are copied and checked in slices: any strides, and the first bad one of either side."""
    boxes = ShapeArray.boxes(1, 1, np.arange(12.0).reshape(6, 2) / 4)
    i, j = np.random.default_rng(count).integers(6, size=(2, count))
    every = sepax.intersects(boxes[np.repeat(np.arange(6), 6)], boxes[np.tile(np.arange(6), 6)])
    expected = every.reshape(6, 6)[i, j].tolist()
    rows = np.column_stack((i, j))
    for chosen in ((i, j), rows, (i.astype(">i2"), j.astype(np.uint64)), np.asfortranarray(rows)):
        assert sepax.intersects(boxes, boxes, pairs=chosen).tolist() == expected
    assert sepax.intersects(boxes, boxes, pairs=rows[::-1]).tolist() == expected[::-1]
    for row, wrong in itertools.product((0, count // 2, count - 1), (-1, 6, 2**63 - 1, -(2**63))):
        bad = rows.copy()
        bad[row:, 1] = wrong
        for chosen in (bad, (i, np.ascontiguousarray(bad[:, 1]))):
            with pytest.raises(IndexError, match=rf"^pairs\[1\]\[{row}\] is {wrong}, out of range"):
                sepax.intersects(boxes, boxes, pairs=chosen)


# Memory of the caller -----------------------------------------------------------------------


def blank(verb: str, count: int) -> Any:
    """Return memory for the results of a verb, full of nonsense."""
    nothing = ShapeArray.boxes(1, [1.0] * count)
    out = QUESTIONS[verb](nothing, nothing)
    for array in arrays_of(out):
        array[...] = 1 if array.dtype == bool else 77
    return out


@pytest.mark.parametrize("verb", QUESTIONS)
def test_out_is_filled_and_returned(verb: str) -> None:
    shapes, others = mixed(ROWS, 30), mixed(ROWS, 31)
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    out = blank(verb, ROWS)
    found = QUESTIONS[verb](a, b, out=out)
    assert found is out or all(x is y for x, y in zip(found, out, strict=True))
    assert_same_bits(found, QUESTIONS[verb](a, b))


def wrong_memory(verb: str) -> list[tuple[Any, type[Exception]]]:
    right = blank(verb, ROWS)
    wrong: list[tuple[Any, type[Exception]]] = [(blank(verb, ROWS - 1), ValueError)]
    strange: list[Any] = [3, "out", [], (right,), (right, right, right)]
    wrong += [(out, TypeError) for out in strange]
    if isinstance(right, np.ndarray):
        read_only = right.copy()
        read_only.flags.writeable = False
        wrong += [
            (right.astype(np.uint8), TypeError),
            (np.empty(2 * ROWS, dtype=right.dtype)[::2], ValueError),
            (read_only, ValueError),
        ]
    elif isinstance(right, tuple):
        unaligned = np.zeros(16 * ROWS + 1, np.uint8)[1:].view(np.float64).reshape(-1, 2)
        wrong += [
            ((right[0].astype(np.float32), right[1]), TypeError),
            ((right[0].astype(">f8"), right[1]), TypeError),
            ((np.empty((2, ROWS)).T, right[1]), ValueError),
            ((unaligned, right[1]), ValueError),
            ((right[0], right[0]), ValueError),
        ]
    else:
        columns = dict(zip(right._layout, arrays_of(right), strict=True))
        wrong += [
            (type(right)(*{**columns, "normal": np.empty((ROWS, 3))}.values()), ValueError),
            (type(right)(*{**columns, "normal": 3}.values()), TypeError),
        ]
    return wrong


@pytest.mark.parametrize("verb", QUESTIONS)
def test_wrong_memory(verb: str) -> None:
    array = ShapeArray.from_shapes(mixed(ROWS, 32))
    for out, kind in wrong_memory(verb):
        with pytest.raises(kind, match="out"):
            QUESTIONS[verb](array, array, out=out)


BAD_CALLS: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "index beyond": ({"pairs": ([0, 5], [0, 1])}, IndexError, r"pairs\[0\]\[1\] is 5"),
    "negative index": ({"pairs": ([0, 1], [0, -1])}, IndexError, r"pairs\[1\]\[1\] is -1"),
    "index beyond 64 bits": (
        {"pairs": (np.array([0, 2**63], np.uint64), [0, 1])},
        IndexError,
        r"pairs\[0\]",
    ),
    "indices of other lengths": ({"pairs": ([0, 1], [0])}, ValueError, "2 and 1"),
    "fractional indices": ({"pairs": ([0.0, 1.0], [0, 1])}, TypeError, "integers"),
    "truth for indices": ({"pairs": ([True], [False])}, TypeError, "integers"),
    "indices in rows": ({"pairs": ([[0, 1]], [[0, 1]])}, ValueError, r"\(n,\)"),
    "three columns": ({"pairs": np.zeros((4, 3), int)}, ValueError, r"\(k, 2\)"),
    "no pairs": ({"pairs": 3}, TypeError, "pairs"),
    "three lists": ({"pairs": ([0], [0], [0])}, TypeError, "pairs"),
    "no workers": ({"workers": 0}, ValueError, "workers"),
    "negative workers": ({"workers": -2}, ValueError, "workers"),
    "half a worker": ({"workers": 0.5}, TypeError, "int"),
}


@pytest.mark.parametrize("call", BAD_CALLS)
@pytest.mark.parametrize("verb", QUESTIONS)
def test_bad_calls_write_nothing(verb: str, call: str) -> None:
    options, kind, words = BAD_CALLS[call]
    array = ShapeArray.from_shapes(mixed(5, 33))
    out = blank(verb, 2)
    before = [column.copy() for column in arrays_of(out)]
    with pytest.raises(kind, match=words):
        QUESTIONS[verb](array, array, out=out, **options)
    for column, kept in zip(arrays_of(out), before, strict=True):
        assert np.array_equal(column, kept)


BAD_MOTIONS: list[tuple[tuple[Any, ...], type[Exception], str]] = [
    (((math.nan, 0),), ValueError, r"velocity_a\[0\] must be finite"),
    (((1, 0), [(0, 0)] * 4 + [(0, math.inf)]), ValueError, r"velocity_b\[4\] must be finite"),
    (((1e300, 0),), ValueError, "velocity_a"),
    (([(1, 0)] * 3,), ValueError, "velocity_a .*5.*3"),
    (((1, 0, 0),), ValueError, "velocity_a .*pair"),
    ((1.0,), ValueError, "velocity_a .*pair"),
    ((("1", "0"),), TypeError, "velocity_a .*real numbers"),
    ((None,), TypeError, "velocity_a"),
    (((1, 0), (0, 0), -1.0), ValueError, "max_time"),
    (((1, 0), (0, 0), [1, 1, math.nan, 1, 1]), ValueError, "max_time"),
    (((1, 0), (0, 0), [1, 1]), ValueError, "max_time .*5.*2"),
]


@pytest.mark.parametrize("case", BAD_MOTIONS)
def test_bad_motions(case: tuple[tuple[Any, ...], type[Exception], str]) -> None:
    motion, kind, words = case
    array = ShapeArray.from_shapes(mixed(5, 34))
    out = blank("sweep", 5)
    with pytest.raises(kind, match=words):
        sepax.sweep(array, array, *motion, out=out)
    assert (out.time == 77).all()


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1e300])
def test_wherever_a_bad_number_is(bad: float) -> None:
    for count in (1, 2, 7, 16, 37, 75):
        array = ShapeArray.boxes(1, 1, np.zeros((count, 2)))
        for place in range(2 * count):
            velocities = np.ones((count, 2))
            velocities.flat[place] = bad
            with pytest.raises(ValueError, match=rf"velocity_a\[{place // 2}\] must be finite"):
                array.time_of_impact(array, velocities)


@pytest.mark.parametrize("count", [1, 31, 75, 64])
def test_numbers_at_the_ends_of_their_range_are_good(count: int) -> None:
    array = ShapeArray.boxes(1, 1, np.zeros((count, 2)))
    ends = np.resize([0.0, -0.0, math.inf, 5e-324], count)
    velocities = np.resize([2.0**240, -(2.0**240), 0.0, -0.0], (count, 2))
    assert not array.time_of_impact(array, velocities, (0.0, 0.0), ends).any()
    for place in range(count):
        bad = ends.copy()
        bad[place] = -5e-324
        with pytest.raises(ValueError, match=rf"max_time\[{place}\] must not be negative"):
            array.time_of_impact(array, velocities, (0.0, 0.0), bad)
        too_fast = velocities.copy()
        too_fast[place, 1] = math.nextafter(2.0**240, math.inf)
        with pytest.raises(ValueError, match=rf"velocity_a\[{place}\] must be finite"):
            array.time_of_impact(array, too_fast)


@pytest.mark.parametrize("make", [ShapeArray.from_shapes, lambda _: moving_boxes(ROWS)])
def test_answers_may_go_where_arguments_come_from(make: Callable[[Any], ShapeArray]) -> None:
    a, b = make(mixed(ROWS, 36)), make(mixed(ROWS, 37))
    b.set_poses(b.positions + np.array([3.0, 1.0]))
    velocities = np.random.default_rng(38).uniform(-9, 9, (ROWS, 2))
    ends = np.linspace(0.0, 2.0, ROWS)
    impacts = a.sweep(b, velocities, 0.0 * velocities, ends)
    times = a.time_of_impact(b, velocities, (0.0, 0.0), ends)
    assert 0 < np.isfinite(times).sum() < ROWS
    assert_same_bits(a.time_of_impact(b, velocities, (0.0, 0.0), ends, out=ends), times)
    ends = np.linspace(0.0, 2.0, ROWS)
    out = blank("sweep", ROWS)
    out.normal[:], out.time[:] = velocities, ends
    assert_same_bits(a.sweep(b, out.normal, 0.0 * velocities, out.time, out=out), impacts)
    points = np.random.default_rng(39).uniform(-2, 2, (ROWS, 2)) + a.positions
    inside = a.contains(points)
    assert inside.any()
    assert_same_bits(a.contains(points, out=points.view(bool).reshape(-1)[:ROWS]), inside)


def moving_boxes(count: int) -> ShapeArray:
    return ShapeArray.boxes(1, np.linspace(1, 2, count), np.zeros((count, 2)), np.arange(count))


@pytest.mark.parametrize(
    "points", [(math.nan, 0), [(0, 0)] * 3, (1, 2, 3), "ab", None, [(1e300, 0)]]
)
def test_bad_points(points: Any) -> None:
    array = ShapeArray.from_shapes(mixed(5, 35))
    with pytest.raises((ValueError, TypeError)):
        sepax.contains(array, points)


@pytest.mark.parametrize("stranger", [None, 1, "box", [(0, 0), (1, 0), (0, 1)], np.zeros((5, 2))])
@pytest.mark.parametrize("verb", QUESTIONS)
def test_strangers(verb: str, stranger: Any) -> None:
    array = ShapeArray.from_shapes(mixed(5, 36))
    for pair in ((array, stranger), (stranger, array)):
        with pytest.raises(TypeError, match=r"shape|Shape"):
            QUESTIONS[verb](*pair)


# Threads ------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [2, 3, 7, 1000, pytest.param(10**400, id="huge")])
@pytest.mark.parametrize("verb", QUESTIONS)
def test_workers_change_nothing(verb: str, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    count = 3001
    a, b = (ShapeArray.from_shapes(mixed(count, seed)) for seed in (40, 41))
    query = QUESTIONS[verb]
    assert_same_bits(query(a, b, workers=workers), query(a, b))
    index = np.random.default_rng(42).integers(count, size=(2, 5000))
    chosen = query(a, b, pairs=tuple(index))
    assert_same_bits(query(a, b, pairs=tuple(index), workers=workers), chosen)


@pytest.mark.parametrize("verb", QUESTIONS)
def test_where_work_is_cut_changes_nothing(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call may stop behind any row and go on from there."""
    source = random.Random(46)

    def run_in_pieces(work: Callable[..., int], count: int, workers: int, *arguments: Any) -> None:
        start = 0
        while start < count:
            start = work(start, min(start + source.randint(1, 1500), count), *arguments)

    count = 4001
    polygons, others = (ShapeArray.from_shapes(mixed(count, seed)) for seed in (47, 48))
    boxes = ShapeArray.boxes(1.0, 0.5, polygons.positions, polygons.angles)
    for a, b in ((polygons, others), (boxes, boxes[::-1]), (boxes, others), (boxes[3], others)):
        whole = QUESTIONS[verb](a, b)
        with monkeypatch.context() as cut:
            cut.setattr(_threads, "run", run_in_pieces)
            assert_same_bits(QUESTIONS[verb](a, b), whole)


def rows_worked_on(count: int, workers: int) -> list[int]:
    ranges: list[tuple[int, int]] = []

    def work(start: int, stop: int) -> int:
        ranges.append((start, stop))
        return stop

    _threads.run(work, count, workers)
    return [row for start, stop in ranges for row in range(start, stop)]


def test_ranges_cover_all_rows_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    for count in (0, 1, 63, 64, 65, 1000, 4097):
        for workers in (1, 2, 5):
            assert sorted(rows_worked_on(count, workers)) == list(range(count))


def clock(step: int) -> Callable[[], int]:
    """Return a clock by which every piece of work takes so many nanoseconds."""
    readings = itertools.count(0, step)
    return lambda: next(readings)


def test_little_work_stays_in_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "perf_counter_ns", clock(1000))
    names: set[str] = set()

    def work(start: int, stop: int) -> int:
        names.add(threading.current_thread().name)
        return stop

    _threads.run(work, 5000, 8)
    assert names == {threading.current_thread().name}


def test_much_work_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads wait for each other: one alone would never be done."""
    monkeypatch.setattr(_threads, "perf_counter_ns", clock(1_000_000))
    both, have_met = threading.Barrier(2, timeout=60), threading.Event()

    def work(start: int, stop: int) -> int:
        if start and not have_met.is_set():  # the first rows are one thread's, to see how it goes
            both.wait()
            have_met.set()
        return stop

    _threads.run(work, 5000, 2)
    assert have_met.is_set()
    assert sorted(rows_worked_on(5000, 2)) == list(range(5000))


def test_an_error_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)

    def work(start: int, stop: int) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        _threads.run(work, 1000, 4)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_where_few_threads_can_be_started(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The calling thread does what others do not, and what waits for them is forgotten."""
    started = itertools.count()
    start = threading.Thread.start

    def start_a_few(thread: threading.Thread) -> None:
        if next(started) >= most:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    monkeypatch.setattr(_threads, "_pool", None)
    count = 3001
    a, b = (ShapeArray.from_shapes(mixed(count, seed)) for seed in (40, 41))
    with monkeypatch.context() as limited:
        limited.setattr(threading.Thread, "start", start_a_few)
        for _ in range(3):
            assert_same_bits(sepax.collide(a, b, workers=4), sepax.collide(a, b))
        assert sorted(rows_worked_on(5000, 8)) == list(range(5000))
        assert _threads._pool is None
    assert_same_bits(sepax.collide(a, b, workers=4), sepax.collide(a, b))
    assert _threads._pool is not None


def test_a_call_in_the_midst_of_a_call_that_shares_work() -> None:
    """As of a signal's handler or a `__del__`, while locks of the pool are held: it works alone."""
    program = """
import concurrent.futures._base as base
import sepax
from sepax._base import threads as _threads
_threads.LEAST_WORK = 1.0
pentagons = sepax.ShapeArray.regular([5] * 5000, 1.0)
twins = pentagons.copy()
query = lambda: int(sepax.intersects(pentagons, twins, workers=3).sum())
found = []

class Future(base.Future):  # made by the pool's submit, which holds its locks
    def __init__(self):
        super().__init__()
        found.append(query())

print(query())
whole, base.Future = base.Future, Future
print(query(), sorted(set(found)))
base.Future = whole
futures = [_threads._threads().submit(query) for _ in range(_threads.MOST_THREADS)]
print({future.result() for future in futures}, hasattr(_threads._this_thread, "is_taken"))
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert result.stdout.splitlines() == ["5000", "5000 [5000]", "{5000} True"]


def test_an_interrupt_while_a_thread_starts() -> None:
    """The pool does not know of that thread yet: the process ends all the same."""
    program = """
import sys, threading
import sepax
from sepax._base import threads as _threads
_threads.LEAST_WORK = 1.0
pentagons = sepax.ShapeArray.regular([5] * 5000, 1.0)
start = threading.Thread.start

def start_and_interrupt(thread):
    start(thread)
    raise KeyboardInterrupt

threading.Thread.start = start_and_interrupt
try:
    sepax.intersects(pentagons, pentagons, workers=3)
except KeyboardInterrupt:
    print("heard")
threading.Thread.start = start
if len(sys.argv) > 1:
    print(sepax.intersects(pentagons, pentagons, workers=3).sum())
"""
    for more, expected in (([], ["heard"]), (["more"], ["heard", "5000"])):
        result = subprocess.run(
            [sys.executable, "-c", program, *more],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert result.stdout.splitlines() == expected


def test_sharing_work_ends_with_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with an error: the next call of this thread shares its work again."""
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    seen = set()

    def work(start: int, stop: int) -> int:
        seen.add(threading.get_ident())
        time.sleep(0.0001)
        if fails and start > 64:
            raise ZeroDivisionError
        return min(start + 64, stop)

    fails = True
    with pytest.raises(ZeroDivisionError):
        _threads.run(work, 5000, 4)
    fails = False
    seen.clear()
    _threads.run(work, 50_000, 4)
    assert len(seen) > 1


def test_workers_while_the_interpreter_ends() -> None:
    """No thread starts any more, but functions that are to run at exit still do."""
    program = """
import atexit, sepax
from sepax._base import threads as _threads
_threads.LEAST_WORK = 1.0
boxes = sepax.ShapeArray.regular([5] * 5000, 1.0)
boxes_too = boxes.copy()
query = lambda workers: int(sepax.intersects(boxes, boxes_too, workers=workers).sum())
if warm:
    query(2)
atexit.register(lambda: print(query(1), query(2), query(5)))
"""
    for warm in (False, True):
        result = subprocess.run(
            [sys.executable, "-c", f"warm = {warm}{program}"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stdout.split() == ["5000"] * 3
        assert not result.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_workers_after_a_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child has none of the threads of its parent's pool."""
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    array = ShapeArray.from_shapes(mixed(1000, 43))
    expected = sepax.intersects(array, array[0], workers=3)
    child = os.fork()
    if child == 0:
        same = np.array_equal(sepax.intersects(array, array[0], workers=3), expected)
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_many_threads_query_the_same_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    a, b = (ShapeArray.from_shapes(mixed(1000, seed)) for seed in (44, 45))
    expected = sepax.collide(a, b)
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(sepax.collide(a, b, workers=3)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    for contacts in found:
        assert_same_bits(contacts, expected)


def test_poses_set_while_others_query() -> None:
    """Answers are anything of the right kind, and right again once all is quiet."""
    array = ShapeArray.from_shapes(mixed(300, 46))
    positions, angles = array.positions, array.angles
    done = threading.Event()

    def wobble() -> None:
        rng = np.random.default_rng(0)
        while not done.is_set():
            array.set_poses(rng.uniform(-1, 1, (300, 2)), rng.uniform(-4, 4, 300))

    thread = threading.Thread(target=wobble)
    thread.start()
    try:
        for _ in range(50):
            contacts = sepax.collide(array, array[::-1], workers=2)
            assert set(contacts.counts.tolist()) <= {0, 1, 2}
            sepax.find_pairs(array)
    finally:
        done.set()
        thread.join()
    array.set_poses(positions, angles)
    twin = ShapeArray.from_shapes(mixed(300, 46))
    assert_same_bits(sepax.collide(array, array[::-1]), sepax.collide(twin, twin[::-1]))


# Records ------------------------------------------------------------------------------------


def test_records() -> None:
    array = ShapeArray.boxes(2, [2, 2], [(0, 0), (9, 0)])
    contacts = sepax.collide(array, Polygon.box(2, 2, position=(1, 0)))
    assert repr(contacts) == "<Contacts: 1 hits in 2 pairs>"
    assert len(contacts) == 2
    assert contacts.counts.tolist() == [2, 0]
    impacts = sepax.sweep(array, Circle((5, 0), 1), (1, 0), max_time=10)
    assert repr(impacts) == "<Impacts: 1 hits in 2 pairs>"
    assert impacts.exit_time.tolist() == [7.0, math.inf]
    with pytest.raises(AttributeError):
        setattr(contacts, "hit", impacts.hit)  # noqa: B010  # mypy knows better
    with pytest.raises(AttributeError):
        del contacts.hit
    pickled = pickle.loads(pickle.dumps(contacts))
    for again in (copy(contacts), deepcopy(contacts), pickled):
        assert type(again) is sepax.Contacts
        assert np.array_equal(again.points, contacts.points)
    with pytest.raises(ValueError, match=r"an array for each of hit, normal, .* got 1"):
        sepax.Contacts(contacts.hit)


def test_answers_in_the_same_memory_are_refused() -> None:
    boxes, balls = ShapeArray.boxes(1, [1, 1]), ShapeArray.circles([(5, 5), (6, 6)], 1)
    memory = np.empty((3, 2))
    for out in ((memory[:2], memory[:2]), (memory[:2], memory[1:])):
        with pytest.raises(ValueError, match="got the same memory twice"):
            sepax.nearest_points(boxes, balls, out=out)
    both = np.empty((4, 2))
    assert sepax.nearest_points(boxes, balls, out=(both[:2], both[2:]))[1].base is both
