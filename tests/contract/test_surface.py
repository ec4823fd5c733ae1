"""One surface: every verb as a function and as a method, of shapes, arrays and lists of shapes."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from questions import MOVING, OF_PLACES, OF_TWO, assert_same_bits, in_rows

import sepax
from sepax import Circle, Contact, Contacts, Impact, Impacts, Polygon, Shape, ShapeArray

AXES = [(1.0, 0.0), (0.3, -2.0), (1e-3, 5.0), (0.0, 1.0), (-1.0, 1.0), (2.0, 0.0)]
POINTS = [(0.0, 0.0), (1.0, 0.0), (2.5, 0.5), (9.0, 9.0), (-0.5, 0.25), (3.0, 0.0)]
VELOCITIES = [(4.0, 0.0), (-4.0, 1.0), (0.0, 0.0), (0.0, 9.0), (1.0, 1.0), (30.0, 2.0)]


class Crate(Polygon):
    """A subclass as users make them, with a constructor of its own."""

    def __init__(self, side: float, name: str) -> None:
        super().__init__([(0, 0), (side, 0), (side, side), (0, side)], position=(0.5, 0.25))
        self.name = name


class Row(ShapeArray):
    """A subclass of the array."""


def some_shapes() -> list[Polygon | Circle]:
    return [
        Polygon.box(2, 1, angle=0.3),
        Circle((1.5, 0.25), 1),
        Polygon.regular(5, 1.5, position=(2, 0), angle=0.7),
        Circle((9, 9), 0),
        Crate(2, "tea"),
        Polygon([(0, 0), (4, 0), (0, 3)], position=(1, 0)),
    ]


def other_shapes() -> list[Polygon | Circle]:
    return [Polygon.box(1, 3, position=(1 + 0.4 * k, 0.2), angle=0.2 * k) for k in range(5)] + [
        Circle((2, 1), 0.5)
    ]


# Each verb, called with the function or the method that is given, and arguments for six pairs.
CALLS: dict[str, tuple[str, Any, dict[str, Any]]] = {
    **{name: (name, None, {}) for name in OF_TWO},
    **{name: (name, POINTS if name == "contains" else AXES, {}) for name in OF_PLACES},
    **{name: (name, None, {"velocity_a": VELOCITIES, "max_time": 2.0}) for name in MOVING},
    "interiors": ("intersects", None, {"touching": False}),
}


def row_options(options: dict[str, Any], row: int) -> dict[str, Any]:
    return {k: v[row] if k == "velocity_a" else v for k, v in options.items()}


def singles(name: str) -> list[Any]:
    """Return the answers of the verb for two shapes, pair by pair."""
    verb, column, options = CALLS[name]
    other = other_shapes() if column is None else column
    return [
        getattr(sepax, verb)(a, b, **row_options(options, row))
        for row, (a, b) in enumerate(zip(some_shapes(), other, strict=True))
    ]


@pytest.mark.parametrize("name", CALLS)
class TestForms:
    def other(self, name: str) -> Any:
        column = CALLS[name][1]
        return ShapeArray(other_shapes()) if column is None else column

    def call(self, name: str, a: Any, b: Any, **more: Any) -> Any:
        verb, _, options = CALLS[name]
        return getattr(sepax, verb)(a, b, **options, **more)

    def test_method_is_the_function(self, name: str) -> None:
        verb, _, options = CALLS[name]
        array, other = ShapeArray(some_shapes()), self.other(name)
        pairs = ([0, 5, 2, 2, 1, 0], [1, 1, 5, 0, 3, 0])
        assert in_rows(getattr(array, verb)(other, **options)) == singles(name)
        ours = getattr(array, verb)(other, **options, pairs=pairs, workers=2)
        assert_same_bits(ours, self.call(name, array, other, pairs=pairs))
        again = getattr(array, verb)(other, **options, out=ours)
        assert again is ours or again[0] is ours[0]
        assert_same_bits(ours, self.call(name, array, other))

    @pytest.mark.parametrize("kind", [list, tuple, iter, np.array, dict.fromkeys])
    def test_any_iterable_is_an_array(self, name: str, kind: Callable[[Any], Any]) -> None:
        def lined_up() -> Any:
            made = kind(some_shapes())
            return made.keys().__iter__() if isinstance(made, dict) else made

        expected = self.call(name, ShapeArray(some_shapes()), self.other(name))
        assert_same_bits(self.call(name, lined_up(), self.other(name)), expected)
        if CALLS[name][1] is None:
            others: Any = (shape for shape in other_shapes())
            assert_same_bits(self.call(name, lined_up(), others), expected)
            one = self.call(name, some_shapes()[0], other_shapes())
            assert in_rows(one)[0] == singles(name)[0]
            method = getattr(some_shapes()[0], CALLS[name][0])
            assert_same_bits(method(other_shapes(), **CALLS[name][2]), one)

    def test_no_shapes(self, name: str) -> None:
        other: Any = [] if CALLS[name][1] is None else np.empty((0, 2))
        options = {"velocity_a": np.empty((0, 2))} if "velocity_a" in CALLS[name][2] else {}
        answer = getattr(sepax, CALLS[name][0])([], other, **options)
        assert in_rows(answer) == []
        assert in_rows(getattr(ShapeArray(), CALLS[name][0])(other, **options)) == []

    @pytest.mark.parametrize(
        ("stranger", "what"),
        [
            (["x"], r"\[0\].*str"),
            ([Circle((0, 0), 1), 7], r"\[1\].*int"),
            ([Circle((0, 0), 1), None], r"\[1\].*NoneType"),
            ([Circle((0, 0), 1)] * 2 + [ShapeArray()], r"\[2\].*ShapeArray"),
            ({Circle((0, 0), 1)}, " .*set"),
            ({"x": Circle((0, 0), 1)}, " .*dict"),
            ("ab", " .*str"),
            (b"ab", " .*bytes"),
            (3, " .*int"),
            (None, " .*NoneType"),
            (Polygon, " .*type"),
            (object(), " .*object"),
            ([(0, 0), (1, 0), (0, 1)], r"(\[0\])? .*(tuple|list)"),
            (np.zeros((5, 2)), r"(\[0\])? .*ndarray"),
        ],
    )
    def test_strangers_are_named(self, name: str, stranger: Any, what: str) -> None:
        first = "shape" if CALLS[name][1] is not None else "a"
        with pytest.raises(TypeError, match=rf"^{first}{what}"):
            self.call(name, stranger, self.other(name))
        if first == "a":
            with pytest.raises(TypeError, match=rf"^b{what}"):
                self.call(name, ShapeArray(some_shapes()), stranger)
            with pytest.raises(TypeError, match=rf"^b{what}"):
                self.call(name, Circle((0, 0), 1), stranger)
            with pytest.raises(TypeError, match=rf"^a{what}"):
                self.call(name, stranger, Circle((0, 0), 1))
            method = getattr(Polygon.box(1, 1), CALLS[name][0])
            with pytest.raises(TypeError, match=rf"^b{what}"):
                method(stranger, **CALLS[name][2])

    def test_half_made_element_is_named(self, name: str) -> None:
        half = [Circle((0, 0), 1), Polygon.__new__(Polygon)]
        with pytest.raises(ValueError, match=r"\[1\], a Polygon, was never initialised"):
            self.call(name, half, self.other(name))

    def test_error_of_an_iterable_is_its_own(self, name: str) -> None:
        def broken() -> Iterator[Shape]:
            yield Circle((0, 0), 1)
            raise LookupError("no more")

        with pytest.raises(LookupError, match="no more"):
            self.call(name, broken(), self.other(name))


def test_shape_arrays_are_made_of_shapes() -> None:
    shapes = some_shapes()
    copied = ShapeArray(shapes)
    ShapeArray(copied).set_poses((0, 0))
    for array in (copied, ShapeArray(iter(shapes)), Row.from_shapes(shapes)):
        assert all(a.same_as(b) for a, b in zip(array, shapes, strict=True))
    assert type(Row(shapes)) is type(Row.from_shapes(shapes)[1:]) is Row
    assert type(pickle.loads(pickle.dumps(Row(shapes)))) is Row
    for name in ("areas", "centroids", "second_moments", "normals"):
        with pytest.raises(AttributeError):
            setattr(ShapeArray(), name, 1)


class TestFindPairs:
    def test_of_lists(self) -> None:
        shapes, others = some_shapes(), other_shapes()
        expected = sepax.find_pairs(ShapeArray(shapes), ShapeArray(others))
        assert len(expected)
        assert np.array_equal(sepax.find_pairs(shapes, iter(others)), expected)
        within = sepax.find_pairs(ShapeArray(shapes))
        assert np.array_equal(sepax.find_pairs(iter(shapes)), within)
        assert np.array_equal(sepax.find_pairs(iter(shapes), workers=2), within)

    def test_of_nothing_and_of_one_shape(self) -> None:
        assert sepax.find_pairs([]).shape == sepax.find_pairs([], some_shapes()).shape == (0, 2)
        one, shapes = some_shapes()[0], some_shapes()
        meets = np.flatnonzero(sepax.intersects(one, shapes))
        assert sepax.find_pairs(one, shapes)[:, 1].tolist() == meets.tolist()

    def test_stranger_is_named(self) -> None:
        with pytest.raises(TypeError, match=r"^a\[1\] must be a shape"):
            sepax.find_pairs([Circle((0, 0), 1), 1])  # type: ignore[list-item]
        with pytest.raises(TypeError, match=r"^b must be a shape.*int"):
            sepax.find_pairs([], 1)  # type: ignore[arg-type]


def contacts() -> Contacts:
    return sepax.collide(ShapeArray(some_shapes()), ShapeArray(other_shapes()))


def impacts() -> Impacts:
    return sepax.sweep(some_shapes(), other_shapes(), VELOCITIES)


@pytest.mark.parametrize(("record", "one"), [(contacts, Contact), (impacts, Impact)])
class TestRecords:
    def test_int(self, record: Any, one: Any) -> None:
        made = record()
        kinds = set()
        for row in range(-len(made), len(made)):
            for key in (row, np.int8(row), np.intp(row), np.array(row)):
                single = made[key]
                assert (single is not None) == made.hit[row]
                assert single is None or type(single) is one
                kinds.add(type(single))
        assert kinds == {one, type(None)}
        assert made[-1] == made[len(made) - 1]

    def test_every_pair(self, record: Any, one: Any) -> None:
        name = "collide" if one is Contact else "sweep"
        made = record()
        if one is Contact:
            assert list(made) == singles(name)
        expected = [made[row] for row in range(len(made))]
        assert list(made) == expected
        assert pickle.loads(pickle.dumps(expected)) == expected

    @pytest.mark.parametrize(
        "key",
        [
            slice(1, 4),
            slice(None, None, -2),
            slice(4, 2),
            [0, 5, 0],
            [],
            [False] * 6,
            np.array([True, False, True, True, False, False]),
            np.array([-1, 2], dtype=np.int16),
        ],
        ids=str,
    )
    def test_many(self, record: Any, one: Any, key: Any) -> None:
        made = record()
        some = made[key]
        assert type(some) is type(made)
        if isinstance(key, slice):
            rows = list(range(6))[key]
        else:
            rows = np.arange(6)[np.array(key, dtype=None if len(key) else int)].tolist()
        assert len(some) == len(rows)
        assert list(some) == [made[row] for row in rows]
        for field in type(made)._layout:
            assert np.array_equal(getattr(some, field), getattr(made, field)[rows])

    def test_slice_shares_memory_and_is_room_for_out(self, record: Any, one: Any) -> None:
        made = type(record()).empty(10)
        verb: Any = sepax.collide if one is Contact else sepax.sweep
        options = {} if one is Contact else {"velocity_a": VELOCITIES}
        part = made[2:8]
        verb(some_shapes(), other_shapes(), out=part, **options)
        assert list(made[2:8]) == list(record())
        assert np.shares_memory(part.hit, made.hit)
        assert not np.shares_memory(made[[2, 3]].hit, made.hit)

    @pytest.mark.parametrize(
        ("key", "kind", "words"),
        [
            (6, IndexError, "index 6 is out of range for 6 pairs"),
            (-7, IndexError, "index -7 is out of range for 6 pairs"),
            (10**400, IndexError, "out of range"),
            ((1, 2), IndexError, "one index"),
            (True, IndexError, "integer"),
            (np.True_, IndexError, "integer"),
            (1.0, TypeError, "integer"),
            ("hit", TypeError, "integer"),
            (None, TypeError, "integer"),
            ([1.5], IndexError, "."),
            ([7], IndexError, "."),
            ([True, False], IndexError, "."),
            ([[1, 2]], IndexError, r"\(n,\)"),
        ],
    )
    def test_bad_keys(
        self, record: Any, one: Any, key: Any, kind: type[Exception], words: str
    ) -> None:
        with pytest.raises(kind, match=words):
            record()[key]

    def test_rows_cannot_be_replaced_by_index(self, record: Any, one: Any) -> None:
        with pytest.raises(TypeError, match="item assignment"):
            record()[0] = None


class TestShape:
    def test_base(self) -> None:
        assert issubclass(Polygon, Shape)
        assert issubclass(Circle, Shape)
        assert all(isinstance(shape, Shape) for shape in some_shapes())
        assert not isinstance(ShapeArray(), Shape)
        with pytest.raises(ValueError, match="never initialised"):
            Shape().intersects(Circle((0, 0), 1))

    def test_center(self) -> None:
        disc = Circle((1, 2), 3)
        assert disc.center == disc.position == (1.0, 2.0)
        disc.center = np.array([4, 5])
        assert disc.center == disc.position == (4.0, 5.0)
        with pytest.raises(ValueError, match="position"):
            disc.center = (float("nan"), 0)
        with pytest.raises(TypeError):
            disc.center = 3  # type: ignore[assignment]
        assert disc.center == (4.0, 5.0)
        assert not hasattr(Polygon.box(1, 1), "center")

    def test_equality_is_identity(self) -> None:
        for shape in some_shapes():
            twin = shape.copy()
            assert shape == shape
            assert shape != twin
            assert shape.same_as(twin)
            assert len({shape, twin, shape}) == 2

    def test_same_as(self) -> None:
        shapes = [
            *some_shapes(),
            Polygon([(0, 0), (4, 0), (0, 3)]),
            Polygon([(4, 0), (0, 3), (0, 0)]),  # begins elsewhere
            Polygon([(0, 0), (4, 0), (0, np.nextafter(3, 4))]),
            Polygon([(0, 0), (4, 0), (2, 3), (0, 3)]),
            Polygon([(0, 0), (4, 0), (0, 3)], position=(0, 1)),
            Polygon([(0, 0), (4, 0), (0, 3)], position=(1e-300, 0)),
            Polygon([(0, 0), (4, 0), (0, 3)], angle=2 * np.pi),
            Polygon([(1, 0), (5, 0), (1, 3)], position=(-1, 0)),  # the same place, another pivot
            Circle((0, 0), 1),
            Circle((0, 0), np.nextafter(1, 2)),
            Circle((0, 0), 0),
            Circle((1, 0), 0),
        ]
        for i, a in enumerate(shapes):
            assert [a.same_as(b) for b in shapes] == [i == j for j in range(len(shapes))]

    def test_same_as_whatever_the_class(self) -> None:
        crate = Crate(2, "tea")
        plain = Polygon([(0, 0), (2, 0), (2, 2), (0, 2)], position=(0.5, 0.25))
        assert crate.same_as(plain)
        assert plain.same_as(crate)
        assert Polygon.box(2, 2, position=(-0.0, 0.0)).same_as(Polygon.box(2, 2))

    @pytest.mark.parametrize("stranger", [None, 1, [(0, 0)], ShapeArray(), Polygon])
    def test_same_as_what(self, stranger: Any) -> None:
        with pytest.raises(TypeError, match=r"same_as takes a shape .*got "):
            Circle((0, 0), 1).same_as(stranger)


LAZY = """
import sys, sepax
assert "sepax.plot" not in sys.modules and "sepax.explanation" not in sys.modules
assert {"plot", "explain", "Explanation", "Polygon", "__version__"} <= set(dir(sepax))
assert sepax.plot.draw_shapes and sepax.plot is sys.modules["sepax.plot"]
assert "matplotlib" not in sys.modules
try:
    sepax.nonsense
except AttributeError as error:
    assert str(error) == "module 'sepax' has no attribute 'nonsense'", error
else:
    raise AssertionError
assert not hasattr(sepax, "__path_of_nothing__")
names = {}
exec("from sepax import *", names)
assert "plot" not in names and names["explain"] is sepax.explain
"""


def test_plot_is_an_attribute_that_costs_nothing_before() -> None:
    subprocess.run([sys.executable, "-c", LAZY], check=True)
