"""The lists of tests/limits.py name all that is public, and its counts notice a leak."""

from typing import Any

import leaks
import long_calls
import public_calls
import pytest

from sepax import Polygon

CALLS = {call.name: call for call in public_calls.public_calls()}


def test_lists_are_not_stale() -> None:
    assert public_calls.stale() == []
    assert long_calls.not_interrupted() == []


@pytest.mark.thread_unsafe(reason="counts the memory of all threads")
@pytest.mark.parametrize("name", ["intersects", "sweep", "collide", "raycast"])
def test_calls_keep_nothing(name: str) -> None:
    call = next(call for found, call in CALLS.items() if found.rpartition(".")[2] == name)
    for thunks in (call.answers(), call.errors()):
        assert not leaks.grown(thunks, [call.subject], 500).is_leak


@pytest.mark.thread_unsafe(reason="counts the memory of all threads")
def test_a_leak_is_noticed() -> None:
    kept: list[Any] = []
    box = Polygon.box(1, 1)
    assert leaks.grown([lambda: kept.append(box.copy())], [box], 500).is_leak
    assert leaks.grown([lambda: kept.append(box)], [box], 500).is_leak
