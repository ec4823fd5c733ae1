"""The verbs over arrays give the bits of the verbs for two shapes, in every form of the call."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from families import Shape, circle, polygon
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


@cache
def crowds(count: int) -> tuple[ShapeArray, ShapeArray]:
    """Return two arrays, for questions that change neither."""
    return ShapeArray.from_shapes(mixed(count, 40)), ShapeArray.from_shapes(mixed(count, 41))


# Forms of the call --------------------------------------------------------------------------


@pytest.mark.parametrize("verb", QUESTIONS)
def test_pairs_by_index(verb: str) -> None:
    """Of two arrays, of one array with itself, and of a single shape."""
    shapes, others = mixed(40, 2), mixed(30, 3)
    a, b = ShapeArray.from_shapes(shapes), ShapeArray.from_shapes(others)
    i, j = np.random.default_rng(4).integers(30, size=(2, ROWS))
    ask = QUESTIONS[verb]
    for one, other, sides in ((a, b, (shapes, others)), (a, a, (shapes, shapes))):
        cases = [(sides[0][x], sides[1][y]) for x, y in zip(i, j, strict=True)]
        expected = ask.one_by_one(cases)
        for pairs in ((i, j), np.column_stack((i, j)), list(zip(i, j, strict=True))):
            assert_same_bits(ask(one, other, pairs=pairs), expected)
    expected = ask.one_by_one([(others[0], shapes[x]) for x in i])
    assert_same_bits(ask(others[0], a, pairs=(0 * i, i)), expected)


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


class Names:
    """A table: iterating over it gives the names of its columns, which may be numbers."""

    ndim = 2

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows

    def __iter__(self) -> Any:
        return iter(range(len(self.rows[0])))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.rows, dtype=dtype)


MANY_POINTS: list[Any] = [
    [(1.0, 0.5), (1.5, 0.5)],
    ((1.0, 0.5), (1.5, 0.5)),
    [[1, 0.5], [1.5, 0.5], [0, 0]],
    [np.array([1.0, 0.5]), np.array([1.5, 0.5])],
    np.array([(1.0, 0.5), (1.5, 0.5)])[::-1],
    np.array([(1.0, 0.5)]),
    [(1.0, 0.5)],
    np.empty((0, 2)),
    [],
    (),
    np.array([(1.0, 0.5), (1.5, 0.5)]).data,
    Names([[1.0, 0.5], [1.5, 0.5]]),
    np.random.default_rng(9).uniform(-2, 2, (ROWS, 2)),
]


@pytest.mark.parametrize(
    "shape", [Polygon.box(2, 1), Circle((0, 0), 1.2), polygon(random.Random(8))]
)
@pytest.mark.parametrize("points", MANY_POINTS, ids=lambda points: type(points).__name__)
def test_one_shape_and_many_points(points: Any, shape: Shape) -> None:
    """A single shape is as an array of it; each answer is that for the point alone."""
    rows = np.array(points).reshape(-1, 2)
    expected = np.array([shape.contains((x, y)) for x, y in rows], bool)
    out = np.ones(len(rows), dtype=bool)
    assert shape.contains(points, out=out) is out
    for found in (
        out,
        shape.contains(points),
        sepax.contains(shape, points, workers=3),
        sepax.contains(ShapeArray.from_shapes([shape]), points),
    ):
        assert_same_bits(found, expected)
    order = np.arange(len(rows))[::-1]
    found = sepax.contains(shape, points, pairs=(0 * order, order))
    assert_same_bits(found, expected[::-1])


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


HUGE = 10**400
BAD_CALLS: list[tuple[dict[str, Any], type[Exception], str]] = [
    (
        {"pairs": [[0, 0, 1], [1, 2, 2]]},
        ValueError,
        r"\(k, 2\), or be a tuple \(i, j\), got \(2, 3\)",
    ),
    ({"pairs": [0, 1]}, ValueError, r"\(k, 2\)"),
    ({"pairs": [(0, 1), (0,)]}, ValueError, "equal length"),
    ({"pairs": ((0, 1), (0, 2), (1, 2))}, TypeError, "a tuple of 3"),
    ({"pairs": {(0, 1)}}, TypeError, "integers, got set"),
    ({"pairs": {0: 1}}, TypeError, "integers, got dict"),
    ({"pairs": b"\0\1"}, TypeError, "integers, got bytes"),
    ({"pairs": [(0, True)]}, TypeError, "integers, got bool"),
    ({"pairs": ([0], [True])}, TypeError, "integers, got bool"),
    ({"pairs": [(0, 1.0)]}, TypeError, "integers"),
    ({"pairs": ([0], [Fraction(1)])}, TypeError, "integer"),
    ({"pairs": ([0], {1})}, TypeError, "integers, got set"),
    ({"pairs": np.ma.array([(0, 1)], mask=[(False, True)])}, ValueError, "masked"),
    ({"pairs": ([0], np.ma.array([1], mask=[True]))}, ValueError, "masked"),
    ({"pairs": [(0, np.ma.masked)]}, ValueError, "masked"),
    ({"pairs": ([0], [HUGE])}, IndexError, r"pairs\[1\] holds numbers beyond"),
    ({"pairs": [(-HUGE, 0)]}, IndexError, "pairs holds numbers beyond"),
    (
        {"pairs": ([0], np.array([2**63], np.uint64))},
        IndexError,
        r"pairs\[1\] holds numbers beyond",
    ),
    ({"pairs": [(0, 3)]}, IndexError, r"pairs\[1\]\[0\] is 3, out of range"),
    ({"pairs": 3}, TypeError, "rows of two indices"),
    ({"pairs": ([0, 5], [0, 1])}, IndexError, r"pairs\[0\]\[1\] is 5"),
    ({"pairs": ([0, 1], [0, -1])}, IndexError, r"pairs\[1\]\[1\] is -1"),
    ({"pairs": ([0, 1], [0])}, ValueError, "2 and 1"),
    ({"pairs": ([[0, 1]], [[0, 1]])}, ValueError, r"\(n,\)"),
    ({"workers": 0}, ValueError, "workers"),
    ({"workers": -2}, ValueError, "workers"),
    ({"workers": 0.5}, TypeError, "int"),
]


@pytest.mark.parametrize(("options", "kind", "words"), BAD_CALLS)
def test_bad_calls_write_nothing(
    options: dict[str, Any], kind: type[Exception], words: str
) -> None:
    array = ShapeArray.boxes(2, [2, 3, 4], [(0, 0), (1, 0), (9, 0)])
    for verb, ask in QUESTIONS.items():
        out = blank(verb, 2)
        before = [column.copy() for column in arrays_of(out)]
        with pytest.raises(kind, match=words):
            ask(array, array, out=out, **options)
        for column, kept in zip(arrays_of(out), before, strict=True):
            assert np.array_equal(column, kept)
    with pytest.raises(kind, match=words):
        sepax.contains(array, np.zeros((3, 2)), **options)


BAD_MOTIONS: list[tuple[tuple[Any, ...], type[Exception], str]] = [
    (((1, 0), [(0, 0)] * 4 + [(0, math.inf)]), ValueError, r"velocity_b\[4\] must be finite"),
    (([(1, 0)] * 3,), ValueError, "velocity_a .*5.*3"),
    ((("1", "0"),), TypeError, "velocity_a .*real numbers"),
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


@pytest.mark.parametrize("count", [1, 7, 31, 64, 75])
def test_wherever_a_number_out_of_range_is(count: int) -> None:
    """Those at the ends of the range are good."""
    array = ShapeArray.boxes(1, 1, np.zeros((count, 2)))
    ends = np.resize([0.0, -0.0, math.inf, 5e-324], count)
    velocities = np.resize([2.0**240, -(2.0**240), 0.0, -0.0], (count, 2))
    assert not array.time_of_impact(array, velocities, (0.0, 0.0), ends).any()
    beyond = math.nextafter(2.0**240, math.inf)
    for place in range(count):
        bad = ends.copy()
        bad[place] = -5e-324
        with pytest.raises(ValueError, match=rf"max_time\[{place}\] must not be negative"):
            array.time_of_impact(array, velocities, (0.0, 0.0), bad)
        for k, number in enumerate((beyond, math.nan, -math.inf, 1e300)):
            spoiled = velocities.copy()
            spoiled[place, (place + k) % 2] = number
            with pytest.raises(ValueError, match=rf"velocity_a\[{place}\] must be finite"):
                array.time_of_impact(array, spoiled)


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


# Threads ------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [2, 7, pytest.param(HUGE, id="huge")])
@pytest.mark.parametrize("verb", QUESTIONS)
def test_workers_change_nothing(verb: str, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_threads, "LEAST_WORK", 1.0)
    count = 1501
    a, b = crowds(count)
    query = QUESTIONS[verb]
    assert_same_bits(query(a, b, workers=workers), query(a, b))
    index = np.random.default_rng(42).integers(count, size=(2, 2500))
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

    count = 3001
    polygons, others = crowds(count)
    boxes = ShapeArray.boxes(1.0, 0.5, polygons.positions, polygons.angles)
    for a, b in ((polygons, others), (boxes, boxes[::-1]), (boxes, others), (boxes[3], others)):
        whole = QUESTIONS[verb](a, b)
        with monkeypatch.context() as cut:
            cut.setattr(_threads, "run", run_in_pieces)
            assert_same_bits(QUESTIONS[verb](a, b), whole)


# Records ------------------------------------------------------------------------------------


def test_records() -> None:
    array = ShapeArray.boxes(2, [2, 2], [(0, 0), (9, 0)])
    contacts: Any = sepax.collide(array, Polygon.box(2, 2, position=(1, 0)))
    assert repr(contacts) == "<Contacts: 1 hits in 2 pairs>"
    assert contacts.counts.tolist() == [2, 0]
    impacts = sepax.sweep(array, Circle((5, 0), 1), (1, 0), max_time=10)
    assert repr(impacts) == "<Impacts: 1 hits in 2 pairs>"
    assert impacts.exit_time.tolist() == [7.0, math.inf]
    with pytest.raises(AttributeError):
        contacts.hit = impacts.hit
    with pytest.raises(AttributeError):
        del contacts.hit
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
