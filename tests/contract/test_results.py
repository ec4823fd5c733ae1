"""``Contact``, ``Impact`` and ``RayHit`` as values: equality, repr, copies, read-only."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

import sepax

Result = sepax.Contact | sepax.Impact | sepax.RayHit

FIELDS = {
    sepax.Contact: ["normal", "depth", "points", "depths", "features", "a_in_b", "b_in_a"],
    sepax.Impact: ["time", "exit_time", "normal", "point", "initial", "leaving"],
    sepax.RayHit: ["distance", "point", "normal", "index"],
}


def contact(x: float = 1.5) -> sepax.Contact:
    """Return what two boxes give that overlap from x on."""
    found = sepax.Polygon.box(2, 2).collide(sepax.Polygon.box(2, 3, position=(x, 0.25)))
    assert found is not None
    return found


def impact(x: float = 5.0) -> sepax.Impact:
    """Return what a box gives that meets another at x - 2."""
    a = sepax.Polygon.box(2, 2)
    found = a.sweep(sepax.Polygon.box(2, 3, position=(x, 0.25)), (4.0, 0.0))
    assert found is not None
    return found


def ray_hit(x: float = 5.0) -> sepax.RayHit:
    """Return what a ray gives that meets a box at x - 1."""
    found = sepax.raycast([sepax.Polygon.box(2, 3, position=(x, 0.25))], (0, 0), (3, 0))
    assert found is not None
    return found


MAKERS = pytest.mark.parametrize("make", [contact, impact, ray_hit])
ATTRIBUTES = [
    (make, name)
    for make, names in (
        (contact, [*FIELDS[sepax.Contact], "mtv"]),
        (impact, FIELDS[sepax.Impact]),
        (ray_hit, FIELDS[sepax.RayHit]),
    )
    for name in names
]


@MAKERS
def test_equality(make: Callable[..., Result]) -> None:
    one, again, other = make(), make(), make(1.25)
    assert one == again
    assert one is not again
    assert hash(one) == hash(again)
    assert one != other
    assert one != repr(one)
    assert one is not None


def test_contact_and_impact_differ() -> None:
    one: object = contact()
    assert one != impact()


@MAKERS
def test_repr_names_every_field(make: Callable[..., Result]) -> None:
    found = make()
    text = repr(found)
    assert text.startswith(f"{type(found).__name__}(")
    for name in FIELDS[type(found)]:
        assert f"{name}={getattr(found, name)!r}" in text


@MAKERS
def test_types_of_the_fields(make: Callable[..., Result]) -> None:
    found = make()
    for name in FIELDS[type(found)]:
        value = getattr(found, name)
        assert type(value) in (float, bool, int, tuple)
        if name in ("normal", "point"):
            assert [type(x) for x in value] == [float, float]


@MAKERS
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_copy_is_equal_or_refused(make: Callable[..., Result], protocol: int) -> None:
    """A result is not meant to be stored; if a copy comes out, it is a true one."""
    found = make()
    ways: list[Callable[[Result], Result]] = [
        copy.copy,
        copy.deepcopy,
        lambda result: pickle.loads(pickle.dumps(result, protocol)),
    ]
    for way in ways:
        try:
            twin = way(found)
        except TypeError:
            continue
        assert twin == found


@pytest.mark.parametrize(("make", "name"), ATTRIBUTES)
def test_attributes_are_read_only(make: Callable[..., Result], name: str) -> None:
    found = make()
    before = getattr(found, name)
    with pytest.raises((AttributeError, TypeError)):
        setattr(found, name, before)
    with pytest.raises((AttributeError, TypeError)):
        delattr(found, name)
    assert getattr(found, name) == before


@MAKERS
def test_no_new_attributes(make: Callable[..., Result]) -> None:
    with pytest.raises((AttributeError, TypeError)):
        make().note = 1  # type: ignore[union-attr]  # that it cannot be set is the point


@pytest.mark.parametrize("kind", [sepax.Contact, sepax.Impact, sepax.RayHit])
@pytest.mark.parametrize("arguments", [(None,), ("x", 1), (1, 2, 3, 4, 5, 6, 7), (object(),)])
def test_not_constructible_with_nonsense(kind: Callable[..., Result], arguments: object) -> None:
    assert isinstance(arguments, tuple)
    with pytest.raises((TypeError, ValueError)):
        kind(*arguments)
