"""Pickles name what is public, and whatever they hold makes sound objects or none."""

from __future__ import annotations

import copy
import copyreg
import io
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import sepax
from sepax import Circle, Polygon, ShapeArray

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def pickled(thing: Any, protocol: int | None = None) -> Any:
    return pickle.loads(pickle.dumps(thing, protocol))


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": pickled,
    "own copy": lambda thing: thing.copy() if hasattr(thing, "copy") else copy.copy(thing),
}


class Ship(Polygon):
    """With other arguments than its base, attributes of its own, and a slot."""

    def __init__(self, name: str) -> None:
        super().__init__([(0, 0), (4, 0), (0, 3)], angle=0.5)
        self.name = name


class Fleet(ShapeArray):
    """With an attribute."""

    name = "none"


def fleet() -> Fleet:
    ships = Fleet([Polygon.box(2, 1, position=(3, 1)), Circle((0, 0), 1)])
    ships.name = "Armada"
    return ships


def contacts() -> sepax.Contacts:
    return sepax.collide(ShapeArray.boxes(2, [1, 2, 3]), Circle((1, 0.25), 0.5))


def impacts() -> sepax.Impacts:
    return sepax.sweep(ShapeArray.boxes(2, [1, 2, 3]), Circle((5, 0), 0.5), (1, 0), max_time=9)


THINGS: dict[str, Callable[[], Any]] = {
    "polygon": lambda: Polygon.box(0.1, 3, position=(1e9, -1e-9), angle=-9.0),
    "pentagon": lambda: Polygon.regular(5, 2.5, angle=1.0),
    "circle": lambda: Circle((1, 2), 3, angle=-0.5),
    "subclass": lambda: Ship("Argo"),
    "boxes": lambda: ShapeArray.boxes(2, [1, 2, 3]),
    "no shapes": ShapeArray,
    "array of a subclass": fleet,
    "contact": lambda: contacts()[0],
    "contacts": contacts,
    "impact": lambda: impacts()[0],
    "impacts": impacts,
    "ray hits": lambda: sepax.raycast(ShapeArray.boxes(2, [1, 2]), [(-9, 0)] * 2, (1, 0)),
}
NO_STATE = [name for name in THINGS if name not in ("contacts", "impacts", "ray hits")]


def content(thing: Any) -> list[Any]:
    """Return all that there is to know about it."""
    names = [name for name in dir(thing) if name == "name" or not name.startswith("_")]
    values = [getattr(thing, name) for name in names]
    known = [
        (name, value.tolist() if isinstance(value, np.ndarray) else value)
        for name, value in zip(names, values, strict=True)
        if not callable(value)
    ]
    return [type(thing), repr(thing), *known]


class Listing(pickle.Unpickler):
    """Keeps what a pickle imports, by name."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        self.named: set[str] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.named.add(f"{module}.{name}")
        return super().find_class(module, name)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("name", THINGS)
def test_only_public_classes_are_named(name: str, protocol: int) -> None:
    """But for NumPy's, and what the old protocols need for any object, or for bytes."""
    thing = THINGS[name]()
    data = Listing(pickle.dumps(thing, protocol))
    assert content(data.load()) == content(thing)
    home = f"{type(thing).__module__}.{type(thing).__qualname__}"
    assert home in data.named
    assert home in {f"sepax.{one}" for one in sepax.__all__} or type(thing) in (Ship, Fleet)
    others = {one for one in data.named if not one.startswith("numpy.")} - {home}
    old = {"copy_reg.__newobj__", "_codecs.encode", "__builtin__.bytes"}
    assert others <= (old if protocol < 3 else set())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", THINGS)
def test_copies_hold_the_same(name: str, way: str) -> None:
    thing = THINGS[name]()
    before, twin = content(thing), WAYS[way](thing)
    assert twin is not thing
    assert content(twin) == before
    if hasattr(twin, "move"):
        twin.move(1, 1)
    if hasattr(twin, "set_poses"):
        twin.set_poses((7, 7))
    assert content(thing) == before


