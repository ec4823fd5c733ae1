"""What counts as a number, a pair, points and indices: one rule at every place that takes them."""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Circle, Polygon, ShapeArray, raw
from sepax._base import arguments as _arguments

SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
TRIANGLE = [(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]
HUGE = 10**400
MASKED = np.ma.masked_equal([1.0, 2.0], 2.0)


def box() -> Polygon:
    return Polygon.box(2, 2, position=(1, 0), angle=0.5)


def boxes() -> ShapeArray:
    return ShapeArray.boxes(2, [2, 3, 4], [(0, 0), (1, 0), (9, 0)])


def after(change: Callable[[Any], object], thing: Any = None) -> Any:
    """Return a shape or an array after a change."""
    thing = box() if thing is None else thing
    change(thing)
    return thing


def plain(answer: Any) -> Any:
    """Return an answer as numbers that can be compared."""
    if isinstance(answer, (Polygon, Circle)):
        return repr(answer)
    if isinstance(answer, ShapeArray):
        return answer.vertices.tolist(), answer.radii.tolist(), answer.angles.tolist()
    if isinstance(answer, (sepax.Contacts, sepax.Impacts, sepax.RayHits)):
        return [getattr(answer, name).tolist() for name in answer._layout]
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    return [plain(part) for part in answer] if isinstance(answer, tuple) else repr(answer)


# One number ---------------------------------------------------------------------------------


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


GOOD_NUMBERS: list[Any] = [
    2,
    Own(2.0),
    np.float64(2),
    np.float32(2),
    np.float16(2),
    np.longdouble(2),
    np.int8(2),
    np.uint64(2),
    np.array(2.0),
    np.array(2, dtype=">i4"),
    np.ma.array(2.0),
    Fraction(2),
    Decimal(2),
    Floating(),
    Whole(),
]
NO_NUMBERS: list[Any] = [
    None,
    "2",
    b"2",
    bytearray(b"2"),
    np.str_("2"),
    np.bytes_(b"2"),
    True,
    np.True_,
    np.array(True),
    2j,
    np.complex128(2),
    np.array(2j),
    np.timedelta64(2, "s"),
    np.datetime64(2, "s"),
    {2.0},
    {2.0: 2.0},
    object(),
    Polygon,
]
TOO_LARGE: list[Any] = [HUGE, -HUGE, Fraction(HUGE), Fraction(-HUGE), Decimal("1e400"), math.inf]

# Each takes a number where 2.0 would do.
OF_A_NUMBER: dict[str, Callable[[Any], Any]] = {
    "radius": lambda x: Circle((0, 0), x),
    "circle angle": lambda x: Circle((0, 0), 1, angle=x),
    "angle": lambda x: Polygon(SQUARE, angle=x),
    "width": lambda x: Polygon.box(x, 1),
    "height": lambda x: Polygon.box(1, x),
    "box angle": lambda x: Polygon.box(1, 1, angle=x),
    "radius of regular": lambda x: Polygon.regular(5, x),
    "angle of regular": lambda x: Polygon.regular(5, 1, angle=x),
    "angle of hull": lambda x: Polygon.hull(SQUARE, angle=x),
    "set angle": lambda x: after(lambda s: setattr(s, "angle", x)),
    "move dx": lambda x: after(lambda s: s.move(x, 0)),
    "move dy": lambda x: after(lambda s: s.move(0, x)),
    "rotate": lambda x: after(lambda s: s.rotate(x)),
    "pose x": lambda x: after(lambda s: s.set_pose(x, 0, 0)),
    "pose y": lambda x: after(lambda s: s.set_pose(0, x, 0)),
    "pose angle": lambda x: after(lambda s: s.set_pose(0, 0, x)),
}
# The same, and arrays of numbers besides.
OF_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "widths": lambda x: ShapeArray.boxes(x, 1),
    "heights": lambda x: ShapeArray.boxes(1, x),
    "box angles": lambda x: ShapeArray.boxes(1, 1, angles=x),
    "radii": lambda x: ShapeArray.circles((0, 0), x),
    "radii of regular": lambda x: ShapeArray.regular(5, x),
    "angles of regular": lambda x: ShapeArray.regular(5, 1, angles=x),
    "angles of polygons": lambda x: ShapeArray.polygons([SQUARE], angles=x),
    "angles": lambda x: after(lambda a: a.set_poses(angles=x), ShapeArray.boxes(1, 1)),
}
# Arguments that may be infinite.
OF_A_TIME: dict[str, Callable[[Any], Any]] = {
    "max_time": lambda x: sepax.sweep(box(), Circle((5, 0), 1), (1, 0), max_time=x),
    "max_time of method": lambda x: box().sweep(Circle((5, 0), 1), (1, 0), max_time=x),
    "max_time of time": lambda x: sepax.time_of_impact(
        box(), Circle((5, 0), 1), (1, 0), max_time=x
    ),
    "max_time of raw": lambda x: raw.sweep(SQUARE, TRIANGLE, (1, 0), max_time=x),
    "max_time of sweep_pairs": lambda x: sepax.sweep_pairs(boxes(), box(), (1, 0), (0, 0), x),
    "max_distance of nearest": lambda x: sepax.nearest(boxes(), box(), 1, x),
    "max_time of first_impacts": lambda x: sepax.first_impacts(boxes(), box(), (1, 0), max_time=x),
}
OF_TIMES: dict[str, Callable[[Any], Any]] = {
    "max_distance": lambda x: sepax.raycast([box()], (-5, 0), (1, 0), x),
    "max_time of array": lambda x: sepax.sweep(
        box(), ShapeArray.circles((5, 0), 1), (1, 0), (0, 0), x
    ),
}
EVERY_NUMBER = {**OF_A_NUMBER, **OF_NUMBERS, **OF_A_TIME, **OF_TIMES}


