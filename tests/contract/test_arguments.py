"""What counts as a number, a pair, points and indices: one rule at every place that takes them."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from doors import (
    BALL,
    EVERY_NUMBER,
    EVERY_PAIR,
    LISTS_OF_NUMBERS,
    OF_A_NUMBER,
    OF_A_PAIR,
    OF_A_TIME,
    OF_NUMBERS,
    OF_PAIRS,
    OF_POINTS,
    OF_RINGS,
    OF_SIDES,
    OF_TIMES,
    SQUARE,
    TRIANGLE,
    Call,
    boxes,
    plain,
    refuses,
)  # fmt: skip

import sepax
from sepax import Polygon, ShapeArray, raw
from sepax._base import arguments as _arguments

HUGE = 10**400
NAN, INF = math.nan, math.inf
LARGE = 2.0**241
ENDLESS: list[Any] = []
ENDLESS.extend([ENDLESS] * 1000)
HIDDEN: Any = np.ma.array(2.0, mask=True)


class Floating:
    """A number of somebody else's."""

    def __float__(self) -> float:
        return 2.0


class Whole:
    """An integer of somebody else's."""

    def __index__(self) -> int:
        return 2


class Own(float):
    """A float with more to it."""


class Vector:
    """A vector class as many programs have one."""

    def __init__(self, x: Any, y: Any) -> None:
        self.items = (x, y)

    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> Any:
        return self.items[i]


def objects(*items: Any) -> Any:
    """Return an array that holds just these, whatever NumPy would make of them."""
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array


def listed(numbers: Iterable[Any]) -> list[Any]:
    """Return lists of one number each."""
    return [make for x in numbers for make in ([x], (x,), objects(x), deque([x]))]


ROWS: Any = np.array(SQUARE)
WHOLES: list[Any] = [
    2, np.int8(2), np.uint64(2), np.array(2), np.array(2, dtype=">i4"), Whole()
]  # fmt: skip
NUMBERS: list[Any] = [
    *WHOLES, Own(2.0), np.float64(2), np.float32(2), np.float16(2), np.longdouble(2),
    np.array(2.0), np.ma.array(2.0), Fraction(2), Decimal(2), Floating(),
]  # fmt: skip
PAIRS: list[Any] = [
    (1, 2), [1.0, 2.0], [np.float32(1), Decimal(2)], (Fraction(1), Whole()), np.array([1.0, 2.0]),
    np.array([1, 2], dtype=">i2"), np.array([1.0, 2.0], dtype=object), np.ma.array([1.0, 2.0]),
    np.array([1.0, 2.0]).data, deque((1, 2)), Vector(1, 2), range(1, 3),
]  # fmt: skip
POINTS: list[Any] = [
    tuple(SQUARE), [list(point) for point in SQUARE], [Vector(*point) for point in SQUARE],
    [(int(x), Decimal(y)) for x, y in SQUARE], [(Fraction(x), np.float32(y)) for x, y in SQUARE],
    list(ROWS), ROWS, ROWS.astype(object), np.ma.array(ROWS), memoryview(ROWS), deque(SQUARE),
]  # fmt: skip
# Places, what they take, and what else means the same.
ALIKE: list[tuple[str, dict[str, Call], Any, list[Any]]] = [
    ("one", EVERY_NUMBER, 2.0, NUMBERS),
    ("in a list", LISTS_OF_NUMBERS, [2.0], [*listed(NUMBERS), np.ma.array([2.0], mask=[False])]),
    ("pair", EVERY_PAIR, (1.0, 2.0), PAIRS),
    ("points", OF_POINTS, SQUARE, POINTS),
    ("sides", OF_SIDES, 5, [np.int8(5), np.uint64(5), np.array(5)]),
]


@pytest.mark.parametrize(
    ("call", "usual", "others"),
    [
        pytest.param(call, usual, others, id=f"{name}, {what}")
        for what, doors, usual, others in ALIKE
        for name, call in doors.items()
    ],
)
def test_the_same_in_other_types(call: Call, usual: Any, others: list[Any]) -> None:
    expected = plain(call(usual))
    for other in others:
        assert plain(call(other)) == expected, other


@pytest.mark.parametrize("name", OF_RINGS)
def test_iterables_of_points(name: str) -> None:
    call = OF_RINGS[name]
    for points in (iter(SQUARE), map(tuple, SQUARE), (iter(point) for point in SQUARE)):
        assert plain(call(points)) == plain(call(SQUARE))