@pytest.mark.parametrize("name", NO_STATE)
def test_what_is_made_takes_no_state(name: str) -> None:
    thing, other = THINGS[name](), THINGS[name]()
    new, arguments, state = thing.__reduce__()
    assert new is copyreg.__newobj__  # type: ignore[attr-defined]  # what pickles call
    twin = new(*arguments)
    twin.__setstate__(state)
    before = content(twin)
    for again in (twin, other):
        if len(getattr(again, "offsets", "..")) > 1 or again is twin:  # or it holds nothing
            with pytest.raises(TypeError):
                again.__setstate__(state)
    assert content(twin) == before


@pytest.mark.parametrize("name", NO_STATE)
def test_spoiled_states_change_nothing(name: str) -> None:
    new, arguments, state = THINGS[name]().__reduce__()
    blank = new(*arguments)
    inner: list[Any] = [None, (), (None,), (1, 2), (None, None, None), ("a", "b", "c")]
    outer = [None, 1, (), (None,), state[:-1], (*state, 1), (state, state), ("a",) * 10]
    for spoiled in (*outer, *((one, None) for one in inner)):
        with pytest.raises((TypeError, ValueError)):
            blank.__setstate__(spoiled)
    blank.__setstate__(state)
    assert content(blank) == content(THINGS[name]())


# --- what subclasses add ------------------------------------------------------------------


class Crate(Polygon):
    """A slot, and one with a name that Python mangles; no dict."""

    __slots__ = ("__secret", "load")

    def hide(self, secret: str) -> None:
        self.__secret = secret

    def secret(self) -> str:
        return self.__secret


class Wagon(Crate):
    """Both slots and a dict."""


class Docks(sepax.CompoundArray):
    """A dict alone."""


class Map(sepax.ShapeIndex):
    """A dict alone."""


BOX = Polygon.box(2, 1)
RING = [(0, 0), (4, 0), (0, 3)]
GIVEN: dict[type, tuple[Any, ...]] = {
    Circle: ((1, 2), 3),
    sepax.Point: ((1, 2),),
    sepax.Segment: ((1, 2), (3, 4)),
    sepax.Capsule: ((1, 2), (3, 4), 0.5),
    sepax.Compound: ([BOX, Circle((3, 0), 1)],),
    ShapeArray: ([BOX],),
    sepax.CompoundArray: ([sepax.Compound([BOX])],),
    sepax.ShapeIndex: ([BOX],),
}
LOADED: dict[type, tuple[Any, ...]] = {
    Crate: (RING,),
    Wagon: (RING,),
    Docks: GIVEN[sepax.CompoundArray],
    Map: GIVEN[sepax.ShapeIndex],
}
for base in GIVEN:  # pickles find them by their names
    name = f"Loaded{base.__name__}"
    content_of = {"__slots__": ("load",), "__module__": __name__}
    globals()[name] = type(name, (base,), content_of)
    LOADED[globals()[name]] = GIVEN[base]


EVERY_WAY: list[Callable[[Any], Any]] = [*WAYS.values()]
EVERY_WAY += [partial(pickled, protocol=protocol) for protocol in PROTOCOLS]


@pytest.mark.parametrize("kind", LOADED)
def test_slots_and_attributes_of_subclasses_stay(kind: type) -> None:
    thing: Any = kind(*LOADED[kind])
    for way in EVERY_WAY:
        assert not hasattr(way(thing), "load")
    thing.load = ["coal"]
    for way in EVERY_WAY:
        twin: Any = way(thing)
        assert (type(twin), twin.load) == (kind, ["coal"])


def test_a_subclass_may_have_both_slots_and_a_dict() -> None:
    wagon = Wagon([(0, 0), (4, 0), (0, 3)])
    wagon.name = "last"  # type: ignore[attr-defined]
    wagon.hide("gold")
    for way in EVERY_WAY:
        twin = way(wagon)
        assert (twin.name, twin.secret(), hasattr(twin, "load")) == ("last", "gold", False)


def test_pickles_of_before_are_read() -> None:
    """Their state has no place for what a subclass of `CompoundArray` adds, nor for rings."""
    array = sepax.CompoundArray([sepax.Compound([BOX])])
    new, arguments, state = array.__reduce__()
    twin = new(*arguments)
    twin.__setstate__(state[:8])
    assert twin[0].same_as(array[0])
    new, arguments, (state, added) = array[0].__reduce__()
    compound = new(*arguments)
    compound.__setstate__((state[:5], added))
    assert compound.same_as(array[0])