def objects(*items: Any) -> Any:
    """Return an array that holds just these, whatever NumPy would make of them."""
    array = np.empty(len(items), dtype=object)
    array[:] = items
    return array


def called(table: dict[str, Callable[[Any], Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "call", [pytest.param(row, id=name) for name, row in table.items()]
    )


@called(EVERY_NUMBER)
def test_numbers_of_any_kind(call: Callable[[Any], Any]) -> None:
    expected = plain(call(2.0))
    for number in GOOD_NUMBERS:
        assert plain(call(number)) == expected, number


@called(OF_NUMBERS | OF_TIMES)
def test_numbers_of_any_kind_in_a_list(call: Callable[[Any], Any]) -> None:
    expected = plain(call([2.0]))
    for number in GOOD_NUMBERS:
        for values in ([number], (number,), objects(number), deque([number])):
            assert plain(call(values)) == expected, number


@called(EVERY_NUMBER)
@pytest.mark.filterwarnings("error")
def test_what_is_no_number(call: Callable[[Any], Any]) -> None:
    for thing in NO_NUMBERS:
        if thing is None and call is OF_NUMBERS["angles"]:
            continue  # keeps them
        with pytest.raises(TypeError, match=r"must be (a real number|real numbers), got "):
            call(thing)


@called(OF_A_NUMBER | OF_A_TIME)
def test_many_are_not_one(call: Callable[[Any], Any]) -> None:
    for thing in ([2.0], (2.0,), np.array([2.0]), np.ones((1, 1)), iter([2.0])):
        with pytest.raises(TypeError, match=r"must be a real number, got "):
            call(thing)


@called(OF_NUMBERS | OF_TIMES)
@pytest.mark.filterwarnings("error")
def test_what_is_no_number_in_a_list(call: Callable[[Any], Any]) -> None:
    for thing in NO_NUMBERS:
        for values in ([thing], (thing,), objects(thing), deque([thing])):
            with pytest.raises((TypeError, ValueError), match=r"must be (real )?numbers"):
                call(values)
    for values in ([2.0, True], [True, 2], (2.0, np.True_), [2.0, "2"]):
        with pytest.raises(TypeError, match=r"must be real numbers, got "):
            call(values)


@called(OF_A_NUMBER | OF_NUMBERS)
def test_numbers_too_large(call: Callable[[Any], Any]) -> None:
    for number in TOO_LARGE:
        with pytest.raises(ValueError, match=r"inf|2\*\*31|radians"):
            call(number)


@called(OF_NUMBERS)
def test_numbers_too_large_in_a_list(call: Callable[[Any], Any]) -> None:
    for number in TOO_LARGE:
        with pytest.raises(ValueError, match=r"inf|2\*\*31|radians"):
            call([number])


@called(OF_A_TIME | OF_TIMES)
def test_times_too_large_are_infinite(call: Callable[[Any], Any]) -> None:
    assert plain(call(HUGE)) == plain(call(Decimal("1e400"))) == plain(call(math.inf))
    for number in (-HUGE, -math.inf, math.nan, Decimal("nan"), -1, Fraction(-1, 3)):
        with pytest.raises(ValueError, match=r"max_\w+ must not be negative or NaN"):
            call(number)


@called(EVERY_NUMBER)
def test_masked_numbers(call: Callable[[Any], Any]) -> None:
    hidden: Any
    for hidden in (np.ma.masked, np.ma.array(2.0, mask=True)):
        with pytest.raises(ValueError, match="masked"):
            call(hidden)


@called(OF_NUMBERS | OF_TIMES)
def test_masked_numbers_in_a_list(call: Callable[[Any], Any]) -> None:
    values: Any
    for values in (np.ma.array([2.0], mask=[True]), [np.ma.masked], [np.ma.array(2.0, mask=True)]):
        with pytest.raises(ValueError, match="masked"):
            call(values)
    assert plain(call(np.ma.array([2.0], mask=[False]))) == plain(call([2.0]))


# Whole numbers ------------------------------------------------------------------------------

OF_SIDES: dict[str, Callable[[Any], Any]] = {
    "sides": lambda n: Polygon.regular(n, 1),
    "sides in an array": lambda n: ShapeArray.regular(n, 1),
}


@called(OF_SIDES)
def test_sides(call: Callable[[Any], Any]) -> None:
    class Five:
        def __index__(self) -> int:
            return 5

    for number in (5, np.int8(5), np.uint64(5), np.array(5), Five()):
        assert plain(call(number)) == plain(call(5))
    for thing in (*NO_NUMBERS, 5.0, np.float32(5), Fraction(5), Decimal(5), Floating()):
        with pytest.raises(TypeError, match=r"sides must be (an integer|integers), got "):
            call(thing)
    for count in (2, -5, HUGE, -HUGE, 0, 2**62):
        with pytest.raises(ValueError, match=r"sides must"):
            call(count)
    for number in (np.ma.masked, np.ma.array(5, mask=True)):
        with pytest.raises((ValueError, TypeError), match="sides must"):
            call(number)


# Pairs --------------------------------------------------------------------------------------


class Vector:
    """A vector class as many programs have one."""

    def __init__(self, x: Any, y: Any) -> None:
        self.items = (x, y)

    def __len__(self) -> int:
        return 2

    def __getitem__(self, i: int) -> Any:
        return self.items[i]


GOOD_PAIRS: list[Any] = [
    (1, 2),
    [1.0, 2.0],
    [np.float32(1), Decimal(2)],
    (Fraction(1), Whole()),
    np.array([1.0, 2.0]),
    np.array([1, 2], dtype=">i2"),
    np.array([1.0, 2.0], dtype=object),
    np.ma.array([1.0, 2.0]),
    np.array([1.0, 2.0]).data,
    deque((1, 2)),
    Vector(1, 2),
    range(1, 3),
]
NO_PAIRS: list[Any] = [
    None,
    "12",
    b"12",
    bytearray(b"12"),
    {1.0, 2.0},
    frozenset((1.0, 2.0)),
    {1.0: 0, 2.0: 0},
    MappingProxyType({1.0: 0, 2.0: 0}),
    ("1", "2"),
    [1.0, "2"],
    (1.0, None),
    (1, True),
    (np.True_, 2),
    np.array([True, False]),
    (1j, 2),
    np.array([1j, 2]),
    (np.complex64(1), 2),
    ({1.0}, 2),
    object(),
]

# Each takes one pair where (1, 2) would do.
OF_A_PAIR: dict[str, Callable[[Any], Any]] = {
    "center": lambda p: Circle(p, 1),
    "position": lambda p: Polygon(SQUARE, position=p),
    "position of box": lambda p: Polygon.box(1, 1, position=p),
    "position of regular": lambda p: Polygon.regular(5, 1, position=p),
    "position of hull": lambda p: Polygon.hull(SQUARE, position=p),
    "set position": lambda p: after(lambda s: setattr(s, "position", p)),
    "set center": lambda p: after(lambda s: setattr(s, "center", p), Circle((0, 0), 1)),
    "velocity_a": lambda p: sepax.sweep(box(), Circle((5, 0), 1), p),
    "velocity_b": lambda p: sepax.sweep(box(), Circle((5, 0), 1), (1, 0), p),
    "velocity_a of method": lambda p: box().sweep(Circle((5, 0), 1), p),
    "motion": lambda p: sepax.move_and_slide(Circle((5, 0), 1), box(), p),
    "velocity_a of time": lambda p: sepax.time_of_impact(box(), Circle((5, 0), 1), p),
    "velocity_b of time": lambda p: box().time_of_impact(Circle((5, 0), 1), (1, 0), p),
    "velocity_a of raw": lambda p: raw.sweep(SQUARE, TRIANGLE, p),
    "velocity_b of raw": lambda p: raw.sweep(SQUARE, TRIANGLE, (1, 0), p),
    "axis of raw": lambda p: raw.project(SQUARE, p),
    "point of raw": lambda p: raw.contains(SQUARE, p),
}
# The same, and (n, 2) arrays besides.
OF_PAIRS: dict[str, Callable[[Any], Any]] = {
    "axis": lambda p: sepax.project(box(), p),
    "axis of method": lambda p: Circle((1, 2), 3).project(p),
    "axis of array": lambda p: boxes()[:2].project(p),
    "point": lambda p: sepax.contains(box(), p),
    "point of method": lambda p: Circle((1, 2), 3).contains(p),
    "point of array": lambda p: boxes()[:2].contains(p),
    "centers": lambda p: ShapeArray.circles(p, 1),
    "positions": lambda p: ShapeArray.boxes(1, 1, p),
    "positions of regular": lambda p: ShapeArray.regular(5, [1, 2], p),
    "positions of polygons": lambda p: ShapeArray.polygons([SQUARE] * 2, positions=p),
    "set positions": lambda p: after(lambda a: a.set_poses(p), boxes()[:2]),
    "velocity_a of array": lambda p: boxes()[:2].sweep(box(), p),
    "velocities of times": lambda p: boxes()[:2].time_of_impact(box(), p, p),
    "velocity_b of array": lambda p: boxes()[:2].sweep(box(), (1, 0), p),
    "origin": lambda p: sepax.raycast(box(), p, (1, 0)),
    "origin of array": lambda p: sepax.raycast(boxes(), p, (1, 0)),
    "direction": lambda p: box().raycast((0, 0), p),
    "direction of array": lambda p: sepax.raycast(boxes(), (0, 0), p),
    "point of index": lambda p: sepax.contains(sepax.ShapeIndex(boxes()), p),
    "velocity_a of pairs": lambda p: sepax.sweep_pairs(boxes()[:2], box(), p),
    "velocity_b of pairs": lambda p: sepax.sweep_pairs(box(), boxes()[:2], (1, 0), p),
    "velocity_a of first": lambda p: sepax.first_impacts(boxes()[:2], box(), p),
    "velocity_b of first": lambda p: sepax.first_impacts(box(), boxes()[:2], (1, 0), p),
}


@called(OF_A_PAIR | OF_PAIRS)
def test_pairs_of_any_kind(call: Callable[[Any], Any]) -> None:
    expected = plain(call((1.0, 2.0)))
    for pair in GOOD_PAIRS:
        assert plain(call(pair)) == expected, pair


@called(OF_A_PAIR | OF_PAIRS)
@pytest.mark.filterwarnings("error")
def test_what_is_no_pair(call: Callable[[Any], Any]) -> None:
    for thing in NO_PAIRS:
        if thing is None and call is OF_PAIRS["set positions"]:
            continue  # keeps them
        with pytest.raises(TypeError, match=r"must be"):
            call(thing)
    for numbers in ((1.0,), (1.0, 2.0, 3.0), np.zeros(3), [1, 2, 3]):
        with pytest.raises(ValueError, match=r"pair"):
            call(numbers)


@called(OF_A_PAIR)
def test_many_pairs_are_not_one(call: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="must be a pair"):
        call([(1, 2), (3, 4)])
    for pairs in ([(1, 2)], [(1, 2)] * 3, np.ones((1, 2)), ()):
        with pytest.raises(ValueError, match="must be a pair"):
            call(pairs)


@called(OF_PAIRS)
def test_one_number_is_no_pair(call: Callable[[Any], Any]) -> None:
    for number in (2.0, 2, np.float32(2), np.array(2.0)):
        with pytest.raises((TypeError, ValueError), match="must be a pair"):
            call(number)


@called(OF_A_PAIR | OF_PAIRS)
def test_pairs_too_large(call: Callable[[Any], Any]) -> None:
    for number in TOO_LARGE:
        for pair in ((number, 1.0), [1.0, number]):
            with pytest.raises(ValueError, match=r"must be finite and within 2\*\*240"):
                call(pair)


@called(OF_A_PAIR | OF_PAIRS)
def test_masked_pairs(call: Callable[[Any], Any]) -> None:
    for pair in (MASKED, (1.0, np.ma.masked), [np.ma.array(1.0, mask=True), 2.0]):
        with pytest.raises(ValueError, match="masked"):
            call(pair)


# Points -------------------------------------------------------------------------------------

OF_POINTS: dict[str, Callable[[Any], Any]] = {
    "vertices": Polygon,
    "hull": Polygon.hull,
    "raw a": lambda ring: raw.intersects(ring, TRIANGLE),
    "raw b": lambda ring: raw.mtv(TRIANGLE, ring),
    "raw axis": lambda ring: raw.separating_axis(ring, ring),
    "raw collided": lambda ring: raw.collide(TRIANGLE, ring),
    "raw that contains": lambda ring: raw.contains(ring, (1, 1)),
    "raw projected": lambda ring: raw.project(ring, (1, 2)),
    "raw swept": lambda ring: raw.sweep(TRIANGLE, ring, (1, 2)),
    "polygons": lambda ring: ShapeArray.polygons(ring, [0, 4]),
    "centers": lambda ring: ShapeArray.circles(ring, 1),
    "positions": lambda ring: ShapeArray.boxes(1, 1, ring),
    "set positions": lambda ring: after(lambda a: a.set_poses(ring), ShapeArray.boxes(1, [1] * 4)),
    "points": lambda ring: box().contains(ring),
    "points of array": lambda ring: ShapeArray.boxes(1, [1] * 4).contains(ring),
    "axes": lambda ring: box().project(
        [(x + 1, 1) if type(x) is float else (x, y) for x, y in ring]
    ),
    "velocities": lambda ring: ShapeArray.boxes(1, [1] * 4).sweep(box(), ring),
}
# What takes what can be iterated once, as no array does.
OF_ITERABLES = {name: OF_POINTS[name] for name in ("vertices", "hull", "raw a", "raw projected")}


@called({name: call for name, call in OF_POINTS.items() if name != "axes"})
def test_points_of_any_kind(call: Callable[[Any], Any]) -> None:
    expected = plain(call(SQUARE))
    rows: Any = np.array(SQUARE)
    kinds: list[Any] = [
        tuple(SQUARE),
        [list(point) for point in SQUARE],
        [Vector(*point) for point in SQUARE],
        [(int(x), Decimal(y)) for x, y in SQUARE],
        [(Fraction(x), np.float32(y)) for x, y in SQUARE],
        list(rows),
        rows,
        rows.astype(np.int8),
        rows.astype(">f4"),
        rows.astype(object),
        np.asfortranarray(rows),
        np.ma.array(rows),
        memoryview(rows),
        deque(SQUARE),
    ]
    for points in kinds:
        assert plain(call(points)) == expected, points


@called(OF_ITERABLES)
def test_iterables_of_points(call: Callable[[Any], Any]) -> None:
    expected = plain(call(SQUARE))
    for points in (iter(SQUARE), map(tuple, SQUARE), (iter(point) for point in SQUARE)):
        assert plain(call(points)) == expected


NO_POINTS: list[Any] = [
    object(),
    "abcd",
    b"abcdefgh",
    [b"ab", b"cd", b"ef", b"gh"],
    [bytearray(b"ab")] * 4,
    ["00", "10", "11", "01"],
    set(SQUARE),
    frozenset(SQUARE),
    dict.fromkeys(SQUARE),
    [{0.0, 1.0}, {1.0, 2.0}, {2.0, 3.0}, {5.0, 4.0}],
    [{0.0: 0, 1.0: 1}] * 4,
    [(0, 0), (1, 0), (1, 1), (0, True)],
    [(0.0, 0.0), (2.0, 0.0), (2.0, np.True_), (0.0, 2.0)],
    np.array(SQUARE, dtype=bool),
    np.array(SQUARE, dtype=complex),
    [(0, 0), (1, 0), (1, 1j), (0, 1)],
    [(0, 0), (1, 0), (1, None), (0, 1)],
    [("0", 0), (1, 0), (1, 1), (0, 1)],
    np.array([("0", 0), (1, 0), (1, 1), (0, True)], dtype=object),
]


@called({name: call for name, call in OF_POINTS.items() if name != "axes"})
@pytest.mark.filterwarnings("error")
def test_what_are_no_points(call: Callable[[Any], Any]) -> None:
    for thing in NO_POINTS:
        with pytest.raises(TypeError, match=r"must be"):
            call(thing)


@called(OF_POINTS)
def test_points_too_large(call: Callable[[Any], Any]) -> None:
    for number in TOO_LARGE:
        with pytest.raises(ValueError, match=r"finite|2\*\*240"):
            call([*SQUARE[:3], (number, 1.0)])


@called(OF_POINTS)
def test_masked_points(call: Callable[[Any], Any]) -> None:
    hidden: Any = np.ma.array(SQUARE, mask=[[False, False]] * 3 + [[True, False]])
    for points in (hidden, list(hidden), [*SQUARE[:3], (np.ma.masked, 2.0)]):
        with pytest.raises(ValueError, match="masked"):
            call(points)


def test_masked_rings() -> None:
    rings = np.ma.masked_equal([SQUARE, TRIANGLE + TRIANGLE[:1]], 3.0)
    with pytest.raises(ValueError, match="vertices must not have masked"):
        ShapeArray.polygons(rings)
    assert len(ShapeArray.polygons(np.ma.array([SQUARE]))) == 1


def test_a_bool_deep_in_rings() -> None:
    with pytest.raises(TypeError, match="vertices must be real numbers, got bool"):
        ShapeArray.polygons([[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 0), (1, True)]])


@called(OF_NUMBERS | OF_TIMES | {n: OF_POINTS[n] for n in ("centers", "points", "polygons")})
def test_a_list_that_holds_itself(call: Callable[[Any], Any]) -> None:
    endless: list[Any] = []
    endless.extend([endless] * 1000)
    with pytest.raises(ValueError, match=r"dimensions"):
        call(endless)


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


@pytest.mark.parametrize(
    ("pairs", "kind", "words"),
    [
        ([[0, 0, 1], [1, 2, 2]], ValueError, r"\(k, 2\), or be a tuple \(i, j\), got \(2, 3\)"),
        ([0, 1], ValueError, r"\(k, 2\)"),
        ([(0, 1), (0,)], ValueError, "equal length"),
        (((0, 1), (0, 2), (1, 2)), TypeError, "a tuple of 3"),
        ({(0, 1)}, TypeError, "integers, got set"),
        ({0: 1}, TypeError, "integers, got dict"),
        (b"\0\1", TypeError, "integers, got bytes"),
        ([(0, True)], TypeError, "integers, got bool"),
        (([0], [True]), TypeError, "integers, got bool"),
        ([(0, 1.0)], TypeError, "integers"),
        (([0], [Fraction(1)]), TypeError, "integer"),
        (([0], {1}), TypeError, "integers, got set"),
        (np.ma.array([(0, 1)], mask=[(False, True)]), ValueError, "masked"),
        (([0], np.ma.array([1], mask=[True])), ValueError, "masked"),
        ([(0, np.ma.masked)], ValueError, "masked"),
        (([0], [HUGE]), IndexError, r"pairs\[1\] holds numbers beyond"),
        ([(-HUGE, 0)], IndexError, "pairs holds numbers beyond"),
        (([0], np.array([2**63], np.uint64)), IndexError, r"pairs\[1\] holds numbers beyond"),
        ([(0, 3)], IndexError, r"pairs\[1\]\[0\] is 3, out of range"),
        (3, TypeError, "rows of two indices"),
    ],
)
def test_bad_pairs(pairs: Any, kind: type[Exception], words: str) -> None:
    array = boxes()
    for verb in (sepax.intersects, sepax.mtv, sepax.collide, sepax.separating_axis):
        with pytest.raises(kind, match=words):
            verb(array, array, pairs=pairs)
    with pytest.raises(kind, match=words):
        sepax.contains(array, SQUARE[:3], pairs=pairs)


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


REFUSED: dict[str, tuple[tuple[int, ...], Callable[[Any], object]]] = {
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
        lambda a: sepax.sweep(ShapeArray.boxes(1, 1), Circle((9, 0), 1), a),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("kind", ["f8", "f4", "i8", ">f8"])
def test_wrong_dimensions_are_refused_before_anything_is_copied(name: str, kind: str) -> None:
    """Rows of a broadcast array take no memory: a copy of so many would."""
    shape, call = REFUSED[name]
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