NO_NUMBERS: list[Any] = [
    None, "2", b"2", bytearray(b"2"), np.str_("2"), np.bytes_(b"2"), True, np.True_, np.array(True),
    2j, np.complex128(2), np.array(2j), np.timedelta64(2, "s"), np.datetime64(2, "s"), {2.0},
    {2.0: 2.0}, object(), Polygon,
]  # fmt: skip
TOO_LARGE: list[Any] = [HUGE, -HUGE, Fraction(HUGE), Fraction(-HUGE), Decimal("1e400"), INF]
NOT_FINITE = [*TOO_LARGE, NAN, -INF, Decimal("nan")]
NO_PAIRS: list[Any] = [
    None, "12", b"12", bytearray(b"12"), {1.0, 2.0}, frozenset((1.0, 2.0)), {1.0: 0, 2.0: 0},
    MappingProxyType({1.0: 0, 2.0: 0}), ("1", "2"), [1.0, "2"], (1.0, None), (1, True),
    (np.True_, 2), np.array([True, False]), (1j, 2), np.array([1j, 2]), (np.complex64(1), 2),
    ({1.0}, 2), object(), (BALL, BALL),
]  # fmt: skip
NO_POINTS: list[Any] = [
    None, BALL, object(), "abcd", b"abcdefgh", [b"ab", b"cd", b"ef", b"gh"],
    [bytearray(b"ab")] * 4, ["00", "10", "11", "01"], set(SQUARE), frozenset(SQUARE),
    dict.fromkeys(SQUARE), [{0.0, 1.0}, {1.0, 2.0}, {2.0, 3.0}, {5.0, 4.0}],
    [{0.0: 0, 1.0: 1}] * 4, [(0, 0), (1, 0), (1, 1), (0, True)], [*SQUARE[:3], (0.0, np.True_)],
    np.array(SQUARE, bool), np.array(SQUARE, complex), [(0, 0), (1, 0), (1, 1j), (0, 1)],
    [(0, 0), (1, 0), (1, None), (0, 1)], [("0", 0), (1, 0), (1, 1), (0, 1)],
    np.array([("0", 0), (1, 0), (1, 1), (0, True)], object), np.full((4, 2), object()),
    np.zeros((4, 2), "datetime64[s]"),
]  # fmt: skip
COLUMNS: list[Any] = [np.zeros((4, 3)), np.zeros((4, 1)), np.zeros((4, 2, 2)), [(0, 0, 0)] * 4]
MASKED: list[Any] = [
    np.ma.array(SQUARE, mask=[[False, False]] * 3 + [[True, False]]),
    [*SQUARE[:3], (np.ma.masked, 2.0)],
]
MASKED.append(list(MASKED[0]))
ONE, MANY = OF_A_NUMBER | OF_A_TIME, LISTS_OF_NUMBERS
FINITE = OF_A_NUMBER | OF_NUMBERS
TIMES = OF_A_TIME | OF_TIMES
LIMIT = r"inf|nan|2\*\*31|2\*\*240"
# What is refused where, the error, and words of the message after the name of the argument.
REFUSED: list[tuple[str, dict[str, Call], list[Any], Any, str]] = [
    ("no number", EVERY_NUMBER, NO_NUMBERS, TypeError, "must be (a real number|real numbers), got"),
    ("no number in a list", MANY, listed(NO_NUMBERS), (TypeError, ValueError), "must be .*numbers"),
    ("one is none", MANY, [[2.0, True], [True, 2], [2.0, "2"]], TypeError, "real numbers, got "),
    ("many", ONE, [[2.0], np.array([2.0]), np.ones((1, 1)), iter([2.0])], TypeError, "real number"),
    ("a table", OF_NUMBERS, [[[2.0]]], ValueError, r"\(n,\)"),
    ("too large", FINITE, NOT_FINITE, ValueError, LIMIT),
    ("too large in a list", OF_NUMBERS, [[2.0, x] for x in NOT_FINITE], ValueError, LIMIT),
    ("no time", TIMES, [-HUGE, -INF, NAN, Decimal("nan"), -1, Fraction(-1, 3)], ValueError, "NaN"),
    ("masked", EVERY_NUMBER, [np.ma.masked, HIDDEN], ValueError, "masked"),
    ("masked", MANY, [np.ma.array([2.0], mask=[True]), [HIDDEN]], ValueError, "masked"),
    (
        "no sides",
        OF_SIDES,
        [*NO_NUMBERS, 5.0, Fraction(5), Floating()],
        TypeError,
        "integers?, got ",
    ),
    ("few sides", OF_SIDES, [2, -5, HUGE, -HUGE, 0, 2**62], ValueError, "must"),
    ("masked sides", OF_SIDES, [np.ma.masked, HIDDEN], (TypeError, ValueError), "must"),
    ("no pair", EVERY_PAIR, NO_PAIRS, TypeError, "must be"),
    ("another count", EVERY_PAIR, [(1.0,), (1.0, 2, 3), np.zeros(3)], ValueError, "pair"),
    ("two pairs", OF_A_PAIR, [[(1, 2), (3, 4)], np.ones((2, 2)).data], TypeError, "must be a pair"),
    ("pairs", OF_A_PAIR, [[(1, 2)], [(1, 2)] * 3, np.ones((1, 2)), ()], ValueError, "a pair"),
    ("one number", OF_PAIRS, [2.0, np.float32(2)], (TypeError, ValueError), "must be a pair"),
    ("rows of others", OF_PAIRS, COLUMNS, ValueError, r"\(n, 2\), got \(4, [123]"),
    ("ragged", OF_PAIRS, [[(0, 0), (1,)], [(0, 0), 1]], ValueError, "must be numbers"),
    ("not finite", EVERY_PAIR, [(x, 1.0) for x in NOT_FINITE], ValueError, r"2\*\*240"),
    ("too large", EVERY_PAIR, [[1.0, x] for x in (*TOO_LARGE, LARGE)], ValueError, r"2\*\*240"),
    ("masked", EVERY_PAIR, [np.ma.masked_equal([1.0, 2], 2), (HIDDEN, 1.0)], ValueError, "masked"),
    ("no points", OF_POINTS, NO_POINTS, TypeError, "must be"),
    (
        "not finite",
        OF_POINTS,
        [[*SQUARE[:3], (x, 1.0)] for x in NOT_FINITE],
        ValueError,
        "finite|240",
    ),
    ("masked points", OF_POINTS, MASKED, ValueError, "masked"),
    ("columns", OF_RINGS, COLUMNS[:3], ValueError, r"\(n, 2\), got \(4, [123]"),
    ("flat", OF_RINGS, [np.arange(6.0)], (TypeError, ValueError), r"pair|\(n, 2\)"),
    ("ragged", OF_RINGS, [[*SQUARE[:2], row] for row in ((1,), (1, 1, 1))], ValueError, "2 .*pair"),
    ("endless", MANY, [ENDLESS], ValueError, "dimensions"),
]


