"""What `tests/limits.py` repeats and interrupts is everything public, and it notices a leak."""

import subprocess
import sys
import sysconfig
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import leaks
import long_calls
import numpy as np
import public_calls
import pytest
from doors import OF_INTEGERS, OF_REALS, SQUARE
from questions import QUESTIONS

import sepax
from sepax import Polygon, ShapeArray, raw
from sepax._core.arrays.broadphase import candidate_pairs
from sepax.compat._core import arcade as arcade_core
from sepax.compat._core import collision_shapes, collision_vector, highway_env


def test_every_public_name_is_called() -> None:
    assert public_calls.stale() == []


def test_a_new_name_without_a_call_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sepax, "__all__", [*sepax.__all__, "unheard_of"])
    monkeypatch.setattr(sepax, "unheard_of", lambda: None, raising=False)
    assert public_calls.stale() == ["unheard_of: no call"]
    assert long_calls.not_interrupted() == ["unheard_of"]


def test_every_public_name_that_may_take_long_is_interrupted() -> None:
    assert long_calls.not_interrupted() == []


# In a process of its own: one that has run other tests may have as much memory to use again.
LEAK = """
import leaks
kept = []
assert leaks.grown([lambda: kept.append(b"x" * 10_000 + bytes(1))], [], 500).resident > 1 << 20
"""


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="blocks are counted late without the GIL",
)
@pytest.mark.skipif(
    not sys.getallocatedblocks(), reason="PYTHONMALLOC names an allocator that counts no blocks"
)
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process its own way")
def test_what_calls_keep_is_counted() -> None:
    kept: list[object] = []
    thing = object()
    assert leaks.grown([lambda: kept.append(object())], [], 500).blocks >= 500
    assert leaks.grown([lambda: kept.append(thing)], [thing], 500).references == 500
    assert not leaks.grown([lambda: sepax.Circle((0, 0), 1)], [thing], 500).is_leak
    folder = Path(leaks.__file__).parent
    subprocess.run([sys.executable, "-c", LEAK], cwd=folder, check=True)


# Absurd sizes ---------------------------------------------------------------------------

# So many rows of 40 bytes that their size wraps around to a few; and other numbers that wrap.
GIANTS = [2 * (sys.maxsize + 1) // 40 + 2, sys.maxsize // 32 + 1, sys.maxsize // 16 - 8]


def giant(count: int, row: Any) -> Any:
    """Return rows that take no memory: all of them are one."""
    return np.broadcast_to(np.array(row), (count, *np.shape(row)))


def with_giant(call: Callable[[Any], object], sample: Any, n: int) -> Callable[[], object]:
    """Return a call with as many rows like that of a sample as take the memory of n points."""
    row = np.array(sample if np.shape(sample) == (2,) else sample[0])
    return partial(call, giant(2 * n // max(2, row.size), row))


def calls_with_giants(n: int) -> dict[str, Callable[[], object]]:
    """Return a call of every function that takes an array, with one of n rows, or n as a size."""
    points, whole, truth = giant(n, [1.0, 2.0]), giant(n, 1), giant(n, True)
    rings = giant(n // 8, SQUARE)
    quarter = (sys.maxsize + 1) // 2  # of what a word counts to
    boxes = ShapeArray.boxes(2, [2, 2, 2])
    box = boxes[0]
    arcade = arcade_core.polygon_functions()
    twice = (whole, whole)
    return {
        **{name: with_giant(*door, n) for name, door in (OF_REALS | OF_INTEGERS).items()},
        **{
            f"{verb}, pairs": partial(ask.__call__, boxes, boxes, pairs=twice)
            for verb, ask in QUESTIONS.items()
        },
        "pairs, rows": lambda: sepax.mtv(boxes, boxes, pairs=giant(n, [0, 1])),
        "pairs, bytes": lambda: sepax.mtv(boxes, boxes, pairs=(giant(n, np.uint8(1)),) * 2),
        "contains, pairs": lambda: sepax.contains(boxes, SQUARE, pairs=twice),
        "raw, integers": lambda: raw.mtv(giant(n, [1, 2]), SQUARE),
        "raw, memoryview": lambda: raw.mtv(memoryview(points), SQUARE),
        "Polygon, integers": lambda: Polygon(giant(n, [1, 2])),
        "Polygon.regular": lambda: Polygon.regular(n, 1),
        "Polygon.regular, beyond integers": lambda: Polygon.regular(10**30, 1),
        "set_polygon": lambda: Polygon.__new__(Polygon)._set_polygon(points, (0, 0), 0),
        "project": lambda: sepax.project(box, points),
        "regular, many sides": lambda: ShapeArray.regular(n, 1),
        "regular, sum of sides": lambda: ShapeArray.regular([quarter, 3, *[quarter] * 3], 1),
        "polygons": lambda: ShapeArray.polygons(rings),
        "polygons, many corners": lambda: ShapeArray.polygons(np.swapaxes(rings, 0, 1)),
        "polygons, positions": lambda: ShapeArray.polygons(SQUARE, [0, 4], points),
        "from_shapes": lambda: ShapeArray.from_shapes(points),
        "mask": lambda: boxes[truth],
        "out": lambda: sepax.intersects(boxes, boxes, out=truth),
        "out, two": lambda: sepax.mtv(boxes, boxes, out=(points, truth)),
        "Contacts": lambda: sepax.Contacts.empty(n),
        "Impacts": lambda: sepax.Impacts.empty(n),
        "RayHits": lambda: sepax.RayHits.empty(n),
        "nearest": lambda: sepax.nearest(boxes, k=n),
        "candidate_pairs": lambda: candidate_pairs(giant(n // 2, [0.0, 0.0, 1.0, 1.0])),
        "arcade, outline": lambda: arcade["are_polygons_intersecting"](points, SQUARE),
        "arcade, point": lambda: arcade["is_point_in_polygon"](0, 0, points),
        "collision, earclip": lambda: collision_shapes.earclip(points),
    }


@pytest.mark.parametrize("name", calls_with_giants(8))
@pytest.mark.parametrize("n", GIANTS)
def test_arrays_beyond_all_memory(name: str, n: int) -> None:
    with pytest.raises((MemoryError, ValueError)):
        calls_with_giants(n)[name]()
    assert raw.mtv(SQUARE, SQUARE) is not None


def test_arrays_beyond_all_memory_that_hosts_would_refuse() -> None:
    """What gets no further than the first of so many rows."""
    for n in GIANTS:
        points, two = giant(n, [1.0, 2.0]), np.zeros(2)
        assert (
            highway_env.displaced_polygons(points, np.array(SQUARE), two, two, fused=False) is None
        )
        with pytest.raises(AttributeError):
            collision_shapes.Poly(collision_vector.Vector(0, 0), points)
