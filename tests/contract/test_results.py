"""``Contact``, ``Impact`` and ``RayHit`` as values, and their arrays: the columns of the table."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import result_table
import result_templates

import sepax

FIELDS: dict[Any, list[str]] = {
    sepax.Contact: ["normal", "depth", "points", "depths", "features", "a_in_b", "b_in_a"],
    sepax.Impact: ["time", "exit_time", "normal", "point", "initial", "leaving"],
    sepax.RayHit: ["distance", "point", "normal", "index"],
}
BOX = sepax.Polygon.box(2, 2)
# Where a box from x on is touched, met and hit.
MAKERS: dict[Any, Callable[[float], Any]] = {
    sepax.Contact: lambda x: BOX.collide(sepax.Polygon.box(2, 3, position=(x - 3, 0.25))),
    sepax.Impact: lambda x: BOX.sweep(sepax.Polygon.box(2, 3, position=(x, 0.25)), (4.0, 0.0)),
    sepax.RayHit: lambda x: sepax.raycast(
        [sepax.Polygon.box(2, 3, position=(x, 0.25))], (0, 0), (3, 0)
    ),
}
each_kind = pytest.mark.parametrize("kind", MAKERS)


@each_kind
def test_equality(kind: Any) -> None:
    one, again, other = (MAKERS[kind](x) for x in (4.5, 4.5, 4.25))
    assert type(one) is kind
    assert one == again
    assert one is not again
    assert hash(one) == hash(again)
    others = [make(4.5) for each, make in MAKERS.items() if each is not kind]
    assert all(one != thing for thing in (other, repr(one), None, *others))


@each_kind
def test_fields(kind: Any) -> None:
    """They are plain numbers, named by the text of the result, and cannot be changed."""
    found = MAKERS[kind](4.5)
    text = repr(found)
    assert text.startswith(f"{kind.__name__}(")
    for name in FIELDS[kind]:
        value = getattr(found, name)
        assert f"{name}={value!r}" in text
        assert type(value) in (float, bool, int, tuple)
        if name in ("normal", "point"):
            assert [type(x) for x in value] == [float, float]
    for name in [*FIELDS[kind], *["mtv"] * (kind is sepax.Contact), "note"]:
        before = getattr(found, name, None)
        with pytest.raises((AttributeError, TypeError)):
            setattr(found, name, before)
        with pytest.raises((AttributeError, TypeError)):
            delattr(found, name)
        assert getattr(found, name, None) == before


@each_kind
def test_copies_are_equal(kind: Any) -> None:
    found = MAKERS[kind](4.5)
    pickled = [pickle.loads(pickle.dumps(found, k)) for k in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    assert all(twin == found for twin in (copy.copy(found), copy.deepcopy(found), *pickled))


@each_kind
@pytest.mark.parametrize("arguments", [(None,), ("x", 1), (1, 2, 3, 4, 5, 6, 7), (object(),)])
def test_not_constructible_with_nonsense(kind: Callable[..., Any], arguments: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        kind(*arguments)


# Arrays -----------------------------------------------------------------------------------

ARRAYS = [result for result in result_table.results() if result.array]
ROWS = [result for result in ARRAYS if result.array != "Slides"]  # which has lists as well


def test_generated_files_say_so() -> None:
    for path, text in result_templates.files().items():
        assert result_templates.MADE in text.partition("\n")[0], path


@pytest.mark.parametrize("result", ROWS, ids=lambda result: result.name)
def test_arrays_have_the_columns_of_the_table(result: result_table.Result) -> None:
    arrays = getattr(sepax, result.array).empty(3)
    assert list(arrays._layout) == [column.name for column in result.in_arrays]
    for column in result.in_arrays:
        array = getattr(arrays, column.name)
        assert array.shape == (3, *column.shape)
        assert array.dtype == np.dtype(column.dtype)


def test_slides_have_the_columns_of_the_table() -> None:
    (result,) = (result for result in ARRAYS if result.array == "Slides")
    balls = sepax.ShapeArray.circles([(0, 0), (9, 0), (0, 9)], 1)
    slides = sepax.move_and_slide(balls, sepax.Polygon.box(2, 8, position=(5, 0)), (8, 2))
    assert list(slides._layout) == [column.name for column in result.in_arrays]
    assert slides.position.shape == slides.remainder.shape == (3, 2)
    assert slides.offsets.tolist() == [0, 1, 1, 1]
    assert slides.offsets.dtype == slides.indices.dtype == np.intp
    assert len(slides.impacts) == len(slides.indices) == 1