@pytest.mark.parametrize(
    ("name", "call", "values", "kind", "words"),
    [
        pytest.param(name, call, values, kind, words, id=f"{what}, {name}")
        for what, doors, values, kind, words in REFUSED
        for name, call in doors.items()
    ],
)
@pytest.mark.filterwarnings("error")
def test_refused_by_name(
    name: str, call: Call, values: list[Any], kind: type[Exception], words: str
) -> None:
    refuses(name, call, values, kind, words)


@pytest.mark.parametrize("name", TIMES)
def test_times_too_large_are_infinite(name: str) -> None:
    call = TIMES[name]
    assert plain(call(HUGE)) == plain(call(Decimal("1e400"))) == plain(call(INF))


@pytest.mark.parametrize("name", LISTS_OF_NUMBERS)
def test_the_place_of_a_bad_number(name: str) -> None:
    with pytest.raises(ValueError, match=r"^shape 1: |\[1\] must not"):
        LISTS_OF_NUMBERS[name]([2.0, NAN])


@pytest.mark.parametrize("name", OF_POINTS)
def test_the_place_of_a_bad_point(name: str) -> None:
    named = r"^(shape 0: )?(vertex|point) 1 is|^shape 1: position|^\w+\[1\] must"
    for bad in ((NAN, 1), (1, -INF), (LARGE, 1)):
        points = [SQUARE[0], bad, *SQUARE[2:]]
        for given in (points, np.array(points)):
            with pytest.raises(ValueError, match=named):
                OF_POINTS[name](given)


@pytest.mark.parametrize("name", OF_RINGS)
def test_rings_of_no_points(name: str) -> None:
    nothing: list[Any] = [[], np.zeros((0, 2))]
    for ring in nothing:
        with pytest.raises(ValueError, match=r"at least 3 .*got 0"):
            OF_RINGS[name](ring)


def test_masked_rings() -> None:
    rings = np.ma.masked_equal([SQUARE, TRIANGLE + TRIANGLE[:1]], 3.0)
    with pytest.raises(ValueError, match="vertices must not have masked"):
        ShapeArray.polygons(rings)
    assert len(ShapeArray.polygons(np.ma.array([SQUARE]))) == 1


def test_a_bool_deep_in_rings() -> None:
    with pytest.raises(TypeError, match="vertices must be real numbers, got bool"):
        ShapeArray.polygons([[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, True)]])


# Indices ------------------------------------------------------------------------------------


def test_pairs_are_rows_unless_a_tuple() -> None:
    array = boxes()
    expected = [array[0].intersects(array[2]), array[0].intersects(array[2])]
    rows: list[Any] = [
        [(0, 2), (0, 2)],
        [[0, 2], [0, 2]],
        np.array([(0, 2), (0, 2)]),
        deque([(0, 2)] * 2),
    ]
    for pairs in rows:
        assert sepax.intersects(array, array, pairs=pairs).tolist() == expected
    for columns in (([0, 0], [2, 2]), ((0, 0), (2, 2)), (np.array([0, 0]), [2, 2])):
        assert sepax.intersects(array, array, pairs=columns).tolist() == expected
    many = [(0, 1), (0, 2), (1, 2)]
    found = sepax.intersects(array, array, pairs=many).tolist()
    assert found == [array[i].intersects(array[j]) for i, j in many]
    assert sepax.intersects(array, array, pairs=[]).tolist() == []
    assert sepax.intersects(array, array, pairs=np.empty((0, 2), int)).tolist() == []


def test_bad_offsets() -> None:
    corners = [*SQUARE, *TRIANGLE]
    for offsets, kind in (
        ([0, 4, True], TypeError),
        ([0, 4.0, 7], TypeError),
        ({0, 4, 7}, TypeError),
        (np.ma.array([0, 4, 7], mask=[False, True, False]), ValueError),
        ([0, 4, HUGE], IndexError),
    ):
        with pytest.raises(kind, match="offsets"):
            ShapeArray.polygons(corners, offsets)  # type: ignore[arg-type]  # sets are none


def test_masked_selections() -> None:
    array = boxes()
    hidden: Any
    for hidden in (
        np.ma.array([0, 1], mask=[False, True]),
        np.ma.array([True] * 3, mask=[True, False, False]),
    ):
        with pytest.raises(ValueError, match="indices must not have masked"):
            array[hidden]
        with pytest.raises(ValueError, match="indices must not have masked"):
            array.set_poses((0, 0), where=hidden)
    assert len(array[np.ma.array([0, 1])]) == 2


GIANTS: dict[str, tuple[tuple[int, ...], Callable[[Any], object]]] = {
    "raw": ((3, 10**12, 2), lambda a: raw.intersects(a, SQUARE)),
    "raw in rows": ((3, 10**12), lambda a: raw.project(a, (1, 0))),
    "vertices": ((3, 10**12, 2), Polygon),
    "vertices in one row": ((10**12,), Polygon),
    "hull": ((10**12, 3), Polygon.hull),
    "convex_parts": ((10**12, 3), sepax.convex_parts),
    "points": ((3, 10**12, 2), ShapeArray.points),
    "centers": ((10**12, 3), lambda a: ShapeArray.circles(a, 1)),
    "radii": ((10**12, 1), lambda a: ShapeArray.circles((0, 0), a)),
    "widths": ((10**12, 1), lambda a: ShapeArray.boxes(a, 1)),
    "polygons": ((10**12, 2), ShapeArray.polygons),
    "polygons by offsets": ((10**12, 3), lambda a: ShapeArray.polygons(a, [0, 3])),
    "hulls": ((10**12, 3, 3), ShapeArray.hulls),
    "quads": ((10**12, 4), ShapeArray.from_quads),
    "rotated boxes": ((10**12, 4), ShapeArray.from_rotated_boxes),
    "poses": ((10**12, 3), ShapeArray.boxes(1, 1).set_poses),
    "velocities": (
        (10**12, 3),
        lambda a: sepax.sweep(ShapeArray.boxes(1, 1), BALL, a),
    ),
}


@pytest.mark.parametrize("name", GIANTS)
@pytest.mark.parametrize("kind", ["f8", "f4", "i8", ">f8"])
def test_wrong_dimensions_are_refused_before_anything_is_copied(name: str, kind: str) -> None:
    """Rows of a broadcast array take no memory: a copy of so many would."""
    shape, call = GIANTS[name]
    with pytest.raises(ValueError, match=re.escape(f"got {shape}")):
        call(np.broadcast_to(np.zeros((), kind), shape))


def test_objects_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy makes numbers of many objects without a look at Ctrl-C."""
    monkeypatch.setattr(_arguments, "PIECE", 7)
    whole = np.arange(30)
    for count in (0, 1, 6, 7, 8, 14, 30):
        rows = whole[:count].astype(object)
        assert [len(items) for _, items in _arguments._items_of(rows)] == [
            min(7, count - start) for start in range(0, count, 7)
        ]
        assert _arguments.integers(rows, "rows").tolist() == whole[:count].tolist()
        assert _arguments.reals(rows, "rows").tolist() == whole[:count].tolist()
    pairs = whole.astype(object).reshape(15, 2)[::-1]
    assert _arguments.index_pairs(pairs, "pairs").tolist() == pairs.tolist()
    pairs[3, 1] = 2**70
    with pytest.raises(IndexError, match="beyond any index"):
        _arguments.index_pairs(pairs, "pairs")
